"""Tower Up as a ruleset: what the kernel's contract asks for."""

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
from .replay import agreed
from .rulings import Rulings
from .scoring import Outcome, outcome
from .setup import new_game, objectives_from_word, starting_floors_from_word
from .space import action_space
from .state import State

OUTCOME_RULES = {
    "scores": ("TU-FINAL-01",),
    "roof": ("TU-SETUP-07",),
    "vehicles": ("TU-FINAL-01", "TU-MOVE-01"),
    "cone": ("TU-FINAL-01", "TU-END-07"),
    "chips": ("TU-FINAL-01", "TU-GOAL-02"),
    "stock": ("TU-FINAL-03",),
    "total": ("TU-FINAL-01",),
    "winners": ("TU-FINAL-02", "TU-FINAL-03", "TU-FINAL-04"),
    "decided_by": ("TU-FINAL-02", "TU-FINAL-03", "TU-FINAL-04"),
    "cause": ("TU-END-01", "TU-END-04"),
    "ended_by": ("TU-END-01", "TU-END-04"),
}
"""The rules that settle each field of an outcome."""

FORBIDDING = frozenset(
    [
        "TU-FORM-01",
        "TU-FORM-02",
        "TU-END-06",
        "TU-SETUP-02",
        "TU-SETUP-03",
        "TU-SETUP-04",
        "TU-SETUP-05",
        "TU-SETUP-06",
        "TU-SETUP-08",
        "TU-TURN-01",
        "TU-TURN-02",
        "TU-TURN-03",
        "TU-TURN-05",
        "TU-TAKE-01",
        "TU-TAKE-03",
        "TU-TAKE-05",
        "TU-TAKE-07",
        "TU-TAKE-08",
        "TU-TAKE-09",
        "TU-STOCK-02",
        "TU-FOUND-01",
        "TU-FOUND-02",
        "TU-FOUND-03",
        "TU-FOUND-04",
        "TU-FOUND-06",
        "TU-FOUND-07",
        "TU-ROOF-01",
        "TU-STAR-05",
    ]
)
"""The rules that objections name."""

TOWER_UP: Ruleset[State, Action, Outcome] = Ruleset(
    name="tower-up",
    title="Tower Up",
    package="towerup.rulesets.tower_up",
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
    usual_edition="reconstruction",
    rulings=Rulings,
    options={"objectives": objectives_from_word, "starting_floors": starting_floors_from_word},
    agreed=agreed,
    public="tu",
    action_space=action_space,
    properties=PROPERTIES,
    forbidding=FORBIDDING,
    policies=POLICIES,
    random_game=random_game,
    invalid_inputs=invalid_inputs,
    stress_editions=STRESS_EDITIONS,
    state_key=state_key,
    analysis=ANALYSIS,
    engine="towerup.engines.tower_up_packing",
)
"""The rules of Tower Up."""

State.ruleset = TOWER_UP
