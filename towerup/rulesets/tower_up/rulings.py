"""The rulings: where the texts are silent or differ, a named switch with a default.

Each field is a ruling of the catalogue (`rules.toml` says the question, the readings and why). Where only one reading
is offered the switch has one position: the question has a name and an answer all the same.
"""

from __future__ import annotations

from typing import Literal

import attrs

from towerup.kernel import rulings


@attrs.frozen(field_transformer=rulings.checked, kw_only=True, cache_hash=True)
class Rulings(rulings.Readings):
    """How a game answers the rulebook's open questions: a reading for each. `catalogue().rulings` tells what they mean."""

    extra_turn: Literal["compulsory", "optional"] = "compulsory"
    ordinary_turn: Literal["compulsory"] = "compulsory"
    stock_limit: Literal["every_turn", "whole_run"] = "every_turn"
    draw_pile: Literal["reshuffle_when_wanted"] = "reshuffle_when_wanted"
    floors_short: Literal["printed_first"] = "printed_first"
    replacement: Literal["compulsory", "may_decline"] = "compulsory"
    empty_container: Literal["shortage", "no_shortage"] = "shortage"
    second_trigger: Literal["first_decides", "shortage_adds_turn", "shortage_adds_round"] = "first_decides"
    last_roof_cone: Literal["at_once", "after_last_turn"] = "at_once"
    same_card: Literal["one_action"] = "one_action"
    starting_floors: Literal["reveal_all_then_place"] = "reveal_all_then_place"
    border: Literal["joined_by_road", "both_at_border", "any_of_districts"] = "joined_by_road"
    which_park: Literal["any"] = "any"
    starting_placer: Literal["first_player"] = "first_player"
    shortage_last_turns: Literal["like_last_roof"] = "like_last_roof"
    no_roof_on_top: Literal["no_cone"] = "no_cone"
    stars_looked_at: Literal["after_the_action"] = "after_the_action"
    chip_taking: Literal["automatic"] = "automatic"


EVERY_RULING = rulings.readings_of(Rulings)
"""Each ruling with the readings offered, the default first."""

DEFAULTS = Rulings()
"""Every question answered as it usually is."""
