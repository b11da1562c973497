"""A plain, slow reference engine of the board game Cargo Empire.

It is written from the rules digest alone; the ids in the docstrings and comments (C-.. clauses, U-C.. open
questions) are those of the digest.  Map, tiles, development tiles, tasks and score row are the digest's
provisional set (its section 6).  Nothing here is meant to be fast.

Driving a game
    ``pending()`` says what the game waits for:
    "chance"    ``chance()`` gives the possible outcomes with their weights, ``draw(outcome)`` imposes one;
    "decision"  ``seat()`` decides, ``decision()`` names the kind, ``legal()`` lists the moves and
                ``apply(move)`` carries one out;
    "over"      ``scores()``, ``score_parts(seat)``, ``ranking()``, ``winners()``.
    Nothing is drawn at random inside: every random outcome comes from outside, and so does the start player.

Outcomes of chance (tuples)
    ("tile", city, production, demand, demand)  the tile for this city, cities in the order of CITIES (C-7)
    ("dev_tile", place, tile, side)             the development tile for place 1, 2, 3; side "A" or "B" (C-8)
    ("public_card", city)                       a city card is revealed (C-10, C-51, C-64)
    ("secret_card", seat, city)                 the card of the second start city (C-18)
    ("task", seat, task)                        one of two tasks is drawn (C-19, C-65)
    A deck whose unknown part is used up goes on with the cards put under it, in order; such a draw is asked
    for as well, with its only outcome.  A blank city card is not drawn: it comes when the deck is exhausted.

Decisions and their moves (tuples); a decision is asked for even if only one move is legal
    keep_task   ("keep_task", task)             which of the two tasks drawn is kept (C-19, C-65)
    free_card   ("free_card", vehicle)          the card of the free-choice order space (C-22, C-73)
    start_city  ("start_city", city)            the public card of the first start city (C-24, C-25)
    start_slot  ("start_slot", color)           the demand slot for the post in a start city (C-24, C-27)
    source      ("source", city)                step 1 of a turn (C-31)
    target      ("target", city)                step 1 of a turn (C-32)
    pay         ("pay", trucks, trains, ships)  step 2 of a turn: the cards played (C-34..C-39)
    skip        ("skip", "refill" | "cards")    what is done in a turn that is skipped (C-42)
    refill      ("refill", city)                the city whose production slots are filled up (C-43)
    advance     ("advance", vehicle)            the vehicle whose transport reward is resolved next (C-54);
                ("advance", "none")             only with U-C4 "may_forfeit": forfeit what is left of it
    path        ("path", vehicle, "upper" | "lower")  leaving the start or a fork (C-55, C-56)
    reward      ("reward", "city" | "perfect")  only with U-C7 "chosen": which reward comes first
    bonus       ("bonus", vehicle)              the vehicle for one step of city or perfect reward (C-61)
    take_card   ("take_card", city | "blank")   the public city card taken (C-64);
                ("take_card", "none")           only with U-C20 "optional": do not take one
    ``vehicle`` is "truck", "train" or "ship".

The order of the setup: tiles, development tiles, public cards; then for each seat from 0 on its secret city
card and its tasks; then the order spaces from the start player on; then the start cities.

Readings: ``READINGS`` lists every open question that has a switch; the first value is the digest's reading.
Without a switch, since the digest names no other reading that could be played: U-C1 (24 cities, one card
each; the tables below are data), U-C2, U-C8 and U-C9 (see ``_reveal``), U-C11 (no tile has two slots of one
color), U-C14, U-C15, U-C17, U-C18, U-C19, U-C21, U-C22, U-C23, U-C24.

Five players (U-C16) are no rule of the source, which only says that so many can play.  Five different first
start cities need five public cards; the order tracks need a fifth space, and what is left after the ranking
of trucks, trains and ships stays in the current order and takes a free card; there are three turns a round,
found elsewhere, so that 3 of the 12 posts are never used.
"""

from __future__ import annotations

import copy
import functools
import random
import sys
from collections import Counter
from dataclasses import dataclass, field

Move = tuple[str | int, ...]
Outcome = tuple[str | int, ...]

# ---------------------------------------------------------------------- the readings

READINGS: dict[str, tuple[str, ...]] = {
    # Is each card needed in its land leg, or in the route as a whole?
    "U-C3": ("per_leg", "whole_route"),
    # May icons of the transport reward be forfeited?
    "U-C4": ("all_icons", "may_forfeit"),
    # City cards that match: those lying there in step 4, or a snapshot of step 1?
    "U-C5": ("literal", "snapshot"),
    # When are the matching cards looked at: after or before the transport rewards?
    "U-C6": ("after_transport", "before_transport"),
    # City and perfect steps: one pool, counted at once; or one reward after the other in the order chosen?
    "U-C7": ("pool", "chosen"),
    # May one player fill both demand slots of a tile?
    "U-C12": ("allowed", "forbidden"),
    # May a city be chosen whose production slots are full (C-43)?
    "U-C13": ("void_allowed", "must_add"),
    # Five players: three turns a round, as is found elsewhere, or four like fewer players?
    "U-C16": ("three_turns", "four_turns"),
    # Must a public city card be taken (C-64)?
    "U-C20": ("forced", "optional"),
    # Not among the digest's questions.  Transport rewards of several vehicles: one vehicle after the other,
    # all its icons together (C-54 "not be split"), in the order chosen; or icon by icon; or in a fixed order.
    "transport_order": ("by_vehicle", "by_icon", "fixed"),
    # Not among the digest's questions.  The fork of the third tile is "a plain space": without a choice only,
    # or without its icon as well?
    "third_fork": ("with_icon", "without_icon"),
}

# ---------------------------------------------------------------------- the tables (section 6: provisional)

TRUCK, TRAIN, SHIP = "truck", "train", "ship"
VEHICLES = (TRUCK, TRAIN, SHIP)
FREE = "free"
ORDER_SPACES = (TRUCK, TRAIN, SHIP, FREE, FREE)  # the order tracks, from the left (section 2); U-C16
SPACES_USED = {1: 2, 2: 2, 3: 3, 4: 4, 5: 5}  # C-23, C-77, U-C16

BROWN, WHITE, GREY, ORANGE = "brown", "white", "grey", "orange"
COLORS = (BROWN, WHITE, GREY, ORANGE)
SHIFTED = {BROWN: WHITE, WHITE: GREY, GREY: ORANGE, ORANGE: BROWN}  # the colors of the LV2 sides

CITIES = (
    "Lisbon",
    "Madrid",
    "Barcelona",
    "Bordeaux",
    "Paris",
    "London",
    "Edinburgh",
    "Amsterdam",
    "Brussels",
    "Hamburg",
    "Copenhagen",
    "Stockholm",
    "Berlin",
    "Warsaw",
    "Prague",
    "Vienna",
    "Munich",
    "Zurich",
    "Marseille",
    "Milan",
    "Rome",
    "Naples",
    "Budapest",
    "Athens",
)
PORTS = (
    "Lisbon",
    "Barcelona",
    "Bordeaux",
    "London",
    "Edinburgh",
    "Amsterdam",
    "Hamburg",
    "Copenhagen",
    "Stockholm",
    "Marseille",
    "Naples",
    "Athens",
)
LAND_LINKS = (
    ("Lisbon", "Madrid"),
    ("Madrid", "Barcelona"),
    ("Madrid", "Bordeaux"),
    ("Barcelona", "Marseille"),
    ("Bordeaux", "Paris"),
    ("Paris", "Brussels"),
    ("Paris", "Zurich"),
    ("Paris", "Marseille"),
    ("London", "Edinburgh"),
    ("Brussels", "Amsterdam"),
    ("Amsterdam", "Hamburg"),
    ("Hamburg", "Berlin"),
    ("Hamburg", "Copenhagen"),
    ("Copenhagen", "Stockholm"),
    ("Berlin", "Warsaw"),
    ("Berlin", "Prague"),
    ("Prague", "Vienna"),
    ("Prague", "Munich"),
    ("Munich", "Zurich"),
    ("Munich", "Vienna"),
    ("Vienna", "Budapest"),
    ("Warsaw", "Budapest"),
    ("Zurich", "Milan"),
    ("Marseille", "Milan"),
    ("Milan", "Rome"),
    ("Rome", "Naples"),
    ("Budapest", "Athens"),
)

# The LV1 side of the city tiles: the color produced and the two colors demanded; two copies of each kind.
Tile = tuple[str, str, str]
TILE_KINDS: tuple[Tile, ...] = (
    (BROWN, WHITE, GREY),
    (BROWN, WHITE, ORANGE),
    (BROWN, GREY, ORANGE),
    (WHITE, BROWN, GREY),
    (WHITE, BROWN, ORANGE),
    (WHITE, GREY, ORANGE),
    (GREY, BROWN, WHITE),
    (GREY, BROWN, ORANGE),
    (GREY, WHITE, ORANGE),
    (ORANGE, BROWN, WHITE),
    (ORANGE, BROWN, GREY),
    (ORANGE, WHITE, GREY),
)
TILE_COPIES = 2

# The development tiles, side A: upper path, lower path, fork.  T, R, S: a truck, train, ship card; C: a
# public city card; Q: a task; -: nothing.  Side B swaps upper and lower.
DEV_TILES: dict[str, tuple[str, str, str]] = {
    "a01": ("-T-R-", "T--C-", "-"),
    "a02": ("S--Q-", "-R-T-", "T"),
    "a03": ("--C-T", "-S--R", "-"),
    "a04": ("T-Q--", "R--S-", "R"),
    "a05": ("-R--C", "--T-Q", "-"),
    "a06": ("-S-T-", "Q---R", "S"),
}
DEV_SIDES = ("A", "B")
DEV_TILES_USED = 3  # C-6, C-8
CARD_ICONS = {"T": TRUCK, "R": TRAIN, "S": SHIP}
UPPER, LOWER = "upper", "lower"
PATHS = (UPPER, LOWER)
PATH_SPACES = 5
TILE_SPACES = PATH_SPACES + 1  # the fork ends the tile
DEV_SPACES = DEV_TILES_USED * TILE_SPACES
SCORE_ROW = (2, 4, 6, 8, 10, 12)  # the first is printed
LAST_SPACE = DEV_SPACES + len(SCORE_ROW)

ICONS = {TRUCK: 1, TRAIN: 1, SHIP: 1}  # the icons on each transport card (C-5)

# Tasks: name and points; ``_task_done`` has the conditions.
TASKS = {
    "four_ports": 6,
    "six_cities": 5,
    "three_lv3": 7,
    "two_in_one": 3,
    "four_cards": 6,
    "all_beyond_tile_1": 5,
    "ship_before_truck": 4,
    "Lisbon+Warsaw": 8,
    "Edinburgh+Athens": 9,
    "Paris+Vienna": 5,
    "Madrid+Berlin": 7,
    "Stockholm+Naples": 9,
}

BLANK = "blank"
PUBLIC_CARDS = {1: 4, 2: 4, 3: 4, 4: 4, 5: 5}  # C-10, U-C16
CUBES = 2  # C-3
ROUNDS = 3  # C-28
TURNS = 4  # C-29
TURNS_OF_FIVE = 3  # U-C16
SPARE_POSTS = 3  # C-16
LV3_POST_POINTS = 3  # C-80
CITY_CARD_POINTS = 5  # C-81

# ---------------------------------------------------------------------- routes and payments

LAND, SEA = "L", "S"


def neighbours(city: str, by_ship: bool) -> list[tuple[str, str]]:
    """The single steps from a city: along a land link, or from a port to any other port (C-2, C-4)."""
    steps = []
    for one, two in LAND_LINKS:
        if city == one:
            steps.append((LAND, two))
        if city == two:
            steps.append((LAND, one))
    if by_ship and city in PORTS:
        for port in PORTS:
            if port != city:
                steps.append((SEA, port))
    return steps


@functools.cache
def shortest_routes(source: str, target: str, by_ship: bool) -> frozenset[str]:
    """All shortest routes, written as land and sea steps like "LLS"; none if there is no way (U-C2)."""
    reached = {source}
    front: dict[str, set[str]] = {source: {""}}
    while front and target not in front:
        following: dict[str, set[str]] = {}
        for city, routes in front.items():
            for kind, other in neighbours(city, by_ship):
                if other not in reached:
                    following.setdefault(other, set()).update(route + kind for route in routes)
        reached.update(following)
        front = following
    return frozenset(front.get(target, set()))


def legal_routes(source: str, target: str) -> frozenset[str]:
    """The routes allowed: the shortest ones, and the shortest ones by land alone (C-38, C-39, U-C2)."""
    return shortest_routes(source, target, True) | shortest_routes(source, target, False)


def covers(trucks: int, trains: int, steps: int) -> bool:
    """True if these cards are enough for a land leg; a train goes 1 or 2 steps of it (C-4, C-36, DC-1)."""
    return trucks + 2 * trains >= steps


def leg_payments(steps: int) -> list[tuple[int, int]]:
    """Trucks and trains that pay for a land leg, each of them being needed (C-35, U-C3, DC-1)."""
    payments = []
    for trucks in range(steps + 1):
        for trains in range(steps + 1):
            enough = covers(trucks, trains, steps)
            truck_too_many = trucks >= 1 and covers(trucks - 1, trains, steps)
            train_too_many = trains >= 1 and covers(trucks, trains - 1, steps)
            if enough and not truck_too_many and not train_too_many:
                payments.append((trucks, trains))
    return payments


def covers_route(trucks: int, trains: int, legs: list[int]) -> bool:
    """True if the cards can be dealt out to the land legs so that each leg is covered (C-37)."""
    if not legs:
        return True
    for trucks_here in range(trucks + 1):
        for trains_here in range(trains + 1):
            if covers(trucks_here, trains_here, legs[0]) and covers_route(
                trucks - trucks_here, trains - trains_here, legs[1:]
            ):
                return True
    return False


def route_payments(route: str, reading: str) -> set[tuple[int, int, int]]:
    """All payments (trucks, trains, ships) of one fixed route (C-35..C-37, U-C3).

    The sea steps divide it into land legs; a train cannot be used on both sides of a ship (C-37).
    """
    legs = [len(leg) for leg in route.split(SEA) if leg]
    ships = route.count(SEA)
    sums = {(0, 0)}
    for leg in legs:
        sums = {(a + trucks, b + trains) for a, b in sums for trucks, trains in leg_payments(leg)}
    payments = set()
    for trucks, trains in sums:
        truck_too_many = trucks >= 1 and covers_route(trucks - 1, trains, legs)
        train_too_many = trains >= 1 and covers_route(trucks, trains - 1, legs)
        if reading == "per_leg" or not (truck_too_many or train_too_many):
            payments.add((trucks, trains, ships))
    return payments


@functools.cache
def pair_payments(source: str, target: str, reading: str = "per_leg") -> tuple[tuple[int, int, int], ...]:
    """All payments (trucks, trains, ships) that carry a cube from source to target, whatever the hand."""
    payments: set[tuple[int, int, int]] = set()
    for route in legal_routes(source, target):
        payments |= route_payments(route, reading)
    return tuple(sorted(payments))


# ---------------------------------------------------------------------- pieces


@dataclass
class City:
    """A city space: the tile on it, and the four post slots beside it (C-1, C-3, U-C18)."""

    tile: Tile | None = None  # None before the setup of C-7
    level: int = 1  # 3: the tile has been removed (C-50)
    cubes: int = 0  # on the production slots
    demand_posts: list[int | None] = field(default_factory=lambda: [None, None])  # seats on the demand slots
    posts: list[int] = field(default_factory=list)  # seats on the post slots

    def side(self) -> Tile | None:
        """The side of the tile that is up; None at LV3 (C-1)."""
        if self.tile is None or self.level == 3:
            return None
        if self.level == 1:
            return self.tile
        return (SHIFTED[self.tile[0]], SHIFTED[self.tile[1]], SHIFTED[self.tile[2]])

    def goods(self) -> str | None:
        """The color produced (C-3)."""
        side = self.side()
        return None if side is None else side[0]

    def demands(self) -> list[str]:
        """The colors of the two demand slots; none at LV3 (C-3, C-50)."""
        side = self.side()
        return [] if side is None else [side[1], side[2]]

    def free_demands(self) -> list[str]:
        """The colors of the demand slots without a post."""
        return [color for color, post in zip(self.demands(), self.demand_posts, strict=False) if post is None]

    def all_posts(self) -> list[int]:
        """The seats of all posts in the city, on demand slots and on post slots."""
        return [post for post in self.demand_posts if post is not None] + self.posts


@dataclass
class Deck:
    """A face-down deck: a shuffled part, of which only the content is known, and cards put under it."""

    unknown: list[str]
    below: list[str] = field(default_factory=list)

    def cards(self) -> list[str]:
        """All cards of the deck."""
        return self.unknown + self.below

    def next_cards(self) -> list[str]:
        """The cards that may be the top one."""
        return self.unknown if self.unknown else self.below[:1]

    def take(self, card: str) -> None:
        """Take this card from the top."""
        if self.unknown:
            self.unknown.remove(card)
        else:
            self.below.remove(card)

    def put_under(self, card: str) -> None:
        """Put a card to the bottom."""
        self.below.append(card)


@dataclass
class Player:
    """What one seat has (C-13..C-19)."""

    hand: dict[str, int] = field(default_factory=lambda: dict.fromkeys(VEHICLES, 1))  # C-17
    round_posts: list[int] = field(default_factory=lambda: [TURNS] * ROUNDS)  # C-16: on the player board
    spare_posts: int = SPARE_POSTS  # C-16
    order_marker: int = 0  # 1 after C-21/C-22: the post on the order tracks
    removed_posts: int = 0  # out of the game (C-42)
    secret_card: str | None = None  # C-18
    city_cards: list[str] = field(default_factory=list)  # C-27, C-64
    tasks: list[str] = field(default_factory=list)  # C-19, C-65
    markers: dict[str, int] = field(default_factory=lambda: dict.fromkeys(VEHICLES, 0))  # spaces travelled
    paths: dict[str, str] = field(default_factory=dict)  # the path each marker follows now (C-55)


@dataclass(frozen=True)
class Step:
    """One thing to be done in the course of the game; decisions and draws are steps, too."""

    name: str
    seat: int = 0
    what: str = ""


CHANCES = ("tile", "dev_tile", "public_card", "secret_card", "task")
DECISIONS = (
    "keep_task",
    "free_card",
    "start_city",
    "start_slot",
    "source",
    "target",
    "pay",
    "skip",
    "refill",
    "advance",
    "path",
    "reward",
    "bonus",
    "take_card",
)


class CargoEmpire:
    """The game of seats 0, 1, ..."""

    def __init__(
        self,
        players: int = 4,
        starter: int = 0,
        readings: dict[str, str] | None = None,
        icons: dict[str, int] | None = None,
    ) -> None:
        """Setup; the start player is given (C-20); ``icons`` are those on a transport card (C-5)."""
        if players not in SPACES_USED:
            raise ValueError("one to five players")
        if starter not in range(players):
            raise ValueError("the start player is one of the seats")
        self.readings = {name: values[0] for name, values in READINGS.items()}
        for name, value in (readings or {}).items():
            if value not in READINGS.get(name, ()):
                raise ValueError(f"no such reading: {name} = {value}")
            self.readings[name] = value
        self.icons = dict(ICONS if icons is None else icons)
        self.seats = tuple(range(players))
        three = players == 5 and self.readings["U-C16"] == "three_turns"
        self.turns = TURNS_OF_FIVE if three else TURNS  # C-29, U-C16
        self.starter = starter

        # The pieces.
        self.bag: Counter[Tile] = Counter(dict.fromkeys(TILE_KINDS, TILE_COPIES))  # C-7
        self.cities = {name: City() for name in CITIES}
        self.dev_tiles: list[tuple[str, str]] = []  # tile and side at the three places (C-8)
        self.city_deck = Deck(list(CITIES))  # C-10; the blank cards are endless and lie apart (C-12, U-C9)
        self.task_deck = Deck(list(TASKS))  # C-11
        self.public: list[str] = []
        self.players = [Player() for _ in self.seats]

        # The course of the game.
        self.round = 0
        self.order: list[int] = []  # the now-order track, from the left
        self.next_order: list[int] = []  # the next-order track, from the left
        self.first_cities: list[str] = []  # C-24, C-25
        self.tasks_drawn: list[str] = []
        self.agenda: list[Step] = []  # what has to be done, the next step first
        self.waiting: Step | None = None  # the draw or decision the game waits for
        self.over = False

        # The course of the turn.
        self._clear_turn()

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
        return self.waiting.name

    def chance(self) -> dict[Outcome, int]:
        """The possible outcomes of the draw that is pending and their weights."""
        if self.waiting is None or self.pending() != "chance":
            return {}
        name, seat, what = self.waiting.name, self.waiting.seat, self.waiting.what
        outcomes: dict[Outcome, int] = {}
        if name == "tile":  # C-7
            for tile, count in self.bag.items():
                if count >= 1:
                    outcomes[("tile", what, *tile)] = count
        elif name == "dev_tile":  # C-8: any tile that is left, any side up
            used = [tile for tile, _ in self.dev_tiles]
            for tile_name in DEV_TILES:
                for side in DEV_SIDES:
                    if tile_name not in used:
                        outcomes[("dev_tile", len(used) + 1, tile_name, side)] = 1
        elif name == "public_card":  # C-10, C-51, C-64
            for card in self.city_deck.next_cards():
                outcomes[("public_card", card)] = 1
        elif name == "secret_card":  # C-18
            for card in self.city_deck.next_cards():
                outcomes[("secret_card", seat, card)] = 1
        elif name == "task":  # C-19, C-65
            for card in self.task_deck.next_cards():
                outcomes[("task", seat, card)] = 1
        return outcomes

    def draw(self, outcome: Outcome) -> None:
        """Carry out one of the possible outcomes of chance."""
        if outcome not in self.chance():
            raise ValueError(f"not a possible outcome: {outcome}")
        assert self.waiting is not None
        seat = self.waiting.seat
        self.waiting = None
        name, card = outcome[0], str(outcome[-1])
        if name == "tile":
            self._lay_tile(str(outcome[1]), (str(outcome[2]), str(outcome[3]), str(outcome[4])))
        elif name == "dev_tile":
            self.dev_tiles.append((str(outcome[2]), card))
        elif name == "public_card":
            self._turn_up(card)
        elif name == "secret_card":
            self.city_deck.take(card)
            self.players[seat].secret_card = card
        elif name == "task":
            self.task_deck.take(card)
            self.tasks_drawn.append(card)
        self._run()

    def legal(self) -> list[Move]:
        """The legal moves of the decision that is pending."""
        if self.waiting is None or self.pending() != "decision":
            return []
        name, seat, what = self.waiting.name, self.waiting.seat, self.waiting.what
        moves: list[Move] = []
        if name == "keep_task":
            moves = [("keep_task", task) for task in self.tasks_drawn]
        elif name == "free_card":
            moves = [("free_card", vehicle) for vehicle in VEHICLES]
        elif name == "start_city":
            moves = [("start_city", city) for city in self._start_cities()]
        elif name == "start_slot":
            moves = [("start_slot", color) for color in self.cities[what].free_demands()]
        elif name == "source":
            moves = [("source", city) for city in self._sources(seat)]
        elif name == "target":
            moves = [("target", city) for city in self._targets(seat, self.source)]
        elif name == "pay":
            moves = [("pay", *payment) for payment in self._payments(seat, self.source, self.target)]
        elif name == "skip":
            moves = self._skip_moves(seat)
        elif name == "refill":
            moves = [("refill", city) for city in self._refill_cities(seat)]
        elif name == "advance":
            moves = self._advance_moves()
        elif name == "path":
            moves = [("path", what, path) for path in PATHS]
        elif name == "reward":
            moves = [("reward", "city"), ("reward", "perfect")]
        elif name == "bonus":
            moves = [("bonus", vehicle) for vehicle in self.advanced]
        elif name == "take_card":
            moves = self._card_moves()
        return moves

    def apply(self, move: Move) -> None:
        """Carry out one of the legal moves."""
        if move not in self.legal():
            raise ValueError(f"not a legal move: {move}")
        assert self.waiting is not None
        name, seat, what = self.waiting.name, self.waiting.seat, self.waiting.what
        self.waiting = None
        choice = str(move[-1])
        if name == "keep_task":
            self._keep_task(seat, choice)
        elif name == "free_card":
            self._gain_card(seat, choice)
        elif name == "start_city":
            self._choose_start_city(seat, choice)
        elif name == "start_slot":
            self._place_start_post(seat, what, choice)
        elif name == "source":
            self.source = choice
        elif name == "target":
            self._choose_target(seat, choice)
        elif name == "pay":
            self._pay(seat, int(move[1]), int(move[2]), int(move[3]))
        elif name == "skip":
            self._do_instead(seat, choice)
        elif name == "refill":
            self.cities[choice].cubes = CUBES  # C-43
        elif name == "advance":
            self._advance(seat, choice)
        elif name == "path":
            self.players[seat].paths[what] = choice
        elif name == "reward":
            self._choose_reward(seat, choice)
        elif name == "bonus":
            self._next(Step("move", seat, choice))
        elif name == "take_card":
            self._take_card(seat, choice)
        self._run()

    def score_parts(self, seat: int) -> dict[str, int]:
        """The points of a seat by their kinds, in the order of the tie-break (C-79..C-83)."""
        player = self.players[seat]
        return {
            "dev": sum(self._marker_points(player.markers[vehicle]) for vehicle in VEHICLES),
            "lv3_posts": LV3_POST_POINTS * self._lv3_posts(seat),
            "city_cards": CITY_CARD_POINTS * len(player.city_cards),
            "tasks": sum(TASKS[task] for task in player.tasks if self._task_done(seat, task)),
        }

    def scores(self) -> tuple[int, ...]:
        """The total of each seat as things stand (C-79..C-82)."""
        return tuple(sum(self.score_parts(seat).values()) for seat in self.seats)

    def ranking(self) -> list[int]:
        """The seats from the best on; the ties of C-83, the last one being the earlier place in order."""

        def key(seat: int) -> tuple[int, ...]:
            parts = self.score_parts(seat)
            return (sum(parts.values()), *parts.values(), -self.order.index(seat))

        return sorted(self.seats, key=key, reverse=True)

    def winners(self) -> tuple[int, ...]:
        """The winner; the tie-break leaves always one (C-83)."""
        return (self.ranking()[0],)

    def clone(self) -> CargoEmpire:
        """A copy that shares nothing with this game."""
        return copy.deepcopy(self)

    def snapshot(self) -> dict[str, object]:
        """The whole state as plain data."""
        return {
            "pending": self.pending(),
            "decision": self.decision(),
            "seat": self.waiting.seat if self.waiting is not None else None,
            "round": self.round,
            "order": list(self.order),
            "next_order": list(self.next_order),
            "cities": {
                name: {
                    "tile": city.tile,
                    "level": city.level,
                    "goods": city.goods(),
                    "cubes": city.cubes,
                    "demands": city.demands(),
                    "demand_posts": list(city.demand_posts),
                    "posts": list(city.posts),
                }
                for name, city in self.cities.items()
            },
            "dev_tiles": list(self.dev_tiles),
            "public": list(self.public),
            "city_deck": {"unknown": sorted(self.city_deck.unknown), "below": list(self.city_deck.below)},
            "task_deck": {"unknown": sorted(self.task_deck.unknown), "below": list(self.task_deck.below)},
            "tasks_drawn": list(self.tasks_drawn),
            "players": [
                {
                    "hand": dict(player.hand),
                    "round_posts": list(player.round_posts),
                    "spare_posts": player.spare_posts,
                    "removed_posts": player.removed_posts,
                    "secret_card": player.secret_card,
                    "city_cards": list(player.city_cards),
                    "tasks": list(player.tasks),
                    "markers": dict(player.markers),
                    "paths": dict(player.paths),
                }
                for player in self.players
            ],
            "turn": {
                "source": self.source,
                "target": self.target,
                "played": dict(self.played),
                "icons_left": dict(self.icons_left),
                "advanced": list(self.advanced),
                "perfect": self.perfect,
            },
            "scores": list(self.scores()),
        }

    # ------------------------------------------------------------------ the course

    def _next(self, *steps: Step) -> None:
        """Put steps before everything else that has to be done."""
        self.agenda = list(steps) + self.agenda

    def _run(self) -> None:
        """Do one step after the other until something has to be drawn or decided."""
        while self.agenda and self.waiting is None:
            step = self.agenda.pop(0)
            if step.name in CHANCES or step.name in DECISIONS:
                self.waiting = step
            elif step.name == "reveal":
                self._reveal()
            elif step.name == "offer_tasks":
                self._offer_tasks(step.seat)
            elif step.name == "draw_task":
                self._draw_task(step.seat)
            elif step.name == "choose_task":
                self._choose_task(step.seat)
            elif step.name == "order_at_setup":
                self._order_at_setup(step.seat)
            elif step.name == "order_space":
                self._take_order_space(step.seat)
            elif step.name == "move_order_markers":
                self._move_order_markers()
            elif step.name == "start_cities":
                self._start_city_steps()
            elif step.name == "second_city":
                self._second_city(step.seat)
            elif step.name == "round":
                self._start_round()
            elif step.name == "turn":
                self._start_turn(step.seat)
            elif step.name == "place_post":
                self._place_post(step.seat)
            elif step.name == "rewards":
                self._start_rewards(step.seat)
            elif step.name == "transport":
                self._transport(step.seat)
            elif step.name == "city_and_perfect":
                self._city_and_perfect(step.seat)
            elif step.name == "city_reward":
                self._city_reward(step.seat)
            elif step.name == "perfect_reward":
                self._bonus_steps(step.seat, 1 if self.perfect else 0)
            elif step.name == "move":
                self._move(step.seat, step.what)
            elif step.name == "enter":
                self._enter(step.seat, step.what)
            elif step.name == "end_action_phase":
                self._end_action_phase()
            else:
                raise AssertionError(step)

    # ------------------------------------------------------------------ setup

    def _setup_steps(self) -> list[Step]:
        """C-7, C-8, C-10; C-18 and C-19 for each seat; C-21..C-23; C-24..C-27; then the first round."""
        steps = [Step("tile", what=city) for city in CITIES]  # C-7
        steps += [Step("dev_tile")] * DEV_TILES_USED  # C-8
        steps += [Step("reveal")] * PUBLIC_CARDS[len(self.seats)]  # C-10, U-C16
        for seat in self.seats:
            steps += [Step("secret_card", seat), Step("offer_tasks", seat)]  # C-18, C-19
        for place in range(len(self.seats)):  # C-21, C-22: clockwise from the start player
            steps.append(Step("order_at_setup", (self.starter + place) % len(self.seats)))
        steps.append(Step("move_order_markers"))  # C-23
        steps.append(Step("start_cities"))  # C-24..C-27
        steps.append(Step("round"))  # C-28
        return steps

    def _lay_tile(self, name: str, tile: Tile) -> None:
        """A tile goes LV1 up on a city space, with 2 cubes (C-7)."""
        self.bag[tile] -= 1
        self.cities[name].tile = tile
        self.cities[name].cubes = CUBES

    def _order_at_setup(self, seat: int) -> None:
        """A spare post goes on the next space of the next-order track (C-21, C-22)."""
        self.players[seat].spare_posts -= 1
        self.players[seat].order_marker = 1
        self._take_order_space(seat)

    def _take_order_space(self, seat: int) -> None:
        """The next space of the next-order track with its reward (C-21, C-22, U-C21, C-70..C-74)."""
        space = ORDER_SPACES[len(self.next_order)]
        self.next_order.append(seat)
        if space == FREE:
            self._next(Step("free_card", seat))  # C-73: any 1 card
        else:
            self._gain_card(seat, space)

    def _move_order_markers(self) -> None:
        """The markers go to the now-order track and keep their order (C-23, C-78)."""
        self.order = self.next_order
        self.next_order = []

    def _start_city_steps(self) -> None:
        """First start cities from the last player in order back (C-24, C-25), then the second ones (C-27)."""
        steps = [Step("start_city", seat) for seat in reversed(self.order)]
        steps += [Step("second_city", seat) for seat in self.order]
        self._next(*steps)

    def _start_cities(self) -> list[str]:
        """The public cards nobody has chosen yet: all first start cities differ (C-24, C-25)."""
        return [city for city in self.public if city not in self.first_cities]

    def _choose_start_city(self, seat: int, city: str) -> None:
        """The card stays where it is (C-26); a spare post goes on any demand slot (C-24)."""
        self.first_cities.append(city)
        self._next(Step("start_slot", seat, city))

    def _second_city(self, seat: int) -> None:
        """The secret card is revealed and becomes the player's own (C-27)."""
        player = self.players[seat]
        card = player.secret_card
        assert card is not None
        player.secret_card = None
        player.city_cards.append(card)
        self._next(Step("start_slot", seat, card))

    def _place_start_post(self, seat: int, city: str, color: str) -> None:
        """A spare post goes on the demand slot chosen (C-24, C-27)."""
        self.players[seat].spare_posts -= 1
        self._put_post(seat, city, color)

    # ------------------------------------------------------------------ the action phase

    def _start_round(self) -> None:
        """A round: everyone has 4 turns in order (C-28, C-29); five players perhaps 3 (U-C16)."""
        self.round += 1
        steps = [Step("turn", seat) for _ in range(self.turns) for seat in self.order]
        steps.append(Step("end_action_phase"))
        self._next(*steps)

    def _clear_turn(self) -> None:
        """Forget the turn before."""
        self.source = ""
        self.target = ""
        self.played = dict.fromkeys(VEHICLES, 0)  # the cards played (C-34)
        self.icons_left = dict.fromkeys(VEHICLES, 0)  # the transport reward that is left (C-54)
        self.advanced: list[str] = []  # the vehicles advanced by the transport reward (C-61)
        self.perfect = False  # C-47
        self.matching: int | None = None  # the number of city steps, when it is settled early (U-C5, U-C6)

    def _start_turn(self, seat: int) -> None:
        """The steps of a turn (C-30), or the forced skip if there is no delivery at all (C-40, C-42)."""
        self._clear_turn()
        if self._sources(seat):
            self._next(
                Step("source", seat),
                Step("target", seat),
                Step("pay", seat),
                Step("place_post", seat),
                Step("rewards", seat),
            )
        else:
            self.players[seat].round_posts[self.round - 1] -= 1  # C-42, U-C22
            self.players[seat].removed_posts += 1
            self._next(Step("skip", seat))

    # step 1

    def _sources(self, seat: int) -> list[str]:
        """Cities with a post of the player and a cube, from which some delivery can be paid for.

        C-31, C-33; C-40 and C-41: a source without any target that can be paid for cannot be kept.
        """
        return [
            name
            for name, city in self.cities.items()
            if seat in city.all_posts() and city.cubes >= 1 and self._targets(seat, name)
        ]

    def _targets(self, seat: int, source: str) -> list[str]:
        """Other cities with a free demand slot of the color of the goods, that can be paid for.

        C-31, C-32, C-33, C-41, U-C12.
        """
        color = self.cities[source].goods()
        targets = []
        for name, city in self.cities.items():
            if name == source or color not in city.free_demands():
                continue
            if self.readings["U-C12"] == "forbidden" and seat in city.demand_posts:
                continue
            if self._payments(seat, source, name):
                targets.append(name)
        return targets

    def _choose_target(self, seat: int, target: str) -> None:
        """The pair is settled; the snapshot of the city cards, if it is taken here (U-C5)."""
        self.target = target
        if self.readings["U-C5"] == "snapshot":
            self.matching = self._matching_cities(seat)

    # step 2

    def _payments(self, seat: int, source: str, target: str) -> list[tuple[int, int, int]]:
        """The payments for this pair that the hand has (C-34..C-39)."""
        hand = self.players[seat].hand
        return [
            (trucks, trains, ships)
            for trucks, trains, ships in pair_payments(source, target, self.readings["U-C3"])
            if trucks <= hand[TRUCK] and trains <= hand[TRAIN] and ships <= hand[SHIP]
        ]

    def _pay(self, seat: int, trucks: int, trains: int, ships: int) -> None:
        """The cards go back to the supply (C-34, C-67); a cube leaves the source."""
        self.played = {TRUCK: trucks, TRAIN: trains, SHIP: ships}
        for vehicle in VEHICLES:
            self.players[seat].hand[vehicle] -= self.played[vehicle]
        self.cities[self.source].cubes -= 1

    # the forced skip

    def _skip_moves(self, seat: int) -> list[Move]:
        """Fill up a city or take three cards (C-42..C-44); without such a city only the cards (U-C13)."""
        moves: list[Move] = [("skip", "cards")]
        if self._refill_cities(seat):
            moves.append(("skip", "refill"))
        return moves

    def _refill_cities(self, seat: int) -> list[str]:
        """LV1 and LV2 cities with a post of the player (C-43); full ones are legal but void (U-C13)."""
        return [
            name
            for name, city in self.cities.items()
            if city.level < 3
            and seat in city.all_posts()
            and (city.cubes < CUBES or self.readings["U-C13"] == "void_allowed")
        ]

    def _do_instead(self, seat: int, choice: str) -> None:
        """C-43: choose the city; or C-44: take 1 truck, 1 train and 1 ship card."""
        if choice == "refill":
            self._next(Step("refill", seat))
        else:
            for vehicle in VEHICLES:
                self._gain_card(seat, vehicle)

    # step 3

    def _place_post(self, seat: int) -> None:
        """The cube goes to the supply, a post of this round on the matching demand slot (C-45, U-C23).

        With both demand slots occupied the city is upgraded (C-46).
        """
        color = self.cities[self.source].goods()
        assert color is not None
        self.players[seat].round_posts[self.round - 1] -= 1
        self._put_post(seat, self.target, color)
        if None not in self.cities[self.target].demand_posts:
            self._upgrade(self.target)

    def _put_post(self, seat: int, name: str, color: str) -> None:
        """A post goes on the free demand slot of this color (U-C11)."""
        city = self.cities[name]
        for place, demand in enumerate(city.demands()):
            if demand == color and city.demand_posts[place] is None:
                city.demand_posts[place] = seat
                return
        raise AssertionError(f"no free {color} slot in {name}")

    def _upgrade(self, name: str) -> None:
        """C-47: perfect without a cube left, else the cubes go; C-48: posts to the post slots; C-49, C-50."""
        city = self.cities[name]
        self.perfect = city.cubes == 0  # C-47
        city.cubes = 0
        city.posts += [post for post in city.demand_posts if post is not None]  # C-48
        city.demand_posts = [None, None]
        city.level += 1  # C-49: turned to LV2, or the tile is removed
        if city.level == 2:
            city.cubes = CUBES
        elif name in self.public:  # C-51; an owned card stays with its owner (C-52)
            self.public.remove(name)
            self.city_deck.put_under(name)
            self._next(Step("reveal"))

    # the public city cards

    def _reveal(self) -> None:
        """A new public city card; a blank one if the deck is exhausted (C-68).

        U-C8: a deck of LV3 cards alone counts as exhausted.  U-C9: the blank cards are a pile of their own.
        """
        if any(self.cities[card].level < 3 for card in self.city_deck.cards()):
            self._next(Step("public_card"))
        else:
            self.public.append(BLANK)

    def _turn_up(self, card: str) -> None:
        """The card revealed becomes public; an LV3 card goes to the bottom and another is revealed (C-51)."""
        self.city_deck.take(card)
        if self.cities[card].level == 3:
            self.city_deck.put_under(card)
            self._next(Step("reveal"))
        else:
            self.public.append(card)

    # ------------------------------------------------------------------ step 4: the rewards

    def _start_rewards(self, seat: int) -> None:
        """Transport rewards first, then city and perfect rewards (C-53, U-C7)."""
        if self.readings["U-C6"] == "before_transport" and self.matching is None:
            self.matching = self._matching_cities(seat)
        self.icons_left = {vehicle: self.icons[vehicle] * self.played[vehicle] for vehicle in VEHICLES}
        self._next(Step("transport", seat), Step("city_and_perfect", seat))

    # the transport reward

    def _transport(self, seat: int) -> None:
        """The transport reward of one vehicle after the other (C-54)."""
        left = [vehicle for vehicle in VEHICLES if self.icons_left[vehicle] >= 1]
        if not left:
            return
        self._next(Step("transport", seat))
        if self.readings["transport_order"] == "fixed" and self.readings["U-C4"] == "all_icons":
            self._advance(seat, left[0])
        else:
            self._next(Step("advance", seat))

    def _advance_moves(self) -> list[Move]:
        """The vehicles that have icons left; nothing can be forfeited (U-C4)."""
        left = [vehicle for vehicle in VEHICLES if self.icons_left[vehicle] >= 1]
        if self.readings["transport_order"] == "fixed":
            left = left[:1]
        moves: list[Move] = [("advance", vehicle) for vehicle in left]
        if self.readings["U-C4"] == "may_forfeit":
            moves.append(("advance", "none"))
        return moves

    def _advance(self, seat: int, vehicle: str) -> None:
        """One step for each icon, all on the marker of that vehicle (C-54, U-C4)."""
        if vehicle == "none":
            self.icons_left = dict.fromkeys(VEHICLES, 0)
            return
        steps = self.icons_left[vehicle]
        if self.readings["transport_order"] == "by_icon":
            steps = 1
        self.icons_left[vehicle] -= steps
        if vehicle not in self.advanced:
            self.advanced.append(vehicle)
            self.advanced.sort(key=VEHICLES.index)
        self._next(*[Step("move", seat, vehicle)] * steps)

    # the city reward and the reward for a perfect upgrade

    def _matching_cities(self, seat: int) -> int:
        """How many of source and target are on a public card or on one owned by the player (C-58, C-59).

        A city counts once (U-C6).  A card that has left the display does not count (U-C5).
        """
        cards = self.public + self.players[seat].city_cards
        return sum(1 for city in (self.source, self.target) if city in cards)

    def _city_and_perfect(self, seat: int) -> None:
        """City and perfect reward: one pool of steps, as both are spent alike (C-58, C-60, C-61, U-C7)."""
        if self.readings["U-C7"] == "chosen" and self.perfect:
            self._next(Step("reward", seat))
        elif self.matching is None:
            self._bonus_steps(seat, self._matching_cities(seat) + int(self.perfect))  # U-C6
        else:
            self._bonus_steps(seat, self.matching + int(self.perfect))

    def _choose_reward(self, seat: int, choice: str) -> None:
        """One of the two rewards, then the other one (U-C7)."""
        city, perfect = Step("city_reward", seat), Step("perfect_reward", seat)
        if choice == "city":
            self._next(city, perfect)
        else:
            self._next(perfect, city)

    def _city_reward(self, seat: int) -> None:
        """The city reward on its own (C-58, U-C6)."""
        if self.matching is None:
            self._bonus_steps(seat, self._matching_cities(seat))
        else:
            self._bonus_steps(seat, self.matching)

    def _bonus_steps(self, seat: int, steps: int) -> None:
        """Each step goes to a vehicle advanced by the transport reward, freely distributed (C-61)."""
        if self.advanced:
            self._next(*[Step("bonus", seat)] * steps)

    # the development board

    def _move(self, seat: int, vehicle: str) -> None:
        """A marker advances by 1 space.

        C-55, C-56: leaving the start or a fork the path is chosen; C-57: not when it leaves the third tile.
        U-C15: it stops on the last score space.
        """
        place = self.players[seat].markers[vehicle]
        if place == LAST_SPACE:
            return
        if place < DEV_SPACES and place % TILE_SPACES == 0:
            self._next(Step("path", seat, vehicle), Step("enter", seat, vehicle))
        else:
            self._next(Step("enter", seat, vehicle))

    def _enter(self, seat: int, vehicle: str) -> None:
        """The marker enters the next space of its path and its icon is resolved at once (C-62, C-66)."""
        player = self.players[seat]
        player.markers[vehicle] += 1
        icon = self._icon(player.markers[vehicle], player.paths[vehicle])
        if icon in CARD_ICONS:  # C-63
            self._gain_card(seat, CARD_ICONS[icon])
        elif icon == "C":  # C-64
            self._next(Step("take_card", seat))
        elif icon == "Q":  # C-65
            self._next(Step("offer_tasks", seat))

    def _icon(self, place: int, path: str) -> str:
        """The icon of a space: five spaces on the path, then the fork; none on the score row (C-6, C-57)."""
        if place > DEV_SPACES:
            return "-"
        number, space = divmod(place - 1, TILE_SPACES)
        name, side = self.dev_tiles[number]
        upper, lower, fork = DEV_TILES[name]
        if space == PATH_SPACES:
            last = number == DEV_TILES_USED - 1
            return "-" if last and self.readings["third_fork"] == "without_icon" else fork
        if side == "B":
            upper, lower = lower, upper
        return (upper if path == UPPER else lower)[space]

    # what the icons give

    def _gain_card(self, seat: int, vehicle: str) -> None:
        """A transport card; they are unlimited (C-63, C-67)."""
        self.players[seat].hand[vehicle] += 1

    def _card_moves(self) -> list[Move]:
        """Any public city card; one has to be taken (C-64, U-C20).  Blank cards are all alike."""
        moves: list[Move] = []
        for card in self.public:
            if ("take_card", card) not in moves:
                moves.append(("take_card", card))
        if self.readings["U-C20"] == "optional":
            moves.append(("take_card", "none"))
        return moves

    def _take_card(self, seat: int, card: str) -> None:
        """The card becomes the player's own, then a new one is revealed (C-64, C-59)."""
        if card != "none":
            self.public.remove(card)
            self.players[seat].city_cards.append(card)
            self._next(Step("reveal"))

    def _offer_tasks(self, seat: int) -> None:
        """Draw 2 tasks, keep 1 (C-19, C-65)."""
        self.tasks_drawn = []
        self._next(Step("draw_task", seat), Step("draw_task", seat), Step("choose_task", seat))

    def _draw_task(self, seat: int) -> None:
        """One of the two tasks, if the deck has one left (U-C24)."""
        if self.task_deck.cards():
            self._next(Step("task", seat))

    def _choose_task(self, seat: int) -> None:
        """A choice of two; a single task is taken, without any the icon is void (U-C24)."""
        if len(self.tasks_drawn) == 2:
            self._next(Step("keep_task", seat))
        elif len(self.tasks_drawn) == 1:
            self._keep_task(seat, self.tasks_drawn[0])

    def _keep_task(self, seat: int, task: str) -> None:
        """One task is kept, the other goes to the bottom of the deck (C-19, C-65)."""
        self.players[seat].tasks.append(task)
        for other in self.tasks_drawn:
            if other != task:
                self.task_deck.put_under(other)
        self.tasks_drawn = []

    # ------------------------------------------------------------------ the tidy phase and the end

    def _end_action_phase(self) -> None:
        """After everyone's 4 turns: the tidy phase (C-69), or after round 3 the end of the game (C-28)."""
        if self.round == ROUNDS:
            self.over = True
            return
        steps = [Step("order_space", seat) for seat in self._new_order()]
        assert len(steps) <= SPACES_USED[len(self.seats)]  # C-77
        self._next(*steps, Step("move_order_markers"), Step("round"))  # C-78

    def _new_order(self) -> list[int]:
        """Trucks, trains, ships compared one after the other; who is placed takes no further part.

        C-70..C-75; C-76: with 1 or 2 players trucks and trains only; the fourth player is left over (C-73).
        Ties: the player earlier in the current order (C-75).  U-C14: spaces travelled.  U-C17: solo.
        With five players two are left over and stay in the current order (U-C16).
        """
        rest = list(self.order)
        new_order = []
        for vehicle in ORDER_SPACES[: SPACES_USED[len(self.seats)]]:
            if rest and vehicle != FREE:
                leader = rest[0]
                for seat in rest:
                    if self.players[seat].markers[vehicle] > self.players[leader].markers[vehicle]:
                        leader = seat
                rest.remove(leader)
                new_order.append(leader)
        return new_order + rest

    def _marker_points(self, place: int) -> int:
        """The points of the score space a marker stands on, 0 elsewhere (C-57, C-79)."""
        if place > DEV_SPACES:
            return SCORE_ROW[place - DEV_SPACES - 1]
        return 0

    def _lv3_posts(self, seat: int) -> int:
        """The posts on the post slots of LV3 cities, start posts like others (C-80, U-C18)."""
        return sum(city.posts.count(seat) for city in self.cities.values() if city.level == 3)

    def _task_done(self, seat: int, task: str) -> bool:
        """The condition of a task at the end of the game; a task not done costs nothing (C-82, U-C19)."""
        player = self.players[seat]
        own = [name for name, city in self.cities.items() if seat in city.all_posts()]
        if task == "four_ports":
            return sum(1 for name in own if name in PORTS) >= 4
        if task == "six_cities":
            return len(own) >= 6
        if task == "three_lv3":
            return sum(1 for name in own if self.cities[name].level == 3) >= 3
        if task == "two_in_one":
            return any(self.cities[name].all_posts().count(seat) >= 2 for name in own)
        if task == "four_cards":
            return len(player.city_cards) >= 4  # blank ones are city cards, too (C-81)
        if task == "all_beyond_tile_1":
            return all(player.markers[vehicle] > TILE_SPACES for vehicle in VEHICLES)
        if task == "ship_before_truck":
            return player.markers[SHIP] > player.markers[TRUCK]
        return all(name in own for name in task.split("+"))


# ---------------------------------------------------------------------- random games


def random_outcome(game: CargoEmpire, chooser: random.Random) -> Outcome:
    """One of the outcomes of chance, by its weight."""
    outcomes = game.chance()
    return chooser.choices(list(outcomes), weights=list(outcomes.values()))[0]


def check(game: CargoEmpire) -> None:
    """What has to be true at any time."""
    # Tiles: 24; cubes on production slots only; the posts beside a city go with its level (C-1, C-3, C-48).
    laid = Counter(city.tile for city in game.cities.values() if city.tile is not None)
    assert laid + game.bag == Counter(dict.fromkeys(TILE_KINDS, TILE_COPIES))
    for city in game.cities.values():
        assert city.level in (1, 2, 3)
        assert 0 <= city.cubes <= CUBES
        assert len(city.posts) == 2 * (city.level - 1)
        assert city.level < 3 or (city.cubes == 0 and city.demand_posts == [None, None])
        assert len(set(city.demands())) == len(city.demands()) and city.goods() not in city.demands()
    # City cards: 24, and blank ones.
    cards = Counter(game.public + game.city_deck.cards())
    for player in game.players:
        cards.update(player.city_cards)
        if player.secret_card is not None:
            cards[player.secret_card] += 1
    del cards[BLANK]
    assert cards == Counter(CITIES)
    if game.round >= 1:
        to_do = [step.name for step in [game.waiting, *game.agenda] if step is not None]
        revealing = "reveal" in to_do or "public_card" in to_do
        assert len(game.public) == PUBLIC_CARDS[len(game.seats)] - int(revealing)
    assert all(card == BLANK or game.cities[card].level < 3 for card in game.public)
    # Tasks: 12.
    tasks = game.task_deck.cards() + game.tasks_drawn
    for player in game.players:
        tasks = tasks + player.tasks
    assert Counter(tasks) == Counter(list(TASKS))
    # Posts: 15 of each seat (C-13).
    for seat, player in enumerate(game.players):
        on_map = sum(city.all_posts().count(seat) for city in game.cities.values())
        on_board = sum(player.round_posts)
        assert on_map + on_board + player.spare_posts + player.order_marker + player.removed_posts == 15
        assert min(player.round_posts) >= 0 and player.spare_posts >= 0
        assert game.round == 0 or player.spare_posts == 0
        assert min(player.hand.values()) >= 0
        assert all(0 <= place <= LAST_SPACE for place in player.markers.values())
    assert game.round == 0 or sorted(game.order) == list(game.seats)


def play(
    players: int, seed: int, readings: dict[str, str] | None = None, checked: bool = True
) -> tuple[CargoEmpire, Counter[str]]:
    """A random game, checked after each step; the game at its end and what has happened in it."""
    chooser = random.Random(seed)
    game = CargoEmpire(players, starter=chooser.randrange(players), readings=readings)
    seen: Counter[str] = Counter()
    while game.pending() != "over":
        if checked:
            check(game)
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
        game.apply(move)
        assert sum(seen.values()) < 100_000  # the game ends
    check(game)
    assert not game.agenda
    # C-69, DC-10: everybody has used 12 posts, or 9 (U-C16).  DC-13: everybody owns a city card.
    assert all(player.round_posts == [TURNS - game.turns] * ROUNDS for player in game.players)
    assert all(player.city_cards for player in game.players)
    seen["turns"] = game.turns * ROUNDS * players
    seen["lv3 cities"] = sum(1 for city in game.cities.values() if city.level == 3)
    seen["blank cards"] = (game.public + [card for p in game.players for card in p.city_cards]).count(BLANK)
    seen["markers on score row"] = sum(
        1 for player in game.players for place in player.markers.values() if place > DEV_SPACES
    )
    return game, seen


def main() -> None:
    """Play random games for every number of players and print what has happened in them."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    for players in SPACES_USED:
        total: Counter[str] = Counter()
        points = 0
        for seed in range(games):
            game, seen = play(players, seed)
            total.update(seen)
            points += sum(game.scores())
        print(f"{players} player(s): {games} games, {points / games / players:.1f} points each on average")
        for name, count in sorted(total.items()):
            print(f"    {name}: {count / games:.2f} a game")


if __name__ == "__main__":
    main()
