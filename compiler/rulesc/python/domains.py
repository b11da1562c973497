"""What loops run over, as Python text: a range, a tuple, a list.

In: a typed domain and the type of its values. Out: text that a Python `for` can run over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from rulesc.python import board_sets
from rulesc.python.layout import MANY_KINDS
from rulesc.python.names import own
from rulesc.source import Source, Span
from rulesc.typed import nodes as typed
from rulesc.typed.types import Grid, Scalar, Seat, lowest, size
from rulesc_runtime.rows import width

if TYPE_CHECKING:
    from rulesc.python.expressions import Expressions

NO_SPAN = Span(Source("", ""), 0, 0)  # of what the emitter invents


def own_value(type_: Scalar) -> typed.Var:
    """The variable of a comprehension of the emitter's own."""
    return typed.Var(own("x"), type_, NO_SPAN)


def domain_text(e: Expressions, domain: typed.Domain, type_: Scalar) -> str:
    """What a Python `for` runs over."""
    match domain:
        case typed.AllOf(of):
            if isinstance(of, Seat):
                return f"range({e.seats()})"
            low = lowest(of)
            return f"range({size(of)})" if low == 0 else f"range({low}, {low + size(of)})"
        case typed.RangeOf(low_, high):
            return f"range({e.value(low_)}, {e.value(high)} + 1)"
        case typed.ItemsOf(items):
            return "(" + ", ".join(e.value(i) for i in items) + ",)"
        case typed.ElementsOf(set_) if isinstance(type_, Grid):
            return board_sets.cells_in(e, set_)
        case typed.ElementsOf():
            low = lowest(type_)
            inside = e.inside(domain, own_value(type_))
            return f"[x_ for x_ in range({low}, {low + size(type_)}) if {inside}]"
        case typed.KindsIn(zone):
            listed = kinds_in(e, zone)
            if listed is not None:
                return listed
            inside = e.inside(domain, own_value(type_))
            return f"[x_ for x_ in range({size(type_)}) if {inside}]"
        case typed.ListedIn(lists, index):
            return e.data.row(lists, index, e.value)
        case typed.SeatsFrom(first):
            return f"[({e.value(first)} + x_) % {e.seats()} for x_ in range({e.seats()})]"
        case _:
            assert_never(domain)


def kinds_in(e: Expressions, ref: typed.ZoneRef) -> str | None:
    """The kinds in a zone, read off its number where that is quicker than to ask for each kind."""
    place = e.zones(ref)[0]
    if place.form == "packed":
        return f"_packs.held({e.mask_place(ref)}, {place.bits})"
    if place.form == "mask" and place.kinds > MANY_KINDS:
        return f"_packs.kinds({e.mask_place(ref)})"
    if place.form == "row":
        return f"_rows.kinds({e.mask_place(ref)}, {width(place.kinds)})"
    return None
