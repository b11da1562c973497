"""Patterns on random boards: the engines' masks against a matcher that is slow and obvious.

The slow one is written here from what the language says: each group somewhere, turned somehow, no two groups
on one cell; a wild one is one colour in a match. It shares nothing with the compiler but the drawings' text.
"""

from __future__ import annotations

import random
from itertools import product

import pytest

from rulesc.diagnostics import Report
from rulesc.source import Source, Span
from rulesc.typed import board_values, drawings
from rulesc.typed.board_nodes import Pattern
from rulesc.typed.types import Enum, Grid
from rulesc_runtime import boards

Cell = tuple[int, int]
LETTERS = ("red", "green", "blue")
WILD = "*"
TEXTS = (
    "RRR", "RG/R.", "RGB", "RRR/..B", "BB./.BG", "GRG/.B.", "BB/GG", "R./.B", "RR/GG + B./.B",
    "RRR + GGG", "BB/B. + RR", "G../.G. + BRB", "RG + GR + B",
)  # fmt: skip
BOARDS = 10_000


# ---- slow and obvious ----------------------------------------------------------------------


def turned(cells: dict[Cell, str], turns: str) -> list[dict[Cell, str]]:
    found = [cells]
    if turns != "none":
        for _ in range(3):
            found.append({(c, -r): sign for (r, c), sign in found[-1].items()})
    if turns == "all":
        found += [{(r, -c): sign for (r, c), sign in one.items()} for one in found]
    return found


def drawn(text: str) -> list[dict[Cell, str]]:
    return [
        {
            (r, c): sign
            for r, line in enumerate(group.strip().split("/"))
            for c, sign in enumerate(line)
            if sign != "."
        }
        for group in text.split("+")
    ]


def matches(
    groups: list[dict[Cell, str]], board: dict[Cell, str], turns: str, taken: frozenset[Cell]
) -> bool:
    if not groups:
        return True
    size = max(max(cell) for cell in board) + 1
    for shape in turned(groups[0], turns):
        for down, right in product(range(-size, 2 * size), repeat=2):
            cells = {(r + down, c + right): sign for (r, c), sign in shape.items()}
            fits = all(board.get(cell) in (sign, WILD) and cell not in taken for cell, sign in cells.items())
            if fits and matches(groups[1:], board, turns, taken | cells.keys()):
                return True
    return False


# ---- the compiler's ------------------------------------------------------------------------


def pattern(grid: Grid, turns: str) -> Pattern:
    letters = {name[0].upper(): i for i, name in enumerate(LETTERS)}
    report = Report()
    found = []
    for text in TEXTS:
        source = Source("drawing", text)
        groups = drawings.groups(text, Span(source, 0, len(text)), letters, turns, grid, report)
        assert groups is not None, report.diagnostics
        found.append(groups)
    return Pattern("Omen", grid, Enum("Color", LETTERS), tuple(found))


def engine_groups(pattern: Pattern, drawing: int) -> boards.Groups:
    from rulesc.python.board_sets import _turns

    return tuple(_turns(group, pattern.grid) for group in pattern.drawings[drawing])


@pytest.mark.parametrize("turns", ["none", "rotations", "all"])
def test_masks_find_what_the_slow_matcher_finds(turns: str) -> None:
    chooser = random.Random(turns)
    agreed = {True: 0, False: 0}
    made: dict[tuple[int, int], tuple[Pattern, list[boards.Groups]]] = {}
    for _ in range(BOARDS // 3 + 1):
        rows, columns = chooser.randint(3, 6), chooser.randint(3, 6)
        if (rows, columns) not in made:
            found = pattern(Grid("Cell", rows, columns), turns)
            made[rows, columns] = found, [engine_groups(found, i) for i in range(len(TEXTS))]
        known, groups = made[rows, columns]
        signs = chooser.choices(
            ["R", "G", "B", WILD, ""], [4, 4, 4, 1, chooser.randint(1, 12)], k=rows * columns
        )
        board = {divmod(i, columns): sign for i, sign in enumerate(signs)}
        places = {cell: cell[0] * (columns + 1) + cell[1] for cell in board}
        drawing = chooser.randrange(len(TEXTS))
        showing = [[c for c, sign in board.items() if sign in (name[0].upper(), WILD)] for name in LETTERS]
        masks = tuple(sum(1 << places[c] for c in cells) for cells in showing)
        expected = matches(drawn(TEXTS[drawing]), board, turns, frozenset())
        assert boards.pattern_shown(groups[drawing], masks) == expected, (TEXTS[drawing], board)
        plain = [sum(1 << (r * columns + c) for r, c in cells) for cells in showing]
        assert board_values.shown(known, drawing, plain) == expected
        agreed[expected] += 1
    assert min(agreed.values()) > 300, agreed


def test_sets_of_cells() -> None:
    chooser = random.Random(5)
    for _ in range(500):
        rows, columns = chooser.randint(1, 7), chooser.randint(1, 7)
        grid = Grid("Cell", rows, columns)
        cells = [i for i in range(rows * columns) if chooser.random() < 0.6]
        plain = sum(1 << i for i in cells)
        spread = {i: 1 << (i + i // columns) for i in range(rows * columns)}
        mask, whole = sum(spread[i] for i in cells), sum(spread.values())
        for op, quick in (("beside", boards.cells_beside), ("rim", boards.cells_rim)):
            slow = board_values.cell_set(op, plain, grid)
            assert quick(mask, columns + 1, whole) == sum(spread[i] for i in spread if slow >> i & 1)
        assert boards.cells_in(mask, columns + 1) == cells
        start = chooser.randrange(rows * columns)
        down, right = chooser.choice([(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)])
        slow = board_values.run(plain, start, down, right, grid)
        assert boards.cells_run(mask, spread[start], down * (columns + 1) + right) == slow
