"""A package is a function of its spec: the same bytes in any process, place, locale, time and order of files.

Each build is a process of its own, called as a user calls it. A start costs most of its time, so each of ten
builds differs from the plain one in everything at once: seed, locale, clock, place.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SPECS = ROOT / "specs"
SMALL = "kuhn_poker"
LARGE = "pagoda"
PLAIN = {"PATH": os.environ.get("PATH", ""), "PYTHONPATH": str(ROOT / "compiler")}
if os.name == "nt":
    PLAIN["SYSTEMROOT"] = os.environ["SYSTEMROOT"]

# Sets of texts come in another order with each seed.
SEEDS = ("0", "1", "2", "3", "5", "8", "13", "1000", "4294967295", "random")
# A locale that isn't there counts as `C`; without Python's own remedies it then reads and prints ASCII.
IN_ASCII = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
LOCALES: tuple[dict[str, str], ...] = (
    {"LC_ALL": "C"},
    {"LC_ALL": "C", **IN_ASCII},
    {"LC_ALL": "C.UTF-8"},
    {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8", **IN_ASCII},
    {"LANG": "de_DE.ISO-8859-1", "PYTHONUTF8": "0"},
    {"PYTHONUTF8": "1"},
    {"PYTHONIOENCODING": "latin-1"},
    {"LC_ALL": "POSIX", **IN_ASCII},
    {"LC_ALL": "C", "FORCE_COLOR": "1", "TERM": "xterm-256color", "COLUMNS": "20"},
    {"PYTHONWARNDEFAULTENCODING": "1", "PYTHONWARNINGS": "error::EncodingWarning"},
)
CLOCKS: tuple[dict[str, str], ...] = (
    {},
    {"TZ": "Pacific/Kiritimati"},
    {"TZ": "XYZ+11:30"},
    {"SOURCE_DATE_EPOCH": "0", "PYTHONOPTIMIZE": "1"},
)


@dataclass(frozen=True)
class Way:
    """How a build is called; the folder of the specs as it is typed, seen from `cwd`."""

    cwd: Path = ROOT
    folder: str = "specs/"
    environment: Mapping[str, str] = field(default_factory=dict)


def build(way: Way, out: Path, games: tuple[str, ...] = (SMALL,), *flags: str) -> dict[str, bytes]:
    """The files that a build in a process of its own writes."""
    specs = [f"{way.folder}{game}.yaml" for game in games]
    words = [sys.executable, "-m", "rulesc", "build", *specs, "--out", str(out), *flags]
    environment = {**PLAIN, **way.environment}
    done = subprocess.run(words, cwd=way.cwd, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


def same(found: Mapping[str, bytes], wanted: Mapping[str, bytes], how: object) -> None:
    assert sorted(found) == sorted(wanted), how
    for file, content in found.items():
        assert content == wanted[file], f"{file} is another one with {how}"


def copied(folder: Path, windows: bool = False) -> None:
    """The specs once more, their files written in the opposite order, long ago, with fewer rights."""
    for path in sorted(SPECS.rglob("*"), reverse=True):
        if path.is_file():
            target = folder / path.relative_to(SPECS)
            target.parent.mkdir(parents=True, exist_ok=True)
            content = path.read_bytes()
            target.write_bytes(b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n") if windows else content)
            os.utime(target, (1, 1))
            target.chmod(0o400)


def places(folder: Path) -> list[Way]:
    """The ways to the same specs, and to copies of them."""
    other = folder / "Another place ü" / "specs"
    copied(other)
    copied(folder / "windows", windows=True)
    shutil.copytree(SPECS, folder / "plain")
    found = [
        Way(),
        Way(SPECS, ""),
        Way(SPECS, "./"),
        Way(SPECS / SMALL, "../../specs/"),
        Way(folder, f"{SPECS}/"),
        Way(other, ""),
        Way(folder, "Another place ü/specs/"),
        Way(folder / "windows", ""),
        Way(folder / "plain" / SMALL, "../"),
    ]
    if os.name != "nt":
        (folder / "link").symlink_to(SPECS)
        found.append(Way(folder, "link/"))
    return found


@pytest.fixture(scope="module")
def wanted(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return build(Way(), tmp_path_factory.mktemp("wanted"), (SMALL, LARGE))


def test_there_are_packages(wanted: Mapping[str, bytes]) -> None:
    names = ["__init__.py", "engine.py", "manifest.json", "test_contract.py", "test_examples.py"]
    assert sorted(wanted) == [f"{game}/{name}" for game in (SMALL, LARGE) for name in names]


def test_the_same_bytes_whatever_is_around(tmp_path: Path, wanted: Mapping[str, bytes]) -> None:
    at = places(tmp_path)
    ways = [
        Way(
            at[number % len(at)].cwd,
            at[number % len(at)].folder,
            {"PYTHONHASHSEED": seed, **LOCALES[number], **CLOCKS[number % len(CLOCKS)]},
        )
        for number, seed in enumerate(SEEDS)
    ]
    large = (2, 5)  # these build the large spec too

    def one(number: int) -> dict[str, bytes]:
        games = (SMALL, LARGE) if number in large else (SMALL,)
        return build(ways[number], tmp_path / f"out{number}", games)

    with ThreadPoolExecutor(2) as pool:
        for number, found in enumerate(pool.map(one, range(len(ways)))):
            small = {file: content for file, content in wanted.items() if file.startswith(SMALL)}
            same(found, wanted if number in large else small, ways[number])


def test_nothing_of_the_place_is_in_a_package(wanted: Mapping[str, bytes]) -> None:
    """No path, no user, no name of a machine."""
    hints = [str(ROOT), os.path.expanduser("~"), "" if os.name == "nt" else os.uname().nodename]
    for file, content in wanted.items():
        for hint in hints:
            assert len(hint) < 4 or hint.encode() not in content, f"{file} tells {hint}"


def test_an_older_package_leaves_no_trace(tmp_path: Path, wanted: Mapping[str, bytes]) -> None:
    """Over an older package the same comes out as in an empty folder, and a check agrees."""
    folder = tmp_path / SMALL
    folder.mkdir()
    for file in ("engine.py", "gone.py"):
        (folder / file).write_bytes(b"old\n")
    listed = {"engine.py": "0" * 64, "gone.py": "0" * 64}
    (folder / "manifest.json").write_text(json.dumps({"files": listed}), encoding="ascii")
    small = {file: content for file, content in wanted.items() if file.startswith(SMALL)}
    for flag in ("--force", "--check"):
        same(build(Way(), tmp_path, (SMALL,), flag), small, flag)
