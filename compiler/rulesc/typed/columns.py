"""Columns of a table that are more than one value of a kind: `wants per Level, Slot: Good`, `next: Space?`.

In: attributes with `per` or `?` and the rows of the table. Out: constant `Table`s of `Symbols`, called
`Component.attribute`; reading one is a `Lookup`. Columns of formulas are in `formulas.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from rulesc.source import Span
from rulesc.syntax import nodes as syntax
from rulesc.typed import errors, spec_errors
from rulesc.typed import nodes as typed
from rulesc.typed.declarations import dims_of, type_of
from rulesc.typed.scope import Frame, Symbols, failed
from rulesc.typed.types import (
    Bool,
    ErrorType,
    Int,
    KindType,
    OptionalType,
    Scalar,
    SetType,
    Type,
    lowest,
    size,
    value_name,
)


@dataclass(frozen=True, slots=True)
class Column:
    """An attribute with dimensions, and the names of its columns, the last dimension fastest."""

    name: str
    dims: tuple[Scalar, ...]
    type: Type
    headers: tuple[str, ...]
    span: Span


def is_plain(declared: syntax.Declared) -> bool:
    """Whether it is one value of a kind, never none: a part of what the kind is."""
    return not (declared.head.per or declared.formula or _optional(declared))


def _optional(declared: syntax.Declared) -> bool:
    type_ = declared.typed.type
    return isinstance(type_, syntax.NamedType | syntax.RangeType) and type_.optional


def column(symbols: Symbols, declared: syntax.Declared) -> Column | None:
    """What an attribute that is not plain says of its columns; None after a report."""
    name, span = declared.head.name, declared.head.span
    if declared.formula:
        return Column(name, (), errors.SILENT, (name,), span)
    dims, type_ = dims_of(symbols, declared.head), type_of(symbols, declared.typed.type)
    if dims is None or type_ is None:
        return None
    if isinstance(type_, SetType):
        symbols.report.add(spec_errors.not_scalar(declared.typed.type.span, f"attribute `{name}`", type_))
        return None
    words = product(*([value_name(d, lowest(d) + i) for i in range(size(d))] for d in dims))
    return Column(name, dims, type_, tuple("_".join((name, *word)) for word in words), span)


def declare(
    symbols: Symbols, component: typed.Component, rows: tuple[syntax.TableRow, ...], found: list[Column]
) -> None:
    """The constant tables of a component's further columns."""
    kind = KindType(component.name, tuple(k.name for k in component.kinds))
    for one in found:
        if one.type == errors.SILENT:
            continue
        values = [_cell(symbols, row, header, one.type) for row in rows for header in one.headers]
        known = tuple(_stand_in(one.type) if value is None else value for value in values)
        name = f"{component.name}.{one.name}"
        symbols.tables[name] = typed.Table(name, (kind, *one.dims), one.type, known, component.clauses)


def _stand_in(type_: Type) -> int:
    """What stands for a cell that was reported, so that what reads the column is not reported, too."""
    return lowest(type_) if isinstance(type_, Int) else 0


def _cell(symbols: Symbols, row: syntax.TableRow, header: str, type_: Type) -> int | None:
    """The value of a cell; an empty one is none, where that is allowed."""
    cell = dict(row.cells).get(header)
    if cell is None or cell.expr == syntax.Word("none", row.span):
        if isinstance(type_, OptionalType):
            return -1
        symbols.report.add(spec_errors.empty_cell(row.place(header), header))
        return None
    inner = type_.of if isinstance(type_, OptionalType) else type_
    assert not isinstance(inner, SetType | ErrorType)
    return cell_value(symbols, cell, header, inner)


def cell_value(symbols: Symbols, cell: syntax.Cell, column_name: str, type_: Scalar) -> int | None:
    """A cell as a value of a type; None after a report."""
    match cell.expr, type_:
        case syntax.Int(value), Int(low, high) if low <= value <= high:
            return value
        case syntax.Unary("-", syntax.Int(value)), Int(low, high) if low <= -value <= high:
            return -value
        case syntax.Word("true" | "false" as word), Bool():
            return int(word == "true")
        case syntax.Name(name), _:
            found = symbols.constant(name, type_)
            if found is not None:
                return found
    known = tuple(value_name(type_, lowest(type_) + i) for i in range(min(size(type_), 60)))
    symbols.report.add(spec_errors.bad_cell(cell.span, column_name, cell.text, type_, known))
    return None


# ---- reading -------------------------------------------------------------------------------


def column_names(frame: Frame, component: str) -> tuple[str, ...]:
    start = f"{component}."
    return tuple(name.removeprefix(start) for name in frame.symbols.tables if name.startswith(start))


def column_of(frame: Frame, component: str, name: str) -> typed.Table | None:
    return frame.symbols.tables.get(f"{component}.{name}")


def read_column(
    frame: Frame, base: typed.Expr, component: str, name: str, items: tuple[syntax.Expr, ...], span: Span
) -> typed.Expr:
    """`kind.name[items]`."""
    table = column_of(frame, component, name)
    assert table is not None
    kind = frame.value(base)
    dims = table.dims[1:]
    if len(items) != len(dims):
        return frame.error(errors.wrong_index(span, name, dims, len(items)))
    index = [frame.check(item, dim, f"index of `{name}`") for item, dim in zip(items, dims, strict=True)]
    if failed(kind) or any(failed(item) for item in index):
        return typed.Const(0, errors.SILENT, span)
    return lookup(table, (kind, *index), span)


def lookup(table: typed.Table, index: tuple[typed.Expr, ...], span: Span) -> typed.Expr:
    """A value of a table; a constant if the place is one."""
    place = 0
    for dim, expr in zip(table.dims, index, strict=True):
        if not isinstance(expr, typed.Const):
            return typed.Lookup(table.name, index, table.type, span)
        place = place * size(dim) + expr.value - lowest(dim)
    return typed.Const(table.values[place], table.type, span)
