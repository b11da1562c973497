"""The tables of an engine module: what its numbers mean, written as Python constructors.

Every text of a spec becomes an escaped ASCII literal here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulesc.machine import flow, nodes
from rulesc.machine.effects import reads
from rulesc.python.functions import Functions, kept_at
from rulesc.python.layout import Layout
from rulesc.python.legality import Guards
from rulesc.python.names import spill
from rulesc.typed import nodes as typed
from rulesc.typed.types import Int, OptionalType, Scalar, Seat, SetType, Type, lowest, size, value_name


def literal(value: object) -> str:
    """An ASCII literal of a text, number, flag, or tuple of such."""
    if isinstance(value, tuple):
        return "(" + "".join(f"{literal(v)}, " for v in value).rstrip() + ")"
    return ascii(value)


def names_of(type_: Scalar) -> tuple[str, ...]:
    low = lowest(type_)
    return tuple(value_name(type_, low + i) for i in range(size(type_)))


def parameter(name: str, type_: Scalar, start: int = 0) -> str:
    number = isinstance(type_, Int)
    return f"Parameter({literal(name)}, {literal(names_of(type_))}, {lowest(type_)}, {number}, {start})"


def actions(program: typed.Program) -> list[str]:
    rows = []
    for action in program.actions:
        params = [parameter(action.params[i].name, action.params[i].type) for i in action.digits]
        rows.append(
            f"Action({literal(action.name)}, {action.first_id}, ({''.join(p + ', ' for p in params)}), "
            f"{literal(action.title)}, {literal(action.clauses)}, {literal(action.role)})"
        )
    return rows


def element(type_: Type) -> Scalar:
    return type_.of if isinstance(type_, OptionalType | SetType) else type_  # type: ignore[return-value]


def slots(layout: Layout) -> list[str]:
    rows = []
    for place in layout.slots.values():
        slot = place.slot
        of = element(slot.type)
        shape = {OptionalType: "optional", SetType: "set", Int: "number"}.get(type(slot.type), "name")
        rows.append(
            f"Slot({literal(slot.name)}, {literal(names_of(of))}, {lowest(of)}, {literal(shape)}, "
            f"{literal(tuple(names_of(d) for d in slot.dims))}, {_per_seat(slot.dims)}, "
            f"{literal(slot.seen_by)}, "
            f"{literal(place.attribute)}, {place.base}, {literal(slot.clauses)}, "
            f"{literal(layout.cell_bits(of) if shape == 'set' else ())})"
        )
    return rows


def zones(layout: Layout) -> list[str]:
    rows = []
    components = list(layout.components)
    for place in layout.zones.values():
        zone = place.zone
        kinds = layout.components[zone.component].kinds
        starts = tuple(max(k.copies, 0) if k.start == zone.name else 0 for k in kinds)
        cells = layout.cell_bits(zone.dims[0]) if place.form == "board" else ()
        rows.append(
            f"Zone({literal(zone.name)}, {literal(tuple(k.name for k in kinds))}, "
            f"{literal(tuple(k.copies for k in kinds))}, {literal(tuple(names_of(d) for d in zone.dims))}, "
            f"{_per_seat(zone.dims)}, {literal(zone.seen_by)}, {zone.count_hidden}, {literal(place.form)}, "
            f"{place.base}, {literal(cells)}, {literal(starts)}, {literal(zone.clauses)}, "
            f"{components.index(zone.component)})"
        )
    return rows


def _per_seat(dims: tuple[Scalar, ...]) -> int:
    return next((i for i, d in enumerate(dims) if isinstance(d, Seat)), -1)


def decisions(fn: Functions) -> list[str]:
    order = {a.name: i for i, a in enumerate(fn.program.actions)}
    phases = decision_phases(fn.machine)
    rows = []
    for d in fn.machine.decisions:
        places = tuple(sorted({order[o.action] for o in d.options}))
        live = tuple(sorted(spill(x) for x in kept_at(d, fn.live)))
        rows.append(
            f"Decision({literal(d.name)}, _legal_{d.id}, _why_{d.id}, {literal(places)}, {literal(live)}, "
            f"{literal(phases.get(d.id, ''))})"
        )
    return rows


def decision_phases(machine: nodes.Machine) -> dict[int, str]:
    """The phase in which each decision stands: the last one that began on the way to it."""
    found: dict[int, str] = {}
    seen: set[tuple[int, str]] = set()
    todo = [(machine.entry, "")]
    while todo:
        number, phase = todo.pop()
        block = machine.blocks[number]
        phase = block.phase or phase
        if (number, phase) in seen:
            continue
        seen.add((number, phase))
        if isinstance(block.end, nodes.Ask):
            found.setdefault(block.end.decision, phase)
        todo.extend((n, phase) for n in flow.successors(machine, block))
    return found


def chance_points(fn: Functions) -> list[tuple[nodes.Chance, str]]:
    """Each chance point with its row; the functions `_pile_N` and `_drawn_N` belong to it."""
    order = {c.name: i for i, c in enumerate(fn.program.components)}
    points = [b.end for b in fn.machine.blocks if isinstance(b.end, nodes.Chance)]
    points.sort(key=lambda p: p.point)
    rows = []
    for point in points:
        component = fn.layout.zones[point.zone.zone].zone.component
        live = tuple(sorted(spill(x) for x in flow.chance_needs(point, fn.live)))
        rows.append((point, f"ChancePoint(_pile_{point.point}, {order[component]}, {literal(live)})"))
    return rows


def options(program: typed.Program) -> list[str]:
    return [parameter(o.name, o.type, o.start - lowest(o.type)) for o in program.options]


def rulings(program: typed.Program) -> list[str]:
    return [
        f"Ruling({literal(r.id)}, {literal(r.readings)}, {r.readings.index(r.chosen)}, {literal(r.question)})"
        for r in program.rulings
    ]


def scoring(program: typed.Program, functions: Sequence[str]) -> list[str]:
    return [
        f"ScoreItem({literal(item.label)}, {name}, {literal(item.clauses)}, {_public(program, item.value)})"
        for item, name in zip(program.scoring, functions, strict=True)
    ]


def _public(program: typed.Program, e: typed.Expr) -> bool:
    """Whether every seat can work a value out."""
    read = reads(program, e)
    hidden = {z.name for z in program.zones if z.seen_by != "all"}
    hidden |= {s.name for s in program.slots if s.seen_by != "all"}
    return read is not None and not read & hidden


def score_range(program: typed.Program) -> str:
    """The bounds of a seat's score, by the types of the items; None where one has none."""
    types = [item.value.type for item in program.scoring]
    numbers = [t for t in types if isinstance(t, Int)]
    if len(numbers) < len(types):
        return "None"
    return str((sum(t.low for t in numbers), sum(t.high for t in numbers)))


def guards(table: Guards) -> list[str]:
    return [
        f"Guard({literal(label)}, {literal(text)}, {literal(clauses)})" for label, text, clauses in table.rows
    ]
