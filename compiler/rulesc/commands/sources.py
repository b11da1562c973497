"""The rulebook's sources: which lines a clause cites or `no_rule` explains, and which nobody read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from rulesc.document.nodes import Document

_CITATION = re.compile(r"([A-Z]+)(\d+)(?:-(\d+))?\Z")


@dataclass(frozen=True, slots=True)
class UnreadLine:
    line: str  # `Z12`, as citations have it
    text: str


def read_lines(citations: Iterable[str]) -> dict[str, set[int]]:
    """The numbers of the lines that citations name, by the letter of the source."""
    found: dict[str, set[int]] = {}
    for citation in citations:
        for part in citation.split(","):
            match = _CITATION.match(part.strip())
            if match:
                first = int(match[2])
                last = min(int(match[3] or first), first + 100_000)
                found.setdefault(match[1], set()).update(range(first, last + 1))
    return found


def citations_of(document: Document) -> list[str]:
    """Everything that accounts for a line: clauses, rulings, examples, and what holds no rule."""
    if document.rulebook is None:
        return []
    cites = [clause.cite for clause in document.rulebook.clauses]
    cites += [ruling.cite for ruling in document.rulings]
    cites += [example.cite for example in document.examples]
    found = [cite.value for cite in cites if cite is not None]
    return found + [entry.key.value for entry in document.rulebook.no_rule]


def unread_lines(texts: Mapping[str, str], read: Mapping[str, set[int]]) -> list[UnreadLine]:
    """The lines of the sources, by letter, that nothing accounts for; empty lines say nothing."""
    return [
        UnreadLine(f"{letter}{number}", line.strip())
        for letter, text in texts.items()
        for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1)
        if line.strip() and number not in read.get(letter, set())
    ]


def source_texts(document: Document, folder: Path) -> dict[str, str]:
    """The sources that the rulebook names, from a folder; `none` is no file. OSError names a missing one."""
    if document.rulebook is None:
        return {}
    return {
        source.letter.value: (folder / Path(source.file.value).name).read_text(
            encoding="utf-8", errors="replace"
        )
        for source in document.rulebook.sources
        if source.file.value != "none"
    }
