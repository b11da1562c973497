"""A game that is being played: its moves, and what may be taken back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulesc.commands.engine import CHANCE, Game, State


@dataclass(slots=True)
class Session:
    """The state now, the moves so far as (seat, move), and the state before each of them."""

    game: Game
    state: State
    moves: list[tuple[int, str]] = field(default_factory=list)
    _before: list[State] = field(default_factory=list)

    def play(self, seat: int, action: int) -> None:
        before = self.state.clone()
        move = self.state.action_to_string(seat, action)
        self.state.apply_action(action, seat)
        self._before.append(before)
        self.moves.append((seat, move))

    def undo(self, seat: int) -> str:
        """Take back this seat's last move; what it says, if anything, is why that can't be."""
        if not self.moves:
            return "there is nothing to take back"
        if self.moves[-1][0] != seat:
            return f"p{self.moves[-1][0] + 1} has moved since"
        reason = _horizon(self._before[-1], self.state, seat, self.game.num_players())
        if not reason:
            self.state = self._before.pop()
            self.moves.pop()
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
