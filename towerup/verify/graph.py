"""Questions about a whole state space as a directed graph: what goes on for ever, what leads to an end, the way back.

States are numbers. The moves out of state `s` lead to `targets[starts[s]:starts[s + 1]]`: two flat arrays, because a
list of lists would take ten times the memory for millions of states.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

import attrs


@attrs.define
class Graph:
    """A directed graph in two flat arrays; it grows by a state's moves at a time, in the order of the states."""

    starts: array[int] = attrs.field(factory=lambda: array("Q", [0]))
    targets: array[int] = attrs.field(factory=lambda: array("I"))

    @property
    def size(self) -> int:
        """How many states have their moves told."""
        return len(self.starts) - 1

    def out(self, state: int) -> array[int]:
        """Where the moves out of a state lead, one by one."""
        return self.targets[self.starts[state] : self.starts[state + 1]]

    def close(self) -> None:
        """All moves of the next state have been appended to `targets`."""
        self.starts.append(len(self.targets))

    def reversed(self, size: int) -> Graph:
        """The same moves backwards, for so many states (those whose moves were never told have none)."""
        starts = array("Q", bytes(8 * (size + 1)))
        for target in self.targets:
            starts[target + 1] += 1
        for state in range(size):
            starts[state + 1] += starts[state]
        free = starts[:-1]
        targets = array("I", bytes(4 * len(self.targets)))
        for state in range(self.size):
            for edge in range(self.starts[state], self.starts[state + 1]):
                target = self.targets[edge]
                targets[free[target]] = state
                free[target] += 1
        return Graph(starts, targets)


@attrs.frozen
class Peeled:
    """What is left when states from which every way ends are taken off, and the longest way among those taken off."""

    endless: bytearray
    """For each state 1 if moves can be made from it for ever, else 0."""
    longest: int
    """The most moves that can be made from a state that is not endless."""


def peeled(graph: Graph, backwards: Graph) -> Peeled:
    """Takes off states without a move left, again and again; from what stays, one can go on for ever."""
    size = len(backwards.starts) - 1
    left = array("I", bytes(4 * size))
    for state in range(graph.size):
        left[state] = graph.starts[state + 1] - graph.starts[state]
    endless = bytearray(b"\1") * size
    level = [state for state in range(size) if not left[state]]
    rounds = 0
    while level:
        rounds += 1
        before = []
        for state in level:
            endless[state] = 0
            for source in backwards.out(state):
                left[source] -= 1
                if not left[source]:
                    before.append(source)
        level = before
    return Peeled(endless, max(rounds - 1, 0))


def leading_to(backwards: Graph, ends: Iterable[int]) -> bytearray:
    """For each state 1 if some way leads from it to one of the ends, else 0."""
    found = bytearray(len(backwards.starts) - 1)
    waiting = list(ends)
    for state in waiting:
        found[state] = 1
    while waiting:
        for source in backwards.out(waiting.pop()):
            if not found[source]:
                found[source] = 1
                waiting.append(source)
    return found


def on_cycles(graph: Graph, among: bytearray) -> bytearray:
    """For each state 1 if some way from it leads back to it, else 0; only states marked in `among` are looked at.

    Tarjan's strongly connected components, with a stack of its own: Python's would not be deep enough.
    """
    size = len(among)
    order = array("I", bytes(4 * size))  # when a state was first met, from 1
    low = array("I", bytes(4 * size))  # the earliest state still open that it leads to
    is_open = bytearray(size)
    cyclic = bytearray(size)
    open_states: list[int] = []
    met = 0
    for root in range(min(graph.size, size)):
        if not among[root] or order[root]:
            continue
        work = [(root, iter(graph.out(root)))]
        met += 1
        order[root] = low[root] = met
        is_open[root] = 1
        open_states.append(root)
        while work:
            state, moves = work[-1]
            for target in moves:
                if target == state:
                    cyclic[state] = 1
                if not among[target]:
                    continue
                if not order[target]:
                    met += 1
                    order[target] = low[target] = met
                    is_open[target] = 1
                    open_states.append(target)
                    work.append((target, iter(graph.out(target) if target < graph.size else ())))
                    break
                if is_open[target]:
                    low[state] = min(low[state], order[target])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[state])
                if low[state] == order[state]:
                    _close(state, open_states, is_open, cyclic)
    return cyclic


def _close(root: int, open_states: list[int], is_open: bytearray, cyclic: bytearray) -> None:
    """A component is complete: its states are on a cycle if there are two or more."""
    alone = open_states[-1] == root
    while True:
        state = open_states.pop()
        is_open[state] = 0
        if not alone:
            cyclic[state] = 1
        if state == root:
            return


def way_back(graph: Graph, state: int, among: bytearray) -> list[int]:
    """A shortest way from a state that is on a cycle back to itself: the states met, the first one at both ends."""
    came_from: dict[int, int] = {}
    level = [state]
    while level:
        following = []
        for here in level:
            for target in graph.out(here) if here < graph.size else ():
                if target == state:
                    way = [state, here]
                    while way[-1] != state:
                        way.append(came_from[way[-1]])
                    return way[::-1]
                if among[target] and target not in came_from:
                    came_from[target] = here
                    following.append(target)
        level = following
    raise ValueError(f"state {state} is on no cycle")
