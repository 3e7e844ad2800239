"""Overlays say what the rules say: where one may build, why not here, what an action does."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from towerup import view

from . import plain as tu
from .playing import played


@given(tu.states(), st.data())
def test_legal_sites_and_why_not_agree_with_the_rules(state: tu.State, data: st.DataObject) -> None:
    """A site is marked as good exactly if nothing is wrong with building there; else it has the ids of the broken rules."""
    colour = data.draw(st.sampled_from(state.setup.edition.colours))
    good = view.legal_sites(state, colour).marks
    for site in state.box.sites:
        overlay = view.why_not(state, site, colour)
        mark = overlay.marks[site]
        assert (mark.tone == "good") == (site in good)
        broken = tu.explain(
            state, tu.Place(site, colour) if state.phase is tu.Phase.PLACE else tu.Found(site, colour, site)
        )
        assert [one for one in mark.label.split(", ") if one] == [one.id for one in broken]
        for arrow in overlay.arrows:
            assert state.buildings[arrow.end].colour == colour
    assert view.svg(state, view.legal_sites(state, colour))


@given(tu.steps(most=60))
def test_an_effect_is_what_happens(played: list[tuple[tu.State, tu.Action, tu.State]]) -> None:
    """Floors added by site, vehicles' steps, chips: as the next state has them."""
    for before, action, after in played[::4]:
        overlay = view.effect(before, action)
        grown = {
            site: one.floors - (before.buildings[site].floors if site in before.buildings else 0)
            for site, one in after.buildings.items()
            if one != before.buildings.get(site)
        }
        assert {site: int(mark.label.split()[0]) for site, mark in overlay.marks.items()} == grown
        moved = sum(
            was.vehicles[colour] != now.vehicles[colour]
            for was, now in zip(before.players, after.players, strict=True)
            for colour in was.vehicles
        )
        assert sum("vehicle" in caption for caption in overlay.captions) == moved
        assert view.picture(before, overlay, width=80)


def founding_game() -> tu.State:
    """Blue to play: C4 is brown, and C5 beside it is empty."""
    start = tu.new_game(players=["blue", "orange"])
    return evolve(
        start,
        phase=tu.Phase.TURN,
        buildings={"C4": tu.Building("brown"), "B6": tu.Building("black"), "A4": tu.Building("black")},
        players=tuple(evolve(one, stock={"black": 1, "brown": 1}) for one in start.players),
    )


def test_the_effect_of_a_founding() -> None:
    """The new floor, the price, the roof, the vehicle, in words."""
    game = founding_game()
    overlay = view.effect(game, tu.Found("C5", "black", "C4"))
    assert overlay.marks == {"C4": view.Mark("+1 brown, blue roof"), "C5": view.Mark("+1 black", "good")}
    assert overlay.arrows == [view.Arrow("C5", "C4")]
    assert overlay.captions == ["found C5 black roof C4", "blue: brown vehicle from 0 to 2"]
    with pytest.raises(tu.IllegalAction):
        view.effect(game, tu.Found("C5", "brown", "E2"))


def test_an_extra_turn_that_follows_an_extra_turn_is_named() -> None:
    """The last vehicle reaches a star column, whether in an ordinary turn or in an extra one."""
    game = founding_game()
    blue = evolve(game.player, vehicles={"black": 2, "grey": 2, "white": 2, "brown": 0})
    for extra_turn in (False, True):
        state = evolve(game, players=game.with_player(blue), extra_turn=extra_turn)
        assert "blue: an extra turn" in view.effect(state, tu.Found("C5", "black", "C4")).captions


def test_an_extra_turn_and_a_chip_are_told() -> None:
    """Somewhere in a few games an action brings an extra turn, a chip, the end."""
    told = set()
    for seed in range(4):
        states = [state for state, _ in played(2, seed)]
        for state, (_, action) in zip(states, played(2, seed)[1:], strict=False):
            captions = view.effect(state, action).captions
            told |= {
                word for word in ("an extra turn", "chip", "the end is coming", "cone on") if word in " ".join(captions)
            }
    assert told == {"an extra turn", "chip", "the end is coming", "cone on"}


def test_what_is_not_there_is_told() -> None:
    """A colour or a site that this box does not have."""
    state = tu.new_game(2)
    with pytest.raises(ValueError, match="there are no 'mauve' floors; the colours are black"):
        view.legal_sites(state, "mauve")
    with pytest.raises(ValueError, match="there is no site 'Z9'"):
        view.why_not(state, "Z9", "black")


def test_overlays_are_laid_over_one_another() -> None:
    """The later mark on a site wins; arrows and captions are added up."""
    one = view.Overlay({"A": view.Mark("x")}, [view.Arrow("A", "B")], ["first"])
    other = view.Overlay({"A": view.Mark("y"), "B": view.Mark()}, [], ["second"])
    both = one + other
    assert both.marks == {"A": view.Mark("y"), "B": view.Mark()}
    assert (len(both.arrows), list(both.captions)) == (1, ["first", "second"])
