"""From the entries of `patterns:` and `layouts:` to their nodes; and how they are printed."""

from __future__ import annotations

from collections.abc import Callable

from rulesc.diagnostics import Report
from rulesc.document.nodes import BoardEntry, Csv
from rulesc.source import Text
from rulesc.syntax.board_nodes import Drawing, Layout, Pattern
from rulesc.syntax.nodes import ClauseRef, Expr, TableRow
from rulesc.syntax.parse import parse_head
from rulesc.syntax.show_expr import show_expr

Parse = Callable[[Text, Report], Expr | None]
Rules = Callable[[Text | None, Report], tuple[ClauseRef, ...]]
Rows = Callable[[Csv, Report], tuple[TableRow, ...]]


def pattern(entry: BoardEntry, expr: Parse, rules: Rules, report: Report) -> Pattern | None:
    head, over = parse_head(entry.key, report), expr(entry.over, report)
    drawn = None if entry.drawing is None else Drawing(entry.drawing.value, entry.drawing.span)
    turns = None if entry.turns is None else expr(entry.turns, report)
    letters = None if entry.letters is None else expr(entry.letters, report)
    cited = rules(entry.rules, report)
    return Pattern(head, over, turns, drawn, letters, cited) if head and over else None


def layout(entry: BoardEntry, expr: Parse, rules: Rules, rows: Rows, report: Report) -> Layout | None:
    head, over = parse_head(entry.key, report), expr(entry.over, report)
    per = None if entry.per is None else expr(entry.per, report)
    header = tuple(cell.value for cell in entry.table.header) if entry.table else ()
    found = rows(entry.table, report) if entry.table else ()
    cited = rules(entry.rules, report)
    return Layout(head, over, per, found, header, cited) if head and over else None


def show_pattern(found: Pattern, name: str) -> str:
    parts = [f"pattern {name} over {show_expr(found.over)}"]
    if found.turns is not None:
        parts.append(f"turns {show_expr(found.turns)}")
    if found.drawing is not None:
        parts.append(f"drawing {found.drawing.text}")
    if found.letters is not None:
        parts.append(f"letters {show_expr(found.letters)}")
    return " ".join(parts)


def show_layout(found: Layout, name: str) -> str:
    per = "" if found.per is None else f" per {show_expr(found.per)}"
    return f"layout {name} over {show_expr(found.over)}{per}: {len(found.rows)} rows"
