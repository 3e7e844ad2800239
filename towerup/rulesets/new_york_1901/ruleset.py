"""New York 1901 as a ruleset: the kernel's contract, fulfilled."""

from __future__ import annotations

from towerup.kernel.ruleset import AnyRuleset, Ruleset

from .actions import TYPES
from .analysis import ANALYSIS
from .codec import CODEC
from .coverage import COVERAGE
from .edition import SHELF
from .generating import chance_weights, legal_actions
from .invariants import OFFER_LAWS, STATE_LAWS, TRANSITION_LAWS
from .keys import state_key
from .notation import parse_action
from .playing import apply, catalogue, findings, new_game
from .policies import POLICIES
from .random_games import STRESS_EDITIONS, invalid_inputs, random_game
from .rulings import Rulings
from .scoring import outcome
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
"""The rules that settle each field of an outcome, for whoever gets one wrong."""


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

NEW_YORK_1901: AnyRuleset = Ruleset(
    name="new-york-1901",
    title="New York 1901",
    package="towerup.rulesets.new_york_1901",
    state_type=State,
    action_types=tuple(TYPES.values()),
    catalogue=catalogue,
    new_game=new_game,
    legal_actions=legal_actions,
    chance_weights=chance_weights,
    objections=findings,
    apply=apply,
    outcome=outcome,
    parse_action=parse_action,
    codec=CODEC,
    outcome_rules=OUTCOME_RULES,
    editions=SHELF,
    usual_edition="standard",
    rulings=Rulings,
    options=OPTIONS,
    state_laws=STATE_LAWS,
    transition_laws=TRANSITION_LAWS,
    offer_laws=OFFER_LAWS,
    coverage=COVERAGE,
    action_space=lambda state: state.setup.space.actions,
    policies=POLICIES,
    random_game=random_game,
    invalid_inputs=invalid_inputs,
    stress_editions=STRESS_EDITIONS,
    state_key=state_key,
    analysis=ANALYSIS,
)
"""The rules of New York 1901."""
