"""`rulesc simulate`: many games with random seats, one line of results for each."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulesc.commands.engine import (
    Engine,
    Parameters,
    compiled_spec,
    engine_of,
    new_game,
    pairs,
    plain_score,
    plain_value,
)
from rulesc.commands.records import game_file, origin
from rulesc.commands.referee import Referee
from rulesc.commands.terminal import PATH, WRONG_USE, console, plural, say, stop, stop_output

if TYPE_CHECKING:
    from rulesc.commands.engine import State


CLOSELY = 20  # games of which each position is looked at, of the others the last


@click.command("simulate", short_help="Play many games with random seats.")
@click.argument("spec", metavar="specs/GAME.yaml", type=PATH)
@click.option("--games", default=100, show_default=True, type=click.IntRange(min=1), help="How many games.")
@click.option("--seed", default=0, show_default=True, type=int, help="The same seed gives the same games.")
@click.option("--out", required=True, type=PATH, help="Folder for the results.")
@click.option("--players", type=click.IntRange(min=1), help="How many seats; the fewest if not given.")
@click.option("--option", "options", multiple=True, callback=pairs, metavar="NAME=VALUE")
@click.option("--ruling", "rulings", multiple=True, callback=pairs, metavar="ID=READING")
@click.option("--no-games", is_flag=True, help="Keep the results only, not the moves of each game.")
def command(
    spec: Path,
    games: int,
    seed: int,
    out: Path,
    players: int | None,
    options: dict[str, str],
    rulings: dict[str, str],
    no_games: bool,
) -> None:
    """Play games with random seats.

    Writes OUT/results.jsonl, a line for each game, OUT/summary.json, and OUT/games/GAME-SEED-NUMBER.jsonl,
    each game with its moves.
    """
    from rulesc.output import OutputError, reason, replace_file

    compiled = compiled_spec(spec)
    engine = engine_of(compiled)
    parameters = Parameters(players, {k: plain_value(v) for k, v in options.items()}, rulings)
    game = new_game(engine, compiled, parameters)
    kept = out if no_games else out / "games"
    try:
        kept.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        stop(f"{out} can't be written: {reason(fault)}", "say another folder with --out", WRONG_USE)
    referee = Referee(compiled, game)
    name, kept_as = compiled.program.game, None if no_games else parameters
    rows: list[dict[str, object]] = []
    others = set() if no_games else set(kept.glob("*.jsonl"))
    try:
        for index in _counted(games):
            row, text = play_one(name, engine, referee, kept_as, index, game_seed(seed, index))
            if text:
                place = kept / f"{name}-{seed}-{index:0{len(str(games - 1))}}.jsonl"
                _keep(place, text)
                others.discard(place)
            rows.append(row)
    except KeyboardInterrupt:
        if rows and not no_games:
            say(f"{plural(len(rows), 'whole game')} kept in {kept.as_posix()}, no results")
        raise
    summary = {**origin(compiled.program.game, engine, game, parameters, seed), **summary_of(rows)}
    try:
        replace_file(out / "results.jsonl", "".join(json.dumps(row) + "\n" for row in rows).encode("ascii"))
        replace_file(out / "summary.json", (json.dumps(summary, indent=2) + "\n").encode("ascii"))
    except OutputError as fault:
        stop_output(fault)
    say(f"{plural(games, 'game')}: {(out / 'results.jsonl').as_posix()}, {(out / 'summary.json').as_posix()}")
    if others:
        say(f"{kept.as_posix()} holds {plural(len(others), 'game')} of other runs too")
    for seat, numbers in summary_of(rows)["seats"].items():  # type: ignore[attr-defined]
        click.echo(
            f"  {seat}: mean score {numbers['mean_score']}, won {numbers['won']}, shared {numbers['shared']}"
        )


def game_seed(seed: int, index: int) -> int:
    """The seed of one game, whatever machine or order it is played in."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{index}".encode("ascii")).digest()[:8], "big")


def play_one(
    name: str, engine: Engine, referee: Referee, kept_as: Parameters | None, index: int, seed: int
) -> tuple[dict[str, object], str]:
    """One game with random seats, from its seed alone: its results, and its game file if it is kept."""
    state, moves = referee.random_game(seed, index < CLOSELY)
    row: dict[str, object] = {
        "game": index,
        "seed": seed,
        "decisions": len(moves),
        "scores": [plain_score(score) for score in state.scores()],
        "ranking": list(state.ranking()),
    }
    if kept_as is None:
        return row, ""
    named = [(seat, state.action_to_string(seat, action)) for seat, action in moves]
    return row, game_file(name, engine, referee.game, kept_as, seed, named, state)


def random_play(state: State, seed: int) -> list[tuple[int, int]]:
    """Play to the end at random, as an engine's `playout` does; the moves as (seat, action)."""
    from rulesc_runtime import RandomPolicy

    policy = RandomPolicy(seed)
    moves = []
    while not state.is_terminal():
        seat = state.acting_players()[0]
        action = policy.pick(state.legal_actions(seat))
        state.apply_action(action, seat)
        moves.append((seat, action))
    return moves


def _keep(path: Path, text: str) -> None:
    """Write a game, whole or not at all."""
    whole = False
    try:
        path.write_bytes(text.encode("ascii"))
        whole = True
    except OSError as fault:
        stop(f"{path} can't be written: {fault.strerror or fault}", code=WRONG_USE)
    finally:
        if not whole:
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)


def summary_of(rows: list[dict[str, object]]) -> dict[str, object]:
    """Means as exact fractions where they aren't whole, wins and shared wins by seat, lengths."""
    count = len(rows)
    seats = len(_list(rows[0]["scores"]))
    per_seat: dict[str, dict[str, object]] = {}
    for seat in range(seats):
        scores = [Fraction(str(_list(row["scores"])[seat])) for row in rows]
        first = [row for row in rows if _list(row["ranking"])[seat] == 1]
        won = sum(_list(row["ranking"]).count(1) == 1 for row in first)
        per_seat[f"p{seat + 1}"] = {
            "mean_score": round(float(sum(scores) / count), 4),
            "lowest": plain_score(min(scores)),
            "highest": plain_score(max(scores)),
            "won": won,
            "shared": len(first) - won,
        }
    lengths = Counter(int(str(row["decisions"])) for row in rows)
    return {
        "games": count,
        "seats": per_seat,
        "decisions": {
            "mean": round(sum(n * k for n, k in lengths.items()) / count, 4),
            "shortest": min(lengths),
            "longest": max(lengths),
        },
    }


def _counted(games: int) -> Iterable[int]:
    """0, 1, ...; on a terminal with a progress bar."""
    screen = console(err=True)
    if not screen.is_terminal:
        return range(games)
    from rich.progress import track

    return track(range(games), description="playing", console=screen, transient=True)


def _list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value
