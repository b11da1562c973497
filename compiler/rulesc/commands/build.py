"""`rulesc build`: compile specs and write their packages, or check that those are up to date."""

from __future__ import annotations

import ast
import difflib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulesc.commands.terminal import FINDINGS, PATH, plural, say, stop_output, tell

if TYPE_CHECKING:
    from rulesc.output import Written
    from rulesc.pipeline import Compiled

SHOWN_LINES = 40


@click.command("build", short_help="Compile specs into Python packages.")
@click.argument("specs", metavar="specs/GAME.yaml...", nargs=-1, required=True, type=PATH)
@click.option("--out", default="generated", show_default=True, type=PATH,
              help="Folder that holds the packages.")  # fmt: skip
@click.option("--check", is_flag=True, help="Write nothing; fail if a build would change something.")
@click.option("--force", is_flag=True, help="Overwrite generated files that somebody edited.")
@click.option("--edition", metavar="NAME", help="Compile an edition: the base with its errata laid over it.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(
    specs: tuple[Path, ...], out: Path, check: bool, force: bool, edition: str | None, as_json: bool
) -> None:
    """Compile each spec into the package OUT/GAME, an edition into OUT/GAME__EDITION.

    A package is written whole or not at all. Files in it that rulesc didn't write are kept; a generated
    file that somebody edited is left alone unless you say --force.
    """
    if edition is not None:
        specs = tuple(Path(f"{spec}@{edition}") for spec in specs)
    results = [_build(spec, out, check, force, as_json) for spec in specs]
    if as_json:
        click.echo(json.dumps(results, indent=2))
    if not all(result["ok"] for result in results):
        raise click.exceptions.Exit(FINDINGS)


def _build(spec: Path, out: Path, check: bool, force: bool, quiet: bool) -> dict[str, object]:
    from rulesc.diagnostics import Report
    from rulesc.diagnostics.render import render_json
    from rulesc.output import OutputError
    from rulesc.pipeline import compile_spec

    report = Report()
    compiled = compile_spec(spec, report)
    if not quiet:
        tell(report)
    result: dict[str, object] = {
        "spec": spec.as_posix(),
        "ok": False,
        "diagnostics": json.loads(render_json(report.diagnostics)),
    }
    if compiled is None or report.failed:
        return result
    try:
        return {**result, **(_check if check else _write)(spec, out, compiled, force, quiet)}
    except OutputError as fault:
        stop_output(fault)


def _write(spec: Path, out: Path, compiled: Compiled, force: bool, quiet: bool) -> dict[str, object]:
    from rulesc.output import write_package
    from rulesc.pipeline import package_name

    written = write_package(out, package_name(compiled.document), compiled.files, force)
    if not quiet:
        say(_summary(spec, written, compiled.files))
    return {
        "ok": True,
        "package": written.folder.as_posix(),
        "added": list(written.added),
        "changed": list(written.changed),
        "removed": list(written.removed),
    }


def _check(spec: Path, out: Path, compiled: Compiled, force: bool, quiet: bool) -> dict[str, object]:
    from rulesc.output import check_package
    from rulesc.pipeline import package_name

    name = package_name(compiled.document)
    drift = check_package(out, name, compiled.files)
    if not quiet:
        for one in drift:
            say(f"{(out / name / one.file).as_posix()}: {one.kind}")
            if one.kind == "different" and one.file in compiled.files:
                say(changed_lines(one.before, compiled.files[one.file]))
        if drift:
            say(f"{(out / name).as_posix()} is not what {spec} gives; run: rulesc build {spec}")
        else:
            say(f"{(out / name).as_posix()} is up to date")
    return {
        "ok": not drift,
        "package": (out / name).as_posix(),
        "drift": [{"file": one.file, "kind": one.kind} for one in drift],
    }


def _summary(spec: Path, written: Written, files: Mapping[str, bytes]) -> str:
    folder = written.folder.as_posix()
    if written.unchanged:
        return f"{folder} is up to date"
    if not written.changed and not written.removed:
        return f"wrote {folder} ({plural(len(written.added), 'file')}) from {spec}"
    lines = [f"wrote {folder} from {spec}"]
    lines += [f"  new: {file}" for file in written.added]
    lines += [f"  gone: {file}" for file in written.removed]
    for file in written.changed:
        if file not in files:
            continue
        lines.append(f"  changed: {file}")
        names = changed_tests(written.before[file], files[file]) if file.startswith("test_") else []
        lines += [f"    {name}" for name in names]
        lines.append(changed_lines(written.before[file], files[file]))
    return "\n".join(lines)


def changed_lines(before: bytes, after: bytes) -> str:
    """The lines that went and came, indented; a long change is cut short."""
    old, new = (text.decode("utf-8", "replace").splitlines() for text in (before, after))
    lines = [f"    {line}" for line in difflib.unified_diff(old, new, n=0, lineterm="")][2:]
    if len(lines) > SHOWN_LINES:
        lines = [*lines[:SHOWN_LINES], f"    ... {len(lines) - SHOWN_LINES} more lines"]
    return "\n".join(lines)


def changed_tests(before: bytes, after: bytes) -> list[str]:
    """The tests of a generated file that are new, gone or different."""
    old, new = _tests(before), _tests(after)
    return [
        f"{name}: {'new' if name not in old else 'gone' if name not in new else 'changed'}"
        for name in sorted({*old, *new})
        if old.get(name) != new.get(name)
    ]


def _tests(text: bytes) -> dict[str, str]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return {}
    return {
        node.name: ast.dump(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test")
    }
