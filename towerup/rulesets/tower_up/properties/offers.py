"""What is legal, said a third time: by brute force over sites, colours and numbers of floors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from towerup.kernel.frozen import Counts

from ..actions import Action, Back, Deal, Decline, Found, Place, Reveal, Take
from ..box.cards import ANY
from ..state import Phase, State
from .collection import offered, weighted
from .facts import built_around, colours_around, given_by, missing_for


@offered("TU-FOUND-07")
def no_founding_is_offered_without_a_roof(state: State, actions: Sequence[Action]) -> bool:
    """Who has no roof in hand is offered no founding."""
    return bool(state.player.roofs) or not _offered(actions, Found)


@offered("TU-FOUND-01")
def no_founding_is_offered_where_a_building_stands(state: State, actions: Sequence[Action]) -> bool:
    """A founding is offered on empty sites only."""
    return not any(action.site in state.buildings for action in actions if isinstance(action, Found))


@offered("TU-FOUND-02")
def foundings_are_offered_beside_buildings(state: State, actions: Sequence[Action]) -> bool:
    """A founding is offered only next to a building."""
    return all(built_around(state, action.site) for action in actions if isinstance(action, Found))


@offered("TU-FOUND-03")
def no_founding_is_offered_beside_its_own_colour(state: State, actions: Sequence[Action]) -> bool:
    """A founding is offered only in a colour that no neighbour has."""
    return not any(
        action.colour in colours_around(state, action.site) for action in actions if isinstance(action, Found)
    )


@offered(
    "TU-FOUND-06", "TU-FOUND-01", "TU-FOUND-02", "TU-FOUND-03", "TU-FOUND-04", "TU-FOUND-07", "TU-ROOF-01", "TU-ROOF-03", "TU-STAR-01",
)  # fmt: skip
def exactly_the_affordable_foundings_are_offered(state: State, actions: Sequence[Action]) -> bool:
    """On a turn a player with a roof can found on every empty site next to a building, in every colour that no neighbour has,
    if the stock has the new floor and the price; the roof goes on any floor just placed.
    """
    return _offered(actions, Found) == set(foundings(state))


@offered("TU-TAKE-01", "TU-TAKE-02", "TU-TAKE-03", "TU-TAKE-07", "TU-TAKE-08", "TU-TAKE-09")
def exactly_the_cards_of_the_market_are_offered(state: State, actions: Sequence[Action]) -> bool:
    """On a turn every market card can be taken, with every choice of floors that the container allows."""
    return _offered(actions, Take) == set(_takes(state))


@offered("TU-TURN-02", "TU-END-06")
def a_card_can_always_be_taken(state: State, actions: Sequence[Action]) -> bool:
    """Whoever has a turn, the last one too, can take a card."""
    return state.phase is not Phase.TURN or any(isinstance(action, Take) for action in actions)


@offered("TU-STAR-05", "TU-TURN-02")
def exactly_an_optional_extra_turn_can_be_declined(state: State, actions: Sequence[Action]) -> bool:
    """Only an extra turn can be declined, where the ruling makes it optional."""
    optional = state.phase is Phase.TURN and state.extra_turn and state.setup.rulings.extra_turn == "optional"
    return (Decline() in actions) == optional


@offered("TU-STOCK-02")
def exactly_the_floors_over_the_limit_are_put_back(state: State, actions: Sequence[Action]) -> bool:
    """Who has floors to put back chooses freely among those in stock, as many as are over the limit."""
    stock = state.player.stock
    over = stock.total - state.setup.edition.stock_limit
    return _offered(actions, Back) == ({*map(Back, _choices(stock, over))} if state.phase is Phase.BACK else set())


@offered("TU-SETUP-03", "TU-SETUP-04", "TU-SETUP-05", "TU-SETUP-06", "TU-SETUP-12", "TU-BOX-04")
def exactly_the_sites_for_the_next_starting_floor_are_offered(state: State, actions: Sequence[Action]) -> bool:
    """The next starting floor goes on any empty site without a neighbour of its colour; a multicolour one has any colour."""
    colours = state.starting[:1] if state.phase is Phase.PLACE else ()
    return _offered(actions, Place) == {
        Place(site.id, colour)
        for colour in (state.setup.edition.colours if colours == (ANY,) else colours)
        for site in state.box.side.sites
        if state.container[colour] and site.id not in state.buildings and colour not in colours_around(state, site.id)
    }


@offered("TU-SETUP-02", "TU-TAKE-05", "TU-BOX-05")
def exactly_the_cards_of_the_pile_are_revealed(state: State, actions: Sequence[Action]) -> bool:
    """When a card is due it can be any card of the pile."""
    due = state.phase in (Phase.REVEAL, Phase.REVEAL_START)
    return _offered(actions, Reveal) == ({*map(Reveal, state.pile)} if due else set())


@offered("TU-SETUP-08")
def exactly_the_choices_of_objectives_are_dealt(state: State, actions: Sequence[Action]) -> bool:
    """The objectives dealt can be any of the box."""
    ids = [objective.id for objective in state.setup.edition.objectives]
    deals = combinations(ids, state.setup.edition.objectives_in_play) if state.phase is Phase.DEAL else ()
    return _offered(actions, Deal) == {*map(Deal, deals)}


@offered("TU-TURN-03", "TU-TURN-05")
def nothing_is_offered_exactly_when_the_game_is_over(state: State, actions: Sequence[Action]) -> bool:
    """There is something to do until the game is over, and nothing after that."""
    return (not actions) == (state.phase is Phase.OVER)


@offered("TU-TAKE-07")
def no_action_is_offered_twice(state: State, actions: Sequence[Action]) -> bool:
    """Each action is offered once, also where two cards are alike."""
    return len(set(actions)) == len(actions)


@weighted("TU-BOX-05", "TU-SETUP-02", "TU-SETUP-08", "TU-TAKE-05", "TU-TAKE-06")
def every_unseen_card_is_as_likely(state: State, chances: Sequence[tuple[Action, int]]) -> bool:
    """A card weighs as much as there are of it in the pile, all choices of objectives weigh the same, and nothing else is chance."""
    if state.phase is Phase.DEAL:
        return {weight for _, weight in chances} == {1}
    due = state.phase in (Phase.REVEAL, Phase.REVEAL_START)
    return dict(chances) == {Reveal(card): number for card, number in state.pile.items() if due}


def foundings(state: State) -> Iterator[Found]:
    """Every founding that the rules allow the player on turn."""
    if state.phase is not Phase.TURN or not state.player.roofs:
        return
    for site in {site for road in state.box.side.roads for site in road} - {*state.buildings}:
        around = built_around(state, site)
        price = [state.buildings[neighbour].colour for neighbour in around]
        for colour in {*state.setup.edition.colours} - {*price} if around else ():
            if Counts.of([colour, *price]) <= state.player.stock:
                yield from (Found(site, colour, roof) for roof in (site, *around))


def _takes(state: State) -> Iterator[Take]:
    for card in {*state.market} if state.phase is Phase.TURN else ():
        given, multicolour = given_by(state, card), state.setup.edition.cards[card].multicolour
        left = state.container - given
        most = min(multicolour + missing_for(state, card), left.total)
        least = min(multicolour, left.total) if state.setup.rulings.replacement == "may_decline" else most
        for number in range(least, most + 1):
            yield from (Take(card, floors) for floors in _choices(left, number))


def _choices(floors: Counts, number: int) -> Iterator[tuple[str, ...]]:
    """Every way to choose so many of these floors."""
    for numbers in product(*(range(min(there, number) + 1) for there in floors.values())):
        if sum(numbers) == number:
            yield tuple(Counts(dict(zip(floors, numbers, strict=True))).names())


def _offered(actions: Sequence[Action], kind: type[Action]) -> set[Action]:
    return {action for action in actions if isinstance(action, kind)}
