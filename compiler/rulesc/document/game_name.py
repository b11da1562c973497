"""The name of a game: it becomes a folder and a Python module, and must be harmless as both."""

from __future__ import annotations

import builtins
import keyword
import re

from rulesc.diagnostics import Report
from rulesc.document import errors
from rulesc.source import Text

NAME = re.compile(r"[a-z][a-z0-9_]{0,62}\Z")
DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{n}{i}" for n in ("com", "lpt") for i in range(10))})
OWN = frozenset(
    {"engine", "test_examples", "test_contract", "manifest", "generated", "rulesc", "rulesc_runtime"}
)


def check_name(game: Text, report: Report) -> None:
    why = why_not(game.value)
    if why:
        report.add(errors.bad_name(game.span, game.value, why))


def why_not(name: str) -> str:
    """What is wrong with a name, or ""."""
    if not NAME.match(name):
        return "this can't name a Python module everywhere"
    if keyword.iskeyword(name) or keyword.issoftkeyword(name) or hasattr(builtins, name):
        return "Python uses this word itself"
    if name in DEVICES:
        return "some systems keep this name for a device"
    if name in OWN:
        return "this name belongs to what the compiler writes"
    return ""
