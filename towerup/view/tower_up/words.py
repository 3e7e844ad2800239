"""What both pictures say in words and letters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from towerup.rulesets.tower_up.actions import Action, Found, Place
from towerup.rulesets.tower_up.box.board import Area, Board, District
from towerup.rulesets.tower_up.box.cards import ANY, Card, letters
from towerup.rulesets.tower_up.scoring import outcome
from towerup.rulesets.tower_up.state import Building, Setup, State, prompt


def floor_letters(setup: Setup) -> dict[str, str]:
    """A small letter for each colour of floors, as in the names of cards."""
    return letters(setup.edition.colours)


def roof_letters(setup: Setup) -> dict[str, str]:
    """A capital letter for each colour of roofs in play."""
    given = letters([roof.lower() for roof in setup.seats])
    return {roof: given[roof.lower()].upper() for roof in setup.seats}


def listed(counts: Mapping[str, int], order: Iterable[str], nothing: str = "nothing") -> str:
    """Counts in words, in this order: `2 black, 1 white`."""
    return ", ".join(f"{counts[name]} {name}" for name in order if counts.get(name)) or nothing


def many(count: int, thing: str) -> str:
    """A number of things: `1 card`, `2 cards`."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def site_words(site: str, building: Building | None) -> str:
    """What stands on a site: `C4: black, 2 floors, blue roof on 2`, or `C4: empty`."""
    if building is None:
        return f"{site}: empty"
    roofs = "".join(f", {roof} roof on {level}" for level, roof in sorted(building.roofs.items()))
    return f"{site}: {building.colour}, {many(building.floors, 'floor')}{roofs}"


def building_words(state: State) -> list[str]:
    """Every building in words, in the order of the sites."""
    return [site_words(site, state.buildings[site]) for site in state.box.sites if site in state.buildings]


def market_words(state: State) -> str:
    """The names of the cards in the market."""
    return f"market: {', '.join(state.market) or 'no card'}"


def vehicle_words(state: State, seat: int) -> str:
    """Where a player's vehicles are: `black 2, grey 0`."""
    steps = state.players[seat].vehicles
    return ", ".join(f"{colour} {steps[colour]}" for colour in state.setup.edition.colours)


def told(state: State) -> str:
    """How the game stands, in a sentence or two."""
    return ". ".join(words for words in (turn_words(state), ending_words(state)) if words)


def card_words(setup: Setup, card: Card) -> str:
    """What a card shows: `1 grey, 2 any; black vehicle 1 step`."""
    colours = setup.edition.colours
    shown = [listed({**card.floors, ANY: card.multicolour}, (*colours, ANY))] if card.icons else []
    shown += [f"{colour} vehicle {many(card.vehicles[colour], 'step')}" for colour in colours if card.vehicles[colour]]
    return "; ".join(shown)


def turn_words(state: State) -> str:
    """Whom the table waits for, and for what; or who has won."""
    seats = state.setup.seats
    result = outcome(state)
    if result is not None:
        best = result.scores[result.winners[0]].total
        who = " and ".join(seats[seat] for seat in result.winners)
        won = f"{who} {'wins' if len(result.winners) == 1 else 'win together'} with {many(best, 'Million')}"
        return f"The game is over: {won}" + ("" if result.decided_by == "Millions" else f" ({result.decided_by})")
    extra = " (an extra turn)" if state.extra_turn else ""
    another = "; another turn follows" if state.another_turn else ""
    return f"Waits for {prompt(state)}{extra}{another}"


def ending_words(state: State) -> str:
    """Why the end is coming or came; nothing while it is not."""
    if state.ending is None:
        return ""
    return f"{'Ended' if state.is_over else 'The end is coming'}: {state.ending.cause}, by {state.setup.seats[state.ending.seat]}"


def district_words(board: Board, district: District) -> str:
    """A district with its sites: `A Hillside (A1 to A10)`, `B Railyard, grey (B1, B4)`."""
    sites = [site.id for site in board.sites if site.district == district.id]
    in_a_row = sites == [f"{district.id}{number}" for number in range(1, len(sites) + 1)]
    shown = f"{sites[0]} to {sites[-1]}" if in_a_row and len(sites) > 2 else ", ".join(sites)
    return f"{district.id} {district.name}{', grey' if district.grey else ''} ({shown})"


def area_words(areas: Iterable[Area]) -> str:
    """Parks or lakes with their sites: `Mill Pond (A9, B4)`."""
    return "; ".join(f"{area.name} ({', '.join(area.sites)})" for area in areas)


def sites_in(action: Action | None) -> frozenset[str]:
    """The sites that an action names."""
    if isinstance(action, Found):
        return frozenset((action.site, action.roof))
    return frozenset((action.site,)) if isinstance(action, Place) else frozenset()
