"""Where every slot and zone of a game lies in a state.

Scalars without dimensions become attributes; whatever is indexed lies in one flat vector `v`. A zone whose
pieces are all different is a bit mask, one of many kinds has a few bits for each count, a grid of single
spaces is one mask of spaces for each kind, any other single space is the kind there or -1, a row is one
number with a digit for each piece (`rulesc_runtime.rows`), any other zone a count for each kind. A grid's
cells have one spare bit at the end of each row, so that shifted masks do not run over the edge (and more
bits where lines are looked for, `rulesc.python.lines`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulesc.python.lines import line_bits, lined
from rulesc.python.names import attribute
from rulesc.typed import nodes as typed
from rulesc.typed.types import Grid, Int, OptionalType, Scalar, Type, size

MASK_BITS = 60
LARGEST_BOARD = 400  # cells; masks beyond a machine word are still quicker than lists
TABLE_BITS = 12  # a board's mask of at most so many bits is looked up in a table
MANY_KINDS = 32  # whose bits are listed rather than asked one by one
FEW_KINDS = 16  # whose counts lie side by side


@dataclass(frozen=True, slots=True)
class SlotPlace:
    slot: typed.Slot
    attribute: str  # "" if it lies in v
    base: int  # in v, -1 for an attribute
    weights: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ZonePlace:
    zone: typed.Zone
    form: str  # "counts", "packed", "mask", "board", "single", "row", "endless"
    base: int
    weights: tuple[int, ...]  # of the dimensions, in instances
    instances: int
    kinds: int
    bits: int = 1  # of a kind's count where the form is packed


@dataclass(frozen=True, slots=True)
class Layout:
    program: typed.Program
    slots: dict[str, SlotPlace]
    zones: dict[str, ZonePlace]
    components: dict[str, typed.Component]
    width: int
    options: dict[str, int]  # place in the parameter tuple
    rulings: dict[str, int]
    lined: Mapping[str, int]  # grids whose cells have bits for lines, and the shortest line

    def cell_bits(self, type_: Scalar) -> tuple[int, ...]:
        """The mask of each value of a type in sets over it."""
        if isinstance(type_, Grid) and type_.name in self.lined:
            return line_bits(type_, self.lined[type_.name])
        return bits(type_)

    @property
    def attributes(self) -> tuple[str, ...]:
        return tuple(p.attribute for p in self.slots.values() if p.attribute)


def bit(type_: Scalar, value: int) -> int:
    """The bit of a value in masks over its type."""
    if isinstance(type_, Grid):
        return value + value // type_.columns
    return value


def bits(type_: Scalar) -> tuple[int, ...]:
    return tuple(1 << bit(type_, i) for i in range(size(type_)))


def start_of(type_: Type) -> int:
    """A slot's start where the spec names none: the lowest value, none, or the empty set."""
    if isinstance(type_, OptionalType):
        return -1
    return type_.low if isinstance(type_, Int) else 0


def weights(dims: tuple[Scalar, ...]) -> tuple[tuple[int, ...], int]:
    """The weight of each dimension, the last fastest, and their product."""
    out: list[int] = []
    total = 1
    for dim in reversed(dims):
        out.append(total)
        total *= size(dim)
    return tuple(reversed(out)), total


def lay_out(program: typed.Program) -> Layout:
    components = {c.name: c for c in program.components}
    slots: dict[str, SlotPlace] = {}
    zones: dict[str, ZonePlace] = {}
    width = 0
    for zone in program.zones:
        kinds = components[zone.component].kinds
        weight, instances = weights(zone.dims)
        form, room = _form(zone, kinds, instances)
        bits_ = max((k.copies for k in kinds), default=1).bit_length() if form == "packed" else 1
        zones[zone.name] = ZonePlace(zone, form, width, weight, instances, len(kinds), bits_)
        width += room
    for slot in program.slots:
        weight, count = weights(slot.dims)
        if slot.dims:
            slots[slot.name] = SlotPlace(slot, "", width, weight)
            width += count
        else:
            slots[slot.name] = SlotPlace(slot, attribute(slot.name), -1, ())
    options = {o.name: 1 + i for i, o in enumerate(program.options)}
    rulings = {r.id: 1 + len(options) + i for i, r in enumerate(program.rulings)}
    return Layout(program, slots, zones, components, width, options, rulings, lined(program))


def _on_grid(zone: typed.Zone) -> bool:
    """Whether the places are the cells of one grid."""
    match zone.dims:
        case (Grid() as grid,):
            return size(grid) <= LARGEST_BOARD
        case _:
            return False


def _form(zone: typed.Zone, kinds: tuple[typed.Kind, ...], instances: int) -> tuple[str, int]:
    if zone.unlimited:
        return "endless", 0
    if zone.shape == "row":
        return "row", instances
    if zone.shape == "one":
        return ("board", len(kinds)) if _on_grid(zone) else ("single", instances)
    if all(k.copies == 1 for k in kinds):
        return "mask", instances
    if len(kinds) > FEW_KINDS and all(k.copies >= 0 for k in kinds):
        return "packed", instances
    return "counts", instances * len(kinds)
