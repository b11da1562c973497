"""`rulesc migrate`: carry a recorded game over to other rules, as far as it goes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulesc.commands.engine import Engine, Parameters, compiled_spec, engine_of
from rulesc.commands.records import (
    ABANDONED,
    BadGameFile,
    Parted,
    Record,
    Replayer,
    difference_at_end,
    game_file,
    load_game_file,
)
from rulesc.commands.side_by_side import game_for, left_out
from rulesc.commands.terminal import FINDINGS, PATH, WRONG_USE, plural, say, stop, stop_output

if TYPE_CHECKING:
    from rulesc.commands.engine import State

KEEP, CUT, ABANDON = "keep", "cut", "abandon"


@dataclass(frozen=True, slots=True)
class Migrated:
    """How far a game goes by the new rules; `parted` is None if all of its moves do."""

    record: Record
    state: State  # after the last move that is played by the new rules
    parted: Parted | None
    without: tuple[str, ...]  # options and readings that the new rules don't have

    @property
    def played(self) -> int:
        return len(self.record.moves) if self.parted is None else self.parted.at


@click.command("migrate", short_help="Carry a recorded game over to other rules.")
@click.argument("game", metavar="GAMEFILE", type=PATH)
@click.argument("spec", metavar="specs/GAME.yaml[@EDITION]", type=PATH)
@click.option("--out", type=PATH, metavar="FILE",
              help="The new file; GAMEFILE with the edition in its name if not given.")  # fmt: skip
@click.option("--parting", type=click.Choice([KEEP, CUT, ABANDON]),
              help="If not all moves can be played: keep the old rules, cut there, give it up.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(game: Path, spec: Path, out: Path | None, parting: str | None, as_json: bool) -> None:
    """Replay a recorded game by the rules of a spec or an edition, and write it as a game of those.

    If all its moves can be played, the new file has them all. Otherwise nothing is written unless
    --parting says what is to become of the game: `keep` writes it to be finished by its old rules, `cut`
    with the moves up to there by the new rules, `abandon` closes it. GAMEFILE is never changed.
    """
    try:
        record = load_game_file(game)
    except BadGameFile as fault:
        stop(f"{game}: {fault}", fault.hint, WRONG_USE)
    compiled = compiled_spec(spec)
    if compiled.program.game != record.game:
        stop(f"{game} is a game of `{record.game}`, not of `{compiled.program.game}`", code=WRONG_USE)
    engine = engine_of(compiled)
    result = migrated(record, engine)
    place = out or game.with_name(f"{game.stem}-{engine.EDITION}{game.suffix}")
    written = ""
    if result.parted is None or parting is not None:
        text = text_of(result, engine, game, parting)
        write_new(place, text)
        written = str(place)
    if as_json:
        click.echo(json.dumps(as_data(result, engine, written, parting), indent=2))
    else:
        for line in told(result, engine, written, parting):
            say(line)
    if result.parted is not None and parting is None:
        raise click.exceptions.Exit(FINDINGS)


def migrated(record: Record, engine: Engine) -> Migrated:
    """Play a game by other rules, as far as it goes."""
    try:
        game = game_for(engine, record.parameters)
        without = tuple(left_out(engine, record.parameters))
    except ValueError as fault:
        stop(f"the game can't be set up by these rules: {fault}", code=FINDINGS)
    state, parted = Replayer(game).position(record)
    return Migrated(record, state, parted, without)


def text_of(result: Migrated, engine: Engine, game: Path, parting: str | None) -> str:
    """The new file."""
    record, parted = result.record, result.parted
    if parted is not None and parting == KEEP:
        return kept_under_old(game, f"move {parted.at + 1} can't be played by edition {engine.EDITION}")
    parameters = Parameters(
        record.parameters.players,
        {name: value for name, value in record.parameters.options.items() if _known(result, name)},
        {name: value for name, value in record.parameters.rulings.items() if _known(result, name)},
    )
    notes: dict[str, object] = {
        "migrated_from": {"edition": record.edition, "spec_hash": record.spec_hash, "file": game.name}
    }
    if result.without:
        notes["without"] = list(result.without)
    if parted is not None:
        notes["parted"] = {"move": parted.at + 1, "why": parted.why}
    return game_file(
        record.game,
        engine,
        game_for(engine, parameters),
        parameters,
        record.seed,
        record.moves[: result.played],
        result.state,
        notes,
        ABANDONED if parted is not None and parting == ABANDON else "",
    )


def kept_under_old(game: Path, why: str) -> str:
    """The old file with a note: to be finished by the rules that it was begun with."""
    header, *lines = game.read_text(encoding="utf-8").splitlines()
    data = json.loads(header)
    data["notes"] = {**data.get("notes", {}), "keeps_its_rules": why}
    return "".join(line + "\n" for line in (json.dumps(data), *lines))


def _known(result: Migrated, name: str) -> bool:
    return not any(one.startswith(f"{name}=") for one in result.without)


def write_new(path: Path, text: str) -> None:
    """Write a file that isn't there yet."""
    from rulesc.output import OutputError, replace_file

    if path.exists() or path.is_symlink():
        stop(f"{path} is there already", "say another place with --out", WRONG_USE)
    try:
        replace_file(path, text.encode("ascii"))
    except OutputError as fault:
        stop_output(fault)


def told(result: Migrated, engine: Engine, written: str, parting: str | None) -> list[str]:
    record, parted = result.record, result.parted
    lines = []
    if result.without:
        lines.append(f"not in edition {engine.EDITION}: {', '.join(result.without)}")
    if parted is None:
        lines.append(f"all {plural(len(record.moves), 'move')} can be played by edition {engine.EDITION}")
        difference = difference_at_end(record, result.state)
        if difference:
            lines.append(f"what comes of them is different: {difference}")
    else:
        lines.append(f"move {parted.at + 1} can't be played by edition {engine.EDITION}: {parted.why}")
        if parting is None:
            lines += [
                "nothing was written; say what is to become of the game:",
                f"  --parting {KEEP}     finish it by the rules of edition {record.edition}",
                f"  --parting {CUT}      go on by the new rules, after {plural(parted.at, 'move')}",
                f"  --parting {ABANDON}  give it up",
            ]
    if written:
        lines.append(f"wrote {written}")
    return lines


def as_data(result: Migrated, engine: Engine, written: str, parting: str | None) -> dict[str, object]:
    parted = result.parted
    return {
        "game": result.record.game,
        "from": {"edition": result.record.edition, "spec_hash": result.record.spec_hash},
        "to": {"edition": engine.EDITION, "spec_hash": engine.SPEC_HASH},
        "moves": len(result.record.moves),
        "played": result.played,
        "without": list(result.without),
        "parted": None
        if parted is None
        else {"move": parted.at + 1, "seat": f"p{parted.seat + 1}", "action": parted.move, "why": parted.why},
        "different_end": "" if parted is not None else difference_at_end(result.record, result.state),
        "parting": parting,
        "written": written or None,
    }
