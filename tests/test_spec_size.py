"""How long a spec may be: lines, their width, and tokens of the rules language."""

from __future__ import annotations

from pathlib import Path

import pytest
from lark import Lark, TextSlice

from rulesc.diagnostics import Report
from rulesc.document.from_text import read_document
from rulesc.syntax.from_document import parse_spec

ROOT = Path(__file__).parents[1]
LONGEST = {"pagoda": (250, 1600), "cargo_empire": (400, 3800), "baruka": (450, 4300)}  # lines, tokens
WIDEST = 110


def tokens_of(path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """What the compiler's lexer makes of all texts of the spec that it reads, line ends and indents too."""
    whole = path.read_text(encoding="utf-8")
    parse = Lark.parse
    tokens = 0

    def counting(self: Lark, text: TextSlice[str], start: str) -> object:
        nonlocal tokens
        if text.text == whole:  # not of the examples, which stand in a file of their own
            tokens += sum(1 for _ in self.parse_interactive(text, start=start).iter_parse())
        return parse(self, text, start=start)

    report = Report()
    document = read_document(path, report)
    assert document is not None, report.diagnostics
    monkeypatch.setattr(Lark, "parse", counting)
    assert parse_spec(document, report) is not None, report.diagnostics
    return tokens


@pytest.mark.parametrize("game", LONGEST)
def test_a_spec_is_short(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = ROOT / "specs" / f"{game}.yaml"
    most_lines, most_tokens = LONGEST[game]
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= most_lines
    assert max(map(len, lines)) <= WIDEST
    assert len(lines) < tokens_of(path, monkeypatch) <= most_tokens
