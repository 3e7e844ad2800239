"""Plain names: no name that the style guide replaced is left in the library, but in the folders that are still to be rebuilt."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import towerup

LIBRARY = Path(towerup.__file__).parent

REPLACED = {
    "temper": "policy", "tempers": "policies", "crew": "parallel", "shared_out": "map_ordered", "appraising": "evaluation",
    "lacking": "objective_distance", "lack": "objective_distance", "understanding": "resolve_action", "meant": "resolve_action",
    "impostors": "mutants", "oddities": "invalid_inputs", "retelling": "(nothing: the state is plain)",
    "drawn_game": "random_games", "told": "problems", "companions": "stress_editions",
    "moment": "base_state", "moments": "decisions", "plots": "frontier", "onward": "next_offer", "bare": "empty_offer",
    "painted": "sites_by_colour", "paint": "unit_by_colour", "doors": "host_policy", "doorkeeper": "guard_middleware",
    "desk": "state_cache", "deaths_borne": "max_worker_deaths", "pointing": "json_positions",
    "sure": "z_95", "urge": "prior", "calm": "temperature", "agree": "make_setup", "wanted_now": "prompt",
    "notes": "errors", "unusable": "invalid",
}  # fmt: skip
"""The names of the left column of the style guide's table, in small letters, and what to write instead."""

REPLACED_MODULES = {
    "telling": "duel_report", "making": "vector_generation", "drawing": "random_games", "places": "toml_positions",
    "shapes": "schema",
}  # fmt: skip
"""Names that are replaced as those of modules and are plain words elsewhere, as the places of starting floors."""

DRAWN = {"paint", "doors", "drawing"}
"""Words that mean just what they say where boards are drawn, in the folder `view`."""

TO_REBUILD = {
    "cli/exploring.py", "oracle/matches.py", "oracle/questions.py", "verify", "view",
    "rulesets/new_york_1901/box/edition_check.py", "rulesets/projekt_skyline/box/edition_check.py",
    "rulesets/tower_up/box/board_check.py", "rulesets/tower_up/box/edition_check.py", "rulesets/tower_up/box/edition_parts.py",
    "kernel/differences.py", "kernel/edition_files.py", "kernel/editions.py",
    "kernel/menus.py", "kernel/naming.py", "kernel/places.py", "kernel/pointing.py",
    "kernel/records.py", "kernel/shapes.py",
}  # fmt: skip
"""Modules and folders that still have such names. The list only shrinks: a part that has none left is taken off."""


def parts_of(path: Path) -> list[str]:
    """A module and the folders it is in, as `rulesets/tower_up/play.py`, `rulesets/tower_up` and `rulesets`."""
    inside = path.relative_to(LIBRARY)
    return [str(inside), *map(str, inside.parents)][:-1]


@cache
def names_in(path: Path) -> tuple[set[str], set[str]]:
    """Every identifier in a module (of definitions, arguments, variables, attributes, imports), and every name of a module."""
    names, modules = set[str](), {path.parent.name if path.stem == "__init__" else path.stem}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.arg(arg=name) | ast.Name(id=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                names.add(name)
            case ast.Import(names=imported):
                modules |= {part for one in imported for part in one.name.split(".")}
            case ast.ImportFrom(module=module, names=imported):
                modules |= {*(module or "").split(".")}
                names |= {one.name for one in imported}
    return names, modules


def replaced_in(path: Path) -> set[str]:
    """The replaced names that a module has, whatever their capitals and leading underscores."""
    names, modules = names_in(path)
    words = {re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.strip("_")).lower() for name in names | modules}
    found = (words & REPLACED.keys()) | (modules & REPLACED_MODULES.keys())
    return found - DRAWN if "view" in parts_of(path) else found


def covering(path: Path) -> str | None:
    """The entry of the list that a module falls under."""
    return next((part for part in parts_of(path) if part in TO_REBUILD), None)


MODULES = sorted(LIBRARY.rglob("*.py"))


def test_no_replaced_name_is_left_where_the_library_is_rebuilt() -> None:
    """Each with the module that has it and what to write instead."""
    left = {
        str(path.relative_to(LIBRARY)): {name: (REPLACED | REPLACED_MODULES)[name] for name in sorted(names)}
        for path in MODULES
        if covering(path) is None and (names := replaced_in(path))
    }
    assert left == {}


def test_the_list_of_what_is_to_be_rebuilt_has_nothing_too_much() -> None:
    """Every entry exists and still has a replaced name: what has none is taken off the list."""
    still = {covering(path) for path in MODULES if replaced_in(path)}
    assert TO_REBUILD - still == set()


def test_the_rulebook_of_tower_up_is_not_on_the_list() -> None:
    """It is written in the new names: also `run` has become `extra_turn` and `another_turn`."""
    assert not any(part.startswith("rulesets/tower_up") and "/box/" not in part for part in TO_REBUILD)
    rulebook = [path for path in MODULES if "tower_up" in path.parts]
    assert rulebook
    for path in rulebook:
        names, _ = names_in(path)
        assert "run" not in names, path


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("temper = 1", {"temper"}),
        ("def drawn_game(x): ...", {"drawn_game"}),
        ("class Doorkeeper: ...", {"doorkeeper"}),
        ("from .crew import shared_out", {"crew", "shared_out"}),
        ("import towerup.kernel.places", {"places"}),
        ("_DEATHS_BORNE = 3", {"deaths_borne"}),
        ("f(told=1)", {"told"}),
        ("places = notebook = 1", set()),
    ],
)
def test_such_names_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, names: set[str]) -> None:
    """Whatever the capitals, as names of functions, classes, variables, arguments and modules; not as parts of other words."""
    monkeypatch.setattr(f"{__name__}.LIBRARY", tmp_path)
    module = tmp_path / "module.py"
    module.write_text(source, encoding="utf-8")
    assert replaced_in(module) == names
