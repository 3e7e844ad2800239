"""Laws of states about what is in the box: every floor, roof and card is somewhere, and once."""

from __future__ import annotations

from towerup.kernel import counts
from towerup.kernel.counts import FIELD
from towerup.kernel.invariants import StateLaws, Told

from .actions import TYPES, Back, Deal, Decline, Found, Place, Reveal, Take
from .retelling import roofs_on_board
from .setup import ANY_COLOUR
from .state import COLOUR, Phase, State, floors_of

BOX_LAWS: StateLaws[State] = StateLaws()

_law = BOX_LAWS.law

_DEAL, _REVEAL_START, _PLACE, _TURN, _REVEAL, _BACK, _OVER = Phase
_ALL = (*TYPES.values(),)


# The laws of steps say of every floor that an action moves where it goes, and that none else moves.
@_law("TU-BOX-01", reads=("setup", "container", "players.stock", "towers"), follows_on=_ALL)
def floors_accounted_for(state: State) -> Told:
    """Every floor of each colour is in the container, in a stock, or on the board."""
    edition = state.setup.edition
    built = [0] * (COLOUR + 1)
    for tower in state.towers:
        built[tower & COLOUR] += floors_of(tower)
    seen = built[1 : 1 + len(edition.colours)]
    for place in (state.container, *(player.stock for player in state.players)):
        for index in range(len(seen)):
            seen[index] += (place >> (counts.WIDTH * index)) & FIELD
    if tuple(seen) == edition.floors:
        return ()
    return [
        f"{found} {colour} floors, but the box has {boxed}"
        for colour, found, boxed in zip(edition.colours, seen, edition.floors, strict=True)
        if found != boxed
    ]


# What founding builds and costs is a roof.
@_law("TU-BOX-02", reads=("setup", "players.roofs", "towers"), follows_on=(Deal, Place, Found))
def roofs_accounted_for(state: State) -> Told:
    """Every roof of a player is in hand or on the board."""
    all_roofs = state.setup.edition.roofs
    return [
        f"{roof} has {player.roofs} roofs in hand and {placed} on the board, not {all_roofs} in all"
        for roof, player, placed in zip(state.setup.seats, state.players, roofs_on_board(state), strict=True)
        if player.roofs + placed != all_roofs
    ]


# The laws of steps say of every card where it goes, and what comes next.
@_law(
    "TU-BOX-03",
    "TU-SETUP-02",
    "TU-SETUP-11",
    "TU-TAKE-05",
    reads=("setup", "phase", "market", "pile", "discards", "starting"),
    follows_on=_ALL,
)
def cards_accounted_for(state: State) -> Told:
    """Every stock card is in the pile, the market or the discards (or, in setup, revealed for a starting floor), and the
    market is full except while it waits for a card.
    """
    edition, phase = state.setup.edition, state.phase
    if phase < _PLACE:
        return _cards_in_setup(state)
    pile, market, discards = state.pile, state.market, state.discards
    kinds = edition.kinds
    wrong: list[str | tuple[str, str]] = []
    if len(pile) != len(kinds) or len(discards) != len(kinds):
        return ["the pile or the discards do not count cards by kind"]
    for kind, boxed in enumerate(edition.cards_of_kind):
        seen = pile[kind] + market.count(kind) + discards[kind]
        if seen != boxed:
            wrong.append(f"{seen} cards {kinds[kind].id}, but the deck has {boxed}")
    wanted = edition.market - (phase is _REVEAL)
    if len(market) != wanted:
        wrong.append(("TU-TAKE-05", f"{len(market)} cards in the market, not {wanted}"))
    if phase is _PLACE and any(discards):
        wrong.append("there are discards before anybody has taken a card")
    return wrong


def _cards_in_setup(state: State) -> Told:
    edition = state.setup.edition
    if len(state.pile) != len(edition.cards):
        return ["the pile does not count printed cards"]
    drawn = [
        (card, card.count - left) for card, left in zip(edition.cards, state.pile, strict=True) if left != card.count
    ]
    if any(number < 0 for _, number in drawn):
        return ["the pile has more of some card than the deck"]
    wrong: list[str | tuple[str, str]] = []
    if any(state.discards):
        wrong.append("there are discards before anybody has taken a card")
    bottoms = sorted(card.bottom for card, number in drawn for _ in range(number))
    shown = sorted("any" if colour == ANY_COLOUR else edition.colours[colour] for colour in state.starting)
    if bottoms != shown:
        wrong.append(
            f"the cards revealed have the bottoms {', '.join(bottoms)}, the starting floors are {', '.join(shown)}"
        )
    if len(state.starting) >= state.setup.starting_floors:
        wrong.append(
            f"{len(state.starting)} cards are revealed, and another is to come, "
            f"but only {state.setup.starting_floors} are wanted"
        )
    if len(state.market) != min(len(state.starting), edition.market):
        wrong.append(("TU-SETUP-02", f"{len(state.market)} cards in the market after {len(state.starting)} reveals"))
    for kind in dict.fromkeys(state.market):
        name = edition.kinds[kind].id
        if state.market.count(kind) > sum(number for card, number in drawn if card.kind.id == name):
            wrong.append(("TU-SETUP-02", f"a card {name} is in the market that was not revealed"))
    return wrong


# Only taking makes the market wait, and then the card taken is in the pile if no other is.
@_law("TU-TAKE-06", reads=("phase", "pile"), follows_on=(Place, Take, Back, Found, Decline))
def a_wanted_card_is_there(state: State) -> Told:
    """While the market waits for a card, the pile has one: the discards have been reshuffled if it was empty."""
    phase = state.phase
    if (phase is _REVEAL or phase is _REVEAL_START) and not any(state.pile):
        return ["a card is to be revealed, but the draw pile is empty"]
    return ()


# Where cards go is told in order.
@_law("TU-BOX-05", reads=("market",), follows_on=(Deal, Take, Reveal))
def no_order_is_kept(state: State) -> Told:
    """Cards lie in one order only, so that tables which look the same are the same state."""
    if [*state.market] != sorted(state.market):
        return ["the market is not in order"]
    return ()
