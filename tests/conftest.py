"""Options of the suite."""

from __future__ import annotations

import hypothesis
import pytest

# How long a test takes depends on what else the machine does, and the first one builds the parser.
hypothesis.settings.register_profile("suite", deadline=None)
hypothesis.settings.load_profile("suite")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write what is found into the cases as expected")
