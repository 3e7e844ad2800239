"""Tournaments: players against each other in many games, so shared out that luck and seats are alike for all.

Each *deal* has one luck: the same dealer's seed, the same setup. It is played by every *line-up* (players who sit at a table
together), and by each line-up once with every player in every seat. So who is dealt well is dealt well in every seat, and no one gains by
sitting first. All follows from the plan: the same plan, the same games, whoever plays them.

At tables of more than two, every pair of players at the table is compared by how they ended, each comparison counting for
2/n of a game of n, since n players tell n − 1 things about each other.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import lru_cache, partial
from itertools import combinations, combinations_with_replacement
from typing import Any

import attrs

from towerup.kernel.analysis import Points
from towerup.kernel.parallel import map_ordered
from towerup.kernel.ruleset import AnyRuleset

from .entrants import entrant
from .games import STEP_BOUND, played_out
from .rating import Estimate, by_chance, elo, win_rate

Find = Callable[[str], AnyRuleset]


@attrs.frozen
class Plan:
    """What is played. Plain values only, so that it means the same on any machine."""

    game: str
    entrants: tuple[str, ...]
    """The players by name, at least two; the same may stand here twice."""
    seats: int
    """How many sit at a table."""
    deals: int
    seed: int = 1
    edition: str | None = None
    """The name of a shipped edition; None: the usual one."""
    edition_text: str | None = None
    """The text of an edition file, if it is not a shipped one."""
    rulings: tuple[tuple[str, str], ...] = ()
    varied: bool = False
    """Whether each deal has a setup of its own, drawn; else all have the usual one."""
    records: bool = False
    """Whether the games themselves are wanted, not only how they ended."""

    @property
    def line_ups(self) -> tuple[tuple[int, ...], ...]:
        """Who plays together, by number: all different if there are as many as seats, else all of them and some twice."""
        numbers = range(len(self.entrants))
        if len(numbers) >= self.seats:
            return tuple(combinations(numbers, self.seats))
        tables = combinations_with_replacement(numbers, self.seats)
        return tuple(one for one in tables if len({*one}) == len(numbers))

    def seatings(self) -> Iterator[tuple[int, ...]]:
        """Who sits where in the games of one deal: each line-up, turned until everyone has had every seat."""
        for line_up in self.line_ups:
            for first in range(self.seats):
                yield line_up[first:] + line_up[:first]

    @property
    def games_a_deal(self) -> int:
        """How many games each deal is for."""
        return len(self.line_ups) * self.seats

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return self.deals * self.games_a_deal


@attrs.frozen
class Game:
    """A game that was played: the deal, who sat where (by number), how it ended seat by seat, and the record if wanted."""

    deal: int
    seating: tuple[int, ...]
    points: tuple[Points, ...] | None
    """None if the game was stopped at the bound."""
    steps: int
    record: bytes | None = None

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's share of the victory; a game that was stopped is shared by all."""
        if self.points is None:
            return (1 / len(self.seating),) * len(self.seating)
        best = max(self.points)
        return tuple((one == best) / self.points.count(best) for one in self.points)

    def compared(self) -> Iterator[tuple[int, int, int]]:
        """For each two players at the table, by number: 1 if the first ended ahead of the second, -1 behind, 0 level."""
        for one, other in combinations(range(len(self.seating)), 2):
            if self.seating[one] != self.seating[other]:
                here, there = (None, None) if self.points is None else (self.points[one], self.points[other])
                ahead = 0 if here is None or there is None else (here > there) - (here < there)
                yield self.seating[one], self.seating[other], ahead


def tournament(
    plan: Plan,
    find: Find,
    jobs: int = 1,
    cluster: str | None = None,
    tell: Callable[[Game], None] = lambda game: None,
    known: Sequence[Game] = (),
) -> list[Game]:
    """All games of a plan, in order. `tell` gets each as it comes in; raises ParallelError if they cannot be played.

    A tournament that was interrupted continues with the first games `known`.
    """
    parts = [(deal, seating) for deal in range(plan.deals) for seating in plan.seatings()]
    games = [*known]
    with closing(map_ordered(partial(played, plan, find), parts[len(games) :], jobs, cluster)) as results:
        for game in results:
            games.append(game if game.record is None else attrs.evolve(game, record=None))
            tell(game)
    return games


def game_to_json(game: Game) -> Any:
    """A game as JSON values, without its record."""
    return {"deal": game.deal, "seating": game.seating, "points": game.points, "steps": game.steps}


def game_from_json(value: Any) -> Game:
    """The game that JSON values stand for; raises all kinds of errors if they stand for none."""
    points = None if value["points"] is None else tuple(tuple(map(int, one)) for one in value["points"])
    return Game(int(value["deal"]), tuple(map(int, value["seating"])), points, int(value["steps"]))


def played(plan: Plan, find: Find, part: tuple[int, tuple[int, ...]]) -> Game:
    """One game of a plan, wherever this runs."""
    deal, seating = part
    rules, players = _ready(plan, find)
    start = start_of(plan, find, deal)
    seed = f"{plan.seed}/{deal}/{'-'.join(map(str, seating))}"
    record, end = played_out(start, [players[number] for number in seating], seed, luck=f"{plan.seed}/{deal}")
    result = rules.outcome(end)
    return Game(
        deal,
        seating,
        None if result is None else rules.analysis.points(result),
        len(record.actions),
        b"".join(record.lines()) if plan.records else None,
    )


def start_of(plan: Plan, find: Find, deal: int) -> Any:
    """How the games of a deal begin."""
    rules, _ = _ready(plan, find)
    edition = _edition(plan, find)
    rulings = rules.rulings.by_name(dict(plan.rulings))
    if plan.varied:
        return rules.random_game(random.Random(f"{plan.seed}/{deal}/setup"), plan.seats, edition, rulings)
    return rules.new_game(plan.seats, edition=edition, rulings=rulings)


@lru_cache(maxsize=8)
def _ready(plan: Plan, find: Find) -> tuple[AnyRuleset, tuple[Any, ...]]:
    """The rules and the players of a plan, found once a process."""
    rules = find(plan.game)
    return rules, tuple(entrant(name, rules) for name in plan.entrants)


@lru_cache(maxsize=8)
def _edition(plan: Plan, find: Find) -> Any:
    rules = find(plan.game)
    if plan.edition_text is not None:
        return rules.editions.from_toml(plan.edition_text, plan.edition or "the edition")
    return plan.edition or rules.usual_edition


# --- what comes of it


@attrs.frozen
class Standing:
    """How a player did: games, the share of them won, points on average, and Elo."""

    name: str
    games: int
    wins: float
    rate: Estimate
    points: float | None
    """Points in the games that ended, on average."""
    elo: Estimate


@attrs.frozen
class Pair:
    """How one player did against another: in how many deals, how often ahead, level and behind, and whether that is luck."""

    one: int
    other: int
    deals: int
    ahead: int
    level: int
    behind: int
    chance: float
    """How likely it would be as uneven, or more, if both were equally good."""

    @property
    def share(self) -> float:
        """The share of comparisons won, ties counting half."""
        return (self.ahead + self.level / 2) / (self.ahead + self.level + self.behind)


@attrs.frozen
class Report:
    """What a tournament says: the players in the order of the plan, and each two of them."""

    plan: Plan
    standings: tuple[Standing, ...]
    pairs: tuple[Pair, ...]
    steps: int
    unfinished: int
    first: float
    """The share of games won by the first seat, whoever sat there."""


def report(plan: Plan, games: Sequence[Game]) -> Report:
    """What the games of a plan say."""
    count = len(plan.entrants)
    wins, played_, points = [0.0] * count, [0] * count, [list[int]() for _ in range(count)]
    ahead = [[0.0] * count for _ in range(count)]
    results_by_pair: dict[tuple[int, int], Counter[int]] = {}
    by_deal: dict[tuple[int, int], Counter[int]] = {}
    for game in games:
        for seat, number in enumerate(game.seating):
            played_[number] += 1
            wins[number] += game.shares[seat]
            if game.points is not None:
                points[number].append(game.points[seat][0])
        for one, other, result in game.compared():
            weight = 2 / plan.seats
            ahead[one][other] += weight * (1 + result) / 2
            ahead[other][one] += weight * (1 - result) / 2
            pair, sign = ((one, other), 1) if one < other else ((other, one), -1)
            results_by_pair.setdefault(pair, Counter())[sign * result] += 1
            by_deal.setdefault(pair, Counter())[game.deal] += sign * result
    standings = [
        Standing(
            name,
            played_[number],
            wins[number],
            win_rate(wins[number], played_[number]),
            sum(points[number]) / len(points[number]) if points[number] else None,
            rating,
        )
        for number, (name, rating) in enumerate(zip(names(plan), elo(ahead), strict=True))
    ]
    pairs = [
        Pair(*pair, len(by_deal[pair]), results[1], results[0], results[-1], by_chance(by_deal[pair].values()))
        for pair, results in sorted(results_by_pair.items())
    ]
    unfinished = sum(game.points is None for game in games)
    first = sum(game.shares[0] for game in games) / len(games) if games else 0.0
    return Report(plan, tuple(standings), tuple(pairs), sum(game.steps for game in games), unfinished, first)


def names(plan: Plan) -> list[str]:
    """The players' names, told apart where one plays twice."""
    return [
        name if plan.entrants.count(name) == 1 else f"{name} #{plan.entrants[: place + 1].count(name)}"
        for place, name in enumerate(plan.entrants)
    ]


def report_to_json(report: Report) -> dict[str, Any]:
    """A report as a JSON value: the same for the same plan, whoever played."""
    plan = report.plan
    return {
        "game": plan.game,
        "seed": plan.seed,
        "seats": plan.seats,
        "deals": plan.deals,
        "games": plan.games,
        "edition": plan.edition,
        "rulings": dict(plan.rulings),
        "varied": plan.varied,
        "steps": report.steps,
        "unfinished": report.unfinished,
        "step_bound": STEP_BOUND,
        "first_seat": report.first,
        "players": [attrs.asdict(one) for one in report.standings],
        "pairs": [
            {
                "one": report.standings[pair.one].name,
                "other": report.standings[pair.other].name,
                "deals": pair.deals,
                "ahead": pair.ahead,
                "level": pair.level,
                "behind": pair.behind,
                "share": pair.share,
                "by_chance": pair.chance,
            }
            for pair in report.pairs
        ],
    }
