"""The commands, called as a user calls them."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

import rulesc
from rulesc import cli as cli_module
from rulesc.cli import COMMANDS, cli, main
from rulesc.commands.init import starter
from rulesc.diagnostics import Report
from rulesc.pipeline import check_all
from tests.games import SPECS

ROOT = Path(__file__).parents[1]
TIC_TAC_TOE = str(ROOT / "specs" / "tic_tac_toe.yaml")
KUHN = str(ROOT / "specs" / "kuhn_poker.yaml")
SOURCES = ROOT.parent / "shared" / "sources"  # not part of a clone; read where it is at hand
PAGODA = str(ROOT / "specs" / "pagoda.yaml")


def run(*arguments: str, typed: str | None = None, code: int = 0) -> Result:
    result = CliRunner().invoke(cli, list(arguments), input=typed, env={"NO_COLOR": "1"})
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    assert "\x1b[" not in result.output
    return result


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ---- help, wrong use, faults of rulesc ----------------------------------------------------


def test_help_lists_the_commands() -> None:
    text = run("--help").output
    assert all(name in text for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help(name: str) -> None:
    text = run(name, "--help").output
    assert "Usage" in text
    assert isinstance(cli.get_command(click.Context(cli), name), click.Command)


def test_help_is_quick() -> None:
    """No heavy library is imported: the time itself depends on the machine."""
    code = "import sys; sys.argv = ['rulesc', '--help']\n"
    code += "try:\n from rulesc.cli import main; main()\nexcept SystemExit: pass\n"
    code += "heavy = {'yaml', 'lark', 'jinja2', 'cerberus', 'pytest', 'rulesc.pipeline'} & set(sys.modules)\n"
    code += "assert not heavy, heavy"
    environment = {**os.environ, "PYTHONPATH": str(Path(rulesc.__file__).parents[1])}
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert time.perf_counter() - start < 5


@pytest.mark.parametrize(
    "arguments", [["nonsense"], ["build"], ["check", "--nonsense", "x"], ["explain", "nonsense"]]
)
def test_wrong_use_ends_with_2(arguments: list[str]) -> None:
    run(*arguments, code=2)


def test_what_the_system_refuses_is_no_fault_of_rulesc(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(**_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.delenv("RULESC_TRACEBACK", raising=False)
    monkeypatch.setattr(cli_module.cli, "main", fail)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert capsys.readouterr().err == f"error: the system says: {os.strerror(errno.ENOSPC)}\n"


def test_a_fault_of_rulesc_is_told_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(**_: object) -> None:
        raise RuntimeError("boom\nbang")

    monkeypatch.delenv("RULESC_TRACEBACK", raising=False)
    monkeypatch.setattr(cli_module.cli, "main", fail)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    text = capsys.readouterr().err
    assert "internal fault" in text
    assert "RuntimeError" in text
    assert "boom bang" in text
    assert "Traceback" not in text
    assert "CONTRIBUTING" in text


PATHS = [
    ["build", ""], ["build", TIC_TAC_TOE, "--out", ""], ["check", ""], ["test", ""],
    ["test", TIC_TAC_TOE, "--examples", ""], ["show", ""], ["trace", ""],
    ["trace", TIC_TAC_TOE, "--sources", ""], ["fmt", ""], ["init", "my_game", "--dir", ""],
    ["play", ""], ["play", TIC_TAC_TOE, "--save", ""],
    ["play", TIC_TAC_TOE, "--replay", ""], ["simulate", "", "--out", "x"],
    ["simulate", TIC_TAC_TOE, "--out", ""], ["bench", ""], ["why", "", "x"],
    ["why", "x", "x", "--spec", ""], ["migrate", "", TIC_TAC_TOE], ["migrate", "x", ""], ["rulings", ""],
    ["migrate", "x", TIC_TAC_TOE, "--out", ""], ["mutate", ""],
]  # fmt: skip


@pytest.mark.parametrize("arguments", PATHS, ids=" ".join)
def test_an_empty_path_is_wrong_use(inside: Path, arguments: list[str]) -> None:
    """It is a variable that isn't set, and not the working directory."""
    assert "--help" not in run(*arguments, code=2).stdout
    assert list(inside.iterdir()) == []


@pytest.mark.parametrize("name", ["--option", "--ruling"])
@pytest.mark.parametrize("command", [["play"], ["simulate", "--out", "x"]], ids=lambda words: words[0])
def test_a_parameter_given_twice_is_refused(inside: Path, name: str, command: list[str]) -> None:
    words = [*command, PAGODA, name, "quick=true", name, " quick =false"]
    assert "'quick' is given twice" in run(*words, code=2).stderr
    assert list(inside.iterdir()) == []


def test_an_unknown_edition_is_refused_clearly() -> None:
    result = run("build", TIC_TAC_TOE, "--edition", "second", code=1)
    assert "there is no edition `second`" in result.output


# ---- init -----------------------------------------------------------------------------------


def test_init_writes_a_spec_that_builds_and_plays(inside: Path) -> None:
    text = run("init", "my_game").output
    assert "rulesc build specs/my_game.yaml" in text
    assert len((inside / "specs/my_game.yaml").read_text().splitlines()) < 60
    run("check", "specs/my_game.yaml")
    run("build", "specs/my_game.yaml")
    assert (inside / "generated/my_game/engine.py").is_file()
    run("build", "--check", "specs/my_game.yaml")
    run("play", "specs/my_game.yaml", "--seats", "random,random")


@pytest.mark.parametrize("name", ["../x", "a/b", "", "1x", "class", "x y", "X", "a" * 80, "x.yaml", "ä"])
def test_init_refuses_names(inside: Path, name: str) -> None:
    run("init", name, code=2)
    assert list(inside.iterdir()) == []


@pytest.mark.parametrize(
    "name",
    ["class", "match", "print", "list", "random", "pytest", "con", "lpt1", "engine", "rulesc",
     "test_examples", "manifest", "generated", "a" * 63, "a" * 64, "player", "seats", "game", "no",
     "null", "on"],
)  # fmt: skip
def test_init_refuses_what_build_refuses_in_the_same_words(inside: Path, name: str) -> None:
    result = CliRunner().invoke(cli, ["init", name])
    if result.exit_code == 0:
        run("build", f"specs/{name}.yaml")
        return
    assert list(inside.iterdir()) == []
    (inside / "spec.yaml").write_text(starter(name, "spec.yaml"), encoding="utf-8")
    refused = run("check", "spec.yaml", code=1).output
    message, hint = (line.partition(": ")[2] for line in result.stderr.splitlines())
    assert f"error[bad-name]: {message}\n" in refused
    assert f"= help: {hint}\n" in refused


def test_init_overwrites_nothing(inside: Path) -> None:
    run("init", "my_game")
    (inside / "specs/my_game.yaml").write_text("mine")
    run("init", "my_game", code=1)
    assert (inside / "specs/my_game.yaml").read_text() == "mine"


# ---- build and check ------------------------------------------------------------------------


def test_build_check_edit_force(inside: Path) -> None:
    run("build", TIC_TAC_TOE)
    package = inside / "generated/tic_tac_toe"
    assert sorted(p.name for p in package.iterdir()) == [
        "__init__.py", "engine.py", "manifest.json", "test_contract.py", "test_examples.py",
    ]  # fmt: skip
    assert "up to date" in run("build", "--check", TIC_TAC_TOE).output
    engine = package / "engine.py"
    good = engine.read_bytes()
    engine.write_bytes(good + b"# mine\n")
    text = run("build", "--check", TIC_TAC_TOE, code=1).output
    assert "engine.py: different" in text
    assert "-# mine" in text
    assert "was edited" in run("build", TIC_TAC_TOE, code=1).stderr
    run("build", "--force", TIC_TAC_TOE)
    assert engine.read_bytes() == good


def test_build_json(inside: Path) -> None:
    data = json.loads(run("build", TIC_TAC_TOE, "--json").stdout)
    assert data[0]["ok"]
    assert "engine.py" in data[0]["added"]
    (inside / "bad.yaml").write_text("game: bad\n")
    data = json.loads(run("build", "bad.yaml", "--json", code=1).stdout)
    assert not data[0]["ok"]
    assert data[0]["diagnostics"]


def test_each_spec_is_checked_whatever_an_earlier_one_did_wrong(inside: Path) -> None:
    """Also by later passes, and the findings of both are told."""
    first = (ROOT / "specs/tic_tac_toe.yaml").read_text().replace("won(player)", "wun(player)")
    second = run("init", "second") and (inside / "specs/second.yaml").read_text()
    (inside / "first.yaml").write_text("\n".join(line for line in first.split("\n") if ".yaml" not in line))
    (inside / "second.yaml").write_text(second.replace("end game if full", "end game if fool"))
    (inside / "third.yaml").write_text("game: [\n")
    for order in (["first", "second", "third"], ["third", "second", "first"]):
        text = run("check", *(f"{name}.yaml" for name in order), code=1).output
        assert "`wun`" in text and "`fool`" in text and "yaml-error" in text
    report = Report()
    assert check_all(inside / "first.yaml", report) is None
    assert check_all(inside / "specs/second.yaml", report) is not None


def test_specs_of_one_name_are_told_apart(inside: Path) -> None:
    """What is wrong with both is told of both, with the folder of each."""
    run("init", "my_game", "--dir", "one")
    shutil.copytree(inside / "one", inside / "two")
    for folder in ("one", "two"):
        spec = inside / folder / "my_game.yaml"
        spec.write_text(spec.read_text().replace("end game if full", "end game if fool"))
    text = run("check", "one/my_game.yaml", "two/my_game.yaml", code=1).output
    assert "  one/my_game.yaml:38:17" in text
    assert "  two/my_game.yaml:38:17" in text
    assert "2 errors" in text
    data = json.loads(run("check", "two/my_game.yaml", "--json", code=1).stdout)
    assert data[0]["file"] == "two/my_game.yaml"


def test_a_missing_file_is_told_and_nothing_written(inside: Path) -> None:
    text = run("build", "specs/none.yaml", code=1).output
    assert "none.yaml" in text
    assert list(inside.iterdir()) == []


def test_a_wrong_spec_is_told_with_its_place(inside: Path) -> None:
    spec = (ROOT / "specs/tic_tac_toe.yaml").read_text().replace("won(player)", "wun(player)")
    (inside / "wrong.yaml").write_text("\n".join(line for line in spec.split("\n") if ".yaml" not in line))
    text = run("check", "wrong.yaml", code=1).output
    assert "wrong.yaml:" in text
    assert "did you mean" in text
    data = json.loads(run("check", "wrong.yaml", "--json", code=1).stdout)
    assert data
    assert json.loads(run("check", "wrong.yaml", "--format", "sarif", code=1).stdout)["version"] == "2.1.0"


def test_a_target_that_is_a_file(inside: Path) -> None:
    (inside / "generated").write_text("mine")
    assert "can't be written" in run("build", TIC_TAC_TOE, code=2).output
    assert (inside / "generated").read_text() == "mine"


# ---- show, explain, fmt -----------------------------------------------------------------------


@pytest.mark.parametrize("stage", ["document", "syntax", "typed", "machine"])
def test_show_prints_every_stage(stage: str) -> None:
    assert "mark" in run("show", TIC_TAC_TOE, "--stage", stage).output


def test_show_a_definition_with_its_exceptions() -> None:
    text = run("show", PAGODA, "limit").output
    assert "4 if red in used" in text
    assert "pagoda.yaml:" in text
    assert "@P-64" in text
    assert text.index("lantern: 4") < text.index("otherwise: 3")


def test_show_any_name() -> None:
    from rulesc.commands.named import known_names, named

    checked = check_all(Path(PAGODA), Report())
    assert checked is not None
    for name in ["build_column", "hand", "score", "Card", "quick", "refill_cards", "U-P9", "P-26", "points"]:
        assert name in known_names(checked.document, checked.program)
        assert name in "\n".join(named(checked.document, checked.spec.types, checked.program, name))
    assert "do:" in named(checked.document, checked.spec.types, checked.program, "fan")


def test_show_an_unknown_name() -> None:
    assert "did you mean `limit`" in run("show", PAGODA, "limmit", code=2).stderr


def test_explain_lists_and_explains() -> None:
    listed = run("explain").output.split("\n")
    codes = [line.split()[0] for line in listed if line.strip()]
    assert "unknown-name" in codes
    assert "unknown-name" in run("explain", "unknown-name").output
    assert "did you mean" in run("explain", "unknown-nam", code=2).stderr


def test_fmt_is_stable(inside: Path) -> None:
    text = (ROOT / "specs/tic_tac_toe.yaml").read_text()
    (inside / "spec.yaml").write_text(text.replace("mark(cell):", "mark(cell):   "))
    run("fmt", "--check", "spec.yaml", code=1)
    run("fmt", "spec.yaml")
    run("fmt", "--check", "spec.yaml")


# ---- test ---------------------------------------------------------------------------------------


def run_tests(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(Path(rulesc.__file__).parents[1])}
    words = [sys.executable, "-m", "rulesc", "test", TIC_TAC_TOE, *arguments]
    return subprocess.run(words, env=environment, capture_output=True, text=True, check=False)


def test_test_runs_the_examples() -> None:
    done = run_tests("--", "-k", "test_examples")
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


def test_a_selection_that_leaves_no_test_is_told() -> None:
    done = run_tests("--", "-k", "nothing_of_this_name")
    assert done.returncode == 2
    assert "no test was run" in done.stderr
    assert "no examples" not in done.stdout


@pytest.mark.parametrize(("expected", "code"), [("not won(p1)", 0), ("won(p1)", 1), ("wun(p1)", 1)])
def test_test_runs_further_examples(inside: Path, expected: str, code: int) -> None:
    (inside / "more.yaml").write_text(f"further:\n  play:\n    - p1: mark(r1c1)\n    - expect: {expected}\n")
    done = run_tests("--examples", "more.yaml", "--", "-k", "further")
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr


# ---- trace --------------------------------------------------------------------------------------


def test_trace_has_the_keys_that_others_read() -> None:
    result = CliRunner().invoke(cli, ["trace", TIC_TAC_TOE, "--json"])
    assert result.exit_code in (0, 1)
    data = json.loads(result.stdout)
    assert set(data) >= {
        "clauses", "implemented", "without_effect", "exemplified", "uncited_constructs", "rulings",
        "provisional_rows", "unspecified", "unread_source_lines",
    }  # fmt: skip
    assert set(data["implemented"]) <= set(data["clauses"])
    assert not set(data["implemented"]) & set(data["without_effect"])


def test_trace_says_of_rulings_what_plays_them() -> None:
    pagoda = str(ROOT / "specs" / "pagoda.yaml")
    text = CliRunner().invoke(cli, ["trace", pagoda]).stdout
    told = text[text.index("\nU-P9  ") :].splitlines()[2:]
    assert told[0] == "    ruling: same_color, or by choice any_color"
    assert told[1].endswith("action place_tile, guard color")
    data = json.loads(CliRunner().invoke(cli, ["trace", pagoda, "--json"]).stdout)
    ruling = next(r for r in data["rulings"] if r["id"] == "U-P9")
    assert ruling["examples"] and all(f"    {place}" in told for place in ruling["constructs"])


@pytest.mark.parametrize("spec", SPECS, ids=lambda p: p.stem)
def test_every_spec_is_traced_completely(spec: Path) -> None:
    sources = ["--sources", str(SOURCES)] if SOURCES.is_dir() else []
    run("trace", str(spec), *sources)


def test_trace_finds_what_is_missing(inside: Path) -> None:
    shutil.copytree(ROOT / "specs/tic_tac_toe", inside / "tic_tac_toe")
    text = (ROOT / "specs/tic_tac_toe.yaml").read_text()
    assert "@T-4" in text
    (inside / "spec.yaml").write_text(text.replace("@T-4", ""))
    result = CliRunner().invoke(cli, ["trace", "spec.yaml"])
    assert result.exit_code == 1
    assert "T-4 is implemented by nothing" in result.output
    assert "guard free cites no clause" in result.output


# ---- play -----------------------------------------------------------------------------------------


def test_random_seats_write_a_game_that_replays(inside: Path) -> None:
    run("play", KUHN, "--seats", "random,random", "--seed", "7")
    lines = [json.loads(line) for line in (inside / "kuhn_poker-7.jsonl").read_text().splitlines()]
    assert set(lines[0]) == {
        "format",
        "game",
        "spec_hash",
        "edition",
        "players",
        "options",
        "rulings",
        "seed",
    }
    assert set(lines[1]) == {"seat", "move"}
    assert sum(lines[-1]["scores"]) == 0
    assert "the same scores" in run("play", KUHN, "--replay", "kuhn_poker-7.jsonl").output


def test_the_same_seed_gives_the_same_game(inside: Path) -> None:
    for name in ("a", "b"):
        run("play", PAGODA, "--seats", "random,random", "--seed", "3", "--save", name)
    assert (inside / "a").read_bytes() == (inside / "b").read_bytes()
    run("play", PAGODA, "--replay", "a")


@pytest.fixture(scope="module")
def kuhn_game(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of a game file."""
    path = tmp_path_factory.mktemp("kuhn") / "game"
    run("play", KUHN, "--seats", "random,random", "--save", str(path))
    return path.read_text()


@pytest.mark.parametrize(
    ("line", "change", "code", "told"),
    [
        (0, {"format": "other"}, 2, "not a game file"),
        (0, {"game": "chess"}, 2, "a game of `chess`"),
        (0, {"spec_hash": "0"}, 1, "another version"),
        (0, {"seed": "7"}, 2, "`seed` has to be a whole number"),
        (0, {"players": 9}, 2, "players"),
        (0, {"options": {"none": 1}}, 2, "option"),
        (0, {"rulings": {"none": "x"}}, 2, "ruling"),
        (1, {"move": "nonsense"}, 1, "line 2"),
        (1, {"seat": "p2"}, 1, "not the turn"),
        (1, {"seat": "p9"}, 2, "line 2"),
        (1, {"move": "fold"}, 1, "can't play fold"),
        (-1, {"scores": [5, -5]}, 1, "the scores are"),
        (-1, {"scores": "x"}, 2, "a list"),
    ],
)
def test_a_game_file_that_is_not_right(
    inside: Path, kuhn_game: str, line: int, change: dict[str, object], code: int, told: str
) -> None:
    lines = [json.loads(text) for text in kuhn_game.splitlines()]
    lines[line] |= change
    (inside / "game").write_text("".join(json.dumps(one) + "\n" for one in lines))
    assert told in " ".join(run("play", KUHN, "--replay", "game", code=code).output.split())


@pytest.mark.parametrize("text", ["", "{", "[]", "[" * 100_000, "\x00", "nonsense\n"])
def test_a_file_that_is_no_game(inside: Path, text: str) -> None:
    (inside / "game").write_text(text)
    run("play", KUHN, "--replay", "game", code=2)


def test_replay_needs_a_file(inside: Path) -> None:
    run("play", KUHN, "--replay", "none", code=2)
    run("play", KUHN, "--replay", ".", code=2)
    run("play", KUHN, "--replay", "none", "--seats", "random,random", code=2)


@pytest.mark.parametrize("seats", ["robot,random", "human", "random,random,random"])
def test_wrong_seats(seats: str) -> None:
    run("play", KUHN, "--seats", seats, code=2)


def test_a_person_plays_is_refused_and_takes_back(inside: Path) -> None:
    lines = ["help", "mark(r1c1)", "", "mark(r1c1)", "why mark(r1c1)", "why 1", "nonsense", "99"]
    lines += ["undo", "mark(r2c2)", "", "log", "quit"]
    text = run("play", TIC_TAC_TOE, "--seats", "human,human", typed="\n".join(lines) + "\n").output
    assert "put a mark on r1c1" in text
    assert "You can't do that now." in text
    assert "T-4" in text
    assert "That is legal." in text
    assert "p1 has moved since" in text
    assert "The game is not over" in text


def test_a_move_of_ones_own_is_taken_back_until_another_seat_moves(inside: Path) -> None:
    """Pagoda's turns have several moves: the second may be taken back, never past the other seat."""
    text = run("play", PAGODA, "--seats", "human,random", "--seed", "7", typed="undo\n1\nundo\nquit\n").output
    assert "there is nothing to take back" in text
    assert "Taken back." in text


def test_a_drawn_card_is_not_taken_back(inside: Path) -> None:
    """Between two people nothing of the other's hand is shown."""
    text = run("play", KUHN, "--seats", "human,random", "--seed", "7", typed="quit\n").output
    shown = text[text.index("what you see") :]
    hands = [line.strip() for line in shown.splitlines() if line.strip().startswith(("p1:", "p2:"))]
    assert "p2: 1 face down" in hands
    assert any(line.startswith("p1: ") and "face down" not in line for line in hands)


def test_a_person_plays_to_the_end(inside: Path) -> None:
    text = run("play", TIC_TAC_TOE, "--seats", "human,random", "--save", "game", typed="1\n" * 9).output
    assert "The game is over." in text
    assert "place 1:" in text
    run("play", TIC_TAC_TOE, "--replay", "game")


@pytest.mark.parametrize(
    ("save", "told"),
    [
        (".", "is a folder"),
        ("none/kept", "can't be written"),
        ("spec.yaml", "is no kept game"),
        ("pipe", "is no plain file"),
        ("loop", "can't be written"),
    ],
)
def test_a_file_that_cant_keep_the_game_is_refused_before_it(inside: Path, save: str, told: str) -> None:
    if os.name == "nt" and save in ("pipe", "loop"):
        pytest.skip("there are none")
    os.mkfifo(inside / "pipe")
    (inside / "loop").symlink_to("loop")
    (inside / "spec.yaml").write_text("mine")
    result = run("play", TIC_TAC_TOE, "--save", save, typed="1\n", code=2)
    assert told in result.stderr
    assert "Your moves" not in result.output
    assert (inside / "spec.yaml").read_text() == "mine"
    assert sorted(path.name for path in inside.iterdir()) == ["loop", "pipe", "spec.yaml"]


@pytest.mark.parametrize("name", ["kept", "k" * 255])
def test_a_kept_game_is_kept_anew(inside: Path, name: str) -> None:
    for seed in ("1", "2"):
        run("play", KUHN, "--seats", "random,random", "--seed", seed, "--save", name)
    assert json.loads((inside / name).read_text().splitlines()[0])["seed"] == 2


def test_the_end_of_input_ends_the_game(inside: Path) -> None:
    run("play", TIC_TAC_TOE, "--seats", "human,random", "--save", "game", typed="1\n")
    assert "not played to its end" in run("play", TIC_TAC_TOE, "--replay", "game").output


# ---- simulate and bench ---------------------------------------------------------------------------


def test_simulate_is_a_function_of_its_seed(inside: Path) -> None:
    for name in ("a", "b"):
        run("simulate", KUHN, "--games", "20", "--seed", "5", "--out", name)
    assert (inside / "a/results.jsonl").read_bytes() == (inside / "b/results.jsonl").read_bytes()
    assert (inside / "a/summary.json").read_bytes() == (inside / "b/summary.json").read_bytes()
    rows = [json.loads(line) for line in (inside / "a/results.jsonl").read_text().splitlines()]
    assert [row["game"] for row in rows] == list(range(20))
    assert len({row["seed"] for row in rows}) == 20
    summary = json.loads((inside / "a/summary.json").read_text())
    assert summary["games"] == 20
    assert set(summary["seats"]) == {"p1", "p2"}


def test_the_seed_of_a_game_is_its_own() -> None:
    from rulesc.commands.simulate import game_seed

    assert game_seed(5, 3) == 0xBC2E390FB4B61EF5
    assert game_seed(5, 3) != game_seed(53, 0)


def test_bench_prints_numbers(inside: Path) -> None:
    data = json.loads(run("bench", TIC_TAC_TOE, "--seconds", "0.02", "--json").stdout)
    assert data["decisions_per_second"] > 0
    assert data["build_per_import"] > 0
