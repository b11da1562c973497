"""What a command is given as a spec: a file, an edition of it, a revision of it in git.

In: a text `[REVISION:]PATH[@EDITION]`; a bare `@EDITION` is one of the spec named before. Out: a path that
the pipeline reads. Files of a revision are unpacked into a scratch folder.
"""

from __future__ import annotations

import io
import subprocess
import tarfile
from dataclasses import dataclass
from pathlib import Path

from rulesc.commands.terminal import WRONG_USE, stop


@dataclass(frozen=True, slots=True)
class Operand:
    """`path` is to be read; `told` is what the user wrote, with what a short form left out."""

    path: Path
    told: str


def operand(text: str, scratch: Path, before: Operand | None = None) -> Operand:
    """Find what a text means; wrong use ends the command."""
    if text.startswith("@") and before is not None:
        base = before.path.with_name(before.path.name.split("@", 1)[0])
        told = before.told.split("@", 1)[0] + text
        return Operand(base.with_name(base.name + text), told)
    if _is_spec(Path(text)):
        return Operand(Path(text), text)
    revision, colon, rest = text.partition(":")
    if not colon or not rest:
        return Operand(Path(text), text)  # the pipeline says that it isn't there
    return Operand(_unpacked(revision, Path(rest), scratch), text)


def _is_spec(path: Path) -> bool:
    """Whether there is such a file, an edition behind it left aside."""
    return path.exists() or path.with_name(path.name.rpartition("@")[0] or path.name).is_file()


def _unpacked(revision: str, path: Path, scratch: Path) -> Path:
    """The folder of a spec as it was in a revision; the path of the spec in it."""
    if revision.startswith("-") or not path.parent.is_dir():
        stop(f"there is no revision `{revision}` of {path}", code=WRONG_USE)
    words = ["git", "-C", str(path.parent), "archive", "--format=tar", revision]
    try:
        done = subprocess.run(words, capture_output=True, check=False)
    except OSError:
        stop("git is needed for a revision, and it can't be run", code=WRONG_USE)
    if done.returncode:
        why = done.stderr.decode("utf-8", "replace").strip().splitlines()
        stop(f"git has no revision `{revision}` of {path.parent}: {why[0] if why else ''}", code=WRONG_USE)
    folder = scratch / f"revision-{len(list(scratch.iterdir()))}"
    folder.mkdir()
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        for member in archive:
            target, content = folder / member.name, archive.extractfile(member) if member.isfile() else None
            if content is not None and target.resolve().is_relative_to(folder.resolve()):
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content.read())
    return folder / path.name
