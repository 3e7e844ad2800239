"""Agreeing on a game: box, players, whether the variant for experts is played, rulings.

FR “(setup)”, “Deux règles spéciales”, “Variante pour joueurs expérimentés”; FR-S “préparation”.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from towerup.kernel.setups import SetupError, box_of, players_of, rulings_of

from .box.edition import SHELF, Edition
from .rulings import DEFAULTS, Rulings
from .starting import first_state
from .state import Setup, State


def new_game(
    players: int | Sequence[str],
    *,
    edition: str | Path | Edition = "standard",
    expert: bool = False,
    rulings: Rulings | None = None,
) -> State:
    """A game about to begin: the first player places a skyscraper, or chooses a round space if so ruled.

    `players` is their number, or their colours clockwise, the first player first. `edition` is a shipped box by name, or the path
    of a file. `expert` is the variant for experts. Raises `SetupError` if the game cannot be set up like this, and `EditionError`
    for a file with mistakes.
    """
    return first_state(make_setup(players, edition, expert, rulings))


def make_setup(
    players: int | Sequence[str],
    edition: str | Path | Edition = "standard",
    expert: bool = False,
    rulings: Rulings | None = None,
) -> Setup:
    """What was agreed, checked. Takes what `new_game` takes."""
    edition = box_of(SHELF, edition)
    seats = _seats(edition, players)
    if not isinstance(expert, bool):
        raise SetupError(f"expert is True or False, not {expert!r}")
    return Setup(edition, seats, expert, rulings_of(DEFAULTS, rulings))


def _seats(edition: Edition, players: int | Sequence[str]) -> tuple[str, ...]:
    """The colours clockwise, beginning with the player who places first (PS-SETUP-01)."""
    number = players_of(edition, players)
    if isinstance(players, int):
        return edition.colours[:number]
    seats = tuple(players)
    for colour in seats:
        if colour not in edition.colours:
            raise SetupError(f"there are no {colour!r} pieces; the colours are {', '.join(edition.colours)}")
    if len(set(seats)) < len(seats):
        raise SetupError(f"two players cannot have the same colour: {', '.join(seats)}")
    return seats


def expert_from_word(word: str) -> bool:
    """Whether the variant for experts is played, as a command line has it: yes or no."""
    if word not in ("yes", "no"):
        raise ValueError(f"whether the variant for experts is played: yes or no, not {word!r}")
    return word == "yes"
