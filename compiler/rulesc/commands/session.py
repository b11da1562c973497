"""A game that is being played: its moves, and what may be taken back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rulesc.commands.engine import CHANCE, Game, State


def applied(state: State, seat: int, action: int) -> None:
    state.apply_action(action, seat)


@dataclass(slots=True)
class Session:
    """Where the game began, and the moves so far with the state after each.

    A game that is gone on with begins after its `earlier` moves, which aren't taken back. A move is one
    entry, so that whoever interrupts a game finds moves that lead to its state.
    """

    game: Game
    first: State
    earlier: Sequence[tuple[int, str]] = ()
    past: list[tuple[int, str, State]] = field(default_factory=list)  # seat, move, the state after it
    apply: Callable[[State, int, int], None] = applied  # how a seat's move is played on a state

    @property
    def state(self) -> State:
        return self.past[-1][2] if self.past else self.first

    @property
    def moves(self) -> list[tuple[int, str]]:
        return [*self.earlier, *((seat, move) for seat, move, _ in self.past)]

    def play(self, seat: int, action: int) -> None:
        after = self.state.clone()
        self.apply(after, seat, action)
        self.past.append((seat, self.state.action_to_string(seat, action), after))

    def undo(self, seat: int) -> str:
        """Take back this seat's last move; what it says, if anything, is why that can't be."""
        if not self.past:
            return "there is nothing to take back"
        last, _, now = self.past[-1]
        if last != seat:
            return f"p{last + 1} has moved since"
        before = self.past[-2][2] if len(self.past) > 1 else self.first
        reason = _horizon(before, now, seat, self.game.num_players())
        if not reason:
            self.past.pop()
        return reason


def _horizon(before: State, now: State, seat: int, seats: int) -> str:
    """Why `seat` may not go back: chance, another seat's act, or something newly seen."""
    for viewer in (seat, *(other for other in range(seats) if other != seat)):
        told = now.events(0, viewer)[len(before.events(0, viewer)) :]
        actors = {event.get("seat") for event in told}
        if CHANCE in actors:
            return "chance has fallen since"
        if actors - {seat}:
            return "another seat has moved since"
        if any(_shows(event, before.view(viewer)) for event in told):
            return "somebody has seen something new since"
    return ""


def _shows(event: Mapping[str, object], view: Mapping[str, object]) -> bool:
    """Whether an event shows a piece that lay face down in the view before it."""
    moves = event.get("moves")
    return isinstance(moves, list) and any(
        move["kind"] is not None and isinstance(move["from"], str) and _face_down(view, move["from"])
        for move in moves
    )


def _face_down(view: Mapping[str, object], place: str) -> bool:
    """Whether a view has only a number, or nothing at all, for a place such as `hand[p1]`."""
    name, _, index = place.partition("[")
    value: object = view.get("zones")
    for key in (name, *(index.rstrip("]").split(", ") if index else ())):
        value = value.get(key) if isinstance(value, Mapping) else None
    return value is None or isinstance(value, int)
