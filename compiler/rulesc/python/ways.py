"""From which zones pieces can come to which, so that a log can tell what it sees.

In: a typed program and the zones' numbers. Out: (from, to, alike) for each pair of zones between which some
statement moves pieces; `alike` if each such statement names the same index on both sides, as from the hand
to the table of one seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulesc.typed import nodes as typed
from rulesc.typed.descend import descend

Index = tuple[typed.Expr, ...]
Way = tuple[str, str, bool]


def ways(program: typed.Program, zones: Sequence[str]) -> list[tuple[int, int, bool]]:
    found: dict[tuple[str, str], bool] = {}
    for source, target, alike in _moves(program):
        found[source, target] = found.get((source, target), True) and alike
    numbers = {name: number for number, name in enumerate(zones)}
    return sorted((numbers[one], numbers[two], alike) for (one, two), alike in found.items())


def _moves(program: typed.Program) -> Iterator[Way]:
    zones = {zone.name: zone for zone in program.zones}
    for part in descend((tuple(a.body for a in program.actions), tuple(p.body for p in program.procedures))):
        match part:
            case typed.MoveKind(source=source, target=target) | typed.MoveAll(source, target):
                yield from _between(source, target)
            case typed.MoveChosen(sources=sources, target=target):
                for source in sources:
                    yield from _between(source, target)
            case typed.Shuffle(zone, typed.ZoneAt() as into):
                yield from _between(zone, into)
            case typed.Draw(source=source, target=target) | typed.Refill(source=source, target=target):
                yield from _between(source, target)
                pile = zones[source.zone]
                if pile.above is not None:
                    for name, _ in _named(target):
                        yield pile.above, name, False
                if pile.refilled_from is not None:
                    discard = zones[pile.refilled_from]
                    yield discard.name, pile.name, discard.dims == pile.dims


def _between(source: typed.ZoneRef, target: typed.ZoneRef) -> Iterator[Way]:
    for one, here in _named(source):
        for two, there in _named(target):
            yield one, two, here == there


def _named(ref: typed.ZoneRef) -> list[tuple[str, Index]]:
    return [(ref.zone, ref.index)] if isinstance(ref, typed.ZoneAt) else [(z, ref.index) for z in ref.zones]
