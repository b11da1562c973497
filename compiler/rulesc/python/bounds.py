"""Options without the numbers whose only duty is to lie between bounds.

In: an option that is asked only whether it has an instance. Out: the same option where `n` with
`a >= n` and `b >= 2 - n` has given way to `a + b >= 2`: each lower bound at most each upper bound.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulesc.machine import nodes
from rulesc.machine.substitute import variables
from rulesc.python.known import is_variable
from rulesc.typed import nodes as typed
from rulesc.typed.types import Bool, Int


@dataclass(frozen=True, slots=True)
class Low:
    """A parameter is at least `base - less`."""

    base: typed.Expr
    less: typed.Expr | None


@dataclass(frozen=True, slots=True)
class High:
    """A parameter is at most `limit`."""

    limit: typed.Expr


def without_bounded(option: nodes.Option, kept: frozenset[str]) -> nodes.Option:
    """The option without such parameters; those in `kept` are read by what follows and stay."""
    for param in option.params:
        if param.bound is None and isinstance(param.type, Int) and param.var not in kept:
            guards = _eliminated(option.guards, param.var, param.type)
            if guards is not None:
                params = tuple(p for p in option.params if p is not param)
                return without_bounded(replace(option, params=params, guards=guards), kept)
    return option


def _eliminated(guards: tuple[typed.Guard, ...], var: str, type_: Int) -> tuple[typed.Guard, ...] | None:
    about = [g for g in guards if var in variables(g.condition)]
    bounds = [_bound(g.condition, var) for g in about]
    if not about or None in bounds:
        return None
    lows = [b for b in bounds if isinstance(b, Low)]
    highs = [b for b in bounds if isinstance(b, High)]
    first = about[0]
    lowest, greatest = (typed.Const(x, Int(x, x), first.span) for x in (type_.low, type_.high))
    conditions = [_compare(low, high, first) for low in lows for high in highs]
    conditions += [_compare(low, High(greatest), first) for low in lows if not _at_most(low, type_.high)]
    conditions += [
        _compare(Low(lowest, None), high, first) for high in highs if not _at_least(high.limit, type_.low)
    ]
    rest = tuple(g for g in guards if g not in about)
    return (*rest, *(replace(first, condition=c) for c in conditions))


def _bound(e: typed.Expr, var: str) -> Low | High | None:
    """What a condition says of a variable, if it bounds it from one side."""
    if not isinstance(e, typed.Compare):
        return None
    op, left, right = e.op, e.left, e.right
    if op == "<=":
        op, left, right = ">=", right, left
    if op != ">=":
        return None
    if is_variable(right, var) and var not in variables(left):
        return High(left)
    if is_variable(left, var) and var not in variables(right):
        return Low(right, None)
    match right:
        case typed.Arith("-", base, typed.Var(name)) if name == var:
            return None if var in variables((left, base)) else Low(base, left)
        case _:
            return None


def _compare(low: Low, high: High, guard: typed.Guard) -> typed.Expr:
    above = high.limit
    if low.less is not None:
        above = typed.Arith("+", above, low.less, Int(-(10**6), 10**6), guard.span)
    return typed.Compare(">=", above, low.base, Bool(), guard.span)


def _at_most(low: Low, limit: int) -> bool:
    return (
        isinstance(low.base, typed.Const)
        and low.base.value <= limit
        and (low.less is None or _at_least(low.less, 0))
    )


def _at_least(e: typed.Expr, limit: int) -> bool:
    if isinstance(e, typed.CountIn):
        return limit <= 0
    return isinstance(e.type, Int) and e.type.low >= limit
