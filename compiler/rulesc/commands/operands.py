"""What a command is given as a spec: a file, an edition of it, a revision of it in git.

In: a text `[REVISION:]PATH[@EDITION]`; a bare `@EDITION` is one of the spec named before. Out: a path that
the pipeline reads. Files of a revision are unpacked into a scratch folder.
"""

from __future__ import annotations

import io
import os
import subprocess
import tarfile
from dataclasses import dataclass, replace
from pathlib import Path

from rulesc.commands.terminal import WRONG_USE, stop
from rulesc.diagnostics.model import Report
from rulesc.source import Span


@dataclass(frozen=True, slots=True)
class Operand:
    """`path` is to be read; `told` is what the user wrote, with what a short form left out."""

    path: Path
    told: str
    folder: str = ""  # of a revision: what the user calls the scratch folder it lies in


def operand(text: str, scratch: Path, before: Operand | None = None) -> Operand:
    """Find what a text means; wrong use ends the command."""
    from rulesc.pipeline import spec_and_edition

    if not text:
        stop("a path is missing: the text is empty", code=WRONG_USE)
    if text.startswith("@") and before is None and not Path(text).exists():
        stop(
            f"`{text}` is an edition of a spec that is not named",
            f"write specs/GAME.yaml{text}",
            WRONG_USE,
        )
    if text.startswith("@") and before is not None:
        base, edition = spec_and_edition(before.path)
        told = before.told.removesuffix(f"@{edition}") + text
        return Operand(Path(f"{base}{text}"), told, before.folder)
    if _is_spec(Path(text)):
        return Operand(Path(text), text)
    revision, colon, rest = text.partition(":")
    if not colon or not rest:
        return Operand(Path(text), text)  # the pipeline says that it isn't there
    path = Path(rest)
    return Operand(_unpacked(revision, path, scratch), text, f"{revision}:{path.parent.as_posix()}")


def as_told(operand: Operand, report: Report) -> Report:
    """What is wrong with a spec, its files called as the user calls them."""

    def renamed(span: Span) -> Span:
        inside = span.source.path.removeprefix(f"{operand.path.parent.as_posix()}/")
        if not operand.folder or inside == span.source.path:
            return span
        return replace(span, source=replace(span.source, path=f"{operand.folder}/{inside}"))

    found = Report()
    for one in report.diagnostics:
        others = tuple(replace(label, span=renamed(label.span)) for label in one.others)
        found.add(replace(one, span=renamed(one.span), others=others))
    return found


def _is_spec(path: Path) -> bool:
    """Whether there is such a file, an edition behind it left aside."""
    return path.exists() or path.with_name(path.name.rpartition("@")[0] or path.name).is_file()


def _unpacked(revision: str, path: Path, scratch: Path) -> Path:
    """The folder of a spec as it was in a revision; the path of the spec in it."""
    there = next(folder for folder in (path.parent, *path.parent.parents, Path()) if folder.is_dir())
    inside = path.parent.relative_to(there)
    if revision.startswith("-"):
        stop(f"there is no revision `{revision}` of {path}", code=WRONG_USE)
    words = ["git", "-C", str(there), "archive", "--format=tar", revision]
    words += ["--", inside.as_posix()] if inside.parts else []
    try:
        done = subprocess.run(words, capture_output=True, check=False, env={**os.environ, "LC_ALL": "C"})
    except OSError:
        stop("git is needed for a revision, and it can't be run", code=WRONG_USE)
    if done.returncode:
        if b"not a git repository" in done.stderr:
            here = path.parent.resolve().as_posix()
            hint = "name two files instead, or run this where the specs are under git"
            stop(
                f"`{revision}:{path}` is a git revision, and {here} is in no git repository", hint, WRONG_USE
            )
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
    found = folder / inside / path.name
    if not _is_spec(found):
        stop(f"there is no file {path} in the revision `{revision}`", code=WRONG_USE)
    return found
