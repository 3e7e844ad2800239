"""Hypothesis strategies for boxes of Tower Up that nobody has seen, and for actions that are rarely legal."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from hypothesis import strategies as st

from towerup.rulesets.tower_up.actions import Action, Back, Deal, Decline, Found, Place, Reveal, Take
from towerup.rulesets.tower_up.box.edition import SHELF, Edition
from towerup.rulesets.tower_up.state import State

from .tower_up_data import edition_data

LEANINGS = (Take,)
"""A hoarder only takes cards: that is how floors run out and stocks overflow."""


@st.composite
def editions(draw: st.DrawFn) -> Edition:
    """An edition that can be played, with a board, a deck, tracks and chips of its own."""
    return _edition_of(json.dumps(draw(edition_data())))


@lru_cache(maxsize=128)
def _edition_of(data: str) -> Edition:
    """The edition with this data, checked once: Hypothesis tries a failing game again and again with the same box."""
    return SHELF.from_data(json.loads(data))


@st.composite
def options(draw: st.DrawFn, edition: Edition, players: int) -> dict[str, Any]:
    """Objectives, and a number of starting floors."""
    return {
        "objectives": draw(st.sampled_from(["start", "random"])),
        "starting_floors": draw(st.integers(edition.market, edition.most_starting_floors[players])),
    }


def strange_actions(state: State) -> st.SearchStrategy[Action]:
    """Actions that name things of this box or of none, with any number of floors and roofs anywhere."""
    box, edition = state.box, state.setup.edition
    site, colour = st.sampled_from([*box.sites, "Z9", ""]), st.sampled_from([*edition.colours, "mauve", "any"])
    card, printed = st.sampled_from([*edition.cards, "zz"]), st.sampled_from([*edition.bottoms, "zz/any"])
    objectives = st.lists(st.sampled_from([*edition.objectives_by_id, "none"]), max_size=6)
    floors = st.lists(colour, max_size=12)
    return st.one_of(
        st.builds(Found, site, colour, site),
        st.builds(Take, card, floors),
        st.builds(Back, floors),
        st.builds(Place, site, colour),
        st.builds(Reveal, card | printed),
        st.builds(Deal, objectives),
        st.just(Decline()),
    )
