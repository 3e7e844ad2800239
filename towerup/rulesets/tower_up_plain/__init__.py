"""The rulebook of Tower Up: one module per heading of the printed rules, over plain values by name."""

from .actions import Action, Back, Deal, Decline, Found, Place, Reveal, Take
from .box.edition import Edition, load_edition
from .notation import parse_action
from .play import apply, catalogue, chance_weights, chances, explain, legal_actions
from .positions import position, problems
from .replay import replay
from .ruleset import TOWER_UP
from .rulings import Rulings
from .scoring import Outcome, Score, outcome, scores
from .setup import make_setup, new_game
from .space import action_space
from .state import Building, Cause, Ending, Phase, Player, Setup, State

__all__ = [
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
    "action_space",
    "apply",
    "catalogue",
    "chance_weights",
    "chances",
    "explain",
    "legal_actions",
    "load_edition",
    "make_setup",
    "new_game",
    "outcome",
    "parse_action",
    "position",
    "problems",
    "replay",
    "scores",
]
