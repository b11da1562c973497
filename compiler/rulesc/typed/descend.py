"""Every node below a typed node, itself first, in the order written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from rulesc.source import Span
from rulesc.typed import nodes as typed

_LEAVES = (str, int, Span)


def descend(node: object) -> Iterator[object]:
    if isinstance(node, _LEAVES):
        return
    if isinstance(node, tuple):
        for item in node:
            yield from descend(item)
    elif is_dataclass(node) and not isinstance(node, type):
        yield node
        for field in fields(node):
            if field.name not in ("type", "span"):
                yield from descend(getattr(node, field.name))


def offers_in(node: object) -> Iterator[typed.OfferOption]:
    """The options of offers and of `can`."""
    return (found for found in descend(node) if isinstance(found, typed.OfferOption))


def calls_in(node: object) -> Iterator[str]:
    """The definitions that a node reads, as often as it does."""
    return (found.define for found in descend(node) if isinstance(found, typed.CallDefine))
