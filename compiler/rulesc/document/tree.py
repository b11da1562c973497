"""YAML text as a plain tree with positions, scalars left as written. The only user of PyYAML.

In: a source. Out: `Scalar`, `Sequence`, `Mapping`, and `Broken` where something was refused: anchors,
aliases, tags, merge keys, duplicate keys. The tree is built from the parser's events, so YAML's own
ideas of booleans and numbers never come in.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import yaml

from rulesc.diagnostics import Report
from rulesc.document import errors, yaml_errors
from rulesc.document.characters import HIDDEN
from rulesc.source import Source, Span, Text

DEPTH = 64
ONE_LINE = "a key is one line of text"


class Style(StrEnum):
    """How a scalar is written; only the first two stand in the file as they are read."""

    PLAIN = "plain"
    BLOCK = "block"  # `|`
    QUOTED = "quoted"
    FOLDED = "folded"  # `>`
    LINES = "lines"  # plain, over several lines
    DIGIT = "digit"  # `|2`


@dataclass(frozen=True, slots=True)
class Scalar:
    """`value` is what YAML reads, `span` the characters of it in the file."""

    value: str
    span: Span
    style: Style

    @property
    def exact(self) -> bool:
        return self.style in (Style.PLAIN, Style.BLOCK)

    @property
    def text(self) -> Text:
        """For exact scalars the slice of the file, for others what YAML reads."""
        return Text(self.span.text if self.exact else self.value, self.span, self.style is Style.BLOCK)


@dataclass(frozen=True, slots=True)
class Sequence:
    items: tuple[Node, ...]
    span: Span
    flow: bool


@dataclass(frozen=True, slots=True)
class Mapping:
    pairs: tuple[tuple[Scalar, Node], ...]
    span: Span
    flow: bool

    def get(self, key: str) -> Node | None:
        return next((v for k, v in self.pairs if k.value == key), None)

    def key(self, name: str) -> Scalar | None:
        return next((k for k, _ in self.pairs if k.value == name), None)


@dataclass(frozen=True, slots=True)
class Broken:
    """A node that was refused; what it should have been is not asked any more."""

    span: Span


Node = Scalar | Sequence | Mapping | Broken


def parse(source: Source, report: Report) -> Node | None:
    """The tree of a file; None if it is not YAML, or holds nothing."""
    try:
        return _Builder(source, report).document()
    except yaml.MarkedYAMLError as fault:
        at, context = fault.problem_mark or fault.context_mark, fault.context_mark
        report.add(
            yaml_errors.diagnostic(
                source,
                fault.problem or "",
                at.index if at is not None else 0,
                context.index if context is not None else None,
            )
        )
    except yaml.YAMLError as fault:
        report.add(yaml_errors.diagnostic(source, str(fault).split("\n")[0], 0, None))
    except _TooDeepError:
        pass
    return None


def _events(text: str) -> Iterator[yaml.Event]:
    """What the file holds, from PyYAML's parser in C where there is one and it finds nothing wrong.

    What is wrong is told by the parser in Python, which every installation has. It alone refuses tabs.
    """
    if hasattr(yaml, "CSafeLoader") and "\t" not in text:
        with contextlib.suppress(yaml.YAMLError):
            return iter(list(yaml.parse(text, Loader=yaml.CSafeLoader)))
    return yaml.parse(text, Loader=yaml.SafeLoader)


class _TooDeepError(Exception):
    """Ends the reading of a file whose nodes stand inside each other too deeply."""


class _Builder:
    """Turns the parser's events into nodes."""

    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.report = report
        self.events = _events(source.text)
        self.anchors: dict[str, Span] = {}

    def document(self) -> Node | None:
        next(self.events)  # the stream's start
        event = next(self.events)
        if not isinstance(event, yaml.DocumentStartEvent):
            self.report.add(errors.empty_file(Span(self.source, 0, 0), self.source.name))
            return None
        if event.version or event.tags:
            start = self.source.text.index("%")
            self.report.add(errors.refused(self.span(start, start + 1), "`%` directives", "delete the line"))
        node = self.node(next(self.events), 1)
        next(self.events)  # the document's end
        event = next(self.events)
        if isinstance(event, yaml.DocumentStartEvent):
            span = self.span(*_ends(event))
            self.report.add(errors.refused(span, "several documents in one file", "keep one to a file"))
        return node

    def span(self, start: int, end: int) -> Span:
        return Span(self.source, start, end)

    def node(self, event: yaml.Event, depth: int) -> Node:
        start, end = _ends(event)
        if isinstance(event, yaml.AliasEvent):
            span = self.span(start, end)
            anchor = self.anchors.get(str(event.anchor))
            self.report.add(errors.alias(span, anchor))
            return Broken(span)
        if depth > DEPTH:
            self.report.add(errors.too_deep(self.span(start, start + 1), DEPTH))
            raise _TooDeepError
        refused = isinstance(event, yaml.NodeEvent) and self.refused(event)
        node: Node
        match event:
            case yaml.ScalarEvent():
                node = self.scalar(event)
            case yaml.SequenceStartEvent():
                items, last = self.items(depth)
                node = Sequence(tuple(items), self.span(start, last), bool(event.flow_style))
            case yaml.MappingStartEvent():
                pairs, last = self.pairs(depth)
                node = Mapping(tuple(pairs), self.span(start, last), bool(event.flow_style))
            case _:
                raise AssertionError(event)
        return Broken(node.span) if refused else node

    def refused(self, event: yaml.NodeEvent) -> bool:
        """Whether a node has an anchor or a tag; both stand before it, in either order."""
        start, _ = _ends(event)
        tag = getattr(event, "tag", None)
        if event.anchor:
            span = self.found(start, "&")
            self.anchors[str(event.anchor)] = span
            self.report.add(errors.anchor(span))
        if tag:
            self.report.add(errors.tag(self.found(start, "!")))
        return bool(event.anchor or tag)

    def found(self, start: int, sign: str) -> Span:
        """The property that begins with a sign."""
        at = self.source.text.index(sign, start)
        word = re.compile(r"\S+").match(self.source.text, at)
        return self.span(at, word.end() if word else at + 1)

    def items(self, depth: int) -> tuple[list[Node], int]:
        items: list[Node] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            items.append(self.node(event, depth + 1))
        return items, self.end(event, items[-1].span.end if items else 0)

    def pairs(self, depth: int) -> tuple[list[tuple[Scalar, Node]], int]:
        pairs: list[tuple[Scalar, Node]] = []
        seen: dict[str, Span] = {}
        last = 0
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self.node(event, depth + 1)
            value = self.node(next(self.events), depth + 1)
            last = max(key.span.end, value.span.end)
            if not self.good_key(key):
                continue
            assert isinstance(key, Scalar)
            if key.value in seen:
                self.report.add(errors.duplicate_key(key.span, key.value, seen[key.value]))
                continue
            seen[key.value] = key.span
            pairs.append((key, value))
        return pairs, self.end(event, last)

    def end(self, event: yaml.Event, last: int) -> int:
        """Where a collection ends: at its bracket, or with what it holds last."""
        start, end = _ends(event)
        return end if self.source.text[start:end] in ("}", "]") else last

    def good_key(self, key: Node) -> bool:
        match key:
            case Broken():
                return False
            case Sequence() | Mapping():
                self.report.add(errors.refused(key.span, "lists and mappings as keys", ONE_LINE))
                return False
            case Scalar(value="<<", style=Style.PLAIN):
                self.report.add(errors.refused(key.span, "merge keys (`<<`)", "write out what is merged"))
                return False
            case Scalar(value=""):
                self.report.add(errors.refused(key.span, "keys without a name", "write a key before the `:`"))
                return False
            case Scalar(style=Style.PLAIN | Style.QUOTED) if "\n" not in key.span.text:
                return True
            case Scalar():
                self.report.add(errors.refused(key.span, "keys of several lines", ONE_LINE))
                return False

    def scalar(self, event: yaml.ScalarEvent) -> Scalar:
        start, end = _ends(event)
        if event.style in ("|", ">"):
            return self.block(event, start, end)
        span = self.span(start, end)
        if event.style:
            style = Style.QUOTED
            if hidden := HIDDEN.search(event.value):
                self.report.add(errors.wrong_character(span, ord(hidden[0])))
        else:
            style = Style.LINES if "\n" in span.text else Style.PLAIN
        return Scalar(str(event.value), span, style)

    def block(self, event: yaml.ScalarEvent, start: int, end: int) -> Scalar:
        """A `|` or `>` scalar: its lines, from the first to the last that is not blank."""
        text = self.source.text
        header = text[start:end].split("\n", 1)[0]
        body = text[start + len(header) : end]
        content = body.lstrip("\n ")
        if not content:
            return Scalar("", self.span(start, start + 1), Style.BLOCK)
        first = text.rfind("\n", 0, end - len(content)) + 1
        span = self.span(first, start + len(header) + len(body.rstrip()))
        if event.style == ">":
            style = Style.FOLDED
        else:
            style = Style.DIGIT if re.match(r"\|[-+]?\d", header) else Style.BLOCK
        return Scalar(str(event.value), span, style)


def _ends(event: yaml.Event) -> tuple[int, int]:
    """The offsets that an event covers; all of ours come from a text and have them."""
    assert event.start_mark is not None and event.end_mark is not None
    return event.start_mark.index, event.end_mark.index
