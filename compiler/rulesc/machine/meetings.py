"""Lowering of statements about several seats: `together` and `window`."""

from __future__ import annotations

from dataclasses import replace

from rulesc.machine import nodes
from rulesc.machine.building import Env, conjunction, constant, member, plus
from rulesc.machine.decisions import Decisions
from rulesc.machine.substitute import substitute
from rulesc.typed import nodes as typed
from rulesc.typed.types import Bool, Int, Seat, SetType


class Meetings(Decisions):
    """Lowers `together` and `window`."""

    def together(self, stmt: typed.Together, env: Env) -> None:
        """The body is run by each seat for itself; what comes after, once when all are done."""
        name = self.fresh(stmt.loop.var)
        seat = typed.Var(name, stmt.loop.type, stmt.span)
        inner: dict[str, typed.Expr] = {**env, stmt.loop.var: seat, "player": seat}
        condition = stmt.loop.condition
        asked = None if condition is None else substitute(condition, inner)
        point = self.meetings
        self.meetings += 1
        body, after = self.block("plan"), self.block("after")
        self.close(nodes.Together(point, seat, asked, body, after))
        self.current = body
        self.run(stmt.body, inner)
        self.close(nodes.Done(point))
        self.current = after

    def bidding(self, stmt: typed.Window, env: Env) -> None:
        """Seats asked in order, round after round; who passes is out, until only who acted last is left."""
        loop, span = stmt.loop, stmt.span
        var = typed.Var(self.fresh(loop.var), loop.type, span)
        inner: dict[str, typed.Expr] = {**env, loop.var: var}
        domain = self.order(substitute(loop.domain, env))
        seats = SetType(Seat(self.program.players[1]))
        out, last, asked = (
            typed.Var(self.fresh(name), type_, span)
            for name, type_ in (("out", seats), ("last", Int(-1, 100)), ("asked", Bool()))
        )
        self.emit(typed.Let(out.name, typed.MakeSet((), seats, span), (), span))
        self.emit(typed.Let(last.name, constant(-1, span), (), span))
        names = ("bidding", "next", "test", "in", "check", "ask", "acted", "out", "step", "again", "after")
        first_round, head, test, inside, check, ask, acted, drop, step, again, after = map(self.block, names)
        self.close(nodes.Goto(first_round))
        self.current = first_round
        self.emit(typed.Let(asked.name, typed.Const(0, Bool(), span), (), span))
        steps = typed.For(loop, (), stmt.clauses, span)
        first, position = self.start_loop(domain, var, steps)
        self.close(nodes.Goto(head))
        more, value = self.loop_test(domain, var, first, position, steps)
        self.blocks[head].end = nodes.Branch(more, test, again)
        self.current = again
        self.close(nodes.Branch(asked, first_round, after))
        self.current = test
        if value is not None:
            self.emit(typed.Let(var.name, value, (), span))
        belongs = member(domain, var, stmt)
        self.close(nodes.Goto(inside) if belongs is None else nodes.Branch(belongs, inside, step))
        self.current = inside
        self.bind("player", substitute(stmt.seat, inner), inner, substitute(stmt.seat, inner))
        seat = inner["player"]
        gone = typed.InSet(seat, out, Bool(), span)
        idle = typed.Compare("==", seat, last, Bool(), span)
        self.close(nodes.Branch(typed.Logic("or", (gone, idle), Bool(), span), step, check))
        self.current = check
        condition = None if loop.condition is None else substitute(loop.condition, inner)
        self.close(nodes.Goto(ask) if condition is None else nodes.Branch(condition, ask, drop))
        self.current = ask
        self.emit(typed.Let(asked.name, typed.Const(1, Bool(), span), (), span))
        asking = self.current
        entries = [e for b in stmt.branches for e in self.sequence(b, dict(inner), acted)]
        entries.append(self.plain("pass", drop))
        self.current = asking
        self.close(nodes.Ask(self.decision(entries, inner, stmt, None), None))
        self.current = acted
        self.emit(typed.Let(last.name, seat, (), span))
        self.close(nodes.Goto(step))
        self.current = drop
        with_it = typed.SetUnion(out, typed.MakeSet((seat,), seats, span), seats, span)
        self.emit(typed.Let(out.name, with_it, (), span))
        self.close(nodes.Goto(step))
        self.current = step
        self.emit(typed.Let(position.name, plus(position, 1, stmt), (), span))
        self.close(nodes.Goto(head))
        self.current = after

    def order(self, domain: typed.Domain) -> typed.Domain:
        """The order as it is when a bidding begins."""
        if isinstance(domain, typed.SeatsFrom):
            return replace(domain, first=self.once("from", domain.first))
        return self.read_once(domain)

    def read_once(self, domain: typed.Domain) -> typed.Domain:
        raise AssertionError("lowering without loops")

    def window(self, stmt: typed.Window, env: Env) -> None:
        """Seats asked in order; after an act the order begins anew."""
        if stmt.final:
            self.bidding(stmt, env)
            return
        loop, span = stmt.loop, stmt.span
        var = typed.Var(self.fresh(loop.var), loop.type, span)
        inner: dict[str, typed.Expr] = {**env, loop.var: var}
        domain = substitute(loop.domain, env)
        start, head, test, ask, step, after = (
            self.block(n) for n in ("window", "next", "test", "ask", "step", "after")
        )
        self.close(nodes.Goto(start))
        self.current = start
        steps = typed.For(loop, (), stmt.clauses, span)
        first, position = self.start_loop(domain, var, steps)
        self.close(nodes.Goto(head))
        more, value = self.loop_test(domain, var, first, position, steps)
        self.blocks[head].end = nodes.Branch(more, test, after)
        self.current = test
        if value is not None:
            self.emit(typed.Let(var.name, value, (), span))
        condition = None if loop.condition is None else substitute(loop.condition, inner)
        conditions = tuple(c for c in (member(domain, var, stmt), condition) if c is not None)
        self.close(nodes.Branch(conjunction(conditions, stmt), ask, step) if conditions else nodes.Goto(ask))
        self.current = ask
        self.bind("player", substitute(stmt.seat, inner), inner, substitute(stmt.seat, inner))
        asking = self.current
        entries = [e for b in stmt.branches for e in self.sequence(b, dict(inner), start)]
        entries.append(self.plain("pass", step))
        self.current = asking
        self.close(nodes.Ask(self.decision(entries, inner, stmt, None), None))
        self.current = step
        self.emit(typed.Let(position.name, plus(position, 1, stmt), (), span))
        self.close(nodes.Goto(head))
        self.current = after

    def start_loop(
        self, domain: typed.Domain, var: typed.Var, stmt: typed.For
    ) -> tuple[typed.Var, typed.Var]:
        raise AssertionError("lowering without loops")

    def loop_test(
        self, domain: typed.Domain, var: typed.Var, first: typed.Var, position: typed.Var, stmt: typed.For
    ) -> tuple[typed.Expr, typed.Expr | None]:
        raise AssertionError("lowering without loops")
