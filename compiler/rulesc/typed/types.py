"""The types of the rules language. All are finite, and every value is one int.

| type | encoding |
|---|---|
| `Bool` | 0, 1 |
| `Int` | itself |
| `Enum`, `Seat` | place in the declaration, from 0 |
| `KindType` | number of the kind in its component, from 0 |
| `Grid` | (row - 1) * columns + (column - 1) |
| `OptionalType` | -1 for none, otherwise the value |
| `SetType` | bit mask over the element's encoding |
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bool:
    pass


@dataclass(frozen=True, slots=True)
class Int:
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Enum:
    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """Seats `p1` to `pN`, N the largest number of players; fewer may be in the game."""

    count: int


@dataclass(frozen=True, slots=True)
class KindType:
    """The kinds of a component, named by `names`."""

    component: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells `r1c1` to `rRcC`."""

    name: str
    rows: int
    columns: int


@dataclass(frozen=True, slots=True)
class OptionalType:
    of: Scalar


@dataclass(frozen=True, slots=True)
class SetType:
    of: Scalar


@dataclass(frozen=True, slots=True)
class ErrorType:
    """The type of what was already reported; it fits everything and silences follow-ups."""


Scalar = Bool | Int | Enum | Seat | KindType | Grid
Type = Scalar | OptionalType | SetType | ErrorType


def size(type_: Scalar) -> int:
    """How many values a type has."""
    match type_:
        case Bool():
            return 2
        case Int(low, high):
            return max(0, high - low + 1)
        case Enum(_, values):
            return len(values)
        case Seat(count):
            return count
        case KindType(_, names):
            return len(names)
        case Grid(_, rows, columns):
            return rows * columns


def lowest(type_: Scalar) -> int:
    """The smallest encoding; the others follow without a gap."""
    return type_.low if isinstance(type_, Int) else 0


def value_name(type_: Type, value: int) -> str:
    """How a value is written in the language, in moves and in views."""
    match type_:
        case Bool():
            return "true" if value else "false"
        case Int() | ErrorType():
            return str(value)
        case Enum(_, values):
            return values[value]
        case Seat():
            return f"p{value + 1}"
        case KindType(_, names):
            return names[value]
        case Grid(_, _, columns):
            return f"r{value // columns + 1}c{value % columns + 1}"
        case OptionalType(of):
            return "none" if value < 0 else value_name(of, value)
        case SetType(of):
            base = lowest(of)
            inside = [value_name(of, base + i) for i in range(size(of)) if value >> i & 1]
            return "{" + ", ".join(inside) + "}"


def type_name(type_: Type) -> str:
    """How a type is called in messages."""
    match type_:
        case Bool():
            return "bool"
        case Int(low, high):
            return f"{low}..{high}"
        case Enum(name, values):
            return name or " | ".join(values)
        case Seat():
            return "Seat"
        case KindType(component, _):
            return component
        case Grid(name, _, _):
            return name
        case OptionalType(of):
            return f"{type_name(of)}?"
        case SetType(of):
            return f"set of {type_name(of)}"
        case ErrorType():
            return "?"
