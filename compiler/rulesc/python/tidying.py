"""Python expressions rewritten through Python's own parser, so that precedence cannot go wrong."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from functools import cache

from rulesc.diagnostics.model import Excess

LONGEST = 100_000  # characters of one expression


@cache
def tidy(text: str) -> str:
    """The same expression without needless parentheses, constants folded. Excess if Python can't bear it."""
    if len(text) > LONGEST:
        raise Excess
    try:
        folded: ast.expr = Folder().visit(ast.parse(text, mode="eval").body)
        return ast.unparse(folded)
    except (SyntaxError, RecursionError, MemoryError) as fault:  # the parser's own limits of depth
        raise Excess from fault


_FOLDS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
}


_COMPARISONS: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


class Folder(ast.NodeTransformer):
    """Arithmetic on constants done, `+ 0` and `* 1` dropped."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        left, right = _number(node.left), _number(node.right)
        fold = _FOLDS.get(type(node.op))
        if left is not None and right is not None and fold is not None:
            return ast.parse(str(fold(left, right)), mode="eval").body
        if isinstance(node.op, ast.Add):
            if left == 0:
                return node.right
            if right == 0:
                return node.left
            inner = node.left
            if right is not None and isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Add):
                more = _number(inner.right)
                if more is not None:
                    return ast.BinOp(inner.left, ast.Add(), ast.Constant(more + right))
        if isinstance(node.op, ast.Sub) and right == 0:
            return node.left
        if isinstance(node.op, ast.Mult):
            if left == 1:
                return node.right
            if right == 1:
                return node.left
            if 0 in (left, right):
                return ast.Constant(0)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        left, right = _number(node.left), _number(node.comparators[0])
        if len(node.ops) != 1 or left is None or right is None:
            return node
        compare = _COMPARISONS.get(type(node.ops[0]))
        return node if compare is None else ast.Constant(compare(left, right))

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.test, ast.Constant):
            return node
        return node.body if node.test.value else node.orelse

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """Truths known already: `a or False` is `a`, `a and False` is `False`."""
        self.generic_visit(node)
        decides = isinstance(node.op, ast.Or)
        open_: list[ast.expr] = []
        for value in node.values if decides else _narrowed(node.values):
            if isinstance(value, ast.Constant) and isinstance(value.value, bool):
                if value.value is decides:
                    open_.append(value)
                    break
            else:
                open_.append(value)
        if not open_:
            return ast.Constant(not decides)
        return open_[0] if len(open_) == 1 else ast.BoolOp(node.op, open_)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """`bool` of what is one already."""
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Name("bool"), [ast.Compare() | ast.UnaryOp(ast.Not()) as argument], []):
                return argument
            case _:
                return node


def _narrowed(conditions: list[ast.expr]) -> list[ast.expr]:
    """`a <= b` beside `a == b` is left out, and beside `not a == b` both are `a < b`."""
    equal = {ast.dump(c) for c in conditions if isinstance(c, ast.Compare)}
    unequal = {ast.dump(c.operand) for c in conditions if isinstance(c, ast.UnaryOp)}
    out: list[ast.expr] = []
    less: set[str] = set()
    for condition in conditions:
        match condition:
            case ast.Compare(left, [ast.LtE()], [right]):
                same = ast.dump(ast.Compare(left, [ast.Eq()], [right]))
                if same in unequal:
                    out.append(ast.Compare(left, [ast.Lt()], [right]))
                    less.add(same)
                elif same not in equal:
                    out.append(condition)
            case _:
                out.append(condition)
    return [c for c in out if not (isinstance(c, ast.UnaryOp) and ast.dump(c.operand) in less)]


def _number(node: ast.expr) -> int | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _number(node.operand)
        return None if inner is None else -inner
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    return None
