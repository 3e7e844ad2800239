"""The final score, counted a second time."""

from __future__ import annotations

from collections.abc import Sequence

from ..box.challenges import Challenge
from ..scoring import Outcome
from ..state import Phase, Player, State
from .collection import scored
from .facts import GOLD, district_of, is_legendary, lots_under, streets_beside, technology


@scored("NY-TURN-08", "NY-END-03")
def there_is_an_outcome_exactly_when_the_game_is_over(state: State, outcome: Outcome | None) -> bool:
    """A game that goes on has no outcome; one that is over has."""
    return (outcome is not None) == (state.phase is Phase.OVER)


@scored("NY-END-01", "NY-END-02")
def the_outcome_says_why_it_ended(state: State, outcome: Outcome | None) -> bool:
    """The cause and the seat are those of the end that was triggered."""
    end = state.ending
    return outcome is None or (end is not None and (outcome.cause, outcome.ended_by) == (end.cause.value, end.seat))


@scored("NY-REBUILD-05", "NY-BUILD-06", "NY-SETUP-01")
def points_of_the_track_count(state: State, outcome: Outcome | None) -> bool:
    """Everybody has the points scored in play, in the order of seats."""
    wanted = [(one.colour, one.points) for one in state.players]
    return outcome is None or [(one.colour, one.track) for one in outcome.scores] == wanted


@scored("NY-FINAL-02")
def unused_cards_count(state: State, outcome: Outcome | None) -> bool:
    """Each action card that was not used is worth its points."""
    worth = state.setup.edition.unused_card
    return outcome is None or [one.cards for one in outcome.scores] == [worth * len(one.cards) for one in state.players]


@scored("NY-FINAL-01", "NY-SETUP-05")
def streets_count_for_most_buildings(state: State, outcome: Outcome | None) -> bool:
    """Each street in play goes to who has more buildings on it than every other, starting buildings and legendaries included."""
    setup = state.setup
    points = [0] * len(state.players)
    for street in setup.streets:
        counts = [
            sum(street in streets_beside(setup.board, one.cells) for one in own.buildings) for own in state.players
        ]
        _reward(points, counts, setup.edition.street_points)
    in_play = len({*setup.streets}) == setup.edition.streets_in_play
    return outcome is None or (in_play and [one.streets for one in outcome.scores] == points)


def _reward(points: list[int], counts: Sequence[int], worth: int) -> None:
    """Who has more than all others gets the points."""
    for seat, count in enumerate(counts):
        if all(count > other for at, other in enumerate(counts) if at != seat):
            points[seat] += worth


# --- challenges


def _card(state: State, kind: str) -> Challenge | None:
    """The challenge in play, if it is of this kind."""
    in_play = kind if state.setup.challenge == kind else None
    return next((one for one in state.setup.edition.challenges if one.id == in_play), None)


def _of(state: State, player: Player, level: int) -> list[frozenset[str]]:
    """The cells of each building of this technology."""
    return [frozenset(one.cells) for one in player.buildings if technology(state.setup, one.tile) == level]


def _full_districts(state: State, areas: Sequence[frozenset[str]], least: int) -> int:
    """How many districts have at least so many of these buildings; one in two districts counts in both."""
    board = state.setup.board
    within = [{district_of(board, lot) for lot in lots_under(board, area)} for area in areas]
    return sum(sum(district.id in one for one in within) >= least for district in board.districts)


def _step(card: Challenge, count: int) -> int:
    """The points of the highest step that was reached."""
    return [0, *(card.steps[least] for least in sorted(card.steps) if count >= least)][-1]


def _matches(state: State, outcome: Outcome | None, kind: str, expected: list[int] | None) -> bool:
    """Whether the challenge of this kind, if it is in play, brings these points."""
    if outcome is None or expected is None:
        return True
    return [one.challenge for one in outcome.scores] == expected


@scored("NY-CHALLENGE-01", "NY-CHALLENGE-04")
def no_challenge_and_gold_prestige_bring_nothing_at_the_end(state: State, outcome: Outcome | None) -> bool:
    """Without a challenge nobody has points for one, and Gold Prestige is scored in play."""
    nothing = state.setup.challenge in (None, "gold-prestige")
    return outcome is None or not nothing or not any(one.challenge for one in outcome.scores)


@scored("NY-CHALLENGE-02", "NY-CHALLENGE-01")
def gold_tycoon_counts_districts_with_gold(state: State, outcome: Outcome | None) -> bool:
    """Points for each district with so many gold buildings or legendaries."""
    card = _card(state, "gold-tycoon")
    each = card and [
        card.points * _full_districts(state, _of(state, one, GOLD), card.buildings) for one in state.players
    ]
    return _matches(state, outcome, "gold-tycoon", each)


@scored("NY-CHALLENGE-03")
def master_architect_counts_irregular_buildings(state: State, outcome: Outcome | None) -> bool:
    """Points by steps for buildings whose shape does not fill its rectangle."""
    card, tiles = _card(state, "master-architect"), state.setup.edition.tiles

    def irregular(tile: str) -> bool:
        xs, ys = zip(*tiles[tile].shape, strict=True)
        return (max(xs) - min(xs) + 1) * (max(ys) - min(ys) + 1) > len(tiles[tile].shape)

    each = card and [_step(card, sum(irregular(built.tile) for built in one.buildings)) for one in state.players]
    return _matches(state, outcome, "master-architect", each)


@scored("NY-CHALLENGE-05")
def bronze_baron_counts_bronze(state: State, outcome: Outcome | None) -> bool:
    """Points by steps for bronze buildings."""
    card = _card(state, "bronze-baron")
    return _matches(state, outcome, "", card and [_step(card, len(_of(state, one, 1))) for one in state.players])


@scored("NY-CHALLENGE-06")
def generation_king_counts_most_of_a_technology(state: State, outcome: Outcome | None) -> bool:
    """Points for more buildings of a technology than every other, for each of the three."""
    card, points = _card(state, "generation-king"), [0] * len(state.players)
    for level in (1, 2, 3):
        _reward(points, [len(_of(state, one, level)) for one in state.players], card.points if card else 0)
    return _matches(state, outcome, "generation-king", points if card else None)


@scored("NY-CHALLENGE-07", "NY-CHALLENGE-01")
def big_developer_counts_districts_with_large_buildings(state: State, outcome: Outcome | None) -> bool:
    """Points for each district with so many buildings of so many cells."""
    card = _card(state, "big-developer")
    if card is None:
        return True
    areas = [
        [frozenset(built.cells) for built in one.buildings if len(built.cells) >= card.cells] for one in state.players
    ]
    each = [card.points * _full_districts(state, own, card.buildings) for own in areas]
    return _matches(state, outcome, "big-developer", each)


@scored("NY-CHALLENGE-08")
def silver_titan_counts_silver(state: State, outcome: Outcome | None) -> bool:
    """Points by steps for silver buildings."""
    card = _card(state, "silver-titan")
    return _matches(state, outcome, "", card and [_step(card, len(_of(state, one, 2))) for one in state.players])


@scored("NY-CHALLENGE-09", "NY-CHALLENGE-01")
def real_estate_mogul_counts_districts(state: State, outcome: Outcome | None) -> bool:
    """Points by steps for districts with so many buildings."""
    card = _card(state, "real-estate-mogul")
    if card is None:
        return True
    areas = [[frozenset(built.cells) for built in one.buildings] for one in state.players]
    return _matches(state, outcome, "", [_step(card, _full_districts(state, own, card.buildings)) for own in areas])


# --- who wins


@scored("NY-FINAL-03")
def all_points_are_added_up(state: State, outcome: Outcome | None) -> bool:
    """The total is that of track, streets, challenge and cards, and nobody wins with fewer points than another."""
    if outcome is None:
        return True
    totals = [one.track + one.streets + one.challenge + one.cards for one in outcome.scores]
    most = all(totals[seat] == max(totals) for seat in outcome.winners)
    return [one.total for one in outcome.scores] == totals and most and bool(outcome.winners)


@scored("NY-FINAL-04")
def ties_go_to_the_tallest_legendary_then_to_gold(state: State, outcome: Outcome | None) -> bool:
    """Of several with the most points those with the tallest legendary win, then those with most other gold."""
    if outcome is None:
        return True
    heights = {one.id: n for n, one in enumerate(state.setup.edition.legendaries, start=1)}
    ranks = []
    for player, score in zip(state.players, outcome.scores, strict=True):
        tiles = [one.tile for one in player.buildings]
        gold = [one for one in tiles if technology(state.setup, one) == GOLD and not is_legendary(state.setup, one)]
        ranks.append((score.total, max([heights.get(one, 0) for one in tiles] or [0]), len(gold)))
    told = [(one.total, one.legendary, one.gold) for one in outcome.scores]
    return told == ranks and outcome.winners == tuple(n for n, rank in enumerate(ranks) if rank == max(ranks))
