"""One game played twice, by the reference interpreter and by the generated engine, decision by decision.

They share no lowering, so wrong liveness, resume points, look-ahead or skipped decisions show as a
difference. In: an engine's game, its interpretation, and chance. Out: how the game went; AssertionError
with the facts and the moves so far where the two disagree.
"""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path
from types import ModuleType

import rulesc_runtime
from rulesc.diagnostics import Report
from rulesc.output import write_package
from rulesc.pipeline import compile_spec
from rulesc.typed import nodes as typed
from rulesc.typed.descend import descend
from rulesc.typed.frames import in_action
from rulesc.typed.interpret import Interpretation, Position
from rulesc.typed.state import DeadEnd, SpecFault


class Refused(Exception):
    """A spec that doesn't compile; its text is what the compiler says."""


def built(spec: Path, folder: Path) -> tuple[typed.Program, ModuleType]:
    """The typed program of a spec, and its engine's package, written into a folder."""
    report = Report()
    compiled = compile_spec(spec, report)
    if compiled is None:
        raise Refused("\n".join(f"{d.span}: {d.code}: {d.message}" for d in report.diagnostics))
    write_package(folder, compiled.program.game, compiled.files)
    return compiled.program, rulesc_runtime.load(compiled.program.game, folder)


def pair(
    program: typed.Program, module: ModuleType, players: int, options: dict[str, str], rulings: dict[str, str]
) -> tuple[rulesc_runtime.Game, Interpretation]:
    """Both sides of one game, set up alike."""
    engine = module.Game(players=players, options=options, rulings=rulings, chance="explicit")
    numbers = {o.name: engine.k[1 + i] for i, o in enumerate(program.options)}
    return engine, Interpretation(program, players, numbers, rulings)


def play_both(
    engine: rulesc_runtime.Game,
    oracle: Interpretation,
    chooser: random.Random,
    most: int | None = None,
    refusals: int = 0,
) -> str:
    """How the game went: "over", "cut" after so many moves, "fault" or "dead end" of the spec.

    `refusals` says for how many actions that aren't legal the reasons are compared at each decision.
    """
    moves: list[str] = []
    try:
        return _play(engine, oracle, chooser, most, refusals, moves)
    except AssertionError as difference:
        setting = f"{oracle.setting.players} players, constants {engine.k}"
        raise AssertionError(f"{difference}\n  with {setting}\n  after {', '.join(moves)}") from None


def _play(
    engine: rulesc_runtime.Game,
    oracle: Interpretation,
    chooser: random.Random,
    most: int | None,
    refusals: int,
    moves: list[str],
) -> str:
    state = engine.new_initial_state()
    try:
        position = oracle.start()
        while True:
            kind = kind_of(state)
            assert position.kind == kind, f"the engine is at {kind}, the interpreter at {position.kind}"
            compare_states(state, position)
            if kind == "over":
                scores = tuple(state.scores()), tuple(position.scores())
                assert scores[0] == scores[1], f"scores: engine {scores[0]}, interpreter {scores[1]}"
                ranking = state.ranking(), position.ranking()
                assert ranking[0] == ranking[1], f"ranking: engine {ranking[0]}, interpreter {ranking[1]}"
                return "over"
            if most is not None and len(moves) >= most:
                return "cut"
            if kind == "chance":
                outcomes = position.outcomes()
                assert outcomes == state.weighted_outcomes(), f"{state.weighted_outcomes()} {outcomes}"
                action = chooser.choices([k for k, _ in outcomes], [n for _, n in outcomes])[0]
                moves.append(state.action_to_string(-1, action))
                state.apply_action(action)
                position = position.draw(action)
                continue
            assert position.seat == state.current_player(), f"seats: {state.current_player()} {position.seat}"
            if kind == "together":
                seat, action = _simultaneous(state, position, chooser)
                moves.append(f"p{seat + 1}: {engine.action_to_string(action)}")
                state.apply_action(action, seat)
                position = position.apply(action, seat)
                continue
            compare_decisions(state, position, random.Random(len(moves)), refusals)
            action = chooser.choice(position.legal())
            moves.append(engine.action_to_string(action))
            state.apply_action(action)
            position = position.apply(action)
    except DeadEnd:
        assert not state.is_terminal() and not state.legal_actions(), "only the interpreter is at a dead end"
        return "dead end"
    except SpecFault:
        return "fault"


def kind_of(state: rulesc_runtime.State) -> str:
    if state.is_simultaneous_node():
        return "together"
    return "over" if state.is_terminal() else "chance" if state.is_chance_node() else "decision"


def _simultaneous(state: rulesc_runtime.State, position: Position, chooser: random.Random) -> tuple[int, int]:
    """One of the seats that decide at the same time, and what it does."""
    assert position.acting() == state.acting_players(), f"{state.acting_players()} {position.acting()}"
    seat = chooser.choice(position.acting())
    legal = position.legal(seat)
    assert legal == state.legal_actions(seat), f"p{seat + 1}: {state.legal_actions(seat)} {legal}"
    return seat, chooser.choice(legal)


# ---- what is compared ------------------------------------------------------------------------


def compare_decisions(
    state: rulesc_runtime.State, position: Position, chooser: random.Random, refusals: int
) -> None:
    """What is legal, and why some of the rest is not."""
    engine, legal = state.game, position.legal()
    mine = state.legal_actions()
    differing = [engine.action_to_string(a) for a in sorted({*legal} ^ {*mine})]
    assert legal == mine, f"legal on one side only at {state.decision_name()}: {differing}"
    if not refusals:
        return
    asked: list[int] = []
    for action in range(engine.num_distinct_actions()):
        reasons = [r.label for r in state.why_not(action)]
        assert all(reasons), f"a reason without a label against {engine.action_to_string(action)}"
        assert (not reasons) == (action in legal), f"reasons against {engine.action_to_string(action)}"
        if reasons and reasons != ["not asked now"]:
            asked.append(action)
    for action in chooser.sample(asked, min(refusals, len(asked))):
        _compare_reasons(state, position, action)


def _compare_reasons(state: rulesc_runtime.State, position: Position, action: int) -> None:
    """Guards of the action itself must be the same on both sides.

    Where an action's guards hold and it can't be brought to its end, there may be several ways to fail:
    a condition of `leaves`, a guard of a decision inside. Each side may then name another one. So it is with
    a choice or a pick, which has no guards of its own but those that its statement gives all of them.

    So it is, too, inside another action that offers the same one again later.

    A guard that divides by an unknown number may rely on the guards above it: where one of those doesn't
    hold, the engine leaves it out, and the interpreter does if it fails.
    """
    try:
        its = [g.label for g in position.why_not(action)]
    except SpecFault:
        return
    mine = [r.label for r in state.why_not(action)]
    name = state.game.action_to_string(action)
    declared = {a.name: a.guards for a in position.game.setting.program.actions}
    guards = {g.label: g for g in declared[name.partition("(")[0]]}
    if in_action(position.frame) and not guards.keys() & {*its}:
        return
    differing = {label for label in {*mine} ^ {*its} if label in guards}
    unexplained = [label for label in differing if label in mine or not _divides(guards[label].condition)]
    assert not its or not unexplained, f"reasons against {name}: engine {mine}, interpreter {its}"


def _divides(condition: typed.Expr) -> bool:
    return any(
        isinstance(e, typed.Arith) and e.op in "/%" and not isinstance(e.right, typed.Const)
        for e in descend(condition)
    )


def compare_states(state: rulesc_runtime.State, position: Position) -> None:
    """Every zone's content, piece by piece, and every slot."""
    _compare_zones(state, position)
    _compare_slots(state, position)


def _compare_zones(state: rulesc_runtime.State, position: Position) -> None:
    zones = position.zones()
    for zone in state.game.tables.zones:
        if zone.form == "endless":
            continue
        indices = product(*(range(len(d)) for d in zone.dims))
        mine = {index: tuple(zone.content(state.v, i)) for i, index in enumerate(indices)}
        low = tuple(int(d[0]) if d[0].lstrip("-").isdigit() else 0 for d in zone.dims)
        for (name, index), content in zones.items():
            if name == zone.name:
                place = tuple(a - b for a, b in zip(index, low, strict=True))
                found = mine.get(place, content)
                assert found == content, f"zone {name} {index}: engine {found}, interpreter {content}"
                if zone.form == "row":
                    order = tuple(zone.order(state.v, list(mine).index(place)))
                    assert order == position.row(name, index), f"row {name} {index}: another order"


def _compare_slots(state: rulesc_runtime.State, position: Position) -> None:
    slots = position.slots()
    for slot in state.game.tables.slots:
        its = slots[slot.name]
        if isinstance(its, int):
            mine, its = [getattr(state, slot.attribute) if slot.base < 0 else state.v[slot.base]], [its]
        else:
            present = _places(state, slot)
            mine, its = [state.v[slot.base + place] for place in present], [its[place] for place in present]
        if slot.shape == "set":
            mine = [_elements(slot, value) for value in mine]
        assert mine == its, f"slot {slot.name}: engine {mine}, interpreter {its}"


def _places(state: rulesc_runtime.State, slot: rulesc_runtime.Slot) -> list[int]:
    """Where the values of a slot stand, without those of seats that nobody plays."""
    game = state.game
    sizes = [len(d) for d in slot.dims]
    present = [range(game.num_players() if i == slot.per_seat else n) for i, n in enumerate(sizes)]
    places = []
    for index in product(*present):
        place = 0
        for size, at in zip(sizes, index, strict=True):
            place = place * size + at
        places.append(place)
    return places


def _elements(slot: rulesc_runtime.Slot, value: int) -> int:
    """A set as the interpreter writes it: the bit 1 << i for the element i."""
    bits = slot.bits or [1 << i for i in range(len(slot.names))]
    return sum(1 << i for i, bit in enumerate(bits) if value & bit)
