"""The board as tuples and masks, for running, says the same as the board as a graph, for thinking."""

from __future__ import annotations

import pickle
from itertools import combinations

import networkx as nx
import pytest

import towerup as tu
from towerup.rulesets.tower_up.board import Area, Board, District, Site

EDITIONS = [tu.load_edition(name) for name in ("tiny", "small", "reconstruction")]
BOARDS = {f"{edition.name} {board.name}": board for edition in EDITIONS for board in edition.boards}

SQUARE = Board(
    name="square",
    players=(2,),
    size=(10, 10),
    districts=(District("W", "West"), District("E", "East", grey=True), District("X", "Elsewhere")),
    sites=(Site("a", "W", (0, 0)), Site("b", "E", (9, 0)), Site("c", "E", (9, 9)), Site("d", "W", (0, 9))),
    roads=(("b", "a"), ("b", "c"), ("c", "d"), ("d", "a")),
    parks=(Area("Green", ("a", "b")), Area("Common", ("b",))),
    lakes=(),
)
"""A board simple enough to be read off: a b above d c, the west and the east side each a district."""


def sites_in(board: Board, mask: int) -> set[str]:
    """The names of the sites in a mask."""
    assert mask >> len(board.sites) == 0
    return {name for number, name in enumerate(board.names) if mask >> number & 1}


def test_a_simple_board() -> None:
    """All that a board tells, by hand."""
    assert SQUARE.names == ("a", "b", "c", "d")
    assert SQUARE.index == {"a": 0, "b": 1, "c": 2, "d": 3}
    assert SQUARE.neighbours == ((1, 3), (0, 2), (1, 3), (0, 2))
    assert SQUARE.neighbour_masks == (0b1010, 0b0101, 0b1010, 0b0101)
    assert SQUARE.district_masks == {"W": 0b1001, "E": 0b0110, "X": 0}
    assert SQUARE.park_mask == 0b0011
    assert SQUARE.lake_mask == 0
    assert SQUARE.borders == {frozenset("WE"): ((1, 0), (2, 3))}
    assert SQUARE.mask(["d", "a"]) == 0b1001
    assert SQUARE.mask([]) == 0
    assert SQUARE.graph.nodes["b"] == {
        "district": "E", "at": (9, 0), "parks": {"Green", "Common"}, "lakes": frozenset(),
    }  # fmt: skip
    assert SQUARE.graph.edges["a", "b"] == {"border": frozenset("WE")}
    assert SQUARE.graph.edges["a", "d"] == {"border": None}


def test_a_mask_wants_sites_that_there_are() -> None:
    """A name that is not on the board is no bit."""
    with pytest.raises(KeyError):
        SQUARE.mask(["e"])


@pytest.fixture(params=BOARDS)
def board(request: pytest.FixtureRequest) -> Board:
    """Each board that is shipped."""
    return BOARDS[request.param]


def test_sites_are_numbered_in_their_order(board: Board) -> None:
    """Number, name and site go together."""
    assert [site.id for site in board.sites] == list(board.names) == list(board.graph)
    assert board.graph.name == board.name
    assert [board.index[name] for name in board.names] == list(range(len(board.sites)))


def test_neighbours_are_those_of_the_graph(board: Board) -> None:
    """Tuples, masks and graph name the same neighbours, each in ascending order, and never the site itself."""
    for number, name in enumerate(board.names):
        around = board.neighbours[number]
        assert {board.names[one] for one in around} == set(board.graph[name])
        assert list(around) == sorted(set(around))
        assert number not in around
        assert sites_in(board, board.neighbour_masks[number]) == set(board.graph[name])
    assert sum(map(len, board.neighbours)) == 2 * len(board.roads) == 2 * board.graph.number_of_edges()


def test_masks_are_the_marks_of_the_graph(board: Board) -> None:
    """Districts, parks and lakes: a site is in the mask exactly if its node is marked so."""
    nodes = board.graph.nodes
    for district, mask in board.district_masks.items():
        assert sites_in(board, mask) == {name for name in nodes if nodes[name]["district"] == district}
    assert sum(board.district_masks.values()) == (1 << len(board.sites)) - 1
    assert sites_in(board, board.park_mask) == {name for name in nodes if nodes[name]["parks"]}
    assert sites_in(board, board.lake_mask) == {name for name in nodes if nodes[name]["lakes"]}
    for marks, areas in (("parks", board.parks), ("lakes", board.lakes)):
        for area in areas:
            assert set(area.sites) == {name for name in nodes if area.name in nodes[name][marks]}


def test_a_border_is_two_districts_with_a_road_between_them(board: Board) -> None:
    """By definition, over all pairs of districts and all roads of the graph."""
    district = nx.get_node_attributes(board.graph, "district")
    for pair in map(frozenset, combinations((one.id for one in board.districts), 2)):
        across = {frozenset(road) for road in board.graph.edges if {district[end] for end in road} == pair}
        roads = board.borders.get(pair, ())
        assert (pair in board.borders) == bool(across)
        assert {frozenset(board.names[end] for end in road) for road in roads} == across
        assert len(roads) == len(across)
    assert all(len(pair) == 2 for pair in board.borders)
    for one, other in board.graph.edges:
        ends = frozenset((district[one], district[other]))
        assert board.graph.edges[one, other]["border"] == (ends if len(ends) == 2 else None)


def test_the_graph_is_made_once_and_a_board_can_be_pickled(board: Board) -> None:
    """What is worked out is kept, and takes no part in equality."""
    assert board.graph is board.graph
    again = pickle.loads(pickle.dumps(board))
    assert again == board
    assert hash(again) == hash(board)
    assert nx.utils.graphs_equal(again.graph, board.graph)


def test_all_is_drawn_within_the_board(board: Board) -> None:
    """Sites and outlines have coordinates from 0 to the size."""
    width, height = board.size
    drawn = {site.at for site in board.sites}
    assert len(drawn) == len(board.sites)
    for area in (*board.parks, *board.lakes):
        drawn |= {*area.area}
    assert all(0 <= x <= width and 0 <= y <= height for x, y in drawn)
