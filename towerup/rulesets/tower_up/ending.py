"""What comes after an action: putting back, an extra turn, the next player, last turns, cones, the end.

FR “FIN DE PARTIE”, “PÉNURIE DE MATÉRIEL”; PL “ZAKOŃCZENIE GRY”, “BRAK KOMPONENTÓW”.
"""

from __future__ import annotations

from towerup.kernel.counts import FIELD

from .setup import Setup
from .state import ANOTHER, EXTRA, Cause, Ending, Phase, Player, floors_of, roof_at

Next = tuple[Phase, int, int, tuple[Player, ...]]
"""What is wanted next: phase, seat, run, and the players (a cone may have been set)."""

_TURN, _BACK, _OVER = Phase.TURN, Phase.BACK, Phase.OVER


def after_action(
    setup: Setup, towers: tuple[int, ...], seat: int, run: int, players: tuple[Player, ...], ending: Ending | None
) -> Next:
    """What is wanted once an action of `seat`, and the refill of the market that it asked for, are done."""
    # TU-TURN-04
    another = run & ANOTHER
    # TU-STOCK-01, TU-STOCK-03, TU-TURN-05
    if players[seat].stock % FIELD > setup.stock_limit and (setup.limit_every_turn or not another):
        return _BACK, seat, run, players
    # TU-STAR-01, TU-STAR-03, TU-STAR-04
    if another:
        return _TURN, seat, EXTRA, players
    # TU-TURN-01
    following = setup.following[seat]
    if ending is None:
        return _TURN, following, 0, players
    return _after_run(setup, towers, seat, following, players, ending)


def _after_run(
    setup: Setup, towers: tuple[int, ...], seat: int, following: int, players: tuple[Player, ...], ending: Ending
) -> Next:
    """A player's turns are done, and the end is coming: who has still to play, and is it time for the cone?"""
    # TU-END-02, TU-END-05, TU-END-10
    triggering = is_triggering_turn(seat, players, ending)
    plays_again = triggering and plays_once_more(ending)
    # TU-END-02, TU-END-08, TU-END-10
    if not plays_again and players[seat].cone is None:
        players = _with_cone(setup, towers, seat, players)
    # TU-END-03, TU-END-05, TU-TURN-03
    last = following == ending.seat and not plays_once_more(ending)
    if not triggering and (seat == ending.seat or last):
        return _OVER, seat, 0, players
    return _TURN, following, 0, players


def is_triggering_turn(seat: int, players: tuple[Player, ...], ending: Ending) -> bool:
    """Whether the one who brought the end about is still at it, and nobody has yet had a last turn."""
    return seat == ending.seat and all(
        player.cone is None for other, player in enumerate(players) if other != ending.seat
    )


def plays_once_more(ending: Ending) -> bool:
    """Whether the one who brought the end about has a last turn too: after a shortage, not after a last roof."""
    # TU-END-03, TU-END-05
    return ending.cause is not Cause.LAST_ROOF


def _with_cone(setup: Setup, towers: tuple[int, ...], seat: int, players: tuple[Player, ...]) -> tuple[Player, ...]:
    """The cone is set: as many places along its row as the player has roofs on top; 0, and no cone, for none."""
    old = players[seat]
    # TU-END-07
    cone = min(roofs_on_top(towers, seat), len(setup.edition.cone))
    new = Player(old.stock, old.vehicles, old.roofs, old.chips, cone, old.present, old.doubled, old.levels)
    return (*players[:seat], new, *players[seat + 1 :])


def roofs_on_top(towers: tuple[int, ...], seat: int) -> int:
    """How many buildings have a roof of this player on top."""
    return sum(roof_at(tower, floors_of(tower)) == seat + 1 for tower in towers if tower)


def with_last_roof(ending: Ending | None, seat: int) -> Ending:
    """A player has placed the last roof: the first trigger decides."""
    # TU-END-01, TU-END-09
    return Ending(Cause.LAST_ROOF, seat) if ending is None else ending


def with_shortage(setup: Setup, ending: Ending | None, seat: int) -> Ending:
    """A card could not be had as it is printed. After a last roof the ruling `second_trigger` says what it changes."""
    # TU-END-04, TU-END-09
    if ending is None:
        return Ending(Cause.SHORTAGE, seat)
    if ending.cause is Cause.LAST_ROOF and setup.rulings.second_trigger == "shortage_adds_turn":
        return Ending(Cause.BOTH, ending.seat)
    return ending
