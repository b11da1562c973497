"""Typed nodes about the cells of a grid: patterns, and what follows from sets of cells."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulesc.source import Span
from rulesc.typed.types import Enum, Grid, Type

if TYPE_CHECKING:
    from rulesc.typed.nodes import Expr, Loop

Shape = tuple[tuple[int, int, int], ...]  # (row, column, letter), both from 0, sorted
Group = tuple[Shape, ...]  # one shape for each way to turn it


@dataclass(frozen=True, slots=True)
class Pattern:
    """Drawings of the values of a type: for each its groups, for each group its turns."""

    name: str
    grid: Grid
    letters: Enum
    drawings: tuple[tuple[Group, ...], ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """Whether a drawing is there: each group somewhere, turned somehow, no two on the same cell.

    `cells` are for each letter the cells that show it.
    """

    pattern: str
    drawing: Expr
    cells: tuple[Expr, ...]
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CellSet:
    """`beside(cells)`: the cells that share a side with one of them. `rim(cells)`: those of them with a
    side that no other one of them shares; at the border of the grid there is always such a side."""

    op: str
    cells: Expr
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Reachable:
    """The smallest set with all of `start` and, for each value in it, all of `step`, where the loop's
    variable is that value."""

    start: Expr
    loop: Loop
    step: Expr
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class RunFrom:
    """How many cells of a set follow each other from a cell on, in steps of `down` and `right` (-1 to 1)."""

    cells: Expr
    cell: Expr
    down: Expr
    right: Expr
    type: Type
    span: Span = field(compare=False)
