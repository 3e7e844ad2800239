"""The test vectors in specs/: complete, of their form, right, and made again the same."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from typer.testing import CliRunner

import towerup as tu
from towerup.cli.app import app
from towerup.cli.rules import page
from towerup.cli.vectors import impostors
from towerup.oracle import making, specs
from towerup.oracle.making import Maker
from towerup.oracle.vectors import LEAST, check, check_file, is_negative, patch, patched, written
from towerup.rulesets import ruleset

SPECS = specs.folder()
FOLDER = SPECS / "vectors"
GAME = FOLDER / "tower-up"
RULES = tu.TOWER_UP


def content(name: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((GAME / name).read_text(encoding="utf-8"))
    return value


def test_all_vectors_agree_with_the_code() -> None:
    """Every question of every file is asked."""
    done = check(FOLDER, ruleset)
    assert [str(one) for one in done.problems] == []
    assert done.vectors > 500


@pytest.mark.parametrize("id", RULES.catalogue().rules)
def test_every_rule_has_its_vectors(id: str) -> None:
    """At least three of either sign, each with words of its own."""
    vectors = content(f"{id}.json")["vectors"]
    signs = Counter(map(is_negative, vectors))
    assert signs[False] >= LEAST
    assert signs[True] >= LEAST
    asked = [json.dumps({key: one[key] for key in one if key != "shows"}) for one in vectors]
    assert len({*asked}) == len(asked)
    assert len({one["shows"] for one in vectors}) == len(vectors)
    # Whoever tries to go on when the game is over is not to act either.
    if id in RULES.coverage.forbidding and id != "TU-TURN-03":
        assert any(one.get("broken") == [id] for one in vectors), "none that breaks this rule alone"


def test_files_are_of_their_form() -> None:
    """They fit the schema (of the rules' files every fifth is held against it), and take no more room than they should."""
    schemas = [json.loads(file.read_text(encoding="utf-8")) for file in (SPECS / "schemas").iterdir()]
    registry: Any = Registry().with_resources([(one["$id"], Resource.from_contents(one)) for one in schemas])
    form = {"$ref": "https://towerup.invalid/specs/schemas/vectors.json"}
    validator = Draft202012Validator(form, registry=registry)
    for number, file in enumerate(sorted(GAME.glob("*.json"))):
        if number % 5 == 0 or not file.name.startswith("TU-"):
            validator.validate(content(file.name))
        assert written(content(file.name)) == file.read_bytes()
    assert sum(file.stat().st_size for file in GAME.rglob("*") if file.is_file()) < 3_000_000
    assert len(list((GAME / "games").iterdir())) == len(content("games.json")["vectors"]) == making.RECORDS


def test_editions_and_rules_are_shipped_beside() -> None:
    """The boxes that vectors are played with are those of the package, and the page of rules is up to date."""
    package = Path(tu.__file__).parent / "rulesets" / "tower_up" / "editions"
    names = {name for file in GAME.rglob("*.json*") for name in _editions(file)}
    assert {f"{name}.toml" for name in names} <= {file.name for file in (SPECS / "editions").iterdir()}
    for file in (SPECS / "editions").iterdir():
        assert file.read_bytes() == (package / file.name).read_bytes()
    assert (SPECS / "rules.md").read_text(encoding="utf-8") == page(RULES.title, RULES.catalogue())
    written_by_command = CliRunner().invoke(app, ["rules", "--json"]).stdout
    assert (SPECS / "rules.json").read_text(encoding="utf-8") == written_by_command


def _editions(file: Path) -> set[str]:
    # What is refused may name anything.
    text = "\n".join(line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith(' "setup"'))
    return {part.split('"')[0] for part in text.split('","name":"')[1:] if '"digest":"' in text}


@pytest.mark.parametrize(
    "name, key, value, told",
    [
        ("TU-ROOF-03.json", "after", None, "after"),
        ("TU-FOUND-03.json", "legal", [], "legal"),
        ("TU-FOUND-03.json", "broken", ["TU-FOUND-01"], "TU-FOUND-03"),
        ("TU-ROOF-03.json", "wrong", [], "the wrong answer is right"),
        ("TU-ROOF-03.json", "action", {"type": "decline"}, "IllegalAction"),
        ("TU-ROOF-03.json", "kind", "fly", "cannot be followed"),
        ("TU-ROOF-03.json", "remark", 1, "means nothing here"),
        ("counts.json", "levels", [{}], "levels"),
        ("games.json", "outcome", {}, "scores"),
    ],
)
def test_a_changed_vector_is_noticed(name: str, key: str, value: Any, told: str) -> None:
    """Whatever is changed in one, it is named by its number; the others stay right."""
    file = content(name)
    number = next(number for number, one in enumerate(file["vectors"]) if key in one or key == "remark")
    vector = file["vectors"][number]
    if key == "after":
        value = vector["state"]
    vector[key] = value
    problems = list(check_file(RULES, name, file, GAME))
    assert {one.number for one in problems} == {number + 1}
    assert told in " ".join(one.message for one in problems)


def test_a_changed_folder_is_noticed(tmp_path: Path) -> None:
    """By the command: a file that is missing, one that is none, a title that is another, a game that is cut short."""
    place = tmp_path / "tower-up"
    (place / "games").mkdir(parents=True)
    for id in ("TU-FOUND-03", "TU-ROOF-03", "TU-BOX-01"):
        shutil.copy(GAME / f"{id}.json", place)
    record = min((GAME / "games").iterdir())
    (place / "games" / "1.jsonl").write_bytes(b"".join(record.read_bytes().splitlines(keepends=True)[:-1]))
    (place / "TU-BOX-01.json").write_text("{")
    file = content("TU-FOUND-03.json") | {"title": "Another"}
    file["vectors"] = file["vectors"][1:]
    (place / "TU-FOUND-03.json").write_bytes(written(file))
    done = CliRunner().invoke(app, ["vectors", "--check", str(tmp_path), "--json"])
    assert done.exit_code == 1
    found = json.loads(done.stdout)["problems"]
    files = Counter(one["file"] for one in found)
    assert files["tower-up/TU-FOUND-03.json"] == 1
    assert files["tower-up/games/1.jsonl"] == 1
    assert files["tower-up/TU-BOX-01.json"] == 2  # it is no file of vectors, and so there is none for the rule
    assert files["tower-up/TU-TAKE-01.json"] == 1
    assert "tower-up/TU-ROOF-03.json" not in files


@pytest.mark.parametrize("arguments", [[], ["--check", "--make"], ["--check", "nowhere"], ["--make", "--rule", "TU-X"]])
def test_misuse_is_told(arguments: list[str]) -> None:
    """With the code for it, and no traceback."""
    assert CliRunner().invoke(app, ["vectors", *arguments]).exit_code == 2


def test_made_again_they_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the same seed the same bytes as in specs/; for what is refused, of fewer games, the same bytes twice."""
    maker = Maker(RULES, impostors(RULES))
    for id in ("TU-ROOF-03", "TU-SETUP-07"):
        assert maker.rule(RULES.catalogue()[id]) == (GAME / f"{id}.json").read_bytes(), id
    monkeypatch.setattr(making, "GAMES_DRAWN", 8)
    monkeypatch.setattr(making, "CLOSELY", 1)
    first, again, other = (
        Maker(RULES, impostors(RULES), seed).rule(RULES.catalogue()["TU-FOUND-03"]) for seed in (1, 1, 2)
    )
    assert first == again != other


def test_patches_lead_from_one_value_to_the_other() -> None:
    """Added, removed, replaced, in objects and in lists, with strokes in names."""
    given = {"a": {"x/y": 1, "b": None, "~": 2}, "list": [{"n": 1}, {"n": 2}, {"n": 3}], "plain": [1, 2]}
    wanted = {"a": {"x/y": 2, "~": None, "new": {}}, "list": [{"n": 2}, {"n": 4}], "plain": [2]}
    assert patched(given, patch(given, wanted)) == wanted
    assert patch(given, given) == []
