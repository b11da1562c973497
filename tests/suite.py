"""What the suite leaves to the long run (`make long`), for the packages in `generated/` too.

A game with many options and readings takes minutes to be tried in all of them. Its default game, at each
number of players, is tried always; the others are marked `slow`.
"""

from __future__ import annotations

from collections import Counter

import pytest

MANY = 12  # ways to set up a game, beyond which only the default ones are always tried


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    sets = Counter(item.path.parent for item in items if _way(item) and "check_ends" in item.name)
    for item in items:
        way = _way(item)
        if way and "=" in way and sets[item.path.parent] > MANY:
            item.add_marker(pytest.mark.slow)


def _way(item: pytest.Item) -> str:
    """How a test of a contract sets its game up; "" for any other test."""
    if item.path.name != "test_contract.py" or not isinstance(item, pytest.Function):
        return ""
    callspec = getattr(item, "callspec", None)
    return "" if callspec is None else str(callspec.params["parameters"])
