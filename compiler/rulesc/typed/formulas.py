"""Columns of formulas: a card's condition, number or effect stands in its row, in the rules language.

In: components and tables with the cells of such columns parsed. Out: a definition that is a table by the
kind (`met`, `worth`), or an effect that does what stands in the row of the kind (`reward`). From there on
they are checked, run and written like what a spec writes out.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulesc.source import Span
from rulesc.syntax import nodes as syntax

Rows = tuple[tuple[syntax.Expr, syntax.Cell | None, Span], ...]  # the kind, what stands in its row


def definitions(entries: tuple[syntax.Component, ...]) -> Iterator[syntax.DefineTable]:
    """Columns of conditions and numbers; a number that isn't given is 0."""
    for entry in entries:
        for declared in entry.attributes:
            each = declared.formula
            if each not in ("condition", "number") or entry.rows is None:
                continue
            head = _head(entry, declared)
            head = syntax.Head(head.name, head.params, (), head.params[0].name, (), head.clauses, head.span)
            rows = []
            for kind, cell, span in _rows(entry, declared.head.name):
                if cell is not None:
                    rows.append((kind, syntax.Value(cell.expr, None, (), cell.span)))
                elif each == "number":
                    rows.append((kind, syntax.Value(syntax.Int(0, span), None, (), span)))
            yield syntax.DefineTable(head, tuple(rows), "", each)


def effects(entries: tuple[syntax.Component, ...]) -> Iterator[syntax.Procedure]:
    """Columns of effects; kinds with the same cell share a branch, an empty cell does nothing."""
    for entry in entries:
        for declared in entry.attributes:
            if declared.formula != "effect" or entry.rows is None:
                continue
            head = _head(entry, declared)
            kind = syntax.Name(head.params[0].name, head.span)
            alike: dict[str, list[tuple[syntax.Expr, syntax.Cell]]] = {}
            for name, cell, _ in _rows(entry, declared.head.name):
                if cell is not None:
                    alike.setdefault(cell.text, []).append((name, cell))
            arms = []
            for same in alike.values():
                cell = same[0][1]
                names = tuple(name for name, _ in same)
                listed = syntax.SetOf(names, cell.span) if len(names) > 1 else names[0]
                test = syntax.Binary("in" if len(names) > 1 else "==", kind, listed, cell.span)
                arms.append((test, cell.body))
            body = (syntax.If(tuple(arms), (), head.span),) if arms else ()
            yield syntax.Procedure(head, body, "")


def _head(entry: syntax.Component, declared: syntax.Declared) -> syntax.Head:
    """The kind comes first, under a name that a spec can't write; then the attribute's own parameters."""
    span = declared.head.span
    kind = syntax.Param(f"{entry.head.name.lower()}'", syntax.Name(entry.head.name, span), span)
    clauses = declared.typed.clauses or (*entry.head.clauses, *entry.rules)
    return syntax.Head(declared.head.name, (kind, *declared.head.params), (), None, (), clauses, span)


def _rows(entry: syntax.Component, column: str) -> Rows:
    found = []
    for row in entry.rows or ():
        cells = dict(row.cells)
        if "name" in cells:
            found.append((cells["name"].expr, cells.get(column), row.span))
    return tuple(found)
