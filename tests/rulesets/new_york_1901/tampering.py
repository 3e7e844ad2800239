"""Steps of New York 1901 gone wrong: ways to spoil the state after an action, as a wrong implementation might."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import attrs

from rulesets.playing import BaseState, played
from rulesets.spoiling import Spoiling, Tamper, tampers_of_any_game
from towerup.rulesets.new_york_1901.actions import End
from towerup.rulesets.new_york_1901.ruleset import NEW_YORK_1901 as RULES
from towerup.rulesets.new_york_1901.setup import setup_for
from towerup.rulesets.new_york_1901.state import Cause, Ending, Phase, State


def _seat(chance: random.Random, before: State, after: State) -> int:
    """A seat; most often that of the one who has acted, where most can go wrong."""
    return before.seat if chance.random() < 0.6 else chance.randrange(len(after.setup.seats))


def _flipped(name: str, bits: int) -> Tamper:
    """Of what a seat has, one thing more or less."""

    def tamper(chance: random.Random, before: State, after: State) -> State:
        masks = [*getattr(after, name)]
        masks[_seat(chance, before, after)] ^= 1 << chance.randrange(bits)
        changes: dict[str, Any] = {name: tuple(masks)}
        return attrs.evolve(after, **changes)

    return tamper


def _phase(chance: random.Random, before: State, after: State) -> State:
    return attrs.evolve(after, phase=chance.choice([*Phase]))


def _seat_to_move(chance: random.Random, before: State, after: State) -> State:
    return attrs.evolve(after, seat=chance.randrange(len(after.setup.seats)))


def _level(chance: random.Random, before: State, after: State) -> State:
    return attrs.evolve(after, level=chance.choice([1, 2, 3]))


def _grab(chance: random.Random, before: State, after: State) -> State:
    return attrs.evolve(after, grab=not after.grab)


def _lot(chance: random.Random, before: State, after: State) -> Any:
    """A lot that somebody has got, or lost; or that two have."""
    return _flipped("lots", len(after.setup.board.lots))(chance, before, after)


def _tile(chance: random.Random, before: State, after: State) -> Any:
    """A tile that lies ready, or does not."""
    return _flipped("left", len(after.setup.edition.own))(chance, before, after)


def _points(chance: random.Random, before: State, after: State) -> State:
    points, seat = [*after.points], _seat(chance, before, after)
    points[seat] = max(0, points[seat] + chance.choice([-1, 1, 5]))
    return attrs.evolve(after, points=tuple(points))


def _demolished(chance: random.Random, before: State, after: State) -> State:
    """A building that is gone."""
    placed, seat = [*after.placed], _seat(chance, before, after)
    if placed[seat]:
        gone = chance.choice(placed[seat])
        placed[seat] = tuple(one for one in placed[seat] if one != gone)
    return attrs.evolve(after, placed=tuple(placed))


def _market(chance: random.Random, before: State, after: State) -> State:
    """A card that is more in the market, or less; or that is another."""
    market, card = bytearray(after.market), chance.randrange(len(after.market))
    market[card] = max(0, market[card] + chance.choice([-1, 1]))
    if chance.random() < 0.5 and any(after.market):
        other = chance.choice([number for number, count in enumerate(after.market) if count])
        market[other] = max(0, market[other] - 1)
    return attrs.evolve(after, market=bytes(market))


def _pile(chance: random.Random, before: State, after: State) -> State:
    """A layer that is gone, or all of them upside down, or two that are mixed."""
    pile = after.pile
    mixed = (bytes(map(sum, zip(*pile[:2], strict=True))), *pile[2:]) if len(pile) > 1 else pile
    return attrs.evolve(after, pile=chance.choice([pile[1:], pile[::-1], mixed]))


def _ending(chance: random.Random, before: State, after: State) -> State:
    ending = Ending(chance.choice([*Cause]), chance.randrange(len(after.setup.seats)))
    return attrs.evolve(after, ending=chance.choice([None, ending]))


def _setup(chance: random.Random, before: State, after: State) -> State:
    """The game is another, under another ruling."""
    one = after.setup
    other = attrs.evolve(one.rulings, demolished=chance.choice(["under_the_footprint", "adjacent_only"]))
    setup = setup_for(one.edition, one.seats, one.characters, one.streets, one.challenge, one.expert, other)
    return attrs.evolve(after, setup=setup)


TAMPERS: dict[str, Tamper] = {
    **tampers_of_any_game(RULES),
    "phase": _phase, "seat": _seat_to_move, "level": _level, "grab": _grab, "lot": _lot, "tile": _tile,
    "action cards": _flipped("cards", 4), "points": _points, "demolished": _demolished, "market": _market, "pile": _pile,
    "ending": _ending, "setup": _setup,
}  # fmt: skip


def many_steps() -> Iterator[BaseState]:
    for edition, seeds in (("quarter", 3), ("corner", 3), ("tiny", 2), ("standard", 1)):
        for seed in range(seeds):
            yield from played(RULES, seed, edition, 80)


def _is_rare(before: State, action: Any, after: State) -> bool:
    return after.is_over or before.grab or (before.ending, before.legends) != (after.ending, after.legends)


SPOILING = Spoiling(
    RULES, TAMPERS, many_steps, _is_rare, every=3, out_of_place=End(),
    unbroken=frozenset({
        "the_tables_follow_from_the_box", "an_action_card_can_be_used",
        "what_must_be_done_first_is_done",
    }),
)  # fmt: skip
