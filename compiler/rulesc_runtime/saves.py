"""Saved states: JSON text with the parameters, the history, and the position it must lead to.

A save is loaded by playing its history again, move by legal move, and comparing what comes out
with the position that was saved. So a save cannot bring about a position that the rules do not
allow. Where a position was given by hand, that one is checked place by place.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulesc_runtime import packs, rows
from rulesc_runtime.chance import GENERATOR_MASK
from rulesc_runtime.errors import DamagedSave, WrongParameter

if TYPE_CHECKING:
    from rulesc_runtime.game import Game
    from rulesc_runtime.state import State
    from rulesc_runtime.tables import Slot, Tables, Zone

FORMAT = 1
CHANCE = -1
OVER = -4
TOGETHER = -2
RESEEDED = -2  # in place of a seat in a history: from here on another generator, the "action" is its state
LARGEST = 1 << 62  # of the absolute value of a variable that waits in the middle of an effect


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A position as plain values; `variables` are the slots outside `v` and the waiting variables."""

    pc: int
    seat: int
    generator: int
    v: tuple[int, ...]
    variables: tuple[tuple[str, int], ...]

    def data(self) -> dict[str, object]:
        return {
            "pc": self.pc,
            "seat": self.seat,
            "generator": self.generator,
            "v": list(self.v),
            "variables": dict(self.variables),
        }


def snapshot(state: State) -> Snapshot:
    variables = tuple((name, int(getattr(state, name))) for name in state.live_attributes())
    v = tuple(int(x) for x in state.v)
    return Snapshot(state.pc, state.seat, state.rng, v, variables)


def restored(game: Game, at: Snapshot) -> State:
    """A state at a snapshot, without history."""
    state = game.state_class(game)
    for name in (*game.tables.attributes, *game.tables.spills):
        setattr(state, name, 0)
    state.pc, state.seat, state.rng = at.pc, at.seat, at.generator
    state.v = list(at.v)
    state.origin = at
    for name, value in at.variables:
        setattr(state, name, value)
    state.reopened()
    return state


def save(state: State) -> str:
    """The whole state as text."""
    game = state.game
    origin = state.origin
    return json.dumps(
        {
            "format": FORMAT,
            "game": game.tables.game,
            "edition": game.tables.edition,
            "spec_hash": game.tables.spec_hash,
            "parameters": {**game.parameters(), "chance": "explicit" if state.explicit else "sampled"},
            "origin": {"generator": origin} if isinstance(origin, int) else {"position": origin.data()},
            "history": [[seat, action] for seat, action in state.entries()],
            "state": snapshot(state).data(),
        },
        separators=(",", ":"),
    )


def load(game: Game, text: object) -> State:
    """The state of a save, with the game it was saved with."""
    data = _Object(_parsed(text), "the save")
    data.keys("format", "game", "edition", "spec_hash", "parameters", "origin", "history", "state")
    tables = game.tables
    if data.values["format"] != FORMAT or isinstance(data.values["format"], bool):
        raise DamagedSave(f"the save has another format than {FORMAT}")
    if data.values["game"] != tables.game:
        raise DamagedSave(f"the save is of another game than {tables.game}")
    if data.values["spec_hash"] != tables.spec_hash or data.values["edition"] != tables.edition:
        raise DamagedSave(f"the save was made with other rules of {tables.game}: spec_hash or edition")
    game = _game(game, data.inner("parameters"))
    saved = _snapshot(game, data.inner("state"), "state")
    state = _origin(game, data.inner("origin"))
    _replay(state, data.items("history"))
    _compare(state, saved)
    return state


# ---- reading -------------------------------------------------------------------------------


def _parsed(text: object) -> object:
    if not isinstance(text, str):
        raise DamagedSave("a save is a text")
    try:
        found: object = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_refused, parse_float=_refused
        )
    except DamagedSave:
        raise
    except (ValueError, RecursionError):
        raise DamagedSave("the save is no JSON text") from None
    return found


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    out = dict(pairs)
    if len(out) < len(pairs):
        raise DamagedSave("the save has a key twice")
    return out


def _refused(text: str) -> object:
    raise DamagedSave("the save has a number that is no whole number")


@dataclass(frozen=True, slots=True)
class _Object:
    """A JSON object that must be of a certain shape; `name` is how messages call it."""

    found: object
    name: str

    @property
    def values(self) -> Mapping[str, object]:
        if not isinstance(self.found, dict):
            raise DamagedSave(f"{self.name} is no JSON object")
        return self.found

    def keys(self, *names: str) -> None:
        if set(self.values) != set(names):
            raise DamagedSave(f"{self.name} does not have exactly the keys {', '.join(names)}")

    def inner(self, key: str) -> _Object:
        return _Object(self.values.get(key), key)

    def items(self, key: str) -> list[object]:
        found = self.values.get(key)
        if not isinstance(found, list):
            raise DamagedSave(f"{key} is no JSON list")
        return found

    def number(self, key: str, low: int, high: int) -> int:
        return _ranged(self.values.get(key), low, high, f"{self.name}: {key}")


def _ranged(value: object, low: int, high: int, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise DamagedSave(f"{name} is no whole number from {low} to {high}")
    return value


def _game(game: Game, data: _Object) -> Game:
    """The game with the saved parameters: the same one if they are its own."""
    data.keys("players", "options", "rulings", "chance")
    values = data.values
    options, rulings, chance = values["options"], values["rulings"], values["chance"]
    players = _ranged(values["players"], *game.tables.players, "parameters: players")
    if not isinstance(options, dict) or not isinstance(rulings, dict) or not isinstance(chance, str):
        raise DamagedSave("parameters: options and rulings are JSON objects, chance is a text")
    if set(options) != set(game.options) or set(rulings) != set(game.rulings):
        raise DamagedSave("parameters: not every option and ruling of the game is there, or others are")
    try:
        other = type(game)(players, options, rulings, chance)
    except WrongParameter as fault:
        raise DamagedSave(f"parameters: {fault}") from None
    return game if other == game else other


def _snapshot(game: Game, data: _Object, name: str) -> Snapshot:
    """The values of a position, by type only."""
    data.keys("pc", "seat", "generator", "v", "variables")
    tables = game.tables
    pc = data.number("pc", -1, len(tables.decisions) + len(tables.chances) + len(tables.meetings) - 1)
    seat = data.number("seat", -4, game.players - 1)
    generator = data.number("generator", 0, GENERATOR_MASK)
    most = _largest(tables)
    v = tuple(_ranged(x, -most, most, f"{name}: v[{i}]") for i, x in enumerate(data.items("v")))
    if len(v) != tables.width:
        raise DamagedSave(f"{name}: v has not {tables.width} entries")
    given = data.inner("variables")
    names = (*tables.attributes, *tables.live_at(pc))
    given.keys(*names)
    variables = tuple((n, given.number(n, -most, most)) for n in names)
    return Snapshot(pc, seat, generator, v, variables)


def _largest(tables: Tables) -> int:
    """A bound for every entry of `v`: a zone of many kinds is one long number."""
    bits = [
        {
            "mask": len(zone.kinds),
            "packed": len(zone.kinds) * packs.width(zone.copies),
            "row": rows.width(len(zone.kinds)) * sum(zone.copies),
        }.get(zone.form, 0)
        for zone in tables.zones
    ]
    bits += [sum(zone.bits).bit_length() for zone in tables.zones]
    bits += [sum(slot.bits).bit_length() for slot in tables.slots]
    return max(LARGEST, 1 << max(bits, default=0))


def _origin(game: Game, data: _Object) -> State:
    """The state that the history starts from."""
    if set(data.values) == {"generator"}:
        return game.initial_state_from(data.number("generator", 0, GENERATOR_MASK))
    data.keys("position")
    if game.chance != "explicit":
        raise DamagedSave("origin: a given position goes with explicit chance")
    state = restored(game, _snapshot(game, data.inner("position"), "origin"))
    check_position(state)
    return state


def _replay(state: State, history: list[object]) -> None:
    """Play the history, move by legal move."""
    for number, entry in enumerate(history):
        if not isinstance(entry, list) or len(entry) != 2:
            raise DamagedSave(f"history: entry {number} is no pair")
        seat = _ranged(entry[0], -2, state.game.players - 1, f"history: the seat of entry {number}")
        action = _ranged(entry[1], 0, GENERATOR_MASK, f"history: the action of entry {number}")
        if seat == RESEEDED:
            if state.explicit:
                raise DamagedSave(f"history: entry {number} replaces a generator that is not there")
            state.rng = action
            state.past = (state.past, RESEEDED, action)
            continue
        try:
            legal = state.legal_actions(seat)
            if action in legal:
                state.apply_action(action, seat if seat >= 0 else None)
        except Exception as fault:
            raise DamagedSave(f"history: entry {number} can't be played: {type(fault).__name__}") from None
        if action not in legal:
            raise DamagedSave(f"history: entry {number} is not legal there")


def _compare(state: State, saved: Snapshot) -> None:
    """The saved position must be the one that the history leads to."""
    reached = snapshot(state)
    for name in ("pc", "seat", "generator", "v"):
        if getattr(reached, name) != getattr(saved, name):
            raise DamagedSave(f"state: {name} is not what the history leads to")
    for (name, value), (_, other) in zip(reached.variables, saved.variables, strict=True):
        if value != other:
            raise DamagedSave(f"state: {name} is not what the history leads to")


# ---- a position by itself ------------------------------------------------------------------


def check_position(state: State) -> None:
    """DamagedSave unless every value is of its type, every piece is somewhere, and somebody can go on."""
    game = state.game
    for place in game.slot_places:
        raw = place.value(state)
        if not _fits(place.slot, raw):
            raise DamagedSave(f"{_label(place.slot.name, place.index)} can't have the value {raw}")
    _check_pieces(state)
    asked = game.decision_count
    drawn = asked + len(game.tables.chances)
    wanted = OVER if state.pc < 0 else CHANCE if state.pc >= asked else max(state.seat, 0)
    wanted = TOGETHER if state.pc >= drawn else wanted
    if state.seat != wanted:
        raise DamagedSave("seat: not the one that can decide at this pc")
    try:
        together = state.is_simultaneous_node() and bool(state.acting_players())
        going = state.is_terminal() or together or bool(state.legal_actions())
    except Exception as fault:
        raise DamagedSave(f"the position can't be played: {type(fault).__name__}") from None
    if not going:
        raise DamagedSave("nothing is legal in the position")


def _fits(slot: Slot, raw: int) -> bool:
    if slot.shape == "set":
        whole = 0 <= raw <= sum(slot.bits) and not raw & ~sum(slot.bits)
        return whole and all(raw & one in (0, one) for one in slot.bits)
    if slot.shape == "optional" and raw == -1:
        return True
    return slot.low <= raw < slot.low + len(slot.names)


def _label(name: str, index: tuple[str, ...]) -> str:
    return f"{name}[{', '.join(index)}]" if index else name


def _check_pieces(state: State) -> None:
    """Every kind of a limited component must be there in its number."""
    tables = state.game.tables
    found: dict[int, list[int]] = {}
    limit: dict[int, tuple[int, ...]] = {}
    endless = set()
    for zone in tables.zones:
        component = zone.component_in(tables)
        limit[component] = zone.copies
        total = found.setdefault(component, [0] * len(zone.kinds))
        if zone.form == "endless":
            endless.add(component)
        _check_zone(zone, state.v)
        for instance in range(zone.instances):
            for kind, n in enumerate(zone.content(state.v, instance)):
                total[kind] += n
    for component, totals in found.items():
        for kind, n in enumerate(totals):
            if component not in endless and limit[component][kind] >= 0 and n != limit[component][kind]:
                name = tables.components[component][kind]
                raise DamagedSave(f"there are {n} pieces {name} instead of {limit[component][kind]}")


def _check_zone(zone: Zone, v: list[int]) -> None:
    """The entries of a zone must be counts, or masks without bits beyond its pieces or spaces."""
    kinds = len(zone.kinds)
    if zone.form == "counts":
        top = [max(c, 0) if c >= 0 else LARGEST for c in zone.copies] * zone.instances
        right = all(0 <= v[zone.base + i] <= n for i, n in enumerate(top))
    elif zone.form == "mask":
        right = all(0 <= v[zone.base + i] < 1 << kinds for i in range(zone.instances))
    elif zone.form == "packed":
        bits = packs.width(zone.copies)
        here = [v[zone.base + i] for i in range(zone.instances)]
        right = all(0 <= x < 1 << kinds * bits for x in here) and all(
            n <= most for x in here for n, most in zip(packs.counts(x, bits, kinds), zone.copies, strict=True)
        )
    elif zone.form == "row":
        here = [v[zone.base + i] for i in range(zone.instances)]
        right = all(x >= 0 and all(0 <= k < kinds for k in rows.pieces(x, rows.width(kinds))) for x in here)
    elif zone.form == "single":
        right = all(-1 <= v[zone.base + i] < kinds for i in range(zone.instances))
    elif zone.form == "board":
        space = sum(zone.bits)
        used = [v[zone.base + i] for i in range(kinds)]
        right = all(x >= 0 and not x & ~space for x in used)
        right = right and all(x & cell in (0, cell) for x in used for cell in zone.bits)
        right = right and sum(m.bit_count() for m in used) == _union(used).bit_count()
    else:
        return
    if not right:
        raise DamagedSave(f"zone {zone.name} can't hold what the save says")


def _union(masks: list[int]) -> int:
    out = 0
    for mask in masks:
        out |= mask
    return out
