"""Hypothesis knows our types in anybody's test, and nobody who does not use towerup notices."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import towerup as tu
from towerup.rulesets import NAMES, ruleset
from towerup.verify.boxes import drawn_games
from towerup.verify.registration import register_types

ROOT = Path(__file__).parents[2]


GAMES = [f"towerup.rulesets.{game.replace('-', '_')}" for game in NAMES]
HEAVY = {"attrs", "cattrs", "networkx", "towerup.kernel.ruleset", "towerup.rulesets"}


def types_of(game: str) -> Iterator[type]:
    """The types of a game that Hypothesis knows."""
    rules = ruleset(game)
    yield from (rules.state_type, rules.rulings, rules.editions.kind, *rules.action_types)


OURS = [tu.Record, *(kind for game in drawn_games() for kind in types_of(game))]


@pytest.fixture
def installed(tmp_path: Path) -> dict[str, str]:
    """An environment in which towerup is installed, as far as entry points go: as pyproject.toml says."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = tmp_path / f"towerup-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: towerup\nVersion: {project['version']}\n")
    lines = [
        f"[{group}]\n{name} = {value}"
        for group, points in project["entry-points"].items()
        for name, value in points.items()
    ]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}


def run(program: str, environment: dict[str, str], cwd: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env=environment,
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


USE = """
@settings(max_examples=2, database=None, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.from_type(towerup.State), st.from_type(towerup.Found))
def test(state, found):
    assert isinstance(state, towerup.State) and state.setup.edition.name == "drawn"
    assert isinstance(found, towerup.Found)

test()
print("drawn")
"""


@pytest.mark.parametrize(
    "imports",
    [
        "import towerup\nfrom hypothesis import HealthCheck, given, settings, strategies as st",
        "from hypothesis import HealthCheck, given, settings, strategies as st\nimport towerup",
    ],
    ids=["towerup first", "Hypothesis first"],
)
def test_from_type_works_in_anybodys_test(imports: str, installed: dict[str, str], tmp_path: Path) -> None:
    """Two imports, in either order, and no more."""
    assert run(imports + USE, installed, tmp_path) == "drawn\n"


def test_who_does_not_use_towerup_does_not_load_it(installed: dict[str, str], tmp_path: Path) -> None:
    """Hypothesis calls our entry point. It loads no game, and no library that a game needs."""
    program = f"import sys, hypothesis; print('towerup.hypothesis_plugin' in sys.modules, {HEAVY} & set(sys.modules))"
    assert run(program, installed, tmp_path) == "True set()\n"


@pytest.mark.parametrize("module", ["towerup", "towerup.pytest_plugin", "towerup.hypothesis_plugin"])
def test_importing_it_is_light(module: str, installed: dict[str, str], tmp_path: Path) -> None:
    """Everybody's pytest and everybody's Hypothesis import these."""
    program = f"import sys, {module}; print({HEAVY} & set(sys.modules))"
    assert run(program, installed, tmp_path) == "set()\n"


def test_hypothesis_and_towerup_load_no_game_until_a_type_is_used(installed: dict[str, str], tmp_path: Path) -> None:
    """Even where both are imported; and of three games only the one in use is loaded."""
    program = f"""
import sys, hypothesis, towerup
print({HEAVY} & set(sys.modules))
towerup.State
print(sorted(name for name in {GAMES} if name in sys.modules))
"""
    assert run(program, installed, tmp_path) == "set()\n['towerup.rulesets.tower_up']\n"


def test_a_game_loaded_without_its_name_in_towerup_is_registered(installed: dict[str, str], tmp_path: Path) -> None:
    """The sister games are imported from their packages."""
    program = """
from hypothesis import strategies as st
from towerup.rulesets.projekt_skyline.state import State
from towerup.rulesets.projekt_skyline.ruleset import PROJEKT_SKYLINE
print("states" in repr(st.from_type(State).validate() or st.from_type(State)))
"""
    assert run(program, installed, tmp_path) == "True\n"


def test_towerup_does_not_load_hypothesis(installed: dict[str, str], tmp_path: Path) -> None:
    """Who plays needs no library for tests; where there is none at all, nothing is amiss."""
    assert run("import sys, towerup; print('hypothesis' in sys.modules)", installed, tmp_path) == "False\n"
    program = "import sys; sys.modules['hypothesis'] = None; import towerup; print(towerup.__version__)"
    assert run(program, installed, tmp_path) == f"{tu.__version__}\n"


def test_boxes_of_every_game_are_drawn() -> None:
    """A game whose boxes nobody draws is proved for the boxes that come with it, and for no others."""
    assert drawn_games() == NAMES


@pytest.mark.parametrize("kind", OURS, ids=lambda kind: f"{kind.__module__.split('.')[-2]}-{kind.__name__}")
def test_each_type_is_drawn(kind: type) -> None:
    """What is drawn for a type is of that type, and registering again does no harm."""
    register_types(tu.TOWER_UP)

    @settings(settings.default, max_examples=3)
    @given(st.from_type(kind))
    def drawn(value: object) -> None:
        assert isinstance(value, kind)

    drawn()


@given(st.from_type(tu.Action))  # type: ignore[arg-type]  # a union is a type to Hypothesis
def test_the_union_of_actions_is_drawn(action: object) -> None:
    """All actions are to be had by the one name."""
    assert isinstance(action, tu.Action)
