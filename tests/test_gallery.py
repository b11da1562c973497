"""What the gallery promises: small specs, no clause warnings, a page that builds and plays each game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import rulesc_runtime
from rulesc.cli import cli
from tests.games import GALLERY, ROOT

LONGEST = 80
PAGE = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")
TEN_LINES = """game: ten_lines
title: Ten Lines
players: 2
components: {Stone: {copies: 7, start: heap}}
zones: {heap: Stone, taken per Seat: Stone}
phases:
  game: |
    bidding by s for s in clockwise(p1)
      move 1..2 chosen from heap to taken as take
scoring: {stones: seat.taken.size}
"""


def titled(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("spec", GALLERY, ids=titled)
def test_a_spec_is_small(spec: Path) -> None:
    assert len(spec.read_text(encoding="utf-8").splitlines()) <= LONGEST


@pytest.mark.parametrize("spec", GALLERY, ids=titled)
def test_a_spec_has_examples_and_no_findings(spec: Path) -> None:
    result = CliRunner().invoke(cli, ["check", "--strict", str(spec)])
    assert result.exit_code == 0, result.output
    assert f"examples: {spec.stem}/examples.yaml" in spec.read_text(encoding="utf-8")


@pytest.mark.parametrize("spec", GALLERY, ids=titled)
def test_the_page_says_how_to_build_and_play(spec: Path) -> None:
    way = f"specs/gallery/{spec.name}"
    assert f"rulesc build {way}" in PAGE
    assert re.search(rf"rulesc play {re.escape(way)} --seats [a-z,]+", PAGE)


@pytest.mark.parametrize("spec", GALLERY, ids=titled)
def test_the_command_plays(spec: Path, tmp_path: Path) -> None:
    """With a random seat in the place of the human one."""
    found = re.search(rf"rulesc play {re.escape(f'specs/gallery/{spec.name}')} --seats ([a-z,]+)", PAGE)
    assert found is not None
    seats = found[1].replace("human", "random")
    result = CliRunner().invoke(
        cli, ["play", str(spec), "--seats", seats, "--save", str(tmp_path / "game.jsonl")]
    )
    assert result.exit_code == 0, result.output
    assert "The game is over." in result.output


def test_the_page_names_no_other_game() -> None:
    assert set(re.findall(r"specs/gallery/(\w+)\.yaml", PAGE)) == {spec.stem for spec in GALLERY}


def test_a_prototype_of_ten_lines_plays(tmp_path: Path) -> None:
    """Without rulebook, examples, types or actions of its own."""
    assert len(TEN_LINES.splitlines()) == 10
    spec = tmp_path / "ten_lines.yaml"
    spec.write_text(TEN_LINES, encoding="utf-8")
    result = CliRunner().invoke(cli, ["build", str(spec), "--out", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    assert "warning" not in result.output
    state = rulesc_runtime.load("ten_lines", tmp_path / "out").Game().new_initial_state(seed=1)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert sum(state.scores()) == 7
