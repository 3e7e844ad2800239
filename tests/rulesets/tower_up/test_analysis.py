"""What Tower Up offers to those who analyse it: what is told of a move is what the move does, in any box."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import towerup as tu
from towerup.kernel.menus import Menu, menu_of, menu_to_json
from towerup.rulesets.tower_up.edition import shipped_edition
from towerup.rulesets.tower_up.lacking import lacks_of
from towerup.verify import strategies

ANALYSIS = tu.TOWER_UP.analysis

boxes = st.one_of(strategies.editions(), strategies.shipped_editions())
games = strategies.new_games(boxes)
moments = strategies.moments(strategies.states(games))


def _stock_change(before: tu.State, after: tu.State, seat: int) -> Counter[str]:
    change = Counter(after.table.seats[seat].stock)
    change.subtract(before.table.seats[seat].stock)
    return change


@given(moments)
def test_what_is_told_of_a_move_is_the_difference_between_the_tables(moment: tuple[tu.State, tu.Action]) -> None:
    """Cost and gain, steps, chips and Millions are worked out again from the tables by name before and after."""
    state, action = moment
    told, after, seat = ANALYSIS.describe(state, action), tu.apply(state, action), state.table.seat
    was, now = state.table.seats[seat], after.table.seats[seat]
    change = _stock_change(state, after, seat)
    assert told["cost"] == {colour: -n for colour, n in change.items() if n < 0}
    assert told["gain"] == {colour: n for colour, n in change.items() if n > 0}
    driven = {colour: now.vehicles[colour] - was.vehicles[colour] for colour in was.vehicles}
    assert told["vehicle"] == {colour: steps for colour, steps in driven.items() if steps}
    assert told["steps"] == sum(driven.values())
    fulfilled = [id for id in now.chips if id not in was.chips]
    assert told["objectives"] == " ".join(fulfilled)
    assert told["chips"] == sum(now.chips[id] for id in fulfilled)
    assert told["millions"] == tu.scores(after)[seat].total - tu.scores(state)[seat].total
    assert told["brings_end"] == (state.table.ending is None and after.table.ending is not None)


@given(moments)
def test_what_is_told_of_a_move_names_its_parts(moment: tuple[tu.State, tu.Action]) -> None:
    """Type, card, floors, site, colour and roof are those of the action; what it has not, is not told."""
    state, action = moment
    told = ANALYSIS.describe(state, action)
    value = tu.action_to_json(action)
    assert told["type"] == value["type"]
    for name in ("card", "site", "colour", "roof"):
        assert told[name] == value.get(name)
    assert str(told["floors"] or "").split() == list(value.get("floors", ()))
    level = None if told["roof"] is None else tu.apply(state, action).table.buildings[str(told["roof"])].floors
    assert told["level"] == level


@given(moments)
def test_an_extra_turn_is_told_where_one_comes(moment: tuple[tu.State, tu.Action]) -> None:
    """By what the table says after a card or a founding: the same player again, now or once floors are put back."""
    state, action = moment
    after = tu.apply(state, action).table
    again = after.another_turn or (after.phase == "turn" and after.seat == state.seat)
    assert ANALYSIS.describe(state, action)["extra_turn"] == (isinstance(action, tu.Take | tu.Found) and again)


@given(moments)
def test_covered_roofs_are_told(moment: tuple[tu.State, tu.Action]) -> None:
    """The roofs that were the top of their building and are not any more."""
    state, action = moment
    before, after = state.table, tu.apply(state, action).table
    lost = [
        building.roofs[building.floors]
        for site, building in before.buildings.items()
        if building.floors in building.roofs and after.buildings[site].floors > building.floors
    ]
    me = before.seats[before.seat].roof
    told = ANALYSIS.describe(state, action)
    assert told["covers_own"] == lost.count(me)
    assert told["covers"] == len(lost) - lost.count(me)


@given(moments, st.randoms(use_true_random=False))
def test_a_move_ends_the_game_if_nobody_decides_after_it(
    moment: tuple[tu.State, tu.Action], chooser: random.Random
) -> None:
    """Whatever chance brings, the game is over then, or it is not."""
    state, action = moment
    told = ANALYSIS.describe(state, action)["ends_game"]
    after = tu.apply(state, action)
    while after.actor is tu.CHANCE:
        after = tu.apply(after, chooser.choice(tu.legal_actions(after)))
    assert told == after.is_over


@given(moments)
def test_the_columns_are_those_that_are_told(moment: tuple[tu.State, tu.Action]) -> None:
    """Each column has a value of its kind, each value a column, and no two columns one name."""
    state, action = moment
    told, columns = ANALYSIS.describe(state, action), ANALYSIS.columns(state)
    assert [column.name for column in columns] == list(told)
    names = [name for column in columns for name in column.names]
    assert len({*names}) == len(names)
    for column in columns:
        value = told[column.name]
        if column.parts:
            assert isinstance(value, dict)
            assert {*value} <= {*column.parts}
            assert all(type(one) is int and one for one in value.values())
        else:
            assert value is None or type(value) is column.kind


@given(strategies.states(games))
def test_a_menu_leads_to_every_legal_action_once(state: tu.State) -> None:
    """Choice by choice: no two options of a menu are called the same, and each way ends at the action it spells."""
    menu = menu_of(tu.TOWER_UP, state)
    legal = tu.legal_actions(state)
    assert Counter(menu.actions()) == Counter(legal)

    def walk(menu: Menu, way: tuple[str, ...]) -> None:
        assert (menu.action is None) == bool(menu.options) or not legal
        if menu.action is not None:
            assert tuple(choice.which for choice in ANALYSIS.choices(state, menu.action)) == way
        labels = [option.label for option in menu.options]
        assert len({*labels}) == len(labels)
        for option in menu.options:
            walk(option, (*way, option.label))

    walk(menu, ())


def test_a_menu_asks_what_a_player_would_ask() -> None:
    """What to do; then the card and the floors, or the site, the colour and the roof; for programs as JSON too."""
    game = tu.Dealer(seed=7).settle(tu.new_game(2))
    for text in ("place C4 brown", "place B6 black", "place A4 black"):
        game = tu.apply(game, tu.parse_action(game, text))
    menu = menu_of(tu.TOWER_UP, game)
    assert (menu.asks, [option.label for option in menu.options]) == ("action", ["take", "found"])
    take, found = menu.options
    assert [option.label for option in take.options] == ["bgw", "bgn", "x-vgg"]
    assert [option.label for option in take.options[2].options] == ["+black", "+grey", "+white", "+brown"]
    assert found.asks == "site"
    site = found.options[0]
    assert site.asks == "colour"
    assert site.options[0].asks == "roof"
    told: Any = menu_to_json(tu.TOWER_UP, site.options[0].options[0])
    assert told["label"] == told["action"]["roof"]
    assert told["notation"] == f"found {site.label} {site.options[0].label} roof {told['label']}"


@given(strategies.records(games))
def test_points_are_what_decides(record: tu.Record) -> None:
    """The seats with the most points are the winners; the first of the points are Millions."""
    *_, end = record.states()
    result = tu.outcome(end)
    if result is not None:
        points = ANALYSIS.points(result)
        assert tuple(seat for seat, one in enumerate(points) if one == max(points)) == result.winners
        assert [one[0] for one in points] == [score.total for score in result.scores]


@given(strategies.records(games))
def test_a_position_is_evaluated_seat_by_seat_and_its_end_exactly(record: tu.Record) -> None:
    """Wherever a game stands there is a number for each seat; once it is over, that seat's Millions."""
    for state in record.states():
        values = ANALYSIS.evaluate(state)
        assert len(values) == len(ANALYSIS.seats(state))
        assert all(value == value and abs(value) < 10_000 for value in values)  # noqa: PLR0124  # not a NaN
        result = tu.outcome(state)
        if result is not None:
            assert list(values) == [score.total for score in result.scores]


@given(strategies.states(games))
def test_evaluation_knows_no_order_of_seats_but_the_turn(state: tu.State) -> None:
    """Two players with the same before them are worth the same, but for whose turn it is."""
    start = state.setup
    first = tu.new_game(start.seats, edition=start.edition, objectives=start.objectives or "start")
    values = ANALYSIS.evaluate(first)
    assert len({*values[1:]}) == 1
    assert values[0] > values[1]


Masks = tuple[int, int, int, tuple[int, ...]]


@st.composite
def _roofs(draw: st.DrawFn, names: tuple[str, ...]) -> tuple[tu.Setup, Masks]:
    """A setup with any objectives, and roofs anywhere on a board full of buildings of any colours."""
    edition = shipped_edition(draw(st.sampled_from(names)))
    chosen = draw(st.permutations([one.id for one in edition.objectives]))[: edition.objectives_in_play]
    players = draw(st.sampled_from(sorted(edition.chips)))
    setup = tu.setup(players, edition, chosen, rulings=draw(strategies.rulings()))
    sites = range(len(setup.board.sites))
    some = st.lists(st.sampled_from(sites), max_size=10)
    present = sum(1 << site for site in {*draw(some)})
    doubled = present & sum(1 << site for site in {*draw(some)})
    levels = sum(1 << level for level in draw(st.sets(st.integers(1, 6))))
    colours = draw(st.lists(st.integers(0, setup.colours - 1), min_size=len(sites), max_size=len(sites)))
    painted = [sum(1 << site for site, one in enumerate(colours) if one == colour) for colour in range(setup.colours)]
    return setup, (present, doubled, levels, tuple(painted))


def _with_one_more(setup: tu.Setup, masks: Masks) -> Iterator[Masks]:
    """The same with one roof more, on any site and at any level."""
    present, doubled, levels, painted = masks
    for site in range(len(setup.board.sites)):
        for level in range(1, 7):
            bit = 1 << site
            yield present | bit, doubled | (present & bit), levels | (1 << level), painted


@given(_roofs(("reconstruction", "small", "tiny-goals")))
def test_an_objective_lacks_nothing_exactly_where_it_is_fulfilled(drawn: tuple[tu.Setup, Masks]) -> None:
    """For roofs anywhere, in buildings of any colours; and with one roof more no more is lacking."""
    setup, masks = drawn
    lacks = [lack(*masks) for lack in lacks_of(setup)]
    assert [lacking == 0 for lacking in lacks] == [goal(*masks) for goal in setup.goals]
    assert all(lacking >= 0 for lacking in lacks)
    for more in _with_one_more(setup, masks):
        after = [lack(*more) for lack in lacks_of(setup)]
        assert all(new <= old for old, new in zip(lacks, after, strict=True))


@given(_roofs(("small", "tiny-goals")))
def test_an_objective_lacks_as_many_roofs_as_it_takes(drawn: tuple[tu.Setup, Masks]) -> None:
    """Where one roof anywhere would fulfil it, one is lacking, and where it takes two, two: it may hope, but not despair."""
    setup, masks = drawn
    one = {*_with_one_more(setup, masks)}
    two = {more for masks in one for more in _with_one_more(setup, masks)}
    for id, lack, goal in zip(setup.objectives, lacks_of(setup), setup.goals, strict=True):
        # That one roof may join two groups of buildings, it does not see.
        if not goal(*masks) and setup.edition.objective(id).kind != "adjacent":
            lacking = lack(*masks)
            if any(goal(*more) for more in one):
                assert lacking == 1
            elif any(goal(*more) for more in two):
                assert lacking == 2


def test_two_roads_across_one_border_lack_another_border() -> None:
    """Four buildings at both ends of two roads: fulfilled if they cross two borders, else lacking two roofs or one."""
    setup = tu.setup(4, objectives=["two-borders", "four-colours", "five-districts"])
    board, number = setup.board, setup.objectives.index("two-borders")
    seen = set()
    for one, other in combinations([(border, road) for border, roads in board.borders.items() for road in roads], 2):
        sites = {*one[1], *other[1]}
        if len(sites) == 4:
            present = sum(1 << site for site in sites)
            lacking = lacks_of(setup)[number](present, 0, 0, (0, 0, 0, 0))
            assert (lacking == 0) == setup.goals[number](present, 0, 0, (0, 0, 0, 0))
            seen.add((one[0] == other[0], lacking))
    assert {(False, 0), (True, 1), (True, 2)} <= seen
