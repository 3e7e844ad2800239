"""Invalid inputs: all of them are refused, in every state."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from towerup.kernel.rules import IllegalAction
from towerup.rulesets.tower_up.actions import Back, Deal, Found, Place, Reveal, Take
from towerup.rulesets.tower_up.box.edition import SHELF
from towerup.rulesets.tower_up.invalid_inputs import invalid_inputs
from towerup.rulesets.tower_up.play import apply, explain
from towerup.rulesets.tower_up.rulings import Rulings
from towerup.rulesets.tower_up.setup import new_game

from .seeded_games import play_game


@pytest.mark.parametrize("rulings", [Rulings(), Rulings(stock_limit="whole_run", replacement="may_decline")], ids=str)
@pytest.mark.parametrize("edition", ["reconstruction", "hamlet", "small", "tiny"])
def test_invalid_inputs_are_refused_in_every_state(edition: str, rulings: Rulings) -> None:
    """With reasons from the catalogue, by `explain` and by `apply`."""
    rng = random.Random(edition)
    broken: Counter[str] = Counter()
    kinds: set[type[Any]] = set()
    for players in SHELF.shipped(edition).players:
        start = new_game(players, edition=edition, objectives="random", rulings=rulings)
        steps = [*play_game(start, ["random"] * players, rng)]
        for state in [*(step.before for step in steps[::9]), steps[-1].after]:
            for invalid in invalid_inputs(rng, state):
                violations = explain(state, invalid)
                assert violations, invalid
                broken.update(violation.id for violation in violations)
                kinds.add(type(invalid))
                with pytest.raises(IllegalAction):
                    apply(state, invalid)  # type: ignore[arg-type]  # most of them are no actions
    assert broken.keys() >= {"TU-FORM-01", "TU-FORM-02", "TU-SETUP-08", "TU-ROOF-01", "TU-STOCK-02"}
    assert {Deal, Reveal, Place, Take, Back, Found, str, type(None)} < kinds


def test_the_same_generator_gives_the_same_invalid_inputs() -> None:
    state = new_game(3)
    one, other = (invalid_inputs(random.Random(2), state) for _ in range(2))
    assert [*map(str, one)] == [*map(str, other)]


def test_names_of_other_editions_are_among_the_unknown_names() -> None:
    """Also of the other side of the board."""
    rng, state = random.Random(3), new_game(4)
    named = [action.site for _ in range(400) for action in invalid_inputs(rng, state) if isinstance(action, Place)]
    others = {site.id for name in SHELF.names for board in SHELF.shipped(name).boards for site in board.sites}
    assert any(name in named for name in others.difference(state.box.sites))
    assert None in named
