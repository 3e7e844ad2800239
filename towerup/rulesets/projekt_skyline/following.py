"""Action cards: drawing one, and following it.

FR “2. Déplacer sa figurine / La figurine est sur une case ronde d'action”, “Explications des cartes Action”. What a card asks of
nobody is done when it is drawn. For the others a player chooses, or dice are rolled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from attrs import evolve

from towerup.kernel.rules import Objection, Objections

from .actions import Action, Draw, Place, Remove, Roll, Shift, Swap, Tax, Walk
from .box.cards import Kind
from .ending import ended_by_tax
from .reserves import given_back, has_floor, skyscrapers_on_board, without_floor
from .state import SKYSCRAPER, Construction, Phase, State
from .turns import next_turn, not_now
from .walking import move_pawn
from .words import construction_in_words

# --- drawing a card


def draw(state: State, action: Draw) -> State:
    """A card is drawn. If there is nothing to choose, it is followed at once."""
    card = state.setup.edition.cards_by_id[action.card]
    # Unseen cards lie on top, used ones under them in their order (PS-CARD-01, PS-BOX-06).
    if state.unseen:
        state = evolve(state, unseen=state.unseen - {card.id: 1}, card=card.id)
    else:
        state = evolve(state, used=state.used[1:], card=card.id)
    if card.kind in (Kind.THROW, Kind.DICE):
        # PS-ACTION-01, PS-ACTION-04
        return evolve(state, phase=Phase.THROW)
    if card.kind is Kind.POOREST:
        return _finish_card(_pay_poorest(state, card.amount))
    if card.kind is Kind.OWN_TAX:
        # PS-ACTION-06
        return _finish_card(_pay_tax(state, _drawer(state), card.amount))
    if any(ways_to_follow(state)):
        # PS-CARD-02
        return evolve(state, phase=Phase.CARD)
    # A card that cannot be followed does nothing; as ruled, another one is drawn (PS-CARD-03).
    if state.setup.rulings.no_target == "draw_another":
        return evolve(_put_under_pile(state), phase=Phase.DRAW)
    return _finish_card(state)


def objections_to_draw(state: State, action: Draw, seat: int) -> Objections:
    """What speaks against drawing this card."""
    if state.phase is not Phase.DRAW:
        yield not_now(state)
    elif not state.setup.deck[action.card]:
        yield Objection("PS-SETUP-09", f"{action.card} is not in the game with two players")
    elif state.unseen and not state.unseen[action.card]:
        yield Objection("PS-CARD-01", f"every card {action.card} has been seen, and unseen cards lie on top")
    elif not state.unseen and state.used[0] != action.card:
        following = f"the next one is {state.used[0]}, not {action.card}"
        yield Objection("PS-CARD-01", f"all cards have been seen: {following}")


def draws(state: State) -> Iterator[Draw]:
    """Every unseen card; if there is none, the one that has been under the pile longest (PS-CARD-01, PS-BOX-06)."""
    if state.unseen:
        yield from (Draw(card.id) for card in state.setup.edition.cards if card.id in state.unseen)
    else:
        yield Draw(state.used[0])


def weight_of_draw(state: State, action: Draw) -> int:
    """How many of the unseen cards are such: each is as likely (PS-CARD-01)."""
    return state.unseen[action.card] or 1


def _put_under_pile(state: State) -> State:
    """The card goes under the pile (PS-CARD-05, PS-BOX-03)."""
    assert state.card is not None
    return evolve(state, used=(*state.used, state.card), card=None)


def _finish_card(state: State) -> State:
    """The card goes under the pile, and the turn is over, unless the game is (PS-CARD-05, PS-PAWN-03)."""
    state = _put_under_pile(state)
    return state if state.phase is Phase.OVER else next_turn(state)


def _drawer(state: State) -> int:
    """The seat that follows the card."""
    assert state.drawer is not None
    return state.drawer


# --- money


def wealth(state: State) -> list[int]:
    """How rich each player is, where a card asks for the richest or the poorest (PS-CARD-07)."""
    if state.setup.rulings.richest == "cash":
        return [player.cash for player in state.players]
    skyscrapers, bonus = skyscrapers_on_board(state), state.setup.edition.bonus
    return [player.cash + bonus * skyscrapers[player.colour] for player in state.players]


def _pay_poorest(state: State, amount: int) -> State:
    """The bank pays every poorest player (PS-ACTION-03, PS-CARD-07, PS-BOX-07)."""
    rich = wealth(state)
    players = tuple(
        evolve(player, cash=player.cash + amount) if own == min(rich) else player
        for player, own in zip(state.players, rich, strict=True)
    )
    return evolve(state, players=players)


def _pay_tax(state: State, seat: int, amount: int) -> State:
    """A player pays the bank for each own skyscraper on the board (PS-ACTION-05, PS-ACTION-06, PS-BOX-07)."""
    player = state.players[seat]
    due = amount * skyscrapers_on_board(state)[player.colour]
    # Whoever cannot pay it all pays what there is, or the game ends as ruled (PS-CARD-08).
    if player.cash < due and state.setup.rulings.unpaid_tax == "ends_the_game":
        return ended_by_tax(state, seat, due)
    return evolve(state, players=state.with_player(seat, evolve(player, cash=max(0, player.cash - due))))


# --- what is rolled for a card


def roll_for_card(state: State, action: Roll) -> State:
    """The white die moves the pawn of the player who drew the card; both dice bring money from the bank."""
    assert state.followed is not None
    seat = _drawer(state)
    if action.black is None:
        # PS-ACTION-01
        return _move_by_card(state, seat, action.white)
    # PS-ACTION-04, PS-BOX-07
    won = state.followed.amount * (action.white + action.black)
    player = state.players[seat]
    return _finish_card(evolve(state, players=state.with_player(seat, evolve(player, cash=player.cash + won))))


def _move_by_card(state: State, seat: int, steps: int) -> State:
    """A card moves a pawn: its owner pays rent. On a round space no card is drawn, unless ruled otherwise (PS-CARD-06)."""
    state = move_pawn(state, seat, steps)
    on_corner = state.players[seat].pawn not in state.setup.board.beside
    if on_corner and state.setup.rulings.corner_by_card == "owner_draws":
        return evolve(_put_under_pile(state), phase=Phase.DRAW, drawer=seat)
    return _finish_card(state)


# --- what is chosen for a card


def walk(state: State, action: Walk) -> State:
    """The pawn of a richest player moves on (PS-ACTION-02)."""
    return _move_by_card(state, state.setup.seats.index(action.player), action.steps)


def objections_to_walk(state: State, action: Walk, seat: int) -> Objections:
    """What speaks against moving this player's pawn so far."""
    card, setup = state.followed, state.setup
    if not _follows(state, Kind.RICHEST) or card is None:
        yield not_now(state)
        yield from _nobody(state, action.player)
        return
    yield from _nobody(state, action.player)
    if action.steps not in card.steps:
        offered = " or ".join(map(str, card.steps))
        yield Objection("PS-ACTION-02", f"the card lets a pawn move {offered} spaces, not {action.steps}")
    if action.player in setup.seats:
        own = _fortune(state, action.player)
        richer = [colour for colour in setup.seats if _fortune(state, colour) > own]
        if richer:
            counted = ", skyscrapers counted" if setup.rulings.richest == "fortune" else ""
            more = f"{richer[0]} has {_fortune(state, richer[0])}"
            yield Objection("PS-CARD-07", f"{action.player} has {own}{counted}, and is not the richest: {more}")


def walks(state: State) -> Iterator[Walk]:
    """Every richest player, with every number of steps on the card (PS-ACTION-02, PS-CARD-07)."""
    assert state.followed is not None
    rich = dict(zip(state.setup.seats, wealth(state), strict=True))
    for colour in _colours(state):
        if rich[colour] == max(rich.values()):
            yield from (Walk(colour, steps) for steps in state.followed.steps)


def tax(state: State, action: Tax) -> State:
    """The player chosen pays the tax (PS-ACTION-05)."""
    assert state.followed is not None
    return _finish_card(_pay_tax(state, state.setup.seats.index(action.player), state.followed.amount))


def objections_to_tax(state: State, action: Tax, seat: int) -> Objections:
    """What speaks against taxing this player."""
    if not _follows(state, Kind.TAX):
        yield not_now(state)
    yield from _nobody(state, action.player)


def taxes(state: State) -> Iterator[Tax]:
    """Every player, the one who chooses included (PS-ACTION-05)."""
    yield from map(Tax, _colours(state))


def remove(state: State, action: Remove) -> State:
    """A construction goes back to its owner's reserve (PS-ACTION-07, PS-ACTION-12, PS-ACTION-13)."""
    left = {cell: one for cell, one in state.constructions.items() if cell != action.cell}
    players = given_back(state.players, state.constructions[action.cell])
    return _finish_card(evolve(state, constructions=left, players=players))


def objections_to_remove(state: State, action: Remove, seat: int) -> Objections:
    """What speaks against removing what stands here."""
    if not _follows(state, Kind.LEADER, Kind.RAZE, Kind.REMOVE):
        yield not_now(state)
        return
    cell, there = action.cell, state.constructions.get(action.cell)
    what = f"{cell} has {construction_in_words(state, cell)}"
    if _follows(state, Kind.LEADER):
        skyscrapers = {colour: _skyscrapers_of(state, colour) for colour in state.setup.seats}
        if there is None or there.floors != SKYSCRAPER:
            yield Objection("PS-ACTION-07", f"{what}, not a skyscraper")
        elif skyscrapers[there.owner] < max(skyscrapers.values()):
            leader = max(skyscrapers, key=skyscrapers.__getitem__)
            yield Objection("PS-ACTION-07", f"{leader} has more skyscrapers than the owner of {cell}")
    elif _follows(state, Kind.RAZE):
        if there is None or there.floors == SKYSCRAPER:
            yield Objection("PS-ACTION-12", f"{what}, not one or two floors")
    elif there is None or there.owner != state.setup.seats[seat]:
        yield Objection("PS-ACTION-13", f"{what}, nothing of {state.setup.seats[seat]}")
    yield from _protected(state, cell)


def removals_of_leader(state: State) -> Iterator[Remove]:
    """Every skyscraper of a player who has the most of them (PS-ACTION-07)."""
    skyscrapers = skyscrapers_on_board(state)
    for cell, there in _open_to_cards(state):
        if there.floors == SKYSCRAPER and skyscrapers[there.owner] == max(skyscrapers.values()):
            yield Remove(cell)


def removals_of_low(state: State) -> Iterator[Remove]:
    """Every construction of one or two floors (PS-ACTION-12)."""
    yield from (Remove(cell) for cell, there in _open_to_cards(state) if there.floors < SKYSCRAPER)


def removals_of_own(state: State) -> Iterator[Remove]:
    """Every own construction, skyscrapers included (PS-ACTION-13)."""
    yield from (Remove(cell) for cell, there in _open_to_cards(state) if there.owner == _follower(state))


def swap(state: State, action: Swap) -> State:
    """Two constructions change places (PS-ACTION-08, PS-ACTION-10)."""
    one, other = action.cells
    swapped = {one: state.constructions[other], other: state.constructions[one]}
    return _finish_card(evolve(state, constructions=state.constructions | swapped))


def objections_to_swap(state: State, action: Swap, seat: int) -> Objections:
    """What speaks against swapping what stands on these cells."""
    if not _follows(state, Kind.SWAP, Kind.SWAP_OTHERS):
        yield not_now(state)
        return
    one, other = action.cells
    there = [state.constructions[cell] for cell in action.cells if cell in state.constructions]
    owners, own = [construction.owner for construction in there], state.setup.seats[seat]
    what = f"{one} has {construction_in_words(state, one)}, {other} {construction_in_words(state, other)}"
    if _follows(state, Kind.SWAP):
        if len(there) < 2 or owners.count(own) != 1:
            yield Objection("PS-ACTION-08", f"one's own and an opponent's are swapped, but {what}")
        if any(construction.floors == SKYSCRAPER for construction in there):
            yield Objection("PS-ACTION-08", f"no skyscraper is swapped, but {what}")
    elif len({*owners} - {own}) < 2:
        yield Objection("PS-ACTION-10", f"constructions of two opponents are swapped, but {what}")
    yield from _protected(state, *action.cells)


def swaps_with_opponents(state: State) -> Iterator[Swap]:
    """Every own construction and every opponent's, skyscrapers left out (PS-ACTION-08)."""
    low = [(cell, there.owner) for cell, there in _open_to_cards(state) if there.floors < SKYSCRAPER]
    for (one, owner), (other, another) in combinations(low, 2):
        if (owner == _follower(state)) != (another == _follower(state)):
            yield Swap((one, other))


def swaps_of_opponents(state: State) -> Iterator[Swap]:
    """Every two constructions of two different opponents, skyscrapers included (PS-ACTION-10)."""
    others = [(cell, there.owner) for cell, there in _open_to_cards(state) if there.owner != _follower(state)]
    for (one, owner), (other, another) in combinations(others, 2):
        if owner != another:
            yield Swap((one, other))


def shift(state: State, action: Shift) -> State:
    """A construction goes to an empty cell (PS-ACTION-11)."""
    moved = {action.to if cell == action.cell else cell: one for cell, one in state.constructions.items()}
    return _finish_card(evolve(state, constructions=moved))


def objections_to_shift(state: State, action: Shift, seat: int) -> Objections:
    """What speaks against moving this construction there."""
    if not _follows(state, Kind.SHIFT):
        yield not_now(state)
        return
    cell, to, there = action.cell, action.to, state.constructions.get(action.cell)
    if there is None or there.owner != state.setup.seats[seat] or there.floors == SKYSCRAPER:
        what = construction_in_words(state, cell)
        yield Objection("PS-ACTION-11", f"{cell} has {what}: one or two floors of one's own are moved")
    if to in state.constructions:
        yield Objection("PS-ACTION-11", f"{to} is not empty: it has {construction_in_words(state, to)}")
    yield from _protected(state, cell)


def shifts(state: State) -> Iterator[Shift]:
    """Every own construction but a skyscraper, to every empty cell (PS-ACTION-11)."""
    empty = _empty_cells(state)
    for cell, there in _open_to_cards(state):
        if there.owner == _follower(state) and there.floors < SKYSCRAPER:
            yield from (Shift(cell, to) for to in empty)


def place_for_card(state: State, action: Place) -> State:
    """A floor goes on an empty cell; the architect stays where it is (PS-ACTION-09, PS-BOX-01)."""
    seat = _drawer(state)
    constructions = state.constructions | {action.cell: Construction(_follower(state))}
    players = state.with_player(seat, without_floor(state.players[seat]))
    return _finish_card(evolve(state, constructions=constructions, players=players))


def objections_to_place_for_card(state: State, action: Place, seat: int) -> Objections:
    """What speaks against a card's floor here."""
    if action.cell in state.constructions:
        what = construction_in_words(state, action.cell)
        yield Objection("PS-ACTION-09", f"{action.cell} is not free: it has {what}")


def places_for_card(state: State) -> Iterator[Place]:
    """Every empty cell, if there is a floor to place (PS-ACTION-09, PS-BUILD-07)."""
    if has_floor(state, _drawer(state)):
        yield from map(Place, _empty_cells(state))


# --- what the cards have in common

_WAYS: dict[Kind, Callable[[State], Iterator[Action]]] = {
    Kind.RICHEST: walks,
    Kind.TAX: taxes,
    Kind.LEADER: removals_of_leader,
    Kind.SWAP: swaps_with_opponents,
    Kind.FLOOR: places_for_card,
    Kind.SWAP_OTHERS: swaps_of_opponents,
    Kind.SHIFT: shifts,
    Kind.RAZE: removals_of_low,
    Kind.REMOVE: removals_of_own,
}


def ways_to_follow(state: State) -> Iterator[Action]:
    """Every way to follow the card that was drawn (PS-CARD-02, PS-CARD-03)."""
    assert state.followed is not None
    return _WAYS[state.followed.kind](state)


def _follower(state: State) -> str:
    """The colour of the player who follows the card."""
    return state.setup.seats[_drawer(state)]


def _open_to_cards(state: State) -> list[tuple[str, Construction]]:
    """The constructions that a card can touch, cell by cell: all but the one with the architect on it (PS-CARD-04)."""
    built = state.constructions
    return [(cell, built[cell]) for cell in state.setup.board.cells if cell in built and cell != state.architect]


def _empty_cells(state: State) -> list[str]:
    return [cell for cell in state.setup.board.cells if cell not in state.constructions]


def _colours(state: State) -> list[str]:
    """The players' colours in the order of the edition."""
    return [colour for colour in state.setup.edition.colours if colour in state.setup.seats]


def _follows(state: State, *kinds: Kind) -> bool:
    """Whether a card of one of these kinds is being followed."""
    return state.phase is Phase.CARD and state.followed is not None and state.followed.kind in kinds


def _protected(state: State, *cells: str) -> Objections:
    """A card touches nothing that the architect stands on (PS-CARD-04)."""
    for cell in cells:
        if cell == state.architect:
            yield Objection("PS-CARD-04", f"the architect stands on {cell}")


def _nobody(state: State, colour: str) -> Objections:
    """Nobody plays this colour (PS-FORM-02)."""
    if colour not in state.setup.seats:
        yield Objection("PS-FORM-02", f"nobody plays {colour}; players are {', '.join(state.setup.seats)}")


def _skyscrapers_of(state: State, colour: str) -> int:
    """How many skyscrapers of a player stand on the board."""
    return [*state.constructions.values()].count(Construction(colour, SKYSCRAPER))


def _fortune(state: State, colour: str) -> int:
    """How rich a player is, by the ruling `richest`."""
    cash = state.players[state.setup.seats.index(colour)].cash
    counted = _skyscrapers_of(state, colour) if state.setup.rulings.richest == "fortune" else 0
    return cash + state.setup.edition.bonus * counted
