"""From checked trees to the document: each section's entries, groups spread over them."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulesc.diagnostics import Report
from rulesc.document import errors
from rulesc.document import nodes as doc
from rulesc.document.tree import Mapping, Node, Scalar, Sequence
from rulesc.source import Text

STYLES = {"'": "quoted", '"': "quoted", ">": "folded", "lines": "many-line"}
EMPTY_STYLES = frozenset({"", "|"})


@dataclass(slots=True)
class Sections:
    """The language sections of a spec while they are gathered."""

    report: Report
    options: list[doc.Entry] = field(default_factory=list)
    types: list[doc.Entry] = field(default_factory=list)
    zones: list[doc.Entry] = field(default_factory=list)
    state: list[doc.Entry] = field(default_factory=list)
    define: list[doc.Entry | doc.TableEntry] = field(default_factory=list)
    actions: list[doc.ActionEntry] = field(default_factory=list)
    effects: list[doc.Entry] = field(default_factory=list)
    phases: list[doc.Entry] = field(default_factory=list)
    scoring: list[doc.Entry] = field(default_factory=list)
    groups: list[doc.Entry] = field(default_factory=list)
    ties: tuple[Text, ...] = ()
    returns: Text | None = None

    # ---- scalars ---------------------------------------------------------------------------

    def rule(self, node: Node) -> Text:
        """A scalar of the rules language: one plain line or a `|` block."""
        assert isinstance(node, Scalar)
        if node.style not in EMPTY_STYLES:
            self.report.add(errors.not_plain(node.span, STYLES[node.style]))
        return node.raw

    def entries(self, node: Node, group: str = "") -> list[doc.Entry]:
        assert isinstance(node, Mapping)
        return [doc.Entry(self.rule(k), self.rule(v), group) for k, v in node.pairs]

    def optional(self, node: Mapping, key: str) -> Text | None:
        found = node.get(key)
        return None if found is None else self.rule(found)

    # ---- sections --------------------------------------------------------------------------

    def add(self, tree: Mapping, group: str = "") -> None:
        """Every language section of a spec or a group."""
        for key, node in tree.pairs:
            match key.value:
                case "options" | "types" | "zones" | "state" | "effects" | "phases":
                    getattr(self, key.value).extend(self.entries(node, group))
                case "define":
                    self.define += self.definitions(node, group)
                case "actions":
                    assert isinstance(node, Mapping)
                    self.actions += [self.action(k, v, group) for k, v in node.pairs]
                case "scoring":
                    self.score(node, group)
                case "groups":
                    assert isinstance(node, Mapping)
                    for name, inner in node.pairs:
                        assert isinstance(inner, Mapping)
                        title = inner.get("title")
                        self.groups.append(doc.Entry(name.raw, prose(title) if title is not None else name.raw))
                        self.add(inner, name.value)

    def definitions(self, node: Node, group: str) -> list[doc.Entry | doc.TableEntry]:
        assert isinstance(node, Mapping)
        return [
            doc.TableEntry(self.rule(k), tuple(self.entries(v)), k.span, group)
            if isinstance(v, Mapping)
            else doc.Entry(self.rule(k), self.rule(v), group)
            for k, v in node.pairs
        ]

    def action(self, key: Scalar, node: Node, group: str) -> doc.ActionEntry:
        if isinstance(node, Scalar):
            if node.value.strip():
                self.report.add(errors.wrong_shape(node.span, key.value, "a mapping with `when:`, `do:` and so on"))
            return doc.ActionEntry(self.rule(key), None, None, (), None, (), group)
        assert isinstance(node, Mapping)
        title, when, leaves = node.get("title"), node.get("when"), node.get("leaves")
        return doc.ActionEntry(
            self.rule(key),
            self.optional(node, "rules"),
            None if title is None else prose(title),
            () if when is None else tuple(self.entries(when)),
            self.optional(node, "do"),
            () if leaves is None else tuple(self.entries(leaves)),
            group,
        )

    def score(self, node: Node, group: str) -> None:
        assert isinstance(node, Mapping)
        for key, value in node.pairs:
            if key.value == "ties":
                many = value.items if isinstance(value, Sequence) else (value,)
                self.ties = tuple(self.rule(v) for v in many)
            elif key.value == "returns":
                self.returns = self.rule(value)
            elif isinstance(value, Scalar):
                self.scoring.append(doc.Entry(self.rule(key), self.rule(value), group))
            else:
                self.report.add(errors.wrong_shape(value.span, key.value, "a text"))


def prose(node: Node) -> Text:
    """A text for people: any style; its value is what YAML reads."""
    assert isinstance(node, Scalar)
    return Text(node.value, node.span, node.style == "|")


def titles(node: Node | None) -> tuple[doc.Entry, ...]:
    if node is None:
        return ()
    if isinstance(node, Mapping):
        return tuple(doc.Entry(k.raw, prose(v)) for k, v in node.pairs)
    text = prose(node)
    return (doc.Entry(Text("en", text.span), text),)


def rulebook(tree: Mapping) -> doc.Rulebook:
    sources, clauses, no_rule = tree.get("sources"), tree.get("clauses"), tree.get("no_rule")
    return doc.Rulebook(
        tuple(
            doc.RulebookSource(k.raw, _must(v, "file"), _may(v, "language"), _may(v, "title"))
            for k, v in (sources.pairs if isinstance(sources, Mapping) else ())
        ),
        tuple(
            doc.Clause(k.raw, _must(v, "text"), _may(v, "cite"), _may(v, "status"))
            for k, v in (clauses.pairs if isinstance(clauses, Mapping) else ())
        ),
        tuple(doc.Entry(k.raw, prose(v)) for k, v in (no_rule.pairs if isinstance(no_rule, Mapping) else ())),
    )


def rulings(tree: Mapping) -> tuple[doc.Ruling, ...]:
    out = []
    for key, node in tree.pairs:
        assert isinstance(node, Mapping)
        readings = node.get("readings")
        assert isinstance(readings, Mapping)
        labels = tuple(doc.Entry(k.raw, prose(v)) for k, v in readings.pairs)
        chosen, why = _must(node, "chosen"), _must(node, "why")
        out.append(doc.Ruling(key.raw, _must(node, "question"), labels, chosen, why, _may(node, "cite")))
    return tuple(out)


def examples(tree: Mapping, report: Report) -> tuple[doc.Example, ...]:
    sections = Sections(report)
    out = []
    for key, node in tree.pairs:
        assert isinstance(node, Mapping)
        title, play, expect = node.get("title"), node.get("play"), node.get("expect")
        options, readings = node.get("options"), node.get("rulings")
        lines = []
        for item in play.items if isinstance(play, Sequence) else ():
            assert isinstance(item, Mapping)
            who, moves = item.pairs[0]
            lines.append(doc.PlayLine(sections.rule(who), sections.rule(moves)))
        out.append(
            doc.Example(
                key.raw,
                None if title is None else prose(title),
                sections.optional(node, "rules"),
                _may(node, "cite"),
                sections.optional(node, "players"),
                tuple(sections.entries(options)) if options is not None else (),
                tuple(sections.entries(readings)) if readings is not None else (),
                sections.optional(node, "at"),
                sections.optional(node, "given"),
                tuple(lines),
                tuple(sections.rule(e) for e in (expect.items if isinstance(expect, Sequence) else ())),
            )
        )
    return tuple(out)


def _must(node: Node, key: str) -> Text:
    found = _may(node, key)
    assert found is not None
    return found


def _may(node: Node, key: str) -> Text | None:
    assert isinstance(node, Mapping)
    found = node.get(key)
    return None if found is None else prose(found)
