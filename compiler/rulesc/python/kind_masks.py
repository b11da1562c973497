"""Folds over a zone where the kind alone says which pieces count.

In: `count(p for p in home if p.breed == b and not treated[p])`. Out: the zone's mask is met with the mask
of the kinds that pass what can be known at compile time (`p.breed == b`, a row of masks if it reads one
more variable); what is left is a count of bits, or a loop over fewer pieces. Where a zone is a count for
each kind, the few kinds that matter are asked one by one.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import reduce
from typing import TYPE_CHECKING

from rulesc.machine.substitute import variables
from rulesc.python.names import constant, local
from rulesc.typed import nodes as typed
from rulesc.typed.descend import descend
from rulesc.typed.types import OptionalType, Scalar, Seat, SetType, lowest, size

if TYPE_CHECKING:
    from rulesc.python.expressions import Expressions

MOST_TERMS = 8  # kinds that are asked one by one
MOST_VALUES = 100  # of the one variable that a row of masks may depend on


def fold(ex: Expressions, e: typed.Fold) -> str | None:
    """The fold by masks; None if the kind alone says nothing."""
    match e:
        case typed.Fold("any" | "all" | "count" | "sum", (typed.Loop(_, _, typed.KindsIn(zone)) as loop,)):
            pass
        case _:
            return None
    forms = {place.form for place in ex.zones(zone)}
    if forms == {"counts"}:
        return _by_kind(ex, e, zone)
    if forms != {"mask"}:
        return None
    asked = [] if loop.condition is None else _parts(ex, loop.condition)
    if e.op == "any":
        asked += _parts(ex, e.body)
    elif e.op == "all":
        asked += _parts(ex, typed.Not(e.body, e.body.type, e.body.span))
    masks = {i: found for i, part in enumerate(asked) if (found := _mask(ex, part, loop)) is not None}
    if not masks:
        return None
    left = [part for i, part in enumerate(asked) if i not in masks]
    known = [int(mask) for mask in masks.values() if mask.isdigit()]
    rows = [mask for mask in masks.values() if not mask.isdigit()]
    here = " & ".join([ex.mask_place(zone), *([str(reduce(operator.and_, known))] if known else []), *rows])
    return _counted(ex, e, f"({here})", left)


def _by_kind(ex: Expressions, e: typed.Fold, zone: typed.ZoneRef) -> str | None:
    """The fold over counts of few kinds, each asked only if it can matter."""
    loop = e.loops[0]
    terms: list[tuple[int, str]] = []
    for kind in range(size(loop.type)):
        env = {loop.var: kind}
        passes = 1 if loop.condition is None else _value(ex, loop.condition, env)
        worth = 1 if e.op == "count" else _value(ex, e.body, env)
        if passes is None or (passes and worth is None):
            return None
        matters = passes and (not worth if e.op == "all" else worth)
        if matters:
            terms.append((worth or 0, ex.some(zone, typed.Const(kind, loop.type, e.span))))
    if len(terms) > MOST_TERMS:
        return None
    if e.op in ("any", "all"):
        some = "(" + (" or ".join(text for _, text in terms) or "False") + ")"
        return some if e.op == "any" else f"(not {some})"
    return "(" + (" + ".join(f"({worth} if {text} else 0)" for worth, text in terms) or "0") + ")"


def _counted(ex: Expressions, e: typed.Fold, here: str, left: list[typed.Expr]) -> str:
    if not left and e.op != "sum":
        return {"any": f"({here} != 0)", "all": f"({here} == 0)", "count": f"{here}.bit_count()"}[e.op]
    pieces = f"for {local(e.loops[0].var)} in _packs.kinds({here})"
    test = " and ".join(ex.test(part) for part in left)
    if e.op in ("any", "all"):
        found = f"any({test} {pieces})"
        return found if e.op == "any" else f"(not {found})"
    body = "1" if e.op == "count" else ex.value(e.body)
    return f"sum({body} {pieces}{f' if {test}' if left else ''})"


def _parts(ex: Expressions, e: typed.Expr) -> list[typed.Expr]:
    """The parts of a conjunction, also of one that a definition or a negation makes."""
    match e:
        case typed.Logic("and", operands):
            return [part for operand in operands for part in _parts(ex, operand)]
        case typed.CallDefine():
            opened = ex.inlined(e)
            return _parts(ex, opened) if isinstance(opened, typed.Logic | typed.Compare) else [e]
        case typed.Not(typed.Logic("or", operands)):
            return [part for o in operands for part in _parts(ex, typed.Not(o, o.type, o.span))]
        case _:
            return [e]


def _mask(ex: Expressions, part: typed.Expr, loop: typed.Loop) -> str | None:
    """The mask of the kinds that pass, as text; None if more than the kind is asked."""
    others = {x.name: x.type for x in descend(part) if isinstance(x, typed.Var) and x.name != loop.var}
    if variables(part) - {loop.var} != frozenset(others) or loop.var not in variables(part):
        return None
    if not others:
        found = _passing(ex, part, loop, {})
        return None if found is None else str(found)
    (name, type_), *more = others.items()
    if more or isinstance(type_, Seat | OptionalType | SetType) or size(type_) > MOST_VALUES:  # type: ignore[arg-type]
        return None
    return _row(ex, part, loop, name, type_)  # type: ignore[arg-type]


def _row(ex: Expressions, part: typed.Expr, loop: typed.Loop, name: str, type_: Scalar) -> str | None:
    """A mask for each value of the other variable, kept as a constant of the module."""
    values = range(lowest(type_), lowest(type_) + size(type_))
    rows = [_passing(ex, part, loop, {name: value}) for value in values]
    if any(row is None for row in rows):
        return None
    text = str(tuple(rows))
    known = next((key for key, other in ex.constants.items() if other == text), None)
    key = known or constant("passing", str(len(ex.constants)))
    ex.constants.setdefault(key, text)
    return f"{key}[{ex.place_of(type_, typed.Var(name, type_, part.span))}]"


def _passing(ex: Expressions, part: typed.Expr, loop: typed.Loop, env: dict[str, int]) -> int | None:
    """The kinds that pass, as a mask; None if that isn't known at compile time."""
    mask = 0
    for kind in range(size(loop.type)):
        passes = _value(ex, part, {**env, loop.var: kind})
        if passes is None:
            return None
        mask |= passes << kind
    return mask


def _value(ex: Expressions, e: typed.Expr, env: dict[str, int]) -> int | None:
    """What an expression over constants comes to, if it does."""
    match e:
        case typed.Const(value):
            return None if isinstance(e.type, SetType) else value
        case typed.Var(name):
            return env.get(name)
        case typed.CallDefine():
            return _value(ex, ex.inlined(e), env)
        case typed.Not(operand):
            inside = _value(ex, operand, env)
            return None if inside is None else 1 - inside
        case typed.Lookup(table, index):
            found = ex.data.tables[table]
            if isinstance(found.type, SetType):
                return None
            place = 0
            for dim, at in zip(found.dims, index, strict=True):
                value_ = _value(ex, at, env)
                if value_ is None or not lowest(dim) <= value_ < lowest(dim) + size(dim):
                    return None
                place = place * size(dim) + value_ - lowest(dim)
            return found.values[place]
        case typed.KindAttribute(kind, component, attribute):
            number = _value(ex, kind, env)
            of = ex.data.components[component]
            column = [name for name, _ in of.attributes].index(attribute)
            return None if number is None or number < 0 else of.kinds[number].values[column]
        case typed.Logic(op, operands):
            results = [_value(ex, operand, env) for operand in operands]
            deciding = 0 if op == "and" else 1
            if deciding in results[: results.index(None) if None in results else None]:
                return deciding
            return None if None in results else 1 - deciding
        case typed.Compare(op, left, right):
            a, b = _value(ex, left, env), _value(ex, right, env)
            return None if a is None or b is None else int(_COMPARE[op](a, b))
        case _:
            return None


_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
