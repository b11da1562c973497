"""A position in a game: the interface that every engine's states share.

An engine adds its slots, `_copy`, and the functions in its tables; all the rest reads those. A
refused action raises before anything is changed.
"""

from __future__ import annotations

import json
import operator
from fractions import Fraction
from typing import TYPE_CHECKING, Self, SupportsIndex, TypeAlias

from rulesc_runtime import events, results, saves, views
from rulesc_runtime.chance import seeded
from rulesc_runtime.errors import GameError, IllegalAction, Reason
from rulesc_runtime.saves import CHANCE, OVER, RESEEDED
from rulesc_runtime.views import Json

if TYPE_CHECKING:
    from rulesc_runtime.game import Game
    from rulesc_runtime.saves import Snapshot

__all__ = ["CHANCE", "OVER", "State"]


Past: TypeAlias = "tuple[Past, int, int] | None"


class State:
    """One position. `pc` says what it waits for: a decision, then the chance points, -1 when over."""

    __slots__ = ("explicit", "game", "k", "legal_cache", "origin", "past", "pc", "rng", "seat", "v")

    game: Game
    v: list[int]
    k: tuple[int, ...]  # number of players, options, readings of rulings
    rng: int
    pc: int
    seat: int  # who decides; CHANCE at a chance point, OVER at the end
    legal_cache: list[int] | None  # of this position; lists in it are never changed
    explicit: bool
    past: Past  # (what was before, seat or CHANCE or RESEEDED, action)
    origin: int | Snapshot  # the generator of the initial state, or the position that `past` starts from

    def __init__(self, game: Game) -> None:
        """An empty state: the engine's `start` or a snapshot fills it, and the engine's own slots too."""
        self.game = game
        self.v = []
        self.k = game.k
        self.rng = 0
        self.pc = -1
        self.seat = OVER
        self.legal_cache = None
        self.explicit = game.chance == "explicit"
        self.past = None
        self.origin = 0

    # ---- who decides what ------------------------------------------------------------------

    def current_player(self) -> int:
        """The seat that decides; -1 chance, -4 over."""
        return self.seat

    def acting_players(self) -> tuple[int, ...]:
        """The seats that must or may decide now."""
        return (self.seat,) if self.seat >= 0 else ()

    def is_terminal(self) -> bool:
        return self.pc < 0

    def is_chance_node(self) -> bool:
        return self.seat == CHANCE

    def is_simultaneous_node(self) -> bool:
        return False

    def decision_name(self) -> str:
        """What is asked: a decision's name, "chance" or "over"."""
        if self.pc < 0:
            return "over"
        return "chance" if self.is_chance_node() else self.game.tables.decisions[self.pc].name

    def legal_actions(self, player: int | None = None) -> list[int]:
        """A fresh ascending list; at a chance node the outcomes. Empty for a seat that does not act."""
        if player is not None and player != self.seat:
            return []
        cache = self.legal_cache
        return (self._legal() if cache is None else cache)[:]

    def _legal(self) -> list[int]:
        """The list itself, kept until the next step."""
        pc = self.pc
        if pc < 0:
            legal: list[int] = []
        elif pc < self.game.decision_count:
            legal = self.game.tables.decisions[pc].legal(self)
        else:
            legal = [kind for kind, _ in self.weighted_outcomes()]
        self.legal_cache = legal
        return legal

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """A 0 or 1 for every action; at a chance node for every outcome."""
        game = self.game
        length = game.max_chance_outcomes() if self.is_chance_node() else game.num_distinct_actions()
        mask = [0] * length
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def weighted_outcomes(self) -> list[tuple[int, int]]:
        """At a chance node, the kinds in the pile with their counts."""
        point = self.game.tables.chances[self.pc - self.game.decision_count]
        return [(kind, n) for kind, n in point.outcomes(self) if n > 0]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a chance node with their probabilities."""
        if not self.is_chance_node():
            raise GameError("this is no chance node")
        outcomes = self.weighted_outcomes()
        total = sum(n for _, n in outcomes)
        return [(kind, n / total) for kind, n in outcomes]

    # ---- steps -----------------------------------------------------------------------------

    def apply_action(self, action: SupportsIndex, player: int | None = None) -> None:
        """Take an action or, at a chance node, an outcome. IllegalAction leaves the state as it was."""
        legal = self.legal_cache
        if legal is None:
            legal = self._legal()
        if type(action) is not int or action not in legal or (player is not None and player != self.seat):
            action = self._checked(action, player)
        self.past = (self.past, self.seat, action)
        self.legal_cache = None
        self.game.step(self, action)

    def _checked(self, action: object, player: int | None) -> int:
        """The action as a plain int; raises if it is not legal."""
        reasons = self.why_not(action, player)
        if reasons:
            why = "; ".join(r.text or r.label for r in reasons)
            raise IllegalAction(f"{self._told(action)} is not legal now: {why}", reasons)
        assert isinstance(action, SupportsIndex)
        return operator.index(action)

    def apply_actions(self, actions: object) -> None:
        """At a simultaneous node, an action for each seat. Here seats decide one after the other."""
        raise IllegalAction("the seats do not decide at once here: use apply_action")

    def child(self, action: SupportsIndex, player: int | None = None) -> Self:
        """The state after an action; this one stays as it is."""
        copy = self.clone()
        copy.apply_action(action, player)
        return copy

    def why_not(self, action: object, player: int | None = None) -> tuple[Reason, ...]:
        """Why an action is not legal; empty when it is. Never raises."""
        number = _plain_int(action)
        if self.pc < 0:
            return (Reason("over", "the game is over", ()),)
        actor = self.current_player()
        if player is not None and player != actor:
            return (Reason("not asked now", "somebody else decides now", ()),)
        cache = self.legal_cache
        if number is not None and number in (self._legal() if cache is None else cache):
            return ()
        if actor == CHANCE:
            return (Reason("not asked now", "chance decides now, and this is no outcome", ()),)
        game = self.game
        found = None if number is None else game.find_action(number)
        if number is None or found is None:
            return (Reason("unknown action", "there is no such action", ()),)
        decision = game.tables.decisions[self.pc]
        if game.tables.actions.index(found) not in decision.actions:
            return (Reason("not asked now", "it is not asked now", ()),)
        guards = dict.fromkeys(decision.why(self, number))
        reasons = tuple(
            Reason(g.label, g.text, g.clauses) for g in (game.tables.guards[place] for place in guards)
        )
        return reasons or (Reason("not asked now", "it is not asked now", ()),)

    # ---- names of actions ------------------------------------------------------------------

    def action_to_string(self, player: int, action: int) -> str:
        """The move notation; for chance (-1) the name of the outcome."""
        if player != CHANCE:
            return self.game.action_to_string(action)
        if self.is_chance_node():
            names = self._outcome_names()
            if 0 <= action < len(names):
                return names[action]
        return f"outcome {action}"

    def string_to_action(self, text: str, player: int | None = None) -> int:
        """The id for a move notation; at a chance node the outcome for a name. GameError if there is none."""
        if self.is_chance_node() and player in (None, CHANCE):
            names = self._outcome_names()
            if text.strip() not in names:
                raise GameError(f"there is no outcome {text.strip()!r}: one of {', '.join(names)}")
            return names.index(text.strip())
        return self.game.string_to_action(text)

    def action_to_struct(self, player: int, action: int) -> dict[str, Json]:
        """An action as plain data: its name and its parameters' values."""
        if player == CHANCE:
            return {"outcome": self.action_to_string(player, action)}
        return self.game.action_to_struct(action)

    def _outcome_names(self) -> tuple[str, ...]:
        tables = self.game.tables
        return tables.components[tables.chances[self.pc - self.game.decision_count].component]

    def _told(self, action: object) -> str:
        """An action for messages, whatever it is."""
        number = _plain_int(action)
        if number is None:
            return f"an action of type {type(action).__name__}"
        found = None if self.is_chance_node() else self.game.find_action(number)
        if found is not None:
            return self.game.action_to_string(number)
        text = str(number) if abs(number) < 10**12 else "a huge number"
        return f"{'outcome' if self.is_chance_node() else 'action'} {text}"

    # ---- results ---------------------------------------------------------------------------

    def returns(self) -> list[float]:
        """Zeros until the game is over."""
        return results.returns(self)

    def rewards(self) -> list[float]:
        return results.returns(self)

    def player_return(self, player: int) -> float:
        return results.returns(self)[player]

    def scores(self) -> tuple[int | Fraction, ...]:
        """Each seat's score by this position. For the host: it may read what is hidden."""
        return results.scores(self)

    def score_sheet(self) -> list[dict[str, int | Fraction]]:
        return results.score_sheet(self)

    def ranking(self) -> tuple[int, ...]:
        """Each seat's place; 1 is best, equal seats share one."""
        return results.ranking(self)

    # ---- what a seat sees ------------------------------------------------------------------

    def view(self, player: int | None = None) -> dict[str, Json]:
        """What a seat may see, as JSON data; None: an onlooker."""
        return views.view(self, player)

    def events(self, since: int = 0, player: int | None = None) -> list[dict[str, Json]]:
        """What happened after decision number `since`, as that seat saw it; 0: all, with the set-up."""
        return events.events(self, since, player)

    def log(self, player: int | None = None) -> list[str]:
        """The game so far in words, as that seat saw it."""
        return events.log(self, player)

    def observation_string(self, player: int | None = None) -> str:
        """What a seat sees now."""
        return _compact(self.view(self._viewer(player)))

    def information_state_string(self, player: int | None = None) -> str:
        """All that a seat has seen so far: equal for two states that it can't tell apart."""
        viewer = self._viewer(player)
        return _compact([self.view(viewer), list(events.events(self, 0, viewer))])

    def board_of(self, player: int | None) -> State:
        """The position that a seat has before it: this one, unless seats decide at the same time."""
        return self

    def reopened(self) -> None:
        """A position was put back by hand: what waits there begins again."""

    def _viewer(self, player: int | None) -> int | None:
        """Without a seat: the one that decides, otherwise an onlooker."""
        return self.seat if player is None and self.seat >= 0 else player

    # ---- copies and saves ------------------------------------------------------------------

    def _copy(self) -> Self:
        """A copy that shares nothing that changes. Engines write it out."""
        copy = object.__new__(type(self))
        for kind in type(self).__mro__:
            for name in getattr(kind, "__slots__", ()):
                setattr(copy, name, getattr(self, name))
        copy.v = self.v[:]
        return copy

    def clone(self, seed: int | None = None) -> Self:
        """A copy; with a seed, one with another future."""
        copy = self._copy()
        if seed is not None:
            copy.rng = seeded(seed)
            if not copy.explicit:
                copy.past = (copy.past, RESEEDED, copy.rng)
        return copy

    def to_json(self) -> str:
        """Everything, for the host: never show it to a seat."""
        return saves.save(self)

    def history(self) -> list[tuple[int, int]]:
        """(seat, action) from the start; chance has seat -1 (only where it is explicit)."""
        return [(seat, action) for seat, action in self.entries() if seat != RESEEDED]

    def entries(self) -> list[tuple[int, int]]:
        """The history with the places where the generator was replaced."""
        out = []
        past = self.past
        while past is not None:
            past, seat, action = past
            out.append((seat, action))
        out.reverse()
        return out

    def move_number(self) -> int:
        """How many decisions were taken."""
        return sum(seat >= 0 for seat, _ in self.entries())

    def get_game(self) -> Game:
        return self.game

    def num_players(self) -> int:
        return self.game.players

    def num_distinct_actions(self) -> int:
        return self.game.num_distinct_actions()

    # ---- identity --------------------------------------------------------------------------

    def live_attributes(self) -> tuple[str, ...]:
        """The attributes that matter here: the slots, and the variables kept at this stop."""
        tables, pc = self.game.tables, self.pc
        if pc < 0:
            return tables.attributes
        return (*tables.attributes, *tables.live_at(pc))

    def _key(self) -> tuple[object, ...]:
        return (
            self.k,
            self.explicit,
            self.pc,
            self.seat,
            0 if self.explicit else self.rng,
            tuple(self.v),
            tuple([getattr(self, name) for name in self.live_attributes()]),
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        if self is other:
            return True
        mine, its = self.game.tables, other.game.tables
        same_game = mine is its or (mine.game, mine.spec_hash) == (its.game, its.spec_hash)
        return same_game and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        actor = self.current_player()
        who = f"p{actor + 1} decides: {self.decision_name()}" if actor >= 0 else self.decision_name()
        return f"<{self.game.tables.game} state: {who}>"

    def __str__(self) -> str:
        """What an onlooker sees."""
        return json.dumps(self.view(None), indent=1)


def _compact(data: Json) -> str:
    return json.dumps(data, separators=(",", ":"))


def _plain_int(value: object) -> int | None:
    """An int of whatever kind, but no truth value."""
    if type(value) is int:
        return value
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None
