"""Imports: the rulebooks hang in no cycle, and kernel and rulebook import nothing from above."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import towerup

ROOT = Path(towerup.__file__).parent


def name_of(path: Path) -> str:
    """The dotted name of a module."""
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path) -> Iterator[str]:
    """What a module imports when it is loaded. What only type checkers read, and what functions import, is left out."""
    package = name_of(path) if path.name == "__init__.py" else name_of(path).rpartition(".")[0]
    pending: list[ast.AST] = [*ast.parse(path.read_text(encoding="utf-8")).body]
    for node in pending:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{source}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Try | ast.With | ast.ClassDef) or (
            isinstance(node, ast.If) and "TYPE_CHECKING" not in ast.unparse(node.test)
        ):
            pending += ast.iter_child_nodes(node)


def module_graph(folder: str) -> dict[str, set[str]]:
    """Each module of a folder with those of the folder that it imports. A name counts as the module that holds it."""
    files = {name_of(path): path for path in sorted((ROOT / folder).rglob("*.py"))}
    graph: dict[str, set[str]] = {}
    for module, path in files.items():
        found = (one if one in files else one.rpartition(".")[0] for one in imports_of(path))
        graph[module] = {one for one in found if one in files and one != module}
    return graph


def cycle_in(graph: Mapping[str, set[str]]) -> list[str]:
    """Modules that import each other in a circle; none if there are none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.parametrize("folder", ["kernel", "rulesets/tower_up", "engines"])
def test_no_module_hangs_in_a_cycle(folder: str) -> None:
    assert cycle_in(module_graph(folder)) == []


def test_a_cycle_would_be_noticed() -> None:
    assert cycle_in({"a": {"b"}, "b": {"c"}, "c": {"a"}})
    graph = module_graph("rulesets/tower_up")
    assert cycle_in(graph | {"towerup.rulesets.tower_up.state": {"towerup.rulesets.tower_up.play"}})
