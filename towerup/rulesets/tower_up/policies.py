"""Policies: players who choose among the legal actions, each with a taste of their own.

None of them plays well. Together they reach what people reach in many evenings: full stocks, shortages, extra turns, ties.
A choice must cost about as much as a step, so a policy looks at a few of the actions, drawn at random, and takes the one it
likes best. The same state, actions and generator give the same choice.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

import attrs

from towerup.kernel.frozen import Counts

from .actions import Action, Back, Decline, Found, Take
from .founding import built_neighbours
from .objectives import KINDS, presence
from .state import Building, State

Policy: TypeAlias = Callable[[State, Sequence[Action], random.Random], Action]
"""Chooses one of the legal actions of a state. There is at least one."""

Preference: TypeAlias = Callable[[State, Any], float]
"""How much an action is liked: the more, the better."""

SAMPLE_SIZE = 5
"""How many actions a policy compares."""
RANDOM_SHARE = 0.08
"""The share of choices made at random. A policy that always follows its taste can keep a game going for ever."""

AnyAction = TypeVar("AnyAction")


def _any_of(options: Sequence[AnyAction], rng: random.Random) -> AnyAction:
    return options[int(rng.random() * len(options))]


def _best_of(
    state: State, options: Sequence[AnyAction], preference: Preference | None, rng: random.Random
) -> AnyAction:
    """The most liked of a few of the options; any of them without a preference."""
    if preference is None or len(options) == 1 or rng.random() < RANDOM_SHARE:
        return _any_of(options, rng)
    few = options if len(options) <= SAMPLE_SIZE else [_any_of(options, rng) for _ in range(SAMPLE_SIZE)]
    return max(few, key=lambda action: preference(state, action))


# --- preferences for foundings


def _roofed(state: State, action: Found) -> Building:
    """The building that gets the roof, with its new floor and without the roof."""
    if action.roof == action.site:
        return Building(action.colour)
    built = state.buildings[action.roof]
    return Building(built.colour, built.floors + 1, built.roofs)


def _tall(state: State, action: Found) -> float:
    """A roof high up."""
    return _roofed(state, action).floors


def _cheap(state: State, action: Found) -> float:
    return -_expensive(state, action)


def _expensive(state: State, action: Found) -> float:
    return len(built_neighbours(state, action.site))


def _catches_up(state: State, action: Found) -> float:
    """Moves the vehicle that is furthest behind, and moves it far."""
    building = _roofed(state, action)
    return building.floors - 8 * state.player.vehicles[building.colour]


def _covered_roofs(state: State, action: Found) -> tuple[int, int]:
    """How many visible roofs the founding covers: the player's own, and others'."""
    tops = [state.buildings[site].top for site in built_neighbours(state, action.site)]
    own = tops.count(state.player.roof)
    return own, len(tops) - tops.count(None) - own


def _covers_others(state: State, action: Found) -> float:
    """Covers roofs of other players, and none of its own."""
    own, others = _covered_roofs(state, action)
    return others - own


def _stays_visible(state: State, action: Found) -> float:
    """Covers none of its own roofs, and leaves few sites from which the new roof can be covered."""
    own, _ = _covered_roofs(state, action)
    empty = [site for site in state.box.neighbours[action.roof] if site not in state.buildings]
    return -3 * own - len(empty)


def _fulfils_objectives(state: State, action: Found) -> float:
    """Fulfils objectives, or at least puts a roof in a new building, at a new level or as the second in a building."""
    player = state.player
    before = presence(state, player.roof)
    building = _roofed(state, action)
    building = attrs.evolve(building, roofs=building.roofs | {building.floors: player.roof})
    after = {**before, action.roof: building}
    own = [*building.roofs.values()].count(player.roof)
    levels = {level for one in before.values() for level, owner in one.roofs.items() if owner == player.roof}
    liked = (action.roof not in before) + (building.floors not in levels) + (own == 2)
    for id in state.setup.objectives:
        objective = state.setup.edition.objectives_by_id[id]
        if id not in player.chips and KINDS[objective.kind](state, after, player.roof, objective):
            liked += 10
    return liked


# --- preferences for cards, and for floors to put back


def _scarcest(state: State, container: Counts) -> int:
    """How many floors there are of the colour with the fewest."""
    return min([container[colour] for colour in state.setup.edition.colours])


def _floors_of(state: State, action: Take) -> Counts:
    """The floors that the card shows in its own colours, and the chosen ones."""
    return state.setup.edition.cards[action.card].floors + Counts.of(action.floors)


def _empties_container(state: State, action: Take) -> float:
    """Takes the last floors of some colour, or asks for more than there are."""
    floors = _floors_of(state, action)
    return -_scarcest(state, state.container - floors) if floors <= state.container else 1


def _many_floors(state: State, action: Take) -> float:
    """Takes many floors, of colours that there are many of."""
    floors = _floors_of(state, action)
    left = _scarcest(state, state.container - floors) if floors <= state.container else 0
    return 8 * floors.total + left


def _moves_last_vehicle(state: State, action: Take) -> float:
    """Moves the vehicle that is furthest behind."""
    vehicles = state.player.vehicles
    last = min(state.setup.edition.colours, key=vehicles.__getitem__)
    return state.setup.edition.cards[action.card].vehicles[last]


def _keeps_scarce(state: State, action: Back) -> float:
    """Puts back floors of colours that the container has many of."""
    return -_returns_scarce(state, action)


def _returns_scarce(state: State, action: Back) -> float:
    """Puts back floors of the colours that the container has few of."""
    return _scarcest(state, state.container + Counts.of(action.floors))


# --- the policies


@attrs.frozen
class Character:
    """A player with a taste. A choice without a preference is made at random.

    `founds` is how likely they found when they can. `keeps_last_roof` is how likely they do not use their last roof, so that
    the game goes on. `declines` is how likely they give up an extra turn, where that is allowed.
    """

    founds: float
    founding: Preference | None = None
    taking: Preference | None = None
    putting_back: Preference | None = None
    keeps_last_roof: float = 0.0
    declines: float = 0.3

    def __call__(self, state: State, legal: Sequence[Action], rng: random.Random) -> Action:
        if len(legal) == 1:
            return legal[0]
        if isinstance(legal[0], Take):
            return self._turn(state, legal, rng)
        return _best_of(state, legal, self.putting_back if isinstance(legal[0], Back) else None, rng)

    def _turn(self, state: State, legal: Sequence[Action], rng: random.Random) -> Action:
        """Take a card, found a building, or decline an extra turn."""
        takes = [action for action in legal if isinstance(action, Take)]
        foundings = [action for action in legal if isinstance(action, Found)]
        if len(takes) == len(legal):
            return _best_of(state, takes, self.taking, rng)
        if isinstance(legal[-1], Decline) and rng.random() < self.declines:
            return legal[-1]
        keeps = self.keeps_last_roof and state.player.roofs == 1 and rng.random() < self.keeps_last_roof
        if foundings and not keeps and rng.random() < self.founds:
            return _best_of(state, foundings, self.founding, rng)
        return _best_of(state, takes, self.taking, rng)


def _at_random(state: State, legal: Sequence[Action], rng: random.Random) -> Action:
    """Every legal action is as likely."""
    return _any_of(legal, rng)


POLICIES: Mapping[str, Policy] = {
    "random": _at_random,
    "builder": Character(1.0, _tall, _many_floors),
    "finisher": Character(1.0, _cheap, _empties_container, _keeps_scarce),
    "hoarder": Character(0.1, _cheap, _empties_container, _keeps_scarce),
    "spender": Character(1.0, _expensive, _many_floors, _returns_scarce, keeps_last_roof=0.97),
    "star": Character(0.7, _catches_up, _moves_last_vehicle),
    "driver": Character(0.15, _catches_up, _moves_last_vehicle),
    "objective": Character(0.9, _fulfils_objectives, _many_floors),
    "rival": Character(0.9, _covers_others, _empties_container, _keeps_scarce),
    "skyline": Character(0.9, _stays_visible, _many_floors),
}
"""The policies by name."""
