"""Who draws a state: a module that is named, and imported when a picture is wanted; nobody draws, one line is shown."""

from __future__ import annotations

import pytest

import towerup as tu
from towerup import view
from towerup.kernel import pictures


def test_states_are_drawn_by_the_module_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the package names it; and where none is named, the one line."""
    state = tu.new_game(2)
    assert str(state) == view.picture(state)
    assert state._repr_svg_() == view.svg(state)
    monkeypatch.setattr(pictures, "_who_draws", [])
    assert str(state) == repr(state)
    assert state._repr_svg_() is None
    pictures.drawn_by("towerup.view")
    assert str(state) != repr(state)
