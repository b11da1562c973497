"""Boards made of tiles, and patterns looked for on them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulesc.source import Span

if TYPE_CHECKING:
    from rulesc.syntax.nodes import ClauseRef, Expr, Head, TableRow


@dataclass(frozen=True, slots=True)
class Drawing:
    """Rows of signs, the rows apart by `/`, groups by `+`: `RR/GG + B./.B`."""

    text: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A drawing whose placements are values (`drawing`), or drawings in tables (`letters`: an enum)."""

    head: Head
    over: Expr
    turns: Expr | None
    drawing: Drawing | None
    letters: Expr | None
    rules: tuple[ClauseRef, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """A set of cells put together from tiles, by number of players and perhaps by an option's value."""

    head: Head
    over: Expr
    per: Expr | None
    rows: tuple[TableRow, ...]
    header: tuple[str, ...]
    rules: tuple[ClauseRef, ...]
