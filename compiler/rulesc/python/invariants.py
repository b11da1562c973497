"""What the guards of an option ask again and again in a loop, though the loop doesn't change it.

In: guards that wait for a loop over a parameter. Out: the same guards with variables in place of what is
known before the loop, and the expressions that these variables stand for. Two things are taken out: values
of definitions and conditions that read nothing of the loop, and which values of constant lists pass a test
(`any(affordable(f) for f in Fare(a, b))`), as a mask.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import TypeVar, cast

from rulesc.machine.substitute import variables
from rulesc.python.layout import MASK_BITS
from rulesc.python.names import own
from rulesc.source import Span
from rulesc.typed import nodes as typed
from rulesc.typed.types import SetType, size

T = TypeVar("T")

_WORTH = (typed.CallDefine, typed.IfExpr, typed.Fold, typed.Logic)  # what costs more than a variable


@dataclass(slots=True)
class Invariants:
    """Takes out of guards what is known; `known` grows with what is taken."""

    inlined: Callable[[typed.CallDefine], typed.Expr]
    complement: Callable[[str], str]  # the table of the values that do not stand in rows of lists
    names: dict[str, typed.Expr] = field(default_factory=dict)
    known: list[tuple[str, typed.Expr]] = field(default_factory=list)

    def outside(self, guard: typed.Guard, changing: frozenset[str]) -> typed.Guard:
        """The guard with variables for what doesn't read any of the changing ones."""
        condition = self._walk(guard.condition, changing)
        return guard if condition is guard.condition else replace(guard, condition=condition)

    def taken(self) -> list[tuple[str, typed.Expr]]:
        """What was taken out since the last time, in the order in which it is worked out."""
        found, self.known = self.known, []
        return found

    def _walk(self, node: T, changing: frozenset[str]) -> T:
        if isinstance(node, tuple):
            return cast(T, tuple(self._walk(item, changing) for item in node))
        if not is_dataclass(node) or isinstance(node, type | Span):
            return node
        if isinstance(node, _WORTH) and not variables(node) & changing:
            return cast(T, self._name(node))
        if isinstance(node, typed.CallDefine):
            return cast(T, self._walk(self.inlined(node), changing))
        if isinstance(node, typed.IfExpr) and _one_value(node.condition, changing):
            otherwise = self._walk(node.otherwise, changing)
            return cast(T, node if otherwise is node.otherwise else replace(node, otherwise=otherwise))
        if isinstance(node, typed.Fold):
            mask = self._mask(node, changing)
            if mask is not None:
                return cast(T, mask)
            changing = changing | {loop.var for loop in node.loops}
        changes = {}
        for part in fields(node):
            value = getattr(node, part.name)
            if part.name not in ("type", "span"):
                new = self._walk(value, changing)
                if new is not value and new != value:
                    changes[part.name] = new
        return cast(T, replace(cast("typed.Expr", node), **changes)) if changes else node

    def _name(self, e: typed.Expr) -> typed.Var:
        for name, other in self.names.items():
            if other == e:
                return typed.Var(name, e.type, e.span)
        name = own(f"known_{len(self.names)}")
        self.names[name] = e
        self.known.append((name, e))
        return typed.Var(name, e.type, e.span)

    def _mask(self, fold: typed.Fold, changing: frozenset[str]) -> typed.Expr | None:
        """`any(C for x in lists)`, where C reads nothing of the loop: the row meets a mask of values."""
        match fold:
            case typed.Fold("any", (typed.Loop(var, type_, typed.ListedIn(lists, index), condition),), body):
                pass
            case _:
                return None
        asked = variables((body, condition))
        if asked & changing - {var} or size(type_) > MASK_BITS:
            return None
        loop = typed.Loop(var, type_, typed.AllOf(type_), _both(condition, body))
        here = typed.Var(var, type_, fold.span)
        passing = typed.Fold("set", (loop,), here, SetType(type_), fold.span)
        others = typed.Lookup(self.complement(lists), index, SetType(type_), fold.span)
        meeting = typed.SetMinus(self._name(passing), others, SetType(type_), fold.span)
        nothing = typed.Const(0, SetType(type_), fold.span)
        return typed.Compare("!=", meeting, nothing, fold.type, fold.span)


def _one_value(e: typed.Expr, changing: frozenset[str]) -> bool:
    """Whether a condition holds for one value of the only loop: what depends on it is asked once at most."""
    match e:
        case typed.Compare("==", typed.Var(name), typed.Const()):
            return changing == {name}
        case _:
            return False


def _both(condition: typed.Expr | None, body: typed.Expr) -> typed.Expr:
    if condition is None:
        return body
    return typed.Logic("and", (condition, body), body.type, body.span)


def conjuncts(
    guards: tuple[typed.Guard, ...], inlined: Callable[[typed.CallDefine], typed.Expr]
) -> list[typed.Guard]:
    """Each part of a conjunction as a guard of its own, that of a definition too."""
    out: list[typed.Guard] = []
    for guard in guards:
        condition = guard.condition
        if isinstance(condition, typed.CallDefine):
            opened = inlined(condition)
            condition = opened if isinstance(opened, typed.Logic) else condition
        match condition:
            case typed.Logic("and", operands):
                parts = tuple(replace(guard, condition=operand) for operand in operands)
                out += conjuncts(parts, inlined)
            case _:
                out.append(guard)
    return out
