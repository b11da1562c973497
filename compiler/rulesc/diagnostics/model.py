"""Diagnostics as values. A pass puts them into a `Report`; only the command line prints them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from rulesc.source import Span


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Label:
    """A place and what is to be said of it."""

    span: Span
    text: str = ""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault of a spec: slug code, one sentence, the place, further places, one hint."""

    code: str
    message: str
    span: Span
    note: str = ""  # said under the caret
    hint: str = ""
    others: tuple[Label, ...] = ()
    severity: Severity = Severity.ERROR


@dataclass(slots=True)
class Report:
    """Collects the diagnostics of a run; each place is told once per code."""

    diagnostics: list[Diagnostic] = field(default_factory=list)
    _seen: set[tuple[str, str, int, int]] = field(default_factory=set)

    def add(self, diagnostic: Diagnostic) -> None:
        span = diagnostic.span
        key = (diagnostic.code, span.source.shown, span.start, span.end)
        if key not in self._seen:
            self._seen.add(key)
            self.diagnostics.append(diagnostic)

    @property
    def errors(self) -> list[Diagnostic]:
        return [d for d in self.diagnostics if d.severity is Severity.ERROR]

    @property
    def failed(self) -> bool:
        return any(d.severity is Severity.ERROR for d in self.diagnostics)


class Excess(Exception):
    """Rules too deep or too long to be written out; the pass that meets it can't say where."""
