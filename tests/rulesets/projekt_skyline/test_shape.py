"""The shape of the rulebook: plain code, and rule ids beside the lines that enforce them."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rulesets.tower_up.test_shape import is_bit_arithmetic, is_late_import, is_trickery
from towerup.rulesets.projekt_skyline import catalogue, ruleset

FOLDER = Path(ruleset.__file__).parent
MODULES = {
    str(path.relative_to(FOLDER)): ast.parse(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.rglob("*.py"))
}
ID = re.compile(r"PS-[A-Z]+-\d\d")
CACHES = {"play.py": {"catalogue"}, "space.py": {"_actions"}, "walking.py": {"_white_die", "_both_dice"}}
"""Functions that keep what they worked out: the one catalogue, and what belongs to the last 16 boxes."""
ABOUT_POSITIONS = {"positions.py", "history.py", "json.py"}
"""Modules whose objections are about positions made by hand, not about actions."""


@pytest.mark.parametrize("is_wrong", [is_bit_arithmetic, is_trickery, is_late_import])
def test_the_code_is_plain(is_wrong: Callable[[str, ast.AST], bool]) -> None:
    """No bit arithmetic, no trickery, no import inside a function but that of the JSON."""
    wrong = [
        f"{module}: {ast.unparse(node)}"
        for module, tree in MODULES.items()
        for node in ast.walk(tree)
        if is_wrong(module, node)
    ]
    assert wrong == []


def test_no_cache_that_grows() -> None:
    """`lru_cache` says how much it keeps, and `cache` is for a function without arguments."""
    for module, tree in MODULES.items():
        for node in tree.body:
            decorators = " ".join(map(ast.unparse, getattr(node, "decorator_list", ())))
            if isinstance(node, ast.FunctionDef) and "cache" in decorators:
                assert node.name in CACHES.get(module, set())
                assert "maxsize=" in decorators or not node.args.args


def test_the_rules_that_objections_name_are_listed() -> None:
    """FORBIDDING in ruleset.py is just what `explain` can name."""
    named = {
        constant.value
        for module, tree in MODULES.items()
        if module not in ABOUT_POSITIONS and not module.startswith("properties")
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        if ast.unparse(call.func) in ("Objection", "_objections_to_raze")
        for argument in (call.args[:1] if ast.unparse(call.func) == "Objection" else call.args[-1:])
        for constant in ast.walk(argument)
        if isinstance(constant, ast.Constant) and isinstance(constant.value, str)
    }
    assert named == ruleset.FORBIDDING


def test_every_rule_stands_beside_the_code_that_keeps_it() -> None:
    """Each rule of the catalogue is named in the rulebook, and no other."""
    rulebook = [path for path in FOLDER.rglob("*.py") if path.parent.name != "properties" and path.name != "ruleset.py"]
    written = {id for path in rulebook for id in ID.findall(path.read_text(encoding="utf-8"))}
    assert written == {*catalogue().rules}
