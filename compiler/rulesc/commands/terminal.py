"""How commands speak: diagnostics, refusals, a console that obeys NO_COLOR.

Exit codes: 0 clean; 1 findings, drift, failed tests, a refusal; 2 wrong use or a fault of rulesc;
130 interrupted.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

if TYPE_CHECKING:
    from rich.console import Console

    from rulesc.diagnostics import Report
    from rulesc.output import OutputError

FINDINGS = 1
WRONG_USE = 2
INTERRUPTED = 130  # 128 and the number of the signal, as shells have it


class PathArgument(click.Path):
    """A path as a user gives it. An empty one, mostly a variable that isn't set, is no folder."""

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> Path:
        if value == "":
            self.fail("a path is missing: the text is empty", param, ctx)
        return Path(str(value))


PATH = PathArgument()


def say(text: str) -> None:
    """Print a text, whatever names and files it came from."""
    click.echo(seen(text))


def seen(text: str) -> str:
    """Lines of text in which nothing steers the terminal."""
    from rulesc.diagnostics.render import visible

    return "\n".join(visible(line) for line in text.split("\n"))


def stop(message: str, hint: str = "", code: int = FINDINGS) -> NoReturn:
    """Say what is wrong, and what to do about it, and end."""
    for word, color, text in (("error", "red", message), ("help", "cyan", hint)):
        if text:
            head = click.style(word, fg=color, bold=True)
            click.echo(f"{head}: {seen(text)}", err=True, color=colored(err=True))
    raise click.exceptions.Exit(code)


def stop_output(fault: OutputError) -> NoReturn:
    stop(fault.message, fault.hint, FINDINGS if fault.refused else WRONG_USE)


def colored(err: bool = False) -> bool:
    stream = sys.stderr if err else sys.stdout
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


def console(err: bool = False) -> Console:
    from rich.console import Console

    return Console(stderr=err, highlight=False, soft_wrap=not (sys.stderr if err else sys.stdout).isatty())


def tell(report: Report, err: bool = True) -> None:
    """Print the diagnostics of a run, if there are any."""
    if report.diagnostics:
        from rulesc.diagnostics.render import render_text

        click.echo(
            render_text(report.diagnostics, color=colored(err)).rstrip("\n"), err=err, color=colored(err)
        )


def end_if_failed(report: Report) -> None:
    """Print what there is to say; end here if it holds an error."""
    tell(report)
    if report.failed:
        raise click.exceptions.Exit(FINDINGS)


def plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
