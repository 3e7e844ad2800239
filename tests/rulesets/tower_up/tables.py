"""Positions of Tower Up in a few words, what is played in them, what is refused, and what the laws notice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs
import pytest

import towerup as tu
from towerup.rulesets.tower_up.table import _Reader

QUIET = ("all-colours", "two-brown")
"""Objectives of the small town that nobody fulfils in passing."""
MARKET = ("bwn", "xx", "x-vbb")
SPREAD = {"A1": tu.Building("black"), "C2": tu.Building("white"), "D4": tu.Building("grey")}
"""Three starting floors on the half board, far apart."""
ONE_OF_EACH = {"black": 1, "grey": 1, "white": 1, "brown": 1}


# --- positions


def built(setup: tu.Setup, starting: str, foundings: str = "") -> dict[str, tu.Building]:
    """The buildings after starting floors ("A1 black, C2 white") and foundings, in order: "A2 grey blue" founds A2 in grey
    with a blue roof on it, "A2 grey blue A1" puts that roof on A1 instead.
    """
    colours: dict[str, str] = dict(entry.split() for entry in starting.split(", "))
    floors = dict.fromkeys(colours, 1)
    roofs: dict[str, dict[int, str]] = {}
    for entry in filter(None, foundings.split(", ")):
        site, colour, roof, *elsewhere = entry.split()
        paid = [neighbour for neighbour in setup.board.graph[site] if neighbour in floors]
        for neighbour in paid:
            floors[neighbour] += 1
        colours[site], floors[site] = colour, 1
        [where] = elsewhere or [site]
        assert where in (site, *paid)
        roofs.setdefault(where, {})[floors[where]] = roof
    return {site: tu.Building(colours[site], floors[site], roofs.get(site, {})) for site in colours}


def town(
    foundings: str,
    seats: Sequence[Mapping[str, Any]],
    market: Sequence[str] = ("bgw", "gwn"),
    *,
    starting: str = "A1 black, D3 black",
    objectives: Sequence[str] = QUIET,
    rulings: tu.Rulings | None = None,
    **more: Any,
) -> tu.State:
    """A position in the small town, for as many players as there are seats."""
    setup = tu.setup(len(seats), "small", objectives, rulings=rulings)
    return tu.position(setup, built(setup, starting, foundings), seats, market, **more)


def skyline(foundings: str) -> tu.State:
    """The two-player board of the reconstruction, blue to place the tenth roof."""
    setup = tu.setup(2, objectives=("four-colours", "lake", "four-brown"))
    return tu.position(
        setup,
        built(setup, "A6 black, C6 black, B1 black", foundings),
        [{"stock": {"black": 2, "grey": 1, "white": 2, "brown": 1}}, {}],
        ("bgw", "gwn", "xx"),
    )


def two_players(**told: Any) -> tu.State:
    """Two players on the half board: black on A1, white on C2, grey on D4, and one floor of each colour in stock."""
    return tu.position(tu.setup(2), SPREAD, [{"stock": ONE_OF_EACH}, {"stock": ONE_OF_EACH}], MARKET, **told)


def over() -> tu.State:
    """A game that a shortage has ended and in which both have set the cone."""
    seats = [{"cone": 0}, {"cone": 0}]
    ending = tu.EndComing("shortage", 0)
    return tu.position(tu.setup(2, "tiny"), {"N1": tu.Building("black")}, seats, ["bw"], phase="over", ending=ending)


def doctored(state: tu.State, **changes: Any) -> tu.State:
    """The same table with something changed by hand, and nobody to check it."""
    return _Reader(state.setup).state(attrs.evolve(state.table, **changes))


def with_player(state: tu.State, seat: int, **changes: Any) -> tu.State:
    """The state, doctored before one seat."""
    players = list(state.players)
    players[seat] = attrs.evolve(players[seat], **changes)
    return attrs.evolve(state, players=tuple(players))


# --- what is played, and what is not


def play(state: tu.State, *lines: str) -> tu.State:
    """The state after these actions, written in notation."""
    for line in lines:
        state = tu.apply(state, tu.parse_action(state, line))
    return state


def played(state: tu.State, *notation: str) -> tu.State:
    """The table after these actions; each is on offer, and no law notices anything amiss."""
    for text in notation:
        action = tu.parse_action(state, text)
        assert action in tu.legal_actions(state)
        before, state = state, tu.apply(state, action)
        assert noticed(before, action, state) == set()
        assert not [law.name for law in tu.STATE_LAWS if any(law.broken_by(state))]
    return state


def objections(state: tu.State, action: Any, by: Any = None) -> dict[str, str]:
    """What is said, by rule, when the action is refused; `explain` says the same beforehand, and it is not on offer."""
    with pytest.raises(tu.IllegalAction) as caught:
        tu.apply(state, action, by=by)
    assert caught.value.violations == tu.explain(state, action, by=by)
    assert by is not None or action not in tu.legal_actions(state)
    return {one.id: one.message for one in caught.value.violations}


def refused(state: tu.State, action: Any, by: Any = None) -> set[str]:
    """The rules under which an action is refused."""
    return {*objections(state, action, by)}


def noticed(before: tu.State, action: tu.Action, after: tu.State) -> set[str]:
    """The rules whose laws notice that this is not what the action leads to."""
    return {rule for law in tu.TRANSITION_LAWS if any(law.broken_by(before, action, after)) for rule in law.rules}
