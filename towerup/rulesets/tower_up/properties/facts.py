"""What properties ask of a table again and again, worked out from the state and the edition's own lists of sites and roads."""

from __future__ import annotations

from towerup.kernel.frozen import Counts

from ..box.cards import ANY
from ..state import Phase, Player, State

SETUP = (Phase.DEAL, Phase.REVEAL_START, Phase.PLACE)
"""The phases before the first turn."""


def colours_around(state: State, site: str) -> list[str]:
    """The colours of the buildings at the other ends of a site's roads."""
    return [state.buildings[neighbour].colour for neighbour in built_around(state, site)]


def built_around(state: State, site: str) -> list[str]:
    """The sites with a building at the other ends of a site's roads."""
    others = [one if other == site else other for one, other in state.box.side.roads if site in (one, other)]
    return [neighbour for neighbour in others if neighbour in state.buildings]


def roofs_on_board(state: State) -> set[tuple[str, int, str]]:
    """Every roof on the board: its site, its level and its owner's colour."""
    return {(site, level, owner) for site, built in state.buildings.items() for level, owner in built.roofs.items()}


def roofs_on_top(state: State, owner: str) -> int:
    """How many roofs of a player no floor covers."""
    return sum(built.roofs.get(built.floors) == owner for built in state.buildings.values())


def columns_reached(state: State, player: Player) -> int:
    """How many star columns every vehicle of a player has reached or passed."""
    return sum(all(at >= star for at in player.vehicles.values()) for star in state.setup.edition.stars)


def given_by(state: State, card: str) -> Counts:
    """The floors in a card's own colours that the container can give."""
    shown = state.setup.edition.cards[card].floors
    return Counts({colour: min(shown[colour], state.container[colour]) for colour in shown})


def missing_for(state: State, card: str) -> int:
    """How many floors in a card's own colours the container lacks."""
    return state.setup.edition.cards[card].floors.total - given_by(state, card).total


def falls_short(state: State, card: str) -> bool:
    """Whether taking the card now is a shortage."""
    any_floor_lacks = state.container.total < state.setup.edition.cards[card].icons
    return missing_for(state, card) > 0 or (any_floor_lacks and state.setup.rulings.empty_container == "shortage")


def has_site(state: State, starting: str) -> bool:
    """Whether a starting floor of this colour, or of any, can be placed now."""
    return any(
        state.container[colour] and site.id not in state.buildings and colour not in colours_around(state, site.id)
        for colour in (state.setup.edition.colours if starting == ANY else [starting])
        for site in state.box.side.sites
    )


def turns_end(before: State, after: State) -> bool:
    """Whether this step ends a player's turn and all extra turns after it."""
    next_turn = after.phase is Phase.TURN and not after.extra_turn
    return before.phase not in SETUP and (next_turn or after.phase is Phase.OVER)


def in_last_turns(state: State) -> bool:
    """Whether the player who triggered the end has finished those turns, and the last turns are played."""
    ending = state.ending
    if ending is None or ending.seat != state.seat:
        return ending is not None
    return ending.turns_left < len(state.players)


def seats_to_come(state: State) -> list[int]:
    """Whose turns are still to be played once the end is coming, the present one included."""
    left = state.ending.turns_left if state.ending else 0
    return [(state.seat + turn) % len(state.players) for turn in range(left)]


def rank(state: State, player: Player) -> tuple[int, int]:
    """What decides who wins: a player's Millions, then the floors in stock."""
    edition = state.setup.edition
    cone = (0, *edition.cone)[player.cone or 0]
    vehicles = sum(edition.worth[at] for at in player.vehicles.values())
    return vehicles + cone + sum(player.chips.values()), player.stock.total
