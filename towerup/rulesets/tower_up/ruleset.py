"""Tower Up as a ruleset: the kernel's contract, fulfilled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from towerup.kernel.numbers import whole_number
from towerup.kernel.ruleset import Ruleset

from .analysis import ANALYSIS
from .coverage import COVERAGE
from .drawing import COMPANIONS, drawn_game, oddities
from .edition import SHELF
from .generating import chance_weights, legal_actions
from .invariants import OFFER_LAWS, STATE_LAWS, TRANSITION_LAWS
from .keys import state_key
from .notation import parse_action
from .playing import apply, catalogue, explain, findings, new_game
from .rulings import Rulings
from .scoring import outcome
from .tempers import TEMPERS

if TYPE_CHECKING:
    from towerup.kernel.codec import Codec


def _codec() -> Codec[Any, Any]:
    from .codec import CODEC

    return CODEC


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
    return whole_number(word, "starting_floors", most=999)


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
    parse_action=parse_action,
    codec=_codec,
    outcome_rules=OUTCOME_RULES,
    editions=SHELF,
    usual_edition="reconstruction",
    rulings=Rulings.by_name,
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
