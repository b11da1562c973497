"""Definitions, effects and phases, each checked when it is first called or at last in file order.

What speaks for a seat is known only after its text was read; so a call checks what it calls first.
What calls itself is noted here and reported by `from_syntax.py`, which sees the whole chain.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulesc.syntax import nodes as syntax
from rulesc.typed import definitions, flow_errors, statements
from rulesc.typed import nodes as typed
from rulesc.typed.declarations import clause_ids
from rulesc.typed.scope import ERROR, PLAYER, Signature, Symbols


@dataclass(slots=True)
class Bodies:
    symbols: Symbols
    written: dict[str, definitions.Written]
    procedures: dict[str, tuple[str, syntax.Procedure]] = field(default_factory=dict)  # role, as written
    defines: dict[str, typed.Define] = field(default_factory=dict)
    checked: dict[str, typed.Procedure] = field(default_factory=dict)
    finished: set[str] = field(default_factory=set)
    open: list[str] = field(default_factory=list)  # being checked now, outermost first
    cycles: list[tuple[str, ...]] = field(default_factory=list)

    def declare(self, effects: tuple[syntax.Procedure, ...], phases: tuple[syntax.Procedure, ...]) -> None:
        for role, entries in (("effect", effects), ("phase", phases)):
            for entry in entries:
                self.symbols.declare(entry.head.name, role, entry.head.span)
                if entry.head.name not in self.procedures:
                    self.procedures[entry.head.name] = (role, entry)
                    self.symbols.callables.setdefault(entry.head.name, role)
                if entry.head.by not in (None, PLAYER):
                    self.symbols.report.add(flow_errors.wrong_by(entry.head.span, entry.head.name))

    def signature(self, name: str) -> Signature | None:
        self.require(name)
        if (define := self.defines.get(name)) is not None:
            return Signature(name, "definition", define.params, define.type, define.per_seat)
        if (procedure := self.checked.get(name)) is not None:
            return Signature(name, procedure.role, procedure.params, ERROR, procedure.per_seat)
        return None

    def require(self, name: str) -> None:
        """Check a definition, effect or phase, unless it was checked or is being checked."""
        if name in self.open:
            self.cycles.append(tuple(self.open[self.open.index(name) :]))
            return
        if name in self.finished:
            return
        self.open.append(name)
        if name in self.written:
            define = definitions.check(self.symbols, name, self.written[name])
            if define is not None:
                self.defines[name] = define
        elif name in self.procedures:
            self._procedure(name, *self.procedures[name])
        self.open.pop()
        self.finished.add(name)

    def _procedure(self, name: str, role: str, entry: syntax.Procedure) -> None:
        head = entry.head
        params = definitions.params_of(self.symbols, head.params)
        if params is None:
            self.symbols.broken.add(name)
            return
        speaks = head.by is not None
        speaker = "seat" if speaks else "caller" if role == "effect" else "none"
        frame = definitions.frame_of(self.symbols, speaker, params, head.params)
        body = statements.block(frame, entry.body)
        per_seat = speaks or frame.usage.player
        own = (typed.Param(PLAYER, self.symbols.seat), *params) if per_seat else params
        clauses = clause_ids(head.clauses)
        self.checked[name] = typed.Procedure(name, role, own, body, per_seat, clauses, entry.group, head.span)

    def check_all(self) -> None:
        for name in (*self.written, *self.procedures):
            self.require(name)
