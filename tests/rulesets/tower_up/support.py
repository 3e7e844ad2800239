"""What the tests of the rulebook share: playing moves in notation, asking why one is refused, and a few positions."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import towerup as tu
from towerup.kernel.actors import CHANCE
from towerup.kernel.rules import IllegalAction, ImpossiblePosition
from towerup.rulesets.tower_up.box.edition import SHELF

COLOURS = ("black", "grey", "white", "brown")
Buildings = Mapping[str, tu.Building | str]
"""Buildings by site, as `position` takes them."""
ONE_OF_EACH = dict.fromkeys(COLOURS, 1)
SPREAD = {"A1": "black", "C2": "white", "D4": "grey"}
"""Three starting floors on the half board, far apart. A1 has roads to A2 and A3."""
MARKET = ("bwn", "xx", "x-vbb")


# --- playing, and being refused


def play(state: tu.State, moves: str) -> tu.State:
    """The state after these moves, as "take bgw; reveal xx". Each is offered, and nothing speaks against it."""
    for move in moves.split("; "):
        action = tu.parse_action(state, move)
        assert action in tu.legal_actions(state), move
        assert tu.explain(state, action, by=state.actor) == ()
        state = tu.apply(state, action, by=state.actor)
    return state


def objections(state: tu.State, action: Any, by: Any = None) -> list[tuple[str, str]]:
    """Rule and message of each objection, in order. `explain` and `apply` agree, and the action is not offered."""
    if isinstance(action, str):
        action = tu.parse_action(state, action)
    broken = tu.explain(state, action, by=by)
    with pytest.raises(IllegalAction) as caught:
        tu.apply(state, action, by=by)
    assert caught.value.violations == broken
    assert by is not None or action not in tu.legal_actions(state)
    return [(one.id, one.message) for one in broken]


def refused(state: tu.State, action: Any, by: Any = None) -> list[str]:
    """The rules under which an action is refused, the most basic first."""
    return [rule for rule, _ in objections(state, action, by)]


def offered(state: tu.State, kind: type[Any] | None = None) -> set[str]:
    """What is offered, in notation: everything, or the actions of one kind. Nothing is offered twice."""
    actions = [str(one) for one in tu.legal_actions(state) if kind is None or isinstance(one, kind)]
    assert len(set(actions)) == len(actions)
    return set(actions)


def impossible(*args: Any, **named: Any) -> set[str]:
    """The rules that `position` names when no game can reach what it is asked for."""
    with pytest.raises(ImpossiblePosition) as caught:
        tu.position(*args, **named)
    return {one.id for one in caught.value.violations}


def take_any(state: tu.State) -> tu.State:
    """The state after the player has taken a card, the market was refilled, and floors were put back if need be."""
    state = tu.apply(state, next(one for one in tu.legal_actions(state) if isinstance(one, tu.Take)))
    while state.phase in (tu.Phase.REVEAL, tu.Phase.BACK):
        state = tu.apply(state, tu.legal_actions(state)[0])
    return state


def random_steps(state: tu.State, seed: int, most: int = 1_000) -> Iterator[tuple[tu.State, tu.Action, tu.State]]:
    """The steps of a random game from here: state before, action, state after. Who can found mostly does."""
    choice = random.Random(seed)
    for _ in range(most):
        legal: tuple[tu.Action, ...] = tu.legal_actions(state)
        if not legal:
            return
        if state.actor is CHANCE:
            [action] = choice.choices(legal, tu.chance_weights(state))
        else:
            foundings = [one for one in legal if isinstance(one, tu.Found)]
            action = choice.choice(foundings if foundings and choice.random() < 0.7 else legal)
        after = tu.apply(state, action)
        yield state, action, after
        state = after


# --- boards and editions


def built(edition: str | tu.Edition, players: int, starting: str, foundings: str = "") -> dict[str, tu.Building]:
    """The buildings after starting floors ("A1 black, C2 white") and foundings in order.

    "A2 grey blue" founds A2 in grey with a blue roof on it; "A2 grey blue A1" puts that roof on A1 instead.
    """
    neighbours = tu.load_edition(edition).boxes[players].neighbours
    colours = dict(entry.split() for entry in starting.split(", "))
    floors = dict.fromkeys(colours, 1)
    roofs: dict[str, dict[int, str]] = {}
    for entry in filter(None, foundings.split(", ")):
        site, colour, roof, *elsewhere = entry.split()
        paid = [neighbour for neighbour in neighbours[site] if neighbour in floors]
        for neighbour in paid:
            floors[neighbour] += 1
        colours[site], floors[site] = colour, 1
        [where] = elsewhere or [site]
        assert where in (site, *paid)
        roofs.setdefault(where, {})[floors[where]] = roof
    return {site: tu.Building(colours[site], floors[site], roofs.get(site, {})) for site in colours}


def changed_edition(name: str, *edits: tuple[str, str]) -> tu.Edition:
    """A shipped edition with pieces of its file replaced."""
    text = SHELF.text(name)
    for old, new in edits:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return SHELF.from_toml(text)


# --- positions


def half_board(**named: Any) -> tu.State:
    """Blue's turn in a game of two: three starting floors far apart, and one floor of each colour in each stock."""
    stocks = {"blue": ONE_OF_EACH, "yellow": ONE_OF_EACH}
    return tu.position("reconstruction", 2, **{"buildings": SPREAD, "stocks": stocks, "market": MARKET, **named})


def town(foundings: str = "", players: int = 2, starting: str = "A1 black, D3 black", **named: Any) -> tu.State:
    """A position in the small town after these foundings, with objectives that nobody fulfils in passing.

    It has four roofs a player, a stock limit of six, a market of two, star columns 1 and 3, and a cone row of three places.
    """
    buildings = built("small", players, starting, foundings)
    usual = {"market": ("bgw", "gwn"), "objectives": ("all-colours", "two-brown")}
    return tu.position("small", players, buildings=buildings, **{**usual, **named})


def over() -> tu.State:
    """A game in the tiny edition that a shortage has ended."""
    cones = {"blue": 0, "yellow": 0}
    return tu.position(
        "tiny", 2, buildings={"N1": "black"}, market=["bw"], cones=cones, phase="over", ending=("shortage", "blue")
    )


def columns(*steps: int) -> Mapping[str, int]:
    """Vehicles by their columns: black, grey, white, brown."""
    return dict(zip(COLOURS, steps, strict=True))
