"""Look-ahead asked before a loop instead of in it.

In: a test and the parameters over which loops will run. Out: lines that ask beforehand, and the
condition that is left for the loops. What depends on no parameter is asked once; what depends on one
value of few is worked out for all of them, as a mask.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from rulesc.machine.substitute import variables
from rulesc.python.ahead import Ahead, Completes, Either, Leaves, Opens, Test
from rulesc.python.cases import equal, settled
from rulesc.python.untouched import sure
from rulesc.typed import nodes as typed
from rulesc.typed.types import ErrorType, OptionalType, Scalar, Seat, SetType, Type, lowest, size

SMALL = 8  # values for which a mask is worked out


def hoist(
    ahead: Ahead, test: Test, types: Mapping[str, Scalar], facts: Sequence[typed.Expr], tables: bool
) -> tuple[list[str], str, frozenset[str]]:
    """The lines beforehand, the condition, the parameters it reads. Where it is asked, `facts` hold."""
    work = _Hoist(ahead, types, facts, tables)
    text, names = work.condition(_pruned(test, facts))
    return work.lines, text, names


def called(text: str) -> str:
    """A name for the answer of the function that a condition calls."""
    return str(re.findall(r"_(\w+)\(s\b", text)[-1])


def _pruned(test: Test, facts: Sequence[typed.Expr]) -> Test:
    """The test without branches that facts rule out."""
    match test:
        case Either(asked, then) if settled(asked, facts):
            return _pruned(then, facts)
        case Either(asked, then, otherwise):
            return Either(asked, _pruned(then, facts), _pruned(otherwise, facts))
        case Leaves(pay, known, full):
            return Leaves(None if pay is None else _pruned(pay, facts), known, _pruned(full, facts))
        case _:
            return test


@dataclass(slots=True)
class _Hoist:
    ahead: Ahead
    types: Mapping[str, Scalar]
    facts: Sequence[typed.Expr]
    tables: bool
    lines: list[str] = field(default_factory=list)
    taken: dict[str, str] = field(default_factory=dict)

    def condition(self, test: Test) -> tuple[str, frozenset[str]]:
        match test:
            case Opens() | Completes():
                return self.question(test)
            case Either(asked, then, otherwise):
                yes, read_then = self.condition(then)
                no, read_otherwise = self.condition(otherwise)
                text = f"({yes} if {self.ahead.fn.expressions.test(asked)} else {no})"
                return text, read_then | read_otherwise | self.read(asked)
            case Leaves(pay, known, full):
                tests = [self.ahead.fn.expressions.test(e) for e in known]
                last, read = self.inside(full)
                rest = f"({' or '.join([*tests, last])})"
                if pay is None:
                    return rest, read
                first, more = self.condition(pay)
                return f"({first} and {rest})", read | more
            case _:
                assert_never(test)

    def inside(self, test: Test) -> tuple[str, frozenset[str]]:
        """A question that is asked only where it must be: it stays where it stands."""
        reads: set[str] = set()
        todo = [test]
        while todo:
            match todo.pop():
                case Opens(args=args) | Completes(args=args):
                    reads |= {x for _, e in args for x in self.read(e)}
                case Either(asked, then, otherwise):
                    reads |= self.read(asked)
                    todo += [then, otherwise]
                case Leaves(pay, _, full):
                    todo += [full] if pay is None else [pay, full]
        text = self.ahead.text(test)
        before = sure(self.ahead, test, _pruned) if isinstance(test, Opens) else None
        return text if before is None else f"({before} or {text})", frozenset(reads)

    def question(self, test: Opens | Completes) -> tuple[str, frozenset[str]]:
        by = [(x, e) for x, e in test.args if self.read(e)]
        if not by and self.types:
            text = self.ahead.text(test)
            return self.keep(called(text), text), frozenset()
        if isinstance(test, Opens) and by:
            plainer = replace(test, args=tuple((x, equal(e, self.facts)) for x, e in test.args))
            parts = self.ahead.directly(plainer, frozenset(x for x, _ in by))
            if parts is not None:
                near, far = parts
                by = [(x, e) for x, e in plainer.args if self.read(e)]
                near = " and ".join([*self.there(test, plainer), near])
                if far is not None:
                    rest = self.keep(called(far), far) if self.tables else far
                    near = f"{near} or {rest}"
                return f"({near})", frozenset().union(*(self.read(e) for _, e in by))
        if isinstance(test, Opens) and self.tables and len(by) == 1:
            var, e = by[0]
            type_ = self.type_of(e)
            e = equal(e, self.facts)
            if type_ is not None and (len(self.types) > 1 or not isinstance(e, typed.Var)):
                low = lowest(type_)
                values = range(low, low + size(type_))
                name = self.ahead.table_function(test.decision, test.look, var, values)
                others = [self.ahead.fn.expressions.value(a) for x, a in test.args if x != var]
                kept = self.keep(name.lstrip("_"), f"{name}({', '.join(['s', *others])})")
                place = self.ahead.fn.expressions.value(e)
                some = f"{place} >= {low} and " if isinstance(e.type, OptionalType) else ""
                return f"({some}{kept} >> {place if low == 0 else f'({place} - {low})'} & 1)", self.read(e)
        return self.inside(test)

    def there(self, test: Opens, plainer: Opens) -> list[str]:
        """Tests that the optional values which stand for others are some."""
        new = [e for (_, e), (_, old) in zip(plainer.args, test.args, strict=True) if e is not old]
        return [
            f"({self.ahead.fn.expressions.value(e)} >= 0)" for e in new if isinstance(e.type, OptionalType)
        ]

    def keep(self, name: str, call: str) -> str:
        """A local that holds the answer."""
        while self.taken.get(name, call) != call:
            name += "_"
        if name not in self.taken:
            self.taken[name] = call
            self.lines.append(f"{name} = {call}")
        return name

    def read(self, e: typed.Expr) -> frozenset[str]:
        return variables(e) & frozenset(self.types)

    def type_of(self, e: typed.Expr) -> Scalar | None:
        """The type of an argument, if it has few values."""
        type_: Type = self.types[e.name] if isinstance(e, typed.Var) else e.type
        if isinstance(type_, OptionalType | SetType | ErrorType | Seat):
            return None
        return type_ if size(type_) <= SMALL else None
