"""Speed as ratios, each pair measured alternately in one run: run it as `make bench`, or

    PYTHONPATH=. python tests/bench/compare.py [FOLDER]

FOLDER holds the hand-written engines to compare with (default ../shared/bench; left out if it isn't there).
Connect four is compared with OpenSpiel's where `pyspiel` can be imported. Figures are the best of several
runs in process time, so that a busy machine disturbs them little.
"""

from __future__ import annotations

import importlib
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from generated.connect_four import engine as connect_four
from generated.pagoda import engine as pagoda

ROOT = Path(__file__).parents[2]
LIBRARIES = "import lark, jinja2, yaml, cerberus"
INSTALLED = "import sys; sys.modules['interegular'] = None; "  # a library that only the tests install
BUILD = "from rulesc.cli import main; sys.argv = {words!r}; main()"
GAMES = 240
SEED = 7
ROUNDS = 7


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT.parent / "shared" / "bench"
    sys.path.insert(0, str(folder))
    by_hand = optional("pagoda_by_hand")
    if by_hand is not None:
        tell("pagoda, completed turns a second, to by hand", pagoda_turns(by_hand), 0.8)
        tell("pagoda, clone, time to by hand's", pagoda_clone(by_hand), 2.0, "at most")
    spiel = optional("pyspiel")
    if spiel is not None:
        tell("connect four, moves a second, to OpenSpiel", connect_four_moves(spiel), 1.0)
    tell("building pagoda, time to importing the libraries", building(), 12.0, "at most")


def optional(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"{name}: not there, left out")
        return None


def tell(what: str, ratio: float, aim: float, word: str = "at least") -> None:
    print(f"{what}: {ratio:.2f} (aim: {word} {aim})")


def best(*runs: Callable[[], float]) -> list[float]:
    """The least figure of each, measured in turn."""
    found = [[run() for run in runs] for _ in range(ROUNDS)]
    return [min(column) for column in zip(*found, strict=True)]


def seconds(action: Callable[[], object]) -> float:
    start = time.process_time()
    action()
    return time.process_time() - start


def pagoda_turns(by_hand: Any) -> float:
    """Both play at random, though not the same games: what counts is the time of a turn in each."""
    games = [random_game(SEED + number) for number in range(GAMES)]
    a_turn = sum(decisions for decisions, _ in games) / sum(turns for _, turns in games)
    decisions = pagoda.playouts(GAMES, SEED)[0]
    turns = by_hand.turns(GAMES, SEED)[1]
    ours, its = best(
        lambda: seconds(lambda: pagoda.playouts(GAMES, SEED)),
        lambda: seconds(lambda: by_hand.turns(GAMES, SEED)),
    )
    return float((its / turns) / (ours / decisions * a_turn))


def random_game(seed: int) -> tuple[int, int]:
    """The decisions and the completed turns of a random game: the seat changes after each turn."""
    chooser = random.Random(seed)
    state = pagoda.Game().new_initial_state(seed=seed)
    decisions = turns = 0
    seat = None
    while not state.is_terminal():
        turns += seat != state.current_player()
        seat = state.current_player()
        state.apply_action(chooser.choice(state.legal_actions()))
        decisions += 1
    return decisions, turns


def pagoda_clone(by_hand: Any) -> float:
    ours = pagoda.Game().new_initial_state(seed=1)
    its = by_hand.new()
    by_hand.setup(its, by_hand.newrng(1))
    mine, other = best(
        lambda: seconds(lambda: [ours.clone() for _ in range(20_000)]),
        lambda: seconds(lambda: [its.clone() for _ in range(20_000)]),
    )
    return mine / other


def connect_four_moves(spiel: Any) -> float:
    ours, its = best(
        lambda: driven(connect_four.Game().new_initial_state),
        lambda: driven(spiel.load_game("connect_four").new_initial_state),
    )
    return its / ours


def driven(new: Callable[[], Any]) -> float:
    """Seconds a move, through `legal_actions` and `apply_action`."""
    draw = random.Random(SEED).random
    moves = 0
    start = time.process_time()
    for _ in range(300):
        state = new()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
            moves += 1
        state.returns()
    return (time.process_time() - start) / moves


def building() -> float:
    """Both as in an installation without the extras for tests: Lark checks more where it finds those."""
    out, spec = ROOT / "build" / "bench", ROOT / "specs" / "pagoda.yaml"
    words = ["rulesc", "build", "--force", "--out", str(out), str(spec)]
    build = INSTALLED + BUILD.format(words=words)
    mine, other = best(lambda: outside(build), lambda: outside(INSTALLED + LIBRARIES))
    return mine / other


def outside(code: str) -> float:
    """Seconds of processor time of another process."""
    before = os.times()
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


if __name__ == "__main__":
    main()
