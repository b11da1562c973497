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
    from rulesc.commands.touched import Touched
    from rulesc.machine.nodes import Machine
    from rulesc.pipeline import Checked
    from rulesc.typed.nodes import Program
    from rulesc.typed.run_examples import Starts

KILLED, SURVIVED, EQUIVALENT, REFUSED = "killed", "survived", "equivalent", "refused"
IN_WORDS = {
    KILLED: "noticed by an example",
    SURVIVED: "noticed by none",
    EQUIVALENT: "the same game",
    REFUSED: "no spec that compiles",
}
GOAL = 0.95
LONGER, ENDLESS = 20, 20_000  # an example has no end if it takes so many times its steps, and so many


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutant; `by`: the example that noticed it, or why it is the same game."""

    mutant: Mutant
    kind: str
    by: str


@click.command("mutate", short_help="Small changes to a spec that no example notices.")
@click.argument("spec", metavar="specs/GAME.yaml", type=PATH)
@click.option("--part", metavar="I/N", default="1/1", help="Only the I-th of N parts of the mutants.")
@click.option("--lines", metavar="A-B,...", help="Only the mutants of these lines of the spec.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, help="So many processes share the work.")
@click.option(
    "--goal",
    type=click.FloatRange(0, 1),
    default=GOAL,
    show_default=True,
    help="Ends with 1 below this score.",
)
@click.option("--coverage", is_flag=True, help="Only say which outcomes no example shows.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def command(
    spec: Path, part: str, lines: str | None, jobs: int, goal: float, coverage: bool, as_json: bool
) -> None:
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
    chosen = _chosen(checked, _part(part), _lines(lines))
    verdicts = judged(checked, _counted(chosen)) if jobs == 1 else shared(spec, chosen, jobs)
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


def _lines(text: str | None) -> frozenset[int] | None:
    """The lines that `12,20-29` names; None: all."""
    if text is None:
        return None
    found: set[int] = set()
    for piece in text.split(","):
        first, _, last = piece.partition("-")
        last = last or first
        if not (first.isdecimal() and last.isdecimal() and 1 <= int(first) <= int(last) < 1_000_000):
            raise click.BadParameter(f"{piece!r} is not a line, or A-B", param_hint="--lines")
        found.update(range(int(first), int(last) + 1))
    return frozenset(found)


def _chosen(checked: Checked, part: tuple[int, int], lines: frozenset[int] | None) -> list[Mutant]:
    from rulesc.commands.mutants import mutants

    of_part = [m for place, m in enumerate(mutants(checked.spec)) if place % part[1] == part[0]]
    return [mutant for mutant in of_part if lines is None or mutant.span.line in lines]


def shared(path: Path, chosen: Sequence[Mutant], jobs: int) -> list[Verdict]:
    """Verdicts by several processes, in the order of the mutants: each takes every N-th."""
    from concurrent.futures import ProcessPoolExecutor

    numbers = [[mutant.number for mutant in chosen[job::jobs]] for job in range(jobs)]
    found: dict[int, tuple[str, str]] = {}
    with ProcessPoolExecutor(jobs) as pool:
        for part in pool.map(_share, [path] * jobs, numbers):
            found.update(part)
    return [Verdict(mutant, *found[mutant.number]) for mutant in chosen]


def _share(path: Path, numbers: Sequence[int]) -> dict[int, tuple[str, str]]:
    """What one process finds out; trees stay where they are."""
    from rulesc.commands.diff import checked as read
    from rulesc.commands.mutants import mutants

    checked, wanted = read(path), set(numbers)
    chosen = [mutant for mutant in mutants(checked.spec) if mutant.number in wanted]
    return {one.mutant.number: (one.kind, one.by) for one in judged(checked, chosen)}


def judged(checked: Checked, chosen: Iterable[Mutant]) -> list[Verdict]:
    """A verdict on each mutant."""
    from rulesc.commands.equivalence import machine_of
    from rulesc.commands.touched import touched

    examples = touched(checked.program)
    if not examples:
        stop("no example passes, so none can notice anything")
    machine = machine_of(checked)
    return [verdict(checked, machine, mutant, examples) for mutant in chosen]


def verdict(checked: Checked, machine: Machine, mutant: Mutant, examples: Sequence[Touched]) -> Verdict:
    """Compile a mutant, and play the examples that come to the change until one fails."""
    from rulesc.commands.touched import changed
    from rulesc.typed.run_examples import Starts

    program = typed_mutant(checked, mutant)
    if isinstance(program, str):
        return Verdict(mutant, REFUSED, program)
    places, starts = changed(checked.program, program), Starts()
    for one in examples:
        if places & one.places and _fails(program, one, starts):
            return Verdict(mutant, KILLED, one.example.id)
    why = equivalent(checked, replace(checked, spec=mutant.spec, program=program), machine)
    return Verdict(mutant, EQUIVALENT if why else SURVIVED, why)


def typed_mutant(checked: Checked, mutant: Mutant) -> Program | str:
    """What a mutant means, with the examples of the spec; or why it does not compile.

    The examples are checked once, by the spec: a mutant in which one makes no sense is noticed.
    """
    from rulesc.diagnostics import Report
    from rulesc.typed.from_syntax import check_spec

    report = Report()
    program = check_spec(replace(mutant.spec, examples=()), checked.document, report)
    if program is None or report.failed:
        return report.errors[0].message if report.errors else "not even that can be said"
    old = checked.program
    tables = {table.name: table for table in (*old.tables, *program.tables)}
    lists = {each.name: each for each in (*old.lists, *program.lists)}
    return replace(program, examples=old.examples, tables=tuple(tables.values()), lists=tuple(lists.values()))


def _fails(program: Program, touched: Touched, starts: Starts) -> bool:
    """Whether an example fails; a rule that can't be carried out at all is noticed too, or has no end."""
    from rulesc.typed.execute import Steps
    from rulesc.typed.run_examples import run_example

    steps = Steps(most=max(ENDLESS, LONGER * touched.steps))
    try:
        return bool(run_example(program, touched.example, steps=steps, starts=starts, listing=False))
    except (ArithmeticError, LookupError, AssertionError, RecursionError):
        return True


def equivalent(checked: Checked, other: Checked, machine: Machine) -> str:
    """Why a changed spec is the same game; "" if that can't be shown."""
    from rulesc.commands.diff import compiled
    from rulesc.commands.engine import engine_of
    from rulesc.commands.equivalence import machine_of, same_games, same_machine
    from rulesc.commands.exhaustive import same_values

    if same_machine(machine, machine_of(other)):
        return "the machine is the same"
    if same_values(checked.program, other.program):
        return "what differs has the same values"
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
