"""What the checker has to say: one sentence, the place, and where possible one hint."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rulesc.diagnostics.model import Diagnostic, Label
from rulesc.diagnostics.suggest import did_you_mean
from rulesc.source import Span
from rulesc.syntax import nodes as syntax
from rulesc.typed import nodes as typed
from rulesc.typed.builtins import FUNCTIONS
from rulesc.typed.types import (
    Bool,
    Enum,
    ErrorType,
    Int,
    KindType,
    OptionalType,
    Scalar,
    SetType,
    Type,
    type_name,
)

SILENT = ErrorType()

RESERVED_WORDS = frozenset({"player", "players", "seats", "none", "true", "false", "all", "bool", "Seat"})
RESERVED = RESERVED_WORDS | frozenset(FUNCTIONS) | {"stop", "pass"}
RESERVED_VARIABLES = RESERVED_WORDS


# ---- words ---------------------------------------------------------------------------------


def with_article(role: str) -> str:
    return {"state": "a slot"}.get(role, f"{'an' if role[0] in 'aeiou' else 'a'} {role}")


def a_value_of(type_: Type) -> str:
    match type_:
        case Bool():
            return "a bool"
        case Int(low, high):
            return f"the number {low}" if low == high else f"a number {low}..{high}"
        case _:
            return f"a value of type `{type_name(type_)}`"


def listing(words: Iterable[str], most: int = 8) -> str:
    found = [f"`{word}`" for word in words]
    return ", ".join(found[:most]) + (", ..." if len(found) > most else "")


def near(name: str, known: Sequence[str]) -> str:
    """The nearest known name, or all of them when they are few."""
    found = did_you_mean(name, known)
    if not found and 0 < len(set(known)) <= 6:
        found = f"known here: {listing(dict.fromkeys(known))}"
    return found


# ---- names ---------------------------------------------------------------------------------


def unknown_name(span: Span, name: str, what: str, known: Sequence[str]) -> Diagnostic:
    return Diagnostic("unknown-name", f"there is no {what} `{name}` here", span, hint=near(name, known))


def unknown_value(span: Span, name: str, expected: Type | None, known: Sequence[str]) -> Diagnostic:
    """A bare name that means nothing; where a named value is expected, the message says of which type."""
    type_ = expected.of if isinstance(expected, OptionalType) else expected
    message = f"nothing is called `{name}` here"
    if isinstance(type_, Enum | KindType):
        message = f"`{type_name(type_)}` has no value `{name}`"
    return Diagnostic("unknown-name", message, span, hint=near(name, known))


def unknown_attribute(span: Span, name: str, base: str, known: tuple[str, ...]) -> Diagnostic:
    name_at = span.within(span.end - span.start - len(name), span.end - span.start)
    place = name_at if name_at.text == name else span
    return Diagnostic("unknown-attribute", f"there is no `.{name}` of {base}", place, hint=near(name, known))


def duplicate_name(name: str, role: str, span: Span, other: str, other_span: Span) -> Diagnostic:
    message = f"the {shown_role(role)} `{name}` has the name of {with_article(other)} declared before"
    if role == other:
        message = f"the {shown_role(role)} `{name}` is declared twice"
    return Diagnostic(
        "duplicate-name",
        message,
        span,
        others=(Label(other_span, "declared here"),),
        hint="give one of the two another name",
    )


def shown_role(role: str) -> str:
    return "slot" if role == "state" else role


def reserved_name(name: str, role: str, span: Span) -> Diagnostic:
    message = f"`{name}` is a word of the language and can't name {with_article(role)}"
    return Diagnostic("reserved-word", message, span, hint="choose another name")


def shadowing(span: Span, name: str) -> Diagnostic:
    found = re.search(rf"\b(?:let|for|choose|as)\s+({re.escape(name)})\b", span.text)
    place = span.within(*found.span(1)) if found else span
    message = f"the variable `{name}` would hide what `{name}` means here"
    return Diagnostic("shadowing", message, place, hint="give the variable a name of its own")


def hides(span: Span, name: str, role: str, place: Span, origin: Span | None) -> Diagnostic:
    """A slot or zone is meant, and a variable has its name; told at the parameter if it is one."""
    role, what = shown_role(role), "variable" if origin is None else "parameter"
    return Diagnostic(
        "shadowing",
        f"the {what} `{name}` hides the {role} `{name}`, which is meant in line {span.line}",
        origin or span,
        note="" if origin is None else f"here `{name}` is the parameter",
        others=(Label(span, f"so this is no {role}"), Label(place, f"the {role} is declared here")),
        hint=f"give the {what} a name of its own",
    )


def ambiguous_name(span: Span, name: str, types: list[Scalar]) -> Diagnostic:
    where = listing(type_name(t) for t in types)
    return Diagnostic(
        "ambiguous-name",
        f"`{name}` may be a value of {where}",
        span,
        hint="compare it with something of its type, or give it to a slot or a parameter of that type",
    )


def or_attribute(node: syntax.Attribute, other: str, component: str) -> Diagnostic:
    """`base.word` means something else, too: the size of a zone of one piece, or a definition."""
    word, length = node.name, node.span.end - node.span.start
    message = f"`{node.span.text}` may be {other}, or the attribute `{word}` of the `{component}`"
    hint = f"give the attribute `{word}` of `{component}` another name"
    return Diagnostic("ambiguous-name", message, node.span.within(length - len(word), length), hint=hint)


# ---- types ---------------------------------------------------------------------------------


def type_mismatch(span: Span, actual: Type, expected: Type, what: str = "") -> Diagnostic:
    where = f" for {what}" if what else ""
    match expected:
        case SetType(of) if actual == of:
            hint = f"a set of one value is written `{{{span.text}}}`"
        case Bool():
            hint = "compare it with something: `x > 0`, `x == red`"
        case Enum(values=values):
            hint = f"its values are {listing(values)}"
        case _:
            hint = f"write a value of `{type_name(expected)}`, or change the type of what it is for"
    message = f"this is {a_value_of(actual)}, but `{type_name(expected)}` is needed{where}"
    return Diagnostic("type-mismatch", message, span, hint=hint)


def not_comparable(span: Span, left: Type, right: Type) -> Diagnostic:
    message = f"`{type_name(left)}` and `{type_name(right)}` can't be compared"
    return Diagnostic("type-mismatch", message, span, hint="compare values of one type")


def branches_differ(span: Span, actual: Type, other: Type) -> Diagnostic:
    message = f"this is {a_value_of(actual)}, but the other branch is {a_value_of(other)}"
    return Diagnostic("type-mismatch", message, span, hint="let both branches give a value of the same type")


def not_a_number(span: Span, actual: Type) -> Diagnostic:
    return Diagnostic(
        "type-mismatch",
        f"this is {a_value_of(actual)}, but a number is needed",
        span,
        hint="`count(...)` or `if ... then 1 else 0` make a number of it",
    )


def no_order(span: Span, actual: Type) -> Diagnostic:
    message = f"values of `{type_name(actual)}` have no order: only `==` and `!=` compare them"
    return Diagnostic("type-mismatch", message, span, hint="only numbers and enums have an order")


def not_cells(span: Span, actual: Type) -> Diagnostic:
    return Diagnostic(
        "type-mismatch",
        f"this is {a_value_of(actual)}, but a set of cells is needed",
        span,
        hint="`set(c for c in GRID if ...)` makes a set of cells",
    )


def not_a_domain(span: Span, actual: Type) -> Diagnostic:
    message = f"this is {a_value_of(actual)}; `in` needs a type, a range, a set or a zone"
    hint = "the players are `seats`" if span.text == "players" else ""
    return Diagnostic("type-mismatch", message, span, hint=hint)


def other_component(span: Span, zone: str, component: str, other: str, wanted: str) -> Diagnostic:
    message = f"`{zone}` holds pieces of `{component}`, but `{other}` needs `{wanted}`"
    return Diagnostic(
        "type-mismatch", message, span, hint="move pieces only between zones of the same component"
    )


def maybe_none(span: Span, actual: OptionalType) -> Diagnostic:
    return Diagnostic(
        "maybe-none",
        f"this may be none, but `{type_name(actual.of)}` is needed",
        span,
        hint=f"a condition before it can rule that out: `{span.text} != none`",
    )


def never_none(span: Span, expected: Type) -> Diagnostic:
    what = "a number" if isinstance(expected, Int) else f"a value of type `{type_name(expected)}`"
    return Diagnostic(
        "never-none",
        f"{what} is never none",
        span,
        hint="leave the test out, or declare the type with `?` if it may be none",
    )


def out_of_bounds(span: Span, actual: Type, expected: Type, what: str = "") -> Diagnostic:
    where = f" of {what}" if what else ""
    text = type_name(actual)
    low, _, high = text.partition("..")
    shown = low if low == high else text
    message = f"{shown} lies outside the bounds {type_name(expected)}{where}"
    return Diagnostic(
        "out-of-bounds",
        message,
        span,
        hint="use a smaller or larger number, widen the bounds, or write `min(...)` or `max(...)`",
    )


def division_by_zero(span: Span) -> Diagnostic:
    return Diagnostic(
        "division-by-zero", "this divides by zero", span, hint="divide by a number that can't be 0"
    )


def not_constant(span: Span) -> Diagnostic:
    return Diagnostic(
        "not-constant",
        "this must be known before a game begins: only constants may stand here",
        span,
        hint="use numbers, or an expression over numbers alone",
    )


def empty_set(span: Span) -> Diagnostic:
    return Diagnostic(
        "type-mismatch",
        "nothing tells what the empty set is a set of",
        span,
        hint="give it to a slot of a set type, or write a value in it",
    )


def empty_domain(span: Span) -> Diagnostic:
    return Diagnostic("empty-range", "there is nothing to range over", span, hint="list at least one value")


# ---- what may stand where ------------------------------------------------------------------


A_VALUE = "a value is a number, a name of a type's value, or an expression that gives one"


def not_a_value(span: Span, what: str, hint: str = A_VALUE) -> Diagnostic:
    return Diagnostic("not-a-value", f"{what} is no value", span, hint=hint)


def zone_value(span: Span, zone: str) -> Diagnostic:
    hint = f"`{zone}.size` is how many pieces lie there, `x in {zone}` whether a certain one does"
    return not_a_value(span, f"the zone `{zone}`", hint)


def not_a_zone(span: Span, text: str) -> Diagnostic:
    return Diagnostic("not-a-zone", f"`{text}` is no zone", span, hint="zones are declared under `zones:`")


def zone_not_fixed(span: Span) -> Diagnostic:
    return Diagnostic(
        "not-a-zone",
        "here the zone must be named: it can't be chosen by a value",
        span,
        hint="write the name of one zone",
    )


def not_a_slot(span: Span, text: str, role: str) -> Diagnostic:
    why = f"`{text}` is {role}" if role else f"`{text}` is no slot"
    message = f"{why}; only what `state:` declares can be set"
    return Diagnostic(
        "not-a-slot",
        message,
        span,
        hint="declare a slot under `state:`; pieces are moved by `move`, definitions follow from slots",
    )


def not_per(span: Span, name: str, actual: Type, dims: tuple[Scalar, ...]) -> Diagnostic:
    per = listing(type_name(d) for d in dims) or "nothing"
    message = f"`{name}` is declared per {per}, not per `{type_name(actual)}`"
    return Diagnostic("wrong-index", message, span, hint="write the index in brackets: `name[...]`")


def wrong_index(span: Span, name: str, dims: tuple[Scalar, ...], given: int) -> Diagnostic:
    per = listing(type_name(d) for d in dims) or "nothing"
    said = "none is" if given == 0 else f"{given} {'is' if given == 1 else 'are'}"
    hint = ""
    if len(dims) == 1:
        hint = f"write `{name}[...]` with a value of `{type_name(dims[0])}`"
    return Diagnostic("wrong-index", f"`{name}` is declared per {per}, but {said} given", span, hint=hint)


def not_indexed(span: Span, text: str) -> Diagnostic:
    return Diagnostic(
        "wrong-index",
        f"`{text}` has no parts to index",
        span,
        hint="only slots, zones and attributes declared `per` something have an index",
    )


def not_callable(span: Span, name: str, known: tuple[str, ...]) -> Diagnostic:
    hint = near(name, known) or "definitions with parameters and functions of the language can be called"
    return Diagnostic("not-callable", f"`{name}` can't be called", span, hint=hint)


def not_an_action(span: Span, text: str) -> Diagnostic:
    return Diagnostic(
        "not-an-action", f"`{text}` is no action", span, hint="actions are declared under `actions:`"
    )


def not_performed(span: Span, text: str) -> Diagnostic:
    return Diagnostic(
        "not-an-action",
        f"`{text}` is no action, effect or phase",
        span,
        hint="a line names an action, an effect or a phase, or is a statement such as `x = 1`",
    )


def wrong_arguments(span: Span, name: str, params: tuple[str, ...], given: int) -> Diagnostic:
    shown = f"`{name}({', '.join(params)})`"
    wanted = "no argument" if not params else f"{len(params)} argument{'s' if len(params) > 1 else ''}"
    return Diagnostic(
        "wrong-arguments",
        f"{shown} takes {wanted}, but {given} {are(given)} given",
        span,
        hint="give one value for each parameter, in order",
    )


def too_many_arguments(span: Span, name: str, params: tuple[str, ...], given: int) -> Diagnostic:
    shown = f"`{name}({', '.join(params)})`" if params else f"`{name}`"
    most = f"at most {len(params)}" if params else "no argument"
    return Diagnostic(
        "wrong-arguments",
        f"{shown} takes {most}, but {given} {are(given)} given",
        span,
        hint="what is left out is for the seat to choose",
    )


def are(number: int) -> str:
    return "is" if number == 1 else "are"


def needs_loop(span: Span, name: str) -> Diagnostic:
    return Diagnostic(
        "wrong-arguments",
        f"`{name}` needs a loop: `{name}(... for x in S)`",
        span,
        hint="for example `sum(n for n in 1..3)`",
    )


def one_loop(span: Span, name: str) -> Diagnostic:
    return Diagnostic(
        "wrong-arguments",
        f"`{name}` takes one loop",
        span,
        hint="write one `for`, with all conditions behind its `if`",
    )


def which_grid(span: Span, grids: tuple[str, ...]) -> Diagnostic:
    if not grids:
        return Diagnostic(
            "ambiguous-name",
            "there is no grid whose cell this could be",
            span,
            hint="compare it with a cell of the grid that is meant, or declare a grid under `types:`",
        )
    return Diagnostic(
        "ambiguous-name",
        f"this may be a cell of {listing(grids)}",
        span,
        hint="compare it with a cell of the grid that is meant, or declare a grid under `types:`",
    )


def unsupported(span: Span, what: str) -> Diagnostic:
    return Diagnostic(
        "unsupported",
        f"the language has no {what.removeprefix('a ').removeprefix('an ')}",
        span,
        hint="`rulesc explain unsupported` says what there is instead",
    )


def no_such_kind(span: Span, component: typed.Component) -> Diagnostic:
    message = f"there is no such `{component.name}` among its {len(component.kinds)} kinds"
    return Diagnostic(
        "no-such-kind",
        message,
        span,
        hint="the kinds are the rows of its table, or all combinations of its attributes",
    )


def several_kinds(span: Span, component: typed.Component, found: list[int]) -> Diagnostic:
    names = listing(component.kinds[i].name for i in found)
    return Diagnostic("no-such-kind", f"this may be {names}", span, hint="write the name of the kind")
