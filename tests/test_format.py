"""`rulesc fmt`: one layout, the same meaning, every comment; done twice it is done once."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from rulesc.cli import cli
from rulesc.diagnostics import Report
from rulesc.document.from_text import read_document
from rulesc.syntax.format import WIDTH, format_text
from rulesc.syntax.from_document import parse_spec
from rulesc.syntax.nodes import Spec

ROOT = Path(__file__).parents[1]
SPECS = sorted((ROOT / "specs").glob("*.yaml"))
OTHERS = [
    *sorted((ROOT / "tests/specs").glob("*.yaml")),
    *sorted((ROOT / "tests/cases/agreement").glob("*.yaml")),
]
DIAGNOSED = sorted((ROOT / "tests/cases/diagnostics").glob("*.yaml"))
SIDE_FILES = sorted((ROOT / "specs").glob("*/*.yaml"))


def test_format() -> None:
    written = (
        "\ufeffdefine:\r\n"
        "  limit: 3 @P-26   \n"
        "  limit / lantern: 4 if red in used @P-64   @P-65\n"
        "  level: 0..4 = 0  # as printed @P-1\n"
        "  flow: {a: 1 @P-1}\t\n"
        "  color: |\n"
        "    a or b\n"
        "    @P-2  @P-3\n"
        "\n"
        "  other:\t1 @P-1 \t # why\n"
        "# a remark   @P-1\n"
        "state:  \t\r\n"
        "  built: 1     @P-1      # of this turn\n"
        "  used: 100    @P-1 # of all\n"
        "  title: a  b   @P-1\n"
        "  longer_than_others: 2    @P-1 # more\n"
        "\n\n"
    )
    assert format_text(written) == (
        "define:\n"
        "  limit: 3                           @P-26\n"
        "  limit / lantern: 4 if red in used  @P-64 @P-65\n"
        "  level: 0..4 = 0  # as printed      @P-1\n"
        "  flow: {a: 1                        @P-1}\n"
        "  color: |\n"
        "    a or b\n"
        "    @P-2  @P-3\n"
        "\n"
        "  other:  1                          @P-1  # why\n"
        "# a remark   @P-1\n"
        "state:\n"
        "  built: 1     @P-1      # of this turn\n"
        "  used: 100    @P-1  # of all\n"
        "  title: a  b   @P-1\n"
        "  longer_than_others: 2  @P-1   # more\n"
    )


def test_format_keeps_within_the_width() -> None:
    long = "  long: " + " or ".join(["condition"] * 7)
    longer = "  longer: " + " or ".join(["condition"] * 9)
    written = f"a:\n  1 @P-1 @P-2 @P-3 @P-4 @P-5\n{long} @P-1\n{longer} @P-1 @P-2\n  b: 2 @P-6\n"
    lines = format_text(written).splitlines()
    assert lines[1].index("@") == lines[4].index("@")
    assert all(len(line) <= WIDTH for line in lines if not line.startswith("  longer"))


def test_tabs_that_indent_are_blanks_where_that_is_sure() -> None:
    assert format_text("a:\n\tb:\n\t\tc: 1\n") == "a:\n  b:\n    c: 1\n"
    assert format_text("a:\n\tb:\n    c: 1\n") == "a:\n\tb:\n    c: 1\n"


# ---- on specs --------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_specs_are_laid_out(path: Path) -> None:
    result = CliRunner().invoke(cli, ["fmt", "--check", str(path)])
    assert result.exit_code == 0, f"run: rulesc fmt {path.relative_to(ROOT)}"


def spec_of(path: Path) -> Spec | None:
    document = read_document(path, Report())
    return None if document is None else parse_spec(document, Report())


def untidy(text: str, chooser: random.Random) -> str:
    """The same spec by a careless hand: blanks before clauses, blanks and tabs at line ends, CRLF."""

    def blanks(_: re.Match[str]) -> str:
        return " " * chooser.choice((1, 1, 1, 2, 3, 7, 30))

    lines = (re.sub(r"(?<=\S) +(?=@[A-Z]+-)", blanks, line) for line in text.split("\n"))
    return "".join(line + chooser.choice(("", "", " ", "\t", "  \t ")) + "\r\n" for line in lines)


@pytest.mark.parametrize("path", [*SPECS, *OTHERS], ids=lambda path: path.stem)
def test_what_is_laid_out_means_the_same(path: Path, tmp_path: Path) -> None:
    """The same tree, in which only places may differ; every comment is there; done twice it is done once."""
    text = path.read_text(encoding="utf-8")
    wanted = spec_of(path)
    assert wanted is not None
    if path.with_suffix("").is_dir():
        shutil.copytree(path.with_suffix(""), tmp_path / path.stem)
    for seed in range(3):
        laid_out = format_text(untidy(text, random.Random(seed)))
        (tmp_path / path.name).write_text(laid_out, encoding="utf-8")
        assert spec_of(tmp_path / path.name) == wanted
        assert laid_out.split() == text.split()
        assert format_text(laid_out) == laid_out


@pytest.mark.parametrize("path", [*SPECS, *SIDE_FILES, *OTHERS, *DIAGNOSED], ids=lambda path: path.stem)
def test_only_blanks_change(path: Path) -> None:
    text = path.read_bytes().decode("utf-8")
    once = format_text(text)
    assert format_text(once) == once
    assert once.split() == text.removeprefix("\ufeff").split()


PIECES = ["a: b", " @P-1", "  ", "@U-P2", "\n", "#", "title: ", "|", "\n  ", "\t", "}", " # x", "\r"]


@given(st.lists(st.sampled_from(PIECES), max_size=30))
def test_formatting_twice_is_formatting_once(parts: list[str]) -> None:
    once = format_text("".join(parts))
    assert format_text(once) == once
    assert once.split() == "".join(parts).split()
