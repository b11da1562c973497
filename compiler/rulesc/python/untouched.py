"""What an action must leave possible, found among what it leaves alone.

In: a question whether a decision can be taken so that the action leaves something possible: `leaves can
build(...)`. Out: a condition that, where it holds, answers yes without trying: one of the decision's options
is open, and what must stay possible is possible now with parameters that keep it from all places that this
option and the rest of the action change. Where it fails, nothing is known, and the question must be asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rulesc.machine import flow, nodes
from rulesc.machine.effects import writes
from rulesc.machine.substitute import substitute, variables
from rulesc.python.known import is_variable, may_divide
from rulesc.python.names import local
from rulesc.python.options import at_hand, exists, few_values
from rulesc.typed import nodes as typed
from rulesc.typed.descend import descend
from rulesc.typed.types import Bool

if TYPE_CHECKING:
    from rulesc.python.ahead import Ahead, Opens, Test

_STATE = (typed.ReadSlot, typed.CountIn, typed.PieceIn, typed.CallDefine, typed.Fold, typed.Can)


@dataclass(frozen=True, slots=True)
class Place:
    """A slot or a zone that is read or changed: its indices and the kind; None where it is not known."""

    name: str
    at: tuple[typed.Expr | None, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """A question for something untouched: its function, with what that asks for."""

    name: str
    option: nodes.Option
    params: tuple[str, ...]
    doc: str


def sure(ahead: Ahead, test: Opens, prune: Callable[[Test, Sequence[typed.Expr]], Test]) -> str | None:
    """A condition under which the answer to a question is yes; None if none is found."""
    from rulesc.python.ahead import arguments

    for option in ahead.machine.decisions[test.decision].options if test.look == "all" else ():
        open_ = at_hand(ahead.fn, option, dict(test.args))
        found = None if open_ is None else _kept(ahead, option, prune)
        if found is None:
            continue
        if found.name not in ahead.fn.written:
            function = ahead.new(found.name, tuple(local(x) for x in found.params), found.doc)
            function.body = [*exists(ahead.fn, found.option, ["return True"], "guards"), "return False"]
        values: dict[str, typed.Expr] = dict(test.args)
        args = tuple((x, values.get(x, ahead.var(x))) for x in found.params)
        return f"({open_} and {found.name}({arguments(ahead.fn.expressions.value, args)}))"
    return None


def _kept(
    ahead: Ahead, option: nodes.Option, prune: Callable[[Test, Sequence[typed.Expr]], Test]
) -> Kept | None:
    """What an option keeps possible; None if that isn't known."""
    changed = _changed(ahead.machine, option)
    guards = flow.leaves(ahead.machine, option.target)
    if changed is None or len(guards) != 1:
        return None
    for asked, seat in _possible(guards[0].condition):
        found, wanted = ahead.possibility(asked)
        if any(found.given) or not is_variable(seat, found.seat):
            continue
        work = _Apart(ahead, frozenset(p.var for p in wanted.params), changed, {})
        apart = work.option(wanted, prune)
        if apart is None:
            continue
        free = frozenset(p.var for p in apart.params)
        params = tuple(sorted(variables(tuple(g.condition for g in apart.guards)) - free))
        name = f"_spares_{asked.action}_{option.target}"
        return Kept(
            name, apart, params, f"Whether {asked.action} is possible with what {option.action} spares."
        )
    return None


def _conjuncts(e: typed.Expr) -> tuple[typed.Expr, ...]:
    return e.operands if isinstance(e, typed.Logic) and e.op == "and" else (e,)


def _possible(e: typed.Expr) -> Iterator[tuple[typed.OfferOption, typed.Expr]]:
    """The actions of which it is enough that one is possible, with the seat that it is possible for."""
    match e:
        case typed.Logic("or", operands):
            for operand in operands:
                yield from _possible(operand)
        case typed.Can(options, seat):
            yield from ((option, seat) for option in options)
        case _:
            pass


# ---- what is changed --------------------------------------------------------------------------


def _changed(machine: nodes.Machine, option: nodes.Option) -> tuple[Place, ...] | None:
    """All that an option and the rest of its action change; None if something is still asked or drawn."""
    found: list[Place] = []
    unknown = {p.var for p in option.params if p.bound is None}
    for block in flow.action_blocks(machine, option.target):
        ends = any(isinstance(s, nodes.EndAction) and s.outermost for s in block.body)
        if not ends and not isinstance(block.end, nodes.Goto | nodes.Branch):
            return None
        for stmt in block.body:
            if isinstance(stmt, nodes.EndAction) and stmt.leaves and not stmt.outermost:
                return None
            if isinstance(stmt, typed.Let):
                unknown.add(stmt.var)
            found += _written(stmt)
    bound = {p.var: p.bound for p in option.params if p.bound is not None}
    return tuple(Place(p.name, tuple(_plain(e, bound, unknown) for e in p.at)) for p in found)


def _plain(e: typed.Expr | None, bound: Mapping[str, typed.Expr], unknown: set[str]) -> typed.Expr | None:
    """An index as it can be worked out before the action: it reads no state, and only known variables."""
    if e is None:
        return None
    e = substitute(e, bound)
    return e if not variables(e) & unknown and not any(isinstance(x, _STATE) for x in descend(e)) else None


def _written(stmt: nodes.Stmt) -> Iterator[Place]:
    match stmt:
        case typed.SetSlot(slot, index):
            yield Place(slot, index)
        case typed.MoveKind(_, kind, source, target):
            for ref in (source, target):
                yield from _in_zone(ref, kind)
        case typed.MoveAll(source, target):
            for ref in (source, target):
                yield from _in_zone(ref, None)
        case _:
            yield from (Place(name, ()) for name in writes((stmt,)))


def _in_zone(ref: typed.ZoneRef, kind: typed.Expr | None) -> Iterator[Place]:
    for name in (ref.zone,) if isinstance(ref, typed.ZoneAt) else ref.zones:
        yield Place(name, (*ref.index, kind))


# ---- what is left alone -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Apart:
    """Conditions narrowed to parameters with which they read nothing that is changed."""

    ahead: Ahead
    params: frozenset[str]
    changed: tuple[Place, ...]
    apart: dict[
        typed.Expr, None
    ]  # that what is read is not what is changed: filled as conditions are narrowed

    def option(
        self, option: nodes.Option, prune: Callable[[Test, Sequence[typed.Expr]], Test]
    ) -> nodes.Option | None:
        """The option, possible with what is left alone and with nothing to look ahead for."""
        if any(p.bound is not None or p.domain is not None for p in option.params):
            return None
        if flow.leaves(self.ahead.machine, option.target):
            return None
        narrowed = [self.condition(g.condition) for g in option.guards]
        later = self.ahead.completes(option)
        if later is not None:
            facts = [part for c in narrowed if c is not None for part in _conjuncts(c)]
            paid = self.open(prune(later, facts))
            narrowed.append(None if paid is None else self.condition(paid))
        if not narrowed or None in narrowed or may_divide(*narrowed):
            return None
        span = self.ahead.machine.program.span
        guards = tuple(typed.Guard("", c, (), span) for c in (*self.apart, *narrowed) if c is not None)
        return replace(option, guards=guards, inside=False)

    def open(self, test: Test) -> typed.Expr | None:
        """Some option of a decision, by guards alone, as a condition."""
        from rulesc.python.ahead import Opens

        if not isinstance(test, Opens):
            return None
        span = self.ahead.machine.program.span
        ways: list[typed.Expr] = []
        for option in self.ahead.machine.decisions[test.decision].options:
            free = [p for p in option.params if p.bound is None]
            if self.ahead.looks(option, test.look) or not option.guards:
                continue
            bound = {p.var: p.bound for p in option.params if p.bound is not None}
            guards = [substitute(substitute(g.condition, bound), dict(test.args)) for g in option.guards]
            for values in few_values(free) or ():
                at = [substitute(g, values) for g in guards]
                ways.append(at[0] if len(at) == 1 else typed.Logic("and", tuple(at), Bool(), span))
        if not ways:
            return None
        return ways[0] if len(ways) == 1 else typed.Logic("or", tuple(ways), Bool(), span)

    def condition(self, e: typed.Expr) -> typed.Expr | None:
        """A condition that holds only if the given one does, before the changes and after them.

        So it is where all conditions in `apart` hold.
        """
        match e:
            case typed.CallDefine():
                return self.condition(self.ahead.fn.expressions.inlined(e))
            case typed.Logic("or", operands):
                open_ = [c for c in map(self.condition, operands) if c is not None]
                if len(open_) < 2:
                    return open_[0] if open_ else None
                return replace(e, operands=tuple(open_))
            case typed.Logic("and", operands):
                parts = [c for c in map(self.condition, operands) if c is not None]
                return replace(e, operands=tuple(parts)) if len(parts) == len(operands) else None
            case _:
                return self.alone(e)

    def alone(self, e: typed.Expr) -> typed.Expr | None:
        """A condition that reads nothing which is changed, where all `apart` hold; None: it may."""
        apart: dict[typed.Expr, None] = {}
        for place in self.read(e):
            if place is None:
                return None
            for changed in self.changed:
                if place.name == changed.name:
                    difference = self.difference(place.at, changed.at)
                    if difference is None:
                        return None
                    if not isinstance(difference, typed.Const):
                        apart[difference] = None
        self.apart.update(apart)
        return e

    def difference(
        self, read: Sequence[typed.Expr | None], changed: Sequence[typed.Expr | None]
    ) -> typed.Expr | None:
        """The condition that two places of one name are not the same; None: they may be."""
        for here, there in zip(read, changed, strict=False):
            match here, there:
                case (None, _) | (_, None):
                    continue
                case typed.MakeKind(one, args), typed.MakeKind(other, values) if one == other:
                    found = self.difference(args, values)
                    if found is not None:
                        return found
                case typed.Const(x), typed.Const(y) if x != y:
                    return typed.Const(1, Bool(), self.ahead.machine.program.span)
                case _:
                    pass
            free = isinstance(here, typed.Var) and here.name in self.params
            if free and here is not None and there is not None and not variables(there) & self.params:
                return typed.Compare("!=", here, there, Bool(), here.span)
        return None

    def read(self, e: typed.Expr) -> Iterator[Place | None]:
        """The places that an expression reads; None: something that has no place."""
        inner = [x for x in descend(e) if isinstance(x, typed.CallDefine)]
        for call in inner:
            yield from self.read(self.ahead.fn.expressions.inlined(call))
        placed: list[typed.ZoneRef] = []
        for node in descend(e):
            match node:
                case typed.ReadSlot(slot, index):
                    yield Place(slot, index)
                case typed.CountIn(zone, kind):
                    placed.append(zone)
                    yield from _in_zone(zone, kind)
                case typed.ZoneAt() | typed.ZoneChoice() if not any(node is zone for zone in placed):
                    yield from (Place(p.name, ()) for p in _in_zone(node, None))
                case typed.Can():
                    yield None
                case _:
                    pass
