"""The typed program as text: what `rulesc show --stage typed` prints and golden tests compare."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rulesc.typed import nodes as typed
from rulesc.typed.actions import ids_of
from rulesc.typed.show_expressions import expr
from rulesc.typed.show_statements import block, cited
from rulesc.typed.types import Scalar, SetType, Type, type_name, value_name


def show_program(program: typed.Program) -> str:
    low, high = program.players
    players = str(low) if low == high else f"{low}..{high}"
    lines = [f"game {program.game}: {players} players, at most {program.longest} decisions"]
    for section in (_declared, _rules, _results):
        lines.extend(section(program))
    for example in program.examples:
        lines.append("")
        lines.extend(_example(program, example))
    return "\n".join(lines) + "\n"


# ---- declarations --------------------------------------------------------------------------


def _declared(program: typed.Program) -> Iterator[str]:
    for option in program.options:
        yield f"option {option.name}: {type_name(option.type)} = {_value(option.type, option.start)}" + cited(
            option.clauses
        )
    for ruling in program.rulings:
        yield f"ruling {ruling.id}: {' | '.join(ruling.readings)}; chosen {ruling.chosen}"
    for component in program.components:
        yield from _component(component)
    for found in program.maps:
        yield f"map {found.name}: {len(found.links)} links of {found.over.component}{cited(found.clauses)}"
    for table in program.tables:
        yield f"table {table.name}{_per(table.dims)}: {_type(table.type)}{cited(table.clauses)}"
    for lists in program.lists:
        yield f"lists {lists.name}{_per(lists.dims)}: {type_name(lists.of)}{cited(lists.clauses)}"
    for zone in program.zones:
        yield _zone(zone)
    for slot in program.slots:
        start = "" if slot.start is None else f" = {expr(slot.start)}"
        traits = "" if slot.seen_by == "all" else f", seen by {slot.seen_by}"
        yield f"slot {slot.name}{_per(slot.dims)}: {_type(slot.type)}{start}{traits}{cited(slot.clauses)}"


def _value(type_: Type, value: int) -> str:
    return value_name(type_, value)


def _type(type_: Type) -> str:
    return f"set of {_type(type_.of)}" if isinstance(type_, SetType) else type_name(type_)


def _per(dims: tuple[Scalar, ...]) -> str:
    return f" per {', '.join(type_name(dim) for dim in dims)}" if dims else ""


def _component(component: typed.Component) -> Iterator[str]:
    attributes = ", ".join(f"{name}: {type_name(type_)}" for name, type_ in component.attributes)
    yield f"{component.role} {component.name}({attributes}){cited(component.clauses)}"
    for kind in component.kinds:
        values = ", ".join(
            _value(type_, value) for (_, type_), value in zip(component.attributes, kind.values, strict=True)
        )
        copies = "unlimited" if kind.copies < 0 else str(kind.copies)
        yield f"  {kind.name}({values}): {copies} in {kind.start}"


def _zone(zone: typed.Zone) -> str:
    traits = [] if zone.seen_by == "all" else [f"seen by {zone.seen_by}"]
    traits += ["count hidden"] if zone.count_hidden else []
    traits += [] if zone.at_most is None else [f"at most {zone.at_most}"]
    traits += [] if zone.above is None else [f"above {zone.above}"]
    traits += [] if zone.refilled_from is None else [f"refilled from {zone.refilled_from}"]
    traits += ["unlimited"] if zone.unlimited else []
    more = "".join(f", {trait}" for trait in traits)
    return f"zone {zone.name}{_per(zone.dims)}: {zone.shape} of {zone.component}{more}{cited(zone.clauses)}"


# ---- rules ---------------------------------------------------------------------------------


def _params(params: tuple[typed.Param, ...], digits: tuple[int, ...] = ()) -> str:
    """A parameter that is a digit of the action's ids bears a star."""
    if not params:
        return ""
    shown = (f"{p.name}{'*' if i in digits else ''}: {type_name(p.type)}" for i, p in enumerate(params))
    return f"({', '.join(shown)})"


def _rules(program: typed.Program) -> Iterator[str]:
    for define in program.defines:
        yield ""
        yield from show_define(define)
    for action in program.actions:
        yield ""
        yield from show_action(action)
    for procedure in program.procedures:
        yield ""
        yield from show_procedure(procedure)


def show_define(define: typed.Define) -> Iterator[str]:
    group = f"  in {define.group}" if define.group else ""
    yield f"define {define.name}{_params(define.params)}: {_type(define.type)}{group}"
    for arm in define.arms:
        label = f"{arm.label}: " if arm.label else ""
        condition = "" if arm.condition is None else f" if {expr(arm.condition)}"
        yield f"  {label}{expr(arm.value)}{condition}{cited(arm.clauses)}"


def show_action(action: typed.Action) -> Iterator[str]:
    many = ids_of(action.params, action.digits)
    ids = str(action.first_id) if many == 1 else f"{action.first_id}..{action.first_id + many - 1}"
    group = f"  in {action.group}" if action.group else ""
    role = "" if action.role == "action" else f"  ({action.role})"
    head = f"action {ids} {action.name}{_params(action.params, action.digits)}"
    yield f"{head}{role}{group}{cited(action.clauses)}"
    for guard in action.guards:
        yield f"  when {guard.label}: {expr(guard.condition)}{cited(guard.clauses)}"
    yield from block(action.body, 1)
    for guard in action.leaves:
        yield f"  leaves {guard.label}: {expr(guard.condition)}{cited(guard.clauses)}"


def show_procedure(procedure: typed.Procedure) -> Iterator[str]:
    group = f"  in {procedure.group}" if procedure.group else ""
    head = f"{procedure.role} {procedure.name}{_params(procedure.params)}"
    yield f"{head}{group}{cited(procedure.clauses)}"
    yield from block(procedure.body, 1)


def _results(program: typed.Program) -> Iterator[str]:
    yield ""
    for item in program.scoring:
        shared = "" if item.divisor is None else f" shared by {expr(item.divisor)}"
        yield f"score {item.label}: {expr(item.value)}{shared}{cited(item.clauses)}"
    ties = ", ".join(expr(tie) for tie in program.ties) or "shared"
    yield f"ties {ties}; returns {program.returns}"


# ---- examples ------------------------------------------------------------------------------


def _example(program: typed.Program, example: typed.Example) -> Iterator[str]:
    yield f"example {example.id}: {example.players} players{cited(example.clauses)}"
    options = {option.name: option for option in program.options}
    for name, value in example.options:
        yield f"  option {name} = {_value(options[name].type, value)}"
    for ruling, reading in example.rulings:
        yield f"  ruling {ruling} is {reading}"
    if example.at:
        yield f"  at {example.at}"
    for given in example.given:
        yield f"  given {_given(program, given)}"
    for line in example.lines:
        yield f"  {_play(line)}"


def _given(program: typed.Program, given: typed.GivenSlot | typed.GivenZone) -> str:
    match given:
        case typed.GivenSlot(name, index, value):
            slot = next(slot for slot in program.slots if slot.name == name)
            return f"{name}{_at(slot.dims, index)} = {_value(slot.type, value)}"
        case typed.GivenZone(name, index, content):
            zone = next(zone for zone in program.zones if zone.name == name)
            component = next(c for c in program.components if c.name == zone.component)
            pieces = ", ".join(f"{count} of {component.kinds[kind].name}" for kind, count in content)
            return f"{name}{_at(zone.dims, index)} = {{{pieces}}}"
        case _:
            assert_never(given)


def _at(dims: tuple[Scalar, ...], index: tuple[int, ...]) -> str:
    words = [_value(dim, value) for dim, value in zip(dims, index, strict=True)]
    return f"[{', '.join(words)}]" if words else ""


def _play(line: typed.ExampleLine) -> str:
    match line:
        case typed.ExampleMoves(seat, moves, clauses):
            return f"p{seat + 1}: {', '.join(moves)}{cited(clauses)}"
        case typed.ExampleLegal(seat, moves, legal, clauses):
            return f"{'can' if legal else 'cannot'} p{seat + 1}: {', '.join(moves)}{cited(clauses)}"
        case typed.ExampleOnly(seat, moves, clauses):
            return f"only p{seat + 1}: {', '.join(moves)}{cited(clauses)}"
        case typed.ExampleScores(scores, clauses):
            shown = ", ".join(f"{n}/{d}" if d > 1 else str(n) for n, d in scores)
            return f"scores: {shown}{cited(clauses)}"
        case typed.ExampleRanking(places, clauses):
            return f"ranking: {', '.join(map(str, places))}{cited(clauses)}"
        case typed.ExampleDraw(outcomes):
            return f"draw: {', '.join(outcomes)}"
        case typed.ExampleExpect(_, condition, clauses):
            return f"expect {expr(condition)}{cited(clauses)}"
        case _:
            assert_never(line)
