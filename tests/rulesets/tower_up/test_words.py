"""What people are told, word for word: a refusal names the sites, colours, cards and numbers that it is about.

Each kind of finding stands here once as it is read, so that no name or number in it can go wrong unnoticed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

import pytest

import towerup as tu
from towerup.rulesets.tower_up.cards import letters
from towerup.rulesets.tower_up.understanding import _Names

from .tables import over

CROSSING = {
    "A4": tu.Building("white", 2),
    "B3": tu.Building("brown", 2),
    "B5": tu.Building("black", 1, {1: "yellow"}),
    "C6": tu.Building("black"),
}
ONE_WHITE = {"N1": tu.Building("white")}
OBJECTIVES = ("four-colours", "lake", "park")
BLUES_TURN = "TU-TURN-02 it is blue's turn: take a card or found a building, nothing else"
FIRST_SITES = "there is A1, A2, A3, A4, A5, A6, …"
FIRST_CARDS = "there is bbgg, bbww, bbnn, ggww, ggnn, wwnn, …"


def turn(stock: Mapping[str, int] | None = None, setup: tu.Setup | None = None, **told: Any) -> tu.State:
    """Blue to play on the half board, among four buildings."""
    here = {"stock": stock or {}}
    if told.get("extra_turn"):
        here["vehicles"] = {"black": 2, "grey": 2, "white": 2, "brown": 2}
    market = told.pop("market", ["bwn", "xx", "x-vbb"])
    return tu.position(setup or tu.setup(2), told.pop("buildings", CROSSING), [here, {}], market, **told)


def short(card: str, blue: Mapping[str, int], yellow: Mapping[str, int] | None = None, **told: Any) -> tu.State:
    """The little edition, where four floors of a colour are all there are."""
    buildings = told.pop("buildings", ONE_WHITE)
    return tu.position(tu.setup(2, "tiny"), buildings, [{"stock": blue}, {"stock": yellow or {}}], [card], **told)


def revealed(*cards: str) -> tu.State:
    """The little edition, set up with these cards revealed."""
    state = tu.new_game(2, edition="tiny", starting_floors=2)
    for card in cards:
        state = tu.apply(state, tu.Reveal(card))
    return state


def nothing_left() -> tu.State:
    """Not a floor is in the container of the little edition."""
    built = {"N1": tu.Building("white", 2), "N2": tu.Building("black", 1, {1: "blue"})}
    return short("bw", {"white": 2}, {"black": 3}, buildings=built)


OPTIONAL = tu.Rulings(extra_turn="optional")
TWELVE = {"black": 7, "white": 4, "brown": 1}

TOLD: dict[str, tuple[Callable[[], tu.State], Any, list[str]]] = {
    # --- out of place
    "before the deal": (
        lambda: tu.new_game(2, objectives="random"),
        tu.Reveal("bwn/black"),
        ["TU-TURN-05 something else comes first: the table waits for the objectives to be dealt"],
    ),
    "a deal in mid-setup": (
        lambda: tu.new_game(2),
        tu.Deal(OBJECTIVES),
        ["TU-TURN-05 something else comes first: the table waits for a card to be revealed"],
    ),
    "a card taken before the floors are placed": (
        lambda: revealed("bw/black", "w-vb/white"),
        tu.Take("x-vw", ["black"]),
        [
            "TU-TURN-05 something else comes first: the table waits for blue to place a starting floor",
            "TU-TAKE-01 x-vw is not in the market, which has bw",
        ],
    ),
    "a card taken before the refill": (
        lambda: tu.apply(short("bw", {}), tu.Take("bw")),
        tu.Take("bw"),
        [
            "TU-TURN-05 something else comes first: the table waits for the market to be refilled",
            "TU-TAKE-01 bw is not in the market, which has no card",
        ],
    ),
    "a card taken with floors to put back": (
        lambda: turn(TWELVE, phase="back"),
        tu.Take("bwn"),
        ["TU-TURN-05 something else comes first: the table waits for blue to put back floors"],
    ),
    "a reveal in a turn": (turn, tu.Reveal("bwn"), [BLUES_TURN]),
    "a printed card in a turn": (turn, tu.Reveal("bwn/black"), [BLUES_TURN]),
    "a deal in an extra turn that may be declined": (
        lambda: turn(setup=tu.setup(2, rulings=OPTIONAL), extra_turn=True),
        tu.Deal(OBJECTIVES),
        ["TU-TURN-02 it is blue's turn: take a card or found a building, or decline the extra turn"],
    ),
    "a deal in a usual turn": (lambda: turn(setup=tu.setup(2, rulings=OPTIONAL)), tu.Deal(OBJECTIVES), [BLUES_TURN]),
    "a deal in an extra turn that must be played": (lambda: turn(extra_turn=True), tu.Deal(OBJECTIVES), [BLUES_TURN]),
    "after the end": (over, tu.Take("bw"), ["TU-TURN-03 the game is over"]),
    # --- setup
    "too few objectives": (
        lambda: tu.new_game(2, objectives="random"),
        tu.Deal(("park", "lake")),
        ["TU-SETUP-08 3 different objectives are drawn, not 2"],
    ),
    "a card without its bottom": (
        lambda: tu.new_game(2),
        tu.Reveal("bwn"),
        ["TU-SETUP-03 in setup the bottom of the card matters: reveal bwn/black or bwn/white or bwn/brown"],
    ),
    "a card that is out already": (
        lambda: revealed("bw/black"),
        tu.Reveal("bw/black"),
        ["TU-SETUP-02 no bw/black is left in the draw pile"],
    ),
    "a bottom after setup": (
        lambda: tu.apply(turn(), tu.Take("bwn")),
        tu.Reveal("bwn/black"),
        ["TU-TAKE-07 after setup a card's bottom no longer matters: reveal bwn"],
    ),
    "a kind that is out already": (
        lambda: tu.apply(short("bw", {}, discards={"w-vb": 1}), tu.Take("bw")),
        tu.Reveal("w-vb"),
        ["TU-TAKE-05 no w-vb is left in the draw pile"],
    ),
    "a starting floor of another colour": (
        lambda: revealed("bw/black", "w-vb/white"),
        tu.Place("N1", "white"),
        ["TU-SETUP-03 the next starting floor is black, not white"],
    ),
    "a starting floor on a floor and beside its like": (
        turn,
        tu.Place("A4", "black"),
        [BLUES_TURN, "TU-SETUP-05 A4 already has a white floor", "TU-SETUP-06 A4 neighbours B5, which is black too"],
    ),
    "a starting floor beside two of its like": (
        lambda: turn(
            buildings={"A4": tu.Building("black"), "B3": tu.Building("black"), "C6": tu.Building("brown")}
        ),
        tu.Place("A2", "black"),
        [BLUES_TURN, "TU-SETUP-06 A2 neighbours A4 and B3, which are black too"],
    ),
    # --- taking
    "a card that is not there": (
        turn, tu.Take("bgw"), ["TU-TAKE-01 bgw is not in the market, which has bwn, xx, x-vbb"],
    ),
    "a choice where there is none": (
        turn, tu.Take("bwn", ["black"]), ["TU-TAKE-03 bwn shows no multicolour floors: no floors to choose, not 1"],
    ),
    "a choice too many": (
        turn,
        tu.Take("x-vbb", ["black", "white"]),
        ["TU-TAKE-03 x-vbb shows 1 multicolour floor: 1 floor to choose, not 2"],
    ),
    "a choice too few": (
        turn, tu.Take("xx", ["black"]), ["TU-TAKE-03 what a card shows is taken whole: 2 floors to choose, not 1"],
    ),
    "nothing for what ran out": (
        lambda: short("bw", {"white": 3}),
        tu.Take("bw"),
        ["TU-TAKE-08 a floor that ran out must be replaced: 1 floor to choose, not 0"],
    ),
    "too much for what ran out": (
        lambda: short("bw", {"white": 3}),
        tu.Take("bw", ["black", "black"]),
        ["TU-TAKE-08 1 floor of bw ran out: 1 floor to choose, not 2"],
    ),
    "what ran out for itself": (
        lambda: short("bw", {"white": 3}),
        tu.Take("bw", ["white"]),
        ["TU-TAKE-08 after the printed floors the container has 3 black: 1 white cannot be had"],
    ),
    "what ran out for a free choice": (
        lambda: short("x-vw", {"white": 3}),
        tu.Take("x-vw", ["white"]),
        ["TU-TAKE-03 after the printed floors the container has 4 black: 1 white cannot be had"],
    ),
    "what the card itself uses up": (
        lambda: short("bw", {"white": 3}, {"black": 3}),
        tu.Take("bw", ["black"]),
        ["TU-TAKE-09 after the printed floors the container has nothing: 1 black cannot be had"],
    ),
    "a choice from an empty container": (
        nothing_left,
        tu.Take("bw", ["black"]),
        ["TU-TAKE-08 after the printed floors the container has nothing: 1 black cannot be had"],
    ),
    # --- founding
    "founding with nothing": (
        turn,
        tu.Found("A6", "grey", "A6"),
        [
            "TU-FOUND-04 there is no grey floor in the stock, which has nothing",
            "TU-FOUND-06 the price is 1 black, 1 white; the stock has nothing",
        ],
    ),
    "founding on a building": (
        lambda: turn({"grey": 1, "black": 1}),
        tu.Found("B3", "grey", "B3"),
        ["TU-FOUND-01 B3 already has a brown building"],
    ),
    "founding away from all": (
        lambda: turn({"grey": 1}), tu.Found("D5", "grey", "D5"), ["TU-FOUND-02 D5 neighbours no building"],
    ),
    "founding beside the like, without enough for both": (
        lambda: turn({"grey": 1, "black": 1, "white": 1}),
        tu.Found("A6", "white", "A6"),
        [
            "TU-FOUND-03 A6 neighbours A4, which is white too",
            "TU-FOUND-06 new floor and price are 1 black, 2 white; the stock has 1 black, 1 grey, 1 white",
        ],
    ),
    "founding beside two of the like": (
        lambda: turn(
            {"black": 3},
            buildings={"A4": tu.Building("black"), "B3": tu.Building("black"), "C6": tu.Building("brown")},
        ),
        tu.Found("A2", "black", "A2"),
        ["TU-FOUND-03 A2 neighbours A4 and B3, which are black too"],
    ),
    "founding without the price": (
        lambda: turn({"grey": 1, "black": 1}),
        tu.Found("A6", "grey", "A6"),
        ["TU-FOUND-06 the price is 1 black, 1 white; the stock has 1 black, 1 grey"],
    ),
    "a roof elsewhere": (
        lambda: turn({"grey": 1, "black": 1, "white": 1}),
        tu.Found("A6", "grey", "A5"),
        ["TU-ROOF-01 no floor is placed on A5: the roof goes on A6 or A4 or B5"],
    ),
    # --- stars and stock
    "an extra turn declined": (
        lambda: turn(extra_turn=True),
        tu.Decline(),
        ["TU-STAR-05 an extra turn must be played (ruling extra_turn is compulsory)"],
    ),
    "a usual turn declined": (turn, tu.Decline(), [BLUES_TURN]),
    "too few put back": (
        lambda: turn(TWELVE, phase="back"),
        tu.Back(["black"]),
        ["TU-STOCK-02 a stock of 12 is 2 over the limit: put back 2, not 1"],
    ),
    "put back what one has not": (
        lambda: turn(TWELVE, phase="back"),
        tu.Back(["brown", "brown"]),
        ["TU-STOCK-02 the stock has 7 black, 4 white, 1 brown, not 2 brown to put back"],
    ),
    # --- names
    "no action": (
        turn,
        "take",
        ["TU-FORM-01 'take' is not an action; an action is one of Deal, Reveal, Place, Take, Back, Found, Decline"],
    ),
    "a card misspelt": (
        turn, tu.Take("bwm"), ["TU-FORM-02 there is no card 'bwm' in this edition; near it: bwn, bgw"],
    ),
    "a card that is a number": (
        turn, tu.Take(cast(Any, 5)), [f"TU-FORM-02 there is no card 5 in this edition; {FIRST_CARDS}"],
    ),
    "a card revealed that is unlike any": (
        turn, tu.Reveal("qqqq"), [f"TU-FORM-02 there is no card 'qqqq' in this edition; {FIRST_CARDS}"],
    ),
    "a printed card misspelt": (
        turn, tu.Reveal("bwn/blue"), ["TU-FORM-02 there is no card 'bwn/blue' in this edition; near it: bwn/black"],
    ),
    "a site and a colour": (
        turn,
        tu.Place("Z9", "zzz"),
        [
            f"TU-FORM-02 there is no site 'Z9' in this edition; {FIRST_SITES}",
            "TU-FORM-02 there is no colour 'zzz' in this edition; there is black, grey, white, brown",
        ],
    ),
    "few enough names to list them all": (
        lambda: tu.new_game(2, edition="tiny"),
        tu.Found("Z9", "white", "N1"),
        ["TU-FORM-02 there is no site 'Z9' in this edition; there is N1, N2, S1, S2, S3"],
    ),
    "an objective misspelt": (
        turn, tu.Deal(("parc",)), ["TU-FORM-02 there is no objective 'parc' in this edition; near it: park"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("many", [15, 63])
def test_more_floors_than_anyone_can_put_back_are_told_with_their_number(many: int) -> None:
    """What no action of the game names is judged like the others: fifteen brown floors are fifteen too many."""
    action = tu.Back(["brown"] * (many - 1) + ["grey"])
    assert [one.message for one in tu.explain(turn(TWELVE, phase="back"), action)] == [
        f"a stock of 12 is 2 over the limit: put back 2, not {many}",
        f"the stock has 7 black, 4 white, 1 brown, not 1 grey, {many - 1} brown to put back",
    ]


def test_more_floors_of_a_colour_than_any_box_has_are_all_one() -> None:
    """A hundred brown floors are told as sixty-three, the most that are ever counted; their number is told as it is."""
    assert [one.message for one in tu.explain(turn(), tu.Take("xx", ["brown"] * 100))] == [
        "xx shows 2 multicolour floors: 2 floors to choose, not 100",
        "after the printed floors the container has 28 black, 30 grey, 28 white, 28 brown: 63 brown cannot be had",
    ]


@pytest.mark.parametrize(
    ("colours", "given"),
    [
        ("black grey white brown", "b g w n"),
        ("red rust rot", "r t o"),
        ("a b ab", "a b c"),  # none of its own is free: the first free one of the alphabet
        ("xanthic violet -top", "a i t"),  # x, v and the dash have a meaning in the names of cards
    ],
)
def test_each_colour_has_a_letter_of_its_own(colours: str, given: str) -> None:
    """The first letter, or the last that is free: cards are named by them."""
    names = tuple(colours.split())
    assert letters(names) == dict(zip(names, given.split(), strict=True))


def test_three_near_names_at_most_are_suggested() -> None:
    """Many cards are like `bbgw`; the three likest are shown."""
    [broken] = tu.explain(turn(), tu.Take("bbgw"))
    assert broken.message.partition("near it: ")[2] == "bgw, bbww, bbgg"


@pytest.mark.parametrize(
    ("known", "shown"), [("abcdef", "a, b, c, d, e, f"), ("abcdefg", "a, b, c, d, e, f, …"), ("abc", "a, b, c")]
)
def test_six_names_at_most_are_listed(known: str, shown: str) -> None:
    """Where no name is near, those that there are; of more than six the first six."""
    names = _Names(tu.setup(2))
    names.find("?", known, "letter")
    assert [one.message for one in names.wrong] == [f"there is no letter '?' in this edition; there is {shown}"]


@pytest.mark.parametrize("case", TOLD)
def test_a_refusal_says_what_is_wrong(case: str) -> None:
    """Every broken rule is told in its turn, with the names and numbers that it is about."""
    state, action, said = TOLD[case]
    assert [f"{one.id} {one.message}" for one in tu.explain(state(), action)] == said


@pytest.mark.parametrize(
    ("state", "action", "by", "said"),
    [
        (turn, tu.Take("bwn"), 1, "yellow cannot act: the table waits for blue to take a card or found a building"),
        (turn, tu.Take("bwn"), tu.CHANCE, "chance cannot act: the table waits for blue to take a card or found a building"),
        (turn, tu.Take("bwn"), 2, "2, who is nobody here, cannot act: the table waits for blue to take a card or found a building"),
        (turn, tu.Take("bwn"), -1, "-1, who is nobody here, cannot act: the table waits for blue to take a card or found a building"),
        (lambda: tu.new_game(2), tu.Reveal("bwn/black"), 0, "blue cannot act: the table waits for a card to be revealed"),
    ],
)  # fmt: skip
def test_who_is_not_to_act_is_told_whom_the_table_waits_for(
    state: Callable[[], tu.State], action: tu.Action, by: Any, said: str
) -> None:
    """A player, chance, or somebody who is not at the table."""
    assert [(one.id, one.message) for one in tu.explain(state(), action, by=by)] == [("TU-TURN-01", said)]


def test_who_puts_back_out_of_turn_is_judged_by_their_own_stock() -> None:
    """Yellow has nothing; blue's twelve floors are not theirs to put back."""
    assert [f"{one.id} {one.message}" for one in tu.explain(turn(TWELVE, phase="back"), tu.Back(["black"]), by=1)] == [
        "TU-TURN-01 yellow cannot act: the table waits for blue to put back floors",
        "TU-STOCK-02 a stock of 0 is within the limit of 10",
        "TU-STOCK-02 the stock has nothing, not 1 black to put back",
    ]


def test_the_first_player_out_of_turn_is_judged_by_their_own_stock_too() -> None:
    """It is yellow who has twelve floors; blue has none to put back."""
    seats: list[dict[str, Any]] = [{}, {"stock": TWELVE}]
    state = tu.position(tu.setup(2), CROSSING, seats, ["bwn", "xx", "x-vbb"], phase="back", seat=1)
    assert tu.explain(state, tu.Back(["black", "black"]), by=1) == ()
    assert [f"{one.id} {one.message}" for one in tu.explain(state, tu.Back(["black", "black"]), by=0)] == [
        "TU-TURN-01 blue cannot act: the table waits for yellow to put back floors",
        "TU-STOCK-02 a stock of 0 is within the limit of 10",
        "TU-STOCK-02 the stock has nothing, not 2 black to put back",
    ]


def test_who_has_just_as_many_as_allowed_has_nothing_to_put_back() -> None:
    """Yellow has ten floors: that is within the limit, and even putting back none is nothing they could do."""
    ten = [{"stock": TWELVE}, {"stock": {"grey": 10}}]
    state = tu.position(tu.setup(2), CROSSING, ten, ["bwn", "xx", "x-vbb"], phase="back")
    assert [f"{one.id} {one.message}" for one in tu.explain(state, tu.Back([]), by=1)] == [
        "TU-TURN-01 yellow cannot act: the table waits for blue to put back floors",
        "TU-STOCK-02 a stock of 10 is within the limit of 10",
    ]


ALL_OBJECTIVES = "four-colours, park, five-districts, lake, five-adjacent, four-brown, grey-districts, two-borders, two-doubles, four-heights"


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"players": 5}, "edition reconstruction is for 2, 3, 4 players, not 5"),
        ({"players": ["blue"]}, "edition reconstruction is for 2, 3, 4 players, not 1"),
        ({"players": "blue"}, "players is a number (2, 3, 4) or the roof colours in turn order, not 'blue'"),
        ({"players": True}, "players is a number (2, 3, 4) or the roof colours in turn order, not True"),
        ({"players": None}, "players is a number (2, 3, 4) or the roof colours in turn order, not None"),
        ({"players": ["blue", "pink"]}, "there are no 'pink' roofs; roof colours are blue, yellow, orange, green"),
        ({"players": ["green", "green"]}, "two players cannot have the same roofs: green, green"),
        ({"objectives": "park"}, 'objectives are "start", "random" or a list of names, not \'park\''),
        ({"objectives": 5}, 'objectives are "start", "random" or a list of names, not 5'),
        ({"objectives": ["money"]}, f"there is no objective 'money'; the objectives are {ALL_OBJECTIVES}"),
        ({"objectives": ["park", "lake"]}, "a game has 3 different objectives, not park, lake"),
        ({"objectives": ["park", "park", "lake"]}, "a game has 3 different objectives, not park, park, lake"),
        ({"objectives": []}, "a game has 3 different objectives, not none"),
        ({"starting_floors": 2}, "with 2 players there are 3 to 7 starting floors, not 2"),
        ({"starting_floors": 8}, "with 2 players there are 3 to 7 starting floors, not 8"),
        ({"starting_floors": True}, "with 2 players there are 3 to 7 starting floors, not True"),
        ({"rulings": "mild"}, "rulings are a Rulings(...), not 'mild'"),
        (
            {"edition": "nope"},
            "no edition is called 'nope'; shipped are hamlet, reconstruction, small, tiny, tiny-goals, tiny-lane, tiny-million, tiny-three, tiny-yard; a file may be named by its path",
        ),
    ],
    ids=lambda told: str(told)[:40],
)
def test_wishes_that_cannot_be_met_are_told_with_what_can(wishes: dict[str, Any], said: str) -> None:
    """Whoever sets up a game wrongly reads what would be right."""
    with pytest.raises(tu.SetupError) as caught:
        tu.new_game(**{"players": 2, **wishes})
    assert str(caught.value) == said


def test_rulings_that_are_not_offered_are_told_with_those_that_are() -> None:
    """A reading that nobody offers, and a question that nobody asked."""
    with pytest.raises(
        ValueError, match=r"^ruling extra_turn: 'maybe' is not offered; choose one of compulsory, optional$"
    ):
        tu.Rulings(extra_turn="maybe")  # type: ignore[arg-type]  # wrong on purpose
    known = "border, chip_taking, draw_pile, empty_container, extra_turn, floors_short, no_roof_on_top, replacement, "
    with pytest.raises(ValueError, match=f"^there is no ruling 'luck'; the rulings are {known}same_card, "):
        tu.TOWER_UP.rulings({"luck": "yes"})


def test_states_and_setups_can_be_read_at_a_prompt() -> None:
    """One line each: who plays what, what is agreed, and what the table waits for."""
    state = tu.new_game(2, objectives="random", rulings=tu.Rulings(extra_turn="optional", border="both_at_border"))
    assert repr(state) == ("<State reconstruction, 2 players, 0 buildings: waits for the objectives to be dealt>")
    assert repr(state.setup) == (
        "<Setup reconstruction: blue, yellow; objectives not dealt; 3 starting floors, "
        "extra_turn=optional, border=both_at_border>"
    )
    assert repr(turn()) == (
        "<State reconstruction, 2 players, 4 buildings: waits for blue to take a card or found a building>"
    )
    assert repr(tu.setup(["green", "blue", "yellow"], starting_floors=4)) == (
        "<Setup reconstruction: green, blue, yellow; four-colours, park, five-districts; 4 starting floors>"
    )
    assert "waits for nothing: the game is over>" in repr(over())
