"""The syntax tree of the rules language: what was written, names still strings.

Compared with the document it lacks layout: every scalar has become a head, a type, a zone, an
expression or a body. `span` never takes part in comparing nodes.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulesc.source import Span
from rulesc.syntax.board_nodes import Drawing as Drawing
from rulesc.syntax.board_nodes import Layout as Layout
from rulesc.syntax.board_nodes import Pattern as Pattern
from rulesc.syntax.piece_nodes import PassRound as PassRound
from rulesc.syntax.piece_nodes import Roll as Roll
from rulesc.syntax.seat_nodes import Bidding as Bidding
from rulesc.syntax.seat_nodes import OfferTo as OfferTo
from rulesc.syntax.seat_nodes import Together as Together
from rulesc.syntax.seat_nodes import Window as Window

# ---- names and clauses ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClauseRef:
    """`@P-26` at the end of a line."""

    id: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Param:
    """`lot`, `spots in Color`, `shown in 0..2`. Without `in`, the type of its name."""

    name: str
    domain: Expr | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class LabelPart:
    """`/ card(zone in Held)`: an exception, or a member of a family."""

    name: str
    params: tuple[Param, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Head:
    """A key: `limit / lantern`, `level per Lot`, `rounds by players`, `turn by player`."""

    name: str
    params: tuple[Param, ...]
    per: tuple[str, ...]
    by: str | None
    labels: tuple[LabelPart, ...]
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


# ---- expressions ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Name:
    id: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Int:
    value: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Word:
    """`none`, `true`, `false`, `all`."""

    word: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SetOf:
    """`{a, b}`, `{2 of Card(red)}`."""

    items: tuple[Expr, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ListOf:
    """`[a, b]`: an order."""

    items: tuple[Expr, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Attribute:
    base: Expr
    name: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Index:
    base: Expr
    items: tuple[Expr, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    function: Expr  # Name or Attribute
    args: tuple[Expr, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Each:
    """`for x in S if C`."""

    name: str
    domain: Expr
    condition: Expr | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Fold:
    """`sum(e for x in S if C)`; `set(...)`, `count(...)`, `any(...)` and so on."""

    function: str
    body: Expr
    each: tuple[Each, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Conditional:
    """`if a then b else c`."""

    condition: Expr
    then: Expr
    otherwise: Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Unary:
    op: str  # "not", "-"
    operand: Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Binary:
    op: str  # or and == != < <= > >= in "not in" .. + - * / %
    left: Expr
    right: Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class RulingIs:
    """`U-P9 is any_color`."""

    ruling: str
    reading: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Many:
    """`2 of Card(red)`, `all of Card(red)`."""

    count: Expr
    kind: Expr
    span: Span = field(compare=False)


Expr = (
    Name
    | Int
    | Word
    | SetOf
    | ListOf
    | Attribute
    | Index
    | Call
    | Fold
    | Conditional
    | Unary
    | Binary
    | RulingIs
    | Many
)

# ---- types, zones, state -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NamedType:
    """`Color`, `bool`, `Color?`, `set of Color`, `order of Seat`."""

    shape: str  # "plain", "set", "order"
    name: str
    optional: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class EnumType:
    """`red | green | blue`."""

    values: tuple[Name, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class RangeType:
    """`0..4`, `0..4?`; bounds are expressions over constants."""

    low: Expr
    high: Expr
    optional: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class GridType:
    """`grid 6 x 7`: rows x columns."""

    rows: int
    columns: int
    span: Span = field(compare=False)


TypeExpr = NamedType | EnumType | RangeType | GridType


@dataclass(frozen=True, slots=True)
class Typed:
    """A type, perhaps with a start value and traits: `0..4 = 0, seen by owner  @P-26`."""

    type: TypeExpr
    start: Expr | None
    seen_by: str | None  # "owner", "nobody", "all"; None: not said
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)
    rising: bool = False  # of an attribute: each row has more than the one before


@dataclass(frozen=True, slots=True)
class ZoneType:
    """`pile of Card, seen by nobody, refilled from discard`; `one Disc`; `Card, at most 7`."""

    shape: str  # "heap", "pile", "bag", "one", "row", "dice"
    component: str
    seen_by: str | None
    count_hidden: bool
    at_most: Expr | None
    refilled_from: str | None
    unlimited: bool
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)
    above: str | None = None  # the row under a pile


@dataclass(frozen=True, slots=True)
class Value:
    """A definition's value: expression, `if` condition for an exception, clauses."""

    expr: Expr
    condition: Expr | None
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


# ---- statements ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Perform:
    """A call of an action, effect or phase: `pay(color, column)`, `turn by s`, `skip if C`."""

    call: Expr  # Name or Call
    by: Expr | None
    condition: Expr | None
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Assign:
    target: Expr
    op: str  # "=", "+=", "-="
    value: Expr
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Let:
    name: str
    value: Expr
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Move:
    """`move Card(red) from hand to discard`; `move 2 of ...`; `move all [of K] from ...`."""

    item: Expr  # Many, Word("all"), or a kind
    source: Expr
    target: Expr
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class MoveChosen:
    """`move 4 chosen from display, hand to discard as throw`; `1 or more`, `up to 3`, `1..3`."""

    low: Expr
    high: Expr | None  # None: as many as there are
    sources: tuple[Expr, ...]
    target: Expr
    label: str
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Draw:
    """`draw 2 from deck to s.hand`; `draw 1 from deck to s.hand as card`."""

    count: Expr
    source: Expr
    target: Expr
    name: str | None
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Deal:
    """`deal 1 from tile_bag to tile`: to each of the zones called so."""

    count: Expr
    source: Expr
    target: Expr
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Refill:
    """`refill display to 5 from deck`."""

    target: Expr
    size: Expr
    source: Expr
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Shuffle:
    """`shuffle deck`, `shuffle discard into deck`."""

    zone: Expr
    into: Expr | None
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Choose:
    """`choose c in Color where C as spire_color`."""

    name: str
    domain: Expr
    where: Expr | None
    label: str
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class EndGame:
    """`end game`, `end game if C`."""

    condition: Expr | None
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Optional:
    """`optional fan` or `optional` with a block: the seat may do it."""

    body: tuple[Stmt, ...]
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class OneOf:
    branches: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] | None
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class AnyNumber:
    """`any number of, stop when C` / `up to 3 of, stop when C`: `limit` is None without `up to`."""

    limit: Expr | None
    stop: Expr | None
    branches: tuple[Stmt, ...]
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class If:
    """`if C` block, any number of `elif`, perhaps `else` (condition None)."""

    arms: tuple[tuple[Expr | None, tuple[Stmt, ...]], ...]
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class For:
    name: str
    domain: Expr
    condition: Expr | None
    body: tuple[Stmt, ...]
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class While:
    condition: Expr
    body: tuple[Stmt, ...]
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Repeat:
    """`repeat` block `until C` (times None), `repeat n times`, or `repeat` for ever (both None)."""

    times: Expr | None
    body: tuple[Stmt, ...]
    until: Expr | None
    clauses: tuple[ClauseRef, ...]
    until_clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


Stmt = (
    Perform
    | Assign
    | Let
    | Move
    | MoveChosen
    | Draw
    | Deal
    | Refill
    | Shuffle
    | Choose
    | EndGame
    | Optional
    | OneOf
    | AnyNumber
    | If
    | For
    | While
    | Repeat
    | Together
    | Window
    | Bidding
    | OfferTo
    | Roll
    | PassRound
)

# ---- declarations --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Guard:
    """One line of `when:` or `leaves:`."""

    label: str
    expr: Expr
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Define:
    head: Head
    value: Value
    group: str


@dataclass(frozen=True, slots=True)
class DefineTable:
    """`rounds by players: {2: 7, 3: 6}`."""

    head: Head
    rows: tuple[tuple[Expr, Value], ...]
    group: str
    each: str = ""  # what every row is: "condition", "number", "" any value


@dataclass(frozen=True, slots=True)
class Action:
    head: Head
    rules: tuple[ClauseRef, ...]
    title: str
    title_span: Span = field(compare=False)
    when: tuple[Guard, ...]
    do: tuple[Stmt, ...]
    leaves: tuple[Guard, ...]
    group: str


@dataclass(frozen=True, slots=True)
class Procedure:
    """An effect or a phase."""

    head: Head
    body: tuple[Stmt, ...]
    group: str


@dataclass(frozen=True, slots=True)
class Declared:
    """An option, a type, a state slot: head and what is declared."""

    head: Head
    typed: Typed

    @property
    def formula(self) -> str:
        """What the cells of an attribute are that is in the rules language: one of three words, or ""."""
        match self.typed.type:
            case NamedType("plain", "condition" | "number" | "effect" as formula, False):
                return formula
            case _:
                return ""


@dataclass(frozen=True, slots=True)
class Zone:
    head: Head
    zone: ZoneType


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell as an expression, or statements where its column is one of effects.

    `text` is the cell as written.
    """

    text: str
    expr: Expr
    span: Span = field(compare=False)
    body: tuple[Stmt, ...] = ()


@dataclass(frozen=True, slots=True)
class TableRow:
    cells: tuple[tuple[str, Cell], ...]  # by column, only columns that attributes or built-ins use
    provenance: str
    span: Span = field(compare=False)
    blanks: tuple[tuple[str, Span], ...] = field(default=(), compare=False)  # where a cell says nothing

    def place(self, column: str) -> Span:
        """Where the column's empty cell is."""
        return dict(self.blanks).get(column, self.span)


@dataclass(frozen=True, slots=True)
class Component:
    head: Head
    attributes: tuple[Declared, ...]
    copies: Expr | None  # None: one, or the table's column `copies`; Name("unlimited")
    start: Expr | None
    rules: tuple[ClauseRef, ...]
    rows: tuple[TableRow, ...] | None  # None: every combination of attribute values is a kind
    header: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Map:
    """Links between the values of the type `over`; one of `rows`, `among`, `along` says which."""

    head: Head
    over: Expr
    rows: tuple[TableRow, ...] | None
    header: tuple[str, ...]
    among: Expr | None
    along: Expr | None
    rules: tuple[ClauseRef, ...]


@dataclass(frozen=True, slots=True)
class Payment:
    """Payments of carriers for shortest ways; each of `ways` is a map or a sum of maps."""

    head: Head
    of: Expr
    ways: tuple[Expr, ...]
    least: Head | None  # the name of the list of those that are least on the whole way
    rules: tuple[ClauseRef, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """A scoring item: `points: seat.score @P-70`."""

    head: Head
    value: Value


# ---- examples ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Moves:
    """`p1: build_column(A, blue), card(display)`: who, and the moves in the engine's notation."""

    seat: str
    moves: tuple[Expr, ...]
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Cannot:
    """`cannot p1: move @P-26`: refused, and for these clauses."""

    seat: str
    moves: tuple[Expr, ...]  # all but the last are played, on a copy
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Can:
    """`can p1: move`: legal now; not played."""

    seat: str
    moves: tuple[Expr, ...]
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Only:
    """`only p1: moves`: these are legal now, and no others; none is played."""

    seat: str
    moves: tuple[Expr, ...]
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class DrawLine:
    """`draw: Card(blue), Card(red)`: what chance brings next."""

    outcomes: tuple[Expr, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Expect:
    expr: Expr
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ScoresLine:
    """`scores: 26/3, 40`: each seat's score, as numerator and denominator."""

    scores: tuple[tuple[int, int], ...]
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class RankingLine:
    """`ranking: 2, 1`: each seat's place, after ties were broken."""

    places: tuple[int, ...]
    clauses: tuple[ClauseRef, ...]
    span: Span = field(compare=False)


PlayLine = Moves | Cannot | Can | Only | DrawLine | ScoresLine | RankingLine | Expect


@dataclass(frozen=True, slots=True)
class Example:
    id: str
    title: str
    rules: tuple[ClauseRef, ...]
    cite: str
    players: int | None
    options: tuple[tuple[str, Expr], ...]
    rulings: tuple[tuple[str, str], ...]
    at: str
    given: tuple[Assign, ...]
    play: tuple[PlayLine, ...]  # `expect:` of the document comes last
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Spec:
    """A whole spec as written. Rulebook and rulings stay document nodes; they hold no language."""

    game: str
    players: tuple[int, int]
    options: tuple[Declared, ...]
    types: tuple[Declared, ...]
    tables: tuple[Component, ...]
    maps: tuple[Map, ...]
    payments: tuple[Payment, ...]
    patterns: tuple[Pattern, ...]
    layouts: tuple[Layout, ...]
    components: tuple[Component, ...]
    zones: tuple[Zone, ...]
    state: tuple[Declared, ...]
    define: tuple[Define | DefineTable, ...]
    actions: tuple[Action, ...]
    effects: tuple[Procedure, ...]
    phases: tuple[Procedure, ...]
    scoring: tuple[Item, ...]
    ties: tuple[Value, ...]
    shared_ties: bool
    returns: str  # "default", "scores"
    longest: int | None
    teams: int | None
    examples: tuple[Example, ...]
    span: Span = field(compare=False)
