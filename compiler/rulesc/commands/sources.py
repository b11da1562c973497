"""The rulebook's sources: which lines a clause cites or `no_rule` explains, which nobody read, and which
there are not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from rulesc.document.nodes import Document
from rulesc.source import Text

_CITATION = re.compile(r"([A-Z]+)(\d+)(?:-(\d+))?\Z")


@dataclass(frozen=True, slots=True)
class UnreadLine:
    line: str  # `Z12`, as citations have it
    text: str


@dataclass(frozen=True, slots=True)
class WrongCitation:
    """Lines of a source that it hasn't."""

    by: str  # the clause, ruling or example; "no_rule"
    cite: Text  # all that is cited there
    part: str  # `Z12-14`
    file: str
    lines: int  # so many the file has


def read_lines(citations: Iterable[str]) -> dict[str, set[int]]:
    """The numbers of the lines that citations name, by the letter of the source."""
    found: dict[str, set[int]] = {}
    for citation in citations:
        for part in citation.split(","):
            match = _CITATION.match(part.strip())
            if match:
                first = _number(match[2])
                last = min(_number(match[3] or match[2]), first + 100_000)
                found.setdefault(match[1], set()).update(range(first, last + 1))
    return found


def citations_of(document: Document) -> list[tuple[str, Text]]:
    """Everything that accounts for a line, and whose it is: clauses, rulings, examples, no rules."""
    if document.rulebook is None:
        return []
    cites = [(clause.id.value, clause.cite) for clause in document.rulebook.clauses]
    cites += [(ruling.id.value, ruling.cite) for ruling in document.rulings]
    cites += [(example.id.value, example.cite) for example in document.examples]
    found = [(by, cite) for by, cite in cites if cite is not None]
    return found + [("no_rule", entry.key) for entry in document.rulebook.no_rule]


def wrong_citations(document: Document, texts: Mapping[str, str]) -> list[WrongCitation]:
    """The citations of lines before the first or behind the last of a source; `texts` by letter."""
    if document.rulebook is None:
        return []
    files = {source.letter.value: source.file.value for source in document.rulebook.sources}
    many = {letter: len(_lines(text)) for letter, text in texts.items()}
    return [
        WrongCitation(by, cite, part, files[letter], many[letter])
        for by, cite in citations_of(document)
        for part in (one.strip() for one in cite.value.split(","))
        if (match := _CITATION.match(part)) and (letter := match[1]) in many
        if not 1 <= _number(match[2]) <= _number(match[3] or match[2]) <= many[letter]
    ]


def _number(digits: str) -> int:
    """A line's number; of very many digits the first, which name no line either."""
    return int(digits[:12])


def _lines(text: str) -> list[str]:
    """Without the empty one behind the last line's end."""
    lines = text.replace("\r\n", "\n").split("\n")
    return lines if lines[-1] else lines[:-1]


def unread_lines(texts: Mapping[str, str], read: Mapping[str, set[int]]) -> list[UnreadLine]:
    """The lines of the sources, by letter, that nothing accounts for; empty lines say nothing."""
    return [
        UnreadLine(f"{letter}{number}", line.strip())
        for letter, text in texts.items()
        for number, line in enumerate(_lines(text), 1)
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
