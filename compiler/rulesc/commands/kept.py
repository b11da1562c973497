"""Kept games opened again, to be shown or gone on with: strictly by the rules they were played by.

In: a game file and an engine. Out: the record, the game and where it stands; or the command ends, saying
where the file is wrong or the rules part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rulesc.commands.engine import Engine, Game, new_game
from rulesc.commands.records import (
    ABANDONED,
    BadGameFile,
    Record,
    Replayer,
    difference_at_end,
    load_game_file,
)
from rulesc.commands.terminal import WRONG_USE, stop

if TYPE_CHECKING:
    from rulesc.commands.engine import State
    from rulesc.pipeline import Compiled
    from rulesc_runtime import RandomPolicy


@dataclass(frozen=True, slots=True)
class Kept:
    record: Record
    game: Game
    state: State  # after its last move


def opened(compiled: Compiled, engine: Engine, path: Path) -> Kept:
    """Play all moves of a kept game again."""
    try:
        record = load_game_file(path)
    except BadGameFile as fault:
        stop(f"{path}: {fault}", fault.hint, WRONG_USE)
    name = compiled.program.game
    if record.game != name:
        stop(f"{path} is a game of `{record.game}`, not of `{name}`", code=WRONG_USE)
    game = new_game(engine, compiled, record.parameters, path)
    state, parted = Replayer(game).position(record)
    same = (record.spec_hash, record.edition) == (engine.SPEC_HASH, engine.EDITION)
    other = "" if same else f"{path} was played by another version of the rules"
    if parted is not None:
        line = f"line {parted.at + 2}: {parted.why}"
        stop(f"{other}; they part at {line}" if other else f"{path}: {line}", _edition_hint(record, engine))
    difference = difference_at_end(record, state)
    if difference:
        where = f"{other}; they part at the end: {difference}" if other else f"{path}: {difference}"
        stop(where, _edition_hint(record, engine))
    if other:
        hint = _edition_hint(record, engine) or "`rulesc migrate` gives it these rules"
        stop(f"{other}, and all its moves replay to the same end", hint)
    return Kept(record, game, state)


def unfinished(compiled: Compiled, engine: Engine, path: Path) -> Kept:
    """A kept game that can be gone on with."""
    kept = opened(compiled, engine, path)
    if kept.state.is_terminal():
        stop(f"{path}: the game is over", "`--replay` shows how it ended", WRONG_USE)
    if kept.record.end == ABANDONED:
        stop(
            f"{path}: the game was given up",
            "`rulesc migrate --parting cut` writes one to go on with",
            WRONG_USE,
        )
    return kept


def caught_up(kept: Kept, kinds: Sequence[str]) -> RandomPolicy:
    """A policy with which random seats go on as they would have if the game hadn't been left."""
    from rulesc_runtime import RandomPolicy

    policy, replayer = RandomPolicy(kept.record.seed), Replayer(kept.game)
    state = kept.game.new_initial_state(seed=kept.record.seed)
    for at, (seat, move) in enumerate(kept.record.moves):
        if kinds[seat] == "random":
            policy.pick(state.legal_actions(seat))
        replayer.advance(state, at, seat, move)
    return policy


def _edition_hint(record: Record, engine: Engine) -> str:
    """Which edition a game wants, if it is another one than it was given."""
    if record.edition == engine.EDITION:
        return ""
    spec = f"specs/{record.game}.yaml"
    told = spec if record.edition == "standard" else f"{spec}@{record.edition}"
    return f"it was played by {told}; `rulesc migrate` carries it over to other rules"
