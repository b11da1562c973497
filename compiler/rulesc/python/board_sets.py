"""Sets of cells as masks: what is worked out for all cells at once.

In: typed expressions over the cells of a grid. Out: Python text on masks, where it can be said so; a grid's
cells have a spare bit at the end of each row, so that shifted masks do not run over the edge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesc.python.layout import bit, bits
from rulesc.python.names import constant, local
from rulesc.python.tidying import tidy
from rulesc.typed import nodes as typed
from rulesc.typed.descend import descend
from rulesc.typed.types import Grid, SetType, Type, lowest, size

if TYPE_CHECKING:
    from rulesc.python.expressions import Expressions


def mask(type_: Type, value: int) -> int:
    """A set's value in an engine: over a grid the bits have gaps."""
    if isinstance(type_, SetType) and isinstance(type_.of, Grid):
        places = bits(type_.of)
        return sum(places[i] for i in range(size(type_.of)) if value >> i & 1)
    return value


def grid_of(cells: typed.Expr) -> Grid:
    assert isinstance(cells.type, SetType) and isinstance(cells.type.of, Grid)
    return cells.type.of


def whole(grid: Grid) -> int:
    return sum(bits(grid))


# ---- patterns and functions ----------------------------------------------------------------


def shown(e: Expressions, node: typed.Shown) -> str:
    """A call of the runtime's search with the drawing's shifts and a mask for each letter."""
    pattern = next(p for p in e.layout.program.patterns if p.name == node.pattern)
    name = constant("drawings", pattern.name)
    rows = tuple(tuple(_turns(group, pattern.grid) for group in groups) for groups in pattern.drawings)
    e.constants.setdefault(name, str(rows))
    e.helpers.add("pattern_shown")
    cells = ", ".join(e.value(one) for one in node.cells)
    return f"pattern_shown({name}[{e.value(node.drawing)}], ({cells},))"


def _turns(group: typed.Group, grid: Grid) -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
    """For each turn the cells where its corner may lie, and the shift and letter of each of its cells."""
    places = bits(grid)
    out = []
    for shape in group:
        height, width = (max(cell[i] for cell in shape) + 1 for i in (0, 1))
        corners = sum(
            places[r * grid.columns + c]
            for r in range(grid.rows - height + 1)
            for c in range(grid.columns - width + 1)
        )
        out.append((corners, tuple((r * (grid.columns + 1) + c, letter) for r, c, letter in shape)))
    return tuple(out)


def value(e: Expressions, node: typed.CellSet | typed.RunFrom | typed.Reachable) -> str:
    match node:
        case typed.CellSet():
            return cell_set(e, node)
        case typed.RunFrom():
            return run(e, node)
        case typed.Reachable():
            return reached(e, node)


def cell_set(e: Expressions, node: typed.CellSet) -> str:
    grid = grid_of(node.cells)
    e.helpers.add(f"cells_{node.op}")
    return f"cells_{node.op}({e.value(node.cells)}, {grid.columns + 1}, {whole(grid)})"


def run(e: Expressions, node: typed.RunFrom) -> str:
    grid = grid_of(node.cells)
    e.helpers.add("cells_run")
    step = tidy(f"{e.value(node.down)} * {grid.columns + 1} + {e.value(node.right)}")
    return f"cells_run({e.value(node.cells)}, {e.bit_of(grid, node.cell)}, {step})"


def reached(e: Expressions, node: typed.Reachable) -> str:
    """A call of the runtime with the bit of each value, and a function of one step."""
    type_, low = node.loop.type, lowest(node.loop.type)
    e.helpers.add("all_reachable")
    name = constant("bits_of", type_.name if isinstance(type_, Grid) else str(size(type_)))
    e.constants.setdefault(name, str(tuple(1 << bit(type_, i) for i in range(size(type_)))))
    step = f"lambda {local(node.loop.var)}: {tidy(e.value(node.step))}"
    return f"all_reachable({e.value(node.start)}, {name}, {low}, {step})"


def cells_in(e: Expressions, cells: typed.Expr) -> str:
    """The cells of a set, ascending."""
    e.helpers.add("cells_in")
    return f"cells_in({tidy(e.value(cells))}, {grid_of(cells).columns + 1})"


# ---- a set by a condition ------------------------------------------------------------------


def of_condition(e: Expressions, node: typed.Fold) -> str | None:
    """`set(c for c in Cell if C)` as an expression on masks; None where C is no matter of masks."""
    loop = node.loops[0]
    if len(node.loops) != 1 or not isinstance(loop.domain, typed.AllOf) or not isinstance(loop.type, Grid):
        return None
    if not isinstance(node.body, typed.Var) or node.body.name != loop.var or node.op != "set":
        return None
    if loop.condition is None:
        return str(whole(loop.type))
    return _lifted(e, loop.condition, loop.var, loop.type)


def _lifted(e: Expressions, condition: typed.Expr, var: str, grid: Grid) -> str | None:
    match condition:
        case typed.Logic(op, operands):
            parts = [_lifted(e, one, var, grid) for one in operands]
            if any(part is None for part in parts):
                return None
            return "(" + f" {'|' if op == 'or' else '&'} ".join(str(part) for part in parts) + ")"
        case typed.Not(operand):
            inner = _lifted(e, operand, var, grid)
            return None if inner is None else f"({whole(grid)} & ~{inner})"
        case typed.CallDefine():
            return _lifted(e, e.inlined(condition), var, grid)
        case typed.InSet(typed.Var(name), cells) if name == var and not _reads(cells, var):
            return f"({e.value(cells)})"
        case typed.Compare(op, typed.CountIn(typed.ZoneAt(zone, (typed.Var(name),)), kind), typed.Const(n)):
            place = e.layout.zones[zone]
            if name != var or place.form != "board" or (kind is not None and _reads(kind, var)):
                return None
            some = e.occupied(place) if kind is None else e.board(place, kind)
            if (op, n) in ((">", 0), (">=", 1), ("!=", 0), ("==", 1)):
                return some
            if (op, n) in (("==", 0), ("<", 1), ("<=", 0)):
                return f"({whole(grid)} & ~{some})"
            return None
        case _:
            return None


def _reads(node: object, var: str) -> bool:
    return any(isinstance(part, typed.Var) and part.name == var for part in descend(node))
