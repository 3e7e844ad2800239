"""Laws of states about the setup: what was agreed, the tables made of it, and the table before the first turn."""

from __future__ import annotations

from operator import attrgetter

from towerup.kernel import counts
from towerup.kernel.invariants import StateLaws, Told

from .actions import TYPES, Deal
from .retelling import places_for_chips
from .setup import ANY_COLOUR
from .state import ROOFS, Phase, State, floors_of

SETUP_LAWS: StateLaws[State] = StateLaws()

_law, _after = SETUP_LAWS.law, SETUP_LAWS.after

_DEAL, _REVEAL_START, _PLACE, _TURN, _REVEAL, _BACK, _OVER = Phase
_ALL = (*TYPES.values(),)
_ALL_BUT_DEAL = tuple(kind for kind in _ALL if kind is not Deal)


# The setup stays, and so do players and places for chips.
@_law("TU-SETUP-01", "TU-SETUP-08", "TU-SETUP-10", reads=("setup", "phase", "players.chips"), follows_on=_ALL_BUT_DEAL)
def the_setup_fits(state: State) -> Told:
    """Board, objectives, chips and starting floors are those for this number of players."""
    setup, edition = state.setup, state.setup.edition
    players = len(setup.seats)
    wrong: list[str | tuple[str, str]] = []
    if players not in setup.board.players or setup.board not in edition.boards:
        wrong.append(f"the {setup.board.name} board is not for {players} players")
    if (
        len(state.players) != players
        or len(set(setup.seats)) != players
        or not {*setup.seats} <= {*edition.roof_colours}
    ):
        wrong.append(f"{len(state.players)} players with the roofs {', '.join(setup.seats)}")
    dealt = 0 if state.phase is _DEAL else edition.objectives_in_play
    known = {objective.id for objective in edition.objectives}
    if len(known.intersection(setup.objectives)) != dealt or len(setup.objectives) != dealt:
        wrong.append(("TU-SETUP-08", f"{len(setup.objectives)} objectives, not {dealt}"))
    if not places_for_chips(state):
        wrong.append(("TU-SETUP-08", "a player has not just one place for a chip of each objective"))
    if not edition.market <= setup.starting_floors <= edition.most_starting_floors[players]:
        wrong.append(("TU-SETUP-10", f"{setup.starting_floors} starting floors with {players} players"))
    return wrong


@_law(
    "TU-BOX-04", "TU-SETUP-01", "TU-SETUP-03", "TU-SETUP-09", "TU-STOCK-01", "TU-STOCK-03", "TU-STAR-01", "TU-STAR-05",
    "TU-MOVE-02", "TU-TAKE-05", "TU-TURN-01",
    reads=("setup",),
)  # fmt: skip
def the_tables_follow_from_the_box(state: State) -> Told:
    """What a setup holds ready for play follows from the edition, the number of players and the rulings."""
    setup, edition, players = state.setup, state.setup.edition, len(state.setup.seats)
    board, colours = setup.board, len(edition.colours)
    joined: list[set[int]] = [set() for _ in board.sites]
    for road in board.roads:
        one, other = map(board.index.__getitem__, road)
        joined[one].add(other)
        joined[other].add(one)
    wanted = (
        ("TU-BOX-04", "neighbours", tuple(tuple(sorted(sites)) for sites in joined)),
        ("TU-BOX-04", "neighbour_masks", tuple(sum(1 << site for site in sites) for sites in joined)),
        ("TU-BOX-04", "everywhere", (1 << len(joined)) - 1),
        ("TU-SETUP-01", "colours", colours),
        ("TU-SETUP-01", "units", tuple(counts.pack([0] * colour + [1]) for colour in range(colours))),
        ("TU-SETUP-01", "paint", (0, *(counts.pack([0] * colour + [1]) for colour in range(colours)))),
        ("TU-SETUP-01", "guard", counts.pack([counts.GUARD] * colours)),
        ("TU-SETUP-01", "full", counts.pack([counts.MOST_OF_ONE] * colours)),
        ("TU-SETUP-01", "kinds", edition.kinds),
        ("TU-SETUP-01", "no_cards", bytes(len(edition.kinds))),
        ("TU-SETUP-03", "kind_of_card", tuple(edition.kind_numbers[card.kind.id] for card in edition.cards)),
        ("TU-SETUP-03", "bottoms", tuple(_colour_number(edition.colours, card.bottom) for card in edition.cards)),
        ("TU-SETUP-09", "chips", tuple(sorted(edition.chips[players], reverse=True))),
        ("TU-STOCK-01", "stock_limit", edition.stock_limit),
        ("TU-STOCK-03", "limit_every_turn", setup.rulings.stock_limit == "every_turn"),
        ("TU-STAR-01", "stars_by_column", tuple(
            len([star for star in edition.stars if star <= column]) for column in range(len(edition.worth))
        )),
        ("TU-STAR-05", "may_decline_extra", setup.rulings.extra_turn == "optional"),
        ("TU-MOVE-02", "track_end", len(edition.worth) - 1),
        ("TU-TAKE-05", "market", edition.market),
        ("TU-TURN-01", "following", tuple((seat + 1) % players for seat in range(players))),
    )  # fmt: skip
    return [
        (rule, f"{table} is {getattr(setup, table)!r:.80}, not {value!r:.80}")
        for rule, table, value in wanted
        if getattr(setup, table) != value
    ]


_TABLES = attrgetter(
    "neighbours", "neighbour_masks", "everywhere", "colours", "units", "paint", "guard", "full", "kinds", "no_cards",
    "kind_of_card", "bottoms", "chips", "stock_limit", "limit_every_turn", "stars_by_column", "may_decline_extra",
    "track_end", "market", "following",
)  # fmt: skip


@_after(the_tables_follow_from_the_box, Deal)
def _the_tables_are_the_same(before: State, action: Deal, after: State) -> Told:
    return () if _TABLES(before.setup) == _TABLES(after.setup) else the_tables_follow_from_the_box(after)


def _colour_number(colours: tuple[str, ...], bottom: str) -> int:
    return colours.index(bottom) if bottom in colours else ANY_COLOUR


# The laws of steps say of every action in setup that it changes nothing of this but the board, and that by one floor.
@_law(
    "TU-SETUP-07",
    "TU-SETUP-13",
    "TU-SETUP-05",
    reads=(
        "setup",
        "phase",
        "seat",
        "run",
        "towers",
        "ending",
        "players.stock",
        "players.vehicles",
        "players.chips",
        "players.cone",
        "players.roofs",
    ),
    follows_on=_ALL,
)
def before_play_all_is_as_dealt(state: State) -> Told:
    """Until the first turn every player has the starting stock, all roofs, vehicles at the start and no cone; the board has
    single floors without roofs; it is the first player who acts.
    """
    if state.phase >= _TURN:
        return ()
    setup = state.setup
    wrong: list[str | tuple[str, str]] = []
    for roof, player in zip(setup.seats, state.players, strict=True):
        if counts.unpack(player.stock, setup.colours) != (1,) * setup.colours:
            wrong.append(f"{roof} does not have one floor of each colour")
        if any(player.vehicles) or any(player.chips) or player.cone is not None or player.roofs != setup.edition.roofs:
            wrong.append(f"{roof} has vehicles, chips, a cone or roofs that are not as at the start")
    if any(floors_of(tower) > 1 or tower >> ROOFS for tower in state.towers if tower):
        wrong.append(("TU-SETUP-05", "a building has more than one floor, or a roof"))
    if state.seat != 0 or state.run or state.ending:
        wrong.append(("TU-SETUP-13", "it is not the first player's move, or an extra turn or the end is marked"))
    if state.phase is not _PLACE and any(state.towers):
        wrong.append("a floor stands on the board before the cards for it are revealed")
    return wrong


# The laws of steps say which starting floors are left, and that they stay while play goes on.
@_law(
    "TU-SETUP-03",
    "TU-SETUP-04",
    "TU-SETUP-12",
    reads=("setup", "phase", "starting", "towers"),
    follows_on=_ALL,
)
def starting_floors_are_for_setup(state: State) -> Told:
    """Starting floors are to be placed exactly while that is going on, and no more than the game has."""
    phase, starting = state.phase, state.starting
    if phase is _PLACE:
        if not starting:
            return ["a starting floor is to be placed, but none is left"]
        if len(starting) + sum(map(bool, state.towers)) > state.setup.starting_floors:
            return [f"placed and still to be placed are more than {state.setup.starting_floors} starting floors"]
    elif starting and phase is not _REVEAL_START:
        return ["starting floors are left to place, but play has begun"]
    return ()
