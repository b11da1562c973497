"""The words of this stage: what is wrong with a text of the rules language.

In: a place, or the `Stop` where reading could not go on. Out: a `Diagnostic`.
"""

from __future__ import annotations

import re

from rulesc.diagnostics import Diagnostic, Label, Severity
from rulesc.source import Span
from rulesc.syntax.hints import COMMENT, HINTS, RESERVED, Stop, does_nothing, expected

SEEN_BY = ("all", "owner", "nobody")
WORDS = frozenset({"none", "true", "false", "all"})
LAYOUT = ("_NL", "_INDENT", "_DEDENT")
PAIRS = {")": "(", "]": "[", "}": "{"}

KINDS = {
    "head": "key",
    "typed": "type",
    "zone": "zone",
    "value": "definition",
    "guard": "expression",
    "body": "body",
    "moves": "line of moves",
    "clauses": "list of clauses",
    "given": "position",
}


# ---- faults with a place of their own ------------------------------------------------------


def reserved_word(word: str, span: Span) -> Diagnostic:
    return Diagnostic(
        "reserved-word",
        f"`{word}` is a word of the language and can't be a name",
        span,
        hint=f"choose another name, such as `{word}_`",
    )


def too_deep(span: Span, what: str, limit: int) -> Diagnostic:
    hints = {
        "brackets": "give an inner part a name of its own under `define`",
        "operators": "give a part a name of its own under `define`",
        "blocks": "make an inner block an effect of its own",
    }
    return Diagnostic("too-deep", f"more than {limit} {what} stand inside each other", span, hint=hints[what])


def number_too_large(span: Span, digits: int) -> Diagnostic:
    return Diagnostic(
        "number-too-large",
        f"a number has at most {digits} digits",
        span,
        hint="games need no such numbers: use a smaller one",
    )


def said_twice(what: str, span: Span) -> Diagnostic:
    return Diagnostic("syntax-error", f"`{what}` is said twice", span, hint="say it once")


def only_columns_rise(span: Span) -> Diagnostic:
    message = "only a column of a table rises from row to row"
    return Diagnostic("syntax-error", message, span, hint="leave out `, rising`")


def unknown_viewer(word: str, span: Span) -> Diagnostic:
    return Diagnostic(
        "syntax-error", f"nothing is seen by `{word}`", span, hint="write `all`, `owner` or `nobody`"
    )


def not_callable(span: Span) -> Diagnostic:
    return Diagnostic(
        "syntax-error",
        "only a name can be called",
        span,
        hint="write the name of a function or a definition before `(`",
    )


def not_a_fold(span: Span) -> Diagnostic:
    return Diagnostic(
        "syntax-error",
        "`for` goes through values only in `count`, `sum`, `set` and the like",
        span,
        hint="write for example `count(x for x in S if C)`",
    )


def wrong_indentation(span: Span) -> Diagnostic:
    return Diagnostic(
        "bad-indentation",
        "this line stands between two levels of indentation",
        span,
        hint="indent it as far as an earlier line of its block",
    )


def clauses_unwanted(span: Span) -> Diagnostic:
    hint = "clauses of a whole declaration are listed behind `rules:`, without `@`"
    return Diagnostic("syntax-error", "no clause can stand here", span, hint=hint)


def lost_clause(span: Span) -> Diagnostic:
    message = "nothing reads this clause: it stands in a comment"
    hint = "clauses end a line of a rule; those of a whole declaration are listed behind `rules:`"
    return Diagnostic("lost-clause", message, span, hint=hint, severity=Severity.WARNING)


def wrong_head(span: Span, name: str, part: str) -> Diagnostic:
    message = f"`{name}` takes no {part.removeprefix('a ')} here"
    return Diagnostic(
        "wrong-head", message, span, hint="leave it out; what each key may say stands in its section"
    )


# ---- scalars with few possible values ------------------------------------------------------


def wrong_players(span: Span, most: int) -> Diagnostic:
    message = f"the number of players is 1 to {most}, or a range of that"
    return Diagnostic("wrong-value", message, span, hint="write for example `2` or `2..4`")


def wrong_teams(span: Span) -> Diagnostic:
    message = "the number of teams is at least 2, and every number of players makes teams of one size"
    return Diagnostic("wrong-value", message, span, hint="two teams play for example with `players: 4`")


def wrong_number_of_players(span: Span) -> Diagnostic:
    return Diagnostic(
        "wrong-value", "an example is played by a number of players", span, hint="write for example `2`"
    )


def wrong_longest(span: Span, most: int) -> Diagnostic:
    return Diagnostic(
        "wrong-value",
        f"the longest game has 1 to {most} decisions",
        span,
        hint="write a number without commas, such as `500`",
    )


def wrong_returns(span: Span) -> Diagnostic:
    return Diagnostic("wrong-value", "unknown kind of returns", span, hint="write `default` or `scores`")


def wrong_label(span: Span) -> Diagnostic:
    message = "a label is one word of letters, digits and `_`"
    return Diagnostic("wrong-label", message, span, hint="write for example `enough_room`")


def wrong_scores(span: Span) -> Diagnostic:
    message = "the scores are numbers or fractions, one for each seat"
    return Diagnostic("wrong-play-line", message, span, hint="write `scores: 40, 26/3`")


def wrong_ranking(span: Span) -> Diagnostic:
    message = "the ranking gives a place for each seat, 1 for the best"
    return Diagnostic(
        "wrong-play-line", message, span, hint="write `ranking: 2, 1`; level seats share a place"
    )


def wrong_play_line(span: Span) -> Diagnostic:
    return Diagnostic(
        "wrong-play-line",
        "a line of play begins with a seat",
        span,
        hint="write `p1: moves`, `can p1: moves`, `cannot p1: moves`, `only p1: moves`, `draw: kinds` or "
        "`expect: condition`",
    )


# ---- where reading stopped ------------------------------------------------------------------


def stopped(stop: Stop) -> Diagnostic:
    """The fault where reading stopped."""
    opened = _open_bracket(stop)
    if opened is not None and (stop.at_end or _closes_other(stop, opened) or _starts_line(stop)):
        return _unclosed(stop, opened)
    if stop.token == "_INDENT":
        return _indented(stop)
    if stop.at_end or stop.token in LAYOUT:
        return _too_early(stop)
    if "_INDENT" in stop.expected:
        return _no_block(stop)
    keyword = _keyword_as_name(stop)
    if keyword:
        return keyword
    span = stop.span
    hint = next(filter(None, (find(stop) for find in HINTS)), "")
    note = "" if hint else expected(stop.expected)
    hint = hint or ("" if note else _general(stop.kind))
    return Diagnostic("syntax-error", f"`{_shown(span.text)}` can't stand here", span, note, hint)


def _general(kind: str) -> str:
    if kind in ("body", "deeds"):
        return "a statement changes something, such as `x = 1`, moves pieces, decides, or calls an effect"
    if kind == "head":
        return "a key is a name, perhaps with `(parameters)`, `per TYPE`, `by NAME` or `/ label`"
    return "`rulesc explain syntax-error` shows what is often meant"


def _shown(word: str) -> str:
    return {"\t": "tab", "\n": "line break"}.get(word, word if word.isprintable() else ascii(word)[1:-1])


def _open_bracket(stop: Stop) -> Span | None:
    """The innermost bracket that is open where reading stopped."""
    opened: list[int] = []
    text = stop.text.source.text
    comments = [found.span() for found in COMMENT.finditer(text, stop.text.start, stop.at)]
    for at in range(stop.text.start, stop.at):
        if any(start <= at < end for start, end in comments):
            continue
        if text[at] in PAIRS.values():
            opened.append(at)
        elif text[at] in PAIRS and opened:
            opened.pop()
    return Span(stop.text.source, opened[-1], opened[-1] + 1) if opened else None


def _closes_other(stop: Stop, opened: Span) -> bool:
    return PAIRS.get(stop.span.text, opened.text) != opened.text


def _starts_line(stop: Stop) -> bool:
    """A body's next line was reached inside a bracket."""
    return stop.kind in ("body", "given") and not stop.line_before and "\n" in stop.before


def _unclosed(stop: Stop, opened: Span) -> Diagnostic:
    closer = next(closing for closing, opening in PAIRS.items() if opening == opened.text)
    others: tuple[Label, ...] = ()
    if not stop.at_end:
        others = (Label(stop.span, f"before this a `{closer}` is missing"),)
    return Diagnostic(
        "unclosed-bracket", f"`{opened.text}` is never closed", opened, hint=f"add `{closer}`", others=others
    )


def _indented(stop: Stop) -> Diagnostic:
    line = stop.before.rstrip().rsplit("\n", 1)[-1].strip()
    hint = "begin it under the line above, or let that line open a block: `if C`, `one of`, `repeat`"
    if line.startswith(("one", "any", "up")):
        hint = "a choice is opened by `one of`, `any number of` or `up to 3 of`"
    message = "this line is indented, but the line above opens no block"
    return Diagnostic("bad-indentation", message, stop.span, hint=hint)


FOLLOWERS = {
    "elif": "`elif` follows the block of an `if`, at the same indentation",
    "else": "`else` follows the block of an `if`, at the same indentation",
    "otherwise": "`otherwise` follows the block of `one of`, at the same indentation",
    "until": "`until` follows the block of `repeat`, at the same indentation",
}


def misplaced_word(span: Span, names_something: bool) -> Diagnostic:
    """A word of the language where a name or a value must stand."""
    if names_something:
        return reserved_word(span.text, span)
    hint = FOLLOWERS.get(span.text, "")
    note = "" if hint else "expected a name or a value"
    return Diagnostic("syntax-error", f"`{span.text}` can't stand here", span, note, hint)


def _too_early(stop: Stop) -> Diagnostic:
    """The text or the line ends, but what it says is not complete."""
    if "_INDENT" in stop.expected:
        return _no_block(stop)
    end = stop.text.start + len(stop.before_with_comments.rstrip())
    begin = max(stop.text.start, end - len(stop.word_before))
    whole = "line" if stop.kind in ("body", "given") else KINDS[stop.kind]
    hint = "name the choice at the end: `as LABEL`" if "AS" in stop.expected else does_nothing(stop)
    note = "" if hint else expected(stop.expected)
    hint = hint or ("" if note else _general(stop.kind))
    message = f"the {whole} ends too early"
    return Diagnostic("syntax-error", message, Span(stop.text.source, begin, end), note, hint)


def _no_block(stop: Stop) -> Diagnostic:
    before = stop.before_with_comments.rstrip()
    line = before.rsplit("\n", 1)[-1].lstrip()
    begin = stop.text.start + len(before) - len(line)
    words = re.split(r"\s+[@#]", line, maxsplit=1)[0]
    span = Span(stop.text.source, begin, begin + len(words))
    return Diagnostic(
        "bad-indentation",
        "a block must follow this line, indented further",
        span,
        hint="write what belongs to it on the lines below, indented by two blanks more",
    )


def _keyword_as_name(stop: Stop) -> Diagnostic | None:
    """`move = 3`: the word before opens a statement."""
    word = stop.word_before
    if stop.line_before != word or word not in RESERVED or stop.span.text not in ("=", "+=", "-="):
        return None
    at = stop.text.start + len(stop.text.source.text[stop.text.start : stop.at].rstrip()) - len(word)
    return reserved_word(word, Span(stop.text.source, at, at + len(word)))
