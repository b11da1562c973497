"""Which definitions rest on which slots and zones, so that the interpreter knows what a change undoes.

In: a program. Out: for each slot and zone the definitions that read it, through other definitions.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulesc.typed import nodes
from rulesc.typed.descend import descend


def readers(program: nodes.Program) -> Mapping[str, tuple[str, ...]]:
    places = [s.name for s in program.slots] + [z.name for z in program.zones]
    found: dict[str, list[str]] = {name: [] for name in places}
    defines = {d.name: d for d in program.defines}
    for name in defines:
        read = _reads(name, defines, frozenset())
        for place in places if read is None else read:
            found[place].append(name)
    return {place: tuple(names) for place, names in found.items()}


def _reads(name: str, defines: Mapping[str, nodes.Define], inside: frozenset[str]) -> set[str] | None:
    """What a definition reads; None: it asks what is legal, so anything."""
    found: set[str] = set()
    for part in descend(defines[name].arms):
        match part:
            case nodes.Can():
                return None
            case nodes.ReadSlot(slot):
                found.add(slot)
            case nodes.ZoneAt(zone):
                found.add(zone)
            case nodes.ZoneChoice(zones=zones):
                found.update(zones)
            case nodes.CallDefine(called) if called not in inside:
                inner = _reads(called, defines, inside | {name})
                if inner is None:
                    return None
                found |= inner
            case _:
                pass
    return found
