"""Dice, pawns and rent.

FR “1. Lancer les dés”, “2. Déplacer sa figurine”; FR-S “Tour de jeu”.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from attrs import evolve

from towerup.kernel.rules import Objection, Objections

from .actions import Roll
from .box.cards import Kind
from .box.edition import Edition
from .building import something_to_build
from .ending import ended_by_rent
from .state import Phase, State
from .turns import next_turn, not_now

# --- the dice


def roll(state: State, action: Roll) -> State:
    """The pawn moves. Then a card is drawn, or rent is paid and the architect moves, if anything can be built."""
    seat = state.seat
    state = move_pawn(state, seat, action.white)
    if state.phase is Phase.OVER:
        return state
    # On a round space a card is drawn, and nothing is built (PS-PAWN-03).
    if state.players[seat].pawn not in state.setup.board.beside:
        return evolve(state, phase=Phase.DRAW, drawer=seat)
    assert action.black is not None
    if something_to_build(state, action.black):
        return evolve(state, phase=Phase.BUILD, die=action.black)
    # PS-BUILD-06
    return next_turn(state)


def objections_to_roll(state: State, action: Roll, seat: int) -> Objections:
    """What speaks against rolling these dice now: both, or the white one alone."""
    asked = state.followed.kind if state.phase is Phase.THROW and state.followed else None
    if state.phase is not Phase.ROLL and asked is None:
        yield not_now(state)
    elif asked is Kind.THROW and action.black is not None:
        yield Objection("PS-ACTION-01", "the card asks for the white die alone")
    elif asked is Kind.DICE and action.black is None:
        yield Objection("PS-ACTION-04", "the card asks for both dice")
    elif state.phase is Phase.ROLL and action.black is None:
        yield Objection("PS-TURN-04", "both dice are rolled at the beginning of a turn")


def rolls(state: State) -> Iterator[Roll]:
    """Every roll: the white die alone for the card that asks for it, else both (PS-TURN-04, PS-ACTION-01, PS-ACTION-04)."""
    return iter(weights_of_rolls(state))


def weights_of_rolls(state: State) -> Mapping[Roll, int]:
    """Every roll, with the number of ways in which the dice show it (PS-TURN-04)."""
    edition = state.setup.edition
    white_alone = state.followed is not None and state.followed.kind is Kind.THROW
    return _white_die(edition) if white_alone else _both_dice(edition)


@lru_cache(maxsize=16)
def _white_die(edition: Edition) -> Mapping[Roll, int]:
    return {Roll(white): edition.white.count(white) for white in edition.faces[0]}


@lru_cache(maxsize=16)
def _both_dice(edition: Edition) -> Mapping[Roll, int]:
    white, black = edition.faces
    return {Roll(one, other): edition.white.count(one) * edition.black.count(other) for one in white for other in black}


# --- pawns and rent


def move_pawn(state: State, seat: int, steps: int) -> State:
    """A pawn moves along the street, and its owner pays rent where it ends; the game ends if that cannot be paid."""
    board, player = state.setup.board, state.players[seat]
    assert player.pawn is not None
    # Clockwise, as far as the die or the card says (PS-PAWN-01).
    space = board.spaces[(board.spaces.index(player.pawn) + steps) % len(board.spaces)]
    state = evolve(state, players=state.with_player(seat, evolve(player, pawn=space)))
    cell = board.beside.get(space)
    there = state.constructions.get(cell) if cell is not None else None
    # Beside an empty cell, or an own construction, nothing is paid (PS-PAWN-02).
    if cell is None or there is None or there.owner == player.colour:
        return state
    return pay_rent(state, seat, state.setup.seats.index(there.owner), rent(state, cell))


def pay_rent(state: State, seat: int, owner: int, due: int) -> State:
    """The owner of the pawn pays the owner of the construction (PS-RENT-01, PS-BOX-07)."""
    payer = state.players[seat]
    if payer.cash < due:
        return ended_by_rent(state, seat, due, owner)
    state = evolve(state, players=state.with_player(seat, evolve(payer, cash=payer.cash - due)))
    receiver = state.players[owner]
    return evolve(state, players=state.with_player(owner, evolve(receiver, cash=receiver.cash + due)))


def rent(state: State, cell: str) -> int:
    """The rent for what stands on a cell and the constructions of the same owner that count with it (PS-RENT-02, PS-RENT-03)."""
    rents = state.setup.edition.rents
    group = group_of(state, cell) if state.setup.rulings.rent == "group" else {cell, *_alike(state, cell)}
    return sum(rents[state.constructions[one].floors - 1] for one in group)


def group_of(state: State, cell: str) -> set[str]:
    """The cells connected with this one through constructions of the same owner (PS-RENT-03)."""
    group, waiting = {cell}, [cell]
    while waiting:
        fresh = [one for one in _alike(state, waiting.pop()) if one not in group]
        group.update(fresh)
        waiting += fresh
    return group


def _alike(state: State, cell: str) -> list[str]:
    """The neighbouring cells with a construction of the same owner (PS-BOX-04)."""
    built, owner = state.constructions, state.constructions[cell].owner
    return [one for one in state.setup.board.neighbours[cell] if one in built and built[one].owner == owner]
