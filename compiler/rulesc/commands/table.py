"""The table at which people play: asks one seat at a time, shows it what it sees and no more."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulesc.commands.picture import picture
from rulesc.commands.session import Session
from rulesc.commands.terminal import plural, seen
from rulesc.diagnostics.suggest import closest

if TYPE_CHECKING:
    from rich.console import Console

    from rulesc.commands.engine import Reason, State

HELP = """\
  a number, or a move as written on the right   play it
  why MOVE    why a move is legal or not (a number or a move)
  undo        take your last move back, as long as nothing new was seen
  log         what has happened, as you saw it
  show        what you see, and your moves
  quit        leave the game"""


COMMANDS = ("why", "undo", "log", "show", "quit", "help")


@dataclass(slots=True)
class Table:
    session: Session
    screen: Console
    sentences: dict[str, str]  # of clauses and rulings, by id
    humans: int
    explain: Callable[[State, str, int], Iterable[str]] | None = None  # why a move is legal or not
    _told: dict[int, int] = field(default_factory=dict)  # how much of its log each seat was told
    _last: int = -1

    def __post_init__(self) -> None:
        """What happened before a game was gone on with is in the log, and no news."""
        if self.session.earlier:
            seats = range(self.session.game.num_players())
            self._told = {seat: len(self.session.first.log(seat)) for seat in seats}

    def turn(self, seat: int) -> bool:
        """Ask a seat until it has moved or taken back; False: it leaves."""
        if not self._hand_over(seat):
            return False
        self._news(seat)
        self._show(seat)
        while True:
            text = self._read(seat)
            if text is None or text in ("quit", "exit", "q"):
                return False
            if self._obey(seat, text):
                return True

    def result(self, seat: int | None) -> None:
        """How the game ended: scores line by line, places."""
        state = self.session.state
        if not state.is_terminal():
            self._say(f"The game is not over; played so far: {plural(len(self.session.moves), 'move')}.")
            return
        if seat is not None:
            self._news(seat)
        scores, places, sheet = state.scores(), state.ranking(), state.score_sheet()
        self._say("The game is over.", "bold")
        for one in range(len(scores)):
            items = ", ".join(f"{label} {value}" for label, value in sheet[one].items())
            self._say(f"  place {places[one]}: p{one + 1} with {scores[one]} ({items})")

    # ---- one line of input --------------------------------------------------------------------

    def _obey(self, seat: int, text: str) -> bool:
        """Do what a line asks for; whether the seat's turn at the table is over."""
        word, _, rest = text.partition(" ")
        match word:
            case "help" | "?":
                self._say(HELP)
            case "log":
                for line in self.session.state.log(seat):
                    self._say(f"  {line}")
            case "show":
                self._show(seat)
            case "undo":
                reason = self.session.undo(seat)
                if not reason:
                    self._told.pop(seat, None)
                    self._told[seat] = len(self.session.state.log(seat))
                    self._say("Taken back.")
                    return True
                self._say(f"That can't be taken back: {reason}.", "yellow")
            case "why" if not rest.strip():
                self._say("Say which move: `why 2` or `why MOVE`, also one that isn't legal.")
            case "why":
                action = self._action(seat, rest.strip())
                if action is not None:
                    self._why(seat, action)
            case _:
                return self._move(seat, text)
        return False

    def _why(self, seat: int, action: int) -> None:
        state = self.session.state
        reasons = state.why_not(action, seat)
        if not reasons:
            self._say("That is legal.")
        if self.explain is not None:
            for line in self.explain(state, state.action_to_string(seat, action), seat):
                self._say(f"  {line}")
        elif reasons:
            self._reasons(reasons)

    def _move(self, seat: int, text: str) -> bool:
        action = self._action(seat, text)
        if action is None:
            return False
        reasons = self.session.state.why_not(action, seat)
        if reasons:
            self._say("You can't do that now.", "yellow")
            self._reasons(reasons)
            return False
        self.session.play(seat, action)
        return True

    def _action(self, seat: int, text: str) -> int | None:
        """The action that a number of the list or a move's notation means."""
        state = self.session.state
        legal = state.legal_actions(seat)
        if text.removeprefix("-").isdecimal() and len(text) < 9:
            if 1 <= int(text) <= len(legal):
                return legal[int(text) - 1]
            self._say(f"The moves are numbered from 1 to {len(legal)}.", "yellow")
            return None
        try:
            return state.string_to_action(text, seat)
        except ValueError as fault:
            self._say(f"{fault}", "yellow")
            near = closest(text, (*COMMANDS, *(state.action_to_string(seat, a) for a in legal)))
            self._say(f"Did you mean `{near}`?" if near else "`help` says what you can type.")
            return None

    # ---- what a seat is told ------------------------------------------------------------------

    def _hand_over(self, seat: int) -> bool:
        """Between two people at one screen, the next one takes a seat before anything is shown."""
        shared = self.humans > 1 and self._last not in (-1, seat)
        self._last = seat
        if not shared:
            return True
        if self.screen.is_terminal:
            self.screen.clear()
        self._say(f"p{seat + 1}, take the seat; press Enter when nobody else is looking.", "bold")
        return _line() is not None

    def _news(self, seat: int) -> None:
        log = self.session.state.log(seat)
        for line in log[self._told.get(seat, 0) :]:
            self._say(f"  {line}", "dim")
        self._told[seat] = len(log)

    def _show(self, seat: int) -> None:
        state = self.session.state
        self._say("")
        self._say(f"p{seat + 1}, what you see:", "bold")
        for line in picture(state.view(seat)):
            self._say(f"  {line}")
        self._say("Your moves:", "bold")
        moves = [(self._words(seat, a), state.action_to_string(seat, a)) for a in state.legal_actions(seat)]
        width = min(60, max((len(words) for words, _ in moves), default=0))
        for number, (words, notation) in enumerate(moves, 1):
            self._say(
                f"  {number:>3}  {words:{width}}  {notation}"
                if words != notation
                else f"  {number:>3}  {words}"
            )

    def _words(self, seat: int, action: int) -> str:
        return self.session.game.describe(seat, action)

    def _reasons(self, reasons: Sequence[Reason]) -> None:
        for reason in reasons:
            self._say(f"  {reason.label}: {reason.text}" if reason.label else f"  {reason.text}")
            for clause in reason.clauses:
                sentence = self.sentences.get(clause, "")
                self._say(f"    {clause}: {sentence}" if sentence else f"    {clause}")

    def _read(self, seat: int) -> str | None:
        self.screen.print(f"p{seat + 1}> ", end="", style="bold", markup=False)
        text = _line()
        if text is None:
            self._say("")
            return None
        return text.strip() or "show"

    def _say(self, text: str, style: str = "") -> None:
        self.screen.print(seen(text), style=style or None, markup=False, emoji=False)


def _line() -> str | None:
    """A line that was typed; None at the end of input."""
    sys.stdout.flush()
    text = sys.stdin.readline()
    return text.rstrip("\n") if text else None
