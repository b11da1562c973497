"""Reference interpreter and generated engine, decision by decision, on random play of every spec.

The long run (`make long`) plays 2,000 games with default options.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import rulesc_runtime
from rulesc.diagnostics import Report
from rulesc.pipeline import check
from rulesc.typed import nodes as typed
from rulesc.typed.types import Seat
from tests.agreement import pair, play_both
from tests.games import NAMES, SPEC
from tests.suite import MANY

ROOT = Path(__file__).parent.parent
GAMES = int(os.environ.get("RULESC_GAMES", "1"))
OTHERS = int(os.environ.get("RULESC_OTHER_GAMES", "1"))


def program(game: str) -> typed.Program:
    report = Report()
    found = check(SPEC[game], report)
    assert found is not None, report.diagnostics
    return found


def parameters(game: str) -> Iterator[tuple[int, dict[str, str], dict[str, str]]]:
    """Default options, then each other option and reading alone, at each number of players."""
    found = program(game)
    for players in range(found.players[0], found.players[1] + 1):
        yield players, {}, {}
        absent = {f"p{seat + 1}" for seat in range(players, found.players[1])}
        for option in found.options:
            for name in rulesc_runtime.load(game, ROOT / "generated").Game.tables.options:
                if name.name == option.name:
                    for value in name.names:
                        if isinstance(option.type, Seat) and value in absent:
                            continue
                        if name.names.index(value) + name.low != option.start:
                            yield players, {option.name: value}, {}
        for ruling in found.rulings:
            for reading in ruling.readings:
                if reading != ruling.chosen:
                    yield players, {}, {ruling.id: reading}


def cases() -> Iterator[object]:
    for game in NAMES:
        ways = list(parameters(game))
        for players, options, rulings in ways:
            late = len(ways) > MANY and (options or rulings)
            yield pytest.param(game, players, options, rulings, marks=[pytest.mark.slow] if late else [])


CASES = list(cases())


@pytest.mark.parametrize(("game", "players", "options", "rulings"), CASES, ids=str)
def test_engine_agrees_with_interpreter(
    game: str, players: int, options: dict[str, str], rulings: dict[str, str]
) -> None:
    module = rulesc_runtime.load(game, ROOT / "generated")
    engine, oracle = pair(program(game), module, players, options, rulings)
    for seed in range(GAMES if not options and not rulings else OTHERS):
        assert play_both(engine, oracle, random.Random(seed)) == "over"
