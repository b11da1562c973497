"""`deal 1 from tile_bag to tile`: a draw to each of the zones that share a name.

In: the statement as written. Out: loops over the zone's dimensions around a draw; nothing after a report.
There must be pieces for every place, whatever the number of players.
"""

from __future__ import annotations

from math import prod

from rulesc.syntax import nodes as syntax
from rulesc.typed import map_errors, movement
from rulesc.typed import nodes as typed
from rulesc.typed.declarations import clause_ids
from rulesc.typed.scope import Frame, failed
from rulesc.typed.types import size


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
        found = map_errors.too_few(node.span, component, sum(copies), zone.name, count.value * many)
        frame.error(found)
