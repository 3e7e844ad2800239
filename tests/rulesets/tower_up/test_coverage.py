"""What a step is said to show: the rules it applied, and the rare events.

Most examples are in the small town: four roofs a player, a stock limit of six, two cards in the market, star columns 1 and
3, a track of four steps and a cone row of three places.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from typing import Any

import pytest

import towerup as tu
from towerup.rulesets.tower_up.objectives import RULE_OF_KIND
from towerup.rulesets.tower_up.state import Phase

from .tables import built, skyline, town

COVERAGE = tu.TOWER_UP.coverage
RULES = tu.catalogue().rules
ADDS_TURN = tu.Rulings(second_trigger="shortage_adds_turn")
WHOLE_RUN = tu.Rulings(stock_limit="whole_run")
OPTIONAL = tu.Rulings(extra_turn="optional")
MAY_DECLINE = tu.Rulings(replacement="may_decline")
LAST_ROOF, SHORTAGE = tu.EndComing("last roof", 0), tu.EndComing("shortage", 0)
OTHER_CARDS = ("bbww", "ggnn", "gwn", "xx", "x-vbb", "wn-vg", "bg-vwn")
"""Those of the small town beside bgw and gwn in the market."""
ALL_AT_ONE = {"black": 1, "grey": 1, "white": 1, "brown": 1}
ALL_AT_THREE = {"black": 3, "grey": 3, "white": 3, "brown": 3}
THREE = {"black": 1, "grey": 1, "white": 1}

BaseState = tuple[tu.State, tuple[str, ...]]
"""A state and what is done then; it is the last of these actions that is looked at."""


def then(state: tu.State, *lines: str) -> BaseState:
    return state, lines


def told(moment: BaseState) -> tuple[str, ...]:
    """What is notable about the last action."""
    state, lines = moment
    for line in lines[:-1]:
        state = tu.apply(state, tu.parse_action(state, line))
    action = tu.parse_action(state, lines[-1])
    names = tuple(COVERAGE.notable(state, action, tu.apply(state, action)))
    assert len(set(names)) == len(names)
    return names


# --- positions


def begun(edition: str, players: int, floors: int, *cards: str) -> tu.State:
    """A game in which these cards were revealed for starting floors."""
    state = tu.new_game(players, edition=edition, starting_floors=floors)
    for card in cards:
        state = tu.apply(state, tu.Reveal(card))
    return state


def big(market: Sequence[str]) -> tu.State:
    """Blue's turn in the whole game, with nothing built."""
    spread = {"A1": tu.Building("black"), "C2": tu.Building("white"), "D4": tu.Building("grey")}
    return tu.position(tu.setup(2), spread, [{}, {}], market)


def no_black_left(**more: Any) -> tu.State:
    """Blue's turn, with a roof on top of A2; all black floors are on the board or in stocks."""
    return town("A2 white blue", [{"stock": {"black": 1}}, {"stock": {"black": 5}}], **more)


def one_grey_left(rulings: tu.Rulings | None = None) -> tu.State:
    """All floors of the small town but one grey are on the board or in the stocks of four players."""
    foundings = "A2 white blue, A3 grey yellow, D2 white orange, D1 brown green, C2 white blue, B1 brown yellow, C1 brown orange"
    setup = tu.setup(4, "small", ("three-heights", "a-double"), rulings=rulings)
    board = built(setup, "A1 black, D3 black", foundings)
    left = {"black": 9, "grey": 7, "white": 8, "brown": 9}
    for building in board.values():
        left[building.colour] -= building.floors
    pool = [colour for colour, count in left.items() for _ in range(count)]
    stocks = [{colour: pool[seat::4].count(colour) for colour in left} for seat in range(4)]
    return tu.position(setup, board, [{"stock": stock} for stock in stocks], ("xx", "bgw"))


def one_step_to_a_star(market: str = "wn-vg", rulings: tu.Rulings | None = None, **more: Any) -> tu.State:
    """Of blue's vehicles only the grey one has not reached the first star column; blue's stock is full."""
    own = {"stock": {"brown": 6}, "vehicles": ALL_AT_ONE | {"grey": 0}}
    return town("", [own, {}], (market, "bgw"), rulings=rulings, **more)


THREE_ROOFS = "A2 white blue, A3 grey blue, D2 white blue"
FOUR_ROOFS = f"{THREE_ROOFS}, D1 grey blue"
"""Of blue's four roofs those on A3 and D1 are on top."""


def before_the_last_roof(foundings: str = THREE_ROOFS, **own: Any) -> tu.State:
    return town(foundings, [{"stock": THREE} | own, {}])


def last_turn(
    seats: Sequence[Mapping[str, Any]] = ({}, {}), market: Sequence[str] = ("bgw", "gwn"), **more: Any
) -> tu.State:
    """Yellow's last turn after blue's last roof; blue has counted two."""
    blue, *others = seats
    return town(FOUR_ROOFS, [{"cone": 2, **blue}, *others], market, seat=1, ending=LAST_ROOF, **more)


def no_black_left_in_a_last_turn(rulings: tu.Rulings | None = None) -> tu.State:
    return last_turn(({}, {"stock": {"black": 1}}, {"stock": {"black": 2}}), rulings=rulings)


YELLOW_PLACED_THREE = "B1 grey yellow, C1 white yellow, C3 grey yellow"


def yellows_last_roof(foundings: str, ending: tu.EndComing, cone: int | None) -> BaseState:
    state = town(foundings, [{"cone": cone}, {"stock": THREE}, {}], seat=1, ending=ending)
    return then(state, "found B2 black roof B2")


def lakeside(
    foundings: str, seats: Sequence[Mapping[str, Any]], objectives: Sequence[str] = ("lake", "park")
) -> tu.State:
    """B1, B2, B3 and D2 are on the lake, B1 and B3 on the park as well; either wants two."""
    return town(foundings, seats, objectives=objectives)


def high_rise(foundings: str) -> tu.State:
    return town(foundings, [{"stock": THREE}, {}], starting="A3 black, D3 black")


def before_the_tenth_roof(ninth: str) -> tu.State:
    """The whole game's board for two, blue to place the tenth roof: eight are on top, or (if B4 is the ninth) seven."""
    foundings = (
        "A4 white blue, A5 white blue, D2 white blue, C3 white blue, C5 white blue, E1 white blue, E4 white blue"
    )
    return skyline(f"{foundings}, B3 white blue, {ninth}")


def last_of_all(*others: Mapping[str, Any], blue: Mapping[str, Any] | None = None) -> BaseState:
    """Blue, who caused a shortage, has the last turn of all, and ends it with three floors. Nobody has placed a roof."""
    seats = [blue or {}, *({"cone": 0, **other} for other in others)]
    return then(town("", seats, ending=SHORTAGE), "take gwn", "reveal xx")


FIRST_AT_THE_LAKE = "D1 grey yellow, B3 white blue"
SECOND_AT_THE_LAKE = "D2 white yellow, B2 grey yellow, B3 black blue"
THIRD_AT_THE_LAKE = "D2 white yellow, B2 grey yellow, B3 black orange D2, B1 white orange B2, D1 brown blue B3"


# --- each event: a step that shows it with all that is told of that step, and a near miss

EIGHT_ON_TOP, SEVEN_ON_TOP = "D6 black blue D2", "B4 black blue"
MOVED = ("TU-STAR-01", "TU-STAR-02")
CARD_MOVED = ("TU-TAKE-02", "TU-TAKE-04", "TU-MOVE-03", "extra turn by a card", *MOVED)
CHIP = ("TU-GOAL-01", "TU-GOAL-02", "TU-SETUP-09")
OVER = ("TU-TURN-03", "TU-FINAL-01", "TU-FINAL-02")
BLUES_LAST_COUNT = ("TU-END-07", "TU-END-10", "TU-END-05", "no roof on top", *OVER)
LAST_ROOF_AND_COUNT = ("TU-ROOF-03", "TU-END-01", "TU-END-02", "TU-END-07", "end by last roof")
NO_BLACK = ("TU-TAKE-02", "TU-TAKE-08", "TU-TAKE-09")

EXAMPLES: dict[str, tuple[Callable[[], BaseState], Sequence[str], Callable[[], BaseState]]] = {
    "starting floor of any colour": (
        lambda: then(begun("small", 2, 2, "xx/any", "bgw/grey"), "place A1 black"),
        ["TU-SETUP-04"],
        lambda: then(begun("small", 2, 2, "bgw/grey", "xx/any"), "place A1 grey"),
    ),
    "starting floor passed over": (
        lambda: then(begun("hamlet", 3, 2, "n-vbw/brown", "n-vbw/brown"), "place R1 brown"),
        ["TU-SETUP-12"],
        lambda: then(begun("hamlet", 3, 2, "n-vbw/brown", "bw/black"), "place R1 brown"),
    ),
    "reshuffle": (
        lambda: then(town("", [{}, {}], discards=dict.fromkeys(OTHER_CARDS, 1)), "take bgw"),
        ["TU-TAKE-02", "TU-TAKE-06"],
        lambda: then(town("", [{}, {}], discards=dict.fromkeys(OTHER_CARDS[1:], 1)), "take bgw"),
    ),
    "market all alike": (
        lambda: then(big(("bgw", "bgw", "gwn")), "take gwn", "reveal bgw"),
        [],
        lambda: then(big(("bgw", "bgw", "gwn")), "take gwn", "reveal bgn"),
    ),
    "replacement floors": (
        lambda: then(no_black_left(), "take bgw +brown"),
        [*NO_BLACK, "TU-END-04", "end by shortage"],
        lambda: then(no_black_left(rulings=MAY_DECLINE), "take bgw"),
    ),
    "replacement declined": (
        lambda: then(no_black_left(rulings=MAY_DECLINE), "take bgw"),
        [*NO_BLACK, "TU-END-04", "end by shortage"],
        lambda: then(no_black_left(rulings=MAY_DECLINE), "take bgw +brown"),
    ),
    "container emptied": (
        lambda: then(one_grey_left(), "take bgw"),
        [*NO_BLACK, "empty container", "TU-END-04", "end by shortage"],
        lambda: then(no_black_left(), "take bgw +brown"),
    ),
    "empty container": (
        lambda: then(one_grey_left(), "take xx +grey"),
        [
            *("TU-TAKE-03", "TU-TAKE-09", "container emptied", "multicolour floor not to be had"),
            *("TU-END-04", "end by shortage"),
        ],
        lambda: then(no_black_left(), "take bgw +brown"),
    ),
    "multicolour floor not to be had": (
        lambda: then(one_grey_left(tu.Rulings(empty_container="no_shortage")), "take xx +grey"),
        ["TU-TAKE-03", "TU-TAKE-09", "TU-END-04", "container emptied", "empty container"],
        lambda: then(one_grey_left(), "take bgw"),
    ),
    "trimmed stock": (
        lambda: then(town("", [{"stock": {"brown": 6}}, {}]), "take bgw", "reveal xx", "back black brown brown"),
        [],
        lambda: then(town("", [{"stock": {"brown": 3}}, {}]), "take bgw", "reveal xx"),
    ),
    "trimmed before an extra turn": (
        lambda: then(one_step_to_a_star(), "take wn-vg", "reveal xx", "back brown brown"),
        ["trimmed stock"],
        lambda: then(one_step_to_a_star(), "take bgw", "reveal xx", "back brown brown brown"),
    ),
    "over the limit into an extra turn": (
        lambda: then(one_step_to_a_star(rulings=WHOLE_RUN), "take wn-vg", "reveal xx"),
        ["TU-STOCK-03"],
        lambda: then(one_step_to_a_star(), "take wn-vg", "reveal xx"),
    ),
    "capped vehicle": (
        lambda: then(town("", [{"stock": THREE, "vehicles": {"grey": 4}}, {}]), "found A2 grey roof A2"),
        ["TU-MOVE-02"],
        lambda: then(town("", [{"stock": THREE, "vehicles": {"grey": 3}}, {}]), "found A2 grey roof A2"),
    ),
    "vehicle capped by a card": (
        lambda: then(town("", [{"vehicles": {"grey": 4}}, {}], ("wn-vg", "bgw")), "take wn-vg"),
        ["TU-TAKE-02", "TU-TAKE-04", "TU-MOVE-02", "TU-MOVE-03"],
        lambda: then(town("", [{"vehicles": {"grey": 3}}, {}], ("wn-vg", "bgw")), "take wn-vg"),
    ),
    "extra turn by a card": (
        lambda: then(one_step_to_a_star(), "take wn-vg"),
        CARD_MOVED,
        lambda: then(town("", [{"stock": THREE, "vehicles": ALL_AT_ONE | {"grey": 0}}, {}]), "found A2 grey roof A2"),
    ),
    "two star columns at once": (
        lambda: then(
            town("D2 white yellow", [{"stock": THREE, "vehicles": ALL_AT_THREE | {"black": 0}}, {}]),
            "found D1 grey roof D3",
        ),
        ["TU-ROOF-03", *MOVED, "TU-STAR-03"],
        lambda: then(
            town("D2 white yellow", [{"stock": THREE, "vehicles": ALL_AT_THREE | {"black": 0, "grey": 2}}, {}]),
            "found D1 grey roof D3",
        ),
    ),
    "extra turn within an extra turn": (
        lambda: then(
            town("", [{"vehicles": ALL_AT_THREE | {"grey": 2}}, {}], ("wn-vg", "bgw"), extra_turn=True), "take wn-vg"
        ),
        [*CARD_MOVED, "TU-STAR-04", "TU-STAR-05"],
        lambda: then(town("", [{"vehicles": ALL_AT_THREE | {"grey": 2}}, {}], ("wn-vg", "bgw")), "take wn-vg"),
    ),
    "extra turn after the last roof": (
        lambda: then(
            before_the_last_roof(
                stock={"black": 1, "white": 1, "brown": 1}, vehicles={"black": 1, "grey": 1, "white": 2, "brown": 0}
            ),
            "found D1 brown roof D1",
        ),
        ["TU-ROOF-03", *MOVED, "TU-END-01", "end by last roof"],
        lambda: then(before_the_last_roof(), "found D1 grey roof D1"),
    ),
    "extra turn in a last turn": (
        lambda: then(
            town("", [{}, {"vehicles": ALL_AT_ONE | {"grey": 0}}], ("wn-vg", "bgw"), seat=1, ending=SHORTAGE),
            "take wn-vg",
        ),
        [*CARD_MOVED, "TU-END-06", "TU-END-10"],
        lambda: then(
            town(
                *("", [{"vehicles": ALL_AT_THREE | {"grey": 2}}, {}], ("wn-vg", "bgw")),
                extra_turn=True,
                ending=SHORTAGE,
            ),
            "take wn-vg",
        ),
    ),
    "extra turn declined": (
        lambda: then(town("", [{"vehicles": ALL_AT_ONE}, {}], extra_turn=True, rulings=OPTIONAL), "decline"),
        [],
        lambda: then(town("", [{"vehicles": ALL_AT_ONE}, {}], extra_turn=True, rulings=OPTIONAL), "take bgw"),
    ),
    "roof on a fifth floor": (
        lambda: then(high_rise("A1 white yellow, C1 white yellow, A2 grey yellow"), "found C2 grey roof A3"),
        ["TU-ROOF-03", "TU-MOVE-02", "capped vehicle"],
        lambda: then(high_rise("A1 white yellow, C1 white yellow"), "found C2 grey roof A3"),
    ),
    "two objectives in one founding": (
        lambda: then(lakeside(FIRST_AT_THE_LAKE, [{"stock": THREE}, {}]), "found B1 grey roof B1"),
        ["TU-ROOF-03", *CHIP, "TU-GOAL-04", "TU-GOAL-12", "TU-GOAL-14"],
        lambda: then(
            lakeside(FIRST_AT_THE_LAKE, [{"stock": THREE}, {}], ("lake", "two-brown")), "found B1 grey roof B1"
        ),
    ),
    "second chip of an objective": (
        lambda: then(
            lakeside(SECOND_AT_THE_LAKE, [{"stock": THREE}, {"chips": {"lake": 5}}]), "found B1 white roof B1"
        ),
        ["TU-ROOF-03", *CHIP, "TU-GOAL-04", "TU-GOAL-12", "TU-GOAL-14", "two objectives in one founding"],
        lambda: then(lakeside(FIRST_AT_THE_LAKE, [{"stock": THREE}, {}]), "found B1 grey roof B1"),
    ),
    "third chip of an objective": (
        lambda: then(
            lakeside(
                THIRD_AT_THE_LAKE,
                [{"stock": THREE}, {"chips": {"lake": 5}}, {"chips": {"lake": 3}}],
                ("lake", "two-brown"),
            ),
            "found A2 grey roof B1",
        ),
        [*CHIP, "TU-GOAL-14"],
        lambda: then(
            lakeside(SECOND_AT_THE_LAKE, [{"stock": THREE}, {"chips": {"lake": 5}}]), "found B1 white roof B1"
        ),
    ),
    "end by last roof": (
        lambda: then(before_the_last_roof(), "found D1 grey roof D1"),
        LAST_ROOF_AND_COUNT,
        lambda: then(before_the_last_roof("A2 white blue, A3 grey blue"), "found D1 grey roof D1"),
    ),
    "end by shortage": (
        lambda: then(no_black_left(), "take bgw +brown"),
        [*NO_BLACK, "TU-END-04", "replacement floors"],
        lambda: then(no_black_left(), "take gwn"),
    ),
    "last roof after last roof": (
        lambda: yellows_last_roof(f"{FOUR_ROOFS}, {YELLOW_PLACED_THREE}", LAST_ROOF, 1),
        ["TU-ROOF-03", "TU-END-09", "TU-END-03", "TU-END-07"],
        lambda: yellows_last_roof(f"{THREE_ROOFS}, {YELLOW_PLACED_THREE}", SHORTAGE, None),
    ),
    "last roof after shortage": (
        lambda: yellows_last_roof(f"{THREE_ROOFS}, {YELLOW_PLACED_THREE}", SHORTAGE, None),
        ["TU-ROOF-03", "TU-END-09", "TU-END-10", "TU-END-07", "TU-END-05"],
        lambda: yellows_last_roof(f"{FOUR_ROOFS}, {YELLOW_PLACED_THREE}", LAST_ROOF, 1),
    ),
    "shortage after last roof": (
        lambda: then(no_black_left_in_a_last_turn(), "take bgw +brown"),
        [*NO_BLACK, "replacement floors", "TU-END-06", "TU-END-09"],
        lambda: then(no_black_left_in_a_last_turn(), "take gwn"),
    ),
    "shortage after shortage": (
        lambda: then(no_black_left(), "take bgw +brown", "reveal bbww", "take bbww +grey +grey"),
        [*NO_BLACK, "replacement floors", "TU-END-06", "TU-END-09"],
        lambda: then(no_black_left_in_a_last_turn(), "take bgw +brown"),
    ),
    "turn added by a shortage": (
        lambda: then(no_black_left_in_a_last_turn(ADDS_TURN), "take bgw +brown"),
        [*NO_BLACK, "replacement floors", "TU-END-04", "TU-END-06", "TU-END-09", "shortage after last roof"],
        lambda: then(no_black_left_in_a_last_turn(), "take bgw +brown"),
    ),
    "counted roof covered": (
        lambda: then(last_turn(({}, {"stock": THREE}, {})), "found B3 black roof B3"),
        ["TU-ROOF-03", "TU-END-03", "TU-END-07", "TU-END-08"],
        lambda: then(
            town(FOUR_ROOFS.replace("A3 grey blue, ", ""), [{}, {"stock": THREE}], seat=1, ending=SHORTAGE),
            "found B3 black roof B3",
        ),
    ),
    "no roof on top": (
        lambda: then(last_turn(({}, {}, {})), "take gwn", "reveal xx"),
        ["TU-END-03", "TU-END-07"],
        lambda: then(last_turn(({}, {"stock": THREE}, {})), "found B3 black roof B3"),
    ),
    "cone on its last place": (
        lambda: then(before_the_tenth_roof(EIGHT_ON_TOP), "found C4 black roof C4"),
        LAST_ROOF_AND_COUNT,
        lambda: then(before_the_tenth_roof(SEVEN_ON_TOP), "found A3 black roof A3"),
    ),
    "more roofs on top than places": (
        lambda: then(before_the_tenth_roof(EIGHT_ON_TOP), "found E5 black roof E4"),
        [*LAST_ROOF_AND_COUNT, "cone on its last place", "TU-MOVE-02", "capped vehicle"],
        lambda: then(before_the_tenth_roof(EIGHT_ON_TOP), "found C4 black roof C4"),
    ),
    "tie broken by floors": (
        lambda: last_of_all({"stock": {"grey": 2}}),
        [*BLUES_LAST_COUNT, "TU-FINAL-03"],
        lambda: last_of_all({"stock": {"grey": 3}}),
    ),
    "shared victory": (
        lambda: last_of_all({"stock": {"grey": 3}}),
        [*BLUES_LAST_COUNT, "TU-FINAL-03", "TU-FINAL-04"],
        lambda: last_of_all({"stock": {"grey": 3}, "vehicles": {"grey": 1}}),
    ),
    "tie of three": (
        lambda: last_of_all({"stock": {"grey": 3}}, {"stock": {"grey": 2}}),
        [*BLUES_LAST_COUNT, "TU-FINAL-03", "TU-FINAL-04", "shared victory"],
        lambda: last_of_all({"stock": {"grey": 3}}, {}, blue={"vehicles": {"grey": 1}}),
    ),
}


def test_every_event_has_an_example() -> None:
    """And every event is told in a sentence."""
    assert EXAMPLES.keys() == COVERAGE.events.keys()
    assert all(re.fullmatch(r"[A-Z].{20,}\.", sentence) for sentence in COVERAGE.events.values())
    assert not COVERAGE.events.keys() & RULES.keys()


@pytest.mark.parametrize("event", EXAMPLES)
def test_a_step_that_shows_an_event(event: str) -> None:
    """Just this is told of it, no rule more and none less."""
    shows, others, _ = EXAMPLES[event]
    assert {*told(shows())} == {event, *others}


@pytest.mark.parametrize("event", EXAMPLES)
def test_a_near_miss_does_not_show_it(event: str) -> None:
    """A step that differs in what matters is not said to show the event."""
    *_, near = EXAMPLES[event]
    assert event not in told(near())


# --- rules that apply to some steps of a kind

NEAR_RULES: dict[str, tuple[Callable[[], BaseState], Callable[[], BaseState]]] = {
    "TU-SETUP-02": (
        lambda: then(begun("small", 2, 3, "xx/any"), "reveal bgw/grey"),
        lambda: then(begun("small", 2, 3, "xx/any", "bgw/grey"), "reveal bbww/black"),
    ),
    "TU-SETUP-03": (
        lambda: then(begun("small", 2, 3, "xx/any"), "reveal bgw/grey"),
        lambda: then(town("", [{}, {}]), "take bgw", "reveal xx"),
    ),
    "TU-SETUP-06": (
        lambda: then(begun("small", 2, 2, "bgw/grey", "xx/any"), "place A1 grey", "place D3 grey"),
        lambda: then(begun("small", 2, 2, "bgw/grey", "xx/any"), "place A1 grey", "place D3 black"),
    ),
    "TU-SETUP-07": (
        lambda: then(tu.new_game(2, edition="small"), "reveal bgw/grey"),
        lambda: then(begun("small", 2, 3, "xx/any"), "reveal bgw/grey"),
    ),
    "TU-SETUP-10": (
        lambda: then(begun("small", 2, 2, "xx/any"), "reveal bgw/grey"),
        lambda: then(begun("small", 2, 3, "xx/any"), "reveal bgw/grey"),
    ),
    "TU-SETUP-11": (
        lambda: then(begun("small", 2, 3, "xx/any", "bgw/grey"), "reveal bbww/black"),
        lambda: then(begun("small", 2, 2, "xx/any"), "reveal bgw/grey"),
    ),
    "TU-TAKE-02": (
        lambda: then(town("", [{}, {}], ("xx", "bgw")), "take bgw"),
        lambda: then(town("", [{}, {}], ("xx", "bgw")), "take xx +black +grey"),
    ),
    "TU-TAKE-03": (
        lambda: then(town("", [{}, {}], ("xx", "bgw")), "take xx +black +grey"),
        lambda: then(town("", [{}, {}], ("xx", "bgw")), "take bgw"),
    ),
    "TU-TAKE-04": (
        lambda: then(town("", [{}, {}], ("wn-vg", "bgw")), "take wn-vg"),
        lambda: then(town("", [{}, {}], ("wn-vg", "bgw")), "take bgw"),
    ),
    "TU-TAKE-07": (
        lambda: then(town("", [{}, {}], ("gwn", "gwn")), "take gwn"),
        lambda: then(big(("bgw", "bgw", "gwn")), "take gwn"),
    ),
    "TU-FOUND-07": (
        lambda: then(town(FOUR_ROOFS, [{"vehicles": ALL_AT_THREE}, {}], extra_turn=True, ending=LAST_ROOF), "take bgw"),
        lambda: then(last_turn(), "take bgw"),
    ),
    "TU-ROOF-03": (
        lambda: then(town("A2 white blue", [{"stock": THREE}, {}]), "found A3 grey roof A3"),
        lambda: then(town("A2 white blue A1", [{"stock": THREE}, {}]), "found B1 grey roof B1"),
    ),
    "TU-STAR-02": (
        lambda: then(one_step_to_a_star(), "take wn-vg"),
        lambda: then(
            town("A2 white blue", [{"stock": THREE, "vehicles": ALL_AT_THREE | {"black": 0, "grey": 2}}, {}]),
            "found A3 grey roof A1",
        ),
    ),
    "TU-STAR-05": (
        lambda: then(
            town("", [{"stock": THREE, "vehicles": ALL_AT_ONE}, {}], extra_turn=True), "found A2 grey roof A2"
        ),
        lambda: then(town("", [{"stock": THREE, "vehicles": ALL_AT_ONE}, {}]), "found A2 grey roof A2"),
    ),
    "TU-STAR-06": (
        lambda: then(
            town("", [{"vehicles": ALL_AT_ONE | {"white": 0, "brown": 0}}, {}], ("bg-vwn", "bgw")), "take bg-vwn"
        ),
        lambda: then(one_step_to_a_star(), "take wn-vg"),
    ),
    "TU-GOAL-03": (
        lambda: then(
            lakeside(SECOND_AT_THE_LAKE, [{"stock": THREE}, {"chips": {"lake": 5}, "stock": THREE}]),
            *("take bgw", "reveal xx", "found A2 white roof A2"),
        ),
        lambda: then(lakeside(FIRST_AT_THE_LAKE, [{"stock": THREE}, {}]), "found B1 grey roof B1"),
    ),
    "TU-GOAL-04": (
        lambda: then(lakeside(FIRST_AT_THE_LAKE, [{"stock": THREE}, {}]), "found B1 grey roof B1"),
        lambda: then(
            lakeside(
                THIRD_AT_THE_LAKE,
                [{"stock": THREE}, {"chips": {"lake": 5}}, {"chips": {"lake": 3}}],
                ("lake", "two-brown"),
            ),
            "found A2 grey roof B1",
        ),
    ),
    "TU-END-02": (
        lambda: then(before_the_last_roof(), "found D1 grey roof D1"),
        lambda: then(last_turn(), "take gwn", "reveal xx"),
    ),
    "TU-END-03": (
        lambda: then(last_turn(), "take gwn", "reveal xx"),
        lambda: last_of_all({}),
    ),
    "TU-END-05": (
        lambda: then(no_black_left(), "take bgw +brown", "reveal xx"),
        lambda: then(no_black_left(), "take gwn", "reveal xx"),
    ),
    "TU-END-06": (
        lambda: then(last_turn(), "take gwn"),
        lambda: then(last_turn(({}, {"stock": THREE})), "take gwn"),
    ),
    "TU-TURN-03": (
        lambda: last_of_all({}),
        lambda: then(last_turn(({}, {}, {})), "take gwn", "reveal xx"),
    ),
}


@pytest.mark.parametrize("rule", NEAR_RULES)
def test_a_rule_is_applied_where_it_bears_on_the_step_and_not_beside(rule: str) -> None:
    shows, near = NEAR_RULES[rule]
    assert rule in told(shows())
    assert rule not in told(near())


# --- the whole catalogue


def source(*names: str) -> str:
    package = resources.files("towerup.rulesets.tower_up")
    return "".join((package / f"{name}.py").read_text(encoding="utf-8") for name in names)


def ids_in(text: str) -> set[str]:
    return set(re.findall(r"TU-[A-Z]+-\d\d", text))


def can_be_told() -> set[str]:
    """Every rule that the witnesses can name."""
    return ids_in(source("coverage")) | set(RULE_OF_KIND.values())


def test_every_rule_can_be_counted_and_no_other() -> None:
    """What only forbids is what is about the form of an action; every other rule is applied by some step."""
    always = {id for ids in COVERAGE.always.values() for id in ids}
    assert always | can_be_told() == RULES.keys() - {"TU-FORM-01", "TU-FORM-02"}
    assert COVERAGE.forbidding <= RULES.keys()
    assert always | can_be_told() | COVERAGE.forbidding == RULES.keys()
    assert {kind.__name__ for kind in COVERAGE.always} == {
        "Deal",
        "Reveal",
        "Place",
        "Take",
        "Back",
        "Found",
        "Decline",
    }


def test_the_rules_that_forbid_are_those_the_judge_can_name() -> None:
    assert ids_in(source("judging", "understanding", "playing")) == COVERAGE.forbidding


def mixed_games(count: int, seed: str) -> list[list[tuple[tu.State, Any, tu.State]]]:
    """Games of players of all policies, every third in one of the stress editions."""
    rules, played = tu.TOWER_UP, []
    for number in range(count):
        chooser = random.Random(f"{seed}/{number}")
        edition = (
            rules.stress_editions[number // 3 % len(rules.stress_editions)] if number % 3 == 2 else "reconstruction"
        )
        state = rules.random_game(chooser, chooser.choice(rules.player_counts(edition)), edition)
        policies = chooser.choices(list(rules.policies.values()), k=len(state.setup.seats))
        steps: list[tuple[tu.State, Any, tu.State]] = []
        while legal := tu.legal_actions(state):
            action = rules.decide(state, legal, policies, chooser)
            after = tu.apply(state, action)
            steps.append((state, action, after))
            state = after
        played.append(steps)
    return played


def test_what_is_told_of_whole_games() -> None:
    """Only what is known is told, each once a step; every game begins and ends once; and the chips are told as they go."""
    counted: Counter[str] = Counter()
    games = mixed_games(45, "whole games")
    for before, action, after in (step for steps in games for step in steps):
        names = COVERAGE.notable(before, action, after)
        always = COVERAGE.always[type(action)]
        assert len(set(names)) == len(names), names
        assert names == COVERAGE.notable(before, tu.action_from_json(tu.action_to_json(action)), after)
        counted.update(names)
        counted.update(always)
        seat = before.seat
        taken = [
            RULE_OF_KIND[before.setup.edition.objective(id).kind]
            for id, old, new in zip(
                before.setup.objectives, before.players[seat].chips, after.players[seat].chips, strict=False
            )
            if old != new
        ]
        assert [name for name in names if name in RULE_OF_KIND.values()] == taken
        assert ("TU-FINAL-01" in names) == (after.phase is Phase.OVER)
        assert ("TU-END-07" in names) == (before.players[seat].cone is None and after.players[seat].cone is not None)
    assert counted.keys() <= RULES.keys() | COVERAGE.events.keys()
    for once in ("TU-SETUP-07", "TU-SETUP-10", "TU-FINAL-02"):
        assert counted[once] == len(games)
    assert counted["end by last roof"] + counted["end by shortage"] == len(games)
    assert len(counted.keys() & RULES.keys()) > 75
