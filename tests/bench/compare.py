"""Speed as ratios, each pair measured alternately in one run: run it as `make bench`, or

    PYTHONPATH=. python tests/bench/compare.py [FOLDER]

FOLDER holds the hand-written engines to compare with (default ../shared/bench; left out if it isn't there).
Connect four is compared with OpenSpiel's where `pyspiel` can be imported. Figures are the best of several
runs in process time, so that a busy machine disturbs them little.
"""

from __future__ import annotations

import importlib
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
GAMES = 60
SEED = 7
ROUNDS = 9


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
    turns = sum(turns_of(SEED + number) for number in range(GAMES))
    other = by_hand.turns(GAMES, SEED)[1]
    decisions = pagoda.playouts(GAMES, SEED)[0]
    ours, its = best(
        lambda: seconds(lambda: pagoda.playouts(GAMES, SEED)),
        lambda: seconds(lambda: by_hand.turns(GAMES, SEED)),
    )
    # Both play at random, though not the same games: what counts is a turn's time in each.
    each = ours / decisions * (decisions_of_turns() / turns)
    return (its / other) / each


def turns_of(seed: int) -> int:
    """The completed turns of a random game: the seat changes after each."""
    return len(random_game(seed)[1])


def decisions_of_turns() -> int:
    return sum(random_game(SEED + number)[0] for number in range(GAMES))


def random_game(seed: int) -> tuple[int, list[int]]:
    chooser = random.Random(seed)
    state = pagoda.Game().new_initial_state(seed=seed)
    decisions = 0
    seats: list[int] = []
    while not state.is_terminal():
        if not seats or seats[-1] != state.current_player():
            seats.append(state.current_player())
        state.apply_action(chooser.choice(state.legal_actions()))
        decisions += 1
    return decisions, seats


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
    out = ROOT / "build" / "bench"
    build = ["-m", "rulesc", "build", "--force", "--out", str(out), str(ROOT / "specs" / "pagoda.yaml")]
    mine, other = best(lambda: outside(build), lambda: outside(["-c", LIBRARIES]))
    return mine / other


def outside(arguments: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
