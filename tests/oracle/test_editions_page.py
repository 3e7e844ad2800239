"""Each game's editions.md says how a digest is made: done here from the page's words alone, from the files beside it."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from .games import GAMES
from .schemas import SPECS

FILES = [file for rules in GAMES for file in sorted((SPECS / rules.name / "editions").glob("*.toml"))]


def told(game: str) -> dict[str, str]:
    """The digests on the page of a game."""
    page = (SPECS / game / "editions.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| `([a-z-]+)` \| `([0-9a-f]{16})` \|$", page, re.MULTILINE))


# --- Tower Up


def letters(colours: list[str]) -> dict[str, str]:
    """A colour's first letter; if an earlier one has that, the last of its letters that is free; never x or v."""
    found: dict[str, str] = {}
    for colour in colours:
        usable = [letter for letter in colour if letter not in "xv"]
        first = usable[0]
        free = [letter for letter in usable if letter not in found.values()]
        found[colour] = first if first in free else free[-1]
    return found


def cards(colours: list[str], deck: list[dict[str, Any]]) -> list[dict[str, Any]]:
    letter = letters(colours)
    found: dict[str, dict[str, Any]] = {}
    for one in deck:
        floors, vehicles = one["floors"], one.get("vehicles", [])
        name = "".join(letter[colour] * floors.count(colour) for colour in colours) + "x" * floors.count("any")
        if vehicles:
            name += "-v" + "".join(letter[colour] * vehicles.count(colour) for colour in colours)
        kind = {
            "id": name,
            "printed": sum(floors.count(colour) * 128**place for place, colour in enumerate(colours)),
            "wild": floors.count("any"),
            "vehicles": [vehicles.count(colour) for colour in colours],
        }
        card = found.setdefault(f"{name}/{one['bottom']}", {"kind": kind, "bottom": one["bottom"], "count": 0})
        card["count"] += one.get("count", 1)
    return list(found.values())


def tower_up(raw: dict[str, Any]) -> dict[str, Any]:
    colours = list(raw["floors"]["colours"])
    objective: dict[str, Any] = {"start": False, "count": 0, "colour": None, "counts": [], "levels": []}
    return {
        "name": raw["name"],
        "colours": colours,
        "floors": list(raw["floors"]["colours"].values()),
        "roof_colours": raw["roofs"]["colours"],
        "roofs": raw["roofs"]["each"],
        "stock_limit": raw["stock"]["limit"],
        "market": raw["market"]["cards"],
        "worth": raw["track"]["worth"],
        "stars": raw["track"]["stars"],
        "cone": raw["cone"]["worth"],
        "chips": raw["chips"]["players"],
        "most_starting_floors": raw["starting_floors"]["most"],
        "objectives": [objective | one for one in raw["objectives"]["cards"]],
        "objectives_in_play": raw["objectives"]["in_play"],
        "cards": cards(colours, raw["deck"]["cards"]),
        "boards": [
            {
                "name": name,
                "players": board["players"],
                "size": board["size"],
                "districts": [
                    {"id": one["id"], "name": one["name"], "grey": one.get("grey", False)} for one in board["districts"]
                ],
                "sites": [{key: one[key] for key in ("id", "district", "at")} for one in board["sites"]],
                "roads": board["roads"],
                "parks": [{"area": []} | one for one in board.get("parks", [])],
                "lakes": [{"area": []} | one for one in board.get("lakes", [])],
            }
            for name, board in raw["boards"].items()
        ],
    }


# --- Projekt Skyline

KINDS = (
    "throw", "richest", "poorest", "dice", "tax", "own-tax", "leader", "swap", "floor", "swap-others", "shift", "raze", "remove",
)  # fmt: skip


def projekt_skyline(raw: dict[str, Any]) -> dict[str, Any]:
    card: dict[str, Any] = {"count": 1, "amount": 0, "steps": []}
    return {
        "name": raw["name"],
        "board": {key: raw["board"][key] for key in ("columns", "rows", "centre", "start")},
        "colours": raw["pieces"]["colours"],
        "floors": raw["pieces"]["floors"],
        "skyscrapers": raw["skyscrapers"]["players"],
        "skyscrapers_of_summary": raw["skyscrapers"].get("summary", {}),
        "white": raw["dice"]["white"],
        "black": raw["dice"]["black"],
        "money": raw["money"]["start"],
        "rents": raw["money"]["rents"],
        "bonus": raw["money"]["bonus"],
        "starting_floors": raw["start"]["floors"],
        "cards": [
            card | one | {"kind": KINDS.index(one["kind"]), "steps": sorted(one.get("steps", []))}
            for one in raw["cards"]["cards"]
        ],
    }


# --- New York 1901

CHALLENGES = (
    "gold-tycoon", "master-architect", "gold-prestige", "bronze-baron", "generation-king", "big-developer", "silver-titan",
    "real-estate-mogul",
)  # fmt: skip


def shape(rows: list[str]) -> list[list[int]]:
    cells = [(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#"]
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return sorted([x - left, y - top] for x, y in cells)


def new_york_1901(raw: dict[str, Any]) -> dict[str, Any]:
    technology, pieces = raw["technology"], raw["pieces"]
    tiles = [{"title": one["id"], **one, "shape": shape(one["shape"]), "height": 0} for one in raw["tiles"]["tiles"]]
    legendaries = [
        {**one, "shape": shape(one["shape"]), "technology": "gold", "height": place}
        for place, one in enumerate(raw["legendaries"]["tiles"], start=1)
    ]
    start = {"id": "start", "title": "starting building", "technology": "start", "points": 0, "height": 0}
    challenge: dict[str, Any] = {"points": 0, "buildings": 0, "cells": 0, "steps": {}}
    return {
        "name": raw["name"],
        "board": {
            "plan": [row.split() for row in raw["board"]["map"]],
            "districts": [{"character": "", **one} for one in raw["districts"]["districts"]],
            "streets": raw["streets"]["streets"],
        },
        "without": raw["districts"].get("without", {}),
        "streets_in_play": raw["streets"]["in_play"],
        "street_points": raw["streets"]["points"],
        "colours": pieces["colours"],
        "players": sorted(pieces["players"]),
        "workers": pieces["workers"],
        "market": raw["market"]["cards"],
        "thresholds": [technology["silver"], technology["gold"]],
        "expert_thresholds": [technology["expert_silver"], technology["expert_gold"]],
        "start": {**start, "shape": shape(raw["tiles"]["start"])},
        "own": tiles,
        "legendaries": legendaries,
        "unbuilt": raw["ending"]["unbuilt"],
        "unused_card": raw["ending"]["unused_card"],
        "challenges": [
            challenge | {key: one[key] for key in one if key != "id"} | {"kind": CHALLENGES.index(one["id"])}
            for one in raw["challenges"]["challenges"]
        ],
    }


WHOLE = {"tower-up": tower_up, "projekt-skyline": projekt_skyline, "new-york-1901": new_york_1901}
"""By game: what the digest is made of."""


@pytest.mark.parametrize("game", [rules.name for rules in GAMES])
def test_every_shipped_box_is_told(game: str) -> None:
    assert {file.stem for file in (SPECS / game / "editions").iterdir()} == told(game).keys()


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parents[1].name}-{file.stem}")
def test_the_digest_is_made_as_the_page_says(file: Path) -> None:
    game = file.parents[1].name
    made = WHOLE[game](tomllib.loads(file.read_text(encoding="utf-8")))
    text = json.dumps(made, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == told(game)[file.stem]
