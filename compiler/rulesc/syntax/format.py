"""`rulesc fmt`: the clauses of neighbouring lines stand in one column.

In: the text of a spec. Out: the same text; only blanks before clauses at line ends, blanks at line ends,
line ends themselves and empty lines at the very end may differ. Formatting twice changes nothing more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

WIDTH = 110
GAP = 2  # at the least, before the first clause of a line

CLAUSED = re.compile(
    r"(?P<code> *[^ @].*?) +(?P<clauses>@[A-Z]+-[A-Z]*\d+[a-z]?(?: +@[A-Z]+-[A-Z]*\d+[a-z]?)*)"
)
PROSE_KEY = re.compile(
    r"(?P<indent> *)(?:- +)?(?:title|text|question|why|note|cite|status|no_rule|readings):"
)


def format_text(text: str) -> str:
    """The text in its standard layout."""
    lines = [line.rstrip(" \t\r") for line in text.replace("\r\n", "\n").split("\n")]
    blocks = groupby(zip(lines, _prose(lines), strict=True), key=lambda item: item[0] == "")
    laid_out = [line for _, block in blocks for line in _aligned(list(block))]
    return "\n".join(laid_out).rstrip("\n") + "\n"


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
        yield deeper_than is not None or line.lstrip(" ").startswith("#")


def _aligned(block: list[tuple[str, bool]]) -> list[str]:
    """Lines without an empty one between them: their clauses in one column, if that fits."""
    found = [None if prose else CLAUSED.fullmatch(line) for line, prose in block]
    parts = [(match["code"], " ".join(match["clauses"].split())) for match in found if match]
    column = _column(parts)
    aligned: list[str] = []
    for (line, _), match in zip(block, found, strict=True):
        if match:
            code = match["code"]
            line = code + " " * max(GAP, column - len(code)) + " ".join(match["clauses"].split())
        aligned.append(line)
    return aligned


def _column(parts: list[tuple[str, str]]) -> int:
    """The column right of as many lines as fit; longer lines have their clauses right behind them."""
    for column in sorted({len(code) + GAP for code, _ in parts}, reverse=True):
        if all(column + len(clauses) <= WIDTH for code, clauses in parts if len(code) + GAP <= column):
            return column
    return 0
