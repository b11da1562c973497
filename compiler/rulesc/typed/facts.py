"""What a condition tells about `none`: where `lot.color != none` holds, `lot.color` is a color.

In: a condition and whether it holds. Out: the slots and variables that are known not to be none.
"""

from __future__ import annotations

from rulesc.typed import nodes as typed
from rulesc.typed.scope import KNOWABLE
from rulesc.typed.types import OptionalType

Facts = frozenset[typed.Expr]
NOTHING: Facts = frozenset()


def facts(condition: typed.Expr, holds: bool) -> Facts:
    match condition:
        case typed.Not(operand):
            return facts(operand, not holds)
        case typed.Logic(op, operands) if (op == "and") == holds:
            return frozenset().union(*(facts(operand, holds) for operand in operands))
        case typed.Compare("==" | "!=" as op, left, right) if (op == "==") == holds:
            return _equal(left, right) | _equal(right, left)
        case typed.Compare("==" | "!=", left, right):
            return _unequal(left, right) | _unequal(right, left)
        case typed.OneOfValues(item, values) if holds:
            return _some(item) if all(_present(value) for value in values) else NOTHING
        case typed.InSet(item) | typed.InRange(item) if holds:
            return _some(item)
        case _:
            return NOTHING


def _equal(known: typed.Expr, other: typed.Expr) -> Facts:
    return _some(other) if _present(known) else NOTHING


def _unequal(none: typed.Expr, other: typed.Expr) -> Facts:
    is_none = isinstance(none, typed.Const) and none.value == -1 and isinstance(none.type, OptionalType)
    return _some(other) if is_none else NOTHING


def _present(expr: typed.Expr) -> bool:
    return not isinstance(expr.type, OptionalType)


def _some(expr: typed.Expr) -> Facts:
    if isinstance(expr, KNOWABLE) and isinstance(expr.type, OptionalType):
        return frozenset({expr})
    return NOTHING
