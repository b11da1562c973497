"""How the compiler is kept: no game in it, files that read in one sitting, names that say something."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.games import NAMES

ROOT = Path(__file__).parents[1]
SOURCES = sorted(
    p for p in (ROOT / "compiler").rglob("*") if p.suffix in (".py", ".lark", ".jinja") and p.is_file()
)
LONGEST = 450
EMPTY_NAMES = {
    "utils",
    "util",
    "helpers",
    "helper",
    "manager",
    "managers",
    "context",
    "common",
    "misc",
    "core",
}


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def games() -> list[str]:
    return NAMES


def test_there_is_something_to_look_at() -> None:
    assert SOURCES
    assert games()


@pytest.mark.parametrize("path", SOURCES, ids=relative)
def test_no_game_is_named(path: Path) -> None:
    text = path.read_text(encoding="utf-8").lower()
    for game in games():
        words = r"[\s_-]?".join(map(re.escape, game.split("_")))
        found = re.search(rf"\b{words}", text)
        assert found is None, f"{relative(path)} names the game {game}"


@pytest.mark.parametrize("path", SOURCES, ids=relative)
def test_files_read_in_one_sitting(path: Path) -> None:
    """The declarations of a tree may be longer: they are read like a list."""
    lines = path.read_text(encoding="utf-8").splitlines()
    assert path.name == "nodes.py" or len(lines) <= LONGEST, f"{relative(path)} has {len(lines)} lines"


@pytest.mark.parametrize("path", [p for p in SOURCES if p.suffix == ".py"], ids=relative)
def test_python_files_are_plain(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert path.stem not in EMPTY_NAMES, f"{relative(path)}: say what it holds"
    if path.stat().st_size:
        assert ast.get_docstring(tree), f"{relative(path)} has no docstring"
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "typing":
            names = {alias.name for alias in node.names}
            assert "Any" not in names, f"{relative(path)} uses Any"
        if isinstance(node, ast.ClassDef):
            assert not re.search(r"(Manager|Helper|Util|Utils|Visitor)$", node.name), (
                f"{relative(path)}: {node.name}"
            )


@pytest.mark.parametrize("path", [p for p in SOURCES if p.suffix == ".py"], ids=relative)
def test_nothing_of_a_spec_is_evaluated(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("eval", "exec", "compile"), f"{relative(path)} calls {node.func.id}"
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [a.name for a in node.names] + [getattr(node, "module", "") or ""]
            assert not {"pickle", "marshal", "shelve"} & set(names), f"{relative(path)} imports {names}"
