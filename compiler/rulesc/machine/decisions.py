"""Lowering of what a seat decides: the options of a statement, each with all that follows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulesc.machine import nodes
from rulesc.machine.building import Building, Entry, Env, constant, member, plus
from rulesc.machine.substitute import substitute
from rulesc.typed import nodes as typed
from rulesc.typed.types import Bool, Int, KindType, Seat


class Decisions(Building):
    """Lowers decisions; branches are joined by their first decisions."""

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

    def decision(self, entries: Sequence[Entry], env: Env, stmt: typed.Stmt, idle: str | None) -> int:
        options = [self.guarded(e) for e in entries]
        options.sort(key=lambda o: self.actions[o.action].first_id)
        seat = env.get("player") or typed.Const(0, Seat(1), stmt.span)
        names = [o.action for o in options if self.actions[o.action].role == "action"] or [
            o.action for o in options
        ]
        number, nested = len(self.decisions), self.depth > 0
        decision = nodes.Decision(number, names[0], seat, tuple(options), idle, stmt.clauses, nested)
        self.decisions.append(decision)
        return decision.id

    def guarded(self, entry: Entry) -> nodes.Option:
        """The option with the conditions of the branches around it as guards without a clause."""
        extra = tuple(typed.Guard("", c, (), c.span) for c in entry.conditions)
        return replace(entry.option, guards=extra + entry.option.guards) if extra else entry.option

    def sequence(self, stmts: Sequence[typed.Stmt], env: dict[str, typed.Expr], after: int) -> list[Entry]:
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

    def entries(self, stmt: typed.Stmt, env: dict[str, typed.Expr], after: int) -> list[Entry]:
        """The options with which a statement can begin, each with all that follows up to `after`."""
        match stmt:
            case typed.Offer(options):
                return [self.offer(o, env, after, stmt) for o in options]
            case typed.Optional(body):
                return [*self.sequence(body, env, after), self.plain("pass", after)]
            case typed.OneOf(branches):
                return [e for b in branches for e in self.sequence(b, dict(env), after)]
            case typed.AnyNumber():
                return self.first_round(stmt, env, after)
            case typed.MoveChosen():
                return self.first_pick(stmt, env, after)
            case typed.Choose():
                return [self.choose(stmt, env, after)]
            case typed.If(condition, then, otherwise):
                here = substitute(condition, env)
                yes = [
                    replace(e, conditions=(here, *e.conditions))
                    for e in self.sequence(then, dict(env), after)
                ]
                if not otherwise:
                    return yes
                no = typed.Not(here, Bool(), stmt.span)
                return yes + [
                    replace(e, conditions=(no, *e.conditions))
                    for e in self.sequence(otherwise, dict(env), after)
                ]
            case typed.Run(name, args):
                procedure = self.procedures[name]
                inner = {p.name: substitute(a, env) for p, a in zip(procedure.params, args, strict=True)}
                return self.sequence(procedure.body, inner, after)
            case _:
                raise AssertionError(f"no decision to begin with: {type(stmt).__name__}")

    def plain(self, action: str, target: int, guards: tuple[typed.Guard, ...] = ()) -> Entry:
        return Entry(nodes.Option(action, (), guards, target, self.depth > 0))

    def offer(self, offered: typed.OfferOption, env: Env, after: int, stmt: typed.Stmt) -> Entry:
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
        return Entry(nodes.Option(action.name, tuple(params), guards, body, True))

    def choose(self, stmt: typed.Choose, env: dict[str, typed.Expr], after: int) -> Entry:
        var = typed.Var(self.fresh(stmt.var), stmt.type, stmt.span)
        domain = substitute(stmt.domain, env)
        env[stmt.var] = var
        conditions = [c for c in (member(domain, var, stmt),) if c is not None]
        if stmt.where is not None:
            conditions.append(substitute(stmt.where, env))
        if isinstance(domain, typed.RangeOf):
            conditions.insert(0, typed.InRange(var, domain.low, domain.high, Bool(), stmt.span))
        if isinstance(domain, typed.ItemsOf):
            conditions.insert(0, typed.OneOfValues(var, domain.items, Bool(), stmt.span))
        guards = tuple(typed.Guard(stmt.choice, c, stmt.clauses, stmt.span) for c in conditions)
        param = nodes.OptionParam(var.name, stmt.type, None, None)
        return Entry(nodes.Option(stmt.choice, (param,), guards, after, self.depth > 0))

    def any_number(self, stmt: typed.AnyNumber, env: Env, after: int) -> None:
        """A loop that asks again; the current block goes on to it."""
        origin = self.current
        if stmt.limit is None:
            head, _ = self.rounds(stmt, env, after)
            self.current = origin
            self.close(nodes.Goto(head))
            return
        used = typed.Var(self.fresh("used"), Int(0, 1000), stmt.span)
        count = self.counted(stmt, env, after, used)
        self.current = origin
        self.emit(typed.Let(used.name, constant(0, stmt.span), (), stmt.span))
        self.close(replace(count, condition=self.more(stmt, env, used)))

    def first_round(self, stmt: typed.AnyNumber, env: Env, after: int) -> list[Entry]:
        """The options with which a loop can begin where it is a branch."""
        if stmt.limit is None:
            return self.rounds(stmt, env, after)[1]
        used = typed.Var(self.fresh("used"), Int(0, 1000), stmt.span)
        on = self.counted(stmt, env, after, used)
        first = self.block("count")
        self.blocks[first].body.append(typed.Let(used.name, constant(1, stmt.span), (), stmt.span))
        self.blocks[first].end = on
        any_round = self.more(stmt, env, constant(0, stmt.span))
        entries = self.round(stmt, env, first, after)
        return [replace(e, conditions=(any_round, *e.conditions)) for e in entries]

    def rounds(self, stmt: typed.AnyNumber, env: Env, after: int) -> tuple[int, list[Entry]]:
        """The block that asks for rounds without end, and its options: the first round's are the same."""
        head = self.block("again")
        entries = self.round(stmt, env, head, after)
        self.blocks[head].end = nodes.Ask(self.decision(entries, env, stmt, None), None)
        return head, entries

    def counted(self, stmt: typed.AnyNumber, env: Env, after: int, used: typed.Var) -> nodes.Branch:
        """The blocks that ask for a round and count it; the way on while there are rounds left."""
        head, count = self.block("again"), self.block("count")
        on = nodes.Branch(self.more(stmt, env, used), head, after)
        self.blocks[count].body.append(typed.Let(used.name, plus(used, 1, stmt), (), stmt.span))
        self.blocks[count].end = on
        entries = self.round(stmt, env, count, after)
        self.blocks[head].end = nodes.Ask(self.decision(entries, env, stmt, None), None)
        return on

    def more(self, stmt: typed.AnyNumber, env: Env, used: typed.Expr) -> typed.Expr:
        assert stmt.limit is not None
        return typed.Compare("<", used, substitute(stmt.limit, env), Bool(), stmt.span)

    def round(self, stmt: typed.AnyNumber, env: Env, back: int, after: int) -> list[Entry]:
        """The options of one round, which go on at `back`, and `stop`."""
        entries = [e for b in stmt.branches for e in self.sequence(b, dict(env), back)]
        guards: tuple[typed.Guard, ...] = ()
        if stmt.stop is not None:
            guards = (typed.Guard("stop", substitute(stmt.stop, env), stmt.clauses, stmt.stop.span),)
        return [*entries, self.plain("stop", after, guards)]

    def move_chosen(self, stmt: typed.MoveChosen, env: Env, after: int) -> None:
        """Picks in canonical order; the current block goes on to the first.

        `last` is the place of the pick before in (source, kind) order.
        """
        stmt = self.bounded(stmt, env)
        picked = typed.Var(self.fresh("picked"), Int(0, 1000), stmt.span)
        last = typed.Var(self.fresh("last"), Int(0, 1000), stmt.span)
        self.emit(typed.Let(picked.name, constant(0, stmt.span), (), stmt.span))
        self.emit(typed.Let(last.name, constant(0, stmt.span), (), stmt.span))
        head = self.block("pick")
        some = stmt.high is None or (isinstance(stmt.high, typed.Const) and stmt.high.value > 0)
        self.close(nodes.Goto(head) if some else self.another(stmt, env, head, after, picked))
        self.pick_again(stmt, env, head, after, picked, last)

    def first_pick(self, stmt: typed.MoveChosen, env: Env, after: int) -> list[Entry]:
        """The options with which picks can begin where they are a branch."""
        zero = constant(0, stmt.span)
        picked = typed.Var(self.fresh("picked"), Int(0, 1000), stmt.span)
        last = typed.Var(self.fresh("last"), Int(0, 1000), stmt.span)
        head, first = self.block("pick"), self.block("first")
        origin, self.current = self.current, first
        later = self.bounded(stmt, env)
        self.current = origin
        self.pick_again(later, env, head, after, picked, last)
        entries = self.picks(stmt, env, (head, after), (picked, last), (zero, zero))
        for entry in entries:
            if entry.option.action == stmt.pick:
                body = self.blocks[entry.option.target]
                body.body[:0] = self.blocks[first].body
                body.end = self.another(later, env, head, after, picked)
        if stmt.high is None or (isinstance(stmt.high, typed.Const) and stmt.high.value > 0):
            return entries
        some = typed.Compare("<", zero, substitute(stmt.high, env), Bool(), stmt.span)
        return [replace(e, conditions=(some, *e.conditions)) for e in entries]

    def bounded(self, stmt: typed.MoveChosen, env: Env) -> typed.MoveChosen:
        """The statement with its bounds as they are before the first pick."""
        low = self.once("low", substitute(stmt.low, env))
        high = None if stmt.high is None else self.once("high", substitute(stmt.high, env))
        return replace(stmt, low=low, high=low if stmt.high == stmt.low else high)

    def pick_again(
        self, stmt: typed.MoveChosen, env: Env, head: int, after: int, picked: typed.Var, last: typed.Var
    ) -> None:
        entries = self.picks(stmt, env, (head, after), (picked, last), (picked, last))
        self.blocks[head].end = nodes.Ask(self.decision(entries, env, stmt, None), None)

    def another(
        self, stmt: typed.MoveChosen, env: Env, head: int, after: int, picked: typed.Expr
    ) -> nodes.Terminator:
        """The way on after a pick."""
        if stmt.high is None:
            return nodes.Goto(head)
        more = typed.Compare("<", picked, substitute(stmt.high, env), Bool(), stmt.span)
        return nodes.Branch(more, head, after)

    def picks(
        self,
        stmt: typed.MoveChosen,
        env: Env,
        ways: tuple[int, int],
        kept: tuple[typed.Var, typed.Var],
        now: tuple[typed.Expr, typed.Expr],
    ) -> list[Entry]:
        """Every piece as an option, and `stop`. `ways`: to the next pick, out of the picks. `kept`: the
        variables for the number of picks and the place of the last; `now`: their values before this one."""
        span = stmt.span
        head, after = ways
        (picked, last), (number, place_before) = kept, now
        component = self.components[self.zones[stmt.sources[0].zone].component]
        kinds = KindType(component.name, tuple(k.name for k in component.kinds))
        count = len(component.kinds)
        low = substitute(stmt.low, env)
        sources = substitute(stmt.sources, env)
        action = self.actions[stmt.pick]
        entries = []
        for place, source in enumerate(sources):
            kind = typed.Var(self.fresh("kind"), kinds, span)
            at = typed.Arith("+", kind, constant(place * count, span), Int(0, 1000), span)
            conditions: list[typed.Expr] = [
                typed.Compare(
                    ">", typed.CountIn(source, kind, Int(0, 1000), span), constant(0, span), Bool(), span
                )
            ]
            if isinstance(place_before, typed.Var):
                conditions.append(typed.Compare(">=", at, place_before, Bool(), span))
            if not (isinstance(low, typed.Const) and low.value <= 1):
                conditions.append(self.enough(kind, count, sources[place:], low, number, stmt))
            guards = tuple(typed.Guard(stmt.pick, c, stmt.clauses, span) for c in conditions)
            params = [nodes.OptionParam(kind.name, kinds, None, None)]
            if len(sources) > 1:
                where = action.params[0].type
                params.insert(
                    0, nodes.OptionParam(self.fresh("zone"), where, typed.Const(place, where, span), None)
                )
            body = self.block(stmt.pick)
            self.blocks[body].body += [
                typed.MoveKind(
                    constant(1, span), kind, source, substitute(stmt.target, env), stmt.clauses, span
                ),
                typed.Let(last.name, at, (), span),
                typed.Let(picked.name, plus(number, 1, stmt), (), span),
            ]
            self.blocks[body].end = self.another(stmt, env, head, after, picked)
            entries.append(Entry(nodes.Option(stmt.pick, tuple(params), guards, body, self.depth > 0)))
        if stmt.high is None or stmt.high != stmt.low:
            enough = typed.Compare(">=", number, low, Bool(), span)
            entries.append(self.plain("stop", after, (typed.Guard("stop", enough, stmt.clauses, span),)))
        return entries

    def enough(
        self,
        kind: typed.Var,
        count: int,
        sources: tuple[typed.ZoneAt, ...],
        low: typed.Expr,
        picked: typed.Expr,
        stmt: typed.MoveChosen,
    ) -> typed.Expr:
        """Enough pieces at or after this pick to reach `low` picks."""
        span = stmt.span
        number = Int(0, 1000)
        other = typed.Var(self.fresh("other"), kind.type, span)
        assert isinstance(kind.type, KindType)
        here: typed.Expr = typed.Fold(
            "sum",
            (typed.Loop(other.name, kind.type, typed.RangeOf(kind, constant(count - 1, span)), None),),
            typed.CountIn(sources[0], other, number, span),
            number,
            span,
        )
        for source in sources[1:]:
            here = typed.Arith("+", here, typed.CountIn(source, None, number, span), number, span)
        return typed.Compare(">=", here, typed.Arith("-", low, picked, number, span), Bool(), span)
