"""What must occur somewhere before a loop over a parameter can find anything.

In: the guards that wait for a loop. Out: tests that need no loop: `slot[p] == x` can only hold for some
`p` if `x` stands among the values of the slot, which lie side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulesc.machine import nodes
from rulesc.machine.substitute import variables
from rulesc.python.domains import NO_SPAN
from rulesc.python.known import is_variable, may_divide
from rulesc.python.tidying import tidy
from rulesc.typed import nodes as typed
from rulesc.typed.types import Seat, lowest, size

if TYPE_CHECKING:
    from rulesc.python.functions import Functions


def occurrences(
    fn: Functions, params: Sequence[nodes.OptionParam], guards: Sequence[typed.Guard]
) -> list[str]:
    """Tests without the parameters; if one fails, no values of them pass the guards."""
    free = frozenset(p.var for p in params)
    found = (_occurs(fn, p, g.condition, free) for p in params for g in guards)
    return list(dict.fromkeys(text for text in found if text is not None))


def selective(guard: typed.Guard) -> bool:
    """Whether a guard asks for one value of a slot, and so for more than others do."""
    return isinstance(guard.condition, typed.Compare) and guard.condition.op == "=="


def safe(guards: Sequence[typed.Guard]) -> bool:
    """Whether guards may be asked in any order: none divides by what another rules out to be nought."""
    return not may_divide(*(guard.condition for guard in guards))


def _occurs(fn: Functions, param: nodes.OptionParam, e: typed.Expr, free: frozenset[str]) -> str | None:
    match e:
        case typed.Compare("==", typed.ReadSlot() as slot, other):
            return _among(fn, param, slot, other, free)
        case typed.Compare("==", other, typed.ReadSlot() as slot):
            return _among(fn, param, slot, other, free)
        case _:
            return None


def _among(
    fn: Functions, param: nodes.OptionParam, read: typed.ReadSlot, other: typed.Expr, free: frozenset[str]
) -> str | None:
    """`x in v[a:b]`, if the parameter is the slot's last index and nothing else reads a parameter."""
    if not read.index or not is_variable(read.index[-1], param.var) or isinstance(param.type, Seat):
        return None
    if variables((read.index[:-1], other)) & free or may_divide(other):
        return None
    place = fn.layout.slots[read.slot]
    first = typed.Const(lowest(param.type), param.type, NO_SPAN)
    start = fn.expressions.offset(place.base, place.slot.dims, place.weights, (*read.index[:-1], first))
    end = tidy(f"{start} + {size(param.type)}")
    return f"({fn.expressions.value(other)} in v[{start}:{end}])"
