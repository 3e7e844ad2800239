"""Drawing: what the varied games of a campaign, and the things that are never legal, have in common in every game."""

from __future__ import annotations

import random
from typing import Any

from .rulings import AnyRulings, readings_of


def random_rulings(chooser: random.Random, defaults: AnyRulings, share: float) -> AnyRulings:
    """Mostly the defaults; in a share of games every open question is answered anew, one of them otherwise for certain."""
    if chooser.random() >= share:
        return defaults
    kind = type(defaults)
    open_ones = {name: offered for name, offered in readings_of(kind).items() if len(offered) > 1}
    readings: dict[str, Any] = {name: chooser.choice(offered) for name, offered in open_ones.items()}
    name = chooser.choice(tuple(open_ones))
    readings[name] = chooser.choice(open_ones[name][1:])
    return kind(**readings)


class Cursed:
    """A thing that cannot even be looked up."""

    def __hash__(self) -> int:
        raise RuntimeError("a thing that cannot be hashed")
