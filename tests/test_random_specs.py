"""Random specs: interpreter and engine agree on what no author thought of.

Every spec is compiled, played on both sides with several players, options and readings, and put through
some of the battery of contract tests. `RULESC_SPECS=N` is how many specs the long run tries (`make long`,
or `pytest -m slow tests/test_random_specs.py`), `RULESC_FIRST_SPEC` the first seed. A spec that fails is
printed by `python -m tests.random_specs SEED`.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from rulesc.typed import nodes as typed
from rulesc_runtime import contract
from tests import random_specs
from tests.agreement import Refused, built, pair, play_both

FEW = 25
MANY = int(os.environ.get("RULESC_SPECS", "300"))
FIRST = int(os.environ.get("RULESC_FIRST_SPEC", "1000"))
GAMES = 2  # for each number of players
MOST_MOVES = 50

DEAD_ENDS = (
    "dead end",
    "nothing is legal in the position",
    "legal actions and the end do not go together",
)

# A random spec is allowed to have dead ends and to go in circles.
CHECKS = [check for check in contract.CHECKS if check is not contract.check_no_way_back]


@pytest.mark.parametrize("seed", range(FEW))
def test_random_spec(seed: int, tmp_path: Path) -> None:
    try_spec(seed, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(FIRST, FIRST + MANY))
def test_many_random_specs(seed: int, tmp_path: Path) -> None:
    try_spec(seed, tmp_path)


def test_same_seed_gives_the_same_spec() -> None:
    assert random_specs.files(3) == random_specs.files(3) != random_specs.files(4)


def try_spec(seed: int, folder: Path) -> None:
    spec = written(seed, folder)
    try:
        program, module = built(spec, folder / "generated")
        ends = [play(seed, program, module, *given) for given in games(seed, program, module)]
        if seed % 5 == 0 and set(ends) <= {"over"}:
            check_contract(module)
    except (Refused, AssertionError) as fault:
        raise AssertionError(f"seed {seed}: {fault}\n  python -m tests.random_specs {seed}") from fault


def written(seed: int, folder: Path) -> Path:
    """The files of a random spec; the path of the spec itself."""
    files = random_specs.files(seed)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder / next(iter(files))


Given = tuple[int, int, dict[str, str], dict[str, str]]


def games(seed: int, program: typed.Program, module: ModuleType) -> Iterator[Given]:
    """Games with default options, with random ones, and with random readings."""
    chooser = random.Random(seed)
    seats = tuple(f"p{i + 1}" for i in range(program.players[1]))
    for players in range(program.players[0], program.players[1] + 1):
        for game in range(GAMES):
            options, rulings = {}, {}
            if game % 2:
                for option in module.Game.tables.options:
                    names = option.names[:players] if option.names == seats else option.names
                    options[option.name] = chooser.choice(names)
            if game % 2:
                rulings = {r.id: chooser.choice(sorted(r.readings)) for r in program.rulings}
            yield game, players, options, rulings


def play(
    seed: int,
    program: typed.Program,
    module: ModuleType,
    game: int,
    players: int,
    options: dict[str, str],
    rulings: dict[str, str],
) -> str:
    engine, oracle = pair(program, module, players, options, rulings)
    return play_both(engine, oracle, random.Random(seed + game), MOST_MOVES, refusals=6)


def check_contract(module: ModuleType) -> None:
    for given in contract.parameters(module.Game.tables)[:3]:
        for check in CHECKS:
            try:
                check(module.Game, given)
            except AssertionError as fault:
                if not any(words in str(fault) for words in DEAD_ENDS):
                    raise AssertionError(f"{check.__name__}, {given}: {fault}") from fault
