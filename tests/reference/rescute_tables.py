"""The tables of `specs/rescute`, in the terms of the plain engine.

A cell of rules is looked up by its text, so a changed card has to be translated anew. Of a card with
copies each copy has a name of its own: `small_gift.2`; `kind` leads back.
"""

from __future__ import annotations

import csv
import re
from functools import cache
from pathlib import Path

from tests.reference import rescute_data as data
from tests.reference.rescute import FEES

FOLDER = Path(__file__).parents[2] / "specs" / "rescute"
ORIGIN = {"abandoned": data.BLUE, "farm": data.PINK, "stray": data.GREEN}
NEED = {"healthy": data.NONE, "grooming": data.GROOMING, "training": data.TRAINING, "medical": data.MEDICAL}
PLACE = {
    "shelter_house": data.SHELTER,
    "training_hall": data.SCHOOL,
    "hospital": data.HOSPITAL,
    "salon": data.SALON,
    "general_venue": data.GENERAL,
    "mixed_venue": data.MIXED_VENUE,
    "overseas_venue": data.OVERSEAS,
    "treehouse": data.TREEHOUSE,
    "river": data.RIVER,
    "story_house": data.STORY_HOUSE,
    "depot": data.DEPOT,
    "stall": data.STALL,
    "promotion": data.PROMOTION,
}
POWERS = {"": "", **PLACE}
TASKS = {
    "count(p for p in adopted if p.breed.cat) >= 3": ("cats", 3),
    "any(count(p for p in adopted if p.origin == o) >= 3 for o in Origin)": ("one_origin", 3),
    "all(any(p.origin == o for p in adopted) for o in Origin)": ("each_origin", 1),
    "count(p for p in adopted if treated[p]) >= 2": ("treated", 2),
    "any(count(p for p in adopted if p.breed == b) >= 4 for b in Breed)": ("one_breed", 4),
    "count(p for p in adopted if not p.breed.cat) >= 4": ("dogs", 4),
    "count(p for p in adopted if p.breed == mixed) >= 2": ("mixed", 2),
    "home.size >= 7": ("at_home", 7),
    "all(Rescue(t) in tokens for t in Token)": ("each_token", 1),
    "wings >= 1": ("expansions", 1),
    "stars.size >= 2": ("star_cards", 2),
    "adopted.size >= 8": ("pets", 8),
}
CHARACTERS = {
    "count(p for p in adopted if p.breed.cat)": ("adopted_cats", 1),
    "count(p for p in adopted if p.breed == mixed)": ("adopted_mixed", 1),
    "2 * wings": ("expansions", 2),
    "count(p for p in home if p.origin == stray) + count(p for p in adopted if p.origin == stray)"
    " + count(p for p in cafe if p.origin == stray and U-R8 is counted)": ("strays", 1),
}
EVENTS = {
    "quiet_week": data.Event("nothing"),
    "quarantine": data.Event("shelter_closed", timing=data.ALL_ROUND),
    "donations": data.Event("money", 2),
    "foundlings": data.Event("blind_pet", 1, data.AT_END),
    "cold_spell": data.Event("upkeep", 1, data.ALL_ROUND),
    "adoption_fair": data.Event("general_bonus", 1, data.ALL_ROUND),
    "vet_grant": data.Event("hospital_fee", 2, data.ALL_ROUND),
    "second_thoughts": data.Event("swap_adopter", 1),
}
EVENT_CELLS = {  # closes, discount, premium, extra, now, tidy
    "quiet_week": ("", "", "", "", "", ""),
    "quarantine": ("shelter_house", "", "", "", "", ""),
    "donations": ("", "", "", "", "everybody_gains(2)", ""),
    "foundlings": ("", "", "", "", "", "pets_for_everybody"),
    "cold_spell": ("", "", "", "1", "", ""),
    "adoption_fair": ("", "", "1", "", "", ""),
    "vet_grant": ("", "if place == hospital then 2 else 0", "", "", "", ""),
    "second_thoughts": ("", "", "", "", "everybody_swaps", ""),
}


def rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def kind(card: str) -> str:
    return card.partition(".")[0]


@cache
def order(name: str) -> tuple[str, ...]:
    """The kinds of a table in its order, which is the order of picks."""
    return tuple(row["name"] for row in rows(name))


def copies(row: dict[str, str]) -> list[str]:
    many = int(row.get("copies", "1"))
    return [row["name"]] if many == 1 else [f"{row['name']}.{i + 1}" for i in range(many)]


def breed(name: str) -> str:
    return name.replace("_", "-")


def star(row: dict[str, str]) -> data.StarCard:
    tokens = tuple(t for t in data.TOKENS for _ in range(int(row[f"cost_{t}"])))
    money = re.fullmatch(r"money \+= (\d+)", row["reward"])
    reputation = re.fullmatch(r"earn\((\d+)\)", row["reward"])
    assert money or reputation
    power = data.CAFE if row["cafe"] == "2" else POWERS[row["house"]]
    return data.StarCard(
        int(row["money"]),
        tokens,
        int(money[1]) if money else 0,
        int(reputation[1]) if reputation else 0,
        power,
    )


def event(row: dict[str, str]) -> data.Event:
    cells = tuple(row[c] for c in ("closes", "discount", "premium", "extra", "now", "tidy"))
    assert cells == EVENT_CELLS[row["name"]]
    return EVENTS[row["name"]]


def spaces(row: dict[str, str]) -> tuple[int, ...]:
    if row["large"] == "true":
        return data.LARGE
    place = PLACE[row["name"]]
    assert int(row["price"]) == FEES.get(place, 0)
    return (1,) * int(row["small"]) + (3,) * int(row["at_three"]) + (4,) * int(row["at_four"])


@cache
def of_spec() -> data.Tables:
    """All of them."""
    assert {breed(row["name"]) for row in rows("breeds") if row["cat"] == "true"} == set(data.CATS)
    pets = {
        row["name"]: data.Pet(
            breed(row["breed"]), ORIGIN[row["origin"]], NEED[row["need"]], int(row["worth"])
        )
        for row in rows("pets")
    }
    adopters = {
        card: data.Adopter(
            row["any_need"] == "true", tuple(breed(row[w]) for w in ("wish_1", "wish_2") if row[w])
        )
        for row in rows("adopters")
        for card in copies(row)
    }
    return data.Tables(
        pets=pets,
        adopters=adopters,
        stars={card: star(row) for row in rows("stars") for card in copies(row)},
        events={row["name"]: event(row) for row in rows("events")},
        tasks={row["name"]: data.Task(*TASKS[row["done"]], int(row["points"])) for row in rows("tasks")},
        characters={row["name"]: data.Character(*CHARACTERS[row["bonus"]]) for row in rows("characters")},
        spaces={PLACE[row["name"]]: spaces(row) for row in rows("places")},
        thresholds=tuple(
            (int(row["at"]), {"gain_star": data.STAR, "raise_limit": data.LIMIT}[row["reached"]])
            for row in rows("thresholds")
        ),
    )
