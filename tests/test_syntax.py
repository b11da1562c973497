"""The syntax stage: cases as files, exact places, limits, and printing that reads back."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark

from rulesc.diagnostics import Diagnostic, Report
from rulesc.document import nodes as document
from rulesc.source import Source, Span, Text
from rulesc.syntax import nodes, parse, show
from rulesc.syntax.from_document import parse_examples
from rulesc.syntax.hints import RESERVED
from rulesc.syntax.show_expr import show_expr
from tests.games import SPECS

CASES = Path(__file__).parent / "cases" / "syntax"
EXPECTED = "\n--- expected\n"


def text_of(written: str, block: bool = True) -> Text:
    return Text(written, Span(Source("case", written), 0, len(written)), block)


def expression(written: str) -> nodes.Expr:
    report = Report()
    value = parse.parse_guard(text_of(written), report)
    assert value is not None, [d.message for d in report.diagnostics]
    return value.expr


def told(kind: str, written: str) -> list[Diagnostic]:
    report = Report()
    assert READERS[kind](text_of(written), report) is None
    assert report.diagnostics
    return report.diagnostics


# ---- cases ---------------------------------------------------------------------------------


def _read(
    parsed: Callable[[Text, Report], object], printed: Callable[..., str]
) -> Callable[[Text, Report], str | None]:
    def read(text: Text, report: Report) -> str | None:
        found = parsed(text, report)
        return None if found is None else printed(found)

    return read


READERS: dict[str, Callable[[Text, Report], str | None]] = {
    "head": _read(parse.parse_head, show.show_head),
    "typed": _read(parse.parse_typed, show.show_typed),
    "zone": _read(parse.parse_zone, show.show_zone),
    "value": _read(parse.parse_value, show.show_value),
    "guard": _read(parse.parse_guard, show.show_value),
    "body": _read(parse.parse_body, show.show_body),
    "given": _read(parse.parse_given, show.show_body),
    "clauses": _read(parse.parse_clauses, lambda clauses: " ".join(clause.id for clause in clauses)),
    "moves": _read(
        parse.parse_moves,
        lambda moves: ", ".join(map(show_expr, moves[0])) + "".join(f"  @{clause.id}" for clause in moves[1]),
    ),
}


def print_faults(report: Report) -> str:
    lines: list[str] = []
    for fault in report.diagnostics:
        line, column = fault.span.source.position(fault.span.start)
        lines.append(f"{fault.code}: {fault.message}")
        lines.append(f"  {line}:{column} {fault.span.text!r} {fault.note}".rstrip())
        lines += [f"  {other.span.line}:{other.span.column} {other.text}" for other in fault.others]
        if fault.hint:
            lines.append(f"  hint: {fault.hint}")
    return "\n".join(lines)


@pytest.mark.parametrize("case", sorted(CASES.glob("*.case")), ids=lambda case: case.stem)
def test_case(case: Path, request: pytest.FixtureRequest) -> None:
    """`<kind>-<variant>.case` prints the tree, `wrong-<kind>-<variant>.case` the faults."""
    written, _, expected = case.read_text(encoding="utf-8").partition(EXPECTED)
    wrong, _, rest = case.stem.partition("wrong-")
    kind = (rest if rest else wrong).split("-")[0]
    report = Report()
    printed = READERS[kind](text_of(written), report)
    if rest:
        assert printed is None
    else:
        assert printed is not None, print_faults(report)
        assert READERS[kind](text_of(printed), report) == printed, "what is printed reads back the same"
    actual = (print_faults(report) if rest else str(printed)) + "\n"
    if request.config.getoption("--update", default=False):
        case.write_text(written + EXPECTED + actual, encoding="utf-8")
    else:
        assert actual == expected


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_spec_reads(path: Path) -> None:
    from rulesc.document.from_text import read_document
    from rulesc.syntax.from_document import parse_spec

    report = Report()
    found = read_document(path, report)
    assert found is not None, report.diagnostics
    spec = parse_spec(found, report)
    assert spec is not None, print_faults(report)
    printed = show.show_spec(spec)
    assert printed.startswith(f"game {path.stem}\n")
    for name in _walk(spec, nodes.Name):
        assert name.span.text == name.id, "places are exact"


def example(play: list[tuple[str, str]]) -> document.Example:
    lines = tuple(document.PlayLine(text_of(who, False), text_of(line, False)) for who, line in play)
    return document.Example(
        id=text_of("E-1", False),
        title=text_of("One turn", False),
        rules=text_of("P-1, P-2", False),
        cite=None,
        players=text_of("2", False),
        options=(document.Entry(text_of("quick", False), text_of("true", False)),),
        rulings=(document.Entry(text_of("U-P1", False), text_of("at_once", False)),),
        at=None,
        given=text_of("A.level = 2"),
        play=lines,
        expect=(text_of("p1.score == 3  @P-3", False),),
    )


def test_example_reads() -> None:
    report = Report()
    play = [
        ("p1", "build(A, blue), card(hand)"),
        ("cannot p2", "stop  @P-4"),
        ("can p2", "pass"),
        ("draw", "Card(blue), Card(red)"),
        ("expect", "built > 0"),
    ]
    (parsed,) = parse_examples((example(play),), report)
    assert "\n".join(show.show_example(parsed)) == (
        "example E-1  @P-1 @P-2\n"
        "  title One turn\n"
        "  players 2\n"
        "  option quick: true\n"
        "  ruling U-P1: at_once\n"
        "  given\n"
        "    A.level = 2\n"
        "  p1: build(A, blue), card(hand)\n"
        "  cannot p2: stop  @P-4\n"
        "  can p2: pass\n"
        "  draw: Card(blue), Card(red)\n"
        "  expect: built > 0\n"
        "  expect: p1.score == 3  @P-3"
    )


def test_a_play_line_begins_with_a_seat() -> None:
    report = Report()
    assert parse_examples((example([("first", "stop"), ("draw", "Card(red) @P-1")]),), report) == ()
    assert [fault.code for fault in report.diagnostics] == ["wrong-play-line", "syntax-error"]


# ---- the grammar ---------------------------------------------------------------------------


def test_grammar_has_no_conflicts() -> None:
    grammar = (Path(parse.__file__).parent / "rules.lark").read_text(encoding="utf-8")
    starts = [*parse.INLINE, *parse.LAID_OUT]
    Lark(grammar, parser="lalr", lexer="contextual", strict=True, start=starts, postlex=parse.Layout())


def test_grammar_names_no_plain_number() -> None:
    """Terminals without a name would be called `__ANON_3`."""
    lark, _ = parse._parser()
    assert not [one.name for one in lark.terminals if one.name.startswith("__")]


# ---- places --------------------------------------------------------------------------------


def _walk(tree: object, type_: type[nodes.Name]) -> list[nodes.Name]:
    found: list[nodes.Name] = []
    rest = [tree]
    while rest:
        item = rest.pop()
        if isinstance(item, type_):
            found.append(item)
        if isinstance(item, tuple):
            rest.extend(item)
        elif is_dataclass(item) and not isinstance(item, Span | Source):
            rest.extend(getattr(item, field.name) for field in fields(item))
    return found


def test_places_are_those_of_the_file() -> None:
    before, written, after = "key: |\n", "  a(b) by c  @P-1\n  if d.e\n    f = g", "\nother: x\n"
    source = Source("case", before + written + after)
    text = Text(written, Span(source, len(before), len(before) + len(written)), True)
    body = parse.parse_body(text, Report())
    assert body is not None
    assert [name.span.text for name in _walk(body, nodes.Name)] != []
    assert all(name.span.text == name.id for name in _walk(body, nodes.Name))
    assert [stmt.span.text for stmt in body] == ["a(b) by c", "if d.e"]
    assert body[0].clauses[0].span.text == "@P-1"


def test_a_block_may_begin_at_its_first_word() -> None:
    source = Source("case", "key: |\n    if a\n      b\n    c\n")
    body = parse.parse_body(Text(source.text[11:], Span(source, 11, len(source.text)), True), Report())
    assert body is not None
    assert len(body) == 2


def test_clauses_behind_a_yaml_comment_belong_to_the_scalar() -> None:
    source = Source("case", "level: 0..4 = 0   # as printed  @P-1 @P-2\nother: 0..4 = 0  # not @P-3 here\n")
    first, second = source.text.index("0..4"), source.text.rindex("0..4")
    level = parse.parse_typed(Text("0..4 = 0", Span(source, first, first + 8)), Report())
    other = parse.parse_typed(Text("0..4 = 0", Span(source, second, second + 8)), Report())
    assert level is not None and other is not None
    assert [clause.id for clause in level.clauses] == ["P-1", "P-2"]
    assert other.clauses == ()


# ---- limits --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "written",
    [
        "(" * 65 + "a" + ")" * 65,
        "{" * 100_000,
        "a" + " + a" * 501,
        "a" + ".b" * 501,
        "not " * 501 + "a",
        "-" * 501 + "a",
        "if a then b else " * 501 + "c",
        "(" + "a + " * 300 + "a) + " + "a + " * 300 + "a",
        "(" + "a + " * 499 + "a) + (b)",
    ],
    ids=range(9),
)
def test_too_deep(written: str) -> None:
    assert [fault.code for fault in told("guard", written)] == ["too-deep"]


@pytest.mark.parametrize(
    "written",
    [
        "(" * 64 + "a" + ")" * 64,
        "a" + " + a" * 498,
        "a" + ".b" * 498,
        "not " * 498 + "a",
        "-" * 498 + "a",
        "[" + ", ".join(["a + b"] * 5000) + "]",
        "f(" + "a, " * 400 + "b" + " + a" * 400 + ")",
    ],
    ids=range(7),
)
def test_deep_enough(written: str) -> None:
    parsed = expression(written)
    assert show_expr(expression(show_expr(parsed))) == show_expr(parsed)


def test_deep_blocks() -> None:
    def blocks(depth: int) -> str:
        return "\n".join("  " * i + "optional" for i in range(depth)) + "\n" + "  " * depth + "a"

    assert parse.parse_body(text_of(blocks(64)), Report()) is not None
    assert [fault.code for fault in told("body", blocks(65))] == ["too-deep"]


def test_long_bodies() -> None:
    body = parse.parse_body(text_of("a = b + c\n" * 3000), Report())
    assert body is not None and len(body) == 3000


def test_a_word_of_the_language_is_no_name() -> None:
    for word in sorted(RESERVED | {"none", "all", "true", "false"}):
        assert [fault.code for fault in told("head", word)] == ["reserved-word"]
        assert told("body", f"let {word} = 3")[0].code == "reserved-word"
        assert told("typed", f"red | {word}")[0].code == "reserved-word"


# ---- messages ------------------------------------------------------------------------------

SOFT_WORDS = "a b lot one any number up end game chosen more stop when count set 1 2 @P-1 U-P1 is seen pile"
SIGNS = "( ) [ ] { } , . .. + - * / % = == != < <= += -= : ; & && | || ! ? # @ @p $ é"
LAYOUT = ["\t", "\n", "\n  ", "\n    ", '"']
WORDS = [*sorted(RESERVED), *SOFT_WORDS.split(), *SIGNS.split(), *LAYOUT]


@given(st.sampled_from(sorted(READERS)), st.lists(st.sampled_from(WORDS), max_size=12))
def test_any_text_is_read_or_refused_in_words(kind: str, words: list[str]) -> None:
    report = Report()
    written = " ".join(words)
    printed = READERS[kind](text_of(written), report)
    assert (printed is None) == bool(report.diagnostics)
    for fault in report.diagnostics:
        said = " ".join([fault.message, fault.note, fault.hint, *(other.text for other in fault.others)])
        assert not re.search(r"ANON|_NL|DEDENT|INDENT|\$END|\b(?!TYPE|NAME)[A-Z]{3,}|\bNone\b", said), said
        assert 0 <= fault.span.start <= fault.span.end <= len(written)


@given(st.text(max_size=30))
def test_any_characters_are_read_or_refused(written: str) -> None:
    for reader in READERS.values():
        report = Report()
        assert (reader(text_of(written), report) is None) == bool(report.diagnostics)


# ---- printing ------------------------------------------------------------------------------

SPAN = Span(Source("made", ""), 0, 0)
NAMES = st.sampled_from(["a", "b", "lot", "one", "x"])
ATOMS: st.SearchStrategy[nodes.Expr] = st.one_of(
    NAMES.map(lambda name: nodes.Name(name, SPAN)),
    st.integers(0, 99).map(lambda value: nodes.Int(value, SPAN)),
    st.sampled_from(["none", "true", "false", "all"]).map(lambda word: nodes.Word(word, SPAN)),
    NAMES.map(lambda reading: nodes.RulingIs("U-P9", reading, SPAN)),
)
BINARY = "or,and,==,!=,<,<=,>,>=,in,not in,..,+,-,*,/,%"
OPERATORS = st.sampled_from(BINARY.split(","))


def _larger(inner: st.SearchStrategy[nodes.Expr]) -> st.SearchStrategy[nodes.Expr]:
    some = st.lists(inner, min_size=1, max_size=3).map(tuple)
    each = st.builds(nodes.Each, NAMES, inner, st.none() | inner, st.just(SPAN))
    items = st.lists(inner | st.builds(nodes.Many, inner, inner, st.just(SPAN)), max_size=3).map(tuple)
    function = st.builds(nodes.Name, NAMES, st.just(SPAN)) | st.builds(
        nodes.Attribute, inner, NAMES, st.just(SPAN)
    )
    return st.one_of(
        st.builds(nodes.Binary, OPERATORS, inner, inner, st.just(SPAN)),
        st.builds(nodes.Unary, st.sampled_from(["not", "-"]), inner, st.just(SPAN)),
        st.builds(nodes.Conditional, inner, inner, inner, st.just(SPAN)),
        st.builds(nodes.Attribute, inner, NAMES, st.just(SPAN)),
        st.builds(nodes.Index, inner, some, st.just(SPAN)),
        st.builds(nodes.Call, function, st.lists(inner, max_size=3).map(tuple), st.just(SPAN)),
        st.builds(nodes.SetOf, items, st.just(SPAN)),
        st.builds(nodes.ListOf, items, st.just(SPAN)),
        st.builds(
            nodes.Fold,
            st.sampled_from(["sum", "set", "all", "any", "best"]),
            inner,
            st.lists(each, min_size=1, max_size=2).map(tuple),
            st.just(SPAN),
        ),
    )


@given(st.recursive(ATOMS, _larger, max_leaves=12))
def test_what_is_printed_reads_back(expr: nodes.Expr) -> None:
    assert expression(show_expr(expr)) == expr


# ---- comments ------------------------------------------------------------------------------


@pytest.mark.parametrize("filling", [" @P-1" * 40_000, " " * 200_000, "\n" * 200_000 + "#", "#" * 200_000])
def test_a_long_comment_is_read_in_a_moment(filling: str) -> None:
    """Looking for the clauses that end a line, the lexer doesn't look at the rest again and again."""
    start = time.process_time()
    assert parse.parse_body(text_of(f"  a  # x{filling} x\n"), Report()) is not None
    assert time.process_time() - start < 5
