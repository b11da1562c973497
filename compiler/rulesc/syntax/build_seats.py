"""One node for each rule of the grammar: statements about several seats."""

from __future__ import annotations

from collections.abc import Callable

from rulesc.syntax.nodes import Each
from rulesc.syntax.parts import Part
from rulesc.syntax.seat_nodes import Bidding, OfferTo, Together, Window


def _together(part: Part) -> Together:
    body, clauses = part.block()
    return Together(part.expr(), part.of(Each)[0], body, clauses, part.first_line())


def _window(part: Part) -> Window:
    body, clauses = part.block()
    return Window(part.expr(), part.of(Each)[0], body, clauses, part.first_line())


def _bidding(part: Part) -> Bidding:
    body, clauses = part.block()
    return Bidding(part.expr(), part.of(Each)[0], body, clauses, part.first_line())


def _offer(part: Part) -> OfferTo:
    body, clauses = part.block()
    declined = part.part("otherwise")
    rest, more = declined.block() if declined else ((), ())
    where = part.within("where")
    return OfferTo(part.name(), part.expr(), where, body, rest, clauses + more, part.first_line())


SEAT_BUILDERS: dict[str, Callable[[Part], object]] = {
    "together": _together,
    "window": _window,
    "bidding": _bidding,
    "offer": _offer,
}
