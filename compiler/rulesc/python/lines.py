"""Cells with a bit for each straight line through them, so that all lines are looked for at once.

In: a program. Out: the grids whose sets of cells are only ever tested cell by cell and for lines, and their
cells' bits: the usual one, then one in a copy of the grid's columns and diagonals laid end to end. Two bits
of a run stand side by side in every copy, so one shift serves all directions; a spare bit ends each line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulesc.typed import nodes as typed
from rulesc.typed.descend import descend
from rulesc.typed.types import Grid, SetType, Type, size


def lined(program: typed.Program) -> Mapping[str, int]:
    """By name, the grids laid out so, with the length of their shortest line that is looked for."""
    found: dict[str, int] = {}
    apart: set[str] = set()
    if not any(isinstance(dim, Grid) for zone in program.zones for dim in zone.dims):
        return found
    for node in descend(program):
        match node:
            case typed.HasLine(cells, length):
                name = _grid(cells.type)
                found[name] = min(length, found.get(name, length))
            case (
                typed.SetSize(cells)
                | typed.ElementsOf(cells)
                | typed.CellSet(_, cells)
                | typed.RunFrom(cells)
            ):
                apart.add(_grid(cells.type))
            case typed.Shown(_, _, sets):
                apart.update(_grid(cells.type) for cells in sets)
            case typed.Const(type=SetType(Grid(name))):
                apart.add(name)
            case _:
                pass
    return {name: length for name, length in found.items() if name not in apart}


def line_bits(grid: Grid, shortest: int) -> tuple[int, ...]:
    """Each cell's bits: in the grid row by row, then in every other line that is long enough."""
    masks = [1 << cell + cell // grid.columns for cell in range(size(grid))]
    place = size(grid) + size(grid) // grid.columns
    for line in _lines(grid):
        if len(line) >= shortest:
            for cell in line:
                masks[cell] |= 1 << place
                place += 1
            place += 1
    return tuple(masks)


def _lines(grid: Grid) -> Iterator[list[int]]:
    """The columns, then the diagonals both ways, as cells."""
    rows, columns = size(grid) // grid.columns, grid.columns
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    for c in range(columns):
        yield [r * columns + c for r in range(rows)]
    for key in range(1 - columns, rows):
        yield [r * columns + c for r, c in cells if r - c == key]
    for key in range(rows + columns - 1):
        yield [r * columns + c for r, c in cells if r + c == key]


def _grid(type_: Type) -> str:
    return type_.of.name if isinstance(type_, SetType) and isinstance(type_.of, Grid) else ""
