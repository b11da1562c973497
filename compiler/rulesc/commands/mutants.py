"""Small changes to a spec, each by itself: what an author could have written wrongly.

In: a syntax tree. Out: `Mutant` values with the changed tree. The operators are those of the reference of
the command line: `comparison`, `number`, `logic`, `arithmetic`, `truth`, `dropped`. They change rules:
definitions, actions, effects, phases, scoring, ties; data in tables and declared bounds of slots are none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace

from rulesc.source import Span
from rulesc.syntax import nodes as syntax

COMPARISONS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "in": "not in", "not in": "in",
}  # fmt: skip
LOGIC = {"and": "or", "or": "and"}
ARITHMETIC = {"+": "-", "-": "+", "*": "+", "/": "*", "%": "/"}
ASSIGNED = {"+=": "-=", "-=": "+="}
SECTIONS = ("define", "actions", "effects", "phases", "scoring", "ties")
WHOLE_LINES = (syntax.Guard, syntax.Define, syntax.Item)


@dataclass(frozen=True, slots=True)
class Mutant:
    number: int  # in the order of the spec
    operator: str
    change: str  # in words: `<` -> `<=`
    span: Span
    spec: syntax.Spec

    @property
    def told(self) -> str:
        return f"{self.span}: {self.operator}: {self.change}"


Variant = tuple[str, str, Span, object]  # operator, change, where, the changed node


def mutants(spec: syntax.Spec) -> Iterator[Mutant]:
    """Every mutant, in the order of the spec."""
    number = 0
    for section in SECTIONS:
        for operator, change, span, node in _in_tuple(getattr(spec, section)):
            changed = replace(spec, **{section: node})  # type: ignore[arg-type]
            yield Mutant(number, operator, change, span, changed)
            number += 1


def _variants(node: object) -> Iterator[Variant]:
    """The changes of a node itself, and of everything in it."""
    if isinstance(node, tuple):
        yield from _in_tuple(node)
        return
    if not is_dataclass(node) or isinstance(node, type | Span | syntax.ClauseRef | syntax.Head):
        return
    yield from _own(node)
    parts = {entry.name: getattr(node, entry.name) for entry in fields(node)}
    told: list[object] = []
    for part in parts.values():
        if any(part is other for other in told):
            continue  # written once: `move 2 chosen` has it as the least and the most
        told.append(part)
        for operator, change, span, inner in _variants(part):
            changed = {name: inner for name, other in parts.items() if other is part}
            yield operator, change, span, replace(node, **changed)


def _in_tuple(items: tuple[object, ...]) -> Iterator[Variant]:
    for place, item in enumerate(items):
        dropped = _dropped(item, len(items))
        if dropped is not None:
            text = " ".join(dropped.text.split("\n", 1)[0].split("  @")[0].split())
            yield "dropped", f"without `{text}`", dropped, (*items[:place], *items[place + 1 :])
        for operator, change, span, inner in _variants(item):
            yield operator, change, span, (*items[:place], inner, *items[place + 1 :])


def _dropped(item: object, siblings: int) -> Span | None:
    """Where a line stands that can be left out; None if this is no line, or the only one of its block."""
    match item:
        case syntax.Guard():
            return item.span
        case syntax.Define(head) if head.labels:
            return head.span
        case syntax.Item(head) if siblings > 1:
            return head.span
        case syntax.Let():
            return None  # what comes after it needs it
        case _ if isinstance(item, syntax.Stmt) and siblings > 1:
            return item.span
        case _:
            return None


def _own(node: object) -> Iterator[Variant]:
    match node:
        case syntax.Binary(op) if op in COMPARISONS:
            yield "comparison", _arrow(op, COMPARISONS[op]), node.span, replace(node, op=COMPARISONS[op])
        case syntax.Binary(op) if op in LOGIC:
            yield "logic", _arrow(op, LOGIC[op]), node.span, replace(node, op=LOGIC[op])
        case syntax.Binary(op) if op in ARITHMETIC:
            yield "arithmetic", _arrow(op, ARITHMETIC[op]), node.span, replace(node, op=ARITHMETIC[op])
        case syntax.Unary("not", operand):
            yield "logic", "without `not`", node.span, operand
        case syntax.Assign(_, op) if op in ASSIGNED:
            yield "arithmetic", _arrow(op, ASSIGNED[op]), node.span, replace(node, op=ASSIGNED[op])
        case syntax.Int(value) if node.span.text.isdecimal():  # not the nought of `up to 2`
            yield "number", _arrow(value, value + 1), node.span, replace(node, value=value + 1)
            if value > 0:
                yield "number", _arrow(value, value - 1), node.span, replace(node, value=value - 1)
        case syntax.Word(("true" | "false") as word):
            other = "false" if word == "true" else "true"
            yield "truth", _arrow(word, other), node.span, replace(node, word=other)
        case syntax.AnyNumber(_, stop) if stop is not None:
            yield "dropped", "without `stop when`", stop.span, replace(node, stop=None)
        case syntax.Value(_, condition) if condition is not None:
            yield "logic", "without its condition", condition.span, replace(node, condition=None)
        case _:
            return


def _arrow(old: object, new: object) -> str:
    return f"`{old}` -> `{new}`"
