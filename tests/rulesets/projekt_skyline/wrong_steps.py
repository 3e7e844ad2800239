"""Wrong states, steps, offers and outcomes: for each property ways to break it. Each is made from what a game has shown.

A way returns what is wrong, or None where it cannot be tried: the table is then in another phase, or has no such construction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import evolve

from towerup.rulesets.projekt_skyline import Cause, Construction, Ending, Outcome, Phase, State
from towerup.rulesets.projekt_skyline.actions import Action, Build, Corner, Draw, Grow, Pass, Place, Roll

SETUP = (Phase.CORNER, Phase.PLACE)

Step = tuple[State, Any, State]
StateWay = Callable[[State], State | None]
StepWay = Callable[[State, Any, State], Step | None]
OfferWay = Callable[[State, Sequence[Action]], Sequence[Action] | None]
OutcomeWay = Callable[[State, Outcome], Outcome | None]

# --- small changes


def player(state: State, seat: int, **changes: Any) -> State:
    """The state with something else of a player's."""
    return evolve(state, players=state.with_player(seat, evolve(state.players[seat], **changes)))


def put(state: State, cell: str, construction: Construction) -> State:
    return evolve(state, constructions=state.constructions | {cell: construction})


def taken(state: State, cell: str) -> State:
    return evolve(state, constructions={one: built for one, built in state.constructions.items() if one != cell})


def a_cell(state: State) -> str:
    """A cell with a construction that the architect is not on."""
    return next(cell for cell in state.constructions if cell != state.architect)


def free(state: State) -> str | None:
    return next((cell for cell in state.setup.board.cells if cell not in state.constructions), None)


def after(way: Callable[[State, Any, State], State | None]) -> StepWay:
    """A step that leads elsewhere."""

    def wrong(old: State, action: Any, new: State) -> Step | None:
        changed = way(old, action, new)
        return None if changed is None else (old, action, changed)

    return wrong


def before(way: Callable[[State, Any], State | None]) -> StepWay:
    """A step from elsewhere."""

    def wrong(old: State, action: Any, new: State) -> Step | None:
        changed = way(old, action)
        return None if changed is None else (changed, action, new)

    return wrong


def moved_architect(state: State) -> State:
    return evolve(state, architect=a_cell(state))


def paid(state: State, amount: int = 10) -> State:
    return player(state, 0, cash=state.players[0].cash + amount)


def walked(state: State, seat: int = 0) -> State | None:
    spaces, pawn = state.setup.board.spaces, state.players[seat].pawn
    return None if pawn is None else player(state, seat, pawn=spaces[spaces.index(pawn) - 1])


def ruled(state: State, **rulings: Any) -> State:
    return evolve(state, setup=evolve(state.setup, rulings=evolve(state.setup.rulings, **rulings)))


def ended(state: State, ending: Ending) -> State:
    return evolve(state, phase=Phase.OVER, ending=ending, die=None, card=None, drawer=None)


# --- states


def in_setup(way: StateWay) -> StateWay:
    return lambda s: way(s) if s.phase in SETUP else None


def over(cause: Cause) -> Callable[[StateWay], StateWay]:
    def wrap(way: StateWay) -> StateWay:
        return lambda s: way(s) if s.ending is not None and s.ending.cause is cause else None

    return wrap


STATES: list[tuple[str, StateWay]] = [
    ("no_floor_appears_or_vanishes", lambda s: player(s, 0, floors=s.players[0].floors + 1)),
    ("no_floor_appears_or_vanishes", lambda s: player(s, 0, borrowed=s.players[0].borrowed + 1)),
    ("every_skyscraper_is_in_the_reserve_or_on_the_board", lambda s: player(s, 0, skyscrapers=s.players[0].skyscrapers + 1)),
    ("every_skyscraper_is_in_the_reserve_or_on_the_board", lambda s: player(s, 0, skyscrapers=-1)),
    (
        "no_more_floors_are_borrowed_than_nobody_plays_with",
        lambda s: None if s.setup.rulings.out_of_floors != "nothing_built" else evolve(
            s, constructions={f"X{n}": Construction(s.setup.seats[0], 2) for n in range(99)}
        ),
    ),
    ("constructions_stand_on_cells_of_the_board", lambda s: put(s, "I9", Construction(s.setup.seats[0]))),
    ("constructions_stand_on_cells_of_the_board", lambda s: put(s, "A1", Construction("nobody"))),
    ("constructions_stand_on_cells_of_the_board", lambda s: put(s, "A1", Construction(s.setup.seats[0], 4))),
    ("no_card_gets_lost", lambda s: evolve(s, used=s.used[1:]) if s.used else None),
    ("no_card_gets_lost", lambda s: evolve(s, unseen={})  if s.unseen else None),
    ("a_card_is_followed_while_it_lies_there", lambda s: evolve(s, card=None) if s.card else None),
    ("a_card_is_followed_while_it_lies_there", lambda s: evolve(s, drawer=None) if s.drawer is not None else None),
    ("a_card_is_followed_while_it_lies_there", lambda s: evolve(s, drawer=0) if s.drawer is None else None),
    ("a_card_is_followed_while_it_lies_there", lambda s: evolve(s, phase=Phase.CARD) if s.phase is Phase.THROW else None),
    (
        "a_card_is_followed_while_it_lies_there",
        lambda s: evolve(s, drawer=(s.seat + 1) % len(s.players))
        if s.drawer is not None and s.setup.rulings.corner_by_card == "no_card" else None,
    ),
    ("an_ending_is_there_exactly_when_the_game_is_over", lambda s: evolve(s, ending=None) if s.ending else None),
    ("an_ending_is_there_exactly_when_the_game_is_over", lambda s: None if s.ending else evolve(s, phase=Phase.OVER)),
    ("the_last_skyscraper_ends_the_game", over(Cause.LAST_SKYSCRAPER)(lambda s: evolve(s, ending=None))),
    ("the_last_skyscraper_ends_the_game", over(Cause.LAST_SKYSCRAPER)(lambda s: evolve(s, architect=None))),
    ("the_last_skyscraper_ends_the_game", lambda s: None if s.ending else ended(s, Ending(Cause.LAST_SKYSCRAPER, s.seat))),
    ("a_debt_that_ended_the_game_is_owed", over(Cause.UNPAID_RENT)(lambda s: evolve(s, ending=Ending(Cause.UNPAID_RENT, 0, 1, 1)))),
    ("a_debt_that_ended_the_game_is_owed", over(Cause.UNPAID_RENT)(lambda s: player(s, s.ending.seat, cash=9999) if s.ending else None)),
    ("a_tax_that_ended_the_game_is_owed", over(Cause.UNPAID_TAX)(lambda s: evolve(s, ending=Ending(Cause.UNPAID_TAX, 0, 1)))),
    ("a_tax_that_ended_the_game_is_owed", over(Cause.UNPAID_TAX)(lambda s: ruled(s, unpaid_tax="pays_what_there_is"))),
    ("money_comes_in_whole_notes", lambda s: paid(s, 1)),
    ("money_comes_in_whole_notes", lambda s: player(s, 0, cash=-10)),
    (
        "money_changes_only_by_cards_of_the_bank",
        lambda s: paid(s) if not {"poorest", "dice"} & {card.kind.value for card in s.setup.edition.cards} else None,
    ),
    ("pawns_are_on_the_street", lambda s: None if s.phase in SETUP else player(s, 0, pawn="N-99")),
    ("pawns_are_on_the_street", lambda s: player(s, s.seat, pawn="NE") if s.phase is Phase.BUILD else None),
    ("pawns_are_on_the_street", lambda s: None if s.drawer is None else player(s, s.drawer, pawn="N-1")),
    ("every_player_has_another_colour", lambda s: player(s, 0, colour=s.players[1].colour)),
    ("every_player_has_another_colour", lambda s: evolve(s, players=s.players[1:])),
    ("until_the_first_turn_everyone_has_the_money_of_the_start", in_setup(paid)),
    ("until_the_first_turn_no_card_has_been_seen", in_setup(lambda s: evolve(s, used=("tax",)))),
    ("until_the_first_turn_pawns_are_on_their_round_spaces", in_setup(lambda s: player(s, 0, pawn="N-1"))),
    ("until_the_first_turn_pieces_are_placed_in_order", lambda s: evolve(s, seat=s.seat + 1) if s.phase is Phase.PLACE else None),
    (
        "until_the_first_turn_pieces_are_placed_in_order",
        lambda s: put(s, "A1", Construction("green")) if s.phase is Phase.CORNER else None,
    ),
    (
        "until_the_first_turn_there_is_a_skyscraper_each_in_the_centre",
        lambda s: put(s, a, evolve(s.constructions[a], floors=2)) if s.phase is Phase.PLACE and (a := next(iter(s.constructions), "")) else None,
    ),
    ("the_architect_stands_on_a_construction", lambda s: None if s.phase in SETUP else evolve(s, architect=free(s))),
    ("the_architect_stands_on_a_construction", in_setup(lambda s: evolve(s, architect="A1"))),
    ("the_black_die_lies_there_while_somebody_builds", lambda s: evolve(s, die=None if s.die else 1)),
    ("the_black_die_lies_there_while_somebody_builds", lambda s: evolve(s, die=99) if s.die else None),
    ("the_seats_are_those_of_players", lambda s: evolve(s, seat=4)),
    (
        "a_builder_can_build",
        lambda s: evolve(s, constructions={cell: Construction(s.setup.seats[s.seat - 1], 3) for cell in s.setup.board.cells})
        if s.phase is Phase.BUILD else None,
    ),
]  # fmt: skip

# --- steps


def of_card(way: Callable[[State, Any, State], State | None]) -> StepWay:
    return after(lambda b, a, s: None if b.card is None else way(b, a, s))


def at_start(way: Callable[[State, Any, State], State | None]) -> StepWay:
    return after(lambda b, a, s: way(b, a, s) if b.phase is Phase.PLACE else None)


def one_more(state: State) -> State | None:
    cell = free(state)
    return None if cell is None else put(state, cell, Construction(state.setup.seats[0]))


STEPS: list[tuple[str, StepWay]] = [
    ("a_floor_is_built_on_an_empty_cell", after(lambda b, a, s: put(s, a.cell, Construction(b.player.colour, 2)))),
    ("a_floor_is_built_on_an_empty_cell", after(lambda b, a, s: taken(s, a_cell(s)))),
    ("a_floor_is_built_on_an_empty_cell", before(lambda b, a: evolve(b, die=99))),
    ("the_architect_goes_where_was_built", after(lambda b, a, s: evolve(s, architect=b.architect))),
    ("what_grows_is_low_and_ones_own", before(lambda b, a: put(b, a.cell, Construction(b.player.colour, 3)))),
    ("what_grows_is_low_and_ones_own", before(lambda b, a: evolve(b, die=99))),
    ("what_has_grown_razes_what_it_can", before(lambda b, a: evolve(b, architect=a.raze))),
    ("what_has_grown_razes_what_it_can", before(lambda b, a: put(b, a.raze, Construction(b.player.colour)))),
    ("what_has_grown_razes_what_it_can", before(lambda b, a: put(b, a.raze, Construction("nobody", 3)))),
    ("what_has_grown_takes_the_place_of_what_it_razed", after(lambda b, a, s: taken(s, a.raze))),
    ("what_has_grown_takes_the_place_of_what_it_razed", after(lambda b, a, s: put(s, a.cell, Construction(b.player.colour)))),
    ("only_building_and_cards_change_the_board", after(lambda b, a, s: one_more(s))),
    ("only_building_and_cards_change_the_board", after(lambda b, a, s: moved_architect(s) if s.architect else None)),
    ("only_building_and_cards_change_the_board", after(lambda b, a, s: player(s, 0, skyscrapers=s.players[0].skyscrapers - 1))),
    ("no_card_moves_the_architect", after(lambda b, a, s: evolve(s, architect="A1") if b.architect != "A1" else None)),
    ("no_card_moves_the_architect", after(lambda b, a, s: taken(s, b.architect or ""))),
    ("passing_is_a_ruling", before(lambda b, a: ruled(b, futile_growth="must_build"))),
    ("a_card_is_drawn_from_the_top", after(lambda b, a, s: evolve(s, used=("tax", *s.used)))),
    ("a_card_is_drawn_from_the_top", after(lambda b, a, s: evolve(s, unseen=b.unseen) if b.unseen else None)),
    ("a_card_is_followed_if_it_can_be", after(lambda b, a, s: evolve(s, phase=Phase.BUILD))),
    ("a_card_goes_under_the_pile_when_it_was_followed", after(lambda b, a, s: evolve(s, used=(*s.used, "tax")))),
    ("a_card_goes_under_the_pile_when_it_was_followed", of_card(lambda b, a, s: evolve(s, used=b.used))),
    ("after_a_card_the_turn_is_over", of_card(lambda b, a, s: evolve(s, phase=Phase.BUILD))),
    ("only_what_the_card_asks_for_is_done", before(lambda b, a: evolve(b, card=None))),
    ("only_what_the_card_asks_for_is_done", before(lambda b, a: evolve(b, card="own-tax"))),
    ("a_card_places_one_floor", of_card(lambda b, a, s: put(s, a.cell, Construction("nobody")))),
    ("a_card_places_one_floor", of_card(lambda b, a, s: evolve(s, architect=a.cell))),
    ("a_card_removes_one_construction", after(lambda b, a, s: evolve(s, constructions=b.constructions))),
    ("a_card_swaps_two_constructions", after(lambda b, a, s: taken(s, a.cells[0]))),
    ("a_card_moves_one_construction", after(lambda b, a, s: put(s, a.cell, b.constructions[a.cell]))),
    ("a_growth_ends_the_game_with_the_last_skyscraper", after(lambda b, a, s: evolve(s, ending=None) if s.ending else None)),
    (
        "a_growth_ends_the_game_with_the_last_skyscraper",
        after(lambda b, a, s: None if s.ending else ended(s, Ending(Cause.LAST_SKYSCRAPER, b.seat))),
    ),
    ("a_move_ends_the_game_with_an_unpaid_rent", after(lambda b, a, s: evolve(s, ending=None) if s.ending else None)),
    ("a_move_ends_the_game_with_an_unpaid_rent", after(lambda b, a, s: ended(s, Ending(Cause.UNPAID_RENT, 0, 9999, 1)))),
    ("a_tax_ends_the_game_only_as_ruled", after(lambda b, a, s: ended(s, Ending(Cause.UNPAID_TAX, 0, 9999)))),
    ("a_tax_ends_the_game_only_as_ruled", after(lambda b, a, s: evolve(s, ending=None) if s.ending else None)),
    ("a_pawn_goes_as_far_as_it_is_sent", after(lambda b, a, s: walked(s))),
    ("a_pawn_goes_as_far_as_it_is_sent", after(lambda b, a, s: walked(s, 1))),
    ("no_other_action_moves_a_pawn", after(lambda b, a, s: walked(s))),
    ("a_richest_player_is_moved", before(lambda b, a: player(b, (b.setup.seats.index(a.player) + 1) % len(b.players), cash=99_999))),
    ("a_richest_player_is_moved", before(lambda b, a: evolve(b, card="tax"))),
    ("rent_is_paid_where_a_pawn_ends", after(lambda b, a, s: None if b.phase is Phase.THROW else paid(s))),
    ("the_bank_pays_and_is_paid_what_a_card_says", after(lambda b, a, s: paid(s) if not isinstance(a, Roll) else None)),
    ("what_was_agreed_stays", after(lambda b, a, s: evolve(s, setup=evolve(s.setup, expert=not s.setup.expert)))),
    ("a_round_space_is_chosen", after(lambda b, a, s: player(s, b.seat, pawn="N-1"))),
    ("a_piece_of_the_start_goes_on_a_free_cell", at_start(lambda b, a, s: taken(s, a.cell))),
    ("a_piece_of_the_start_goes_on_a_free_cell", at_start(lambda b, a, s: put(s, a.cell, Construction(b.player.colour, 2)))),
    ("after_the_last_floor_of_the_start_play_begins", at_start(lambda b, a, s: moved_architect(s) if s.phase is Phase.ROLL else None)),
    ("after_the_last_floor_of_the_start_play_begins", at_start(lambda b, a, s: evolve(s, phase=Phase.BUILD))),
    ("a_turn_takes_its_course", after(lambda b, a, s: evolve(s, phase=Phase.CORNER) if s.phase is not Phase.CORNER else None)),
    ("turns_pass_clockwise", after(lambda b, a, s: evolve(s, seat=(s.seat + 1) % len(s.players)))),
    ("in_setup_the_next_in_order_is_next", after(lambda b, a, s: evolve(s, seat=s.seat + 9) if s.phase is not Phase.ROLL else None)),
    ("the_dice_that_are_asked_for", lambda b, a, s: (b, Roll(a.white, None if a.black else 1), s)),
    ("the_dice_that_are_asked_for", lambda b, a, s: (b, Roll(99, a.black), s)),
    ("what_follows_the_dice", after(lambda b, a, s: evolve(s, die=99) if s.phase is Phase.BUILD else None)),
    ("what_follows_the_dice", after(lambda b, a, s: evolve(s, phase=Phase.BUILD) if s.phase is Phase.DRAW and b.card is None else None)),
]  # fmt: skip

# --- offers, chances, outcomes


def when(phase: Phase, way: Callable[[State, list[Action]], list[Action]]) -> OfferWay:
    return lambda s, actions: way(s, [*actions]) if s.phase is phase else None


OFFERS: list[tuple[str, OfferWay]] = [
    ("nothing_is_offered_exactly_when_the_game_is_over", lambda s, actions: [] if actions else [Pass()]),
    ("no_action_is_offered_twice", lambda s, actions: [*actions, actions[0]] if actions else None),
    ("exactly_the_round_spaces_are_offered", lambda s, actions: [*actions, Corner("N-1")]),
    ("exactly_the_round_spaces_are_offered", when(Phase.CORNER, lambda s, actions: actions[1:])),
    ("exactly_the_free_cells_are_offered_at_the_start", when(Phase.PLACE, lambda s, actions: actions[1:])),
    ("exactly_the_free_cells_are_offered_at_the_start", when(Phase.PLACE, lambda s, actions: [*actions, Place("I9")])),
    ("the_architect_goes_as_far_as_the_black_die_says", when(Phase.BUILD, lambda s, actions: [*actions, Build(s.architect or "")])),
    ("exactly_what_can_be_built_is_offered", when(Phase.BUILD, lambda s, actions: actions[1:])),
    ("exactly_what_can_be_built_is_offered", when(Phase.BUILD, lambda s, actions: [*actions, Grow("A1", "B1")])),
    (
        "exactly_a_futile_growth_can_be_passed",
        lambda s, actions: [one for one in actions if one != Pass()] if Pass() in actions else [*actions, Pass()],
    ),
    ("exactly_the_ways_to_follow_a_card_are_offered", when(Phase.CARD, lambda s, actions: actions[1:])),
    ("exactly_the_ways_to_follow_a_card_are_offered", when(Phase.CARD, lambda s, actions: [*actions, Pass()])),
    ("exactly_the_cards_on_top_are_drawn", when(Phase.DRAW, lambda s, actions: actions[1:])),
    ("exactly_the_cards_on_top_are_drawn", lambda s, actions: [*actions, Draw("another")]),
]  # fmt: skip

OUTCOMES: list[tuple[str, OutcomeWay]] = [
    ("there_is_an_outcome_exactly_when_the_game_is_over", lambda s, result: evolve(result, cause="boredom")),
    ("there_is_an_outcome_exactly_when_the_game_is_over", lambda s, result: evolve(result, ended_by=result.ended_by + 1)),
    (
        "money_is_cash_bonus_and_debts",
        lambda s, result: evolve(result, scores=(evolve(result.scores[0], skyscrapers=-100), *result.scores[1:])),
    ),
    (
        "money_is_cash_bonus_and_debts",
        lambda s, result: evolve(result, scores=(evolve(result.scores[0], received=12345), *result.scores[1:])),
    ),
    ("the_richest_win", lambda s, result: evolve(result, winners=())),
    ("the_richest_win", lambda s, result: evolve(result, winners=(*result.winners, 9))),
]  # fmt: skip
