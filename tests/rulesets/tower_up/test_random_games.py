"""Random games: the generator decides all, and every option and ruling comes."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from towerup.rulesets.tower_up.box.edition import SHELF
from towerup.rulesets.tower_up.random_games import STRESS_EDITIONS, random_game
from towerup.rulesets.tower_up.rulings import EVERY_RULING, Rulings
from towerup.rulesets.tower_up.setup import new_game
from towerup.rulesets.tower_up.state import Phase, State


def games(number: int, players: int, **options: Any) -> list[State]:
    rng = random.Random(f"{players} {options}")
    return [random_game(rng, players, **options) for _ in range(number)]


@pytest.mark.parametrize("edition", SHELF.names)
def test_a_random_game_follows_from_the_generator(edition: str) -> None:
    for players in SHELF.shipped(edition).players:
        one, other = random.Random("same"), random.Random("same")
        for _ in range(20):
            game = random_game(one, players, edition)
            assert game == random_game(other, players, edition)
            assert (len(game.players), game.setup.edition.name) == (players, edition)


@pytest.mark.parametrize(("players", "floors"), [(2, range(3, 8)), (3, range(3, 8)), (4, range(3, 6))])
def test_random_games_have_every_option(players: int, floors: range) -> None:
    """Every number of starting floors, every first player, and objectives of all three sources."""
    drawn = games(300, players)
    assert {game.setup.starting_floors for game in drawn} == {*floors}
    assert {game.setup.seats[0] for game in drawn} == {"blue", "yellow", "orange", "green"}
    start = new_game(2).setup.objectives
    sources = Counter(
        "random" if not game.setup.objectives else "start" if game.setup.objectives == start else "named"
        for game in drawn
    )
    assert {*sources} == {"random", "start", "named"}
    assert min(sources.values()) > 70
    assert len({game.setup.objectives for game in drawn}) > 40
    assert {game.phase for game in drawn} == {Phase.DEAL, Phase.REVEAL_START}


def test_a_quarter_of_the_games_has_other_rulings_and_every_reading_comes() -> None:
    changed = [game.setup.rulings.changed for game in games(600, 3) if game.setup.rulings.changed]
    assert 110 < len(changed) < 190
    readings = {(name, reading) for one in changed for name, reading in one.items()}
    assert readings == {(name, reading) for name, offered in EVERY_RULING.items() for reading in offered[1:]}
    assert {len(one) for one in changed} >= {1, 2, 3}


def test_half_of_the_games_in_stress_editions_have_other_rulings() -> None:
    for edition in STRESS_EDITIONS:
        players = SHELF.shipped(edition).players[0]
        changed = [game for game in games(200, players, edition=edition) if game.setup.rulings.changed]
        assert 75 < len(changed) < 125


@pytest.mark.parametrize("rulings", [Rulings(), Rulings(extra_turn="optional")])
def test_given_rulings_are_kept(rulings: Rulings) -> None:
    assert {game.setup.rulings for game in games(60, 2, rulings=rulings)} == {rulings}


def test_the_stress_editions_are_the_small_ones() -> None:
    assert STRESS_EDITIONS == ("hamlet", "small", "tiny", "rush")
    assert {*STRESS_EDITIONS} < {*SHELF.names}
