"""The constructs of a program: what may cite a clause, and whether it does.

In: a typed program, and the types as written. Out: one `Construct` for each option, type, component, zone,
slot, definition's arm, guard, `leaves` line, scoring item, action and statement. A statement is covered by
its own line or by what it stands in: its block, its action, its effect. A line that only leads on (`if`,
`for`, a call) is covered too when all that it leads to is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulesc.source import Span
from rulesc.syntax import nodes as syntax
from rulesc.typed import nodes as typed


@dataclass(frozen=True, slots=True)
class Construct:
    """`clauses` as its own line cites them; `covered`: whether those or its surroundings name one."""

    label: str
    span: Span
    clauses: tuple[str, ...]
    covered: bool


def constructs_of(program: typed.Program, types: tuple[syntax.Declared, ...]) -> list[Construct]:
    """Every construct, in the order of the files; a line that became several statements is one."""
    cited = _cited_procedures(program)
    found: dict[tuple[Span, str], Construct] = {}
    for one in (*_types(types), *_walk(program, cited)):
        before = found.get((one.span, one.label), one)
        clauses = tuple(dict.fromkeys((*before.clauses, *one.clauses)))
        found[one.span, one.label] = replace(one, clauses=clauses, covered=before.covered and one.covered)
    return sorted(found.values(), key=lambda one: place(one.span))


def place(span: Span) -> tuple[int, str, int]:
    """The spec before the files in folders beside it, in each the line and column."""
    return span.source.name.count("/"), span.source.name, span.start


def _types(types: tuple[syntax.Declared, ...]) -> Iterator[Construct]:
    """A type need cite nothing: what is of it does."""
    for declared in types:
        clauses = tuple(dict.fromkeys(c.id for c in (*declared.head.clauses, *declared.typed.clauses)))
        yield Construct(f"type {declared.head.name}", declared.head.span, clauses, True)


def _walk(program: typed.Program, cited: frozenset[str]) -> Iterator[Construct]:
    for option in program.options:
        yield _plain(f"option {option.name}", option.span, option.clauses)
    for component in program.components:
        yield _plain(f"{component.role} {component.name}", component.span, component.clauses)
    for found in program.maps:
        yield _plain(f"map {found.name}", found.span, found.clauses)
    for zone in program.zones:
        yield _plain(f"zone {zone.name}", zone.span, zone.clauses)
    for slot in program.slots:
        yield _plain(f"slot {slot.name}", slot.span, slot.clauses)
    for define in program.defines:
        for arm in define.arms:
            label = f"define {define.name} / {arm.label}" if arm.label else f"define {define.name}"
            yield _plain(label, arm.span, arm.clauses)
    for action in program.actions:
        if action.role == "action":
            yield from _action(action, cited)
    for procedure in program.procedures:
        label = f"{procedure.role} {procedure.name}"
        yield from _statements(label, procedure.body, bool(procedure.clauses), cited)
        if procedure.clauses:
            yield Construct(label, procedure.span, procedure.clauses, True)
    for item in program.scoring:
        yield _plain(f"scoring {item.label}", item.span, item.clauses)


def _plain(label: str, span: Span, clauses: tuple[str, ...]) -> Construct:
    return Construct(label, span, clauses, bool(clauses))


def _action(action: typed.Action, cited: frozenset[str]) -> Iterator[Construct]:
    label = f"action {action.name}"
    inside = [*action.guards, *action.leaves]
    covered = (
        bool(action.clauses) or any(g.clauses for g in inside) or any(_cites(s, cited) for s in action.body)
    )
    yield Construct(label, action.span, action.clauses, covered)
    for guard in action.guards:
        covered = bool(guard.clauses or action.clauses)
        yield Construct(f"{label}, guard {guard.label}", guard.span, guard.clauses, covered)
    for guard in action.leaves:
        covered = bool(guard.clauses or action.clauses)
        yield Construct(f"{label}, leaves {guard.label}", guard.span, guard.clauses, covered)
    yield from _statements(label, action.body, bool(action.clauses), cited)


def _statements(
    label: str, body: tuple[typed.Stmt, ...], covered: bool, cited: frozenset[str]
) -> Iterator[Construct]:
    for stmt in body:
        here = covered or bool(stmt.clauses)
        text = " ".join(stmt.span.text.split("\n", 1)[0].split())
        if not isinstance(stmt, typed.Let):
            yield Construct(f"{label}: {text}", stmt.span, stmt.clauses, here or _cites(stmt, cited))
        for block in blocks_of(stmt):
            yield from _statements(label, block, here, cited)


def _cites(stmt: typed.Stmt, cited: frozenset[str]) -> bool:
    """Whether a line cites a clause, or only leads to lines that do."""
    if stmt.clauses or isinstance(stmt, typed.Let):
        return True
    if isinstance(stmt, typed.Run):
        return stmt.procedure in cited
    blocks = blocks_of(stmt)
    return any(blocks) and all(_cites(inner, cited) for block in blocks for inner in block)


def _cited_procedures(program: typed.Program) -> frozenset[str]:
    """The effects and phases that cite clauses, by themselves or through what they run."""
    cited: frozenset[str] = frozenset(p.name for p in program.procedures if p.clauses)
    while True:
        more = cited | {p.name for p in program.procedures if any(_cites(s, cited) for s in p.body)}
        if more == cited:
            return cited
        cited = more


def blocks_of(stmt: typed.Stmt) -> tuple[tuple[typed.Stmt, ...], ...]:
    """The blocks that stand inside a statement."""
    match stmt:
        case typed.If(_, then, otherwise):
            return (then, otherwise)
        case typed.OneOf(branches, otherwise):
            return (*branches, otherwise)
        case typed.AnyNumber(_, _, branches) | typed.Window(_, _, branches):
            return branches
        case typed.Together():
            return (stmt.body,)
        case typed.Optional() | typed.For() | typed.While() | typed.RepeatUntil() | typed.RepeatTimes():
            return (stmt.body,)
        case _:
            return ()
