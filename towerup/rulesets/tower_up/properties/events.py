"""What happens now and then: ordinary steps that apply a rule, and rare events that enough games must show."""

from __future__ import annotations

from attrs import evolve

from ..actions import Action, Back, Deal, Decline, Found, Place, Reveal, Take
from ..box.cards import ANY, Card
from ..state import Cause, Phase, State
from .collection import sometimes
from .facts import (
    built_around,
    columns_reached,
    falls_short,
    given_by,
    in_last_turns,
    missing_for,
    rank,
    roofs_on_board,
    roofs_on_top,
    seats_to_come,
    turns_end,
)  # fmt: skip
from .offers import foundings

# --- setup


@sometimes("TU-SETUP-08", on=(Deal,))
def objectives_are_dealt(before: State, action: Deal, after: State) -> bool:
    """The objectives are drawn."""
    return True


@sometimes("TU-SETUP-01", "TU-SETUP-07", "TU-SETUP-09", "TU-SETUP-14", "TU-BOX-05", on=(Reveal,))
def the_first_card_is_revealed(before: State, action: Reveal, after: State) -> bool:
    """The table is laid, and the first card is revealed."""
    return before.phase is Phase.REVEAL_START and not before.market


@sometimes("TU-SETUP-02", on=(Reveal,))
def the_first_market_is_full(before: State, action: Reveal, after: State) -> bool:
    """A card revealed in setup is the last that the market lacks."""
    return before.phase is Phase.REVEAL_START and len(before.market) < len(after.market) == before.setup.edition.market


@sometimes("TU-SETUP-03", "TU-SETUP-10", "TU-BOX-05", on=(Reveal,))
def all_starting_floors_are_known(before: State, action: Reveal, after: State) -> bool:
    """The last card for a starting floor is revealed."""
    return before.phase is Phase.REVEAL_START is not after.phase


@sometimes("TU-SETUP-11", on=(Reveal,))
def extra_cards_go_back(before: State, action: Reveal, after: State) -> bool:
    """Cards that were revealed only for starting floors go back into the pile."""
    extra = before.setup.starting_floors > before.setup.edition.market
    return extra and before.phase is Phase.REVEAL_START is not after.phase


@sometimes("TU-BOX-01", "TU-SETUP-01", "TU-SETUP-03", "TU-SETUP-05", "TU-SETUP-13", "TU-SETUP-14", on=(Place,))
def a_starting_floor_is_placed(before: State, action: Place, after: State) -> bool:
    """The first player places a starting floor."""
    return True


@sometimes("TU-SETUP-04", on=(Place,))
def starting_floor_of_any_colour(before: State, action: Place, after: State) -> bool:
    """A card with a multicolour bottom lets the first player choose a starting floor's colour."""
    return before.starting[0] == ANY


@sometimes("TU-SETUP-06", "TU-BOX-04", on=(Place,))
def starting_floor_of_a_colour_on_the_board(before: State, action: Place, after: State) -> bool:
    """A starting floor has to keep apart from another of its colour."""
    return any(built.colour == action.colour for built in before.buildings.values())


@sometimes("TU-SETUP-12", on=(Reveal, Place))
def starting_floor_passed_over(before: State, action: Reveal | Place, after: State) -> bool:
    """A starting floor has no legal site, or no floor of its colour is left, and stays in the container."""
    if before.phase is Phase.REVEAL_START:
        return after.phase is not Phase.REVEAL_START and len(after.starting) < before.setup.starting_floors
    return before.phase is Phase.PLACE and len(after.starting) < len(before.starting) - 1


# --- cards and floors


def _card(state: State, action: Take) -> Card:
    return state.setup.edition.cards[action.card]


@sometimes(
    "TU-BOX-01", "TU-BOX-03", "TU-TURN-01", "TU-TURN-02", "TU-TURN-05", "TU-TAKE-01", "TU-TAKE-05", on=(Take,)
)  # fmt: skip
def a_card_is_taken(before: State, action: Take, after: State) -> bool:
    """A player takes a card of the market."""
    return True


@sometimes("TU-BOX-05", "TU-TAKE-05", on=(Reveal,))
def the_market_is_refilled(before: State, action: Reveal, after: State) -> bool:
    """A card comes from the pile into the market."""
    return before.phase is Phase.REVEAL


@sometimes("TU-TAKE-02", on=(Take,))
def coloured_floors_taken(before: State, action: Take, after: State) -> bool:
    """A card gives floors in its own colours."""
    return bool(given_by(before, action.card))


@sometimes("TU-TAKE-03", on=(Take,))
def multicolour_floors_taken(before: State, action: Take, after: State) -> bool:
    """A card gives floors of the player's choice."""
    return _card(before, action).multicolour > 0 and bool(action.floors)


@sometimes("TU-TAKE-04", "TU-MOVE-03", on=(Take,))
def vehicle_moved_by_a_card(before: State, action: Take, after: State) -> bool:
    """A card moves a vehicle."""
    return before.player.vehicles != after.players[before.seat].vehicles


@sometimes("TU-TAKE-07", on=(Take,))
def one_of_two_alike_taken(before: State, action: Take, after: State) -> bool:
    """The market has the card taken twice."""
    return before.market.count(action.card) > 1


@sometimes("TU-TAKE-07", on=(Reveal,))
def market_all_alike(before: State, action: Reveal, after: State) -> bool:
    """Three market cards or more, and all of them show the same."""
    return before.phase is Phase.REVEAL and len(after.market) > 2 and len(set(after.market)) == 1


@sometimes("TU-TAKE-06", on=(Take,))
def reshuffle(before: State, action: Take, after: State) -> bool:
    """The draw pile is empty when a card is needed, and the discards become the new pile."""
    return not before.pile


@sometimes("TU-TAKE-08", on=(Take,))
def replacement_floors(before: State, action: Take, after: State) -> bool:
    """A colour on the card has run out, and another one is taken instead."""
    return len(action.floors) > _card(before, action).multicolour


@sometimes("TU-TAKE-08", on=(Take,))
def replacement_declined(before: State, action: Take, after: State) -> bool:
    """A colour on the card has run out, and the player goes without a replacement that the container has."""
    due = _card(before, action).multicolour + missing_for(before, action.card)
    return len(action.floors) < due and bool(after.container)


@sometimes("TU-TAKE-09", on=(Take,))
def floors_run_short(before: State, action: Take, after: State) -> bool:
    """The container lacks a colour of the card, or any floor for a multicolour one."""
    return missing_for(before, action.card) > 0 or before.container.total < _card(before, action).icons


@sometimes("TU-TAKE-09", on=(Take,))
def container_emptied(before: State, action: Take, after: State) -> bool:
    """The last floor of the container is taken."""
    return bool(before.container) and not after.container


@sometimes("TU-TAKE-09", on=(Take,))
def empty_container(before: State, action: Take, after: State) -> bool:
    """The container cannot give as many floors as the card shows, of whatever colour."""
    return before.container.total < _card(before, action).icons


@sometimes("TU-END-04", "TU-TAKE-09", on=(Take,))
def multicolour_floor_not_available(before: State, action: Take, after: State) -> bool:
    """A multicolour floor is shown, and the container is empty."""
    left = before.container.total - given_by(before, action.card).total
    return left < _card(before, action).multicolour


def _only_multicolour_lacks(before: State, action: Take) -> bool:
    """Whether the card's own colours are all there, but not a floor for each multicolour one."""
    return not missing_for(before, action.card) and before.container.total < _card(before, action).icons


@sometimes("TU-END-04", on=(Take,))
def multicolour_floor_alone_is_a_shortage(before: State, action: Take, after: State) -> bool:
    """Only a multicolour floor is not available, which the ruling makes a shortage."""
    return before.setup.rulings.empty_container == "shortage" and _only_multicolour_lacks(before, action)


@sometimes("TU-END-04", on=(Take,))
def multicolour_floor_alone_is_no_shortage(before: State, action: Take, after: State) -> bool:
    """Only a multicolour floor is not available, which the ruling makes no shortage."""
    return before.setup.rulings.empty_container == "no_shortage" and _only_multicolour_lacks(before, action)


@sometimes("TU-BOX-01", "TU-TURN-05", "TU-STOCK-01", "TU-STOCK-02", "TU-STOCK-03", on=(Back,))
def trimmed_stock(before: State, action: Back, after: State) -> bool:
    """Floors above the limit of the stock are put back."""
    return True


@sometimes("TU-STOCK-03", on=(Back,))
def trimmed_before_an_extra_turn(before: State, action: Back, after: State) -> bool:
    """Floors are put back although an extra turn follows at once."""
    return before.another_turn


@sometimes("TU-STOCK-03", on=(Found, Reveal))
def over_the_limit_into_an_extra_turn(before: State, action: Action, after: State) -> bool:
    """A stock above the limit is kept into an extra turn, where the ruling allows it."""
    return after.extra_turn and after.phase is Phase.TURN and after.player.stock.total > after.setup.edition.stock_limit


# --- vehicles and stars


def _columns(before: State, after: State) -> int:
    """How many star columns all vehicles of the player have reached by this step."""
    old, new = before.player, after.players[before.seat]
    return 0 if old.vehicles is new.vehicles else columns_reached(after, new) - columns_reached(before, old)


@sometimes("TU-MOVE-02", on=(Found,))
def capped_vehicle(before: State, action: Found, after: State) -> bool:
    """A roof moves a vehicle to the end of its track, and steps are lost."""
    roofed = after.buildings[action.roof]
    return before.player.vehicles[roofed.colour] + roofed.floors >= len(before.setup.edition.worth)


@sometimes("TU-MOVE-02", on=(Take,))
def vehicle_capped_by_a_card(before: State, action: Take, after: State) -> bool:
    """A vehicle on a card is at the end of its track, or passes it, and a step is lost."""
    steps, vehicles = _card(before, action).vehicles, before.player.vehicles
    return any(vehicles[colour] + steps[colour] >= len(before.setup.edition.worth) for colour in steps)


@sometimes("TU-STAR-01", on=(Found,))
def extra_turn_by_a_founding(before: State, action: Found, after: State) -> bool:
    """A founding completes a star column."""
    return _columns(before, after) > 0


@sometimes("TU-STAR-01", on=(Take,))
def extra_turn_by_a_card(before: State, action: Take, after: State) -> bool:
    """A vehicle on a card completes a star column."""
    return _columns(before, after) > 0


@sometimes("TU-STAR-02", on=(Found, Take))
def star_column_just_reached(before: State, action: Found | Take, after: State) -> bool:
    """The hindmost vehicle comes to stand on a star column, and an extra turn is earned."""
    hindmost = min(after.players[before.seat].vehicles.values())
    return _columns(before, after) > 0 and hindmost in before.setup.edition.stars


@sometimes("TU-STAR-03", on=(Found, Take))
def two_star_columns_at_once(before: State, action: Found | Take, after: State) -> bool:
    """One move completes two star columns or more, and brings one extra turn."""
    return _columns(before, after) > 1


@sometimes("TU-STAR-04", on=(Found, Take))
def extra_turn_within_an_extra_turn(before: State, action: Found | Take, after: State) -> bool:
    """An extra turn brings a further one."""
    return before.extra_turn and _columns(before, after) > 0


@sometimes("TU-STAR-05", on=(Found, Take))
def extra_turn_played(before: State, action: Found | Take, after: State) -> bool:
    """An extra turn is played."""
    return before.extra_turn


@sometimes("TU-STAR-05", "TU-TURN-01", on=(Decline,))
def extra_turn_declined(before: State, action: Decline, after: State) -> bool:
    """An extra turn is given up, where the ruling allows it."""
    return True


@sometimes("TU-STAR-06", on=(Take,))
def extra_turn_by_two_vehicles_of_a_card(before: State, action: Take, after: State) -> bool:
    """A card with two vehicles or more completes a star column."""
    return _card(before, action).vehicles.total > 1 and _columns(before, after) > 0


@sometimes("TU-END-02", on=(Found,))
def extra_turn_after_the_last_roof(before: State, action: Found, after: State) -> bool:
    """Placing the last roof completes a star column: one more turn before counting."""
    return before.player.roofs == 1 and _columns(before, after) > 0


@sometimes("TU-END-03", on=(Found, Take))
def extra_turn_in_a_last_turn(before: State, action: Found | Take, after: State) -> bool:
    """A last turn completes a star column."""
    return in_last_turns(before) and _columns(before, after) > 0


@sometimes("TU-END-10", on=(Found, Take))
def extra_turn_in_a_last_turn_after_a_shortage(before: State, action: Found | Take, after: State) -> bool:
    """A last turn after a shortage completes a star column."""
    shortage = before.ending is not None and before.ending.cause is not Cause.LAST_ROOF
    return shortage and in_last_turns(before) and _columns(before, after) > 0


# --- roofs and objectives


@sometimes(
    "TU-BOX-01", "TU-BOX-02", "TU-BOX-04", "TU-TURN-01", "TU-TURN-02", "TU-TURN-04", "TU-FOUND-01", "TU-FOUND-02",
    "TU-FOUND-03", "TU-FOUND-04", "TU-FOUND-05", "TU-FOUND-06", "TU-ROOF-01", "TU-ROOF-02", "TU-MOVE-01", "TU-MOVE-03",
    on=(Found,),
)  # fmt: skip
def a_building_is_founded(before: State, action: Found, after: State) -> bool:
    """A player founds a building, pays its neighbours and places a roof."""
    return True


@sometimes("TU-ROOF-03", on=(Found,))
def roof_covered(before: State, action: Found, after: State) -> bool:
    """A floor paid covers a roof."""
    return any(before.buildings[site].top for site in built_around(before, action.site))


@sometimes("TU-MOVE-01", on=(Found,))
def roof_on_a_fifth_floor(before: State, action: Found, after: State) -> bool:
    """A roof goes on the fifth floor of a building, or higher."""
    return after.buildings[action.roof].floors >= 5


@sometimes("TU-FOUND-07", on=(Take,))
def card_taken_without_a_roof_in_hand(before: State, action: Take, after: State) -> bool:
    """A player with no roof left takes a card, and could do nothing else."""
    return not before.player.roofs


@sometimes("TU-FOUND-07", on=(Take,))
def founding_prevented_by_the_lack_of_a_roof(before: State, action: Take, after: State) -> bool:
    """A player who could pay for a founding has no roof left, and takes a card."""
    with_roof = before.with_player(evolve(before.player, roofs=1))
    return not before.player.roofs and any(foundings(evolve(before, players=with_roof)))


def _new_chips(before: State, after: State) -> set[str]:
    """The objectives of which the player takes a chip."""
    return {*after.players[before.seat].chips} - {*before.player.chips}


@sometimes("TU-GOAL-01", "TU-GOAL-02", "TU-SETUP-09", on=(Found,))
def chip_taken(before: State, action: Found, after: State) -> bool:
    """A founding fulfils an objective."""
    return bool(_new_chips(before, after))


@sometimes("TU-GOAL-01", on=(Found,))
def two_objectives_in_one_founding(before: State, action: Found, after: State) -> bool:
    """One roof fulfils two objectives or more."""
    return len(_new_chips(before, after)) > 1


@sometimes("TU-GOAL-02", on=(Found,))
def second_chip_of_an_objective(before: State, action: Found, after: State) -> bool:
    """The second player to fulfil an objective takes the next chip."""
    return any(sum(id in player.chips for player in after.players) == 2 for id in _new_chips(before, after))


@sometimes("TU-GOAL-02", on=(Found,))
def third_chip_of_an_objective(before: State, action: Found, after: State) -> bool:
    """The third player, or a later one, fulfils an objective."""
    return any(sum(id in player.chips for player in after.players) > 2 for id in _new_chips(before, after))


@sometimes("TU-GOAL-03", on=(Found,))
def founding_by_one_who_has_a_chip(before: State, action: Found, after: State) -> bool:
    """An objective fulfilled already is fulfilled again, and brings no second chip."""
    return bool(before.player.chips)


@sometimes("TU-GOAL-04", on=(Found,))
def chip_with_a_covered_roof(before: State, action: Found, after: State) -> bool:
    """An objective is fulfilled by a player who has a covered roof in a building and none on top of it."""
    own = before.player.roof
    present = {site for site, _, owner in roofs_on_board(after) if owner == own} if _new_chips(before, after) else set()
    return len(present) > roofs_on_top(after, own)


def _enter_objective(kind: str, rule: str) -> None:
    def fulfilled(before: State, action: Found, after: State) -> bool:
        return any(before.setup.edition.objectives_by_id[id].kind == kind for id in _new_chips(before, after))

    fulfilled.__name__ = f"objective_fulfilled_{kind}"
    fulfilled.__doc__ = f"A founding fulfils the objective of kind {kind}."
    sometimes(rule, on=(Found,))(fulfilled)


for _kind, _rule in {
    "colours": "TU-GOAL-11", "park": "TU-GOAL-12", "districts": "TU-GOAL-13", "lake": "TU-GOAL-14", "adjacent": "TU-GOAL-15",
    "colour": "TU-GOAL-16", "grey": "TU-GOAL-17", "borders": "TU-GOAL-18", "double": "TU-GOAL-19", "heights": "TU-GOAL-20",
}.items():  # fmt: skip
    _enter_objective(_kind, _rule)


# --- the end


def _trigger_after(before: State, first: Cause) -> bool:
    return before.ending is not None and (before.ending.cause is first or before.ending.cause is Cause.BOTH)


@sometimes("TU-END-01", on=(Found,))
def end_by_last_roof(before: State, action: Found, after: State) -> bool:
    """A last roof triggers the end."""
    return before.ending is None and before.player.roofs == 1


@sometimes("TU-END-04", on=(Take,))
def end_by_shortage(before: State, action: Take, after: State) -> bool:
    """A shortage triggers the end."""
    return before.ending is None and falls_short(before, action.card)


@sometimes("TU-END-09", on=(Found,))
def last_roof_after_last_roof(before: State, action: Found, after: State) -> bool:
    """In the last turns after a last roof somebody else places theirs."""
    return before.player.roofs == 1 and _trigger_after(before, Cause.LAST_ROOF)


@sometimes("TU-END-09", on=(Found,))
def last_roof_after_shortage(before: State, action: Found, after: State) -> bool:
    """After a shortage somebody places their last roof."""
    return before.player.roofs == 1 and _trigger_after(before, Cause.SHORTAGE)


@sometimes("TU-END-09", on=(Take,))
def shortage_after_last_roof(before: State, action: Take, after: State) -> bool:
    """After a last roof floors run short."""
    return _trigger_after(before, Cause.LAST_ROOF) and falls_short(before, action.card)


@sometimes("TU-END-09", on=(Take,))
def shortage_after_shortage(before: State, action: Take, after: State) -> bool:
    """After a shortage floors run short again."""
    return _trigger_after(before, Cause.SHORTAGE) and falls_short(before, action.card)


@sometimes("TU-END-09", on=(Take,))
def turn_added_by_a_shortage(before: State, action: Take, after: State) -> bool:
    """A shortage after a last roof gives the player who placed it, or everyone, one more turn, where the ruling says so."""
    return before.ending is not None and after.ending is not None and before.ending.cause is not after.ending.cause


@sometimes("TU-END-06", on=(Take,))
def card_taken_on_a_last_turn_without_a_founding(before: State, action: Take, after: State) -> bool:
    """A player who cannot found on the last turn takes a card."""
    return in_last_turns(before) and not any(foundings(before))


@sometimes("TU-END-05", on=(Found, Reveal, Back, Decline))
def last_turn_after_a_shortage_played(before: State, action: Action, after: State) -> bool:
    """The turn in which a shortage came ends, or a last turn after it."""
    shortage = before.ending is not None and before.ending.cause is not Cause.LAST_ROOF
    return shortage and turns_end(before, after)


@sometimes("TU-END-08", on=(Found,))
def counted_roof_covered(before: State, action: Found, after: State) -> bool:
    """A roof whose owner has counted it already is covered."""
    counted = {player.roof for player in before.players if player.cone is not None}
    return bool(counted) and any(before.buildings[site].top in counted for site in built_around(before, action.site))


def _counts(before: State, after: State) -> bool:
    """Whether the player counts the roofs on top."""
    return before.player.cone is None and after.players[before.seat].cone is not None


@sometimes("TU-END-02", "TU-END-07", on=(Found, Reveal, Back, Decline))
def cone_set_by_the_player_of_the_last_roof(before: State, action: Action, after: State) -> bool:
    """The player who triggered the end with a last roof counts at once."""
    ended = after.ending is not None and after.ending.cause is Cause.LAST_ROOF and after.ending.seat == before.seat
    return ended and _counts(before, after)


@sometimes("TU-END-02", on=(Found, Reveal, Back, Decline))
def cone_set_before_a_last_turn(before: State, action: Action, after: State) -> bool:
    """A player who caused a shortage and then placed the last roof counts at once, with a last turn to come."""
    return _counts(before, after) and before.seat in seats_to_come(after)


@sometimes("TU-END-03", "TU-END-07", on=(Found, Reveal, Back, Decline))
def cone_set_after_a_last_turn(before: State, action: Action, after: State) -> bool:
    """An opponent of the player who placed the last roof counts after a last turn."""
    opponent = (
        after.ending is not None and after.ending.cause is not Cause.SHORTAGE and after.ending.seat != before.seat
    )
    return opponent and _counts(before, after)


@sometimes("TU-END-10", "TU-END-07", on=(Found, Reveal, Back, Decline))
def cone_set_after_a_shortage(before: State, action: Action, after: State) -> bool:
    """A player counts after a last turn that a shortage brought."""
    return after.ending is not None and after.ending.cause is not Cause.LAST_ROOF and _counts(before, after)


@sometimes("TU-END-07", on=(Found, Reveal, Back, Decline))
def no_roof_on_top(before: State, action: Action, after: State) -> bool:
    """A player counts, and has no roof on top of any building."""
    return _counts(before, after) and not roofs_on_top(after, before.player.roof)


@sometimes("TU-END-07", on=(Found, Reveal, Back, Decline))
def cone_on_its_last_place(before: State, action: Action, after: State) -> bool:
    """A player has as many roofs on top as the cone's row has places, or more."""
    return _counts(before, after) and roofs_on_top(after, before.player.roof) >= len(before.setup.edition.cone)


@sometimes("TU-END-07", on=(Found, Reveal, Back, Decline))
def more_roofs_on_top_than_places(before: State, action: Action, after: State) -> bool:
    """A player has more roofs on top than the cone's row has places."""
    return _counts(before, after) and roofs_on_top(after, before.player.roof) > len(before.setup.edition.cone)


# --- the final score


def _tied(after: State) -> list[int]:
    """The floors in stock of those with the most Millions, once the game is over; the most first."""
    ranks = sorted([rank(after, player) for player in after.players], reverse=True) if after.phase is Phase.OVER else []
    return [floors for millions, floors in ranks if millions == ranks[0][0]]


@sometimes("TU-TURN-03", "TU-FINAL-01", "TU-FINAL-02", on=(Found, Reveal, Back, Decline))
def the_game_ends(before: State, action: Action, after: State) -> bool:
    """The last turn is played, and the game is over."""
    return after.phase is Phase.OVER


@sometimes("TU-FINAL-03", on=(Found, Reveal, Back, Decline))
def tie_broken_by_floors(before: State, action: Action, after: State) -> bool:
    """Several have the most Millions, and one of them more floors in stock than the others."""
    floors = _tied(after)
    return len(floors) > 1 and floors[0] > floors[1]


@sometimes("TU-FINAL-03", "TU-FINAL-04", on=(Found, Reveal, Back, Decline))
def shared_victory(before: State, action: Action, after: State) -> bool:
    """Several have the most Millions and as many floors in stock."""
    floors = _tied(after)
    return len(floors) > 1 and floors[0] == floors[1]


@sometimes("TU-FINAL-03", on=(Found, Reveal, Back, Decline))
def tie_of_three(before: State, action: Action, after: State) -> bool:
    """Three players or more have the most Millions."""
    return len(_tied(after)) > 2
