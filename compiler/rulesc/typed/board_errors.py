"""What the checker has to say about patterns and layouts."""

from __future__ import annotations

from collections.abc import Sequence

from rulesc.diagnostics.model import Diagnostic, Label
from rulesc.source import Span
from rulesc.typed import errors
from rulesc.typed.types import Type, type_name


def not_a_grid(span: Span, name: str, grids: Sequence[str]) -> Diagnostic:
    message = f"`{name}` is no grid, whose cells could be drawn"
    return Diagnostic("wrong-pattern", message, span, hint=errors.near(name, grids))


def wrong_turns(span: Span) -> Diagnostic:
    return Diagnostic(
        "wrong-pattern",
        "`turns` is `none`, `rotations` or `all`",
        span,
        hint="`rotations` leaves mirror images out, `all` has them too",
    )


def one_sort(span: Span, name: str) -> Diagnostic:
    return Diagnostic(
        "wrong-pattern",
        f"the pattern `{name}` has either a `drawing` or `letters`",
        span,
        hint="with `letters`, the drawings stand in a column of a table",
    )


def not_letters(span: Span) -> Diagnostic:
    hint = "write the type whose values the letters stand for: `R` for `red`"
    return Diagnostic(
        "wrong-pattern", "`letters` needs an enum whose values begin differently", span, hint=hint
    )


def no_drawings(span: Span, name: str) -> Diagnostic:
    hint = "a table has an attribute of this type, and a drawing in each row"
    return Diagnostic("wrong-pattern", f"no table has drawings of the pattern `{name}`", span, hint=hint)


def unknown_letter(span: Span, letter: str, known: Sequence[str]) -> Diagnostic:
    return Diagnostic(
        "unknown-letter",
        f"the letter `{letter}` stands for nothing in this drawing",
        span,
        hint=f"known here: {errors.listing(known)}, and `.` for a cell that doesn't matter",
    )


def in_pieces(span: Span) -> Diagnostic:
    return Diagnostic(
        "broken-drawing",
        "these cells don't hang together, at sides or corners",
        span,
        hint="groups that may lie anywhere are written apart: `RR + B`",
    )


def empty_drawing(span: Span) -> Diagnostic:
    return Diagnostic("broken-drawing", "this drawing has no cell", span, hint="rows stand apart by `/`")


def too_large(span: Span, grid: str) -> Diagnostic:
    return Diagnostic(
        "broken-drawing",
        f"this drawing fits nowhere on `{grid}`",
        span,
        hint="draw it smaller, or make the grid larger",
    )


def no_column(span: Span, name: str, column: str) -> Diagnostic:
    hint = "a layout's table has the columns `players`, `row`, `column` and `drawing`"
    return Diagnostic("wrong-layout", f"the table of `{name}` has no column `{column}`", span, hint=hint)


def bad_tile(span: Span, column: str, wanted: str) -> Diagnostic:
    return Diagnostic(
        "wrong-layout",
        f"the column `{column}` needs {wanted}",
        span,
        hint="look at the header: each column has its own sort of value",
    )


def outside(span: Span, grid: str, row: int, column: int) -> Diagnostic:
    message = f"this tile reaches over the grid `{grid}`, which has no cell r{row}c{column}"
    return Diagnostic(
        "wrong-layout",
        message,
        span,
        hint="rows and columns count from 1: move the corner, or make the grid larger",
    )


def overlap(span: Span, other: Span, cell: str) -> Diagnostic:
    message = f"this tile lies over another one at {cell}"
    return Diagnostic(
        "tiles-overlap",
        message,
        span,
        others=(Label(other, "this one"),),
        hint="move one of the two: `row` and `column` say where the corner of its drawing lies",
    )


def apart(span: Span, where: str) -> Diagnostic:
    return Diagnostic(
        "tiles-apart",
        f"this tile has no side in common with the others{where}",
        span,
        hint="tiles of one layout lie side by side",
    )


def no_layout(span: Span, where: str) -> Diagnostic:
    return Diagnostic(
        "wrong-layout", f"there are no tiles{where}", span, hint="add rows for them, or change `players:`"
    )


def no_side(span: Span, actual: Type) -> Diagnostic:
    message = f"this is {errors.a_value_of(actual)}, and a side is a value of an enum"
    hint = "declare for example `Side: north | east | south | west`"
    return Diagnostic("type-mismatch", message, span, hint=hint)


def not_four_sides(span: Span, actual: Type) -> Diagnostic:
    message = f"a cell of a grid has four sides, but `{type_name(actual)}` has other values"
    hint = "declare them in the order up, right, down, left: `Side: north | east | south | west`"
    return Diagnostic("type-mismatch", message, span, hint=hint)


def no_opposite(span: Span, actual: Type) -> Diagnostic:
    message = f"`{type_name(actual)}` has an odd number of values, so no side has an opposite one"
    return Diagnostic("type-mismatch", message, span, hint="an opposite needs an even number of sides")


def too_many_to_reach(span: Span, many: int) -> Diagnostic:
    message = f"a set of these values would have up to {many} elements, too many for a set"
    return Diagnostic("too-large", message, span, hint="use a type with fewer values")
