"""Steps of Projekt Skyline gone wrong: ways to spoil the state after an action, as a wrong implementation might."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import attrs

from rulesets.playing import BaseState, played
from rulesets.spoiling import Spoiling, Tamper, tampers_of_any_game
from towerup.rulesets.projekt_skyline.actions import Pass
from towerup.rulesets.projekt_skyline.ruleset import PROJEKT_SKYLINE as RULES
from towerup.rulesets.projekt_skyline.setup import setup_for
from towerup.rulesets.projekt_skyline.state import BANK, NO_CARD, NOWHERE, Cause, Ending, Phase, State

SIZES = ("ones", "twos", "towers")


def changed(state: State, **fields: Any) -> State:
    """The state with some of its fields changed, checked by nobody."""
    return State(**{field.name: getattr(state, field.name) for field in attrs.fields(State)} | fields)


def _seat(chance: random.Random, before: State, after: State) -> int:
    """A seat; most often that of the one who has acted, where most can go wrong."""
    return before.seat if chance.random() < 0.6 else chance.randrange(len(after.owned))


def _cell(chance: random.Random, before: State, after: State) -> int:
    """A cell; most often one with something on it, or where something has changed."""
    cells = range(len(after.setup.board.names))
    now, then = (one.ones | one.twos * 3 | one.towers * 5 for one in (after, before))
    built = [cell for cell in cells if (after.ones | after.twos | after.towers) >> cell & 1] or cells
    fresh = [cell for cell in cells if (now ^ then) >> cell & 1] or built
    return chance.choice([chance.choice(built), chance.choice(fresh), chance.choice(cells)])


def _phase(chance: random.Random, before: State, after: State) -> State:
    return changed(after, phase=chance.choice([*Phase]))


def _seat_to_move(chance: random.Random, before: State, after: State) -> State:
    seat = chance.randrange(len(after.owned))
    return changed(after, seat=seat, drawer=chance.choice([seat, after.drawer]))


def _drawer(chance: random.Random, before: State, after: State) -> State:
    return changed(after, drawer=chance.randrange(len(after.owned)))


def standing(state: State) -> dict[int, tuple[int, int]]:
    """What stands on the board: by cell the owner and the floors."""
    found = {}
    for cell in range(len(state.setup.board.names)):
        for seat, cells in enumerate(state.owned):
            for floors, size in enumerate(SIZES, start=1):
                if cells >> cell & 1 and getattr(state, size) >> cell & 1:
                    found[cell] = seat, floors
    return found


def rebuilt(state: State, built: dict[int, tuple[int, int]]) -> State:
    """The state with just this on the board."""
    owned = [sum(1 << cell for cell, (seat, _) in built.items() if seat == one) for one in range(len(state.owned))]
    sizes = {
        name: sum(1 << cell for cell, (_, floors) in built.items() if floors == number)
        for number, name in enumerate(SIZES, start=1)
    }
    return changed(state, owned=tuple(owned), **sizes)


def _construction(chance: random.Random, before: State, after: State) -> State:
    """A construction higher, lower, of somebody else, gone, or new."""
    built, cell = standing(after), _cell(chance, before, after)
    if cell in built and chance.random() < 0.3:
        del built[cell]
    else:
        seat, floors = built.get(cell, (chance.randrange(len(after.owned)), 1))
        other = chance.randrange(len(after.owned)), chance.randint(1, 3)
        built[cell] = chance.choice([(other[0], floors), (seat, other[1]), other])
    return rebuilt(after, built)


def _moved(chance: random.Random, before: State, after: State) -> State:
    """A construction elsewhere, maybe in the place of another, which is then in its place."""
    built, one, other = standing(after), _cell(chance, before, after), _cell(chance, before, after)
    swapped = {other: built.pop(one, None), one: built.pop(other, None)}
    return rebuilt(after, built | {cell: what for cell, what in swapped.items() if what is not None})


def _owner(chance: random.Random, before: State, after: State) -> State:
    """A cell that has an owner more, or less."""
    owned = [*after.owned]
    owned[_seat(chance, before, after)] ^= 1 << _cell(chance, before, after)
    return changed(after, owned=tuple(owned))


def _size(chance: random.Random, before: State, after: State) -> State:
    """A cell that has a size more, or less."""
    name = chance.choice(SIZES)
    return changed(after, **{name: getattr(after, name) ^ 1 << _cell(chance, before, after)})


def _beyond(chance: random.Random, before: State, after: State) -> State:
    """Something beyond the board."""
    bit = 1 << len(after.setup.board.names) + chance.randrange(3)
    owned = [*after.owned]
    owned[_seat(chance, before, after)] |= bit
    return changed(after, owned=tuple(owned), ones=after.ones | bit)


def _cash(chance: random.Random, before: State, after: State) -> State:
    """Money more, less, or much less."""
    cash, seat = [*after.cash], _seat(chance, before, after)
    cash[seat] = chance.choice([cash[seat] + 10, cash[seat] - 10, cash[seat] + 1, -10, 0])
    return changed(after, cash=tuple(cash))


def _paid(chance: random.Random, before: State, after: State) -> State:
    """Money that another has."""
    cash, due = [*after.cash], chance.choice([5, 10, 20, 100])
    cash[chance.randrange(len(cash))] -= due
    cash[chance.randrange(len(cash))] += due
    return changed(after, cash=tuple(cash))


def _pawn(chance: random.Random, before: State, after: State) -> State:
    pawns, seat = [*after.pawns], _seat(chance, before, after)
    ring = len(after.setup.board.spaces)
    pawns[seat] = chance.choice([(pawns[seat] + chance.choice([1, -1])) % ring, chance.randrange(ring), NOWHERE, ring])
    return changed(after, pawns=tuple(pawns))


def _architect(chance: random.Random, before: State, after: State) -> State:
    return changed(after, architect=chance.choice([_cell(chance, before, after), NOWHERE]))


def _die(chance: random.Random, before: State, after: State) -> State:
    return changed(after, die=chance.choice([0, *after.setup.edition.black, 19]))


def _card(chance: random.Random, before: State, after: State) -> State:
    return changed(after, card=chance.choice([NO_CARD, chance.randrange(len(after.setup.cards))]))


def _moved_card(chance: random.Random, before: State, after: State) -> State:
    """A card that is where another should be: unseen or used, all cards are there."""
    unseen, used = bytearray(after.unseen), bytearray(after.used)
    if used and chance.random() < 0.5:
        unseen[used.pop(chance.randrange(len(used)))] += 1
    elif any(unseen):
        card = chance.choice([number for number, count in enumerate(unseen) if count])
        unseen[card] -= 1
        used.insert(chance.randrange(len(used) + 1), card)
    return changed(after, unseen=bytes(unseen), used=bytes(used))


def _cards(chance: random.Random, before: State, after: State) -> State:
    """A card more, or less."""
    unseen, used = bytearray(after.unseen), bytearray(after.used)
    card = chance.randrange(len(unseen))
    if chance.random() < 0.5:
        unseen[card] = max(0, unseen[card] + chance.choice([-1, 1]))
    elif used and chance.random() < 0.5:
        del used[chance.randrange(len(used))]
    else:
        used.append(card)
    return changed(after, unseen=bytes(unseen), used=bytes(used))


def _order(chance: random.Random, before: State, after: State) -> State:
    used = [*after.used]
    chance.shuffle(used)
    return changed(after, used=bytes(used))


def _ending(chance: random.Random, before: State, after: State) -> State:
    seats = range(len(after.owned))
    ending = Ending(
        chance.choice([*Cause]), chance.choice(seats), chance.choice([0, 10, 50, 1000]), chance.choice([BANK, *seats])
    )
    if after.ending is not None and chance.random() < 0.6:
        field = chance.choice(["cause", "seat", "debt", "creditor"])
        ending = attrs.evolve(after.ending, **{field: getattr(ending, field)})
    return changed(after, ending=chance.choice([None, ending, ending]))


def _ended(chance: random.Random, before: State, after: State) -> State:
    """The game is over too early."""
    seat = before.seat
    cause = chance.choice([Ending(Cause.LAST_SKYSCRAPER, seat), Ending(Cause.RENT, seat, 10, (seat + 1) % 2)])
    return changed(after, phase=Phase.OVER, seat=seat, drawer=seat, ending=cause, die=0, card=NO_CARD)


def _goes_on(chance: random.Random, before: State, after: State) -> State:
    """The turn is over, and so should be what goes on; or the game."""
    seat = (before.seat + 1) % len(after.owned)
    return changed(after, phase=Phase.ROLL, seat=seat, drawer=seat, ending=None, die=0, card=NO_CARD)


def _setup(chance: random.Random, before: State, after: State) -> State:
    """The game is another: with or without the variant, or under another ruling."""
    setup = after.setup
    other = chance.choice([attrs.evolve(setup.rulings, rent="group"), attrs.evolve(setup.rulings, rent="adjacent")])
    return changed(after, setup=setup_for(setup.edition, setup.seats, chance.random() < 0.5, other))


TAMPERS: dict[str, Tamper] = {
    **tampers_of_any_game(RULES),
    "phase": _phase, "seat": _seat_to_move, "drawer": _drawer, "construction": _construction, "moved": _moved,
    "owner": _owner, "size": _size, "beyond": _beyond, "cash": _cash, "paid": _paid, "pawn": _pawn,
    "architect": _architect, "die": _die, "card": _card, "moved card": _moved_card, "cards": _cards, "order": _order,
    "ending": _ending, "ended": _ended, "goes on": _goes_on, "setup": _setup,
}  # fmt: skip


def many_steps() -> Iterator[BaseState]:
    for edition in ("tiny", "tiny-cards", "hamlet", "square", "village", "standard"):
        for seed in range(2):
            yield from played(RULES, seed, edition, 200)


def _is_rare(before: State, action: Any, after: State) -> bool:
    return after.is_over or before.phase < Phase.ROLL


ABOUT_ACTIONS = ("passing_is_a_ruling", "a_richest_player_is_moved", "the_dice_that_are_asked_for")
"""Laws about which action was taken, whatever it has led to."""
SPOILING = Spoiling(
    RULES, TAMPERS, many_steps, _is_rare, every=3, out_of_place=Pass(),
    unbroken=frozenset({
        "the_tables_follow_from_the_box", "the_richest_win", "what_is_seldom_asked_is_offered_whole", *ABOUT_ACTIONS,
    }),
)  # fmt: skip
