"""The only place that writes generated packages.

In: a folder, a package's name, its files as bytes. Out: the folder holds either the package as it
was before or the new one, never a mixture. The new package is put together in a folder beside the
old one; two renames exchange them, and the second undoes the first when it fails.

`manifest.json` lists the files with their SHA-256, so that the next build can tell what it wrote from
what somebody added (carried over) or edited (refused without `force`).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import secrets
import shutil
import signal
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

MANIFEST = "manifest.json"
FORMAT = 1

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,99}\Z")
_DERIVED = {".pyc", ".so", ".pyd", ".dylib", ".dll"}


class OutputError(Exception):
    """Nothing was changed. `refused`: the user may insist; otherwise the folder can't be used."""

    def __init__(self, message: str, hint: str = "", refused: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.refused = refused


@dataclass(frozen=True, slots=True)
class Written:
    """What a build did. `before` holds the old bytes of files that changed or went away."""

    folder: Path
    added: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    carried: tuple[str, ...]
    before: Mapping[str, bytes] = field(repr=False)

    @property
    def unchanged(self) -> bool:
        return not (self.added or self.changed or self.removed)


@dataclass(frozen=True, slots=True)
class Drift:
    """A file of a package that isn't what a build would write: missing, extra, or different."""

    file: str
    kind: str
    before: bytes = b""


def reason(fault: OSError) -> str:
    """Why the system refuses a place, in words that say what to look at."""
    if isinstance(fault, FileExistsError | NotADirectoryError):
        return "a file of that name is there, where a folder is wanted"
    return fault.strerror or str(fault)


def write_package(out: Path, name: str, files: Mapping[str, bytes], force: bool = False) -> Written:
    """Write a package, whole or not at all."""
    wanted = _with_manifest(files)
    folder = _folder(out, name)
    try:
        out.mkdir(parents=True, exist_ok=True)
        _recover(out, name)
        present = _read(folder)
        listed = _listed(present)
        if not force:
            _refuse_edits(folder, present, listed, wanted)
        ours = set(listed) | {MANIFEST} | set(wanted)
        carried = tuple(sorted(f for f in present if f not in ours))
        written = _compare(folder, present, listed, wanted, carried)
        if not written.unchanged:
            _exchange(out, name, wanted, carried)
    except OSError as fault:
        raise OutputError(
            f"{_place(fault, folder)} can't be written: {reason(fault)}",
            "nothing was changed; choose another folder with --out, or make room in this one",
        ) from fault
    return written


def check_package(out: Path, name: str, files: Mapping[str, bytes]) -> tuple[Drift, ...]:
    """What a build would change: no drift means equal bytes, nothing missing, nothing extra."""
    wanted = _with_manifest(files)
    folder = _folder(out, name)
    try:
        present = _read(folder)
    except OSError as fault:
        raise OutputError(f"{_place(fault, folder)} can't be read: {reason(fault)}") from fault
    drift = [Drift(f, "missing") for f in wanted if f not in present]
    drift += [Drift(f, "extra") for f in present if f not in wanted]
    drift += [
        Drift(f, "different", present[f] or b"") for f in wanted if f in present and present[f] != wanted[f]
    ]
    return tuple(sorted(drift, key=lambda d: d.file))


def replace_file(path: Path, content: bytes) -> None:
    """Write one file beside its place and rename it there. A link stays one; who may read it stays, too."""
    with _undisturbed(), _beside(path) as (scratch, place):
        _write(scratch, content)
        if place.exists():
            shutil.copymode(place, scratch)
        scratch.replace(place)


def check_place(path: Path) -> None:
    """Whether a file could be written there, asked before the work whose result it is to hold."""
    with _beside(path) as (scratch, _):
        _write(scratch, b"")


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C waits until a file is in its place and its scratch file gone."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    interrupts: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: interrupts.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if interrupts:
            signal.raise_signal(signal.SIGINT)


@contextlib.contextmanager
def _beside(path: Path) -> Iterator[tuple[Path, Path]]:
    """A scratch file in the folder of a file, gone afterwards, and where the file really lies."""
    scratch: Path | None = None
    try:
        place = path.resolve()
        if place.is_dir():
            raise OutputError(f"{path} is a folder", "give the name of a file in it")
        if place.exists() and not place.is_file():
            raise OutputError(f"{path} is no plain file", "give the name of a file")
        scratch = place.with_name(f".rulesc-{secrets.token_hex(4)}")
        yield scratch, place
    except OSError as fault:
        raise OutputError(f"{path} can't be written: {reason(fault)}") from fault
    except RuntimeError as fault:  # links that lead to each other
        raise OutputError(f"{path} can't be written: {fault}") from fault
    finally:
        if scratch is not None:
            with contextlib.suppress(OSError):
                scratch.unlink(missing_ok=True)


# ---- what is there and what is wanted ---------------------------------------------------------


def _folder(out: Path, name: str) -> Path:
    if not _NAME.match(name):
        raise OutputError(f"`{name}` can't be the name of a package")
    folder = out / name
    if folder.is_symlink():
        raise OutputError(
            f"{folder} is a symbolic link; rulesc writes only inside {out}",
            "remove the link, or choose another folder with --out",
        )
    if folder.exists() and not folder.is_dir():
        raise OutputError(f"{folder} is a file, not a folder", "move it away")
    return folder


def _with_manifest(files: Mapping[str, bytes]) -> dict[str, bytes]:
    for file in files:
        path = PurePosixPath(file)
        odd = path.is_absolute() or ".." in path.parts or str(path) != file or re.search(r'[\\:*?"<>|]', file)
        if odd or file == MANIFEST:
            raise ValueError(f"a package can't hold a file called {file!r}")
    sums = {file: hashlib.sha256(files[file]).hexdigest() for file in sorted(files)}
    manifest = json.dumps({"format": FORMAT, "files": sums}, indent=2, ensure_ascii=True) + "\n"
    return {**{file: files[file] for file in sorted(files)}, MANIFEST: manifest.encode("ascii")}


def _read(folder: Path) -> dict[str, bytes | None]:
    """Every file below a folder but caches and native products: they come from the text, and go with it.

    A link or a device, whatever it leads to, has no content of its own.
    """
    found: dict[str, bytes | None] = {}
    for path in _walk(folder):
        plain = path.is_file() and not path.is_symlink()
        found[path.relative_to(folder).as_posix()] = path.read_bytes() if plain else None
    return found


def _walk(folder: Path) -> Iterator[Path]:
    if not folder.is_dir():
        return
    for path in sorted(folder.iterdir()):
        if path.is_dir() and not path.is_symlink():
            if path.name != "__pycache__":
                yield from _walk(path)
        elif path.suffix not in _DERIVED:
            yield path


def _listed(present: Mapping[str, bytes | None]) -> dict[str, str]:
    """The old manifest; one that is missing or damaged lists nothing."""
    try:
        data: object = json.loads(present.get(MANIFEST) or b"")
    except ValueError:
        return {}
    files = data.get("files") if isinstance(data, dict) else None
    if not isinstance(files, dict):
        return {}
    return {str(file): str(digest) for file, digest in files.items()}


def _refuse_edits(
    folder: Path,
    present: Mapping[str, bytes | None],
    listed: Mapping[str, str],
    wanted: Mapping[str, bytes],
) -> None:
    for file, content in sorted(present.items()):
        if file == MANIFEST and listed:
            continue
        if content is not None and content == wanted.get(file):
            continue
        digest = "" if content is None else hashlib.sha256(content).hexdigest()
        if file in listed and digest != listed[file]:
            raise OutputError(
                f"{folder / file} was edited since rulesc wrote it",
                "change the spec instead, or overwrite the edit with --force",
                refused=True,
            )
        if file in wanted and file not in listed:
            raise OutputError(
                f"{folder / file} is there and was not written by rulesc",
                "move it away, choose another folder with --out, or overwrite it with --force",
                refused=True,
            )


def _compare(
    folder: Path,
    present: Mapping[str, bytes | None],
    listed: Mapping[str, str],
    wanted: Mapping[str, bytes],
    carried: tuple[str, ...],
) -> Written:
    changed = tuple(f for f in wanted if f in present and present[f] != wanted[f])
    removed = tuple(sorted(f for f in listed if f in present and f not in wanted))
    return Written(
        folder=folder,
        added=tuple(f for f in wanted if f not in present),
        changed=changed,
        removed=removed,
        carried=carried,
        before={f: present[f] or b"" for f in (*changed, *removed)},
    )


# ---- the exchange -----------------------------------------------------------------------------


def _old(out: Path, name: str) -> Path:
    return out / f".rulesc-old-{name}"


def _recover(out: Path, name: str) -> None:
    """After a build that was killed between its two renames, the old package still lies aside."""
    old, folder = _old(out, name), out / name
    if not old.is_dir() or old.is_symlink():
        return
    if folder.exists():
        shutil.rmtree(old)
    else:
        old.rename(folder)


def _exchange(out: Path, name: str, wanted: Mapping[str, bytes], carried: tuple[str, ...]) -> None:
    folder, old = out / name, _old(out, name)
    new = out / f".rulesc-new-{name}-{secrets.token_hex(4)}"
    new.mkdir()
    try:
        for file, content in wanted.items():
            (new / file).parent.mkdir(parents=True, exist_ok=True)
            _write(new / file, content)
        for file in carried:
            (new / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(folder / file, new / file, follow_symlinks=False)
        if not folder.exists():
            new.rename(folder)
            return
        try:
            folder.rename(old)
            new.rename(folder)
        except BaseException:
            if old.exists() and not folder.exists():
                old.rename(folder)
            raise
        shutil.rmtree(old, ignore_errors=True)
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _write(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())  # a full disk may show only here


def _place(fault: OSError, folder: Path) -> str:
    return str(fault.filename) if fault.filename is not None else str(folder)
