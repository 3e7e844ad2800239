"""What can be laid over a picture of Tower Up: where a building can go, why not here, and what an action does."""

from __future__ import annotations

from collections.abc import Iterator

from towerup.rulesets.tower_up.actions import Action, Found, Place
from towerup.rulesets.tower_up.play import apply, explain, legal_actions
from towerup.rulesets.tower_up.state import Phase, State
from towerup.view.marking import Arrow, Mark, Overlay

from .targets import building_on


def legal_sites(state: State, colour: str) -> Overlay:
    """Every site on which the player to act can now build in this colour."""
    _check_colour(state, colour)
    sites = dict.fromkeys(
        action.site for action in legal_actions(state) if isinstance(action, Found | Place) and action.colour == colour
    )
    count = len(sites) or "no"
    caption = f"{count} site{'' if count == 1 else 's'} for {colour}"
    return Overlay({site: Mark(tone="good") for site in sites}, captions=[caption])


def why_not(state: State, *words: str) -> Overlay:
    """Why the player to act cannot build on a site in a colour: the ids of the broken rules, and in the captions the reasons.

    A legal site is marked as good. Arrows point at neighbours of the same colour.
    """
    site, _, colour = " ".join(words).partition(" ")
    colour = colour.strip()
    _check_colour(state, colour)
    if site not in state.box.neighbours:
        raise ValueError(f"there is no site {site!r} on this board")
    broken = explain(state, building_on(state, site, colour))
    if not broken:
        return Overlay({site: Mark(tone="good")}, captions=[f"{site} may be {colour}"])
    alike = [
        neighbour
        for neighbour in state.box.neighbours[site]
        if neighbour in state.buildings and state.buildings[neighbour].colour == colour
    ]
    return Overlay(
        {site: Mark(", ".join(one.id for one in broken), "bad")},
        [Arrow(site, neighbour, "bad") for neighbour in alike],
        [f"{one.id} {one.title}: {one.message}" for one in broken],
    )


def effect(state: State, action: Action) -> Overlay:
    """What an action does: floors added and the roof, steps of vehicles, chips. Raises IllegalAction if it is illegal."""
    after = apply(state, action)
    marks = _floors_added(state, after, action)
    built = action.site if isinstance(action, Found | Place) else None
    arrows = [Arrow(built, site) for site in marks if site != built] if built is not None else []
    return Overlay(marks, arrows, [str(action), *_gains(state, after), *_turns(state, after)])


def _floors_added(state: State, after: State, action: Action) -> dict[str, Mark]:
    """A mark on every site with a new floor: `+1 black`, and `blue roof` where the roof goes."""
    marks: dict[str, Mark] = {}
    for site in state.box.sites:
        old, new = state.buildings.get(site), after.buildings.get(site)
        if new is None or new == old:
            continue
        label = f"+{new.floors - (old.floors if old else 0)} {new.colour}"
        if isinstance(action, Found) and site == action.roof:
            label += f", {state.player.roof} roof"
        marks[site] = Mark(label, "note" if old else "good")
    return marks


def _gains(state: State, after: State) -> Iterator[str]:
    """Steps of vehicles, chips and cones, player by player."""
    for was, now in zip(state.players, after.players, strict=True):
        for colour in state.setup.edition.colours:
            if now.vehicles[colour] != was.vehicles[colour]:
                yield f"{now.roof}: {colour} vehicle from {was.vehicles[colour]} to {now.vehicles[colour]}"
        for id in after.setup.objectives:
            if id in now.chips and id not in was.chips:
                yield f"{now.roof}: chip {id} {now.chips[id]}"
        if now.cone is not None and was.cone is None:
            yield f"{now.roof}: cone on {now.cone}"


def _turns(state: State, after: State) -> Iterator[str]:
    """An extra turn that was earned or begins, and the coming end."""
    earned = after.another_turn and not state.another_turn
    begins = after.extra_turn and after.phase is Phase.TURN and after.seat == state.seat
    if earned or begins:
        yield f"{state.player.roof}: an extra turn"
    if after.ending and not state.ending:
        yield f"the end is coming: {after.ending.cause}"


def _check_colour(state: State, colour: str) -> None:
    colours = state.setup.edition.colours
    if colour not in colours:
        raise ValueError(f"there are no {colour!r} floors; the colours are {', '.join(colours)}")
