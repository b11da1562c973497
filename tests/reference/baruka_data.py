"""The tables of the board game Baruka for its reference engine.

The numbers printed in the rules come from the clauses of the rules digest (B-..).  Altar tiles, layouts,
character boards, oracles, helpers, sacrifice track and stock are not printed: they are the digest's
provisional set (its section 6), and where that gives only a class of cards ("trominoes, 3-5 points"), the
rows here are made up within the class.  A game can be given other tables: see ``Tables``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Cell = tuple[int, int]  # (row, column); rows count downwards, columns to the right; may be negative

RED, GREEN, BLUE, PURPLE = "red", "green", "blue", "purple"
BASIC = (RED, GREEN, BLUE)  # the basic totems (B-26)
COLORS = (RED, GREEN, BLUE, PURPLE)
EXPANSION = "expansion"
THINGS = (*COLORS, EXPANSION)  # what the supply holds

RESOURCE, SKILL, SCORE = "resource", "skill", "score"
KINDS = (RESOURCE, SKILL, SCORE)  # the types of helpers (B-3)

# ---------------------------------------------------------------------- printed numbers

ROUNDS = {2: 7, 3: 6, 4: 5}  # B-9
TILES = {2: ("L", "L", "S"), 3: ("L", "L", "L", "S"), 4: ("L", "L", "L", "S", "S")}  # B-2
START_TOTEMS = 5  # B-4: of each basic color
OFFERED = 3  # B-3: helpers revealed of each type
DEALT = {1: 5, 2: 3, 3: 2}  # B-7: oracles of each level
GIVEN_UP_POINTS = {1: 1, 2: 2, 3: 3}  # B-59
SLOT_PENALTY = 2  # B-13
RED_POINTS = {3: 1, 4: 2, 5: 3}  # B-28
GREEN_POINTS = {3: 2, 4: 3, 5: 4}  # B-29
SQUARE_POINTS = 2  # B-30: 2x2
RECTANGLE_POINTS = 4  # B-30: 2x3
FULL_LINE = 5  # B-32
MADE = 2  # B-45: resources taken

# ---------------------------------------------------------------------- altar (provisional)

TILE_SIZES = {"L": 5, "S": 3}  # large 5x5, small 3x3

Placed = tuple[str, int, int]  # an altar tile and the row and column of its upper left cell

EASY, HARD = "easy", "hard"
LAYOUTS: dict[tuple[str, int], tuple[Placed, ...]] = {
    (EASY, 2): (("L", 1, 1), ("L", 1, 6), ("S", 6, 6)),
    (EASY, 3): (("L", 1, 1), ("L", 1, 6), ("L", 6, 1), ("S", 6, 6)),
    (EASY, 4): (("L", 1, 1), ("L", 1, 6), ("L", 6, 1), ("S", 6, 6), ("S", 6, 9)),
    # The hard layout is given for 3 and 4 players only; its hole is column 6, rows 1 to 5.
    (HARD, 3): (("L", 1, 1), ("L", 1, 7), ("L", 6, 4), ("S", -2, 5)),
    (HARD, 4): (("L", 1, 1), ("L", 1, 7), ("L", 6, 4), ("S", -2, 5), ("S", 6, 9)),
}


def altar_cells(tiles: tuple[Placed, ...]) -> set[Cell]:
    """The cells of altar tiles laid at these places (B-2)."""
    cells: set[Cell] = set()
    for size, top, left in tiles:
        for row in range(top, top + TILE_SIZES[size]):
            for column in range(left, left + TILE_SIZES[size]):
                assert (row, column) not in cells, "tiles overlap"
                cells.add((row, column))
    return cells


# ---------------------------------------------------------------------- stock (provisional)

# Beyond the totems the players start with.
STOCK = {RED: 30, GREEN: 30, BLUE: 30, PURPLE: 12, EXPANSION: 16}

# ---------------------------------------------------------------------- character boards (provisional)


@dataclass(frozen=True)
class Board:
    """A character board: its slots, two of them colored (B-13), and the color of its end scoring (B-57)."""

    slots: tuple[str | None, ...]
    scoring: str  # 1 point per 2 own unused totems of this color


BOARDS: dict[str, Board] = {
    "board_1": Board((RED, GREEN, None, None), RED),
    "board_2": Board((GREEN, BLUE, None, None), GREEN),
    "board_3": Board((BLUE, RED, None, None), BLUE),
    "board_4": Board((RED, BLUE, None, None), PURPLE),
}

# ---------------------------------------------------------------------- oracles (provisional but for B-26)

Group = tuple[tuple[int, int, str], ...]  # (row, column, color) of each totem
LETTERS = {"R": RED, "G": GREEN, "B": BLUE}


@dataclass(frozen=True)
class Oracle:
    """An oracle: level, pattern of one or several groups (B-25), reward in points, totems, expansions."""

    level: int
    groups: tuple[Group, ...]
    points: int
    totems: int = 0
    expansions: int = 0


def groups_of(pattern: str) -> tuple[Group, ...]:
    """A pattern written as text: rows divided by "/", "." for no totem, groups divided by " + "."""
    return tuple(
        tuple(
            (row, column, LETTERS[letter])
            for row, letters in enumerate(group.split("/"))
            for column, letter in enumerate(letters)
            if letter != "."
        )
        for group in pattern.split(" + ")
    )


# Name: level, pattern, points, totems, expansions.
ORACLE_ROWS: dict[str, tuple[int, str, int, int, int]] = {
    # Level I: lines of 3 and L trominoes; 3 to 5 points.
    "I-01": (1, "RRR", 3, 0, 0),
    "I-02": (1, "GGG", 3, 0, 0),
    "I-03": (1, "BBB", 3, 0, 0),
    "I-04": (1, "RGR", 4, 0, 0),
    "I-05": (1, "GBG", 4, 0, 0),
    "I-06": (1, "BRB", 4, 0, 0),
    "I-07": (1, "RRG", 4, 0, 0),
    "I-08": (1, "GGB", 4, 0, 0),
    "I-09": (1, "BBR", 4, 0, 0),
    "I-10": (1, "RGB", 5, 0, 0),
    "I-11": (1, "RR/R.", 3, 0, 0),
    "I-12": (1, "GG/G.", 3, 0, 0),
    "I-13": (1, "BB/B.", 3, 0, 0),
    "I-14": (1, "RG/G.", 4, 0, 0),
    "I-15": (1, "GB/B.", 4, 0, 0),
    "I-16": (1, "BR/R.", 4, 0, 0),
    "I-17": (1, "RG/B.", 5, 0, 0),
    "I-18": (1, "RB/G.", 5, 0, 0),
    "I-19": (1, "GR/B.", 5, 0, 0),
    "I-20": (1, "BG/R.", 5, 0, 0),
    # Level II: tetrominoes I, L (and its mirror image), S (and Z), T, O; 6 to 8 points, 1 totem.
    "II-01": (2, "RRGG", 6, 1, 0),
    "II-02": (2, "GBBG", 6, 1, 0),
    "II-03": (2, "R./R./RB", 7, 1, 0),
    "II-04": (2, ".G/.G/RG", 7, 1, 0),
    "II-05": (2, "B./G./RR", 8, 1, 0),
    "II-06": (2, ".RR/GG.", 7, 1, 0),
    "II-07": (2, "BB./.RR", 7, 1, 0),
    "II-08": (2, "GBR/.G.", 8, 1, 0),
    "II-09": (2, "RRR/.B.", 7, 1, 0),
    "II-10": (2, "BGB/.B.", 7, 1, 0),
    "II-11": (2, "RG/GR", 6, 1, 0),
    "II-12": (2, "BR/GB", 8, 1, 0),
    # Level III: two groups, 5 or 6 totems; 12 points, 1 totem, 1 expansion (B-26).
    "III-01": (3, "RGB + RR", 12, 1, 1),
    "III-02": (3, "RRR + GG", 12, 1, 1),
    "III-03": (3, "BB/B. + RG", 12, 1, 1),
    "III-04": (3, "RG/BR + G", 12, 1, 1),
    "III-05": (3, "RRR + BBB", 12, 1, 1),
    "III-06": (3, "GG/G. + BB/B.", 12, 1, 1),
    "III-07": (3, "RB/G. + RGB", 12, 1, 1),
    "III-08": (3, "GG./.BB + RR", 12, 1, 1),
}
ORACLES: dict[str, Oracle] = {
    name: Oracle(level, groups_of(pattern), points, totems, expansions)
    for name, (level, pattern, points, totems, expansions) in ORACLE_ROWS.items()
}

# ---------------------------------------------------------------------- helpers (provisional)

ANY_BASIC = "any_basic"  # the power of the resource helper "+1 any basic"


@dataclass(frozen=True)
class Helper:
    """A helper: type, number of totems it costs (B-42), power.

    resource  "red", "green", "blue", "expansion" or "any_basic"
    skill     "move", "swap", "remove", "place" or "open"
    score     "oracles", "level_3", "red_closed", "cubes" or "helpers"
    """

    kind: str
    cost: int
    power: str


HELPERS: dict[str, Helper] = {
    "extra_red": Helper(RESOURCE, 2, RED),
    "extra_green": Helper(RESOURCE, 2, GREEN),
    "extra_blue": Helper(RESOURCE, 2, BLUE),
    "extra_expansion": Helper(RESOURCE, 3, EXPANSION),
    "extra_basic": Helper(RESOURCE, 3, ANY_BASIC),
    "mover": Helper(SKILL, 3, "move"),
    "swapper": Helper(SKILL, 3, "swap"),
    "remover": Helper(SKILL, 2, "remove"),
    "placer": Helper(SKILL, 3, "place"),
    "opener": Helper(SKILL, 2, "open"),
    "per_oracle": Helper(SCORE, 3, "oracles"),
    "per_level_3": Helper(SCORE, 3, "level_3"),
    "per_red_closed": Helper(SCORE, 3, "red_closed"),
    "per_cube": Helper(SCORE, 3, "cubes"),
    "per_helper": Helper(SCORE, 3, "helpers"),
}

# ---------------------------------------------------------------------- sacrifice track (provisional)

TRACK = (3, 7, 12)  # the points of the spaces, from the lowest

# ---------------------------------------------------------------------- all of them


@dataclass(frozen=True)
class Tables:
    """The tables of a game; whoever has other ones puts them in here."""

    layouts: dict[tuple[str, int], tuple[Placed, ...]] = field(default_factory=lambda: dict(LAYOUTS))
    stock: dict[str, int] = field(default_factory=lambda: dict(STOCK))
    boards: dict[str, Board] = field(default_factory=lambda: dict(BOARDS))
    oracles: dict[str, Oracle] = field(default_factory=lambda: dict(ORACLES))
    helpers: dict[str, Helper] = field(default_factory=lambda: dict(HELPERS))
    track: tuple[int, ...] = TRACK
