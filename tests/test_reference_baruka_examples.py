"""The examples of the rules digest of Baruka, worked by hand, against the reference engine.

EB-.. are the printed examples, DB-.. and WB-.. the derived ones, U-B.. the open questions.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from tests.reference.baruka import READINGS, Baruka, Totem, all_things, check, play, rotations
from tests.reference.baruka_data import (
    BASIC,
    BLUE,
    BOARDS,
    COLORS,
    EASY,
    EXPANSION,
    GREEN,
    HARD,
    HELPERS,
    KINDS,
    LAYOUTS,
    ORACLES,
    PURPLE,
    RED,
    RESOURCE,
    ROUNDS,
    SCORE,
    SKILL,
    THINGS,
    TILES,
    Cell,
    Oracle,
    Tables,
    altar_cells,
    groups_of,
)

GAMES = int(os.environ.get("RULESC_REFERENCE_GAMES", "2"))
LETTERS = {"R": RED, "G": GREEN, "B": BLUE, "P": PURPLE}

# ---------------------------------------------------------------------- making positions


def first_step(game: Baruka) -> None:
    """The first outcome of chance; in a decision the last legal move, which is done, pass or the like."""
    if game.pending() == "chance":
        game.draw(next(iter(game.chance())))
    else:
        game.apply(game.legal()[-1])


def until(game: Baruka, decision: str) -> Baruka:
    """Take first steps up to this decision."""
    while game.decision() != decision:
        first_step(game)
    return game


def preparing(
    players: int = 2, readings: dict[str, str] | None = None, tables: Tables | None = None
) -> Baruka:
    """A game in phase 1 of round 1; nobody has an oracle any more, all have given up none."""
    game = until(Baruka(players, readings=readings, tables=tables), "prepare")
    for player in game.players:
        player.oracles = []
    return game


def prepare(game: Baruka, seat: int, colors: str) -> None:
    """A seat gets these totems and prepares them: slots 1 to 4, the fifth on a + expansion."""
    stock = game.players[seat].stock
    for place, letter in enumerate(colors, start=1):
        stock[LETTERS[letter]] += 1
        if place == 5:
            stock[EXPANSION] += 1
        game.apply(("prepare", EXPANSION if place == 5 else place, LETTERS[letter]), seat)
    game.apply(("prepare", "done"), seat)


def placing(
    altar: str,
    *prepared: str,
    readings: dict[str, str] | None = None,
    oracles: dict[int, list[str]] | None = None,
    helpers: dict[int, list[str]] | None = None,
    tables: Tables | None = None,
) -> Baruka:
    """A game in phase 2 on one 5x5 altar; ``prepared`` has the totems of each seat; all scores are 0.

    ``altar``: up to five rows of letters divided by "/"; small letters are closed totems.
    """
    game = preparing(max(len(prepared), 2), readings, tables)
    game.cells = {(row, column) for row in range(1, 6) for column in range(1, 6)}
    lay(game, altar)
    for seat, cards in (oracles or {}).items():
        game.players[seat].oracles = list(cards)
    for seat, names in (helpers or {}).items():
        game.players[seat].helpers = dict.fromkeys(names, 0)
    for seat in game.seats[1:]:
        prepare(game, seat, prepared[seat] if seat < len(prepared) else "")
    prepare(game, 0, prepared[0] if prepared else "")
    for player in game.players:
        player.score = 0
    return game


def lay(game: Baruka, altar: str) -> None:
    """Put totems on the altar."""
    game.totems = {}
    for row, letters in enumerate(altar.split("/"), start=1):
        for column, letter in enumerate(letters, start=1):
            if letter != ".":
                game.totems[row, column] = Totem(LETTERS[letter.upper()], letter.isupper())


def place(game: Baruka, letter: str, row: int, column: int) -> int:
    """The active player places a totem; the points he has got by it so far."""
    seat = game.seat()
    before = game.players[seat].score
    game.apply(("turn", "totem", LETTERS[letter]))
    game.apply(("cell", row, column))
    return game.players[seat].score - before


def closed(game: Baruka) -> set[Cell]:
    """The cells of the closed totems."""
    return {cell for cell, totem in game.totems.items() if not totem.open}


def tables_with(**oracles: Oracle) -> Tables:
    """The tables with more oracles."""
    tables = Tables()
    for name, oracle in oracles.items():
        tables.oracles[name] = oracle
    return tables


# ---------------------------------------------------------------------- the tables


def test_tables() -> None:
    assert Counter(oracle.level for oracle in ORACLES.values()) == {1: 20, 2: 12, 3: 8}
    assert len({oracle.groups for oracle in ORACLES.values()}) == 40
    for oracle in ORACLES.values():
        totems = sum(len(group) for group in oracle.groups)
        if oracle.level == 1:
            assert totems == 3 and len(oracle.groups) == 1 and 3 <= oracle.points <= 5
            assert (oracle.totems, oracle.expansions) == (0, 0)
        elif oracle.level == 2:
            assert totems == 4 and len(oracle.groups) == 1 and 6 <= oracle.points <= 8
            assert (oracle.totems, oracle.expansions) == (1, 0)
        else:
            assert totems in (5, 6) and len(oracle.groups) == 2
            assert (oracle.points, oracle.totems, oracle.expansions) == (12, 1, 1)
    assert Counter(helper.kind for helper in HELPERS.values()) == {RESOURCE: 5, SKILL: 5, SCORE: 5}
    assert all(helper.cost in (2, 3) for helper in HELPERS.values())
    assert len(BOARDS) == 4 and {board.scoring for board in BOARDS.values()} == set(COLORS)
    sizes = {key: len(altar_cells(tiles)) for key, tiles in LAYOUTS.items()}
    assert sizes == {(EASY, 2): 59, (EASY, 3): 84, (EASY, 4): 93, (HARD, 3): 84, (HARD, 4): 93}
    for (_, players), tiles in LAYOUTS.items():
        assert tuple(sorted(tile for tile, _, _ in tiles)) == TILES[players]


def test_hole_of_the_hard_layout() -> None:
    """The free column 6, rows 1 to 5, is a hole; its neighbours are inner-edge cells (B-20, U-B3)."""
    game = Baruka(3, HARD)
    for row in range(1, 6):
        assert (row, 6) not in game.cells
        assert {(row, 5), (row, 7)} <= set(game._legal_cells())
    assert (3, 4) not in game._legal_cells()
    assert {(0, 6), (6, 6)} <= set(game._legal_cells())
    with pytest.raises(ValueError, match="layout"):
        Baruka(2, HARD)


# ---------------------------------------------------------------------- printed examples


def test_eb_1_and_wb_1_red() -> None:
    game = placing("RR", "RRR")
    assert [place(game, "R", 1, column) for column in (3, 4, 5)] == [1, 2, 3]
    assert closed(game) == {(1, column) for column in range(1, 6)}
    assert game.players[0].cubes == {RED: 1, GREEN: 0, BLUE: 0}
    assert game.score_parts(0)["sacrifices"] == 3


def test_eb_2_and_wb_2_green() -> None:
    game = placing("GR.../.G.../.B.../..B../..R..", "GGG")
    assert (3, 3) in game._legal_cells() and (4, 4) in game._legal_cells()
    assert [place(game, "G", row, row) for row in (3, 4, 5)] == [2, 3, 4]
    assert closed(game) == {(row, row) for row in range(1, 6)}
    assert game.players[0].cubes == {RED: 0, GREEN: 1, BLUE: 0}
    assert game.players[0].score == 9


def test_eb_3_oracle() -> None:
    game = placing("RGB/RR.", "G", oracles={0: ["III-01"]})
    assert game.decision() == "oracle"  # a window at the beginning of phase 2
    before = game.players[0].stock.copy()
    game.apply(("oracle", "III-01"))
    assert game.players[0].score == 12
    assert game.legal() == [("basic", RED), ("basic", GREEN), ("basic", BLUE)]
    game.apply(("basic", BLUE))
    assert game.players[0].stock - before == Counter({BLUE: 1, EXPANSION: 1})
    assert game.players[0].played == ["III-01"] and game.players[0].oracles == []
    assert game.decision() == "turn"


def test_eb_4_given_up() -> None:
    game = until(Baruka(2), "give_up")
    assert game.acting() == [0, 1]
    assert all(len(player.oracles) == 10 for player in game.players)
    own = game.players[1].oracles
    for level in (1, 2, 3):
        card = next(name for name in own if ORACLES[name].level == level)
        game.apply(("give_up", card), 1)
    game.apply(("give_up", "done"), 1)
    assert game.acting() == [0] and game.legal(1) == []
    game.apply(("give_up", "done"), 0)
    assert game.score_parts(1)["given_up"] == 6 and game.score_parts(0)["given_up"] == 0
    assert game.decision() == "prepare"


def test_eb_5_colored_slots() -> None:
    for colors, points in (("", -4), ("G", -4), ("R", -2), ("RR", -2), ("GG", -2), ("RG", 0), ("PP", 0)):
        game = preparing()  # board_1: red, green
        prepare(game, 0, colors)
        prepare(game, 1, "GB")
        assert game.players[0].score == points, colors
        assert game.players[1].score == 0
    game = preparing(readings={"U-B14": "no", "U-B15": "not_below_zero"})
    prepare(game, 0, "RP")
    assert game.players[0].score == 0  # before the reveal
    game.players[0].score = 3
    prepare(game, 1, "")
    assert game.players[0].score == 1 and game.players[1].score == 0


def test_eb_6_blue() -> None:
    game = placing("BB/B", "BBB")
    assert place(game, "B", 2, 2) == 2
    assert closed(game) == set()
    assert place(game, "B", 3, 1) == 0
    assert place(game, "B", 3, 2) == 2  # 4, less the 2 of this turn (U-B4)
    assert closed(game) == {(row, column) for row in (1, 2, 3) for column in (1, 2)}
    assert game.players[0].cubes[BLUE] == 1
    game = placing("BBB/BB", "B")
    assert place(game, "B", 2, 3) == 4  # one totem making both
    assert len(closed(game)) == 6


def test_blue_readings() -> None:
    # U-B4: different turns, 2 and 4.
    game = placing("BB/B", "B", "BB")
    assert place(game, "B", 2, 2) == 2
    place(game, "B", 1, 3)
    assert place(game, "B", 2, 3) == 4
    assert game.players[1].cubes[BLUE] == 1 and game.players[0].cubes[BLUE] == 0
    # U-B4: the same player in different turns.
    game = placing("BB/B", "B")
    assert place(game, "B", 2, 2) == 2
    until(game, "prepare")
    prepare(game, 0, "BB")
    first_step(game)
    place(game, "B", 1, 3)
    assert place(game, "B", 2, 3) == 4
    # blue_cumulative.
    game = placing("BB/B", "BBB", readings={"U-B4": "cumulative"})
    assert place(game, "B", 2, 2) == 2
    place(game, "B", 3, 1)
    assert place(game, "B", 3, 2) == 4
    # Two separate 2x2 by one totem.
    game = placing("BB./B.B/.BB", "B")
    assert place(game, "B", 2, 2) == 4 and closed(game) == set()
    # A 2x3 and beside it a 2x2 which is not inside it.
    game = placing("..BB/BB.B/BBB", "B")
    assert place(game, "B", 2, 3) == 4 + 2 and len(closed(game)) == 6


def test_several_rectangles() -> None:
    altar = "BBB/B.B/BBB"
    game = placing(altar, "B")
    place(game, "B", 2, 2)
    assert len(game.legal()) == 4  # U-B7 likewise
    game.apply(("close", BLUE, 1, 1, 2, 3))
    assert game.players[0].score == 4 and game.players[0].cubes[BLUE] == 1
    assert closed(game) == {(row, column) for row in (1, 2) for column in (1, 2, 3)}
    game = placing(altar, "B", readings={"several_rectangles": "each"})
    assert place(game, "B", 2, 2) == 16
    assert game.players[0].cubes[BLUE] == 3 and len(closed(game)) == 9  # U-B28, U-B29


@pytest.mark.parametrize(("players", "rounds"), [(2, 7), (3, 6), (4, 5)])
def test_eb_7_and_db_15_rounds(players: int, rounds: int) -> None:
    game = Baruka(players)
    seen: Counter[str] = Counter()
    while game.pending() != "over":
        seen[game.decision()] += 1
        first_step(game)
    assert game.round == rounds
    assert seen["hire"] == seen["make"] == players * (rounds - 1)


# ---------------------------------------------------------------------- derived examples


def test_db_1_shapes() -> None:
    assert place(placing("RR", "R"), "R", 1, 3) == 1
    assert place(placing("R/R", "R"), "R", 3, 1) == 1
    assert place(placing("RB/.RB", "R"), "R", 3, 3) == 0
    assert place(placing("GB/.GB", "G"), "G", 3, 3) == 2
    assert place(placing("..G/BG", "G"), "G", 3, 1) == 2  # U-B27: the other diagonal
    assert place(placing("GG", "G"), "G", 1, 3) == 0
    assert place(placing("BBB", "B"), "B", 1, 4) == 0
    assert place(placing("B/B/B", "B"), "B", 3, 2) == 0


def test_db_2_lines_of_several_players() -> None:
    game = placing("RRR", "R", "R")
    assert place(game, "R", 1, 4) == 2
    assert place(game, "R", 1, 5) == 3
    assert game.players[1].cubes[RED] == 1 and game.players[0].cubes[RED] == 0


def test_db_4_crossing() -> None:
    assert place(placing(".RR/R/R", "R"), "R", 1, 1) == 2
    # Two lines of five by one totem: both close, two steps (U-B29).
    game = placing(".RRRR/R/R/R/R", "R")
    assert place(game, "R", 1, 1) == 6
    assert len(closed(game)) == 9 and game.players[0].cubes[RED] == 2


def test_db_5_closed_totems() -> None:
    assert place(placing("rRR", "R"), "R", 1, 4) == 1
    assert place(placing("RrR", "R"), "R", 1, 4) == 0


def test_db_7_grand_sacrifices() -> None:
    game = placing("RRRR/RRRR/RRRR", "RR", "R")
    place(game, "R", 1, 5)
    place(game, "R", 2, 5)
    place(game, "R", 3, 5)
    assert [player.cubes[RED] for player in game.players] == [2, 1]
    assert [game.score_parts(seat)["sacrifices"] for seat in (0, 1)] == [7, 3]


def test_grand_sacrifice_at_the_top() -> None:
    game = placing("RRRR", "R")
    game.players[0].cubes[RED] = 3
    place(game, "R", 1, 5)
    assert game.players[0].cubes[RED] == 3  # U-B28
    assert game.score_parts(0)["sacrifices"] == 12


def test_db_8_all_given_up() -> None:
    game = until(Baruka(2), "give_up")
    for card in list(game.players[0].oracles):
        game.apply(("give_up", card), 0)
    assert game.legal(0) == [("give_up", "done")]
    assert game.score_parts(0)["given_up"] == 17


@pytest.mark.parametrize(("players", "totems"), [(2, 56), (3, 72), (4, 80)])
def test_db_9_totems_placed(players: int, totems: int) -> None:
    """At most 4 a round without expansions (B-14), and each round all of them (B-18)."""
    assert players * 4 * ROUNDS[players] == totems
    game = preparing(players)
    for seat in game.seats:
        for slot in (1, 2, 3, 4):
            assert not any(move[1] == EXPANSION for move in game.legal(seat))
            game.apply(("prepare", slot, BASIC[slot % 3]), seat)
        assert game.legal(seat) == [("prepare", "done")]
        game.apply(("prepare", "done"), seat)
    placed = 0
    while game.decision() in ("turn", "cell"):
        game.apply(game.legal()[0])
        placed += int(game.decision() != "cell")
    assert placed == len(game.totems) == 4 * players


def test_db_11_making() -> None:
    game = until(preparing(), "make")
    assert game.legal() == [("make", "resources"), ("make", PURPLE)]
    before = game.players[game.seat()].stock.copy()
    seat = game.seat()
    game.apply(("make", "resources"))
    assert game.legal() == [("take", RED), ("take", GREEN), ("take", BLUE), ("take", EXPANSION)]
    game.apply(("take", EXPANSION))
    assert ("take", EXPANSION) in game.legal()  # U-B24
    game.apply(("take", RED))
    assert game.players[seat].stock - before == Counter({RED: 1, EXPANSION: 1})
    other = game.seat()
    before = game.players[other].stock.copy()
    game.apply(("make", PURPLE))
    assert game.players[other].stock - before == Counter({PURPLE: 1})
    assert game.decision() != "take"


def test_making_without_stock() -> None:
    """B-50, U-B24."""
    game = until(preparing(), "make")
    game.supply = Counter({BLUE: 1})
    assert game.legal() == [("make", "resources")]
    game.apply(("make", "resources"))
    game.apply(("take", BLUE))  # the second one is not there, and nothing for the other player
    assert game.decision() == "prepare" and game.round == 2
    game = until(preparing(readings={"U-B24": "one_expansion"}), "make")
    game.apply(("make", "resources"))
    game.apply(("take", EXPANSION))
    assert ("take", EXPANSION) not in game.legal()


def test_db_12_resources_on_helpers() -> None:
    game = until(preparing(), "hire")
    assert game.offered[RESOURCE] == ["extra_red", "extra_green", "extra_blue"]
    red = game.supply[RED]
    for _ in range(2):
        until(game, "make")
        until(game, "hire")
    assert game.on_helper == Counter({"extra_red": 2, "extra_green": 2, "extra_blue": 2})
    assert game.supply[RED] == red - 2
    seat = game.seat()
    before = game.players[seat].stock.copy()
    game.apply(("hire", "extra_red"))
    game.apply(("pay", GREEN))
    game.apply(("pay", BLUE))
    assert game.players[seat].stock == before + Counter({RED: 2}) - Counter({GREEN: 1, BLUE: 1})
    assert game.offered[RESOURCE] == ["extra_green", "extra_blue"]  # B-43
    assert game.supply[GREEN] == 30 - 2 + 1  # U-B33
    # It pays in the same round (U-B35); the new helper gets nothing (U-B1).
    until(game, "make")
    while game.pending() == "decision":
        game.apply(("make", PURPLE))
    assert game.players[seat].stock[RED] == before[RED] + 3
    assert game.chance() == {("helper", RESOURCE, name): 1 for name in ("extra_expansion", "extra_basic")}
    game.draw(("helper", RESOURCE, "extra_basic"))
    assert game.on_helper == Counter({"extra_green": 3, "extra_blue": 3})
    assert game.decision() == "prepare"


def test_refill_first() -> None:
    """U-B1 and U-B35, the other readings."""
    game = until(preparing(readings={"U-B1": "refill_first", "U-B35": "next_round"}), "hire")
    seat = game.seat()
    game.apply(("hire", "extra_red"))
    game.apply(("pay", RED))
    game.apply(("pay", RED))
    until(game, "prepare")
    assert game.on_helper == Counter({"extra_green": 1, "extra_blue": 1, "extra_expansion": 1})
    assert game.players[seat].stock[RED] == 3
    until(game, "hire")
    until(game, "prepare")
    assert game.players[seat].stock[RED] == 4


def test_any_basic() -> None:
    """U-B37: the hirer chooses the colors when taking them; each tidy phase he chooses one."""
    game = until(preparing(), "hire")
    game.offered[RESOURCE] = ["extra_basic"]
    until(game, "prepare")
    assert game.on_helper["extra_basic"] == 1
    until(game, "hire")
    game.offered[RESOURCE] = ["extra_basic"]
    game.on_helper = Counter({"extra_basic": 2})
    seat = game.seat()
    game.apply(("hire", "extra_basic"))
    for _ in range(3):
        game.apply(("pay", RED))
    game.apply(("basic", GREEN))
    game.apply(("basic", BLUE))
    until(game, "basic")
    assert game.seat() == seat
    before = game.players[seat].stock.copy()
    game.apply(("basic", GREEN))
    assert game.players[seat].stock - before == Counter({GREEN: 1})


def test_db_14_rotations() -> None:
    tables = tables_with(L=Oracle(1, groups_of("RR/R."), 3), S=Oracle(2, groups_of(".RR/RR."), 6))
    for altar in ("RR/R.", "RR/.R", ".R/RR", "R./RR"):
        assert placing(altar, tables=tables, oracles={0: ["L"]}).decision() == "oracle", altar
    for altar, match in ((".RR/RR", True), ("R./RR/.R", True), ("RR/.RR", False), (".R/RR/R", False)):
        game = placing(altar, tables=tables, oracles={0: ["S"]})
        assert (game._playable(0) == ["S"]) == match, altar
    shapes = {frozenset((r, c) for r, c, _ in turned) for turned in rotations(((0, 0, RED), (0, 1, RED)))}
    assert len(shapes) == 4


def test_db_16_oracle_in_another_turn() -> None:
    game = placing("RR", "R", "B", oracles={1: ["I-01"]})
    assert game.decision() == "turn"
    place(game, "R", 1, 3)
    assert game.decision() == "oracle" and game.acting() == [1]
    game.apply(("oracle", "I-01"))
    assert [player.score for player in game.players] == [1, 3]


# ---------------------------------------------------------------------- worked cases


def test_wb_4_jump() -> None:
    game = placing("RR.RR", "R")
    assert place(game, "R", 1, 3) == 3
    assert len(closed(game)) == 5


def test_wb_6_legal_cells() -> None:
    game = placing("", "RR")
    game.apply(("turn", "totem", RED))
    cells = {(int(move[1]), int(move[2])) for move in game.legal()}
    edge = {(row, column) for row, column in game.cells if row in (1, 5) or column in (1, 5)}
    assert cells == edge and len(cells) == 16
    game.apply(("cell", 1, 3))
    assert set(game._legal_cells()) == (edge - {(1, 3)}) | {(2, 3)}


def test_wb_8_mirrored() -> None:
    tables = tables_with(L=Oracle(2, groups_of("R./R./RB"), 7))
    for altar, match in ((".R/.R/BR", False), ("BR/.R/.R", True), ("Br/.r/.r", True), ("PR/.P/.r", True)):
        game = placing(altar, tables=tables, oracles={0: ["L"]})
        assert (game._playable(0) == ["L"]) == match, altar


def test_wb_10_final_score() -> None:
    game = preparing(readings={"board_choice": "given"})
    player = game.players[0]
    player.score = 31
    player.given_up = ["I-01", "I-02", "II-01"]
    player.helpers = dict.fromkeys(["per_helper", "mover", "extra_red"], 1)  # 1 per helper: 3
    player.stock = Counter({RED: 5, GREEN: 9})  # board_1: 1 per 2 red
    player.cubes[RED] = 2
    assert game.score_parts(0) == {
        "score_board": 31,
        "given_up": 4,
        "helpers": 3,
        "character": 2,
        "sacrifices": 7,
        "unfinished": 0,
    }
    assert game.scores()[0] == 47
    game.players[1].stock = Counter()
    game.players[1].score = 46
    assert game.winners() == (0,)
    game.players[1].score = 47
    assert game.scores() == (47, 47) and game.winners() == (0, 1)


# ---------------------------------------------------------------------- clauses without an example


def test_purple_sacrifices() -> None:
    """B-34..B-36, U-B8, U-B30."""
    game = placing("RRRR./...G./..G../.G.../G....", "P")
    place(game, "P", 1, 5)
    assert game.players[0].score == 3 + 4  # both basic sacrifices
    assert game.legal() == [("grand", RED), ("grand", GREEN)]
    game.apply(("grand", GREEN))
    assert game.players[0].cubes == {RED: 0, GREEN: 1, BLUE: 0}
    assert len(closed(game)) == 9  # both close
    game = placing("RRRR./...G./..G../.G.../G....", "P", readings={"U-B30": "chosen_closes"})
    place(game, "P", 1, 5)
    game.apply(("grand", RED))
    assert closed(game) == {(1, column) for column in range(1, 6)}
    # Only one color of grand sacrifice: no choice.
    game = placing("RRRR./...G./..G..", "P")
    assert place(game, "P", 1, 5) == 3 + 2
    assert game.players[0].cubes == {RED: 1, GREEN: 0, BLUE: 0}
    # A purple totem on the altar counts for any color; a red one placed counts for red only.
    assert place(placing("RP", "R"), "R", 1, 3) == 1
    assert place(placing("RP", "B"), "B", 1, 3) == 0
    assert place(placing("PP/P", "P"), "P", 2, 2) == 2


def test_long_line() -> None:
    """U-B7."""
    game = placing("", "R")
    game.cells |= {(1, column) for column in range(6, 10)}
    for column in (1, 2, 3, 5, 6, 7):
        game.totems[1, column] = Totem(RED)
    assert place(game, "R", 1, 4) == 3
    assert game.legal() == [("close", RED, 1, start, 1, start + 4) for start in (1, 2, 3)]
    game.apply(("close", RED, 1, 2, 1, 6))
    assert closed(game) == {(1, column) for column in range(2, 7)}
    assert game.players[0].score == 3 and game.players[0].cubes[RED] == 1
    # Five without the new totem, as a skill helper may leave them: the new one has to be among those closed.
    game = placing("", "R")
    game.cells |= {(1, 6)}
    game.totems = {(1, column): Totem(RED) for column in range(2, 7)}
    assert place(game, "R", 1, 1) == 3
    assert closed(game) == {(1, column) for column in range(1, 6)}


def test_oracle_groups() -> None:
    """B-25: no overlap, groups may touch; U-B10: one set of totems for several oracles."""
    tables = tables_with(T=Oracle(3, groups_of("RRR + RR"), 12, 1, 1))
    assert placing("RRR/R", tables=tables, oracles={0: ["T"]})._playable(0) == []
    assert placing("RRRRR", tables=tables, oracles={0: ["T"]})._playable(0) == ["T"]
    assert placing("RRR/RR", tables=tables, oracles={0: ["T"]})._playable(0) == ["T"]
    assert placing("RRR/R/..R/..R", tables=tables, oracles={0: ["T"]})._playable(0) == ["T"]
    game = placing("RRR/RR", "B", oracles={0: ["I-01", "I-11"], 1: ["I-01"]})
    game.apply(("oracle", "I-11"))
    game.apply(("oracle", "I-01"))
    assert game.acting() == [1]
    game.apply(("oracle", "pass"))
    place(game, "B", 5, 5)
    assert game.acting() == [1] and game.decision() == "oracle"
    game.apply(("oracle", "I-01"))
    assert [player.score for player in game.players] == [6, 3]
    # U-B12, the other reading: no window at the beginning.
    game = placing("RRR", "B", oracles={0: ["I-01"]}, readings={"U-B12": "after_changes"})
    assert game.decision() == "turn"


def test_plus_expansion() -> None:
    """B-16, U-B33: one totem more; the expansion is discarded after use."""
    for when in READINGS["plus_discard"]:
        game = placing("", "RRRRB", readings={"plus_discard": when})
        assert game.supply[EXPANSION] == 16 + int(when == "at_reveal")
        for column in range(1, 5):
            place(game, "R", 5, column)
        place(game, "B", 5, 5)
        assert len(game.totems) == 5
        assert game.supply[EXPANSION] == 17  # the test's own expansion came in addition
        assert game.players[0].stock[EXPANSION] == 0


def test_altar_expansion() -> None:
    """B-17, U-B16, U-B18."""
    game = preparing()
    game.players[0].stock[EXPANSION] = 2
    game.apply(("prepare", EXPANSION, "altar"), 0)
    assert not any(EXPANSION in move for move in game.legal(0))
    game.apply(("prepare", 1, RED), 0)
    game.apply(("prepare", "done"), 0)
    game.apply(("prepare", "done"), 1)
    assert game.legal() == [("turn", "totem", RED), ("turn", "expansion")]
    game.apply(("turn", "expansion"))
    assert ("lay", 0, 3) in game.legal() and ("lay", 0, 0) not in game.legal()
    game.apply(("lay", 0, 3))
    assert game.legal() == [("turn", "totem", RED)]
    game.apply(("turn", "totem", RED))
    assert ("cell", 0, 3) in game.legal()
    game.apply(("cell", 0, 3))
    assert (0, 3) in game.totems and len(game.cells) == 60
    game = preparing(readings={"altar_side_slot": "any_slot"})
    game.players[0].stock[EXPANSION] = 2
    game.apply(("prepare", 3, "altar"), 0)
    game.apply(("prepare", EXPANSION, "altar"), 0)
    game.apply(("prepare", "done"), 0)
    game.apply(("prepare", "done"), 1)
    for _ in range(2):
        game.apply(("turn", "expansion"))
        game.apply(game.legal()[0])
    assert len(game.laid) == 2
    # An expansion is an edge even if all its sides are shared.
    game.totems = {}
    game.cells = {(row, column) for row in range(1, 6) for column in range(1, 6)}
    game.laid = {(3, 3)}
    assert (3, 3) in game._legal_cells() and (3, 2) not in game._legal_cells()


def test_full_altar() -> None:
    """U-B19."""
    game = placing("RGRGR/GRGRG/RGRGR/GRGRG/RGRG.", "BB", "BB")
    stock = game.players[0].stock[BLUE]
    place(game, "B", 5, 5)
    assert game.decision() == "hire"
    assert game.players[0].stock[BLUE] == stock + 1
    assert game.players[1].stock[BLUE] == 5 + 2
    # A totem cannot be moved to where it is.
    game = placing("RGRGR/GRGRG/RGRGR/GRGRG/RGRGB", "", helpers={0: ["mover", "swapper"]})
    assert game.legal() == [("turn", "skill", "swapper"), ("turn", "end")]


def test_preparing_readings() -> None:
    game = preparing(readings={"U-B17": "at_least_one", "colored_slots": "own_color_only"})
    assert ("prepare", "done") not in game.legal(0)
    assert [move for move in game.legal(0) if move[1] == 1] == [("prepare", 1, RED)]
    assert len([move for move in game.legal(0) if move[1] == 3]) == 3
    game.apply(("prepare", 3, BLUE), 0)
    assert ("prepare", "done") in game.legal(0)


def test_order_and_tie() -> None:
    """B-44, U-B32."""
    for reading, first in (("new_order", 2), ("current_order", 0)):
        game = until(preparing(3, readings={"U-B32": reading}), "hire")
        for seat, score in enumerate((5, 5, 1)):
            game.players[seat].score = score
        assert game.seat() == 0
        until(game, "make")
        assert game.order == [2, 0, 1] and game.seat() == first


def test_skills() -> None:
    """B-52, U-B23, section 6."""
    names = ["mover", "swapper", "remover", "placer", "opener"]
    game = placing("RR.r/G", "", helpers={0: names})
    assert {move[-1] for move in game.legal()} == {*names, "end"}
    game.apply(("turn", "skill", "mover"))
    game.apply(("skill_pick", 2, 1))
    assert ("skill_cell", 2, 1) not in game.legal() and ("skill_cell", 2, 2) in game.legal()
    game.apply(("skill_cell", 5, 5))
    game.apply(("turn", "skill", "placer"))
    game.apply(("skill_totem", RED))
    game.apply(("skill_cell", 1, 3))
    assert game.players[0].score == 1 and game.players[0].stock[RED] == 4
    game.apply(("turn", "skill", "opener"))
    assert game.legal() == [("skill_pick", 1, 4)]
    game.apply(("skill_pick", 1, 4))
    assert game.players[0].score == 1 and closed(game) == set()
    game.apply(("turn", "skill", "swapper"))
    game.apply(("skill_pick", 1, 1))
    game.apply(("skill_pick", 5, 5))
    assert game.totems[1, 1].color == GREEN and game.totems[5, 5].color == RED
    game.apply(("turn", "skill", "remover"))
    supply = game.supply[GREEN]
    game.apply(("skill_pick", 1, 1))
    assert game.supply[GREEN] == supply + 1 and (1, 1) not in game.totems
    assert game.decision() == "hire"  # nothing is left to do in either turn


def test_skill_readings() -> None:
    game = placing("RR../R", "", helpers={0: ["mover", "placer"]}, readings={"U-B23": "moves_too"})
    game.apply(("turn", "skill", "mover"))
    game.apply(("skill_pick", 2, 1))
    game.apply(("skill_cell", 1, 3))
    assert game.players[0].score == 1
    game = placing("RR", "", helpers={0: ["placer"]}, readings={"skill_place": "supply"})
    game.apply(("turn", "skill", "placer"))
    assert ("skill_totem", PURPLE) in game.legal()
    game.apply(("skill_totem", PURPLE))
    assert game.supply[PURPLE] == 11
    game.apply(("skill_cell", 1, 3))
    game = placing("RG", "", helpers={0: ["remover"]}, readings={"U-B33": "out_of_game"})
    game.apply(("turn", "skill", "remover"))
    game.apply(("skill_pick", 1, 1))
    assert game.removed[RED] == 1 and game.supply[RED] == 30


def test_skill_once_a_round() -> None:
    game = placing("RG", "", helpers={0: ["remover"]})
    assert game.legal() == [("turn", "skill", "remover"), ("turn", "end")]
    game.apply(("turn", "skill", "remover"))
    game.apply(("skill_pick", 1, 1))
    assert game.decision() == "hire"
    until(game, "turn")
    assert game.round == 2 and game.legal() == [("turn", "skill", "remover"), ("turn", "end")]


def test_score_helpers() -> None:
    game = placing("rrrpR/g", "")
    player = game.players[0]
    player.stock = Counter()
    player.played = ["I-01", "II-01", "III-01", "III-02"]
    player.cubes = {RED: 2, GREEN: 1, BLUE: 0}
    points = {"per_oracle": 4, "per_level_3": 4, "per_red_closed": 1, "per_cube": 6, "per_helper": 1}
    for name, expected in points.items():
        player.helpers = {name: 1}
        assert game.score_parts(0)["helpers"] == expected, name
    player.helpers = {"per_red_closed": 1}
    game.readings["red_closed"] = "on_altar_with_purple"
    assert game.score_parts(0)["helpers"] == 2
    game.readings["red_closed"] = "by_owner"
    assert game.score_parts(0)["helpers"] == 0


def test_hiring() -> None:
    """B-41, B-42, U-B20, U-B34."""
    game = until(preparing(), "hire")
    for player in game.players:
        player.stock = Counter({PURPLE: 1, RED: 1, EXPANSION: 5})
    costs = {HELPERS[str(move[1])].cost for move in game.legal() if move[1] != "pass"}
    assert costs == {2}  # expansions do not pay
    game.piles[RESOURCE] = []
    game.apply(("hire", "extra_red"))
    game.apply(("pay", RED))
    game.apply(("pay", PURPLE))
    until(game, "prepare")
    assert game.offered[RESOURCE] == ["extra_green", "extra_blue"]  # the gap stays


def test_simultaneous_secrets() -> None:
    """B-12, B-15, U-B36: any order of the seats, mixed; hidden until all are done."""
    game = preparing(3)
    game.apply(("prepare", 1, RED), 2)
    game.apply(("prepare", 1, RED), 0)
    game.apply(("prepare", 2, BLUE), 2)
    game.apply(("prepare", "done"), 2)
    assert game.acting() == [0, 1]
    with pytest.raises(ValueError, match="legal"):
        game.apply(("prepare", 3, RED), 2)
    rows = game.view(0)["players"]
    assert isinstance(rows, list)
    assert rows[2]["slots"] == {} and rows[2]["stock"][RED] == 5 and rows[0]["slots"] == {1: RED}
    game.apply(("prepare", "done"), 0)
    assert all(player.score == 0 for player in game.players)
    game.apply(("prepare", "done"), 1)
    rows = game.view(0)["players"]
    assert isinstance(rows, list)
    assert rows[2]["to_place"][RED] == 1 and rows[2]["to_place"][BLUE] == 1


def test_house_rules() -> None:
    """B-61, B-62."""
    game = until(Baruka(2, draft=True, unfinished=(1, 2, 3)), "draft")
    hands = [list(player.oracles) for player in game.players]
    for seat in (1, 0):
        game.apply(("draft", hands[seat][0]), seat)
    assert game.players[0].oracles == hands[1][1:] and game.players[1].oracles == hands[0][1:]
    while game.decision() == "draft":
        game.apply(game.legal()[0])
    assert all(len(player.oracles) == 10 and not player.drafted for player in game.players)
    assert sorted(game.players[0].oracles + game.players[1].oracles) == sorted(hands[0] + hands[1])
    levels = [ORACLES[card].level for card in game.players[0].oracles]
    assert game.score_parts(0)["unfinished"] == -sum(levels)


def test_boards() -> None:
    game = Baruka(2, readings={"board_choice": "drawn"})
    assert len(game.chance()) == 4
    game.draw(("board", 0, "board_3"))
    assert len(game.chance()) == 3
    game = Baruka(2, order=(1, 0), readings={"board_choice": "chosen"})
    assert game.seat() == 1
    game.apply(("board", "board_4"))
    game.apply(("board", "board_1"))
    assert [player.board for player in game.players] == ["board_1", "board_4"]
    game = Baruka(2, boards=("board_2", "board_1"))
    assert game.players[0].board == "board_2"


# ---------------------------------------------------------------------- random games


@pytest.mark.parametrize(("layout", "players"), list(LAYOUTS))
@pytest.mark.parametrize("eager", [False, True])
def test_random_games(layout: str, players: int, eager: bool) -> None:
    for seed in range(GAMES):
        play(players, seed, layout, eager=eager)


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in READINGS.items() for value in values[1:]]
)
def test_random_games_of_each_reading(name: str, value: str) -> None:
    play(3, 1, readings={name: value}, eager=True)


def test_random_games_with_house_rules() -> None:
    play(2, 1, draft=True, unfinished=(1, 2, 3))


def test_a_game_can_be_repeated() -> None:
    """Nothing is random inside: the same outcomes and moves give the same game."""
    game = Baruka(3)
    other = game.clone()
    while game.pending() != "over":
        if game.pending() == "chance":
            outcome = list(game.chance())[-1]
            game.draw(outcome)
            other.draw(outcome)
        else:
            seat = game.acting()[-1]
            move = game.legal(seat)[len(game.totems) % len(game.legal(seat))]
            game.apply(move, seat)
            other.apply(move, seat)
        assert game.snapshot() == other.snapshot()
    check(other)
    assert set(all_things(game)) <= set(THINGS) and set(KINDS) == set(game.offered)
