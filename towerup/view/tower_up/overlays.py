"""What can be laid over a picture of Tower Up: where one may build, why not here, and what an action does."""

from __future__ import annotations

from towerup.rulesets.tower_up.actions import Action, Found, Place
from towerup.rulesets.tower_up.generating import legal_actions
from towerup.rulesets.tower_up.playing import apply, explain
from towerup.rulesets.tower_up.state import ANOTHER, COLOUR, Phase, State, floors_of
from towerup.view.marking import Arrow, Mark, Overlay


def legal_sites(state: State, colour: str) -> Overlay:
    """Every site on which the one to play may now build in this colour."""
    _known(state, colour)
    sites = dict.fromkeys(
        action.site for action in legal_actions(state) if isinstance(action, Found | Place) and action.colour == colour
    )
    count = len(sites) or "no"
    caption = f"{count} site{'' if count == 1 else 's'} for {colour}"
    return Overlay({site: Mark(tone="good") for site in sites}, captions=[caption])


def why_not(state: State, *words: str) -> Overlay:
    """Why the one to play may not build on a site in a colour: the ids of the broken rules, and in the captions their words.

    If it is legal, the site is marked as good. Neighbours of the same colour are pointed at.
    """
    site, _, colour = " ".join(words).partition(" ")
    _known(state, colour.strip())
    index = state.setup.board.index
    if site not in index:
        raise ValueError(f"there is no site {site!r} on this board")
    # On the new building itself a roof can always go, so all that is wrong is wrong with the site and the colour.
    placing = state.phase is Phase.PLACE
    broken = explain(state, Place(site, colour) if placing else Found(site, colour, site))
    if not broken:
        return Overlay({site: Mark(tone="good")}, captions=[f"{site} may be {colour}"])
    painted = state.setup.edition.colours.index(colour) + 1
    alike = [other for other in state.setup.neighbours[index[site]] if state.towers[other] & COLOUR == painted]
    return Overlay(
        {site: Mark(", ".join(one.id for one in broken), "bad")},
        [Arrow(site, state.setup.board.names[other], "bad") for other in alike],
        [f"{one.id} {one.title}: {one.message}" for one in broken],
    )


def effect(state: State, action: Action) -> Overlay:
    """What an action does: floors added and the roof, steps of vehicles, chips; raises IllegalAction if it is illegal."""
    after = apply(state, action)
    setup, names, colours = state.setup, state.setup.board.names, state.setup.edition.colours
    built = action.site if isinstance(action, Found | Place) else None
    marks, arrows, captions = {}, [], [str(action)]
    for number, (old, new) in enumerate(zip(state.towers, after.towers, strict=True)):
        if old == new:
            continue
        label = f"+{floors_of(new) - floors_of(old)} {colours[(new & COLOUR) - 1]}"
        if isinstance(action, Found) and names[number] == action.roof:
            label += f", {setup.seats[state.seat]} roof"
        marks[names[number]] = Mark(label, "good" if names[number] == built else "note")
        if built is not None and names[number] != built:
            arrows.append(Arrow(built, names[number]))
    for roof, was, now in zip(setup.seats, state.players, after.players, strict=True):
        for colour, before, steps in zip(colours, was.vehicles, now.vehicles, strict=True):
            if steps != before:
                captions.append(f"{roof}: {colour} vehicle from {before} to {steps}")
        gained = [
            f"{id} {chip}"
            # Before the objectives are dealt there are no chips to be had.
            for id, had, chip in zip(setup.objectives, was.chips, now.chips, strict=False)
            if chip and not had
        ]
        captions += [f"{roof}: chip {one}" for one in gained]
        if now.cone is not None and was.cone is None:
            captions.append(f"{roof}: cone on {now.cone}")
    if after.run & ~state.run & ANOTHER or (after.run and after.seat == state.seat and after.run != state.run):
        captions.append(f"{setup.seats[state.seat]}: an extra turn")
    if after.ending and not state.ending:
        captions.append(f"the end is coming: {after.ending.cause.words}")
    return Overlay(marks, arrows, captions)


def _known(state: State, colour: str) -> None:
    colours = state.setup.edition.colours
    if colour not in colours:
        raise ValueError(f"there are no {colour!r} floors; the colours are {', '.join(colours)}")
