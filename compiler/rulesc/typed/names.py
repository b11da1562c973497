"""What a bare name, an attribute and an index mean as a value.

A name means, in this order: a variable, `player` and `players`, a constant of the expected type, a
slot, an option, a definition, a constant of whatever type.
"""

from __future__ import annotations

from rulesc.syntax import nodes as syntax
from rulesc.typed import calls, errors, places
from rulesc.typed import nodes as typed
from rulesc.typed.columns import column_names, column_of, read_column
from rulesc.typed.fitting import fits, plain
from rulesc.typed.scope import ERROR, PLAYER, Frame, failed
from rulesc.typed.types import Grid, Int, KindType, SetType, Type, size


def name(frame: Frame, node: syntax.Name, expected: Type | None) -> typed.Expr:
    symbols, word, span = frame.symbols, node.id, node.span
    if word in frame.variables:
        return typed.Var(word, frame.variables[word], span)
    if word == PLAYER:
        return frame.player(span, "`player`")
    if word == "players":
        return typed.NumPlayers(Int(*symbols.players), span)
    if expected is not None and word not in symbols.slots:
        value = symbols.constant(word, expected)
        if value is not None:
            return typed.Const(value, plain(expected), span)
    if word in symbols.slots:
        return places.slot(frame, node)
    if word in symbols.options:
        return typed.ReadOption(word, symbols.options[word].type, span)
    if symbols.callables.get(word) == "definition":
        return calls.call_definition(frame, word, None, (), node)
    if word in symbols.broken:
        return typed.Const(0, ERROR, span)
    if places.holds_one(frame, node):
        return places.piece(frame, node)
    return _constant(frame, node, expected)


def _constant(frame: Frame, node: syntax.Name, expected: Type | None) -> typed.Expr:
    """A value by its name, where nothing says of which type."""
    symbols, word, span = frame.symbols, node.id, node.span
    found = symbols.constants_named(word)
    kinds = [(type_, value) for type_, value in found if isinstance(type_, KindType)]
    others = [(type_, value) for type_, value in found if not isinstance(type_, KindType)]
    rows = [(t, v) for t, v in kinds if symbols.components[t.component].role == "table"]
    for chosen in (others, rows, kinds):
        if len(chosen) == 1:
            type_, value = chosen[0]
            return typed.Const(value, type_, span)
        if len(chosen) > 1:
            return frame.error(errors.ambiguous_name(span, word, [type_ for type_, _ in chosen]))
    component = symbols.components.get(word)
    if component is not None and not component.attributes and len(component.kinds) == 1:
        return typed.Const(0, places.kind_type(component), span)
    role = symbols.places.get(word)
    if word == "seats":
        return frame.error(errors.not_a_value(span, "`seats`", "`players` is the number of players"))
    if word in symbols.actions or word in symbols.callables:
        return frame.error(errors.not_a_value(span, f"the {symbols.callables.get(word, 'action')} `{word}`"))
    if role is not None or word in symbols.types:
        return frame.error(errors.not_a_value(span, f"the {role[0] if role else 'type'} `{word}`"))
    return frame.error(errors.unknown_value(span, word, expected, candidates(frame, expected)))


def candidates(frame: Frame, expected: Type | None) -> tuple[str, ...]:
    """The names that could stand here."""
    symbols = frame.symbols

    def suits(type_: Type) -> bool:
        return expected is None or fits(plain(type_), plain(expected))

    found = [name for name, type_ in frame.variables.items() if suits(type_)]
    found += [name for name, slot in symbols.slots.items() if suits(slot.type)]
    found += [name for name, option in symbols.options.items() if suits(option.type)]
    found += [name for name, role in symbols.callables.items() if role == "definition"]
    found += [name for name, values in symbols.constants.items() if any(suits(t) for t, _ in values)]
    return tuple(found)


def is_untyped(frame: Frame, node: syntax.Expr) -> bool:
    """Whether the text takes its type from what it is compared with: a constant's name, `none`, `{}`."""
    match node:
        case syntax.Word("none"):
            return True
        case syntax.Name(word):
            symbols = frame.symbols
            bare = word in frame.variables or word in symbols.slots or word in symbols.options
            bare = bare or symbols.callables.get(word) == "definition"
            return not bare and bool(symbols.constants_named(word))
        case syntax.SetOf(items):
            return all(is_untyped(frame, item) for item in items)
        case _:
            return False


def attribute(frame: Frame, node: syntax.Attribute) -> typed.Expr:
    word, span, symbols = node.name, node.span, frame.symbols
    if word == "size" and places.is_zone(frame, node.base):
        ref = places.zone(frame, node.base)
        if ref is None:
            return typed.Const(0, ERROR, span)
        component = places.component_of(frame, ref)
        if places.holds_one(frame, node.base) and _has_part(frame, component, word):
            return frame.error(errors.or_attribute(node, "how many pieces lie there", component.name))
        return typed.CountIn(ref, None, places.capacity(frame, ref), span)
    if places.is_slot(frame, node):
        return places.slot(frame, node)
    if places.holds_one(frame, node):
        return places.piece(frame, node)
    if places.is_zone(frame, node.base) and not places.holds_one(frame, node.base):
        return frame.error(errors.unknown_attribute(span, word, "a zone", ("size", "count")))
    base = frame.base(node.base)
    if failed(base):
        return base
    if symbols.callables.get(word) == "definition":
        of = plain(base.type)
        if isinstance(of, KindType) and _has_part(frame, symbols.components[of.component], word):
            return frame.error(errors.or_attribute(node, f"the definition `{word}`", of.component))
        return calls.call_definition(frame, word, base, (), node)
    return _part(frame, node, base)


def _has_part(frame: Frame, component: typed.Component, word: str) -> bool:
    """Whether a component has an attribute or a column of that name."""
    plain_ones = (name for name, _ in component.attributes)
    return word in plain_ones or column_of(frame, component.name, word) is not None


def _part(frame: Frame, node: syntax.Attribute, base: typed.Expr) -> typed.Expr:
    word, span = node.name, node.span
    match plain(base.type):
        case KindType(name):
            component = frame.symbols.components[name]
            for attribute_name, type_ in component.attributes:
                if attribute_name == word:
                    kind = frame.value(base)
                    return kind if failed(kind) else typed.KindAttribute(kind, name, word, type_, span)
            if column_of(frame, name, word) is not None:
                return read_column(frame, base, name, word, (), span)
            known = tuple(attribute_name for attribute_name, _ in component.attributes)
            known += column_names(frame, name)
        case Grid(_, rows, columns) if word in ("row", "column"):
            cell = frame.value(base)
            high = rows if word == "row" else columns
            return cell if failed(cell) else typed.CellPart(cell, word, Int(1, high), span)
        case Grid():
            known = ("row", "column")
        case SetType(of):
            if word == "size":
                return typed.SetSize(base, Int(0, size(of)), span)
            known = ("size",)
        case _:
            known = ()
    per = tuple(
        name
        for name in (*frame.symbols.slots, *frame.symbols.zones)
        if any(fits(plain(base.type), dim) for dim in places.dims_of(frame, name) or ())
    )
    if word in frame.symbols.zones and word in per:
        return frame.error(errors.zone_value(span, word))
    if word in frame.symbols.broken:
        return typed.Const(0, ERROR, span)
    return frame.error(errors.unknown_attribute(span, word, errors.a_value_of(base.type), (*known, *per)))


def index(frame: Frame, node: syntax.Index) -> typed.Expr:
    if places.is_slot(frame, node):
        return places.slot(frame, node)
    if places.holds_one(frame, node):
        return places.piece(frame, node)
    if places.is_zone(frame, node):
        return frame.error(errors.zone_value(node.span, node.span.text))
    ref = places.reference(node)
    if ref is not None and ref.base is not None:
        base = frame.base(ref.base)
        if failed(base):
            return base
        if isinstance(kind := plain(base.type), KindType) and column_of(frame, kind.component, ref.name):
            return read_column(frame, base, kind.component, ref.name, ref.items, node.span)
    if ref is not None and ref.base is None and frame.hides(ref.name, node.base.span):
        return typed.Const(0, ERROR, node.span)
    if ref is None or ref.base is not None or ref.name in frame.variables:
        return frame.error(errors.not_indexed(node.base.span, node.base.span.text))
    symbols = frame.symbols
    if ref.name in symbols.broken:
        return typed.Const(0, ERROR, node.span)
    if ref.name in symbols.places:
        return frame.error(errors.not_indexed(node.base.span, ref.name))
    slots = (name for name in symbols.slots if symbols.slots[name].dims)
    zones = (name for name in symbols.zones if symbols.zones[name].dims)
    return frame.error(errors.unknown_name(node.base.span, ref.name, "slot or zone", (*slots, *zones)))
