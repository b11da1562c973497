"""A plain, slow reference engine of the board game Rescute.

It is written from the rules digest alone; the ids in the docstrings and comments (R-.. clauses, U-R.. open
questions) are those of the digest.  The tables, all provisional, are in ``rescute_data``; a game can be given
other ``Tables``.  Nothing here is meant to be fast.

Driving a game
    ``pending()`` says what the game waits for:
    "chance"    ``chance()`` gives the possible outcomes with their weights, ``draw(outcome)`` imposes one;
    "decision"  ``seat()`` decides, ``decision()`` names the kind, ``legal()`` lists the moves and
                ``apply(move)`` carries one out;
    "over"      ``scores()``, ``score_parts(seat)``, ``winners()``.
    Nothing is drawn at random inside: every random outcome comes from outside, and so does the start player.

Outcomes of chance (tuples); pets, cards, tasks, events are named by their keys in the tables
    ("market", star)         a star card for the market (R-1: of cost 0; R-50, R-73)
    ("shelter", pet)         a pet for an open space of the shelter (R-5, R-26)
    ("pet", seat, pet)       a pet from the bag for a seat (R-11, R-26, an event)
    ("adopter", seat, card)  an adoption card for a seat (R-12, R-44, R-65, R-66, an event)
    ("task", seat, task)     a task for a seat (R-13, R-45)
    ("event", event)         the event of the round (R-4, R-20, U-R18)
    A deck whose shuffled part is used up goes on with the cards put under it, in order, and then with its
    discards, shuffled (U-R22); such a draw is asked for as well, be there only one outcome.  A draw from
    nothing does not take place.

Decisions and their moves (tuples); one is asked for even if only one move is legal, except as noted
    return_pet      ("return_pet", pet)          the one of six that goes back (R-11)
    return_adopter  ("return_adopter", card)     the one of five that goes back (R-12)
    return_task     ("return_task", task)        the one of three that goes back (R-13)
    character       ("character", name)          one of those left (R-14, U-R34)
    event_adopter   ("event_adopter", card)      the card discarded by an event
    act             ("place", place)             the mandatory action: the volunteer's place (R-21)
                    ("pass",)                    only if no place can be used (U-R2)
                    and the free steps           before the placement
    after           ("end",)                     the end of the turn
                    and the free steps           after the action; asked only if there is a free step
    take_pet        ("open", pet)  ("blind",)    the next pet taken (R-25, R-26, U-R3)
                    ("stop",)                    no more
    house           ("home",)  ("cafe",)         where the pet taken goes; only the owner of the foster cafe
                                                 is asked (R-53, U-R31)
    treat           ("treat", pet)               the pet trained, healed or groomed (R-29, R-32, R-34)
    adopter         ("adopter", card)            general venue: the adoption card played next (R-42)
                    ("stop",)                    no more; possible after the first adoption
                    and the free steps           after the first adoption
    relax           ("relax", "none" | "breed" | "need" | "both")
                                                 the requirements relaxed by education tokens (R-58)
    adoptee         ("adoptee", pet)             the pet adopted, at any venue (R-42, R-38, R-39)
                    ("stop",)                    mixed and overseas venue: no second one
    under           ("under", card)              the adoption card put under the deck (R-44, R-65)
    keep_task       ("keep_task", task)          the one of two that is kept (R-45)
    star            ("star", card)               the star card taken (R-48)
    pair            ("pair", token)              two tokens of this kind replace one that is missing (R-49)
    cafe_move       ("to_cafe", pet)  ("stop",)  moving pets on gaining the foster cafe (R-53)
    stall           ("stall", "money" | "volunteer")  what the star token is spent for (R-62)
    replace         ("replace", card)            the next adoption card replaced (R-65)
                    ("stop",)                    no more; possible after the first; with an empty hand the
                                                 next one is not asked for
    drop_task       ("drop_task", task)          a task too many, put under the deck (R-47)
    settle          ("stop",)                    go on with the settlement
                    and the free steps           before the rewards, and with U-R28 "whenever" after the
                                                 foster adoptions; asked only if there is a free step
    foster          ("foster", pet)  ("stop",)   the next foster adoption (R-54, R-70, U-R29); asked only
                                                 while there are foster pets
The free steps
    ("claim", task)                a fulfilled task is shown and discarded (R-22, R-46); in one's own turn
                                   before and after the action; with U-R28 "whenever" between two adoptions at
                                   the general venue and in one's own settlement as well
    ("exchange", cafe pet, home pet)  the two pets change places (R-53, U-R32): in one's own turn before the
                                   placement, between two adoptions at the general venue, after the action,
                                   and in one's own settlement before the rewards
    ("to_cafe", pet), ("to_home", pet)  at the same times, only with U-R32 "free_moves"
    Between two steps of other kinds a pet takes part in one exchange or move only; more would come to the
    same.

The order of the setup: market, shelter; then for each seat from the start player on its pets, adoption cards,
tasks and its character.

Readings: ``READINGS`` lists every open question that has a switch; the first value is the digest's reading.
Without a switch, since no other reading is named that could be played or told apart: U-R1, U-R5,
U-R9, U-R11, U-R12, U-R15, U-R17, U-R18, U-R21, U-R22, U-R23, U-R24, U-R26, U-R27, U-R30, U-R31, U-R33
(everybody has five start pets, so they never change a rank), U-R34.
"""

from __future__ import annotations

import copy
import random
import sys
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

from tests.reference.rescute_data import (
    ALL_ROUND,
    AT_END,
    CAFE,
    CATS,
    DEPOT,
    DOGS,
    GENERAL,
    GREEN,
    GROOMING,
    HOSPITAL,
    LARGE,
    LIMIT,
    MEDICAL,
    MIXED,
    MIXED_VENUE,
    NONE,
    NOW,
    ORIGINS,
    OVERSEAS,
    PROMOTION,
    PROVISIONAL,
    RIVER,
    SALON,
    SCHOOL,
    SHELTER,
    STALL,
    STAR,
    STORY_HOUSE,
    TOKEN_OF_ORIGIN,
    TOKENS,
    TRAINING,
    TREEHOUSE,
    Adopter,
    Tables,
)

Move = tuple[str, ...]
Outcome = tuple[str | int, ...]

# ---------------------------------------------------------------------- the readings

READINGS: dict[str, tuple[str, ...]] = {
    # Volunteers but no usable place: one volunteer is passed, or all of them?
    "U-R2": ("one_passed", "all_passed"),
    # Shelter, "up to 5": at least one, or none as well?
    "U-R3": ("at_least_one", "none_allowed"),
    # The new adoption cards of R-44: after each pet, or once after the action?
    "U-R4": ("per_pet", "once_per_action"),
    # Do treated pets count as "no special need" for an adopter?
    "U-R6": ("treated_is_no_need", "treated_is_special"),
    # Upkeep of the foster pets?
    "U-R7": ("all", "not_foster"),
    # Do foster pets count as rescued?
    "U-R8": ("counted", "not_counted"),
    # Splitting the awards of a tie: exact fractions, or rounded down?
    "U-R10": ("exact", "floor"),
    # The story house turns up all used tokens, or one?
    "U-R13": ("all", "one"),
    # Adoption cards replaced at the promotion stall: to the discard pile, or under the deck?
    "U-R14": ("discarded", "under_deck"),
    # Do the starting pets bring rescue tokens?
    "U-R16": ("no_tokens", "tokens"),
    # Cost-0 star cards not laid out in the setup: in the deck, or out of the game?
    "U-R19": ("in_deck", "removed"),
    # Does a star card bring its reward in the round of its acquisition?
    "U-R20": ("at_once", "next_round"),
    # The limit of two tasks: at the end of one's own turn, or in the settlement?
    "U-R25": ("turn_end", "round_end"),
    # Tasks: before or after the action of one's own turn; or whenever one's pets can have changed?
    "U-R28": ("own_turn", "whenever"),
    # Foster adoptions: optional, or all of them forced?
    "U-R29": ("optional", "forced"),
    # Foster cafe later: direct placing and exchanges only, or free moves as well?
    "U-R32": ("exchange_only", "free_moves"),
    # Not among the digest's questions.  May a token relax a requirement which the pet meets anyway?
    "needless_tokens": ("allowed", "forbidden"),
    # Not among the digest's questions.  Exchanges also within an action (between two general adoptions)?
    "exchange_times": ("any_time", "around_action"),
    # Not among the digest's questions.  The event's extra reputation: also for pets adopted with tokens?
    "general_bonus": ("every_pet", "without_tokens"),
    # Not among the digest's questions.  The market of the solo game: as for three players, or as for two?
    "solo_market": ("three", "two"),
}

# ---------------------------------------------------------------------- printed numbers

MAX_PLAYERS = 4
ROUNDS = 6
START_MONEY = 15
START_VOLUNTEERS = 4
RESERVE_VOLUNTEERS = 6
PETS_DRAWN, PETS_KEPT = 6, 5
ADOPTERS_DRAWN, ADOPTERS_KEPT = 5, 4
TASKS_DRAWN, TASKS_KEPT = 3, 2
TASK_LIMIT = 2
SHELTER_SPACES = 6
PETS_PER_RESCUE = 5
FEES = {SCHOOL: 3, HOSPITAL: 4, SALON: 2, STORY_HOUSE: 3, DEPOT: 8}
TREATMENT = {SCHOOL: TRAINING, HOSPITAL: MEDICAL, SALON: GROOMING}
VENUE_PETS = {GENERAL: 5, MIXED_VENUE: 2, OVERSEAS: 2}
ADOPTION_MONEY = 2
OTHER_VENUE_REPUTATION = 1
TOKEN_REPUTATION = 3
TASKS_OFFERED = 2
TOKENS_PER_MISSING = 2
STAR_CARD_LIMIT = 3
CAFE_SPACES = 2
EDUCATION_LIMIT = 3
EXPANSION_REPUTATION = 5
STALL_MONEY = 7
STAR_TOKEN_LIMIT = 2
ADOPTER_LIMIT = 4
UPKEEP_UNTREATED, UPKEEP_OTHER = 2, 1
MONEY_AFTER_AID = 7
AWARDS = (12, 8, 6, 4)
FOOD_AID_PENALTY = 5

NEED, BREED = "need", "breed"  # the requirements of an adopter
RELAXATIONS: dict[str, frozenset[str]] = {
    "none": frozenset(),
    "breed": frozenset({BREED}),
    "need": frozenset({NEED}),
    "both": frozenset({BREED, NEED}),
}

# ---------------------------------------------------------------------- pieces


@dataclass
class Deck:
    """A face-down deck: a shuffled part, cards put under it in order, and its discard pile."""

    unknown: list[str]
    below: list[str] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)

    def cards(self) -> list[str]:
        """All cards of the deck and of its discard pile."""
        return self.unknown + self.below + self.discards

    def next_cards(self) -> list[str]:
        """The cards that may be the top one (U-R22: the discards, shuffled, if there is no other card)."""
        if self.unknown:
            return self.unknown
        if self.below:
            return self.below[:1]
        return self.discards

    def take(self, card: str) -> None:
        """Take this card from the top."""
        if not self.unknown and not self.below:  # U-R22
            self.unknown, self.discards = self.discards, []
        if self.unknown:
            self.unknown.remove(card)
        else:
            self.below.remove(card)

    def put_under(self, card: str) -> None:
        """Put a card to the bottom."""
        self.below.append(card)

    def shuffle_in(self, card: str) -> None:
        """Put a card back and shuffle; only done in the setup, when nothing lies below."""
        self.unknown.append(card)


@dataclass
class Player:
    """What one seat has (R-10..R-14)."""

    money: int = START_MONEY
    volunteers: int = START_VOLUNTEERS  # in the home
    passed_volunteers: int = 0  # on the board without an action (U-R2)
    reserve: int = RESERVE_VOLUNTEERS
    home: list[str] = field(default_factory=list)  # the pets in the home and its expansions
    cafe: list[str] = field(default_factory=list)  # the pets in the foster area
    adopted: list[str] = field(default_factory=list)  # the pets beside the home
    adopters: list[str] = field(default_factory=list)  # the adoption cards in hand
    adopter_limit: int = ADOPTER_LIMIT
    tasks: list[str] = field(default_factory=list)
    character: str = ""
    stars: list[str] = field(default_factory=list)  # star cards
    new_stars: list[str] = field(default_factory=list)  # those of them acquired in this round (U-R20)
    tokens: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TOKENS, 0))  # rescue tokens
    fresh: int = 0  # education tokens, front up
    used: int = 0  # education tokens, turned over
    star_tokens: int = 0
    expansions: int = 0
    food_aid: int = 0
    reputation: int = 0


@dataclass(frozen=True)
class Step:
    """One thing to be done in the course of the game; decisions and draws are steps, too."""

    name: str
    seat: int = 0
    what: str = ""


CHANCES = ("first_market", "market", "shelter", "pet", "adopter", "task", "event")
DECISIONS = (
    "return_pet",
    "return_adopter",
    "return_task",
    "character",
    "event_adopter",
    "act",
    "after",
    "take_pet",
    "house",
    "treat",
    "adopter_card",
    "relax",
    "adoptee",
    "under",
    "keep_task",
    "star",
    "pair",
    "cafe_move",
    "stall",
    "replace",
    "drop_task",
    "settle",
    "foster",
)
# What a draw is for: it says where the card goes.
HAND, OFFER, START, RESCUE, EVENT = "hand", "offer", "start", "rescue", "event"


class Rescute:
    """The game of seats 0, 1, ...; seats are clockwise."""

    def __init__(
        self,
        players: int = 4,
        starter: int = 0,
        readings: dict[str, str] | None = None,
        tables: Tables = PROVISIONAL,
    ) -> None:
        """Setup; the start player is given (R-9)."""
        if players not in range(1, MAX_PLAYERS + 1):
            raise ValueError("one to four players")
        if starter not in range(players):
            raise ValueError("the start player is one of the seats")
        self.readings = {name: values[0] for name, values in READINGS.items()}
        for name, value in (readings or {}).items():
            if value not in READINGS.get(name, ()):
                raise ValueError(f"no such reading: {name} = {value}")
            self.readings[name] = value
        self.tables = tables
        self.seats = tuple(range(players))
        self.starter = starter

        # The pieces (R-1..R-8).
        self.star_deck = Deck(list(tables.stars))
        self.market: list[str] = []  # from the lowest space up
        self.removed_stars: list[str] = []  # U-R19
        two_spaces = players == 2 or (players == 1 and self.readings["solo_market"] == "two")
        self.market_spaces = 2 if two_spaces else 3
        self.task_deck = Deck(list(tables.tasks))
        self.event_deck = Deck(list(tables.events))
        self.old_events: list[str] = []
        self.event = ""  # the event of this round
        self.bag = Deck(list(tables.pets))
        self.shelter: list[str] = []
        self.adopter_deck = Deck(list(tables.adopters))
        self.treated: set[str] = set()  # the pets turned to their back
        self.workers: dict[str, list[int]] = {place: [] for place in tables.spaces}  # seats of volunteers
        self.bank = -START_MONEY * players  # money gone to the supply since the beginning; R-10
        self.players = [Player() for _ in self.seats]

        # The course of the game.
        self.round = 0
        self.agenda: list[Step] = []  # what has to be done, the next step first
        self.waiting: Step | None = None  # the draw or decision the game waits for
        self.over = False

        # The course of an action.
        self.count = 0  # pets taken or adopted, cards replaced so far
        self.pet = ""  # the pet that was taken and has no place yet
        self.card = ""  # the adoption card that is being matched
        self.relaxed: frozenset[str] = frozenset()  # its requirements that are relaxed
        self.played: list[str] = []  # adoption cards played or replaced, but not yet discarded
        self.offer: list[str] = []  # cards drawn of which one goes back
        self.star = ""  # the star card that is being paid
        self.missing = 0  # tokens that still have to be replaced
        self.moved: set[str] = set()  # pets that took part in an exchange since the last step of another kind

        self.agenda = self._setup_steps()
        self._run()

    # ------------------------------------------------------------------ the interface

    def pending(self) -> str:
        """What the game is waiting for: "chance", "decision" or "over"."""
        if self.over or self.waiting is None:
            return "over"
        if self.waiting.name in CHANCES:
            return "chance"
        return "decision"

    def seat(self) -> int:
        """The seat that decides."""
        assert self.waiting is not None
        return self.waiting.seat

    def decision(self) -> str:
        """The kind of the decision that is pending, "" without one."""
        if self.waiting is None or self.pending() != "decision":
            return ""
        if self.waiting.name == "adopter_card":
            return "adopter"
        return self.waiting.name

    def chance(self) -> dict[Outcome, int]:
        """The possible outcomes of the draw that is pending and their weights."""
        if self.waiting is None or self.pending() != "chance":
            return {}
        return self._outcomes(self.waiting)

    def draw(self, outcome: Outcome) -> None:
        """Carry out one of the possible outcomes of chance."""
        if outcome not in self.chance():
            raise ValueError(f"not a possible outcome: {outcome}")
        assert self.waiting is not None
        name, seat, what = self.waiting.name, self.waiting.seat, self.waiting.what
        self.waiting = None
        card = str(outcome[-1])
        if name in ("first_market", "market"):
            self.star_deck.take(card)
            self.market.append(card)
        elif name == "shelter":
            self.bag.take(card)
            self.shelter.append(card)
        elif name == "pet":
            self.bag.take(card)
            self._receive_pet(seat, card, what)
        elif name == "adopter":
            self.adopter_deck.take(card)
            (self.offer if what == OFFER else self.players[seat].adopters).append(card)
        elif name == "task":
            self.task_deck.take(card)
            (self.offer if what == OFFER else self.players[seat].tasks).append(card)
        elif name == "event":
            self.event_deck.take(card)
            self._reveal_event(card)
        self._run()

    def legal(self) -> list[Move]:
        """The legal moves of the decision that is pending."""
        if self.waiting is None or self.pending() != "decision":
            return []
        name, seat, what = self.waiting.name, self.waiting.seat, self.waiting.what
        player = self.players[seat]
        moves: list[Move] = []
        if name == "return_pet":
            moves = [("return_pet", pet) for pet in player.home]
        elif name == "return_adopter":
            moves = [("return_adopter", card) for card in player.adopters]
        elif name == "return_task":
            moves = [("return_task", task) for task in player.tasks]
        elif name == "character":
            moves = [("character", character) for character in self._free_characters()]
        elif name == "event_adopter":
            moves = [("event_adopter", card) for card in player.adopters]
        elif name == "act":
            moves = self._act_moves(seat)
        elif name == "after":
            moves = [*self._free_steps(seat), ("end",)]
        elif name == "take_pet":
            moves = self._take_moves(seat)
        elif name == "house":
            moves = self._house_moves(seat)
        elif name == "treat":
            moves = [("treat", pet) for pet in self._patients(seat, TREATMENT[what])]
        elif name == "adopter_card":
            moves = self._adopter_moves(seat)
        elif name == "relax":
            moves = [("relax", how) for how in self._relaxations(seat, self.card)]
        elif name == "adoptee":
            moves = self._adoptee_moves(seat, what)
        elif name == "under":
            moves = [("under", card) for card in (self.offer if what == OFFER else player.adopters)]
        elif name == "keep_task":
            moves = [("keep_task", task) for task in self.offer]
        elif name == "star":
            moves = [("star", card) for card in self._star_choices(seat)]
        elif name == "pair":
            moves = [("pair", token) for token in self._pairs(seat, self.star)]
        elif name == "cafe_move":
            moves = [*[("to_cafe", pet) for pet in player.home], ("stop",)]
        elif name == "stall":
            moves = self._stall_moves(seat)
        elif name == "replace":
            moves = [("replace", card) for card in player.adopters]
            if self.played:
                moves.append(("stop",))
        elif name == "drop_task":
            moves = [("drop_task", task) for task in player.tasks]
        elif name == "settle":
            moves = [*self._settlement_steps(seat, what), ("stop",)]
        elif name == "foster":
            moves = [*[("foster", pet) for pet in player.cafe], ("stop",)]
        return moves

    def apply(self, move: Move) -> None:
        """Carry out one of the legal moves."""
        if move not in self.legal():
            raise ValueError(f"not a legal move: {move}")
        assert self.waiting is not None
        step = self.waiting
        name, seat, what = step.name, step.seat, step.what
        player = self.players[seat]
        self.waiting = None
        choice = move[-1]
        if move[0] in ("claim", "exchange", "to_home") or (move[0] == "to_cafe" and name != "cafe_move"):
            self._do_free_step(seat, move, step)
            self._run()
            return
        self.moved = set()
        if name == "return_pet":
            player.home.remove(choice)
            self.bag.shuffle_in(choice)
            if self.readings["U-R16"] == "tokens":
                for pet in player.home:
                    self._gain_token(seat, pet)
        elif name == "return_adopter":
            player.adopters.remove(choice)
            self.adopter_deck.shuffle_in(choice)
        elif name == "return_task":
            player.tasks.remove(choice)
            self.task_deck.shuffle_in(choice)
        elif name == "character":
            player.character = choice
        elif name == "event_adopter":
            player.adopters.remove(choice)
            self.adopter_deck.discards.append(choice)
            self._next(Step("adopter", seat, HAND))
        elif name == "act":
            self._act(seat, move)
        elif name == "take_pet":
            self._take(seat, move)
        elif name == "house":
            self._house(seat, choice)
        elif name == "treat":
            self.treated.add(choice)
        elif name == "adopter_card":
            self._choose_adopter(seat, move)
        elif name == "relax":
            self.relaxed = RELAXATIONS[choice]
            self._next(Step("adoptee", seat, GENERAL))
        elif name == "adoptee":
            self._choose_adoptee(seat, what, move)
        elif name == "under":
            self._put_under(seat, what, choice)
        elif name == "keep_task":
            self._keep_task(seat, choice)
        elif name == "star":
            self._choose_star(seat, choice)
        elif name == "pair":
            self._pay_pair(seat, choice)
        elif name == "cafe_move":
            self._move_on_gaining(seat, move)
        elif name == "stall":
            self._spend_star_token(seat, choice)
        elif name == "replace":
            self._replace(seat, move)
        elif name == "drop_task":
            player.tasks.remove(choice)
            self.task_deck.put_under(choice)
        elif name == "foster" and move != ("stop",):
            self._next(Step("foster_adoptions", seat))
            self._adopt_foster_pet(seat, choice)
        self._run()

    def score_parts(self, seat: int) -> dict[str, Fraction]:
        """The reputation of a seat by its sources (R-77..R-81)."""
        player = self.players[seat]
        return {
            "track": Fraction(player.reputation),
            "rescued": self._award(seat),
            "character": Fraction(self._character_reputation(seat)),
            "food_aid": Fraction(-FOOD_AID_PENALTY * player.food_aid),
        }

    def scores(self) -> tuple[Fraction, ...]:
        """The total reputation of each seat as things stand (R-77..R-81)."""
        return tuple(sum(self.score_parts(seat).values(), Fraction(0)) for seat in self.seats)

    def winners(self) -> tuple[int, ...]:
        """The seats with the highest total (R-82); a tie is a shared victory (U-R17)."""
        scores = self.scores()
        return tuple(seat for seat in self.seats if scores[seat] == max(scores))

    def clone(self) -> Rescute:
        """A copy that shares nothing with this game."""
        return copy.deepcopy(self)

    def snapshot(self) -> dict[str, object]:
        """The whole state as plain data."""
        return {
            "pending": self.pending(),
            "decision": self.decision(),
            "seat": self.waiting.seat if self.waiting is not None else None,
            "round": self.round,
            "starter": self.starter,
            "event": self.event,
            "old_events": list(self.old_events),
            "market": list(self.market),
            "shelter": list(self.shelter),
            "bag": sorted(self.bag.cards()),
            "star_deck": {"unknown": sorted(self.star_deck.unknown), "below": list(self.star_deck.below)},
            "task_deck": {
                "unknown": sorted(self.task_deck.unknown),
                "below": list(self.task_deck.below),
                "discards": list(self.task_deck.discards),
            },
            "adopter_deck": {
                "unknown": sorted(self.adopter_deck.unknown),
                "below": list(self.adopter_deck.below),
                "discards": list(self.adopter_deck.discards),
            },
            "played": list(self.played),
            "offer": list(self.offer),
            "treated": sorted(self.treated),
            "workers": {place: list(seats) for place, seats in self.workers.items()},
            "players": [copy.deepcopy(vars(player)) for player in self.players],
            "scores": self.scores(),
        }

    # ------------------------------------------------------------------ the course of the game

    def _next(self, *steps: Step) -> None:
        """Do these steps next, in this order, before what is on the agenda already."""
        self.agenda = [*steps, *self.agenda]

    def _run(self) -> None:
        """Go on until a draw or a decision is pending, or the game is over."""
        while self.waiting is None and not self.over:
            step = self.agenda.pop(0)
            if step.name in CHANCES:
                if self._outcomes(step):  # U-R22: nothing is left to be drawn
                    self.waiting = step
            elif step.name in DECISIONS:
                self.waiting = step
            else:
                self._carry_out(step)

    def _carry_out(self, step: Step) -> None:
        """Do a step that needs no decision and no draw."""
        name, seat = step.name, step.seat
        if name == "remove_zero_cards":
            self._remove_zero_cards()
        elif name == "round":
            self._start_round()
        elif name == "event_pet":
            self._event_pet(seat)
        elif name == "event_swap":
            self._event_swap(seat)
        elif name == "next_turn":
            self._next_turn(seat)
        elif name == "after_action":
            self._after_action(seat)
        elif name == "trim_tasks":
            self._trim_tasks(seat)
        elif name == "take_pets":
            self._take_pets(seat)
        elif name == "fill_shelter":
            self._fill_shelter()
        elif name == "adoptions":
            self._adoptions(seat)
        elif name == "discard_played":
            self._discard_played()
        elif name == "refill_hand":
            self._refill_hand(seat)
        elif name == "put_one_under":
            self._put_one_under(seat)
        elif name == "other_adoptions":
            self._other_adoptions(seat, step.what)
        elif name == "choose_task":
            self._choose_task(seat)
        elif name == "pay_star":
            self._pay_star(seat)
        elif name == "gain_star":
            self._gain_star(seat)
        elif name == "cafe_moves":
            self._cafe_moves(seat)
        elif name == "draw_replacements":
            self._draw_replacements(seat)
        elif name == "keep_replacements":
            self._keep_replacements(seat)
        elif name == "settlement":
            self._settlement()
        elif name == "settle_seat":
            self._settle_seat(seat)
        elif name == "settlement_pause":
            self._settlement_pause(seat, step.what)
        elif name == "rewards":
            self._rewards(seat)
        elif name == "foster_adoptions":
            self._foster_adoptions(seat)
        elif name == "upkeep":
            self._upkeep(seat)
        elif name == "shift_market":
            self._shift_market()
        elif name == "end_round":
            self._end_round()
        else:
            raise AssertionError(f"no such step: {name}")

    def _from(self, first: int) -> list[int]:
        """All seats clockwise, beginning with this one (R-19, R-21, R-23)."""
        return [(first + place) % len(self.seats) for place in self.seats]

    def _outcomes(self, step: Step) -> dict[Outcome, int]:
        """The possible outcomes of a draw; every card is as likely as any other."""
        name, seat = step.name, step.seat
        if name == "first_market":  # only cards of cost 0 are laid out
            return {("market", card): 1 for card in self.star_deck.next_cards() if self._is_zero(card)}
        if name == "market":
            return {("market", card): 1 for card in self.star_deck.next_cards()}
        if name == "shelter":
            return {("shelter", pet): 1 for pet in self.bag.next_cards()}
        if name == "pet":
            return {("pet", seat, pet): 1 for pet in self.bag.next_cards()}
        if name == "adopter":
            return {("adopter", seat, card): 1 for card in self.adopter_deck.next_cards()}
        if name == "task":
            return {("task", seat, task): 1 for task in self.task_deck.next_cards()}
        return {("event", event): 1 for event in self.event_deck.next_cards()}

    # ------------------------------------------------------------------ setup

    def _setup_steps(self) -> list[Step]:
        """Market, shelter (R-1, R-2, R-5); then for each seat pets, adoption cards, tasks and character.

        R-3, R-4, R-6..R-8 and R-10 are the initial values; R-4, U-R18: six of the events are used, which is
        the same as drawing one of all that are left in each round.  R-11..R-14, U-R34.
        """
        steps = [Step("first_market")] * self.market_spaces
        steps.append(Step("remove_zero_cards"))
        steps += [Step("shelter")] * SHELTER_SPACES
        for seat in self._from(self.starter):
            steps += [Step("pet", seat, START)] * PETS_DRAWN
            steps += [Step("return_pet", seat)] * (PETS_DRAWN - PETS_KEPT)
            steps += [Step("adopter", seat, HAND)] * ADOPTERS_DRAWN
            steps += [Step("return_adopter", seat)] * (ADOPTERS_DRAWN - ADOPTERS_KEPT)
            steps += [Step("task", seat, HAND)] * TASKS_DRAWN
            steps += [Step("return_task", seat)] * (TASKS_DRAWN - TASKS_KEPT)
            steps.append(Step("character", seat))
        steps.append(Step("round"))
        return steps

    def _is_zero(self, card: str) -> bool:
        """A star card of cost 0: it costs no money (R-1, R-51)."""
        return self.tables.stars[card].money == 0

    def _remove_zero_cards(self) -> None:
        """The other cards of cost 0 stay in the deck; or they are out of the game (U-R19)."""
        if self.readings["U-R19"] == "removed":
            self.removed_stars = [card for card in self.star_deck.unknown if self._is_zero(card)]
            self.star_deck.unknown = [card for card in self.star_deck.unknown if not self._is_zero(card)]

    def _free_characters(self) -> list[str]:
        """The characters nobody has chosen (R-14, U-R34)."""
        chosen = [player.character for player in self.players]
        return [character for character in self.tables.characters if character not in chosen]

    # ------------------------------------------------------------------ news

    def _start_round(self) -> None:
        """A round begins with the news (R-18, R-20)."""
        self.round += 1
        self._next(Step("event"), Step("next_turn", self.starter))

    def _reveal_event(self, event: str) -> None:
        """An event is done now, in this round (see ``_event_amount``), or at the round's end (R-20, R-67)."""
        self.event = event
        if self.tables.events[event].timing == NOW:
            self._do_event()

    def _do_event(self) -> None:
        """What an event lets the players do, in order from the start player."""
        event = self.tables.events[self.event]
        if event.effect == "money":
            for seat in self.seats:
                self._earn(seat, event.amount)
        elif event.effect == "blind_pet":
            self._next(*[Step("event_pet", seat) for seat in self._from(self.starter)] * event.amount)
        elif event.effect == "swap_adopter":
            self._next(*[Step("event_swap", seat) for seat in self._from(self.starter)] * event.amount)

    def _event_amount(self, effect: str) -> int | None:
        """The amount of this round's event if it has this effect during the round, None otherwise."""
        if self.event:
            event = self.tables.events[self.event]
            if event.effect == effect and event.timing == ALL_ROUND:
                return event.amount
        return None

    def _event_pet(self, seat: int) -> None:
        """A blind pet from the bag into the home, if there is room (R-28, U-R32); no token (U-R16)."""
        if self._home_space(seat) >= 1:
            self._next(Step("pet", seat, EVENT))

    def _event_swap(self, seat: int) -> None:
        """Discard one adoption card and draw one."""
        if self.players[seat].adopters:
            self._next(Step("event_adopter", seat))

    # ------------------------------------------------------------------ the turn

    def _next_turn(self, first: int) -> None:
        """The next seat that has a volunteer, from this one on; without any, the settlement (R-23, U-R1)."""
        for seat in self._from(first):
            if self.players[seat].volunteers >= 1:
                self.moved = set()
                self._next(
                    Step("act", seat),
                    Step("after_action", seat),
                    Step("trim_tasks", seat),
                    Step("next_turn", (seat + 1) % len(self.seats)),
                )
                return
        self._next(Step("settlement"))

    def _act_moves(self, seat: int) -> list[Move]:
        """The free steps, and the mandatory action: any place that can be used (R-21, U-R2)."""
        places = [place for place in self.tables.spaces if self._usable(seat, place)]
        moves = self._free_steps(seat)
        moves += [("place", place) for place in places]
        if not places:
            moves.append(("pass",))
        return moves

    def _act(self, seat: int, move: Move) -> None:
        """Put one volunteer on the place, pay, and act as the place says (R-21, R-24)."""
        if move == ("pass",):  # U-R2
            passed = 1 if self.readings["U-R2"] == "one_passed" else self.players[seat].volunteers
            self.players[seat].volunteers -= passed
            self.players[seat].passed_volunteers += passed
            return
        self.players[seat].volunteers -= 1
        place = move[1]
        self.workers[place].append(seat)
        self.count = 0
        if place in FEES:
            self._pay_fee(seat, place)
        if place == SHELTER:
            self._next(Step("take_pets", seat), Step("fill_shelter"))
        elif place in TREATMENT:
            self._next(Step("treat", seat, place))
        elif place == GENERAL:
            self._next(Step("adoptions", seat))
        elif place in (MIXED_VENUE, OVERSEAS):
            self._next(Step("other_adoptions", seat, place))
        elif place == TREEHOUSE:
            self._next(*[Step("task", seat, OFFER)] * TASKS_OFFERED, Step("choose_task", seat))
        elif place == RIVER:
            self._next(Step("star", seat))
        elif place == STORY_HOUSE:
            self._visit_story_house(seat)
        elif place == DEPOT:
            self._expand(seat)
        elif place == STALL:
            self._next(Step("stall", seat))
        elif place == PROMOTION:
            self._next(Step("replace", seat))

    def _usable(self, seat: int, place: str) -> bool:
        """True if a space is free and cost and effect of the place are possible (U-R2)."""
        if not self._has_free_space(place) or not self._can_pay_fee(seat, place):
            return False
        player = self.players[seat]
        if place == SHELTER:
            return self._shelter_usable(seat)
        if place in TREATMENT:
            return bool(self._patients(seat, TREATMENT[place]))
        if place == GENERAL:
            return bool(self._playable_adopters(seat))
        if place in (MIXED_VENUE, OVERSEAS):
            return bool(self._venue_pets(seat, place))
        if place == TREEHOUSE:
            return bool(self.task_deck.next_cards())
        if place == RIVER:
            return bool(self._star_choices(seat))
        if place == STORY_HOUSE:
            return player.fresh + player.used < EDUCATION_LIMIT or player.used >= 1
        if place == DEPOT:
            return player.expansions < self.tables.expansion_limit
        if place == STALL:
            return player.star_tokens >= 1
        assert place == PROMOTION
        return bool(player.adopters) and bool(self.adopter_deck.next_cards())

    def _has_free_space(self, place: str) -> bool:
        """A large space holds any number; a small one, if open with so many players, one (R-83, U-R26)."""
        spaces = self.tables.spaces[place]
        if spaces == LARGE:
            return True
        open_spaces = [needed for needed in spaces if len(self.seats) >= needed]
        return len(self.workers[place]) < len(open_spaces)

    def _after_action(self, seat: int) -> None:
        """After the action the free steps are possible again (R-22, R-53, U-R28)."""
        if self._free_steps(seat):
            self._next(Step("after", seat))

    def _trim_tasks(self, seat: int, when: str = "turn_end") -> None:
        """At the end of the turn tasks are put under the deck until two are left (R-47, U-R25)."""
        too_many = len(self.players[seat].tasks) - TASK_LIMIT
        if self.readings["U-R25"] == when and too_many >= 1:
            self._next(*[Step("drop_task", seat)] * too_many)

    # free steps

    def _free_steps(self, seat: int) -> list[Move]:
        """Tasks and exchanges in one's own turn (R-22, R-46, R-53)."""
        return self._claims(seat) + self._exchanges(seat)

    def _steps_between_adoptions(self, seat: int) -> list[Move]:
        """The free steps between two adoptions at the general venue (U-R28, U-R32)."""
        moves: list[Move] = []
        if self.readings["U-R28"] == "whenever":
            moves += self._claims(seat)
        if self.readings["exchange_times"] == "any_time":
            moves += self._exchanges(seat)
        return moves

    def _settlement_steps(self, seat: int, when: str) -> list[Move]:
        """The free steps in the settlement: exchanges "before" (U-R32), tasks also "after" (U-R28)."""
        moves: list[Move] = []
        if self.readings["U-R28"] == "whenever":
            moves += self._claims(seat)
        if when == "before":
            moves += self._exchanges(seat)
        return moves

    def _claims(self, seat: int) -> list[Move]:
        """The tasks that are fulfilled (R-22, R-46)."""
        return [("claim", task) for task in self.players[seat].tasks if self._task_done(seat, task)]

    def _exchanges(self, seat: int) -> list[Move]:
        """A cafe pet for a home pet (R-53, U-R31, U-R32)."""
        moves: list[Move] = []
        player = self.players[seat]
        if self._has_power(seat, CAFE):
            in_cafe = [pet for pet in player.cafe if pet not in self.moved]
            in_home = [pet for pet in player.home if pet not in self.moved]
            moves += [("exchange", one, two) for one in in_cafe for two in in_home]
            if self.readings["U-R32"] == "free_moves":
                if self._cafe_space(seat) >= 1:
                    moves += [("to_cafe", pet) for pet in in_home]
                if self._home_space(seat) >= 1:
                    moves += [("to_home", pet) for pet in in_cafe]
        return moves

    def _do_free_step(self, seat: int, move: Move, step: Step) -> None:
        """Show a task or exchange pets; then the decision is asked again, if there still is one."""
        player = self.players[seat]
        if step.name == "after":
            self._next(Step("after_action", seat))
        elif step.name == "adopter_card":
            self._next(Step("adoptions", seat))
        elif step.name == "settle":
            self._next(Step("settlement_pause", seat, step.what))
        else:
            self._next(step)
        if move[0] == "claim":
            self.moved = set()
            self._claim(seat, move[1])
            return
        for pet in move[1:]:
            self.moved.add(pet)
            if pet in player.home:
                player.home.remove(pet)
                player.cafe.append(pet)
            else:
                player.cafe.remove(pet)
                player.home.append(pet)

    def _claim(self, seat: int, task: str) -> None:
        """A fulfilled task is discarded and brings its reputation (R-22, R-46)."""
        self.players[seat].tasks.remove(task)
        self.task_deck.discards.append(task)
        self._gain_reputation(seat, self.tables.tasks[task].reputation)

    def _task_done(self, seat: int, task: str) -> bool:
        """The condition of a task, most over the adopted pets (R-40); they stay there for other tasks."""
        kind, number = self.tables.tasks[task].kind, self.tables.tasks[task].number
        adopted = self.players[seat].adopted
        pets = [self.tables.pets[pet] for pet in adopted]
        breeds = Counter(pet.breed for pet in pets)
        origins = Counter(pet.origin for pet in pets)
        treatments = Counter(self.tables.pets[pet].need for pet in adopted if pet in self.treated)
        if kind == "cats":
            return sum(breeds[breed] for breed in CATS) >= number
        if kind == "dogs":
            return sum(breeds[breed] for breed in DOGS) >= number
        if kind == "mixed":
            return breeds[MIXED] >= number
        if kind == "pets":
            return len(pets) >= number
        if kind == "breeds":
            return len(breeds) >= number
        if kind == "one_breed":
            return max(breeds.values(), default=0) >= number
        if kind == "one_origin":
            return max(origins.values(), default=0) >= number
        if kind == "each_origin":
            return all(origins[origin] >= number for origin in ORIGINS)
        if kind == "treated":
            return treatments.total() >= number
        if kind == "untreated":
            return sum(1 for pet in adopted if self._untreated(pet)) >= number
        if kind == "at_home":
            return len(self.players[seat].home) >= number
        if kind == "each_token":
            return all(count >= number for count in self.players[seat].tokens.values())
        if kind == "expansions":
            return self.players[seat].expansions >= number
        if kind == "star_cards":
            return len(self.players[seat].stars) >= number
        assert kind == "each_treatment"
        return all(treatments[need] >= number for need in TREATMENT.values())

    # ------------------------------------------------------------------ money, fees, reputation

    def _earn(self, seat: int, amount: int) -> None:
        """Money from the supply."""
        self.players[seat].money += amount
        self.bank -= amount

    def _spend(self, seat: int, amount: int, receiver: int | None = None) -> None:
        """Money to the supply or to another player."""
        assert self.players[seat].money >= amount
        self.players[seat].money -= amount
        if receiver is None:
            self.bank += amount
        else:
            self.players[receiver].money += amount

    def _has_power(self, seat: int, power: str) -> bool:
        """True if the seat owns the star card with this power."""
        return any(self.tables.stars[card].power == power for card in self.players[seat].stars)

    def _owner(self, place: str) -> int | None:
        """The owner of the star card of a place, if there is one (R-30, R-33, R-35, U-R12)."""
        for seat in self.seats:
            if self._has_power(seat, place):
                return seat
        return None

    def _fee(self, seat: int, place: str) -> int:
        """The fee of a place; an owner's own visits are free (R-29..R-35, R-55, R-60)."""
        if place not in FEES or self._owner(place) == seat:
            return 0
        reduced = self._event_amount("hospital_fee")
        if place == HOSPITAL and reduced is not None:
            return reduced
        return FEES[place]

    def _can_pay_fee(self, seat: int, place: str) -> bool:
        """True if the seat has the money for the fee (U-R2, WR-4)."""
        return self.players[seat].money >= self._fee(seat, place)

    def _pay_fee(self, seat: int, place: str) -> None:
        """The fee goes to the supply, or to the opponent who owns the star card (R-31, R-33, R-35)."""
        self._spend(seat, self._fee(seat, place), self._owner(place))

    def _gain_reputation(self, seat: int, amount: int) -> None:
        """Advance on the track; every threshold reached is applied, in order (R-64, R-66, U-R23)."""
        player = self.players[seat]
        before = player.reputation
        player.reputation += amount
        draws = []
        for threshold, kind in self.tables.thresholds:
            if before < threshold <= player.reputation:
                if kind == STAR:  # a third token goes back to the box
                    player.star_tokens = min(player.star_tokens + 1, STAR_TOKEN_LIMIT)
                else:  # one more card in hand, drawn at once
                    assert kind == LIMIT
                    player.adopter_limit += 1
                    draws.append(Step("adopter", seat, HAND))
        self._next(*draws)

    # ------------------------------------------------------------------ the shelter

    def _home_space(self, seat: int) -> int:
        """The free spaces of a home and its expansions (R-28, R-61)."""
        player = self.players[seat]
        spaces = self.tables.home_spaces + self.tables.expansion_spaces * player.expansions
        return spaces - len(player.home)

    def _cafe_space(self, seat: int) -> int:
        """The free spaces of the foster area, which needs its star card (R-53, U-R31)."""
        if not self._has_power(seat, CAFE):
            return 0
        return CAFE_SPACES - len(self.players[seat].cafe)

    def _shelter_usable(self, seat: int) -> bool:
        """The shelter is not closed, and a pet can be taken (U-R2, U-R3)."""
        if self._event_amount("shelter_closed") is not None:
            return False
        if self.readings["U-R3"] == "none_allowed":
            return True
        return self._can_take(seat)

    def _can_take(self, seat: int) -> bool:
        """There is a pet, and a space for it (R-28; foster spaces count: U-R32)."""
        there_is_one = bool(self.shelter) or bool(self.bag.next_cards())
        return there_is_one and self._home_space(seat) + self._cafe_space(seat) >= 1

    def _take_pets(self, seat: int) -> None:
        """Up to five pets, one after the other (R-25, R-28)."""
        may_stop = self.count >= 1 or self.readings["U-R3"] == "none_allowed"
        if self.count < PETS_PER_RESCUE and self._can_take(seat):
            self._next(Step("take_pet", seat))
        else:
            assert may_stop

    def _take_moves(self, seat: int) -> list[Move]:
        """An open pet, a blind one from the bag, or no more (R-26, U-R3)."""
        moves: list[Move] = [("open", pet) for pet in self.shelter]
        if self.bag.next_cards():
            moves.append(("blind",))
        if self.count >= 1 or self.readings["U-R3"] == "none_allowed":
            moves.append(("stop",))
        return moves

    def _take(self, seat: int, move: Move) -> None:
        """Take one pet; the open spaces are not refilled yet (R-26)."""
        if move == ("stop",):
            return
        self.count += 1
        self._next(Step("take_pets", seat))
        if move == ("blind",):
            self._next(Step("pet", seat, RESCUE))
        else:
            self.shelter.remove(move[1])
            self._receive_pet(seat, move[1], RESCUE)

    def _receive_pet(self, seat: int, pet: str, why: str) -> None:
        """A pet comes to a seat: at the shelter with its token (R-27, U-R16) and to home or cafe (R-53)."""
        if why == RESCUE:
            self._gain_token(seat, pet)
        if why == RESCUE and self._has_power(seat, CAFE):
            self.pet = pet
            self._next(Step("house", seat))
        else:
            self.players[seat].home.append(pet)

    def _gain_token(self, seat: int, pet: str) -> None:
        """The rescue token of the pet's colour (R-27)."""
        self.players[seat].tokens[TOKEN_OF_ORIGIN[self.tables.pets[pet].origin]] += 1

    def _house_moves(self, seat: int) -> list[Move]:
        """Where the pet may go (R-25, R-28, R-53)."""
        moves: list[Move] = []
        if self._home_space(seat) >= 1:
            moves.append(("home",))
        if self._cafe_space(seat) >= 1:
            moves.append(("cafe",))
        return moves

    def _house(self, seat: int, where: str) -> None:
        """Put the pet that was taken to its place."""
        player = self.players[seat]
        (player.cafe if where == "cafe" else player.home).append(self.pet)
        self.pet = ""

    def _fill_shelter(self) -> None:
        """After the whole action the open spaces are refilled from the bag (R-26, U-R22)."""
        self._next(*[Step("shelter")] * (SHELTER_SPACES - len(self.shelter)))

    # ------------------------------------------------------------------ training, hospital, salon

    def _untreated(self, pet: str) -> bool:
        """A pet with a special need that has not been treated (the triangle icon)."""
        return self.tables.pets[pet].need != NONE and pet not in self.treated

    def _patients(self, seat: int, need: str) -> list[str]:
        """The untreated pets with this need, also those in the foster area (R-29, R-32, R-34, U-R32)."""
        player = self.players[seat]
        own = player.home + player.cafe
        return [pet for pet in own if self.tables.pets[pet].need == need and self._untreated(pet)]

    # ------------------------------------------------------------------ the park: general venue

    def _unmet(self, adopter: Adopter, pet: str) -> frozenset[str]:
        """The requirements of an adopter that a pet does not meet (R-17, R-41, U-R6)."""
        special = self._untreated(pet)
        if self.readings["U-R6"] == "treated_is_special":
            special = self.tables.pets[pet].need != NONE
        unmet = set()
        if special and not adopter.any_need:
            unmet.add(NEED)
        if adopter.breeds and self.tables.pets[pet].breed not in adopter.breeds:
            unmet.add(BREED)
        return frozenset(unmet)

    def _matches(self, seat: int, card: str, relaxed: frozenset[str]) -> list[str]:
        """The home pets this adopter takes with these requirements relaxed (R-36, R-41, R-58)."""
        adopter = self.tables.adopters[card]
        pets = []
        for pet in self.players[seat].home:
            unmet = self._unmet(adopter, pet)
            if unmet == relaxed or (unmet < relaxed and self.readings["needless_tokens"] == "allowed"):
                pets.append(pet)
        return pets

    def _relaxations(self, seat: int, card: str) -> list[str]:
        """What education tokens can relax so that a pet fits; each relaxes 1 requirement (R-43, R-58)."""
        adopter = self.tables.adopters[card]
        requirements = set()
        if not adopter.any_need:
            requirements.add(NEED)
        if adopter.breeds:
            requirements.add(BREED)
        return [
            how
            for how, relaxed in RELAXATIONS.items()
            if relaxed <= requirements
            and len(relaxed) <= self.players[seat].fresh
            and self._matches(seat, card, relaxed)
        ]

    def _playable_adopters(self, seat: int) -> list[str]:
        """The adoption cards in hand for which there is a pet (R-41)."""
        return [card for card in self.players[seat].adopters if self._relaxations(seat, card)]

    def _adoptions(self, seat: int) -> None:
        """Up to five pets, one card each (R-37, R-41); then what U-R4 leaves for the end of the action."""
        can_go_on = self.count < VENUE_PETS[GENERAL] and bool(self._playable_adopters(seat))
        may_pause = 1 <= self.count < VENUE_PETS[GENERAL] and bool(self._steps_between_adoptions(seat))
        if can_go_on or may_pause:
            self._next(Step("adopter_card", seat))
        else:
            self._end_adoptions(seat)

    def _adopter_moves(self, seat: int) -> list[Move]:
        """The next card; after the first adoption also the free steps, and no more (R-37, R-42)."""
        moves: list[Move] = [("adopter", card) for card in self._playable_adopters(seat)]
        if self.count >= 1:
            moves += self._steps_between_adoptions(seat)
            moves.append(("stop",))
        return moves

    def _choose_adopter(self, seat: int, move: Move) -> None:
        """Play this card next, or end the adoptions."""
        if move == ("stop",):
            self._end_adoptions(seat)
        else:
            self.card = move[1]
            self._next(Step("relax", seat))

    def _adoptee_moves(self, seat: int, venue: str) -> list[Move]:
        """The pets that can be adopted; at the other venues the second one is optional."""
        moves: list[Move] = []
        if venue == GENERAL:
            moves += [("adoptee", pet) for pet in self._matches(seat, self.card, self.relaxed)]
        else:
            moves += [("adoptee", pet) for pet in self._venue_pets(seat, venue)]
            if self.count >= 1:
                moves.append(("stop",))
        return moves

    def _choose_adoptee(self, seat: int, venue: str, move: Move) -> None:
        """A pet is adopted at this venue."""
        if move == ("stop",):
            return
        self.count += 1
        if venue == GENERAL:
            self._adopt_with_card(seat, move[1])
        else:
            self._adopt_without_card(seat, venue, move[1])

    def _adopt_with_card(self, seat: int, pet: str) -> None:
        """The card is played, the pet moves beside the home: 2 money and its reputation.

        R-40, R-42; with tokens 3 reputation, and the tokens are turned over (R-43, R-58, R-59, U-R21).
        R-44, U-R4: the card is discarded and the hand refilled after this pet, or once after the action.
        """
        player = self.players[seat]
        player.adopters.remove(self.card)
        self.played.append(self.card)
        player.home.remove(pet)
        player.adopted.append(pet)
        player.fresh -= len(self.relaxed)
        player.used += len(self.relaxed)
        self._earn(seat, ADOPTION_MONEY)
        bonus = self._event_amount("general_bonus") or 0
        if self.relaxed:
            reputation = TOKEN_REPUTATION
            if self.readings["general_bonus"] == "every_pet":
                reputation += bonus
        else:
            reputation = self.tables.pets[pet].reputation + bonus
        self.card, self.relaxed = "", frozenset()
        self._next(Step("adoptions", seat))
        if self.readings["U-R4"] == "per_pet":
            self._next(Step("discard_played"), Step("refill_hand", seat), Step("put_one_under", seat))
        self._gain_reputation(seat, reputation)

    def _end_adoptions(self, seat: int) -> None:
        """With U-R4 "once_per_action" R-44 is done now."""
        if self.readings["U-R4"] == "once_per_action":
            self._next(Step("discard_played"), Step("refill_hand", seat), Step("put_one_under", seat))

    def _discard_played(self) -> None:
        """The cards played go to the discard pile (R-44, U-R14)."""
        self.adopter_deck.discards += self.played
        self.played = []

    def _refill_hand(self, seat: int) -> None:
        """Draw until the hand is one above the limit, as long as there are cards (R-44, U-R5, U-R22)."""
        player = self.players[seat]
        if len(player.adopters) < player.adopter_limit + 1 and self.adopter_deck.next_cards():
            self._next(Step("adopter", seat, HAND), Step("refill_hand", seat))

    def _put_one_under(self, seat: int) -> None:
        """Then one card goes under the deck (R-44)."""
        player = self.players[seat]
        if len(player.adopters) > player.adopter_limit:
            self._next(Step("under", seat, HAND))

    def _put_under(self, seat: int, what: str, card: str) -> None:
        """One card goes under the deck; of an offer, the others to the hand (R-44, R-65)."""
        player = self.players[seat]
        if what == OFFER:
            self.offer.remove(card)
            player.adopters += self.offer
            self.offer = []
        else:
            player.adopters.remove(card)
        self.adopter_deck.put_under(card)

    # ------------------------------------------------------------------ the park: the other venues

    def _venue_pets(self, seat: int, venue: str) -> list[str]:
        """Mixed-breed venue: mixed pets of the home; overseas: any (R-36, R-38, R-39)."""
        home = self.players[seat].home
        if venue == OVERSEAS:
            return list(home)
        return [pet for pet in home if self.tables.pets[pet].breed == MIXED]

    def _other_adoptions(self, seat: int, venue: str) -> None:
        """Up to two pets, one after the other (R-38, R-39)."""
        if self.count < VENUE_PETS[venue] and self._venue_pets(seat, venue):
            self._next(Step("adoptee", seat, venue))

    def _adopt_without_card(self, seat: int, venue: str, pet: str) -> None:
        """2 money and 1 reputation; no card, no education token (R-38, R-39, R-41, U-R30)."""
        player = self.players[seat]
        player.home.remove(pet)
        player.adopted.append(pet)
        self._earn(seat, ADOPTION_MONEY)
        self._next(Step("other_adoptions", seat, venue))
        self._gain_reputation(seat, OTHER_VENUE_REPUTATION)

    # ------------------------------------------------------------------ the treehouse

    def _choose_task(self, seat: int) -> None:
        """One of the tasks drawn is kept (R-45)."""
        if self.offer:
            self._next(Step("keep_task", seat))

    def _keep_task(self, seat: int, task: str) -> None:
        """The other task goes under the deck (R-45)."""
        self.offer.remove(task)
        self.players[seat].tasks.append(task)
        for other in self.offer:
            self.task_deck.put_under(other)
        self.offer = []

    # ------------------------------------------------------------------ Dream River

    def _star_choices(self, seat: int) -> list[str]:
        """The open star cards within the limits that can be paid (R-48, R-51)."""
        own = self.players[seat].stars
        if len(own) >= STAR_CARD_LIMIT:
            return []
        has_zero = any(self._is_zero(card) for card in own)
        return [
            card
            for card in self.market
            if not (has_zero and self._is_zero(card)) and self._can_pay_star(seat, card)
        ]

    def _missing_tokens(self, seat: int, card: str) -> int:
        """How many of the tokens a card costs the seat does not have (R-49)."""
        price = Counter(self.tables.stars[card].tokens)
        return (price - Counter(self.players[seat].tokens)).total()

    def _spare_tokens(self, seat: int, card: str) -> Counter[str]:
        """The tokens left to a seat when those it has are paid (R-49: only missing ones are replaced)."""
        return Counter(self.players[seat].tokens) - Counter(self.tables.stars[card].tokens)

    def _can_pay_star(self, seat: int, card: str) -> bool:
        """The money, and two spare tokens of one kind for each missing one (R-48, R-49, U-R15)."""
        pairs = sum(count // TOKENS_PER_MISSING for count in self._spare_tokens(seat, card).values())
        enough_money = self.players[seat].money >= self.tables.stars[card].money
        return enough_money and pairs >= self._missing_tokens(seat, card)

    def _choose_star(self, seat: int, card: str) -> None:
        """Pay the money and the tokens one has at once (R-48)."""
        player = self.players[seat]
        self.star = card
        self.missing = self._missing_tokens(seat, card)
        spare = self._spare_tokens(seat, card)
        self._spend(seat, self.tables.stars[card].money)
        player.tokens = {token: spare[token] for token in TOKENS}
        self._next(Step("pay_star", seat))

    def _pay_star(self, seat: int) -> None:
        """For each missing token a pair; then the card is gained (R-49, U-R15)."""
        if self.missing >= 1:
            self._next(Step("pair", seat))
        else:
            self._next(Step("gain_star", seat))

    def _pairs(self, seat: int, card: str) -> list[str]:
        """The kinds of which a pair can be paid (R-49)."""
        tokens = self.players[seat].tokens
        return [token for token in TOKENS if tokens[token] >= TOKENS_PER_MISSING]

    def _pay_pair(self, seat: int, token: str) -> None:
        """Two tokens of one kind for a missing one (R-49)."""
        self.players[seat].tokens[token] -= TOKENS_PER_MISSING
        self.missing -= 1
        self._next(Step("pay_star", seat))

    def _gain_star(self, seat: int) -> None:
        """Take the card, slide the others down and refill the top (R-50); R-53: the foster cafe."""
        card, self.star = self.star, ""
        self.market.remove(card)
        self.players[seat].stars.append(card)
        self.players[seat].new_stars.append(card)
        if self.tables.stars[card].power == CAFE:
            self._next(Step("cafe_moves", seat))
        self._next(Step("market"))

    def _cafe_moves(self, seat: int) -> None:
        """On gaining the foster cafe pets of the home may be moved there (R-53)."""
        if self._cafe_space(seat) >= 1 and self.players[seat].home:
            self._next(Step("cafe_move", seat))

    def _move_on_gaining(self, seat: int, move: Move) -> None:
        """Move a pet, and perhaps a second one."""
        if move == ("stop",):
            return
        self.players[seat].home.remove(move[1])
        self.players[seat].cafe.append(move[1])
        self._next(Step("cafe_moves", seat))

    # ------------------------------------------------------------------ story house, depot, stalls

    def _visit_story_house(self, seat: int) -> None:
        """Gain a token, three at most, and turn the used ones up (R-55..R-57, U-R13)."""
        player = self.players[seat]
        turned = player.used if self.readings["U-R13"] == "all" else min(player.used, 1)
        player.used -= turned
        player.fresh += turned
        if player.fresh + player.used < EDUCATION_LIMIT:
            player.fresh += 1

    def _expand(self, seat: int) -> None:
        """An expansion, usable at once, and 5 reputation (R-60, R-61)."""
        self.players[seat].expansions += 1
        self._gain_reputation(seat, EXPANSION_REPUTATION)

    def _stall_moves(self, seat: int) -> list[Move]:
        """7 money, or a volunteer if one is left in the reserve (R-62)."""
        moves: list[Move] = [("stall", "money")]
        if self.players[seat].reserve >= 1:
            moves.append(("stall", "volunteer"))
        return moves

    def _spend_star_token(self, seat: int, choice: str) -> None:
        """The star token goes to the box; a new volunteer can act in this round (R-62, R-63)."""
        player = self.players[seat]
        player.star_tokens -= 1
        if choice == "money":
            self._earn(seat, STALL_MONEY)
        else:
            player.reserve -= 1
            player.volunteers += 1

    def _replace(self, seat: int, move: Move) -> None:
        """Choose the cards to be replaced one after the other, at least one (R-65, U-R14)."""
        player = self.players[seat]
        if move != ("stop",):
            player.adopters.remove(move[1])
            self.played.append(move[1])
            if player.adopters:
                self._next(Step("replace", seat))
                return
        self._next(Step("draw_replacements", seat))

    def _draw_replacements(self, seat: int) -> None:
        """The replaced cards are put away (U-R14), and one more than their number is drawn (R-65)."""
        number = len(self.played)
        if self.readings["U-R14"] == "discarded":
            self._discard_played()
        else:
            for card in self.played:
                self.adopter_deck.put_under(card)
            self.played = []
        self.count = number
        self._next(*[Step("adopter", seat, OFFER)] * (number + 1), Step("keep_replacements", seat))

    def _keep_replacements(self, seat: int) -> None:
        """As many as were replaced are kept, the one left over goes under the deck (R-65, U-R22)."""
        if len(self.offer) > self.count:
            self._next(Step("under", seat, OFFER))
        else:
            self.players[seat].adopters += self.offer
            self.offer = []

    # ------------------------------------------------------------------ settlement

    def _settlement(self) -> None:
        """Events of the round's end, each player's part, then what is common (R-67..R-75, U-R11, U-R24)."""
        seats = self._from(self.starter)
        self._next(
            *[Step("settle_seat", seat) for seat in seats],
            Step("shift_market"),
            Step("end_round"),
        )
        if self.event and self.tables.events[self.event].timing == AT_END:
            self._do_event()

    def _settle_seat(self, seat: int) -> None:
        """The volunteers go home (R-69); then rewards and foster adoptions (R-70) and upkeep (R-71)."""
        player = self.players[seat]
        for place in self.workers:
            player.volunteers += self.workers[place].count(seat)
            self.workers[place] = [worker for worker in self.workers[place] if worker != seat]
        player.volunteers += player.passed_volunteers
        player.passed_volunteers = 0
        self.moved = set()
        self._next(
            Step("settlement_pause", seat, "before"),
            Step("rewards", seat),
            Step("foster_adoptions", seat),
            Step("settlement_pause", seat, "after"),
            Step("upkeep", seat),
        )

    def _settlement_pause(self, seat: int, when: str) -> None:
        """Exchanges before the rewards (U-R32); tasks with U-R28 "whenever"."""
        if self._settlement_steps(seat, when):
            self._next(Step("settle", seat, when))

    def _rewards(self, seat: int) -> None:
        """The rewards of the star cards (R-52, R-70, U-R20)."""
        player = self.players[seat]
        cards = list(player.stars)
        if self.readings["U-R20"] == "next_round":
            cards = [card for card in cards if card not in player.new_stars]
        player.new_stars = []
        reputation = 0
        for card in cards:
            self._earn(seat, self.tables.stars[card].reward_money)
            reputation += self.tables.stars[card].reward_reputation
        self._gain_reputation(seat, reputation)

    def _foster_adoptions(self, seat: int) -> None:
        """Foster pets may be adopted unconditionally (R-54, R-70, U-R29)."""
        player = self.players[seat]
        if not player.cafe:
            return
        if self.readings["U-R29"] == "optional":
            self._next(Step("foster", seat))
        else:
            self._next(Step("foster_adoptions", seat))
            self._adopt_foster_pet(seat, player.cafe[0])

    def _adopt_foster_pet(self, seat: int, pet: str) -> None:
        """2 money and the reputation of the pet (R-54)."""
        player = self.players[seat]
        player.cafe.remove(pet)
        player.adopted.append(pet)
        self._earn(seat, ADOPTION_MONEY)
        self._gain_reputation(seat, self.tables.pets[pet].reputation)

    def _upkeep_cost(self, seat: int) -> int:
        """2 for each untreated pet, 1 for each other one (R-71, U-R6, U-R7); an event may add to the sum."""
        player = self.players[seat]
        pets = list(player.home)
        if self.readings["U-R7"] == "all":
            pets += player.cafe
        cost = sum(UPKEEP_UNTREATED if self._untreated(pet) else UPKEEP_OTHER for pet in pets)
        return cost + (self._event_amount("upkeep") or 0)

    def _upkeep(self, seat: int) -> None:
        """Pay all of it, or take a food-aid card and keep at most 7 money (R-71, R-72, U-R9)."""
        player = self.players[seat]
        cost = self._upkeep_cost(seat)
        if player.money >= cost:
            self._spend(seat, cost)
        else:
            player.food_aid += 1
            self._spend(seat, max(player.money - MONEY_AFTER_AID, 0))
        self._trim_tasks(seat, "round_end")  # U-R25

    def _shift_market(self) -> None:
        """The lowest card goes under the deck, the others slide down, the top is refilled (R-73)."""
        if self.market:
            self.star_deck.put_under(self.market.pop(0))
            self._next(Step("market"))

    def _end_round(self) -> None:
        """The event is discarded, the start marker goes clockwise (R-19, R-74, R-75); R-76: six rounds."""
        if self.event:
            self.old_events.append(self.event)
        self.event = ""
        self.starter = (self.starter + 1) % len(self.seats)
        if self.round == ROUNDS:
            self.over = True
        else:
            self._next(Step("round"))

    # ------------------------------------------------------------------ the end

    def _rescued(self, seat: int) -> list[str]:
        """The pets rescued: home, expansions, adopted ones, foster ones (R-78, U-R8, U-R33)."""
        player = self.players[seat]
        pets = player.home + player.adopted
        if self.readings["U-R8"] == "counted":
            pets = pets + player.cafe
        return pets

    def _award(self, seat: int) -> Fraction:
        """The award for the rank in rescued pets; tied players share those of their ranks (R-78, R-79)."""
        numbers = [len(self._rescued(other)) for other in self.seats]
        better = sum(1 for number in numbers if number > numbers[seat])
        tied = numbers.count(numbers[seat])
        award = Fraction(sum(AWARDS[better : better + tied]), tied)
        if self.readings["U-R10"] == "floor":
            award = Fraction(award.numerator // award.denominator)
        return award

    def _character_reputation(self, seat: int) -> int:
        """The extra reputation of the character (R-80)."""
        player = self.players[seat]
        if not player.character:
            return 0
        character = self.tables.characters[player.character]
        adopted = [self.tables.pets[pet] for pet in player.adopted]
        if character.kind == "adopted_cats":
            number = sum(1 for pet in adopted if pet.breed in CATS)
        elif character.kind == "adopted_mixed":
            number = sum(1 for pet in adopted if pet.breed == MIXED)
        elif character.kind == "expansions":
            number = player.expansions
        else:
            assert character.kind == "strays"
            number = sum(1 for pet in self._rescued(seat) if self.tables.pets[pet].origin == GREEN)
        return number * character.reputation


# ---------------------------------------------------------------------- random games


def random_outcome(game: Rescute, chooser: random.Random) -> Outcome:
    """One of the outcomes of chance, by its weight."""
    outcomes = game.chance()
    return chooser.choices(list(outcomes), weights=list(outcomes.values()))[0]


def check(game: Rescute) -> None:
    """What has to be true at any time."""
    players = game.players
    # Pets: each is in one place.
    pets = game.bag.cards() + game.shelter + [game.pet] * bool(game.pet)
    for player in players:
        pets = pets + player.home + player.cafe + player.adopted
    assert sorted(pets) == sorted(game.tables.pets)
    # Cards: each is in one place.
    offered = [card for card in game.offer if card in game.tables.adopters]
    adopters = game.adopter_deck.cards() + game.played + offered
    tasks = game.task_deck.cards() + [card for card in game.offer if card in game.tables.tasks]
    stars = game.star_deck.cards() + game.market + game.removed_stars
    for player in players:
        adopters = adopters + player.adopters
        tasks = tasks + player.tasks
        stars = stars + player.stars
    assert sorted(adopters) == sorted(game.tables.adopters)
    assert sorted(tasks) == sorted(game.tables.tasks)
    assert sorted(stars) == sorted(game.tables.stars)
    events = game.event_deck.cards() + game.old_events + [game.event] * bool(game.event)
    assert sorted(events) == sorted(game.tables.events)
    # Money: what the players have is what the supply has given.
    assert sum(player.money for player in players) + game.bank == 0
    # Limits.
    assert len(game.market) <= game.market_spaces and len(game.shelter) <= SHELTER_SPACES
    for place, spaces in game.tables.spaces.items():
        assert spaces == LARGE or len(game.workers[place]) <= len(spaces)
    for seat, player in enumerate(players):
        at_work = sum(workers.count(seat) for workers in game.workers.values())
        everybody = player.volunteers + player.passed_volunteers + player.reserve + at_work
        assert everybody == START_VOLUNTEERS + RESERVE_VOLUNTEERS
        assert min(player.money, player.volunteers, player.reserve, player.fresh, player.used) >= 0
        assert min(player.tokens.values()) >= 0
        assert player.fresh + player.used <= EDUCATION_LIMIT
        assert 0 <= player.star_tokens <= STAR_TOKEN_LIMIT
        assert len(player.stars) <= STAR_CARD_LIMIT
        assert sum(1 for card in player.stars if game.tables.stars[card].money == 0) <= 1
        assert len(player.cafe) <= CAFE_SPACES and (not player.cafe or game._has_power(seat, CAFE))
        assert game._home_space(seat) >= 0
        raised = [at for at, kind in game.tables.thresholds if kind == LIMIT and at <= player.reputation]
        assert player.adopter_limit == ADOPTER_LIMIT + len(raised)
        if game.round >= 1:
            assert len(player.adopters) <= player.adopter_limit + 1
    characters = [player.character for player in players if player.character]
    assert len(set(characters)) == len(characters)


def check_tokens(game: Rescute, seen: Counter[str]) -> None:
    """Rescue tokens: one for each pet from the shelter, less the prices paid (R-27, R-48, R-49)."""
    held = sum(sum(player.tokens.values()) for player in game.players)
    prices = sum(len(game.tables.stars[card].tokens) for player in game.players for card in player.stars)
    rescued = seen["move open"] + seen["move blind"]
    if game.readings["U-R16"] == "tokens":
        rescued += PETS_KEPT * len(game.players)
    assert held == rescued - prices - seen["move pair"] * (TOKENS_PER_MISSING - 1)


def play(
    players: int,
    seed: int,
    readings: dict[str, str] | None = None,
    checked: bool = True,
    tables: Tables = PROVISIONAL,
) -> tuple[Rescute, Counter[str]]:
    """A random game, checked after each step; the game at its end and what has happened in it."""
    chooser = random.Random(seed)
    game = Rescute(players, starter=chooser.randrange(players), readings=readings, tables=tables)
    seen: Counter[str] = Counter()
    steps = 0
    while game.pending() != "over":
        if checked:
            check(game)
        steps += 1
        assert steps < 100_000  # the game ends
        if game.pending() == "chance":
            outcome = random_outcome(game, chooser)
            seen[f"draw {outcome[0]}"] += 1
            game.draw(outcome)
            continue
        moves = game.legal()
        assert moves, game.snapshot()  # no dead end
        assert len(set(moves)) == len(moves)
        move = chooser.choice(moves)
        seen[game.decision()] += 1
        seen[f"move {move[0]}"] += 1
        if move[0] == "place":
            seen[f"place {move[1]}"] += 1
        game.apply(move)
    check(game)
    check_tokens(game, seen)
    assert not game.agenda
    assert game.round == ROUNDS and len(game.old_events) == ROUNDS
    return game, seen


def main() -> None:
    """Play random games for every number of players and print what has happened in them."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    for players in range(1, MAX_PLAYERS + 1):
        total: Counter[str] = Counter()
        points = Fraction(0)
        for seed in range(games):
            game, seen = play(players, seed)
            total.update(seen)
            points += sum(game.scores(), Fraction(0))
        print(f"{players} player(s): {games} games, {float(points) / games / players:.1f} points on average")
        for name, count in sorted(total.items()):
            print(f"    {name}: {count / games:.2f} a game")


if __name__ == "__main__":
    main()
