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

from towerup.kernel.counts import FIELD, WIDTH
from towerup.kernel.ruleset import Policy

from .actions import Action, Back, Decline, Found, Take
from .space import BackMove, FoundMove, TakeMove
from .state import COLOUR, FLOORS, MOST_FLOORS, ROOF_BITS, ROOFS, State

HANDFUL = 5
"""So many of the actions on offer are looked at."""
WHIM = 0.08
"""How often a choice is made without looking: a policy that is never untrue to itself can keep a game going for ever."""

_ROOF_ON_TOP = ROOFS - ROOF_BITS

Liking: TypeAlias = Callable[[State, Any], float]
"""How much a move is liked: the more, the better."""


def _best(
    state: State, legal: Sequence[Action], first: int, end: int, liking: Liking | None, chooser: random.Random
) -> Action:
    """The one most liked of a handful of the actions from number `first` up to `end`; any, if nothing is liked."""
    draw, span = chooser.random, end - first
    if liking is None or span == 1 or draw() < WHIM:
        return legal[first + int(draw() * span)]
    moves = state.setup.space.moves
    best, most = legal[first], -1e9
    for number in range(first, end) if span <= HANDFUL else [first + int(draw() * span) for _ in range(HANDFUL)]:
        liked = liking(state, moves[legal[number]])
        if liked > most:
            best, most = legal[number], liked
    return best


def _foundings(legal: Sequence[Action]) -> tuple[int, int]:
    """Where the foundings begin and end among the actions of a turn: after the cards, before declining."""
    low, end = 0, len(legal) - (type(legal[-1]) is Decline)
    high = end
    while low < high:
        middle = (low + high) // 2
        if type(legal[middle]) is Found:
            high = middle
        else:
            low = middle + 1
    return low, end


# --- what can be liked about a founding


def _tall(state: State, move: FoundMove) -> float:
    """A roof high up: its own height in floors."""
    return 1 if move.roof == move.site else ((state.towers[move.roof] >> FLOORS) & MOST_FLOORS) + 1


def _price(state: State, move: FoundMove) -> int:
    plot = state.plots[move.site]
    return plot[0] % FIELD if plot else 0


def _cheap(state: State, move: FoundMove) -> float:
    return -_price(state, move)


def _dear(state: State, move: FoundMove) -> float:
    return _price(state, move)


def _colour(state: State, move: FoundMove) -> int:
    """The colour of the building that gets the roof."""
    return move.colour if move.roof == move.site else (state.towers[move.roof] & COLOUR) - 1


def _catches_up(state: State, move: FoundMove) -> float:
    """The hindmost vehicle first, and far."""
    vehicles = state.players[state.seat].vehicles
    return _tall(state, move) - 8 * vehicles[_colour(state, move)]


def _covered(state: State, move: FoundMove) -> tuple[int, int]:
    """How many roofs that are on top now would be covered: one's own, and others'."""
    me, own, others, towers = state.seat + 1, 0, 0, state.towers
    for neighbour in state.setup.neighbours[move.site]:
        tower = towers[neighbour]
        roof = tower >> (_ROOF_ON_TOP + ROOF_BITS * ((tower >> FLOORS) & MOST_FLOORS)) if tower else 0
        if roof == me:
            own += 1
        elif roof:
            others += 1
    return own, others


def _covers(state: State, move: FoundMove) -> float:
    """Other players' roofs covered, but not one's own."""
    own, others = _covered(state, move)
    return others - own


def _stays_visible(state: State, move: FoundMove) -> float:
    """A roof around which little can be founded any more; and one's own are not to be covered."""
    towers, around = state.towers, state.setup.neighbours[move.roof]
    return -3 * _covered(state, move)[0] - sum([not towers[neighbour] for neighbour in around])


def _fulfils(state: State, move: FoundMove) -> float:
    """Objectives fulfilled, or at least a roof that is new in some way."""
    setup, player = state.setup, state.players[state.seat]
    painted = [*state.painted]
    painted[move.colour] |= 1 << move.site
    bit = 1 << move.roof
    present, doubled = player.present | bit, player.doubled | (player.present & bit)
    levels = player.levels | (1 << int(_tall(state, move)))
    liked = (present != player.present) + (levels != player.levels) + (doubled != player.doubled)
    for chip, goal in zip(player.chips, setup.goals, strict=True):
        if not chip and goal(present, doubled, levels, painted):
            liked += 10
    return liked


# --- what can be liked about a card, or about floors put back


def _least(state: State, container: int) -> int:
    """The count of the colour that there is least of."""
    return min([(container >> shift) & FIELD for shift in range(0, WIDTH * state.setup.colours, WIDTH)])


def _runs_out(state: State, move: TakeMove) -> float:
    """A card that brings some colour of the container to its end, or cannot be had whole."""
    setup = state.setup
    wanted, guard = setup.kinds[move.kind].printed + move.floors, setup.guard
    left = (state.container | guard) - wanted
    return -_least(state, left ^ guard) if left & guard == guard else 1


def _keeps_scarce(state: State, move: BackMove) -> float:
    """Floors put back so that the container still lacks what it lacks."""
    return -_least(state, state.container + move.floors)


def _many(state: State, move: TakeMove) -> float:
    """A card with many floors, of colours that there are many of."""
    setup = state.setup
    wanted, guard = setup.kinds[move.kind].printed + move.floors, setup.guard
    left = (state.container | guard) - wanted
    return 8 * (wanted % FIELD) + (_least(state, left ^ guard) if left & guard == guard else 0)


def _levels(state: State, move: BackMove) -> float:
    """Floors put back of the colours that the container has few of."""
    return _least(state, state.container + move.floors)


def _drives(state: State, move: TakeMove) -> float:
    """A card that moves the hindmost vehicle."""
    vehicles = state.players[state.seat].vehicles
    hindmost = vehicles.index(min(vehicles))
    return state.setup.kinds[move.kind].vehicles[hindmost]


# --- characters


@attrs.frozen(eq=False)
class Character:
    """What a player likes, and how likely they are to found when they can; what is not said is chosen at random."""

    eager: float
    found: Liking | None = None
    take: Liking | None = None
    back: Liking | None = None
    saves: float = 0.0
    """How likely the last roof stays in hand, so that the game goes on; never for certain, or it might go on for ever."""
    declines: float = 0.3
    """How likely an extra turn is given up, where that is allowed."""

    def __call__(self, state: State, legal: Sequence[Action], chooser: random.Random) -> Action:
        if len(legal) == 1:
            return legal[0]
        kind = type(legal[0])
        if kind is Take:
            return self._turn(state, legal, chooser)
        return _best(state, legal, 0, len(legal), self.back if kind is Back else None, chooser)

    def _turn(self, state: State, legal: Sequence[Action], chooser: random.Random) -> Action:
        end = len(legal)
        if type(legal[-1]) is Take:
            return _best(state, legal, 0, end, self.take, chooser)
        first, end = _foundings(legal)
        if end < len(legal) and chooser.random() < self.declines:
            return legal[-1]
        saving = self.saves and state.players[state.seat].roofs == 1 and chooser.random() < self.saves
        if first < end and not saving and chooser.random() < self.eager:
            return _best(state, legal, first, end, self.found, chooser)
        return _best(state, legal, 0, first, self.take, chooser)


def _at_random(state: State, legal: Sequence[Action], chooser: random.Random) -> Action:
    """Every legal action is as likely."""
    return legal[int(chooser.random() * len(legal))]


POLICIES: Mapping[str, Policy[State, Action]] = {
    "random": _at_random,
    "builder": Character(1.0, _tall, _many),
    "finisher": Character(1.0, _cheap, _runs_out, _keeps_scarce),
    "hoarder": Character(0.1, _cheap, _runs_out, _keeps_scarce),
    "spender": Character(1.0, _dear, _many, _levels, saves=0.97),
    "star": Character(0.7, _catches_up, _drives),
    "driver": Character(0.15, _catches_up, _drives),
    "objective": Character(0.9, _fulfils, _many),
    "rival": Character(0.9, _covers, _runs_out, _keeps_scarce),
    "skyline": Character(0.9, _stays_visible, _many),
}
"""The policies by name."""
