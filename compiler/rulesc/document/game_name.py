"""The name of a game: it becomes a folder and a Python module, and must be harmless as both."""

from __future__ import annotations

import builtins
import keyword
import re
import sys
from dataclasses import dataclass

from rulesc.diagnostics import Report
from rulesc.document import errors
from rulesc.source import Text

NAME = re.compile(r"[a-z][a-z0-9_]{0,62}\Z")
DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{n}{i}" for n in ("com", "lpt") for i in range(10))})
OWN = frozenset(
    {"engine", "test_examples", "test_contract", "manifest", "generated", "rulesc", "rulesc_runtime"}
)


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a name is no name of a game, and what to do about it."""

    message: str
    hint: str


def check_name(game: Text, report: Report) -> None:
    if refused := fault_of(game.value):
        report.add(errors.bad_name(game.span, refused.message, refused.hint))


def fault_of(name: str) -> Refused | None:
    """What is wrong with a name; `rulesc init` asks the same before there is a spec."""
    if not NAME.match(name):
        why = "the name becomes that of a folder and a Python module"
        hint = "write a lower-case letter, then letters, digits and `_`, 63 at most"
    elif why := taken(name):
        hint = f"choose another one, such as `{name}_game`"
    else:
        return None
    return Refused(f"a game can't be called `{name}`: {why}", hint)


def taken(name: str) -> str:
    """Who else uses a name, or ""."""
    if keyword.iskeyword(name) or keyword.issoftkeyword(name) or hasattr(builtins, name):
        return "Python uses this word itself"
    if name in sys.stdlib_module_names or name == "pytest":
        return "Python has a module of this name"
    if name in DEVICES:
        return "some systems keep this name for a device"
    if name in OWN:
        return "this name belongs to what the compiler writes"
    return ""
