"""A plain, slow reference engine of the board game Pagoda.

It is written from the rules digest alone; the ids in the docstrings (P-.. clauses, U-P.. questions with the
recommended reading) are those of the digest.  Nothing here is meant to be fast: wherever a rule needs a look
ahead, the whole game is copied, the step is tried on the copy, and the copy is asked what is possible then.

The engine is driven step by step: ``pending()`` says whether a card has to be drawn (``chance()``,
``draw()``), a seat has to decide (``seat()``, ``legal()``, ``apply()``) or the game is over (``scores()``,
``winners()``).
"""

from __future__ import annotations

import copy
from collections import Counter
from dataclasses import dataclass, field

Move = dict[str, object]

# The five colours (P-7, P-8, section 6) and the ability each of them stands for (P-58..P-64).
BLUE = "blue"  # Buddha: a pair pays for a tile
YELLOW = "yellow"  # dragon: exchange cards before the first action
GREEN = "green"  # bowl: a pair pays for a column
RED = "red"  # lantern: four columns in this turn
PURPLE = "purple"  # fan: fill the hand to four
COLORS = (BLUE, YELLOW, GREEN, RED, PURPLE)

DISPLAY = "display"
HAND = "hand"
ZONES = (DISPLAY, HAND)
LOTS = ("A", "B", "C", "D", "E", "F")  # P-13

CARDS_PER_COLOR = 11  # section 6: 55 cards
DISPLAY_SIZE = 5  # P-7, P-45
HAND_SIZE = 2  # P-8, P-45
FAN_HAND_SIZE = 4  # P-58
COLUMNS_PER_LEVEL = 4  # P-14
UNIT_LIMIT = 3  # P-26
LANTERN_UNIT_LIMIT = 4  # P-64
USES_GAINED = 2  # P-53
ALTERNATIVE_CARDS = 4  # P-48
PAGODAS_TO_END = 3  # P-66

# Several cards picked out of display and hand are named one after the other in this order.
PICK_ORDER = [(zone, color) for zone in ZONES for color in COLORS]


def tile_color(tile: str) -> str:
    """The colour of a tile (P-16)."""
    return tile.split("_")[0]


def spot_color(tile: str) -> str:
    """The colour of a tile's four corner spots (P-17) and of its roof spot (P-19, section 6 provisional)."""
    return tile.split("_")[1]


@dataclass
class Lot:
    """One building site and the pagoda on it (P-13..P-19); it belongs to nobody."""

    level: int = 1  # the level under construction
    color: str | None = None  # the colour of that level's columns; None: an empty level 1 (P-15)
    columns: int = 0  # columns standing on that level
    tiles: list[str] = field(default_factory=list)  # tiles placed, from the bottom; a roof is the last one
    spire: bool = False  # True: the pagoda is complete (P-18)


class Pagoda:
    """The game of two seats, 0 and 1."""

    def __init__(self, starter: int = 0, quick: bool = False, beginner: bool = False) -> None:
        """Setup (P-1..P-10); variants P-72 (quick) and P-73 (beginner); the starter is given (U-P7)."""
        if starter not in (0, 1):
            raise ValueError("the starter is seat 0 or seat 1")
        self.starter = starter
        self.beginner = beginner
        self.top_level = 3 if quick else 4  # P-18, P-72
        self.spire_points = 4 if quick else 5  # P-41, P-72

        self.points = [0, 0]  # P-3
        # P-4: the ability cubes start on the leftmost space, which is 0 uses (U-P15).
        self.charges: list[dict[str, int]] = [dict.fromkeys(COLORS, 0) for _ in (0, 1)]
        # P-5, section 6: every pair of tile colour and spot colour exists once.
        self.tiles: list[str] = [f"{color}_{spot}" for color in COLORS for spot in COLORS]
        self.lots: dict[str, Lot] = {name: Lot() for name in LOTS}  # P-13

        # P-7: a display of one card of each colour for each seat; the rest is the draw pile (P-8).
        self.displays: list[Counter[str]] = [Counter(COLORS) for _ in (0, 1)]
        self.hands: list[Counter[str]] = [Counter() for _ in (0, 1)]
        self.stock: Counter[str] = Counter(dict.fromkeys(COLORS, CARDS_PER_COLOR - 2))
        self.discard: Counter[str] = Counter()
        self.played: Counter[str] = Counter()  # the cards played in this turn (P-44)

        # The course of the game.
        self.turn = starter  # the seat whose turn it is
        self.turn_number = 0  # turns begun so far
        self.skips = 0  # turns skipped in immediate succession (U-P21)
        self.drawn = 0  # cards drawn so far
        self.to_draw: list[tuple[int, str]] = []  # the draws still to be made: (seat, zone)

        # The course of the turn.
        self.stage = "setup"
        self.used: set[str] = set()  # abilities used in this turn (P-55)
        self.units = 0  # columns built in this turn, a spire being one (P-26, P-37)
        self.limit = UNIT_LIMIT  # P-26, P-64
        self.begun = False  # True after the first main decision of the turn (P-50)
        self.plan: Move = {}  # the action that is being paid for
        self.picks: list[tuple[str, str]] = []  # cards picked so far for the dragon or the alternative turn
        self.sizes = (0, 0)  # cards in display and hand before the dragon (U-P13)

        # P-8: two cards to each hand, seat 0 first.
        self.to_draw = [(seat, HAND) for seat in (0, 1) for _ in range(HAND_SIZE)]
        self._continue_drawing()

    # ------------------------------------------------------------------ the interface

    def pending(self) -> str:
        """What the game is waiting for: "chance" (a card to be drawn), "decision" or "over"."""
        if self.stage == "over":
            return "over"
        if self.stage in ("setup", "dragon_draw", "refill"):
            return "chance"
        return "decision"

    def seat(self) -> int:
        """The seat that decides; turns alternate (P-10, P-46)."""
        return self.turn

    def chance(self) -> dict[str, int]:
        """The unseen draw pile by colour, when a card has to be drawn (P-45, P-47)."""
        if self.pending() != "chance":
            return {}
        return {color: self.stock[color] for color in COLORS if self.stock[color] > 0}

    def draw(self, color: str) -> None:
        """Draw one card of this colour from the pile for the seat and the zone that are next."""
        if color not in self.chance():
            raise ValueError(f"no {color} card can be drawn now")
        seat, zone = self.to_draw.pop(0)
        self.stock[color] -= 1
        self._cards(seat, zone)[color] += 1
        self.drawn += 1
        self._continue_drawing()

    def legal(self) -> list[Move]:
        """The legal moves of the decision that is pending."""
        if self.stage == "yellow":
            return [{"action": "dragon"}, {"action": "pass"}]  # P-57, P-60
        if self.stage == "throw":
            return self._throw_moves()
        if self.stage == "main":
            return self._main_moves()
        if self.stage == "pay_column":
            return self._column_payments(str(self.plan["color"]))
        if self.stage == "pay_tile":
            return self._tile_payments(str(self.plan["lot"]), str(self.plan["tile"]))
        if self.stage == "pay_roof_tile":
            return self._roof_tile_payments(str(self.plan["lot"]), str(self.plan["tile"]))
        if self.stage == "pay_spire":
            return self._spire_payments(spot_color(str(self.plan["tile"])))
        if self.stage == "pay_spire_rest":
            return self._card_payments(spot_color(str(self.plan["tile"])))
        if self.stage == "discard":
            return self._discard_moves()
        if self.stage == "purple":
            return [{"action": "fan"}, {"action": "pass"}]  # P-57, P-58
        return []

    def apply(self, move: Move) -> None:
        """Carry out one of the legal moves."""
        if move not in self.legal():
            raise ValueError(f"not a legal move: {move}")
        if self.stage == "yellow":
            self._apply_yellow(move)
        elif self.stage == "throw":
            self._apply_throw(move)
        elif self.stage == "main":
            self._apply_main(move)
        elif self.stage == "pay_column":
            self._pay(str(self.plan["color"]), move, GREEN)
            self._put_column(str(self.plan["lot"]), str(self.plan["color"]))
            self.stage = "main"
        elif self.stage == "pay_tile":
            self._pay_and_put_tile(str(self.plan["lot"]), str(self.plan["tile"]), move)
            self.stage = "main"
        elif self.stage == "pay_roof_tile":
            self._pay_and_put_roof_tile(str(self.plan["lot"]), str(self.plan["tile"]), move)
            self.stage = "pay_spire"
        elif self.stage == "pay_spire":
            self._apply_spire(move)
        elif self.stage == "pay_spire_rest":
            self._pay(spot_color(str(self.plan["tile"])), move, GREEN)
            self._put_spire(str(self.plan["lot"]))
            self.stage = "main"
        elif self.stage == "discard":
            self._apply_discard(move)
        elif self.stage == "purple":
            self._apply_purple(move)

    def scores(self) -> tuple[int, int]:
        """The points scored so far; all points are scored at once (P-70)."""
        return (self.points[0], self.points[1])

    def winners(self) -> tuple[int, ...]:
        """The seats with the highest score; a tie is a shared victory (P-69, U-P8)."""
        return tuple(seat for seat in (0, 1) if self.points[seat] == max(self.points))

    def snapshot(self) -> dict[str, object]:
        """The whole state as plain data."""
        return {
            "stage": self.stage,
            "turn": self.turn,
            "turn_number": self.turn_number,
            "starter": self.starter,
            "skips": self.skips,
            "units": self.units,
            "limit": self.limit,
            "used": [color for color in COLORS if color in self.used],
            "hands": [{color: hand[color] for color in COLORS} for hand in self.hands],
            "displays": [{color: display[color] for color in COLORS} for display in self.displays],
            "lots": {
                name: {
                    "level": lot.level,
                    "color": lot.color,
                    "columns": lot.columns,
                    "tiles": list(lot.tiles),
                    "spire": lot.spire,
                }
                for name, lot in self.lots.items()
            },
            "tiles": list(self.tiles),
            "charges": [dict(row) for row in self.charges],
            "scores": list(self.points),
            "stock": {color: self.stock[color] for color in COLORS},
            "discard": {color: self.discard[color] for color in COLORS},
            "played": {color: self.played[color] for color in COLORS},
            "drawn": self.drawn,
            "to_draw": list(self.to_draw),
        }

    # ------------------------------------------------------------------ cards

    def _cards(self, seat: int, zone: str) -> Counter[str]:
        """The cards of one seat in one zone: the public display or the private hand (P-11, P-12)."""
        if zone == DISPLAY:
            return self.displays[seat]
        return self.hands[seat]

    def _own(self, zone: str) -> Counter[str]:
        """The cards in one zone of the seat whose turn it is."""
        return self._cards(self.turn, zone)

    def _held(self, color: str) -> int:
        """How many cards of this colour the seat in turn holds in display and hand together (P-11)."""
        return self._own(DISPLAY)[color] + self._own(HAND)[color]

    def _held_in_all(self) -> int:
        """How many cards the seat in turn holds in display and hand together (P-11)."""
        return sum(self._held(color) for color in COLORS)

    def _play_card(self, color: str, zone: str) -> None:
        """Play one card; it stays on the table until the end of the turn (P-27, P-44)."""
        self._own(zone)[color] -= 1
        self.played[color] += 1

    def _play_two(self, color: str, shown: int) -> None:
        """Play two cards of one colour, so many of them from the display, the others from the hand."""
        for _ in range(shown):
            self._play_card(color, DISPLAY)
        for _ in range(2 - shown):
            self._play_card(color, HAND)

    def _discard_card(self, color: str, zone: str) -> None:
        """Put one card on the discard pile without playing it (P-48, P-60)."""
        self._own(zone)[color] -= 1
        self.discard[color] += 1

    def _splits(self, color: str) -> list[int]:
        """The ways to take two cards of a colour: how many of them come from the display (P-11)."""
        return [
            shown
            for shown in (0, 1, 2)
            if self._own(DISPLAY)[color] >= shown and self._own(HAND)[color] >= 2 - shown
        ]

    def _continue_drawing(self) -> None:
        """Go on with the draws that are left; without any, go on with the game.

        P-47: an empty draw pile is rebuilt from the discard pile when a card is needed.  With both empty the
        drawing stops short.
        """
        if self.to_draw and self.stock.total() == 0:
            self.stock = self.discard
            self.discard = Counter()
        if self.stock.total() == 0:
            self.to_draw = []
        if self.to_draw:
            return
        if self.stage == "setup":
            self._start_turn(self.starter)  # P-10
        elif self.stage == "dragon_draw":
            self._enter_first_main()
        elif self.stage == "refill":
            self.skips = 0  # this turn has been played
            self._turn_is_over()

    # ------------------------------------------------------------------ abilities

    def _ready(self, ability: str) -> bool:
        """True if the seat in turn may use this ability: a use is left, none was made this turn (P-55)."""
        return self.charges[self.turn][ability] >= 1 and ability not in self.used

    def _use(self, ability: str) -> None:
        """Use an ability: its cube moves one space to the left (P-56)."""
        self.charges[self.turn][ability] -= 1
        self.used.add(ability)

    def _gain(self, ability: str) -> None:
        """Gain an ability: its cube goes to the rightmost space (P-35, P-53); not for beginners (P-73)."""
        if not self.beginner:
            self.charges[self.turn][ability] = USES_GAINED

    # ------------------------------------------------------------------ the turn

    def _start_turn(self, seat: int) -> None:
        """Begin a turn; the yellow ability comes before everything else, or not at all.

        P-60, P-65, U-P3, U-P18, U-P19, U-P20.
        """
        self.turn = seat
        self.turn_number += 1
        self.used = set()
        self.units = 0
        self.limit = UNIT_LIMIT
        self.begun = False
        self.plan = {}
        self.picks = []
        if self._ready(YELLOW) and self._held_in_all() >= 1:
            self.stage = "yellow"
        else:
            self._enter_first_main()

    def _enter_first_main(self) -> None:
        """Come to the first main decision; a turn without any legal action is skipped (U-P21).

        A skipped turn has no discard, no refill and no use of the purple ability.
        """
        self.stage = "main"
        if not self._main_moves():
            self.skips += 1
            self._turn_is_over()

    def _end_actions(self) -> None:
        """The actions of the turn are over; the purple ability may be used for the refill (P-58, P-65)."""
        if self._ready(PURPLE):
            self.stage = "purple"
        else:
            self._refill(HAND_SIZE)

    def _apply_purple(self, move: Move) -> None:
        """PURPLE fan: the hand is filled to 4 instead of 2 (P-58, U-P2); optional (P-57)."""
        if move["action"] == "fan":
            self._use(PURPLE)
            self._refill(FAN_HAND_SIZE)
        else:
            self._refill(HAND_SIZE)

    def _refill(self, hand_size: int) -> None:
        """Discard the cards played (P-44), then fill the display to 5, then the hand (P-45).

        P-59, U-P14: a hand that is larger is kept, nothing is discarded from it.
        """
        self.discard.update(self.played)
        self.played = Counter()
        missing_display = DISPLAY_SIZE - self._own(DISPLAY).total()
        missing_hand = hand_size - self._own(HAND).total()
        self.to_draw = [(self.turn, DISPLAY)] * max(missing_display, 0)
        self.to_draw += [(self.turn, HAND)] * max(missing_hand, 0)
        self.stage = "refill"
        self._continue_drawing()

    def _turn_is_over(self) -> None:
        """Go on with the opponent (P-46) or end the game (P-66..P-68, U-P21).

        With three complete pagodas the game ends as soon as both seats have had equally many turns, which is
        after a turn of the seat that is not the starter.
        """
        complete = sum(1 for lot in self.lots.values() if lot.spire)
        last_turn_played = complete >= PAGODAS_TO_END and self.turn != self.starter
        both_skipped = self.skips == 2
        if last_turn_played or both_skipped:
            self.stage = "over"
        else:
            self._start_turn(1 - self.turn)

    # ------------------------------------------------------------------ the yellow ability

    def _apply_yellow(self, move: Move) -> None:
        """YELLOW dragon: use it or not, before the first action of the turn (P-57, P-60)."""
        if move["action"] == "dragon":
            self._use(YELLOW)
            self.sizes = (self._own(DISPLAY).total(), self._own(HAND).total())
            self.picks = []
            self.stage = "throw"
        else:
            self._enter_first_main()

    def _picks_left(self) -> list[tuple[str, str]]:
        """The (zone, colour) places that have a card and do not come before the previous pick."""
        first = 0
        if self.picks:
            first = PICK_ORDER.index(self.picks[-1])
        return [(zone, color) for zone, color in PICK_ORDER[first:] if self._own(zone)[color] >= 1]

    def _throw_moves(self) -> list[Move]:
        """The dragon takes any number of cards, at least one (P-60, U-P19)."""
        moves: list[Move] = []
        for zone, color in self._picks_left():
            moves.append({"action": "throw", "zone": zone, "color": color})
        if self.picks:
            moves.append({"action": "stop"})
        return moves

    def _apply_throw(self, move: Move) -> None:
        """Throw a card, or stop and draw as many, display first, then hand (P-60, U-P13).

        The cards thrown are on the discard pile before the first card is drawn.
        """
        if move["action"] == "throw":
            zone, color = str(move["zone"]), str(move["color"])
            self._discard_card(color, zone)
            self.picks.append((zone, color))
            return
        missing_display = self.sizes[0] - self._own(DISPLAY).total()
        missing_hand = self.sizes[1] - self._own(HAND).total()
        self.to_draw = [(self.turn, DISPLAY)] * missing_display + [(self.turn, HAND)] * missing_hand
        self.stage = "dragon_draw"
        self._continue_drawing()

    # ------------------------------------------------------------------ the main decision

    def _main_moves(self) -> list[Move]:
        """A, B, C in any order and number (P-22..P-24), the lantern, stop, and the alternative turn."""
        moves = self._column_moves() + self._tile_moves() + self._roof_moves() + self._lantern_moves()
        if self.units >= 1:  # P-25
            moves.append({"action": "stop"})
        if not self.begun:  # P-50
            moves += self._alternative_moves()
        return moves

    def _apply_main(self, move: Move) -> None:
        """Begin the chosen action; from here on the kind of the turn is settled (P-50)."""
        self.begun = True
        self.plan = dict(move)
        if move["action"] == "build_column":
            self.stage = "pay_column"
        elif move["action"] == "place_tile":
            self.stage = "pay_tile"
        elif move["action"] == "complete_roof":
            self.stage = "pay_roof_tile"
        elif move["action"] == "alternative":
            self.picks = []
            self.stage = "discard"
        elif move["action"] == "lantern":
            self._light_lantern()
        else:
            self._end_actions()

    def _free_colors(self, lot: Lot) -> list[str]:
        """The colours a column on this lot may have now; none if no column fits there (P-15, P-17, P-28)."""
        if lot.spire or lot.columns == COLUMNS_PER_LEVEL:
            return []
        if lot.color is None:
            return list(COLORS)
        return [lot.color]

    # A: build a column

    def _column_moves(self) -> list[Move]:
        """A: columns on any lot, within the limit of the turn, that can be paid for (P-24, P-26..P-28)."""
        moves: list[Move] = []
        if self.units >= self.limit:
            return moves
        for name, lot in self.lots.items():
            for color in self._free_colors(lot):
                if self._column_payments(color):
                    moves.append({"action": "build_column", "lot": name, "color": color})
        return moves

    def _column_payments(self, color: str) -> list[Move]:
        """One card of the column's colour (P-27), or a pair by the green bowl (P-61, U-P4, U-P10)."""
        moves = self._card_payments(color)
        if self._ready(GREEN):
            moves += self._pair_payments()
        return moves

    def _put_column(self, name: str, color: str) -> None:
        """Put a column on the current level of a lot and score the number of the level (P-15, P-29)."""
        lot = self.lots[name]
        lot.color = color
        lot.columns += 1
        self.points[self.turn] += lot.level
        self.units += 1

    # B: place a tile

    def _tile_moves(self) -> list[Move]:
        """B: a tile on four columns below the top level, of their colour, any of those left.

        P-16, P-31..P-33, U-P9, U-P16; any number in a turn (P-30, P-36); U-P12.  P-20: the last is a roof.
        """
        moves: list[Move] = []
        for name, lot in self.lots.items():
            if lot.level < self.top_level and lot.columns == COLUMNS_PER_LEVEL:
                for tile in self.tiles:
                    if tile_color(tile) == lot.color and self._tile_payments(name, tile):
                        moves.append({"action": "place_tile", "lot": name, "tile": tile})
        return moves

    def _tile_payments(self, name: str, tile: str) -> list[Move]:
        """The payments for a tile that do not lead into a dead end (P-32, P-63, U-P12)."""
        return [
            payment
            for payment in self._any_tile_payments(tile)
            if self._tile_leaves_a_column(name, tile, payment)
        ]

    def _any_tile_payments(self, tile: str) -> list[Move]:
        """One card of the tile's colour (P-32), or a pair by the blue Buddha (P-63, U-P4, U-P9)."""
        moves = self._card_payments(tile_color(tile))
        if self._ready(BLUE):
            moves += self._pair_payments()
        return moves

    def _tile_leaves_a_column(self, name: str, tile: str, payment: Move) -> bool:
        """U-P12: the tile is done; a column has been built, or a column or a roof can be paid for next."""
        if self.units >= 1:
            return True
        trial = copy.deepcopy(self)
        trial._pay_and_put_tile(name, tile, payment)
        return bool(trial._column_moves() or trial._roof_moves())

    def _pay_and_put_tile(self, name: str, tile: str, payment: Move) -> None:
        """Pay for a tile and put it on the columns, spots up: the next level has the spots' colour.

        P-17, P-32 and P-34, P-35 (``_take_tile``).
        """
        self._pay(tile_color(tile), payment, BLUE)
        self._take_tile(name, tile)
        lot = self.lots[name]
        lot.level += 1
        lot.color = spot_color(tile)
        lot.columns = 0

    def _take_tile(self, name: str, tile: str) -> None:
        """A tile goes from the supply to a lot: 1 point (P-34) and the ability of its colour (P-35, P-54)."""
        self.tiles.remove(tile)  # P-71
        self.lots[name].tiles.append(tile)
        self.points[self.turn] += 1
        self._gain(tile_color(tile))

    # C: complete a roof

    def _roof_moves(self) -> list[Move]:
        """C: a roof tile on the four columns of the top level together with its spire (P-37..P-40, P-21)."""
        moves: list[Move] = []
        if self.units >= self.limit:  # P-37
            return moves
        for name, lot in self.lots.items():
            if not lot.spire and lot.level == self.top_level and lot.columns == COLUMNS_PER_LEVEL:
                for tile in self.tiles:
                    if tile_color(tile) == lot.color and self._roof_tile_payments(name, tile):
                        moves.append({"action": "complete_roof", "lot": name, "tile": tile})
        return moves

    def _roof_tile_payments(self, name: str, tile: str) -> list[Move]:
        """The payments for a roof tile after which the spire can be paid for, too (P-38, P-39)."""
        moves: list[Move] = []
        for payment in self._any_tile_payments(tile):
            trial = copy.deepcopy(self)
            trial._pay_and_put_roof_tile(name, tile, payment)
            if trial._spire_payments(spot_color(tile)):
                moves.append(payment)
        return moves

    def _pay_and_put_roof_tile(self, name: str, tile: str, payment: Move) -> None:
        """Pay for a roof tile and put it flipped on the columns: as any tile (P-39, P-41, P-42, U-P6)."""
        self._pay(tile_color(tile), payment, BLUE)
        self._take_tile(name, tile)

    def _spire_payments(self, spire: str) -> list[Move]:
        """Two cards of the roof spot's colour (P-19, P-39), one of them by the green bowl (P-61, U-P22).

        P-62: with the bowl one more card of the spot's colour has to be left after the pair.
        """
        moves: list[Move] = []
        for shown in self._splits(spire):
            moves.append({"action": "spire", "shown": shown})
        if self._ready(GREEN):
            for color in COLORS:
                left = self._held(spire)
                if color == spire:
                    left -= 2
                if left >= 1:
                    for shown in self._splits(color):
                        moves.append({"action": "spire_pair", "color": color, "shown": shown})
        return moves

    def _apply_spire(self, move: Move) -> None:
        """Play the two cards of the spire, or the pair of the green bowl first (P-39, P-62)."""
        shown = move["shown"]
        assert isinstance(shown, int)
        if move["action"] == "spire":
            self._play_two(spot_color(str(self.plan["tile"])), shown)
            self._put_spire(str(self.plan["lot"]))
            self.stage = "main"
        else:
            self._use(GREEN)
            self._play_two(str(move["color"]), shown)
            self.stage = "pay_spire_rest"

    def _put_spire(self, name: str) -> None:
        """Stack the two columns: the pagoda is complete, 5 points (quick: 4), one unit of the turn.

        P-18, P-37, P-41, P-72; the other units of the turn are left for other pagodas (P-43).
        """
        self.lots[name].spire = True
        self.points[self.turn] += self.spire_points
        self.units += 1

    # payments

    def _card_payments(self, color: str) -> list[Move]:
        """One card of this colour, from display or hand (P-11)."""
        return [{"action": "card", "zone": zone} for zone in ZONES if self._own(zone)[color] >= 1]

    def _pair_payments(self) -> list[Move]:
        """Two cards of one colour, whichever it is (P-61, P-63, U-P4)."""
        return [
            {"action": "pair", "color": color, "shown": shown}
            for color in COLORS
            for shown in self._splits(color)
        ]

    def _pay(self, color: str, payment: Move, ability: str) -> None:
        """Pay for one thing of this colour with a card, or with a pair by the ability (P-27, P-32, P-56)."""
        if payment["action"] == "card":
            self._play_card(color, str(payment["zone"]))
        else:
            shown = payment["shown"]
            assert isinstance(shown, int)
            self._use(ability)
            self._play_two(str(payment["color"]), shown)

    # the red ability

    def _lantern_moves(self) -> list[Move]:
        """RED lantern: at any moment of a normal turn (P-64, U-P17), if a column is or can be built."""
        if not self._ready(RED):
            return []
        if self.units == 0:
            trial = copy.deepcopy(self)
            trial._light_lantern()
            if not (trial._column_moves() or trial._tile_moves() or trial._roof_moves()):
                return []
        return [{"action": "lantern"}]

    def _light_lantern(self) -> None:
        """The cube moves at once, and the limit of this turn is four (P-56, P-64, U-P17)."""
        self._use(RED)
        self.limit = LANTERN_UNIT_LIMIT

    # ------------------------------------------------------------------ the alternative turn

    def _alternative_moves(self) -> list[Move]:
        """The alternative turn: four cards for a column on any lot that has room for it (P-48, P-49).

        U-P1, U-P11: free to choose; the colour need not be among the cards, but the spot's colour binds.
        """
        moves: list[Move] = []
        if self._held_in_all() < ALTERNATIVE_CARDS:
            return moves
        for name, lot in self.lots.items():
            for color in self._free_colors(lot):
                moves.append({"action": "alternative", "lot": name, "color": color})
        return moves

    def _discard_moves(self) -> list[Move]:
        """The next of the four cards to discard (P-48); enough cards must be left at or after it."""
        moves: list[Move] = []
        needed = ALTERNATIVE_CARDS - len(self.picks)
        for zone, color in self._picks_left():
            places = PICK_ORDER[PICK_ORDER.index((zone, color)) :]
            left = sum(self._own(other_zone)[other_color] for other_zone, other_color in places)
            if left >= needed:
                moves.append({"action": "discard", "zone": zone, "color": color})
        return moves

    def _apply_discard(self, move: Move) -> None:
        """Discard a card; after the fourth put the column, and the turn ends (P-48, P-51, P-52, U-P5)."""
        zone, color = str(move["zone"]), str(move["color"])
        self._discard_card(color, zone)
        self.picks.append((zone, color))
        if len(self.picks) == ALTERNATIVE_CARDS:
            self._put_column(str(self.plan["lot"]), str(self.plan["color"]))
            self._end_actions()
