"""specs/editions.md says how a digest is made: done here from the page's words alone, from the files beside it."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from typing import Any

import pytest

from towerup.oracle import specs

FILES = sorted((specs.folder() / "editions").glob("*.toml"))
TOLD = dict(
    re.findall(
        r"^\| `([a-z]+)` \| `([0-9a-f]{16})` \|$", (specs.folder() / "editions.md").read_text("utf-8"), re.MULTILINE
    )
)


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


def whole(raw: dict[str, Any]) -> dict[str, Any]:
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


def test_every_shipped_box_is_told() -> None:
    assert {file.stem for file in FILES} == TOLD.keys()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_digest_is_made_as_the_page_says(file: Any) -> None:
    told = whole(tomllib.loads(file.read_text(encoding="utf-8")))
    text = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == TOLD[file.stem]
