"""What the checker has to say about maps, payments and dealing."""

from __future__ import annotations

from collections.abc import Sequence

from rulesc.diagnostics.model import Diagnostic, Label
from rulesc.source import Span
from rulesc.typed import nodes as typed

# ---- maps ----------------------------------------------------------------------------------


def one_shape(span: Span, name: str) -> Diagnostic:
    message = f"the map `{name}` needs one of `table`, `among` and `along`"
    hint = "`table:` names a file of links, `among:` an attribute of places, `along:` the way on"
    return Diagnostic("wrong-map", message, span, hint=hint)


def two_columns(span: Span, name: str, columns: Sequence[str]) -> Diagnostic:
    message = f"the table of the map `{name}` has {len(columns)} columns of places, and a link has two ends"
    return Diagnostic("wrong-map", message, span, hint="the first line of the file can be `from,to`")


def to_itself(span: Span, place: str) -> Diagnostic:
    return Diagnostic(
        "wrong-map",
        f"this row links `{place}` to itself",
        span,
        hint="name two different places, or delete the row",
    )


def linked_twice(span: Span, other: Span) -> Diagnostic:
    message = "this row links two places that are linked already"
    return Diagnostic(
        "wrong-map",
        message,
        span,
        others=(Label(other, "the same link"),),
        hint="delete one of the two rows: links go both ways",
    )


def other_places(span: Span, one: typed.Map, other: typed.Map) -> Diagnostic:
    message = (
        f"`{one.name}` links values of `{one.over.component}`, but `{other.name}` those of "
        f"`{other.over.component}`"
    )
    return Diagnostic("wrong-map", message, span, hint="maps of one way link the same places")


# ---- tracks --------------------------------------------------------------------------------


def leads_nowhere(span: Span, name: str, over: str) -> Diagnostic:
    message = f"`{name}` leads from no `{over}` to the next one"
    hint = f"a track goes along an attribute such as `{name}: {over}?`"
    return Diagnostic("wrong-map", message, span, hint=hint)


def circle(span: Span, place: str) -> Diagnostic:
    return Diagnostic(
        "open-track",
        f"from `{place}` the track leads back to `{place}`",
        span,
        hint="let one place on the way lead on to the end",
    )


def second_start(span: Span, place: str, other: Span) -> Diagnostic:
    message = f"nothing leads to `{place}`, and a track has one start"
    return Diagnostic(
        "open-track",
        message,
        span,
        others=(Label(other, "the start"),),
        hint="let a place lead to it, or begin the track there",
    )


def second_end(span: Span, place: str, last: str, other: Span) -> Diagnostic:
    message = f"the path ends at `{place}`, but others lead on to `{last}`"
    hint = "paths that part at a fork meet again: say what comes next"
    return Diagnostic("open-track", message, span, hint=hint, others=(Label(other, "the end of the others"),))


# ---- payments ------------------------------------------------------------------------------


def no_carriers(span: Span, name: str) -> Diagnostic:
    message = f"`{name}` doesn't say what carries how far"
    hint = "carriers have an attribute `link` of names of maps and a number `reach`"
    return Diagnostic("wrong-payment", message, span, hint=hint)


def no_way(span: Span, text: str) -> Diagnostic:
    message = f"`{text}` is no map and no sum of maps"
    return Diagnostic("wrong-payment", message, span, hint="write for example `Road + Sea`")


def no_payments(span: Span, name: str) -> Diagnostic:
    message = f"nothing can be paid with `{name}`: no carrier goes over these ways"
    return Diagnostic("wrong-payment", message, span, hint="add a carrier whose `link` is one of these maps")


def many_payments(span: Span, name: str, many: int, most: int) -> Diagnostic:
    message = f"`{name}` has {many} different payments, and at most {most} are possible"
    return Diagnostic("wrong-payment", message, span, hint="use fewer carriers or shorter ways")


# ---- pieces --------------------------------------------------------------------------------


def not_passed(span: Span, what: str) -> Diagnostic:
    return Diagnostic(
        "wrong-deal",
        f"`{what}` can't be passed round",
        span,
        hint="name a zone that is declared `per Seat` alone, not a row and without `at most`",
    )


def no_dice(span: Span, zone: str) -> Diagnostic:
    return Diagnostic(
        "not-drawable",
        f"`{zone}` holds no dice to roll",
        span,
        hint="declare it `dice of` a component, or `draw` from it",
    )


def limited_supply(span: Span, component: str, zone: str) -> Diagnostic:
    message = f"`{component}` starts in `{zone}`, which never runs out, and has a number of copies"
    hint = f"write `copies: unlimited`: as many leave `{zone}` as are wanted"
    return Diagnostic("not-unlimited", message, span, hint=hint)


def not_unlimited(span: Span, component: str, zone: str) -> Diagnostic:
    message = f"the pieces of `{component}` have no end, but the zone `{zone}`, where they start, has"
    return Diagnostic("not-unlimited", message, span, hint=f"write `{zone}: {component}, unlimited`")


def too_few(
    span: Span, component: typed.Component, zone: str, wanted: int, without: typed.Kind | None
) -> Diagnostic:
    """`without` is the first place that nothing is left for, if places are rows of a table."""
    pieces, last = sum(kind.copies for kind in component.kinds), component.kinds[-1].span
    message = f"there are {pieces} pieces of `{component.name}`, and `{zone}` takes {wanted} in all"
    others = [Label(component.span, "what there is")]
    if last is not None:
        others.append(Label(last, "the last of them"))
    if without is not None and without.span is not None:
        others.append(Label(without.span, f"nothing is left for `{without.name}`"))
    hint = "deal fewer, or give the component more `copies`"
    return Diagnostic("too-few-pieces", message, span, hint=hint, others=tuple(others))


def not_dealt(span: Span, zone: str) -> Diagnostic:
    message = f"`{zone}` is no zone of which there are several"
    hint = "pieces are dealt to all zones of a name, such as `hand per Seat: Card`"
    return Diagnostic("wrong-deal", message, span, hint=hint)
