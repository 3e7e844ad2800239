"""Setup: the board for the players, what they start with, the first market, the starting floors."""

from __future__ import annotations

from attrs import evolve

from towerup.kernel.frozen import Counts

from ..actions import Action, Back, Deal, Decline, Found, Place, Reveal, Take
from ..box.cards import ANY
from ..state import Building, Phase, State
from .collection import always, step
from .facts import SETUP, has_site

# --- states


@always("TU-SETUP-01")
def the_board_is_for_this_number_of_players(state: State) -> bool:
    """The side of the board, and all that depends on it, is for as many players as there are."""
    players = len(state.players)
    return players == len(state.setup.seats) == state.box.players and players in state.box.side.players


@always("TU-SETUP-07")
def every_player_has_roofs_of_another_colour(state: State) -> bool:
    """Each player has roofs of a colour of the box that nobody else has, in the order of the seats."""
    roofs = tuple(player.roof for player in state.players)
    return (
        roofs == state.setup.seats and len(set(roofs)) == len(roofs) and {*roofs} <= {*state.setup.edition.roof_colours}
    )


@always("TU-SETUP-08")
def a_game_has_different_objectives_of_the_box(state: State) -> bool:
    """Once dealt, the objectives are as many as a game has, all different, in the order of the box."""
    known = [objective.id for objective in state.setup.edition.objectives]
    number = 0 if state.phase is Phase.DEAL else state.setup.edition.objectives_in_play
    return state.setup.objectives == tuple(id for id in known if id in state.setup.objectives)[:number] and (
        len(state.setup.objectives) == number
    )


@always("TU-SETUP-10")
def as_many_starting_floors_as_the_variant_allows(state: State) -> bool:
    """A game has a starting floor for each market card, or more up to the limit for its number of players."""
    edition = state.setup.edition
    return edition.market <= state.setup.starting_floors <= edition.most_starting_floors[len(state.players)]


@always("TU-SETUP-07", "TU-SETUP-05", "TU-BOX-02")
def until_the_first_turn_players_have_what_they_start_with(state: State) -> bool:
    """Before the first turn everyone has a floor of each colour, all roofs, vehicles at the start, no chip and no cone."""
    edition = state.setup.edition
    ones, starts = dict.fromkeys(edition.colours, 1), dict.fromkeys(edition.colours, 0)
    return state.phase not in SETUP or all(
        (player.stock, player.vehicles, player.roofs, player.chips, player.cone)
        == (ones, starts, edition.roofs, {}, None)
        for player in state.players
    )


@always("TU-SETUP-13", "TU-SETUP-14")
def the_first_player_sets_up_the_game(state: State) -> bool:
    """Before the first turn only the first player acts, and neither an extra turn nor the end is near."""
    return state.phase not in SETUP or (state.seat, state.extra_turn, state.another_turn, state.ending) == (
        0,
        False,
        False,
        None,
    )


@always("TU-SETUP-05")
def starting_floors_are_single_floors(state: State) -> bool:
    """Before the first turn a building is one floor without a roof, and there is none before the cards are revealed."""
    if state.phase in (Phase.DEAL, Phase.REVEAL_START):
        return not state.buildings
    return state.phase is not Phase.PLACE or all(
        built.floors == 1 and not built.roofs for built in state.buildings.values()
    )


@always("TU-SETUP-03", "TU-SETUP-10")
def starting_floors_wait_only_in_setup(state: State) -> bool:
    """Starting floors wait while cards are revealed for them or they are placed, never more than the game has."""
    waiting, placed, number = len(state.starting), len(state.buildings), state.setup.starting_floors
    if state.phase is Phase.REVEAL_START:
        return waiting < number
    return 0 < waiting <= number - placed if state.phase is Phase.PLACE else not waiting


# --- steps


@step("TU-SETUP-08", "TU-SETUP-07", on=(Deal,))
def dealing_only_names_the_objectives(before: State, action: Deal, after: State) -> bool:
    """Dealing chooses the objectives, and nothing else changes."""
    setup = evolve(before.setup, objectives=after.setup.objectives)
    named = sorted(after.setup.objectives) == sorted(action.objectives)
    return named and after == evolve(before, setup=setup, phase=Phase.REVEAL_START)


@step("TU-SETUP-01", "TU-SETUP-08", "TU-SETUP-10", on=(Reveal, Place, Take, Back, Found, Decline))
def what_was_agreed_stays(before: State, action: Action, after: State) -> bool:
    """Board, seats, objectives, number of starting floors and rulings stay as agreed."""
    return after.setup is before.setup or after.setup == before.setup


@step("TU-SETUP-02", on=(Reveal,))
def the_first_cards_revealed_are_the_market(before: State, action: Reveal, after: State) -> bool:
    """In setup a card joins the market while there is room, and later cards do not."""
    if before.phase is not Phase.REVEAL_START:
        return True
    room = len(before.market) < before.setup.edition.market
    return sorted(after.market) == sorted([*before.market, *([action.card.split("/")[0]] if room else [])])


@step("TU-SETUP-03", "TU-SETUP-10", on=(Reveal,))
def a_card_revealed_in_setup_gives_its_bottom(before: State, action: Reveal, after: State) -> bool:
    """Each card gives a starting floor of its bottom's colour, after those before it, until there are enough."""
    if before.phase is not Phase.REVEAL_START:
        return True
    floors = (*before.starting, action.card.split("/")[1])
    if len(floors) < before.setup.starting_floors:
        return after.phase is Phase.REVEAL_START and after.starting == floors
    return after.phase is not Phase.REVEAL_START and after.starting == floors[len(floors) - len(after.starting) :]


@step("TU-SETUP-05", "TU-BOX-01", on=(Place,))
def a_starting_floor_comes_from_the_container_and_costs_nobody(before: State, action: Place, after: State) -> bool:
    """A starting floor goes on an empty site. It comes out of the container, and nothing before a player changes."""
    buildings = {**before.buildings, action.site: Building(action.colour)}
    paid = after.container + Counts.of([action.colour]) == before.container
    return (
        action.site not in before.buildings
        and after.buildings == buildings
        and paid
        and after.players == before.players
    )


@step("TU-SETUP-03", "TU-SETUP-04", on=(Place,))
def starting_floors_are_placed_in_the_order_of_their_cards(before: State, action: Place, after: State) -> bool:
    """The floor placed is the next one, in its colour or in any if its card says so; the others keep their order."""
    first, *others = before.starting
    return first in (ANY, action.colour) and [*after.starting] == others[len(others) - len(after.starting) :]


@step("TU-SETUP-12", on=(Reveal, Place))
def only_starting_floors_without_a_site_are_passed_over(before: State, action: Reveal | Place, after: State) -> bool:
    """A starting floor is left out only if no site is legal for it, in any colour it may have and the container has."""
    if before.phase not in (Phase.REVEAL_START, Phase.PLACE) or after.phase is Phase.REVEAL_START:
        return True
    waiting = (*before.starting, action.card.split("/")[1]) if isinstance(action, Reveal) else before.starting[1:]
    return not any(has_site(after, floor) for floor in waiting[: len(waiting) - len(after.starting)])
