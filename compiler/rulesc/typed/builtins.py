"""The functions of the language: name, parameters, one line of documentation.

`calls.py` and `folds.py` say what they mean.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Builtin:
    name: str
    params: tuple[str, ...]
    doc: str
    fold: bool = False  # may take `for x in S if C`
    several: bool = False  # takes any number of arguments

    @property
    def signature(self) -> str:
        shown = ", ".join(self.params) + ("..." if self.several else "")
        return f"{self.name}({shown})"


_ALL = (
    Builtin("count", ("x",), "how many values there are, or how large a set is", fold=True),
    Builtin("sum", ("number",), "the numbers added up; 0 if there are none", fold=True),
    Builtin("any", ("condition",), "whether the condition holds for some value", fold=True),
    Builtin("all", ("condition",), "whether the condition holds for every value", fold=True),
    Builtin("min", ("number",), "the smallest number", fold=True, several=True),
    Builtin("max", ("number",), "the largest number", fold=True, several=True),
    Builtin("set", ("value",), "the set of the values", fold=True),
    Builtin(
        "best",
        ("number",),
        "the value of the loop whose number is greatest, the first at a tie; none if there is none",
        fold=True,
    ),
    Builtin("clockwise", ("seat",), "the seats in the game, from one of them on"),
    Builtin("next", ("seat",), "the seat clockwise of another"),
    Builtin("team", ("seat",), "the team of a seat; neighbours are of different teams"),
    Builtin("cell", ("row", "column"), "a cell of the grid, both counted from 1"),
    Builtin("toward", ("cell", "side"), "the cell beyond a side of a cell, or none at the edge of the grid"),
    Builtin("turned", ("side", "steps"), "the side so many steps further round"),
    Builtin("opposite", ("side",), "the side across"),
    Builtin("reachable", ("value", "steps"), "all that steps lead to; a definition says where they lead"),
    Builtin("line", ("cells", "length"), "whether cells of the set form a straight line of that length"),
    Builtin("beside", ("cells",), "the cells that share a side with one of these"),
    Builtin("rim", ("cells",), "those of these cells with a side that no other of them shares"),
    Builtin(
        "run",
        ("cells", "cell", "down", "right"),
        "how many of these cells follow a cell, step by step in a direction",
    ),
    Builtin(
        "distance", ("from", "to", "map"), "the steps of a shortest way over the maps, or none", several=True
    ),
    Builtin("neighbours", ("place", "map"), "the places one step away, to loop over", several=True),
    Builtin("front", ("row",), "the piece of a row that was put there first, or none"),
    Builtin(
        "pooled", ("definition", "awards"), "in scoring, the share of a seat in the awards for its place"
    ),
    Builtin("floor", ("share",), "in scoring, a share rounded down"),
    Builtin("can", ("action",), "whether some of these actions is legal for the player now", several=True),
)

FUNCTIONS: dict[str, Builtin] = {builtin.name: builtin for builtin in _ALL}
FOLDS = frozenset(name for name, builtin in FUNCTIONS.items() if builtin.fold)
