"""`rulesc trace`: clause by clause, what implements it and which examples exercise it; then each ruling."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulesc.commands.engine import compiled_spec
from rulesc.commands.terminal import FINDINGS, PATH, WRONG_USE, plural, say, stop

if TYPE_CHECKING:
    from rulesc.commands.constructs import Construct
    from rulesc.commands.sources import UnreadLine, WrongCitation
    from rulesc.document.nodes import Clause
    from rulesc.pipeline import Compiled
    from rulesc.typed.nodes import Program

NO_EFFECT = "no effect"
UNSPECIFIED = "unspecified"


@dataclass(frozen=True, slots=True)
class Traced:
    """The whole answer. `unread` is None when the sources were not looked at."""

    clauses: tuple[Clause, ...]
    unspecified: tuple[Clause, ...]
    citing: Mapping[str, Sequence[str]]  # clause: the constructs that cite it, `place  label`
    examples: Mapping[str, Sequence[str]]
    failed: Mapping[str, str]
    uncited: tuple[Construct, ...]
    program: Program
    unread: tuple[UnreadLine, ...] | None
    wrong: tuple[WrongCitation, ...]  # of lines that the sources haven't

    @property
    def without_effect(self) -> list[str]:
        return [c.id.value for c in self.clauses if status_of(c) == NO_EFFECT]

    @property
    def with_effect(self) -> list[str]:
        return [c.id.value for c in self.clauses if status_of(c) != NO_EFFECT]

    @property
    def implemented(self) -> list[str]:
        return [clause for clause in self.with_effect if clause in self.citing]

    @property
    def exemplified(self) -> list[str]:
        return [clause for clause in self.with_effect if clause in self.examples]

    @property
    def findings(self) -> list[str]:
        """What keeps a spec from being complete, one line each."""
        found = [f"example {name} fails: {fault}" for name, fault in self.failed.items()]
        found += [f"{c} is implemented by nothing" for c in self.with_effect if c not in self.citing]
        found += [f"{c} is exercised by no example" for c in self.with_effect if c not in self.examples]
        found += [f"{c.span}: {c.label} cites no clause" for c in self.uncited]
        found += [
            f"{w.cite.span}: {w.by} cites {w.part}, but {w.file} has {plural(w.lines, 'line')}"
            for w in self.wrong
        ]
        found += [f"{line.line} is read by nothing: {line.text}" for line in self.unread or ()]
        return found


@click.command("trace", short_help="Clause by clause: what implements and exercises it.")
@click.argument("spec", metavar="specs/GAME.yaml", type=PATH)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.option("--sources", type=click.Path(path_type=Path, file_okay=False, exists=True), metavar="DIR",
              help="Folder of the rulebook's sources: list the lines that nothing accounts for.")  # fmt: skip
def command(spec: Path, as_json: bool, sources: Path | None) -> None:
    """Say of each clause of the rulebook what implements it and which examples exercise it.

    Fails on a clause with an effect that nothing implements or no example exercises, on a construct that
    cites no clause, and, with --sources, on a line of a source that nothing accounts for and on a citation
    of lines that a source hasn't.
    """
    compiled = compiled_spec(spec)
    if compiled.document.rulebook is None and not as_json:
        say(f"{spec} has no rulebook, so there is nothing to trace")
        return
    traced = trace(compiled, sources)
    if as_json:
        click.echo(json.dumps(as_data(traced), indent=2))
    else:
        say(_text(traced))
    if traced.findings:
        raise click.exceptions.Exit(FINDINGS)


def trace(compiled: Compiled, sources: Path | None) -> Traced:
    """Put together what cites the clauses and what the examples exercise."""
    from rulesc.commands.constructs import constructs_of
    from rulesc.commands.coverage import exercised

    rulebook = compiled.document.rulebook
    clauses = () if rulebook is None else rulebook.clauses
    constructs = constructs_of(compiled.program, compiled.spec.types)
    citing: dict[str, list[str]] = {}
    for construct in constructs:
        for clause in construct.clauses:
            citing.setdefault(clause, []).append(f"{construct.span}  {construct.label}")
    measured = exercised(compiled.program, compiled.spec)
    unread, wrong = (None, ()) if sources is None else _looked_up(compiled, sources)
    return Traced(
        clauses=tuple(c for c in clauses if status_of(c) != UNSPECIFIED),
        unspecified=tuple(c for c in clauses if status_of(c) == UNSPECIFIED),
        citing=citing,
        examples=measured.examples,
        failed=measured.failed,
        uncited=() if rulebook is None else tuple(c for c in constructs if not c.covered),
        program=compiled.program,
        unread=unread,
        wrong=wrong,
    )


def _looked_up(compiled: Compiled, folder: Path) -> tuple[tuple[UnreadLine, ...], tuple[WrongCitation, ...]]:
    """The lines of the sources that nothing cites, and the citations of lines that there are not."""
    from rulesc.commands.sources import citations_of, read_lines, source_texts, unread_lines, wrong_citations

    try:
        texts = source_texts(compiled.document, folder)
    except OSError as fault:
        stop(f"{fault.filename} can't be read: {fault.strerror or fault}", code=WRONG_USE)
    read = read_lines(cite.value for _, cite in citations_of(compiled.document))
    return tuple(unread_lines(texts, read)), tuple(wrong_citations(compiled.document, texts))


def status_of(clause: Clause) -> str:
    return clause.status.value.strip() if clause.status is not None else ""


def provisional_rows(program: Program) -> list[dict[str, str]]:
    """The rows of maps, tables and components whose data stands in no source."""
    links = [
        {"component": found.name, "kind": f"row {number}", "provenance": provenance}
        for found in program.maps
        for number, provenance in enumerate(found.provenance, 1)
        if provenance.lower().startswith("provisional")
    ]
    return links + [
        {"component": component.name, "kind": kind.name, "provenance": kind.provenance}
        for component in program.components
        for kind in component.kinds
        if kind.provenance.lower().startswith("provisional")
    ]


def as_data(traced: Traced) -> dict[str, object]:
    """The answer as JSON data: lists of clause ids, and the details by clause."""
    return {
        "clauses": [c.id.value for c in traced.clauses],
        "implemented": traced.implemented,
        "without_effect": traced.without_effect,
        "exemplified": traced.exemplified,
        "uncited_constructs": [{"construct": c.label, "place": str(c.span)} for c in traced.uncited],
        "rulings": [
            {
                "id": r.id,
                "chosen": r.chosen,
                "readings": list(r.readings),
                "switch": len(r.readings) > 1,
                "constructs": list(traced.citing.get(r.id, ())),
                "examples": list(traced.examples.get(r.id, ())),
            }
            for r in traced.program.rulings
        ],
        "provisional_rows": provisional_rows(traced.program),
        "unspecified": [c.id.value for c in traced.unspecified],
        "unread_source_lines": [{"line": one.line, "text": one.text} for one in traced.unread or ()],
        "wrong_citations": [
            {
                "by": w.by,
                "citation": w.part,
                "file": w.file,
                "lines": w.lines,
                "place": str(w.cite.span),
            }
            for w in traced.wrong
        ],
        "sources_read": traced.unread is not None,
        "failed_examples": dict(traced.failed),
        "by_clause": {
            c.id.value: {
                "text": " ".join(c.text.value.split()),
                "status": status_of(c),
                "constructs": list(traced.citing.get(c.id.value, ())),
                "examples": list(traced.examples.get(c.id.value, ())),
            }
            for c in traced.clauses
        },
        "findings": traced.findings,
    }


def _places(traced: Traced, name: str, nothing: str) -> list[str]:
    examples = ", ".join(traced.examples.get(name, ()))
    exercised = f"examples: {examples}" if examples else "exercised by no example"
    return [f"    {line}" for line in (*traced.citing.get(name, (nothing,)), exercised)]


def _text(traced: Traced) -> str:
    lines: list[str] = []
    for clause in traced.clauses:
        name = clause.id.value
        lines.append(f"{name}  {' '.join(clause.text.value.split())}")
        if status_of(clause) == NO_EFFECT:
            lines.append("    no effect in play")
            continue
        lines += _places(traced, name, "implemented by nothing")
    for ruling in traced.program.rulings:
        others = [reading for reading in ruling.readings if reading != ruling.chosen]
        lines.append(f"{ruling.id}  {' '.join(ruling.question.split())}")
        lines.append(f"    ruling: {ruling.chosen}{', or by choice ' if others else ''}{', '.join(others)}")
        lines += _places(traced, ruling.id, "cited by nothing")
    effective = len(traced.with_effect)
    rulings = traced.program.rulings
    switches = sum(len(r.readings) > 1 for r in rulings)
    lines += [
        "",
        f"{plural(len(traced.clauses), 'clause')}: {len(traced.without_effect)} without effect, "
        f"{len(traced.implemented)} of {effective} implemented, "
        f"{len(traced.exemplified)} of {effective} exemplified",
        f"{plural(len(rulings), 'ruling')}, {switches} of them switches; "
        f"{plural(len(provisional_rows(traced.program)), 'provisional row')}; "
        f"{len(traced.unspecified)} unspecified",
    ]
    if traced.unread is not None:
        lines.append(f"{plural(len(traced.unread), 'line')} of the sources unread")
    findings = traced.findings
    lines += ["", *findings] if findings else ["nothing is missing"]
    return "\n".join(lines)
