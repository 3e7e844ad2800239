"""Could any game have come here? What is asked of positions made by hand, beside the properties of every state.

How many turns were played cannot be seen, so the course of the game is not checked.
"""

from __future__ import annotations

from towerup.kernel.rules import Objection, Objections

from .box.challenges import Kind
from .box.edition import START
from .box.tiles import Technology
from .state import Card, Cause, Phase, Player, State


def objections_to_history(state: State) -> Objections:
    """Why no game can have led here."""
    for player in state.players:
        yield from _points_of_no_tile(state, player)
        yield from _gone_for_nothing(state, player)
    yield from _cards_not_used(state)
    yield from _too_many_cards_after_the_market(state)
    if state.phase is Phase.BUILD and not state.bare_lots(state.seat):
        who = state.player.colour
        yield Objection("NY-LAND-02", f"{who} has just acquired a lot, but has none without a building")


def _points_of_no_tile(state: State, player: Player) -> Objections:
    """Everybody has the points of the tiles that they have built, standing or demolished; Gold Prestige may bring more."""
    edition = state.setup.edition
    built = sum(tile.points for tile in edition.own if tile.id not in player.tiles)
    built += sum(tile.points for tile in edition.legendaries if any(one.tile == tile.id for one in player.buildings))
    more = player.points - built
    if more < 0 or (more and state.setup.challenge != Kind.GOLD_PRESTIGE.word):
        yield Objection("NY-BUILD-06", f"{player.colour} has built tiles for {built} points, but has {player.points}")


def _gone_for_nothing(state: State, player: Player) -> Objections:
    """A tile that is built and does not stand was demolished for a newer one; and gold is never demolished."""
    edition = state.setup.edition
    standing = {one.tile for one in player.buildings}
    built = {tile.id for tile in edition.own if tile.id not in player.tiles} | standing
    started = set() if state.setup.expert else {START}
    gone = [edition.tiles[tile].technology for tile in (built | started) - standing]
    newest = max((edition.tiles[tile].technology for tile in built), default=Technology.START)
    if Technology.GOLD in gone:
        yield Objection("NY-REBUILD-03", f"gold of {player.colour} is built and does not stand")
    elif any(technology >= newest for technology in gone):
        yield Objection("NY-REBUILD-01", f"something of {player.colour} is gone, and nothing newer was built")


def _cards_not_used(state: State) -> Objections:
    """A second lot or a second building comes of a card that has been used, and a turn goes on after building for one of them."""
    cards = state.player.cards
    if (state.second_lot or state.phase is Phase.GRAB) and Card.GRAB in cards:
        yield Objection("NY-CARD-05", "a second lot is to be acquired, but Land Grab has not been used")
    if state.phase is Phase.BOOM and Card.BOOM in cards:
        yield Objection("NY-CARD-06", "a second building is to be built, but Construction Boom has not been used")
    if state.phase is Phase.AFTER and not state.second_lot:
        ended = state.ending is not None and state.ending.seat == state.seat
        if ended or Card.BOOM not in cards:
            yield Objection("NY-CARD-06", "after building the turn goes on, but there is no card to go on with")
    if state.phase is Phase.RENEW and Card.SHIFT in cards:
        yield Objection("NY-CARD-01", "the market is dealt anew, but Market Shift has not been used")


def _too_many_cards_after_the_market(state: State) -> Objections:
    """Market and pile held too few cards then, and no more have come than lots were given back in last turns."""
    ending = state.ending
    if ending is None or ending.cause is not Cause.MARKET:
        return
    cards = state.market.total + state.cards_in_pile
    most = state.setup.edition.market - 1 + (state.seat - ending.seat) % len(state.players)
    if cards > most:
        yield Objection("NY-END-02", f"the market could not be filled, but {cards} cards are in market and pile")
