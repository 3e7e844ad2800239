"""Agreeing on a game: box, players, characters, streets, challenge, experts or not, rulings.

FR “Installation”, “Installation à 2 joueurs”, “Règle expert”.
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
    characters: Sequence[str] | None = None,
    streets: Sequence[str] | None = None,
    challenge: str | None = None,
    expert: bool = False,
    rulings: Rulings | None = None,
) -> State:
    """A game about to begin: chance acts first and deals the market.

    `players` is their number, or their colours clockwise, the youngest first. `characters` are the districts where they
    start, seat by seat; `streets` are those in play; `challenge` is the challenge in play, if there is one. By default the
    first districts and streets of the edition are used and no challenge, as in a first game.
    Raises `SetupError` if the game cannot be set up like this, and `EditionError` for a file with mistakes.
    """
    return first_state(make_setup(players, edition, characters, streets, challenge, expert, rulings))


def make_setup(
    players: int | Sequence[str],
    edition: str | Path | Edition = "standard",
    characters: Sequence[str] | None = None,
    streets: Sequence[str] | None = None,
    challenge: str | None = None,
    expert: bool = False,
    rulings: Rulings | None = None,
) -> Setup:
    """What was agreed, checked. Takes what `new_game` takes."""
    edition = box_of(SHELF, edition)
    seats = _seats(edition, players)
    box = edition.boxes[len(seats)]
    # A character each, of a district in play (NY-SETUP-02, NY-SETUP-03).
    starts = box.districts[: len(seats)]
    if characters is not None:
        starts = _chosen(characters, box.districts, len(seats), "characters")
    # Some of the streets, and at most one challenge (NY-SETUP-05).
    known = tuple(one.id for one in edition.board.streets)
    in_play = known[: edition.streets_in_play]
    if streets is not None:
        in_play = _chosen(streets, known, edition.streets_in_play, "streets")
    offered = [one.id for one in edition.challenges]
    if challenge is not None and challenge not in offered:
        raise SetupError(f"there is no challenge {challenge!r}; there is {', '.join(offered) or 'none'}")
    if not isinstance(expert, bool):
        raise SetupError(f"expert is True or False, not {expert!r}")
    return Setup(
        box=box,
        seats=seats,
        characters=starts,
        # The order in which streets are named means nothing.
        streets=tuple(sorted(in_play, key=known.index)),
        challenge=challenge,
        expert=expert,
        rulings=rulings_of(DEFAULTS, rulings),
    )


def _seats(edition: Edition, players: int | Sequence[str]) -> tuple[str, ...]:
    """The colours clockwise, beginning with the youngest (NY-SETUP-01, NY-SETUP-06)."""
    number = players_of(edition, players)
    if isinstance(players, int):
        return edition.colours[:number]
    return _chosen(players, edition.colours, number, "colours")


def _chosen(words: object, known: Sequence[str], number: int, what: str) -> tuple[str, ...]:
    """So many different names of those known."""
    if isinstance(words, str) or not isinstance(words, Sequence):
        raise SetupError(f"{what} are {number} names of {', '.join(known)}, not {words!r}")
    chosen = tuple(words)
    for one in chosen:
        if one not in known:
            raise SetupError(f"{what}: {one!r} is not offered; choose of {', '.join(known)}")
    if len(set(chosen)) < len(chosen):
        raise SetupError(f"{what}: {', '.join(chosen)} has one of them twice")
    if len(chosen) != number:
        raise SetupError(f"{what}: {number} are needed, not {len(chosen)}")
    return chosen
