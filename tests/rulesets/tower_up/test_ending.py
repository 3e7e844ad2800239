"""How a game comes to its end: the last roof, a shortage, last turns and cones (TU-END).

Most games here are in the small town: four roofs a player, a stock limit of six, two cards in the market, star columns 1
and 3, and a cone row of three places.
"""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import towerup as tu
from towerup.rulesets.tower_up.state import EXTRA, Phase

from .tables import built, noticed, play, skyline, town, with_player

ROOFS = ("blue", "yellow", "orange", "green")
ADDS_TURN = tu.Rulings(second_trigger="shortage_adds_turn")
ALL_AT_ONE = {"black": 1, "grey": 1, "white": 1, "brown": 1}
ALL_AT_THREE = {"black": 3, "grey": 3, "white": 3, "brown": 3}


def take_any(state: tu.State) -> tu.State:
    """The state after the player has taken some card, the market was refilled, and floors were put back if need be."""
    state = tu.apply(state, next(one for one in tu.legal_actions(state) if isinstance(one, tu.Take)))
    while state.phase in (Phase.REVEAL, Phase.BACK):
        state = tu.apply(state, tu.legal_actions(state)[0])
    return state


def cones(state: tu.State) -> list[int | None]:
    return [seat.cone for seat in state.table.seats]


def turns_to_the_end(state: tu.State) -> tuple[list[int], tu.State]:
    """Everyone takes cards until the game is over: whose turns those were, in order, and the state at the end."""
    order: list[int] = []
    while not state.is_over:
        assert len(order) < 20, "this game does not end"
        order.append(state.seat)
        state = take_any(state)
    return order, state


def impossible(*args: Any, **more: Any) -> set[str]:
    """The rules of the laws that a position of the small town breaks."""
    with pytest.raises(tu.ImpossiblePosition) as caught:
        town(*args, **more)
    names = {one.message.split(":")[0] for one in caught.value.violations}
    return {rule for law in tu.STATE_LAWS if law.name in names for rule in law.rules}


# --- the last roof


def before_the_last_roof(players: int, seat: int, *, roofs: int = 3, **own: Any) -> tu.State:
    """This seat, with three of four roofs placed, may found D1; of its roofs, that on A3 is on top, and that on D2 too."""
    roof = ROOFS[seat]
    foundings = ", ".join([f"A2 white {roof}", f"A3 grey {roof}", f"D2 white {roof}"][:roofs])
    seats: list[dict[str, Any]] = [{} for _ in range(players)]
    seats[seat] = {"stock": {"black": 1, "grey": 1, "white": 1}, **own}
    return town(foundings, seats, seat=seat)


EVERY_SEAT = [(players, seat) for players in (2, 3, 4) for seat in range(players)]


@pytest.mark.parametrize(("players", "seat"), EVERY_SEAT)
@pytest.mark.allows("TU-END-01", "TU-END-02", "TU-END-03")
def test_after_a_last_roof_everyone_else_plays_once_in_order(players: int, seat: int) -> None:
    """Whoever places their last roof counts at once: the new roof and that on A3 are on top, that on D2 was just covered
    and that on A2 earlier. Then each opponent plays once, from the left on, and sets the cone, and the game is over.
    """
    state = play(before_the_last_roof(players, seat), "found D1 grey roof D1")
    assert state.table.ending == tu.EndComing("last roof", seat)
    assert cones(state) == [2 if one == seat else None for one in range(players)]
    order, over = turns_to_the_end(state)
    assert order == [(seat + step) % players for step in range(1, players)]
    assert cones(over) == [2 if one == seat else 0 for one in range(players)]
    result = tu.outcome(over)
    assert result is not None
    assert (result.cause, result.ended_by) == ("last roof", seat)


@pytest.mark.allows("TU-END-03")
def test_cones_are_set_one_by_one() -> None:
    """Each opponent's cone is set at the end of their own last turn, not before."""
    state = play(before_the_last_roof(4, 1), "found D1 grey roof D1")
    seen = []
    while not state.is_over:
        seen.append(cones(state))
        state = take_any(state)
    assert seen == [[None, 2, None, None], [None, 2, 0, None], [None, 2, 0, 0]]
    assert cones(state) == [0, 2, 0, 0]


@pytest.mark.forbids("TU-END-01")
def test_no_game_goes_on_as_if_the_last_roof_had_not_been_placed() -> None:
    """Blue has no roof left, but the end is not coming: that cannot be."""
    foundings = "A2 white blue, A3 grey blue, D2 white blue, D1 grey blue"
    assert "TU-END-01" in impossible(foundings, [{}, {}], seat=1)


@pytest.mark.forbids("TU-END-01")
def test_a_last_roof_is_no_cause_while_there_is_one_in_hand() -> None:
    """The end by blue's last roof is said to be coming, but blue has a roof in hand: that cannot be."""
    foundings = "A2 white blue, A3 grey blue, D2 white blue"
    ending = tu.EndComing("last roof", 0)
    assert "TU-END-01" in impossible(foundings, [{"cone": 2}, {}], seat=1, ending=ending)


@pytest.mark.forbids("TU-END-01")
def test_a_last_roof_but_one_brings_no_end() -> None:
    """With two roofs in hand blue places one, and the game goes on as ever."""
    state = play(before_the_last_roof(2, 0, roofs=2), "found D1 grey roof D1")
    assert state.table.ending is None
    assert cones(state) == [None, None]


@pytest.mark.forbids("TU-END-02")
def test_a_cone_not_set_after_the_last_roof_is_noticed() -> None:
    """If blue goes without counting, or counts wrongly, a law notices it."""
    before = before_the_last_roof(3, 0)
    action = tu.Found("D1", "grey", "D1")
    after = tu.apply(before, action)
    assert noticed(before, action, after) == set()
    for cone in (None, 1, 3):
        assert "TU-END-02" in noticed(before, action, with_player(after, 0, cone=cone))


@pytest.mark.forbids("TU-END-02")
def test_no_position_has_a_cone_before_the_end_is_coming() -> None:
    """A cone that is set while nothing has brought the end about cannot be."""
    assert "TU-END-02" in impossible("A2 white blue", [{"cone": 1}, {}])


@pytest.mark.forbids("TU-END-03")
def test_nobody_is_passed_over() -> None:
    """After blue's last roof the game cannot be over at once, nor can a position have yellow, who is next, passed over."""
    before = before_the_last_roof(3, 0)
    action = tu.Found("D1", "grey", "D1")
    after = tu.apply(before, action)
    assert "TU-END-03" in noticed(before, action, attrs.evolve(after, phase=Phase.OVER, seat=0))
    foundings = "A2 white blue, A3 grey blue, D2 white blue, D1 grey blue"
    ending = tu.EndComing("last roof", 0)
    assert "TU-END-03" in impossible(foundings, [{"cone": 2}, {}, {}], seat=2, ending=ending)


@pytest.mark.forbids("TU-END-03")
def test_nobody_has_two_last_turns() -> None:
    """When the last opponent has played, the game cannot go on with a further turn of blue's."""
    before = play(before_the_last_roof(2, 0), "found D1 grey roof D1", "take bgw")
    action = tu.Reveal("xx")
    after = tu.apply(before, action)
    assert after.is_over
    assert "TU-END-03" in noticed(before, action, attrs.evolve(after, phase=Phase.TURN, seat=0))


@pytest.mark.forbids("TU-END-03", "TU-TURN-03")
def test_nothing_can_be_done_when_the_game_is_over() -> None:
    """After the last opponent's last turn no action is left, not even for those who would like one more."""
    _, over = turns_to_the_end(play(before_the_last_roof(2, 0), "found D1 grey roof D1"))
    assert tu.legal_actions(over) == ()
    assert over.actor is None
    assert {one.id for one in tu.explain(over, tu.Take(over.table.market[0]))} >= {"TU-TURN-03"}


@pytest.mark.allows("TU-END-01", "TU-END-02", "TU-STAR-01")
def test_the_last_roof_may_be_placed_in_an_extra_turn() -> None:
    """Blue's third roof brings brown to the first star column, where the others are, and so an extra turn; in it blue places
    the last roof.
    """
    state = before_the_last_roof(
        2, 0, roofs=2, stock={"black": 2, "white": 1, "brown": 2}, vehicles=ALL_AT_ONE | {"brown": 0}
    )
    state = play(state, "found D1 brown roof D1")
    assert (state.seat, state.table.extra_turn, state.table.ending) == (0, True, None)
    state = play(state, "found D2 white roof D1")
    assert (state.seat, state.table.ending) == (1, tu.EndComing("last roof", 0))
    # On top are those on A3 and on D1's second floor; that on A2, and the one on D1's first, are covered.
    assert cones(state) == [2, None]


def before_a_last_roof_with_a_star() -> tu.State:
    """Blue is to place the last roof. Of blue's vehicles only the brown one has not reached the first star column."""
    vehicles = {"black": 1, "grey": 1, "white": 2, "brown": 0}
    return before_the_last_roof(2, 0, stock={"black": 1, "white": 1, "brown": 1}, vehicles=vehicles)


@pytest.mark.allows("TU-END-02", "TU-FOUND-07")
def test_an_extra_turn_earned_by_the_last_roof_comes_before_counting() -> None:
    """The last roof itself brings brown to the star column: blue has an extra turn, can only take a card, and then counts."""
    state = play(before_a_last_roof_with_a_star(), "found D1 brown roof D1")
    assert (state.seat, state.table.extra_turn) == (0, True)
    assert cones(state) == [None, None]
    assert not any(isinstance(one, tu.Found) for one in tu.legal_actions(state))
    state = play(state, "take gwn", "reveal xx")
    assert (state.seat, state.table.extra_turn) == (1, False)
    assert cones(state) == [2, None]


@pytest.mark.forbids("TU-END-02")
def test_counting_before_the_extra_turn_is_noticed() -> None:
    """If blue sets the cone although an extra turn is to come, a law notices it."""
    before = before_a_last_roof_with_a_star()
    action = tu.Found("D1", "brown", "D1")
    after = tu.apply(before, action)
    assert noticed(before, action, after) == set()
    assert "TU-END-02" in noticed(before, action, with_player(after, 0, cone=2))


@pytest.mark.allows("TU-END-02", "TU-STAR-05")
def test_declining_the_extra_turn_after_the_last_roof_means_counting_at_once() -> None:
    """Where extra turns are optional, blue declines the one the last roof has earned, counts, and yellow plays."""
    state = town(
        "A2 white blue, A3 grey blue, D2 white blue, D1 grey blue",
        [{"vehicles": ALL_AT_THREE}, {}],
        extra_turn=True,
        ending=tu.EndComing("last roof", 0),
        rulings=tu.Rulings(extra_turn="optional"),
    )
    state = play(state, "decline")
    assert state.seat == 1
    assert cones(state) == [2, None]


@pytest.mark.allows("TU-END-03", "TU-STAR-01")
def test_a_last_turn_can_bring_extra_turns() -> None:
    """Yellow's last turn brings grey to the star column: yellow has one turn more, with a founding in it, and sets the
    cone only then. Orange follows with the last of all turns.
    """
    state = town(
        "A2 white blue, A3 grey blue, D2 white blue",
        [
            {"stock": {"black": 1, "grey": 1, "white": 1}},
            {"stock": {"grey": 1}, "vehicles": {"black": 1, "grey": 0, "white": 1, "brown": 1}},
            {},
        ],
        ("wn-vg", "bgw"),
    )
    state = play(state, "found D1 grey roof D1", "take wn-vg", "reveal gwn")
    assert (state.seat, state.table.extra_turn) == (1, True)
    assert cones(state) == [2, None, None]
    state = play(state, "found B2 grey roof D2")
    assert (state.seat, state.table.extra_turn) == (2, False)
    assert cones(state) == [2, 1, None]
    order, over = turns_to_the_end(state)
    assert order == [2]
    assert cones(over) == [2, 1, 0]


@pytest.mark.allows("TU-END-09")
@pytest.mark.forbids("TU-END-09")
def test_a_second_last_roof_changes_nothing() -> None:
    """In the last turn after blue's last roof yellow places theirs too: orange still plays, nobody plays again."""
    foundings = (
        "A2 white blue, A3 grey blue, D2 white blue, D1 grey blue, B1 grey yellow, C1 white yellow, C3 grey yellow"
    )
    ending = tu.EndComing("last roof", 0)
    state = town(foundings, [{"cone": 1}, {"stock": {"black": 1, "grey": 1, "white": 1}}, {}], seat=1, ending=ending)
    state = play(state, "found B2 black roof B2")
    assert state.table.seats[1].roofs == 0
    assert state.table.ending == ending
    order, over = turns_to_the_end(state)
    assert order == [2]
    # Yellow's roofs on C3 and B2 are on top; those on C1 and B1 are covered.
    assert cones(over) == [1, 2, 0]


# --- a shortage


def before_a_shortage(players: int, seat: int = 0, *, rulings: tu.Rulings | None = None) -> tu.State:
    """No black floor is left in the container, and the market has a card that shows one. The seat to play has one roof, on
    top of A2.
    """
    others = {2: [5], 3: [3, 2], 4: [2, 2, 1]}[players]
    seats = [{"stock": {"black": count}} for count in others]
    seats.insert(seat, {"stock": {"black": 1}})
    state = town(f"A2 white {ROOFS[seat]}", seats, seat=seat, rulings=rulings)
    assert "black" not in state.table.container
    return state


@pytest.mark.parametrize(("players", "seat"), EVERY_SEAT)
@pytest.mark.allows("TU-END-04", "TU-END-05", "TU-END-10")
def test_after_a_shortage_everyone_plays_once_and_the_causer_last(players: int, seat: int) -> None:
    """Whoever takes a black floor that is not there, and brown instead, brings the end about and counts nothing yet. Then
    everyone plays once, from their left on, they themselves last, and each sets the cone after that turn.
    """
    state = play(before_a_shortage(players, seat), "take bgw +brown", "reveal xx")
    assert state.table.ending == tu.EndComing("shortage", seat)
    assert cones(state) == [None] * players
    order, over = turns_to_the_end(state)
    assert order == [(seat + step) % players for step in range(1, players + 1)]
    assert cones(over) == [1 if one == seat else 0 for one in range(players)]
    result = tu.outcome(over)
    assert result is not None
    assert (result.cause, result.ended_by) == ("shortage", seat)


@pytest.mark.allows("TU-END-05", "TU-END-10")
def test_the_causer_counts_only_after_their_own_last_turn() -> None:
    """Blue caused the shortage with a roof on top of A2. Yellow's last turn covers it, so blue counts none at the end."""
    seats = [{}, {"stock": {"black": 1, "grey": 1, "white": 1}}]
    before = town("A2 white blue", seats, seat=1, ending=tu.EndComing("shortage", 0))
    after = play(before, "found A3 grey roof A3")
    assert cones(after) == [None, 1]
    assert cones(take_any(after)) == [0, 1]


@pytest.mark.forbids("TU-END-04")
def test_a_shortage_that_is_overlooked_is_noticed() -> None:
    """If the end is not marked after blue took a card that could not be had as printed, a law notices it."""
    before = before_a_shortage(2)
    action = tu.Take("bgw", ["brown"])
    after = tu.apply(before, action)
    assert noticed(before, action, after) == set()
    assert "TU-END-04" in noticed(before, action, attrs.evolve(after, ending=None))


@pytest.mark.forbids("TU-END-04")
def test_a_card_that_can_be_had_brings_no_end() -> None:
    """Black has run out, but the other card shows none: whoever takes that brings nothing about, nor does taking the
    very last floor of a colour.
    """
    state = before_a_shortage(2)
    assert play(state, "take gwn", "reveal xx").table.ending is None
    last = town("A2 white blue", [{"stock": {}}, {"stock": {"black": 5}}])
    assert last.table.container["black"] == 1
    assert play(last, "take bgw", "reveal xx").table.ending is None


def nearly_empty_container(*, rulings: tu.Rulings | None = None) -> tu.State:
    """All floors of the small town but one grey are on the board or in the stocks of four players."""
    foundings = (
        "A2 white blue, A3 grey yellow, D2 white orange, D1 brown green, C2 white blue, B1 brown yellow, "
        "C1 brown orange"
    )
    setup = tu.setup(4, "small", ("three-heights", "a-double"), rulings=rulings)
    board = built(setup, "A1 black, D3 black", foundings)
    left = {"black": 9, "grey": 7, "white": 8, "brown": 9}
    for building in board.values():
        left[building.colour] -= building.floors
    pool = [colour for colour, count in left.items() for _ in range(count)]
    stocks = [{colour: pool[seat::4].count(colour) for colour in left} for seat in range(4)]
    return tu.position(setup, board, [{"stock": stock} for stock in stocks], ("xx", "bgw"))


@pytest.mark.allows("TU-END-04")
def test_a_multicolour_floor_from_an_empty_container_is_a_shortage() -> None:
    """Two multicolour floors are shown and one floor is left: blue takes it, and the end is coming."""
    state = nearly_empty_container()
    assert state.table.container == {"grey": 1}
    after = play(state, "take xx +grey")
    assert after.table.ending == tu.EndComing("shortage", 0)


@pytest.mark.allows("TU-END-04")
@pytest.mark.forbids("TU-END-04")
def test_under_the_other_ruling_only_a_printed_colour_is_a_shortage() -> None:
    """Where a multicolour floor that cannot be had is no shortage, the game goes on; one with a printed colour still is."""
    state = nearly_empty_container(rulings=tu.Rulings(empty_container="no_shortage"))
    assert play(state, "take xx +grey").table.ending is None
    assert play(state, "take bgw").table.ending == tu.EndComing("shortage", 0)


@pytest.mark.allows("TU-END-04")
def test_a_declined_replacement_is_a_shortage_all_the_same() -> None:
    """Where replacements may be declined, blue goes without one, and the end is coming nonetheless."""
    state = before_a_shortage(2, rulings=tu.Rulings(replacement="may_decline"))
    after = play(state, "take bgw")
    assert after.table.ending == tu.EndComing("shortage", 0)
    assert after.table.seats[0].stock == {"black": 1, "grey": 1, "white": 1}


@pytest.mark.forbids("TU-END-05")
def test_the_causer_is_not_left_out() -> None:
    """If the game were over when all others have played, a law would notice it."""
    before = play(before_a_shortage(2), "take bgw +brown", "reveal xx", "take gwn", "reveal bbww")
    assert before.table.phase == "back"
    action = tu.Back(["black", "black"])
    after = tu.apply(before, action)
    assert (after.seat, cones(after)) == (0, [None, 0])
    assert "TU-END-05" in noticed(before, action, attrs.evolve(after, phase=Phase.OVER, seat=1))


@pytest.mark.forbids("TU-END-05")
def test_the_causer_does_not_count_at_once() -> None:
    """A cone set at the end of the turn that brought the shortage is noticed, and no position has it."""
    before = play(before_a_shortage(2), "take bgw +brown")
    action = tu.Reveal("xx")
    assert "TU-END-05" in noticed(before, action, with_player(tu.apply(before, action), 0, cone=1))
    ending = tu.EndComing("shortage", 0)
    assert "TU-END-05" in impossible("A2 white blue", [{"cone": 1}, {}], seat=1, ending=ending)


@pytest.mark.forbids("TU-END-05", "TU-TURN-01")
def test_the_causer_does_not_play_on_at_once() -> None:
    """Blue's turn is over, and blue comes last: a card taken by blue now is out of turn."""
    state = play(before_a_shortage(3), "take bgw +brown", "reveal xx")
    assert "TU-TURN-01" in {one.id for one in tu.explain(state, tu.Take("gwn"), by=0)}


@pytest.mark.allows("TU-END-09")
@pytest.mark.forbids("TU-END-09")
def test_a_shortage_in_a_last_turn_changes_nothing() -> None:
    """After blue's shortage yellow causes another one: still orange plays next, blue last, and yellow not again."""
    state = play(before_a_shortage(3), "take bgw +brown", "reveal bbww", "take bbww +grey +grey", "reveal ggnn")
    assert state.table.ending == tu.EndComing("shortage", 0)
    state = play(state, "back grey")
    order, over = turns_to_the_end(state)
    assert order == [2, 0]
    assert cones(over) == [1, 0, 0]


@pytest.mark.allows("TU-END-09")
def test_a_last_roof_in_a_last_turn_after_a_shortage_changes_nothing() -> None:
    """After blue's shortage yellow places their last roof: orange and blue still have their last turns."""
    foundings = "A2 white yellow, A3 grey yellow, D2 white yellow"
    ending = tu.EndComing("shortage", 0)
    seats = [{}, {"stock": {"black": 1, "grey": 1, "white": 1}}, {}]
    state = play(town(foundings, seats, seat=1, ending=ending), "found D1 grey roof D1")
    assert state.table.ending == ending
    assert cones(state) == [None, 2, None]
    order, over = turns_to_the_end(state)
    assert order == [2, 0]
    assert cones(over) == [0, 2, 0]


# --- a shortage after a last roof, under both readings

ALL_FOUR = "A2 white blue, A3 grey blue, D2 white blue, D1 grey blue"
"""Blue's four roofs: those on A3 and D1 are on top. Of the black floors six are on the board."""


def last_turn_of_yellow(rulings: tu.Rulings | None) -> tu.State:
    """Blue has placed the last roof and counted two; yellow is to play, and no black floor is left in the container."""
    return town(
        ALL_FOUR,
        [{"cone": 2}, {"stock": {"black": 1}}, {"stock": {"black": 2}}],
        seat=1,
        ending=tu.EndComing("last roof", 0),
        rulings=rulings,
    )


@pytest.mark.allows("TU-END-09")
def test_by_default_a_shortage_after_a_last_roof_gives_no_further_turn() -> None:
    """Yellow's last turn causes a shortage. The last roof came first and decides: orange plays, and the game is over."""
    state = play(last_turn_of_yellow(None), "take bgw +brown", "reveal xx")
    assert state.table.ending == tu.EndComing("last roof", 0)
    assert cones(state) == [2, 0, None]
    order, over = turns_to_the_end(state)
    assert order == [2]
    assert cones(over) == [2, 0, 0]


@pytest.mark.allows("TU-END-09")
def test_under_the_other_ruling_who_placed_the_last_roof_plays_once_more() -> None:
    """Yellow's last turn causes a shortage, which gives blue a last turn too, after orange's. Blue has counted already, and
    the cone stays; without a roof blue can only take a card.
    """
    state = play(last_turn_of_yellow(ADDS_TURN), "take bgw +brown", "reveal xx")
    assert state.table.ending == tu.EndComing("last roof and shortage", 0)
    assert cones(state) == [2, 0, None]
    state = take_any(state)
    assert (state.seat, cones(state)) == (0, [2, 0, 0])
    assert all(isinstance(one, tu.Take) for one in tu.legal_actions(state))
    order, over = turns_to_the_end(state)
    assert order == [0]
    assert cones(over) == [2, 0, 0]
    result = tu.outcome(over)
    assert result is not None
    assert (result.cause, result.ended_by) == ("last roof and shortage", 0)


@pytest.mark.allows("TU-END-09")
def test_under_the_other_ruling_the_very_last_turn_can_cause_it() -> None:
    """Even when orange, the last opponent, causes the shortage, blue has one more turn, and nobody else."""
    state = town(
        ALL_FOUR,
        [{"cone": 2}, {"cone": 0, "stock": {"black": 1}}, {"stock": {"black": 2}}],
        seat=2,
        ending=tu.EndComing("last roof", 0),
        rulings=ADDS_TURN,
    )
    order, over = turns_to_the_end(play(state, "take bgw +brown", "reveal xx"))
    assert order == [0]
    assert cones(over) == [2, 0, 0]


def extra_turn_after_the_last_roof(rulings: tu.Rulings | None) -> tu.State:
    """Blue's last roof has earned an extra turn, in which blue takes a card that causes a shortage."""
    state = town(
        ALL_FOUR,
        [{"vehicles": ALL_AT_THREE}, {"stock": {"black": 1, "grey": 1}}, {"stock": {"black": 2}}],
        extra_turn=True,
        ending=tu.EndComing("last roof", 0),
        rulings=rulings,
    )
    return play(state, "take bgw +brown", "reveal xx")


@pytest.mark.allows("TU-END-09")
def test_last_roof_and_shortage_in_one_run_by_default() -> None:
    """The last roof came first: blue counts when the run of turns is over, and the two others play once."""
    state = extra_turn_after_the_last_roof(None)
    assert state.table.ending == tu.EndComing("last roof", 0)
    assert cones(state) == [2, None, None]
    order, over = turns_to_the_end(state)
    assert order == [1, 2]
    assert cones(over) == [2, 0, 0]


@pytest.mark.allows("TU-END-09")
def test_last_roof_and_shortage_in_one_run_under_the_other_ruling() -> None:
    """Blue is to have a last turn, so the cone waits for it. Yellow covers a roof meanwhile, and blue counts one, not two."""
    state = extra_turn_after_the_last_roof(ADDS_TURN)
    assert state.table.ending == tu.EndComing("last roof and shortage", 0)
    assert cones(state) == [None, None, None]
    # B3 is joined to D1 and D2: grey D1, with blue's roof, and white D2 get a floor each.
    seats = [{}, {"stock": {"black": 1, "grey": 1, "white": 1}}, {}]
    state = town(ALL_FOUR, seats, seat=1, ending=state.table.ending, rulings=ADDS_TURN)
    state = play(state, "found B3 black roof B3")
    assert cones(state) == [None, 1, None]
    order, over = turns_to_the_end(state)
    assert order == [2, 0]
    assert cones(over) == [1, 1, 0]


@pytest.mark.forbids("TU-END-09")
def test_two_causes_are_marked_only_under_that_ruling() -> None:
    """By default no position names a last roof and a shortage together, and no transition leads to that."""
    both = tu.EndComing("last roof and shortage", 0)
    assert "TU-END-09" in impossible(ALL_FOUR, [{"cone": 2}, {}, {}], seat=1, ending=both)
    assert town(ALL_FOUR, [{"cone": 2}, {}, {}], seat=1, ending=both, rulings=ADDS_TURN).table.ending == both
    before = last_turn_of_yellow(None)
    added = last_turn_of_yellow(ADDS_TURN)
    action = tu.Take("bgw", ["brown"])
    wrong = attrs.evolve(tu.apply(before, action), ending=tu.apply(added, action).ending)
    assert "TU-END-09" in noticed(before, action, wrong)


@pytest.mark.forbids("TU-END-09")
def test_a_later_trigger_that_takes_over_is_noticed() -> None:
    """If yellow's shortage replaced blue's last roof as the cause of the end, a law would notice it."""
    before = last_turn_of_yellow(None)
    action = tu.Take("bgw", ["brown"])
    first = play(before_a_shortage(3, 1), "take bgw +brown")
    wrong = attrs.evolve(tu.apply(before, action), ending=first.ending)
    assert first.table.ending == tu.EndComing("shortage", 1)
    assert "TU-END-09" in noticed(before, action, wrong)


# --- last turns are alike


def last_turn_with_a_star(cone_of_blue: int | None, ending: tu.EndComing) -> tu.State:
    """Yellow's last turn: the card with a grey vehicle brings all of yellow's to the first star column."""
    return town(
        ALL_FOUR if ending.cause == "last roof" else "A2 white blue",
        [{"cone": cone_of_blue}, {"vehicles": ALL_AT_ONE | {"grey": 0}}],
        ("wn-vg", "bgw"),
        seat=1,
        ending=ending,
    )


@pytest.mark.parametrize(
    ("cone", "ending"),
    [(2, tu.EndComing("last roof", 0)), (None, tu.EndComing("shortage", 0))],
    ids=["last roof", "shortage"],
)
@pytest.mark.allows("TU-END-10", "TU-END-03")
def test_last_turns_bring_extra_turns_whatever_brought_the_end(cone: int | None, ending: tu.EndComing) -> None:
    """Yellow earns an extra turn in the last turn, plays it, and sets the cone only after it."""
    state = play(last_turn_with_a_star(cone, ending), "take wn-vg", "reveal gwn")
    assert (state.seat, state.table.extra_turn, cones(state)) == (1, True, [cone, None])
    assert cones(play(state, "take bgw", "reveal xx")) == [cone, 0]


@pytest.mark.forbids("TU-END-10")
def test_a_cone_set_before_the_extra_turn_of_a_last_turn_is_noticed() -> None:
    """If yellow counted, or the turn passed on, although an extra turn is earned, a law would notice it."""
    before = play(last_turn_with_a_star(None, tu.EndComing("shortage", 0)), "take wn-vg")
    action = tu.Reveal("gwn")
    after = tu.apply(before, action)
    assert noticed(before, action, after) == set()
    assert "TU-END-10" in noticed(before, action, with_player(after, 1, cone=0))
    assert "TU-STAR-01" in noticed(before, action, attrs.evolve(after, seat=0, run=0))


@pytest.mark.forbids("TU-END-10")
def test_no_position_has_the_causers_cone_before_the_others() -> None:
    """After a shortage nobody's cone is set before their own last turn: not orange's while yellow plays."""
    ending = tu.EndComing("shortage", 0)
    assert "TU-END-10" in impossible("A2 white blue", [{}, {}, {"cone": 0}], seat=1, ending=ending)


# --- no passing


@pytest.mark.allows("TU-END-06")
def test_on_a_last_turn_a_useless_card_is_taken_and_the_market_refilled() -> None:
    """Yellow, with a full stock and nothing to found, takes a card whose floors all go back again; the market has two."""
    state = town(
        ALL_FOUR, [{"cone": 2}, {"stock": {"brown": 6}}], ("gwn", "bgw"), seat=1, ending=tu.EndComing("last roof", 0)
    )
    assert all(isinstance(one, tu.Take) for one in tu.legal_actions(state))
    state = play(state, "take gwn", "reveal xx", "back grey white brown")
    assert state.is_over
    assert state.table.market == ("bgw", "xx")
    assert state.table.discards == {"gwn": 1}


@pytest.mark.forbids("TU-END-06", "TU-TURN-02")
@pytest.mark.parametrize("extra", ["compulsory", "optional"])
def test_nobody_passes_on_a_last_turn(extra: Any) -> None:
    """Under no ruling is there a way to do nothing: declining is for extra turns."""
    state = town(
        ALL_FOUR,
        [{"cone": 2}, {"stock": {"brown": 6}}],
        seat=1,
        ending=tu.EndComing("last roof", 0),
        rulings=tu.Rulings(extra_turn=extra),
    )
    with pytest.raises(tu.IllegalAction) as caught:
        tu.apply(state, tu.Decline())
    assert [one.id for one in caught.value.violations] == ["TU-TURN-02"]


@pytest.mark.forbids("TU-END-06")
def test_a_last_turn_without_a_card_to_take_is_noticed() -> None:
    """A market without cards would leave yellow nothing to do on the last turn, and a law notices it."""
    state = town(ALL_FOUR, [{"cone": 2}, {}], seat=1, ending=tu.EndComing("last roof", 0))
    doctored = attrs.evolve(state, market=())
    broken = {rule for law in tu.STATE_LAWS if any(law.broken_by(doctored)) for rule in law.rules}
    assert "TU-END-06" in broken


# --- the cone's place

EIGHT = (
    "A4 white blue, A5 white blue, D2 white blue, C3 white blue, C5 white blue, E1 white blue, E4 white blue, "
    "B3 white blue, D6 black blue D2"
)
"""On the two-player board beside the black starting floors A6, C6 and B1. All eight white buildings have a blue roof on
top: that of D2 was covered, and another one put on it."""

SEVEN = EIGHT.replace("D6 black blue D2", "B4 black blue")
"""Here the ninth building is B4 instead of D6, which covers the roofs on B3 and C3 and has its own: seven are on top."""


@pytest.mark.parametrize(
    ("foundings", "line", "cone"),
    [
        (EIGHT, "found E5 black roof E4", 7),
        (EIGHT, "found C4 black roof C4", 7),
        (SEVEN, "found A3 black roof A3", 6),
    ],
    ids=["eight on top", "seven on top", "six on top"],
)
@pytest.mark.allows("TU-END-07")
def test_the_cone_goes_to_the_place_of_the_number_on_top_up_to_seven(foundings: str, line: str, cone: int) -> None:
    """Eight roofs on top: E5 covers that on E4 and another one goes there, so eight are left and the place is the seventh,
    the last. C4 covers those on C3 and C5 and has its own: seven. With seven before, A3 covers those on A4 and A5 and has
    its own: six.
    """
    assert cones(play(skyline(foundings), line)) == [cone, None]


@pytest.mark.allows("TU-END-07")
def test_without_a_roof_on_top_there_is_no_cone() -> None:
    """Yellow's only roof was covered: nothing is counted, no cone is set, and it is worth nothing at the end."""
    state = town(
        "D1 white yellow, D2 grey blue D1, A2 white blue, A3 grey blue",
        [{"stock": {"grey": 1, "white": 1}}, {}],
    )
    state = play(state, "found B1 grey roof B1")
    assert state.table.ending == tu.EndComing("last roof", 0)
    assert state.table.buildings["D1"].roofs == {1: "yellow", 2: "blue"}
    over = take_any(state)
    assert cones(over)[1] == 0
    assert tu.scores(over)[1].cone == 0


@pytest.mark.forbids("TU-END-07")
@pytest.mark.parametrize("cone", [None, 0, 6, 8])
def test_a_cone_on_another_place_is_noticed(cone: int | None) -> None:
    """Eight roofs on top mean the seventh place; no cone, the sixth, or an eighth place beside the row are noticed."""
    before = skyline(EIGHT)
    action = tu.Found("E5", "black", "E4")
    after = tu.apply(before, action)
    assert noticed(before, action, after) == set()
    assert "TU-END-07" in noticed(before, action, with_player(after, 0, cone=cone))


@pytest.mark.forbids("TU-END-07")
def test_no_position_has_a_cone_beyond_its_row_or_beyond_the_roofs_placed() -> None:
    """The small town's cone row has three places: a cone on a fourth cannot be, nor one for more roofs than were placed."""
    ending = tu.EndComing("last roof", 0)
    assert "TU-END-07" in impossible(ALL_FOUR, [{"cone": 4}, {}], seat=1, ending=ending)
    over: dict[str, Any] = {"phase": "over", "seat": 1, "ending": ending}
    assert "TU-END-07" in impossible(ALL_FOUR, [{"cone": 2}, {"cone": 1}], **over)
    assert cones(town(ALL_FOUR, [{"cone": 3}, {"cone": 0}], **over)) == [3, 0]


# --- counted is counted


@pytest.mark.allows("TU-END-08")
def test_a_roof_covered_after_counting_still_counts() -> None:
    """Blue has counted two roofs on top; yellow's last turn covers that on D1, and blue's cone stays on the second place."""
    state = town(
        ALL_FOUR,
        [{"cone": 2}, {"stock": {"black": 1, "grey": 1, "white": 1}}],
        seat=1,
        ending=tu.EndComing("last roof", 0),
    )
    over = play(state, "found B3 black roof B3")
    assert over.is_over
    assert over.table.buildings["D1"] == tu.Building("grey", 2, {1: "blue"})
    assert cones(over) == [2, 1]
    assert tu.scores(over)[0].cone == 3


@pytest.mark.forbids("TU-END-08")
def test_counting_again_is_noticed() -> None:
    """If blue's cone moved back to the first place because a roof was covered, a law would notice it."""
    before = town(
        ALL_FOUR,
        [{"cone": 2}, {"stock": {"black": 1, "grey": 1, "white": 1}}],
        seat=1,
        ending=tu.EndComing("last roof", 0),
    )
    action = tu.Found("B3", "black", "B3")
    after = tu.apply(before, action)
    assert noticed(before, action, after) == set()
    for cone in (1, None):
        assert "TU-END-08" in noticed(before, action, with_player(after, 0, cone=cone))


@pytest.mark.allows("TU-END-08", "TU-END-09")
def test_a_turn_added_later_does_not_move_the_cone() -> None:
    """Under the ruling that gives blue a turn after having counted, the cone stays though a roof was covered meanwhile."""
    seats: list[dict[str, Any]] = [{"cone": 2}, {"cone": 0}, {"stock": {"black": 1, "grey": 1, "white": 1}}]
    both = tu.EndComing("last roof and shortage", 0)
    state = play(town(ALL_FOUR, seats, seat=2, ending=both, rulings=ADDS_TURN), "found B3 black roof B3")
    assert (state.seat, cones(state)) == (0, [2, 0, 1])
    assert cones(take_any(state)) == [2, 0, 1]


@pytest.mark.forbids("TU-END-02", "TU-STAR-01")
def test_an_extra_turn_marked_when_the_game_is_over_is_noticed() -> None:
    """Over is over: an extra turn left over from the last action is noticed."""
    over = take_any(play(before_the_last_roof(2, 0), "found D1 grey roof D1"))
    doctored = attrs.evolve(with_player(over, over.seat, vehicles=(4, 4, 4, 4)), run=EXTRA)
    assert any(finding.rule == "TU-STAR-01" for law in tu.STATE_LAWS for finding in law.broken_by(doctored))
