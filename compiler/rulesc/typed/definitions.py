"""Definitions: a base, exceptions before it, perhaps a table; one chain of arms comes out.

In: entries of `define:`, grouped by name. Out: `Define`. Its type is what its arms have in common;
it speaks for a seat if an arm does.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rulesc.syntax import nodes as syntax
from rulesc.typed import domains, errors, spec_errors
from rulesc.typed import nodes as typed
from rulesc.typed.declarations import clause_ids, empty_frame
from rulesc.typed.facts import facts
from rulesc.typed.fitting import join, scalar
from rulesc.typed.scope import ERROR, PLAYER, Frame, Symbols, Usage, failed
from rulesc.typed.types import Bool, Int, OptionalType, Scalar, Type, lowest, size, value_name

LARGEST_TABLE = 1000


@dataclass(slots=True)
class Written:
    """One definition as written: base or table, and its exceptions in listed order."""

    base: syntax.Define | syntax.DefineTable
    exceptions: list[syntax.Define] = field(default_factory=list)


def collect(symbols: Symbols, entries: tuple[syntax.Define | syntax.DefineTable, ...]) -> dict[str, Written]:
    """Put exceptions with their definitions and declare the names."""
    found: dict[str, Written] = {}
    for entry in entries:
        name = entry.head.name
        if entry.head.labels:
            continue
        symbols.declare(name, "definition", entry.head.span)
        if name not in found:
            found[name] = Written(entry)
            symbols.callables.setdefault(name, "definition")
    for entry in entries:
        if not entry.head.labels:
            continue
        written = found.get(entry.head.name)
        if written is None:
            symbols.report.add(spec_errors.no_base(entry.head.span, entry.head.name, tuple(found)))
        elif isinstance(entry, syntax.DefineTable):
            symbols.report.add(errors.unsupported(entry.head.span, "a table as an exception"))
        elif any(other.head.labels == entry.head.labels for other in written.exceptions):
            symbols.report.add(spec_errors.duplicate_exception(entry.head.span, label_of(entry.head)))
        else:
            written.exceptions.append(entry)
    return found


def label_of(head: syntax.Head) -> str:
    return " / ".join(part.name for part in head.labels)


# ---- parameters ----------------------------------------------------------------------------


def params_of(symbols: Symbols, params: tuple[syntax.Param, ...]) -> tuple[typed.Param, ...] | None:
    """Parameters with their types; None after a report."""
    found: list[typed.Param] = []
    frame = empty_frame(symbols)
    for param in params:
        if not domains.free(frame, param.name):
            symbols.report.add(errors.shadowing(param.span, param.name))
        type_ = param_type(symbols, param)
        if type_ is not None:
            found.append(typed.Param(param.name, type_))
            frame = frame.bind(param.name, type_)
    return tuple(found) if len(found) == len(params) else None


def param_type(symbols: Symbols, param: syntax.Param) -> Scalar | None:
    """`lot` has the type of its name, `s in Seat` the one it says."""
    if param.domain is None:
        plain_name = param.name.replace("_", "").lower()
        for name, type_ in symbols.types.items():
            if name.replace("_", "").lower() == plain_name:
                return type_
        if not any(name.replace("_", "").lower() == plain_name for name in symbols.broken):
            symbols.report.add(spec_errors.untyped_parameter(param.span, param.name, tuple(symbols.types)))
        return None
    match param.domain:
        case syntax.Name(name, span):
            found = symbols.types.get(name)
            if found is None and name not in symbols.broken:
                symbols.report.add(errors.unknown_name(span, name, "type", tuple(symbols.types)))
            return found
        case domain:
            ranged = domains.domain(empty_frame(symbols), domain)
            if ranged is None:
                return None
            if isinstance(ranged[0], typed.AllOf):
                return ranged[1]
            symbols.report.add(spec_errors.parameter_domain(domain.span, param.name))
            return None


def frame_of(
    symbols: Symbols, speaker: str, params: tuple[typed.Param, ...], written: tuple[syntax.Param, ...]
) -> Frame:
    variables: dict[str, Type] = {param.name: param.type for param in params}
    origins = {param.name: param.span for param in written}
    return Frame(symbols, Usage(), speaker, variables, origins=origins)


# ---- one definition ------------------------------------------------------------------------


def check(symbols: Symbols, name: str, written: Written) -> typed.Define | None:
    head = written.base.head
    params = params_of(symbols, head.params)
    for entry in written.exceptions:
        if entry.head.params:
            symbols.report.add(spec_errors.exception_parameters(entry.head.span, name))
    if params is None:
        return None
    frame = frame_of(symbols, "caller", params, head.params)
    bases = _base(frame, written.base, _type_of_exceptions(frame, written))
    expected = None if bases is None else _or_none(bases[-1].value.type)
    exceptions = [_exception(frame, entry, expected) for entry in _innermost_first(written.exceptions)]
    arms = [arm for arm in exceptions if arm is not None]
    if bases is None or len(arms) < len(exceptions):
        return None
    arms = _within(symbols, name, arms)
    _overlaps(symbols, arms)
    type_: Type = ERROR
    for arm in (*bases, *arms):
        joined = join(type_, arm.value.type)
        if joined is None:
            symbols.report.add(spec_errors.arms_differ(arm.value.span, name, arm.value.type, type_))
            return None
        type_ = joined
    arms += bases
    per_seat = frame.usage.player
    own = (typed.Param(PLAYER, symbols.seat), *params) if per_seat else params
    return typed.Define(name, own, tuple(arms), type_, per_seat, written.base.group)


def _type_of_exceptions(frame: Frame, written: Written) -> Type | None:
    """What a base `none` is the none of: the type of the first exception with one."""
    base = written.base
    if isinstance(base, syntax.DefineTable) or base.value.expr != syntax.Word("none", base.head.span):
        return None
    for entry in written.exceptions:
        if entry.value.expr == base.value.expr or entry.value.condition is None:
            continue
        known = frame.knowing(facts(frame.condition(entry.value.condition), True))
        type_ = _or_none(known.walk(entry.value.expr).type)
        if isinstance(type_, OptionalType):
            return type_
    return None


def _or_none(type_: Type) -> Type:
    """What an exception may be: of the type of the base, or none."""
    inner = scalar(type_)
    return type_ if inner is None else OptionalType(inner)


def _innermost_first(exceptions: list[syntax.Define]) -> list[syntax.Define]:
    """Listed order, but an exception to an exception comes before it."""
    ordered: list[syntax.Define] = []
    for entry in exceptions:
        outer = next(
            (i for i, other in enumerate(ordered) if _inside(entry.head.labels, other.head.labels)), None
        )
        ordered.insert(len(ordered) if outer is None else outer, entry)
    return ordered


def _within(symbols: Symbols, name: str, arms: list[typed.Arm]) -> list[typed.Arm]:
    """An exception to an exception holds only where that one does."""
    conditions = {arm.label: arm.condition for arm in arms}
    found: list[typed.Arm] = []
    for arm in arms:
        outer = arm.label.rpartition(" / ")[0]
        if outer and outer not in conditions:
            symbols.report.add(spec_errors.no_base(arm.span, f"{name} / {outer}", ()))
        while outer:
            around = conditions.get(outer)
            if around is not None and arm.condition is not None:
                both = typed.Logic("and", (around, arm.condition), Bool(), arm.condition.span)
                arm = replace(arm, condition=both)
            outer = outer.rpartition(" / ")[0]
        found.append(arm)
    return found


def _inside(labels: tuple[syntax.LabelPart, ...], outer: tuple[syntax.LabelPart, ...]) -> bool:
    return len(labels) > len(outer) and labels[: len(outer)] == outer


def _exception(frame: Frame, entry: syntax.Define, expected: Type | None) -> typed.Arm | None:
    value = entry.value
    if value.condition is None:
        frame.error(spec_errors.no_condition(entry.head.span, entry.head.name, label_of(entry.head)))
        return None
    condition = frame.condition(value.condition)
    inside = frame.knowing(facts(condition, True))
    found = inside.narrowed(inside.walk(value.expr, expected))
    if failed(condition) or failed(found):
        return None
    clauses = clause_ids((*entry.head.clauses, *value.clauses))
    return typed.Arm(label_of(entry.head), condition, found, clauses, entry.head.span)


def _base(
    frame: Frame, base: syntax.Define | syntax.DefineTable, expected: Type | None
) -> list[typed.Arm] | None:
    if isinstance(base, syntax.DefineTable):
        return _table(frame, base)
    if base.value.condition is not None:
        frame.error(spec_errors.base_condition(base.value.condition.span, base.head.name))
        return None
    expr = frame.walk(base.value.expr, expected)
    if failed(expr):
        return None
    return [typed.Arm("", None, expr, clause_ids((*base.head.clauses, *base.value.clauses)), base.head.span)]


def _overlaps(symbols: Symbols, arms: list[typed.Arm]) -> None:
    """The second of two exceptions with the same condition never holds."""
    for i, arm in enumerate(arms):
        for other in arms[:i]:
            if arm.condition is not None and arm.condition == other.condition:
                symbols.report.add(
                    spec_errors.overlapping(arm.condition.span, other.span, other.label, arm.label)
                )


# ---- tables --------------------------------------------------------------------------------


def _table(frame: Frame, table: syntax.DefineTable) -> list[typed.Arm] | None:
    """A row is an arm; together they cover the key's values, so the last one needs no condition."""
    head = table.head
    if head.by is None:
        frame.error(spec_errors.no_key(head.span, head.name))
        return None
    key = frame.walk(syntax.Name(head.by, head.span))
    if failed(key):
        return None
    type_ = scalar(key.type)
    if type_ is None or size(type_) > LARGEST_TABLE:
        frame.error(spec_errors.bad_key(head.span, head.by, key.type))
        return None
    seen: dict[int, syntax.Expr] = {}
    arms: list[typed.Arm] = []
    expected: Type | None = None
    for written, value in table.rows:
        if value.condition is not None:
            frame.error(spec_errors.base_condition(value.condition.span, head.name))
        case = frame.check(written, type_, f"case of `{head.name}`")
        found = _case(frame, table.each, value.expr, expected)
        if failed(case) or failed(found):
            continue
        expected = None if isinstance(found.type, Int) else found.type
        if not isinstance(case, typed.Const):
            frame.error(errors.not_constant(written.span))
            continue
        if case.value in seen:
            frame.error(spec_errors.duplicate_case(written.span, written.span.text, seen[case.value].span))
            continue
        seen[case.value] = written
        test = typed.Compare("==", key, case, Bool(), written.span)
        clauses = clause_ids((*head.clauses, *value.clauses))
        arms.append(typed.Arm(value_name(type_, case.value), test, found, clauses, written.span))
    if len(arms) < len(table.rows):
        return None
    missing = [v for v in range(lowest(type_), lowest(type_) + size(type_)) if v not in seen]
    if missing:
        words = [value_name(type_, v) for v in missing]
        frame.error(spec_errors.missing_case(head.span, head.name, head.by, words))
        return None
    last = arms[-1]
    return [*arms[:-1], typed.Arm("", None, last.value, last.clauses, last.span)]


def _case(frame: Frame, each: str, node: syntax.Expr, expected: Type | None) -> typed.Expr:
    match each:
        case "condition":
            return frame.condition(node)
        case "number":
            return frame.number(node)
        case _:
            return frame.walk(node, expected)
