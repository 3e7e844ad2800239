"""Graphs that cannot change: what a game's board is."""

from __future__ import annotations

from typing import Any

import networkx as nx

from .frozen import FrozenDict


def frozen_graph(graph: Any) -> nx.Graph[str]:
    """The graph with nothing left to change: networkx freezes nodes and edges, but not their attributes."""
    for node in graph:
        graph._node[node] = FrozenDict(graph._node[node])
    for one, other in graph.edges:
        graph._adj[one][other] = graph._adj[other][one] = FrozenDict(graph._adj[one][other])
    graph.graph = FrozenDict(graph.graph)
    frozen: nx.Graph[str] = nx.freeze(graph)
    return frozen
