"""Where a running game stands in its text: a stack of frames, the innermost first.

A frame says what is left to do at its level and what comes `below` it. Frames never change, so a
position keeps its stack however the game goes on from there. The top of a stack at a pause is the
frame of the decision or draw that is waited for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulesc.typed import nodes
from rulesc.typed.evaluate import Env
from rulesc.typed.state import Place


@dataclass(frozen=True, slots=True)
class Block:
    """Statements from number `at` on."""

    stmts: tuple[nodes.Stmt, ...]
    at: int
    env: Env
    below: Frame | None


@dataclass(frozen=True, slots=True)
class ForLoop:
    """`visited` is the last value, or, if the domain has an order of its own, how many were visited."""

    stmt: nodes.For
    env: Env
    visited: int | None
    below: Frame | None


@dataclass(frozen=True, slots=True)
class WhileLoop:
    stmt: nodes.While
    env: Env
    below: Frame | None


@dataclass(frozen=True, slots=True)
class UntilLoop:
    """The body has just run."""

    stmt: nodes.RepeatUntil
    env: Env
    below: Frame | None


@dataclass(frozen=True, slots=True)
class TimesLoop:
    stmt: nodes.RepeatTimes
    env: Env
    left: int
    below: Frame | None


@dataclass(frozen=True, slots=True)
class Again:
    """`any number of`, of which `used` rounds are done."""

    stmt: nodes.AnyNumber
    env: Env
    used: int
    below: Frame | None


@dataclass(frozen=True, slots=True)
class Picks:
    """`move chosen`, of which `picked` picks are done; none may come before `last` (source, kind)."""

    stmt: nodes.MoveChosen
    env: Env
    low: int
    high: int | None
    picked: int
    last: tuple[int, int]
    below: Frame | None


@dataclass(frozen=True, slots=True)
class Draws:
    """`left` pieces are still to be drawn."""

    stmt: nodes.Draw | nodes.Refill
    source: Place
    target: Place
    left: int
    below: Frame | None


@dataclass(frozen=True, slots=True)
class Plans:
    """Seats decide at the same time; it goes on below when all are done."""

    stmt: nodes.Together
    env: Env
    below: Frame | None


@dataclass(frozen=True, slots=True)
class Asking:
    """A window; `visited` seats of its order have passed, and while one is asked `seat` is that one.

    Of a bidding `order` is what was read when it began; `out` are the seats (as a mask) that are out of it,
    `last` is the one that acted last, and `asked` tells whether one was asked in this round.
    """

    stmt: nodes.Window
    env: Env
    visited: int | None
    seat: int | None
    below: Frame | None
    order: nodes.Domain | None = None
    out: int = 0
    last: int = -1
    asked: bool = False


@dataclass(frozen=True, slots=True)
class ActionEnd:
    """The body of an action ends here, and its `leaves` must hold."""

    action: nodes.Action
    env: Env
    below: Frame | None


Frame = (
    Block | ForLoop | WhileLoop | UntilLoop | TimesLoop | Again | Picks | Draws | Plans | Asking | ActionEnd
)


def bind(frame: Frame | None, var: str, value: int) -> Block:
    """The block with a variable for the statements that are left."""
    assert isinstance(frame, Block)
    return replace(frame, env={**frame.env, var: value})


def below(frame: Frame | None) -> Iterator[Frame]:
    """A frame and all below it."""
    while frame is not None:
        yield frame
        frame = frame.below


def in_action(frame: Frame | None) -> bool:
    """Whether an action is running."""
    return any(isinstance(one, ActionEnd) for one in below(frame))
