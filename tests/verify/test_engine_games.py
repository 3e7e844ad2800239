"""Games on the engine: counted apart, the same for the same seed, and only where there is an engine."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import attrs
import pytest
from typer.testing import CliRunner, Result

import towerup as tu
from towerup.cli.app import app
from towerup.engines import compiling
from towerup.rulesets import ruleset
from towerup.verify import engine_games
from towerup.verify.campaign import Campaign, Plan, Tally
from towerup.verify.engine_games import COMPILED, INTERPRETED, EngineGames, engine_plan
from towerup.verify.parallel import run
from towerup.verify.subject import Subject

PLAN = Plan(games=4, seed=5, edition="small", engine=INTERPRETED, engine_games=110)


def towerup(*words: str) -> Result:
    return CliRunner().invoke(app, list(words), env={"COLUMNS": "200", "NO_COLOR": "1"})


def played(plan: Plan, numbers: range) -> Tally:
    tally, breach = EngineGames(Campaign(tu.TOWER_UP, plan)).play(numbers)
    assert breach is None, breach
    return tally


def test_games_steps_and_states_compared_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last state of every game is compared, and some on the way; or each one."""
    few = played(PLAN, range(12))
    assert few.engine_games == 12
    assert few.engine_games < few.compared < few.engine_steps
    assert (few.games, few.steps, few.checks, few.judged) == (0, 0, 0, 0)
    monkeypatch.setattr(engine_games, "COMPARED_A_STEP", 1)
    every = played(PLAN, range(12))
    assert every.engine_steps == few.engine_steps
    assert every.compared == every.engine_steps + 12


def test_a_game_depends_on_the_seed_and_its_number_alone() -> None:
    """Played in parts, and in any order, the counts are the same; with another seed they are not."""
    whole = played(PLAN, range(25))
    parts = Tally()
    for numbers in (range(17, 25), range(4), range(4, 17)):
        parts.add(played(PLAN, numbers))
    assert parts == whole
    assert played(attrs.evolve(PLAN, seed=6), range(25)) != whole


def test_the_report_is_the_same_whatever_the_number_of_processes() -> None:
    """Parts on the rulebook come first, and parts on the engine after them; every game is told once."""
    told: list[int] = []
    alone = run(Subject("tower-up"), PLAN, progress=told.append)
    assert alone.breach is None
    assert (alone.tally.games, alone.tally.engine_games, sum(told)) == (4, 110, 114)
    assert run(Subject("tower-up"), PLAN, jobs=2) == alone


def test_without_an_edition_small_boxes_and_other_rulings_are_mixed_in() -> None:
    """As in the games on the rulebook."""
    games = EngineGames(Campaign(tu.TOWER_UP, Plan(games=1, engine=INTERPRETED)))
    setups = [games._start(number).state.setup for number in range(40)]
    assert {setup.edition.name for setup in setups} > {"reconstruction", "small"}
    assert len({setup.rulings for setup in setups}) > 1
    assert {len(setup.seats) for setup in setups} == {2, 3, 4}


@pytest.mark.parametrize(
    ("installed", "games", "engine_games", "compiled", "plan"),
    [
        (True, 600, None, None, (COMPILED, 4_800)),
        (True, 100, None, None, (INTERPRETED, 300)),  # over before numba is loaded
        (False, 600, None, None, (INTERPRETED, 1_800)),
        (True, 600, 50, None, (INTERPRETED, 50)),
        (True, 1, 5_000, None, (COMPILED, 5_000)),
        (True, 10, None, True, (COMPILED, 80)),
        (True, 600, None, False, (INTERPRETED, 1_800)),
        (True, 600, 0, None, (INTERPRETED, 0)),
    ],
)
def test_what_is_installed_says_how_many_games_are_played(
    monkeypatch: pytest.MonkeyPatch,
    installed: bool,
    games: int,
    engine_games: int | None,
    compiled: bool | None,
    plan: tuple[str, int],
) -> None:
    """Many if the engine is compiled, some if it is not, unless one says."""
    monkeypatch.setattr("towerup.verify.engine_games.can_compile", lambda: installed)
    assert engine_plan(tu.TOWER_UP, games, engine_games, compiled) == plan


def test_a_game_without_an_engine_says_nothing_of_one(tmp_path: Path) -> None:
    """No games, no line, no number; and none can be asked for."""
    assert engine_plan(ruleset("projekt-skyline"), 600) == (None, 0)
    file = tmp_path / "report.json"
    result = towerup("verify", "projekt-skyline", "--games", "1", "--jobs", "1", "--json", str(file))
    assert result.exit_code == 0
    assert "on the engine" not in result.output
    assert json.loads(file.read_bytes())["engine"] is None
    refused = towerup("verify", "projekt-skyline", "--games", "1", "--engine-games", "5")
    assert refused.exit_code == 2
    assert "Projekt Skyline has no engine: leave --engine-games out" in refused.output


def test_the_report_counts_rulebook_and_engine_apart(tmp_path: Path) -> None:
    """A line each, and numbers of their own in the JSON."""
    file = tmp_path / "report.json"
    words = ["verify", "--games", "2", "--engine-games", "30", "--edition", "small", "--jobs", "1", "--json", str(file)]
    result = towerup(*words)
    assert result.exit_code == 0, result.output
    report = json.loads(file.read_bytes())
    engine = report["engine"]
    assert (report["games"], engine["games"], engine["runs"]) == (2, 30, "interpreted")
    assert 30 < engine["states_compared"] < engine["steps"]
    assert f"Tower Up: 2 games on the rulebook, {report['steps']:,} steps, in " in result.output
    counts = f"{engine['steps']:,} steps. Compared {engine['states_compared']:,} states with the rulebook.\n"
    assert f"Played 30 more games on the engine (interpreted), {counts}" in result.output


def test_a_planted_fault_is_in_the_rulebook_alone() -> None:
    """Properties and objections have to find it, so the engine does not play; to ask for it is refused."""
    refused = towerup("verify", "--games", "2", "--engine-games", "5", "--fault", "same-colour-forgotten")
    assert refused.exit_code == 2
    assert "not with --fault or --faults" in refused.output


def test_compiled_needs_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it a sentence says how to install it."""
    monkeypatch.setattr("towerup.cli.verify.can_compile", lambda: False)
    refused = towerup("verify", "--games", "2", "--compiled")
    assert refused.exit_code == 2
    assert "--compiled needs numba: pip install 'towerup[fast]'" in refused.output


@pytest.mark.thorough
@pytest.mark.skipif(not compiling.can_compile(), reason=f"no numba: {compiling.INSTALL}")
def test_compiled_games_are_the_interpreted_ones() -> None:
    """The same counts."""
    assert played(attrs.evolve(PLAN, engine=COMPILED), range(50)) == played(PLAN, range(50))


def test_few_games_load_neither_numba_nor_numpy() -> None:
    """A short campaign is over before they are loaded."""
    program = (
        "import sys; from towerup.verify.parallel import run; from towerup.verify.campaign import Plan;"
        "from towerup.verify.subject import Subject;"
        "run(Subject('tower-up'), Plan(1, edition='small', engine='interpreted', engine_games=2));"
        "print('numba' in sys.modules, 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False False"
