"""What the lines of declarations, definitions and the score say, for the annotated rulebook.

In: the spec as written and the typed program. Out: texts by the places of the keys, without clauses.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulesc.syntax import nodes as syntax
from rulesc.typed.nodes import Program


def texts_of(spec: syntax.Spec, program: Program) -> dict[str, str]:
    """By the place of the key, as `str(span)` has it."""
    found = {str(item.span): item.value.span.text for item in program.scoring}
    for define in program.defines:
        for arm in define.arms:
            only_if = "" if arm.condition is None else f" if {arm.condition.span.text}"
            found[str(arm.span)] = arm.value.span.text + only_if
    for head, text in _declarations(spec):
        found[str(head.span)] = text if head.span.text == head.name else f"{head.span.text}: {text}"
    return {place: plain(text) for place, text in found.items() if text}


def plain(text: str) -> str:
    """In one line, up to the clauses."""
    return " ".join(text.split()).split(" @", 1)[0]


def _declarations(spec: syntax.Spec) -> Iterator[tuple[syntax.Head, str]]:
    for declared in (*spec.options, *spec.types, *spec.state):
        yield declared.head, plain(declared.typed.span.text)
    for zone in spec.zones:
        yield zone.head, plain(zone.zone.span.text)
    for component in (*spec.tables, *spec.components):
        yield component.head, _component(component)
    for found in spec.maps:
        ways = {"over": found.over, "among": found.among, "along": found.along}
        yield found.head, _listed(ways)


def _component(component: syntax.Component) -> str:
    attributes = [f"{one.head.span.text}: {plain(one.typed.span.text)}" for one in component.attributes]
    rest = _listed({"copies": component.copies, "start": component.start})
    return ", ".join((*attributes, rest) if rest else attributes)


def _listed(parts: dict[str, syntax.Expr | None]) -> str:
    return ", ".join(f"{key}: {value.span.text}" for key, value in parts.items() if value is not None)
