"""What is reached from the phase `game`, and what would call itself without end.

In: the typed bodies. Out: reports. `can(...)` asks and doesn't call, so it reaches nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulesc.diagnostics.model import Report
from rulesc.source import Span
from rulesc.typed import flow_errors
from rulesc.typed import nodes as typed
from rulesc.typed.descend import descend

Calls = Mapping[str, tuple[str, ...]]


def _called(node: object) -> Iterator[str]:
    for part in descend(node):
        match part:
            case typed.Run(name):
                yield name
            case typed.Offer(options):
                yield from (option.action for option in options)


def calls(actions: tuple[typed.Action, ...], procedures: tuple[typed.Procedure, ...]) -> Calls:
    """Which actions and procedures each of them calls or offers."""
    bodies = [(action.name, action.body) for action in actions]
    bodies += [(procedure.name, procedure.body) for procedure in procedures]
    return {name: tuple(dict.fromkeys(_called(body))) for name, body in bodies}


def check_reached(
    graph: Calls, actions: tuple[typed.Action, ...], procedures: tuple[typed.Procedure, ...], report: Report
) -> None:
    seen: set[str] = set()
    waiting = ["game"]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting.extend(graph.get(name, ()))
    for procedure in procedures:
        if procedure.name not in seen:
            report.add(flow_errors.never_reached(procedure.span, procedure.role, procedure.name))
    for action in actions:
        if action.role == "action" and action.name not in seen:
            report.add(flow_errors.never_reached(action.span, "action", action.name))


def check_cycles(graph: Calls, spans: Mapping[str, Span], report: Report) -> None:
    """Report each cycle once, at the member that stands first in the spec."""
    done: set[str] = set()
    for start in graph:
        if start in done:
            continue
        path: list[str] = []
        _visit(start, graph, path, done, spans, report)


def _visit(
    name: str, graph: Calls, path: list[str], done: set[str], spans: Mapping[str, Span], report: Report
) -> None:
    if name in path:
        cycle = tuple(path[path.index(name) :])
        report.add(flow_errors.recursion(spans[cycle[0]], cycle))
        return
    if name in done or name not in graph:
        return
    path.append(name)
    for called in graph[name]:
        _visit(called, graph, path, done, spans, report)
    path.pop()
    done.add(name)
