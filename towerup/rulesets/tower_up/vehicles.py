"""Moving vehicles, star columns and extra turns.

FR “SCORER”, “TOUR DE JEU SUPPLÉMENTAIRE”, “SCORING”; PL “ZAPUNKTUJ”, “DODATKOWA TURA”, “PODLICZANIE PUNKTÓW”.
"""

from __future__ import annotations

from collections.abc import Mapping

from towerup.kernel.frozen import FrozenDict

from .state import State


def moved(state: State, vehicles: FrozenDict[str, int], steps: Mapping[str, int]) -> FrozenDict[str, int]:
    """The vehicles after these steps, by colour. At the end of its track a vehicle stays (TU-MOVE-02, TU-MOVE-03)."""
    end = len(state.setup.edition.worth) - 1
    return FrozenDict({colour: min(at + steps.get(colour, 0), end) for colour, at in vehicles.items()})


def earns_extra_turn(state: State, before: Mapping[str, int], after: Mapping[str, int]) -> bool:
    """Whether all vehicles have now reached a star column that not all had reached before (TU-STAR-01, TU-STAR-02).

    It is looked at once, after all moves of an action (TU-STAR-06): two columns at once bring one extra turn (TU-STAR-03).
    """
    hindmost, now = min(before.values()), min(after.values())
    return any(hindmost < star <= now for star in state.setup.edition.stars)
