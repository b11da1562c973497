"""`rulesc why`: why a move is legal or not at a place of a recorded game, and which moves made a score."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulesc.commands.engine import Engine, compiled_spec, engine_of, new_game, plain_score
from rulesc.commands.records import BadGameFile, Record, Replayer, load_game_file
from rulesc.commands.terminal import FINDINGS, PATH, WRONG_USE, plural, say, stop

if TYPE_CHECKING:
    from rulesc.commands.engine import Game, State
    from rulesc.commands.reads import Read, Reader
    from rulesc.pipeline import Compiled
    from rulesc.typed import nodes as typed


SHOWN = 12  # legal moves told beside a refusal


@dataclass(frozen=True, slots=True)
class Cited:
    """A clause or a ruling in force: its sentence, and where it is printed."""

    id: str
    sentence: str
    cite: str


@dataclass(frozen=True, slots=True)
class Line:
    """A guard: whether it holds, what it reads, what it implements. `afterwards`: it is about later."""

    label: str
    text: str
    holds: bool | None
    reads: tuple[Read, ...]
    clauses: tuple[Cited, ...]
    afterwards: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    move: str
    seat: str
    legal: bool
    lines: tuple[Line, ...]
    decision: str  # what is asked there
    instead: tuple[str, ...]  # the legal moves, where this one isn't


@dataclass(frozen=True, slots=True)
class Step:
    """A move that changed a line of the score sheet."""

    number: int
    seat: str
    move: str
    before: int | str
    after: int | str


@click.command("why", short_help="Why a move is legal or not, or what made a score.")
@click.argument("game", metavar="GAMEFILE", type=PATH)
@click.argument("move", required=False)
@click.option("--at", type=click.IntRange(min=0), metavar="N", help="After N moves; the end if not given.")
@click.option("--seat", metavar="p1", help="Whose move or score it is; for a move the seat that decides.")
@click.option("--score", metavar="LINE", help="Instead of a move: which moves made this line of the score.")
@click.option("--spec", type=PATH, metavar="specs/GAME.yaml",
              help="The spec; specs/GAME.yaml of the recorded game if not given.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
def command(
    game: Path,
    move: str | None,
    at: int | None,
    seat: str | None,
    score: str | None,
    spec: Path | None,
    as_json: bool,
) -> None:
    """Say why MOVE is legal or not after N moves of a recorded game.

    Told are the guards that fail (or hold), what they read there, the clauses they implement, and where
    those are printed. With --score: which moves made a line of the score sheet.
    """
    if (move is None) == (score is None):
        stop("say a MOVE, or a line of the score with --score", code=WRONG_USE)
    record, compiled, engine = opened(game, spec)
    played = new_game(engine, compiled, record.parameters, game)
    if at is not None and at > len(record.moves):
        stop(f"{game} has {plural(len(record.moves), 'move')}", code=WRONG_USE)
    if score is not None:
        _told_score(score, seat, record, played, at, as_json)
        return
    assert move is not None
    state, parted = Replayer(played).position(record, at)
    if parted is not None:
        stop(f"{game} parts from these rules at line {parted.at + 2}: {parted.why}")
    answer = answered(compiled, state, move, _seat(seat, state, record))
    if as_json:
        click.echo(json.dumps(asdict(answer), indent=2))
    else:
        for line in told(answer):
            say(line)


def opened(game: Path, spec: Path | None) -> tuple[Record, Compiled, Engine]:
    """A recorded game with the rules it is to be looked at by."""
    try:
        record = load_game_file(game)
    except BadGameFile as fault:
        stop(f"{game}: {fault}", fault.hint, WRONG_USE)
    if spec is None:
        spec = _spec_of(record)
    compiled = compiled_spec(spec)
    if compiled.program.game != record.game:
        stop(f"{game} is a game of `{record.game}`, not of `{compiled.program.game}`", code=WRONG_USE)
    engine = engine_of(compiled)
    if (record.spec_hash, record.edition) != (engine.SPEC_HASH, engine.EDITION):
        click.echo(f"note: {game} was played by another version of the rules", err=True)
    return record, compiled, engine


def _spec_of(record: Record) -> Path:
    """The spec of a recorded game: in `specs/` or a folder in there."""
    name = f"{record.game}.yaml"
    inside = [path for path in sorted(Path("specs").glob(f"*/{name}")) if path.is_file()]
    place = Path("specs") / name
    found = inside[0] if inside and not place.is_file() else place
    return found if record.edition == "standard" else found.with_name(f"{name}@{record.edition}")


def _seat(text: str | None, state: State, record: Record) -> int:
    seats = [f"p{i + 1}" for i in range(record.parameters.players or 0)]
    if text is None:
        acting = state.acting_players()
        if not acting:
            stop("the game is over there", "say an earlier place with --at", FINDINGS)
        return acting[0]
    if text not in seats:
        stop(f"there is no seat `{text}`", f"seats are {', '.join(seats)}", WRONG_USE)
    return seats.index(text)


# ---- a move -----------------------------------------------------------------------------------


def answered(compiled: Compiled, state: State, move: str, seat: int) -> Answer:
    """The guards that decide about a move in a position."""
    from rulesc.commands.reads import reader_for
    from rulesc_runtime import GameError
    from rulesc_runtime.state import State as EngineState

    assert isinstance(state, EngineState)
    try:
        number = state.string_to_action(move, seat)
    except GameError as fault:
        stop(str(fault), code=WRONG_USE)
    reasons = state.why_not(number, seat)
    cited = {one.id: one for one in citations(compiled)}
    reader = reader_for(compiled.program, state)
    action, env = _action(compiled.program, number, seat)
    if not reasons:
        lines = tuple(_line(guard, reader, env, cited) for guard in action.guards)
        return Answer(move, f"p{seat + 1}", True, lines, state.decision_name(), ())
    refused = []
    for reason in reasons:
        guard, afterwards, known = _guard(compiled.program, action, reason.label, reason.clauses, env, seat)
        if guard is None:
            clauses = tuple(cited[c] for c in reason.clauses if c in cited)
            refused.append(Line(reason.label, reason.text, False, (), clauses))
        else:
            line = _line(guard, reader, known, cited)
            refused.append(Line(line.label, line.text, False, line.reads, line.clauses, afterwards))
    instead = tuple(state.action_to_string(seat, legal) for legal in state.legal_actions(seat))
    return Answer(move, f"p{seat + 1}", False, tuple(refused), state.decision_name(), instead)


def _line(guard: typed.Guard, reader: Reader, env: dict[str, int], cited: dict[str, Cited]) -> Line:
    reads = tuple(reader.reads(guard.condition, env))
    clauses = tuple(cited[c] for c in guard.clauses if c in cited)
    return Line(guard.label, _text(guard), reader.holds(guard.condition, env), reads, clauses)


def _text(guard: typed.Guard) -> str:
    return " ".join(guard.span.text.split("  @")[0].split())


def _action(program: typed.Program, number: int, seat: int) -> tuple[typed.Action, dict[str, int]]:
    """The action of an id with its parameters' values."""
    from rulesc.typed.types import lowest, size

    action = max((a for a in program.actions if a.first_id <= number), key=lambda a: a.first_id)
    env, rest = {"player": seat}, number - action.first_id
    for digit in reversed(action.digits):
        param = action.params[digit]
        rest, place = divmod(rest, size(param.type))
        env[param.name] = lowest(param.type) + place
    return action, env


def _guard(
    program: typed.Program,
    action: typed.Action,
    label: str,
    clauses: Sequence[str],
    env: dict[str, int],
    seat: int,
) -> tuple[typed.Guard | None, bool, dict[str, int]]:
    """The guard of a reason: the action's own, one of what it leaves, or one of a decision inside it."""
    for guard in action.guards:
        if (guard.label, guard.clauses) == (label, tuple(clauses)):
            return guard, False, env
    for guard in action.leaves:
        if (guard.label, guard.clauses) == (label, tuple(clauses)):
            return guard, True, env
    for other in program.actions:
        for guard in (*other.guards, *other.leaves):
            if (guard.label, guard.clauses) == (label, tuple(clauses)):
                return guard, True, {"player": seat}
    return None, False, env


def citations(compiled: Compiled) -> Iterator[Cited]:
    """Every clause and every reading in force."""
    book = compiled.document.rulebook
    for clause in book.clauses if book else ():
        cite = clause.cite.value if clause.cite else ""
        yield Cited(clause.id.value, " ".join(clause.text.value.split()), cite)
    for ruling in compiled.document.rulings:
        chosen = next(r for r in ruling.readings if r.key.value.strip() == ruling.chosen.value.strip())
        cite = ruling.cite.value if ruling.cite else ""
        yield Cited(ruling.id.value, " ".join(chosen.value.value.split()), cite)


def told(answer: Answer) -> Iterator[str]:
    """An answer in words."""
    verdict = "legal" if answer.legal else "not legal"
    yield f"{answer.seat} {answer.move} is {verdict}"
    for line in answer.lines:
        later = " (afterwards)" if line.afterwards else ""
        state = "holds" if line.holds else "fails" if not answer.legal else "is asked"
        yield f"  {line.label or 'rule'} {state}{later}: {line.text}"
        for read in line.reads:
            yield f"    {read.told}"
            yield from (f"      {inner.told}" for inner in read.inner)
        for cited in line.clauses:
            place = f" [{cited.cite}]" if cited.cite else ""
            yield f"    {cited.id}: {cited.sentence}{place}"
    if answer.instead:
        more = ", ..." if len(answer.instead) > SHOWN else ""
        yield f"  legal there: {', '.join(answer.instead[:SHOWN])}{more}"


# ---- a score ----------------------------------------------------------------------------------


def _told_score(
    label: str, seat: str | None, record: Record, game: Game, at: int | None, as_json: bool
) -> None:
    start = game.new_initial_state(seed=record.seed)
    labels = list(start.score_sheet()[0])
    if label not in labels:
        stop(f"there is no line `{label}` in the score", f"lines are {', '.join(labels)}", WRONG_USE)
    seats = range(record.parameters.players or 0) if seat is None else [_seat(seat, start, record)]
    answers = {f"p{one + 1}": score_steps(record, game, label, one, at) for one in seats}
    if as_json:
        data = {name: [asdict(step) for step in steps] for name, steps in answers.items()}
        click.echo(json.dumps({"score": label, "steps": data}, indent=2))
        return
    for name, steps in answers.items():
        last = steps[-1].after if steps else plain_score(start.score_sheet()[int(name[1:]) - 1][label])
        say(f"{name} {label} {last}, made by {plural(len(steps), 'move')}")
        for step in steps:
            say(f"  move {step.number}, {step.seat} {step.move}: {step.before} -> {step.after}")


def score_steps(record: Record, game: Game, label: str, seat: int, at: int | None) -> list[Step]:
    """The moves after which a line of a seat's score is another than before."""
    replayer, state = Replayer(game), game.new_initial_state(seed=record.seed)
    value, steps = state.score_sheet()[seat][label], []
    for number, (mover, move) in enumerate(record.moves[:at]):
        parted = replayer.advance(state, number, mover, move)
        if parted is not None:
            stop(f"the game parts from these rules at line {parted.at + 2}: {parted.why}")
        now = state.score_sheet()[seat][label]
        if now != value:
            steps.append(Step(number + 1, f"p{mover + 1}", move, plain_score(value), plain_score(now)))
            value = now
    return steps
