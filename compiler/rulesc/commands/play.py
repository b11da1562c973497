"""`rulesc play`: a game at the terminal, between people and random seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulesc.commands.engine import (
    Game,
    Parameters,
    clause_sentences,
    compiled_spec,
    engine_of,
    new_game,
    pairs,
    plain_value,
)
from rulesc.commands.kept import Kept, caught_up, opened, unfinished
from rulesc.commands.records import game_file, is_game_file
from rulesc.commands.referee import Referee
from rulesc.commands.session import Session
from rulesc.commands.terminal import INTERRUPTED, PATH, WRONG_USE, console, plural, say, stop, stop_output

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesc.commands.engine import State
    from rulesc.pipeline import Compiled
    from rulesc_runtime import RandomPolicy

SEATS = ("human", "random")


@click.command("play", short_help="Play a game at the terminal.")
@click.argument("spec", metavar="specs/GAME.yaml", type=PATH)
@click.option("--seats", metavar="KIND,KIND,...",
              help="`human` or `random` for each seat; without it the first seat is yours.")  # fmt: skip
@click.option("--seed", type=int, help="Of chance and of random seats; 0 if not given.")
@click.option(
    "--option", "options", multiple=True, callback=pairs, metavar="NAME=VALUE", help="An option of the game."
)
@click.option("--ruling", "rulings", multiple=True, callback=pairs, metavar="ID=READING",
              help="Another reading of an open question.")  # fmt: skip
@click.option("--save", type=PATH, metavar="FILE", help="Keep the game in a file.")
@click.option("--resume", "resumed", type=PATH, metavar="FILE",
              help="Go on with a kept game; it is kept in FILE unless you say --save.")  # fmt: skip
@click.option("--replay", "replayed", type=PATH, metavar="FILE",
              help="Play a kept game again, move by move.")  # fmt: skip
def command(
    spec: Path,
    seats: str | None,
    seed: int | None,
    options: dict[str, str],
    rulings: dict[str, str],
    save: Path | None,
    resumed: Path | None,
    replayed: Path | None,
) -> None:
    """Play a game: you see what your seat may see, and choose among the legal moves.

    With random seats only, the game is written to a file (GAME-SEED.jsonl unless you say --save). A game
    that is gone on with is written with all its moves, into its own file unless you say --save.
    """
    kinds = _kinds(seats)
    if replayed is not None and (seats or options or rulings or save or resumed or seed is not None):
        stop("--replay takes everything from its file", "leave the other options out", WRONG_USE)
    if resumed is not None and (options or rulings or seed is not None):
        stop("--resume takes the game from its file", "leave all but --seats and --save out", WRONG_USE)
    compiled = compiled_spec(spec)
    engine = engine_of(compiled)
    if replayed is not None:
        _replay(opened(compiled, engine, replayed))
        return
    if resumed is not None:
        begun = _gone_on(compiled, unfinished(compiled, engine, resumed), resumed, kinds)
    else:
        parameters = Parameters(len(kinds) or None, {k: plain_value(v) for k, v in options.items()}, rulings)
        begun = _anew(compiled, new_game(engine, compiled, parameters), parameters, seed or 0, kinds)
    place = save or resumed
    if "human" not in begun.kinds and place is None:
        place = Path(f"{compiled.program.game}-{begun.seed}.jsonl")
    if place is not None:
        _check_place(place)
    session = begun.session
    code = 0
    try:
        _play(begun, compiled)
    except KeyboardInterrupt:
        click.echo()
        code = INTERRUPTED
    except click.exceptions.Exit as end:
        code = end.exit_code
    if place is not None and (session.past or place != resumed):
        name, parameters, seed = compiled.program.game, begun.parameters, begun.seed
        moves, notes = session.moves, begun.notes
        _keep(place, game_file(name, engine, session.game, parameters, seed, moves, session.state, notes))
    if code:
        raise click.exceptions.Exit(code)


@dataclass(frozen=True, slots=True)
class Begun:
    """A game at the table, and what its file tells of it."""

    session: Session
    referee: Referee
    kinds: tuple[str, ...]  # of the seats
    policy: RandomPolicy
    parameters: Parameters
    seed: int
    notes: Mapping[str, object]


def _anew(compiled: Compiled, game: Game, parameters: Parameters, seed: int, kinds: tuple[str, ...]) -> Begun:
    from rulesc_runtime import RandomPolicy

    referee = Referee(compiled, game)
    session = Session(game, referee.start(seed))
    return Begun(session, referee, kinds or _usual(game), RandomPolicy(seed), parameters, seed, {})


def _gone_on(compiled: Compiled, kept: Kept, path: Path, kinds: tuple[str, ...]) -> Begun:
    record, kinds = kept.record, kinds or _usual(kept.game)
    if len(kinds) != kept.game.num_players():
        stop(
            f"{path} is a game of {plural(kept.game.num_players(), 'seat')}, not of {len(kinds)}",
            "",
            WRONG_USE,
        )
    say(f"going on after {plural(len(record.moves), 'move')}")
    session = Session(kept.game, kept.state, record.moves)
    policy, referee = caught_up(kept, kinds), Referee(compiled, kept.game)
    return Begun(session, referee, kinds, policy, record.parameters, record.seed, record.notes)


def _usual(game: Game) -> tuple[str, ...]:
    return ("human", *("random",) * (game.num_players() - 1))


def _play(begun: Begun, compiled: Compiled) -> None:
    from rulesc.commands.table import Table
    from rulesc.commands.why import answered, told

    def explain(state: State, move: str, seat: int) -> Iterable[str]:
        return told(answered(compiled, state, move, seat))

    def apply(state: State, seat: int, action: int) -> None:
        begun.referee.play(state, seat, action, begun.seed)

    session, kinds = begun.session, begun.kinds
    session.apply = apply
    table = Table(session, console(), clause_sentences(compiled), kinds.count("human"), explain)
    while not session.state.is_terminal():
        seat = session.state.acting_players()[0]
        if kinds[seat] == "human":
            if not table.turn(seat):
                break
        else:
            session.play(seat, begun.policy.pick(session.state.legal_actions(seat)))
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


def _replay(kept: Kept) -> None:
    from rulesc.commands.table import Table

    record = kept.record
    Table(Session(kept.game, kept.state, record.moves), console(), {}, 0).result(None)
    result = "the same scores" if record.scores is not None else "not played to its end"
    click.echo(f"{plural(len(record.moves), 'move')} replayed, {result}")
