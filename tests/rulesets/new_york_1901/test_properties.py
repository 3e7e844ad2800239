"""The properties hold in every game, and each of them can fail: for a wrong state, step, offer, weight or outcome."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.playing import BaseState, played
from towerup.kernel.frozen import Counts
from towerup.rulesets.new_york_1901 import properties
from towerup.rulesets.new_york_1901.actions import Acquire, Action, Boom, Build, Deal, End, Give, Grab, Rebuild, Shift
from towerup.rulesets.new_york_1901.box.edition import SHIPPED, load_edition
from towerup.rulesets.new_york_1901.box.tiles import Technology, Tile, shape_of, turned, turned_over
from towerup.rulesets.new_york_1901.play import catalogue, chances, legal_actions
from towerup.rulesets.new_york_1901.properties import PROPERTIES
from towerup.rulesets.new_york_1901.ruleset import NEW_YORK_1901 as RULES
from towerup.rulesets.new_york_1901.rulings import Rulings
from towerup.rulesets.new_york_1901.scoring import Outcome, outcome
from towerup.rulesets.new_york_1901.space import action_space
from towerup.rulesets.new_york_1901.state import Building, Cause, Ending, Phase, State

Wrong = Callable[[random.Random, State], State]

GAMES = [("quarter", seed) for seed in range(16)] + [("corner", seed) for seed in range(6)] + [("tiny", 1), ("tiny", 3)]


@cache
def steps() -> tuple[BaseState, ...]:
    """The steps of some games."""
    return tuple(step for edition, seed in GAMES for step in played(RULES, seed, edition, 200))


def names(found: Sequence[Any]) -> set[str]:
    return {one.name for one in found}


# --- they hold


@pytest.mark.parametrize("edition", [name for name in SHIPPED if name != "standard"])
def test_every_property_holds(edition: str) -> None:
    for seed in range(3):
        holds_in_a_game(seed, edition)


@pytest.mark.thorough
@pytest.mark.parametrize("edition", SHIPPED)
def test_every_property_holds_in_many_games(edition: str) -> None:
    for seed in range(100, 120):
        holds_in_a_game(seed, edition)


def holds_in_a_game(seed: int, edition: str) -> None:
    for before, action, after in played(RULES, seed, edition, 400):
        assert not PROPERTIES.broken_by(before, action, after), (before, action)
        assert not PROPERTIES.broken_in(after)
        assert not PROPERTIES.broken_by_offer(after, legal_actions(after))
        assert not PROPERTIES.broken_by_chances(after, chances(after))
        assert not PROPERTIES.broken_by_outcome(after, outcome(after))


# --- each of them can fail


def with_player(state: State, seat: int, **changes: Any) -> State:
    players = [*state.players]
    players[seat] = attrs.evolve(players[seat], **changes)
    return attrs.evolve(state, players=tuple(players))


def _lot(chance: random.Random, state: State) -> State:
    """A lot that somebody has got, or lost; or that two have."""
    seat, lot = chance.randrange(len(state.players)), chance.choice([*state.setup.board.lots])
    owned = {*state.players[seat].lots} ^ {lot}
    return with_player(state, seat, lots=[one for one in state.setup.board.lots if one in owned])


def _tile(chance: random.Random, state: State) -> State:
    """A tile that lies ready, or does not."""
    seat, own = chance.randrange(len(state.players)), [tile.id for tile in state.setup.edition.own]
    ready = {*state.players[seat].tiles} ^ {chance.choice(own)}
    return with_player(state, seat, tiles=[one for one in own if one in ready])


def _card(chance: random.Random, state: State) -> State:
    """An action card more, or less."""
    seat = chance.randrange(len(state.players))
    return with_player(state, seat, cards={*state.players[seat].cards} ^ {chance.choice(["boom", "shift", "grab"])})


def _points(chance: random.Random, state: State) -> State:
    seat = chance.randrange(len(state.players))
    return with_player(state, seat, points=max(0, state.players[seat].points + chance.choice([-1, 1, 5])))


def _demolished(chance: random.Random, state: State) -> State:
    """A building that is gone."""
    seat = chance.randrange(len(state.players))
    return with_player(state, seat, buildings=state.players[seat].buildings[1:])


def _built(chance: random.Random, state: State) -> State:
    """A building that nobody built, with its lots or without them."""
    seat, board = chance.randrange(len(state.players)), state.setup.board
    one = chance.choice(state.setup.edition.placements_across.all)
    player = state.players[seat]
    lots = player.lots if chance.random() < 0.5 else [lot for lot in board.lots if lot in {*player.lots} | one.lots]
    return with_player(state, seat, buildings=[*player.buildings, Building(one.tile, one.cells)], lots=lots)


def _start(chance: random.Random, state: State) -> State:
    """A starting building on another lot."""
    seat = chance.randrange(len(state.players))
    lot = chance.choice([one.start for one in state.setup.board.districts])
    built = [*state.players[seat].buildings, Building("start", state.setup.board.lots[lot])]
    return with_player(state, seat, buildings=built, lots={*state.players[seat].lots, lot})


def _legendary(chance: random.Random, state: State) -> State:
    return attrs.evolve(state, legendaries=state.legendaries[1:])


def _market(chance: random.Random, state: State) -> State:
    card, market = chance.choice(state.setup.board.cards), {**state.market}
    market[card] = max(0, market.get(card, 0) + chance.choice([-1, 1, 2]))
    return attrs.evolve(state, market=market)


def _pile(chance: random.Random, state: State) -> State:
    """A layer that is gone, or empty, or all of them upside down, or two that are mixed."""
    pile = state.pile
    mixed = (sum(pile[:2], Counts()), *pile[2:])
    return attrs.evolve(state, pile=chance.choice([pile[1:], pile[::-1], mixed, (*pile, Counts())]))


def _ending(chance: random.Random, state: State) -> State:
    ending = Ending(chance.choice([*Cause]), chance.randrange(len(state.players)))
    return attrs.evolve(state, ending=chance.choice([None, ending]))


STRICT = [
    ("mirrored", "rotated_only"), ("street_spanning", "never"), ("short_pile", "not_playable"), ("grab_moment", "first"),
    ("demolished", "adjacent_only"), ("empty_boom", "not_playable"), ("second_lot", "compulsory"),
]  # fmt: skip
"""Readings that forbid what another allows."""


def _setup(chance: random.Random, state: State) -> State:
    """The same table under another ruling."""
    ruling, reading = chance.choice(STRICT)
    rulings = Rulings.by_name(state.setup.rulings.changed | {ruling: reading})
    return attrs.evolve(state, setup=attrs.evolve(state.setup, rulings=rulings))


WRONG: tuple[Wrong, ...] = (
    _lot, _tile, _card, _points, _demolished, _built, _start, _legendary, _market, _pile, _ending, _setup,
    lambda chance, state: attrs.evolve(state, phase=chance.choice([*Phase])),
    lambda chance, state: attrs.evolve(state, seat=chance.randrange(len(state.players))),
    lambda chance, state: attrs.evolve(state, technology=chance.choice([*Technology])),
    lambda chance, state: attrs.evolve(state, second_lot=not state.second_lot),
)  # fmt: skip
"""Ways to spoil a state."""


def spoilt(chance: random.Random, state: State) -> Iterator[State]:
    for wrong in WRONG:
        yield wrong(chance, state)


@cache
def broken_states() -> set[str]:
    chance = random.Random(1)
    return {
        name
        for _, _, after in steps()[::4]
        for wrong in spoilt(chance, after)
        for name in names(PROPERTIES.broken_in(wrong))
    }


@cache
def broken_steps() -> set[str]:
    """Steps whose end was spoilt, whose beginning was spoilt, or that are said to come of another action."""
    chance, found = random.Random(2), set[str]()
    for before, action, after in steps()[::2]:
        for wrong in spoilt(chance, after):
            found |= names(PROPERTIES.broken_by(before, action, wrong))
        for wrong in spoilt(chance, before):
            found |= names(PROPERTIES.broken_by(wrong, action, after))
        for other in (End(), Boom(), Grab(), Shift(), chance.choice(action_space(before))):
            found |= names(PROPERTIES.broken_by(before, other, after))
        if isinstance(action, Build | Rebuild):
            kinds = [tile.id for tile in (*before.setup.edition.own, *before.setup.edition.legendaries)]
            found |= names(PROPERTIES.broken_by(before, attrs.evolve(action, tile=chance.choice(kinds)), after))
    return found


@cache
def broken_offers() -> set[str]:
    """Offers that lack an action, or have one too many."""
    chance, found = random.Random(3), set[str]()
    for _, _, after in steps()[::2]:
        legal = legal_actions(after)
        space = action_space(after)
        own = [one for one in space if isinstance(one, Build | Rebuild)]
        more: list[Action] = [
            chance.choice(space),
            Shift(),
            Grab(),
            Boom(),
            End(),
            *chance.sample(own, min(6, len(own))),
        ]
        # Every way to rebuild on one's own lots, whatever else is against it.
        lots = {*after.player.lots}
        more += [Rebuild(one.tile, one.cells) for one in after.setup.placements.all if one.lots <= lots]
        for offer in (
            [*legal, *more],
            legal[1:],
            [*legal, *legal],
            [one for one in legal if not isinstance(one, Deal)],
        ):
            found |= names(PROPERTIES.broken_by_offer(after, offer))
        for lot in after.setup.board.lots:
            found |= names(PROPERTIES.broken_by_offer(after, [*legal, Acquire(lot), Give(lot)]))
        found |= names(PROPERTIES.broken_by_chances(after, [(Deal("red-2"), 99)]))
    return found


@cache
def broken_outcomes() -> set[str]:
    """Outcomes with another number somewhere, other winners or another cause; and none, or one too early."""
    found, late = set[str](), Outcome((), (), "", 0)
    for _, _, after in steps():
        result = outcome(after)
        if result is None:
            found |= names(PROPERTIES.broken_by_outcome(after, late)) if not found else set()
            continue
        first = result.scores[0]
        wrong = [
            attrs.evolve(first, **{field.name: getattr(first, field.name) + 1})
            for field in attrs.fields(type(first))
            if field.name != "colour"
        ]
        outcomes = [attrs.evolve(result, scores=(one, *result.scores[1:])) for one in wrong]
        outcomes += [attrs.evolve(result, winners=()), attrs.evolve(result, cause=""), attrs.evolve(result, ended_by=9)]
        # The same with every challenge of the box in play.
        for challenge in (one.id for one in after.setup.edition.challenges):
            other = attrs.evolve(after, setup=attrs.evolve(after.setup, challenge=challenge))
            right = outcome(other)
            assert right is not None
            assert not PROPERTIES.broken_by_outcome(other, right)
            more = attrs.evolve(right.scores[0], challenge=right.scores[0].challenge + 1)
            found |= names(PROPERTIES.broken_by_outcome(other, attrs.evolve(right, scores=(more, *right.scores[1:]))))
        for one in (*outcomes, None):
            found |= names(PROPERTIES.broken_by_outcome(after, one))
    return found


@pytest.mark.parametrize("name", [one.name for one in PROPERTIES.of_states])
def test_a_wrong_state_breaks_it(name: str) -> None:
    assert name in broken_states()


@pytest.mark.parametrize("name", [one.name for one in PROPERTIES.of_steps])
def test_a_wrong_step_breaks_it(name: str) -> None:
    assert name in broken_steps()


@pytest.mark.parametrize("name", [one.name for one in (*PROPERTIES.of_offers, *PROPERTIES.of_chances)])
def test_a_wrong_offer_breaks_it(name: str) -> None:
    assert name in broken_offers()


@pytest.mark.parametrize("name", [one.name for one in PROPERTIES.of_outcomes])
def test_a_wrong_outcome_breaks_it(name: str) -> None:
    assert name in broken_outcomes()


# --- they speak of every rule, and never ask the rulebook


def test_every_rule_has_a_property() -> None:
    """But what is no action, or names nothing of the box, can be no step: only objections speak of that."""
    spoken_of = {rule for one in PROPERTIES for rule in one.rules}
    assert spoken_of == {*catalogue().rules} - {"NY-FORM-01", "NY-FORM-02"}


def test_properties_never_ask_the_rulebook() -> None:
    """They import states, actions and the box; the outcome they speak of, and its class."""
    allowed = {"actions", "state", "box.board", "box.edition", "box.tiles", "box.challenges", "scoring"}
    for file in Path(properties.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level == 2:
                assert node.module in allowed, file


# --- shapes, and where they fit

shapes = st.lists(st.text("#.", min_size=3, max_size=3), min_size=1, max_size=4).filter(
    lambda rows: "#" in "".join(rows)
)


@given(shapes)
def test_turning_a_shape(rows: list[str]) -> None:
    """Four turns lead back, turning over twice too; a shape has 1, 2 or 4 ways, and as many on its other side."""
    shape = shape_of(rows)
    ways = turned(shape)
    assert len(ways) in (1, 2, 4)
    assert {*turned(ways[-1])} == {*ways}
    assert turned_over(turned_over(shape)) == shape
    assert len(turned(turned_over(shape))) == len(ways)
    assert all(len(way) == len(shape) for way in ways)
    box = len({x for x, _ in shape}) * len({y for _, y in shape})
    assert Tile("", "", Technology.BRONZE, 0, shape).irregular == (len(shape) < box)


@pytest.mark.parametrize("across", [False, True])
@pytest.mark.parametrize("edition", [name for name in SHIPPED if name != "standard"])
def test_placements_are_all_ways_to_lie(edition: str, across: bool) -> None:
    """The rulebook and the properties find the same ways, each on its own."""
    box = load_edition(edition)
    found = (box.placements_across if across else box.placements).all
    assert {(one.tile, one.area): one.mirrored for one in found} == properties.facts.ways_to_lie(box, across)
    for one in found:
        assert one.lots == properties.facts.lots_under(box.board, one.cells)
        assert one.fronts == properties.facts.fronts(box.board, one.cells)
