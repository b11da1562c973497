"""Components and their kinds, from a table or from every combination of attribute values.

In: component declarations and table rows. Out: `Component` entries of `Symbols`, each a type too.
"""

from __future__ import annotations

from itertools import product

from rulesc.document import nodes as document
from rulesc.source import Span
from rulesc.syntax import nodes as syntax
from rulesc.typed import card_errors, columns, errors, map_errors, spec_errors
from rulesc.typed import nodes as typed
from rulesc.typed.declarations import clause_ids, constant_int, type_of
from rulesc.typed.fitting import scalar
from rulesc.typed.places import kind_type
from rulesc.typed.scope import Symbols
from rulesc.typed.types import Int, KindType, Scalar, lowest, size, value_name

BUILT_IN = ("name", "copies", "start", "provenance")
UNLIMITED = -1
MOST_KINDS = 2000


def declare_components(
    symbols: Symbols,
    components: tuple[syntax.Component, ...],
    tables: tuple[document.ComponentEntry, ...],
    role: str = "component",
) -> None:
    """Components with their kinds; with the role "table", kinds of which there are no pieces."""
    csv_of = {entry.key.span.start: entry.table for entry in tables}
    by_name = {entry.key.value.split()[0]: entry.table for entry in tables if entry.key.value.split()}
    for entry in components:
        name = entry.head.name
        symbols.declare(name, role, entry.head.span)
        _foretell(symbols, entry)
        attributes = _attributes(symbols, entry)
        further = [columns.column(symbols, a) for a in entry.attributes if not columns.is_plain(a)]
        symbols.types.pop(name, None)
        found = [column for column in further if column is not None]
        if attributes is None or len(found) < len(further):
            symbols.broken.add(name)
            continue
        table = csv_of.get(entry.head.span.start) or by_name.get(name)
        kinds = _kinds(symbols, entry, attributes, found, table, role)
        if kinds is None:
            symbols.broken.add(name)
            continue
        component = typed.Component(
            name, attributes, kinds, clause_ids((*entry.head.clauses, *entry.rules)), entry.head.span, role
        )
        symbols.components[name] = component
        symbols.types[name] = kind_type(component)
        symbols.add_constants(kind_type(component))
        columns.declare(symbols, component, entry.rows or (), found)


def _foretell(symbols: Symbols, entry: syntax.Component) -> None:
    """A table's attributes may be rows of the table itself, whose names are known before."""
    if entry.rows is not None and "name" in entry.header:
        cells = [dict(row.cells).get("name") for row in entry.rows]
        names = tuple(dict.fromkeys(cell.text for cell in cells if cell is not None))
        symbols.types[entry.head.name] = KindType(entry.head.name, names)


def _attributes(symbols: Symbols, entry: syntax.Component) -> tuple[tuple[str, Scalar], ...] | None:
    found: list[tuple[str, Scalar]] = []
    plain = [declared for declared in entry.attributes if columns.is_plain(declared)]
    for declared in plain:
        name = declared.head.name
        type_ = type_of(symbols, declared.typed.type)
        inner = None if type_ is None else scalar(type_)
        if inner is None:
            if type_ is not None:
                where = declared.typed.type.span
                symbols.report.add(spec_errors.not_scalar(where, f"attribute `{name}`", type_))
            continue
        if isinstance(declared.typed.type, syntax.EnumType):
            symbols.add_constants(inner)
        found.append((name, inner))
    return tuple(found) if len(found) == len(plain) else None


def _kinds(
    symbols: Symbols,
    entry: syntax.Component,
    attributes: tuple[tuple[str, Scalar], ...],
    further: list[columns.Column],
    table: document.Csv | None,
    role: str,
) -> tuple[typed.Kind, ...] | None:
    copies = _copies(symbols, entry.copies, 0 if role == "table" else 1)
    start = "" if role == "table" else _start(symbols, entry)
    if copies is None:
        return None
    if entry.rows is None:
        if further:
            symbols.report.add(spec_errors.needs_table(further[0].span, further[0].name))
            return None
        return _combinations(symbols, entry, attributes, copies, start)
    if not _columns(symbols, entry, attributes, further, table):
        return None
    kinds = [_row(symbols, entry, row, attributes, copies, start) for row in entry.rows]
    found = [kind for kind in kinds if kind is not None]
    if len(found) < len(kinds):
        return None
    _unique(symbols, entry, found)
    _rising(symbols, entry, attributes, found)
    return tuple(found)


def _copies(symbols: Symbols, node: syntax.Expr | None, usual: int) -> int | None:
    if node is None:
        return usual
    if isinstance(node, syntax.Name) and node.id == "unlimited":
        return UNLIMITED
    copies = constant_int(symbols, node)
    if copies is not None and copies < 0:
        symbols.report.add(spec_errors.bad_copies(node.span))
        return None
    return copies


def _start(symbols: Symbols, entry: syntax.Component) -> str:
    match entry.start:
        case None:
            if "start" not in entry.header:
                symbols.report.add(spec_errors.no_start(entry.head.span, entry.head.name))
            return ""
        case syntax.Name(name):
            return name
        case other:
            symbols.report.add(errors.not_a_zone(other.span, other.span.text))
            return ""


def _combinations(
    symbols: Symbols,
    entry: syntax.Component,
    attributes: tuple[tuple[str, Scalar], ...],
    copies: int,
    start: str,
) -> tuple[typed.Kind, ...] | None:
    many = 1
    for _, type_ in attributes:
        many *= size(type_)
    if many > MOST_KINDS:
        symbols.report.add(spec_errors.many_kinds(entry.head.span, entry.head.name, many, MOST_KINDS))
        return None
    ranges = [range(lowest(type_), lowest(type_) + size(type_)) for _, type_ in attributes]
    kinds = []
    for values in product(*ranges):
        words = [value_name(type_, value) for (_, type_), value in zip(attributes, values, strict=True)]
        kinds.append(typed.Kind("_".join(words) or entry.head.name.lower(), values, copies, start, ""))
    return tuple(kinds)


# ---- tables --------------------------------------------------------------------------------


def _columns(
    symbols: Symbols,
    entry: syntax.Component,
    attributes: tuple[tuple[str, Scalar], ...],
    further: list[columns.Column],
    table: document.Csv | None,
) -> bool:
    """Whether the table has a column for each attribute; a column for nothing is a slip of the pen."""
    places = {declared.head.name: declared.head.span for declared in entry.attributes}
    wanted = {name: places[name] for name, _ in attributes}
    wanted.update({header: column.span for column in further for header in column.headers})
    names = tuple(wanted)
    spans = {text.value: text.span for text in table.header} if table else {}
    complete = True
    for name, span in wanted.items():
        if name not in entry.header:
            unused = tuple(h for h in entry.header if h not in names and h not in BUILT_IN)
            symbols.report.add(spec_errors.missing_column(span, name, unused))
            complete = False
    for header in entry.header if complete else ():
        if header not in names and header not in BUILT_IN and header != "note":
            where = spans.get(header, entry.head.span)
            symbols.report.add(spec_errors.unknown_column(where, header, (*names, *BUILT_IN, "note")))
    return complete


def _row(
    symbols: Symbols,
    entry: syntax.Component,
    row: syntax.TableRow,
    attributes: tuple[tuple[str, Scalar], ...],
    copies: int,
    start: str,
) -> typed.Kind | None:
    cells = dict(row.cells)
    for column in ("name", "copies", "start"):
        if column in entry.header and column not in cells:
            symbols.report.add(spec_errors.empty_cell(row.place(column), column))
    if "name" in cells and not _good_name(symbols, cells["name"]):
        return None
    values = [_cell(symbols, cells.get(name), name, type_, row.place(name)) for name, type_ in attributes]
    known = tuple(value for value in values if value is not None)
    number: int | None = copies
    if "copies" in cells:
        number = _cell_copies(symbols, cells["copies"])
    if len(known) < len(values) or number is None:
        return None
    words = [value_name(type_, value) for (_, type_), value in zip(attributes, known, strict=True)]
    name = cells["name"].text if "name" in cells else "_".join(words)
    where = cells["start"].text if "start" in cells else start
    return typed.Kind(name, known, number, where, row.provenance, row.span)


def _good_name(symbols: Symbols, cell: syntax.Cell) -> bool:
    """Whether a kind can be called so: one word, none of the language's."""
    if not isinstance(cell.expr, syntax.Name):
        symbols.report.add(spec_errors.bad_kind_name(cell.span, cell.text))
        return False
    if cell.text in errors.RESERVED_WORDS:
        symbols.report.add(errors.reserved_name(cell.text, "kind", cell.span))
        return False
    return True


def _cell(symbols: Symbols, cell: syntax.Cell | None, column: str, type_: Scalar, row: Span) -> int | None:
    if cell is None:
        symbols.report.add(spec_errors.empty_cell(row, column))
        return None
    return columns.cell_value(symbols, cell, column, type_)


def _cell_copies(symbols: Symbols, cell: syntax.Cell) -> int | None:
    match cell.expr:
        case syntax.Int(value):
            return value
        case syntax.Name("unlimited"):
            return UNLIMITED
        case _:
            symbols.report.add(spec_errors.bad_cell(cell.span, "copies", cell.text, Int(0, 9999), ()))
            return None


def _unique(symbols: Symbols, entry: syntax.Component, kinds: list[typed.Kind]) -> None:
    seen: dict[str, Span] = {}
    for row, kind in zip(entry.rows or (), kinds, strict=True):
        cell = dict(row.cells).get("name")
        span = cell.span if cell else row.span
        if kind.name in seen:
            symbols.report.add(spec_errors.duplicate_kind(span, kind.name, seen[kind.name]))
        else:
            seen[kind.name] = span


def _rising(
    symbols: Symbols,
    entry: syntax.Component,
    attributes: tuple[tuple[str, Scalar], ...],
    kinds: list[typed.Kind],
) -> None:
    """The rows of a rising column, such as a list of thresholds, stand in its order."""
    rows = [dict(row.cells) for row in entry.rows or ()]
    rising = {declared.head.name for declared in entry.attributes if declared.typed.rising}
    for place, (name, _) in enumerate(attributes):
        for i in range(1, len(kinds)) if name in rising else ():
            before, here = kinds[i - 1].values[place], kinds[i].values[place]
            if here <= before:
                where, other = rows[i][name].span, rows[i - 1][name].span
                symbols.report.add(card_errors.not_rising(where, name, here, before, other))


# ---- where pieces start --------------------------------------------------------------------


def check_starts(symbols: Symbols, components: tuple[syntax.Component, ...]) -> None:
    """When the zones are known: every kind starts in a zone of its component."""
    for entry in components:
        component = symbols.components.get(entry.head.name)
        if component is None:
            continue
        for i, kind in enumerate(component.kinds):
            span = entry.start.span if entry.start is not None else entry.head.span
            if entry.rows is not None and (cell := dict(entry.rows[i].cells).get("start")):
                span = cell.span
            _check_start(symbols, component, kind, span)


def _check_start(symbols: Symbols, component: typed.Component, kind: typed.Kind, span: Span) -> None:
    start = kind.start
    if not start or start in symbols.broken:
        return
    zone = symbols.zones.get(start)
    if zone is None:
        known = tuple(z.name for z in symbols.zones.values() if z.component == component.name)
        symbols.report.add(errors.unknown_name(span, start, "zone", known))
    elif zone.component != component.name:
        symbols.report.add(
            errors.other_component(span, start, zone.component, component.name, component.name)
        )
    elif zone.dims:
        symbols.report.add(spec_errors.start_not_single(span, start))
    elif zone.unlimited and kind.copies >= 0:
        symbols.report.add(map_errors.limited_supply(span, component.name, start))
    elif not zone.unlimited and kind.copies < 0:
        symbols.report.add(map_errors.not_unlimited(span, component.name, start))
