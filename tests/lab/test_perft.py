"""Perft: the counts are those of a plain recursion, the same whoever counts, and pinned for both boards."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from math import prod

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import towerup as tu
from towerup import lab
from towerup.kernel.counting import Level, counts
from towerup.verify import strategies

boxes = st.one_of(strategies.editions(), strategies.shipped_editions())


def naive(state: tu.State, depth: int) -> Level:
    """The same by the book: every sequence of actions one by one, and the states they lead to side by side."""
    ends: list[tuple[tu.State, int]] = []

    def walk(state: tu.State, weights: tuple[int, ...]) -> None:
        if len(weights) == depth:
            ends.append((state, prod(weights)))
            return
        chances = dict(tu.chances(state))
        for action in tu.legal_actions(state):
            walk(tu.apply(state, action), (*weights, chances.get(action, 1)))

    walk(state, ())

    def kind(state: tu.State) -> str:
        return "chance" if state.actor is tu.CHANCE else "over" if state.actor is None else "player"

    ways = Counter(kind(end) for end, _ in ends)
    different = {*(end for end, _ in ends)}
    places = Counter(kind(end) for end in different)
    return Level(
        len(ends), ways["chance"], ways["player"], ways["over"], sum(weight for _, weight in ends),
        len(different), places["chance"], places["player"], places["over"],
        sum(len(tu.legal_actions(end)) for end in different),
    )  # fmt: skip


@given(strategies.states(strategies.new_games(boxes)), st.integers(0, 3))
def test_counts_are_those_of_a_plain_recursion(state: tu.State, depth: int) -> None:
    """At states all over games in any box, to a small depth: ways, weights and positions, by who is to act."""
    while depth and len(tu.legal_actions(state)) ** depth > 8_000:
        depth -= 1
    levels = lab.perft(state, depth)
    assert levels == [naive(state, one) for one in range(depth + 1)]
    assert levels == counts(tu.TOWER_UP, state, depth)


@given(strategies.states(strategies.new_games(boxes)))
def test_what_is_told_apart_by_first_action_adds_up(state: tu.State) -> None:
    """The ways and the weights of all first actions together are those of the whole."""
    depth = 2 if len(tu.legal_actions(state)) < 60 else 1
    whole = lab.perft(state, depth)[-1]
    branches = lab.divide(state, depth)
    assert [one.action for one in branches] == list(tu.legal_actions(state))
    for name in ("paths", "paths_to_chance", "paths_to_players", "paths_over"):
        assert sum(getattr(one.level, name) for one in branches) == getattr(whole, name)
    assert sum(one.times * one.level.weight for one in branches) == whole.weight
    assert max((one.level.positions for one in branches), default=0) <= whole.positions


def test_to_divide_takes_a_first_action() -> None:
    """At depth 0 there is none."""
    with pytest.raises(ValueError, match="a depth of 1 or more is wanted, not 0"):
        lab.divide(tu.new_game(2), 0)


PINNED = {
    2: [
        (1, 1, 0, 0, 1, 1, 1, 0, 0, 35),
        (35, 35, 0, 0, 44, 35, 35, 0, 0, 1_199),
        (1_199, 1_199, 0, 0, 1_892, 1_091, 1_091, 0, 0, 36_569),
        (40_188, 0, 40_188, 0, 79_464, 29_164, 0, 29_164, 0, 1_281_180),
    ],
    3: [
        (1, 1, 0, 0, 1, 1, 1, 0, 0, 35),
        (35, 35, 0, 0, 44, 35, 35, 0, 0, 1_199),
        (1_199, 1_199, 0, 0, 1_892, 1_091, 1_091, 0, 0, 36_569),
        (40_188, 0, 40_188, 0, 79_464, 29_164, 0, 29_164, 0, 2_049_888),
    ],
}
"""From the beginning, with two players on the half board and with three on the full one."""


@pytest.mark.thorough
@pytest.mark.parametrize("players", PINNED)
def test_the_beginning_is_as_pinned(players: int) -> None:
    """All ways to lay out the market: 44 cards, then 43, then 42; and a first floor on 30 or 48 sites, in any colour if it is any."""
    assert [attrs.astuple(level) for level in lab.perft(tu.new_game(players), 3)] == PINNED[players]


MIDDLE = {
    2: [
        (1, 0, 1, 0, 1, 1, 0, 1, 0, 49),
        (49, 3, 46, 0, 49, 49, 3, 46, 0, 231),
        (231, 138, 93, 0, 270, 231, 138, 93, 0, 2_749),
        (2_749, 331, 2_418, 0, 4_656, 2_747, 331, 2_416, 0, 19_762),
    ],
    4: [
        (1, 0, 1, 0, 1, 1, 0, 1, 0, 6),
        (6, 6, 0, 0, 6, 6, 6, 0, 0, 108),
        (108, 0, 108, 0, 186, 108, 0, 108, 0, 1_399),
        (1_399, 535, 864, 0, 2_320, 1_399, 535, 864, 0, 49_970),
    ],
}
"""From the middle of a game of random players, with two of them on the half board and with four on the full one."""


@pytest.mark.parametrize("players", MIDDLE)
def test_the_middle_of_a_game_is_as_pinned(players: int) -> None:
    """Foundings, cards and the market's refilling, on either board."""
    game = lab.play(tu.new_game(players), [lab.player("random")] * players, seed=1)
    state = next(one for number, one in enumerate(game.states()) if number >= 40 and one.actor is not tu.CHANCE)
    assert [attrs.astuple(level) for level in lab.perft(state, 3)] == MIDDLE[players]


def test_the_end_is_told_apart() -> None:
    """From a position near it: some ways are over, and nothing goes on from them."""
    game = lab.play(tu.new_game(2, edition="tiny"), [lab.player("random")] * 2, seed=1)
    levels = lab.perft([*game.states()][-4], 6)
    assert levels[3].paths_over > 0
    assert levels[-1].paths == 0


def test_the_counts_are_the_same_whatever_the_number_of_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """One process or two."""
    monkeypatch.setattr("towerup.lab.depths.WORTH_SHARING", 2)
    start = tu.Dealer(1).settle(tu.new_game(2, edition="small"))
    told: list[tuple[int, int]] = []
    alone = lab.perft(start, 3, tell=lambda depth, positions: told.append((depth, positions)))
    assert told == [(depth, level.positions) for depth, level in enumerate(alone)]
    assert lab.perft(start, 3, jobs=2) == alone
    assert lab.divide(start, 2, jobs=2) == lab.divide(start, 2)


def test_the_key_of_a_state_is_the_same_in_every_process() -> None:
    """Whatever seed Python hashes text with: what two processes have met can be put together."""
    code = (
        "import towerup as tu; from towerup import lab\n"
        "game = lab.play(tu.new_game(2, edition='small'), [lab.player('random')] * 2, 1)\n"
        "print([tu.TOWER_UP.state_key(state) for state in game.states()])"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
