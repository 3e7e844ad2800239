"""What both pictures say in words and letters."""

from __future__ import annotations

from collections.abc import Mapping

from towerup.rulesets.projekt_skyline.actions import Action, Build, Corner, Grow, Place, Remove, Shift, Swap
from towerup.rulesets.projekt_skyline.scoring import outcome
from towerup.rulesets.projekt_skyline.state import Cause, Setup, State, prompt

SIZES = ("one floor", "two floors", "skyscraper")


def letters(setup: Setup) -> dict[str, str]:
    """A capital letter for each colour in play: its first, or if that is taken another of its own."""
    given: dict[str, str] = {}
    for colour in setup.seats:
        candidates = [*colour.upper(), *"ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
        given[colour] = next(sign for sign in candidates if sign.isalpha() and sign not in given.values())
    return given


def many(count: int, thing: str) -> str:
    """A number of things: `1 card`, `2 cards`."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def listed(held: Mapping[str, int], nothing: str = "none") -> str:
    """Things counted: `2 tax, 1 leader`."""
    return ", ".join(f"{count} {name}" for name, count in held.items() if count) or nothing


def title_words(state: State) -> str:
    """What is played."""
    variant = ", variant for experts" if state.setup.expert else ""
    return f"{many(len(state.setup.seats), 'player')}{variant}"


def turn_words(state: State) -> str:
    """Whom the table waits for, and for what; or who has won."""
    seats = state.setup.seats
    result = outcome(state)
    if result is None:
        return f"Waits for {prompt(state)}"
    best = result.scores[result.winners[0]].total
    who = " and ".join(seats[seat] for seat in result.winners)
    return f"The game is over: {who} {'wins' if len(result.winners) == 1 else 'win together'} with {best}"


def ending_words(state: State) -> str:
    """Why the game has ended; nothing while it has not."""
    ending = state.ending
    if ending is None:
        return ""
    who = state.setup.seats[ending.seat]
    if ending.cause is Cause.LAST_SKYSCRAPER:
        return f"Ended: {who} has built the last skyscraper"
    creditor = "the bank" if ending.creditor is None else state.setup.seats[ending.creditor]
    return f"Ended: {who} owes {creditor} {ending.debt} and has {state.players[ending.seat].cash}"


def told(state: State) -> str:
    """How the game stands, in a sentence or two."""
    return ". ".join(words for words in (turn_words(state), card_words(state), ending_words(state)) if words)


def card_words(state: State) -> str:
    """The card that is being followed, and by whom; nothing if there is none."""
    card = state.followed
    return "" if card is None else f"{card.id}: {card.title}"


def pile_words(state: State) -> tuple[str, str]:
    """The cards that nobody has seen, and the order of those under them."""
    unseen = {card.id: state.unseen[card.id] for card in state.setup.edition.cards}
    return listed(unseen), ", ".join(state.used) or "none"


def touched(last: Action | None) -> frozenset[str]:
    """The cells and spaces that an action names."""
    if isinstance(last, Grow):
        return frozenset(cell for cell in (last.cell, last.join, last.raze) if cell is not None)
    if isinstance(last, Build | Place | Remove):
        return frozenset((last.cell,))
    if isinstance(last, Swap):
        return frozenset(last.cells)
    if isinstance(last, Shift):
        return frozenset((last.cell, last.to))
    return frozenset((last.corner,)) if isinstance(last, Corner) else frozenset()
