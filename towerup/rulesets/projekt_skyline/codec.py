"""The JSON of Projekt Skyline: what its setup looks like in it."""

from __future__ import annotations

import attrs

from towerup.kernel.codec import Codec
from towerup.kernel.forms import EditionName

from .actions import TYPES, Action
from .edition import SHELF, Edition
from .rulings import Rulings
from .setup import Setup, agree
from .starting import first_state
from .table import Table, state_of, table_of


@attrs.frozen
class SetupForm:
    """A setup in JSON. `rulings` lists those that differ from the default."""

    edition: EditionName
    players: list[str]
    expert: bool
    rulings: dict[str, str]


def _written(setup: Setup) -> SetupForm:
    return SetupForm(EditionName.of(setup.edition), list(setup.seats), setup.expert, setup.rulings.changed)


def _agreed(form: SetupForm, edition: Edition) -> Setup:
    return agree(form.players, edition, form.expert, Rulings.by_name(form.rulings))


CODEC = Codec(
    game="projekt-skyline",
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
)
