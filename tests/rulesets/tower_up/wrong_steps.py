"""Wrong states, steps, offers and outcomes: for each property, ways to break it. Each is made from what a game has shown.

A way returns what is wrong, or None where it cannot be tried: the table is then in another phase, or has no such building.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import evolve

from towerup.kernel.frozen import Counts
from towerup.rulesets.tower_up.actions import Action, Back, Decline, Found, Place, Reveal, Take
from towerup.rulesets.tower_up.scoring import Outcome
from towerup.rulesets.tower_up.state import Building, Cause, Ending, Phase, State

SETUP = (Phase.DEAL, Phase.REVEAL_START, Phase.PLACE)

StateWay = Callable[[State], State | None]
StepWay = Callable[[State, Any, State], State | None]
ActionWay = Callable[[State, Any], Action | None]
OfferWay = Callable[[State, Sequence[Action]], Sequence[Action] | None]
OutcomeWay = Callable[[State, Outcome], Outcome | None]


# --- small changes


def player(state: State, seat: int, **changes: Any) -> State:
    """The state with something else before a player."""
    players = [*state.players]
    players[seat] = evolve(players[seat], **changes)
    return evolve(state, players=tuple(players))


def more(state: State, seat: int, **floors: int) -> State:
    """The state with more floors in a player's stock."""
    return player(state, seat, stock=state.players[seat].stock + floors)


def setup(state: State, **changes: Any) -> State:
    return evolve(state, setup=evolve(state.setup, **changes))


def building(state: State, site: str, **changes: Any) -> State:
    return evolve(state, buildings=state.buildings | {site: evolve(state.buildings[site], **changes)})


def without(state: State, site: str) -> State:
    return evolve(state, buildings={one: built for one, built in state.buildings.items() if one != site})


def colour(state: State) -> str:
    """A colour of the box."""
    return state.setup.edition.colours[0]


def moved(state: State, seat: int, steps: int) -> State:
    """The state with a vehicle of a player elsewhere."""
    vehicles = state.players[seat].vehicles
    return player(state, seat, vehicles=vehicles | {colour(state): vehicles[colour(state)] + steps})


def other(state: State) -> int:
    return (state.seat + 1) % len(state.players)


def a_building(state: State) -> str | None:
    return next(iter(state.buildings), None)


def a_roofed_building(state: State) -> str | None:
    return next((site for site, built in state.buildings.items() if built.roofs), None)


def an_empty_site(state: State, *, neighbours: bool) -> str | None:
    """An empty site that has neighbours, or one that has none."""
    return next(
        (
            site
            for site in state.box.sites
            if site not in state.buildings
            and any(one in state.buildings for one in state.box.neighbours[site]) == neighbours
        ),
        None,
    )


def reached(state: State) -> int:
    """How many star columns all vehicles of the player on turn have reached."""
    return sum(min(state.player.vehicles.values()) >= star for star in state.setup.edition.stars)


# --- states


def _same_colour_neighbours(state: State) -> State | None:
    for one, two in state.box.side.roads:
        if one in state.buildings and two in state.buildings:
            return building(state, one, colour=state.buildings[two].colour)
    return None


def _chip_of_another_objective(state: State) -> State | None:
    left = [id for id in state.setup.objectives if id not in state.player.chips]
    return player(state, state.seat, chips=state.player.chips | {left[0]: 3}) if left else None


def _two_equal_chips(state: State) -> State | None:
    for id in state.setup.objectives:
        seats = [seat for seat, one in enumerate(state.players) if id in one.chips]
        if len(seats) > 1:
            one, two = seats[:2]
            return player(state, one, chips=state.players[one].chips | {id: state.players[two].chips[id]})
    return None


def _ending(state: State, **changes: Any) -> State | None:
    return evolve(state, ending=evolve(state.ending, **changes)) if state.ending else None


def _taller(state: State) -> State | None:
    """A building higher than its neighbours can have made it, at the cost of another."""
    site = a_building(state)
    return building(state, site, floors=state.buildings[site].floors + 9) if site else None


def _too_few_floors(state: State) -> State | None:
    """Nobody has paid a floor, though there are more roads between buildings than starting floors can have."""
    built = state.buildings
    roads = sum(one in built and two in built for one, two in state.box.side.roads)
    started = len(built) - sum(len(one.roofs) for one in built.values())
    if roads <= started * (started - 1) // 2:
        return None
    return evolve(state, buildings={site: evolve(one, floors=1) for site, one in built.items()})


STATES: list[tuple[str, StateWay]] = [
    ("the_board_is_for_this_number_of_players", lambda s: evolve(s, players=s.players[:-1])),
    ("the_board_is_for_this_number_of_players", lambda s: setup(s, seats=s.setup.seats[:-1])),
    (
        "the_board_is_for_this_number_of_players",
        lambda s: setup(s, box=next((box for n, box in s.setup.edition.boxes.items() if n != len(s.players)), None)),
    ),
    ("every_player_has_roofs_of_another_colour", lambda s: player(s, 1, roof=s.players[0].roof)),
    ("every_player_has_roofs_of_another_colour", lambda s: player(setup(s, seats=("pink", *s.setup.seats[1:])), 0, roof="pink")),
    (
        "every_player_has_roofs_of_another_colour",
        lambda s: player(setup(s, seats=(s.setup.seats[1], *s.setup.seats[1:])), 0, roof=s.setup.seats[1]),
    ),
    ("a_game_has_different_objectives_of_the_box", lambda s: setup(s, objectives=("none", *s.setup.objectives[1:]))),
    (
        "a_game_has_different_objectives_of_the_box",
        lambda s: setup(s, objectives=s.setup.objectives[1:]) if s.setup.objectives else None,
    ),
    (
        "a_game_has_different_objectives_of_the_box",
        lambda s: setup(s, objectives=s.setup.objectives[:1] * len(s.setup.objectives))
        if len(s.setup.objectives) > 1
        else None,
    ),
    (
        "a_game_has_different_objectives_of_the_box",
        lambda s: setup(s, objectives=s.setup.objectives[::-1]) if len(s.setup.objectives) > 1 else None,
    ),
    ("as_many_starting_floors_as_the_variant_allows", lambda s: setup(s, starting_floors=s.setup.edition.market - 1)),
    ("as_many_starting_floors_as_the_variant_allows", lambda s: setup(s, starting_floors=99)),
    *[
        (
            "until_the_first_turn_players_have_what_they_start_with",
            lambda s, changes=changes: player(s, 1, **changes) if s.phase in SETUP else None,
        )
        for changes in ({"stock": Counts()}, {"roofs": 99}, {"cone": 0}, {"chips": {"none": 3}})
    ],
    (
        "until_the_first_turn_players_have_what_they_start_with",
        lambda s: moved(s, 1, 1) if s.phase in SETUP else None,
    ),
    *[
        (
            "the_first_player_sets_up_the_game",
            lambda s, changes=changes: evolve(s, **changes) if s.phase in SETUP else None,
        )
        for changes in (
            {"seat": 1},
            {"extra_turn": True},
            {"another_turn": True},
            {"ending": Ending(Cause.SHORTAGE, 0, 1)},
        )
    ],
    (
        "starting_floors_are_single_floors",
        lambda s: building(s, a_building(s) or "", floors=2) if s.phase is Phase.PLACE and s.buildings else None,
    ),
    (
        "starting_floors_are_single_floors",
        lambda s: building(s, a_building(s) or "", roofs={1: s.player.roof})
        if s.phase is Phase.PLACE and s.buildings
        else None,
    ),
    (
        "starting_floors_are_single_floors",
        lambda s: evolve(s, buildings={s.box.sites[0]: Building(colour(s))})
        if s.phase in (Phase.DEAL, Phase.REVEAL_START)
        else None,
    ),
    ("starting_floors_wait_only_in_setup", lambda s: evolve(s, starting=("any",)) if s.phase is Phase.TURN else None),
    ("starting_floors_wait_only_in_setup", lambda s: evolve(s, starting=()) if s.phase is Phase.PLACE else None),
    (
        "starting_floors_wait_only_in_setup",
        lambda s: evolve(s, starting=("any",) * s.setup.starting_floors) if s.phase is Phase.REVEAL_START else None,
    ),
    (
        "starting_floors_wait_only_in_setup",
        lambda s: evolve(s, starting=("any",) * s.setup.starting_floors)
        if s.phase is Phase.PLACE and s.buildings
        else None,
    ),
    ("no_same_colour_neighbours", _same_colour_neighbours),
    ("no_floor_appears_or_vanishes", lambda s: evolve(s, container=s.container + {colour(s): 1})),
    ("no_floor_appears_or_vanishes", lambda s: more(s, 0, **{colour(s): 1})),
    ("no_floor_appears_or_vanishes", lambda s: without(s, a_building(s) or "") if s.buildings else None),
    ("every_roof_is_in_hand_or_on_the_board", lambda s: player(s, 0, roofs=s.players[0].roofs + 1)),
    (
        "every_roof_is_in_hand_or_on_the_board",
        lambda s: building(s, a_building(s) or "", roofs={1: "pink"}) if s.phase is Phase.PLACE and s.buildings else None,
    ),
    ("buildings_stand_on_sites_of_the_board", lambda s: evolve(s, buildings=s.buildings | {"nowhere": Building("black")})),
    (
        "buildings_stand_on_sites_of_the_board",
        lambda s: building(s, a_building(s) or "", colour="pink") if s.buildings else None,
    ),
    (
        "buildings_stand_on_sites_of_the_board",
        lambda s: building(s, a_building(s) or "", floors=0) if s.buildings else None,
    ),
    *[
        (
            "roofs_are_on_floors_of_their_building",
            lambda s, level=level: building(s, site, roofs={level: s.player.roof}) if (site := a_building(s)) else None,
        )
        for level in (0, 99)
    ],
    (
        "roofs_are_on_floors_of_their_building",
        lambda s: building(s, site, floors=max(s.buildings[site].roofs) - 1) if (site := a_roofed_building(s)) else None,
    ),
    (
        "there_is_a_roof_for_every_founding",
        lambda s: building(s, site, roofs={}) if s.phase is Phase.TURN and (site := a_roofed_building(s)) else None,
    ),
    (
        "there_is_a_roof_for_every_founding",
        lambda s: evolve(s, buildings={}) if s.phase is Phase.TURN and not a_roofed_building(s) else None,
    ),
    ("floors_were_paid_by_neighbours", _taller),
    ("floors_were_paid_by_neighbours", _too_few_floors),
    (
        "no_card_gets_lost",
        lambda s: evolve(s, pile=s.pile + {s.market[0]: 1}) if s.phase not in (Phase.DEAL, Phase.REVEAL_START) else None,
    ),
    (
        "no_card_gets_lost",
        lambda s: evolve(s, discards=s.pile, pile={}) if s.phase is Phase.PLACE else None,
    ),
    ("no_card_gets_lost", lambda s: evolve(s, discards={}) if s.discards else None),
    (
        "until_the_starting_floors_are_known_the_pile_has_what_was_not_revealed",
        lambda s: evolve(s, pile=s.setup.edition.printed_deck) if s.starting and s.phase is Phase.REVEAL_START else None,
    ),
    (
        "until_the_starting_floors_are_known_the_pile_has_what_was_not_revealed",
        lambda s: evolve(s, discards={"bgw": 1}) if s.phase is Phase.REVEAL_START else None,
    ),
    (
        "until_the_starting_floors_are_known_the_pile_has_what_was_not_revealed",
        lambda s: evolve(s, market=("bgw",)) if not s.starting and s.phase is Phase.REVEAL_START else None,
    ),
    ("the_market_is_full_unless_a_card_is_due", lambda s: evolve(s, market=(*s.market, "bgw"))),
    ("the_market_is_full_unless_a_card_is_due", lambda s: evolve(s, market=s.market[1:]) if s.market else None),
    (
        "the_pile_has_a_card_when_one_is_due",
        lambda s: evolve(s, pile={}) if s.phase in (Phase.REVEAL, Phase.REVEAL_START) else None,
    ),
    (
        "the_market_gives_no_order_away",
        lambda s: evolve(s, market=s.market[::-1]) if len(set(s.market)) > 1 else None,
    ),
    ("ten_floor_cap", lambda s: more(s, other(s), **{colour(s): 99})),
    (
        "ten_floor_cap",
        lambda s: more(s, s.seat, **{colour(s): 99}) if s.phase is Phase.TURN and not s.extra_turn else None,
    ),
    (
        "ten_floor_cap",
        lambda s: more(s, s.seat, **{colour(s): 99})
        if s.phase is Phase.TURN and s.extra_turn and s.setup.rulings.stock_limit == "every_turn"
        else None,
    ),
    ("ten_floor_cap", lambda s: player(s, s.seat, stock={}) if s.phase is Phase.BACK else None),
    (
        "ten_floor_cap",
        lambda s: evolve(s, another_turn=True)
        if s.phase is Phase.BACK and s.setup.rulings.stock_limit == "whole_run"
        else None,
    ),
    ("no_stock_outgrows_the_cards_of_a_turn", lambda s: more(s, s.seat, **{colour(s): 999})),
    (
        "no_stock_outgrows_the_cards_of_a_turn",
        lambda s: player(s, s.seat, stock={colour(s): _most_in_stock(s) + 1}),
    ),
    ("vehicles_are_on_their_tracks", lambda s: moved(s, 0, 999)),
    ("vehicles_are_on_their_tracks", lambda s: moved(s, 0, len(s.setup.edition.worth) - s.players[0].vehicles[colour(s)])),
    ("vehicles_are_on_their_tracks", lambda s: moved(s, 0, -999)),
    ("vehicles_are_on_their_tracks", lambda s: player(s, 0, vehicles={})),
    ("extra_turn_for_a_star_column_each", lambda s: evolve(s, extra_turn=True) if not reached(s) else None),
    (
        "extra_turn_for_a_star_column_each",
        lambda s: evolve(s, another_turn=True, extra_turn=True) if reached(s) == 1 else None,
    ),
    (
        "extra_turn_waits_only_for_a_refill_or_floors_put_back",
        lambda s: evolve(s, another_turn=True) if s.phase is Phase.TURN else None,
    ),
    (
        "extra_turn_waits_only_for_a_refill_or_floors_put_back",
        lambda s: evolve(s, extra_turn=True) if s.phase is Phase.OVER else None,
    ),
    ("a_chip_for_each_objective_fulfilled_and_no_other", _chip_of_another_objective),
    (
        "a_chip_for_each_objective_fulfilled_and_no_other",
        lambda s: player(s, s.seat, chips={}) if s.player.chips else None,
    ),
    ("the_highest_chips_go_first", _two_equal_chips),
    (
        "the_highest_chips_go_first",
        lambda s: player(s, s.seat, chips=dict.fromkeys(s.player.chips, 99)) if s.player.chips else None,
    ),
    ("a_last_roof_is_the_end", lambda s: player(s, 0, roofs=0) if s.ending is None else None),
    (
        "a_last_roof_is_the_end",
        lambda s: player(s, s.ending.seat, roofs=1) if s.ending and s.ending.cause is Cause.LAST_ROOF else None,
    ),
    (
        "a_last_roof_is_the_end",
        lambda s: _ending(s, cause=Cause.BOTH)
        if s.ending and s.ending.cause is Cause.LAST_ROOF and s.setup.rulings.second_trigger == "first_decides"
        else None,
    ),
    ("last_turns_go_round_once", lambda s: _ending(s, turns_left=99)),
    ("last_turns_go_round_once", lambda s: _ending(s, seat=(s.ending.seat + 1) % len(s.players)) if s.ending else None),
    ("last_turns_go_round_once", lambda s: _ending(s, turns_left=-1)),
    ("the_game_is_over_exactly_when_no_turn_is_left", lambda s: evolve(s, phase=Phase.OVER) if s.phase is Phase.TURN else None),
    (
        "the_game_is_over_exactly_when_no_turn_is_left",
        lambda s: evolve(s, phase=Phase.TURN) if s.phase is Phase.OVER else None,
    ),
    ("cones_are_set_when_nothing_is_left_to_count", lambda s: player(s, 0, cone=0) if s.ending is None else None),
    (
        "cones_are_set_when_nothing_is_left_to_count",
        lambda s: player(s, s.seat, cone=0) if s.ending and s.player.cone is None else None,
    ),
    (
        "cones_are_set_when_nothing_is_left_to_count",
        lambda s: player(s, s.seat, cone=None) if s.phase is Phase.OVER else None,
    ),
    ("a_cone_counts_no_more_than_roofs_and_places", lambda s: player(s, 0, cone=99)),
    ("a_cone_counts_no_more_than_roofs_and_places", lambda s: player(s, 0, cone=-1)),
    (
        "a_cone_counts_no_more_than_roofs_and_places",
        lambda s: player(s, 0, cone=1) if s.players[0].roofs == s.setup.edition.roofs else None,
    ),
]  # fmt: skip
"""The name of a property, and a way to make a state in which it does not hold."""


def _most_in_stock(state: State) -> int:
    turns = 1 + (len(state.setup.edition.stars) if state.setup.rulings.stock_limit == "whole_run" else 0)
    return state.setup.edition.stock_limit + turns * max(card.icons for card in state.setup.edition.cards.values())


# --- steps: another state after


def _over_limit(before: State, after: State, phase: Phase) -> State | None:
    """A turn that ends with a stock within the limit, and floors are to be put back all the same; or the other way round."""
    return evolve(after, phase=phase) if before.phase not in SETUP and after.phase in (Phase.TURN, Phase.BACK) else None


def _starting_skipped(after: State) -> State | None:
    return (
        evolve(after, starting=after.starting[1:]) if after.phase is Phase.PLACE and len(after.starting) > 1 else None
    )


STEPS: list[tuple[str, StepWay]] = [
    ("dealing_only_names_the_objectives", lambda b, a, c: evolve(c, seat=1)),
    ("dealing_only_names_the_objectives", lambda b, a, c: setup(c, objectives=("none", *c.setup.objectives[1:]))),
    ("dealing_only_names_the_objectives", lambda b, a, c: setup(c, starting_floors=99)),
    ("what_was_agreed_stays", lambda b, a, c: setup(c, starting_floors=99)),
    (
        "the_first_cards_revealed_are_the_market",
        lambda b, a, c: evolve(c, market=b.market)
        if b.phase is Phase.REVEAL_START and len(b.market) < len(c.market)
        else None,
    ),
    (
        "the_first_cards_revealed_are_the_market",
        lambda b, a, c: evolve(c, market=(*c.market, a.card.split("/")[0]))
        if b.phase is Phase.REVEAL_START and len(b.market) == len(c.market)
        else None,
    ),
    (
        "a_card_revealed_in_setup_gives_its_bottom",
        lambda b, a, c: evolve(c, starting=(*b.starting, "pink")) if b.phase is c.phase is Phase.REVEAL_START else None,
    ),
    (
        "a_card_revealed_in_setup_gives_its_bottom",
        lambda b, a, c: evolve(c, phase=Phase.PLACE) if b.phase is c.phase is Phase.REVEAL_START else None,
    ),
    (
        "a_card_revealed_in_setup_gives_its_bottom",
        lambda b, a, c: evolve(c, starting=("pink", *c.starting[1:])) if b.phase is not c.phase is Phase.PLACE else None,
    ),
    (
        "a_card_revealed_in_setup_gives_its_bottom",
        lambda b, a, c: evolve(c, phase=Phase.REVEAL_START)
        if b.phase is Phase.REVEAL_START is not c.phase
        else None,
    ),
    (
        "a_starting_floor_comes_from_the_container_and_costs_nobody",
        lambda b, a, c: evolve(c, container=b.container),
    ),
    ("a_starting_floor_comes_from_the_container_and_costs_nobody", lambda b, a, c: moved(c, 0, 1)),
    ("a_starting_floor_comes_from_the_container_and_costs_nobody", lambda b, a, c: building(c, a.site, floors=2)),
    ("starting_floors_are_placed_in_the_order_of_their_cards", lambda b, a, c: evolve(c, starting=("pink",))),
    (
        "starting_floors_are_placed_in_the_order_of_their_cards",
        lambda b, a, c: evolve(c, starting=c.starting[::-1]) if c.starting != c.starting[::-1] else None,
    ),
    ("only_starting_floors_without_a_site_are_passed_over", lambda b, a, c: _starting_skipped(c)),
    (
        "a_founding_adds_a_floor_to_its_site_and_each_neighbour",
        lambda b, a, c: building(c, a.site, floors=2),
    ),
    ("a_founding_adds_a_floor_to_its_site_and_each_neighbour", lambda b, a, c: building(c, a.site, colour="pink")),
    ("a_founding_adds_a_floor_to_its_site_and_each_neighbour", lambda b, a, c: without(c, a.site)),
    (
        "a_founding_adds_a_floor_to_its_site_and_each_neighbour",
        lambda b, a, c: building(c, site, floors=b.buildings[site].floors)
        if (site := next((one for one in b.buildings if b.buildings[one].floors != c.buildings[one].floors), None))
        else None,
    ),
    ("a_founding_adds_one_roof_on_a_floor_just_placed", lambda b, a, c: building(c, a.roof, roofs={})),
    (
        "a_founding_adds_one_roof_on_a_floor_just_placed",
        lambda b, a, c: building(c, a.site, roofs={1: b.player.roof}) if a.roof != a.site else None,
    ),
    (
        "a_founding_adds_one_roof_on_a_floor_just_placed",
        lambda b, a, c: building(c, site, roofs={})
        if (site := next((one for one in b.buildings if b.buildings[one].roofs and one != a.roof), None))
        else None,
    ),
    ("a_founding_is_paid_from_the_stock_of_the_founder", lambda b, a, c: player(c, b.seat, stock=b.player.stock)),
    ("a_founding_is_paid_from_the_stock_of_the_founder", lambda b, a, c: evolve(c, container=c.container + {a.colour: 1})),
    ("a_founding_takes_a_roof_in_hand", lambda b, a, c: player(c, b.seat, roofs=b.player.roofs)),
    (
        "only_foundings_and_starting_floors_build",
        lambda b, a, c: without(c, a_building(c) or "") if c.buildings else None,
    ),
    ("only_foundings_and_starting_floors_build", lambda b, a, c: player(c, 0, roofs=c.players[0].roofs + 1)),
    ("a_card_gives_its_own_colours_and_the_chosen_floors", lambda b, a, c: more(c, b.seat, **{colour(c): 1})),
    (
        "a_card_gives_its_own_colours_and_the_chosen_floors",
        lambda b, a, c: evolve(c, container=c.container + {colour(c): 1}),
    ),
    ("one_card_leaves_the_market", lambda b, a, c: evolve(c, market=b.market)),
    (
        "one_card_leaves_the_market",
        lambda b, a, c: evolve(c, market=tuple(one for one in b.market if one != a.card))
        if b.market.count(a.card) > 1
        else None,
    ),
    ("the_card_taken_is_discarded", lambda b, a, c: evolve(c, discards=b.discards) if b.pile else None),
    ("the_card_taken_is_discarded", lambda b, a, c: evolve(c, pile=b.pile + {a.card: 1}, discards=b.discards)),
    ("the_card_taken_is_discarded", lambda b, a, c: evolve(c, discards=c.pile) if not b.pile else None),
    ("the_card_taken_is_discarded", lambda b, a, c: evolve(c, discards={a.card: 1}, pile=b.discards) if not b.pile else None),
    ("the_card_taken_is_discarded", lambda b, a, c: evolve(c, discards={}, pile=b.discards + b.pile + {a.card: 1})
        if b.pile else None),
    (
        "a_card_from_the_pile_refills_the_market",
        lambda b, a, c: evolve(c, market=b.market) if b.phase is Phase.REVEAL else None,
    ),
    (
        "a_card_from_the_pile_refills_the_market",
        lambda b, a, c: evolve(c, pile=b.pile) if b.phase is Phase.REVEAL else None,
    ),
    (
        "a_card_from_the_pile_refills_the_market",
        lambda b, a, c: evolve(c, discards={}) if b.phase is Phase.REVEAL and b.discards else None,
    ),
    ("cards_stay_where_they_are", lambda b, a, c: evolve(c, market=c.market[1:])),
    ("cards_stay_where_they_are", lambda b, a, c: evolve(c, pile=c.pile + {c.market[0]: 1})),
    ("cards_stay_where_they_are", lambda b, a, c: evolve(c, discards=c.discards + {c.market[0]: 1})),
    ("floors_put_back_leave_the_stock_at_the_limit", lambda b, a, c: evolve(c, container=b.container)),
    ("floors_put_back_leave_the_stock_at_the_limit", lambda b, a, c: player(c, b.seat, stock=b.player.stock)),
    ("floors_stay_where_they_are", lambda b, a, c: more(c, b.seat, **{colour(c): 1})),
    ("floors_stay_where_they_are", lambda b, a, c: evolve(c, container=c.container + {colour(c): 1})),
    ("a_turn_takes_its_course", lambda b, a, c: evolve(c, phase=Phase.DEAL)),
    ("a_turn_takes_its_course", lambda b, a, c: evolve(c, phase=Phase.BACK) if isinstance(a, Take) else None),
    ("turns_pass_clockwise", lambda b, a, c: evolve(c, seat=1) if b.phase in SETUP else None),
    ("turns_pass_clockwise", lambda b, a, c: evolve(c, seat=b.seat) if c.seat != b.seat else None),
    (
        "turns_pass_clockwise",
        lambda b, a, c: evolve(c, seat=(b.seat - 1) % len(c.players)) if c.seat != b.seat and len(c.players) > 2 else None,
    ),
    ("turns_pass_clockwise", lambda b, a, c: evolve(c, seat=other(b)) if c.phase is Phase.REVEAL else None),
    ("an_action_touches_only_the_player_on_turn", lambda b, a, c: player(c, other(b), cone=3)),
    (
        "floors_go_back_exactly_when_over_the_cap",
        lambda b, a, c: _over_limit(b, c, Phase.TURN if c.phase is Phase.BACK else Phase.BACK),
    ),
    ("a_founding_moves_the_vehicle_of_the_roofed_colour", lambda b, a, c: player(c, b.seat, vehicles=b.player.vehicles)
        if b.player.vehicles != c.players[b.seat].vehicles else None),
    ("a_founding_moves_the_vehicle_of_the_roofed_colour", lambda b, a, c: moved(c, b.seat, 1)),
    ("a_card_moves_the_vehicles_it_shows", lambda b, a, c: moved(c, b.seat, 1)),
    (
        "a_card_moves_the_vehicles_it_shows",
        lambda b, a, c: player(c, b.seat, vehicles=b.player.vehicles)
        if b.player.vehicles != c.players[b.seat].vehicles
        else None,
    ),
    ("vehicles_never_move_back", lambda b, a, c: player(c, b.seat, vehicles=moved(b, b.seat, -1).player.vehicles)),
    ("vehicles_never_move_back", lambda b, a, c: moved(c, other(b), 1) if isinstance(a, Reveal | Place) else None),
    (
        "extra_turn_exactly_when_earned",
        lambda b, a, c: evolve(c, extra_turn=not c.extra_turn) if b.phase not in SETUP and c.phase is Phase.TURN else None,
    ),
    (
        "extra_turn_exactly_when_earned",
        lambda b, a, c: evolve(c, another_turn=not c.another_turn) if c.phase in (Phase.REVEAL, Phase.BACK) else None,
    ),
    (
        "extra_turn_follows_at_once",
        lambda b, a, c: evolve(c, extra_turn=False) if c.extra_turn and c.phase is Phase.TURN else None,
    ),
    (
        "extra_turn_follows_at_once",
        lambda b, a, c: evolve(c, another_turn=True) if c.extra_turn and c.phase is Phase.TURN else None,
    ),
    (
        "extra_turn_follows_at_once",
        lambda b, a, c: evolve(c, seat=other(b)) if c.extra_turn and c.phase is Phase.TURN else None,
    ),
    (
        "extra_turn_stays_one_until_it_ends",
        lambda b, a, c: evolve(c, extra_turn=not c.extra_turn) if c.phase in (Phase.REVEAL, Phase.BACK) else None,
    ),
    (
        "chips_are_kept_and_only_a_founding_brings_one",
        lambda b, a, c: player(c, b.seat, chips={}) if b.player.chips else None,
    ),
    (
        "chips_are_kept_and_only_a_founding_brings_one",
        lambda b, a, c: player(c, b.seat, chips=b.player.chips | {"none": 3}) if not isinstance(a, Found) else None,
    ),
    (
        "a_last_roof_or_a_shortage_triggers_the_end",
        lambda b, a, c: evolve(c, ending=Ending(Cause.SHORTAGE, b.seat, 3)) if c.ending is None else None,
    ),
    (
        "a_last_roof_or_a_shortage_triggers_the_end",
        lambda b, a, c: evolve(c, ending=None) if c.ending and not b.ending else None,
    ),
    (
        "a_last_roof_or_a_shortage_triggers_the_end",
        lambda b, a, c: _ending(c, seat=other(b)) if c.ending and not b.ending else None,
    ),
    (
        "a_last_roof_or_a_shortage_triggers_the_end",
        lambda b, a, c: _ending(c, cause=Cause.SHORTAGE) if isinstance(a, Found) and c.ending and not b.ending else None,
    ),
    ("the_first_trigger_decides", lambda b, a, c: evolve(c, ending=None) if b.ending else None),
    ("the_first_trigger_decides", lambda b, a, c: _ending(c, seat=(c.ending.seat + 1) % 2) if b.ending and c.ending else None),
    (
        "the_first_trigger_decides",
        lambda b, a, c: evolve(c, ending=b.ending) if b.ending and c.ending and b.ending.cause is not c.ending.cause else None,
    ),
    (
        "the_first_trigger_decides",
        lambda b, a, c: _ending(c, cause=Cause.BOTH)
        if isinstance(a, Found) and b.ending and c.ending and c.ending.cause is Cause.LAST_ROOF
        else None,
    ),
    ("last_turns_run_out_one_by_one", lambda b, a, c: _ending(c, turns_left=c.ending.turns_left + 1) if c.ending else None),
    (
        "last_turns_run_out_one_by_one",
        lambda b, a, c: _ending(c, turns_left=c.ending.turns_left - 1) if c.ending and not b.ending else None,
    ),
    (
        "a_cone_once_set_stays",
        lambda b, a, c: player(c, seat, cone=(b.players[seat].cone or 0) + 1)
        if (seat := next((seat for seat, one in enumerate(b.players) if one.cone is not None), None)) is not None
        else None,
    ),
    (
        "a_cone_is_set_after_the_last_roof_or_the_last_turn",
        lambda b, a, c: player(c, b.seat, cone=None) if b.player.cone != c.players[b.seat].cone else None,
    ),
    (
        "a_cone_is_set_after_the_last_roof_or_the_last_turn",
        lambda b, a, c: player(c, b.seat, cone=(c.players[b.seat].cone or 0) + 1)
        if b.player.cone != c.players[b.seat].cone
        else None,
    ),
    ("a_cone_is_set_after_the_last_roof_or_the_last_turn", lambda b, a, c: player(c, b.seat, cone=0) if not c.ending else None),
    (
        "a_cone_is_set_after_the_last_roof_or_the_last_turn",
        lambda b, a, c: player(c, b.seat, cone=0)
        if c.ending and c.ending.cause is Cause.SHORTAGE and c.ending.turns_left == len(c.players)
        else None,
    ),
]  # fmt: skip
"""The name of a property, and a way to make a state that no such step leads to."""


# --- steps: another state before, or another action

BEFORES: list[tuple[str, StepWay]] = [
    ("a_starting_floor_comes_from_the_container_and_costs_nobody", lambda b, a, c: c if isinstance(a, Place) else None),
    (
        "a_founding_adds_a_floor_to_its_site_and_each_neighbour",
        lambda b, a, c: evolve(b, buildings=b.buildings | {a.site: Building(a.colour)}),
    ),
    ("a_founding_adds_a_floor_to_its_site_and_each_neighbour", lambda b, a, c: evolve(b, buildings={})),
    ("a_founding_takes_a_roof_in_hand", lambda b, a, c: player(b, b.seat, roofs=0)),
    ("extra_turn_is_declined_only_where_it_may_be", lambda b, a, c: evolve(b, extra_turn=False)),
    (
        "extra_turn_is_declined_only_where_it_may_be",
        lambda b, a, c: setup(b, rulings=evolve(b.setup.rulings, extra_turn="compulsory")),
    ),
    (
        "floors_put_back_leave_the_stock_at_the_limit",
        lambda b, a, c: setup(more(b, b.seat, black=1), starting_floors=3),
    ),
]
"""The name of a property, and a way to make a state in which no such step could begin."""

ACTIONS: list[tuple[str, ActionWay]] = [
    ("starting_floors_are_placed_in_the_order_of_their_cards", lambda b, a: Place(a.site, "pink") if b.starting[0] != "any" else None),
    ("a_founding_adds_one_roof_on_a_floor_just_placed", lambda b, a: Found(a.site, a.colour, next(
        (one for one in b.buildings if one not in b.box.around[a.site]), a.roof)) if len(b.buildings) > 6 else None),
    (
        "a_floor_is_chosen_for_each_multicolour_and_each_missing_one",
        lambda b, a: Take(a.card, (*a.floors, colour(b))),
    ),
    (
        "a_floor_is_chosen_for_each_multicolour_and_each_missing_one",
        lambda b, a: Take(a.card, a.floors[1:])
        if a.floors and b.setup.rulings.replacement == "compulsory"
        else None,
    ),
    (
        "a_floor_is_chosen_for_each_multicolour_and_each_missing_one",
        lambda b, a: Take(a.card, a.floors[1:])
        if len(a.floors) == b.setup.edition.cards[a.card].multicolour and a.floors
        else None,
    ),
    ("one_card_leaves_the_market", lambda b, a: Take("none")),
    ("dealing_only_names_the_objectives", lambda b, a: evolve(a, objectives=("none", *a.objectives[1:]))),
    ("a_turn_takes_its_course", lambda b, a: Decline() if b.phase is Phase.BACK else None),
    ("a_turn_takes_its_course", lambda b, a: Back(("black",)) if b.phase is Phase.TURN else None),
]  # fmt: skip
"""The name of a property, and an action that did not lead to that state."""


# --- offers, chances and outcomes


def _without(kind: type[Action]) -> OfferWay:
    """One action of this kind is missing."""

    def way(state: State, actions: Sequence[Action]) -> Sequence[Action] | None:
        some = [one for one in actions if isinstance(one, kind)]
        return [one for one in actions if one != some[-1]] if some else None

    return way


def _with(phase: Phase, add: Callable[[State], Action | None]) -> OfferWay:
    """One action too many is offered."""

    def way(state: State, actions: Sequence[Action]) -> Sequence[Action] | None:
        added = add(state) if state.phase is phase else None
        return [*actions, added] if added and added not in actions else None

    return way


def _founding(*, neighbours: bool) -> Callable[[State], Action | None]:
    def add(state: State) -> Action | None:
        site = an_empty_site(state, neighbours=neighbours)
        return Found(site, colour(state), site) if site else None

    return add


def _of_a_neighbours_colour(state: State) -> Found | None:
    """A founding in the colour of a neighbouring building."""
    for site in state.box.sites:
        around = [one for one in state.box.neighbours[site] if one in state.buildings]
        if site not in state.buildings and around:
            return Found(site, state.buildings[around[0]].colour, site)
    return None


OFFERS: list[tuple[str, OfferWay]] = [
    ("no_founding_is_offered_without_a_roof", _with(Phase.TURN, lambda s: None if s.player.roofs else _founding(neighbours=True)(s))),
    ("no_founding_is_offered_where_a_building_stands", _with(Phase.TURN, lambda s: Found(site, colour(s), site) if (site := a_building(s)) else None)),
    ("foundings_are_offered_beside_buildings", _with(Phase.TURN, _founding(neighbours=False))),
    ("no_founding_is_offered_beside_its_own_colour", _with(Phase.TURN, _of_a_neighbours_colour)),
    ("exactly_the_affordable_foundings_are_offered", _without(Found)),
    ("exactly_the_affordable_foundings_are_offered", _with(Phase.TURN, _founding(neighbours=True))),
    ("exactly_the_affordable_foundings_are_offered", _with(Phase.TURN, _founding(neighbours=False))),
    ("exactly_the_affordable_foundings_are_offered", _with(Phase.BACK, _founding(neighbours=True))),
    (
        "exactly_the_affordable_foundings_are_offered",
        _with(Phase.TURN, lambda s: Found(site, colour(s), site) if (site := a_building(s)) else None),
    ),
    (
        "exactly_the_affordable_foundings_are_offered",
        _with(Phase.TURN, lambda s: None if s.player.roofs else _founding(neighbours=True)(s)),
    ),
    ("exactly_the_cards_of_the_market_are_offered", _without(Take)),
    ("exactly_the_cards_of_the_market_are_offered", _with(Phase.TURN, lambda s: Take(s.market[0], (colour(s),) * 9))),
    ("exactly_the_cards_of_the_market_are_offered", _with(Phase.OVER, lambda s: Take(s.market[0]))),
    ("a_card_can_always_be_taken", lambda s, given: [one for one in given if isinstance(one, Found)] if s.phase is Phase.TURN else None),
    ("exactly_an_optional_extra_turn_can_be_declined", _without(Decline)),
    ("exactly_an_optional_extra_turn_can_be_declined", _with(Phase.TURN, lambda s: Decline())),
    ("exactly_an_optional_extra_turn_can_be_declined", _with(Phase.REVEAL, lambda s: Decline())),
    ("exactly_the_floors_over_the_limit_are_put_back", _without(Back)),
    ("exactly_the_floors_over_the_limit_are_put_back", _with(Phase.BACK, lambda s: Back((colour(s),) * 99))),
    ("exactly_the_floors_over_the_limit_are_put_back", _with(Phase.TURN, lambda s: Back((colour(s),)))),
    ("exactly_the_sites_for_the_next_starting_floor_are_offered", _without(Place)),
    ("exactly_the_sites_for_the_next_starting_floor_are_offered", _with(Phase.PLACE, lambda s: Place(s.box.sites[0], "pink"))),
    (
        "exactly_the_sites_for_the_next_starting_floor_are_offered",
        _with(Phase.PLACE, lambda s: Place(site, s.starting[0]) if (site := a_building(s)) else None),
    ),
    ("exactly_the_cards_of_the_pile_are_revealed", _without(Reveal)),
    (
        "exactly_the_cards_of_the_pile_are_revealed",
        _with(Phase.REVEAL, lambda s: next((Reveal(one) for one in s.setup.edition.cards if one not in s.pile), None)),
    ),
    ("exactly_the_cards_of_the_pile_are_revealed", _with(Phase.TURN, lambda s: Reveal(next(iter(s.setup.edition.cards))))),
    ("exactly_the_choices_of_objectives_are_dealt", lambda s, given: given[1:] if s.phase is Phase.DEAL else None),
    ("nothing_is_offered_exactly_when_the_game_is_over", lambda s, given: [] if given else None),
    ("nothing_is_offered_exactly_when_the_game_is_over", _with(Phase.OVER, lambda s: Decline())),
    ("no_action_is_offered_twice", lambda s, given: [*given, given[0]] if given else None),
]  # fmt: skip
"""The name of a property, and a way to offer something else."""


_WRONG_SCORES: tuple[dict[str, Any], ...] = (
    {"cone": 99}, {"chips": {"none": 1}}, {"vehicles": {}}, {"stock": 99}, {"roof": "pink"},
)  # fmt: skip

OUTCOMES: list[tuple[str, OutcomeWay]] = [
    ("scores_are_vehicles_cone_and_chips", lambda s, out: evolve(out, scores=out.scores[:-1])),
    *[
        ("scores_are_vehicles_cone_and_chips", lambda s, out, changes=changes: evolve(
            out, scores=(evolve(out.scores[0], **changes), *out.scores[1:])))
        for changes in _WRONG_SCORES
    ],
    ("the_most_millions_then_the_most_floors_win", lambda s, out: evolve(out, winners=())),
    (
        "the_most_millions_then_the_most_floors_win",
        lambda s, out: evolve(out, winners=tuple(range(len(s.players)))) if len(out.winners) < len(s.players) else None,
    ),
    *[
        (
            "the_outcome_says_what_decided",
            lambda s, out, decided=decided: evolve(out, decided_by=decided) if out.decided_by != decided else None,
        )
        for decided in ("Millions", "floors in stock", "shared victory")
    ],
    ("the_outcome_says_what_triggered_the_end", lambda s, out: evolve(out, ended_by=(out.ended_by + 1) % len(s.players))),
    ("the_outcome_says_what_triggered_the_end", lambda s, out: evolve(out, cause="boredom")),
]  # fmt: skip
"""The name of a property, and a way to tell another outcome."""
