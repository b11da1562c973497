"""What expressions read and what statements write: names of slots and zones."""

from __future__ import annotations

from rulesc.machine import nodes
from rulesc.typed import nodes as typed
from rulesc.typed.descend import descend


def reads(program: typed.Program, node: object) -> frozenset[str] | None:
    """The slots and zones that an expression reads, through definitions; None: it looks ahead."""
    names, cans = names_and_cans(program, node)
    return None if cans else names


def names_and_cans(program: typed.Program, node: object) -> tuple[frozenset[str], tuple[typed.Can, ...]]:
    """The slots and zones that a node reads, through definitions, and the questions that look ahead."""
    defines = {d.name: d for d in program.defines}
    found: set[str] = set()
    cans: list[typed.Can] = []
    opened: set[str] = set()
    todo = [node]
    while todo:
        for here in descend(todo.pop()):
            match here:
                case typed.Can():
                    cans.append(here)
                case typed.ReadSlot(slot):
                    found.add(slot)
                case typed.ZoneAt(zone):
                    found.add(zone)
                case typed.ZoneChoice(zones=zones):
                    found.update(zones)
                case typed.CallDefine(name) if name not in opened:
                    opened.add(name)
                    todo.append(defines[name].arms)
                case _:
                    pass
    return frozenset(found), tuple(cans)


def writes(stmts: tuple[nodes.Stmt, ...]) -> frozenset[str]:
    """The slots and zones that statements change."""
    found: set[str] = set()
    for here in descend(stmts):
        match here:
            case typed.SetSlot(slot):
                found.add(slot)
            case typed.MoveKind(_, _, source, target) | typed.MoveAll(source, target):
                for ref in (source, target):
                    found.update((ref.zone,) if isinstance(ref, typed.ZoneAt) else ref.zones)
            case _:
                pass
    return frozenset(found)
