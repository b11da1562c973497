"""The walk over expressions: names get their meaning, every node a type.

In: a syntax expression, the frame it stands in and the type that is expected, if any. Out: a typed
expression; after a report one of the type `ErrorType`, which silences whatever follows from it.
"""

from __future__ import annotations

from typing import assert_never

from rulesc.source import Span
from rulesc.syntax import nodes as syntax
from rulesc.typed import calls, errors, flow_errors, folds, membership, names
from rulesc.typed import nodes as typed
from rulesc.typed.facts import facts
from rulesc.typed.fitting import alike, arithmetic, join, plain, scalar
from rulesc.typed.scope import ERROR, Frame, failed
from rulesc.typed.types import Bool, Enum, ErrorType, Int, KindType, OptionalType, SetType, Type

BOOL = Bool()
ARITHMETIC = ("+", "-", "*", "/", "%")


def walk(frame: Frame, node: syntax.Expr, expected: Type | None = None) -> typed.Expr:
    match node:
        case syntax.Name():
            return names.name(frame, node, expected)
        case syntax.Int(value, span):
            return _int(value, expected, span)
        case syntax.Word():
            return _word(frame, node, expected)
        case syntax.SetOf():
            return _set_of(frame, node, expected)
        case syntax.ListOf():
            return frame.error(errors.not_a_value(node.span, "a list"))
        case syntax.Attribute():
            return names.attribute(frame, node)
        case syntax.Index():
            return names.index(frame, node)
        case syntax.Call():
            return calls.call(frame, node, expected)
        case syntax.Fold():
            return folds.fold(frame, node, expected)
        case syntax.Conditional():
            return _conditional(frame, node, expected)
        case syntax.Unary():
            return _unary(frame, node)
        case syntax.Binary():
            return _binary(frame, node, expected)
        case syntax.RulingIs():
            return _ruling(frame, node)
        case syntax.Many():
            return frame.error(errors.not_a_value(node.span, "a number of pieces"))
        case _:
            assert_never(node)


def _int(value: int, expected: Type | None, span: Span) -> typed.Expr:
    """A number; where a kind is wanted, the kind that is named by it."""
    wanted = None if expected is None else plain(expected)
    if isinstance(wanted, KindType) and str(value) in wanted.names:
        return typed.Const(wanted.names.index(str(value)), wanted, span)
    return typed.Const(value, Int(value, value), span)


def _word(frame: Frame, node: syntax.Word, expected: Type | None) -> typed.Expr:
    match node.word:
        case "true" | "false":
            return typed.Const(int(node.word == "true"), BOOL, node.span)
        case "none":
            if expected is None:
                return frame.error(
                    errors.not_a_value(node.span, "`none` alone, where nothing says of which type,")
                )
            if isinstance(expected, OptionalType | ErrorType):
                return typed.Const(-1, expected, node.span)
            return frame.error(errors.never_none(node.span, expected))
        case _:
            return frame.error(errors.not_a_value(node.span, f"`{node.word}`"))


def _set_of(frame: Frame, node: syntax.SetOf, expected: Type | None) -> typed.Expr:
    if isinstance(expected, SetType):
        wanted = tuple(frame.check(item, expected.of) for item in node.items)
        return typed.MakeSet(wanted, expected, node.span)
    found = [frame.value(frame.walk(item)) for item in node.items]
    if any(failed(item) for item in found):
        return typed.Const(0, ERROR, node.span)
    if not found:
        return frame.error(errors.empty_set(node.span))
    type_: Type = found[0].type
    for item in found[1:]:
        joined = join(type_, item.type)
        if joined is None:
            return frame.error(errors.type_mismatch(item.span, item.type, type_))
        type_ = joined
    inner = scalar(type_)
    if inner is None:
        return frame.error(errors.not_a_value(node.span, "a set of sets"))
    return typed.MakeSet(tuple(found), SetType(inner), node.span)


def _conditional(frame: Frame, node: syntax.Conditional, expected: Type | None) -> typed.Expr:
    condition = frame.condition(node.condition)
    inside = frame.knowing(facts(condition, True))
    outside = frame.knowing(facts(condition, False))
    if names.is_untyped(frame, node.then) and not names.is_untyped(frame, node.otherwise):
        otherwise = outside.walk(node.otherwise, expected)
        then = inside.walk(node.then, expected or _maybe(node.then, otherwise.type))
    else:
        then = inside.walk(node.then, expected)
        otherwise = outside.walk(node.otherwise, expected or _maybe(node.otherwise, then.type))
    if any(failed(part) for part in (condition, then, otherwise)):
        return typed.Const(0, ERROR, node.span)
    then, otherwise = inside.narrowed(then), outside.narrowed(otherwise)
    type_ = join(then.type, otherwise.type)
    if type_ is None:
        return frame.error(errors.branches_differ(otherwise.span, otherwise.type, then.type))
    return typed.IfExpr(condition, then, otherwise, type_, node.span)


def _maybe(node: syntax.Expr, type_: Type) -> Type:
    """What to expect of the other branch; `none` makes the whole optional."""
    inner = scalar(type_)
    return OptionalType(inner) if isinstance(node, syntax.Word) and node.word == "none" and inner else type_


def _unary(frame: Frame, node: syntax.Unary) -> typed.Expr:
    if node.op == "not":
        operand = frame.condition(node.operand)
        return operand if failed(operand) else typed.Not(operand, BOOL, node.span)
    operand = frame.number(node.operand)
    if not isinstance(operand.type, Int):
        return operand
    if isinstance(operand, typed.Const):
        return typed.Const(-operand.value, Int(-operand.value, -operand.value), node.span)
    return typed.Negate(operand, Int(-operand.type.high, -operand.type.low), node.span)


def _binary(frame: Frame, node: syntax.Binary, expected: Type | None) -> typed.Expr:
    match node.op:
        case "and" | "or":
            return _logic(frame, node)
        case "==" | "!=" | "<" | "<=" | ">" | ">=":
            return _compare(frame, node)
        case "in":
            return membership.membership(frame, node)
        case "not in":
            inside = membership.membership(frame, node)
            return inside if failed(inside) else typed.Not(inside, BOOL, node.span)
        case "..":
            return frame.error(errors.not_a_value(node.span, "a range"))
        case _:
            return _arithmetic(frame, node, expected)


def _logic(frame: Frame, node: syntax.Binary) -> typed.Expr:
    """`a and b and c` is one node; what the operands to the left say of none holds to the right."""
    operands: list[typed.Expr] = []
    for side in _chain(node):
        operand = frame.condition(side)
        frame = frame.knowing(facts(operand, node.op == "and"))
        same = isinstance(operand, typed.Logic) and operand.op == node.op
        operands.extend(operand.operands if isinstance(operand, typed.Logic) and same else (operand,))
    if any(failed(operand) for operand in operands):
        return typed.Const(0, ERROR, node.span)
    return typed.Logic(node.op, tuple(operands), BOOL, node.span)


def _chain(node: syntax.Binary) -> list[syntax.Expr]:
    """The operands of a chain of one operator; it may be long, so this doesn't recur."""
    sides: list[syntax.Expr] = []
    left: syntax.Expr = node
    while isinstance(left, syntax.Binary) and left.op == node.op:
        sides.append(left.right)
        left = left.left
    return [left, *reversed(sides)]


def _compare(frame: Frame, node: syntax.Binary) -> typed.Expr:
    if names.is_untyped(frame, node.left) and not names.is_untyped(frame, node.right):
        right = frame.walk(node.right)
        left = frame.walk(node.left, right.type)
    else:
        left = frame.walk(node.left)
        right = frame.walk(node.right, left.type)
    if failed(left) or failed(right):
        return typed.Const(0, ERROR, node.span)
    if not alike(left.type, right.type):
        return frame.error(errors.not_comparable(node.span, left.type, right.type))
    if node.op not in ("==", "!="):
        left, right = frame.value(left), frame.value(right)
        if failed(left) or failed(right):
            return typed.Const(0, ERROR, node.span)
        if not isinstance(left.type, Int | Enum):
            return frame.error(errors.no_order(node.span, left.type))
    return typed.Compare(node.op, left, right, BOOL, node.span)


def _arithmetic(frame: Frame, node: syntax.Binary, expected: Type | None) -> typed.Expr:
    """A chain of operators may be long, so it is followed without recurring."""
    steps: list[syntax.Binary] = []
    first: syntax.Expr = node
    while isinstance(first, syntax.Binary) and first.op in ARITHMETIC:
        steps.append(first)
        first = first.left
    result = frame.walk(first, expected if isinstance(expected, SetType) else None)
    for step in reversed(steps):
        result = _operation(frame, step, result)
    return result


def _operation(frame: Frame, node: syntax.Binary, left: typed.Expr) -> typed.Expr:
    if isinstance(left.type, SetType):
        return _sets(frame, node, left)
    left, right = frame.value(left), frame.number(node.right)
    if failed(left) or failed(right):
        return typed.Const(0, ERROR, node.span)
    if not isinstance(left.type, Int) or not isinstance(right.type, Int):
        return frame.error(errors.not_a_number(left.span, left.type))
    if node.op in "/%" and right.type == Int(0, 0):
        return frame.error(errors.division_by_zero(right.span))
    type_ = arithmetic(node.op, left.type, right.type)
    if isinstance(left, typed.Const) and isinstance(right, typed.Const) and type_.low == type_.high:
        return typed.Const(type_.low, type_, node.span)
    return typed.Arith(node.op, left, right, type_, node.span)


def _sets(frame: Frame, node: syntax.Binary, left: typed.Expr) -> typed.Expr:
    right = frame.check(node.right, left.type)
    if failed(left) or failed(right):
        return typed.Const(0, ERROR, node.span)
    match node.op:
        case "+":
            return typed.SetUnion(left, right, left.type, node.span)
        case "-":
            return typed.SetMinus(left, right, left.type, node.span)
        case _:
            return frame.error(errors.not_a_number(left.span, left.type))


def _ruling(frame: Frame, node: syntax.RulingIs) -> typed.Expr:
    ruling = frame.symbols.rulings.get(node.ruling)
    if ruling is None:
        return frame.error(flow_errors.unknown_ruling(node.span, node.ruling, tuple(frame.symbols.rulings)))
    if node.reading not in ruling.readings:
        return frame.error(flow_errors.unknown_reading(node.span, node.ruling, node.reading, ruling.readings))
    return typed.RulingIs(node.ruling, node.reading, BOOL, node.span)
