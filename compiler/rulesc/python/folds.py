"""Folds as Python text.

In: `sum(e for x in S if C)` and its like. Out: an operation on masks, or all of it written out, or a
comprehension.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulesc.machine.substitute import substitute, variables
from rulesc.python import board_sets, kind_masks
from rulesc.python.domains import NO_SPAN
from rulesc.python.known import board_test, combinations, constant_value
from rulesc.python.layout import TABLE_BITS, bit
from rulesc.python.names import local
from rulesc.typed import nodes as typed
from rulesc.typed.types import Grid, lowest, size

if TYPE_CHECKING:
    from rulesc.python.expressions import Expressions


def fold(ex: Expressions, e: typed.Fold) -> str:
    direct = board_sets.of_condition(ex, e) or _mask_fold(ex, e) or kind_masks.fold(ex, e)
    if direct is not None:
        return direct
    values = combinations(e.loops)
    if values is not None and e.op in ("any", "all", "count", "sum"):
        return _unrolled(ex, e, values)
    return _comprehension(ex, e)


def _mask_fold(ex: Expressions, e: typed.Fold) -> str | None:
    """Folds over the spaces of a board that are one operation on masks."""
    if len(e.loops) != 1 or not isinstance(e.loops[0].domain, typed.AllOf | typed.RangeOf):
        return None
    loop = e.loops[0]
    if (
        e.op == "set"
        and isinstance(e.body, typed.Var)
        and e.body.name == loop.var
        and loop.condition is not None
    ):
        found = board_test(loop.condition)
        if found is not None and found.kind is not None and isinstance(loop.domain, typed.AllOf):
            place = ex.zones(found.zone)[0]
            cell = found.zone.index[0]
            alone = loop.var not in variables(found.kind)
            if alone and place.form == "board" and isinstance(cell, typed.Var) and cell.name == loop.var:
                return ex.board(place, found.kind)
    if e.op in ("all", "any") and loop.condition is None:
        found = board_test(e.body)
        values = combinations(e.loops)
        if found is not None and found.kind is None and (values is not None or isinstance(loop.type, Grid)):
            place = ex.zones(found.zone)[0]
            if place.form != "board":
                return None
            cells = [
                constant_value(found.zone.index[0], loop.var, x)
                for x in range(lowest(loop.type), lowest(loop.type) + size(loop.type))
            ]
            if any(c is None for c in cells) or not isinstance(loop.domain, typed.AllOf):
                return None
            mask = sum(1 << bit(place.zone.dims[0], c) for c in set(cells) if c is not None)
            here = ex.occupied(place)
            return f"({_window(here, mask)})" if e.op == "all" else f"({here} & {mask} != 0)"
    return None


def _window(here: str, mask: int) -> str:
    """Whether all bits of a mask are set; a run of a few is looked at alone, as tables are looked up."""
    low = (mask & -mask).bit_length() - 1
    run = mask >> low
    if run & run + 1 == 0 and run < 1 << TABLE_BITS:
        return f"{here} >> {low} & {run} == {run}"
    return f"{here} & {mask} == {mask}"


def _unrolled(ex: Expressions, e: typed.Fold, values: Iterable[tuple[int, ...]]) -> str:
    terms = []
    for combo in values:
        env: dict[str, typed.Expr] = {
            loop.var: typed.Const(x, loop.type, NO_SPAN) for loop, x in zip(e.loops, combo, strict=True)
        }
        conditions = [ex.test(substitute(lp.condition, env)) for lp in e.loops if lp.condition is not None]
        body = substitute(e.body, env)
        if e.op == "any":
            terms.append("(" + " and ".join([*conditions, ex.test(body)]) + ")")
        elif e.op == "all":
            terms.append("(" + " or ".join([*(f"(not {c})" for c in conditions), ex.test(body)]) + ")")
        elif e.op == "count":
            terms.append("bool(" + (" and ".join(conditions) or "True") + ")")
        else:
            inner = ex.value(body)
            terms.append(f"({inner} if {' and '.join(conditions)} else 0)" if conditions else inner)
    joint = {"any": " or ", "all": " and "}.get(e.op, " + ")
    empty = {"any": "False", "all": "True"}.get(e.op, "0")
    return "(" + (joint.join(terms) or empty) + ")"


def _comprehension(ex: Expressions, e: typed.Fold) -> str:
    loops = " ".join(
        f"for {local(lp.var)} in {ex.domain(lp.domain, lp.type)}"
        + (f" if {ex.test(lp.condition)}" if lp.condition is not None else "")
        for lp in e.loops
    )
    match e.op:
        case "any" | "all":
            return f"{e.op}({ex.test(e.body)} {loops})"
        case "count":
            return f"sum(1 {loops})"
        case "set":
            return f"sum({{{ex.bit_of(e.body.type, e.body)} {loops}}})"
        case "best":
            return _best(ex, e.loops[0], e.body, loops)
        case "min" | "max":
            listed = _arguments(e)
            if listed is not None:
                return f"{e.op}({', '.join(ex.value(item) for item in listed)})"
            return f"{e.op}(({ex.value(e.body)} {loops}), default=0)"
        case _:
            return f"{e.op}({ex.value(e.body)} {loops})"


def _arguments(e: typed.Fold) -> tuple[typed.Expr, ...] | None:
    """Listed values of which one is the result: Python's own function takes them as they are."""
    match e:
        case typed.Fold(_, (typed.Loop(var, _, typed.ItemsOf(items), None),), typed.Var(name)):
            return items if name == var and len(items) > 1 else None
        case _:
            return None


def _best(ex: Expressions, loop: typed.Loop, body: typed.Expr, loops: str) -> str:
    """The value with the greatest number, the first at a tie; -1 if there is none."""
    number, value = ex.value(body), local(loop.var)
    if isinstance(loop.domain, typed.ItemsOf | typed.SeatsFrom):
        return f"max((({number}, {value}) {loops}), key=lambda x_: x_[0], default=(0, -1))[1]"
    empty = "" if isinstance(loop.domain, typed.AllOf) and loop.condition is None else ", default=(0, 1)"
    return f"max((({number}, -{value}) {loops}){empty})[1] * -1"
