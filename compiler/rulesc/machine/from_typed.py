"""Lowering: typed program in, machine out.

Flow is walked once, forwards. Procedures and action bodies are inlined at their calls under fresh
variable names. Whatever can stop ends a block; the rest is copied as structured statements.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from rulesc.machine import nodes
from rulesc.machine.substitute import substitute
from rulesc.typed import nodes as typed
from rulesc.source import Span
from rulesc.typed.types import Bool, ErrorType, Int, KindType, OptionalType, Seat, SetType, lowest, size

Env = Mapping[str, typed.Expr]


@dataclass(slots=True)
class _Open:
    """A block under construction."""

    name: str
    body: list[nodes.Stmt] = field(default_factory=list)
    end: nodes.Terminator | None = None
    phase: str = ""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A first decision of a statement: an option, and the condition under which it is one at all."""

    option: nodes.Option
    conditions: tuple[typed.Expr, ...] = ()


def lower(program: typed.Program) -> nodes.Machine:
    """The machine of a whole program; its entry is where the phase `game` begins."""
    lowering = _Lowering(program)
    end = lowering.block("over")
    lowering.blocks[end].end = nodes.End()
    entry = lowering.block("game")
    lowering.current = entry
    lowering.over = end
    lowering.inline(lowering.procedures["game"], (), {})
    lowering.close(nodes.Goto(end))
    blocks = tuple(
        nodes.Block(i, b.name, tuple(b.body), b.end or nodes.End(), b.phase) for i, b in enumerate(lowering.blocks)
    )
    return nodes.Machine(program, entry, blocks, tuple(lowering.decisions), lowering.chances)


class _Lowering:
    def __init__(self, program: typed.Program) -> None:
        self.program = program
        self.procedures = {p.name: p for p in program.procedures}
        self.actions = {a.name: a for a in program.actions}
        self.zones = {z.name: z for z in program.zones}
        self.components = {c.name: c for c in program.components}
        self.blocks: list[_Open] = []
        self.decisions: list[nodes.Decision] = []
        self.chances = 0
        self.current = 0
        self.over = 0
        self.depth = 0
        self.taken: dict[str, int] = {}
        self.stopping = _stopping(program)

    # ---- blocks ----------------------------------------------------------------------------

    def block(self, name: str) -> int:
        self.blocks.append(_Open(name))
        return len(self.blocks) - 1

    def emit(self, stmt: nodes.Stmt) -> None:
        self.blocks[self.current].body.append(stmt)

    def close(self, end: nodes.Terminator) -> None:
        if self.blocks[self.current].end is None:
            self.blocks[self.current].end = end

    def fresh(self, name: str) -> str:
        count = self.taken.get(name, 0) + 1
        self.taken[name] = count
        return name if count == 1 else f"{name}_{count}"

    def bind(self, name: str, value: typed.Expr, env: dict[str, typed.Expr], span: typed.Expr) -> None:
        """Let a parameter stand for an argument: by name if it can't change, otherwise by value."""
        if isinstance(value, typed.Const | typed.Var):
            env[name] = value
            return
        var = typed.Var(self.fresh(name), value.type, span.span)
        self.emit(typed.Let(var.name, value, (), span.span))
        env[name] = var

    # ---- statements ------------------------------------------------------------------------

    def run(self, stmts: Sequence[typed.Stmt], env: dict[str, typed.Expr]) -> None:
        """Lower statements one after the other; a `let` binds for those that follow."""
        for stmt in stmts:
            self.stmt(stmt, env)

    def stmt(self, stmt: typed.Stmt, env: dict[str, typed.Expr]) -> None:
        match stmt:
            case typed.Let(name, value):
                var = typed.Var(self.fresh(name), value.type, stmt.span)
                self.emit(replace(stmt, var=var.name, value=substitute(value, env)))
                env[name] = var
            case typed.SetSlot() | typed.MoveKind() | typed.MoveAll():
                self.emit(substitute(stmt, env))
            case typed.Run(name, args):
                self.inline(self.procedures[name], tuple(substitute(a, env) for a in args), env)
            case typed.If():
                self.if_(stmt, env)
            case typed.For():
                self.for_(stmt, env)
            case typed.While(condition, body):
                if not self.stops(body):
                    straight = self.straight(body, env)
                    self.emit(replace(stmt, condition=substitute(condition, env), body=straight))  # type: ignore[arg-type]
                    return
                head, inside, after = self.block("while"), self.block("body"), self.block("after")
                self.close(nodes.Goto(head))
                self.blocks[head].end = nodes.Branch(substitute(condition, env), inside, after)
                self.current = inside
                self.run(body, dict(env))
                self.close(nodes.Goto(head))
                self.current = after
            case typed.RepeatUntil(body, until):
                if not self.stops(body) and until is not None:
                    straight = self.straight(body, env)
                    self.emit(replace(stmt, body=straight, until=substitute(until, env)))  # type: ignore[arg-type]
                    return
                head, after = self.block("repeat"), self.block("after")
                self.close(nodes.Goto(head))
                self.current = head
                self.run(body, dict(env))
                self.close(
                    nodes.Goto(head) if until is None else nodes.Branch(substitute(until, env), after, head)
                )
                self.current = after
            case typed.RepeatTimes():
                self.times(stmt, env)
            case typed.Draw():
                self.draw(stmt, env)
            case typed.Refill(target, size_, source):
                here = substitute(target, env)
                need = typed.Arith(
                    "-",
                    substitute(size_, env),
                    typed.CountIn(here, None, Int(0, 1000), stmt.span),
                    Int(-1000, 1000),
                    stmt.span,
                )
                self.draws(need, substitute(source, env), here, None, "refill", stmt, env)
            case typed.Shuffle(zone, into):
                if into is not None:
                    self.emit(
                        typed.MoveAll(substitute(zone, env), substitute(into, env), stmt.clauses, stmt.span)
                    )
            case typed.EndGame():
                self.close(nodes.Goto(self.over))
                self.current = self.block("unreached")
            case typed.Choose() | typed.Offer() | typed.Optional() | typed.OneOf():
                after = self.block("after")
                self.decide(stmt, env, after)
                self.current = after
            case typed.AnyNumber() | typed.MoveChosen():
                after = self.block("after")
                if isinstance(stmt, typed.AnyNumber):
                    head = self.any_number(stmt, env, after)[0]
                else:
                    head = self.move_chosen(stmt, env, after)[0]
                self.close(nodes.Goto(head))
                self.current = after
            case _:
                assert_never(stmt)

    def inline(self, procedure: typed.Procedure, args: tuple[typed.Expr, ...], env: Env) -> None:
        inner: dict[str, typed.Expr] = {}
        for param, arg in zip(procedure.params, args, strict=True):
            self.bind(param.name, arg, inner, arg)
        if procedure.role == "phase" and procedure.per_seat:
            head = self.block(procedure.name)
            self.blocks[head].phase = procedure.name
            self.close(nodes.Goto(head))
            self.current = head
        self.run(procedure.body, inner)

    def if_(self, stmt: typed.If, env: Env) -> None:
        condition = substitute(stmt.condition, env)
        if not self.stops(stmt.then) and not self.stops(stmt.otherwise):
            then, otherwise = self.straight(stmt.then, env), self.straight(stmt.otherwise, env)
            self.emit(replace(stmt, condition=condition, then=then, otherwise=otherwise))  # type: ignore[arg-type]
            return
        then_block, else_block, after = self.block("then"), self.block("else"), self.block("after")
        self.close(nodes.Branch(condition, then_block, else_block))
        for block, body in ((then_block, stmt.then), (else_block, stmt.otherwise)):
            self.current = block
            self.run(body, dict(env))
            self.close(nodes.Goto(after))
        self.current = after

    def for_(self, stmt: typed.For, env: Env) -> None:
        loop = stmt.loop
        name = self.fresh(loop.var)
        var = typed.Var(name, loop.type, stmt.span)
        inner = {**env, loop.var: var}
        domain = substitute(loop.domain, env)
        condition = None if loop.condition is None else substitute(loop.condition, inner)
        if not self.stops(stmt.body):
            body = self.straight(stmt.body, inner)
            self.emit(replace(stmt, loop=typed.Loop(name, loop.type, domain, condition), body=body))  # type: ignore[arg-type]
            return
        head, test, inside, step, after = (self.block(n) for n in ("for", "test", "body", "step", "after"))
        position = self.start_loop(domain, var, stmt)
        self.close(nodes.Goto(head))
        more, value = self.loop_test(domain, var, position, stmt)
        self.blocks[head].end = nodes.Branch(more, test, after)
        self.current = test
        if value is not None:
            self.emit(typed.Let(name, value, (), stmt.span))
        member = _member(domain, var, stmt)
        conditions = tuple(c for c in (member, condition) if c is not None)
        self.close(
            nodes.Branch(_all(conditions, stmt), inside, step) if conditions else nodes.Goto(inside)
        )
        self.current = inside
        self.run(stmt.body, dict(inner))
        self.close(nodes.Goto(step))
        self.current = step
        self.emit(typed.Let(position.name, _plus(position, 1, stmt), (), stmt.span))
        self.close(nodes.Goto(head))
        self.current = after

    def start_loop(self, domain: typed.Domain, var: typed.Var, stmt: typed.For) -> typed.Var:
        """Set the loop's counter before its first step and say which variable it is."""
        span = stmt.span
        if isinstance(domain, typed.RangeOf):
            self.emit(typed.Let(var.name, domain.low, (), span))
            return var
        if isinstance(domain, typed.ItemsOf):
            position = typed.Var(self.fresh("step"), Int(0, 1000), span)
            self.emit(typed.Let(position.name, _int(0, span), (), span))
            return position
        if isinstance(domain, typed.SeatsFrom):
            first = typed.Var(self.fresh("first"), var.type, span)
            self.emit(typed.Let(first.name, domain.first, (), span))
            self.first = first
            position = typed.Var(self.fresh("step"), Int(0, 1000), span)
            self.emit(typed.Let(position.name, _int(0, span), (), span))
            return position
        scalar = var.type
        assert not isinstance(scalar, typed_nonscalar)
        self.emit(typed.Let(var.name, typed.Const(lowest(scalar), scalar, span), (), span))
        return var

    def loop_test(
        self, domain: typed.Domain, var: typed.Var, position: typed.Var, stmt: typed.For
    ) -> tuple[typed.Expr, typed.Expr | None]:
        """Whether there is another step, and the loop variable's value at it (None: the counter itself)."""
        span = stmt.span
        match domain:
            case typed.RangeOf(_, high):
                return typed.Compare("<=", var, high, Bool(), span), None
            case typed.ItemsOf(items):
                more = typed.Compare("<", position, _int(len(items), span), Bool(), span)
                value = items[-1]
                for i in range(len(items) - 2, -1, -1):
                    here = typed.Compare("==", position, _int(i, span), Bool(), span)
                    value = typed.IfExpr(here, items[i], value, var.type, span)
                return more, value
            case typed.SeatsFrom():
                count = typed.NumPlayers(Int(1, 100), span)
                more = typed.Compare("<", position, count, Bool(), span)
                place = typed.Arith("+", self.first, position, Int(0, 1000), span)
                return more, typed.Arith("%", place, count, var.type, span)
            case _:
                if isinstance(var.type, Seat):
                    return typed.Compare("<", var, typed.NumPlayers(Int(1, 100), span), Bool(), span), None
                assert not isinstance(var.type, typed_nonscalar)
                top = lowest(var.type) + size(var.type)
                return typed.Compare("<", var, _int(top, span), Bool(), span), None

    def times(self, stmt: typed.RepeatTimes, env: Env) -> None:
        times = substitute(stmt.times, env)
        if not self.stops(stmt.body):
            self.emit(replace(stmt, times=times, body=self.straight(stmt.body, env)))  # type: ignore[arg-type]
            return
        left = typed.Var(self.fresh("left"), Int(0, 1000), stmt.span)
        self.emit(typed.Let(left.name, times, (), stmt.span))
        head, inside, after = self.block("repeat"), self.block("body"), self.block("after")
        self.close(nodes.Goto(head))
        more = typed.Compare(">", left, _int(0, stmt.span), Bool(), stmt.span)
        self.blocks[head].end = nodes.Branch(more, inside, after)
        self.current = inside
        self.emit(typed.Let(left.name, _plus(left, -1, stmt), (), stmt.span))
        self.run(stmt.body, dict(env))
        self.close(nodes.Goto(head))
        self.current = after

    def draw(self, stmt: typed.Draw, env: dict[str, typed.Expr]) -> None:
        source, target = substitute(stmt.source, env), substitute(stmt.target, env)
        var = None
        if stmt.var is not None:
            component = self.components[self.zones[stmt.source.zone].component]
            kind = KindType(component.name, tuple(k.name for k in component.kinds))
            var = typed.Var(self.fresh(stmt.var), kind, stmt.span)
            self.emit(typed.Let(var.name, typed.Const(-1, kind, stmt.span), (), stmt.span))
            env[stmt.var] = var
        self.draws(substitute(stmt.count, env), source, target, var, "draw", stmt, env)

    def draws(
        self,
        count: typed.Expr,
        source: typed.ZoneAt,
        target: typed.ZoneRef,
        var: typed.Var | None,
        name: str,
        stmt: typed.Draw | typed.Refill,
        env: Env,
    ) -> None:
        """Draw up to `count` pieces one by one: a loop around a chance point."""
        span = stmt.span
        zone = self.zones[source.zone]
        component = self.components[zone.component]
        kind_type = KindType(component.name, tuple(k.name for k in component.kinds))
        drawn = var or typed.Var(self.fresh("drawn"), kind_type, span)
        refill = None if zone.refilled_from is None else typed.ZoneAt(zone.refilled_from, ())
        single = isinstance(count, typed.Const) and count.value == 1
        head, found, after = self.block(name), self.block("drawn"), self.block("after")
        left = typed.Var("", Int(0, 1000), span) if single else typed.Var(self.fresh("left"), Int(0, 1000), span)
        if not single:
            self.emit(typed.Let(left.name, count, (), span))
        self.close(nodes.Goto(head))
        chance = nodes.Chance(self.chances, source, refill, drawn.name, found, after)
        self.chances += 1
        self.current = head
        if not single:
            pull = self.block(name)
            more = typed.Compare(">", left, _int(0, span), Bool(), span)
            self.close(nodes.Branch(more, pull, after))
            self.current = pull
        self.close(chance)
        self.current = found
        self.emit(typed.MoveKind(_int(1, span), drawn, source, target, stmt.clauses, span))
        if not single:
            self.emit(typed.Let(left.name, _plus(left, -1, stmt), (), span))
        self.close(nodes.Goto(after if single else head))
        self.current = after

    def straight(self, stmts: Sequence[typed.Stmt], env: Env) -> tuple[nodes.Stmt, ...]:
        """Statements that cannot stop, inlined into a structured body."""
        keep, self.current = self.current, self.block("straight")
        block = self.current
        self.run(stmts, dict(env))
        assert self.current == block, "a straight body opened a block"
        self.current = keep
        body = tuple(self.blocks[block].body)
        self.blocks[block] = _Open("unreached")
        return body

    def stops(self, stmts: Sequence[typed.Stmt]) -> bool:
        return any(_stops(s, self.stopping) for s in stmts)

    # ---- decisions -------------------------------------------------------------------------

    def decide(self, stmt: typed.Stmt, env: dict[str, typed.Expr], after: int) -> None:
        """Ask at the current point; what follows each option ends at `after`."""
        origin = self.current
        if isinstance(stmt, typed.OneOf):
            entries = self.entries(stmt, env, after)
            otherwise = None
            if stmt.has_otherwise:
                otherwise = self.block("otherwise")
                self.current = otherwise
                self.run(stmt.otherwise, dict(env))
                self.close(nodes.Goto(after))
            idle = None
        elif isinstance(stmt, typed.Optional):
            entries = self.entries(stmt, env, after)
            otherwise, idle = (after, "pass") if stmt.silent else (None, None)
        else:
            entries, otherwise, idle = self.entries(stmt, env, after), None, None
        self.current = origin
        self.close(nodes.Ask(self.decision(entries, env, stmt, idle), otherwise))

    def decision(self, entries: Sequence[_Entry], env: Env, stmt: typed.Stmt, idle: str | None) -> int:
        options = [self.guarded(e) for e in entries]
        options.sort(key=lambda o: self.actions[o.action].first_id)
        seat = env.get("player") or typed.Const(0, Seat(1), stmt.span)
        names = [o.action for o in options if self.actions[o.action].role == "action"] or [o.action for o in options]
        decision = nodes.Decision(len(self.decisions), names[0], seat, tuple(options), idle, stmt.clauses)
        self.decisions.append(decision)
        return decision.id

    def guarded(self, entry: _Entry) -> nodes.Option:
        """The option with the conditions of the branches around it as guards without a clause."""
        extra = tuple(typed.Guard("", c, (), c.span) for c in entry.conditions)
        return replace(entry.option, guards=extra + entry.option.guards) if extra else entry.option

    def sequence(self, stmts: Sequence[typed.Stmt], env: dict[str, typed.Expr], after: int) -> list[_Entry]:
        """The first decisions of a branch; the rest of it runs before `after`."""
        first, rest = stmts[0], stmts[1:]
        if rest:
            then = self.block("then")
            entries = self.entries(first, env, then)
            self.current = then
            self.run(rest, dict(env))
            self.close(nodes.Goto(after))
            return entries
        return self.entries(first, env, after)

    def entries(self, stmt: typed.Stmt, env: dict[str, typed.Expr], after: int) -> list[_Entry]:
        """The options with which a statement can begin, each with all that follows up to `after`."""
        match stmt:
            case typed.Offer(options):
                return [self.offer(o, env, after, stmt) for o in options]
            case typed.Optional(body):
                return [*self.sequence(body, env, after), self.plain("pass", after)]
            case typed.OneOf(branches):
                return [e for b in branches for e in self.sequence(b, dict(env), after)]
            case typed.AnyNumber():
                return self.any_number(stmt, env, after)[1]
            case typed.MoveChosen():
                return self.move_chosen(stmt, env, after)[1]
            case typed.Choose():
                return [self.choose(stmt, env, after)]
            case typed.If(condition, then, otherwise):
                here = substitute(condition, env)
                yes = [replace(e, conditions=(here, *e.conditions)) for e in self.sequence(then, dict(env), after)]
                if not otherwise:
                    return yes
                no = typed.Not(here, Bool(), stmt.span)
                return yes + [
                    replace(e, conditions=(no, *e.conditions)) for e in self.sequence(otherwise, dict(env), after)
                ]
            case typed.Run(name, args):
                procedure = self.procedures[name]
                inner = {p.name: substitute(a, env) for p, a in zip(procedure.params, args, strict=True)}
                return self.sequence(procedure.body, inner, after)
            case _:
                raise AssertionError(f"no decision to begin with: {type(stmt).__name__}")

    def plain(self, action: str, target: int, guards: tuple[typed.Guard, ...] = ()) -> _Entry:
        return _Entry(nodes.Option(action, (), guards, target, self.depth > 0))

    def offer(self, offered: typed.OfferOption, env: Env, after: int, stmt: typed.Stmt) -> _Entry:
        action = self.actions[offered.action]
        inner: dict[str, typed.Expr] = {"player": env["player"]} if "player" in env else {}
        params = []
        for param, arg in zip(action.params, offered.args, strict=True):
            var = typed.Var(self.fresh(param.name), param.type, stmt.span)
            bound = None if arg is None else substitute(arg, env)
            if isinstance(bound, typed.Const | typed.Var):
                inner[param.name] = bound
            else:
                inner[param.name] = var
            params.append(nodes.OptionParam(var.name, param.type, bound, None))
        guards = substitute(action.guards, inner)
        body = self.block(action.name)
        self.current = body
        self.depth += 1
        self.run(action.body, dict(inner))
        self.depth -= 1
        leaves = substitute(action.leaves, inner)
        self.emit(nodes.EndAction(action.name, leaves, self.depth == 0))
        self.close(nodes.Goto(after))
        return _Entry(nodes.Option(action.name, tuple(params), guards, body, True))

    def choose(self, stmt: typed.Choose, env: dict[str, typed.Expr], after: int) -> _Entry:
        var = typed.Var(self.fresh(stmt.var), stmt.type, stmt.span)
        domain = substitute(stmt.domain, env)
        env[stmt.var] = var
        conditions = [c for c in (_member(domain, var, stmt),) if c is not None]
        if stmt.where is not None:
            conditions.append(substitute(stmt.where, env))
        if isinstance(domain, typed.RangeOf):
            conditions.insert(0, typed.InRange(var, domain.low, domain.high, Bool(), stmt.span))
        if isinstance(domain, typed.ItemsOf):
            conditions.insert(0, typed.OneOfValues(var, domain.items, Bool(), stmt.span))
        guards = tuple(typed.Guard(stmt.choice, c, stmt.clauses, stmt.span) for c in conditions)
        param = nodes.OptionParam(var.name, stmt.type, None, None)
        return _Entry(nodes.Option(stmt.choice, (param,), guards, after, self.depth > 0))

    def any_number(self, stmt: typed.AnyNumber, env: dict[str, typed.Expr], after: int) -> tuple[int, list[_Entry]]:
        """The loop's head, which asks again, and the options with which it can begin."""
        head = self.block("again")
        back = head
        if stmt.limit is not None:
            back = self.block("count")
            used = typed.Var(self.fresh("used"), Int(0, 1000), stmt.span)
            limit = substitute(stmt.limit, env)
            self.emit(typed.Let(used.name, _int(0, stmt.span), (), stmt.span))
            more = typed.Compare("<", used, limit, Bool(), stmt.span)
            self.blocks[back].body.append(typed.Let(used.name, _plus(used, 1, stmt), (), stmt.span))
            self.blocks[back].end = nodes.Branch(more, head, after)
        entries = [e for b in stmt.branches for e in self.sequence(b, dict(env), back)]
        guards: tuple[typed.Guard, ...] = ()
        if stmt.stop is not None:
            guards = (typed.Guard("stop", substitute(stmt.stop, env), stmt.clauses, stmt.stop.span),)
        entries.append(self.plain("stop", after, guards))
        self.blocks[head].end = nodes.Ask(self.decision(entries, env, stmt, None), None)
        return head, entries

    def move_chosen(
        self, stmt: typed.MoveChosen, env: dict[str, typed.Expr], after: int
    ) -> tuple[int, list[_Entry]]:
        """Picks in canonical order: `last` is the place of the pick before in (source, kind) order."""
        span = stmt.span
        zone = self.zones[stmt.sources[0].zone]
        component = self.components[zone.component]
        kinds = KindType(component.name, tuple(k.name for k in component.kinds))
        count = len(component.kinds)
        low = substitute(stmt.low, env)
        high = None if stmt.high is None else substitute(stmt.high, env)
        sources = substitute(stmt.sources, env)
        picked = typed.Var(self.fresh("picked"), Int(0, 1000), span)
        last = typed.Var(self.fresh("last"), Int(0, 1000), span)
        self.emit(typed.Let(picked.name, _int(0, span), (), span))
        self.emit(typed.Let(last.name, _int(0, span), (), span))
        head = self.block("pick")
        action = self.actions[stmt.pick]
        entries = []
        for place, source in enumerate(sources):
            kind = typed.Var(self.fresh("kind"), kinds, span)
            at = typed.Arith("+", kind, _int(place * count, span), Int(0, 1000), span)
            conditions: list[typed.Expr] = [
                typed.Compare(">", typed.CountIn(source, kind, Int(0, 1000), span), _int(0, span), Bool(), span),
                typed.Compare(">=", at, last, Bool(), span),
            ]
            if not (isinstance(low, typed.Const) and low.value <= 1):
                conditions.append(self.enough(kind, count, sources[place:], low, picked, stmt))
            guards = tuple(typed.Guard(stmt.pick, c, stmt.clauses, span) for c in conditions)
            params = [nodes.OptionParam(kind.name, kinds, None, None)]
            if len(sources) > 1:
                where = action.params[0].type
                params.insert(0, nodes.OptionParam(self.fresh("zone"), where, typed.Const(place, where, span), None))
            body = self.block(stmt.pick)
            self.blocks[body].body += [
                typed.MoveKind(_int(1, span), kind, source, substitute(stmt.target, env), stmt.clauses, span),
                typed.Let(last.name, at, (), span),
                typed.Let(picked.name, _plus(picked, 1, stmt), (), span),
            ]
            if high is None:
                self.blocks[body].end = nodes.Goto(head)
            else:
                more = typed.Compare("<", picked, high, Bool(), span)
                self.blocks[body].end = nodes.Branch(more, head, after)
            entries.append(_Entry(nodes.Option(stmt.pick, tuple(params), guards, body, self.depth > 0)))
        if high is None or high != low:
            enough = typed.Compare(">=", picked, low, Bool(), span)
            entries.append(self.plain("stop", after, (typed.Guard("stop", enough, stmt.clauses, span),)))
        self.blocks[head].end = nodes.Ask(self.decision(entries, env, stmt, None), None)
        return head, entries

    def enough(
        self,
        kind: typed.Var,
        count: int,
        sources: tuple[typed.ZoneAt, ...],
        low: typed.Expr,
        picked: typed.Var,
        stmt: typed.MoveChosen,
    ) -> typed.Expr:
        """Enough pieces at or after this pick to reach `low` picks."""
        span = stmt.span
        number = Int(0, 1000)
        other = typed.Var(self.fresh("other"), kind.type, span)
        assert isinstance(kind.type, KindType)
        here: typed.Expr = typed.Fold(
            "sum",
            (typed.Loop(other.name, kind.type, typed.RangeOf(kind, _int(count - 1, span)), None),),
            typed.CountIn(sources[0], other, number, span),
            number,
            span,
        )
        for source in sources[1:]:
            here = typed.Arith("+", here, typed.CountIn(source, None, number, span), number, span)
        return typed.Compare(">=", here, typed.Arith("-", low, picked, number, span), Bool(), span)


typed_nonscalar = (OptionalType, SetType, ErrorType)


def _int(value: int, span: Span) -> typed.Const:
    return typed.Const(value, Int(value, value), span)


def _plus(var: typed.Var, step: int, stmt: typed.Stmt) -> typed.Expr:
    op, amount = ("+", step) if step >= 0 else ("-", -step)
    return typed.Arith(op, var, _int(amount, stmt.span), var.type, stmt.span)


def _all(conditions: tuple[typed.Expr, ...], stmt: typed.Stmt) -> typed.Expr:
    return conditions[0] if len(conditions) == 1 else typed.Logic("and", conditions, Bool(), stmt.span)


def _member(domain: typed.Domain, var: typed.Var, stmt: typed.Stmt) -> typed.Expr | None:
    """The condition under which a value of the type is in the domain; None where all are."""
    match domain:
        case typed.ElementsOf(set_):
            return typed.InSet(var, set_, Bool(), stmt.span)
        case typed.KindsIn(zone):
            number = typed.CountIn(zone, var, Int(0, 1000), stmt.span)
            return typed.Compare(">", number, _int(0, stmt.span), Bool(), stmt.span)
        case _:
            return None


def _stopping(program: typed.Program) -> frozenset[str]:
    """The procedures in which a decision or a draw stands, through calls."""
    found: set[str] = set()
    while True:
        more = {
            p.name
            for p in program.procedures
            if p.name not in found and any(_stops(s, frozenset(found)) for s in p.body)
        }
        if not more:
            return frozenset(found)
        found |= more


def _stops(stmt: typed.Stmt, stopping: frozenset[str]) -> bool:
    match stmt:
        case typed.Run(name):
            return name in stopping
        case typed.If(_, then, otherwise):
            return any(_stops(s, stopping) for s in (*then, *otherwise))
        case typed.For(_, body) | typed.While(_, body) | typed.RepeatUntil(body) | typed.RepeatTimes(_, body):
            return any(_stops(s, stopping) for s in body)
        case typed.SetSlot() | typed.Let() | typed.MoveKind() | typed.MoveAll() | typed.Shuffle():
            return False
        case _:
            return True
