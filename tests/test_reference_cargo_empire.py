"""The generated engine against a plain engine written from the rules digest alone.

The two ask differently: the plain one asks for source, target and slot one after the other, the engine
takes pairs at once. Both are played by the chosen readings of all open questions, and by each other one.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import rulesc_runtime
from tests.reference.cargo_empire import TASKS, CargoEmpire

ROOT = Path(__file__).parent.parent
GAMES = int(os.environ.get("RULESC_REFERENCE_GAMES", "3"))
# The engine's names of the plain engine's tasks, in the order of both tables.
OUR_TASKS = (
    "four_ports six_cities three_lv3 two_posts four_cards second_tile ship_ahead lisbon_warsaw "
    "edinburgh_athens paris_vienna madrid_berlin stockholm_naples"
)
TASK = dict(zip(TASKS, OUR_TASKS.split(), strict=True))
# The other readings, as the engine and the plain engine call them.
READINGS = {
    "U-C3": ("whole_way", "whole_route"),
    "U-C4": ("may_forgo", "may_forfeit"),
    "U-C5": ("snapshot", "snapshot"),
    "U-C6": ("beforehand", "before_transport"),
    "U-C7": ("either_first", "chosen"),
    "U-C12": ("one_each", "forbidden"),
    "U-C13": ("not_full", "must_add"),
    "U-C16": ("four_turns", "four_turns"),
    "U-C20": ("may_decline", "optional"),
}

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
            case ("advance", "none"):
                yield "forgo", (move,)
            case ("advance", vehicle):
                yield f"drive({vehicle})", (move,)
            case ("reward", first):
                yield "pass" if first == "city" else "upgrade_first", (move,)
            case ("path", _, lane):
                yield f"path({lane})", (move,)
            case ("bonus", vehicle):
                yield f"bonus_step({vehicle})", (move,)
            case ("take_card", "none"):
                yield "decline", (move,)
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
    """Let the plain engine draw where the engine has nothing to draw: cards from under a deck."""
    while other.pending() == "chance" and under(other):
        other.draw(next(iter(other.chance())))


def under(other: CargoEmpire) -> bool:
    """Whether the next card comes from under the tasks, in a known order."""
    return next(iter(other.chance()))[0] == "task" and not other.task_deck.unknown


def play(players: int, starter: int, question: str | None, seed: int) -> None:
    module = rulesc_runtime.load("cargo_empire", ROOT / "generated")
    options = {"starter": f"p{starter + 1}"}
    ours, its = ({}, {}) if question is None else ({question: name} for name in READINGS[question])
    game = module.Game(players=players, options=options, rulings=ours, chance="explicit")
    chooser = random.Random(seed)
    mine = game.new_initial_state()
    other = CargoEmpire(players, starter=starter, readings=its)
    while True:
        settle(other)
        if other.pending() == "over":
            break
        if other.pending() == "chance":
            assert mine.is_chance_node(), other.snapshot()
            outcomes = {drawn(outcome): outcome for outcome in other.chance()}
            kinds = {mine.action_to_string(-1, a): a for a in mine.legal_actions()}
            assert dict(named_weights(mine)) == {
                drawn(outcome): many for outcome, many in other.chance().items()
            }
            kind = chooser.choice(sorted(kinds))
            other.draw(outcomes[kind])
            mine.apply_action(kinds[kind])
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


def named_weights(state: rulesc_runtime.State) -> Iterator[tuple[str, int]]:
    """What the engine can draw, and in how many ways."""
    return ((state.action_to_string(-1, kind), many) for kind, many in state.weighted_outcomes())


def sheet(state: rulesc_runtime.State, seat: int) -> tuple[int, ...]:
    return tuple(int(points) for points in state.score_sheet()[seat].values())


def places(seats: Iterable[int]) -> list[int]:
    """The place of each seat, from the seats in their order."""
    order = list(seats)
    return [order.index(seat) + 1 for seat in range(len(order))]


def best(ranking: Iterable[int]) -> list[int]:
    return list(ranking)


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_legal_moves_and_scores_agree(players: int) -> None:
    for seed in range(GAMES):
        play(players, seed % players, None, seed)


@pytest.mark.parametrize("question", READINGS)
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_the_other_readings_agree(players: int, question: str) -> None:
    for seed in range(max(1, GAMES // 4)):
        play(players, seed % players, question, seed)
