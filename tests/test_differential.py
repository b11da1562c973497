"""Reference interpreter and generated engine, decision by decision, on random play of every spec.

They share no lowering, so wrong liveness, resume points, look-ahead or skipped decisions show as a
difference. The long run (`make long`) plays 2,000 games with default options.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import rulesc_runtime
from rulesc.diagnostics import Report
from rulesc.pipeline import check
from rulesc.typed import nodes as typed
from rulesc.typed.interpret import Interpretation
from rulesc.typed.types import Seat

ROOT = Path(__file__).parent.parent
SPECS = sorted(p.stem for p in (ROOT / "specs").glob("*.yaml"))
GAMES = int(os.environ.get("RULESC_GAMES", "2"))
OTHERS = int(os.environ.get("RULESC_OTHER_GAMES", "1"))


def program(game: str) -> typed.Program:
    report = Report()
    found = check(ROOT / "specs" / f"{game}.yaml", report)
    assert found is not None, report.diagnostics
    return found


def parameters(game: str) -> Iterator[tuple[int, dict[str, str], dict[str, str]]]:
    """Default options, then each other option and reading alone, at each number of players."""
    found = program(game)
    for players in range(found.players[0], found.players[1] + 1):
        yield players, {}, {}
        absent = {f"p{seat + 1}" for seat in range(players, found.players[1])}
        for option in found.options:
            for name in rulesc_runtime.load(game, ROOT / "generated").Game.tables.options:
                if name.name == option.name:
                    for value in name.names:
                        if isinstance(option.type, Seat) and value in absent:
                            continue
                        if name.names.index(value) + name.low != option.start:
                            yield players, {option.name: value}, {}
        for ruling in found.rulings:
            for reading in ruling.readings:
                if reading != ruling.chosen:
                    yield players, {}, {ruling.id: reading}


CASES = [(g, *p) for g in SPECS for p in parameters(g)]


@pytest.mark.parametrize(("game", "players", "options", "rulings"), CASES, ids=str)
def test_engine_agrees_with_interpreter(
    game: str, players: int, options: dict[str, str], rulings: dict[str, str]
) -> None:
    module = rulesc_runtime.load(game, ROOT / "generated")
    engine = module.Game(players=players, options=options, rulings=rulings, chance="explicit")
    found = program(game)
    numbers = {o.name: engine.k[1 + i] for i, o in enumerate(found.options)}
    oracle = Interpretation(found, players, numbers, rulings)
    for seed in range(GAMES if not options and not rulings else OTHERS):
        play_both(engine, oracle, random.Random(seed))


def play_both(engine: rulesc_runtime.Game, oracle: Interpretation, chooser: random.Random) -> None:
    state = engine.new_initial_state()
    position = oracle.start()
    while True:
        assert position.kind == (
            "over" if state.is_terminal() else "chance" if state.is_chance_node() else "decision"
        )
        compare_states(state, position)
        if state.is_terminal():
            assert tuple(state.scores()) == tuple(position.scores())
            return
        if state.is_chance_node():
            outcomes = position.outcomes()
            assert [k for k, _ in outcomes] == state.legal_actions()
            kind = chooser.choices([k for k, _ in outcomes], [n for _, n in outcomes])[0]
            state.apply_action(kind)
            position = position.draw(kind)
            continue
        assert position.seat == state.current_player()
        legal = position.legal()
        assert legal == state.legal_actions(), [
            engine.action_to_string(a) for a in set(legal) ^ set(state.legal_actions())
        ]
        action = chooser.choice(legal)
        state.apply_action(action)
        position = position.apply(action)


def compare_states(state: rulesc_runtime.State, position: object) -> None:
    """Every zone's content, piece by piece."""
    zones = position.zones()  # type: ignore[attr-defined]
    for zone in state.game.tables.zones:
        if zone.form == "endless":
            continue
        sizes = [len(d) for d in zone.dims]
        mine = {}
        for instance in range(zone.instances):
            index = []
            rest = instance
            for size in reversed(sizes):
                rest, digit = divmod(rest, size)
                index.append(digit)
            mine[tuple(reversed(index))] = tuple(zone.content(state.v, instance))
        its = {i: tuple(c) for (name, i), c in zones.items() if name == zone.name}
        for index, content in its.items():
            low = tuple(int(d[0]) if d[0].lstrip("-").isdigit() else 0 for d in zone.dims)
            place = tuple(a - b for a, b in zip(index, low, strict=True))
            assert mine.get(place, content) == content, (zone.name, index)
        if zone.form == "row":
            assert [tuple(zone.order(state.v, i)) for i in range(zone.instances)] == [
                position.state.rows.get((zone.name, i), ())  # type: ignore[attr-defined]
                for i in its
            ], zone.name
