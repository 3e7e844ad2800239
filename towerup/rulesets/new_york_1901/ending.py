"""What comes after: the next player's turn, the last turns, the end.

FR “Tour de jeu”, “Fin du jeu”.
"""

from __future__ import annotations

from .setup import Setup
from .state import Cause, Contents, Ending, Phase

_TURN, _OVER = Phase.TURN, Phase.OVER
_BRONZE, _SILVER, _GOLD = 1, 2, 3


def level_at(setup: Setup, points: int) -> int:
    """The newest technology that a player with so many points may build."""
    # NY-TECH-01, NY-EXPERT-02
    return _GOLD if points >= setup.gold else _SILVER if points >= setup.silver else _BRONZE


def next_turn(setup: Setup, contents: Contents) -> None:
    """The market is filled as far as it can be: the next player's turn comes, or the game is over."""
    seat = contents["seat"]
    # NY-END-02
    if contents["ending"] is None and sum(contents["market"]) < setup.edition.market:
        contents["ending"] = Ending(Cause.MARKET, seat)
    # NY-TURN-01
    following = setup.following[seat]
    ending = contents["ending"]
    # NY-END-03
    if ending is not None and ending.seat == following:
        contents["phase"] = _OVER
        return
    contents["phase"] = _TURN
    contents["seat"] = following
    contents["level"] = level_at(setup, contents["points"][following])


def few_tiles_left(setup: Setup, contents: Contents, seat: int) -> bool:
    """Whether a player has just brought about the end by having only a few tiles left; then it is noted."""
    # NY-END-01
    if contents["ending"] is not None:
        return False
    left = contents["left"][seat].bit_count()
    if setup.rulings.legendary_unbuilt == "counted":
        placements = setup.placements
        left -= any(placements[number].height for number in contents["placed"][seat])
    if left > setup.edition.unbuilt:
        return False
    contents["ending"] = Ending(Cause.TILES, seat)
    return True
