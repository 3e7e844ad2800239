"""Positions made by hand: building one in a line or two, and everything that is wrong with one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from towerup.kernel.frozen import Counts, FrozenDict
from towerup.kernel.rules import ImpossiblePosition, Objection, Objections, Violation, violations

from .box.edition import START, Edition
from .box.tiles import TECHNOLOGIES, Technology
from .history import objections_to_history
from .play import catalogue
from .properties import PROPERTIES
from .rulings import Rulings
from .setup import make_setup
from .state import Building, Card, Ending, Phase, Player, Setup, State
from .technology import open_technology

MOST_POINTS = 10_000
"""No number of points is more."""

T = TypeVar("T")


def position(
    edition: str | Path | Edition,
    players: int | Sequence[str],
    *,
    lots: Mapping[str, Sequence[str]] = FrozenDict(),
    buildings: Mapping[str, Mapping[str, str] | Sequence[Building]] = FrozenDict(),
    points: Mapping[str, int] = FrozenDict(),
    tiles: Mapping[str, Sequence[str]] = FrozenDict(),
    cards: Mapping[str, Sequence[str]] = FrozenDict(),
    market: Mapping[str, int] | None = None,
    pile: Sequence[Mapping[str, int]] | None = None,
    phase: str = "turn",
    turn: str | None = None,
    technology: str | None = None,
    second_lot: bool = False,
    ending: tuple[str, str] | None = None,
    characters: Sequence[str] | None = None,
    streets: Sequence[str] | None = None,
    challenge: str | None = None,
    expert: bool = False,
    rulings: Rulings | None = None,
) -> State:
    """A position for a test or a question. Raises `ImpossiblePosition` with every reason why no game can reach it.

    >>> position("standard", 2, lots={"brown": ["R5"]}, buildings={"brown": {"bronze-row-3": "a1 b1 c1"}})

    Players are named by their colours. `turn` is the player whose turn it is (default: the first), `ending` the cause and the
    player: `("few tiles unbuilt", "green")`. What you leave out is filled in: the starting building where nothing else stands
    (a list of `Building` is all of them), lots under buildings, the points of the buildings, tiles that are not built, all
    action cards, technology by points; a market of the first cards that are left, and a pile of the others.
    """
    setup = make_setup(players, edition, characters, streets, challenge, expert, rulings)
    turn = setup.seats[0] if turn is None else turn
    by_player = {"lots": lots, "buildings": buildings, "points": points, "tiles": tiles, "cards": cards}
    _refuse(_unknown_players(setup, {**by_player, "turn": [turn], "ending": (ending or ())[1:]}))
    seated = []
    for seat, colour in enumerate(setup.seats):
        built = _buildings(setup, seat, buildings.get(colour, {}))
        names = {one.tile for one in built}
        worth = sum(setup.edition.tiles[name].points for name in names if name in setup.edition.tiles)
        seated.append(
            Player(
                colour=colour,
                points=points.get(colour, worth),
                lots=_lots(setup, seat, [*lots.get(colour, ())], built),
                buildings=built,
                tiles=tiles.get(colour, [tile.id for tile in setup.edition.own if tile.id not in names]),
                cards=in_order(cards.get(colour, tuple(Card)), tuple(Card)),
            )
        )
    seat = setup.seats.index(turn)
    left = _cards_left(setup, seated)
    if market is None:
        market = _first_cards(setup, left, phase)
    rest = {card: max(0, count - market.get(card, 0)) for card, count in left.items()}
    stand = {one.tile for player in seated for one in player.buildings}
    return refuse_problems(
        State(
            setup=setup,
            phase=phase,
            seat=seat,
            technology=open_technology(setup, seated[seat].points) if technology is None else TECHNOLOGIES[technology],
            players=tuple(seated),
            legendaries=[tile.id for tile in setup.edition.legendaries if tile.id not in stand],
            market=market,
            pile=([rest] if any(rest.values()) else []) if pile is None else pile,
            second_lot=second_lot,
            ending=Ending(ending[0], setup.seats.index(ending[1])) if ending else None,
        )
    )


def refuse_problems(state: State) -> State:
    """The state itself. Raises `ImpossiblePosition` if no game can reach it."""
    found = problems(state)
    if found:
        raise ImpossiblePosition(found)
    return state


def problems(state: State) -> tuple[Violation, ...]:
    """Every reason why no game can reach this state; empty if there is none."""
    for check in (_names, _contradictions, objections_to_history):
        found = violations(catalogue(), check(state))
        if found:
            return found
    return ()


def in_order(things: Iterable[T], names: Iterable[str], name_of: Callable[[T], Any] = lambda one: one) -> tuple[T, ...]:
    """Things in the order that every state has them in. Those with unknown names come last; `problems` names them."""
    places = {name: place for place, name in enumerate(names)}
    return tuple(sorted(things, key=lambda one: places.get(name_of(one), len(places))))


# --- what is filled in


def _buildings(setup: Setup, seat: int, given: Mapping[str, str] | Sequence[Building]) -> tuple[Building, ...]:
    board = setup.board
    if isinstance(given, Mapping):
        built = [Building(tile, in_order(cells.split(), board.cells)) for tile, cells in given.items()]
        start = Building(START, board.lots[setup.starting_lot(seat)])
        if not setup.expert and {*start.cells}.isdisjoint(cell for one in built for cell in one.cells):
            built.append(start)
    else:
        built = [*given]
    return in_order(built, setup.edition.tile_order, lambda one: one.tile)


def _lots(setup: Setup, seat: int, given: list[str], built: Iterable[Building]) -> tuple[str, ...]:
    """The lots that are given, the starting lot, and those under buildings."""
    under = [setup.board.lot_of[cell] for one in built for cell in one.cells if cell in setup.board.lot_of]
    start = [] if setup.expert else [setup.starting_lot(seat)]
    return in_order(dict.fromkeys([*given, *start, *under]), setup.board.lots)


def _cards_left(setup: Setup, players: Iterable[Player]) -> Counts:
    """The cards of the lots that nobody has."""
    owned = {lot for player in players for lot in player.lots}
    return Counts.of(setup.board.card_of[lot] for lot in setup.box.lots if lot not in owned)


def _first_cards(setup: Setup, left: Counts, phase: str) -> Counts:
    """A market of the cards that are left, of as many kinds as can be. While it is dealt, and after a lot, it is not full."""
    full = setup.edition.market
    missing = {Phase.OPEN: full, Phase.RENEW: full, Phase.BUILD: 1, Phase.FILL: 1}
    market: dict[str, int] = dict.fromkeys(setup.board.cards, 0)
    for _ in range(full - missing.get(Phase(phase), 0)):
        for card in sorted(market, key=market.__getitem__):
            if left[card] > market[card]:
                market[card] += 1
                break
    return Counts(market)


# --- names and numbers


def _refuse(objections: Objections) -> None:
    found = violations(catalogue(), objections)
    if found:
        raise ImpossiblePosition(found)


def _unknown_players(setup: Setup, named: Mapping[str, Iterable[str]]) -> Objections:
    for where, colours in named.items():
        yield from _unknown(where, colours, setup.seats, "does not play; the players are")


def _names(state: State) -> Objections:
    """Names that are not in this game, and numbers that nothing can have."""
    setup, edition, board = state.setup, state.setup.edition, state.setup.board
    if len(state.players) != len(setup.seats):
        yield Objection(
            "NY-FORM-02", f"seats: {len(state.players)} of them, but the game is set up for {len(setup.seats)}"
        )
    for seat, (colour, player) in enumerate(zip(setup.seats, state.players, strict=False)):
        if player.colour != colour:
            yield Objection("NY-FORM-02", f"seat {seat} is {colour}, not {player.colour!r:.60}")
        yield from _unknown(f"{colour}, lots", player.lots, board.lots)
        yield from _unknown(f"{colour}, tiles", player.tiles, [tile.id for tile in edition.own])
        yield from _unknown(f"{colour}, cards", player.cards, tuple(Card))
        for what, names in (("lots", player.lots), ("tiles", player.tiles), ("cards", player.cards)):
            yield from _twice(f"{colour}, {what}", names)
        yield from _out_of_range(f"{colour}, points", player.points, 0, MOST_POINTS)
        for building in player.buildings:
            yield from _objections_to_building(state, f"{colour}, building {building.tile!r:.60}", building)
    legendaries = [tile.id for tile in edition.legendaries]
    yield from _unknown("legendaries", state.legendaries, legendaries)
    yield from _twice("legendaries", state.legendaries)
    yield from _unknown("market", state.market, board.cards)
    for number, layer in enumerate(state.pile, start=1):
        yield from _unknown(f"pile, layer {number}", layer, board.cards)
    if state.technology is Technology.START:
        yield Objection("NY-FORM-02", f"technology: start is not one of {', '.join(TECHNOLOGIES)}")
    yield from _out_of_range("seat", state.seat, 0, len(setup.seats) - 1)
    if state.ending:
        yield from _out_of_range("ending, seat", state.ending.seat, 0, len(setup.seats) - 1)


def _objections_to_building(state: State, where: str, building: Building) -> Objections:
    setup = state.setup
    unknown = [
        *_unknown(where, [building.tile], setup.edition.tiles),
        *_unknown(where, building.cells, setup.board.cells),
        *_twice(where, building.cells),
    ]
    yield from unknown
    cells = frozenset(building.cells)
    starts = [frozenset(setup.board.lots[district.start]) for district in setup.board.districts]
    lies = cells in starts if building.tile == START else (building.tile, cells) in setup.placements.by_site
    if not unknown and not lies:
        yield Objection("NY-FORM-02", f"{where}: it cannot cover just {' '.join(building.cells) or 'no cell'}")


def _twice(where: str, names: Sequence[Any]) -> Objections:
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield Objection("NY-FORM-02", f"{where}: {name!r:.60} is there twice")


def _unknown(
    where: str, names: Iterable[Any], known: Iterable[str], fault: str = "is not known; known are"
) -> Objections:
    known = list(known)
    for name in names:
        if name not in known:
            yield Objection("NY-FORM-02", f"{where}: {name!r:.60} {fault} {', '.join(known) or 'none'}")


def _out_of_range(where: str, value: object, least: int, most: int) -> Objections:
    if type(value) is not int or not least <= value <= most:
        yield Objection("NY-FORM-02", f"{where}: {value!r:.60} is not a number from {least} to {most}")


# --- contradictions


def _contradictions(state: State) -> Objections:
    """The properties of every state that do not hold."""
    for one in PROPERTIES.broken_in(state):
        yield Objection(one.rules[0], f"not so: {one.statement}")
