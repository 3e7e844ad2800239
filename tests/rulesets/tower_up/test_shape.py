"""The shape of the rulebook: code that reads like the printed rules, and rule ids beside the lines that enforce them."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import towerup as tu
from towerup.rulesets.tower_up import ruleset

FOLDER = Path(ruleset.__file__).parent
MODULES = {
    str(path.relative_to(FOLDER)): ast.parse(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.rglob("*.py"))
}
ID = re.compile(r"TU-[A-Z]+-\d\d")

ABOUT_POSITIONS = {"positions.py", "history.py"}
"""Modules whose objections are about positions made by hand, not about actions."""
CACHES = {
    "play.py": {"catalogue"},
    "space.py": {"_actions"},
    "invalid_inputs.py": {"_unknown_names"},
    "objective_distance.py": {"both_sides"},
}
"""Functions that keep what they worked out: the one catalogue, and what belongs to the last 16 boxes."""


def lines_where(is_wrong: Callable[[str, ast.AST], bool]) -> list[str]:
    """Every piece of code of which this is true, with its module and line."""
    return [
        f"{module}:{getattr(node, 'lineno', '?')} {ast.unparse(node)}"
        for module, tree in MODULES.items()
        for node in ast.walk(tree)
        if is_wrong(module, node)
    ]


def is_bit_arithmetic(_: str, node: ast.AST) -> bool:
    """Shifts, inversions, and `|` or `&` in place or with a number. `|` may join mappings, types and sets."""
    match node:
        case ast.BinOp(op=ast.LShift() | ast.RShift() | ast.BitXor()):
            return True
        case ast.BinOp(op=ast.BitOr() | ast.BitAnd(), left=left, right=right):
            return any(isinstance(side, ast.Constant) and isinstance(side.value, int) for side in (left, right))
        case ast.AugAssign(op=ast.LShift() | ast.RShift() | ast.BitXor() | ast.BitOr() | ast.BitAnd()):
            return True
        case ast.UnaryOp(op=ast.Invert()) | ast.Attribute(attr="bit_count" | "bit_length"):
            return True
    return False


def is_trickery(_: str, node: ast.AST) -> bool:
    """Dictionaries of objects, writing into frozen ones, and code in text."""
    match node:
        case ast.Attribute(attr="__dict__" | "__setattr__") | ast.Constant(value="__dict__"):
            return True
        case ast.Name(id="eval" | "exec" | "compile" | "vars" | "globals" | "setattr" | "__import__"):
            return True
    return False


def is_late_import(_: str, node: ast.AST) -> bool:
    """A function that imports something."""
    imports = [one for one in ast.walk(node) if isinstance(one, ast.Import | ast.ImportFrom)]
    return isinstance(node, ast.FunctionDef) and bool(imports)


@pytest.mark.parametrize("is_wrong", [is_bit_arithmetic, is_trickery, is_late_import])
def test_the_code_is_plain(is_wrong: Callable[[str, ast.AST], bool]) -> None:
    """Nothing of the kind is in the rulebook."""
    assert lines_where(is_wrong) == []


@pytest.mark.parametrize(
    ("is_wrong", "source"),
    [
        (is_bit_arithmetic, "a << 1"), (is_bit_arithmetic, "a |= b"), (is_bit_arithmetic, "a & 3"), (is_bit_arithmetic, "~a"),
        (is_bit_arithmetic, "a.bit_count()"), (is_trickery, "a.__dict__"), (is_trickery, "fill(a, '__dict__', b)"),
        (is_trickery, "eval('a')"), (is_late_import, "def f():\n  import json"), (is_late_import, "def f():\n  from .a import b"),
    ],
)  # fmt: skip
def test_such_code_would_be_noticed(is_wrong: Callable[[str, ast.AST], bool], source: str) -> None:
    """The test above can fail; `|` of mappings does not fail it."""
    assert any(is_wrong("some.py", node) for node in ast.walk(ast.parse(source)))
    assert not any(is_wrong("some.py", node) for node in ast.walk(ast.parse("import json\na = b | {'c': 1}")))


def test_no_cache_that_grows() -> None:
    """`cache` keeps everything for ever: it is for functions without arguments. `lru_cache` says how much it keeps."""
    # A function inside another one goes with it, and what it keeps goes, too.
    functions = [(m, one) for m, tree in MODULES.items() for one in tree.body if isinstance(one, ast.FunctionDef)]
    for module, node in functions:
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
                assert node.attr not in ("append", "add", "update", "setdefault", "extend", "pop", "clear"), (
                    f"{module}:{node.lineno}"
                )


def objection_ids(module: str) -> set[str]:
    """The rule ids of the objections that a module yields."""
    calls = [
        node
        for node in ast.walk(MODULES[module])
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Objection"
    ]
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
    "scoring.py", "forms.py", "play.py", "words.py",
]  # fmt: skip


def test_the_rulebook_is_short() -> None:
    """1,500 lines without data, positions, notation, JSON and what looks at games from outside; and no module is long."""
    lines = {name: len((FOLDER / name).read_text(encoding="utf-8").splitlines()) for name in RULEBOOK}
    assert sum(lines.values()) < 1_500
    assert max(lines.values()) < 300
