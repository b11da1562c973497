"""Rules that are few when read and endless when written out as Python: told, and nothing written."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesc.diagnostics import Report
from rulesc.pipeline import compile_spec
from tests.small_spec import HEAD, TAIL

START = f"{HEAD}state:\n  n: 0..9\n"


def doubling() -> str:
    lines = "".join(f"  d{i}: (d{i - 1} + d{i - 1}) % 7\n" for i in range(1, 25))
    return f"{START}define:\n  d0: n % 2\n{lines}phases:\n  game: |\n    end game if d24 > 3\n{TAIL}"


def effects() -> str:
    lines = "".join(f"  e{i}: |\n    e{i - 1}\n    e{i - 1}\n" for i in range(1, 25))
    return f"{START}effects:\n  e0: |\n    n = 1\n{lines}phases:\n  game: |\n    e24\n    end game\n{TAIL}"


def loops() -> str:
    lines = "".join("  " * i + f"    for a{i} in 1..2\n" for i in range(22))
    return f"{START}phases:\n  game: |\n{lines}{'  ' * 22}    n = 1\n    end game\n{TAIL}"


def chain() -> str:
    lines = "".join(f"  d{i}: if n == {i % 9} then {i % 5} else d{i - 1}\n" for i in range(1, 299))
    return f"{START}define:\n  d0: n % 2\n{lines}phases:\n  game: |\n    end game if d298 > 3\n{TAIL}"


@pytest.mark.parametrize("write", [doubling, effects, loops, chain])
def test_what_grows_without_end_is_told(write: object, tmp_path: Path) -> None:
    assert callable(write)
    spec = tmp_path / "small.yaml"
    spec.write_text(write(), encoding="utf-8")
    report = Report()
    assert compile_spec(spec, report) is None
    assert [d.code for d in report.errors] == ["too-deep"]
