"""The rulebook of Projekt Skyline: one module per heading of the printed rules, over plain values by name."""

from .actions import Action, Build, Corner, Draw, Grow, Pass, Place, Remove, Roll, Shift, Swap, Tax, Walk
from .box.edition import Edition, load_edition
from .notation import parse_action
from .play import apply, catalogue, chance_weights, chances, explain, legal_actions
from .positions import position, problems
from .properties import PROPERTIES
from .replay import replay
from .ruleset import PROJEKT_SKYLINE
from .rulings import Rulings
from .scoring import Outcome, Score, outcome, scores
from .setup import make_setup, new_game
from .space import action_space
from .state import Cause, Construction, Ending, Phase, Player, Setup, State

__all__ = [
    "PROJEKT_SKYLINE",
    "PROPERTIES",
    "Action",
    "Build",
    "Cause",
    "Construction",
    "Corner",
    "Draw",
    "Edition",
    "Ending",
    "Grow",
    "Outcome",
    "Pass",
    "Phase",
    "Place",
    "Player",
    "Remove",
    "Roll",
    "Rulings",
    "Score",
    "Setup",
    "Shift",
    "State",
    "Swap",
    "Tax",
    "Walk",
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
