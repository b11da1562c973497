"""The tables of the board game Rescute for its reference engine.

The printed game's cards are not known: all tables here are the provisional set of the rules digest (end of
its section 6).  Where the digest gives a class of rows or ends with "etc.", the rows are completed in the
same spirit and with its number of rows; such places are marked "completed".  ``Tables`` holds one complete
set, so that the engine can be run with the tables of another engine.
"""

from __future__ import annotations

from dataclasses import dataclass

# ---------------------------------------------------------------------- pets

DOGS = (
    "mixed",
    "poodle",
    "corgi",
    "shiba",
    "golden",
    "labrador",
    "schnauzer",
    "chihuahua",
    "bulldog",
    "husky",
)
CATS = ("persian", "siamese", "american-shorthair", "british-shorthair", "ragdoll")
BREEDS = DOGS + CATS
MIXED = "mixed"

BLUE, PINK, GREEN = "blue", "pink", "green"  # abandoned, from a breeding farm, stray
ORIGINS = (BLUE, PINK, GREEN)
LEASH, COT, DISH = "leash", "cot", "dish"
TOKENS = (LEASH, COT, DISH)
TOKEN_OF_ORIGIN = {BLUE: LEASH, PINK: COT, GREEN: DISH}

NONE, GROOMING, TRAINING, MEDICAL = "none", "grooming", "training", "medical"
NEEDS = (NONE, GROOMING, TRAINING, MEDICAL)
PET_REPUTATION = {NONE: 3, GROOMING: 4, TRAINING: 5, MEDICAL: 6}
PET_COPIES = 2


@dataclass(frozen=True)
class Pet:
    """A pet card (R-16)."""

    breed: str
    origin: str
    need: str
    reputation: int


def all_pets() -> dict[str, Pet]:
    """15 breeds x 3 origins x 2; the needs cycle by the index.

    Completed: the index runs through the breeds, within a breed through the origins, within these through the
    two copies; so no two pets are alike.
    """
    pets = {}
    index = 0
    for breed in BREEDS:
        for origin in ORIGINS:
            for copy in range(1, PET_COPIES + 1):
                need = NEEDS[index % len(NEEDS)]
                pets[f"{breed}.{origin}.{copy}"] = Pet(breed, origin, need, PET_REPUTATION[need])
                index += 1
    return pets


# ---------------------------------------------------------------------- adopters


@dataclass(frozen=True)
class Adopter:
    """An adoption card (R-17): is any need accepted, or none only; the breeds accepted, () for any."""

    any_need: bool
    breeds: tuple[str, ...]


# Completed: the pairs of breeds.  "No special need" + 2 breeds: 30 cards.
NO_NEED_PAIRS = (
    ("mixed", "poodle"),
    ("poodle", "corgi"),
    ("corgi", "shiba"),
    ("shiba", "golden"),
    ("golden", "labrador"),
    ("labrador", "schnauzer"),
    ("schnauzer", "chihuahua"),
    ("chihuahua", "bulldog"),
    ("bulldog", "husky"),
    ("husky", "persian"),
    ("persian", "siamese"),
    ("siamese", "american-shorthair"),
    ("american-shorthair", "british-shorthair"),
    ("british-shorthair", "ragdoll"),
    ("ragdoll", "mixed"),
    ("mixed", "chihuahua"),
    ("poodle", "bulldog"),
    ("corgi", "husky"),
    ("shiba", "persian"),
    ("golden", "siamese"),
    ("labrador", "american-shorthair"),
    ("schnauzer", "british-shorthair"),
    ("chihuahua", "ragdoll"),
    ("bulldog", "mixed"),
    ("husky", "poodle"),
    ("persian", "corgi"),
    ("siamese", "shiba"),
    ("american-shorthair", "golden"),
    ("british-shorthair", "labrador"),
    ("ragdoll", "schnauzer"),
)
# "No or any special need" + 2 breeds: 20 cards.
ANY_NEED_PAIRS = (
    ("mixed", "poodle"),
    ("poodle", "corgi"),
    ("corgi", "shiba"),
    ("shiba", "golden"),
    ("golden", "labrador"),
    ("labrador", "schnauzer"),
    ("schnauzer", "chihuahua"),
    ("chihuahua", "bulldog"),
    ("bulldog", "husky"),
    ("husky", "persian"),
    ("persian", "siamese"),
    ("siamese", "american-shorthair"),
    ("american-shorthair", "british-shorthair"),
    ("british-shorthair", "ragdoll"),
    ("ragdoll", "mixed"),
    ("mixed", "shiba"),
    ("shiba", "schnauzer"),
    ("schnauzer", "husky"),
    ("husky", "american-shorthair"),
    ("american-shorthair", "mixed"),
)
NO_NEED_ANY_BREED = 6
ANYTHING = 4


def all_adopters() -> dict[str, Adopter]:
    """60 adoption cards."""
    adopters = {}
    for one, two in NO_NEED_PAIRS:
        adopters[f"no:{one}+{two}"] = Adopter(False, (one, two))
    for one, two in ANY_NEED_PAIRS:
        adopters[f"any:{one}+{two}"] = Adopter(True, (one, two))
    for number in range(1, NO_NEED_ANY_BREED + 1):
        adopters[f"no:anything.{number}"] = Adopter(False, ())
    for number in range(1, ANYTHING + 1):
        adopters[f"any:anything.{number}"] = Adopter(True, ())
    return adopters


# ---------------------------------------------------------------------- places

SHELTER = "shelter"
SCHOOL = "training"
HOSPITAL = "hospital"
SALON = "salon"
GENERAL = "general"  # the three venues of the park
MIXED_VENUE = "mixed"
OVERSEAS = "overseas"
TREEHOUSE = "treehouse"
RIVER = "river"
STORY_HOUSE = "story_house"
DEPOT = "depot"
STALL = "stall"
PROMOTION = "promotion"

LARGE: tuple[int, ...] = ()
# The spaces of each place: LARGE, or for each small space with how many players it opens.
SPACES: dict[str, tuple[int, ...]] = {
    SHELTER: LARGE,
    SCHOOL: (1, 3),
    HOSPITAL: (1, 3),
    SALON: (1, 3),
    GENERAL: (1, 1, 3, 4),
    MIXED_VENUE: (1,),
    OVERSEAS: (1,),
    TREEHOUSE: LARGE,
    RIVER: (1, 3),
    STORY_HOUSE: LARGE,
    DEPOT: (1, 4),
    STALL: LARGE,
    PROMOTION: LARGE,
}

# ---------------------------------------------------------------------- star cards

CAFE = "cafe"


@dataclass(frozen=True)
class StarCard:
    """A star card: its price, the reward of each round, and the power of the four named ones."""

    money: int
    tokens: tuple[str, ...] = ()
    reward_money: int = 0
    reward_reputation: int = 0
    power: str = ""  # SCHOOL, HOSPITAL, SALON or CAFE


# Completed: the four named cards bring no round reward; the prices and rewards of the last eight.
STARS: dict[str, StarCard] = {
    "zero.1": StarCard(0, (), reward_money=1),
    "zero.2": StarCard(0, (), reward_money=1),
    "zero.3": StarCard(0, (), reward_money=1),
    "zero.4": StarCard(0, (), reward_money=1),
    "training_centre": StarCard(5, (LEASH, DISH), power=SCHOOL),
    "vet_clinic": StarCard(6, (COT, LEASH), power=HOSPITAL),
    "pet_salon": StarCard(4, (DISH,), power=SALON),
    "foster_cafe": StarCard(6, (LEASH, COT, DISH), power=CAFE),
    "money.1": StarCard(3, (LEASH,), reward_money=2),
    "money.2": StarCard(3, (COT,), reward_money=2),
    "money.3": StarCard(5, (LEASH, COT), reward_money=3),
    "money.4": StarCard(5, (COT, DISH), reward_money=3),
    "reputation.1": StarCard(4, (DISH,), reward_reputation=1),
    "reputation.2": StarCard(4, (LEASH,), reward_reputation=1),
    "reputation.3": StarCard(6, (LEASH, DISH), reward_reputation=2),
    "reputation.4": StarCard(6, (COT, COT), reward_reputation=2),
}

# ---------------------------------------------------------------------- events

NOW, ALL_ROUND, AT_END = "now", "round", "end"  # when an event is applied


@dataclass(frozen=True)
class Event:
    """An event card; NOW and AT_END fit "money", "blind_pet" and "swap_adopter", ALL_ROUND the others."""

    effect: str
    amount: int = 0
    timing: str = NOW


# Completed: when each of them is applied; none of this set at the round's end.
EVENTS: dict[str, Event] = {
    "quiet": Event("nothing"),
    "closed": Event("shelter_closed", timing=ALL_ROUND),
    "donation": Event("money", 2),
    "foundling": Event("blind_pet", 1),
    "dear_food": Event("upkeep", 1, ALL_ROUND),
    "fair": Event("general_bonus", 1, ALL_ROUND),
    "cheap_hospital": Event("hospital_fee", 2, ALL_ROUND),
    "second_thoughts": Event("swap_adopter", 1),
}

# ---------------------------------------------------------------------- tasks and characters


@dataclass(frozen=True)
class Task:
    """A task: what the adopted pets have to be, how many of them, and the reputation."""

    kind: str
    number: int
    reputation: int


# Completed: the last seven.
TASKS: dict[str, Task] = {
    "three_cats": Task("cats", 3, 5),
    "three_of_one_origin": Task("one_origin", 3, 5),
    "one_of_each_origin": Task("each_origin", 1, 6),
    "two_treated": Task("treated", 2, 5),
    "four_of_one_breed": Task("one_breed", 4, 8),
    "two_mixed": Task("mixed", 2, 4),
    "three_dogs": Task("dogs", 3, 4),
    "five_pets": Task("pets", 5, 4),
    "eight_pets": Task("pets", 8, 7),
    "five_breeds": Task("breeds", 5, 5),
    "two_untreated": Task("untreated", 2, 4),
    "each_treatment": Task("each_treatment", 1, 8),
}


@dataclass(frozen=True)
class Character:
    """A character: what brings extra reputation at the end, and how much each (R-80)."""

    kind: str
    reputation: int


CHARACTERS: dict[str, Character] = {
    "cat_friend": Character("adopted_cats", 1),
    "mixed_friend": Character("adopted_mixed", 1),
    "builder": Character("expansions", 2),
    "stray_friend": Character("strays", 1),
}

# ---------------------------------------------------------------------- the track and the home

STAR, LIMIT = "star", "limit"
# Reputation thresholds: a star token, or a higher adoption limit.
THRESHOLDS: tuple[tuple[int, str], ...] = (
    (8, STAR),
    (15, LIMIT),
    (18, STAR),
    (28, STAR),
    (30, LIMIT),
    (38, STAR),
)
HOME_SPACES = 8
EXPANSION_SPACES = 3
EXPANSION_LIMIT = 2  # per player


@dataclass(frozen=True)
class Tables:
    """Everything the engine takes from the cards and boards."""

    pets: dict[str, Pet]
    adopters: dict[str, Adopter]
    stars: dict[str, StarCard]
    events: dict[str, Event]
    tasks: dict[str, Task]
    characters: dict[str, Character]
    spaces: dict[str, tuple[int, ...]]
    thresholds: tuple[tuple[int, str], ...]
    home_spaces: int = HOME_SPACES
    expansion_spaces: int = EXPANSION_SPACES
    expansion_limit: int = EXPANSION_LIMIT


PROVISIONAL = Tables(
    pets=all_pets(),
    adopters=all_adopters(),
    stars=STARS,
    events=EVENTS,
    tasks=TASKS,
    characters=CHARACTERS,
    spaces=SPACES,
    thresholds=THRESHOLDS,
)
