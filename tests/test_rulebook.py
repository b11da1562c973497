"""`rulesc rulebook`: a page with every clause in its order, safe to print whatever a spec says."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulesc.cli import cli
from rulesc.commands.pages import Items, Page, Paragraph, Section, as_html, markdown
from tests.test_cli import ROOT, TIC_TAC_TOE, run
from tests.test_editions import erratum, folder

__all__ = ["folder"]  # the small spec, in an empty working directory

PAGODA = str(ROOT / "specs" / "pagoda.yaml")
VOID = {"meta"}


class Reader(HTMLParser):
    """What a browser makes of a page: the tags have to fit; ids, texts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.texts: list[str] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value or "" for key, value in attrs if key == "id"]
        assert tag not in ("script", "img", "b")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append(data.strip())


@pytest.fixture(scope="module")
def text() -> str:
    return run("rulebook", PAGODA).output


def test_every_clause_stands_in_its_order(text: str, tmp_path: Path) -> None:
    places = [text.index(f"### P-{n}\n") for n in range(1, 74)]
    assert places == sorted(places)
    run("rulebook", PAGODA, "--html", str(tmp_path / "page.html"))
    page = Reader((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert [name for name in page.ids if name.startswith("P-")] == [f"P-{n}" for n in range(1, 74)]


def test_a_clause_is_shown_with_all_that_belongs_to_it(text: str) -> None:
    part = text[text.index("### P-26\n") : text.index("### P-27\n")]
    assert "A turn may contain at most three built columns" in part
    assert "Printed in Z57, Z116, D4, D17." in part
    assert "- define limit: `3` (pagoda.yaml:" in part
    assert "guard limit: `built < limit` (pagoda.yaml:" in part
    assert "EP-1: one column on a first level and two on a second" in part
    assert "No effect in play." in text[text.index("### P-1\n") : text.index("### P-2\n")]
    question = text[text.index("### U-P9\n") : text.index("### U-P10\n")]
    assert "`same_color` (chosen)" in question and "`any_color`:" in question
    assert "Open questions: U-P9" in text


def test_titles_provisional_data_and_sources_are_told(text: str) -> None:
    assert text.startswith("# Pagoda\n\nPagoda (en, de) / 宝塔 (zh) / Pagode (fr)\n")
    assert "- Z: Review with rules, Chinese" in text
    assert "Tile, 25 rows (blue\\_blue" in text[text.index("## Provisional data") :]


def test_an_edition_is_marked() -> None:
    erratum("replace:\n  define: {most: 9  @S-2}\n  clauses: {S-2: {text: Nine cards.}}\n")
    text = run("rulebook", "small.yaml@second").output
    assert "## Edition second" in text and "- definition `most` changed" in text
    part = text[text.index("### S-2\n") :]
    assert "Nine cards." in part
    assert "> This clause was changed by erratum `second` of 2020." in part
    assert "(small/errata/second.yaml:5, changed by erratum `second` of 2020)" in part
    assert "edition" not in run("rulebook", "small.yaml").output.lower()


def test_each_rule_of_an_erratum_is_marked_with_what_happened_to_it() -> None:
    """Removed, replaced and added in one file; an action's guard has the mark of its action."""
    erratum(
        "remove:\n  define: [most / rich]\n  examples: [E-1, E-2]\n"
        "replace:\n  define: {most: 9  @S-2}\n  actions:\n    take(card):\n      when:\n"
        "        some: card in deck  @S-1\n        few: taken < most + spare  @S-2\n"
        "add:\n  define: {spare: 0  @S-2}\n"
    )
    text = run("rulebook", "small.yaml@second").output
    assert "- definition `most / rich` removed\n- examples `E-1`, `E-2` removed\n" in text
    part = text[text.index("### S-2\n") :]
    for rule, mark in (
        ("define most", "changed"),
        ("define spare", "added"),
        ("action take, guard few", "changed"),
    ):
        line = next(line for line in part.splitlines() if line.startswith(f"- {rule}"))
        assert line.endswith(f", {mark} by erratum `second` of 2020)"), line
    assert "guard few: `taken < most + spare` (" in part


def test_the_text_of_a_guard_ends_before_its_clauses() -> None:
    """However many blanks stand between, in the spec and in an erratum."""
    erratum(
        "replace:\n  actions:\n    take(card):\n      when:\n        some: card in deck @S-1 @S-2\n"
        "        few:\n          taken < most   @S-2\n      do: |\n        move card from deck to hand @S-2\n"
        "        taken += 1 @S-2\n"
    )
    part = run("rulebook", "small.yaml@second").output.split("### S-2\n")[1]
    assert "guard some: `card in deck` (" in part
    assert "guard few: `taken < most` (" in part
    assert "action take: `move card from deck to hand` (" in part


def test_what_is_missing_is_marked() -> None:
    Path("small/rulebook.yaml").write_text(
        Path("small/rulebook.yaml").read_text() + "  S-3: {text: Nobody does this.}\n"
    )
    part = run("rulebook", "small.yaml").output.split("### S-3\n")[1]
    assert "> Implemented by nothing." in part and "> Exercised by no example." in part


def test_nothing_of_a_spec_becomes_markup() -> None:
    evil = "<script>alert(1)</script> *b* _c_ [d](e) | # `f<b>` & 1. x"
    page = Page(
        "<b>t</b>",
        (("en", "<b>t</b>"), ("de", "*u*")),
        "en",
        (Section(evil, (Paragraph(evil, "mark"), Items((evil,))), "name"),),
    )
    shown = Reader(as_html(page))
    assert any("<script>alert(1)</script> *b*" in text for text in shown.texts)
    assert "f<b>" in shown.texts
    text = markdown(page)
    assert "<script>" not in text.replace("\\<", "")
    assert "\\*b\\* \\_c\\_ \\[d\\](e)" in text and "`f<b>`" in text
    assert markdown(Page("t", (), "en", (Paragraph("1. no list"), Paragraph("- none")))).splitlines()[2:] == [
        "1\\. no list",
        "",
        "\\- none",
    ]


def test_the_page_is_a_function_of_the_spec() -> None:
    assert run("rulebook", TIC_TAC_TOE).output == run("rulebook", TIC_TAC_TOE).output


def test_wrong_use_is_told() -> None:
    text = Path("small.yaml").read_text().replace("rulebook: small/rulebook.yaml\n", "")
    Path("small.yaml").write_text(text.replace("@S-1", "").replace("@S-2", ""))
    for command in ("rulebook", "trace"):
        assert "has no rulebook" in run(command, "small.yaml", code=0).output
    run("rulebook", TIC_TAC_TOE, "--html", "none/page.html", code=2)
    run("rulebook", TIC_TAC_TOE, "--html", "", code=2)
    run("rulebook", "", code=2)


def test_a_page_takes_the_place_of_a_page_and_of_nothing_else(tmp_path: Path) -> None:
    spec, page = tmp_path / "spec.yaml", tmp_path / "page.html"
    spec.write_text("game: mine\n", encoding="utf-8")
    assert "is no page" in run("rulebook", TIC_TAC_TOE, "--html", str(spec), code=2).stderr
    assert spec.read_text(encoding="utf-8") == "game: mine\n"
    page.write_text("<!doctype html>\n<p>older", encoding="utf-8")
    run("rulebook", TIC_TAC_TOE, "--html", str(page))
    run("rulebook", TIC_TAC_TOE, "--html", str(page))
    assert "older" not in page.read_text(encoding="utf-8")


def test_a_citation_of_lines_that_a_source_has_not_is_found() -> None:
    """Of clauses, rulings, examples and what holds no rule; the last line may lack its end."""
    Path("small/rulebook.yaml").write_text(
        "sources:\n  A: {file: a.txt}\n  B: {file: none}\nclauses:\n  S-1: {text: a, cite: 'A1-2, A3'}\n"
        "  S-2: {text: b, cite: 'A2-4, B77'}\nno_rule:\n  A3-5: c\n",
        encoding="utf-8",
    )
    rulings = Path("small/rulings.yaml")
    rulings.write_text(rulings.read_text().replace("yes, why: w}", "yes, why: w, cite: A0}", 1))
    examples = Path("small/examples.yaml")
    examples.write_text(examples.read_text().replace("  title: two\n", "  title: two\n  cite: A9\n"))
    Path("a.txt").write_text("one\r\ntwo\r\nthree", encoding="utf-8", newline="")
    result = CliRunner().invoke(cli, ["trace", "small.yaml", "--sources", "."])
    assert result.exit_code == 1
    assert [line for line in result.output.splitlines() if " cites " in line] == [
        "small/rulebook.yaml:6:24: S-2 cites A2-4, but a.txt has 3 lines",
        "small/rulings.yaml:1:75: U-S1 cites A0, but a.txt has 3 lines",
        "small/examples.yaml:9:9: E-2 cites A9, but a.txt has 3 lines",
        "small/rulebook.yaml:8:3: no_rule cites A3-5, but a.txt has 3 lines",
    ]
    data = json.loads(CliRunner().invoke(cli, ["trace", "small.yaml", "--sources", ".", "--json"]).stdout)
    assert [(w["by"], w["citation"], w["file"], w["lines"]) for w in data["wrong_citations"]][:2] == [
        ("S-2", "A2-4", "a.txt", 3),
        ("U-S1", "A0", "a.txt", 3),
    ]


def test_a_citation_of_very_many_digits_is_found_too() -> None:
    digits = "9" * 5000
    Path("small/rulebook.yaml").write_text(
        "sources:\n  A: {file: a.txt}\n"
        f"clauses:\n  S-1: {{text: a, cite: A{digits}}}\n  S-2: {{text: b}}\n",
        encoding="utf-8",
    )
    Path("a.txt").write_text("one\n", encoding="utf-8")
    result = CliRunner().invoke(cli, ["trace", "small.yaml", "--sources", "."])
    assert result.exit_code == 1 and "but a.txt has 1 line" in result.output


def test_declarations_are_shown_with_what_they_say() -> None:
    """Behind their names and without their clauses, also those of an erratum."""
    erratum("replace:\n  options: {purse: 1..3 = 2 @S-1}\n")
    part = run("rulebook", "small.yaml").output.split("### S-1\n")[1]
    for line in (
        "option purse: `0..3 = 1` (small.yaml:",
        "component Card: `color: Color, start: deck` (small.yaml:",
        "zone deck: `Card` (small.yaml:",
        "zone hand: `hand per Seat: Card` (small.yaml:",
        "slot taken: `0..9 = 0` (small.yaml:",
    ):
        assert f"- {line}" in part, line
    assert "option purse: `1..3 = 2` (small/errata" in run("rulebook", "small.yaml@second").output
