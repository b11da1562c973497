"""Typed expressions as text, in the words of the language where it has them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from rulesc.typed import nodes as typed
from rulesc.typed.types import ErrorType, OptionalType, Type, type_name, value_name

# How tightly an operator binds; what stands below in the list binds tighter.
LOOSE = ("if", "or", "and", "not", "compare", "sum", "product", "unary", "atom")
LEVEL = {name: i for i, name in enumerate(LOOSE)}
ARITHMETIC = {"+": "sum", "-": "sum", "*": "product", "/": "product", "%": "product"}


def expr(node: typed.Expr, level: str = "if") -> str:
    """The text; in brackets where it binds looser than its place allows."""
    text, own = _expr(node)
    return text if LEVEL[own] >= LEVEL[level] else f"({text})"


def _expr(node: typed.Expr) -> tuple[str, str]:
    match node:
        case typed.Const(value, type_):
            return _constant(value, type_), "unary" if value < -1 else "atom"
        case typed.Var(name) | typed.ReadOption(name):
            return name, "atom"
        case typed.ReadSlot(slot, index):
            return slot + brackets(index), "atom"
        case typed.RulingIs(ruling, reading):
            return f"{ruling} is {reading}", "compare"
        case typed.NumPlayers():
            return "players", "atom"
        case typed.NextSeat(seat):
            return f"next({expr(seat)})", "atom"
        case typed.Arith(op, left, right):
            own = ARITHMETIC[op]
            inner = LOOSE[LEVEL[own] + 1]
            return f"{expr(left, own)} {op} {expr(right, inner)}", own
        case typed.Negate(operand):
            return f"-{expr(operand, 'unary')}", "unary"
        case typed.Compare(op, left, right):
            return f"{expr(left, 'sum')} {op} {expr(right, 'sum')}", "compare"
        case typed.Logic(op, operands):
            inner = LOOSE[LEVEL[op] + 1]
            return f" {op} ".join(expr(operand, inner) for operand in operands), op
        case typed.Not(operand):
            return f"not {expr(operand, 'not')}", "not"
        case typed.IfExpr(condition, then, otherwise):
            return f"if {expr(condition, 'or')} then {expr(then, 'or')} else {expr(otherwise)}", "if"
        case _:
            return _set_or_call(node)


def _constant(value: int, type_: Type) -> str:
    if value == -1 and isinstance(type_, OptionalType | ErrorType):
        return "none"
    return value_name(type_, value)


def _set_or_call(node: typed.Expr) -> tuple[str, str]:
    match node:
        case typed.OneOfValues(item, values):
            return f"{expr(item, 'sum')} in {{{listed(values)}}}", "compare"
        case typed.InRange(item, low, high):
            return f"{expr(item, 'sum')} in {expr(low, 'sum')}..{expr(high, 'sum')}", "compare"
        case typed.InSet(item, set_):
            return f"{expr(item, 'sum')} in {expr(set_, 'sum')}", "compare"
        case typed.MakeSet(items):
            return f"{{{listed(items)}}}", "atom"
        case typed.SetUnion(left, right):
            return f"{expr(left, 'sum')} + {expr(right, 'product')}", "sum"
        case typed.SetMinus(left, right):
            return f"{expr(left, 'sum')} - {expr(right, 'product')}", "sum"
        case typed.SetSize(set_):
            return f"{expr(set_, 'atom')}.size", "atom"
        case typed.Fold(op, loops, body):
            return f"{op}({expr(body)} {' '.join(loop(one) for one in loops)})", "atom"
        case typed.MakeKind(component, args):
            return f"{component}({listed(args)})", "atom"
        case typed.KindAttribute(kind, _, attribute):
            return f"{expr(kind, 'atom')}.{attribute}", "atom"
        case typed.PieceIn(zone_ref):
            return f"piece({zone(zone_ref)})", "atom"
        case typed.Lookup(table, index):
            return table + brackets(index), "atom"
        case typed.InList(item, lists, index):
            return f"{expr(item, 'sum')} in {lists}{brackets(index)}", "compare"
        case typed.CountIn(zone_ref, kind):
            part = "size" if kind is None else f"count({expr(kind)})"
            return f"{zone(zone_ref)}.{part}", "atom"
        case typed.CallDefine(define, args):
            return f"{define}({listed(args)})", "atom"
        case typed.Can(options):
            return f"can({', '.join(option(one) for one in options)})", "atom"
        case typed.MakeCell(row, column):
            return f"cell({expr(row)}, {expr(column)})", "atom"
        case typed.CellPart(cell, part):
            return f"{expr(cell, 'atom')}.{part}", "atom"
        case typed.Shown(pattern, drawing, cells):
            return f"{pattern}({expr(drawing)}: {listed(cells)})", "atom"
        case typed.CellSet(op, cells):
            return f"{op}({expr(cells)})", "atom"
        case typed.RunFrom(cells, cell, down, right):
            return f"run({listed((cells, cell, down, right))})", "atom"
        case typed.Reachable(start, one, step):
            return f"reachable({expr(start)}, {one.var}: {expr(step)})", "atom"
        case typed.HasLine(cells, length):
            return f"line({expr(cells)}, {length})", "atom"
        case _:
            raise AssertionError(f"an expression that is shown elsewhere: {type(node).__name__}")


def listed(items: Iterable[typed.Expr]) -> str:
    return ", ".join(expr(item) for item in items)


def brackets(index: tuple[typed.Expr, ...]) -> str:
    return f"[{listed(index)}]" if index else ""


def zone(ref: typed.ZoneRef) -> str:
    match ref:
        case typed.ZoneAt(name, index):
            return name + brackets(index)
        case typed.ZoneChoice(selector, zones, index):
            return f"<{expr(selector)} of {'|'.join(zones)}>{brackets(index)}"
        case _:
            assert_never(ref)


def option(one: typed.OfferOption) -> str:
    """A free parameter is shown as `_`."""
    if not one.args:
        return one.action
    return f"{one.action}({', '.join('_' if arg is None else expr(arg) for arg in one.args)})"


def loop(one: typed.Loop) -> str:
    condition = f" if {expr(one.condition, 'or')}" if one.condition is not None else ""
    return f"for {one.var} in {domain(one.domain)}{condition}"


def domain(node: typed.Domain) -> str:
    match node:
        case typed.AllOf(type_):
            return type_name(type_)
        case typed.RangeOf(low, high):
            return f"{expr(low, 'sum')}..{expr(high, 'sum')}"
        case typed.ItemsOf(items):
            return f"{{{listed(items)}}}"
        case typed.ElementsOf(set_):
            return expr(set_, "sum")
        case typed.KindsIn(ref):
            return zone(ref)
        case typed.ListedIn(lists, index):
            return lists + brackets(index)
        case typed.SeatsFrom(first):
            return f"clockwise({expr(first)})"
        case _:
            assert_never(node)
