"""`rulesc show`: a stage of the pipeline as text, or everything about one name."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulesc.commands.engine import compiled_spec
from rulesc.commands.terminal import PATH, WRONG_USE, say, stop

if TYPE_CHECKING:
    from rulesc.pipeline import Compiled

STAGES = ("document", "syntax", "typed", "machine")


@click.command("show", short_help="Show a stage of the pipeline, or one name.")
@click.argument("spec", metavar="specs/GAME.yaml", type=PATH)
@click.argument("name", required=False)
@click.option("--stage", type=click.Choice(STAGES), help="Which stage; `typed` if not given.")
def command(spec: Path, name: str | None, stage: str | None) -> None:
    """Print how rulesc understands a spec.

    With NAME (a definition, action, zone, clause, ruling ...): where it is written, its exceptions, what it
    resolves to, and the clauses it names.
    """
    if name is not None:
        if stage is not None:
            stop("NAME and --stage don't go together", "leave one of them out", WRONG_USE)
        say(_named(spec, name))
    else:
        say(_stage(spec, stage or "typed").rstrip("\n"))


def _stage(spec: Path, stage: str) -> str:
    compiled = compiled_spec(spec)
    if stage == "document":
        return "\n".join(outline(compiled.document))
    if stage == "syntax":
        from rulesc.syntax.show import show_spec

        return show_spec(compiled.spec)
    if stage == "typed":
        from rulesc.typed.show import show_program

        return show_program(compiled.program)
    from rulesc.machine.show import show_machine

    return show_machine(compiled.machine)


def outline(value: object, indent: int = 0) -> list[str]:
    """A tree of the document stage as indented lines: the scalars as they stand in the files."""
    from rulesc.source import Source, Span, Text

    pad = "  " * indent
    if isinstance(value, Text):
        lines = value.value.rstrip("\n").split("\n")
        return [f"{pad}{line}".rstrip() for line in lines]
    if isinstance(value, tuple):
        return [line for item in value for line in outline(item, indent)]
    if not is_dataclass(value) or isinstance(value, type):
        return [] if value in (None, "") else [f"{pad}{value}"]
    lines = [f"{pad}{type(value).__name__}"]
    for entry in fields(value):
        inner: object = getattr(value, entry.name)
        if isinstance(inner, Span | Source) or entry.name == "files":
            continue
        below = outline(inner, indent + 2)
        if len(below) == 1 and isinstance(inner, Text):
            lines.append(f"{pad}  {entry.name}: {below[0].strip()}")
        elif below:
            lines += [f"{pad}  {entry.name}:", *below]
    return lines


def _named(spec: Path, name: str) -> str:
    from rulesc.commands.named import known_names, named

    compiled: Compiled = compiled_spec(spec)
    text = named(compiled.document, compiled.spec.types, compiled.program, name)
    if not text:
        from difflib import get_close_matches

        near = get_close_matches(name, known_names(compiled.document, compiled.program), n=1)
        hint = f"did you mean `{near[0]}`?" if near else f"`rulesc show {spec}` prints all of it"
        stop(f"{spec} has nothing called `{name}`", hint, WRONG_USE)
    return "\n".join(text)
