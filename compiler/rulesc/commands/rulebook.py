"""`rulesc rulebook`: the rulebook clause by clause, with what implements and exercises it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulesc.commands.engine import compiled_spec
from rulesc.commands.pages import DOCTYPE, Items, Page, Paragraph, Section, as_html, markdown
from rulesc.commands.terminal import PATH, WRONG_USE, plural, say, seen, stop, stop_output

if TYPE_CHECKING:
    from rulesc.commands.constructs import Construct
    from rulesc.commands.trace import Traced
    from rulesc.document import nodes as doc
    from rulesc.pipeline import Compiled
    from rulesc.source import Span

DONE = {"add": "added", "replace": "changed", "remove": "removed"}


@click.command("rulebook", short_help="The rulebook with what implements each clause.")
@click.argument("spec", metavar="specs/GAME.yaml", type=PATH)
@click.option("--html", "html_file", type=PATH, metavar="FILE",
              help="Write a page that prints well, instead of Markdown to the terminal.")  # fmt: skip
def command(spec: Path, html_file: Path | None) -> None:
    """Write the annotated rulebook: every clause in its order, with the rules that implement it, the examples
    that exercise it, the readings of open questions, provisional data, and what errata changed.
    """
    from rulesc.output import OutputError, replace_file

    if html_file is not None and _is_something_else(html_file):
        stop(f"{html_file} is there and is no page", "choose another name, or move it away", WRONG_USE)
    compiled = compiled_spec(spec)
    if compiled.document.rulebook is None:
        click.echo(seen(f"{spec} has no rulebook, so there is nothing to write"), err=True)
        return
    page = page_of(compiled)
    if html_file is None:
        click.echo(markdown(page), nl=False)
        return
    try:
        replace_file(html_file, as_html(page).encode("utf-8"))
    except OutputError as fault:
        stop_output(fault)
    say(f"wrote {html_file}")


def _is_something_else(path: Path) -> bool:
    """Whether a file holds what the page must not take the place of."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        start = file.read(len(DOCTYPE))
    return bool(start) and start.upper() != DOCTYPE.upper().encode("ascii")


def page_of(compiled: Compiled) -> Page:
    """The whole page; a function of the spec alone."""
    from rulesc.commands.constructs import constructs_of
    from rulesc.commands.declared import texts_of
    from rulesc.commands.trace import trace

    document, traced = compiled.document, trace(compiled, None)
    assert document.rulebook is not None
    titles = tuple((entry.key.value, _plain(entry.value.value)) for entry in document.title)
    language, title = next((t for t in titles if t[0] == "en"), titles[0])
    citing: dict[str, list[Construct]] = {}
    texts = texts_of(compiled.spec, compiled.program)
    for construct in constructs_of(compiled.program, compiled.spec.types):
        for clause in construct.clauses:
            citing.setdefault(clause, []).append(construct)
    marks = marks_of(document)
    titled = {e.id.value: _plain(e.title.value) if e.title else "" for e in document.examples}
    clauses = tuple(
        _clause(clause, citing.get(clause.id.value, []), traced, titled, marks, document, texts)
        for clause in document.rulebook.clauses
    )
    blocks: list[Paragraph | Items | Section] = [*_head(compiled), Section("The rules", clauses)]
    if document.rulings:
        rulings = tuple(_ruling(ruling, marks, citing) for ruling in document.rulings)
        blocks.append(Section("Open questions", rulings, "open-questions"))
    provisional = tuple(_provisional(traced))
    if provisional:
        note = Paragraph("These rows stand in no source; a better table can replace them.", "note")
        blocks.append(Section("Provisional data", (note, Items(provisional)), "provisional"))
    return Page(title, titles, language, tuple(blocks))


def _head(compiled: Compiled) -> Iterator[Paragraph | Items | Section]:
    document = compiled.document
    low, high = compiled.program.players
    players = f"{low}" if low == high else f"{low} to {high}"
    yield Paragraph(f"For {players} {'player' if players == '1' else 'players'}.")
    assert document.rulebook is not None
    sources = tuple(
        f"{source.letter.value}: {_plain(source.title.value) if source.title else source.file.value}"
        for source in document.rulebook.sources
    )
    if sources:
        yield Section("Sources", (Items(sources),), "sources")
    if document.layers:
        layers = tuple(item for layer in document.layers for item in _layer(layer))
        yield Section(f"Edition {document.edition}", layers, "edition")


def _layer(layer: doc.Layer) -> Iterator[Paragraph | Items | Section]:
    title = f"{_plain(layer.title.value)} " if layer.title else ""
    yield Paragraph(f"{title}(`{layer.id.value}`, {layer.date.value}). {_plain(layer.source.value)}", "mark")
    together: dict[tuple[str, str], list[doc.Change]] = {}
    for change in layer.changes:
        together.setdefault((change.verb, change.section), []).append(change)
    yield Items(tuple(_together(changes) for changes in together.values()))


def _together(changes: Sequence[doc.Change]) -> str:
    """One change, or several of a kind on one line."""
    first = changes[0]
    if len(changes) == 1:
        return f"{first.told} {DONE[first.verb]}"
    noun, of, rest = first.noun.partition(" of ")
    return f"{noun}s{of}{rest} {', '.join(change.named for change in changes)} {DONE[first.verb]}"


@dataclass(frozen=True, slots=True)
class Marks:
    """What errata did: to clauses, rulings and examples by section and id, to rules by their place."""

    named: Mapping[tuple[str, str], list[str]]
    placed: Sequence[tuple[Span, str]]  # where each change that brings something stands

    def of(self, section: str, name: str) -> Sequence[str]:
        return self.named.get((section, name), ())

    def at(self, span: Span) -> str:
        """Of a rule that an erratum brings: the change it stands in begins last before it."""
        before = [
            (place.start, told)
            for place, told in self.placed
            if place.source == span.source and place.start <= span.start
        ]
        return max(before)[1] if before else ""


def marks_of(document: doc.Document) -> Marks:
    named: dict[tuple[str, str], list[str]] = {}
    placed: list[tuple[Span, str]] = []
    for layer in document.layers:
        for change in layer.changes:
            told = f"{DONE[change.verb]} by erratum `{layer.id.value}` of {layer.date.value}"
            named.setdefault((change.section, " / ".join(change.path)), []).append(told)
            if change.verb != "remove":
                placed.append((change.span, told))
    return Marks(named, placed)


def _clause(
    clause: doc.Clause,
    constructs: Sequence[Construct],
    traced: Traced,
    titled: Mapping[str, str],
    marks: Marks,
    document: doc.Document,
    texts: Mapping[str, str],
) -> Section:
    name = clause.id.value
    blocks: list[Paragraph | Items | Section] = [Paragraph(_plain(clause.text.value), "clause")]
    status = clause.status.value.strip() if clause.status else ""
    if clause.cite:
        blocks.append(Paragraph(f"Printed in {_plain(clause.cite.value)}.", "note"))
    blocks += [Paragraph(f"This clause was {mark}.", "mark") for mark in marks.of("clauses", name)]
    if status == "no effect":
        blocks.append(Paragraph("No effect in play.", "note"))
    elif status:
        blocks.append(Paragraph(f"Status: {status}.", "note"))
    elif not constructs:
        blocks.append(Paragraph("Implemented by nothing.", "mark"))
    if constructs:
        blocks += [
            Paragraph("Implemented by:", "note"),
            Items(tuple(_construct(c, marks, texts) for c in constructs)),
        ]
    examples = traced.examples.get(name, ())
    if examples:
        shown = tuple(f"{one}: {titled[one]}" if titled.get(one) else one for one in examples[:MOST])
        more = (f"and {plural(len(examples) - MOST, 'other example')}",) if len(examples) > MOST else ()
        blocks += [Paragraph("Exercised by:", "note"), Items((*shown, *more))]
    elif not status:
        blocks.append(Paragraph("Exercised by no example.", "mark"))
    known = {ruling.id.value for ruling in document.rulings}
    asked = dict.fromkeys(c for construct in constructs for c in construct.clauses if c in known)
    if asked:
        blocks.append(Paragraph(f"Open questions: {', '.join(asked)}.", "note"))
    return Section(name, tuple(blocks), name)


MOST = 6  # examples told of a clause


def _construct(construct: Construct, marks: Marks, texts: Mapping[str, str]) -> str:
    """A rule with its text and its place."""
    known = texts.get(str(construct.span))
    text = _plain(known or construct.span.text.split("\n", 1)[0]).split(" @", 1)[0].replace("`", "'")
    label = construct.label.replace("`", "'")
    head, colon, line = label.partition(": ")
    shown = f"{head}: `{line}`" if colon else f"{label}: `{text}`" if known or text not in label else label
    changed = marks.at(construct.span)
    mark = f", {changed}" if changed else ""
    return f"{shown} ({construct.span.source.name}:{construct.span.line}{mark})"


def _ruling(
    ruling: doc.Ruling,
    marks: Marks,
    citing: Mapping[str, Sequence[Construct]],
) -> Section:
    name, chosen = ruling.id.value, ruling.chosen.value.strip()
    labels = [r.key.value.strip() for r in ruling.readings]
    readings = tuple(
        f"`{label}`{' (chosen)' if label == chosen else ''}: {_plain(r.value.value)}"
        for label, r in zip(labels, ruling.readings, strict=True)
    )
    blocks: list[Paragraph | Items | Section] = [
        Paragraph(_plain(ruling.question.value), "clause"),
        Items(readings),
        Paragraph(f"Why: {_plain(ruling.why.value)}", "note"),
    ]
    blocks += [Paragraph(f"See {_plain(ruling.cite.value)}.", "note")] if ruling.cite else []
    blocks += [Paragraph(f"This question was {mark}.", "mark") for mark in marks.of("rulings", name)]
    if citing.get(name):
        clauses = dict.fromkeys(c for construct in citing[name] for c in construct.clauses if c != name)
        blocks.append(Paragraph(f"Asked by: {', '.join(clauses)}.", "note")) if clauses else None
    return Section(name, tuple(blocks), name)


def _provisional(traced: Traced) -> Iterator[str]:
    """Tables with rows that stand in no source: how many, and what is said of them."""
    from rulesc.commands.trace import provisional_rows

    by_table: dict[tuple[str, str], list[str]] = {}
    for row in provisional_rows(traced.program):
        by_table.setdefault((row["component"], row["provenance"]), []).append(row["kind"])
    for (component, provenance), kinds in by_table.items():
        shown = ", ".join(kinds[:MOST]) + (", ..." if len(kinds) > MOST else "")
        yield f"{component}, {plural(len(kinds), 'row')} ({shown}): {_plain(provenance)}"


def _plain(text: str) -> str:
    return " ".join(text.split())
