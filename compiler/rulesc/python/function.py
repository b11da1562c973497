"""One function of an engine module, and how it is laid out."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise

INDENT = "    "
_NAME = re.compile(r"(?<![\w.])[a-z_]\w*")
_SET = re.compile(r"(\s*)([a-z]\w*) = (?!.*  # )")
_LOAD = re.compile(r"([a-z]\w*) = s\.x_\1$")
_RESTORED = re.compile(r"\w+ = s\.\w+$")


@dataclass(slots=True)
class Function:
    """One function of the engine module."""

    name: str
    params: tuple[str, ...]
    returns: str
    doc: str
    body: list[str] = field(default_factory=list)
    asks: bool = False  # changes nothing: its short loops are written out

    def lines(self) -> list[str]:
        head = ", ".join(["s: State", *(f"{p}: int" for p in self.params)])
        out = [f"def {self.name}({head}) -> {self.returns}:", f'{INDENT}"""{self.doc}"""']
        return out + [INDENT + line if line else line for line in self.inside()]

    def inside(self) -> list[str]:
        """What stands in the function."""
        body = self.shared(stored(self.body))
        text = "\n".join(body)
        vectors = [f"{x} = s.{x}" for x in "vk" if re.search(rf"\b{x}\[", text)]
        return [*vectors, *body]

    def as_method(self, **names: str) -> list[str]:
        """The same lines as they stand in a method of the state, with other names for some variables."""
        names["s"] = "self"
        word = re.compile(rf"(?<![\w.])({'|'.join(names)})\b")
        return [word.sub(lambda found: names[found[1]], line) for line in self.inside()]

    def shared(self, body: list[str]) -> list[str]:
        """The body with each product of an unchanging variable worked out once, if it stands there often."""
        start = next((i for i, x in enumerate(body) if not _RESTORED.match(x)), len(body))
        fixed = {*self.params, *(x.split(" = ")[0] for x in body[:start])}
        text = "\n".join(body)
        for var, factor in sorted(set(re.findall(r"(?<![\w.])([a-z]\w*) \* (\d+)", text))):
            product = re.compile(rf"(?<![\w.]){var} \* {factor}\b")
            changed = re.search(rf"^\s*(for {var} in|{var} [-+|&]?=)", "\n".join(body[start:]), re.M)
            if var in fixed and not changed and len(product.findall(text)) > 1:
                name = f"{var}_x{factor}"
                body = [
                    *body[:start],
                    f"{name} = {var} * {factor}",
                    *(product.sub(name, x) for x in body[start:]),
                ]
                start += 1
        return body


def stored(body: list[str]) -> list[str]:
    """The body without variables that are only set to be kept: `x = 1`, `s.x_x = x` as `s.x_x = 1`."""
    words = Counter(word for line in body for word in _NAME.findall(line.split("  # ")[0]))
    pairs = [_kept(*pair) for pair in pairwise(body)]
    loads = Counter(found[1] for line in body if (found := _LOAD.match(line)))
    idle = {x for x, n in Counter(filter(None, pairs)).items() if words[x] == 2 * n + loads[x]}
    out: list[str] = []
    for line, before in zip(body, [None, *pairs], strict=False):
        load = _LOAD.match(line)
        if before in idle:
            set_ = out.pop()
            indent, value = set_[: len(set_) - len(set_.lstrip())], set_.split(" = ", 1)[1]
            out.append(f"{indent}s.x_{before} = {value}")
        elif load is None or load[1] not in idle:
            out.append(line)
    return out


def _kept(line: str, then: str) -> str | None:
    """The variable that a line sets and the next keeps."""
    found = _SET.match(line)
    return found[2] if found and then == f"{found[1]}s.x_{found[2]} = {found[2]}" else None


def looped(body: list[str]) -> list[str]:
    """A body that is run again where it says `continue`; where only its first case does, that is the loop."""
    if not any(map(_continues, body)):
        return body
    end = next((i for i, line in enumerate(body) if i and not line.startswith(INDENT)), len(body))
    case, after = body[1:end], body[end:]
    alone = re.fullmatch(r"if .*:", body[0]) and after and not re.match("else|elif", after[0])
    if alone and re.match(rf"{INDENT}(continue|return)\b", case[-1]) and not any(map(_continues, after)):
        return [f"while {body[0][3:]}", *(case[:-1] if _continues(case[-1]) else case), *after]
    return ["while True:", *(INDENT + line for line in body)]


def _continues(line: str) -> bool:
    return line.strip() == "continue"
