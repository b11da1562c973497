"""Constant tables and lists of a game as Python text: what kinds, maps, payments and columns come to.

In: a typed `Lookup`, `InList`, `ListedIn`, `MakeKind` or `KindAttribute`, and how to write its parts.
Out: text that reads a module constant, and the constant itself, by name.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from rulesc.python.board_sets import mask
from rulesc.python.names import constant
from rulesc.python.tidying import tidy
from rulesc.typed import nodes as typed
from rulesc.typed.types import Scalar, SetType, lowest, size


class Constants:
    """Reads of constant data; `used` are the module constants that they need."""

    def __init__(self, program: typed.Program, used: dict[str, str]) -> None:
        self.tables = {t.name: t for t in program.tables}
        self.components = {c.name: c for c in program.components}
        self.lists = {x.name: x for x in program.lists}
        self.used = used

    def value(self, e: typed.Lookup, write: Callable[[typed.Expr], str]) -> str:
        """The value of a table at an index."""
        table = self.tables[e.table]
        values = tuple(mask(table.type, value) for value in table.values)
        return f"{self.name(table.name, str(values))}[{_place(table.dims, e.index, write)}]"

    def row(self, lists: str, index: tuple[typed.Expr, ...], write: Callable[[typed.Expr], str]) -> str:
        """The values that stand in a row of lists."""
        found = self.lists[lists]
        return f"{self.name(found.name, str(found.rows))}[{_place(found.dims, index, write)}]"

    def kind(
        self, component: str, args: tuple[typed.Expr, ...], place_of: Callable[[Scalar, typed.Expr], str]
    ) -> str:
        """The number of the kind with these attributes; `place_of` writes a value's place in its type."""
        found = self.components[component]
        types = [t for _, t in found.attributes]
        numbers = {kind.values: i for i, kind in enumerate(found.kinds)}
        every = product(*(range(lowest(t), lowest(t) + size(t)) for t in types))
        table = [numbers.get(values, -1) for values in every]
        place = "0"
        for type_, arg in zip(types, args, strict=True):
            place = f"({place} * {size(type_)} + {place_of(type_, arg)})"
        if table == list(range(len(table))):
            return f"({tidy(place)})"
        name = constant(component, "kind")
        self.used.setdefault(name, str(tuple(table)))
        return f"{name}[{tidy(place)}]"

    def attribute(self, component: str, attribute: str) -> str:
        """A table of an attribute, by kind."""
        found = self.components[component]
        place = [n for n, _ in found.attributes].index(attribute)
        name = constant(component, attribute)
        self.used.setdefault(name, str(tuple(kind.values[place] for kind in found.kinds)))
        return name

    def complement(self, lists: str) -> str:
        """A table of sets: the values that do not stand in each row of lists."""
        found = self.lists[lists]
        name = f"{lists}.others"
        full = (1 << size(found.of)) - 1
        rows = (full - sum(1 << value - lowest(found.of) for value in row) for row in found.rows)
        self.tables[name] = typed.Table(name, found.dims, SetType(found.of), tuple(rows), found.clauses)
        return name

    def name(self, name: str, text: str) -> str:
        own = constant("of", *name.split("."))
        self.used.setdefault(own, text)
        return own


def _place(
    dims: tuple[Scalar, ...], index: tuple[typed.Expr, ...], write: Callable[[typed.Expr], str]
) -> str:
    """The place of an index, the last dimension fastest."""
    weight, offset = 1, 0
    parts: list[str] = []
    for dim, expr in zip(reversed(dims), reversed(index), strict=True):
        if isinstance(expr, typed.Const):
            offset += (expr.value - lowest(dim)) * weight
        else:
            parts.append(f"{write(expr)} * {weight}" if weight > 1 else write(expr))
            offset -= lowest(dim) * weight
        weight *= size(dim)
    text = " + ".join([*reversed(parts), *([str(offset)] if offset > 0 or not parts else [])])
    return tidy(f"{text} - {-offset}" if offset < 0 else text)
