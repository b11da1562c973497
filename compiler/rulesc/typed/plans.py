"""What seats may do while they decide at the same time.

In: a typed program. Out: reports. In a `together` a seat changes only what is its own and reads nothing
that another seat is changing; so it makes no difference who decides first, and nothing can leak.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulesc.diagnostics.model import Report
from rulesc.source import Span
from rulesc.typed import nodes as typed
from rulesc.typed import seat_errors
from rulesc.typed.descend import descend
from rulesc.typed.scope import PLAYER
from rulesc.typed.types import Scalar, Seat

Own = frozenset[str]  # variables that hold the deciding seat


@dataclass(frozen=True, slots=True)
class Place:
    """A slot or zone that a plan touches: whether at the deciding seat's own index."""

    name: str
    own: bool
    span: Span


def check_plans(program: typed.Program, report: Report) -> None:
    walk = Walk(program)
    bodies = (*(a.body for a in program.actions), *(p.body for p in program.procedures))
    for node in descend(bodies):
        if isinstance(node, typed.Together):
            walk.seen.clear()
            _check(walk, node, report)


def _check(walk: Walk, node: typed.Together, report: Report) -> None:
    own = frozenset({PLAYER, node.loop.var})
    touched = list(walk.body(node.body, own))
    faults: dict[Span, None] = {}
    for place, writes in touched:
        if writes and place.name in WHAT:
            report.add(seat_errors.not_together(place.span, WHAT[place.name]))
        elif writes and not place.own and place.span not in faults:
            faults[place.span] = None
            report.add(seat_errors.shared_change(place.span, place.name))
    written = {place.name for place, writes in touched if writes and place.own}
    for place, writes in touched:
        if not writes and not place.own and place.name in written and place.span not in faults:
            faults[place.span] = None
            report.add(seat_errors.other_plan(place.span, place.name))


WHAT = {
    "!chance": "a draw",
    "!end": "`end game`",
    "!together": "another `together`",
    "!window": "a window",
}


@dataclass(slots=True)
class Walk:
    """Everything that a plan touches, through calls and offers."""

    program: typed.Program
    seen: set[tuple[str, Own]] = field(default_factory=set)

    def body(self, node: object, own: Own) -> Iterator[tuple[Place, bool]]:
        for here in descend(node):
            match here:
                case typed.Draw() | typed.Refill():
                    yield Place("!chance", False, here.span), True
                case typed.EndGame():
                    yield Place("!end", False, here.span), True
                case typed.Together():
                    yield Place("!together", False, here.span), True
                case typed.Window():
                    yield Place("!window", False, here.span), True
                case typed.SetSlot(slot, index):
                    yield self.slot(slot, index, own, here.span), True
                case typed.MoveKind() | typed.MoveAll():
                    yield from self.zone(here.source, own, here.span, True)
                    yield from self.zone(here.target, own, here.span, True)
                case typed.MoveChosen(sources=sources, target=target):
                    for ref in (*sources, target):
                        yield from self.zone(ref, own, here.span, True)
                case typed.ReadSlot(slot, index):
                    yield self.slot(slot, index, own, here.span), False
                case typed.CountIn(zone=ref) | typed.PieceIn(zone=ref):
                    yield from self.zone(ref, own, here.span, False)
                case typed.Run(name, args):
                    found = next(p for p in self.program.procedures if p.name == name)
                    yield from self.inside(name, found.params, args, found.body, own)
                case typed.CallDefine(name, args):
                    define = next(d for d in self.program.defines if d.name == name)
                    yield from self.inside(name, define.params, args, define.arms, own)
                case typed.OfferOption(name, bound):
                    action = next(a for a in self.program.actions if a.name == name)
                    tree = (action.guards, action.body, action.leaves)
                    yield from self.inside(name, action.params, bound, tree, own, PLAYER in own)
                case _:
                    pass

    def inside(
        self,
        name: str,
        params: tuple[typed.Param, ...],
        args: tuple[typed.Expr | None, ...],
        tree: object,
        own: Own,
        player: bool = False,
    ) -> Iterator[tuple[Place, bool]]:
        """What something called touches, with the variables that hold the seat there."""
        inner = frozenset(
            param.name
            for param, arg in zip(params, args, strict=True)
            if isinstance(arg, typed.Var) and arg.name in own
        )
        if player:
            inner |= {PLAYER}
        if (name, inner) not in self.seen:
            self.seen.add((name, inner))
            yield from self.body(tree, inner)

    def slot(self, name: str, index: tuple[typed.Expr, ...], own: Own, span: Span) -> Place:
        dims = next(s.dims for s in self.program.slots if s.name == name)
        return Place(name, _is_own(dims, index, own), span)

    def zone(self, ref: typed.ZoneRef, own: Own, span: Span, writes: bool) -> Iterator[tuple[Place, bool]]:
        for name in (ref.zone,) if isinstance(ref, typed.ZoneAt) else ref.zones:
            zone = next(z for z in self.program.zones if z.name == name)
            if not zone.unlimited:
                yield Place(name, _is_own(zone.dims, ref.index, own), span), writes


def _is_own(dims: tuple[Scalar, ...], index: tuple[typed.Expr, ...], own: Own) -> bool:
    at = next((e for dim, e in zip(dims, index, strict=True) if isinstance(dim, Seat)), None)
    return isinstance(at, typed.Var) and at.name in own
