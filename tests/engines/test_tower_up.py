"""The engine of Tower Up is the same game as the rulebook."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from towerup.engines import compiling
from towerup.rulesets.tower_up_plain.box.edition import SHELF
from towerup.verify.boxes import tower_up as boxes

from .tower_up_games import edition_with, follow, some_game

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
    final = follow(random, some_game(random, edition, edition.players[0]), compiled=compiled, late=True, steps=60)
    assert any(final.box.sites.index(site) >= 60 for site in final.buildings)
