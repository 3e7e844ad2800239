"""The box: floors, roofs and cards that never get lost, roads that make neighbours, and what is open to all (TU-BOX).

FR “MATÉRIEL”, PL “ZAWARTOŚĆ”.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import attrs
import networkx as nx
import pytest

import towerup as tu
from towerup.kernel.canonical import JsonError
from towerup.kernel.frozen import Counts
from towerup.kernel.rules import ImpossiblePosition
from towerup.rulesets.tower_up.box.board import Area, Board, District, Site, board_graph

from .support import (
    MARKET,
    ONE_OF_EACH,
    SPREAD,
    Buildings,
    half_board,
    impossible,
    offered,
    play,
    random_steps,
    refused,
)

BOARDS = {
    f"{name} {board.name}": board
    for name in ("tiny", "small", "reconstruction")
    for board in tu.load_edition(name).boards
}


def on_paper(change: Callable[[Any], Any]) -> set[str]:
    """The rules under which the half board, changed by hand in its JSON, is refused."""
    paper = json.loads(tu.TOWER_UP.state_to_json(half_board()))
    assert tu.TOWER_UP.state_from_json(json.dumps(paper)) == half_board()
    change(paper["table"])
    with pytest.raises(ImpossiblePosition) as caught:
        tu.TOWER_UP.state_from_json(json.dumps(paper))
    return {one.id for one in caught.value.violations}


def floors_seen(state: tu.State) -> Counts:
    """Every floor on the table, by colour."""
    built = Counts.of(one.colour for one in state.buildings.values() for _ in range(one.floors))
    return sum((player.stock for player in state.players), state.container) + built


# --- nothing gets lost


@pytest.mark.allows("TU-BOX-01", "TU-BOX-02", "TU-BOX-03")
def test_nothing_of_the_box_is_lost_in_a_long_game() -> None:
    """Through setup, cards and foundings there are thirty floors of each colour, ten roofs a player and 44 cards."""
    kinds = set()
    for _, action, after in random_steps(tu.new_game(3, starting_floors=7), seed=11, most=260):
        kinds.add(type(action))
        assert floors_seen(after) == {"black": 30, "grey": 30, "white": 30, "brown": 30}
        for player in after.players:
            placed = sum([*one.roofs.values()].count(player.roof) for one in after.buildings.values())
            assert placed + player.roofs == 10
        if after.phase in ("turn", "reveal", "back", "over"):
            assert after.pile.total + len(after.market) + after.discards.total == 44
    assert kinds >= {tu.Reveal, tu.Place, tu.Take, tu.Found}


@pytest.mark.allows("TU-BOX-01")
def test_a_new_game_has_thirty_floors_of_each_colour() -> None:
    """Four players take one floor of each colour, so 26 of each are left in the container."""
    state = tu.new_game(4)
    assert state.container == {"black": 26, "grey": 26, "white": 26, "brown": 26}
    assert floors_seen(state).total == 120


@pytest.mark.forbids("TU-BOX-01")
@pytest.mark.parametrize(
    "change",
    [
        lambda table: table["container"].update(black=table["container"]["black"] + 1),
        lambda table: table["container"].update(black=table["container"]["black"] - 1),
        lambda table: table["seats"][1]["stock"].update(black=2),
        lambda table: table["seats"][0]["stock"].pop("black"),
    ],
    ids=["a floor too many", "a floor too few", "a floor out of nowhere", "a floor lost from a stock"],
)
def test_a_table_with_a_wrong_number_of_floors_is_refused(change: Callable[[Any], Any]) -> None:
    """One black floor more or fewer than the box has cannot be."""
    assert on_paper(change) == {"TU-BOX-01"}


@pytest.mark.forbids("TU-BOX-01")
@pytest.mark.parametrize(
    ("edition", "heights", "stocks", "said"),
    [
        ("tiny", {"N1": 1}, (3, 1), "there are 5 black floors, but the box has 4"),
        ("small", {"A1": 1, "D3": 1}, (6, 2), "there are 10 black floors, but the box has 9"),
        ("small", {"A1": 1, "D3": 9}, (0, 0), "there are 10 black floors, but the box has 9"),
        ("reconstruction", {"A1": 1, "C2": 1, "D4": 63}, (63, 63), "there are 191 black floors, but the box has 30"),
    ],
    ids=["one too many", "one too many in town", "too high a building", "very many"],
)
def test_a_position_with_more_floors_than_the_box_has_is_refused(
    edition: str, heights: dict[str, int], stocks: tuple[int, int], said: str
) -> None:
    """The container that is filled in is never less than empty."""
    buildings = {site: tu.Building("black", floors) for site, floors in heights.items()}
    with pytest.raises(ImpossiblePosition) as caught:
        tu.position(
            edition, 2, buildings=buildings, stocks={"blue": {"black": stocks[0]}, "yellow": {"black": stocks[1]}}
        )
    assert ("TU-BOX-01", said) in [(one.id, one.message) for one in caught.value.violations]


@pytest.mark.allows("TU-BOX-02")
def test_a_roof_goes_from_the_hand_to_the_board_and_stays() -> None:
    """Blue founds A2 with a roof; yellow founds beside it and covers that roof. Both have nine in hand."""
    state = play(half_board(), "found A2 white roof A2; found A4 grey roof A4")
    assert [player.roofs for player in state.players] == [9, 9]
    assert state.buildings["A2"] == tu.Building("white", 2, {1: "blue"})


@pytest.mark.forbids("TU-BOX-02")
@pytest.mark.parametrize("in_hand", [8, 10])
def test_a_player_with_a_wrong_number_of_roofs_is_refused(in_hand: int) -> None:
    """With one roof on the board a player has nine in hand: not eight, and not ten."""
    buildings: Buildings = {**SPREAD, "A1": tu.Building("black", 2), "A2": tu.Building("white", 1, {1: "blue"})}
    assert tu.position("reconstruction", 2, buildings=buildings, turn="yellow").players[0].roofs == 9
    assert impossible("reconstruction", 2, buildings=buildings, roofs={"blue": in_hand}, turn="yellow") == {"TU-BOX-02"}


@pytest.mark.allows("TU-BOX-03")
def test_a_card_goes_from_market_to_discards_and_another_from_pile_to_market() -> None:
    """44 cards: 41 in the pile, then one discarded with 41 left, then 40 and a full market again. Nobody holds a card."""
    state = half_board()
    assert state.pile.total == 41
    state = play(state, "take bwn")
    assert (len(state.market), state.pile.total, state.discards) == (2, 41, {"bwn": 1})
    state = play(state, "reveal wn-vg")
    assert (len(state.market), state.pile.total, state.discards) == (3, 40, {"bwn": 1})
    assert not any("card" in field.name for field in attrs.fields(tu.Player))


@pytest.mark.forbids("TU-BOX-03")
@pytest.mark.parametrize(
    "change",
    [
        lambda table: table["pile"].update(bwn=5),
        lambda table: table["pile"].pop("wn-vg"),
        lambda table: table.update(discards={"xx": 2}),
        lambda table: table["market"].pop(),
        lambda table: table["market"].append("bgw"),
    ],
    ids=["one too many in the pile", "one lost", "one too many discarded", "a market of two", "a market of four"],
)
def test_a_table_with_a_wrong_number_of_cards_is_refused(change: Callable[[Any], Any]) -> None:
    """Cards that are missing or there too often cannot be."""
    assert "TU-BOX-03" in on_paper(change)


# --- neighbours


@pytest.mark.allows("TU-BOX-04")
def test_a_road_makes_neighbours() -> None:
    """A2 and A3 lie beside A1, C1 beside C2, D1 and D5 beside D4; no other road leads to a building."""
    state = half_board()
    assert {line.split()[1] for line in offered(state, tu.Found)} == {"A2", "A3", "C1", "D1", "D5"}
    after = play(state, "found A3 white roof A3")
    assert [after.buildings[site].floors for site in ("A1", "C2", "D4")] == [2, 1, 1]


@pytest.mark.allows("TU-BOX-04")
@pytest.mark.forbids("TU-BOX-04")
def test_two_roads_away_is_not_next_to() -> None:
    """A4 is two roads away from A1: nobody can build there yet, and later black on A4 is fine with black on A1."""
    assert refused(half_board(), "found A4 white roof A4") == ["TU-FOUND-02"]
    assert play(half_board(), "found A2 white roof A2; found A4 black roof A4").buildings["A4"].colour == "black"


SQUARE = Board(
    name="square", players=(2,), size=(10, 10),
    districts=(District("W", "West"), District("E", "East", grey=True), District("X", "Elsewhere")),
    sites=(Site("a", "W", (0, 0)), Site("b", "E", (9, 0)), Site("c", "E", (9, 9)), Site("d", "W", (0, 9))),
    roads=(("b", "a"), ("b", "c"), ("c", "d"), ("d", "a")),
    parks=(Area("Green", ("a", "b")), Area("Common", ("b",))), lakes=(),
)  # fmt: skip
"""A board simple enough to be read off: a b above d c, the west and the east side each a district."""


def test_a_simple_board_as_a_graph() -> None:
    """All that a board says, by hand."""
    graph = board_graph(SQUARE)
    assert (graph.name, [*graph]) == ("square", ["a", "b", "c", "d"])
    assert {site: set(graph[site]) for site in graph} == {
        "a": {"b", "d"},
        "b": {"a", "c"},
        "c": {"b", "d"},
        "d": {"a", "c"},
    }
    assert graph.nodes["b"] == {"district": "E", "at": (9, 0), "parks": {"Green", "Common"}, "lakes": frozenset()}
    assert graph.edges["a", "b"] == {"border": frozenset("WE")}
    assert graph.edges["a", "d"] == {"border": None}


@pytest.mark.parametrize("name", BOARDS)
def test_a_graph_says_what_the_edition_file_says(name: str) -> None:
    """Sites, roads, parks, lakes and borders of every shipped board, worked out from the lists of the file."""
    board = BOARDS[name]
    graph = board_graph(board)
    district = {site.id: site.district for site in board.sites}
    assert [*graph] == [site.id for site in board.sites]
    assert {frozenset(road) for road in graph.edges} == {frozenset(road) for road in board.roads}
    assert nx.is_connected(graph)
    for site in board.sites:
        node = graph.nodes[site.id]
        assert (node["district"], node["at"]) == (site.district, site.at)
        for marks, areas in (("parks", board.parks), ("lakes", board.lakes)):
            assert node[marks] == {area.name for area in areas if site.id in area.sites}
    for pair in map(frozenset, combinations({*district.values()}, 2)):
        across = {frozenset(road) for road in board.roads if {district[end] for end in road} == pair}
        assert {frozenset(road) for road in graph.edges if graph.edges[road]["border"] == pair} == across


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_worked_out_once_follows_from_the_graph(players: int) -> None:
    """`box.neighbours` and `box.around` name the neighbours of the graph, in the order of the sites."""
    box = tu.load_edition("reconstruction").boxes[players]
    for site in box.sites:
        assert set(box.neighbours[site]) == set(box.board[site])
        assert set(box.around[site]) == {site, *box.board[site]}
        for names in (box.neighbours[site], box.around[site]):
            assert [*names] == sorted(names, key=box.sites.index)


@pytest.mark.parametrize("name", BOARDS)
def test_all_is_drawn_within_the_board(name: str) -> None:
    """Sites and outlines have coordinates from 0 to the size, and no two sites the same."""
    board = BOARDS[name]
    drawn = [site.at for site in board.sites]
    assert len(set(drawn)) == len(drawn)
    corners = [corner for area in (*board.parks, *board.lakes) for corner in area.area]
    assert all(0 <= x <= board.size[0] and 0 <= y <= board.size[1] for x, y in drawn + corners)


# --- what is open


@pytest.mark.allows("TU-BOX-05")
def test_all_but_the_order_of_the_pile_can_be_read_off_the_table() -> None:
    """Board, stocks, vehicles, market, discards and container are there to be read by anybody."""
    state = play(half_board(discards={"bgw": 2}), "found A2 white roof A1")
    assert state.buildings["A1"] == tu.Building("black", 2, {2: "blue"})
    assert (state.players[0].stock, state.players[1].stock) == ({"grey": 1, "brown": 1}, ONE_OF_EACH)
    assert state.players[0].vehicles == {"black": 2, "grey": 0, "white": 0, "brown": 0}
    assert (sorted(state.market), state.discards) == (sorted(MARKET), {"bgw": 2})
    assert state.container == {"black": 27, "grey": 27, "white": 27, "brown": 28}


@pytest.mark.allows("TU-BOX-05")
def test_unseen_cards_are_known_by_number() -> None:
    """Of 41 unseen cards four are bwn, five bgw and one is an xx."""
    chances = {str(action): weight for action, weight in tu.chances(play(half_board(), "take bwn"))}
    assert (chances["reveal bwn"], chances["reveal bgw"], chances["reveal xx"]) == (4, 5, 1)
    assert "reveal x-vbb" not in chances
    assert sum(chances.values()) == 41


@pytest.mark.forbids("TU-BOX-05")
def test_the_order_in_which_cards_came_leaves_no_trace() -> None:
    """Two markets of the same cards are the same state, built by hand, played or read from JSON."""
    one, other = half_board(market=MARKET), half_board(market=MARKET[::-1])
    assert one == other
    assert tu.TOWER_UP.state_to_json(one) == tu.TOWER_UP.state_to_json(other)
    paper = json.loads(tu.TOWER_UP.state_to_json(one))
    paper["table"]["market"].reverse()
    assert tu.TOWER_UP.state_from_json(json.dumps(paper)) == one
    cards = ("bwn/black", "bgn/grey", "xx/any")
    reveals = [
        tu.replay("reconstruction", 2, "; ".join(f"reveal {card}" for card in order)) for order in (cards, cards[::-1])
    ]
    assert reveals[0].market == reveals[1].market


@pytest.mark.forbids("TU-BOX-05")
def test_no_view_of_the_game_has_an_order_of_the_pile() -> None:
    """The pile is a number for each kind of card; a list in order is refused."""
    state = half_board()
    paper = json.loads(tu.TOWER_UP.state_to_json(state))
    assert isinstance(state.pile, Counts)
    assert state.pile == paper["table"]["pile"]
    paper["table"]["pile"] = [*state.pile.names()]
    with pytest.raises(JsonError):
        tu.TOWER_UP.state_from_json(json.dumps(paper))


# --- the map of the shipped edition


def is_inside(outline: Sequence[Sequence[float]], x: float, y: float) -> bool:
    """Whether a line from the point to the right crosses the outline an odd number of times."""
    crossed = False
    for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            crossed = not crossed
    return crossed


@pytest.mark.parametrize("players", [2, 3])
def test_sites_on_a_park_lie_within_its_outline_and_shores_outside_the_lake(players: int) -> None:
    """On both sides of the board, and no other site lies within a park."""
    side = tu.new_game(players).box.side
    for park in side.parks:
        assert {site.id for site in side.sites if is_inside(park.area, *site.at)} == {*park.sites}
    for lake in side.lakes:
        assert not [site.id for site in side.sites if is_inside(lake.area, *site.at)]
