"""References to state: slots and zones with an index for each of their dimensions.

`level[lot]`, `lot.level`, bare `score` (player's), `s.charges[red]`, `charges[s, red]`. In: syntax
and a frame. Out: `ReadSlot` and `ZoneRef`; None when the text names no slot or zone.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulesc.source import Span
from rulesc.syntax import nodes as syntax
from rulesc.typed import card_errors, errors
from rulesc.typed import nodes as typed
from rulesc.typed.fitting import fits
from rulesc.typed.scope import Frame, failed
from rulesc.typed.types import Int, KindType, OptionalType, Scalar, Seat, Type

MANY = 10_000  # stands for the pieces of an unlimited supply where a bound is needed


@dataclass(frozen=True, slots=True)
class Reference:
    """`base.name[items]`, taken apart."""

    name: str
    base: syntax.Expr | None
    items: tuple[syntax.Expr, ...]
    span: Span


def reference(node: syntax.Expr) -> Reference | None:
    match node:
        case syntax.Name(name, span):
            return Reference(name, None, (), span)
        case syntax.Attribute(base, name, span):
            return Reference(name, base, (), span)
        case syntax.Index(syntax.Name(name), items, span):
            return Reference(name, None, items, span)
        case syntax.Index(syntax.Attribute(base, name), items, span):
            return Reference(name, base, items, span)
        case _:
            return None


def dims_of(frame: Frame, name: str) -> tuple[Scalar, ...] | None:
    """The dimensions of a slot or zone."""
    symbols = frame.symbols
    if name in symbols.slots:
        return symbols.slots[name].dims
    if name in symbols.zones:
        return symbols.zones[name].dims
    return None


def _applies(frame: Frame, ref: Reference) -> bool:
    """Whether the name stands for the slot or zone here: no variable hides it, the base is an index."""
    dims = dims_of(frame, ref.name)
    if dims is None:
        return False
    if ref.base is None:
        return ref.name not in frame.variables
    base = frame.base(ref.base).type
    if isinstance(base, KindType):
        component = frame.symbols.components[base.component]
        if any(name == ref.name for name, _ in component.attributes):
            return False
    return any(_takes(base, dim) for dim in dims)


def _takes(base: Type, dim: Scalar) -> bool:
    return fits(base.of if isinstance(base, OptionalType) else base, dim)


def is_slot(frame: Frame, node: syntax.Expr) -> bool:
    ref = reference(node)
    return ref is not None and ref.name in frame.symbols.slots and _applies(frame, ref)


def slot(frame: Frame, node: syntax.Expr) -> typed.Expr:
    """A slot that `is_slot` found."""
    ref = reference(node)
    assert ref is not None
    declared = frame.symbols.slots[ref.name]
    index = index_of(frame, ref, declared.dims)
    if index is None:
        return typed.Const(0, errors.SILENT, ref.span)
    return typed.ReadSlot(ref.name, index, declared.type, ref.span)


def index_of(frame: Frame, ref: Reference, dims: tuple[Scalar, ...]) -> tuple[typed.Expr, ...] | None:
    """An index for each dimension: the base, then what stands in brackets; a missing seat is player's."""
    index: list[typed.Expr | None] = [None] * len(dims)
    if ref.base is not None:
        base = frame.value(frame.base(ref.base))
        if failed(base):
            return None
        index[next(i for i, dim in enumerate(dims) if _takes(base.type, dim))] = base
    missing = [i for i, found in enumerate(index) if found is None]
    if len(ref.items) == len(missing) - 1:
        seat = next((i for i in missing if isinstance(dims[i], Seat)), None)
        if seat is not None:
            index[seat] = frame.player(ref.span, f"`{ref.name}`", ref.name)
            missing.remove(seat)
    if len(ref.items) != len(missing):
        frame.error(errors.wrong_index(ref.span, ref.name, dims, len(ref.items)))
        return None
    for i, item in zip(missing, ref.items, strict=True):
        index[i] = frame.check(item, dims[i], f"index of `{ref.name}`")
    found = tuple(expr for expr in index if expr is not None)
    return None if any(failed(expr) for expr in found) else found


def _selector(frame: Frame, ref: Reference) -> tuple[typed.Expr, tuple[str, ...]] | None:
    """A variable or slot whose values are names of zones."""
    if ref.name in frame.variables:
        selector: typed.Expr = typed.Var(ref.name, frame.variables[ref.name], ref.span)
    elif ref.name in frame.symbols.slots and not frame.symbols.slots[ref.name].dims:
        selector = typed.ReadSlot(ref.name, (), frame.symbols.slots[ref.name].type, ref.span)
    else:
        return None
    zones = frame.symbols.selector_zones(selector.type)
    return (selector, zones) if zones else None


def is_zone(frame: Frame, node: syntax.Expr) -> bool:
    ref = reference(node)
    if ref is None:
        return False
    if _selector(frame, ref) is not None:
        return True
    return ref.name in frame.symbols.zones and _applies(frame, ref)


def zone(frame: Frame, node: syntax.Expr) -> typed.ZoneRef | None:
    """The zone meant; None after a report if it is none."""
    ref = reference(node)
    if ref is None or not is_zone(frame, node):
        _not_a_zone(frame, node)
        return None
    chosen = _selector(frame, ref)
    if chosen is not None:
        selector, zones = chosen
        index = index_of(frame, ref, frame.symbols.zones[zones[0]].dims)
        return None if index is None else typed.ZoneChoice(selector, zones, index)
    index = index_of(frame, ref, frame.symbols.zones[ref.name].dims)
    return None if index is None else typed.ZoneAt(ref.name, index)


def holds_one(frame: Frame, node: syntax.Expr) -> bool:
    """Whether it is a zone of at most one piece, which can be read as a value."""
    ref = reference(node)
    if ref is None or ref.name not in frame.symbols.zones or not _applies(frame, ref):
        return False
    return frame.symbols.zones[ref.name].shape == "one"


def piece(frame: Frame, node: syntax.Expr) -> typed.Expr:
    """The kind in a zone that `holds_one` found."""
    found = zone(frame, node)
    if found is None:
        return typed.Const(0, errors.SILENT, node.span)
    type_ = OptionalType(kind_type(component_of(frame, found)))
    return typed.PieceIn(found, type_, node.span)


def front(frame: Frame, node: syntax.Expr) -> typed.Expr:
    """`front(row)`: the piece that was put there first."""
    found = one_zone(frame, node)
    if found is None:
        return typed.Const(0, errors.SILENT, node.span)
    if frame.symbols.zones[found.zone].shape != "row":
        return frame.error(card_errors.not_a_row(node.span, found.zone))
    return typed.PieceIn(found, OptionalType(kind_type(component_of(frame, found))), node.span)


def one_zone(frame: Frame, node: syntax.Expr) -> typed.ZoneAt | None:
    """A zone that is known by name, where a choice among zones won't do."""
    found = zone(frame, node)
    if isinstance(found, typed.ZoneChoice):
        frame.error(errors.zone_not_fixed(node.span))
        return None
    return found


def _not_a_zone(frame: Frame, node: syntax.Expr) -> None:
    ref = reference(node)
    symbols = frame.symbols
    if ref is None:
        frame.error(errors.not_a_zone(node.span, node.span.text))
    elif ref.name in symbols.broken or (ref.base is None and frame.hides(ref.name, node.span)):
        return
    elif ref.base is not None and ref.name in symbols.zones:
        base = frame.base(ref.base)
        if not failed(base):
            frame.error(errors.not_per(ref.span, ref.name, base.type, symbols.zones[ref.name].dims))
    elif ref.name in symbols.places or ref.name in frame.variables:
        frame.error(errors.not_a_zone(ref.span, ref.name))
    else:
        frame.error(errors.unknown_name(ref.span, ref.name, "zone", tuple(symbols.zones)))


def component_of(frame: Frame, ref: typed.ZoneRef) -> typed.Component:
    """The component whose pieces lie in a zone."""
    name = ref.zone if isinstance(ref, typed.ZoneAt) else ref.zones[0]
    return frame.symbols.components[frame.symbols.zones[name].component]


def kind_type(component: typed.Component) -> KindType:
    return KindType(component.name, tuple(kind.name for kind in component.kinds))


def zone_name(ref: typed.ZoneRef) -> str:
    return ref.zone if isinstance(ref, typed.ZoneAt) else " or ".join(ref.zones)


def capacity(frame: Frame, ref: typed.ZoneRef) -> Int:
    """How many pieces can lie in a zone."""
    names = (ref.zone,) if isinstance(ref, typed.ZoneAt) else ref.zones
    copies = [kind.copies for kind in component_of(frame, ref).kinds]
    pieces = MANY if -1 in copies else sum(copies)
    limits = [frame.symbols.zones[name].at_most for name in names]
    return Int(0, max(pieces if limit is None else min(limit, pieces) for limit in limits))
