"""The reference interpreter on programs built by hand: a whole game, and each kind of statement."""

from __future__ import annotations

import pytest

from rulesc.typed import nodes
from rulesc.typed.interpret import Interpretation, Position
from rulesc.typed.notation import move_number, move_text
from rulesc.typed.run_examples import run_example
from rulesc.typed.state import DeadEnd, SpecFault
from rulesc.typed.types import Enum, Int, KindType, SetType
from tests.hand_made import (
    NO,
    SEAT,
    SPAN,
    action,
    assign,
    compare,
    guard,
    number,
    offer,
    phase,
    player_turn,
    program,
    read,
    slot,
    tic_tac_toe,
    var,
    zone,
)

X = read("x")


def plus(amount: int) -> nodes.Arith:
    return nodes.Arith("+", X, number(amount), Int(0, 9), SPAN)


def choices(game: nodes.Program, position: Position) -> list[str]:
    return [move_text(game, n) for n in position.legal()]


def play(game: nodes.Program, *moves: str) -> Position:
    position = Interpretation(game).start()
    for move in moves:
        position = position.apply(move_number(game, move))
    return position


# ---- a whole game ------------------------------------------------------------------------------


def test_tic_tac_toe_has_5478_positions() -> None:
    first = Interpretation(tic_tac_toe()).start()
    seen = {tuple(first.zones().values())}
    queue = [first]
    ends: dict[tuple[object, ...], int] = {}
    for position in queue:
        if position.kind == "over":
            scores = position.scores()
            ends[scores] = ends.get(scores, 0) + 1
        for move in position.legal():
            after = position.apply(move)
            key = tuple(after.zones().values())
            if key not in seen:
                seen.add(key)
                queue.append(after)
    assert len(seen) == 5478
    assert ends == {(1, 0): 626, (0, 1): 316, (0, 0): 16}


def test_refusals_give_their_guards() -> None:
    game = tic_tac_toe()
    position = play(game, "mark(r1c1)")
    assert [g.label for g in position.why_not(0)] == ["free"]
    assert position.why_not(1) == [] and position.why_not(99) == []
    with pytest.raises(ValueError, match="not legal"):
        position.apply(0)


# ---- decisions ---------------------------------------------------------------------------------

STOP = action("stop", 90, role="stop")
PASS = action("pass", 91, role="pass")
ADD = action("add", 0, guards=(guard("small", compare("<", X, 3), "A-1"),), body=(assign("x", plus(1)),))
JUMP = action("jump", 1, body=(assign("x", plus(2)),), leaves=(guard("even", compare("==", X, 2), "J-1"),))
SLOTS = (slot("x", Int(0, 9)), slot("y", Int(0, 9)))


def one_turn(*body: nodes.Stmt, more: tuple[nodes.Action, ...] = ()) -> nodes.Program:
    actions = (ADD, JUMP, *more, STOP, PASS)
    return program("made", slots=SLOTS, actions=actions, procedures=player_turn(*body))


def test_any_number_asks_again_and_offers_stop_where_it_holds() -> None:
    some = nodes.AnyNumber(None, compare(">", X, 0), ((offer("add"),),), NO, SPAN)
    game = one_turn(some)
    assert choices(game, play(game)) == ["add"]
    assert choices(game, play(game, "add")) == ["add", "stop"]
    assert choices(game, play(game, "add", "add", "add")) == ["stop"]
    assert play(game, "add", "stop").kind == "over"


def test_any_number_ends_by_itself_at_its_limit() -> None:
    twice = nodes.AnyNumber(number(2), None, ((offer("add"),),), NO, SPAN)
    game = one_turn(twice)
    assert play(game, "add", "add").kind == "over"


def test_any_number_without_option_is_a_dead_end() -> None:
    game = one_turn(assign("x", 3), nodes.AnyNumber(None, compare("==", X, 0), ((offer("add"),),), NO, SPAN))
    with pytest.raises(DeadEnd, match=r"made\.yaml:1:1"):
        Interpretation(game).start()


def test_one_of_joins_first_decisions_and_runs_otherwise_unasked() -> None:
    loop = nodes.AnyNumber(None, compare(">", X, 0), ((offer("add"),),), NO, SPAN)
    branches = ((offer("jump"), assign("y", 7)), (loop,))
    game = one_turn(nodes.OneOf(branches, (assign("y", 9),), True, NO, SPAN))
    assert choices(game, play(game)) == ["add", "jump"]
    assert play(game, "jump").slots() == {"x": 2, "y": 7}
    assert choices(game, play(game, "add")) == ["add", "stop"]
    branches = ((offer("jump"), assign("y", 7)), (offer("add"),))
    stuck = one_turn(assign("x", 3), nodes.OneOf(branches, (assign("y", 9),), True, NO, SPAN))
    assert play(stuck).slots() == {"x": 3, "y": 9}


def test_a_branch_may_begin_with_if_or_run() -> None:
    taken = nodes.If(compare("==", X, 0), (offer("add"),), (offer("jump"),), NO, SPAN)
    called = nodes.Run("later", (var("player"),), NO, SPAN)
    procedures = (
        *player_turn(nodes.OneOf(((taken,), (called,)), (), False, NO, SPAN)),
        phase("later", offer("go"), assign("y", 4), player=True),
    )
    game = program("made", slots=SLOTS, actions=(ADD, JUMP, action("go", 2)), procedures=procedures)
    assert choices(game, play(game)) == ["add", "go"]
    assert play(game, "go").slots() == {"x": 0, "y": 4}


@pytest.mark.parametrize("silent", [True, False])
def test_optional_is_skipped_only_if_silent(silent: bool) -> None:
    may = nodes.Optional((offer("add"), assign("y", 1)), silent, NO, SPAN)
    game = one_turn(may, assign("x", 3), may)
    assert choices(game, play(game)) == ["add", "pass"]
    after = play(game, "pass")
    assert (after.kind == "over") if silent else (choices(game, after) == ["pass"])
    assert play(game, "add").slots()["y"] == 1
    unlisted = Interpretation(game, listing=False).start()
    assert unlisted.is_legal(move_number(game, "pass"), 0)
    assert unlisted.apply(move_number(game, "pass")).kind == after.kind


# ---- look-ahead --------------------------------------------------------------------------------


def test_an_action_must_leave_what_it_says() -> None:
    game = one_turn(offer("jump", "add"))
    assert choices(game, play(game)) == ["add", "jump"]
    odd = one_turn(assign("x", 1), offer("jump", "add"))
    position = play(odd)
    assert choices(odd, position) == ["add"]
    assert [g.label for g in position.why_not(1)] == ["even"]


def test_inner_options_are_filtered_by_the_end_of_the_running_action() -> None:
    steps = Int(0, 3)
    step = nodes.Choose("n", steps, nodes.AllOf(steps), compare("!=", var("n", steps), 1), "step", NO, SPAN)
    grow = assign("x", nodes.Arith("+", X, var("n", steps), Int(0, 9), SPAN))
    leaves = (guard("exact", compare("==", X, 4)),)
    walk = action("walk", 2, body=(step, grow, step, grow), leaves=leaves)
    chosen = action("step", 3, (nodes.Param("value", steps),), role="choice")
    game = one_turn(offer("walk"), more=(walk, chosen))
    assert choices(game, play(game, "walk")) == ["step(2)"]  # 0 needs 4, 1 is not in the domain, 3 needs 1
    assert choices(game, play(game, "walk", "step(2)")) == ["step(2)"]
    assert play(game, "walk", "step(2)", "step(2)").slots()["x"] == 4


def test_inner_decision_without_option_forbids_the_action() -> None:
    outer = action("outer", 2, body=(assign("x", 3), offer("add")))
    game = one_turn(offer("outer", "jump"), more=(outer,))
    position = play(game)
    assert choices(game, position) == ["jump"]
    assert [g.label for g in position.why_not(2)] == ["small"]


def test_can_is_the_full_test() -> None:
    can = nodes.Can((nodes.OfferOption("jump", ()),), var("player"), Enum("", ()), SPAN)
    game = one_turn(nodes.If(can, (assign("y", 1),), (), NO, SPAN), offer("add"))
    assert play(game).slots()["y"] == 1
    odd = one_turn(assign("x", 1), nodes.If(can, (assign("y", 1),), (), NO, SPAN), offer("add"))
    assert play(odd).slots()["y"] == 0


def test_refused_choices_and_stops_name_their_statement() -> None:
    steps = Int(0, 3)
    odd = compare("!=", var("n", steps), 2)
    step = nodes.Choose("n", steps, nodes.RangeOf(number(1), number(3)), odd, "step", ("C-1",), SPAN)
    chosen = action("step", 3, (nodes.Param("value", steps),), role="choice")
    game = one_turn(step, more=(chosen,))
    position = play(game)
    assert choices(game, position) == ["step(1)", "step(3)"]
    assert [g.clauses for g in position.why_not(move_number(game, "step(0)"))] == [("C-1",)]
    assert [g.condition for g in position.why_not(move_number(game, "step(2)"))] == [odd]
    some = nodes.AnyNumber(None, compare(">", X, 0), ((offer("add"),),), ("S-1",), SPAN)
    (refusal,) = play(one_turn(some)).why_not(STOP.first_id)
    assert (refusal.label, refusal.clauses) == ("stop", ("S-1",))


# ---- pieces ------------------------------------------------------------------------------------

NAMES = ("red", "blue")
KINDS = KindType("Card", NAMES)
CARDS = nodes.Component(
    "Card",
    (("color", Enum("Color", NAMES)),),
    (nodes.Kind("red", (0,), 2, "pile", ""), nodes.Kind("blue", (1,), 1, "pile", "")),
    NO,
    SPAN,
)
PILE, HAND, OTHER = (nodes.ZoneAt(z, ()) for z in ("pile", "hand", "other"))
THROW = action(
    "throw", 10, (nodes.Param("zone", Enum("", ("hand", "other"))), nodes.Param("color", KINDS)), role="pick"
)


def cards(*body: nodes.Stmt) -> nodes.Program:
    zones = (
        zone("pile", "Card", shape="pile", refilled_from="discard"),
        *(zone(z, "Card") for z in ("hand", "other", "discard")),
    )
    return program(
        "made",
        components=(CARDS,),
        zones=zones,
        slots=(slot("y", Int(-1, 9)),),
        actions=(action("add", 0), THROW, STOP),
        procedures=player_turn(*body),
    )


def drawn(position: Position, *kinds: int) -> Position:
    for kind in kinds:
        position = position.draw(kind)
    return position


def test_draws_are_chance_points_and_refill_the_pile() -> None:
    discard = nodes.ZoneAt("discard", ())
    body = (
        nodes.Draw(number(2), PILE, HAND, None, NO, SPAN),
        nodes.MoveAll(HAND, discard, NO, SPAN),
        nodes.Draw(number(9), PILE, HAND, None, NO, SPAN),
    )
    position = Interpretation(cards(*body)).start()
    assert (position.kind, position.seat, position.outcomes()) == ("chance", -1, [(0, 2), (1, 1)])
    position = drawn(position, 0, 0)
    assert position.outcomes() == [(1, 1)]
    position = position.draw(1)
    assert position.outcomes() == [(0, 2)] and position.zones()["discard", ()] == (0, 0)
    position = drawn(position, 0, 0)
    assert position.kind == "over" and position.zones()["hand", ()] == (2, 1)
    with pytest.raises(ValueError, match="can't be drawn"):
        position.draw(0)


def test_a_drawn_kind_is_bound_and_none_if_there_was_none() -> None:
    one = nodes.Draw(number(1), PILE, HAND, "card", NO, SPAN)
    keep = assign("y", var("card", KINDS))
    assert drawn(Interpretation(cards(one, keep)).start(), 1).slots()["y"] == 1
    empty = cards(nodes.MoveAll(PILE, HAND, NO, SPAN), one, keep)
    assert Interpretation(empty).start().slots()["y"] == -1


def test_refill_draws_up_to_a_size() -> None:
    two = nodes.Refill(HAND, number(2), PILE, NO, SPAN)
    position = Interpretation(cards(two, two)).start()
    assert drawn(position, 0, 0).kind == "over"


def test_move_chosen_has_one_order_for_each_set() -> None:
    split = (
        nodes.MoveAll(PILE, HAND, NO, SPAN),
        nodes.MoveKind(number(1), number(0, KINDS), HAND, OTHER, NO, SPAN),
    )
    discard = nodes.ZoneAt("discard", ())
    two = nodes.MoveChosen(number(2), number(2), (HAND, OTHER), discard, "throw", NO, SPAN)
    game = cards(*split, two)
    assert choices(game, play(game)) == ["throw(hand, red)", "throw(hand, blue)"]
    assert choices(game, play(game, "throw(hand, blue)")) == ["throw(other, red)"]
    end = play(game, "throw(hand, blue)", "throw(other, red)")
    assert end.kind == "over" and end.zones()["discard", ()] == (1, 1)
    some = nodes.MoveChosen(number(1), None, (HAND, OTHER), discard, "throw", NO, SPAN)
    game = cards(*split, some)
    assert choices(game, play(game, "throw(other, red)")) == ["stop"]
    assert "stop" not in choices(game, play(game))


def test_faults_of_the_rules_name_their_place() -> None:
    with pytest.raises(SpecFault, match=r"made\.yaml:1:1: 10 is no value of y"):
        Interpretation(cards(assign("y", 10))).start()
    with pytest.raises(SpecFault, match="`hand` holds 0 red, and 1 should leave it"):
        Interpretation(cards(nodes.MoveKind(number(1), number(0, KINDS), HAND, OTHER, NO, SPAN))).start()


# ---- loops -------------------------------------------------------------------------------------


def test_a_loop_reads_its_domain_at_each_step() -> None:
    numbers = Int(0, 9)
    members = SetType(numbers)
    todo = nodes.ReadSlot("todo", (), members, SPAN)
    here = var("n", numbers)
    drop = nodes.MakeSet((nodes.Arith("+", here, number(1), numbers, SPAN), number(1)), members, SPAN)
    body = (
        assign("todo", nodes.SetMinus(todo, drop, members, SPAN)),
        assign("x", plus(1)),
    )
    start = nodes.MakeSet(tuple(number(n) for n in (2, 3, 5, 7)), members, SPAN)
    loop = nodes.For(nodes.Loop("n", numbers, nodes.ElementsOf(todo), None), body, NO, SPAN)
    game = program(
        "made",
        slots=(*SLOTS, slot("todo", members)),
        actions=(ADD,),
        procedures=(phase("game", assign("todo", start), loop),),
    )
    assert Interpretation(game).start().slots()["x"] == 3  # 3 is gone when its turn comes


def test_repeat_while_and_times() -> None:
    body = (assign("x", plus(1)),)
    game = program(
        "made",
        slots=SLOTS,
        actions=(ADD,),
        procedures=(
            phase(
                "game",
                nodes.RepeatTimes(plus(2), body, NO, SPAN),
                nodes.While(compare("<", X, 2), body, NO, SPAN),
                nodes.RepeatUntil(body, compare(">", X, 1), NO, SPAN),
            ),
        ),
    )
    assert Interpretation(game).start().slots()["x"] == 3


SEVEN = ("r1c1", "r1c3", "r1c2", "r2c1", "r2c3", "r2c2", "r3c3")  # nobody has three in a row

# ---- examples ----------------------------------------------------------------------------------


def example(
    *lines: nodes.ExampleLine, given: tuple[nodes.GivenZone, ...] = (), at: str = ""
) -> nodes.Example:
    return nodes.Example("E-1", "", NO, "", 2, (), (), at, given, lines, SPAN)


def test_an_example_passes_and_says_what_it_exercises() -> None:
    heard: list[str] = []
    lines = (
        nodes.ExampleMoves(0, ("mark(r1c1)",), NO, SPAN),
        nodes.ExampleLegal(1, ("mark(r1c1)",), False, ("T-4",), SPAN),
        nodes.ExampleLegal(1, ("mark(r3c3)",), True, NO, SPAN),
    )
    assert run_example(tic_tac_toe(), example(*lines), lambda what, _: heard.append(what)) == []
    assert heard.count("action") == 1 and heard.count("guard") == 1 and "stmt" in heard and "arm" in heard


def test_a_wrong_example_says_why() -> None:
    refused = nodes.ExampleLegal(1, ("mark(r1c1)",), False, ("T-9",), SPAN)
    lines = (nodes.ExampleMoves(0, ("mark(r1c1)",), NO, SPAN), refused)
    (fault,) = run_example(tic_tac_toe(), example(*lines))
    assert "refused, but not by T-9 (free)" in fault
    (fault,) = run_example(tic_tac_toe(), example(nodes.ExampleMoves(1, ("mark(r1c1)",), NO, SPAN)))
    assert fault == "p1 must decide, not p2 (mark(r1c1))"


def test_an_example_names_all_legal_moves() -> None:
    marked = tuple(nodes.ExampleMoves(i % 2, (f"mark({cell})",), NO, SPAN) for i, cell in enumerate(SEVEN))
    right = nodes.ExampleOnly(1, ("mark(r3c1)", "mark(r3c2)"), NO, SPAN)
    wrong = nodes.ExampleOnly(1, ("mark(r3c1)", "mark(r1c1)"), NO, SPAN)
    assert run_example(tic_tac_toe(), example(*marked, right)) == []
    refused, forgotten = run_example(tic_tac_toe(), example(*marked, wrong))
    assert refused.endswith("mark(r1c1) is not legal") and forgotten.endswith("mark(r3c2) is legal, too")


def test_a_given_position_holds_when_its_phase_begins() -> None:
    given = tuple(nodes.GivenZone("board", (cell,), ((0, 1),)) for cell in (0, 1))
    won = nodes.CallDefine("won", (number(0, SEAT),), Enum("", ()), SPAN)
    lines = (
        nodes.ExampleMoves(0, ("mark(r1c3)",), NO, SPAN),
        nodes.ExampleExpect("won(p1)", won, NO, SPAN),
    )
    assert run_example(tic_tac_toe(), example(*lines, given=given, at="turn")) == []
    (fault,) = run_example(tic_tac_toe(), example(nodes.ExampleExpect("won(p1)", won, NO, SPAN)))
    assert fault.endswith("does not hold: won(p1)")


def test_a_ranking_is_compared_with_the_places_of_the_seats() -> None:
    given = tuple(nodes.GivenZone("board", (cell,), ((0, 1),)) for cell in (0, 1))
    row = nodes.ExampleMoves(0, ("mark(r1c3)",), NO, SPAN)
    right, wrong = nodes.ExampleRanking((1, 2), NO, SPAN), nodes.ExampleRanking((1, 1), NO, SPAN)
    assert run_example(tic_tac_toe(), example(wrong, row, right, given=given, at="turn")) == []
    (fault,) = run_example(tic_tac_toe(), example(right, given=given, at="turn"))
    assert fault.endswith("the ranking is 1, 1")
