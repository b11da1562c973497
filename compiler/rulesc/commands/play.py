"""`rulesc play`: a game at the terminal, between people and random seats."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulesc.commands.engine import (
    Engine,
    Parameters,
    clause_sentences,
    compiled_spec,
    engine_of,
    new_game,
    pairs,
    plain_value,
)
from rulesc.commands.records import (
    BadGameFile,
    Replayer,
    difference_at_end,
    game_file,
    is_game_file,
    load_game_file,
)
from rulesc.commands.session import Session
from rulesc.commands.terminal import INTERRUPTED, PATH, WRONG_USE, console, plural, say, stop, stop_output

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesc.commands.engine import State
    from rulesc.pipeline import Compiled

SEATS = ("human", "random")


@click.command("play", short_help="Play a game at the terminal.")
@click.argument("spec", metavar="specs/GAME.yaml", type=PATH)
@click.option("--seats", metavar="KIND,KIND,...",
              help="`human` or `random` for each seat; without it the first seat is yours.")  # fmt: skip
@click.option("--seed", default=0, show_default=True, type=int, help="Of chance and of random seats.")
@click.option(
    "--option", "options", multiple=True, callback=pairs, metavar="NAME=VALUE", help="An option of the game."
)
@click.option("--ruling", "rulings", multiple=True, callback=pairs, metavar="ID=READING",
              help="Another reading of an open question.")  # fmt: skip
@click.option("--save", type=PATH, metavar="FILE", help="Keep the game in a file.")
@click.option("--replay", "replayed", type=PATH, metavar="FILE",
              help="Play a kept game again, move by move.")  # fmt: skip
def command(
    spec: Path,
    seats: str | None,
    seed: int,
    options: dict[str, str],
    rulings: dict[str, str],
    save: Path | None,
    replayed: Path | None,
) -> None:
    """Play a game: you see what your seat may see, and choose among the legal moves.

    With random seats only, the game is written to a file (GAME-SEED.jsonl unless you say --save).
    """
    kinds = _kinds(seats)
    if replayed is not None and (seats or options or rulings or save):
        stop("--replay takes everything from its file", "leave the other options out", WRONG_USE)
    compiled = compiled_spec(spec)
    engine = engine_of(compiled)
    if replayed is not None:
        _replay(compiled, engine, replayed)
        return
    players = len(kinds) if kinds else None
    parameters = Parameters(players, {k: plain_value(v) for k, v in options.items()}, rulings)
    game = new_game(engine, compiled, parameters)
    kinds = kinds or ("human", *("random",) * (game.num_players() - 1))
    session = Session(game, game.new_initial_state(seed=seed))
    name = compiled.program.game
    if "human" not in kinds and save is None:
        save = Path(f"{name}-{seed}.jsonl")
    if save is not None:
        _check_place(save)
    interrupted = False
    try:
        _play(session, kinds, seed, compiled)
    except KeyboardInterrupt:
        click.echo()
        interrupted = True
    if save is not None:
        _keep(save, game_file(name, engine, game, parameters, seed, session.moves, session.state))
    if interrupted:
        raise click.exceptions.Exit(INTERRUPTED)


def _play(session: Session, kinds: tuple[str, ...], seed: int, compiled: Compiled) -> None:
    from rulesc.commands.table import Table
    from rulesc.commands.why import answered, told
    from rulesc_runtime import RandomPolicy

    def explain(state: State, move: str, seat: int) -> Iterable[str]:
        return told(answered(compiled, state, move, seat))

    policy = RandomPolicy(seed)
    table = Table(session, console(), clause_sentences(compiled), kinds.count("human"), explain)
    while not session.state.is_terminal():
        seat = session.state.acting_players()[0]
        if kinds[seat] == "human":
            if not table.turn(seat):
                break
        else:
            session.play(seat, policy.pick(session.state.legal_actions(seat)))
    table.result(None if "human" not in kinds else kinds.index("human"))


def _kinds(seats: str | None) -> tuple[str, ...]:
    kinds = tuple(kind.strip() for kind in seats.split(",")) if seats else ()
    for kind in kinds:
        if kind not in SEATS:
            stop(
                f"`{kind}` can't play",
                "each seat is `human` or `random`, as in --seats human,random",
                WRONG_USE,
            )
    return kinds


def _check_place(path: Path) -> None:
    """Refuse a file that couldn't be written, or is something else, before anybody has played for it."""
    from rulesc.output import OutputError, check_place

    try:
        check_place(path)
        if path.is_file() and path.stat().st_size and not is_game_file(path):
            stop(f"{path} is there and is no kept game", "choose another name, or move it away", WRONG_USE)
    except OutputError as fault:
        stop_output(fault)


def _keep(path: Path, text: str) -> None:
    from rulesc.output import OutputError, replace_file

    try:
        replace_file(path, text.encode("ascii"))
    except OutputError as fault:
        stop_output(fault)
    say(f"kept the game in {path}")


def _replay(compiled: Compiled, engine: Engine, path: Path) -> None:
    from rulesc.commands.table import Table

    try:
        record = load_game_file(path)
    except BadGameFile as fault:
        stop(f"{path}: {fault}", code=WRONG_USE)
    name = compiled.program.game
    if record.game != name:
        stop(f"{path} is a game of `{record.game}`, not of `{name}`", code=WRONG_USE)
    game = new_game(engine, compiled, record.parameters)
    state, parted = Replayer(game).position(record)
    same = (record.spec_hash, record.edition) == (engine.SPEC_HASH, engine.EDITION)
    other = "" if same else f"{path} was played by another version of the rules"
    if parted is not None:
        line = f"line {parted.at + 2}: {parted.why}"
        stop(f"{other}; they part at {line}" if other else f"{path}: {line}")
    difference = difference_at_end(record, state)
    if difference:
        stop(f"{other}; they part at the end: {difference}" if other else f"{path}: {difference}")
    if other:
        stop(f"{other}, and all its moves replay to the same end", "`rulesc migrate` gives it these rules")
    Table(
        Session(game, state, [(seat, move, state) for seat, move in record.moves]), console(), {}, 0
    ).result(None)
    result = "the same scores" if record.scores is not None else "not played to its end"
    click.echo(f"{plural(len(record.moves), 'move')} replayed, {result}")
