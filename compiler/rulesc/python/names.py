"""The one place that invents Python identifiers.

In: names of a spec (ASCII identifiers by the grammar). Out: names that clash with no keyword, no
builtin, no name of the runtime's interface and no name that the emitter itself uses.
"""

from __future__ import annotations

import builtins
import keyword
import re

from rulesc_runtime import MeetingState

_OWN = frozenset(
    {"s", "v", "k", "a", "c", "n", "pc", "out", "x", "many", "kind", "values", "legal", "run", "cells"}
    | {"pattern_shown", "cells_beside", "cells_rim", "cells_run", "cells_in"}
    | {"State", "Game", "TABLES", "EDITION", "SPEC_HASH"}
)
_TAKEN = frozenset(keyword.kwlist) | frozenset(keyword.softkwlist) | frozenset(dir(builtins)) | _OWN
_BASE = ("game", "v", "k", "rng", "pc", "seat", "legal_cache", "explicit", "past", "origin")
_STATE = frozenset(_BASE) | frozenset(dir(MeetingState))


_KEPT = re.compile(r"_.*|.*_|(offers|pays|opens|paid|completes)_\d.*|.*_x\d+", re.DOTALL)


def local(name: str) -> str:
    """A local variable. `own` names become `name_`, which no name of a spec does."""
    if name.endswith("'"):
        return f"{name[:-1]}_"
    if name in _TAKEN or _KEPT.fullmatch(name):
        return f"v{name}__" if name.startswith("_") else f"{name}__"
    return name


def own(name: str) -> str:
    """A variable of the emitter's own, for typed expressions."""
    return f"{name}'"


def attribute(name: str) -> str:
    """An attribute of a state that holds a slot."""
    taken = name in _STATE or name in _TAKEN or name.startswith(("_", "x_")) or name.endswith("_")
    return f"at_{name}_" if taken else name


def spill(name: str) -> str:
    """An attribute of a state that keeps a variable while the game waits."""
    return f"x_{name}"


def constant(*parts: str) -> str:
    """A module constant."""
    return "_" + "_".join(p.upper() for p in parts)
