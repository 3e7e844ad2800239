"""Taking a card, refilling the market, putting floors back.

FR “PRENDRE 1 CARTE”, “PÉNURIE DE MATÉRIEL”; PL “WEŹ 1 KARTĘ”, “BRAK KOMPONENTÓW”.
"""

from __future__ import annotations

import attrs

from towerup.kernel.counts import FIELD
from towerup.kernel.states import blank, fill

from .cards import left_after_printed
from .ending import after_action, with_shortage
from .space import BackMove, RevealMove, TakeMove
from .stars import moved_on
from .state import ANOTHER, Phase, Player, State, changed

_TURN, _REVEAL = Phase.TURN, Phase.REVEAL


def take(state: State, move: TakeMove) -> State:
    """A card of the market is discarded and what it shows is had; the market now wants a card."""
    setup = state.setup
    seat, container = state.seat, state.container
    kind = setup.kinds[move.kind]
    printed, guard = kind.printed, setup.guard
    ending = state.ending
    # TU-TAKE-02, TU-TAKE-09
    if ((container | guard) - printed) & guard == guard:
        left, short = container - printed, 0
    else:
        left, short = left_after_printed(container, printed, setup.colours)
    # TU-END-04
    if short or (move.size < kind.wild and setup.rulings.empty_container == "shortage"):
        ending = with_shortage(setup, ending, seat)
    # TU-TAKE-03, TU-TAKE-08
    left -= move.floors

    player = state.players[seat]
    run = state.run
    vehicles = player.vehicles
    # TU-TAKE-04, TU-MOVE-02, TU-STAR-01, TU-STAR-06
    if setup.drives[move.kind]:
        end = setup.track_end
        vehicles = tuple([min(here + steps, end) for here, steps in zip(vehicles, kind.vehicles, strict=True)])
        if moved_on(setup, player.vehicles, vehicles):
            run |= ANOTHER
    # TU-BOX-01, TU-TAKE-02
    belongings = player.__dict__.copy()
    belongings["stock"] = player.stock + container - left
    belongings["vehicles"] = vehicles
    player = blank(Player)
    fill(player, "__dict__", belongings)
    players = list(state.players)
    players[seat] = player

    # TU-TAKE-05, TU-TAKE-07, TU-BOX-03
    market = state.market
    place = market.index(move.kind)
    discards = bytearray(state.discards)
    discards[move.kind] += 1
    pile, now_discards = state.pile, bytes(discards)
    # TU-TAKE-06
    if pile == setup.no_cards:
        # A card is wanted and there is none: the discards, the card just taken among them, are the new pile.
        pile, now_discards = now_discards, pile
    contents = state.__dict__.copy()
    # TU-TURN-05
    contents["phase"] = _REVEAL
    contents["run"] = run
    contents["players"] = tuple(players)
    contents["container"] = left
    contents["market"] = market[:place] + market[place + 1 :]
    contents["pile"] = pile
    contents["discards"] = now_discards
    contents["ending"] = ending
    after = blank(State)
    fill(after, "__dict__", contents)
    return after


def reveal(state: State, move: RevealMove) -> State:
    """A card from the pile refills the market."""
    # TU-TAKE-05, TU-BOX-03
    card = move.card
    market = [*state.market, card]
    market.sort()
    pile = bytearray(state.pile)
    pile[card] -= 1
    contents = state.__dict__.copy()
    contents["market"] = tuple(market)
    contents["pile"] = bytes(pile)
    setup, seat, run, ending = state.setup, state.seat, state.run, state.ending
    # TU-TURN-01, TU-TURN-04
    if ending is None and run < ANOTHER and state.players[seat].stock % FIELD <= setup.stock_limit:
        # What `after_action` says when nothing is out of the ordinary: the next player's turn.
        contents["phase"] = _TURN
        contents["seat"] = setup.following[seat]
        contents["run"] = 0
    else:
        contents["phase"], contents["seat"], contents["run"], contents["players"] = after_action(
            setup, state.towers, seat, run, state.players, ending
        )
    after = blank(State)
    fill(after, "__dict__", contents)
    return after


def back(state: State, move: BackMove) -> State:
    """Floors go back from the stock into the container."""
    seat, players = state.seat, state.players
    # TU-STOCK-02, TU-BOX-01
    player = attrs.evolve(players[seat], stock=players[seat].stock - move.floors)
    phase, seat, run, players = after_action(
        state.setup, state.towers, seat, state.run, (*players[:seat], player, *players[seat + 1 :]), state.ending
    )
    return changed(state, phase=phase, seat=seat, run=run, players=players, container=state.container + move.floors)
