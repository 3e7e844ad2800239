"""The code of a state, for games that are not ours."""

from __future__ import annotations

from types import SimpleNamespace

from towerup.kernel.replays import replay_call, state_call

COINS = SimpleNamespace(name="coins", public="", state_to_json=lambda state: b'{"coins":3}')


def test_a_state_that_does_not_say_how_it_was_set_up_has_its_json_for_code() -> None:
    """The game is found by its name."""
    state = SimpleNamespace(ruleset=COINS)
    assert replay_call(state) is None
    assert str(state_call(state)) == """ruleset('coins').state_from_json('{"coins":3}')"""
