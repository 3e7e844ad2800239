"""The engine of Tower Up is the same game as the rulebook: both play beside each other, and are compared in every state."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from towerup.engines import compiling, tower_up
from towerup.engines.tower_up_packing import Packing, pack
from towerup.kernel.frozen import FrozenDict
from towerup.rulesets.tower_up.actions import Action, Found, Take
from towerup.rulesets.tower_up.box.edition import SHELF, Edition
from towerup.rulesets.tower_up.objectives import is_fulfilled
from towerup.rulesets.tower_up.play import apply, chance_weights, legal_actions
from towerup.rulesets.tower_up.rulings import EVERY_RULING, Rulings
from towerup.rulesets.tower_up.scoring import outcome
from towerup.rulesets.tower_up.setup import new_game
from towerup.rulesets.tower_up.space import action_space
from towerup.rulesets.tower_up.state import Building, Phase, State
from towerup.verify.boxes import tower_up_data as boxes

INTERPRETED = pytest.param(False, id="interpreted")
COMPILED = pytest.param(
    True,
    id="compiled",
    marks=[
        # Compiling takes longer than all the other tests of the engine.
        pytest.mark.thorough,
        pytest.mark.skipif(not compiling.can_compile(), reason=f"no numba: {compiling.INSTALL}"),
    ],
)
both = pytest.mark.parametrize("compiled", [INTERPRETED, COMPILED])
EDITIONS = [(name, players) for name in SHELF.names for players in SHELF.shipped(name).players]


def some_game(random: Random, edition: Edition, players: int) -> State:
    """A game about to begin, with rulings, objectives and starting floors drawn."""
    return new_game(
        players,
        edition=edition,
        objectives=random.choice(["start", "random"]),
        starting_floors=random.randint(edition.market, edition.most_starting_floors[players]),
        rulings=Rulings.by_name({name: random.choice(readings) for name, readings in EVERY_RULING.items()}),
    )


def follow(random: Random, state: State, *, compiled: bool, steps: int = 600, late: bool = False) -> State:
    """Plays a game on both, and compares them in every state. With `late` players like the last of the legal actions."""
    actions, engine = action_space(state), pack(state, compiled=compiled)
    numbers = {action: number for number, action in enumerate(actions)}
    greed = [random.random() for _ in state.players]
    for _ in range(steps):
        legal = legal_actions(state)
        assert engine.legal == tuple(numbers[action] for action in legal)
        assert engine.weights == chance_weights(state)
        assert engine.actor == state.actor
        assert engine.outcome() == outcome(state)
        if not legal:
            break
        action = legal[-1] if late and random.random() < 0.5 else chosen(random, state, legal, greed)
        state, engine = apply(state, action), engine.apply(numbers[action])
        assert engine.unpack() == state
        # What was counted on the way is what is counted anew.
        assert engine == pack(state, compiled=compiled)
    return state


def chosen(random: Random, state: State, legal: tuple[Action, ...], greed: list[float]) -> Action:
    """Some players take nearly always, so that floors run out and stocks overflow; others nearly always found."""
    if state.phase is Phase.TURN and random.random() < 0.8:
        kind = Take if random.random() < greed[state.seat] else Found
        return random.choice([action for action in legal if isinstance(action, kind)] or legal)
    return random.choice(legal)


@lru_cache(maxsize=8)
def edition_with(sites: int, width: int) -> Edition:
    """The usual edition on a grid of so many sites, its parks and lakes at the end of the board."""
    names = [f"{'ABCDE'[n % 5]}{n // 5}" for n in range(sites)]
    roads = [[names[n], names[n + 1]] for n in range(sites - 1) if (n + 1) % width]
    roads += [[names[n], names[n + width]] for n in range(sites - width)]
    data: dict[str, Any] = tomllib.loads(SHELF.text("reconstruction"))
    data |= {"name": f"grid-{sites}", "whole": False}
    players = sorted(int(number) for number in data["chips"]["players"])
    data["boards"] = {
        "grid": {
            "provenance": "reconstructed",
            "players": players,
            "size": [100 * width, 100 * sites],
            "districts": [{"id": one, "name": f"Quarter {one}", "grey": one in "AB"} for one in "ABCDE"],
            "sites": [
                {"id": name, "district": name[0], "at": [100 * (n % width) + 50, 100 * (n // width) + 50]}
                for n, name in enumerate(names)
            ],
            "roads": roads,
            "parks": [{"name": "Park", "sites": names[-9:]}],
            "lakes": [{"name": "Lake", "sites": names[-20:-4]}],
        }
    }
    return SHELF.from_data(data)


@both
@pytest.mark.parametrize(("name", "players"), EDITIONS)
def test_a_game_with_every_shipped_edition_is_the_same(name: str, players: int, compiled: bool) -> None:
    random = Random(f"{name} {players}")
    follow(random, some_game(random, SHELF.shipped(name), players), compiled=compiled)


@both
@given(data=boxes.edition_data(), random=st.randoms(use_true_random=False))
def test_a_game_with_any_drawn_edition_is_the_same(data: dict[str, Any], random: Random, compiled: bool) -> None:
    edition = SHELF.from_data(data)
    follow(random, some_game(random, edition, random.choice(edition.players)), compiled=compiled)


@pytest.mark.thorough
@both
@settings(max_examples=400)
@given(place=st.sampled_from(EDITIONS), random=st.randoms(use_true_random=False))
def test_many_games_are_the_same(place: tuple[str, int], random: Random, compiled: bool) -> None:
    name, players = place
    follow(random, some_game(random, SHELF.shipped(name), players), compiled=compiled)


@both
@pytest.mark.parametrize(("sites", "width"), [(62, 2), (63, 7), (64, 8), (200, 10)])
def test_boards_that_fill_a_word_of_a_mask_or_more_are_the_same(sites: int, width: int, compiled: bool) -> None:
    random, edition = Random(sites), edition_with(sites, width)
    final = follow(random, some_game(random, edition, edition.players[0]), compiled=compiled, late=True, steps=40)
    assert any(final.box.sites.index(site) >= 60 for site in final.buildings)


@lru_cache(maxsize=8)
def game_with(border: str) -> tuple[State, Packing]:
    state = new_game(2, rulings=Rulings.by_name({"border": border}))
    return state, Packing(evolve(state.setup, objectives=()))


@pytest.mark.parametrize("reading", EVERY_RULING["border"])
@given(random=st.randoms(use_true_random=False))
def test_objectives_are_fulfilled_by_the_same_buildings(reading: str, random: Random) -> None:
    """Buildings anywhere, so that rare objectives are fulfilled, too, and just not fulfilled."""
    state, packing = game_with(reading)
    for _ in range(4):
        buildings = {}
        for site in random.sample(state.box.sites, random.randint(2, 9)):
            floors = random.randint(1, len(state.box.around[site]))
            levels = random.sample(range(1, floors + 1), random.randint(1, min(2, floors)))
            roofs = {level: random.choice([*state.setup.seats, "blue"]) for level in levels}
            buildings[site] = Building(random.choice(state.setup.edition.colours), floors, FrozenDict(roofs))
        state = evolve(state, buildings=buildings)
        cells = packing.cells(state)
        for number, objective in enumerate(state.setup.edition.objectives):
            fulfilled = tower_up.fulfilled(packing.box, cells, tower_up.PLAYERS, number)
            assert fulfilled == is_fulfilled(state, "blue", objective), objective.id
