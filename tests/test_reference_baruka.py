"""The generated engine against a plain engine written from the rules digest alone.

Both play with the spec's tables. The two ask differently: the plain one asks for a totem and its cell one
after the other, only asks in a window who can play an oracle, and doesn't ask where nothing can be done; so
whatever is without a choice is played on each side by itself, and the rest is compared.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import rulesc_runtime
from tests.reference import baruka_data as data
from tests.reference import baruka_tables
from tests.reference.baruka import SECRET, Baruka, Move, eagerness

ROOT = Path(__file__).parent.parent
GAMES = int(os.environ.get("RULESC_REFERENCE_GAMES", "6"))
# The engine's rulings and the plain engine's names of the same readings.
READINGS = {
    ("U-B1", "refilled_first"): "refill_first",
    ("U-B4", "in_full"): "cumulative",
    ("U-B11", "around"): "around",
    ("U-B12", "after_changes"): "after_changes",
    ("U-B14", "does_not"): "no",
    ("U-B15", "never_below"): "not_below_zero",
    ("U-B17", "one_totem"): "at_least_one",
    ("U-B18", "may_be_laid"): "may_be_laid",
    ("U-B23", "moves_too"): "moves_too",
    ("U-B24", "one_tile"): "one_expansion",
    ("U-B30", "chosen_closes"): "chosen_closes",
    ("U-B32", "old_order"): "current_order",
    ("U-B33", "out_of_game"): "out_of_game",
    ("U-B35", "next_round"): "next_round",
}
Path_ = tuple[Move, ...]  # the plain engine's moves that together are one of the engine's
Told = tuple[str, Path_, int]  # the engine's move, the plain engine's, how eager players are for it


# ---- the engine's moves, each with the plain engine's that come to the same -------------------


def moves(other: Baruka, seat: int, eager: bool) -> Iterator[Told]:
    step = other.waiting
    assert step is not None
    for move in other.legal(seat):
        match move:
            case ("turn", "totem" | "expansion", *_) | ("make", "resources"):
                clone = other.clone()
                clone.apply(move, seat)
                for text, path, weight in moves(clone, seat, eager):
                    yield text, (move, *path), weight
            case ("close", color, *cells):
                yield closing(other, str(color), [int(at) for at in cells]), (move,), 1
            case ("cell", row, column):
                weight = eagerness(other, move) if eager else 1
                yield f"place_totem(r{row}c{column}, {step.what})", (move,), weight
            case ("skill_pick", row, column):
                name = "set_down" if step.what == "second" else "lift"
                yield f"{name}(r{row}c{column})", (move,), 1
            case ("give_up", "done") | ("oracle", "pass"):
                yield plain(move), (move,), 20 if eager and move[0] == "give_up" else 1
            case _:
                yield plain(move), (move,), 3 if move == ("make", "purple") else 1


def plain(move: Move) -> str:
    match move:
        case ("draft", card):
            return f"pick({card})"
        case ("give_up" | "prepare", "done") | ("turn", "end"):
            return "stop"
        case ("oracle" | "hire", "pass"):
            return "pass"
        case ("give_up" | "hire" | "pay" | "grand" as name, what):
            return f"{name}({what})"
        case ("prepare", "expansion", "altar"):
            return "put_cell"
        case ("prepare", "expansion", color):
            return f"put_plus({color})"
        case ("prepare", slot, color):
            return f"put({slot}, {color})"
        case ("oracle", card):
            return f"claim({card})"
        case ("turn", "skill", helper):
            return f"use_helper({helper})"
        case ("lay", row, column):
            return f"lay_cell(r{row}c{column})"
        case ("skill_totem", color):
            return f"plant({color})"
        case ("skill_cell", row, column):
            return f"set_down(r{row}c{column})"
        case ("basic", color):
            return f"take({color})"
        case ("make", "purple"):
            return "make_purple"
        case ("take", "expansion"):
            return "make_tile"
        case ("take", color):
            return f"take({color})"
    raise AssertionError(move)


def closing(other: Baruka, color: str, cells: list[int]) -> str:
    """Five of a longer line by how many lie behind the totem just placed, a block by its corners."""
    row, column, last_row, last_column = cells
    if color == "blue":
        return f"close_block(r{row}c{column}_r{last_row}c{last_column})"
    placed = next(step.cell for step in other.agenda if step.name == "close_eyes")
    return f"close_back({max(abs(placed[0] - row), abs(placed[1] - column))})"


# ---- a game on both sides ------------------------------------------------------------------------


class Match:
    """One game, played by both."""

    def __init__(
        self, players: int, options: Mapping[str, object], rulings: Mapping[str, str], seed: int
    ) -> None:
        module = rulesc_runtime.load("baruka", ROOT / "generated")
        self.chooser = random.Random(seed)
        self.eager = seed % 2 == 1  # half of the games: others hardly complete anything
        first = self.chooser.randrange(players)
        given = {**options, "first": f"p{first + 1}"}
        game = module.Game(players=players, options=given, rulings=rulings, chance="explicit")
        self.mine = game.new_initial_state()
        drawn = self.setup()
        order = [(first + i) % players for i in range(players)]
        helpers, dealt = drawn[:9], drawn[9:]
        hands = {seat: dealt[11 * i : 11 * i + 11] for i, seat in enumerate(order)}
        self.other = Baruka(
            players,
            str(options.get("layout", "easy")),
            order,
            [hands[seat][0] for seat in range(players)],
            {uid: READINGS[uid, reading] for uid, reading in rulings.items()},
            bool(options.get("draft", False)),
            [int(str(options.get("penalty", 0)))] * 3,
            baruka_tables.of_spec(),
        )
        for name in [*helpers, *(card for seat in range(players) for card in hands[seat][1:])]:
            (outcome,) = [o for o in self.other.chance() if o[-1] == name]
            self.other.draw(outcome)

    def setup(self) -> list[str]:
        """Draw for the engine until the first decision; what was drawn."""
        drawn = []
        while self.mine.is_chance_node():
            action = self.chooser.choice(self.mine.legal_actions())
            drawn.append(self.mine.action_to_string(-1, action))
            self.mine.apply_action(action)
        return drawn

    def play(self) -> None:
        while True:
            self.unasked()
            if self.other.pending() == "over":
                break
            self.compare()
            if self.other.pending() == "chance":
                self.draw()
            else:
                self.decide()
        assert self.mine.is_terminal()
        assert tuple(self.mine.scores()) == self.other.scores()
        for seat, parts in enumerate(self.mine.score_sheet()):
            assert list(parts.values()) == list(self.other.score_parts(seat).values())
        best = [seat for seat, place in enumerate(self.mine.ranking()) if place == 1]
        assert tuple(best) == self.other.winners()

    def unasked(self) -> None:
        """What either side is without a choice in, but for simultaneous decisions."""
        mine, other = self.mine, self.other
        while mine.current_player() >= 0 and len(mine.legal_actions()) == 1:
            mine.apply_action(mine.legal_actions()[0])
        while other.pending() == "decision" and other.decision() not in SECRET:
            if len(other.legal()) != 1:
                break
            other.apply(other.legal()[0])

    def draw(self) -> None:
        assert self.mine.is_chance_node(), self.other.snapshot()
        its = {str(outcome[-1]): outcome for outcome in self.other.chance()}
        ours = {self.mine.action_to_string(-1, a): a for a in self.mine.legal_actions()}
        assert set(its) == set(ours)
        kind = self.chooser.choice(sorted(its))
        self.other.draw(its[kind])
        self.mine.apply_action(ours[kind])

    def decide(self) -> None:
        acting = self.other.acting()
        assert list(self.mine.acting_players()) == acting, self.other.snapshot()
        seat = self.chooser.choice(acting)
        told = list(moves(self.other, seat, self.eager))
        wanted = {text: path for text, path, _ in told}
        found = {self.mine.action_to_string(seat, a): a for a in self.mine.legal_actions(seat)}
        assert set(wanted) == set(found), (sorted(set(wanted) ^ set(found)), self.other.snapshot())
        (text,) = self.chooser.choices([text for text, _, _ in told], [weight for _, _, weight in told])
        self.mine.apply_action(found[text], seat)
        for move in wanted[text]:
            self.other.apply(move, seat)

    def compare(self) -> None:
        """What lies on the altar, who has what, and the order of play."""
        if self.other.decision() in (*SECRET, "grand", "close") or self.other.in_hand is not None:
            return  # in the midst of something
        view, other = self.mine.view(None), self.other
        zones, slots = view["zones"], view["slots"]
        lying = {cell: next(iter(held)) for cell, held in zones["altar"].items() if held}
        assert lying == {f"r{r}c{c}": totem.color for (r, c), totem in other.totems.items()}
        closed = {f"r{r}c{c}" for (r, c), totem in other.totems.items() if not totem.open}
        assert set(slots["closed"]) == closed
        assert set(slots["cells"]) == {f"r{r}c{c}" for r, c in other.cells}
        assert slots["round"] == other.round
        assert list(slots["order"].values())[: len(other.order)] == [f"p{s + 1}" for s in other.order]
        assert counted(zones["supply"]) == {c: other.supply[c] for c in data.COLORS if other.supply[c]}
        assert sum(zones["tiles"].values()) == other.supply[data.EXPANSION]
        for seat, player in enumerate(other.players):
            name = f"p{seat + 1}"
            assert slots["score"][name] == player.score, (name, other.snapshot())
            assert counted(zones["stock"][name]) == {
                c: n for c, n in player.stock.items() if n and c != data.EXPANSION
            }
            assert sum(zones["expansions"][name].values()) == player.stock[data.EXPANSION]
            assert set(zones["helpers"][name]) == set(player.helpers)
            assert set(zones["completed"][name]) == set(player.played)
            assert {c: n for c, n in slots["cubes"][name].items() if c != "purple"} == player.cubes


def counted(held: Mapping[str, int]) -> Counter[str]:
    return Counter({kind: count for kind, count in held.items() if count})


@pytest.mark.parametrize("layout", ["easy", "hard"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_legal_moves_and_scores_agree(players: int, layout: str) -> None:
    for seed in range((GAMES + 1) // 2):
        Match(players, {"layout": layout}, {}, seed).play()


@pytest.mark.parametrize("house", [{"draft": True}, {"penalty": 2}], ids=str)
def test_house_rules_agree(house: Mapping[str, object]) -> None:
    for seed in range(GAMES // 6 or 1):
        Match(2 + seed % 3, house, {}, seed).play()


@pytest.mark.parametrize(("uid", "reading"), READINGS, ids=str)
def test_other_readings_agree(uid: str, reading: str) -> None:
    for seed in range(GAMES // 2 or 1):
        Match(2 + seed % 3, {}, {uid: reading}, seed).play()
