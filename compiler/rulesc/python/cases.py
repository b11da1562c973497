"""Guards that hold in two cases, and what is known in each.

In: an option's guards. Out: the condition between two cases, where `A or B` stands among the guards and
only A reads a parameter: with B the guard asks nothing, without it A holds. And what follows from guards
that hold: conditions that are settled, values that are equal to others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rulesc.machine import nodes
from rulesc.machine.substitute import variables
from rulesc.python.invariants import conjuncts
from rulesc.python.known import may_divide
from rulesc.typed import nodes as typed


@dataclass(frozen=True, slots=True)
class Cases:
    """The option where `condition` holds, and where it doesn't."""

    condition: typed.Expr
    holding: nodes.Option
    failing: nodes.Option


def cases(option: nodes.Option, inlined: Callable[[typed.CallDefine], typed.Expr]) -> Cases | None:
    """The option in two cases; None if no guard has any."""
    free = frozenset(p.var for p in option.params if p.bound is None)
    guards = conjuncts(option.guards, inlined)
    for i, guard in enumerate(guards):
        match guard.condition:
            case typed.Logic("or", (first, second)) if _apart(first, second, free):
                rest = (*guards[:i], *guards[i + 1 :])
                with_first = (*guards[:i], replace(guard, condition=first), *guards[i + 1 :])
                return Cases(second, replace(option, guards=rest), replace(option, guards=with_first))
    return None


def _apart(first: typed.Expr, second: typed.Expr, free: frozenset[str]) -> bool:
    """Whether the second condition can be asked beforehand, and only it."""
    return bool(variables(first) & free) and not variables(second) & free and not may_divide(second)


def settled(condition: typed.Expr, facts: Sequence[typed.Expr]) -> bool:
    """Whether a condition holds where the facts do."""
    return any(condition == fact or _among(condition, fact) for fact in facts)


def equal(e: typed.Expr, facts: Sequence[typed.Expr]) -> typed.Expr:
    """What a value is equal to where the facts hold, if that reads no variable which it doesn't read too."""
    for fact in facts:
        match fact:
            case typed.Compare("==", left, right) if e in (left, right):
                other = right if e == left else left
                if _plainer(other, e):
                    return other
            case _:
                pass
    return e


def _among(condition: typed.Expr, fact: typed.Expr) -> bool:
    """`x in {none, y}` where `x == y`."""
    match condition, fact:
        case typed.OneOfValues(item, values), typed.Compare("==", left, right):
            return (item == left and right in values) or (item == right and left in values)
        case _:
            return False


def _plainer(other: typed.Expr, e: typed.Expr) -> bool:
    return isinstance(e, typed.KindAttribute) and isinstance(other, typed.ReadSlot | typed.Var)
