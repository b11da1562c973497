"""Statements that move pieces: move, draw, refill, shuffle.

In: the statement as written. Out: its typed form; nothing after a report. Both zones hold the same
component, and what is moved is a kind of it.
"""

from __future__ import annotations

from rulesc.syntax import nodes as syntax
from rulesc.typed import domains, errors, flow_errors, map_errors, places
from rulesc.typed import nodes as typed
from rulesc.typed.declarations import clause_ids
from rulesc.typed.scope import Frame, failed
from rulesc.typed.types import Int, OptionalType

Block = tuple[typed.Stmt, ...]
HIDDEN_SHAPES = ("pile", "bag", "dice")


def same(frame: Frame, node: syntax.Expr, target: typed.ZoneRef, source: typed.ZoneRef) -> bool:
    """Whether two zones hold the same component; reported at the target."""
    wanted = places.component_of(frame, source).name
    found = places.component_of(frame, target).name
    if found != wanted:
        name, other = places.zone_name(target), places.zone_name(source)
        frame.error(errors.other_component(node.span, name, found, other, wanted))
    return found == wanted


def move(frame: Frame, node: syntax.Move) -> Block:
    source, target = places.zone(frame, node.source), places.zone(frame, node.target)
    if source is None or target is None or not same(frame, node.target, target, source):
        return ()
    clauses = clause_ids(node.clauses)
    one = typed.Const(1, Int(1, 1), node.item.span)
    type_ = places.kind_type(places.component_of(frame, source))
    match node.item:
        case syntax.Word("all"):
            return (typed.MoveAll(source, target, clauses, node.span),)
        case syntax.Many(syntax.Word("all"), wanted):
            kind = frame.check(wanted, type_)
            count: typed.Expr = typed.CountIn(source, kind, places.capacity(frame, source), wanted.span)
        case syntax.Many(number, wanted):
            count, kind = frame.number(number), frame.check(wanted, type_)
        case wanted:
            count, kind = one, frame.check(wanted, type_)
    if failed(count) or failed(kind):
        return ()
    return (typed.MoveKind(count, kind, source, target, clauses, node.span),)


def move_chosen(frame: Frame, node: syntax.MoveChosen) -> Block:
    frame.player(node.span, "`move ... chosen`")
    low = frame.number(node.low)
    high = None if node.high is None else frame.number(node.high)
    target = places.zone(frame, node.target)
    sources = [places.one_zone(frame, source) for source in node.sources]
    known = tuple(source for source in sources if source is not None)
    if target is None or len(known) < len(sources) or failed(low) or (high is not None and failed(high)):
        return ()
    names = [source.zone for source in known]
    for i, source in enumerate(known):
        if not same(frame, node.target, target, source):
            return ()
        if source.zone in names[:i]:
            frame.error(flow_errors.same_source(node.sources[i].span, source.zone))
            return ()
    return (typed.MoveChosen(low, high, known, target, node.label, clause_ids(node.clauses), node.span),)


def pile(frame: Frame, node: syntax.Expr) -> typed.ZoneAt | None:
    """A zone from which chance can draw."""
    zone = places.one_zone(frame, node)
    if zone is not None and frame.symbols.zones[zone.zone].shape not in HIDDEN_SHAPES:
        frame.error(flow_errors.not_drawable(node.span, zone.zone))
        return None
    return zone


def draw(frame: Frame, node: syntax.Draw) -> tuple[Block, Frame]:
    count = frame.number(node.count)
    source, target = pile(frame, node.source), places.zone(frame, node.target)
    after = frame
    if node.name is not None:
        if not domains.free(frame, node.name):
            frame.error(errors.shadowing(node.span, node.name))
        if isinstance(count, typed.Const) and count.value != 1:
            frame.error(flow_errors.draw_one(node.count.span))
        if source is None:
            after = frame.bind(node.name, errors.SILENT)
        else:
            type_ = places.kind_type(places.component_of(frame, source))
            certain = isinstance(count, typed.Const) and frame.symbols.zones[source.zone].unlimited
            after = frame.bind(node.name, type_ if certain else OptionalType(type_))
    if source is None or target is None or failed(count) or not same(frame, node.target, target, source):
        return (), after
    return (typed.Draw(count, source, target, node.name, clause_ids(node.clauses), node.span),), after


def roll(frame: Frame, node: syntax.Roll) -> tuple[Block, Frame]:
    """Dice that lie in the target go back, then so many are drawn: each face comes as often as another."""
    source = places.one_zone(frame, node.source)
    if source is not None and frame.symbols.zones[source.zone].shape != "dice":
        frame.error(map_errors.no_dice(node.source.span, source.zone))
        return (), frame if node.name is None else frame.bind(node.name, errors.SILENT)
    drawing = syntax.Draw(node.count, node.source, node.target, node.name, node.clauses, node.span)
    drawn, after = draw(frame, drawing)
    back = [typed.MoveAll(s.target, s.source, s.clauses, s.span) for s in drawn if isinstance(s, typed.Draw)]
    return (*back, *drawn), after


def refill(frame: Frame, node: syntax.Refill) -> Block:
    size = frame.number(node.size)
    source, target = pile(frame, node.source), places.zone(frame, node.target)
    if source is None or target is None or failed(size) or not same(frame, node.target, target, source):
        return ()
    return (typed.Refill(target, size, source, clause_ids(node.clauses), node.span),)


def shuffle(frame: Frame, node: syntax.Shuffle) -> Block:
    zone = places.one_zone(frame, node.zone)
    into = None if node.into is None else pile(frame, node.into)
    if zone is None or (node.into is not None and into is None):
        return ()
    if node.into is None and pile(frame, node.zone) is None:
        return ()
    if into is not None and node.into is not None and not same(frame, node.into, into, zone):
        return ()
    return (typed.Shuffle(zone, into, clause_ids(node.clauses), node.span),)
