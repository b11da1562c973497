"""What a guard reads, with the values that it has in a position.

In: a typed program, a guard, a position of the spec's engine. Out: `Read` values, in the order written: a
slot, a zone's pieces, an option, a reading, a definition with the line of it that is in force. The values
come from the reference interpreter, to which the position is handed over by names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulesc.typed import nodes as typed
    from rulesc.typed.interpret import Interpretation
    from rulesc.typed.state import State
    from rulesc_runtime.state import State as EngineState


@dataclass(frozen=True, slots=True)
class Read:
    """`text` as it stands in the rule; `by`: the line of a definition that gives the value, and its reads."""

    text: str
    value: str
    by: str = ""
    clauses: tuple[str, ...] = ()
    inner: tuple[Read, ...] = ()

    @property
    def told(self) -> str:
        cited = f" ({', '.join(self.clauses)})" if self.clauses else ""
        by = f", by `{self.by}`{cited}" if self.by and self.by != self.value else cited
        return f"{self.text} is {self.value}{by}"


@dataclass(frozen=True, slots=True)
class Reader:
    """A position of an engine as the interpreter has it."""

    game: Interpretation
    state: State

    def reads(self, condition: typed.Expr, env: Mapping[str, int], deeper: bool = True) -> list[Read]:
        """Everything that a condition reads; what depends on a loop of its own has no one value."""
        found: dict[str, Read] = {}
        for expr in _readable(condition):
            read = self._read(expr, env, deeper)
            if read is not None:
                found.setdefault(read.text, read)
        return list(found.values())

    def holds(self, condition: typed.Expr, env: Mapping[str, int]) -> bool | None:
        """Whether a condition holds; None if that can't be said from here."""
        from rulesc.typed.state import SpecFault

        try:
            return bool(self.game.quiet.value(condition, self.state, dict(env)))
        except (KeyError, SpecFault):
            return None

    def _read(self, expr: typed.Expr, env: Mapping[str, int], deeper: bool) -> Read | None:
        from rulesc.typed import nodes as typed
        from rulesc.typed.state import SpecFault
        from rulesc.typed.types import value_name

        values = dict(env)
        try:
            value = value_name(expr.type, int(self.game.quiet.value(expr, self.state, values)))
            text = " ".join(expr.span.text.split())
            if isinstance(expr, typed.CallDefine):
                arm, given = self._arm(expr, values)
                by = " ".join(arm.value.span.text.split())
                inner = tuple(self.reads(arm.value, given, deeper=False)) if deeper else ()
                return Read(text, value, by, arm.clauses, inner)
        except (KeyError, SpecFault):
            return None
        return Read(text, value)

    def _arm(self, call: typed.CallDefine, env: dict[str, int]) -> tuple[typed.Arm, dict[str, int]]:
        """The line of a definition that is in force, and the values of its parameters."""
        define = self.game.setting.defines[call.define]
        quiet = self.game.quiet
        given = {
            p.name: quiet.value(a, self.state, env) for p, a in zip(define.params, call.args, strict=True)
        }
        for arm in define.arms:
            if arm.condition is None or quiet.value(arm.condition, self.state, given):
                return arm, given
        raise AssertionError(define.name)


def _readable(condition: typed.Expr) -> Iterator[typed.Expr]:
    """The parts that say how the game stands; not what stands inside a definition or another such part."""
    from rulesc.typed import nodes as typed
    from rulesc.typed.descend import parts

    todo: list[object] = [condition]
    while todo:
        here = todo.pop()
        if isinstance(here, tuple):
            todo.extend(reversed(here))
            continue
        match here:
            case typed.ReadSlot() | typed.CountIn() | typed.PieceIn() | typed.ReadOption():
                yield here
            case typed.CallDefine() | typed.Can() | typed.RulingIs() | typed.KindAttribute() | typed.Fold():
                yield here
            case _:
                todo.extend(getattr(here, name) for name in reversed(parts(here) or ()))


def reader_for(program: typed.Program, state: EngineState) -> Reader:
    """Hand a position over to the interpreter."""
    from rulesc.typed.interpret import Interpretation

    game = state.game
    options = {o.name: game.k[1 + i] for i, o in enumerate(game.tables.options)}
    interpretation = Interpretation(program, game.players, options, game.rulings)
    return Reader(interpretation, handed_over(interpretation, state))


def handed_over(game: Interpretation, state: EngineState) -> State:
    """The same position, slot by slot and zone by zone."""
    from rulesc.typed import state as positions
    from rulesc.typed.types import value_name

    setting = game.setting
    slots = {(p.slot.name, p.index): p for p in state.game.slot_places}
    zones = {(p.zone.name, p.index): p for p in state.game.zone_places}
    out = positions.State(
        positions.start_slots(setting, {}), positions.start_zones(setting), positions.start_rows(setting)
    )
    for name, dims in ((s.name, s.dims) for s in setting.program.slots):
        for index in positions.places(dims):
            names = tuple(value_name(dim, value) for dim, value in zip(dims, index, strict=True))
            if (name, names) in slots:
                place = slots[name, names]
                raw, bits = place.value(state), place.slot.bits
                as_set = sum(1 << i for i, bit in enumerate(bits) if raw & bit)
                out.slots[name, index] = as_set if place.slot.shape == "set" else raw
    for name, dims in ((z.name, z.dims) for z in setting.program.zones):
        for index in positions.places(dims):
            names = tuple(value_name(dim, value) for dim, value in zip(dims, index, strict=True))
            if (name, names) in zones:
                spot = zones[name, names]
                if spot.zone.form != "endless":
                    out.zones[name, index] = tuple(spot.zone.content(state.v, spot.instance))
                if spot.zone.form == "row":
                    out.rows[name, index] = tuple(spot.zone.order(state.v, spot.instance))
    return out
