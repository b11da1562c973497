"""What a seat may see of a state, as plain data.

In: a state and a seat (None: an onlooker). Out: JSON data with names for values. A view is built
only from places that are declared to be seen; the generator, variables that wait in the middle of
an effect, and what others hold have no way into it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from rulesc_runtime import results
from rulesc_runtime.tables import Slot, Tables, Zone

if TYPE_CHECKING:
    from rulesc_runtime.state import State

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


@dataclass(frozen=True, slots=True)
class SlotPlace:
    """One entry of a slot: its index by names, where it lies, whose it is (-1: nobody's)."""

    slot: Slot
    index: tuple[str, ...]
    at: int  # in v; -1: the attribute
    owner: int

    @property
    def label(self) -> str:
        return f"{self.slot.name}[{', '.join(self.index)}]" if self.index else self.slot.name

    def value(self, state: State) -> int:
        raw: int = getattr(state, self.slot.attribute) if self.at < 0 else state.v[self.at]
        return raw


@dataclass(frozen=True, slots=True)
class ZonePlace:
    """One instance of a zone: its index by names, its number, whose it is (-1: nobody's)."""

    zone: Zone
    index: tuple[str, ...]
    instance: int
    owner: int

    @property
    def label(self) -> str:
        return f"{self.zone.name}[{', '.join(self.index)}]" if self.index else self.zone.name


def seat_names(count: int) -> tuple[str, ...]:
    return tuple(f"p{i + 1}" for i in range(count))


def indices(
    tables: Tables, players: int, dims: tuple[tuple[str, ...], ...]
) -> list[tuple[tuple[str, ...], int, tuple[int, ...]]]:
    """Every index of some dimensions: by names, as an offset, by places; only seats in the game."""
    everyone = seat_names(tables.players[1])
    out: list[tuple[tuple[str, ...], int, tuple[int, ...]]] = [((), 0, ())]
    for dim in dims:
        used = dim[:players] if dim == everyone else dim
        out = [
            ((*names, name), offset * len(dim) + i, (*places, i))
            for names, offset, places in out
            for i, name in enumerate(used)
        ]
    return out


def slot_places(tables: Tables, players: int) -> tuple[SlotPlace, ...]:
    return tuple(
        SlotPlace(slot, names, slot.base + offset if slot.base >= 0 else -1, _owner(slot.per_seat, places))
        for slot in tables.slots
        for names, offset, places in indices(tables, players, slot.dims)
    )


def zone_places(tables: Tables, players: int) -> tuple[ZonePlace, ...]:
    return tuple(
        ZonePlace(zone, names, offset, _owner(zone.per_seat, places))
        for zone in tables.zones
        for names, offset, places in indices(tables, players, zone.dims)
    )


def _owner(per_seat: int, places: tuple[int, ...]) -> int:
    return places[per_seat] if per_seat >= 0 else -1


def sees(place: SlotPlace | ZonePlace, player: int | None) -> bool:
    """Whether a seat sees what lies there."""
    seen_by = place.slot.seen_by if isinstance(place, SlotPlace) else place.zone.seen_by
    return seen_by == "all" or (seen_by == "owner" and player is not None and place.owner == player)


def counts(place: ZonePlace, player: int | None) -> bool:
    """Whether a seat knows how many pieces lie there."""
    return not place.zone.count_hidden or sees(place, player)


def plain_name(name: str) -> Json:
    """A value's name as JSON has it: numbers and truth as themselves."""
    if name in ("true", "false"):
        return name == "true"
    return int(name) if name.lstrip("-").isdigit() else name


def slot_value(slot: Slot, value: int) -> Json:
    if slot.shape == "set":
        return [plain_name(n) for n, bit in zip(slot.names, slot.bits, strict=True) if value & bit]
    if slot.shape == "number":
        return int(value)
    if slot.shape == "optional" and value < 0:
        return None
    return plain_name(slot.names[value - slot.low])


def number(value: int | Fraction) -> Json:
    """A score as JSON has it: a fraction as text."""
    return str(value) if isinstance(value, Fraction) else value


def zone_value(place: ZonePlace, state: State, player: int | None) -> Json:
    """What lies there by kind, or only how many pieces."""
    if place.zone.form == "endless" or sees(place, player):
        return _contents(place, state)
    return sum(place.zone.content(state.v, place.instance))


def view(state: State, player: int | None) -> dict[str, Json]:
    """Everything a seat may see."""
    game = state.game
    game.check_seat(player)
    slots: dict[str, Json] = {}
    for entry in game.slot_places:
        if sees(entry, player):
            _nest(slots, entry.slot.name, entry.index, slot_value(entry.slot, entry.value(state)))
    zones: dict[str, Json] = {}
    for place in game.zone_places:
        if counts(place, player):
            _nest(zones, place.zone.name, place.index, zone_value(place, state, player))
    out: dict[str, Json] = {
        "game": game.tables.game,
        "edition": game.tables.edition,
        "players": game.players,
        "seat": player,
        "to_act": state.current_player(),
        "decision": state.decision_name(),
        "slots": slots,
        "zones": zones,
    }
    if state.pc < 0:
        out["scores"] = [number(s) for s in results.scores(state)]
        out["ranking"] = list(results.ranking(state))
    return out


def whole(state: State) -> dict[str, Json]:
    """Everything that is there, by names, whoever may see it: for the host, never for a seat."""
    out: dict[str, Json] = {"to act": list(state.acting_players()), "decision": state.decision_name()}
    for entry in state.game.slot_places:
        out[entry.label] = slot_value(entry.slot, entry.value(state))
    for place in state.game.zone_places:
        out[place.label] = _contents(place, state)
    return out


def _contents(place: ZonePlace, state: State) -> Json:
    """What lies there by kind."""
    if place.zone.form == "endless":
        return "unlimited"
    if place.zone.form == "row":
        return [place.zone.kinds[kind] for kind in place.zone.order(state.v, place.instance)]
    content = place.zone.content(state.v, place.instance)
    return {kind: n for kind, n in zip(place.zone.kinds, content, strict=True) if n}


def _nest(out: dict[str, Json], name: str, index: tuple[str, ...], value: Json) -> None:
    keys = (name, *index)
    for key in keys[:-1]:
        inner = out.setdefault(key, {})
        assert isinstance(inner, dict)
        out = inner
    out[keys[-1]] = value
