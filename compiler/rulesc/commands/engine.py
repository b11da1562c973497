"""A spec's engine, compiled in memory and loaded, as the commands use it: the public interface only."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

import click

from rulesc.commands.terminal import WRONG_USE, end_if_failed, stop

if TYPE_CHECKING:
    from rulesc.pipeline import Compiled

CHANCE = -1


class Reason(Protocol):
    @property
    def label(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def clauses(self) -> tuple[str, ...]: ...


class State(Protocol):
    """A position, as architecture section 5 has it."""

    def current_player(self) -> int: ...
    def acting_players(self) -> tuple[int, ...]: ...
    def legal_actions(self, player: int | None = None) -> list[int]: ...
    def apply_action(self, action: int, player: int | None = None) -> None: ...
    def why_not(self, action: int, player: int | None = None) -> Sequence[Reason]: ...
    def action_to_string(self, player: int, action: int) -> str: ...
    def string_to_action(self, text: str, player: int | None = None) -> int: ...
    def is_terminal(self) -> bool: ...
    def scores(self) -> Sequence[int | Fraction]: ...
    def score_sheet(self) -> Sequence[Mapping[str, int | Fraction]]: ...
    def ranking(self) -> Sequence[int]: ...
    def view(self, player: int | None = None) -> Mapping[str, object]: ...
    def events(self, since: int, player: int | None) -> Sequence[Mapping[str, object]]: ...
    def log(self, player: int | None) -> Sequence[str]: ...
    def history(self) -> Sequence[tuple[int, int]]: ...
    def clone(self) -> State: ...


class Game(Protocol):
    @property
    def options(self) -> Mapping[str, object]: ...
    @property
    def rulings(self) -> Mapping[str, str]: ...
    def num_players(self) -> int: ...
    def new_initial_state(self, seed: int | None = None) -> State: ...
    def describe(self, player: int, action: int) -> str: ...


class Engine(Protocol):
    """A generated package."""

    SPEC_HASH: str
    EDITION: str

    def Game(
        self,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        rulings: Mapping[str, str] | None = None,
    ) -> Game: ...


@dataclass(frozen=True, slots=True)
class Parameters:
    """What a game is played with; `None` players: the spec's smallest number."""

    players: int | None
    options: dict[str, object]
    rulings: dict[str, str]


def compiled_spec(spec: Path) -> Compiled:
    """Compile; print what is wrong and end if there is an error."""
    from rulesc.diagnostics import Report
    from rulesc.pipeline import compile_spec

    report = Report()
    compiled = compile_spec(spec, report)
    end_if_failed(report)
    if compiled is None:
        stop(f"{spec} can't be compiled")
    return compiled


def engine_of(compiled: Compiled) -> Engine:
    """Load the engine that a spec gives now, whatever stands in `generated`."""
    from rulesc_runtime import load

    with tempfile.TemporaryDirectory(prefix="rulesc-") as scratch:
        write_scratch(Path(scratch), compiled)
        return cast("Engine", load(compiled.program.game, root=scratch))


def write_scratch(root: Path, compiled: Compiled) -> Path:
    """The package in a scratch folder, to be loaded or tested and thrown away."""
    from rulesc.output import OutputError, write_package

    try:
        return write_package(root, compiled.program.game, compiled.files).folder
    except OutputError as fault:
        stop(fault.message, code=WRONG_USE)


def own_environment(*folders: Path) -> dict[str, str]:
    """For another Python process: it finds this rulesc, installed or not, and packages in these folders."""
    source_root = Path(__file__).parents[2]
    paths = [*map(str, folders), str(source_root), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}


def new_game(engine: Engine, compiled: Compiled, parameters: Parameters, file: Path | None = None) -> Game:
    """A game with these parameters; a wrong one is told to the user, with the game file it stands in."""
    players = parameters.players if parameters.players is not None else compiled.program.players[0]
    try:
        return engine.Game(players=players, options=parameters.options, rulings=parameters.rulings)
    except ValueError as fault:
        stop(str(fault) if file is None else f"{file}: line 1: {fault}", code=WRONG_USE)


def clause_sentences(compiled: Compiled) -> dict[str, str]:
    """What each clause and each reading in force says, by id."""
    rulebook = compiled.document.rulebook
    sentences = (
        {} if rulebook is None else {c.id.value: " ".join(c.text.value.split()) for c in rulebook.clauses}
    )
    for ruling in compiled.program.rulings:
        chosen = ruling.readings.index(ruling.chosen)
        sentences[ruling.id] = " ".join(ruling.texts[chosen].split())
    return sentences


def pairs(_: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """`name=value` arguments as a dictionary."""
    found: dict[str, str] = {}
    for text in values:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise click.BadParameter(f"{text!r} is not NAME=VALUE", param=param)
        if name.strip() in found:
            raise click.BadParameter(f"{name.strip()!r} is given twice", param=param)
        found[name.strip()] = value.strip()
    return found


def plain_value(text: str) -> object:
    """An option's value as Python has it: true and false, whole numbers, names."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"-?[0-9]{1,18}", text) else text


def plain_score(score: int | Fraction) -> int | str:
    """A score as JSON has it: exact."""
    return int(score) if score == int(score) else f"{score.numerator}/{score.denominator}"
