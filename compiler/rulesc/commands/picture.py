"""What a seat sees, as lines of text: made from the view that its engine gives it, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_CELL = re.compile(r"r(\d+)c(\d+)\Z")
_EMPTY = "."
FEW = 8  # values of a row that are all told


def picture(view: Mapping[str, object]) -> list[str]:
    """A line for each slot and zone; a map from cells is drawn as a grid."""
    lines: list[str] = []
    for section in ("slots", "zones"):
        entries = view.get(section)
        if isinstance(entries, Mapping):
            pieces = section == "zones"
            lines += [line for key, value in entries.items() for line in _entry(str(key), value, pieces)]
    return lines


def _entry(name: str, value: object, pieces: bool) -> list[str]:
    """`pieces`: the entry is a zone's; its numbers are counts, a bare one of what lies face down."""
    if isinstance(value, Mapping) and value:
        if all(_CELL.match(str(key)) for key in value):
            return [f"{name}:", *_grid(value)]
        if any(isinstance(inner, Mapping) for inner in value.values()):
            parts = [line for key, inner in value.items() for line in _entry(str(key), inner, pieces)]
            if all(inner == {} for inner in value.values()):
                return [f"{name}: -"]
            return [f"{name}:", *(f"  {line}" for line in parts)]
        return [f"{name}: {_held(value) if pieces else _counts(value)}"]
    if pieces and isinstance(value, int):
        return [f"{name}: {value} face down"]
    return [f"{name}: {_plain(value)}"]


def _held(content: Mapping[str, object]) -> str:
    """`2 blue, red`: pieces by kind."""
    return ", ".join(str(kind) if count == 1 else f"{count} {kind}" for kind, count in content.items())


def _counts(content: Mapping[str, object]) -> str:
    """`p1 3, p2 0`: a value for each place; where there are many, zeros say nothing."""
    numbers = all(isinstance(count, int) and not isinstance(count, bool) for count in content.values())
    if numbers and len(content) > FEW:
        return ", ".join(f"{key} {count}" for key, count in content.items() if count) or "all 0"
    return ", ".join(f"{key} {_plain(value)}" for key, value in content.items())


def _plain(value: object) -> str:
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case str() | int():
            return str(value)
        case Mapping():
            return _counts(value) if value else "-"
        case Sequence():
            return ", ".join(_plain(item) for item in value) or "-"
        case _:
            return str(value)


def _grid(cells: Mapping[str, object]) -> list[str]:
    places = {}
    for key, value in cells.items():
        match = _CELL.match(str(key))
        assert match is not None
        places[int(match[1]), int(match[2])] = _cell(value)
    rows = sorted({row for row, _ in places})
    columns = sorted({column for _, column in places})
    width = max(2, *(len(text) for text in places.values()), len(f"c{columns[-1]}"))
    head = " ".join(f"c{column}".center(width) for column in columns)
    side = len(f"r{rows[-1]}")
    lines = [f"  {'':{side}} {head}".rstrip()]
    for row in rows:
        texts = (places.get((row, column), "").center(width) for column in columns)
        lines.append(f"  {f'r{row}':{side}} {' '.join(texts)}".rstrip())
    return lines


def _cell(value: object) -> str:
    if isinstance(value, Mapping):
        held = [str(key) for key, count in value.items() if count]
        return "+".join(held) or _EMPTY
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "+".join(_plain(item) for item in value) or _EMPTY
    return _EMPTY if value in (None, 0, "", "none") else _plain(value)
