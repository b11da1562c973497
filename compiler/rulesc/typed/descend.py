"""Every node below a typed node, itself first, in the order written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from rulesc.source import Span
from rulesc.typed import nodes as typed

_PARTS: dict[type, tuple[str, ...] | None] = {}  # by class, as they are met


def parts(node: object) -> tuple[str, ...] | None:
    """The fields of a node that can hold nodes; None: it is no node."""
    kind = type(node)
    if kind not in _PARTS:
        _PARTS[kind] = None
        if is_dataclass(kind) and not issubclass(kind, Span):
            _PARTS[kind] = tuple(f.name for f in fields(kind) if f.name not in ("type", "span"))
    return _PARTS[kind]


def descend(node: object) -> Iterator[object]:
    todo = [node]
    while todo:
        here = todo.pop()
        if isinstance(here, tuple):
            todo.extend(reversed(here))
        elif (names := parts(here)) is not None:
            yield here
            todo.extend([getattr(here, name) for name in reversed(names)])


def offers_in(node: object) -> Iterator[typed.OfferOption]:
    """The options of offers and of `can`."""
    return (found for found in descend(node) if isinstance(found, typed.OfferOption))
