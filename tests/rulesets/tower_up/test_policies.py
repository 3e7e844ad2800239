"""Players of different policy: each chooses among what is legal, always the same with the same chance, and as its name says."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from statistics import mean
from typing import Any

import pytest

import towerup as tu
from towerup.kernel.actors import CHANCE
from towerup.kernel.counts import FIELD
from towerup.rulesets.tower_up.state import floors_of, roof_at

POLICIES = tu.TOWER_UP.policies
STEP_BOUND = 2_000


def game(names: list[str], seed: object, edition: str = "reconstruction") -> Iterator[tuple[tu.State, Any, tu.State]]:
    """A game of players of these policies."""
    chooser = random.Random(f"{seed}")
    state, policies = tu.TOWER_UP.random_game(chooser, len(names), edition), [POLICIES[name] for name in names]
    for _ in range(STEP_BOUND):
        legal = tu.legal_actions(state)
        if not legal:
            return
        action = tu.TOWER_UP.decide(state, legal, policies, chooser)
        after = tu.apply(state, action)
        yield state, action, after
        state = after
    raise AssertionError("this game does not end")


@cache
def decisions() -> tuple[tu.State, ...]:
    """States in which a player is to decide, from games of every edition."""
    states: list[tu.State] = []
    names = list(POLICIES)
    for number in range(24):
        edition = ("reconstruction", *tu.TOWER_UP.stress_editions)[number % 4]
        players = tu.TOWER_UP.player_counts(edition)[number % len(tu.TOWER_UP.player_counts(edition))]
        seats = random.Random(number).choices(names, k=players)
        states += [before for before, _, _ in game(seats, f"decisions {number}", edition) if before.actor is not CHANCE]
    return tuple(states)


def choices(
    policy: str, kind: type[Any], only: Callable[[tu.State], bool] = lambda _: True
) -> Iterator[tuple[tu.State, Any]]:
    """What the policy chooses in turns of the whole game, as far as it is of this kind."""
    chooser = random.Random(policy)
    for state in decisions():
        legal = tu.legal_actions(state)
        if state.setup.edition.name == "reconstruction" and any(type(one) is kind for one in legal) and only(state):
            chosen = POLICIES[policy](state, legal, chooser)
            if type(chosen) is kind:
                yield state, chosen


@pytest.mark.parametrize("name", POLICIES)
def test_a_temper_chooses_what_is_legal_and_always_the_same_with_the_same_chance(name: str) -> None:
    policy = POLICIES[name]
    one, other = random.Random(1), random.Random(1)
    seen = set()
    for state in decisions():
        legal = tu.legal_actions(state)
        chosen = policy(state, legal, one)
        assert chosen in legal
        assert policy(state, list(legal), other) is chosen
        assert one.getstate() == other.getstate()
        seen.add(type(chosen))
    assert seen >= {tu.Place, tu.Take, tu.Found, tu.Back}


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("edition", ["reconstruction", *tu.TOWER_UP.stress_editions])
def test_players_of_one_temper_come_to_an_end(name: str, edition: str) -> None:
    """A table of hoarders or spenders may sit long, but not for ever."""
    for players in tu.TOWER_UP.player_counts(edition):
        *_, (_, _, last) = game([name] * players, f"{name} alone", edition)
        assert last.is_over


def test_random_is_uniform() -> None:
    """Every legal action is as likely."""
    state = next(state for state in decisions() if len(tu.legal_actions(state)) == 12)
    legal = tu.legal_actions(state)
    chooser = random.Random(5)
    drawn = [POLICIES["random"](state, legal, chooser) for _ in range(1200)]
    assert all(60 < drawn.count(action) < 145 for action in legal)


def founds(policy: str) -> float:
    """How often the policy founds when it can."""
    able = [
        state
        for state in decisions()
        if any(type(one) is tu.Found for one in tu.legal_actions(state))
        and not any(type(one) is tu.Decline for one in tu.legal_actions(state))
        and state.players[state.seat].roofs > 1
    ]
    chooser = random.Random(policy)
    return mean(type(POLICIES[policy](state, tu.legal_actions(state), chooser)) is tu.Found for state in able)


def test_how_fond_of_founding_each_is() -> None:
    """Some always found when they can, others hardly ever."""
    for eager in ("builder", "finisher", "spender"):
        assert founds(eager) == 1
    for reluctant in ("hoarder", "driver"):
        assert founds(reluctant) < 0.25
    for often in ("star", "objective", "rival", "skyline"):
        assert 0.6 < founds(often) < 1


def height(state: tu.State, action: tu.Found) -> int:
    building = state.table.buildings.get(action.roof)
    return building.floors + 1 if building else 1


def price(state: tu.State, action: tu.Found) -> int:
    return sum(site in state.table.buildings for site in state.setup.board.graph[action.site])


def column(state: tu.State, action: tu.Found) -> int:
    """How far the vehicle that this founding moves is ahead of the hindmost."""
    building = state.table.buildings.get(action.roof)
    vehicles = state.table.seats[state.seat].vehicles
    return vehicles[building.colour if building else action.colour] - min(vehicles.values())


def covered(state: tu.State, action: tu.Found, own: bool) -> int:
    """How many roofs of one's own, or of others, are on top now and will be covered."""
    tops = []
    for site in state.setup.board.graph[action.site]:
        tower = state.towers[state.setup.board.index[site]]
        tops.append(roof_at(tower, floors_of(tower)) if tower else 0)
    return sum((roof == state.seat + 1) == own for roof in tops if roof)


def room(state: tu.State, action: tu.Found) -> int:
    """How many sites around the roof are still empty."""
    return sum(site not in state.table.buildings for site in state.setup.board.graph[action.roof])


@pytest.mark.parametrize(
    ("policy", "measure", "more"),
    [
        ("builder", height, 1.3),
        ("finisher", price, 0.8),
        ("spender", price, 1.1),
        ("star", column, 0.6),
        ("rival", lambda state, action: covered(state, action, own=False), 1.3),
        ("skyline", room, 0.8),
        ("skyline", lambda state, action: covered(state, action, own=True), 0.6),
    ],
    ids=["tall", "cheap", "dear", "hindmost", "covering", "hemmed in", "sparing its own"],
)
def test_what_each_likes_to_found(policy: str, measure: Callable[[tu.State, Any], float], more: float) -> None:
    """Beside one that founds at random, by a clear margin."""
    usual = mean(measure(*choice) for choice in choices("random", tu.Found))
    liked = mean(measure(*choice) for choice in choices(policy, tu.Found))
    assert (liked > more * usual) if more > 1 else (liked < more * usual)


def test_hoarders_take_and_keep_what_is_scarce() -> None:
    """Four of them bring the end about by a shortage, and with few roofs placed."""
    for seed in range(3):
        *_, (_, _, last) = game(["hoarder"] * 4, f"hoarders {seed}")
        result = tu.outcome(last)
        assert result is not None
        assert result.cause == "shortage"
        assert all(seat.roofs > 2 for seat in last.table.seats)


def test_drivers_take_vehicles() -> None:
    """More often than chance, a card that moves the hindmost vehicle."""

    def drives(state: tu.State, action: tu.Take) -> bool:
        vehicles = state.players[state.seat].vehicles
        [kind] = [kind for kind in state.setup.kinds if kind.id == action.card]
        return kind.vehicles[vehicles.index(min(vehicles))] > 0

    usual = mean(drives(*choice) for choice in choices("random", tu.Take))
    for policy in ("driver", "star"):
        assert mean(drives(*choice) for choice in choices(policy, tu.Take)) > 1.5 * usual


def test_spenders_save_their_last_roof_mostly() -> None:
    """So that the container runs low; but not for ever."""

    def last_roof(state: tu.State) -> bool:
        return state.players[state.seat].roofs == 1

    assert len([*choices("builder", tu.Found, last_roof)]) > 8 * len([*choices("spender", tu.Found, last_roof)])


def test_objective_seekers_take_more_chips() -> None:
    """Than as many players at random."""

    def chips(name: str) -> int:
        taken = 0
        for seed in range(12):
            *_, (_, _, last) = game([name] * 3, f"chips {seed}")
            taken += sum(len(seat.chips) for seat in last.table.seats)
        return taken

    assert chips("objective") > 1.2 * chips("random")


def test_who_saves_floors_has_them() -> None:
    """Builders empty their stock; hoarders end with a full one."""
    stocks = {}
    for name in ("builder", "hoarder"):
        *_, (_, _, last) = game([name] * 3, "stocks")
        stocks[name] = mean(player.stock % FIELD for player in last.players)
    assert stocks["hoarder"] > stocks["builder"]
