"""Diagnostics as text, JSON or SARIF. In: values. Out: text; nothing is printed here."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence

from rulesc.diagnostics.model import Diagnostic, Severity
from rulesc.source import Span

WIDTH = 120  # a longer line is cut around the caret
BOLD, RED, YELLOW, BLUE, PLAIN = "\033[1m", "\033[31m", "\033[33m", "\033[34m", "\033[0m"


def render_text(diagnostics: Sequence[Diagnostic], *, color: bool = False) -> str:
    """One block for each diagnostic: code and sentence, place, the line, a caret, a hint."""
    return "\n".join(_block(d, color) for d in diagnostics)


def _block(d: Diagnostic, color: bool) -> str:
    def paint(text: str, *codes: str) -> str:
        return "".join(codes) + text + PLAIN if color else text

    shade = RED if d.severity is Severity.ERROR else YELLOW
    out = [paint(f"{d.severity}[{d.code}]", BOLD, shade) + paint(f": {d.message}", BOLD)]
    places = [(d.span, d.note), *((label.span, label.text) for label in d.others)]
    gutter = max(len(str(span.line)) for span, _ in places)
    for span, note in places:
        out.append(f"  {span}")
        if not span.source.text:
            continue
        shown, caret, length = _line(span)
        bar = paint("|", BLUE)
        out.append(f"{'':{gutter}} {bar}")
        out.append(f"{span.line:>{gutter}} {bar} {shown}")
        under = " " * caret + paint("^" * length, shade)
        out.append(f"{'':{gutter}} {bar} {under}" + (f" {note}" if note else ""))
    if d.hint:
        out.append(f"{'':{gutter}} = help: {d.hint}")
    return "\n".join(out) + "\n"


def _line(span: Span) -> tuple[str, int, int]:
    """The line to show, the column of the caret on a screen, and its length."""
    line = span.source.line(span.line).replace("\t", " ")
    start = span.column - 1
    end = max(start + 1, min(start + (span.end - span.start), len(line)))
    before, length = "", end - start
    if len(line) > WIDTH:
        left = max(0, min(start - WIDTH // 3, len(line) - WIDTH))
        before = "..." if left else ""
        tail = "..." if left + WIDTH < len(line) else ""
        line = line[left : left + WIDTH]
        start -= left
        length = min(length, max(1, WIDTH - start))
        return before + line + tail, len(before) + _columns(line[:start]), max(1, _columns(line[start : start + length]))
    return line, _columns(line[:start]), max(1, _columns(line[start:end]))


def _columns(text: str) -> int:
    """How many columns a text takes on a screen."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1 for c in text)


def render_json(diagnostics: Sequence[Diagnostic]) -> str:
    """A JSON list with stable keys."""
    return json.dumps([_data(d) for d in diagnostics], indent=1, ensure_ascii=True) + "\n"


def _data(d: Diagnostic) -> dict[str, object]:
    return {
        "code": d.code,
        "severity": str(d.severity),
        "message": d.message,
        **_place(d.span),
        "note": d.note,
        "hint": d.hint,
        "others": [{**_place(label.span), "text": label.text} for label in d.others],
    }


def _place(span: Span) -> dict[str, object]:
    line, column = span.source.position(span.end)
    return {"file": span.source.name, "line": span.line, "column": span.column, "end_line": line, "end_column": column}


def render_sarif(diagnostics: Sequence[Diagnostic]) -> str:
    """SARIF 2.1.0."""
    rules = sorted({d.code for d in diagnostics})
    run = {
        "tool": {"driver": {"name": "rulesc", "rules": [{"id": code} for code in rules]}},
        "results": [
            {
                "ruleId": d.code,
                "level": str(d.severity),
                "message": {"text": d.message + (f" ({d.hint})" if d.hint else "")},
                "locations": [_location(d.span)],
                "relatedLocations": [
                    {**_location(label.span), "message": {"text": label.text}} for label in d.others
                ],
            }
            for d in diagnostics
        ],
    }
    return json.dumps({"version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def _location(span: Span) -> dict[str, object]:
    line, column = span.source.position(span.end)
    region = {"startLine": span.line, "startColumn": span.column, "endLine": line, "endColumn": column}
    return {"physicalLocation": {"artifactLocation": {"uri": span.source.name}, "region": region}}
