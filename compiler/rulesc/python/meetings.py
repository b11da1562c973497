"""Points where several seats decide at the same time, as Python functions.

In: a machine's `together` ends. Out: for each point the lines that stop there, and three functions: whether
a seat is asked, how its body begins, and how the game goes on when all are done. The runtime keeps the
seats' own boards apart; see `rulesc_runtime/together.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesc.machine import flow, nodes
from rulesc.python.function import INDENT, Function
from rulesc.python.names import local, spill
from rulesc.python.tidying import tidy

if TYPE_CHECKING:
    from rulesc.python.functions import Functions

DONE = -3  # in place of a seat: this seat's body has come to its end


def points(machine: nodes.Machine) -> list[nodes.Together]:
    found = [b.end for b in machine.blocks if isinstance(b.end, nodes.Together)]
    return sorted(found, key=lambda end: end.point)


def number(machine: nodes.Machine, point: int) -> int:
    """What `pc` is at a point: behind the decisions and the chance points."""
    return len(machine.decisions) + machine.chances + point


def needs(fn: Functions, end: nodes.Together) -> list[str]:
    return sorted(flow.together_needs(end, fn.live))


def stop(fn: Functions, end: nodes.Together | nodes.Done, owner: int, inside: frozenset[int]) -> list[str]:
    """The lines that wait for all seats, or end one seat's body."""
    pc = number(fn.machine, end.point)
    if isinstance(end, nodes.Done):
        return [f"s.pc = {pc}", f"s.seat = {DONE}", "s.legal_cache = None", "return"]
    kept = [f"s.{spill(x)} = {local(x)}" for x in needs(fn, end) if x not in fn.kept]
    waits = [*kept, f"s.pc = {pc}", "s.seat = -2", "s.legal_cache = None", "s.meet()", "return"]
    if end.asked is None:
        return waits
    lines = [f"for {local(end.seat.name)} in range({fn.expressions.seats()}):"]
    lines += [f"{INDENT}if {tidy(fn.expressions.test(end.asked))}:", *(INDENT * 2 + x for x in waits)]
    return [*lines, *fn.jump(end.after, owner, inside)]


def point_functions(fn: Functions, end: nodes.Together) -> list[Function]:
    """`_asked_N`, `_plan_N`, `_met_N`."""
    seat = local(end.seat.name)
    asked = Function(f"_asked_{end.point}", (seat,), "bool", "Whether a seat is asked.")
    test = "True" if end.asked is None else f"bool({tidy(fn.expressions.test(end.asked))})"
    asked.body = _restored(fn, end, [f"return {test}"])
    plan = Function(f"_plan_{end.point}", (seat,), "None", "Begin a seat's own part of what all do at once.")
    kept = [f"s.{spill(end.seat.name)} = {seat}"] if end.seat.name in fn.kept else []
    plan.body = _restored(fn, end, [*kept, *fn.jump(end.body, -1)])
    met = Function(f"_met_{end.point}", (), "None", "Go on when all seats are done.")
    met.body = _restored(fn, end, fn.jump(end.after, -1))
    return [asked, plan, met]


def _restored(fn: Functions, end: nodes.Together, body: list[str]) -> list[str]:
    from rulesc.python.functions import reads

    text = "\n".join(body)
    return [*fn.restore([x for x in needs(fn, end) if reads(text, local(x))], None), *body]


def rows(fn: Functions) -> list[str]:
    from rulesc.python.tables import literal

    found = []
    for end in points(fn.machine):
        n = end.point
        live = literal(tuple(spill(x) for x in needs(fn, end)))
        found.append(f"Meeting(_asked_{n}, _plan_{n}, _met_{n}, {live})")
    return found
