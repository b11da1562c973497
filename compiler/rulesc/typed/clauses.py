"""Whether the clauses and sources that a spec cites exist.

In: a syntax tree and the document. Out: reports. Without a rulebook nothing is checked.
"""

from __future__ import annotations

import re

from rulesc.diagnostics.model import Report
from rulesc.document import nodes as document
from rulesc.source import Text
from rulesc.syntax import nodes as syntax
from rulesc.typed import spec_errors
from rulesc.typed.descend import descend

CITED = re.compile(r"\s*([A-Za-z]+)\s*[0-9]")


def check(tree: object, read: document.Document, report: Report) -> None:
    if read.rulebook is None:
        return
    rulings = tuple(ruling.id.value for ruling in read.rulings)
    known = (*(clause.id.value for clause in read.rulebook.clauses), *rulings)
    names = frozenset(known)
    for ref in descend(tree):
        if isinstance(ref, syntax.ClauseRef) and ref.id not in names:
            report.add(spec_errors.unknown_clause(ref.span, ref.id, known))


def check_citations(read: document.Document, report: Report) -> None:
    """Whether each citation names a source of the rulebook."""
    if read.rulebook is None:
        return
    letters = tuple(source.letter.value for source in read.rulebook.sources)
    for cite in _cites(read):
        _check_cite(cite, letters, report)


def _cites(read: document.Document) -> list[Text]:
    assert read.rulebook is not None
    found = [clause.cite for clause in read.rulebook.clauses]
    found += [ruling.cite for ruling in read.rulings]
    found += [example.cite for example in read.examples]
    return [cite for cite in found if cite is not None]


def _check_cite(cite: Text, letters: tuple[str, ...], report: Report) -> None:
    start = 0
    for part in cite.value.split(","):
        match = CITED.match(part)
        if match is not None and match.group(1) not in letters:
            span = cite.span
            if span.text == cite.value:
                span = span.within(start + match.start(1), start + len(part.rstrip()))
            report.add(spec_errors.unknown_source(span, match.group(1), letters))
        start += len(part) + 1
