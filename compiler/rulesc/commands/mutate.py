"""`rulesc mutate`: small changes to a spec that no example notices, and outcomes that none shows."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulesc.commands.terminal import FINDINGS, PATH, console, plural, say, stop

if TYPE_CHECKING:
    from rulesc.commands.mutants import Mutant
    from rulesc.machine.nodes import Machine
    from rulesc.pipeline import Checked
    from rulesc.typed.nodes import Example, Program

KILLED, SURVIVED, EQUIVALENT, REFUSED = "killed", "survived", "equivalent", "refused"
IN_WORDS = {
    KILLED: "noticed by an example",
    SURVIVED: "noticed by none",
    EQUIVALENT: "the same game",
    REFUSED: "no spec that compiles",
}
GOAL = 0.95


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutant; `by`: the example that noticed it, or why it is the same game."""

    mutant: Mutant
    kind: str
    by: str


@click.command("mutate", short_help="Small changes to a spec that no example notices.")
@click.argument("spec", metavar="specs/GAME.yaml", type=PATH)
@click.option("--part", metavar="I/N", default="1/1", help="Only the I-th of N parts of the mutants.")
@click.option("--goal", type=float, default=GOAL, show_default=True, help="Ends with 1 below this score.")
@click.option("--coverage", is_flag=True, help="Only say which outcomes no example shows.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def command(spec: Path, part: str, goal: float, coverage: bool, as_json: bool) -> None:
    """Change one thing of a spec at a time, and see whether an example fails.

    A change that no example notices survives, unless the spec comes down to the same machine, or a search
    through all positions finds no difference. The score is the share of the others. Also told are the
    guards, effects and scoring lines of which the examples don't show both outcomes.
    """
    from rulesc.commands.diff import checked as read
    from rulesc.commands.outcomes import outcomes

    checked = read(spec)
    shown = outcomes(checked.program)
    missing = [one for one in shown if one.missing]
    if coverage:
        if as_json:
            click.echo(json.dumps({"outcomes": _outcome_data(missing), "constructs": len(shown)}, indent=2))
        else:
            for line in _missing_lines(missing, len(shown)):
                say(line)
        if missing:
            raise click.exceptions.Exit(FINDINGS)
        return
    verdicts = list(judged(checked, _part(part)))
    score = score_of(verdicts)
    if as_json:
        click.echo(json.dumps(_data(verdicts, score, _outcome_data(missing)), indent=2))
    else:
        for line in (*_missing_lines(missing, len(shown)), *_told(verdicts, score)):
            say(line)
    if score < goal:
        raise click.exceptions.Exit(FINDINGS)


def _part(text: str) -> tuple[int, int]:
    first, _, count = text.partition("/")
    if first.isdecimal() and count.isdecimal() and 1 <= int(first) <= int(count) <= 1000:
        return int(first) - 1, int(count)
    raise click.BadParameter(f"{text!r} is not I/N, such as 1/4", param_hint="--part")


def judged(checked: Checked, part: tuple[int, int] = (0, 1)) -> Iterator[Verdict]:
    """A verdict on each mutant of a part."""
    from rulesc.commands.equivalence import machine_of
    from rulesc.commands.mutants import mutants

    chosen = [m for place, m in enumerate(mutants(checked.spec)) if place % part[1] == part[0]]
    examples = passing(checked.program)
    machine = machine_of(checked)
    for mutant in _counted(chosen):
        yield verdict(checked, machine, mutant, examples)


Lines = frozenset[tuple[str, int]]  # (file, line)


def passing(program: Program) -> list[tuple[Example, Lines]]:
    """The examples that pass, the shortest first, each with the lines of the spec that it exercises."""
    from rulesc.typed.run_examples import run_example

    good = []
    for example in sorted(program.examples, key=lambda example: len(example.lines)):
        heard: dict[int, object] = {}

        def hear(how: str, node: object, heard: dict[int, object] = heard) -> None:
            if how != "passed over":
                heard.setdefault(id(node), node)

        if not run_example(program, example, hear):
            good.append((example, frozenset(line for node in heard.values() for line in _lines_of(node))))
    if not good:
        stop("no example passes, so none can notice anything")
    return good


def _lines_of(node: object) -> Iterator[tuple[str, int]]:
    """Where a construct stands; with an action its guards."""
    from rulesc.typed import nodes as typed

    span = getattr(node, "span", None)
    if span is not None:
        yield span.source.name, span.line
    if isinstance(node, typed.Arm):
        yield node.value.span.source.name, node.value.span.line
    if isinstance(node, typed.Action):
        for guard in (*node.guards, *node.leaves):
            yield guard.span.source.name, guard.span.line


def verdict(
    checked: Checked, machine: Machine, mutant: Mutant, examples: Sequence[tuple[Example, Lines]]
) -> Verdict:
    """Compile a mutant, play the examples until one fails: first those that exercise the changed line."""
    from rulesc.diagnostics import Report
    from rulesc.typed.from_syntax import check_spec

    report = Report()
    program = check_spec(mutant.spec, checked.document, report)
    if program is None or report.failed:
        return Verdict(mutant, REFUSED, report.errors[0].message if report.errors else "")
    by_id = {example.id: example for example in program.examples}
    place = (mutant.span.source.name, mutant.span.line)
    for example, _ in sorted(examples, key=lambda pair: place not in pair[1]):
        if _fails(program, by_id[example.id]):
            return Verdict(mutant, KILLED, example.id)
    why = equivalent(checked, replace(checked, spec=mutant.spec, program=program), machine)
    return Verdict(mutant, EQUIVALENT if why else SURVIVED, why)


def _fails(program: Program, example: Example) -> bool:
    """Whether an example fails; a rule that can't be carried out at all is noticed too."""
    from rulesc.typed.run_examples import run_example

    try:
        return bool(run_example(program, example))
    except (ArithmeticError, LookupError, AssertionError, RecursionError):
        return True


def equivalent(checked: Checked, other: Checked, machine: Machine) -> str:
    """Why a changed spec is the same game; "" if that can't be shown."""
    from rulesc.commands.diff import compiled
    from rulesc.commands.engine import engine_of
    from rulesc.commands.equivalence import machine_of, same_games, same_machine

    if same_machine(machine, machine_of(other)):
        return "the machine is the same"
    if _large(checked.program):
        return ""
    one, two = engine_of(compiled(checked)), engine_of(compiled(other))
    return "all positions are the same" if same_games(one, two) else ""


def _large(program: Program) -> bool:
    """Whether a search can't come to its end: so many pieces lie about in so many places."""
    pieces = sum(max(kind.copies, 0) for component in program.components for kind in component.kinds)
    return pieces > 24


def score_of(verdicts: Sequence[Verdict]) -> float:
    """The share of killed mutants among those that compile and are another game."""
    kinds = Counter(verdict.kind for verdict in verdicts)
    counted = kinds[KILLED] + kinds[SURVIVED]
    return kinds[KILLED] / counted if counted else 1.0


# ---- what is told -----------------------------------------------------------------------------


def _told(verdicts: Sequence[Verdict], score: float) -> Iterator[str]:
    kinds = Counter(verdict.kind for verdict in verdicts)
    yield plural(len(verdicts), "mutant")
    yield from (f"  {kinds[kind]} {words}" for kind, words in IN_WORDS.items() if kinds[kind])
    for one in verdicts:
        if one.kind == SURVIVED:
            yield f"survived: {one.mutant.told}"
    yield f"mutation score {score:.3f}"


def _missing_lines(missing: Sequence[object], constructs: int) -> Iterator[str]:
    from rulesc.commands.outcomes import Outcomes

    for one in missing:
        assert isinstance(one, Outcomes)
        yield f"{one.span}: {one.label}: no example in which it {' or '.join(map(_verb, one.missing))}"
    yield f"{constructs - len(missing)} of {plural(constructs, 'construct')} in all outcomes"


def _verb(outcome: str) -> str:
    return {
        "true": "is true",
        "false": "is false",
        "passed over": "is passed over",
        "points": "brings points",
        "no points": "brings none",
    }.get(outcome, outcome)


def _outcome_data(missing: Sequence[object]) -> list[dict[str, object]]:
    from rulesc.commands.outcomes import Outcomes

    found: list[dict[str, object]] = []
    for one in missing:
        assert isinstance(one, Outcomes)
        found.append({"construct": one.label, "place": str(one.span), "missing": list(one.missing)})
    return found


def _data(verdicts: Sequence[Verdict], score: float, missing: list[dict[str, object]]) -> dict[str, object]:
    kinds = Counter(verdict.kind for verdict in verdicts)
    return {
        "score": round(score, 4),
        "counts": {kind: kinds[kind] for kind in IN_WORDS},
        "mutants": [
            {
                "place": str(one.mutant.span),
                "operator": one.mutant.operator,
                "change": one.mutant.change,
                "verdict": one.kind,
                "by": one.by,
            }
            for one in verdicts
        ],
        "outcomes": missing,
    }


def _counted(chosen: Sequence[Mutant]) -> Iterable[Mutant]:
    """On a terminal with a progress bar."""
    screen = console(err=True)
    if not screen.is_terminal:
        return chosen
    from rich.progress import track

    return track(chosen, description="mutating", console=screen, transient=True)
