"""The machine: one control-flow graph for a whole game.

Compared with the typed tree it lacks nested flow that can stop: procedures and action bodies are
inlined, and every statement in which a seat decides or chance falls has become a block's end.
What cannot stop stays a structured statement, and expressions stay typed expressions.
Variables are unique in the whole machine, so a block's live variables say what must be kept
while the game waits.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulesc.typed import nodes as typed
from rulesc.typed.types import Scalar


@dataclass(frozen=True, slots=True)
class EndAction:
    """The body of an action is done; `leaves` must hold here. `outermost`: no action runs around it."""

    action: str
    leaves: tuple[typed.Guard, ...]
    outermost: bool


Stmt = (
    typed.SetSlot
    | typed.Let
    | typed.MoveKind
    | typed.MoveAll
    | typed.If
    | typed.For
    | typed.While
    | typed.RepeatTimes
    | typed.RepeatUntil
    | EndAction
)


@dataclass(frozen=True, slots=True)
class Goto:
    target: int


@dataclass(frozen=True, slots=True)
class Branch:
    condition: typed.Expr
    then: int
    otherwise: int


@dataclass(frozen=True, slots=True)
class Ask:
    """Wait for a decision. With `otherwise`, go there unasked when there is nothing to decide."""

    decision: int
    otherwise: int | None


@dataclass(frozen=True, slots=True)
class Chance:
    """One piece drawn from a pile, `refill` moved into it first when it is empty; `empty` if none."""

    point: int
    zone: typed.ZoneAt
    refill: typed.ZoneAt | None
    var: str
    found: int
    empty: int


@dataclass(frozen=True, slots=True)
class Together:
    """Wait for several seats that decide at the same time, each running the body in its own name.

    `seat` is the variable for the seat in `asked` and `body`; with no seat to ask, or all done: `after`.
    """

    point: int
    seat: typed.Var
    asked: typed.Expr | None
    body: int
    after: int


@dataclass(frozen=True, slots=True)
class Done:
    """A seat is done with the body of a `together`."""

    point: int


@dataclass(frozen=True, slots=True)
class End:
    pass


Terminator = Goto | Branch | Ask | Chance | Together | Done | End


@dataclass(frozen=True, slots=True)
class Block:
    """Statements, then one way on. `phase` is set on the block with which a phase begins."""

    id: int
    name: str
    body: tuple[Stmt, ...]
    end: Terminator
    phase: str = ""


@dataclass(frozen=True, slots=True)
class OptionParam:
    """A parameter of an option: bound to an expression, or free over a domain."""

    var: str
    type: Scalar
    bound: typed.Expr | None
    domain: typed.Domain | None  # None: every value of the type


@dataclass(frozen=True, slots=True)
class Option:
    """One alternative of a decision: an action, its parameters, its guards, where it leads.

    `inside`: an action runs after it, which must be possible to complete.
    """

    action: str
    params: tuple[OptionParam, ...]
    guards: tuple[typed.Guard, ...]
    target: int
    inside: bool


@dataclass(frozen=True, slots=True)
class Decision:
    """A point where a seat decides. `idle`: an option that alone does not make a decision.

    `nested`: an action runs around it.
    """

    id: int
    name: str
    seat: typed.Expr
    options: tuple[Option, ...]
    idle: str | None
    clauses: tuple[str, ...]
    nested: bool


@dataclass(frozen=True, slots=True)
class Possible:
    """What `can` asks of: an option that stands for an action offered with nothing around it.

    `given` says which parameters the asker gives, `seat` and `args` are the variables for what it gives.
    """

    action: str
    given: tuple[bool, ...]
    decision: int
    place: int
    seat: str
    args: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Machine:
    program: typed.Program
    entry: int
    blocks: tuple[Block, ...]  # by id
    decisions: tuple[Decision, ...]  # by id
    chances: int  # how many chance points
    possible: tuple[Possible, ...]
    meetings: int = 0  # how many points where several seats decide at the same time
