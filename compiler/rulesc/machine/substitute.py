"""Expressions with variables replaced: `substitute(expr, {"lot": Const(2)})`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import TypeVar, cast

from rulesc.source import Span
from rulesc.typed import nodes as typed

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
            return tuple(_walk(item, env) for item in node)
        case Span():
            return node
    if not is_dataclass(node) or isinstance(node, type):
        return node
    changes = {}
    for field in fields(node):
        value = getattr(node, field.name)
        if field.name in ("type", "span") or isinstance(value, (str, int)) or value is None:
            continue
        new = _walk(value, env)
        if new is not value:
            changes[field.name] = new
    return replace(node, **changes) if changes else node


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
    match node:
        case typed.Var(name):
            found.add(name)
        case tuple():
            for item in node:
                _collect(item, found, bound)
        case Span():
            pass
        case _ if is_dataclass(node) and not isinstance(node, type):
            if isinstance(node, typed.Loop):
                bound.add(node.var)
            for field in fields(node):
                if field.name not in ("type", "span"):
                    _collect(getattr(node, field.name), found, bound)
