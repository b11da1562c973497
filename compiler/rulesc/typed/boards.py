"""Patterns and layouts: what is drawn on the cells of a grid, worked out when a spec is compiled.

In: `patterns:` and `layouts:` as written. Out: entries of `Symbols`. A pattern with a drawing is a type
whose values are its placements, with `placement.cells`, and constant lists of those that cover a cell. A
pattern with letters is a type whose values are the drawings that stand in tables. A layout is a constant
table of sets of cells, by number of players and perhaps by another value.
"""

from __future__ import annotations

from rulesc.syntax import nodes as syntax
from rulesc.typed import board_errors, drawings, errors
from rulesc.typed import nodes as typed
from rulesc.typed.declarations import clause_ids
from rulesc.typed.scope import Frame, Symbols, failed
from rulesc.typed.types import Bool, Enum, Grid, Int, KindType, SetType, Type, size, type_name, value_name

# ---- patterns ------------------------------------------------------------------------------


def declare_patterns(symbols: Symbols, spec: syntax.Spec) -> None:
    for entry in spec.patterns:
        name, span = entry.head.name, entry.head.span
        symbols.declare(name, "pattern", span)
        grid, turns = grid_of(symbols, entry.over), _turns(symbols, entry.turns)
        if (entry.drawing is None) == (entry.letters is None):
            symbols.report.add(board_errors.one_sort(span, name))
            grid = None
        if grid is None or turns is None:
            symbols.broken.add(name)
        elif entry.drawing is not None:
            _placements(symbols, entry, entry.drawing, grid, turns)
        else:
            _lettered(symbols, entry, spec, grid, turns)


def grid_of(symbols: Symbols, node: syntax.Expr) -> Grid | None:
    found = symbols.types.get(node.id) if isinstance(node, syntax.Name) else None
    if isinstance(found, Grid):
        return found
    grids = [name for name, type_ in symbols.types.items() if isinstance(type_, Grid)]
    symbols.report.add(board_errors.not_a_grid(node.span, node.span.text, grids))
    return None


def _turns(symbols: Symbols, node: syntax.Expr | None) -> str | None:
    text = "none" if node is None else node.span.text
    if text in drawings.TURNS:
        return text
    assert node is not None
    symbols.report.add(board_errors.wrong_turns(node.span))
    return None


def _placements(
    symbols: Symbols, entry: syntax.Pattern, drawing: syntax.Drawing, grid: Grid, turns: str
) -> None:
    """A type with a value for each place of the drawing."""
    name, span = entry.head.name, entry.head.span
    found = drawings.groups(drawing.text, drawing.span, None, turns, grid, symbols.report)
    if found is None or len(found) != 1:
        if found is not None:
            symbols.report.add(board_errors.in_pieces(drawing.span))
        symbols.broken.add(name)
        return
    places = [cells for shape in found[0] for cells in drawings.placements(shape, grid)]
    places = sorted(dict.fromkeys(tuple(sorted(cells)) for cells in places))
    clauses = clause_ids((*entry.head.clauses, *entry.rules))
    names = _names(places, grid)
    kinds = tuple(typed.Kind(text, (), 0, "", "") for text in names)
    symbols.components[name] = typed.Component(name, (), kinds, clauses, span, "pattern")
    type_ = KindType(name, names)
    symbols.types[name] = type_
    masks = tuple(sum(1 << c for c in cells) for cells in places)
    symbols.tables[f"{name}.cells"] = typed.Table(f"{name}.cells", (type_,), SetType(grid), masks, clauses)
    rows = tuple(tuple(i for i, cells in enumerate(places) if c in cells) for c in range(size(grid)))
    symbols.lists[name] = typed.Lists(name, (grid,), type_, rows, clauses)


def _names(places: list[tuple[int, ...]], grid: Grid) -> tuple[str, ...]:
    """Each place by its first and last cell, and a number where that is not enough."""
    taken: dict[str, int] = {}
    out: list[str] = []
    for cells in places:
        name = f"{value_name(grid, cells[0])}_{value_name(grid, cells[-1])}"
        taken[name] = taken.get(name, 0) + 1
        out.append(name if taken[name] == 1 else f"{name}_{taken[name]}")
    return tuple(out)


def _lettered(symbols: Symbols, entry: syntax.Pattern, spec: syntax.Spec, grid: Grid, turns: str) -> None:
    """A type whose values are the drawings in tables."""
    assert entry.letters is not None
    name = entry.head.name
    enum = symbols.types.get(entry.letters.span.text)
    letters = {value[0].upper(): i for i, value in enumerate(enum.values)} if isinstance(enum, Enum) else {}
    if not isinstance(enum, Enum) or len(letters) != len(enum.values):
        symbols.report.add(board_errors.not_letters(entry.letters.span))
        symbols.broken.add(name)
        return
    cells = _drawn(spec, name)
    texts = tuple(dict.fromkeys(cell.text for cell in cells))
    found: dict[str, tuple[typed.Group, ...] | None] = {}
    for cell in cells:
        if cell.text not in found:
            shapes = drawings.groups(cell.text, cell.span, letters, turns, grid, symbols.report)
            found[cell.text] = shapes
    known = tuple(groups for groups in found.values() if groups is not None)
    if not cells:
        symbols.report.add(board_errors.no_drawings(entry.head.span, name))
    if not cells or len(known) < len(texts):
        symbols.broken.add(name)
        return
    symbols.types[name] = Enum(name, texts)
    symbols.patterns[name] = typed.Pattern(name, grid, enum, known)


def _drawn(spec: syntax.Spec, pattern: str) -> list[syntax.Cell]:
    """The cells of tables that hold drawings of a pattern."""
    out: list[syntax.Cell] = []
    for component in (*spec.tables, *spec.components):
        for attribute in component.attributes:
            match attribute.typed.type:
                case syntax.NamedType("plain", name) if name == pattern:
                    cells = (dict(row.cells).get(attribute.head.name) for row in component.rows or ())
                    out += [cell for cell in cells if cell is not None]
    return out


def shown(frame: Frame, node: syntax.Call, name: str) -> typed.Expr:
    """`Omen(oracle.drawing, shown)`: `shown` is a definition from a letter's value to a set of cells."""
    pattern = frame.symbols.patterns[name]
    if len(node.args) != 2:
        return frame.error(errors.wrong_arguments(node.span, name, ("drawing", "cells"), len(node.args)))
    drawing = frame.check(node.args[0], frame.symbols.types[name])
    wanted = SetType(pattern.grid)
    asked = node.args[1]
    cells = [
        frame.check(syntax.Call(asked, (syntax.Name(value, asked.span),), asked.span), wanted)
        for value in pattern.letters.values
    ]
    if failed(drawing) or any(failed(one) for one in cells):
        return typed.Const(0, errors.SILENT, node.span)
    return typed.Shown(name, drawing, tuple(cells), Bool(), node.span)


# ---- layouts -------------------------------------------------------------------------------


def layout(frame: Frame, node: syntax.Call, name: str) -> typed.Expr:
    """`Altar(difficulty)`: the cells of a layout for as many as play."""
    table = frame.symbols.tables[name]
    dims = table.dims[:-1]
    if len(node.args) != len(dims):
        names = tuple(type_name(dim).lower() for dim in dims)
        return frame.error(errors.wrong_arguments(node.span, name, names, len(node.args)))
    args = [frame.check(arg, dim) for arg, dim in zip(node.args, dims, strict=True)]
    if any(failed(arg) for arg in args):
        return typed.Const(0, errors.SILENT, node.span)
    players = typed.NumPlayers(Int(*frame.symbols.players), node.span)
    return typed.Lookup(name, (*args, players), table.type, node.span)


# ---- functions of sets of cells ------------------------------------------------------------


def cell_set(frame: Frame, node: syntax.Call, name: str) -> typed.Expr:
    """`beside(cells)`, `rim(cells)`."""
    cells = _cells(frame, node.args[0])
    return cells if failed(cells) else typed.CellSet(name, cells, cells.type, node.span)


def run(frame: Frame, node: syntax.Call) -> typed.Expr:
    """`run(cells, cell, down, right)`."""
    cells = _cells(frame, node.args[0])
    if failed(cells):
        return cells
    assert isinstance(cells.type, SetType) and isinstance(cells.type.of, Grid)
    grid = cells.type.of
    cell = frame.check(node.args[1], grid)
    down, right = (frame.check(arg, Int(-1, 1)) for arg in node.args[2:])
    if failed(cell) or failed(down) or failed(right):
        return typed.Const(0, errors.SILENT, node.span)
    bound: Type = Int(0, max(grid.rows, grid.columns) - 1)
    return typed.RunFrom(cells, cell, down, right, bound, node.span)


def _cells(frame: Frame, node: syntax.Expr) -> typed.Expr:
    cells = frame.walk(node)
    if failed(cells) or (isinstance(cells.type, SetType) and isinstance(cells.type.of, Grid)):
        return cells
    return frame.error(errors.not_cells(cells.span, cells.type))
