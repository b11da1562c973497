"""The examples of the rules digest of Rescute, worked by hand, against the reference engine.

ER-.. are the printed examples, DR-.. and WR-.. the derived ones, U-R.. the open questions.
"""

from __future__ import annotations

import dataclasses
import os
import random
from collections import Counter
from fractions import Fraction

import pytest

from tests.reference.rescute import (
    HAND,
    READINGS,
    ROUNDS,
    Deck,
    Move,
    Rescute,
    Step,
    check,
    play,
)
from tests.reference.rescute_data import (
    AT_END,
    BLUE,
    BREEDS,
    COT,
    DEPOT,
    DISH,
    EVENTS,
    GENERAL,
    GREEN,
    GROOMING,
    HOSPITAL,
    LEASH,
    MEDICAL,
    MIXED_VENUE,
    NEEDS,
    NONE,
    ORIGINS,
    OVERSEAS,
    PINK,
    PROMOTION,
    PROVISIONAL,
    RIVER,
    SALON,
    SCHOOL,
    SHELTER,
    STALL,
    STORY_HOUSE,
    TASKS,
    TRAINING,
    TREEHOUSE,
    Adopter,
    Event,
    Tables,
)

GAMES = int(os.environ.get("RULESC_REFERENCE_GAMES", "5"))
STOP: Move = ("stop",)

# ---------------------------------------------------------------------- making positions


def first_step(game: Rescute) -> None:
    """The first outcome of chance or the first legal move."""
    if game.pending() == "chance":
        game.draw(next(iter(game.chance())))
    else:
        game.apply(game.legal()[0])


def draw_all(game: Rescute) -> None:
    """The first outcome for each draw that is pending."""
    while game.pending() == "chance":
        first_step(game)


def set_up(
    players: int = 2, starter: int = 0, readings: dict[str, str] | None = None, tables: Tables = PROVISIONAL
) -> Rescute:
    """A game at the first decision of the first turn; the event is the first one, which does nothing."""
    game = Rescute(players, starter, readings, tables)
    while game.decision() != "act":
        first_step(game)
    assert game.round == 1 and game.event == "quiet"
    return game


def bare(players: int = 2, readings: dict[str, str] | None = None, tables: Tables = PROVISIONAL) -> Rescute:
    """A game in the first turn in which the players hold no pets, no adoption cards, no tasks."""
    game = set_up(players, readings=readings, tables=tables)
    for player in game.players:
        game.bag.unknown += player.home
        game.adopter_deck.unknown += player.adopters
        game.task_deck.unknown += player.tasks
        player.home, player.adopters, player.tasks = [], [], []
    check(game)
    return game


def give_pets(game: Rescute, seat: int, *pets: str, cafe: bool = False) -> None:
    """Move these pets from bag or shelter to a home or foster area."""
    for pet in pets:
        if pet in game.shelter:
            game.shelter.remove(pet)
            game.shelter.append(game.bag.unknown.pop())
        else:
            game.bag.unknown.remove(pet)
        player = game.players[seat]
        (player.cafe if cafe else player.home).append(pet)


def give_adopters(game: Rescute, seat: int, *cards: str) -> None:
    """Move these cards from the deck to a hand."""
    for card in cards:
        game.adopter_deck.unknown.remove(card)
        game.players[seat].adopters.append(card)


def give_tasks(game: Rescute, seat: int, *tasks: str) -> None:
    """Move these tasks from the deck to a player."""
    for task in tasks:
        game.task_deck.unknown.remove(task)
        game.players[seat].tasks.append(task)


def give_star(game: Rescute, seat: int, card: str) -> None:
    """Move this star card from the deck or the market to a player."""
    if card in game.market:
        game.market[game.market.index(card)] = game.star_deck.unknown.pop()
    else:
        game.star_deck.unknown.remove(card)
    game.players[seat].stars.append(card)


def show_star(game: Rescute, card: str) -> None:
    """Let this star card lie on the lowest space of the market."""
    if card not in game.market:
        game.star_deck.unknown.remove(card)
        game.star_deck.unknown.append(game.market[0])
        game.market[0] = card


def pet(breed: str, need: str, number: int = 0) -> str:
    """One of the pets of this breed and need."""
    pets = [name for name, one in PROVISIONAL.pets.items() if one.breed == breed and one.need == need]
    return pets[number]


def pet_from(breed: str, origin: str, number: int = 0) -> str:
    """One of the two pets of this breed and origin."""
    return f"{breed}.{origin}.{number + 1}"


def apply_all(game: Rescute, *moves: Move) -> None:
    """Apply the moves one after the other, with a check after each."""
    for move in moves:
        game.apply(move)
        check(game)


def begin(game: Rescute, *steps: Step) -> None:
    """Go on with these steps alone."""
    game.agenda = list(steps)
    game.waiting = None
    game._run()


def places(game: Rescute) -> set[str]:
    """The places where a volunteer can be put now."""
    return {move[1] for move in game.legal() if move[0] == "place"}


def new_event(game: Rescute, event: str) -> None:
    """Let this be the event of the round that has just begun."""
    game.event_deck.unknown.append(game.event)
    game.event_deck.unknown.remove(event)
    game.event = event


def end_round(game: Rescute, *steps: Step) -> None:
    """Nobody has a volunteer left; then the settlement."""
    for seat, player in enumerate(game.players):
        game.workers[TREEHOUSE] += [seat] * player.volunteers
        player.volunteers = 0
    begin(game, *steps, Step("next_turn", 0))


CORGI, PERSIAN = pet("corgi", NONE), pet("persian", MEDICAL)
FOUR_CARDS = ("no:corgi+husky", "any:persian+siamese", "no:golden+labrador", "no:poodle+corgi")

# ---------------------------------------------------------------------- printed examples


def test_er_1_no_need_and_breeds() -> None:
    game = bare()
    adopter = Adopter(False, ("corgi", "husky"))
    assert game._unmet(adopter, pet("corgi", NONE)) == set()
    assert game._unmet(adopter, pet("husky", NONE)) == set()
    assert game._unmet(adopter, pet("corgi", GROOMING)) == {"need"}
    assert game._unmet(adopter, pet("shiba", NONE)) == {"breed"}
    assert game._unmet(adopter, pet("persian", MEDICAL)) == {"need", "breed"}
    # U-R6
    game.treated.add(pet("corgi", GROOMING))
    assert game._unmet(adopter, pet("corgi", GROOMING)) == set()
    game.readings["U-R6"] = "treated_is_special"
    assert game._unmet(adopter, pet("corgi", GROOMING)) == {"need"}
    assert game._upkeep_cost(0) == 0


def test_er_2_any_need_and_breeds() -> None:
    game = bare()
    adopter = Adopter(True, ("persian", "siamese"))
    for need in NEEDS:
        assert game._unmet(adopter, pet("persian", need)) == set()
        assert game._unmet(adopter, pet("ragdoll", need)) == {"breed"}


def test_er_3_anything() -> None:
    game = bare()
    assert all(not game._unmet(Adopter(True, ()), one) for one in PROVISIONAL.pets)
    assert game._unmet(Adopter(False, ()), PERSIAN) == {"need"}


def test_er_4_and_wr_8_recruiting_gives_one_more_action() -> None:
    game = bare()
    game.players[0].star_tokens = 1
    game.players[0].volunteers = 1
    game.workers[TREEHOUSE] = [0, 0, 0]
    apply_all(game, ("place", STALL))
    assert game.legal() == [("stall", "money"), ("stall", "volunteer")]
    apply_all(game, ("stall", "volunteer"))
    player = game.players[0]
    assert (player.star_tokens, player.volunteers, player.reserve) == (0, 1, 5)
    assert game.seat() == 1 and game.decision() == "act"
    apply_all(game, ("place", TREEHOUSE))
    draw_all(game)
    game.apply(game.legal()[0])
    assert game.seat() == 0 and game.decision() == "act"  # the fifth action
    while game.round == 1:
        first_step(game)
    assert game.players[0].volunteers == 5
    assert game.players[1].volunteers == 4


def test_er_5_foster_cafe() -> None:
    game = bare()
    give_star(game, 0, "foster_cafe")
    give_pets(game, 0, pet("corgi", NONE), PERSIAN, cafe=True)
    end_round(game)
    assert game.decision() == "foster" and game.seat() == 0
    assert game.legal() == [("foster", CORGI), ("foster", PERSIAN), STOP]
    apply_all(game, ("foster", PERSIAN), ("foster", CORGI))
    player = game.players[0]
    assert player.adopted == [PERSIAN, CORGI]
    assert (player.money, player.reputation, player.star_tokens) == (15 + 4, 6 + 3, 1)


def test_er_6_and_dr_9_replacing_cards() -> None:
    game = bare()
    give_adopters(game, 0, *FOUR_CARDS)
    apply_all(game, ("place", PROMOTION), ("replace", FOUR_CARDS[0]), ("replace", FOUR_CARDS[2]), STOP)
    assert game.adopter_deck.discards == [FOUR_CARDS[0], FOUR_CARDS[2]]  # U-R14
    drawn = []
    for _ in range(3):
        outcome = next(iter(game.chance()))
        assert outcome[:2] == ("adopter", 0)
        game.draw(outcome)
        drawn.append(str(outcome[2]))
    assert game.legal() == [("under", card) for card in drawn]
    apply_all(game, ("under", drawn[1]))
    assert game.players[0].adopters == [FOUR_CARDS[1], FOUR_CARDS[3], drawn[0], drawn[2]]
    assert game.adopter_deck.below == [drawn[1]]


def test_replacing_all_cards() -> None:
    game = bare(readings={"U-R14": "under_deck"})
    give_adopters(game, 0, *FOUR_CARDS)
    apply_all(game, ("place", PROMOTION))
    assert STOP not in game.legal()
    apply_all(game, *[("replace", card) for card in FOUR_CARDS])
    assert game.adopter_deck.below == list(FOUR_CARDS) and not game.adopter_deck.discards
    draw_all(game)
    assert len(game.legal()) == 5
    game.apply(game.legal()[0])
    assert len(game.players[0].adopters) == 4


def test_er_7_and_wr_5_two_tokens_for_one() -> None:
    """A card of 5 money, 1 leash, 1 cot; the cost-0 cards may not be taken."""
    game = bare(3)
    give_star(game, 0, "zero.1")
    give_star(game, 0, "money.1")
    show_star(game, "money.3")
    game.players[0].tokens = {LEASH: 1, COT: 0, DISH: 4}
    game.bank += game.players[0].money - 6
    game.players[0].money = 6
    assert any(game.tables.stars[card].money == 0 for card in game.market)
    apply_all(game, ("place", RIVER))
    assert not any(game.tables.stars[move[1]].money == 0 for move in game.legal())  # DR-14
    apply_all(game, ("star", "money.3"))
    assert game.legal() == [("pair", DISH)]
    above = game.market[1:]
    apply_all(game, ("pair", DISH))
    assert game.players[0].money == 1
    assert game.players[0].tokens == {LEASH: 0, COT: 0, DISH: 2}
    assert game.players[0].stars == ["zero.1", "money.1", "money.3"]
    assert game.pending() == "chance" and game.market == above
    draw_all(game)
    assert game.market[:2] == above and len(game.market) == 3
    game.players[0].money = 100
    assert game._star_choices(0) == []  # R-51, DR-14: three cards


# ---------------------------------------------------------------------- derived examples


@pytest.mark.parametrize(("money", "left", "aid"), [(10, 0, 0), (9, 7, 1), (4, 4, 1), (7, 7, 1), (15, 5, 0)])
def test_dr_2_upkeep(money: int, left: int, aid: int) -> None:
    game = bare()
    untreated = [pet("poodle", MEDICAL), pet("corgi", GROOMING), pet("shiba", TRAINING)]
    others = [CORGI, pet("husky", NONE), pet("ragdoll", NONE), pet("golden", MEDICAL)]
    give_pets(game, 0, *untreated, *others)
    game.treated.add(pet("golden", MEDICAL))
    assert game._upkeep_cost(0) == 10
    game.bank += game.players[0].money - money
    game.players[0].money = money
    begin(game, Step("upkeep", 0), Step("act", 0))
    check(game)
    assert (game.players[0].money, game.players[0].food_aid) == (left, aid)
    assert game.score_parts(0)["food_aid"] == -5 * aid
    new_event(game, "dear_food")
    assert game._upkeep_cost(0) == 11 and game._upkeep_cost(1) == 1


def test_upkeep_of_foster_pets() -> None:
    """U-R7, U-R8, U-R29: what stays in the foster area is charged and counts as rescued."""
    game = bare()
    give_star(game, 0, "foster_cafe")
    give_pets(game, 0, CORGI)
    give_pets(game, 0, PERSIAN, cafe=True)
    assert game._upkeep_cost(0) == 3
    game.readings["U-R7"] = "not_foster"
    assert game._upkeep_cost(0) == 1
    assert game._rescued(0) == [CORGI, PERSIAN]
    game.readings["U-R8"] = "not_counted"
    assert game._rescued(0) == [CORGI]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_dr_3_setup(players: int) -> None:
    game = set_up(players, starter=players - 1)
    assert game.seat() == players - 1
    for player in game.players:
        assert len(player.home) == 5 and len(player.adopters) == 4 and len(player.tasks) == 2
        assert player.money == 15 and player.volunteers == 4 and player.reserve == 6
        assert player.reputation == 0 and player.tokens == {LEASH: 0, COT: 0, DISH: 0}
        assert player.character
    assert len(game.shelter) == 6
    assert len(game.market) == (2 if players == 2 else 3)
    assert all(game.tables.stars[card].money == 0 for card in game.market)


def test_order_of_the_setup() -> None:
    game = Rescute(2, starter=1)
    kinds: list[str] = []
    while game.round == 0:
        if game.pending() == "chance":
            kind = str(next(iter(game.chance()))[0])
            name = f"{kind} {game.seat()}" if kind in ("pet", "adopter", "task") else kind
        else:
            name = f"{game.decision()} {game.seat()}"
        kinds.append(name)
        first_step(game)
    expected = ["market"] * 2 + ["shelter"] * 6
    for seat in (1, 0):
        expected += [f"pet {seat}"] * 6 + [f"return_pet {seat}"]
        expected += [f"adopter {seat}"] * 5 + [f"return_adopter {seat}"]
        expected += [f"task {seat}"] * 3 + [f"return_task {seat}", f"character {seat}"]
    assert kinds == expected


def test_setup_choices() -> None:
    """R-11..R-14: what is returned goes back; a character is chosen once only."""
    game = Rescute(1)
    while game.decision() != "return_pet":
        first_step(game)
    back = game.legal()[2][1]
    game.apply(("return_pet", back))
    assert back in game.bag.unknown
    while game.decision() != "return_adopter":
        first_step(game)
    card = game.legal()[4][1]
    game.apply(("return_adopter", card))
    assert card in game.adopter_deck.unknown
    while game.decision() != "return_task":
        first_step(game)
    task = game.legal()[0][1]
    game.apply(("return_task", task))
    assert task in game.task_deck.unknown
    assert len(game.legal()) == 4
    other = Rescute(4)
    sizes = []
    while other.round == 0:
        if other.decision() == "character":
            sizes.append(len(other.legal()))
        first_step(other)
    assert sizes == [4, 3, 2, 1]


def test_other_readings_of_the_setup() -> None:
    game = set_up(2, readings={"U-R16": "tokens", "U-R19": "removed"})
    assert all(sum(player.tokens.values()) == 5 for player in game.players)
    assert len(game.removed_stars) == 2
    assert not any(game.tables.stars[card].money == 0 for card in game.star_deck.cards())
    assert len(set_up(1, readings={"solo_market": "two"}).market) == 2


def test_dr_4_shelter() -> None:
    game = bare()
    apply_all(game, ("place", SHELTER))
    assert STOP not in game.legal()  # U-R3
    taken = list(game.shelter[:3])
    for one in taken:
        apply_all(game, ("open", one))
    blind = 0
    while game.legal():
        apply_all(game, ("blind",))
        outcome = list(game.chance())[-1]
        assert outcome[:2] == ("pet", 0)
        game.draw(outcome)
        taken.append(str(outcome[2]))
        blind += 1
        if blind == 2:
            break
    assert game.players[0].home == taken
    assert sum(game.players[0].tokens.values()) == 5
    colours = Counter(game.tables.pets[one].origin for one in taken)
    assert game.players[0].tokens == {LEASH: colours[BLUE], COT: colours[PINK], DISH: colours[GREEN]}
    assert game.pending() == "chance" and len(game.shelter) == 3  # the fifth pet ends the action
    draw_all(game)
    assert len(game.shelter) == 6 and game.seat() == 1


def test_shelter_space() -> None:
    """R-28, R-61: eight spaces, three more with an expansion; none: the place cannot be used."""
    game = bare()
    give_pets(game, 0, *[pet(breed, NONE) for breed in BREEDS[:7]])
    apply_all(game, ("place", SHELTER), ("open", game.shelter[0]))
    draw_all(game)
    assert game.seat() == 1 and len(game.players[0].home) == 8
    assert not game._usable(0, SHELTER)
    game.players[0].expansions = 1
    assert game._usable(0, SHELTER) and game._home_space(0) == 3


def test_shelter_and_foster_cafe() -> None:
    """R-25, R-53, U-R31, U-R32: the owner chooses for each pet; foster spaces are free spaces, too."""
    game = bare()
    give_star(game, 0, "foster_cafe")
    give_pets(game, 0, *[pet(breed, NONE) for breed in BREEDS[:7]])
    one, two, three = game.shelter[:3]
    apply_all(game, ("place", SHELTER), ("open", one))
    assert game.legal() == [("home",), ("cafe",)]
    apply_all(game, ("cafe",), ("open", two), ("home",), ("open", three))
    assert game.legal() == [("cafe",)]
    apply_all(game, ("cafe",))
    assert game.pending() == "chance"  # no space left
    assert game.players[0].cafe == [one, three]


def test_no_pet_need_be_taken() -> None:
    game = bare(readings={"U-R3": "none_allowed"})
    apply_all(game, ("place", SHELTER), STOP)
    assert game.seat() == 1


@pytest.mark.parametrize(
    ("place", "card", "fee", "need"),
    [
        (SCHOOL, "training_centre", 3, TRAINING),
        (HOSPITAL, "vet_clinic", 4, MEDICAL),
        (SALON, "pet_salon", 2, GROOMING),
    ],
)
def test_dr_5_fees(place: str, card: str, fee: int, need: str) -> None:
    sick = pet("golden", need)
    for owner, own, other in ((None, -fee, 0), (1, -fee, fee), (0, 0, 0)):
        game = bare()
        give_pets(game, 0, sick, CORGI)
        if owner is not None:
            give_star(game, owner, card)
        apply_all(game, ("place", place))
        assert game.legal() == [("treat", sick)]
        apply_all(game, ("treat", sick))
        assert sick in game.treated
        assert [player.money for player in game.players] == [15 + own, 15 + other]
        assert not game._usable(0, place)  # nobody is left to be treated


def test_a_foster_pet_is_treated_in_place() -> None:
    game = bare()
    give_star(game, 0, "foster_cafe")
    give_pets(game, 0, PERSIAN, cafe=True)
    apply_all(game, ("place", HOSPITAL), ("treat", PERSIAN))
    assert not game._untreated(PERSIAN) and game.players[0].cafe == [PERSIAN]
    assert not game._usable(0, OVERSEAS)  # F449: only pets of the home


def test_dr_6_a_token_on_the_second_pet() -> None:
    game = bare()
    grooming, medical = pet("corgi", GROOMING), PERSIAN
    game.treated.add(grooming)
    give_pets(game, 0, grooming, medical)
    give_adopters(game, 0, "no:corgi+husky", "no:persian+siamese", "no:golden+labrador", "no:shiba+golden")
    game.players[0].fresh = 1
    apply_all(game, ("place", GENERAL), ("adopter", "no:corgi+husky"))
    # A needless token is allowed.
    assert game.legal() == [("relax", "none"), ("relax", "breed"), ("relax", "need")]
    apply_all(game, ("relax", "none"), ("adoptee", grooming))
    draw_all(game)
    apply_all(game, ("under", "no:golden+labrador"))
    assert ("adopter", "no:persian+siamese") in game.legal()
    apply_all(game, ("adopter", "no:persian+siamese"), ("relax", "need"), ("adoptee", medical))
    player = game.players[0]
    assert (player.money, player.reputation) == (19, 7)
    assert (player.fresh, player.used) == (0, 1)


def test_tokens_of_one_adopter() -> None:
    """R-58: several tokens on one adopter; needless ones."""
    game = bare()
    give_pets(game, 0, PERSIAN)
    give_adopters(game, 0, "no:corgi+husky", "any:corgi+shiba", "no:anything.1", "any:anything.1")
    player = game.players[0]
    assert game._playable_adopters(0) == ["any:anything.1"]
    player.fresh = 1
    assert game._relaxations(0, "no:corgi+husky") == []
    assert game._relaxations(0, "any:corgi+shiba") == ["breed"]
    assert game._relaxations(0, "no:anything.1") == ["need"]
    player.fresh, player.used = 2, 1
    assert game._relaxations(0, "no:corgi+husky") == ["both"]
    assert game._relaxations(0, "any:anything.1") == ["none"]
    give_pets(game, 0, CORGI)
    assert game._relaxations(0, "no:corgi+husky") == ["none", "breed", "need", "both"]
    assert game._matches(0, "no:corgi+husky", frozenset({"need"})) == [CORGI]
    game.readings["needless_tokens"] = "forbidden"
    assert game._relaxations(0, "no:corgi+husky") == ["none", "both"]
    assert game._matches(0, "no:corgi+husky", frozenset({"breed", "need"})) == [PERSIAN]
    apply_all(game, ("place", GENERAL), ("adopter", "no:corgi+husky"), ("relax", "both"))
    apply_all(game, ("adoptee", PERSIAN))
    assert (player.fresh, player.used, player.reputation, player.money) == (0, 3, 3, 17)


def test_dr_8_mixed_and_overseas_venue() -> None:
    mixed = [pet("mixed", NONE), pet("mixed", MEDICAL), pet("mixed", GROOMING)]
    game = bare()
    give_pets(game, 0, *mixed, CORGI)
    give_pets(game, 1, PERSIAN, CORGI.replace("blue", "pink"), pet("husky", TRAINING))
    apply_all(game, ("place", MIXED_VENUE))
    assert game.legal() == [("adoptee", one) for one in mixed]
    apply_all(game, ("adoptee", mixed[1]))
    assert STOP in game.legal() and ("adoptee", CORGI) not in game.legal()
    apply_all(game, ("adoptee", mixed[0]))
    assert game.seat() == 1 and not game._usable(1, MIXED_VENUE)
    assert (game.players[0].money, game.players[0].reputation) == (19, 2)
    apply_all(game, ("place", OVERSEAS), ("adoptee", PERSIAN), ("adoptee", pet("husky", TRAINING)))
    assert (game.players[1].money, game.players[1].reputation) == (19, 2)
    assert game.players[1].adopted == [PERSIAN, pet("husky", TRAINING)]
    assert places(game).isdisjoint({MIXED_VENUE, OVERSEAS})  # each has one small space


def test_dr_9_hand_after_a_general_adoption() -> None:
    game = bare()
    give_pets(game, 0, CORGI, PERSIAN)
    give_adopters(game, 0, *FOUR_CARDS)
    apply_all(game, ("place", GENERAL), ("adopter", FOUR_CARDS[0]), ("relax", "none"), ("adoptee", CORGI))
    assert len(game.players[0].adopters) == 3 and game.adopter_deck.discards == [FOUR_CARDS[0]]
    draws = 0
    while game.pending() == "chance":
        first_step(game)
        draws += 1
    assert draws == 2 and game.decision() == "under" and len(game.legal()) == 5
    card = game.legal()[0][1]
    apply_all(game, ("under", card))
    assert len(game.players[0].adopters) == 4 and game.adopter_deck.below == [card]


def test_at_most_five_general_adoptions() -> None:
    """R-37, U-R4: five pets with a limit of four cards."""
    game = bare()
    give_pets(game, 0, *[pet(breed, NONE) for breed in BREEDS[:7]])
    give_adopters(game, 0, "any:anything.1", "any:anything.2", "any:anything.3", "any:anything.4")
    apply_all(game, ("place", GENERAL))
    for number in range(5):
        assert game.decision() == "adopter" and (STOP in game.legal()) == (number >= 1)
        card = next(move for move in game.legal() if "anything" in move[1])
        apply_all(game, card, ("relax", "none"))
        game.apply(game.legal()[0])
        while game.pending() == "chance":
            wanted = [outcome for outcome in game.chance() if "anything" in str(outcome[2])]
            game.draw((wanted or list(game.chance()))[0])
        worst = [move for move in game.legal() if "anything" not in move[1]] or game.legal()
        game.apply(worst[0])
    assert len(game.players[0].adopted) == 5 and game.players[0].reputation == 15
    assert game.seat() == 1
    assert game.players[0].adopter_limit == 5 and len(game.players[0].adopters) == 5


def test_new_cards_once_per_action() -> None:
    game = bare(readings={"U-R4": "once_per_action"})
    give_pets(game, 0, CORGI, PERSIAN)
    give_adopters(game, 0, *FOUR_CARDS)
    apply_all(game, ("place", GENERAL), ("adopter", FOUR_CARDS[0]), ("relax", "none"), ("adoptee", CORGI))
    assert len(game.players[0].adopters) == 3 and game.decision() == "adopter"
    apply_all(game, ("adopter", FOUR_CARDS[1]), ("relax", "none"), ("adoptee", PERSIAN))
    assert sorted(game.adopter_deck.discards) == sorted(FOUR_CARDS[:2])
    draw_all(game)
    assert game.decision() == "under" and len(game.legal()) == 5
    game.apply(game.legal()[0])
    assert len(game.players[0].adopters) == 4 and game.seat() == 1


def test_dr_11_education_visits() -> None:
    game = bare(1)
    player = game.players[0]
    for fresh in (1, 2, 3):
        apply_all(game, ("place", STORY_HOUSE))
        assert (player.fresh, player.used) == (fresh, 0)
    assert player.money == 6
    assert STORY_HOUSE not in places(game)  # U-R2: without effect
    player.fresh, player.used = 1, 2
    apply_all(game, ("place", STORY_HOUSE))
    assert (player.fresh, player.used, player.money) == (3, 0, 3)


def test_one_used_token_is_turned() -> None:
    game = bare(readings={"U-R13": "one"})
    game.players[0].used = 2
    apply_all(game, ("place", STORY_HOUSE))
    assert (game.players[0].fresh, game.players[0].used) == (2, 1)


def test_dr_12_thresholds() -> None:
    """R-64, R-66, U-R23; star at 8, 18, 28, 38; limit at 15, 30."""
    game = bare()
    player = game.players[0]
    game._gain_reputation(0, 7)
    assert player.star_tokens == 0
    game._gain_reputation(0, 1)
    assert player.star_tokens == 1
    game._gain_reputation(0, 10)
    assert player.star_tokens == 2 and player.adopter_limit == 5
    assert game.agenda[0] == Step("adopter", 0, HAND)
    game._gain_reputation(0, 10)
    assert player.star_tokens == 2 and player.reputation == 28
    game._gain_reputation(0, 12)
    assert player.star_tokens == 2 and player.adopter_limit == 6
    game._gain_reputation(1, 40)
    assert game.agenda[:2] == [Step("adopter", 1, HAND)] * 2
    begin(game, *game.agenda)
    draw_all(game)
    assert len(game.players[0].adopters) == 2 and len(game.players[1].adopters) == 2


def test_a_raised_limit_during_an_adoption() -> None:
    """The card of R-66 comes at once; then R-44 draws to the new limit + 1."""
    game = bare()
    game.players[0].reputation = 14
    give_pets(game, 0, CORGI)
    give_adopters(game, 0, *FOUR_CARDS)
    apply_all(game, ("place", GENERAL), ("adopter", FOUR_CARDS[0]), ("relax", "none"))
    apply_all(game, ("adoptee", CORGI))
    assert game.adopter_deck.discards == []  # the card that was played is discarded after it
    first_step(game)
    assert len(game.players[0].adopters) == 4 and game.adopter_deck.discards == [FOUR_CARDS[0]]
    draw_all(game)
    assert len(game.legal()) == 6
    game.apply(game.legal()[0])
    assert len(game.players[0].adopters) == 5


def test_dr_13_supply_depot() -> None:
    game = bare(4)
    game.players[0].reputation = 4
    apply_all(game, ("place", DEPOT))
    player = game.players[0]
    assert (player.money, player.reputation, player.expansions, player.star_tokens) == (7, 9, 1, 1)
    assert game._home_space(0) == 11
    apply_all(game, ("place", DEPOT))  # the space for four players
    assert game.seat() == 2 and DEPOT not in places(game)
    assert not game._can_pay_fee(0, DEPOT)
    player.money, player.expansions = 15, 2
    game.workers[DEPOT] = []
    assert not game._usable(0, DEPOT)


def test_dr_14_star_card_limits() -> None:
    game = bare()
    assert game._star_choices(0) == game.market
    give_star(game, 0, "zero.4")
    assert game._star_choices(0) == []
    show_star(game, "money.1")
    game.players[0].tokens = {LEASH: 1, COT: 0, DISH: 0}
    assert game._star_choices(0) == ["money.1"]
    game.players[0].tokens = {LEASH: 0, COT: 1, DISH: 1}
    assert game._star_choices(0) == []  # U-R15: the two have to be of one kind
    game.players[0].tokens = {LEASH: 0, COT: 0, DISH: 2}
    assert game._star_choices(0) == ["money.1"]
    game.players[0].money = 2
    assert game._star_choices(0) == []


def test_only_missing_tokens_are_replaced() -> None:
    """R-49: the dish of the price is paid with a dish; one dish too few for the leash."""
    game = bare()
    show_star(game, "training_centre")  # 5 money, leash, dish
    game.players[0].tokens = {LEASH: 0, COT: 1, DISH: 2}
    assert "training_centre" not in game._star_choices(0)
    game.players[0].tokens = {LEASH: 0, COT: 2, DISH: 3}
    apply_all(game, ("place", RIVER), ("star", "training_centre"))
    assert game.legal() == [("pair", COT), ("pair", DISH)]
    apply_all(game, ("pair", COT))
    assert game.players[0].tokens == {LEASH: 0, COT: 0, DISH: 2}


def test_dr_15_market_of_two_players() -> None:
    game = bare()
    lower, upper = game.market
    end_round(game)
    check(game)
    assert game.market == [upper] and game.star_deck.below == [lower]
    assert game.pending() == "chance"
    first_step(game)
    assert game.market[0] == upper and len(game.market) == 2


def test_dr_16_actions() -> None:
    """Six rounds of four actions each."""
    game, seen = play(1, 3)
    recruited = 6 - game.players[0].reserve
    assert seen["move place"] + seen["move pass"] >= 24 + recruited
    for seed in range(30):
        game, seen = play(3, seed, checked=False)
        if all(player.reserve == 6 for player in game.players):
            assert seen["move place"] + seen["move pass"] == 72
            return
    pytest.fail("somebody recruits in every game")


# ---------------------------------------------------------------------- worked cases


def wr_1(second_card: str, readings: dict[str, str] | None = None) -> Rescute:
    """The position of WR-1 and WR-3."""
    game = bare(readings=readings)
    give_pets(game, 0, CORGI, PERSIAN)
    give_adopters(game, 0, FOUR_CARDS[0], second_card, *FOUR_CARDS[2:])
    return game


def test_wr_1_two_adoptions() -> None:
    game = wr_1(FOUR_CARDS[1])
    apply_all(game, ("place", GENERAL), ("adopter", FOUR_CARDS[0]), ("relax", "none"), ("adoptee", CORGI))
    draw_all(game)
    apply_all(game, ("under", FOUR_CARDS[3]))
    assert len(game.players[0].adopters) == 4
    apply_all(game, ("adopter", FOUR_CARDS[1]), ("relax", "none"), ("adoptee", PERSIAN))
    draw_all(game)
    apply_all(game, ("under", FOUR_CARDS[2]))
    player = game.players[0]
    assert (player.money, player.reputation, player.star_tokens) == (19, 9, 1)
    assert player.home == [] and player.adopted == [CORGI, PERSIAN]
    assert len(player.adopters) == 4 and player.used == player.fresh == 0
    assert game.adopter_deck.discards == list(FOUR_CARDS[:2])
    assert game.seat() == 1


def test_wr_3_no_match_but_overseas() -> None:
    game = wr_1("no:persian+siamese")
    apply_all(game, ("place", GENERAL))
    assert ("adopter", "no:persian+siamese") not in game.legal()
    apply_all(game, ("adopter", FOUR_CARDS[0]), ("relax", "none"), ("adoptee", CORGI))
    draw_all(game)
    game = wr_1("no:persian+siamese")
    apply_all(game, ("place", OVERSEAS), ("adoptee", PERSIAN), STOP)
    assert (game.players[0].money, game.players[0].reputation) == (17, 1)


def test_wr_4_paying_the_owner() -> None:
    for money, legal in ((5, True), (3, False)):
        game = bare()
        give_star(game, 1, "vet_clinic")
        give_pets(game, 0, PERSIAN)
        game.bank += 15 - money
        game.players[0].money = money
        assert (HOSPITAL in places(game)) == legal
        if legal:
            apply_all(game, ("place", HOSPITAL), ("treat", PERSIAN))
            assert [player.money for player in game.players] == [1, 19]
            assert PERSIAN in game.treated


# ---------------------------------------------------------------------- the turn


def test_passing() -> None:
    """U-R2: only if no place can be used; the volunteer comes back in the settlement."""
    tables = dataclasses.replace(
        PROVISIONAL, spaces={OVERSEAS: (1,), STALL: (), DEPOT: (4,), MIXED_VENUE: (1,)}
    )
    game = bare(3, tables=tables)
    assert game.legal() == [("pass",)]
    apply_all(game, ("pass",))
    assert game.players[0].passed_volunteers == 1 and game.seat() == 1
    give_pets(game, 1, CORGI)
    begin(game, Step("next_turn", 1))
    assert game.legal() == [("place", OVERSEAS)]  # DEPOT is closed with three players
    while game.round == 1:
        first_step(game)
    assert game.players[0].volunteers == 4 and game.players[0].passed_volunteers == 0


def test_spaces_by_number_of_players() -> None:
    """R-83, U-R26."""
    for players, hospital, general, depot in ((1, 1, 2, 1), (2, 1, 2, 1), (3, 2, 3, 1), (4, 2, 4, 2)):
        game = bare(players)
        for place, number in ((HOSPITAL, hospital), (GENERAL, general), (DEPOT, depot)):
            for _ in range(number):
                assert game._has_free_space(place)
                game.workers[place].append(0)
            assert not game._has_free_space(place)
        game.workers[SHELTER] = [0] * 50
        assert game._has_free_space(SHELTER)


def test_players_without_volunteers_are_skipped() -> None:
    """U-R1."""
    game = bare(3)
    game.workers[TREEHOUSE] = [1, 1, 1, 1]
    game.players[1].volunteers = 0
    apply_all(game, ("place", STORY_HOUSE))
    assert game.seat() == 2


def test_treehouse_and_task_limit() -> None:
    """R-45, R-47."""
    for reading, drops in (("turn_end", True), ("round_end", False)):
        game = bare(readings={"U-R25": reading})
        give_tasks(game, 0, "three_cats", "two_mixed")
        apply_all(game, ("place", TREEHOUSE))
        first_step(game)
        first_step(game)
        kept, other = [move[1] for move in game.legal()]
        apply_all(game, ("keep_task", kept))
        assert game.task_deck.below == [other]
        assert (game.decision() == "drop_task") == drops
        if not drops:
            end_round(game)
            assert game.decision() == "drop_task"
        assert len(game.legal()) == 3
        apply_all(game, ("drop_task", "two_mixed"))
        assert game.players[0].tasks == ["three_cats", kept]
        assert game.task_deck.below == [other, "two_mixed"]


def test_showing_a_task() -> None:
    """R-22, R-46, U-R28: before or after the action of one's own turn."""
    game = bare()
    give_tasks(game, 0, "two_untreated", "three_cats")
    give_tasks(game, 1, "five_pets")
    give_pets(game, 0, pet("persian", GROOMING), pet("corgi", MEDICAL))
    give_pets(game, 1, *[pet(breed, NONE) for breed in BREEDS[:5]])
    game.players[1].adopted, game.players[1].home = game.players[1].home, []
    assert ("claim", "five_pets") not in game.legal()  # not in another's turn
    apply_all(game, ("place", OVERSEAS), ("adoptee", pet("persian", GROOMING)))
    apply_all(game, ("adoptee", pet("corgi", MEDICAL)))
    assert game.decision() == "after" and game.legal() == [("claim", "two_untreated"), ("end",)]
    apply_all(game, ("claim", "two_untreated"))
    assert game.players[0].reputation == 2 + 4 and game.players[0].tasks == ["three_cats"]
    assert game.task_deck.discards == ["two_untreated"]
    assert game.seat() == 1 and game.legal()[0] == ("claim", "five_pets")
    apply_all(game, ("claim", "five_pets"))
    assert game.decision() == "act" and game.players[1].reputation == 4
    apply_all(game, ("place", STORY_HOUSE))
    assert game.seat() == 0


def test_showing_a_task_whenever() -> None:
    game = wr_1(FOUR_CARDS[1], {"U-R28": "whenever"})
    give_tasks(game, 0, "five_pets")
    others = [pet("shiba", NONE), pet("husky", NONE), pet("bulldog", NONE), pet("siamese", NONE)]
    give_pets(game, 0, *others)
    for one in others:
        game.players[0].home.remove(one)
        game.players[0].adopted.append(one)
    apply_all(game, ("place", GENERAL), ("adopter", FOUR_CARDS[0]), ("relax", "none"), ("adoptee", CORGI))
    draw_all(game)
    apply_all(game, ("under", FOUR_CARDS[3]))
    assert ("claim", "five_pets") in game.legal() and game.decision() == "adopter"
    apply_all(game, ("claim", "five_pets"))
    assert game.players[0].reputation == 7 and game.decision() == "adopter"
    game = bare(readings={"U-R28": "whenever", "U-R29": "forced"})
    give_tasks(game, 0, "two_untreated")
    give_star(game, 0, "foster_cafe")
    give_pets(game, 0, PERSIAN, pet("corgi", MEDICAL), cafe=True)
    end_round(game)
    assert game.decision() == "settle" and game.legal() == [("claim", "two_untreated"), STOP]
    apply_all(game, ("claim", "two_untreated"))
    assert game.players[0].reputation == 12 + 4


def test_gaining_the_foster_cafe() -> None:
    """R-53: pets may be moved there at once, up to two."""
    game = bare()
    show_star(game, "foster_cafe")
    game.players[0].tokens = {LEASH: 1, COT: 1, DISH: 1}
    husky = pet("husky", NONE)
    give_pets(game, 0, CORGI, PERSIAN, husky)
    apply_all(game, ("place", RIVER), ("star", "foster_cafe"))
    assert game.pending() == "chance"
    draw_all(game)
    assert game.legal() == [("to_cafe", CORGI), ("to_cafe", PERSIAN), ("to_cafe", husky), STOP]
    other = game.clone()
    apply_all(game, ("to_cafe", PERSIAN), ("to_cafe", CORGI))
    assert game.players[0].cafe == [PERSIAN, CORGI] and game.decision() == "after"
    assert game.legal() == [("exchange", PERSIAN, husky), ("exchange", CORGI, husky), ("end",)]
    apply_all(game, ("exchange", CORGI, husky))
    assert game.players[0].home == [CORGI] and game.players[0].cafe == [PERSIAN, husky]
    assert game.seat() == 1  # nothing is left to be exchanged before another step
    apply_all(other, STOP)
    assert other.seat() == 1 and other.players[0].cafe == []
    assert other._exchanges(0) == []  # U-R32: nothing is moved into an empty foster space later
    other.readings["U-R32"] = "free_moves"
    assert other._exchanges(0) == [("to_cafe", CORGI), ("to_cafe", PERSIAN), ("to_cafe", husky)]


def test_exchanges_in_turn_and_settlement() -> None:
    game = bare()
    give_star(game, 0, "foster_cafe")
    give_pets(game, 0, CORGI)
    give_pets(game, 0, PERSIAN, cafe=True)
    assert game.legal()[0] == ("exchange", PERSIAN, CORGI)
    apply_all(game, ("exchange", PERSIAN, CORGI))
    assert game.decision() == "act" and not any(move[0] == "exchange" for move in game.legal())
    apply_all(game, ("place", OVERSEAS), ("adoptee", PERSIAN))
    assert game.seat() == 1  # the home is empty: no exchange
    give_pets(game, 0, pet("husky", NONE))
    end_round(game)
    assert game.decision() == "settle" and game.seat() == 0
    apply_all(game, ("exchange", CORGI, pet("husky", NONE)))
    assert game.decision() == "foster" and game.legal() == [("foster", pet("husky", NONE)), STOP]
    apply_all(game, STOP)
    assert game.players[0].money == 17 - 1 - 1  # U-R7: the foster pet, too
    assert game.decision() == ""


def test_exchange_between_adoptions() -> None:
    for reading in READINGS["exchange_times"]:
        game = wr_1(FOUR_CARDS[1], {"exchange_times": reading})
        give_star(game, 0, "foster_cafe")
        game.players[0].home.remove(PERSIAN)
        game.players[0].cafe.append(PERSIAN)
        husky = pet("husky", MEDICAL)
        give_pets(game, 0, husky)
        apply_all(game, ("place", GENERAL))
        assert game.legal() == [("adopter", FOUR_CARDS[0]), ("adopter", FOUR_CARDS[3])]
        apply_all(game, ("adopter", FOUR_CARDS[0]), ("relax", "none"), ("adoptee", CORGI))
        draw_all(game)
        apply_all(game, ("under", FOUR_CARDS[3]))
        exchange = ("exchange", PERSIAN, husky)
        if reading == "any_time":
            assert game.decision() == "adopter" and exchange in game.legal()
            apply_all(game, exchange, ("adopter", FOUR_CARDS[1]), ("relax", "none"), ("adoptee", PERSIAN))
            assert game.players[0].adopted == [CORGI, PERSIAN]
        elif game.decision() == "adopter":
            assert exchange not in game.legal()


def test_stall_money() -> None:
    game = bare()
    game.players[0].star_tokens = 2
    game.players[0].reserve, game.players[0].volunteers = 0, 10
    apply_all(game, ("place", STALL))
    assert game.legal() == [("stall", "money")]
    apply_all(game, ("stall", "money"))
    assert (game.players[0].money, game.players[0].star_tokens) == (22, 1)
    assert not game._usable(1, STALL)


# ---------------------------------------------------------------------- events


def next_event(game: Rescute, event: str) -> None:
    """Begin the round anew with this event."""
    game.event_deck.unknown.append(game.event)
    game.event = ""
    begin(game, Step("event"), Step("next_turn", game.starter))
    game.draw(("event", event))


def test_event_money() -> None:
    game = bare(3)
    next_event(game, "donation")
    assert [player.money for player in game.players] == [17, 17, 17]
    check(game)


def test_event_blind_pet() -> None:
    """No room, no pet; no token (U-R16)."""
    game = bare(2)
    give_pets(game, 0, *[pet(breed, NONE) for breed in BREEDS[:8]])
    next_event(game, "foundling")
    assert game.pending() == "chance" and game.seat() == 1
    first_step(game)
    check(game)
    assert len(game.players[1].home) == 1 and sum(game.players[1].tokens.values()) == 0
    assert game.decision() == "act"


def test_event_second_thoughts() -> None:
    game = bare(2)
    give_adopters(game, 1, *FOUR_CARDS)
    next_event(game, "second_thoughts")
    assert game.decision() == "event_adopter" and game.seat() == 1
    apply_all(game, ("event_adopter", FOUR_CARDS[2]))
    first_step(game)
    assert len(game.players[1].adopters) == 4 and game.adopter_deck.discards == [FOUR_CARDS[2]]


def test_events_of_the_round() -> None:
    game = bare(2)
    give_pets(game, 0, PERSIAN, CORGI)
    give_star(game, 1, "vet_clinic")
    next_event(game, "closed")
    assert SHELTER not in places(game)
    next_event(game, "cheap_hospital")
    apply_all(game, ("place", HOSPITAL), ("treat", PERSIAN))
    assert [player.money for player in game.players] == [13, 17]
    for reading, reputation in (("every_pet", 4 + 4), ("without_tokens", 4 + 3)):
        game = wr_1("no:persian+siamese", {"general_bonus": reading})
        game.players[0].fresh = 1
        next_event(game, "fair")
        apply_all(game, ("place", GENERAL), ("adopter", FOUR_CARDS[0]), ("relax", "none"))
        apply_all(game, ("adoptee", CORGI))
        draw_all(game)
        apply_all(game, ("under", FOUR_CARDS[3]))
        apply_all(game, ("adopter", "no:persian+siamese"), ("relax", "need"), ("adoptee", PERSIAN))
        assert game.players[0].reputation == reputation


def test_event_at_the_end_of_the_round() -> None:
    """R-67: before everything else of the settlement."""
    tables = dataclasses.replace(PROVISIONAL, events={**EVENTS, "donation": Event("money", 2, AT_END)})
    game = bare(2, tables=tables)
    next_event(game, "donation")
    assert game.players[0].money == 15
    give_pets(game, 0, CORGI)
    end_round(game)
    assert [player.money for player in game.players] == [16, 17]


# ---------------------------------------------------------------------- settlement and end


def test_rewards() -> None:
    """R-52, R-70, U-R20."""
    for reading, money, reputation in (("at_once", 17, 2), ("next_round", 15, 0)):
        game = bare(readings={"U-R20": reading})
        game.players[0].reputation = 0
        for card in ("money.1", "reputation.3"):
            give_star(game, 0, card)
            game.players[0].new_stars.append(card)
        end_round(game)
        assert (game.players[0].money, game.players[0].reputation) == (money, reputation)
        assert game.players[0].new_stars == []


def test_a_reward_that_raises_the_limit() -> None:
    """R-66: the card is drawn before the next step of the settlement."""
    game = bare()
    game.players[0].reputation = 14
    give_star(game, 0, "reputation.1")
    end_round(game)
    assert next(iter(game.chance()))[:2] == ("adopter", 0)


def test_end_of_a_round() -> None:
    """R-19, R-69, R-73..R-75."""
    game = bare(3)
    lowest, *rest = game.market
    end_round(game)
    assert all(player.volunteers == 4 for player in game.players)
    assert game.market == rest
    draw_all(game)
    assert game.star_deck.below == [lowest]
    assert game.old_events == ["quiet"] and game.starter == 1 and game.round == 2
    assert game.decision() == "act" and game.seat() == 1


def test_order_of_the_settlement() -> None:
    game = bare(3)
    game.starter = 2
    game._settlement()
    assert [step.seat for step in game.agenda if step.name == "settle_seat"] == [2, 0, 1]
    assert [step.name for step in game.agenda[3:5]] == ["shift_market", "end_round"]


def test_the_last_settlement() -> None:
    """U-R24: round 6 is settled as usual, then the game is over (R-76)."""
    game = bare()
    game.round = ROUNDS
    give_pets(game, 0, CORGI)
    end_round(game)
    draw_all(game)
    assert game.pending() == "over" and game.players[0].money == 14
    assert game.legal() == [] and game.chance() == {}


@pytest.mark.parametrize(
    ("numbers", "awards"),
    [
        ((3,), ["12"]),
        ((3, 2), ["12", "8"]),
        ((2, 2), ["10", "10"]),
        ((1, 2, 2), ["6", "10", "10"]),
        ((2, 2, 2), ["26/3", "26/3", "26/3"]),
        ((1, 3, 1, 2), ["5", "12", "5", "8"]),
        ((3, 1, 1, 1), ["12", "6", "6", "6"]),
        ((2, 2, 1, 1), ["10", "10", "5", "5"]),
        ((0, 0, 0, 0), ["15/2"] * 4),
    ],
)
def test_awards(numbers: tuple[int, ...], awards: list[str]) -> None:
    """R-78, R-79, U-R10."""
    game = bare(len(numbers))
    for seat, number in enumerate(numbers):
        names = [pet_from(breed, ORIGINS[seat % 3], seat // 3) for breed in BREEDS[:number]]
        give_pets(game, seat, *names)
    for seat, award in enumerate(awards):
        assert game._award(seat) == Fraction(award)
    game.readings["U-R10"] = "floor"
    for seat, award in enumerate(awards):
        assert game._award(seat) == int(float(Fraction(award)))


def test_scores() -> None:
    """R-77..R-82, U-R17; all four characters."""
    game = bare(2)
    one, two = game.players
    give_pets(game, 0, PERSIAN, pet("mixed", NONE), pet_from("corgi", GREEN), pet_from("husky", GREEN))
    one.adopted, one.home = one.home[:3], one.home[3:]
    one.reputation, one.food_aid, one.expansions = 20, 2, 1
    strays = sum(1 for name in one.adopted + one.home if PROVISIONAL.pets[name].origin == GREEN)
    assert strays >= 2
    for character, extra in (
        ("cat_friend", 1),
        ("mixed_friend", 1),
        ("builder", 2),
        ("stray_friend", strays),
    ):
        one.character = character
        assert game.score_parts(0) == {"track": 20, "rescued": 12, "character": extra, "food_aid": -10}
        assert game.scores()[0] == 22 + extra
    two.character, two.reputation = "builder", game.scores()[0].numerator - 8
    assert game.scores()[0] == game.scores()[1] and game.winners() == (0, 1)
    two.reputation += 1
    assert game.winners() == (1,)


def test_tasks() -> None:
    game = bare(1)

    def done(*pets: str) -> set[str]:
        game.players[0].adopted = list(pets)
        return {task for task in TASKS if game._task_done(0, task)}

    assert done() == set()
    cats = [pet_from("persian", BLUE), pet_from("siamese", PINK), pet_from("ragdoll", GREEN)]
    game.treated = set(cats)
    assert "three_cats" in done(*cats) and "three_cats" not in done(*cats[:2])
    assert "one_of_each_origin" in done(*cats) and "one_of_each_origin" not in done(*cats[1:])
    blues = [pet_from(breed, BLUE) for breed in ("corgi", "husky", "shiba")]
    assert "three_of_one_origin" in done(*blues) and "three_of_one_origin" not in done(*cats)
    assert "three_dogs" in done(*blues) and "three_dogs" not in done(*cats)
    game.treated = {PERSIAN}
    assert "two_treated" not in done(PERSIAN, CORGI)
    game.treated.add(pet("poodle", MEDICAL))
    assert "two_treated" in done(PERSIAN, pet("poodle", MEDICAL))
    assert "each_treatment" not in done(PERSIAN, pet("poodle", MEDICAL))
    three = [PERSIAN, pet("shiba", GROOMING), pet("shiba", TRAINING)]
    game.treated = set(three)
    assert "each_treatment" in done(*three) and "two_untreated" not in done(*three)
    game.treated = {PERSIAN}
    assert "each_treatment" not in done(*three) and "two_untreated" in done(*three)
    poodles = [name for name in PROVISIONAL.pets if name.startswith("poodle")]
    assert "four_of_one_breed" in done(*poodles[:4]) and "four_of_one_breed" not in done(*poodles[:3])
    mixed = [name for name in PROVISIONAL.pets if name.startswith("mixed")]
    assert "two_mixed" in done(*mixed[:2]) and "two_mixed" not in done(mixed[0], *poodles)
    assert "five_pets" in done(*poodles[:5]) and "five_pets" not in done(*poodles[:4])
    assert "eight_pets" in done(*poodles, *mixed[:2]) and "eight_pets" not in done(*poodles, mixed[0])
    five = [pet(breed, NONE) for breed in BREEDS[:5]]
    assert "five_breeds" in done(*five) and "five_breeds" not in done(*five[:4], *poodles)


# ---------------------------------------------------------------------- decks and tables


def test_decks_that_run_out() -> None:
    """U-R22: the cards put under the deck in order, then the discards, shuffled."""
    deck = Deck(["a", "b"], ["c", "d"], ["e", "f"])
    assert deck.next_cards() == ["a", "b"]
    deck.take("b")
    deck.take("a")
    assert deck.next_cards() == ["c"]
    deck.take("c")
    deck.take("d")
    assert deck.next_cards() == ["e", "f"]
    deck.take("f")
    assert deck.unknown == ["e"] and deck.discards == []
    deck.take("e")
    assert deck.next_cards() == []
    game = bare()
    game.bag = Deck([])
    game.shelter = game.shelter[:2]
    apply_all_unchecked(game, ("place", SHELTER), ("open", game.shelter[0]))
    assert game.legal() == [("open", game.shelter[0]), STOP]
    game.apply(STOP)
    assert len(game.shelter) == 1 and game.seat() == 1  # nothing to refill with


def apply_all_unchecked(game: Rescute, *moves: Move) -> None:
    """Apply the moves in a position in which pieces are missing."""
    for move in moves:
        game.apply(move)


def test_tables() -> None:
    tables = PROVISIONAL
    assert len(tables.pets) == 90 and len(set(tables.pets.values())) == 90
    needs = Counter(one.need for one in tables.pets.values())
    assert needs == {NONE: 23, GROOMING: 23, TRAINING: 22, MEDICAL: 22}
    assert {one.need: one.reputation for one in tables.pets.values()} == dict(
        zip((NONE, GROOMING, TRAINING, MEDICAL), (3, 4, 5, 6), strict=True)
    )
    assert len(BREEDS) == len(set(BREEDS)) == 15
    assert len(tables.adopters) == 60
    kinds = Counter((one.any_need, len(one.breeds)) for one in tables.adopters.values())
    assert kinds == {(False, 2): 30, (True, 2): 20, (False, 0): 6, (True, 0): 4}
    assert all(set(one.breeds) <= set(BREEDS) for one in tables.adopters.values())
    assert len(tables.stars) == 16 and sum(1 for one in tables.stars.values() if one.money == 0) == 4
    assert len(tables.events) == 8 and len(tables.tasks) == 12 and len(tables.characters) == 4
    assert len(tables.spaces) == 13  # eleven places, one of them with three venues


def test_refused() -> None:
    with pytest.raises(ValueError, match="one to four"):
        Rescute(5)
    with pytest.raises(ValueError, match="start player"):
        Rescute(2, starter=2)
    with pytest.raises(ValueError, match="no such reading"):
        Rescute(2, readings={"U-R4": "never"})
    game = Rescute(2)
    with pytest.raises(ValueError, match="not a possible outcome"):
        game.draw(("market", "vet_clinic"))
    with pytest.raises(ValueError, match="not a legal move"):
        game.apply(("end",))


# ---------------------------------------------------------------------- random games


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_games(players: int) -> None:
    for seed in range(GAMES):
        play(players, seed)


@pytest.mark.parametrize("name", READINGS)
def test_games_with_every_reading(name: str) -> None:
    for value in READINGS[name][1:]:
        for players in (1, 2, 3, 4):
            play(players, 7, readings={name: value})


def test_games_with_short_decks_and_a_cheap_cafe() -> None:
    """U-R22 and the rules of the foster cafe, which are rare in other random games."""
    stars = {name: star for name, star in PROVISIONAL.stars.items() if not name.startswith("money")}
    stars["foster_cafe"] = dataclasses.replace(stars["foster_cafe"], money=1, tokens=())
    for cost in ("vet_clinic", "pet_salon", "training_centre"):
        stars[cost] = dataclasses.replace(stars[cost], money=2, tokens=(DISH,))
    tables = dataclasses.replace(
        PROVISIONAL,
        stars=stars,
        adopters=dict(list(PROVISIONAL.adopters.items())[::2]),
        pets=dict(list(PROVISIONAL.pets.items())[::2]),
    )
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        chooser = random.Random(seed)
        readings = {name: chooser.choice(values) for name, values in READINGS.items()}
        for players in (1, 2, 3, 4):
            seen += play(players, seed, readings=readings, tables=tables)[1]
    assert seen["move foster"] and seen["move exchange"] and seen["move cafe"] and seen["move pair"]


def test_a_game_can_be_followed() -> None:
    """Outcomes and moves of one game, imposed on another, give the same game."""
    game = Rescute(3, starter=1)
    other = Rescute(3, starter=1)
    number = 0
    while game.pending() != "over":
        number += 1
        if game.pending() == "chance":
            outcomes = list(game.chance())
            outcome = outcomes[number % len(outcomes)]
            game.draw(outcome)
            other.draw(outcome)
        else:
            moves = game.legal()
            move = moves[number % len(moves)]
            game.apply(move)
            other.apply(move)
    assert game.snapshot() == other.snapshot()
