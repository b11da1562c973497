"""`rulesc init`: a small spec that builds and plays, to be changed into a game of one's own."""

from __future__ import annotations

from pathlib import Path

import click

from rulesc.commands.terminal import PATH, WRONG_USE, say, stop, stop_output

STARTER = """\
# {title}: two players put marks on a grid, and three in a line win.
# Change it step by step: `rulesc check {path}` says what is wrong.
game: {name}
title: {title}
players: 2

types:
  Cell: grid 3 x 3

components:
  Mark: {{owner: Seat, copies: 5, start: supply}}

zones:
  supply:         Mark
  board per Cell: one Mark

define:
  marks(s in Seat): set(c for c in Cell if Mark(s) in board[c])
  won(s in Seat):   line(marks(s), 3)
  full:             all(board[c].size > 0 for c in Cell)

actions:
  mark(cell):
    title: put a mark on {{cell}}
    when:
      free: board[cell].size == 0
    do: move Mark(player) from supply to board[cell]

phases:
  game: |
    repeat
      for s in seats
        turn by s
    until full
  turn by player: |
    mark
    end game if won(player)
    end game if full

scoring:
  line: if won(seat) then 1 else 0
  ties: shared
"""


@click.command("init", short_help="Write a starter spec.")
@click.argument("name")
@click.option("--dir", "folder", default="specs", show_default=True, type=PATH,
              help="Folder of the specs.")  # fmt: skip
def command(name: str, folder: Path) -> None:
    """Write specs/NAME.yaml: a complete small game that builds and plays, for you to change."""
    from rulesc.document.game_name import fault_of
    from rulesc.output import OutputError, reason, replace_file

    if refused := fault_of(name):
        stop(refused.message, refused.hint, WRONG_USE)
    path = folder / f"{name}.yaml"
    if path.exists() or path.is_symlink():
        stop(f"{path} is already there", "choose another name")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(path, starter(name, path.as_posix()).encode("utf-8"))
    except OSError as fault:
        stop(f"{folder} can't be written: {reason(fault)}", "say another folder with --dir", WRONG_USE)
    except OutputError as fault:
        stop_output(fault)
    shown = path.as_posix()
    say(f"wrote {shown}; now:\n  rulesc build {shown}\n  rulesc play {shown} --seats human,random")


def starter(name: str, path: str) -> str:
    title = name.replace("_", " ").strip().capitalize()
    if title.lower() in ("true", "false", "null"):
        title = f"The game {title}"
    return STARTER.format(name=name, title=title, path=path)
