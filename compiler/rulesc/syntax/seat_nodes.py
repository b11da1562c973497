"""Statements about several seats: all at once, out of turn, bidding, and offers from one to another."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulesc.source import Span

if TYPE_CHECKING:
    from rulesc.syntax.nodes import ClauseRef, Each, Expr, Stmt


@dataclass(frozen=True, slots=True)
class Together:
    """`together by s for s in seats [if C]`: these seats decide at the same time, unseen by the others."""

    seat: Expr
    each: Each
    body: tuple[Stmt, ...]
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Window:
    """`window by s for s in clockwise(first) [if C]`: seats asked in order until all have passed."""

    seat: Expr
    each: Each
    body: tuple[Stmt, ...]
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Bidding:
    """`bidding by s for s in clockwise(first) [if C]`: seats in turn, of whom each is out who passes."""

    seat: Expr
    each: Each
    body: tuple[Stmt, ...]
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class OfferTo:
    """`offer deal to s [where C]`, the block if the seat accepts, perhaps `otherwise`."""

    label: str
    seat: Expr
    where: Expr | None
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)
