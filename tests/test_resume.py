"""`rulesc play --resume`: a kept game goes on where it stopped, by its own rules, and no file is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulesc.commands.engine import engine_of, new_game
from rulesc.commands.records import Replayer, game_file, load_game_file
from rulesc.diagnostics import Report
from rulesc.pipeline import Compiled, compile_spec
from tests.games import SPEC
from tests.test_cli import run
from tests.test_editions import erratum, folder

__all__ = ["folder"]  # the small spec, in an empty working directory

ONLY_RED = "add:\n  guards: {take: {red: card == red  @S-2}}\nremove: {examples: [E-2]}\n"


def compiled(spec: str) -> Compiled:
    report = Report()
    found = compile_spec(Path(spec), report)
    assert found is not None, report.diagnostics
    return found


def left_after(spec: str, whole: str, moves: int) -> str:
    """The game of a file as it would have been kept after so many moves."""
    found = compiled(spec)
    engine, record = engine_of(found), load_game_file(Path(whole))
    game = new_game(engine, found, record.parameters)
    state, parted = Replayer(game).position(record, moves)
    assert parted is None
    return game_file(record.game, engine, game, record.parameters, record.seed, record.moves[:moves], state)


@pytest.mark.parametrize(
    ("name", "seats", "cuts"),
    [("kuhn_poker", 2, (0, 1)), ("sealed_bids", 3, (1, 2, 5)), ("pagoda", 2, (1, 60, 211))],
)
def test_random_seats_go_on_as_if_the_game_had_never_been_left(
    name: str, seats: int, cuts: tuple[int, ...]
) -> None:
    spec, kinds = str(SPEC[name]), ",".join(["random"] * seats)
    run("play", spec, "--seats", kinds, "--seed", "11", "--save", "whole")
    for cut in cuts:
        Path("left").write_text(left_after(spec, "whole", cut), encoding="ascii")
        text = run("play", spec, "--seats", kinds, "--resume", "left").output
        assert f"going on after {cut} move" in text and "The game is over." in text
        assert Path("left").read_bytes() == Path("whole").read_bytes()


def kept(typed: str, *more: str) -> str:
    """What is told while two people play the small game, in which two cards are taken."""
    return run("play", "small.yaml", "--seats", "human,human", *more, typed=typed).output


def moves(name: str) -> list[str]:
    return [move for _, move in load_game_file(Path(name)).moves]


def test_a_person_goes_on_with_a_game_that_was_left() -> None:
    kept("take(red)\n\nquit\n", "--save", "game")
    text = kept("undo\nlog\ntake(blue)\n", "--resume", "game")
    assert "going on after 1 move\n" in text
    assert "nothing to take back" in text
    assert "p2> " in text and text.count("p1: take") == 1, "what happened before is in the log, and no news"
    assert moves("game") == ["take(red)", "take(blue)"]
    assert "the same scores" in run("play", "small.yaml", "--replay", "game").output


def test_without_seats_the_first_seat_is_a_person() -> None:
    kept("", "--save", "game")
    run("play", "small.yaml", "--resume", "game", typed="take(red)\n")
    assert (moves("game")[0], len(moves("game"))) == ("take(red)", 2)


def test_options_and_rulings_are_those_of_the_file() -> None:
    asked = ("--option", "purse=3", "--ruling", "U-S1=no", "--seed", "4")
    kept("take(red)\n", *asked, "--save", "game")
    kept("take(red)\n", "--resume", "game")
    record = load_game_file(Path("game"))
    assert (record.parameters.options, record.parameters.rulings) == ({"purse": 3}, {"U-S1": "no"})
    assert (record.seed, record.end) == (4, "over")


def test_the_game_can_be_kept_elsewhere() -> None:
    kept("take(red)\n", "--save", "game")
    before = Path("game").read_bytes()
    kept("take(blue)\n", "--resume", "game", "--save", "other")
    assert Path("game").read_bytes() == before
    assert moves("other") == ["take(red)", "take(blue)"]


def test_who_leaves_at_once_changes_nothing() -> None:
    kept("take(red)\n", "--save", "game")
    Path("game").write_text(Path("game").read_text().replace('"seed": 0', '"seed":    0'), encoding="ascii")
    before = Path("game").read_bytes()
    assert "kept the game" not in kept("quit\n", "--resume", "game")
    assert Path("game").read_bytes() == before


def test_a_game_of_the_first_format_goes_on_and_is_kept_in_the_present_one() -> None:
    """Files of that format had no last line before the game was over."""
    kept("take(red)\n", "--save", "game")
    lines = Path("game").read_text(encoding="ascii").replace("rulesc-game-2", "rulesc-game-1").splitlines()
    Path("game").write_text("\n".join(lines[:-1]) + "\n", encoding="ascii")
    kept("take(blue)\n", "--resume", "game")
    assert '"rulesc-game-2"' in Path("game").read_text(encoding="ascii").splitlines()[0]
    assert (moves("game"), load_game_file(Path("game")).end) == (["take(red)", "take(blue)"], "over")


# ---- games that were carried over -----------------------------------------------------------------


@pytest.fixture
def old() -> None:
    """A game in which p2 takes a blue card, which an erratum forbids."""
    kept("take(red)\n\ntake(blue)\n", "--save", "old.jsonl")


@pytest.mark.usefixtures("old")
def test_a_game_that_was_cut_goes_on_by_the_new_rules() -> None:
    erratum(ONLY_RED)
    run("migrate", "old.jsonl", "small.yaml@second", "--parting", "cut")
    typed = "take(blue)\ntake(red)\n"
    text = run("play", "small.yaml@second", "--seats", "human,human", "--resume", "old-second.jsonl",
               typed=typed).output  # fmt: skip
    assert "You can't do that now." in text
    record = load_game_file(Path("old-second.jsonl"))
    assert (record.edition, record.end, moves("old-second.jsonl")) == ("second", "over", ["take(red)"] * 2)
    assert record.notes["parted"]["move"] == 2, "the file still says where it comes from"  # type: ignore[index]
    run("play", "small.yaml@second", "--replay", "old-second.jsonl")


def test_a_game_that_keeps_its_rules_goes_on_by_them() -> None:
    kept("take(blue)\n", "--save", "old.jsonl")
    erratum(ONLY_RED)
    run("migrate", "old.jsonl", "small.yaml@second", "--parting", "keep", "--out", "new")
    result = run("play", "small.yaml@second", "--resume", "new", code=1)
    assert "another version" in result.stderr and "specs/small.yaml" in result.stderr
    kept("take(blue)\n", "--resume", "new")
    record = load_game_file(Path("new"))
    assert (record.edition, record.end, moves("new")) == ("standard", "over", ["take(blue)"] * 2)
    assert "keeps_its_rules" in record.notes


@pytest.mark.usefixtures("old")
def test_a_game_that_was_given_up_does_not_go_on() -> None:
    erratum(ONLY_RED)
    run("migrate", "old.jsonl", "small.yaml@second", "--parting", "abandon", "--out", "new")
    result = run("play", "small.yaml@second", "--resume", "new", typed="take(red)\n", code=2)
    assert "given up" in result.stderr and "--parting cut" in result.stderr


# ---- what can't go on -----------------------------------------------------------------------------


def changed(text: str, line: int, **change: object) -> str:
    lines = text.splitlines()
    lines[line] = json.dumps({**json.loads(lines[line]), **change})
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("line", "change", "code", "told"),
    [
        (0, {"format": "other"}, 2, "not a game file"),
        (0, {"game": "chess"}, 2, "a game of `chess`"),
        (0, {"spec_hash": "0"}, 1, "another version of the rules, and all its moves replay"),
        (0, {"edition": "second"}, 1, "it was played by specs/small.yaml@second"),
        (0, {"players": 3}, 2, "players"),
        (1, {"move": "take(green)"}, 1, "line 2"),
        (-1, {"moves": 2}, 2, "2 moves are announced"),
        (-1, {"final": "0" * 32}, 1, "the last position is another"),
        (-1, {"end": "over"}, 1, "not over after the last move"),
    ],
)
def test_a_file_that_is_not_right_is_told_and_stays(
    line: int, change: dict[str, object], code: int, told: str
) -> None:
    kept("take(red)\n", "--save", "game")
    wrong = changed(Path("game").read_text(encoding="ascii"), line, **change)
    Path("game").write_text(wrong, encoding="ascii")
    result = run("play", "small.yaml", "--resume", "game", typed="take(red)\n" * 3, code=code)
    assert told in " ".join(result.stderr.split())
    assert Path("game").read_text(encoding="ascii") == wrong


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "\x00", "nonsense\n"])
def test_a_file_that_is_no_game_is_told_and_stays(text: str) -> None:
    Path("game").write_text(text, encoding="ascii")
    run("play", "small.yaml", "--resume", "game", typed="take(red)\n", code=2)
    assert Path("game").read_text(encoding="ascii") == text


def test_a_game_that_is_over_does_not_go_on() -> None:
    kept("take(red)\n\ntake(red)\n", "--save", "game")
    before = Path("game").read_bytes()
    assert "the game is over" in run("play", "small.yaml", "--resume", "game", code=2).stderr
    assert Path("game").read_bytes() == before


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--seed", "0"], "takes the game from its file"),
        (["--option", "purse=1"], "takes the game from its file"),
        (["--ruling", "U-S1=no"], "takes the game from its file"),
        (["--replay", "game"], "takes everything from its file"),
        (["--seats", "human"], "is a game of 2 seats, not of 1"),
        (["--seats", "human,robot"], "`robot` can't play"),
        (["--save", "small.yaml"], "is no kept game"),
        (["--save", "."], "is a folder"),
    ],
)
def test_wrong_use_is_told(more: list[str], told: str) -> None:
    kept("take(red)\n", "--save", "game")
    before = Path("game").read_bytes()
    assert told in run("play", "small.yaml", "--resume", "game", *more, typed="take(red)\n", code=2).stderr
    assert Path("game").read_bytes() == before
