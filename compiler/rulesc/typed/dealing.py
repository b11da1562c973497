"""`deal 1 from tile_bag to tile`: a draw to each of the zones that share a name. `pass hand clockwise`: what
each seat has there goes to its neighbour.

In: the statement as written. Out: loops around draws and moves; nothing after a report. For `deal` there must
be pieces for every place, whatever the number of players.
"""

from __future__ import annotations

from math import prod

from rulesc.source import Span
from rulesc.syntax import nodes as syntax
from rulesc.typed import map_errors, movement, places
from rulesc.typed import nodes as typed
from rulesc.typed.declarations import clause_ids
from rulesc.typed.scope import Frame, failed
from rulesc.typed.types import Bool, KindType, size


def deal(frame: Frame, node: syntax.Deal) -> tuple[typed.Stmt, ...]:
    count, source = frame.number(node.count), movement.pile(frame, node.source)
    zone = frame.symbols.zones.get(node.target.id) if isinstance(node.target, syntax.Name) else None
    if zone is None or not zone.dims:
        if node.target.span.text not in frame.symbols.broken:
            frame.error(map_errors.not_dealt(node.target.span, node.target.span.text))
        return ()
    index = tuple(typed.Var(f"_{i}", dim, node.span) for i, dim in enumerate(zone.dims, 1))
    target = typed.ZoneAt(zone.name, index)
    if source is None or failed(count) or not movement.same(frame, node.target, target, source):
        return ()
    _enough(frame, node, count, zone)
    clauses = clause_ids(node.clauses)
    stmt: typed.Stmt = typed.Draw(count, source, target, None, clauses, node.span)
    for var, dim in reversed(tuple(zip(index, zone.dims, strict=True))):
        loop = typed.Loop(var.name, dim, typed.AllOf(dim), None)
        stmt = typed.For(loop, (stmt,), clauses, node.span)
    return (stmt,)


def _enough(frame: Frame, node: syntax.Deal, count: typed.Expr, zone: typed.Zone) -> None:
    """Report if there are fewer pieces than are to be dealt."""
    component = frame.symbols.components[zone.component]
    copies = [kind.copies for kind in component.kinds]
    many = prod(size(dim) for dim in zone.dims)
    if isinstance(count, typed.Const) and min(copies) >= 0 and sum(copies) < count.value * many:
        without = _place(frame, zone, sum(copies) // count.value)
        found = map_errors.too_few(node.span, component, zone.name, count.value * many, without)
        frame.error(found)


def _place(frame: Frame, zone: typed.Zone, number: int) -> typed.Kind | None:
    """The row of a table that the first dimension is, for one of the places of a zone."""
    first, *others = zone.dims
    row = number // prod(size(dim) for dim in others)
    table = frame.symbols.components.get(first.component) if isinstance(first, KindType) else None
    return None if table is None else table.kinds[row]


def pass_round(frame: Frame, node: syntax.PassRound) -> tuple[typed.Stmt, ...]:
    """Seats change hands one pair after the other, so that at the end everything is one seat further."""
    zone = frame.symbols.zones.get(node.zone.id) if isinstance(node.zone, syntax.Name) else None
    fitting = zone is not None and zone.dims == (frame.symbols.seat,) and zone.at_most is None
    if zone is None or not fitting or zone.shape == "row":
        if node.zone.span.text not in frame.symbols.broken:
            frame.error(map_errors.not_passed(node.zone.span, node.zone.span.text))
        return ()
    seat, span = typed.Var("_seat", frame.symbols.seat, node.span), node.span
    first = typed.Const(0, frame.symbols.seat, span)
    after = typed.NextSeat(seat, frame.symbols.seat, span)
    one, other, test = (first, seat, seat) if node.way == "clockwise" else (seat, after, after)
    condition = typed.Compare("!=", test, first, Bool(), span)
    clauses = clause_ids(node.clauses)
    loop = typed.Loop(seat.name, frame.symbols.seat, typed.AllOf(frame.symbols.seat), condition)
    inside = _exchange(frame, zone, (one, other), clauses, span)
    return (typed.For(loop, inside, clauses, span),)


def _exchange(
    frame: Frame, zone: typed.Zone, pair: tuple[typed.Expr, typed.Expr], clauses: typed.Clauses, span: Span
) -> tuple[typed.Stmt, ...]:
    """Two seats change what they have in a zone."""
    left, right = (typed.ZoneAt(zone.name, (seat,)) for seat in pair)
    type_ = places.kind_type(frame.symbols.components[zone.component])
    kind, bounds = typed.Var("_kind", type_, span), places.capacity(frame, left)
    gives, gets = typed.Var("_gives", bounds, span), typed.Var("_gets", bounds, span)
    body = (
        typed.Let(gives.name, typed.CountIn(left, kind, bounds, span), (), span),
        typed.Let(gets.name, typed.CountIn(right, kind, bounds, span), (), span),
        typed.MoveKind(gives, kind, left, right, clauses, span),
        typed.MoveKind(gets, kind, right, left, clauses, span),
    )
    return (typed.For(typed.Loop(kind.name, type_, typed.AllOf(type_), None), body, clauses, span),)
