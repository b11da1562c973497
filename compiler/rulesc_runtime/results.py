"""Results of a state: scores by item, places, returns. In: a state. Out: plain numbers."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulesc_runtime.game import Game
    from rulesc_runtime.state import State

Number = int | Fraction


def plain(value: Number) -> Number:
    """A whole number as an int."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else value
    return int(value)


def score_sheet(state: State) -> list[dict[str, Number]]:
    """For every seat, what each scoring item brings."""
    items = state.game.tables.scoring
    return [{i.label: plain(i.value(state, seat)) for i in items} for seat in range(state.game.players)]


def scores(state: State) -> tuple[Number, ...]:
    items = state.game.tables.scoring
    return tuple(
        plain(sum((i.value(state, seat) for i in items), start=0)) for seat in range(state.game.players)
    )


def public_scores(state: State) -> tuple[Number, ...]:
    """What every onlooker can count: the items that read nothing hidden; all of them once it is over."""
    items = [i for i in state.game.tables.scoring if i.public or state.pc < 0]
    return tuple(
        plain(sum((i.value(state, seat) for i in items), start=0)) for seat in range(state.game.players)
    )


def ranking(state: State) -> tuple[int, ...]:
    """The place of each seat: 1 is best, and who is equal after the tie-breaks shares a place."""
    ties = state.game.tables.ties
    keys = [(score, *(t(state, seat) for t in ties)) for seat, score in enumerate(scores(state))]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def returns(state: State) -> list[float]:
    """Zero for all until the game is over; then by the spec, or zero-sum by who won."""
    n = state.game.players
    if state.pc >= 0:
        return [0.0] * n
    if n == 1 or state.game.tables.returns == "scores":
        return [float(s) for s in scores(state)]
    places = ranking(state)
    winners = places.count(1)
    won = [(1.0 if place == 1 else 0.0) / winners for place in places]
    return [(share - 1.0 / n) * n / (n - 1) for share in won]


def utility_range(game: Game) -> tuple[float, float]:
    """Bounds of a seat's return; infinite where the spec's scores have no known bound."""
    if game.players > 1 and game.tables.returns != "scores":
        return -1.0 / (game.players - 1), 1.0
    known = game.tables.score_range
    return (-math.inf, math.inf) if known is None else (float(known[0]), float(known[1]))
