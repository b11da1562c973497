"""`rulesc rulings`: how much each open question matters, measured in random play."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
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
    plain_value,
)
from rulesc.commands.simulate import game_seed
from rulesc.commands.terminal import PATH, console, plural, say

if TYPE_CHECKING:
    from rulesc.commands.engine import Game, State
    from rulesc.document.nodes import Ruling
    from rulesc.pipeline import Compiled


@dataclass(frozen=True, slots=True)
class Weight:
    """What another reading of a question changes, in how many of the games, and of the decisions.

    `moves`: games in which a legal-move set differs while both readings stand in the same position;
    `decisions`: such decisions among `looked_at`. `scores`, `winners`: games that end with others if seats
    use what the reading allows them; `forced_...`: if they do what they did before as long as they can.
    """

    ruling: str
    question: str
    chosen: str
    reading: str
    games: int
    moves: int
    decisions: int
    looked_at: int
    scores: int
    winners: int
    forced_scores: int
    forced_winners: int


@click.command("rulings", short_help="How much each open question matters.")
@click.argument("spec", metavar="specs/GAME.yaml", type=PATH)
@click.option("--games", default=100, show_default=True, type=click.IntRange(min=1), help="How many games.")
@click.option("--seed", default=0, show_default=True, type=int, help="The same seed gives the same games.")
@click.option("--players", type=click.IntRange(min=1), help="How many seats; the fewest if not given.")
@click.option("--option", "options", multiple=True, callback=pairs, metavar="NAME=VALUE")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
def command(
    spec: Path, games: int, seed: int, players: int | None, options: dict[str, str], as_json: bool
) -> None:
    """Play random games by each reading of each question that has several, side by side with the chosen one.

    Told is how often the other reading changes what is legal, a score, the winner, both with seats that
    use what it allows them and with seats that do what they did before as long as they can. The question
    that matters most comes first.
    """
    compiled = compiled_spec(spec)
    engine = engine_of(compiled)
    parameters = Parameters(players, {k: plain_value(v) for k, v in options.items()}, {})
    weights = list(measured(compiled, engine, parameters, games, seed))
    weights.sort(key=lambda w: (-w.winners, -w.forced_winners, -w.scores, -w.moves, -w.decisions, w.ruling))
    settled = [r.id.value for r in compiled.document.rulings if r.id.value not in {w.ruling for w in weights}]
    if as_json:
        data = {"games": games, "readings": [asdict(w) for w in weights], "one_reading": settled}
        click.echo(json.dumps(data, indent=2))
        return
    for line in told(weights, settled, games):
        say(line)


def measured(
    compiled: Compiled, engine: Engine, parameters: Parameters, games: int, seed: int
) -> Iterator[Weight]:
    """The weight of every other reading, in the order of the rulings."""
    asked: dict[str, Ruling] = {ruling.id.value: ruling for ruling in compiled.document.rulings}
    base = new_game(engine, compiled, parameters)
    for ruling in compiled.program.rulings:
        for reading in ruling.readings:
            if reading == ruling.chosen or len(ruling.readings) < 2:
                continue
            with_it = Parameters(parameters.players, parameters.options, {ruling.id: reading})
            other = new_game(engine, compiled, with_it)
            question = " ".join(asked[ruling.id].question.value.split())
            yield _weight(base, other, games, seed, (ruling.id, question, ruling.chosen, reading))


def _weight(base: Game, other: Game, games: int, seed: int, named: tuple[str, str, str, str]) -> Weight:
    moves = decisions = looked_at = 0
    ends = {free: [0, 0] for free in (True, False)}
    for index in _counted(games, f"{named[0]} {named[3]}"):
        for free in (True, False):
            found = compared(base, other, game_seed(seed, index), free)
            ends[free][0] += found.scores
            ends[free][1] += found.winners
            if not free:
                moves += found.decisions > 0
                decisions += found.decisions
                looked_at += found.looked_at
    return Weight(*named, games, moves, decisions, looked_at, *ends[True], *ends[False])


@dataclass(frozen=True, slots=True)
class Compared:
    """One game by both readings."""

    decisions: int  # where another set of moves is legal, though the position is the same
    looked_at: int  # decisions up to where the positions part
    scores: bool
    winners: bool


def compared(base: Game, other: Game, seed: int, free: bool) -> Compared:
    """Play both from one seed, with the same moves as long as that can be; then each goes its own way.

    With `free`, the other reading's seats pick among all they may do; what the first reading doesn't
    allow they pick as often as anything else.
    """
    one, two = base.new_initial_state(seed=seed), other.new_initial_state(seed=seed)
    chooser, own = random.Random(seed), random.Random(seed + 1)
    decisions = looked_at = 0
    same = _same(one, two)
    while same and not one.is_terminal():
        seat = one.acting_players()[0]
        legal, its = one.legal_actions(seat), two.legal_actions(seat)
        looked_at += 1
        decisions += legal != its
        action = legal[chooser.randrange(len(legal))]
        picked = action
        if legal != its:
            picked = its[own.randrange(len(its))]
            if action in its and (not free or picked in legal):
                picked = action
        one.apply_action(action, seat)
        two.apply_action(picked, seat)
        same = picked == action and _same(one, two)
    for state, source in ((one, chooser), (two, own)):
        _finish(state, source)
    return Compared(decisions, looked_at, one.scores() != two.scores(), _winners(one) != _winners(two))


def _winners(state: State) -> list[int]:
    return [seat for seat, place in enumerate(state.ranking()) if place == 1]


def _same(one: State, two: State) -> bool:
    """Whether both stand in the same position: what is hidden from all seats follows from the rest."""
    if one.is_terminal() or two.is_terminal():
        return one.is_terminal() == two.is_terminal()
    return one.acting_players() == two.acting_players() and _entries(one) == _entries(two)


def _entries(state: State) -> tuple[object, ...]:
    """All slots and zones, as an engine keeps them: both states are of one engine."""
    from rulesc_runtime.state import State as Kept

    assert isinstance(state, Kept)
    return (state.pc, tuple(state.v), *(getattr(state, name) for name in state.live_attributes()))


def _finish(state: State, chooser: random.Random) -> None:
    while not state.is_terminal():
        seat = state.acting_players()[0]
        legal = state.legal_actions(seat)
        state.apply_action(legal[chooser.randrange(len(legal))], seat)


def told(weights: list[Weight], settled: list[str], games: int) -> Iterator[str]:
    if not weights:
        yield "no question has several readings to play by"
    for w in weights:
        yield f"{w.ruling}: {w.question}"
        yield f"  {w.reading} instead of {w.chosen}, in {plural(games, 'random game')}:"
        yield f"    another winner in {w.winners}, other scores in {w.scores}"
        yield (
            f"    another winner in {w.forced_winners}, other scores in {w.forced_scores}, if seats do what "
            "they did as long as they can"
        )
        yield (
            f"    other legal moves in {plural(w.moves, 'game')}, at {w.decisions} of "
            f"{plural(w.looked_at, 'decision')} in the same position"
        )
    if settled:
        yield f"only one reading makes sense: {', '.join(settled)}"


def _counted(games: int, what: str) -> Iterable[int]:
    """0, 1, ...; on a terminal with a progress bar."""
    screen = console(err=True)
    if not screen.is_terminal:
        return range(games)
    from rich.progress import track

    return track(range(games), description=what, console=screen, transient=True)
