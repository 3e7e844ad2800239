"""The plain rulebook of Tower Up and the packed rules are one game: compared step by step over whole games."""

from __future__ import annotations

import random
from typing import Any

import pytest

from towerup.rulesets import tower_up_plain as plain
from towerup.rulesets.tower_up.ruleset import TOWER_UP as PACKED

EDITIONS = ("hamlet", "reconstruction", "small", "tiny", "tiny-goals", "tiny-lane", "tiny-three", "tiny-yard")
JUDGED = 8
"""So many actions of the whole action space are judged in each state, beside all that are legal."""
STEPS = 400


def compare_a_game(seed: int, edition: str) -> dict[str, int]:
    """Plays one game with both and compares all they say. Tells how many steps it had and how it ended."""
    rng = random.Random(f"plain and packed/{seed}")
    packed = PACKED.random_game(rng, rng.choice(PACKED.player_counts(edition)), edition)
    setup = packed.setup
    state = plain.new_game(
        setup.seats,
        edition=edition,
        objectives=setup.objectives or "random",
        starting_floors=setup.starting_floors,
        rulings=setup.rulings,
    )
    policies = [rng.choice(list(PACKED.policies.values())) for _ in setup.seats]
    space = plain.action_space(state)
    assert space == PACKED.action_space(packed)
    for step in range(STEPS):
        assert plain.TOWER_UP.state_to_json(state) == PACKED.state_to_json(packed)
        legal = plain.legal_actions(state)
        assert legal == PACKED.legal_actions(packed)
        assert plain.chance_weights(state) == PACKED.chance_weights(packed)
        for action in rng.choices(space, k=JUDGED):
            by = rng.choice([None, 0, 1, len(setup.seats) - 1])
            assert rules_broken(plain.TOWER_UP, state, action, by) == rules_broken(PACKED, packed, action, by)
        if not legal:
            assert PACKED.outcome_to_json(PACKED.outcome(packed)) == outcome_of(state)
            return {"steps": step, outcome_of(state)["cause"]: 1}
        action = PACKED.decide(packed, legal, policies, rng)
        packed, state = PACKED.apply(packed, action), plain.apply(state, action)
    return {"steps": STEPS, "unfinished": 1}


def rules_broken(rules: Any, state: Any, action: Any, by: Any) -> list[str]:
    return sorted({one.rule for one in rules.objections(state, action, by)})


def outcome_of(state: plain.State) -> dict[str, Any]:
    outcome = plain.outcome(state)
    assert outcome
    value: dict[str, Any] = plain.TOWER_UP.outcome_to_json(outcome)
    return value


@pytest.mark.parametrize("edition", EDITIONS)
def test_they_say_the_same_in_a_few_games(edition: str) -> None:
    for seed in range(2):
        compare_a_game(seed, edition)


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(10))
def test_they_say_the_same_in_a_thousand_games(part: int) -> None:
    """A hundred games a part, over all editions, numbers of players and rulings; every way to end is among them."""
    seen: dict[str, int] = {}
    for seed in range(100 * part, 100 * (part + 1)):
        for name, count in compare_a_game(seed, EDITIONS[seed % len(EDITIONS)]).items():
            seen[name] = seen.get(name, 0) + count
    assert {"last roof", "shortage"} <= seen.keys()
