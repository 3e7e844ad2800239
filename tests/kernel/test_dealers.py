"""Dealers play chance: by a seed, by a script, by asking."""

from __future__ import annotations

from collections import Counter

import pytest

import towerup as tu


def test_a_seed_deals_the_same_cards_again() -> None:
    """The same seed, the same table; the game then waits for a person."""
    start = tu.new_game(2)
    assert tu.Dealer(seed=4).settle(start) == tu.Dealer(seed=4).settle(start)
    assert tu.Dealer(seed=4).settle(start) != tu.Dealer(seed=5).settle(start)
    assert tu.Dealer(seed=4).settle(start).actor == 0


def test_cards_are_dealt_by_their_number() -> None:
    """Of tiny's three cards each comes first about as often as the others."""
    start = tu.new_game(2, edition="tiny")
    dealer = tu.Dealer(seed=1)
    dealt = Counter(dealer.deal(start).card for _ in range(600))
    assert len(dealt) == 3
    assert min(dealt.values()) > 150


def test_a_script_deals_what_it_says() -> None:
    """Actions or their notation, in order; a script that is too short or wrong is told."""
    start = tu.new_game(2, edition="tiny")
    game = tu.ScriptedDealer(["reveal bw/black"]).settle(start)
    assert game.market == ("bw",)
    assert tu.ScriptedDealer([tu.Reveal("bw/black")]).settle(start) == game
    with pytest.raises(ValueError, match="no more actions"):
        tu.ScriptedDealer([]).settle(start)
    with pytest.raises(tu.IllegalAction, match="TU-SETUP-03"):
        tu.ScriptedDealer(["reveal bw"]).settle(start)


def test_an_asking_dealer_asks() -> None:
    """What is answered is what chance brings."""
    asked = []

    def answer(state: tu.State) -> str:
        asked.append(state)
        return "reveal x-vw/any"

    start = tu.new_game(2, edition="tiny")
    assert tu.AskingDealer(answer).settle(start).starting == ("any",)
    assert asked == [start]
