"""Frequent expressions as Python closures, so that a loop over many cells doesn't look at the tree each time.

In: an expression and an evaluator. Out: a function of a state and its variables with the same value. What
is not frequent is left to the evaluator.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING

from rulesc.typed import nodes
from rulesc.typed.state import State, count

if TYPE_CHECKING:
    from rulesc.typed.evaluate import Env, Evaluator

Value = Callable[[State, "Env"], int]

COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def closure(e: nodes.Expr, evaluator: Evaluator) -> Value:
    match e:
        case nodes.Var(name):
            return lambda state, env: env[name]
        case nodes.Const(value):
            return lambda state, env: value
        case nodes.Compare(op, left, right):
            test, one, two = COMPARE[op], closure(left, evaluator), closure(right, evaluator)
            return lambda state, env: test(one(state, env), two(state, env))
        case nodes.Not(operand):
            inner = closure(operand, evaluator)
            return lambda state, env: not inner(state, env)
        case nodes.Logic("and", operands):
            parts = [closure(x, evaluator) for x in operands]
            return lambda state, env: all(part(state, env) for part in parts)
        case nodes.Logic(_, operands):
            parts = [closure(x, evaluator) for x in operands]
            return lambda state, env: any(part(state, env) for part in parts)
        case nodes.CountIn(nodes.ZoneAt(zone, (at,)), kind):
            return _counted(zone, closure(at, evaluator), kind, evaluator)
        case nodes.MakeKind(component, (one,)):
            attribute, kinds = closure(one, evaluator), evaluator.setting.kinds
            return lambda state, env: kinds.get((component, (attribute(state, env),)), -1)
        case _:
            return lambda state, env: evaluator.value(e, state, env)


def _counted(zone: str, where: Value, kind: nodes.Expr | None, evaluator: Evaluator) -> Value:
    setting = evaluator.setting
    if kind is None:
        return lambda state, env: count(setting, state, (zone, (where(state, env),)), None)
    which = closure(kind, evaluator)
    return lambda state, env: count(setting, state, (zone, (where(state, env),)), which(state, env))
