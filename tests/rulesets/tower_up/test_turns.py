"""Turns: whose it is, what one may do in it, what comes before what, and when all is over (TU-TURN)."""

from typing import Any

import attrs
import pytest

import towerup as tu

from .tables import MARKET, SPREAD, doctored, noticed, over, played, refused

ENOUGH = {"black": 2, "grey": 1, "white": 2, "brown": 1}


def turn(players: int = 2, rulings: tu.Rulings | None = None, **told: Any) -> tu.State:
    """A turn of the first player: black on A1, white on C2, grey on D4, and a stock to take cards or found with."""
    seats: list[dict[str, Any]] = [{"stock": ENOUGH} for _ in range(players)]
    seats[told.get("seat", 0)] |= told.pop("mine", {})
    return tu.position(
        tu.setup(players, rulings=rulings),
        buildings=SPREAD,
        seats=seats,
        market=MARKET,
        **told,
    )


def kinds(state: tu.State) -> set[type]:
    """The kinds of action that are on offer."""
    return {type(action) for action in tu.legal_actions(state)}


# --- one door for all actions


@pytest.mark.parametrize("moment", [turn, over], ids=["turn", "over"])
def test_an_action_of_the_action_space_is_refused_as_one_made_anew(moment: Any) -> None:
    """Actions of the game's own list are known to be well formed and go through a quicker door; what is not legal is refused
    there with the same reasons, and what is legal leads to the same table.
    """
    state = moment()
    legal = set(tu.legal_actions(state))
    for action in tu.action_space(state):
        anew = tu.TOWER_UP.action_from_json(tu.TOWER_UP.action_to_json(action))
        assert anew is not action
        if action in legal:
            assert tu.apply(state, action) == tu.apply(state, anew)
            continue
        with pytest.raises(tu.IllegalAction) as caught:
            tu.apply(state, action)
        assert caught.value.action is action
        assert caught.value.violations == tu.explain(state, anew) != ()


def test_the_action_space_is_numbered_and_has_nothing_too_much() -> None:
    """Every action once, with its number; a card can be taken with as many free choices as it shows floors, and no more."""
    setup = tu.setup(2)
    space = setup.space
    assert space.board is setup.board
    assert [space.numbers[action] for action in space.actions] == list(range(len(space.actions)))
    for kind in setup.edition.kinds:
        takes = [action for action in space.actions if isinstance(action, tu.Take) and action.card == kind.id]
        assert {len(action.floors) for action in takes} == set(range(kind.icons + 1))


@pytest.mark.forbids("TU-TURN-01")
def test_an_action_of_the_action_space_is_refused_to_those_whose_turn_it_is_not() -> None:
    """What blue may do now is not yellow's to do, also if yellow chooses from the list of what is legal."""
    state = turn()
    for action in tu.legal_actions(state):
        with pytest.raises(tu.IllegalAction) as caught:
            tu.apply(state, action, by=1)
        assert "TU-TURN-01" in {one.id for one in caught.value.violations}
        assert tu.apply(state, action, by=0) == tu.apply(state, action)


# --- TU-TURN-01: one at a time, clockwise


@pytest.mark.allows("TU-TURN-01")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_turns_go_round_clockwise(players: int) -> None:
    """Seat after seat has a turn, and after the last seat the first one again."""
    state = turn(players)
    dealer = tu.Dealer(seed=3)
    seats = []
    for _ in range(2 * players):
        seats.append(state.actor)
        action = next(one for one in tu.legal_actions(state) if isinstance(one, tu.Take) and "-v" not in one.card)
        state = dealer.settle(tu.apply(state, action, by=state.actor))
        if state.table.phase == "back":
            assert state.actor == seats[-1]
            state = tu.apply(state, tu.legal_actions(state)[0])
    assert seats == [*range(players), *range(players)]


@pytest.mark.allows("TU-TURN-01")
@pytest.mark.parametrize("action", ["take bwn", "found A2 white roof A2"])
def test_the_one_whose_turn_it_is_may_act(action: str) -> None:
    """The seat whose turn it is may act in its own name; without a name the turn's owner is meant."""
    state = turn(3, seat=2)
    move = tu.parse_action(state, action)
    assert tu.explain(state, move, by=2) == ()
    assert tu.apply(state, move, by=2) == tu.apply(state, move)


@pytest.mark.forbids("TU-TURN-01")
@pytest.mark.parametrize("by", [0, 2, tu.CHANCE, 3, -1, 99, "yellow", [], True, False, 1.0, 0.0], ids=repr)
def test_nobody_else_may_act(by: Any) -> None:
    """On the second player's turn no other seat, nor chance, nor anyone who does not sit at the table, may act."""
    state = turn(3, seat=1)
    assert state.actor == 1
    assert refused(state, tu.Take("bwn"), by=by) == {"TU-TURN-01"}
    assert refused(state, tu.Found("A2", "white", "A2"), by=by) == {"TU-TURN-01"}


@pytest.mark.forbids("TU-TURN-01")
@pytest.mark.parametrize("by", [0.0, -0.0, False, "0", "blue", "chance"], ids=repr)
def test_what_is_only_like_a_seat_is_no_seat(by: Any) -> None:
    """On the first player's turn a seat is the number 0; what Python takes for equal to it is nobody at the table."""
    state = turn()
    assert state.actor == 0
    assert refused(state, tu.Take("bwn"), by=by) == {"TU-TURN-01"}
    assert tu.explain(state, tu.Take("bwn"), by=0) == ()


@pytest.mark.forbids("TU-TURN-01")
def test_players_do_not_do_what_chance_does_nor_chance_what_players_do() -> None:
    """The market is refilled by chance; a card is not taken by chance."""
    state = turn()
    assert refused(state, tu.Take("bwn"), by=tu.CHANCE) == {"TU-TURN-01"}
    waiting = tu.apply(state, tu.Take("bwn"))
    assert refused(waiting, tu.Reveal("bwn"), by=0) == {"TU-TURN-01"}
    assert tu.explain(waiting, tu.Reveal("bwn"), by=tu.CHANCE) == ()


@pytest.mark.forbids("TU-TURN-01")
def test_whoever_acts_out_of_turn_is_judged_by_their_own_stock() -> None:
    """Yellow, with no floor at all, wants to found on blue's turn: it is not yellow's turn, and yellow cannot pay."""
    state = tu.position(
        tu.setup(2),
        {"A1": tu.Building("black"), "C2": tu.Building("white"), "D4": tu.Building("grey")},
        [{"stock": ENOUGH}, {}],
        MARKET,
    )
    assert refused(state, tu.Found("A2", "white", "A2"), by=1) == {"TU-TURN-01", "TU-FOUND-04", "TU-FOUND-06"}


@pytest.mark.forbids("TU-TURN-01")
@pytest.mark.parametrize("seat", [0, 2])
def test_a_turn_that_goes_the_wrong_way_is_noticed(seat: int) -> None:
    """After blue's founding it is yellow's turn: not blue's again, and not that of the player on the other side."""
    before, action = turn(3), tu.Found("A2", "white", "A2")
    after = tu.apply(before, action)
    assert after.seat == 1
    assert "TU-TURN-01" in noticed(before, action, attrs.evolve(after, seat=seat))


# --- TU-TURN-02: exactly one of two actions


@pytest.mark.allows("TU-TURN-02")
def test_a_turn_is_taking_a_card_or_founding_a_building() -> None:
    """Both are on offer, and nothing else is."""
    assert kinds(turn()) == {tu.Take, tu.Found}


@pytest.mark.allows("TU-TURN-02")
def test_who_cannot_found_can_take_a_card() -> None:
    """Without a floor in stock no building can be founded, but every card of the market can be taken."""
    state = turn(mine={"stock": {}})
    assert kinds(state) == {tu.Take}
    assert {action.card for action in tu.legal_actions(state) if isinstance(action, tu.Take)} == set(MARKET)


@pytest.mark.forbids("TU-TURN-02")
@pytest.mark.parametrize(
    "action",
    [
        tu.Decline(),
        tu.Back(("black",)),
        tu.Back(()),
        tu.Place("A2", "white"),
        tu.Reveal("bwn"),
        tu.Reveal("bwn/black"),
        tu.Deal(("four-brown", "lake", "park")),
    ],
    ids=str,
)
def test_nothing_else_is_a_turn(action: tu.Action) -> None:
    """Passing, putting floors back, placing a starting floor, revealing or dealing is not what a turn is for."""
    assert refused(turn(), action) == {"TU-TURN-02"}


@pytest.mark.forbids("TU-TURN-02", "TU-TURN-01")
@pytest.mark.parametrize(
    ("first", "then"), [("found A2 white roof A2", "take bwn"), ("found A2 white roof A2", "found A3 grey roof A3")]
)
def test_after_founding_the_turn_is_over(first: str, then: str) -> None:
    """Who has founded a building does not take a card as well, nor found another: it is the next player's turn."""
    state = played(turn(), first)
    assert refused(state, tu.parse_action(state, then), by=0) == {"TU-TURN-01"}


@pytest.mark.forbids("TU-TURN-02", "TU-TURN-01")
def test_after_taking_a_card_the_turn_is_over() -> None:
    """Who has taken a card does not found as well: once the market is refilled it is the next player's turn."""
    state = played(turn(), "take bwn", "reveal bgw")
    assert state.actor == 1
    assert refused(state, tu.Found("A2", "white", "A2"), by=0) == {"TU-TURN-01"}


@pytest.mark.forbids("TU-TURN-02")
def test_a_turn_that_is_passed_is_noticed() -> None:
    """If the turn goes on to the next player but one, as though somebody had passed, a law notices."""
    before, action = turn(3), tu.Found("A2", "white", "A2")
    assert "TU-TURN-02" in noticed(before, action, attrs.evolve(tu.apply(before, action), seat=2))


# --- the ruling extra_turn: declining


def extra_turn(reading: Any, **told: Any) -> tu.State:
    """An extra turn of the first player, whose vehicles have all reached the first star column, under this reading."""
    vehicles = {"vehicles": {"black": 2, "grey": 2, "white": 3, "brown": 2}}
    return turn(3, tu.Rulings(extra_turn=reading), mine=vehicles, extra_turn=True, **told)


@pytest.mark.allows("TU-TURN-01", "TU-TURN-02")
def test_an_optional_extra_turn_may_be_declined() -> None:
    """Under the Polish reading the extra turn may be given up; then it is the next player's turn and nothing has changed."""
    state = extra_turn("optional")
    assert kinds(state) == {tu.Take, tu.Found, tu.Decline}
    after = played(state, "decline")
    assert (after.actor, after.table.phase, after.table.extra_turn) == (1, "turn", False)
    assert attrs.evolve(after.table, seat=0, extra_turn=True) == state.table


@pytest.mark.allows("TU-TURN-02")
def test_an_optional_extra_turn_may_be_played() -> None:
    """Who does not decline plays the extra turn like any other, and the next player follows."""
    assert played(extra_turn("optional"), "take bwn", "reveal bgw").actor == 1
    assert played(extra_turn("optional"), "found A2 white roof A2").actor == 1


@pytest.mark.forbids("TU-TURN-02")
def test_an_ordinary_turn_cannot_be_declined_even_where_extra_turns_can() -> None:
    """The choice is about extra turns only."""
    assert refused(turn(rulings=tu.Rulings(extra_turn="optional")), tu.Decline()) == {"TU-TURN-02"}


@pytest.mark.forbids("TU-TURN-02")
def test_a_compulsory_extra_turn_is_a_turn_like_any_other() -> None:
    """Under the French reading the extra turn must be played: a card is taken or a building founded."""
    state = extra_turn("compulsory")
    assert kinds(state) == {tu.Take, tu.Found}
    assert refused(state, tu.Decline()) == {"TU-STAR-05"}


# --- TU-TURN-03: over is over


@pytest.mark.allows("TU-TURN-03")
def test_the_game_is_over_after_the_last_of_the_last_turns() -> None:
    """A shortage by blue: yellow has a last turn, blue the very last one; then both cones are set and nobody acts."""
    # Black and white are four each: one on the board each, three black with blue, two white with yellow. One white is left.
    state = tu.position(
        tu.setup(2, "tiny", starting_floors=2),
        {"N1": tu.Building("black"), "S2": tu.Building("white")},
        [{"stock": {"black": 3}}, {"stock": {"white": 2}}],
        ["bw"],
    )
    state = played(state, "take bw", "reveal x-vw")
    assert state.table.ending == tu.EndComing("shortage", 0)
    state = played(state, "back black", "take x-vw +black", "reveal w-vb", "take w-vb", "reveal bw")
    assert state.table.phase == "over"
    assert (state.is_over, state.actor, tu.legal_actions(state)) == (True, None, ())
    assert [seat.cone for seat in state.table.seats] == [0, 0]
    assert tu.outcome(state) is not None


@pytest.mark.forbids("TU-TURN-03")
@pytest.mark.parametrize(
    "action",
    [
        tu.Take("bw"),
        tu.Found("N2", "white", "N2"),
        tu.Back(("black",)),
        tu.Decline(),
        tu.Reveal("x-vw"),
        tu.Reveal("x-vw/any"),
        tu.Place("S3", "white"),
        tu.Deal(("pond",)),
    ],
    ids=str,
)
def test_nothing_can_be_done_when_the_game_is_over(action: tu.Action) -> None:
    """Whatever anybody wants to do after the end, the game is over."""
    assert "TU-TURN-03" in refused(over(), action)
    for by in (0, 1, tu.CHANCE):
        assert refused(over(), action, by=by) >= {"TU-TURN-01", "TU-TURN-03"}


@pytest.mark.forbids("TU-TURN-03")
@pytest.mark.parametrize(
    ("cones", "ending"),
    [((0, 0), None), ((None, None), tu.EndComing("shortage", 0)), ((0, None), tu.EndComing("shortage", 0))],
)
def test_a_game_that_is_over_before_all_have_counted_is_impossible(
    cones: tuple[int | None, ...], ending: tu.EndComing | None
) -> None:
    """A game cannot be over if nothing brought the end about, or if somebody has not had the last turn."""
    with pytest.raises(tu.ImpossiblePosition) as caught:
        tu.position(
            tu.setup(2, "tiny"),
            {"N1": tu.Building("black")},
            [{"cone": cone} for cone in cones],
            ["bw"],
            phase="over",
            ending=ending,
        )
    assert "TU-TURN-03" in {one.id for one in caught.value.violations}


# --- TU-TURN-04: one building, one roof


@pytest.mark.allows("TU-TURN-04")
def test_a_turn_founds_one_building_and_places_one_roof() -> None:
    """After blue's founding there is one building more on the board, and one roof fewer in blue's hand."""
    before = turn()
    after = played(before, "found A2 white roof A1")
    assert set(after.table.buildings) - set(before.table.buildings) == {"A2"}
    assert [seat.roofs for seat in after.table.seats] == [9, 10]
    assert sum(len(one.roofs) for one in after.table.buildings.values()) == 1


@pytest.mark.allows("TU-TURN-04")
def test_an_extra_turn_is_a_turn_of_its_own() -> None:
    """The roof on A1, now two floors high, brings black to the star where the others are: blue founds once more."""
    state = turn(mine={"vehicles": {"grey": 2, "white": 2, "brown": 2}})
    state = played(state, "found A2 white roof A1")
    assert (state.actor, state.table.extra_turn) == (0, True)
    state = played(state, "found A3 grey roof A3")
    assert (state.actor, state.table.seats[0].roofs) == (1, 8)


@pytest.mark.forbids("TU-TURN-04")
def test_a_second_building_or_roof_in_one_turn_is_noticed() -> None:
    """If a founding leaves two new buildings, or two roofs, or none, a law notices."""
    before, action = turn(), tu.Found("A2", "white", "A2")
    after = tu.apply(before, action)
    built = after.table.buildings
    for wrong in (
        {**built, "E6": tu.Building("brown")},
        {**built, "A1": tu.Building("black", 2, {2: "blue"})},
        {**built, "A2": tu.Building("white")},
    ):
        assert "TU-TURN-04" in noticed(before, action, doctored(after, buildings=wrong))
    assert noticed(before, action, doctored(after)) == set()


@pytest.mark.forbids("TU-TURN-04")
def test_taking_a_card_builds_nothing() -> None:
    """If a building or a roof appears when a card is taken, a law notices."""
    before, action = turn(), tu.Take("bwn")
    after = tu.apply(before, action)
    for wrong in (tu.Building("black", 2), tu.Building("black", 1, {1: "blue"})):
        buildings = {**after.table.buildings, "A1": wrong}
        assert "TU-TURN-04" in noticed(before, action, doctored(after, buildings=buildings))


@pytest.mark.forbids("TU-TURN-04")
@pytest.mark.parametrize("roofs", [{}, {1: "blue", 2: "blue"}], ids=["none", "two"])
def test_a_board_with_other_than_one_roof_a_founding_is_impossible(roofs: dict[int, str]) -> None:
    """Three starting floors and one building founded go with one roof on the board: not none, and not two."""
    with pytest.raises(tu.ImpossiblePosition) as caught:
        tu.position(
            tu.setup(2),
            {
                "A1": tu.Building("black", 2, roofs),
                "A2": tu.Building("white"),
                "C2": tu.Building("white"),
                "D4": tu.Building("grey"),
            },
            [{}, {}],
            MARKET,
            seat=1,
        )
    law = next(law for law in tu.STATE_LAWS if law.name == "a_roof_for_every_founding")
    assert "TU-TURN-04" in law.rules
    assert law.rules[0] in {one.id for one in caught.value.violations}


# --- TU-TURN-05: unfinished things first


@pytest.mark.allows("TU-TURN-05")
def test_the_market_is_refilled_before_anything_else() -> None:
    """After a card is taken chance must act; only then does the next player."""
    state = played(turn(), "take bwn")
    assert (state.actor, state.table.phase, kinds(state)) == (tu.CHANCE, "reveal", {tu.Reveal})
    assert played(state, "reveal bwn").actor == 1


@pytest.mark.forbids("TU-TURN-05")
@pytest.mark.parametrize(
    "action",
    [
        tu.Take("xx", ["black", "black"]),
        tu.Found("A2", "white", "A2"),
        tu.Back(("black",)),
        tu.Decline(),
        tu.Place("E6", "brown"),
        tu.Deal(("four-brown", "lake", "park")),
    ],
    ids=str,
)
def test_nobody_acts_while_the_market_lacks_a_card(action: tu.Action) -> None:
    """Until the market has three cards again nobody takes, founds, puts back or does anything else."""
    assert refused(tu.apply(turn(), tu.Take("bwn")), action) == {"TU-TURN-05"}


@pytest.mark.allows("TU-TURN-05")
@pytest.mark.forbids("TU-TURN-05")
def test_floors_are_put_back_before_the_next_turn_begins() -> None:
    """Blue has nine floors and takes three: after the refill blue puts two back, and until then nobody has a turn."""
    full = {"black": 4, "grey": 2, "white": 3}
    state = played(turn(mine={"stock": full}), "take bwn", "reveal bgw")
    assert (state.actor, state.table.phase, kinds(state)) == (0, "back", {tu.Back})
    for action in (tu.Take("bgw"), tu.Found("A2", "white", "A2"), tu.Decline(), tu.Reveal("bgw")):
        assert refused(state, action) == {"TU-TURN-05"}
    assert refused(state, tu.Take("bgw"), by=1) == {"TU-TURN-01", "TU-TURN-05"}
    assert played(state, "back black black").actor == 1


@pytest.mark.forbids("TU-TURN-05")
@pytest.mark.parametrize(
    "action",
    [
        tu.Take("bwn"),
        tu.Found("A2", "white", "A2"),
        tu.Place("A2", "white"),
        tu.Back(("black",)),
        tu.Decline(),
        tu.Reveal("bwn"),
    ],
    ids=str,
)
def test_setup_comes_before_any_turn(action: tu.Action) -> None:
    """Before the objectives are dealt nobody can do anything else."""
    assert "TU-TURN-05" in refused(tu.new_game(2, objectives="random"), action)


@pytest.mark.forbids("TU-TURN-05")
def test_a_turn_begun_with_things_unfinished_is_noticed() -> None:
    """If the next turn begins without the refill, or without floors being put back, a law notices."""
    before, action = turn(mine={"stock": {"black": 4, "grey": 2, "white": 3}}), tu.Take("bwn")
    taken = tu.apply(before, action)
    assert "TU-TURN-05" in noticed(before, action, doctored(taken, phase="turn", seat=1))
    refill = tu.Reveal("bgw")
    refilled = tu.apply(taken, refill)
    assert "TU-TURN-05" in noticed(taken, refill, doctored(refilled, phase="turn", seat=1))
