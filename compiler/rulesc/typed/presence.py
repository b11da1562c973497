"""Whether anything makes sure that the pieces are there which a `move` takes.

In: a typed program. Out: a warning for each `move` out of a zone that can run out, of which nothing on the
way to it tells anything: no guard, condition, loop, `let` or number reads the zone, and nothing has just been
put there. What is read may still say too little, which the interpreter and the contract tests find.

Silent are moves that can't run often enough (`runs.py` counts), supplies that fill all the places to which
their pieces go, and pieces that a slot remembers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import prod

from rulesc.diagnostics.model import Report
from rulesc.typed import flow_errors, runs
from rulesc.typed import nodes as typed
from rulesc.typed.descend import descend
from rulesc.typed.types import Int, size

Names = frozenset[str]
NOTHING: Names = frozenset()


def check_presence(program: typed.Program, report: Report) -> None:
    """Warn of each `move` of which nothing says that its pieces are there."""
    for stmt in sorted(_Walk(program).unsure(), key=lambda stmt: stmt.span.start):
        many = stmt.count.value if isinstance(stmt.count, typed.Const) else 1
        report.add(flow_errors.maybe_empty(stmt.span, stmt.kind.span.text, many))


def zones_of(ref: typed.ZoneRef) -> tuple[str, ...]:
    return (ref.zone,) if isinstance(ref, typed.ZoneAt) else ref.zones


@dataclass(frozen=True, slots=True)
class _Way:
    """What holds where a statement stands: the zones told of, and how often it can run."""

    known: Names
    runs: runs.Runs

    def meet(self, other: _Way | None) -> _Way:
        return self if other is None else _Way(self.known & other.known, runs.most(self.runs, other.runs))

    def told(self, names: Names) -> _Way:
        return replace(self, known=self.known | names)


@dataclass(slots=True)
class _Walk:
    """Goes through all that is reached from the phase `game`, callers first."""

    program: typed.Program
    bodies: dict[str, tuple[typed.Stmt, ...]] = field(init=False)
    params: dict[str, tuple[typed.Param, ...]] = field(init=False)
    defines: Mapping[str, typed.Define] = field(init=False)
    guards: Mapping[str, tuple[typed.Guard, ...]] = field(init=False)
    zones: Mapping[str, typed.Zone] = field(init=False)
    ways: dict[str, _Way] = field(default_factory=dict)  # at the entry of an action or procedure
    faults: list[typed.MoveKind] = field(default_factory=list)
    memo: dict[str, Names] = field(default_factory=dict)

    def __post_init__(self) -> None:
        procedures, actions = self.program.procedures, self.program.actions
        self.bodies = {p.name: p.body for p in procedures} | {a.name: a.body for a in actions}
        self.params = {p.name: p.params for p in procedures} | {a.name: a.params for a in actions}
        self.defines = {d.name: d for d in self.program.defines}
        self.guards = {a.name: a.guards for a in self.program.actions}
        self.zones = {z.name: z for z in self.program.zones}

    def unsure(self) -> list[typed.MoveKind]:
        self.ways["game"] = _Way(NOTHING, runs.ONCE)
        for name in _callers_first("game", self.bodies):
            if name in self.ways:
                guards = self.read(self.guards.get(name, ()))
                self.block(self.bodies[name], self.ways[name].told(guards))
        return self.faults

    # ---- statements ------------------------------------------------------------------------

    def block(self, body: tuple[typed.Stmt, ...], way: _Way) -> _Way:
        for stmt in body:
            way = self.statement(stmt, way)
        return way

    def statement(self, stmt: typed.Stmt, way: _Way) -> _Way:
        """Look at a statement and all in it; what holds behind it."""
        match stmt:
            case typed.MoveKind(target=target):
                if not self.present(stmt, way):
                    self.faults.append(stmt)
                return way.told(frozenset(zones_of(target)))
            case typed.MoveAll(target=target) | typed.MoveChosen(target=target) | typed.Draw(target=target):
                return way.told(frozenset(zones_of(target)))
            case typed.Refill(target):
                return way.told(frozenset(zones_of(target)))
            case typed.Shuffle(_, into):
                return way if into is None else way.told(frozenset({into.zone}))
            case typed.SetSlot() | typed.EndGame():
                return way
            case typed.Let(var, value):
                return replace(way.told(self.read(value)), runs=way.runs.named(var, value))
            case typed.Choose(domain=domain, where=where):
                return way.told(self.read((domain, where)))
            case typed.Run(name, args):
                self.enter(name, args, way)
                return way
            case typed.Offer(options):
                for option in options:
                    self.enter(option.action, option.args, way)
                return way
            case typed.If(condition, then, otherwise):
                way = way.told(self.read(condition))
                return self.block(then, way).meet(self.block(otherwise, way))
            case _:
                way = way.told(self.read(_head(stmt)))
                inside = replace(way, runs=runs.inside(stmt, way.runs))
                after = [self.block(body, inside) for body in _bodies(stmt)]
                known = after[0].known if isinstance(stmt, typed.RepeatUntil) else NOTHING
                return way.told(known)

    def enter(self, name: str, args: tuple[typed.Expr | None, ...], way: _Way) -> None:
        names = tuple(param.name for param in self.params[name])
        here = replace(way.told(self.read(args)), runs=way.runs.called(names, args))
        self.ways[name] = here.meet(self.ways.get(name))

    # ---- whether pieces are there --------------------------------------------------------------

    def present(self, stmt: typed.MoveKind, way: _Way) -> bool:
        sources = zones_of(stmt.source)
        told = way.known | self.read((stmt.count, stmt.kind))
        return (
            not told.isdisjoint(sources)
            or any(self.zones[name].unlimited or self.zones[name].shape == "dice" for name in sources)
            or isinstance(stmt.kind, typed.ReadSlot)
            or self.seldom(stmt, way)
            or self.suffices(sources)
        )

    def seldom(self, stmt: typed.MoveKind, way: _Way) -> bool:
        """Whether the statement can't run so often that the pieces of a kind are all gone."""
        many = stmt.count.type.high if isinstance(stmt.count.type, Int) else 1
        times = way.runs.times((stmt.kind, stmt.source))
        component = self.component(zones_of(stmt.source)[0])
        return times is not None and times * many <= max(kind.copies for kind in component.kinds)

    def suffices(self, sources: tuple[str, ...]) -> bool:
        """Whether the pieces that start in a supply fill all the places to which it gives any."""
        pieces = sum(kind.copies for kind in self.component(sources[0]).kinds if kind.start in sources)
        room = 0
        given: tuple[typed.ZoneRef, ...]
        for part in descend(tuple(self.bodies.values())):
            match part:
                case typed.MoveChosen(sources=given, target=target):
                    pass
                case typed.MoveKind(source=source, target=target) | typed.MoveAll(source, target):
                    given = (source,)
                case typed.Draw(source=source, target=target) | typed.Refill(source=source, target=target):
                    given = (source,)
                case _:
                    continue
            if any(zone in sources for ref in given for zone in zones_of(ref)):
                for name in zones_of(target):
                    zone = self.zones[name]
                    limit = 1 if zone.shape == "one" else zone.at_most
                    if limit is None:
                        return False
                    room += limit * prod(size(dim) for dim in zone.dims)
        return pieces >= room

    def component(self, zone: str) -> typed.Component:
        name = self.zones[zone].component
        return next(c for c in self.program.components if c.name == name)

    # ---- what is read ----------------------------------------------------------------------

    def read(self, node: object) -> Names:
        """The zones that an expression reads, through definitions; `can` reads guards."""
        found: Names = NOTHING
        for part in descend(node):
            match part:
                case typed.ZoneAt() | typed.ZoneChoice():
                    found |= frozenset(zones_of(part))
                case typed.CallDefine(name) if name in self.defines:
                    found |= self.of(f"define {name}", self.defines[name].arms)
                case typed.OfferOption(name):
                    found |= self.of(f"action {name}", self.guards[name])
        return found

    def of(self, key: str, node: object) -> Names:
        if key not in self.memo:
            self.memo[key] = NOTHING  # of a circle, which `can` allows
            self.memo[key] = self.read(node)
        return self.memo[key]


Loops = (
    typed.Optional
    | typed.OneOf
    | typed.AnyNumber
    | typed.Window
    | typed.Together
    | typed.For
    | typed.While
    | typed.RepeatUntil
    | typed.RepeatTimes
)


def _head(stmt: Loops) -> object:
    """What is read before the body of a statement runs."""
    match stmt:
        case typed.For(loop) | typed.Together(loop) | typed.Window(loop):
            return loop
        case typed.While(condition):
            return condition
        case typed.RepeatTimes(times):
            return times
        case _:
            return ()


def _bodies(stmt: Loops) -> tuple[tuple[typed.Stmt, ...], ...]:
    match stmt:
        case typed.OneOf(branches, otherwise):
            return (*branches, otherwise)
        case typed.AnyNumber(branches=branches) | typed.Window(branches=branches):
            return branches
        case _:
            return (stmt.body,)


def _callers_first(start: str, bodies: Mapping[str, object]) -> list[str]:
    """What is called or offered from a body, each after all its callers."""
    done: list[str] = []
    seen: set[str] = set()

    def visit(name: str) -> None:
        if name in seen or name not in bodies:
            return
        seen.add(name)
        for part in descend(bodies[name]):
            if isinstance(part, typed.Run):
                visit(part.procedure)
            elif isinstance(part, typed.Offer):
                for option in part.options:
                    visit(option.action)
        done.append(name)

    visit(start)
    return done[::-1]
