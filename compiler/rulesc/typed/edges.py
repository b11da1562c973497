"""Sides of cells and what they lead to: `toward`, `turned`, `opposite`, `reachable`.

In: calls as written. Out: typed expressions. Sides are the values of any enum, in order round the cell; on a
grid they are four: up, right, down and left.
"""

from __future__ import annotations

from rulesc.source import Span
from rulesc.syntax import nodes as syntax
from rulesc.typed import board_errors, errors
from rulesc.typed import nodes as typed
from rulesc.typed.declarations import LARGEST_BOARD, LARGEST_SET
from rulesc.typed.fitting import scalar
from rulesc.typed.scope import Frame, failed
from rulesc.typed.types import Enum, Grid, Int, OptionalType, SetType, size

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # up, right, down, left
AT = "_at"


def toward(frame: Frame, node: syntax.Call) -> typed.Expr:
    """A constant table of the cells beyond each side of each cell."""
    cell, side = frame.value(frame.walk(node.args[0])), _side(frame, node.args[1])
    if failed(cell) or failed(side):
        return typed.Const(0, errors.SILENT, node.span)
    grid = cell.type
    if not isinstance(grid, Grid):
        return frame.error(errors.type_mismatch(cell.span, cell.type, _a_grid(frame), ""))
    assert isinstance(side.type, Enum)
    if len(side.type.values) != len(STEPS):
        return frame.error(board_errors.not_four_sides(side.span, side.type))
    name = f"toward.{grid.name}.{side.type.name}"
    type_ = OptionalType(grid)
    values = tuple(_beyond(grid, at, step) for at in range(size(grid)) for step in STEPS)
    frame.symbols.tables.setdefault(name, typed.Table(name, (grid, side.type), type_, values, ()))
    return typed.Lookup(name, (cell, side), type_, node.span)


def _beyond(grid: Grid, cell: int, step: tuple[int, int]) -> int:
    row, column = cell // grid.columns + step[0], cell % grid.columns + step[1]
    inside = 0 <= row < grid.rows and 0 <= column < grid.columns
    return row * grid.columns + column if inside else -1


def _a_grid(frame: Frame) -> Grid:
    return next((t for t in frame.symbols.types.values() if isinstance(t, Grid)), Grid("grid", 1, 1))


def turned(frame: Frame, node: syntax.Expr, steps: typed.Expr, span: Span) -> typed.Expr:
    side = _side(frame, node)
    if failed(side) or failed(steps):
        return typed.Const(0, errors.SILENT, span)
    assert isinstance(side.type, Enum)
    number = len(side.type.values)
    further = typed.Arith("+", side, steps, Int(-1000, 1000 + number), span)
    return typed.Arith("%", further, typed.Const(number, Int(number, number), span), side.type, span)


def opposite(frame: Frame, node: syntax.Expr, span: Span) -> typed.Expr:
    side = _side(frame, node)
    if failed(side):
        return side
    assert isinstance(side.type, Enum)
    if len(side.type.values) % 2:
        return frame.error(board_errors.no_opposite(side.span, side.type))
    half = len(side.type.values) // 2
    return turned(frame, node, typed.Const(half, Int(half, half), span), span)


def _side(frame: Frame, node: syntax.Expr) -> typed.Expr:
    side = frame.value(frame.walk(node))
    if failed(side) or isinstance(side.type, Enum):
        return side
    return frame.error(board_errors.no_side(side.span, side.type))


def reachable(frame: Frame, node: syntax.Call) -> typed.Expr:
    """`reachable(cell, joined)`: `joined` is a definition from a value to the set of those one step away."""
    start, span = frame.value(frame.walk(node.args[0])), node.span
    of = scalar(start.type)
    if failed(start) or of is None:
        return start if failed(start) else frame.error(errors.not_a_value(start.span, "a set"))
    if size(of) > (LARGEST_BOARD if isinstance(of, Grid) else LARGEST_SET):
        return frame.error(board_errors.too_many_to_reach(start.span, size(of)))
    wanted, asked = SetType(of), node.args[1]
    called = syntax.Call(asked, (syntax.Name(AT, asked.span),), asked.span)
    step = frame.bind(AT, of).check(called, wanted)
    if failed(step):
        return typed.Const(0, errors.SILENT, span)
    loop = typed.Loop(AT, of, typed.AllOf(of), None)
    return typed.Reachable(typed.MakeSet((start,), wanted, span), loop, step, wanted, span)
