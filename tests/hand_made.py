"""Typed programs built by hand, so that the interpreter is tested without parser and checker."""

from __future__ import annotations

from rulesc.source import Source, Span
from rulesc.typed.nodes import (
    Action,
    AllOf,
    Arm,
    CallDefine,
    Clauses,
    Compare,
    Component,
    Const,
    CountIn,
    Define,
    EndGame,
    Expr,
    Fold,
    For,
    Guard,
    HasLine,
    If,
    Kind,
    Loop,
    MakeKind,
    MoveKind,
    Offer,
    OfferOption,
    Param,
    Procedure,
    Program,
    ReadSlot,
    RepeatUntil,
    Run,
    ScoreItem,
    SetSlot,
    Slot,
    Stmt,
    Var,
    Zone,
    ZoneAt,
)
from rulesc.typed.types import Bool, Grid, Int, KindType, Scalar, Seat, SetType, Type

SPAN = Span(Source("made.yaml", "by hand"), 0, 2)
NO: Clauses = ()
BOOL = Bool()
SEAT = Seat(2)


def number(value: int, type_: Type | None = None) -> Const:
    return Const(value, type_ or Int(value, value), SPAN)


def var(name: str, type_: Type = SEAT) -> Var:
    return Var(name, type_, SPAN)


def compare(op: str, left: Expr, right: Expr | int) -> Compare:
    return Compare(op, left, number(right) if isinstance(right, int) else right, BOOL, SPAN)


def slot(name: str, type_: Type, *dims: Scalar, start: int | None = None) -> Slot:
    return Slot(name, type_, dims, None if start is None else number(start), "all", NO, SPAN)


def read(name: str) -> ReadSlot:
    return ReadSlot(name, (), Int(0, 9), SPAN)


def assign(name: str, value: Expr | int, *index: Expr) -> SetSlot:
    return SetSlot(name, index, number(value) if isinstance(value, int) else value, NO, SPAN)


def guard(label: str, condition: Expr, *clauses: str) -> Guard:
    return Guard(label, condition, clauses, SPAN)


def action(
    name: str,
    first_id: int,
    params: tuple[Param, ...] = (),
    guards: tuple[Guard, ...] = (),
    body: tuple[Stmt, ...] = (),
    leaves: tuple[Guard, ...] = (),
    role: str = "action",
) -> Action:
    digits = tuple(range(len(params)))
    return Action(name, "", params, guards, body, leaves, name, NO, "", role, first_id, digits, SPAN)


def offer(*names: str, free: int = 0) -> Offer:
    return Offer(tuple(OfferOption(n, (None,) * free) for n in names), NO, SPAN)


def zone(name: str, component: str, *dims: Scalar, shape: str = "heap", **traits: str) -> Zone:
    refilled = traits.get("refilled_from")
    return Zone(name, component, dims, shape, "all", False, None, refilled, False, NO, SPAN)


def phase(name: str, *body: Stmt, player: bool = False) -> Procedure:
    params = (Param("player", SEAT),) if player else ()
    return Procedure(name, "phase", params, body, player, NO, "", SPAN)


def program(
    name: str,
    *,
    components: tuple[Component, ...] = (),
    zones: tuple[Zone, ...] = (),
    slots: tuple[Slot, ...] = (),
    defines: tuple[Define, ...] = (),
    actions: tuple[Action, ...],
    procedures: tuple[Procedure, ...],
    scoring: tuple[ScoreItem, ...] = (),
) -> Program:
    return Program(
        name, (("en", name),), (2, 2), (), (), components, (), (), (), zones, slots, defines,
        actions, procedures, scoring, (), "default", 100, (), SPAN,
    )  # fmt: skip


def player_turn(*body: Stmt) -> tuple[Procedure, ...]:
    """A game of one turn of the first seat."""
    run = Run("turn", (number(0, SEAT),), NO, SPAN)
    return (phase("game", run), phase("turn", *body, player=True))


def tic_tac_toe() -> Program:
    cells = Grid("Cell", 3, 3)
    marks = KindType("Mark", ("p1", "p2"))
    component = Component(
        "Mark",
        (("owner", SEAT),),
        (Kind("p1", (0,), 5, "supply", ""), Kind("p2", (1,), 5, "supply", "")),
        NO,
        SPAN,
    )
    cell, player = var("cell", cells), var("player")

    def count(kind: Expr | None, where: Expr) -> CountIn:
        return CountIn(ZoneAt("board", (where,)), kind, Int(0, 1), SPAN)

    def mark_of(seat: Expr) -> MakeKind:
        return MakeKind("Mark", (seat,), marks, SPAN)

    def define(name: str, value: Expr, type_: Type, *params: Param) -> Define:
        return Define(name, params, (Arm("", None, value, NO, SPAN),), type_, False, "")

    here = compare(">", count(mark_of(var("s")), var("c", cells)), 0)
    own = Fold("set", (Loop("c", cells, AllOf(cells), here),), var("c", cells), SetType(cells), SPAN)
    held = CallDefine("marks", (var("s"),), SetType(cells), SPAN)
    taken = compare(">", count(None, var("c", cells)), 0)
    every = Fold("all", (Loop("c", cells, AllOf(cells), None),), taken, BOOL, SPAN)
    full = CallDefine("full", (), BOOL, SPAN)

    def won(seat: Expr) -> CallDefine:
        return CallDefine("won", (seat,), BOOL, SPAN)

    put = MoveKind(number(1), mark_of(player), ZoneAt("supply", ()), ZoneAt("board", (cell,)), NO, SPAN)
    end = (EndGame(NO, SPAN),)
    line = ScoreItem("line", won(var("seat")), NO, SPAN)
    turn = Run("turn", (var("s"),), NO, SPAN)
    round_ = For(Loop("s", SEAT, AllOf(SEAT), None), (turn,), NO, SPAN)
    return program(
        "tic_tac_toe",
        components=(component,),
        zones=(zone("supply", "Mark"), zone("board", "Mark", cells, shape="one")),
        defines=(
            define("marks", own, SetType(cells), Param("s", SEAT)),
            define("won", HasLine(held, 3, BOOL, SPAN), BOOL, Param("s", SEAT)),
            define("full", every, BOOL),
        ),
        actions=(
            action(
                "mark",
                0,
                (Param("cell", cells),),
                (guard("free", compare("==", count(None, cell), 0), "T-4"),),
                (put,),
            ),
        ),
        procedures=(
            phase("game", RepeatUntil((round_,), full, NO, SPAN)),
            phase(
                "turn",
                offer("mark", free=1),
                If(won(player), end, (), NO, SPAN),
                If(full, end, (), NO, SPAN),
                player=True,
            ),
        ),
        scoring=(line,),
    )
