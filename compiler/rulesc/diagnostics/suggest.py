"""Did you mean: the known name that is nearest to what was written.

In: a name and the names that would fit in its place. Out: one of them, or a hint. Near means few slips of
the keyboard: a letter too many, too few, another one, or two in the wrong order.
"""

from __future__ import annotations

from collections.abc import Iterable

LONGEST = 60  # nobody mistypes a longer name that we could guess


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint, or "" when nothing is near. Give it only names that would fit."""
    found = closest(word, known)
    return "" if found is None else f"did you mean `{found}`?"


def closest(name: str, candidates: Iterable[str]) -> str | None:
    """The nearest candidate; of equally near ones the first in the alphabet, whatever their order."""
    if not name or len(name) > LONGEST:
        return None
    folded = _folded(name)
    best: tuple[int, str] | None = None
    for candidate in candidates:
        if candidate == name or abs(len(candidate) - len(name)) > _slips(name):
            continue
        found = (_distance(folded, _folded(candidate)), candidate)
        if found[0] <= _slips(name) and (best is None or found < best):
            best = found
    return None if best is None else best[1]


def _slips(name: str) -> int:
    """How many slips a name of this length may hold: one in each three letters, three at most."""
    return min(len(name) // 3, 3)


def _folded(name: str) -> str:
    return name.casefold().replace("-", "_").replace(" ", "_")


def _distance(a: str, b: str) -> int:
    """Slips between two names; swapping two neighbours is one."""
    before: list[int] = []
    last = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before, last = last, row
    return last[-1]
