"""What both pictures say in words and letters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from towerup.kernel import counts
from towerup.rulesets.tower_up.actions import Action, Found, Place
from towerup.rulesets.tower_up.board import Area, Board, District
from towerup.rulesets.tower_up.cards import Kind, letters
from towerup.rulesets.tower_up.judging import wanted_now
from towerup.rulesets.tower_up.scoring import outcome
from towerup.rulesets.tower_up.setup import Setup
from towerup.rulesets.tower_up.state import ANOTHER, EXTRA, State
from towerup.rulesets.tower_up.table import Building


def floor_letters(setup: Setup) -> dict[str, str]:
    """A small letter for each colour of floors, as in the names of cards."""
    return letters(setup.edition.colours)


def roof_letters(setup: Setup) -> dict[str, str]:
    """A capital letter for each colour of roofs in play."""
    given = letters(tuple(roof.lower() for roof in setup.seats))
    return {roof: given[roof.lower()].upper() for roof in setup.seats}


def listed(held: Mapping[str, int], nothing: str = "nothing") -> str:
    """Things counted: `2 black, 1 white`."""
    return ", ".join(f"{count} {name}" for name, count in held.items() if count) or nothing


def many(count: int, thing: str) -> str:
    """A number of things: `1 card`, `2 cards`."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def building_words(site: str, building: Building) -> str:
    """What stands on a site: `C4: black, 2 floors, blue roof on 2`."""
    roofs = "".join(f", {roof} roof on {level}" for level, roof in building.roofs.items())
    return f"{site}: {building.colour}, {many(building.floors, 'floor')}{roofs}"


def told(state: State) -> str:
    """How the game stands, in a sentence or two."""
    return ". ".join(words for words in (turn_words(state), ending_words(state)) if words)


def card_words(setup: Setup, kind: Kind) -> str:
    """What a card shows: `1 grey, 2 any; black vehicle 1 step`."""
    colours = setup.edition.colours
    floors = dict(zip(colours, counts.unpack(kind.printed, len(colours)), strict=True)) | {"any": kind.wild}
    shown = [listed(floors)] if kind.icons else []
    shown += [
        f"{colour} vehicle {many(steps, 'step')}" for colour, steps in zip(colours, kind.vehicles, strict=True) if steps
    ]
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
    run = " (an extra turn)" if state.run & EXTRA else ""
    run += "; another turn follows" if state.run & ANOTHER else ""
    return f"Waits for {wanted_now(state)}{run}"


def ending_words(state: State) -> str:
    """Why the end is coming or came; nothing while it is not."""
    if state.ending is None:
        return ""
    return f"{'Ended' if state.is_over else 'The end is coming'}: {state.ending.cause.words}, by {state.setup.seats[state.ending.seat]}"


def district_words(board: Board, district: District) -> str:
    """A district with its sites: `A Hillside (A1 to A10)`, `B Railyard, grey (B1, B4)`."""
    sites = [site.id for site in board.sites if site.district == district.id]
    in_a_row = sites == [f"{district.id}{number}" for number in range(1, len(sites) + 1)]
    shown = f"{sites[0]} to {sites[-1]}" if in_a_row and len(sites) > 2 else ", ".join(sites)
    return f"{district.id} {district.name}{', grey' if district.grey else ''} ({shown})"


def area_words(areas: Iterable[Area]) -> str:
    """Parks or lakes with their sites: `Mill Pond (A9, B4)`."""
    return "; ".join(f"{area.name} ({', '.join(area.sites)})" for area in areas)


def touched(last: Action | None) -> frozenset[str]:
    """The sites that an action names."""
    if isinstance(last, Found):
        return frozenset((last.site, last.roof))
    return frozenset((last.site,)) if isinstance(last, Place) else frozenset()
