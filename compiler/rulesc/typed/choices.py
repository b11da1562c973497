"""The options of a decision, guards aside: what a seat could do where the game stands.

In: a state and the frame of a decision. Out: `Choice` values, one for every value of the free
parameters, each with its id and the frame where the game goes on if it is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from itertools import product
from typing import assert_never

from rulesc.typed import nodes
from rulesc.typed.evaluate import Env, Evaluator
from rulesc.typed.frames import ActionEnd, Again, Asking, Block, Frame, Picks, bind
from rulesc.typed.state import Place, Setting, State, count
from rulesc.typed.types import Bool, Enum, lowest, size

Path = tuple[nodes.Stmt, ...]


@dataclass(slots=True)
class Choice:
    """What may be an option: it is one if all `guards` hold and the actions around it can be completed.

    `path` are the statements between the decision and it, as they were written.
    """

    id: int
    seat: int
    action: nodes.Action
    guards: tuple[nodes.Guard, ...]
    env: Env  # for the guards
    then: Frame | None
    path: Path
    pick: tuple[int, Place, Place] | None = None  # a kind that moves when this is chosen


def action_id(action: nodes.Action, args: tuple[int, ...]) -> int:
    number = 0
    for digit in action.digits:
        type_ = action.params[digit].type
        number = number * size(type_) + args[digit] - lowest(type_)
    return action.first_id + number


class Choices:
    """Lists options; `legal` is the full test of one, which `optional` needs to know if it is asked."""

    def __init__(
        self, setting: Setting, evaluator: Evaluator, legal: Callable[[State, Choice], bool]
    ) -> None:
        self.setting = setting
        self.evaluator = evaluator
        self.legal = legal
        self.ids: dict[tuple[str, tuple[int | None, ...]], dict[int, tuple[int, ...]]] = {}
        self.only: int | None = None  # the one id to list, of declared actions at least
        self.whole = self
        self.stop = next((a for a in setting.program.actions if a.role == "stop"), None)
        self.decline = next((a for a in setting.program.actions if a.role == "pass"), None)

    def of(self, action_id: int) -> Choices:
        """The same, where one id is looked for: others of declared actions are left out."""
        narrow = copy(self)
        narrow.only = action_id
        return narrow

    def hear(self, evaluator: Evaluator, state: State, frame: Frame | None) -> None:
        """List options for whoever listens to an evaluator."""
        loud = copy(self)
        loud.evaluator = evaluator
        for _ in loud.at(state, frame):
            pass

    def at(self, state: State, frame: Frame | None) -> Iterator[Choice]:
        """The options of the decision for which the game waits."""
        match frame:
            case Block(stmts, at, env, below):
                return self.first(state, stmts[at], env, Block(stmts, at + 1, env, below), ())
            case Asking():
                return self.asked(state, frame)
            case Again():
                return self.again(state, frame, ())
            case Picks():
                return self.picks(state, frame, ())
            case _:
                raise AssertionError("the game does not wait for a decision")

    def opening(
        self, state: State, stmts: tuple[nodes.Stmt, ...], env: Env, below: Frame | None, path: Path
    ) -> Iterator[Choice]:
        """The options with which a sequence of statements can begin; an empty one has none."""
        if not stmts:
            return iter(())
        return self.first(state, stmts[0], env, Block(stmts, 1, env, below), (*path, stmts[0]))

    def first(self, state: State, stmt: nodes.Stmt, env: Env, below: Block, path: Path) -> Iterator[Choice]:
        """The options with which a statement can begin; `below` goes on after it."""
        if self.evaluator.trace is not None and self.evaluator.tried:
            self.evaluator.trace("stmt", stmt)
        match stmt:
            case nodes.Offer(options):
                for option in options:
                    yield from self.offered(state, option, env, below, path)
            case nodes.Choose(var, type_, domain, where, label):
                action = self.setting.actions[label]
                inside_domain = set(self.evaluator.domain(domain, state, env))
                asked = () if where is None else (nodes.Guard(label, where, stmt.clauses, where.span),)
                for x in self.setting.values(type_):
                    inner = {**env, var: x}
                    guards = (_known(x in inside_domain, label, stmt), *asked)
                    then = bind(below, var, x)
                    yield Choice(action_id(action, (x,)), env["player"], action, guards, inner, then, path)
            case nodes.Optional(body, silent):
                yield from self.opening(state, body, env, below, path)
                every = self.whole.opening(state, body, env, below, path)
                if not silent or any(self.legal(state, c) for c in every):
                    yield self.plain(self.decline, (), env, below, path)
            case nodes.OneOf(branches):
                for branch in branches:
                    yield from self.opening(state, branch, env, below, path)
            case nodes.AnyNumber():
                yield from self.again(state, Again(stmt, env, 0, below), path)
            case nodes.MoveChosen():
                yield from self.picks(state, self.picking(state, stmt, env, below), path)
            case nodes.If(condition, then, otherwise):
                taken = then if self.evaluator.tested(stmt, condition, state, env) else otherwise
                yield from self.opening(state, taken, env, below, path)
            case nodes.Run(name, args):
                procedure = self.setting.procedures[name]
                inner = self.arguments(state, procedure, args, env)
                yield from self.opening(state, procedure.body, inner, below, path)
            case _:
                raise AssertionError(f"{stmt.span}: a branch begins with no decision")

    def arguments(
        self, state: State, procedure: nodes.Procedure, args: tuple[nodes.Expr, ...], env: Env
    ) -> dict[str, int]:
        values = [self.evaluator.value(a, state, env) for a in args]
        return {p.name: v for p, v in zip(procedure.params, values, strict=True)}

    def offered(
        self, state: State, option: nodes.OfferOption, env: Env, below: Frame | None, path: Path
    ) -> Iterator[Choice]:
        """An action with every value of its free parameters."""
        action = self.setting.actions[option.action]
        fixed = tuple([None if arg is None else self.evaluator.value(arg, state, env) for arg in option.args])
        names = [p.name for p in action.params]
        seat = env.get("player", -1)
        found = self.numbered(action, fixed)
        if self.only is not None:
            found = {self.only: found[self.only]} if self.only in found else {}
        for number, args in found.items():
            inner = dict(zip(names, args, strict=True))
            if seat >= 0:
                inner["player"] = seat
            then = Block(action.body, 0, inner, ActionEnd(action, inner, below))
            yield Choice(number, seat, action, action.guards, inner, then, path)

    def numbered(self, action: nodes.Action, fixed: tuple[int | None, ...]) -> dict[int, tuple[int, ...]]:
        """The arguments for each id, whatever is fixed among them; kept."""
        key = (action.name, fixed)
        if key not in self.ids:
            domains = [
                self.setting.values(param.type) if value is None else (value,)
                for param, value in zip(action.params, fixed, strict=True)
            ]
            self.ids[key] = {action_id(action, args): args for args in product(*domains)}
        return self.ids[key]

    def plain(
        self,
        action: nodes.Action | None,
        guards: tuple[nodes.Guard, ...],
        env: Env,
        below: Frame | None,
        path: Path,
    ) -> Choice:
        """`stop` or `pass`."""
        assert action is not None, "the program has no such action"
        return Choice(action.first_id, env["player"], action, guards, env, below, path)

    def again(self, state: State, frame: Again, path: Path) -> Iterator[Choice]:
        """The options of another round, and to stop."""
        stmt, env = frame.stmt, frame.env
        if not self.ended(state, frame):
            after = Again(stmt, env, frame.used + 1, frame.below)
            for branch in stmt.branches:
                yield from self.opening(state, branch, env, after, path)
            stop = stmt.stop
            guards = () if stop is None else (nodes.Guard("stop", stop, stmt.clauses, stop.span),)
            yield self.plain(self.stop, guards, env, frame.below, path)

    def asked(self, state: State, frame: Asking) -> Iterator[Choice]:
        """What a seat may do in a window, after which the order begins anew or goes on; and to pass."""
        assert frame.seat is not None
        stmt = frame.stmt
        env = {**frame.env, "player": frame.seat}
        outside = {x: v for x, v in frame.env.items() if x != stmt.loop.var}
        if stmt.final:
            acted = replace(frame, env=outside, seat=None, last=frame.seat)
            passed = replace(frame, env=outside, seat=None, out=frame.out | 1 << frame.seat)
        else:
            acted = Asking(stmt, outside, None, None, frame.below)
            passed = Asking(stmt, outside, frame.visited, None, frame.below)
        for branch in stmt.branches:
            yield from self.opening(state, branch, env, acted, ())
        yield self.plain(self.decline, (), env, passed, ())

    def ended(self, state: State, frame: Again | Picks) -> bool:
        """Whether a repetition has come to its limit, so that nothing is asked."""
        match frame:
            case Again(stmt, env, used):
                return stmt.limit is not None and used >= self.evaluator.value(stmt.limit, state, env)
            case Picks():
                return frame.high is not None and frame.picked >= frame.high
            case _:
                assert_never(frame)

    def picking(self, state: State, stmt: nodes.MoveChosen, env: Env, below: Frame | None) -> Picks:
        low = self.evaluator.value(stmt.low, state, env)
        high = None if stmt.high is None else self.evaluator.value(stmt.high, state, env)
        return Picks(stmt, env, low, high, 0, (0, 0), below)

    def picks(self, state: State, frame: Picks, path: Path) -> Iterator[Choice]:
        """Every piece; one may be picked if enough pieces are left at or behind it. And to stop."""
        if self.ended(state, frame):
            return
        stmt, env = frame.stmt, frame.env
        action = self.setting.actions[stmt.pick]
        sources = [self.evaluator.place(z, state, env) for z in stmt.sources]
        target = self.evaluator.place(stmt.target, state, env)
        counts = {
            (i, kind): count(self.setting, state, source, kind)
            for i, source in enumerate(sources)
            for kind in range(len(state.zones[source]))
        }
        reach = frame.picked + sum(n for here, n in counts.items() if here >= frame.last)
        for (i, kind), number in counts.items():
            args = (kind,) if len(action.params) == 1 else (_zone_value(action, sources[i][0]), kind)
            may = (i, kind) >= frame.last and number > 0 and reach >= frame.low
            if (i, kind) >= frame.last:
                reach -= number
            yield Choice(
                action_id(action, args),
                env["player"],
                action,
                (_known(may, stmt.pick, stmt),),
                env,
                Picks(stmt, env, frame.low, frame.high, frame.picked + 1, (i, kind), frame.below),
                path,
                (kind, sources[i], target),
            )
        if frame.high != frame.low:
            enough = _known(frame.picked >= frame.low, "stop", stmt)
            yield self.plain(self.stop, (enough,), env, frame.below, path)


def _known(holds: bool, label: str, stmt: nodes.Choose | nodes.MoveChosen) -> nodes.Guard:
    """A condition of the statement itself, whose truth is known already."""
    return nodes.Guard(label, nodes.Const(int(holds), Bool(), stmt.span), stmt.clauses, stmt.span)


def _zone_value(action: nodes.Action, zone: str) -> int:
    type_ = action.params[0].type
    assert isinstance(type_, Enum)
    return type_.values.index(zone)
