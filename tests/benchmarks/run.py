"""All benchmarks of towerup in one go, with their targets; the exit code is 1 if a target is missed."""

from __future__ import annotations

import sys

import campaigns
import checks
import engines
import games
import imports
import playouts
import round_trips
import size
from common import beside, conclude, options, require


def main() -> int:
    """Run everything; peers are looked for first, so that a missing one is not found out after minutes."""
    chosen = playouts.add_options(options(__doc__)).parse_args()
    for peer in chosen.peers:
        require(peer)
    reports = [
        # First, while the tables that states share are still empty.
        size.measure(quick=chosen.quick),
        playouts.measure(peers=chosen.peers, rounds=chosen.rounds, quick=chosen.quick),
        engines.measure(quick=chosen.quick),
        games.measure(quick=chosen.quick),
        imports.measure(quick=chosen.quick),
        campaigns.measure(quick=chosen.quick),
        checks.measure(quick=chosen.quick),
        round_trips.measure(quick=chosen.quick),
        # By its path: the standard library has a module `profile` too, and under a profiler it is loaded.
        beside(__file__, "parts").measure(quick=chosen.quick),
    ]
    return conclude(reports, chosen.json)


if __name__ == "__main__":
    sys.exit(main())
