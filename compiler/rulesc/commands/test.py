"""`rulesc test`: the tests that a spec's examples give, and further examples, run by pytest."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulesc.commands.engine import Parameters, engine_of, new_game, own_environment, write_scratch
from rulesc.commands.referee import Referee
from rulesc.commands.terminal import FINDINGS, PATH, WRONG_USE, end_if_failed, stop

if TYPE_CHECKING:
    from rulesc.pipeline import Compiled

_PASSED, _FAILED, _NOTHING = 0, 1, 5


@click.command("test", short_help="Run a spec's examples as tests.")
@click.argument("spec", metavar="specs/GAME.yaml", type=PATH)
@click.option("--examples", multiple=True, type=PATH, metavar="FILE",
              help="Further examples, beside the spec's own.")  # fmt: skip
@click.argument("pytest_arguments", nargs=-1, metavar="[-- PYTEST...]")
def command(spec: Path, examples: tuple[Path, ...], pytest_arguments: tuple[str, ...]) -> None:
    """Compile a spec and run the tests that belong to it: its examples, and the contract of every engine.

    What follows `--` goes to pytest. Nothing is written but a scratch folder.
    """
    from rulesc.diagnostics import Report
    from rulesc.pipeline import compile_spec

    report = Report()
    compiled = compile_spec(spec, report, examples) if examples else compile_spec(spec, report)
    end_if_failed(report)
    if compiled is None:
        stop(f"{spec} can't be compiled")
    _play_once(compiled)
    with tempfile.TemporaryDirectory(prefix="rulesc-") as scratch:
        package = write_scratch(Path(scratch) / "generated", compiled)
        code = _run_pytest(Path(scratch), package, pytest_arguments)
    if code == _NOTHING:
        stop("no test was run", "what follows `--` leaves none over; without it, all are run", WRONG_USE)
    elif code == _FAILED:
        raise click.exceptions.Exit(FINDINGS)
    elif code != _PASSED:
        raise click.exceptions.Exit(WRONG_USE)


def _play_once(compiled: Compiled) -> None:
    """A game for each number of players, so that rules that never end are told and don't hang the tests."""
    engine = engine_of(compiled)
    low, high = compiled.program.players
    for players in range(low, high + 1):
        game = new_game(engine, compiled, Parameters(players, {}, {}))
        Referee(compiled, game).random_game(0, closely=True)


def _run_pytest(scratch: Path, package: Path, arguments: tuple[str, ...]) -> int:
    """Run in a process of its own, with no settings but these: the user's own can't change the result."""
    settings = scratch / "pytest.ini"
    settings.write_text("[pytest]\naddopts = --import-mode=importlib\n", encoding="ascii")
    environment = {**own_environment(scratch), "PYTEST_ADDOPTS": "", "PYTHONDONTWRITEBYTECODE": "1"}
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    words += ["-c", str(settings), "--rootdir", str(scratch), str(package), *arguments]
    return subprocess.run(words, env=environment, check=False).returncode
