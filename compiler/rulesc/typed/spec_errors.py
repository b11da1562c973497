"""What the checker has to say about declarations, definitions, the rulebook and examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulesc.diagnostics.model import Diagnostic, Label
from rulesc.diagnostics.suggest import did_you_mean
from rulesc.source import Span
from rulesc.typed import errors
from rulesc.typed.types import Type, type_name


def unknown_component(
    span: Span, name: str, known: tuple[str, ...], places: Mapping[str, tuple[str, Span]]
) -> Diagnostic:
    role = places.get(name, ("", span))[0]
    if role:
        message = f"`{name}` is {errors.with_article(role)}, and a zone holds a component"
        return Diagnostic("type-mismatch", message, span, hint=errors.near(name, known))
    return errors.unknown_name(span, name, "component", known)


def no_teams(span: Span) -> Diagnostic:
    hint = "write for example `teams: 2` under `players:`"
    return Diagnostic("unknown-name", "there are no teams in this game", span, hint=hint)


def unknown_placeholder(span: Span, name: str, known: tuple[str, ...]) -> Diagnostic:
    message = f"the title names `{{{name}}}`, which is no parameter of the action"
    near, are = did_you_mean(name, known), "parameter is" if len(known) == 1 else "parameters are"
    hint = f"its {are} {errors.listing(known)}" if known else "the action has no parameters"
    if near:
        hint = near if len(known) == 1 else f"{near} {hint}"
    return Diagnostic("unknown-placeholder", message, span, hint=hint)


def duplicate_kind(span: Span, name: str, other: Span) -> Diagnostic:
    return Diagnostic(
        "duplicate-name",
        f"the kind `{name}` stands in the table twice",
        span,
        hint="give it a `name` of its own, or write how many there are under `copies`",
        others=(Label(other, "the same kind"),),
    )


def duplicate_case(span: Span, case: str, other: Span) -> Diagnostic:
    message = f"the case `{case}` stands in the table twice"
    return Diagnostic(
        "duplicate-name", message, span, others=(Label(other, "the same case"),), hint="delete one of the two"
    )


def duplicate_exception(span: Span, label: str) -> Diagnostic:
    return Diagnostic(
        "duplicate-name",
        f"the exception `{label}` is declared twice",
        span,
        hint="give one of the two another label",
    )


def label_differs(span: Span, name: str, other: Span) -> Diagnostic:
    return Diagnostic(
        "label-differs",
        f"two choices share the label `{name}` but not the type of their values",
        span,
        others=(Label(other, "the other choice"),),
        hint="give one of the two another label behind `as`",
    )


def arms_differ(span: Span, name: str, actual: Type, other: Type) -> Diagnostic:
    message = f"this is {errors.a_value_of(actual)}, but `{name}` is elsewhere {errors.a_value_of(other)}"
    return Diagnostic(
        "type-mismatch", message, span, hint="let the definition and its exceptions give values of one type"
    )


def not_scalar(span: Span, what: str, actual: Type) -> Diagnostic:
    message = f"the {what} can't be `{type_name(actual)}`: only plain values, no `?` and no sets"
    return Diagnostic(
        "type-mismatch", message, span, hint="use bool, a number, an enum, a grid, `Seat` or a component"
    )


def bad_key(span: Span, key: str, actual: Type) -> Diagnostic:
    message = (
        f"a table can't go by `{key}`, {errors.a_value_of(actual)}: it needs a key with few plain values"
    )
    return Diagnostic(
        "type-mismatch",
        message,
        span,
        hint="use `players`, an option, a slot or a definition with few values",
    )


def empty_range(span: Span, low: int, high: int) -> Diagnostic:
    return Diagnostic(
        "empty-range", f"no number lies between {low} and {high}", span, hint="write the smaller number first"
    )


# ---- declarations --------------------------------------------------------------------------


def no_default(span: Span, name: str) -> Diagnostic:
    message = f"the option `{name}` has no default"
    return Diagnostic("no-default", message, span, hint="write `= value` after its type")


def no_owner(span: Span, name: str) -> Diagnostic:
    return Diagnostic(
        "no-owner",
        f"`{name}` is seen by its owner, but it isn't declared `per Seat`",
        span,
        hint="declare it `per Seat`, or write `seen by nobody`",
    )


def no_start(span: Span, name: str) -> Diagnostic:
    message = f"nothing says where the pieces of `{name}` start"
    return Diagnostic("no-start", message, span, hint="write `start:` with the name of a zone")


def start_not_single(span: Span, zone: str) -> Diagnostic:
    message = f"pieces can't start in `{zone}`, of which there are several"
    hint = "start them in one supply and move them in the phase `game`"
    return Diagnostic("no-start", message, span, hint=hint)


def bad_copies(span: Span) -> Diagnostic:
    return Diagnostic(
        "out-of-bounds", "there can't be fewer than no copies", span, hint="write 1 or more, or `unlimited`"
    )


def many_kinds(span: Span, name: str, many: int, most: int) -> Diagnostic:
    return Diagnostic(
        "huge-domain",
        f"`{name}` would have {many:,} kinds; {most:,} are the most",
        span,
        hint="use fewer attributes, or list the kinds that there are in a `table:`",
    )


def empty_grid(span: Span, rows: int, columns: int) -> Diagnostic:
    message = f"a grid of {rows} x {columns} has no cell"
    return Diagnostic("empty-range", message, span, hint="a grid has at least one row and one column")


def large_set(span: Span, many: int, most: int) -> Diagnostic:
    return Diagnostic(
        "huge-domain",
        f"a set can't range over {many} values; {most} are the most",
        span,
        hint="use a smaller type, or a `bool` slot `per` that type",
    )


def huge_range(span: Span, many: int, most: int) -> Diagnostic:
    return Diagnostic(
        "huge-domain",
        f"a range of {shown(many)} values; {most:,} are the most",
        span,
        hint="use the smallest bounds that the rules need",
    )


def huge_place(span: Span, name: str, most: int) -> Diagnostic:
    return Diagnostic(
        "huge-domain",
        f"`{name}` would have more than {most:,} places",
        span,
        hint="use fewer or smaller types behind `per`",
    )


def shown(many: int) -> str:
    """A number, shortened where it is beyond reading."""
    return f"{many:,}" if many < 10**15 else "very many"


def huge_domain(span: Span, name: str, many: int, most: int) -> Diagnostic:
    return Diagnostic(
        "huge-domain",
        f"`{name}` would need {many:,} action ids; {most:,} are the most",
        span,
        hint="choose some of its parameters later, with `choose` in its effect",
    )


def missing_column(span: Span, name: str, unused: tuple[str, ...]) -> Diagnostic:
    message = f"the table has no column for the attribute `{name}`"
    hint = errors.near(name, unused) or f"add the column `{name}` to the file"
    return Diagnostic("missing-column", message, span, hint=hint)


def unknown_column(span: Span, name: str, known: Sequence[str]) -> Diagnostic:
    message = f"the column `{name}` belongs to no attribute"
    hint = errors.near(name, known) or "notes can stand in a column `note`"
    return Diagnostic("unknown-column", message, span, hint=hint)


def empty_cell(span: Span, column: str) -> Diagnostic:
    return Diagnostic(
        "bad-cell",
        f"this row says nothing in the column `{column}`",
        span,
        hint="write a value, or declare the attribute with `?` if it may be none",
    )


def bad_kind_name(span: Span, text: str) -> Diagnostic:
    return Diagnostic(
        "bad-cell",
        f"`{text}` can't name a kind: a name is one word",
        span,
        hint="write letters, digits and `_`, beginning with a letter",
    )


def bad_cell(span: Span, column: str, text: str, type_: Type, known: tuple[str, ...]) -> Diagnostic:
    message = f"`{text}` is no value of `{type_name(type_)}`, the type of column `{column}`"
    return Diagnostic("bad-cell", message, span, hint=errors.near(text, known))


# ---- definitions ---------------------------------------------------------------------------


def untyped_parameter(span: Span, name: str, known: tuple[str, ...]) -> Diagnostic:
    return Diagnostic(
        "unknown-name",
        f"there is no type of the name of the parameter `{name}`",
        span,
        hint=did_you_mean(name.capitalize(), known) or f"write `{name} in ...` with its type",
    )


def parameter_domain(span: Span, name: str) -> Diagnostic:
    return Diagnostic(
        "not-constant",
        f"the parameter `{name}` needs a type or a range of constants",
        span,
        hint="what it may be in the course of a game is a condition under `when:`",
    )


def no_base(span: Span, name: str, known: tuple[str, ...]) -> Diagnostic:
    message = f"this is an exception to `{name}`, which is not defined"
    return Diagnostic("wrong-exception", message, span, hint=did_you_mean(name, known))


def no_condition(span: Span, name: str, label: str) -> Diagnostic:
    message = f"the exception `{label}` doesn't say when it holds"
    return Diagnostic("wrong-exception", message, span, hint="write `value if condition`")


def base_condition(span: Span, name: str) -> Diagnostic:
    message = f"`{name}` must have a value always, so it can't have a condition"
    return Diagnostic("wrong-exception", message, span, hint=f"write it as an exception: `{name} / label`")


def exception_parameters(span: Span, name: str) -> Diagnostic:
    return Diagnostic(
        "wrong-exception",
        f"an exception has the parameters of `{name}`; leave them out",
        span,
        hint="write `name / label: ...`",
    )


def overlapping(span: Span, other: Span, first: str, second: str) -> Diagnostic:
    message = f"`{second}` holds where `{first}` does, so it never counts"
    return Diagnostic(
        "overlapping-exceptions",
        message,
        span,
        others=(Label(other, "this comes first"),),
        hint="make the condition of the first one narrower, or delete one of the two",
    )


def no_key(span: Span, name: str) -> Diagnostic:
    message = f"the table `{name}` doesn't say what it goes by"
    return Diagnostic("wrong-exception", message, span, hint=f"write `{name} by ...`")


def missing_case(span: Span, name: str, key: str, missing: list[str]) -> Diagnostic:
    message = f"`{name}` says nothing for {errors.listing(missing)} of `{key}`"
    return Diagnostic(
        "missing-case", message, span, hint="add the missing cases: a table covers every value of its key"
    )


# ---- rulebook ------------------------------------------------------------------------------


def unknown_clause(span: Span, name: str, known: Sequence[str]) -> Diagnostic:
    message = f"the rulebook has no clause `{name}`"
    return Diagnostic("unknown-clause", message, span, hint=did_you_mean(name, known))


def unknown_source(span: Span, letter: str, known: Sequence[str]) -> Diagnostic:
    message = f"the rulebook lists no source `{letter}`"
    return Diagnostic("unknown-source", message, span, hint=errors.near(letter, known))


# ---- examples ------------------------------------------------------------------------------


def example_players(span: Span, players: int, low: int, high: int) -> Diagnostic:
    who = f"{low}" if low == high else f"{low} to {high}"
    return Diagnostic(
        "wrong-example",
        f"the example has {players} players, the game {who}",
        span,
        hint="change `players:` of the example",
    )


def no_such_seat(span: Span, seat: str, players: int) -> Diagnostic:
    return Diagnostic(
        "wrong-example",
        f"of {players} players none is `{seat}`",
        span,
        hint="seats are `p1`, `p2` and so on; `players:` of the example says how many play",
    )


def given_change(span: Span, op: str) -> Diagnostic:
    return Diagnostic(
        "wrong-example",
        f"a given position is set with `=`, not with `{op}`",
        span,
        hint="write `name = value`",
    )


def given_twice(span: Span, text: str, other: Span) -> Diagnostic:
    message = f"`{text}` is given twice"
    return Diagnostic(
        "duplicate-name",
        message,
        span,
        others=(Label(other, "given here"),),
        hint="delete one of the two lines",
    )


def too_full(span: Span, zone: str, pieces: int, most: int) -> Diagnostic:
    message = f"`{zone}` holds at most {most}, but {pieces} pieces are given"
    return Diagnostic("contradicts-counts", message, span, hint="give fewer pieces, or raise `at most`")


def too_many_pieces(span: Span, component: str, kind: str, given: int, copies: int) -> Diagnostic:
    message = f"{given} pieces `{kind}` of `{component}` are given in all, but the game has {copies}"
    return Diagnostic("contradicts-counts", message, span, hint="give fewer pieces, or raise `copies`")


def not_a_move(span: Span) -> Diagnostic:
    return Diagnostic(
        "unknown-move",
        "a move is the name of an action, with the values that were chosen",
        span,
        hint="write for example `sell(wheat, 2)`, as `rulesc play` shows it",
    )


def unknown_move(span: Span, name: str, known: Sequence[str]) -> Diagnostic:
    return Diagnostic("unknown-move", f"there is no move `{name}`", span, hint=errors.near(name, known))


def wrong_move(span: Span, name: str, params: tuple[str, ...], given: int) -> Diagnostic:
    shown = f"{name}({', '.join(params)})" if params else name
    values = {0: "no value", 1: "1 value"}.get(given, f"{given} values")
    message = f"the move is written `{shown}`, but here it has {values}"
    return Diagnostic("unknown-move", message, span, hint="only what the player chooses is written")


def no_start_at(span: Span, phase: str) -> Diagnostic:
    message = f"no example can start at the phase `{phase}`, which speaks for no seat"
    hint = "name a phase that is declared `by player`, or play from the start without `given`"
    return Diagnostic("wrong-example", message, span, hint=hint)


def not_a_kind(span: Span, actual: Type) -> Diagnostic:
    message = f"this is {errors.a_value_of(actual)}, but what is drawn is a kind of a component"
    return Diagnostic("type-mismatch", message, span, hint="write the name of a kind")


def needs_table(span: Span, name: str) -> Diagnostic:
    message = f"the attribute `{name}` has dimensions, is a condition or can be none, as only a table can say"
    return Diagnostic("needs-table", message, span, hint="give the component a `table:`")
