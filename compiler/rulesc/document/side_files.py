"""From the checked trees of a spec's side files to what they hold: clauses, rulings, examples."""

from __future__ import annotations

from rulesc.document import nodes as doc
from rulesc.document.sections import entries, pairs, text, text_at, texts
from rulesc.document.tree import Mapping, Node, Sequence


def rulebook(tree: Mapping) -> doc.Rulebook:
    sources = [
        doc.RulebookSource(key.text, text_at(node, "file"), text(node, "language"), text(node, "title"))
        for key, value in pairs(tree.get("sources"))
        if isinstance(node := value, Mapping)
    ]
    clauses = [
        doc.Clause(key.text, text_at(node, "text"), text(node, "cite"), text(node, "status"))
        for key, value in pairs(tree.get("clauses"))
        if isinstance(node := value, Mapping)
    ]
    return doc.Rulebook(tuple(sources), tuple(clauses), entries(tree.get("no_rule")))


def rulings(tree: Mapping) -> tuple[doc.Ruling, ...]:
    return tuple(
        doc.Ruling(
            key.text,
            text_at(node, "question"),
            entries(node.get("readings")),
            text_at(node, "chosen"),
            text_at(node, "why"),
            text(node, "cite"),
        )
        for key, value in tree.pairs
        if isinstance(node := value, Mapping)
    )


def examples(tree: Mapping) -> tuple[doc.Example, ...]:
    return tuple(
        doc.Example(
            id=key.text,
            title=text(node, "title"),
            rules=text(node, "rules"),
            cite=text(node, "cite"),
            players=text(node, "players"),
            options=entries(node.get("options")),
            rulings=entries(node.get("rulings")),
            at=text(node, "at"),
            given=text(node, "given"),
            play=play(node.get("play")),
            expect=texts(node.get("expect")),
        )
        for key, value in tree.pairs
        if isinstance(node := value, Mapping)
    )


def play(node: Node | None) -> tuple[doc.PlayLine, ...]:
    """The lines of an example's play: each a mapping of one pair."""
    items = node.items if isinstance(node, Sequence) else ()
    return tuple(doc.PlayLine(line.key, line.value) for item in items for line in entries(item))
