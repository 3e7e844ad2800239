"""Agreeing on a game: box, players, objectives, number of starting floors, rulings.

FR “MISE EN PLACE”, “VARIANTE”; PL “PRZYGOTOWANIE DO GRY”, “WARIANT ZAAWANSOWANY”.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, TypeAlias

from towerup.kernel.numbers import whole_number
from towerup.kernel.setups import SetupError, box_of, players_of, rulings_of

from .box.edition import SHELF, Edition
from .rulings import DEFAULTS, Rulings
from .starting import first_state
from .state import Setup, State

Objectives: TypeAlias = Literal["start", "random"] | Sequence[str]


def new_game(
    players: int | Sequence[str],
    *,
    edition: str | Path | Edition = "reconstruction",
    objectives: Objectives = "start",
    starting_floors: int | None = None,
    rulings: Rulings | None = None,
) -> State:
    """A game about to begin: chance acts first and reveals the market (or, with objectives="random", deals the objectives).

    `players` is their number, or their roof colours in turn order. `edition` is a shipped box by name, or the path of a file.
    `objectives` are "start", "random", or names. `starting_floors` is for the variant with more of them.
    Raises `SetupError` if the game cannot be set up like this, and `EditionError` for a file with mistakes.
    """
    return first_state(make_setup(players, edition, objectives, starting_floors, rulings))


def make_setup(
    players: int | Sequence[str],
    edition: str | Path | Edition = "reconstruction",
    objectives: Objectives = "start",
    starting_floors: int | None = None,
    rulings: Rulings | None = None,
) -> Setup:
    """What was agreed, checked. Takes what `new_game` takes."""
    edition = box_of(SHELF, edition)
    seats = _seats(edition, players)
    return Setup(
        box=edition.boxes[len(seats)],  # TU-SETUP-01
        seats=seats,
        objectives=_objectives(edition, objectives),
        starting_floors=_starting_floors(edition, len(seats), starting_floors),
        rulings=rulings_of(DEFAULTS, rulings),
    )


def _seats(edition: Edition, players: int | Sequence[str]) -> tuple[str, ...]:
    """The roof colours in turn order, the first player first (TU-SETUP-07, TU-SETUP-14)."""
    number = players_of(edition, players, "roof colours", "TU-SETUP-01")
    if isinstance(players, int):
        return edition.roof_colours[:number]
    for colour in players:
        if colour not in edition.roof_colours:
            known = ", ".join(edition.roof_colours)
            raise SetupError(f"there are no {colour!r} roofs; roof colours are {known}", "TU-SETUP-07")
    if len(set(players)) < len(players):
        raise SetupError(f"two players cannot have the same roofs: {', '.join(players)}", "TU-SETUP-07")
    return tuple(players)


def _objectives(edition: Edition, chosen: Objectives) -> tuple[str, ...]:
    """The objectives in the edition's order; none yet if chance deals them (TU-SETUP-08)."""
    known = [objective.id for objective in edition.objectives]
    if chosen == "random":
        return ()
    if chosen == "start":
        return tuple(objective.id for objective in edition.objectives if objective.start)
    if isinstance(chosen, str) or not isinstance(chosen, Sequence):
        raise SetupError(f'objectives are "start", "random" or a list of names, not {chosen!r}', "TU-SETUP-08")
    for id in chosen:
        if id not in known:
            raise SetupError(f"there is no objective {id!r}; the objectives are {', '.join(known)}", "TU-SETUP-08")
    if len(chosen) != edition.objectives_in_play or len(set(chosen)) < len(chosen):
        names = ", ".join(chosen) or "none"
        raise SetupError(f"a game has {edition.objectives_in_play} different objectives, not {names}", "TU-SETUP-08")
    return tuple(id for id in known if id in chosen)


def _starting_floors(edition: Edition, players: int, chosen: int | None) -> int:
    """How many starting floors: one for each market card, or more in the variant (TU-SETUP-10)."""
    least, most = edition.market, edition.most_starting_floors[players]
    if chosen is None:
        return least
    if isinstance(chosen, bool) or not isinstance(chosen, int) or not least <= chosen <= most:
        floors = f"{least} to {most}" if least < most else least
        raise SetupError(f"with {players} players there are {floors} starting floors, not {chosen!r}", "TU-SETUP-10")
    return chosen


def objectives_from_word(word: str) -> Objectives:
    """Objectives as a command line has them: `start`, `random`, or names with commas between."""
    if word == "start" or word == "random":  # noqa: PLR1714  # so that the type checker sees which words they are
        return word
    return word.replace(",", " ").split()


def starting_floors_from_word(word: str) -> int:
    """A number of starting floors as a command line has it."""
    return whole_number(word, "starting_floors", most=999)
