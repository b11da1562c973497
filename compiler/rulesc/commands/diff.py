"""`rulesc diff`: what a change of the rules changes, in terms of rules, examples and recorded games."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulesc.commands.terminal import FINDINGS, WRONG_USE, end_if_failed, plural, say, stop

if TYPE_CHECKING:
    from rulesc.commands.flips import Flip
    from rulesc.commands.operands import Operand
    from rulesc.commands.rules import Changed
    from rulesc.commands.side_by_side import Outcome
    from rulesc.pipeline import Checked, Compiled

SHOWN_GAMES = 5  # of each sort
IN_WORDS = {
    "valid": "stay valid",
    "refused": "part at a move that is refused now",
    "accepted": "part at a move that was refused before",
    "state": "part at a move that leads elsewhere now",
    "scores": "end in the same position with other scores",
    "foreign": "are no games of the old rules",
}


@dataclass(frozen=True, slots=True)
class Difference:
    """Everything that a change changes; `games` by file, None if none were looked at."""

    old: str
    new: str
    rules: tuple[Changed, ...]
    examples: tuple[Flip, ...]
    games: Mapping[str, Outcome] | None
    unreadable: Mapping[str, str]

    @property
    def empty(self) -> bool:
        parting = any(outcome.kind != "valid" for outcome in (self.games or {}).values())
        return not (self.rules or self.examples or parting or self.unreadable)


@click.command("diff", short_help="What a change of the rules changes.")
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@click.option("--games", type=click.Path(path_type=Path, file_okay=False, exists=True), metavar="DIR",
              help="Recorded games: where each of them parts.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def command(old: str, new: str, games: Path | None, as_json: bool) -> None:
    """Say what is different between two specs: rules, examples whose result flips, recorded games.

    OLD and NEW are specs/GAME.yaml, an edition specs/GAME.yaml@EDITION, or either in a git revision,
    REVISION:specs/GAME.yaml. A bare @EDITION is one of OLD's. Neither the layout nor the order of a file
    counts. Ends with 1 if anything is different.
    """
    from rulesc.commands.operands import operand

    with tempfile.TemporaryDirectory(prefix="rulesc-") as scratch:
        first = operand(old, Path(scratch))
        second = operand(new, Path(scratch), first)
        one, other = checked(first.path, first), checked(second.path, second)
        found = difference(first.told, second.told, one, other, games)
    if as_json:
        click.echo(json.dumps(as_data(found), indent=2))
    else:
        for line in summary(found):
            say(line)
    if not found.empty:
        raise click.exceptions.Exit(FINDINGS)


def checked(path: Path, operand: Operand | None = None) -> Checked:
    """The trees of a spec or an edition, whether its examples pass or not."""
    from rulesc.commands.operands import as_told
    from rulesc.diagnostics import Report
    from rulesc.pipeline import check_all

    report = Report()
    found = check_all(path, report, held=False)
    end_if_failed(report if operand is None else as_told(operand, report))
    if found is None:
        stop(f"{path} can't be read", code=WRONG_USE)
    return found


def difference(old: str, new: str, one: Checked, other: Checked, games: Path | None) -> Difference:
    from rulesc.commands.flips import flips
    from rulesc.commands.rules import WORDS_ONLY, changes, rules_of

    changed = tuple(changes(rules_of(one.spec, one.document), rules_of(other.spec, other.document)))
    played = [change for change in changed if change.kind not in WORDS_ONLY]
    flipped = tuple(flips(one, other)) if played else ()
    if games is None:
        return Difference(old, new, changed, flipped, None, {})
    outcomes, unreadable = parted(one, other, games, same=not played)
    return Difference(old, new, changed, flipped, outcomes, unreadable)


def parted(
    one: Checked, other: Checked, folder: Path, same: bool
) -> tuple[dict[str, Outcome], dict[str, str]]:
    """The outcome of each recorded game of a folder, and the files that can't be read."""
    from rulesc.commands.engine import engine_of
    from rulesc.commands.records import BadGameFile, load_game_file
    from rulesc.commands.side_by_side import SideBySide

    first = engine_of(compiled(one))
    sides = SideBySide(first, first if same else engine_of(compiled(other)))
    outcomes: dict[str, Outcome] = {}
    unreadable: dict[str, str] = {}
    files = sorted(folder.glob("*.jsonl"))
    if not files:
        stop(f"there are no recorded games (*.jsonl) in {folder}", code=WRONG_USE)
    for file in files:
        try:
            record = load_game_file(file)
        except BadGameFile as fault:
            unreadable[file.name] = str(fault)
            continue
        if record.game != one.program.game:
            unreadable[file.name] = f"this is a game of `{record.game}`"
            continue
        outcomes[file.name] = sides.outcome(record)
    return outcomes, unreadable


def compiled(found: Checked) -> Compiled:
    from rulesc.diagnostics import Report
    from rulesc.pipeline import compiled as compile_checked

    report = Report()
    result = compile_checked(found, report)
    end_if_failed(report)
    assert result is not None
    return result


# ---- what is told -----------------------------------------------------------------------------


def summary(found: Difference) -> Iterator[str]:
    """For a designer to read."""
    yield f"{found.old} -> {found.new}"
    if not found.rules:
        yield "the rules are the same"
    for change in found.rules:
        if change.kind != "example":
            yield f"{change.told}: {change.how}"
            yield from (f"  {line}" for line in _lines(change.old or (), change.new or ()))
    for how in ("changed", "gone", "new"):
        names = [change.name for change in found.rules if (change.kind, change.how) == ("example", how)]
        if names:
            yield f"{plural(len(names), 'example')} {how}: {', '.join(names)}"
    if found.examples:
        yield f"{plural(len(found.examples), 'example')} with another result"
    for flip in found.examples:
        then = {"kept": "", "replaced": "; replaced in the new spec", "removed": "; removed from it"}[
            flip.then
        ]
        turned = f"passed, and fails now: {_first(flip.after)}" if flip.after else "failed, and passes now"
        yield f"  {flip.example} ({flip.title}) {turned}{then}"
    if found.games is not None:
        yield from _games(found.games, found.unreadable)


def _first(fault: str) -> str:
    """A fault without the list of what would be legal."""
    return " ".join(fault.split("; legal:", 1)[0].split())


def _lines(old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    """Lines that went and came; of long rules only those."""
    import difflib

    for line in difflib.ndiff(list(old), list(new)):
        if line[:2] in ("- ", "+ "):
            yield line


def _games(games: Mapping[str, Outcome], unreadable: Mapping[str, str]) -> Iterator[str]:
    yield plural(len(games), "recorded game")
    kinds = Counter(outcome.kind for outcome in games.values())
    for kind, words in IN_WORDS.items():
        if kinds[kind]:
            yield f"  {kinds[kind]} {words}"
        if kind != "valid":
            yield from (f"    {line}" for line in _reasons(kind, games))
            shown = [(file, outcome) for file, outcome in games.items() if outcome.kind == kind]
            yield from (f"    {file}: {told(outcome)}" for file, outcome in shown[:SHOWN_GAMES])
            if len(shown) > SHOWN_GAMES:
                yield f"    ... {len(shown) - SHOWN_GAMES} more"
    yield from (f"  {file} can't be read: {why}" for file, why in unreadable.items())


def _reasons(kind: str, games: Mapping[str, Outcome]) -> Iterator[str]:
    """How many games part for which reason, the most frequent first."""
    found = Counter(
        (outcome.label, outcome.clauses)
        for outcome in games.values()
        if outcome.kind == kind and outcome.label
    )
    for (label, clauses), count in found.most_common():
        yield f"{count} by `{label}`{' (' + ', '.join(clauses) + ')' if clauses else ''}"


def told(outcome: Outcome) -> str:
    """Where a game parts, in words."""
    where = f"move {outcome.at + 1}, p{outcome.seat + 1} {outcome.move}" if outcome.move else "the start"
    if outcome.kind in ("refused", "accepted", "foreign"):
        return f"{where}: {outcome.why}" if outcome.move else outcome.why
    places = "; ".join(f"{name}: {_short(was)} -> {_short(now)}" for name, was, now in outcome.places)
    return f"{'the end' if outcome.kind == 'scores' else where}: {places}"


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."


def as_data(found: Difference) -> dict[str, object]:
    """For a program to read."""
    games = None
    if found.games is not None:
        counts = Counter(outcome.kind for outcome in found.games.values())
        games = {
            "counts": {kind: counts[kind] for kind in IN_WORDS},
            "by_file": {file: asdict(outcome) for file, outcome in found.games.items()},
            "unreadable": dict(found.unreadable),
        }
    return {
        "old": found.old,
        "new": found.new,
        "empty": found.empty,
        "rules": [{**asdict(change), "how": change.how} for change in found.rules],
        "examples": [asdict(flip) for flip in found.examples],
        "games": games,
    }
