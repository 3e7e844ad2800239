"""The JSON of Projekt Skyline, with the keys of specs/projekt-skyline/values.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from towerup.kernel.codec import Codec
from towerup.kernel.forms import EditionName
from towerup.kernel.rules import ImpossiblePosition, Objection, violations

from .actions import TYPES, Action
from .box.edition import SHELF, Edition
from .play import catalogue
from .positions import refuse_problems
from .rulings import Rulings
from .setup import make_setup
from .starting import first_state
from .state import Construction, Ending, Player, Setup, State


@attrs.frozen
class SetupForm:
    """A setup. `rulings` lists those that differ from the default."""

    edition: EditionName
    players: list[str]
    expert: bool
    rulings: dict[str, str]


@attrs.frozen
class ConstructionForm:
    """A construction; 3 floors are a skyscraper."""

    owner: str
    floors: int = 1


@attrs.frozen
class SeatForm:
    """What belongs to a player."""

    colour: str
    cash: int
    pawn: str | None
    floors: int
    borrowed: int
    skyscrapers: int


@attrs.frozen
class EndingForm:
    """How the game ended. The creditor is a seat; None is the bank, or nobody where there is no debt."""

    cause: str
    seat: int
    debt: int = 0
    creditor: int | None = None


@attrs.frozen
class TableForm:
    """All that lies on the table. `spare` are floors of colours that nobody plays: they follow from the rest."""

    phase: str
    seat: int
    constructions: Mapping[str, ConstructionForm]
    seats: Sequence[SeatForm]
    spare: int
    unseen: Mapping[str, int]
    used: Sequence[str] = ()
    architect: str | None = None
    die: int | None = None
    card: str | None = None
    drawer: int | None = None
    ending: EndingForm | None = None


def _setup_form(setup: Setup) -> SetupForm:
    return SetupForm(EditionName.of(setup.edition), list(setup.seats), setup.expert, setup.rulings.changed)


def _setup(form: SetupForm, edition: Edition) -> Setup:
    return make_setup(form.players, edition, form.expert, Rulings.by_name(form.rulings))


def _table(state: State) -> dict[str, Any]:
    """The table as JSON values."""
    ending = state.ending
    return {
        "phase": state.phase.value,
        "seat": state.seat,
        "constructions": {cell: attrs.asdict(one) for cell, one in state.constructions.items()},
        "seats": [attrs.asdict(player) for player in state.players],
        "spare": state.spare,
        "unseen": state.unseen,
        "used": state.used,
        "architect": state.architect,
        "die": state.die,
        "card": state.card,
        "drawer": state.drawer,
        "ending": None if ending is None else {**attrs.asdict(ending), "cause": ending.cause.value},
    }


def _state(setup: Setup, table: TableForm) -> State:
    """The state of this table. Raises ImpossiblePosition with every reason if no game can reach it."""
    try:
        state = State(
            setup=setup,
            phase=table.phase,
            seat=table.seat,
            constructions={cell: Construction(one.owner, one.floors) for cell, one in table.constructions.items()},
            players=tuple(Player(**attrs.asdict(one)) for one in table.seats),
            unseen=table.unseen,
            used=table.used,
            architect=table.architect,
            die=table.die,
            card=table.card,
            drawer=table.drawer,
            ending=None if table.ending is None else Ending(**attrs.asdict(table.ending)),
        )
    except (TypeError, ValueError) as error:
        # An unknown phase or cause, or a count below 0.
        raise ImpossiblePosition(violations(catalogue(), [Objection("PS-FORM-02", str(error))])) from None
    refuse_problems(state)
    if table.spare != state.spare:
        message = f"{state.spare} floors are left to be borrowed, not {table.spare}"
        raise ImpossiblePosition(violations(catalogue(), [Objection("PS-BOX-01", message)]))
    return state


CODEC = Codec(
    game="projekt-skyline",
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
