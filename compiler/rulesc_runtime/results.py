"""Results of a state: scores by item, places, returns. In: a state. Out: plain numbers."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
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
    return tuple([plain(score) for score in _sums(state)])


def _sums(state: State) -> list[Number]:
    """Each seat's score, a whole number perhaps still as a fraction."""
    items = state.game.tables.scoring
    seats = range(state.game.players)
    if len(items) == 1:
        value = items[0].value
        return [value(state, seat) for seat in seats]
    return [sum([i.value(state, seat) for i in items]) for seat in seats]


def public_scores(state: State) -> tuple[Number, ...]:
    """What every onlooker can count: the items that read nothing hidden; all of them once it is over."""
    items = [i for i in state.game.tables.scoring if i.public or state.pc < 0]
    return tuple(
        plain(sum((i.value(state, seat) for i in items), start=0)) for seat in range(state.game.players)
    )


def ranking(state: State) -> tuple[int, ...]:
    """The place of each seat: 1 is best, and who is equal after the tie-breaks shares a place."""
    ties = state.game.tables.ties
    keys = [(score, *[t(state, seat) for t in ties]) for seat, score in enumerate(_sums(state))]
    return tuple([1 + sum([other > key for other in keys]) for key in keys])


def returns(state: State) -> list[float]:
    """Zero for all until the game is over; then by the spec, or zero-sum by who won."""
    n = state.game.players
    tables = state.game.tables
    if state.pc >= 0:
        return [0.0] * n
    if n == 1 or tables.returns == "scores":
        return [float(s) for s in _sums(state)]
    worth: list[Number] = [-place for place in ranking(state)] if tables.ties else _sums(state)
    if n == 2:
        first, second = worth
        return [1.0, -1.0] if first > second else [-1.0, 1.0] if first < second else [0.0, 0.0]
    best = max(worth)
    won, lost = _shares(n, worth.count(best))
    return [won if score == best else lost for score in worth]


@cache
def _shares(players: int, winners: int) -> tuple[float, float]:
    """What a winner and a loser get, so that all together get nothing."""
    won = (1.0 / winners - 1.0 / players) * players / (players - 1)
    return won, (0.0 - 1.0 / players) * players / (players - 1)


def utility_range(game: Game) -> tuple[float, float]:
    """Bounds of a seat's return; infinite where the spec's scores have no known bound."""
    if game.players > 1 and game.tables.returns != "scores":
        return -1.0 / (game.players - 1), 1.0
    known = game.tables.score_range
    return (-math.inf, math.inf) if known is None else (float(known[0]), float(known[1]))
