"""Sets of cells as masks: neighbours, edges, runs and patterns.

A cell is a bit; rows have one spare bit at their end, so that a shifted mask does not run into the next row.
"""

from __future__ import annotations

from collections.abc import Callable

Turn = tuple[int, tuple[tuple[int, int], ...]]  # where the corner may lie; (shift, letter) of each cell
Groups = tuple[tuple[Turn, ...], ...]


def cells_beside(cells: int, row: int, whole: int) -> int:
    """The cells that share a side with one of these; `row` is how far a cell is from the one below."""
    return (cells << 1 | cells >> 1 | cells << row | cells >> row) & whole


def cells_rim(cells: int, row: int, whole: int) -> int:
    """Those of these cells with a side that no other of them shares."""
    return cells & ~(cells << 1 & cells >> 1 & cells << row & cells >> row)


def cells_in(cells: int, row: int) -> list[int]:
    """The numbers of the cells of a set, ascending, without the spare bits."""
    found = []
    while cells:
        cell = cells & -cells
        cells ^= cell
        place = cell.bit_length() - 1
        found.append(place - place // row)
    return found


def cells_run(cells: int, cell: int, step: int) -> int:
    """How many of these cells follow one, step by step."""
    length = 0
    if step > 0:
        cell <<= step
        while cells & cell:
            length += 1
            cell <<= step
    elif step < 0:
        cell >>= -step
        while cells & cell:
            length += 1
            cell >>= -step
    return length


def pattern_shown(groups: Groups, masks: tuple[int, ...]) -> bool:
    """Whether every group lies somewhere on the cells that show its letters, no two on one cell."""
    found = []
    for turns in groups:
        places = []
        for corners, cells in turns:
            for shift, letter in cells:
                corners &= masks[letter] >> shift
                if not corners:
                    break
            if corners:
                if len(groups) == 1:
                    return True
                places.append((corners, sum(1 << shift for shift, _ in cells)))
        if not places:
            return False
        found.append(places)
    return _apart(found, 0)


def _apart(found: list[list[tuple[int, int]]], taken: int) -> bool:
    """Whether the groups find places that have no cell in common."""
    if not found:
        return True
    for corners, shape in found[0]:
        while corners:
            corner = corners & -corners
            corners ^= corner
            here = shape * corner
            if not here & taken and _apart(found[1:], here | taken):
                return True
    return False


def all_reachable(found: int, bits: tuple[int, ...], low: int, step: Callable[[int], int]) -> int:
    """Everything that steps from `found` lead to; `bits` are the values' bits, the first value is `low`."""
    fresh = found
    while fresh:
        more = 0
        for i, b in enumerate(bits, low):
            if fresh & b:
                more |= step(i)
        fresh = more & ~found
        found |= fresh
    return found
