"""Questions that change the state, ask, and change it back.

In: the lines of a function that changes `s` and then answers. Out: lines that keep each value before it is
changed and put it back before they answer; none where the lines are more than changes and one answer.
Measured: this takes half the time of asking a copy.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_CHANGE = re.compile(r"(v\[(?:[^\[\]]|\[[^\[\]]*\])*\]|s\.\w+) [-+|&]?= ")
_LOCAL = re.compile(r"(\w+) = ")
_STATE = re.compile(r"\bv\[|\b[sk]\.")
_WORD = re.compile(r"[A-Za-z_]\w*")


def restored(lines: Sequence[str]) -> list[str] | None:
    """The lines, with everything as it was when they answer; None if they can't be written so."""
    *before, last = lines
    if not last.startswith("return "):
        return None
    out: list[str] = []
    kept: list[str] = []
    set_: list[str] = []
    for line in before:
        changed, local = _CHANGE.match(line), _LOCAL.match(line)
        if changed is not None:
            place = changed[1]
            if place.startswith("v[") and _STATE.search(place[2:]):
                return None
            out += [f"was_{len(kept)}_ = {place}", line]
            kept.append(place)
        elif local is not None:
            out.append(line)
            set_.append(local[1])
        else:
            return None
    read = {word for place in kept for word in _WORD.findall(place)}
    if any(set_.count(name) > 1 for name in read):
        return None
    if not kept:
        return list(lines)
    back = [f"{place} = was_{i}_" for i, place in reversed(list(enumerate(kept)))]
    return [*out, f"answer_ = {last.removeprefix('return ')}", *back, "return answer_"]
