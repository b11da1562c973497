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
from tests.agreement import play_both

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
