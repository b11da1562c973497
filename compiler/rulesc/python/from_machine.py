"""The machine as text: engine module and tests. Python decides every word, Jinja lays the words out.

In: a machine, the rulebook's sentences, the hash of the spec. Out: file names and their bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rulesc.machine import flow, nodes
from rulesc.machine.substitute import variables
from rulesc.python import meetings, tables
from rulesc.python.expressions import line_name, line_test
from rulesc.python.function import INDENT, Function
from rulesc.python.functions import Functions, reads
from rulesc.python.layout import Layout, lay_out, start_of
from rulesc.python.legality import Guards, decision_functions
from rulesc.python.names import local, own, spill
from rulesc.python.render import render
from rulesc.python.tidying import tidy
from rulesc.python.unrolling import unrolled
from rulesc.python.ways import ways
from rulesc.typed import nodes as typed
from rulesc.typed.types import Grid, SetType, size
from rulesc_runtime.rows import filled

SHORT_STEP = 40  # lines of the only step of an engine that `apply_action` takes without a call


@dataclass(frozen=True, slots=True)
class Rows:
    """One table of the engine: its name and its rows."""

    name: str
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EngineModule:
    """What the template lays out; every field is finished Python text."""

    game: str
    title: str
    edition: str
    spec_hash: str
    players: str
    spec: str
    constants: tuple[str, ...]
    attributes: tuple[str, ...]
    declared_names: tuple[str, ...]
    functions: tuple[str, ...]
    settled: tuple[str, ...]
    steps: str
    legal: str
    decisions: str
    tables: tuple[Rows, ...]
    clauses: tuple[str, ...]
    phases: tuple[str, ...]
    returns: str
    longest: str
    score_range: str
    width: str
    declared: str
    spills: str
    chances: bool
    rows: bool
    fractions: bool
    packs: bool
    step: tuple[str, ...]
    helpers: str
    meetings: bool
    stops: str


def engine(
    machine: nodes.Machine,
    spec: str,
    spec_hash: str,
    sentences: Mapping[str, str],
    edition: str = "standard",
) -> str:
    """The text of `engine.py`."""
    layout = lay_out(machine.program)
    fn = Functions(machine, layout)
    guards = Guards([])
    decisions: list[Function] = []
    for decision in machine.decisions:
        decisions += decision_functions(fn, decision, guards)
    chance = [f for point, _ in tables.chance_points(fn) for f in chance_functions(fn, point)]
    met = [f for end in meetings.points(machine) for f in meetings.point_functions(fn, end)]
    phases = {b.phase: phase_function(fn, b) for b in machine.blocks if b.phase}
    start = start_function(fn, layout)
    scores, ties = score_functions(fn)
    spills = spill_names(fn)
    nothing = Function("_nothing", (), "list[int]", "Nothing is legal when the game is over.", ["return []"])
    for function in (*fn.written.values(), *decisions):
        if function.asks:
            function.body = unrolled(function.body)
    functions = [
        start,
        nothing,
        *fn.written.values(),
        *decisions,
        *chance,
        *met,
        *phases.values(),
        *scores,
        *ties,
    ]
    declared = layout.attributes
    program = machine.program
    single = len(machine.decisions) == 1 and not machine.chances
    step = ["_STEPS[self.pc](self, action)"]
    if single:
        at = next(f for f in decisions if f.name == "_at_0")
        step = ["_at_0(self, action)"] if len(at.body) > SHORT_STEP else at.as_method(a="action")
    module = EngineModule(
        game=tables.literal(program.game),
        title=tables.literal(dict(program.title).get("en") or program.title[0][1]),
        edition=tables.literal(edition),
        spec_hash=tables.literal(spec_hash),
        players=tables.literal(program.players),
        spec=spec,
        constants=tuple(f"{k} = {v}" for k, v in sorted(fn.expressions.constants.items())),
        attributes=(*declared, *spills),
        declared_names=declared,
        functions=tuple("\n".join(f) for f in (*line_functions(fn), *(f.lines() for f in functions))),
        settled=tuple(f"{text},{_note(note)}" for text, note in fn.expressions.settled.items()),
        steps="("
        + "".join(f"_at_{d.id}, " for d in machine.decisions)
        + "".join(f"_drawn_{p.point}, " for p, _ in tables.chance_points(fn))
        + ")",
        legal="("
        + "".join(f"_legal_{d.id}, " for d in machine.decisions)
        + "".join(f"_outcomes_{p.point}, " for p, _ in tables.chance_points(fn))
        + "_nothing, " * machine.meetings
        + "_nothing)",
        decisions=str(len(machine.decisions)),
        tables=(
            Rows("options", tuple(tables.options(program))),
            Rows("rulings", tuple(tables.rulings(program))),
            Rows("actions", tuple(tables.actions(program))),
            Rows("decisions", tuple(tables.decisions(fn))),
            Rows("chances", tuple(row for _, row in tables.chance_points(fn))),
            Rows("guards", tuple(tables.guards(guards))),
            Rows("slots", tuple(tables.slots(layout))),
            Rows("zones", tuple(tables.zones(layout))),
            Rows(
                "components",
                tuple(tables.literal(tuple(k.name for k in c.kinds)) for c in program.components),
            ),
            Rows("names", tuple(tables.literal(c.name) for c in program.components)),
            Rows("ways", tuple(map(tables.literal, ways(program, list(layout.zones))))),
            Rows(
                "scoring",
                tuple(tables.scoring(program, [f.name for f in scores])),
            ),
            Rows("ties", tuple(f.name for f in ties)),
            *([Rows("meetings", tuple(meetings.rows(fn)))] if machine.meetings else []),
        ),
        clauses=tuple(f"{tables.literal(k)}: {tables.literal(v)}" for k, v in sentences.items()),
        phases=tuple(f"{tables.literal(k)}: {f.name}" for k, f in phases.items()),
        returns=tables.literal(program.returns),
        longest=str(program.longest),
        score_range=tables.score_range(program),
        width=str(layout.width),
        declared=tables.literal(declared),
        spills=tables.literal(spills),
        chances=machine.chances > 0,
        packs=any("_packs." in line for f in functions for line in f.body),
        fractions=any(item.divisor is not None for item in program.scoring),
        rows=any(p.form == "row" for p in layout.zones.values()),
        step=tuple(step),
        helpers=", ".join(sorted(fn.expressions.helpers)),
        meetings=machine.meetings > 0,
        stops=str(len(machine.decisions) + machine.chances),
    )
    return render("engine.py.jinja", module)


def _note(words: Iterable[str]) -> str:
    text = " ".join(words)
    return f"  # {text}" if text else ""


def spill_names(fn: Functions) -> tuple[str, ...]:
    """The attributes in which a state keeps variables while it waits."""
    names = set(fn.kept)
    for point, _ in tables.chance_points(fn):
        names |= flow.chance_needs(point, fn.live)
    for end in meetings.points(fn.machine):
        names |= flow.together_needs(end, fn.live)
    for block in fn.machine.blocks:
        if block.phase:
            names |= fn.live[block.id]
    return tuple(spill(x) for x in sorted(names))


def start_function(fn: Functions, layout: Layout) -> Function:
    """`_start(s)`: everything where it starts, then on to the first stop."""
    v = [0] * layout.width
    body: list[str] = []
    for place in layout.zones.values():
        kinds = layout.components[place.zone.component].kinds
        if place.form == "single":
            v[place.base : place.base + place.instances] = [-1] * place.instances
        if place.zone.dims:
            continue
        starts = [k.copies if k.start == place.zone.name else 0 for k in kinds]
        if place.form == "counts":
            v[place.base : place.base + len(kinds)] = starts
        elif place.form == "row":
            v[place.base] = filled(starts)
        elif place.form == "single":
            v[place.base] = next((i for i, n in enumerate(starts) if n), -1)
        elif place.form == "packed":
            v[place.base] = sum(n << i * place.bits for i, n in enumerate(starts))
        elif place.form == "mask":
            v[place.base] = sum(1 << i for i, n in enumerate(starts) if n)
    late: list[str] = []
    for slot in layout.slots.values():
        start = slot.slot.start
        value = start_of(slot.slot.type)
        text = str(value)
        if start is not None:
            text = tidy(fn.expressions.value(start))
        if slot.attribute:
            body.append(f"s.{slot.attribute} = {text}")
            continue
        count = 1
        for dim in slot.slot.dims:
            count *= size(dim)
        if text.lstrip("-").isdigit():
            v[slot.base : slot.base + count] = [int(text)] * count
        else:
            late.append(f"v[{slot.base}:{slot.base + count}] = [{text}] * {count}")
    entry = fn.machine.entry
    run = fn.jump(entry, -1)
    spills = [f"s.{x} = 0" for x in spill_names(fn)]
    lines = [f"s.v = {v}", *(["v = s.v", *late] if late else []), *body, *spills]
    lines.append("_begin(s)")
    begin = Function("_begin", (), "None", "From the start of the game to the first stop.", run)
    fn.written.setdefault("_begin", begin)
    return Function(
        "_start", (), "None", "Put everything where it starts, then run to the first stop.", lines
    )


def chance_functions(fn: Functions, point: nodes.Chance) -> list[Function]:
    """`_pile_N(s)`: what can be drawn; `_drawn_N(s, a)`: go on with what was drawn."""
    e = fn.expressions
    need = sorted(flow.chance_needs(point, fn.live))
    zone = fn.layout.zones[point.zone.zone]
    index = sorted(set().union(*(variables(i) for i in point.zone.index)) if point.zone.index else set())
    kind = typed.Var(own("kind"), zone.zone.dims[0] if zone.zone.dims else _KIND, fn.program.span)
    count = "1" if zone.form == "endless" else e.count(point.zone, kind)
    pile = Function(
        f"_pile_{point.point}", (), "list[tuple[int, int]]", "What lies in the pile: (kind, count)."
    )
    pile.body = [
        *fn.restore(index, None),
        f"return [(kind_, {tidy(count)}) for kind_ in range({zone.kinds}) if {tidy(count)} > 0]",
    ]
    drawn = Function(f"_drawn_{point.point}", ("a",), "None", "Go on with the kind that was drawn.")
    after = fn.jump(point.found, -1)
    used = [x for x in need if reads("\n".join(after), local(x))]
    drawn.body = [*fn.restore(used, None), f"{local(point.var)} = a", *after]
    outcomes = Function(f"_outcomes_{point.point}", (), "list[int]", "The kinds that can be drawn.")
    outcomes.body = [f"return [kind for kind, _ in _pile_{point.point}(s)]"]
    return [pile, drawn, outcomes]


def phase_function(fn: Functions, block: nodes.Block) -> Function:
    """`_from_PHASE(s)`: run from the start of a phase, its variables as they are kept."""
    body = [*phase_restore(fn, fn.params(block.id)), fn.call(fn.block_function(block.id), block.id)]
    return Function(f"_from_{block.phase}", (), "None", f"Run from the start of phase {block.phase}.", body)


def phase_restore(fn: Functions, names: tuple[str, ...]) -> list[str]:
    """A phase's variables: what decisions keep as the seat is `s.seat`, the rest is spilled."""
    seats = {d.seat.name for d in fn.machine.decisions if isinstance(d.seat, typed.Var)}
    return [f"{local(x)} = s.seat" if x in seats else f"{local(x)} = s.{spill(x)}" for x in names]


def score_functions(fn: Functions) -> tuple[list[Function], list[Function]]:
    scores = [
        Function(
            f"_score_{i}",
            ("seat",),
            "int" if item.divisor is None else "_Fraction",
            f"{item.label}." + (f" Clauses: {', '.join(item.clauses)}." if item.clauses else ""),
            [f"return {scored(fn, item)}"],
        )
        for i, item in enumerate(fn.program.scoring)
    ]
    ties = [
        Function(f"_tie_{i}", ("seat",), "int", "Decides ties.", [f"return {tidy(fn.expressions.value(e))}"])
        for i, e in enumerate(fn.program.ties)
    ]
    return scores, ties


def scored(fn: Functions, item: typed.ScoreItem) -> str:
    value = tidy(fn.expressions.value(item.value))
    if item.divisor is None:
        return value
    return f"_Fraction({value}, {tidy(fn.expressions.value(item.divisor))})"


def line_functions(fn: Functions) -> Iterator[list[str]]:
    """Functions that find n in a line on a mask of cells."""
    grids = {t.name: t for t in _grids(fn.program)}
    for name, length in sorted(fn.expressions.lines):
        width = grids[name].columns + 1
        ways = (1,) if name in fn.layout.lined else (1, width, width + 1, width - 1)
        yield [
            f"def {line_name(name, length)}(cells: int) -> bool:",
            f'{INDENT}"""Whether a set of cells holds {length} in a straight line."""',
            *[INDENT + x for step in ways for x in _line_test(step, length)],
            f"{INDENT}return False",
        ]


def _line_test(step: int, length: int) -> list[str]:
    lines, test = line_test("cells", step, length)
    return [*lines, f"if {test}:", f"{INDENT}return True"]


def _grids(program: typed.Program) -> list[Grid]:
    found = {}
    for zone in program.zones:
        for dim in zone.dims:
            if isinstance(dim, Grid):
                found[dim.name] = dim
    for slot in program.slots:
        for type_ in (*slot.dims, slot.type.of if isinstance(slot.type, SetType) else slot.type):
            if isinstance(type_, Grid):
                found[type_.name] = type_
    return list(found.values())


_KIND = Grid("", 1, 1)
