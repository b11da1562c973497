"""`rulesc migrate`: a game that can be played is kept, another one stops where it parts; no file is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulesc.commands.records import load_game_file
from tests.test_cli import run
from tests.test_editions import erratum, folder

__all__ = ["folder"]  # the small spec, in an empty working directory

ONLY_RED = "add:\n  guards: {take: {red: card == red  @S-2}}\nremove: {examples: [E-2]}\n"


@pytest.fixture(autouse=True)
def game() -> None:
    """A game in which p1 takes a blue card at the second move or never, written by hand through `play`."""
    typed = "take(red)\ntake(blue)\n"
    run(
        "play",
        "small.yaml",
        "--seats",
        "human,human",
        "--save",
        "old.jsonl",
        typed=typed.replace("\n", "\n\n"),
    )


def lines(name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in Path(name).read_text(encoding="ascii").splitlines()]


def test_a_game_that_can_be_played_is_carried_over() -> None:
    erratum("replace:\n  define: {most: 9}\n")
    before = Path("old.jsonl").read_bytes()
    text = run("migrate", "old.jsonl", "small.yaml@second").output
    assert "all 2 moves can be played by edition second" in text
    found = load_game_file(Path("old-second.jsonl"))
    assert (found.edition, [move for _, move in found.moves]) == ("second", ["take(red)", "take(blue)"])
    assert lines("old-second.jsonl")[0]["notes"] == {
        "migrated_from": {
            "edition": "standard",
            "spec_hash": load_game_file(Path("old.jsonl")).spec_hash,
            "file": "old.jsonl",
        }
    }
    assert Path("old.jsonl").read_bytes() == before
    assert "2 moves replayed" in run("play", "small.yaml@second", "--replay", "old-second.jsonl").output


def test_a_game_that_ends_elsewhere_is_carried_over_and_told() -> None:
    erratum("replace:\n  scoring: {points: 5 * seat.hand.size}\n")
    text = run("migrate", "old.jsonl", "small.yaml@second", "--out", "new").output
    assert "what comes of them is different: the scores are [5, 5], not [1, 1]" in text


def test_a_game_that_parts_stops_there_and_nothing_is_written() -> None:
    erratum(ONLY_RED)
    before = sorted(Path().iterdir())
    text = " ".join(run("migrate", "old.jsonl", "small.yaml@second", code=1).output.split())
    assert "move 2 can't be played by edition second: p2 can't play take(blue): card == red (S-2)" in text
    assert "--parting keep" in text and "--parting cut" in text and "--parting abandon" in text
    assert sorted(Path().iterdir()) == before


def test_a_game_can_be_cut_where_it_parts_and_goes_on() -> None:
    erratum(ONLY_RED)
    run("migrate", "old.jsonl", "small.yaml@second", "--parting", "cut")
    found = load_game_file(Path("old-second.jsonl"))
    assert (found.end, found.moves) == ("open", ((0, "take(red)"),))
    run("play", "small.yaml@second", "--replay", "old-second.jsonl")


def test_a_game_can_be_given_up() -> None:
    erratum(ONLY_RED)
    run("migrate", "old.jsonl", "small.yaml@second", "--parting", "abandon", "--out", "new")
    assert load_game_file(Path("new")).end == "abandoned"
    run("play", "small.yaml@second", "--replay", "new")


def test_a_game_can_keep_its_rules() -> None:
    erratum(ONLY_RED)
    run("migrate", "old.jsonl", "small.yaml@second", "--parting", "keep", "--out", "new")
    old, new = load_game_file(Path("old.jsonl")), load_game_file(Path("new"))
    assert (old.moves, old.spec_hash, old.final) == (new.moves, new.spec_hash, new.final)
    assert "move 2" in str(new.notes["keeps_its_rules"])
    run("play", "small.yaml", "--replay", "new")


def test_a_game_that_can_not_be_set_up_is_told() -> None:
    text = Path("old.jsonl").read_text(encoding="ascii").replace('"players": 2', '"players": 9')
    Path("old.jsonl").write_text(text, encoding="ascii")
    result = run("migrate", "old.jsonl", "small.yaml", "--out", "new", code=1)
    assert "can't be set up by these rules" in result.stderr
    assert not Path("new").exists()


def test_options_that_are_gone_are_told() -> None:
    run("play", "small.yaml", "--seats", "random,random", "--option", "purse=0", "--save", "poor")
    erratum("remove:\n  options: [purse]\n  define: [most / rich]\n")
    text = run("migrate", "poor", "small.yaml@second", "--out", "new").output
    assert "not in edition second: purse=0" in text
    assert lines("new")[0]["options"] == {}


def test_no_file_is_written_over() -> None:
    Path("new").write_text("mine", encoding="ascii")
    assert "there already" in run("migrate", "old.jsonl", "small.yaml", "--out", "new", code=2).output
    assert "there already" in run("migrate", "old.jsonl", "small.yaml", "--out", "old.jsonl", code=2).output
    assert Path("new").read_text(encoding="ascii") == "mine"


@pytest.mark.parametrize("text", ["", "{", "[]\n", '{"format": "rulesc-game-9"}\n'])
def test_a_damaged_or_foreign_file_is_told(text: str) -> None:
    Path("bad").write_text(text, encoding="ascii")
    run("migrate", "bad", "small.yaml", "--out", "new", code=2)
    assert not Path("new").exists()


def test_the_answer_as_json() -> None:
    erratum(ONLY_RED)
    data = json.loads(run("migrate", "old.jsonl", "small.yaml@second", "--json", code=1).output)
    assert (data["played"], data["moves"], data["written"]) == (1, 2, None)
    assert (data["parted"]["move"], data["parted"]["action"]) == (2, "take(blue)")
