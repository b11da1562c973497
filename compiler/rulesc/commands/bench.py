"""`rulesc bench`: how fast a spec's engine is here, and how long it takes to build."""

from __future__ import annotations

import json
import math
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulesc.commands.engine import Parameters, compiled_spec, engine_of, new_game, own_environment
from rulesc.commands.simulate import random_play
from rulesc.commands.terminal import PATH, WRONG_USE, say, stop

if TYPE_CHECKING:
    from rulesc.commands.engine import Game, State

LIBRARIES = "lark, jinja2, yaml, cerberus"


@click.command("bench", short_help="Measure how fast an engine is.")
@click.argument("spec", metavar="specs/GAME.yaml", type=PATH)
@click.option(
    "--seconds",
    default=1.0,
    show_default=True,
    type=click.FloatRange(min=0.01, max=3600),
    help="For each measure.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the numbers as JSON.")
def command(spec: Path, seconds: float, as_json: bool) -> None:
    """Measure random play, clones and legal moves, driven from outside and inside the engine's module.

    Numbers from one machine compare only with numbers from the same run.
    """
    if math.isnan(seconds):
        stop("a time is a number", "say how many seconds, such as --seconds 1", WRONG_USE)
    compiled = compiled_spec(spec)
    engine = engine_of(compiled)
    game = new_game(engine, compiled, Parameters(None, {}, {}))
    numbers = driven(game, seconds)
    numbers |= inside(engine, seconds)
    numbers |= building(spec)
    if as_json:
        click.echo(json.dumps({"game": compiled.program.game, **numbers}, indent=2))
        return
    say(f"{compiled.program.game} ({spec})")
    for name, value in numbers.items():
        click.echo(f"  {name.replace('_', ' '):32} {value:>14,.2f}")


def driven(game: Game, seconds: float) -> dict[str, float]:
    """Random games through `legal_actions` and `apply_action`; then clones and legal moves alone."""
    games = decisions = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        decisions += len(random_play(game.new_initial_state(seed=games), games))
        games += 1
    spent = time.perf_counter() - start
    state = _midgame(game, decisions // games // 2)
    return {
        "games_per_second": games / spent,
        "decisions_per_second": decisions / spent,
        "clones_per_second": rate(state.clone, seconds / 2),
        "legal_actions_per_second": rate(state.legal_actions, seconds / 2),
    }


def inside(engine: object, seconds: float) -> dict[str, float]:
    """The loop that the engine's module brings with it, without a call from outside for each move."""
    playouts: object = getattr(getattr(engine, "engine", None), "playouts", None)
    if not callable(playouts):
        return {}
    games = 1
    while True:
        start = time.perf_counter()
        result: object = playouts(games, 0)
        spent = time.perf_counter() - start
        if spent >= seconds / 2:
            decisions = result[0] if isinstance(result, tuple) else 0
            return {
                "games_per_second_inside": games / spent,
                "decisions_per_second_inside": decisions / spent,
            }
        games *= 2


def building(spec: Path) -> dict[str, float]:
    """A build in a process of its own, beside the import of the four libraries it needs."""
    with tempfile.TemporaryDirectory(prefix="rulesc-") as scratch:
        imports = min(_process(["-c", f"import {LIBRARIES}"]) for _ in range(3))
        build = ["-m", "rulesc", "build", str(spec), "--out", scratch, "--force"]
        built = min(_process(build) for _ in range(2))
    return {"build_seconds": built, "build_per_import": built / imports}


def rate(call: Callable[[], object], seconds: float) -> float:
    """How often a call can be made in a second."""
    count = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        for _ in range(100):
            call()
        count += 100
    return count / (time.perf_counter() - start)


def _midgame(game: Game, decisions: int) -> State:
    from rulesc_runtime import RandomPolicy

    state = game.new_initial_state(seed=0)
    policy = RandomPolicy(0)
    for _ in range(decisions):
        if state.is_terminal():
            break
        seat = state.acting_players()[0]
        before = state.clone()
        state.apply_action(policy.pick(state.legal_actions(seat)), seat)
        if state.is_terminal():
            return before
    return state


def _process(arguments: list[str]) -> float:
    start = time.perf_counter()
    words = [sys.executable, *arguments]
    subprocess.run(words, check=True, capture_output=True, env=own_environment())
    return time.perf_counter() - start
