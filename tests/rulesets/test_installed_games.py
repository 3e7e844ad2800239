"""Games that other packages bring are found by entry point, and a broken package breaks no other game."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from towerup.rulesets import NAMES, installed, ruleset

ROOT = Path(__file__).parents[2]

GAME = """
import attrs
from towerup.rulesets import ruleset

TWIN = attrs.evolve(ruleset("projekt-skyline"), name="twin", title="Twin Skyline")
"""
BROKEN = "import no_such_library\n"


class Packages:
    """A folder with packages as pip installs them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(self, name: str, entry_points: str, source: str = "") -> None:
        info = self.folder / f"{name}-1.2.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
        (info / "entry_points.txt").write_text(f"[towerup.games]\n{entry_points}\n")
        (self.folder / f"{name.replace('-', '_')}.py").write_text(source)

    def run(self, *command: str) -> tuple[int, str]:
        environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(self.folder), str(ROOT)]), "NO_COLOR": "1"}
        done = subprocess.run(
            [sys.executable, *command], env=environment, cwd=self.folder, capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout + done.stderr


@pytest.fixture
def packages(tmp_path: Path) -> Packages:
    return Packages(tmp_path)


NAMED = "from towerup.rulesets import every_ruleset, game_names; print(*game_names()); print(*(r.name for r in every_ruleset()))"


def test_ours_are_found_without_an_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a plain source tree there are no entry points; here looking for them would even fail."""
    monkeypatch.setattr(installed, "entry_points", None)
    assert tuple(ruleset(name).name for name in NAMES) == NAMES


def test_ours_are_entry_points_too() -> None:
    """Who looks for games by entry point finds all of them."""
    points = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    for name, value in points[installed.GROUP].items():
        assert EntryPoint(name, value, installed.GROUP).load() is ruleset(name)
    assert tuple(points[installed.GROUP]) == NAMES


def test_a_game_of_another_package_is_found(packages: Packages) -> None:
    packages.install("twin-game", "twin = twin_game:TWIN", GAME)
    assert packages.run("-c", NAMED) == (0, f"{' '.join((*NAMES, 'twin'))}\n" * 2)
    code, said = packages.run("-m", "towerup", "edition", "list", "--game", "twin")
    assert (code, "Twin Skyline" in said) == (0, True)


@pytest.mark.parametrize(
    ("entry_point", "source", "words"),
    [
        ("bad = bad_game:BAD", BROKEN, "cannot be loaded: bad_game:BAD: ModuleNotFoundError: No module named 'no_such_library'"),
        ("bad = bad_game:BAD", "BAD = 7", "bad_game:BAD is a int, not a Ruleset"),
        ("bad = bad_game:TWIN", GAME, "the ruleset calls itself 'twin'"),
    ],
    ids=["cannot be imported", "no ruleset", "another name"],
)  # fmt: skip
def test_a_broken_package_is_named_and_breaks_no_other_game(
    entry_point: str, source: str, words: str, packages: Packages
) -> None:
    packages.install("twin-game", "twin = twin_game:TWIN", GAME)
    packages.install("bad-game", entry_point, source)
    code, said = packages.run("-m", "towerup", "perft", "--game", "bad")
    assert code == 2
    assert "the game 'bad' of the package bad-game 1.2" in said
    assert words in " ".join(said.split())
    assert "Traceback" not in said
    code, said = packages.run("-c", NAMED)
    assert (code, said.splitlines()[1].split()) == (0, [*NAMES, "twin"])


def test_two_packages_with_one_game_are_both_named(packages: Packages) -> None:
    packages.install("twin-game", "twin = twin_game:TWIN", GAME)
    packages.install("other-game", "twin = other_game:TWIN", GAME)
    code, said = packages.run("-m", "towerup", "perft", "--game", "twin")
    assert code == 2
    assert "other-game 1.2, twin-game 1.2; uninstall all but one" in said


def test_an_unknown_game_is_told_with_all_there_are(packages: Packages) -> None:
    packages.install("twin-game", "twin = twin_game:TWIN", GAME)
    code, said = packages.run("-m", "towerup", "perft", "--game", "chess")
    assert code == 2
    assert "new-york-1901, twin" in said
