"""The shape check: a tree against a schema. The only user of Cerberus."""

from __future__ import annotations

from collections.abc import Mapping as AnyMapping

from cerberus import Validator
from cerberus.errors import ValidationError

from rulesc.diagnostics import Report
from rulesc.document import errors
from rulesc.document.tree import Mapping, Node, Scalar, Sequence

Plain = str | list["Plain"] | dict[str, "Plain"]
Schema = AnyMapping[str, object]


def check_shape(tree: Node, schema: Schema, where: str, report: Report) -> bool:
    """Whether the tree has the shape; one diagnostic at the place of each fault."""
    if not isinstance(tree, Mapping):
        report.add(errors.wrong_shape(tree.span, where, "a mapping of keys to values"))
        return False
    validator = Validator(schema)
    if validator.validate(plain(tree)):
        return True
    for fault in validator._errors:
        _report(fault, tree, schema, where, report)
    return False


def check_each(tree: Node, schema: Schema, where: str, report: Report) -> bool:
    """Whether every value of a mapping has the shape."""
    if not isinstance(tree, Mapping):
        report.add(errors.wrong_shape(tree.span, where, "a mapping of keys to values"))
        return False
    fine = True
    for key, value in tree.pairs:
        inner = schema["schema"]
        assert isinstance(inner, AnyMapping)
        fine = check_shape(value, inner, f"{where} `{key.value}`", report) and fine
    return fine


def plain(node: Node) -> Plain:
    """The tree as Python data, every scalar a text."""
    match node:
        case Scalar():
            return node.value
        case Sequence():
            return [plain(i) for i in node.items]
        case Mapping():
            return {k.value: plain(v) for k, v in node.pairs}


def _report(fault: ValidationError, tree: Mapping, schema: Schema, where: str, report: Report) -> None:
    children = fault.child_errors
    if children:
        for child in children:
            _report(child, tree, schema, where, report)
        return
    path = tuple(fault.document_path)
    parent = _at(tree, path[:-1])
    name = str(path[-1]) if path else where
    inside = f"in `{path[-2]}`" if len(path) > 1 else f"in {where}"
    if fault.rule == "required":
        report.add(errors.missing_key(_head(tree, path[:-1]), name, inside))
    elif fault.code == 0x03:
        known = _known(schema, path[:-1])
        key = _key(parent, name)
        report.add(errors.unknown_key((key or parent).span, name, known, inside))
    else:
        node = _at(tree, path)
        report.add(errors.wrong_shape(node.span, name, _wanted(fault)))


def _known(schema: Schema, path: tuple[object, ...]) -> list[str]:
    """The keys that a schema knows at a path."""
    for step in path:
        inner = schema.get(str(step), schema.get("valuesrules"))
        if not isinstance(inner, AnyMapping):
            return []
        deeper = inner.get("schema", inner)
        schema = deeper if isinstance(deeper, AnyMapping) else {}
    return list(schema)


def _wanted(fault: ValidationError) -> str:
    if fault.rule == "type":
        kinds = fault.constraint if isinstance(fault.constraint, list) else [fault.constraint]
        words = {"string": "a text", "dict": "a mapping of keys to values", "list": "a list"}
        return " or ".join(words[str(k)] for k in kinds)
    if fault.rule == "allowed":
        return "one of " + ", ".join(str(c) for c in fault.constraint)
    if fault.rule == "maxlength":
        return "a single `key: value`"
    return "filled in"


def _at(tree: Node, path: tuple[object, ...]) -> Node:
    node = tree
    for step in path:
        if isinstance(node, Mapping):
            found = node.get(str(step))
            if found is None:
                return node
            node = found
        elif isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
    return node


def _key(parent: Node, name: str) -> Scalar | None:
    if isinstance(parent, Mapping):
        return next((k for k, _ in parent.pairs if k.value == name), None)
    return None


def _head(tree: Mapping, path: tuple[object, ...]) -> errors.Span:
    """Where something is missing: the key of the mapping it is missing from, or the file's first key."""
    if path:
        parent = _at(tree, path[:-1])
        key = _key(parent, str(path[-1]))
        if key is not None:
            return key.span
    return tree.pairs[0][0].span if tree.pairs else tree.span
