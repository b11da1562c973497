"""Keys that say more than their section can understand: `City(x)` among tables, `box by player` among zones.

In: a spec as parsed. Out: a report of each part of a key that would otherwise be read by nobody.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulesc.diagnostics import Report
from rulesc.syntax import errors
from rulesc.syntax.nodes import Component, Head, Spec

PARAMETERS, PER, BY, LABEL = "parameters", "`per`", "`by`", "a label"


def check_heads(spec: Spec, report: Report) -> None:
    for head, allowed in _heads(spec):
        found = {PARAMETERS: head.params, PER: head.per, BY: head.by, LABEL: head.labels}
        for part, written in found.items():
            if written and part not in allowed:
                report.add(errors.wrong_head(head.span, head.name, part))
                break


def _heads(spec: Spec) -> Iterator[tuple[Head, tuple[str, ...]]]:
    """Each key, and what may stand in it beside the name and clauses."""
    for named in (*spec.options, *spec.types):
        yield named.head, ()
    yield from ((found.head, ()) for found in spec.maps)
    yield from ((found.head, ()) for found in spec.patterns)
    yield from ((found.head, ()) for found in spec.layouts)
    yield from ((item.head, ()) for item in spec.scoring)
    for payment in spec.payments:
        yield payment.head, ()
        if payment.least is not None:
            yield payment.least, ()
    for component in (*spec.tables, *spec.components):
        yield from _component(component)
    yield from ((zone.head, (PER,)) for zone in spec.zones)
    yield from ((slot.head, (PER,)) for slot in spec.state)
    yield from ((defined.head, (PARAMETERS, BY, LABEL)) for defined in spec.define)
    yield from ((action.head, (PARAMETERS,)) for action in spec.actions)
    yield from ((body.head, (PARAMETERS, BY)) for body in (*spec.effects, *spec.phases))


def _component(component: Component) -> Iterator[tuple[Head, tuple[str, ...]]]:
    yield component.head, ()
    yield from ((attribute.head, (PARAMETERS, PER)) for attribute in component.attributes)
