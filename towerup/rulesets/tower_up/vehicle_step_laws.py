"""Laws of steps about vehicles and the extra turns that they earn."""

from __future__ import annotations

from operator import sub

from towerup.kernel.invariants import Told, TransitionLaws

from .actions import Action, Back, Deal, Decline, Found, Place, Reveal, Take
from .retelling import kind_of
from .setup import Setup
from .state import ANOTHER, COLOUR, EXTRA, Phase, Player, State, floors_of

VEHICLE_STEP_LAWS: TransitionLaws[State, Action] = TransitionLaws()

_law = VEHICLE_STEP_LAWS.law

_TURN, _REVEAL, _BACK = Phase.TURN, Phase.REVEAL, Phase.BACK


@_law("TU-MOVE-01", "TU-MOVE-02", "TU-MOVE-03", "TU-TAKE-04", on=(Found, Take))
def vehicles_move_as_they_should(before: State, action: Found | Take, after: State) -> Told:
    """A founding moves the vehicle of the roofed building's colour by that building's floors; a card moves those it shows, a
    step for each; the end of the track stops them.
    """
    setup, seat = before.setup, before.seat
    old, new = before.players[seat].vehicles, after.players[seat].vehicles
    end = len(setup.edition.worth) - 1
    if isinstance(action, Found):
        tower = after.towers[setup.board.index[action.roof]]
        moved = (tower & COLOUR) - 1
        wanted = (*old[:moved], min(old[moved] + floors_of(tower), end), *old[moved + 1 :])
        rule = "TU-MOVE-01"
    else:
        steps = kind_of(setup, action.card).vehicles
        if old is new and not any(steps):
            return ()
        wanted = tuple([min(here + more, end) for here, more in zip(old, steps, strict=True)])
        rule = "TU-TAKE-04"
    if new == wanted:
        return ()
    if min(map(sub, new, old)) < 0:
        rule = "TU-MOVE-03"
    elif max(new) > end:
        rule = "TU-MOVE-02"
    return [(rule, f"vehicles went from {old} to {new}, not {wanted}")]


@_law("TU-MOVE-03", on=(Deal, Reveal, Place, Back, Decline), about=("players.vehicles",))
def vehicles_stay_otherwise(before: State, action: Action, after: State) -> Told:
    """Nothing but a founding or a card moves a vehicle, and only that of the one whose turn it is."""
    for old, new in zip(before.players, after.players, strict=True):
        if old.vehicles is not new.vehicles and old.vehicles != new.vehicles:
            return [f"vehicles went from {old.vehicles} to {new.vehicles}"]
    return ()


def _columns(setup: Setup, player: Player) -> int:
    """How many star columns all vehicles of a player have reached."""
    hindmost = min(player.vehicles)
    return len([star for star in setup.edition.stars if star <= hindmost])


def another_turn_earned(before: State, action: Action, after: State) -> bool:
    """Whether another turn was waiting, or has been earned by this action."""
    if type(action) is Decline:
        return False
    if before.run & ANOTHER:
        return True
    old, new = before.players[before.seat], after.players[before.seat]
    if old.vehicles is new.vehicles or min(old.vehicles) == min(new.vehicles):
        return False
    return _columns(before.setup, new) > _columns(before.setup, old)


@_law("TU-STAR-01", "TU-STAR-02", "TU-STAR-03", "TU-STAR-04", "TU-STAR-05", "TU-STAR-06")
def an_extra_turn_exactly_when_earned(before: State, action: Action, after: State) -> Told:
    """One more turn follows exactly if the number of star columns that all vehicles have reached grew, by however many."""
    if before.phase < _TURN:
        return ["an extra turn is marked before the first turn"] if after.run else ()
    earned = another_turn_earned(before, action, after)
    run, phase = after.run, after.phase
    if phase is _REVEAL or phase is _BACK:
        if run == (before.run & EXTRA | ANOTHER if earned else before.run & EXTRA):
            return ()
        if bool(run & ANOTHER) != earned:
            return ["another turn is marked wrongly"]
        return [("TU-STAR-04", "whether this turn is an extra one has changed")]
    if run != (EXTRA if earned else 0):
        return [f"an extra turn was {'' if earned else 'not '}earned, and phase {phase.name} comes with run {run}"]
    if earned and (phase is not _TURN or after.seat != before.seat):
        return ["the extra turn does not follow at once"]
    return ()


@_law("TU-STAR-05", on=(Decline,))
def extra_turns_are_declined_only_where_they_may_be(before: State, action: Decline, after: State) -> Told:
    """An extra turn is declined only if it is one, and only under the ruling that lets it be declined."""
    if not before.run & EXTRA:
        return ["a turn was declined that is no extra turn"]
    if before.setup.rulings.extra_turn != "optional":
        return ["an extra turn was declined, but it must be played"]
    return ()
