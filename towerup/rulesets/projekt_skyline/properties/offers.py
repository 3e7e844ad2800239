"""What is legal, said a third time: by brute force over cells and players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..actions import Action, Build, Corner, Draw, Grow, Pass, Place, Roll
from ..box.cards import Kind
from ..state import Phase, State
from .collection import offered, weighted
from .facts import all_cells, buildings, card_of, far, is_futile, ways_to_follow


@offered("PS-TURN-03", "PS-TURN-02")
def nothing_is_offered_exactly_when_the_game_is_over(state: State, actions: Sequence[Action]) -> bool:
    """There is something to do until the game is over, and nothing after that."""
    return (not actions) == (state.phase is Phase.OVER)


@offered("PS-TURN-02")
def no_action_is_offered_twice(state: State, actions: Sequence[Action]) -> bool:
    """Each action is offered once."""
    return len({*actions}) == len(actions)


@offered("PS-SETUP-03")
def exactly_the_round_spaces_are_offered(state: State, actions: Sequence[Action]) -> bool:
    """A player who chooses where to start can choose any round space."""
    corners = {Corner("NW"), Corner("NE"), Corner("SE"), Corner("SW")}
    return _of(actions, Corner) == (corners if state.phase is Phase.CORNER else set())


@offered("PS-SETUP-04", "PS-SETUP-05")
def exactly_the_free_cells_are_offered_at_the_start(state: State, actions: Sequence[Action]) -> bool:
    """A skyscraper of the start goes on any free cell of the centre, a floor on any free cell."""
    if state.phase is not Phase.PLACE:
        return True
    first = len(state.constructions) < len(state.players)
    cells = state.setup.edition.board.centre if first else all_cells(state)
    return {*actions} == {Place(cell) for cell in cells if cell not in state.constructions}


@offered("PS-BUILD-01")
def the_architect_goes_as_far_as_the_black_die_says(state: State, actions: Sequence[Action]) -> bool:
    """Nothing is offered nearer or farther from the architect than the black die says."""
    return all(
        state.architect is not None and far(action.cell, state.architect) == state.die
        for action in actions
        if isinstance(action, Build | Grow)
    )


@offered(
    "PS-BUILD-02", "PS-BUILD-03", "PS-BUILD-07", "PS-GROW-01", "PS-GROW-02", "PS-GROW-03", "PS-GROW-04", "PS-TOWER-02", "PS-EXPERT-01",
    "PS-EXPERT-02", "PS-EXPERT-03",
)  # fmt: skip
def exactly_what_can_be_built_is_offered(state: State, actions: Sequence[Action]) -> bool:
    """A builder can build on every empty cell in reach, and let every own construction grow that can raze something then."""
    built = buildings(state, state.seat, state.die) if state.phase is Phase.BUILD and state.die else set()
    return _of(actions, Build, Grow) == built


@offered("PS-BUILD-05")
def exactly_a_futile_growth_can_be_passed(state: State, actions: Sequence[Action]) -> bool:
    """Passing is offered where it is ruled so, and the architect can reach a construction whose growth would raze nothing."""
    ruled = state.phase is Phase.BUILD and state.setup.rulings.futile_growth == "may_pass"
    return (Pass() in actions) == (ruled and is_futile(state, state.seat, state.die or 0))


@offered(
    "PS-CARD-02", "PS-CARD-04", "PS-CARD-07", "PS-ACTION-02", "PS-ACTION-05", "PS-ACTION-07", "PS-ACTION-08", "PS-ACTION-09",
    "PS-ACTION-10", "PS-ACTION-11", "PS-ACTION-12", "PS-ACTION-13",
)  # fmt: skip
def exactly_the_ways_to_follow_a_card_are_offered(state: State, actions: Sequence[Action]) -> bool:
    """A card is followed in every way that it allows, and in no other."""
    card = card_of(state)
    if state.phase is not Phase.CARD or card is None or state.drawer is None:
        return state.phase is not Phase.CARD
    return {*actions} == ways_to_follow(state, state.drawer, card)


@offered("PS-CARD-01", "PS-BOX-06", "PS-SETUP-09")
def exactly_the_cards_on_top_are_drawn(state: State, actions: Sequence[Action]) -> bool:
    """Any unseen card can be drawn; when there is none, only the one that has been under the pile longest."""
    cards = (state.unseen or state.used[:1]) if state.phase is Phase.DRAW else ()
    return _of(actions, Draw) == {Draw(card) for card in cards}


@weighted("PS-TURN-04", "PS-CARD-01", "PS-BOX-06", "PS-ACTION-01", "PS-ACTION-04")
def chance_is_fair(state: State, chances: Sequence[tuple[Action, int]]) -> bool:
    """Each face of a die is as likely as any other, and so is each unseen card; nothing else is chance."""
    edition, card = state.setup.edition, card_of(state)
    right: dict[Action, int] = {}
    if state.phase is Phase.DRAW:
        right = {Draw(id): count for id, count in state.unseen.items()} or {Draw(state.used[0]): 1}
    elif card is not None and card.kind is Kind.THROW:
        right = {Roll(white): count for white, count in Counter(edition.white).items()}
    elif state.phase in (Phase.ROLL, Phase.THROW):
        both = Counter((white, black) for white in edition.white for black in edition.black)
        right = {Roll(*dice): count for dice, count in both.items()}
    return len(chances) == len(right) and dict(chances) == right


def _of(actions: Sequence[Action], *kinds: type[Action]) -> set[Action]:
    return {action for action in actions if isinstance(action, kinds)}
