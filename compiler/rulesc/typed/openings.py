"""Branches of `one of`, `any number of` and `up to`, and bodies of `optional`: each begins with a decision.

In: a typed program. Out: reports. The first decisions of all branches are asked as one, so a branch
can't begin with something that happens, and can't be declined on its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulesc.diagnostics.model import Report
from rulesc.typed import errors
from rulesc.typed import nodes as typed
from rulesc.typed.descend import descend

Procedures = Mapping[str, typed.Procedure]


def check_openings(program: typed.Program, report: Report) -> None:
    procedures = {p.name: p for p in program.procedures}
    for body in (*(a.body for a in program.actions), *(p.body for p in program.procedures)):
        for stmt in descend(body):
            for branch in _branches(stmt):
                for first in _first(branch, procedures, frozenset()):
                    _check(stmt, first, report)


def _branches(stmt: object) -> tuple[tuple[typed.Stmt, ...], ...]:
    match stmt:
        case typed.OneOf(branches) | typed.AnyNumber(branches=branches):
            return branches
        case typed.Optional(body):
            return (body,)
        case _:
            return ()


def _check(around: object, first: typed.Stmt, report: Report) -> None:
    match first:
        case typed.Optional():
            report.add(errors.optional_branch(first.span, isinstance(around, typed.AnyNumber)))
        case typed.Offer() | typed.Choose() | typed.MoveChosen() | typed.OneOf() | typed.AnyNumber():
            pass
        case _:
            report.add(errors.no_decision(first.span))


def _first(
    branch: tuple[typed.Stmt, ...], procedures: Procedures, inside: frozenset[str]
) -> Iterator[typed.Stmt]:
    """What a branch can begin with, through conditions and calls."""
    for stmt in branch[:1]:
        match stmt:
            case typed.If(_, then, otherwise):
                yield from _first(then, procedures, inside)
                yield from _first(otherwise, procedures, inside)
            case typed.Run(name) if name in procedures and name not in inside:
                yield from _first(procedures[name].body, procedures, inside | {name})
            case _:
                yield stmt
