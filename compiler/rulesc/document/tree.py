"""YAML text as a plain tree with positions, scalars left as written.

In: a source. Out: `Scalar`, `Sequence`, `Mapping`. Anchors, aliases, tags, merge keys and duplicate
keys are refused; YAML's own ideas of booleans and numbers never come in, for no scalar is resolved.
"""

from __future__ import annotations

from dataclasses import dataclass

import yaml

from rulesc.diagnostics import Report
from rulesc.document import errors
from rulesc.source import Source, Span, Text

DEPTH = 64


@dataclass(frozen=True, slots=True)
class Scalar:
    """`value` is what YAML reads, `raw` the slice of the file; `style` is "", "|", ">", quotes or "lines"."""

    value: str
    raw: Text
    style: str
    span: Span


@dataclass(frozen=True, slots=True)
class Sequence:
    items: tuple[Node, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Mapping:
    pairs: tuple[tuple[Scalar, Node], ...]
    span: Span

    def get(self, key: str) -> Node | None:
        return next((v for k, v in self.pairs if k.value == key), None)


Node = Scalar | Sequence | Mapping


def parse(source: Source, report: Report) -> Node | None:
    """The tree of a file; None if it has faults that leave nothing to read."""
    start = Span(source, 0, min(1, len(source.text)))
    if not source.text.strip():
        report.add(errors.empty(start, source.name))
        return None
    try:
        if not _events(source, report):
            return None
        node = yaml.compose(source.text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        at = min(mark.index if mark else 0, max(len(source.text) - 1, 0))
        report.add(errors.yaml_fault(Span(source, at, at + 1), (fault.problem or "it can't be read").split("\n")[0]))
        return None
    except yaml.YAMLError as fault:
        report.add(errors.yaml_fault(start, str(fault).split("\n")[0]))
        return None
    if node is None:
        report.add(errors.empty(start, source.name))
        return None
    return _convert(node, source, report)


def _events(source: Source, report: Report) -> bool:
    """Whether the events hold nothing that is refused; stops at the first too deep place."""
    depth = 0
    fine = True
    documents = 0
    for event in yaml.parse(source.text, Loader=yaml.SafeLoader):
        at = event.start_mark.index
        span = Span(source, at, max(event.end_mark.index, at + 1) if isinstance(event, yaml.AliasEvent) else at + 1)
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > DEPTH:
                report.add(errors.too_deep(span, DEPTH))
                return False
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                report.add(errors.refused(span, "several documents in one file", "keep one game to a file"))
                return False
        if isinstance(event, yaml.AliasEvent):
            report.add(errors.refused(span, "aliases (`*name`)", "write it out"))
            fine = False
        elif getattr(event, "anchor", None):
            report.add(errors.refused(span, "anchors (`&name`)", "write it out"))
            fine = False
        elif getattr(event, "tag", None):
            report.add(errors.refused(span, "tags (`!name`)", "leave the tag out"))
            fine = False
    return fine


def _convert(node: yaml.Node, source: Source, report: Report) -> Node:
    text = source.text
    start, end = node.start_mark.index, node.end_mark.index
    if isinstance(node, yaml.ScalarNode):
        style = node.style or ""
        if style in ("|", ">"):
            first = text.find("\n", start) + 1
            stop = first + len(text[first:end].rstrip())
            span = Span(source, first, max(first, stop))
            return Scalar(node.value, Text(span.text, span, style == "|"), style, span)
        span = Span(source, start, end)
        if not style and "\n" in span.text:
            style = "lines"
        return Scalar(node.value, Text(span.text, span), style, span)
    span = Span(source, start, max(start + 1, start + len(text[start:end].rstrip())))
    if isinstance(node, yaml.SequenceNode):
        return Sequence(tuple(_convert(n, source, report) for n in node.value), span)
    pairs: list[tuple[Scalar, Node]] = []
    seen: dict[str, Span] = {}
    for key_node, value_node in node.value:
        key = _convert(key_node, source, report)
        if not isinstance(key, Scalar):
            report.add(errors.wrong_shape(key.span, "a key", "one line of text"))
            continue
        if key.value == "<<":
            report.add(errors.refused(key.span, "merge keys (`<<`)", "write it out"))
            continue
        if key.value in seen:
            report.add(errors.duplicate(key.span, key.value, seen[key.value]))
            continue
        seen[key.value] = key.span
        pairs.append((key, _convert(value_node, source, report)))
    return Mapping(tuple(pairs), span)
