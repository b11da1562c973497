"""Blocks under construction, and the small expressions that lowering writes.

In: a typed program. Out: the parts with which flow and decisions are lowered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rulesc.diagnostics.model import Excess
from rulesc.machine import nodes
from rulesc.source import Span
from rulesc.typed import nodes as typed
from rulesc.typed.types import Bool, ErrorType, Int, OptionalType, SetType

MOST_BLOCKS = 20_000  # of a machine
MOST_STATEMENTS = 100_000
Env = Mapping[str, typed.Expr]


@dataclass(slots=True)
class Open:
    """A block under construction."""

    name: str
    body: list[nodes.Stmt] = field(default_factory=list)
    end: nodes.Terminator | None = None
    phase: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A first decision of a statement: an option, and the condition under which it is one at all."""

    option: nodes.Option
    conditions: tuple[typed.Expr, ...] = ()


class Building:
    """Blocks under construction; what the other parts of the lowering stand on."""

    def __init__(self, program: typed.Program) -> None:
        self.program = program
        self.procedures = {p.name: p for p in program.procedures}
        self.actions = {a.name: a for a in program.actions}
        self.zones = {z.name: z for z in program.zones}
        self.components = {c.name: c for c in program.components}
        self.blocks: list[Open] = []
        self.decisions: list[nodes.Decision] = []
        self.chances = 0
        self.meetings = 0
        self.emitted = 0
        self.current = 0
        self.over = 0
        self.depth = 0
        self.taken: dict[str, int] = {}

    # ---- blocks ----------------------------------------------------------------------------

    def block(self, name: str) -> int:
        if len(self.blocks) >= MOST_BLOCKS:
            raise Excess
        self.blocks.append(Open(name))
        return len(self.blocks) - 1

    def emit(self, stmt: nodes.Stmt) -> None:
        self.emitted += 1
        if self.emitted > MOST_STATEMENTS:
            raise Excess
        self.blocks[self.current].body.append(stmt)

    def close(self, end: nodes.Terminator) -> None:
        if self.blocks[self.current].end is None:
            self.blocks[self.current].end = end

    def fresh(self, name: str) -> str:
        """A name that no other variable has, neither the author's nor an invented one."""
        found = name
        while found in self.taken:
            self.taken[name] += 1
            found = f"{name}_{self.taken[name]}"
        self.taken[found] = 1
        return found

    def bind(self, name: str, value: typed.Expr, env: dict[str, typed.Expr], span: typed.Expr) -> None:
        """Let a parameter stand for an argument: by name if it can't change, otherwise by value."""
        if isinstance(value, typed.Const | typed.Var):
            env[name] = value
            return
        var = typed.Var(self.fresh(name), value.type, span.span)
        self.emit(typed.Let(var.name, value, (), span.span))
        env[name] = var

    def once(self, name: str, value: typed.Expr) -> typed.Expr:
        """A value as it is here, whatever changes later."""
        if isinstance(value, typed.Const | typed.Var):
            return value
        var = typed.Var(self.fresh(name), value.type, value.span)
        self.emit(typed.Let(var.name, value, (), value.span))
        return var

    def run(self, stmts: Sequence[typed.Stmt], env: dict[str, typed.Expr]) -> None:
        """Lower statements one after the other; the statements' own part knows how."""
        raise AssertionError("lowering without statements")


NONSCALAR = (OptionalType, SetType, ErrorType)


def constant(value: int, span: Span) -> typed.Const:
    return typed.Const(value, Int(value, value), span)


def plus(var: typed.Expr, step: int, stmt: typed.Stmt) -> typed.Expr:
    op, amount = ("+", step) if step >= 0 else ("-", -step)
    return typed.Arith(op, var, constant(amount, stmt.span), var.type, stmt.span)


def conjunction(conditions: tuple[typed.Expr, ...], stmt: typed.Stmt) -> typed.Expr:
    return conditions[0] if len(conditions) == 1 else typed.Logic("and", conditions, Bool(), stmt.span)


def member(domain: typed.Domain, var: typed.Var, stmt: typed.Stmt) -> typed.Expr | None:
    """The condition under which a value of the type is in the domain; None where all are."""
    match domain:
        case typed.ElementsOf(set_):
            return typed.InSet(var, set_, Bool(), stmt.span)
        case typed.ListedIn(lists, index):
            return typed.InList(var, lists, index, Bool(), stmt.span)
        case typed.KindsIn(zone):
            number = typed.CountIn(zone, var, Int(0, 1000), stmt.span)
            return typed.Compare(">", number, constant(0, stmt.span), Bool(), stmt.span)
        case _:
            return None
