"""Options, types, zones, slots and rulings: what a spec declares before any rule speaks.

In: the declarations as written. Out: entries of `Symbols`. A declaration with a fault leaves its
name behind as broken, so that its uses are silent.
"""

from __future__ import annotations

from math import prod

from rulesc.document import nodes as document
from rulesc.syntax import nodes as syntax
from rulesc.typed import card_errors, errors, flow_errors, spec_errors
from rulesc.typed import nodes as typed
from rulesc.typed.fitting import scalar
from rulesc.typed.scope import Frame, Symbols, Usage, failed
from rulesc.typed.types import Enum, Grid, Int, OptionalType, Scalar, Seat, SetType, Type, size

HIDING = ("state", "option", "definition")  # what a bare name means before it means a value
LARGEST_SET = 60  # elements of a set value
LARGEST_BOARD = 400  # cells in a set of cells
MOST_VALUES = 100_000  # of a number
MOST_PLACES = 100_000  # of a slot or zone


def clause_ids(clauses: tuple[syntax.ClauseRef, ...]) -> tuple[str, ...]:
    """Each clause once, in the order written."""
    return tuple(dict.fromkeys(clause.id for clause in clauses))


def empty_frame(symbols: Symbols) -> Frame:
    """A text that speaks for no seat and sees no variables."""
    return Frame(symbols, Usage(), "none", {})


def constant_int(symbols: Symbols, node: syntax.Expr) -> int | None:
    """A number known at compile time; None after a report."""
    expr = empty_frame(symbols).number(node)
    if isinstance(expr, typed.Const):
        return None if failed(expr) else expr.value
    symbols.report.add(errors.not_constant(node.span))
    return None


# ---- types ---------------------------------------------------------------------------------


def type_of(symbols: Symbols, node: syntax.TypeExpr, name: str = "") -> Type | None:
    """The type written; None after a report. `name` is given to an enum or a grid."""
    match node:
        case syntax.NamedType(shape, type_name, optional):
            found = named_type(symbols, type_name, node)
            if found is None:
                return None
            if shape == "set":
                return _set_type(symbols, found, node)
            if shape == "order":
                symbols.report.add(errors.unsupported(node.span, "an order as a state"))
                return None
            return OptionalType(found) if optional else found
        case syntax.EnumType(values):
            return _enum(symbols, name, values)
        case syntax.RangeType(low, high, optional):
            first, last = constant_int(symbols, low), constant_int(symbols, high)
            if first is None or last is None:
                return None
            if first > last:
                symbols.report.add(spec_errors.empty_range(node.span, first, last))
                return None
            if last - first >= MOST_VALUES:
                symbols.report.add(spec_errors.huge_range(node.span, last - first + 1, MOST_VALUES))
                return None
            return OptionalType(Int(first, last)) if optional else Int(first, last)
        case syntax.GridType(rows, columns):
            if rows < 1 or columns < 1:
                symbols.report.add(spec_errors.empty_grid(node.span, rows, columns))
                return None
            if rows * columns > MOST_VALUES:
                symbols.report.add(spec_errors.huge_range(node.span, rows * columns, MOST_VALUES))
                return None
            return Grid(name, rows, columns)


def named_type(symbols: Symbols, name: str, where: syntax.NamedType | syntax.Name) -> Scalar | None:
    found = symbols.types.get(name)
    if found is None and name not in symbols.broken:
        known = tuple(symbols.types)
        symbols.report.add(errors.unknown_name(where.span, name, "type", known))
    return found


def _set_type(symbols: Symbols, of: Scalar, node: syntax.NamedType) -> Type | None:
    if size(of) > (LARGEST_BOARD if isinstance(of, Grid) else LARGEST_SET):
        symbols.report.add(spec_errors.large_set(node.span, size(of), LARGEST_SET))
        return None
    return SetType(of)


def _enum(symbols: Symbols, name: str, values: tuple[syntax.Name, ...]) -> Type:
    seen: dict[str, syntax.Name] = {}
    for value in values:
        if value.id in seen:
            symbols.report.add(
                errors.duplicate_name(value.id, "value", value.span, "value", seen[value.id].span)
            )
        elif value.id in errors.RESERVED_WORDS or symbols.constant(value.id, symbols.seat) is not None:
            symbols.report.add(errors.reserved_name(value.id, "value", value.span))
        seen.setdefault(value.id, value)
    return Enum(name, tuple(seen))


def declare_types(symbols: Symbols, declared: tuple[syntax.Declared, ...]) -> None:
    for entry in declared:
        name = entry.head.name
        symbols.declare(name, "type", entry.head.span)
        type_ = type_of(symbols, entry.typed.type, name)
        found = None if type_ is None else scalar(type_)
        if found is None:
            if type_ is not None:
                symbols.report.add(spec_errors.not_scalar(entry.typed.span, f"type `{name}`", type_))
            symbols.broken.add(name)
            continue
        symbols.types[name] = found
        symbols.add_constants(found)


def check_constants(symbols: Symbols, spec: syntax.Spec) -> None:
    """A value's name may be a zone's or an action's, but no slot's, option's or definition's."""
    for entry in (
        *spec.types,
        *spec.options,
        *spec.state,
        *(a for c in (*spec.tables, *spec.components) for a in c.attributes),
    ):
        match entry.typed.type:
            case syntax.EnumType(values):
                for value in values:
                    role, span = symbols.places.get(value.id, ("", value.span))
                    if role in HIDING:
                        symbols.report.add(errors.duplicate_name(value.id, "value", value.span, role, span))
    for component in (*spec.tables, *spec.components):
        for row in component.rows or ():
            cell = dict(row.cells).get("name")
            role, span = symbols.places.get(cell.text if cell else "", ("", row.span))
            if cell is not None and role in HIDING:
                symbols.report.add(errors.duplicate_name(cell.text, "kind", cell.span, role, span))


# ---- options and rulings -------------------------------------------------------------------


def declare_options(symbols: Symbols, declared: tuple[syntax.Declared, ...]) -> None:
    for entry in declared:
        name, node = entry.head.name, entry.typed
        symbols.declare(name, "option", entry.head.span)
        type_ = type_of(symbols, node.type)
        found = None if type_ is None else scalar(type_)
        if found is None:
            if type_ is not None:
                symbols.report.add(spec_errors.not_scalar(node.type.span, f"option `{name}`", type_))
            symbols.broken.add(name)
            continue
        if not node_is_named(node.type):
            symbols.add_constants(found)
        start = 0
        if node.start is None:
            symbols.report.add(spec_errors.no_default(node.span, name))
        else:
            expr = empty_frame(symbols).check(node.start, found, f"option `{name}`")
            if isinstance(expr, typed.Const):
                start = expr.value
            else:
                symbols.report.add(errors.not_constant(node.start.span))
        clauses = clause_ids((*entry.head.clauses, *node.clauses))
        symbols.options[name] = typed.Option(name, found, start, clauses, entry.head.span)


def node_is_named(node: syntax.TypeExpr) -> bool:
    return isinstance(node, syntax.NamedType)


def declare_rulings(symbols: Symbols, rulings: tuple[document.Ruling, ...]) -> None:
    for ruling in rulings:
        readings = tuple(entry.key.value for entry in ruling.readings)
        if ruling.chosen.value not in readings:
            symbols.report.add(
                flow_errors.unknown_reading(
                    ruling.chosen.span, ruling.id.value, ruling.chosen.value, readings
                )
            )
        symbols.rulings[ruling.id.value] = typed.Ruling(
            ruling.id.value,
            ruling.question.value,
            readings,
            tuple(entry.value.value for entry in ruling.readings),
            ruling.chosen.value,
            ruling.why.value,
            ruling.cite.value if ruling.cite else "",
            ruling.id.span,
        )


# ---- zones and slots -----------------------------------------------------------------------


def dims_of(symbols: Symbols, head: syntax.Head) -> tuple[Scalar, ...] | None:
    """What a slot or zone is declared `per`."""
    found = [named_type(symbols, name, syntax.Name(name, head.span)) for name in head.per]
    dims = tuple(dim for dim in found if dim is not None)
    if prod(size(dim) for dim in dims) > MOST_PLACES:
        symbols.report.add(spec_errors.huge_place(head.span, head.name, MOST_PLACES))
        return None
    return dims if len(dims) == len(found) else None


def declare_zones(symbols: Symbols, zones: tuple[syntax.Zone, ...]) -> None:
    for entry in zones:
        name, node = entry.head.name, entry.zone
        symbols.declare(name, "zone", entry.head.span)
        dims = dims_of(symbols, entry.head)
        known = node.component in symbols.components and _has_pieces(symbols, node.component)
        if not known and node.component not in symbols.broken:
            names = tuple(name for name in symbols.components if _has_pieces(symbols, name))
            symbols.report.add(
                spec_errors.unknown_component(node.span, node.component, names, symbols.places)
            )
        if dims is None or not known:
            symbols.broken.add(name)
            continue
        _owner(symbols, name, node.seen_by, dims, node)
        at_most = 1 if node.shape == "one" else None
        if node.at_most is not None:
            at_most = constant_int(symbols, node.at_most)
        symbols.zones[name] = typed.Zone(
            name,
            node.component,
            dims,
            node.shape,
            node.seen_by or "all",
            node.count_hidden,
            at_most,
            node.refilled_from,
            node.unlimited,
            clause_ids((*entry.head.clauses, *node.clauses)),
            entry.head.span,
            node.above,
        )
    for entry in zones:
        _source(symbols, entry, entry.zone.refilled_from, own=True)
        _source(symbols, entry, entry.zone.above, own=False)
        _above(symbols, entry)


def _has_pieces(symbols: Symbols, name: str) -> bool:
    return symbols.components[name].role == "component"


def _owner(
    symbols: Symbols,
    name: str,
    seen_by: str | None,
    dims: tuple[Scalar, ...],
    node: syntax.ZoneType | syntax.Typed,
) -> None:
    if seen_by == "owner" and not any(isinstance(dim, Seat) for dim in dims):
        symbols.report.add(spec_errors.no_owner(node.span, name))


def _above(symbols: Symbols, entry: syntax.Zone) -> None:
    """Only a row has a first piece to go on with."""
    row = symbols.zones.get(entry.zone.above or "")
    if row is not None and row.shape != "row":
        symbols.report.add(card_errors.not_a_row(entry.zone.span, row.name))


def _source(symbols: Symbols, entry: syntax.Zone, source: str | None, own: bool) -> None:
    """Where more pieces of a zone come from: one zone of the same component, or each one's `own`."""
    zone = symbols.zones.get(entry.head.name)
    if source is None or zone is None or source in symbols.broken:
        return
    other = symbols.zones.get(source)
    if other is None:
        symbols.report.add(errors.unknown_name(entry.zone.span, source, "zone", tuple(symbols.zones)))
    elif other.component != zone.component:
        symbols.report.add(
            errors.other_component(entry.zone.span, source, other.component, zone.name, zone.component)
        )
    elif other.dims and not (own and other.dims == zone.dims):
        symbols.report.add(errors.wrong_index(entry.zone.span, source, other.dims, 0))


def declare_slots(symbols: Symbols, declared: tuple[syntax.Declared, ...]) -> None:
    for entry in declared:
        name, node = entry.head.name, entry.typed
        symbols.declare(name, "state", entry.head.span)
        dims, type_ = dims_of(symbols, entry.head), type_of(symbols, node.type)
        if dims is None or type_ is None:
            symbols.broken.add(name)
            continue
        if isinstance(node.type, syntax.EnumType) and (found := scalar(type_)):
            symbols.add_constants(found)
        _owner(symbols, name, node.seen_by, dims, node)
        clauses = clause_ids((*entry.head.clauses, *node.clauses))
        symbols.slots[name] = typed.Slot(
            name, type_, dims, None, node.seen_by or "all", clauses, entry.head.span
        )


def start_of(symbols: Symbols, entry: syntax.Declared) -> typed.Expr | None:
    """The start value of a slot, over constants and options; checked when all names are known."""
    slot = symbols.slots[entry.head.name]
    if entry.typed.start is None:
        return None
    expr = empty_frame(symbols).check(entry.typed.start, slot.type, f"slot `{slot.name}`")
    return None if failed(expr) else expr
