"""Tournaments: fair over seats and luck, the same whoever plays, and numbers that follow from the games."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import towerup as tu
from towerup.kernel.records import read_record
from towerup.lab import UnknownPlayer
from towerup.lab.entrants import entrant
from towerup.lab.rating import by_chance, elo, win_rate
from towerup.lab.tournaments import Game, Plan, names, played, report, report_to_json, start_of, tournament
from towerup.rulesets import ruleset

PLAN = Plan("tower-up", ("random", "builder", "greedy"), seats=2, deals=4, seed=3, edition="small", records=True)


@given(st.integers(2, 5), st.integers(2, 4))
def test_everyone_sits_everywhere_as_often(entrants: int, seats: int) -> None:
    """In each deal every player has every seat equally often, and every two meet equally often."""
    plan = Plan("tower-up", tuple(map(str, range(entrants))), seats, deals=1)
    seatings = [*plan.seatings()]
    assert len(seatings) == plan.games_a_deal == plan.games
    assert len({*seatings}) == len(seatings) or entrants < seats
    assert all(len(seating) == seats for seating in seatings)
    for seat in range(seats):
        assert len({*Counter(seating[seat] for seating in seatings).values()}) == 1
        assert {seating[seat] for seating in seatings} == {*range(entrants)}
    met = Counter(frozenset(pair) for seating in seatings for pair in combinations(seating, 2) if pair[0] != pair[1])
    assert len(met) == entrants * (entrants - 1) // 2
    assert len({*met.values()}) == 1


def test_the_games_of_a_deal_share_their_luck_and_their_setup() -> None:
    """The same cards are revealed at the start in all of them, and others in another deal."""
    plan = attrs.evolve(PLAN, varied=True, edition=None)
    starts: dict[int, set[Any]] = {}
    for deal in range(3):
        for seating in plan.seatings():
            game = played(plan, ruleset, (deal, seating))
            assert game.record is not None
            record = read_record(game.record.splitlines(), tu.TOWER_UP)
            assert record.start == start_of(plan, ruleset, deal)
            laid_out = []
            for state, action in zip(record.states(), record.actions, strict=False):
                if state.actor is not tu.CHANCE:
                    break
                laid_out.append(action)
            starts.setdefault(deal, set()).add((record.start.setup, tuple(laid_out)))
    assert all(len(one) == 1 for one in starts.values())
    assert len({next(iter(one)) for one in starts.values()}) == 3


def test_the_games_are_the_same_whoever_plays() -> None:
    """One process or two."""
    told: list[Game] = []
    alone = tournament(PLAN, ruleset, tell=told.append)
    assert [attrs.evolve(game, record=None) for game in told] == alone
    assert all(game.record for game in told)
    assert tournament(PLAN, ruleset, jobs=2) == alone


@pytest.fixture(scope="module")
def games() -> list[Game]:
    told: list[Game] = []
    tournament(PLAN, ruleset, tell=told.append)
    return told


def test_the_numbers_follow_from_the_records(games: list[Game]) -> None:
    """Wins, points, comparisons, Elo and chances, worked out again from the games as they are recorded."""
    wins: defaultdict[str, float] = defaultdict(float)
    points: dict[str, list[int]] = {}
    ahead: Counter[tuple[str, str]] = Counter()
    by_deal: dict[tuple[str, str], Counter[int]] = {}
    for game in games:
        assert game.record is not None
        *_, end = read_record(game.record.splitlines(), tu.TOWER_UP).states()
        result = tu.outcome(end)
        assert result is not None
        sitting = [PLAN.entrants[number] for number in game.seating]
        for seat, name in enumerate(sitting):
            points.setdefault(name, []).append(result.scores[seat].total)
            wins[name] += (seat in result.winners) / len(result.winners)
        one, other = sitting
        won = {sitting[seat] for seat in result.winners}
        pair = (one, other) if PLAN.entrants.index(one) < PLAN.entrants.index(other) else (other, one)
        if len(won) == 1:
            ahead[one, other] += one in won
            ahead[other, one] += other in won
            by_deal.setdefault(pair, Counter())[game.deal] += 1 if pair[0] in won else -1
    told = report(PLAN, games)
    for standing in told.standings:
        assert standing.games == 16
        assert standing.wins == pytest.approx(wins[standing.name])
        assert standing.rate == win_rate(standing.wins, 16)
        assert standing.points == pytest.approx(sum(points[standing.name]) / 16)
    matrix = [[ahead[one, other] for other in PLAN.entrants] for one in PLAN.entrants]
    assert [standing.elo for standing in told.standings] == elo(matrix)
    for pair_ in told.pairs:
        one, other = PLAN.entrants[pair_.one], PLAN.entrants[pair_.other]
        assert (pair_.ahead, pair_.behind, pair_.deals) == (ahead[one, other], ahead[other, one], 4)
        assert pair_.chance == pytest.approx(by_chance(by_deal[one, other].values()))
    assert told.steps == sum(game.steps for game in games)


def test_a_report_as_json_is_the_same_in_any_order(games: list[Game]) -> None:
    """Whoever finished first."""
    assert report_to_json(report(PLAN, games)) == report_to_json(report(PLAN, games[::-1]))


def _game(seating: tuple[int, ...], points: Sequence[tuple[int, ...]] | None, deal: int = 0) -> Game:
    return Game(deal, seating, None if points is None else tuple(points), 1)


def test_ties_and_games_that_were_stopped() -> None:
    """A shared victory is half a win; a game without an end is shared by all, and is told."""
    plan = Plan("tower-up", ("a", "b"), seats=2, deals=2)
    told = report(plan, [_game((0, 1), [(5, 2), (5, 2)]), _game((1, 0), [(5, 2), (5, 1)]), _game((0, 1), None, 1)])
    assert [one.wins for one in told.standings] == [1.0, 2.0]
    assert told.unfinished == 1
    (pair,) = told.pairs
    assert (pair.ahead, pair.level, pair.behind, pair.deals) == (0, 2, 1, 2)
    assert pair.share == pytest.approx(1 / 3)
    assert told.first == pytest.approx((0.5 + 1 + 0.5) / 3)


def test_at_a_table_of_three_all_pairs_are_compared() -> None:
    """By points and then by what breaks ties, each comparison for two thirds of a game; nobody against themselves."""
    plan = Plan("tower-up", ("a", "b"), seats=3, deals=1)
    game = _game((0, 1, 0), [(3, 0), (9, 1), (9, 0)])
    assert sorted(game.compared()) == [(0, 1, -1), (1, 0, 1)]
    assert game.shares == (0.0, 1.0, 0.0)
    told = report(plan, [game])
    assert [one.games for one in told.standings] == [2, 1]
    assert [one.elo for one in told.standings] == elo([[0, 0], [4 / 3, 0]])


def test_a_player_may_play_against_itself() -> None:
    """The names tell the two apart."""
    plan = Plan("tower-up", ("greedy", "random", "greedy"), seats=2, deals=1)
    assert names(plan) == ["greedy #1", "random", "greedy #2"]


# --- players of one's own


@pytest.fixture
def own(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_players.py").write_text(
        "def first(state, legal, chooser): return legal[0]\nnumber = 7\nclass Deep:\n    last = lambda s, l, c: l[-1]\n"
    )
    (tmp_path / "my_broken.py").write_text("import no_such_thing\n")
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.usefixtures("own")
def test_a_player_of_ones_own() -> None:
    """By module and name; and the names of the lab and the policies as ever."""
    state = tu.Dealer(1).settle(tu.new_game(2))
    legal = tu.legal_actions(state)
    assert entrant("my_players:first", tu.TOWER_UP)(state, legal, random.Random(1)) == legal[0]
    assert entrant("my_players:Deep.last", tu.TOWER_UP)(state, legal, random.Random(1)) == legal[-1]
    assert str(entrant("mcts:7", tu.TOWER_UP)) == "mcts:7"
    assert entrant("star", tu.TOWER_UP) is tu.TOWER_UP.policies["star"]


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mtcs:500", "there is no player 'mtcs:500'; did you mean mcts:"),
        ("my_players:last", "has no attribute 'last'"),
        ("my_players:number", "'my_players:number' cannot be called, but a player is"),
        ("my_broken:first", "my_broken cannot be imported: ModuleNotFoundError"),
        ("greedy:first", "nothing comes after greedy"),
        ("deep:", "there is no player 'deep:'"),
    ],
)
def test_a_player_that_cannot_be_had(text: str, said: str) -> None:
    """In words."""
    with pytest.raises(UnknownPlayer) as told:
        entrant(text, tu.TOWER_UP)
    assert said in str(told.value)
