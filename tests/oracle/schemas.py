"""The schemas in specs/: what is the same for all games, and each game's own; and whether a value is of their form."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from towerup.kernel.ruleset import AnyRuleset
from towerup.oracle import specs

from .games import GAMES

SPECS = specs.folder()
BASE = "https://towerup.invalid/specs/"
SCHEMAS: dict[str, Any] = {
    file.relative_to(SPECS).as_posix(): json.loads(file.read_text(encoding="utf-8"))
    for file in sorted(SPECS.glob("**/schemas/*.json"))
}
"""Every schema by where it is in specs/."""
OF_A_GAME = ("action", "header", "outcome", "setup", "state")
"""What each game has its own form of."""
_REGISTRY: Any = Registry().with_resources(
    [(BASE + name, Resource.from_contents(one)) for name, one in SCHEMAS.items()]
)


@cache
def validator(name: str) -> Any:
    return Draft202012Validator({"$ref": BASE + name}, registry=_REGISTRY)


def fits(name: str, value: Any) -> bool:
    return bool(validator(name).is_valid(value))


def must_fit(name: str, value: Any) -> None:
    validator(name).validate(value)


def own(rules: AnyRuleset, form: str) -> str:
    """The schema of a game's own form."""
    return f"{rules.name}/schemas/{form}.json"


def of_any_game(form: str) -> dict[str, Any]:
    """The schema that stands for that of any game."""
    path = f"schemas/{form}.json"
    words = {"action": "An action", "header": "The first line of a record", "state": "A state"}
    title = words.get(form, f"The {form}") + " of any game"
    forms = [{"$ref": f"../{name}/schemas/{form}.json"} for name in sorted(rules.name for rules in GAMES)]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": BASE + path,
        "title": title,
        "anyOf": forms,
    }


def file_of(name: str) -> Path:
    return SPECS / name
