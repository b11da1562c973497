"""What the checker has to say about cards by name, tables of them, rows and shares of awards."""

from __future__ import annotations

from dataclasses import replace

from rulesc.diagnostics.model import Diagnostic, Label
from rulesc.source import Span
from rulesc.syntax import nodes as syntax
from rulesc.typed import errors
from rulesc.typed import nodes as typed


def wrong_pool(span: Span) -> Diagnostic:
    message = "`pooled` takes the name of a definition, by which seats are ranked, and a list of awards"
    return Diagnostic("wrong-pool", message, span, hint="write `pooled(rescued, [12, 8, 6, 4])`")


def few_awards(span: Span, given: int, seats: int) -> Diagnostic:
    message = f"there are {given} awards, but {seats} can play"
    return Diagnostic("wrong-pool", message, span, hint="the last places may get 0")


def not_scoring(span: Span, name: str) -> Diagnostic:
    message = f"`{name}` shares out awards, which only a line of the scoring can do"
    return Diagnostic(
        "wrong-pool", message, span, hint="write it under `scoring:`, alone or in a branch of `if`"
    )


def not_a_row(span: Span, zone: str) -> Diagnostic:
    message = f"`{zone}` is no row: its pieces stand in no order, so none is the first"
    return Diagnostic("not-a-row", message, span, hint="declare it `row of`")


def wrong_number(span: Span, what: str, given: int, players: int) -> Diagnostic:
    message = f"{players} play in this example, but {given} {what}s are given"
    return Diagnostic(
        "wrong-example", message, span, hint=f"give one {what} for each seat, in the order of the seats"
    )


def not_rising(span: Span, column: str, value: int, before: int, other: Span) -> Diagnostic:
    message = f"the column `{column}` rises from row to row, but {value} doesn't come after {before}"
    return Diagnostic(
        "not-rising",
        message,
        span,
        others=(Label(other, "the row before"),),
        hint="put the rows in order, or leave `rising` out",
    )


def wrong_kind(node: syntax.Call, component: typed.Component, attributes: tuple[str, ...]) -> Diagnostic:
    """A kind by other arguments than its attributes; perhaps by its name, which stands alone."""
    found = errors.wrong_arguments(node.span, component.name, attributes, len(node.args))
    match node.args:
        case (syntax.Name(name),) if any(kind.name == name for kind in component.kinds):
            return replace(found, hint=f"a kind with a name of its own is written by it alone: `{name}`")
        case _:
            return found
