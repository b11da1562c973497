"""Games of the gallery against OpenSpiel's own engines: legal moves, results, numbers of move sequences.

Runs where `open_spiel` is installed. `RULESC_OPEN_SPIEL` says how many random games are played.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import rulesc_runtime
from rulesc_runtime import State

pyspiel = pytest.importorskip("pyspiel")

ROOT = Path(__file__).parent.parent
GAMES = int(os.environ.get("RULESC_OPEN_SPIEL", "40"))
Ended = Callable[[Any], bool]


def ended(state: Any) -> bool:
    return bool(state.is_terminal())


def winners(state: State) -> list[int]:
    return [seat for seat, rank in enumerate(state.ranking()) if rank == 1]


@dataclass(frozen=True)
class Pairing:
    """A game on both sides. `told` and `named` say how their moves and ours are written alike."""

    name: str
    theirs: str
    told: Callable[[str], str]
    players: int
    depth: int
    options: dict[str, str] = field(default_factory=dict)
    over: Ended = ended
    best: Callable[[State], list[int]] = winners
    named: Callable[[str], str] = str

    def __str__(self) -> str:
        return "-".join([self.name, f"{self.players}p", *self.options.values()])


# ---- the games ---------------------------------------------------------------------------------


def pig(text: str) -> str:
    return {"roll": "throw", "stop": "hold"}[text]


def card(text: str) -> str:
    return text.rpartition(" ")[2]


def own_card(text: str) -> str:
    """Without the seat to which the card belongs: `play(p2_13)`."""
    return text.rpartition("_")[2].removesuffix(")")


LINES = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1"
POINTS = LINES.split()


def points(text: str) -> str:
    """`Point 3`, where a man is placed or taken, or `Move 3 -> 10`."""
    return ", ".join(POINTS[int(number)] for number in re.findall(r"\d+", text))


def arguments(text: str) -> str:
    return text.partition("(")[2].removesuffix(")")


def bid(text: str) -> str:
    return "doubt" if text == "Liar" else "bid({}, {})".format(*text.split("-"))


def dice(many: int, depth: int) -> Pairing:
    """One round of liar's dice, which is OpenSpiel's whole game."""
    theirs = f"liars_dice(numdice={many})"
    return Pairing("liars_dice", theirs, bid, 2, depth, {"start_dice": str(many)}, round_over, dice_left)


def held(state: State) -> list[int]:
    return list(state.view(None)["slots"]["dice"].values())  # type: ignore[index,call-overload,union-attr]


def round_over(state: State) -> bool:
    return ended(state) or len(set(held(state))) > 1


def dice_left(state: State) -> list[int]:
    """Who hasn't lost a die."""
    return [seat for seat, many in enumerate(held(state)) if many == max(held(state))]


PAIRINGS = [
    Pairing("pig", "pig(horizon=1000000)", pig, 2, 7),
    Pairing("pig", "pig(players=3,horizon=1000000)", pig, 3, 6),
    Pairing("goofspiel", "goofspiel", card, 2, 2, named=own_card),
    Pairing("goofspiel", "goofspiel(players=3)", card, 3, 1, named=own_card),
    dice(1, 4),
    dice(2, 5),
    dice(5, 5),
    Pairing("nine_mens_morris", "nine_mens_morris", points, 2, 3, named=arguments),
]

# ---- playing both sides ------------------------------------------------------------------------


def first(pairing: Pairing) -> tuple[State, Any]:
    module = rulesc_runtime.load(pairing.name, ROOT / "generated")
    game = module.Game(players=pairing.players, options=pairing.options, chance="explicit")
    return game.new_initial_state(), pyspiel.load_game(pairing.theirs).new_initial_state()


def legal(pairing: Pairing, ours: State, theirs: Any) -> list[dict[str, tuple[int, int]]]:
    """For each seat that decides (or for chance) the legal moves, as numbers on both sides."""
    if theirs.is_chance_node():
        assert ours.is_chance_node()
        here, there = ours.chance_outcomes(), theirs.chance_outcomes()
        assert [p for _, p in here] == pytest.approx([p for _, p in there]), ours.history()
        return [{str(i): (a, b) for i, ((a, _), (b, _)) in enumerate(zip(here, there, strict=True))}]
    seats = list(range(pairing.players)) if theirs.is_simultaneous_node() else [theirs.current_player()]
    assert ours.acting_players() == tuple(seats), ours.history()
    found = []
    for seat in seats:
        mine = {pairing.named(ours.action_to_string(seat, a)): a for a in ours.legal_actions(seat)}
        its = {pairing.told(theirs.action_to_string(seat, a)): a for a in theirs.legal_actions(seat)}
        assert mine.keys() == its.keys(), (ours.history(), mine, its)
        found.append({name: (mine[name], its[name]) for name in sorted(mine)})
    return found


def apply(state: Any, moves: list[int]) -> None:
    if state.is_simultaneous_node():
        state.apply_actions(moves)
    else:
        state.apply_action(moves[0])


def finish(ours: State, over: Ended) -> None:
    """A last round in which all is forced OpenSpiel plays by itself."""
    while not over(ours):
        seats = ours.acting_players()
        moves = [ours.legal_actions(seat) for seat in seats] if seats else [ours.legal_actions()]
        assert all(len(forced) == 1 for forced in moves), ours.history()
        apply(ours, [forced[0] for forced in moves])


@pytest.mark.parametrize("pairing", PAIRINGS, ids=str)
def test_random_games_agree(pairing: Pairing) -> None:
    for seed in range(GAMES):
        chooser = random.Random(seed)
        ours, theirs = first(pairing)
        while not ended(theirs):
            assert not pairing.over(ours), ours.history()
            moves = [chooser.choice(list(each.values())) for each in legal(pairing, ours, theirs)]
            apply(ours, [mine for mine, _ in moves])
            apply(theirs, [its for _, its in moves])
        finish(ours, pairing.over)
        returns = theirs.returns()
        assert pairing.best(ours) == [s for s, r in enumerate(returns) if r == max(returns)], ours.history()


def sequences(state: Any, depth: int, over: Ended) -> int:
    """How many sequences of moves of this length there are, chance among them."""
    if depth == 0 or over(state):
        return int(depth == 0)
    joint: list[list[int]] = [[]]
    if state.is_simultaneous_node():
        for seat in range(len(state.returns())):
            joint = [[*moves, a] for moves in joint for a in state.legal_actions(seat)]
    else:
        joint = [[a] for a in state.legal_actions()]
    if depth == 1:
        return len(joint)
    total = 0
    for moves in joint:
        child = state.clone()
        apply(child, moves)
        total += sequences(child, depth - 1, over)
    return total


@pytest.mark.parametrize("pairing", PAIRINGS, ids=str)
def test_there_are_as_many_sequences_of_moves(pairing: Pairing) -> None:
    ours, theirs = first(pairing)
    for depth in range(1, pairing.depth + 1):
        assert sequences(ours, depth, pairing.over) == sequences(theirs, depth, ended), depth
