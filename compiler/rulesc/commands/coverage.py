"""Which clauses the examples exercise: measured by running them in the reference interpreter.

A clause is exercised by an example that passes if a construct citing it ran or a guard citing it was the
reason of a `cannot`. A declaration ran when its value was read or changed (slot, option, type, table), or its
pieces were moved, counted or looked at (zone, component); to be mentioned beside what ran is not enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulesc.syntax import nodes as syntax
from rulesc.typed import nodes as typed
from rulesc.typed.types import Enum, Grid, OptionalType, SetType


@dataclass(frozen=True, slots=True)
class Exercised:
    """The examples that pass and exercise each clause; the faults of those that fail."""

    examples: Mapping[str, tuple[str, ...]]
    failed: Mapping[str, str]


def exercised(program: typed.Program, spec: syntax.Spec) -> Exercised:
    """Run every example and hear what ran."""
    from rulesc.typed.run_examples import Starts, run_example

    declared = declared_clauses(program, spec)
    reached: dict[int, tuple[object, frozenset[str]]] = {}  # with the construct, whose place is its key
    found: dict[str, list[str]] = {}
    failed: dict[str, str] = {}
    starts = Starts()
    for example in program.examples:
        heard: dict[int, object] = {}

        def hear(how: str, construct: object, heard: dict[int, object] = heard) -> None:
            if how not in ("passed over", "unasked"):
                heard.setdefault(id(construct), construct)

        faults = run_example(program, example, hear, starts=starts)
        if faults:
            failed[example.id] = str(faults[0])
            continue
        clauses: set[str] = set()
        for key, construct in heard.items():
            if key not in reached:
                reached[key] = (construct, clauses_reached(construct, declared))
            clauses |= reached[key][1]
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
    """The clauses of a construct's own line, and of the declarations whose values or pieces it is about."""
    own: object = getattr(construct, "clauses", ())
    found = {str(clause) for clause in own} if isinstance(own, tuple) else set()
    for name in names_of(construct):
        found |= declared.get(name, frozenset())
    return frozenset(found)


def names_of(node: object) -> Iterator[str]:
    """The declared names whose values or pieces a node handles by itself.

    What stands inside it is heard when it is evaluated or run, and not at all if it never is.
    """
    match node:
        case typed.ReadSlot(slot) | typed.SetSlot(slot):
            yield slot
        case typed.ReadOption(option):
            yield option
        case typed.Run(procedure):
            yield procedure
        case typed.Zone():
            yield node.component
        case typed.Lookup(table) | typed.InList(_, table) | typed.ListedIn(table):
            yield table
        case typed.MakeKind(component) | typed.KindAttribute(_, component):
            yield component
        case typed.Action():
            for param in node.params:
                yield from names_of(param.type)
        case typed.AllOf(type_) | OptionalType(type_) | SetType(type_):
            yield from names_of(type_)
        case Enum(name) | Grid(name):
            yield name
        case _:
            pass
    type_of: object = getattr(node, "type", None)
    if isinstance(type_of, Enum | Grid | OptionalType | SetType):
        yield from names_of(type_of)
