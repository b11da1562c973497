"""Calls in expressions: definitions, kinds of components, built-in functions, `can(...)`.

Also what an offered action looks like, which `can` shares with the statements.
"""

from __future__ import annotations

from itertools import count

from rulesc.source import Span
from rulesc.syntax import nodes as syntax
from rulesc.typed import boards, card_errors, edges, errors, maps, places, teams
from rulesc.typed import nodes as typed
from rulesc.typed.builtins import FUNCTIONS
from rulesc.typed.fitting import fits, join, plain
from rulesc.typed.scope import ERROR, Frame, Signature, failed
from rulesc.typed.types import Bool, Grid, Int, Seat, SetType, Type, size

BOOL = Bool()


def call(frame: Frame, node: syntax.Call, expected: Type | None) -> typed.Expr:
    match node.function:
        case syntax.Name(name, span):
            return _named(frame, node, name, expected)
        case syntax.Attribute(base, "count") if places.is_zone(frame, base):
            return _count_in(frame, node, base)
        case syntax.Attribute(base, name, span):
            seat = frame.base(base)
            if failed(seat):
                return seat
            if frame.symbols.callables.get(name) == "definition":
                return call_definition(frame, name, seat, node.args, node)
            return frame.error(errors.not_callable(span, name, _definitions(frame)))
        case other:
            return frame.error(errors.not_callable(other.span, other.span.text, ()))


def _definitions(frame: Frame) -> tuple[str, ...]:
    return tuple(name for name, role in frame.symbols.callables.items() if role == "definition")


def _named(frame: Frame, node: syntax.Call, name: str, expected: Type | None) -> typed.Expr:
    symbols, span = frame.symbols, node.function.span
    if name in symbols.patterns:
        return boards.shown(frame, node, name)
    if name in symbols.layouts:
        return boards.layout(frame, node, name)
    if name in symbols.lists:
        component = symbols.components.get(name)
        what = "placements" if component is not None and component.role == "pattern" else "payments"
        return frame.error(errors.not_a_value(span, f"a list of {what}", "loop over it: `for x in ...`"))
    if name in symbols.components:
        return _make_kind(frame, node, symbols.components[name])
    if symbols.callables.get(name) == "definition":
        return call_definition(frame, name, None, node.args, node)
    if name in FUNCTIONS:
        return _builtin(frame, node, name, expected)
    if name in symbols.broken:
        return typed.Const(0, ERROR, node.span)
    if name in symbols.actions:
        return frame.error(errors.not_a_value(span, f"the action `{name}`", f"`can({node.span.text})` asks"))
    if name in symbols.callables or name in symbols.places or name in frame.variables:
        return frame.error(errors.not_callable(span, name, ()))
    known = (*_definitions(frame), *symbols.components, *FUNCTIONS)
    return frame.error(errors.unknown_name(span, name, "function", known))


# ---- definitions ---------------------------------------------------------------------------


def call_definition(
    frame: Frame, name: str, base: typed.Expr | None, args: tuple[syntax.Expr, ...], node: syntax.Expr
) -> typed.Expr:
    """`fits(lot, color)`, `s.score_of(x)`: the base is the seat, or else the first parameter."""
    signature = frame.symbols.callable_signature(name)
    if signature is None:
        return typed.Const(0, ERROR, node.span)
    given: list[typed.Expr] = []
    own = signature.own
    if signature.per_seat:
        if base is not None and isinstance(base.type, Seat):
            given.append(base)
        elif base is None:
            given.append(frame.player(node.span, f"`{name}`", name))
        else:
            return frame.error(errors.type_mismatch(base.span, base.type, frame.symbols.seat))
    elif base is not None:
        if not own or not fits(plain(base.type), own[0].type):
            return frame.error(errors.unknown_attribute(node.span, name, errors.a_value_of(base.type), ()))
        given.append(frame.value(base))
        own = own[1:]
    if len(args) != len(own):
        names = tuple(param.name for param in own)
        return frame.error(errors.wrong_arguments(node.span, name, names, len(args)))
    given += arguments(frame, own, args)
    if any(failed(arg) for arg in given) or signature.type == ERROR:
        return typed.Const(0, ERROR, node.span)
    return typed.CallDefine(name, tuple(given), signature.type, node.span)


def arguments(
    frame: Frame, params: tuple[typed.Param, ...], args: tuple[syntax.Expr, ...]
) -> list[typed.Expr]:
    return [
        frame.check(arg, param.type, f"parameter `{param.name}`")
        for param, arg in zip(params, args, strict=False)
    ]


# ---- components and zones ------------------------------------------------------------------


def _make_kind(frame: Frame, node: syntax.Call, component: typed.Component) -> typed.Expr:
    names = tuple(name for name, _ in component.attributes)
    if len(node.args) != len(names):
        return frame.error(card_errors.wrong_kind(node, component, names))
    args = tuple(
        frame.check(arg, type_, f"attribute `{name}`")
        for (name, type_), arg in zip(component.attributes, node.args, strict=True)
    )
    type_ = places.kind_type(component)
    if any(failed(arg) for arg in args):
        return typed.Const(0, ERROR, node.span)
    values = tuple(arg.value for arg in args if isinstance(arg, typed.Const))
    if len(values) < len(args):
        return typed.MakeKind(component.name, args, type_, node.span)
    found = [i for i, kind in enumerate(component.kinds) if kind.values == values]
    if not found:
        return frame.error(errors.no_such_kind(node.span, component))
    if len(found) > 1:
        return frame.error(errors.several_kinds(node.span, component, found))
    return typed.Const(found[0], type_, node.span)


def _count_in(frame: Frame, node: syntax.Call, base: syntax.Expr) -> typed.Expr:
    ref = places.zone(frame, base)
    if ref is None:
        return typed.Const(0, ERROR, node.span)
    if len(node.args) != 1:
        return frame.error(errors.wrong_arguments(node.span, "count", ("kind",), len(node.args)))
    kind = frame.check(node.args[0], places.kind_type(places.component_of(frame, ref)))
    return kind if failed(kind) else typed.CountIn(ref, kind, places.capacity(frame, ref), node.span)


# ---- built-in functions --------------------------------------------------------------------


def _builtin(frame: Frame, node: syntax.Call, name: str, expected: Type | None) -> typed.Expr:
    args, span, names = node.args, node.span, FUNCTIONS[name].params
    if FUNCTIONS[name].several:
        if not args:
            return frame.error(errors.wrong_arguments(span, name, names, 0))
    elif len(args) != len(names):
        return frame.error(errors.wrong_arguments(span, name, names, len(args)))
    match name:
        case "can":
            return _can(frame, node)
        case "min" | "max":
            return _extreme(frame, node, name)
        case "next":
            seat = frame.check(args[0], frame.symbols.seat)
            return seat if failed(seat) else typed.NextSeat(seat, frame.symbols.seat, span)
        case "team":
            return teams.team(frame, args[0], span)
        case "count":
            set_ = frame.walk(args[0])
            if isinstance(set_.type, SetType):
                return typed.SetSize(set_, Int(0, size(set_.type.of)), span)
            return set_ if failed(set_) else frame.error(errors.not_a_domain(set_.span, set_.type))
        case "cell":
            return _cell(frame, node, expected)
        case "toward":
            return edges.toward(frame, node)
        case "turned":
            return edges.turned(frame, args[0], frame.check(args[1], Int(-1000, 1000)), span)
        case "opposite":
            return edges.opposite(frame, args[0], span)
        case "reachable":
            return edges.reachable(frame, node)
        case "beside" | "rim":
            return boards.cell_set(frame, node, name)
        case "run":
            return boards.run(frame, node)
        case "line":
            return _line(frame, node)
        case "front":
            return places.front(frame, args[0])
        case "pooled" | "floor":
            return frame.error(card_errors.not_scoring(span, name))
        case "distance":
            return maps.distance(frame, node)
        case "neighbours":
            return frame.error(errors.not_a_value(span, "a list of places", "loop over it: `for x in ...`"))
        case "clockwise":
            return frame.error(errors.not_a_value(span, "an order of seats", "loop over it: `for s in ...`"))
        case _:
            return frame.error(errors.needs_loop(span, name))


def _extreme(frame: Frame, node: syntax.Call, op: str) -> typed.Expr:
    """`min(a, b)` is the fold over its arguments; its variable is no name that a spec can write."""
    var = next(v for n in count(1) if (v := f"_{n}") not in frame.variables)
    inner = frame.bind(var, ERROR)
    items = tuple(inner.number(arg) for arg in node.args)
    if any(failed(item) for item in items):
        return typed.Const(0, ERROR, node.span)
    bounds = [item.type for item in items if isinstance(item.type, Int)]
    pick = min if op == "min" else max
    type_ = Int(pick(b.low for b in bounds), pick(b.high for b in bounds))
    over = Int(min(b.low for b in bounds), max(b.high for b in bounds))
    loop = typed.Loop(var, over, typed.ItemsOf(items), None)
    return typed.Fold(op, (loop,), typed.Var(var, over, node.span), type_, node.span)


def _cell(frame: Frame, node: syntax.Call, expected: Type | None) -> typed.Expr:
    grids = [t for t in frame.symbols.types.values() if isinstance(t, Grid)]
    if expected is not None and isinstance(plain(expected), Grid):
        grids = [t for t in grids if t == plain(expected)]
    if len(grids) != 1:
        return frame.error(errors.which_grid(node.span, tuple(g.name for g in grids)))
    grid = grids[0]
    row = frame.check(node.args[0], Int(1, grid.rows), "row")
    column = frame.check(node.args[1], Int(1, grid.columns), "column")
    if failed(row) or failed(column):
        return typed.Const(0, ERROR, node.span)
    if isinstance(row, typed.Const) and isinstance(column, typed.Const):
        return typed.Const((row.value - 1) * grid.columns + column.value - 1, grid, node.span)
    return typed.MakeCell(row, column, grid, node.span)


def _line(frame: Frame, node: syntax.Call) -> typed.Expr:
    cells, length = frame.walk(node.args[0]), frame.number(node.args[1])
    if failed(cells) or failed(length):
        return typed.Const(0, ERROR, node.span)
    if not isinstance(cells.type, SetType) or not isinstance(cells.type.of, Grid):
        return frame.error(errors.not_cells(cells.span, cells.type))
    if not isinstance(length, typed.Const):
        return frame.error(errors.not_constant(length.span))
    return typed.HasLine(cells, length.value, BOOL, node.span)


# ---- offers --------------------------------------------------------------------------------


def _can(frame: Frame, node: syntax.Call) -> typed.Expr:
    seat = frame.player(node.span, "`can`")
    options = [offer(frame, arg) for arg in node.args]
    found = tuple(option for option in options if option is not None)
    if len(found) < len(options) or frame.speaker == "none":
        return typed.Const(0, ERROR, node.span)
    return typed.Can(found, seat, BOOL, node.span)


def offer(frame: Frame, node: syntax.Expr) -> typed.OfferOption | None:
    """An action with some of its parameters bound: `card(spot)` leaves the zone free."""
    match node:
        case syntax.Name(name, span):
            args: tuple[syntax.Expr, ...] = ()
        case syntax.Call(syntax.Name(name, span), args):
            pass
        case _:
            frame.error(errors.not_an_action(node.span, node.span.text))
            return None
    signature = frame.symbols.actions.get(name)
    if signature is None:
        _no_action(frame, name, span.within(0, len(name)))
        return None
    return bind_offer(frame, signature, args, node)


def bind_offer(
    frame: Frame, signature: Signature, args: tuple[syntax.Expr, ...], node: syntax.Expr
) -> typed.OfferOption | None:
    params = signature.params
    if len(args) > len(params):
        names = tuple(param.name for param in params)
        frame.error(errors.too_many_arguments(node.span, signature.name, names, len(args)))
        return None
    bound = arguments(frame, params, args)
    if any(failed(arg) for arg in bound):
        return None
    return typed.OfferOption(signature.name, (*bound, *(None for _ in params[len(bound) :])))


def _no_action(frame: Frame, name: str, span: Span) -> None:
    symbols = frame.symbols
    if name in symbols.broken:
        return
    if name in symbols.places:
        frame.error(errors.not_an_action(span, name))
    else:
        frame.error(errors.unknown_name(span, name, "action", tuple(symbols.actions)))


def joined(types: list[Type]) -> Type | None:
    """What several types have in common."""
    result: Type | None = ERROR
    for type_ in types:
        result = None if result is None else join(result, type_)
    return result
