"""`rulesc fmt`: lay specs out in the one way, keeping every word and comment."""

from __future__ import annotations

from pathlib import Path

import click

from rulesc.commands.terminal import FINDINGS, PATH, end_if_failed, say, stop, stop_output


@click.command("fmt", short_help="Lay specs out in the one way.")
@click.argument("specs", metavar="specs/GAME.yaml...", nargs=-1, required=True, type=PATH)
@click.option("--check", is_flag=True, help="Write nothing; fail if a file would change.")
def command(specs: tuple[Path, ...], check: bool) -> None:
    """Rewrite each spec in the standard layout.

    The clauses of a section stand in one column, tabs and trailing blanks are gone; words and comments stay.
    """
    from rulesc.diagnostics import Report
    from rulesc.document.files import read_source
    from rulesc.output import OutputError, replace_file
    from rulesc.syntax.format import format_text

    would_change = False
    for spec in specs:
        try:
            text = spec.read_bytes().decode("utf-8")
        except (OSError, UnicodeDecodeError) as fault:
            report = Report()
            read_source(spec, spec.name, report)  # says what is wrong as all commands do
            end_if_failed(report)
            stop(f"{spec} can't be read: {fault}")
        formatted = format_text(text)
        if formatted == text:
            continue
        would_change = True
        if check:
            say(f"{spec} would change; run: rulesc fmt {spec}")
            continue
        try:
            replace_file(spec, formatted.encode("utf-8"))
        except OutputError as fault:
            stop_output(fault)
        say(f"laid out {spec}")
    if check and would_change:
        raise click.exceptions.Exit(FINDINGS)
