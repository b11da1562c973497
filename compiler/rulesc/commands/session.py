"""A game that is being played: its moves, what may be taken back, and the file it is kept in.

A game file is JSON, one value a line: a header (game, spec hash, parameters, seed), one line for each
move, and, once the game is over, a line with the scores.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rulesc.commands.engine import CHANCE, Engine, Game, Parameters, State, plain_score

FORMAT = "rulesc-game-1"


@dataclass(slots=True)
class Session:
    """The state now, the moves so far as (seat, move), and the state before each of them."""

    game: Game
    state: State
    moves: list[tuple[int, str]] = field(default_factory=list)
    _before: list[State] = field(default_factory=list)

    def play(self, seat: int, action: int) -> None:
        before = self.state.clone()
        move = self.state.action_to_string(seat, action)
        self.state.apply_action(action, seat)
        self._before.append(before)
        self.moves.append((seat, move))

    def undo(self, seat: int) -> str:
        """Take back this seat's last move; what it says, if anything, is why that can't be."""
        if not self.moves:
            return "there is nothing to take back"
        if self.moves[-1][0] != seat:
            return f"p{self.moves[-1][0] + 1} has moved since"
        reason = _horizon(self._before[-1], self.state, seat, self.game.num_players())
        if not reason:
            self.state = self._before.pop()
            self.moves.pop()
        return reason


def _horizon(before: State, now: State, seat: int, seats: int) -> str:
    """Why `seat` may not go back: chance, another seat's act, or something newly seen."""
    for viewer in (seat, *(other for other in range(seats) if other != seat)):
        told = now.events(0, viewer)[len(before.events(0, viewer)) :]
        actors = {event.get("seat") for event in told}
        if CHANCE in actors:
            return "chance has fallen since"
        if actors - {seat}:
            return "another seat has moved since"
        if any(_shows(event, before.view(viewer)) for event in told):
            return "somebody has seen something new since"
    return ""


def _shows(event: Mapping[str, object], view: Mapping[str, object]) -> bool:
    """Whether an event shows a piece that lay face down in the view before it."""
    moves = event.get("moves")
    return isinstance(moves, list) and any(
        move["kind"] is not None and isinstance(move["from"], str) and _face_down(view, move["from"])
        for move in moves
    )


def _face_down(view: Mapping[str, object], place: str) -> bool:
    """Whether a view has only a number, or nothing at all, for a place such as `hand[p1]`."""
    name, _, index = place.partition("[")
    value: object = view.get("zones")
    for key in (name, *(index.rstrip("]").split(", ") if index else ())):
        value = value.get(key) if isinstance(value, Mapping) else None
    return value is None or isinstance(value, int)


# ---- game files -------------------------------------------------------------------------------


class BadGameFile(Exception):
    """A game file that can't be read, or doesn't play as it says; the message names the line."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game file as read; `scores` is None for a game that wasn't played to its end."""

    game: str
    spec_hash: str
    edition: str
    parameters: Parameters
    seed: int
    moves: tuple[tuple[int, str], ...]
    scores: tuple[int | str, ...] | None


def game_file(name: str, engine: Engine, parameters: Parameters, seed: int, session: Session) -> str:
    header = {
        "format": FORMAT,
        "game": name,
        "spec_hash": engine.SPEC_HASH,
        "edition": engine.EDITION,
        "players": session.game.num_players(),
        "options": parameters.options,
        "rulings": parameters.rulings,
        "seed": seed,
    }
    lines: list[Mapping[str, object]] = [header]
    lines += [{"seat": f"p{seat + 1}", "move": move} for seat, move in session.moves]
    if session.state.is_terminal():
        lines.append({"scores": [plain_score(score) for score in session.state.scores()]})
    return "".join(json.dumps(line) + "\n" for line in lines)


def read_game_file(text: str) -> Record:
    lines = [_line(number, line) for number, line in enumerate(text.splitlines(), 1)]
    if not lines or lines[0].get("format") != FORMAT:
        raise BadGameFile(f"line 1: this is not a game file ({FORMAT})")
    header = lines[0]
    players, seed = header.get("players"), header.get("seed")
    options, rulings = header.get("options"), header.get("rulings")
    if type(players) is not int or type(seed) is not int:
        raise BadGameFile("line 1: `players` and `seed` have to be whole numbers")
    if not isinstance(options, dict) or not isinstance(rulings, dict):
        raise BadGameFile("line 1: `options` and `rulings` have to be objects")
    scores: tuple[int | str, ...] | None = None
    moves: list[tuple[int, str]] = []
    for number, line in enumerate(lines[1:], 2):
        if scores is not None:
            raise BadGameFile(f"line {number}: nothing may follow the scores")
        if "scores" in line:
            scores = _scores(number, line["scores"])
        else:
            moves.append(_move(number, line, players))
    return Record(
        game=str(header.get("game")),
        spec_hash=str(header.get("spec_hash")),
        edition=str(header.get("edition")),
        parameters=Parameters(players, dict(options), {str(k): str(v) for k, v in rulings.items()}),
        seed=seed,
        moves=tuple(moves),
        scores=scores,
    )


def replay(record: Record, game: Game) -> Session:
    """Play a record again, strictly: each seat in its turn, each move legal, the same scores."""
    session = Session(game, game.new_initial_state(seed=record.seed))
    for number, (seat, move) in enumerate(record.moves, 2):
        state = session.state
        if state.is_terminal():
            raise BadGameFile(f"line {number}: the game is already over")
        if seat not in state.acting_players():
            raise BadGameFile(f"line {number}: it is not the turn of p{seat + 1}")
        try:
            action = state.string_to_action(move, seat)
        except ValueError as fault:
            raise BadGameFile(f"line {number}: {fault}") from fault
        reasons = state.why_not(action, seat)
        if reasons:
            raise BadGameFile(
                f"line {number}: p{seat + 1} can't play {move}: {told(reasons[0].text, reasons[0].clauses)}"
            )
        session.play(seat, action)
    if record.scores is not None:
        if not session.state.is_terminal():
            raise BadGameFile("the game is not over after the last move")
        scores = tuple(plain_score(score) for score in session.state.scores())
        if scores != record.scores:
            raise BadGameFile(f"the scores are {list(scores)}, not {list(record.scores)}")
    return session


def told(text: str, clauses: Sequence[str]) -> str:
    return f"{text} ({', '.join(clauses)})" if clauses else text


def _line(number: int, text: str) -> dict[str, object]:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        raise BadGameFile(f"line {number}: this is not JSON") from None
    if not isinstance(value, dict):
        raise BadGameFile(f"line {number}: this is not a JSON object")
    return value


def _move(number: int, line: Mapping[str, object], players: int) -> tuple[int, str]:
    seat, move = line.get("seat"), line.get("move")
    seats = [f"p{i + 1}" for i in range(min(players, 99))]
    if not isinstance(move, str) or seat not in seats:
        raise BadGameFile(f'line {number}: a move is {{"seat": "p1", "move": "..."}}')
    return seats.index(str(seat)), move


def _scores(number: int, value: object) -> tuple[int | str, ...]:
    if not isinstance(value, list) or not all(isinstance(score, int | str) for score in value):
        raise BadGameFile(f"line {number}: `scores` is a list, one score for each seat")
    return tuple(value)
