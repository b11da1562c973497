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
    known: dict[str, set[str] | None] = {}
    for name in defines:
        read = _reads(name, defines, known)
        for place in places if read is None else read:
            found[place].append(name)
    return {place: tuple(names) for place, names in found.items()}


def _reads(
    name: str, defines: Mapping[str, nodes.Define], known: dict[str, set[str] | None]
) -> set[str] | None:
    """What a definition reads, each worked out once; None: it asks what is legal, so anything."""
    if name not in known:
        known[name] = set()  # of a circle, which only `can` allows
        known[name] = _own_reads(name, defines, known)
    return known[name]


def _own_reads(
    name: str, defines: Mapping[str, nodes.Define], known: dict[str, set[str] | None]
) -> set[str] | None:
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
            case nodes.CallDefine(called):
                inner = _reads(called, defines, known)
                if inner is None:
                    return None
                found |= inner
            case _:
                pass
    return found
