"""What a step has at hand and need not read back: by hand, line by line."""

from __future__ import annotations

from rulesc.python.boards import BoardTable, changed_only
from rulesc.python.forwarding import forwarded, span

BOUNDS = {"column": (1, 7), "seat": (0, 1)}
DISC = ["v[seat + 2] |= _CELL_BIT[(v[column + 3] - 1) * 7 + column - 1]", "cells_ = v[seat + 2]"]


def test_the_bounds_of_an_index() -> None:
    assert span("column + 3", BOUNDS) == (4, 10)
    assert span("(column - 1) * 7 + seat", BOUNDS) == (0, 43)
    assert span("v[3] + column", BOUNDS) is None and span("unknown + 1", BOUNDS) is None


def test_a_value_just_worked_out_is_at_hand() -> None:
    lines = ["v[column + 3] += 1  # F-4", "v[seat] -= 1", *DISC, "if cells_:"]
    assert forwarded(lines, BOUNDS) == [
        "now_0_ = v[column + 3] + 1  # F-4",
        "v[column + 3] = now_0_",
        "v[seat] -= 1",
        "cells_ = v[seat + 2] | _CELL_BIT[(now_0_ - 1) * 7 + column - 1]",
        "v[seat + 2] = cells_",
        "if cells_:",
    ]


def test_a_place_that_may_be_the_same_is_read_again() -> None:
    lines = ["v[column + 3] += 1", "v[seat + 4] -= 1", "many = v[column + 3]"]
    assert forwarded(lines, BOUNDS) == lines


def test_an_index_that_changes_is_read_again() -> None:
    lines = ["v[column + 3] += 1", "column = 2", "many = v[column + 3]"]
    assert forwarded(lines, BOUNDS) == lines


def test_a_name_that_is_set_twice_is_not_taken() -> None:
    lines = ["many = 1", "v[seat] += 2 - seat", "many = v[seat]", "few = v[seat]"]
    assert forwarded(lines, BOUNDS) == [
        "many = 1",
        "now_0_ = v[seat] + (2 - seat)",
        "v[seat] = now_0_",
        "many = now_0_",
        "few = now_0_",
    ]


TABLE = BoardTable("_IDS", "(v[2] | v[3]) >> 40 & 127", 127, 35, range(2, 4))
LOOKED_UP = "s.legal_cache = _IDS[(v[2] | v[3]) >> 40 & 127]"
STEP = [
    "cells_ = v[seat + 2] | _CELL_BIT[column * 7]",
    "v[seat + 2] = cells_",
    "if (v[2] | v[3]) >> 40 & 127 == 127:",
    "    s.legal_cache = None",
    "    return",
    LOOKED_UP,
    "return",
]


def test_actions_are_looked_up_where_the_window_has_changed() -> None:
    assert changed_only(TABLE, STEP, BOUNDS) == [
        "cell_ = column * 7",
        "cells_ = v[seat + 2] | _CELL_BIT[cell_]",
        "v[seat + 2] = cells_",
        "if cell_ >= 35:",
        f"    {LOOKED_UP}",
        "if cell_ >= 35 and (v[2] | v[3]) >> 40 & 127 == 127:",
        "    s.legal_cache = None",
        "    return",
        "return",
    ]


def test_actions_are_looked_up_if_another_place_of_the_board_may_change_too() -> None:
    twice = [*STEP[:2], "v[unknown] = 0", *STEP[2:]]
    assert changed_only(TABLE, twice, BOUNDS) == twice
    other = ["v[column] = 0", *STEP]
    assert changed_only(TABLE, other, BOUNDS) == other


def test_actions_are_looked_up_if_the_cell_is_filled_in_one_case_only() -> None:
    case = ["if seat:", "    return", *STEP]
    assert changed_only(TABLE, case, BOUNDS) == case
