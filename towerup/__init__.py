"""Tower Up as a rulebook that runs.

>>> import towerup as tu
>>> game = tu.Dealer(seed=7).settle(tu.new_game(players=3))
>>> game = tu.apply(game, tu.legal_actions(game)[0])
"""

import os as _os
import sys as _sys
from importlib import import_module as _import_module
from typing import TYPE_CHECKING as _TYPE_CHECKING

from .kernel import pictures
from .kernel.actors import CHANCE, Actor
from .kernel.canonical import JsonError
from .kernel.dealers import AskingDealer, Dealer, ScriptedDealer
from .kernel.editions import EditionError
from .kernel.notation import NotationError
from .kernel.records import Record, RecordError
from .kernel.rules import Citation, IllegalAction, ImpossiblePosition, Rule, Violation
from .kernel.setups import SetupError
from .rulesets.tower_up import (
    PROPERTIES,
    TOWER_UP,
    Action,
    Back,
    Building,
    Cause,
    Deal,
    Decline,
    Edition,
    Ending,
    Found,
    Outcome,
    Phase,
    Place,
    Player,
    Reveal,
    Rulings,
    Score,
    Setup,
    State,
    Take,
    action_from_json,
    action_space,
    action_to_json,
    apply,
    as_code,
    catalogue,
    chance_weights,
    chances,
    edition_from_data,
    explain,
    legal_actions,
    load_edition,
    make_setup,
    new_game,
    outcome,
    outcome_to_json,
    parse_action,
    position,
    problems,
    read_record,
    replay,
    scores,
    state_from_json,
    state_to_json,
)

if _TYPE_CHECKING:
    from .engines.tower_up_packing import pack, simulate

__version__ = "0.1.0"

# Imported when the first picture is needed.
pictures.drawn_by("towerup.view")

__all__ = [
    "CHANCE",
    "PROPERTIES",
    "TOWER_UP",
    "Action",
    "Actor",
    "AskingDealer",
    "Back",
    "Building",
    "Cause",
    "Citation",
    "Deal",
    "Dealer",
    "Decline",
    "Edition",
    "EditionError",
    "Ending",
    "Found",
    "IllegalAction",
    "ImpossiblePosition",
    "JsonError",
    "NotationError",
    "Outcome",
    "Phase",
    "Place",
    "Player",
    "Record",
    "RecordError",
    "Reveal",
    "Rule",
    "Rulings",
    "Score",
    "ScriptedDealer",
    "Setup",
    "SetupError",
    "State",
    "Take",
    "Violation",
    "action_from_json",
    "action_space",
    "action_to_json",
    "apply",
    "as_code",
    "catalogue",
    "chance_weights",
    "chances",
    "edition_from_data",
    "explain",
    "legal_actions",
    "load_edition",
    "make_setup",
    "new_game",
    "outcome",
    "outcome_to_json",
    "pack",
    "parse_action",
    "position",
    "problems",
    "read_record",
    "replay",
    "scores",
    "simulate",
    "state_from_json",
    "state_to_json",
]

_IMPORTED_LATE = dict.fromkeys(("pack", "simulate"), "towerup.engines.tower_up_packing")
"""The engine is imported when it is first used."""


def __getattr__(name: str) -> object:
    if name not in _IMPORTED_LATE:
        raise AttributeError(f"module 'towerup' has no attribute {name!r}")
    return getattr(_import_module(_IMPORTED_LATE[name]), name)


if _sys.modules.get("hypothesis") is not None and not _os.environ.get("HYPOTHESIS_NO_PLUGINS"):
    # Hypothesis has called its entry points already (ours is towerup_hypothesis.py), when there was nothing to register.
    from .verify.registration import register as _register

    _register()
