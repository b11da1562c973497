"""Ways, payments and what is made of them: against brute force, and on Cargo Empire's provisional map."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest

from rulesc.diagnostics import Report
from rulesc.pipeline import check
from rulesc.typed import nodes as typed
from rulesc.typed import ways
from rulesc.typed.types import KindType

ROOT = Path(__file__).parent.parent
CARRIERS = (("land", 1), ("land", 2), ("sea", 1))

Links = set[tuple[int, int]]


def random_links(chooser: random.Random, places: int, many: int) -> Links:
    pairs = [(a, b) for a in range(places) for b in range(places) if a != b]
    chosen = chooser.sample(pairs, many)
    return {*chosen, *((b, a) for a, b in chosen)}


def walks(maps: dict[str, Links], start: int, end: int, steps: int) -> set[tuple[str, ...]]:
    """The maps of the steps of every walk of that length, found by trying."""
    if steps == 0:
        return {()} if start == end else set()
    return {
        (name, *rest)
        for name, links in maps.items()
        for a, b in links
        if a == start
        for rest in walks(maps, b, end, steps - 1)
    }


def carried(walk: tuple[str, ...], cards: tuple[int, ...]) -> bool:
    """Whether cards carry over a walk: each over one step or more, up to its reach, of one map."""
    if not walk:
        return True
    for i, (over, reach) in enumerate(CARRIERS):
        if cards[i] and over == walk[0]:
            less = tuple(n - (i == j) for j, n in enumerate(cards))
            for length in range(1, reach + 1):
                if length <= len(walk) and set(walk[:length]) == {over} and carried(walk[length:], less):
                    return True
    return False


def test_distances_are_those_of_the_shortest_walk() -> None:
    chooser = random.Random(1)
    for _ in range(20):
        links = random_links(chooser, 6, 6)
        found = ways.distances(links, 6)
        for start, end in product(range(6), range(6)):
            lengths = [n for n in range(7) if walks({"land": links}, start, end, n)]
            assert found[start][end] == (lengths[0] if lengths else -1)


def test_legs_are_those_of_all_shortest_walks() -> None:
    chooser = random.Random(2)
    for _ in range(12):
        maps = {"land": random_links(chooser, 6, 5), "sea": random_links(chooser, 6, 2)}
        steps = ways.distances(maps["land"] | maps["sea"], 6)
        found = ways.shortest_ways(maps, 6)
        for start, end in product(range(6), range(6)):
            length = steps[start][end]
            expected = walks(maps, start, end, length) if length > 0 else set()
            spelled = {tuple(x for name, n in legs for x in [name] * n) for legs in found[start][end]}
            assert spelled == expected


@pytest.mark.parametrize("legs", [(("land", n),) for n in range(1, 6)] + [
    (("land", 1), ("sea", 1)),
    (("land", 2), ("sea", 1), ("land", 1)),
    (("sea", 2), ("land", 3)),
])  # fmt: skip
def test_covers_are_the_payments_without_a_needless_card(legs: ways.Legs) -> None:
    """A cover carries over all legs; on each leg, no card of it could be left out."""
    per_leg = []
    for name, steps in legs:
        walk = (name,) * steps
        enough = {cards for cards in product(range(6), range(4), range(3)) if carried(walk, cards)}
        needed = {
            cards
            for cards in enough
            if not any(tuple(n - (i == j) for j, n in enumerate(cards)) in enough for i in range(3))
        }
        per_leg.append({c for c in needed if all(n == 0 or CARRIERS[i][0] == name for i, n in enumerate(c))})
    expected = {tuple(map(sum, zip(*chosen, strict=True))) for chosen in product(*per_leg)}
    assert ways.covers(legs, CARRIERS) == expected


@pytest.mark.parametrize(("legs", "needless"), [
    ((("land", 3),), set()),
    ((("land", 1), ("sea", 1), ("land", 2)), {(2, 1, 1)}),
    ((("land", 2), ("sea", 1), ("land", 2)), set()),
    ((("land", 1), ("sea", 1), ("land", 1), ("sea", 1), ("land", 2)), {(3, 1, 2), (2, 2, 2)}),
])  # fmt: skip
def test_least_covers_need_each_card_on_the_whole_way(legs: ways.Legs, needless: set[ways.Cards]) -> None:
    """However the cards are dealt out to the legs: without any one of them, the rest doesn't carry."""
    walk = tuple(name for name, steps in legs for _ in range(steps))
    enough = {cards for cards in product(range(6), range(4), range(3)) if carried(walk, cards)}
    covers = ways.covers(legs, CARRIERS)
    expected = {
        c for c in covers if not any(tuple(n - (i == j) for j, n in enumerate(c)) in enough for i in range(3))
    }
    assert ways.least(covers) == expected
    assert covers - expected == needless


@pytest.fixture(scope="module")
def cargo() -> typed.Program:
    report = Report()
    found = check(ROOT / "specs" / "cargo_empire.yaml", report)
    assert found is not None, report.diagnostics
    return found


# U-C2, U-C3: every legal payment of the worked ways (T truck, R train, S ship).
WORKED = {
    ("Paris", "Brussels"): "truck1 train1",
    ("Hamburg", "Copenhagen"): "truck1 train1 ship1",
    ("Paris", "Barcelona"): "truck2 train1 truck1_ship1 train1_ship1",
    ("London", "Paris"): "truck1_ship1 train1_ship1",
    ("Vienna", "Milan"): "truck3 truck1_train1 train2",
    ("Madrid", "Munich"): "truck4 truck2_train1 train2",
}


@pytest.mark.parametrize(("pair", "payments"), WORKED.items(), ids=lambda x: str(x))
def test_payments_of_the_worked_ways(cargo: typed.Program, pair: tuple[str, str], payments: str) -> None:
    fares = next(x for x in cargo.lists if x.name == "Fare")
    cities, kinds = fares.dims[0], fares.of
    assert isinstance(cities, KindType) and isinstance(kinds, KindType)
    for start, end in (pair, pair[::-1]):
        row = fares.rows[cities.names.index(start) * len(cities.names) + cities.names.index(end)]
        assert {kinds.names[i] for i in row} == set(payments.split())


def test_nothing_pays_for_staying(cargo: typed.Program) -> None:
    fares = next(x for x in cargo.lists if x.name == "Fare")
    assert all(fares.rows[place * 25] == () for place in range(24))
    assert all(row == tuple(sorted(set(row))) for row in fares.rows)
