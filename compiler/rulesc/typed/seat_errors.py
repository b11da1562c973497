"""What the checker has to say about `together` and `window`."""

from __future__ import annotations

from rulesc.diagnostics.model import Diagnostic
from rulesc.source import Span


def not_everyone(span: Span) -> Diagnostic:
    return Diagnostic(
        "wrong-together",
        "`together` goes over the seats in the game, each in its own name",
        span,
        hint="write `together by s for s in seats`; `if` leaves some out",
    )


def not_together(span: Span, what: str) -> Diagnostic:
    return Diagnostic(
        "wrong-together",
        f"{what} can't happen while seats decide at the same time",
        span,
        hint="put it before or after the `together`",
    )


def shared_change(span: Span, name: str) -> Diagnostic:
    return Diagnostic(
        "wrong-together",
        f"`{name}` isn't the deciding seat's own, and others decide at the same time",
        span,
        hint="keep the choice in a slot or zone per Seat, and change what is shared after the `together`",
    )


def other_plan(span: Span, name: str) -> Diagnostic:
    return Diagnostic(
        "reads-a-plan",
        f"this reads `{name}` of another seat, which is deciding on it at the same time",
        span,
        hint="a simultaneous choice may rest on what lay open before and on the seat's own choices",
    )


def no_order_of_seats(span: Span, what: str) -> Diagnostic:
    return Diagnostic(
        "window-without-order",
        f"{what} needs an order in which the seats are asked",
        span,
        hint="write `clockwise(s)`, a range of places, or a list of seats",
    )
