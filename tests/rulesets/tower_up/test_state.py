"""A state is a plain value: equal, hashed, pickled, copied and evolved as anyone expects, and nothing in it can change."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any

import attrs
import networkx as nx
import pytest
from attrs import evolve

import towerup as tu
from towerup.kernel.frozen import Counts, FrozenDict
from towerup.kernel.rules import IllegalAction

from .support import ONE_OF_EACH, columns, half_board, over, play, random_steps, town

GAMES: dict[str, Callable[[], tu.State]] = {
    "tiny": lambda: tu.new_game(2, edition="tiny"),
    "tiny, other rulings": lambda: tu.new_game(
        2, edition="tiny", objectives="random", starting_floors=2,
        rulings=tu.Rulings(extra_turn="optional", stock_limit="whole_run", replacement="may_decline"),
    ),
    "rush, other rulings": lambda: tu.new_game(
        2, edition="rush", rulings=tu.Rulings(second_trigger="shortage_adds_round", last_roof_cone="after_last_turn")
    ),
    "hamlet, 3 players": lambda: tu.new_game(3, edition="hamlet", starting_floors=4),
    "small, 2 players": lambda: tu.new_game(["green", "blue"], edition="small", starting_floors=4),
    "small, 4 players": lambda: tu.new_game(
        4, edition="small", objectives="random", rulings=tu.Rulings(second_trigger="shortage_adds_turn", border="any_of_districts")
    ),
    "reconstruction, 3 players": lambda: tu.new_game(3, objectives="random", rulings=tu.Rulings(extra_turn="optional")),
}  # fmt: skip


def middle() -> tu.State:
    """A state in the middle of a game, with roofs, floors and chips."""
    *_, (_, _, state) = random_steps(tu.new_game(3), seed=4, most=90)
    return state


# --- what a state says


def test_everything_is_there_by_name() -> None:
    """Buildings by site, stocks by colour, and the player whose turn it is."""
    state = play(half_board(), "found A2 white roof A1")
    assert state.buildings["A1"] == tu.Building("black", 2, {2: "blue"})
    assert (state.buildings["A1"].colour, state.buildings["A1"].floors, state.buildings["A1"].roofs[2]) == (
        "black",
        2,
        "blue",
    )
    assert (state.buildings["A1"].top, state.buildings["A2"].top) == ("blue", None)
    assert state.players[0].stock["brown"] == 1
    assert state.players[0].stock["white"] == 0
    assert state.players[0].vehicles == columns(2, 0, 0, 0)
    assert (state.players[0].roofs, state.players[0].chips, state.players[0].cone) == (9, {}, None)
    assert (state.player, state.player.roof, state.actor) == (state.players[1], "yellow", 1)


def test_no_field_is_an_index_a_mask_or_a_history() -> None:
    """The fields of a state, so that a new one is noticed here."""
    assert [field.name for field in attrs.fields(tu.State)] == [
        "setup", "phase", "seat", "buildings", "players", "container", "market", "pile", "discards", "extra_turn",
        "another_turn", "ending", "starting",
    ]  # fmt: skip
    assert [field.name for field in attrs.fields(tu.Player)] == ["roof", "stock", "vehicles", "roofs", "chips", "cone"]
    assert [field.name for field in attrs.fields(tu.Building)] == ["colour", "floors", "roofs"]
    assert [field.name for field in attrs.fields(tu.Ending)] == ["cause", "seat", "turns_left"]


@pytest.mark.parametrize(
    ("state", "line"),
    [
        (
            lambda: tu.new_game(2, objectives="random"),
            "<State reconstruction, 2 players, 0 buildings: waits for the objectives to be dealt>",
        ),
        (
            half_board,
            "<State reconstruction, 2 players, 3 buildings: waits for blue to take a card or found a building>",
        ),
        (over, "<State tiny, 2 players, 1 buildings: waits for nothing: the game is over>"),
    ],
)
def test_repr_is_one_line(state: Callable[[], tu.State], line: str) -> None:
    """Which game, how far, and what the table waits for."""
    assert repr(state()) == line
    assert "\n" not in repr(middle())
    assert "\n" not in repr(middle().box)


# --- values


@pytest.mark.parametrize("start", GAMES.values(), ids=list(GAMES))
def test_every_state_of_a_game_is_a_value(start: Callable[[], tu.State]) -> None:
    """Pickled, copied and evolved it is equal, has an equal hash, and goes on in the same way."""
    steps = [*random_steps(start(), seed=11, most=120)]
    for before, _, after in steps[::4]:
        for again in (pickle.loads(pickle.dumps(before)), copy.copy(before), copy.deepcopy(before), evolve(before)):
            assert again == before
            assert hash(again) == hash(before)
        assert before != after
    before, action, after = steps[-1]
    again = pickle.loads(pickle.dumps(before))
    assert tu.legal_actions(again) == tu.legal_actions(before)
    assert tu.apply(again, action) == after


@pytest.mark.parametrize("start", GAMES.values(), ids=list(GAMES))
def test_nothing_that_is_asked_or_done_changes_a_state(start: Callable[[], tu.State]) -> None:
    """After asking, explaining and applying, legally or not, the old state is what it was."""
    for state, action, after in [*random_steps(start(), seed=23, most=80)][::4]:
        bytes_before = pickle.dumps(state)
        tu.chances(state)
        tu.scores(state)
        tu.problems(state)
        tu.explain(state, tu.Decline(), by=1)
        assert tu.apply(state, action, by=state.actor) == after
        with pytest.raises(IllegalAction):
            tu.apply(state, tu.Place("nowhere", "black"))
        assert pickle.dumps(state) == bytes_before


def two_in_town(**stock: int) -> tu.State:
    return town(stocks={"blue": stock})


@pytest.mark.parametrize(
    ("start", "one", "other"),
    [
        (
            lambda: tu.new_game(2),
            "reveal bwn/black; reveal bgn/grey; reveal xx/any; place A1 black; place C2 grey; place D4 white",
            "reveal xx/any; reveal bwn/black; reveal bgn/grey; place D4 white; place A1 black; place C2 grey",
        ),
        (lambda: tu.new_game(2, objectives="random"), "deal lake park four-brown", "deal four-brown park lake"),
        (
            lambda: two_in_town(black=2, white=2),
            "found A2 white roof A2; take gwn; reveal x-vbb; found D2 white roof D2",
            "found D2 white roof D2; take gwn; reveal x-vbb; found A2 white roof A2",
        ),
        (
            two_in_town,
            "take bgw; reveal xx; take xx +grey +white; reveal bbww; take gwn; reveal ggnn",
            "take gwn; reveal xx; take xx +white +grey; reveal ggnn; take bgw; reveal bbww",
        ),
    ],
    ids=["setup", "objectives", "two foundings far apart", "cards"],
)
def test_equal_tables_are_equal_states_whatever_led_to_them(
    start: Callable[[], tu.State], one: str, other: str
) -> None:
    """A state has no history: independent actions in another order lead to the same value and the same offers in the same order."""
    first, second = play(start(), one), play(start(), other)
    assert first == second
    assert len({first, second, pickle.loads(pickle.dumps(first))}) == 1
    assert tu.legal_actions(first) == tu.legal_actions(second)
    assert tu.TOWER_UP.state_to_json(first) == tu.TOWER_UP.state_to_json(second)


def test_tables_that_differ_are_different_states() -> None:
    """The test above can fail: another roof, another site, other cards in hand or in the market."""
    state = two_in_town(black=2, white=2)
    moves = (
        "found A2 white roof A2", "found A2 white roof A1", "found A3 white roof A3",
        "take bgw; reveal xx", "take gwn; reveal xx", "take bgw; reveal bbww",
    )  # fmt: skip
    assert len({play(state, move) for move in moves}) == len(moves)
    changes: list[dict[str, Any]] = [{"seat": 1}, {"extra_turn": True}, {"another_turn": True}, {"discards": {"xx": 1}}]
    assert all(evolve(state, **change) != state for change in changes)


# --- evolve checks types


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("setup", None), ("seat", "0"), ("seat", 1.0), ("seat", True), ("players", []), ("players", None),
        ("buildings", None), ("buildings", ["A1"]), ("container", [("black", 1)]), ("container", {"black": -1}),
        ("container", {"black": 1.0}), ("container", {"black": True}), ("container", {5: 1}), ("market", "xx"), ("market", 5),
        ("market", {"xx": 1}), ("pile", None), ("discards", "xx"), ("extra_turn", 1), ("another_turn", None),
        ("ending", "shortage"), ("ending", ("shortage", 0, 3)), ("starting", "black"),
    ],
    ids=str,
)  # fmt: skip
def test_evolve_refuses_values_of_a_wrong_type(field: str, value: Any) -> None:
    """A TypeError, and never a state that fails later."""
    with pytest.raises(TypeError):
        evolve(half_board(), **{field: value})


anyhow: Any = tu
"""The same classes, called as a type checker would not have it."""


@pytest.mark.parametrize("make", [lambda: evolve(half_board(), phase="lunch"), lambda: anyhow.Ending("boredom", 0, 1)])
def test_a_word_that_is_no_phase_or_cause_is_a_value_error(make: Callable[[], Any]) -> None:
    """As with every Python enum."""
    with pytest.raises(ValueError, match="is not a valid"):
        make()


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (anyhow.Building, (5,)), (anyhow.Building, ("black", "2")), (anyhow.Building, ("black", 2, ["blue"])),
        (anyhow.Player, ("blue", ["black"], {}, 10)), (anyhow.Player, ("blue", {}, [], 10)),
        (anyhow.Player, ("blue", {}, {}, None)), (anyhow.Player, ("blue", {}, {}, 10, {}, "none")),
        (anyhow.Player, (None, {}, {}, 10)), (anyhow.Ending, ("shortage", None, 1)),
    ],
    ids=str,
)  # fmt: skip
def test_the_parts_of_a_state_check_types_as_well(kind: Callable[..., Any], values: tuple[Any, ...]) -> None:
    """Buildings, players and endings."""
    with pytest.raises(TypeError):
        kind(*values)


def test_mappings_and_lists_are_frozen_when_they_are_handed_over() -> None:
    """A dict that is changed afterwards does not change the state."""
    container, roofs = {"black": 3}, {1: "blue"}
    state = evolve(
        half_board(), container=container, market=["bgw", "xx"], buildings={"A1": tu.Building("black", 1, roofs)}
    )
    container["black"] = 9
    roofs[1] = "yellow"
    assert (state.container, state.buildings["A1"].roofs) == ({"black": 3}, {1: "blue"})
    assert state.market == ("bgw", "xx")
    assert isinstance(state.container, Counts)


# --- nothing can change

PLAIN = (str, bytes, int, bool, type(None), Enum)


def reachable(value: Any, seen: set[int]) -> Iterator[Any]:
    """Everything that can be reached from a value by fields, items and public properties of the box."""
    if id(value) in seen or isinstance(value, PLAIN):
        return
    seen.add(id(value))
    yield value
    inner: list[Any] = []
    if attrs.has(type(value)):
        inner = [getattr(value, field.name) for field in attrs.fields(type(value))]
        inner += [getattr(value, name) for name in dir(type(value)) if name in WORKED_OUT]
    elif isinstance(value, dict):
        inner = [*value, *value.values()]
    elif isinstance(value, tuple | frozenset):
        inner = [*value]
    elif isinstance(value, nx.Graph):
        inner = [value.graph, *(value.nodes[one] for one in value), *(value.edges[one] for one in value.edges)]
    for one in inner:
        yield from reachable(one, seen)


WORKED_OUT = (
    "cards", "deck", "printed_deck", "bottoms", "objectives_by_id", "boxes", "board", "side", "sites", "neighbours", "around",
    "chips", "card_order",
)  # fmt: skip
"""What an edition and a box work out from their fields."""


def test_everything_reachable_from_a_state_is_frozen() -> None:
    """Frozen attrs classes, tuples, frozen sets, FrozenDicts and the frozen graph, and nothing else, down to the edition."""
    kinds = set()
    for value in reachable(middle(), set()):
        kinds.add(type(value).__name__)
        if attrs.has(type(value)):
            for field in attrs.fields(type(value)):
                with pytest.raises(attrs.exceptions.FrozenInstanceError):
                    setattr(value, field.name, None)
        else:
            assert isinstance(value, tuple | frozenset | FrozenDict | nx.Graph), value
    assert kinds >= {
        "State",
        "Setup",
        "Box",
        "Edition",
        "Board",
        "Site",
        "Rulings",
        "Player",
        "Building",
        "Counts",
        "Graph",
    }


@pytest.mark.parametrize(
    "change",
    [
        lambda state: state.container.update(black=9),
        lambda state: state.container.__setitem__("black", 9),
        lambda state: state.buildings.pop("A1"),
        lambda state: state.buildings.clear(),
        lambda state: state.buildings.setdefault("A2", None),
        lambda state: state.players[0].vehicles.__delitem__("black"),
        lambda state: state.players.__setitem__(0, None),
        lambda state: state.board.nodes["A1"].update(district="Z"),
        lambda state: state.board.nodes["A1"].__setitem__("parks", set()),
        lambda state: state.board.edges["A1", "A2"].__setitem__("border", None),
        lambda state: state.board["A1"]["A2"].__setitem__("border", None),
        lambda state: state.board.graph.__setitem__("name", "other"),
        lambda state: state.board.add_edge("A1", "E6"),
        lambda state: state.board.remove_node("A1"),
        lambda state: state.board.clear(),
        lambda state: state.box.neighbours.__setitem__("A1", ()),
        lambda state: state.setup.edition.provenance.__setitem__("deck", "stated"),
        lambda state: setattr(state.setup.edition, "digest", "0"),
        lambda state: setattr(state.setup.rulings, "extra_turn", "optional"),
    ],
)
def test_an_attempt_to_change_something_is_refused(change: Callable[[tu.State], Any]) -> None:
    """Buildings, counts, the board with the attributes of its sites and roads, the box and the edition."""
    state = half_board()
    before = pickle.dumps(state)
    with pytest.raises((TypeError, AttributeError, nx.NetworkXError)):
        change(state)
    assert pickle.dumps(state) == before


# --- the box


def test_a_box_is_known_by_edition_and_number_of_players() -> None:
    """A state with an unpickled box equals the original; another number of players is another box."""
    state = half_board()
    box = pickle.loads(pickle.dumps(state.box))
    assert box is not state.box
    assert (box == state.box, hash(box) == hash(state.box)) == (True, True)
    again = evolve(state, setup=evolve(state.setup, box=box))
    assert (again == state, hash(again) == hash(state)) == (True, True)
    assert tu.legal_actions(again) == tu.legal_actions(state)
    edition = tu.load_edition("reconstruction")
    assert len({edition.boxes[2], edition.boxes[3], edition.boxes[4], state.box}) == 3
    assert edition.boxes[3] != edition.boxes[4]
    assert edition.boxes[3] != edition
    assert nx.utils.graphs_equal(box.board, state.board)


def test_actions_and_refusals_can_be_pickled() -> None:
    """Another process can hand back an action, and why it was refused."""
    action = tu.Found("A1", "grey", "B1")
    assert pickle.loads(pickle.dumps(action)) == action
    with pytest.raises(IllegalAction) as caught:
        tu.apply(half_board(), action)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.action, again.violations, str(again)) == (action, caught.value.violations, str(caught.value))


GAME = """
import hashlib, random
import towerup as tu
state, choice, seen = tu.new_game(4, objectives="random"), random.Random(5), hashlib.sha256()
for step in range(60):
    legal = tu.legal_actions(state)
    action = choice.choices(legal, tu.chance_weights(state) or None)[0]
    seen.update(tu.TOWER_UP.state_to_json(state) + "; ".join(map(str, legal)).encode() + str(action).encode())
    state = tu.apply(state, action)
fingerprint = f"{seen.hexdigest()} {len(state.buildings)}"
"""
MOVES = "reveal bwn/black; reveal gwn/white; reveal xx/any; place A1 black; place C2 white; place D4 grey; found A2 white roof A1"
OTHER_PROCESS = f"""{GAME}
import pickle, sys
handed_over, here = pickle.load(sys.stdin.buffer), tu.replay("reconstruction", 2, {MOVES!r})
assert here == handed_over and hash(here) == hash(handed_over) and len({{here, handed_over}}) == 1
assert tu.legal_actions(here) == tu.legal_actions(handed_over)
print(fingerprint)
"""


def test_a_game_is_the_same_in_every_process() -> None:
    """Whatever Python's seed for hashes is: the same game, and a state from another process is equal with an equal hash."""
    handed_over = pickle.dumps(tu.replay("reconstruction", 2, MOVES))
    assert len(handed_over) < 20_000
    other = subprocess.run(
        [sys.executable, "-c", OTHER_PROCESS],
        input=handed_over, env=os.environ | {"PYTHONHASHSEED": "2024"}, capture_output=True, check=False,
    )  # fmt: skip
    assert not other.stderr
    here: dict[str, Any] = {}
    exec(GAME, here)
    assert other.stdout.decode().strip() == here["fingerprint"]


def test_counts_say_zero_for_what_they_lack() -> None:
    """Stocks are counts: what is not there counts 0, and what counts 0 is not there."""
    stock = half_board(stocks={"blue": {"black": 2, "white": 0}}).players[0].stock
    assert (stock, stock["white"], "white" in stock, stock.total) == ({"black": 2}, 0, False, 2)
    assert half_board().players[0].stock == ONE_OF_EACH
