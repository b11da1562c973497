"""Statements: flow, assignments, decisions. What moves pieces is in `movement.py`.

In: a block as written and the frame it begins in. Out: typed statements. A name bound by `let`,
`choose` or `draw ... as` lives to the end of its block.
"""

from __future__ import annotations

from typing import assert_never

from rulesc.source import Span
from rulesc.syntax import nodes as syntax
from rulesc.typed import calls, dealing, domains, errors, flow_errors, movement, places, several
from rulesc.typed import nodes as typed
from rulesc.typed.declarations import clause_ids
from rulesc.typed.facts import facts
from rulesc.typed.fitting import arithmetic, certainly_outside
from rulesc.typed.scope import ERROR, Frame, failed
from rulesc.typed.types import Bool, Int, SetType, Type

Step = tuple[tuple[typed.Stmt, ...], Frame]  # what a statement becomes, and the frame after it
Block = tuple[typed.Stmt, ...]


def block(frame: Frame, body: tuple[syntax.Stmt, ...]) -> Block:
    found: list[typed.Stmt] = []
    for node in body:
        step, frame = statement(frame, node)
        found.extend(step)
    return tuple(found)


def branches(frame: Frame, nodes: tuple[syntax.Stmt, ...]) -> tuple[Block, ...]:
    return tuple(statement(frame, node)[0] for node in nodes)


def statement(frame: Frame, node: syntax.Stmt) -> Step:
    match node:
        case syntax.Perform():
            return _perform(frame, node), frame.forgetting()
        case syntax.Assign():
            changed = _assign(frame, node)
            return changed, frame.assigned(frozenset(s.slot for s in changed if isinstance(s, typed.SetSlot)))
        case syntax.Let():
            return _let(frame, node)
        case syntax.Move():
            return movement.move(frame, node), frame.unsettled()
        case syntax.MoveChosen():
            return movement.move_chosen(frame, node), frame.forgetting()
        case syntax.Draw():
            drawn, after = movement.draw(frame, node)
            return drawn, after.unsettled()
        case syntax.Deal():
            return dealing.deal(frame, node), frame.unsettled()
        case syntax.PassRound():
            return dealing.pass_round(frame, node), frame.unsettled()
        case syntax.Roll():
            rolled, after = movement.roll(frame, node)
            return rolled, after.unsettled()
        case syntax.Refill():
            return movement.refill(frame, node), frame.unsettled()
        case syntax.Shuffle():
            return movement.shuffle(frame, node), frame.unsettled()
        case syntax.Choose():
            return _choose(frame, node)
        case syntax.EndGame(condition, clauses, span):
            ending = _only_if(frame, condition, (typed.EndGame(clause_ids(clauses), span),), clauses, span)
            tests = [stmt.condition for stmt in ending if isinstance(stmt, typed.If)]
            return ending, frame.knowing(facts(tests[0], False)) if tests else frame
        case syntax.Optional():
            frame.player(node.span, "`optional`")
            body = block(frame, node.body)
            return (typed.Optional(body, False, clause_ids(node.clauses), node.span),), frame.forgetting()
        case syntax.OneOf():
            return _one_of(frame, node), frame.forgetting()
        case syntax.AnyNumber():
            return _any_number(frame, node), frame.forgetting()
        case syntax.If():
            return _if(frame, node, node.arms, clause_ids(node.clauses)), frame.forgetting()
        case syntax.For():
            return _for(frame, node), frame.forgetting()
        case syntax.Together():
            return several.together(frame, node), frame.forgetting()
        case syntax.Window() | syntax.Bidding():
            return several.window(frame, node), frame.forgetting()
        case syntax.OfferTo():
            return several.offer_to(frame, node), frame.forgetting()
        case syntax.While():
            again = frame.forgetting()
            test = again.condition(node.condition)
            body = block(again.knowing(facts(test, True)), node.body)
            loop = typed.While(test, body, clause_ids(node.clauses), node.span)
            return (loop,), again.knowing(facts(test, False))
        case syntax.Repeat():
            return _repeat(frame, node), frame.forgetting()
        case _:
            assert_never(node)


def _only_if(
    frame: Frame,
    condition: syntax.Expr | None,
    body: Block,
    clauses: tuple[syntax.ClauseRef, ...],
    span: Span,
) -> Block:
    if condition is None:
        return body
    test = frame.condition(condition)
    return (typed.If(test, body, (), clause_ids(clauses), span),)


# ---- calls ---------------------------------------------------------------------------------


def _perform(frame: Frame, node: syntax.Perform) -> Block:
    inner = frame
    if node.condition is not None:
        inner = frame.knowing(facts(frame.condition(node.condition), True))
    found = _call(inner, node)
    return () if found is None else _only_if(frame, node.condition, (found,), node.clauses, node.span)


def _call(frame: Frame, node: syntax.Perform) -> typed.Stmt | None:
    match node.call:
        case syntax.Name(name, span):
            args: tuple[syntax.Expr, ...] = ()
        case syntax.Call(syntax.Name(name, span), args):
            pass
        case other:
            frame.error(errors.not_performed(other.span, other.span.text))
            return None
    symbols = frame.symbols
    if name in symbols.actions:
        return _offer(frame, node)
    if symbols.callables.get(name) in ("effect", "phase"):
        return _run(frame, node, name, args)
    if name in symbols.broken:
        return None
    if name in symbols.places or name in frame.variables:
        frame.error(errors.not_performed(span, name))
    else:
        procedures = tuple(n for n, role in symbols.callables.items() if role != "definition")
        known = (*symbols.actions, *procedures)
        frame.error(errors.unknown_name(span, name, "action, effect or phase", known))
    return None


def _offer(frame: Frame, node: syntax.Perform) -> typed.Stmt | None:
    frame.player(node.call.span, f"the action `{node.call.span.text}`")
    if node.by is not None:
        frame.error(flow_errors.offer_by(node.by.span))
        return None
    option = calls.offer(frame, node.call)
    return None if option is None else typed.Offer((option,), clause_ids(node.clauses), node.span)


def _run(frame: Frame, node: syntax.Perform, name: str, args: tuple[syntax.Expr, ...]) -> typed.Stmt | None:
    signature = frame.symbols.callable_signature(name)
    by = None if node.by is None else frame.check(node.by, frame.symbols.seat)
    if signature is None:
        return None
    given: list[typed.Expr] = []
    if signature.per_seat:
        given.append(by if by is not None else frame.player(node.call.span, f"`{name}`", f"{name} by"))
    elif node.by is not None:
        frame.error(flow_errors.needless_by(node.by.span, name))
        return None
    own = signature.own
    if len(args) != len(own):
        names = tuple(param.name for param in own)
        frame.error(errors.wrong_arguments(node.call.span, name, names, len(args)))
        return None
    given += calls.arguments(frame, own, args)
    if any(failed(arg) for arg in given):
        return None
    return typed.Run(name, tuple(given), clause_ids(node.clauses), node.span)


# ---- assignments ---------------------------------------------------------------------------


def _assign(frame: Frame, node: syntax.Assign) -> Block:
    if not places.is_slot(frame, node.target):
        _no_slot(frame, node.target)
        frame.check(node.value, ERROR)
        return ()
    target = places.slot(frame, node.target)
    if not isinstance(target, typed.ReadSlot):
        frame.check(node.value, ERROR)
        return ()
    value = _assigned(frame, node, target)
    if failed(value):
        return ()
    return (typed.SetSlot(target.slot, target.index, value, clause_ids(node.clauses), node.span),)


def _assigned(frame: Frame, node: syntax.Assign, target: typed.ReadSlot) -> typed.Expr:
    what = f"slot `{target.slot}`"
    type_: Type = target.type
    if node.op == "=":
        return frame.check(node.value, type_, what)
    if isinstance(type_, SetType):
        change = frame.check(node.value, type_, what)
        make = typed.SetUnion if node.op == "+=" else typed.SetMinus
        return change if failed(change) else make(target, change, type_, node.span)
    current, change = frame.value(target), frame.number(node.value)
    if failed(current) or failed(change):
        return typed.Const(0, errors.SILENT, node.span)
    if not isinstance(current.type, Int) or not isinstance(change.type, Int):
        return frame.error(errors.not_a_number(node.target.span, current.type))
    bounds = arithmetic(node.op[0], current.type, change.type)
    result = typed.Arith(node.op[0], current, change, bounds, node.span)
    if certainly_outside(bounds, type_):
        return frame.error(errors.out_of_bounds(node.span, bounds, type_, what))
    return result


def _no_slot(frame: Frame, target: syntax.Expr) -> None:
    ref = places.reference(target)
    symbols = frame.symbols
    if ref is None:
        frame.error(errors.not_a_slot(target.span, target.span.text, ""))
    elif ref.name in symbols.broken or (ref.items and frame.hides(ref.name, target.span)):
        return
    elif ref.name in frame.variables:
        frame.error(errors.not_a_slot(target.span, ref.name, "a variable"))
    elif ref.base is not None and ref.name in symbols.slots:
        base = frame.base(ref.base)
        if not failed(base):
            frame.error(errors.not_per(target.span, ref.name, base.type, symbols.slots[ref.name].dims))
    elif ref.name in symbols.places:
        role = symbols.places[ref.name][0]
        frame.error(errors.not_a_slot(target.span, ref.name, errors.with_article(role)))
    else:
        frame.error(errors.unknown_name(target.span, ref.name, "slot", tuple(symbols.slots)))


def _let(frame: Frame, node: syntax.Let) -> Step:
    if not domains.free(frame, node.name):
        frame.error(errors.shadowing(node.span, node.name))
    value = frame.walk(node.value)
    if value in frame.known:
        value = frame.value(value)
    inner = frame.bind(node.name, value.type)
    if failed(value):
        return (), inner
    return (typed.Let(node.name, value, clause_ids(node.clauses), node.span),), inner


# ---- decisions -----------------------------------------------------------------------------


def _choose(frame: Frame, node: syntax.Choose) -> Step:
    frame.player(node.span, "`choose`")
    if not domains.free(frame, node.name):
        frame.error(errors.shadowing(node.span, node.name))
    found = domains.domain(frame, node.domain)
    if found is None:
        return (), frame.bind(node.name, errors.SILENT)
    domain, type_ = found
    inner = frame.bind(node.name, type_)
    where = None if node.where is None else inner.condition(node.where)
    if where is not None:
        inner = inner.knowing(facts(where, True))
    clauses = clause_ids(node.clauses)
    return (typed.Choose(node.name, type_, domain, where, node.label, clauses, node.span),), inner


def _one_of(frame: Frame, node: syntax.OneOf) -> Block:
    frame.player(node.span, "`one of`")
    otherwise = () if node.otherwise is None else block(frame, node.otherwise)
    has = node.otherwise is not None
    found = branches(frame, node.branches)
    return (typed.OneOf(found, otherwise, has, clause_ids(node.clauses), node.span),)


def _any_number(frame: Frame, node: syntax.AnyNumber) -> Block:
    frame.player(node.span, "a repeated choice")
    limit = None if node.limit is None else frame.number(node.limit)
    again = frame.forgetting()
    stop = None if node.stop is None else again.condition(node.stop)
    return (
        typed.AnyNumber(limit, stop, branches(again, node.branches), clause_ids(node.clauses), node.span),
    )


# ---- blocks --------------------------------------------------------------------------------

Arms = tuple[tuple[syntax.Expr | None, tuple[syntax.Stmt, ...]], ...]


def _if(frame: Frame, node: syntax.If, arms: Arms, clauses: tuple[str, ...]) -> Block:
    """`elif` becomes an `if` in the other branch; its clauses are the first one's."""
    (test, body), rest = arms[0], arms[1:]
    if test is None:
        return block(frame, body)
    condition = frame.condition(test)
    then = block(frame.knowing(facts(condition, True)), body)
    otherwise = _if(frame.knowing(facts(condition, False)), node, rest, ()) if rest else ()
    return (typed.If(condition, then, otherwise, clauses, node.span),)


def _for(frame: Frame, node: syntax.For) -> Block:
    again = frame.forgetting()
    found = domains.loop_of(again, node.name, node.domain, node.condition, node)
    if found is None:
        block(again.bind(node.name, errors.SILENT), node.body)
        return ()
    loop, inner = found
    if loop.condition is not None:
        inner = inner.knowing(facts(loop.condition, True))
    return (typed.For(loop, block(inner, node.body), clause_ids(node.clauses), node.span),)


def _repeat(frame: Frame, node: syntax.Repeat) -> Block:
    again = frame.forgetting()
    clauses = clause_ids((*node.clauses, *node.until_clauses))
    if node.times is not None:
        times = frame.number(node.times)
        return (typed.RepeatTimes(times, block(again, node.body), clauses, node.span),)
    body = block(again, node.body)
    until = None if node.until is None else again.check(node.until, Bool())
    return (typed.RepeatUntil(body, until, clauses, node.span),)
