"""The board: building sites joined by roads, in districts, on parks and lakes.

FR “1 PLATEAU”, PL “1 PLANSZA MIASTA”: two sites joined directly by a road are neighbours. `Board.graph` is the board as
a networkx graph, for thinking: definitions, checks, drawing, users' own questions. The neighbour tuples and bit masks
beside it hold the same facts for running.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    import networkx as nx

Point = tuple[int, int]


@attrs.frozen
class District:
    """A part of the city; two of the five are grey ones, which an objective names."""

    id: str
    name: str
    grey: bool = False


@attrs.frozen
class Site:
    """A building site: where it lies in the drawing, and its district."""

    id: str
    district: str
    at: Point


@attrs.frozen
class Area:
    """A park or a lake: the sites on it, and its outline for drawing (may be empty)."""

    name: str
    sites: tuple[str, ...]
    area: tuple[Point, ...] = ()


@attrs.frozen(slots=False)
class Board:
    """One side of the board. Sites are numbered in the order of the edition file; masks have bit n for site n."""

    name: str
    players: tuple[int, ...]
    size: Point
    districts: tuple[District, ...]
    sites: tuple[Site, ...]
    roads: tuple[tuple[str, str], ...]
    parks: tuple[Area, ...]
    lakes: tuple[Area, ...]

    @cached_property
    def index(self) -> dict[str, int]:
        """The number of each site by its name."""
        return {site.id: number for number, site in enumerate(self.sites)}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each site by its number."""
        return tuple(site.id for site in self.sites)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each site the sites that a road joins to it, in order."""
        # TU-BOX-04
        around: list[set[int]] = [set() for _ in self.sites]
        for one, other in self.roads:
            around[self.index[one]].add(self.index[other])
            around[self.index[other]].add(self.index[one])
        return tuple(tuple(sorted(sites)) for sites in around)

    @cached_property
    def neighbour_masks(self) -> tuple[int, ...]:
        """For each site the mask of its neighbours."""
        return tuple(sum(1 << site for site in sites) for sites in self.neighbours)

    @cached_property
    def district_masks(self) -> dict[str, int]:
        """For each district the mask of its sites."""
        return {
            district.id: self.mask(site.id for site in self.sites if site.district == district.id)
            for district in self.districts
        }

    @cached_property
    def park_mask(self) -> int:
        """The sites on any park."""
        return self.mask({site for park in self.parks for site in park.sites})

    @cached_property
    def lake_mask(self) -> int:
        """The sites on the shore of any lake."""
        return self.mask({site for lake in self.lakes for site in lake.sites})

    @cached_property
    def district_of(self) -> tuple[str, ...]:
        """The district of each site."""
        return tuple(site.district for site in self.sites)

    @cached_property
    def on_parks(self) -> frozenset[int]:
        """The sites on any park."""
        return frozenset(self.index[site] for park in self.parks for site in park.sites)

    @cached_property
    def on_lakes(self) -> frozenset[int]:
        """The sites on the shore of any lake."""
        return frozenset(self.index[site] for lake in self.lakes for site in lake.sites)

    @cached_property
    def borders(self) -> dict[frozenset[str], tuple[tuple[int, int], ...]]:
        """The borders: each pair of districts with a road between them, and those roads."""
        district = {site.id: site.district for site in self.sites}
        found: dict[frozenset[str], list[tuple[int, int]]] = {}
        for one, other in self.roads:
            if district[one] != district[other]:
                pair = frozenset((district[one], district[other]))
                found.setdefault(pair, []).append((self.index[one], self.index[other]))
        return {pair: tuple(roads) for pair, roads in found.items()}

    @cached_property
    def graph(self) -> nx.Graph[str]:
        """The board as a networkx graph: sites with `district`, `at`, `parks` and `lakes`; roads with `border`."""
        import networkx as nx

        graph: nx.Graph[str] = nx.Graph(name=self.name)
        for site in self.sites:
            graph.add_node(
                site.id,
                district=site.district,
                at=site.at,
                parks=frozenset(park.name for park in self.parks if site.id in park.sites),
                lakes=frozenset(lake.name for lake in self.lakes if site.id in lake.sites),
            )
        for one, other in self.roads:
            ends = frozenset((graph.nodes[one]["district"], graph.nodes[other]["district"]))
            graph.add_edge(one, other, border=ends if len(ends) == 2 else None)
        return graph

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: the fields, not what was worked out from them."""
        return {field.name: getattr(self, field.name) for field in attrs.fields(Board)}

    def __setstate__(self, fields: dict[str, Any]) -> None:
        self.__dict__.update(fields)

    def mask(self, sites: Iterable[str]) -> int:
        """The mask of these sites."""
        return sum(1 << self.index[site] for site in sites)
