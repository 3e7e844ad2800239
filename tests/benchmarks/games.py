"""Random play-outs of every game beside Tower Up, in one process and one run.

What a step of another game may cost is told as a share of Tower Up's: no game is to be left behind when the others are made
faster. Steps are those of `playouts.py`.
"""

from __future__ import annotations

import sys

import attrs
import playouts
from common import STEP_BOUND, Check, Contender, Report, alone, require, spread, table, towerup

MOST = 3.0
"""A step of any game takes at most so many times as long as one of Tower Up."""
ROUNDS = 11


def contender(name: str) -> Contender:
    """A game by its name, with every number of players that its usual edition is for."""
    rules = require("towerup.rulesets").ruleset(name)
    starts = tuple(rules.new_game(players) for players in rules.player_counts(rules.usual_edition))
    return Contender(name, rules.legal_actions, rules.apply, starts, STEP_BOUND)


def measure(*, rounds: int = ROUNDS, quick: bool = False) -> Report:
    """Play every game, and say what its steps cost beside Tower Up's."""
    seconds = playouts.QUICK_SECONDS if quick else playouts.ROUND_SECONDS
    others = [name for name in require("towerup.rulesets").NAMES if name != "tower-up"]
    runners = [playouts.calibrated(one, seconds) for one in (towerup(), *map(contender, others))]
    playouts.play_rounds(runners, playouts.QUICK_ROUNDS if quick else rounds)
    subject, peers = runners[0], runners[1:]
    costs = {peer.name: spread(playouts.ratios(subject, peer)) for peer in peers}
    checks = tuple(
        Check(f"a step of {name}", cost.median, "at most", MOST, "of Tower Up's") for name, cost in costs.items()
    )
    shown = table(
        f"Every game: {len(subject.rates)} rounds, median (quartiles)",
        "game",
        "steps a second",
        "µs a step",
        "a step costs … times Tower Up's",
        "games",
        "steps a game",
        rows=[playouts.row(runner, costs.get(runner.name)) for runner in runners],
    )
    data = {
        "rounds": len(subject.rates),
        "games": {runner.name: playouts.facts(runner) for runner in runners},
        "costs": {name: attrs.asdict(cost) for name, cost in costs.items()},
    }
    return Report("games", checks, (shown,), data, playouts.notes(subject, peers))


if __name__ == "__main__":
    sys.exit(alone(__doc__, measure, ROUNDS))
