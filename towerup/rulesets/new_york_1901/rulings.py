"""The rulings: where the texts are silent or differ, a named switch with a default.

Each field is a ruling of the catalogue (`rules.toml` says the question, the readings and why).
"""

from __future__ import annotations

from typing import Literal

import attrs

from towerup.kernel import rulings


@attrs.frozen(field_transformer=rulings.checked, kw_only=True, cache_hash=True)
class Rulings(rulings.Readings):
    """How a game answers the rulebook's open questions."""

    mirrored: Literal["allowed", "rotated_only"] = "allowed"
    legendary_unbuilt: Literal["not_counted", "counted"] = "not_counted"
    starting_card: Literal["before_the_market", "from_the_market"] = "before_the_market"
    land_grab: Literal["freed_worker", "before_building"] = "freed_worker"
    grab_moment: Literal["first", "also_after_a_lot"] = "first"
    short_pile: Literal["not_playable", "old_cards_come_round"] = "not_playable"
    technology: Literal["at_once", "next_turn"] = "at_once"
    demolished: Literal["adjacent_only", "under_the_footprint"] = "adjacent_only"
    no_worker: Literal["must_build", "may_pass"] = "must_build"
    street_spanning: Literal["never", "across"] = "never"
    second_lot: Literal["optional", "compulsory", "not_for_boom"] = "optional"
    given_back: Literal["nothing_else", "cards_first"] = "nothing_else"
    empty_boom: Literal["not_playable", "may_be_wasted"] = "not_playable"


EVERY_RULING = rulings.readings_of(Rulings)
"""Each ruling with the readings offered, the default first."""

DEFAULTS = Rulings()
"""Every question answered as it usually is."""
