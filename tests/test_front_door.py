"""`import towerup`: every name is there, and each is imported when it is first used."""

from __future__ import annotations

import ast
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import towerup as tu

TREE = ast.parse(Path(tu.__file__).read_text(encoding="utf-8"))


def for_type_checkers() -> dict[str, str]:
    """Each name that a type checker sees, with its module."""
    (block,) = [node for node in TREE.body if isinstance(node, ast.If)]
    return {
        alias.name: f"towerup.{node.module}"
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def test_type_checkers_see_what_is_imported_late() -> None:
    assert for_type_checkers() == tu._MODULES
    assert sorted(tu._MODULES) == sorted(tu.__all__)


@pytest.mark.parametrize("name", tu.__all__)
def test_every_name_is_there(name: str) -> None:
    assert getattr(tu, name) is getattr(sys.modules[tu._MODULES[name]], name)


def test_every_name_is_listed() -> None:
    assert {*tu.__all__, "__version__"} <= set(dir(tu))


def test_a_star_imports_every_name() -> None:
    names: dict[str, object] = {}
    exec("from towerup import *", names)
    assert {*tu.__all__} <= names.keys()


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'towerup' has no attribute 'Sttae'"):
        tu.Sttae  # noqa: B018


def test_a_pickled_state_needs_no_import() -> None:
    """Not even of towerup: pickle finds the class, and with it the rules."""
    program = (
        "import pickle, sys; state = pickle.load(sys.stdin.buffer); print(len(state.ruleset.legal_actions(state)))"
    )
    state = tu.new_game(players=2)
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=pickle.dumps(state),
        capture_output=True,
        check=True,
        cwd=Path(tu.__file__).parents[1],
    )
    assert int(done.stdout) == len(tu.legal_actions(state))
