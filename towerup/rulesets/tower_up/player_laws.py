"""Laws of states about what lies before the players: stocks, vehicles and the extra turns that they earn."""

from __future__ import annotations

from towerup.kernel import counts
from towerup.kernel.counts import FIELD
from towerup.kernel.invariants import StateLaws, Told

from .actions import TYPES, Deal, Found, Take
from .state import ANOTHER, EXTRA, Phase, State

PLAYER_LAWS: StateLaws[State] = StateLaws()

_law = PLAYER_LAWS.law

_DEAL, _REVEAL_START, _PLACE, _TURN, _REVEAL, _BACK, _OVER = Phase
_ALL = (*TYPES.values(),)
_ANY_MARK = EXTRA | ANOTHER


# What a card gives is no more than any card can.
@_law("TU-STOCK-01", "TU-STOCK-03", reads=("setup", "players.stock", "seat", "phase", "run"), follows_on=(Deal, Take))
def stocks_within_the_limit(state: State) -> Told:
    """A stock over the limit belongs to the one whose turn it is, and only until the end of the turn; floors are put back
    exactly when there are too many.
    """
    setup, phase = state.setup, state.phase
    limit = setup.stock_limit
    wrong: list[str | tuple[str, str]] = []
    for seat, player in enumerate(state.players):
        held = player.stock % FIELD
        if held > limit and held > limit + _turns_before_the_limit(state, seat) * setup.edition.most_choices:
            wrong.append(f"{setup.seats[seat]} has {held} floors in stock")
    if phase is _BACK:
        held = counts.total(state.players[state.seat].stock)
        if held <= limit:
            wrong.append(f"{setup.seats[state.seat]} is to put back floors, but has only {held}")
        if state.run & ANOTHER and not setup.limit_every_turn:
            wrong.append(("TU-STOCK-03", "floors are put back although another turn follows in the same run"))
    return wrong


def _turns_before_the_limit(state: State, seat: int) -> int:
    """How many cards at most a player can have taken since the limit last held for them."""
    if seat != state.seat:
        return 0
    turns = 1 if state.phase is _REVEAL or state.phase is _BACK else 0
    if not state.setup.limit_every_turn and (state.run & EXTRA or turns):
        turns += len(state.setup.edition.stars)
    return turns


# The end of the track stops them.
@_law("TU-MOVE-02", "TU-MOVE-03", reads=("setup", "players.vehicles"), follows_on=(Deal, Take, Found))
def vehicles_on_their_tracks(state: State) -> Told:
    """A vehicle is between the start and the end of its track."""
    setup = state.setup
    end = len(setup.edition.worth) - 1
    wrong: list[str] = []
    for seat, player in enumerate(state.players):
        vehicles = player.vehicles
        if min(vehicles) < 0 or max(vehicles) > end or len(vehicles) != setup.colours:
            wrong.append(f"a vehicle of {setup.seats[seat]} is off its track: {vehicles}")
    return wrong


# An extra turn is marked exactly when it is earned, and each star column earns one only once.
@_law(
    "TU-STAR-01",
    "TU-STAR-02",
    "TU-STAR-03",
    "TU-STAR-04",
    "TU-TURN-05",
    "TU-TURN-03",
    reads=("setup", "players.vehicles", "seat", "run", "phase"),
    follows_on=_ALL,
)
def extra_turns_were_earned(state: State) -> Told:
    """Whoever is in an extra turn, or has earned one, has brought all vehicles to a star column for each."""
    run = state.run
    if not run:
        return ()
    wrong: list[str | tuple[str, str]] = []
    if run & ~_ANY_MARK:
        wrong.append(f"{run} is no mark of extra turns")
    earned = (run & EXTRA) + (run & ANOTHER) // ANOTHER
    hindmost = min(state.players[state.seat].vehicles)
    columns = sum(star <= hindmost for star in state.setup.edition.stars)
    if earned > columns:
        wrong.append(f"{earned} extra turns, but all vehicles have reached {columns} star columns")
    if run & ANOTHER and state.phase not in (_REVEAL, _BACK):
        wrong.append(("TU-TURN-05", "another turn is marked, but nothing is left to do before it"))
    if state.phase is _OVER:
        wrong.append("an extra turn is marked, but the game is over")
    return wrong
