"""The shape check: a tree against a schema. The only user of Cerberus.

In: a tree, a schema. Out: whether it fits; each fault that Cerberus finds becomes a diagnostic at its
place. Cerberus sees the tree as Python data in which the type of a text says how it is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from cerberus import TypeDefinition, Validator
from cerberus.errors import UNKNOWN_FIELD, ValidationError

from rulesc.diagnostics import Diagnostic, Report
from rulesc.diagnostics.suggest import did_you_mean
from rulesc.document import errors, tree
from rulesc.document.schema import Rules
from rulesc.source import Span


class Exact(str):
    """A text that stands in the file as it is: one plain line, or a `|` block."""


class Loose(str):
    """A text that YAML rewrites: in quotes, folded, over several lines."""


class Unknown(str):
    """What was refused before; it passes for anything."""


Data = str | list["Data"] | dict[str, "Data"] | None
Path = tuple[str | int, ...]

MOST = 50  # faults told of one mapping

WORDS = {
    "rule": "a text of the rules language",
    "text": "a text",
    "mapping": "entries `key: value`",
    "sequence": "a list",
}


class _Validator(Validator):  # type: ignore[misc]
    """Cerberus with the types of our schemas and none of its own."""

    types_mapping: ClassVar[dict[str, TypeDefinition]] = {
        "rule": TypeDefinition("rule", (Exact, Unknown), ()),
        "text": TypeDefinition("text", (str,), ()),
        "mapping": TypeDefinition("mapping", (dict, Unknown), ()),
        "sequence": TypeDefinition("sequence", (list, Unknown), ()),
    }

    def _error(self, *fault: object) -> None:
        """Cerberus sorts its faults at each one; a file of nothing but faults would take hours."""
        if len(self._errors) < MOST:
            super()._error(*fault)


def check_shape(node: tree.Node, rules: Rules, name: str, report: Report) -> bool:
    """Whether a tree fits the rules of a schema; `name` is what the whole is called."""
    validator = _Validator({name: dict(rules)})
    if validator.validate({name: data(node)}, normalize=False):
        return True
    faults: list[Diagnostic] = []
    missing: dict[Path, list[str]] = {}
    for fault in _leaves(validator._errors):
        path: Path = tuple(fault.document_path)[1:]
        if fault.rule == "required":
            missing.setdefault(path[:-1], []).append(str(path[-1]))
        else:
            faults.append(_diagnostic(fault, path, node, rules, name))
    for path, found in missing.items():
        place = _Place(node, path, name)
        keys = [key for key in _keys(_rules_at(rules, path)) if key in found]
        faults.append(errors.missing_key(place.key, keys, place.name))
    for diagnostic in sorted(faults, key=lambda d: (d.span.start, d.span.end, d.code)):
        report.add(diagnostic)
    return False


def data(node: tree.Node) -> Data:
    """A tree as Python data."""
    match node:
        case tree.Scalar(value="", style=tree.Style.PLAIN | tree.Style.BLOCK):
            return None
        case tree.Scalar():
            return _text(node)
        case tree.Sequence():
            return [data(item) for item in node.items]
        case tree.Mapping():
            return {_text(key): data(value) for key, value in node.pairs}
        case tree.Broken():
            return Unknown(" ")


def _text(scalar: tree.Scalar) -> str:
    return Exact(scalar.value) if scalar.exact else Loose(scalar.value)


def _leaves(faults: list[ValidationError]) -> Iterator[ValidationError]:
    for fault in faults:
        if fault.child_errors:
            yield from _leaves(fault.child_errors)
        else:
            yield fault


def _diagnostic(fault: ValidationError, path: Path, node: tree.Node, rules: Rules, name: str) -> Diagnostic:
    place = _Place(node, path, name)
    if fault.code == UNKNOWN_FIELD.code:
        known = _keys(_rules_at(rules, path[:-1]))
        return errors.unknown_key(place.key, str(path[-1]), known, _Place(node, path[:-1], name).name)
    own = _rules_at(rules, path)
    if "keysrules" in fault.schema_path:
        keys = own.get("keysrules") if "keysrules" in own else _rules_at(rules, path[:-1]).get("keysrules")
        return _wrong_key(fault, place, keys if isinstance(keys, Mapping) else {})
    return _wrong_value(fault, place, own)


def _wrong_key(fault: ValidationError, place: _Place, rules: Rules) -> Diagnostic:
    written = place.scalar_key
    if fault.rule == "type" and written is not None:
        return errors.quoted_rule(written.span, place.name, written.style.value)
    return errors.bad_text(place.key, "" if written is None else written.value, _wanted(rules), "")


def _wrong_value(fault: ValidationError, place: _Place, rules: Rules) -> Diagnostic:
    wanted = _wanted(rules)
    node = place.node
    if fault.rule in ("nullable", "empty"):
        return errors.missing_value(place.key, place.name, wanted)
    if fault.rule in ("minlength", "maxlength"):
        return errors.wrong_length(node.span, place.name, wanted)
    if isinstance(node, tree.Scalar) and fault.rule == "type" and "rule" in _types(rules):
        return errors.quoted_rule(node.span, place.name, node.style.value)
    if isinstance(node, tree.Scalar) and fault.rule in ("allowed", "regex"):
        allowed = rules.get("allowed")
        known = [str(word) for word in allowed] if isinstance(allowed, list) else []
        if known:
            wanted = " or ".join(f"`{word}`" for word in known)
        return errors.bad_text(node.span, node.value, wanted, did_you_mean(node.value, known))
    return errors.wrong_shape(place.value, place.name, wanted, _found(node), _hint(node, rules))


def _found(node: tree.Node) -> str:
    match node:
        case tree.Mapping():
            return WORDS["mapping"]
        case tree.Sequence():
            return WORDS["sequence"]
        case tree.Scalar() | tree.Broken():
            return WORDS["text"]


def _hint(node: tree.Node, rules: Rules) -> str:
    """What was probably meant."""
    types = _types(rules)
    match node:
        case tree.Mapping(flow=True) | tree.Sequence(flow=True) if "rule" in types:
            sign = node.span.text[0]
            return f"YAML keeps `{sign}` at the start of a value for itself; put the text into a `|` block"
        case tree.Mapping() if "rule" in types:
            return "a text of several lines stands below a `|`"
        case tree.Sequence() if "rule" in types:
            return "write the lines below a `|`, without `- `"
        case tree.Scalar() if "sequence" in types:
            return "begin each item with `- ` on a line of its own"
        case tree.Scalar() if "mapping" in types and "maxlength" not in rules:
            return "write each entry on a line of its own, indented"
        case tree.Sequence() if "mapping" in types:
            return "leave out the `- `"
        case _:
            return ""


def _types(rules: Rules) -> list[str]:
    types = rules.get("type")
    return [str(t) for t in types] if isinstance(types, list) else [str(types)]


def _wanted(rules: Rules) -> str:
    meta = rules.get("meta")
    return meta if isinstance(meta, str) else " or ".join(WORDS[t] for t in _types(rules))


def _rules_at(rules: Rules, path: Path) -> Rules:
    """The rules of a schema for the node at a path."""
    for step in path:
        inner = rules.get("schema")
        deeper = inner if isinstance(step, int) else inner.get(step) if isinstance(inner, Mapping) else None
        deeper = deeper or rules.get("valuesrules") or rules.get("allow_unknown")
        if not isinstance(deeper, Mapping):
            return {}
        rules = deeper
    return rules


def _keys(rules: Rules) -> list[str]:
    keys = rules.get("schema")
    return [str(key) for key in keys] if isinstance(keys, Mapping) else []


class _Place:
    """A place in a tree: the node at a path, what it is called, and the key it stands at."""

    def __init__(self, root: tree.Node, path: Path, name: str) -> None:
        self.node = root
        self.name = name
        self.scalar_key: tree.Scalar | None = None
        for step in path:
            if isinstance(self.node, tree.Mapping) and isinstance(step, str):
                self.scalar_key, self.name = self.node.key(step), f"`{step}`"
                self.node = self.node.get(step) or self.node
            elif isinstance(self.node, tree.Sequence) and isinstance(step, int):
                self.node, self.name = self.node.items[step], f"an item of {self.name}"

    @property
    def key(self) -> Span:
        """The key; of the whole file, its first key."""
        if self.scalar_key is not None:
            return self.scalar_key.span
        if isinstance(self.node, tree.Mapping) and self.node.pairs:
            return self.node.pairs[0][0].span
        return self.node.span

    @property
    def value(self) -> Span:
        """The value; where it stands below its key over many lines, the key."""
        if isinstance(self.node, tree.Mapping | tree.Sequence) and not self.node.flow:
            return self.key
        return self.node.span
