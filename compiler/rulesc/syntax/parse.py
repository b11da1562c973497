"""From the text of one scalar to nodes.

In: a `Text`, the kind of scalar it is, and a `Report`. Out: its node, or None after a diagnostic. The
only module that knows Lark: the slice of the original file is parsed, so every place is exact.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from lark import Lark, TextSlice, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from rulesc.diagnostics import Report
from rulesc.source import Source, Span, Text
from rulesc.syntax import errors, hints
from rulesc.syntax.build import node
from rulesc.syntax.nodes import Assign, ClauseRef, Expr, Head, Stmt, Typed, Value, ZoneType
from rulesc.syntax.parts import Fault, Leaf, Part

INLINE = ("head", "typed", "zone", "value", "guard", "moves", "clauses", "deeds")
LAID_OUT = ("body", "given")  # one statement a line, blocks by indentation
MAX_NESTING = 64  # brackets in brackets, blocks in blocks
MAX_CHAIN = 500  # operators on top of each other: bounds the depth of an expression

OPENING, CLOSING = ("(", "[", "{"), (")", "]", "}")
NAMING = frozenset({"let", "for", "choose", "as", "per", ".", "/", "|"})  # a name follows
CLAUSE_AFTER_COMMENT = re.compile(r"[ \t]+#[^\n]*[ \t]@[A-Z]+-[A-Z]*[0-9]+[a-z]?[ \t]*$", re.MULTILINE)
BLANK_LINES = re.compile(r"(?:[ ]*(?:#[^\n]*)?\n)*")


# ---- layout and limits ---------------------------------------------------------------------


class TooDeep(Exception):
    def __init__(self, token: Token, what: str) -> None:
        super().__init__(what)
        self.token = token
        self.what = what


class MisplacedWord(Exception):
    """A word of the language was taken for a name."""

    def __init__(self, token: Token, before: Token | None) -> None:
        super().__init__(token)
        self.token = token
        self.names_something = before is not None and str(before) in NAMING


class WrongIndentation(Exception):
    def __init__(self, token: Token) -> None:
        super().__init__(token)
        self.token = token


@dataclass(slots=True)
class Level:
    """What stands between two brackets, as far as read: an upper bound of its depth as a tree."""

    operators: int = 0  # since the last comma
    inner: int = 0  # the deepest bracket since the last comma
    deepest: int = 0  # of the parts before

    @property
    def depth(self) -> int:
        return max(self.deepest, self.operators + self.inner)

    def next_part(self) -> None:
        self.deepest = self.depth
        self.operators = self.inner = 0


@dataclass(slots=True)
class Limits:
    """Watches brackets and operators, so that no tree is deeper than later passes can bear."""

    levels: list[Level] = field(default_factory=lambda: [Level()])
    last: Token | None = None

    def read(self, token: Token) -> None:
        text = str(token)
        if token.type == "NAME" and text in hints.RESERVED:
            raise MisplacedWord(token, self.last)
        self.last = token
        level = self.levels[-1]
        if text in OPENING:
            level.operators += 1
            self.levels.append(Level())
            if len(self.levels) - 1 > MAX_NESTING:
                raise TooDeep(token, "brackets")
        elif text in CLOSING and len(self.levels) > 1:
            depth = self.levels.pop().depth
            level = self.levels[-1]
            level.inner = max(level.inner, depth + 1)
        elif text in (",", "for"):
            level.next_part()
        elif token.type not in ("NAME", "INT"):
            level.operators += 1
        if level.operators + level.inner > MAX_CHAIN:
            raise TooDeep(token, "operators")

    @property
    def in_brackets(self) -> bool:
        return len(self.levels) > 1


class OneLine:
    """Post-lexer for kinds without layout: line breaks mean nothing."""

    always_accept = ("_NL",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        limits = Limits()
        for token in stream:
            if token.type != "_NL":
                limits.read(token)
                yield token


class Lines:
    """Post-lexer for bodies: `_NL` after each statement, `_INDENT` and `_DEDENT` around blocks."""

    always_accept = ("_NL",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        limits = Limits()
        indents: list[int] = []
        last: Token | None = None
        for token in stream:
            if token.type != "_NL":
                if not indents:
                    indents = [_column(token)]
                limits.read(token)
                last = token
                yield token
            elif last is not None and not limits.in_brackets and not _ends_in_comment(token):
                limits = Limits()
                yield token
                yield from self._step(indents, token)
        if last is not None:
            yield _after(last, "_NL")
            for _ in indents[1:]:
                yield _after(last, "_DEDENT")

    def _step(self, indents: list[int], line_break: Token) -> Iterator[Token]:
        """From the block of one line to that of the next."""
        indent = len(line_break) - line_break.rindex("\n") - 1
        if indent > indents[-1]:
            indents.append(indent)
            if len(indents) - 1 > MAX_NESTING:
                raise TooDeep(line_break, "blocks")
            yield Token.new_borrow_pos("_INDENT", "", line_break)
        while indent < indents[-1] and len(indents) > 1:
            indents.pop()
            yield Token.new_borrow_pos("_DEDENT", "", line_break)
        if indent != indents[-1]:
            raise WrongIndentation(line_break)


def _ends_in_comment(line_break: Token) -> bool:
    """Only comments are left; the end of the text closes the line and its blocks."""
    return "#" in line_break[line_break.rindex("\n") :]


def _after(last: Token, type_: str) -> Token:
    end = last.end_pos
    return Token(type_, "", end, last.end_line, last.end_column, last.end_line, last.end_column, end)


def _column(token: Token) -> int:
    return (token.column or 1) - 1


# ---- parsing -------------------------------------------------------------------------------


class Layout:
    """The post-lexer of the one parser, for the kind of scalar that is read next."""

    always_accept = ("_NL",)

    def __init__(self) -> None:
        self.kind = ""

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        return (Lines() if self.kind in LAID_OUT else OneLine()).process(stream)


@cache
def _parser() -> tuple[Lark, Layout]:
    """One parser for all kinds: its table is most of what a short build takes."""
    grammar = files("rulesc.syntax").joinpath("rules.lark").read_text(encoding="utf-8")
    layout = Layout()
    lark = Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        start=[*INLINE, *LAID_OUT],
        postlex=layout,
        propagate_positions=True,
    )
    return lark, layout


def parse_head(text: Text, report: Report) -> Head | None:
    found = _read("head", text, report)
    return found if isinstance(found, Head) else None


def parse_typed(text: Text, report: Report) -> Typed | None:
    found = _read("typed", text, report)
    return found if isinstance(found, Typed) else None


def parse_zone(text: Text, report: Report) -> ZoneType | None:
    found = _read("zone", text, report)
    return found if isinstance(found, ZoneType) else None


def parse_value(text: Text, report: Report) -> Value | None:
    found = _read("value", text, report)
    return found if isinstance(found, Value) else None


def parse_guard(text: Text, report: Report) -> Value | None:
    """An expression and its clauses; `condition` is None."""
    found = _read("guard", text, report)
    return found if isinstance(found, Value) else None


def parse_body(text: Text, report: Report) -> tuple[Stmt, ...] | None:
    found = _read("body", text, report)
    return found.stmts() if isinstance(found, Part) else None


def parse_deeds(text: Text, report: Report) -> tuple[Stmt, ...] | None:
    """Statements of one line, separated by semicolons."""
    found = _read("deeds", text, report)
    return found.stmts() if isinstance(found, Part) else None


def parse_given(text: Text, report: Report) -> tuple[Assign, ...] | None:
    found = _read("given", text, report)
    return found.of(Assign) if isinstance(found, Part) else None


def parse_moves(text: Text, report: Report) -> tuple[tuple[Expr, ...], tuple[ClauseRef, ...]] | None:
    found = _read("moves", text, report)
    return (found.exprs(), found.clauses()) if isinstance(found, Part) else None


def parse_clauses(text: Text, report: Report) -> tuple[ClauseRef, ...] | None:
    found = _read("clauses", text, report)
    return found.clauses() if isinstance(found, Part) else None


def _read(kind: str, text: Text, report: Report) -> object:
    """What a text stands for; None if it is faulty. Statements after a faulty one are still looked at."""
    rest: Span | None = _extent(text)
    found: object = None
    faulty = False
    while rest is not None:
        try:
            found = _read_once(kind, rest)
            break
        except Fault as fault:
            report.add(fault.diagnostic)
            places = [fault.diagnostic.span, *(label.span for label in fault.diagnostic.others)]
            rest = _next_statement(rest, max(place.start for place in places)) if kind in LAID_OUT else None
            faulty = True
    return None if faulty else found


def _extent(text: Text) -> Span:
    """The part of the file to read.

    A block begins at the line of its first word, so that the first indentation is seen. The clauses
    that end a line belong to its scalar, even behind a comment.
    """
    source, start, end = text.span.source, text.span.start, text.span.end
    end = start + len(source.text[start:end].rstrip())
    if text.block:
        line = source.text.rfind("\n", 0, start) + 1
        start = start if source.text[line:start].strip() else line
        skipped = BLANK_LINES.match(source.text, start, end)
        return Span(source, skipped.end() if skipped else start, end)
    commented = CLAUSE_AFTER_COMMENT.match(source.text, end)
    return Span(source, start, commented.end() if commented else end)


def _next_statement(text: Span, after: int) -> Span | None:
    """The rest of a body from the next line as far left as its first one, if it begins a statement."""
    source = text.source.text
    first = re.match(r"[ ]*", text.text)
    column = source.rfind("\n", 0, text.start)
    indent = text.start + (len(first[0]) if first else 0) - column - 1
    line = source.find("\n", max(after, text.start), text.end)
    while line >= 0:
        begin = re.compile(r"([ ]*)(\w+)").match(source, line + 1, text.end)
        if begin and len(begin[1]) == indent and begin[2] not in errors.FOLLOWERS:
            return Span(text.source, line + 1, text.end)
        line = source.find("\n", line + 1, text.end)
    return None


def _read_once(kind: str, text: Span) -> object:
    source = text.source
    try:
        lark, layout = _parser()
        layout.kind = kind
        tree = lark.parse(TextSlice(source.text, text.start, text.end), start=kind)
    except UnexpectedToken as error:
        raise Fault(errors.stopped(_stop(kind, text, error, error.token))) from None
    except UnexpectedCharacters as error:
        raise Fault(errors.stopped(_stop(kind, text, error, None))) from None
    except TooDeep as deep:
        limit = MAX_CHAIN if deep.what == "operators" else MAX_NESTING
        raise Fault(errors.too_deep(_place(text, deep.token), deep.what, limit)) from None
    except MisplacedWord as word:
        names_something = word.names_something or kind in ("head", "typed", "zone")
        raise Fault(errors.misplaced_word(_place(text, word.token), names_something)) from None
    except WrongIndentation as wrong:
        raise Fault(errors.wrong_indentation(_place(text, wrong.token))) from None
    return _build(tree, source)


def _stop(kind: str, text: Span, error: UnexpectedInput, token: Token | None) -> hints.Stop:
    accepts: Callable[[], set[str]] = error.interactive_parser.accepts
    expected = frozenset(accepts())
    if token is None:
        return hints.Stop(kind, text, error.pos_in_stream or text.start, "", expected)
    if token.type == "$END":
        return hints.Stop(kind, text, text.end, "$END", expected)
    at = token.start_pos or text.start
    if token.type == "_INDENT":
        at = _place(text, token).start
    return hints.Stop(kind, text, at, token.type, expected)


def _place(text: Span, token: Token) -> Span:
    """The token; for one of layout, the first word of the line that follows it."""
    start = token.start_pos or text.start
    if token.type not in errors.LAYOUT:
        return Span(text.source, start, start + len(token))
    end = token.end_pos or start
    word = re.compile(r"\S+").search(text.source.text, end, text.end)
    return Span(text.source, word.start(), word.end()) if word else Span(text.source, start, end)


def _build(tree: Tree[Token], source: Source) -> object:
    """From the leaves up, without recursion: a tree may be deep."""
    built: dict[int, object] = {}
    for rule in tree.iter_subtrees():
        items = tuple(
            Leaf(child.type, str(child), Span(source, child.start_pos or 0, child.end_pos or 0))
            if isinstance(child, Token)
            else built[id(child)]
            for child in rule.children
        )
        span = Span(source, rule.meta.start_pos, rule.meta.end_pos)
        built[id(rule)] = node(Part(str(rule.data), items, span))
    return built[id(tree)]
