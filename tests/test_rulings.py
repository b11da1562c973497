"""`rulesc rulings`: the weight of a question is what another reading really changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.test_cli import run

SPEC = """\
game: small
title: Small
players: 2
rulings: rulings.yaml
components:
  Chip: {copies: 8, start: pot}
zones:
  pot: Chip
  hand per Seat: Chip
state:
  bonus: 0..3 = 0
actions:
  take: {do: move Chip from pot to hand}
  skip: {when: {may: U-A1 is free}}
phases:
  game: |
    for s in seats
      turn by s
    if U-A2 is double
      bonus = 3
  turn by player: |
    one of
      take
      skip
scoring:
  points: seat.hand.size + (if U-A3 is first and seat == p1 then bonus + 3 else 0)
"""
RULINGS = """\
U-A1: {question: May it skip, readings: {no: It must take., free: It may skip.}, chosen: no, why: w}
U-A2: {question: A bonus, readings: {none: No., double: Yes.}, chosen: none, why: w}
U-A3: {question: Does p1 win, readings: {level: No., first: Yes.}, chosen: level, why: w}
U-A4: {question: Settled, readings: {yes: Yes.}, chosen: yes, why: w}
"""


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("small.yaml").write_text(SPEC, encoding="utf-8")
    Path("rulings.yaml").write_text(RULINGS, encoding="utf-8")


def weights() -> dict[str, dict[str, int]]:
    data = json.loads(run("rulings", "small.yaml", "--games", "64", "--json").output)
    assert data["one_reading"] == ["U-A4"]
    return {one["ruling"]: one for one in data["readings"]}


def test_each_reading_is_weighed_by_what_it_changes() -> None:
    """Worked out by hand: a game is two decisions, and by the chosen readings both seats take and tie.

    U-A1: both decisions have another set of moves, and with seats that may skip half of them do, so half of
    the games have one winner. U-A2 changes a slot that no score reads. U-A3 makes p1 the winner of each game.
    """
    found = weights()
    first = found["U-A1"]
    assert (first["moves"], first["decisions"], first["looked_at"]) == (64, 128, 128)
    assert (first["forced_scores"], first["forced_winners"]) == (0, 0)
    assert 20 <= first["winners"] <= 44
    assert 38 <= first["scores"] <= 58
    second = found["U-A2"]
    assert [second[key] for key in ("moves", "scores", "winners", "forced_scores")] == [0, 0, 0, 0]
    third = found["U-A3"]
    assert [third[key] for key in ("moves", "scores", "winners", "forced_winners")] == [0, 64, 64, 64]


def test_what_matters_most_comes_first() -> None:
    text = run("rulings", "small.yaml", "--games", "32").output
    assert text.index("U-A3") < text.index("U-A1") < text.index("U-A2")
    assert "only one reading makes sense: U-A4" in text


def test_the_same_seed_gives_the_same_answer() -> None:
    one = run("rulings", "small.yaml", "--games", "20", "--seed", "4").output
    assert one == run("rulings", "small.yaml", "--games", "20", "--seed", "4").output


def test_wrong_use_is_told() -> None:
    assert "players" in run("rulings", "small.yaml", "--players", "9", code=2).output
    Path("rulings.yaml").write_text("U-A4: {question: q, readings: {yes: Y}, chosen: yes, why: w}\n")
    Path("small.yaml").write_text(
        SPEC.replace(" {when: {may: U-A1 is free}}", "")
        .replace("U-A2 is double", "bonus > 4")
        .replace("U-A3 is first and ", "")
    )
    assert "no question has several readings" in run("rulings", "small.yaml").output
