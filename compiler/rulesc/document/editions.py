"""Layers laid over a base: an edition's document.

In: the base's document, the layers of an edition with their pieces. Out: the document of the edition, in
which every text still points into the file it stands in; None if a layer is about something that isn't
there, or if two layers are about the same construct and nothing says which comes first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from rulesc.diagnostics import Report
from rulesc.document import edition_errors as errors
from rulesc.document import nodes as doc
from rulesc.document.inlay import laid
from rulesc.document.layers import Piece

Written = tuple[doc.Layer, tuple[Piece, ...]]


def edition_of(
    base: doc.Document, name: str, layers: Sequence[Written], report: Report
) -> doc.Document | None:
    """The base with the layers laid over it, each on those that it comes after."""
    before = len(report.errors)
    ordered = in_order(layers, report)
    if ordered is None or collisions(ordered, report):
        return None
    document = base
    for layer, pieces in ordered:
        for piece in pieces:
            document = laid(document, piece, layer, report) or document
    if len(report.errors) > before:
        return None
    return replace(document, edition=name, layers=tuple(layer for layer, _ in ordered))


def in_order(layers: Sequence[Written], report: Report) -> list[Written] | None:
    """The layers so that each comes after those it names; otherwise as the edition lists them."""
    waiting = list(layers)
    done: list[Written] = []
    while waiting:
        open_ids = {layer.id.value for layer, _ in waiting}
        ready = next((w for w in waiting if not open_ids & {a.value for a in w[0].after}), None)
        if ready is None:
            report.add(errors.circle([layer for layer, _ in waiting]))
            return None
        waiting.remove(ready)
        done.append(ready)
    return done


def collisions(layers: Sequence[Written], report: Report) -> bool:
    """Whether some construct is touched twice without an order; each such pair is told."""
    before = len(report.errors)
    for layer, pieces in layers:
        for first, second in combinations(pieces, 2):
            if _meet(first, second):
                report.add(errors.twice_in_layer(first.change, second.change, layer))
    above = {layer.id.value: _below(layer, layers) for layer, _ in layers}
    for (one, mine), (other, its) in combinations(layers, 2):
        if one.id.value in above[other.id.value] or other.id.value in above[one.id.value]:
            continue
        for a in mine:
            met = next((b for b in its if _meet(a, b)), None)
            if met is not None:
                report.add(errors.collide(a.change, met.change, one, other))
    return len(report.errors) > before


def _below(layer: doc.Layer, layers: Sequence[Written]) -> set[str]:
    """The layers under this one: those it comes after, those that they come after, and so on."""
    after = {one.id.value: {a.value for a in one.after} for one, _ in layers}
    found: set[str] = set()
    todo = {layer.id.value}
    while todo:
        todo = {a for one in todo for a in after.get(one, set())} - found
        found |= todo
    return found


def _meet(a: Piece, b: Piece) -> bool:
    """Whether two pieces are about the same construct, or one is about a part of the other's.

    Parts that are added or taken away beside each other don't meet.
    """
    for mine in _touched(a):
        for its in _touched(b):
            shorter = min(len(mine), len(its))
            if mine[:shorter] == its[:shorter]:
                return True
    return False


def _touched(piece: Piece) -> list[tuple[str, ...]]:
    """What a piece is about, as names from the outside in."""
    change, value = piece.change, piece.value
    section, path = change.section, change.path
    if section in ("guards", "leaves"):
        return [("actions", path[0], section, path[1])]
    if section == "rows":
        row = ("components", path[0], "rows", path[1])
        return [(*row, column) for column in value] if isinstance(value, dict) else [row]
    if section in ("tables", "components"):
        return [("components", *path)]
    if section == "define" and change.verb != "remove":
        return [("define", *path, "=")]  # an exception to it is another construct
    if section == "actions" and change.verb == "replace" and isinstance(value, doc.ActionEntry):
        parts = (
            ("rules", value.rules),
            ("title", value.title),
            ("guards", value.when),
            ("do", value.do),
            ("leaves", value.leaves),
        )
        return [("actions", *path, name) for name, given in parts if given]
    return [(section, *path)]
