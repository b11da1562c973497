"""Seats that decide at the same time, in the reference interpreter.

In: a position where a `together` begins, and what each seat has decided there. A seat's own board is
the position as it was when all began, with nothing but its own decisions played on it; what the others
do is not there to be seen. When the last seat is done, all decisions are played one seat after the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesc.typed.frames import Block, Plans

if TYPE_CHECKING:
    from rulesc.typed.interpret import Interpretation, Position
    from rulesc.typed.state import State


def asked(game: Interpretation, state: State, frame: Plans) -> tuple[int, ...]:
    """The seats that the `together` asks."""
    loop = frame.stmt.loop
    return tuple(env[loop.var] for env in game.quiet.passes((loop,), state, frame.env))


def board(position: Position, seat: int) -> Position:
    """What a seat has before it: a decision of its own, or "over" when it is done."""
    return _played(position.game, position.state.copy(), _frame(position), seat, position.plans[seat])


def acting(position: Position) -> tuple[int, ...]:
    """The seats that are not done."""
    game, frame = position.game, _frame(position)
    return tuple(s for s in asked(game, position.state, frame) if board(position, s).kind == "decision")


def joined(position: Position) -> Position:
    """What follows when every seat is done: the plans are played in the order of the seats."""
    game, frame = position.game, _frame(position)
    state = position.state.copy()
    for seat in asked(game, position.state, frame):
        state = _played(game, state, frame, seat, position.plans[seat]).state
    return game.going_on(state, frame.below)


def first_plans(game: Interpretation, state: State, frame: Plans) -> State:
    """The state after every seat has taken its first option again and again."""
    for seat in asked(game, state, frame):
        position = _played(game, state, frame, seat, ())
        while position.kind == "decision":
            position = position.apply(position.legal()[0])
        state = position.state
    return state


def _played(game: Interpretation, state: State, frame: Plans, seat: int, plan: tuple[int, ...]) -> Position:
    stmt = frame.stmt
    env = {**frame.env, stmt.loop.var: seat, "player": seat}
    position = game.going_on(state, Block(stmt.body, 0, env, None))
    for action in plan:
        position = position.apply(action)
    return position


def _frame(position: Position) -> Plans:
    assert isinstance(position.frame, Plans)
    return position.frame
