"""Projekt Skyline as a ruleset: what the kernel's contract asks for."""

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
from .setup import expert_from_word, new_game
from .space import action_space
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
"""The rules that settle each field of an outcome."""

FORBIDDING = frozenset(
    f"PS-{rule}"
    for rule in [
        "FORM-01",
        "FORM-02",
        "SETUP-03",
        "SETUP-04",
        "SETUP-05",
        "SETUP-09",
        "TURN-01",
        "TURN-02",
        "TURN-03",
        "TURN-04",
        "BUILD-01",
        "BUILD-02",
        "BUILD-03",
        "BUILD-05",
        "BUILD-07",
        "GROW-01",
        "GROW-02",
        "GROW-03",
        "GROW-04",
        "TOWER-02",
        "EXPERT-01",
        "EXPERT-02",
        "EXPERT-03",
        "CARD-01",
        "CARD-02",
        "CARD-04",
        "CARD-07",
        "ACTION-01",
        "ACTION-02",
        "ACTION-04",
        "ACTION-07",
        "ACTION-08",
        "ACTION-09",
        "ACTION-10",
        "ACTION-11",
        "ACTION-12",
        "ACTION-13",
    ]
)
"""The rules that objections name."""

PROJEKT_SKYLINE: Ruleset[State, Action, Outcome] = Ruleset(
    name="projekt-skyline",
    title="Projekt Skyline",
    package="towerup.rulesets.projekt_skyline",
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
    options={"expert": expert_from_word},
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
"""The rules of Projekt Skyline."""

State.ruleset = PROJEKT_SKYLINE
