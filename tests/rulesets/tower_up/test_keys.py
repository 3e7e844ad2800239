"""Keys: equal for equal states of one game, and different for different states."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

from attrs import evolve

from towerup.kernel.frozen import FrozenDict
from towerup.rulesets.tower_up.keys import state_key
from towerup.rulesets.tower_up.random_games import random_game
from towerup.rulesets.tower_up.state import Building, Cause, Ending, Phase, State

from .seeded_games import play_game, seeded_game


def test_different_states_of_one_game_have_different_keys() -> None:
    """Over several games from one beginning: the same key exactly for the same state."""
    for edition in ("tiny", "small", "reconstruction"):
        start = random_game(random.Random(edition), 2, edition)
        keys: dict[bytes, State] = {state_key(start): start}
        for seed in range(4):
            for step in play_game(start, ["random", "builder"], random.Random(seed)):
                assert keys.setdefault(state_key(step.after), step.after) == step.after
        assert len({*keys.values()}) == len(keys)


def backwards(mapping: Any) -> Any:
    return type(mapping)(dict(reversed(mapping.items())))


def test_equal_states_have_equal_keys_whatever_the_order_of_their_mappings() -> None:
    for step in seeded_game(["objective", "rival", "driver"], "order")[::5]:
        state = step.after
        buildings = {site: evolve(one, roofs=backwards(one.roofs)) for site, one in state.buildings.items()}
        players = tuple(
            evolve(one, stock=backwards(one.stock), vehicles=backwards(one.vehicles), chips=backwards(one.chips))
            for one in state.players
        )
        other = evolve(
            state,
            buildings=backwards(FrozenDict(buildings)),
            players=players,
            container=backwards(state.container),
            pile=backwards(state.pile),
            discards=backwards(state.discards),
        )
        assert other == state
        assert state_key(other) == state_key(state)
        assert state_key(pickle.loads(pickle.dumps(state))) == state_key(state)
        assert state_key(copy.deepcopy(state)) == state_key(state)


def test_every_field_is_in_the_key() -> None:
    state = seeded_game(["builder", "builder"], "fields")[60].before
    site = next(site for site in state.buildings)
    player, building = state.player, state.buildings[site]
    others = [
        evolve(state, setup=evolve(state.setup, objectives=())),
        evolve(state, phase=Phase.OVER),
        evolve(state, seat=1 - state.seat),
        evolve(state, buildings=state.buildings | {site: evolve(building, floors=building.floors + 1)}),
        evolve(state, buildings=state.buildings | {site: evolve(building, roofs={**building.roofs, 1: "nobody"})}),
        evolve(state, buildings=state.buildings | {site: Building("mauve", building.floors, building.roofs)}),
        evolve(state, players=state.players[::-1]),
        *(
            evolve(state, players=state.with_player(changed))
            for changed in (
                evolve(player, roof="red"),
                evolve(player, stock=player.stock + {"black": 1}),
                evolve(player, vehicles=player.vehicles | {"black": 99}),
                evolve(player, roofs=99),
                evolve(player, chips=player.chips | {"another": 1}),
                evolve(player, cone=5),
            )
        ),
        evolve(state, container=state.container + {"black": 1}),
        evolve(state, market=state.market[1:]),
        evolve(state, pile=state.pile + {"bgw": 1}),
        evolve(state, discards=state.discards + {"bgw": 1}),
        evolve(state, extra_turn=not state.extra_turn),
        evolve(state, another_turn=not state.another_turn),
        *(
            evolve(state, ending=Ending(cause, seat, turns))
            for cause, seat, turns in ((Cause.SHORTAGE, 0, 2), (Cause.LAST_ROOF, 0, 2), (Cause.SHORTAGE, 1, 2), (Cause.SHORTAGE, 0, 1))
        ),
        evolve(state, starting=("black",)),
    ]  # fmt: skip
    assert len({state_key(one) for one in (state, *others)}) == len(others) + 1
