"""An erratum as it is written: what it adds, replaces and removes, piece by piece.

In: the checked tree of an erratum's file. Out: its `Pieces`, each a change with what it brings. They are
laid over a document by `editions`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rulesc.document import nodes as doc
from rulesc.document import sections
from rulesc.document.sections import pairs, text_at, texts
from rulesc.document.side_files import examples
from rulesc.document.tree import Mapping, Node, Scalar, Sequence
from rulesc.source import Text

VERBS = ("remove", "replace", "add")  # in this order
_ENTRIES = ("options", "types", "zones", "state", "effects", "phases")
_LINES = ("guards", "leaves")
_SCALARS = ("players", "longest")
_LABEL = re.compile(r"\s*(\w+)")

Cells = dict[str, Text]
Value = (
    None  # of what is removed
    | Text
    | tuple[Text, ...]  # ties
    | doc.Entry
    | doc.TableEntry
    | doc.ActionEntry
    | doc.ComponentEntry
    | doc.MapEntry
    | doc.PaymentEntry
    | doc.BoardEntry
    | doc.Example
    | Cells  # of a row, by column
    | Mapping  # of a clause or a ruling: what of it is told
)
Table = Callable[[Mapping], doc.Csv | None]


@dataclass(frozen=True, slots=True)
class Piece:
    """One change and what it brings."""

    change: doc.Change
    value: Value
    key: Text
    parts: frozenset[str] = frozenset()  # of an example: what of it is told


def layer(tree: Mapping, table: Table) -> tuple[doc.Layer, tuple[Piece, ...]]:
    """A whole erratum; `table` reads the file that an entry names."""
    pieces = tuple(
        piece for verb in VERBS for piece in _pieces(verb, tree.get(verb), table) if piece is not None
    )
    told = doc.Layer(
        text_at(tree, "id"),
        sections.text(tree, "title"),
        text_at(tree, "date"),
        text_at(tree, "source"),
        texts(tree.get("after")),
        tuple(piece.change for piece in pieces),
    )
    return told, pieces


def path_of(key: str) -> tuple[str, ...]:
    """The names by which a construct is known: `limit / lantern  @P-64` is ("limit", "lantern")."""
    head = key.split("@", 1)[0]
    found = [_LABEL.match(part) for part in head.split("/")]
    return tuple(match[1] for match in found if match)


def _pieces(verb: str, node: Node | None, table: Table) -> Iterator[Piece]:
    for section, content in pairs(node):
        name = section.value
        if name in _SCALARS:
            assert isinstance(content, Scalar)
            yield _piece(verb, name, (), section, content.text)
        elif name in (*_LINES, "rows"):
            for owner, inner in pairs(content):
                yield from _inside(verb, name, owner, inner)
        elif isinstance(content, Sequence):
            for item in content.items:
                assert isinstance(item, Scalar)
                names = (item.value.strip(),) if name in _WHOLE_KEYS else path_of(item.value)
                yield _piece(verb, name, names, item, None)
        elif name == "examples":
            assert isinstance(content, Mapping)
            for (key, told), example in zip(pairs(content), examples(content), strict=True):
                parts = frozenset(part.value for part, _ in pairs(told))
                yield Piece(doc.Change(verb, name, (key.value,), key.span), example, key.text, parts)
        else:
            for key, value in pairs(content):
                names = (key.value.strip(),) if name in _WHOLE_KEYS else path_of(key.value)
                yield _piece(verb, name, names, key, _value(name, key, value, table))


_WHOLE_KEYS = ("clauses", "rulings", "examples")


def _inside(verb: str, section: str, owner: Scalar, inner: Node) -> Iterator[Piece]:
    """Lines of an action, or rows of a table."""
    name = path_of(owner.value)[0] if path_of(owner.value) else owner.value
    if isinstance(inner, Sequence):
        for item in inner.items:
            assert isinstance(item, Scalar)
            yield _piece(verb, section, (name, item.value.strip()), item, None)
    for key, value in pairs(inner):
        if section == "rows":
            cells = {column.value: cell.text for column, cell in pairs(value) if isinstance(cell, Scalar)}
            yield _piece(verb, section, (name, key.value), key, cells)
        else:
            assert isinstance(value, Scalar)
            yield _piece(verb, section, (name, key.value), key, doc.Entry(key.text, value.text))


def _piece(verb: str, section: str, path: tuple[str, ...], key: Scalar, value: Value) -> Piece:
    return Piece(doc.Change(verb, section, path, key.span), value, key.text)


def _value(section: str, key: Scalar, node: Node, table: Table) -> Value:
    """What a piece brings, as the section it belongs to has it."""
    if section == "define":
        return sections.definition(key, node, "")
    if section == "actions":
        return sections.action(key, node, "")
    if section == "scoring" and key.value == "ties":
        return texts(node) if isinstance(node, Sequence) else (_text(node),)
    if section == "scoring" and key.value == "returns":
        return _text(node)
    if section in (*_ENTRIES, "scoring"):
        return doc.Entry(key.text, _text(node))
    assert isinstance(node, Mapping)
    if section in ("components", "tables"):
        return sections.component(key, node, table(node))
    if section == "maps":
        return sections.map_entry(key, node, table(node))
    if section == "payments":
        return sections.payment(key, node)
    if section in ("patterns", "layouts"):
        return sections.board(key, node, table(node))
    return node


def _text(node: Node) -> Text:
    assert isinstance(node, Scalar)
    return node.text
