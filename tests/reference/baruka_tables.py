"""The tables of `specs/baruka`, in the terms of the plain engine."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path

from tests.reference import baruka_data as data

FOLDER = Path(__file__).parents[2] / "specs" / "baruka"
KINDS = {"resource": data.RESOURCE, "skill": data.SKILL, "scorer": data.SCORE}
SKILLS = {"shift": "move", "swap": "swap", "sweep": "remove", "plant": "place", "wake": "open"}
SCORERS = {
    ("per_oracle", "1"): "oracles",
    ("per_third", "2"): "level_3",
    ("per_red_pair", "1"): "red_closed",
    ("per_cube", "3"): "cubes",
    ("per_helper", "1"): "helpers",
}
SQUARES = {5: "L", 3: "S"}  # altar tiles by their side


def rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def of_spec() -> data.Tables:
    return data.Tables(
        layouts={(layout, n): tiles(layout, n) for layout in ("easy", "hard") for n in (2, 3, 4)},
        boards={
            row["name"]: data.Board((row["one"], row["two"], None, None), row["bonus"])
            for row in rows("boards")
        },
        oracles={
            row["name"]: data.Oracle(
                int(row["level"]),
                data.groups_of(row["omen"]),
                int(row["points"]),
                int(row["totems"]),
                int(row["expansions"]),
            )
            for row in rows("oracles")
        },
        helpers={
            row["name"]: data.Helper(KINDS[row["kind"]], int(row["cost"]), power(row))
            for row in rows("helpers")
        },
    )


def tiles(layout: str, players: int) -> tuple[data.Placed, ...]:
    found = []
    for row in rows("tiles"):
        low, _, high = row["players"].partition("..")
        if row["layout"] == layout and int(low) <= players <= int(high or low):
            side = row["drawing"].count("/") + 1
            assert row["drawing"] == "/".join(["#" * side] * side)
            found.append((SQUARES[side], int(row["row"]), int(row["column"])))
    return tuple(sorted(found))


def power(row: Mapping[str, str]) -> str:
    if row["kind"] == "skill":
        return SKILLS[row["power"]]
    if row["kind"] == "resource":
        return row["gives"] or (data.EXPANSION if row["tile"] == "1" else data.ANY_BASIC)
    (found,) = [SCORERS[key] for key in SCORERS if row[key[0]] == key[1]]
    return found
