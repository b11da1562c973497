"""Ctrl-C: the conventional exit code, no traceback, nothing half-written, a game kept as far as it went."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import rulesc
from rulesc import output, pipeline
from rulesc.cli import COMMANDS, cli
from rulesc.commands import table

ROOT = Path(__file__).parents[1]
TIC_TAC_TOE = str(ROOT / "specs" / "tic_tac_toe.yaml")
RANDOM = ["play", TIC_TAC_TOE, "--seats", "random,random", "--save", "kept"]
INTERRUPTED = 130


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def interrupt(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def run(*arguments: str, typed: str | None = None) -> Result:
    result = CliRunner().invoke(cli, list(arguments), input=typed, env={"NO_COLOR": "1"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def process(*arguments: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(Path(rulesc.__file__).parents[1]), "NO_COLOR": "1"}
    pipe = subprocess.PIPE
    words = [sys.executable, "-m", "rulesc", *arguments]
    return subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, env=environment, text=True)


WHILE_READING = {
    "build": ["build", TIC_TAC_TOE],
    "check": ["check", TIC_TAC_TOE],
    "test": ["test", TIC_TAC_TOE],
    "show": ["show", TIC_TAC_TOE],
    "trace": ["trace", TIC_TAC_TOE],
    "play": ["play", TIC_TAC_TOE],
    "simulate": ["simulate", TIC_TAC_TOE, "--out", "results"],
    "bench": ["bench", TIC_TAC_TOE],
    "fmt": ["fmt", TIC_TAC_TOE],
    "init": ["init", "my_game"],
    "explain": ["explain"],
    "diff": ["diff", TIC_TAC_TOE, TIC_TAC_TOE],
    "why": ["why", "game", "mark(r1c1)"],
    "migrate": ["migrate", "game", TIC_TAC_TOE],
    "rulings": ["rulings", TIC_TAC_TOE],
    "rulebook": ["rulebook", TIC_TAC_TOE],
    "mutate": ["mutate", TIC_TAC_TOE],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_ends_with_130(name: str, inside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (inside / "game").write_bytes(b"")
    monkeypatch.setattr(pipeline, "read_document", interrupt)
    monkeypatch.setattr(Path, "read_bytes", interrupt)
    monkeypatch.setattr(Path, "read_text", interrupt)
    monkeypatch.setattr(Path, "open", interrupt)
    monkeypatch.setattr(output, "replace_file", interrupt)
    result = run(*WHILE_READING[name])
    assert result.exit_code == INTERRUPTED, result.output
    assert result.stderr == "\ninterrupted\n"
    assert [path.name for path in inside.rglob("*") if path.is_file()] == ["game"]


@pytest.mark.parametrize(
    "words",
    [["build", TIC_TAC_TOE], ["init", "my_game"], ["simulate", TIC_TAC_TOE, "--out", "results"],
     ["test", TIC_TAC_TOE], RANDOM],
    ids=lambda words: words[0],
)  # fmt: skip
def test_nothing_is_half_written(words: list[str], inside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", interrupt)
    assert run(*words).exit_code == INTERRUPTED
    assert not [path for path in inside.rglob("*") if path.is_file()]


def test_fmt_leaves_the_spec_as_it_was(inside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = inside / "spec.yaml"
    spec.write_text("a: b   \n", encoding="utf-8")
    monkeypatch.setattr(os, "fsync", interrupt)
    assert run("fmt", "spec.yaml").exit_code == INTERRUPTED
    assert {path.name: path.read_text(encoding="utf-8") for path in inside.iterdir()} == {
        "spec.yaml": "a: b   \n"
    }


def test_a_package_stays_whole_between_the_two_renames(inside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    output.write_package(inside, "game", {"engine.py": b"old"})
    rename = Path.rename

    def interrupted(self: Path, target: Path) -> Path:
        moved = rename(self, target)
        if self == inside / "game":
            raise KeyboardInterrupt
        return moved

    monkeypatch.setattr(Path, "rename", interrupted)
    with pytest.raises(KeyboardInterrupt):
        output.write_package(inside, "game", {"engine.py": b"new"})
    assert (inside / "game/engine.py").read_bytes() == b"old"
    assert [path.name for path in inside.iterdir()] == ["game"]


# ---- play ------------------------------------------------------------------------------------


def test_an_interrupted_game_is_kept(inside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(["mark(r1c1)", "mark(r2c2)"])

    def typed() -> str:
        try:
            return next(lines)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr(table, "_line", typed)
    result = run("play", TIC_TAC_TOE, "--seats", "human,random", "--save", "kept")
    assert result.exit_code == INTERRUPTED
    assert "kept the game in kept" in result.output
    moves = [json.loads(line) for line in (inside / "kept").read_text(encoding="ascii").splitlines()[1:]]
    assert moves[0] == {"seat": "p1", "move": "mark(r1c1)"}
    assert moves[-1]["end"] == "open"
    assert moves[-1]["moves"] == len(moves) - 1 >= 2
    assert "not played to its end" in run("play", TIC_TAC_TOE, "--replay", "kept").output


def test_a_game_interrupted_in_the_middle_of_a_move_replays(
    inside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever the last move stopped, what is kept is a game."""
    from rulesc.commands.session import Session

    play = Session.play

    def stopping(self: Session, seat: int, action: int) -> None:
        if len(self.moves) == 4:
            monkeypatch.setattr(type(self.state), "clone", stopping_clone(type(self.state).clone))
        play(self, seat, action)

    monkeypatch.setattr(Session, "play", stopping)
    assert run(*RANDOM).exit_code == INTERRUPTED
    monkeypatch.undo()
    monkeypatch.chdir(inside)
    assert "4 moves replayed, not played to its end" in run("play", TIC_TAC_TOE, "--replay", "kept").output


def stopping_clone(clone: object) -> object:
    def stopped(self: object) -> object:
        assert callable(clone)
        clone(self)
        raise KeyboardInterrupt

    return stopped


@pytest.mark.skipif(os.name == "nt", reason="signals are others there")
def test_a_real_interrupt_of_play(inside: Path) -> None:
    words = ["play", TIC_TAC_TOE, "--seats", "human,human", "--save", "kept"]
    with process(*words) as game:
        assert game.stdin is not None and game.stdout is not None and game.stderr is not None
        game.stdin.write("mark(r1c1)\n")
        game.stdin.flush()
        while "p2, take the seat" not in game.stdout.readline():
            assert game.poll() is None
        game.send_signal(signal.SIGINT)
        _, told = game.communicate()
    assert game.returncode == INTERRUPTED
    assert "Traceback" not in told
    assert "mark(r1c1)" in (inside / "kept").read_text(encoding="ascii")


@pytest.mark.skipif(os.name == "nt", reason="signals are others there")
def test_a_real_interrupt_at_any_time(inside: Path) -> None:
    """While Python starts nothing can be promised but the exit code; later there is no traceback either."""
    for seconds in (0.3, 1.0, 2.0):
        words = ["simulate", TIC_TAC_TOE, "--games", "1000000", "--no-games", "--out", "results"]
        with process(*words) as running:
            with pytest.raises(subprocess.TimeoutExpired):
                running.wait(seconds)
            running.send_signal(signal.SIGINT)
            _, told = running.communicate()
        assert running.returncode in (INTERRUPTED, -signal.SIGINT)
        assert seconds < 1 or "Traceback" not in told
    assert not [path for path in inside.rglob("*") if path.is_file()]


@pytest.mark.skipif(os.name == "nt", reason="signals are others there")
def test_an_interrupted_simulation_tells_how_many_games_it_kept(inside: Path) -> None:
    with process("simulate", TIC_TAC_TOE, "--games", "1000000", "--out", "results") as running:
        games = inside / "results" / "games"
        deadline = time.monotonic() + 60
        while not (games.is_dir() and any(games.iterdir())) and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(0.5)
        running.send_signal(signal.SIGINT)
        told, _ = running.communicate()
    kept = len(list(games.iterdir()))
    assert kept and f"{kept} whole games kept in results/games, no results" in told.replace("\n", " ")
