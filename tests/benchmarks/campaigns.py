"""What checking costs: the same games of a campaign bare, with every law checked after every step, and judged as well.

The three take turns round by round on the same seeds, so that each round gives one ratio. Bare is the same players on the
same games, with nothing checked and nothing counted. A full campaign also compares judge and generator over the whole
action space at sampled states, which is a choice of how often, not a cost of the laws: it has no target.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Mapping, Sequence

from common import Check, Report, alone, spread, table

import towerup
from towerup.verify.campaign import Campaign, Plan

ROUNDS = 21
QUICK_ROUNDS = 3
GAMES = 40
TARGET = 0.4

PLANS: dict[str, Plan] = {
    "bare": Plan(games=GAMES, laws=False, judging=False),
    "laws": Plan(games=GAMES, judging=False),
    "laws and judging": Plan(games=GAMES),
}


def timed(campaign: Campaign, numbers: range) -> float:
    """Play games and give the steps a second of processor time."""
    gc.collect()
    begin = time.process_time()
    tally, breach = campaign.play(numbers)
    seconds = time.process_time() - begin
    if breach is not None:
        raise SystemExit(f"a law is broken: {breach.message}")
    return tally.steps / seconds


def measure(*, rounds: int = ROUNDS, quick: bool = False) -> Report:
    """Play the same games in each way, round by round."""
    rounds = QUICK_ROUNDS if quick else rounds
    campaigns = {name: Campaign(towerup.TOWER_UP, plan) for name, plan in PLANS.items()}
    for campaign in campaigns.values():
        campaign.play(range(GAMES))  # tables that games share are filled, and the code is warm
    rates: dict[str, list[float]] = {name: [] for name in PLANS}
    for number in range(rounds):
        games = range(number * GAMES, (number + 1) * GAMES)
        for name, campaign in campaigns.items():
            rates[name].append(timed(campaign, games))
    return report(rates)


def report(rates: Mapping[str, Sequence[float]]) -> Report:
    """Turn rates into shares of the bare rate."""
    shares = {name: [rate / bare for rate, bare in zip(rates[name], rates["bare"], strict=True)] for name in rates}
    rows = [
        (
            name,
            f"{spread(rates[name]).median:,.0f}",
            f"{1e6 / spread(rates[name]).median:.1f}",
            str(spread(shares[name])) if name != "bare" else "",
        )
        for name in rates
    ]
    shown = table(
        f"A campaign's games: {len(rates['bare'])} rounds of {GAMES} games, median (quartiles)",
        "checked", "steps a second", "µs a step", "share of the bare rate", rows=rows,
    )  # fmt: skip
    check = Check("campaign with all laws, share of bare rate", spread(shares["laws"]).median, "at least", TARGET, "")
    data = {"games_a_round": GAMES, "steps_a_second": dict(rates), "shares": shares}
    return Report("campaigns", (check,), (shown,), data)


if __name__ == "__main__":
    sys.exit(alone(__doc__, measure, ROUNDS))
