"""Who may enter a tournament: a player of the lab, a policy of the game, or a player of one's own in Python.

Kept apart from `names.py`, since to find a player of one's own a module is imported: names that come from elsewhere than
the command line are not to be looked up here.
"""

from __future__ import annotations

from towerup.kernel.imported import NotImportable, imported
from towerup.kernel.ruleset import AnyRuleset

from .names import FORMS, UnknownPlayer, player
from .players import Player


def entrant(text: str, rules: AnyRuleset) -> Player:
    """The player that a text names; `module:name` is one in Python, something to be called as players are."""
    name, colon, _ = text.partition(":")
    if name in FORMS or not colon:
        return player(text, rules)
    try:
        own: Player = imported(text, "player")
    except NotImportable as error:
        if not error.absent:
            raise UnknownPlayer(str(error)) from None
        # Rather a slip of the pen than a module.
        return player(text, rules)
    return own
