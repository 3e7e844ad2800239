"""The table by name: a state to read, to write as JSON, and to build by hand.

A `Table` is what lies on the table in a player's words and is unchecked; `state_of` turns it into a `State` or refuses it
with every reason, and `table_of` goes the other way. So building a position by hand is a checked act, and there is one
way in: `position(...)` and JSON both come through here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from towerup.kernel.naming import TableNames
from towerup.kernel.rules import Finding, ImpossiblePosition, violations

from .acquiring import workers_free
from .board import numbers_of
from .ending import level_at
from .setup import Setup
from .state import BOOM_CARD, GRAB_CARD, SHIFT_CARD, Cause, Ending, Phase, State
from .tiles import Technology

MOST = 10_000
"""No number of points is more."""

CARDS = {"boom": BOOM_CARD, "shift": SHIFT_CARD, "grab": GRAB_CARD}
"""The action cards by name."""


@attrs.frozen
class Building:
    """A building: its tile, and the cells under it."""

    tile: str
    cells: Sequence[str]


@attrs.frozen
class Seat:
    """What belongs to a player: points, lots, buildings, tiles not built yet, unused action cards, free workers.

    The other workers are on the lots that no building of the player touches.
    """

    colour: str
    points: int
    lots: Sequence[str]
    buildings: Sequence[Building]
    tiles: Sequence[str]
    cards: Sequence[str]
    workers: int


@attrs.frozen
class Ended:
    """What has brought about the end (`few tiles unbuilt`, `market not filled`), and which seat."""

    cause: str
    seat: int


@attrs.frozen
class Table:
    """All that lies on the table, by name.

    `phase` says what is wanted: open, turn, renew, grab, build, after, boom, fill or over. `technology` is the newest that may
    be built now; `second_lot` says whether the second lot of a Land Grab may still be acquired. `market` counts land
    cards, and so does each layer of the `pile`, the top one first.
    """

    phase: str
    seat: int
    technology: str
    second_lot: bool
    seats: Sequence[Seat]
    legendaries: Sequence[str]
    market: Mapping[str, int]
    pile: Sequence[Mapping[str, int]]
    ending: Ended | None = None


_PHASES = {phase.name.lower(): phase for phase in Phase}
_CAUSES = {cause.words: cause for cause in Cause}
_LEVELS = {one.word: int(one) for one in Technology if one}


def table_of(state: State) -> Table:
    """What the state shows, by name."""
    setup, ending = state.setup, state.ending
    tiles = setup.edition.tiles
    return Table(
        phase=state.phase.name.lower(),
        seat=state.seat,
        technology=Technology(state.level).word,
        second_lot=state.grab,
        seats=tuple(_seat(state, number) for number in range(len(setup.seats))),
        legendaries=tuple(tiles[number].id for number in numbers_of(state.legends)),
        market=_counts(setup, state.market),
        pile=tuple(_counts(setup, layer) for layer in state.pile),
        ending=None if ending is None else Ended(ending.cause.words, ending.seat),
    )


def _counts(setup: Setup, cards: bytes) -> dict[str, int]:
    return {name: count for name, count in zip(setup.board.cards, cards, strict=True) if count}


def _seat(state: State, number: int) -> Seat:
    setup = state.setup
    return Seat(
        colour=setup.seats[number],
        points=state.points[number],
        lots=tuple(setup.board.lots[lot] for lot in numbers_of(state.lots[number])),
        buildings=tuple(building(setup, one) for one in state.placed[number]),
        tiles=tuple(setup.edition.tiles[tile].id for tile in numbers_of(state.left[number])),
        cards=tuple(name for name, card in CARDS.items() if state.cards[number] & card),
        workers=workers_free(setup, state.lots[number], state.touched[number]),
    )


def building(setup: Setup, number: int) -> Building:
    """A building by the number of its placement."""
    placement = setup.placements[number]
    return Building(setup.edition.tiles[placement.tile].id, setup.board.cells(placement.cells))


def state_of(setup: Setup, table: Table) -> State:
    """The state that the table shows; raises ImpossiblePosition with every reason why no game can reach it."""
    from .invariants import impossibilities
    from .playing import catalogue

    reader = _Reader(setup)
    state = reader.state(table)
    found = reader.wrong or _wrong_workers(state, table) or impossibilities(state)
    if found:
        raise ImpossiblePosition(violations(catalogue(), found))
    return state


def _wrong_workers(state: State, table: Table) -> list[Finding]:
    """Where workers are follows from lots and buildings; a table that tells otherwise is wrong."""
    return [
        Finding("NY-BOX-02", f"{right.colour} has {right.workers} free workers, not {told.workers}")
        for told, right in zip(table.seats, table_of(state).seats, strict=True)
        if told.workers != right.workers
    ]


class _Reader(TableNames[Setup]):
    """Looks up the names on a table, and remembers every one that does not fit this setup."""

    rule = "NY-FORM-02"

    def mask(self, told: Sequence[str], names: Sequence[str], where: str) -> int:
        """The mask of these names, none of which may be there twice."""
        mask = 0
        for name in told:
            bit = 1 << self.number(name, names, where)
            if mask & bit:
                self.note(f"{where}: {name!r:.60} is there twice")
            mask |= bit
        return mask

    def state(self, table: Table) -> State:
        setup = self.setup
        edition, last = setup.edition, len(setup.seats) - 1
        own = [tile.id for tile in edition.own]
        legends = [tile.id for tile in edition.legendaries]
        if len(table.seats) != len(setup.seats):
            self.note(f"seats: {len(table.seats)} of them, but the game is set up for {len(setup.seats)}")
        seats = [*table.seats[: last + 1]]
        seats += [Seat(colour, 0, (), (), (), (), 0) for colour in setup.seats[len(seats) :]]
        placed, lots = [], []
        for number, (seat, colour) in enumerate(zip(seats, setup.seats, strict=True)):
            if seat.colour != colour:
                self.note(f"seat {number} is {colour}, not {seat.colour!r:.60}")
            lots.append(self.mask(seat.lots, setup.board.lots, f"{colour}, lots"))
            placed.append(self.placed(seat, colour))
            self.whole(seat.workers, -MOST, edition.workers, f"{colour}, workers")
        free, touched = [], []
        for owned, numbers in zip(lots, placed, strict=True):
            cells = sum(setup.board.lot_cells[lot] for lot in numbers_of(owned))
            touch = 0
            for one in numbers:
                cells &= ~setup.placements[one].cells
                touch |= setup.placements[one].lots
            free.append(cells)
            touched.append(touch)
        return State(
            setup,
            Phase(self.number(table.phase, list(_PHASES), "phase")),
            self.whole(table.seat, 0, last, "seat"),
            [*_LEVELS.values()][self.number(table.technology, list(_LEVELS), "technology")],
            table.second_lot,
            tuple(lots),
            tuple(placed),
            tuple(free),
            tuple(touched),
            tuple(self.mask(seat.tiles, own, f"{seat.colour}, tiles") for seat in seats),
            self.mask(table.legendaries, legends, "legendaries") << len(own),
            tuple(self.whole(seat.points, 0, MOST, f"{seat.colour}, points") for seat in seats),
            tuple(self.cards(seat) for seat in seats),
            self.counts(table.market, "market"),
            tuple(self.counts(layer, f"pile, layer {n}") for n, layer in enumerate(table.pile, start=1)),
            self.ending(table.ending),
        )

    def placed(self, seat: Seat, colour: str) -> tuple[int, ...]:
        """The numbers of the placements of a player's buildings."""
        setup, found = self.setup, []
        tiles = [tile.id for tile in setup.edition.tiles]
        for one in seat.buildings:
            where = f"{colour}, building {one.tile!r:.60}"
            tile = self.number(one.tile, tiles, where)
            mask = self.mask(one.cells, setup.board.names, where)
            number = setup.space.placements.numbers.get((tile, mask))
            if number is None:
                self.note(f"{where}: it cannot cover just {' '.join(map(str, one.cells)) or 'no cell'}")
            else:
                found.append(number)
        return tuple(sorted(found))

    def cards(self, seat: Seat) -> int:
        bits = [*CARDS.values()]
        mask = self.mask(seat.cards, list(CARDS), f"{seat.colour}, cards")
        return sum(bits[number] for number in numbers_of(mask))

    def counts(self, told: Mapping[str, int], where: str) -> bytes:
        names = self.setup.board.cards
        counts = [0] * len(names)
        for name, count in told.items():
            counts[self.number(name, names, where)] = self.whole(count, 0, 99, f"{where}, {name}")
        return bytes(counts)

    def ending(self, ended: Ended | None) -> Ending | None:
        if ended is None:
            return None
        cause = [*_CAUSES.values()][self.number(ended.cause, list(_CAUSES), "ending, cause")]
        return Ending(cause, self.whole(ended.seat, 0, len(self.setup.seats) - 1, "ending, seat"))


def position(
    setup: Setup,
    seats: Sequence[Mapping[str, Any]],
    *,
    phase: str = "turn",
    seat: int = 0,
    technology: str | None = None,
    second_lot: bool = False,
    market: Mapping[str, int] | None = None,
    pile: Sequence[Mapping[str, int]] | None = None,
    ending: Ended | None = None,
) -> State:
    """A state built by hand, checked; raises ImpossiblePosition with every reason why no game can reach it.

    `seats` tell by seat what matters of `lots`, `buildings` (as `{"bronze-row-2": "a1 b1"}`, or a list of Building), `points`,
    `tiles` and `cards`. What follows from the rest need not be told: the starting building where nothing else stands (but a
    list of Building is all of them), lots under buildings, points as many as the buildings are worth, tiles that are not
    built, all action cards, technology by points; a market of the first cards that are left, and a pile of the others.
    """
    board = setup.board
    _check_forms(setup, seats, market, pile, ending)
    full = [_full_seat(setup, number, told) for number, told in enumerate(seats)]
    built = {one.tile for seat_ in full for one in seat_.buildings}
    owned = {lot for one in full for lot in one.lots}
    left = dict.fromkeys(board.cards, 0)
    for lot, name in enumerate(board.lots):
        if setup.in_play >> lot & 1 and name not in owned:
            left[board.cards[board.card_of[lot]]] += 1
    if market is None:
        # While it is dealt, and after a lot has been acquired, it is not full.
        lacking = {"open": setup.edition.market, "renew": setup.edition.market, "build": 1, "fill": 1}
        market = _first_cards(left, setup.edition.market - lacking.get(phase, 0))
    rest = {card: count - market.get(card, 0) for card, count in left.items()}
    if pile is None:
        shown = {card: count for card, count in rest.items() if count > 0}
        pile = [shown] if shown else []
    if technology is None:
        points = full[seat].points if seat in range(len(full)) else 0
        technology = Technology(level_at(setup, points if isinstance(points, int) else 0)).word
    return state_of(
        setup,
        Table(
            phase=phase,
            seat=seat,
            technology=technology,
            second_lot=second_lot,
            seats=full,
            legendaries=[tile.id for tile in setup.edition.legendaries if tile.id not in built],
            market=market,
            pile=pile,
            ending=ending,
        ),
    )


def _first_cards(left: Mapping[str, int], number: int) -> dict[str, int]:
    """So many cards of those left, of as many kinds as can be."""
    market = dict.fromkeys(left, 0)
    for _ in range(number):
        for card in sorted(left, key=lambda card: market[card]):
            if left[card] > market[card]:
                market[card] += 1
                break
    return {card: count for card, count in market.items() if count}


def _full_seat(setup: Setup, number: int, told: Mapping[str, Any]) -> Seat:
    board, edition = setup.board, setup.edition
    buildings = told.get("buildings", {})
    if isinstance(buildings, Mapping):
        buildings = [Building(tile, cells.split()) for tile, cells in buildings.items()]
        if setup.starts:
            first = building(setup, setup.starts[number].number)
            if not {cell for one in buildings for cell in one.cells} & {*first.cells}:
                buildings.append(first)
    points = {tile.id: tile.points for tile in edition.tiles}
    lots = [board.lots[lot] for lot in numbers_of(setup.starts[number].lots)] if setup.starts else []
    lots += told.get("lots", ())
    lots += [
        board.lots[board.lot_of[board.index[cell]]] for one in buildings for cell in one.cells if cell in board.index
    ]
    owned = list(dict.fromkeys(lots))
    touched = {board.lot_of[board.index[cell]] for one in buildings for cell in one.cells if cell in board.index}
    workers = edition.workers - sum(lot in board.lots and board.lot_index[lot] not in touched for lot in owned)
    names = {one.tile for one in buildings}
    return Seat(
        setup.seats[number],
        told.get("points", sum(points.get(one.tile, 0) for one in buildings)),
        owned,
        buildings,
        told.get("tiles", [tile.id for tile in edition.own if tile.id not in names]),
        told.get("cards", list(CARDS)),
        workers,
    )


_TOLD = ("lots", "buildings", "points", "tiles", "cards")


def _check_forms(setup: Setup, seats: object, market: object, pile: object, ending: object) -> None:
    """What cannot even be read as a table is refused here, in words."""
    wrong: list[str] = []
    if not isinstance(seats, Sequence) or not all(isinstance(told, Mapping) for told in seats):
        wrong.append('seats are a list of mappings, as [{"lots": ["R1"]}, {}]')
    elif len(seats) != len(setup.seats):
        wrong.append(f"seats: {len(seats)} of them, but the game is set up for {len(setup.seats)}")
    else:
        for number, told in enumerate(seats):
            wrong += [
                f"seat {number}: {key!r} is not known; known are {', '.join(_TOLD)}" for key in told if key not in _TOLD
            ]
            wrong += [
                f"seat {number}, {key}: a list of names is wanted, not {told[key]!r:.60}"
                for key in ("lots", "tiles", "cards")
                if key in told and not _is_names(told[key])
            ]
            if "buildings" in told and not _is_buildings(told["buildings"]):
                wrong.append(
                    f'seat {number}, buildings: tiles with their cells are wanted, as {{"bronze-row-2": "a1 b1"}}'
                )
            if "points" in told and type(told["points"]) is not int:
                wrong.append(f"seat {number}, points: a number is wanted, not {told['points']!r:.60}")
    for what, counts in (("market", [market]), ("pile", pile if isinstance(pile, Sequence) else [pile])):
        for one in counts:
            if one is not None and not (isinstance(one, Mapping) and all(type(n) is int for n in one.values())):
                wrong.append(f'{what}: land cards are counted, as {{"red-2": 1}}, not {one!r:.60}')
    if ending is not None and not isinstance(ending, Ended):
        wrong.append(f'ending is None or Ended(...), as Ended("few tiles unbuilt", 0), not {ending!r:.60}')
    if wrong:
        from .playing import catalogue

        raise ImpossiblePosition(violations(catalogue(), [Finding("NY-FORM-02", message) for message in wrong]))


def _is_names(told: object) -> bool:
    return isinstance(told, Sequence) and not isinstance(told, str) and all(isinstance(one, str) for one in told)


def _is_buildings(told: object) -> bool:
    if isinstance(told, Mapping):
        return all(isinstance(one, str) for pair in told.items() for one in pair)
    return isinstance(told, Sequence) and all(isinstance(one, Building) and _is_names(one.cells) for one in told)


def summary(state: State) -> str:
    """One line about a state, for a debugger or a prompt."""
    from .judging import wanted_now

    built = sum(map(len, state.placed))
    variant = ", experts" if state.setup.expert else ""
    return (
        f"<State {state.setup.edition.name}, {len(state.setup.seats)} players{variant}, {built} buildings: "
        f"waits for {wanted_now(state)}>"
    )
