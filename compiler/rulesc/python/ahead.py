"""Look-ahead: whether an action can be completed, before it is offered.

In: a machine. Out: functions that answer without changing the state they are asked about, and `Test`s,
the conditions that ask them. How far a question looks is its `Look`:

- `guards`: an option's own guards;
- `pay`: also every decision that the action still asks;
- `all`: also what the outermost action must leave (`leaves`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from rulesc.machine import flow, nodes
from rulesc.machine.effects import writes
from rulesc.machine.reading import Reading
from rulesc.machine.substitute import substitute, variables
from rulesc.python.function import INDENT, Function, looped
from rulesc.python.names import local
from rulesc.python.options import at_hand, exists
from rulesc.python.restoring import restored
from rulesc.python.tidying import tidy
from rulesc.typed import nodes as typed
from rulesc.typed.types import Int

if TYPE_CHECKING:
    from rulesc.python.functions import Functions

Look = Literal["guards", "pay", "all"]
FEW_CHANGES = 8  # statements that stand wherever look-ahead comes to them
SHORT_TEST = 60  # characters
ASKS: Mapping[Look, str] = {"guards": "_offers", "pay": "_pays", "all": "_opens"}


@dataclass(frozen=True, slots=True)
class Opens:
    """A decision has an option; `args` are the values of the variables that its options read."""

    decision: int
    look: Look
    args: tuple[tuple[str, typed.Expr], ...]


@dataclass(frozen=True, slots=True)
class Completes:
    """The action can be completed from a block on, asked of a copy of the state."""

    block: int
    look: Look
    args: tuple[tuple[str, typed.Expr], ...]


@dataclass(frozen=True, slots=True)
class Either:
    """One test or another, as a condition says."""

    condition: typed.Expr
    then: Test
    otherwise: Test


@dataclass(frozen=True, slots=True)
class Leaves:
    """`pay`, and then one of the conditions that are known already, or `full`."""

    pay: Test | None
    known: tuple[typed.Expr, ...]
    full: Test


Test = Opens | Completes | Either | Leaves


def in_turn(test: Test) -> list[Test]:
    """Tests that must all hold, the cheapest first."""
    match test:
        case Leaves(pay, known, full) if pay is not None:
            return [pay, Leaves(None, known, full)]
        case _:
            return [test]


class Ahead:
    """Writes the functions that look ahead, each once."""

    def __init__(self, fn: Functions) -> None:
        self.fn = fn
        self.machine = fn.machine
        self.possible: dict[tuple[int, int], str] = {}
        self.changing: set[str] = set()  # functions that leave the state changed: they are asked of a copy
        self.reading: Mapping[Look, Reading] = {
            "pay": Reading(fn.machine, leaves=False),
            "all": Reading(fn.machine, leaves=True),
        }

    @cached_property
    def needs(self) -> Mapping[Look, Mapping[int, frozenset[str]]]:
        """The variables that each block needs for a look."""
        return {
            "pay": flow.needed_ahead(self.machine, leaves=False),
            "all": flow.needed_ahead(self.machine, leaves=True),
        }

    # ---- questions -------------------------------------------------------------------------

    def completes(self, option: nodes.Option, look: Look = "all") -> Test | None:
        """Whether the action can be completed after this option; None: always."""
        if not self.looks(option, look):
            return None
        pay = None
        if flow.needs_look_ahead(self.machine, option, leaves=False):
            pay = self.reaches(option.target, "pay", {})
        if look == "pay" or not flow.leaves(self.machine, option.target):
            return pay
        full = self.reaches(option.target, "all", {})
        return Leaves(pay, flow.known_before(self.machine, option.target), full)

    def looks(self, option: nodes.Option, look: Look) -> bool:
        """Whether an option can still fail after its own guards, as far as `look` goes."""
        if look == "guards" or not option.inside:
            return False
        return flow.needs_look_ahead(self.machine, option, leaves=False) or (
            look == "all" and bool(flow.leaves(self.machine, option.target))
        )

    def reaches(self, block: int, look: Look, env: Mapping[str, typed.Expr]) -> Test:
        """Whether the action can be completed from a block on."""
        return self.asked(block, look, env) or self.from_copy(block, look, env)

    def asked(
        self, block: int, look: Look, env: Mapping[str, typed.Expr], inside: frozenset[int] = frozenset()
    ) -> Test | None:
        """The same without a copy, where nothing changes until the next decisions; None: something does."""
        here = self.machine.blocks[block]
        if block in inside:
            return None
        inside |= {block}
        inner = dict(env)
        for stmt in here.body:
            if not isinstance(stmt, typed.Let):
                return None
            inner[stmt.var] = substitute(stmt.value, inner)
        match here.end:
            case nodes.Goto(target):
                return self.asked(target, look, inner, inside)
            case nodes.Branch(condition, then, otherwise):
                yes = self.asked(then, look, inner, inside)
                no = self.asked(otherwise, look, inner, inside)
                return None if yes is None or no is None else Either(substitute(condition, inner), yes, no)
            case nodes.Ask(decision, None):
                return self.opens(decision, look, inner)
            case _:
                return None

    def opens(self, decision: int, look: Look, env: Mapping[str, typed.Expr]) -> Opens:
        look = self.plainest(decision, look)
        args = tuple((x, substitute(e, env)) for x, e in self.params(decision, look))
        return Opens(decision, look, args)

    def from_copy(self, block: int, look: Look, env: Mapping[str, typed.Expr]) -> Completes:
        if look == "all" and not flow.leaves(self.machine, block):
            look = "pay"
        names = sorted(self.needs[look][block])
        return Completes(block, look, tuple((x, env.get(x, self.var(x))) for x in names))

    def plainest(self, decision: int, look: Look) -> Look:
        """The look that asks no more than it must."""
        options = self.machine.decisions[decision].options
        if look == "all" and not any(flow.leaves(self.machine, o.target) for o in options if o.inside):
            look = "pay"
        if look == "pay" and not any(self.looks(o, "pay") for o in options):
            look = "guards"
        return look

    def params(self, number: int, look: Look) -> tuple[tuple[str, typed.Expr], ...]:
        """The variables that a decision's options read, and their values: bound parameters are worked out."""
        given: dict[str, typed.Expr] = {}
        for option in self.machine.decisions[number].options:
            inner = {p.var for p in option.params}
            need = set(variables(option.guards))
            if self.looks(option, look):
                need |= self.needs[look][option.target]
            given |= {x: self.var(x) for x in need - inner}
            given |= {p.var: p.bound for p in option.params if p.bound is not None and p.var in need}
        return tuple(sorted(given.items()))

    def var(self, name: str) -> typed.Var:
        return typed.Var(name, Int(0, 0), self.machine.program.span)

    # ---- conditions ------------------------------------------------------------------------

    def text(self, test: Test) -> str:
        """The test as Python text."""
        value, condition = self.fn.expressions.value, self.fn.expressions.test
        match test:
            case Opens(decision, look, args):
                return f"{self.open_function(decision, look)}({arguments(value, args)})"
            case Completes(block, look, args):
                name = self.probe_function(block, look)
                return f"{name}({arguments(value, args, 's._probe()' if name in self.changing else 's')})"
            case Either(asked, then, otherwise):
                return f"({self.text(then)} if {condition(asked)} else {self.text(otherwise)})"
            case Leaves(pay, known, full):
                rest = " or ".join([*(condition(e) for e in known), self.text(full)])
                return f"({rest})" if pay is None else f"({self.text(pay)} and ({rest}))"

    def can(self, e: typed.Can) -> str:
        """A condition: whether some action of a `can` is legal for `player`."""
        return "(" + " or ".join(self.possible_call(o, e.seat) for o in e.options) + ")"

    def possibility(self, asked: typed.OfferOption) -> tuple[nodes.Possible, nodes.Option]:
        """What `can` asks of for an action with these parameters given, and the option itself."""
        given = tuple(arg is not None for arg in asked.args)
        found = next(p for p in self.machine.possible if (p.action, p.given) == (asked.action, given))
        return found, self.machine.decisions[found.decision].options[found.place]

    def possible_call(self, asked: typed.OfferOption, seat: typed.Expr) -> str:
        found, option = self.possibility(asked)
        values = dict(zip(found.args, (a for a in asked.args if a is not None), strict=True))
        values[found.seat] = seat
        args = tuple((x, values[x]) for x in self.option_needs(option))
        call = self.possible_function(found.decision, found.place)
        return f"{call}({arguments(self.fn.expressions.value, args)})"

    def option_needs(self, option: nodes.Option) -> tuple[str, ...]:
        later = self.needs["all"][option.target] if self.looks(option, "all") else frozenset()
        return tuple(sorted(flow.needed_by(option, later)))

    # ---- functions -------------------------------------------------------------------------

    def possible_function(self, number: int, place: int) -> str:
        """A function: whether some instance of an option is legal."""
        option = self.machine.decisions[number].options[place]
        name = self.possible.get((number, place))
        if name is None:
            name = f"_can_{option.action}"
            while name in self.possible.values():
                name += "_"
            self.possible[number, place] = name
            params = tuple(local(x) for x in self.option_needs(option))
            function = self.new(name, params, f"Whether {option.action} is possible.")
            function.body = [*exists(self.fn, option, ["return True"]), "return False"]
        return name

    def open_function(self, number: int, look: Look) -> str:
        """A function: whether a decision has an option."""
        name = f"{ASKS[look]}_{number}"
        if name not in self.fn.written:
            options = self.machine.decisions[number].options
            given = tuple(x for x, _ in self.params(number, look))
            doc = f"Whether there is an option: {_listed(options)}."
            self.asking_function(name, doc, options, look, given)
        return name

    def asking_function(
        self, name: str, doc: str, options: Sequence[nodes.Option], look: Look, given: tuple[str, ...]
    ) -> None:
        """A function: whether one of some options has an instance."""
        function = self.new(name, tuple(local(x) for x in given), doc)
        for option in sorted(options, key=lambda o: self.looks(o, look)):
            function.body += exists(self.fn, option, ["return True"], look, frozenset(given))
        function.body.append("return False")

    def directly(self, test: Opens, names: frozenset[str]) -> tuple[str, str | None] | None:
        """A question in two parts: what reads the named variables, as a condition, and a call for the rest.

        None: the first part takes more than a few tests. No call: there is no rest.
        """
        options = self.machine.decisions[test.decision].options
        near = [o for o in options if names & self.read_by(o, test.look)]
        env = dict(test.args)
        tests = [None if self.looks(o, test.look) else at_hand(self.fn, o, env) for o in near]
        if None in tests:
            return None
        text = "(" + " or ".join(t for t in tests if t is not None) + ")"
        if len(near) == len(options):
            return text, None
        rest = tuple(o for o in options if o not in near)
        name = f"{ASKS[test.look]}_{test.decision}_for_any_{'_'.join(sorted(names))}"
        needed = frozenset().union(*(self.read_by(o, test.look) for o in rest))
        args = tuple((x, e) for x, e in test.args if x in needed)
        if name not in self.fn.written:
            doc = f"Whether there is an option, whatever {', '.join(sorted(names))}: {_listed(rest)}."
            self.asking_function(name, doc, rest, test.look, tuple(x for x, _ in args))
        call = f"{name}({arguments(self.fn.expressions.value, args)})"
        first = _first_test(self.fn.written[name].body)
        if first is not None and all(e == self.var(x) for x, e in args):
            return text, f"({first} and {call})"
        return text, call

    def read_by(self, option: nodes.Option, look: Look) -> frozenset[str]:
        """The variables on which it depends whether an option has an instance."""
        later = self.needs[look][option.target] if self.looks(option, look) else frozenset()
        return variables(option.guards) | later

    def table_function(self, number: int, look: Look, var: str, values: range) -> str:
        """A function: the values of a variable with which a decision has an option, as a mask."""
        name = f"{ASKS[look]}_{number}_by_{local(var)}"
        if name not in self.fn.written:
            decision = self.machine.decisions[number]
            given = frozenset(x for x, _ in self.params(number, look))
            function = self.new(
                name,
                tuple(local(x) for x in sorted(given - {var})),
                f"The values of {var} with which there is an option: {_listed(decision.options)}.",
            )
            function.returns = "int"
            later = {o.target: self.needs[look][o.target] for o in decision.options if self.looks(o, look)}
            for option in decision.options:
                if var not in variables(option.guards) | later.get(option.target, frozenset()):
                    full = (1 << len(values)) - 1
                    function.body += exists(self.fn, option, [f"return {full}"], look, given)
            function.body.append("values = 0")
            for option in decision.options:
                inner_read = var in later.get(option.target, frozenset())
                if not inner_read and var not in variables(option.guards):
                    continue
                if inner_read or any(p.var == var and p.bound is None for p in option.params):
                    inner = exists(self.fn, option, [f"values |= 1 << {local(var)}"], look, given)
                    function.body += [f"for {local(var)} in {tuple(values)}:", *(INDENT + x for x in inner)]
                    continue
                for i, x in enumerate(values):
                    at = substitute(option, {var: typed.Const(x, Int(x, x), self.machine.program.span)})
                    function.body += exists(self.fn, at, [f"values |= {1 << i}"], look, given)
            function.body.append("return values")
        return name

    def probe_function(self, block: int, look: Look) -> str:
        """A function: whether the action that runs can be completed from a block on."""
        name = f"_completes_{block}" if look == "all" else f"_paid_{block}"
        if name not in self.fn.written:
            params = tuple(local(x) for x in sorted(self.needs[look][block]))
            function = self.new(name, params, "Whether the action can be completed.")
            self.changing.add(name)
            body = self.probe(block, block, look)
            asked = restored(body)
            if asked is None or any(f"{other}(s" in line for other in self.changing for line in body):
                function.body = looped(body)
            else:
                function.body = asked
                self.changing.remove(name)
        return name

    def new(self, name: str, params: tuple[str, ...], doc: str) -> Function:
        function = Function(name, params, "bool", doc, asks=True)
        self.fn.written[name] = function
        return function

    def probe(self, block: int, owner: int, look: Look) -> list[str]:
        here = self.machine.blocks[block]
        condition = self.fn.expressions.test
        lines: list[str] = []
        for place, stmt in enumerate(here.body):
            if isinstance(stmt, nodes.EndAction):
                if stmt.outermost:
                    asked = stmt.leaves if look == "all" else ()
                    tests = [f"bool({tidy(condition(g.condition))})" for g in asked]
                    return [*lines, "return " + (" and ".join(tests) or "True")]
                for guard in stmt.leaves:
                    lines += [f"if not ({tidy(condition(guard.condition))}):", f"{INDENT}return False"]
            elif isinstance(stmt, typed.Let):
                lines.append(f"{local(stmt.var)} = {tidy(self.fn.expressions.value(stmt.value))}")
            else:
                lines += self.fn.stmt(stmt, writes((stmt,)) - self.reading[look].after(here, place))
        match here.end:
            case nodes.Goto(target):
                return lines + self.probe_jump(target, owner, look)
            case nodes.Branch(asked_, then, otherwise):
                lines.append(f"if {tidy(condition(asked_))}:")
                lines += [INDENT + x for x in self.probe_jump(then, owner, look)]
                return lines + self.probe_jump(otherwise, owner, look)
            case nodes.Ask(decision, otherwise_):
                test = tidy(self.text(self.opens(decision, look, {})))
                if otherwise_ is None:
                    return [*lines, f"return {test}"]
                lines += [f"if {test}:", f"{INDENT}return True"]
                return lines + self.probe_jump(otherwise_, owner, look)
            case nodes.Chance(zone=zone, refill=refill, empty=empty):
                piles = [p for p in (zone, refill) if p is not None]
                some = " or ".join(self.fn.expressions.some(p, None) for p in piles)
                lines += [f"if {tidy(some)}:", f"{INDENT}return True"]
                return lines + self.probe_jump(empty, owner, look)
            case _:
                return [*lines, "return True"]

    def probe_jump(self, target: int, owner: int, look: Look) -> list[str]:
        if target == owner:
            return ["continue"]
        if target in self.fn.heads and not self.straight(target):
            call = self.from_copy(target, look, {})
            value = self.fn.expressions.value
            return [f"return {self.probe_function(target, call.look)}({arguments(value, call.args)})"]
        return self.probe(target, owner, look)

    def straight(self, target: int) -> bool:
        """Whether all that comes is a few changes up to the end of the action or its next decision."""
        here = self.machine.blocks[target]
        ends = any(isinstance(stmt, nodes.EndAction) and stmt.outermost for stmt in here.body)
        return len(here.body) <= FEW_CHANGES and (ends or isinstance(here.end, nodes.Ask))


def _first_test(body: Sequence[str]) -> str | None:
    """The test on which all of a function's questions wait: asked before the call, it mostly saves it."""
    if len(body) < 2 or body[-1] != "return False":
        return None
    case = body[:-1]
    alone = all(line.startswith(INDENT) for line in case[1:])
    fits = re.fullmatch(r"if .*:", case[0]) and len(case[0]) <= SHORT_TEST
    return case[0][3:-1] if alone and fits else None


def arguments(
    value: Callable[[typed.Expr], str], args: tuple[tuple[str, typed.Expr], ...], state: str = "s"
) -> str:
    return ", ".join([state, *(tidy(value(e)) for _, e in args)])


def _listed(options: Sequence[nodes.Option]) -> str:
    return ", ".join(dict.fromkeys(o.action for o in options))
