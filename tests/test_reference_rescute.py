"""The generated engine against a plain engine written from the rules digest alone, on the spec's tables.

The two ask differently. Where an order means nothing the engine has one only: picks go up in the order of
the cards, an exchange is one assignment, pairs of tokens go up, foster pets are picked before the first is
given away. It asks for the pet before the education tokens, and offers `stop` alone where only a seat's
secret cards say that nothing else is possible; the plain one goes on there.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

import rulesc_runtime
from tests.reference import rescute_tables as tables
from tests.reference.rescute import RELAXATIONS, TOKENS, Move, Outcome, Player, Rescute, check

ROOT = Path(__file__).parent.parent
GAMES = int(os.environ.get("RULESC_REFERENCE_GAMES", "8"))
# The engine's other readings, with the plain engine's names for them.
OTHER_READINGS = {
    ("U-R2", "round_over"): ("U-R2", "all_passed"),
    ("U-R3", "none_allowed"): ("U-R3", "none_allowed"),
    ("U-R4", "per_action"): ("U-R4", "once_per_action"),
    ("U-R7", "free"): ("U-R7", "not_foster"),
    ("U-R8", "not_counted"): ("U-R8", "not_counted"),
    ("U-R10", "floor"): ("U-R10", "floor"),
    ("U-R13", "single"): ("U-R13", "one"),
    ("U-R14", "under_deck"): ("U-R14", "under_deck"),
    ("U-R25", "end_of_round"): ("U-R25", "round_end"),
    ("U-R28", "whenever"): ("U-R28", "whenever"),
    ("U-R32", "free"): ("U-R32", "free_moves"),
    ("U-R35", "needed"): ("needless_tokens", "forbidden"),
    ("U-R36", "within"): ("exchange_times", "any_time"),
}
# By the name of a decision: what the plain engine calls it, and its moves in the engine's words.
DIRECT: dict[str, tuple[str, dict[str, str]]] = {
    "leave": ("return_pet", {"return_pet": "leave"}),
    "give_back": ("return_adopter", {"return_adopter": "give_back"}),
    "leave_task": ("return_task", {"return_task": "leave_task"}),
    "play_as": ("character", {"character": "play_as"}),
    "discard_one": ("event_adopter", {"event_adopter": "discard_one"}),
    "house": ("house", {}),
    "rescue": ("take_pet", {"open": "rescue", "blind": "rescue_blind", "stop": "stop"}),
    "patient": ("treat", {"treat": "patient"}),
    "adopt": ("adopter", {"adopter": "adopt", "stop": "stop"}),
    "under_deck": ("under", {"under": "under_deck"}),
    "put_under": ("under", {"under": "put_under"}),
    "hand_over": ("adoptee", {"adoptee": "hand_over", "stop": "stop"}),
    "keep_task": ("keep_task", {"keep_task": "keep_task"}),
    "take_star": ("star", {"star": "take_star"}),
    "raise_funds": ("stall", {}),
    "drop_task": ("drop_task", {"drop_task": "drop_task"}),
    "pair": ("pair", {"pair": "pair"}),
    "settle": ("cafe_move", {"to_cafe": "settle", "stop": "stop"}),
    "replace": ("replace", {"replace": "replace", "stop": "stop"}),
}
# What the plain engine calls otherwise.
WORDS: dict[Move, tuple[str, ...]] = {
    ("home",): ("house", "home"),
    ("cafe",): ("house", "cafe"),
    ("stall", "money"): ("raise_funds",),
    ("stall", "volunteer"): ("recruit",),
}
# The engine's slots of a seat, by what they are in the plain engine.
AMOUNTS: dict[str, Callable[[Player], int]] = {
    "money": lambda player: player.money,
    "fame": lambda player: player.reputation,
    "limit": lambda player: player.adopter_limit,
    "star_tokens": lambda player: player.star_tokens,
    "lessons": lambda player: player.fresh,
    "used": lambda player: player.used,
    "wings": lambda player: player.expansions,
    "aid": lambda player: player.food_aid,
}
RISING = ("pair", "settle", "replace")  # picks that go up
PLACES = {place: name for name, place in tables.PLACE.items()}
Label = tuple[str, ...]


class Pair:
    """Both engines in one position; each decision is compared, and then taken in both."""

    def __init__(self, players: int, starter: int, readings: dict[str, str], seed: int) -> None:
        module = rulesc_runtime.load("rescute", ROOT / "generated")
        options = {"opener": f"p{starter + 1}"}
        game = module.Game(players=players, options=options, rulings=readings, chance="explicit")
        self.mine = game.new_initial_state()
        theirs = dict([("exchange_times", "around_action"), *(OTHER_READINGS[r] for r in readings.items())])
        self.other = Rescute(players, starter, theirs, tables.of_spec())
        self.chooser = random.Random(seed)
        self.queue: list[Move] = []  # what the plain engine does as soon as it is asked
        self.sent = self.swapped = False
        self.picks: list[str] = []  # in the picking that goes on
        self.leaving: list[str] = []  # café pets of an exchange
        self.apart = False  # whether this exchange was asked for by itself
        self.regrouped = False  # whether the latest step of an action was an exchange
        self.pet = ""  # finds a home, and its tokens are asked for
        self.seen: Counter[str] = Counter()

    def play(self) -> Counter[str]:
        while True:
            self.go_on()
            if self.mine.is_terminal():
                break
            if self.mine.is_chance_node():
                self.draw()
            else:
                self.decide()
        assert self.other.pending() == "over"
        assert tuple(self.mine.scores()) == self.other.scores()
        parts = [list(self.other.score_parts(seat).values()) for seat in self.other.seats]
        assert [list(sheet.values()) for sheet in self.mine.score_sheet()] == parts
        best = [seat for seat, place in enumerate(self.mine.ranking()) if place == 1]
        assert tuple(best) == self.other.winners()
        return self.seen

    def go_on(self) -> None:
        """Let the plain engine do what is decided, and draw cards whose order is known."""
        while True:
            if self.other.pending() == "decision" and self.queue:
                self.other.apply(self.queue.pop(0))
            elif self.other.pending() == "chance" and self.known_card():
                self.other.draw(next(iter(self.other.chance())))
            else:
                return

    def known_card(self) -> bool:
        what = str(next(iter(self.other.chance()))[0])
        other = self.other
        decks = {"adopter": other.adopter_deck, "task": other.task_deck, "market": other.star_deck}
        return what in decks and not decks[what].unknown and bool(decks[what].below)

    # ---- chance ----------------------------------------------------------------------------

    def draw(self) -> None:
        mine, other = self.mine, self.other
        ours = {mine.action_to_string(-1, a): (a, p) for a, p in mine.chance_outcomes()}
        its: dict[str, list[Outcome]] = {}
        for outcome in other.chance():
            its.setdefault(tables.kind(str(outcome[-1])), []).append(outcome)
        name = self.chooser.choice(sorted(ours))
        if set(ours) <= set(tables.EVENTS):  # the engine draws six of them first; the plain one, one a round
            assert set(ours) <= set(its) or not set(its) & set(tables.EVENTS)
        else:
            assert set(ours) == set(its), self.told(ours, its)
            cards = sum(len(outcomes) for outcomes in its.values())
            assert all(abs(ours[x][1] - len(its[x]) / cards) < 1e-9 for x in its)
        mine.apply_action(ours[name][0])
        if name in its:
            other.draw(its[name][0])

    # ---- decisions -------------------------------------------------------------------------

    def decide(self) -> None:
        seat = self.mine.current_player()
        ours: dict[Label, int] = {}
        for action in self.mine.legal_actions():
            ours[tuple(str(x) for x in self.mine.action_to_struct(seat, action).values())] = action
        asked = self.mine.game.tables.decisions[self.mine.pc].name
        self.seen[asked] += 1
        if asked == "visit" and not self.sent and self.asks(asked, seat):
            self.same_position(seat)
        wanted = self.wanted(asked) if self.asks(asked, seat) else {("stop",)}
        if wanted == {("stop",)} and self.regrouped:
            ours.pop(("exchange",), None)  # twice in a row comes to the same, and the plain engine goes on
        assert set(ours) == set(wanted), (asked, self.told(ours, wanted))
        label = self.chooser.choice(sorted(ours))
        self.mine.apply_action(ours[label])
        self.take(asked, label, self.asks(asked, seat))

    def same_position(self, seat: int) -> None:
        """At the start of a turn all that lies on the table is the same, and so are the seat's hands.

        The plain engine's own check sees that no pet, card, volunteer or money was lost.
        """
        other = self.other
        check(other)
        view = self.mine.view(seat)
        slots, zones = view["slots"], view["zones"]
        for number, player in enumerate(other.players):
            name = f"p{number + 1}"
            assert {slot: slots[slot][name] for slot in AMOUNTS} == {s: f(player) for s, f in AMOUNTS.items()}
            for zone in ("home", "cafe", "adopted", "stars"):
                assert zones[zone][name] == Counter(map(tables.kind, getattr(player, zone)))
            assert zones["tokens"][name] == {t: n for t, n in player.tokens.items() if n}
            assert zones["ready"][name].get(name, 0) == player.volunteers
            assert zones["reserve"][name] == player.reserve
        me = other.players[seat]
        assert zones["adopters"][f"p{seat + 1}"] == Counter(map(tables.kind, me.adopters))
        assert zones["tasks"][f"p{seat + 1}"] == Counter(me.tasks)
        assert zones["shelter"] == Counter(other.shelter)
        assert zones["market"] == [tables.kind(card) for card in other.market]
        assert zones["bag"] == len(other.bag.cards())
        for deck, cards in (("adopter", other.adopter_deck), ("task", other.task_deck)):
            piles = zones[f"{deck}_deck"], zones[f"{deck}_under"], sum(zones[f"{deck}_out"].values())
            assert piles == (len(cards.unknown), len(cards.below), len(cards.discards))
        assert {pet for pet, up in slots["treated"].items() if up} == other.treated

    def told(self, ours: Iterable[object], theirs: Iterable[object]) -> str:
        here = sorted(str(x) for x in ours), sorted(str(x) for x in theirs)
        return f"ours {here[0]}, theirs {here[1]}, {self.other.snapshot()}"

    def asks(self, asked: str, seat: int) -> bool:
        """Whether the plain engine asks the same."""
        other = self.other
        if other.pending() != "decision" or other.seat() != seat:
            return False
        match asked:
            case "visit":
                return other.decision() == ("after" if self.sent else "act")
            case "to_adopter" | "relax":
                return other.decision() == "relax"
            case "foster_adoption":
                return other.decision() == "foster"
            case "exchange" | "show_task" | "from_cafe" | "to_cafe":
                return other.decision() in ("act", "after", "adopter", "settle")
            case _:
                return other.decision() == DIRECT[asked][0]

    def wanted(self, asked: str) -> set[Label]:
        """What the engine should offer, by what the plain one does."""
        other = self.other
        legal = other.legal()
        match asked:
            case "visit":
                places = {("visit", PLACES[move[1]]) for move in legal if move[0] == "place"}
                stop = {("stop",)} if self.sent or ("pass",) in legal else set()
                return places | self.claims() | (set() if self.swapped else self.exchange()) | stop
            case "exchange":
                return self.exchange() | {("pass",)}
            case "show_task":
                return self.claims() | {("stop",)}
            case "from_cafe":
                return self.from_cafe()
            case "to_cafe":
                return self.to_cafe()
            case "to_adopter":
                return {("to_adopter", pet) for pet in self.matches()}
            case "relax":
                return {("relax", str(number)) for number in self.matches()[self.pet]}
            case "foster_adoption":
                pets = self.rising("pets", [move[1] for move in legal if move[0] == "foster"])
                return {("foster_adoption", pet) for pet in pets} | {("stop",)}
            case "pair":
                return {("pair", token) for token in self.pairs()}
            case _:
                labels = {found for move in legal if (found := self.label(asked, move)) is not None}
                if asked not in RISING:
                    return labels
                table = "pets" if asked == "settle" else "adopters"
                up = self.rising(table, [label[1] for label in labels if label != ("stop",)])
                return {(asked, x) for x in up} | (labels & {("stop",)})

    def claims(self) -> set[Label]:
        return {("show_task", move[1]) for move in self.other.legal() if move[0] == "claim"}

    def exchange(self) -> set[Label]:
        steps = ("exchange", "to_cafe", "to_home")
        return {("exchange",)} if any(move[0] in steps for move in self.other.legal()) else set()

    def rising(self, table: str, cards: list[str]) -> list[str]:
        """The cards that are not before the latest pick."""
        order = tables.order(table)
        last = order.index(self.picks[-1]) if self.picks else 0
        gone = set(self.picks) if table == "pets" else set()
        return [card for card in cards if order.index(card) >= last and card not in gone]

    def from_cafe(self) -> set[Label]:
        """The next café pet of an exchange, if it can still come to an exchange."""
        player = self.other.players[self.other.seat()]
        free = self.readings_free()
        many = len(self.picks)
        labels: set[Label] = set()
        if many < len(player.cafe) and (free or many < len(player.home)):
            labels |= {("from_cafe", pet) for pet in self.rising("pets", player.cafe)}
        if many and (free or len(player.home) >= many):
            labels.add(("stop",))
        if free and not many and player.home and self.other._cafe_space(self.other.seat()):
            labels.add(("stop",))
        return labels

    def readings_free(self) -> bool:
        return self.other.readings["U-R32"] == "free_moves"

    def to_cafe(self) -> set[Label]:
        """The next home pet of an exchange."""
        player = self.other.players[self.other.seat()]
        room = self.other._home_space(self.other.seat())
        if self.readings_free():
            least = max(len(self.leaving) - room, 0 if self.leaving else 1)
            most = min(len(player.home), 2 - len(player.cafe) + len(self.leaving))
        else:
            least = most = len(self.leaving)
        done = len(self.picks)
        up = self.rising("pets", player.home)
        order = tables.order("pets")
        labels: set[Label] = set()
        if done < most:
            for pet in up:
                behind = sum(1 for x in up if order.index(x) > order.index(pet))
                if done + 1 + behind >= least:
                    labels.add(("to_cafe", pet))
        if least <= done and least != most:
            labels.add(("stop",))
        return labels

    def matches(self) -> dict[str, dict[int, str]]:
        """For each pet that the adopter can take, the numbers of tokens, and one way for each."""
        found: dict[str, dict[int, str]] = {}
        seat = self.other.seat()
        for _, how in self.other.legal():
            for pet in self.other._matches(seat, self.other.card, RELAXATIONS[how]):
                found.setdefault(pet, {}).setdefault(len(RELAXATIONS[how]), how)
        return found

    def pairs(self) -> list[str]:
        """The kinds of which a pair may be next, if pairs go up."""
        tokens = self.other.players[self.other.seat()].tokens
        first = TOKENS.index(self.picks[-1]) if self.picks else 0
        left = {t: sum(tokens[u] // 2 for u in TOKENS[TOKENS.index(t) :]) for t in TOKENS}
        return [t for t in TOKENS[first:] if tokens[t] >= 2 and left[t] >= self.other.missing]

    # ---- the same in the plain engine ------------------------------------------------------

    def take(self, asked: str, label: Label, asks: bool) -> None:
        """Carry the engine's choice out in the plain engine, if that asks for it."""
        other = self.other
        if asked not in ("from_cafe", "to_cafe", "foster_adoption", *RISING):
            self.picks = []
        if asked in ("visit", "exchange", "show_task"):
            self.take_free_step(asked, label, asks)
        elif asked == "from_cafe":
            if label != ("stop",):
                self.picks.append(label[1])
            self.leaving = list(self.picks)
            if self.next_asked() != "from_cafe":
                self.picks = []
                self.exchange_now(())
        elif asked == "to_cafe":
            if label != ("stop",):
                self.picks.append(label[1])
            self.exchange_now(self.picks)
        elif asked == "to_adopter":
            self.pet = label[1]
            numbers = self.matches()[self.pet]
            if self.next_asked() != "relax":
                assert len(numbers) == 1
                self.adopt(next(iter(numbers.values())))
            else:
                assert len(numbers) > 1
        elif asked == "relax":
            self.adopt(self.matches()[self.pet][int(label[1])])
        elif asked == "foster_adoption":
            if label != ("stop",):
                self.picks.append(label[1])
            if self.next_asked() != "foster_adoption":
                cafe = len(other.players[other.seat()].cafe)
                self.queue += [("foster", pet) for pet in self.picks]
                self.queue += [("stop",)] if len(self.picks) < cafe else []
                self.picks = []
        elif asks:
            other.apply(self.same(asked, label))
            if asked in RISING:
                self.picks = [*self.picks, *label[1:]] if self.next_asked() == asked else []

    def next_asked(self) -> str:
        if self.mine.is_terminal() or self.mine.is_chance_node():
            return ""
        return str(self.mine.game.tables.decisions[self.mine.pc].name)

    def same(self, asked: str, label: Label) -> Move:
        return next(move for move in self.other.legal() if self.label(asked, move) == label)

    def label(self, asked: str, move: Move) -> Label | None:
        """The plain engine's move in the engine's words; None: a free step, asked for apart."""
        if move in WORDS:
            return WORDS[move]
        word = DIRECT[asked][1].get(move[0])
        return None if word is None else (word, *(tables.kind(x) for x in move[1:]))

    def adopt(self, how: str) -> None:
        self.regrouped = False
        self.other.apply(("relax", how))
        self.other.apply(("adoptee", self.pet))

    def take_free_step(self, asked: str, label: Label, asks: bool) -> None:
        other = self.other
        match label:
            case ("visit", place):
                other.apply(("place", tables.PLACE[place]))
                self.sent, self.swapped, self.regrouped = True, False, False
            case ("show_task", task):
                other.apply(("claim", task))
            case ("exchange",):
                self.swapped = asked == "visit"
                self.apart = asked == "exchange"
            case _ if asked == "visit":
                if asks and not self.sent:
                    other.apply(("pass",))
                if asks and other.pending() == "decision" and other.decision() == "after":
                    other.apply(("end",))
                self.sent = self.swapped = False
            case _ if asks:
                self.end_pause(asked)

    def end_pause(self, asked: str) -> None:
        """In the settlement, the plain engine ends a pause when the engine has asked all of it."""
        other = self.other
        last = "show_task" if other.readings["U-R28"] == "whenever" else "exchange"
        if asked == last and other.pending() == "decision" and other.decision() == "settle":
            other.apply(("stop",))

    def exchange_now(self, arriving: Iterable[str]) -> None:
        """When all of an exchange is picked, the plain engine makes it, pet by pet."""
        if self.next_asked() == "to_cafe":
            return
        out, into = list(self.leaving), list(arriving)
        while out and into:
            self.other.apply(("exchange", out.pop(), into.pop()))
        for pet in out:
            self.other.apply(("to_home", pet))
        for pet in into:
            self.other.apply(("to_cafe", pet))
        self.picks, self.leaving = [], []
        if self.apart:
            self.regrouped = True
            self.end_pause("exchange")


def play(players: int, readings: dict[str, str], seed: int) -> Counter[str]:
    return Pair(players, seed % players, readings, seed).play()


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_legal_moves_and_scores_agree(players: int) -> None:
    for seed in range(GAMES):
        play(players, {}, seed)


@pytest.mark.parametrize("reading", OTHER_READINGS, ids="-".join)
def test_other_readings_agree(reading: tuple[str, str]) -> None:
    for seed in range(max(2, GAMES // 4)):
        play(2 + seed % 3, dict([reading]), seed)
