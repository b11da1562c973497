"""Component tables: CSV with the place of every cell.

In: the source of a table. Out: header and rows, all of one width. Cells are separated by commas; a cell
in double quotes may hold commas, and quotes written twice; every row is one line.
"""

from __future__ import annotations

import re

from rulesc.diagnostics import Report
from rulesc.document import errors
from rulesc.document.nodes import Csv, Row
from rulesc.source import Source, Span, Text

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
OTHER_SEPARATORS = ";|"


def read_table(source: Source, report: Report) -> Csv | None:
    """Header and rows; None if the table has faults. Blank lines are left out."""
    lines = [
        Span(source, start, start + len(line))
        for start, line in zip(source.line_starts, source.text.split("\n"), strict=True)
        if line.strip()
    ]
    if not lines:
        report.add(errors.empty_file(Span(source, 0, 0), source.name))
        return None
    header = _header(lines[0], report)
    if header is None:
        return None
    if len(lines) == 1:
        report.add(errors.no_rows(lines[0], source.name))
        return None
    rows: list[Row] = []
    for line in lines[1:]:
        cells = split(line, report)
        if cells is None:
            continue
        if len(cells) != len(header):
            separator = _separator(line.text) if len(cells) == 1 else ""
            report.add(errors.wrong_width(line, len(cells), len(header), lines[0], separator))
            continue
        rows.append(Row(cells, line))
    return Csv(source, header, tuple(rows)) if len(rows) == len(lines) - 1 else None


def _header(line: Span, report: Report) -> tuple[Text, ...] | None:
    cells = split(line, report)
    if cells is None:
        return None
    seen: dict[str, Span] = {}
    fine = True
    for cell in cells:
        if not NAME.match(cell.value):
            separator = _separator(cell.value) if len(cells) == 1 else ""
            report.add(errors.bad_column(cell.span, cell.value, separator))
            fine = False
        elif cell.value in seen:
            report.add(errors.duplicate_key(cell.span, cell.value, seen[cell.value]))
            fine = False
        seen.setdefault(cell.value, cell.span)
    return cells if fine else None


def _separator(text: str) -> str:
    return next((sign for sign in OTHER_SEPARATORS if sign in text), "")


def split(line: Span, report: Report) -> tuple[Text, ...] | None:
    """The cells of a line, blanks around them left out."""
    text = line.text
    cells: list[Text] = []
    at = 0
    while True:
        at += len(text[at:]) - len(text[at:].lstrip(" "))
        if text[at : at + 1] == '"':
            end = _closing(text, at)
            if end < 0:
                report.add(errors.unclosed_quote(line.within(at, len(text))))
                return None
            cells.append(Text(text[at + 1 : end].replace('""', '"'), line.within(at + 1, end)))
            comma = text.find(",", end)
            comma = len(text) if comma < 0 else comma
            if text[end + 1 : comma].strip():
                report.add(errors.after_quote(line.within(end + 1, comma)))
                return None
        else:
            comma = text.find(",", at)
            comma = len(text) if comma < 0 else comma
            value = text[at:comma].rstrip(" ")
            cells.append(Text(value, line.within(at, at + len(value))))
        if comma >= len(text):
            return tuple(cells)
        at = comma + 1


def _closing(text: str, opening: int) -> int:
    """The quote that ends a quoted cell, or -1."""
    end = text.find('"', opening + 1)
    while end >= 0 and text[end + 1 : end + 2] == '"':
        end = text.find('"', end + 2)
    return end
