"""Reading files: a path goes in, a `Source` with clean text comes out.

The only reader of the document stage. `clean` does what can be done without a file.
"""

from __future__ import annotations

from pathlib import Path

from rulesc.diagnostics import Report
from rulesc.diagnostics.suggest import closest
from rulesc.document import errors
from rulesc.document.characters import HIDDEN, printable
from rulesc.source import Source, Span

LIMIT = 2_000_000
MARKS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
SPECS = Path("specs")  # where specs are, if nothing else is said
LISTED = 6  # files told of where one is missing
MOST = 5  # unwanted characters told of in one file


def read_source(path: Path, name: str, report: Report, asked: Span | None = None) -> Source | None:
    """The file's text; None, and a diagnostic at `asked`, if there is none that can be used."""
    shown = printable(path.as_posix())
    here = asked or Span(Source(name, "", shown), 0, 0)
    try:
        if not path.exists():
            hint = near_files(path) if asked is None else ""
            report.add(errors.missing_file(here, name, _neighbours(path, name), hint))
            return None
        if not path.is_file():
            why = "it is a folder" if path.is_dir() else "it is no ordinary file"
            hint = near_files(path) if asked is None and path.is_dir() else ""
            report.add(errors.unreadable_file(here, name, why, hint))
            return None
        with path.open("rb") as file:
            data = file.read(LIMIT + 1)
    except (OSError, ValueError) as fault:
        why = (getattr(fault, "strerror", None) or "the name is none").lower()
        report.add(errors.unreadable_file(here, name, why))
        return None
    if len(data) > LIMIT:
        report.add(errors.too_large(here, name, LIMIT))
        return None
    return clean(data, name, report, here, shown)


def clean(data: bytes, name: str, report: Report, here: Span, shown: str = "") -> Source | None:
    """The bytes of a file as text with LF line ends, without a byte order mark."""
    encoding = MARKS.get(data[:2], "")
    try:
        text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except UnicodeDecodeError as fault:
        if encoding or b"\0" in data:
            report.add(errors.not_utf8(here, name, encoding))
        else:
            before = _line_ends(fault.object[: fault.start].decode("utf-8"))
            after = _line_ends(fault.object[fault.start :].decode("utf-8", "replace"))
            place = Span(Source(name, before + after, shown), len(before), len(before) + 1)
            report.add(errors.wrong_byte(place, name, fault.object[fault.start]))
        return None
    source = Source(name, _line_ends(text), shown)
    return source if _visible(source, report) else None


def _line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _visible(source: Source, report: Report) -> bool:
    """Whether everything in a text can be seen: no tabs, no control or hidden characters."""
    found = [match.start() for match in HIDDEN.finditer(source.text)]
    tabs = [at for at in found if source.text[at] == "\t"]
    if tabs:
        lines = len({source.position(at)[0] for at in tabs})
        report.add(errors.tab(Span(source, tabs[0], tabs[0] + 1), lines))
    others = [at for at in found if source.text[at] != "\t"]
    for at in others[:MOST]:
        report.add(errors.wrong_character(Span(source, at, at + 1), ord(source.text[at])))
    return not found


def near_files(path: Path) -> str:
    """What to do where there is no such file: a near name, or what there is."""
    if path.is_file() or not path.name:
        return ""
    folder = path.parent
    for other in (path.with_name(f"{path.name}.yaml"), SPECS / path.name, SPECS / f"{path.name}.yaml"):
        if other.is_file():
            return f"did you mean `{other.as_posix()}`?"
    if not folder.is_dir():
        return f"there is no folder {folder.as_posix()} here"
    names = [name for name in _neighbours(path, path.name) if not name.startswith(".")]
    near = closest(path.name, names)
    if near is not None:
        return f"did you mean `{(folder / near).as_posix()}`?"
    alike = [name for name in names if Path(name).suffix == (path.suffix or ".yaml")]
    if not alike:
        return f"{folder.as_posix()} holds no {path.suffix or '.yaml'} file"
    more = f" and {len(alike) - LISTED} more" if len(alike) > LISTED else ""
    return f"{folder.as_posix()} holds {', '.join(alike[:LISTED])}{more}"


def _neighbours(path: Path, name: str) -> list[str]:
    """The files where a missing one was looked for, named as it was."""
    folder = name.rpartition("/")[0]
    if not path.parent.is_dir():
        return []
    names = sorted(p.name for p in path.parent.iterdir() if p.is_file())
    return [f"{folder}/{n}" if folder else n for n in names]
