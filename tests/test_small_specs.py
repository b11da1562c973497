"""Specs made for single constructs: each engine against the interpreter, and the contract battery."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import rulesc_runtime
from rulesc.diagnostics import Report
from rulesc.pipeline import check
from rulesc.typed.interpret import Interpretation
from rulesc_runtime.contract import CHECKS, Parameters, parameters
from tests.agreement import built, pair, play_both

FOLDER = Path(__file__).parent / "specs"
SPECS = sorted(p.stem for p in FOLDER.glob("*.yaml"))


@pytest.fixture(scope="session", params=SPECS)
def engine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> type[rulesc_runtime.Game]:
    from click.testing import CliRunner

    from rulesc.cli import cli

    out = tmp_path_factory.mktemp("small")
    spec = str(FOLDER / f"{request.param}.yaml")
    result = CliRunner().invoke(cli, ["build", spec, "--out", str(out)])
    assert result.exit_code == 0, result.output
    return rulesc_runtime.load(request.param, out).Game  # type: ignore[no-any-return]


def ways(engine: type[rulesc_runtime.Game]) -> list[Parameters]:
    return parameters(engine.tables)


def test_agrees_with_interpreter(engine: type[rulesc_runtime.Game]) -> None:
    report = Report()
    found = check(FOLDER / f"{engine.tables.game}.yaml", report)
    assert found is not None, report.diagnostics
    for given in ways(engine):
        game = given.game(engine, "explicit")
        numbers = {o.name: game.k[1 + i] for i, o in enumerate(found.options)}
        oracle = Interpretation(found, given.players, numbers, dict(given.rulings))
        for seed in range(1 if given.options else 2):
            play_both(game, oracle, random.Random(seed))


@pytest.mark.parametrize("promise", CHECKS, ids=lambda c: c.__name__.removeprefix("check_"))
def test_contract(engine: type[rulesc_runtime.Game], promise: object) -> None:
    for given in ways(engine):
        promise(engine, given)  # type: ignore[operator]


TWO_POOLS = """\
game: small
title: Small
players: 2
options:
  high: bool = false
components:
  Chip: {copies: 4, start: pot}
zones:
  pot: Chip
define:
  worth(s in Seat): if s == p1 then 1 else 0
phases:
  game: |
    end game
scoring:
  share: if high then pooled(worth, [10, 5]) else floor(pooled(worth, [7, 2]))
"""


@pytest.mark.parametrize(("high", "scores"), [("true", (10, 5)), ("false", (7, 2))])
def test_one_line_of_the_scoring_shares_out_different_awards(
    tmp_path: Path, high: str, scores: tuple[int, int]
) -> None:
    spec = tmp_path / "small.yaml"
    spec.write_text(TWO_POOLS)
    program, module = built(spec, tmp_path / "out")
    game, oracle = pair(program, module, 2, {"high": high}, {})
    assert game.new_initial_state().scores() == oracle.start().scores() == scores
