"""From the document to the syntax tree: each scalar is parsed as what its section says it is.

In: a `document.nodes.Document`. Out: a `Spec`, or None if any text of it is faulty; all faults are told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeVar

from rulesc.diagnostics import Report
from rulesc.document.nodes import (
    ActionEntry,
    ComponentEntry,
    Csv,
    Document,
    Entry,
    MapEntry,
    PaymentEntry,
    TableEntry,
)
from rulesc.source import Span, Text
from rulesc.syntax import boards, errors
from rulesc.syntax.from_examples import parse_examples
from rulesc.syntax.heads import check_heads
from rulesc.syntax.lost_clauses import lost_clauses
from rulesc.syntax.nodes import (
    Action,
    Cell,
    ClauseRef,
    Component,
    Declared,
    Define,
    DefineTable,
    Expr,
    Guard,
    Item,
    Map,
    Name,
    NamedType,
    Payment,
    Procedure,
    Spec,
    Stmt,
    TableRow,
    Value,
    Word,
    Zone,
)
from rulesc.syntax.parse import (
    parse_body,
    parse_clauses,
    parse_deeds,
    parse_guard,
    parse_head,
    parse_typed,
    parse_value,
    parse_zone,
)

__all__ = ["parse_examples", "parse_spec"]

T = TypeVar("T")
LABEL = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
READ_COLUMNS = frozenset({"name", "copies", "start"})
RETURNS = ("default", "scores")
MAX_PLAYERS = 16
MAX_LONGEST = 10**9


def parse_spec(document: Document, report: Report) -> Spec | None:
    """The whole spec with its examples."""
    known = len(report.errors)
    ties = _parsed(parse_value(text, report) for text in document.ties)
    drawn = frozenset(e.key.value.strip() for e in document.patterns if e.drawing is None)
    shared = not ties or [tie.expr for tie in ties] == [Name("shared", ties[0].span)]
    spec = Spec(
        game=document.game.value,
        players=_players(document.players, report),
        options=_declared(document.options, report),
        types=_declared(document.types, report),
        tables=_parsed(_component(entry, report) for entry in document.tables),
        maps=_parsed(_map(entry, report) for entry in document.maps),
        payments=_parsed(_payment(entry, report) for entry in document.payments),
        patterns=_parsed(boards.pattern(entry, _expr, _rules, report) for entry in document.patterns),
        layouts=_parsed(boards.layout(entry, _expr, _rules, _tiles, report) for entry in document.layouts),
        components=_parsed(_component(entry, report, drawn) for entry in document.components),
        zones=_parsed(_zone(entry, report) for entry in document.zones),
        state=_declared(document.state, report),
        define=_parsed(_define(entry, report) for entry in document.define),
        actions=_parsed(_action(entry, report) for entry in document.actions),
        effects=_parsed(_procedure(entry, report) for entry in document.effects),
        phases=_parsed(_procedure(entry, report) for entry in document.phases),
        scoring=_parsed(_item(entry, report) for entry in document.scoring),
        ties=() if shared else ties,
        shared_ties=shared,
        returns=_returns(document.returns, report),
        longest=_longest(document.longest, report),
        teams=_teams(document.teams, document.players, report),
        examples=parse_examples(document.examples, report),
        span=document.game.span,
    )
    check_heads(spec, report)
    if len(report.errors) > known:
        return None
    for span in lost_clauses(document, spec):
        report.add(errors.lost_clause(span))
    return spec


def _parsed(nodes: Iterable[T | None]) -> tuple[T, ...]:
    """Those without fault; the others are told in the report."""
    return tuple(node for node in nodes if node is not None)


# ---- single scalars ------------------------------------------------------------------------


def _players(text: Text, report: Report) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,3})(?:\s*\.\.\s*(\d{1,3}))?", text.value.strip())
    low = int(found[1]) if found else 0
    high = int(found[2] or low) if found else 0
    if 1 <= low <= high <= MAX_PLAYERS:
        return low, high
    report.add(errors.wrong_players(text.span, MAX_PLAYERS))
    return 1, 1


def _teams(text: Text | None, players: Text, report: Report) -> int | None:
    """How many teams; every number of players has to make teams of one size."""
    if text is None:
        return None
    value = text.value.strip()
    teams = int(value) if re.fullmatch(r"\d{1,3}", value) else 0
    low, high = _players(players, Report())
    if teams > 1 and all(number % teams == 0 for number in range(low, high + 1)):
        return teams
    report.add(errors.wrong_teams(text.span))
    return None


def _longest(text: Text | None, report: Report) -> int | None:
    if text is None:
        return None
    value = text.value.strip()
    if re.fullmatch(r"\d{1,10}", value) and 1 <= int(value) <= MAX_LONGEST:
        return int(value)
    report.add(errors.wrong_longest(text.span, MAX_LONGEST))
    return None


def _returns(text: Text | None, report: Report) -> str:
    if text is None or text.value.strip() in RETURNS:
        return text.value.strip() if text else "default"
    report.add(errors.wrong_returns(text.span))
    return "default"


def _rules(text: Text | None, report: Report) -> tuple[ClauseRef, ...]:
    return (parse_clauses(text, report) or ()) if text else ()


def _expr(text: Text, report: Report) -> Expr | None:
    """An expression that carries no clauses."""
    guard = parse_guard(text, report)
    if guard is not None and guard.clauses:
        report.add(errors.clauses_unwanted(guard.clauses[0].span))
        return None
    return guard.expr if guard else None


# ---- declarations --------------------------------------------------------------------------


def _declared(entries: tuple[Entry, ...], report: Report, attributes: bool = False) -> tuple[Declared, ...]:
    declared: list[Declared] = []
    for entry in entries:
        head, typed = parse_head(entry.key, report), parse_typed(entry.value, report)
        if typed and typed.rising and not attributes:
            report.add(errors.only_columns_rise(typed.span))
        if head and typed:
            declared.append(Declared(head, typed))
    return tuple(declared)


def _zone(entry: Entry, report: Report) -> Zone | None:
    head, zone = parse_head(entry.key, report), parse_zone(entry.value, report)
    return Zone(head, zone) if head and zone else None


def _item(entry: Entry, report: Report) -> Item | None:
    head, value = parse_head(entry.key, report), parse_value(entry.value, report)
    return Item(head, value) if head and value else None


def _define(entry: Entry | TableEntry, report: Report) -> Define | DefineTable | None:
    head = parse_head(entry.key, report)
    match entry:
        case Entry():
            value = parse_value(entry.value, report)
            return Define(head, value, entry.group) if head and value else None
        case TableEntry():
            rows: list[tuple[Expr, Value]] = []
            for row in entry.rows:
                key, value = _expr(row.key, report), parse_value(row.value, report)
                if key and value:
                    rows.append((key, value))
            return DefineTable(head, tuple(rows), entry.group) if head else None


def _procedure(entry: Entry, report: Report) -> Procedure | None:
    head, body = parse_head(entry.key, report), parse_body(entry.value, report)
    return Procedure(head, body, entry.group) if head and body is not None else None


def _action(entry: ActionEntry, report: Report) -> Action | None:
    head = parse_head(entry.key, report)
    rules = _rules(entry.rules, report)
    when = _guards(entry.when, report)
    do: tuple[Stmt, ...] = (parse_body(entry.do, report) or ()) if entry.do else ()
    leaves = _guards(entry.leaves, report)
    title = entry.title.value if entry.title else ""
    title_span = entry.title.span if entry.title else entry.key.span
    return Action(head, rules, title, title_span, when, do, leaves, entry.group) if head else None


def _guards(entries: tuple[Entry, ...], report: Report) -> tuple[Guard, ...]:
    guards: list[Guard] = []
    for entry in entries:
        if not LABEL.fullmatch(entry.key.value):
            report.add(errors.wrong_label(entry.key.span))
        value = parse_guard(entry.value, report)
        if value:
            guards.append(Guard(entry.key.value, value.expr, value.clauses, value.span))
    return tuple(guards)


# ---- components ----------------------------------------------------------------------------


def _component(
    entry: ComponentEntry, report: Report, drawn: frozenset[str] = frozenset()
) -> Component | None:
    head = parse_head(entry.key, report)
    attributes = _declared(entry.attributes, report, attributes=True)
    copies = _expr(entry.copies, report) if entry.copies else None
    start = _expr(entry.start, report) if entry.start else None
    rules = _rules(entry.rules, report)
    rows: tuple[TableRow, ...] | None = None
    header: tuple[str, ...] = ()
    if entry.table:
        header = tuple(cell.value for cell in entry.table.header)
        rows = _rows(entry.table, attributes, report, _drawings(attributes, drawn))
    return Component(head, attributes, copies, start, rules, rows, header) if head else None


def _drawings(attributes: tuple[Declared, ...], drawn: frozenset[str]) -> frozenset[str]:
    """The columns that hold drawings: those whose type is a pattern."""
    types = ((a.head.name, a.typed.type) for a in attributes)
    return frozenset(name for name, t in types if isinstance(t, NamedType) and t.name in drawn)


def _tiles(table: Csv, report: Report) -> tuple[TableRow, ...]:
    return _rows(table, None, report, frozenset({"drawing"}))


def _map(entry: MapEntry, report: Report) -> Map | None:
    head, over = parse_head(entry.key, report), _expr(entry.over, report)
    among = _expr(entry.among, report) if entry.among else None
    along = _expr(entry.along, report) if entry.along else None
    rules = _rules(entry.rules, report)
    rows = None if entry.table is None else _rows(entry.table, None, report)
    header = tuple(cell.value for cell in entry.table.header) if entry.table else ()
    return Map(head, over, rows, header, among, along, rules) if head and over else None


def _payment(entry: PaymentEntry, report: Report) -> Payment | None:
    head, of = parse_head(entry.key, report), _expr(entry.of, report)
    ways = tuple(way for text in entry.ways if (way := _expr(text, report)) is not None)
    least = None if entry.least is None else parse_head(entry.least, report)
    return Payment(head, of, ways, least, _rules(entry.rules, report)) if head and of else None


def _is_read(column: str, attributes: tuple[Declared, ...] | None) -> bool:
    """Whether a column means something; a map reads all but what is for people."""
    if attributes is None:
        return column != "note"
    return column in READ_COLUMNS or any(
        column == entry.head.name or (entry.head.per and column.startswith(f"{entry.head.name}_"))
        for entry in attributes
    )


def _rows(
    table: Csv,
    attributes: tuple[Declared, ...] | None,
    report: Report,
    drawings: frozenset[str] = frozenset(),
) -> tuple[TableRow, ...]:
    """The cells of the columns that mean something; an empty cell says nothing. A drawing stays a text."""
    effects = {a.head.name for a in attributes or () if a.formula == "effect"}
    rows: list[TableRow] = []
    for row in table.rows:
        cells: list[tuple[str, Cell]] = []
        blanks: list[tuple[str, Span]] = []
        provenance = ""
        for column, text in zip(table.header, row.cells, strict=True):
            if column.value == "provenance":
                provenance = text.value
            elif _is_read(column.value, attributes) and text.value.strip():
                if column.value in drawings:
                    cell: Cell | None = Cell(text.value, Name(text.value, text.span), text.span)
                else:
                    cell = _effect(text, report) if column.value in effects else _cell(text, report)
                if cell:
                    cells.append((column.value, cell))
            elif not text.value.strip():
                blanks.append((column.value, text.span))
        rows.append(TableRow(tuple(cells), provenance, row.span, tuple(blanks)))
    return tuple(rows)


def _cell(text: Text, report: Report) -> Cell | None:
    expr = _expr(text, report)
    return Cell(text.value, expr, text.span) if expr else None


def _effect(text: Text, report: Report) -> Cell | None:
    body = parse_deeds(text, report)
    return Cell(text.value, Word("none", text.span), text.span, body) if body else None
