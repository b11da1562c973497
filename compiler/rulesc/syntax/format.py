"""`rulesc fmt`: the clauses of a section stand in one column.

In: the text of a spec. Out: the same text; only line ends, blanks before clauses, blanks between clauses
and a comment behind them, blanks at line ends, tabs, and empty lines at the very end may differ. The column
is the one where most clauses of the section stand already, so that what is laid out well stays as it is;
formatting twice changes nothing more.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

WIDTH = 110
GAP = 2  # at the least, before the first clause of a line and before a comment

CLAUSE = r"@[A-Z]+-[A-Z]*\d+[a-z]?"
CLAUSED = re.compile(
    rf"(?P<code> *[^ @#].*?)(?P<gap> +)(?P<clauses>{CLAUSE}(?: +{CLAUSE})*)"
    r"(?P<closing>[\]}]*)(?:(?P<blank> +)(?P<remark>#.*))?"
)
PROSE_KEY = re.compile(
    r"(?P<indent> *)(?:- +)?(?:title|text|question|why|note|cite|status|no_rule|readings):"
)
SECTION = re.compile(r"[^\s#]")
INDENT = re.compile(r"^\t+")
TABS = re.compile(r"(?<=[^\t ])[\t ]*\t[\t ]*")


@dataclass(frozen=True, slots=True)
class Clauses:
    """A line that ends in clauses; a comment may stand behind them."""

    code: str
    column: int  # of the first clause
    clauses: str  # with the bracket that closes behind them
    remark: str
    remark_column: int

    def at(self, column: int | None) -> Clauses:
        """Moved to a column, if the line has room there; otherwise right behind the code."""
        nearest = len(self.code) + GAP
        if column is None or column < nearest or column + len(self.clauses) > WIDTH:
            column = nearest
        return replace(self, column=column)

    def __str__(self) -> str:
        line = f"{self.code:{self.column}}{self.clauses}"
        return f"{line:{max(self.remark_column, len(line) + GAP)}}{self.remark}" if self.remark else line


def format_text(text: str) -> str:
    """The text in its standard layout."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = _without_tabs([line.rstrip(" \t") for line in text.split("\n")])
    prose = list(_prose(lines))
    starts = [n for n, line in enumerate(lines) if n == 0 or SECTION.match(line)]
    laid_out = [
        line
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True)
        for line in _aligned(lines[start:end], prose[start:end])
    ]
    return "\n".join(laid_out).rstrip("\n") + "\n"


def _without_tabs(lines: list[str]) -> list[str]:
    """Blanks for tabs. Those that indent are two each, if no line is indented by blanks: else who knows."""
    if not any(line.startswith((" ", "\t ")) for line in lines):
        lines = [INDENT.sub(lambda tabs: "  " * len(tabs[0]), line) for line in lines]
    return [TABS.sub("  ", line) for line in lines]


def _prose(lines: list[str]) -> Iterator[bool]:
    """Whether each line holds words for people, whose blanks belong to them."""
    deeper_than: int | None = None
    for line in lines:
        indent = len(line) - len(line.lstrip(" "))
        if deeper_than is not None and line and indent <= deeper_than:
            deeper_than = None
        key = PROSE_KEY.match(line)
        if deeper_than is None and key:
            deeper_than = len(key["indent"])
        yield deeper_than is not None


def _aligned(lines: list[str], prose: list[bool]) -> list[str]:
    """The lines of a section, their clauses in one column as far as that fits."""
    read = [None if words else _read(line) for line, words in zip(lines, prose, strict=True)]
    column = _column([one for one in read if one])
    return [str(one.at(column)) if one else line for line, one in zip(lines, read, strict=True)]


def _read(line: str) -> Clauses | None:
    match = CLAUSED.fullmatch(line)
    if match is None:
        return None
    clauses = " ".join(match["clauses"].split()) + match["closing"]
    return Clauses(
        match["code"], match.start("clauses"), clauses, match["remark"] or "", match.start("remark")
    )


def _column(found: list[Clauses]) -> int | None:
    """Where most clauses stand that were put somewhere; or else right of as many lines as fit."""
    chosen = Counter(one.column for one in found if one.column > len(one.code) + GAP)
    if chosen:
        return min(chosen, key=lambda column: (-chosen[column], column))
    for column in sorted({len(one.code) + GAP for one in found}, reverse=True):
        if all(one.at(column).column == column for one in found if len(one.code) + GAP <= column):
            return column
    return None
