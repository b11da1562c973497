"""What moved between two views of the zones, as far as it can be told.

In: what places lost and got, and the ways between zones that the rules know. Out: moves; a side that can't be
told is None. A loss and a gain are joined only where nothing else fits: first by ways that one statement
takes, then by supplies without end, then by ways over several zones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulesc_runtime.tables import Tables
    from rulesc_runtime.views import Json, ZonePlace


@dataclass(slots=True)
class Move:
    """Pieces on their way; None for what the seat can't tell."""

    kind: str | None
    count: int
    source: str | None
    target: str | None
    component: str = ""

    def data(self) -> Json:
        return {"kind": self.kind, "count": self.count, "from": self.source, "to": self.target}

    def line(self) -> str:
        kind = self.kind or "hidden"
        what = f"{self.component}({kind})" if self.component and kind.isdecimal() else kind
        return f"{self.count} {what} from {self.source or '?'} to {self.target or '?'}"


@dataclass(slots=True)
class Change:
    """Pieces that one place lost (or got): of a kind, or of kinds the seat can't tell."""

    kind: int  # -1: not known
    count: int
    place: ZonePlace


Fits = Callable[[Change, Change], bool]  # of a loss and a gain


def moves(tables: Tables, component: int, lost: list[Change], got: list[Change]) -> list[Move]:
    """The moves of one component's pieces that explain what places lost and got."""
    found = _Found(tables, component)
    if tables.ways:
        joined, direct = _fitting(_joined(tables)), _fitting(_direct(tables))
        found.settle(lost, got, joined)
        found.settle(lost, got, direct, contested=False)
        found.from_supplies(lost, got)
        found.settle(lost, got, joined)
    else:
        found.settle(lost, got, _alike)
    for change in lost:
        found.add(change, change.place.label, None, change.count)
    for change in got:
        found.add(change, None, change.place.label, change.count)
    return found.moves


class _Found:
    def __init__(self, tables: Tables, component: int) -> None:
        self.tables = tables
        self.component = component
        self.moves: list[Move] = []

    def add(self, change: Change, source: str | None, target: str | None, count: int) -> None:
        if count:
            kind = self.tables.components[self.component][change.kind] if change.kind >= 0 else None
            name = self.tables.names[self.component] if self.tables.names else ""
            self.moves.append(Move(kind, count, source, target, name))
            change.count -= count

    def settle(self, lost: list[Change], got: list[Change], fits: Fits, contested: bool = True) -> None:
        """Join, as long as there is one, a change with the only one that fits it.

        Without `contested` only where that one has enough for all that it fits.
        """
        going = True
        while going:
            going = False
            for gain in got:
                sources = [x for x in lost if x.count and fits(x, gain)]
                if gain.count and len(sources) == 1:
                    wanted = sum(x.count for x in got if fits(sources[0], x))
                    if contested or wanted <= sources[0].count:
                        going |= self.join(sources[0], gain)
            for loss in lost:
                targets = [x for x in got if x.count and fits(loss, x)]
                if loss.count and len(targets) == 1:
                    offered = sum(x.count for x in lost if fits(x, targets[0]))
                    if contested or offered <= targets[0].count:
                        going |= self.join(loss, targets[0])

    def join(self, loss: Change, gain: Change) -> bool:
        count = min(loss.count, gain.count)
        known = loss if loss.kind >= 0 else gain
        other = gain if known is loss else loss
        self.add(known, loss.place.label, gain.place.label, count)
        other.count -= count
        return count > 0

    def from_supplies(self, lost: list[Change], got: list[Change]) -> None:
        """What comes from a supply without end or goes to one, where no other place fits."""
        fits = _fitting(_direct(self.tables))
        zones = self.tables.zones
        for change, gained in [(x, False) for x in lost] + [(x, True) for x in got]:
            here = zones.index(change.place.zone)
            ends = {b if a == here else a for a, b, _ in self.tables.ways if here == (b if gained else a)}
            supplies = [zones[end].name for end in ends if zones[end].form == "endless"]
            others = [x for x in lost if fits(x, change)] if gained else [x for x in got if fits(change, x)]
            if len(supplies) == 1 and not any(x.count for x in others):
                label = change.place.label
                source, target = (supplies[0], label) if gained else (label, supplies[0])
                self.add(change, source, target, change.count)


def _alike(loss: Change, gain: Change) -> bool:
    """Whether these can be the same pieces."""
    return loss.kind < 0 or gain.kind < 0 or loss.kind == gain.kind


def _fitting(ways: dict[tuple[str, str], bool]) -> Fits:
    def fits(loss: Change, gain: Change) -> bool:
        alike = ways.get((loss.place.zone.name, gain.place.zone.name))
        if alike is None or not _alike(loss, gain):
            return False
        return not alike or loss.place.index == gain.place.index

    return fits


@lru_cache(maxsize=64)
def _over_others(
    ways: tuple[tuple[int, int, bool], ...], endless: frozenset[int]
) -> frozenset[tuple[int, int]]:
    """Every pair of zones between which pieces can go over others, of which none is without end."""
    pairs = {(one, two) for one, two, _ in ways}
    while True:
        more = {(a, d) for a, b in pairs for c, d in pairs if b == c and b not in endless} - pairs
        if not more:
            return frozenset(pairs)
        pairs |= more


def _direct(tables: Tables) -> dict[tuple[str, str], bool]:
    return {(tables.zones[one].name, tables.zones[two].name): alike for one, two, alike in tables.ways}


def _joined(tables: Tables) -> dict[tuple[str, str], bool]:
    zones = tables.zones
    endless = frozenset(number for number, zone in enumerate(zones) if zone.form == "endless")
    direct = _direct(tables)
    names = [(zones[a].name, zones[b].name) for a, b in _over_others(tables.ways, endless)]
    return {pair: direct.get(pair, False) and not _again(pair, names) for pair in names}


def _again(pair: tuple[str, str], names: list[tuple[str, str]]) -> bool:
    """Whether pieces can also go from the one zone to the other over a third."""
    one, two = pair
    return any(a == one and b != two and (b, two) in names for a, b in names)
