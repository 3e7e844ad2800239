"""Varied games for tests: any box, number of players and rulings, by players who hoard, hurry and chase."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import attrs

from towerup.rulesets.tower_up.actions import Action, Back, Decline, Found, Take
from towerup.rulesets.tower_up.box.edition import SHELF
from towerup.rulesets.tower_up.play import apply, legal_actions
from towerup.rulesets.tower_up.rulings import EVERY_RULING, Rulings
from towerup.rulesets.tower_up.setup import new_game
from towerup.rulesets.tower_up.state import Building, State

A = TypeVar("A", bound=Action)

Step = tuple[State, Action, State]
FoundLiking = Callable[[State, Found], float]
TakeLiking = Callable[[State, Take], float]
BackLiking = Callable[[State, Back], float]

# --- what can be liked about a founding


def _roofed(state: State, action: Found) -> Building:
    """The building that gets the roof, as high as it is then."""
    if action.roof == action.site:
        return Building(action.colour)
    built = state.buildings[action.roof]
    return attrs.evolve(built, floors=built.floors + 1)


def _neighbours(state: State, site: str) -> list[Building]:
    return [state.buildings[one] for one in state.box.neighbours[site] if one in state.buildings]


def tall(state: State, action: Found) -> float:
    return _roofed(state, action).floors


def cheap(state: State, action: Found) -> float:
    return -len(_neighbours(state, action.site))


def dear(state: State, action: Found) -> float:
    return len(_neighbours(state, action.site))


def catches_up(state: State, action: Found) -> float:
    """The hindmost vehicle first, and far."""
    roofed = _roofed(state, action)
    return roofed.floors - 8 * state.player.vehicles[roofed.colour]


def covers(state: State, action: Found) -> float:
    """Roofs of others covered, but not one's own."""
    tops = [built.top for built in _neighbours(state, action.site)]
    return len([top for top in tops if top]) - 2 * tops.count(state.player.roof)


def stays_visible(state: State, action: Found) -> float:
    """A roof around which little can be founded any more, and none of one's own covered."""
    own = [built.top for built in _neighbours(state, action.site)].count(state.player.roof)
    return -3 * own - len([one for one in state.box.neighbours[action.roof] if one not in state.buildings])


def fulfils(state: State, action: Found) -> float:
    """Objectives fulfilled, or at least a roof in another building."""
    after = apply(state, action)
    present = [one for one in after.buildings.values() if state.player.roof in one.roofs.values()]
    return 10 * len(after.players[state.seat].chips) + len(present)


# --- what can be liked about a card, or about floors put back


def runs_out(state: State, action: Take) -> float:
    """A card that brings some colour of the container to its end, or that the container cannot give."""
    shown = state.setup.edition.cards[action.card].floors
    left = [state.container[c] - shown[c] - action.floors.count(c) for c in state.setup.edition.colours]
    return -min(left) if min(left) >= 0 else 1


def many(state: State, action: Take) -> float:
    return state.setup.edition.cards[action.card].icons


def drives(state: State, action: Take) -> float:
    """A card that moves the hindmost vehicle."""
    vehicles = state.player.vehicles
    return state.setup.edition.cards[action.card].vehicles[min(vehicles, key=vehicles.__getitem__)]


def keeps_scarce(state: State, action: Back) -> float:
    return -min(state.container[c] + action.floors.count(c) for c in state.setup.edition.colours)


def levels(state: State, action: Back) -> float:
    return -keeps_scarce(state, action)


@attrs.frozen
class Chooser:
    """A player: how likely to found when that is possible, and what is liked. Anything else is chosen at random."""

    eager: float = 0.5
    found: FoundLiking | None = None
    take: TakeLiking | None = None
    back: BackLiking | None = None
    saves: float = 0.0
    """How likely the last roof stays in hand."""

    def __call__(self, state: State, legal: Sequence[Action], chance: random.Random) -> Action:
        if Decline() in legal and chance.random() < 0.3:
            return Decline()
        foundings = [one for one in legal if isinstance(one, Found)]
        saving = state.player.roofs == 1 and chance.random() < self.saves
        if foundings and not saving and chance.random() < self.eager:
            return _best(state, foundings, self.found, chance)
        takes = [one for one in legal if isinstance(one, Take)]
        if takes:
            return _best(state, takes, self.take, chance)
        backs = [one for one in legal if isinstance(one, Back)]
        return _best(state, backs, self.back, chance) if backs else chance.choice(legal)


def _best(state: State, actions: Sequence[A], liking: Callable[[State, A], float] | None, chance: random.Random) -> A:
    """The one most liked of a handful; now and then any, so that no game goes on for ever."""
    handful = chance.sample(actions, min(6, len(actions)))
    return max(handful, key=lambda one: liking(state, one)) if liking and chance.random() > 0.08 else handful[0]


CHOOSERS = (
    Chooser(0.5),
    Chooser(1.0, tall, many),
    Chooser(1.0, cheap, runs_out, keeps_scarce),
    Chooser(0.1, cheap, runs_out, keeps_scarce),
    Chooser(1.0, dear, many, levels, saves=0.97),
    Chooser(0.7, catches_up, drives),
    Chooser(0.15, catches_up, drives),
    Chooser(0.9, fulfils, many),
    Chooser(0.9, covers, runs_out, keeps_scarce),
    Chooser(0.9, stays_visible, many),
)
"""Builders, finishers, hoarders, spenders, drivers, chasers of objectives, rivals and admirers of the skyline."""


def start_of_game(chance: random.Random, edition: str, players: int | None = None) -> State:
    """A game about to begin: any objectives, number of starting floors and rulings; half of them by default rulings."""
    box = SHELF.shipped(edition)
    players = players or chance.choice(box.players)
    known = [objective.id for objective in box.objectives]
    return new_game(
        players,
        edition=edition,
        objectives="random" if chance.random() < 0.5 else chance.sample(known, box.objectives_in_play),
        starting_floors=chance.randint(box.market, box.most_starting_floors[players]),
        rulings=Rulings.by_name(
            {name: chance.choice(readings) for name, readings in EVERY_RULING.items()} if chance.random() < 0.5 else {}
        ),
    )


def played(seed: int, edition: str, players: int | None = None, most: int = 600) -> Iterator[Step]:
    """The steps of a varied game, the same for the same seed."""
    chance = random.Random(seed)
    state = start_of_game(chance, edition, players)
    choosers = [chance.choice(CHOOSERS) for _ in state.players]
    for _ in range(most):
        legal = legal_actions(state)
        if not legal:
            return
        action = choosers[state.actor](state, legal, chance) if isinstance(state.actor, int) else chance.choice(legal)
        after = apply(state, action)
        yield state, action, after
        state = after
