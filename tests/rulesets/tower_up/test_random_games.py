"""Games drawn for a campaign, and things that are never legal."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import towerup as tu
from towerup.kernel.actors import CHANCE
from towerup.rulesets.tower_up.rulings import EVERY_RULING
from towerup.rulesets.tower_up.state import Phase

RULES = tu.TOWER_UP


def drawn(count: int, players: int, **more: Any) -> list[tu.State]:
    chooser = random.Random(f"{players} {more}")
    return [RULES.random_game(chooser, players, **more) for _ in range(count)]


@pytest.mark.parametrize("edition", ["reconstruction", *RULES.stress_editions])
def test_a_drawn_game_follows_from_the_generator(edition: str) -> None:
    """The same chance, the same game, for every number of players of the edition."""
    for players in RULES.player_counts(edition):
        one, other = random.Random("drawn"), random.Random("drawn")
        for _ in range(20):
            game = RULES.random_game(one, players, edition)
            assert game == RULES.random_game(other, players, edition)
            assert (len(game.players), game.setup.edition.name) == (players, edition)


@pytest.mark.parametrize(("players", "floors"), [(2, range(3, 8)), (3, range(3, 8)), (4, range(3, 6))])
def test_drawn_games_differ(players: int, floors: range) -> None:
    """In the number of starting floors, in who sits where, in the objectives and how they came."""
    games = drawn(300, players)
    assert {game.setup.starting_floors for game in games} == set(floors)
    assert {game.setup.seats[0] for game in games} == {"blue", "yellow", "orange", "green"}
    start = RULES.new_game(2).setup.objectives
    kinds = Counter(
        "random" if not game.setup.objectives else "start" if game.setup.objectives == start else "named"
        for game in games
    )
    assert min(kinds.values()) > 70
    assert len({game.setup.objectives for game in games}) > 40
    assert {game.phase for game in games} == {Phase.DEAL, Phase.REVEAL_START}


def test_mostly_the_default_rulings_and_sometimes_others() -> None:
    """About a quarter of games is played under some other reading, and every reading comes."""
    games = drawn(600, 3)
    other = [game.setup.rulings.changed for game in games if game.setup.rulings.changed]
    assert 110 < len(other) < 190
    seen = {(name, reading) for changed in other for name, reading in changed.items()}
    assert seen == {(name, reading) for name, readings in EVERY_RULING.items() for reading in readings[1:]}
    assert {len(changed) for changed in other} >= {1, 2, 3}


def test_rulings_that_are_given_are_kept() -> None:
    given = tu.Rulings(extra_turn="optional")
    assert {game.setup.rulings for game in drawn(60, 2, rulings=given)} == {given}
    assert {game.setup.rulings for game in drawn(60, 2, rulings=tu.Rulings())} == {tu.Rulings()}


def test_the_companions_are_the_small_editions() -> None:
    assert RULES.stress_editions == ("hamlet", "small", "tiny")


@pytest.mark.parametrize("edition", ["reconstruction", *RULES.stress_editions])
def test_oddities_are_refused_in_every_state(edition: str) -> None:
    """Whatever is going on, with a reason from the catalogue; and they are refused by `apply` as well."""
    chooser = random.Random(edition)
    broken: Counter[str] = Counter()
    kinds: set[type[Any]] = set()
    for number, players in enumerate(RULES.player_counts(edition) * 2):
        rulings = tu.Rulings(stock_limit="whole_run", replacement="may_decline") if number % 2 else None
        state = RULES.new_game(players, edition=edition, objectives="random", rulings=rulings)
        for step in range(400):
            legal = tu.legal_actions(state)
            if step % 7 == 0 or not legal or state.phase is Phase.DEAL:
                for odd in RULES.invalid_inputs(chooser, state):
                    told = tu.explain(state, odd)
                    assert told, odd
                    broken.update(one.id for one in told)
                    kinds.add(type(odd))
                    with pytest.raises(tu.IllegalAction):
                        tu.apply(state, odd)  # type: ignore[arg-type]  # that is the point
            if not legal:
                break
            weights = tu.chance_weights(state) if state.actor is CHANCE else None
            state = tu.apply(state, chooser.choices(legal, weights)[0])
    assert broken.keys() >= {"TU-FORM-01", "TU-FORM-02", "TU-SETUP-08", "TU-ROOF-01", "TU-STOCK-02"}
    assert {tu.Deal, tu.Reveal, tu.Place, tu.Take, tu.Back, tu.Found} < kinds
