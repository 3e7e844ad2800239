"""What is scored at the end: streets, and the challenge in play.

FR “Décompte final”, “Cartes Bonus Rues de New York”, “Cartes Défi Bonus”; FR-M.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .challenges import Challenge, Kind
from .placing import Placement
from .state import State
from .tiles import Technology

Estates = list[list[Placement]]
"""For each seat its buildings."""


def estates(state: State) -> Estates:
    """The buildings of each player on the board."""
    placements = state.setup.placements
    return [[placements[number] for number in numbers] for numbers in state.placed]


def _alone_at_the_top(counts: Sequence[int]) -> int | None:
    """The seat with more than every other; None if several have the most."""
    most = max(counts)
    return counts.index(most) if counts.count(most) == 1 else None


def street_points(state: State) -> list[int]:
    """For each seat the points for the streets in play."""
    owned = estates(state)
    points = [0] * len(owned)
    for street in state.setup.street_numbers:
        # NY-FINAL-01
        winner = _alone_at_the_top([sum(one.streets >> street & 1 for one in buildings) for buildings in owned])
        if winner is not None:
            points[winner] += state.setup.edition.street_points
    return points


def challenge_points(state: State) -> list[int]:
    """For each seat the points for the challenge in play, those scored during play apart."""
    owned, challenge = estates(state), state.setup.challenge_card
    if challenge is None:
        return [0] * len(owned)
    return _CHALLENGES[challenge.kind](challenge, owned, len(state.setup.board.districts))


def _in_districts(buildings: list[Placement], districts: int) -> list[int]:
    """How many of these buildings each district has; one in two of them counts in both."""
    # NY-CHALLENGE-01
    return [sum(one.districts >> district & 1 for one in buildings) for district in range(districts)]


def _gold_tycoon(challenge: Challenge, owned: Estates, districts: int) -> list[int]:
    # NY-CHALLENGE-02
    gold = [[one for one in buildings if one.technology == Technology.GOLD] for buildings in owned]
    return [
        challenge.points * sum(count >= challenge.buildings for count in _in_districts(ones, districts))
        for ones in gold
    ]


def _master_architect(challenge: Challenge, owned: Estates, districts: int) -> list[int]:
    # NY-CHALLENGE-03
    return [challenge.reached(sum(one.irregular for one in buildings)) for buildings in owned]


def _gold_prestige(challenge: Challenge, owned: Estates, districts: int) -> list[int]:
    # NY-CHALLENGE-04: scored when a building is built.
    return [0] * len(owned)


def _number(owned: Estates, technology: Technology) -> list[int]:
    """How many buildings of a technology each player has."""
    return [sum(one.technology == technology for one in buildings) for buildings in owned]


def _bronze_baron(challenge: Challenge, owned: Estates, districts: int) -> list[int]:
    # NY-CHALLENGE-05
    return [*map(challenge.reached, _number(owned, Technology.BRONZE))]


def _generation_king(challenge: Challenge, owned: Estates, districts: int) -> list[int]:
    # NY-CHALLENGE-06
    points = [0] * len(owned)
    for technology in (Technology.BRONZE, Technology.SILVER, Technology.GOLD):
        winner = _alone_at_the_top(_number(owned, technology))
        if winner is not None:
            points[winner] += challenge.points
    return points


def _big_developer(challenge: Challenge, owned: Estates, districts: int) -> list[int]:
    # NY-CHALLENGE-07
    big = [[one for one in buildings if one.size >= challenge.cells] for buildings in owned]
    return [
        challenge.points * sum(count >= challenge.buildings for count in _in_districts(ones, districts)) for ones in big
    ]


def _silver_titan(challenge: Challenge, owned: Estates, districts: int) -> list[int]:
    # NY-CHALLENGE-08
    return [*map(challenge.reached, _number(owned, Technology.SILVER))]


def _real_estate_mogul(challenge: Challenge, owned: Estates, districts: int) -> list[int]:
    # NY-CHALLENGE-09
    return [
        challenge.reached(sum(count >= challenge.buildings for count in _in_districts(buildings, districts)))
        for buildings in owned
    ]


_CHALLENGES: dict[Kind, Callable[[Challenge, Estates, int], list[int]]] = {
    Kind.GOLD_TYCOON: _gold_tycoon,
    Kind.MASTER_ARCHITECT: _master_architect,
    Kind.GOLD_PRESTIGE: _gold_prestige,
    Kind.BRONZE_BARON: _bronze_baron,
    Kind.GENERATION_KING: _generation_king,
    Kind.BIG_DEVELOPER: _big_developer,
    Kind.SILVER_TITAN: _silver_titan,
    Kind.REAL_ESTATE_MOGUL: _real_estate_mogul,
}
