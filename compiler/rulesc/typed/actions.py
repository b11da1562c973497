"""Actions: declared ones, those of choices and picks, `stop` and `pass`; free parameters and ids.

In: actions as written, then all typed bodies. Out: `Action`s in the order of their ids: declared
ones in file order, labels of choices in order of first appearance, `stop`, `pass`. A parameter that
some offer leaves free is a digit of the action's ids, the last one fastest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from math import prod

from rulesc.source import Span
from rulesc.syntax import nodes as syntax
from rulesc.typed import definitions, errors, spec_errors, statements
from rulesc.typed import nodes as typed
from rulesc.typed.declarations import clause_ids
from rulesc.typed.descend import descend, offers_in
from rulesc.typed.facts import facts
from rulesc.typed.places import kind_type
from rulesc.typed.scope import ERROR, Frame, Signature, Symbols
from rulesc.typed.types import Bool, Enum, Grid, Int, KindType, Scalar, Seat, size, value_name

MOST_IDS = 20_000
PLACEHOLDER = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}")


# ---- declared actions ----------------------------------------------------------------------


def declare(symbols: Symbols, actions: tuple[syntax.Action, ...]) -> None:
    for action in actions:
        name = action.head.name
        symbols.declare(name, "action", action.head.span)
        if action.head.labels:
            symbols.report.add(errors.unsupported(action.head.span, "a family of actions"))
        params = definitions.params_of(symbols, action.head.params)
        if params is None:
            symbols.broken.add(name)
        elif name not in symbols.actions:
            symbols.actions[name] = Signature(name, "action", params, ERROR, True)


def check(symbols: Symbols, action: syntax.Action) -> typed.Action | None:
    name = action.head.name
    signature = symbols.actions.get(name)
    if signature is None:
        return None
    frame = definitions.frame_of(symbols, "seat", signature.params, action.head.params)
    guards = tuple(_guard(frame, guard) for guard in action.when)
    _labels(symbols, (*action.when, *action.leaves))
    inner = frame
    for guard in guards:
        inner = inner.knowing(facts(guard.condition, True))
    body = statements.block(inner, action.do)
    leaves = tuple(_guard(frame, guard) for guard in action.leaves)
    names = tuple(param.name for param in signature.params)
    for found in PLACEHOLDER.finditer(action.title_span.text if action.title else ""):
        if found[1] not in names:
            place = action.title_span.within(*found.span())
            symbols.report.add(spec_errors.unknown_placeholder(place, found[1], names))
    clauses = clause_ids((*action.head.clauses, *action.rules))
    title = action.title or name
    span = action.head.span
    return typed.Action(
        name, "", signature.params, guards, body, leaves, title, clauses, action.group, "action", 0, (), span
    )


def _guard(frame: Frame, guard: syntax.Guard) -> typed.Guard:
    return typed.Guard(guard.label, frame.condition(guard.expr), clause_ids(guard.clauses), guard.span)


def _labels(symbols: Symbols, guards: tuple[syntax.Guard, ...]) -> None:
    seen: dict[str, Span] = {}
    for guard in guards:
        if guard.label in seen:
            symbols.report.add(
                errors.duplicate_name(guard.label, "guard", guard.span, "guard", seen[guard.label])
            )
        seen.setdefault(guard.label, guard.span)


# ---- actions of choices and picks ----------------------------------------------------------


def param_name(type_: Scalar) -> str:
    """A choice's parameter is called after its type."""
    match type_:
        case Seat():
            return "seat"
        case Int() | Bool():
            return "value"
        case Enum(name) | KindType(name) | Grid(name):
            return name.lower() or "value"


def kind_param(component: typed.Component) -> typed.Param:
    """A picked kind is called after its one attribute if that is what names it, else after its component."""
    match component.attributes:
        case ((name, type_),) if all(k.name == value_name(type_, k.values[0]) for k in component.kinds):
            return typed.Param(name, kind_type(component))
    return typed.Param(component.name.lower(), kind_type(component))


def chosen(symbols: Symbols, bodies: Iterable[tuple[str, tuple[typed.Stmt, ...]]]) -> list[typed.Action]:
    """The actions of `choose` and `move ... chosen`, then `stop` and `pass` where they are needed."""
    found: dict[str, typed.Action] = {}
    stops = passes = False
    where: Span | None = None
    for group, body in bodies:
        for node in descend(body):
            match node:
                case typed.Choose():
                    params: tuple[typed.Param, ...] = (typed.Param(param_name(node.type), node.type),)
                    _note(symbols, found, _special(node.choice, "choice", params, group, node.span))
                case typed.MoveChosen():
                    params = _pick_params(symbols, node)
                    _note(symbols, found, _special(node.pick, "pick", params, group, node.span))
                    stops = stops or node.high != node.low
                case typed.AnyNumber():
                    stops = True
                case typed.Optional() | typed.Window():
                    passes = True
            if isinstance(
                node, typed.Choose | typed.MoveChosen | typed.AnyNumber | typed.Optional | typed.Window
            ):
                where = where or node.span
    if where is not None:
        ends = [name for name, used in (("stop", stops), ("pass", passes)) if used]
        return [*found.values(), *(_special(name, name, (), "", where) for name in ends)]
    return list(found.values())


def _pick_params(symbols: Symbols, node: typed.MoveChosen) -> tuple[typed.Param, ...]:
    names = tuple(source.zone for source in node.sources)
    kind = kind_param(symbols.components[symbols.zones[names[0]].component])
    return (kind,) if len(names) == 1 else (typed.Param("zone", Enum("", names)), kind)


def _special(name: str, role: str, params: tuple[typed.Param, ...], group: str, span: Span) -> typed.Action:
    return typed.Action(name, "", params, (), (), (), name, (), group, role, 0, (), span)


def _note(symbols: Symbols, found: dict[str, typed.Action], action: typed.Action) -> None:
    """Several statements may share a label if their values are of one type."""
    known = found.get(action.name)
    if known is None:
        if action.name in errors.RESERVED:
            symbols.report.add(errors.reserved_name(action.name, "label", action.span))
        elif action.name in symbols.actions:
            symbols.report.add(
                errors.duplicate_name(action.name, "label", action.span, *symbols.places[action.name])
            )
        found[action.name] = action
        return
    params = _common(known.params, action.params) if known.role == action.role else None
    if params is None:
        symbols.report.add(spec_errors.label_differs(action.span, action.name, known.span))
    else:
        found[action.name] = replace(known, params=params)


def _common(left: tuple[typed.Param, ...], right: tuple[typed.Param, ...]) -> tuple[typed.Param, ...] | None:
    if left == right:
        return left
    match left, right:
        case (typed.Param(name, Int(a, b)),), (typed.Param(other, Int(c, d)),) if name == other:
            return (typed.Param(name, Int(min(a, c), max(b, d))),)
        case _:
            return None


# ---- ids -----------------------------------------------------------------------------------


def numbered(symbols: Symbols, actions: list[typed.Action], tree: object) -> tuple[typed.Action, ...]:
    """The actions with their digits and first ids; `tree` holds every offer."""
    free: dict[str, set[int]] = {}
    for offer in offers_in(tree):
        free.setdefault(offer.action, set()).update(i for i, arg in enumerate(offer.args) if arg is None)
    result: list[typed.Action] = []
    first = 0
    for action in actions:
        if action.role == "action":
            digits = tuple(sorted(free.get(action.name, ())))
        else:
            digits = tuple(range(len(action.params)))
        many = ids_of(action.params, digits)
        if many > MOST_IDS:
            symbols.report.add(spec_errors.huge_domain(action.span, action.name, many, MOST_IDS))
        result.append(replace(action, first_id=first, digits=digits))
        first += many
    return tuple(result)


def ids_of(params: tuple[typed.Param, ...], digits: tuple[int, ...]) -> int:
    return prod(size(params[i].type) for i in digits)
