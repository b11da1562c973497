"""Games of the gallery against plain Python written from their rules: legal moves and scores."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping
from pathlib import Path

import pytest

import rulesc_runtime
from rulesc_runtime import State
from tests.reference.gallery import OpenAuction, SealedBids, Whist, deck

ROOT = Path(__file__).parent.parent
GAMES = int(os.environ.get("RULESC_REFERENCE_GAMES", "30"))


def first(name: str, players: int, **options: bool) -> State:
    module = rulesc_runtime.load(name, ROOT / "generated")
    state: State = module.Game(players=players, options=options, chance="explicit").new_initial_state()
    return state


def moves(state: State, seat: int) -> dict[str, int]:
    return {state.action_to_string(seat, action): action for action in state.legal_actions(seat)}


def test_whist() -> None:
    for seed in range(GAMES):
        chooser = random.Random(seed)
        cards = chooser.sample(deck(), 32)
        trump = chooser.choice(("clubs", "diamonds", "hearts", "spades"))
        other = Whist([cards[8 * seat : 8 * seat + 8] for seat in range(4)], trump)
        state = first("whist", 4)
        for suit, rank in cards:
            draw(state, f"{suit}_{rank}")
        draw(state, trump)
        while not other.over():
            assert state.acting_players() == (other.turn,)
            mine = moves(state, other.turn)
            assert sorted(mine) == sorted(f"play({suit}_{rank})" for suit, rank in other.legal())
            suit, rank = chooser.choice(other.legal())
            state.apply_action(mine[f"play({suit}_{rank})"])
            other.play((suit, rank))
        assert state.is_terminal()
        assert list(state.scores()) == other.scores()


def draw(state: State, kind: str) -> None:
    named = {state.action_to_string(-1, outcome): outcome for outcome in state.legal_actions()}
    state.apply_action(named[kind])


@pytest.mark.parametrize("second_price", [False, True])
def test_sealed_bids(second_price: bool) -> None:
    for seed in range(GAMES):
        chooser = random.Random(seed)
        players, lots = chooser.randint(2, 4), chooser.sample(range(1, 11), 6)
        other = SealedBids(players, lots, second_price)
        state = first("sealed_bids", players, second_price=second_price)
        for lot in lots:
            draw(state, str(lot))
            bids = []
            for seat in range(players):
                mine = moves(state, seat)
                assert list(mine) == [f"name_price({coin})" for coin in range(other.coins[seat] + 1)]
                bids.append(chooser.randint(0, min(4, other.coins[seat])))
            state.apply_actions([moves(state, seat)[f"name_price({bids[seat]})"] for seat in range(players)])
            other.bid(bids)
            assert coins(state) == other.coins
        assert other.over() and state.is_terminal()
        assert list(state.scores()) == other.scores()


def coins(state: State) -> list[int]:
    slots = state.view(None)["slots"]
    assert isinstance(slots, Mapping)
    return list(slots["coins"].values())


def test_open_auction() -> None:
    for seed in range(GAMES):
        chooser = random.Random(seed)
        players, lots = chooser.randint(2, 4), chooser.sample(range(1, 11), 6)
        other = OpenAuction(players, lots)
        state = first("open_auction", players)
        left = list(lots)
        while not state.is_terminal():
            if state.is_chance_node():
                draw(state, str(left.pop(0)))
                continue
            assert state.acting_players() == (other.seat(),)
            mine = moves(state, other.seat())
            assert sorted(mine) == sorted([*(f"raise({coin})" for coin in other.legal()), "pass"])
            bid = chooser.choice([None, *other.legal()[:3]])
            state.apply_action(mine["pass" if bid is None else f"raise({bid})"])
            other.act(bid)
        assert other.over() and not left
        assert list(state.scores()) == other.scores()
