"""Random games: what the random games of every ruleset have in common."""

from __future__ import annotations

import random
from typing import Any

from .rulings import AnyRulings, readings_of


def random_rulings(rng: random.Random, defaults: AnyRulings, share: float) -> AnyRulings:
    """The defaults, or in this share of games a random reading of every open question, at least one of them not the default."""
    if rng.random() >= share:
        return defaults
    kind = type(defaults)
    open_questions = {name: offered for name, offered in readings_of(kind).items() if len(offered) > 1}
    readings: dict[str, Any] = {name: rng.choice(offered) for name, offered in open_questions.items()}
    name = rng.choice(tuple(open_questions))
    readings[name] = rng.choice(open_questions[name][1:])
    return kind(**readings)
