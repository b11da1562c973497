"""Reading files: bytes in, a `Source` with clean text out. The only reader of the document stage."""

from __future__ import annotations

import unicodedata
from pathlib import Path

from rulesc.diagnostics import Report
from rulesc.document import errors
from rulesc.source import Source, Span

LIMIT = 2_000_000


def read_source(path: Path, name: str, report: Report, asked: Span | None = None) -> Source | None:
    """The file's text with LF line ends; None, and a diagnostic at `asked`, if it can't be used."""
    here = asked or Span(Source(name, ""), 0, 0)
    try:
        with path.open("rb") as file:
            data = file.read(LIMIT + 1)
    except OSError as fault:
        report.add(errors.unreadable(here, name, (fault.strerror or "it is no file").lower()))
        return None
    if len(data) > LIMIT:
        report.add(errors.too_large(here, name, LIMIT))
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        before = data[: fault.start]
        line = before.count(b"\n") + 1
        column = len(before) - (before.rfind(b"\n") + 1) + 1
        report.add(errors.not_utf8(here, name, line, column))
        return None
    source = Source(name, text.replace("\r\n", "\n").replace("\r", "\n"))
    return source if _clean(source, report) else None


def _clean(source: Source, report: Report) -> bool:
    """Whether the text is free of control, bidirectional and invisible characters."""
    fine = True
    for i, c in enumerate(source.text):
        if c == "\n" or " " <= c <= "~":
            continue
        if c == "\t" or unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") or c == "\x85":
            name = "a tab" if c == "\t" else f"the character U+{ord(c):04X}"
            report.add(errors.wrong_character(Span(source, i, i + 1), name))
            fine = False
    return fine
