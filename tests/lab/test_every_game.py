"""What the lab asks of a game, every game offers; and all that the lab has works with each."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from towerup import lab
from towerup.kernel.actors import CHANCE
from towerup.kernel.menus import menu_of, menu_to_json
from towerup.kernel.ruleset import AnyRuleset
from towerup.lab.sessions import Session
from towerup.lab.tables import columns_of_game
from towerup.lab.tournaments import Plan, report, tournament
from towerup.rulesets import NAMES, ruleset

every_game = pytest.mark.parametrize("name", NAMES)


@cache
def positions(name: str) -> tuple[Any, ...]:
    """Positions all over some varied games, their ends among them."""
    rules = ruleset(name)
    found: list[Any] = []
    for seed in range(4):
        chooser = random.Random(seed)
        edition = (rules.usual_edition, *rules.stress_editions)[seed % (1 + len(rules.stress_editions))]
        players = chooser.choice(rules.player_counts(edition))
        policies = [chooser.choice([*rules.policies.values()]) for _ in range(players)]
        states = [*lab.play(rules.random_game(chooser, players, edition), policies, seed, bound=300).states()]
        found += [*states[:: max(1, len(states) // 25)], states[-1]]
    return tuple(found)


def moments(rules: AnyRuleset) -> Iterator[tuple[Any, Any]]:
    """Positions with some of their legal actions."""
    for state in positions(rules.name):
        for action in rules.legal_actions(state)[::5]:
            yield state, action


@every_game
def test_columns_and_values_agree(name: str) -> None:
    """A value of its kind for each column, in order, and no name twice; those of the lab among them."""
    rules = ruleset(name)
    for state, action in moments(rules):
        told, columns = rules.analysis.describe(state, action), rules.analysis.columns(state)
        assert [column.name for column in columns] == list(told)
        for column in columns:
            value = told[column.name]
            if column.parts:
                assert isinstance(value, dict)
                assert {*value} <= {*column.parts}
            else:
                assert value is None or type(value) is column.kind
        names = [single for column in columns_of_game(state) for single in column.names]
        assert len({*names, "file", "game"}) == len(names) + 2


@every_game
def test_menus_lead_to_every_action(name: str) -> None:
    """Once, by labels that differ; as JSON the same."""
    rules = ruleset(name)
    for state in positions(name):
        menu = menu_of(rules, state)
        legal = rules.legal_actions(state)
        assert sorted(map(str, menu.actions())) == sorted(map(str, legal))
        told = str(menu_to_json(rules, menu))
        assert all(repr(str(action)) in told for action in legal)


@every_game
def test_positions_are_evaluated_and_ends_exactly(name: str) -> None:
    """A number for each seat; once it is over, the points, whose most are the winners'."""
    rules = ruleset(name)
    ends = 0
    for state in positions(name):
        values = rules.analysis.evaluate(state)
        assert len(values) == len(rules.seats(state))
        result = rules.outcome(state)
        if result is not None:
            ends += 1
            points = rules.analysis.points(result)
            assert [float(one[0]) for one in points] == pytest.approx(list(values))
            assert tuple(seat for seat, one in enumerate(points) if one == max(points)) == tuple(result.winners)
    assert ends
    assert rules.analysis.spread > 0


@every_game
@pytest.mark.parametrize("player", ["random", "greedy", "expectimax:1", "mcts:8"])
def test_every_player_plays_every_game(name: str, player: str) -> None:
    """A legal action wherever a seat decides, the same for the same chance."""
    rules = ruleset(name)
    made = lab.player(player)
    for state in positions(name)[::3]:
        if isinstance(state.actor, int):
            legal = rules.legal_actions(state)
            chosen = made(state, legal, random.Random(1))
            assert chosen in legal
            assert made(state, legal, random.Random(1)) == chosen


@every_game
def test_tables_counts_and_sessions(name: str) -> None:
    """A row an action; as many ways as actions; a session there and back."""
    rules = ruleset(name)
    for state in positions(name)[::4]:
        legal = rules.legal_actions(state)
        assert [row["action"] for row in lab.moves(state)] == [str(action) for action in legal]
        assert lab.perft(state, 1)[1].paths == len(legal)
        session = Session(state)
        if legal:
            session.play(legal[-1])
            session.undo()
            assert session.state == state
            assert session.reply(lab.player("random"), 1) in legal


@every_game
def test_greedy_beats_random(name: str) -> None:
    """So that what a game says about its positions is worth something."""
    rules = ruleset(name)
    plan = Plan(name, ("greedy", "random"), seats=rules.player_counts(rules.usual_edition)[0], deals=10, seed=5)
    told = report(plan, tournament(plan, ruleset))
    (pair,) = told.pairs
    assert pair.share > 0.5
    assert pair.chance < 0.05


@every_game
def test_chance_is_told_apart(name: str) -> None:
    """In a table of a game: rows of chance have weights and no seat."""
    rules = ruleset(name)
    players = rules.player_counts(rules.usual_edition)[0]
    record = lab.play(rules.new_game(players), [lab.player("random")] * players, 3, bound=40)
    rows = [*lab.moves_of(record, chance=True)]
    assert all((row["weight"] is None) == (row["seat"] is not None) for row in rows)
    assert any(state.actor is CHANCE for state in record.states()) == any(row["who"] == "chance" for row in rows)
