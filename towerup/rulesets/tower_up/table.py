"""The table by name: a state to read, to write as JSON, and to build by hand.

A `Table` is what lies on the table in a player's words and is unchecked; `state_of` turns it into a `State` or refuses it
with every reason, and `table_of` goes the other way. So building a position by hand is a checked act, and there is one
way in: `position(...)` and JSON both come through here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs

from towerup.kernel import counts
from towerup.kernel.naming import TableNames
from towerup.kernel.rules import Finding, ImpossiblePosition, violations

from .cards import ANY
from .setup import ANY_COLOUR, Setup
from .state import (
    ANOTHER,
    COLOUR,
    EXTRA,
    FLOOR,
    MOST_FLOORS,
    ROOF_BITS,
    ROOFS,
    Cause,
    Ending,
    Phase,
    Player,
    State,
    floors_of,
    indexed,
    roof_at,
)


@attrs.frozen
class Building:
    """A building: its colour, its number of floors, and the roofs in it by level (the ground floor is level 1)."""

    colour: str
    floors: int = 1
    roofs: Mapping[int, str] = attrs.field(factory=dict)


@attrs.frozen
class Seat:
    """What lies before a player: floors in stock by colour, steps of each vehicle, roofs in hand, the worth of chips by objective.

    `roof` is the player's colour. `cone` is None until it is set, then the roofs counted (0: none, and no cone).
    """

    roof: str
    stock: Mapping[str, int]
    vehicles: Mapping[str, int]
    roofs: int
    chips: Mapping[str, int] = attrs.field(factory=dict)
    cone: int | None = None


@attrs.frozen
class EndComing:
    """Why the end is coming (`last roof`, `shortage`, `last roof and shortage`), and through which seat."""

    cause: str
    seat: int


@attrs.frozen
class Table:
    """All that lies on the table, by name.

    `phase` says what is wanted: deal, reveal_start, place, turn, reveal, back or over. `seat` is whose turn it is.
    `buildings` go by site; `container` has the floors left, by colour; `market` has the kinds of the cards on display.
    `pile` and `discards` count cards by kind (until the starting floors are known the pile counts printed cards, as
    `bgw/black`). `extra_turn` says whether this turn is an extra one, `another_turn` whether one has been earned and comes
    after it. `ending` tells why the end is coming, once it is. `starting` are the colours of the starting floors still to be
    placed, in order.
    """

    phase: str
    seat: int
    buildings: Mapping[str, Building]
    seats: Sequence[Seat]
    container: Mapping[str, int]
    market: Sequence[str]
    pile: Mapping[str, int]
    discards: Mapping[str, int] = attrs.field(factory=dict)
    extra_turn: bool = False
    another_turn: bool = False
    ending: EndComing | None = None
    starting: Sequence[str] = ()


_PHASES = {phase.name.lower(): phase for phase in Phase}
_CAUSES = {cause.words: cause for cause in Cause}


def _named(names: Iterable[str], values: Iterable[int]) -> dict[str, int]:
    """Counts by name, without those that are 0."""
    return {name: value for name, value in zip(names, values, strict=True) if value}


def table_of(state: State) -> Table:
    """What the state shows, by name."""
    setup, edition = state.setup, state.setup.edition
    kinds = [kind.id for kind in edition.kinds]
    in_pile = [card.id for card in edition.cards] if counts_printed_cards(state.phase) else kinds
    return Table(
        phase=state.phase.name.lower(),
        seat=state.seat,
        buildings={
            name: _building(setup, tower) for name, tower in zip(setup.board.names, state.towers, strict=True) if tower
        },
        seats=tuple(_seat(setup, number, player) for number, player in enumerate(state.players)),
        container=_named(edition.colours, counts.unpack(state.container, setup.colours)),
        market=tuple(kinds[kind] for kind in state.market),
        pile=_named(in_pile, state.pile),
        discards=_named(kinds, state.discards),
        extra_turn=bool(state.run & EXTRA),
        another_turn=bool(state.run & ANOTHER),
        ending=EndComing(state.ending.cause.words, state.ending.seat) if state.ending else None,
        starting=tuple(ANY if colour == ANY_COLOUR else edition.colours[colour] for colour in state.starting),
    )


def counts_printed_cards(phase: Phase) -> bool:
    """Whether the pile is counted by printed card: until all starting floors' cards are revealed, bottoms matter."""
    return phase in (Phase.DEAL, Phase.REVEAL_START)


def _building(setup: Setup, tower: int) -> Building:
    levels = range(1, floors_of(tower) + 1)
    roofs = {level: setup.seats[roof_at(tower, level) - 1] for level in levels if roof_at(tower, level)}
    return Building(setup.edition.colours[(tower & COLOUR) - 1], floors_of(tower), roofs)


def _seat(setup: Setup, number: int, player: Player) -> Seat:
    colours = setup.edition.colours
    return Seat(
        roof=setup.seats[number],
        stock=_named(colours, counts.unpack(player.stock, setup.colours)),
        vehicles=dict(zip(colours, player.vehicles, strict=True)),
        roofs=player.roofs,
        chips=_named(setup.objectives, player.chips),
        cone=player.cone,
    )


def state_of(setup: Setup, table: Table) -> State:
    """The state that the table shows; raises ImpossiblePosition with every reason why no game can reach it."""
    from .invariants import impossibilities
    from .playing import catalogue

    reader = _Reader(setup)
    state = reader.state(table)
    found = reader.wrong or impossibilities(state)
    if found:
        raise ImpossiblePosition(violations(catalogue(), found))
    return state


class _Reader(TableNames[Setup]):
    """Looks up the names on a table, and remembers every one that does not fit this setup."""

    rule = "TU-FORM-02"

    def amounts(self, held: Mapping[str, int], names: Sequence[str], where: str) -> list[int]:
        """Counts in the order of the names; what is not named counts 0."""
        result = [0] * len(names)
        for name, amount in held.items():
            if isinstance(amount, bool) or not isinstance(amount, int) or not 0 <= amount <= counts.MOST_OF_ONE:
                self.note(f"{where}: {amount!r} {name} is not a count from 0 to {counts.MOST_OF_ONE}")
            else:
                number = self.number(name, names, where)
                if names:
                    result[number] = amount
        return result

    def state(self, table: Table) -> State:
        setup, edition = self.setup, self.setup.edition
        kinds = [kind.id for kind in edition.kinds]
        phase = Phase(self.number(table.phase, list(_PHASES), "phase"))
        in_pile = [card.id for card in edition.cards] if counts_printed_cards(phase) else kinds
        towers = [0] * len(setup.board.names)
        for name, building in table.buildings.items():
            towers[self.number(name, setup.board.names, "buildings")] = self.tower(name, building)
        if len(table.seats) != len(setup.seats):
            self.note(f"seats: {len(table.seats)} of them, but the game is set up for {len(setup.seats)}")
        seats = range(len(setup.seats))
        return indexed(
            setup,
            phase,
            self.whole(table.seat, 0, len(setup.seats) - 1, "seat"),
            (EXTRA if table.extra_turn else 0) | (ANOTHER if table.another_turn else 0),
            tuple(towers),
            tuple(self.player(number, table.seats[number] if number < len(table.seats) else None) for number in seats),
            counts.pack(self.amounts(table.container, edition.colours, "container")),
            tuple(sorted(self.number(card, kinds, "market") for card in table.market)),
            bytes(self.amounts(table.pile, in_pile, "pile")),
            bytes(self.amounts(table.discards, kinds, "discards")),
            self.ending(table.ending),
            tuple(
                ANY_COLOUR if colour == ANY else self.number(colour, (*edition.colours, ANY), "starting")
                for colour in table.starting
            ),
        )

    def tower(self, site: str, building: Building) -> int:
        setup = self.setup
        where = f"building on {site}"
        colour = self.number(building.colour, setup.edition.colours, where)
        floors = self.whole(building.floors, 1, MOST_FLOORS, f"{where}, floors")
        tower = floors * FLOOR | (colour + 1)
        for level, roof in building.roofs.items():
            if isinstance(level, bool) or not isinstance(level, int) or not 1 <= level <= floors:
                self.wrong.append(
                    Finding("TU-ROOF-02", f"{where}: a roof at level {level!r}, but it has {floors} floors")
                )
            else:
                tower |= (self.number(roof, setup.seats, where) + 1) << (ROOFS + ROOF_BITS * (level - 1))
        return tower

    def player(self, number: int, seat: Seat | None) -> tuple[int, tuple[int, ...], int, tuple[int, ...], int | None]:
        setup, edition = self.setup, self.setup.edition
        if seat is None:
            return 0, (0,) * setup.colours, 0, (0,) * len(setup.objectives), None
        if seat.roof != setup.seats[number]:
            self.note(f"seat {number} has {setup.seats[number]} roofs, not {seat.roof!r}")
        where = f"seat {number} ({setup.seats[number]})"
        cone = None if seat.cone is None else self.whole(seat.cone, 0, edition.roofs, f"{where}, cone")
        return (
            counts.pack(self.amounts(seat.stock, edition.colours, f"{where}, stock")),
            self.vehicles(seat.vehicles, f"{where}, vehicles"),
            self.whole(seat.roofs, 0, edition.roofs, f"{where}, roofs"),
            tuple(self.amounts(seat.chips, setup.objectives, f"{where}, chips")),
            cone,
        )

    def vehicles(self, steps: Mapping[str, int], where: str) -> tuple[int, ...]:
        colours = self.setup.edition.colours
        missing = [colour for colour in colours if colour not in steps]
        if missing:
            self.note(f"{where}: how far {' and '.join(missing)} went is not told; every vehicle is named")
        return tuple(self.whole(one, 0, self.setup.track_end, where) for one in self.amounts(steps, colours, where))

    def ending(self, ending: EndComing | None) -> Ending | None:
        if ending is None:
            return None
        cause = list(_CAUSES.values())[self.number(ending.cause, list(_CAUSES), "ending, cause")]
        return Ending(cause, self.whole(ending.seat, 0, len(self.setup.seats) - 1, "ending, seat"))


def position(
    setup: Setup,
    buildings: Mapping[str, Building],
    seats: Sequence[Mapping[str, Any]],
    market: Sequence[str],
    *,
    phase: str = "turn",
    seat: int = 0,
    discards: Mapping[str, int] | None = None,
    pile: Mapping[str, int] | None = None,
    extra_turn: bool = False,
    another_turn: bool = False,
    ending: EndComing | None = None,
    starting: Sequence[str] = (),
) -> State:
    """A state built by hand, checked; raises ImpossiblePosition with every reason why no game can reach it.

    What follows from the rest need not be told: the container holds the floors that are nowhere else, the pile the cards
    that are nowhere else (only while cards are revealed in setup must it be told, by printed card), a player has the
    roofs that are not on the board, and vehicles that are not named have moved as far as the roofs on the board moved
    them. `seats` are the fields of `Seat` by seat, as far as they matter.
    """
    _check_forms(setup, buildings, seats)
    _check_lists(market, discards, pile, ending, starting)
    full_seats = [_full_seat(setup, roof, told, buildings) for roof, told in zip(setup.seats, seats, strict=True)]
    discards = discards or {}
    table = Table(
        phase=phase,
        seat=seat,
        buildings=buildings,
        seats=full_seats,
        container=_what_is_left_of_floors(setup, buildings, full_seats),
        market=market,
        pile=_what_is_left_of_cards(setup, phase, market, discards) if pile is None else pile,
        discards=discards,
        extra_turn=extra_turn,
        another_turn=another_turn,
        ending=ending,
        starting=starting,
    )
    return state_of(setup, table)


def _check_forms(setup: Setup, buildings: object, seats: object) -> None:
    """What cannot even be read as a table is refused here, in words."""
    wrong: list[str] = []
    if not isinstance(buildings, Mapping) or not all(_is_building(one) for one in buildings.values()):
        wrong.append(
            'buildings are a mapping from sites to Building(...), as {"C4": Building("black", 2, {1: "blue"})}'
        )
    if not isinstance(seats, Sequence) or not all(isinstance(told, Mapping) for told in seats):
        wrong.append('seats are a list of mappings, as [{"stock": {"black": 2}}, {}]')
    elif len(seats) != len(setup.seats):
        wrong.append(f"seats: {len(seats)} of them, but the game is set up for {len(setup.seats)}")
    else:
        known = [field.name for field in attrs.fields(Seat)]
        for number, told in enumerate(seats):
            wrong += [
                f"seat {number}: {key!r} is not known; known are {', '.join(known)}" for key in told if key not in known
            ]
            wrong += [
                f"seat {number}: {key} is a mapping from names to numbers"
                for key in ("stock", "vehicles", "chips")
                if not isinstance(told.get(key, {}), Mapping)
            ]
    _refuse(wrong)


def _check_lists(market: object, discards: object, pile: object, ending: object, starting: object) -> None:
    wrong = [
        f"{what} is a list of names, not {value!r:.60}"
        for what, value in (("market", market), ("starting", starting))
        if isinstance(value, str) or not isinstance(value, Sequence) or not all(isinstance(one, str) for one in value)
    ]
    wrong += [
        f"{what} is a mapping from cards to numbers, not {value!r:.60}"
        for what, value in (("discards", discards), ("pile", pile))
        if value is not None
        and not (isinstance(value, Mapping) and all(type(count) is int for count in value.values()))
    ]
    if ending is not None and not isinstance(ending, EndComing):
        wrong.append(f'ending is None or EndComing(...), as EndComing("shortage", 0), not {ending!r:.60}')
    _refuse(wrong)


def _is_building(one: object) -> bool:
    return (
        isinstance(one, Building)
        and isinstance(one.colour, str)
        and type(one.floors) is int
        and isinstance(one.roofs, Mapping)
        and all(type(level) is int and isinstance(roof, str) for level, roof in one.roofs.items())
    )


def _refuse(wrong: list[str]) -> None:
    if wrong:
        from .playing import catalogue

        raise ImpossiblePosition(violations(catalogue(), [Finding("TU-FORM-02", message) for message in wrong]))


def _full_seat(setup: Setup, roof: str, told: Mapping[str, Any], buildings: Mapping[str, Building]) -> Seat:
    edition = setup.edition
    own = [
        (building.colour, level)
        for building in buildings.values()
        for level, one in building.roofs.items()
        if one == roof
    ]
    moved = {
        colour: min(sum(level for painted, level in own if painted == colour), setup.track_end)
        for colour in edition.colours
    }
    usual = {"roof": roof, "roofs": max(0, edition.roofs - len(own)), "stock": {}}
    return Seat(**{**usual, **told, "vehicles": moved | dict(told.get("vehicles", {}))})


def _what_is_left_of_floors(setup: Setup, buildings: Mapping[str, Building], seats: Sequence[Seat]) -> dict[str, int]:
    """The floors that are nowhere else; more than the box has are for the laws to notice."""
    edition = setup.edition
    used = Counter[str]()
    for seat in seats:
        used.update({colour: count for colour, count in seat.stock.items() if isinstance(count, int)})
    for building in buildings.values():
        used[building.colour] += building.floors
    return {colour: max(0, boxed - used[colour]) for colour, boxed in zip(edition.colours, edition.floors, strict=True)}


def _what_is_left_of_cards(
    setup: Setup, phase: str, market: Sequence[str], discards: Mapping[str, int]
) -> dict[str, int]:
    """The cards that are nowhere else; more than the deck has are for the laws to notice."""
    edition = setup.edition
    if phase in ("deal", "reveal_start"):
        return {card.id: card.count for card in edition.cards}
    used = Counter(market) + Counter(dict(discards))
    return {
        kind.id: max(0, boxed - used[kind.id]) for kind, boxed in zip(edition.kinds, edition.cards_of_kind, strict=True)
    }


def summary(state: State) -> str:
    """One line about a state, for a debugger or a prompt."""
    from .judging import wanted_now

    built = sum(1 for tower in state.towers if tower)
    return f"<State {state.setup.edition.name}, {len(state.players)} players, {built} buildings: waits for {wanted_now(state)}>"
