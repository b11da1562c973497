"""From what was written to what it means.

In: the syntax tree, the document it was read from (titles, rulings, rulebook) and a report. Out:
the typed program, or None when there was a fault. The order of the steps is the order in which
declarations depend on each other; rules come last, each checked once.
"""

from __future__ import annotations

import sys
from dataclasses import replace

from rulesc.diagnostics.model import Report
from rulesc.document import nodes as document
from rulesc.syntax import nodes as syntax
from rulesc.typed import (
    actions,
    boards,
    clauses,
    components,
    declarations,
    definitions,
    examples,
    flow_errors,
    formulas,
    layouts,
    maps,
    payments,
    reach,
    shares,
    teams,
)
from rulesc.typed import nodes as typed
from rulesc.typed.bodies import Bodies
from rulesc.typed.declarations import clause_ids
from rulesc.typed.descend import descend
from rulesc.typed.endless import check_endless
from rulesc.typed.expressions import walk
from rulesc.typed.facts import facts
from rulesc.typed.opening_play import check_opening
from rulesc.typed.openings import check_openings
from rulesc.typed.plans import check_plans
from rulesc.typed.presence import check_presence
from rulesc.typed.scope import Frame, Symbols, Usage
from rulesc.typed.types import Bool, ErrorType, Int, Seat
from rulesc.typed.visibility import Knowledge, silenced
from rulesc.typed.visibility import check as check_visibility

DEPTH = 20_000  # the parser lets expressions through that are 500 deep, and each level takes several calls
LONGEST = 10_000  # decisions of a game whose spec gives no bound


def check_spec(spec: syntax.Spec, document: document.Document, report: Report) -> typed.Program | None:
    """Check a whole spec; every fault goes to the report."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), DEPTH))
    before = len(report.errors)
    symbols, bodies = _declared(spec, document, report)
    checked = [actions.check(symbols, action) for action in spec.actions]
    bodies.check_all()
    _starts(symbols, spec)
    scoring, ties = _scoring(symbols, spec)
    clauses.check(spec, document, report)
    clauses.check_citations(document, report)
    declared = [action for action in checked if action is not None]
    program = _assembled(spec, document, symbols, bodies, declared)
    program = replace(program, scoring=scoring, ties=ties)
    program = _numbered(symbols, program)
    _check_flow(symbols, bodies, program)
    if len(report.errors) > before:
        return None  # examples play moves of rules that may be missing now
    program = replace(program, examples=examples.check(symbols, program, spec.examples))
    program = replace(program, tables=tuple(symbols.tables.values()), lists=tuple(symbols.lists.values()))
    if len(report.errors) > before:
        return None
    _assert_whole(program)
    check_opening(program, report)
    if len(report.errors) > before:
        return None
    check_presence(program, report)
    return program


def _assert_whole(program: typed.Program) -> None:
    """What has no type must have been reported; if not, the checker is at fault."""
    for node in descend(program):
        if isinstance(getattr(node, "type", None), ErrorType):
            raise AssertionError(f"a fault without a report: {node!r}")


def _declared(spec: syntax.Spec, read: document.Document, report: Report) -> tuple[Symbols, Bodies]:
    """All names of a spec; definitions, effects and phases are checked when they are first called."""
    symbols = Symbols(report, Seat(spec.players[1]), spec.players)
    symbols.walk = walk
    symbols.types["bool"] = Bool()
    symbols.types["Seat"] = symbols.seat
    declarations.declare_rulings(symbols, read.rulings)
    teams.declare(symbols, spec)
    declarations.declare_types(symbols, spec.types)
    boards.declare_patterns(symbols, spec)
    layouts.declare(symbols, spec.layouts)
    components.declare_components(symbols, spec.tables, read.tables, "table")
    maps.declare(symbols, spec.maps, spec.tables)
    payments.declare(symbols, spec.payments)
    components.declare_components(symbols, spec.components, read.components)
    declarations.declare_options(symbols, spec.options)
    declarations.declare_zones(symbols, spec.zones)
    components.check_starts(symbols, spec.components)
    declarations.declare_slots(symbols, spec.state)
    tables = (*spec.tables, *spec.components)
    given = tuple(formulas.definitions(tables))
    bodies = Bodies(symbols, definitions.collect(symbols, (*spec.define, *given)))
    symbols.signature = bodies.signature
    actions.declare(symbols, spec.actions)
    bodies.declare((*spec.effects, *formulas.effects(tables)), spec.phases)
    declarations.check_constants(symbols, spec)
    return symbols, bodies


def _starts(symbols: Symbols, spec: syntax.Spec) -> None:
    for entry in spec.state:
        name = entry.head.name
        if name in symbols.slots:
            start = declarations.start_of(symbols, entry)
            symbols.slots[name] = replace(symbols.slots[name], start=start)


def _scoring(
    symbols: Symbols, spec: syntax.Spec
) -> tuple[tuple[typed.ScoreItem, ...], tuple[typed.Expr, ...]]:
    frame = Frame(symbols, Usage(), "none", {"seat": symbols.seat})
    items: list[typed.ScoreItem] = []
    for item in spec.scoring:
        value, divisor = _share(frame, item)
        ids = clause_ids((*item.head.clauses, *item.value.clauses))
        items.append(typed.ScoreItem(item.head.name, value, ids, item.head.span, divisor))
    return tuple(items), tuple(_score(frame, tie) for tie in spec.ties)


def _share(frame: Frame, item: syntax.Item) -> shares.Share:
    """`e if C` scores nothing where the condition doesn't hold."""
    if item.value.condition is None:
        return shares.share(frame, item.value.expr, item.head.name)
    inside = frame.knowing(facts(frame.condition(item.value.condition), True))
    found = shares.share(inside, item.value.expr, item.head.name)
    zero = typed.Const(0, Int(0, 0), item.value.span)
    return shares.either(frame, item.value.condition, found, (zero, None), item.value.span)


def _score(frame: Frame, value: syntax.Value) -> typed.Expr:
    """`e if C` scores nothing where the condition doesn't hold."""
    if value.condition is None:
        return frame.number(value.expr)
    condition = frame.condition(value.condition)
    number = frame.knowing(facts(condition, True)).number(value.expr)
    zero = typed.Const(0, Int(0, 0), value.span)
    return typed.IfExpr(condition, number, zero, number.type, value.span)


def _assembled(
    spec: syntax.Spec,
    read: document.Document,
    symbols: Symbols,
    bodies: Bodies,
    declared: list[typed.Action],
) -> typed.Program:
    procedures = tuple(bodies.checked[name] for name in bodies.procedures if name in bodies.checked)
    return typed.Program(
        game=spec.game,
        title=tuple((entry.key.value, entry.value.value) for entry in read.title),
        players=spec.players,
        options=tuple(symbols.options.values()),
        rulings=tuple(symbols.rulings.values()),
        components=tuple(sorted(symbols.components.values(), key=lambda c: c.role != "component")),
        tables=(),  # those that examples ask for are among them
        lists=(),
        maps=tuple(symbols.maps.values()),
        patterns=tuple(symbols.patterns.values()),
        zones=tuple(symbols.zones.values()),
        slots=tuple(symbols.slots.values()),
        defines=tuple(bodies.defines[name] for name in bodies.written if name in bodies.defines),
        actions=tuple(declared),
        procedures=procedures,
        scoring=(),
        ties=(),
        returns=spec.returns,
        longest=LONGEST if spec.longest is None else spec.longest,
        examples=(),
        span=spec.span,
    )


def _numbered(symbols: Symbols, program: typed.Program) -> typed.Program:
    """The program with the actions of its choices, ids, and silent options."""
    bodies = [(action.group, action.body) for action in program.actions]
    for role in ("effect", "phase"):
        bodies += [(p.group, p.body) for p in program.procedures if p.role == role]
    found = [*program.actions, *actions.chosen(symbols, bodies)]
    numbered = actions.numbered(symbols, found, program)
    known = _knowledge(replace(program, actions=numbered))
    check_visibility(known, symbols.report)
    return replace(program, actions=silenced(known, numbered), procedures=silenced(known, program.procedures))


def _knowledge(program: typed.Program) -> Knowledge:
    return Knowledge(
        {zone.name: zone for zone in program.zones},
        {slot.name: slot for slot in program.slots},
        {define.name: define for define in program.defines},
        {procedure.name: procedure for procedure in program.procedures},
        {action.name: action for action in program.actions},
    )


def _check_flow(symbols: Symbols, bodies: Bodies, program: typed.Program) -> None:
    """The game begins somewhere, ends its calls, and reaches what is declared."""
    spans = {name: span for name, (_, span) in symbols.places.items()}
    for cycle in bodies.cycles:
        if cycle[0] not in spans:
            continue  # a name that was refused
        symbols.report.add(flow_errors.recursion(spans[cycle[0]], cycle))
    graph = reach.calls(program.actions, program.procedures)
    reach.check_cycles(graph, spans, symbols.report)
    game = bodies.procedures.get("game")
    if game is None or game[0] != "phase":
        symbols.report.add(flow_errors.no_game_phase(program.span))
        return
    start = bodies.checked.get("game")
    if start is not None and start.params:
        symbols.report.add(flow_errors.game_parameters(start.span))
    check_openings(program, symbols.report)
    check_plans(program, symbols.report)
    check_endless(program, symbols.report)
    if not symbols.report.errors:
        reach.check_reached(graph, program.actions, program.procedures, symbols.report)
