"""The law of states about what is carried along for speed: sites by colour, plots, where players are present."""

from __future__ import annotations

from towerup.kernel import counts
from towerup.kernel.invariants import StateLaws, Told

from .actions import Deal, Found, Place
from .plots import Plot
from .retelling import levels_of
from .setup import Setup
from .state import COLOUR, ROOFS, State, floors_of

INDEX_LAWS: StateLaws[State] = StateLaws()

_law, _after = INDEX_LAWS.law, INDEX_LAWS.after

_UNITS = (0, *(counts.unit(colour) for colour in range(COLOUR)))
"""A floor by the colour of its tower, as it is packed."""


@_law(
    "TU-BOX-04",
    reads=("setup", "towers", "plots", "painted", "players.present", "players.doubled", "players.levels"),
)  # fmt: skip
def indexes_follow_from_the_table(state: State) -> Told:
    """What is carried along for speed is what follows from roads, towers and roofs."""
    setup, towers = state.setup, state.towers
    wrong: list[str] = []
    painted = [0] * (COLOUR + 1)
    for site, tower in enumerate(towers):
        painted[tower & COLOUR] |= 1 << site
    if state.painted != tuple(painted[1 : 1 + setup.colours]):
        wrong.append("the sites by colour are not those of the towers")
    wrong += [
        f"the plot on {setup.board.names[site]} does not tell what stands around it"
        for site in range(len(towers))
        if not _tells_what_stands_around(setup, towers, site, state.plots[site])
    ]
    for seat, player in enumerate(state.players):
        present = doubled = levels = 0
        for site, tower in enumerate(towers):
            for level in levels_of(tower, seat) if tower >> ROOFS else ():
                doubled |= present & 1 << site
                present |= 1 << site
                levels |= 1 << level
        if (player.present, player.doubled, player.levels) != (present, doubled, levels):
            wrong.append(f"the presence of {setup.seats[seat]} is not that of the roofs")
    return wrong


def _tells_what_stands_around(setup: Setup, towers: tuple[int, ...], site: int, plot: Plot | None) -> bool:
    """Whether a plot has the price, the colours and the foundings of its site; on no plot there is nothing to found."""
    if towers[site]:
        return plot is None
    plots = setup.space.plots
    price, taken, offer = 0, 0, plots.bare[site]
    for neighbour in setup.neighbours[site]:
        tower = towers[neighbour]
        if tower:
            unit = _UNITS[tower & COLOUR]
            price += unit
            taken |= unit
            try:
                offer = offer[1][neighbour]
            except KeyError:  # this way around the site it has not been built yet
                so_far = [towers[one] if one <= neighbour else 0 for one in range(len(towers))]
                offer = plots.beside((0, 0, offer), site, neighbour, (tower & COLOUR) - 1, so_far)[2]
    if not price or not plot:
        return not price and plot is None
    # Each colour that is taken is out of the set of those allowed; offers are made once for each set of neighbours.
    return plot == (price, setup.guard ^ taken * counts.GUARD, offer)


@_after(indexes_follow_from_the_table, Deal)
def _there_are_no_indexes_yet(before: State, action: Deal, after: State) -> Told:
    """The board is as empty as it was."""
    empty = after.plots.count(None) == len(after.towers) and after.painted == (0,) * after.setup.colours
    for player in after.players:
        empty = empty and not (player.present or player.doubled or player.levels)
    return () if empty else indexes_follow_from_the_table(after)


@_after(indexes_follow_from_the_table, Place, Found)
def _indexes_follow_the_step(before: State, action: Place | Found, after: State) -> Told:
    """Plots are other than they were only around the new building, and one player has one roof more, or nobody."""
    setup, towers = after.setup, after.towers
    index = setup.board.index
    site = index[action.site]
    colour = towers[site] & COLOUR
    unit = _UNITS[colour]
    painted, plots = [*before.painted], [*before.plots]
    painted[colour - 1] |= 1 << site
    plots[site] = None
    for neighbour in setup.neighbours[site]:
        if not towers[neighbour]:
            # A floor more to pay, a colour less to choose from, a building more to put the roof on.
            price, allowed, (_, onward) = plots[neighbour] or (0, setup.guard, setup.space.plots.bare[neighbour])
            plots[neighbour] = price + unit, allowed & ~(unit * counts.GUARD), onward.get(site, ({}, {}))
    if tuple(painted) != after.painted or tuple(plots) != after.plots:
        return indexes_follow_from_the_table(after)
    roof = index[action.roof] if type(action) is Found else None
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if old is new:
            continue
        present, doubled, levels = old.present, old.doubled, old.levels
        if seat == before.seat and roof is not None:
            doubled |= present & 1 << roof
            present |= 1 << roof
            levels |= 1 << floors_of(towers[roof])
        if new.present != present or new.doubled != doubled or new.levels != levels:
            return indexes_follow_from_the_table(after)
    return ()
