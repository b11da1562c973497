"""Branches of `one of`, `any number of` and `up to`, and bodies of `optional`: each begins with a decision.

In: a typed program. Out: reports. The first decisions of all branches are asked as one, so a branch
can't begin with something that happens, and can't be declined on its own. Others who ask how branches
begin use `branches` and `beginnings`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulesc.diagnostics.model import Report
from rulesc.typed import flow_errors
from rulesc.typed import nodes as typed
from rulesc.typed.descend import descend

Procedures = Mapping[str, typed.Procedure]


def check_openings(program: typed.Program, report: Report) -> None:
    procedures = {p.name: p for p in program.procedures}
    for body in (*(a.body for a in program.actions), *(p.body for p in program.procedures)):
        for stmt in descend(body):
            for branch in branches(stmt):
                for first in beginnings(branch, procedures):
                    _check(stmt, first, report)


def branches(stmt: object) -> tuple[tuple[typed.Stmt, ...], ...]:
    """The branches of a decision, and the body of `optional`; none of any other statement."""
    match stmt:
        case typed.OneOf(found) | typed.AnyNumber(branches=found) | typed.Window(branches=found):
            return found
        case typed.Optional(body):
            return (body,)
        case _:
            return ()


def _check(around: object, first: typed.Stmt, report: Report) -> None:
    match first:
        case typed.Optional():
            report.add(flow_errors.optional_branch(first.span, _instead(around)))
        case typed.Offer() | typed.Choose() | typed.MoveChosen() | typed.OneOf() | typed.AnyNumber():
            pass
        case typed.If():
            pass  # what it begins with is among the beginnings
        case _:
            report.add(flow_errors.no_decision(first.span))


def _instead(around: object) -> str:
    """What to write instead of an `optional` that begins a branch."""
    match around:
        case typed.AnyNumber():
            return "leave `optional` out: `stop` declines"
        case typed.Window():
            return "leave `optional` out: `pass` declines"
        case typed.Optional():
            return "one `optional` is enough: leave the inner one out"
        case _:
            return "write `optional` around the `one of`"


def beginnings(
    branch: tuple[typed.Stmt, ...], procedures: Procedures, inside: frozenset[str] = frozenset()
) -> Iterator[typed.Stmt]:
    """What a branch can begin with: each `if` on the way and what stands in it, through calls."""
    for stmt in branch[:1]:
        match stmt:
            case typed.If(_, then, otherwise):
                yield stmt
                yield from beginnings(then, procedures, inside)
                yield from beginnings(otherwise, procedures, inside)
            case typed.Run(name) if name in procedures and name not in inside:
                yield from beginnings(procedures[name].body, procedures, inside | {name})
            case _:
                yield stmt
