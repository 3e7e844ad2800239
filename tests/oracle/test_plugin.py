"""The pytest plugin: vectors and a duel as tests of somebody else's implementation."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from towerup.kernel.canonical import decode
from towerup.kernel.records import header_of
from towerup.kernel.ruleset import AnyRuleset
from towerup.oracle import specs
from towerup.oracle.implementations import RulesetImplementation
from towerup.oracle.protocol import Refusal
from towerup.rulesets import ruleset

from .games import every_game, usual_game_and_others_in_time

ROOT = Path(__file__).parents[2]
ORACLE = f"{sys.executable} -m towerup oracle"


def run(folder: Path, *options: str) -> tuple[int, str]:
    """pytest in a folder of its own, as somebody else has it."""
    # No plugins but ours: those of others take longer to load than these tests to run.
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "towerup.pytest_plugin", *options]
    alone = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=folder, env=alone, capture_output=True, text=True, timeout=1_800, check=False)
    return done.returncode, done.stdout + done.stderr


def number_of_vectors(rules: AnyRuleset) -> int:
    """How many vectors a game has in specs/."""
    files = (specs.folder() / "vectors" / rules.name).glob("*.json")
    return sum(len(decode(file.read_bytes())["vectors"]) for file in files)


@pytest.mark.thorough
@usual_game_and_others_in_time
def test_the_oracle_itself_passes(rules: AnyRuleset, tmp_path: Path) -> None:
    first, second = [id for id in rules.catalogue().rules if id in rules.coverage.forbidding][3:5]
    chosen = f"{first} or {second} or (duel and 2) or (games and 1) or (counts and 2) or setups"
    options = ("--towerup-game", rules.name, "--towerup-games", "2", "-k", chosen)
    code, said = run(tmp_path, "--towerup-implementation", ORACLE, *options)
    assert code == 0, said
    assert "passed" in said
    assert "skipped" not in said


@pytest.mark.thorough
@every_game
def test_the_oracle_answers_every_vector(rules: AnyRuleset, tmp_path: Path) -> None:
    options = ("--towerup-game", rules.name, "--towerup-games", "1", "-k", "not duel")
    code, said = run(tmp_path, "--towerup-implementation", ORACLE, *options)
    assert code == 0, said
    assert f"\n{number_of_vectors(rules)} passed" in said


def test_a_refused_start_leaves_nothing_to_end() -> None:
    """An implementation that refuses a setup has opened no game, and refuses to end it."""
    rules = ruleset()
    other = RulesetImplementation(rules)
    with pytest.raises(Refusal, match="required field missing"):
        other.start(header_of(rules.new_game(2)) | {"setup": {}})
    answers = other.answers
    other.end()
    assert other.answers == answers


@pytest.mark.thorough
def test_a_wrong_rule_fails_by_its_name_with_the_shortest_game(tmp_path: Path) -> None:
    wrong = f"{ORACLE} --fault founding-anywhere"
    code, said = run(
        tmp_path, "--towerup-implementation", wrong, "--towerup-games", "2", "-k", "TU-FOUND-02 or (duel and 2)"
    )
    assert code == 1
    assert "FAILED towerup::TU-FOUND-02::6" in said
    assert "is accepted, but illegal: it breaks TU-FOUND-02" in said
    assert "The shortest game found has" in said
    assert '"format":"towerup-record"' in said
    assert "Traceback" not in said


@pytest.mark.thorough
def test_a_wrong_rule_of_another_game_fails_by_its_name(tmp_path: Path) -> None:
    wrong = f"{ORACLE} --game projekt-skyline --fault skyscrapers-anywhere"
    options = ("--towerup-game", "projekt-skyline", "--towerup-games", "2", "-k", "PS-SETUP-04 or (duel and 2)")
    code, said = run(tmp_path, "--towerup-implementation", wrong, *options)
    assert code == 1
    assert "FAILED towerup::PS-SETUP-04::" in said
    assert "is accepted, but illegal: it breaks PS-SETUP-04" in said
    assert '"game":"projekt-skyline"' in said
    assert "Traceback" not in said


IN_PYTHON = """
import towerup as tu
from towerup.kernel.records import start_of
from towerup.rulesets import ruleset

class Game:
    def start(self, header):
        self.state = start_of(header, ruleset)
        return tu.state_to_json(self.state)
    def legal(self):
        return [tu.action_to_json(action) for action in tu.legal_actions(self.state)]
    def play(self, action, actor):
        self.state = tu.apply(self.state, tu.action_from_json(action), tu.CHANCE if actor == "chance" else actor)
        return tu.state_to_json(self.state)
    def outcome(self):
        result = tu.outcome(self.state)
        return None if result is None else ruleset().outcome_to_json(result)

class Resuming(Game):
    def resume(self, state):
        self.state = tu.state_from_json(__import__("json").dumps(state))
        return tu.state_to_json(self.state)
"""


@pytest.mark.thorough
def test_what_a_duel_wrote_down_can_be_asked_again(tmp_path: Path) -> None:
    wrong = [*ORACLE.split(), "--fault", "founding-anywhere"]
    words = [sys.executable, "-m", "towerup", "duel", "--edition", "tiny", "--games", "9", "--", *wrong]
    subprocess.run(words, cwd=tmp_path, capture_output=True, timeout=300, check=False)
    (file,) = tmp_path.glob("*.json")
    given = ("--towerup-vectors", file.name, "-k", file.stem)
    code, said = run(tmp_path, "--towerup-implementation", " ".join(wrong), *given)
    assert code == 1
    assert "1 failed" in said
    code, said = run(tmp_path, "--towerup-implementation", ORACLE, *given)
    assert code == 0
    assert "1 passed" in said


def test_who_cannot_begin_in_the_middle_is_asked_what_they_can(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(IN_PYTHON)
    code, said = run(tmp_path, "--towerup-python", "mine:Game", "-k", "TU-FOUND-02 or games", "-rs")
    assert code == 0, said
    assert "it cannot begin in the middle of a game" in said
    assert "passed" in said


@pytest.mark.thorough
def test_a_python_implementation_that_can_is_asked_all(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(IN_PYTHON)
    code, said = run(tmp_path, "--towerup-python", "mine:Resuming", "-k", "TU-FOUND-02 or (counts and 2)")
    assert code == 0, said
    assert "skipped" not in said


@pytest.mark.parametrize(
    "options, words",
    [
        (("--towerup-implementation", "x", "--towerup-python", "a:b"), "not both"),
        (("--towerup-python", "nothing"), "write module:factory"),
        (("--towerup-python", "nowhere:Game"), "cannot be imported"),
        (("--towerup-implementation", "x", "--towerup-game", "chess"), "there are no rules for 'chess'"),
        (("--towerup-implementation", "x", "--towerup-vectors", "no.json"), "there is no file or folder no.json"),
        (("--towerup-implementation", "x", "--towerup-games", "0"), "--towerup-games"),
        (("--towerup-implementation", "x", "--towerup-timeout", "-1"), "--towerup-timeout"),
    ],
)
def test_misuse_is_told_in_a_sentence(tmp_path: Path, options: tuple[str, ...], words: str) -> None:
    code, said = run(tmp_path, *options)
    assert code == pytest.ExitCode.USAGE_ERROR
    assert words in said
    assert "Traceback" not in said


def test_who_never_answers_is_not_asked_for_ever(tmp_path: Path) -> None:
    code, said = run(tmp_path, "--towerup-implementation", f'{sys.executable} -c "exit(3)"', "-k", "TU-FOUND")
    assert code == 1
    assert "5 failed" in said
    assert "ended with exit code 3" in said


def test_a_program_that_is_not_there_is_told(tmp_path: Path) -> None:
    code, said = run(tmp_path, "--towerup-implementation", "no-such-program", "-k", "TU-FOUND-02 and 1")
    assert code == 1
    assert "'no-such-program' cannot be started" in said
    assert "Traceback" not in said


def test_without_the_option_nothing_heavy_is_imported(tmp_path: Path) -> None:
    (tmp_path / "test_nothing.py").write_text(
        "import sys\n\ndef test_nothing():\n    assert not {'attrs', 'networkx', 'towerup.rulesets'} & set(sys.modules)\n"
    )
    code, said = run(tmp_path)
    assert code == 0, said


def test_it_is_pytest_s_entry_point() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"towerup": "towerup.pytest_plugin"}
