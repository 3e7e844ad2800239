"""The rulebook of Tower Up: one module per heading of the printed rules, over plain values by name."""

from .actions import Action, Back, Deal, Decline, Found, Place, Reveal, Take
from .box.edition import Edition, edition_from_data, load_edition
from .interchange import (
    action_from_json,
    action_to_json,
    outcome_to_json,
    read_record,
    state_from_json,
    state_to_json,
)
from .notation import parse_action
from .play import apply, catalogue, chance_weights, chances, explain, legal_actions
from .positions import position, problems
from .properties import PROPERTIES
from .replay import as_code, replay
from .ruleset import TOWER_UP
from .rulings import Rulings
from .scoring import Outcome, Score, outcome, scores
from .setup import make_setup, new_game
from .space import action_space
from .state import Building, Cause, Ending, Phase, Player, Setup, State

__all__ = [
    "PROPERTIES",
    "TOWER_UP",
    "Action",
    "Back",
    "Building",
    "Cause",
    "Deal",
    "Decline",
    "Edition",
    "Ending",
    "Found",
    "Outcome",
    "Phase",
    "Place",
    "Player",
    "Reveal",
    "Rulings",
    "Score",
    "Setup",
    "State",
    "Take",
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
    "parse_action",
    "position",
    "problems",
    "read_record",
    "replay",
    "scores",
    "state_from_json",
    "state_to_json",
]
