"""Find a generated package by name."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from rulesc_runtime.errors import GameError


def load(name: str, root: str | Path = "generated") -> ModuleType:
    """The generated package `name` in the folder `root`. GameError if there is none."""
    folder = Path(root).resolve() / name
    start = folder / "__init__.py"
    if not name.isidentifier() or not start.is_file():
        raise GameError(f"there is no generated package {name!r} in {str(root)!r}: run `rulesc build` first")
    key = f"_generated_{name}_{abs(hash(str(folder)))}"
    if key in sys.modules:
        return sys.modules[key]
    spec = importlib.util.spec_from_file_location(key, start, submodule_search_locations=[str(folder)])
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[key] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[key]
        raise
    return module
