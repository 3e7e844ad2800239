"""Setup: what is agreed, the table at the start, the objectives, the market, the starting floors.

FR “MISE EN PLACE”, “VARIANTE”; PL “PRZYGOTOWANIE DO GRY”, “WARIANT ZAAWANSOWANY”.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from attrs import evolve

from towerup.kernel.frozen import Counts, FrozenDict
from towerup.kernel.rules import Objection, Objections

from .actions import Deal, Place, Reveal
from .box.cards import ANY
from .state import Building, Phase, Player, Setup, State
from .turns import not_now
from .words import neighbours_of_colour


def first_state(setup: Setup) -> State:
    """The table before anything is revealed."""
    edition = setup.edition
    # Each player has one floor of each colour, all roofs, and vehicles at the start (TU-SETUP-07, TU-BOX-01, TU-BOX-02).
    stock = Counts.of(edition.colours)
    vehicles = FrozenDict(dict.fromkeys(edition.colours, 0))
    players = tuple(Player(roof, stock, vehicles, edition.roofs) for roof in setup.seats)
    # The first player is seat 0 (TU-SETUP-13, TU-SETUP-14).
    return State(
        setup=setup,
        phase=Phase.REVEAL_START if setup.objectives else Phase.DEAL,
        seat=0,
        buildings=FrozenDict(),
        players=players,
        container=edition.floors - Counts(dict.fromkeys(edition.colours, len(players))),
        market=(),
        pile=edition.printed_deck,
    )


# --- the objectives


def deal(state: State, action: Deal) -> State:
    """The objectives are drawn (TU-SETUP-08)."""
    drawn = tuple(objective.id for objective in state.setup.edition.objectives if objective.id in action.objectives)
    return first_state(evolve(state.setup, objectives=drawn))


def objections_to_deal(state: State, action: Deal, seat: int) -> Objections:
    """What speaks against dealing these objectives."""
    in_play, dealt = state.setup.edition.objectives_in_play, action.objectives
    if state.phase is not Phase.DEAL:
        yield not_now(state)
    elif len(dealt) != in_play:
        yield Objection("TU-SETUP-08", f"{in_play} different objectives are drawn, not {len(dealt)}")
    elif len(set(dealt)) < in_play:
        yield Objection("TU-SETUP-08", f"{in_play} different objectives are drawn, not {', '.join(dealt)}")


def deals(state: State) -> Iterator[Deal]:
    """Every choice of objectives."""
    edition = state.setup.edition
    for chosen in combinations([objective.id for objective in edition.objectives], edition.objectives_in_play):
        yield Deal(chosen)


# --- the first market, and the colours of the starting floors


def reveal_start(state: State, action: Reveal) -> State:
    """A card comes into the market or, once that is full, shows the colour of one more starting floor."""
    setup, printed = state.setup, state.setup.edition.bottoms[action.card]
    market = state.market
    if len(market) < setup.edition.market:  # TU-SETUP-02
        market = tuple(sorted((*market, printed.card.id), key=state.box.card_order.__getitem__))
    starting = (*state.starting, printed.bottom)  # TU-SETUP-03
    if len(starting) < setup.starting_floors:
        return evolve(state, market=market, pile=state.pile - {action.card: 1}, starting=starting)
    # Extra cards go back into the pile, and from now on bottoms do not matter (TU-SETUP-11, TU-TAKE-07).
    pile = setup.edition.deck - Counts.of(market)
    return _next_starting_floor(evolve(state, market=market, pile=pile, starting=starting))


def objections_to_reveal_start(state: State, action: Reveal, seat: int) -> Objections:
    """What speaks against revealing this printed card."""
    card = state.setup.edition.bottoms[action.card].card
    if state.phase is Phase.REVEAL:
        yield Objection("TU-TAKE-07", f"after setup a card's bottom no longer matters: reveal {card.id}")
    elif state.phase is not Phase.REVEAL_START:
        yield not_now(state)
    elif not state.pile[action.card]:
        yield Objection("TU-SETUP-02", f"no {action.card} is left in the draw pile")


def objections_to_reveal_without_bottom(state: State, action: Reveal, seat: int) -> Objections:
    """In setup the bottom of a card matters, so the card is named with it (TU-SETUP-03)."""
    printed = [one.id for one in state.setup.edition.printed_cards if one.card.id == action.card]
    yield Objection("TU-SETUP-03", f"in setup the bottom of the card matters: reveal {' or '.join(printed)}")


def reveals_at_start(state: State) -> Iterator[Reveal]:
    """Every printed card that chance can reveal."""
    for printed in state.setup.edition.printed_cards:
        if printed.id in state.pile:
            yield Reveal(printed.id)


# --- the starting floors


def place(state: State, action: Place) -> State:
    """A starting floor goes on its site. Nobody pays for it (TU-SETUP-05)."""
    return _next_starting_floor(
        evolve(
            state,
            buildings=state.buildings | {action.site: Building(action.colour)},
            container=state.container - {action.colour: 1},
            starting=state.starting[1:],
        )
    )


def objections_to_place(state: State, action: Place, seat: int) -> Objections:
    """What speaks against a starting floor of this colour on this site."""
    site, colour = action.site, action.colour
    if state.phase is not Phase.PLACE:
        yield not_now(state)
    elif state.starting[0] not in (ANY, colour):
        yield Objection("TU-SETUP-03", f"the next starting floor is {state.starting[0]}, not {colour}")
    elif not state.container[colour]:
        yield Objection("TU-SETUP-04", f"there is no {colour} floor in the container")
    if site in state.buildings:
        yield Objection("TU-SETUP-05", f"{site} already has a {state.buildings[site].colour} floor")
    if any(n in state.buildings and state.buildings[n].colour == colour for n in state.box.neighbours[site]):
        yield Objection("TU-SETUP-06", neighbours_of_colour(state, site, colour))


def places(state: State) -> Iterator[Place]:
    """Every site for the next starting floor, in every colour it may have (TU-SETUP-04, TU-SETUP-05, TU-SETUP-06)."""
    if not state.starting:
        return
    colours = state.setup.edition.colours if state.starting[0] == ANY else (state.starting[0],)
    for colour in colours:
        if colour not in state.container:
            continue
        taken = {site for site, building in state.buildings.items() if building.colour == colour}
        for site in state.box.sites:
            if site not in state.buildings and taken.isdisjoint(state.box.neighbours[site]):
                yield Place(site, colour)


def _next_starting_floor(state: State) -> State:
    """On to the next starting floor that has a legal site; the others stay in the container (TU-SETUP-12)."""
    while state.starting and not any(places(state)):
        state = evolve(state, starting=state.starting[1:])
    return evolve(state, phase=Phase.PLACE if state.starting else Phase.TURN)
