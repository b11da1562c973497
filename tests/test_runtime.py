"""The runtime's interface and the contract battery, on a small engine written by hand."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from rulesc_runtime import (
    DamagedSave,
    GameError,
    IllegalAction,
    Slot,
    State,
    WrongParameter,
    contract,
    results,
    saves,
)
from rulesc_runtime.contract import alike

_SPEC = importlib.util.spec_from_file_location("small_engine", Path(__file__).with_name("small_engine.py"))
assert _SPEC is not None and _SPEC.loader is not None
small = importlib.util.module_from_spec(_SPEC)
sys.modules["small_engine"] = small
_SPEC.loader.exec_module(small)
Game = small.Game

KIND = {"low": 0, "middle": 1, "high": 2}


def dealt(*names: str, **parameters: object) -> State:
    """A state of the explicit game with these cards drawn first."""
    state: State = Game(chance="explicit", **parameters).new_initial_state()
    for name in names:
        state.apply_action(state.string_to_action(name))
    return state


def play(state: State, *moves: str) -> State:
    for move in moves:
        state.apply_action(state.string_to_action(move))
    return state


@pytest.mark.parametrize("parameters", contract.parameters(small.TABLES), ids=str)
@pytest.mark.parametrize("check", contract.CHECKS, ids=lambda check: check.__name__)
def test_contract(check: contract.Check, parameters: contract.Parameters) -> None:
    check(Game, parameters)


# ---- parameters ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"players": 4}, "2 to 3 players, not 4"),
        ({"players": True}, "not True"),
        ({"players": "2"}, "not '2'"),
        ({"options": {"bonsu": True}}, "no option 'bonsu': bonus, first"),
        ({"options": {"bonus": "maybe"}}, "bonus is one of false, true, not 'maybe'"),
        ({"options": {"bonus": 1}}, "bonus is one of false, true, not 1"),
        ({"options": {"first": "p3"}}, "first is one of p1, p2, not 'p3'"),
        ({"options": {"first": 2}}, "first is one of p1, p2, not 2"),
        ({"options": {"first": -1}}, "not -1"),
        ({"rulings": {"U-2": "may_pass"}}, "no ruling 'U-2': U-1"),
        ({"rulings": {"U-1": "may"}}, "the readings of U-1 are may_pass, must_play, not 'may'"),
        ({"rulings": {"U-1": 1}}, "not 1"),
        ({"chance": "none"}, "'sampled' or 'explicit', not 'none'"),
    ],
)
def test_wrong_parameters_are_named(wrong: dict[str, object], told: str) -> None:
    with pytest.raises(WrongParameter, match=told.replace("(", r"\(")):
        Game(**wrong)


def test_parameters_are_kept_by_name() -> None:
    game = Game(players=3, options={"bonus": True, "first": 2}, rulings={"U-1": "must_play"})
    assert game.options == {"bonus": True, "first": "p3"}
    assert game.rulings == {"U-1": "must_play"}
    assert game.k == (3, 1, 2, 1)
    assert Game().options == {"bonus": False, "first": "p1"}
    assert Game().num_players() == 2 and Game().num_distinct_actions() == 7
    assert Game() == Game() != game and hash(Game()) == hash(Game())


def test_a_seed_is_an_int() -> None:
    with pytest.raises(WrongParameter):
        Game().new_initial_state(seed="7")
    assert Game().new_initial_state() == Game().new_initial_state(seed=0)


# ---- steps ---------------------------------------------------------------------------------


def test_chance_nodes() -> None:
    state = Game(chance="explicit").new_initial_state()
    assert state.is_chance_node() and state.current_player() == -1 and state.acting_players() == ()
    assert state.chance_outcomes() == [(0, 4 / 12), (1, 4 / 12), (2, 4 / 12)]
    assert state.legal_actions() == [0, 1, 2] == state.legal_actions(-1) and state.legal_actions(0) == []
    assert state.legal_actions_mask() == [1, 1, 1]
    assert state.action_to_string(-1, 2) == "high" and state.action_to_struct(-1, 2) == {"outcome": "high"}
    with pytest.raises(GameError, match="no outcome 'ace': one of low, middle, high"):
        state.string_to_action("ace")
    with pytest.raises(IllegalAction):
        state.apply_action(3)
    state = play(state, "high", "low")
    assert state.history() == [(-1, 2), (-1, 0)] and state.acting_players() == (0,)
    with pytest.raises(GameError, match="no chance node"):
        state.chance_outcomes()


def test_an_illegal_action_is_refused_with_reasons() -> None:
    state = dealt("high", "low")
    before = state.to_json()
    with pytest.raises(
        IllegalAction, match=r"play\(low\) is not legal now: the card is in the hand"
    ) as refusal:
        state.apply_action(0)
    assert [(r.label, r.clauses) for r in refusal.value.reasons] == [("held", ("S-4",))]
    assert [r.label for r in state.why_not(2, player=1)] == ["not asked now"]
    assert [r.label for r in state.why_not(7)] == ["unknown action"] == [r.label for r in state.why_not(-1)]
    assert state.why_not(10**40) and state.why_not("x") and state.why_not(2.0) and state.why_not(True)
    assert state.why_not(2) == ()
    with pytest.raises(IllegalAction):
        state.apply_actions([2, 0])
    assert state.to_json() == before


def test_an_int_of_another_kind_will_do() -> None:
    class Number:
        def __index__(self) -> int:
            return 2

    state = dealt("high", "low")
    state.apply_action(Number())
    assert state.history()[-1] == (0, 2) and type(state.history()[-1][1]) is int


def test_names_of_actions() -> None:
    state = dealt("high", "low")
    game = state.game
    assert state.action_to_string(0, 5) == "bury(high)" and state.action_to_string(0, 6) == "pass"
    assert state.string_to_action(" bury( high ) ") == 5
    assert state.action_to_struct(0, 5) == {"action": "bury", "rank": "high"}
    assert game.describe(0, 5) == "bury the high card" and game.describe(0, 6) == "pass"
    for wrong in ("burn(high)", "bury", "bury(ace)", "bury(high, low)", "", "bury(high", "pass(low)"):
        with pytest.raises(GameError):
            state.string_to_action(wrong)
    for struct in (
        {},
        {"action": "bury"},
        {"action": "bury", "rank": "ace"},
        {"action": "pass", "rank": "low"},
    ):
        with pytest.raises(GameError):
            game.struct_to_action(struct)
    with pytest.raises(GameError, match="ids go from 0 to 6"):
        state.action_to_string(0, 7)


def test_rulings_and_options_are_read() -> None:
    state = dealt("high", "low", rulings={"U-1": "must_play"}, options={"bonus": True})
    assert [r.clauses for r in state.why_not(6)] == [("U-1",)]
    assert play(state, "play(high)", "low").score_sheet()[0] == {"played": 4, "kept": 0}


# ---- what a seat sees ----------------------------------------------------------------------


def test_views() -> None:
    state = play(dealt("high", "low"), "play(high)", "middle")
    mine, other, nobody = state.view(0), state.view(1), state.view(None)
    assert mine["zones"] == {
        "deck": 9,
        "hand": {"p1": {"middle": 1}, "p2": 1},
        "table": {"high": 1},
        "buried": 0,
    }
    assert other["zones"]["hand"] == {"p1": 1, "p2": {"low": 1}}
    assert nobody["zones"]["hand"] == {"p1": 1, "p2": 1}
    assert mine["slots"] == {"score": {"p1": 3, "p2": 0}, "passed": {"p1": False, "p2": False}, "turn": 1}
    assert mine["to_act"] == 1 and mine["decision"] == "play" and mine["seat"] == 0
    assert "scores" not in mine
    assert json.loads(json.dumps(mine)) == mine
    for seat in (2, -1, "0", True):
        with pytest.raises(GameError, match="no seat"):
            state.view(seat)


def test_events_tell_each_seat_its_own() -> None:
    state = play(dealt("high", "low"), "bury(high)", "middle", "play(low)", "low")
    mine, other = state.events(0, 0), state.events(0, 1)
    assert [e["action"] for e in mine] == ["high", None, "bury(high)", "middle", "play(low)", None]
    assert [e["action"] for e in other] == [None, "low", None, None, "play(low)", "low"]
    assert [e["n"] for e in mine] == [0, 0, 1, 1, 2, 2]
    assert mine[2]["moves"] == [{"kind": "high", "count": 1, "from": "hand[p1]", "to": "buried"}]
    assert other[2]["moves"] == [{"kind": None, "count": 1, "from": "hand[p1]", "to": "buried"}]
    assert other[2]["clauses"] == [] and mine[2]["clauses"] == ["S-2"]
    assert mine[4]["moves"] == [{"kind": "low", "count": 1, "from": "hand[p2]", "to": "table"}]
    assert mine[4]["points"] == {"p2": 1}
    assert mine[4]["slots"] == [{"slot": "score", "index": ["p2"], "old": 0, "new": 1}]
    assert state.events(1, 0) == mine[4:]
    assert state.log(1)[2:5] == [
        "p1: something hidden",
        "1 hidden from deck to hand[p1]",
        "p2: play the low card (p2 +1)",
    ]


def test_two_ways_it_may_have_been_look_the_same() -> None:
    one = play(dealt("high", "low"), "bury(high)", "middle")
    two = play(dealt("middle", "low"), "bury(middle)", "low")
    assert one != two
    for tell in ("view", "events", "log", "observation_string", "information_state_string"):
        tells: Callable[[State], object] = lambda s, name=tell: getattr(s, name)(player=1)  # noqa: E731
        assert tells(one) == tells(two)
        mine: Callable[[State], object] = lambda s, name=tell: getattr(s, name)(player=0)  # noqa: E731
        assert mine(one) != mine(two)
    assert str(one) == str(two) and repr(one) == repr(two)


def test_sampled_events_tell_every_draw() -> None:
    state = Game().new_initial_state(seed=3)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    told = state.events(0, None)
    assert sum(e["seat"] == -1 for e in told) == 2 + sum(
        e["action"] != "pass" for e in told if e["seat"] != -1
    )
    assert state.history() == [
        (e["seat"], a)
        for e, (_, a) in zip((e for e in told if e["seat"] != -1), state.history(), strict=True)
    ]
    assert told[-1]["points"], "the end tells what was kept"


# ---- results -------------------------------------------------------------------------------


def test_results() -> None:
    state = play(dealt("high", "low"), "play(high)", "low", "play(low)", "low", "pass", "pass")
    assert state.is_terminal() and state.current_player() == -4 and state.legal_actions() == []
    assert state.scores() == (3, 1) and state.score_sheet()[0] == {"played": 3, "kept": 0}
    assert state.ranking() == (1, 2) and state.returns() == [1.0, -1.0]
    assert state.why_not(6)[0].label == "over"
    assert state.view(None)["scores"] == [3, 1]
    tied = play(dealt("low", "low"), "play(low)", "low", "play(low)", "low", "pass", "pass")
    assert tied.ranking() == (1, 1) and tied.returns() == [0.0, 0.0]
    three = play(dealt("high", "low", "high", players=3), "pass", "pass", "pass")
    assert three.returns() == [0.0] * 3
    assert (Game(players=3).min_utility(), Game().max_utility()) == (-0.5, 1.0)


def test_whole_fractions_are_ints() -> None:
    from fractions import Fraction

    assert type(results.plain(Fraction(4, 2))) is int and results.plain(Fraction(1, 2)) == Fraction(1, 2)


# ---- copies and saves ----------------------------------------------------------------------


def test_a_clone_with_a_seed_has_another_future_and_saves() -> None:
    state = Game().new_initial_state(seed=5)
    other = state.clone(seed=6)
    assert other != state and other.history() == state.history()
    for s in (state, other):
        s.apply_action(s.legal_actions()[0])
    loaded = Game().state_from_json(other.to_json())
    assert loaded == other and other.events(0, 0)[-1]["seat"] == -1
    assert (
        Game(chance="explicit").new_initial_state().clone(seed=1)
        == Game(chance="explicit").new_initial_state()
    )


def test_history_is_not_part_of_identity() -> None:
    one = play(dealt("high", "low"), "pass", "pass")
    two = Game(chance="explicit").position("turn", zones={("hand", (0,)): {2: 1}, ("hand", (1,)): {0: 1}})
    assert one != two and one.seat == two.seat
    assert dealt("high", "low", options={"bonus": True}) != dealt("high", "low")


def test_the_copy_without_an_engine_s_own_is_the_same() -> None:
    state = dealt("high", "low")
    copy = super(small.State, state)._copy()
    assert copy == state and copy.past is state.past and copy.v is not state.v


def test_a_save_keeps_the_parameters() -> None:
    state = dealt("high", "low", options={"bonus": True})
    loaded = Game().state_from_json(state.to_json())
    assert loaded == state and loaded.game.options["bonus"] is True and loaded.explicit


def test_positions() -> None:
    game = Game()
    state = game.position(
        "turn",
        slots={("score", (1,)): 2},
        zones={("hand", (0,)): {2: 2}, ("table", ()): {0: 4}},
    )
    assert state.view(0)["zones"] == {
        "deck": 6,
        "hand": {"p1": {"high": 2}, "p2": 0},
        "table": {"low": 4},
        "buried": 0,
    }
    assert state.view(0)["slots"]["score"] == {"p1": 0, "p2": 2} and state.history() == []
    play(state, "play(high)")
    assert state.is_chance_node() and game.state_from_json(state.to_json()) == state
    assert [e["action"] for e in state.events(0, 1)] == ["play(high)"]
    with pytest.raises(GameError, match="table: there are too few low"):
        game.position("turn", zones={("table", ()): {0: 5}})
    with pytest.raises(GameError, match="no phase 'trun'"):
        game.position("trun")
    with pytest.raises(GameError, match="no zone"):
        game.position("turn", zones={("hnad", (0,)): {}})
    with pytest.raises(GameError, match="hand has no index 3"):
        game.position("turn", zones={("hand", (3,)): {}})
    with pytest.raises(GameError, match="no slot"):
        game.position("turn", slots={("scroe", (1,)): 2})
    assert game.position(draws=["high", "low"]) == dealt("high", "low")


def _saved() -> dict[str, object]:
    state = play(dealt("high", "low"), "play(high)", "middle")
    data: dict[str, object] = json.loads(state.to_json())
    return data


def _position() -> dict[str, object]:
    state = Game().position("turn", zones={("hand", (0,)): {2: 1}})
    data: dict[str, object] = json.loads(state.to_json())
    return data


def _set(data: dict[str, object], path: str, value: object) -> dict[str, object]:
    *keys, last = path.split("/")
    at: object = data
    for key in keys:
        at = at[int(key)] if isinstance(at, list) else at[key]  # type: ignore[index]
    at[int(last) if isinstance(at, list) else last] = value  # type: ignore[index]
    return data


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("format", 2, "another format"),
        ("format", True, "another format"),
        ("game", "pagoda", "another game"),
        ("spec_hash", "ffff", "other rules"),
        ("parameters", [], "parameters is no JSON object"),
        ("parameters/players", 9, "players is no whole number from 2 to 3"),
        ("parameters/players", 3, "history: entry 2 "),
        ("parameters/chance", "loud", "parameters: chance"),
        ("parameters/options", {}, "not every option"),
        ("parameters/options/bonus", [1], "option bonus is one of"),
        ("parameters/rulings/U-1", "no", "readings of U-1"),
        ("origin", {}, "origin does not have exactly"),
        ("origin", {"generator": -1}, "generator is no whole number"),
        ("origin", {"generator": 1 << 48}, "generator is no whole number"),
        ("history", {}, "history is no JSON list"),
        ("history/2", [0], "entry 2 is no pair"),
        ("history/2", [0, 0], "entry 2 is not legal there"),
        ("history/2", [1, 2], "entry 2 is not legal there"),
        ("history/2", [0, True], "action of entry 2"),
        ("history/2", [-2, 5], "entry 2 replaces a generator"),
        ("history/2", ["0", 2], "seat of entry 2"),
        ("state/pc", 99, "pc is no whole number from -1 to 2"),
        ("state/pc", 1, "state: variables|variables does not have exactly"),
        ("state/seat", 0, "state: seat is not what the history leads to"),
        ("state/v", [0], "v has not 24 entries"),
        ("state/v/0", 7, "state: v is not what"),
        ("state/v/0", "3", r"v\[0\] is no whole number"),
        ("state/v/0", 10**30, r"v\[0\] is no whole number"),
        ("state/variables/turn", 2, "state: turn is not what"),
        ("state/variables", {"turn": 1, "__class__": 0}, "variables does not have exactly"),
        ("extra", 1, "exactly the keys"),
    ],
)
def test_a_damaged_save_is_named(path: str, value: object, told: str) -> None:
    with pytest.raises(DamagedSave, match=told):
        Game().state_from_json(json.dumps(_set(_saved(), path, value)))


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("origin/position/v/0", 3, "there are 3 pieces low instead of 4"),
        ("origin/position/v/0", -1, "zone deck can't hold"),
        ("origin/position/v/18", 9, r"score\[p1\] can't have the value 9"),
        ("origin/position/variables/turn", 7, "turn can't have the value 7"),
        ("origin/position/seat", -4, "not the one that can decide"),
        ("origin/position/pc", 1, "variables does not have exactly"),
        ("parameters/chance", "sampled", "goes with explicit chance"),
    ],
)
def test_a_damaged_position_is_named(path: str, value: object, told: str) -> None:
    with pytest.raises(DamagedSave, match=told):
        Game().state_from_json(json.dumps(_set(_position(), path, value)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "1",
        '{"a": 1, "a": 2}',
        "[" * 100000,
        '{"format": NaN}',
        '{"format": 1.0}',
        "9" * 5000,
        5,
        None,
    ],
)
def test_a_save_that_is_none(text: object) -> None:
    with pytest.raises(DamagedSave):
        Game().state_from_json(text)


def test_saving_leaves_nothing_out() -> None:
    data = json.loads(dealt("high").to_json())
    assert data["format"] == saves.FORMAT and data["state"]["variables"] == {"turn": 0, "x_to": 1}
    assert data["history"] == [[-1, 2]] and data["parameters"]["rulings"] == {"U-1": "may_pass"}


# ---- the battery finds faults --------------------------------------------------------------

TABLES = small.TABLES


def _peeks(s: State) -> list[int]:
    """Wrong: what p1 may do depends on p2's hand."""
    legal: list[int] = small._legal(s)
    return legal if s.seat or s.v[small.HAND + 3] == 0 else legal[:1]


def _tells(s: State, a: int) -> list[int]:
    """Wrong: the reasons depend on the other seat's hand."""
    return [*small._why(s, a), *([1] if s.v[small.HAND + 3 * (1 - s.seat)] else [])]


def _loses(s: State, a: int) -> None:
    """Wrong: a card that is played goes nowhere."""
    table = s.v[small.TABLE : small.TABLE + 3]
    small._apply(s, a)
    s.v[small.TABLE : small.TABLE + 3] = table


def _reversed(s: State) -> list[int]:
    """Wrong: not ascending."""
    legal: list[int] = small._legal(s)
    return legal[::-1]


def _slot(name: str, high: int) -> Slot:
    return Slot(name, tuple(map(str, range(high))), 0, "number", (), -1, "all", name, -1)


def _decision(**changes: object) -> dict[str, object]:
    return {"decisions": (replace(TABLES.decisions[0], **changes),)}


@pytest.mark.parametrize(
    ("check", "tables", "members"),
    [
        (contract.check_ends, {"longest": 2}, {}),
        (contract.check_values_fit, {"slots": (_slot("turn", 2),)}, {}),
        (contract.check_pieces_stay, {}, {"step": staticmethod(_loses)}),
        (contract.check_legal_actions, _decision(legal=_reversed), {}),
        (contract.check_leaks, _decision(legal=_peeks), {}),
        (contract.check_leaks, _decision(why=_tells), {}),
        (contract.check_results, {"returns": "scores", "score_range": (0, 1)}, {}),
    ],
    ids=["longer", "out of range", "lost", "not ascending", "legal peeks", "reasons tell", "out of bounds"],
)
def test_the_battery_notices(
    check: contract.Check, tables: dict[str, object], members: dict[str, object]
) -> None:
    broken = type("Broken", (Game,), {"tables": replace(TABLES, **tables), **members})
    with pytest.raises(AssertionError):
        for given in contract.parameters(TABLES):
            check(broken, given)


def test_a_leak_is_told_with_its_place() -> None:
    one = {"view": {"seat": 1, "zones": [{"hand": 2}, {"hand": 3}]}, "events": []}
    two = {"view": {"seat": 1, "zones": [{"hand": 2}, {"hand": 4}]}, "events": []}
    with pytest.raises(AssertionError, match=r"^p2 learns .* from view, zones, entry 2, hand: 3 or 4, as it"):
        alike(one, two, 1)
    asked, other = {"view": {"decision": "swap"}}, {"view": {"decision": "plant"}}
    with pytest.raises(AssertionError, match=r"an onlooker .* 'swap' or 'plant', .*otherwise.*one of"):
        alike(asked, other, None)
