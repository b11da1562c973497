"""How often a statement can run in a game, as far as the loops around it tell.

In: the loops and calls on the way to a statement. Out: a bound, or none where something goes on until a
condition or a seat ends it. A loop that changes which piece or which zone is meant counts once: each pass
takes from another heap. Where a procedure is called from several places, the one that runs most counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from rulesc.typed import nodes as typed
from rulesc.typed.descend import descend
from rulesc.typed.types import Int, Scalar, SetType, size

Names = frozenset[str]


@dataclass(frozen=True, slots=True)
class Loop:
    """How many passes, and which variables differ from pass to pass."""

    passes: int
    varying: Names


@dataclass(frozen=True, slots=True)
class Runs:
    """The loops around a statement; None: one of them has no bound."""

    loops: tuple[Loop, ...] | None

    def times(self, node: object) -> int | None:
        """How often at most the same thing is meant by what a node says."""
        if self.loops is None:
            return None
        names = {part.name for part in descend(node) if isinstance(part, typed.Var)}
        return prod(loop.passes for loop in self.loops if names.isdisjoint(loop.varying))

    def named(self, var: str, value: object) -> Runs:
        """Behind a `let`: it varies with what its value reads."""
        return self._renamed({var: value}, keep=True)

    def called(self, params: tuple[str, ...], args: tuple[object, ...]) -> Runs:
        """Inside what is called: its parameters vary with what is given."""
        return self._renamed(dict(zip(params, args, strict=False)), keep=False)

    def _renamed(self, given: dict[str, object], keep: bool) -> Runs:
        if self.loops is None:
            return self
        reads = {
            name: {part.name for part in descend(value) if isinstance(part, typed.Var)}
            for name, value in given.items()
        }
        loops = []
        for loop in self.loops:
            new = {name for name, read in reads.items() if not read.isdisjoint(loop.varying)}
            old = {"player"} & loop.varying if "player" not in given else set()
            loops.append(Loop(loop.passes, frozenset(new | (loop.varying if keep else old))))
        return Runs(tuple(loops))


ONCE = Runs(())
NO_BOUND = Runs(None)


def most(one: Runs, other: Runs) -> Runs:
    if one.loops is None or other.loops is None:
        return NO_BOUND
    return max(one, other, key=lambda runs: prod(loop.passes for loop in runs.loops or ()))


def inside(stmt: typed.Stmt, around: Runs) -> Runs:
    """In the body of a statement that may repeat it."""
    match stmt:
        case typed.For(loop) | typed.Together(loop):
            return _with(
                around,
                _passes(loop.domain),
                frozenset({loop.var, "player"} if isinstance(stmt, typed.Together) else {loop.var}),
            )
        case typed.RepeatTimes(times):
            return _with(around, _high(times), frozenset())
        case typed.AnyNumber(limit) if limit is not None:
            return _with(around, _high(limit), frozenset())
        case typed.AnyNumber() | typed.Window() | typed.While() | typed.RepeatUntil():
            return NO_BOUND
        case _:
            return around


def _with(around: Runs, passes: int | None, varying: Names) -> Runs:
    if around.loops is None or passes is None:
        return NO_BOUND
    return Runs((*around.loops, Loop(passes, varying)))


def _high(number: typed.Expr) -> int | None:
    return max(0, number.type.high) if isinstance(number.type, Int) else None


def _passes(domain: typed.Domain) -> int | None:
    match domain:
        case typed.AllOf(type_):
            return size(type_)
        case typed.RangeOf(low, high):
            least, most = low.type, high.type
            if not isinstance(least, Int) or not isinstance(most, Int):
                return None
            return max(0, most.high - least.low + 1)
        case typed.ItemsOf(items):
            return len(items)
        case typed.SeatsFrom(first):
            return _size(first.type)
        case typed.ElementsOf(set_):
            return _size(set_.type.of) if isinstance(set_.type, SetType) else None
        case typed.KindsIn() | typed.ListedIn():
            return None


def _size(type_: object) -> int | None:
    return size(type_) if isinstance(type_, Scalar) else None
