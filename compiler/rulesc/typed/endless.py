"""Loops that certainly never end.

In: a typed program. Out: an error for each `repeat` and `while` whose condition nothing in it can change, and
in which the game can't end: if it goes round a second time, it does so for ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rulesc.diagnostics.model import Report
from rulesc.typed import flow_errors
from rulesc.typed import nodes as typed
from rulesc.typed.descend import descend, parts

MOVES = (typed.MoveKind, typed.MoveAll, typed.MoveChosen, typed.Draw, typed.Refill, typed.Shuffle)


def check_endless(program: typed.Program, report: Report) -> None:
    reading = _Reading(program)
    for body in (*(a.body for a in program.actions), *(p.body for p in program.procedures)):
        behind = {id(part) for part in _behind_the_end(body)}
        for stmt in descend(body):
            if id(stmt) in behind:
                continue
            match stmt:
                case typed.RepeatUntil(inside, None):
                    if not any(isinstance(part, typed.EndGame) for part in reading.run(inside)):
                        report.add(flow_errors.endless(stmt.span, ""))
                case typed.RepeatUntil(inside, test) | typed.While(test, inside):
                    if test is not None and reading.stuck(test, inside):
                        report.add(flow_errors.endless(stmt.span, test.span.text))


def _behind_the_end(body: tuple[typed.Stmt, ...]) -> Iterator[object]:
    """What stands behind an `end game` in its block, and so never runs."""
    todo: list[object] = [body]
    while todo:
        here = todo.pop()
        if isinstance(here, tuple):
            ends = [at for at, part in enumerate(here) if isinstance(part, typed.EndGame)]
            if ends:
                yield from descend(here[ends[0] + 1 :])
            todo.extend(here)
        else:
            todo.extend(getattr(here, name) for name in parts(here) or ())


@dataclass(slots=True)
class _Reading:
    """What is read and changed, through definitions and calls."""

    program: typed.Program
    bodies: Mapping[str, object] = field(init=False)
    defines: Mapping[str, object] = field(init=False)

    def __post_init__(self) -> None:
        procedures = {f"run {p.name}": p.body for p in self.program.procedures}
        self.bodies = procedures | {f"offer {a.name}": a.body for a in self.program.actions}
        self.defines = {d.name: d.arms for d in self.program.defines}

    def stuck(self, test: typed.Expr, inside: object) -> bool:
        """Whether a loop can't change what its condition reads, and can't end the game."""
        if isinstance(test, typed.Const):
            return False
        reads: set[str] = set()
        for part in self.asked(test):
            match part:
                case typed.ReadSlot(slot):
                    reads.add(slot)
                case typed.ZoneAt(zone):
                    reads.add(zone)
                case typed.ZoneChoice(zones=zones):
                    reads.update(zones)
                case typed.Can():
                    return False  # what is legal may rest on anything
        return all(self.leaves(part, reads) for part in self.run(inside))

    def leaves(self, part: object, places: set[str]) -> bool:
        """Whether a statement leaves the game running and all of these slots and zones as they are."""
        if isinstance(part, typed.EndGame):
            return False
        if isinstance(part, typed.SetSlot):
            return part.slot not in places
        if not isinstance(part, MOVES):
            return True
        touched = {p.zone for p in descend(part) if isinstance(p, typed.ZoneAt)}
        touched.update(z for p in descend(part) if isinstance(p, typed.ZoneChoice) for z in p.zones)
        for zone in self.program.zones:
            if zone.name in touched:  # what lies under a pile comes into it
                touched |= {other for other in (zone.refilled_from, zone.above) if other}
        return touched.isdisjoint(places)

    def run(self, node: object) -> Iterator[object]:
        """Everything in a body and in what it calls and offers."""
        yield from self._through(node, self.bodies)

    def asked(self, node: object) -> Iterator[object]:
        """Everything in an expression and in the definitions that it uses."""
        yield from self._through(node, {f"define {name}": arms for name, arms in self.defines.items()})

    def _through(self, node: object, inner: Mapping[str, object]) -> Iterator[object]:
        todo, seen = [node], set[str]()
        while todo:
            for part in descend(todo.pop()):
                yield part
                match part:
                    case typed.Run(name):
                        key = f"run {name}"
                    case typed.OfferOption(name):
                        key = f"offer {name}"
                    case typed.CallDefine(name):
                        key = f"define {name}"
                    case _:
                        continue
                if key in inner and key not in seen:
                    seen.add(key)
                    todo.append(inner[key])
