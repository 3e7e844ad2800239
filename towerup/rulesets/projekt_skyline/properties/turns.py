"""Turns: what follows what, the dice, and who is next."""

from __future__ import annotations

from ..actions import Action, Build, Corner, Draw, Grow, Pass, Place, Remove, Roll, Shift, Swap, Tax, Walk
from ..box.cards import Kind
from ..state import Phase, State
from .collection import always, step
from .facts import SETUP, buildings, card_of, is_round, placing

COURSE: dict[tuple[Phase, type[Action]], tuple[Phase, ...]] = {
    (Phase.CORNER, Corner): (Phase.CORNER, Phase.PLACE),
    (Phase.PLACE, Place): (Phase.PLACE, Phase.ROLL),
    (Phase.ROLL, Roll): (Phase.ROLL, Phase.BUILD, Phase.DRAW, Phase.OVER),
    (Phase.BUILD, Build): (Phase.ROLL,),
    (Phase.BUILD, Grow): (Phase.ROLL, Phase.OVER),
    (Phase.BUILD, Pass): (Phase.ROLL,),
    (Phase.DRAW, Draw): (Phase.CARD, Phase.THROW, Phase.ROLL, Phase.DRAW, Phase.OVER),
    (Phase.THROW, Roll): (Phase.ROLL, Phase.DRAW, Phase.OVER),
    (Phase.CARD, Walk): (Phase.ROLL, Phase.DRAW, Phase.OVER),
    (Phase.CARD, Tax): (Phase.ROLL, Phase.OVER),
    (Phase.CARD, Remove): (Phase.ROLL,),
    (Phase.CARD, Swap): (Phase.ROLL,),
    (Phase.CARD, Shift): (Phase.ROLL,),
    (Phase.CARD, Place): (Phase.ROLL,),
}
"""What can follow, by what the table waits for and the action."""


@always("PS-TURN-04", "PS-TURN-02")
def the_black_die_lies_there_while_somebody_builds(state: State) -> bool:
    """The black die shows one of its faces exactly while somebody builds."""
    return state.die in state.setup.edition.black if state.phase is Phase.BUILD else state.die is None


@always("PS-TURN-01")
def the_seats_are_those_of_players(state: State) -> bool:
    """It is the turn of a player, and a player draws."""
    return all(0 <= seat < len(state.players) for seat in (state.seat, state.drawer or 0))


@always("PS-BUILD-06", "PS-BUILD-05")
def a_builder_can_build(state: State) -> bool:
    """Somebody is to build only if there is something to build."""
    return state.phase is not Phase.BUILD or bool(buildings(state, state.seat, state.die or 0))


@step("PS-TURN-02", on=(Corner, Place, Roll, Build, Grow, Pass, Draw, Walk, Tax, Remove, Swap, Shift))
def a_turn_takes_its_course(before: State, action: Action, after: State) -> bool:
    """Only what the table waits for is done, and only what can follow it follows."""
    return after.phase in COURSE.get((before.phase, type(action)), ())


@step("PS-TURN-01", on=(Roll, Build, Grow, Pass, Draw, Walk, Tax, Remove, Swap, Shift))
def turns_pass_clockwise(before: State, action: Action, after: State) -> bool:
    """The turn passes to the left when it is over, and stays where it is otherwise."""
    return after.seat == (before.seat + (after.phase is Phase.ROLL)) % len(before.players)


@step("PS-TURN-01", "PS-SETUP-06", on=(Corner, Place))
def in_setup_the_next_in_order_is_next(before: State, action: Corner | Place, after: State) -> bool:
    """While pieces are placed for the start, seats follow the order of placing; a card's floor ends the turn."""
    if before.phase not in SETUP:
        return after.seat == (before.seat + 1) % len(before.players)
    chosen = sum(player.pawn is not None for player in after.players)
    done = chosen % len(after.players) if before.phase is Phase.CORNER else len(after.constructions)
    order = placing(before.setup)
    return done == len(order) or after.seat == order[done]


@step("PS-TURN-04", on=(Roll,))
def the_dice_that_are_asked_for(before: State, action: Roll, after: State) -> bool:
    """Both dice are rolled in a turn and for the card that pays for them; the white one alone for the card that asks for it."""
    card, edition = card_of(before), before.setup.edition
    alone = card is not None and card.kind is Kind.THROW
    shown = action.white in edition.white and (action.black is None or action.black in edition.black)
    return (action.black is None) == alone and shown


@step("PS-PAWN-03", "PS-TURN-04", on=(Roll,))
def what_follows_the_dice(before: State, action: Roll, after: State) -> bool:
    """After the dice of a turn a card is drawn on a round space; else the architect moves by the black die, if anything can be
    built; if not, the turn is over.
    """
    if before.phase is not Phase.ROLL or after.phase is Phase.OVER:
        return True
    if is_round(after.players[before.seat].pawn):
        return (after.phase, after.drawer) == (Phase.DRAW, before.seat)
    if buildings(before, before.seat, action.black or 0):
        return (after.phase, after.die) == (Phase.BUILD, action.black)
    return after.phase is Phase.ROLL
