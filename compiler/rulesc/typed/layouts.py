"""Layouts: sets of cells put together from tiles, by number of players.

In: `layouts:` as written; a row is a tile with the players it is for, where its corner lies, and its
drawing. Out: constant tables of `Symbols`. Tiles of one layout must not overlap and lie side by side.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulesc.source import Span
from rulesc.syntax import nodes as syntax
from rulesc.typed import board_errors, errors
from rulesc.typed import nodes as typed
from rulesc.typed.boards import grid_of
from rulesc.typed.columns import cell_value
from rulesc.typed.declarations import clause_ids
from rulesc.typed.scope import Symbols
from rulesc.typed.types import Grid, Int, Scalar, SetType, lowest, size, value_name

COLUMNS = ("players", "row", "column", "drawing")
PLAYERS = re.compile(r"(\d+)(?:\s*\.\.\s*(\d+))?")
Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Tile:
    per: int
    players: range
    cells: tuple[Cell, ...]  # row and column, from 1
    span: Span


def declare(symbols: Symbols, layouts: tuple[syntax.Layout, ...]) -> None:
    for entry in layouts:
        name = entry.head.name
        symbols.declare(name, "layout", entry.head.span)
        grid, per = grid_of(symbols, entry.over), _per(symbols, entry.per)
        tiles = _tiles(symbols, entry, per)
        if grid is None or tiles is None or (entry.per is not None and per is None):
            symbols.broken.add(name)
            continue
        dims = (*(() if per is None else (per,)), Int(*symbols.players))
        kinds = range(1) if per is None else range(lowest(per), lowest(per) + size(per))
        values = []
        for kind in kinds:
            for players in range(dims[-1].low, dims[-1].high + 1):
                here = [t for t in tiles if t.per == kind and players in t.players]
                where = "" if per is None else f" for {value_name(per, kind)}"
                values.append(_cells(symbols, entry, here, grid, f"{where} with {players} players"))
        clauses = clause_ids((*entry.head.clauses, *entry.rules))
        masks = tuple(value for value in values if value is not None)
        if len(masks) < len(values):
            symbols.broken.add(name)
            continue
        symbols.tables[name] = typed.Table(name, dims, SetType(grid), masks, clauses)
        symbols.layouts[name] = tuple(row.provenance for row in entry.rows)


def _per(symbols: Symbols, node: syntax.Expr | None) -> Scalar | None:
    if node is None:
        return None
    found = symbols.types.get(node.span.text)
    if found is None:
        symbols.report.add(errors.unknown_name(node.span, node.span.text, "type", tuple(symbols.types)))
    return found


def _tiles(symbols: Symbols, entry: syntax.Layout, per: Scalar | None) -> list[Tile] | None:
    wanted = COLUMNS if entry.per is None else (*COLUMNS, entry.per.span.text.lower())
    for column in wanted:
        if column not in entry.header:
            symbols.report.add(board_errors.no_column(entry.head.span, entry.head.name, column))
            return None
    found = [_tile(symbols, entry, row, per) for row in entry.rows]
    tiles = [tile for tile in found if tile is not None]
    return tiles if len(tiles) == len(found) else None


def _tile(symbols: Symbols, entry: syntax.Layout, row: syntax.TableRow, per: Scalar | None) -> Tile | None:
    cells = dict(row.cells)
    for column in COLUMNS:
        if column not in cells:
            symbols.report.add(board_errors.bad_tile(row.span, column, "a value"))
            return None
    players = PLAYERS.fullmatch(cells["players"].text)
    if players is None:
        wanted = "a number, or a range such as `2..4`"
        symbols.report.add(board_errors.bad_tile(cells["players"].span, "players", wanted))
        return None
    corner = []
    for column in ("row", "column"):
        if not cells[column].text.isdecimal():
            symbols.report.add(board_errors.bad_tile(cells[column].span, column, "a number from 1 on"))
            return None
        corner.append(int(cells[column].text))
    kind: int | None = 0
    if per is not None and entry.per is not None:
        column = entry.per.span.text.lower()
        if column not in cells:
            symbols.report.add(board_errors.bad_tile(row.span, column, "a value"))
            return None
        kind = cell_value(symbols, cells[column], column, per)
    if kind is None:
        return None
    drawn = cells["drawing"].text.split("/")
    at = tuple(
        (corner[0] + r, corner[1] + c)
        for r, line in enumerate(drawn)
        for c, sign in enumerate(line.strip())
        if sign != "."
    )
    if not at:
        symbols.report.add(board_errors.empty_drawing(cells["drawing"].span))
        return None
    last = int(players[2] or players[1])
    return Tile(kind, range(int(players[1]), last + 1), at, row.span)


def _cells(symbols: Symbols, entry: syntax.Layout, tiles: list[Tile], grid: Grid, where: str) -> int | None:
    """The cells of one layout as a set; None after a report."""
    if not tiles:
        symbols.report.add(board_errors.no_layout(entry.head.span, where))
        return None
    owner: dict[Cell, Tile] = {}
    for tile in tiles:
        for row, column in tile.cells:
            if not (1 <= row <= grid.rows and 1 <= column <= grid.columns):
                symbols.report.add(board_errors.outside(tile.span, grid.name, row, column))
                return None
            other = owner.setdefault((row, column), tile)
            if other is not tile:
                symbols.report.add(board_errors.overlap(tile.span, other.span, f"r{row}c{column}"))
                return None
    loose = _apart(tiles)
    if loose is not None:
        symbols.report.add(board_errors.apart(loose.span, where))
        return None
    return sum(1 << ((row - 1) * grid.columns + column - 1) for row, column in owner)


def _apart(tiles: list[Tile]) -> Tile | None:
    """A tile that can't be reached from the first one over common sides."""
    near = {id(t): {(r + a, c + b) for r, c in t.cells for a, b in SIDES} for t in tiles}
    reached, left = [tiles[0]], tiles[1:]
    while True:
        joined = next((t for t in left if any(near[id(o)] & set(t.cells) for o in reached)), None)
        if joined is None:
            return left[0] if left else None
        reached.append(joined)
        left.remove(joined)


SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
