"""An engine as small as can be, written by hand the way generated ones are written.

Two or three seats hold one hidden card each of low, middle, high. In turn a seat plays a card
openly for its worth, buries one face down, or passes (not twice in a row), then draws again.
Over when all have acted twice. The option `bonus` pays 1 more for a played card; the ruling `U-1`
says whether a seat may pass at all.
"""

from __future__ import annotations

from rulesc_runtime import (
    Action,
    ChancePoint,
    Decision,
    Guard,
    Parameter,
    Ruling,
    ScoreItem,
    Slot,
    Tables,
    Zone,
)
from rulesc_runtime import Game as _Game
from rulesc_runtime import State as _State

RANKS = ("low", "middle", "high")
SEATS = ("p1", "p2", "p3")
DECK, HAND, TABLE, BURIED, SCORE, PASSED = 0, 3, 12, 15, 18, 21
WIDTH = 24
PLAY, BURY, PASS = 0, 3, 6
DECISION, DEAL, DRAW = 0, 1, 2


class State(_State):
    __slots__ = ("turn", "x_to")

    turn: int
    x_to: int

    def _copy(self) -> State:
        c = State.__new__(State)
        c.game = self.game
        c.v = self.v[:]
        c.k = self.k
        c.rng = self.rng
        c.pc = self.pc
        c.seat = self.seat
        c.legal_cache = self.legal_cache
        c.explicit = self.explicit
        c.past = self.past
        c.origin = self.origin
        c.turn = self.turn
        c.x_to = self.x_to
        return c


def _start(s: State) -> None:
    s.v = [0] * WIDTH
    s.v[DECK : DECK + 3] = [4, 4, 4]
    s.turn = 0
    s.x_to = 0
    _deal(s)


def _draw(s: State) -> int:
    s.rng = s.rng * 0x5DEECE66D + 0xB & (1 << 48) - 1
    x = (s.rng >> 16) % sum(s.v[DECK : DECK + 3])
    kind = 0
    while x >= s.v[DECK + kind]:
        x -= s.v[DECK + kind]
        kind += 1
    return kind


def _stop(s: State, pc: int, seat: int) -> None:
    s.pc, s.seat, s.legal_cache = pc, seat, None


def _deal(s: State) -> None:
    while s.x_to < s.k[0]:
        if s.explicit:
            return _stop(s, DEAL, -1)
        _take(s, s.x_to, _draw(s))
        s.x_to += 1
    _stop(s, DECISION, 0)


def _take(s: State, seat: int, kind: int) -> None:
    s.v[DECK + kind] -= 1
    s.v[HAND + 3 * seat + kind] += 1


def _next(s: State) -> None:
    s.turn += 1
    if s.turn == 2 * s.k[0]:
        return _stop(s, -1, -4)
    _stop(s, DECISION, s.turn % s.k[0])


def _apply(s: State, a: int) -> None:
    v, seat = s.v, s.seat
    if s.pc == DEAL:
        _take(s, s.x_to, a)
        s.x_to += 1
        _deal(s)
    elif s.pc == DRAW:
        _take(s, s.x_to, a)
        _next(s)
    elif a == PASS:
        v[PASSED + seat] = 1
        _next(s)
    else:
        kind, bury = (a - BURY, True) if a >= BURY else (a, False)
        v[HAND + 3 * seat + kind] -= 1
        v[(BURIED if bury else TABLE) + kind] += 1
        v[PASSED + seat] = 0
        if not bury:
            v[SCORE + seat] += kind + 1 + s.k[1]
        if s.explicit:
            s.x_to = seat
            return _stop(s, DRAW, -1)
        _take(s, seat, _draw(s))
        _next(s)


def _legal(s: State) -> list[int]:
    return [a for a in range(7) if not _why(s, a)]


def _why(s: State, a: int) -> list[int]:
    if a == PASS:
        return ([1] if s.v[PASSED + s.seat] else []) + ([2] if s.k[3] else [])
    return [] if s.v[HAND + 3 * s.seat + a % 3] else [0]


def _pile(s: State) -> list[tuple[int, int]]:
    return [(kind, s.v[DECK + kind]) for kind in range(3) if s.v[DECK + kind]]


def _score(s: State, seat: int) -> int:
    return s.v[SCORE + seat]


def _kept(s: State, seat: int) -> int:
    return max(kind for kind in range(3) if s.v[HAND + 3 * seat + kind])


def _turn(s: State) -> None:
    _stop(s, DECISION, s.seat)


_RANK = Parameter("rank", RANKS)
_COPIES = (4, 4, 4)

TABLES = Tables(
    game="small",
    title="Small",
    edition="standard",
    spec_hash="0123",
    players=(2, 3),
    options=(Parameter("bonus", ("false", "true"), 0, False, 0), Parameter("first", SEATS, 0, False, 0)),
    rulings=(Ruling("U-1", ("may_pass", "must_play"), 0, "May a seat pass?"),),
    actions=(
        Action("play", PLAY, (_RANK,), "play the {rank} card", ("S-1",)),
        Action("bury", BURY, (_RANK,), "bury the {rank} card", ("S-2",)),
        Action("pass", PASS, (), "", ("S-3",), "pass"),
    ),
    decisions=(Decision("play", _legal, _why, (0, 1, 2), (), "turn"),),
    chances=(ChancePoint(_pile, 0, ("x_to",)), ChancePoint(_pile, 0, ("x_to",))),
    guards=(
        Guard("held", "the card is in the hand", ("S-4",)),
        Guard("once", "no pass right before", ("S-5",)),
        Guard("must", "", ("U-1",)),
    ),
    slots=(
        Slot("score", tuple(str(i) for i in range(9)), 0, "number", (SEATS,), 0, "all", "", SCORE),
        Slot("passed", ("false", "true"), 0, "name", (SEATS,), 0, "all", "", PASSED),
        Slot("turn", tuple(str(i) for i in range(7)), 0, "number", (), -1, "all", "turn", -1),
    ),
    zones=(
        Zone("deck", RANKS, _COPIES, (), -1, "nobody", False, "counts", DECK, (), _COPIES),
        Zone("hand", RANKS, _COPIES, (SEATS,), 0, "owner", False, "counts", HAND, (), (0, 0, 0)),
        Zone("table", RANKS, _COPIES, (), -1, "all", False, "counts", TABLE, (), (0, 0, 0)),
        Zone("buried", RANKS, _COPIES, (), -1, "nobody", False, "counts", BURIED, (), (0, 0, 0)),
    ),
    components=(RANKS,),
    scoring=(ScoreItem("played", _score, ("S-6",), True), ScoreItem("kept", _kept, ("S-7",))),
    ties=(),
    returns="default",
    longest=6,
    attributes=("turn",),
    width=WIDTH,
    clauses={},
    phases={"turn": _turn},
    spills=("x_to",),
)


class Game(_Game):
    tables = TABLES
    state_class = State
    start = staticmethod(_start)
    step = staticmethod(_apply)
