"""The JSON of Tower Up: what its setup looks like in it, and roofs by level."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from towerup.kernel.codec import Codec
from towerup.kernel.forms import EditionName
from towerup.kernel.numbers import is_number

from .actions import TYPES, Action
from .edition import SHELF, Edition
from .rulings import Rulings
from .setup import Setup, agree
from .starting import first_state
from .table import Table, state_of, table_of


@attrs.frozen
class SetupForm:
    """A setup in JSON. `rulings` lists those that differ from the default; `objectives` is empty until they are dealt."""

    edition: EditionName
    players: list[str]
    objectives: list[str]
    starting_floors: int
    rulings: dict[str, str]


def _written(setup: Setup) -> SetupForm:
    return SetupForm(
        EditionName.of(setup.edition),
        list(setup.seats),
        list(setup.objectives),
        setup.starting_floors,
        setup.rulings.changed,
    )


def _agreed(form: SetupForm, edition: Edition) -> Setup:
    rulings = Rulings.by_name(form.rulings)
    return agree(form.players, edition, form.objectives or "random", form.starting_floors, rulings)


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
    written=_written,
    agreed=_agreed,
    first_state=first_state,
    table=Table,
    table_of=table_of,
    state_of=state_of,
    hooks=[(lambda kind: kind == Mapping[int, str], _levels)],
)
