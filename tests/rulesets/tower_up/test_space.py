"""The action space: every action that a box can ever ask for, in a stable order."""

from __future__ import annotations

from typing import Any

import pytest

import towerup as tu

from .support import half_board, random_steps


@pytest.mark.parametrize("edition", ["tiny", "small", "hamlet", "reconstruction"])
def test_whatever_is_offered_is_in_the_space(edition: str) -> None:
    """In every state of a random game, under other rulings; and nothing is there twice."""
    rulings = tu.Rulings(extra_turn="optional", stock_limit="whole_run", replacement="may_decline")
    for seed in range(2):
        start = tu.new_game(tu.load_edition(edition).players[-1], edition=edition, objectives="random", rulings=rulings)
        space = tu.action_space(start)
        known = set(space)
        assert len(known) == len(space)
        for state, _, _ in random_steps(start, seed):
            assert known.issuperset(tu.legal_actions(state))


def test_the_space_belongs_to_the_box_and_not_to_the_moment() -> None:
    """It is the same at every moment of a game, and made once; another side of the board has another one."""
    assert tu.action_space(tu.new_game(2)) is tu.action_space(half_board())
    assert tu.action_space(tu.new_game(3)) == tu.action_space(tu.new_game(4))
    assert len(tu.action_space(tu.new_game(2))) < len(tu.action_space(tu.new_game(3)))


def test_a_card_is_taken_with_as_many_choices_as_it_shows_floors_and_no_more() -> None:
    """All of them could have run out."""
    state = tu.new_game(2)
    for card in state.setup.edition.cards.values():
        takes = [one for one in tu.action_space(state) if isinstance(one, tu.Take) and one.card == card.id]
        assert {len(one.floors) for one in takes} == set(range(card.icons + 1))


def test_a_roof_goes_on_the_site_or_a_neighbour() -> None:
    """For each site and colour, one founding for the site itself and one for each neighbour."""
    state = tu.new_game(2)
    for site in state.board:
        roofs = [
            one.roof
            for one in tu.action_space(state)
            if isinstance(one, tu.Found) and (one.site, one.colour) == (site, "grey")
        ]
        assert sorted(roofs) == sorted([site, *state.board[site]])


@pytest.mark.parametrize(("reading", "most"), [("every_turn", 4), ("whole_run", 4 * 5)])
def test_the_space_has_just_what_can_ever_be_put_back(reading: Any, most: int) -> None:
    """What one card gives; or, if the limit holds once after all turns in a row, a card on each of five turns."""
    space = tu.action_space(tu.new_game(2, rulings=tu.Rulings(stock_limit=reading)))
    assert {len(one.floors) for one in space if isinstance(one, tu.Back)} == set(range(1, most + 1))


def test_the_order_is_stable() -> None:
    """Kind by kind, as it was when first written down; numbers of actions in files depend on it."""
    space = [str(one) for one in tu.action_space(tu.new_game(2, edition="tiny"))]
    assert space[:8] == [
        "deal both-colours", "deal pond", "reveal bw/black", "reveal x-vw/any", "reveal w-vb/white", "reveal bw", "reveal x-vw", "reveal w-vb",
    ]  # fmt: skip
    assert (space[8], space[-1], len(space)) == ("place N1 black", "decline", 66)
