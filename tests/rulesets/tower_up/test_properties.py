"""The properties hold in every game, each of them can fail, and every rare event happens."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from towerup.kernel.properties import Property
from towerup.rulesets.tower_up import properties
from towerup.rulesets.tower_up.actions import Action, Back, Deal, Decline, Found, Place, Take
from towerup.rulesets.tower_up.box.edition import SHELF
from towerup.rulesets.tower_up.play import catalogue, chances, legal_actions
from towerup.rulesets.tower_up.properties import PROPERTIES
from towerup.rulesets.tower_up.scoring import outcome
from towerup.rulesets.tower_up.state import Phase, State

from .games import Step, played
from .wrong_steps import ACTIONS, BEFORES, OFFERS, OUTCOMES, STATES, STEPS

BOXES = ("reconstruction", "small", "hamlet", *SHELF.names)
"""The editions in turn; those that are not tiny come twice."""
SEEDS = (*range(65), 91, 174)
"""These games show every rare event. The last one shows the rarest: a cone set before its player's last turn."""
ABOUT_NOTHING = {
    "TU-FORM-01": "what is no action can be no step, and is never offered: only an objection speaks of it",
    "TU-FORM-02": "what names nothing of the box can be no step, and is never offered: only an objection speaks of it",
}
"""Rules that no property can speak of, and why."""

BY_NAME = {one.name: one for one in PROPERTIES}


@cache
def steps() -> tuple[Step, ...]:
    """The steps of the seeded games."""
    return tuple(step for seed in SEEDS for step in played(seed, BOXES[seed % len(BOXES)], most=400))


@cache
def states() -> tuple[State, ...]:
    """The states of these games, those in which a game ends too."""
    ends = [after for _, _, after in steps() if after.phase is Phase.OVER]
    return (*(before for before, _, _ in steps()), *ends)


def broken(state: State) -> list[str]:
    """The properties that do not hold in a state, of what is offered in it, or of its outcome."""
    offers = PROPERTIES.broken_by_offer(state, legal_actions(state))
    weights = PROPERTIES.broken_by_chances(state, chances(state))
    return _names(PROPERTIES.broken_in(state) + offers + weights + PROPERTIES.broken_by_outcome(state, outcome(state)))


def _names(found: list[Property]) -> list[str]:
    return [one.name for one in found]


# --- they hold


def holds_in_a_game(seed: int, edition: str, players: int) -> None:
    for before, action, after in played(seed, edition, players):
        assert not broken(before), before
        assert not _names(PROPERTIES.broken_by(before, action, after)), (before, action)
    assert not broken(after)


BOXES_AND_PLAYERS = [(name, players) for name in SHELF.names for players in SHELF.shipped(name).players]


@pytest.mark.parametrize(("edition", "players"), BOXES_AND_PLAYERS)
def test_every_property_holds(edition: str, players: int) -> None:
    for seed in range(1 if edition == "reconstruction" else 3):
        holds_in_a_game(seed, edition, players)


@pytest.mark.thorough
@pytest.mark.parametrize(("edition", "players"), BOXES_AND_PLAYERS)
def test_every_property_holds_in_many_games(edition: str, players: int) -> None:
    for seed in range(1000, 1030):
        holds_in_a_game(seed, edition, players)


# --- each of them can fail


def _wrong(ways: list[tuple[str, Any]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("name", "way"), ways, ids=[f"{name}-{n}" for n, (name, _) in enumerate(ways)])


def _tried(name: str, tries: Callable[[Property], Any], least: int = 1) -> None:
    """A property holds for what games show, and for nothing that was made wrong."""
    results = [(right, wrong) for right, wrong in tries(BY_NAME[name])]
    assert len(results) >= least, "no step of these games can be made wrong like this"
    assert all(right for right, _ in results)
    assert not any(wrong for _, wrong in results)


MOST_TRIED = 25
"""So many states or steps are made wrong in each way."""


@_wrong(STATES)
def test_a_wrong_state_breaks_it(name: str, way: Callable[[State], State | None]) -> None:
    def tries(one: Property) -> Any:
        tried = ((state, wrong) for state in states() if (wrong := way(state)) is not None)
        return [
            (one.holds(right), one.holds(wrong)) for (right, wrong), _ in zip(tried, range(MOST_TRIED), strict=False)
        ]

    _tried(name, tries)


@_wrong(STEPS)
def test_a_wrong_state_after_breaks_it(name: str, way: Callable[[State, Any, State], State | None]) -> None:
    def tries(one: Property) -> Any:
        of_kind = (step for step in steps() if one.speaks_of(step[1]))
        tried = ((step, wrong) for step in of_kind if (wrong := way(*step)) is not None)
        return [
            (one.holds(*step), one.holds(step[0], step[1], wrong))
            for (step, wrong), _ in zip(tried, range(MOST_TRIED), strict=False)
        ]

    _tried(name, tries)


@_wrong(BEFORES)
def test_a_wrong_state_before_breaks_it(name: str, way: Callable[[State, Any, State], State | None]) -> None:
    def tries(one: Property) -> Any:
        of_kind = [step for step in steps() if one.speaks_of(step[1])][:MOST_TRIED]
        return [
            (one.holds(*step), one.holds(wrong, *step[1:])) for step in of_kind if (wrong := way(*step)) is not None
        ]

    _tried(name, tries)


@_wrong(ACTIONS)
def test_a_wrong_action_breaks_it(name: str, way: Callable[[State, Any], Action | None]) -> None:
    def tries(one: Property) -> Any:
        of_kind = (step for step in steps() if one.speaks_of(step[1]))
        tried = ((step, wrong) for step in of_kind if (wrong := way(*step[:2])) is not None)
        return [
            (one.holds(*step), one.holds(step[0], wrong, step[2]))
            for (step, wrong), _ in zip(tried, range(MOST_TRIED), strict=False)
        ]

    _tried(name, tries)


@_wrong(OFFERS)
def test_a_wrong_offer_breaks_it(name: str, way: Callable[[State, Any], Any]) -> None:
    def tries(one: Property) -> Any:
        tried = ((state, wrong) for state in states() if (wrong := way(state, legal_actions(state))) is not None)
        return [
            (one.holds(state, legal_actions(state)), one.holds(state, wrong))
            for (state, wrong), _ in zip(tried, range(5), strict=False)
        ]

    _tried(name, tries)


@_wrong(OUTCOMES)
def test_a_wrong_outcome_breaks_it(name: str, way: Callable[[State, Any], Any]) -> None:
    def tries(one: Property) -> Any:
        ends = [state for state in states() if state.phase is Phase.OVER]
        told = [(state, out) for state in ends if (out := outcome(state)) is not None]
        return [
            (one.holds(state, out), one.holds(state, wrong))
            for state, out in told
            if (wrong := way(state, out)) is not None
        ]

    _tried(name, tries)


def test_an_outcome_before_the_end_breaks_it() -> None:
    one = BY_NAME["an_outcome_exactly_when_the_game_is_over"]
    over = next(state for state in states() if state.phase is Phase.OVER)
    assert one.holds(over, outcome(over))
    assert not one.holds(over, None)
    assert not one.holds(states()[0], outcome(over))


@pytest.mark.parametrize("phase", [Phase.DEAL, Phase.REVEAL_START, Phase.REVEAL])
def test_wrong_weights_break_it(phase: Phase) -> None:
    one = BY_NAME["every_unseen_card_is_as_likely"]
    state = next(state for state in states() if state.phase is phase)
    right = chances(state)
    assert one.holds(state, right)
    assert not one.holds(state, [(action, weight + 1) for action, weight in right])
    assert not one.holds(state, [])
    assert phase is Phase.DEAL or not one.holds(state, right[1:])
    turn = next(state for state in states() if state.phase is Phase.TURN)
    assert one.holds(turn, ())
    assert not one.holds(turn, right)


def test_every_property_has_a_way_to_fail() -> None:
    tried = {name for ways in (STATES, STEPS, BEFORES, ACTIONS, OFFERS, OUTCOMES) for name, _ in ways}
    tried |= {"an_outcome_exactly_when_the_game_is_over", "every_unseen_card_is_as_likely"}
    assert tried == {one.name for one in PROPERTIES} - {one.name for one in PROPERTIES.events}


# --- rare events happen


@cache
def shown() -> dict[str, int]:
    """How many steps show each event."""
    counted = dict.fromkeys((one.name for one in PROPERTIES.events), 0)
    for step in steps():
        for one in PROPERTIES.shown_by(*step):
            counted[one.name] += 1
    return counted


@pytest.mark.parametrize("event", PROPERTIES.events, ids=lambda one: one.name)
def test_every_event_happens(event: Property) -> None:
    assert shown()[event.name], f"no step of {len(SEEDS)} games shows it"


KINDS_OF_ACTION: dict[str, type[Action]] = {
    "objectives_are_dealt": Deal,
    "a_starting_floor_is_placed": Place,
    "a_card_is_taken": Take,
    "trimmed_stock": Back,
    "extra_turn_declined": Decline,
    "a_building_is_founded": Found,
}
"""The events that every action of a kind shows."""


@pytest.mark.parametrize("event", PROPERTIES.events, ids=lambda one: one.name)
def test_no_event_happens_at_every_step(event: Property) -> None:
    such = sum(event.speaks_of(action) for _, action, _ in steps())
    assert (shown()[event.name] == such) == (event.name in KINDS_OF_ACTION)


# --- what they speak of


def test_every_rule_has_a_property_and_an_event() -> None:
    rules = {*catalogue().rules} - {*ABOUT_NOTHING}
    events = {rule for one in PROPERTIES.events for rule in one.rules}
    others = {rule for one in PROPERTIES if one not in PROPERTIES.events for rule in one.rules}
    assert events == rules
    assert others == rules


def test_names_and_statements_are_sentences() -> None:
    assert len(BY_NAME) == len([*PROPERTIES])
    assert all(one.statement.endswith(".") and one.statement[0].isupper() and one.rules for one in PROPERTIES)


def test_the_properties_that_were_asked_for_by_name_are_there() -> None:
    assert {"no_same_colour_neighbours", "ten_floor_cap", "extra_turn_exactly_when_earned"} <= {*BY_NAME}
    assert len([name for name in BY_NAME if name.startswith("extra_turn")]) >= 6


def test_they_never_ask_the_rulebook() -> None:
    """A property that asks the rulebook proves nothing."""
    game = properties.__name__.rpartition(".")[0]
    allowed = {f"{game}.{module}" for module in ("state", "actions", "box.cards", "box.edition")}
    for file in Path(properties.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if (
                isinstance(node, ast.ImportFrom)
                and not node.level
                and node.module
                and node.module.startswith("towerup")
            ):
                assert node.module in allowed or node.module.startswith("towerup.kernel"), file
            if isinstance(node, ast.Import):
                assert not any(one.name.startswith("towerup") for one in node.names), file
