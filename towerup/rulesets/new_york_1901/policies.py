"""Policies: players who choose among the legal actions each in their own way.

None of them plays well; together they bring about what a table of people brings about in many evenings. A choice must
cost no more than a step of the game, so a policy looks at a handful of the actions on offer, drawn at random, and takes
the one it likes best. The generator is all the chance there is: the same state and generator, the same choice.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import attrs

from towerup.kernel.ruleset import Policy

from .actions import Acquire, Action, Boom, Build, End, Grab, Rebuild, Shift
from .box.tiles import Tile
from .state import Phase, State

HANDFUL = 6
"""So many of the actions on offer are looked at."""
WHIM = 0.1
"""How often a choice is made without looking: a policy that is never untrue to itself can keep a game going for ever."""

Liking: TypeAlias = Callable[[State, Any], float]
"""How much an action is liked: the more, the better."""


def _at_random(state: State, legal: Sequence[Action], chooser: random.Random) -> Action:
    """Every legal action is as likely."""
    return legal[int(chooser.random() * len(legal))]


@attrs.frozen(eq=False)
class Character:
    """What a player likes; what is not liked or disliked is chosen at random."""

    liking: Liking

    def __call__(self, state: State, legal: Sequence[Action], chooser: random.Random) -> Action:
        draw, span = chooser.random, len(legal)
        if span == 1 or draw() < WHIM:
            return legal[int(draw() * span)]
        best, most = legal[0], -1e9
        # Action cards come first and rebuilding last among what can be done: both ends are looked at.
        few = [0, span - 1, *(int(draw() * span) for _ in range(HANDFUL - 2))]
        for number in range(span) if span <= HANDFUL else few:
            liked = self.liking(state, legal[number]) + draw() / 1_000
            if liked > most:
                best, most = legal[number], liked
        return best


# --- what can be liked


def _free_cells(state: State) -> set[str]:
    """The cells of one's own lots with no building on them."""
    player = state.player
    covered = {cell for one in player.buildings for cell in one.cells}
    return {cell for lot in player.lots for cell in state.setup.board.lots[lot]} - covered


def _beside_own(state: State, lot: str) -> int:
    """How many of one's own free cells a lot adjoins."""
    board = state.setup.board
    return len(board.around(board.lots[lot]) & _free_cells(state))


def _tile(state: State, action: Build | Rebuild) -> Tile:
    return state.setup.edition.tiles[action.tile]


def _grow(state: State, action: Any) -> float:
    """A developer: the most points for every building, on lots that lie together."""
    if isinstance(action, Build | Rebuild):
        return 2 + _tile(state, action).points
    if isinstance(action, Acquire):
        return _beside_own(state, action.lot)
    return -1 if isinstance(action, End) else 0


def _renew(state: State, action: Any) -> float:
    """A renewer: old buildings down, new ones up, with as many at a time as can be."""
    if isinstance(action, Rebuild):
        return 9 + _tile(state, action).size
    if isinstance(action, Build):
        return 6 - _tile(state, action).technology
    return 2 if isinstance(action, Boom) else 0


def _keep(state: State, action: Any) -> float:
    """A baron: small bronze and silver everywhere, and nothing of it ever demolished."""
    if isinstance(action, Rebuild):
        return -9
    if isinstance(action, Build):
        return 9 - 2 * _tile(state, action).technology - _tile(state, action).size
    return 0


def _hoard(state: State, action: Any) -> float:
    """A speculator: lots and more lots, and buildings only where nothing else can be done."""
    if isinstance(action, Grab | Acquire):
        return 5
    if isinstance(action, End):
        return 4
    if isinstance(action, Build | Rebuild):
        return -_tile(state, action).points
    return 0


def _spend(state: State, action: Any) -> float:
    """A gambler: gathers room, and then uses action cards one upon the other."""
    room = len(_free_cells(state))
    if isinstance(action, Shift | Boom):
        return 9
    if isinstance(action, Grab):
        return 9 if room >= 4 else -1
    if isinstance(action, Acquire):
        # A second lot waits until something is built, and then for Construction Boom.
        return 1 if state.phase is Phase.BUILD else 2 + _beside_own(state, action.lot) / 4
    if isinstance(action, Build):
        return 3 if state.second_lot or state.phase is not Phase.BUILD or room >= 6 else -1
    return 0


def _tower(state: State, action: Any) -> float:
    """A climber: as fast as can be to gold and to the tallest legendary, with large estates for it."""
    if isinstance(action, Build | Rebuild):
        return 3 * _tile(state, action).technology + 4 * _tile(state, action).height + _tile(state, action).points / 4
    if isinstance(action, Acquire):
        return _beside_own(state, action.lot)
    return -2 if isinstance(action, End) else 0


def _hurry(state: State, action: Any) -> float:
    """A finisher: buildings of any size, nothing demolished, no second building; Land Grab only with the last of them."""
    if isinstance(action, Grab):
        return 9 if len(state.player.tiles) <= state.setup.edition.unbuilt + 1 else -5
    if isinstance(action, Build):
        return 5 - _tile(state, action).size / 4
    if isinstance(action, Acquire):
        return 4 if state.phase is not Phase.TURN else _beside_own(state, action.lot)
    return -4 if isinstance(action, Rebuild | Boom | Shift) else 0


POLICIES: Mapping[str, Policy[State, Action]] = {
    "random": _at_random,
    "developer": Character(_grow),
    "renewer": Character(_renew),
    "baron": Character(_keep),
    "speculator": Character(_hoard),
    "gambler": Character(_spend),
    "climber": Character(_tower),
    "finisher": Character(_hurry),
}
"""The policies by name."""
