"""How diagnostics look: the line and the caret on a screen, JSON, SARIF, and what is suggested."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesc.diagnostics import Diagnostic, Label, Severity
from rulesc.diagnostics.render import WIDTH, render_json, render_sarif, render_text
from rulesc.diagnostics.suggest import closest, did_you_mean
from rulesc.source import Source, Span

SPEC = Source(
    "small/a b.yaml", "zones:\n  board: Disc\n\n" + "#\n" * 8 + "      free: boad[cell].size == 0\n"
)


def at(text: str, found: str, name: str = "x.yaml") -> Span:
    start = text.index(found)
    return Span(Source(name, text), start, start + len(found))


def within(found: str) -> Span:
    start = SPEC.text.index(found)
    return Span(SPEC, start, start + len(found))


def shown(span: Span) -> tuple[str, str]:
    """The line and what stands below it."""
    line, under = render_text([Diagnostic("x", "x", span)], color=False).splitlines()[3:5]
    return line.partition(" | ")[2], under.partition(" | ")[2]


def columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


# ---- text ----------------------------------------------------------------------------------


def test_a_diagnostic() -> None:
    others = (Label(within("board"), "declared here"),)
    fault = Diagnostic(
        "unknown-name", "nothing is called `boad`", within("boad"), "note", "did you mean `board`?", others
    )
    assert render_text([fault, Diagnostic("x", "y", Span(Source("none.yaml", ""), 0, 0))], color=False) == (
        """\
error[unknown-name]: nothing is called `boad`
  small/a b.yaml:12:13
   |
12 |       free: boad[cell].size == 0
   |             ^^^^ note
  small/a b.yaml:2:3
   |
 2 |   board: Disc
   |   ----- declared here
   = help: did you mean `board`?

error[x]: y
  none.yaml
"""
    )


def test_nothing_to_say() -> None:
    assert render_text([], color=False) == ""
    assert json.loads(render_json([])) == []
    assert json.loads(render_sarif([]))["runs"][0]["results"] == []


def test_color_adds_nothing_but_color() -> None:
    fault = Diagnostic("x", "wrong", within("boad"), "note", "hint", severity=Severity.WARNING)
    colored = render_text([fault], color=True)
    assert colored != render_text([fault], color=False)
    for code in ("\033[1m", "\033[33m", "\033[34m", "\033[36m", "\033[0m"):
        assert code in colored
        colored = colored.replace(code, "")
    assert colored == render_text([fault], color=False)


def test_wide_characters_take_two_columns() -> None:
    line, under = shown(at("title: 宝塔 boad\n", "boad"))
    assert line == "title: 宝塔 boad"
    assert under == " " * columns("title: 宝塔 ") + "^^^^"
    assert shown(at("宝塔", "塔"))[1] == "  ^^"


def test_combining_characters_take_none() -> None:
    assert shown(at("Cafe\u0301 boad", "boad"))[1] == "     ^^^^"


def test_a_tab_takes_four() -> None:
    assert shown(at("\ta\tboad", "boad")) == ("    a    boad", "         ^^^^")


def test_hidden_characters_are_shown() -> None:
    line, under = shown(at("a\u202eb\x1b[31m boad\x00", "boad"))
    assert line == "a<U+202E>b<U+001B>[31m boad<U+0000>"
    assert under == " " * line.index("boad") + "^^^^"


def test_nothing_steers_the_terminal() -> None:
    evil = "\x1b]0;x\x07\u202e\r\n\x9b"
    span = at(f"{evil}boad", "boad", evil)
    text = render_text([Diagnostic("x", evil, span, evil, evil, (Label(span, evil),))], color=False)
    assert all(c == "\n" or c.isprintable() for c in text)


@pytest.mark.parametrize("before", [0, 10, 50, 200, 5_000])
@pytest.mark.parametrize("after", [0, 10, 200, 5_000])
def test_long_lines_are_cut_around_the_caret(before: int, after: int) -> None:
    line, under = shown(at("a " * before + "boad" + " z" * after, "boad"))
    assert columns(line) <= WIDTH + 6
    start = under.index("^")
    assert line[start : start + 4] == "boad"
    assert under.strip() == "^^^^"
    assert line.startswith("...") == (line.strip(".").count("a ") < before)


def test_a_long_span_ends_with_its_line() -> None:
    line, under = shown(at("x" * 1_000 + "\ny", "x" * 1_000))
    assert columns(line) <= WIDTH + 6
    assert under == "^" * WIDTH
    assert shown(at("a: |\n  b\n", "|\n  b"))[1] == "   ^"


def test_places_beyond_the_last_character() -> None:
    source = Source("x.yaml", "a\n")
    assert shown(Span(source, 1, 1)) == ("a", " ^")
    assert "x.yaml:2:1" in render_text([Diagnostic("x", "x", Span(source, 2, 2))], color=False)


@given(st.text(min_size=1), st.data())
def test_any_place_in_any_text(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    fault = Diagnostic("x", "x", Span(Source("x.yaml", text), start, end))
    lines = render_text([fault], color=False).split("\n")
    assert len(lines) == 6
    assert "^" in lines[4]
    json.loads(render_json([fault]))
    json.loads(render_sarif([fault]))


# ---- JSON and SARIF ------------------------------------------------------------------------

FAULT = Diagnostic(
    "unknown-name",
    "nothing is called `宝`",
    within("boad"),
    "note",
    "hint",
    (Label(within("board"), "here"),),
)


def test_json() -> None:
    assert json.loads(render_json([FAULT])) == [
        {
            "code": "unknown-name",
            "severity": "error",
            "message": "nothing is called `宝`",
            "file": "small/a b.yaml",
            "line": 12,
            "column": 13,
            "end_line": 12,
            "end_column": 17,
            "note": "note",
            "hint": "hint",
            "others": [
                {
                    "file": "small/a b.yaml",
                    "line": 2,
                    "column": 3,
                    "end_line": 2,
                    "end_column": 8,
                    "text": "here",
                }
            ],
        }
    ]
    assert render_json([FAULT]).isascii()


def test_sarif() -> None:
    warning = Diagnostic("never-reached", "x", within("zones"), severity=Severity.WARNING)
    log = json.loads(render_sarif([FAULT, warning]))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    ids = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert ids == ["never-reached", "unknown-name"]
    assert [ids[r["ruleIndex"]] for r in run["results"]] == [r["ruleId"] for r in run["results"]]
    assert [r["level"] for r in run["results"]] == ["error", "warning"]
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "small/a%20b.yaml"
    assert place["region"] == {"startLine": 12, "startColumn": 13, "endLine": 12, "endColumn": 17}
    assert run["results"][0]["relatedLocations"][0]["message"]["text"] == "here"
    assert "relatedLocations" not in run["results"][1]


# ---- did you mean --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("boad", "board"),
        ("baord", "board"),
        ("Board", "board"),
        ("boards", "board"),
        ("draw-pile", "draw_pile"),
        ("dsicard", "discard"),
        ("discrad_pil", "discard_pile"),
        ("hamd", "hand"),
    ],
)
def test_near_names(written: str, meant: str) -> None:
    known = ["board", "discard", "discard_pile", "draw_pile", "hand", "lot", "x"]
    assert closest(written, known) == meant
    assert closest(written, reversed(known)) == meant
    assert did_you_mean(written, known) == f"did you mean `{meant}`?"


@pytest.mark.parametrize("written", ["", "y", "xy", "pile", "score", "hand", "b" * 10_000])
def test_nothing_near(written: str) -> None:
    assert closest(written, ["board", "hand", "lot", "x"]) is None
    assert did_you_mean(written, ["board", "hand", "lot", "x"]) == ""


def test_equally_near_names() -> None:
    """The order of the candidates, often that of a set, decides nothing."""
    assert closest("cart", ["card", "cars", "carl"]) == closest("cart", ["carl", "cars", "card"]) == "card"
