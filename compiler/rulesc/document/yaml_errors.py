"""What is said when a file is not YAML: the parser's words put into those of a spec's author.

In: the source, the parser's sentence and its one or two offsets. Out: a diagnostic.
"""

from __future__ import annotations

import re

from rulesc.diagnostics import Diagnostic, Label
from rulesc.source import Source, Span

COLUMNS = re.compile(r"(\w[^:{}]*?)  +(\S.*)")  # a key and its value, laid out without the colon
BLOCK = "put the text into a `|` block"


def diagnostic(source: Source, problem: str, at: int, context: int | None) -> Diagnostic:
    """The fault of a file that the parser could not go on with."""
    here = _span(source, at)
    before = source.line(here.line)[: here.column - 1].strip()
    opened = None if context is None else _span(source, context)
    if found := re.match(r"found character '(.+)' that cannot start any token", problem):
        sign = found[1]
        hint = "a clause stands at the end of what it belongs to" if sign == "@" else BLOCK
        return _fault(f"a value can't begin with `{sign}`", here, hint=hint)
    if problem == "mapping values are not allowed here":
        return _second_colon(source, here, before)
    if problem == "could not find expected ':'" and opened is not None:
        return _no_colon(source, opened)
    if problem.startswith("expected <block end>"):
        return _unexpected(problem, here, before)
    if problem.startswith("expected ',' or") and opened is not None:
        return _open_bracket(source, problem, here, opened)
    if opened is not None and re.match("found unexpected (end of stream|document separator)", problem):
        return _fault("this quoted text does not end", opened, "it begins here", "end it with the same quote")
    if problem.startswith("found unknown escape character"):
        return _fault(f"`\\{here.text}` is no escape of YAML", here, hint="use single quotes, or no quotes")
    if re.match("expected (a comment or a line break|chomping)", problem):
        hint = "begin the text on the next line, further in than its key"
        return _fault("nothing but a comment may follow the sign of a block", here, hint=hint)
    if "alphabetic or numeric" in problem and opened is not None:
        return _fault(f"a value can't begin with `{opened.text}`", opened, hint=BLOCK)
    if "tag" in problem and opened is not None:
        return _fault("a value can't begin with `!`", opened, hint=BLOCK)
    if problem.startswith("expected the node content"):
        if here.text in ("}", "]"):
            return _fault(f"`{here.text}` closes nothing", here, hint="delete it, or open the bracket")
        hint = "write it, or delete the comma before"
        return _fault(f"a key or a value is missing before `{here.text}`", here, hint=hint)
    if problem.startswith("sequence entries"):
        hint = "begin each `- ` on a line of its own"
        return _fault("a list can't begin on the line of its key", here, hint=hint)
    if problem.startswith("expected '<document start>'"):
        hint = "begin every section in the same column"
        return _fault("this line stands outside of what the file began with", here, hint=hint)
    return _fault(f"this is not valid YAML: {problem}", here, hint=BLOCK)


def _no_colon(source: Source, opened: Span) -> Diagnostic:
    """A line without `: `."""
    if glued := _glued_colon(source, opened.line):
        return glued
    text = source.line(opened.line).split(" #", 1)[0].strip()
    line = opened.within(0, len(text))
    if re.fullmatch(r"\w+", text):
        return _fault("this line is no `key: value`", line, hint=f"write `{text}:`")
    if found := COLUMNS.fullmatch(text):
        return _fault("a `:` is missing in this line", line, hint=f"write `{found[1]}: {found[2]}`")
    hint = "the lines of a `|` block stand further in than its key"
    return _fault("this line is no `key: value`", line, hint=hint)


def _glued_colon(source: Source, number: int) -> Diagnostic | None:
    """A colon without the space behind it, or one of another script."""
    line = source.line(number)
    found = re.match(r"\s*(?:- )?([\w ]+)(:(?=[^ ])|：)", line)
    if found is None:
        return None
    start = source.line_starts[number - 1] + found.start(2)
    hint = f"write `{found[1].strip()}: ...`"
    return _fault("a key ends with `:` and a space", Span(source, start, start + 1), hint=hint)


def _second_colon(source: Source, here: Span, before: str) -> Diagnostic:
    """A `: ` where YAML does not want one: inside a text, or a line indented by mistake."""
    if re.search(r":\s", before):
        return _fault("YAML reads this `: ` as a key inside the value", here, hint=BLOCK)
    number = here.line - 1
    while number and not source.line(number).split("#", 1)[0].strip():
        number -= 1
    if number and (glued := _glued_colon(source, number)):
        return glued
    if number and (missing := _colon_above(source, number, here.line)):
        return missing
    key = Span(source, here.start - len(before), here.end)
    hint = "indent it like its neighbours"
    return _fault("this line is indented further than the text above allows", key, hint=hint)


def _colon_above(source: Source, number: int, after: int) -> Diagnostic | None:
    """The first entry of a section, up to line `number`, without a colon: YAML reads it as a text."""
    first = 0
    indent = _indent(source.line(after))
    while number and (text := source.line(number).split(" #", 1)[0].rstrip()):
        if _indent(text) != indent or ":" in text:
            opens = _indent(text) < indent and text.endswith(":")
            start = source.line_starts[first - 1] + indent
            return _no_colon(source, Span(source, start, start + 1)) if first and opens else None
        first, number = number, number - 1
    return None


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _unexpected(problem: str, here: Span, before: str) -> Diagnostic:
    """Something stands where a mapping should end or go on."""
    if here.text in ("}", "]"):
        return _fault(f"`{here.text}` closes nothing", here, hint="delete it, or open the bracket")
    if here.text == ":" and not before:
        return _fault("there is no key before `:`", here, hint="write `key: value`")
    if before.endswith(("}", "]", '"', "'")):
        hint = f"{BLOCK}: it begins with a bracket or a quote"
        return _fault("YAML ends the value before this", here, hint=hint)
    hint = "lines of one section begin in the same column"
    return _fault("this line is not indented like the ones before it", here, hint=hint)


def _open_bracket(source: Source, problem: str, here: Span, opened: Span) -> Diagnostic:
    bracket = problem[len("expected ',' or '")]
    if here.line != opened.line:
        return _fault(f"`{opened.text}` is not closed", opened, hint=f"write `{bracket}` where it ends")
    label = Label(opened, "opened here")
    hint = f"separate items by commas, and write `{bracket}` where they end"
    return _fault(f"a comma or `{bracket}` is missing before this", here, hint=hint, others=(label,))


def _fault(
    message: str, span: Span, note: str = "", hint: str = "", others: tuple[Label, ...] = ()
) -> Diagnostic:
    return Diagnostic("yaml-error", message, span, note, hint, others)


def _span(source: Source, at: int) -> Span:
    start = min(at, len(source.text))
    return Span(source, start, min(start + 1, len(source.text)))
