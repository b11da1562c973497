"""Numbers known from outside: game trees of tic-tac-toe and connect four, Kuhn poker's value."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import rulesc_runtime

ROOT = Path(__file__).parent.parent


def initial(game: str, chance: str = "explicit") -> rulesc_runtime.State:
    return rulesc_runtime.load(game, ROOT / "generated").Game(chance=chance).new_initial_state()


def test_tic_tac_toe_has_5478_positions() -> None:
    first = initial("tic_tac_toe")
    seen = {first}
    todo = [first]
    while todo:
        state = todo.pop()
        for action in state.legal_actions():
            child = state.clone()
            child.apply_action(action)
            if child not in seen:
                seen.add(child)
                todo.append(child)
    assert len(seen) == 5478


def complete_games(state: rulesc_runtime.State, known: dict[rulesc_runtime.State, int]) -> int:
    if state.is_terminal():
        return 1
    if state not in known:
        total = 0
        for action in state.legal_actions():
            child = state.clone()
            child.apply_action(action)
            total += complete_games(child, known)
        known[state] = total
    return known[state]


def test_tic_tac_toe_has_255168_complete_games() -> None:
    assert complete_games(initial("tic_tac_toe"), {}) == 255_168


def paths(state: rulesc_runtime.State, depth: int) -> int:
    """Move sequences of this length."""
    if depth == 0 or state.is_terminal():
        return int(depth == 0)
    if depth == 1:
        return len(state.legal_actions())
    total = 0
    for action in state.legal_actions():
        child = state.clone()
        child.apply_action(action)
        total += paths(child, depth - 1)
    return total


@pytest.mark.parametrize(("depth", "count"), [(1, 7), (2, 49), (3, 343), (4, 2401), (5, 16807), (6, 117_649)])
def test_connect_four_counts(depth: int, count: int) -> None:
    assert paths(initial("connect_four"), depth) == count


@pytest.mark.slow
def test_connect_four_counts_at_depth_7() -> None:
    assert paths(initial("connect_four"), 7) == 823_536


# The first player's equilibria form a family by alpha, the bluff with a jack (0 to 1/3); a known one.
ALPHA = Fraction(1, 6)
FIRST = {"jack": ALPHA, "queen": Fraction(0), "king": 3 * ALPHA}  # bets
FIRST_CALLS = {"jack": Fraction(0), "queen": ALPHA + Fraction(1, 3), "king": Fraction(1)}
SECOND_BETS = {"jack": Fraction(1, 3), "queen": Fraction(0), "king": Fraction(1)}
SECOND_CALLS = {"jack": Fraction(0), "queen": Fraction(1, 3), "king": Fraction(1)}


def value(state: rulesc_runtime.State) -> Fraction:
    """What the first player wins by the equilibrium, over the whole tree, in exact fractions."""
    if state.is_terminal():
        return Fraction(state.scores()[0])
    total = Fraction(0)
    if state.is_chance_node():
        outcomes = state.legal_actions()
        for outcome in outcomes:
            child = state.clone()
            child.apply_action(outcome)
            total += value(child) / len(outcomes)
        return total
    seat = state.current_player()
    hand = state.view(seat)["zones"]["hand"][f"p{seat + 1}"]  # type: ignore[index,call-overload]
    card = next(iter(hand))
    names = {state.action_to_string(seat, a): a for a in state.legal_actions()}
    if "bet" in names:
        bold, timid = "bet", "check"
        chance = (FIRST if seat == 0 else SECOND_BETS)[card]
    else:
        bold, timid = "call", "fold"
        chance = (FIRST_CALLS if seat == 0 else SECOND_CALLS)[card]
    for name, probability in ((bold, chance), (timid, 1 - chance)):
        if probability:
            child = state.clone()
            child.apply_action(names[name])
            total += probability * value(child)
    return total


def test_kuhn_poker_is_worth_minus_one_eighteenth() -> None:
    assert value(initial("kuhn_poker")) == Fraction(-1, 18)
