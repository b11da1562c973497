"""What the reference interpreter keeps of a running game: slots, zones and the chosen parameters.

In: a typed program and how it is to be played. Out: a `Setting` (never changes) and a `State`
(plain dicts by name and index; a copy is two shallow copies, as all values are ints or tuples).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product

from rulesc.source import Span
from rulesc.typed.nodes import (
    Action,
    Component,
    Define,
    Lists,
    Pattern,
    Procedure,
    Program,
    Slot,
    Table,
    Zone,
)
from rulesc.typed.readers import readers
from rulesc.typed.types import ErrorType, OptionalType, Scalar, Seat, SetType, Type, lowest, size, value_name

Index = tuple[int, ...]
Place = tuple[str, Index]
Way = tuple[Place, Place]  # from, to

ENDLESS = 1000  # how many pieces an unlimited supply counts


class SpecFault(RuntimeError):
    """The rules do at run time what they must not: leave a slot's bounds, move what is not there."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(f"{span}: {message}")
        self.message = message
        self.span = span


class DeadEnd(SpecFault):
    """A seat must decide and has no option."""


class LongRun(SpecFault):
    """Much happens without a decision, and no loop is to be seen that would never end."""


@dataclass(slots=True)
class State:
    """All that changes, apart from where the game stands in its text."""

    slots: dict[Place, int]
    zones: dict[Place, tuple[int, ...]]  # a count for each kind
    rows: dict[Place, tuple[int, ...]] = field(default_factory=dict)  # the pieces of a row, in order
    known: dict[str, dict[Index, int]] = field(default_factory=dict)  # definitions

    def copy(self) -> State:
        known = {name: dict(values) for name, values in self.known.items()}
        return State(dict(self.slots), dict(self.zones), dict(self.rows), known)


@dataclass(frozen=True, slots=True)
class Setting:
    """A program with the number of players, options and readings it is played with."""

    program: Program
    players: int
    options: Mapping[str, int]
    rulings: Mapping[str, str]
    slots: Mapping[str, Slot]
    zones: Mapping[str, Zone]
    components: Mapping[str, Component]
    tables: Mapping[str, Table]
    lists: Mapping[str, Lists]
    patterns: Mapping[str, Pattern]
    defines: Mapping[str, Define]
    actions: Mapping[str, Action]
    procedures: Mapping[str, Procedure]
    kinds: Mapping[tuple[str, tuple[int, ...]], int]  # (component, attributes): number of the kind
    readers: Mapping[str, tuple[str, ...]]  # of a slot or zone: the definitions that rest on it
    endless: frozenset[tuple[str, int]]  # (zone, kind): never becomes less or more

    def values(self, type_: Scalar) -> range:
        """Every value of a type; only the seats that are in the game."""
        if isinstance(type_, Seat):
            return range(self.players)
        return range(lowest(type_), lowest(type_) + size(type_))


def make_setting(
    program: Program, players: int | None, options: Mapping[str, int], rulings: Mapping[str, str]
) -> Setting:
    """Check the parameters (`ValueError` names the wrong one) and fill in those that were left out."""
    low, high = program.players
    if players is not None and not low <= players <= high:
        raise ValueError(f"players: {low} to {high}, not {players}")
    chosen = {o.name: o.start for o in program.options}
    types = {o.name: o.type for o in program.options}
    for name, value in options.items():
        if name not in types or not fits(types[name], value):
            raise ValueError(f"option {name}: no such option or value ({value})")
        chosen[name] = value
    readings = {r.id: r.chosen for r in program.rulings}
    known = {r.id: r.readings for r in program.rulings}
    for ruling, reading in rulings.items():
        if reading not in known.get(ruling, ()):
            raise ValueError(f"ruling {ruling}: no such question or reading ({reading})")
        readings[ruling] = reading
    return Setting(
        program,
        high if players is None else players,
        chosen,
        readings,
        {s.name: s for s in program.slots},
        {z.name: z for z in program.zones},
        {c.name: c for c in program.components},
        {t.name: t for t in program.tables},
        {x.name: x for x in program.lists},
        {x.name: x for x in program.patterns},
        {d.name: d for d in program.defines},
        {a.name: a for a in program.actions},
        {p.name: p for p in program.procedures},
        {(c.name, kind.values): i for c in program.components for i, kind in enumerate(c.kinds)},
        readers(program),
        frozenset(_endless(program)),
    )


def _endless(program: Program) -> Iterable[tuple[str, int]]:
    components = {c.name: c for c in program.components}
    for zone in program.zones:
        for i, kind in enumerate(components[zone.component].kinds):
            if zone.unlimited or (kind.copies < 0 and kind.start == zone.name):
                yield zone.name, i


def fits(type_: Type, value: int) -> bool:
    match type_:
        case ErrorType():
            return True
        case OptionalType(of):
            return value == -1 or fits(of, value)
        case SetType(of):
            return 0 <= value < 1 << size(of)
        case _:
            return lowest(type_) <= value < lowest(type_) + size(type_)


def places(dims: Iterable[Scalar]) -> Iterable[Index]:
    """Every index, the last dimension fastest; also of seats that are not in the game."""
    return product(*(range(lowest(d), lowest(d) + size(d)) for d in dims))


def lowest_value(type_: Type) -> int:
    """The value of a slot for which no start is given."""
    match type_:
        case OptionalType():
            return -1
        case SetType() | ErrorType():
            return 0
        case _:
            return lowest(type_)


def start_zones(setting: Setting) -> dict[Place, tuple[int, ...]]:
    """Every piece where it starts."""
    zones = {}
    for zone in setting.program.zones:
        kinds = setting.components[zone.component].kinds
        starting = tuple(max(0, k.copies) if k.start == zone.name else 0 for k in kinds)
        for index in places(zone.dims):
            zones[zone.name, index] = starting if index == () else (0,) * len(kinds)
    return zones


def start_rows(setting: Setting) -> dict[Place, tuple[int, ...]]:
    """The pieces that start in rows, in the order of their kinds."""
    return {
        place: tuple(kind for kind, number in enumerate(counts) for _ in range(number))
        for place, counts in start_zones(setting).items()
        if setting.zones[place[0]].shape == "row"
    }


def count(setting: Setting, state: State, place: Place, kind: int | None) -> int:
    """How many pieces (of a kind) a zone holds; -1 is a kind of which there are none."""
    name = place[0]
    if kind is not None:
        if kind < 0:
            return 0
        return ENDLESS if (name, kind) in setting.endless else state.zones[place][kind]
    if any(zone == name for zone, _ in setting.endless):
        return ENDLESS
    return sum(state.zones[place])


def content(setting: Setting, state: State, place: Place) -> list[tuple[int, int]]:
    """The (kind, count) pairs of a zone, kinds ascending, positive counts only."""
    counts = [(k, count(setting, state, place, k)) for k in range(len(state.zones[place]))]
    return [(k, n) for k, n in counts if n > 0]


def move(setting: Setting, state: State, number: int, kind: int, way: Way, span: Span) -> None:
    """Move pieces of a kind; `SpecFault` if that can't be."""
    source, target = way
    there = count(setting, state, source, kind)
    if number < 0 or there < number:
        where, what = place_name(setting, source), kind_name(setting, source[0], kind)
        raise SpecFault(f"`{where}` holds {there} {what}, and {number} should leave it", span)
    for place, change in ((source, -number), (target, number)):
        if number and (place[0], kind) not in setting.endless:
            counts = list(state.zones[place])
            counts[kind] += change
            state.zones[place] = tuple(counts)
            _queue(setting, state, place, kind, change)
            changed(setting, state, place[0])
    zone = setting.zones[target[0]]
    limit = 1 if zone.shape == "one" else zone.at_most
    if limit is not None and sum(state.zones[target]) > limit:
        raise SpecFault(f"`{place_name(setting, target)}` would hold more than {limit}", span)


def kind_name(setting: Setting, zone: str, kind: int) -> str:
    """How a kind of what lies in a zone is called."""
    component = setting.components[setting.zones[zone].component]
    return component.kinds[kind].name if 0 <= kind < len(component.kinds) else f"{component.name} of no kind"


def place_name(setting: Setting, place: Place) -> str:
    """How a zone is written: `goods[p2]`."""
    name, index = place
    dims = setting.zones[name].dims
    inside = ", ".join(value_name(dim, value) for dim, value in zip(dims, index, strict=False))
    return f"{name}[{inside}]" if inside else name


def changed(setting: Setting, state: State, name: str) -> None:
    """Forget the definitions that rest on a slot or zone."""
    for define in setting.readers[name]:
        state.known.pop(define, None)


def _queue(setting: Setting, state: State, place: Place, kind: int, change: int) -> None:
    """A piece that comes to a row stands last; where one leaves, the others close up."""
    if setting.zones[place[0]].shape == "row":
        pieces = list(state.rows.get(place, ()))
        pieces += [kind] * change
        for _ in range(-change):
            pieces.remove(kind)
        state.rows[place] = tuple(pieces)


def move_all(setting: Setting, state: State, source: Place, target: Place, span: Span) -> None:
    for kind in state.rows.get(source, ()):
        move(setting, state, 1, kind, (source, target), span)
    for kind, number in enumerate(state.zones[source]):
        if number:
            move(setting, state, number, kind, (source, target), span)


def start_slots(setting: Setting, starts: Mapping[str, int]) -> dict[Place, int]:
    """Every slot as it is declared; `starts` are the values of those with an expression."""
    slots = {}
    for slot in setting.program.slots:
        value = starts.get(slot.name, lowest_value(slot.type))
        if not fits(slot.type, value):
            raise SpecFault(f"{slot.name} can't start with {value}", slot.span)
        for index in places(slot.dims):
            slots[slot.name, index] = value
    return slots


def assign(setting: Setting, state: State, place: Place, value: int, span: Span) -> None:
    if place not in state.slots:
        raise SpecFault(f"{place[0]} has no place {place[1]}", span)
    if not fits(setting.slots[place[0]].type, value):
        raise SpecFault(f"{value} is no value of {place[0]}", span)
    changed(setting, state, place[0])
    state.slots[place] = int(value)
