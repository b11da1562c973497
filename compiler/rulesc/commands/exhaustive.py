"""Whether two programs differ only in expressions that have the same value whatever they read.

In: two typed programs. Out: yes, or that it was not shown. An expression is worked out by both for every
combination of values of what it reads: variables, slots, counts and whatever else is no arithmetic, logic or
comparison, each with all values of its type, and with a fault besides unless it is a variable. What is read
must be the same in both, and no more than `COMBINATIONS` are tried. The lines of a definition are taken as
one expression over its parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import product
from math import prod
from operator import add, floordiv, mod, mul, sub
from typing import get_args

from rulesc.typed import nodes as typed
from rulesc.typed.closures import COMPARE
from rulesc.typed.types import Int, OptionalType, Scalar, SetType, Type, lowest, size

COMBINATIONS = 1_000_000
EXPRESSIONS = get_args(typed.Expr)
ARITHMETIC: dict[str, Callable[[int, int], int]] = {"+": add, "-": sub, "*": mul, "/": floordiv, "%": mod}
CONSTANTS = ("tables", "lists")  # of a program

Values = Mapping[typed.Expr, int | None]  # None: working it out is a fault


class _Fault(Exception):
    """What would be a fault in play."""


def same_values(old: typed.Program, new: typed.Program) -> bool:
    """Whether all that differs has the same value for all values of what it reads."""
    for field in fields(typed.Program):
        mine, its = getattr(old, field.name), getattr(new, field.name)
        if field.name in CONSTANTS:
            by_name = {each.name: each for each in its}
            if any(by_name.get(each.name) != each for each in mine):
                return False
        elif field.compare and field.name != "examples" and not _alike(mine, its):
            return False
    return True


def _alike(old: object, new: object) -> bool:
    if old is new:
        return True
    if isinstance(old, EXPRESSIONS) and isinstance(new, EXPRESSIONS):
        return _parts_alike(old, new) or _same_everywhere(old, new)
    if isinstance(old, typed.Define) and isinstance(new, typed.Define):
        head = (old.name, old.params, old.per_seat) == (new.name, new.params, new.per_seat)
        return head and (_alike(old.arms, new.arms) or _same_everywhere(_chain(old), _chain(new)))
    return _parts_alike(old, new)


def _parts_alike(old: object, new: object) -> bool:
    if isinstance(old, tuple) and isinstance(new, tuple):
        return len(old) == len(new) and all(_alike(*pair) for pair in zip(old, new, strict=True))
    if type(old) is not type(new):
        return False
    if not is_dataclass(old) or isinstance(old, type):
        return old == new
    for field in fields(old):
        mine, its = getattr(old, field.name), getattr(new, field.name)
        bounds = isinstance(old, EXPRESSIONS) and isinstance(mine, Int) and isinstance(its, Int)
        if field.compare and not bounds and not _alike(mine, its):
            return False
    return True


def _chain(define: typed.Define) -> typed.Expr:
    """The first line whose condition holds, as one expression."""
    found = define.arms[-1].value
    for arm in reversed(define.arms[:-1]):
        assert arm.condition is not None
        found = typed.IfExpr(arm.condition, arm.value, found, define.type, arm.span)
    return found


def _same_everywhere(old: typed.Expr, new: typed.Expr) -> bool:
    read = list(dict.fromkeys((*_read(old), *_read(new))))
    values = [_values(node) for node in read]
    if any(found is None for found in values):
        return False
    known = [found for found in values if found is not None]
    if prod(len(found) for found in known) > COMBINATIONS:
        return False
    for combination in product(*known):
        given = dict(zip(read, combination, strict=True))
        if _outcome(old, given) != _outcome(new, given):
            return False
    return True


def _values(node: typed.Expr) -> list[int | None] | None:
    """All values that what is read can have; None: too many."""
    found = _of_type(node.type)
    if found is None:
        return None
    if isinstance(node, typed.Var):
        return [*found]
    return [*found, -1, None] if isinstance(node, typed.MakeKind) else [*found, None]


def _of_type(type_: Type) -> list[int] | None:
    match type_:
        case OptionalType(of):
            inside = _of_type(of)
            return None if inside is None else [-1, *inside]
        case SetType(of):
            return list(range(2 ** size(of))) if size(of) <= 16 else None
        case typed_ if isinstance(typed_, get_args(Scalar)):
            return list(range(lowest(typed_), lowest(typed_) + min(size(typed_), COMBINATIONS + 1)))
        case _:
            return None


def _inner(e: typed.Expr) -> tuple[typed.Expr, ...] | None:
    """The operands of what is worked out here; None for what is read."""
    match e:
        case typed.Const():
            return ()
        case typed.Compare(_, left, right) | typed.Arith(_, left, right):
            return (left, right)
        case typed.Logic(_, operands):
            return operands
        case typed.Not(operand) | typed.Negate(operand):
            return (operand,)
        case typed.IfExpr(condition, then, otherwise):
            return (condition, then, otherwise)
        case typed.InRange(item, low, high):
            return (item, low, high)
        case typed.OneOfValues(item, values):
            return (item, *values)
        case typed.Fold(
            "min" | "max", (typed.Loop(domain=typed.ItemsOf(items), condition=None) as loop,), body
        ):
            return items if isinstance(body, typed.Var) and body.name == loop.var else None
        case _:
            return None


def _read(e: typed.Expr) -> Iterator[typed.Expr]:
    inner = _inner(e)
    if inner is None:
        yield e
        return
    for operand in inner:
        yield from _read(operand)


def _outcome(e: typed.Expr, given: Values) -> int | None:
    try:
        return int(_value(e, given))
    except _Fault:
        return None


def _value(e: typed.Expr, given: Values) -> int:
    match e:
        case typed.Const(value):
            return value
        case typed.Compare(op, left, right):
            return COMPARE[op](_value(left, given), _value(right, given))
        case typed.Arith(op, left, right):
            divisor = _value(right, given)
            if op in "/%" and divisor == 0:
                raise _Fault
            return ARITHMETIC[op](_value(left, given), divisor)
        case typed.Logic(op, operands):
            return (
                any(_value(x, given) for x in operands)
                if op == "or"
                else all(_value(x, given) for x in operands)
            )
        case typed.Not(operand):
            return not _value(operand, given)
        case typed.Negate(operand):
            return -_value(operand, given)
        case typed.IfExpr(condition, then, otherwise):
            return _value(then if _value(condition, given) else otherwise, given)
        case typed.InRange(item, low, high):
            return _value(low, given) <= _value(item, given) <= _value(high, given)
        case typed.OneOfValues(item, values):
            wanted = _value(item, given)
            return any(wanted == _value(x, given) for x in values)
        case typed.Fold(op) if _inner(e) is not None:
            found = [_value(x, given) for x in _inner(e) or ()]
            return min(found) if op == "min" else max(found)
        case _:
            read = given[e]
            if read is None:
                raise _Fault
            return read
