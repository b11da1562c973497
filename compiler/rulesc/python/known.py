"""What an expression is known to be at compile time: loop values, tests of a board, constant cells."""

from __future__ import annotations

from itertools import product

from rulesc.typed import nodes as typed
from rulesc.typed.descend import descend
from rulesc.typed.types import Grid, Int, Seat, lowest, size

_SOME = ((">", 0), (">=", 1), ("!=", 0))
UNROLL = 16  # folds over at most so many combinations become one expression


def combinations(loops: tuple[typed.Loop, ...]) -> list[tuple[int, ...]] | None:
    """The values of the loops' variables, if they are few and known at compile time."""
    ranges: list[range] = []
    total = 1
    for lp in loops:
        match lp.domain:
            case typed.AllOf(of) if not isinstance(of, Seat):
                ranges.append(range(lowest(of), lowest(of) + size(of)))
            case typed.RangeOf(typed.Const(low), typed.Const(high)):
                ranges.append(range(low, high + 1))
            case _:
                return None
        total *= len(ranges[-1])
    return list(product(*ranges)) if total <= UNROLL else None


def board_test(e: typed.Expr) -> typed.CountIn | None:
    """`board[c].size > 0` or `K in board[c]`."""
    if (
        isinstance(e, typed.Compare)
        and isinstance(e.left, typed.CountIn)
        and isinstance(e.left.zone, typed.ZoneAt)
        and len(e.left.zone.index) == 1
        and isinstance(e.right, typed.Const)
        and (e.op, e.right.value) in ((">", 0), (">=", 1), ("!=", 0))
    ):
        return e.left
    return None


def constant_value(e: typed.Expr, var: str, x: int) -> int | None:
    """The value of a cell expression at one value of a loop variable, if it is constant."""
    match e:
        case typed.Const(value):
            return value
        case typed.Var(name):
            return x if name == var else None
        case typed.MakeCell(row, column, Grid(_, _, columns)):
            r, c = constant_value(row, var, x), constant_value(column, var, x)
            return None if r is None or c is None else (r - 1) * columns + c - 1
        case typed.Arith(op, left, right) if op in "+-*":
            a, b = constant_value(left, var, x), constant_value(right, var, x)
            if a is None or b is None:
                return None
            return a + b if op == "+" else a - b if op == "-" else a * b
        case _:
            return None


def asks_some(op: str, left: typed.Expr, limit: int) -> bool | None:
    """Whether a comparison asks that a count is not nought (True) or nought (False); None: something else."""
    if not never_negative(left):
        return None
    if (op, limit) in _SOME:
        return True
    if (op, limit) in (("==", 0), ("<=", 0), ("<", 1)):
        return False
    return None


def is_some(e: typed.Expr, name: str) -> bool:
    """Whether a condition asks that a counted variable is not nought."""
    match e:
        case typed.Compare(op, left, typed.Const(limit)):
            return is_variable(left, name) and (op, limit) in _SOME
        case _:
            return False


def never_negative(e: typed.Expr) -> bool:
    """Whether a number is counted or declared so; variables of the compiler's own may be below their type."""
    match e:
        case typed.CountIn() | typed.SetSize() | typed.ReadSlot(_, _, Int(low=0)):
            return True
        case typed.Arith("+", left, right):
            return never_negative(left) and never_negative(right)
        case _:
            return False


def is_variable(e: typed.Expr | None, name: str) -> bool:
    return isinstance(e, typed.Var) and e.name == name


def divides_by_unknown(e: object) -> bool:
    """Whether a node is a division that may be one by nought."""
    return isinstance(e, typed.Arith) and e.op in "/%" and not isinstance(e.right, typed.Const)


def arms_of(e: typed.IfExpr) -> tuple[list[tuple[typed.Expr, typed.Expr]], typed.Expr]:
    """The cases of one value, each for another constant, and what is left; or one condition and the rest."""
    arms = [(e.condition, e.then)]
    last = e.otherwise
    asked = {_constant(e.condition, e.condition)}
    while isinstance(last, typed.IfExpr) and None not in asked:
        constant = _constant(last.condition, e.condition)
        if constant is None or constant in asked:
            break
        asked.add(constant)
        arms.append((last.condition, last.then))
        last = last.otherwise
    return arms, last


def _constant(e: typed.Expr, like: typed.Expr) -> int | None:
    """Which constant a value must be, if the other condition asks the same value."""
    match e, like:
        case typed.Compare("==", left, typed.Const(x)), typed.Compare("==", other, typed.Const()):
            return x if left == other else None
        case _:
            return None


def may_divide(*nodes: object) -> bool:
    """Whether something in the nodes may divide by nought, so that it must be asked where it stands."""
    return any(divides_by_unknown(part) for node in nodes for part in descend(node))
