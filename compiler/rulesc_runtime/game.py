"""A game with its parameters: number of players, options, readings of the rulings, kind of chance.

An engine's `Game` names its tables, its kind of state and its two functions: `start` runs from the
entry to the first stop, `step` takes a legal action or an outcome and runs to the next.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import ClassVar

from rulesc_runtime import positions, results, saves, views
from rulesc_runtime.chance import seeded
from rulesc_runtime.errors import GameError, WrongParameter
from rulesc_runtime.state import State
from rulesc_runtime.tables import Action, Parameter, Tables
from rulesc_runtime.views import Json, SlotPlace, ZonePlace, plain_name, seat_names

_FIRST = seeded(0)
_NOTATION = re.compile(r"\s*(\w+)\s*(?:\((.*)\))?\s*", re.ASCII | re.DOTALL)


class Game:
    """A game to be played with certain parameters. Wrong ones raise WrongParameter."""

    tables: ClassVar[Tables]
    state_class: ClassVar[type[State]]
    start: ClassVar[Callable[..., None]]
    step: ClassVar[Callable[..., None]]

    def __init__(
        self,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        rulings: Mapping[str, object] | None = None,
        chance: str = "sampled",
    ) -> None:
        tables = self.tables
        self.players = _players(tables, players)
        values = _options(tables, self.players, options or {})
        readings = _rulings(tables, rulings or {})
        if chance not in ("sampled", "explicit"):
            raise WrongParameter(f"chance is 'sampled' or 'explicit', not {_shown(chance)}")
        self.chance = chance
        given = (self.players, *values, *readings)
        self.k: tuple[int, ...] = (*given, *self.settled(given))
        self.decision_count = len(tables.decisions)
        self._firsts = [a.first for a in tables.actions]
        self._by_name = {a.name: a for a in tables.actions}
        self._count = max((a.first + a.count for a in tables.actions), default=0)

    @staticmethod
    def settled(k: tuple[int, ...]) -> tuple[int, ...]:
        """What the parameters settle for a whole game; an engine's own function takes its place."""
        return ()

    # ---- what can be known beforehand ------------------------------------------------------

    @property
    def options(self) -> dict[str, Json]:
        """Every option's value, by name."""
        values = self.k[1 : 1 + len(self.tables.options)]
        return {
            o.name: plain_name(o.names[value - o.low])
            for o, value in zip(self.tables.options, values, strict=True)
        }

    @property
    def rulings(self) -> dict[str, str]:
        """The reading by which every open question is played."""
        first = 1 + len(self.tables.options)
        chosen = self.k[first : first + len(self.tables.rulings)]
        return {r.id: r.readings[reading] for r, reading in zip(self.tables.rulings, chosen, strict=True)}

    def num_players(self) -> int:
        return self.players

    def num_distinct_actions(self) -> int:
        return self._count

    def max_game_length(self) -> int:
        """The most decisions a game can take; chance is not counted."""
        return self.tables.longest

    def max_chance_outcomes(self) -> int:
        return max((len(self.tables.components[c.component]) for c in self.tables.chances), default=0)

    def num_chance_points(self) -> int:
        return len(self.tables.chances)

    def min_utility(self) -> float:
        return results.utility_range(self)[0]

    def max_utility(self) -> float:
        return results.utility_range(self)[1]

    def utility_sum(self) -> float | None:
        """The sum of all returns, where it is always the same."""
        return None if self.players == 1 or self.tables.returns == "scores" else 0.0

    @cached_property
    def slot_places(self) -> tuple[SlotPlace, ...]:
        return views.slot_places(self.tables, self.players)

    @cached_property
    def zone_places(self) -> tuple[ZonePlace, ...]:
        return views.zone_places(self.tables, self.players)

    # ---- states ----------------------------------------------------------------------------

    def new_initial_state(self, seed: int | None = None) -> State:
        """The first position. Without a seed: seed 0."""
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
            raise WrongParameter(f"a seed is an int, not {_shown(seed)}")
        return self.initial_state_from(seeded(seed) if seed else _FIRST)

    def initial_state_from(self, generator: int) -> State:
        """The first position with a generator in a given state."""
        state = self.state_class(self)
        state.rng = state.origin = generator
        self.start(state)
        return state

    def state_from_json(self, text: str) -> State:
        """A saved state, with the parameters it was saved with. DamagedSave says what is wrong with it."""
        return saves.load(self, text)

    def position(
        self,
        at: str = "",
        slots: Mapping[positions.Place, int] | None = None,
        zones: Mapping[positions.Place, Mapping[int, int]] | None = None,
        draws: Iterable[str] = (),
    ) -> State:
        """A position as an example gives it: see `positions.position`."""
        return positions.position(self, at, slots or {}, zones or {}, draws)

    def explicit(self) -> Game:
        """This game with chance nodes instead of a generator."""
        return self if self.chance == "explicit" else self.like(chance="explicit")

    def like(self, chance: str) -> Game:
        return type(self)(self.players, self.options, self.rulings, chance)

    # ---- actions ---------------------------------------------------------------------------

    def find_action(self, action: int) -> Action | None:
        """The table's entry for an id."""
        place = bisect_right(self._firsts, action) - 1
        if place < 0:
            return None
        found = self.tables.actions[place]
        return found if action < found.first + found.count else None

    def _action(self, action: int) -> Action:
        found = self.find_action(action)
        if found is None:
            raise GameError(f"there is no action {action}: ids go from 0 to {self._count - 1}")
        return found

    def action_to_string(self, action: int) -> str:
        found = self._action(action)
        values = _named(found, action)
        return f"{found.name}({', '.join(values)})" if values else found.name

    def string_to_action(self, text: str) -> int:
        """The id for a move notation such as `build_column(A, blue)`."""
        match = _NOTATION.fullmatch(text)
        name = text.partition("(")[0].strip()
        found = self._by_name.get(match[1] if match else name)
        if found is None:
            raise GameError(f"there is no action {_shown(name if match else text)}")
        if match is None:
            wrong = "`)` is missing" if text.count("(") > text.count(")") else "that is no move"
            raise GameError(f"{text!r}: {wrong}; a move is written NAME or NAME(VALUE, VALUE)")
        words = [] if match[2] is None or not match[2].strip() else [w.strip() for w in match[2].split(",")]
        return self._assembled(found, words, text)

    def action_to_struct(self, action: int) -> dict[str, Json]:
        found = self._action(action)
        out: dict[str, Json] = {"action": found.name}
        for param, name in zip(found.params, _named(found, action), strict=True):
            out[_key(param)] = plain_name(name)
        return out

    def struct_to_action(self, struct: Mapping[str, object]) -> int:
        """The id for an action as plain data."""
        name = struct.get("action") if isinstance(struct, Mapping) else None
        found = self._by_name.get(name) if isinstance(name, str) else None
        if found is None:
            raise GameError(f"there is no action {_shown(name)}")
        expected = {"action", *(_key(p) for p in found.params)}
        if set(struct) != expected:
            raise GameError(f"{found.name} has the keys {', '.join(sorted(expected))}")
        return self._assembled(found, [struct[_key(p)] for p in found.params], found.name)

    def describe(self, player: int, action: int) -> str:
        """An action in words: its title with the values' names; of a choice its label and what is chosen."""
        found = self.find_action(action)
        if found is None:
            return f"action {action}"
        text, named = found.title, _named(found, action)
        if found.role in ("choice", "pick"):
            label = found.name.replace("_", " ")
            return f"{label}: {' from '.join(reversed(named)).replace('_', ' ')}"
        for param, name in zip(found.params, named, strict=True):
            text = text.replace("{" + param.name + "}", name.replace("_", " "))
        return text if text and "{" not in text else self.action_to_string(action)

    def _assembled(self, action: Action, values: list[object], told: str) -> int:
        if len(values) != len(action.params):
            wanted = ", ".join(p.name for p in action.params) or "none"
            raise GameError(f"{told!r}: the parameters of {action.name} are {wanted}")
        digits = []
        for param, value in zip(action.params, values, strict=True):
            digit = param.index(value)
            if digit < 0:
                raise GameError(f"{told!r}: {param.name} is one of {_listed(param.names)}")
            digits.append(digit)
        return action.id(tuple(digits))

    # ---- the rest --------------------------------------------------------------------------

    def check_seat(self, player: int | None) -> None:
        """GameError unless it is a seat of this game, or None for an onlooker."""
        if player is not None and not (type(player) is int and 0 <= player < self.players):
            raise GameError(f"there is no seat {_shown(player)}: they go from 0 to {self.players - 1}")

    def parameters(self) -> dict[str, Json]:
        return {
            "players": self.players,
            "options": self.options,
            "rulings": dict(self.rulings),
            "chance": self.chance,
        }

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.tables.game, self.tables.spec_hash, self.k, self.chance) == (
            other.tables.game,
            other.tables.spec_hash,
            other.k,
            other.chance,
        )

    def __hash__(self) -> int:
        return hash((self.k, self.chance))

    def __repr__(self) -> str:
        given = ", ".join(f"{key}={value!r}" for key, value in self.parameters().items())
        return f"{self.tables.game}.Game({given})"


def _named(action: Action, number: int) -> list[str]:
    return [p.names[digit] for p, digit in zip(action.params, action.values(number), strict=True)]


def _key(param: Parameter) -> str:
    return "action_" if param.name == "action" else param.name


def _shown(value: object) -> str:
    text = ascii(value) if isinstance(value, str | int | bool | None) else f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"


def _players(tables: Tables, given: object) -> int:
    low, high = tables.players
    if given is None:
        return low
    if isinstance(given, bool) or not isinstance(given, int) or not low <= given <= high:
        right = str(low) if low == high else f"{low} to {high}"
        raise WrongParameter(f"{tables.game} is for {right} players, not {_shown(given)}")
    return given


def _options(tables: Tables, players: int, given: Mapping[str, object]) -> list[int]:
    names = [o.name for o in tables.options]
    for name in given:
        if name not in names:
            known = _listed(names) if names else "the game has no options"
            raise WrongParameter(f"there is no option {_shown(name)}: {known}")
    out = []
    for option in tables.options:
        if option.name not in given:
            out.append(option.low + option.start)
            continue
        value = given[option.name]
        seats = option.names == seat_names(tables.players[1])
        if seats and isinstance(value, int) and not isinstance(value, bool):
            value = f"p{value + 1}"
        right = option.names[:players] if seats else option.names
        place = option.index(value) if isinstance(value, str | int) else -1
        if not 0 <= place < len(right):
            shown = _shown(given[option.name])
            raise WrongParameter(f"option {option.name} is one of {_listed(right)}, not {shown}")
        out.append(option.low + place)
    return out


def _rulings(tables: Tables, given: Mapping[str, object]) -> list[int]:
    ids = [r.id for r in tables.rulings]
    for name in given:
        if name not in ids:
            known = _listed(ids) if ids else "the game has no open questions"
            raise WrongParameter(f"there is no ruling {_shown(name)}: {known}")
    out = []
    for ruling in tables.rulings:
        reading = given.get(ruling.id, ruling.readings[ruling.chosen])
        if reading not in ruling.readings:
            right = _listed(ruling.readings)
            raise WrongParameter(f"the readings of {ruling.id} are {right}, not {_shown(reading)}")
        out.append(ruling.readings.index(str(reading)))
    return out
