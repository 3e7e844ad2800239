"""The shape of the rulebook: code that reads like the printed rules, and rule ids beside the lines that enforce them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from towerup.rulesets import tower_up_plain as tu
from towerup.rulesets.tower_up_plain import ruleset

FOLDER = Path(ruleset.__file__).parent
MODULES = {str(path.relative_to(FOLDER)): ast.parse(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.rglob("*.py"))}
ID = re.compile(r"TU-[A-Z]+-\d\d")

LATE_IMPORTS = {"ruleset.py": {"json"}}
"""Modules imported inside a function, and why: cattrs takes longer to load than all the rules."""
ABOUT_POSITIONS = {"positions.py", "history.py"}
"""Modules whose objections are about positions made by hand, not about actions."""
CACHES = {"play.py": {"catalogue"}, "space.py": {"_actions"}, "invalid_inputs.py": {"_unknown_names"}}
"""Functions that keep what they worked out: the one catalogue, and what belongs to the last 16 boxes."""


def each(*kinds: type[ast.AST]) -> Iterator[tuple[str, ast.AST]]:
    """Every node of these kinds, with the module that it is in."""
    for module, tree in MODULES.items():
        yield from ((module, node) for node in ast.walk(tree) if isinstance(node, kinds))


def where(found: list[tuple[str, ast.AST]]) -> list[str]:
    return [f"{module}:{getattr(node, 'lineno', '?')} {ast.unparse(node)}" for module, node in found]


def test_no_bit_arithmetic() -> None:
    """No shifts, masks or inversions. `|` joins mappings, types and sets, never numbers."""
    shifts = [(module, node) for module, node in each(ast.BinOp, ast.AugAssign) if isinstance(node.op, ast.LShift | ast.RShift | ast.BitXor)]  # type: ignore[attr-defined]  # both have an op
    inversions = [(module, node) for module, node in each(ast.UnaryOp) if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert)]
    in_place = [(module, node) for module, node in each(ast.AugAssign) if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.BitOr | ast.BitAnd)]
    with_number = [
        (module, node)
        for module, node in each(ast.BinOp)
        if isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.BitOr | ast.BitAnd)
        and any(isinstance(side, ast.Constant) and isinstance(side.value, int) for side in (node.left, node.right))
    ]
    counts = [(module, node) for module, node in each(ast.Attribute) if isinstance(node, ast.Attribute) and node.attr in ("bit_count", "bit_length")]
    assert where(shifts + inversions + in_place + with_number + counts) == []


def test_no_dictionaries_of_objects_and_no_code_in_text() -> None:
    """No `__dict__`, `object.__setattr__`, `eval`, `exec` or `compile`."""
    attributes = [
        (module, node)
        for module, node in each(ast.Attribute)
        if isinstance(node, ast.Attribute) and node.attr in ("__dict__", "__setattr__")
    ]
    names = [
        (module, node)
        for module, node in each(ast.Name)
        if isinstance(node, ast.Name) and node.id in ("eval", "exec", "compile", "vars", "globals", "__import__")
    ]
    assert where(attributes + names) == []


def test_no_import_inside_a_function() -> None:
    """But of what is listed above with its reason."""
    late = [
        (module, node)
        for module, function in each(ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import)
        or (isinstance(node, ast.ImportFrom) and node.module not in LATE_IMPORTS.get(module, set()))
    ]
    assert where(late) == []


def test_no_cache_that_grows() -> None:
    """`cache` keeps everything for ever: it is for functions without arguments. `lru_cache` says how much it keeps."""
    for module, node in each(ast.FunctionDef):
        assert isinstance(node, ast.FunctionDef)
        decorators = " ".join(ast.unparse(one) for one in node.decorator_list)
        if "cached_property" in decorators or "cache" not in decorators:
            continue
        assert node.name in CACHES.get(module, set()), f"{module}: {node.name}"
        assert "maxsize=" in decorators or not node.args.args, f"{module}: {node.name}"


def test_no_module_keeps_a_list_or_dict_that_functions_fill() -> None:
    """Tables of a module are read only: no function calls a method that changes one, or assigns an item of one."""
    for module, tree in MODULES.items():
        own = {
            target.id
            for node in tree.body
            if isinstance(node, ast.Assign | ast.AnnAssign)
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name):
                assert node.value.id not in own, f"{module}:{node.lineno}"
            if isinstance(node, ast.Global):
                pytest.fail(f"{module}:{node.lineno} global")
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in own:
                assert node.attr not in ("append", "add", "update", "setdefault", "extend", "pop", "clear"), f"{module}:{node.lineno}"


def objection_ids(module: str) -> set[str]:
    """The rule ids of the objections that a module yields."""
    calls = [node for node in ast.walk(MODULES[module]) if isinstance(node, ast.Call) and ast.unparse(node.func) == "Objection"]
    inside = [one.value for call in calls for one in ast.walk(call.args[0]) if isinstance(one, ast.Constant)]
    assigned = [
        one.value
        for node in ast.walk(MODULES[module])
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "rule"
        for one in ast.walk(node.value)
        if isinstance(one, ast.Constant)
    ]
    return {value for value in inside + assigned if isinstance(value, str) and ID.fullmatch(value)}


def test_the_rules_that_objections_name_are_listed() -> None:
    """FORBIDDING in ruleset.py is just what `explain` can name."""
    named = set[str]().union(*(objection_ids(module) for module in MODULES if module not in ABOUT_POSITIONS))
    assert named == ruleset.FORBIDDING


def test_every_rule_stands_beside_the_code_that_keeps_it() -> None:
    """Each rule of the catalogue is named in the rulebook, and no other."""
    written = {id for path in FOLDER.rglob("*.py") for id in ID.findall(path.read_text(encoding="utf-8"))}
    assert set(tu.catalogue().rules) - written == set()
    assert written - set(tu.catalogue().rules) == set()


RULEBOOK = [
    "state.py", "setup.py", "starting.py", "turns.py", "taking.py", "founding.py", "vehicles.py", "objectives.py", "ending.py",
    "scoring.py", "forms.py", "play.py", "words.py", "positions.py", "history.py", "replay.py", "notation.py", "space.py",
]  # fmt: skip


def test_the_rulebook_is_short() -> None:
    """About 1,500 lines without data, JSON and what looks at games from outside; and no module is long."""
    lines = {name: len((FOLDER / name).read_text(encoding="utf-8").splitlines()) for name in RULEBOOK}
    assert sum(lines.values()) < 2_000
    assert max(lines.values()) < 300
