"""One piece of a layer laid into a document: in the place of what it replaces, or at the end.

In: a document, a piece. Out: the changed document, or None and a diagnostic if what the piece is about isn't
there, or is there already where it is to be added.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from rulesc.diagnostics import Report
from rulesc.document import edition_errors as errors
from rulesc.document import nodes as doc
from rulesc.document.layers import Piece, path_of
from rulesc.document.sections import entries
from rulesc.document.sections import text as part
from rulesc.document.tree import Mapping
from rulesc.source import Text

T = TypeVar("T")
Named = Callable[[T], tuple[str, ...]]

EXAMPLE_PARTS = (
    "title", "rules", "cite", "players", "options", "rulings", "at", "given", "play", "expect"
)  # fmt: skip
MADE_FOR_PEOPLE = ("copies", "start", "note", "provenance")


def laid(document: doc.Document, piece: Piece, layer: doc.Layer, report: Report) -> doc.Document | None:
    """The document with one piece in it."""
    work = _Inlay(document, piece, layer, report)
    match piece.change.section:
        case "players" if isinstance(piece.value, Text):
            return replace(document, players=piece.value)
        case "longest" if isinstance(piece.value, Text):
            return replace(document, longest=piece.value)
        case "scoring" if isinstance(piece.value, tuple):
            return replace(document, ties=piece.value)
        case "scoring" if isinstance(piece.value, Text):
            return replace(document, returns=piece.value)
        case "guards" | "leaves":
            return work.line()
        case "rows":
            return work.row()
        case "clauses":
            return work.clause()
        case "rulings":
            return work.ruling()
        case "examples":
            found = work.changed(document.examples, lambda e: (e.id.value,), work.example)
            return None if found is None else replace(document, examples=found)
        case "actions":
            found_actions = work.changed(document.actions, lambda a: path_of(a.key.value), _action)
            return None if found_actions is None else replace(document, actions=found_actions)
        case section:
            return work.entry(section)


def _new(base: object, value: object) -> object:
    """What replaces is there instead."""
    return value


def _action(base: object, value: object) -> object:
    """An action keeps the parts that are not given anew, and its group."""
    assert isinstance(value, doc.ActionEntry)
    if not isinstance(base, doc.ActionEntry):
        return value
    return doc.ActionEntry(
        value.key,
        value.rules or base.rules,
        value.title or base.title,
        value.when or base.when,
        value.do or base.do,
        value.leaves or base.leaves,
        base.group,
    )


class _Inlay:
    """A piece on its way into a document."""

    def __init__(self, document: doc.Document, piece: Piece, layer: doc.Layer, report: Report) -> None:
        self.document = document
        self.piece = piece
        self.change = piece.change
        self.layer = layer
        self.report = report

    def changed(
        self,
        items: Sequence[T],
        named: Named[T],
        made: Callable[[object, object], object],
        path: tuple[str, ...] | None = None,
    ) -> tuple[T, ...] | None:
        """The items with the change made; `made` gives the new one from the old one and the value."""
        path = self.change.path if path is None else path
        places = [i for i, item in enumerate(items) if named(item) == path]
        if self.change.verb == "add":
            if places:
                self.report.add(errors.there_already(self.change, self.layer))
                return None
            return (*items, made(None, self.piece.value))  # type: ignore[arg-type]
        if not places:
            known = [" / ".join(named(item)) for item in items]
            self.report.add(errors.not_there(self.change, self.layer, " / ".join(path), known))
            return None
        if self.change.verb == "remove":
            gone = len(path)
            return tuple(item for item in items if named(item)[:gone] != path)
        place = places[0]
        return (*items[:place], made(items[place], self.piece.value), *items[place + 1 :])  # type: ignore[arg-type]

    def entry(self, section: str) -> doc.Document | None:
        """A declaration, a definition, an effect, a phase, a scoring item, a component, a map..."""
        items: tuple[doc.Entry, ...] = getattr(self.document, section)
        found = self.changed(items, lambda item: path_of(item.key.value), _grouped)
        return None if found is None else replace(self.document, **{section: found})  # type: ignore[arg-type]

    def line(self) -> doc.Document | None:
        """A guard, or a line of `leaves`, of an action."""
        part_name = "when" if self.change.section == "guards" else "leaves"
        owner, label = self.change.path
        for place, action in enumerate(self.document.actions):
            if path_of(action.key.value) == (owner,):
                lines: tuple[doc.Entry, ...] = action.when if part_name == "when" else action.leaves
                found = self.changed(lines, lambda line: (line.key.value,), _new, (label,))
                if found is None:
                    return None
                new = replace(action, when=found) if part_name == "when" else replace(action, leaves=found)
                actions = self.document.actions
                return replace(self.document, actions=(*actions[:place], new, *actions[place + 1 :]))
        known = [" / ".join(path_of(a.key.value)) for a in self.document.actions]
        self.report.add(errors.not_there(self.change, self.layer, owner, known, "action"))
        return None

    def row(self) -> doc.Document | None:
        """A row of the table of a component, a table, a map or a layout."""
        owner, name = self.change.path
        known: list[str] = []
        for section in ("components", "tables", "maps", "layouts"):
            items: tuple[doc.ComponentEntry, ...] = getattr(self.document, section)
            for place, item in enumerate(items):
                known += [] if item.table is None else [" / ".join(path_of(item.key.value))]
                if item.table is None or path_of(item.key.value) != (owner,):
                    continue
                table = self._table(item.table, name)
                if table is None:
                    return None
                new = (*items[:place], replace(item, table=table), *items[place + 1 :])
                return replace(self.document, **{section: new})  # type: ignore[arg-type]
        self.report.add(errors.not_there(self.change, self.layer, owner, known, "table"))
        return None

    def _table(self, table: doc.Csv, name: str) -> doc.Csv | None:
        header = [column.value for column in table.header]
        cells = self.piece.value if isinstance(self.piece.value, dict) else {}
        for column, cell in cells.items():
            if column not in header:
                self.report.add(errors.no_column(cell.span, column, header, self.layer))
                return None
        empty = Text("", self.change.span)
        given = {"name": Text(name, self.change.span), **cells} if "name" in header else cells

        def made(base: object, value: object) -> object:
            old = base.cells if isinstance(base, doc.Row) else (empty,) * len(header)
            new = [given.get(column, cell) for column, cell in zip(header, old, strict=True)]
            return doc.Row(tuple(new), self.change.span)

        rows = self.changed(table.rows, lambda row: (row_name(table, row),), made, (name,))
        return None if rows is None else replace(table, rows=rows)

    def example(self, base: object, value: object) -> object:
        """An example keeps the parts that are not given anew."""
        assert isinstance(value, doc.Example)
        if not isinstance(base, doc.Example):
            return value
        kept = {name: getattr(base, name) for name in EXAMPLE_PARTS if name not in self.piece.parts}
        return replace(value, **kept)

    def clause(self) -> doc.Document | None:
        book = self.document.rulebook or doc.Rulebook((), (), ())
        found = self.changed(book.clauses, lambda c: (c.id.value,), self._clause)
        return None if found is None else replace(self.document, rulebook=replace(book, clauses=found))

    def _clause(self, base: object, value: object) -> object:
        assert isinstance(value, Mapping)
        old = base if isinstance(base, doc.Clause) else None
        text = part(value, "text") or (old.text if old else None)
        assert text is not None  # the shape asks for it where a clause is added
        return doc.Clause(
            self.piece.key,
            text,
            part(value, "cite") or (old.cite if old else None),
            part(value, "status") or (old.status if old else None),
        )

    def ruling(self) -> doc.Document | None:
        found = self.changed(self.document.rulings, lambda r: (r.id.value,), self._ruling)
        return None if found is None else replace(self.document, rulings=found)

    def _ruling(self, base: object, value: object) -> object:
        assert isinstance(value, Mapping)
        old = base if isinstance(base, doc.Ruling) else None
        parts: dict[str, Text] = {}
        for name in ("question", "chosen", "why"):
            told = part(value, name) or (getattr(old, name) if old else None)
            assert told is not None  # as above
            parts[name] = told
        readings = entries(value.get("readings")) or (old.readings if old else ())
        cite = part(value, "cite") or (old.cite if old else None)
        return doc.Ruling(self.piece.key, parts["question"], readings, parts["chosen"], parts["why"], cite)


def _grouped(base: object, value: object) -> object:
    """What replaces belongs to the same group."""
    if isinstance(base, doc.Entry | doc.TableEntry) and isinstance(value, doc.Entry | doc.TableEntry):
        return replace(value, group=base.group)
    return value


def row_name(table: doc.Csv, row: doc.Row) -> str:
    """How a row is called: its `name`, or what stands in its columns joined by `_`."""
    header = [column.value for column in table.header]
    if "name" in header:
        return row.cells[header.index("name")].value
    cells = zip(header, row.cells, strict=True)
    return "_".join(cell.value for column, cell in cells if column not in MADE_FOR_PEOPLE)
