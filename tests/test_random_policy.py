"""One seed, one game: in bulk inside the engine, and step by step as `rulesc simulate` and `play` do."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner

import rulesc_runtime
from rulesc.commands.simulate import command, random_play
from rulesc_runtime import RandomPolicy, State, chooser

ROOT = Path(__file__).parent.parent
SPECS = sorted(p.stem for p in (ROOT / "specs").glob("*.yaml"))
SEEDS = 3


def in_bulk(module: object, state: State, seed: int) -> tuple[int, int]:
    found = module.engine.playout(state, chooser(seed))  # type: ignore[attr-defined]
    assert isinstance(found, tuple)
    return found


@pytest.mark.parametrize("name", SPECS)
def test_bulk_and_stepwise_play_give_one_game(name: str) -> None:
    module = rulesc_runtime.load(name, ROOT / "generated")
    low, high = module.Game.tables.players
    for seed in range(SEEDS):
        game = module.Game(players=low + seed % (high - low + 1))
        bulk, stepwise = game.new_initial_state(seed=seed), game.new_initial_state(seed=seed)
        decisions, choices = in_bulk(module, bulk, seed)
        moves = random_play(stepwise, seed)
        assert bulk == stepwise and bulk.history() == stepwise.history() and bulk.is_terminal()
        assert len(moves) == decisions == len(bulk.history()) and choices <= decisions


@pytest.mark.parametrize("name", SPECS)
def test_a_lone_action_costs_no_draw(name: str) -> None:
    """Counted here once more, with every set of legal actions in view."""
    module = rulesc_runtime.load(name, ROOT / "generated")
    state = module.Game().new_initial_state(seed=1)
    _, choices = in_bulk(module, module.Game().new_initial_state(seed=1), 1)
    policy, drawn = RandomPolicy(1), 0
    while not state.is_terminal():
        seat = state.acting_players()[0]
        legal, before = state.legal_actions(seat), policy.generator
        state.apply_action(policy.pick(legal), seat)
        assert (policy.generator != before) == (len(legal) > 1)
        drawn += len(legal) > 1
    assert drawn == choices


@pytest.mark.parametrize("name", SPECS)
def test_playouts_choose_with_one_generator_and_deal_each_game_from_its_seed(name: str) -> None:
    module = rulesc_runtime.load(name, ROOT / "generated")
    bits = random.Random(5).getrandbits
    decisions = checksum = 0
    for seed in (5, 6, 7):
        state = module.Game().new_initial_state(seed=seed)
        while not state.is_terminal():
            seat = state.acting_players()[0]
            legal = state.legal_actions(seat)
            state.apply_action(legal[bits(30) % len(legal)] if len(legal) > 1 else legal[0], seat)
            decisions += 1
        for score in state.scores():
            checksum = checksum * 31 + int(score) & 0xFFFFFF
    assert module.engine.playouts(3, 5) == (decisions, checksum)


def test_simulate_plays_the_game_of_the_seed_it_tells(tmp_path: Path) -> None:
    spec = ROOT / "specs" / "kuhn_poker.yaml"
    found = CliRunner().invoke(command, [str(spec), "--games", "4", "--out", str(tmp_path)])
    assert found.exit_code == 0, found.output
    module = rulesc_runtime.load("kuhn_poker", ROOT / "generated")
    for line in (tmp_path / "results.jsonl").read_text(encoding="ascii").splitlines():
        row = json.loads(line)
        state = module.Game().new_initial_state(seed=row["seed"])
        assert in_bulk(module, state, row["seed"])[0] == row["decisions"]
        assert list(state.scores()) == row["scores"]
