"""States that a seat can't tell from a given one, to find out whether the engine lets it.

In: a state and a seat (None: an onlooker). Out: another state, or None where none was found.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from rulesc_runtime import results, views
from rulesc_runtime.events import seen
from rulesc_runtime.state import CHANCE, State

TRIES = 4


def hidden_swap(state: State, seat: int | None, chooser: random.Random) -> State | None:
    """The same position, with the pieces that the seat can't see dealt anew among where they lie."""
    if state.is_simultaneous_node():
        return None
    game = state.game
    twin = state.clone()
    twin.legal_cache = None
    for component in range(len(game.tables.components)):
        places = [
            p
            for p in game.zone_places
            if p.zone.component_in(game.tables) == component
            and p.zone.form in ("counts", "packed", "mask", "single")
            and not views.sees(p, seat)
        ]
        contents = [p.zone.content(state.v, p.instance) for p in places]
        pieces = [kind for content in contents for kind, n in enumerate(content) for _ in range(n)]
        chooser.shuffle(pieces)
        for place, content in zip(places, contents, strict=True):
            dealt = [0] * len(content)
            for kind in pieces[: sum(content)]:
                dealt[kind] += 1
            pieces = pieces[sum(content) :]
            place.zone.put(twin.v, place.instance, dealt)
    return None if twin.v == state.v else twin


def glimpse(state: State, seat: int | None) -> tuple[object, ...]:
    """What a seat sees, as the state keeps it: two glimpses are equal if the seat's views are."""
    game, v = state.game, state.v
    slots = [p.value(state) for p in game.slot_places if views.sees(p, seat)]
    zones = [
        p.zone.entry(v, p.instance) if views.sees(p, seat) else p.zone.pieces(v, p.instance)
        for p in game.zone_places
        if views.sees(p, seat) or views.counts(p, seat)
    ]
    return (slots, zones, results.public_scores(state))


def other_past(
    start: State, entries: Sequence[tuple[int, int]], seat: int | None, chooser: random.Random
) -> State | None:
    """A state with another history: the same decisions, but other draws where the seat can't tell.

    `start` is where the history begins; it is not changed. Decisions that were hidden from the seat
    stay as they were.
    """
    for _ in range(TRIES):
        twin = _replayed(start, entries, seat, chooser)
        if twin is not None and twin.entries() != list(entries):
            return twin
    return None


def _replayed(
    start: State, entries: Sequence[tuple[int, int]], seat: int | None, chooser: random.Random
) -> State | None:
    true, twin = start.clone(), start.clone()
    for actor, action in entries:
        if true.is_simultaneous_node():
            if actor not in twin.acting_players() or action not in twin.legal_actions(actor):
                return None
            true.apply_action(action, actor)
            twin = twin.child(action, actor)
            if seen(twin, seat) != seen(true, seat) or twin.acting_players() != true.acting_players():
                return None
            continue
        true.apply_action(action)
        if twin.current_player() != actor:
            return None
        choices = [action]
        if actor == CHANCE:
            choices = twin.legal_actions()
            chooser.shuffle(choices)
        want = glimpse(true, seat)
        fitting = (twin.child(a) for a in choices if a in twin.legal_actions())
        found = next((s for s in fitting if glimpse(s, seat) == want), None)
        if found is None or found.current_player() != true.current_player():
            return None
        twin = found
    return twin
