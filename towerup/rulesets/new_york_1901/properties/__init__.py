"""Properties of New York 1901: what must hold, said in another way than the rulebook says it.

They look at states, actions and the plan of the box, and never at the rulebook: a property that asks the rulebook proves
nothing. A module for each subject, and `events.py` for what must happen now and then.
"""

from __future__ import annotations

from . import board, cards, events, facts, offers, score, turns
from .collection import PROPERTIES

__all__ = ["PROPERTIES", "board", "cards", "events", "facts", "offers", "score", "turns"]
