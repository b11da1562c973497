"""`teams: 2`: the type `Team`, and `team(s)`, a seat's value of it.

In: the number of teams. Out: a type and a constant table among the `Symbols`. Seats belong to the teams in
turn, so that partners sit opposite each other.
"""

from __future__ import annotations

from rulesc.source import Span
from rulesc.syntax import nodes as syntax
from rulesc.typed import nodes as typed
from rulesc.typed import spec_errors
from rulesc.typed.scope import Frame, Symbols, failed
from rulesc.typed.types import Enum

TABLE = "team"


def declare(symbols: Symbols, spec: syntax.Spec) -> None:
    if spec.teams is None:
        return
    symbols.declare("Team", "type", spec.span)
    team = Enum("Team", tuple(f"team{i + 1}" for i in range(spec.teams)))
    symbols.types["Team"] = team
    symbols.add_constants(team)
    values = tuple(seat % spec.teams for seat in range(symbols.seat.count))
    symbols.tables[TABLE] = typed.Table(TABLE, (symbols.seat,), team, values, ())


def team(frame: Frame, node: syntax.Expr, span: Span) -> typed.Expr:
    seat = frame.check(node, frame.symbols.seat)
    table = frame.symbols.tables.get(TABLE)
    if table is None:
        return frame.error(spec_errors.no_teams(span))
    return seat if failed(seat) else typed.Lookup(TABLE, (seat,), table.type, span)
