"""Turns: whose it is, what one can do in it, what comes before what, and when all is over (TU-TURN).

FR “TOUR DE JEU”, PL “PRZEBIEG ROZGRYWKI I TURA GRACZA”.
"""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

import towerup as tu
from towerup.kernel.actors import CHANCE
from towerup.kernel.dealers import Dealer

from .support import MARKET, SPREAD, columns, impossible, objections, offered, over, play, refused, town

ENOUGH = {"black": 2, "grey": 1, "white": 2, "brown": 1}


def turn(players: int = 2, **named: Any) -> tu.State:
    """Blue's turn: black on A1, white on C2, grey on D4, and stocks to take cards or found with."""
    stocks = dict.fromkeys(("blue", "yellow", "orange", "green")[:players], ENOUGH)
    return tu.position("reconstruction", players, **{"buildings": SPREAD, "stocks": stocks, "market": MARKET, **named})


def extra_turn(reading: Any, **named: Any) -> tu.State:
    """An extra turn of blue's, whose vehicles have all reached the first star column, under this reading."""
    vehicles = {"blue": columns(2, 2, 3, 2)}
    return turn(3, vehicles=vehicles, extra_turn=True, rulings=tu.Rulings(extra_turn=reading), **named)


# --- one at a time, clockwise


@pytest.mark.allows("TU-TURN-01")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_turns_go_round_clockwise(players: int) -> None:
    """Seat after seat has a turn, and after the last seat the first one again."""
    state, dealer, seats = turn(players), Dealer(seed=3), []
    for _ in range(2 * players):
        seats.append(state.actor)
        action = next(one for one in tu.legal_actions(state) if isinstance(one, tu.Take) and "-v" not in one.card)
        state = dealer.settle(tu.apply(state, action, by=state.actor))
        if state.phase == "back":
            assert state.actor == seats[-1]
            state = tu.apply(state, tu.legal_actions(state)[0])
    assert seats == [*range(players), *range(players)]


@pytest.mark.allows("TU-TURN-01")
@pytest.mark.parametrize("move", ["take bwn", "found A2 white roof A2"])
def test_the_one_whose_turn_it_is_can_act(move: str) -> None:
    """The seat whose turn it is acts in its own name; without a name that seat is meant."""
    state = turn(3, turn="orange")
    action = tu.parse_action(state, move)
    assert tu.explain(state, action, by=2) == ()
    assert tu.apply(state, action, by=2) == tu.apply(state, action)


@pytest.mark.forbids("TU-TURN-01")
@pytest.mark.parametrize("by", [0, 2, CHANCE, 3, -1, 99, "yellow", [], True, False, 1.0, 0.0], ids=repr)
def test_nobody_else_can_act(by: Any) -> None:
    """On the second player's turn no other seat, nor chance, nor anyone who does not sit at the table, can act."""
    state = turn(3, turn="yellow")
    assert refused(state, "take bwn", by=by) == ["TU-TURN-01"]
    assert refused(state, "found A2 white roof A2", by=by) == ["TU-TURN-01"]


@pytest.mark.forbids("TU-TURN-01")
@pytest.mark.parametrize("by", [0.0, -0.0, False, "0", "blue", "chance"], ids=repr)
def test_what_is_only_like_a_seat_is_no_seat(by: Any) -> None:
    """On the first player's turn a seat is the number 0; what Python takes for equal to it is nobody."""
    assert refused(turn(), "take bwn", by=by) == ["TU-TURN-01"]
    assert tu.explain(turn(), tu.Take("bwn"), by=0) == ()


@pytest.mark.forbids("TU-TURN-01")
def test_players_do_not_do_what_chance_does_nor_chance_what_players_do() -> None:
    """The market is refilled by chance; a card is not taken by chance."""
    assert refused(turn(), "take bwn", by=CHANCE) == ["TU-TURN-01"]
    waiting = play(turn(), "take bwn")
    assert refused(waiting, "reveal bwn", by=0) == ["TU-TURN-01"]
    play(waiting, "reveal bwn")


@pytest.mark.forbids("TU-TURN-01")
def test_out_of_turn_the_rest_is_about_ones_own_stock() -> None:
    """Yellow, with no floor at all, wants to found on blue's turn: it is not yellow's turn, and yellow cannot pay."""
    state = turn(stocks={"blue": ENOUGH})
    assert refused(state, "found A2 white roof A2", by=1) == ["TU-TURN-01", "TU-FOUND-04", "TU-FOUND-06"]


@pytest.mark.forbids("TU-TURN-01")
@pytest.mark.parametrize(
    ("state", "action", "by", "who", "prompt"),
    [
        (turn, "take bwn", 1, "yellow", "blue to take a card or found a building"),
        (turn, "take bwn", CHANCE, "chance", "blue to take a card or found a building"),
        (turn, "take bwn", 2, "2, who is nobody here,", "blue to take a card or found a building"),
        (lambda: tu.new_game(2), "reveal bwn/black", 0, "blue", "a card to be revealed"),
    ],
)
def test_the_message_says_whom_the_table_waits_for(state: Any, action: str, by: Any, who: str, prompt: str) -> None:
    """A player, chance, or somebody who is not at the table."""
    assert objections(state(), action, by) == [("TU-TURN-01", f"{who} cannot act: the table waits for {prompt}")]


# --- exactly one of two actions


@pytest.mark.allows("TU-TURN-02")
def test_a_turn_is_taking_a_card_or_founding_a_building() -> None:
    """Both are offered, and nothing else. Who has no floors can still take every card."""
    assert {type(one) for one in tu.legal_actions(turn())} == {tu.Take, tu.Found}
    poor = turn(stocks={})
    assert offered(poor) == offered(poor, tu.Take)
    assert {line.split()[1] for line in offered(poor)} == set(MARKET)


NOT_A_TURN = ["decline", "back black", "place A2 white", "reveal bwn", "reveal bwn/black", "deal four-brown lake park"]


@pytest.mark.forbids("TU-TURN-02")
@pytest.mark.parametrize("move", NOT_A_TURN)
def test_nothing_else_is_a_turn(move: str) -> None:
    """Passing, putting floors back, placing a starting floor, revealing or dealing is not what a turn is for."""
    assert refused(turn(), move) == ["TU-TURN-02"]
    assert refused(turn(), tu.Back(())) == ["TU-TURN-02"]


@pytest.mark.forbids("TU-TURN-02", "TU-TURN-01")
@pytest.mark.parametrize(
    ("moves", "then"),
    [
        ("found A2 white roof A2", "take bwn"),
        ("found A2 white roof A2", "found A3 grey roof A3"),
        ("take bwn; reveal bgw", "found A2 white roof A2"),
    ],
)
def test_after_one_action_the_turn_is_over(moves: str, then: str) -> None:
    """Who has founded a building does not take a card as well, nor found another, nor the other way round."""
    assert refused(play(turn(), moves), then, by=0) == ["TU-TURN-01"]


@pytest.mark.allows("TU-TURN-01", "TU-TURN-02")
def test_an_optional_extra_turn_can_be_declined_or_played() -> None:
    """Under the Polish reading the extra turn can be given up: then nothing changes but whose turn it is."""
    state = extra_turn("optional")
    assert {type(one) for one in tu.legal_actions(state)} == {tu.Take, tu.Found, tu.Decline}
    assert play(state, "decline") == evolve(state, seat=1, extra_turn=False)
    assert play(state, "take bwn; reveal bgw").actor == 1
    assert play(state, "found A2 white roof A2").actor == 1


@pytest.mark.forbids("TU-TURN-02")
def test_declining_is_for_optional_extra_turns_only() -> None:
    """An ordinary turn cannot be declined under any reading, nor an extra turn under the French one."""
    assert refused(turn(rulings=tu.Rulings(extra_turn="optional")), "decline") == ["TU-TURN-02"]
    assert {type(one) for one in tu.legal_actions(extra_turn("compulsory"))} == {tu.Take, tu.Found}
    message = "an extra turn must be played (ruling extra_turn is compulsory)"
    assert objections(extra_turn("compulsory"), "decline") == [("TU-STAR-05", message)]


@pytest.mark.forbids("TU-TURN-02")
@pytest.mark.parametrize(
    ("reading", "end"), [("compulsory", ", nothing else"), ("optional", ", or decline the extra turn")]
)
def test_the_message_says_what_a_turn_is_for(reading: Any, end: str) -> None:
    """Declining is mentioned where it is offered."""
    message = f"it is blue's turn: take a card or found a building{end}"
    assert objections(extra_turn(reading), "reveal bwn") == [("TU-TURN-02", message)]


# --- over is over


@pytest.mark.allows("TU-TURN-03")
def test_the_game_is_over_after_the_last_of_the_last_turns() -> None:
    """A shortage by blue: yellow has a last turn, blue the very last one; then both cones are set and nobody acts."""
    # Black and white are four each: one on the board each, three black with blue, two white with yellow. One white is left.
    stocks, buildings = {"blue": {"black": 3}, "yellow": {"white": 2}}, {"N1": "black", "S2": "white"}
    state = tu.position("tiny", 2, buildings=buildings, stocks=stocks, market=["bw"], starting_floors=2)
    state = play(state, "take bw; reveal x-vw")
    assert state.ending == tu.Ending(tu.Cause.SHORTAGE, 0, 3)
    state = play(state, "back black; take x-vw +black; reveal w-vb; take w-vb; reveal bw")
    assert (state.phase, state.is_over, state.actor, tu.legal_actions(state)) == ("over", True, None, ())
    assert [player.cone for player in state.players] == [0, 0]
    assert tu.outcome(state) is not None


@pytest.mark.forbids("TU-TURN-03")
@pytest.mark.parametrize(
    "move",
    [
        "take bw",
        "found N2 white roof N2",
        "back black",
        "decline",
        "reveal x-vw",
        "reveal x-vw/any",
        "place S3 white",
        "deal pond",
    ],
)
def test_nothing_can_be_done_when_the_game_is_over(move: str) -> None:
    """Whatever anybody wants to do after the end, the game is over."""
    assert objections(over(), move) == [("TU-TURN-03", "the game is over")]
    for by in (0, 1, CHANCE):
        assert refused(over(), move, by=by) == ["TU-TURN-03"]


# --- one building, one roof


@pytest.mark.allows("TU-TURN-04")
def test_a_turn_founds_one_building_and_places_one_roof() -> None:
    """After blue's founding there is one building more on the board, and one roof fewer in blue's hand."""
    before = turn()
    after = play(before, "found A2 white roof A1")
    assert set(after.buildings) - set(before.buildings) == {"A2"}
    assert [player.roofs for player in after.players] == [9, 10]
    assert sum(len(one.roofs) for one in after.buildings.values()) == 1


@pytest.mark.allows("TU-TURN-04")
def test_an_extra_turn_is_a_turn_of_its_own() -> None:
    """The roof on A1, now two floors high, brings black to the star where the others are: blue founds once more."""
    state = play(turn(vehicles={"blue": columns(0, 2, 2, 2)}), "found A2 white roof A1")
    assert (state.actor, state.extra_turn) == (0, True)
    state = play(state, "found A3 grey roof A3")
    assert (state.actor, state.players[0].roofs) == (1, 8)


@pytest.mark.forbids("TU-TURN-04")
def test_no_action_builds_more() -> None:
    """Of all that is offered, a founding adds one building and one roof, and taking a card adds nothing."""
    before = turn()
    for action in tu.legal_actions(before):
        after, founded = tu.apply(before, action), isinstance(action, tu.Found)
        assert len(after.buildings) - len(before.buildings) == founded
        assert sum(len(one.roofs) for one in after.buildings.values()) == founded
        if not founded:
            assert after.buildings == before.buildings


@pytest.mark.forbids("TU-TURN-04")
@pytest.mark.parametrize("roofs", [{}, {1: "blue", 2: "blue"}], ids=["none", "two"])
def test_no_position_has_other_than_one_roof_a_founding(roofs: dict[int, str]) -> None:
    """Three starting floors and one building founded go with one roof: with none no order of founding fits, nor with two."""
    buildings = {**SPREAD, "A1": tu.Building("black", 2, roofs), "A2": "white"}
    assert impossible("reconstruction", 2, buildings=buildings, turn="yellow")


# --- unfinished things first


@pytest.mark.allows("TU-TURN-05")
def test_the_market_is_refilled_before_anything_else() -> None:
    """After a card is taken chance must act; only then does the next player."""
    state = play(turn(), "take bwn")
    assert (state.actor, state.phase) == (CHANCE, "reveal")
    assert offered(state) == offered(state, tu.Reveal)
    assert play(state, "reveal bwn").actor == 1


@pytest.mark.forbids("TU-TURN-05")
@pytest.mark.parametrize(
    "move",
    [
        "take xx +black +black",
        "found A2 white roof A2",
        "back black",
        "decline",
        "place E6 brown",
        "deal four-brown lake park",
    ],
)
def test_nobody_acts_while_the_market_lacks_a_card(move: str) -> None:
    """Until the market has three cards again nobody takes, founds, puts back or does anything else."""
    message = "something else comes first: the table waits for the market to be refilled"
    assert objections(play(turn(), "take bwn"), move) == [("TU-TURN-05", message)]


@pytest.mark.allows("TU-TURN-05")
@pytest.mark.forbids("TU-TURN-05")
def test_floors_are_put_back_before_the_next_turn_begins() -> None:
    """Blue has nine floors and takes three: after the refill blue puts two back, and until then nobody has a turn."""
    stocks = {"blue": {"black": 4, "grey": 2, "white": 3}, "yellow": ENOUGH}
    state = play(turn(stocks=stocks), "take bwn; reveal bgw")
    assert (state.actor, state.phase) == (0, "back")
    for move in ("take bgw", "found A2 white roof A2", "decline", "reveal bgw"):
        message = "something else comes first: the table waits for blue to put back floors"
        assert objections(state, move) == [("TU-TURN-05", message)]
    assert refused(state, "take bgw", by=1) == ["TU-TURN-01", "TU-TURN-05"]
    assert play(state, "back black black").actor == 1


@pytest.mark.forbids("TU-TURN-05")
@pytest.mark.parametrize(
    "move",
    ["take bwn", "found A2 white roof A2", "place A2 white", "back black", "decline", "reveal bwn", "reveal bwn/black"],
)
def test_setup_comes_before_any_turn(move: str) -> None:
    """Before the objectives are dealt nobody can do anything else."""
    said = objections(tu.new_game(2, objectives="random"), move)
    message = "something else comes first: the table waits for the objectives to be dealt"
    assert said[0] == ("TU-TURN-05", message)


# --- what is legal is one question


def test_apply_and_explain_agree_with_what_is_offered() -> None:
    """Over the whole action space: what is offered is not objected to, and what is not offered is refused with a reason."""
    for state in (turn(), over(), town("A2 white blue", stocks={"blue": ENOUGH}), play(turn(), "take bwn")):
        legal = set(tu.legal_actions(state))
        assert legal <= set(tu.action_space(state))
        for action in tu.action_space(state):
            assert (tu.explain(state, action) == ()) == (action in legal)
