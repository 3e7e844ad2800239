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
    """How a game answers the rulebook's open questions."""

    rent: Literal["group", "adjacent"] = "group"
    corner_by_card: Literal["no_card", "owner_draws"] = "no_card"
    richest: Literal["cash", "fortune"] = "cash"
    starting_corner: Literal["together", "own"] = "together"
    setup_direction: Literal["counter_clockwise", "alternating"] = "counter_clockwise"
    who_begins: Literal["last_placer", "first_player"] = "last_placer"
    skyscrapers: Literal["rulebook", "summary"] = "rulebook"
    futile_growth: Literal["must_build", "may_pass"] = "must_build"
    out_of_floors: Literal["nothing_built", "as_many_as_needed"] = "nothing_built"
    unpaid_tax: Literal["pays_what_there_is", "ends_the_game"] = "pays_what_there_is"
    no_target: Literal["nothing_happens", "draw_another"] = "nothing_happens"
    architect_joined: Literal["not_allowed", "allowed"] = "not_allowed"
    borrowed_floors: Literal["given_back_first"] = "given_back_first"
    bank: Literal["never_runs_out"] = "never_runs_out"
    two_player_card: Literal["out_from_the_start"] = "out_from_the_start"
    placed_floor: Literal["empty_cell"] = "empty_cell"
    chosen_player: Literal["anyone"] = "anyone"
    tie: Literal["shared"] = "shared"


EVERY_RULING = rulings.readings_of(Rulings)
"""Each ruling with the readings offered, the default first."""

DEFAULTS = Rulings()
"""Every question answered as it usually is."""
