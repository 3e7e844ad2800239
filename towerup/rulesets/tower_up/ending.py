"""The end of the game: what triggers it, the last turns, the cones.

FR “FIN DE PARTIE”, “PÉNURIE DE MATÉRIEL”; PL “ZAKOŃCZENIE GRY”, “BRAK KOMPONENTÓW”.
"""

from __future__ import annotations

from attrs import evolve

from .state import Cause, Ending, Player, State


def last_roof_placed(state: State) -> State:
    """A last roof triggers the end: this turn is finished, then every opponent has one (TU-END-01, TU-END-02, TU-END-03)."""
    # The first trigger decides who still plays (TU-END-09).
    if state.ending:
        return state
    return evolve(state, ending=Ending(Cause.LAST_ROOF, state.seat, len(state.players)))


def shortage(state: State) -> State:
    """A shortage triggers the end: this turn is finished, then everyone has one, its player the last (TU-END-04, TU-END-05)."""
    ending = state.ending
    if not ending:
        return evolve(state, ending=Ending(Cause.SHORTAGE, state.seat, len(state.players) + 1))
    # The first trigger decides who still plays, unless the ruling `second_trigger` has a shortage add turns (TU-END-09).
    if ending.cause is Cause.LAST_ROOF and state.setup.rulings.second_trigger == "shortage_adds_turn":
        return evolve(state, ending=Ending(Cause.BOTH, ending.seat, ending.turns_left + 1))
    if ending.cause is Cause.LAST_ROOF and state.setup.rulings.second_trigger == "shortage_adds_round":
        return evolve(state, ending=Ending(Cause.BOTH, state.seat, len(state.players) + 1))
    return state


def on_last_turn(state: State) -> bool:
    """Whether this turn is a player's last: the turns in which the end was triggered are over."""
    ending = state.ending
    return ending is not None and (state.seat != ending.seat or ending.turns_left < len(state.players))


def end_last_turn(state: State) -> State:
    """A player's turn ends, extra turns included, while the end is coming: one turn less, and maybe the cone is set."""
    assert state.ending
    ending = evolve(state.ending, turns_left=state.ending.turns_left - 1)
    players = state.players
    # A player counts after the last turn they play (TU-END-03, TU-END-05, TU-END-10) …
    plays_again = ending.turns_left >= len(players)
    # … or, though they play again, at once when they have placed their last roof (TU-END-02) …
    at_once = not state.player.roofs and state.setup.rulings.last_roof_cone == "at_once"
    # … and never a second time (TU-END-08).
    if (at_once or not plays_again) and state.player.cone is None:
        players = state.with_player(evolve(state.player, cone=cone_of(state, state.player)))
    return evolve(state, ending=ending, players=players)


def cone_of(state: State, player: Player) -> int:
    """The place of a player's cone: the number of buildings with their roof on top, up to the last place (TU-END-07)."""
    on_top = sum(building.top == player.roof for building in state.buildings.values())
    return min(on_top, len(state.setup.edition.cone))
