"""How a game comes to its end: the last roof, a shortage, last turns and cones (TU-END).

FR “FIN DE PARTIE”, “PÉNURIE DE MATÉRIEL”; PL “ZAKOŃCZENIE GRY”, “BRAK KOMPONENTÓW”. Most games here are in the small town:
four roofs a player, a stock limit of six, two cards in the market, star columns 1 and 3, and a cone row of three places.
"""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import towerup as tu

from .support import built, columns, impossible, objections, offered, play, refused, take_any, town

ROOFS = ("blue", "yellow", "orange", "green")
EVERY_SEAT = [(players, seat) for players in (2, 3, 4) for seat in range(players)]
ADDS_TURN = tu.Rulings(second_trigger="shortage_adds_turn")
WAITS = tu.Rulings(last_roof_cone="after_last_turn")
ALL_FOUR = "A2 white blue, A3 grey blue, D2 white blue, D1 grey blue"
"""Blue's four roofs in the small town: those on A3 and D1 are on top. Of the nine black floors six are on the board."""
BY_BLUE = ("last roof", "blue")
BOTH = ("last roof and shortage", "blue")
TO_BUILD = {"black": 1, "grey": 1, "white": 1}


def cones(state: tu.State) -> list[int | None]:
    return [player.cone for player in state.players]


def cause_of(state: tu.State) -> tuple[str, str] | None:
    """What triggered the end, and through whom."""
    return None if state.ending is None else (str(state.ending.cause), state.setup.seats[state.ending.seat])


def turns_to_the_end(state: tu.State) -> tuple[list[int], tu.State]:
    """Everyone takes cards until the game is over: whose turns those were, in order, and the state at the end."""
    order: list[int] = []
    while not state.is_over:
        assert len(order) < 20, "this game does not end"
        order.append(state.seat)
        state = take_any(state)
    return order, state


# --- the last roof


def before_the_last_roof(players: int = 2, seat: int = 0, placed: int = 3, **named: Any) -> tu.State:
    """This seat, with three of four roofs placed, can found D1. Its roof on A3 is on top, and that on D2 too."""
    roof = ROOFS[seat]
    foundings = ", ".join([f"A2 white {roof}", f"A3 grey {roof}", f"D2 white {roof}"][:placed])
    return town(foundings, players, **{"stocks": {roof: TO_BUILD}, "turn": roof, **named})


@pytest.mark.allows("TU-END-01", "TU-END-02", "TU-END-03")
@pytest.mark.parametrize(("players", "seat"), EVERY_SEAT)
def test_after_a_last_roof_everyone_else_plays_once_in_order(players: int, seat: int) -> None:
    """The player counts at once: the new roof and that on A3 are on top, those on D2 and A2 are covered.

    Then each opponent plays once, from the left on, and sets the cone, and the game is over.
    """
    state = play(before_the_last_roof(players, seat), "found D1 grey roof D1")
    assert cause_of(state) == ("last roof", ROOFS[seat])
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
    state, seen = play(before_the_last_roof(4, 1), "found D1 grey roof D1"), []
    while not state.is_over:
        seen.append(cones(state))
        state = take_any(state)
    assert seen == [[None, 2, None, None], [None, 2, 0, None], [None, 2, 0, 0]]
    assert cones(state) == [0, 2, 0, 0]


@pytest.mark.forbids("TU-END-01")
def test_a_last_roof_but_one_brings_no_end() -> None:
    """With two roofs in hand blue places one, and the game goes on as ever."""
    state = play(before_the_last_roof(placed=2), "found D1 grey roof D1")
    assert (state.ending, cones(state)) == (None, [None, None])


@pytest.mark.forbids("TU-END-02")
def test_no_cone_is_set_while_the_end_is_not_coming() -> None:
    """Whatever is done in a game whose end nothing has triggered, nobody counts."""
    state = before_the_last_roof(placed=2)
    for action in tu.legal_actions(state):
        assert cones(tu.apply(state, action)) == [None, None]


@pytest.mark.forbids("TU-END-03", "TU-TURN-03")
def test_nobody_has_two_last_turns() -> None:
    """When the last opponent has played, no action is left, not even for blue."""
    over = play(before_the_last_roof(), "found D1 grey roof D1; take bgw; reveal xx")
    assert (tu.legal_actions(over), over.actor) == ((), None)
    assert refused(over, "take xx +grey +grey") == ["TU-TURN-03"]


@pytest.mark.forbids("TU-END-03", "TU-TURN-01")
def test_nobody_is_passed_over() -> None:
    """After blue's last roof it is yellow's turn: not orange's, and not blue's."""
    state = play(before_the_last_roof(3), "found D1 grey roof D1")
    for by in (0, 2):
        assert refused(state, "take bgw", by=by) == ["TU-TURN-01"]


@pytest.mark.allows("TU-END-01", "TU-END-02", "TU-STAR-01")
def test_the_last_roof_can_be_placed_in_an_extra_turn() -> None:
    """Blue's third roof brings brown to the first star column, and so an extra turn; in it blue places the last roof."""
    stocks, vehicles = {"blue": {"black": 2, "white": 1, "brown": 2}}, {"blue": columns(1, 1, 1, 0)}
    state = play(before_the_last_roof(placed=2, stocks=stocks, vehicles=vehicles), "found D1 brown roof D1")
    assert (state.seat, state.extra_turn, state.ending) == (0, True, None)
    state = play(state, "found D2 white roof D1")
    # On top are those on A3 and on D1's second floor; that on A2, and the one on D1's first, are covered.
    assert (state.seat, cause_of(state), cones(state)) == (1, BY_BLUE, [2, None])


@pytest.mark.allows("TU-END-02", "TU-FOUND-07")
@pytest.mark.forbids("TU-END-02")
def test_an_extra_turn_earned_by_the_last_roof_comes_before_counting() -> None:
    """The last roof itself brings brown to the star column: blue has an extra turn, can only take a card, then counts."""
    stocks, vehicles = {"blue": {"black": 1, "white": 1, "brown": 1}}, {"blue": columns(1, 1, 2, 0)}
    state = play(before_the_last_roof(stocks=stocks, vehicles=vehicles), "found D1 brown roof D1")
    assert (state.seat, state.extra_turn, cones(state)) == (0, True, [None, None])
    assert offered(state) == offered(state, tu.Take)
    state = play(state, "take gwn; reveal xx")
    assert (state.seat, state.extra_turn, cones(state)) == (1, False, [2, None])


@pytest.mark.allows("TU-END-02", "TU-STAR-05")
def test_who_declines_the_extra_turn_after_the_last_roof_counts_at_once() -> None:
    """Where extra turns are optional, blue declines the one the last roof has earned, counts, and yellow plays."""
    rulings, vehicles = tu.Rulings(extra_turn="optional"), {"blue": columns(3, 3, 3, 3)}
    state = town(ALL_FOUR, vehicles=vehicles, extra_turn=True, ending=BY_BLUE, rulings=rulings)
    state = play(state, "decline")
    assert (state.seat, cones(state)) == (1, [2, None])


@pytest.mark.allows("TU-END-03", "TU-STAR-01")
def test_a_last_turn_can_bring_extra_turns() -> None:
    """Yellow's last turn brings grey to the star column: yellow founds in one turn more, and sets the cone only then."""
    stocks = {"blue": TO_BUILD, "yellow": {"grey": 1}}
    state = before_the_last_roof(3, stocks=stocks, vehicles={"yellow": columns(1, 0, 1, 1)}, market=("wn-vg", "bgw"))
    state = play(state, "found D1 grey roof D1; take wn-vg; reveal gwn")
    assert (state.seat, state.extra_turn, cones(state)) == (1, True, [2, None, None])
    state = play(state, "found B2 grey roof D2")
    assert (state.seat, state.extra_turn, cones(state)) == (2, False, [2, 1, None])
    order, over = turns_to_the_end(state)
    assert (order, cones(over)) == ([2], [2, 1, 0])


@pytest.mark.allows("TU-END-09")
@pytest.mark.forbids("TU-END-09")
def test_a_second_last_roof_changes_nothing() -> None:
    """In the last turn after blue's last roof yellow places theirs too: orange still plays, nobody plays again."""
    foundings = f"{ALL_FOUR}, B1 grey yellow, C1 white yellow, C3 grey yellow"
    state = town(foundings, 3, cones={"blue": 1}, stocks={"yellow": TO_BUILD}, turn="yellow", ending=BY_BLUE)
    state = play(state, "found B2 black roof B2")
    assert (state.players[1].roofs, cause_of(state)) == (0, BY_BLUE)
    order, over = turns_to_the_end(state)
    # Yellow's roofs on C3 and B2 are on top; those on C1 and B1 are covered.
    assert (order, cones(over)) == ([2], [1, 2, 0])


# --- a shortage


def before_a_shortage(players: int, seat: int = 0, **named: Any) -> tu.State:
    """No black floor is in the container, and the market has a card that shows one. This seat has a roof on top of A2."""
    blacks = {2: [5], 3: [3, 2], 4: [2, 2, 1]}[players]
    blacks.insert(seat, 1)
    stocks = {roof: {"black": count} for roof, count in zip(ROOFS, blacks, strict=False)}
    state = town(f"A2 white {ROOFS[seat]}", players, stocks=stocks, turn=ROOFS[seat], **named)
    assert "black" not in state.container
    return state


@pytest.mark.allows("TU-END-04", "TU-END-05", "TU-END-10")
@pytest.mark.parametrize(("players", "seat"), EVERY_SEAT)
def test_after_a_shortage_everyone_plays_once_and_the_causer_last(players: int, seat: int) -> None:
    """The player takes brown for a black floor that is not there, and counts nothing yet. Then everyone plays once."""
    state = play(before_a_shortage(players, seat), "take bgw +brown; reveal xx")
    assert cause_of(state) == ("shortage", ROOFS[seat])
    assert cones(state) == [None] * players
    order, over = turns_to_the_end(state)
    assert order == [(seat + step) % players for step in range(1, players + 1)]
    assert cones(over) == [1 if one == seat else 0 for one in range(players)]
    result = tu.outcome(over)
    assert result is not None
    assert (result.cause, result.ended_by) == ("shortage", seat)


@pytest.mark.allows("TU-END-05", "TU-END-10")
@pytest.mark.forbids("TU-END-05")
def test_the_causer_counts_only_after_their_own_last_turn() -> None:
    """Blue caused the shortage with a roof on top of A2. Yellow's last turn covers it, so blue counts none at the end."""
    state = town("A2 white blue", stocks={"yellow": TO_BUILD}, turn="yellow", ending=("shortage", "blue"))
    after = play(state, "found A3 grey roof A3")
    assert (cones(after), after.seat) == ([None, 1], 0)
    assert cones(take_any(after)) == [0, 1]


@pytest.mark.forbids("TU-END-04")
def test_a_card_that_the_container_can_provide_brings_no_end() -> None:
    """Black has run out, but gwn shows none. Nor is it a shortage to take the very last floor of a colour."""
    assert play(before_a_shortage(2), "take gwn; reveal xx").ending is None
    last = town("A2 white blue", stocks={"yellow": {"black": 5}})
    assert last.container["black"] == 1
    assert play(last, "take bgw; reveal xx").ending is None


def nearly_empty_container(rulings: tu.Rulings | None = None) -> tu.State:
    """All floors of the small town but one grey are on the board or in the stocks of four players."""
    foundings = "A2 white blue, A3 grey yellow, D2 white orange, D1 brown green, C2 white blue, B1 brown yellow, C1 brown orange"
    board = built("small", 4, "A1 black, D3 black", foundings)
    left = {"black": 9, "grey": 7, "white": 8, "brown": 9}
    for building in board.values():
        left[building.colour] -= building.floors
    rest = [colour for colour, count in left.items() for _ in range(count)]
    stocks = {roof: {colour: rest[seat::4].count(colour) for colour in left} for seat, roof in enumerate(ROOFS)}
    return town(
        foundings, 4, stocks=stocks, market=("xx", "bgw"), objectives=("three-heights", "a-double"), rulings=rulings
    )


@pytest.mark.allows("TU-END-04")
@pytest.mark.forbids("TU-END-04")
def test_a_multicolour_floor_from_an_empty_container_is_a_shortage_or_not() -> None:
    """Two multicolour floors are shown and one floor is left. The ruling `empty_container` decides."""
    state = nearly_empty_container()
    assert state.container == {"grey": 1}
    assert cause_of(play(state, "take xx +grey")) == ("shortage", "blue")
    state = nearly_empty_container(tu.Rulings(empty_container="no_shortage"))
    assert cause_of(play(state, "take xx +grey")) is None
    assert cause_of(play(state, "take bgw")) == ("shortage", "blue")


@pytest.mark.allows("TU-END-04")
def test_a_declined_replacement_is_a_shortage_all_the_same() -> None:
    """Where replacements can be declined, blue goes without one, and the end is coming nonetheless."""
    after = play(before_a_shortage(2, rulings=tu.Rulings(replacement="may_decline")), "take bgw")
    assert cause_of(after) == ("shortage", "blue")
    assert after.players[0].stock == TO_BUILD


@pytest.mark.forbids("TU-END-05")
def test_the_causer_is_neither_left_out_nor_counts_at_once() -> None:
    """When yellow has played, blue still has a turn to come, and has not counted."""
    state = play(before_a_shortage(2), "take bgw +brown; reveal xx")
    assert cones(state) == [None, None]
    state = play(state, "take gwn; reveal bbww; back black black")
    assert (state.seat, state.phase, cones(state)) == (0, "turn", [None, 0])


@pytest.mark.forbids("TU-END-05", "TU-TURN-01")
def test_the_causer_does_not_play_on_at_once() -> None:
    """Blue's turn is over, and blue comes last: a card taken by blue now is out of turn."""
    state = play(before_a_shortage(3), "take bgw +brown; reveal xx")
    assert refused(state, "take gwn", by=0) == ["TU-TURN-01"]


@pytest.mark.allows("TU-END-09")
@pytest.mark.forbids("TU-END-09")
def test_a_shortage_in_a_last_turn_changes_nothing() -> None:
    """After blue's shortage yellow causes another one: still orange plays next, blue last, and yellow not again."""
    state = play(before_a_shortage(3), "take bgw +brown; reveal bbww; take bbww +grey +grey; reveal ggnn")
    assert cause_of(state) == ("shortage", "blue")
    order, over = turns_to_the_end(play(state, "back grey"))
    assert (order, cones(over)) == ([2, 0], [1, 0, 0])


@pytest.mark.allows("TU-END-09")
def test_a_last_roof_in_a_last_turn_after_a_shortage_changes_nothing() -> None:
    """After blue's shortage yellow places their last roof: orange and blue still have their last turns."""
    state = before_the_last_roof(3, 1, ending=("shortage", "blue"))
    state = play(state, "found D1 grey roof D1")
    assert (cause_of(state), cones(state)) == (("shortage", "blue"), [None, 2, None])
    order, over = turns_to_the_end(state)
    assert (order, cones(over)) == ([2, 0], [0, 2, 0])


# --- a shortage after a last roof, under both readings


def last_turn_of_yellow(rulings: tu.Rulings | None = None) -> tu.State:
    """Blue has placed the last roof and counted two. Yellow is to play, and no black floor is in the container."""
    stocks = {"yellow": {"black": 1}, "orange": {"black": 2}}
    return town(ALL_FOUR, 3, cones={"blue": 2}, stocks=stocks, turn="yellow", ending=BY_BLUE, rulings=rulings)


@pytest.mark.allows("TU-END-09")
@pytest.mark.forbids("TU-END-09")
def test_by_default_a_shortage_after_a_last_roof_gives_no_further_turn() -> None:
    """Yellow's last turn causes a shortage. The last roof came first and decides: orange plays, and the game is over."""
    state = play(last_turn_of_yellow(), "take bgw +brown; reveal xx")
    assert (cause_of(state), cones(state)) == (BY_BLUE, [2, 0, None])
    order, over = turns_to_the_end(state)
    assert (order, cones(over)) == ([2], [2, 0, 0])


@pytest.mark.allows("TU-END-09")
def test_under_the_other_ruling_who_placed_the_last_roof_plays_once_more() -> None:
    """The shortage gives blue a last turn too, after orange's. Blue has counted already, and can only take a card."""
    state = play(last_turn_of_yellow(ADDS_TURN), "take bgw +brown; reveal xx")
    assert (cause_of(state), cones(state)) == (BOTH, [2, 0, None])
    state = take_any(state)
    assert (state.seat, cones(state)) == (0, [2, 0, 0])
    assert offered(state) == offered(state, tu.Take)
    order, over = turns_to_the_end(state)
    assert (order, cones(over)) == ([0], [2, 0, 0])
    result = tu.outcome(over)
    assert result is not None
    assert (result.cause, result.ended_by) == ("last roof and shortage", 0)


@pytest.mark.allows("TU-END-09")
def test_under_the_other_ruling_the_very_last_turn_can_cause_it() -> None:
    """Even when orange, the last opponent, causes the shortage, blue has one more turn, and nobody else."""
    stocks = {"yellow": {"black": 1}, "orange": {"black": 2}}
    state = town(
        ALL_FOUR, 3, cones={"blue": 2, "yellow": 0}, stocks=stocks, turn="orange", ending=BY_BLUE, rulings=ADDS_TURN
    )
    order, over = turns_to_the_end(play(state, "take bgw +brown; reveal xx"))
    assert (order, cones(over)) == ([0], [2, 0, 0])


def extra_turn_after_the_last_roof(rulings: tu.Rulings | None = None) -> tu.State:
    """Blue's last roof has earned an extra turn, in which blue takes a card that causes a shortage."""
    stocks = {"yellow": {"black": 1, "grey": 1}, "orange": {"black": 2}}
    state = town(
        ALL_FOUR,
        3,
        stocks=stocks,
        vehicles={"blue": columns(3, 3, 3, 3)},
        extra_turn=True,
        ending=BY_BLUE,
        rulings=rulings,
    )
    return play(state, "take bgw +brown; reveal xx")


@pytest.mark.allows("TU-END-09")
def test_last_roof_and_shortage_in_a_row_by_default() -> None:
    """The last roof came first: blue counts when the turns in a row are over, and the two others play once."""
    state = extra_turn_after_the_last_roof()
    assert (cause_of(state), cones(state)) == (BY_BLUE, [2, None, None])
    order, over = turns_to_the_end(state)
    assert (order, cones(over)) == ([1, 2], [2, 0, 0])


@pytest.mark.allows("TU-END-09")
def test_last_roof_and_shortage_in_a_row_under_the_other_ruling() -> None:
    """Blue has counted at once, and is to have a last turn all the same."""
    state = extra_turn_after_the_last_roof(ADDS_TURN)
    assert (cause_of(state), cones(state)) == (BOTH, [2, None, None])
    order, over = turns_to_the_end(state)
    assert (order, cones(over)) == ([1, 2, 0], [2, 0, 0])


@pytest.mark.allows("TU-END-02")
def test_last_roof_and_shortage_in_a_row_where_the_cone_waits() -> None:
    """Blue is to have a last turn, and the cone waits for it. Yellow covers a roof meanwhile, and blue counts one."""
    rulings = attrs.evolve(ADDS_TURN, last_roof_cone="after_last_turn")
    state = extra_turn_after_the_last_roof(rulings)
    assert (cause_of(state), cones(state)) == (BOTH, [None, None, None])
    # B3 is joined to D1 and D2: grey D1, with blue's roof, and white D2 get a floor each.
    state = town(ALL_FOUR, 3, stocks={"yellow": TO_BUILD}, turn="yellow", ending=BOTH, rulings=rulings)
    state = play(state, "found B3 black roof B3")
    assert cones(state) == [None, 1, None]
    order, over = turns_to_the_end(state)
    assert (order, cones(over)) == ([2, 0], [1, 1, 0])


# --- a shortage after a last roof that gives everyone one more turn

ADDS_ROUND = tu.Rulings(second_trigger="shortage_adds_round")


@pytest.mark.allows("TU-END-09")
@pytest.mark.forbids("TU-END-09")
def test_taken_literally_a_shortage_gives_everyone_one_more_turn() -> None:
    """In the last turn after blue's last roof yellow causes a shortage: orange, blue and yellow play once more. Blue's cone
    stays; the others count after that turn.
    """
    state = play(last_turn_of_yellow(ADDS_ROUND), "take bgw +brown; reveal xx")
    assert (cause_of(state), cones(state)) == (("last roof and shortage", "yellow"), [2, None, None])
    order, over = turns_to_the_end(state)
    assert (order, cones(over)) == ([2, 0, 1], [2, 0, 0])


@pytest.mark.allows("TU-END-08", "TU-END-09")
def test_who_has_counted_plays_once_more_and_does_not_count_again() -> None:
    """Orange, the last to play, causes the shortage. All others have counted; yellow covers blue's roof on D1 all the same."""
    stocks = {"yellow": {"black": 1, "grey": 1, "white": 1}, "orange": {"black": 2}}
    state = town(
        ALL_FOUR, 3, cones={"blue": 2, "yellow": 0}, stocks=stocks, turn="orange", ending=BY_BLUE, rulings=ADDS_ROUND
    )
    state = play(state, "take bgw +brown; reveal xx")
    assert tu.state_from_json(tu.state_to_json(state)) == state
    state = take_any(state)
    state = play(state, "found B3 black roof B3")
    assert (state.seat, state.is_over, cones(state)) == (2, False, [2, 0, None])
    assert tu.state_from_json(tu.state_to_json(state)) == state
    assert cones(take_any(state)) == [2, 0, 0]


@pytest.mark.forbids("TU-FORM-02")
def test_how_many_turns_are_left_is_said_only_where_it_does_not_follow() -> None:
    """After a last roof alone it follows from the cones; after a shortage that gave everyone a turn it does not."""
    named: dict[str, Any] = {"cones": {"blue": 2}, "turn": "yellow", "rulings": ADDS_ROUND}
    with pytest.raises(ValueError, match="how many turns are left after a last roof follows from the rest"):
        town(ALL_FOUR, 3, ending=("last roof", "blue", 2), **named)
    with pytest.raises(ValueError, match="say how many turns are left"):
        town(ALL_FOUR, 3, ending=("last roof and shortage", "blue"), **named)
    assert town(ALL_FOUR, 3, ending=("last roof and shortage", "blue", 3), **named).ending == tu.Ending(
        "last roof and shortage", 0, 3
    )


# --- a last roof after one's own shortage, under both readings


def extra_turn_after_the_shortage(rulings: tu.Rulings | None = None) -> tu.State:
    """Blue has caused a shortage and earned an extra turn, in which the last roof is placed: two of the four are on top."""
    state = before_the_last_roof(
        3,
        stocks={"blue": TO_BUILD, "yellow": {"grey": 1, "white": 1, "brown": 1}},
        vehicles={"blue": columns(1, 1, 3, 1)},
        extra_turn=True,
        ending=("shortage", "blue"),
        rulings=rulings,
    )
    return play(state, "found D1 grey roof D1")


@pytest.mark.allows("TU-END-02", "TU-END-05", "TU-END-08")
@pytest.mark.forbids("TU-END-02")
def test_a_last_roof_after_ones_own_shortage_is_counted_at_once() -> None:
    """Everyone has a last turn, blue the last. Yellow covers the roof on D1, but blue has counted it."""
    state = extra_turn_after_the_shortage()
    assert (cause_of(state), state.seat, cones(state)) == (("shortage", "blue"), 1, [2, None, None])
    state = play(state, "found B3 brown roof B3")
    assert state.buildings["D1"].top is None
    order, over = turns_to_the_end(state)
    assert (order, cones(over)) == ([2, 0], [2, 1, 0])


@pytest.mark.forbids("TU-END-02")
def test_under_the_other_ruling_that_cone_waits_for_the_last_turn() -> None:
    """Blue counts after the last turn: the roof on D1 is covered by then."""
    state = extra_turn_after_the_shortage(WAITS)
    assert cones(state) == [None, None, None]
    order, over = turns_to_the_end(play(state, "found B3 brown roof B3"))
    assert (order, cones(over)) == ([2, 0], [1, 1, 0])


# --- last turns are alike


@pytest.mark.allows("TU-END-10", "TU-END-03")
@pytest.mark.forbids("TU-END-10")
@pytest.mark.parametrize(
    ("foundings", "cone", "cause"), [(ALL_FOUR, 2, "last roof"), ("A2 white blue", None, "shortage")]
)
def test_last_turns_bring_extra_turns_whatever_brought_the_end(foundings: str, cone: int | None, cause: str) -> None:
    """Yellow earns an extra turn in the last turn, plays it, and sets the cone only after it."""
    set_cones = {} if cone is None else {"blue": cone}
    state = town(
        foundings, cones=set_cones, vehicles={"yellow": columns(1, 0, 1, 1)}, market=("wn-vg", "bgw"),
        turn="yellow", ending=(cause, "blue"),
    )  # fmt: skip
    state = play(state, "take wn-vg; reveal gwn")
    assert (state.seat, state.extra_turn, cones(state)) == (1, True, [cone, None])
    state = play(state, "take bgw; reveal xx")
    assert (cones(state), state.extra_turn, state.is_over) == ([cone, 0], False, cause == "last roof")


# --- no passing


@pytest.mark.allows("TU-END-06")
def test_on_a_last_turn_a_useless_card_is_taken_and_the_market_refilled() -> None:
    """Yellow, with a full stock and nothing to found, takes a card whose floors all go back again."""
    state = town(ALL_FOUR, cones={"blue": 2}, stocks={"yellow": {"brown": 6}}, turn="yellow", ending=BY_BLUE)
    assert offered(state) == offered(state, tu.Take) != set()
    state = play(state, "take gwn; reveal xx; back grey white brown")
    assert (state.is_over, state.market, state.discards) == (True, ("bgw", "xx"), {"gwn": 1})


@pytest.mark.forbids("TU-END-06")
@pytest.mark.parametrize("reading", ["compulsory", "optional"])
def test_nobody_passes_on_a_last_turn(reading: Any) -> None:
    """Under no ruling is there a way to do nothing: declining is for extra turns."""
    rulings = tu.Rulings(extra_turn=reading)
    state = town(
        ALL_FOUR, cones={"blue": 2}, stocks={"yellow": {"brown": 6}}, turn="yellow", ending=BY_BLUE, rulings=rulings
    )
    message = "nobody passes on a last turn: take a card or found a building"
    assert objections(state, "decline") == [("TU-END-06", message)]


@pytest.mark.forbids("TU-END-06", "TU-TURN-02")
def test_who_has_no_roof_left_is_not_told_to_found() -> None:
    """Blue has placed the last roof after a shortage of their own, and has a last turn with nothing to found with."""
    counted = {"blue": 2, "yellow": 0}
    state = town(ALL_FOUR, cones=counted, turn="blue", ending=("shortage", "blue"))
    assert objections(state, "decline") == [("TU-END-06", "nobody passes on a last turn: take a card")]
    assert objections(state, "back grey")[0] == ("TU-TURN-02", "it is blue's turn: take a card, nothing else")


# --- the cone's place

EIGHT = (
    "A4 white blue, A5 white blue, D2 white blue, C3 white blue, C5 white blue, E1 white blue, E4 white blue, "
    "B3 white blue, D6 black blue D2"
)
"""On the half board beside black A6, C6 and B1. All eight white buildings have a blue roof on top: that of D2 was covered,
and another one put on it."""
SEVEN = EIGHT.replace("D6 black blue D2", "B4 black blue")
"""Here the ninth building is B4, which covers the roofs on B3 and C3 and has its own: seven are on top."""


def skyline(foundings: str) -> tu.State:
    """The half board, blue to place the tenth roof."""
    buildings = built("reconstruction", 2, "A6 black, C6 black, B1 black", foundings)
    stocks = {"blue": {"black": 2, "grey": 1, "white": 2, "brown": 1}}
    return tu.position(
        "reconstruction", 2, buildings=buildings, stocks=stocks, objectives=("four-colours", "lake", "four-brown")
    )


@pytest.mark.allows("TU-END-07")
@pytest.mark.forbids("TU-END-07")
@pytest.mark.parametrize(
    ("foundings", "move", "cone"),
    [(EIGHT, "found E5 black roof E4", 7), (EIGHT, "found C4 black roof C4", 7), (SEVEN, "found A3 black roof A3", 6)],
    ids=["eight on top", "seven on top", "six on top"],
)
def test_the_cone_goes_to_the_place_of_the_number_on_top_up_to_seven(foundings: str, move: str, cone: int) -> None:
    """E5 covers the roof on E4 and another goes there: eight, but the seventh place is the last.

    C4 covers those on C3 and C5 and has its own: seven. With seven before, A3 covers those on A4 and A5 and has its own: six.
    """
    assert cones(play(skyline(foundings), move)) == [cone, None]


@pytest.mark.allows("TU-END-07")
def test_without_a_roof_on_top_there_is_no_cone() -> None:
    """Yellow's only roof was covered: nothing is counted, no cone is set, and it is worth nothing at the end."""
    state = town(
        "D1 white yellow, D2 grey blue D1, A2 white blue, A3 grey blue", stocks={"blue": {"grey": 1, "white": 1}}
    )
    state = play(state, "found B1 grey roof B1")
    assert cause_of(state) == BY_BLUE
    assert state.buildings["D1"].roofs == {1: "yellow", 2: "blue"}
    over = take_any(state)
    assert (cones(over)[1], tu.scores(over)[1].cone) == (0, 0)


# --- counted is counted


@pytest.mark.allows("TU-END-08")
@pytest.mark.forbids("TU-END-08")
def test_a_roof_covered_after_counting_still_counts() -> None:
    """Blue has counted two roofs on top; yellow's last turn covers that on D1, and blue's cone stays on the second place."""
    state = town(ALL_FOUR, cones={"blue": 2}, stocks={"yellow": TO_BUILD}, turn="yellow", ending=BY_BLUE)
    over = play(state, "found B3 black roof B3")
    assert over.buildings["D1"] == tu.Building("grey", 2, {1: "blue"})
    assert (over.is_over, cones(over), tu.scores(over)[0].cone) == (True, [2, 1], 3)


@pytest.mark.allows("TU-END-08", "TU-END-09")
def test_a_turn_added_later_does_not_move_the_cone() -> None:
    """Under the ruling that gives blue a turn after having counted, the cone stays though a roof was covered meanwhile."""
    counted = {"blue": 2, "yellow": 0}
    state = town(ALL_FOUR, 3, cones=counted, stocks={"orange": TO_BUILD}, turn="orange", ending=BOTH, rulings=ADDS_TURN)
    state = play(state, "found B3 black roof B3")
    assert (state.seat, cones(state)) == (0, [2, 0, 1])
    assert cones(take_any(state)) == [2, 0, 1]


# --- positions in which the end is coming


@pytest.mark.forbids("TU-END-01", "TU-END-03", "TU-END-08")
def test_no_position_has_an_end_that_no_turns_lead_to() -> None:
    """Blue begins a turn with the end just triggered; or the wrong player was last; or a cone counts too few roofs."""
    small: dict[str, Any] = {
        "buildings": built("small", 2, "A1 black, D3 black", ALL_FOUR),
        "objectives": ("all-colours", "two-brown"),
    }
    assert impossible("small", 2, ending=BY_BLUE, **small) == {"TU-END-01"}
    over: dict[str, Any] = {"phase": "over", "ending": BY_BLUE, **small}
    assert impossible("small", 2, cones={"blue": 2, "yellow": 0}, turn="blue", **over) == {"TU-END-03"}
    assert impossible("small", 2, cones={"blue": 1, "yellow": 0}, turn="yellow", **over) == {"TU-END-08"}
    assert tu.position("small", 2, cones={"blue": 3, "yellow": 0}, turn="yellow", **over).is_over
