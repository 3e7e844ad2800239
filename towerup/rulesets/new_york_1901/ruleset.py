"""New York 1901 as a ruleset: what the kernel's contract asks for."""

from __future__ import annotations

from towerup.kernel.ruleset import Ruleset

from .actions import TYPES, Action
from .analysis import ANALYSIS
from .box.edition import SHELF
from .invalid_inputs import invalid_inputs
from .json import CODEC
from .keys import state_key
from .notation import parse_action
from .play import apply, catalogue, chance_weights, legal_actions, objections
from .policies import POLICIES
from .properties import PROPERTIES
from .random_games import STRESS_EDITIONS, random_game
from .rulings import Rulings
from .scoring import Outcome, outcome
from .setup import new_game
from .space import action_space
from .state import State

OUTCOME_RULES = {
    "scores": ("NY-FINAL-03",),
    "colour": ("NY-SETUP-01",),
    "track": ("NY-BUILD-06",),
    "streets": ("NY-FINAL-01",),
    "challenge": ("NY-CHALLENGE-01",),
    "cards": ("NY-FINAL-02",),
    "legendary": ("NY-FINAL-04",),
    "gold": ("NY-FINAL-04",),
    "total": ("NY-FINAL-03",),
    "winners": ("NY-FINAL-03", "NY-FINAL-04"),
    "cause": ("NY-END-01", "NY-END-02"),
    "ended_by": ("NY-END-01", "NY-END-02"),
}
"""The rules that settle each field of an outcome."""

FORBIDDING = frozenset(
    f"NY-{id}"
    for id in [
        "FORM-01",
        "FORM-02",
        "SETUP-03",
        "BOX-03",
        "BOX-05",
        "TURN-01",
        "TURN-02",
        "TURN-03",
        "TURN-04",
        "TURN-05",
        "TURN-08",
        "LAND-01",
        "LAND-02",
        "LAND-04",
        "BUILD-01",
        "BUILD-02",
        "BUILD-03",
        "BUILD-04",
        "BUILD-07",
        "BUILD-08",
        "TECH-01",
        "TECH-02",
        "TECH-03",
        "REBUILD-01",
        "REBUILD-02",
        "REBUILD-03",
        "REBUILD-04",
        "CARD-01",
        "CARD-02",
        "CARD-03",
        "CARD-04",
        "CARD-05",
        "CARD-06",
        "CARD-07",
        "CARD-08",
        "CARD-09",
        "CARD-10",
    ]
)
"""The rules that objections name."""


def _expert(word: str) -> bool:
    if word not in ("yes", "no"):
        raise ValueError(f"whether the rules for experts are played: yes or no, not {word!r}")
    return word == "yes"


def _names(word: str) -> list[str]:
    """Names with commas between."""
    return word.replace(",", " ").split()


def _challenge(word: str) -> str | None:
    return None if word == "none" else word


OPTIONS = {"characters": _names, "streets": _names, "challenge": _challenge, "expert": _expert}
"""What can be agreed for a game beside edition and rulings, read from a word."""

NEW_YORK_1901: Ruleset[State, Action, Outcome] = Ruleset(
    name="new-york-1901",
    title="New York 1901",
    package="towerup.rulesets.new_york_1901",
    state_type=State,
    action_types=tuple(TYPES.values()),
    catalogue=catalogue,
    new_game=new_game,
    legal_actions=legal_actions,
    chance_weights=chance_weights,
    objections=objections,
    apply=apply,
    outcome=outcome,
    parse_action=parse_action,
    codec=CODEC,
    outcome_rules=OUTCOME_RULES,
    editions=SHELF,
    usual_edition="standard",
    rulings=Rulings,
    options=OPTIONS,
    action_space=action_space,
    properties=PROPERTIES,
    forbidding=FORBIDDING,
    policies=POLICIES,
    random_game=random_game,
    invalid_inputs=invalid_inputs,
    stress_editions=STRESS_EDITIONS,
    state_key=state_key,
    analysis=ANALYSIS,
)
"""The rules of New York 1901."""

State.ruleset = NEW_YORK_1901
