"""Statements about dice, and about what goes round the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulesc.source import Span

if TYPE_CHECKING:
    from rulesc.syntax.nodes import ClauseRef, Expr


@dataclass(frozen=True, slots=True)
class Roll:
    """`roll 5 from cup to hand`, `roll 1 from cup to table as die`."""

    count: Expr
    source: Expr
    target: Expr
    name: str | None
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class PassRound:
    """`pass hand clockwise`: `way` is that word or `counterclockwise`."""

    zone: Expr
    way: str
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)
