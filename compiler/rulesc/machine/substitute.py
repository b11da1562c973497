"""Expressions with variables replaced: `substitute(expr, {"lot": Const(2)})`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass, replace
from operator import is_
from typing import TypeVar, cast

from rulesc.typed import nodes as typed
from rulesc.typed.descend import descend, parts

T = TypeVar("T")


def substitute(node: T, env: Mapping[str, typed.Expr]) -> T:
    """The node with every variable in `env` replaced; loop variables keep their names unless renamed."""
    return cast(T, _walk(node, env)) if env else node


def _walk(node: object, env: Mapping[str, typed.Expr]) -> object:
    match node:
        case typed.Var(name):
            return env.get(name, node)
        case typed.Loop(var, type_, domain, condition):
            name = _renamed(var, env)
            return typed.Loop(
                name,
                type_,
                cast(typed.Domain, _walk(domain, env)),
                cast("typed.Expr | None", _walk(condition, env)),
            )
        case tuple():
            items = tuple([_walk(item, env) for item in node])
            return node if all(map(is_, items, node)) else items
    names = parts(node)
    if names is None:
        return node
    assert is_dataclass(node) and not isinstance(node, type)
    changes = {}
    for name in names:
        value = getattr(node, name)
        new = _walk(value, env)
        if new is not value:
            changes[name] = new
    return replace(node, **changes) if changes else node


def exchange(node: T, old: typed.Expr, new: typed.Expr) -> T:
    """The node with one expression in the place of every equal one."""
    return cast(T, _exchange(node, old, new))


def _exchange(node: object, old: typed.Expr, new: typed.Expr) -> object:
    if node == old:
        return new
    if isinstance(node, tuple):
        return tuple([_exchange(item, old, new) for item in node])
    changes = {}
    for name in parts(node) or ():
        value = getattr(node, name)
        other = _exchange(value, old, new)
        if other is not value and other != value:
            changes[name] = other
    return replace(node, **changes) if changes else node  # type: ignore[type-var]


def _renamed(var: str, env: Mapping[str, typed.Expr]) -> str:
    new = env.get(var)
    return new.name if isinstance(new, typed.Var) else var


def variables(node: object) -> frozenset[str]:
    """The variables a node reads, less those that its own loops bind."""
    found: set[str] = set()
    bound: set[str] = set()
    _collect(node, found, bound)
    return frozenset(found - bound)


def _collect(node: object, found: set[str], bound: set[str]) -> None:
    for here in descend(node):
        if isinstance(here, typed.Var):
            found.add(here.name)
        elif isinstance(here, typed.Loop):
            bound.add(here.var)
