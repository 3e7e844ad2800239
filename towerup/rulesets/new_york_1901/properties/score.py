"""The final score, counted a second time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

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
    setup, points = state.setup, [0] * len(state.players)
    for street in setup.streets if outcome else ():
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


def _brings(state: State, outcome: Outcome | None, kind: str, points: Callable[[Challenge, Player], int]) -> bool:
    """Whether the challenge of this kind, if it is in play, brings every player these points."""
    card = _card(state, kind)
    if outcome is None or card is None:
        return True
    return [one.challenge for one in outcome.scores] == [points(card, player) for player in state.players]


@scored("NY-CHALLENGE-01", "NY-CHALLENGE-04")
def no_challenge_and_gold_prestige_bring_nothing_at_the_end(state: State, outcome: Outcome | None) -> bool:
    """Without a challenge nobody has points for one, and Gold Prestige is scored in play."""
    nothing = state.setup.challenge in (None, "gold-prestige")
    return outcome is None or not nothing or not any(one.challenge for one in outcome.scores)


@scored("NY-CHALLENGE-02", "NY-CHALLENGE-01")
def gold_tycoon_counts_districts_with_gold(state: State, outcome: Outcome | None) -> bool:
    """Points for each district with so many gold buildings or legendaries."""

    def points(card: Challenge, player: Player) -> int:
        return card.points * _full_districts(state, _of(state, player, GOLD), card.buildings)

    return _brings(state, outcome, "gold-tycoon", points)


@scored("NY-CHALLENGE-03")
def master_architect_counts_irregular_buildings(state: State, outcome: Outcome | None) -> bool:
    """Points by steps for buildings whose shape does not fill its rectangle."""

    def irregular(tile: str) -> bool:
        shape = state.setup.edition.tiles[tile].shape
        columns, rows = [x for x, _ in shape], [y for _, y in shape]
        return (max(columns) - min(columns) + 1) * (max(rows) - min(rows) + 1) > len(shape)

    def points(card: Challenge, player: Player) -> int:
        return _step(card, sum(irregular(built.tile) for built in player.buildings))

    return _brings(state, outcome, "master-architect", points)


@scored("NY-CHALLENGE-05")
def bronze_baron_counts_bronze(state: State, outcome: Outcome | None) -> bool:
    """Points by steps for bronze buildings."""
    return _brings(state, outcome, "bronze-baron", lambda card, player: _step(card, len(_of(state, player, 1))))


@scored("NY-CHALLENGE-06")
def generation_king_counts_most_of_a_technology(state: State, outcome: Outcome | None) -> bool:
    """Points for more buildings of a technology than every other, for each of the three."""

    def points(card: Challenge, player: Player) -> int:
        each = [0] * len(state.players)
        for level in (1, 2, 3):
            _reward(each, [len(_of(state, one, level)) for one in state.players], card.points)
        return each[state.setup.seats.index(player.colour)]

    return _brings(state, outcome, "generation-king", points)


@scored("NY-CHALLENGE-07", "NY-CHALLENGE-01")
def big_developer_counts_districts_with_large_buildings(state: State, outcome: Outcome | None) -> bool:
    """Points for each district with so many buildings of so many cells."""

    def points(card: Challenge, player: Player) -> int:
        large = [frozenset(one.cells) for one in player.buildings if len(one.cells) >= card.cells]
        return card.points * _full_districts(state, large, card.buildings)

    return _brings(state, outcome, "big-developer", points)


@scored("NY-CHALLENGE-08")
def silver_titan_counts_silver(state: State, outcome: Outcome | None) -> bool:
    """Points by steps for silver buildings."""
    return _brings(state, outcome, "silver-titan", lambda card, player: _step(card, len(_of(state, player, 2))))


@scored("NY-CHALLENGE-09", "NY-CHALLENGE-01")
def real_estate_mogul_counts_districts(state: State, outcome: Outcome | None) -> bool:
    """Points by steps for districts with so many buildings."""

    def points(card: Challenge, player: Player) -> int:
        return _step(card, _full_districts(state, [frozenset(one.cells) for one in player.buildings], card.buildings))

    return _brings(state, outcome, "real-estate-mogul", points)


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
    given = [(one.total, one.legendary, one.gold) for one in outcome.scores]
    return given == ranks and outcome.winners == tuple(n for n, rank in enumerate(ranks) if rank == max(ranks))
