"""Sessions: back and forth in a game, on from anywhere, and through a record up to where it breaks off."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import towerup as tu
from towerup import lab
from towerup.kernel.records import RecordError
from towerup.lab.sessions import Session
from towerup.rulesets import ruleset
from towerup.verify import strategies

moves = st.one_of(
    st.tuples(st.just("play"), st.integers(0, 200)),
    st.tuples(st.sampled_from(["undo", "redo", "cut"]), st.just(0)),
    st.tuples(st.just("jump"), st.integers(-2, 12)),
)


@given(strategies.new_games(), st.lists(moves, max_size=25))
def test_a_session_is_a_list_of_actions_and_a_place_in_it(start: tu.State, done: list[tuple[str, int]]) -> None:
    """Whatever is done, against a plain list: where it stands, what came before, what can be done again."""
    session = Session(start)
    actions: list[tu.Action] = []
    at = 0
    for what, number in done:
        if what == "play":
            legal = tu.legal_actions(session.state)
            if not legal:
                continue
            action = legal[number % len(legal)]
            session.play(action)
            if actions[at : at + 1] != [action]:
                actions[at:] = [action]
            at += 1
        elif what == "undo":
            assert session.undo() == (at > 0)
            at = max(0, at - 1)
        elif what == "redo":
            assert session.redo() == (at < len(actions))
            at = min(len(actions), at + 1)
        elif what == "cut":
            session.cut()
            del actions[at:]
        elif 0 <= number <= len(actions):
            session.jump(number)
            at = number
        else:
            with pytest.raises(ValueError, match=f"jump to 0 up to {len(actions)}, not {number}"):
                session.jump(number)
        assert (session.at, session.end, session.actions()) == (at, len(actions), tuple(actions))
        *_, here = tu.Record(start, tuple(actions[:at])).states()
        assert session.state == here
        assert session.states() == tuple(session.record().states())
        assert session.last == (actions[at - 1] if at else None)
        assert session.is_live == (at == len(actions) and not here.is_over)


def test_undo_and_redo_stop_where_wanted() -> None:
    """At the decisions of one seat, say; redo ends with the last position whatever it is."""
    game = lab.play(tu.new_game(2, edition="small"), [lab.player("random")] * 2, seed=2)
    session = Session(game.start)
    for action in game.actions:
        session.play(action)

    def mine(state: tu.State) -> bool:
        return state.actor == 1

    places = []
    while session.undo(mine):
        assert mine(session.state)
        places.append(session.at)
    assert places == [number for number, state in enumerate(game.states()) if mine(state)][::-1]
    again = []
    while session.redo(mine):
        again.append(session.at)
    assert again == [*places[-2::-1], session.end]


def test_an_illegal_action_changes_nothing() -> None:
    """It is refused with its reasons."""
    session = Session(tu.Dealer(1).settle(tu.new_game(2)))
    with pytest.raises(tu.IllegalAction):
        session.play(tu.Decline())
    assert session.end == 0


def test_a_reply_is_the_same_for_the_same_way_there() -> None:
    """So that to take back and do the same again brings no other cards."""
    session = Session(tu.new_game(2, edition="small"))
    replies = []
    for _ in range(2):
        session.jump(0)
        session.cut()
        while session.is_live and session.end < 20:
            session.play(session.reply(lab.player("mcts:5"), seed=4))
        replies.append(session.actions())
    assert replies[0] == replies[1]
    assert len(replies[0]) == 20
    session.undo(lambda state: state.actor is not tu.CHANCE)
    with pytest.raises(ValueError, match="a player is wanted"):
        session.reply(None, seed=4)


# --- records


@given(strategies.records(), st.randoms(use_true_random=False))
def test_a_record_is_loaded_as_it_was_saved(record: tu.Record, chooser: random.Random) -> None:
    """Looked at where it ends."""
    session = Session.loaded([*record.lines()], ruleset, record.start.setup.edition)
    assert session.record() == record
    assert session.at == session.end
    assert session.flaw is None


def test_a_broken_record_is_loaded_up_to_its_first_error() -> None:
    """With what is wrong; to play on there gives the error up."""
    game = lab.play(tu.new_game(2, edition="small"), [lab.player("random")] * 2, seed=2)
    lines = [*game.lines()]
    session = Session.loaded([*lines[:8], lines[4], *lines[8:]], ruleset)
    assert session.actions() == game.actions[:7]
    assert isinstance(session.flaw, RecordError)
    assert session.flaw.line == 9
    assert session.flaw.violations
    assert not session.is_live
    session.play(game.actions[7])
    assert session.flaw is None
    assert session.is_live


def test_of_several_games_the_first_is_loaded() -> None:
    """Whatever the next one is."""
    games = [lab.play(tu.new_game(2, edition="tiny"), [lab.player("random")] * 2, seed) for seed in (1, 2)]
    lines = [line for game in games for line in game.lines()]
    assert Session.loaded(lines, ruleset).record() == games[0]
    broken_next = Session.loaded([*games[0].lines(), b'{"format": "towerup-record"}\n'], ruleset)
    assert (broken_next.record(), broken_next.flaw) == (games[0], None)
    more = Session.loaded([*games[0].lines(), b"{}\n"], ruleset)
    assert more.record() == games[0]
    assert more.flaw is not None


@pytest.mark.parametrize("lines", [[], [b"nonsense\n"], [b"{}\n"]])
def test_a_record_that_does_not_begin_is_refused(lines: list[bytes]) -> None:
    """With its line."""
    with pytest.raises(RecordError):
        Session.loaded(lines, ruleset)
