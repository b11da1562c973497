"""Every node below a typed node, itself first, in the order written."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeGuard

from rulesc.source import Span
from rulesc.typed import nodes as typed

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


@cache
def parts(kind: Hashable) -> tuple[str, ...]:
    """The fields of a node class that can hold nodes."""
    assert isinstance(kind, type) and is_dataclass(kind)
    return tuple(field.name for field in fields(kind) if field.name not in ("type", "span"))


def descend(node: object) -> Iterator[object]:
    todo = [node]
    while todo:
        here = todo.pop()
        if isinstance(here, tuple):
            todo.extend(reversed(here))
        elif is_node(here):
            yield here
            todo.extend(getattr(here, name) for name in reversed(parts(here.__class__)))


def is_node(node: object) -> TypeGuard[DataclassInstance]:
    return not isinstance(node, (str, int, Span, type)) and is_dataclass(node)


def offers_in(node: object) -> Iterator[typed.OfferOption]:
    """The options of offers and of `can`."""
    return (found for found in descend(node) if isinstance(found, typed.OfferOption))
