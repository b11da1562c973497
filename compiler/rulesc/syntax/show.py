"""Printing the syntax tree: `rulesc show --stage syntax`, and what golden tests compare.

In: nodes. Out: text in the language itself, one declaration after the other, with no more brackets
than needed: what is printed reads back as the same tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rulesc.syntax.boards import show_layout, show_pattern
from rulesc.syntax.nodes import (
    Action,
    AnyNumber,
    Assign,
    Can,
    Cannot,
    Choose,
    ClauseRef,
    Component,
    Deal,
    Declared,
    Define,
    DefineTable,
    Draw,
    DrawLine,
    EndGame,
    EnumType,
    Example,
    Expect,
    Expr,
    For,
    GridType,
    Guard,
    Head,
    If,
    Int,
    Item,
    Let,
    Map,
    Move,
    MoveChosen,
    Moves,
    NamedType,
    OneOf,
    Only,
    Optional,
    Param,
    Payment,
    Perform,
    PlayLine,
    Procedure,
    RangeType,
    RankingLine,
    Refill,
    Repeat,
    ScoresLine,
    Shuffle,
    Spec,
    Stmt,
    Typed,
    TypeExpr,
    Value,
    While,
    Zone,
    ZoneType,
)
from rulesc.syntax.piece_nodes import PassRound, Roll
from rulesc.syntax.seat_nodes import Bidding, OfferTo, Together, Window
from rulesc.syntax.show_expr import show_expr, show_item, show_operand, show_place, show_range

__all__ = ["show_body", "show_expr", "show_head", "show_spec", "show_typed", "show_value", "show_zone"]
STEP = "  "


def show_spec(spec: Spec) -> str:
    return "\n".join(_spec(spec)) + "\n"


def show_body(body: tuple[Stmt, ...], indent: str = "") -> str:
    return "\n".join(_block(body, indent))


# ---- pieces --------------------------------------------------------------------------------


def show_head(head: Head) -> str:
    parts = [head.name + _params(head.params)]
    if head.per:
        parts.append("per " + ", ".join(head.per))
    if head.by:
        parts.append("by " + head.by)
    parts += ["/ " + label.name + _params(label.params) for label in head.labels]
    return " ".join(parts) + _clauses(head.clauses)


def _params(params: tuple[Param, ...]) -> str:
    return "(" + ", ".join(_param(param) for param in params) + ")" if params else ""


def _param(param: Param) -> str:
    return f"{param.name} in {show_expr(param.domain)}" if param.domain else param.name


def _clauses(clauses: tuple[ClauseRef, ...]) -> str:
    return "  " + " ".join("@" + clause.id for clause in clauses) if clauses else ""


def _only_if(condition: Expr | None) -> str:
    return f" if {show_expr(condition)}" if condition else ""


def show_typed(typed: Typed) -> str:
    start = f" = {show_expr(typed.start)}" if typed.start else ""
    seen = f", seen by {typed.seen_by}" if typed.seen_by else ""
    rising = ", rising" if typed.rising else ""
    return _type(typed.type) + start + seen + rising + _clauses(typed.clauses)


def _type(type_: TypeExpr) -> str:
    match type_:
        case NamedType(shape, name, optional):
            return ("" if shape == "plain" else f"{shape} of ") + name + ("?" if optional else "")
        case EnumType(values):
            return " | ".join(value.id for value in values)
        case RangeType(low, high, optional):
            return f"{show_operand(low)}..{show_operand(high)}" + ("?" if optional else "")
        case GridType(rows, columns):
            return f"grid {rows} x {columns}"
        case _:
            assert_never(type_)


def show_zone(zone: ZoneType) -> str:
    shape = {"heap": "", "one": "one "}.get(zone.shape, f"{zone.shape} of ")
    traits = [shape + zone.component]
    if zone.seen_by:
        traits.append(f"seen by {zone.seen_by}")
    if zone.count_hidden:
        traits.append("count hidden")
    if zone.at_most:
        traits.append(f"at most {show_operand(zone.at_most)}")
    if zone.above:
        traits.append(f"above {zone.above}")
    if zone.refilled_from:
        traits.append(f"refilled from {zone.refilled_from}")
    if zone.unlimited and zone.shape != "dice":
        traits.append("unlimited")
    return ", ".join(traits) + _clauses(zone.clauses)


def show_value(value: Value) -> str:
    return show_expr(value.expr) + _only_if(value.condition) + _clauses(value.clauses)


# ---- statements ----------------------------------------------------------------------------


def _block(body: tuple[Stmt, ...], indent: str) -> Iterator[str]:
    for stmt in body:
        yield from _stmt(stmt, indent)


def _stmt(stmt: Stmt, indent: str) -> Iterator[str]:
    inner = indent + STEP
    clauses = _clauses(stmt.clauses)
    match stmt:
        case Optional((Perform() as only,), _) if not only.clauses:
            yield f"{indent}optional {_line(only)}{clauses}"
        case Optional(body):
            yield f"{indent}optional{clauses}"
            yield from _block(body, inner)
        case OneOf(branches, otherwise):
            yield f"{indent}one of{clauses}"
            yield from _block(branches, inner)
            if otherwise is not None:
                yield f"{indent}otherwise"
                yield from _block(otherwise, inner)
        case AnyNumber(limit, stop, branches):
            opening = f"up to {show_operand(limit)} of" if limit else "any number of"
            until = f", stop when {show_expr(stop)}" if stop else ""
            yield f"{indent}{opening}{until}{clauses}"
            yield from _block(branches, inner)
        case If(arms):
            for position, (test, arm) in enumerate(arms):
                word = "if" if position == 0 else "elif"
                opening = f"{word} {show_expr(test)}" if test else "else"
                yield f"{indent}{opening}{clauses if position == 0 else ''}"
                yield from _block(arm, inner)
        case For(name, domain, condition, body):
            yield f"{indent}for {name} in {show_range(domain)}{_only_if(condition)}{clauses}"
            yield from _block(body, inner)
        case OfferTo(label, seat, where, body, otherwise):
            allowed = f" where {show_expr(where)}" if where else ""
            yield f"{indent}offer {label} to {show_operand(seat)}{allowed}{clauses}"
            yield from _block(body, inner)
            if otherwise:
                yield f"{indent}otherwise"
                yield from _block(otherwise, inner)
        case Together(seat, each, body) | Window(seat, each, body) | Bidding(seat, each, body):
            word = type(stmt).__name__.lower()
            inside = f"{each.name} in {show_range(each.domain)}{_only_if(each.condition)}"
            yield f"{indent}{word} by {show_operand(seat)} for {inside}{clauses}"
            yield from _block(body, inner)
        case While(condition, body):
            yield f"{indent}while {show_expr(condition)}{clauses}"
            yield from _block(body, inner)
        case Repeat(times, body, until):
            count = f" {show_operand(times)} times" if times else ""
            yield f"{indent}repeat{count}{clauses}"
            yield from _block(body, inner)
            if until:
                yield f"{indent}until {show_expr(until)}{_clauses(stmt.until_clauses)}"
        case _:
            yield indent + _line(stmt) + clauses


SimpleStmt = (
    Perform
    | Assign
    | Let
    | Move
    | MoveChosen
    | Draw
    | Deal
    | PassRound
    | Roll
    | Refill
    | Shuffle
    | Choose
    | EndGame
)


def _line(stmt: SimpleStmt) -> str:
    match stmt:
        case Perform(call, by, condition):
            seat = f" by {show_operand(by)}" if by else ""
            return show_expr(call) + seat + _only_if(condition)
        case Assign(target, op, value):
            return f"{show_expr(target)} {op} {show_expr(value)}"
        case Let(name, value):
            return f"let {name} = {show_expr(value)}"
        case Move(item, source, target):
            return f"move {show_item(item)} from {show_place(source)} to {show_place(target)}"
        case MoveChosen(_, _, sources, target, label):
            places = ", ".join(show_place(source) for source in sources)
            return f"move {_how_many(stmt)} chosen from {places} to {show_place(target)} as {label}"
        case Deal(count, source, target):
            return f"deal {show_operand(count)} from {show_operand(source)} to {show_operand(target)}"
        case PassRound(zone, way):
            return f"pass {show_place(zone)} {way}"
        case Draw(count, source, target, name) | Roll(count, source, target, name):
            named = f" as {name}" if name else ""
            word = type(stmt).__name__.lower()
            return f"{word} {show_operand(count)} from {show_place(source)} to {show_place(target)}{named}"
        case Refill(target, size, source):
            return f"refill {show_place(target)} to {show_operand(size)} from {show_place(source)}"
        case Shuffle(zone, into):
            return f"shuffle {show_place(zone)}" + (f" into {show_place(into)}" if into else "")
        case Choose(name, domain, where, label):
            filtered = f" where {show_expr(where)}" if where else ""
            return f"choose {name} in {show_range(domain)}{filtered} as {label}"
        case EndGame(condition):
            return "end game" + _only_if(condition)
        case _:
            assert_never(stmt)


def _how_many(stmt: MoveChosen) -> str:
    low = show_operand(stmt.low)
    if stmt.high is None:
        return f"{low} or more"
    if stmt.high == stmt.low:
        return low
    high = show_operand(stmt.high)
    return f"up to {high}" if stmt.low == Int(0, stmt.span) else f"{low}..{high}"


# ---- the whole spec ------------------------------------------------------------------------


def _spec(spec: Spec) -> Iterator[str]:
    low, high = spec.players
    yield f"game {spec.game}"
    yield f"players {low}" if low == high else f"players {low}..{high}"
    if spec.teams is not None:
        yield f"teams {spec.teams}"
    yield from (f"option {_declared(option)}" for option in spec.options)
    yield from (f"type {_declared(type_)}" for type_ in spec.types)
    for table in spec.tables:
        yield from _component("table", table)
    yield from (show_map(found) for found in spec.maps)
    yield from (show_payment(payment) for payment in spec.payments)
    for pattern in spec.patterns:
        yield show_pattern(pattern, show_head(pattern.head)) + _clauses(pattern.rules)
    for layout in spec.layouts:
        yield show_layout(layout, show_head(layout.head)) + _clauses(layout.rules)
    for component in spec.components:
        yield from _component("component", component)
    yield from (f"zone {_zone(zone)}" for zone in spec.zones)
    yield from (f"state {_declared(slot)}" for slot in spec.state)
    for define in spec.define:
        yield from _define(define)
    for action in spec.actions:
        yield from _action(action)
    for effect in spec.effects:
        yield from _procedure("effect", effect)
    for phase in spec.phases:
        yield from _procedure("phase", phase)
    yield from (f"score {_item(item)}" for item in spec.scoring)
    yield from (f"tie {show_value(tie)}" for tie in spec.ties)
    if spec.shared_ties:
        yield "ties shared"
    yield f"returns {spec.returns}"
    if spec.longest is not None:
        yield f"longest {spec.longest}"
    for example in spec.examples:
        yield from show_example(example)


def _declared(declared: Declared) -> str:
    return f"{show_head(declared.head)}: {show_typed(declared.typed)}"


def _zone(zone: Zone) -> str:
    return f"{show_head(zone.head)}: {show_zone(zone.zone)}"


def _item(item: Item) -> str:
    return f"{show_head(item.head)}: {show_value(item.value)}"


def _group(name: str) -> str:
    return f" in {name}" if name else ""


def show_map(found: Map) -> str:
    if found.among is not None:
        links = f"among {show_expr(found.among)}"
    elif found.along is not None:
        links = f"along {show_expr(found.along)}"
    else:
        links = f"{len(found.rows or ())} rows"
    return f"map {show_head(found.head)} over {show_expr(found.over)}: {links}{_clauses(found.rules)}"


def show_payment(payment: Payment) -> str:
    ways = ", ".join(show_expr(way) for way in payment.ways)
    least = "" if payment.least is None else f", least {show_head(payment.least)}"
    of = show_expr(payment.of)
    return f"payment {show_head(payment.head)} of {of}: {ways}{least}{_clauses(payment.rules)}"


def _component(role: str, component: Component) -> Iterator[str]:
    yield f"{role} {show_head(component.head)}{_clauses(component.rules)}"
    yield from (f"{STEP}{_declared(attribute)}" for attribute in component.attributes)
    if component.copies:
        yield f"{STEP}copies {show_expr(component.copies)}"
    if component.start:
        yield f"{STEP}start {show_expr(component.start)}"
    for row in component.rows or ():
        cells = ", ".join(f"{column} {show_expr(cell.expr)}" for column, cell in row.cells)
        yield f"{STEP}row {cells}" + (f"  # {row.provenance}" if row.provenance else "")


def _define(define: Define | DefineTable) -> Iterator[str]:
    head = f"define{_group(define.group)} {show_head(define.head)}:"
    match define:
        case Define(_, value):
            yield f"{head} {show_value(value)}"
        case DefineTable(_, rows):
            yield head
            yield from (f"{STEP}{show_expr(key)}: {show_value(value)}" for key, value in rows)
        case _:
            assert_never(define)


def _action(action: Action) -> Iterator[str]:
    yield f"action{_group(action.group)} {show_head(action.head)}{_clauses(action.rules)}"
    if action.title:
        yield f"{STEP}title {action.title}"
    yield from (f"{STEP}when {_guard(guard)}" for guard in action.when)
    if action.do:
        yield f"{STEP}do"
        yield from _block(action.do, STEP * 2)
    yield from (f"{STEP}leaves {_guard(guard)}" for guard in action.leaves)


def _guard(guard: Guard) -> str:
    return f"{guard.label}: {show_expr(guard.expr)}{_clauses(guard.clauses)}"


def _procedure(role: str, procedure: Procedure) -> Iterator[str]:
    yield f"{role}{_group(procedure.group)} {show_head(procedure.head)}"
    yield from _block(procedure.body, STEP)


# ---- examples ------------------------------------------------------------------------------


def show_example(example: Example) -> Iterator[str]:
    yield f"example {example.id}{_clauses(example.rules)}"
    for word, text in (("title", example.title), ("cite", example.cite), ("at", example.at)):
        if text:
            yield f"{STEP}{word} {text}"
    if example.players is not None:
        yield f"{STEP}players {example.players}"
    yield from (f"{STEP}option {name}: {show_expr(value)}" for name, value in example.options)
    yield from (f"{STEP}ruling {name}: {reading}" for name, reading in example.rulings)
    if example.given:
        yield f"{STEP}given"
        yield from _block(example.given, STEP * 2)
    yield from (STEP + _play(line) for line in example.play)


def _play(line: PlayLine) -> str:
    match line:
        case Moves(seat, moves, clauses):
            return f"{seat}: {_exprs(moves)}{_clauses(clauses)}"
        case Cannot(seat, moves, clauses):
            return f"cannot {seat}: {_exprs(moves)}{_clauses(clauses)}"
        case Can(seat, moves, clauses):
            return f"can {seat}: {_exprs(moves)}{_clauses(clauses)}"
        case Only(seat, moves, clauses):
            return f"only {seat}: {_exprs(moves)}{_clauses(clauses)}"
        case ScoresLine(scores, clauses):
            shown = ", ".join(f"{n}/{d}" if d > 1 else str(n) for n, d in scores)
            return f"scores: {shown}{_clauses(clauses)}"
        case RankingLine(places, clauses):
            return f"ranking: {', '.join(map(str, places))}{_clauses(clauses)}"
        case DrawLine(outcomes):
            return f"draw: {_exprs(outcomes)}"
        case Expect(expr, clauses):
            return f"expect: {show_expr(expr)}{_clauses(clauses)}"
        case _:
            assert_never(line)


def _exprs(exprs: tuple[Expr, ...]) -> str:
    return ", ".join(show_expr(expr) for expr in exprs)
