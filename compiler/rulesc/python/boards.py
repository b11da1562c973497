"""Decisions over the free spaces of a board: what is legal is looked up by the board's own mask.

In: such a decision. Out: the look-up, and a step's lines in which it is looked up only where it has changed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulesc.machine import nodes
from rulesc.python.forwarding import Bounds, outside
from rulesc.python.function import INDENT
from rulesc.python.known import constant_value
from rulesc.python.layout import TABLE_BITS, bit
from rulesc.python.names import constant
from rulesc.python.tidying import tidy
from rulesc.typed import nodes as typed
from rulesc.typed.types import Grid, lowest, size

if TYPE_CHECKING:
    from rulesc.python.functions import Functions


@dataclass(frozen=True, slots=True)
class BoardTable:
    """Lists of legal actions by a window of a board's mask; `none` is the window of a full one."""

    name: str
    window: str
    none: int
    first: int  # from this cell on all are in the window, and those before it are not; 0: it is not so
    places: range  # of the masks in `v`

    @property
    def text(self) -> str:
        return f"{self.name}[{self.window}]"


def board_table(fn: Functions, decision: nodes.Decision) -> BoardTable | None:
    """The table for a decision over the free spaces of a board."""
    if len(decision.options) != 1:
        return None
    option = decision.options[0]
    free = [p for p in option.params if p.bound is None]
    if (
        len(free) != 1
        or len(option.params) != 1
        or len(option.guards) != 1
        or fn.ahead.completes(option) is not None
    ):
        return None
    match option.guards[0].condition:
        case typed.Compare("==", typed.CountIn(typed.ZoneAt(zone, (cell,)), None), typed.Const(0)):
            place = fn.layout.zones[zone]
        case _:
            return None
    type_ = free[0].type
    cells = [constant_value(cell, free[0].var, x) for x in range(lowest(type_), lowest(type_) + size(type_))]
    if place.form != "board" or any(c is None for c in cells):
        return None
    places = [bit(place.zone.dims[0], c) for c in cells if c is not None]
    low, width = min(places), max(places) - min(places) + 1
    if width > TABLE_BITS:
        return None
    first = fn.actions[option.action].first_id
    name = constant(option.action, "ids")
    rows = f"[[{first} + i for i, b in enumerate({tuple(b - low for b in places)}) if not m >> b & 1]"
    fn.expressions.constants.setdefault(name, f"{rows} for m in range({1 << width})]")
    shifted = f"{fn.expressions.occupied(place)} >> {low}" if low else fn.expressions.occupied(place)
    none = (1 << width) - 1
    grid = place.zone.dims[0]
    assert isinstance(grid, Grid)
    bits = fn.layout.cell_bits(grid)
    inside = [b >> low & none != 0 for b in bits]
    start = inside.index(True)
    return BoardTable(
        name,
        tidy(f"{shifted} & {none}"),
        none,
        start if all(inside[start:]) else 0,
        range(place.base, place.base + place.kinds),
    )


def changed_only(table: BoardTable, lines: Sequence[str], bounds: Bounds) -> list[str]:
    """A step's lines that look the actions up only where the step has filled a cell of the window.

    The list that is there is right otherwise, or none is there yet; and a window that had room has it still.
    """
    stores = [(i, found[1]) for i, line in enumerate(lines) if (found := _STORE.match(line))]
    masks = (table.places[0], table.places[-1])
    filled = [i for i, where in stores if not outside(where, masks, bounds)]
    looked_up = {line.strip() for line in lines if line.strip().startswith("s.legal_cache = ")}
    line = f"s.legal_cache = {table.text}"
    if len(filled) != 1 or looked_up - {"s.legal_cache = None"} != {line} or table.first == 0:
        return list(lines)
    at = filled[0] - 1
    found = _FILLED.match(lines[at])
    if found is None or any(re.match(r"\s|if |while |for ", before) for before in lines[:at]):
        return list(lines)
    inside = f"cell_ >= {table.first}"
    rest = [
        line.replace(
            f"if {table.window} == {table.none}:", f"if {inside} and {table.window} == {table.none}:"
        )
        for line in lines[at + 2 :]
        if line.strip() != f"s.legal_cache = {table.text}"
    ]
    return [
        *lines[:at],
        f"cell_ = {tidy(found[3])}",
        f"{found[1]}[cell_]",
        lines[at + 1],
        f"if {inside}:",
        f"{INDENT}{line}",
        *rest,
    ]


_STORE = re.compile(r"\s*v\[(.+?)\] [-+|&]?= ")
_FILLED = re.compile(r"(\w+ = v\[[^\[\]]+\] \| (\w+_BIT))\[(.+)\]$")
