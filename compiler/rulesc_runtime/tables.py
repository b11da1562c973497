"""The tables by which an engine describes its game: names for its numbers, places of its state.

A value's names are a tuple; the value is its place in it plus `low`. A place in a state is either
an attribute (`attribute`, `base` -1) or entries of the vector `v` from `base` on. The functions in
the tables take the engine's own kind of state, which is why their parameters are left open.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from rulesc_runtime import packs, rows


@dataclass(frozen=True, slots=True)
class Parameter:
    """A free parameter of an action, or an option of the game; `start` is the place
    of an option's value where nothing else is asked for."""

    name: str
    names: tuple[str, ...]
    low: int = 0
    number: bool = False
    start: int = 0

    def index(self, text: object) -> int:
        """The place of a value given by name or number; -1 if it is none of them."""
        word = str(text).lower() if isinstance(text, bool) else str(text)
        return self.names.index(word) if word in self.names else -1


@dataclass(frozen=True, slots=True)
class Action:
    name: str
    first: int
    params: tuple[Parameter, ...]
    title: str
    clauses: tuple[str, ...] = ()
    role: str = "action"
    secret: bool = False  # only the seat that acts learns what it was

    @property
    def count(self) -> int:
        n = 1
        for p in self.params:
            n *= len(p.names)
        return n

    def values(self, action: int) -> tuple[int, ...]:
        """The places of the parameters' values in an action id."""
        rest = action - self.first
        out = []
        for p in reversed(self.params):
            rest, digit = divmod(rest, len(p.names))
            out.append(digit)
        return tuple(reversed(out))

    def id(self, values: tuple[int, ...]) -> int:
        rest = 0
        for p, digit in zip(self.params, values, strict=True):
            rest = rest * len(p.names) + digit
        return self.first + rest


@dataclass(frozen=True, slots=True)
class Guard:
    label: str
    text: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """An alternative of a decision: which ids it covers."""

    action: int  # place in Tables.actions


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision point: its legal ids, the guards that an id fails, the live variables."""

    name: str
    legal: Callable[..., list[int]]
    why: Callable[..., list[int]]
    actions: tuple[int, ...]
    live: tuple[str, ...]
    phase: str = ""


@dataclass(frozen=True, slots=True)
class ChancePoint:
    """A draw: what lies in the pile, as (kind, count), and which component it is."""

    outcomes: Callable[..., list[tuple[int, int]]]
    component: int
    live: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Meeting:
    """A point where seats decide at the same time: is one asked, how does its part begin, what comes then."""

    asked: Callable[..., bool]
    plan: Callable[..., None]
    met: Callable[..., None]
    live: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Slot:
    name: str
    names: tuple[str, ...]  # of a value, or of a set's elements
    low: int
    shape: str  # "number", "name", "optional", "set"
    dims: tuple[tuple[str, ...], ...]
    per_seat: int  # which dimension is the seat, -1: none
    seen_by: str
    attribute: str
    base: int
    clauses: tuple[str, ...] = ()
    bits: tuple[int, ...] = ()  # of a set's elements


@dataclass(frozen=True, slots=True)
class Zone:
    name: str
    kinds: tuple[str, ...]
    copies: tuple[int, ...]
    dims: tuple[tuple[str, ...], ...]
    per_seat: int
    seen_by: str
    count_hidden: bool
    form: str  # "counts", "packed", "mask", "board", "single", "row", "endless"
    base: int
    bits: tuple[int, ...] = ()  # of a board's cells
    starts: tuple[int, ...] = ()  # pieces of each kind that start here
    clauses: tuple[str, ...] = ()
    component: int = -1  # place in Tables.components; -1: the one with these kinds

    @property
    def instances(self) -> int:
        n = 1
        for d in self.dims:
            n *= len(d)
        return n

    def component_in(self, tables: Tables) -> int:
        """The zone's component, as a place in the tables."""
        return self.component if self.component >= 0 else tables.components.index(self.kinds)

    def content(self, v: list[int], instance: int) -> list[int]:
        """How many of each kind lie in one instance of the zone."""
        n = len(self.kinds)
        if self.form == "counts":
            start = self.base + instance * n
            return v[start : start + n]
        if self.form == "packed":
            return packs.counts(v[self.base + instance], packs.width(self.copies), n)
        if self.form == "mask":
            mask = v[self.base + instance]
            return [mask >> i & 1 for i in range(n)]
        if self.form == "single":
            out = [0] * n
            if v[self.base + instance] >= 0:
                out[v[self.base + instance]] = 1
            return out
        if self.form == "row":
            counts = [0] * n
            for kind in self.order(v, instance):
                counts[kind] += 1
            return counts
        if self.form == "board":
            return [1 if v[self.base + i] & self.bits[instance] else 0 for i in range(n)]
        return [0] * n

    def entry(self, v: list[int], instance: int) -> object:
        """What lies there as the state keeps it: equal for equal contents."""
        if self.form in ("counts", "board"):
            return self.content(v, instance)
        return v[self.base + instance] if self.form != "endless" else 0

    def pieces(self, v: list[int], instance: int) -> int:
        """How many pieces lie there."""
        if self.form == "mask":
            return v[self.base + instance].bit_count()
        if self.form == "packed":
            return packs.size(v[self.base + instance], packs.width(self.copies), len(self.kinds))
        return sum(self.content(v, instance))

    def order(self, v: list[int], instance: int) -> list[int]:
        """The kinds in a row, in order."""
        return rows.pieces(v[self.base + instance], rows.width(len(self.kinds)))

    def line_up(self, v: list[int], instance: int, kinds: list[int]) -> None:
        """Set the pieces of a row in order."""
        v[self.base + instance] = rows.packed(kinds, rows.width(len(self.kinds)))

    def put(self, v: list[int], instance: int, content: list[int]) -> None:
        """Set how many of each kind lie in one instance of the zone."""
        n = len(self.kinds)
        if self.form == "counts":
            v[self.base + instance * n : self.base + instance * n + n] = content
        elif self.form == "packed":
            v[self.base + instance] = packs.packed(content, packs.width(self.copies))
        elif self.form == "mask":
            v[self.base + instance] = sum(1 << i for i in range(n) if content[i])
        elif self.form == "single":
            v[self.base + instance] = content.index(1) if 1 in content else -1
        elif self.form == "row":
            v[self.base + instance] = rows.filled(content)
        elif self.form == "board":
            for i in range(n):
                bit = self.bits[instance]
                v[self.base + i] = v[self.base + i] | bit if content[i] else v[self.base + i] & ~bit


@dataclass(frozen=True, slots=True)
class Ruling:
    id: str
    readings: tuple[str, ...]
    chosen: int
    question: str = ""


@dataclass(frozen=True, slots=True)
class ScoreItem:
    label: str
    value: Callable[..., int | Fraction]
    clauses: tuple[str, ...]
    public: bool = False  # reads nothing that some seat may not see


@dataclass(frozen=True, slots=True)
class Tables:
    """Everything about a game that does not change while it is played."""

    game: str
    title: str
    edition: str
    spec_hash: str
    players: tuple[int, int]
    options: tuple[Parameter, ...]
    rulings: tuple[Ruling, ...]
    actions: tuple[Action, ...]
    decisions: tuple[Decision, ...]
    chances: tuple[ChancePoint, ...]
    guards: tuple[Guard, ...]
    slots: tuple[Slot, ...]
    zones: tuple[Zone, ...]
    components: tuple[tuple[str, ...], ...]  # kinds' names
    scoring: tuple[ScoreItem, ...]
    ties: tuple[Callable[..., int | Fraction], ...]
    returns: str
    longest: int
    attributes: tuple[str, ...]  # of a state, without v
    width: int  # of v
    clauses: dict[str, str]
    phases: dict[str, Callable[..., None]]
    spills: tuple[str, ...] = ()
    score_range: tuple[int, int] | None = None  # bounds of a seat's score; None: not known
    meetings: tuple[Meeting, ...] = ()
    names: tuple[str, ...] = ()  # of the components
    ways: tuple[tuple[int, int, bool], ...] = ()  # zones from and to which statements move; of one index

    def live_at(self, pc: int) -> tuple[str, ...]:
        """The variables kept at a stop."""
        points = len(self.decisions)
        if pc < points:
            return () if pc < 0 else self.decisions[pc].live
        pc -= points
        points = len(self.chances)
        return self.chances[pc].live if pc < points else self.meetings[pc - points].live
