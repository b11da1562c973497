"""Where reading stopped, what could have stood there, and hints for frequent mistakes.

A `Stop` is the place with its surroundings; each hint looks at it and has a sentence or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from rulesc.diagnostics.suggest import did_you_mean
from rulesc.source import Span

RESERVED_WORDS = (
    "and as by choose deal draw elif else for from if in is let move not of optional or otherwise"
    " refill repeat shuffle then to until where while"
)
RESERVED = frozenset(RESERVED_WORDS.split())


@dataclass(frozen=True, slots=True)
class Stop:
    """Reading `text`, a scalar of some kind, stopped at a place; `expected` could have gone on."""

    kind: str
    text: Span
    at: int  # offset in the source
    token: str  # the terminal found, "" for characters that form none
    expected: frozenset[str]

    @property
    def before_with_comments(self) -> str:
        return self.text.source.text[self.text.start : self.at]

    @property
    def before(self) -> str:
        """What was read, without comments."""
        return COMMENT.sub("", self.before_with_comments)

    @property
    def line_before(self) -> str:
        return self.before.rsplit("\n", 1)[-1].strip()

    @property
    def word_before(self) -> str:
        found = re.search(r"(\w+|[^\w\s]+)\s*$", self.before)
        return found[1] if found else ""

    @property
    def span(self) -> Span:
        """The offending word: letters and digits, or signs that stand together."""
        found = WORD.match(self.text.source.text, self.at, self.text.end)
        return Span(self.text.source, self.at, found.end() if found else self.at)

    @property
    def at_end(self) -> bool:
        return self.at >= self.text.end or not self.text.source.text[self.at : self.text.end].strip()


COMMENT = re.compile(r"(?<!\S)#[^\n]*")
WORD = re.compile(r"@[\w-]*|\w+|&&|\|\||===?|!=|<>|<=|>=|[+*/-]=|\+\+|--|->|=>|:=|\*\*|.", re.DOTALL)


# ---- hints for frequent mistakes -----------------------------------------------------------

SIGNS = {
    "&&": "write `and`",
    "&": "write `and`",
    "||": "write `or`",
    "!": "write `not`",
    "<>": "write `!=`",
    "===": "write `==`",
    "++": "write `x += 1`",
    "--": "write `x -= 1`",
    ":=": "write `let x = e`",
    "*=": "write `x = x * 2`",
    "/=": "write `x = x / 2`",
    "**": "write `x * x`",
    '"': "the language has no text in quotes; values are written bare",
    "'": "the language has no text in quotes; values are written bare",
    ";": "write one statement a line",
    "\t": "indent and separate with blanks, not with tabs",
    "//": "a comment begins with ` #`",
}


def _sign(stop: Stop) -> str:
    word = stop.span.text
    if word == "=" and stop.before.endswith("="):
        return "to assign, write `=`; `==` compares"
    return SIGNS.get(word, "")


def _equals(stop: Stop) -> str:
    if stop.span.text != "=":
        return ""
    if stop.kind in ("value", "guard") or re.match(r"(if|elif|while|until|end +game)\b", stop.line_before):
        return "to compare, write `==`"
    if re.search(r"\b(if|where|when)\b", stop.line_before):
        return "to compare, write `==`"
    return ""


def _colon(stop: Stop) -> str:
    if stop.span.text != ":" or stop.kind != "body":
        return ""
    rest = stop.text.source.text[stop.at + 1 : stop.text.end].split("\n", 1)[0]
    if not COMMENT.sub("", rest).strip():
        return "a line that opens a block has no `:` at its end"
    if re.match(r"(if|elif|else|for|while|repeat|one|any|up|optional|otherwise)\b", stop.line_before):
        return "the block stands on lines of its own, indented further"
    return ""


def _else_if(stop: Stop) -> str:
    return "write `elif`" if stop.line_before == "else" and stop.span.text == "if" else ""


def _no_label(stop: Stop) -> str:
    if stop.line_before.startswith("choose ") and stop.span.text.startswith("@"):
        return "name the choice: `choose x in S as LABEL`"
    return ""


def _chained(stop: Stop) -> str:
    if stop.token == "CMP" and re.search(r"==|!=|<|>| in ", stop.line_before):
        return "comparisons don't chain; write `a < b and b < c`"
    return ""


def _is(stop: Stop) -> str:
    if stop.span.text == "is":
        return "`is` asks for the reading of a question: `U-1 is reading`; values are compared by `==`"
    return ""


def _set_of_each(stop: Stop) -> str:
    if stop.span.text == "for" and "RBRACE" in stop.expected:
        return "write `set(e for x in S if C)`"
    return ""


def _fraction(stop: Stop) -> str:
    if stop.token == "INT" and stop.word_before == ".":
        return "numbers are whole"
    return ""


def _after_clause(stop: Stop) -> str:
    if re.search(r"@[A-Z]+-[A-Z]*\d+[a-z]?\s*$", stop.before) and stop.kind != "clauses":
        return "clauses end a line"
    return ""


def _clause(stop: Stop) -> str:
    word = stop.span.text
    if stop.kind == "clauses":
        return "clauses are listed without `@` here: `P-1 P-2`" if word.startswith("@") else ""
    if word.startswith("@") and stop.token != "CLAUSE":
        return "a clause is written like `@P-1`"
    return ""


def _assigned_if(stop: Stop) -> str:
    if stop.span.text == "if" and re.search(r"[^=<>!]=[^=]", stop.line_before) and stop.kind == "body":
        return "put the assignment into a block: `if C`, and the assignment below"
    return ""


WHOLE = {
    "roll": "write for example `roll 2 from cup to table`",
    "pass": "write for example `pass hand clockwise`, or `counterclockwise`",
    "offer": "write for example `offer trade to other`",
    "bidding": "write for example `bidding by s for s in clockwise(first)`",
    "window": "write for example `window by s for s in clockwise(player)`",
    "together": "write `together by s for s in seats`",
}


def does_nothing(stop: Stop) -> str:
    """`lot.color` alone on its line, or a statement that is a name unless all of it is there."""
    if stop.kind == "body" and stop.line_before in WHOLE and re.match(r"\w", stop.span.text):
        return WHOLE[stop.line_before]
    if stop.kind == "given" and "=" not in stop.line_before:
        return "a position consists of lines like `x = 1`"
    if stop.kind == "body" and stop.expected >= {"EQUAL", "CHANGE"}:
        return "a line does something: a call, or an assignment like `x = 1`"
    return ""


TYPE_WORDS = "set of order grid seen rising"
ZONE_WORDS = "pile bag dice row of one seen above count hidden refilled from unlimited most"
BODY_WORDS = "move draw deal choose shuffle refill repeat while elif optional roll offer window"
SAID = {"typed": TYPE_WORDS.split(), "zone": ZONE_WORDS.split(), "body": BODY_WORDS.split()}


def _mistyped(stop: Stop) -> str:
    """A word before the place where reading stopped that is nearly one of the language."""
    known = SAID.get(stop.kind, [])
    words = re.findall(r"\w+", stop.line_before.rsplit(",", 1)[-1])
    if any(word not in known for word in words[1:]) and stop.kind == "body":
        return ""
    near = (did_you_mean(word, known) for word in words if word not in known)
    return next(filter(None, near), "")


HINTS: tuple[Callable[[Stop], str], ...] = (
    _sign,
    _equals,
    _colon,
    _else_if,
    _no_label,
    _chained,
    _is,
    _set_of_each,
    _fraction,
    _after_clause,
    _clause,
    _assigned_if,
    _mistyped,
    does_nothing,
)


# ---- what was expected ---------------------------------------------------------------------

PLAIN = {
    "NAME": "a name",
    "INT": "a number",
    "CLAUSE_ID": "a clause like `P-1`",
    "CHOSEN": "`chosen`",
    "OR_MORE": "`or more`",
    "EQUAL": "`=`",
    "IN": "`in`",
    "RPAR": "`)`",
    "RSQB": "`]`",
    "RBRACE": "`}`",
    "COMMA": "`,`",
    "DOTS": "`..`",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "",
}
OPERATOR_TERMINALS = "OR AND NOT CMP PLUS MINUS STAR SLASH PERCENT DOT LSQB LPAR DOTS IN"
OPERATORS = frozenset(OPERATOR_TERMINALS.split())
VALUE_TERMINALS = "NAME INT LPAR LBRACE LSQB MINUS NOT IF RULING"
STARTS_VALUE = frozenset(VALUE_TERMINALS.split())
STARTS_STATEMENT = frozenset({"LET", "MOVE", "DRAW", "CHOOSE"})


def expected(terminals: frozenset[str]) -> str:
    """In a few plain words, or nothing."""
    said: list[str] = []
    if terminals >= STARTS_STATEMENT:
        return "expected a statement"
    if terminals >= {"NAME", "INT", "LPAR"}:
        said = ["a value"]
        terminals -= STARTS_VALUE
    elif "PLUS" in terminals or "DOT" in terminals:
        terminals -= OPERATORS
    words = sorted(_plain(terminal) for terminal in terminals - {"CLAUSE", "$END", "CHANGE"})
    said += [word for word in words if word]
    if not said or len(said) > 3:
        return ""
    return "expected " + " or ".join(filter(None, (", ".join(said[:-1]), said[-1])))


def _plain(terminal: str) -> str:
    if terminal in PLAIN:
        return PLAIN[terminal]
    return "" if terminal.startswith("_") else f"`{terminal.lower().replace('_', ' ')}`"
