"""Examples of a spec as pytest functions, and the contract battery's test module.

Each test names its example, clauses and citation; what is expected is compiled from the example.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rulesc.machine import nodes
from rulesc.python.board_sets import mask
from rulesc.python.functions import Functions
from rulesc.python.layout import lay_out
from rulesc.python.render import render
from rulesc.python.tables import literal
from rulesc.python.tidying import tidy
from rulesc.typed import nodes as typed
from rulesc.typed.types import value_name


@dataclass(frozen=True, slots=True)
class ExampleTest:
    name: str
    doc: str
    game: str
    at: str
    slots: tuple[str, ...]
    zones: tuple[str, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExamplesModule:
    game: str
    spec: str
    names: str  # imported from the engine
    constants: tuple[str, ...]  # that conditions read; the engine may have no need of them
    helpers: str  # functions of the runtime that conditions call
    tests: tuple[ExampleTest, ...]
    modules: tuple[str, ...] = ()  # of the runtime that conditions use


def examples_module(machine: nodes.Machine, spec: str, module: str) -> str:
    """The text of `test_examples.py`; `module` is how the tests import the engine."""
    layout = lay_out(machine.program)
    fn = Functions(machine, layout, in_full=True)  # settled values stand in the engine, in its order
    tests = _apart([_test(e, fn) for e in machine.program.examples])
    lines = {f"_line_{grid.lower()}_{n}" for grid, n in fn.expressions.lines}
    text = "\n".join(line for t in tests for line in t.lines)
    used = sorted({"Game", "State", *(n for n in {*lines, *fn.written} if re.search(rf"\b{n}\b", text))})
    helpers = ", ".join(sorted(fn.expressions.helpers))
    modules = tuple(name for name in ("packs", "rows") if f"_{name}." in text)
    constants = tuple(f"{n} = {value}" for n, value in sorted(fn.expressions.constants.items()))
    return render(
        "test_examples.py.jinja",
        ExamplesModule(machine.program.game, spec, ", ".join(used), constants, helpers, tests, modules),
    )


def _apart(tests: Sequence[ExampleTest]) -> tuple[ExampleTest, ...]:
    """The tests under names of their own: `E-1` and `E_1` are told apart by number."""
    names = [t.name for t in tests]
    return tuple(
        t if names.index(t.name) == i else replace(t, name=f"{t.name}_no_{i + 1}")
        for i, t in enumerate(tests)
    )


def contract_module(machine: nodes.Machine, spec: str) -> str:
    """The text of `test_contract.py`."""
    return render("test_contract.py.jinja", ExamplesModule(machine.program.game, spec, "", (), "", ()))


def _test(example: typed.Example, fn: Functions) -> ExampleTest:
    program = fn.program
    where = f" ({example.cite})" if example.cite else " (derived)"
    clauses = f" Clauses: {', '.join(example.clauses)}." if example.clauses else ""
    doc = ascii(f"{example.id}{where}: {example.title or 'an example'}.{clauses}")[1:-1].replace('"', "'")
    options = {}
    for name, value in example.options:
        option = next(o for o in program.options if o.name == name)
        options[name] = value_name(option.type, value)
    game = f"Game(players={example.players}"
    if options:
        game += f", options={options}"
    if example.rulings:
        game += f", rulings={dict(example.rulings)}"
    game += ', chance="explicit")'
    slots, zones = [], []
    for given in example.given:
        if isinstance(given, typed.GivenSlot):
            value = mask(fn.layout.slots[given.slot].slot.type, given.value)
            slots.append(f"({literal(given.slot)}, {given.index}): {value}")
        else:
            zones.append(f"({literal(given.zone)}, {given.index}): {dict(given.content)}")
    return ExampleTest(
        name="test_" + re.sub(r"[^a-z0-9]+", "_", example.id.lower()),
        doc=doc,
        game=game,
        at=literal(example.at),
        slots=tuple(slots),
        zones=tuple(zones),
        lines=tuple(x for line in example.lines for x in _line(line, fn)),
    )


def _line(line: typed.ExampleLine, fn: Functions) -> list[str]:
    match line:
        case typed.ExampleMoves(seat, moves):
            return [f"example.moves({seat}, {', '.join(literal(m) for m in moves)})"]
        case typed.ExampleLegal(seat, moves, True):
            return [f"example.can({seat}, {', '.join(literal(m) for m in moves)})"]
        case typed.ExampleLegal(seat, moves, _, clauses):
            return [
                f"example.cannot({seat}, {', '.join(literal(m) for m in moves)}, clauses={literal(clauses)})"
            ]
        case typed.ExampleOnly(seat, moves):
            return [f"example.only({seat}, {', '.join(literal(m) for m in moves)})"]
        case typed.ExampleScores(scores):
            return [f"example.scores({', '.join(literal(f'{n}/{d}') for n, d in scores)})"]
        case typed.ExampleRanking(places):
            return [f"example.ranking({', '.join(map(str, places))})"]
        case typed.ExampleDraw(outcomes):
            return [f"example.draw({', '.join(literal(o) for o in outcomes)})"]
        case typed.ExampleExpect(text, condition, clauses):
            test = tidy(fn.expressions.test(condition))
            said = literal(text + (f"  [{' '.join(clauses)}]" if clauses else ""))
            lines = ["s = example.state", "assert isinstance(s, State)"]
            if re.search(r"\bv\[", test):
                lines.append("v = s.v")
            if re.search(r"\bk\[", test):
                lines.append("k = s.k")
            return [*lines, f"assert {test}, {said}"]
