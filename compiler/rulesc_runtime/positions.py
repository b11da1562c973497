"""Positions that an example gives: some pieces and slots are named, the rest stays where it starts.

In: the phase at whose first start the position holds, values of slots, contents of zones. Out: a
state of the explicit game, which remembers the position as its origin. GameError where the
components do not suffice or a name is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from rulesc_runtime.errors import GameError
from rulesc_runtime.saves import snapshot
from rulesc_runtime.tables import Tables, Zone

if TYPE_CHECKING:
    from rulesc_runtime.game import Game
    from rulesc_runtime.state import State

Place = tuple[str, tuple[int, ...]]  # a name and an index by values


def position(
    game: Game,
    at: str,
    slots: Mapping[Place, int],
    zones: Mapping[Place, Mapping[int, int]],
    draws: Iterable[str],
) -> State:
    """The given position, with the next outcomes of chance drawn; without `at` the very start."""
    state = game.explicit().new_initial_state()
    if at:
        _play_to(state, at)
        _lay_out(state, zones)
        for (name, index), value in slots.items():
            _set_slot(state, name, index, value)
        game.tables.phases[at](state)
        state.legal_cache = None
        state.past = None
        state.origin = snapshot(state)
    elif slots or zones:
        raise GameError("a given position needs the phase at whose start it holds")
    for outcome in draws:
        if not state.is_chance_node():
            raise GameError(f"nothing is drawn here, so not {outcome!r} either")
        state.apply_action(state.string_to_action(outcome))
    return state


def _play_to(state: State, phase: str) -> None:
    """Play whatever comes first until a decision of the phase is asked."""
    game = state.game
    if phase not in game.tables.phases:
        raise GameError(f"there is no phase {phase!r} to start at: {', '.join(game.tables.phases)}")
    while not state.is_terminal():
        if state.is_simultaneous_node():
            seat = state.acting_players()[0]
            state.apply_action(state.legal_actions(seat)[0], seat)
            continue
        if not state.is_chance_node() and game.tables.decisions[state.pc].phase == phase:
            return
        legal = state.legal_actions()
        if not legal:
            break
        state.apply_action(legal[0])
    raise GameError(f"the phase {phase} is not reached by the first legal moves")


def _lay_out(state: State, zones: Mapping[Place, Mapping[int, int]]) -> None:
    """Put all pieces where they start, then take the given ones from there."""
    tables, v = state.game.tables, state.v
    held: dict[tuple[str, int], list[int]] = {}
    by_name = {z.name: z for z in tables.zones}
    for zone in tables.zones:
        for instance in range(zone.instances):
            held[zone.name, instance] = [0] * len(zone.kinds)
        if zone.starts:
            held[zone.name, 0] = list(zone.starts)
    spare = {key: list(content) for key, content in held.items()}
    for content in held.values():
        content[:] = [0] * len(content)
    for (name, index), wanted in zones.items():
        zone_at = by_name.get(name)
        if zone_at is None:
            raise GameError(f"there is no zone {name!r}")
        target = held[name, _offset(name, zone_at.dims, index)]
        for kind, count in wanted.items():
            if not 0 <= kind < len(zone_at.kinds):
                raise GameError(f"there is no kind {kind} to lie in {name}")
            target[kind] += count
            _take(tables, spare, zone_at, kind, count)
    for (name, instance), rest in spare.items():
        both = [a + b for a, b in zip(rest, held[name, instance], strict=True)]
        by_name[name].put(v, instance, both)
    for (name, index), wanted in zones.items():
        if by_name[name].form == "row":
            pieces = [kind for kind, count in wanted.items() for _ in range(count)]
            by_name[name].line_up(v, _offset(name, by_name[name].dims, index), pieces)


def _take(tables: Tables, spare: dict[tuple[str, int], list[int]], zone: Zone, kind: int, count: int) -> None:
    """Take pieces from where they start."""
    component = zone.component_in(tables)
    for source in tables.zones:
        if source.component_in(tables) != component:
            continue
        if source.form == "endless":
            return
        found = spare[source.name, 0]
        taken = min(count, found[kind])
        found[kind] -= taken
        count -= taken
    if count:
        raise GameError(f"{zone.name}: there are too few {zone.kinds[kind]} in the game")


def _set_slot(state: State, name: str, index: tuple[int, ...], value: int) -> None:
    for slot in state.game.tables.slots:
        if slot.name == name:
            if slot.base < 0:
                setattr(state, slot.attribute, value)
            else:
                state.v[slot.base + _offset(name, slot.dims, index)] = value
            return
    raise GameError(f"there is no slot {name!r}")


def _offset(name: str, dims: tuple[tuple[str, ...], ...], index: tuple[int, ...]) -> int:
    """The number of an index, the last dimension fastest. Values of number types are themselves."""
    if len(index) != len(dims):
        raise GameError(f"{name} has {len(dims)} indices, not {len(index)}")
    offset = 0
    for dim, value in zip(dims, index, strict=True):
        place = dim.index(str(value)) if str(value) in dim else value
        if not 0 <= place < len(dim):
            raise GameError(f"{name} has no index {value}: one of {', '.join(dim)}")
        offset = offset * len(dim) + place
    return offset
