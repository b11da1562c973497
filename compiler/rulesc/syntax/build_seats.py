"""One node for each rule of the grammar: statements about several seats."""

from __future__ import annotations

from collections.abc import Callable

from rulesc.syntax.nodes import Each
from rulesc.syntax.parts import Part
from rulesc.syntax.seat_nodes import Together, Window


def _together(part: Part) -> Together:
    body, clauses = part.block()
    return Together(part.expr(), part.of(Each)[0], body, clauses, part.first_line())


def _window(part: Part) -> Window:
    body, clauses = part.block()
    return Window(part.expr(), part.of(Each)[0], body, clauses, part.first_line())


SEAT_BUILDERS: dict[str, Callable[[Part], object]] = {"together": _together, "window": _window}
