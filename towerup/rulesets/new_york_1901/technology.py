"""Technologies: what a player may build.

FR “Règles des différentes technologies”, “Informations / Gratte-ciel légendaires”, “Règle expert”.
"""

from __future__ import annotations

from .box.tiles import Technology
from .state import Player, Setup, State


def open_technology(setup: Setup, points: int) -> Technology:
    """The newest technology that a player with so many points may build (NY-TECH-01, NY-EXPERT-02)."""
    silver, gold = setup.edition.expert_thresholds if setup.expert else setup.edition.thresholds
    if points >= gold:
        return Technology.GOLD
    return Technology.SILVER if points >= silver else Technology.BRONZE


def technology_of(state: State, seat: int) -> Technology:
    """The newest technology that a player may build now (NY-TECH-03)."""
    return state.technology if seat == state.seat else open_technology(state.setup, state.players[seat].points)


def legendary_of(state: State, player: Player) -> str | None:
    """The legendary that a player has built, if any."""
    tiles = state.setup.edition.tiles
    return next((one.tile for one in player.buildings if tiles[one.tile].height), None)


def tiles_to_build(state: State) -> set[str]:
    """The tiles that the player whose turn it is may build now, if there is room (NY-TECH-01, NY-BUILD-07)."""
    tiles = state.setup.edition.tiles
    ready = {tile for tile in state.player.tiles if tiles[tile].technology <= state.technology}
    # A legendary is like gold, and each player has one at most (NY-TECH-02).
    if state.technology is Technology.GOLD and legendary_of(state, state.player) is None:
        ready.update(state.legendaries)
    return ready
