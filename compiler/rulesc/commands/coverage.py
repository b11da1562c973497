"""Which clauses the examples exercise: measured by running them in the reference interpreter.

A clause is exercised by an example that passes if a construct citing it ran, a guard citing it was the
reason of a `cannot`, or a construct that ran is made of a declaration (slot, zone, component, option, type,
effect) that cites it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass

from rulesc.source import Span
from rulesc.syntax import nodes as syntax
from rulesc.typed import nodes as typed
from rulesc.typed.types import Enum, Grid


@dataclass(frozen=True, slots=True)
class Exercised:
    """The examples that pass and exercise each clause; the faults of those that fail."""

    examples: Mapping[str, tuple[str, ...]]
    failed: Mapping[str, str]


def exercised(program: typed.Program, spec: syntax.Spec) -> Exercised:
    """Run every example and hear what ran."""
    from rulesc.typed.run_examples import run_example

    declared = declared_clauses(program, spec)
    reached: dict[int, frozenset[str]] = {}
    found: dict[str, list[str]] = {}
    failed: dict[str, str] = {}
    for example in program.examples:
        heard: dict[int, object] = {}

        def hear(how: str, construct: object, heard: dict[int, object] = heard) -> None:
            if how != "passed over":
                heard.setdefault(id(construct), construct)

        faults = run_example(program, example, hear)
        if faults:
            failed[example.id] = str(faults[0])
            continue
        clauses: set[str] = set()
        for key, construct in heard.items():
            if key not in reached:
                reached[key] = clauses_reached(construct, declared)
            clauses |= reached[key]
        for clause in clauses:
            found.setdefault(clause, []).append(example.id)
    return Exercised({clause: tuple(ids) for clause, ids in found.items()}, failed)


def declared_clauses(program: typed.Program, spec: syntax.Spec) -> dict[str, frozenset[str]]:
    """The clauses that declarations cite, by the declared name."""
    found: dict[str, frozenset[str]] = {}
    for slot in program.slots:
        found[slot.name] = frozenset(slot.clauses)
    for zone in program.zones:
        found[zone.name] = frozenset(zone.clauses)
    for component in program.components:
        found[component.name] = frozenset(component.clauses)
    for table in program.tables:
        found[table.name] = frozenset(table.clauses)
    for lists in program.lists:
        found[lists.name] = frozenset(lists.clauses)
    for option in program.options:
        found[option.name] = frozenset(option.clauses)
    for procedure in program.procedures:
        found[procedure.name] = frozenset(procedure.clauses)
    for declared in spec.types:
        refs = (*declared.head.clauses, *declared.typed.clauses)
        found[declared.head.name] = frozenset(ref.id for ref in refs)
    return found


def clauses_reached(construct: object, declared: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """The clauses of a construct's own line, and of the declarations that it is made of."""
    own: object = getattr(construct, "clauses", ())
    found = set(own) if isinstance(own, tuple) else set()
    for name in set(names_in(construct)):
        found |= declared.get(name, frozenset())
    return frozenset(str(clause) for clause in found)


def names_in(node: object) -> Iterator[str]:
    """The slots, zones, components, options, types and effects that a tree mentions.

    Statements inside a statement are left out: they are heard when they run themselves.
    """
    match node:
        case typed.ReadSlot(slot) | typed.SetSlot(slot):
            yield slot
        case typed.ReadOption(option):
            yield option
        case typed.Run(procedure):
            yield procedure
        case typed.ZoneAt(zone):
            yield zone
        case typed.ZoneChoice(_, zones):
            yield from zones
        case typed.Lookup(table) | typed.InList(_, table) | typed.ListedIn(table):
            yield table
        case typed.MakeKind(component) | typed.KindAttribute(_, component):
            yield component
        case Enum(name) | Grid(name):
            yield name
        case _:
            pass
    if isinstance(node, tuple):
        for item in node:
            if not isinstance(item, _STATEMENTS):
                yield from names_in(item)
    elif is_dataclass(node) and not isinstance(node, type | Span):
        for entry in fields(node):
            inner: object = getattr(node, entry.name)
            yield from names_in(inner)


_STATEMENTS = (
    typed.SetSlot,
    typed.Let,
    typed.MoveKind,
    typed.MoveAll,
    typed.MoveChosen,
    typed.Draw,
    typed.Refill,
    typed.Shuffle,
    typed.Choose,
    typed.Offer,
    typed.Optional,
    typed.OneOf,
    typed.AnyNumber,
    typed.Run,
    typed.If,
    typed.For,
    typed.While,
    typed.RepeatUntil,
    typed.RepeatTimes,
    typed.EndGame,
    typed.Together,
    typed.Window,
)
