"""`rulesc why`: the guards that decide about a move, what they read, and what made a score."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from rulesc.commands.engine import compiled_spec, engine_of
from rulesc.commands.why import answered
from tests.test_cli import ROOT, run
from tests.test_editions import erratum, folder

__all__ = ["folder"]  # the small spec, in an empty working directory

PAGODA = ROOT / "specs" / "pagoda.yaml"
KUHN = str(ROOT / "specs" / "kuhn_poker.yaml")


@pytest.fixture
def kept() -> str:
    """A recorded game by an edition in which only red cards may be taken."""
    erratum("add:\n  guards: {take: {red: card == red and taken < most  @S-2}}\nremove: {examples: [E-2]}\n")
    run("play", "small.yaml@second", "--seats", "random,random", "--save", "game")
    return "game"


def why(*arguments: str, code: int = 0) -> str:
    return run("why", *arguments, code=code).output


def test_a_refused_move_is_told_with_its_guard_its_reads_and_its_clause(kept: str) -> None:
    text = why(kept, "--at", "1", "take(blue)", "--spec", "small.yaml@second")
    assert text.splitlines() == [
        "p2 take(blue) is not legal",
        "  red fails: card == red and taken < most",
        "    taken is 1",
        "    most is 2 (S-2)",
        "    S-2: Two cards.",
        "  legal there: take(red)",
    ]


def test_a_legal_move_is_told_with_what_allows_it(kept: str) -> None:
    data = json.loads(why(kept, "--at", "0", "take(red)", "--spec", "small.yaml@second", "--json"))
    assert (data["seat"], data["legal"], data["decision"]) == ("p1", True, "take")
    assert [(line["label"], line["holds"]) for line in data["lines"]] == [
        ("some", True),
        ("few", True),
        ("red", True),
    ]
    assert data["lines"][0]["reads"][0]["text"] == "card in deck"
    assert data["lines"][0]["clauses"] == [{"id": "S-1", "sentence": "Take a card.", "cite": "A1"}]


def test_a_score_is_told_with_the_moves_that_made_it(kept: str) -> None:
    text = why(kept, "--score", "points", "--spec", "small.yaml@second")
    assert text.splitlines() == [
        "p1 points 1, made by 1 move",
        "  move 1, p1 take(red): 0 -> 1",
        "p2 points 1, made by 1 move",
        "  move 2, p2 take(red): 0 -> 1",
    ]
    only = json.loads(
        why(kept, "--score", "points", "--seat", "p2", "--at", "1", "--spec", "small.yaml@second", "--json")
    )
    assert only == {"score": "points", "steps": {"p2": []}}


def test_wrong_use_is_told(kept: str) -> None:
    spec = ("--spec", "small.yaml@second")
    assert "say a MOVE" in why(kept, *spec, code=2)
    assert "has 2 moves" in why(kept, "take(red)", "--at", "9", *spec, code=2)
    assert "the game is over there" in why(kept, "take(red)", *spec, code=1)
    assert "there is no action" in why(kept, "fly(red)", "--at", "0", *spec, code=2)
    assert "no line `honey`" in why(kept, "--score", "honey", *spec, code=2)
    assert "no seat `p9`" in why(kept, "take(red)", "--at", "0", "--seat", "p9", *spec, code=2)
    assert "a game of `small`" in why(kept, "bet", "--spec", KUHN, code=2)
    assert "can't be read" in why("nothing", "bet", "--spec", KUHN, code=2)


def test_the_spec_is_found_by_the_name_of_the_game(kept: str) -> None:
    Path("specs").mkdir()
    Path("small.yaml").rename("specs/small.yaml")
    Path("small").rename("specs/small")
    assert "p1 take(red) is legal" in why(kept, "take(red)", "--at", "0")


def test_other_rules_are_noted_and_a_parting_game_is_told(kept: str) -> None:
    assert "another version" in why(kept, "take(red)", "--at", "0", "--spec", "small.yaml")
    erratum("add:\n  guards: {take: {none: card == blue}}\nremove: {examples: [E-1]}\n")
    assert "parts from these rules at line 2" in why(
        kept, "take(red)", "--at", "1", "--spec", "small.yaml@second", code=1
    )


def test_what_is_told_agrees_with_the_engine() -> None:
    """By the values told each guard of a legal move holds, and a guard that refuses a move fails."""
    compiled = compiled_spec(PAGODA)
    game = engine_of(compiled).Game()
    chooser, state, asked = random.Random(5), game.new_initial_state(seed=3), 0
    for _ in range(120):
        seat = state.acting_players()[0]
        legal = state.legal_actions(seat)
        tried = [*legal[:2], *(chooser.randrange(1300) for _ in range(2))]
        for action in tried:
            try:
                move = state.action_to_string(seat, action)
            except ValueError:
                continue
            answer = answered(compiled, state, move, seat)
            assert answer.legal == (action in legal)
            if answer.legal:
                assert all(line.holds in (True, None) for line in answer.lines)
            else:
                assert answer.lines and answer.lines[0].label
            asked += len(answer.lines)
        state.apply_action(legal[chooser.randrange(len(legal))], seat)
    assert asked > 300
