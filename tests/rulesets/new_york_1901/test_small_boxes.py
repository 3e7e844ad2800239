"""Boxes that are small."""

from __future__ import annotations

import tomllib
from importlib import resources

from towerup.kernel.checking import Checker
from towerup.rulesets.new_york_1901.ruleset import NEW_YORK_1901 as RULES
from towerup.rulesets.new_york_1901.rulings import Rulings

CORNER = resources.files("towerup.rulesets.new_york_1901") / "editions" / "corner.toml"


def test_starting_cards_can_be_the_last_of_the_pile() -> None:
    """Where starting cards come from the market and neither lies there, the pile may have had no others: it is then empty."""
    data = tomllib.loads(CORNER.read_text(encoding="utf-8"))
    data["board"]["map"] = ["m m m m", "R1 R1 B1 B1", "m m m m", "G1 G1 P1 P1", "l l l l"]
    signs = {"red": "R", "blue": "B", "green": "G", "pink": "P"}
    data["districts"]["districts"] = [{"id": id, "sign": sign, "start": f"{sign}1"} for id, sign in signs.items()]
    data["market"]["cards"] = 2
    edition = RULES.editions.from_data(data)
    state = RULES.new_game(
        2, edition=edition, characters=["red", "green"], rulings=Rulings(starting_card="from_the_market")
    )
    checker = Checker(RULES)
    for words in ("deal blue-2", "deal pink-2"):
        before, action = state, RULES.parse_action(state, words)
        state = RULES.apply(before, action)
        assert not checker.step(before, action, state)
    assert (state.pile, state.actor) == ((), 0)
    assert RULES.legal_actions(state)
