"""The JSON of New York 1901, with the keys of specs/new-york-1901/values.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from towerup.kernel.codec import Codec
from towerup.kernel.forms import EditionName
from towerup.kernel.rules import ImpossiblePosition, Objection, Objections, violations

from .actions import TYPES, Action
from .box.edition import SHELF, Edition
from .box.tiles import TECHNOLOGIES
from .play import catalogue
from .positions import in_order, refuse_problems
from .rulings import Rulings
from .setup import make_setup
from .starting import first_state
from .state import Building, Ending, Player, Setup, State


@attrs.frozen
class SetupForm:
    """A setup in JSON. `rulings` lists those that differ from the default."""

    edition: EditionName
    players: list[str]
    characters: list[str]
    streets: list[str]
    challenge: str | None
    expert: bool
    rulings: dict[str, str]


@attrs.frozen
class BuildingForm:
    """A building: its tile, and the cells under it."""

    tile: str
    cells: Sequence[str]


@attrs.frozen
class SeatForm:
    """What belongs to a player, with the number of free workers."""

    colour: str
    points: int
    lots: Sequence[str]
    buildings: Sequence[BuildingForm]
    tiles: Sequence[str]
    cards: Sequence[str]
    workers: int


@attrs.frozen
class EndingForm:
    """Why the end is coming, and through which seat."""

    cause: str
    seat: int


@attrs.frozen
class TableForm:
    """All that lies on the table."""

    phase: str
    seat: int
    technology: str
    second_lot: bool
    seats: Sequence[SeatForm]
    legendaries: Sequence[str]
    market: Mapping[str, int]
    pile: Sequence[Mapping[str, int]]
    ending: EndingForm | None = None


def _setup_form(setup: Setup) -> SetupForm:
    return SetupForm(
        edition=EditionName.of(setup.edition),
        players=list(setup.seats),
        characters=list(setup.characters),
        streets=list(setup.streets),
        challenge=setup.challenge,
        expert=setup.expert,
        rulings=setup.rulings.changed,
    )


def _setup(form: SetupForm, edition: Edition) -> Setup:
    rulings = Rulings.by_name(form.rulings)
    return make_setup(form.players, edition, form.characters, form.streets, form.challenge, form.expert, rulings)


def _table(state: State) -> dict[str, Any]:
    """The table as JSON values."""
    ending = state.ending
    return {
        "phase": str(state.phase),
        "seat": state.seat,
        "technology": state.technology.word,
        "second_lot": state.second_lot,
        "seats": [_seat(state, seat) for seat in range(len(state.players))],
        "legendaries": state.legendaries,
        "market": state.market,
        "pile": state.pile,
        "ending": None if ending is None else {"cause": str(ending.cause), "seat": ending.seat},
    }


def _seat(state: State, seat: int) -> dict[str, Any]:
    player = state.players[seat]
    return {
        "colour": player.colour,
        "points": player.points,
        "lots": player.lots,
        "buildings": [{"tile": one.tile, "cells": one.cells} for one in player.buildings],
        "tiles": player.tiles,
        "cards": [*map(str, player.cards)],
        "workers": state.free_workers(seat),
    }


def _state(setup: Setup, table: TableForm) -> State:
    """The state of this table. Raises ImpossiblePosition with every reason if no game can reach it."""
    try:
        state = State(
            setup=setup,
            phase=table.phase,
            seat=table.seat,
            technology=TECHNOLOGIES[table.technology],
            players=tuple(_player(setup, one) for one in table.seats),
            legendaries=in_order(table.legendaries, setup.edition.tile_order),
            market=table.market,
            pile=table.pile,
            second_lot=table.second_lot,
            ending=None if table.ending is None else Ending(table.ending.cause, table.ending.seat),
        )
    except KeyError:
        raise _impossible(
            f"technology: {table.technology!r:.60} is not known; known are {', '.join(TECHNOLOGIES)}"
        ) from None
    except (TypeError, ValueError) as error:
        # An unknown phase or cause, or a count below 0.
        raise _impossible(str(error)) from None
    refuse_problems(state)
    wrong = violations(catalogue(), _wrong_workers(state, table))
    if wrong:
        raise ImpossiblePosition(wrong)
    return state


def _player(setup: Setup, seat: SeatForm) -> Player:
    board = setup.board
    return Player(
        colour=seat.colour,
        points=seat.points,
        lots=in_order(seat.lots, board.lots),
        buildings=in_order(
            [Building(one.tile, in_order(one.cells, board.cells)) for one in seat.buildings],
            setup.edition.tile_order,
            lambda one: one.tile,
        ),
        tiles=in_order(seat.tiles, setup.edition.tile_order),
        cards=in_order(seat.cards, ("boom", "shift", "grab")),
    )


def _wrong_workers(state: State, table: TableForm) -> Objections:
    """Where workers are follows from lots and buildings; a table that says otherwise is wrong."""
    for seat, (player, form) in enumerate(zip(state.players, table.seats, strict=True)):
        right = state.free_workers(seat)
        if form.workers != right:
            yield Objection("NY-BOX-02", f"{player.colour} has {right} free workers, not {form.workers}")


def _impossible(message: str) -> ImpossiblePosition:
    return ImpossiblePosition(violations(catalogue(), [Objection("NY-FORM-02", message)]))


CODEC = Codec(
    game="new-york-1901",
    version=1,
    actions=Action,
    types=tuple(TYPES),
    editions=SHELF,
    setup_form=SetupForm,
    written=_setup_form,
    agreed=_setup,
    first_state=first_state,
    table=TableForm,
    table_of=_table,
    state_of=_state,
)
