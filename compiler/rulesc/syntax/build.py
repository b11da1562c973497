"""One node for each rule of the grammar: heads, types, zones, expressions.

In: a rule with its parts, already built. Out: the node of syntax/nodes.py. A rule without a builder
stays a `Part` that the rule around it takes apart. Nothing here knows how parsing is done.
"""

from __future__ import annotations

from collections.abc import Callable

from rulesc.syntax import errors
from rulesc.syntax.build_statements import STATEMENT_BUILDERS
from rulesc.syntax.nodes import (
    Attribute,
    Binary,
    Call,
    Conditional,
    Each,
    EnumType,
    Fold,
    GridType,
    Head,
    Index,
    Int,
    LabelPart,
    ListOf,
    Many,
    Name,
    NamedType,
    Param,
    RangeType,
    RulingIs,
    SetOf,
    Typed,
    TypeExpr,
    Unary,
    Value,
    Word,
    ZoneType,
)
from rulesc.syntax.parts import Fault, Leaf, Part

MAX_DIGITS = 12


def node(part: Part) -> object:
    """What a rule stands for."""
    for leaf in part.names():
        if leaf.text in errors.WORDS and part.rule not in ("name", "seen_by"):
            raise Fault(errors.reserved_word(leaf.text, leaf.span))
    builder = BUILDERS.get(part.rule)
    return builder(part) if builder else part


# ---- heads, types, zones -------------------------------------------------------------------


def _head(part: Part) -> Head:
    per, by = part.part("per"), part.part("by")
    return Head(
        part.name(),
        part.params(),
        tuple(name.text for name in per.names()) if per else (),
        by.name() if by else None,
        part.of(LabelPart),
        part.clauses(),
        part.span,
    )


def _param(part: Part) -> Param:
    return Param(part.name(), part.expr() if part.exprs() else None, part.span)


def _typed(part: Part) -> Typed:
    type_ = next(item for item in part.items if isinstance(item, TypeExpr))
    rising = part.part("rising") is not None
    return Typed(type_, part.within("start"), _seen_by(part), part.clauses(), part.span, rising)


def _seen_by(part: Part) -> str | None:
    said = [trait for trait in part.of(Part) if trait.rule == "seen_by"]
    if len(said) > 1:
        raise Fault(errors.said_twice("seen by", said[1].span))
    if not said:
        return None
    who = said[0].names()[0]
    if who.text not in errors.SEEN_BY:
        raise Fault(errors.unknown_viewer(who.text, who.span))
    return who.text


def _named_type(shape: str) -> Callable[[Part], NamedType]:
    return lambda part: NamedType(shape, part.name(), part.leaf("OPT") is not None, part.span)


def _enum_type(part: Part) -> EnumType:
    return EnumType(tuple(Name(leaf.text, leaf.span) for leaf in part.names()), part.span)


def _range_type(part: Part) -> RangeType:
    low, high = part.exprs()
    return RangeType(low, high, part.leaf("OPT") is not None, part.span)


def _grid_type(part: Part) -> GridType:
    rows, columns = (_number(leaf) for leaf in part.of(Leaf) if leaf.kind == "INT")
    return GridType(rows, columns, part.span)


def _number(leaf: Leaf) -> int:
    if len(leaf.text) > MAX_DIGITS:
        raise Fault(errors.number_too_large(leaf.span, MAX_DIGITS))
    return int(leaf.text)


def _zone(part: Part) -> ZoneType:
    shape = next(item for item in part.of(Part) if item.rule in ("heap", "pile", "bag", "one", "row", "dice"))
    traits = [trait for trait in part.of(Part) if trait is not shape]
    for position, trait in enumerate(traits):
        if any(trait.rule == earlier.rule for earlier in traits[:position]):
            raise Fault(errors.said_twice(trait.rule.replace("_", " "), trait.span))
    refilled, above = part.part("refilled_from"), part.part("above")
    return ZoneType(
        shape.rule,
        shape.name(),
        _seen_by(part),
        part.part("count_hidden") is not None,
        part.within("at_most"),
        refilled.name() if refilled else None,
        part.part("unlimited") is not None or shape.rule == "dice",
        part.clauses(),
        part.span,
        above.name() if above else None,
    )


# ---- expressions ---------------------------------------------------------------------------


def _name(part: Part) -> Name | Word:
    leaf = part.names()[0]
    return Word(leaf.text, leaf.span) if leaf.text in errors.WORDS else Name(leaf.text, leaf.span)


def _int(part: Part) -> Int:
    return Int(_number(part.of(Leaf)[0]), part.span)


def _index(part: Part) -> Index:
    base, *items = part.exprs()
    return Index(base, tuple(items), part.span)


def _call(part: Part) -> Call:
    function, *args = part.exprs()
    if not isinstance(function, Name | Attribute | Word):
        raise Fault(errors.not_callable(function.span))
    return Call(function, tuple(args), part.span)


def _fold(part: Part) -> Fold:
    function, body = part.exprs()
    match function:
        case Name(name) | Word(name):
            return Fold(name, body, part.of(Each), part.span)
        case _:
            raise Fault(errors.not_a_fold(function.span))


def _each(part: Part) -> Each:
    return Each(part.name(), part.expr(), part.within("only_if"), part.span)


def _binary(part: Part) -> Binary:
    left, right = part.exprs()
    return Binary(" ".join(leaf.text for leaf in part.of(Leaf)), left, right, part.span)


def _unary(part: Part) -> Unary:
    return Unary(part.of(Leaf)[0].text, part.expr(), part.span)


def _conditional(part: Part) -> Conditional:
    condition, then, otherwise = part.exprs()
    return Conditional(condition, then, otherwise, part.span)


def _ruling_is(part: Part) -> RulingIs:
    ruling = part.leaf("RULING")
    assert ruling is not None
    return RulingIs(ruling.text, part.name(), part.span)


def _many(part: Part) -> Many:
    count, kind = part.exprs()
    return Many(count, kind, part.span)


def _value(part: Part) -> Value:
    return Value(part.expr(), part.within("only_if"), part.clauses(), part.span)


BUILDERS: dict[str, Callable[[Part], object]] = {
    "head": _head,
    "param": _param,
    "label": lambda part: LabelPart(part.name(), part.params(), part.span),
    "typed": _typed,
    "plain_type": _named_type("plain"),
    "set_type": _named_type("set"),
    "order_type": _named_type("order"),
    "enum_type": _enum_type,
    "range_type": _range_type,
    "grid_type": _grid_type,
    "zone": _zone,
    "value": _value,
    "guard": _value,
    "name": _name,
    "int": _int,
    "set_of": lambda part: SetOf(part.exprs(), part.span),
    "list_of": lambda part: ListOf(part.exprs(), part.span),
    "attribute": lambda part: Attribute(part.expr(), part.name(), part.span),
    "index": _index,
    "call": _call,
    "fold": _fold,
    "each": _each,
    "binary": _binary,
    "unary": _unary,
    "conditional": _conditional,
    "ruling_is": _ruling_is,
    "many": _many,
} | STATEMENT_BUILDERS
