"""What goes into the distribution: every package of compiler/, its data, and the diagnostics' pages."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_every_package_is_listed() -> None:
    found = {
        ".".join(init.parent.relative_to(ROOT / "compiler").parts)
        for init in (ROOT / "compiler").rglob("__init__.py")
    }
    assert set(PROJECT["tool"]["setuptools"]["packages"]) == found | {"rulesc.diagnostics.pages"}


def test_every_data_file_is_matched() -> None:
    patterns = PROJECT["tool"]["setuptools"]["package-data"]["*"]
    packages = {init.parent for init in (ROOT / "compiler").rglob("__init__.py")}
    matched = {path for package in packages for pattern in patterns for path in package.glob(pattern)}
    data = {
        path
        for path in (ROOT / "compiler").rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc") and ".egg-info" not in str(path)
    }
    assert data == matched


def test_both_packages_are_typed() -> None:
    assert (ROOT / "compiler/rulesc/py.typed").is_file()
    assert (ROOT / "compiler/rulesc_runtime/py.typed").is_file()


def test_dependencies_are_ranges() -> None:
    needed = PROJECT["project"]["dependencies"]
    assert {re.split("[<>=]", one)[0] for one in needed} == {
        "lark", "jinja2", "pyyaml", "cerberus", "pytest", "click", "rich", "rich-click",
    }  # fmt: skip
    assert all(">=" in one and ",<" in one for one in needed)


def test_the_two_commands_stand_at_the_top_of_the_readme() -> None:
    top = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:8]
    assert any(line.startswith("make build") for line in top)
    assert any(line.startswith("make test") for line in top)


def test_the_long_run_says_how_much_each_test_plays() -> None:
    """Every setting that a test reads is set by `make long`; the first seed is for looking into one fault."""
    here = Path(__file__).parent
    read = {
        name
        for path in here.rglob("*.py")
        for name in re.findall(r'environ\.get\("(RULESC_\w+)"', path.read_text(encoding="utf-8"))
    } - {"RULESC_FIRST_SPEC", "RULESC_TRACEBACK"}
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert set(re.findall(r"^(RULESC_\w+) +\?= \d+$", makefile, re.MULTILINE)) == read
    listed = re.findall(r"^LONG := (.*)$", makefile, re.MULTILINE)[0].split()
    assert {f"RULESC_{name}" for name in listed} == read
