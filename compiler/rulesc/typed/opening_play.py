"""The set-up of a game, played when its spec is checked: up to the first decision, by each number of players.

In: a typed program. Out: an error for what the rules do wrong there whatever anybody decides, such as moving
pieces that are not there, leaving a slot's bounds, or going round for ever. Chance brings the first outcome.
"""

from __future__ import annotations

from rulesc.diagnostics.model import Report
from rulesc.typed import flow_errors
from rulesc.typed import nodes as typed
from rulesc.typed.interpret import Interpretation
from rulesc.typed.state import LongRun, SpecFault

LONGEST = 2_000  # draws of a set-up


def check_opening(program: typed.Program, report: Report) -> None:
    low, high = program.players
    for players in range(low, high + 1):
        try:
            position = Interpretation(program, players).start()
            for _ in range(LONGEST):
                if position.kind != "chance":
                    break
                position = position.draw(position.outcomes()[0][0])
        except (LongRun, RecursionError, LookupError):
            return  # the engine may be able to do it
        except SpecFault as fault:
            report.add(flow_errors.faulty_start(fault.span, fault.message, players))
            return
