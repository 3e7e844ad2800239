"""The board: pieces, building, growing, razing."""

from __future__ import annotations

from ..actions import Action, Build, Corner, Draw, Grow, Pass, Remove, Roll, Shift, Swap, Tax, Walk
from ..state import Construction, State
from .collection import always, step
from .facts import (
    all_cells,
    borrowed,
    far,
    floors_out,
    growths_of,
    has_floor_left,
    is_futile,
    own_cells,
    skyscrapers_taken,
    spare_floors,
    without,
)  # fmt: skip

# --- states


@always("PS-BOX-01")
def no_floor_appears_or_vanishes(state: State) -> bool:
    """A player's floors are in the reserve or on the board; what is on the board beyond them is borrowed, and nothing else is."""
    floors = state.setup.edition.floors
    return all(
        player.floors + floors_out(state, player.colour) == floors + player.borrowed
        and player.floors >= 0
        and player.borrowed == max(0, floors_out(state, player.colour) - floors)
        for player in state.players
    )


@always("PS-BOX-02", "PS-SETUP-01")
def every_skyscraper_is_in_the_reserve_or_on_the_board(state: State) -> bool:
    """The skyscrapers of each player in the reserve and on the board are as many as they took."""
    taken = skyscrapers_taken(state.setup)
    return all(
        player.skyscrapers >= 0 and player.skyscrapers + len(own_cells(state, player.colour, 3)) == taken
        for player in state.players
    )


@always("PS-BUILD-07", "PS-BOX-01")
def no_more_floors_are_borrowed_than_nobody_plays_with(state: State) -> bool:
    """Borrowed floors are of colours that nobody plays, unless the ruling lets anything stand for a floor."""
    endless = state.setup.rulings.out_of_floors == "as_many_as_needed"
    return endless or borrowed(state) <= spare_floors(state.setup)


@always("PS-BOX-04", "PS-TOWER-01", "PS-BUILD-02")
def constructions_stand_on_cells_of_the_board(state: State) -> bool:
    """A construction stands on a cell of the board, has an owner who plays, and one floor, two floors, or is a skyscraper."""
    cells = {*all_cells(state)}
    return all(
        cell in cells and one.owner in state.setup.seats and one.floors in (1, 2, 3)
        for cell, one in state.constructions.items()
    )


# --- steps


@step("PS-BUILD-01", "PS-BUILD-02", "PS-BUILD-03", "PS-BUILD-04", "PS-BUILD-07", "PS-BOX-01", on=(Build,))
def a_floor_is_built_on_an_empty_cell(before: State, action: Build, after: State) -> bool:
    """One floor of the builder goes on an empty cell, as far from the architect as the black die says; nothing else changes."""
    assert before.architect is not None
    reached = far(before.architect, action.cell) == before.die and action.cell not in before.constructions
    built = {**before.constructions, action.cell: Construction(before.setup.seats[before.seat], 1)}
    return reached and has_floor_left(before, before.seat) and after.constructions == built


@step("PS-BUILD-04", "PS-GROW-05", on=(Build, Grow))
def the_architect_goes_where_was_built(before: State, action: Build | Grow, after: State) -> bool:
    """After building the architect stands on the new floor, after razing on what has razed."""
    return after.architect == (action.raze if isinstance(action, Grow) else action.cell)


@step("PS-BUILD-01", "PS-BUILD-02", "PS-BUILD-03", "PS-BUILD-07", on=(Grow,))
def what_grows_is_low_and_ones_own(before: State, action: Grow, after: State) -> bool:
    """An own construction of one or two floors grows, as far from the architect as the black die says, with a floor that is left."""
    assert before.architect is not None
    own = own_cells(before, before.setup.seats[before.seat], 1, 2)
    return (
        action.cell in own and far(before.architect, action.cell) == before.die and has_floor_left(before, before.seat)
    )


@step(
    "PS-GROW-01", "PS-GROW-02", "PS-GROW-03", "PS-GROW-04", "PS-BOX-04", on=(Grow,)
)  # fmt: skip
def what_has_grown_razes_what_it_can(before: State, action: Grow, after: State) -> bool:
    """It moves as far as it has floors onto a lower construction of an opponent without the architect, maybe by joining."""
    return action in growths_of(before, before.seat, action.cell)


@step("PS-GROW-05", "PS-GROW-01", on=(Grow,))
def what_has_grown_takes_the_place_of_what_it_razed(before: State, action: Grow, after: State) -> bool:
    """What grew, and what it joined, is gone from its cell. It stands where it razed; two floors as such, three as a skyscraper."""
    gone = [action.cell, action.raze, *([] if action.join is None else [action.join])]
    floors = 3 if action.join is not None else before.constructions[action.cell].floors + 1
    moved = Construction(before.setup.seats[before.seat], floors)
    return after.constructions == {**without(before, *gone), action.raze: moved}


@step("PS-TURN-02", "PS-CARD-04", "PS-TOWER-02", on=(Corner, Roll, Pass, Draw, Walk, Tax))
def only_building_and_cards_change_the_board(before: State, action: Action, after: State) -> bool:
    """No other action changes a construction, a reserve or the place of the architect."""
    same_board = after.constructions is before.constructions or after.constructions == before.constructions
    same_reserves = all(
        (old.floors, old.borrowed, old.skyscrapers) == (new.floors, new.borrowed, new.skyscrapers)
        for old, new in zip(before.players, after.players, strict=True)
    )
    return same_board and same_reserves and after.architect == before.architect


@step("PS-CARD-04", on=(Remove, Swap, Shift))
def no_card_moves_the_architect(before: State, action: Action, after: State) -> bool:
    """Whatever a card does to the board, the architect stays where it is, and what it stands on stays as it is."""
    cell = before.architect
    return cell is not None and after.architect == cell and after.constructions[cell] == before.constructions[cell]


@step("PS-BUILD-05", on=(Pass,))
def passing_is_a_ruling(before: State, action: Pass, after: State) -> bool:
    """Nobody passes but under the ruling that allows it, for a growth that would raze nothing."""
    allowed = before.setup.rulings.futile_growth == "may_pass"
    return allowed and before.die is not None and is_futile(before, before.seat, before.die)
