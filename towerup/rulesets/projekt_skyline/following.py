"""Action cards: drawing one, and following it.

FR “2. Déplacer sa figurine / La figurine est sur une case ronde d'action”, “Explications des cartes Action”. What a card asks of
nobody is done when it is drawn; for the others a player chooses, or dice are rolled.
"""

from __future__ import annotations

from .board import NO_CELL
from .cards import Kind
from .ending import next_turn, owes_tax
from .reserves import has_floor
from .setup import Setup
from .space import DrawMove, PlaceMove, RemoveMove, RollMove, ShiftMove, SwapMove, TaxMove, ThrowMove, WalkMove
from .state import NO_CARD, Contents, Phase, State, made_of
from .walking import walk

_DRAW, _CARD, _THROW, _OVER = Phase.DRAW, Phase.CARD, Phase.THROW, Phase.OVER


def draw(state: State, move: DrawMove) -> State:
    """A card is drawn: followed at once if there is nothing to choose, and put under the pile."""
    setup, drawer, card = state.setup, state.drawer, move.card
    contents = state.__dict__.copy()
    # PS-CARD-01, PS-BOX-06
    if any(state.unseen):
        unseen = bytearray(state.unseen)
        unseen[card] -= 1
        contents["unseen"] = bytes(unseen)
    else:
        contents["used"] = state.used[1:]
    contents["card"] = card
    kind = setup.kinds[card]
    if kind is Kind.THROW or kind is Kind.DICE:
        # PS-ACTION-01, PS-ACTION-04
        contents["phase"] = _THROW
    elif kind is Kind.POOREST:
        _give_to_the_poorest(state, contents, setup.cards[card].amount)
        _followed(setup, contents)
    elif kind is Kind.OWN_TAX:
        # PS-ACTION-06
        _tax(setup, contents, drawer, setup.cards[card].amount)
        _followed(setup, contents)
    elif has_target(state, kind):
        # PS-CARD-02
        contents["phase"] = _CARD
    elif setup.draws_another:
        # PS-CARD-03
        _put_under_the_pile(contents)
    else:
        _followed(setup, contents)
    return made_of(contents)


def _followed(setup: Setup, contents: Contents) -> None:
    """The card is put under the pile, and the turn is over, if the game is not."""
    # PS-CARD-05, PS-PAWN-03
    _put_under_the_pile(contents)
    if contents["phase"] is not _OVER:
        next_turn(setup, contents)


def _put_under_the_pile(contents: Contents) -> None:
    # PS-CARD-05, PS-BOX-03
    contents["used"] += bytes((contents["card"],))
    contents["card"] = NO_CARD


def has_target(state: State, kind: Kind) -> bool:
    """Whether there is anything with which the one who draws could follow a card of this kind."""
    # PS-CARD-03
    ones, twos, towers = state.ones, state.twos, state.towers
    own = state.owned[state.drawer]
    # PS-CARD-04
    free = ~(1 << state.architect)
    if kind is Kind.LEADER:
        return bool(leading_towers(state) & free)
    if kind is Kind.SWAP:
        low = (ones | twos) & free
        return bool(low & own and low & ~own)
    if kind is Kind.FLOOR:
        empty = state.setup.everywhere & ~(ones | twos | towers)
        return bool(empty) and has_floor(state.setup, state.owned, ones, twos, state.drawer)
    if kind is Kind.SWAP_OTHERS:
        return sum(bool(cells & free) for seat, cells in enumerate(state.owned) if seat != state.drawer) > 1
    if kind is Kind.SHIFT:
        return bool(own & (ones | twos) & free and state.setup.everywhere & ~(ones | twos | towers))
    if kind is Kind.RAZE:
        return bool((ones | twos) & free)
    if kind is Kind.REMOVE:
        return bool(own & free)
    # PS-ACTION-02, PS-ACTION-05: there is always a richest player, and somebody to choose.
    return True


def leading_towers(state: State) -> int:
    """The skyscrapers of the players who have the most of them."""
    # PS-ACTION-07
    towers = [cells & state.towers for cells in state.owned]
    most = max(mask.bit_count() for mask in towers)
    return sum(mask for mask in towers if mask.bit_count() == most)


def wealth(state: State) -> list[int]:
    """How rich each player is, where the richest or the poorest is looked for."""
    # PS-CARD-07
    if state.setup.rulings.richest == "cash":
        return [*state.cash]
    bonus = state.setup.edition.bonus
    return [
        cash + bonus * (cells & state.towers).bit_count() for cash, cells in zip(state.cash, state.owned, strict=True)
    ]


def _give_to_the_poorest(state: State, contents: Contents, amount: int) -> None:
    # PS-ACTION-03, PS-CARD-07, PS-BOX-07
    rich = wealth(state)
    least = min(rich)
    contents["cash"] = tuple(
        cash + amount if own == least else cash for cash, own in zip(state.cash, rich, strict=True)
    )


def _tax(setup: Setup, contents: Contents, who: int, amount: int) -> None:
    """A player pays the bank for each own skyscraper on the board."""
    # PS-ACTION-05, PS-ACTION-06
    due = amount * (contents["owned"][who] & contents["towers"]).bit_count()
    cash = [*contents["cash"]]
    # PS-CARD-08
    if cash[who] < due:
        if setup.rulings.unpaid_tax == "ends_the_game":
            owes_tax(contents, who, due)
            return
        due = cash[who]
    # PS-BOX-07
    cash[who] -= due
    contents["cash"] = tuple(cash)


# --- what is rolled for a card


def throw(state: State, move: ThrowMove) -> State:
    """The white die once more: the pawn of the one who drew the card moves on."""
    # PS-ACTION-01
    return _walked(state, state.drawer, move.white)


def dice(state: State, move: RollMove) -> State:
    """The bank pays for the dice."""
    setup, drawer = state.setup, state.drawer
    contents = state.__dict__.copy()
    cash = [*state.cash]
    # PS-ACTION-04, PS-BOX-07
    cash[drawer] += setup.cards[state.card].amount * (move.white + move.black)
    contents["cash"] = tuple(cash)
    _followed(setup, contents)
    return made_of(contents)


# --- what is chosen for a card


def richest_walks(state: State, move: WalkMove) -> State:
    """The pawn of a richest player moves on."""
    # PS-ACTION-02
    return _walked(state, state.setup.seat_of[move.colour], move.steps)


def _walked(state: State, who: int, steps: int) -> State:
    """A card moves a pawn: its owner pays rent; on a round space nothing is drawn, unless the ruling says so."""
    setup = state.setup
    contents = state.__dict__.copy()
    # PS-CARD-06
    goes_on = walk(setup, contents, who, steps)
    if goes_on and setup.owner_draws and setup.beside[contents["pawns"][who]] == NO_CELL:
        _put_under_the_pile(contents)
        contents["phase"] = _DRAW
        contents["drawer"] = who
    else:
        _followed(setup, contents)
    return made_of(contents)


def tax(state: State, move: TaxMove) -> State:
    """The player chosen is taxed."""
    setup = state.setup
    contents = state.__dict__.copy()
    # PS-ACTION-05
    _tax(setup, contents, setup.seat_of[move.colour], setup.cards[state.card].amount)
    _followed(setup, contents)
    return made_of(contents)


def remove(state: State, move: RemoveMove) -> State:
    """What stands on a cell goes back to its owner's reserve."""
    # PS-ACTION-07, PS-ACTION-12, PS-ACTION-13, PS-BOX-01, PS-BOX-02
    rest = ~(1 << move.cell)
    contents = state.__dict__.copy()
    contents["owned"] = tuple([cells & rest for cells in state.owned])
    contents["ones"] &= rest
    contents["twos"] &= rest
    contents["towers"] &= rest
    _followed(state.setup, contents)
    return made_of(contents)


def swap(state: State, move: SwapMove) -> State:
    """What stands on two cells changes places."""
    # PS-ACTION-08, PS-ACTION-10
    one, other = 1 << move.one, 1 << move.other
    contents = state.__dict__.copy()
    contents["owned"] = tuple([_swapped(cells, one, other) for cells in state.owned])
    for size in ("ones", "twos", "towers"):
        contents[size] = _swapped(contents[size], one, other)
    _followed(state.setup, contents)
    return made_of(contents)


def _swapped(cells: int, one: int, other: int) -> int:
    """The mask with the bits of two cells exchanged."""
    return cells ^ (one | other) if bool(cells & one) != bool(cells & other) else cells


def shift(state: State, move: ShiftMove) -> State:
    """A construction is moved to an empty cell."""
    # PS-ACTION-11
    one, other = 1 << move.cell, 1 << move.to
    contents = state.__dict__.copy()
    contents["owned"] = tuple([_swapped(cells, one, other) for cells in state.owned])
    contents["ones"] = _swapped(state.ones, one, other)
    contents["twos"] = _swapped(state.twos, one, other)
    _followed(state.setup, contents)
    return made_of(contents)


def floor(state: State, move: PlaceMove) -> State:
    """A floor is placed on an empty cell."""
    drawer, owned, bit = state.drawer, state.owned, 1 << move.cell
    contents = state.__dict__.copy()
    # PS-ACTION-09, PS-BOX-01
    contents["owned"] = (*owned[:drawer], owned[drawer] | bit, *owned[drawer + 1 :])
    contents["ones"] = state.ones | bit
    _followed(state.setup, contents)
    return made_of(contents)
