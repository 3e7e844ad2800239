"""The action space: every action that a box can ever ask for, in a stable order. An action's number is its place in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

from .actions import Action, Back, Deal, Decline, Found, Place, Reveal, Take
from .box.edition import Box
from .state import Setup, State


def action_space(state: State) -> tuple[Action, ...]:
    """Every action of the state's box, in the order of their numbers."""
    return _actions(state.box, most_floors_over_limit(state.setup))


def most_floors_over_limit(setup: Setup) -> int:
    """The most floors that a player can ever have to put back: what one card gives, or one card a turn in a row."""
    edition = setup.edition
    turns = 1 + len(edition.stars) if setup.rulings.stock_limit == "whole_run" else 1
    return turns * max(card.icons for card in edition.cards.values())


@lru_cache(maxsize=16)
def _actions(box: Box, most_back: int) -> tuple[Action, ...]:
    return tuple(_every_action(box, most_back))


def _every_action(box: Box, most_back: int) -> Iterator[Action]:
    edition, colours = box.edition, box.edition.colours
    yield from map(Deal, combinations(edition.objectives_by_id, edition.objectives_in_play))
    yield from map(Reveal, edition.bottoms)
    yield from map(Reveal, edition.cards)
    yield from (Place(site, colour) for colour in colours for site in box.sites)
    for card in edition.cards.values():
        for number in range(card.icons + 1):
            yield from (Take(card.id, floors) for floors in combinations_with_replacement(colours, number))
    for site in box.sites:
        yield from (Found(site, colour, roof) for colour in colours for roof in box.around[site])
    for number in range(1, most_back + 1):
        yield from map(Back, combinations_with_replacement(colours, number))
    yield Decline()
