"""Scoring by rank: `pooled(rescued, [12, 8, 6, 4])`, what is shared out exactly or rounded down.

In: the expression of a scoring item. Out: a number and what it is divided by; None: by nothing. Seats are
ranked by a definition, the greatest first. Those that are level pool the awards of as many places as there
are seats among them, and each has an equal share.
"""

from __future__ import annotations

from rulesc.source import Span
from rulesc.syntax import nodes as syntax
from rulesc.typed import card_errors, errors
from rulesc.typed import nodes as typed
from rulesc.typed.declarations import constant_int
from rulesc.typed.facts import facts
from rulesc.typed.scope import Frame, failed
from rulesc.typed.types import Bool, Int

Share = tuple[typed.Expr, typed.Expr | None]
BOOL = Bool()


def share(frame: Frame, node: syntax.Expr, label: str) -> Share:
    """A scoring item's number; `seat` is the seat it is for."""
    match node:
        case syntax.Conditional(test, then, otherwise, span):
            condition = frame.condition(test)
            yes = share(frame.knowing(facts(condition, True)), then, label)
            no = share(frame.knowing(facts(condition, False)), otherwise, label)
            return either(frame, test, yes, no, span)
        case syntax.Call(syntax.Name("floor"), (syntax.Call(syntax.Name("pooled")) as inner,), span):
            return _floored(pooled(frame, inner, label), span), None
        case syntax.Call(syntax.Name("pooled")):
            return pooled(frame, node, label)
        case _:
            return frame.number(node), None


def either(frame: Frame, test: syntax.Expr, then: Share, otherwise: Share, span: Span) -> Share:
    """Both sides of a condition; what is divided by nothing is divided by one."""
    condition = frame.condition(test)
    value = _either(condition, then[0], otherwise[0], span)
    if then[1] is None and otherwise[1] is None:
        return value, None
    one = typed.Const(1, Int(1, 1), span)
    return value, _either(condition, then[1] or one, otherwise[1] or one, span)


def _either(condition: typed.Expr, then: typed.Expr, otherwise: typed.Expr, span: Span) -> typed.Expr:
    types = [t for t in (then.type, otherwise.type) if isinstance(t, Int)]
    low, high = min((t.low for t in types), default=0), max((t.high for t in types), default=0)
    return typed.IfExpr(condition, then, otherwise, Int(low, high), span)


def _floored(found: Share, span: Span) -> typed.Expr:
    """A share rounded down: of awards that are all at least one it is at least one."""
    value, divisor = found
    if divisor is None or not isinstance(value.type, Int):
        return value
    low, high = value.type.low, value.type.high
    return typed.Arith("/", value, divisor, Int(min(low, 1), max(high, 0)), span)


def pooled(frame: Frame, node: syntax.Call, label: str) -> Share:
    """What the places of the seats level with `seat` bring in all, and how many seats those are."""
    span = node.span
    nothing = typed.Const(0, errors.SILENT, span)
    match node.args:
        case (syntax.Name() as definition, syntax.ListOf(items)):
            pass
        case _:
            frame.error(card_errors.wrong_pool(span))
            return nothing, None
    awards = [constant_int(frame.symbols, item) for item in items]
    known = [award for award in awards if award is not None]
    if len(known) < len(awards):
        return nothing, None
    seats = frame.symbols.seat.count
    if len(known) < seats:
        frame.error(card_errors.few_awards(node.args[1].span, len(known), seats))
        return nothing, None
    other = "other'"  # no name that a spec can write
    inner = frame.bind(other, frame.symbols.seat)
    mine = frame.number(syntax.Call(definition, (syntax.Name("seat", span),), span))
    its = inner.number(syntax.Call(definition, (syntax.Name(other, span),), span))
    if failed(mine) or failed(its):
        return nothing, None

    def seats_that(op: str) -> typed.Expr:
        condition = typed.Compare(op, its, mine, BOOL, span)
        loop = typed.Loop(other, frame.symbols.seat, typed.AllOf(frame.symbols.seat), condition)
        return typed.Fold("count", (loop,), typed.Const(1, BOOL, span), Int(0, seats), span)

    sums = tuple(sum(known[:place]) for place in range(seats + 1))
    table = typed.Table(_free(frame, label, sums), (Int(0, seats),), Int(min(sums), max(sums)), sums, ())
    frame.symbols.tables[table.name] = table
    ahead, level = (typed.Lookup(table.name, (seats_that(op),), table.type, span) for op in (">", ">="))
    shared = [after - before for place, before in enumerate(sums) for after in sums[place + 1 :]]
    return typed.Arith("-", level, ahead, Int(min(shared), max(shared)), span), seats_that("==")


def _free(frame: Frame, label: str, sums: tuple[int, ...]) -> str:
    """A name for these awards: a line of the scoring may share out others under another condition."""
    name, number = f"awards.{label}", 1
    while name in frame.symbols.tables and frame.symbols.tables[name].values != sums:
        number += 1
        name = f"awards.{label}.{number}"
    return name
