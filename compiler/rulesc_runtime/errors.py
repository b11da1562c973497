"""What an engine refuses, as typed errors. A refusal changes nothing."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is not legal: the guard's label, its text, and the clauses it implements."""

    label: str
    text: str
    clauses: tuple[str, ...]


class GameError(ValueError):
    """Anything an engine refuses."""


class IllegalAction(GameError):
    """An action that is not legal now; `reasons` says why."""

    def __init__(self, message: str, reasons: tuple[Reason, ...] = ()) -> None:
        super().__init__(message)
        self.reasons = reasons


class WrongParameter(GameError):
    """An unknown option, ruling, reading or number of players."""


class DamagedSave(GameError):
    """A saved state that is no state of this game."""
