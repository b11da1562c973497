"""The words of this stage about the course of play: phases, who speaks, decisions, rulings."""

from __future__ import annotations

from rulesc.diagnostics.model import Diagnostic, Severity
from rulesc.source import Span
from rulesc.typed import errors


def no_game_phase(span: Span) -> Diagnostic:
    return Diagnostic(
        "no-game-phase",
        "there is no phase `game`, where a game would start",
        span,
        hint="write `game: |` under `phases:`, with what happens from the set-up to the end",
    )


def game_parameters(span: Span) -> Diagnostic:
    return Diagnostic(
        "no-game-phase",
        "the phase `game` speaks for no seat and has no parameters",
        span,
        hint="write `game: |` alone; phases that it calls may have both",
    )


def never_reached(span: Span, role: str, name: str) -> Diagnostic:
    message = f"the {role} `{name}` is never reached from the phase `game`"
    return Diagnostic(
        "never-reached",
        message,
        span,
        severity=Severity.WARNING,
        hint="name it in a phase that is played, or delete it",
    )


def hidden_information(span: Span, what: str, name: str, owned: bool) -> Diagnostic:
    who = "only its owner sees" if owned else "nobody sees"
    message = f"the {what} reads `{name}`, which {who}"
    if what.startswith("`"):
        message = f"{what} reads `{name}`, which {who}"
    return Diagnostic("hidden-information", message, span, hint="a seat may decide only by what it sees")


def unknown_ruling(span: Span, name: str, known: tuple[str, ...]) -> Diagnostic:
    return Diagnostic("unknown-ruling", f"there is no ruling `{name}`", span, hint=errors.near(name, known))


def unknown_reading(span: Span, ruling: str, name: str, known: tuple[str, ...]) -> Diagnostic:
    message = f"the ruling `{ruling}` has no reading `{name}`"
    return Diagnostic("unknown-reading", message, span, hint=errors.near(name, known))


def no_decision(span: Span) -> Diagnostic:
    return Diagnostic(
        "wrong-branch",
        "a branch begins with a decision, and this is none",
        span,
        hint="put it before the branches, or after the decision in a phase that the branch names",
    )


def optional_branch(span: Span, hint: str) -> Diagnostic:
    return Diagnostic("wrong-branch", "a branch can't be declined on its own", span, hint=hint)


def recursion(span: Span, cycle: tuple[str, ...]) -> Diagnostic:
    if len(cycle) == 1:
        return Diagnostic(
            "recursion", f"`{cycle[0]}` calls itself", span, hint="use a loop, or break the circle"
        )
    chain = ", which calls ".join(f"`{name}`" for name in (*cycle[1:], cycle[0]))
    return Diagnostic(
        "recursion", f"`{cycle[0]}` calls {chain} again", span, hint="use a loop, or break the circle"
    )


def no_player(span: Span, what: str, name: str, seats: list[str]) -> Diagnostic:
    hint = "a phase speaks for a seat if its key says `by player`"
    if name:
        seat = seats[-1] if seats else "p1"
        hint = f"say whose: `{name} {seat}`" if name.endswith(" by") else f"say whose: `{seat}.{name}`"
    return Diagnostic("no-player", f"here is no seat `player`, so {what} belongs to nobody", span, hint=hint)


def wrong_by(span: Span, name: str) -> Diagnostic:
    return Diagnostic(
        "wrong-by",
        f"`{name}` can only speak `by player`",
        span,
        hint="write `by player`; the caller says who that is: `turn by s`",
    )


def needless_by(span: Span, name: str) -> Diagnostic:
    message = f"`{name}` doesn't speak for a seat, so `by` has no meaning"
    return Diagnostic("wrong-by", message, span, hint=f"a phase does if its key is `{name} by player`")


def offer_by(span: Span) -> Diagnostic:
    message = "an action is offered to `player`, never `by` another seat"
    return Diagnostic("wrong-by", message, span, hint="put it into a phase that speaks `by player`")


def same_source(span: Span, zone: str) -> Diagnostic:
    return Diagnostic(
        "wrong-arguments",
        f"`{zone}` is listed twice, so a pick couldn't tell which is meant",
        span,
        hint="list each zone once",
    )


def not_drawable(span: Span, zone: str) -> Diagnostic:
    return Diagnostic(
        "not-drawable",
        f"nothing can be drawn from `{zone}`, where pieces lie open",
        span,
        hint="declare it `pile of` or `bag of`, or `move` what is taken",
    )


def draw_one(span: Span) -> Diagnostic:
    return Diagnostic(
        "wrong-arguments",
        "`draw ... as` names one piece, so it draws 1",
        span,
        hint="write `draw 1`, or leave `as` out",
    )


def maybe_empty(span: Span, kind: str, many: int) -> Diagnostic:
    """The names of the zones are read from the statement: `move KIND from ZONE to ZONE`."""
    zone = span.text.rpartition(" from ")[2].partition(" to ")[0].strip()
    there = f"{kind} in {zone}" if many == 1 else f"{zone}.count({kind}) >= {many}"
    return Diagnostic(
        "maybe-empty",
        f"nothing on the way here says that `{zone}` holds what is moved",
        span,
        severity=Severity.WARNING,
        hint=f"a guard or an `if` can say it: `{there}`; or the supply has no end: `unlimited`",
    )


def faulty_start(span: Span, what: str, players: int) -> Diagnostic:
    return Diagnostic(
        "faulty-start",
        f"before anybody has decided anything, {what}",
        span,
        note=f"with {players} player{'' if players == 1 else 's'}",
        hint="look at what the phase `game` does up to here",
    )


def endless(span: Span, test: str) -> Diagnostic:
    """`test` is the condition that nothing changes; "": there is none."""
    message = f"nothing in this loop changes whether `{test}`" if test else "nothing in this loop ends it"
    return Diagnostic(
        "endless-loop",
        message,
        span,
        note="it would go round for ever",
        hint="change in it what the condition reads, or `end game`"
        if test
        else "add `until`, or `end game if`",
    )
