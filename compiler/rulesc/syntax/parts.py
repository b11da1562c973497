"""What the parser hands to the builders: leaves, and rules with what they consist of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeVar

from rulesc.diagnostics import Diagnostic
from rulesc.source import Span
from rulesc.syntax.nodes import (
    ClauseRef,
    Expr,
    Param,
    Stmt,
)

T = TypeVar("T")


class Fault(Exception):
    """What is wrong with a text, found while reading it; caught where the reading began."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


@dataclass(frozen=True, slots=True)
class Leaf:
    """A word or sign as it stands; `kind` is its terminal."""

    kind: str
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Part:
    """A rule and what it consists of: leaves, nodes and parts."""

    rule: str
    items: tuple[object, ...]
    span: Span

    def of(self, type_: type[T]) -> tuple[T, ...]:
        return tuple(item for item in self.items if isinstance(item, type_))

    def leaf(self, kind: str) -> Leaf | None:
        return next((leaf for leaf in self.of(Leaf) if leaf.kind == kind), None)

    def names(self) -> tuple[Leaf, ...]:
        return tuple(leaf for leaf in self.of(Leaf) if leaf.kind == "NAME")

    def name(self) -> str:
        return self.names()[0].text

    def exprs(self) -> tuple[Expr, ...]:
        return tuple(item for item in self.items if isinstance(item, Expr))

    def expr(self) -> Expr:
        return self.exprs()[0]

    def stmts(self) -> tuple[Stmt, ...]:
        return tuple(item for item in self.items if isinstance(item, Stmt))

    def clauses(self) -> tuple[ClauseRef, ...]:
        return tuple(
            ClauseRef(leaf.text.removeprefix("@"), leaf.span)
            for leaf in self.of(Leaf)
            if leaf.kind in ("CLAUSE", "CLAUSE_ID")
        )

    def part(self, rule: str) -> Part | None:
        return next((part for part in self.of(Part) if part.rule == rule), None)

    def within(self, rule: str) -> Expr | None:
        """The expression of an optional part, such as `if C`."""
        part = self.part(rule)
        return part.expr() if part else None

    def must(self, rule: str) -> Part:
        part = self.part(rule)
        if part is None:
            raise AssertionError(f"{self.rule} without {rule}")
        return part

    def params(self) -> tuple[Param, ...]:
        part = self.part("params")
        return part.of(Param) if part else ()

    def block(self) -> tuple[tuple[Stmt, ...], tuple[ClauseRef, ...]]:
        suite = self.must("suite")
        return suite.stmts(), suite.clauses()

    def first_line(self) -> Span:
        """The place of a block: its first line, without comment and clauses."""
        line = self.span.text.split("\n", 1)[0]
        return self.span.within(0, len(re.split(r"\s+[@#]|\s+$", line, maxsplit=1)[0]))
