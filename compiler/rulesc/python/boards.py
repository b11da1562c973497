"""Decisions over the free spaces of a board: what is legal is looked up by the board's own mask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesc.machine import nodes
from rulesc.python.known import constant_value
from rulesc.python.layout import TABLE_BITS, bit
from rulesc.python.names import constant
from rulesc.python.tidying import tidy
from rulesc.typed import nodes as typed
from rulesc.typed.types import lowest, size

if TYPE_CHECKING:
    from rulesc.python.functions import Functions


def board_table(fn: Functions, decision: nodes.Decision) -> str | None:
    """A decision over the free spaces of a board, looked up by the board's own mask."""
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
    return f"{name}[{tidy(f'{shifted} & {(1 << width) - 1}')}]"
