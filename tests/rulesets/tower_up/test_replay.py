"""A game in one expression: `tu.replay(edition, players, moves, …)`."""

from __future__ import annotations

from pathlib import Path

import pytest

import towerup as tu
from towerup.kernel.notation import NotationError
from towerup.kernel.rules import IllegalAction
from towerup.kernel.setups import SetupError
from towerup.rulesets.tower_up.box.edition import SHELF

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
