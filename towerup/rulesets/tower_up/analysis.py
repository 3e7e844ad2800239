"""Analysis: what an action does and by which choices a person reaches it. For tables of moves, menus and bots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from towerup.kernel.actors import CHANCE
from towerup.kernel.analysis import Analysis, Choice, Column, Points, Value

from .actions import Action, Back, Deal, Found, Place, Reveal, Take
from .evaluation import SPREAD, evaluate
from .play import apply, legal_actions
from .scoring import Outcome, scores
from .state import State
from .vehicles import earns_extra_turn


def columns(state: State) -> tuple[Column, ...]:
    """The columns of a table of moves."""
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
    """The value of every column for a legal action, from the view of the player whose turn it is."""
    after = apply(state, action)
    colours, seat = state.setup.edition.colours, state.seat
    was, now = state.players[seat], after.players[seat]
    gained = {colour: now.stock[colour] - was.stock[colour] for colour in colours}
    steps = {colour: now.vehicles[colour] - was.vehicles[colour] for colour in colours}
    new_chips = {id: now.chips[id] for id in state.setup.objectives if id in now.chips and id not in was.chips}
    covered = _covered_roofs(state, after)
    roof = action.roof if isinstance(action, Found) else None
    return {
        "type": type(action).__name__.lower(),
        "card": action.card if isinstance(action, Take | Reveal) else None,
        "floors": " ".join(action.floors) if isinstance(action, Take | Back) else None,
        "site": action.site if isinstance(action, Place | Found) else None,
        "colour": action.colour if isinstance(action, Place | Found) else None,
        "roof": roof,
        "level": None if roof is None else after.buildings[roof].floors,
        "cost": {colour: -change for colour, change in gained.items() if change < 0},
        "gain": {colour: change for colour, change in gained.items() if change > 0},
        "steps": sum(steps.values()),
        "vehicle": {colour: count for colour, count in steps.items() if count},
        "covers": len(covered) - covered.count(was.roof),
        "covers_own": covered.count(was.roof),
        "extra_turn": earns_extra_turn(state, was.vehicles, now.vehicles),
        "objectives": " ".join(new_chips),
        "chips": sum(new_chips.values()),
        "millions": scores(after)[seat].total - scores(state)[seat].total,
        "brings_end": after.ending is not None and state.ending is None,
        "ends_game": _after_chance(after).actor is None,
    }


def _covered_roofs(state: State, after: State) -> list[str]:
    """The owners of the roofs that were on top of a building and are covered now."""
    return [
        building.top
        for site, building in state.buildings.items()
        if building.top and after.buildings[site].floors > building.floors
    ]


def _after_chance(state: State) -> State:
    """The state once chance has acted. Which card it reveals makes no difference to who plays next."""
    while state.actor is CHANCE:
        state = apply(state, legal_actions(state)[0])
    return state


def choices(state: State, action: Action) -> tuple[Choice, ...]:
    """What to do; then which card and which floors, or which site, which colour and where the roof goes."""
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
    """The Millions of each seat, and its floors in stock, which decide ties."""
    return tuple((score.total, score.stock) for score in outcome.scores)


ANALYSIS = Analysis(columns, describe, choices, points, evaluate, SPREAD)
"""What Tower Up offers for analysis."""
