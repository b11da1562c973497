"""`rulesc diff`: what is the same is empty; what is different is told as rules, examples and games."""

from __future__ import annotations

import json
import math
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rulesc.commands.engine import own_environment
from tests.test_cli import ROOT, run
from tests.test_editions import FILES, SPEC, erratum, folder

PAGODA = str(ROOT / "specs" / "pagoda.yaml")

__all__ = ["folder"]  # the small spec, in an empty working directory


def other(change: Callable[[str], str], name: str = "other") -> str:
    """The small spec once more, changed, with the same files beside it."""
    text = change(SPEC.replace("small/", "small/"))
    Path(f"{name}.yaml").write_text(text, encoding="utf-8")
    return f"{name}.yaml"


def diff(old: str, new: str, *more: str) -> dict[str, object]:
    """The JSON answer; whether it is empty has to fit how the command ends."""
    from click.testing import CliRunner

    from rulesc.cli import cli

    result = CliRunner().invoke(cli, ["diff", old, new, "--json", *more], env={"NO_COLOR": "1"})
    assert result.exit_code in (0, 1), result.output
    found: dict[str, object] = json.loads(result.output)
    assert found["empty"] == (result.exit_code == 0)
    return found


def rules(found: dict[str, object]) -> list[str]:
    changed = found["rules"]
    assert isinstance(changed, list)
    return [f"{one['kind']} {one['name']}: {one['how']}" for one in changed]


# ---- what is the same -----------------------------------------------------------------------------


def test_a_spec_is_the_same_as_itself() -> None:
    assert "the rules are the same" in run("diff", "small.yaml", "small.yaml").output


def reformatted(text: str) -> str:
    """Comments, blanks, brackets that mean nothing, another layout of the same."""
    text = text.replace("some: card in deck  @S-1", "some:   (card in deck)      @S-1 # there")
    text = text.replace("purse: 0..3 = 1  @S-1", "purse:    0 .. 3=1 @S-1")
    return "# a comment\n\n" + text.replace("most: 2  @S-2", "most: |\n    2\n    @S-2")


def reordered(text: str) -> str:
    """Sections, declarations and guards in another order."""
    head, *sections = text.split("\noptions:")
    body = ("options:" + sections[0]).rstrip() + "\n"
    parts: list[str] = []
    for line in body.splitlines(keepends=True):
        if line[0] not in " #":
            parts.append(line)
        else:
            parts[-1] += line
    text = head + "\n" + "".join(reversed(parts))
    guards = ["      some: card in deck  @S-1\n", "      few: taken < most  @S-2\n"]
    zones = ["  deck: Card  @S-1\n", "  hand per Seat: Card  @S-1\n"]
    for first, second in (guards, zones):
        assert first + second in text
        text = text.replace(first + second, second + first)
    return text


@pytest.mark.parametrize("change", [reformatted, reordered])
def test_layout_and_order_are_no_difference(change: Callable[[str], str]) -> None:
    assert change(SPEC) != SPEC
    assert rules(diff("small.yaml", other(change))) == []


def test_a_whole_game_reordered_is_the_same(tmp_path: Path) -> None:
    """The sections of a long spec in reverse, each line still where it belongs."""
    shutil.copytree(ROOT / "specs" / "pagoda", tmp_path / "pagoda")
    text = Path(PAGODA).read_text(encoding="utf-8")
    (tmp_path / "pagoda.yaml").write_text(text, encoding="utf-8")
    head, middle = text.split("\noptions:", 1)
    parts: list[str] = []
    for line in ("options:" + middle).splitlines(keepends=True):
        if line[:1].isalpha():
            parts.append(line)
        else:
            parts[-1] += line
    parts[-1] = parts[-1].rstrip() + "\n"
    (tmp_path / "turned.yaml").write_text(head + "\n" + "\n".join(reversed(parts)), encoding="utf-8")
    assert rules(diff("pagoda.yaml", "turned.yaml")) == []


# ---- what is different ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("few: taken < most  @S-2", "few: taken <= most  @S-2", "guard take / few: changed"),
        ("few: taken < most  @S-2", "few: taken < most  @S-1", "guard take / few: changed"),
        ("      some: card in deck  @S-1\n", "", "guard take / some: gone"),
        ("      taken += 1", "      taken += 2", "effect of action take: changed"),
        ("most: 2", "most: 3", "definition most: changed"),
        ("  most / rich: 3 if purse == 3  @S-2\n", "", "definition most / rich: gone"),
        ("0..9 = 0", "0..9 = 1", "slot taken: changed"),
        ("red | blue", "blue | red", "type Color: changed"),
        ("seat.hand.size", "2 * seat.hand.size", "scoring item points: changed"),
        ("players: 2\n", "players: 2..3\n", "players : changed"),
        ("    otherwise\n      end game  @S-1", "    turn_end", "phase turn: changed"),
    ],
)
def test_a_change_is_told_as_a_rule(old: str, new: str, told: str) -> None:
    def change(text: str) -> str:
        assert old in text
        text = text.replace(old, new)
        extra = "effects:\n  turn_end: |\n    end game  @S-1\nphases:"
        return text.replace("phases:", extra) if "turn_end" in new else text

    assert told in rules(diff("small.yaml", other(change)))


def test_the_order_of_exceptions_counts() -> None:
    extra = "  most / poor: 1 if purse == 0  @S-2\n"
    rich = "  most / rich: 3 if purse == 3  @S-2\n"
    one = other(lambda text: text.replace(rich, rich + extra), "one")
    two = other(lambda text: text.replace(rich, extra + rich), "two")
    assert rules(diff(one, two)) == ["order of exceptions most: changed"]


def test_rows_clauses_and_rulings_are_told_by_their_names() -> None:
    erratum(
        "replace:\n  rows: {Card: {red: {copies: 3}}}\n  clauses: {S-2: {text: Three cards.}}\n"
        "  rulings: {U-S1: {chosen: no}}\n"
    )
    assert rules(diff("small.yaml", "@second")) == [
        "row Card / red: changed",
        "clause S-2: changed",
        "ruling U-S1: changed",
    ]


def test_examples_whose_result_flips_are_told() -> None:
    erratum(
        "replace:\n  actions:\n    take(card):\n      do: |\n        move card from deck to hand\n"
        "        taken += 5\n  examples: {E-1: {expect: []}}\n"
    )
    found = diff("small.yaml", "@second")["examples"]
    assert isinstance(found, list)
    assert [(one["example"], one["before"], one["then"]) for one in found] == [("E-1", "", "replaced")]
    assert "does not hold: taken == 1" in found[0]["after"]


def test_an_example_that_can_not_be_written_any_more_flips() -> None:
    erratum("replace:\n  phases:\n    turn by player: |\n      grab\nremove:\n  actions: [take]\n"
            "  examples: [E-1, E-2]\nadd:\n  actions:\n    grab(card): {rules: S-1}\n")  # fmt: skip
    found = diff("small.yaml", "@second")["examples"]
    assert isinstance(found, list)
    assert [(one["example"], one["then"]) for one in found] == [("E-1", "removed"), ("E-2", "removed")]
    assert all("take" in one["after"] for one in found)


# ---- recorded games -------------------------------------------------------------------------------


def games(*more: str) -> dict[str, object]:
    run("simulate", "small.yaml", "--games", "6", "--out", "out", *more)
    return {path.name: path for path in Path("out/games").iterdir()}


def outcomes(new: str) -> dict[str, dict[str, object]]:
    found = diff("small.yaml", new, "--games", "out/games")["games"]
    assert isinstance(found, dict)
    by_file = found["by_file"]
    assert isinstance(by_file, dict) and len(by_file) == 6
    return by_file


def test_games_stay_valid_where_nothing_changes() -> None:
    games()
    assert {one["kind"] for one in outcomes("small.yaml").values()} == {"valid"}
    assert "6 stay valid" in run("diff", "small.yaml", "small.yaml", "--games", "out/games").output


def test_a_refused_move_is_told_with_its_guard() -> None:
    games()
    erratum("add:\n  guards: {take: {red: card == red  @S-2}}\n")
    found = outcomes("@second").values()
    refused = [one for one in found if one["kind"] == "refused"]
    assert refused and all((one["label"], one["clauses"]) == ("red", ["S-2"]) for one in refused)
    assert all("take(blue)" in str(one["move"]) for one in refused)
    assert "6 recorded games" in run("diff", "small.yaml", "@second", "--games", "out/games", code=1).output


def test_a_game_that_ends_earlier_parts_at_its_last_move() -> None:
    """Two cards are taken in a game; where only one may be, it is over after the first."""
    games()
    erratum("replace:\n  define: {most: 1}\n")
    for one in outcomes("@second").values():
        assert (one["kind"], one["at"]) == ("state", 0)
        assert ["decision", "take", "over"] in list(one["places"])  # type: ignore[call-overload]


def test_another_state_is_told_place_by_place() -> None:
    games()
    erratum("replace:\n  actions:\n    take(card):\n      do: |\n        move card from deck to hand\n"
            "        taken += 2\n")  # fmt: skip
    for one in outcomes("@second").values():
        assert (one["kind"], one["at"]) == ("state", 0)
        assert ["taken", 1, 2] in list(one["places"])  # type: ignore[call-overload]


def test_other_scores_of_the_same_position_are_told() -> None:
    games()
    erratum("replace:\n  scoring: {points: 3 * seat.hand.size}\n")
    assert {one["kind"] for one in outcomes("@second").values()} == {"scores"}


def test_slots_that_are_kept_in_another_way_are_compared_by_name() -> None:
    """A new slot and another bound give the engine another layout; what both have is the same."""
    games()
    erratum("add:\n  state: {extra per Seat: 0..3 = 0}\nreplace:\n  state: {taken: 0..8 = 0}\n")
    assert {one["kind"] for one in outcomes("@second").values()} == {"valid"}


def test_files_that_are_no_games_of_this_spec_are_told() -> None:
    games()
    Path("out/games/bad.jsonl").write_text("{", encoding="ascii")
    run("simulate", str(ROOT / "specs" / "kuhn_poker.yaml"), "--games", "1", "--out", "kuhn")
    Path("kuhn/games/kuhn_poker-0-0.jsonl").rename("out/games/kuhn.jsonl")
    text = run("diff", "small.yaml", "small.yaml", "--games", "out/games", code=1).output
    assert "bad.jsonl can't be read: line 1: this is not JSON" in text
    assert "kuhn.jsonl can't be read: this is a game of `kuhn_poker`" in text
    run("diff", "small.yaml", "small.yaml", "--games", "small", code=2)


def test_games_that_end_elsewhere_by_the_old_rules_are_no_games_of_them() -> None:
    """Another end than was recorded, and an option that was asked for and isn't there."""
    games("--option", "purse=3")
    paths = sorted(Path("out/games").iterdir())
    for path, old, new in (
        (paths[0], '"final": "', '"final": "0'),
        (paths[1], '"scores": [', '"scores": [7, '),
        (paths[2], '"purse": 3}, "rulings": {}, "seed"', '"purse": 3, "more": 1}, "rulings": {}, "seed"'),
        (paths[3], '"players": 2', '"players": 99'),
    ):
        text = path.read_text(encoding="ascii")
        assert text.count(old) == 1
        path.write_text(text.replace(old, new), encoding="ascii")
    found = outcomes("small.yaml")
    told = [(found[path.name]["kind"], str(found[path.name]["why"])) for path in paths]
    assert [kind for kind, _ in told] == ["foreign"] * 4 + ["valid"] * 2
    assert "last position is another" in told[0][1]
    assert "the scores are" in told[1][1]
    assert told[2][1] == "the old rules don't have more=1"
    assert "players" in told[3][1]


@pytest.mark.skipif(os.name == "nt", reason="there are no pipes in folders")
def test_what_is_no_plain_file_is_told_and_not_waited_for() -> None:
    games()
    os.mkfifo("out/games/pipe.jsonl")
    Path("out/games/null.jsonl").symlink_to("/dev/zero")
    Path("out/games/folder.jsonl").mkdir()
    text = run("diff", "small.yaml", "small.yaml", "--games", "out/games", code=1).output
    assert "pipe.jsonl can't be read: this is no plain file" in text
    assert "null.jsonl can't be read: this is no plain file" in text
    assert "folder.jsonl can't be read: this is a folder" in text


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["quick", "blue_any_color"])
def test_a_thousand_games_take_no_longer_than_twice_playing_them(edition: str) -> None:
    """Time of the processor, in turn with playing, the better of two runs each."""

    def seconds(*words: str) -> float:
        began = sum(os.times()[2:4])
        subprocess.run([sys.executable, "-m", "rulesc", *words], env=own_environment(), capture_output=True)
        return sum(os.times()[2:4]) - began

    taken: dict[str, float] = {}
    for _ in range(2):
        for words in (
            ("simulate", PAGODA, "--games", "1000", "--seed", "7", "--out", "out"),
            ("diff", PAGODA, f"@{edition}", "--games", "out/games"),
        ):
            taken[words[0]] = min(taken.get(words[0], math.inf), seconds(*words))
    assert len(list(Path("out/games").iterdir())) == 1000
    assert taken["diff"] < 2 * taken["simulate"]


# ---- revisions ------------------------------------------------------------------------------------


def test_revisions_of_git_are_compared() -> None:
    def git(*words: str) -> None:
        who = ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *who, *words], check=True, capture_output=True)

    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "one")
    Path("small.yaml").write_text(SPEC.replace("most: 2", "most: 4"), encoding="utf-8")
    assert rules(diff("HEAD:small.yaml", "small.yaml")) == ["definition most: changed"]
    git("commit", "-qam", "two")
    assert rules(diff("HEAD~1:small.yaml", "HEAD:small.yaml")) == ["definition most: changed"]
    assert rules(diff("HEAD:small.yaml", "small.yaml")) == []
    assert "no revision `nonsense`" in run("diff", "nonsense:small.yaml", "small.yaml", code=2).output
    run("diff", "--", "-x:small.yaml", "small.yaml", code=2)


def test_a_revision_is_read_where_its_folder_is_gone_and_told_by_its_own_name() -> None:
    def git(*words: str) -> None:
        who = ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *who, *words], check=True, capture_output=True)

    Path("old one").mkdir()
    for name in ("small.yaml", "small"):
        shutil.move(name, "old one")
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "one")
    Path("old one").rename("new")
    assert rules(diff("HEAD:old one/small.yaml", "new/small.yaml")) == []
    told = run("diff", "HEAD:old one/small.yaml", "@none", code=1).stderr
    assert "HEAD:old one/small.yaml:1:7" in told and "rulesc-" not in told
    found = run("diff", "HEAD@{0}:old one/small.yaml", "HEAD@{0}:old one/small.yaml@none", code=1).stderr
    assert "HEAD@{0}:old one/small.yaml:1:7" in found
    assert (
        "no file old one/none.yaml" in run("diff", "HEAD:old one/none.yaml", "new/small.yaml", code=2).stderr
    )
    assert (
        "no revision `HEAD` of none" in run("diff", "HEAD:none/small.yaml", "new/small.yaml", code=2).stderr
    )


@pytest.mark.parametrize("words", [("", "small.yaml"), ("small.yaml", ""), ("@second", "small.yaml")])
def test_an_operand_that_names_no_spec_is_wrong_use(words: tuple[str, str]) -> None:
    assert "error: " in run("diff", *words, code=2).stderr


@pytest.mark.parametrize("edition", ["a/b", "../../small", "..", ""])
def test_an_edition_that_is_no_name_is_told(edition: str) -> None:
    before = sorted(Path().iterdir())
    run("diff", "small.yaml", f"@{edition}", code=1)
    run("build", "small.yaml", "--edition", edition, code=1)
    run("check", f"small.yaml@{edition}", code=1)
    assert sorted(Path().iterdir()) == before


def test_a_spec_that_is_not_there_is_told() -> None:
    assert FILES
    assert "there is no file" in run("diff", "none.yaml", "small.yaml", code=1).output
