"""Clauses that a reader takes for citations and the compiler for words of a comment.

In: the document and the syntax tree. Out: the places of clauses that end a line behind a comment and that
no rule has heard. A rule hears those that end its last line; a comment alone on its line is only a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from rulesc.document.nodes import Document
from rulesc.source import Source, Span
from rulesc.syntax.nodes import ClauseRef, Spec

CLAUSE = re.compile(r"@[A-Z]+-[A-Z]*[0-9]+[a-z]?")
COMMENT = re.compile(r"\s#")
WORD = re.compile(r"\S+")


def lost_clauses(document: Document, spec: Spec) -> list[Span]:
    """One place for each comment with clauses that nothing reads."""
    sources = {document.source.name: document.source}
    sources |= {e.id.span.source.name: e.id.span.source for e in document.examples}
    found = [span for source in sources.values() for span in _commented(source)]
    if not found:
        return []
    heard = {(span.source.name, span.start) for span in _heard(spec)}
    return [span for span in found if (span.source.name, span.start) not in heard]


def _commented(source: Source) -> Iterator[Span]:
    """The clauses at the ends of comments that something stands before."""
    for number, start in enumerate(source.line_starts, 1):
        line = source.line(number)
        sign = COMMENT.search(line)
        if sign and line[: sign.start()].strip():
            first = len(line.rstrip())
            for word in reversed(list(WORD.finditer(line, sign.end()))):
                if not CLAUSE.fullmatch(word[0]):
                    break
                first = word.start()
            if line[first:].strip():
                yield Span(source, start + first, start + len(line.rstrip()))


def _heard(spec: Spec) -> Iterator[Span]:
    """The places of all clauses in the tree, without recursion: a tree may be deep."""
    todo: list[object] = [spec]
    while todo:
        node = todo.pop()
        if isinstance(node, ClauseRef):
            yield node.span
        elif isinstance(node, tuple):
            todo.extend(node)
        elif is_dataclass(node) and not isinstance(node, Span):
            todo.extend(getattr(node, field.name) for field in fields(node))
