"""Component tables: CSV with the place of every cell."""

from __future__ import annotations

from rulesc.diagnostics import Report
from rulesc.document import errors
from rulesc.document.nodes import Csv, Row
from rulesc.source import Source, Span, Text


def read_table(source: Source, report: Report) -> Csv | None:
    """Header and rows; every row as wide as the header. Empty lines are left out."""
    rows: list[Row] = []
    fine = True
    start = 0
    for line in source.text.split("\n"):
        if line.strip():
            cells = _cells(source, start, line, report)
            if cells is None:
                fine = False
            else:
                rows.append(Row(cells, Span(source, start, start + len(line))))
        start += len(line) + 1
    if not rows:
        report.add(errors.empty(Span(source, 0, 0), source.name))
        return None
    header, body = rows[0], rows[1:]
    seen: dict[str, Span] = {}
    for cell in header.cells:
        if cell.value in seen:
            report.add(errors.duplicate(cell.span, cell.value, seen[cell.value]))
            fine = False
        seen[cell.value] = cell.span
    for row in body:
        if len(row.cells) != len(header.cells):
            report.add(errors.wrong_width(row.span, len(row.cells), len(header.cells)))
            fine = False
    return Csv(source, header.cells, tuple(body)) if fine else None


def _cells(source: Source, start: int, line: str, report: Report) -> tuple[Text, ...] | None:
    cells: list[Text] = []
    i = 0
    while True:
        if i < len(line) and line[i] == '"':
            end = line.find('"', i + 1)
            while end >= 0 and line[end : end + 2] == '""':
                end = line.find('"', end + 2)
            if end < 0:
                report.add(errors.unclosed_quote(Span(source, start + i, start + len(line))))
                return None
            value = line[i + 1 : end].replace('""', '"')
            cells.append(Text(value, Span(source, start + i + 1, start + end)))
            i = end + 1
        else:
            end = line.find(",", i)
            end = len(line) if end < 0 else end
            raw = line[i:end]
            left = i + len(raw) - len(raw.lstrip())
            value = raw.strip()
            cells.append(Text(value, Span(source, start + left, start + left + len(value))))
            i = end
        if i >= len(line):
            return tuple(cells)
        i += 1
