"""Diagnostics as text for people, JSON for programs, SARIF for code hosts.

In: diagnostics, in the order in which they are told. Out: text; nothing is printed here. Whatever a spec
holds, the text has no character that a terminal obeys.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Sequence
from urllib.parse import quote

from rulesc.diagnostics.model import Diagnostic, Label, Severity
from rulesc.source import Span

WIDTH = 120  # columns of a line that are shown; of a longer one a part around the caret
TAB = "    "
CUT = "..."

BOLD, RED, YELLOW, BLUE, CYAN, PLAIN = "\033[1m", "\033[31m", "\033[33m", "\033[34m", "\033[36m", "\033[0m"

SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


# ---- text ----------------------------------------------------------------------------------


def render_text(diagnostics: Sequence[Diagnostic], *, color: bool = False) -> str:
    """A block for each diagnostic, a blank line between them."""
    return "\n".join(_block(diagnostic, color) for diagnostic in diagnostics)


def _block(diagnostic: Diagnostic, color: bool) -> str:
    """What is wrong and where, the line with a caret, further places, the hint."""

    def paint(text: str, *codes: str) -> str:
        return "".join(codes) + text + PLAIN if color and text else text

    shade = RED if diagnostic.severity is Severity.ERROR else YELLOW
    code = paint(f"{diagnostic.severity.value}[{diagnostic.code}]", BOLD, shade)
    lines = [f"{code}{paint(': ' + visible(diagnostic.message), BOLD)}"]
    places = [Label(diagnostic.span, diagnostic.note), *diagnostic.others]
    gutter = max(len(str(place.span.line)) for place in places)
    bar = paint("|", BLUE)
    for number, place in enumerate(places):
        span = place.span
        lines.append(f"  {visible(_where(span))}")
        if span.source.text:
            shown, start, end = _window(span)
            sign, tone = ("^", shade) if number == 0 else ("-", BLUE)
            under = paint(f"{sign * (end - start)} {visible(place.text)}".rstrip(), BOLD, tone)
            lines += [
                f"{'':{gutter}} {bar}",
                f"{paint(f'{span.line:>{gutter}}', BLUE)} {bar} {shown}".rstrip(),
                f"{'':{gutter}} {bar} {' ' * start}{under}",
            ]
    if diagnostic.hint:
        lines.append(f"{'':{gutter}} {paint('=', BLUE)} {paint('help', CYAN)}: {visible(diagnostic.hint)}")
    return "\n".join(lines) + "\n"


def _where(span: Span) -> str:
    source = span.source
    return f"{source.shown}:{span.line}:{span.column}" if source.text else source.shown


def _window(span: Span) -> tuple[str, int, int]:
    """The line of a span as it is shown, and the columns from and up to which it is underlined."""
    line = span.source.line(span.line)
    start = span.column - 1
    end = min(start + span.end - span.start, len(line))
    cells = [_cell(c) for c in line]
    widths = [_columns(cell) for cell in cells]
    first, last = _part(widths, start)
    head = CUT if first else ""
    tail = CUT if last < len(cells) else ""
    caret = len(head) + sum(widths[first:start])
    length = sum(widths[start : min(end, last)])
    return head + "".join(cells[first:last]) + tail, caret, caret + max(length, 1)


def _part(widths: list[int], caret: int) -> tuple[int, int]:
    """The characters of a line that are shown: as many as fit, with the caret in the first third."""
    if sum(widths) <= WIDTH:
        return 0, len(widths)
    first, room = min(caret, len(widths)), WIDTH // 3
    while first and (room := room - widths[first - 1]) >= 0:
        first -= 1
    last, room = first, WIDTH
    while last < len(widths) and (room := room - widths[last]) >= 0:
        last += 1
    return first, last


def visible(text: str) -> str:
    """A text in which every character can be seen, and none steers a terminal."""
    return "".join(_cell(c) for c in text)


def _cell(character: str) -> str:
    """A character as it is shown."""
    if character == "\t":
        return TAB
    if character.isprintable() and not unicodedata.category(character).startswith("C"):
        return character
    if unicodedata.category(character) == "Zs":
        return " "
    return f"<U+{ord(character):04X}>"


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(_width(c) for c in text)


def _width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


# ---- JSON ----------------------------------------------------------------------------------


def render_json(diagnostics: Sequence[Diagnostic]) -> str:
    """A list of objects with always the same keys; lines and columns count from 1, ends are exclusive."""
    return json.dumps([_object(d) for d in diagnostics], indent=2) + "\n"


def _object(diagnostic: Diagnostic) -> dict[str, object]:
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        **_place(diagnostic.span),
        "note": diagnostic.note,
        "hint": diagnostic.hint,
        "others": [{**_place(label.span), "text": label.text} for label in diagnostic.others],
    }


def _place(span: Span) -> dict[str, object]:
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    return {
        "file": span.source.shown,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }


# ---- SARIF ---------------------------------------------------------------------------------


def render_sarif(diagnostics: Sequence[Diagnostic]) -> str:
    """A log in SARIF 2.1.0, one run, its rules in the order of their codes."""
    codes = sorted({d.code for d in diagnostics})
    run = {
        "tool": {"driver": {"name": "rulesc", "rules": [{"id": code} for code in codes]}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(d, codes.index(d.code)) for d in diagnostics],
    }
    return json.dumps({"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _result(diagnostic: Diagnostic, rule: int) -> dict[str, object]:
    said = [diagnostic.message, diagnostic.note, diagnostic.hint]
    result: dict[str, object] = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": diagnostic.severity.value,
        "message": {"text": "; ".join(words for words in said if words)},
        "locations": [_location(diagnostic.span)],
    }
    if diagnostic.others:
        result["relatedLocations"] = _related(diagnostic.others)
    return result


def _related(labels: Iterable[Label]) -> list[dict[str, object]]:
    return [
        {"id": number, **_location(label.span), "message": {"text": label.text or "here"}}
        for number, label in enumerate(labels, 1)
    ]


def _location(span: Span) -> dict[str, object]:
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    region = {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
    artifact = {"uri": quote(span.source.shown)}
    return {"physicalLocation": {"artifactLocation": artifact, "region": region}}
