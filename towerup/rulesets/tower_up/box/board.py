"""The board: building sites joined by roads, in districts, on parks and lakes.

FR “1 PLATEAU”, PL “1 PLANSZA MIASTA”: two sites joined directly by a road are neighbours.
"""

from __future__ import annotations

import attrs
import networkx as nx

from towerup.kernel.graphs import frozen_graph

Point = tuple[int, int]


@attrs.frozen
class District:
    """A part of the city. Two of the five are grey, which an objective names."""

    id: str
    name: str
    grey: bool = False


@attrs.frozen
class Site:
    """A building site: its district, and where it lies in the drawing."""

    id: str
    district: str
    at: Point


@attrs.frozen
class Area:
    """A park or a lake: the sites on it, and its outline for drawing (may be empty)."""

    name: str
    sites: tuple[str, ...]
    area: tuple[Point, ...] = ()


@attrs.frozen
class Board:
    """One side of the board, as the edition file has it."""

    name: str
    players: tuple[int, ...]
    size: Point
    districts: tuple[District, ...]
    sites: tuple[Site, ...]
    roads: tuple[tuple[str, str], ...]
    parks: tuple[Area, ...]
    lakes: tuple[Area, ...]


def board_graph(board: Board) -> nx.Graph[str]:
    """The board as a frozen networkx graph: sites with `district`, `at`, `parks` and `lakes`; roads with `border`.

    `border` is the pair of districts that a road joins, or None for a road within a district.
    """
    graph: nx.Graph[str] = nx.Graph(name=board.name)
    for site in board.sites:
        graph.add_node(
            site.id,
            district=site.district,
            at=site.at,
            parks=frozenset(park.name for park in board.parks if site.id in park.sites),
            lakes=frozenset(lake.name for lake in board.lakes if site.id in lake.sites),
        )
    # Two sites are neighbours if a road joins them, and in no other case (TU-BOX-04).
    for one, other in board.roads:
        districts = frozenset((graph.nodes[one]["district"], graph.nodes[other]["district"]))
        graph.add_edge(one, other, border=districts if len(districts) == 2 else None)
    return frozen_graph(graph)
