"""Lowering: typed program in, machine out.

Flow is walked once, forwards. Procedures and action bodies are inlined at their calls under fresh
variable names. Whatever can stop ends a block; the rest is copied as structured statements.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from rulesc.machine import nodes
from rulesc.machine.building import NONSCALAR, Env, Open, conjunction, constant, member, plus
from rulesc.machine.meetings import Meetings
from rulesc.machine.substitute import substitute
from rulesc.typed import nodes as typed
from rulesc.typed.descend import descend
from rulesc.typed.types import Bool, Int, KindType, Seat, lowest, size


def lower(program: typed.Program) -> nodes.Machine:
    """The machine of a whole program; its entry is where the phase `game` begins."""
    lowering = Lowering(program)
    end = lowering.block("over")
    lowering.blocks[end].end = nodes.End()
    entry = lowering.block("game")
    lowering.current = entry
    lowering.over = end
    lowering.inline(lowering.procedures["game"], (), {})
    lowering.close(nodes.Goto(end))
    possible = lowering.possible(end)
    blocks = tuple(
        nodes.Block(i, b.name, tuple(b.body), b.end or nodes.End(), b.phase)
        for i, b in enumerate(lowering.blocks)
    )
    return nodes.Machine(
        program, entry, blocks, tuple(lowering.decisions), lowering.chances, possible, lowering.meetings
    )


class Lowering(Meetings):
    """Lowers statements."""

    def __init__(self, program: typed.Program) -> None:
        super().__init__(program)
        self.stopping = _stopping(program)

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
                    self.emit(replace(stmt, condition=substitute(condition, env), body=straight))
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
                    self.emit(replace(stmt, body=straight, until=substitute(until, env)))
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
            case typed.Together():
                self.together(stmt, env)
            case typed.Window():
                self.window(stmt, env)
            case typed.Choose() | typed.Offer() | typed.Optional() | typed.OneOf():
                after = self.block("after")
                self.decide(stmt, env, after)
                self.current = after
            case typed.AnyNumber() | typed.MoveChosen():
                after = self.block("after")
                if isinstance(stmt, typed.AnyNumber):
                    self.any_number(stmt, env, after)
                else:
                    self.move_chosen(stmt, env, after)
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

    def possible(self, over: int) -> tuple[nodes.Possible, ...]:
        """What each `can` asks of: an offer that stands for it, or else a decision that is never asked."""
        found: dict[tuple[str, tuple[bool, ...]], nodes.Possible] = {}
        for can in descend(self.program):
            for option in can.options if isinstance(can, typed.Can) else ():
                given = tuple(arg is not None for arg in option.args)
                if (option.action, given) not in found:
                    offered = None if any(given) else self.offered(option.action)
                    found[option.action, given] = offered or self.asked_only(option.action, given, over)
        return tuple(found.values())

    def offered(self, action: str) -> nodes.Possible | None:
        """An offer of an action with nothing around it, all its parameters free."""
        for decision in self.decisions:
            if decision.nested or not isinstance(decision.seat, typed.Var):
                continue
            for place, option in enumerate(decision.options):
                free = all(p.bound is None for p in option.params)
                if option.action == action and free and all(g.label for g in option.guards):
                    given = (False,) * len(option.params)
                    return nodes.Possible(action, given, decision.id, place, decision.seat.name, ())
        return None

    def asked_only(self, name: str, given: tuple[bool, ...], over: int) -> nodes.Possible:
        """A decision that is never asked, with an action for which some parameters are given."""
        action = self.actions[name]
        seat = typed.Var(self.fresh("player"), Seat(self.program.players[1]), action.span)
        env: dict[str, typed.Expr] = {"player": seat}
        args: list[typed.Expr | None] = []
        for param, known in zip(action.params, given, strict=True):
            args.append(typed.Var(self.fresh(param.name), param.type, action.span) if known else None)
        stmt = typed.Offer((typed.OfferOption(name, tuple(args)),), (), action.span)
        number = self.decision(self.entries(stmt, env, over), env, stmt, None)
        names = tuple(arg.name for arg in args if isinstance(arg, typed.Var))
        return nodes.Possible(name, given, number, 0, seat.name, names)

    def if_(self, stmt: typed.If, env: Env) -> None:
        condition = substitute(stmt.condition, env)
        if not self.stops(stmt.then) and not self.stops(stmt.otherwise):
            then, otherwise = self.straight(stmt.then, env), self.straight(stmt.otherwise, env)
            self.emit(replace(stmt, condition=condition, then=then, otherwise=otherwise))
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
            stays = typed.Loop(name, loop.type, domain, condition)
            self.emit(replace(stmt, loop=stays, body=body))
            return
        head, test, inside, step, after = (self.block(n) for n in ("for", "test", "body", "step", "after"))
        domain = self.read_once(domain)
        first, position = self.start_loop(domain, var, stmt)
        self.close(nodes.Goto(head))
        more, value = self.loop_test(domain, var, first, position, stmt)
        self.blocks[head].end = nodes.Branch(more, test, after)
        self.current = test
        if value is not None:
            self.emit(typed.Let(name, value, (), stmt.span))
        belongs = member(domain, var, stmt)
        conditions = tuple(c for c in (belongs, condition) if c is not None)
        self.close(
            nodes.Branch(conjunction(conditions, stmt), inside, step) if conditions else nodes.Goto(inside)
        )
        self.current = inside
        self.run(stmt.body, dict(inner))
        self.close(nodes.Goto(step))
        self.current = step
        self.emit(typed.Let(position.name, plus(position, 1, stmt), (), stmt.span))
        self.close(nodes.Goto(head))
        self.current = after

    def read_once(self, domain: typed.Domain) -> typed.Domain:
        """The domain with its bounds and listed values as they are when the loop begins."""
        match domain:
            case typed.RangeOf(low, high):
                return typed.RangeOf(low, self.once("high", high))
            case typed.ItemsOf(items):
                return typed.ItemsOf(tuple([self.once("item", item) for item in items]))
            case typed.ListedIn(lists, index):
                return typed.ListedIn(lists, tuple([self.once("at", e) for e in index]))
            case _:
                return domain

    def start_loop(
        self, domain: typed.Domain, var: typed.Var, stmt: typed.For
    ) -> tuple[typed.Var, typed.Var]:
        """Set the loop's counter before its first step; the seat it begins with, where it is one round of
        the seats, and the counter."""
        span = stmt.span
        if isinstance(domain, typed.RangeOf):
            self.emit(typed.Let(var.name, domain.low, (), span))
            return var, var
        if isinstance(domain, typed.ItemsOf):
            position = typed.Var(self.fresh("step"), Int(0, 1000), span)
            self.emit(typed.Let(position.name, constant(0, span), (), span))
            return position, position
        if isinstance(domain, typed.SeatsFrom):
            first = typed.Var(self.fresh("first"), var.type, span)
            self.emit(typed.Let(first.name, domain.first, (), span))
            position = typed.Var(self.fresh("step"), Int(0, 1000), span)
            self.emit(typed.Let(position.name, constant(0, span), (), span))
            return first, position
        scalar = var.type
        assert not isinstance(scalar, NONSCALAR)
        self.emit(typed.Let(var.name, typed.Const(lowest(scalar), scalar, span), (), span))
        return var, var

    def loop_test(
        self, domain: typed.Domain, var: typed.Var, first: typed.Var, position: typed.Var, stmt: typed.For
    ) -> tuple[typed.Expr, typed.Expr | None]:
        """Whether there is another step, and the loop variable's value at it (None: the counter itself)."""
        span = stmt.span
        match domain:
            case typed.RangeOf(_, high):
                return typed.Compare("<=", var, high, Bool(), span), None
            case typed.ItemsOf(items):
                more = typed.Compare("<", position, constant(len(items), span), Bool(), span)
                value = items[-1]
                for i in range(len(items) - 2, -1, -1):
                    here = typed.Compare("==", position, constant(i, span), Bool(), span)
                    value = typed.IfExpr(here, items[i], value, var.type, span)
                return more, value
            case typed.SeatsFrom():
                count = typed.NumPlayers(Int(1, 100), span)
                more = typed.Compare("<", position, count, Bool(), span)
                place = typed.Arith("+", first, position, Int(0, 1000), span)
                return more, typed.Arith("%", place, count, var.type, span)
            case _:
                if isinstance(var.type, Seat):
                    return typed.Compare("<", var, typed.NumPlayers(Int(1, 100), span), Bool(), span), None
                assert not isinstance(var.type, NONSCALAR)
                top = lowest(var.type) + size(var.type)
                return typed.Compare("<", var, constant(top, span), Bool(), span), None

    def times(self, stmt: typed.RepeatTimes, env: Env) -> None:
        times = substitute(stmt.times, env)
        if not self.stops(stmt.body):
            self.emit(replace(stmt, times=times, body=self.straight(stmt.body, env)))
            return
        left = typed.Var(self.fresh("left"), Int(0, 1000), stmt.span)
        self.emit(typed.Let(left.name, times, (), stmt.span))
        head, inside, after = self.block("repeat"), self.block("body"), self.block("after")
        self.close(nodes.Goto(head))
        more = typed.Compare(">", left, constant(0, stmt.span), Bool(), stmt.span)
        self.blocks[head].end = nodes.Branch(more, inside, after)
        self.current = inside
        self.emit(typed.Let(left.name, plus(left, -1, stmt), (), stmt.span))
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
        source = replace(source, index=tuple([self.once("of", e) for e in source.index]))
        target = replace(target, index=tuple([self.once("to", e) for e in target.index]))
        refill = None
        if zone.refilled_from is not None:
            own = self.zones[zone.refilled_from].dims == zone.dims
            refill = typed.ZoneAt(zone.refilled_from, source.index if own else ())
        single = isinstance(count, typed.Const) and count.value == 1
        head, found, after = self.block(name), self.block("drawn"), self.block("after")
        left = (
            typed.Var("", Int(0, 1000), span) if single else typed.Var(self.fresh("left"), Int(0, 1000), span)
        )
        if not single:
            self.emit(typed.Let(left.name, count, (), span))
        self.close(nodes.Goto(head))
        chance = nodes.Chance(self.chances, source, refill, drawn.name, found, after)
        self.chances += 1
        self.current = head
        if not single:
            pull = self.block(name)
            more = typed.Compare(">", left, constant(0, span), Bool(), span)
            self.close(nodes.Branch(more, pull, after))
            self.current = pull
        placed = None
        if zone.above is not None:
            placed = self.block("placed")
            self.take_under(typed.ZoneAt(zone.above, ()), (source, target), drawn, placed, stmt)
        self.close(chance)
        self.current = found
        self.emit(typed.MoveKind(constant(1, span), drawn, source, target, stmt.clauses, span))
        if placed is not None:
            self.close(nodes.Goto(placed))
            self.current = placed
        if not single:
            self.emit(typed.Let(left.name, plus(left, -1, stmt), (), span))
        self.close(nodes.Goto(after if single else head))
        self.current = after

    def take_under(
        self,
        row: typed.ZoneAt,
        way: tuple[typed.ZoneAt, typed.ZoneRef],
        drawn: typed.Var,
        placed: int,
        stmt: typed.Draw | typed.Refill,
    ) -> None:
        """From an empty pile on to the first piece of the row below it; else the current block goes on."""
        span, (pile, target) = stmt.span, way
        number, zero = Int(0, 1000), constant(0, stmt.span)
        empty = typed.Compare("==", typed.CountIn(pile, None, number, span), zero, Bool(), span)
        some = typed.Compare(">", typed.CountIn(row, None, number, span), zero, Bool(), span)
        under, pull = self.block("under"), self.block("pull")
        self.close(nodes.Branch(conjunction((empty, some), stmt), under, pull))
        self.current = under
        self.emit(typed.Let(drawn.name, typed.PieceIn(row, drawn.type, span), (), span))
        self.emit(typed.MoveKind(constant(1, span), drawn, row, target, stmt.clauses, span))
        self.close(nodes.Goto(placed))
        self.current = pull

    def straight(self, stmts: Sequence[typed.Stmt], env: Env) -> tuple[typed.Stmt, ...]:
        """Statements that cannot stop, inlined into a structured body."""
        keep, self.current = self.current, self.block("straight")
        block = self.current
        self.run(stmts, dict(env))
        assert self.current == block, "a straight body opened a block"
        self.current = keep
        body = tuple(s for s in self.blocks[block].body if not isinstance(s, nodes.EndAction))
        self.blocks[block] = Open("unreached")
        return body

    def stops(self, stmts: Sequence[typed.Stmt]) -> bool:
        return any(_stops(s, self.stopping) for s in stmts)


def _stopping(program: typed.Program) -> frozenset[str]:
    """The procedures in which a decision or a draw stands, through calls; a seat's phase begins a block."""
    found = {p.name for p in program.procedures if p.role == "phase" and p.per_seat}
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
