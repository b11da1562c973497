"""Cargo Empire's engine against the plain engine of the tests, and how large its states are.

    PYTHONPATH=. python tests/bench/cargo_empire.py

Both play whole random games, each in its own loop, in turn in one run; figures are the best of several
rounds in process time, so that a busy machine disturbs them little.
"""

from __future__ import annotations

import random
import time
import tracemalloc
from collections.abc import Callable

from generated.cargo_empire import engine
from rulesc_runtime import State
from tests.reference.cargo_empire import play as play_plain

ROUNDS = 7
OURS, PLAIN = 60, 6  # games of a round
CLONES = 2000
DECISIONS = 48  # of a seat in a game, about


def main() -> None:
    print("players  games/s  decisions/s  plain games/s  ratio (aim: at least 3)")
    for players in range(1, 6):
        games, decisions, plain = speeds(players)
        print(f"{players:7} {games:8.0f} {decisions:12.0f} {plain:14.1f} {games / plain:6.1f}")
    state = middle(4)
    print(
        f"a state of 4 players in the middle of a game: {size(state)} bytes, {len(state.to_json())} as JSON"
    )
    print(f"action ids: {engine.Game().num_distinct_actions()}")


def speeds(players: int) -> tuple[float, float, float]:
    """Games and decisions a second of the engine, games a second of the plain one."""
    game = engine.Game(players=players)
    decisions = [0] * ROUNDS
    ours: list[float] = []
    plain: list[float] = []

    def run(number: int) -> None:
        decisions[number] = engine.playouts(OURS, number, game)[0]

    def run_plain(number: int) -> None:
        for seed in range(number * PLAIN, (number + 1) * PLAIN):
            play_plain(players, seed, checked=False)

    for number in range(ROUNDS):
        ours.append(seconds(run, number))
        plain.append(seconds(run_plain, number))
    return OURS / min(ours), max(d / t for d, t in zip(decisions, ours, strict=True)), PLAIN / min(plain)


def seconds(run: Callable[[int], object], number: int) -> float:
    start = time.process_time()
    run(number)
    return time.process_time() - start


def middle(players: int) -> State:
    """A position after half of the turns of a random game."""
    chooser = random.Random(1)
    state = engine.Game(players=players).new_initial_state(seed=1)
    while len(state.history()) < DECISIONS // 2 * players:
        state.apply_action(chooser.choice(state.legal_actions()))
    return state


def size(state: State) -> int:
    """The memory that another one like it takes."""
    tracemalloc.start()
    kept = [state.clone() for _ in range(CLONES)]
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return used // len(kept)


if __name__ == "__main__":
    main()
