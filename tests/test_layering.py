"""Who may import whom: a pass knows its own folder and the node types of the stage before."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

COMPILER = Path(__file__).parents[1] / "compiler"

COMMON = {"rulesc.source", "rulesc.diagnostics", "rulesc.diagnostics.model", "rulesc.diagnostics.suggest"}

# Folder or module: what else of rulesc it may import. A machine keeps typed expressions, so those who
# read machines read typed nodes too.
MAY_IMPORT = {
    "rulesc.source": set(),
    "rulesc.output": set(),
    "rulesc.diagnostics": {"rulesc.source"},
    "rulesc.document": COMMON,
    "rulesc.syntax": COMMON | {"rulesc.document.nodes"},
    "rulesc.typed": COMMON | {"rulesc.syntax.nodes", "rulesc.document.nodes"},
    "rulesc.machine": COMMON | {"rulesc.typed.nodes", "rulesc.typed.types", "rulesc.typed.descend"},
    "rulesc.python": COMMON
    | {
        "rulesc.machine.nodes",
        "rulesc.machine.effects",
        "rulesc.machine.flow",
        "rulesc.machine.reading",
        "rulesc.machine.substitute",
        "rulesc.typed.descend",
        "rulesc.typed.nodes",
        "rulesc.typed.types",
        "rulesc_runtime",  # the names that an engine inherits
    },
    "rulesc.pipeline": {
        "rulesc.source",
        "rulesc.diagnostics",
        "rulesc.document",
        "rulesc.syntax",
        "rulesc.typed",
        "rulesc.machine",
        "rulesc.python",
    },
    "rulesc.cli": {"rulesc.commands", "rulesc.diagnostics.suggest"},
    "rulesc.__main__": {"rulesc.cli"},
    "rulesc.commands": {"rulesc", "rulesc_runtime"},
    "rulesc_runtime": set(),
}

LIBRARIES = {
    "yaml": {"rulesc.document"},
    "cerberus": {"rulesc.document"},
    "lark": {"rulesc.syntax"},
    "jinja2": {"rulesc.python"},
    "click": {"rulesc.cli", "rulesc.commands"},
    "rich_click": {"rulesc.cli"},
    "rich": {"rulesc.commands"},
}

HEAVY = {"yaml", "cerberus", "lark", "jinja2", "rich", "pytest", "rulesc.pipeline"}


def modules() -> list[Path]:
    return sorted(COMPILER.rglob("*.py"))


def name_of(path: Path) -> str:
    parts = path.relative_to(COMPILER).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(tree: ast.AST) -> Iterator[str]:
    """Modules by full name; `from package import name` counts as `package.name`, whatever it is."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def inside(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def owner(name: str) -> str:
    return max((layer for layer in MAY_IMPORT if inside(name, layer)), key=len, default="")


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_imports_of_a_module(path: Path) -> None:
    name = name_of(path)
    if name == "rulesc":
        return
    layer = owner(name)
    assert layer, f"{name} belongs to no layer; say in MAY_IMPORT what it may import"
    for target in imported(ast.parse(path.read_text(encoding="utf-8"))):
        top = target.split(".")[0]
        if top in ("rulesc", "rulesc_runtime"):
            allowed = {layer, *MAY_IMPORT[layer]}
            assert any(inside(target, one) for one in allowed), f"{name} may not import {target}"
        elif top in LIBRARIES:
            assert layer in LIBRARIES[top], f"{name} may not import {target}"
        elif top in ("typing_extensions", "_typeshed"):
            continue  # for type checkers alone
        else:
            assert top in sys.stdlib_module_names or top == "__future__", f"{name} imports {target}"


@pytest.mark.parametrize(
    "path", [p for p in modules() if owner(name_of(p)) in ("rulesc.cli", "rulesc.commands")], ids=name_of
)
def test_commands_import_heavy_libraries_late(path: Path) -> None:
    """What stands at the top of a command's module is paid by `rulesc --help`."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    top = ast.Module([node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)], [])
    for target in imported(top):
        assert not any(inside(target, heavy) for heavy in HEAVY), (
            f"{name_of(path)} imports {target} at its top"
        )
