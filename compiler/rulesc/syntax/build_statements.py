"""One node for each rule of the grammar: statements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulesc.syntax import errors
from rulesc.syntax.build_seats import SEAT_BUILDERS
from rulesc.syntax.nodes import (
    AnyNumber,
    Assign,
    Choose,
    Deal,
    Draw,
    EndGame,
    Expr,
    For,
    If,
    Int,
    Let,
    Move,
    MoveChosen,
    Name,
    OneOf,
    Optional,
    Perform,
    Refill,
    Repeat,
    Shuffle,
    Stmt,
    While,
    Word,
)
from rulesc.syntax.parts import Fault, Leaf, Part
from rulesc.syntax.piece_nodes import PassRound, Roll

# ---- statements of one line ----------------------------------------------------------------


def _line(part: Part) -> Stmt:
    (stmt,) = part.stmts()
    return replace(stmt, clauses=part.clauses())


def _perform(part: Part) -> Perform:
    called = part.part("called")
    call: Expr = Name(called.name(), called.span) if called else part.expr()
    return Perform(call, part.within("by_seat"), part.within("only_if"), (), part.span)


def _assign(part: Part) -> Assign:
    target, value = part.exprs()
    op = next(leaf.text for leaf in part.of(Leaf) if leaf.kind in ("EQUAL", "CHANGE"))
    if isinstance(target, Word):
        raise Fault(errors.reserved_word(target.word, target.span))
    return Assign(target, op, value, (), part.span)


def _let(part: Part) -> Let:
    return Let(part.name(), part.expr(), (), part.span)


def _move(part: Part) -> Move:
    return Move(part.expr(), part.must("from").expr(), part.must("to").expr(), (), part.span)


def _move_chosen(part: Part) -> MoveChosen:
    how_many = next(item for item in part.of(Part) if item.rule in HOW_MANY)
    bounds = how_many.exprs()
    low: Expr = Int(0, how_many.span) if how_many.rule == "up_to_many" else bounds[0]
    high = None if how_many.rule == "or_more" else bounds[-1]
    label = part.must("as").name()
    return MoveChosen(low, high, part.exprs(), part.must("to").expr(), label, (), part.span)


HOW_MANY = frozenset({"exactly", "or_more", "up_to_many", "between"})


def _draw(part: Part) -> Draw:
    name = part.part("as")
    source, target = part.must("from").expr(), part.must("to").expr()
    return Draw(part.expr(), source, target, name.name() if name else None, (), part.span)


def _deal(part: Part) -> Deal:
    return Deal(part.expr(), part.must("from").expr(), part.must("to").expr(), (), part.span)


def _roll(part: Part) -> Roll:
    name = part.part("as")
    source, target = part.must("from").expr(), part.must("to").expr()
    return Roll(part.expr(), source, target, name.name() if name else None, (), part.span)


def _pass_round(part: Part) -> PassRound:
    way = next(leaf.text for leaf in part.of(Leaf) if leaf.kind == "WAY_ROUND")
    return PassRound(part.expr(), way, (), part.span)


def _refill(part: Part) -> Refill:
    target, size = part.exprs()
    return Refill(target, size, part.must("from").expr(), (), part.span)


def _shuffle(part: Part) -> Shuffle:
    return Shuffle(part.expr(), part.within("into"), (), part.span)


def _choose(part: Part) -> Choose:
    label = part.must("as").name()
    return Choose(part.name(), part.expr(), part.within("where"), label, (), part.span)


def _end_game(part: Part) -> EndGame:
    return EndGame(part.within("only_if"), (), part.span)


# ---- statements with a block ---------------------------------------------------------------


def _optional(part: Part) -> Optional:
    body, clauses = part.block()
    return Optional(body, clauses, part.first_line())


def _one_of(part: Part) -> OneOf:
    branches, clauses = part.block()
    otherwise = part.part("otherwise")
    rest, more = otherwise.block() if otherwise else (None, ())
    return OneOf(branches, rest, clauses + more, part.first_line())


def _any_number(part: Part) -> AnyNumber:
    branches, clauses = part.block()
    limit = part.expr() if part.exprs() else None
    return AnyNumber(limit, part.within("stop"), branches, clauses, part.first_line())


def _if(part: Part) -> If:
    body, clauses = part.block()
    arms: list[tuple[Expr | None, tuple[Stmt, ...]]] = [(part.expr(), body)]
    for arm in part.of(Part):
        if arm.rule in ("elif", "else"):
            body, more = arm.block()
            arms.append((arm.expr() if arm.exprs() else None, body))
            clauses += more
    return If(tuple(arms), clauses, part.first_line())


def _for(part: Part) -> For:
    body, clauses = part.block()
    return For(part.name(), part.expr(), part.within("only_if"), body, clauses, part.first_line())


def _while(part: Part) -> While:
    body, clauses = part.block()
    return While(part.expr(), body, clauses, part.first_line())


def _repeat(part: Part) -> Repeat:
    body, clauses = part.block()
    until = part.part("until")
    times = part.expr() if part.exprs() else None
    until_clauses = until.clauses() if until else ()
    return Repeat(times, body, part.within("until"), clauses, until_clauses, part.first_line())


STATEMENT_BUILDERS: dict[str, Callable[[Part], object]] = {
    "line": _line,
    "given_line": _line,
    "deed": _line,
    "perform": _perform,
    "assign": _assign,
    "let": _let,
    "move": _move,
    "move_chosen": _move_chosen,
    "draw": _draw,
    "deal": _deal,
    "roll": _roll,
    "pass_round": _pass_round,
    "refill": _refill,
    "shuffle": _shuffle,
    "choose": _choose,
    "end_game": _end_game,
    "optional_line": lambda part: Optional(part.stmts(), (), part.span),
    "optional": _optional,
    "one_of": _one_of,
    "any_number": _any_number,
    "up_to": _any_number,
    "if": _if,
    "for": _for,
    "while": _while,
    "repeat": _repeat,
    "repeat_times": _repeat,
    **SEAT_BUILDERS,
}
