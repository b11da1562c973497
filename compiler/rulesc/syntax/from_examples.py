"""From the examples of a document to the syntax tree.

In: document examples. Out: syntax examples; those with a fault are left out, and the fault is told.
"""

from __future__ import annotations

import re

from rulesc.diagnostics import Report
from rulesc.document import nodes as document
from rulesc.source import Text
from rulesc.syntax import errors
from rulesc.syntax.nodes import (
    Assign,
    Can,
    Cannot,
    ClauseRef,
    DrawLine,
    Example,
    Expect,
    Expr,
    Moves,
    Only,
    PlayLine,
    RankingLine,
    ScoresLine,
)
from rulesc.syntax.parse import parse_clauses, parse_given, parse_guard, parse_moves

SCORE = re.compile(r"(-?\d{1,9})(?: *\/ *([1-9]\d{0,8}))?")
PLACE = re.compile(r"[1-9]\d?")
WHO = re.compile(r"(?:(can|cannot|only) +)?(p[1-9]\d?)")


def parse_examples(examples: tuple[document.Example, ...], report: Report) -> tuple[Example, ...]:
    parsed = (_example(example, report) for example in examples)
    return tuple(example for example in parsed if example is not None)


def _example(example: document.Example, report: Report) -> Example | None:
    known = len(report.errors)
    given: tuple[Assign, ...] = (parse_given(example.given, report) or ()) if example.given else ()
    lines = [_line(line, report) for line in example.play]
    lines += [_expect(text, report) for text in example.expect]
    parsed = Example(
        id=example.id.value,
        title=_words(example.title),
        rules=(parse_clauses(example.rules, report) or ()) if example.rules else (),
        cite=_words(example.cite),
        players=_players(example.players, report),
        options=_options(example.options, report),
        rulings=tuple((entry.key.value, entry.value.value) for entry in example.rulings),
        at=_words(example.at),
        given=given,
        play=tuple(line for line in lines if line is not None),
        span=example.id.span,
    )
    return None if len(report.errors) > known else parsed


def _words(text: Text | None) -> str:
    return text.value if text else ""


def _players(text: Text | None, report: Report) -> int | None:
    if text is None:
        return None
    if re.fullmatch(r"[1-9]\d?", text.value.strip()):
        return int(text.value)
    report.add(errors.wrong_number_of_players(text.span))
    return None


def _options(entries: tuple[document.Entry, ...], report: Report) -> tuple[tuple[str, Expr], ...]:
    options: list[tuple[str, Expr]] = []
    for entry in entries:
        value = parse_guard(entry.value, report)
        if value and value.clauses:
            report.add(errors.clauses_unwanted(value.clauses[0].span))
        elif value:
            options.append((entry.key.value, value.expr))
    return tuple(options)


def _expect(text: Text, report: Report) -> Expect | None:
    value = parse_guard(text, report)
    return Expect(value.expr, value.clauses, value.span) if value else None


def _line(line: document.PlayLine, report: Report) -> PlayLine | None:
    """What a seat plays, `draw: outcomes`, `expect: condition`, `scores: numbers` or `ranking: places`."""
    who = line.who.value.strip()
    if who == "expect":
        return _expect(line.text, report)
    if who == "scores":
        return _scores(line, report)
    if who == "ranking":
        return _ranking(line, report)
    found = WHO.fullmatch(who)
    if found is None and who != "draw":
        report.add(errors.wrong_play_line(line.who.span))
        return None
    parsed = parse_moves(line.text, report)
    if parsed is None:
        return None
    moves, clauses = parsed
    span = line.who.span.to(line.text.span)
    if found is None:
        if clauses:
            report.add(errors.clauses_unwanted(clauses[0].span))
        return DrawLine(moves, span)
    match found[1]:
        case None:
            return Moves(found[2], moves, clauses, span)
        case "can":
            return Can(found[2], moves, clauses, span)
        case "only":
            return Only(found[2], moves, clauses, span)
        case _:
            return Cannot(found[2], moves, clauses, span)


def _scores(line: document.PlayLine, report: Report) -> ScoresLine | None:
    """Whole numbers and fractions, one for each seat, perhaps with clauses behind them."""
    words, clauses = _numbers(line.text)
    found = [SCORE.fullmatch(word) for word in words]
    known = [score for score in found if score is not None]
    if len(known) < len(found):
        report.add(errors.wrong_scores(line.text.span))
        return None
    scores = tuple((int(score[1]), int(score[2] or 1)) for score in known)
    return ScoresLine(scores, clauses, line.who.span.to(line.text.span))


def _ranking(line: document.PlayLine, report: Report) -> RankingLine | None:
    """A place for each seat, from 1 on, perhaps with clauses behind them."""
    words, clauses = _numbers(line.text)
    if not all(PLACE.fullmatch(word) for word in words):
        report.add(errors.wrong_ranking(line.text.span))
        return None
    return RankingLine(tuple(map(int, words)), clauses, line.who.span.to(line.text.span))


def _numbers(text: Text) -> tuple[list[str], tuple[ClauseRef, ...]]:
    """What stands between the commas, and the clauses behind it."""
    written = text.span.text
    clauses = tuple(
        ClauseRef(cited[1], text.span.within(cited.start(), cited.end()))
        for cited in re.finditer(r"@(\S+)", written)
    )
    return [word.strip() for word in written.partition("@")[0].split(",")], clauses
