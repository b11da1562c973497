"""Recorded games: files of every format load, damage is told, a replay stops where it parts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulesc.commands.records import BadGameFile, Record, read_game_file
from tests.test_cli import KUHN, PAGODA, run

KEPT = Path(__file__).parent / "cases" / "games"
LINES = (KEPT / "kuhn_poker-format-2.jsonl").read_text(encoding="ascii").splitlines()


@pytest.mark.parametrize("path", sorted(KEPT.glob("*.jsonl")), ids=lambda path: path.name)
def test_files_of_every_format_load(path: Path) -> None:
    """These files were written once and stay as they are; their moves and scores are checked by hand."""
    record = read_game_file(path.read_text(encoding="ascii"))
    assert record.game == "kuhn_poker"
    assert record.seed == 7
    assert record.moves == ((0, "bet"), (1, "call"))
    assert record.scores == (2, -2)


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def told(lines: list[str]) -> str:
    with pytest.raises(BadGameFile) as caught:
        read_game_file("".join(line + "\n" for line in lines))
    return str(caught.value)


def changed(number: int, **change: object) -> list[str]:
    lines = list(LINES)
    lines[number] = json.dumps({**json.loads(lines[number]), **change})
    return lines


@pytest.mark.parametrize("kept", range(1, len(LINES)))
def test_a_file_cut_short_is_told(kept: int) -> None:
    assert "cut short" in told(LINES[:kept])


def test_a_line_cut_in_the_middle_is_told() -> None:
    assert told([*LINES[:-1], LINES[-1][:20]]) == f"line {len(LINES)}: this is not JSON"


def test_a_move_that_is_missing_is_told() -> None:
    assert "2 moves are announced, and 1 are there" in told([LINES[0], *LINES[2:]])


def test_foreign_files_are_told() -> None:
    assert "not a game file" in told(changed(0, format="rulesc-game-99"))
    assert "not a game file" in told(['{"a": 1}'])
    assert told([]) == told([""]) == "line 1: the file is empty"
    assert "needs `end`" in told(changed(-1, final=None))


@pytest.mark.parametrize("name", ["", "../x", "a/b", "a b", "A", "x" * 64, None, 3, "a\n"])
def test_names_of_games_and_editions_are_names(name: object) -> None:
    for key in ("game", "edition"):
        assert told(changed(0, **{key: name})) == f"line 1: `{key}` has to be a name"


@pytest.mark.parametrize("key", ["players", "seed", "options", "rulings", "notes"])
def test_what_is_wrong_in_the_header_is_named_alone(key: str) -> None:
    what = "a whole number" if key in ("players", "seed") else "an object"
    assert told(changed(0, **{key: "x"})) == f"line 1: `{key}` has to be {what}"


def test_a_file_tells_what_was_asked_for_and_what_was_in_force() -> None:
    run("play", PAGODA, "--seats", "random,random", "--option", "quick=true", "--save", "game")
    text = Path("game").read_text(encoding="ascii")
    record = read_game_file(text)
    assert isinstance(record, Record)
    assert record.parameters.options == {"quick": True}
    last = json.loads(text.splitlines()[-1])
    assert last["options"] == {"starter": "p1", "quick": True, "beginner": False}
    assert last["rulings"]["U-P9"] == "same_color"
    assert record.end == "over"


def test_another_last_position_is_told() -> None:
    Path("game").write_text("\n".join(changed(-1, final="0" * 32)), encoding="ascii")
    assert "the last position is another" in run("play", KUHN, "--replay", "game", code=1).output


def test_a_game_of_other_rules_is_replayed_up_to_where_it_parts() -> None:
    lines = changed(0, spec_hash="0")
    lines[1] = json.dumps({"seat": "p1", "move": "call"})
    Path("game").write_text("\n".join(lines), encoding="ascii")
    text = " ".join(run("play", KUHN, "--replay", "game", code=1).output.split())
    assert "another version of the rules; they part at line 2: p1 can't play call" in text


def test_simulated_games_are_kept_and_replay() -> None:
    run("simulate", KUHN, "--games", "12", "--seed", "4", "--out", "out")
    files = sorted(Path("out/games").iterdir())
    assert [file.name for file in files[:2]] == ["kuhn_poker-4-00.jsonl", "kuhn_poker-4-01.jsonl"]
    rows = [json.loads(line) for line in Path("out/results.jsonl").read_text().splitlines()]
    for row, file in zip(rows, files, strict=True):
        record = read_game_file(file.read_text(encoding="ascii"))
        assert (record.seed, list(record.scores or ())) == (row["seed"], row["scores"])
        run("play", KUHN, "--replay", str(file))


def test_games_of_other_runs_beside_those_kept_are_told() -> None:
    assert "other runs" not in run("simulate", KUHN, "--games", "12", "--seed", "4", "--out", "out").output
    assert "other runs" not in run("simulate", KUHN, "--games", "12", "--seed", "4", "--out", "out").output
    text = run("simulate", KUHN, "--games", "5", "--seed", "4", "--out", "out").output
    assert "out/games holds 12 games of other runs too" in text
    assert len(list(Path("out/games").iterdir())) == 17
    assert "other runs" not in run("simulate", KUHN, "--games", "2", "--no-games", "--out", "out").output


def test_games_are_not_kept_where_that_is_asked() -> None:
    run("simulate", KUHN, "--games", "3", "--out", "out", "--no-games")
    assert sorted(path.name for path in Path("out").iterdir()) == ["results.jsonl", "summary.json"]


@pytest.mark.parametrize(
    "line",
    [
        '{"seat":"p1","move":"bet"}',
        '{"move": "bet", "seat": "p1"}',
        ' {"seat": "p1", "move": "\\u0062et"} ',
        '{"seat": "p1", "move": "fold", "move": "bet", "why": {}}',
    ],
)
def test_a_move_may_be_written_in_any_way_that_json_has(line: str) -> None:
    assert read_game_file("\n".join([LINES[0], line, *LINES[2:]])).moves[0] == (0, "bet")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"seat": "p1", "move": "a\tb"}', "this is not JSON"),
        ('{"seat": "p1", "move": "a\\"}', "this is not JSON"),
        ('{"seat": "p1", "move": "a"b"}', "this is not JSON"),
        ('{"seat": "p1", "move": "bet"},', "this is not JSON"),
        ('{"seat": "p3", "move": "bet"}', "there is no seat p3: `players` is 2"),
        ('{"seat": "1", "move": "bet"}', "there is no seat 1: `players` is 2"),
        ('{"seat": 1, "move": "bet"}', "a move is"),
        ('{"seat": "p1", "move": "bet", "at": ' + "9" * 5000 + "}", "has more than 1,000 digits"),
        ('{"seat": "p1", "move": 3}', "a move is"),
        ("[]", "not a JSON object"),
        ('{"seat": "p1", "move": NaN}', "this is not JSON"),
        (json.dumps({"seat": "p1", "move": "x" * 1001}), "at most 1,000 characters"),
    ],
)
def test_a_move_that_is_none_is_told_with_its_line(line: str, why: str) -> None:
    text = told([LINES[0], line, *LINES[2:]])
    assert text.startswith("line 2: ") and why in text
