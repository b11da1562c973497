"""Faults of the rules that show only in play: what plays tells the statement, and nothing hangs."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulesc.cli import cli
from rulesc.commands import referee

HEAD = """\
game: coins
title: Coins
players: 2
components:
  Coin: {copies: 5, start: bank}
zones:
  bank: Coin
  purse per Seat: Coin, at most 6
state:
  rounds: 0..3
actions:
"""
TAIL = """
  turn by player: |
    take
scoring:
  coins: seat.purse.size
"""
TAKE = """\
  take:
    title: take a coin
    when:
      round: rounds < 9
    do: |
"""
ROUNDS = """
phases:
  game: |
    repeat
      for s in seats
        turn by s
    until purse[p1].size > 5"""
MISSING = f"{HEAD}{TAKE}      if bank.size < 9\n        move Coin from bank to purse{ROUNDS}{TAIL}"
LEAVING = f"{HEAD}{TAKE}      rounds += 1{ROUNDS}{TAIL}".replace(
    "until purse[p1].size > 5", "until rounds == 9"
)
STUCK = f"{HEAD}{TAKE.replace('rounds < 9', 'Coin in bank')}      move Coin from bank to purse{ROUNDS}{TAIL}"
ROUND = STUCK.replace("for s in seats", "for s in seats if bank.size > 0")
FULL = MISSING.replace("at most 6", "at most 2").replace("if bank.size < 9", "if bank.size > 0")
FAULTS = {
    "missing": (
        MISSING,
        "specs/coins.yaml:18:9: `bank` holds 0 coin, and 1 should leave it",
        "p2's take, move 6",
    ),
    "full": (FULL, "specs/coins.yaml:18:9: `purse[p1]` would hold more than 2", "p1's take, move 5"),
    "leaving": (LEAVING, "specs/coins.yaml:17:7: 4 is no value of rounds", "p2's take, move 4"),
    "stuck": (STUCK, "specs/coins.yaml:25:5: a seat must decide here and has no option", "p1's take, move 5"),
    "round": (
        ROUND,
        "specs/coins.yaml:20:5: this goes round for ever without a decision",
        "p1's take, move 5",
    ),
}
COMMANDS = {
    "play": ["play", "specs/coins.yaml", "--seats", "random,random", "--save", "kept"],
    "simulate": ["simulate", "specs/coins.yaml", "--games", "30", "--out", "results"],
    "test": ["test", "specs/coins.yaml"],
}


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(referee, "PATIENCE", 0.5)
    (tmp_path / "specs").mkdir()
    return tmp_path


def run(*arguments: str, typed: str | None = None) -> Result:
    result = CliRunner().invoke(cli, list(arguments), input=typed, env={"NO_COLOR": "1"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_play_is_told_with_its_place(fault: str, command: str, inside: Path) -> None:
    spec, message, move = FAULTS[fault]
    (inside / "specs" / "coins.yaml").write_text(spec, encoding="utf-8")
    result = run(*COMMANDS[command])
    assert result.exit_code == 1
    assert message in result.output
    assert f"this is a fault of the spec, brought about by {move} of the game with seed" in result.output


@pytest.mark.parametrize("command", COMMANDS)
def test_a_game_that_goes_on_for_ever_is_told(command: str, inside: Path) -> None:
    spec = MISSING.replace("if bank.size < 9", "if bank.size > 9").replace(
        "title: Coins", "title: C\nlongest: 50"
    )
    (inside / "specs" / "coins.yaml").write_text(spec, encoding="utf-8")
    result = run(*COMMANDS[command])
    assert result.exit_code == 1
    assert "specs/coins.yaml: the game isn't over after 50 decisions" in result.output


def test_what_was_played_before_the_fault_is_kept(inside: Path) -> None:
    (inside / "specs" / "coins.yaml").write_text(MISSING, encoding="utf-8")
    run(*COMMANDS["play"])
    result = run("play", "specs/coins.yaml", "--replay", "kept")
    assert (result.exit_code, "5 moves replayed" in result.output) == (0, True), result.output


def test_the_faults_come_from_a_person_too(inside: Path) -> None:
    (inside / "specs" / "coins.yaml").write_text(MISSING, encoding="utf-8")
    result = run("play", "specs/coins.yaml", "--seats", "human,random", typed="1\n" * 9)
    assert (result.exit_code, "`bank` holds 0 coin" in result.output) == (1, True), result.output


def test_a_whole_game_is_played_as_before(inside: Path) -> None:
    whole = STUCK.replace("until purse[p1].size > 5", "until bank.size < 2")
    (inside / "specs" / "coins.yaml").write_text(whole, encoding="utf-8")
    for command in COMMANDS.values():
        assert run(*command).exit_code == 0
