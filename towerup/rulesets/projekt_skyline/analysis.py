"""What a table of moves says of a move, and by which choices a person arrives at it."""

from __future__ import annotations

from collections.abc import Mapping

from towerup.kernel.analysis import Analysis, Choice, Column, Points, Value

from .actions import Action, Build, Corner, Draw, Grow, Place, Remove, Roll, Shift, Swap, Tax, Walk
from .evaluation import SPREAD, evaluate
from .play import apply
from .scoring import Outcome, scores
from .state import SKYSCRAPER, State
from .walking import rent


def columns(state: State) -> tuple[Column, ...]:
    """What a table of moves tells of each."""
    return (
        Column(
            "type",
            str,
            "what is done: corner, place, roll, build, grow, pass, draw, walk, tax, remove, swap or shift",
            in_notation=True,
        ),
        Column(
            "cell",
            str,
            "the cell where something is built, placed, removed or moved from, or that is swapped",
            in_notation=True,
        ),
        Column("to", str, "the cell that something is moved to, or swapped with", in_notation=True),
        Column("join", str, "the cell whose construction is joined on the way", in_notation=True),
        Column("raze", str, "the cell whose construction is razed", in_notation=True),
        Column("player", str, "the player whom a card is used on", in_notation=True),
        Column("card", str, "the card that is drawn", in_notation=True),
        Column("white", int, "what the white die shows, or how many steps a card moves a pawn", in_notation=True),
        Column("black", int, "what the black die shows", in_notation=True),
        Column("corner", str, "the round space that is chosen", in_notation=True),
        Column(
            "floors", int, "the floors of what stands where something was built, moved or placed; 3 is a skyscraper"
        ),
        Column("razed", int, "the floors that others lose on the board; a skyscraper counts 3"),
        Column("skyscraper", bool, "whether three floors become a skyscraper"),
        Column("money", int, "by how much one's own cash changes"),
        Column("score", int, "by how much one's money changes if skyscrapers are counted, as at the end"),
        Column("rent", int, "the highest rent that anybody could have to pay one afterwards"),
        Column("ends_game", bool, "whether the game is over then"),
    )


def _viewer(state: State) -> int:
    """The seat from whose view a move is described: whoever draws or follows a card, else the one whose turn it is."""
    return state.seat if state.drawer is None else state.drawer


def describe(state: State, action: Action) -> Mapping[str, Value | Mapping[str, int]]:
    """The value of every column for a legal action, as the one who decides sees it."""
    after = apply(state, action)
    seat = _viewer(state)
    cell = action.cell if isinstance(action, Place | Build | Grow | Remove | Shift) else None
    to = action.to if isinstance(action, Shift) else None
    if isinstance(action, Swap):
        cell, to = action.cells
    stands = action.raze if isinstance(action, Grow) else to if isinstance(action, Shift) else cell
    return {
        "type": type(action).__name__.lower(),
        "cell": cell,
        "to": to,
        "join": action.join if isinstance(action, Grow) else None,
        "raze": action.raze if isinstance(action, Grow) else None,
        "player": action.player if isinstance(action, Walk | Tax) else None,
        "card": action.card if isinstance(action, Draw) else None,
        "white": action.white if isinstance(action, Roll) else action.steps if isinstance(action, Walk) else None,
        "black": action.black if isinstance(action, Roll) else None,
        "corner": action.corner if isinstance(action, Corner) else None,
        "floors": None if stands is None or isinstance(action, Remove | Swap) else after.constructions[stands].floors,
        "razed": _floors_of_others(state, seat) - _floors_of_others(after, seat),
        "skyscraper": isinstance(action, Grow) and after.constructions[action.raze].floors == SKYSCRAPER,
        "money": after.players[seat].cash - state.players[seat].cash,
        "score": scores(after)[seat].total - scores(state)[seat].total,
        "rent": _highest_rent(after, seat),
        "ends_game": after.is_over,
    }


def _floors_of_others(state: State, seat: int) -> int:
    own = state.setup.seats[seat]
    return sum(one.floors for one in state.constructions.values() if one.owner != own)


def _highest_rent(state: State, seat: int) -> int:
    """The highest rent that a pawn beside one of the player's constructions could owe."""
    own, beside = state.setup.seats[seat], state.setup.board.beside.values()
    edge = [cell for cell, one in state.constructions.items() if one.owner == own and cell in beside]
    return max((rent(state, cell) for cell in edge), default=0)


def choices(state: State, action: Action) -> tuple[Choice, ...]:
    """What to do; then where, and what else there is to choose."""
    what = Choice("action", type(action).__name__.lower())
    if isinstance(action, Grow):
        join = (Choice("join", action.join or "nothing"),) if state.setup.expert else ()
        return what, Choice("cell", action.cell), *join, Choice("raze", action.raze)
    if isinstance(action, Build | Place | Remove):
        return what, Choice("cell", action.cell)
    if isinstance(action, Shift):
        return what, Choice("cell", action.cell), Choice("to", action.to)
    if isinstance(action, Swap):
        return what, Choice("cell", action.cells[0]), Choice("with", action.cells[1])
    if isinstance(action, Walk):
        return what, Choice("player", action.player), Choice("steps", str(action.steps))
    if isinstance(action, Tax):
        return what, Choice("player", action.player)
    if isinstance(action, Draw):
        return what, Choice("card", action.card)
    if isinstance(action, Corner):
        return what, Choice("space", action.corner)
    if isinstance(action, Roll):
        black = "not rolled" if action.black is None else str(action.black)
        return what, Choice("white", str(action.white)), Choice("black", black)
    return (what,)


def points(outcome: Outcome) -> tuple[Points, ...]:
    """Seat by seat the money in the end."""
    return tuple((score.total,) for score in outcome.scores)


ANALYSIS = Analysis(columns, describe, choices, points, evaluate, SPREAD)
"""What Projekt Skyline offers to those who analyse it."""
