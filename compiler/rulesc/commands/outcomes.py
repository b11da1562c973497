"""Which guards, effects and scoring lines the examples exercise, in both outcomes.

In: a typed program. Out: for each construct the outcomes that no passing example shows. A guard holds if a
move that it allows is played or asked for by `can`, and refuses if it is a reason of a `cannot`, or if
nothing is asked because of it. A statement runs; one with a condition sees it true and false. A definition's
line gives the value, an exception is also passed over. A scoring line brings points, and brings none unless
it always brings some.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulesc.commands.constructs import blocks_of
from rulesc.source import Span
from rulesc.typed import nodes as typed
from rulesc.typed.notation import move_number
from rulesc.typed.run_examples import Starts, run_example
from rulesc.typed.types import Int

TESTED = (typed.If, typed.While)  # statements whose condition has two outcomes


@dataclass(frozen=True, slots=True)
class Outcomes:
    """A construct with the outcomes that it can have, and those that were seen."""

    label: str
    span: Span
    wanted: tuple[str, ...]
    seen: frozenset[str]

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(outcome for outcome in self.wanted if outcome not in self.seen)


def outcomes(program: typed.Program) -> list[Outcomes]:
    """Every construct, in the order of the program."""
    heard = heard_of(program)
    return [
        Outcomes(label, span, wanted, frozenset(how for how in wanted if (id(node), how) in heard))
        for label, span, node, wanted in _constructs(program)
    ]


def heard_of(program: typed.Program) -> set[tuple[int, str]]:
    """What the examples that pass show of each construct."""
    found: set[tuple[int, str]] = set()
    starts = Starts()
    for example in program.examples:
        now: set[tuple[int, str]] = set()

        def hear(how: str, node: object, now: set[tuple[int, str]] = now) -> None:
            match how:
                case "stmt":
                    now.add((id(node), "runs"))
                case "action" if isinstance(node, typed.Action):
                    now.update((id(guard), "holds") for guard in (*node.guards, *node.leaves))
                case "guard" | "unasked":
                    now.add((id(node), "refuses"))
                case "arm":
                    now.add((id(node), "gives the value"))
                case _:
                    now.add((id(node), how))

        if not run_example(program, example, hear, starts=starts):
            now.update(_allowed(program, example))
            found |= now
    return found


def _allowed(program: typed.Program, example: typed.Example) -> Iterator[tuple[int, str]]:
    """The guards that let through what a `can` asks for."""
    for line in example.lines:
        if isinstance(line, typed.ExampleLegal) and line.legal:
            number = move_number(program, line.moves[-1])
            action = max((a for a in program.actions if a.first_id <= number), key=lambda a: a.first_id)
            yield from ((id(guard), "holds") for guard in (*action.guards, *action.leaves))


def _constructs(program: typed.Program) -> Iterator[tuple[str, Span, object, tuple[str, ...]]]:
    for define in program.defines:
        for arm in define.arms:
            label = f"define {define.name}" + (f" / {arm.label}" if arm.label else "")
            wanted = ("gives the value",) if arm.condition is None else ("gives the value", "passed over")
            yield label, arm.span, arm, wanted
    for action in program.actions:
        if action.role != "action":
            continue
        for word, guards in (("guard", action.guards), ("leaves", action.leaves)):
            for guard in guards:
                label = f"action {action.name}, {word} {guard.label}"
                yield label, guard.span, guard, ("holds", "refuses")
        yield from _statements(f"action {action.name}", action.body, action.span)
    for procedure in program.procedures:
        yield from _statements(f"{procedure.role} {procedure.name}", procedure.body, procedure.span)
    for item in program.scoring:
        type_ = item.value.type
        never_none = isinstance(type_, Int) and not type_.low <= 0 <= type_.high
        yield f"scoring {item.label}", item.span, item, ("points",) if never_none else ("points", "no points")


def _statements(
    label: str, body: tuple[typed.Stmt, ...], around: Span
) -> Iterator[tuple[str, Span, object, tuple[str, ...]]]:
    """Statements of a block. One that is written as what is around it is no line of its own.

    That is what a line with a condition behind it does, and the choice between the rows of a table.
    """
    for stmt in body:
        text = " ".join(stmt.span.text.split("\n", 1)[0].split("  @")[0].split())
        if stmt.span != around:
            wanted = ("true", "false") if isinstance(stmt, TESTED) else ("runs",)
            yield f"{label}: {text}", stmt.span, stmt, wanted
        for block in blocks_of(stmt):
            yield from _statements(label, block, stmt.span)
