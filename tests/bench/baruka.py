"""Random games a second of Baruka's engine to those of the plain engine written from the rules digest.

    PYTHONPATH=compiler:. python tests/bench/baruka.py

Both play whole games inside one process with the same policy, every legal action alike and a lone one without
a draw, on the spec's tables and the easy layout; runs alternate, and of each the best in process time counts.
The random numbers differ, so the games do; what is compared is the time of a game, over enough of them. The
engine asks everybody in a window, the plain one only who can play an oracle, so the decisions of a game are
told too, those with two options or more apart from lone ones.
"""

from __future__ import annotations

import random
from collections import Counter

from generated.baruka import engine
from rulesc_runtime import chooser
from tests.bench.compare import best, seconds, tell
from tests.reference import baruka_tables
from tests.reference.baruka import Baruka

OURS, ITS = 60, 8
SEED = 7
AIM = 3.0


def main() -> None:
    tables = baruka_tables.of_spec()
    for players in (2, 3, 4):
        game = engine.Game(players=players)
        ours, its = best(
            lambda game=game: seconds(lambda: engine.playouts(OURS, SEED, game)),  # type: ignore[misc]
            lambda players=players: seconds(lambda: plain(players, tables)),  # type: ignore[misc]
        )
        ratio = (its / ITS) / (ours / OURS)
        tell(f"baruka, {players} seats, games a second, to the plain engine", ratio, AIM)
        told("the engine", counted(game), OURS)
        told("the plain one", plain(players, tables), ITS)


def told(who: str, found: Counter[str], games: int) -> None:
    choices, lone = found["choices"] / games, found["lone"] / games
    print(f"  {who}: {choices:.0f} decisions with two options or more and {lone:.0f} lone ones a game")


def counted(game: engine.Game) -> Counter[str]:
    found: Counter[str] = Counter()
    for number in range(SEED, SEED + OURS):
        state = game.new_initial_state(seed=number)
        assert isinstance(state, engine.State)
        decisions, choices = engine.playout(state, chooser(number))
        found.update(choices=choices, lone=decisions - choices)
    return found


def plain(players: int, tables: baruka_tables.data.Tables) -> Counter[str]:
    found: Counter[str] = Counter()
    for number in range(ITS):
        source = random.Random(SEED + number)
        order = list(range(players))
        game = Baruka(players, order=order, readings={"board_choice": "drawn"}, tables=tables)
        while (pending := game.pending()) != "over":
            if pending == "chance":
                outcomes = game.chance()
                game.draw(source.choices(list(outcomes), weights=list(outcomes.values()))[0])
                continue
            seat = game.seat()
            moves = game.legal(seat)
            found["lone" if len(moves) == 1 else "choices"] += 1
            game.apply(moves[0] if len(moves) == 1 else source.choice(moves), seat)
        game.scores()
    return found


if __name__ == "__main__":
    main()
