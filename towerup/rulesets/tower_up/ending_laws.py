"""Laws of states about the end: its cause, cones, last turns, who has won; and that play goes on until then."""

from __future__ import annotations

from collections.abc import Sequence

from towerup.kernel import counts
from towerup.kernel.invariants import StateLaws, Told

from .actions import TYPES, Action, Deal, Found, Take
from .generating import legal_actions
from .player_laws import vehicles_on_their_tracks
from .retelling import places_for_chips, roofs_on_board
from .scoring import outcome
from .state import Cause, Phase, State

ENDING_LAWS: StateLaws[State] = StateLaws()

_law = ENDING_LAWS.law

_DEAL, _REVEAL_START, _PLACE, _TURN, _REVEAL, _BACK, _OVER = Phase
_ALL = (*TYPES.values(),)


# What brings the end is marked, and nothing else.
@_law("TU-END-01", "TU-END-04", "TU-END-09", reads=("setup", "players.roofs", "ending"), follows_on=(Deal, Take, Found))
def the_end_has_a_cause(state: State) -> Told:
    """The end is coming if somebody has no roof left, and a last roof is named as its cause only if it was placed."""
    setup, ending = state.setup, state.ending
    if ending is None:
        out = [setup.seats[seat] for seat, player in enumerate(state.players) if not player.roofs]
        return [f"{out[0]} has no roof left, but the end is not coming"] if out else ()
    wrong: list[str | tuple[str, str]] = []
    if ending.cause is not Cause.SHORTAGE and state.players[ending.seat].roofs:
        wrong.append(f"{setup.seats[ending.seat]} is said to have placed the last roof, but has some left")
    if ending.cause is Cause.BOTH and setup.rulings.second_trigger == "first_decides":
        wrong.append(("TU-END-09", "two causes of the end are marked, but the first decides"))
    return wrong


@_law(
    "TU-END-02", "TU-END-03", "TU-END-05", "TU-END-07", "TU-END-10",
    reads=("setup", "players.cone", "ending", "seat", "phase", "towers"),
    follows_on=(Deal,),
)  # fmt: skip
def cones_after_last_turns(state: State) -> Told:
    """A cone is set for exactly those who have had their last turn, within its row and the roofs on the board."""
    setup, ending = state.setup, state.ending
    if ending is None:
        for player in state.players:
            if player.cone is not None:
                return ["a cone is set, but the end is not coming"]
        return ()
    wrong: list[str | tuple[str, str]] = []
    cones = [player.cone is not None for player in state.players]
    if cones not in _possible_cones(state):
        done = ", ".join(roof for roof, cone in zip(setup.seats, cones, strict=True) if cone) or "nobody"
        now = "the game is over" if state.phase is _OVER else f"{setup.seats[state.seat]} plays"
        wrong.append(
            (
                "TU-END-02" if ending.cause is Cause.LAST_ROOF else "TU-END-05",
                f"the cones of {done} are set, while {now}",
            )
        )
    if any(cones):
        for roof, player, placed in zip(setup.seats, state.players, roofs_on_board(state), strict=True):
            if player.cone is not None and not 0 <= player.cone <= min(placed, len(setup.edition.cone)):
                wrong.append(
                    ("TU-END-07", f"the cone of {roof} counts {player.cone} roofs, with {placed} on the board")
                )
    return wrong


def _possible_cones(state: State) -> list[list[bool]]:
    """Who can have set the cone, seat by seat, now that the end is coming."""
    ending, players = state.ending, len(state.players)
    assert ending is not None
    if state.phase is _OVER:
        return [[True] * players]
    # How many of the others, from the left of the one who brought the end about, are done.
    done = (state.seat - ending.seat - 1) % players
    others = [0 < (seat - ending.seat) % players <= done for seat in range(players)]
    begun = [False] * players
    after = {
        Cause.LAST_ROOF: (True,) if state.seat != ending.seat else (),
        Cause.SHORTAGE: (False,),
        Cause.BOTH: (False, True),
    }[ending.cause]
    possible = [[*others[: ending.seat], own, *others[ending.seat + 1 :]] for own in after]
    if state.seat == ending.seat:
        possible.append(begun)
    return possible


# The game ends after the last turn.
@_law("TU-TURN-03", reads=("phase", "ending", "players.cone"), follows_on=_ALL)
def over_is_over(state: State) -> Told:
    """The game is over only when the end has come and everyone has set the cone."""
    if state.phase is _OVER and (state.ending is None or any(player.cone is None for player in state.players)):
        return ["the game is over, but not everyone has had the last turn"]
    return ()


@_law(
    "TU-TURN-02", "TU-END-06", "TU-TURN-05",
    reads=(
        "setup", "phase", "seat", "run", "plots", "painted", "container", "market", "pile", "starting", "ending",
        "players.stock", "players.roofs",
    ),
)  # fmt: skip
def somebody_can_go_on(state: State) -> Told:
    """Unless the game is over there is something legal to do; on a turn a card can always be taken."""
    if state.phase is _PLACE and not state.starting:
        return ()  # another law's business
    if state.phase is _BACK and not 0 < counts.total(state.players[state.seat].stock) - state.setup.stock_limit < len(
        state.setup.space.backs
    ):
        return ()
    return _can_go_on_with(state, legal_actions(state))


@ENDING_LAWS.of_offer(somebody_can_go_on)
def _can_go_on_with(state: State, legal: Sequence[Action]) -> Told:
    phase = state.phase
    if phase is _TURN:
        for action in legal:
            if type(action) is Take:
                return ()
        return [("TU-END-06" if state.ending else "TU-TURN-02", "no card can be taken")]
    if bool(legal) == (phase is _OVER):
        return [("TU-TURN-02" if legal else "TU-TURN-05", f"{len(legal)} legal actions in phase {phase.name}")]
    return ()


@_law(
    "TU-FINAL-01", "TU-FINAL-02", "TU-FINAL-03", "TU-FINAL-04", "TU-END-01", "TU-END-04",
    reads=(
        "setup", "phase", "ending", "players.stock", "players.vehicles", "players.chips", "players.cone",
    ),
)  # fmt: skip
def the_richest_win(state: State) -> Told:
    """There is an outcome exactly when the game is over. It tells each player's Millions of vehicles, cone and chips and the
    floors in stock; those with the most Millions, then the most floors, win; it says what decided, and what brought
    the end about.
    """
    if state.phase is _OVER and not _is_worth_something(state):
        return ()
    result = outcome(state)
    if result is None:
        return () if state.phase is not _OVER else ["the game is over, but there is no outcome"]
    ending = state.ending
    if state.phase is not _OVER or ending is None:
        return ["there is an outcome before the end"]
    setup, edition = state.setup, state.setup.edition
    wrong: list[str | tuple[str, str]] = []
    rank = []
    for roof, player, score in zip(setup.seats, state.players, result.scores, strict=True):
        vehicles = [edition.worth[steps] for steps in player.vehicles]
        cone = edition.cone[player.cone - 1] if player.cone else 0
        total = sum(vehicles) + cone + sum(player.chips)
        floors = sum(counts.unpack(player.stock, setup.colours))
        rank.append((total, floors))
        chips = {id: chip for id, chip in zip(setup.objectives, player.chips, strict=True) if chip}
        sources = (roof, dict(zip(edition.colours, vehicles, strict=True)), cone, chips, total)
        if (score.roof, score.vehicles, score.cone, score.chips, score.total) != sources:
            wrong.append(f"{roof} has {total} Millions in all, not those of {score}")
        if score.stock != floors:
            wrong.append(("TU-FINAL-03", f"{roof} has {floors} floors in stock, not {score.stock}"))
    best = max(rank)
    winners = tuple(seat for seat, own in enumerate(rank) if own == best)
    decided, rule = "Millions", "TU-FINAL-02"
    if sum(total == best[0] for total, _ in rank) > 1:
        decided, rule = ("floors in stock", "TU-FINAL-03") if len(winners) == 1 else ("shared victory", "TU-FINAL-04")
    if (result.winners, result.decided_by) != (winners, decided):
        wrong.append((rule, f"{result.decided_by} make {result.winners} win with Millions and floors {rank}"))
    causes = {Cause.LAST_ROOF: "last roof", Cause.SHORTAGE: "shortage", Cause.BOTH: "last roof and shortage"}
    if (result.cause, result.ended_by) != (causes[ending.cause], ending.seat):
        rule = "TU-END-04" if ending.cause is Cause.SHORTAGE else "TU-END-01"
        wrong.append((rule, f"the end is told to have come by {result.cause} of seat {result.ended_by}"))
    return wrong


def _is_worth_something(state: State) -> bool:
    """Whether vehicles, cones and chips are where they have a worth. If not, other laws are broken."""
    row = len(state.setup.edition.cone)
    return (
        not vehicles_on_their_tracks(state)
        and places_for_chips(state)
        and all(0 <= (player.cone or 0) <= row for player in state.players)
    )
