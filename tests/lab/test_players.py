"""Players: always a legal action, always the same one for the same chance, and each as good as its name promises."""

from __future__ import annotations

import contextlib
import pickle
import random
import time
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import towerup as tu
from towerup import lab
from towerup.lab import mcts
from towerup.lab.expectimax import value
from towerup.lab.games import steps
from towerup.lab.names import FORMS
from towerup.lab.players import lead
from towerup.verify import strategies

NAMES = ("random", "greedy", "expectimax:1", "expectimax:2", "mcts:1", "mcts:12")

decisions = strategies.states(most=60).filter(lambda state: isinstance(state.actor, int))


@given(decisions, st.integers())
def test_a_player_chooses_a_legal_action_and_the_same_again(state: tu.State, seed: int) -> None:
    """In any box, as any seat; sent through pickle it chooses no otherwise."""
    legal = tu.legal_actions(state)
    for name in NAMES:
        player = lab.player(name)
        chosen = player(state, legal, random.Random(seed))
        assert chosen in legal
        copy = pickle.loads(pickle.dumps(player))
        assert copy == player
        assert copy(state, legal, random.Random(seed)) == chosen


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_the_same_for_the_same_seed(name: str) -> None:
    """And another one for another seed."""
    players = [lab.player(name), lab.player("random")]
    start = tu.new_game(2, edition="small")
    game = lab.play(start, players, seed=5)
    assert lab.play(start, players, seed=5) == game
    assert lab.play(start, players, seed=6) != game
    assert tu.outcome([*game.states()][-1]) is not None


def test_games_with_the_same_luck_are_dealt_the_same_cards() -> None:
    """Whoever plays and whatever they choose, the table is laid out alike."""
    start = tu.new_game(3, objectives="random")
    one = lab.play(start, [lab.player("greedy")] * 3, seed=1, luck=9)
    other = lab.play(start, [lab.player("random")] * 3, seed=2, luck=9)
    dealt = [action for action in one.actions if isinstance(action, tu.Deal | tu.Reveal)][:4]
    assert [action for action in other.actions if isinstance(action, tu.Deal | tu.Reveal)][:4] == dealt
    assert one != other


def test_a_game_without_end_stops_at_the_bound() -> None:
    """Players who only ever take cards: the record says how far it went."""

    def taking(state: Any, legal: Any, chooser: random.Random) -> Any:
        return legal[0]

    game = lab.play(tu.new_game(2, edition="tiny-yard"), [taking, taking], seed=1, bound=300)
    assert len(game.actions) == 300
    assert tu.outcome([*game.states()][-1]) is None


def test_as_many_players_as_seats() -> None:
    """Too few or too many are told."""
    with pytest.raises(ValueError, match="3 players sit at this table, not 2"):
        lab.play(tu.new_game(3), [lab.player("random")] * 2, seed=1)


# --- names


@pytest.mark.parametrize(
    "text", ["random", "greedy", "expectimax:1", "expectimax:3", "mcts:1", "mcts:500", "mcts:0.5s", "mcts:2s"]
)
def test_a_player_is_called_by_the_text_that_names_it(text: str) -> None:
    """There and back."""
    assert str(lab.player(text)) == text


def test_other_ways_to_name_a_player() -> None:
    """Milliseconds; without a budget, the usual one; the policies of a game, if it is said which."""
    assert lab.player("mcts:200ms") == lab.Mcts(seconds=0.2)
    assert str(lab.player("mcts")) == "mcts:500"
    assert str(lab.player(" expectimax ")) == "expectimax:2"
    assert lab.player("builder", tu.TOWER_UP) is tu.TOWER_UP.policies["builder"]
    assert lab.player("random", tu.TOWER_UP) == lab.Random()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mtcs:500", "there is no player 'mtcs:500'; did you mean mcts:ITERATIONS or mcts:SECONDSs?"),
        ("", "there is no player ''; there is random, greedy, expectimax:DEPTH, mcts:ITERATIONS or mcts:SECONDSs"),
        ("deep-blue", "there is random, greedy"),
        ("builder", "there is no player 'builder'"),
        ("greedy:2", "nothing comes after greedy"),
        ("expectimax:0", "the depth must be 1 or more, not 0; write expectimax:2"),
        ("expectimax:two", "the depth must be a whole number"),
        ("expectimax:", "the depth must be a whole number"),
        ("mcts:0", "mcts:500, mcts:0.5s or mcts:200ms"),
        ("mcts:-5", "the number of iterations must be a whole number"),
        ("mcts:0s", "the time must be more than 0"),
        ("mcts:٣", "the number of iterations must be a whole number"),
        ("mcts:nans", "the time must be a number such as 3 or 0.25"),
    ],
)
def test_a_text_that_names_no_player_is_told_what_would(text: str, said: str) -> None:
    """An error in words."""
    with pytest.raises(lab.UnknownPlayer) as told:
        lab.player(text)
    assert said in str(told.value)


@given(st.text() | st.sampled_from(sorted(FORMS)).flatmap(lambda name: st.text().map(lambda rest: f"{name}:{rest}")))
def test_any_text_names_a_player_or_is_refused_in_words(text: str) -> None:
    """Never another error."""
    with contextlib.suppress(lab.UnknownPlayer):
        assert callable(lab.player(text, tu.TOWER_UP))


@pytest.mark.parametrize("budget", [{}, {"iterations": 5, "seconds": 1.0}, {"iterations": 0}, {"seconds": -1.0}])
def test_a_search_has_one_budget(budget: dict[str, Any]) -> None:
    """A number of iterations or of seconds, and some of it."""
    with pytest.raises(ValueError, match="a search"):
        lab.Mcts(**budget)


# --- looking ahead


def naive(state: tu.State, depth: int) -> list[Fraction]:
    """The same by the book: every path to its end, chances as exact fractions, and then the best for whoever chose."""
    if state.actor is None or depth == 0:
        return [Fraction(one) for one in tu.TOWER_UP.analysis.evaluate(state)]
    if state.actor is tu.CHANCE:
        chances = tu.chances(state)
        total = sum(weight for _, weight in chances)
        below = [(Fraction(weight, total), naive(tu.apply(state, action), depth)) for action, weight in chances]
        return [sum((share * one[seat] for share, one in below), Fraction(0)) for seat in range(len(below[0][1]))]
    ways = [naive(tu.apply(state, action), depth - 1) for action in tu.legal_actions(state)]

    def ahead(worth: list[Fraction]) -> Fraction:
        others = [one for seat, one in enumerate(worth) if seat != state.seat]
        return worth[state.seat] - max(others)

    return max(ways, key=ahead)


@pytest.mark.parametrize(("edition", "depth"), [("tiny-lane", 1), ("tiny-lane", 3), ("tiny-three", 3), ("tiny", 2)])
def test_looking_ahead_is_what_every_path_comes_to(edition: str, depth: int) -> None:
    """Against a plain recursion with exact fractions, at states all over some games, with two and three players."""
    players = tu.TOWER_UP.player_counts(edition)[0]
    for seed in range(4):
        game = lab.play(tu.new_game(players, edition=edition), [lab.player("random")] * players, seed)
        for state in [*game.states()][3::4]:
            right = naive(state, depth)
            assert value(state, depth) == pytest.approx([float(one) for one in right])


def test_depth_1_is_greedy() -> None:
    """The greedy player and the one that looks one decision ahead choose alike, chance and all."""
    for seed in range(3):
        for _, state in steps(tu.new_game(2, edition="small"), [lab.player("random")] * 2, seed):
            legal = tu.legal_actions(state)
            if isinstance(state.actor, int):
                chosen = [lab.player(name)(state, legal, random.Random(1)) for name in ("greedy", "expectimax:1")]
                assert chosen[0] == chosen[1]


def test_a_lead_is_over_the_best_of_the_others() -> None:
    """With three seats."""
    assert [lead((3.0, 5.0, 9.0), seat) for seat in range(3)] == [-6.0, -4.0, 4.0]


# --- tree search


@given(st.lists(st.floats(-50, 50), min_size=2, max_size=4), st.floats(0.5, 20))
def test_shares_add_up_and_follow_the_points(values: list[float], spread: float) -> None:
    """Who may come to more may hope for more, equals for the same."""
    hoped = mcts.shares(values, spread)
    assert sum(hoped) == pytest.approx(1)
    for one, share in zip(values, hoped, strict=True):
        for other, less in zip(values, hoped, strict=True):
            assert one != other or share == less
            assert not one > other or share >= less


@cache
def _exact(state: tu.State) -> Fraction:
    """What share of the victory the first seat has, if both play for it without a mistake."""
    result = tu.outcome(state)
    if result is not None:
        return Fraction(int(0 in result.winners), len(result.winners))
    if state.actor is tu.CHANCE:
        chances = tu.chances(state)
        total = sum(weight for _, weight in chances)
        return sum((Fraction(weight, total) * _exact(tu.apply(state, one)) for one, weight in chances), Fraction(0))
    ways = [_exact(tu.apply(state, action)) for action in tu.legal_actions(state)]
    return max(ways) if state.seat == 0 else min(ways)


def _regret(state: tu.State, action: tu.Action) -> Fraction:
    """What an action loses beside the best one."""
    ways = {one: _exact(tu.apply(state, one)) for one in tu.legal_actions(state)}
    best = max(ways.values()) if state.seat == 0 else min(ways.values())
    return abs(best - ways[action])


@pytest.mark.thorough
def test_a_search_plays_a_small_game_almost_without_mistakes() -> None:
    """A game that is solved whole: in its states a search loses hardly anything, and a random player a good deal."""
    start = tu.new_game(2, edition="tiny-lane")
    lost = dict.fromkeys(("random", "mcts:200"), Fraction(0))
    met = 0
    for seed in range(15):
        for _, state in steps(start, [lab.player("random")] * 2, seed):
            legal = tu.legal_actions(state)
            if isinstance(state.actor, int) and len(legal) > 1:
                met += 1
                for name in lost:
                    lost[name] += _regret(state, lab.player(name)(state, legal, random.Random(seed)))
    assert met > 50
    assert lost["mcts:200"] / met < Fraction(1, 50)
    assert lost["random"] / met > Fraction(1, 10)


def test_a_search_that_is_sure_stops_and_chooses_no_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """To stop once the remaining descents cannot change the choice changes no choice."""
    states = [
        state
        for _, state in steps(tu.new_game(2, edition="small"), [lab.player("random")] * 2, seed=3)
        if isinstance(state.actor, int)
    ][::3]
    hasty = [lab.Mcts(150)(state, tu.legal_actions(state), random.Random(1)) for state in states]
    monkeypatch.setattr(mcts, "SURE_EVERY", 10**9)
    assert [lab.Mcts(150)(state, tu.legal_actions(state), random.Random(1)) for state in states] == hasty


def test_a_search_by_time_descends_until_it_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock that goes on by one second each time it is looked at: ten looks, ten descents."""
    now = iter(range(1_000))
    monkeypatch.setattr(time, "monotonic", lambda: next(now))
    state = tu.Dealer(1).settle(tu.new_game(2, edition="small"))
    search = lab.Mcts(seconds=10.0)
    chosen = search(state, tu.legal_actions(state), random.Random(4))
    assert next(now) == 11
    assert chosen == lab.Mcts(10)(state, tu.legal_actions(state), random.Random(4))


# --- who beats whom


def _won(one: str, other: str, deals: int) -> float:
    """Games won by the first player, each deal played from both seats; a shared victory is half a game."""
    won = 0.0
    for deal in range(deals):
        start = tu.new_game(2, objectives="random")
        for seat in (0, 1):
            players = [lab.player(one), lab.player(other)]
            game = lab.play(start, players[:: 1 if seat == 0 else -1], f"{deal}/{seat}", deal)
            result = tu.outcome([*game.states()][-1])
            assert result is not None
            won += (seat in result.winners) / len(result.winners)
    return won


@pytest.mark.thorough
def test_greedy_beats_random() -> None:
    """Of 40 games by luck alone 30 would be won about once in a thousand times."""
    assert _won("greedy", "random", 20) >= 30


@pytest.mark.thorough
def test_a_search_beats_greedy() -> None:
    """With a small budget: of 16 games by luck alone 13 would be won about once in a hundred times."""
    assert _won("mcts:80", "greedy", 8) >= 13
