"""The reference interpreter on whole specs: known numbers, and the engine written from the digest."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from rulesc.diagnostics import Report
from rulesc.document.from_text import read_document
from rulesc.syntax.from_document import parse_spec
from rulesc.typed import nodes
from rulesc.typed.from_syntax import check_spec
from rulesc.typed.interpret import Interpretation, Position
from rulesc.typed.nodes import Program
from rulesc.typed.notation import move_number, move_text
from rulesc.typed.run_examples import run_example
from rulesc.typed.types import Bool
from tests.reference.pagoda import Pagoda

ROOT = Path(__file__).parents[1]
GAMES = int(os.environ.get("RULESC_REFERENCE_GAMES", "1"))


@cache
def program(game: str) -> Program:
    report = Report()
    document = read_document(ROOT / "specs" / f"{game}.yaml", report)
    assert document is not None, report
    spec = parse_spec(document, report)
    assert spec is not None, report
    found = check_spec(spec, document, report)
    assert found is not None, report
    return found


# ---- a poker game whose value is known ---------------------------------------------------------

ALPHA = Fraction(1, 6)  # how often a jack bets; any value from 0 to 1/3 is an equilibrium
BETS: tuple[dict[str, Fraction | int], ...] = (
    {"jack": ALPHA, "queen": 0, "king": 3 * ALPHA},
    {"jack": Fraction(1, 3), "queen": 0, "king": 1},
)
CALLS: tuple[dict[str, Fraction | int], ...] = (
    {"jack": 0, "queen": ALPHA + Fraction(1, 3), "king": 1},
    {"jack": 0, "queen": Fraction(1, 3), "king": 1},
)


def value(game: Program, position: Position, ends: list[Position]) -> Fraction:
    """What the first seat wins if both play the equilibrium."""
    if position.kind == "over":
        ends.append(position)
        return Fraction(position.scores()[0])
    if position.kind == "chance":
        outcomes = position.outcomes()
        total = sum(number for _, number in outcomes)
        return sum(
            (Fraction(number, total) * value(game, position.draw(kind), ends) for kind, number in outcomes),
            Fraction(0),
        )
    seat = position.seat
    card = game.components[0].kinds[position.zones()["hand", (seat,)].index(1)].name
    legal = [move_text(game, number) for number in position.legal()]
    bold, meek = ("bet", "check") if "bet" in legal else ("call", "fold")
    assert sorted(legal) == sorted((bold, meek))
    share = Fraction((BETS if bold == "bet" else CALLS)[seat][card])
    return sum(
        (
            part * value(game, position.apply(move_number(game, move)), ends)
            for move, part in ((bold, share), (meek, 1 - share))
        ),
        Fraction(0),
    )


def test_kuhn_poker_is_worth_a_loss_of_one_eighteenth() -> None:
    game, ends = program("kuhn_poker"), list[Position]()
    assert value(game, Interpretation(game).start(), ends) == Fraction(-1, 18)
    assert len(ends) == 6 * 5


# ---- a board ------------------------------------------------------------------------------------


def test_connect_four_counts_move_sequences() -> None:
    layer = [Interpretation(program("connect_four")).start()]
    for count in (7, 49, 343):
        layer = [position.apply(move) for position in layer for move in position.legal()]
        assert len(layer) == count


# ---- a large game, against an engine written apart from it --------------------------------------


def told(game: Program, number: int) -> frozenset[tuple[str, str]]:
    """A move as the other engine tells it."""
    name, _, values = move_text(game, number).removesuffix(")").partition("(")
    action = next(a for a in game.actions if a.name == name)
    names = [action.params[d].name for d in action.digits]
    fields = dict(zip(names, values.split(", "), strict=True)) if names else {}
    return frozenset({"action": name, **fields}.items())


def its(move: Mapping[str, object]) -> frozenset[tuple[str, str]]:
    name = "discard_card" if move["action"] == "discard" else move["action"]
    return frozenset((k, str(v)) for k, v in {**move, "action": name}.items())


def cards(position: Position) -> int:
    piles = ("display", "hand", "draw_pile", "played", "discard")
    return sum(sum(counts) for (zone, _), counts in position.zones().items() if zone in piles)


MODES: list[dict[str, int]] = [{}, {"quick": 1}, {"beginner": 1}, {"starter": 1}]


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_pagoda_agrees_with_the_engine_written_from_the_digest(mode: dict[str, int]) -> None:
    game = program("pagoda")
    kinds = [kind.name for kind in game.components[0].kinds]
    for seed in range(GAMES):
        chooser = random.Random(seed)
        position = Interpretation(game, options=mode).start()
        other = Pagoda(**mode)  # type: ignore[arg-type]
        while other.pending() != "over":
            assert cards(position) == 55
            if other.pending() == "chance":
                assert position.kind == "chance"
                outcomes = position.outcomes()
                assert {kinds[k]: n for k, n in outcomes} == {c: n for c, n in other.chance().items() if n}
                kind = chooser.choices([k for k, _ in outcomes], [n for _, n in outcomes])[0]
                other.draw(kinds[kind])
                position = position.draw(kind)
                continue
            assert (position.kind, position.seat) == ("decision", other.seat())
            theirs = {its(move): move for move in other.legal()}
            mine = {told(game, number): number for number in position.legal()}
            assert set(theirs) == set(mine)
            move = chooser.choice(sorted(mine, key=sorted))
            other.apply(theirs[move])
            position = position.apply(mine[move])
        assert position.kind == "over"
        assert position.scores() == tuple(other.scores())


# ---- options that nobody lists -----------------------------------------------------------------


@pytest.mark.parametrize("game", ["kuhn_poker", "pagoda", "gallery/meadows", "gallery/sealed_bids"])
def test_options_are_the_same_whether_they_are_listed_or_not(game: str) -> None:
    """The same positions, options and verdicts on every action, on one way through the game."""
    found, chooser = program(game), random.Random(3)
    listed = Interpretation(found).start()
    unlisted = Interpretation(found, listing=False).start()
    for _ in range(60):
        assert unlisted.options in (None, ()) and unlisted.kind == listed.kind != "over"
        assert (unlisted.slots(), unlisted.zones()) == (listed.slots(), listed.zones())
        if listed.kind == "chance":
            kind = chooser.choice(listed.outcomes())[0]
            listed, unlisted = listed.draw(kind), unlisted.draw(kind)
        else:
            seat = listed.acting()[0]
            legal = listed.legal(seat)
            assert unlisted.acting() == listed.acting() and unlisted.legal(seat) == legal
            allowed = {n for n in range(max(legal) + 2) if unlisted.is_legal(n, seat)}
            assert allowed == set(legal)
            refused = max(legal) + 1
            with pytest.raises(ValueError, match="is not legal here"):
                unlisted.apply(refused, seat)
            action = chooser.choice(legal)
            listed, unlisted = listed.apply(action, seat), unlisted.apply(action, seat)
        if listed.kind == "over":
            break
    assert (unlisted.kind, unlisted.scores()) == (listed.kind, listed.scores())


@pytest.mark.parametrize("game", ["tic_tac_toe", "gallery/polder", "gallery/homestead"])
def test_examples_come_out_the_same_whether_options_are_listed_or_not(game: str) -> None:
    """By the rules, and by rules with all guards turned round, where examples fail."""
    found = program(game)
    turned = replace(found, actions=tuple(map(contrary, found.actions)))
    results = [
        (run_example(rules, example), run_example(rules, example, listing=False))
        for rules in (found, turned)
        for example in rules.examples
    ]
    assert [listed for listed, _ in results] == [unlisted for _, unlisted in results]
    assert any(faults for faults, _ in results) and not all(faults for faults, _ in results)


def contrary(action: nodes.Action) -> nodes.Action:
    guards = (replace(g, condition=nodes.Not(g.condition, Bool(), g.span)) for g in action.guards)
    return replace(action, guards=tuple(guards))
