"""Writing packages: whole or not at all, only inside the target, other people's files left alone."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulesc import output
from rulesc.output import Drift, OutputError, check_package, replace_file, write_package

OLD = {"__init__.py": b"old = 1\n", "engine.py": b"rules = 'old'\n"}
NEW = {"__init__.py": b"old = 1\n", "engine.py": b"rules = 'new'\n", "test_examples.py": b"pass\n"}


def content(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def without_manifest(folder: Path) -> dict[str, bytes]:
    return {name: data for name, data in content(folder).items() if name != "manifest.json"}


def run_python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(Path(output.__file__).parents[1])}
    words = [sys.executable, "-c", code, *arguments]
    return subprocess.run(words, env=environment, capture_output=True, text=True, check=False)


def test_writes_files_and_a_manifest(tmp_path: Path) -> None:
    out = tmp_path / "a" / "generated"
    written = write_package(out, "game", OLD)
    assert without_manifest(out / "game") == OLD
    manifest = json.loads((out / "game" / "manifest.json").read_text())
    assert manifest["files"] == {name: hashlib.sha256(data).hexdigest() for name, data in OLD.items()}
    assert written.added == ("__init__.py", "engine.py", "manifest.json")
    assert [p.name for p in out.iterdir()] == ["game"]


def test_says_what_changed(tmp_path: Path) -> None:
    write_package(tmp_path, "game", OLD)
    written = write_package(tmp_path, "game", NEW)
    assert without_manifest(tmp_path / "game") == NEW
    assert written.changed == ("engine.py", "manifest.json")
    assert written.added == ("test_examples.py",)
    assert written.before["engine.py"] == OLD["engine.py"]


def test_leaves_an_equal_package_alone(tmp_path: Path) -> None:
    write_package(tmp_path, "game", OLD)
    before = (tmp_path / "game").stat().st_ino, (tmp_path / "game" / "engine.py").stat().st_mtime_ns
    assert write_package(tmp_path, "game", OLD).unchanged
    assert before == ((tmp_path / "game").stat().st_ino, (tmp_path / "game" / "engine.py").stat().st_mtime_ns)


def test_files_that_are_no_longer_made_go(tmp_path: Path) -> None:
    write_package(tmp_path, "game", NEW)
    assert write_package(tmp_path, "game", OLD).removed == ("test_examples.py",)
    assert without_manifest(tmp_path / "game") == OLD


def test_other_files_are_carried_over(tmp_path: Path) -> None:
    write_package(tmp_path, "game", OLD)
    (tmp_path / "game" / "notes").mkdir()
    (tmp_path / "game" / "notes" / "mine.txt").write_bytes(b"mine")
    written = write_package(tmp_path, "game", NEW)
    assert written.carried == ("notes/mine.txt",)
    assert (tmp_path / "game" / "notes" / "mine.txt").read_bytes() == b"mine"


def test_caches_and_native_products_go_with_the_text(tmp_path: Path) -> None:
    write_package(tmp_path, "game", OLD)
    (tmp_path / "game" / "__pycache__").mkdir()
    (tmp_path / "game" / "__pycache__" / "engine.cpython-311.pyc").write_bytes(b"cache")
    (tmp_path / "game" / "engine.cpython-311-x86_64-linux-gnu.so").write_bytes(b"native")
    assert check_package(tmp_path, "game", OLD) == ()
    write_package(tmp_path, "game", NEW)
    assert without_manifest(tmp_path / "game") == NEW


def test_an_edited_file_is_refused_without_force(tmp_path: Path) -> None:
    write_package(tmp_path, "game", OLD)
    (tmp_path / "game" / "engine.py").write_bytes(b"rules = 'mine'\n")
    before = content(tmp_path / "game")
    with pytest.raises(OutputError, match=r"engine\.py was edited") as caught:
        write_package(tmp_path, "game", NEW)
    assert caught.value.refused
    assert content(tmp_path / "game") == before
    write_package(tmp_path, "game", NEW, force=True)
    assert without_manifest(tmp_path / "game") == NEW


def test_an_edit_that_agrees_with_the_build_is_no_edit(tmp_path: Path) -> None:
    write_package(tmp_path, "game", OLD)
    (tmp_path / "game" / "engine.py").write_bytes(NEW["engine.py"])
    write_package(tmp_path, "game", NEW)
    assert without_manifest(tmp_path / "game") == NEW


def test_an_edited_file_that_would_go_is_refused(tmp_path: Path) -> None:
    write_package(tmp_path, "game", NEW)
    (tmp_path / "game" / "test_examples.py").write_bytes(b"mine\n")
    with pytest.raises(OutputError, match="was edited"):
        write_package(tmp_path, "game", OLD)


def test_a_folder_of_somebody_else_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "__init__.py").write_bytes(b"precious\n")
    with pytest.raises(OutputError, match="was not written by rulesc"):
        write_package(tmp_path, "game", OLD)
    assert content(tmp_path / "game") == {"__init__.py": b"precious\n"}


def test_a_damaged_manifest_lists_nothing(tmp_path: Path) -> None:
    write_package(tmp_path, "game", OLD)
    (tmp_path / "game" / "manifest.json").write_bytes(b'{"files": [')
    with pytest.raises(OutputError, match="was not written by rulesc"):
        write_package(tmp_path, "game", NEW)
    write_package(tmp_path, "game", NEW, force=True)
    assert check_package(tmp_path, "game", NEW) == ()


# ---- only inside the target ---------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["../x", "a/b", "/abs", "..", ".", "", "a\\b", "x\n", "1x", "x.y", "a" * 200]
)
def test_names_outside_are_refused(tmp_path: Path, name: str) -> None:
    out = tmp_path / "out"
    with pytest.raises(OutputError):
        write_package(out, name, OLD)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("file", ["../x", "/x", "a/../../x", "a\\b", "./x", "a//b", "c:x", "manifest.json"])
def test_file_names_outside_are_a_fault_of_the_compiler(tmp_path: Path, file: str) -> None:
    with pytest.raises(ValueError, match="can't hold a file"):
        write_package(tmp_path, "game", {file: b""})
    assert list(tmp_path.iterdir()) == []


def test_a_link_as_target_is_refused(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    out = tmp_path / "out"
    out.mkdir()
    (out / "game").symlink_to(elsewhere)
    with pytest.raises(OutputError, match="symbolic link"):
        write_package(out, "game", OLD, force=True)
    assert list(elsewhere.iterdir()) == []


def test_a_link_in_the_package_is_never_followed(tmp_path: Path) -> None:
    target = tmp_path / "target.py"
    target.write_bytes(b"precious\n")
    out = tmp_path / "out"
    write_package(out, "game", OLD)
    (out / "game" / "engine.py").unlink()
    (out / "game" / "engine.py").symlink_to(target)
    with pytest.raises(OutputError, match="was edited"):
        write_package(out, "game", NEW)
    write_package(out, "game", NEW, force=True)
    assert target.read_bytes() == b"precious\n"
    assert not (out / "game" / "engine.py").is_symlink()


def test_a_file_in_the_way_is_refused(tmp_path: Path) -> None:
    (tmp_path / "game").write_bytes(b"")
    with pytest.raises(OutputError, match="is a file"):
        write_package(tmp_path, "game", OLD)
    (tmp_path / "out").write_bytes(b"")
    with pytest.raises(OutputError, match="can't be written"):
        write_package(tmp_path / "out", "game", OLD)


# ---- faults half-way ----------------------------------------------------------------------


@pytest.mark.parametrize("fails_at", range(1, 4))
def test_a_full_disk_leaves_the_old_package_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails_at: int
) -> None:
    write_package(tmp_path, "game", OLD)
    before = content(tmp_path / "game")
    count = 0

    def fsync(_: int) -> None:
        nonlocal count
        count += 1
        if count == fails_at:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(OutputError, match="can't be written"):
        write_package(tmp_path, "game", NEW)
    assert content(tmp_path / "game") == before
    assert [p.name for p in tmp_path.iterdir()] == ["game"]


LIMITED = """
import resource, signal, sys
from pathlib import Path
from rulesc.output import OutputError, write_package
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
try:
    write_package(Path(sys.argv[1]), "game", {"__init__.py": b"small", "engine.py": b"x" * 100_000})
except OutputError as fault:
    print(fault.message)
"""


@pytest.mark.skipif(os.name == "nt", reason="needs limits on file sizes")
def test_a_real_limit_half_way_leaves_the_old_package_whole(tmp_path: Path) -> None:
    write_package(tmp_path, "game", OLD)
    before = content(tmp_path / "game")
    done = run_python(LIMITED, str(tmp_path))
    assert "can't be written" in done.stdout, done.stderr
    assert content(tmp_path / "game") == before
    assert [p.name for p in tmp_path.iterdir()] == ["game"]


@pytest.mark.parametrize("fault", [OSError(errno.EACCES, "denied"), KeyboardInterrupt()])
@pytest.mark.parametrize("fails_at", [1, 2])
def test_an_interrupted_rename_leaves_the_old_package_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails_at: int, fault: BaseException
) -> None:
    write_package(tmp_path, "game", OLD)
    before = content(tmp_path / "game")
    rename = Path.rename
    count = 0

    def faulty(self: Path, target: Path) -> Path:
        nonlocal count
        count += 1
        if count == fails_at:
            raise fault
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", faulty)
    with pytest.raises((OutputError, KeyboardInterrupt)):
        write_package(tmp_path, "game", NEW)
    assert content(tmp_path / "game") == before
    assert [p.name for p in tmp_path.iterdir()] == ["game"]


KILLED = """
import os, sys
from pathlib import Path
from rulesc.output import write_package
rename, count = Path.rename, 0
def dying(self, target):
    global count
    count += 1
    if count == int(sys.argv[2]):
        os._exit(9)
    return rename(self, target)
Path.rename = dying
write_package(Path(sys.argv[1]), "game", {"engine.py": b"new"})
"""


@pytest.mark.parametrize("dies_at", [1, 2])
def test_a_killed_build_is_put_right_by_the_next_one(tmp_path: Path, dies_at: int) -> None:
    write_package(tmp_path, "game", OLD)
    (tmp_path / "game" / "mine.txt").write_bytes(b"mine")
    died = run_python(KILLED, str(tmp_path), str(dies_at))
    assert died.returncode == 9
    write_package(tmp_path, "game", NEW)
    assert without_manifest(tmp_path / "game") == {**NEW, "mine.txt": b"mine"}


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a user without special rights")
def test_a_folder_without_the_right_to_write(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(OutputError, match="can't be written"):
            write_package(tmp_path, "game", OLD)
    finally:
        tmp_path.chmod(0o700)


def test_replace_file_leaves_the_old_one_when_it_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "spec.yaml"
    file.write_bytes(b"old")

    def fsync(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(OutputError):
        replace_file(file, b"new")
    assert content(tmp_path) == {"spec.yaml": b"old"}


@pytest.mark.skipif(os.name == "nt", reason="links and modes are others there")
def test_replace_file_keeps_links_and_modes(tmp_path: Path) -> None:
    file = tmp_path / "spec.yaml"
    file.write_bytes(b"old")
    file.chmod(0o640)
    (tmp_path / "link.yaml").symlink_to("spec.yaml")
    replace_file(tmp_path / "link.yaml", b"new")
    assert (tmp_path / "link.yaml").is_symlink()
    assert file.read_bytes() == b"new"
    assert file.stat().st_mode & 0o777 == 0o640


# ---- --check ------------------------------------------------------------------------------


def test_check_finds_missing_extra_and_different_files(tmp_path: Path) -> None:
    assert [d.kind for d in check_package(tmp_path, "game", OLD)] == ["missing"] * 3
    write_package(tmp_path, "game", OLD)
    assert check_package(tmp_path, "game", OLD) == ()
    (tmp_path / "game" / "extra.py").write_bytes(b"")
    (tmp_path / "game" / "engine.py").write_bytes(b"other")
    (tmp_path / "game" / "__init__.py").unlink()
    assert check_package(tmp_path, "game", OLD) == (
        Drift("__init__.py", "missing"),
        Drift("engine.py", "different", b"other"),
        Drift("extra.py", "extra"),
    )


def test_check_writes_nothing(tmp_path: Path) -> None:
    check_package(tmp_path / "none", "game", OLD)
    assert list(tmp_path.iterdir()) == []
