"""Ways through maps, worked out when a spec is compiled: distances, and the payments that fit them.

In: links as (from, to), by map. Out: steps of shortest ways, and covers of their legs. Nothing here knows
the language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product

Links = Iterable[tuple[int, int]]
Legs = tuple[tuple[str, int], ...]  # a way: how many steps over which map, one after the other
Cards = tuple[int, ...]  # how many of each carrier


def neighbours(links: Links, places: int) -> list[list[int]]:
    """The places that each place leads to, ascending."""
    found: list[set[int]] = [set() for _ in range(places)]
    for start, end in links:
        found[start].add(end)
    return [sorted(ends) for ends in found]


def distances(links: Links, places: int) -> list[list[int]]:
    """The steps of a shortest way from each place to each; -1 where there is none."""
    following = neighbours(links, places)
    rows = []
    for start in range(places):
        row = [-1] * places
        row[start] = 0
        reached = [start]
        for place in reached:
            for end in following[place]:
                if row[end] < 0:
                    row[end] = row[place] + 1
                    reached.append(end)
        rows.append(row)
    return rows


def shortest_ways(maps: Mapping[str, Links], places: int) -> list[list[frozenset[Legs]]]:
    """The legs of all shortest ways over these maps, from each place to each; none leads nowhere.

    Steps over the same map that follow each other are one leg; where two maps link the same places, a
    step may be over either.
    """
    steps = distances({link for links in maps.values() for link in links}, places)
    into: list[list[tuple[int, str]]] = [[] for _ in range(places)]
    for name, links in maps.items():
        for start, end in set(links):
            into[end].append((start, name))
    return [_ways_from(start, steps[start], into) for start in range(places)]


def _ways_from(start: int, steps: Sequence[int], into: list[list[tuple[int, str]]]) -> list[frozenset[Legs]]:
    found: list[set[Legs]] = [set() for _ in steps]
    found[start].add(())
    for place in sorted((p for p in range(len(steps)) if steps[p] > 0), key=lambda p: steps[p]):
        for before, name in into[place]:
            if steps[before] == steps[place] - 1:
                found[place].update(_onward(legs, name) for legs in found[before])
    found[start].clear()
    return [frozenset(ways) for ways in found]


def _onward(legs: Legs, name: str) -> Legs:
    if legs and legs[-1][0] == name:
        return (*legs[:-1], (name, legs[-1][1] + 1))
    return (*legs, (name, 1))


def covers(legs: Legs, carriers: Sequence[tuple[str, int]]) -> frozenset[Cards]:
    """The cards that carry over all legs, each of them needed; a carrier is a map and its reach.

    A card carries over as many steps as it reaches, or fewer, of one leg.
    """
    of_legs = [_covers_leg(name, steps, carriers) for name, steps in legs]
    return frozenset(tuple(map(sum, zip(*chosen, strict=True))) for chosen in product(*of_legs) if chosen)


def least(covers: frozenset[Cards]) -> frozenset[Cards]:
    """Those covers of one way of which no card could be left out, whichever leg it then carried over.

    If some card could be, what is left holds a cover of each leg; so the least of all covers are these.
    """
    return frozenset(c for c in covers if not any(_below(other, c) for other in covers))


def _below(some: Cards, cards: Cards) -> bool:
    return some != cards and all(a <= b for a, b in zip(some, cards, strict=True))


def _covers_leg(name: str, steps: int, carriers: Sequence[tuple[str, int]]) -> list[Cards]:
    """Enough cards for the steps of one leg, without any of them too few."""
    most = [-(-steps // reach) if over == name else 0 for over, reach in carriers]
    return [
        cards
        for cards in product(*(range(n + 1) for n in most))
        if _reach(cards, carriers) >= steps
        and all(
            _reach(cards, carriers) - reach < steps
            for n, (_, reach) in zip(cards, carriers, strict=True)
            if n > 0
        )
    ]


def _reach(cards: Cards, carriers: Sequence[tuple[str, int]]) -> int:
    return sum(n * reach for n, (_, reach) in zip(cards, carriers, strict=True))
