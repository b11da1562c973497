"""Recorded games: the file a game is kept in, read strictly, and the ways in which a replay can part.

A game file is JSON, one value a line: a header (format, game, spec hash, edition, parameters, seed), one
line for each move, and a last line that says how many moves there are, how the game stood and the hash of
its last position, so that a file cut short is noticed. Files of format 1, which had no such line, load too.
The header has the options and readings that were asked for; the last line tells all that were in force.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rulesc.commands.engine import Engine, Game, Parameters, Reason, State, plain_score
from rulesc.document.files import near_files

FORMATS = ("rulesc-game-1", "rulesc-game-2")
FORMAT = FORMATS[-1]
LIMIT = 20_000_000  # bytes
LONGEST = 1000  # characters of a move
DIGITS = 1000  # of a number

NAME = re.compile(r"[a-z][a-z0-9_]{0,62}")  # of a game or an edition: part of a path

# A move as it is written here, which is read without a JSON parser.
PLAIN = re.compile(r'\{"seat": "(?P<seat>[a-z0-9]+)", "move": "(?P<move>[^"\\\x00-\x1f]*)"\}')

OVER, OPEN, ABANDONED = "over", "open", "abandoned"


class BadGameFile(Exception):
    """A game file that can't be read, or doesn't play as it says; the message names the line."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Record:
    """A game file as read; `final` and `end` are empty in files of format 1."""

    game: str
    spec_hash: str
    edition: str
    parameters: Parameters
    seed: int
    moves: tuple[tuple[int, str], ...]
    scores: tuple[int | str, ...] | None  # None: not played to its end
    end: str = ""
    final: str = ""
    notes: Mapping[str, object] = field(default_factory=dict)  # where a migrated game comes from


@dataclass(frozen=True, slots=True)
class Parted:
    """Where a replay can't go on: after `at` moves, this one is refused."""

    at: int
    seat: int
    move: str
    why: str
    reasons: tuple[Reason, ...] = ()


# ---- positions --------------------------------------------------------------------------------


def final_hash(state: State) -> str:
    """A hash of the whole position by names: the same however an engine keeps its state."""
    text = json.dumps(whole_position(state), separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:32]


def whole_position(state: State) -> Mapping[str, object]:
    """Everything in a position, whoever may see it: for the host."""
    from rulesc_runtime.state import State as RuntimeState
    from rulesc_runtime.views import whole

    assert isinstance(state, RuntimeState)
    return whole(state)


# ---- writing ----------------------------------------------------------------------------------


def origin(name: str, engine: Engine, game: Game, parameters: Parameters, seed: int) -> Mapping[str, object]:
    """What tells where recorded games come from: the rules, the parameters, the seed."""
    return {
        "game": name,
        "spec_hash": engine.SPEC_HASH,
        "edition": engine.EDITION,
        "players": game.num_players(),
        "options": parameters.options,
        "rulings": parameters.rulings,
        "seed": seed,
    }


def game_file(
    name: str,
    engine: Engine,
    game: Game,
    parameters: Parameters,
    seed: int,
    moves: Sequence[tuple[int, str]],
    state: State,
    notes: Mapping[str, object] | None = None,
    end: str = "",
) -> str:
    """The text of a game file."""
    header = {
        "format": FORMAT,
        **origin(name, engine, game, parameters, seed),
        **({"notes": dict(notes)} if notes else {}),
    }
    over = state.is_terminal()
    last: dict[str, object] = {
        "end": end or (OVER if over else OPEN),
        "moves": len(moves),
        "final": final_hash(state),
        "options": dict(game.options),
        "rulings": dict(game.rulings),
    }
    if over:
        last["scores"] = [plain_score(score) for score in state.scores()]
    lines = [header, *({"seat": f"p{seat + 1}", "move": move} for seat, move in moves), last]
    return "".join(json.dumps(line) + "\n" for line in lines)


# ---- reading ----------------------------------------------------------------------------------


def is_game_file(path: Path) -> bool:
    """Whether a file begins as kept games do."""
    with path.open("rb") as file:
        start = file.readline(1000)
    return any(name.encode("ascii") in start for name in FORMATS)


def load_game_file(path: Path) -> Record:
    """A game file from the disk; BadGameFile says what is wrong, whatever it is."""
    try:
        if path.exists() and not path.is_file():
            raise BadGameFile(f"this is {'a folder' if path.is_dir() else 'no plain file'}")
        with path.open("rb") as file:
            data = file.read(LIMIT + 1)
        if len(data) > LIMIT:
            raise BadGameFile(f"this is larger than {LIMIT:,} bytes")
        return read_game_file(data.decode("utf-8"))
    except OSError as fault:
        raise BadGameFile(f"this can't be read: {fault.strerror or fault}", near_files(path)) from None
    except UnicodeDecodeError:
        raise BadGameFile("this is not UTF-8") from None


def read_game_file(text: str) -> Record:
    if not text.strip():
        raise BadGameFile("line 1: the file is empty")
    lines = _whole_lines(text)
    header = _line(1, lines[0]) if lines else {}
    if header.get("format") not in FORMATS:
        raise BadGameFile(f"line 1: this is not a game file ({FORMAT})")
    game, edition = str(header.get("game")), str(header.get("edition"))
    for key, name in (("game", game), ("edition", edition)):
        if not NAME.fullmatch(name):
            raise BadGameFile(f"line 1: `{key}` has to be a name")
    players, seed = header.get("players"), header.get("seed")
    options, rulings = header.get("options"), header.get("rulings")
    notes = header.get("notes", {})
    if type(players) is not int:
        raise BadGameFile("line 1: `players` has to be a whole number")
    if type(seed) is not int:
        raise BadGameFile("line 1: `seed` has to be a whole number")
    if not isinstance(options, dict) or not isinstance(rulings, dict) or not isinstance(notes, dict):
        named = (("options", options), ("rulings", rulings), ("notes", notes))
        wrong = next(name for name, value in named if not isinstance(value, dict))
        raise BadGameFile(f"line 1: `{wrong}` has to be an object")
    moves: list[tuple[int, str]] = []
    last: Mapping[str, object] | None = None
    seats = tuple(f"p{i + 1}" for i in range(min(players, 99)))
    for number, written in enumerate(lines[1:], 2):
        if last is not None:
            raise BadGameFile(f"line {number}: nothing may follow the scores")
        plain = PLAIN.fullmatch(written)
        line = _line(number, written) if plain is None else plain.groupdict()
        if "scores" in line or "end" in line:
            last = line
        else:
            moves.append(_move(number, line, seats))
    record = Record(
        game=game,
        spec_hash=str(header.get("spec_hash")),
        edition=edition,
        parameters=Parameters(players, dict(options), {str(k): str(v) for k, v in rulings.items()}),
        seed=seed,
        moves=tuple(moves),
        scores=None if last is None or "scores" not in last else _scores(len(lines), last["scores"]),
        notes=notes,
    )
    return record if header["format"] == FORMATS[0] else _ended(record, last, len(lines))


def _whole_lines(text: str) -> list[str]:
    """The lines; the last one is whole if it can be read, or if a line end follows."""
    lines = text.splitlines()
    if len(lines) > 1 and not text.endswith("\n"):
        try:
            json.loads(lines[-1], parse_int=str)
        except (ValueError, RecursionError):
            raise BadGameFile(f"line {len(lines)}: the file was cut short in this line") from None
    return lines


def _ended(record: Record, last: Mapping[str, object] | None, number: int) -> Record:
    """A record with its last line; without one the file was cut short."""
    if last is None:
        raise BadGameFile(f"line {number}: the last line is missing, so the file was cut short")
    end, final, count = last.get("end"), last.get("final"), last.get("moves")
    if end not in (OVER, OPEN, ABANDONED) or not isinstance(final, str) or type(count) is not int:
        raise BadGameFile(f"line {number}: the last line needs `end`, `moves` and `final`")
    if count != len(record.moves):
        raise BadGameFile(f"line {number}: {count} moves are announced, and {len(record.moves)} are there")
    return Record(
        record.game,
        record.spec_hash,
        record.edition,
        record.parameters,
        record.seed,
        record.moves,
        record.scores,
        end,
        final,
        record.notes,
    )


def _line(number: int, text: str) -> dict[str, object]:
    try:
        value: object = json.loads(text, parse_constant=_no_number, parse_int=_number)
    except OverflowError:
        raise BadGameFile(f"line {number}: a number here has more than {DIGITS:,} digits") from None
    except (ValueError, RecursionError):
        raise BadGameFile(f"line {number}: this is not JSON") from None
    if not isinstance(value, dict):
        raise BadGameFile(f"line {number}: this is not a JSON object")
    return value


def _no_number(text: str) -> object:
    raise ValueError(f"{text} is no JSON")


def _number(text: str) -> int:
    if len(text) > DIGITS:
        raise OverflowError
    return int(text)


def _move(number: int, line: Mapping[str, object], seats: tuple[str, ...]) -> tuple[int, str]:
    seat, move = line.get("seat"), line.get("move")
    if isinstance(move, str) and isinstance(seat, str) and seat not in seats:
        raise BadGameFile(f"line {number}: there is no seat {seat[:20]}: `players` is {len(seats)}")
    if not isinstance(move, str) or seat not in seats:
        raise BadGameFile(f'line {number}: a move is {{"seat": "p1", "move": "..."}}')
    if len(move) > LONGEST:
        raise BadGameFile(f"line {number}: a move has at most {LONGEST:,} characters")
    return seats.index(str(seat)), move


def _scores(number: int, value: object) -> tuple[int | str, ...]:
    if not isinstance(value, list) or not all(isinstance(score, int | str) for score in value):
        raise BadGameFile(f"line {number}: `scores` is a list, one score for each seat")
    return tuple(value)


# ---- replaying --------------------------------------------------------------------------------


@dataclass(slots=True)
class Replayer:
    """Plays recorded moves on the states of one engine; keeps the ids of notations it has met."""

    game: Game
    ids: dict[str, int] = field(default_factory=dict)

    def advance(self, state: State, at: int, seat: int, move: str) -> Parted | None:
        """Play one move; what is returned says why it can't be, and then nothing has changed."""
        alone = state.current_player() == seat
        if not alone and seat not in state.acting_players():
            if state.is_terminal():
                return Parted(at, seat, move, "the game is already over")
            others = ", ".join(f"p{one + 1}" for one in state.acting_players())
            return Parted(at, seat, move, f"it is not the turn of p{seat + 1}, but of {others}")
        action = self.ids.get(move)
        if action is None:
            try:
                action = self.ids[move] = state.string_to_action(move, seat)
            except ValueError as fault:
                return Parted(at, seat, move, str(fault))
        try:
            state.apply_action(action, None if alone else seat)
        except ValueError as fault:
            from rulesc_runtime import IllegalAction  # here, because this is called for each move

            if not isinstance(fault, IllegalAction):
                raise
            reasons = fault.reasons
            why = told(reasons[0].text or reasons[0].label, reasons[0].clauses) if reasons else str(fault)
            return Parted(at, seat, move, f"p{seat + 1} can't play {move}: {why}", reasons)
        return None

    def position(self, record: Record, upto: int | None = None) -> tuple[State, Parted | None]:
        """The position after so many moves, or where the replay parts."""
        state = self.game.new_initial_state(seed=record.seed)
        for at, (seat, move) in enumerate(record.moves[:upto]):
            parted = self.advance(state, at, seat, move)
            if parted is not None:
                return state, parted
        return state, None


def difference_at_end(record: Record, state: State) -> str:
    """What the record says of its last position and the replay doesn't bear out; "" if it agrees."""
    if record.scores is not None:
        if not state.is_terminal():
            return "the game is not over after the last move"
        scores = tuple(plain_score(score) for score in state.scores())
        if scores != record.scores:
            return f"the scores are {list(scores)}, not {list(record.scores)}"
    elif record.end in (OVER, OPEN) and state.is_terminal() != (record.end == OVER):
        return f"the game is {'over' if state.is_terminal() else 'not over'} after the last move"
    if record.final and final_hash(state) != record.final:
        return "the last position is another than the one that was recorded"
    return ""


def told(text: str, clauses: Sequence[str]) -> str:
    return f"{text} ({', '.join(clauses)})" if clauses else text
