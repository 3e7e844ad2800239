"""Laws of steps in setup: objectives dealt, cards revealed, starting floors placed."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from towerup.kernel import counts
from towerup.kernel.counts import WIDTH
from towerup.kernel.invariants import Told, TransitionLaws

from .actions import Action, Back, Deal, Decline, Found, Place, Reveal, Take
from .setup import ANY_COLOUR
from .state import COLOUR, ROOFS, Phase, State, floors_of

SETUP_STEP_LAWS: TransitionLaws[State, Action] = TransitionLaws()

_law = SETUP_STEP_LAWS.law

_REVEAL_START, _PLACE, _TURN = Phase.REVEAL_START, Phase.PLACE, Phase.TURN
_ALL_BUT_DEAL = (Reveal, Place, Take, Back, Found, Decline)


@_law("TU-SETUP-08", "TU-SETUP-07", on=(Deal,))
def a_deal_only_names_objectives(before: State, action: Deal, after: State) -> Told:
    """Dealing chooses the objectives and changes nothing else."""
    old, new = before.setup, after.setup
    wrong: list[str | tuple[str, str]] = []
    if sorted(new.objectives) != sorted(action.objectives):
        wrong.append(f"{', '.join(new.objectives)} are in play")
    if (new.edition, new.seats, new.starting_floors, new.rulings) != (
        old.edition,
        old.seats,
        old.starting_floors,
        old.rulings,
    ):
        wrong.append("the rest of the setup has changed")
    if _rest_of_the_table(before) != _rest_of_the_table(after):
        wrong.append(("TU-SETUP-07", "something on the table has changed"))
    return wrong


_TABLE = attrgetter("seat", "run", "towers", "container", "market", "pile", "discards", "ending", "starting")


def _rest_of_the_table(state: State) -> tuple[Any, ...]:
    """All that dealing leaves alone."""
    players = [(one.stock, one.vehicles, one.roofs, any(one.chips), one.cone) for one in state.players]
    return (*_TABLE(state), players)


@_law("TU-SETUP-08", "TU-SETUP-03", on=_ALL_BUT_DEAL, about=("setup", "starting"))
def the_setup_stays(before: State, action: Action, after: State) -> Told:
    """Once the objectives are dealt, what was agreed for the game stays; once play has begun, no starting floors come."""
    if before.setup != after.setup:
        return ["the setup has changed"]
    if before.phase >= _TURN and before.starting != after.starting:
        return [("TU-SETUP-03", "the starting floors to be placed have changed in play")]
    return ()


@_law("TU-SETUP-03", "TU-SETUP-02", "TU-SETUP-11", "TU-SETUP-12", on=(Reveal,))
def cards_revealed_in_setup(before: State, action: Reveal, after: State) -> Told:
    """A card revealed in setup joins the market while that has room, and its bottom is a starting floor to place. After the
    last of them all cards that are not in the market are in the pile again.
    """
    if before.phase is not _REVEAL_START:
        return ()
    setup, edition = before.setup, before.setup.edition
    if action.card not in edition.card_numbers:
        return [f"{action.card} is no card with a bottom"]
    kind, bottom = action.card.split("/")
    shown = ANY_COLOUR if bottom == "any" else edition.colours.index(bottom)
    wrong: list[str | tuple[str, str]] = []
    if len(before.market) < edition.market:
        if after.market != tuple(sorted((*before.market, edition.kind_numbers[kind]))):
            wrong.append(("TU-SETUP-02", f"{kind} did not come into the market"))
    elif after.market != before.market:
        wrong.append(("TU-SETUP-02", "the market was full and has changed"))
    revealed = (*before.starting, shown)
    if len(revealed) < setup.starting_floors:
        if after.starting != revealed or after.phase is not _REVEAL_START:
            wrong.append("the next card for a starting floor is not asked for")
        left = [*before.pile]
        left[edition.card_numbers[action.card]] -= 1
        if [*after.pile] != left:
            wrong.append(("TU-SETUP-02", f"the pile did not lose just {action.card}"))
    else:
        passed = len(revealed) - len(after.starting)
        if revealed[passed:] != after.starting:
            wrong.append("the starting floors to be placed are not those revealed")
        elif _left_out(after, revealed[:passed]):
            wrong.append(("TU-SETUP-12", "a starting floor that has a legal site was left out"))
        unseen = [boxed - after.market.count(kind) for kind, boxed in enumerate(edition.cards_of_kind)]
        if [*after.pile] != unseen:
            wrong.append(("TU-SETUP-11", "not all cards but the market went back into the pile"))
        if after.phase is not (_PLACE if after.starting else _TURN):
            wrong.append(f"{after.phase.name} comes with {len(after.starting)} starting floors to place")
    if after.discards != before.discards:
        wrong.append(("TU-SETUP-02", "a card was discarded"))
    return wrong


@_law("TU-SETUP-03", "TU-SETUP-04", "TU-SETUP-05", "TU-SETUP-12", "TU-SETUP-13", on=(Place,))
def starting_floors_placed(before: State, action: Place, after: State) -> Told:
    """A starting floor is the next one's colour, on an empty site; it costs nobody anything, and nothing else moves. Those
    without a legal site are passed over.
    """
    setup = before.setup
    site, colour = setup.board.index[action.site], setup.edition.colours.index(action.colour)
    wrong: list[str | tuple[str, str]] = []
    if before.starting[:1] not in ((colour,), (ANY_COLOUR,)):
        wrong.append(f"{action.colour} is not the next colour")
    towers = list(before.towers)
    if towers[site]:
        wrong.append(("TU-SETUP-05", f"{action.site} was not empty"))
    towers[site] = after.towers[site]
    if tuple(towers) != after.towers or floors_of(towers[site]) != 1 or towers[site] >> ROOFS:
        wrong.append(("TU-SETUP-05", "more than one floor was placed"))
    if (towers[site] & COLOUR) - 1 != colour:
        wrong.append(f"the floor on {action.site} is not {action.colour}")
    if before.players != after.players:
        wrong.append(("TU-SETUP-05", "something before a player has changed"))
    if after.container != before.container - (1 << (WIDTH * colour)) or not counts.count(before.container, colour):
        wrong.append(("TU-SETUP-05", "the floor did not come out of the container"))
    passed = before.starting[1 : len(before.starting) - len(after.starting)]
    if before.starting[1 + len(passed) :] != after.starting:
        wrong.append("the rest of the starting floors has changed")
    if _left_out(after, passed):
        wrong.append(("TU-SETUP-12", "a starting floor that has a legal site was left out"))
    if after.phase is not (_PLACE if after.starting else _TURN):
        wrong.append("play begins too early or too late")
    return wrong


def _left_out(state: State, passed: tuple[int, ...]) -> bool:
    """Whether one of these starting floors could have been placed."""
    return any(_may_stand(state, site, wanted) for wanted in passed for site in range(len(state.towers)))


def _may_stand(state: State, site: int, wanted: int) -> bool:
    towers = state.towers
    around = {towers[neighbour] & COLOUR for neighbour in state.setup.neighbours[site]}
    colours = range(state.setup.colours) if wanted == ANY_COLOUR else (wanted,)
    return not towers[site] and any(
        colour + 1 not in around and counts.count(state.container, colour) for colour in colours
    )
