"""The plain rulebook under the names that `towerup` gives its own.

It goes once `import towerup as tu` is the plain rulebook: then the tests here import that, and `towerup.verify.strategies`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from hypothesis import strategies as st

from towerup.kernel.actors import CHANCE
from towerup.kernel.rules import IllegalAction
from towerup.rulesets import ruleset
from towerup.rulesets.tower_up.actions import Action, Found, Place
from towerup.rulesets.tower_up.box.edition import SHELF
from towerup.rulesets.tower_up.play import apply, chance_weights, explain, legal_actions
from towerup.rulesets.tower_up.rulings import EVERY_RULING, Rulings
from towerup.rulesets.tower_up.scoring import scores
from towerup.rulesets.tower_up.setup import new_game
from towerup.rulesets.tower_up.space import action_space
from towerup.rulesets.tower_up.state import Building, Phase, State

__all__ = [
    "CHANCE", "SHELF", "Action", "Building", "Found", "IllegalAction", "Phase", "Place", "State",
    "apply", "chance_weights", "dealt", "explain", "legal_actions", "new_game", "rules_of", "scores", "states", "steps",
]  # fmt: skip


def dealt(state: State, seed: int) -> State:
    """The state after chance has acted, until a player must decide."""
    chooser = random.Random(seed)
    while state.actor is CHANCE:
        state = apply(state, chooser.choices(legal_actions(state), chance_weights(state))[0])
    return state


def random_game(chooser: random.Random, players: int, edition: str) -> State:
    """A game about to begin, with random roof colours, objectives, starting floors and rulings."""
    box = SHELF.load(edition)
    readings: dict[str, Any] = {name: chooser.choice(offered) for name, offered in EVERY_RULING.items()}
    return new_game(
        chooser.sample(box.roof_colours, players),
        edition=box,
        objectives="start" if chooser.random() < 0.5 else "random",
        starting_floors=chooser.randint(box.market, box.most_starting_floors[players]),
        rulings=Rulings(**readings),
    )


@st.composite
def steps(draw: st.DrawFn, most: int = 150) -> list[tuple[State, Action, State]]:
    """A random game in a shipped edition, step by step: the state, the action, the state after it."""
    edition = draw(st.sampled_from(SHELF.names))
    players = draw(st.sampled_from(SHELF.load(edition).players))
    chooser = draw(st.randoms(use_true_random=False))
    return list(_steps(random_game(chooser, players, edition), chooser, most))


def _steps(state: State, chooser: random.Random, most: int) -> Iterator[tuple[State, Action, State]]:
    for _ in range(most):
        legal = legal_actions(state)
        if not legal:
            return
        action = chooser.choice(legal)
        after = apply(state, action)
        yield state, action, after
        state = after


@st.composite
def states(draw: st.DrawFn, most: int = 150) -> State:
    """A state of a random game: at its start, in the middle or at its end."""
    played = draw(steps(draw(st.integers(1, most))))
    chosen = draw(st.integers(0, len(played)))
    return played[chosen][0] if chosen < len(played) else played[-1][2]


_TOWER_UP = SimpleNamespace(
    stress_editions=("hamlet", "small", "tiny"),
    player_counts=lambda edition: SHELF.load(edition).players,
    random_game=random_game,
    legal_actions=legal_actions,
    apply=apply,
    explain=explain,
    action_space=action_space,
)


def rules_of(game: str) -> Any:
    """The rules of a game: what the tests of all drawings need of them."""
    return _TOWER_UP if game == "tower-up" else ruleset(game)
