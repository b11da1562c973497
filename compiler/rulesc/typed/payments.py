"""Payments for ways: which cards of carriers carry from one place to another, none of them needless.

In: `payments:` as written; carriers are a table with `link`, the map that one runs over, and `reach`, how
many steps of it. Out: a type whose values are all payments that some shortest way can need, with
`payment.cards[carrier]`, and constant lists of the payments from each place to each: of those that are
needed on each leg, and if wanted of those among them that are needed on the whole way.
"""

from __future__ import annotations

from rulesc.source import Span
from rulesc.syntax import nodes as syntax
from rulesc.typed import errors, map_errors, ways
from rulesc.typed import nodes as typed
from rulesc.typed.declarations import clause_ids
from rulesc.typed.scope import Frame, Symbols, failed
from rulesc.typed.types import Enum, Int, KindType, size

MOST_PAYMENTS = 500
Way = tuple[typed.Map, ...]
Payable = frozenset[ways.Cards]


def declare(symbols: Symbols, payments: tuple[syntax.Payment, ...]) -> None:
    for entry in payments:
        name, span = entry.head.name, entry.head.span
        symbols.declare(name, "payment", span)
        if entry.least is not None:
            symbols.declare(entry.least.name, "payment", entry.least.span)
        carriers = _carriers(symbols, entry)
        found = [_way(symbols, node) for node in entry.ways]
        roads = [way for way in found if way is not None]
        if carriers is None or len(roads) < len(found):
            _break(symbols, entry)
            continue
        over = roads[0][0].over
        for way, node in zip(roads, entry.ways, strict=True):
            for one in way:
                if one.over != over:
                    symbols.report.add(map_errors.other_places(node.span, one, roads[0][0]))
                    _break(symbols, entry)
        if name not in symbols.broken:
            _declare(symbols, entry, carriers, roads)


def _break(symbols: Symbols, entry: syntax.Payment) -> None:
    """Say nothing more about the names of a payment with a fault."""
    symbols.broken.add(entry.head.name)
    if entry.least is not None:
        symbols.broken.add(entry.least.name)


def _carriers(symbols: Symbols, entry: syntax.Payment) -> list[tuple[str, int]] | None:
    """The map and the reach of each carrier."""
    name = entry.of.span.text
    component = symbols.components.get(name)
    if component is None:
        if name not in symbols.broken:
            known = tuple(c.name for c in symbols.components.values() if c.role == "table")
            symbols.report.add(errors.unknown_name(entry.of.span, name, "table", known))
        return None
    places = {attribute: i for i, (attribute, _) in enumerate(component.attributes)}
    types = dict(component.attributes)
    link, reach = types.get("link"), types.get("reach")
    if not isinstance(link, Enum) or not isinstance(reach, Int) or reach.low < 1:
        symbols.report.add(map_errors.no_carriers(entry.of.span, name))
        return None
    return [(link.values[k.values[places["link"]]], k.values[places["reach"]]) for k in component.kinds]


def _way(symbols: Symbols, node: syntax.Expr) -> Way | None:
    """`Road + Sea`: the maps of one sort of way."""
    match node:
        case syntax.Name(name) if name in symbols.maps:
            return (symbols.maps[name],)
        case syntax.Binary("+", left, right):
            first, second = _way(symbols, left), _way(symbols, right)
            return None if first is None or second is None else (*first, *second)
        case syntax.Name(name) if name in symbols.broken:
            return None
        case syntax.Name(name, span):
            symbols.report.add(errors.unknown_name(span, name, "map", tuple(symbols.maps)))
            return None
        case _:
            symbols.report.add(map_errors.no_way(node.span, node.span.text))
            return None


def _declare(
    symbols: Symbols, entry: syntax.Payment, carriers: list[tuple[str, int]], roads: list[Way]
) -> None:
    name, span = entry.head.name, entry.head.span
    over = roads[0][0].over
    rows, least = _rows(size(over), carriers, roads)
    every = sorted({cards for row in rows for cards in row}, key=lambda cards: (sum(cards), cards[::-1]))
    if not 0 < len(every) <= MOST_PAYMENTS:
        many = map_errors.many_payments(span, name, len(every), MOST_PAYMENTS)
        symbols.report.add(many if every else map_errors.no_payments(span, name))
        _break(symbols, entry)
        return
    clauses = clause_ids((*entry.head.clauses, *entry.rules))
    of_maps = (c for way in roads for one in way for c in one.clauses)
    every_clause = tuple(dict.fromkeys((*clauses, *of_maps)))
    names = symbols.types[entry.of.span.text]
    assert isinstance(names, KindType)
    kinds = tuple(typed.Kind(_name(cards, names), (), 0, "", "") for cards in every)
    component = typed.Component(name, (), kinds, clauses, span, "payment")
    type_ = KindType(name, tuple(kind.name for kind in kinds))
    symbols.components[name] = component
    symbols.types[name] = type_
    symbols.add_constants(type_)
    numbers = tuple(n for cards in every for n in cards)
    cards = f"{name}.cards"
    symbols.tables[cards] = typed.Table(cards, (type_, names), Int(0, max(numbers)), numbers, clauses)
    place = {cards: i for i, cards in enumerate(every)}

    def declare_list(name: str, rows: list[Payable]) -> None:
        listed = tuple(tuple(sorted(place[c] for c in row)) for row in rows)
        symbols.lists[name] = typed.Lists(name, (over, over), type_, listed, every_clause)

    declare_list(name, rows)
    if entry.least is not None:
        declare_list(entry.least.name, least)


def _rows(
    places: int, carriers: list[tuple[str, int]], roads: list[Way]
) -> tuple[list[Payable], list[Payable]]:
    """The payments from each place to each, by any of the sorts of way: all, and those least on their way."""
    rows: list[Payable] = [frozenset()] * (places * places)
    least = list(rows)
    for way in roads:
        links = {one.name: one.links for one in way}
        known: dict[ways.Legs, tuple[Payable, Payable]] = {}
        for start, row in enumerate(ways.shortest_ways(links, places)):
            for end, found in enumerate(row):
                for legs in found:
                    if legs not in known:
                        covers = ways.covers(legs, carriers)
                        known[legs] = covers, ways.least(covers)
                    rows[start * places + end] |= known[legs][0]
                    least[start * places + end] |= known[legs][1]
    return rows, least


def _name(cards: ways.Cards, carriers: KindType) -> str:
    """`truck2_ship1`."""
    return "_".join(f"{name}{n}" for name, n in zip(carriers.names, cards, strict=True) if n)


def between(
    frame: Frame, name: str, args: tuple[syntax.Expr, ...], span: Span
) -> tuple[typed.Lists, tuple[typed.Expr, ...]] | None:
    """`Fare(a, b)`: the payments from one place to another; `Block(cell)`: the placements over a cell."""
    lists = frame.symbols.lists[name]
    if len(args) != len(lists.dims):
        wanted = ("from", "to") if len(lists.dims) == 2 else ("cell",)
        frame.error(errors.wrong_arguments(span, name, wanted, len(args)))
        return None
    index = tuple(frame.check(arg, dim) for arg, dim in zip(args, lists.dims, strict=True))
    return None if any(failed(end) for end in index) else (lists, index)
