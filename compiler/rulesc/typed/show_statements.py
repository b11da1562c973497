"""Typed statements as lines of text, indented by two spaces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rulesc.typed import nodes as typed
from rulesc.typed.show_expressions import brackets, domain, expr, listed, loop, option, zone

INDENT = "  "


def cited(clauses: typed.Clauses) -> str:
    return "".join(f"  @{clause}" for clause in clauses)


def block(body: tuple[typed.Stmt, ...], depth: int) -> Iterator[str]:
    for node in body:
        for text in statement(node):
            yield INDENT * depth + text


def _inner(body: tuple[typed.Stmt, ...]) -> Iterator[str]:
    yield from block(body, 1)


def _branches(found: tuple[tuple[typed.Stmt, ...], ...]) -> Iterator[str]:
    for i, branch in enumerate(found):
        yield INDENT + f"branch {i + 1}"
        yield from block(branch, 2)


def statement(node: typed.Stmt) -> Iterator[str]:
    end = cited(node.clauses)
    match node:
        case typed.If(condition, then, otherwise):
            yield f"if {expr(condition)}{end}"
            yield from _inner(then)
            if otherwise:
                yield "else"
                yield from _inner(otherwise)
        case typed.For(one, body):
            yield loop(one) + end
            yield from _inner(body)
        case typed.Together(one, body):
            yield f"together {loop(one)}{end}"
            yield from _inner(body)
        case typed.Window(one, seat, branches):
            yield f"{'bidding' if node.final else 'window'} by {expr(seat)} {loop(one)}{end}"
            yield from _branches(branches)
        case typed.While(condition, body):
            yield f"while {expr(condition)}{end}"
            yield from _inner(body)
        case typed.RepeatUntil(body, until):
            yield "repeat" + ("" if until else end)
            yield from _inner(body)
            if until is not None:
                yield f"until {expr(until)}{end}"
        case typed.RepeatTimes(times, body):
            yield f"repeat {expr(times)} times{end}"
            yield from _inner(body)
        case typed.Optional(body, silent):
            yield f"optional{' silently' if silent else ''}{end}"
            yield from _inner(body)
        case typed.OneOf(branches, otherwise, has_otherwise):
            yield f"one of{end}"
            yield from _branches(branches)
            if has_otherwise:
                yield "otherwise"
                yield from _inner(otherwise)
        case typed.AnyNumber(limit, stop, branches):
            many = "any number of" if limit is None else f"up to {expr(limit)} of"
            yield f"{many}{'' if stop is None else f', stop when {expr(stop)}'}{end}"
            yield from _branches(branches)
        case _:
            yield _line(node) + end


def _line(node: typed.Stmt) -> str:
    match node:
        case typed.SetSlot(slot, index, value):
            return f"{slot}{brackets(index)} = {expr(value)}"
        case typed.Let(var, value):
            return f"let {var} = {expr(value)}"
        case typed.MoveKind(count, kind, source, target):
            return f"move {expr(count)} of {expr(kind)} from {zone(source)} to {zone(target)}"
        case typed.MoveAll(source, target):
            return f"move all from {zone(source)} to {zone(target)}"
        case typed.MoveChosen(low, high, sources, target, pick):
            most = "" if high is None else expr(high)
            places = ", ".join(zone(source) for source in sources)
            return f"move {expr(low)}..{most} chosen from {places} to {zone(target)} as {pick}"
        case typed.Draw(count, source, target, var):
            name = "" if var is None else f" as {var}"
            return f"draw {expr(count)} from {zone(source)} to {zone(target)}{name}"
        case typed.Refill(target, size, source):
            return f"refill {zone(target)} to {expr(size)} from {zone(source)}"
        case typed.Shuffle(source, into):
            return f"shuffle {zone(source)}{'' if into is None else f' into {zone(into)}'}"
        case typed.Choose(var, _, values, where, choice):
            test = "" if where is None else f" where {expr(where)}"
            return f"choose {var} in {domain(values)}{test} as {choice}"
        case typed.Offer(options):
            return f"offer {', '.join(option(one) for one in options)}"
        case typed.Run(procedure, args):
            return f"run {procedure}({listed(args)})"
        case typed.EndGame():
            return "end game"
        case (
            typed.If()
            | typed.For()
            | typed.While()
            | typed.RepeatUntil()
            | typed.RepeatTimes()
            | typed.Optional()
            | typed.OneOf()
            | typed.AnyNumber()
            | typed.Together()
            | typed.Window()
        ):
            raise AssertionError("a block is shown by `statement`")
        case _:
            assert_never(node)
