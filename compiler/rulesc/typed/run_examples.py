"""The examples of a spec, played by the reference interpreter.

In: a program and one of its examples. Out: what is wrong, in words; nothing if it passes.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from fractions import Fraction
from typing import assert_never

from rulesc.typed import nodes
from rulesc.typed.evaluate import Trace
from rulesc.typed.execute import Steps
from rulesc.typed.frames import Draws
from rulesc.typed.interpret import Interpretation, Position, Start
from rulesc.typed.notation import move_number, move_text
from rulesc.typed.state import SpecFault

LONGEST_CHANCE = 20_000  # draws in a row
Heard = dict[tuple[str, int], tuple[str, object]]


class _Unplayable(Exception):
    """The example can't go on from here."""


@dataclass(slots=True)
class Starts:
    """Where the game stands when a phase begins, by parameters: many examples of a program begin alike."""

    known: dict[object, tuple[Start, int, tuple[tuple[str, object], ...]]] = field(default_factory=dict)

    def of(self, example: nodes.Example, game: Interpretation, heard: Heard) -> Start:
        """As if it were played once more: the steps are counted, and what was heard is told again."""
        key = (example.players, example.options, example.rulings, example.at)
        steps = game.executor.steps
        if key not in self.known:
            before = steps.taken
            start = game.start_of(example.at)
            self.known[key] = (start, steps.taken - before, tuple(heard.values()))
            return start
        start, taken, told = self.known[key]
        steps.taken += taken
        if game.quiet.trace is not None:
            for how, node in told:
                game.quiet.trace(how, node)
        return start


def run_example(
    program: nodes.Program,
    example: nodes.Example,
    trace: Trace | None = None,
    tried: bool = False,
    steps: Steps | None = None,
    starts: Starts | None = None,
    listing: bool = True,
) -> list[str]:
    """Play an example; `trace` hears what it exercises, and if `tried` what a look-ahead does.

    More than `steps` allow is a fault. `starts` are those of this program. Without `listing` only what the
    example says is tried.
    """
    players, options, rulings = example.players or None, dict(example.options), dict(example.rulings)
    heard: Heard = {}

    def hear(how: str, node: object) -> None:
        assert trace is not None
        heard.setdefault((how, id(node)), (how, node))
        trace(how, node)

    listens = None if trace is None else hear if tried else trace
    try:
        game = Interpretation(program, players, options, rulings, listens, tried, steps, listing)
        if example.at or example.given:
            start = game.start_of(example.at) if starts is None else starts.of(example, game, heard)
            position = game.start_at(example.at, example.given, start)
        else:
            position = game.start()
        return _Playing(program, position).all(example.lines)
    except (_Unplayable, SpecFault, ValueError) as fault:
        return [str(fault)]


class _Playing:
    def __init__(self, program: nodes.Program, position: Position) -> None:
        self.program = program
        self.position = position
        self.coming: deque[str] = deque()  # what the next chance points bring

    def all(self, lines: tuple[nodes.ExampleLine, ...]) -> list[str]:
        faults: list[str] = []
        for line in lines:
            match line:
                case nodes.ExampleDraw(outcomes):
                    self.coming.extend(outcomes)
                case nodes.ExampleMoves(seat, moves):
                    for move in moves:
                        self.position = self.played(self.position, seat, move, self.coming)
                    self.position = self.settled(self.position, self.coming)
                case nodes.ExampleLegal():
                    faults += self.legality(line)
                case nodes.ExampleOnly():
                    self.position = self.settled(self.position, self.coming)
                    faults += self.others(line)
                case nodes.ExampleScores(scores):
                    self.position = self.settled(self.position, self.coming)
                    found = self.position.scores()
                    if tuple(found) != tuple(Fraction(n, d) for n, d in scores):
                        faults.append(f"{line.span}: the scores are {', '.join(map(str, found))}")
                case nodes.ExampleRanking(places):
                    self.position = self.settled(self.position, self.coming)
                    ranking = self.position.ranking()
                    if ranking != places:
                        faults.append(f"{line.span}: the ranking is {', '.join(map(str, ranking))}")
                case nodes.ExampleExpect(text, condition):
                    self.position = self.settled(self.position, self.coming)
                    if not self.position.holds(condition):
                        faults.append(f"{line.span}: does not hold: {text}")
                case _:
                    assert_never(line)
        if self.coming:
            faults.append(f"never drawn: {', '.join(self.coming)}")
        if self.position.kind == "over":
            self.position.scores()
        return faults

    def legality(self, line: nodes.ExampleLegal) -> list[str]:
        """`can` and `cannot`, on a copy: a refusal must come from a guard with the clauses named."""
        coming = deque(self.coming)
        position = self.settled(self.position, coming)
        for move in line.moves[:-1]:
            position = self.played(position, line.seat, move, coming)
        position = self.settled(position, coming)
        text = line.moves[-1]
        number = move_number(self.program, text)
        legal = line.seat in position.acting() and position.is_legal(number, line.seat)
        if legal != line.legal:
            reasons = "" if legal else self.reasons(position, line.seat, number)
            return [f"{line.span}: {text} is {'legal' if legal else 'not legal'}{reasons}"]
        if line.legal:
            return []
        guards = position.why_not(number, line.seat) if line.seat in position.acting() else []
        cited = {clause for guard in guards for clause in guard.clauses}
        missing = [clause for clause in line.clauses if clause not in cited]
        if not missing:
            return []
        return [f"{line.span}: {text} is refused, but not by {', '.join(missing)}{_labels(guards)}"]

    def others(self, line: nodes.ExampleOnly) -> list[str]:
        """Legal moves that weren't named, and named ones that aren't legal."""
        legal = [move_text(self.program, number) for number in self.position.legal(line.seat)]
        faults = [f"{line.span}: {move} is not legal" for move in line.moves if move not in legal]
        return faults + [f"{line.span}: {move} is legal, too" for move in legal if move not in line.moves]

    def played(self, position: Position, seat: int, text: str, coming: deque[str]) -> Position:
        position = self.settled(position, coming)
        number = move_number(self.program, text)
        if position.kind == "over":
            raise _Unplayable(f"the game is over before p{seat + 1} plays {text}")
        if seat not in position.acting():
            others = ", ".join(f"p{s + 1}" for s in position.acting())
            raise _Unplayable(f"{others} must decide, not p{seat + 1} ({text})")
        if not position.is_legal(number, seat):
            raise _Unplayable(f"{text} is not legal{self.reasons(position, seat, number)}")
        return position.apply(number, seat)

    def reasons(self, position: Position, seat: int, number: int) -> str:
        if seat not in position.acting():
            return f" (p{seat + 1} is not to decide)"
        options = ", ".join(move_text(self.program, n) for n in position.legal(seat)[:12])
        return _labels(position.why_not(number, seat)) + f"; legal: {options}"

    def settled(self, position: Position, coming: deque[str]) -> Position:
        """Bring what chance brings: what is coming, afterwards the first outcome."""
        for _ in range(LONGEST_CHANCE):
            if position.kind != "chance":
                return position
            kind = position.outcomes()[0][0]
            if coming:
                name = coming.popleft()
                by_name = {self.kind_name(position, k): k for k, _ in position.outcomes()}
                if name not in by_name:
                    raise _Unplayable(f"{name} can't be drawn; there are {', '.join(by_name)}")
                kind = by_name[name]
            position = position.draw(kind)
        raise _Unplayable(f"chance goes on for ever: {LONGEST_CHANCE:,} draws and no decision")

    def kind_name(self, position: Position, kind: int) -> str:
        frame = position.frame
        assert isinstance(frame, Draws)
        setting = position.game.setting
        return setting.components[setting.zones[frame.source[0]].component].kinds[kind].name


def _labels(guards: list[nodes.Guard]) -> str:
    return f" ({', '.join(g.label or 'guard' for g in guards)})" if guards else ""
