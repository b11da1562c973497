"""The battery that every generated game passes: the interface's promises, tried by playing.

A check takes an engine's `Game` class and parameters, plays a few games, and raises AssertionError
where a promise is broken. `CHECKS` is the whole battery, `parameters` what to run it with.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rulesc_runtime.chance import drawn
from rulesc_runtime.contract_together import check_together
from rulesc_runtime.errors import DamagedSave, IllegalAction
from rulesc_runtime.events import origin_of
from rulesc_runtime.game import Game
from rulesc_runtime.saves import check_position
from rulesc_runtime.state import State
from rulesc_runtime.tables import Tables
from rulesc_runtime.twins import hidden_swap, other_past
from rulesc_runtime.views import seat_names

GAMES = 2
CLOSELY = 16  # positions of a game in which leaks are looked for one by one, later at powers of two
LATE = 64  # a later position at which other histories are tried too


@dataclass(frozen=True, slots=True)
class Parameters:
    """One way to set up a game."""

    players: int
    options: tuple[tuple[str, str], ...] = ()
    rulings: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return "-".join([f"{self.players}p", *(f"{k}={v}" for k, v in (*self.options, *self.rulings))])

    def game(self, kind: type[Game], chance: str) -> Game:
        return kind(self.players, dict(self.options), dict(self.rulings), chance)


Check = Callable[[type[Game], Parameters], None]


def parameters(tables: Tables) -> list[Parameters]:
    """Every number of players, and for each every single value of an option and reading of a ruling."""
    out = []
    for players in range(tables.players[0], tables.players[1] + 1):
        out.append(Parameters(players))
        for option in tables.options:
            seats = option.names == seat_names(tables.players[1])
            names = option.names[:players] if seats else option.names
            if len(names) > 6:
                names = (names[0], names[len(names) // 2], names[-1])
            others = [n for n in names if n != option.names[option.start]]
            out += [Parameters(players, options=((option.name, n),)) for n in others]
        for ruling in tables.rulings:
            readings = [r for i, r in enumerate(ruling.readings) if i != ruling.chosen]
            out += [Parameters(players, rulings=((ruling.id, r),)) for r in readings]
    return out


def walk(game: Game, seed: int) -> Iterator[State]:
    """Random play: the state at every stop, the last one over. The same object throughout."""
    chooser = random.Random(seed)
    state = game.new_initial_state(seed=seed)
    yield state
    while not state.is_terminal():
        turns = asked(state)
        seat, legal = turns[0] if len(turns) == 1 else chooser.choice(turns)
        assert legal, f"dead end: nothing is legal at {state.decision_name()}, after {state.history()}"
        state.apply_action(chooser.choice(legal), seat)
        yield state


def asked(state: State) -> list[tuple[int | None, list[int]]]:
    """Who may act, with what is legal: one, or each of those that decide at the same time."""
    if state.is_simultaneous_node():
        return [(seat, state.legal_actions(seat)) for seat in state.acting_players()]
    return [(None, state.legal_actions())]


def both(kind: type[Game], given: Parameters) -> list[Game]:
    """Both kinds of chance with default parameters; otherwise explicit chance, which stops more often."""
    explicit = given.game(kind, "explicit")
    return [explicit] if given.options or given.rulings else [given.game(kind, "sampled"), explicit]


def check_legal_actions(kind: type[Game], given: Parameters) -> None:
    """Legal actions are ascending, unique, named apart, and there unless the game is over; masks agree."""
    for game in both(kind, given):
        for state in walk(game, 1):
            if state.is_simultaneous_node():
                continue
            legal = state.legal_actions()
            actor = state.current_player()
            assert legal == sorted(set(legal)), "legal actions are not ascending and unique"
            assert bool(legal) != state.is_terminal(), "legal actions and the end do not go together"
            assert legal == state.legal_actions(actor) if legal else True
            assert [i for i, m in enumerate(state.legal_actions_mask()) if m] == legal, "the mask differs"
            for seat in range(game.num_players()):
                assert seat == actor or state.legal_actions(seat) == [], (
                    "a seat that does not act has actions"
                )
            names = [state.action_to_string(actor, a) for a in legal]
            assert len(set(names)) == len(names), "two actions have one name"
            assert [state.string_to_action(n) for n in names] == legal, "a name does not lead back"
            if actor >= 0:
                assert all(0 <= a < game.num_distinct_actions() for a in legal)
                structs = [state.action_to_struct(actor, a) for a in legal]
                assert [game.struct_to_action(x) for x in structs] == legal, "a struct does not lead back"
                assert all(game.describe(actor, a) for a in legal)
            elif legal:
                outcomes = state.chance_outcomes()
                assert [o for o, _ in outcomes] == legal and len(legal) <= game.max_chance_outcomes()
                assert abs(sum(p for _, p in outcomes) - 1) < 1e-9 and all(p > 0 for _, p in outcomes)


def check_actions_apply(kind: type[Game], given: Parameters) -> None:
    """Every listed action applies and leads to a state in which somebody can go on."""
    for game in both(kind, given):
        for state in walk(game, 2):
            before = state.clone()
            for seat, action in [(seat, action) for seat, legal in asked(state) for action in legal]:
                assert state.why_not(action, seat) == (), "a listed action has reasons against it"
                after = state.child(action, seat)
                on = all(legal for _, legal in asked(after))
                assert after.is_terminal() or on, f"{action} leads into a dead end"
            assert state == before, "trying an action changed the state it was tried on"


def check_refusals(kind: type[Game], given: Parameters) -> None:
    """Whatever is not listed is refused with a reason, and nothing changes."""
    wrong: list[object] = [-1, -4, 10**30, 1.0, "0", None, True, [0]]
    chooser = random.Random(3)
    for game in both(kind, given):
        for state in walk(game, 3):
            legal = set(state.legal_actions())
            count = game.num_distinct_actions()
            others = [a for a in range(count + 2) if a not in legal]
            tried = others if len(others) <= 40 else chooser.sample(others, 40)
            before, text = state.clone(), state.to_json()
            for action in (*tried, *wrong):
                reasons = state.why_not(action)
                assert reasons and all(r.label for r in reasons), f"{action!r} is refused without a reason"
                refused(state, action, None)
            for seat in range(game.num_players()):
                if seat != state.current_player() and legal:
                    assert state.why_not(min(legal), seat), "somebody else may act"
                    refused(state, min(legal), seat)
            assert state == before and state.to_json() == text, "a refused action changed the state"


def refused(state: State, action: object, seat: int | None) -> None:
    try:
        state.apply_action(action, seat)  # type: ignore[arg-type]
    except IllegalAction as refusal:
        assert refusal.reasons, "a refusal without reasons"
        return
    raise AssertionError(f"{action!r} was not refused")


def check_round_trips(kind: type[Game], given: Parameters) -> None:
    """Clone, JSON and replay give an equal state with the same future."""
    for game in both(kind, given):
        for number, state in enumerate(walk(game, 4)):
            copy = state.clone()
            assert copy == state and hash(copy) == hash(state) and str(copy) == str(state)
            if number % 8 == 0 or state.is_terminal():
                text = state.to_json()
                loaded = game.state_from_json(text)
                assert loaded == state and hash(loaded) == hash(state), "JSON leads to another state"
                assert loaded.to_json() == text and loaded.history() == state.history()
                assert loaded.legal_actions() == state.legal_actions()
            replayed = copy
        again = game.new_initial_state(seed=4)
        for seat, action in state.history():
            together = again.is_simultaneous_node()
            assert seat in again.acting_players() if together else seat == again.current_player()
            again.apply_action(action, seat if together else None)
        assert again == state == replayed, "the history leads to another state"


def check_clones_are_apart(kind: type[Game], given: Parameters) -> None:
    """Playing on with a copy leaves the original alone; returned lists are fresh."""
    for game in both(kind, given):
        for state in walk(game, 5):
            before = state.to_json()
            copy = state.clone()
            seat, legal = asked(copy)[-1]
            if legal:
                copy.apply_action(legal[-1], seat)
            legal.clear()
            state.legal_actions().append(-1)
            assert state.to_json() == before, "a copy shares what changes"
            assert -1 not in state.legal_actions(), "the list of legal actions is shared"


def check_seeds(kind: type[Game], given: Parameters) -> None:
    """The same seed gives the same game; the sampled draws are those of explicit chance."""
    sampled, explicit = given.game(kind, "sampled"), given.game(kind, "explicit")
    for seed in (0, 7):
        one, two = list(_texts(sampled, seed)), list(_texts(sampled, seed))
        assert one == two, "the same seed gave two games"
    assert sampled.new_initial_state() == sampled.new_initial_state(seed=0)
    state = list(walk(sampled, 6))[-1]
    other = explicit.new_initial_state(seed=6)
    for seat, action in [*state.history(), (0, -1)]:
        while other.is_chance_node():
            other.rng, outcome = drawn(other.rng, other.weighted_outcomes())
            other.apply_action(outcome)
        if action >= 0:
            other.apply_action(action, seat)
    assert (other.v, other.pc, other.rng) == (state.v, state.pc, state.rng), (
        "sampled and explicit chance differ"
    )


def _texts(game: Game, seed: int) -> Iterator[str]:
    for state in walk(game, seed):
        yield state.to_json()


def check_pieces_stay(kind: type[Game], given: Parameters) -> None:
    """How many pieces of each kind there are never changes."""
    for game in both(kind, given):
        first: dict[tuple[int, int], int] | None = None
        for state in walk(game, 7):
            now = _pieces(state)
            first = now if first is None else first
            assert now == first, "pieces were made or lost"


def _pieces(state: State) -> dict[tuple[int, int], int]:
    tables = state.game.tables
    endless = {z.component_in(tables) for z in tables.zones if z.form == "endless"}
    out: dict[tuple[int, int], int] = {}
    for zone in tables.zones:
        component = zone.component_in(tables)
        if component in endless:
            continue
        for instance in range(zone.instances):
            for piece, n in enumerate(zone.content(state.v, instance)):
                assert n >= 0, f"{zone.name} holds a negative number of pieces"
                out[component, piece] = out.get((component, piece), 0) + n
    return out


def check_values_fit(kind: type[Game], given: Parameters) -> None:
    """Every slot stays within its type, and every position would be accepted in a save."""
    for game in both(kind, given):
        for state in walk(game, 8):
            try:
                check_position(state)
            except DamagedSave as fault:
                raise AssertionError(f"{fault}, after {state.history()}") from None


def check_ends(kind: type[Game], given: Parameters) -> None:
    """Random play and play by a bot that seeks the end stay within the stated length."""
    game = given.game(kind, "explicit")
    for seed in range(GAMES):
        for state in walk(game, seed):
            assert state.move_number() <= game.max_game_length(), "longer than max_game_length"
    state = game.new_initial_state(seed=0)
    decisions = 0
    while not state.is_terminal():
        seat, legal = asked(state)[0]
        assert legal, f"dead end after {state.history()}"
        decisions += not state.is_chance_node()
        assert decisions <= game.max_game_length(), "longer than max_game_length"
        state.apply_action(_seek(state, legal, seat), seat)


def _seek(state: State, legal: list[int], seat: int | None) -> int:
    """The action after which the fewest are left, best of all none."""
    if state.is_chance_node() or len(legal) == 1:
        return legal[0]
    after = [(state.child(a, seat), a) for a in legal[:24]]
    return min(
        (not s.is_terminal(), len(s.legal_actions(seat)) if seat else len(s.legal_actions()), a)
        for s, a in after
    )[2]


def check_no_way_back(kind: type[Game], given: Parameters) -> None:
    """While one seat decides and nothing is drawn, no position comes twice."""
    game = given.game(kind, "explicit")
    for seed in range(GAMES):
        actor, met = -9, set[State]()
        for state in walk(game, seed):
            if state.current_player() != actor or state.is_chance_node():
                actor, met = state.current_player(), set()
            assert state not in met, f"a seat came back to an earlier position: {state.history()}"
            if actor >= 0:
                met.add(state.clone())
                for action in state.legal_actions()[:16]:
                    after = state.child(action)
                    back = after.current_player() == actor and after in met
                    assert not back, f"a seat can come back to an earlier position: {state.history()}"


def check_results(kind: type[Game], given: Parameters) -> None:
    """Returns, scores and places fit each other and the stated bounds."""
    game = given.game(kind, "sampled")
    n = game.num_players()
    for seed in range(GAMES):
        for state in walk(game, seed):
            returns = state.returns()
            assert len(returns) == n
            assert state.is_terminal() or returns == [0.0] * n
        scores, places, sheet = state.scores(), state.ranking(), state.score_sheet()
        assert len(scores) == len(places) == len(sheet) == n
        assert all(sum(row.values()) == score for row, score in zip(sheet, scores, strict=True))
        assert min(places) == 1 and all(places.count(p) == 1 or p <= n for p in places)
        for a in range(n):
            assert all(places[a] < places[b] for b in range(n) if scores[a] > scores[b]), "places and scores"
        assert all(game.min_utility() - 1e-9 <= r <= game.max_utility() + 1e-9 for r in returns)
        total = game.utility_sum()
        assert total is None or abs(sum(returns) - total) < 1e-9


def check_events(kind: type[Game], given: Parameters) -> None:
    """Events can be asked for piece by piece, and tell only JSON data."""
    for game in both(kind, given):
        state = list(walk(game, 9))[-1]
        moves = state.move_number()
        for seat in (None, *range(game.num_players())):
            whole = state.events(0, seat)
            assert [e for e in whole if isinstance(e["n"], int) and e["n"] > 1] == state.events(1, seat)
            numbers = [e["n"] for e in whole if e["seat"] != -1]
            told = len(numbers) if game.tables.meetings else moves
            assert numbers == list(range(1, told + 1)), "a decision is missing from the events"
            assert len(state.log(seat)) == len(whole)


def check_leaks(kind: type[Game], given: Parameters) -> None:
    """Two states that differ only in what a seat may not see are the same to it, in every output."""
    game = given.game(kind, "explicit")
    chooser = random.Random(11)
    for seed in range(GAMES):
        for number, state in enumerate(walk(game, seed)):
            if state.is_terminal():
                break
            if number >= CLOSELY and number & number - 1:
                continue
            for seat in (None, *range(game.num_players())):
                twin = hidden_swap(state, seat, chooser)
                if twin is not None:
                    alike(outputs(state, seat), outputs(twin, seat), seat)
                if number % 4 == 0 and (number < CLOSELY or number == LATE):
                    twin = other_past(origin_of(state), state.entries(), seat, chooser)
                    if twin is not None:
                        alike(outputs(state, seat), outputs(twin, seat), seat)
                        alike(told(state, seat), told(twin, seat), seat)


def alike(one: dict[str, object], two: dict[str, object], seat: int | None) -> None:
    for what, output in one.items():
        if output != two[what]:
            who = "an onlooker" if seat is None else f"p{seat + 1}"
            raise AssertionError(f"{who} learns what it may not see from {parting(what, output, two[what])}")


def parting(where: str, one: object, two: object) -> str:
    """The first place at which two outputs differ, and what stands there."""
    if isinstance(one, dict) and isinstance(two, dict) and one.keys() == two.keys():
        key = next(key for key in one if one[key] != two[key])
        return parting(f"{where}, {key}", one[key], two[key])
    if isinstance(one, list | tuple) and isinstance(two, list | tuple) and len(one) == len(two):
        place = next(place for place, (a, b) in enumerate(zip(one, two, strict=True)) if a != b)
        return parting(f"{where}, entry {place + 1}", one[place], two[place])
    told = f"{where}: {one!r} or {two!r}, as it is hidden"
    if where.endswith(", decision"):
        told += (
            " (what is asked `otherwise`, or under a condition, tells that nothing else was possible;"
            " offer both in one `one of` instead, each with its guard)"
        )
    return told


def outputs(state: State, seat: int | None) -> dict[str, object]:
    """Whatever a seat gets to see of the position as it is."""
    out: dict[str, object] = {
        "view": state.view(seat),
        "str": str(state),
        "repr": repr(state),
        "current_player": state.current_player(),
        "acting_players": state.acting_players(),
    }
    if seat is not None:
        legal = state.legal_actions(seat)
        out["legal_actions"] = legal
        out["observation_string"] = state.observation_string(seat)
        out["action_to_string"] = [state.action_to_string(seat, a) for a in legal]
        ids = range(min(state.num_distinct_actions(), 200))
        out["why_not"] = [state.why_not(a, seat) for a in ids]
        if seat in state.acting_players():
            out["mask"] = state.legal_actions_mask(seat)
            out["errors"] = [_message(state, a, seat) for a in ids if a not in legal]
    return out


def _message(state: State, action: int, seat: int) -> str:
    try:
        state.apply_action(action, seat)
    except IllegalAction as refusal:
        return str(refusal)
    raise AssertionError("an illegal action was taken")


def told(state: State, seat: int | None) -> dict[str, object]:
    """Whatever a seat gets to hear of the past."""
    out: dict[str, object] = {"events": state.events(0, seat), "log": state.log(seat)}
    if seat is not None:
        out["information_state_string"] = state.information_state_string(seat)
    return out


CHECKS: tuple[Check, ...] = (
    check_legal_actions,
    check_actions_apply,
    check_refusals,
    check_round_trips,
    check_clones_are_apart,
    check_seeds,
    check_pieces_stay,
    check_values_fit,
    check_ends,
    check_no_way_back,
    check_results,
    check_events,
    check_leaks,
    check_together,
)
