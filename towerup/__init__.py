"""Tower Up as a rulebook that runs.

>>> import towerup as tu
>>> game = tu.Dealer(seed=7).settle(tu.new_game(players=3))
>>> game = tu.apply(game, tu.legal_actions(game)[0])
"""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING as _TYPE_CHECKING

from . import hypothesis_plugin as _hypothesis_plugin
from .kernel import loading as _loading
from .kernel import pictures

if _TYPE_CHECKING:
    from .engines.tower_up_packing import pack, simulate
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

__version__ = "0.1.0"

# Imported when the first picture is needed.
pictures.drawn_by("towerup.view")
# Called when a game is loaded.
_loading.tell(_hypothesis_plugin.register_loaded)

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

_HOMES = {
    "engines.tower_up_packing": (
        "pack",
        "simulate",
    ),
    "kernel.actors": (
        "CHANCE",
        "Actor",
    ),
    "kernel.canonical": ("JsonError",),
    "kernel.dealers": (
        "AskingDealer",
        "Dealer",
        "ScriptedDealer",
    ),
    "kernel.editions": ("EditionError",),
    "kernel.notation": ("NotationError",),
    "kernel.records": (
        "Record",
        "RecordError",
    ),
    "kernel.rules": (
        "Citation",
        "IllegalAction",
        "ImpossiblePosition",
        "Rule",
        "Violation",
    ),
    "kernel.setups": ("SetupError",),
    "rulesets.tower_up": (
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
    ),
}
"""The module of each name. It is imported when the name is first used, so that `import towerup` costs next to nothing."""

_MODULES = {name: f"{__name__}.{module}" for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    if name == "rulesets":
        return _import_module("towerup.rulesets")
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(_import_module(_MODULES[name]), name)
    globals()[name] = value  # so that the next use finds it at once
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
