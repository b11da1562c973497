"""Which examples can notice a change of the rules: those that come to what it changes.

In: a typed program, and later changed ones. Out: `Touched`, an example with everything that it evaluates or
runs; `changed`, the places where a changed program differs. An example that comes to none of these places
goes the same way by both programs, look-ahead included, since the interpreter reads nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import get_args

from rulesc.typed import nodes as typed
from rulesc.typed.descend import descend
from rulesc.typed.execute import Steps
from rulesc.typed.run_examples import Starts, run_example
from rulesc.typed.types import Int

Place = int | str  # the id of a node, the name of a table; ids hold as long as their program lives
ANYWHERE = frozenset({""})  # what every example comes to
VALUES = (*get_args(typed.Expr), typed.Define)
HEARD = (*get_args(typed.Expr), *get_args(typed.Stmt), typed.ScoreItem)


@dataclass(frozen=True, slots=True)
class Touched:
    """An example that passes, the places that it comes to, and its steps."""

    example: typed.Example
    places: frozenset[Place]
    steps: int


def touched(program: typed.Program) -> list[Touched]:
    """The examples that pass, the shortest first."""
    own = {id(node) for node in descend(program)}
    found, starts = [], Starts()
    for example in program.examples:
        places: set[Place] = set(ANYWHERE)

        def hear(_: str, node: object, places: set[Place] = places) -> None:
            if id(node) in own:
                places.add(id(node))
            if isinstance(node, typed.Lookup | typed.ListedIn):
                places.add(_list_or_table(node))
            elif isinstance(node, typed.InList):
                places.add(node.lists)

        steps = Steps()
        if not run_example(program, example, hear, tried=True, steps=steps, starts=starts, listing=False):
            found.append(Touched(example, frozenset(places), steps.taken))
    return sorted(found, key=lambda one: one.steps)


def _list_or_table(node: typed.Lookup | typed.ListedIn) -> str:
    return node.table if isinstance(node, typed.Lookup) else node.lists


def changed(old: typed.Program, new: typed.Program) -> frozenset[Place]:
    """The places of the old program of which one must be come to before the new one can differ."""
    found: set[Place] = set()
    for name in _compared(typed.Program):
        mine, its = getattr(old, name), getattr(new, name)
        if name in ("tables", "lists"):
            others = {one.name: one for one in its}
            found.update(one.name for one in mine if others.get(one.name, one) != one)
        elif name != "examples":
            found.update(_differing(mine, its, ""))
    return frozenset(found)


def _differing(old: object, new: object, around: Place) -> Iterator[Place]:
    """The innermost heard nodes that hold what differs; `around` where there is none."""
    if old is new:
        return
    if type(old) is not type(new):
        yield around
    elif isinstance(old, tuple) and isinstance(new, tuple):
        yield from _items(old, new, around)
    elif is_dataclass(old) and not isinstance(old, type):
        inside = _place(old) or around
        for name in _compared(type(old)):
            mine, its = getattr(old, name), getattr(new, name)
            bounds = name == "type" and isinstance(mine, Int) and isinstance(its, Int)
            if not (bounds and isinstance(old, VALUES)):  # nobody asks for the bounds of a value
                yield from _differing(mine, its, inside)
    elif old != new:
        yield around


def _items(old: tuple[object, ...], new: tuple[object, ...], around: Place) -> Iterator[Place]:
    """Differences of two sequences; where lines are missing, these."""
    if len(old) == len(new):
        for mine, its in zip(old, new, strict=True):
            yield from _differing(mine, its, around)
        return
    first = 0
    while first < min(len(old), len(new)) and _same(old[first], new[first]):
        first += 1
    last = 0
    while last < min(len(old), len(new)) - first and _same(old[-1 - last], new[-1 - last]):
        last += 1
    missing = old[first : len(old) - last]
    if first + last < len(new) or not all(_place(item) for item in missing):
        yield around
    else:
        yield from (_place(item) for item in missing)


def _same(old: object, new: object) -> bool:
    return not any(True for _ in _differing(old, new, ""))


def _place(item: object) -> Place:
    """Where the interpreter hears that it comes to a line; "" for what is no line."""
    match item:
        case typed.Guard():
            return id(item.condition)
        case typed.Arm():
            return id(item.value if item.condition is None else item.condition)
        case _ if isinstance(item, HEARD):
            return id(item)
        case _:
            return ""


_FIELDS: dict[type, tuple[str, ...]] = {}  # by class, as they are met


def _compared(kind: type) -> tuple[str, ...]:
    """The fields of a node that say something about the rules."""
    if kind not in _FIELDS:
        assert is_dataclass(kind)
        _FIELDS[kind] = tuple(entry.name for entry in fields(kind) if entry.compare)
    return _FIELDS[kind]
