"""What is scored at the end: streets, and the challenge in play.

FR “Décompte final”, “Cartes Bonus Rues de New York”, “Cartes Défi Bonus”; FR-M.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from .box.challenges import Challenge, Kind
from .box.tiles import Technology, Tile
from .state import State


@attrs.frozen
class Standing:
    """A building as it is counted: its tile, the streets that it is on, and the districts that it is in."""

    tile: Tile
    streets: frozenset[str]
    districts: frozenset[str]


Estates = list[list[Standing]]
"""For each seat its buildings."""


def estates(state: State) -> Estates:
    """The buildings of each player on the board."""
    board, tiles = state.setup.board, state.setup.edition.tiles
    return [
        [
            Standing(
                tile=tiles[one.tile],
                # Any side of it on a street will do, for several streets, too (NY-FINAL-01).
                streets=frozenset(id for id, cells in board.street_cells.items() if not cells.isdisjoint(one.cells)),
                # One in two districts counts in both (NY-CHALLENGE-01).
                districts=frozenset(board.district_of[board.lot_of[cell]] for cell in one.cells),
            )
            for one in player.buildings
        ]
        for player in state.players
    ]


def _alone_at_the_top(counts: Sequence[int]) -> int | None:
    """The seat with more than every other; None if several have the most."""
    most = max(counts)
    return counts.index(most) if counts.count(most) == 1 else None


def street_points(state: State) -> list[int]:
    """For each seat the points for the streets in play: whoever has strictly most buildings on one scores it (NY-FINAL-01)."""
    owned = estates(state)
    points = [0] * len(owned)
    for street in state.setup.streets:
        winner = _alone_at_the_top([sum(street in one.streets for one in buildings) for buildings in owned])
        if winner is not None:
            points[winner] += state.setup.edition.street_points
    return points


def challenge_points(state: State) -> list[int]:
    """For each seat the points for the challenge in play, without those scored during play."""
    owned, challenge = estates(state), state.setup.challenge_card
    return [0] * len(owned) if challenge is None else _CHALLENGES[challenge.kind](challenge, owned)


def _districts_with(buildings: list[Standing], number: int) -> int:
    """How many districts have so many of these buildings, or more (NY-CHALLENGE-01)."""
    districts = [district for one in buildings for district in one.districts]
    return sum(districts.count(district) >= number for district in {*districts})


def _number(owned: Estates, technology: Technology) -> list[int]:
    """How many buildings of a technology each player has."""
    return [sum(one.tile.technology is technology for one in buildings) for buildings in owned]


def _gold_tycoon(challenge: Challenge, owned: Estates) -> list[int]:
    """Points for each district with enough gold buildings (NY-CHALLENGE-02)."""
    gold = [[one for one in buildings if one.tile.technology is Technology.GOLD] for buildings in owned]
    return [challenge.points * _districts_with(ones, challenge.buildings) for ones in gold]


def _master_architect(challenge: Challenge, owned: Estates) -> list[int]:
    """Points for irregular buildings, the more the better (NY-CHALLENGE-03)."""
    return [challenge.reached(sum(one.tile.irregular for one in buildings)) for buildings in owned]


def _gold_prestige(challenge: Challenge, owned: Estates) -> list[int]:
    """Nothing at the end: it is scored when a building is built (NY-CHALLENGE-04)."""
    return [0] * len(owned)


def _bronze_baron(challenge: Challenge, owned: Estates) -> list[int]:
    """Points for bronze buildings, the more the better (NY-CHALLENGE-05)."""
    return [*map(challenge.reached, _number(owned, Technology.BRONZE))]


def _generation_king(challenge: Challenge, owned: Estates) -> list[int]:
    """Points for strictly most buildings of a technology, for each of them (NY-CHALLENGE-06)."""
    points = [0] * len(owned)
    for technology in (Technology.BRONZE, Technology.SILVER, Technology.GOLD):
        winner = _alone_at_the_top(_number(owned, technology))
        if winner is not None:
            points[winner] += challenge.points
    return points


def _big_developer(challenge: Challenge, owned: Estates) -> list[int]:
    """Points for each district with enough large buildings (NY-CHALLENGE-07)."""
    big = [[one for one in buildings if one.tile.size >= challenge.cells] for buildings in owned]
    return [challenge.points * _districts_with(ones, challenge.buildings) for ones in big]


def _silver_titan(challenge: Challenge, owned: Estates) -> list[int]:
    """Points for silver buildings, the more the better (NY-CHALLENGE-08)."""
    return [*map(challenge.reached, _number(owned, Technology.SILVER))]


def _real_estate_mogul(challenge: Challenge, owned: Estates) -> list[int]:
    """Points for districts with enough buildings, the more the better (NY-CHALLENGE-09)."""
    return [challenge.reached(_districts_with(buildings, challenge.buildings)) for buildings in owned]


_CHALLENGES: dict[Kind, Callable[[Challenge, Estates], list[int]]] = {
    Kind.GOLD_TYCOON: _gold_tycoon,
    Kind.MASTER_ARCHITECT: _master_architect,
    Kind.GOLD_PRESTIGE: _gold_prestige,
    Kind.BRONZE_BARON: _bronze_baron,
    Kind.GENERATION_KING: _generation_king,
    Kind.BIG_DEVELOPER: _big_developer,
    Kind.SILVER_TITAN: _silver_titan,
    Kind.REAL_ESTATE_MOGUL: _real_estate_mogul,
}
