"""A plain, slow reference engine of the board game Baruka.

It is written from the rules digest alone; the ids in the docstrings and comments (B-.. clauses, U-B.. open
questions) are those of the digest.  The tables are in ``baruka_data``.  Nothing here is meant to be fast.

Driving a game
    ``pending()`` says what the game waits for:
    "chance"    ``chance()`` gives the possible outcomes with their weights, ``draw(outcome)`` imposes one;
    "decision"  ``decision()`` names the kind, ``acting()`` lists the seats that have to decide,
                ``legal(seat)`` lists the moves of a seat, ``apply(move, seat)`` carries one out.  Without a
                seat both mean ``seat()``, the first of ``acting()``;
    "over"      ``scores()``, ``score_parts(seat)``, ``winners()``.
    At the simultaneous secret decisions (draft, give_up, prepare) several seats act: their moves may be given
    in any order and mixed, and nothing is carried out for all before the last seat is done.
    ``snapshot()`` is the whole state, ``view(seat)`` what this seat may know of it (U-B36).
    Nothing is drawn at random inside: every random outcome comes from outside, and so does the first order
    of the players (B-6), who "settle it as they like".

Outcomes of chance (tuples)
    ("board", seat, board)          only with board_choice "drawn": a character board (B-4)
    ("helper", type, helper)        a helper is revealed (B-3, B-48)
    ("oracle", seat, card)          an oracle is dealt (B-7): to each seat in turn 5 of level I, 3 II, 2 III

Decisions and their moves (tuples)
    board       ("board", board)                    only with board_choice "chosen": in order (B-4)
    draft       ("draft", card)                     house rule: keep this card, pass the others on (B-61)
    give_up     ("give_up", card)                   give up an oracle, one at a time, in any order (B-8)
                ("give_up", "done")
    prepare     ("prepare", slot, color)            a totem on a slot 1, 2, ... of the character board (B-12)
                ("prepare", "expansion", color)     an expansion + side up with a totem on it (B-16)
                ("prepare", "expansion", "altar")   an expansion altar side up (B-17)
                ("prepare", slot, "altar")          only with altar_side_slot "any_slot"
                ("prepare", "done")                 nothing laid down is taken back
    oracle      ("oracle", card)                    play an oracle whose pattern is there (B-23)
                ("oracle", "pass")                  play none before the next window
    turn        ("turn", "totem", color)            place a totem of this color next (B-18, B-19)
                ("turn", "expansion")               lay an expansion, altar side up (B-17, U-B18)
                ("turn", "skill", helper)           use a skill helper (U-B23)
                ("turn", "end")                     all is placed: use no skill helper any more
    cell        ("cell", row, column)               where the totem goes (B-20, B-21)
    lay         ("lay", row, column)                where the expansion goes (U-B18)
    skill_pick  ("skill_pick", row, column)         the totem moved, swapped (two picks), removed or opened
    skill_totem ("skill_totem", color)              the totem of the helper "place"
    skill_cell  ("skill_cell", row, column)         where the totem of "move" or "place" goes
    close       ("close", color, row, column, row, column)
                which five (or six) totems are closed, by the first and the last cell (U-B7)
    grand       ("grand", color)                    the one color whose grand sacrifice counts (B-36, U-B30)
    basic       ("basic", color)                    a basic totem, gained by an oracle or a helper
    hire        ("hire", helper), ("hire", "pass")  (B-41)
    pay         ("pay", color)                      one of the totems a helper costs (B-42, U-B20)
    make        ("make", "resources"), ("make", "purple")  (B-45)
    take        ("take", color | "expansion")       one of the 2 resources (B-45)
    "color" is "red", "green", "blue" or "purple".
    A decision is asked for even if only one move is legal, with these exceptions.  oracle: only seats that
    can play one are asked.  turn: it ends by itself when nothing is left to place and no skill helper can be
    used.  close and grand: only if there are two or more possibilities.  basic, make, take: not if the supply
    has nothing of the kind.

Windows for oracles (B-23, U-B11, U-B12): at the beginning of phase 2, and after each totem placed and each
skill used, all sacrifices being done; the active player first, then the others in order.  After an oracle
has been played all are asked again in this order: each moment is one to play in (B-23), also for who passed.

Readings: ``READINGS`` lists every open question that has a switch; the first value is the digest's reading.
Without a switch, since the digest names no other reading that could be played: U-B2, U-B3, U-B5, U-B6, U-B7,
U-B8, U-B9, U-B10, U-B13, U-B16, U-B19, U-B20, U-B21, U-B22, U-B25, U-B26, U-B27, U-B28, U-B29,
U-B31, U-B34, U-B36, U-B37.
"""

from __future__ import annotations

import copy
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tests.reference.baruka_data import (
    ANY_BASIC,
    BASIC,
    BLUE,
    COLORS,
    DEALT,
    EASY,
    EXPANSION,
    FULL_LINE,
    GIVEN_UP_POINTS,
    GREEN,
    GREEN_POINTS,
    HARD,
    KINDS,
    MADE,
    OFFERED,
    PURPLE,
    RECTANGLE_POINTS,
    RED,
    RED_POINTS,
    RESOURCE,
    ROUNDS,
    SCORE,
    SKILL,
    SLOT_PENALTY,
    SQUARE_POINTS,
    START_TOTEMS,
    THINGS,
    TILES,
    Cell,
    Group,
    Tables,
    altar_cells,
)

Move = tuple[str | int, ...]
Outcome = tuple[str | int, ...]
Cells = tuple[Cell, ...]

ALTAR = "altar"  # an expansion altar side up (B-17)
DONE, PASS, END = "done", "pass", "end"

# ---------------------------------------------------------------------- the readings

READINGS: dict[str, tuple[str, ...]] = {
    # Resources on helpers not hired, then new helpers; or new helpers first, which get a resource as well
    # (B-49: the rulebook's own order, "not hired" meaning "lying there")?
    "U-B1": ("resources_first", "refill_first"),
    # Is a 2x2 deducted from a 2x3 made in the same turn ("deducted"), or are both scored (blue_cumulative)?
    "U-B4": ("deducted", "cumulative"),
    # In a window, who is asked after the active player: the others in order, or from this player on around?
    "U-B11": ("order", "around"),
    # Are there windows at the beginning of phase 2, too, or only after something has happened on the altar?
    "U-B12": ("every_state", "after_changes"),
    # Does purple satisfy a colored slot?
    "U-B14": ("yes", "no"),
    # May a score go below 0?
    "U-B15": ("below_zero", "not_below_zero"),
    # Must one prepare at least 1 totem (if one has any)?
    "U-B17": ("none_allowed", "at_least_one"),
    # Must an expansion prepared altar side up be laid, or may it be taken back?
    "U-B18": ("laid", "may_be_laid"),
    # Do moved or swapped totems make sacrifices like a placed one?
    "U-B23": ("placements_only", "moves_too"),
    # May the 2 resources be two expansions?
    "U-B24": ("two_expansions", "one_expansion"),
    # Several colors of grand sacrifice at once: do the totems of the other colors close, too?
    "U-B30": ("all_close", "chosen_closes"),
    # The order of phase 4's totem making: the new one or that of this round?
    "U-B32": ("new_order", "current_order"),
    # Totems paid, used + expansions, totems removed by a skill: to the supply, or out of the game?
    "U-B33": ("supply", "out_of_game"),
    # Does a resource helper pay already in the round it is hired?
    "U-B35": ("at_once", "next_round"),
    # From here on: not among the digest's questions.
    # Character boards (B-4): given from outside, drawn, or chosen in order?
    "board_choice": ("given", "drawn", "chosen"),
    # A colored slot (B-13): any totem with a loss of points, or only a totem of its color?
    "colored_slots": ("any_totem", "own_color_only"),
    # An expansion altar side up (B-17): on the expansion slot, or on any slot of the board?
    "altar_side_slot": ("expansion_slot", "any_slot"),
    # One totem completes several 2x3: one of them is chosen and scored, or each one is?
    "several_rectangles": ("choose_one", "each"),
    # The skill "place one totem from stock": from the player's own totems or from the supply?
    "skill_place": ("own", "supply"),
    # "1 per 2 red closed": closed red totems on the altar; purple ones, too; or the totems which the owner
    # has closed in red lines?
    "red_closed": ("on_altar", "on_altar_with_purple", "by_owner"),
    # The extra of resource helpers (B-46): each player's after his making, or all after all makings?
    "extras": ("with_making", "after_making"),
    # A used + expansion (B-16) is discarded at the end of its owner's turn, or when it is revealed?
    "plus_discard": ("end_of_turn", "at_reveal"),
}

# ---------------------------------------------------------------------- lines, rectangles, patterns

ORTHOGONAL = ((0, 1), (1, 0))  # B-28
DIAGONAL = ((1, 1), (1, -1))  # B-29, U-B27: both diagonals
SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))


def beside(cell: Cell) -> list[Cell]:
    """The four cells that share a side with this one (B-21)."""
    return [(cell[0] + row, cell[1] + column) for row, column in SIDES]


def counts_as(totem: str, color: str) -> bool:
    """B-34: purple counts as red, green or blue."""
    return totem in (color, PURPLE)


def rectangles_around(cell: Cell, height: int, width: int) -> list[Cells]:
    """All rectangles of this size that contain the cell, each with its cells from the upper left one on."""
    found = []
    for top in range(cell[0] - height + 1, cell[0] + 1):
        for left in range(cell[1] - width + 1, cell[1] + 1):
            rows, columns = range(top, top + height), range(left, left + width)
            found.append(tuple((row, column) for row in rows for column in columns))
    return found


def rotations(group: Group) -> list[Group]:
    """The group turned by 0, 90, 180 and 270 degrees, never mirrored (B-24, U-B26)."""
    turned = [group]
    for _ in range(3):
        turned.append(tuple((column, -row, color) for row, column, color in turned[-1]))
    return turned


# ---------------------------------------------------------------------- pieces


@dataclass
class Totem:
    """A totem on the altar; open: its eyes (B-19, B-32)."""

    color: str
    open: bool = True


@dataclass
class Player:
    """What one player has."""

    board: str = ""
    stock: Counter[str] = field(default_factory=Counter)  # own totems and expansions
    slots: dict[int, str] = field(default_factory=dict)  # prepared: slot -> color or "altar" (B-12)
    expansion_slot: str = ""  # prepared: "", the color of the totem on a + expansion, or "altar" (B-16, B-17)
    to_place: Counter[str] = field(default_factory=Counter)  # totems revealed, not placed yet (B-18)
    to_lay: int = 0  # altar expansions revealed, not laid yet
    plus_used: int = 0  # + expansions revealed, not discarded yet
    oracles: list[str] = field(default_factory=list)  # held
    drafted: list[str] = field(default_factory=list)  # house rule B-61
    played: list[str] = field(default_factory=list)
    given_up: list[str] = field(default_factory=list)
    helpers: dict[str, int] = field(default_factory=dict)  # helper -> round it was hired in
    skills_used: list[str] = field(default_factory=list)  # in this round
    cubes: dict[str, int] = field(default_factory=lambda: dict.fromkeys(BASIC, 0))  # space; 0: none (B-38)
    score: int = 0  # on the score board; one number (U-B25)
    closed: Counter[str] = field(default_factory=Counter)  # totems closed, by the color of the sacrifice


@dataclass(frozen=True)
class Closing:
    """A line of five or a 2x3 just completed (B-32): the sets of cells to choose from (U-B7)."""

    color: str
    options: tuple[Cells, ...]


@dataclass(frozen=True)
class Step:
    """One thing to be done in the course of the game; decisions and draws are steps, too."""

    name: str
    seat: int = 0
    what: str = ""
    cell: Cell = (0, 0)


CHANCES = ("draw_board", "helper", "oracle_card")
SECRET = ("draft", "give_up", "prepare")  # decided by all seats at once
DECISIONS = (
    *SECRET,
    "board",
    "oracle",
    "turn",
    "cell",
    "lay",
    "skill_pick",
    "skill_totem",
    "skill_cell",
    "close",
    "grand",
    "basic",
    "hire",
    "pay",
    "make",
    "take",
)


class Baruka:
    """The game of seats 0, 1, ..."""

    def __init__(
        self,
        players: int = 4,
        layout: str = EASY,
        order: Sequence[int] | None = None,
        boards: Sequence[str] | None = None,
        readings: dict[str, str] | None = None,
        draft: bool = False,
        unfinished: Sequence[int] = (0, 0, 0),
        tables: Tables | None = None,
    ) -> None:
        """Setup.

        ``order``: the order settled by the players (B-6); ``boards``: the board of each seat (B-4).
        House rules: ``draft`` the oracles (B-61); ``unfinished``: the points lost for each oracle of level
        I, II, III that is held at the end (B-62; the amount is open).
        """
        self.tables = tables or Tables()
        if players not in ROUNDS:
            raise ValueError("two to four players")
        if (layout, players) not in self.tables.layouts:
            raise ValueError(f"the digest has no layout {layout!r} for {players} players")
        self.readings = {name: values[0] for name, values in READINGS.items()}
        for name, value in (readings or {}).items():
            if value not in READINGS.get(name, ()):
                raise ValueError(f"no such reading: {name} = {value}")
            self.readings[name] = value
        self.seats = tuple(range(players))
        self.draft = draft
        self.unfinished = dict(zip((1, 2, 3), unfinished, strict=True))

        # The altar (B-2).
        tiles = self.tables.layouts[layout, players]
        assert sorted(tile for tile, _, _ in tiles) == list(TILES[players])
        self.cells = altar_cells(tiles)  # with the expansions laid later on
        self.laid: set[Cell] = set()  # the expansions among them
        self.totems: dict[Cell, Totem] = {}

        # Supply (B-1), helpers (B-3), oracles (B-7).
        self.supply: Counter[str] = Counter(self.tables.stock)
        self.removed: Counter[str] = Counter()  # out of the game (U-B33)
        self.piles = {
            kind: [name for name, helper in self.tables.helpers.items() if helper.kind == kind]
            for kind in KINDS
        }  # face down
        self.offered: dict[str, list[str]] = {kind: [] for kind in KINDS}
        self.on_helper: Counter[str] = Counter()  # totems or tiles lying on a helper offered (B-47)
        self.decks = {
            level: [name for name, oracle in self.tables.oracles.items() if oracle.level == level]
            for level in DEALT
        }

        # Players (B-4, B-5, B-6).
        self.players = [Player() for _ in self.seats]
        for player in self.players:
            player.stock.update(dict.fromkeys(BASIC, START_TOTEMS))
        self.order = list(self.seats if order is None else order)
        if sorted(self.order) != list(self.seats):
            raise ValueError("the order names each seat once")
        self.boards_left = list(self.tables.boards)
        if self.readings["board_choice"] == "given":
            names = list(self.tables.boards)[:players] if boards is None else list(boards)
            for seat in self.seats:
                self._take_board(seat, names[seat])

        # The course of the game.
        self.round = 0
        self.agenda: list[Step] = []  # what has to be done, the next step first
        self.waiting: Step | None = None  # the draw or decision the game waits for
        self.busy: list[int] = []  # the seats not done at a secret decision
        self.over = False

        # The course of the turn.
        self.squares: list[Cells] = []  # the 2x2 scored in this turn (U-B4)
        self.closings: list[Closing] = []  # made by the totem just placed
        self.closed: list[tuple[str, Cells]] = []  # the choices among them
        self.in_hand: Totem | None = None  # a totem lifted by a skill
        self.making_order = list(self.order)  # phase 4 (U-B32)
        self.window_active = 0  # whose turn it is while a window is open (U-B11)
        self.expansions_made = 0  # expansions among the resources taken in this making (U-B24)

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

    def acting(self) -> list[int]:
        """The seats that have to decide; several at a secret decision (B-8, B-12)."""
        if self.waiting is None or self.pending() != "decision":
            return []
        if self.waiting.name in SECRET:
            return list(self.busy)
        return [self.waiting.seat]

    def seat(self) -> int:
        """The first seat that has to decide."""
        return self.acting()[0]

    def decision(self) -> str:
        """The kind of the decision that is pending, "" without one."""
        if self.waiting is None or self.pending() != "decision":
            return ""
        return self.waiting.name

    def chance(self) -> dict[Outcome, int]:
        """The possible outcomes of the draw that is pending and their weights."""
        if self.waiting is None or self.pending() != "chance":
            return {}
        step = self.waiting
        if step.name == "draw_board":  # B-4
            return {("board", step.seat, board): 1 for board in self.boards_left}
        if step.name == "helper":  # B-3, B-48
            return {("helper", step.what, helper): 1 for helper in self.piles[step.what]}
        return {("oracle", step.seat, card): 1 for card in self.decks[int(step.what)]}  # B-7

    def draw(self, outcome: Outcome) -> None:
        """Carry out one of the possible outcomes of chance."""
        if outcome not in self.chance():
            raise ValueError(f"not a possible outcome: {outcome}")
        assert self.waiting is not None
        step, card = self.waiting, str(outcome[-1])
        self.waiting = None
        if step.name == "draw_board":
            self._take_board(step.seat, card)
        elif step.name == "helper":
            self.piles[step.what].remove(card)
            self.offered[step.what].append(card)
        else:
            self.decks[int(step.what)].remove(card)
            self.players[step.seat].oracles.append(card)
        self._run()

    def legal(self, seat: int | None = None) -> list[Move]:
        """The legal moves of a seat in the decision that is pending."""
        if seat is None:
            seat = self.seat() if self.acting() else -1
        if self.waiting is None or seat not in self.acting():
            return []
        step = self.waiting
        player = self.players[seat]
        moves: list[Move] = []
        if step.name == "board":
            moves = [("board", board) for board in self.boards_left]
        elif step.name == "draft":
            moves = [("draft", card) for card in player.oracles]
        elif step.name == "give_up":
            moves = [("give_up", card) for card in [*player.oracles, DONE]]
        elif step.name == "prepare":
            moves = self._prepare_moves(seat)
        elif step.name == "oracle":
            moves = [("oracle", card) for card in [*self._playable(seat), PASS]]
        elif step.name == "turn":
            moves = self._turn_moves(seat)
        elif step.name == "cell":
            moves = [("cell", *cell) for cell in self._legal_cells()]
        elif step.name == "lay":
            moves = [("lay", *cell) for cell in self._lay_cells()]
        elif step.name == "skill_pick":
            moves = [("skill_pick", *cell) for cell in self._skill_picks(step)]
        elif step.name == "skill_totem":
            moves = [("skill_totem", color) for color in self._skill_totems(seat)]
        elif step.name == "skill_cell":
            moves = [("skill_cell", *cell) for cell in self._skill_cells(step)]
        elif step.name == "close":
            options = self.closings[len(self.closed)].options
            moves = [("close", step.what, *cells[0], *cells[-1]) for cells in options]
        elif step.name == "grand":
            moves = [("grand", color) for color in self._closing_colors()]
        elif step.name == "basic":
            moves = [("basic", color) for color in self._basics_left()]
        elif step.name == "hire":
            moves = self._hire_moves(seat)
        elif step.name == "pay":
            moves = self._pay_moves(seat, step)
        elif step.name == "make":
            moves = self._make_moves()
        elif step.name == "take":
            moves = [("take", thing) for thing in self._resources_left()]
        return moves

    def apply(self, move: Move, seat: int | None = None) -> None:
        """Carry out one of the legal moves of a seat."""
        if seat is None:
            seat = self.seat() if self.acting() else -1
        if move not in self.legal(seat):
            raise ValueError(f"not a legal move of seat {seat}: {move}")
        assert self.waiting is not None
        step, choice = self.waiting, str(move[-1])
        if step.name in SECRET:
            self._apply_secret(seat, move)
            return
        self.waiting = None
        if step.name == "board":
            self._take_board(seat, choice)
        elif step.name == "oracle":
            self._play_oracle(seat, choice)
        elif step.name == "turn":
            self._choose_in_turn(seat, move)
        elif step.name == "cell":
            self.players[seat].to_place[step.what] -= 1
            self._place(seat, step.what, (int(move[1]), int(move[2])))
        elif step.name == "lay":
            self._lay(seat, (int(move[1]), int(move[2])))
        elif step.name == "skill_pick":
            self._skill_pick(seat, step, (int(move[1]), int(move[2])))
        elif step.name == "skill_totem":
            self._skill_totem(seat, choice)
        elif step.name == "skill_cell":
            self._skill_cell(seat, step, (int(move[1]), int(move[2])))
        elif step.name == "close":
            for cells in self.closings[len(self.closed)].options:
                if move == ("close", step.what, *cells[0], *cells[-1]):
                    self.closed.append((step.what, cells))
                    break
        elif step.name == "grand":
            self._grand_sacrifices(seat, choice)
        elif step.name == "basic":
            self._gain(seat, choice)
        elif step.name == "hire":
            self._hire(seat, choice)
        elif step.name == "pay":
            self._pay(seat, step, choice)
        elif step.name == "make":
            self._make(seat, choice)
        elif step.name == "take":
            self._take_resource(seat, choice)
        self._run()

    def score_parts(self, seat: int) -> dict[str, int]:
        """The points of a seat by their kinds, as things stand (B-55..B-59, B-62)."""
        player = self.players[seat]
        level = {name: oracle.level for name, oracle in self.tables.oracles.items()}
        return {
            "score_board": player.score,  # B-55
            "given_up": sum(GIVEN_UP_POINTS[level[card]] for card in player.given_up),  # B-59
            "helpers": sum(self._helper_points(seat, helper) for helper in player.helpers),  # B-56
            "character": self._character_points(seat),  # B-57
            "sacrifices": sum(self._track_points(space) for space in player.cubes.values()),  # B-58
            "unfinished": -sum(self.unfinished[level[card]] for card in player.oracles),  # B-62
        }

    def scores(self) -> tuple[int, ...]:
        """The total of each seat as things stand (B-55..B-59)."""
        return tuple(sum(self.score_parts(seat).values()) for seat in self.seats)

    def winners(self) -> tuple[int, ...]:
        """The seats with the highest total; ties share the victory (B-60)."""
        totals = self.scores()
        return tuple(seat for seat in self.seats if totals[seat] == max(totals))

    def clone(self) -> Baruka:
        """A copy that shares nothing with this game."""
        return copy.deepcopy(self)

    def snapshot(self) -> dict[str, object]:
        """The whole state as plain data."""
        return {
            "pending": self.pending(),
            "decision": self.decision(),
            "acting": self.acting(),
            "round": self.round,
            "order": list(self.order),
            "cells": sorted(self.cells),
            "laid": sorted(self.laid),
            "totems": {cell: (totem.color, totem.open) for cell, totem in sorted(self.totems.items())},
            "in_hand": (self.in_hand.color, self.in_hand.open) if self.in_hand is not None else None,
            "supply": {thing: self.supply[thing] for thing in THINGS},
            "removed": {thing: self.removed[thing] for thing in THINGS},
            "offered": {kind: list(self.offered[kind]) for kind in KINDS},
            "on_helper": {helper: count for helper, count in sorted(self.on_helper.items()) if count},
            "piles": {kind: sorted(self.piles[kind]) for kind in KINDS},
            "decks": {level: sorted(deck) for level, deck in self.decks.items()},
            "players": [self._player_data(player) for player in self.players],
            "scores": list(self.scores()),
        }

    def view(self, seat: int) -> dict[str, object]:
        """What a seat may know (U-B36): oracles held are secret, their number is public; stocks are public.

        The order of a pile is unknown anyway; piles and decks are left out.  Of the other players, what is
        prepared behind the screen (B-12, B-15), the oracles held and given up (U-B31), and how many are given
        up while this is being decided, are hidden.
        """
        known = self.snapshot()
        for hidden in ("piles", "decks", "scores"):
            del known[hidden]
        rows = []
        for other, player in enumerate(self.players):
            row = self._player_data(player)
            if other != seat and self.pending() != "over":
                row["oracles"] = len(player.oracles)
                row["drafted"] = len(player.drafted)
                row["given_up"] = len(player.given_up)
                if self.decision() == "give_up":
                    row["oracles"], row["given_up"] = len(player.oracles) + len(player.given_up), 0
                if self.decision() == "prepare":
                    before = player.stock + self._prepared(player)
                    row["stock"] = {thing: before[thing] for thing in THINGS}
                    row["slots"], row["expansion_slot"] = {}, ""
            rows.append(row)
        known["players"] = rows
        return known

    def _player_data(self, player: Player) -> dict[str, object]:
        """One player's things as plain data."""
        return {
            "board": player.board,
            "score": player.score,
            "stock": {thing: player.stock[thing] for thing in THINGS},
            "slots": dict(sorted(player.slots.items())),
            "expansion_slot": player.expansion_slot,
            "to_place": {color: player.to_place[color] for color in COLORS},
            "to_lay": player.to_lay,
            "plus_used": player.plus_used,
            "oracles": sorted(player.oracles),
            "drafted": sorted(player.drafted),
            "played": sorted(player.played),
            "given_up": sorted(player.given_up),
            "helpers": sorted(player.helpers),
            "skills_used": sorted(player.skills_used),
            "cubes": dict(player.cubes),
        }

    # ------------------------------------------------------------------ the course

    def _next(self, *steps: Step) -> None:
        """Put steps before everything else that has to be done."""
        self.agenda = list(steps) + self.agenda

    def _run(self) -> None:
        """Do one step after the other until something has to be drawn or decided."""
        while self.agenda and self.waiting is None:
            step = self.agenda.pop(0)
            if step.name in CHANCES:
                self.waiting = step
            elif step.name in DECISIONS:
                self._ask(step)
            elif step.name == "round":
                self._start_round()
            elif step.name == "reveal":
                self._reveal_boards()
            elif step.name == "window":
                self._window(step.seat)
            elif step.name == "start_turn":
                self._start_turn(step.seat)
            elif step.name == "end_turn":
                self._end_turn(step.seat)
            elif step.name == "sacrifice":
                self._sacrifice(step.seat, step.cell)
            elif step.name == "choose_closing":
                self._choose_closing(step.seat)
            elif step.name == "close_eyes":
                self._close_eyes(step.seat)
            elif step.name == "gain":
                self._gain(step.seat, step.what)
            elif step.name == "get_helper":
                self._get_helper(step.seat, step.what)
            elif step.name == "end_round":
                self._end_round()
            elif step.name == "change_order":
                self._change_order()
            elif step.name == "making":
                self._making_steps()
            elif step.name == "extras":
                self._extras(step.seat)
            elif step.name == "resources_on_helpers":
                self._resources_on_helpers()
            elif step.name == "reveal_helpers":
                self._reveal_helpers()
            else:
                raise AssertionError(step)

    def _ask(self, step: Step) -> None:
        """Wait for this decision, unless it is one that is passed over (see the module's text)."""
        if step.name == "oracle":
            passed_over = not self._playable(step.seat)
        elif step.name == "turn":
            passed_over = self._turn_moves(step.seat) == [("turn", END)]
        elif step.name == "basic":
            passed_over = not self._basics_left()  # B-50: when out, out
        elif step.name == "make":
            passed_over = not self._make_moves()  # U-B24
        elif step.name == "take":
            passed_over = not self._resources_left()  # U-B24: take fewer
        else:
            passed_over = False
        if passed_over:
            return
        if step.name in SECRET:
            self.busy = list(self.seats)
        self.waiting = step

    # ------------------------------------------------------------------ the supply

    def _gain(self, seat: int, thing: str) -> None:
        """A totem or an expansion from the supply to the player's stock; when out, out (B-50, U-B22)."""
        if self.supply[thing] >= 1:
            self.supply[thing] -= 1
            self.players[seat].stock[thing] += 1

    def _return(self, thing: str) -> None:
        """A totem paid or removed, or a used expansion, leaves the player or the altar (U-B33)."""
        if self.readings["U-B33"] == "supply":
            self.supply[thing] += 1
        else:
            self.removed[thing] += 1

    def _basics_left(self) -> list[str]:
        """The basic totems the supply still has (B-26, B-50)."""
        return [color for color in BASIC if self.supply[color] >= 1]

    # ------------------------------------------------------------------ setup

    def _setup_steps(self) -> list[Step]:
        """B-4 boards, B-3 helpers, B-7 oracles, B-61 draft, B-8 giving up; then the first round."""
        steps: list[Step] = []
        if self.readings["board_choice"] == "drawn":
            steps += [Step("draw_board", seat) for seat in self.seats]
        if self.readings["board_choice"] == "chosen":
            steps += [Step("board", seat) for seat in self.order]
        for kind in KINDS:  # B-3
            steps += [Step("helper", what=kind)] * min(OFFERED, len(self.piles[kind]))
        for seat in self.seats:  # B-7
            for level, count in DEALT.items():
                steps += [Step("oracle_card", seat, str(level))] * count
        if self.draft:  # B-61
            steps += [Step("draft")] * sum(DEALT.values())
        steps += [Step("give_up"), Step("round")]  # B-8, U-B31: before round 1
        return steps

    def _take_board(self, seat: int, board: str) -> None:
        """A character board (B-4)."""
        self.boards_left.remove(board)
        self.players[seat].board = board

    # ------------------------------------------------------------------ the secret decisions

    def _apply_secret(self, seat: int, move: Move) -> None:
        """A move at a secret decision; when the last seat is done, the game goes on (B-8, B-12, B-15)."""
        assert self.waiting is not None
        name, choice = self.waiting.name, str(move[-1])
        if name == "draft":
            self._draft(seat, choice)
        elif name == "give_up" and choice != DONE:
            self.players[seat].oracles.remove(choice)
            self.players[seat].given_up.append(choice)
        elif name == "prepare" and choice != DONE:
            self._prepare(seat, move)
        if name == "draft" or choice == DONE:
            self.busy.remove(seat)
        if not self.busy:
            self.waiting = None
            if name == "draft":
                self._pass_cards_on()
            self._run()

    def _draft(self, seat: int, card: str) -> None:
        """House rule B-61: keep one of the cards in hand."""
        self.players[seat].oracles.remove(card)
        self.players[seat].drafted.append(card)

    def _pass_cards_on(self) -> None:
        """House rule B-61: the other cards go to the next seat; at last everybody holds the cards kept."""
        hands = [player.oracles for player in self.players]
        for seat in self.seats:
            self.players[seat].oracles = hands[seat - 1]
        if not any(hands):
            for player in self.players:
                player.oracles, player.drafted = player.drafted, []

    # ------------------------------------------------------------------ the round

    def _start_round(self) -> None:
        """A round (B-9, B-10): phase 1 prepare, phase 2 place, in order; then phases 3 and 4 or the end."""
        self.round += 1
        for player in self.players:
            player.skills_used = []
        steps = [Step("prepare"), Step("reveal")]
        if self.readings["U-B12"] == "every_state":
            steps.append(Step("window", self.order[0]))
        for seat in self.order:  # B-18
            steps += [Step("start_turn", seat), Step("turn", seat), Step("end_turn", seat)]
        steps.append(Step("end_round"))
        self._next(*steps)

    def _end_round(self) -> None:
        """Phases 3 and 4; after the last round's phase 2 the game ends (B-11, B-54)."""
        if self.round == ROUNDS[len(self.seats)]:
            self.over = True
            return
        steps = [Step("hire", seat) for seat in self.order]  # B-41, U-B32: the current order
        steps += [Step("change_order"), Step("making")]  # B-44, B-45
        if self.readings["U-B1"] == "resources_first":  # B-47, B-48, B-49, U-B1
            steps += [Step("resources_on_helpers"), Step("reveal_helpers")]
        else:
            steps += [Step("reveal_helpers"), Step("resources_on_helpers")]
        steps.append(Step("round"))
        self._next(*steps)

    # ------------------------------------------------------------------ phase 1: prepare

    def _slot_colors(self, seat: int) -> dict[int, str | None]:
        """The slots 1, 2, ... of the character board and their colors (B-13)."""
        slots = self.tables.boards[self.players[seat].board].slots
        return dict(enumerate(slots, start=1))

    def _satisfies(self, thing: str, slot_color: str) -> bool:
        """A totem of the slot's color; purple as well (B-13, U-B14)."""
        if thing == PURPLE:
            return self.readings["U-B14"] == "yes"
        return thing == slot_color

    def _prepare_moves(self, seat: int) -> list[Move]:
        """Totems on free slots, one each (B-12, B-14), one expansion on its slot (B-16, B-17, U-B16)."""
        player = self.players[seat]
        any_slot = self.readings["altar_side_slot"] == "any_slot"
        own_color_only = self.readings["colored_slots"] == "own_color_only"
        moves: list[Move] = []
        colors = [color for color in COLORS if player.stock[color] >= 1]
        for slot, slot_color in self._slot_colors(seat).items():
            if slot in player.slots:
                continue
            for color in colors:
                if slot_color is None or not own_color_only or self._satisfies(color, slot_color):
                    moves.append(("prepare", slot, color))
            if any_slot and player.stock[EXPANSION] >= 1:
                moves.append(("prepare", slot, ALTAR))
        if not player.expansion_slot and player.stock[EXPANSION] >= 1:
            moves += [("prepare", EXPANSION, color) for color in colors]
            moves.append(("prepare", EXPANSION, ALTAR))
        prepared = self._prepared(player)
        nothing = not any(prepared[color] for color in COLORS)
        must = self.readings["U-B17"] == "at_least_one" and nothing and bool(colors)
        if not must:
            moves.append(("prepare", DONE))
        return moves

    def _prepare(self, seat: int, move: Move) -> None:
        """Lay a totem, or an expansion with or without a totem, on the board behind the screen (B-12)."""
        player = self.players[seat]
        slot, thing = move[1], str(move[2])
        if thing != ALTAR:
            player.stock[thing] -= 1
        if thing == ALTAR or slot == EXPANSION:
            player.stock[EXPANSION] -= 1
        if slot == EXPANSION:
            player.expansion_slot = thing
        else:
            player.slots[int(slot)] = thing

    def _prepared(self, player: Player) -> Counter[str]:
        """The totems and expansions lying on the character board."""
        things: Counter[str] = Counter()
        for thing in player.slots.values():
            things[EXPANSION if thing == ALTAR else thing] += 1
        if player.expansion_slot:
            things[EXPANSION] += 1
            if player.expansion_slot != ALTAR:
                things[player.expansion_slot] += 1
        return things

    def _reveal_boards(self) -> None:
        """The screens go (B-15); 2 points for each colored slot without its color (B-13, U-B15)."""
        for seat, player in enumerate(self.players):
            for slot, slot_color in self._slot_colors(seat).items():
                if slot_color is not None and not self._satisfies(player.slots.get(slot, ""), slot_color):
                    self._score(seat, -SLOT_PENALTY)
            for thing in [*player.slots.values(), player.expansion_slot]:
                if thing == ALTAR:
                    player.to_lay += 1
                elif thing:
                    player.to_place[thing] += 1
            if player.expansion_slot not in ("", ALTAR):
                player.plus_used += 1
            player.slots, player.expansion_slot = {}, ""
            if self.readings["plus_discard"] == "at_reveal":
                self._discard_plus(seat)

    def _discard_plus(self, seat: int) -> None:
        """The + expansion is discarded after use (B-16, U-B33)."""
        player = self.players[seat]
        for _ in range(player.plus_used):
            self._return(EXPANSION)
        player.plus_used = 0

    def _score(self, seat: int, points: int) -> None:
        """Points on the score board (B-27, U-B15)."""
        player = self.players[seat]
        player.score += points
        if self.readings["U-B15"] == "not_below_zero":
            player.score = max(player.score, 0)

    # ------------------------------------------------------------------ phase 2: the turn

    def _start_turn(self, seat: int) -> None:
        """A turn begins: no 2x2 has been scored in it (U-B4)."""
        self.squares = []

    def _turn_moves(self, seat: int) -> list[Move]:
        """All totems in any order (B-18, B-19), the expansion (U-B18), skills; "end" when all is placed.

        U-B19: without a legal cell the totems left are not placed.
        """
        player = self.players[seat]
        moves: list[Move] = []
        if self._legal_cells():
            moves += [("turn", "totem", color) for color in COLORS if player.to_place[color] >= 1]
        if player.to_lay >= 1:
            moves.append(("turn", "expansion"))
        all_placed = not moves or (
            moves == [("turn", "expansion")] and self.readings["U-B18"] == "may_be_laid"
        )
        moves += [("turn", "skill", helper) for helper in player.helpers if self._skill_usable(seat, helper)]
        if all_placed:
            moves.append(("turn", END))
        return moves

    def _choose_in_turn(self, seat: int, move: Move) -> None:
        """What is done next in the turn; then the turn goes on."""
        if move[1] == END:
            return
        self._next(Step("turn", seat))
        if move[1] == "totem":
            self._next(Step("cell", seat, str(move[2])))
        elif move[1] == "expansion":
            self._next(Step("lay", seat))
        else:
            self._use_skill(seat, str(move[2]))

    def _end_turn(self, seat: int) -> None:
        """Totems that found no legal cell return to their owner (U-B19); the + expansion goes (B-16)."""
        player = self.players[seat]
        player.stock.update(player.to_place)
        player.to_place = Counter()
        player.stock[EXPANSION] += player.to_lay  # only where it need not be laid (U-B18)
        player.to_lay = 0
        self._discard_plus(seat)

    def _edge(self, cell: Cell) -> bool:
        """A cell with a side not shared, also by a hole (B-20, U-B3); an expansion in any case (U-B18)."""
        return cell in self.laid or any(other not in self.cells for other in beside(cell))

    def _legal_cells(self, lifted: Cell | None = None) -> list[Cell]:
        """The free cells on an edge or beside a totem, whosever it is (B-20..B-22, U-B2, U-B3).

        With ``lifted`` the totem of that cell is imagined away; it has to go to another cell.
        """
        occupied = {cell for cell in self.totems if cell != lifted}
        return [
            cell
            for cell in sorted(self.cells)
            if cell not in occupied
            and cell != lifted
            and (self._edge(cell) or any(other in occupied for other in beside(cell)))
        ]

    def _place(self, seat: int, color: str, cell: Cell) -> None:
        """A totem is placed, open eyes up (B-19); sacrifices at once (B-27), then a window (B-23, U-B12)."""
        self.totems[cell] = Totem(color)
        self._next(Step("sacrifice", seat, cell=cell), Step("window", seat))

    def _lay_cells(self) -> list[Cell]:
        """The places side by side with the altar, also in a hole (U-B18)."""
        return sorted({other for cell in self.cells for other in beside(cell) if other not in self.cells})

    def _lay(self, seat: int, cell: Cell) -> None:
        """The expansion becomes a cell of the altar, for good (B-17, U-B18)."""
        self.players[seat].to_lay -= 1
        self.cells.add(cell)
        self.laid.add(cell)

    # ------------------------------------------------------------------ phase 2: oracles

    def _window(self, active: int) -> None:
        """Everybody may play oracles, the active player first, then in order (B-23, U-B11, U-B12)."""
        self.window_active = active
        others = [seat for seat in self.order if seat != active]
        if self.readings["U-B11"] == "around":
            place = self.order.index(active)
            others = self.order[place + 1 :] + self.order[:place]
        self._next(*[Step("oracle", seat) for seat in [active, *others]])

    def _playable(self, seat: int) -> list[str]:
        """The oracles held whose pattern the altar shows (B-23)."""
        return [card for card in self.players[seat].oracles if self._shown(self.tables.oracles[card].groups)]

    def _shown(self, groups: tuple[Group, ...], used: frozenset[Cell] = frozenset()) -> bool:
        """All groups are on the altar, anywhere, turned, without overlap; they may touch (B-25)."""
        if not groups:
            return True
        return any(self._shown(groups[1:], used | cells) for cells in self._places(groups[0], used))

    def _places(self, group: Group, used: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
        """Where one group is on the altar, turned in any way, outside the cells used (B-24, B-25).

        B-33: closed totems count.  U-B8, U-B9: a purple totem stands for any color.  U-B13: what lies on the
        other cells does not matter.
        """
        for turned in rotations(group):
            first_row, first_column, _ = turned[0]
            for row, column in self.totems:
                down, right = row - first_row, column - first_column
                cells = [(r + down, c + right) for r, c, _ in turned]
                if all(
                    cell in self.totems and cell not in used and counts_as(self.totems[cell].color, color)
                    for cell, (_, _, color) in zip(cells, turned, strict=True)
                ):
                    yield frozenset(cells)

    def _play_oracle(self, seat: int, card: str) -> None:
        """Play an oracle: points, basic totems, expansions (B-23, B-26); nothing leaves the altar (U-B10)."""
        if card == PASS:
            return
        player = self.players[seat]
        player.oracles.remove(card)
        player.played.append(card)
        oracle = self.tables.oracles[card]
        self._score(seat, oracle.points)
        steps = [Step("basic", seat)] * oracle.totems
        steps += [Step("gain", seat, EXPANSION)] * oracle.expansions
        while self.agenda and self.agenda[0].name == "oracle":  # this window begins anew
            self.agenda.pop(0)
        self._next(*steps, Step("window", self.window_active))

    # ------------------------------------------------------------------ phase 2: sacrifices

    def _counts(self, cell: Cell, color: str) -> bool:
        """An open totem that counts as this color (B-33, B-34)."""
        totem = self.totems.get(cell)
        return totem is not None and totem.open and counts_as(totem.color, color)

    def _line(self, cell: Cell, direction: tuple[int, int], color: str) -> Cells:
        """The unbroken line of this color through the cell, from one end to the other."""
        down, right = direction
        row, column = cell
        while self._counts((row - down, column - right), color):
            row, column = row - down, column - right
        line = []
        while self._counts((row, column), color):
            line.append((row, column))
            row, column = row + down, column + right
        return tuple(line)

    def _sacrifice(self, seat: int, cell: Cell) -> None:
        """The basic sacrifices made by the totem placed on this cell (B-27..B-36).

        B-35: a purple totem may make those of several colors.
        """
        self.closings = []
        self.closed = []
        if self._counts(cell, RED):
            self._lines(seat, cell, RED, ORTHOGONAL, RED_POINTS)  # B-28
        if self._counts(cell, GREEN):
            self._lines(seat, cell, GREEN, DIAGONAL, GREEN_POINTS)  # B-29
        if self._counts(cell, BLUE):
            self._blocks(seat, cell)  # B-30
        if self.closings:
            choices = [Step("choose_closing", seat)] * len(self.closings)
            self._next(*choices, Step("close_eyes", seat, cell=cell))

    def _lines(
        self,
        seat: int,
        cell: Cell,
        color: str,
        directions: tuple[tuple[int, int], ...],
        points: dict[int, int],
    ) -> None:
        """Lines of 3, 4, 5: each line scores for the length it has reached (B-28, B-29, B-31, U-B5, U-B6).

        Five in a line are closed (B-32); of a longer line five with the new totem, which scores as five
        (U-B7).
        """
        for direction in directions:
            line = self._line(cell, direction, color)
            if len(line) >= min(points):
                self._score(seat, points[min(len(line), FULL_LINE)])
            if len(line) >= FULL_LINE:
                fives = [line[start : start + FULL_LINE] for start in range(len(line) - FULL_LINE + 1)]
                self.closings.append(Closing(color, tuple(five for five in fives if cell in five)))

    def _blocks(self, seat: int, cell: Cell) -> None:
        """Blue 2x2 and 2x3 (B-30).  U-B4: a 2x2 inside a 2x3 completed by the same totem does not score.

        The points of a 2x3 come when it is closed (``_close_eyes``).
        """
        wide, high = rectangles_around(cell, 2, 3), rectangles_around(cell, 3, 2)
        rectangles = [block for block in wide + high if all(self._counts(other, BLUE) for other in block)]
        squares = [
            block
            for block in rectangles_around(cell, 2, 2)
            if all(self._counts(other, BLUE) for other in block)
            and not any(set(block) <= set(rectangle) for rectangle in rectangles)
        ]
        for square in squares:
            self._score(seat, SQUARE_POINTS)
            self.squares.append(square)
        if self.readings["several_rectangles"] == "each":
            self.closings += [Closing(BLUE, (rectangle,)) for rectangle in rectangles]
        elif rectangles:
            self.closings.append(Closing(BLUE, tuple(rectangles)))

    def _choose_closing(self, seat: int) -> None:
        """U-B7: the player chooses which totems of a longer line close."""
        closing = self.closings[len(self.closed)]
        if len(closing.options) == 1:
            self.closed.append((closing.color, closing.options[0]))
        else:
            self._next(Step("close", seat, closing.color))

    def _closing_colors(self) -> list[str]:
        """The colors of the grand sacrifices that have been triggered."""
        return [color for color in BASIC if any(color == other for other, _ in self.closed)]

    def _close_eyes(self, seat: int) -> None:
        """A 2x3 scores (B-30, U-B4); of several colors one is chosen (B-36, U-B30)."""
        for color, cells in self.closed:
            if color == BLUE:
                self._score(seat, self._rectangle_points(cells))
        colors = self._closing_colors()
        if len(colors) == 1:
            self._grand_sacrifices(seat, colors[0])
        else:
            self._next(Step("grand", seat))

    def _rectangle_points(self, cells: Cells) -> int:
        """4, less the 2 scored in this same turn for a 2x2 inside it (U-B4)."""
        if self.readings["U-B4"] == "cumulative":
            return RECTANGLE_POINTS
        inside = sum(1 for square in self.squares if set(square) <= set(cells))
        return max(RECTANGLE_POINTS - SQUARE_POINTS * inside, 0)

    def _grand_sacrifices(self, seat: int, chosen: str) -> None:
        """The totems close (B-32, U-B8); the cube of the chosen color moves (B-36, B-37, U-B29, U-B30)."""
        player = self.players[seat]
        for color, cells in self.closed:
            if color != chosen and self.readings["U-B30"] == "chosen_closes":
                continue
            for cell in cells:
                if self.totems[cell].open:
                    player.closed[color] += 1
                self.totems[cell].open = False
        for color, _ in self.closed:
            if color == chosen:
                # B-38: the lowest space; B-39: one up; U-B28: at the top it stays.
                player.cubes[color] = min(player.cubes[color] + 1, len(self.tables.track))

    # ------------------------------------------------------------------ phase 2: skill helpers

    def _skill_usable(self, seat: int, name: str) -> bool:
        """A skill helper not used in this round that can be used now (B-52, U-B23)."""
        player, helper = self.players[seat], self.tables.helpers[name]
        if helper.kind != SKILL or name in player.skills_used:
            return False
        if helper.power == "move":
            return any(self._legal_cells(cell) for cell in self.totems)
        if helper.power == "swap":
            return len(self.totems) >= 2
        if helper.power == "remove":
            return any(totem.open for totem in self.totems.values())
        if helper.power == "place":
            return bool(self._skill_totems(seat)) and bool(self._legal_cells())
        assert helper.power == "open"
        return any(not totem.open for totem in self.totems.values())

    def _use_skill(self, seat: int, name: str) -> None:
        """Once per round (section 6); then a window (U-B12)."""
        self.players[seat].skills_used.append(name)
        power = self.tables.helpers[name].power
        self._next(Step("window", seat))
        if power == "place":
            self._next(Step("skill_totem", seat))
        else:
            self._next(Step("skill_pick", seat, power))

    def _skill_picks(self, step: Step) -> list[Cell]:
        """The totems a skill may be used on (section 6)."""
        if step.what == "move":
            return [cell for cell in sorted(self.totems) if self._legal_cells(cell)]
        if step.what == "second":  # of a swap
            return [cell for cell in sorted(self.totems) if cell != step.cell]
        if step.what == "remove":
            return [cell for cell in sorted(self.totems) if self.totems[cell].open]
        if step.what == "open":
            return [cell for cell in sorted(self.totems) if not self.totems[cell].open]
        return sorted(self.totems)

    def _skill_pick(self, seat: int, step: Step, cell: Cell) -> None:
        """Move, swap, remove or open the totem of this cell (B-52, section 6).  Its side stays as it is."""
        if step.what == "move":
            self.in_hand = self.totems.pop(cell)
            self._next(Step("skill_cell", seat, "move", cell))
        elif step.what == "swap":
            self._next(Step("skill_pick", seat, "second", cell))
        elif step.what == "second":
            self.totems[cell], self.totems[step.cell] = self.totems[step.cell], self.totems[cell]
            self._changed(seat, step.cell, cell)
        elif step.what == "remove":
            self._return(self.totems.pop(cell).color)  # U-B33
        else:
            self.totems[cell].open = True

    def _skill_totems(self, seat: int) -> list[str]:
        """The totems the helper "place" may place (section 6: "from stock")."""
        stock = self.players[seat].stock if self.readings["skill_place"] == "own" else self.supply
        return [color for color in COLORS if stock[color] >= 1]

    def _skill_totem(self, seat: int, color: str) -> None:
        """Take the totem that is placed in addition."""
        stock = self.players[seat].stock if self.readings["skill_place"] == "own" else self.supply
        stock[color] -= 1
        self.in_hand = Totem(color)
        self._next(Step("skill_cell", seat, "place"))

    def _skill_cells(self, step: Step) -> list[Cell]:
        """A legal cell (U-B2); a totem moved has to leave its cell."""
        return [cell for cell in self._legal_cells() if step.what == "place" or cell != step.cell]

    def _skill_cell(self, seat: int, step: Step, cell: Cell) -> None:
        """Put the totem in hand on the altar; placing makes sacrifices, moving does not (U-B23)."""
        assert self.in_hand is not None
        self.totems[cell] = self.in_hand
        self.in_hand = None
        if step.what == "place":
            self._next(Step("sacrifice", seat, cell=cell))
        else:
            self._changed(seat, cell)

    def _changed(self, seat: int, *cells: Cell) -> None:
        """U-B23 "moves_too": a totem moved or swapped counts as placed; both, one by one, if two."""
        if self.readings["U-B23"] == "moves_too":
            self._next(*[Step("sacrifice", seat, cell=cell) for cell in cells])

    # ------------------------------------------------------------------ phase 3: hire

    def _hire_moves(self, seat: int) -> list[Move]:
        """One helper that can be paid for, or none (B-41, B-42).  U-B21: no limit of helpers."""
        totems = sum(self.players[seat].stock[color] for color in COLORS)
        moves: list[Move] = []
        for kind in KINDS:
            for name in self.offered[kind]:
                if self.tables.helpers[name].cost <= totems:
                    moves.append(("hire", name))
        moves.append(("hire", PASS))
        return moves

    def _hire(self, seat: int, name: str) -> None:
        """Pay, then take the helper (B-42)."""
        if name != PASS:
            self._next(Step("get_helper", seat, name))
            self._pay_on(seat, RED, self.tables.helpers[name].cost)

    def _pay_on(self, seat: int, color: str, left: int) -> None:
        """Ask for the next totem; no color before this one any more, for a payment is a set of totems."""
        if left:
            self._next(Step("pay", seat, color, (left, 0)))

    def _pay_moves(self, seat: int, step: Step) -> list[Move]:
        """The colors that leave enough for the rest, from the last one paid on."""
        stock, left = self.players[seat].stock, step.cell[0]
        allowed = COLORS[COLORS.index(step.what) :]
        return [
            ("pay", color)
            for color in allowed
            if stock[color] and sum(stock[other] for other in COLORS[COLORS.index(color) :]) >= left
        ]

    def _pay(self, seat: int, step: Step, color: str) -> None:
        """One totem of any color (B-42, U-B20, U-B33)."""
        self.players[seat].stock[color] -= 1
        self._return(color)
        self._pay_on(seat, color, step.cell[0] - 1)

    def _get_helper(self, seat: int, name: str) -> None:
        """The helper with everything lying on it (B-47); the gap stays for now (B-43)."""
        helper = self.tables.helpers[name]
        self.offered[helper.kind].remove(name)
        self.players[seat].helpers[name] = self.round
        count = self.on_helper.pop(name, 0)
        if helper.power == ANY_BASIC:
            self._next(*[Step("basic", seat)] * count)  # U-B37: the hirer chooses the colors
        elif count:
            self.players[seat].stock[helper.power] += count

    # ------------------------------------------------------------------ phase 4: tidy

    def _change_order(self) -> None:
        """The lower the score, the earlier; ties keep their relative order (B-44)."""
        self.making_order = list(self.order)
        self.order.sort(key=lambda seat: self.players[seat].score)
        if self.readings["U-B32"] == "new_order":
            self.making_order = list(self.order)

    def _making_steps(self) -> None:
        """Totem making in order, with the extras of the resource helpers (B-45, B-46, U-B32)."""
        steps = []
        for seat in self.making_order:
            steps.append(Step("make", seat))
            if self.readings["extras"] == "with_making":
                steps.append(Step("extras", seat))
        if self.readings["extras"] == "after_making":
            steps += [Step("extras", seat) for seat in self.making_order]
        self._next(*steps)

    def _make_moves(self) -> list[Move]:
        """2 resources or 1 purple totem (B-45), if the supply has them (B-50, U-B24)."""
        moves: list[Move] = []
        if any(self.supply[thing] >= 1 for thing in (*BASIC, EXPANSION)):
            moves.append(("make", "resources"))
        if self.supply[PURPLE] >= 1:
            moves.append(("make", PURPLE))
        return moves

    def _make(self, seat: int, choice: str) -> None:
        """Take the purple totem, or the 2 resources one by one (B-45)."""
        self.expansions_made = 0
        if choice == PURPLE:
            self._gain(seat, PURPLE)
        else:
            self._next(*[Step("take", seat)] * MADE)

    def _resources_left(self) -> list[str]:
        """Basic totems and expansions the supply has, any mix (B-45, U-B24)."""
        things = self._basics_left()
        one_only = self.readings["U-B24"] == "one_expansion"
        if self.supply[EXPANSION] >= 1 and not (one_only and self.expansions_made >= 1):
            things.append(EXPANSION)
        return things

    def _take_resource(self, seat: int, thing: str) -> None:
        """One of the 2 resources (B-45)."""
        self._gain(seat, thing)
        if thing == EXPANSION:
            self.expansions_made += 1

    def _extras(self, seat: int) -> None:
        """The extra of each resource helper owned (B-46, B-51, U-B35)."""
        steps = []
        for name, helper in self.tables.helpers.items():  # in the table's order
            hired = self.players[seat].helpers.get(name)
            if hired is None:
                continue
            if self.readings["U-B35"] == "next_round" and hired == self.round:
                continue
            if helper.kind == RESOURCE and helper.power == ANY_BASIC:
                steps.append(Step("basic", seat))
            elif helper.kind == RESOURCE:
                steps.append(Step("gain", seat, helper.power))
        self._next(*steps)

    def _resources_on_helpers(self) -> None:
        """Each resource helper not hired gets 1 matching totem or tile (B-47, B-49, B-50, U-B1).

        U-B37: on "+1 any basic" lies a claim to a totem, none of the supply is taken yet.
        """
        for name in self.offered[RESOURCE]:
            power = self.tables.helpers[name].power
            if power == ANY_BASIC:
                if self._basics_left():
                    self.on_helper[name] += 1
            elif self.supply[power] >= 1:
                self.supply[power] -= 1
                self.on_helper[name] += 1

    def _reveal_helpers(self) -> None:
        """New helpers in the gaps (B-48); with an empty pile the gap stays (U-B34)."""
        steps = []
        for kind in KINDS:
            gaps = OFFERED - len(self.offered[kind])
            steps += [Step("helper", what=kind)] * min(gaps, len(self.piles[kind]))
        self._next(*steps)

    # ------------------------------------------------------------------ the end

    def _helper_points(self, seat: int, name: str) -> int:
        """The points of a score helper (B-53, B-56, section 6)."""
        player, helper = self.players[seat], self.tables.helpers[name]
        if helper.kind != SCORE:
            return 0
        if helper.power == "oracles":
            return len(player.played)
        if helper.power == "level_3":
            return 2 * sum(1 for card in player.played if self.tables.oracles[card].level == 3)
        if helper.power == "red_closed":
            return self._red_closed(seat) // 2
        if helper.power == "cubes":
            return 3 * sum(1 for space in player.cubes.values() if space >= 1)
        assert helper.power == "helpers"
        return len(player.helpers)

    def _red_closed(self, seat: int) -> int:
        """The closed red totems that count for the helper "1 per 2 red closed" (section 6)."""
        if self.readings["red_closed"] == "by_owner":
            return self.players[seat].closed[RED]
        colors = {RED, PURPLE} if self.readings["red_closed"] == "on_altar_with_purple" else {RED}
        return sum(1 for totem in self.totems.values() if not totem.open and totem.color in colors)

    def _character_points(self, seat: int) -> int:
        """1 point per 2 own unused totems of the board's color (B-57, section 6)."""
        player = self.players[seat]
        if not player.board:
            return 0
        return player.stock[self.tables.boards[player.board].scoring] // 2

    def _track_points(self, space: int) -> int:
        """The points of a cube's position on the sacrifice track (B-40, B-58)."""
        return self.tables.track[space - 1] if space >= 1 else 0


# ---------------------------------------------------------------------- random games


def all_things(game: Baruka) -> Counter[str]:
    """Every totem and expansion of the game, wherever it is."""
    things = game.supply + game.removed
    things.update(totem.color for totem in game.totems.values())
    if game.in_hand is not None:
        things[game.in_hand.color] += 1
    things[EXPANSION] += len(game.laid)
    for name, count in game.on_helper.items():
        power = game.tables.helpers[name].power
        if power != ANY_BASIC:
            things[power] += count
    for player in game.players:
        things.update(player.stock)
        things.update(game._prepared(player))
        things.update(player.to_place)
        things[EXPANSION] += player.to_lay + player.plus_used
    return things


def check(game: Baruka) -> None:
    """What has to be true at any time."""
    # Totems and expansions: none gets lost.
    things = all_things(game)
    for thing in THINGS:
        start = START_TOTEMS * len(game.seats) if thing in BASIC else 0
        assert things[thing] == game.tables.stock[thing] + start, thing
        assert game.supply[thing] >= 0
        assert all(player.stock[thing] >= 0 and player.to_place[thing] >= 0 for player in game.players)
    # The altar.
    assert set(game.totems) <= game.cells and game.laid <= game.cells
    # Oracles and helpers: each is in one place.
    cards = Counter(card for deck in game.decks.values() for card in deck)
    helpers = Counter(name for kind in KINDS for name in game.piles[kind] + game.offered[kind])
    for player in game.players:
        cards.update(player.oracles + player.drafted + player.played + player.given_up)
        helpers.update(list(player.helpers))
        assert all(0 <= space <= len(game.tables.track) for space in player.cubes.values())
    assert cards == Counter(list(game.tables.oracles))
    assert helpers == Counter(list(game.tables.helpers))
    assert all(len(game.offered[kind]) <= OFFERED for kind in KINDS)
    assert set(game.on_helper) <= set(game.offered[RESOURCE])
    if game.round >= 1:
        for player in game.players:
            assert len(player.oracles + player.played + player.given_up) == sum(DEALT.values())  # B-7
    assert sorted(game.order) == list(game.seats)
    if game.readings["U-B15"] == "not_below_zero":
        assert all(player.score >= 0 for player in game.players)


def eagerness(game: Baruka, move: Move) -> int:
    """The weight of a move for eager players, who build lines and rectangles; else hardly any is finished."""
    if move[0] == "close" or move[:2] == ("make", PURPLE):
        return 3
    if move[0] != "cell":
        return 1
    assert game.waiting is not None
    cell = (int(move[1]), int(move[2]))
    game.totems[cell] = Totem(game.waiting.what)
    sizes = [1]
    if game._counts(cell, RED):
        sizes += [len(game._line(cell, direction, RED)) for direction in ORTHOGONAL]
    if game._counts(cell, GREEN):
        sizes += [len(game._line(cell, direction, GREEN)) for direction in DIAGONAL]
    if game._counts(cell, BLUE):
        for block in rectangles_around(cell, 2, 3) + rectangles_around(cell, 3, 2):
            sizes.append(sum(1 for other in block if game._counts(other, BLUE)))
    del game.totems[cell]
    return max(sizes) ** 6


def play(
    players: int,
    seed: int,
    layout: str = EASY,
    readings: dict[str, str] | None = None,
    draft: bool = False,
    unfinished: Sequence[int] = (0, 0, 0),
    eager: bool = False,
    checked: bool = True,
) -> tuple[Baruka, Counter[str]]:
    """A random game, checked after each step; the game at its end and what has happened in it."""
    chooser = random.Random(seed)
    order = chooser.sample(range(players), players)
    game = Baruka(players, layout, order, None, readings, draft, unfinished)
    seen: Counter[str] = Counter()
    while game.pending() != "over":
        if checked:
            check(game)
        if game.pending() == "chance":
            outcomes = game.chance()
            outcome = chooser.choices(list(outcomes), weights=list(outcomes.values()))[0]
            seen[f"draw {outcome[0]}"] += 1
            game.draw(outcome)
            continue
        seat = chooser.choice(game.acting())
        moves = game.legal(seat)
        assert moves, game.snapshot()  # no dead end
        assert len(set(moves)) == len(moves)
        assert all(move[0] == game.decision() for move in moves)
        if eager:
            move = chooser.choices(moves, weights=[eagerness(game, move) for move in moves])[0]
        else:
            move = chooser.choice(moves)
        seen[game.decision()] += 1
        if move[0] == "oracle" and move[1] != PASS:
            seen["oracles played"] += 1
        if move[0] == "hire" and move[1] != PASS:
            seen["helpers hired"] += 1
        if move[:2] == ("turn", "skill"):
            seen[f"skill {game.tables.helpers[str(move[2])].power}"] += 1
        game.apply(move, seat)
        assert sum(seen.values()) < 100_000  # the game ends
    check(game)
    assert not game.agenda
    assert game.round == ROUNDS[players]  # B-9
    assert seen["hire"] == players * (ROUNDS[players] - 1)  # B-11
    assert not any(player.to_place.total() or player.to_lay for player in game.players)
    seen["totems on the altar"] = len(game.totems)
    seen["totems closed"] = sum(1 for totem in game.totems.values() if not totem.open)
    seen["expansions laid"] = len(game.laid)
    seen["altar full"] = int(len(game.totems) == len(game.cells))
    seen["cubes on the track"] = sum(1 for p in game.players for space in p.cubes.values() if space)
    return game, seen


def main() -> None:
    """Play random games for every number of players and both layouts; print what has happened in them.

    The layouts take turns; half of the games are played by eager players.
    """
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    for players in ROUNDS:
        layouts = [layout for layout in (EASY, HARD) if (layout, players) in Tables().layouts]
        total: Counter[str] = Counter()
        points = 0
        for seed in range(games):
            game, seen = play(players, seed, layouts[seed % len(layouts)], eager=seed // 2 % 2 == 1)
            total.update(seen)
            points += sum(game.scores())
        print(f"{players} players: {games} games, {points / games / players:.1f} points each on average")
        for name, count in sorted(total.items()):
            print(f"    {name}: {count / games:.2f} a game")


if __name__ == "__main__":
    main()
