"""Drawings: rows of signs as cells, and the ways to turn them.

In: `RR/GG + B./.B`, the signs that mean something and the allowed turns. Out: for each group its shapes.
"""

from __future__ import annotations

from collections.abc import Callable

from rulesc.diagnostics.model import Report
from rulesc.source import Span
from rulesc.typed import board_errors
from rulesc.typed.board_nodes import Group, Shape
from rulesc.typed.types import Grid

NOTHING = "."
Turn = Callable[[int, int], tuple[int, int]]

ROTATIONS: tuple[Turn, ...] = (
    lambda r, c: (r, c),
    lambda r, c: (c, -r),
    lambda r, c: (-r, -c),
    lambda r, c: (-c, r),
)
MIRRORED: tuple[Turn, ...] = (
    lambda r, c: (r, -c),
    lambda r, c: (c, r),
    lambda r, c: (-r, c),
    lambda r, c: (-c, -r),
)
TURNS: dict[str, tuple[Turn, ...]] = {
    "none": ROTATIONS[:1],
    "rotations": ROTATIONS,
    "all": (*ROTATIONS, *MIRRORED),
}


def groups(
    text: str, span: Span, letters: dict[str, int] | None, turns: str, grid: Grid, report: Report
) -> tuple[Group, ...] | None:
    """The groups of a drawing; without `letters` every sign but the point is a cell. None after a report."""
    found: list[Group] = []
    start = 0
    for part in text.split("+"):
        here = span.within(min(start, len(span.text)), min(start + len(part), len(span.text)))
        start += len(part) + 1
        shape = _shape(part, here, letters, report)
        if shape is None:
            return None
        if not _connected(shape):
            report.add(board_errors.in_pieces(here))
            return None
        found.append(turned(shape, turns))
        if not any(_fits(one, grid) for one in found[-1]):
            report.add(board_errors.too_large(here, grid.name))
            return None
    return tuple(found)


def _shape(part: str, span: Span, letters: dict[str, int] | None, report: Report) -> Shape | None:
    cells: list[tuple[int, int, int]] = []
    for row, line in enumerate(part.strip().split("/")):
        for column, sign in enumerate(line.strip()):
            if sign == NOTHING:
                continue
            if letters is not None and sign not in letters:
                report.add(board_errors.unknown_letter(span, sign, tuple(letters)))
                return None
            cells.append((row, column, 0 if letters is None else letters[sign]))
    if not cells:
        report.add(board_errors.empty_drawing(span))
        return None
    return normal(cells)


def normal(cells: list[tuple[int, int, int]]) -> Shape:
    """The cells moved to the corner, in order."""
    top, left = min(r for r, _, _ in cells), min(c for _, c, _ in cells)
    return tuple(sorted((r - top, c - left, letter) for r, c, letter in cells))


def turned(shape: Shape, turns: str) -> Group:
    """The shape in each allowed way, every different one once."""
    ways = (normal([(*turn(r, c), letter) for r, c, letter in shape]) for turn in TURNS[turns])
    return tuple(dict.fromkeys(ways))


def extent(shape: Shape) -> tuple[int, int]:
    return max(r for r, _, _ in shape) + 1, max(c for _, c, _ in shape) + 1


def _fits(shape: Shape, grid: Grid) -> bool:
    height, width = extent(shape)
    return height <= grid.rows and width <= grid.columns


def _connected(shape: Shape) -> bool:
    """Whether the cells hang together at sides or corners."""
    left = {(r, c) for r, c, _ in shape}
    todo = [left.pop()]
    while todo:
        row, column = todo.pop()
        near = {(r, c) for r, c in left if abs(r - row) <= 1 and abs(c - column) <= 1}
        left -= near
        todo.extend(near)
    return not left


def placements(shape: Shape, grid: Grid) -> list[tuple[int, ...]]:
    """The cells of each place where a shape lies on the grid, ascending."""
    height, width = extent(shape)
    return [
        tuple((top + r) * grid.columns + left + c for r, c, _ in shape)
        for top in range(grid.rows - height + 1)
        for left in range(grid.columns - width + 1)
    ]
