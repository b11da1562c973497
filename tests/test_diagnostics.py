"""Every message, as a case: a wrong spec, and below it what the compiler says.

A case is `tests/cases/diagnostics/<code>.yaml` or `<code>-<variant>.yaml`: the spec, the line
`# --- expected`, the rendered text as comments. Files it names are in `small/` beside it; a line
`# --- erratum NAME` begins an erratum of the spec, and the first line `# edition: NAME` says what is checked.
`pytest --update` writes the expectations anew.
What no text can hold, or nobody would read, is written short: `<byte E9>` is a byte, `<5000 times 9>` that
many of a text.
"""

from __future__ import annotations

import ast
import re
import shutil
from pathlib import Path

import pytest

from rulesc.diagnostics import Report
from rulesc.diagnostics.render import render_text
from rulesc.pipeline import check

ROOT = Path(__file__).parents[1]
FOLDER = Path(__file__).parent / "cases" / "diagnostics"
PAGES = ROOT / "docs" / "reference" / "diagnostics"
CASES = sorted(FOLDER.glob("*.yaml"))
MARK = "# --- expected\n"

BYTE = re.compile(rb"<byte ([0-9A-F]{2})>")
TIMES = re.compile(rb"<(\d+) times ([^>]+)>")


def codes() -> list[str]:
    """The codes of all diagnostics that the compiler makes."""
    found = set()
    for path in (ROOT / "compiler" / "rulesc").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "Diagnostic"
            ):
                code = node.args[0]
                assert isinstance(code, ast.Constant), f"{path}:{node.lineno}: a code stands in its place"
                found.add(str(code.value))
    return sorted(found)


CODES = codes()


def code_of(case: Path) -> str:
    """The longest code that a case's name begins with."""
    fitting = [code for code in CODES if case.stem == code or case.stem.startswith(code + "-")]
    return max(fitting, key=len, default="")


def written_out(text: bytes) -> bytes:
    """A case as the file that it stands for."""
    text = TIMES.sub(lambda found: found[2] * int(found[1]), text)
    return BYTE.sub(lambda found: bytes([int(found[1], 16)]), text)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_case(
    case: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    written, mark, expected = case.read_bytes().decode("utf-8").partition(MARK)
    assert mark, f"{case.name} needs the line {MARK.strip()}"
    monkeypatch.chdir(tmp_path)
    spec = Path(case.name)
    text, *errata = re.split(r"^# --- erratum (\w+)\n", written, flags=re.MULTILINE)
    spec.write_bytes(written_out(text.encode("utf-8")))
    shutil.copytree(FOLDER / "small", tmp_path / "small")
    for name, erratum in zip(errata[::2], errata[1::2], strict=True):
        (tmp_path / case.stem / "errata").mkdir(parents=True, exist_ok=True)
        (tmp_path / case.stem / "errata" / f"{name}.yaml").write_text(erratum, encoding="utf-8")
    edition = re.match(r"# edition: (\w+)\n", text)
    report = Report()
    check(spec.with_name(f"{spec.name}@{edition[1]}") if edition else spec, report)
    rendered = render_text(report.diagnostics, color=False)
    actual = "".join(f"# {line}".rstrip() + "\n" for line in rendered.splitlines())
    assert code_of(case) in {d.code for d in report.diagnostics}, rendered
    if request.config.getoption("--update", default=False):
        case.write_bytes((written + MARK + actual).encode("utf-8"))
    else:
        assert actual == expected


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_case_and_a_page(code: str) -> None:
    assert any(code_of(case) == code for case in CASES), f"no case for {code}"
    page = PAGES / f"{code}.md"
    assert page.is_file(), f"no page for {code}"
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"# {code}\n"), f"{page.name} begins with its code"
    assert len(text.split("\n\n")) > 1, f"{page.name} explains nothing"


def test_every_page_has_a_code() -> None:
    pages = {page.stem for page in PAGES.glob("*.md")} - {"README"}
    assert pages == set(CODES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_one_fault_is_told_once(case: Path) -> None:
    """A case shows one fault, perhaps in several places: no other code, no two messages at one place."""
    expected = case.read_text(encoding="utf-8").partition(MARK)[2]
    told = re.findall(r"^# (?:error|warning)\[(.+?)\]: .*\n#   (\S+)$", expected, re.MULTILINE)
    assert {code for code, _ in told} == {code_of(case)}
    assert len({place for _, place in told}) == len(told)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_every_message_says_where_and_what_to_do(case: Path) -> None:
    """A file, line and column with the line and a caret, but of a file that can't be read; and a hint.

    What could stand where reading stopped is said at the caret, which is a hint, too.
    """
    expected = case.read_text(encoding="utf-8").partition(MARK)[2]
    for message in re.split(r"^#\n(?=# (?:error|warning)\[)", expected, flags=re.MULTILINE):
        code, *lines = message.splitlines()
        assert re.match(r"# (error|warning)\[[a-z0-9-]+\]: \S", code), message
        if re.search(r":\d+:\d+$", lines[0]):
            assert re.match(r"# *\d+ \|", lines[2]), message
            assert "^" in lines[3], message
        else:
            assert code_of(case) in ("unreadable-file", "not-utf8", "too-large", "empty-file"), message
        at_caret = len(lines) > 3 and re.search(r"\^ \S", lines[3])
        assert at_caret or any(re.match(r"# *= help: \S", line) for line in lines), message
