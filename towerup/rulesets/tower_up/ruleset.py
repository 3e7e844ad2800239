"""Tower Up as a ruleset: the kernel's contract, fulfilled."""

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
    """Every action of the state's edition and board, in the order of their numbers."""
    return state.setup.space.actions


def player_counts(edition: Any = "reconstruction") -> tuple[int, ...]:
    """The numbers of players that an edition is for."""
    return tuple(sorted(load_edition(edition).chips))


def read_record(lines: Iterable[bytes | str], edition: Any = None) -> Record:
    """The record in these lines, played through; raises RecordError at the first line that cannot be followed."""
    return records.read_record(lines, TOWER_UP, edition)


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
"""The rules that settle each field of an outcome, for whoever gets one wrong."""


def _objectives(word: str) -> Any:
    """`start`, `random`, or names with commas between."""
    return word if word in ("start", "random") else word.replace(",", " ").split()


def _number(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 4):
        raise ValueError(f"a number of starting floors is wanted, not {word!r}")
    return int(word)


OPTIONS = {"objectives": _objectives, "starting_floors": _number}
"""What can be agreed for a game beside edition and rulings, read from a word."""

TOWER_UP = Ruleset(
    name="tower-up",
    title="Tower Up",
    package="towerup.rulesets.tower_up",
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
    usual_edition="reconstruction",
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
"""The rules of Tower Up."""
