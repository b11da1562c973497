"""The generated engine against a plain engine written from the rules digest alone."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

import rulesc_runtime
from tests.reference.pagoda import Pagoda

ROOT = Path(__file__).parent.parent
GAMES = int(os.environ.get("RULESC_REFERENCE_GAMES", "12"))
MODES = [{}, {"quick": True}, {"beginner": True}, {"starter": 1}, {"quick": True, "beginner": True}]


def told(move: dict[str, object]) -> tuple[tuple[str, str], ...]:
    """A move as comparable data; the two engines call the picks of an alternative turn differently."""
    move = dict(move)
    if move["action"] == "discard":
        move["action"] = "discard_card"
    return tuple(sorted((k, str(v)) for k, v in move.items()))


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_legal_moves_and_scores_agree(mode: dict[str, object]) -> None:
    module = rulesc_runtime.load("pagoda", ROOT / "generated")
    options = {k: (f"p{v + 1}" if k == "starter" else v) for k, v in mode.items()}  # type: ignore[operator]
    game = module.Game(options=options, chance="explicit")
    for seed in range(GAMES):
        chooser = random.Random(seed)
        mine = game.new_initial_state()
        other = Pagoda(**mode)  # type: ignore[arg-type]
        while other.pending() != "over":
            if other.pending() == "chance":
                assert mine.is_chance_node()
                pile = other.chance()
                names = {mine.action_to_string(-1, a): a for a in mine.legal_actions()}
                assert set(names) == set(pile)
                color = chooser.choice(sorted(pile))
                mine.apply_action(names[color])
                other.draw(color)
                continue
            seat = other.seat()
            assert mine.current_player() == seat
            its = {told(m): m for m in other.legal()}
            ours = {told(mine.action_to_struct(seat, a)): a for a in mine.legal_actions()}
            assert set(its) == set(ours), (set(its) ^ set(ours), other.snapshot())
            move = chooser.choice(sorted(its))
            mine.apply_action(ours[move])
            other.apply(its[move])
        assert mine.is_terminal()
        assert tuple(mine.scores()) == other.scores()
