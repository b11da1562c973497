"""Whether a changed spec plays the same game: the lowered machine is the same, or every position is.

In: two checked specs. Out: why they are equivalent; "" if that was not shown. The search plays all games of
both with explicit chance, side by side, and counts only if it comes to its end within its bound.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulesc.commands.engine import Engine
    from rulesc.machine.nodes import Machine
    from rulesc.pipeline import Checked
    from rulesc_runtime.state import State

POSITIONS = 20_000  # that a search may look at


def machine_of(checked: Checked) -> Machine:
    from rulesc.machine.flow import threaded
    from rulesc.machine.from_typed import lower

    return threaded(lower(checked.program))


def same_machine(one: Machine, other: Machine) -> bool:
    """Whether two specs come down to the same: blocks and decisions, and what these read."""
    from rulesc.machine.show import show_machine

    mine, its = one.program, other.program
    read = ("defines", "scoring", "ties", "slots", "zones", "options", "tables", "components", "longest")
    return show_machine(one) == show_machine(other) and all(
        getattr(mine, name) == getattr(its, name) for name in read
    )


def same_games(one: Engine, other: Engine, bound: int = POSITIONS) -> bool:
    """Whether all positions of both games are the same, for each number of players."""
    low, high = one.Game.tables.players  # type: ignore[attr-defined]
    left = bound
    for players in range(low, high + 1):
        starts = []
        for engine in (one, other):
            game = engine.Game(players=players).explicit()  # type: ignore[attr-defined]
            starts.append(game.new_initial_state())
        left = _search(starts[0], starts[1], left)
        if left < 0:
            return False
    return True


def _search(one: State, other: State, bound: int) -> int:
    """How many positions are left of a bound after a search; -1 if it ran out, or found a difference."""
    seen = set()
    todo = [(one, other)]
    while todo:
        mine, its = todo.pop()
        key = (mine, its)
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > bound:
            return -1
        if mine.acting_players() != its.acting_players() or mine.is_terminal() != its.is_terminal():
            return -1
        if mine.is_terminal():
            if (mine.scores(), mine.ranking(), mine.returns()) != (
                its.scores(),
                its.ranking(),
                its.returns(),
            ):
                return -1
            continue
        for seat in mine.acting_players() or (-1,):
            moves = _moves(mine, seat)
            if moves.keys() != _moves(its, seat).keys():
                return -1
            for text, action in moves.items():
                pair = []
                for state, number in ((mine, action), (its, _moves(its, seat)[text])):
                    child = state.clone()
                    child.apply_action(number, seat if seat >= 0 else None)
                    pair.append(child)
                todo.append((pair[0], pair[1]))
    return bound - len(seen)


def _moves(state: State, seat: int) -> dict[str, int]:
    """What can happen there, by its name and, for chance, its weight."""
    if seat < 0:
        return {f"{state.action_to_string(-1, k)} {n}": k for k, n in state.weighted_outcomes()}
    return {state.action_to_string(seat, action): action for action in state.legal_actions(seat)}
