"""Attributes whose cells are in the rules language: `met: condition`, `worth(pet): number`, `reward: effect`.

In: a declared attribute. Out: which of the three it is, or "".
"""

from __future__ import annotations

from rulesc.syntax.nodes import Declared, NamedType

CONDITION = "condition"
NUMBER = "number"
EFFECT = "effect"


def formula(declared: Declared) -> str:
    match declared.typed.type:
        case NamedType("plain", name, False) if name in (CONDITION, NUMBER, EFFECT):
            return name
        case _:
            return ""
