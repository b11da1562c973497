"""The instances of an option as loops: its free parameters, its guards, its look-ahead.

In: an option. Out: lines that run `found` for each legal instance (`each`), or for some if there is one
(`exists`, whose `found` reads no parameter). Guards stand in the outermost loop that binds their
parameters; a guard that fixes a parameter takes the place of its loop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from rulesc.machine import nodes
from rulesc.machine.substitute import exchange, substitute, variables
from rulesc.python.board_sets import cells_in
from rulesc.python.bounds import without_bounded
from rulesc.python.cases import cases
from rulesc.python.domains import NO_SPAN, kinds_in
from rulesc.python.function import INDENT
from rulesc.python.invariants import Invariants, conjuncts
from rulesc.python.known import is_some
from rulesc.python.names import constant, local, own
from rulesc.python.occurrences import occurrences, safe, selective
from rulesc.python.tidying import tidy
from rulesc.typed import nodes as typed
from rulesc.typed.types import Bool, Grid, OptionalType, Scalar, Seat, lowest, size

if TYPE_CHECKING:
    from rulesc.python.ahead import Look, Test
    from rulesc.python.functions import Functions

NOTHING: frozenset[str] = frozenset()
MANY = 8  # values of a parameter before whose loop the rest is worked out
FEW = 5  # values of a parameter that are tried in one condition


def each(fn: Functions, option: nodes.Option, found: list[str], falling: bool = False) -> list[str]:
    """`found` for every legal instance; with `falling` from the last value of the one parameter down."""
    return _in_cases(fn, option, lambda o: _Instances(fn, o, "all", NOTHING, False, falling).lines(found))


def falls(option: nodes.Option) -> bool:
    """Whether an option has one parameter, and a guard's sum runs from its value on: from the last value to
    the first that sum grows by a value's part at each step.
    """
    free = [p for p in option.params if p.bound is None]
    one = len(free) == 1 and not isinstance(free[0].type, Seat)
    return one and any(_left(g.condition, free[0]) is not None for g in option.guards)


def exists(
    fn: Functions,
    option: nodes.Option,
    found: list[str],
    look: Look = "all",
    given: frozenset[str] = NOTHING,
) -> list[str]:
    """`found`, once or more, if there is a legal instance; `given` are variables that have values already."""
    kept = fn.ahead.needs["all"][option.target] if fn.ahead.looks(option, look) else NOTHING
    reduced = without_bounded(option, kept)
    return _in_cases(fn, reduced, lambda o: _Instances(fn, o, look, given, True).lines(found))


def at_hand(fn: Functions, option: nodes.Option, env: Mapping[str, typed.Expr]) -> str | None:
    """Whether the option has an instance, as one condition; None: that takes more than a few tests."""
    guards = [substitute(g.condition, env) for g in option.guards]
    values = few_values([p for p in option.params if p.bound is None])
    if not guards or len(guards) > FEW or values is None:
        return None
    terms = [" and ".join(fn.expressions.test(substitute(g, at)) for g in guards) for at in values]
    return "(" + " or ".join(f"({term})" for term in terms) + ")"


def few_values(params: Sequence[nodes.OptionParam]) -> list[dict[str, typed.Expr]] | None:
    """All values of parameters, if they are few and known at compile time."""
    if any(isinstance(p.type, Seat) for p in params) or prod(size(p.type) for p in params) > FEW:
        return None
    ranges = [range(lowest(p.type), lowest(p.type) + size(p.type)) for p in params]
    return [
        {p.var: typed.Const(x, p.type, NO_SPAN) for p, x in zip(params, values, strict=True)}
        for values in product(*ranges)
    ]


def _in_cases(fn: Functions, option: nodes.Option, lines: Callable[[nodes.Option], list[str]]) -> list[str]:
    """The lines of an option, for each case of a guard `A or B` whose B reads no parameter."""
    found = cases(option, fn.expressions.inlined)
    if found is None:
        return lines(option)
    return [
        f"if {tidy(fn.expressions.test(found.condition))}:",
        *(INDENT + x for x in _in_cases(fn, found.holding, lines)),
        "else:",
        *(INDENT + x for x in _in_cases(fn, found.failing, lines)),
    ]


@dataclass(slots=True)
class _Instances:
    """Loops under construction."""

    fn: Functions
    option: nodes.Option
    look: Look
    given: frozenset[str]
    any: bool  # `found` reads no parameter: one instance is as good as all
    falling: bool = False  # from the last value to the first
    waiting: list[typed.Guard] = field(default_factory=list)
    bound: set[str] = field(default_factory=set)
    out: list[str] = field(default_factory=list)
    asked: list[tuple[str, frozenset[str]]] = field(default_factory=list)  # look-ahead that waits
    ends: list[tuple[int, str]] = field(default_factory=list)
    depth: int = 0

    def lines(self, found: list[str]) -> list[str]:
        self.waiting = conjuncts(self.option.guards, self.fn.expressions.inlined)
        outside = Invariants(self.fn.expressions.inlined, self.fn.expressions.data.complement)
        params = [p for p in self.option.params if p.bound is None]
        for param in self.option.params:
            if param.var not in self.given and param.bound is not None and self.needed(param):
                self.put(f"{local(param.var)} = {tidy(self.fn.expressions.value(param.bound))}")
        from rulesc.python.ahead import in_turn

        facts = [guard.condition for guard in self.waiting]
        later = self.fn.ahead.completes(self.option, self.look)
        self.under(self.ready())
        self.under(occurrences(self.fn, params, self.waiting))
        for test in [] if later is None else in_turn(later):
            self.asked.append(self.hoisted(test, {p.var: p.type for p in params}, facts))
        self.under(self.ready())
        for n, param in enumerate(params):
            if n == len(params) - 1 and not self.asked and self.joined(param):
                break
            if not isinstance(param.type, Seat) and size(param.type) > MANY:
                self.before(outside, frozenset(p.var for p in params[n:]))
            self.loop(param)
        self.put(*found)
        for depth, text in reversed(self.ends):
            self.out.append(INDENT * depth + text)
        return self.out

    # ---- layout ----------------------------------------------------------------------------

    def put(self, *texts: str) -> None:
        self.out.extend(INDENT * self.depth + t for t in texts)

    def under(self, tests: list[str]) -> None:
        if tests:
            self.put(f"if {tidy(' and '.join(tests))}:")
            self.depth += 1

    def before(self, outside: Invariants, changing: frozenset[str]) -> None:
        """Work out before a loop what the guards in it ask of everything else."""
        self.waiting = [outside.outside(guard, changing) for guard in self.waiting]
        for name, e in outside.taken():
            ex = self.fn.expressions
            text = f"1 if {ex.test(e)} else 0" if isinstance(e.type, Bool) else ex.value(e)
            self.put(f"{local(name)} = {tidy(text)}")

    # ---- parameters ------------------------------------------------------------------------

    def needed(self, param: nodes.OptionParam) -> bool:
        fn, option = self.fn, self.option
        if not isinstance(param.bound, typed.Const | typed.Var) and not self.any:
            return True
        used = variables(option.guards)
        if fn.ahead.looks(option, self.look):
            used |= fn.ahead.needs["all"][option.target]
        return param.var in used

    def free(self) -> frozenset[str]:
        return frozenset(p.var for p in self.option.params if p.bound is None)

    def ready(self) -> list[str]:
        """The tests whose parameters are all bound: guards, the most selective first, then look-ahead."""
        found = [g for g in self.waiting if not (variables(g.condition) & self.free()) - self.bound]
        self.waiting = [g for g in self.waiting if g not in found]
        if safe(found):
            found.sort(key=lambda g: not selective(g))
        tests = [self.fn.expressions.test(g.condition) for g in found]
        while self.asked and not (self.asked[0][1] & self.free()) - self.bound:
            tests.append(self.asked.pop(0)[0])
        return tests

    def loop(self, param: nodes.OptionParam) -> None:
        everything = _everything(param.type, self.fn.expressions.seats())
        if self.falling:
            candidates = everything = _backwards(param.type)
        else:
            candidates = narrowed(self.fn, param, self.waiting, self.bound, self.free())
        rest = self.running(param) if candidates == everything else None
        self.put(f"for {local(param.var)} in {candidates}:")
        self.depth += 1
        self.bound.add(param.var)
        if rest is not None:
            part, begin, step = rest
            self.put(begin)
            some = next((g for g in self.waiting if is_some(g.condition, part)), None)
            if some is not None:
                self.waiting.remove(some)
                self.under([local(part)])
            if self.falling:
                self.put(step)
            else:
                self.ends.append((self.depth, step))
        self.under(self.ready())

    def joined(self, param: nodes.OptionParam) -> bool:
        """The last parameter's few values in one condition, if it doesn't matter which of them it is."""
        low, count = lowest(param.type), size(param.type)
        if not self.any or count > FEW or isinstance(param.type, Seat) or not self.waiting:
            return False
        if any(variables(g.condition) & self.free() - self.bound - {param.var} for g in self.waiting):
            return False
        alone = [g for g in self.waiting if _solve(self.fn, g.condition, param, "()") is not None]
        if alone:
            return False
        terms = []
        for x in range(low, low + count):
            at = {param.var: typed.Const(x, param.type, self.option.guards[0].span)}
            tests = [self.fn.expressions.test(substitute(g.condition, at)) for g in self.waiting]
            terms.append("(" + " and ".join(tests) + ")")
        self.waiting.clear()
        self.under(["(" + " or ".join(terms) + ")"])
        return True

    def running(self, param: nodes.OptionParam) -> tuple[str, str, str] | None:
        """A guard's sum over what is left of the loop, kept as a running rest: a value's part of it, and
        how a step begins and changes it."""
        for i, guard in enumerate(self.waiting):
            found = _left(guard.condition, param)
            if found is None or (variables(guard.condition) & self.free()) - self.bound - {param.var}:
                continue
            rest = self.named(f"rest_{param.var}", found.more if self.falling else found.total)
            needed = self.named(f"needed_{param.var}", found.needed)
            condition = typed.Compare(">=", rest, needed, Bool(), guard.span)
            self.waiting[i] = replace(guard, condition=condition)
            part = typed.Var(own(f"part_{param.var}"), found.step.type, guard.span)
            self.waiting = [exchange(g, found.step, part) for g in self.waiting]
            step = tidy(self.fn.expressions.value(found.step))
            change = f"{local(rest.name)} {'+' if self.falling else '-'}= {local(part.name)}"
            return part.name, f"{local(part.name)} = {step}", change
        return None

    def named(self, name: str, e: typed.Expr) -> typed.Var:
        """A variable of the emitter's own with a value."""
        self.put(f"{local(own(name))} = {tidy(self.fn.expressions.value(e))}")
        return typed.Var(own(name), e.type, e.span)

    # ---- look-ahead ------------------------------------------------------------------------

    def hoisted(
        self, test: Test, types: dict[str, Scalar], facts: list[typed.Expr]
    ) -> tuple[str, frozenset[str]]:
        """The look-ahead as a condition; what does not depend on every parameter is asked beforehand."""
        from rulesc.python.hoisting import hoist

        lines, text, names = hoist(self.fn.ahead, test, types, facts, tables=not self.any)
        self.put(*lines)
        return text, names


def narrowed(
    fn: Functions, param: nodes.OptionParam, waiting: list[typed.Guard], bound: set[str], free: frozenset[str]
) -> str:
    """What a parameter's loop runs over: all values, or those that a guard leaves."""
    everything = _everything(param.type, fn.expressions.seats())
    for guard in list(waiting):
        if (variables(guard.condition) & free) - bound - {param.var}:
            continue
        text = _solve(fn, guard.condition, param, everything)
        if text is not None:
            waiting.remove(guard)
            return text
    return everything


def _everything(type_: Scalar, seats: str) -> str:
    if isinstance(type_, Seat):
        return f"range({seats})"
    low, count = lowest(type_), size(type_)
    if count <= 8:
        return str(tuple(range(low, low + count)))
    return f"range({count})" if low == 0 else f"range({low}, {low + count})"


def _backwards(type_: Scalar) -> str:
    low, count = lowest(type_), size(type_)
    return (
        str(tuple(range(low + count - 1, low - 1, -1)))
        if count <= 8
        else f"range({low + count - 1}, {low - 1}, -1)"
    )


def _solve(fn: Functions, e: typed.Expr, param: nodes.OptionParam, everything: str) -> str | None:
    """The values of a parameter for which a condition holds, where it can be read off."""
    match e:
        case typed.Compare("==", typed.Var(name), other) if name == param.var and not _in(name, other):
            return _single(fn, other)
        case typed.Compare("==", other, typed.Var(name)) if name == param.var and not _in(name, other):
            return _single(fn, other)
        case typed.Compare("==", typed.KindAttribute() as a, other) if _reads(a, param, other):
            return f"{_by_attribute(fn, a)}[{tidy(fn.expressions.value(other))}]"
        case typed.Compare("==", other, typed.KindAttribute() as a) if _reads(a, param, other):
            return f"{_by_attribute(fn, a)}[{tidy(fn.expressions.value(other))}]"
        case typed.OneOfValues(item, (typed.Const(-1), typed.Var(name))) if name == param.var and not _in(
            name, item
        ):
            here = tidy(fn.expressions.value(item))
            return f"({everything} if {here} < 0 else ({here},))"
        case typed.InSet(typed.Var(name), cells) if (
            name == param.var and isinstance(param.type, Grid) and not _in(name, cells)
        ):
            return cells_in(fn.expressions, cells)
        case typed.Compare(">", typed.CountIn(zone, typed.Var(name)), typed.Const(0)) if (
            name == param.var and name not in variables(zone)
        ):
            return kinds_in(fn.expressions, zone)
        case typed.InList(typed.Var(name), lists, index) if name == param.var and not any(
            _in(name, at) for at in index
        ):
            return fn.expressions.data.row(lists, index, fn.expressions.value)
        case typed.Logic("or", (first, second)) if not _in(param.var, second):
            inner = _solve(fn, first, param, everything)
            if inner is None:
                return None
            return f"({everything} if {tidy(fn.expressions.test(second))} else {inner})"
        case _:
            return None


def _in(name: str, e: typed.Expr) -> bool:
    return name in variables(e)


def _reads(e: typed.KindAttribute, param: nodes.OptionParam, other: typed.Expr) -> bool:
    """Whether it is an attribute of the parameter, compared with what does not depend on it."""
    of = isinstance(e.kind, typed.Var) and e.kind.name == param.var
    return of and not _in(param.var, other)


def _single(fn: Functions, e: typed.Expr) -> str:
    value = tidy(fn.expressions.value(e))
    if isinstance(e.type, OptionalType):
        return f"(() if {value} < 0 else ({value},))"
    return f"({value},)"


def _by_attribute(fn: Functions, e: typed.KindAttribute) -> str:
    """A table: the kinds with each value of an attribute; none at -1."""
    component = fn.layout.components[e.component]
    place = [n for n, _ in component.attributes].index(e.attribute)
    type_ = component.attributes[place][1]
    rows = [
        tuple(i for i, kind in enumerate(component.kinds) if kind.values[place] == value)
        for value in range(lowest(type_), lowest(type_) + size(type_))
    ]
    name = constant(e.component, "by", e.attribute)
    fn.expressions.constants.setdefault(name, str((*rows, ())))
    return name


class Rest(NamedTuple):
    """A sum over the values from a loop's on: the whole sum, what it has beside the values' parts, one
    value's part, what must be left at least.
    """

    total: typed.Expr
    more: typed.Expr
    step: typed.Expr
    needed: typed.Expr


def _left(e: typed.Expr, param: nodes.OptionParam) -> Rest | None:
    """`sum(f(x) for x in p..top) + more >= limit` with the loop's own `p` and the last value `top`."""
    if not isinstance(e, typed.Compare) or e.op != ">=":
        return None
    sums = [x for x in _terms(e.left) if isinstance(x, typed.Fold) and param.var in variables(x)]
    if len(sums) != 1 or param.var in variables(e.right):
        return None
    part = sums[0]
    match part.loops:
        case (typed.Loop(var, _, typed.RangeOf(typed.Var(first), typed.Const(last) as end), None),):
            pass
        case _:
            return None
    top = lowest(param.type) + size(param.type) - 1
    if part.op != "sum" or first != param.var or last != top or param.var in variables(part.body):
        return None
    low = typed.Const(lowest(param.type), param.type, part.span)
    whole = replace(part, loops=(replace(part.loops[0], domain=typed.RangeOf(low, end)),))
    others = [x for x in _terms(e.left) if x is not part]
    step = substitute(part.body, {var: typed.Var(param.var, param.type, part.span)})
    nought = typed.Const(0, e.left.type, e.span)
    return Rest(_sum([whole, *others], e), _sum(others or [nought], e), step, e.right)


def _sum(terms: Sequence[typed.Expr], e: typed.Compare) -> typed.Expr:
    total = terms[0]
    for x in terms[1:]:
        total = typed.Arith("+", total, x, e.left.type, e.span)
    return total


def _terms(e: typed.Expr) -> list[typed.Expr]:
    if isinstance(e, typed.Arith) and e.op == "+":
        return [*_terms(e.left), *_terms(e.right)]
    return [e]
