"""Small specs on which interpreter and engine once differed, or which once did not compile.

Each is played on both sides with every number of players; the first line of a case says what it is about.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.agreement import built, pair, play_both

CASES = sorted((Path(__file__).parent / "cases" / "agreement").glob("*.yaml"))
GAMES = 12
MOST_MOVES = 80


@pytest.mark.parametrize("spec", CASES, ids=lambda p: p.stem)
def test_engine_agrees_with_interpreter(spec: Path, tmp_path: Path) -> None:
    program, module = built(spec, tmp_path)
    ends = set()
    for players in range(program.players[0], program.players[1] + 1):
        engine, oracle = pair(program, module, players, {}, {})
        ends |= {play_both(engine, oracle, random.Random(g), MOST_MOVES, refusals=20) for g in range(GAMES)}
    assert "over" in ends, ends
