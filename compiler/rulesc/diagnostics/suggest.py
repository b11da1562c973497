"""Did you mean: the known name that is nearest to what was written."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint, or "" when nothing is near. Give it only names that would fit."""
    names = list(dict.fromkeys(known))
    found = get_close_matches(word, names, 1, 0.6)
    if not found:
        lowered = {name.lower(): name for name in reversed(names)}
        found = [lowered[near] for near in get_close_matches(word.lower(), lowered, 1, 0.6)]
    return f"did you mean `{found[0]}`?" if found else ""
