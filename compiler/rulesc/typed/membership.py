"""`x in S`: in listed values, in a range, in a zone, in a set, in a type."""

from __future__ import annotations

from rulesc.syntax import nodes as syntax
from rulesc.typed import domains, errors, names, places
from rulesc.typed import nodes as typed
from rulesc.typed.fitting import alike
from rulesc.typed.scope import ERROR, Frame, failed
from rulesc.typed.types import Bool, Int, OptionalType, SetType

BOOL = Bool()


def membership(frame: Frame, node: syntax.Binary) -> typed.Expr:
    """The test without its `not`."""
    match node.right:
        case syntax.SetOf(items) | syntax.ListOf(items):
            return _in_values(frame, node, items)
        case syntax.Binary("..", left, right):
            item = frame.number(node.left)
            low, high = frame.number(left), frame.number(right)
            if any(failed(part) for part in (item, low, high)):
                return typed.Const(0, ERROR, node.span)
            return typed.InRange(item, low, high, BOOL, node.span)
        case syntax.Name(name) if name in frame.symbols.types and name not in frame.variables:
            return _in_type(frame, node, name)
        case syntax.Call(syntax.Name(name), args) if domains.is_list(frame, name):
            return _in_list(frame, node, name, args)
        case right if places.is_zone(frame, right):
            return _in_zone(frame, node)
        case right:
            return _in_set(frame, node)


def _in_values(frame: Frame, node: syntax.Binary, items: tuple[syntax.Expr, ...]) -> typed.Expr:
    typed_item = next((item for item in items if not names.is_untyped(frame, item)), None)
    if names.is_untyped(frame, node.left) and typed_item is not None:
        item = frame.walk(node.left, frame.walk(typed_item).type)
    else:
        item = frame.walk(node.left)
    if failed(item):
        return item
    values = tuple(frame.walk(value, item.type) for value in items)
    if any(failed(value) for value in values):
        return typed.Const(0, ERROR, node.span)
    for value in values:
        if not alike(value.type, item.type):
            return frame.error(errors.not_comparable(value.span, item.type, value.type))
    return typed.OneOfValues(item, values, BOOL, node.span)


def _in_type(frame: Frame, node: syntax.Binary, name: str) -> typed.Expr:
    type_ = frame.symbols.types[name]
    item = frame.walk(node.left, type_)
    if failed(item):
        return item
    if not alike(item.type, type_):
        return frame.error(errors.not_comparable(node.span, item.type, type_))
    if isinstance(type_, Int):
        low = typed.Const(type_.low, Int(type_.low, type_.low), node.right.span)
        high = typed.Const(type_.high, Int(type_.high, type_.high), node.right.span)
        return typed.InRange(frame.value(item), low, high, BOOL, node.span)
    if isinstance(item.type, OptionalType):
        return typed.Compare("!=", item, typed.Const(-1, item.type, node.span), BOOL, node.span)
    return typed.Const(1, BOOL, node.span)


def _in_list(frame: Frame, node: syntax.Binary, name: str, args: tuple[syntax.Expr, ...]) -> typed.Expr:
    found = domains.listed_in(frame, name, args, node.right)
    if found is None:
        return typed.Const(0, ERROR, node.span)
    lists, index = found
    item = frame.check(node.left, lists.of)
    return item if failed(item) else typed.InList(item, lists.name, index, BOOL, node.span)


def _in_zone(frame: Frame, node: syntax.Binary) -> typed.Expr:
    ref = places.zone(frame, node.right)
    if ref is None:
        return typed.Const(0, ERROR, node.span)
    component = places.component_of(frame, ref)
    kind = frame.check(node.left, places.kind_type(component))
    if failed(kind):
        return kind
    count = typed.CountIn(ref, kind, places.capacity(frame, ref), node.span)
    return typed.Compare(">", count, typed.Const(0, Int(0, 0), node.span), BOOL, node.span)


def _in_set(frame: Frame, node: syntax.Binary) -> typed.Expr:
    set_ = frame.walk(node.right)
    if failed(set_):
        return set_
    if not isinstance(set_.type, SetType):
        return frame.error(errors.not_a_domain(node.right.span, set_.type))
    item = frame.check(node.left, set_.type.of)
    return item if failed(item) else typed.InSet(item, set_, BOOL, node.span)
