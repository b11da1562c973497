"""The command line: puts the commands together, and is the last guard before the user.

Each command is a file in `commands/`, loaded when it is called or listed; none imports a heavy library
at its top, so that `rulesc --help` is quick.
"""

from __future__ import annotations

import gc
import importlib
import os
import sys
import traceback

import click
from rich_click import RichGroup, version_option

from rulesc.commands.terminal import INTERRUPTED
from rulesc.diagnostics.suggest import did_you_mean

COMMANDS = (
    "build", "check", "test", "show", "explain", "trace", "fmt", "init", "play", "simulate", "bench",
    "diff", "why", "migrate", "rulings", "mutate", "rulebook",
)  # fmt: skip

INTERNAL_FAULT = 2
YOUNG = 50_000  # objects before the collector looks: a build makes many and keeps them, 4 % of its time


class Commands(RichGroup):
    """The group of all commands, each imported by its name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"rulesc.commands.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            hint = did_you_mean(name, COMMANDS) or "`rulesc --help` lists the commands"
            ctx.fail(f"there is no command `{name}`; {hint}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("\ninterrupted", err=True)
            raise click.exceptions.Exit(INTERRUPTED) from None


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@version_option(package_name="rulesc")
def cli() -> None:
    """Compile a board game's rules, written as a spec, into a tested Python engine.

    Start with `rulesc init my_game`, then `rulesc build specs/my_game.yaml`.
    """


def main() -> None:
    """Run a command. Whatever goes wrong inside rulesc ends in a short message, never in a traceback."""
    gc.set_threshold(YOUNG)
    try:
        cli.main(prog_name="rulesc")
    except OSError as fault:
        sys.stderr.write(system_fault(fault))
        raise SystemExit(INTERNAL_FAULT) from None
    except Exception as fault:
        sys.stderr.write(internal_fault(fault))
        raise SystemExit(INTERNAL_FAULT) from None


def system_fault(fault: OSError) -> str:
    """The message for what the system refuses: a full disk, a device that fails."""
    if os.environ.get("RULESC_TRACEBACK"):
        return "".join(traceback.format_exception(fault))
    where = f" ({fault.filename!a})" if fault.filename else ""
    return f"error: the system says: {fault.strerror or type(fault).__name__}{where}\n"


def internal_fault(fault: Exception) -> str:
    """The message for a fault of rulesc itself: what, where, and how to report it."""
    if os.environ.get("RULESC_TRACEBACK"):
        return "".join(traceback.format_exception(fault))
    frames = traceback.extract_tb(fault.__traceback__)
    where = f"{os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else "unknown place"
    what = ascii(" ".join(str(fault).split())[:300])[1:-1]
    return (
        f"error: internal fault in rulesc: {type(fault).__name__} at {where}{': ' if what else ''}{what}\n"
        "help: this is not your spec's fault. Please report it with the spec, the command, and what\n"
        "      RULESC_TRACEBACK=1 prints before it (see CONTRIBUTING.md)\n"
    )
