"""Seats that decide at the same time.

While they do, the state is the position as it was when all began, and each seat has a board of its own: that
position with nothing but the seat's own decisions played on it. Whatever a seat is shown, asked or told comes
from its board, so there is nothing of another's plan to be seen. When the last seat is done, all plans are
played one after the other in the order of the seats, whatever the order in which they were made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, SupportsIndex

from rulesc_runtime import views
from rulesc_runtime.errors import IllegalAction, Reason
from rulesc_runtime.state import State
from rulesc_runtime.views import Json

if TYPE_CHECKING:
    from rulesc_runtime.game import Game
    from rulesc_runtime.tables import Meeting

TOGETHER = -2
DONE = -3  # the seat of a board whose owner has come to the end

_WHICH = (Reason("not asked now", "several seats decide at the same time: say which one acts", ()),)
_DONE = (Reason("not asked now", "this seat does not decide now", ()),)


class MeetingState(State):
    """A state of a game in which seats sometimes decide at the same time."""

    __slots__ = ("boards", "plans")

    plans: tuple[tuple[int, ...], ...]  # by seat; () while nothing is decided at the same time
    boards: tuple[
        MeetingState | None, ...
    ]  # by seat; None: not asked. They never change, but for their cache

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.plans = ()
        self.boards = ()

    # ---- from beginning to end -------------------------------------------------------------

    def meet(self) -> None:
        """Begin: engines call it where seats are to decide at the same time."""
        players = range(self.game.players)
        self.plans = ((),) * len(players)
        boards: tuple[MeetingState | None, ...] = tuple(self._begun(seat) for seat in players)
        self.boards = boards
        if not self.acting_players():
            self._join()

    def reopened(self) -> None:
        if self.seat == TOGETHER:
            self.meet()

    def _meeting(self) -> Meeting:
        tables = self.game.tables
        return tables.meetings[self.pc - len(tables.decisions) - len(tables.chances)]

    def _begun(self, seat: int) -> MeetingState | None:
        meeting = self._meeting()
        if not meeting.asked(self, seat):
            return None
        board = self._copy()
        board.plans = board.boards = ()
        meeting.plan(board, seat)
        return board

    def _commit(self, action: int, seat: int) -> None:
        """A legal decision of one seat."""
        board = self.boards[seat]
        assert board is not None
        board = board._copy()
        board.legal_cache = None
        self.game.step(board, action)
        self.boards = (*self.boards[:seat], board, *self.boards[seat + 1 :])
        self.plans = (*self.plans[:seat], (*self.plans[seat], action), *self.plans[seat + 1 :])
        if not self.acting_players():
            self._join()

    def _join(self) -> None:
        """Play all plans in the order of the seats, then go on."""
        meeting, plans, boards = self._meeting(), self.plans, self.boards
        self.plans = self.boards = ()
        for seat, plan in enumerate(plans):
            if boards[seat] is not None:
                meeting.plan(self, seat)
                for action in plan:
                    self.game.step(self, action)
                    self.past = (self.past, seat, action)
        self.legal_cache = None
        meeting.met(self)

    def _acts(self, seat: int | None) -> MeetingState | None:
        """The board of a seat that is not done."""
        if seat is None or not 0 <= seat < len(self.boards):
            return None
        board = self.boards[seat]
        return board if board is not None and board.seat >= 0 else None

    # ---- who decides what ------------------------------------------------------------------

    def acting_players(self) -> tuple[int, ...]:
        if self.seat != TOGETHER:
            return super().acting_players()
        return tuple(s for s in range(len(self.boards)) if self._acts(s) is not None)

    def is_simultaneous_node(self) -> bool:
        return self.seat == TOGETHER

    def decision_name(self) -> str:
        return "together" if self.seat in (TOGETHER, DONE) else super().decision_name()

    def board_of(self, player: int | None) -> State:
        if self.seat != TOGETHER or player is None:
            return self
        return self.boards[player] or self

    def legal_actions(self, player: int | None = None) -> list[int]:
        """At a simultaneous node those of a seat; without a seat none."""
        if self.seat != TOGETHER:
            return super().legal_actions(player)
        board = self._acts(player)
        return [] if board is None else board.legal_actions()

    def apply_action(self, action: SupportsIndex, player: int | None = None) -> None:
        if self.seat != TOGETHER:
            super().apply_action(action, player)
            return
        number = self._checked(action, player)
        assert player is not None
        self._commit(number, player)

    def apply_actions(self, actions: object) -> None:
        """An action for each seat that acts, as a list by seat or a mapping; all are checked beforehand."""
        if self.seat != TOGETHER:
            super().apply_actions(actions)
        if not isinstance(actions, Iterable):
            raise IllegalAction("the actions are a list by seat, or a mapping from seats to actions", _WHICH)
        given = dict(actions) if isinstance(actions, Mapping) else dict(enumerate(actions))
        acting = self.acting_players()
        missing = [f"p{seat + 1}" for seat in acting if seat not in given]
        if missing:
            raise IllegalAction(f"there is no action for {', '.join(missing)}", _WHICH)
        numbers = [(seat, self._checked(given[seat], seat)) for seat in acting]
        for seat, number in numbers:
            self._commit(number, seat)

    def why_not(self, action: object, player: int | None = None) -> tuple[Reason, ...]:
        if self.seat != TOGETHER:
            return super().why_not(action, player)
        if player is None:
            return _WHICH
        board = self._acts(player)
        return _DONE if board is None else board.why_not(action)

    # ---- what a seat sees ------------------------------------------------------------------

    def view(self, player: int | None = None) -> dict[str, Json]:
        if self.seat != TOGETHER:
            return super().view(player)
        self.game.check_seat(player)
        board = self.board_of(player)
        seen = views.view(board, player)
        return {**seen, "to_act": TOGETHER, "decision": board.decision_name()}

    # ---- the past and identity -------------------------------------------------------------

    def entries(self) -> list[tuple[int, int]]:
        plans = [(seat, action) for seat, plan in enumerate(self.plans) for action in plan]
        return [*super().entries(), *plans]

    def _key(self) -> tuple[object, ...]:
        return (*super()._key(), self.plans)
