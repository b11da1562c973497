"""Examples: moves in canonical notation, the given position as ints, conditions typed.

In: examples as written and the program they play. Out: typed examples; one with a fault is left out.
A given position is checked against the types of slots, the sizes of zones and the number of pieces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rulesc.source import Span
from rulesc.syntax import nodes as syntax
from rulesc.typed import card_errors, errors, flow_errors, places, spec_errors
from rulesc.typed import nodes as typed
from rulesc.typed.declarations import clause_ids, empty_frame
from rulesc.typed.movement import HIDDEN_SHAPES
from rulesc.typed.scope import Frame, Symbols, failed
from rulesc.typed.types import KindType, Scalar, Seat, SetType, lowest, value_name

USUAL_PHASE = "turn"


def check(
    symbols: Symbols, program: typed.Program, written: tuple[syntax.Example, ...]
) -> tuple[typed.Example, ...]:
    seen: dict[str, Span] = {}
    found: list[typed.Example] = []
    for example in written:
        if example.id in seen:
            symbols.report.add(
                errors.duplicate_name(example.id, "example", example.span, "example", seen[example.id])
            )
        seen.setdefault(example.id, example.span)
        one = _example(symbols, program, example)
        if one is not None:
            found.append(one)
    return tuple(found)


def _example(symbols: Symbols, program: typed.Program, example: syntax.Example) -> typed.Example | None:
    before = len(symbols.report.errors)
    low, high = program.players
    players = low if example.players is None else example.players
    if not low <= players <= high:
        symbols.report.add(spec_errors.example_players(example.span, players, low, high))
        return None
    at = example.at or (USUAL_PHASE if example.given else "")
    phases = tuple(p.name for p in program.procedures if p.role == "phase")
    if at and at not in phases and not (at in symbols.callables and symbols.callables[at] == "phase"):
        symbols.report.add(errors.unknown_name(example.span, at, "phase", phases))
    options = _options(symbols, example)
    for ruling, reading in example.rulings:
        _ruling(symbols, example, ruling, reading)
    given = _given(symbols, players, example.given)
    actions = {action.name: action for action in program.actions}
    lines = [_line(symbols, players, actions, line) for line in example.play]
    silent = any(p.name == at and not p.per_seat for p in program.procedures)
    if silent and len(symbols.report.errors) == before:
        symbols.report.add(spec_errors.no_start_at(example.span, at))
    if len(symbols.report.errors) > before:
        return None
    return typed.Example(
        example.id,
        example.title,
        clause_ids(example.rules),
        example.cite,
        players,
        options,
        example.rulings,
        at if example.given else "",
        given,
        tuple(line for line in lines if line is not None),
        example.span,
    )


def _options(symbols: Symbols, example: syntax.Example) -> tuple[tuple[str, int], ...]:
    found: list[tuple[str, int]] = []
    for name, node in example.options:
        option = symbols.options.get(name)
        if option is None:
            if name not in symbols.broken:
                symbols.report.add(errors.unknown_name(node.span, name, "option", tuple(symbols.options)))
            continue
        value = constant(symbols, empty_frame(symbols).check(node, option.type, f"option `{name}`"))
        if value is not None:
            found.append((name, value))
    return tuple(found)


def _ruling(symbols: Symbols, example: syntax.Example, ruling: str, reading: str) -> None:
    known = symbols.rulings.get(ruling)
    if known is None:
        symbols.report.add(flow_errors.unknown_ruling(example.span, ruling, tuple(symbols.rulings)))
    elif reading not in known.readings:
        symbols.report.add(flow_errors.unknown_reading(example.span, ruling, reading, known.readings))


def constant(symbols: Symbols, expr: typed.Expr) -> int | None:
    """The value of an expression as its int; None after a report."""
    if failed(expr):
        return None
    match expr:
        case typed.Const(value):
            return value
        case typed.MakeSet(items, SetType(of)):
            values = [constant(symbols, item) for item in items]
            known = {value for value in values if value is not None}
            return sum(1 << (value - lowest(of)) for value in known) if None not in values else None
        case _:
            symbols.report.add(errors.not_constant(expr.span))
            return None


# ---- the given position --------------------------------------------------------------------


def _given(
    symbols: Symbols, players: int, assigned: tuple[syntax.Assign, ...]
) -> tuple[typed.GivenSlot | typed.GivenZone, ...]:
    frame = empty_frame(symbols)
    found: list[typed.GivenSlot | typed.GivenZone] = []
    seen: dict[tuple[str, tuple[int, ...]], Span] = {}
    used: Counter[tuple[str, int]] = Counter()
    for assign in assigned:
        if assign.op != "=":
            symbols.report.add(spec_errors.given_change(assign.span, assign.op))
            continue
        one = _given_one(frame, players, assign)
        if one is None:
            continue
        name = one.slot if isinstance(one, typed.GivenSlot) else one.zone
        if (other := seen.get((name, one.index))) is not None:
            text = assign.target.span.text
            symbols.report.add(spec_errors.given_twice(assign.target.span, text, other))
        seen[name, one.index] = assign.target.span
        if isinstance(one, typed.GivenZone):
            _count(symbols, one, assign, used)
        found.append(one)
    return tuple(found)


def _given_one(frame: Frame, players: int, assign: syntax.Assign) -> typed.GivenSlot | typed.GivenZone | None:
    symbols, target = frame.symbols, assign.target
    if places.is_slot(frame, target):
        slot = places.slot(frame, target)
        if not isinstance(slot, typed.ReadSlot):
            return None
        declared = symbols.slots[slot.slot]
        index = _index(symbols, players, declared.dims, slot.index)
        checked = frame.check(assign.value, slot.type, f"slot `{slot.slot}`")
        value = constant(symbols, checked)
        if index is None or value is None:
            return None
        return typed.GivenSlot(slot.slot, index, value)
    zone = places.one_zone(frame, target)
    if zone is None:
        return None
    index = _index(symbols, players, symbols.zones[zone.zone].dims, zone.index)
    ordered = symbols.zones[zone.zone].shape == "row"
    content = _content(frame, places.component_of(frame, zone), assign.value, ordered)
    return None if index is None or content is None else typed.GivenZone(zone.zone, index, content)


def _index(
    symbols: Symbols, players: int, dims: tuple[Scalar, ...], index: tuple[typed.Expr, ...]
) -> tuple[int, ...] | None:
    found: list[int] = []
    for dim, expr in zip(dims, index, strict=True):
        value = constant(symbols, expr)
        if value is None:
            return None
        if isinstance(dim, Seat) and value >= players:
            symbols.report.add(spec_errors.no_such_seat(expr.span, value_name(dim, value), players))
            return None
        found.append(value)
    return tuple(found)


def _content(
    frame: Frame, component: typed.Component, node: syntax.Expr, ordered: bool
) -> tuple[tuple[int, int], ...] | None:
    """`{2 of Card(red), Card(blue)}`, or one piece without braces; (kind, count), mostly by kind."""
    items = node.items if isinstance(node, syntax.SetOf | syntax.ListOf) else (node,)
    type_ = places.kind_type(component)
    counts: Counter[int] = Counter()
    for item in items:
        number: syntax.Expr | None = None
        if isinstance(item, syntax.Many):
            number, item = item.count, item.kind
        kind = constant(frame.symbols, frame.check(item, type_))
        many = 1 if number is None else constant(frame.symbols, frame.number(number))
        if kind is None or many is None:
            return None
        counts[kind] += many
    found = [(kind, many) for kind, many in counts.items() if many > 0]
    return tuple(found if ordered else sorted(found))


def _count(
    symbols: Symbols, given: typed.GivenZone, assign: syntax.Assign, used: Counter[tuple[str, int]]
) -> None:
    """There are no more pieces than the box holds, and no more in a zone than fit."""
    zone = symbols.zones[given.zone]
    component = symbols.components[zone.component]
    pieces = sum(count for _, count in given.content)
    if zone.at_most is not None and pieces > zone.at_most:
        symbols.report.add(spec_errors.too_full(assign.value.span, zone.name, pieces, zone.at_most))
    for number, count in given.content:
        kind = component.kinds[number]
        used[component.name, number] += count
        total = used[component.name, number]
        if kind.copies >= 0 and total > kind.copies:
            symbols.report.add(
                spec_errors.too_many_pieces(assign.value.span, component.name, kind.name, total, kind.copies)
            )


# ---- what is played ------------------------------------------------------------------------


def _line(
    symbols: Symbols, players: int, actions: Mapping[str, typed.Action], line: syntax.PlayLine
) -> typed.ExampleLine | None:
    match line:
        case syntax.Moves(seat, moves, clauses, span):
            number = _seat(symbols, players, seat, span)
            texts = _moves(symbols, actions, moves)
            return typed.ExampleMoves(number, texts, clause_ids(clauses), span)
        case syntax.Cannot(seat, moves, clauses, span) | syntax.Can(seat, moves, clauses, span):
            number = _seat(symbols, players, seat, span)
            texts = _moves(symbols, actions, moves)
            legal = isinstance(line, syntax.Can)
            return typed.ExampleLegal(number, texts, legal, clause_ids(clauses), span)
        case syntax.Only(seat, moves, clauses, span):
            number = _seat(symbols, players, seat, span)
            return typed.ExampleOnly(number, _moves(symbols, actions, moves), clause_ids(clauses), span)
        case syntax.ScoresLine(scores, clauses, span):
            if len(scores) != players:
                symbols.report.add(card_errors.wrong_number(span, "score", len(scores), players))
            return typed.ExampleScores(scores, clause_ids(clauses), span)
        case syntax.RankingLine(places, clauses, span):
            if len(places) != players:
                symbols.report.add(card_errors.wrong_number(span, "place", len(places), players))
            return typed.ExampleRanking(places, clause_ids(clauses), span)
        case syntax.DrawLine(outcomes, span):
            kinds = [_outcome(symbols, outcome) for outcome in outcomes]
            return typed.ExampleDraw(tuple(kind for kind in kinds if kind is not None), span)
        case syntax.Expect(expr, clauses, span):
            condition = empty_frame(symbols).condition(expr)
            text = " ".join(expr.span.text.split())
            return typed.ExampleExpect(text, condition, clause_ids(clauses), span)


def _seat(symbols: Symbols, players: int, seat: str, span: Span) -> int:
    number = int(seat.removeprefix("p")) - 1
    if number >= players:
        symbols.report.add(spec_errors.no_such_seat(span, seat, players))
    return number


def _moves(
    symbols: Symbols, actions: Mapping[str, typed.Action], moves: tuple[syntax.Expr, ...]
) -> tuple[str, ...]:
    found = [move_text(symbols, actions, move) for move in moves]
    return tuple(text for text in found if text is not None)


def move_text(symbols: Symbols, actions: Mapping[str, typed.Action], node: syntax.Expr) -> str | None:
    """A move as the engine writes it: the action and the values of its free parameters."""
    match node:
        case syntax.Name(name):
            args: tuple[syntax.Expr, ...] = ()
        case syntax.Call(syntax.Name(name), args):
            pass
        case _:
            symbols.report.add(spec_errors.not_a_move(node.span))
            return None
    action = actions.get(name)
    if action is None:
        if name not in symbols.broken and name not in symbols.actions:
            symbols.report.add(spec_errors.unknown_move(node.span, name, tuple(actions)))
        return None
    params = [action.params[i] for i in action.digits]
    if len(args) != len(params):
        names = tuple(param.name for param in params)
        symbols.report.add(spec_errors.wrong_move(node.span, name, names, len(args)))
        return None
    frame = empty_frame(symbols)
    words: list[str] = []
    for param, arg in zip(params, args, strict=True):
        value = constant(symbols, frame.check(arg, param.type, f"parameter `{param.name}`"))
        if value is None:
            return None
        words.append(value_name(param.type, value))
    return f"{name}({', '.join(words)})" if words else name


def _outcome(symbols: Symbols, node: syntax.Expr) -> str | None:
    """The name of a kind that is drawn, `Card(red)` or its name alone."""
    drawn = {zone.component for zone in symbols.zones.values() if zone.shape in HIDDEN_SHAPES}
    if isinstance(node, syntax.Name | syntax.Int):
        name = node.id if isinstance(node, syntax.Name) else str(node.value)
        for component in symbols.components.values():
            if component.name in drawn and any(kind.name == name for kind in component.kinds):
                return name
        known = tuple(kind.name for c in symbols.components.values() for kind in c.kinds if c.name in drawn)
        symbols.report.add(errors.unknown_name(node.span, name, "kind to draw", known))
        return None
    expr = empty_frame(symbols).walk(node)
    value = constant(symbols, expr)
    if value is None:
        return None
    if not isinstance(expr.type, KindType):
        symbols.report.add(spec_errors.not_a_kind(node.span, expr.type))
        return None
    return expr.type.names[value]
