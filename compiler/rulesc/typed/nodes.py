"""The typed tree: what the rules mean.

Compared with the syntax tree it lacks: names as strings with several possible meanings, implicit
parameters and seats (every per-seat access has its index), `+=`, exceptions apart from their
definition (a definition is one chain), families of actions (each member carries what its head
says), `all`-folds over unknown domains. Every expression has a type, every action its ids.

A seat in whose name the text runs is the variable `player`, like any other variable.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulesc.source import Span
from rulesc.typed.board_nodes import CellSet as CellSet
from rulesc.typed.board_nodes import Group as Group
from rulesc.typed.board_nodes import Pattern as Pattern
from rulesc.typed.board_nodes import Reachable as Reachable
from rulesc.typed.board_nodes import RunFrom as RunFrom
from rulesc.typed.board_nodes import Shown as Shown
from rulesc.typed.seat_nodes import Together as Together
from rulesc.typed.seat_nodes import Window as Window
from rulesc.typed.types import KindType, Scalar, Type

# ---- expressions ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Const:
    """An int, bool, enum value, seat, kind, cell or none (-1)."""

    value: int
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Var:
    """A parameter, `let`, loop or choice variable; `player` is the seat that acts."""

    name: str
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ReadSlot:
    """A state slot; one index for each of its dimensions."""

    slot: str
    index: tuple[Expr, ...]
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ReadOption:
    option: str
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class RulingIs:
    """Whether the game is played by this reading of an open question."""

    ruling: str
    reading: str
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class NumPlayers:
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class NextSeat:
    """The seat clockwise of another, among those in the game."""

    seat: Expr
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Arith:
    op: str  # + - * / %   ("/" and "%" floor)
    left: Expr
    right: Expr
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Negate:
    operand: Expr
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Compare:
    op: str  # == != < <= > >=
    left: Expr
    right: Expr
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Logic:
    """`and` / `or` of two or more operands, evaluated left to right, stopping early."""

    op: str
    operands: tuple[Expr, ...]
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Not:
    operand: Expr
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class IfExpr:
    condition: Expr
    then: Expr
    otherwise: Expr
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class OneOfValues:
    """`x in {a, b}`: whether the item equals one of the values."""

    item: Expr
    values: tuple[Expr, ...]
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class InRange:
    item: Expr
    low: Expr
    high: Expr
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class InSet:
    """`x in s` where s is a set value."""

    item: Expr
    set: Expr
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class MakeSet:
    items: tuple[Expr, ...]
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SetUnion:
    left: Expr
    right: Expr
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SetMinus:
    left: Expr
    right: Expr
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SetSize:
    set: Expr
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Fold:
    """`sum count any all min max set` over one or more loops; the first loop is the outermost.

    `count` counts passes whose conditions hold (its body is Const true); `set` collects the body;
    `best` gives the loop value (one loop only) whose body is greatest, the first one at a tie.
    """

    op: str
    loops: tuple[Loop, ...]
    body: Expr
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Loop:
    var: str
    type: Scalar
    domain: Domain
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class MakeKind:
    """`Card(color)`: the kind with these attributes, one for each; -1 if there is none."""

    component: str
    args: tuple[Expr, ...]
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class KindAttribute:
    """`tile.color`: a constant of the kind, from the component's table."""

    kind: Expr
    component: str
    attribute: str
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CountIn:
    """How many of a kind lie in a zone; `kind` None: how many pieces in all."""

    zone: ZoneRef
    kind: Expr | None
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class PieceIn:
    """The kind of the first piece of a row, or of the piece in a zone of one; none if it is empty."""

    zone: ZoneRef
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Lookup:
    """A value of a constant table: one index for each of its dimensions."""

    table: str
    index: tuple[Expr, ...]
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class InList:
    """Whether a value stands in a row of constant lists."""

    item: Expr
    lists: str
    index: tuple[Expr, ...]
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CallDefine:
    """A definition's value; a definition that speaks for a seat has `player` as first parameter."""

    define: str
    args: tuple[Expr, ...]
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Can:
    """Whether some of these options is legal for a seat now."""

    options: tuple[OfferOption, ...]
    seat: Expr
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class MakeCell:
    """`cell(row, column)`, counted from 1; outside the grid is not allowed."""

    row: Expr
    column: Expr
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CellPart:
    """`cell.row` or `cell.column`, from 1."""

    cell: Expr
    part: str
    type: Type
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class HasLine:
    """`line(cells, n)`: whether a set of cells holds n in a straight row, column or diagonal."""

    cells: Expr
    length: int
    type: Type
    span: Span = field(compare=False)


Expr = (
    Const
    | Var
    | ReadSlot
    | ReadOption
    | RulingIs
    | NumPlayers
    | NextSeat
    | Arith
    | Negate
    | Compare
    | Logic
    | Not
    | IfExpr
    | OneOfValues
    | InRange
    | InSet
    | MakeSet
    | SetUnion
    | SetMinus
    | SetSize
    | Fold
    | MakeKind
    | KindAttribute
    | PieceIn
    | Lookup
    | InList
    | CountIn
    | CallDefine
    | Can
    | MakeCell
    | CellPart
    | HasLine
    | Shown
    | CellSet
    | RunFrom
    | Reachable
)

# ---- domains and zones ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every value of a type, ascending. For `Seat`: every seat in the game, from p1."""

    type: Scalar


@dataclass(frozen=True, slots=True)
class RangeOf:
    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class ItemsOf:
    """Listed values, in the order written."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class ElementsOf:
    """The elements of a set value, ascending."""

    set: Expr


@dataclass(frozen=True, slots=True)
class KindsIn:
    """The kinds of which a zone holds at least one, ascending."""

    zone: ZoneRef


@dataclass(frozen=True, slots=True)
class SeatsFrom:
    """The seats in the game, clockwise from one of them."""

    first: Expr


@dataclass(frozen=True, slots=True)
class ListedIn:
    """The values in a row of constant lists, ascending."""

    lists: str
    index: tuple[Expr, ...]


Domain = AllOf | RangeOf | ItemsOf | ElementsOf | KindsIn | SeatsFrom | ListedIn


@dataclass(frozen=True, slots=True)
class ZoneAt:
    """One zone; one index for each of its dimensions."""

    zone: str
    index: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class ZoneChoice:
    """One of several zones by an enum value whose names are theirs; all have the same dimensions."""

    selector: Expr
    zones: tuple[str, ...]
    index: tuple[Expr, ...]


ZoneRef = ZoneAt | ZoneChoice

# ---- statements ----------------------------------------------------------------------------

Clauses = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetSlot:
    slot: str
    index: tuple[Expr, ...]
    value: Expr
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Let:
    var: str
    value: Expr
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class MoveKind:
    """Move `count` pieces of one kind; that they are there is the guards' business."""

    count: Expr
    kind: Expr
    source: ZoneRef
    target: ZoneRef
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class MoveAll:
    source: ZoneRef
    target: ZoneRef
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class MoveChosen:
    """The seat picks `low` to `high` pieces (None: any number), one at a time, each moves at once.

    Picks go up in (source, kind) order, so a set of pieces has one way to be picked. A pick is
    offered only if `low` picks in all can still be reached; `stop` is offered from `low` picks on,
    if `high` differs from `low`. At `high` picks it is over without asking. `pick` is the action
    `label(zone, kind)` (without the zone if there is one source).
    """

    low: Expr
    high: Expr | None
    sources: tuple[ZoneAt, ...]
    target: ZoneRef
    pick: str
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw up to `count` pieces at random, one at a time; stops short when pile and refill are empty.

    `var` (only with count 1) is bound to the kind drawn, -1 if there was none.
    """

    count: Expr
    source: ZoneAt
    target: ZoneRef
    var: str | None
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Refill:
    """Draw until `target` holds `size` pieces; nothing if it holds as many or more."""

    target: ZoneRef
    size: Expr
    source: ZoneAt
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Shuffle:
    """`shuffle a`: nothing for a pile that nobody has looked into; `into`: a moves into it first."""

    zone: ZoneAt
    into: ZoneAt | None
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Choose:
    """The seat `player` picks a value; `choice` is the action `label(value)`."""

    var: str
    type: Scalar
    domain: Domain
    where: Expr | None
    choice: str
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class OfferOption:
    """One action offered; `args` has an expression for a bound parameter, None for a free one."""

    action: str
    args: tuple[Expr | None, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """A decision of the seat `player` between actions. With no legal option it is a dead end."""

    options: tuple[OfferOption, ...]
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Optional:
    """May be done once. `pass` declines. Not asked when nothing can be done, if `silent` (that is
    public knowledge); otherwise asked with `pass` alone."""

    body: tuple[Stmt, ...]
    silent: bool
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class OneOf:
    """The first decisions of all branches joined into one. `otherwise` runs unasked if none has an
    option; () without `otherwise`: a dead end then (`has_otherwise` False)."""

    branches: tuple[tuple[Stmt, ...], ...]
    otherwise: tuple[Stmt, ...]
    has_otherwise: bool
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class AnyNumber:
    """Branches again and again (at most `limit` times); `stop` is offered where `stop` holds."""

    limit: Expr | None
    stop: Expr | None  # None: always
    branches: tuple[tuple[Stmt, ...], ...]
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Run:
    """Run an effect or phase; one that speaks for a seat has `player` as first parameter."""

    procedure: str
    args: tuple[Expr, ...]
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class If:
    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class For:
    """The domain is read when a step begins (elements are visited in domain order; the loop goes on
    after the last visited one), the condition at each step."""

    loop: Loop
    body: tuple[Stmt, ...]
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class While:
    condition: Expr
    body: tuple[Stmt, ...]
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class RepeatUntil:
    """Body first, then the test; `until` None: for ever (until `end game`)."""

    body: tuple[Stmt, ...]
    until: Expr | None
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class RepeatTimes:
    """`times` is read once."""

    times: Expr
    body: tuple[Stmt, ...]
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class EndGame:
    clauses: Clauses
    span: Span = field(compare=False)


Stmt = (
    SetSlot
    | Let
    | MoveKind
    | MoveAll
    | MoveChosen
    | Draw
    | Refill
    | Shuffle
    | Choose
    | Offer
    | Optional
    | OneOf
    | AnyNumber
    | Run
    | If
    | For
    | While
    | RepeatUntil
    | RepeatTimes
    | EndGame
    | Together
    | Window
)

# ---- declarations --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Option:
    name: str
    type: Scalar
    start: int
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Ruling:
    id: str
    question: str
    readings: tuple[str, ...]
    texts: tuple[str, ...]
    chosen: str
    why: str
    cite: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Kind:
    name: str
    values: tuple[int, ...]  # encoded attributes, in order
    copies: int  # -1: unlimited
    start: str  # zone (without dimensions)
    provenance: str
    span: Span | None = field(default=None, compare=False)  # its row, if it stands in a table


@dataclass(frozen=True, slots=True)
class Component:
    name: str
    attributes: tuple[tuple[str, Scalar], ...]
    kinds: tuple[Kind, ...]
    clauses: Clauses
    span: Span = field(compare=False)
    role: str = "component"  # "table": kinds without pieces; "payment": those of a payment


@dataclass(frozen=True, slots=True)
class Table:
    """Constant values, one for each combination of the dimensions' values, the last fastest."""

    name: str
    dims: tuple[Scalar, ...]
    type: Type
    values: tuple[int, ...]
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class Lists:
    """Constant rows of values, ascending in each: a row for each combination, the last fastest."""

    name: str
    dims: tuple[Scalar, ...]
    of: Scalar
    rows: tuple[tuple[int, ...], ...]
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class Map:
    """Links between the kinds of a table or component, as (from, to) in every direction allowed."""

    name: str
    over: KindType
    links: frozenset[tuple[int, int]]
    provenance: tuple[str, ...]  # of the rows, where they come from a table
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Zone:
    name: str
    component: str
    dims: tuple[Scalar, ...]
    shape: str  # "heap", "pile", "bag", "one", "row", "dice"
    seen_by: str  # "all", "owner" (the seat of its first Seat dimension), "nobody"
    count_hidden: bool
    at_most: int | None
    refilled_from: str | None
    unlimited: bool
    clauses: Clauses
    span: Span = field(compare=False)
    above: str | None = None  # the row from which draws go on when the pile is empty


@dataclass(frozen=True, slots=True)
class Slot:
    name: str
    type: Type  # Scalar, OptionalType or SetType
    dims: tuple[Scalar, ...]
    start: Expr | None  # over constants and options; None: the lowest value, none, or {}
    seen_by: str
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Param:
    name: str
    type: Scalar


@dataclass(frozen=True, slots=True)
class Arm:
    """`label`: the value holds where the condition does; "" is the base."""

    label: str
    condition: Expr | None
    value: Expr
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Define:
    """The first arm whose condition holds gives the value; the last one has no condition.

    `per_seat`: the first parameter is `player`.
    """

    name: str
    params: tuple[Param, ...]
    arms: tuple[Arm, ...]
    type: Type
    per_seat: bool
    group: str


@dataclass(frozen=True, slots=True)
class Guard:
    label: str
    condition: Expr
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Action:
    """An action with its ids: `first_id` + the number of its free parameters' values, the last
    parameter fastest. `digits` are the parameters that are free at some offer, as indices.

    `role`: "action" (declared), "choice" (of a `choose`), "pick" (of a `move chosen`), "stop", "pass".
    Guards and body may use `player`.
    """

    name: str
    family: str
    params: tuple[Param, ...]
    guards: tuple[Guard, ...]
    body: tuple[Stmt, ...]
    leaves: tuple[Guard, ...]
    title: str
    clauses: Clauses
    group: str
    role: str
    first_id: int
    digits: tuple[int, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Procedure:
    """An effect or phase; `per_seat`: the first parameter is `player`."""

    name: str
    role: str  # "effect", "phase"
    params: tuple[Param, ...]
    body: tuple[Stmt, ...]
    per_seat: bool
    clauses: Clauses
    group: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ScoreItem:
    """A scoring line; its seat is the variable `seat`. With a divisor it brings an exact fraction."""

    label: str
    value: Expr
    clauses: Clauses
    span: Span = field(compare=False)
    divisor: Expr | None = None


# ---- examples ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GivenSlot:
    slot: str
    index: tuple[int, ...]
    value: int


@dataclass(frozen=True, slots=True)
class GivenZone:
    """What a zone holds: (kind, count) pairs, taken from where the pieces start."""

    zone: str
    index: tuple[int, ...]
    content: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ExampleMoves:
    seat: int
    moves: tuple[str, ...]  # in the engine's move notation
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ExampleLegal:
    """`can` / `cannot`: the last move is (not) legal after the others, on a copy."""

    seat: int
    moves: tuple[str, ...]
    legal: bool
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ExampleOnly:
    """These moves are legal, and no others."""

    seat: int
    moves: tuple[str, ...]
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ExampleDraw:
    """The kinds that the next chance points bring, by name."""

    outcomes: tuple[str, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ExampleExpect:
    text: str
    condition: Expr
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ExampleScores:
    """Each seat's score by this position, as numerator and denominator."""

    scores: tuple[tuple[int, int], ...]
    clauses: Clauses
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ExampleRanking:
    """Each seat's place by this position: 1 is best, and level seats share one."""

    places: tuple[int, ...]
    clauses: Clauses
    span: Span = field(compare=False)


ExampleLine = (
    ExampleMoves | ExampleLegal | ExampleOnly | ExampleDraw | ExampleScores | ExampleRanking | ExampleExpect
)


@dataclass(frozen=True, slots=True)
class Example:
    id: str
    title: str
    clauses: Clauses
    cite: str
    players: int
    options: tuple[tuple[str, int], ...]
    rulings: tuple[tuple[str, str], ...]
    at: str  # phase at whose first start the given position holds; "" : the very start, no given
    given: tuple[GivenSlot | GivenZone, ...]
    lines: tuple[ExampleLine, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Program:
    game: str
    title: tuple[tuple[str, str], ...]  # (language, text)
    players: tuple[int, int]
    options: tuple[Option, ...]
    rulings: tuple[Ruling, ...]
    components: tuple[Component, ...]
    tables: tuple[Table, ...]
    lists: tuple[Lists, ...]
    maps: tuple[Map, ...]
    zones: tuple[Zone, ...]
    slots: tuple[Slot, ...]
    defines: tuple[Define, ...]
    actions: tuple[Action, ...]
    procedures: tuple[Procedure, ...]  # the phase `game` is where the game starts
    scoring: tuple[ScoreItem, ...]
    ties: tuple[Expr, ...]  # over `seat`; () : shared
    returns: str  # "default", "scores"
    longest: int  # bound on the number of decisions
    examples: tuple[Example, ...]
    span: Span = field(compare=False)
    patterns: tuple[Pattern, ...] = ()  # those with letters
