"""Tower Up as a rulebook that runs.

>>> import towerup as tu
>>> game = tu.Dealer(seed=7).settle(tu.new_game(players=3))
>>> game = tu.apply(game, tu.legal_actions(game)[0])
"""

import os as _os
import sys as _sys

from .kernel import pictures
from .kernel.actors import CHANCE, Actor
from .kernel.canonical import JsonError
from .kernel.dealers import AskingDealer, Dealer, ScriptedDealer
from .kernel.editions import EditionError
from .kernel.notation import NotationError
from .kernel.records import Record, RecordError
from .kernel.rules import Citation, IllegalAction, ImpossiblePosition, Rule, Violation
from .kernel.setups import SetupError
from .rulesets.tower_up.actions import Action, Back, Deal, Decline, Found, Place, Reveal, Take
from .rulesets.tower_up.edition import Edition, load_edition
from .rulesets.tower_up.generating import chance_weights, chances, legal_actions
from .rulesets.tower_up.interchange import (
    action_from_json,
    action_space,
    action_to_json,
    outcome_to_json,
    read_record,
    state_from_json,
    state_to_json,
)
from .rulesets.tower_up.invariants import STATE_LAWS, TRANSITION_LAWS
from .rulesets.tower_up.notation import parse_action
from .rulesets.tower_up.playing import apply, catalogue, explain, new_game
from .rulesets.tower_up.ruleset import TOWER_UP
from .rulesets.tower_up.rulings import Rulings
from .rulesets.tower_up.scoring import Outcome, Score, outcome, scores
from .rulesets.tower_up.setup import Setup
from .rulesets.tower_up.setup import agree as setup
from .rulesets.tower_up.state import State
from .rulesets.tower_up.table import Building, EndComing, Seat, Table, position

__version__ = "0.1.0"

# Imported when the first picture is wanted.
pictures.drawn_by("towerup.view")

__all__ = [
    "CHANCE",
    "STATE_LAWS",
    "TOWER_UP",
    "TRANSITION_LAWS",
    "Action",
    "Actor",
    "AskingDealer",
    "Back",
    "Building",
    "Citation",
    "Deal",
    "Dealer",
    "Decline",
    "Edition",
    "EditionError",
    "EndComing",
    "Found",
    "IllegalAction",
    "ImpossiblePosition",
    "JsonError",
    "NotationError",
    "Outcome",
    "Place",
    "Record",
    "RecordError",
    "Reveal",
    "Rule",
    "Rulings",
    "Score",
    "ScriptedDealer",
    "Seat",
    "Setup",
    "SetupError",
    "State",
    "Table",
    "Take",
    "Violation",
    "action_from_json",
    "action_space",
    "action_to_json",
    "apply",
    "catalogue",
    "chance_weights",
    "chances",
    "explain",
    "legal_actions",
    "load_edition",
    "new_game",
    "outcome",
    "outcome_to_json",
    "parse_action",
    "position",
    "read_record",
    "scores",
    "setup",
    "state_from_json",
    "state_to_json",
]

if _sys.modules.get("hypothesis") is not None and not _os.environ.get("HYPOTHESIS_NO_PLUGINS"):
    # Hypothesis has called its entry points already (ours is towerup_hypothesis.py), when there was nothing to register.
    from .verify.registration import register as _register

    _register()
