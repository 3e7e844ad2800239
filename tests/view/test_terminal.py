"""Terminal pictures: whatever lies on the table can be read back from them."""

from __future__ import annotations

import io
import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from towerup import view
from towerup.view.ink import can_write, wants_colour, wrapped

from . import plain as tu
from .playing import ROOT, played
from .reading import read

ANSI = re.compile(r"\x1b\[[\d;]*m")


def check_that_it_can_be_read(state: tu.State, text: str) -> None:
    """All that lies on the table is in the picture."""
    shown, players = read(state, text), state.players
    colours = state.setup.edition.colours
    assert shown.buildings == state.buildings
    assert shown.stocks == [{colour: player.stock[colour] for colour in colours} for player in players]
    assert shown.vehicles == [player.vehicles for player in players]
    assert shown.roofs == [player.roofs for player in players]
    assert shown.cones == [player.cone for player in players]
    assert shown.millions == [score.total for score in tu.scores(state)]
    assert shown.chips == [[one.chips[id] for id in state.setup.objectives if id in one.chips] for one in players]
    assert shown.market == list(state.market)
    assert shown.container == state.container
    assert shown.discards == state.discards
    assert shown.pile == state.pile.total
    assert shown.starting == list(state.starting)
    assert shown.turn == ([] if state.is_over else [state.setup.seats[state.seat]])
    taken = {id: {one.roof: one.chips[id] for one in players if id in one.chips} for id in state.setup.objectives}
    assert shown.objectives == {id: (list(state.box.chips[len(taken[id]) :]), taken[id]) for id in taken}


@given(tu.states(), st.booleans(), st.integers(60, 130))
def test_everything_can_be_read_back(state: tu.State, unicode: bool, width: int) -> None:
    """Whatever the box and the moment: buildings, stocks, vehicles, roofs, cones, chips, cards; within the width."""
    text = view.picture(state, colour=False, unicode=unicode, width=width)
    check_that_it_can_be_read(state, text)
    assert max(map(len, text.split("\n"))) <= width
    assert "\x1b" not in text
    assert unicode or text.isascii()
    coloured = view.picture(state, colour=True, unicode=unicode, width=width)
    assert [line.rstrip() for line in ANSI.sub("", coloured).split("\n")] == text.split("\n")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_whole_game_on_the_usual_board(players: int, width: int) -> None:
    """Early, in the middle and at the end, with what was done last marked."""
    for state, last in played(players, seed=players)[:: 17 if width == 80 else 40]:
        text = view.picture(state, colour=False, unicode=True, width=width, last=last)
        check_that_it_can_be_read(state, text)
        assert max(map(len, text.split("\n"))) <= width
        assert last is None or f"Last: {last}" in " ".join(text.split())


def test_the_usual_boards_are_drawn_as_maps() -> None:
    """On 80 columns both sides of the board are a map and not a list."""
    for players in (2, 4):
        text = view.picture(tu.new_game(players), colour=False, unicode=True, width=80)
        assert "roads to" not in text
        assert "Swan Lake" in text or "Duck Pond" in text


def test_a_board_that_is_too_dense_is_listed() -> None:
    """Where sites would lie on each other they are listed, each with its roads, and nothing is lost."""
    state, last = played(4, seed=1)[-1]
    text = view.picture(state, colour=False, unicode=True, width=60, last=last)
    assert "roads to A2" in text
    check_that_it_can_be_read(state, text)


def test_what_was_done_last_and_what_is_marked_stands_out() -> None:
    """A sign before the name on the map; the labels and captions in words below it."""
    state, last = next((state, last) for state, last in played(2, seed=4) if isinstance(last, tu.Found))
    assert f">{last.site}" in view.picture(state, colour=False, unicode=True, last=last)
    text = view.picture(
        state, colour=False, unicode=True, marks={"C4": "red", "D5": "look here"}, arrows=[("C4", "C5")]
    )
    assert re.search(r"✗C4\b.*\n(.*\n)*✗ C4\n! D5 look here\nC4 -> C5\n", text)
    assert "xC4" in view.picture(state, colour=False, unicode=False, marks={"C4": "bad"})
    with pytest.raises(ValueError, match="there is no site 'Z9'"):
        view.picture(state, marks={"Z9": "red"})


def test_print_shows_the_picture_and_repr_the_line() -> None:
    """`print(state)` needs nothing but `import towerup`, and no library."""
    code = (
        "import sys; sys.modules['rich'] = None\n"
        "from towerup.rulesets.tower_up.setup import new_game\n"
        "assert 'towerup.view' not in sys.modules\n"
        "state = new_game(players=2)\n"
        "print(repr(state)); print(state)"
    )
    for encoding in ("utf-8", "ascii"):
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, check=True, env={"PYTHONIOENCODING": encoding, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        text = done.stdout.decode(encoding)
        first, rest = text.split("\n", 1)
        assert first.startswith("<State reconstruction")
        assert rest.startswith("Tower Up, reconstructed: 2 players")
        assert "\x1b" not in text


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colour_is_for_terminals_that_want_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """NO_COLOR says no, FORCE_COLOR yes, and else it depends on where the text goes."""
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert wants_colour(Terminal())
    assert not wants_colour(io.StringIO())
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert "\x1b[" in str(tu.new_game(players=2))
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert wants_colour(io.StringIO())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour(Terminal())
    assert "\x1b" not in str(tu.new_game(players=2))
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.delenv("FORCE_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_colour(Terminal())
    assert not can_write("★", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))


def test_strange_names_do_no_harm() -> None:
    """Control codes in names are not sent to the terminal, long names do not break the width."""
    text = (ROOT / "towerup/rulesets/tower_up/editions/tiny.toml").read_text(encoding="utf-8")
    text = text.replace('"A city block"', '"\\u001b[31mA\\u0007 block of Łódź"').replace('"N1"', f'"{"N" * 90}"')
    state = tu.new_game(2, edition=tu.SHELF.from_toml(text, "strange"))
    shown = view.picture(state, colour=False, unicode=True, width=70)
    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert "Łódź" in shown
    assert max(map(len, shown.split("\n"))) <= 70
    assert view.picture(state, colour=False, unicode=False, width=70).isascii()


def test_a_long_track_is_told_in_numbers() -> None:
    """Where a track does not fit in a line, each vehicle's steps are written out."""
    text = (ROOT / "towerup/rulesets/tower_up/editions/tiny.toml").read_text(encoding="utf-8")
    text = text.replace("worth = [0, 1, 3]", f"worth = {list(range(60))}")
    state = tu.dealt(tu.new_game(2, edition=tu.SHELF.from_toml(text, "long")), seed=1)
    shown = view.picture(state, colour=False, unicode=True, width=100)
    assert "vehicles: steps of 59; stars at 1, 2" in shown
    check_that_it_can_be_read(state, shown)


def test_words_are_wrapped() -> None:
    """Words keep together while they fit, and are broken when they are longer than a line."""
    lines = ["".join(text for text, _ in line) for line in wrapped([(one, "") for one in ("aa", "bb", "c" * 9)], 5, 2)]
    assert lines == ["aa bb", "  ccc", "  ccc", "  ccc"]
    assert list(wrapped([], 5)) == []
