"""Printing an expression back in the language, with no more brackets than needed.

In: an expression. Out: one line that reads back as an equal expression.
"""

from __future__ import annotations

from typing import assert_never

from rulesc.syntax.nodes import (
    Attribute,
    Binary,
    Call,
    Conditional,
    Each,
    Expr,
    Fold,
    Index,
    Int,
    ListOf,
    Many,
    Name,
    RulingIs,
    SetOf,
    Unary,
    Word,
)

# How tightly an expression holds together: the looser one needs brackets inside the tighter one.
CONDITIONAL, OR, AND, NOT, COMPARISON, RANGE, SUM, PRODUCT, SIGN, POSTFIX = range(10)
BINARY = {
    "or": OR,
    "and": AND,
    "..": RANGE,
    "+": SUM,
    "-": SUM,
    "*": PRODUCT,
    "/": PRODUCT,
    "%": PRODUCT,
}


def show_expr(expr: Expr) -> str:
    match expr:
        case Name(id_):
            return id_
        case Int(value):
            return str(value)
        case Word(word):
            return word
        case SetOf(items):
            return "{" + ", ".join(show_item(item) for item in items) + "}"
        case ListOf(items):
            return "[" + ", ".join(show_item(item) for item in items) + "]"
        case Attribute() | Index() | Call():
            return _postfix(expr)
        case Fold(function, body, each):
            return f"{function}({show_expr(body)}{''.join(_each(one) for one in each)})"
        case Conditional(condition, then, otherwise):
            return f"if {show_expr(condition)} then {show_expr(then)} else {show_expr(otherwise)}"
        case Unary():
            return _unary(expr)
        case Binary():
            return _binary(expr)
        case RulingIs(ruling, reading):
            return f"{ruling} is {reading}"
        case Many():
            return f"({show_item(expr)})"
        case _:
            assert_never(expr)


def show_item(expr: Expr) -> str:
    """Where `2 of K` may stand: in a set, a list, a move."""
    if isinstance(expr, Many):
        return f"{_at(expr.count, SUM)} of {_at(expr.kind, POSTFIX)}"
    return show_expr(expr)


def show_operand(expr: Expr) -> str:
    """Where a sum may stand, and nothing looser."""
    return _at(expr, SUM)


def show_range(expr: Expr) -> str:
    """After `in`: a domain."""
    return _at(expr, RANGE)


def show_place(expr: Expr) -> str:
    """Where a zone is named."""
    return _at(expr, POSTFIX)


def _at(expr: Expr, tightness: int) -> str:
    text = show_expr(expr)
    return text if _tightness(expr) >= tightness or isinstance(expr, Many) else f"({text})"


def _tightness(expr: Expr) -> int:
    match expr:
        case Conditional():
            return CONDITIONAL
        case Unary(op, _):
            return NOT if op == "not" else SIGN
        case Binary(op, _, _):
            return BINARY.get(op, COMPARISON)
        case RulingIs():
            return COMPARISON
        case _:
            return POSTFIX


def _each(each: Each) -> str:
    condition = f" if {show_expr(each.condition)}" if each.condition else ""
    return f" for {each.name} in {show_range(each.domain)}{condition}"


def _postfix(expr: Expr) -> str:
    """From the outside in, without recursion: a chain may be long."""
    tail: list[str] = []
    while True:
        match expr:
            case Attribute(base, name):
                tail.append("." + name)
                expr = base
            case Index(base, items):
                tail.append("[" + ", ".join(show_expr(item) for item in items) + "]")
                expr = base
            case Call(function, args):
                tail.append("(" + ", ".join(show_expr(arg) for arg in args) + ")")
                expr = function
            case _:
                return _at(expr, POSTFIX) + "".join(reversed(tail))


def _unary(expr: Unary) -> str:
    """`not not a`, without recursion."""
    signs: list[str] = []
    operand: Expr = expr
    while isinstance(operand, Unary) and operand.op == expr.op:
        signs.append("not " if operand.op == "not" else operand.op)
        operand = operand.operand
    return "".join(signs) + _at(operand, _tightness(expr))


def _binary(expr: Binary) -> str:
    """A chain to the left, such as `a + b + c`, without recursion."""
    tightness = _tightness(expr)
    chains = tightness in (OR, AND, SUM, PRODUCT)
    tail: list[str] = []
    first: Expr = expr
    while isinstance(first, Binary) and _tightness(first) == tightness and (chains or first is expr):
        sign = first.op if first.op == ".." else f" {first.op} "
        tail.append(sign + _at(first.right, tightness + 1))
        first = first.left
    return _at(first, tightness + (not chains)) + "".join(reversed(tail))
