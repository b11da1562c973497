"""Random games a second of Rescute's engine to those of the plain engine written from the rules digest.

    PYTHONPATH=compiler:. python tests/bench/rescute.py

Both play whole games inside one process with the same policy, every legal action alike, on the spec's tables;
runs alternate, and of each the best in process time counts. The engine's random numbers are its own, so the
games differ: what is compared is the time of a game, over enough of them.
"""

from __future__ import annotations

import random

from generated.rescute import engine
from tests.bench.compare import best, seconds, tell
from tests.reference import rescute_tables
from tests.reference.rescute import Rescute, random_outcome

OURS, ITS = 120, 24
SEED = 7
AIM = 3.0


def main() -> None:
    for players in range(1, 5):
        game = engine.Game(players=players)
        ours, its = best(
            lambda game=game: seconds(lambda: engine.playouts(OURS, SEED, game)),  # type: ignore[misc]
            lambda players=players: seconds(lambda: plain(players)),  # type: ignore[misc]
        )
        ratio = (its / ITS) / (ours / OURS)
        tell(f"rescute, {players} seats, games a second, to the plain engine", ratio, AIM)
    state = engine.Game(players=4).new_initial_state(seed=SEED)
    print(f"{state.game.num_distinct_actions()} action ids")


def plain(players: int) -> None:
    for number in range(ITS):
        chooser = random.Random(SEED + number)
        game = Rescute(players, number % players, tables=rescute_tables.of_spec())
        while (pending := game.pending()) != "over":
            if pending == "chance":
                game.draw(random_outcome(game, chooser))
            else:
                game.apply(chooser.choice(game.legal()))
        game.scores()


if __name__ == "__main__":
    main()
