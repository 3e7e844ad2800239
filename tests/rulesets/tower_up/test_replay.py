"""A game in one expression, `tu.replay(edition, players, moves, …)`, and the code of any state."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

import towerup as tu
from towerup.kernel.notation import NotationError
from towerup.kernel.rules import IllegalAction
from towerup.kernel.setups import SetupError
from towerup.rulesets.tower_up.box.edition import SHELF
from towerup.verify import strategies

from .support import changed_edition, play, random_steps

TINY = "reveal bw/black; place N1 black; take bw"


def test_without_moves_it_is_a_new_game() -> None:
    """With everything that `new_game` takes."""
    assert tu.replay("reconstruction", 2) == tu.new_game(2)
    rulings = tu.Rulings(extra_turn="optional")
    replayed = tu.replay("small", ["green", "blue"], objectives="random", starting_floors=4, rulings=rulings)
    assert replayed == tu.new_game(
        ["green", "blue"], edition="small", objectives="random", starting_floors=4, rulings=rulings
    )


def test_moves_are_notation_with_semicolons_or_line_ends_between() -> None:
    """Spare spaces, empty moves and capitals are forgiven."""
    state = play(tu.new_game(2, edition="tiny"), TINY)
    assert tu.replay("tiny", 2, TINY) == state
    assert tu.replay("tiny", 2, "\n".join(TINY.split("; "))) == state
    assert tu.replay("tiny", 2, "  REVEAL bw/black ;; place n1 BLACK\n\n take bw;") == state


@pytest.mark.parametrize("edition", ["tiny", "small", "reconstruction"])
def test_a_whole_game_can_be_replayed_from_its_moves(edition: str) -> None:
    """The notation of every action, chance's included, leads to the same last state."""
    start = tu.new_game(2, edition=edition, objectives="random")
    steps = [*random_steps(start, seed=8)]
    moves = "; ".join(str(action) for _, action, _ in steps)
    assert tu.replay(edition, 2, moves, objectives="random") == steps[-1][2]


def test_a_box_of_ones_own_can_be_replayed(tmp_path: Path) -> None:
    """As an edition, or by the path of its file."""
    edition = changed_edition("tiny", ("limit = 3", "limit = 4"))
    file = tmp_path / "mine.toml"
    file.write_text(SHELF.text("tiny").replace("limit = 3", "limit = 4"), encoding="utf-8")
    assert tu.replay(edition, 2, TINY) == tu.replay(file, 2, TINY) != tu.replay("tiny", 2, TINY)


def test_a_box_made_up_in_code_can_be_replayed() -> None:
    """The data is that of an edition file, and `edition.data` gives it back."""
    data = tu.load_edition("tiny").data
    data["stock"]["limit"] = 4
    edition = tu.edition_from_data(data)
    assert edition.data == data
    assert tu.edition_from_data(edition.data) == edition == changed_edition("tiny", ("limit = 3", "limit = 4"))
    assert tu.replay(edition, 2, TINY).setup.edition.stock_limit == 4


def test_a_box_made_up_wrong_is_refused_with_every_mistake() -> None:
    """As a file would be."""
    data = tu.load_edition("tiny").data
    data["stock"]["limit"] = 0
    del data["cone"]
    with pytest.raises(tu.EditionError, match="2 mistakes"):
        tu.edition_from_data(data)


def test_the_data_of_an_edition_is_a_copy() -> None:
    """An edition cannot be changed through it."""
    edition = tu.load_edition("tiny")
    edition.data["stock"]["limit"] = 4
    assert edition.data["stock"]["limit"] == 3
    assert pickle.loads(pickle.dumps(edition)).data == edition.data


# --- the code of a state


def evaluated(code: str) -> Any:
    """What the code gives in a file with `import towerup as tu`."""
    assert "\n" not in code
    return eval(code, {"tu": tu})


@pytest.mark.parametrize(
    ("code", "options"),
    [
        ("tu.replay('tiny', 2)", {"players": 2, "edition": "tiny"}),
        ("tu.replay('small', ['green', 'blue'])", {"players": ["green", "blue"], "edition": "small"}),
        ("tu.replay('reconstruction', 3, objectives='random')", {"players": 3, "objectives": "random"}),
        ("tu.replay('small', 2, starting_floors=4)", {"players": 2, "edition": "small", "starting_floors": 4}),
        (
            "tu.replay('reconstruction', 2, rulings=tu.Rulings(border='both_at_border'))",
            {"players": 2, "rulings": tu.Rulings(border="both_at_border")},
        ),
        (
            "tu.replay('small', 2, objectives=['two-brown', 'all-colours'])",
            {"players": 2, "edition": "small", "objectives": ["two-brown", "all-colours"]},
        ),
    ],
)
def test_the_code_of_a_new_game_is_a_replay_that_says_no_more_than_it_must(code: str, options: Any) -> None:
    """What is agreed by default is left out."""
    state = tu.new_game(**options)
    assert evaluated(tu.as_code(state)) == evaluated(code) == state
    assert len(tu.as_code(state)) == len(code)


def test_the_code_of_any_other_state_is_its_json() -> None:
    """A state does not know how it was reached."""
    state = tu.replay("tiny", 2, TINY)
    assert tu.as_code(state).startswith("tu.state_from_json('{")
    assert evaluated(tu.as_code(state)) == state
    own = tu.replay(changed_edition("tiny", ("limit = 3", "limit = 4")), 2, TINY)
    assert "', tu.edition_from_data({" in tu.as_code(own)
    assert evaluated(tu.as_code(own)) == own


def test_a_record_prints_itself_as_code() -> None:
    """And the call of `replay` that gives its last state."""
    record = tu.Record.from_notation(tu.replay("tiny", 2), TINY)
    assert str(record) == f"tu.Record.from_notation(tu.replay('tiny', 2), '{TINY}')" == tu.as_code(record)
    assert evaluated(str(record)) == record
    assert record.replay_call() == f"tu.replay('tiny', 2, '{TINY}')"


def test_a_record_that_begins_in_the_middle_has_code_too() -> None:
    """There is no replay from the beginning, so its last state is given as JSON."""
    record = tu.Record.from_notation(tu.replay("tiny", 2, "reveal bw/black; place N1 black"), "take bw")
    assert evaluated(str(record)) == record
    assert record.replay_call().startswith("tu.state_from_json(")
    assert evaluated(record.replay_call()) == tu.replay("tiny", 2, TINY)


@settings(settings.default, max_examples=8)
@given(strategies.records(most=30))
def test_the_replay_of_any_record_gives_its_last_state(record: tu.Record) -> None:
    """In any box, with any number of players, options and rulings."""
    *_, last = record.states()
    assert evaluated(record.replay_call()) == last
    assert evaluated(tu.as_code(last)) == last
    assert evaluated(tu.as_code(record)) == record


def test_a_state_is_one_line_and_prints_as_a_picture() -> None:
    """Its code is for those who ask for it."""
    state = tu.replay("tiny", 2, TINY)
    assert repr(state) == "<State tiny, 2 players, 1 buildings: waits for the market to be refilled>"
    assert len(str(state).splitlines()) > 3


# --- what is refused


def test_the_first_wrong_move_is_said_with_its_number() -> None:
    """A move that breaks a rule, or that cannot be read."""
    with pytest.raises(IllegalAction) as refused:
        tu.replay("tiny", 2, "reveal bw/black; place N1 white; place N1 black")
    assert [one.id for one in refused.value.violations] == ["TU-SETUP-03"]
    assert refused.value.__notes__ == ["This was move 2: place N1 white"]
    with pytest.raises(NotationError, match="did you mean 'place SITE COLOUR'") as unread:
        tu.replay("tiny", 2, "reveal bw/black; plaec N1 black")
    assert unread.value.__notes__ == ["This was move 2: plaec N1 black"]


def test_a_setup_that_cannot_be_is_refused_as_by_new_game() -> None:
    """Before any move is read."""
    with pytest.raises(SetupError, match="edition tiny is for 2 players, not 3"):
        tu.replay("tiny", 3, "nonsense")
