"""The examples of the rules digest of Cargo Empire, worked by hand, against the reference engine.

EC-.. are the printed examples, DC-.. and WC-.. the derived ones, U-C.. the open questions.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from tests.reference.cargo_empire import (
    BLANK,
    BROWN,
    CITIES,
    DEV_SPACES,
    DEV_TILES,
    GREY,
    LAND_LINKS,
    LAST_SPACE,
    ORANGE,
    PATH_SPACES,
    PORTS,
    READINGS,
    SHIP,
    TASKS,
    TILE_KINDS,
    TRAIN,
    TRUCK,
    VEHICLES,
    WHITE,
    CargoEmpire,
    Deck,
    Move,
    Outcome,
    Step,
    Tile,
    check,
    leg_payments,
    legal_routes,
    neighbours,
    pair_payments,
    play,
    shortest_routes,
)

GAMES = int(os.environ.get("RULESC_REFERENCE_GAMES", "5"))
WANTS_GREY: Tile = (BROWN, WHITE, GREY)


# ---------------------------------------------------------------------- making positions


def set_up(players: int = 4, starter: int = 0, readings: dict[str, str] | None = None) -> CargoEmpire:
    """A game at the first decision of the first turn; always the first outcome, always the first move."""
    game = CargoEmpire(players, starter, readings)
    while game.round == 0:
        first_step(game)
    return game


def first_step(game: CargoEmpire) -> None:
    """The first outcome of chance or the first legal move."""
    if game.pending() == "chance":
        game.draw(next(iter(game.chance())))
    else:
        game.apply(game.legal()[0])


def empty(players: int = 2, readings: dict[str, str] | None = None) -> CargoEmpire:
    """A game in round 1 without posts and cubes on the map, without cards in the hands and on the table."""
    game = set_up(players, readings=readings)
    for city in game.cities.values():
        city.tile = (ORANGE, WHITE, GREY)
        city.cubes = 0
        city.demand_posts = [None, None]
        city.posts = []
    for player in game.players:
        player.hand = dict.fromkeys(VEHICLES, 0)
        player.city_cards = []
        player.tasks = []
    game.public = [BLANK] * 4
    game.dev_tiles = [("a01", "A"), ("a04", "A"), ("a02", "A")]
    return game


def begin(game: CargoEmpire, *steps: Step) -> None:
    """Go on with these steps alone."""
    game.agenda = list(steps)
    game.waiting = None
    game._run()


def hand(trucks: int, trains: int, ships: int) -> dict[str, int]:
    """The cards of a hand."""
    return {TRUCK: trucks, TRAIN: trains, SHIP: ships}


def apply_all(game: CargoEmpire, *moves: Move) -> None:
    """Apply the moves one after the other."""
    for move in moves:
        game.apply(move)


def payments_text(source: str, target: str, reading: str = "per_leg") -> str:
    """The payments in the notation of the digest, like "RS TS"."""
    texts = ["T" * t + "R" * r + "S" * s for t, r, s in pair_payments(source, target, reading)]
    return " ".join(sorted(texts))


def two_steps_apart() -> CargoEmpire:
    """Seat 0 in Berlin (white, 1 cube); only Vienna, two land steps away, wants white; both are inland."""
    game = empty()
    for name in CITIES:
        game.cities[name].tile = (ORANGE, BROWN, GREY)
    game.cities["Berlin"].tile = (WHITE, BROWN, GREY)
    game.cities["Berlin"].cubes = 1
    game.cities["Berlin"].posts = [0]
    game.cities["Vienna"].tile = (BROWN, WHITE, GREY)
    return game


# ---------------------------------------------------------------------- printed examples


def test_ec_1_payments_of_two_land_steps() -> None:
    game = two_steps_apart()
    game.players[0].hand = hand(2, 1, 0)
    begin(game, Step("turn", 0))
    assert game.legal() == [("source", "Berlin")]
    game.apply(("source", "Berlin"))
    assert game.legal() == [("target", "Vienna")]
    game.apply(("target", "Vienna"))
    assert sorted(game.legal()) == [("pay", 0, 1, 0), ("pay", 2, 0, 0)]


def test_ec_2_a_train_for_a_single_step() -> None:
    game = two_steps_apart()
    game.cities["Prague"].tile = (BROWN, WHITE, GREY)
    game.players[0].hand = hand(0, 1, 0)
    begin(game, Step("turn", 0))
    game.apply(("source", "Berlin"))
    assert sorted(game.legal()) == [("target", "Prague"), ("target", "Vienna")]
    game.apply(("target", "Prague"))
    assert game.legal() == [("pay", 0, 1, 0)]


def test_c_31_c_33_sources_and_targets() -> None:
    game = two_steps_apart()
    game.players[0].hand = hand(3, 3, 3)
    # A city with goods but without a post of the player, and one with a post but without goods.
    game.cities["Prague"].tile = (WHITE, BROWN, GREY)
    game.cities["Prague"].cubes = 2
    game.cities["Prague"].posts = [1, 1]
    game.cities["Munich"].tile = (WHITE, BROWN, GREY)
    game.cities["Munich"].demand_posts = [0, None]
    assert game._sources(0) == ["Berlin"]
    # A post on a demand slot will do; goods that nobody wants or can be reached with will not.
    game.cities["Munich"].cubes = 1
    assert game._sources(0) == ["Berlin", "Munich"]
    game.cities["Vienna"].demand_posts = [1, None]
    assert game._sources(0) == []  # the white slot is occupied
    game.cities["Vienna"].demand_posts = [None, 1]
    assert game._targets(0, "Berlin") == ["Vienna"]
    game.cities["Vienna"].level = 3
    assert game._sources(0) == []


@pytest.mark.parametrize(
    ("public", "owned", "others", "steps"),
    [
        (["Berlin", "Vienna"], [], [], 2),
        (["Berlin"], ["Vienna"], [], 2),
        ([], ["Berlin", "Vienna"], [], 2),
        (["Vienna"], [], [], 1),
        ([], ["Berlin"], [], 1),
        ([], [], ["Berlin", "Vienna"], 0),  # C-59
        (["Rome"], ["Paris"], [], 0),
    ],
)
def test_ec_3_city_reward(public: list[str], owned: list[str], others: list[str], steps: int) -> None:
    game = two_steps_apart()
    game.players[0].hand = hand(0, 1, 0)
    game.public[: len(public)] = public
    game.players[0].city_cards = owned
    game.players[1].city_cards = others
    begin(game, Step("turn", 0))
    apply_all(game, ("source", "Berlin"), ("target", "Vienna"), ("pay", 0, 1, 0), ("advance", TRAIN))
    game.apply(("path", TRAIN, "upper"))
    for _ in range(steps):
        assert game.legal() == [("bonus", TRAIN)]
        game.apply(("bonus", TRAIN))
    assert game.pending() == "over"  # nothing else was put on the agenda
    assert game.players[0].markers == {TRUCK: 0, TRAIN: 1 + steps, SHIP: 0}


def test_ec_4_rewards_of_the_first_order() -> None:
    game = CargoEmpire(4, starter=2)
    while game.decision() != "free_card":
        first_step(game)
    assert game.next_order == [2, 3, 0, 1]
    assert game.seat() == 1
    assert game.players[2].hand == hand(2, 1, 1)
    assert game.players[3].hand == hand(1, 2, 1)
    assert game.players[0].hand == hand(1, 1, 2)
    assert game.players[1].hand == hand(1, 1, 1)
    assert game.legal() == [("free_card", TRUCK), ("free_card", TRAIN), ("free_card", SHIP)]
    game.apply(("free_card", TRAIN))
    assert game.players[1].hand == hand(1, 2, 1)
    assert game.order == [2, 3, 0, 1]
    assert game.decision() == "start_city" and game.seat() == 1  # C-24: the last in order


def test_ec_5_posts_of_the_setup() -> None:
    game = CargoEmpire(3)
    assert [player.spare_posts for player in game.players] == [3, 3, 3]
    while game.decision() != "start_city":
        first_step(game)
    assert [player.spare_posts for player in game.players] == [2, 2, 2]
    while game.round == 0:
        first_step(game)
    assert [player.spare_posts for player in game.players] == [0, 0, 0]
    for seat, player in enumerate(game.players):
        on_map = sum(city.all_posts().count(seat) for city in game.cities.values())
        assert (on_map, player.order_marker, sum(player.round_posts)) == (2, 1, 12)


# ---------------------------------------------------------------------- derived examples


@pytest.mark.parametrize(
    ("steps", "payments"),
    [
        (1, "T R"),
        (2, "TT R"),
        (3, "TTT TR RR"),
        (4, "TTTT TTR RR"),
        (5, "TTTTT TTTR TRR RRR"),
    ],
)
def test_dc_1_one_land_leg(steps: int, payments: str) -> None:
    found = {"T" * trucks + "R" * trains for trucks, trains in leg_payments(steps)}
    assert found == set(payments.split())


@pytest.mark.parametrize(
    ("source", "target", "shortest", "by_land", "payments"),
    [
        ("Paris", "Brussels", 1, 1, "T R"),
        ("Hamburg", "Copenhagen", 1, 1, "T R S"),  # DC-4
        ("Paris", "Barcelona", 2, 2, "TT R TS RS"),
        ("London", "Paris", 2, None, "TS RS"),
        ("Vienna", "Milan", 3, 3, "TTT TR RR"),
        ("Madrid", "Munich", 4, 4, "TTTT TTR RR"),
    ],
)
def test_worked_payments(source: str, target: str, shortest: int, by_land: int | None, payments: str) -> None:
    assert {len(route) for route in shortest_routes(source, target, True)} == {shortest}
    lengths = set() if by_land is None else {by_land}
    assert {len(route) for route in shortest_routes(source, target, False)} == lengths
    assert payments_text(source, target).split() == sorted(payments.split())
    assert pair_payments(target, source) == pair_payments(source, target)


def by_playing_cards(route: str) -> set[tuple[int, int, int]]:
    """All ways to lay cards along a route, a train on one land step or on two in a row."""
    if route == "":
        return {(0, 0, 0)}
    found = set()
    if route[0] == "S":
        found |= {(t, r, s + 1) for t, r, s in by_playing_cards(route[1:])}
    else:
        found |= {(t + 1, r, s) for t, r, s in by_playing_cards(route[1:])}
        found |= {(t, r + 1, s) for t, r, s in by_playing_cards(route[1:])}
        if route[:2] == "LL":
            found |= {(t, r + 1, s) for t, r, s in by_playing_cards(route[2:])}
    return found


def test_all_payments_can_be_laid_out_and_have_no_idle_card() -> None:
    for source in CITIES:
        for target in CITIES:
            if source == target:
                continue
            expected = set()
            for route in legal_routes(source, target):
                laid = by_playing_cards(route)
                for t, r, s in laid:
                    # No card can be left out of the whole route (U-C3, the other reading).
                    if (t - 1, r, s) not in laid and (t, r - 1, s) not in laid:
                        expected.add((t, r, s))
            assert set(pair_payments(source, target, "whole_route")) == expected
            assert expected <= set(pair_payments(source, target, "per_leg"))
            for route in shortest_routes(source, target, True):
                assert route.count("S") <= 1  # U-C2


def test_u_c3_readings_differ_where_two_legs_are_joined_by_a_ship() -> None:
    # Prague - Berlin - Hamburg, ship, Barcelona - Madrid: legs of 2 and 1.
    assert "LLSL" in shortest_routes("Prague", "Madrid", True)
    assert "TTRS" in payments_text("Prague", "Madrid").split()
    assert "TTRS" not in payments_text("Prague", "Madrid", "whole_route").split()


@pytest.mark.parametrize("cubes", [0, 1])
def test_dc_5_the_perfect_upgrade_looks_at_the_target_only(cubes: int) -> None:
    game = two_steps_apart()
    game.players[0].hand = hand(0, 1, 0)
    game.cities["Berlin"].cubes = 2
    target = game.cities["Vienna"]
    target.demand_posts = [None, 1]
    target.cubes = cubes
    begin(game, Step("turn", 0))
    apply_all(game, ("source", "Berlin"), ("target", "Vienna"), ("pay", 0, 1, 0))
    assert game.perfect == (cubes == 0)
    assert (target.level, target.cubes, target.posts, target.demand_posts) == (2, 2, [0, 1], [None, None])
    assert (target.goods(), target.demands()) == (WHITE, [GREY, ORANGE])  # the colors shifted
    assert game.cities["Berlin"].cubes == 1
    apply_all(game, ("advance", TRAIN), ("path", TRAIN, "lower"))
    assert game.legal() == ([("bonus", TRAIN)] if cubes == 0 else [])


def test_dc_7_a_city_through_both_upgrades() -> None:
    game = empty()
    city = game.cities["Rome"]
    city.tile = WANTS_GREY
    for color in (WHITE, GREY, GREY, ORANGE):  # LV2 wants grey and orange
        game._put_post(0, "Rome", color)
        if None not in city.demand_posts:
            game._upgrade("Rome")
    assert (city.level, city.posts, city.goods(), city.demands()) == (3, [0, 0, 0, 0], None, [])
    assert game.score_parts(0)["lv3_posts"] == 12


def test_dc_8_ranking_of_four() -> None:
    game = empty(4)
    game.order = [0, 1, 2, 3]
    trucks, trains, ships = (5, 5, 3, 0), (9, 2, 4, 1), (9, 1, 9, 1)
    for seat, player in enumerate(game.players):
        player.markers = {TRUCK: trucks[seat], TRAIN: trains[seat], SHIP: ships[seat]}
    begin(game, Step("end_action_phase"))
    # Trucks: seats 0 and 1 tie, 0 is earlier.  Trains of the others: seat 2.  Ships of 1 and 3: 1 is earlier.
    assert game.decision() == "free_card" and game.seat() == 3
    game.apply(("free_card", SHIP))
    assert game.order == [0, 2, 1, 3]
    assert [player.hand for player in game.players] == [
        hand(1, 0, 0),
        hand(0, 0, 1),
        hand(0, 1, 0),
        hand(0, 0, 1),
    ]
    assert game.round == 2


def test_ties_go_by_the_current_order() -> None:
    game = empty(3)
    game.order = [2, 0, 1]
    assert game._new_order() == [2, 0, 1]  # C-75: all of them on the start
    game.players[1].markers[TRUCK] = 1
    assert game._new_order() == [1, 2, 0]
    game.players[0].markers[TRAIN] = 1
    assert game._new_order() == [1, 0, 2]


def test_dc_9_ranking_of_two() -> None:
    game = empty(2)
    game.order = [0, 1]
    game.players[1].markers = {TRUCK: 1, TRAIN: 0, SHIP: 0}
    game.players[0].markers = {TRUCK: 0, TRAIN: 0, SHIP: 7}
    begin(game, Step("end_action_phase"))
    assert game.order == [1, 0]
    assert game.players[1].hand == hand(1, 0, 0)
    assert game.players[0].hand == hand(0, 1, 0)  # C-76: no ship card


def test_solo_takes_a_truck_card() -> None:
    game = empty(1)
    begin(game, Step("end_action_phase"))  # U-C17
    assert game.players[0].hand == hand(1, 0, 0)
    assert game.order == [0]


def test_three_players_use_three_spaces() -> None:
    game = set_up(3, starter=1)
    assert game.order == [1, 2, 0]
    hands = [player.hand for player in game.players]
    assert hands == [hand(1, 1, 2), hand(2, 1, 1), hand(1, 2, 1)]


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_dc_10_dc_13_whole_games(players: int) -> None:
    for seed in range(GAMES):
        play(players, seed)  # checks the posts used and the city cards owned


def test_dc_11_final_score() -> None:
    game = empty(2)
    player = game.players[0]
    # 2VP, start, third tile: 2.
    player.markers = {TRUCK: DEV_SPACES + 1, TRAIN: 0, SHIP: DEV_SPACES - 2}
    for name in ("Rome", "Milan", "Vienna"):
        game.cities[name].level = 3
        game.cities[name].posts = [1, 0, 1, 1]
    player.city_cards = ["Paris", BLANK]
    assert game.score_parts(0) == {"dev": 2, "lv3_posts": 9, "city_cards": 10, "tasks": 0}
    assert game.scores()[0] == 21


def test_dc_14_forced_skip_with_cards() -> None:
    game = two_steps_apart()  # WC-4: the hand is empty, though there are goods
    before = {name: city.all_posts() for name, city in game.cities.items()}
    begin(game, Step("turn", 0))
    assert sum(game.players[0].round_posts) == 11
    assert game.players[0].round_posts == [3, 4, 4]
    assert sorted(game.legal()) == [("skip", "cards"), ("skip", "refill")]
    game.apply(("skip", "cards"))
    assert game.players[0].hand == hand(1, 1, 1)
    assert {name: city.all_posts() for name, city in game.cities.items()} == before
    assert game.pending() == "over"


def test_wc_4_forced_skip_with_refill() -> None:
    game = empty()
    game.cities["Paris"].cubes = 1
    game.cities["Paris"].posts = [0, 1]
    game.cities["Rome"].cubes = 2
    game.cities["Rome"].demand_posts = [0, None]
    game.cities["Milan"].posts = [0, 0, 1, 1]
    game.cities["Milan"].level = 3
    begin(game, Step("turn", 0))
    game.apply(("skip", "refill"))
    assert game.legal() == [("refill", "Paris"), ("refill", "Rome")]  # U-C13: Rome is void
    game.apply(("refill", "Paris"))
    assert game.cities["Paris"].cubes == 2
    assert game.players[0].hand == hand(0, 0, 0)


def test_u_c13_only_cards_without_a_city() -> None:
    game = empty()
    game.cities["Milan"].posts = [0, 0, 1, 1]
    game.cities["Milan"].level = 3
    begin(game, Step("turn", 0))
    assert game.legal() == [("skip", "cards")]
    game = empty(readings={"U-C13": "must_add"})
    game.cities["Rome"].cubes = 2
    game.cities["Rome"].posts = [0]
    begin(game, Step("turn", 0))
    assert game.legal() == [("skip", "cards")]


def worked_case() -> CargoEmpire:
    """WC-1: Paris (white, 2 cubes) to Barcelona, whose grey slot is filled by seat 1; Barcelona is public."""
    game = empty(2)
    game.cities["Paris"].tile = (WHITE, BROWN, ORANGE)
    game.cities["Paris"].cubes = 2
    game.cities["Paris"].demand_posts = [0, None]
    for name in CITIES:
        if name not in ("Paris", "Barcelona"):
            game.cities[name].tile = (ORANGE, BROWN, GREY)
    game.cities["Barcelona"].tile = WANTS_GREY
    game.cities["Barcelona"].demand_posts = [None, 1]
    game.public = ["Barcelona", "Rome", "Warsaw", "Athens"]
    game.players[0].hand = hand(2, 1, 1)
    begin(game, Step("turn", 0))
    apply_all(game, ("source", "Paris"), ("target", "Barcelona"))
    assert sorted(game.legal()) == [("pay", 0, 1, 0), ("pay", 0, 1, 1), ("pay", 1, 0, 1), ("pay", 2, 0, 0)]
    game.apply(("pay", 1, 0, 1))
    return game


def test_wc_1_state_after_the_delivery() -> None:
    game = worked_case()
    assert game.players[0].hand == hand(1, 1, 0)
    assert game.cities["Paris"].cubes == 1
    barcelona = game.cities["Barcelona"]
    assert (barcelona.level, barcelona.cubes, barcelona.posts) == (2, 2, [0, 1])
    assert game.perfect
    assert sum(game.players[0].round_posts) == 11
    assert sorted(game.legal()) == [("advance", SHIP), ("advance", TRUCK)]


@pytest.mark.parametrize("bonus", [(TRUCK, TRUCK), (TRUCK, SHIP), (SHIP, TRUCK), (SHIP, SHIP)])
def test_wc_1_two_more_steps_on_truck_and_ship(bonus: tuple[str, str]) -> None:
    game = worked_case()
    apply_all(game, ("advance", SHIP), ("path", SHIP, "upper"), ("advance", TRUCK), ("path", TRUCK, "upper"))
    for vehicle in bonus:
        assert game.legal() == [("bonus", TRUCK), ("bonus", SHIP)]
        game.apply(("bonus", vehicle))
    assert game.pending() == "over"
    steps = Counter(bonus)
    assert game.players[0].markers == {TRUCK: 1 + steps[TRUCK], TRAIN: 0, SHIP: 1 + steps[SHIP]}
    # The upper path of a01 has a truck card on its second space.
    extra = sum(1 for vehicle in (TRUCK, SHIP) if game.players[0].markers[vehicle] >= 2)
    assert game.players[0].hand == hand(1 + extra, 1, 0)


# ---------------------------------------------------------------------- setup


def test_setup_by_hand() -> None:
    game = CargoEmpire(2, starter=1)
    outcomes = game.chance()
    assert len(outcomes) == 12 and set(outcomes.values()) == {2}
    assert all(outcome[:2] == ("tile", CITIES[0]) for outcome in outcomes)
    while game.waiting is not None and game.waiting.name == "tile":
        first_step(game)
    assert all(city.cubes == 2 and city.level == 1 for city in game.cities.values())
    assert len(game.chance()) == 12
    moves: list[Outcome] = [
        ("dev_tile", 1, "a03", "B"),
        ("dev_tile", 2, "a01", "A"),
        ("dev_tile", 3, "a06", "A"),
    ]
    moves += [("public_card", name) for name in ("Rome", "Paris", "Berlin", "London")]
    moves += [("secret_card", 0, "Vienna"), ("task", 0, "four_ports"), ("task", 0, "six_cities")]
    for outcome in moves:
        game.draw(outcome)
    assert game.seat() == 0
    assert game.legal() == [("keep_task", "four_ports"), ("keep_task", "six_cities")]
    game.apply(("keep_task", "six_cities"))
    assert game.task_deck.below == ["four_ports"]
    game.draw(("secret_card", 1, "Milan"))
    game.draw(("task", 1, "two_in_one"))
    game.draw(("task", 1, "four_cards"))
    game.apply(("keep_task", "two_in_one"))
    assert game.task_deck.below == ["four_ports", "four_cards"]
    # C-21..C-23: seat 1 begins; C-24: seat 0 is the last in order.
    assert game.order == [1, 0]
    assert [player.hand for player in game.players] == [hand(1, 2, 1), hand(2, 1, 1)]
    assert game.seat() == 0
    game.apply(("start_city", "Paris"))
    slot = game.cities["Paris"].demands()[1]
    game.apply(("start_slot", slot))
    assert game.cities["Paris"].demand_posts == [None, 0]
    assert game.seat() == 1
    assert ("start_city", "Paris") not in game.legal() and len(game.legal()) == 3  # C-25
    game.apply(("start_city", "Rome"))
    game.apply(game.legal()[0])
    assert sorted(game.public) == ["Berlin", "London", "Paris", "Rome"]  # C-26
    # C-27: in order.
    assert game.seat() == 1 and game.players[1].city_cards == ["Milan"]
    assert game.players[0].secret_card == "Vienna"
    game.apply(game.legal()[0])
    assert game.seat() == 0 and game.players[0].city_cards == ["Vienna"]
    game.apply(game.legal()[1])
    assert game.round == 1 and game.seat() == 1
    check(game)


def test_five_players_by_both_readings_of_u_c16() -> None:
    game = set_up(5, starter=3)
    assert len(game.public) == 5 and len(set(game.first_cities)) == 5
    assert game.order == [3, 4, 0, 1, 2]
    # Truck, train, ship, and two free cards, of which the first offered is a truck.
    assert [sum(p.hand.values()) for p in game.players] == [4] * 5
    assert game.players[0].hand == hand(1, 1, 2) and game.players[1].hand == hand(2, 1, 1)
    for reading, left in (("three_turns", 1), ("four_turns", 0)):
        over, seen = play(5, 2, {"U-C16": reading})
        assert seen["turns"] == 15 * (4 - left)
        assert all(player.round_posts == [left] * 3 for player in over.players)


def test_of_five_the_last_two_stay_in_the_current_order() -> None:
    game = empty(5)
    game.order = [4, 3, 2, 1, 0]
    game.players[1].markers = {TRUCK: 1, TRAIN: 0, SHIP: 9}
    game.players[2].markers = {TRUCK: 0, TRAIN: 3, SHIP: 0}
    game.players[3].markers = {TRUCK: 0, TRAIN: 2, SHIP: 1}
    assert game._new_order() == [1, 2, 3, 4, 0]


def test_six_players_are_refused() -> None:
    with pytest.raises(ValueError, match="one to five"):
        CargoEmpire(6)


def test_what_is_not_possible_is_refused() -> None:
    with pytest.raises(ValueError, match="start player"):
        CargoEmpire(2, starter=2)
    with pytest.raises(ValueError, match="no such reading"):
        CargoEmpire(2, readings={"U-C5": "another"})
    game = CargoEmpire(2)
    assert game.legal() == []
    with pytest.raises(ValueError, match="not a possible outcome"):
        game.draw(("public_card", "Rome"))
    game = set_up(2)
    assert game.chance() == {}
    with pytest.raises(ValueError, match="not a legal move"):
        game.apply(("source", "Nowhere"))


def test_a_clone_goes_its_own_way() -> None:
    game = set_up(3)
    before = game.snapshot()
    other = game.clone()
    assert other.snapshot() == before
    while other.pending() != "over":
        first_step(other)
    assert other.snapshot() != before
    assert game.snapshot() == before


# ---------------------------------------------------------------------- the development board


def test_paths_forks_and_the_score_row() -> None:
    game = empty()
    game.dev_tiles = [("a01", "A"), ("a01", "B"), ("a02", "A")]
    player = game.players[0]
    begin(game, *[Step("move", 0, TRUCK)] * 30)
    assert game.legal() == [("path", TRUCK, "upper"), ("path", TRUCK, "lower")]
    game.apply(("path", TRUCK, "upper"))  # -T-R- and the fork without an icon
    assert player.markers[TRUCK] == 6 and player.hand == hand(1, 1, 0)
    game.apply(("path", TRUCK, "lower"))  # side B: below is -T-R- again
    assert player.markers[TRUCK] == 12 and player.hand == hand(2, 2, 0)
    game.apply(("path", TRUCK, "lower"))  # -R-T-, then the third fork with a truck card, then 2VP
    assert player.hand == hand(4, 3, 0)
    assert player.markers[TRUCK] == LAST_SPACE  # U-C15
    assert game.score_parts(0)["dev"] == 12
    assert game.pending() == "over"


def test_the_third_fork_without_its_icon() -> None:
    game = empty(readings={"third_fork": "without_icon"})
    game.players[0].markers[TRUCK] = DEV_SPACES - 1
    game.players[0].paths[TRUCK] = "lower"
    begin(game, Step("move", 0, TRUCK))
    assert game.score_parts(0)["dev"] == 0  # the last space of the third tile
    begin(game, Step("move", 0, TRUCK))
    assert game.players[0].hand == hand(0, 0, 0)
    assert game.score_parts(0)["dev"] == 2


def test_a_reward_is_taken_before_the_next_step() -> None:
    game = empty()
    game.dev_tiles = [("a01", "A"), ("a04", "A"), ("a02", "A")]
    game.public = ["Rome", "Paris", BLANK, BLANK]
    begin(game, *[Step("move", 0, SHIP)] * 5)
    game.apply(("path", SHIP, "lower"))  # T--C-
    assert game.players[0].markers[SHIP] == 4
    assert game.legal() == [("take_card", "Rome"), ("take_card", "Paris"), ("take_card", BLANK)]
    game.apply(("take_card", "Paris"))
    assert game.players[0].city_cards == ["Paris"]
    assert game.pending() == "chance" and game.players[0].markers[SHIP] == 4
    first_step(game)
    assert len(game.public) == 4
    assert game.players[0].markers[SHIP] == 5


def test_u_c20_a_card_need_not_be_taken() -> None:
    game = empty(readings={"U-C20": "optional"})
    begin(game, Step("take_card", 0))
    game.apply(("take_card", "none"))
    assert game.players[0].city_cards == [] and len(game.public) == 4


def test_c_65_and_u_c24_tasks() -> None:
    game = empty()
    game.task_deck = Deck(["two_in_one"], ["Paris+Vienna", "four_ports"])
    begin(game, Step("offer_tasks", 0), Step("offer_tasks", 0), Step("offer_tasks", 0))
    assert game.chance() == {("task", 0, "two_in_one"): 1}
    first_step(game)
    assert game.chance() == {("task", 0, "Paris+Vienna"): 1}  # the unknown part is used up
    first_step(game)
    game.apply(("keep_task", "Paris+Vienna"))
    assert game.task_deck.below == ["four_ports", "two_in_one"]
    first_step(game)
    first_step(game)
    game.apply(("keep_task", "four_ports"))
    first_step(game)  # the last one is taken without a choice
    assert game.players[0].tasks == ["Paris+Vienna", "four_ports", "two_in_one"]
    begin(game, Step("offer_tasks", 0))  # void
    assert game.pending() == "over" and len(game.players[0].tasks) == 3


# ---------------------------------------------------------------------- city cards of LV3 cities


def to_lv3(game: CargoEmpire) -> None:
    """Seat 0 delivers white from Berlin to Vienna and makes it LV3; the train moves on the upper path."""
    vienna = game.cities["Vienna"]
    vienna.tile = (ORANGE, BROWN, GREY)  # LV2: brown, white and orange wanted
    vienna.level = 2
    vienna.cubes = 1
    vienna.posts = [0, 1]
    vienna.demand_posts = [None, 1]
    game.players[0].hand = hand(0, 1, 0)
    begin(game, Step("turn", 0))
    apply_all(game, ("source", "Berlin"), ("target", "Vienna"), ("pay", 0, 1, 0))
    assert (vienna.level, vienna.cubes, vienna.posts) == (3, 0, [0, 1, 0, 1])
    assert not game.perfect


def test_c_51_the_public_card_of_a_new_lv3_city_leaves_at_once() -> None:
    game = two_steps_apart()
    game.public = ["Vienna", "Rome", "Paris", "Milan"]
    game.city_deck = Deck(["Berlin", "London"])
    to_lv3(game)
    assert game.public == ["Rome", "Paris", "Milan"]
    assert game.city_deck.below == ["Vienna"]
    game.draw(("public_card", "Berlin"))
    apply_all(game, ("advance", TRAIN), ("path", TRAIN, "upper"))
    # U-C5: Vienna gives nothing any more; Berlin, revealed in step 3, does.
    assert game.legal() == [("bonus", TRAIN)]
    game.apply(("bonus", TRAIN))
    assert game.pending() == "over"


def test_u_c5_snapshot() -> None:
    game = two_steps_apart()
    game.readings["U-C5"] = "snapshot"
    game.public = ["Vienna", "Rome", "Paris", "Milan"]
    game.city_deck = Deck(["London"])
    to_lv3(game)
    game.draw(("public_card", "London"))
    apply_all(game, ("advance", TRAIN), ("path", TRAIN, "upper"), ("bonus", TRAIN))
    assert game.pending() == "over"


def test_c_52_an_owned_card_of_a_new_lv3_city_stays_and_counts() -> None:
    game = two_steps_apart()
    game.players[0].city_cards = ["Vienna"]
    to_lv3(game)
    assert game.players[0].city_cards == ["Vienna"]
    apply_all(game, ("advance", TRAIN), ("path", TRAIN, "upper"), ("bonus", TRAIN))
    assert game.pending() == "over"


def test_an_lv3_card_revealed_goes_under_the_deck() -> None:
    game = empty()
    game.cities["Rome"].level = 3
    game.public = ["Paris", "Milan", "Berlin"]
    game.city_deck = Deck(["Rome", "Vienna"])
    begin(game, Step("reveal"))
    game.draw(("public_card", "Rome"))
    assert game.city_deck.below == ["Rome"]
    assert game.chance() == {("public_card", "Vienna"): 1}
    game.draw(("public_card", "Vienna"))
    assert game.public == ["Paris", "Milan", "Berlin", "Vienna"]


@pytest.mark.parametrize("deck", [[], ["Rome"]])
def test_c_68_and_u_c8_blank_cards(deck: list[str]) -> None:
    game = empty()
    game.cities["Rome"].level = 3
    game.public = ["Paris", "Milan", "Berlin"]
    game.city_deck = Deck(deck)
    begin(game, Step("reveal"))
    assert game.public == ["Paris", "Milan", "Berlin", BLANK]


# ---------------------------------------------------------------------- rewards: the readings


def test_u_c6_a_card_taken_during_the_transport_reward_counts() -> None:
    for reading, steps in (("after_transport", 1), ("before_transport", 0)):
        game = two_steps_apart()
        game.readings["U-C6"] = reading
        game.players[0].hand = hand(0, 1, 0)
        game.players[0].markers[TRAIN] = 3
        game.players[0].paths[TRAIN] = "lower"  # the next space of a01 has a city card
        game.city_deck = Deck(["Berlin"])
        begin(game, Step("turn", 0))
        apply_all(game, ("source", "Berlin"), ("target", "Vienna"), ("pay", 0, 1, 0), ("advance", TRAIN))
        game.apply(("take_card", BLANK))
        game.draw(("public_card", "Berlin"))
        assert game.legal() == [("bonus", TRAIN)] * steps


def test_u_c7_the_order_chosen() -> None:
    game = two_steps_apart()
    game.readings["U-C7"] = "chosen"
    game.players[0].hand = hand(0, 1, 0)
    game.players[0].markers[TRAIN] = 2
    game.players[0].paths[TRAIN] = "lower"
    game.cities["Vienna"].demand_posts = [None, 1]
    game.city_deck = Deck(["Berlin"])
    begin(game, Step("turn", 0))
    apply_all(game, ("source", "Berlin"), ("target", "Vienna"), ("pay", 0, 1, 0), ("advance", TRAIN))
    assert game.legal() == [("reward", "city"), ("reward", "perfect")]
    # The perfect step comes to the city card; Berlin is revealed and counts for the city reward after it.
    apply_all(game, ("reward", "perfect"), ("bonus", TRAIN), ("take_card", BLANK))
    game.draw(("public_card", "Berlin"))
    game.apply(("bonus", TRAIN))
    assert game.pending() == "over" and game.players[0].markers[TRAIN] == 5


def test_u_c4_forfeiting() -> None:
    game = two_steps_apart()
    game.readings["U-C4"] = "may_forfeit"
    game.players[0].hand = hand(0, 1, 0)
    game.public[0] = "Berlin"
    begin(game, Step("turn", 0))
    apply_all(game, ("source", "Berlin"), ("target", "Vienna"), ("pay", 0, 1, 0), ("advance", "none"))
    assert game.pending() == "over"  # no vehicle was advanced, so the city step is lost (C-61)
    assert game.players[0].markers == dict.fromkeys(VEHICLES, 0)


def test_u_c12_both_slots() -> None:
    for reading, legal in (("allowed", True), ("forbidden", False)):
        game = two_steps_apart()
        game.readings["U-C12"] = reading
        game.players[0].hand = hand(0, 1, 0)
        game.cities["Vienna"].demand_posts = [None, 0]
        begin(game, Step("turn", 0))
        assert (game.decision() == "source") == legal


def test_transport_order_icon_by_icon() -> None:
    game = two_steps_apart()
    game.readings["transport_order"] = "by_icon"
    game.players[0].hand = hand(2, 0, 0)
    begin(game, Step("turn", 0))
    apply_all(game, ("source", "Berlin"), ("target", "Vienna"), ("pay", 2, 0, 0), ("advance", TRUCK))
    game.apply(("path", TRUCK, "upper"))
    assert game.legal() == [("advance", TRUCK)]
    game.apply(("advance", TRUCK))
    assert game.pending() == "over" and game.players[0].markers[TRUCK] == 2


@pytest.mark.parametrize("name", READINGS)
def test_games_with_every_reading(name: str) -> None:
    for value in READINGS[name][1:]:
        for players in (1, 2, 3, 4, 5):
            play(players, 7, readings={name: value})


def test_games_with_many_icons() -> None:
    """Long moves, so that the score row and its end are reached."""
    game = set_up(4)
    game.icons = dict.fromkeys(VEHICLES, 6)
    while game.pending() != "over":
        check(game)
        first_step(game)
    places = [place for player in game.players for place in player.markers.values()]
    assert LAST_SPACE in places
    assert max(game.score_parts(seat)["dev"] for seat in game.seats) >= 12


# ---------------------------------------------------------------------- the end


def test_c_83_ties() -> None:
    game = empty(3)
    game.order = [2, 1, 0]
    assert game.ranking() == [2, 1, 0]  # the earlier place in order
    assert game.winners() == (2,)
    game.players[0].city_cards = ["Rome", BLANK]  # 10 from city cards
    game.players[1].markers[TRUCK] = LAST_SPACE - 1  # 10 from the development board
    assert game.scores() == (10, 10, 0)
    assert game.ranking() == [1, 0, 2]
    game.players[2].tasks = ["all_beyond_tile_1"]
    game.players[2].markers = dict.fromkeys(VEHICLES, 7)
    game.players[2].city_cards = ["Paris"]
    assert game.scores() == (10, 10, 10)
    assert game.ranking() == [1, 0, 2]


def test_the_game_ends_without_a_third_tidy_phase() -> None:
    game = empty(2)
    game.round = 3
    begin(game, Step("end_action_phase"))
    assert game.pending() == "over"
    assert game.players[0].hand == hand(0, 0, 0)  # C-28


def test_tasks() -> None:
    game = empty(2)
    player = game.players[0]

    def done() -> set[str]:
        return {task for task in TASKS if game._task_done(0, task)}

    assert done() == set()
    for name in ("Lisbon", "London", "Athens"):
        game.cities[name].demand_posts = [None, 0]
    assert done() == set()
    game.cities["Edinburgh"].posts = [1, 0]
    game.cities["Edinburgh"].level = 2
    assert done() == {"four_ports", "Edinburgh+Athens"}
    game.cities["Edinburgh"].demand_posts = [0, None]
    assert done() == {"four_ports", "Edinburgh+Athens", "two_in_one"}
    game.cities["Warsaw"].demand_posts = [0, None]
    game.cities["Rome"].demand_posts = [0, None]
    assert done() == {"four_ports", "Edinburgh+Athens", "two_in_one", "six_cities", "Lisbon+Warsaw"}
    for name in ("Edinburgh", "Warsaw", "Rome"):
        game.cities[name].level = 3
        game.cities[name].demand_posts = [None, None]
        game.cities[name].posts = [1, 1, 1, 0]
    assert done() == {"four_ports", "Edinburgh+Athens", "six_cities", "three_lv3", "Lisbon+Warsaw"}
    player.markers = {TRUCK: 7, TRAIN: 6, SHIP: 8}  # the train stands on the fork of the first tile
    player.city_cards = ["Rome", "Paris", BLANK, BLANK]
    assert done() >= {"ship_before_truck", "four_cards"} and "all_beyond_tile_1" not in done()
    player.markers[TRAIN] = 7
    assert "all_beyond_tile_1" in done()
    player.tasks = ["four_ports", "Paris+Vienna", "Edinburgh+Athens"]
    assert game.score_parts(0)["tasks"] == 6 + 9


# ---------------------------------------------------------------------- the tables


def test_tables() -> None:
    assert len(CITIES) == len(set(CITIES)) == 24
    assert len(PORTS) == 12 and set(PORTS) <= set(CITIES)
    assert len(LAND_LINKS) == 27 and {name for link in LAND_LINKS for name in link} == set(CITIES)
    assert len(set(TILE_KINDS)) == 12 and all(len(set(tile)) == 3 for tile in TILE_KINDS)
    assert len(TASKS) == 12
    for upper, lower, fork in DEV_TILES.values():
        assert len(upper) == len(lower) == PATH_SPACES and len(fork) == 1
        assert set(upper + lower + fork) <= set("-TRSCQ")
    assert ("L", "Edinburgh") in neighbours("London", False)
    assert len(neighbours("London", False)) == 1  # London and Edinburgh are a land component of their own
    assert len(neighbours("Edinburgh", False)) == 1
