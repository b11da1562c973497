"""The promises about seats that decide at the same time: any order is one game, and no plan shows."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from rulesc_runtime.state import State

if TYPE_CHECKING:
    from rulesc_runtime.contract import Parameters
    from rulesc_runtime.game import Game


def check_together(kind: type[Game], given: Parameters) -> None:
    """Seats that decide at the same time: any order gives one game, and no plan of another shows."""
    from rulesc_runtime.contract import GAMES, walk

    game = given.game(kind, "explicit")
    if not game.tables.meetings:
        return
    chooser = random.Random(13)
    for seed in range(GAMES):
        before = game.new_initial_state(seed=seed)
        for state in walk(game, seed):
            if state.is_simultaneous_node() and not before.is_simultaneous_node():
                _any_order(state, chooser)
                _no_plan_shows(state, chooser)
            before = state.clone()


def _any_order(state: State, chooser: random.Random) -> None:
    """Plans made seat after seat, backwards and mixed give equal states with one history."""
    from rulesc_runtime.contract import asked, refused

    assert state.current_player() == -2 and state.legal_actions() == []
    for _, legal in asked(state):
        refused(state, legal[0], None)
    plans = {seat: _plan(state, seat, chooser) for seat in state.acting_players()}
    orders = [[s for s in plans for _ in plans[s]], [s for s in reversed(plans) for _ in plans[s]]]
    orders.append(chooser.sample(orders[0], len(orders[0])))
    ends = []
    for order in orders:
        copy, left = state.clone(), {seat: list(plan) for seat, plan in plans.items()}
        for seat in order:
            assert seat in copy.acting_players() and copy.is_simultaneous_node()
            copy.apply_action(left[seat].pop(0), seat)
        ends.append(copy)
    assert all(end == ends[0] and end.history() == ends[0].history() for end in ends), "the order matters"


def _plan(state: State, seat: int, chooser: random.Random) -> list[int]:
    copy, plan = state.clone(), []
    while copy.is_simultaneous_node() and copy.past is state.past and seat in copy.acting_players():
        plan.append(chooser.choice(copy.legal_actions(seat)))
        copy.apply_action(plan[-1], seat)
    return plan


def _no_plan_shows(state: State, chooser: random.Random) -> None:
    """Whatever the others have decided so far, a seat sees and hears the same."""
    from rulesc_runtime.contract import alike, outputs, told

    for seat in (None, *range(state.num_players())):
        one, two = (_others_planned(state, seat, chooser) for _ in range(2))
        if one.acting_players() == two.acting_players() and one.is_simultaneous_node():
            alike(outputs(one, seat), outputs(two, seat), seat)
            alike(told(one, seat), told(two, seat), seat)


def _others_planned(state: State, seat: int | None, chooser: random.Random) -> State:
    """Every other seat has taken up to three decisions, but is not done."""
    copy = state.clone()
    for other in copy.acting_players():
        for _ in range(3 if other != seat else 0):
            after = copy.child(chooser.choice(copy.legal_actions(other)), other)
            if not after.is_simultaneous_node() or other not in after.acting_players():
                break
            copy = after
    return copy
