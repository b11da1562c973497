"""Cargo Empire on another map: other files beside the very same rules, and the faults such files can have.

The provisional tables are replaced as somebody would who has the printed ones: other cities and fewer of
them, paths of different lengths, other tiles, tasks, score row and icons.
"""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from rulesc.commands.coverage import exercised
from rulesc.diagnostics import Report
from rulesc.pipeline import compile_spec
from tests.agreement import built, pair, play_both

ROOT = Path(__file__).parent.parent
SPEC = ROOT / "specs" / "cargo_empire.yaml"
OTHER_MAP = ROOT / "tests" / "specs" / "other_map"
LEAST_TURNS = 9  # of a seat in a game


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """The rules of Cargo Empire as they are, with everything of the provisional map left out."""
    shutil.copy(SPEC, tmp_path)
    folder = tmp_path / "cargo_empire"
    shutil.copytree(OTHER_MAP, folder)
    for name in ("rulebook.yaml", "rulings.yaml"):
        shutil.copy(SPEC.parent / "cargo_empire" / name, folder)
    return tmp_path / "cargo_empire.yaml"


def test_every_table_is_replaced() -> None:
    ours = {path.name for path in (SPEC.parent / "cargo_empire").glob("*.csv")}
    assert ours == {path.name for path in OTHER_MAP.glob("*.csv")}


def test_another_map_needs_no_other_rules(spec: Path, tmp_path: Path) -> None:
    program, module = built(spec, tmp_path / "generated")
    cities = next(c for c in program.components if c.name == "City")
    assert len(cities.kinds) == 12 and all(kind.name != "Paris" for kind in cities.kinds)
    for players in range(1, 6):
        engine, oracle = pair(program, module, players, {}, {})
        assert play_both(engine, oracle, random.Random(players)) == "over"
        decisions, _ = module.engine.playouts(50, 1, module.Game(players=players))
        assert decisions >= 50 * players * LEAST_TURNS


def test_an_example_of_the_other_map_passes(spec: Path) -> None:
    compiled = compile_spec(spec, Report())
    assert compiled is not None
    found = exercised(compiled.program, compiled.spec)
    assert "XM-1" in found.examples["C-54"] and not found.failed


FAULTS = {
    "a link to an unknown city": ("links.csv", "Kiel,Leipzig", "Kiel,Leipzik", "bad-cell", "2:6"),
    "a city without a tile": ("city_tiles.csv", ",4\n", ",2\n", "too-few-pieces", "5:1"),
    "paths that do not meet": ("spaces.csv", "lower,s3,0,f2,f2", "lower,s3,0,,", "open-track", "13:1"),
    "a task about a missing city": ("tasks.csv", "present(Visby)", "present(Wisby)", "unknown-name", "2:36"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_a_table_is_told_at_its_place(spec: Path, fault: str) -> None:
    name, right, wrong, code, place = FAULTS[fault]
    path = spec.parent / "cargo_empire" / name
    text = path.read_text(encoding="utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong), encoding="utf-8")
    report = Report()
    assert compile_spec(spec, report) is None
    assert [found.code for found in report.diagnostics] == [code]
    found = report.diagnostics[0]
    places = [str(span) for span in (found.span, *(label.span for label in found.others))]
    assert f"cargo_empire/{name}:{place}" in places
