"""Blocks as Python functions: what happens from one stop of the game to the next.

Every block that several places lead to becomes a function; the others stand where they are reached.
A function runs until the game waits (a decision, an explicit chance point, the end) and returns.
The same blocks, written in look-ahead, answer whether an action can be completed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import assert_never

from rulesc.machine import effects, flow, nodes
from rulesc.python import meetings
from rulesc.python.ahead import Ahead
from rulesc.python.boards import board_table
from rulesc.python.expressions import Expressions
from rulesc.python.function import INDENT, Function, looped
from rulesc.python.known import is_variable
from rulesc.python.layout import Layout
from rulesc.python.names import local, own, spill
from rulesc.python.options import exists
from rulesc.python.tidying import tidy
from rulesc.typed import nodes as typed
from rulesc.typed.types import Seat
from rulesc_runtime.rows import width

COUNTED = "if n < 1:"  # a loop of draws counts its pile once and whenever that seems empty
FEW_KINDS = 8  # of which a drawn piece is looked for without a loop
SHORT = 10  # lines of a block that stands wherever it is reached, rather than being called


class Functions:
    """Writes the functions of a machine on demand; each once."""

    def __init__(self, machine: nodes.Machine, layout: Layout, in_full: bool = False) -> None:
        self.layout = layout
        self.program = machine.program
        self.machine = machine
        self.ahead = Ahead(self)
        self.expressions = Expressions(layout, self.ahead.can, in_full)
        self.actions = {a.name: a for a in self.program.actions}
        self.counts = flow.predecessors(machine)
        self.written: dict[str, Function] = {}
        self.heads = {b.id for b in machine.blocks if self.counts[b.id] > 1}
        self.short = {b for b in self.heads if self.length(b) <= SHORT}

    @cached_property
    def live(self) -> dict[int, frozenset[str]]:
        """The variables that each block needs when it begins."""
        return flow.live_in(self.machine)

    @cached_property
    def kept(self) -> frozenset[str]:
        return kept(self.machine, self.live)

    # ---- running ---------------------------------------------------------------------------

    def block_function(self, block: int) -> str:
        """The function that runs from a block to the next stop."""
        head = self.machine.blocks[block]
        name = f"_{head.phase or head.name}_{block}"
        if name not in self.written:
            function = Function(name, tuple(local(p) for p in self.params(block)), "None", self.doc(head))
            self.written[name] = function
            body = looped(self.run_block(block, block))
            if COUNTED in "\n".join(body):
                body = ["n = 0", *body]
            function.body = self.loaded(self.live[block], body)
        return name

    def length(self, block: int, inside: frozenset[int] = frozenset()) -> int:
        """About how many lines a block takes where it is reached, up to the next call."""
        if block in inside or (inside and block in self.heads):
            return 1
        here, inside = self.machine.blocks[block], inside | {block}
        match here.end:
            case nodes.Ask(_, None) | nodes.End():
                return len(here.body) + 3
            case nodes.Goto(target):
                return len(here.body) + self.length(target, inside)
            case nodes.Branch(_, then, otherwise):
                return len(here.body) + 1 + self.length(then, inside) + self.length(otherwise, inside)
            case _:
                return SHORT + 1

    def params(self, block: int) -> tuple[str, ...]:
        """The variables a block is handed; the state keeps the others."""
        return tuple(sorted(self.live[block] - self.kept))

    def loaded(self, names: Iterable[str], body: list[str]) -> list[str]:
        """The body after lines that read the kept variables it uses."""
        text = "\n".join(body)
        used = [x for x in sorted(names) if x in self.kept and reads(text, local(x))]
        return [*(f"{local(x)} = s.{spill(x)}" for x in used), *body]

    def doc(self, block: nodes.Block) -> str:
        clauses: dict[str, None] = {}
        for stmt in block.body:
            for clause in getattr(stmt, "clauses", ()):
                clauses[clause] = None
        what = f"From phase {block.phase}" if block.phase else f"From {block.name}"
        return f"{what} to the next stop." + (f" Clauses: {', '.join(clauses)}." if clauses else "")

    def run_block(self, block: int, owner: int, inside: frozenset[int] = frozenset()) -> list[str]:
        """The lines of a block; a jump to a function block is a call, to `owner` a `continue`."""
        here = self.machine.blocks[block]
        lines = self.body(here.body)
        match here.end:
            case nodes.Goto(target):
                lines += self.jump(target, owner, inside)
            case nodes.Branch(condition, then, otherwise):
                before, test = self.expressions.in_line(condition)
                lines += [*before, f"if {tidy(test)}:"]
                lines += [INDENT + x for x in self.jump(then, owner, inside)]
                lines += self.jump(otherwise, owner, inside)
            case nodes.Ask(decision, otherwise):
                lines += self.ask(decision, otherwise, owner, inside)
            case nodes.Chance():
                lines += self.chance(here.end, owner, inside)
            case nodes.Together() | nodes.Done():
                lines += meetings.stop(self, here.end, owner, inside)
            case nodes.End():
                lines += ["s.pc = -1", "s.seat = -4", "s.legal_cache = None", "return"]
            case _:
                assert_never(here.end)
        return lines

    def jump(self, target: int, owner: int, inside: frozenset[int] = frozenset()) -> list[str]:
        """The lines that go on with a block; `inside` are the short ones that stand around them."""
        if target == owner:
            return ["continue"]
        if target in self.heads and (target not in self.short or target in inside):
            return [f"return {self.call(self.block_function(target), target)}"]
        return self.run_block(target, owner, inside | {target})

    def call(self, name: str, block: int, state: str = "s") -> str:
        return f"{name}({', '.join([state, *(local(p) for p in self.params(block))])})"

    def ask(self, number: int, otherwise: int | None, owner: int, inside: frozenset[int]) -> list[str]:
        decision = self.machine.decisions[number]
        stop = [f"s.seat = {self.expressions.value(decision.seat)}"]
        table = board_table(self, decision)
        stop += [f"s.pc = {number}", f"s.legal_cache = {None if table is None else table.text}"]
        if otherwise is None:
            return [*stop, "return"]
        real = [o for o in decision.options if o.action != decision.idle]
        if decision.idle is not None and len(real) == 1:
            stop[-1:] = [f"s.legal_cache = {self.only(decision, real[0])}"]
            lines = exists(self, real[0], [*stop, "return"], given=flow.live_at_decision(decision, self.live))
            return [*lines, *self.jump(otherwise, owner, inside)]
        test = "not legal"
        if decision.idle is not None:
            test = f"legal == [{self.actions[decision.idle].first_id}]"
        stop += [
            f"legal = _legal_{number}(s)",
            f"if {test}:",
            *(INDENT + x for x in self.jump(otherwise, owner, inside)),
        ]
        return [*stop, "s.legal_cache = legal", "return"]

    def only(self, decision: nodes.Decision, option: nodes.Option) -> str:
        """What is legal once an option beside the idle one is, where it has a single instance."""
        idle = next(o for o in decision.options if o.action == decision.idle)
        if option.params or idle.params or idle.guards:
            return "None"
        return str(sorted(self.actions[o.action].first_id for o in (option, idle)))

    def restore(self, names: Iterable[str], seat: typed.Expr | None) -> list[str]:
        """Lines that read what was kept while the game waited; the seat's variable is `s.seat`."""
        return [
            f"{local(x)} = s.seat"
            if is_variable(seat, x) and x not in self.kept
            else f"{local(x)} = s.{spill(x)}"
            for x in sorted(names)
        ]

    def chance(self, end: nodes.Chance, owner: int, inside: frozenset[int]) -> list[str]:
        place = self.layout.zones[end.zone.zone]
        point = len(self.machine.decisions) + end.point
        dice = place.form == "endless"
        pile = str(place.kinds) if dice else tidy(self.expressions.count(end.zone, None))
        apart = frozenset(self.heads - self.short)
        counted = not dice and owner >= 0 and flow.only_draws(self.machine, owner, end, apart)
        lines = [f"n = {pile}"]
        if end.refill is not None:
            move = typed.MoveAll(end.refill, end.zone, (), self.program.span)
            lines += ["if n == 0:", *(INDENT + x for x in [*self.stmt(move), f"n = {pile}"])]
        if not dice:
            lines.append("if n == 0:")
            lines += [INDENT + x for x in self.jump(end.empty, owner, inside)]
        if counted:
            lines = [COUNTED, *(INDENT + x for x in lines)]
        lines.append("if s.explicit:")
        stop = [f"s.{spill(x)} = {local(x)}" for x in sorted(flow.chance_needs(end, self.live) - self.kept)]
        stop += [f"s.pc = {point}", "s.seat = -1", "s.legal_cache = None", "return"]
        lines += [INDENT + x for x in stop]
        lines.append("x_ = s.rng * 25214903917 + 11 & 281474976710655")
        if dice:
            lines += ["s.rng = x_", f"{local(end.var)} = (x_ >> 16) % n"]
            return lines + self.jump(end.found, owner, inside)
        lines += ["s.rng = x_", "x_ = (x_ >> 16) % n", *self.found(end, place.kinds)]
        assert place.form in ("counts", "packed", "mask"), "a pile holds counts"
        if counted:
            lines.append("n -= 1")
        return lines + self.jump(end.found, owner, inside)

    def found(self, end: nodes.Chance, kinds: int) -> list[str]:
        """The kind of the piece at place `x_` of a pile that lies sorted by kind."""
        var = local(end.var)
        if kinds > FEW_KINDS:
            here = tidy(self.expressions.count(end.zone, typed.Var(end.var, Seat(1), self.program.span)))
            return [f"{var} = 0", f"while x_ >= {here}:", f"{INDENT}x_ -= {here}", f"{INDENT}{var} += 1"]
        lines: list[str] = []
        for kind in range(kinds):
            here = self.expressions.count(end.zone, typed.Const(kind, Seat(kinds), self.program.span))
            upto = tidy(f"upto_ + ({here})") if kind else tidy(here)
            test = f"{'elif' if kind else 'if'} x_ < (upto_ := {upto}):"
            lines += [test if kind < kinds - 1 else "else:", f"{INDENT}{var} = {kind}"]
        return lines if kinds > 1 else [f"{var} = 0"]

    # ---- statements ------------------------------------------------------------------------

    def body(self, stmts: Sequence[object]) -> list[str]:
        out: list[str] = []
        for stmt in stmts:
            lines = self.stmt(stmt)
            clauses = getattr(stmt, "clauses", ())
            if clauses and lines:
                comment = f"# {' '.join(clauses)}"
                if not (out and out[-1].startswith("#") and out[-1] == comment):
                    lines = [f"{lines[0]}  {comment}", *lines[1:]]
            out += lines
        return out

    def stmt(self, stmt: object, unread: frozenset[str] = frozenset()) -> list[str]:
        """The lines of a statement; what it does to slots and zones that are `unread` is left out."""
        e = self.expressions
        match stmt:
            case typed.SetSlot(slot) if slot in unread:
                return []
            case typed.SetSlot(slot, index, value):
                target = e.slot(slot, index)
                return [_assign(target, tidy(e.value(value)))]
            case typed.Let(var, value):
                line = _assign(local(var), tidy(e.value(value)))
                return [line, f"s.{spill(var)} = {local(var)}"] if var in self.kept else [line]
            case typed.MoveKind(count, kind, source, target):
                return self.move(count, kind, source, target, unread)
            case typed.MoveAll(source, target) if self.named(source) | self.named(target) <= unread:
                return []
            case typed.MoveAll(source, target):
                return self.move_all(source, target)
            case nodes.EndAction():
                return []
            case typed.If(condition, then, otherwise):
                lines = [f"if {tidy(e.test(condition))}:", *(INDENT + x for x in self.body(then) or ["pass"])]
                if otherwise:
                    lines += ["else:", *(INDENT + x for x in self.body(otherwise))]
                return lines
            case typed.For(loop, body):
                return self.for_(loop, body)
            case typed.While(condition, body):
                return [
                    f"while {tidy(e.test(condition))}:",
                    *(INDENT + x for x in self.body(body) or ["pass"]),
                ]
            case typed.RepeatTimes(times, body):
                return [
                    f"for _ in range({tidy(e.value(times))}):",
                    *(INDENT + x for x in self.body(body) or ["pass"]),
                ]
            case typed.RepeatUntil(body, until):
                assert until is not None
                inner = [*self.body(body), f"if {tidy(e.test(until))}:", f"{INDENT}break"]
                return ["while True:", *(INDENT + x for x in inner)]
            case _:
                raise AssertionError(type(stmt).__name__)

    def for_(self, loop: typed.Loop, body: Sequence[typed.Stmt]) -> list[str]:
        """A loop; what lies in a set or a zone is asked at each step, for the body may change it."""
        e = self.expressions
        domain, tests = loop.domain, [] if loop.condition is None else [e.test(loop.condition)]
        inside = e.inside(domain, typed.Var(loop.var, loop.type, self.program.span))
        if inside is not None:
            domain, tests = typed.AllOf(loop.type), [inside, *tests]
        inner = self.body(body) or ["pass"]
        if tests:
            inner = [f"if {tidy(' and '.join(tests))}:", *(INDENT + x for x in inner)]
        head = f"for {local(loop.var)} in {e.domain(domain, loop.type)}:"
        return [head, *(INDENT + x for x in inner)]

    def move(
        self,
        count: typed.Expr,
        kind: typed.Expr,
        source: typed.ZoneRef,
        target: typed.ZoneRef,
        unread: frozenset[str] = frozenset(),
    ) -> list[str]:
        lines: list[str] = []
        changed = self.named(source) | self.named(target)
        count, kind = self.settled(count, "many", changed, lines), self.settled(kind, "kind", changed, lines)
        source, target = self.placed(source, target, lines)
        read = [(ref, sign) for ref, sign in ((source, "-"), (target, "+")) if not self.named(ref) <= unread]
        return [*lines, *(line for ref, sign in read for line in self.change(ref, kind, count, sign))]

    def named(self, ref: typed.ZoneRef) -> frozenset[str]:
        return frozenset(place.zone.name for place in self.expressions.zones(ref))

    def settled(self, e: typed.Expr, name: str, changed: frozenset[str], lines: list[str]) -> typed.Expr:
        """The value from before the pieces in some zones move."""
        read = effects.reads(self.program, e)
        if read is not None and not read & changed:
            return e
        lines.append(f"{local(own(name))} = {tidy(self.expressions.value(e))}")
        return typed.Var(own(name), e.type, e.span)

    def placed(
        self, source: typed.ZoneRef, target: typed.ZoneRef, lines: list[str]
    ) -> tuple[typed.ZoneRef, typed.ZoneRef]:
        """The zones named before pieces move from one to the other."""
        changed = self.named(source) | self.named(target)
        indices = [
            tuple([self.settled(e, f"{name}_{i}", changed, lines) for i, e in enumerate(ref.index)])
            for ref, name in ((source, "source"), (target, "target"))
        ]
        return replace(source, index=indices[0]), replace(target, index=indices[1])

    def change(self, ref: typed.ZoneRef, kind: typed.Expr, count: typed.Expr, sign: str) -> list[str]:
        e = self.expressions
        place = e.zones(ref)[0]
        if place.form == "endless":
            return []
        if place.form == "counts":
            return [f"v[{e.count_place(ref, kind)}] {sign}= {tidy(e.value(count))}"]
        if place.form == "packed":
            many = f"({tidy(e.value(count))} << {tidy(e.value(kind))} * {place.bits})"
            return [f"{e.mask_place(ref)} {sign}= {tidy(many)}"]
        if place.form == "row":
            where, step = e.mask_place(ref), "added" if sign == "+" else "without"
            given = f"{where}, {width(place.kinds)}, {tidy(e.value(kind))}, {tidy(e.value(count))}"
            return [f"{where} = _rows.{step}({given})"]
        if place.form == "single":
            line = f"{e.mask_place(ref)} = {tidy(e.value(kind)) if sign == '+' else -1}"
            one = isinstance(count, typed.Const) and count.value == 1
            return [line] if one else [f"if {tidy(e.value(count))}:", INDENT + line]
        if place.form == "mask":
            where, what = e.mask_place(ref), f"1 << {tidy(e.value(kind))}"
        else:
            assert isinstance(ref, typed.ZoneAt)
            where, what = e.board(place, kind), e.bit_of(place.zone.dims[0], ref.index[0])
        if isinstance(count, typed.Const) and count.value == 1:
            return [f"{where} |= {what}"] if sign == "+" else [f"{where} &= ~({what})"]
        line = f"{where} |= {what}" if sign == "+" else f"{where} &= ~({what})"
        return [f"if {tidy(e.value(count))}:", INDENT + line]

    def move_all(self, source: typed.ZoneRef, target: typed.ZoneRef) -> list[str]:
        e = self.expressions
        lines: list[str] = []
        source, target = self.placed(source, target, lines)
        here, there = e.zones(source)[0], e.zones(target)[0]
        same = bool(self.named(source) & self.named(target))
        if here.form == "counts" and there.form == "counts":
            zero = typed.Const(0, Seat(1), self.program.span)
            a, b = e.count_place(source, zero), e.count_place(target, zero)
            for i in range(here.kinds):
                x, y = tidy(f"{a} + {i}"), tidy(f"{b} + {i}")
                lines += self.emptied(f"v[{x}]", f"v[{y}]", "+", same)
            return lines
        if here.form == "packed" and there.form == "packed":
            x, y = e.mask_place(source), e.mask_place(target)
            return [f"{y} += {x}", f"{x} = 0"]
        if here.form == "mask" and there.form == "mask":
            x, y = e.mask_place(source), e.mask_place(target)
            return [*lines, *self.emptied(x, y, "|", same)]
        kind = typed.Var(own("kind"), Seat(1), self.program.span)
        single = typed.Const(1, Seat(1), self.program.span)
        if here.form == "row":
            inner = self.move(single, kind, source, target)
            pieces = f"_rows.pieces({e.mask_place(source)}, {width(here.kinds)})"
            return [f"for kind_ in {pieces}:", *(INDENT + x for x in inner)]
        if here.form == "single":
            inner = self.move(single, kind, source, target)
            return [*lines, f"kind_ = {e.mask_place(source)}", "if kind_ >= 0:", *(INDENT + x for x in inner)]
        many = typed.CountIn(source, kind, Seat(1), self.program.span)
        one = typed.Var(own("many"), Seat(1), self.program.span)
        inner = [f"many_ = {tidy(e.value(many))}"]
        inner += ["if many_:", *(INDENT + x for x in self.move(one, kind, source, target))]
        return [*lines, f"for kind_ in range({here.kinds}):", *(INDENT + x for x in inner)]

    def emptied(self, source: str, target: str, op: str, same: bool) -> list[str]:
        """Everything from one place of `v` to another, which may be `same`."""
        if same:
            return [f"many_ = {source}", f"{source} = 0", f"{target} {op}= many_"]
        return [f"{target} {op}= {source}", f"{source} = 0"]


def kept(machine: nodes.Machine, live: dict[int, frozenset[str]]) -> frozenset[str]:
    """The variables that outlive a decision: the state keeps them, and no function is handed them."""
    names: set[str] = set()
    for decision in machine.decisions:
        names |= kept_at(decision, live)
    return frozenset(names)


def kept_at(decision: nodes.Decision, live: dict[int, frozenset[str]]) -> frozenset[str]:
    """The variables that a state keeps at a decision; the seat that decides it knows anyway."""
    needed = flow.live_at_decision(decision, live)
    return frozenset(x for x in needed if not is_variable(decision.seat, x))


def reads(text: str, name: str) -> bool:
    """Whether Python text reads or sets a variable."""
    return re.search(rf"(?<![\w.]){re.escape(name)}\b", text) is not None


def _assign(target: str, value: str) -> str:
    """`x = x + 1` as `x += 1`."""
    for op in (" + ", " - ", " | "):
        if value.startswith(target + op) and not any(
            o in value[len(target) + 3 :] for o in (" if ", " or ", " and ")
        ):
            rest = value[len(target) + 3 :]
            if re.fullmatch(r"[\w.]+|\w+\[[\w\s*+]+\]", rest):
                return f"{target}{op.rstrip()}= {rest}"
    return f"{target} = {value}"
