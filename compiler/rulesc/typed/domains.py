"""What a loop or a choice ranges over: `for x in Color`, `in 0..2`, `in hand`, `in clockwise(starter)`.

In: the expression after `in`. Out: a `Domain` and the type of its values; None after a report.
"""

from __future__ import annotations

from rulesc.syntax import nodes as syntax
from rulesc.typed import errors, maps, payments, places
from rulesc.typed import nodes as typed
from rulesc.typed.fitting import join, plain, scalar
from rulesc.typed.scope import Frame, failed
from rulesc.typed.types import ErrorType, Int, Scalar, SetType, Type

Found = tuple[typed.Domain, Scalar]


def domain(frame: Frame, node: syntax.Expr) -> Found | None:
    match node:
        case syntax.Name("seats") if "seats" not in frame.variables:
            return typed.AllOf(frame.symbols.seat), frame.symbols.seat
        case syntax.Name(name) if name not in frame.variables and name in frame.symbols.types:
            type_ = frame.symbols.types[name]
            return typed.AllOf(type_), type_
        case syntax.Binary("..", left, right):
            return _range(frame, left, right)
        case syntax.SetOf(items) | syntax.ListOf(items):
            return _items(frame, node, items)
        case syntax.Call(syntax.Name("clockwise"), args):
            if len(args) != 1:
                frame.error(errors.wrong_arguments(node.span, "clockwise", ("seat",), len(args)))
                return None
            first = frame.check(args[0], frame.symbols.seat)
            return None if failed(first) else (typed.SeatsFrom(first), frame.symbols.seat)
        case syntax.Call(syntax.Name(name), args) if is_list(frame, name):
            lists = listed_in(frame, name, args, node)
            return None if lists is None else (typed.ListedIn(lists[0].name, lists[1]), lists[0].of)
        case _ if places.is_zone(frame, node):
            ref = places.zone(frame, node)
            if ref is None:
                return None
            return typed.KindsIn(ref), places.kind_type(places.component_of(frame, ref))
        case _:
            return _elements(frame, node)


def is_list(frame: Frame, name: str) -> bool:
    """Whether a call of this name gives constant lists."""
    return name == "neighbours" or name in frame.symbols.lists


def listed_in(
    frame: Frame, name: str, args: tuple[syntax.Expr, ...], node: syntax.Expr
) -> tuple[typed.Lists, tuple[typed.Expr, ...]] | None:
    if name == "neighbours":
        return maps.neighbours(frame, args, node.span)
    return payments.between(frame, name, args, node.span)


def _range(frame: Frame, left: syntax.Expr, right: syntax.Expr) -> Found | None:
    low, high = frame.number(left), frame.number(right)
    if isinstance(low.type, Int) and isinstance(high.type, Int):
        type_ = Int(low.type.low, max(low.type.low, high.type.high))
        if isinstance(low, typed.Const) and isinstance(high, typed.Const):
            return typed.AllOf(type_), type_
        return typed.RangeOf(low, high), type_
    return None


def _items(frame: Frame, node: syntax.Expr, items: tuple[syntax.Expr, ...]) -> Found | None:
    found = listed(frame, items, None)
    if found is None:
        return None
    type_: Type = ErrorType()
    for item in found:
        joined = join(type_, plain(item.type))
        if joined is None:
            frame.error(errors.type_mismatch(item.span, item.type, type_, ""))
            return None
        type_ = joined
    inner = scalar(type_)
    if inner is None:
        if not found:
            frame.error(errors.empty_domain(node.span))
        return None
    return typed.ItemsOf(tuple(frame.value(item) for item in found)), inner


def listed(
    frame: Frame, items: tuple[syntax.Expr, ...], expected: Type | None
) -> tuple[typed.Expr, ...] | None:
    """Listed values; without an expected type, the first that has one of its own gives it to the others."""
    found: list[typed.Expr] = []
    for item in items:
        expr = frame.walk(item) if expected is None else frame.check(item, expected)
        if expected is None and not failed(expr) and not isinstance(expr.type, Int):
            expected = expr.type
        found.append(expr)
    return None if any(failed(expr) for expr in found) else tuple(found)


def _elements(frame: Frame, node: syntax.Expr) -> Found | None:
    set_ = frame.walk(node)
    if isinstance(set_.type, SetType):
        return typed.ElementsOf(set_), set_.type.of
    if not failed(set_):
        frame.error(errors.not_a_domain(node.span, set_.type))
    return None


def loops(frame: Frame, each: tuple[syntax.Each, ...]) -> tuple[tuple[typed.Loop, ...], Frame] | None:
    """The loops of a fold, and the frame in which its body stands."""
    found: list[typed.Loop] = []
    for one in each:
        loop = loop_of(frame, one.name, one.domain, one.condition, one)
        if loop is None:
            return None
        found.append(loop[0])
        frame = loop[1]
    return tuple(found), frame


def loop_of(
    frame: Frame, name: str, over: syntax.Expr, condition: syntax.Expr | None, where: syntax.Each | syntax.For
) -> tuple[typed.Loop, Frame] | None:
    """One loop and the frame inside, where the condition is known to hold."""
    if not free(frame, name):
        frame.error(errors.shadowing(where.span, name))
        return None
    ranged = domain(frame, over)
    if ranged is None:
        return None
    inner = frame.bind(name, ranged[1])
    test = None if condition is None else inner.condition(condition)
    if test is not None and failed(test):
        return None
    return typed.Loop(name, ranged[1], ranged[0], test), inner


def free(frame: Frame, name: str) -> bool:
    """Whether a new variable of that name hides nothing that could be written bare.

    A slot or zone with an index of its own (`color per Lot`) is not written bare, so a variable
    may have its name.
    """
    if name in frame.variables or name in errors.RESERVED_VARIABLES:
        return False
    dims = places.dims_of(frame, name)
    if dims is not None:
        return any(dim != frame.symbols.seat for dim in dims)
    if name in frame.symbols.constants or frame.symbols.constant(name, frame.symbols.seat) is not None:
        return False
    role = frame.symbols.places.get(name)
    return role is None or role[0] in ("action", "effect", "phase")
