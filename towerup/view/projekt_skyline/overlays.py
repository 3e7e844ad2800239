"""What can be laid over a picture of Projekt Skyline: where something may be done, why not here, and what an action does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from towerup.rulesets.projekt_skyline.actions import (
    TYPES,
    Action,
    Build,
    Corner,
    Grow,
    Place,
    Remove,
    Shift,
    Swap,
)
from towerup.rulesets.projekt_skyline.box.cards import Kind
from towerup.rulesets.projekt_skyline.notation import parse_action
from towerup.rulesets.projekt_skyline.play import apply, explain, legal_actions
from towerup.rulesets.projekt_skyline.state import Phase, State
from towerup.view.marking import Arrow, Mark, Overlay, Tone

from .words import SIZES, many, touched


def legal_sites(state: State, of: str = "") -> Overlay:
    """Every cell or round space where something can be done now; of one kind of action, as `grow`, if one is named."""
    if of and of not in TYPES:
        raise ValueError(f"{of!r} is not something to do; there is {', '.join(TYPES)}")
    wanted = TYPES.get(of)
    places: dict[str, None] = {}
    for action in legal_actions(state):
        if wanted is None or isinstance(action, wanted):
            places |= dict.fromkeys(_place_of(action))
    return Overlay(
        {place: Mark(tone="good") for place in places},
        captions=[f"{many(len(places), 'place')} {f'to {of}' if of else 'where something can be done'}"],
    )


def _place_of(action: Action) -> Iterator[str]:
    """Where an action begins: the cell it names first, or the round space."""
    if isinstance(action, Build | Grow | Place | Remove | Shift):
        yield action.cell
    elif isinstance(action, Swap):
        yield from action.cells
    elif isinstance(action, Corner):
        yield action.corner


def why_not(state: State, *words: str) -> Overlay:
    """Why an action is not legal, as `grow C4 raze C6`; of a cell alone: why nothing can be done there.

    What it breaks is written on its place, and in the captions in words. If it is legal, the place is marked as good.
    """
    action = _meant(state, " ".join(words).split())
    broken = explain(state, action)
    at = _last_place(action)
    if not broken:
        return Overlay({} if at is None else {at: Mark(tone="good")}, captions=[f"{action} is legal"])
    marks = {} if at is None else {at: Mark(", ".join(one.id for one in broken), "bad")}
    return Overlay(
        marks,
        _ways(action, "bad"),
        [f"{action} is not legal:", *(f"{one.id} {one.title}: {one.message}" for one in broken)],
    )


def _meant(state: State, words: list[str]) -> Action:
    """The action that words name; of a cell alone, what would be done there now."""
    if len(words) != 1 or words[0].lower() in TYPES:
        return parse_action(state, " ".join(words))
    if state.phase is Phase.CARD and state.followed is not None:
        verb = "remove" if state.followed.kind in (Kind.LEADER, Kind.RAZE, Kind.REMOVE) else "place"
    else:
        verb = "build" if state.phase is Phase.BUILD else "place"
    return parse_action(state, f"{verb} {words[0]}")


def _last_place(action: Action) -> str | None:
    """Where an action ends: the cell it is about."""
    if isinstance(action, Grow):
        return action.raze
    if isinstance(action, Shift):
        return action.to
    return next(_place_of(action), None)


def _ways(action: Action, tone: Tone) -> list[Arrow]:
    """The moves of constructions in an action, as arrows."""
    if isinstance(action, Grow):
        way = [action.cell, *([action.join] if action.join else []), action.raze]
        return [Arrow(start, end, tone) for start, end in pairwise(way)]
    if isinstance(action, Shift):
        return [Arrow(action.cell, action.to, tone)]
    if isinstance(action, Swap) and len(action.cells) == 2:
        one, other = action.cells
        return [Arrow(one, other, tone), Arrow(other, one, tone)]
    return []


def effect(state: State, action: Action) -> Overlay:
    """What an action does: to constructions, money and pawns; raises IllegalAction if it is illegal."""
    after = apply(state, action)
    setup, marks, captions = state.setup, {}, [str(action)]
    for name in setup.board.cells:
        was, now = state.constructions.get(name), after.constructions.get(name)
        if was != now:
            label = "empty" if now is None else f"{SIZES[now.floors - 1]} of {now.owner}"
            marks[name] = Mark(label, "good" if now is not None and was is None else "note")
    for old, new in zip(state.players, after.players, strict=True):
        change = new.cash - old.cash
        if change:
            captions.append(f"{new.colour} {'receives' if change > 0 else 'pays'} {abs(change)}")
        if new.pawn is not None and new.pawn != old.pawn:
            captions.append(f"the pawn of {new.colour} goes to {new.pawn}")
            marks[new.pawn] = Mark(f"{new.colour} pawn")
    if after.is_over:
        captions.append("the game is over")
    ways = [one for one in _ways(action, "note") if {one.start, one.end} & {*marks, *touched(action)}]
    return Overlay(marks, ways, captions)
