"""No position of any game lacks a legal move: random play in bulk, and a bot that looks for dead ends.

The long run plays 100,000 random games and 1,000 of the bot with every option and reading
(`RULESC_PLAYOUTS`, `RULESC_SEEKING`).
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

import rulesc_runtime
from rulesc_runtime import State
from rulesc_runtime.contract import Parameters, parameters
from tests.games import NAMES

ROOT = Path(__file__).parent.parent
PLAYOUTS = int(os.environ.get("RULESC_PLAYOUTS", "20"))
SEEKING = int(os.environ.get("RULESC_SEEKING", "1"))
TRIED = 6  # actions that the bot looks at


def cases() -> list[tuple[str, Parameters]]:
    return [
        (game, one)
        for game in NAMES
        for one in parameters(rulesc_runtime.load(game, ROOT / "generated").Game.tables)
    ]


@pytest.mark.parametrize(("name", "chosen"), cases(), ids=str)
def test_random_play_meets_no_dead_end(name: str, chosen: Parameters) -> None:
    """`playouts` draws from the legal actions, so it fails where there are none."""
    module = rulesc_runtime.load(name, ROOT / "generated")
    decisions, _ = module.engine.playouts(PLAYOUTS, 1, game(name, chosen))
    assert decisions >= PLAYOUTS


@pytest.mark.parametrize(("name", "chosen"), cases(), ids=str)
def test_a_bot_that_looks_for_dead_ends_finds_none(name: str, chosen: Parameters) -> None:
    rules = game(name, chosen)
    for seed in range(SEEKING):
        chooser = random.Random(seed)
        state = rules.new_initial_state(seed=seed)
        while not state.is_terminal():
            seat = acting(state)
            state.apply_action(narrowest(state, seat, chooser), seat)


def acting(state: State) -> int | None:
    """Who is asked: the first of those who decide at the same time, nobody in particular for a draw."""
    return next(iter(state.acting_players()), None)


def narrowest(state: State, seat: int | None, chooser: random.Random) -> int:
    """Of some legal actions, the one after which fewest are legal."""
    legal = state.legal_actions(seat)
    assert legal, f"nothing is legal at {state.decision_name()} after {state.history()}"
    tried = legal if len(legal) <= TRIED else chooser.sample(legal, TRIED)
    return min(tried, key=lambda action: (ways(state.child(action, seat)), chooser.random()))


def ways(state: State) -> int:
    return 10**6 if state.is_terminal() else len(state.legal_actions(acting(state)))


def game(name: str, chosen: Parameters) -> rulesc_runtime.Game:
    found: type[rulesc_runtime.Game] = rulesc_runtime.load(name, ROOT / "generated").Game
    return chosen.game(found, "sampled")
