"""`together`, `window`, `bidding` and `offer ... to`: statements about several seats.

In: a statement as written and the frame it begins in. Out: typed statements. In their blocks `player`
is the seat that the head names, whatever seat the text around them speaks for.
"""

from __future__ import annotations

from dataclasses import replace

from rulesc.syntax import nodes as syntax
from rulesc.typed import domains, seat_errors, statements
from rulesc.typed import nodes as typed
from rulesc.typed.declarations import clause_ids
from rulesc.typed.facts import facts
from rulesc.typed.scope import PLAYER, Frame, Usage, failed
from rulesc.typed.types import Bool, Enum, Int

Block = tuple[typed.Stmt, ...]


def together(frame: Frame, node: syntax.Together) -> Block:
    found = domains.loop_of(
        frame.forgetting(), node.each.name, node.each.domain, node.each.condition, node.each
    )
    if found is None:
        return ()
    loop, inner = found
    seat = inner.check(node.seat, frame.symbols.seat)
    everyone = isinstance(loop.domain, typed.AllOf) and loop.type == frame.symbols.seat
    if failed(seat):
        return ()
    if not everyone or not isinstance(seat, typed.Var) or seat.name != loop.var:
        frame.error(seat_errors.not_everyone(node.span))
        return ()
    body = statements.block(_speaking(inner, loop), node.body)
    return (typed.Together(loop, body, clause_ids(node.clauses), node.span),)


def window(frame: Frame, node: syntax.Window | syntax.Bidding) -> Block:
    found = domains.loop_of(
        frame.forgetting(), node.each.name, node.each.domain, node.each.condition, node.each
    )
    if found is None:
        return ()
    loop, inner = found
    seat = inner.check(node.seat, frame.symbols.seat)
    if failed(seat):
        return ()
    if not _ordered(loop):
        what = "bidding" if isinstance(node, syntax.Bidding) else "a window"
        frame.error(seat_errors.no_order_of_seats(node.each.domain.span, what))
        return ()
    branches = statements.branches(_speaking(inner, loop), node.body)
    final = isinstance(node, syntax.Bidding)
    return (typed.Window(loop, seat, branches, clause_ids(node.clauses), node.span, final),)


ANSWERS = Enum("Answer", ("accept", "decline"))


def offer_to(frame: Frame, node: syntax.OfferTo) -> Block:
    """The other seat chooses an answer, in its own name; then the seat that offers speaks again."""
    mine = frame.player(node.span, "`offer`")
    seat, span = frame.check(node.seat, frame.symbols.seat), node.span
    asked = replace(frame.forgetting(), speaker="seat", usage=Usage())
    where = None if node.where is None else asked.condition(node.where)
    accepted = statements.block(frame.forgetting(), node.body)
    declined = statements.block(frame.forgetting(), node.otherwise)
    if failed(seat) or failed(mine) or (where is not None and failed(where)):
        return ()
    answer, own = typed.Var("_answer", ANSWERS, span), typed.Var("_offering", frame.symbols.seat, span)
    yes = typed.Compare("==", answer, typed.Const(0, ANSWERS, span), Bool(), span)
    may = None if where is None else typed.Logic("or", (typed.Not(yes, Bool(), span), where), Bool(), span)
    clauses = clause_ids(node.clauses)
    body: Block = (
        typed.Let(own.name, mine, (), span),
        typed.Let(PLAYER, seat, (), span),
        typed.Choose(answer.name, ANSWERS, typed.AllOf(ANSWERS), may, node.label, clauses, span),
        typed.Let(PLAYER, own, (), span),
        typed.If(yes, accepted, declined, clauses, span),
    )
    always = typed.Const(1, Bool(), span)
    return (typed.If(always, body, (), clauses, span),)


def _speaking(frame: Frame, loop: typed.Loop) -> Frame:
    """The frame of a block that speaks for a seat of its own."""
    known = frame if loop.condition is None else frame.knowing(facts(loop.condition, True))
    return replace(known, speaker="seat", usage=Usage())


def _ordered(loop: typed.Loop) -> bool:
    """Whether the rules say in which order the loop goes: not by the numbers of seats or values."""
    match loop.domain:
        case typed.SeatsFrom() | typed.RangeOf() | typed.ItemsOf():
            return True
        case typed.AllOf(Int()):
            return True
        case _:
            return False
