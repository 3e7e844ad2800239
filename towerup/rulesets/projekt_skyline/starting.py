"""The start of a game: pawns, skyscrapers in the centre, floors, the architect.

FR “(setup)”, “Deux règles spéciales”; FR-S “préparation”, “Tours préliminaires de placement”.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from towerup.kernel.frozen import FrozenDict
from towerup.kernel.rules import Objection, Objections

from .actions import Corner, Place
from .box.board import CORNERS
from .reserves import without_floor
from .state import SKYSCRAPER, Construction, Phase, Player, Setup, State
from .turns import not_now
from .words import construction_in_words


def first_state(setup: Setup) -> State:
    """The table before anything is placed."""
    edition = setup.edition
    # All pawns start on one round space, unless each player chooses (PS-SETUP-03).
    choose = setup.rulings.starting_corner == "own"
    pawn = None if choose else setup.board.start
    # Everyone has the same money, floors and skyscrapers (PS-SETUP-01, PS-SETUP-02, PS-BOX-01, PS-BOX-02).
    players = tuple(Player(colour, edition.money, pawn, edition.floors, setup.skyscrapers) for colour in setup.seats)
    return State(
        setup=setup,
        phase=Phase.CORNER if choose else Phase.PLACE,
        seat=placers(setup)[0],
        constructions=FrozenDict(),
        players=players,
        unseen=setup.deck,
    )


def placers(setup: Setup) -> list[int]:
    """The seats in the order in which they place: a skyscraper each, then the floors, round by round (PS-SETUP-06)."""
    clockwise = [*range(len(setup.seats))]
    rounds = range(1 + setup.edition.starting_floors)
    if setup.rulings.setup_direction == "alternating":
        return [seat for number in rounds for seat in (clockwise[::-1] if number % 2 else clockwise)]
    return [seat for _ in rounds for seat in (0, *clockwise[:0:-1])]


# --- the round space to start on, where each player chooses


def choose_corner(state: State, action: Corner) -> State:
    """A pawn goes on the round space that its owner has chosen (PS-SETUP-03)."""
    players = state.with_player(state.seat, evolve(state.player, pawn=action.corner))
    waiting = sum(player.pawn is None for player in players)
    following = placers(state.setup)[(len(players) - waiting) % len(players)]
    return evolve(state, players=players, seat=following, phase=Phase.CORNER if waiting else Phase.PLACE)


def objections_to_corner(state: State, action: Corner, seat: int) -> Objections:
    """What speaks against starting on this round space."""
    if state.phase is Phase.PLACE:
        yield Objection("PS-SETUP-03", "all pawns are on their round spaces already")
    elif state.phase is not Phase.CORNER:
        yield not_now(state)


def corners(state: State) -> Iterator[Corner]:
    """Every round space; several pawns may start on the same one (PS-SETUP-03)."""
    yield from map(Corner, CORNERS)


# --- skyscrapers and floors


def place_at_start(state: State, action: Place) -> State:
    """A skyscraper or a floor is placed; after the last floor the architect goes on it, and play begins."""
    setup, player = state.setup, state.player
    # Everyone places a skyscraper first, then floors (PS-SETUP-04, PS-SETUP-05, PS-BOX-01, PS-BOX-02).
    if _skyscraper_is_next(state):
        built, player = Construction(player.colour, SKYSCRAPER), evolve(player, skyscrapers=player.skyscrapers - 1)
    else:
        built, player = Construction(player.colour), without_floor(player)
    constructions = state.constructions | {action.cell: built}
    state = evolve(state, constructions=constructions, players=state.with_player(state.seat, player))
    order = placers(setup)
    if len(constructions) < len(order):
        # PS-SETUP-06
        return evolve(state, seat=order[len(constructions)])
    # The architect goes on the last floor, and its owner begins, or the first player as ruled (PS-SETUP-07, PS-SETUP-08).
    begins = order[-1] if setup.rulings.who_begins == "last_placer" else 0
    return evolve(state, phase=Phase.ROLL, seat=begins, architect=action.cell)


def objections_to_place_at_start(state: State, action: Place, seat: int) -> Objections:
    """What speaks against placing the next piece here."""
    first, centre = _skyscraper_is_next(state), state.setup.board.centre
    if first and action.cell not in centre:
        yield Objection("PS-SETUP-04", f"{action.cell} is not in the centre, which is {', '.join(centre)}")
    if action.cell in state.constructions:
        yield Objection(
            "PS-SETUP-04" if first else "PS-SETUP-05",
            f"{action.cell} is not free: it has {construction_in_words(state, action.cell)}",
        )


def places_at_start(state: State) -> Iterator[Place]:
    """Every free cell; for a skyscraper every free cell of the centre (PS-SETUP-04, PS-SETUP-05)."""
    board = state.setup.board
    for cell in board.cells:
        if cell not in state.constructions and (cell in board.centre or len(state.constructions) >= len(state.players)):
            yield Place(cell)


def _skyscraper_is_next(state: State) -> bool:
    """Whether the next piece is a skyscraper: everyone places one before the floors."""
    return len(state.constructions) < len(state.players)
