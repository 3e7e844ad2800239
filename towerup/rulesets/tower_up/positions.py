"""Positions made by hand: building one in a line or two, and everything that is wrong with one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve

from towerup.kernel.frozen import Counts, FrozenDict, as_names, frozen_dict
from towerup.kernel.rules import ImpossiblePosition, Objection, Objections, Violation, violations

from .box.cards import ANY
from .box.edition import Edition
from .history import objections_to_history
from .play import catalogue
from .properties import PROPERTIES
from .rulings import Rulings
from .setup import Objectives, make_setup
from .state import Building, Cause, Ending, Phase, Player, Setup, State

CARDS_BY_BOTTOM = (Phase.DEAL, Phase.REVEAL_START)
"""While cards are revealed in setup, the pile counts printed cards: their bottoms matter."""


def position(
    edition: str | Path | Edition,
    players: int | Sequence[str],
    *,
    buildings: Mapping[str, Building | str] = FrozenDict(),
    stocks: Mapping[str, Mapping[str, int]] = FrozenDict(),
    vehicles: Mapping[str, Mapping[str, int]] = FrozenDict(),
    roofs: Mapping[str, int] = FrozenDict(),
    chips: Mapping[str, Mapping[str, int]] = FrozenDict(),
    cones: Mapping[str, int] = FrozenDict(),
    market: Sequence[str] | None = None,
    pile: Mapping[str, int] | None = None,
    discards: Mapping[str, int] = FrozenDict(),
    phase: str = "turn",
    turn: str | None = None,
    extra_turn: bool = False,
    another_turn: bool = False,
    ending: tuple[str, str] | tuple[str, str, int] | None = None,
    starting: Sequence[str] = (),
    objectives: Objectives = "start",
    starting_floors: int | None = None,
    rulings: Rulings | None = None,
) -> State:
    """A position for a test or a question. Raises `ImpossiblePosition` with every reason why no game can reach it.

    >>> position("small", 2, buildings={"A1": "black", "D3": Building("black", 2, {2: "blue"}), "D2": "white"})

    Players are named by their roof colours: `stocks={"blue": {"black": 2}}`. A building of one floor and no roof may be given by
    its colour. `turn` is the player whose turn it is (default: the first), `ending` the cause and the player: `("last roof", "blue")`.
    Under the ruling `second_trigger=shortage_adds_round` a third entry says how many turns are left, the present one included.
    What you leave out is filled in: the container, the pile and the roofs in hand have whatever is nowhere else, the market the
    first cards of the deck, and vehicles have moved as far as the roofs on the board moved them.
    """
    setup = make_setup(players, edition, objectives, starting_floors, rulings)
    built = {site: _building(site, one) for site, one in frozen_dict(buildings).items()}
    turn = setup.seats[0] if turn is None else turn
    by_player = {"stocks": stocks, "vehicles": vehicles, "roofs": roofs, "chips": chips, "cones": cones}
    _refuse(_unknown_players(setup, {**by_player, "turn": [turn], "ending": (ending or ())[1:2]}))
    if market is None:
        market = [*setup.edition.deck.names()][: setup.edition.market]
    seated = tuple(
        Player(
            roof=roof,
            stock=stocks.get(roof, {}),
            vehicles={**_steps_by_roofs(setup, built, roof), **vehicles.get(roof, {})},
            roofs=roofs.get(roof, setup.edition.roofs - len(_levels_of(built, roof))),
            chips=chips.get(roof, {}),
            cone=cones.get(roof),
        )
        for roof in setup.seats
    )
    state = State(
        setup=setup,
        phase=phase,
        seat=setup.seats.index(turn),
        buildings=built,
        players=seated,
        container=_rest_of_floors(setup, built, seated),
        market=in_card_order(setup, market),
        pile=_rest_of_cards(setup, phase, market, discards) if pile is None else pile,
        discards=discards,
        extra_turn=extra_turn,
        another_turn=another_turn,
        starting=starting,
    )
    if ending:
        state = evolve(state, ending=ending_of(state, ending[0], setup.seats.index(ending[1]), *ending[2:]))
    return refuse_problems(state)


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


def ending_of(state: State, cause: str, seat: int, turns_left: int | None = None) -> Ending:
    """The ending with this cause. How many turns are left mostly follows from whose turn it is and from the cones."""
    if says_turns_left(state, cause):
        if turns_left is None:
            raise ValueError(f"ending: say how many turns are left after a {cause}: it does not follow from the rest")
        return Ending(Cause(cause), seat, turns_left)
    if turns_left is not None:
        raise ValueError(
            f"ending: how many turns are left after a {cause} follows from the rest; leave {turns_left} out"
        )
    players, others = len(state.players), [one for at, one in enumerate(state.players) if at != seat]
    plays_again = cause != Cause.LAST_ROOF
    since = (state.seat - seat) % players
    if state.phase == Phase.OVER:
        left = 0
    elif since or all(player.cone is None for player in others):
        left = players - since + plays_again
    else:
        left = 1 if plays_again else players
    return Ending(Cause(cause), seat, left)


def says_turns_left(state: State, cause: str) -> bool:
    """Whether an ending must say how many turns are left: everyone has one more turn, and all may have counted before."""
    return cause == Cause.BOTH and state.setup.rulings.second_trigger == "shortage_adds_round"


def in_card_order(setup: Setup, market: Sequence[str]) -> list[str]:
    """A market in the order that every state has it in, which says nothing of how its cards came (TU-BOX-05).

    Cards that do not exist come last; `problems` names them.
    """
    places = setup.box.card_order
    return sorted(
        as_names(market), key=lambda card: places.get(card, len(places)) if isinstance(card, str) else len(places)
    )


# --- what is filled in


def _building(site: str, given: Building | str) -> Building:
    if not isinstance(given, Building | str):
        raise TypeError(f'the building on {site} is a colour or a Building, as Building("black", 2), not {given!r:.60}')
    return Building(given) if isinstance(given, str) else given


def _levels_of(buildings: Mapping[str, Building], roof: str) -> list[tuple[str, int]]:
    """The colour of the building and the level of each roof of a player."""
    return [(one.colour, level) for one in buildings.values() for level, own in one.roofs.items() if own == roof]


def _steps_by_roofs(setup: Setup, buildings: Mapping[str, Building], roof: str) -> dict[str, int]:
    """How far the roofs on the board have moved a player's vehicles."""
    end = len(setup.edition.worth) - 1
    # A level that is no number, or below the ground, is named by `problems`.
    own = [(colour, level) for colour, level in _levels_of(buildings, roof) if isinstance(level, int) and level > 0]
    return {one: min(end, sum(level for colour, level in own if colour == one)) for one in setup.edition.colours}


def _floors_on_board(buildings: Mapping[str, Building]) -> Counts:
    return Counts.of(one.colour for one in buildings.values() for _ in range(one.floors))


def _rest_of_floors(setup: Setup, buildings: Mapping[str, Building], players: Iterable[Player]) -> Counts:
    """The floors that are nowhere else. More than the box has are named by `problems`."""
    used = sum((player.stock for player in players), _floors_on_board(buildings))
    return Counts({colour: max(0, count - used[colour]) for colour, count in setup.edition.floors.items()})


def _rest_of_cards(setup: Setup, phase: str, market: Sequence[str], discards: Mapping[str, int]) -> Counts:
    """The cards that are nowhere else. More than the deck has are named by `problems`."""
    if phase in CARDS_BY_BOTTOM:
        return setup.edition.printed_deck
    used = Counts.of(market) + discards
    return Counts({card: max(0, count - used[card]) for card, count in setup.edition.deck.items()})


# --- names and numbers


def _unknown_players(setup: Setup, named: Mapping[str, Iterable[str]]) -> Objections:
    for where, roofs in named.items():
        for roof in roofs:
            if roof not in setup.seats:
                yield Objection(
                    "TU-FORM-02", f"{where}: nobody plays {roof!r}; the players are {', '.join(setup.seats)}"
                )


def _refuse(objections: Objections) -> None:
    found = violations(catalogue(), objections)
    if found:
        raise ImpossiblePosition(found)


def _names(state: State) -> Objections:
    """Names that are not in this game, and numbers that nothing can have."""
    setup, edition, box = state.setup, state.setup.edition, state.box
    if len(state.players) != len(setup.seats):
        players = len(setup.seats)
        yield Objection("TU-FORM-02", f"players: there are {len(state.players)}, but the game is set up for {players}")
    for where, roof, player in zip(map("player {}".format, range(9)), setup.seats, state.players, strict=False):
        if not isinstance(player, Player):
            yield Objection("TU-FORM-02", f"{where}: {player!r:.60} is not a Player")
            continue
        if player.roof != roof:
            yield Objection("TU-FORM-02", f"{where} has {roof} roofs, not {player.roof!r}")
        yield from _unknown(f"{where}, stock", player.stock, edition.colours)
        yield from _unknown(f"{where}, vehicles", player.vehicles, edition.colours)
        yield from _unknown(f"{where}, vehicles", edition.colours, player.vehicles, "is missing; there are")
        for colour, steps in player.vehicles.items():
            yield from _out_of_range(f"{where}, {colour} vehicle", steps, 0, len(edition.worth) - 1)
        yield from _out_of_range(f"{where}, roofs", player.roofs, 0, edition.roofs)
        yield from _unknown(f"{where}, chips", player.chips, setup.objectives)
        if player.cone is not None:
            yield from _out_of_range(f"{where}, cone", player.cone, 0, len(edition.cone))
    yield from _unknown("buildings", state.buildings, box.sites)
    for site, building in state.buildings.items():
        yield from _objections_to_building(state, site, building)
    yield from _unknown("container", state.container, edition.colours)
    yield from _unknown("market", state.market, edition.cards)
    yield from _unknown("pile", state.pile, edition.bottoms if state.phase in CARDS_BY_BOTTOM else edition.cards)
    yield from _unknown("discards", state.discards, edition.cards)
    yield from _unknown("starting", state.starting, (*edition.colours, ANY))
    yield from _out_of_range("seat", state.seat, 0, len(setup.seats) - 1)
    if state.ending:
        yield from _out_of_range("ending, seat", state.ending.seat, 0, len(setup.seats) - 1)


def _objections_to_building(state: State, site: str, building: Building) -> Objections:
    where = f"building on {site}"
    if not isinstance(building, Building):
        yield Objection("TU-FORM-02", f'{where}: {building!r:.60} is not a Building, as Building("black", 2)')
        return
    yield from _unknown(where, [building.colour], state.setup.edition.colours)
    yield from _out_of_range(f"{where}, floors", building.floors, 1, state.setup.edition.floors.total)
    yield from _unknown(f"{where}, roofs", building.roofs.values(), state.setup.seats)
    for level in building.roofs:
        if type(level) is not int or not 1 <= level <= building.floors:
            yield Objection("TU-ROOF-02", f"{where}: a roof at level {level!r}, but it has {building.floors} floors")


def _unknown(
    where: str, names: Iterable[Any], known: Iterable[str], fault: str = "is not known; known are"
) -> Objections:
    known = list(known)
    for name in names:
        if name not in known:
            yield Objection("TU-FORM-02", f"{where}: {name!r:.60} {fault} {', '.join(known) or 'none'}")


def _out_of_range(where: str, value: object, least: int, most: int) -> Objections:
    if type(value) is not int or not least <= value <= most:
        yield Objection("TU-FORM-02", f"{where}: {value!r:.60} is not a number from {least} to {most}")


# --- contradictions


def _contradictions(state: State) -> Objections:
    """Pieces that are too many or too few; if they add up, the properties of every state that do not hold."""
    found = [*_wrong_counts(state)]
    yield from found or (Objection(one.rules[0], f"not so: {one.statement}") for one in PROPERTIES.broken_in(state))


def _wrong_counts(state: State) -> Objections:
    edition = state.setup.edition
    floors = sum((player.stock for player in state.players), state.container) + _floors_on_board(state.buildings)
    for colour in edition.colours:
        if floors[colour] != edition.floors[colour]:
            in_box = edition.floors[colour]
            yield Objection("TU-BOX-01", f"there are {floors[colour]} {colour} floors, but the box has {in_box}")
    for player in state.players:
        placed = len(_levels_of(state.buildings, player.roof))
        if player.roofs + placed != edition.roofs:
            hand = f"{player.roof} has {player.roofs} roofs in hand and {placed} on the board"
            yield Objection("TU-BOX-02", f"{hand}, but {edition.roofs} in all")
    if state.phase not in CARDS_BY_BOTTOM:
        cards = state.pile + state.discards + Counts.of(state.market)
        for card in edition.cards:
            if cards[card] != edition.deck[card]:
                yield Objection(
                    "TU-BOX-03", f"there are {cards[card]} cards {card}, but the deck has {edition.deck[card]}"
                )
