"""`sum(e for x in S if C)` and its kin."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import assert_never

from rulesc.syntax import nodes as syntax
from rulesc.typed import domains, errors
from rulesc.typed import nodes as typed
from rulesc.typed.builtins import FOLDS
from rulesc.typed.facts import facts
from rulesc.typed.fitting import scalar
from rulesc.typed.scope import ERROR, Frame, failed
from rulesc.typed.types import Bool, Int, OptionalType, SetType, Type, size

BOOL = Bool()


def fold(frame: Frame, node: syntax.Fold, expected: Type | None) -> typed.Expr:
    if node.function not in FOLDS:
        return frame.error(
            errors.unknown_name(
                node.span.within(0, len(node.function)), node.function, "function", tuple(sorted(FOLDS))
            )
        )
    found = domains.loops(frame, node.each)
    if found is None:
        return typed.Const(0, ERROR, node.span)
    loops, inner = found
    for loop in loops:
        if loop.condition is not None:
            inner = inner.knowing(facts(loop.condition, True))
    passes = prod(size(loop.type) for loop in loops)
    match node.function:
        case "count":
            return _count(inner, node, loops, passes)
        case "any" | "all":
            body = inner.condition(node.body)
            return body if failed(body) else typed.Fold(node.function, loops, body, BOOL, node.span)
        case "set":
            return _set(inner, node, loops, expected)
        case _:
            return _number(frame, inner, node, loops, passes)


def _count(inner: Frame, node: syntax.Fold, loops: tuple[typed.Loop, ...], passes: int) -> typed.Expr:
    """Counting a condition is counting the passes where it holds."""
    body = inner.walk(node.body)
    if failed(body):
        return body
    if isinstance(body.type, Bool) and not isinstance(body, typed.Var):
        last = loops[-1]
        both = body if last.condition is None else _both(last.condition, body)
        loops = (*loops[:-1], replace(last, condition=both))
    one = typed.Const(1, BOOL, node.body.span)
    return typed.Fold("count", loops, one, Int(0, passes), node.span)


def _both(left: typed.Expr, right: typed.Expr) -> typed.Expr:
    return typed.Logic("and", (left, right), BOOL, right.span)


def _set(inner: Frame, node: syntax.Fold, loops: tuple[typed.Loop, ...], expected: Type | None) -> typed.Expr:
    if isinstance(expected, SetType):
        body = inner.check(node.body, expected.of)
        return body if failed(body) else typed.Fold("set", loops, body, expected, node.span)
    body = inner.value(inner.walk(node.body))
    element = scalar(body.type)
    if failed(body):
        return body
    if element is None:
        return inner.error(errors.not_a_value(body.span, "a set of sets"))
    return typed.Fold("set", loops, body, SetType(element), node.span)


def _number(
    frame: Frame, inner: Frame, node: syntax.Fold, loops: tuple[typed.Loop, ...], passes: int
) -> typed.Expr:
    body = inner.number(node.body)
    if not isinstance(body.type, Int):
        return body
    match node.function:
        case "sum":
            low, high = min(0, body.type.low * passes), max(0, body.type.high * passes)
            return typed.Fold("sum", loops, body, Int(low, high), node.span)
        case "best":
            if len(loops) != 1:
                return frame.error(errors.one_loop(node.span, "best"))
            loop = loops[0]
            type_: Type = loop.type if _is_never_empty(frame, loop) else OptionalType(loop.type)
            return typed.Fold("best", loops, body, type_, node.span)
        case op:
            return typed.Fold(op, loops, body, body.type, node.span)


def _is_never_empty(frame: Frame, loop: typed.Loop) -> bool:
    """Whether a loop certainly makes a pass, whatever the position is."""
    if loop.condition is not None:
        return False
    match loop.domain:
        case typed.AllOf() | typed.SeatsFrom():
            return True
        case typed.ItemsOf(items):
            return bool(items)
        case typed.RangeOf(low, high):
            assert isinstance(low.type, Int) and isinstance(high.type, Int)
            return low.type.high <= high.type.low
        case typed.ElementsOf(typed.Lookup(table)):
            known = frame.symbols.tables.get(table)  # sets that are constants, such as a drawing's cells
            return known is not None and all(known.values)
        case typed.ElementsOf() | typed.KindsIn() | typed.ListedIn():
            return False
        case _:
            assert_never(loop.domain)
