"""Projekt Skyline as a ruleset: the kernel's contract, fulfilled."""

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
    "scores": ("PS-FINAL-01", "PS-FINAL-02"),
    "colour": ("PS-SETUP-01",),
    "cash": ("PS-BOX-07",),
    "skyscrapers": ("PS-FINAL-01",),
    "paid": ("PS-FINAL-02",),
    "received": ("PS-FINAL-02",),
    "total": ("PS-FINAL-01", "PS-FINAL-02"),
    "winners": ("PS-FINAL-03", "PS-FINAL-04"),
    "cause": ("PS-END-01", "PS-END-02"),
    "ended_by": ("PS-END-01", "PS-END-02"),
}
"""The rules that settle each field of an outcome, for whoever gets one wrong."""


def _expert(word: str) -> bool:
    if word not in ("yes", "no"):
        raise ValueError(f"whether the variant for experts is played: yes or no, not {word!r}")
    return word == "yes"


OPTIONS = {"expert": _expert}
"""What can be agreed for a game beside edition and rulings, read from a word."""

PROJEKT_SKYLINE: AnyRuleset = Ruleset(
    name="projekt-skyline",
    title="Projekt Skyline",
    package="towerup.rulesets.projekt_skyline",
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
"""The rules of Projekt Skyline."""
