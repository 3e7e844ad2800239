"""The rulings: where the texts are silent or differ, a named switch with a default.

Each field is a ruling of the catalogue (`rules.toml` says the question, the readings and why). Where only one reading
is offered the switch has one position: the question has a name and an answer all the same.
"""

from __future__ import annotations

from typing import Any, Literal, get_args, get_type_hints

import attrs


def _offered(instance: object, attribute: attrs.Attribute[Any], value: object) -> None:
    options = EVERY_RULING[attribute.name]
    if value not in options:
        raise ValueError(f"ruling {attribute.name}: {value!r} is not offered; choose one of {', '.join(options)}")


@attrs.frozen(
    field_transformer=lambda _, fields: [field.evolve(validator=_offered) for field in fields],
    kw_only=True,
    cache_hash=True,
)
class Rulings:
    """How a game answers the rulebook's open questions: a reading for each. `catalogue().rulings` tells what they mean."""

    extra_turn: Literal["compulsory", "optional"] = "compulsory"
    stock_limit: Literal["every_turn", "whole_run"] = "every_turn"
    draw_pile: Literal["reshuffle_when_wanted"] = "reshuffle_when_wanted"
    floors_short: Literal["printed_first"] = "printed_first"
    replacement: Literal["compulsory", "may_decline"] = "compulsory"
    empty_container: Literal["shortage", "no_shortage"] = "shortage"
    second_trigger: Literal["first_decides", "shortage_adds_turn"] = "first_decides"
    same_card: Literal["one_action"] = "one_action"
    starting_floors: Literal["reveal_all_then_place"] = "reveal_all_then_place"
    border: Literal["joined_by_road", "both_at_border", "any_of_districts"] = "joined_by_road"
    starting_placer: Literal["first_player"] = "first_player"
    shortage_last_turns: Literal["like_last_roof"] = "like_last_roof"
    no_roof_on_top: Literal["no_cone"] = "no_cone"
    stars_looked_at: Literal["after_the_action"] = "after_the_action"
    chip_taking: Literal["automatic"] = "automatic"

    @property
    def changed(self) -> dict[str, str]:
        """The rulings that differ from the default, by name: what a record's header lists."""
        return attrs.asdict(self, filter=lambda field, value: value != field.default)


def rulings_from(chosen: dict[str, str]) -> Rulings:
    """Rulings by name; an unknown name or reading is told with what is offered."""
    known = {field.name for field in attrs.fields(Rulings)}
    for name in chosen:
        if name not in known:
            raise ValueError(f"there is no ruling {name!r}; the rulings are {', '.join(sorted(known))}")
    return Rulings(**chosen)  # type: ignore[arg-type]  # the validators check each reading


EVERY_RULING: dict[str, tuple[str, ...]] = {
    field.name: get_args(get_type_hints(Rulings)[field.name]) for field in attrs.fields(Rulings)
}
"""Each ruling with the readings offered, the default first."""

DEFAULTS = Rulings()
"""Every question answered as it usually is."""
