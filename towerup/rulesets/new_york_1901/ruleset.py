"""New York 1901 as a ruleset: the kernel's contract, fulfilled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from towerup.kernel import records
from towerup.kernel.records import Record
from towerup.kernel.ruleset import Ruleset

from .actions import Action
from .analysis import ANALYSIS
from .coverage import COVERAGE
from .drawing import COMPANIONS, drawn_game, oddities
from .edition import SHELF, edition_from_toml, load_edition
from .generating import chance_weights, legal_actions
from .invariants import OFFER_LAWS, STATE_LAWS, TRANSITION_LAWS
from .keys import state_key
from .notation import parse_action
from .playing import apply, catalogue, explain, findings, new_game
from .rulings import rulings_from
from .scoring import outcome
from .state import State
from .tempers import TEMPERS

# JSON is imported when it is first wanted: its converter takes longer to load than all the rules.


def action_to_json(action: Action) -> dict[str, Any]:
    """An action as a JSON value: its `type` and its fields."""
    from . import codec

    return codec.action_to_json(action)


def action_from_json(value: Any) -> Action:
    """The action of a JSON value. Whether its names exist and it is legal is for `explain` to say."""
    from . import codec

    return codec.action_from_json(value)


def setup_to_json(state: State) -> dict[str, Any]:
    """The setup of a state as a JSON value: what a record's header holds."""
    from . import codec

    return codec.setup_to_json(state.setup)


def game_from_setup(value: Any, edition: Any = None) -> State:
    """The game about to begin that a setup in JSON describes."""
    from . import codec
    from .starting import first_state

    return first_state(codec.setup_from_json(value, edition))


def state_to_json(state: State) -> bytes:
    """A state as canonical JSON: the same state, the same bytes."""
    from . import codec

    return codec.state_to_json(state)


def state_from_json(data: bytes | str, edition: Any = None) -> State:
    """The state of a JSON text; raises JsonError for a wrong form, ImpossiblePosition for a state no game can reach."""
    from . import codec

    return codec.state_from_json(data, edition)


def outcome_to_json(result: Any) -> dict[str, Any]:
    """An outcome as a JSON value."""
    from . import codec

    return codec.outcome_to_json(result)


def action_space(state: State) -> Sequence[Action]:
    """Every action of the state's edition, in the order of their numbers."""
    return state.setup.space.actions


def player_counts(edition: Any = "standard") -> tuple[int, ...]:
    """The numbers of players that an edition is for."""
    return load_edition(edition).players


def read_record(lines: Iterable[bytes | str], edition: Any = None) -> Record:
    """The record in these lines, played through; raises RecordError at the first line that cannot be followed."""
    return records.read_record(lines, NEW_YORK_1901, edition)


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

NEW_YORK_1901 = Ruleset(
    name="new-york-1901",
    title="New York 1901",
    package="towerup.rulesets.new_york_1901",
    catalogue=catalogue,
    new_game=new_game,
    legal_actions=legal_actions,
    chance_weights=chance_weights,
    explain=explain,
    findings=findings,
    apply=apply,
    outcome=outcome,
    action_space=action_space,
    parse_action=parse_action,
    action_to_json=action_to_json,
    action_from_json=action_from_json,
    setup_to_json=setup_to_json,
    game_from_setup=game_from_setup,
    state_to_json=state_to_json,
    state_from_json=state_from_json,
    outcome_to_json=outcome_to_json,
    outcome_rules=OUTCOME_RULES,
    editions=SHELF,
    usual_edition="standard",
    edition_from_text=edition_from_toml,
    player_counts=player_counts,
    rulings=rulings_from,
    options=OPTIONS,
    state_laws=STATE_LAWS,
    transition_laws=TRANSITION_LAWS,
    offer_laws=OFFER_LAWS,
    coverage=COVERAGE,
    tempers=TEMPERS,
    drawn_game=drawn_game,
    oddities=oddities,
    companions=COMPANIONS,
    state_key=state_key,
    analysis=ANALYSIS,
)
"""The rules of New York 1901."""
