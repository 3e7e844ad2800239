"""The board and the street, and what is seen of them in any box that comes with the library."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.playing import reached
from towerup import view
from towerup.rulesets.projekt_skyline.box.board import CORNERS, Board
from towerup.rulesets.projekt_skyline.box.edition import SHELF, load_edition
from towerup.rulesets.projekt_skyline.ruleset import PROJEKT_SKYLINE as RULES


@given(st.integers(0, 10**6), st.sampled_from(SHELF.names))
def test_every_construction_is_on_the_picture(seed: int, edition: str) -> None:
    """Each by the name of its cell."""
    state = reached(RULES, seed, edition)
    drawn = view.svg(state)
    for cell in state.constructions:
        assert f'data-cell="{cell}"' in drawn


@pytest.mark.parametrize("columns, rows", [(2, 2), (3, 5), (6, 6), (9, 9)])
def test_on_a_full_rectangle_a_move_is_a_distance(columns: int, rows: int) -> None:
    """Exactly so many cells with one turn at most, and over none twice, ends just as far away in columns and rows."""
    board = Board(columns, rows, (), "NW")
    far = dict(nx.all_pairs_shortest_path_length(board.graph))
    for start in board.cells:
        for steps in range(1, columns + rows - 1):
            assert {*board.reach[start][steps]} == {other for other in board.cells if far[start][other] == steps}


def test_the_street_of_the_whole_game() -> None:
    """28 spaces, the corners seven apart, and no cell beside them; nobody reaches one with the first roll."""
    board = load_edition("standard").board
    assert (len(board.spaces), [board.spaces.index(corner) for corner in CORNERS]) == (28, [0, 7, 14, 21])
    assert not {*CORNERS} & {*board.beside}
    assert len({*board.cells, *board.spaces}) == 36 + 28
    assert [board.beside[space] for space in ("N-3", "E-2", "S-1", "W-6")] == ["C1", "F2", "A6", "A6"]
