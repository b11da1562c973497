"""Maps: links between the rows of a table, and what is worked out from them.

In: `maps:` as written. Out: `Map`s of `Symbols`; distances as constant tables and neighbours as constant
lists, made when they are first asked for. A map is

- rows of links (`table`): two columns of places, linked both ways;
- a clique (`among: port`): all places of which the attribute is true are linked;
- a track (`along: next`): the attribute leads on from place to place, from one start to one end.
"""

from __future__ import annotations

from rulesc.diagnostics.model import Diagnostic
from rulesc.source import Span
from rulesc.syntax import nodes as syntax
from rulesc.typed import errors, map_errors, spec_errors, ways
from rulesc.typed import nodes as typed
from rulesc.typed.columns import cell_value, lookup
from rulesc.typed.declarations import clause_ids
from rulesc.typed.scope import Frame, Symbols, failed
from rulesc.typed.types import Bool, Int, KindType, OptionalType, size

Links = frozenset[tuple[int, int]]
NO_COLUMNS = ("note", "provenance")


def declare(symbols: Symbols, maps: tuple[syntax.Map, ...], tables: tuple[syntax.Component, ...]) -> None:
    for entry in maps:
        name, span = entry.head.name, entry.head.span
        symbols.declare(name, "map", span)
        over = _over(symbols, entry.over)
        shapes = [s for s in (entry.rows, entry.among, entry.along) if s is not None]
        if len(shapes) != 1:
            symbols.report.add(map_errors.one_shape(span, name))
        if over is None or len(shapes) != 1:
            symbols.broken.add(name)
            continue
        links = _links(symbols, entry, over, next((t for t in tables if t.head.name == over.component), None))
        if links is None:
            symbols.broken.add(name)
            continue
        provenance = tuple(row.provenance for row in entry.rows or ())
        clauses = clause_ids((*entry.head.clauses, *entry.rules))
        symbols.maps[name] = typed.Map(name, over, links, provenance, clauses, span)


def _over(symbols: Symbols, node: syntax.Expr) -> KindType | None:
    """The type whose values the map links."""
    match node:
        case syntax.Name(name) if isinstance(symbols.types.get(name), KindType):
            found = symbols.types[name]
            assert isinstance(found, KindType)
            return found
        case syntax.Name(name) if name in symbols.broken:
            return None
        case _:
            known = tuple(name for name, type_ in symbols.types.items() if isinstance(type_, KindType))
            symbols.report.add(errors.unknown_name(node.span, node.span.text, "table", known))
            return None


def _links(
    symbols: Symbols, entry: syntax.Map, over: KindType, table: syntax.Component | None
) -> Links | None:
    if entry.rows is not None:
        return _of_rows(symbols, entry, over)
    if entry.among is not None:
        return _clique(symbols, entry.among, over)
    assert entry.along is not None
    return _track(symbols, entry.along, over, table)


def _of_rows(symbols: Symbols, entry: syntax.Map, over: KindType) -> Links | None:
    """Each row links its two places, both ways."""
    columns = [name for name in entry.header if name not in NO_COLUMNS]
    if len(columns) != 2:
        symbols.report.add(map_errors.two_columns(entry.head.span, entry.head.name, columns))
        return None
    seen: dict[frozenset[int], Span] = {}
    fine = True
    for row in entry.rows or ():
        cells = dict(row.cells)
        ends = []
        for column in columns:
            if column not in cells:
                symbols.report.add(spec_errors.empty_cell(row.place(column), column))
            else:
                ends.append(cell_value(symbols, cells[column], column, over))
        if len(ends) < 2 or None in ends:
            fine = False
            continue
        link = frozenset(end for end in ends if end is not None)
        if len(link) == 1:
            symbols.report.add(map_errors.to_itself(row.span, cells[columns[0]].text))
            fine = False
        elif link in seen:
            symbols.report.add(map_errors.linked_twice(row.span, seen[link]))
            fine = False
        seen.setdefault(link, row.span)
    if not fine:
        return None
    return frozenset((a, b) for link in seen for a in link for b in link if a != b)


def _clique(symbols: Symbols, node: syntax.Expr, over: KindType) -> Links | None:
    component = symbols.components[over.component]
    bools = {n: i for i, (n, type_) in enumerate(component.attributes) if isinstance(type_, Bool)}
    if not isinstance(node, syntax.Name) or node.id not in bools:
        known = tuple(bools)
        symbols.report.add(errors.unknown_attribute(node.span, node.span.text, f"`{over.component}`", known))
        return None
    inside = [i for i, kind in enumerate(component.kinds) if kind.values[bools[node.id]]]
    return frozenset((a, b) for a in inside for b in inside if a != b)


def _track(
    symbols: Symbols, node: syntax.Expr, over: KindType, written: syntax.Component | None
) -> Links | None:
    """Where the attribute leads from each place; all ways go from one start to one end."""
    name = node.id if isinstance(node, syntax.Name) else node.span.text
    table = symbols.tables.get(f"{over.component}.{name}")
    if table is None or table.type != OptionalType(over):
        symbols.report.add(map_errors.leads_nowhere(node.span, name, over.component))
        return None
    many = size(over)
    ways_on = len(table.values) // many
    links = frozenset((i // ways_on, end) for i, end in enumerate(table.values) if end >= 0)
    rows = written.rows if written is not None and written.rows is not None else ()
    spans = [row.span for row in rows] or [node.span] * many
    fault = _broken_track(over, links, spans)
    if fault is not None:
        symbols.report.add(fault)
        return None
    return links


def _broken_track(over: KindType, links: Links, spans: list[Span]) -> Diagnostic | None:
    """A circle, a second start, or a second end."""
    many = size(over)
    steps = ways.distances(links, many)
    for start, end in sorted(links):
        if steps[end][start] >= 0:
            return map_errors.circle(spans[start], over.names[start])
    starts = [p for p in range(many) if all(end != p for _, end in links)]
    ends = [p for p in range(many) if all(start != p for start, _ in links)]
    if len(starts) > 1:
        return map_errors.second_start(spans[starts[1]], over.names[starts[1]], spans[starts[0]])
    last = max(ends, key=lambda p: steps[starts[0]][p])
    for end in ends:
        if end != last:
            return map_errors.second_end(spans[end], over.names[end], over.names[last], spans[last])
    return None


# ---- what is asked of maps -----------------------------------------------------------------


def chosen(
    frame: Frame, nodes: tuple[syntax.Expr, ...], span: Span
) -> tuple[KindType, tuple[typed.Map, ...]] | None:
    """Maps named as arguments, over the same places; None after a report."""
    symbols = frame.symbols
    found: list[typed.Map] = []
    for node in nodes:
        if isinstance(node, syntax.Name) and node.id in symbols.maps:
            found.append(symbols.maps[node.id])
        elif not (isinstance(node, syntax.Name) and node.id in symbols.broken):
            frame.error(errors.unknown_name(node.span, node.span.text, "map", tuple(symbols.maps)))
    if len(found) < len(nodes):
        return None
    for one, node in zip(found, nodes, strict=True):
        if one.over != found[0].over:
            frame.error(map_errors.other_places(node.span, one, found[0]))
            return None
    return found[0].over, tuple(found)


def distance(frame: Frame, node: syntax.Call) -> typed.Expr:
    """`distance(a, b, Road, Sea)`: the steps of a shortest way, none if there is no way."""
    if len(node.args) < 3:
        frame.error(errors.wrong_arguments(node.span, "distance", ("from", "to", "map"), len(node.args)))
        return typed.Const(0, errors.SILENT, node.span)
    found = chosen(frame, node.args[2:], node.span)
    if found is None:
        return typed.Const(0, errors.SILENT, node.span)
    over, maps = found
    ends = tuple(frame.check(arg, over) for arg in node.args[:2])
    if any(failed(end) for end in ends):
        return typed.Const(0, errors.SILENT, node.span)
    return lookup(_distances(frame.symbols, over, maps), ends, node.span)


def _distances(symbols: Symbols, over: KindType, maps: tuple[typed.Map, ...]) -> typed.Table:
    name = f"distance.{'.'.join(sorted(m.name for m in maps))}"
    if name not in symbols.tables:
        links = frozenset().union(*(m.links for m in maps))
        values = tuple(n for row in ways.distances(links, size(over)) for n in row)
        bounds = Int(0, max(values))
        type_ = OptionalType(bounds) if min(values) < 0 else bounds
        clauses = tuple(dict.fromkeys(c for m in maps for c in m.clauses))
        symbols.tables[name] = typed.Table(name, (over, over), type_, values, clauses)
    return symbols.tables[name]


def neighbours(
    frame: Frame, args: tuple[syntax.Expr, ...], span: Span
) -> tuple[typed.Lists, tuple[typed.Expr, ...]] | None:
    """`neighbours(a, Road)`: the places one step away."""
    if len(args) < 2:
        frame.error(errors.wrong_arguments(span, "neighbours", ("place", "map"), len(args)))
        return None
    found = chosen(frame, args[1:], span)
    place = None if found is None else frame.check(args[0], found[0])
    if found is None or place is None or failed(place):
        return None
    over, maps = found
    name = f"neighbours.{'.'.join(sorted(m.name for m in maps))}"
    if name not in frame.symbols.lists:
        links = frozenset().union(*(m.links for m in maps))
        rows = tuple(tuple(row) for row in ways.neighbours(links, size(over)))
        clauses = tuple(dict.fromkeys(c for m in maps for c in m.clauses))
        frame.symbols.lists[name] = typed.Lists(name, (over,), over, rows, clauses)
    return frame.symbols.lists[name], (place,)
