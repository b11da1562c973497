"""One function of an engine module, and how it is laid out."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

INDENT = "    "


@dataclass(slots=True)
class Function:
    """One function of the engine module."""

    name: str
    params: tuple[str, ...]
    returns: str
    doc: str
    body: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        head = ", ".join(["s: State", *(f"{p}: int" for p in self.params)])
        text = "\n".join(self.body)
        out = [f"def {self.name}({head}) -> {self.returns}:", f'{INDENT}"""{self.doc}"""']
        if re.search(r"\bv\[", text):
            out.append(f"{INDENT}v = s.v")
        if re.search(r"\bk\[", text):
            out.append(f"{INDENT}k = s.k")
        return out + [INDENT + line if line else line for line in self.body]
