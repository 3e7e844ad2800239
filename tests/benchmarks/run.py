"""All benchmarks of towerup in one go, with their targets; the exit code is 1 if a target is missed."""

from __future__ import annotations

import sys

import imports
import playouts
import size
from common import beside, conclude, options


def main() -> int:
    """Run everything; play-outs come first, while nothing else has filled the memory."""
    chosen = playouts.add_options(options(__doc__)).parse_args()
    reports = [
        playouts.measure(peers=chosen.peers, rounds=chosen.rounds, quick=chosen.quick),
        size.measure(quick=chosen.quick),
        imports.measure(quick=chosen.quick),
        # By its path: the standard library has a module `profile` too, and under a profiler it is loaded.
        beside(__file__, "profile").measure(quick=chosen.quick),
    ]
    return conclude(reports, chosen.json)


if __name__ == "__main__":
    sys.exit(main())
