"""Typed statements about several seats."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulesc.source import Span

if TYPE_CHECKING:
    from rulesc.typed.nodes import Clauses, Expr, Loop, Stmt


@dataclass(frozen=True, slots=True)
class Together:
    """The seats of the loop decide at the same time; `player` is the loop's seat in the body.

    Each one's body runs on the position as it was when all began; when the last has come to its end,
    the bodies have happened one after the other, in the order of the seats.
    """

    loop: Loop
    body: tuple[Stmt, ...]
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Window:
    """Seats that may act out of turn, asked in the loop's order; `player` is `seat` in the branches.

    Who acts does one of the branches, and the order begins anew. `pass` goes on to the next seat; when the
    last one has passed, the window is closed. A seat is left out where the loop's condition does not hold.

    With `final` it is a bidding: who passes, or doesn't meet the condition, is out of it; after an act the
    next seat is asked; and it ends when nobody is left but the seat that acted last. The order is read once.
    """

    loop: Loop
    seat: Expr
    branches: tuple[tuple[Stmt, ...], ...]
    clauses: Clauses
    span: Span = field(compare=False)
    final: bool = False
