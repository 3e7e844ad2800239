"""The JSON of Tower Up, with the keys of specs/tower-up/values.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from towerup.kernel.codec import Codec
from towerup.kernel.forms import EditionName
from towerup.kernel.numbers import is_number
from towerup.kernel.rules import ImpossiblePosition, Objection, violations

from .actions import TYPES, Action
from .box.edition import SHELF, Edition
from .play import catalogue
from .positions import ending_of, in_card_order, refuse_problems, says_turns_left
from .rulings import Rulings
from .setup import make_setup
from .starting import first_state
from .state import Building, Player, Setup, State


@attrs.frozen
class SetupForm:
    """A setup. `rulings` lists those that differ from the default; `objectives` is empty until they are dealt."""

    edition: EditionName
    players: list[str]
    objectives: list[str]
    starting_floors: int
    rulings: dict[str, str]


@attrs.frozen
class BuildingForm:
    """A building, with roofs by level."""

    colour: str
    floors: int = 1
    roofs: Mapping[int, str] = attrs.field(factory=dict)


@attrs.frozen
class PlayerForm:
    """What lies before a player."""

    roof: str
    stock: Mapping[str, int]
    vehicles: Mapping[str, int]
    roofs: int
    chips: Mapping[str, int] = attrs.field(factory=dict)
    cone: int | None = None


@attrs.frozen
class EndingForm:
    """Why the end is coming, and through which seat. How many turns are left is given only where it does not follow from the rest."""

    cause: str
    seat: int
    turns_left: int | None = None


@attrs.frozen
class TableForm:
    """All that lies on the table."""

    phase: str
    seat: int
    buildings: Mapping[str, BuildingForm]
    seats: Sequence[PlayerForm]
    container: Mapping[str, int]
    market: Sequence[str]
    pile: Mapping[str, int]
    discards: Mapping[str, int] = attrs.field(factory=dict)
    extra_turn: bool = False
    another_turn: bool = False
    ending: EndingForm | None = None
    starting: Sequence[str] = ()


def _setup_form(setup: Setup) -> SetupForm:
    return SetupForm(
        edition=EditionName.of(setup.edition),
        players=list(setup.seats),
        objectives=list(setup.objectives),
        starting_floors=setup.starting_floors,
        rulings=setup.rulings.changed,
    )


def _setup(form: SetupForm, edition: Edition) -> Setup:
    rulings = Rulings.by_name(form.rulings)
    return make_setup(form.players, edition, form.objectives or "random", form.starting_floors, rulings)


def _table(state: State) -> dict[str, Any]:
    """The table as JSON values."""
    return {
        "phase": str(state.phase),
        "seat": state.seat,
        "buildings": {
            site: {"colour": one.colour, "floors": one.floors, "roofs": {str(n): roof for n, roof in one.roofs.items()}}
            for site, one in state.buildings.items()
        },
        "seats": [attrs.asdict(player, recurse=False) for player in state.players],
        "container": state.container,
        "market": state.market,
        "pile": state.pile,
        "discards": state.discards,
        "extra_turn": state.extra_turn,
        "another_turn": state.another_turn,
        "ending": _ending(state),
        "starting": state.starting,
    }


def _ending(state: State) -> dict[str, Any] | None:
    if state.ending is None:
        return None
    ending = {"cause": str(state.ending.cause), "seat": state.ending.seat}
    return {**ending, "turns_left": state.ending.turns_left} if says_turns_left(state, state.ending.cause) else ending


def _state(setup: Setup, table: TableForm) -> State:
    """The state of this table. Raises ImpossiblePosition with every reason if no game can reach it."""
    try:
        state = State(
            setup=setup,
            phase=table.phase,
            seat=table.seat,
            buildings={site: Building(**attrs.asdict(one)) for site, one in table.buildings.items()},
            players=tuple(Player(**attrs.asdict(one)) for one in table.seats),
            container=table.container,
            market=in_card_order(setup, table.market),
            pile=table.pile,
            discards=table.discards,
            extra_turn=table.extra_turn,
            another_turn=table.another_turn,
            starting=table.starting,
        )
        if table.ending is not None:
            ending = ending_of(state, table.ending.cause, table.ending.seat, table.ending.turns_left)
            state = attrs.evolve(state, ending=ending)
    except (TypeError, ValueError) as error:
        # An unknown phase or cause, or a count below 0.
        raise ImpossiblePosition(violations(catalogue(), [Objection("TU-FORM-02", str(error))])) from None
    return refuse_problems(state)


def _levels(value: Any, _: Any) -> dict[int, str]:
    """Roofs by level: the keys of a JSON object are text, and only the plain form of a number is one."""
    if not isinstance(value, dict):
        raise ValueError(f"{value!r:.60} is not an object")
    for level, roof in value.items():
        if not is_number(level) or str(int(level)) != level or not isinstance(roof, str):
            raise ValueError(f"{level!r}: {roof!r:.60} is not a level with the colour of the roof on it")
    return {int(level): roof for level, roof in value.items()}


CODEC = Codec(
    game="tower-up",
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
    hooks=[(lambda kind: kind == Mapping[int, str], _levels)],
)
