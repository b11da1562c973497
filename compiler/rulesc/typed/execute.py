"""Running statements: from one pause of a game to the next.

In: a state and a stack of frames. Out: a `Pause` with the frame of the decision or draw that is
waited for. The state given is changed; the frames never are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from rulesc.typed import nodes
from rulesc.typed.choices import Choice, Choices
from rulesc.typed.evaluate import Env, Evaluator
from rulesc.typed.frames import (
    ActionEnd,
    Again,
    Asking,
    Block,
    Draws,
    ForLoop,
    Frame,
    Picks,
    Plans,
    TimesLoop,
    UntilLoop,
    WhileLoop,
    below,
    bind,
    in_action,
)
from rulesc.typed.state import (
    DeadEnd,
    LongRun,
    Place,
    Setting,
    SpecFault,
    State,
    assign,
    count,
    move,
    move_all,
)

LONGEST_RUN = 200_000  # steps without a decision or a draw


@dataclass(slots=True)
class Steps:
    """How many steps were taken, look-ahead included, and how many may be."""

    taken: int = 0
    most: int | None = None

    def spent(self) -> bool:
        """Take one; whether that is one too many."""
        self.taken += 1
        return self.most is not None and self.taken > self.most


@dataclass(frozen=True, slots=True)
class Pause:
    """Why the interpreter stopped, and the frame it stopped at.

    `why`: "decision", "together", "chance", "over", "phase" (that was waited for), and in a look-ahead
    "complete" (the outermost action is done), "failed" (its `leaves` do not hold).
    """

    why: str
    frame: Frame | None


class Executor:
    """Runs a program's statements under one setting."""

    def __init__(self, setting: Setting, choices: Choices, steps: Steps) -> None:
        self.setting = setting
        self.choices = choices
        self.steps = steps

    def otherwise(self, frame: Frame | None) -> list[Frame | None]:
        """Where the game goes on if a decision has no legal option; empty: nowhere."""
        if isinstance(frame, Block):
            stmt = frame.stmts[frame.at]
            rest = replace(frame, at=frame.at + 1)
            if isinstance(stmt, nodes.OneOf) and stmt.has_otherwise:
                return [Block(stmt.otherwise, 0, frame.env, rest)]
            if isinstance(stmt, nodes.Optional) and stmt.silent:
                return [rest]
        return []

    def unasked(self, frame: Frame | None) -> Frame | None:
        found = self.otherwise(frame)
        if not found:
            assert isinstance(frame, Block | Again | Picks)
            stmt = frame.stmts[frame.at] if isinstance(frame, Block) else frame.stmt
            raise DeadEnd("a seat must decide here and has no option", stmt.span)
        return found[0]

    def run(
        self, state: State, frame: Frame | None, evaluator: Evaluator, phase: str | None, ahead: bool
    ) -> Pause:
        """Run until something outside must go on; changes `state`."""
        halfway = frame
        for done in range(LONGEST_RUN):
            if done == LONGEST_RUN // 2:
                halfway = frame
            if self.steps.spent():
                raise SpecFault(f"no end after {self.steps.most} steps", self.setting.program.span)
            if frame is None:
                return Pause("over", None)
            if isinstance(frame, ActionEnd):
                if not evaluator.holds(frame.action.leaves, state, frame.env):
                    if ahead:
                        return Pause("failed", frame)
                    raise SpecFault(f"{frame.action.name} left what it must not", frame.action.span)
                if ahead and not in_action(frame.below):
                    return Pause("complete", frame)
                frame = frame.below
                continue
            if isinstance(frame, Block) and frame.at < len(frame.stmts):
                stmt = frame.stmts[frame.at]
                if evaluator.trace is not None:
                    evaluator.trace("stmt", stmt)
                if isinstance(stmt, nodes.EndGame):
                    return Pause("over", None)
                if isinstance(stmt, nodes.Together):
                    frame = Plans(stmt, frame.env, replace(frame, at=frame.at + 1))
                    if any(True for _ in evaluator.passes((stmt.loop,), state, frame.env)):
                        return Pause("together", frame)
                    frame = frame.below
                    continue
                if isinstance(stmt, nodes.Offer | nodes.Choose | nodes.Optional | nodes.OneOf):
                    return Pause("decision", frame)
                frame = self._statement(state, stmt, frame.env, replace(frame, at=frame.at + 1), evaluator)
                if isinstance(stmt, nodes.Run) and stmt.procedure == phase:
                    return Pause("phase", frame)
                continue
            step = self._loop(state, frame, evaluator)
            if isinstance(step, Pause):
                return step
            frame = step
        raise self.endless(halfway, frame)

    def endless(self, before: Frame | None, now: Frame | None) -> SpecFault:
        """The fault of rules that go round for ever: the innermost loop that was running all the time."""
        running = {id(frame) for frame in below(before)}
        for frame in below(now):
            if isinstance(frame, WhileLoop | UntilLoop) and id(frame) in running:
                return SpecFault("this goes round for ever without a decision", frame.stmt.span)
        return LongRun("the rules run on without a decision", self.setting.program.span)

    def _statement(
        self, state: State, stmt: nodes.Stmt, env: Env, rest: Block, evaluator: Evaluator
    ) -> Frame:
        """Do a statement that is no decision; the frame that follows."""
        setting, value, place = self.setting, evaluator.value, evaluator.place
        match stmt:
            case nodes.SetSlot(slot, index, e):
                where = (slot, tuple(value(i, state, env) for i in index))
                assign(setting, state, where, value(e, state, env), stmt.span)
                return rest
            case nodes.Let(var, e):
                return bind(rest, var, int(value(e, state, env)))
            case nodes.MoveKind(number, kind, source, target):
                way = (place(source, state, env), place(target, state, env))
                move(setting, state, value(number, state, env), value(kind, state, env), way, stmt.span)
                return rest
            case nodes.MoveAll(source, target):
                move_all(setting, state, place(source, state, env), place(target, state, env), stmt.span)
                return rest
            case nodes.Shuffle(zone, into):
                if into is not None:
                    move_all(setting, state, place(zone, state, env), place(into, state, env), stmt.span)
                return rest
            case nodes.MoveChosen():
                return self.choices.picking(state, stmt, env, rest)
            case nodes.Draw(number, source, target, var):
                below = rest if var is None else bind(rest, var, -1)
                way = (place(source, state, env), place(target, state, env))
                return Draws(stmt, *way, value(number, state, env), below)
            case nodes.Refill(target, size, source):
                way = (place(source, state, env), place(target, state, env))
                missing = value(size, state, env) - count(setting, state, way[1], None)
                return Draws(stmt, *way, missing, rest)
            case nodes.AnyNumber():
                return Again(stmt, env, 0, rest)
            case nodes.Run(name, args):
                procedure = setting.procedures[name]
                values = [value(a, state, env) for a in args]
                inner = {p.name: v for p, v in zip(procedure.params, values, strict=True)}
                return Block(procedure.body, 0, inner, rest)
            case nodes.If(condition, then, otherwise):
                return Block(
                    then if evaluator.tested(stmt, condition, state, env) else otherwise, 0, env, rest
                )
            case nodes.Window():
                order = evaluator.read_once(stmt.loop.domain, state, env) if stmt.final else None
                return Asking(stmt, env, None, None, rest, order)
            case nodes.For():
                domain = evaluator.read_once(stmt.loop.domain, state, env)
                return ForLoop(replace(stmt, loop=replace(stmt.loop, domain=domain)), env, None, rest)
            case nodes.While():
                return WhileLoop(stmt, env, rest)
            case nodes.RepeatUntil(body):
                return Block(body, 0, env, UntilLoop(stmt, env, rest))
            case nodes.RepeatTimes(times):
                return TimesLoop(stmt, env, value(times, state, env), rest)
            case (
                nodes.Offer()
                | nodes.Choose()
                | nodes.Optional()
                | nodes.OneOf()
                | nodes.EndGame()
                | nodes.Together()
            ):
                raise AssertionError("handled where the game pauses")
            case _:
                assert_never(stmt)

    def _loop(self, state: State, frame: Frame, evaluator: Evaluator) -> Frame | Pause | None:
        """The next step of a frame whose turn it is again."""
        match frame:
            case Block() | ActionEnd():
                return frame.below
            case ForLoop():
                return self._next_step(state, frame, evaluator)
            case Asking():
                ask = self._next_asked if frame.order is None else self._next_bidder
                return ask(state, frame, evaluator)
            case Plans():
                return Pause("together", frame)
            case WhileLoop(stmt, env, below):
                more = evaluator.tested(stmt, stmt.condition, state, env)
                return Block(stmt.body, 0, env, frame) if more else below
            case UntilLoop(stmt, env, below):
                done = stmt.until is not None and evaluator.tested(stmt, stmt.until, state, env)
                return below if done else Block(stmt.body, 0, env, frame)
            case TimesLoop(stmt, env, left, below):
                return Block(stmt.body, 0, env, replace(frame, left=left - 1)) if left > 0 else below
            case Again() | Picks():
                return frame.below if self.choices.ended(state, frame) else Pause("decision", frame)
            case Draws(_, source, _, left, below):
                if left > 0 and count(self.setting, state, source, None) == 0:
                    under = self._under(state, frame)
                    if under is not None:
                        return under
                    self._refill(state, frame)
                empty = left <= 0 or count(self.setting, state, source, None) == 0
                return below if empty else Pause("chance", frame)
            case _:
                assert_never(frame)

    def _next_step(self, state: State, frame: ForLoop, evaluator: Evaluator) -> Frame | None:
        loop, visited = frame.stmt.loop, frame.visited
        values = evaluator.domain(loop.domain, state, frame.env)
        listed = isinstance(loop.domain, nodes.ItemsOf | nodes.SeatsFrom)
        for position, value in enumerate(values):
            here = position if listed else value
            if visited is not None and here <= visited:
                continue
            env = {**frame.env, loop.var: value}
            if loop.condition is None or evaluator.value(loop.condition, state, env):
                return Block(frame.stmt.body, 0, env, replace(frame, visited=here))
        return frame.below

    def _next_asked(self, state: State, frame: Asking, evaluator: Evaluator) -> Frame | Pause | None:
        """The next seat of a window that is asked, or what comes behind the window."""
        loop = frame.stmt.loop
        for position, value in enumerate(evaluator.domain(loop.domain, state, frame.env)):
            if frame.visited is not None and position <= frame.visited:
                continue
            env = {**frame.env, loop.var: value}
            if loop.condition is None or evaluator.value(loop.condition, state, env):
                seat = evaluator.value(frame.stmt.seat, state, env)
                return Pause("decision", replace(frame, env=env, visited=position, seat=seat))
        return frame.below

    def _next_bidder(self, state: State, frame: Asking, evaluator: Evaluator) -> Frame | Pause | None:
        """The next seat of a bidding that is asked, a further round, or what comes behind the bidding."""
        loop, order = frame.stmt.loop, frame.order
        assert order is not None
        for position, value in enumerate(evaluator.domain(order, state, frame.env)):
            if frame.visited is not None and position <= frame.visited:
                continue
            env = {**frame.env, loop.var: value}
            seat = evaluator.value(frame.stmt.seat, state, env)
            if frame.out >> seat & 1 or seat == frame.last:
                continue
            if loop.condition is None or evaluator.value(loop.condition, state, env):
                return Pause("decision", replace(frame, env=env, visited=position, seat=seat, asked=True))
            frame = replace(frame, out=frame.out | 1 << seat)
        return replace(frame, visited=None, asked=False) if frame.asked else frame.below

    def _under(self, state: State, frame: Draws) -> Draws | None:
        """After an empty pile comes the row below it, piece by piece, which leaves nothing to chance."""
        row = (self.setting.zones[frame.source[0]].above or "", ())
        pieces = state.rows.get(row, ())
        return self._taken(state, frame, row, pieces[0]) if pieces else None

    def _refill(self, state: State, frame: Draws) -> None:
        """An empty pile takes in the pieces of the zone from which it is refilled."""
        name, index = frame.source
        zone = self.setting.zones[name]
        if zone.refilled_from is not None:
            other = self.setting.zones[zone.refilled_from]
            source = (other.name, index if other.dims == zone.dims else ())
            move_all(self.setting, state, source, frame.source, frame.stmt.span)

    def enter(self, state: State, choice: Choice) -> Frame | None:
        """Do at once what the choice itself does; the frame where the game goes on."""
        if choice.pick is not None:
            kind, source, target = choice.pick
            move(self.setting, state, 1, kind, (source, target), choice.action.span)
        return choice.then

    def take(self, state: State, frame: Draws, kind: int, evaluator: Evaluator) -> Frame:
        """Move the piece drawn."""
        return self._taken(state, frame, frame.source, kind)

    def _taken(self, state: State, frame: Draws, source: Place, kind: int) -> Draws:
        move(self.setting, state, 1, kind, (source, frame.target), frame.stmt.span)
        below = frame.below
        if isinstance(frame.stmt, nodes.Draw) and frame.stmt.var is not None:
            below = bind(below, frame.stmt.var, kind)
        return replace(frame, left=frame.left - 1, below=below)
