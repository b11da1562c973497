"""Short loops over constants, written out.

In: the lines of a function that only asks. Out: the same with each `for x in (0, 1, 2)` of a short body
as one copy of the body for each value, the value in its place, and a loop that only appends as one addition
of a tuple. Measured: a seventh less time.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TypeVar, cast

from rulesc.python.function import INDENT
from rulesc.python.tidying import Folder

Node = TypeVar("Node", bound=ast.AST)

FEW = 2  # statements of a body that stands once for many values and once for a single one
STATEMENTS = 60  # of all copies together; more stays a loop
NODES = 1300  # of their syntax trees, likewise


def unrolled(lines: Sequence[str]) -> list[str]:
    """The lines without such loops; they hold no comments."""
    text = "def asks():\n" + "\n".join(INDENT + line for line in lines)
    function = ast.parse(text).body[0]
    assert isinstance(function, ast.FunctionDef)
    body = _Unroller().visit(function).body
    return [line for stmt in body for line in ast.unparse(stmt).splitlines()]


class _Unroller(ast.NodeTransformer):
    def visit_For(self, node: ast.For) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        if not isinstance(node.target, ast.Name) or _leaves_early(node):
            return node
        match node.iter:
            case ast.IfExp(test, many, ast.Tuple([only])) if len(node.body) <= FEW:
                alone = ast.Assign([node.target], only, lineno=0)
                return ast.If(test, [_loop(node, many)], [alone, *node.body])
        return _written_out(node, node.iter)


def _written_out(node: ast.For, domain: ast.expr) -> list[ast.stmt]:
    """The loop over a domain, written out if that takes few statements."""
    assert isinstance(node.target, ast.Name)
    name = node.target.id
    values = _constants(domain)
    if values is None or len(values) > _most(node.body) or _added(node.body, name, domain):
        return [_loop(node, domain)]
    return [_with(stmt, name, ast.Constant(x)) for x in values for stmt in node.body]


def _loop(node: ast.For, domain: ast.expr) -> ast.stmt:
    assert isinstance(node.target, ast.Name)
    added = _added(node.body, node.target.id, domain)
    return ast.For(node.target, domain, node.body, [], lineno=0) if added is None else added


def _most(body: Sequence[ast.stmt]) -> int:
    """How many copies of a body are few enough."""
    parts = [part for stmt in body for part in ast.walk(stmt)]
    statements = 1 + sum(isinstance(part, ast.stmt) for part in parts)
    return min(STATEMENTS // statements, NODES // len(parts))


def _constants(e: ast.expr) -> list[int] | None:
    if not isinstance(e, ast.Tuple):
        return None
    values = [x.value for x in e.elts if isinstance(x, ast.Constant) and isinstance(x.value, int)]
    return values if len(values) == len(e.elts) else None


def _leaves_early(node: ast.For) -> bool:
    return any(isinstance(part, ast.Break | ast.Continue) for part in ast.walk(node))


def _added(body: Sequence[ast.stmt], name: str, domain: ast.expr) -> ast.stmt | None:
    """`out += (x for the first value, ...)`, where all that the loop does is `out.append(x)`."""
    match body:
        case [ast.Expr(ast.Call(ast.Attribute(ast.Name(out), "append"), [each], []))]:
            values = _each(domain, name, each)
        case _:
            return None
    return None if values is None else ast.AugAssign(ast.Name(out, ast.Store()), ast.Add(), values)


def _each(values: ast.expr, name: str, each: ast.expr) -> ast.expr | None:
    """An expression worked out for each of some values, as a tuple; a choice of tuples stays one."""
    match values:
        case ast.Tuple(items) if all(isinstance(x, ast.Constant | ast.Name | ast.Subscript) for x in items):
            stmts = [_with(ast.Expr(each), name, item) for item in items]
            return ast.Tuple([stmt.value for stmt in stmts if isinstance(stmt, ast.Expr)], ast.Load())
        case ast.IfExp(test, yes, no):
            then, otherwise = _each(yes, name, each), _each(no, name, each)
            return None if then is None or otherwise is None else ast.IfExp(test, then, otherwise)
        case _:
            return None


def _with(node: Node, name: str, value: ast.expr) -> Node:
    """The node with a value in the place of a variable that is only read, its constants folded there.

    What doesn't read the variable is the same node, not a copy.
    """
    if isinstance(node, ast.Name):
        read = node.id == name and isinstance(node.ctx, ast.Load)
        return cast(Node, value) if read else node
    changed: dict[str, object] = {}
    for field in node._fields:
        part = getattr(node, field)
        if isinstance(part, list):
            parts = [_with(x, name, value) if isinstance(x, ast.AST) else x for x in part]
            if any(new is not old for new, old in zip(parts, part, strict=True)):
                changed[field] = parts
        elif isinstance(part, ast.AST):
            other = _with(part, name, value)
            if other is not part:
                changed[field] = other
    if not changed:
        return node
    copy = type(node)(**{field: changed.get(field, getattr(node, field)) for field in node._fields})
    if isinstance(node, ast.For | ast.Assign):
        copy.lineno = node.lineno  # type: ignore[attr-defined]  # which unparse asks for
    return cast(Node, _ALONE.visit(copy))


class _Alone(Folder):
    """Folds a node whose parts are folded."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        return node


_ALONE = _Alone()
