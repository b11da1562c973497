"""The generated engine against a plain engine written from the rules digest alone.

The two ask differently: the plain one asks for source, target and slot one after the other and also where
a single vehicle can move, the engine takes pairs at once and doesn't ask without a choice.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

import rulesc_runtime
from tests.reference.cargo_empire import TASKS, CargoEmpire

ROOT = Path(__file__).parent.parent
GAMES = int(os.environ.get("RULESC_REFERENCE_GAMES", "12")) // 4 or 1
# The engine's names of the plain engine's tasks, in the order of both tables.
OUR_TASKS = (
    "four_ports six_cities three_lv3 two_posts four_cards second_tile ship_ahead lisbon_warsaw "
    "edinburgh_athens paris_vienna madrid_berlin stockholm_naples"
)
TASK = dict(zip(TASKS, OUR_TASKS.split(), strict=True))
UNASKED = ("advance", "bonus")  # with a single vehicle, the engine moves it without a question

Path_ = tuple[tuple[str | int, ...], ...]  # the plain engine's moves that together are one of ours


def drawn(outcome: tuple[str | int, ...]) -> str:
    """The kind that the engine draws."""
    match outcome:
        case ("tile", _, *colors):
            return "_".join(str(color) for color in colors)
        case ("dev_tile", _, tile, side):
            return f"{tile}_{side}"
        case ("task", _, task):
            return TASK[str(task)]
        case _:
            return str(outcome[-1])


def fare(trucks: int, trains: int, ships: int) -> str:
    cards = (("truck", trucks), ("train", trains), ("ship", ships))
    return "_".join(f"{name}{n}" for name, n in cards if n)


def moves(other: CargoEmpire, home: str) -> Iterator[tuple[str, Path_]]:
    """The engine's moves, each with the plain engine's moves that come to the same."""
    for move in other.legal():
        match move:
            case ("keep_task", task):
                yield f"keep({TASK[str(task)]})", (move,)
            case ("free_card", vehicle):
                yield f"free_card({vehicle})", (move,)
            case ("start_city", city):
                for slot in after(other, move).legal():
                    yield f"first_city({city}, {place(other, str(city), str(slot[1]))})", (move, slot)
            case ("start_slot", color):
                yield f"second_city({place(other, home, str(color))})", (move,)
            case ("source", source):
                for target in after(other, move).legal():
                    yield f"deliver({source}, {target[1]})", (move, target)
            case ("pay", trucks, trains, ships):
                yield f"pay({fare(int(trucks), int(trains), int(ships))})", (move,)
            case ("skip", "cards"):
                yield "three_cards", (move,)
            case ("skip", "refill"):
                for city in after(other, move).legal():
                    yield f"restock({city[1]})", (move, city)
            case ("advance", vehicle):
                yield f"drive({vehicle})", (move,)
            case ("path", _, lane):
                yield f"path({lane})", (move,)
            case ("bonus", vehicle):
                yield f"bonus_step({vehicle})", (move,)
            case ("take_card", "blank"):
                yield "claim_blank", (move,)
            case ("take_card", city):
                yield f"claim({city})", (move,)
            case _:
                raise AssertionError(move)


def after(other: CargoEmpire, move: tuple[str | int, ...]) -> CargoEmpire:
    clone = other.clone()
    clone.apply(move)
    return clone


def place(other: CargoEmpire, city: str, color: str) -> int:
    """The demand slot of a color, from 1."""
    return other.cities[city].demands().index(color) + 1


def settle(other: CargoEmpire) -> None:
    """Let the plain engine go on where the engine asks nothing: single vehicles, cards from under a deck."""
    while True:
        if other.pending() == "decision" and other.decision() in UNASKED and len(other.legal()) == 1:
            other.apply(other.legal()[0])
        elif other.pending() == "chance" and under(other):
            other.draw(next(iter(other.chance())))
        else:
            return


def under(other: CargoEmpire) -> bool:
    """Whether the next card comes from under the tasks, in a known order."""
    return next(iter(other.chance()))[0] == "task" and not other.task_deck.unknown


def play(players: int, starter: int, rulings: Mapping[str, str], seed: int) -> None:
    module = rulesc_runtime.load("cargo_empire", ROOT / "generated")
    options = {"starter": f"p{starter + 1}"}
    game = module.Game(players=players, options=options, rulings=rulings, chance="explicit")
    chooser = random.Random(seed)
    mine = game.new_initial_state()
    readings = {"U-C5": "snapshot"} if rulings else {}
    other = CargoEmpire(players, starter=starter, readings=readings)
    while True:
        settle(other)
        if other.pending() == "over":
            break
        if other.pending() == "chance":
            assert mine.is_chance_node(), other.snapshot()
            its = {drawn(outcome): outcome for outcome in other.chance()}
            ours = {mine.action_to_string(-1, a): a for a in mine.legal_actions()}
            assert set(its) == set(ours)
            kind = chooser.choice(sorted(its))
            other.draw(its[kind])
            mine.apply_action(ours[kind])
            continue
        seat = other.seat()
        assert mine.current_player() == seat, other.snapshot()
        home = other.players[seat].city_cards[0] if other.players[seat].city_cards else ""
        wanted = dict(moves(other, home))
        found = {mine.action_to_string(seat, a): a for a in mine.legal_actions()}
        assert set(wanted) == set(found), (set(wanted) ^ set(found), other.snapshot())
        text = chooser.choice(sorted(found))
        mine.apply_action(found[text])
        for move in wanted[text]:
            other.apply(move)
    assert mine.is_terminal()
    assert tuple(mine.scores()) == other.scores()
    assert [sheet(mine, seat) for seat in range(players)] == [
        tuple(other.score_parts(seat).values()) for seat in range(players)
    ]
    assert best(mine.ranking()) == best(places(other.ranking()))


def sheet(state: rulesc_runtime.State, seat: int) -> tuple[int, ...]:
    return tuple(int(points) for points in state.score_sheet()[seat].values())


def places(seats: Iterable[int]) -> list[int]:
    """The place of each seat, from the seats in their order."""
    order = list(seats)
    return [order.index(seat) + 1 for seat in range(len(order))]


def best(ranking: Iterable[int]) -> list[int]:
    return list(ranking)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_legal_moves_and_scores_agree(players: int) -> None:
    for seed in range(GAMES):
        play(players, seed % players, {}, seed)


@pytest.mark.parametrize("players", [2, 4])
def test_the_other_reading_agrees(players: int) -> None:
    play(players, 0, {"U-C5": "snapshot"}, 1)
