"""What patterns and sets of cells come to, in the reference interpreter: cell by cell.

In: sets of cells as masks over a grid. Out: values. Plain on purpose; engines shift masks.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulesc.typed.board_nodes import Group, Pattern
from rulesc.typed.types import Grid

SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
Cell = tuple[int, int]


def cells_of(mask: int, grid: Grid) -> set[Cell]:
    return {divmod(c, grid.columns) for c in range(grid.rows * grid.columns) if mask >> c & 1}


def mask_of(cells: set[Cell], grid: Grid) -> int:
    return sum(1 << (r * grid.columns + c) for r, c in cells if 0 <= r < grid.rows and 0 <= c < grid.columns)


def cell_set(op: str, mask: int, grid: Grid) -> int:
    cells = cells_of(mask, grid)
    if op == "beside":
        return mask_of({(r + a, c + b) for r, c in cells for a, b in SIDES}, grid)
    return mask_of({(r, c) for r, c in cells if any((r + a, c + b) not in cells for a, b in SIDES)}, grid)


def run(mask: int, cell: int, down: int, right: int, grid: Grid) -> int:
    if down == right == 0:
        return 0
    cells, (row, column) = cells_of(mask, grid), divmod(cell, grid.columns)
    length = 0
    while (row + (length + 1) * down, column + (length + 1) * right) in cells:
        length += 1
    return length


def shown(pattern: Pattern, drawing: int, masks: Sequence[int]) -> bool:
    """Whether the drawing's groups lie somewhere, no two of them on one cell."""
    cells = [cells_of(mask, pattern.grid) for mask in masks]
    return _placed(pattern.drawings[drawing], cells, frozenset())


def _placed(groups: tuple[Group, ...], cells: list[set[Cell]], taken: frozenset[Cell]) -> bool:
    if not groups:
        return True
    for shape in groups[0]:
        down, right, first = shape[0]
        for row, column in cells[first]:
            here = [((row + r - down, column + c - right), letter) for r, c, letter in shape]
            free = all(cell in cells[letter] and cell not in taken for cell, letter in here)
            if free and _placed(groups[1:], cells, taken | {cell for cell, _ in here}):
                return True
    return False
