"""Everything a spec says about one name: the lines that declare it, its exceptions, the resolved chain."""

from __future__ import annotations

from rulesc.commands.constructs import blocks_of, constructs_of, place
from rulesc.commands.terminal import plural
from rulesc.document.nodes import Document
from rulesc.source import Span
from rulesc.syntax import nodes as syntax
from rulesc.typed import nodes as typed
from rulesc.typed.types import type_name


def known_names(document: Document, program: typed.Program) -> list[str]:
    """Whatever `named` has something to say about."""
    declared = [
        *(d.name for d in program.defines),
        *(a.name for a in program.actions),
        *(p.name for p in program.procedures),
        *(z.name for z in program.zones),
        *(s.name for s in program.slots),
        *(c.name for c in program.components),
        *(m.name for m in program.maps),
        *(o.name for o in program.options),
        *(i.label for i in program.scoring),
        *(r.id for r in program.rulings),
    ]
    clauses = [] if document.rulebook is None else [c.id.value for c in document.rulebook.clauses]
    return sorted({*declared, *clauses})


def _copies(component: typed.Component, kind: typed.Kind) -> str:
    """How many pieces there are; of a table's rows there are none."""
    if component.role != "component":
        return ""
    return f" x {kind.copies if kind.copies >= 0 else 'unlimited'}"


def named(
    document: Document, types: tuple[syntax.Declared, ...], program: typed.Program, name: str
) -> list[str]:
    """Lines of text; none if nothing has this name."""
    lines: list[str] = []
    for define in program.defines:
        if define.name == name:
            lines += _define(define)
    for action in program.actions:
        if action.name == name:
            lines += _action(action)
    for procedure in program.procedures:
        if procedure.name == name:
            lines += [f"{procedure.role} {name}", *_written(procedure.span), *_body(procedure.body)]
    for zone in program.zones:
        if zone.name == name:
            lines += [
                f"zone {name}: {zone.shape} of {zone.component}, seen by {zone.seen_by}",
                *_written(zone.span),
            ]
    for slot in program.slots:
        if slot.name == name:
            lines += [f"slot {name}: {type_name(slot.type)}, seen by {slot.seen_by}", *_written(slot.span)]
    for component in program.components:
        if component.name == name:
            lines += [
                f"{component.role} {name}: {plural(len(component.kinds), 'kind')}",
                *_written(component.span),
            ]
            lines += [f"  {k.name}{_copies(component, k)}" for k in component.kinds]
    for found in program.maps:
        if found.name == name:
            lines += [f"map {name}: {len(found.links)} links of {found.over.component}"]
            lines += _written(found.span)
    for option in program.options:
        if option.name == name:
            lines += [f"option {name}: {type_name(option.type)}", *_written(option.span)]
    for item in program.scoring:
        if item.label == name:
            lines += [f"scoring {name}", *_written(item.span)]
    for ruling in program.rulings:
        if ruling.id == name:
            lines += _ruling(ruling)
    lines += _clause(document, name)
    if lines and (lines[0].startswith(("ruling", "clause"))):
        lines += _citing(program, types, name)
    return lines


def _define(define: typed.Define) -> list[str]:
    """Every arm where it is written, then the order in which they are tried."""
    params = [p.name for p in define.params if p.name != "player"]
    head = f"{define.name}({', '.join(params)})" if params else define.name
    lines = [f"define {head}: {type_name(define.type)}"]
    for span in sorted((arm.span for arm in define.arms), key=place):
        lines += _written(span)
    if len(define.arms) == 1:
        return lines
    lines.append("resolved, the first that holds:")
    for number, arm in enumerate(define.arms, 1):
        value = _one_line(arm.value.span)
        condition = f" if {_one_line(arm.condition.span)}" if arm.condition is not None else ""
        label = arm.label or "otherwise"
        lines.append(f"  {number}. {label}: {value}{condition}{_clauses(arm.clauses)}")
    return lines


def _action(action: typed.Action) -> list[str]:
    params = [f"{p.name} in {type_name(p.type)}" for p in action.params]
    head = f"{action.name}({', '.join(params)})" if params else action.name
    lines = [f"{action.role} {head}{_clauses(action.clauses)}", *_written(action.span)]
    for word, guards in (("when", action.guards), ("leaves", action.leaves)):
        if guards:
            lines.append(f"{word}, all of:")
            lines += [f"  {g.label}: {_one_line(g.condition.span)}{_clauses(g.clauses)}" for g in guards]
    return lines + _body(action.body)


def _body(body: tuple[typed.Stmt, ...]) -> list[str]:
    """The lines of a body as they stand in the file."""
    if not body:
        return []
    return ["do:", *_written(body[0].span.to(_last(body).span))[1:]]


def _last(body: tuple[typed.Stmt, ...]) -> typed.Stmt:
    """The statement that stands last in the file, inside the last one or in it."""
    inside = [block for block in blocks_of(body[-1]) if block]
    return _last(inside[-1]) if inside else body[-1]


def _ruling(ruling: typed.Ruling) -> list[str]:
    lines = [f"ruling {ruling.id}: {' '.join(ruling.question.split())}"]
    for reading, text in zip(ruling.readings, ruling.texts, strict=True):
        chosen = " (chosen)" if reading == ruling.chosen else ""
        lines.append(f"  {reading}{chosen}: {' '.join(text.split())}")
    return [*lines, f"  why: {' '.join(ruling.why.split())}"]


def _clause(document: Document, name: str) -> list[str]:
    if document.rulebook is None:
        return []
    for clause in document.rulebook.clauses:
        if clause.id.value == name:
            status = f" ({clause.status.value})" if clause.status is not None else ""
            cite = [f"  source: {clause.cite.value}"] if clause.cite is not None else []
            return [f"clause {name}{status}: {' '.join(clause.text.value.split())}", *cite]
    return []


def _citing(program: typed.Program, types: tuple[syntax.Declared, ...], clause: str) -> list[str]:
    found = [c for c in constructs_of(program, types) if clause in c.clauses]
    return ["cited by:", *(f"  {c.span}  {c.label}" for c in found)] if found else ["cited by nothing"]


def _written(span: Span) -> list[str]:
    """The whole lines of a span, with where they stand."""
    source = span.source
    first = source.position(span.start)[0]
    last = source.position(max(span.start, span.end - 1))[0]
    return [
        f"  {source.name}:{first}",
        *(f"    {source.line(number).rstrip()}" for number in range(first, last + 1)),
    ]


def _one_line(span: Span) -> str:
    return " ".join(span.text.split())


def _clauses(clauses: tuple[str, ...]) -> str:
    return "".join(f" @{clause}" for clause in clauses)
