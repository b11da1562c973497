"""Recorded games on two engines side by side: the first move at which they part.

In: a record, two engines. Out: an `Outcome`. Two positions are the same if the same seats decide the same
thing and every slot and zone that both engines have holds the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING

from rulesc.commands.engine import Engine, Game, Parameters, plain_score
from rulesc.commands.records import Parted, Record, Replayer, difference_at_end, whole_position

if TYPE_CHECKING:
    from rulesc_runtime.game import Game as RuntimeGame
    from rulesc_runtime.state import State as RuntimeState

Same = Callable[["RuntimeState", "RuntimeState"], bool]

VALID = "valid"  # every move is accepted, every position the same
REFUSED = "refused"  # the new rules refuse a move
ACCEPTED = "accepted"  # the old rules refuse a move that the new ones accept
STATE = "state"  # both accept a move, and what follows is different
SCORES = "scores"  # the same position, other scores
FOREIGN = "foreign"  # no game of the old rules

MOST = 8  # places told of a different position


@dataclass(frozen=True, slots=True)
class Outcome:
    """`at`: how many moves agree. `places`: what is different, by name, old and new."""

    kind: str
    at: int
    seat: int = -1
    move: str = ""
    why: str = ""
    label: str = ""
    clauses: tuple[str, ...] = ()
    places: tuple[tuple[str, object, object], ...] = ()


@dataclass(slots=True)
class SideBySide:
    """Two engines; games with the same parameters are made once."""

    old: Engine
    new: Engine
    _pairs: dict[str, tuple[Replayer, Replayer, Same]] = field(default_factory=dict)

    def outcome(self, record: Record) -> Outcome:
        try:
            one, other, same = self._pair(record.parameters)
        except ValueError as fault:
            return Outcome(FOREIGN, 0, why=str(fault))
        mine, its = _start(one.game, record.seed), _start(other.game, record.seed)
        if not same(mine, its):
            return Outcome(STATE, 0, places=differences(mine, its))
        for at, (seat, move) in enumerate(record.moves):
            left = one.advance(mine, at, seat, move)
            right = other.advance(its, at, seat, move)
            if left is not None:
                return _refused(FOREIGN if right is not None else ACCEPTED, left)
            if right is not None:
                return _refused(REFUSED, right)
            if not same(mine, its):
                return Outcome(STATE, at, seat, move, places=differences(mine, its))
        elsewhere = difference_at_end(record, mine)
        if elsewhere:
            return Outcome(FOREIGN, len(record.moves), why=elsewhere)
        if mine.is_terminal():
            was, now = ([plain_score(score) for score in state.scores()] for state in (mine, its))
            if was != now:
                return Outcome(SCORES, len(record.moves), places=(("scores", was, now),))
        return Outcome(VALID, len(record.moves))

    def _pair(self, parameters: Parameters) -> tuple[Replayer, Replayer, Same]:
        key = repr(parameters)
        if key not in self._pairs:
            missing = left_out(self.old, parameters)
            if missing:
                raise ValueError(f"the old rules don't have {', '.join(missing)}")
            one, other = game_for(self.old, parameters), game_for(self.new, parameters)
            self._pairs[key] = (Replayer(one), Replayer(other), comparison(one, other))
        return self._pairs[key]


def game_for(engine: Engine, parameters: Parameters) -> Game:
    """A game with these parameters; options and rulings that the engine doesn't have are left out."""
    tables = engine.Game.tables  # type: ignore[attr-defined]
    options = {o.name for o in tables.options}
    rulings = {r.id: r.readings for r in tables.rulings}
    return engine.Game(
        players=parameters.players,
        options={name: value for name, value in parameters.options.items() if name in options},
        rulings={id_: r for id_, r in parameters.rulings.items() if r in rulings.get(id_, ())},
    )


def left_out(engine: Engine, parameters: Parameters) -> list[str]:
    """The options and readings that were asked for and that an engine doesn't have."""
    game = game_for(engine, parameters)
    known = {**game.options, **game.rulings}
    given = {**parameters.options, **parameters.rulings}
    return sorted(f"{name}={value}" for name, value in given.items() if known.get(name) != value)


def _start(game: Game, seed: int) -> RuntimeState:
    from rulesc_runtime.state import State as Runtime

    state = game.new_initial_state(seed=seed)
    assert isinstance(state, Runtime)
    return state


def _refused(kind: str, parted: Parted) -> Outcome:
    first = parted.reasons[0] if parted.reasons else None
    return Outcome(
        kind,
        parted.at,
        parted.seat,
        parted.move,
        parted.why,
        first.label if first else "",
        first.clauses if first else (),
    )


# ---- positions --------------------------------------------------------------------------------


def comparison(one: Game, other: Game) -> Same:
    """How positions of two games are compared: entry by entry where both keep them in the same way."""
    from rulesc_runtime.game import Game as Runtime

    assert isinstance(one, Runtime) and isinstance(other, Runtime)
    mine, its = one.tables, other.tables
    attributes = mine.attributes
    alike = (mine.slots, mine.zones, mine.components, attributes, mine.width) == (
        its.slots,
        its.zones,
        its.components,
        its.attributes,
        its.width,
    )
    return _entry_by_entry(attributes) if alike else _place_by_place(one, other)


def _entry_by_entry(attributes: Sequence[str]) -> Same:
    kept = attrgetter("seat", "v", *attributes)

    def same(one: RuntimeState, other: RuntimeState) -> bool:
        return bool(kept(one) == kept(other)) and one.decision_name() == other.decision_name()

    return same


def _place_by_place(one: RuntimeGame, other: RuntimeGame) -> Same:
    from rulesc_runtime.views import slot_value

    slots = {(p.slot.name, p.index): p for p in other.slot_places}
    pairs = [(p, slots[p.slot.name, p.index]) for p in one.slot_places if (p.slot.name, p.index) in slots]
    raw = [(a, b) for a, b in pairs if (a.slot.names, a.slot.low, a.slot.shape) == _meaning(b)]
    named = [pair for pair in pairs if pair not in raw]
    zones = {(p.zone.name, p.index): p for p in other.zone_places}
    both = [(p, zones[p.zone.name, p.index]) for p in one.zone_places if (p.zone.name, p.index) in zones]

    def same(mine: RuntimeState, its: RuntimeState) -> bool:
        if mine.seat != its.seat or mine.decision_name() != its.decision_name():
            return False
        for a, b in raw:
            if a.value(mine) != b.value(its):
                return False
        for a, b in named:
            if slot_value(a.slot, a.value(mine)) != slot_value(b.slot, b.value(its)):
                return False
        for c, d in both:
            if c.zone.form == d.zone.form and c.zone.kinds == d.zone.kinds and c.zone.copies == d.zone.copies:
                if c.zone.entry(mine.v, c.instance) != d.zone.entry(its.v, d.instance):
                    return False
            elif _held(c.zone.kinds, c.zone.content(mine.v, c.instance)) != _held(
                d.zone.kinds, d.zone.content(its.v, d.instance)
            ):
                return False
        return True

    return same


def _meaning(place: object) -> tuple[object, ...]:
    from rulesc_runtime.views import SlotPlace

    assert isinstance(place, SlotPlace)
    return place.slot.names, place.slot.low, place.slot.shape


def _held(kinds: Sequence[str], content: Sequence[int]) -> dict[str, int]:
    return {kind: n for kind, n in zip(kinds, content, strict=True) if n}


def differences(one: RuntimeState, other: RuntimeState) -> tuple[tuple[str, object, object], ...]:
    """What is different in two positions, by name: the first places of it."""
    mine, its = whole_position(one), whole_position(other)
    found = [(name, mine[name], its[name]) for name in mine if name in its and mine[name] != its[name]]
    return tuple(found[:MOST])
