"""Policies: each chooses a legal action, the same one for the same generator, and shows what it is for."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from statistics import mean
from typing import Any

import pytest

from towerup.rulesets.tower_up.actions import Back, Decline, Found, Place, Take
from towerup.rulesets.tower_up.box.edition import SHELF
from towerup.rulesets.tower_up.policies import POLICIES
from towerup.rulesets.tower_up.random_games import STRESS_EDITIONS, random_game
from towerup.rulesets.tower_up.rulings import Rulings
from towerup.rulesets.tower_up.scoring import outcome
from towerup.rulesets.tower_up.state import Cause, Phase, State

from .seeded_games import Step, play_game, seeded_game

EDITIONS = ("reconstruction", *STRESS_EDITIONS)


@cache
def decisions() -> tuple[Step, ...]:
    """The steps at which a player decided, from games of several editions and mixed policies."""
    steps: list[Step] = []
    for number in range(24):
        edition = EDITIONS[number % len(EDITIONS)]
        counts = SHELF.shipped(edition).players
        policies = random.Random(number).choices([*POLICIES], k=counts[number % len(counts)])
        steps += [
            step for step in seeded_game(policies, f"decisions {number}", edition) if type(step.before.actor) is int
        ]
    return tuple(steps)


@cache
def tables_of(policy: str, players: int = 3, games: int = 4) -> tuple[tuple[Step, ...], ...]:
    """Games of the whole edition, default rulings, in which all players have this policy."""
    played = []
    for number in range(games):
        rng = random.Random(f"{policy} {number}")
        start = random_game(rng, players, rulings=Rulings())
        played.append(tuple(play_game(start, [policy] * players, rng)))
    return tuple(played)


def count(policy: str, event: Callable[[Step], bool]) -> int:
    """How often something happens in the games of a policy."""
    return sum(event(step) for game in tables_of(policy) for step in game)


@pytest.mark.parametrize("name", POLICIES)
def test_a_policy_chooses_a_legal_action_and_the_same_one_for_the_same_generator(name: str) -> None:
    one, other = random.Random(1), random.Random(1)
    chosen = []
    for step in decisions():
        action = POLICIES[name](step.before, step.legal, one)
        assert action in step.legal
        assert POLICIES[name](step.before, [*step.legal], other) == action
        chosen.append(type(action))
    assert one.getstate() == other.getstate()
    assert {*chosen} >= {Place, Take, Found, Back}


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_players_of_one_policy_reach_the_end(name: str, edition: str) -> None:
    """A table of hoarders or spenders plays long, but not for ever."""
    for players in SHELF.shipped(edition).players[:: 2 if edition == "reconstruction" else 1]:
        last = seeded_game([name] * players, f"{name} alone", edition)[-1].after
        assert last.phase is Phase.OVER


def test_the_random_policy_chooses_every_action_as_often() -> None:
    step = next(step for step in decisions() if len(step.legal) == 12)
    rng = random.Random(5)
    chosen = Counter(POLICIES["random"](step.before, step.legal, rng) for _ in range(1200))
    assert all(60 < chosen[action] < 145 for action in step.legal)


def test_how_often_each_founds_when_it_can() -> None:
    """Builders, finishers and spenders always do; hoarders and drivers hardly ever."""
    able = [
        step
        for step in decisions()
        if any(isinstance(action, Found) for action in step.legal)
        and not isinstance(step.legal[-1], Decline)
        and step.before.player.roofs > 1
    ]

    def share(policy: str) -> float:
        rng = random.Random(policy)
        return mean(isinstance(POLICIES[policy](step.before, step.legal, rng), Found) for step in able)

    assert len(able) > 100
    assert [share(policy) for policy in ("builder", "finisher", "spender")] == [1, 1, 1]
    assert all(share(policy) < 0.25 for policy in ("hoarder", "driver"))
    assert all(0.6 < share(policy) < 1 for policy in ("star", "objective", "rival", "skyline"))


def test_extra_turns_are_sometimes_declined() -> None:
    """Where the ruling allows it."""
    able = [step for step in decisions() if isinstance(step.legal[-1], Decline) and len(step.legal) > 1]
    assert len(able) > 5
    for policy in ("builder", "hoarder"):
        rng = random.Random(policy)
        chosen = [POLICIES[policy](step.before, step.legal, rng) for step in able for _ in range(20)]
        assert 0.15 < mean(isinstance(action, Decline) for action in chosen) < 0.45


# --- what each policy likes to found


def choices(policy: str, kind: type[Any]) -> Iterator[tuple[State, Any]]:
    """What the policy chooses in states of the whole edition, if it is of this kind."""
    rng = random.Random(policy)
    for step in decisions():
        if step.before.setup.edition.name == "reconstruction" and any(isinstance(one, kind) for one in step.legal):
            chosen = POLICIES[policy](step.before, step.legal, rng)
            if isinstance(chosen, kind):
                yield step.before, chosen


def height(state: State, action: Found) -> int:
    """The level of the new roof."""
    return state.buildings[action.roof].floors + 1 if action.roof in state.buildings else 1


def price(state: State, action: Found) -> int:
    """How many neighbours are paid."""
    return sum(site in state.buildings for site in state.board[action.site])


def ahead(state: State, action: Found) -> int:
    """How far the vehicle that moves is ahead of the last one."""
    colour = state.buildings[action.roof].colour if action.roof in state.buildings else action.colour
    return state.player.vehicles[colour] - min(state.player.vehicles.values())


def covers_others(state: State, action: Found) -> int:
    """How many visible roofs of others are covered."""
    tops = [state.buildings[site].top for site in state.board[action.site] if site in state.buildings]
    return sum(top not in (None, state.player.roof) for top in tops)


def covers_own(state: State, action: Found) -> int:
    """How many visible roofs of the player are covered."""
    tops = [state.buildings[site].top for site in state.board[action.site] if site in state.buildings]
    return tops.count(state.player.roof)


def room(state: State, action: Found) -> int:
    """How many sites around the roof are empty."""
    return sum(site not in state.buildings for site in state.board[action.roof])


@pytest.mark.parametrize(
    ("policy", "measure", "factor"),
    [
        ("builder", height, 1.3),
        ("finisher", price, 0.9),
        ("spender", price, 1.1),
        ("star", ahead, 0.6),
        ("rival", covers_others, 1.3),
        ("skyline", room, 0.8),
        ("skyline", covers_own, 0.6),
    ],
    ids=["tall", "cheap", "expensive", "vehicle behind", "covering", "little room", "its own visible"],
)
def test_what_each_likes_to_found(policy: str, measure: Callable[[State, Found], int], factor: float) -> None:
    """Compared with the random policy, by a clear margin."""
    usual = mean(measure(*choice) for choice in choices("random", Found))
    liked = mean(measure(*choice) for choice in choices(policy, Found))
    assert liked > factor * usual if factor > 1 else liked < factor * usual


@pytest.mark.parametrize("policy", ["driver", "star"])
def test_drivers_and_stars_take_cards_for_their_last_vehicle(policy: str) -> None:
    def moves_last(state: State, action: Take) -> bool:
        vehicles = state.player.vehicles
        last = min(state.setup.edition.colours, key=lambda colour: vehicles[colour])
        return state.setup.edition.cards[action.card].vehicles[last] > 0

    usual = mean(moves_last(*choice) for choice in choices("random", Take))
    assert mean(moves_last(*choice) for choice in choices(policy, Take)) > 1.5 * usual


# --- what a table of one policy reaches


def full_stock(step: Step) -> bool:
    """Floors must go back."""
    return step.after.phase is Phase.BACK and step.before.phase is not Phase.BACK


def extra_turn(step: Step) -> bool:
    """An extra turn begins."""
    return step.after.extra_turn and not step.before.extra_turn


def chip_taken(step: Step) -> bool:
    """An objective is fulfilled."""
    return len(step.after.players[step.before.seat].chips) > len(step.before.player.chips)


def counted_cause(policy: str, players: int = 3) -> Counter[Cause]:
    """What triggered the end of each game."""
    return Counter(game[-1].after.ending.cause for game in tables_of(policy, players) if game[-1].after.ending)


def test_hoarders_reach_the_stock_limit_and_a_shortage() -> None:
    """They fill their stock many times, and end the game by a shortage with roofs in hand."""
    assert count("hoarder", full_stock) > 3 * count("finisher", full_stock)
    assert count("hoarder", full_stock) >= 40
    assert counted_cause("hoarder", 4) == {Cause.SHORTAGE: 4}
    assert all(player.roofs > 2 for game in tables_of("hoarder", 4) for player in game[-1].after.players)


def test_finishers_and_builders_hurry_to_their_last_roof() -> None:
    """A last roof ends all their games, long before those of spenders and drivers end."""

    def turns(policy: str) -> int:
        return count(policy, lambda step: step.before.phase is Phase.TURN)

    for policy in ("finisher", "builder"):
        assert counted_cause(policy) == {Cause.LAST_ROOF: 4}
        assert turns(policy) < 0.75 * turns("spender")
        assert turns(policy) < 0.5 * turns("driver")


def test_spenders_keep_their_last_roof() -> None:
    """The container runs low, because nobody ends the game."""

    def roofs_kept(policy: str) -> int:
        return count(policy, lambda step: isinstance(step.action, Take) and step.before.player.roofs == 1)

    assert roofs_kept("spender") > 5 * roofs_kept("builder")


def test_stars_and_drivers_earn_extra_turns() -> None:
    for policy in ("star", "driver"):
        assert count(policy, extra_turn) > 1.5 * count("rival", extra_turn)


def test_objective_players_take_chips() -> None:
    assert count("objective", chip_taken) > 1.2 * count("random", chip_taken)


def test_small_boxes_bring_ties() -> None:
    """Ties broken by floors in stock, and shared victories."""
    decided: Counter[str] = Counter()
    for number in range(60):
        edition = STRESS_EDITIONS[number % len(STRESS_EDITIONS)]
        players = SHELF.shipped(edition).players[0]
        policies = random.Random(number).choices([*POLICIES], k=players)
        end = outcome(seeded_game(policies, f"ties {number}", edition)[-1].after)
        assert end
        decided[end.decided_by] += 1
    assert decided["floors in stock"] >= 3
    assert decided["shared victory"] >= 2


def test_the_policies_play_as_they_always_did() -> None:
    """Seeded test vectors and campaigns stay the same only while every policy draws its random numbers in the same order."""
    rng = random.Random(0)
    steps = [*play_game(random_game(rng, 2), ["objective", "hoarder"], rng)]
    assert len(steps) == 81
    assert [str(step.action) for step in steps[20:26]] == [
        "take bn-vg",
        "reveal bgn",
        "found B6 white roof D2",
        "take bgn",
        "reveal gw-vb",
        "found B2 grey roof B1",
    ]
