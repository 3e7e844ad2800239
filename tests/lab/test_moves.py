"""Tables of moves: a row a legal action, the same values in every form, and every position of a game in its place."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import towerup as tu
from towerup import lab
from towerup.kernel.streams import Broken, followed
from towerup.lab.positions import Position, at, positions
from towerup.rulesets import ruleset
from towerup.verify import strategies

boxes = st.one_of(strategies.editions(), strategies.shipped_editions())


@given(strategies.states(strategies.new_games(boxes)))
def test_there_is_a_row_for_each_legal_action(state: tu.State) -> None:
    """In their order, with its chance where chance is to act, and with a value in every column."""
    table = lab.moves(state)
    assert [row["action"] for row in table] == [str(action) for action in tu.legal_actions(state)]
    assert tuple(row["weight"] for row in table if row["weight"] is not None) == tu.chance_weights(state)
    for row in table:
        assert tuple(row) == table.names
    colours = state.setup.edition.colours
    assert {f"{what}_{colour}" for what in ("cost", "gain", "vehicle") for colour in colours} <= {*table.names}


@given(strategies.moments(strategies.states(strategies.new_games(boxes))))
def test_a_row_tells_what_the_action_does(moment: tuple[tu.State, tu.Action]) -> None:
    """The stock after is the stock before less the cost plus the gain, the vehicles are those before and the steps."""
    state, action = moment
    row = next(row for row in lab.moves(state) if row["action"] == str(action))
    was, now = (one.players[state.seat] for one in (state, tu.apply(state, action)))
    for colour in state.setup.edition.colours:
        paid, had = row[f"cost_{colour}"], row[f"gain_{colour}"]
        assert isinstance(paid, int)
        assert isinstance(had, int)
        assert now.stock.get(colour, 0) == was.stock.get(colour, 0) - paid + had
        assert now.vehicles[colour] - was.vehicles[colour] == row[f"vehicle_{colour}"]


@given(strategies.records(strategies.new_games(boxes), most=40))
def test_a_table_of_a_game_has_every_position_and_what_was_chosen(record: tu.Record) -> None:
    """One move of each position was chosen, and those are the game; the last position has none."""
    table = lab.moves_of(record, chance=True)
    chosen = [row["action"] for row in table if row["chosen"]]
    assert chosen == [str(action) for action in record.actions]
    for step, state in enumerate(record.states()):
        rows = [row for row in table if row["step"] == step]
        assert len(rows) == len(tu.legal_actions(state))
        assert {row["seat"] for row in rows} <= {state.actor if isinstance(state.actor, int) else None}
        if step == len(record.actions):
            assert all(row["chosen"] is None for row in rows)
    players = lab.moves_of(record)
    assert list(players) == [row for row in table if row["seat"] is not None]


@given(strategies.states())
def test_frames_hold_what_the_rows_hold(state: tu.State) -> None:
    """Polars, pandas and Arrow: the same names, the same values, nothing for nothing, and types that know it."""
    table = lab.moves(state)
    rows = list(table)
    polars = table.to_polars()
    assert tuple(polars.columns) == table.names
    assert polars.to_dicts() == rows
    assert table.to_arrow().to_pylist() == rows
    frame = table.to_pandas()
    assert tuple(frame.columns) == table.names
    read = [
        {name: None if value is pd.NA else value for name, value in one.items()}
        for one in frame.to_dict(orient="records")
    ]
    assert read == rows
    kinds = {name: column.kind for column in table.columns for name in column.names}
    words = {str: "string", int: "Int64", bool: "boolean"}
    assert {name: str(kind) for name, kind in frame.dtypes.items()} == {
        name: words[kind] for name, kind in kinds.items()
    }


def test_a_table_is_printed_without_what_the_notation_says() -> None:
    """Nor what is said of no move; numbers by part stand together."""
    game = tu.Dealer(seed=7).settle(tu.new_game(2))
    for text in ("place C4 brown", "place B6 black", "place A4 black"):
        game = tu.apply(game, tu.parse_action(game, text))
    table = lab.moves(game)
    lines = str(table).splitlines()
    assert repr(table) == "<60 moves, 30 columns>"
    assert len(lines) == 61
    assert lines[0].split() == ["action", "level", "cost", "gain", "steps", "vehicle", "millions"]
    assert lines[1].split("  ")[0] == "take bgw"
    assert "1 black, 1 grey, 1 white" in lines[1]
    assert "2 grey" in next(line for line in lines if line.startswith("take x-vgg +black"))
    over = lab.play(tu.new_game(2, edition="tiny"), [lab.player("random")] * 2, 1)
    assert str(lab.moves([*over.states()][-1])) == "no moves"


@pytest.mark.parametrize(("name", "call"), [("polars", "to_polars"), ("pandas", "to_pandas"), ("pyarrow", "to_arrow")])
def test_without_its_library_a_frame_says_what_to_install(name: str, call: str) -> None:
    """One sentence that names the extra; tables themselves need none of them."""
    code = (
        f"import sys; sys.modules['{name}'] = None; import towerup as tu; from towerup import lab\n"
        f"table = lab.moves(tu.new_game(2)); print(len(table)); table.{call}()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout
    assert f"this needs {name}, which is not installed: pip install 'towerup[frames]'" in done.stderr


# --- positions of a stream


@given(
    st.lists(
        st.integers(0, 12).flatmap(
            lambda most: strategies.records(strategies.new_games(st.just(tu.load_edition("small"))), most)
        ),
        min_size=1,
        max_size=4,
    )
)
def test_positions_of_a_stream_are_those_of_its_games(games: list[tu.Record]) -> None:
    """All of them, in order, with what was chosen; and of each game the one asked for, from the start or the end."""
    lines = [line for record in games for line in record.lines()]
    found = [*positions(followed(lines, ruleset))]
    right = [
        Position(game, step, state, record.actions[step] if step < len(record.actions) else None)
        for game, record in enumerate(games, start=1)
        for step, state in enumerate(record.states())
    ]
    assert found == right
    for number in (0, 3, -1, -2, -6):
        wanted = [
            game[number] for game in _by_game(right) if (len(game) > number if number >= 0 else len(game) >= -number)
        ]
        assert [*at(number, iter(found))] == wanted


def _by_game(found: list[Position]) -> list[list[Position]]:
    games: dict[int, list[Position]] = {}
    for one in found:
        games.setdefault(one.game, []).append(one)
    return [*games.values()]


def test_a_broken_game_has_its_good_positions_and_then_what_is_wrong() -> None:
    """And the next game follows."""
    record = lab.play(tu.new_game(2, edition="tiny"), [lab.player("random")] * 2, 1)
    lines = [*record.lines()]
    broken = [*lines[:4], lines[2], *lines[5:]]
    found = [*positions(followed([b"{}\n", *broken, *lines], ruleset))]
    kinds = [type(one) for one in found]
    assert kinds[:6] == [Broken, Position, Position, Position, Position, Broken]
    assert [one.game for one in found if isinstance(one, Position)] == [2] * 4 + [3] * (len(record.actions) + 1)
    last = found[4]
    assert isinstance(last, Position)
    assert last.chosen is None
    for one, other in pairwise(one for one in found[6:] if isinstance(one, Position)):
        assert other.step == one.step + 1


def test_a_stream_of_nothing_is_broken() -> None:
    """What is wrong is a value, not an error."""
    (nothing,) = followed([], ruleset)
    assert isinstance(nothing, Broken)
    assert nothing.begins
