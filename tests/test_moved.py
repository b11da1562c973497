"""What logs and events tell of moves is what happened, as the reference interpreter made them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulesc.typed import execute, interpret
from rulesc.typed import state as typed_state
from rulesc.typed.interpret import Interpretation
from rulesc_runtime import Game, State, events
from tests.agreement import built, kind_of, pair

GALLERY = Path(__file__).parents[1] / "specs" / "gallery"
Way = tuple[str, str]  # labels of places

TWO = """\
game: two
title: Two moves at once
players: 2
components:
  Coin: {copies: 9, start: chest}
  Die: {pips: 1..6, copies: unlimited, start: cup}
zones:
  blue: Coin
  red: Coin
  gold: Coin
  green: Coin
  chest: Coin
  cup: dice of Die
  thrown: Die
actions:
  trade:
    title: trade
    when:
      there: Coin in green and Coin in red
    do: |
      move Coin from green to blue
      move Coin from red to gold
phases:
  game: |
    move 3 of Coin from chest to green
    move 3 of Coin from chest to red
    repeat 3 times
      for s in seats
        roll 1 from cup to thrown
        end game if red.size == 0
        turn by s
  turn by player: trade
scoring:
  points: 0
"""


class Witness:
    """Hears every move that the interpreter makes, with the state that it is made on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.heard: list[tuple[int, str, Way]] = []
        real = typed_state.move

        def move(
            setting: typed_state.Setting,
            state: typed_state.State,
            number: int,
            kind: int,
            way: typed_state.Way,
            span: object,
        ) -> None:
            real(setting, state, number, kind, way, span)  # type: ignore[arg-type]
            name = typed_state.kind_name(setting, way[0][0], kind)
            labels = typed_state.place_name(setting, way[0]), typed_state.place_name(setting, way[1])
            if number:
                self.heard.append((id(state), name, labels))

        for module in (typed_state, execute, interpret):
            monkeypatch.setattr(module, "move", move)

    def ways(self, state: typed_state.State) -> dict[str, set[Way]]:
        """By kind, from where to where a piece can have come in this step, over others too."""
        found: dict[str, set[Way]] = {}
        for number, kind, way in self.heard:
            if number == id(state):
                ways = found.setdefault(kind, set())
                ways |= {(start, way[1]) for start, end in ways if end == way[0]} | {way}
        return found


def played(engine: Game, oracle: Interpretation, witness: Witness, seed: int, most: int) -> tuple[int, int]:
    """A random game; how many moves were told whole, and how many with one side only."""
    chooser, state, position = random.Random(seed), engine.new_initial_state(), oracle.start()
    whole = half = 0
    viewers = (*range(engine.num_players()), None)
    for _ in range(most):
        kind = kind_of(state)
        if kind in ("over", "together"):
            break
        before = [events.seen(state, viewer) for viewer in viewers]
        witness.heard.clear()
        action = chooser.choice(state.legal_actions())
        state.apply_action(action)
        position = position.draw(action) if kind == "chance" else position.apply(action)
        ways = witness.ways(position.state)
        for viewer, old in zip(viewers, before, strict=True):
            for move in told(state, old, events.seen(state, viewer)):
                if move.source and move.target:
                    kinds = list(ways) if move.kind is None else [move.kind]
                    true = any((move.source, move.target) in ways.get(one, ()) for one in kinds)
                    assert true, f"seed {seed}: {move.line()}, but {ways}"
                    whole += move.count
                else:
                    half += move.count
    return whole, half


def told(state: State, before: events.Seen, after: events.Seen) -> list[events.Move]:
    return events._moves(state, before, after)


# games in which a seat can't tell where everything goes: hidden hands change places, a deck is shuffled
UNTOLD = {"bazaar", "homestead", "knockout"}


@pytest.mark.parametrize("game", ["banquet", "bazaar", "homestead", "knockout", "liars_dice", "pig", "whist"])
def test_no_move_is_told_that_did_not_happen(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, module = built(GALLERY / f"{game}.yaml", tmp_path)
    witness = Witness(monkeypatch)
    whole = half = 0
    for players in range(program.players[0], program.players[1] + 1):
        for seed in range(2):
            engine, oracle = pair(program, module, players, {}, {})
            one, other = played(engine, oracle, witness, seed, 100)
            whole, half = whole + one, half + other
    assert whole
    assert half == 0 or game in UNTOLD, f"{whole} moves whole, {half} with one side"


def test_two_moves_at_once_are_told_apart(tmp_path: Path) -> None:
    spec = tmp_path / "two.yaml"
    spec.write_text(TWO, encoding="utf-8")
    _, module = built(spec, tmp_path)
    state = module.Game(players=2).new_initial_state(seed=1)
    state.apply_action(state.legal_actions()[0])
    trade = next(event for event in state.events(0, 0) if event["action"] == "trade")
    coins = [(m["from"], m["to"]) for m in trade["moves"] if m["kind"] == "coin"]
    assert sorted(coins) == [("green", "blue"), ("red", "gold")]
    assert state.log(0)[0].endswith("from cup to thrown") and "Die(" in state.log(0)[0]
