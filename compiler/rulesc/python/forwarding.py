"""Values that a step has at hand instead of reading them back from the state.

In: the lines of a step and the bounds of its variables. Out: the same lines where `v[i] += 1` and a later
read of `v[i]` have become `now_ = v[i] + 1`, `v[i] = now_` and a read of `now_`, as far as nothing between
them can change `v[i]` or lead elsewhere.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence

Bounds = Mapping[str, tuple[int, int]]

_CHANGE = re.compile(r"(?P<place>v\[[^\[\]]+\]) (?P<op>[-+|])= (?P<value>[^#]*\S)(?P<note>  # .*)?$")
_STORE = re.compile(r"(v\[.+?\]) ([-+|&]?)= ")
_SET = re.compile(r"(?:s\.)?([a-z]\w*) ([-+|&]?)= ")


def forwarded(lines: Sequence[str], bounds: Bounds) -> list[str]:
    """The lines with what was just worked out kept in variables; only the first straight run of them."""
    out = list(lines)
    taken = 0
    at = 0
    while at < len(out) and not out[at].startswith(("if ", "while ", "for ", " ")):
        found = _CHANGE.match(out[at])
        reads = [] if found is None else _reads(out, at, found["place"], bounds)
        if found is not None and reads:
            place, note = found["place"], found["note"] or ""
            copy = re.fullmatch(rf"([a-z]\w*) = {re.escape(place)}", out[reads[0]])
            if copy and sum(line.startswith(f"{copy[1]} = ") for line in out) > 1:
                copy = None
            name = copy[1] if copy else f"now_{taken}_"
            for read in reads:
                target, value = _sides(out[read])
                out[read] = target + value.replace(place, name)
            out[at] = f"{name} = {place} {found['op']} {_bracketed(found['value'])}{note}"
            if copy:
                del out[reads[0]]
            out.insert(at + 1, f"{place} = {name}")
            taken += not copy
        at += 1
    return out


def _bracketed(value: str) -> str:
    """A value as an operand."""
    return value if re.fullmatch(r"[\w.]+|\w+\[.*\]", value) else f"({value})"


def _reads(lines: Sequence[str], at: int, place: str, bounds: Bounds) -> list[int]:
    """The lines that read a place while it holds what line `at` leaves there."""
    index = place[2:-1]
    names = set(re.findall(r"[a-z_]\w*", index))
    found = []
    for here in range(at + 1, len(lines)):
        line = lines[here]
        stored, set_ = _STORE.match(line), _SET.match(line)
        if stored is None and set_ is None:
            break
        if place in _sides(line)[1]:
            found.append(here)
        if stored is not None and not apart(index, stored[1][2:-1], bounds):
            break
        if set_ is not None and set_[1] in names:
            break
    return found


def _sides(line: str) -> tuple[str, str]:
    """A line up to its value, and the value."""
    found = _STORE.match(line) or _SET.match(line)
    assert found is not None
    return line[: found.end()], line[found.end() :]


def apart(one: str, other: str, bounds: Bounds) -> bool:
    """Whether two indices of `v` are never the same."""
    second = span(other, bounds)
    return second is not None and outside(one, second, bounds)


def outside(index: str, places: tuple[int, int], bounds: Bounds) -> bool:
    """Whether an index of `v` never lies among places, from the first to the last."""
    found = span(index, bounds)
    return found is not None and (found[1] < places[0] or places[1] < found[0])


def span(index: str, bounds: Bounds) -> tuple[int, int] | None:
    """The least and the greatest value of an index; None if that is not known."""
    return _span(ast.parse(index, mode="eval").body, bounds)


def _span(e: ast.expr, bounds: Bounds) -> tuple[int, int] | None:
    match e:
        case ast.Constant(int() as value):
            return value, value
        case ast.Name(name):
            return bounds.get(name)
        case ast.BinOp(left, ast.Add() | ast.Sub() | ast.Mult() as op, right):
            one, two = _span(left, bounds), _span(right, bounds)
            if one is None or two is None:
                return None
            corners = [_combined(op, a, b) for a in one for b in two]
            return min(corners), max(corners)
        case _:
            return None


def _combined(op: ast.operator, a: int, b: int) -> int:
    match op:
        case ast.Add():
            return a + b
        case ast.Sub():
            return a - b
        case _:
            return a * b
