"""Slips at the keyboard, each with the sentence that helps."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulesc.cli import cli

SPECS = Path(__file__).parents[1] / "specs"


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "specs").mkdir()
    shutil.copy(SPECS / "tic_tac_toe.yaml", "specs/tic_tac_toe.yaml")
    shutil.copytree(SPECS / "tic_tac_toe", "specs/tic_tac_toe")
    return tmp_path


def run(*arguments: str, typed: str | None = None) -> Result:
    result = CliRunner().invoke(cli, list(arguments), input=typed, env={"NO_COLOR": "1"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


SPEC = "specs/tic_tac_toe.yaml"


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["chekc", SPEC], 2, "there is no command `chekc`; did you mean `check`?"),
        (["frobnicate"], 2, "there is no command `frobnicate`; `rulesc --help` lists the commands"),
        (["check", "specs/tic_tak_toe.yaml"], 1, "did you mean `specs/tic_tac_toe.yaml`?"),
        (["check", "tic_tac_toe.yaml"], 1, "did you mean `specs/tic_tac_toe.yaml`?"),
        (["check", "tic_tac_toe"], 1, "did you mean `specs/tic_tac_toe.yaml`?"),
        (["check", "specs/tic_tac_toe"], 1, "did you mean `specs/tic_tac_toe.yaml`?"),
        (["check", "spec/nothing.yaml"], 1, "there is no folder spec here"),
        (["check", "specs/nothing.yaml"], 1, "specs holds tic_tac_toe.yaml"),
        (["fmt", "specs/tic_tak_toe.yaml"], 1, "did you mean `specs/tic_tac_toe.yaml`?"),
        (["fmt", "specs"], 1, "it is a folder"),
        (["check", f"{SPEC}@"], 1, "the name of an edition is missing after `@`"),
        (["play", SPEC, "--option", "a=1"], 2, "there is no option 'a': the game has no options"),
        (["play", SPEC, "--ruling", "a=1"], 2, "there is no ruling 'a': the game has no open questions"),
        (["play", SPEC, "--replay", "gone"], 2, "gone: this can't be read: No such file or directory"),
        (["build", SPEC, "--out", SPEC], 2, f"{SPEC} can't be written: a file of that name is there"),
        (["simulate", SPEC, "--out", SPEC], 2, f"{SPEC} can't be written: a file of that name is there"),
        (["init", "other", "--dir", SPEC], 2, f"{SPEC} can't be written: a file of that name is there"),
        (["diff", f"HEAD:{SPEC}", SPEC], 2, "is in no git repository"),
        (["mutate", SPEC, "--goal", "3"], 2, "3.0 is not in the range 0<=x<=1"),
    ],
)
def test_a_slip_is_told_with_help(words: list[str], code: int, told: str) -> None:
    result = run(*words)
    assert told in result.output
    assert result.exit_code == code


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("why", "Say which move: `why 2` or `why MOVE`, also one that isn't legal."),
        ("mark(r1c1", "'mark(r1c1': `)` is missing; a move is written NAME or NAME(VALUE, VALUE)"),
        ("mark(r1c1) r2c2", "that is no move; a move is written NAME or NAME(VALUE, VALUE)"),
        ("marc(r1c1)", "Did you mean `mark(r1c1)`?"),
        ("shwo", "Did you mean `show`?"),
        ("dance(r1c1", "there is no action 'dance(r1c1'"),
    ],
)
def test_a_slip_at_the_table_is_told_with_help(typed: str, told: str) -> None:
    assert told in run("play", SPEC, typed=f"{typed}\nquit\n").output


def test_a_file_cut_short_is_told_as_such(inside: Path) -> None:
    run("play", SPEC, "--seats", "random,random", "--save", "kept.jsonl")
    text = Path("kept.jsonl").read_text(encoding="ascii")
    lines = len(text.splitlines())
    Path("kept.jsonl").write_text(text[:-20], encoding="ascii")
    told = f"kept.jsonl: line {lines}: the file was cut short in this line"
    for words in (
        ["play", SPEC, "--replay", "kept.jsonl"],
        ["why", "kept.jsonl", "mark(r1c1)"],
        ["migrate", "kept.jsonl", SPEC],
    ):
        result = run(*words)
        assert (result.exit_code, told in result.output) == (2, True), result.output
    Path("kept.jsonl").write_text(text.replace('"seat"', "seat"), encoding="ascii")
    assert "line 2: this is not JSON" in run("play", SPEC, "--replay", "kept.jsonl").output


def test_a_definition_without_exceptions_is_shown_once() -> None:
    text = run("show", SPEC, "full").output
    assert text.count("all(") == 1 and "resolved" not in text


def test_a_number_that_is_none_of_the_list_is_told_its_bounds() -> None:
    told = run("play", SPEC, "--seats", "human,random", typed="-1\nquit\n").output
    assert "The moves are numbered from 1 to 9." in told
