"""Wrong engines: a fault is planted in the engine of Tower Up, and games on it, compared in a sample of states, have to find it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from typer.testing import CliRunner

import towerup as tu
from towerup.cli.app import app
from towerup.engines import compiling, tower_up, tower_up_packing
from towerup.verify.campaign import Campaign, Plan
from towerup.verify.engine_games import INTERPRETED, SAME_GAME, EngineGames
from towerup.verify.evidence import transcript
from towerup.verify.faults import Fault, Patch, patched_sources
from towerup.verify.replaying import replayed
from towerup.verify.shrinking import shortest

FAULTS = {
    "a-card-too-many-in-the-weights": ("out[count] = state[card]\n", "out[count] = state[card] + 1\n"),
    "a-starting-floor-beside-its-colour": ("state[box[AT_PRICE] + site] >> BITS * colour & ALL == 0)", "True)"),
    "the-first-player-always-plays": ("    return int(state[SEAT])\n", "    return 0\n"),
    "a-founding-without-a-price": ("if price == 0 or (guarded", "if (guarded"),
    "a-founding-in-a-neighbours-colour": (" and price >> shift & ALL == 0:", ":"),
    "the-last-card-is-not-offered": ("box[AT_MARKET] + box[N_MARKET]):\n        kind", "box[AT_MARKET] + box[N_MARKET] - 1):\n        kind"),
    "floors-may-always-be-declined": ("min(least, floors) if box[MAY_DECLINE_FLOORS] else most", "min(least, floors)"),
    "no-floor-is-put-back": ("    state[CONTAINER] += chosen\n", ""),
    "one-floor-over-the-limit-is-kept": ("% ALL > box[STOCK_LIMIT]:", "% ALL > box[STOCK_LIMIT] + 1:"),
    "the-market-has-no-order": ("state[place - 1] > card:", "state[place - 1] < card:"),
    "the-card-taken-is-not-reshuffled": ("        state[pile + card] = state[discards + card]\n", "        state[pile + card] = 0\n"),
    "the-price-stays-paid": ("            state[at_price + box[at]] += unit\n", "            state[at_price + box[at]] = unit\n"),
    "neighbours-do-not-grow": ("            state[at_floors + box[at]] += 1\n", "            pass\n"),
    "a-vehicle-beyond-its-track": ("min(state[at] + level, box[TRACK_END])", "state[at] + level"),
    "a-star-reached-gives-nothing": ("if before < box[star] <= now:", "if before < box[star] < now:"),
    "a-second-roof-is-not-noted": ("state[player + TWICE + word] |= bit", "pass"),
    "everybody-gets-the-first-chip": ("box[box[T_CHIPS] + taken]", "box[box[T_CHIPS]]"),
    "the-tie-breaker-is-forgotten": (" and out[row + SCORE_STOCK] == largest", ""),
    "the-cone-is-worth-one-place-more": ("box[box[T_CONE] + cone - 1] if", "box[box[T_CONE] + cone] if"),
}  # fmt: skip
MOST_GAMES = 100

Plant = Callable[[str], None]


@pytest.fixture
def plant(monkeypatch: pytest.MonkeyPatch) -> Iterator[Plant]:
    """Plants one of the faults into the interpreted engine until the test is over."""

    def put_in(id: str) -> None:
        old, new = FAULTS[id]
        fault = Fault(id, id, (), (), "tower_up", (Patch("tower_up", old, new),))
        wrong = ModuleType("towerup.engines.tower_up")
        exec(patched_sources("towerup.engines", fault)["tower_up"], vars(wrong))
        monkeypatch.setattr(compiling, "interpreted", lambda name: wrong)
        tower_up_packing._packing.cache_clear()

    yield put_in
    tower_up_packing._packing.cache_clear()


@pytest.mark.parametrize("id", FAULTS)
def test_a_fault_in_the_engine_is_found(id: str, plant: Plant) -> None:
    """The game is a game of the rulebook, and it ends where the engine first differs."""
    plant(id)
    campaign = Campaign(tu.TOWER_UP, Plan(games=1, seed=1, engine=INTERPRETED))
    tally, breach = EngineGames(campaign).play(range(MOST_GAMES))
    assert breach is not None
    assert breach.law == SAME_GAME
    assert breach.game == tally.engine_games - 1
    assert len([*breach.record.states()]) == len(breach.record.actions) + 1


@pytest.mark.parametrize("edition", ["small", pytest.param(None, marks=pytest.mark.thorough)])
def test_the_game_that_shows_it_is_made_short_and_can_be_replayed(edition: str | None, plant: Plant) -> None:
    """A long game with the usual box becomes one with a small box. Without the fault the same game shows nothing."""
    campaign = Campaign(tu.TOWER_UP, Plan(games=1, seed=1, edition=edition, engine=INTERPRETED))
    plant("the-cone-is-worth-one-place-more")
    _, breach = EngineGames(campaign).play(range(MOST_GAMES))
    assert breach is not None
    short = shortest(campaign, breach)
    assert len(short.record.actions) <= min(40, len(breach.record.actions))
    assert ".cone is " in short.message
    lines = list(transcript(short.record))
    again = replayed(campaign, lines).breach
    assert again is not None
    assert (again.law, again.message) == (SAME_GAME, short.message)
    tower_up_packing._packing.cache_clear()
    with pytest.MonkeyPatch.context() as without:
        without.setattr(compiling, "interpreted", lambda name: tower_up)
        assert replayed(campaign, lines).breach is None


def test_the_command_shows_the_difference_and_how_to_see_it_again(
    plant: Plant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What differs, a short game, a record of it, the command that plays it again, and exit code 1."""
    monkeypatch.chdir(tmp_path)
    plant("neighbours-do-not-grow")

    def towerup(words: str) -> str:
        result = CliRunner().invoke(app, words.split(), env={"COLUMNS": "200", "NO_COLOR": "1"})
        assert result.exit_code == 1, result.output
        assert "Traceback" not in result.output
        assert "The engine and the rulebook differ\nWhat is wrong: the state on the engine" in result.output
        return result.output

    found = towerup("verify --games 1 --engine-games 5 --edition small --jobs 1")
    assert "Played 1 more game on the engine (interpreted)" in found
    assert "Something does not hold." in found
    towerup(found.partition("To see it again:\n  towerup ")[2].splitlines()[0])
