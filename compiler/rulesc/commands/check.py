"""`rulesc check`: read specs and say what is wrong with them; write nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from rulesc.commands.terminal import FINDINGS, PATH, plural, tell


@click.command("check", short_help="Say what is wrong with specs.")
@click.argument("specs", metavar="specs/GAME.yaml...", nargs=-1, required=True, type=PATH)
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "sarif"]), default="text", show_default=True
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--strict", is_flag=True, help="Warnings count as findings too.")
@click.option("--editions", is_flag=True, help="Read the editions of each spec too, and errata in none.")
def command(specs: tuple[Path, ...], form: str, as_json: bool, strict: bool, editions: bool) -> None:
    """Read each spec as `rulesc build` would, and print what is wrong with it."""
    from rulesc.diagnostics import Report
    from rulesc.diagnostics.render import render_json, render_sarif
    from rulesc.pipeline import check

    report = Report()
    if editions:
        specs = tuple(path for spec in specs for path in (spec, *_editions(spec)))
    for spec in specs:
        check(spec, report)
    if as_json or form == "json":
        click.echo(render_json(report.diagnostics))
    elif form == "sarif":
        click.echo(render_sarif(report.diagnostics))
    else:
        tell(report, err=False)
        if report.diagnostics:
            errors = len(report.errors)
            warnings = len(report.diagnostics) - errors
            click.echo(f"{plural(errors, 'error')}, {plural(warnings, 'warning')}")
        else:
            click.echo(f"{plural(len(specs), 'spec')} without findings")
    if report.failed or (strict and report.diagnostics):
        raise click.exceptions.Exit(FINDINGS)


def _editions(spec: Path) -> Iterator[Path]:
    """The editions of a spec, and the errata that are in none of them."""
    from rulesc.document.from_text import editions_of

    known = editions_of(spec)
    inside = {erratum for name, errata in known.items() if errata != (name,) for erratum in errata}
    for name, errata in known.items():
        if errata != (name,) or name not in inside:
            yield Path(f"{spec}@{name}")
