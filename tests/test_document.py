"""The document stage: what is read exactly as it stands, and files that are wrong as files.

What is wrong in a spec's text has a case in `tests/cases/diagnostics` instead.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
import yaml

from rulesc.diagnostics import Report
from rulesc.document import nodes
from rulesc.document.files import LIMIT, clean
from rulesc.document.from_text import read_document, read_examples
from rulesc.document.tables import read_table
from rulesc.document.tree import DEPTH, Mapping, Scalar, parse
from rulesc.source import Source, Span, Text
from tests.games import SPECS
from tests.small_spec import HEAD, TAIL

ROOT = Path(__file__).parents[1]

SMALL = f"{HEAD}phases:\n  game: |\n    end game\n{TAIL}"


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return path


def read(folder: Path, spec: str | bytes) -> nodes.Document:
    report = Report()
    document = read_document(write(folder, "small.yaml", spec), report)
    assert document is not None, [d.message for d in report.diagnostics]
    assert not report.diagnostics
    return document


def wrong(path: Path) -> list[str]:
    """The codes of what is wrong with a spec."""
    report = Report()
    assert read_document(path, report) is None
    assert report.failed
    return [d.code for d in report.diagnostics]


def texts(node: object) -> Iterator[Text]:
    """Every text of a document."""
    if isinstance(node, Text):
        yield node
    elif isinstance(node, tuple):
        for item in node:
            yield from texts(item)
    elif is_dataclass(node) and not isinstance(node, Source | Span):
        for field in fields(node):
            yield from texts(getattr(node, field.name))


# ---- what is read --------------------------------------------------------------------------


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_the_specs(path: Path) -> None:
    report = Report()
    document = read_document(path, report)
    assert document is not None
    assert not report.diagnostics
    assert document.game.value == path.stem
    assert document.files[0].name == path.name
    assert all("\\" not in source.name and not source.name.startswith("/") for source in document.files)


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_rules_are_slices_of_the_file(path: Path) -> None:
    """Positions inside a rule are positions in the file."""
    document = read_document(path, Report())
    assert document is not None
    rules = [document.phases, document.actions, document.effects, document.define, document.state]
    for part in (document.zones, document.types, document.scoring, *rules):
        for text in texts(part):
            if text.value != text.span.text:
                assert any(text is action.title for action in document.actions), text
            assert not text.value.endswith((" ", "\n"))


def test_a_block_begins_with_the_indentation_of_its_first_line(tmp_path: Path) -> None:
    document = read(
        tmp_path,
        SMALL.replace("  game: |\n", "  game: |-  # the whole\n\n").replace("scoring", "\n\n# next\nscoring"),
    )
    (game,) = document.phases
    assert game.value.block
    assert game.value.value == game.value.span.text == "    end game"
    assert game.value.span.column == 1


def test_comments_are_no_part_of_a_rule(tmp_path: Path) -> None:
    document = read(tmp_path, SMALL.replace("points: 0", "points: 0  # for now").replace("2\n", "2 # two\n"))
    assert document.scoring[0].value.value == "0"
    assert document.players.value == "2"


@pytest.mark.parametrize(
    "written", ["no", "on", "010", "12:30", "1_000", "1e3", "0x10", "~", "null", "2026-11-30"]
)
def test_scalars_are_taken_as_written(tmp_path: Path, written: str) -> None:
    document = read(tmp_path, SMALL + f"state:\n  {written}: {written}\n")
    assert [(e.key.value, e.value.value) for e in document.state] == [(written, written)]


def test_line_ends_and_a_byte_order_mark_do_not_matter(tmp_path: Path) -> None:
    plain = read(tmp_path, SMALL)
    for other in (SMALL.replace("\n", "\r\n"), SMALL.replace("\n", "\r"), "\ufeff" + SMALL):
        assert read(tmp_path, other) == plain


def test_the_file_may_end_anywhere(tmp_path: Path) -> None:
    block = SMALL.replace("scoring:\n  points: 0\n", "").replace("phases:", "scoring:\n  points: 0\nphases:")
    assert read(tmp_path, block.rstrip("\n")).phases[0].value.value == "    end game"
    assert read(tmp_path, block + "\n\n   \n").phases[0].value.value == "    end game"


def test_groups_are_spread_over_the_sections(tmp_path: Path) -> None:
    group = """\
groups:
  extra:
    title: "An extra"
    define: {most: 4}
    actions:
      wait:
    scoring: {ties: 1}
  bare:
    state:
      round: 0..9
"""
    document = read(tmp_path, SMALL + "define:\n  least: 1\n" + group)
    assert [(g.key.value, g.value.value) for g in document.groups] == [
        ("extra", "An extra"),
        ("bare", "bare"),
    ]
    assert [(d.key.value, d.group) for d in document.define] == [("least", ""), ("most", "extra")]
    assert [(a.key.value, a.do, a.group) for a in document.actions] == [("wait", None, "extra")]
    assert [(s.key.value, s.group) for s in document.state] == [("round", "bare")]
    assert [(s.key.value, s.group) for s in document.scoring] == [("points", ""), ("ties", "extra")]
    assert document.ties == ()


def test_ties_returns_tables_and_titles(tmp_path: Path) -> None:
    spec = SMALL.replace("title: Small", "title: {en: Small, de: 'Klein', zh: 宝塔}")
    spec += "  ties:\n    - pot.size @P-1\n    - 0\n  returns: scores\n"
    spec += "define:\n  rounds by players: {2: 7, 3: 6}\n"
    document = read(tmp_path, spec)
    assert [text.value for text in document.ties] == ["pot.size @P-1", "0"]
    assert document.returns is not None and document.returns.value == "scores"
    (table,) = document.define
    assert isinstance(table, nodes.TableEntry)
    assert [(row.key.value, row.value.value) for row in table.rows] == [("2", "7"), ("3", "6")]
    assert {e.key.value: e.value.value for e in document.title} == {
        "en": "Small",
        "de": "Klein",
        "zh": "宝塔",
    }


def test_sections_may_be_empty(tmp_path: Path) -> None:
    document = read(tmp_path, SMALL + "state:\ndefine: {}\nactions:\n  # later\ngroups:\n")
    assert not document.state and not document.define and not document.actions and not document.groups


def test_side_files_and_tables(tmp_path: Path) -> None:
    write(
        tmp_path,
        "small/book.yaml",
        "sources:\n  A: {file: a.txt}\nclauses:\n  P-1:\n    text: Chips\n      lie.\n",
    )
    write(
        tmp_path,
        "small/asked.yaml",
        "U-1:\n  question: How?\n  readings: {so: So.}\n  chosen: so\n  why: '?'\n",
    )
    write(
        tmp_path,
        "small/turns.yaml",
        "E-1:\n  given: |\n    pot = {}\n  play:\n    - p1: act\n    - cannot p1: act\n",
    )
    write(tmp_path, "small/chips.csv", 'color, copies,note\n\nred,2,"a, ""b"""\n')
    spec = SMALL.replace("copies: 4", "table: small/chips.csv, color: Color")
    names = "rulebook: small/book.yaml\nrulings: small/asked.yaml\nexamples: small/turns.yaml\n"
    document = read(tmp_path, spec + names)
    assert document.rulebook is not None
    assert [(c.id.value, c.text.value) for c in document.rulebook.clauses] == [("P-1", "Chips lie.")]
    assert [r.chosen.value for r in document.rulings] == ["so"]
    assert [(p.who.value, p.text.value) for p in document.examples[0].play] == [
        ("p1", "act"),
        ("cannot p1", "act"),
    ]
    table = document.components[0].table
    assert table is not None
    assert [c.value for c in table.header] == ["color", "copies", "note"]
    assert [[c.value for c in row.cells] for row in table.rows] == [["red", "2", 'a, "b"']]
    assert table.rows[0].cells[2].span.text == 'a, ""b""'
    assert [f.name for f in document.files] == [
        "small.yaml",
        "small/book.yaml",
        "small/asked.yaml",
        "small/turns.yaml",
        "small/chips.csv",
    ]


def test_further_examples(tmp_path: Path) -> None:
    report = Report()
    path = write(tmp_path, "more.yaml", "E-9:\n  expect:\n    - pot.size == 4   @P-1\n")
    (example,) = read_examples(path, report)
    assert not report.diagnostics
    assert [e.value for e in example.expect] == ["pot.size == 4   @P-1"]
    assert read_examples(tmp_path / "none.yaml", report) == ()
    assert [d.code for d in report.diagnostics] == ["unreadable-file"]


def test_a_spec_is_judged_by_its_own_faults(tmp_path: Path) -> None:
    report = Report()
    assert read_document(tmp_path / "none.yaml", report) is None
    assert read_document(write(tmp_path, "small.yaml", SMALL), report) is not None


def test_independent_faults_are_told_together(tmp_path: Path) -> None:
    spec = SMALL.replace("game: small", "game: class").replace("zones:", "zoness:") + "rulings: none.yaml\n"
    assert wrong(write(tmp_path, "small.yaml", spec)) == ["unknown-key"]
    spec = SMALL.replace("game: small", "game: class").replace("copies: 4", "table: none.csv")
    spec += "rulings: none.yaml\nexamples: ../x\n"
    found = wrong(write(tmp_path, "small.yaml", spec))
    assert found == ["bad-name", "unreadable-file", "outside-path", "unreadable-file"]


# ---- files that are wrong as files ---------------------------------------------------------


def test_missing_and_unreadable(tmp_path: Path) -> None:
    assert wrong(tmp_path / "none.yaml") == ["unreadable-file"]
    assert wrong(tmp_path) == ["unreadable-file"]
    assert wrong(tmp_path / ("x" * 300 + ".yaml")) == ["unreadable-file"]
    assert wrong(tmp_path / "nu\0ll.yaml") == ["unreadable-file"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    assert wrong(tmp_path / "pipe.yaml") == ["unreadable-file"]


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_does_not_lead_out_of_the_folder(tmp_path: Path) -> None:
    write(tmp_path, "secret.yaml", "clauses: {}\n")
    path = write(tmp_path, "specs/small.yaml", SMALL + "rulebook: book.yaml\n")
    (tmp_path / "specs" / "book.yaml").symlink_to(tmp_path / "secret.yaml")
    assert wrong(path) == ["outside-path"]


@pytest.mark.parametrize(
    "content",
    [
        SMALL.replace("Small", "Café").encode("latin-1"),
        SMALL.encode("utf-16"),
        SMALL.encode("utf-16-be"),
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff",
        b"game: \xed\xa0\x80\n",
        b"\xff",
    ],
)
def test_other_encodings(tmp_path: Path, content: bytes) -> None:
    assert set(wrong(write(tmp_path, "small.yaml", content))) <= {"not-utf8", "wrong-character"}


def test_the_wrong_byte_is_shown() -> None:
    report = Report()
    assert clean(b"a: 1\r\nb: caf\xe9\r\n", "x.yaml", report, Span(Source("x.yaml", ""), 0, 0)) is None
    (fault,) = report.diagnostics
    assert str(fault.span) == "x.yaml:2:7"
    assert "0xe9" in fault.message


@pytest.mark.parametrize("size", [LIMIT + 1, 10_000_000])
def test_too_large(tmp_path: Path, size: int) -> None:
    assert wrong(write(tmp_path, "small.yaml", b"#" * size)) == ["too-large"]


BOMBS = {
    "brackets": "[" * 100_000,
    "braces": "a: " + "{a: " * 100_000,
    "dashes": "- " * 100_000 + "x",
    "keys": "? " * 50_000,
    "indented": "".join(" " * i + "a:\n" for i in range(1_000)),
    "aliases": "a: &a [x, x]\n" + "".join(f"{c}: &{c} [*a, *a, *a, *a, *a, *a]\n" for c in "bcdefgh"),
    "cycle": "a: &a [*a]\n",
    "merge": "a: &a {x: 1}\n" + "".join(f"b{i}:\n  <<: *a\n" for i in range(200)),
    "digits": "players: " + "9" * 100_000,
    "hex": "players: 0x" + "f" * 5_000,
    "line": "title: " + "x " * 200_000,
    "quote": 'title: "' + "x\n" * 100_000,
    "keys that grow": "".join(f"{'k' * 200}{i}: 0\n" for i in range(2_000)),
    "hidden": "\u200b" * 100_000,
    "flow": "{" + ", ".join(f"a{i}" for i in range(20_000)) + "}",
    "clauses": SMALL + "define:\n" + "".join(f"  a{i}: [0]\n" for i in range(20_000)),
    "columns": SMALL + "types: {" + "a: " * 50_000 + "}",
}


@pytest.mark.parametrize("name", BOMBS)
def test_hostile_files_are_refused_soon(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, "small.yaml", BOMBS[name])
    start = time.process_time()
    assert wrong(path)
    assert time.process_time() - start < 20


@pytest.mark.parametrize("depth", [DEPTH - 1, DEPTH, DEPTH + 1, 100_000])
def test_nesting(depth: int) -> None:
    """The outermost mapping is the first level."""
    report = Report()
    found = parse(Source("x.yaml", "a: " + "[" * (depth - 1) + "]" * (depth - 1)), report)
    assert (found is not None) == (depth <= DEPTH)
    assert [d.code for d in report.diagnostics] == ([] if depth <= DEPTH else ["too-deep"])


def test_names_that_are_no_text(tmp_path: Path) -> None:
    try:
        path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/sm\xffall.yaml"))
        path.write_text(SMALL, encoding="utf-8")
    except (OSError, UnicodeError):
        pytest.skip("the file system has no such names")
    document = read_document(path, Report())
    assert document is not None
    document.source.name.encode("utf-8")


# ---- the tree ------------------------------------------------------------------------------


def test_spans_of_the_tree() -> None:
    text = "a: {b: c, d: [e, 'f']}  # x\ng:\n  - h\n  - |\n    i\n     j\n\n  - k\nl: \n"
    report = Report()
    root = parse(Source("x.yaml", text), report)
    assert isinstance(root, Mapping) and not report.diagnostics
    a, g, empty = root.get("a"), root.get("g"), root.get("l")
    assert a is not None and a.span.text == "{b: c, d: [e, 'f']}"
    assert g is not None and g.span.text == "- h\n  - |\n    i\n     j\n\n  - k"
    assert isinstance(empty, Scalar) and empty.value == "" and empty.span.start == empty.span.end
    assert root.span.text == text.rstrip()


def test_cells_of_a_table() -> None:
    report = Report()
    source = Source("x.csv", 'a,b,c\n "x, y" ,, z \n"", , ""\n')
    table = read_table(source, report)
    assert table is not None and not report.diagnostics
    assert [[c.value for c in row.cells] for row in table.rows] == [["x, y", "", "z"], ["", "", ""]]
    for row in table.rows:
        assert all(cell.span.text == cell.value for cell in row.cells)


YAML_FILES = sorted([*(ROOT / "specs").rglob("*.yaml"), *(ROOT / "tests" / "cases").rglob("*.yaml")])


@pytest.mark.skipif(not hasattr(yaml, "CSafeLoader"), reason="PyYAML was built without its parser in C")
def test_both_parsers_of_yaml_read_the_same() -> None:
    """What one installation accepts, and where it stands, every other does too."""
    read = 0
    for path in YAML_FILES:
        with contextlib.suppress(UnicodeDecodeError, yaml.YAMLError):
            text = path.read_text(encoding="utf-8")
            events = read_events(yaml.SafeLoader, text)
            assert "\t" in text or read_events(yaml.CSafeLoader, text) == events, path
            read += 1
    assert read > 300


def read_events(loader: type[object], text: str) -> list[tuple[object, ...]]:
    return [
        (
            type(event),
            getattr(event, "value", None),
            getattr(event, "style", None) or "",
            getattr(event, "flow_style", None),
            getattr(event, "anchor", None),
            getattr(event, "tag", None),
            (event.start_mark.index, event.start_mark.line, event.start_mark.column),
            (event.end_mark.index, event.end_mark.line, event.end_mark.column),
        )
        for event in yaml.parse(text, Loader=loader)
    ]


def test_what_is_no_yaml_is_told_by_the_parser_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = "game: [a\nphases: {\n"
    report, other = Report(), Report()
    assert parse(Source("x.yaml", broken), report) is None
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    assert parse(Source("x.yaml", broken), other) is None
    assert report.errors and report.errors == other.errors
