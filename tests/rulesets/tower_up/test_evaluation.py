"""Evaluation: the numbers that were found by playing stay as they are.

The golden games were played by the packed rules of version 0.1.0 before the plain ones replaced them, with their numbers.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from towerup.rulesets.tower_up.box.edition import SHELF
from towerup.rulesets.tower_up.evaluation import evaluate
from towerup.rulesets.tower_up.objective_distance import both_sides, objective_distance
from towerup.rulesets.tower_up.objectives import is_fulfilled, presence
from towerup.rulesets.tower_up.play import apply, legal_actions
from towerup.rulesets.tower_up.random_games import random_game
from towerup.rulesets.tower_up.rulings import EVERY_RULING, Rulings
from towerup.rulesets.tower_up.scoring import outcome
from towerup.rulesets.tower_up.setup import new_game
from towerup.rulesets.tower_up.state import Building, State

from .seeded_games import seeded_game

GOLDEN = json.loads((Path(__file__).parent / "golden_evaluations.json").read_text(encoding="utf-8"))


def golden_states(game: dict[str, Any]) -> Iterator[State]:
    """Every state of a golden game, its beginning included."""
    state = new_game(
        game["players"],
        edition=game["edition"],
        objectives=game["objectives"],
        starting_floors=game["starting_floors"],
        rulings=Rulings.by_name(game["rulings"]),
    )
    yield state
    for notation in game["actions"]:
        [action] = [action for action in legal_actions(state) if str(action) == notation]
        state = apply(state, action)
        yield state


@pytest.mark.parametrize("game", GOLDEN, ids=lambda game: game["edition"])
def test_golden_positions_are_evaluated_as_before(game: dict[str, Any]) -> None:
    states = [*golden_states(game)]
    for number, expected in game["evaluations"].items():
        assert evaluate(states[int(number)]) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("game", GOLDEN, ids=lambda game: game["edition"])
def test_golden_objective_distances_are_as_before(game: dict[str, Any]) -> None:
    """Of every objective of the edition, in play or not, for every player."""
    states = [*golden_states(game)]
    for number, expected in game["distances"].items():
        assert distances(states[int(number)]) == expected


def distances(state: State) -> dict[str, list[int]]:
    """The distance to every objective of the edition by its id, for each player."""
    return {
        one.id: [objective_distance(state, presence(state, player.roof), player.roof, one) for player in state.players]
        for one in state.setup.edition.objectives
    }


def test_the_golden_games_cover_every_edition_kind_of_objective_and_reading_of_borders() -> None:
    assert {game["edition"] for game in GOLDEN} == {*SHELF.names} - {"rush"}
    kinds = {one.kind for name in SHELF.names for one in SHELF.shipped(name).objectives}
    assert len(kinds) == 10
    readings = {game["rulings"].get("border", "joined_by_road") for game in GOLDEN}
    assert readings == {*EVERY_RULING["border"]}


def test_the_end_of_a_game_is_evaluated_exactly() -> None:
    for edition in ("reconstruction", "small", "tiny"):
        last = seeded_game(["builder", "objective"], "end", edition)[-1].after
        result = outcome(last)
        assert result
        assert [*evaluate(last)] == [score.total for score in result.scores]


def test_players_with_the_same_before_them_are_worth_the_same_but_for_the_turn() -> None:
    first, *others = evaluate(new_game(4))
    assert len({*others}) == 1
    assert first - others[0] == pytest.approx(1.5)


def test_while_the_market_is_refilled_the_turn_counts_for_the_next_player() -> None:
    """Unless the player has earned an extra turn."""
    states = [step.after for step in seeded_game(["star", "star"], "refill") if step.after.phase.value == "reveal"]
    plain = next(state for state in states if not state.another_turn and not state.ending)
    extra = evolve(plain, another_turn=True)
    change = [now - was for was, now in zip(evaluate(plain), evaluate(extra), strict=True)]
    assert change[plain.seat] == pytest.approx(1.5)
    assert change[1 - plain.seat] == pytest.approx(-1.5)


# --- objective distance


def roofs_anywhere(rng: random.Random, edition: str) -> State:
    """A board full of buildings of random colours, with up to ten roofs of the first player anywhere."""
    state = random_game(rng, rng.choice(SHELF.shipped(edition).players), edition)
    colours, roof = state.setup.edition.colours, state.players[0].roof
    buildings = {site: Building(rng.choice(colours), 6) for site in state.box.sites}
    for _ in range(rng.randint(0, 10)):
        site, level = rng.choice(state.box.sites), rng.randint(1, 6)
        buildings[site] = evolve(buildings[site], roofs=buildings[site].roofs | {level: roof})
    reading = rng.choice(EVERY_RULING["border"])
    return evolve(state, buildings=buildings, setup=evolve(state.setup, rulings=Rulings(border=reading)))  # type: ignore[arg-type]  # a reading by name


@pytest.mark.parametrize("edition", ["reconstruction", "small", "tiny-goals"])
def test_a_distance_is_0_exactly_where_the_objective_is_fulfilled(edition: str) -> None:
    rng = random.Random(edition)
    for _ in range(60):
        state = roofs_anywhere(rng, edition)
        roof = state.players[0].roof
        for objective in state.setup.edition.objectives:
            distance = objective_distance(state, presence(state, roof), roof, objective)
            assert distance >= 0
            assert (distance == 0) == is_fulfilled(state, roof, objective), objective


def one_more_roof(state: State) -> Iterator[State]:
    """The same with one roof more of the first player, on any site and any level that has none."""
    for site, building in state.buildings.items():
        for level in range(1, 7):
            if level not in building.roofs:
                roofed = evolve(building, roofs=building.roofs | {level: state.players[0].roof})
                yield evolve(state, buildings=state.buildings | {site: roofed})


@pytest.mark.parametrize("edition", ["small", "tiny-goals"])
def test_a_roof_brings_an_objective_nearer_by_one_at_most(edition: str) -> None:
    """Never further away. Some roof always helps, so a distance is never too large; a roof that joins two groups helps more."""
    rng = random.Random(edition)
    for _ in range(10):
        state = roofs_anywhere(rng, edition)
        roof = state.players[0].roof
        before = distances(state)
        after = [distances(more) for more in one_more_roof(state)]
        for objective in state.setup.edition.objectives:
            was, nearest = before[objective.id][0], min(one[objective.id][0] for one in after)
            assert max(one[objective.id][0] for one in after) <= was
            if objective.kind != "adjacent":
                assert nearest >= was - 1
            if nearest == 0 and not is_fulfilled(state, roof, objective) and objective.kind != "adjacent":
                assert was == 1


def test_two_roads_across_one_border_need_another_border() -> None:
    """Four buildings at both ends of two roads fulfil the objective if the roads cross two borders."""
    start = new_game(4)
    objective = start.setup.edition.objectives_by_id["two-borders"]
    roof = start.players[0].roof
    roads = [(border, pair) for border, pairs in both_sides(start.box, "joined_by_road").items() for pair in pairs]
    seen = set()
    for (border, pair), (other_border, other_pair) in combinations(roads, 2):
        present = {site: Building("black", 1, {1: roof}) for site in pair | other_pair}
        if len(present) == 4:
            seen.add((border == other_border, objective_distance(start, present, roof, objective)))
    assert {(False, 0), (True, 1), (True, 2)} <= seen
    assert {distance for same, distance in seen if not same} == {0}
