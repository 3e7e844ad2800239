"""How short the games are that a duel shows its differences with: beside the shortest there can be, by exhaustive search."""

from __future__ import annotations

import os
from typing import Any

import pytest

import towerup as tu
from towerup.cli.duel_faults import length
from towerup.kernel.canonical import encode
from towerup.kernel.records import header_of, start_of
from towerup.kernel.ruleset import AnyRuleset
from towerup.oracle.dueling import Duel, Terms
from towerup.oracle.implementations import RulesetImplementation
from towerup.oracle.matches import Difference, Kind
from towerup.verify.faults import plant, read_faults, uproot

RULES = tu.TOWER_UP
MOST_STATES = 30_000
RATIO = 1.5

QUICK = ("first-stocks-from-nowhere", "founding-anywhere")
SAMPLE = (
    "starting-floors-from-nowhere",
    "floors-put-back-vanish",
    "roofs-never-used-up",
    "same-colour-forgotten",
    "cards-taken-are-lost",
)


def chosen() -> list[Any]:
    """A sample; in a campaign all faults that can be seen from outside."""
    if os.environ.get("TOWERUP_PROFILE") == "campaign":
        return [fault.id for fault in read_faults(RULES.package) if fault.outside]
    return [*QUICK, *(pytest.param(fault, marks=pytest.mark.thorough) for fault in SAMPLE)]


@pytest.mark.parametrize("fault", chosen())
def test_a_difference_is_shown_by_a_game_nearly_as_short_as_can_be(fault: str) -> None:
    (planted,) = [one for one in read_faults(RULES.package) if one.id == fault]
    wrong = plant(RULES.package, planted)
    try:
        found = Duel(RULES, RulesetImplementation(wrong), Terms(100, seed=11, edition="tiny")).run().difference
        if found is None:
            pytest.skip("the tiny box cannot show it, or hardly ever does")
        if found.kind is Kind.ERROR or found.kind is Kind.SETUP_ACCEPTED:
            pytest.skip("it is shown by what is no action or no setup: there is no space of these to search")
        best = least(wrong, found)
        if best is None:
            pytest.skip("the space is too large to search")
        assert best <= length(found) <= RATIO * best, f"{length(found)} actions, though {best} are enough"
    finally:
        uproot(RULES.package, planted)


def least(wrong: AnyRuleset, found: Difference) -> int | None:
    """The fewest actions after which the wrong rules differ from the right ones, from the same start; None: not known."""
    ours, theirs = found.start, start_of(header_of(found.start), lambda _: wrong)
    if told(RULES, ours) != told(wrong, theirs):
        return 0
    space = [(action, wrong.action_from_json(RULES.action_to_json(action))) for action in RULES.action_space(ours)]
    level = {RULES.state_key(ours): (ours, theirs)}
    for depth in range(length(found) + 1):
        after: dict[bytes, tuple[Any, Any]] = {}
        shown = False
        for pair in level.values():
            if any(ask(RULES, pair[0]) != ask(wrong, pair[1]) for ask in (offered, chances, result)):
                return depth
            shown = following(wrong, pair, space, after) or shown
        if shown:
            return depth + 1
        if len(after) > MOST_STATES:
            return None
        level = after
    return None


def following(
    wrong: AnyRuleset, pair: tuple[Any, Any], space: list[tuple[Any, Any]], after: dict[bytes, tuple[Any, Any]]
) -> bool:
    """Tries all there is to try in a position; tells whether an answer is wrong, and collects where it goes on."""
    ours, theirs = pair
    legal, shown = set(RULES.legal_actions(ours)), False
    for action, same in space:
        if action not in legal:
            shown = shown or not wrong.objections(theirs, same)
            continue
        right = RULES.apply(ours, action)
        try:
            given = wrong.apply(theirs, same)
        except Exception:  # noqa: BLE001  # refused, or worse
            shown = True
            continue
        if told(RULES, right) == told(wrong, given):
            after.setdefault(RULES.state_key(right), (right, given))
        else:
            shown = True
    return shown


def told(rules: AnyRuleset, state: Any) -> bytes:
    return rules.state_to_json(state)


def offered(rules: AnyRuleset, state: Any) -> Any:
    return str(state.actor), sorted(encode(rules.action_to_json(action)) for action in rules.legal_actions(state))


def chances(rules: AnyRuleset, state: Any) -> Any:
    return tuple(rules.chance_weights(state))


def result(rules: AnyRuleset, state: Any) -> Any:
    ended = rules.outcome(state)
    return encode(None if ended is None else rules.outcome_to_json(ended))
