"""What can be laid over a picture of New York 1901: where something may be done, why not here, and what an action does."""

from __future__ import annotations

from collections.abc import Iterator

from towerup.rulesets.new_york_1901.actions import TYPES, Acquire, Action, Build, Give, Rebuild
from towerup.rulesets.new_york_1901.notation import parse_action
from towerup.rulesets.new_york_1901.play import apply, explain, legal_actions
from towerup.rulesets.new_york_1901.state import State
from towerup.rulesets.new_york_1901.technology import technology_of
from towerup.view.marking import Mark, Overlay

from .plan import Plan, lot_place
from .pointing import attempts
from .words import CARDS, ending_words, kind_of, many

_PLACED = ("acquire", "build", "rebuild", "give")
"""The kinds of action that are done somewhere."""


def legal_sites(state: State, of: str = "") -> Overlay:
    """Every lot and cell where something can be done now: all of it, or of one kind (`build`), or with one tile."""
    tiles = [tile.id for tile in (*state.setup.edition.own, *state.setup.edition.legendaries)]
    if of and of not in _PLACED and of not in tiles:
        raise ValueError(f"{of!r} is neither something to do ({', '.join(_PLACED)}) nor a tile ({', '.join(tiles)})")
    marks: dict[str, Mark] = {}
    ways = 0
    for action in legal_actions(state):
        if not of or of in (type(action).__name__.lower(), getattr(action, "tile", "")):
            places = list(_places_of(action))
            ways += bool(places)
            marks |= dict.fromkeys(places, Mark(tone="good"))
    what = f"to {of}" if of in _PLACED else f"to build {of}" if of else "to do something"
    return Overlay(marks, captions=[f"{many(ways, 'way')} {what}, over {many(len(marks), 'place')}"])


def _places_of(action: Action) -> Iterator[str]:
    """Where an action is done: its cells, or its lot."""
    if isinstance(action, Build | Rebuild):
        yield from action.cells
    elif isinstance(action, Acquire | Give):
        yield lot_place(action.lot)


def why_not(state: State, *words: str) -> Overlay:
    """Why an action is not legal, as `build bronze-row-2 A1 B1`; of a lot or a cell alone: why nothing can be done there.

    What is broken is written on its place, and in the captions in words. What is legal is marked as good.
    """
    tried = _meant(state, " ".join(words).split())
    judged = [(action, explain(state, action)) for action in tried]
    legal = [action for action, broken in judged if not broken]
    if legal:
        places = dict.fromkeys(place for action in legal for place in _places_of(action))
        return Overlay({place: Mark(tone="good") for place in places}, captions=[f"{one} is legal" for one in legal])
    marks: dict[str, Mark] = {}
    captions = []
    for action, broken in judged:
        ids = ", ".join(dict.fromkeys(one.id for one in broken))
        for n, place in enumerate(_places_of(action)):
            marks.setdefault(place, Mark("" if n else ids, "bad"))
        captions += [f"{action} is not legal:", *(f"{one.id} {one.title}: {one.message}" for one in broken)]
    known = {*state.setup.board.cells, *map(lot_place, state.setup.board.lots)}
    return Overlay({place: mark for place, mark in marks.items() if place in known}, captions=captions)


def _meant(state: State, words: list[str]) -> list[Action]:
    """The action that words name; of a lot or a cell alone, what one might want to do there now."""
    board = state.setup.board
    kind, name = (words[0].lower(), words[1]) if len(words) == 2 else ("", words[0] if words else "")
    if not words or (len(words) > 1 and kind not in ("lot", "cell")) or name.lower() in TYPES:
        return [parse_action(state, " ".join(words))]
    cells = [one for one in board.cells if one.lower() == name.lower() and kind != "lot"]
    lots = [one for one in board.lots if one.lower() == name.lower() and kind != "cell"]
    if cells and lots:
        # Exactly as it is written it may be one of them only.
        cells, lots = [one for one in cells if one == name] or cells, [one for one in lots if one == name] or lots
        if (name in cells) == (name in lots):
            raise ValueError(f"{name} is a cell and a lot: say `cell {name}` or `lot {name}`")
        cells, lots = (cells, []) if name in cells else ([], lots)
    if lots:
        cells = [board.lots[lots[0]][0]]
    if not cells:
        (first, *_, last), known = board.lots, board.cells
        raise ValueError(
            f"there is no {kind or 'lot or cell'} {name!r}; there are lots {first} to {last} and cells {known[0]} to {known[-1]}"
        )
    return [one.action for one in attempts(state, "cell", cells[0])]


def effect(state: State, action: Action) -> Overlay:
    """What an action does: to buildings and lots, points, technology and workers; raises IllegalAction if it is illegal."""
    after = apply(state, action)
    return Overlay(
        {**_changed_cells(state, after), **_changed_lots(state, after)}, captions=[str(action), *_told(state, after)]
    )


def _changed_cells(state: State, after: State) -> dict[str, Mark]:
    """Every cell where something else stands afterwards; of what is new, a label on one of its cells."""
    before, now = Plan(state).on, Plan(after).on
    marks, labelled = {}, set()
    for cell in state.setup.board.cells:
        was, stands = before.get(cell), now.get(cell)
        if was == stands:
            continue
        label = ""
        key = ("new", stands.cells) if stands is not None else ("gone", was.cells if was else ())
        if key not in labelled:
            labelled.add(key)
            label = f"{kind_of(stands.tile)} +{stands.tile.points}" if stands is not None else "demolished"
        marks[cell] = Mark(label, "note" if stands is None else "good")
    return marks


def _changed_lots(state: State, after: State) -> dict[str, Mark]:
    """Every lot that has another owner afterwards, or a worker more or less."""
    before, now = Plan(state), Plan(after)
    marks = {}
    for lot in state.setup.board.lots:
        was, stands = before.workers.get(lot), now.workers.get(lot)
        if was != stands:
            if stands is not None:
                marks[lot_place(lot)] = Mark(f"worker of {stands}", "good" if lot not in before.owner else "note")
            elif lot not in now.owner:
                marks[lot_place(lot)] = Mark("given back")
    return marks


def _told(state: State, after: State) -> Iterator[str]:
    """What changes for the players, and what comes next, in words."""
    gone = set(Plan(state).buildings) - set(Plan(after).buildings)
    if gone:
        yield f"demolished: {', '.join(sorted(one.tile.id for one in gone))}"
    for seat, (old, new) in enumerate(zip(state.players, after.players, strict=True)):
        colour = old.colour
        if new.points != old.points:
            yield f"{colour}: {many(new.points - old.points, 'point')}, now {new.points}"
        was, now = state.free_workers(seat), after.free_workers(seat)
        if was != now:
            yield f"{colour}: {many(now, 'free worker')}, before {was}"
        if old.points != new.points and technology_of(after, seat) > technology_of(state, seat):
            yield f"{colour} may build {technology_of(after, seat).word}"
        for card in old.cards:
            if card not in new.cards:
                yield f"{colour} uses {CARDS[card]}"
    if after.ending is not None and state.ending is None:
        yield ending_words(after)
    if after.is_over:
        yield "the game is over"
