"""Examples whose result flips: those of the old spec, played by the old rules and by the new ones.

In: two checked specs. Out: a `Flip` for each example that passes by one and fails by the other. One that
can't even be written by the new rules fails by them. What nobody plays or asks for isn't tried.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulesc.diagnostics.model import Diagnostic
    from rulesc.pipeline import Checked
    from rulesc.syntax.nodes import Example
    from rulesc.typed.nodes import Example as TypedExample
    from rulesc.typed.nodes import Program


@dataclass(frozen=True, slots=True)
class Flip:
    """`before` and `after` say what is wrong; empty where it passes. `then`: what the new spec has of it."""

    example: str
    title: str
    before: str
    after: str
    then: str  # "kept", "replaced", "removed"


def flips(old: Checked, new: Checked) -> list[Flip]:
    """In the order of the old spec's examples."""
    before = {example.id: fault(old.program, example) for example in old.program.examples}
    after = results(new, old.spec.examples)
    now = {example.id: example for example in new.spec.examples}
    found = []
    for example in old.spec.examples:
        was, is_now = before[example.id], after[example.id]
        if bool(was) != bool(is_now):
            other = now.get(example.id)
            then = "removed" if other is None else "kept" if other == example else "replaced"
            found.append(Flip(example.id, example.title, was, is_now, then))
    return found


def results(checked: Checked, examples: Sequence[Example]) -> Mapping[str, str]:
    """What is wrong with each example by these rules; "" if it passes."""
    from rulesc.diagnostics import Report
    from rulesc.typed.from_syntax import check_spec

    told: dict[str, str] = {}
    left = list(examples)
    while True:
        report = Report()
        program = check_spec(replace(checked.spec, examples=tuple(left)), checked.document, report)
        if program is not None and not report.failed:
            break
        wrong = _wrong(left, report.errors)
        if not wrong:
            return {example.id: told.get(example.id, "it can't be checked") for example in examples}
        told.update(wrong)
        left = [example for example in left if example.id not in wrong]
    for typed in program.examples:
        told[typed.id] = fault(program, typed)
    return told


def fault(program: Program, example: TypedExample) -> str:
    """The first thing that is wrong with an example; "" if it passes."""
    from rulesc.typed.run_examples import run_example

    return next(iter(run_example(program, example, listing=False)), "")


def _wrong(examples: Sequence[Example], errors: Sequence[Diagnostic]) -> dict[str, str]:
    """Which examples the errors are in: the last one that begins before the place."""
    found: dict[str, str] = {}
    for error in errors:
        before = [
            example
            for example in examples
            if example.span.source == error.span.source and example.span.start <= error.span.start
        ]
        if before:
            owner = max(before, key=lambda example: example.span.start)
            found.setdefault(owner.id, f"{error.span}: {error.message}")
    return found
