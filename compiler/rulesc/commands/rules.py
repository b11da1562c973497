"""The rules of a spec one by one, each by its name and as text; and what differs between two specs.

In: checked specs. Out: `Rule` values, printed in the one layout of the language, so that neither the layout
nor the order of a file counts; where the order means something it is a rule of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulesc.document import nodes as doc
from rulesc.syntax import nodes as syntax
from rulesc.syntax.boards import show_layout, show_pattern
from rulesc.syntax.show import (
    show_body,
    show_example,
    show_expr,
    show_head,
    show_map,
    show_payment,
    show_typed,
    show_value,
    show_zone,
)

ORDERS = ("order of exceptions", "order of rows")
WORDS_ONLY = ("title", "clause", "source", "example", "group")  # they change what is said, not what is played


@dataclass(frozen=True, slots=True)
class Rule:
    kind: str
    name: str
    lines: tuple[str, ...]

    @property
    def told(self) -> str:
        return f"{self.kind} {self.name}" if self.name else self.kind


@dataclass(frozen=True, slots=True)
class Changed:
    """A rule that is new (`old` is None), gone (`new` is None), or different."""

    kind: str
    name: str
    old: tuple[str, ...] | None
    new: tuple[str, ...] | None

    @property
    def how(self) -> str:
        return "new" if self.old is None else "gone" if self.new is None else "changed"

    @property
    def told(self) -> str:
        return f"{self.kind} {self.name}" if self.name else self.kind


def changes(old: Sequence[Rule], new: Sequence[Rule]) -> list[Changed]:
    """What differs, in the order of the old rules, new ones last."""
    before = {(rule.kind, rule.name): rule.lines for rule in old}
    after = {(rule.kind, rule.name): rule.lines for rule in new}
    found = []
    for key in (*before, *(key for key in after if key not in before)):
        was, now = before.get(key), after.get(key)
        if key[0] in ORDERS:
            was, now = _common(was, now)
        if was != now:
            found.append(Changed(*key, was, now))
    return found


def _common(was: tuple[str, ...] | None, now: tuple[str, ...] | None) -> tuple[tuple[str, ...], ...]:
    """Two orders without what only one of them has."""
    both = set(was or ()) & set(now or ())
    return tuple(tuple(name for name in names or () if name in both) for names in (was, now))


def rules_of(spec: syntax.Spec, document: doc.Document) -> list[Rule]:
    """Every rule of a spec, section by section, then the rulebook, the rulings and the examples."""
    return [*_settings(spec, document), *_declarations(spec), *_course(spec), *_side_files(spec, document)]


def _settings(spec: syntax.Spec, document: doc.Document) -> Iterator[Rule]:
    yield Rule("game", "", (spec.game,))
    for entry in document.title:
        yield Rule("title", entry.key.value, (_plain(entry.value.value),))
    yield Rule("players", "", ("..".join(map(str, dict.fromkeys(spec.players))),))
    yield Rule("longest", "", (str(spec.longest),))
    yield Rule("returns", "", (spec.returns,))
    ties = tuple(show_value(value) for value in spec.ties)
    yield Rule("ties", "", ("shared",) if spec.shared_ties else ties)


def _declarations(spec: syntax.Spec) -> Iterator[Rule]:
    for kind, declared in (("option", spec.options), ("type", spec.types), ("slot", spec.state)):
        for one in declared:
            yield Rule(kind, _name(one.head), (f"{show_head(one.head)}: {show_typed(one.typed)}",))
    for zone in spec.zones:
        yield Rule("zone", _name(zone.head), (f"{show_head(zone.head)}: {show_zone(zone.zone)}",))
    for role, components in (("component", spec.components), ("table", spec.tables)):
        for component in components:
            yield from _component(role, component)
    for found in spec.maps:
        yield Rule("map", _name(found.head), (show_map(found),))
        yield from _rows(_name(found.head), found.rows or ())
    for payment in spec.payments:
        yield Rule("payment", _name(payment.head), (show_payment(payment),))
    for pattern in spec.patterns:
        shown = show_pattern(pattern, show_head(pattern.head))
        yield Rule("pattern", _name(pattern.head), (shown, *_refs(pattern.rules)))
    for layout in spec.layouts:
        shown = show_layout(layout, show_head(layout.head))
        yield Rule("layout", _name(layout.head), (shown, *_refs(layout.rules)))
        yield from _rows(_name(layout.head), layout.rows)


def _component(role: str, component: syntax.Component) -> Iterator[Rule]:
    name = _name(component.head)
    lines = [show_head(component.head)]
    lines += [f"{show_head(a.head)}: {show_typed(a.typed)}" for a in component.attributes]
    lines += [f"copies: {show_expr(component.copies)}"] if component.copies else []
    lines += [f"start: {show_expr(component.start)}"] if component.start else []
    lines += _refs(component.rules)
    yield Rule(role, name, tuple(lines))
    yield from _rows(name, component.rows or ())


def _rows(owner: str, rows: Sequence[syntax.TableRow]) -> Iterator[Rule]:
    names = []
    for row in rows:
        cells = [(column, _cell(cell)) for column, cell in row.cells]
        by_column = dict(cells)
        names.append(
            by_column.get("name") or "_".join(text for c, text in cells if c not in ("copies", "start"))
        )
        lines = [f"{column}: {text}" for column, text in sorted(cells)]
        lines += [f"provenance: {row.provenance}"] if row.provenance else []
        yield Rule("row", f"{owner} / {names[-1]}", tuple(lines))
    if names:
        yield Rule("order of rows", owner, tuple(names))


def _cell(cell: syntax.Cell) -> str:
    return "; ".join(show_body((stmt,)) for stmt in cell.body) if cell.body else show_expr(cell.expr)


def _course(spec: syntax.Spec) -> Iterator[Rule]:
    yield from _definitions(spec)
    for action in spec.actions:
        name = _name(action.head)
        yield Rule("action", name, (show_head(action.head), *_refs(action.rules)))
        yield Rule("title", f"of action {name}", (_plain(action.title),))
        for kind, guards in (("guard", action.when), ("leaves", action.leaves)):
            for guard in guards:
                yield Rule(kind, f"{name} / {guard.label}", (_guard(guard),))
        if action.do:
            yield Rule("effect of action", name, tuple(show_body(action.do).split("\n")))
    for kind, procedures in (("effect", spec.effects), ("phase", spec.phases)):
        for procedure in procedures:
            body = show_body(procedure.body).split("\n")
            yield Rule(kind, _name(procedure.head), (show_head(procedure.head), *body))
    for item in spec.scoring:
        lines = (f"{show_head(item.head)}: {show_value(item.value)}",)
        yield Rule("scoring item", _name(item.head), lines)


def _definitions(spec: syntax.Spec) -> Iterator[Rule]:
    siblings: dict[str, list[str]] = {}
    for define in spec.define:
        name = _name(define.head)
        if isinstance(define, syntax.Define):
            yield Rule("definition", name, (f"{show_head(define.head)}: {show_value(define.value)}",))
        else:
            rows = sorted(f"{show_expr(key)}: {show_value(value)}" for key, value in define.rows)
            yield Rule("definition", name, (show_head(define.head), *rows))
        parent, slash, _ = name.rpartition(" / ")
        if slash:
            siblings.setdefault(parent, []).append(name)
    for parent, names in siblings.items():
        yield Rule("order of exceptions", parent, tuple(names))


def _side_files(spec: syntax.Spec, document: doc.Document) -> Iterator[Rule]:
    book = document.rulebook
    for source in book.sources if book else ():
        yield Rule("source", source.letter.value, (_told(source.title), _told(source.file)))
    for clause in book.clauses if book else ():
        lines = [_plain(clause.text.value)]
        lines += [f"cite: {_told(clause.cite)}"] if clause.cite else []
        lines += [f"status: {_told(clause.status)}"] if clause.status else []
        yield Rule("clause", clause.id.value, tuple(lines))
    for ruling in document.rulings:
        readings = [f"{r.key.value}: {_plain(r.value.value)}" for r in ruling.readings]
        why = [f"why: {_plain(ruling.why.value)}", f"cite: {_told(ruling.cite)}"]
        question, chosen = _plain(ruling.question.value), f"chosen: {ruling.chosen.value}"
        yield Rule("ruling", ruling.id.value, (question, *sorted(readings), chosen, *why))
    for example in spec.examples:
        yield Rule("example", example.id, tuple(show_example(example)))
    for group in document.groups:
        yield Rule("group", group.key.value, (_plain(group.value.value),))


def _guard(guard: syntax.Guard) -> str:
    return "  ".join((show_expr(guard.expr), *_refs(guard.clauses)))


def _refs(clauses: tuple[syntax.ClauseRef, ...]) -> tuple[str, ...]:
    return (" ".join(f"@{clause.id}" for clause in clauses),) if clauses else ()


def _name(head: syntax.Head) -> str:
    return " / ".join((head.name, *(label.name for label in head.labels)))


def _plain(text: str) -> str:
    return " ".join(text.split())


def _told(text: object) -> str:
    return _plain(str(text)) if text is not None else ""
