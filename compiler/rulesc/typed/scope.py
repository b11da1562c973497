"""What names mean where a text stands.

`Symbols` holds what the spec declares, by name. A `Frame` is the view from one line: the variables
bound there, whether there is a seat `player`, and what is known not to be `none`. The walk over
expressions and the lazy checks of definitions and effects hang on `Symbols` as functions, so that
the files about places, domains and built-ins need not import what imports them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from rulesc.diagnostics.model import Diagnostic, Report
from rulesc.source import Span
from rulesc.syntax import nodes as syntax
from rulesc.typed import errors, flow_errors
from rulesc.typed import nodes as typed
from rulesc.typed.descend import descend
from rulesc.typed.fitting import certainly_outside, constants_of, fits, plain
from rulesc.typed.types import Bool, Enum, ErrorType, Grid, Int, OptionalType, Scalar, Seat, Type

PLAYER = "player"
ERROR = ErrorType()
ANY_NUMBER = Int(-(10**12), 10**12)


KNOWABLE = (typed.Var, typed.ReadSlot, typed.PieceIn, typed.Lookup)  # what may be known not to be none


@dataclass(frozen=True, slots=True)
class Signature:
    """How something is called; `per_seat`: it speaks for a seat, `player` is its first parameter."""

    name: str
    role: str  # "definition", "action", "effect", "phase"
    params: tuple[typed.Param, ...]
    type: Type
    per_seat: bool

    @property
    def own(self) -> tuple[typed.Param, ...]:
        """The parameters that a spec writes: all but the implicit seat."""
        return self.params[1:] if self.per_seat and self.role != "action" else self.params


@dataclass(slots=True)
class Symbols:
    """Everything a spec declares, filled in the order in which the declarations depend on each other."""

    report: Report
    seat: Seat
    players: tuple[int, int]
    types: dict[str, Scalar] = field(default_factory=dict)
    components: dict[str, typed.Component] = field(default_factory=dict)
    options: dict[str, typed.Option] = field(default_factory=dict)
    tables: dict[str, typed.Table] = field(default_factory=dict)
    lists: dict[str, typed.Lists] = field(default_factory=dict)
    maps: dict[str, typed.Map] = field(default_factory=dict)
    patterns: dict[str, typed.Pattern] = field(default_factory=dict)  # those with letters
    layouts: dict[str, tuple[str, ...]] = field(default_factory=dict)  # where the tiles come from
    zones: dict[str, typed.Zone] = field(default_factory=dict)
    slots: dict[str, typed.Slot] = field(default_factory=dict)
    rulings: dict[str, typed.Ruling] = field(default_factory=dict)
    constants: dict[str, list[tuple[Scalar, int]]] = field(default_factory=dict)
    actions: dict[str, Signature] = field(default_factory=dict)
    callables: dict[str, str] = field(default_factory=dict)  # name: definition, action, effect, phase
    broken: set[str] = field(default_factory=set)  # declared, but with a fault already reported
    places: dict[str, tuple[str, Span]] = field(default_factory=dict)  # name: role, where it is declared
    walk: Callable[[Frame, syntax.Expr, Type | None], typed.Expr] | None = None
    signature: Callable[[str], Signature | None] | None = None  # of a definition, effect or phase

    def declare(self, name: str, role: str, span: Span) -> None:
        """Note a name; a second meaning is an error."""
        other = self.places.get(name)
        if other is not None:
            self.report.add(errors.duplicate_name(name, role, span, *other))
        elif name in errors.RESERVED:
            self.report.add(errors.reserved_name(name, role, span))
        else:
            self.places[name] = (role, span)

    def add_constants(self, type_: Scalar) -> None:
        """Make the values of a type sayable by name."""
        for value, name in enumerate(constants_of(type_)):
            known = self.constants.setdefault(name, [])
            if (type_, value) not in known:
                known.append((type_, value))

    def constant(self, name: str, type_: Type) -> int | None:
        """The value of that name in a type."""
        match plain(type_):
            case Seat(count):
                return next((i for i in range(count) if name == f"p{i + 1}"), None)
            case Grid(_, rows, columns):
                row, _, column = name.removeprefix("r").partition("c")
                if name[:1] != "r" or not (row.isdecimal() and column.isdecimal()):
                    return None
                r, c = int(row), int(column)
                return (r - 1) * columns + c - 1 if 1 <= r <= rows and 1 <= c <= columns else None
            case other:
                names = constants_of(other)
                return names.index(name) if name in names else None

    def constants_named(self, name: str) -> list[tuple[Scalar, int]]:
        """All values of that name, whatever their type; seats and cells among them."""
        found = list(self.constants.get(name, ()))
        grids: list[Scalar] = [t for t in self.types.values() if isinstance(t, Grid)]
        for type_ in (self.seat, *grids):
            value = self.constant(name, type_)
            if value is not None and (type_, value) not in found:
                found.append((type_, value))
        return found

    def callable_signature(self, name: str) -> Signature | None:
        """How a definition, action, effect or phase is called."""
        if name in self.actions:
            return self.actions[name]
        if name in self.callables and self.signature is not None:
            return self.signature(name)
        return None

    def selector_zones(self, type_: Type) -> tuple[str, ...]:
        """The zones an enum chooses among: all its values are zones of one component and one shape."""
        if not isinstance(type_, Enum) or not all(v in self.zones for v in type_.values):
            return ()
        zones = [self.zones[v] for v in type_.values]
        same = {(z.component, z.dims) for z in zones}
        return type_.values if len(same) == 1 else ()


@dataclass(slots=True)
class Usage:
    """What the walk over a body notes: whether it has spoken of `player`, and what bases it has seen.

    `a.b.c` is looked at in several ways; without the note each would read its base anew.
    """

    player: bool = False
    bases: dict[tuple[int, int], tuple[Frame, syntax.Expr, typed.Expr]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Frame:
    symbols: Symbols
    usage: Usage
    speaker: str  # "seat": there is a player; "caller": the caller's; "none"
    variables: Mapping[str, Type]
    known: frozenset[typed.Expr] = frozenset()  # expressions known not to be none
    origins: Mapping[str, Span] = field(default_factory=dict)  # where parameters are declared

    # -- what a line sees

    def bind(self, name: str, type_: Type) -> Frame:
        return replace(self, variables={**self.variables, name: type_})

    def knowing(self, facts: frozenset[typed.Expr]) -> Frame:
        return replace(self, known=self.known | facts) if facts else self

    def forgetting(self) -> Frame:
        """After something that may have changed slots: only what is known of variables stays."""
        return replace(self, known=frozenset(k for k in self.known if isinstance(k, typed.Var)))

    def assigned(self, slots: frozenset[str]) -> Frame:
        """After these slots have changed: what is known of the others stays."""
        changed = {
            k
            for k in self.known
            if any(isinstance(part, typed.ReadSlot) and part.slot in slots for part in descend(k))
        }
        return replace(self, known=self.known - changed) if changed else self

    def unsettled(self) -> Frame:
        """After pieces may have moved: what is known of the places of pieces is gone."""
        moved = {k for k in self.known if any(isinstance(part, typed.PieceIn) for part in descend(k))}
        return replace(self, known=self.known - moved) if moved else self

    def player(self, span: Span, what: str, name: str = "") -> typed.Expr:
        """The seat that acts; an error where there is none."""
        if self.speaker == "none":
            seats = [n for n, t in self.variables.items() if isinstance(t, Seat)]
            return self.error(flow_errors.no_player(span, what, name, seats))
        self.usage.player = True
        return typed.Var(PLAYER, self.symbols.seat, span)

    # -- checking

    def hides(self, name: str, span: Span) -> bool:
        """Whether a variable hides a slot or zone that is meant here; told once for each parameter."""
        if name not in self.variables or not (name in self.symbols.slots or name in self.symbols.zones):
            return False
        self.error(errors.hides(span, name, *self.symbols.places[name], self.origins.get(name)))
        return True

    def error(self, diagnostic: Diagnostic) -> typed.Expr:
        self.symbols.report.add(diagnostic)
        return typed.Const(0, ERROR, diagnostic.span)

    def walk(self, node: syntax.Expr, expected: Type | None = None) -> typed.Expr:
        assert self.symbols.walk is not None
        return self.symbols.walk(self, node, expected)

    def base(self, node: syntax.Expr) -> typed.Expr:
        """What stands before a dot."""
        key = (id(self), id(node))
        if key not in self.usage.bases:
            self.usage.bases[key] = (self, node, self.walk(node))
        return self.usage.bases[key][2]

    def check(self, node: syntax.Expr, expected: Type, what: str = "") -> typed.Expr:
        """The expression, which must be of a type."""
        return self.fit(self.walk(node, expected), expected, what)

    def condition(self, node: syntax.Expr) -> typed.Expr:
        return self.check(node, Bool())

    def number(self, node: syntax.Expr) -> typed.Expr:
        expr = self.value(self.walk(node, ANY_NUMBER))
        if isinstance(expr.type, Int | ErrorType):
            return expr
        return self.error(errors.not_a_number(expr.span, expr.type))

    def value(self, expr: typed.Expr) -> typed.Expr:
        """The expression where none won't do: known not to be none, or an error."""
        expr = self.narrowed(expr)
        if not isinstance(expr.type, OptionalType):
            return expr
        return self.error(errors.maybe_none(expr.span, expr.type))

    def narrowed(self, expr: typed.Expr) -> typed.Expr:
        """The expression, without `none` where it is known not to be none."""
        if not isinstance(expr.type, OptionalType) or expr not in self.known:
            return expr
        return replace(expr, type=expr.type.of) if isinstance(expr, KNOWABLE) else expr

    def fit(self, expr: typed.Expr, expected: Type, what: str = "") -> typed.Expr:
        """The expression, checked against a type."""
        if not isinstance(expected, OptionalType) and fits(plain(expr.type), expected):
            expr = self.value(expr)
        if not fits(expr.type, expected):
            return self.error(errors.type_mismatch(expr.span, expr.type, expected, what))
        if certainly_outside(expr.type, expected):
            return self.error(errors.out_of_bounds(expr.span, expr.type, expected, what))
        return expr


def failed(expr: typed.Expr) -> bool:
    """Whether a fault of this expression was already reported."""
    return isinstance(expr.type, ErrorType)
