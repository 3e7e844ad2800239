"""The box: floors, roofs and cards that never get lost, roads that make neighbours, and what is open to all (TU-BOX)."""

import json
from collections.abc import Callable
from typing import Any

import attrs
import pytest

import towerup as tu

from .tables import MARKET, ONE_OF_EACH, doctored, noticed, refused, two_players


def impossible(state: tu.State, change: Callable[[Any], None]) -> set[str]:
    """The rules under which a table is refused that was changed by hand on paper."""
    paper = json.loads(tu.state_to_json(state))
    assert tu.state_from_json(json.dumps(paper)) == state
    change(paper["table"])
    with pytest.raises(tu.ImpossiblePosition) as caught:
        tu.state_from_json(json.dumps(paper))
    return {one.id for one in caught.value.violations}


def floors_seen(state: tu.State) -> dict[str, int]:
    """Every floor that can be seen on the table, by colour."""
    table = state.table
    seen = dict(table.container)
    for seat in table.seats:
        for colour, count in seat.stock.items():
            seen[colour] = seen.get(colour, 0) + count
    for building in table.buildings.values():
        seen[building.colour] = seen.get(building.colour, 0) + building.floors
    return seen


def a_long_game(turns: int) -> list[tuple[tu.State, tu.Action, tu.State]]:
    """The steps of a game of three: whoever can found does so, else the last way of taking a card is chosen."""
    dealer = tu.Dealer(seed=11)
    state = tu.new_game(3, starting_floors=7)
    steps = []
    for _ in range(turns):
        if state.is_over:
            break
        action = dealer.deal(state) if state.actor is tu.CHANCE else tu.legal_actions(state)[-1]
        after = tu.apply(state, action)
        steps.append((state, action, after))
        state = after
    return steps


# --- floors


@pytest.mark.allows("TU-BOX-01", "TU-BOX-02", "TU-BOX-03")
def test_nothing_of_the_box_is_lost_in_a_long_game() -> None:
    """Through setup, cards and foundings there are thirty floors of each colour, ten roofs a player and 44 cards."""
    steps = a_long_game(260)
    kinds = {type(action) for _, action, _ in steps}
    assert kinds >= {tu.Reveal, tu.Place, tu.Take, tu.Found}
    for before, action, after in steps:
        assert floors_seen(after) == {"black": 30, "grey": 30, "white": 30, "brown": 30}
        table = after.table
        for seat in table.seats:
            placed = sum(list(one.roofs.values()).count(seat.roof) for one in table.buildings.values())
            assert placed + seat.roofs == 10
        if table.phase in ("turn", "reveal", "back", "over"):
            assert sum(table.pile.values()) + len(table.market) + sum(table.discards.values()) == 44
        assert noticed(before, action, after) == set()


@pytest.mark.allows("TU-BOX-01")
def test_a_new_game_has_thirty_floors_of_each_colour() -> None:
    """Four players take one floor of each colour, so 26 of each are left in the container: 120 floors in all."""
    state = tu.new_game(4)
    assert state.table.container == {"black": 26, "grey": 26, "white": 26, "brown": 26}
    assert sum(floors_seen(state).values()) == 120


@pytest.mark.forbids("TU-BOX-01")
@pytest.mark.parametrize(
    "change",
    [
        lambda table: table["container"].update(black=table["container"]["black"] + 1),
        lambda table: table["container"].update(black=table["container"]["black"] - 1),
        lambda table: table["seats"][1]["stock"].update(black=2),
        lambda table: table["seats"][0]["stock"].pop("black"),
    ],
    ids=["a floor too many", "a floor too few", "a floor out of nowhere", "a floor lost from a stock"],
)
def test_a_table_with_a_wrong_number_of_floors_is_refused(change: Callable[[Any], None]) -> None:
    """A table with one black floor more or fewer than the box has cannot be."""
    assert impossible(two_players(), change) == {"TU-BOX-01"}


@pytest.mark.forbids("TU-BOX-01")
def test_a_floor_that_slips_from_one_stock_to_another_is_noticed() -> None:
    """When one player takes a card, nothing that lies before another may change."""
    before = two_players()
    action = tu.Take("bwn")
    after = tu.apply(before, action)
    mine, yours = after.players
    swapped = (mine, attrs.evolve(yours, stock=mine.stock))
    assert "TU-BOX-01" in noticed(before, action, attrs.evolve(after, players=swapped))
    assert noticed(before, action, after) == set()


# --- roofs


@pytest.mark.allows("TU-BOX-02")
def test_a_roof_goes_from_the_hand_to_the_board() -> None:
    """Blue founds white on A2: nine roofs are left in hand and one is on A2; yellow still has ten."""
    after = tu.apply(two_players(), tu.Found("A2", "white", "A2")).table
    assert [seat.roofs for seat in after.seats] == [9, 10]
    assert after.buildings["A2"].roofs == {1: "blue"}


@pytest.mark.allows("TU-BOX-02")
def test_a_covered_roof_stays_where_it_is() -> None:
    """Blue's roof on A2 is covered when yellow founds beside it; it stays on its level and does not come back."""
    state = tu.apply(two_players(), tu.Found("A2", "white", "A2"))
    after = tu.apply(state, tu.Found("A4", "grey", "A4")).table
    assert after.buildings["A2"] == tu.Building("white", 2, {1: "blue"})
    assert [seat.roofs for seat in after.seats] == [9, 9]


def with_one_founded(in_hand: int, roofs: dict[int, str]) -> tu.State:
    """The table after blue's founding of white on A2, built by hand with these roofs in blue's hand and on A2."""
    return tu.position(
        tu.setup(2),
        buildings={
            "A1": tu.Building("black", 2),
            "A2": tu.Building("white", 1, roofs),
            "C2": tu.Building("white"),
            "D4": tu.Building("grey"),
        },
        seats=[{"roofs": in_hand}, {}],
        market=MARKET,
        seat=1,
    )


@pytest.mark.allows("TU-BOX-02")
@pytest.mark.forbids("TU-BOX-02")
@pytest.mark.parametrize("in_hand", [8, 10])
def test_a_player_with_a_wrong_number_of_roofs_is_refused(in_hand: int) -> None:
    """With one roof on the board a player has nine in hand: not eight, and not ten."""
    assert with_one_founded(9, {1: "blue"}).table.seats[0].roofs == 9
    with pytest.raises(tu.ImpossiblePosition) as caught:
        with_one_founded(in_hand, {1: "blue"})
    assert {one.id for one in caught.value.violations} == {"TU-BOX-02"}


@pytest.mark.forbids("TU-BOX-02")
def test_a_roof_that_comes_back_from_the_board_is_noticed() -> None:
    """Blue's roof is taken off A2 again: with nine in hand one is lost, and with ten nobody can have founded A2."""
    with pytest.raises(tu.ImpossiblePosition) as caught:
        with_one_founded(9, {})
    assert "TU-BOX-02" in {one.id for one in caught.value.violations}
    with pytest.raises(tu.ImpossiblePosition) as caught:
        with_one_founded(10, {})
    assert "TU-ROOF-01" in {one.id for one in caught.value.violations}


# --- cards


@pytest.mark.allows("TU-BOX-03")
def test_a_card_goes_from_market_to_discards_and_another_from_pile_to_market() -> None:
    """44 cards: 41 in the pile, then one discarded with 41 left, then 40 and a full market again. Nobody holds a card."""
    state = two_players()
    assert sum(state.table.pile.values()) == 41
    state = tu.apply(state, tu.Take("bwn"))
    assert (len(state.table.market), sum(state.table.pile.values()), state.table.discards) == (2, 41, {"bwn": 1})
    state = tu.apply(state, tu.Reveal("wn-vg"))
    assert (len(state.table.market), sum(state.table.pile.values()), state.table.discards) == (3, 40, {"bwn": 1})
    assert not any("card" in field.name for field in attrs.fields(tu.Seat))


@pytest.mark.forbids("TU-BOX-03")
@pytest.mark.parametrize(
    "change",
    [
        lambda table: table["pile"].update(bwn=5),
        lambda table: table["pile"].pop("wn-vg"),
        lambda table: table.update(discards={"xx": 2}),
        lambda table: table["market"].pop(),
        lambda table: table["market"].append("bgw"),
    ],
    ids=["one too many in the pile", "one lost", "one too many discarded", "a market of two", "a market of four"],
)
def test_a_table_with_a_wrong_number_of_cards_is_refused(change: Callable[[Any], None]) -> None:
    """Cards that are missing, or there too often, or a market that is not of three, cannot be."""
    assert "TU-BOX-03" in impossible(two_players(), change) <= {"TU-BOX-03", "TU-TAKE-05"}


@pytest.mark.forbids("TU-BOX-03")
def test_a_card_that_a_player_keeps_is_noticed() -> None:
    """A card that is taken and does not come to the discards is noticed."""
    before, action = two_players(), tu.Take("bwn")
    after = tu.apply(before, action)
    assert "TU-BOX-03" in noticed(before, action, attrs.evolve(after, discards=before.discards))


# --- neighbours


@pytest.mark.allows("TU-BOX-04")
def test_a_road_makes_neighbours() -> None:
    """On the half board A1 has roads to A2 and A3: those are the sites where one can build beside A1, and pays it."""
    state = two_players()
    sites = {action.site for action in tu.legal_actions(state) if isinstance(action, tu.Found)}
    # A2 and A3 lie beside A1, C1 beside C2, D1 and D5 beside D4; no other road leads to a building.
    assert sites == {"A2", "A3", "C1", "D1", "D5"}
    after = tu.apply(state, tu.Found("A3", "white", "A3")).table
    assert after.buildings["A1"].floors == 2
    assert (after.buildings["C2"].floors, after.buildings["D4"].floors) == (1, 1)


@pytest.mark.forbids("TU-BOX-04")
def test_two_roads_away_is_not_next_to() -> None:
    """A4 is two roads away from A1, and near it in the drawing: nobody can build there, as it has no neighbour."""
    assert refused(two_players(), tu.Found("A4", "white", "A4")) == {"TU-FOUND-02"}


@pytest.mark.allows("TU-BOX-04")
def test_only_the_road_makes_the_same_colour_a_hindrance() -> None:
    """Two black buildings may stand near each other as long as no road joins them: black on A4 is fine with black on A1."""
    state = tu.apply(two_players(), tu.Found("A2", "white", "A2"))
    assert tu.explain(state, tu.Found("A4", "black", "A4")) == ()


@pytest.mark.forbids("TU-BOX-04")
def test_a_floor_paid_to_a_building_without_a_road_is_noticed() -> None:
    """A founding that raises a building which no road joins to the site, instead of its neighbour, is noticed."""
    before, action = two_players(), tu.Found("A2", "white", "A2")
    after = tu.apply(before, action)
    elsewhere = {**after.table.buildings, "A1": tu.Building("black"), "C2": tu.Building("white", 2)}
    assert "TU-BOX-04" in noticed(before, action, doctored(after, buildings=elsewhere))
    assert noticed(before, action, doctored(after)) == set()


@pytest.mark.forbids("TU-BOX-04")
def test_neighbours_remembered_wrongly_are_noticed() -> None:
    """If what is remembered of a site's surroundings does not follow from the roads, a law says so."""
    state = two_players()
    elsewhere = doctored(state, buildings={"E6": tu.Building("black")})
    misled = attrs.evolve(state, plots=elsewhere.plots)
    assert {id for law in tu.STATE_LAWS if any(law.broken_by(misled)) for id in law.rules} == {"TU-BOX-04"}


# --- what is open


@pytest.mark.allows("TU-BOX-05")
def test_all_but_the_order_of_the_pile_can_be_read_off_the_table() -> None:
    """Board, stocks, vehicles, roofs, market, discards and the container are there to be read by anybody."""
    table = tu.apply(two_players(discards={"bgw": 2}), tu.Found("A2", "white", "A1")).table
    assert table.buildings["A1"] == tu.Building("black", 2, {2: "blue"})
    assert table.seats[0].stock == {"grey": 1, "brown": 1}
    assert table.seats[1].stock == ONE_OF_EACH
    assert table.seats[0].vehicles == {"black": 2, "grey": 0, "white": 0, "brown": 0}
    assert sorted(table.market) == sorted(MARKET)
    assert table.discards == {"bgw": 2}
    assert table.container == {"black": 27, "grey": 27, "white": 27, "brown": 28}


@pytest.mark.allows("TU-BOX-05")
def test_unseen_cards_are_known_by_number_and_not_by_order() -> None:
    """Everybody can count what has not been seen: of 41 unseen cards four are bwn, five bgw and one is an xx."""
    state = tu.apply(two_players(), tu.Take("bwn"))
    chances = {str(action): weight for action, weight in tu.chances(state)}
    assert (chances["reveal bwn"], chances["reveal bgw"], chances["reveal xx"]) == (4, 5, 1)
    assert "reveal x-vbb" not in chances
    assert sum(chances.values()) == 41


@pytest.mark.allows("TU-BOX-05")
def test_the_order_in_which_cards_came_leaves_no_trace() -> None:
    """Two markets of the same cards are the same table, in whatever order the cards were turned over."""
    one, other = (
        tu.position(
            tu.setup(2),
            {"A1": tu.Building("black"), "C2": tu.Building("white"), "D4": tu.Building("grey")},
            [{"stock": ONE_OF_EACH}, {"stock": ONE_OF_EACH}],
            market,
        )
        for market in (MARKET, MARKET[::-1])
    )
    assert one == other
    assert tu.state_to_json(one) == tu.state_to_json(other)


@pytest.mark.forbids("TU-BOX-05")
def test_cards_kept_in_the_order_they_came_are_noticed() -> None:
    """A table that keeps the market in another order than the one that all tables have tells more than may be told."""
    state = two_players()
    kept = attrs.evolve(state, market=state.market[::-1])
    assert {id for law in tu.STATE_LAWS if any(law.broken_by(kept)) for id in law.rules} == {"TU-BOX-05"}


@pytest.mark.forbids("TU-BOX-05")
def test_no_view_of_the_game_has_an_order_of_the_pile() -> None:
    """What can be read or written down of the pile is a number for each kind of card; a list in order is refused."""
    state = two_players()
    paper = json.loads(tu.state_to_json(state))
    assert all(isinstance(count, int) for count in paper["table"]["pile"].values())
    assert state.table.pile == paper["table"]["pile"]
    paper["table"]["pile"] = [kind for kind, count in paper["table"]["pile"].items() for _ in range(count)]
    with pytest.raises(tu.JsonError):
        tu.state_from_json(json.dumps(paper))


@pytest.mark.forbids("TU-BOX-01")
@pytest.mark.parametrize(
    ("edition", "buildings", "stocks", "market", "said"),
    [
        ("tiny", {"N1": 1}, (3, 1), ["bw"], "5 black floors, but the box has 4"),
        ("tiny", {"N1": 1}, (3, 3), ["bw"], "7 black floors, but the box has 4"),
        ("small", {"A1": 1, "D3": 1}, (6, 2), ["bgw", "gwn"], "10 black floors, but the box has 9"),
        ("small", {"A1": 1, "D3": 9}, (0, 0), ["bgw", "gwn"], "10 black floors, but the box has 9"),
        ("reconstruction", {"A1": 1, "C2": 1, "D4": 63}, (63, 63), MARKET, "191 black floors, but the box has 30"),
    ],
    ids=["one too many", "three too many", "one too many in town", "too high a building", "as many as can be written"],
)
def test_a_position_with_more_floors_than_the_box_has_is_refused(
    edition: str, buildings: dict[str, int], stocks: tuple[int, int], market: list[str], said: str
) -> None:
    """Stocks and buildings that hold more black floors than there are cannot be: the container is never less than empty."""
    with pytest.raises(tu.ImpossiblePosition) as caught:
        tu.position(
            tu.setup(2, edition),
            {site: tu.Building("black", floors) for site, floors in buildings.items()},
            [{"stock": {"black": count}} for count in stocks],
            market,
        )
    assert "TU-BOX-01" in {one.id for one in caught.value.violations}
    assert said in str(caught.value)
