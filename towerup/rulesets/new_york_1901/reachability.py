"""Laws of positions: could any game have come here?

States that come of play need not be asked this; a state built by hand or read from a file must. The laws of states are
asked first. What is asked here besides: whether points, tiles and cards fit what stands on the board. How many turns were
played cannot be seen, so the course of the game is not checked.
"""

from __future__ import annotations

from towerup.kernel.invariants import StateLaws, Told
from towerup.kernel.rules import Finding

from .challenges import Kind
from .retelling import buildings
from .state import BOOM_CARD, GRAB_CARD, SHIFT_CARD, Cause, Phase, State
from .state_laws import STATE_LAWS

REACHABILITY_LAWS: StateLaws[State] = StateLaws()

_law = REACHABILITY_LAWS.law


def impossibilities(state: State) -> list[Finding]:
    """Every reason why no game can reach this state, as far as the laws know."""
    found = [finding for law in STATE_LAWS for finding in law.broken_by(state)]
    # What can have come about is asked only where the table itself makes sense.
    return found or [finding for law in REACHABILITY_LAWS for finding in law.broken_by(state)]


@_law("NY-BUILD-06", "NY-REBUILD-05", "NY-CHALLENGE-04")
def points_come_from_tiles(state: State) -> Told:
    """Everybody has the points of the tiles that they have built, standing or demolished; Gold Prestige may bring more."""
    setup = state.setup
    own = setup.edition.own
    for seat, colour in enumerate(setup.seats):
        built = sum(tile.points for number, tile in enumerate(own) if not state.left[seat] >> number & 1)
        built += sum(one.points for one in buildings(state, seat) if one.height)
        more = state.points[seat] - built
        if more < 0 or (more and setup.challenge != Kind.GOLD_PRESTIGE.word):
            yield f"{colour} has built tiles for {built} points, but has {state.points[seat]}"


@_law("NY-REBUILD-01", "NY-REBUILD-02", "NY-SETUP-02", "NY-REBUILD-03")
def what_is_gone_was_replaced(state: State) -> Told:
    """A tile that is built and does not stand was demolished for one of a newer technology, which is built or demolished too;
    and gold is never demolished.
    """
    setup = state.setup
    tiles = setup.edition.tiles
    for seat, colour in enumerate(setup.seats):
        standing = {one.tile for one in buildings(state, seat)}
        built = {n for n in range(len(setup.edition.own)) if not state.left[seat] >> n & 1} | standing
        gone = [tiles[n].technology for n in built - standing]
        if not setup.expert and len(tiles) - 1 not in standing:
            gone.append(tiles[-1].technology)
        newest = max((tiles[n].technology for n in built), default=0)
        if any(technology == 3 for technology in gone):
            yield ("NY-REBUILD-03", f"gold of {colour} is built and does not stand")
        elif any(technology >= newest for technology in gone):
            yield f"something of {colour} is gone, and nothing newer was built"


@_law("NY-CARD-05", "NY-CARD-06", "NY-CARD-01")
def marks_come_from_cards(state: State) -> Told:
    """A second lot or a second building comes of a card that has been used, and a turn goes on after building for one of them."""
    cards = state.cards[state.seat]
    if (state.grab or state.phase is Phase.GRAB) and cards & GRAB_CARD:
        yield "a second lot is to be acquired, but Land Grab has not been used"
    if state.phase is Phase.BOOM and cards & BOOM_CARD:
        yield ("NY-CARD-06", "a second building is to be built, but Construction Boom has not been used")
    if state.phase is Phase.AFTER and not state.grab:
        ended = state.ending is not None and state.ending.seat == state.seat
        if ended or not cards & BOOM_CARD:
            yield ("NY-CARD-06", "after building the turn goes on, but there is no card to go on with")
    if state.phase is Phase.RENEW and cards & SHIFT_CARD:
        yield ("NY-CARD-01", "the market is dealt anew, but Market Shift has not been used")


@_law("NY-END-02", "NY-TURN-06")
def after_an_end_by_the_market_few_cards_are_left(state: State) -> Told:
    """Market and pile held too few cards then, and no more have come than lots were given back in last turns."""
    setup, ending = state.setup, state.ending
    if ending is None or ending.cause is not Cause.MARKET:
        return
    cards = sum(state.market) + sum(map(sum, state.pile))
    most = setup.edition.market - 1 + (state.seat - ending.seat) % len(setup.seats)
    if cards > most:
        yield f"the market could not be filled, but {cards} cards are in market and pile"


@_law("NY-LAND-02", "NY-LAND-03")
def whoever_has_just_acquired_has_a_bare_lot(state: State) -> Told:
    """After acquiring, and before building, the player has a lot with a worker on it."""
    if state.phase is Phase.BUILD and not state.lots[state.seat] & ~state.touched[state.seat]:
        yield f"{state.setup.seats[state.seat]} is to have acquired a lot, but has none without a building"
