"""What happened, as one seat saw it: derived by playing the history again.

In: a state and a seat. Out: plain data, one entry for every decision and every draw. An entry is
made from what the seat saw before and after, so it can tell nothing that the seat's views do not.
What moved is worked out by comparing: pieces that left one seen place and came to another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulesc_runtime import results, views
from rulesc_runtime.chance import drawn
from rulesc_runtime.moved import Change, Move, moves
from rulesc_runtime.saves import RESEEDED, TOGETHER, restored

if TYPE_CHECKING:
    from rulesc_runtime.state import State
    from rulesc_runtime.views import Json


@dataclass(frozen=True, slots=True)
class Step:
    """A decision or a draw: who, what, in which company, and what it led to.

    `after` is the same object for all steps; it changes when the next one is asked for.
    """

    seat: int
    action: int
    together: bool  # one of several seats that decided at the same time
    joined: bool  # the last of them
    after: State


def origin_of(state: State) -> State:
    """The state that a state's history starts from, with chance nodes."""
    game = state.game.explicit()
    if isinstance(state.origin, int):
        return game.initial_state_from(state.origin)
    return restored(game, state.origin)


def steps(state: State, start: State) -> Iterator[Step]:
    """Play a state's history on its origin. Where chance was sampled, the same draws are made one by one."""
    for seat, action in [*state.entries(), (RESEEDED, state.rng)]:
        while not state.explicit and start.is_chance_node():
            start.rng, outcome = drawn(start.rng, start.weighted_outcomes())
            yield _step(start, -1, outcome)
        if seat == RESEEDED:
            start.rng = action
            continue
        yield _step(start, seat, action)
    if start.v != state.v or start.pc != state.pc:
        raise RuntimeError("the history does not lead to the state: the engine's draws are not the runtime's")


def _step(start: State, seat: int, action: int) -> Step:
    together = start.is_simultaneous_node()
    past = start.past
    start.apply_action(action, seat if seat >= 0 else None)
    return Step(seat, action, together, together and start.past is not past, start)


# ---- what a seat sees ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seen:
    """A seat's view in the places' order: a slot's value, a zone's content, or only a count."""

    slots: tuple[int | None, ...]
    zones: tuple[tuple[int, ...] | int | None, ...]
    points: tuple[results.Number, ...]


def seen(state: State, player: int | None) -> Seen:
    state = state.board_of(player)
    game = state.game
    zones: list[tuple[int, ...] | int | None] = []
    for place in game.zone_places:
        content = place.zone.content(state.v, place.instance)
        if views.sees(place, player):
            zones.append(tuple(content))
        else:
            zones.append(sum(content) if views.counts(place, player) else None)
    slots = tuple(p.value(state) if views.sees(p, player) else None for p in game.slot_places)
    return Seen(slots, tuple(zones), results.public_scores(state))


def events(state: State, since: int, player: int | None) -> list[dict[str, Json]]:
    """All that happened after decision number `since`; 0 or less: from the start, with the set-up."""
    return [entry for entry, _ in _told(state, since, player)]


def log(state: State, player: int | None) -> list[str]:
    """A line for everything that happened."""
    return [line for _, line in _told(state, 0, player)]


def _told(state: State, since: int, player: int | None) -> Iterator[tuple[dict[str, Json], str]]:
    state.game.check_seat(player)
    start = origin_of(state)
    before = seen(start, player)
    number = 0
    for step in steps(state, start):
        after = seen(step.after, player)
        if step.together and step.seat != player and not step.joined:
            continue  # of what others decide at the same time, a seat hears when all are done
        number += step.seat >= 0
        if number > since or since <= 0:
            told = _entry(step, number, before, after, player)
            if told is not None:
                yield told
        before = after


def _entry(
    step: Step, number: int, before: Seen, after: Seen, player: int | None
) -> tuple[dict[str, Json], str] | None:
    """One event and its line; None for a draw of which the seat notices nothing."""
    game = step.after.game
    moved = _moves(step.after, before, after)
    changed = _changed(step.after, before, after)
    points = {
        f"p{seat + 1}": views.number(results.plain(now - then))
        for seat, (then, now) in enumerate(zip(before.points, after.points, strict=True))
        if now != then
    }
    title: str
    action: str | None
    clauses: tuple[str, ...] = ()
    if step.seat < 0:
        if not (moved or changed or points):
            return None
        kinds = [m.kind for m in moved]
        action = kinds[0] if len(moved) == 1 and moved[0].count == 1 else None
        title = "; ".join(m.line() for m in moved) or "chance"
    elif step.together and step.seat != player:
        action, title = None, "all are done"
    else:
        found = game.find_action(step.action)
        assert found is not None
        noticed = bool(changed or points)
        hidden = step.seat != player and (found.secret or _may_hide(step.after, moved, noticed))
        action = None if hidden else game.action_to_string(step.action)
        what = "something hidden" if hidden else game.describe(step.seat, step.action)
        title = f"p{step.seat + 1}: {what}"
        clauses = () if hidden else found.clauses
    if points:
        title += " (" + ", ".join(f"{seat} {_signed(value)}" for seat, value in points.items()) + ")"
    entry: dict[str, Json] = {
        "n": number,
        "seat": TOGETHER if step.together and step.seat != player else step.seat,
        "action": action,
        "moves": [m.data() for m in moved],
        "slots": changed,
        "points": dict(points),
        "clauses": list(clauses),
    }
    return entry, title


def _signed(value: Json) -> str:
    text = str(value)
    return text if text.startswith("-") else f"+{text}"


def _may_hide(state: State, moved: list[Move], noticed: bool) -> bool:
    """Whether another seat's action may be one that only it knows: its pieces can't be told, or nothing
    was to be noticed in a game where some things can't be."""
    if any(m.kind is None for m in moved):
        return True
    tables = state.game.tables
    secrets = any(s.seen_by != "all" for s in tables.slots) or any(z.count_hidden for z in tables.zones)
    return secrets and not (moved or noticed)


def _changed(state: State, before: Seen, after: Seen) -> list[Json]:
    out: list[Json] = []
    for place, old, new in zip(state.game.slot_places, before.slots, after.slots, strict=True):
        if old is not None and new is not None and old != new:
            out.append(
                {
                    "slot": place.slot.name,
                    "index": list(place.index),
                    "old": views.slot_value(place.slot, old),
                    "new": views.slot_value(place.slot, new),
                }
            )
    return out


# ---- what moved ----------------------------------------------------------------------------


def _moves(state: State, before: Seen, after: Seen) -> list[Move]:
    """The moves that explain how a seat's view of the zones changed, component by component."""
    game = state.game
    lost: dict[int, list[Change]] = {}
    got: dict[int, list[Change]] = {}
    for place, old, new in zip(game.zone_places, before.zones, after.zones, strict=True):
        if old == new or old is None or new is None:
            continue
        component = place.zone.component_in(game.tables)
        then = old if isinstance(old, tuple) else (old,)
        now = new if isinstance(new, tuple) else (new,)
        for kind, (a, b) in enumerate(zip(then, now, strict=True)):
            if a != b:
                change = Change(kind if isinstance(old, tuple) else -1, abs(b - a), place)
                (got if b > a else lost).setdefault(component, []).append(change)
    out: list[Move] = []
    for component in sorted({*lost, *got}):
        out += moves(game.tables, component, lost.get(component, []), got.get(component, []))
    return out
