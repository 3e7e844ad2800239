"""The questions about a whole graph, beside networkx's answers."""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from towerup.verify.graph import Graph, leading_to, on_cycles, peeled, way_back

moves = st.integers(1, 9).flatmap(
    lambda size: st.lists(st.lists(st.integers(0, size - 1), max_size=3), min_size=size, max_size=size)
)


def graph_of(told: list[list[int]]) -> Graph:
    graph = Graph()
    for targets in told:
        graph.targets.extend(targets)
        graph.close()
    return graph


def marked(flags: bytearray) -> set[int]:
    return {state for state, flag in enumerate(flags) if flag}


@given(moves)
def test_backwards_is_the_same_moves_turned_round(told: list[list[int]]) -> None:
    """Every move is there once, the other way; states whose moves were never told have none."""
    graph = graph_of(told)
    there = sorted((a, b) for a, targets in enumerate(told) for b in targets)
    backwards = graph.reversed(len(told) + 1)
    assert sorted((a, b) for b in range(backwards.size) for a in backwards.out(b)) == there
    assert backwards.size == len(told) + 1


@given(moves, st.sets(st.integers(0, 8)))
def test_the_answers_are_those_of_networkx(told: list[list[int]], some: set[int]) -> None:
    """Endless, cyclic, and leading to an end, on random graphs with loops and moves told twice."""
    graph, size = graph_of(told), len(told)
    drawn: nx.DiGraph[int] = nx.DiGraph([(a, b) for a, targets in enumerate(told) for b in targets])
    drawn.add_nodes_from(range(size))
    components = list(nx.strongly_connected_components(drawn))
    cyclic = {a for part in components for a in part if len(part) > 1 or drawn.has_edge(a, a)}
    backwards = graph.reversed(size)
    left = peeled(graph, backwards)
    assert marked(left.endless) == cyclic.union(*(nx.ancestors(drawn, a) for a in cyclic))
    assert marked(on_cycles(graph, left.endless)) == cyclic
    finite = drawn.subgraph(set(range(size)) - marked(left.endless))
    assert left.longest == nx.dag_longest_path_length(finite)
    ends = {end for end in some if end < size}
    assert marked(leading_to(backwards, ends)) == ends.union(*(nx.ancestors(drawn, end) for end in ends))
    for state in cyclic:
        way = way_back(graph, state, on_cycles(graph, left.endless))
        assert way[0] == way[-1] == state
        assert all(b in graph.out(a) for a, b in pairwise(way))
        rounds = [nx.shortest_path_length(drawn, b, state) + 1 for b in told[state] if nx.has_path(drawn, b, state)]
        assert len(way) - 1 == min(rounds)


def test_a_state_on_no_cycle_has_no_way_back() -> None:
    """It is asked only of states on a cycle; of others it says so."""
    with pytest.raises(ValueError, match="on no cycle"):
        way_back(graph_of([[1], []]), 0, bytearray(2))


def test_a_long_way_needs_no_deep_stack() -> None:
    """A cycle through 50,000 states."""
    size = 50_000
    graph = graph_of([[(state + 1) % size] for state in range(size)])
    everywhere = bytearray(b"\1") * size
    assert on_cycles(graph, everywhere).count(1) == size
    assert peeled(graph, graph.reversed(size)).endless.count(1) == size
