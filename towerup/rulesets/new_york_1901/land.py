"""Acquiring a lot, and giving one back.

FR “Acquisition d'un terrain”, “Tour de jeu”.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from towerup.kernel.frozen import Counts
from towerup.kernel.rules import Objection, Objections

from .actions import Acquire, Give
from .box.board import SMALL
from .ending import triggered_by
from .state import Card, Phase, Player, State
from .turns import end_turn, not_now
from .words import number_of

# --- acquiring


def acquire(state: State, action: Acquire) -> State:
    """A land card leaves the market, and a worker goes on the lot (NY-LAND-03)."""
    card = state.setup.board.card_of[action.lot]
    first_of_two = state.phase is Phase.GRAB
    after_building = state.phase is Phase.AFTER
    state = evolve(
        state,
        phase=Phase.AFTER if after_building else Phase.BUILD,
        players=state.with_player(with_lots(state, {*state.player.lots, action.lot})),
        market=state.market - {card: 1},
        second_lot=first_of_two,  # NY-CARD-05
    )
    return end_turn(state) if after_building and not may_use_boom(state) else state


def with_lots(state: State, lots: Iterable[str]) -> Player:
    """The player whose turn it is, with these lots instead."""
    owned = {*lots}
    return evolve(state.player, lots=tuple(lot for lot in state.setup.board.lots if lot in owned))


def may_use_boom(state: State) -> bool:
    """Whether the player who has just built has Construction Boom and has not triggered the end (NY-CARD-06, NY-CARD-08)."""
    return Card.BOOM in state.player.cards and not triggered_by(state, state.seat)


def objections_to_acquire(state: State, action: Acquire, seat: int) -> Objections:
    """What speaks against acquiring this lot."""
    setup, board, lot = state.setup, state.setup.board, action.lot
    if state.phase not in (Phase.TURN, Phase.GRAB, Phase.BUILD, Phase.AFTER):
        yield not_now(state)
        return
    if state.phase in (Phase.BUILD, Phase.AFTER) and not state.second_lot:
        yield Objection("NY-CARD-05", _no_more_lots(state))
        return
    if state.free_workers(seat) < 1:
        yield Objection("NY-LAND-04", f"{setup.seats[seat]} has no free worker")
    district = board.district_of[lot]
    if district == setup.box.left_out:
        yield Objection("NY-SETUP-03", f"{district} is not used with {len(setup.seats)} players")
    for owner in state.players:
        if lot in owner.lots:
            yield Objection("NY-LAND-02", f"{lot} belongs to {owner.colour}")
    if board.card_of[lot] not in state.market:
        shown = ", ".join(card for card in board.cards if card in state.market) or "no card"
        yield Objection("NY-LAND-01", f"{lot} needs {board.card_of[lot]}; the market has {shown}")
    if state.phase is not Phase.TURN and len(board.lots[lot]) != SMALL:
        yield Objection("NY-CARD-04", f"{lot} has {len(board.lots[lot])} cells; Land Grab takes {SMALL}")


def _no_more_lots(state: State) -> str:
    if state.phase is Phase.BUILD:
        return "one lot is acquired in a turn, two with Land Grab, and no more"
    if state.setup.rulings.land_grab == "before_building":
        return "after building no lot is acquired (ruling land_grab)"
    return "after building a lot is acquired only as the second of a Land Grab, with a free worker and a card for it"


def acquires(state: State) -> Iterator[Acquire]:
    """Every free lot that the market has a card for; only small ones with Land Grab (NY-LAND-01, NY-LAND-02, NY-CARD-04)."""
    board = state.setup.board
    second = state.phase in (Phase.BUILD, Phase.AFTER)
    if (second and not state.second_lot) or state.free_workers(state.seat) < 1:  # NY-LAND-04, NY-CARD-05
        return
    owned = {lot for player in state.players for lot in player.lots}
    for lot in state.box.lots:
        fits = state.phase is Phase.TURN or len(board.lots[lot]) == SMALL
        if fits and lot not in owned and board.card_of[lot] in state.market:
            yield Acquire(lot)


# --- giving back


def give(state: State, action: Give) -> State:
    """The worker on the lot is free, its card goes under the pile, and the turn is over (NY-TURN-06)."""
    card = Counts.of([state.setup.board.card_of[action.lot]])
    player = with_lots(state, {*state.player.lots} - {action.lot})
    return end_turn(evolve(state, players=state.with_player(player), pile=(*state.pile, card)))


def objections_to_give(state: State, action: Give, seat: int, can_build: bool) -> Objections:
    """What speaks against giving this lot back: it is done only where nothing else can be (NY-TURN-05)."""
    who, lot, workers = state.setup.seats[seat], action.lot, state.free_workers(seat)
    if state.phase is not Phase.TURN:
        yield not_now(state)
        return
    if workers > 0:
        yield Objection("NY-TURN-05", f"{who} has {number_of(workers, 'free worker')}")
    elif can_build:
        yield Objection("NY-TURN-05", "something can be built or rebuilt")
    if lot not in state.players[seat].lots:
        yield Objection("NY-TURN-05", f"{lot} does not belong to {who}")
    elif lot not in state.bare_lots(seat):
        yield Objection("NY-TURN-05", f"{lot} has a building on it")
