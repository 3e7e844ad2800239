"""What can be told of a move, and by which choices one arrives at it: for tables of moves, menus and players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from towerup.kernel import counts
from towerup.kernel.actors import CHANCE
from towerup.kernel.analysis import Analysis, Choice, Column, Points, Value

from .actions import Action, Back, Deal, Found, Place, Reveal, Take
from .evaluation import SPREAD, evaluate
from .generating import legal_actions
from .playing import apply
from .scoring import Outcome, scores
from .stars import moved_on
from .state import State, floors_of, roof_at


def columns(state: State) -> tuple[Column, ...]:
    """What a table of moves tells of each."""
    colours = state.setup.edition.colours
    return (
        Column("type", str, "what is done: deal, reveal, place, take, back, found or decline", in_notation=True),
        Column("card", str, "the card that is taken or revealed", in_notation=True),
        Column("floors", str, "the floors chosen with a card, or put back", in_notation=True),
        Column("site", str, "where a building is founded, or a starting floor placed", in_notation=True),
        Column("colour", str, "the colour of that building or floor", in_notation=True),
        Column("roof", str, "the site of the building that gets the roof", in_notation=True),
        Column("level", int, "the level of that roof, which is how many steps it scores"),
        Column("cost", int, "floors that leave the stock", colours),
        Column("gain", int, "floors that come into the stock", colours),
        Column("steps", int, "steps that vehicles gain, all together"),
        Column("vehicle", int, "steps that each vehicle gains", colours),
        Column("covers", int, "roofs of others that were on top of a building and are covered"),
        Column("covers_own", int, "roofs of one's own that were on top of a building and are covered"),
        Column("extra_turn", bool, "whether it brings an extra turn"),
        Column("objectives", str, "the objectives that it fulfils"),
        Column("chips", int, "the Millions of their chips"),
        Column("millions", int, "Millions gained at once: by vehicles, by chips, and by the cone if it is set"),
        Column("brings_end", bool, "whether it brings the end about, so that only last turns follow"),
        Column("ends_game", bool, "whether nobody has anything to decide after it"),
    )


def describe(state: State, action: Action) -> Mapping[str, Value | Mapping[str, int]]:
    """The value of every column for a legal action, as the one whose turn it is sees it."""
    after = apply(state, action)
    setup, seat = state.setup, state.seat
    was, now = state.players[seat], after.players[seat]
    colours, paid = setup.edition.colours, _difference(state, was.stock, now.stock)
    driven = [new - old for old, new in zip(was.vehicles, now.vehicles, strict=True)]
    # Before the objectives are dealt there are no chips to be had.
    fulfilled = {id: chip for id, had, chip in zip(setup.objectives, was.chips, now.chips, strict=False) if chip > had}
    covers, covers_own = _covered(state, after)
    roof = action.roof if isinstance(action, Found) else None
    return {
        "type": type(action).__name__.lower(),
        "card": action.card if isinstance(action, Take | Reveal) else None,
        "floors": " ".join(action.floors) if isinstance(action, Take | Back) else None,
        "site": action.site if isinstance(action, Place | Found) else None,
        "colour": action.colour if isinstance(action, Place | Found) else None,
        "roof": roof,
        "level": None if roof is None else floors_of(after.towers[setup.board.index[roof]]),
        "cost": {colour: -change for colour, change in zip(colours, paid, strict=True) if change < 0},
        "gain": {colour: change for colour, change in zip(colours, paid, strict=True) if change > 0},
        "steps": sum(driven),
        "vehicle": {colour: steps for colour, steps in zip(colours, driven, strict=True) if steps},
        "covers": covers,
        "covers_own": covers_own,
        "extra_turn": moved_on(setup, was.vehicles, now.vehicles),
        "objectives": " ".join(fulfilled),
        "chips": sum(fulfilled.values()),
        "millions": scores(after)[seat].total - scores(state)[seat].total,
        "brings_end": after.ending is not None and state.ending is None,
        "ends_game": _refilled(after).is_over,
    }


def _difference(state: State, was: int, now: int) -> list[int]:
    """By how much a stock has changed, colour by colour."""
    kinds = state.setup.colours
    return [new - old for old, new in zip(counts.unpack(was, kinds), counts.unpack(now, kinds), strict=True)]


def _covered(state: State, after: State) -> tuple[int, int]:
    """How many roofs that were on top of a building are covered now: others', and one's own."""
    owners = [
        roof_at(old, floors_of(old))
        for old, new in zip(state.towers, after.towers, strict=True)
        if old and floors_of(new) > floors_of(old)
    ]
    own = owners.count(state.seat + 1)
    return len(owners) - owners.count(0) - own, own


def _refilled(state: State) -> State:
    """The state once chance has acted. Which card is revealed makes no difference to who plays next."""
    while state.actor is CHANCE:
        state = apply(state, legal_actions(state)[0])
    return state


def choices(state: State, action: Action) -> tuple[Choice, ...]:
    """What to do; then which card and which floors, or which site, which colour and where the roof."""
    what = Choice("action", type(action).__name__.lower())
    if isinstance(action, Found):
        return what, Choice("site", action.site), Choice("colour", action.colour), Choice("roof", action.roof)
    if isinstance(action, Place):
        return what, Choice("site", action.site), Choice("colour", action.colour)
    if isinstance(action, Take):
        return what, Choice("card", action.card), Choice("floors", _listed(action.floors, "+") or "as printed")
    if isinstance(action, Back):
        return what, Choice("floors", _listed(action.floors))
    if isinstance(action, Reveal):
        return what, Choice("card", action.card)
    if isinstance(action, Deal):
        return what, Choice("objectives", _listed(action.objectives))
    return (what,)


def _listed(names: Iterable[str], sign: str = "") -> str:
    return " ".join(sign + name for name in names)


def points(outcome: Outcome) -> tuple[Points, ...]:
    """Seat by seat the Millions, and the floors in stock, which decide ties."""
    return tuple((score.total, score.stock) for score in outcome.scores)


ANALYSIS = Analysis(columns, describe, choices, points, evaluate, SPREAD)
"""What Tower Up offers to those who analyse it."""
