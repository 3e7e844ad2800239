"""The test vectors in specs/, of every game: complete, of their form, right, and made again the same."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import towerup as tu
from towerup.cli.app import app
from towerup.cli.rules import page
from towerup.cli.vectors import mutants
from towerup.kernel.ruleset import AnyRuleset
from towerup.oracle.vector_generation import Maker, general, refusals
from towerup.oracle.vector_generation import maker as making
from towerup.oracle.vectors import LEAST, check, check_file, is_negative, patch, patched, written
from towerup.rulesets import ruleset

from .games import GAMES, every_game, quick, usual_game_and_others_in_time
from .schemas import SPECS, must_fit

FOLDER = SPECS / "vectors"
GAME = FOLDER / "tower-up"
RULES = tu.TOWER_UP
HELD_EVERY = 10 if quick else 3
"""Of the rules' files so many-th are held against the schema, which takes its time."""


def content(name: str, game: str = "tower-up") -> dict[str, Any]:
    value: dict[str, Any] = json.loads((FOLDER / game / name).read_text(encoding="utf-8"))
    return value


def test_the_games_with_vectors_are_those_that_are_specified() -> None:
    """A folder each, here and there."""
    assert {folder.name for folder in FOLDER.iterdir()} == {rules.name for rules in GAMES}


@pytest.mark.thorough
@every_game
def test_all_vectors_agree_with_the_code(rules: AnyRuleset) -> None:
    """Every question of every file is asked."""
    done = check(FOLDER / rules.name, ruleset)
    assert [str(one) for one in done.problems] == []
    assert done.vectors > 500


NEVER_ALONE = {"PS-TURN-03", "NY-TURN-08", "PS-BUILD-07", "NY-SETUP-03", "NY-TECH-03"}
"""Whoever tries to go on when the game is over is not to act either; who has no floor to build with is not asked to; and
for a district that is not used there is no card either. NY-TECH-03 forbids only under another ruling, and is seldom alone."""


@pytest.mark.parametrize("id", [id for rules in GAMES for id in rules.catalogue().rules])
def test_every_rule_has_its_vectors(id: str) -> None:
    """At least three of either sign, each with words of its own."""
    [rules] = [rules for rules in GAMES if id in rules.catalogue().rules]
    vectors = content(f"{id}.json", rules.name)["vectors"]
    signs = Counter(map(is_negative, vectors))
    assert signs[False] >= LEAST
    assert signs[True] >= LEAST
    asked = [json.dumps({key: one[key] for key in one if key != "shows"}) for one in vectors]
    assert len({*asked}) == len(asked)
    assert len({one["shows"] for one in vectors}) == len(vectors)
    if id in rules.coverage.forbidding and id not in NEVER_ALONE:
        assert any(one.get("broken") == [id] for one in vectors), "none that breaks this rule alone"


@every_game
def test_files_are_of_their_form(rules: AnyRuleset) -> None:
    """They fit the schema (of the rules' files some are held against it), and take no more room than they should."""
    folder = FOLDER / rules.name
    for number, file in enumerate(sorted(folder.glob("*.json"))):
        if number % HELD_EVERY == 0 or file.stem not in rules.catalogue().rules:
            must_fit("schemas/vectors.json", content(file.name, rules.name))
        assert written(content(file.name, rules.name)) == file.read_bytes()
    assert sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) < 3_000_000
    assert (
        len(list((folder / "games").iterdir())) == len(content("games.json", rules.name)["vectors"]) == general.RECORDS
    )


@every_game
def test_every_kind_of_question_is_asked(rules: AnyRuleset) -> None:
    """Of every edition that comes beside, and of every number of players."""
    kinds: Counter[str] = Counter()
    editions: Counter[str] = Counter()
    players: Counter[int] = Counter()
    for file in (FOLDER / rules.name).glob("*.json"):
        for vector in content(file.name, rules.name)["vectors"]:
            kinds[vector["kind"]] += 1
            if "state" in vector:
                editions[vector["state"]["setup"]["edition"]["name"]] += 1
                players[len(vector["state"]["setup"]["players"])] += 1
    assert set(kinds) == {"start", "impossible", "legal", "play", "illegal", "counts", "game"}
    assert set(editions) == {*rules.stress_editions, rules.usual_edition}
    assert set(players) == {number for name in editions for number in rules.player_counts(name)}


@every_game
def test_editions_and_rules_are_shipped_beside(rules: AnyRuleset) -> None:
    """The boxes that vectors are played with are those of the package, and the rules are up to date, as a page and for programs."""
    package = Path(tu.__file__).parent / "rulesets" / rules.package.rpartition(".")[2] / "editions"
    beside = SPECS / rules.name
    names = {name for file in (FOLDER / rules.name).rglob("*.json*") for name in _editions(file)}
    assert {f"{name}.toml" for name in names} <= {file.name for file in (beside / "editions").iterdir()}
    for file in (beside / "editions").iterdir():
        assert file.read_bytes() == (package / file.name).read_bytes()
    assert (beside / "rules.md").read_text(encoding="utf-8") == page(rules.title, rules.catalogue())
    written_by_command = CliRunner().invoke(app, ["rules", "--game", rules.name, "--json"]).stdout
    assert (beside / "rules.json").read_text(encoding="utf-8") == written_by_command


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


MADE_AGAIN = {
    "tower-up": (("TU-ROOF-03",), "TU-FOUND-03"),
    "projekt-skyline": (("PS-PAWN-01",), "PS-GROW-03"),
    "new-york-1901": (("NY-BUILD-06",), "NY-REBUILD-02"),
}
"""By game: rules that say what follows, and one that forbids."""


@pytest.mark.thorough
@usual_game_and_others_in_time
def test_made_again_they_are_the_same(rules: AnyRuleset, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the same seed the same bytes as in specs/; for what is refused, of fewer games, the same bytes twice."""
    following, forbidding = MADE_AGAIN[rules.name]
    maker = Maker(rules, mutants(rules))
    # Those of Projekt Skyline were made by its packed rules, and are made anew when a rule is corrected.
    for id in following if rules.name != "projekt-skyline" else ():
        assert maker.rule(rules.catalogue()[id]) == (FOLDER / rules.name / f"{id}.json").read_bytes(), id
    monkeypatch.setattr(making, "GAMES_DRAWN", 8)
    monkeypatch.setattr(refusals, "CLOSELY", 1)
    first, again, other = (Maker(rules, mutants(rules), seed).rule(rules.catalogue()[forbidding]) for seed in (1, 1, 2))
    assert first == again != other


def test_one_command_makes_all_that_is_written_from_the_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every game that is specified: vectors, editions and rules; a game that is no vector any more is gone."""
    monkeypatch.setattr(making, "GAMES_DRAWN", 2)
    monkeypatch.setattr(Maker, "rule", lambda self, rule: rule.id.encode())
    old = tmp_path / "vectors" / "tower-up" / "games" / "99-tiny.jsonl"
    old.parent.mkdir(parents=True)
    old.write_bytes(b"")
    done = CliRunner().invoke(app, ["vectors", "--make", str(tmp_path / "vectors")])
    assert done.exit_code == 0, done.output
    assert not old.exists()
    for rules in GAMES:
        made, there = tmp_path / rules.name, SPECS / rules.name
        for file in (there / "rules.md", there / "rules.json", *(there / "editions").iterdir()):
            assert (made / file.relative_to(there)).read_bytes() == file.read_bytes()
        files = {file.name for file in (tmp_path / "vectors" / rules.name).glob("*.json")}
        assert files == {file.name for file in (FOLDER / rules.name).glob("*.json")}


def test_digests_on_the_page_are_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the table of editions.md, and nothing else of it."""
    monkeypatch.setattr(Maker, "all", lambda self, only: iter(()))
    for rules in GAMES:
        right = (SPECS / rules.name / "editions.md").read_text(encoding="utf-8")
        page = tmp_path / rules.name / "editions.md"
        page.parent.mkdir(exist_ok=True)
        digest = rules.editions.shipped(rules.usual_edition).digest
        page.write_text(right.replace(digest, "0" * 16), encoding="utf-8")
        assert page.read_text(encoding="utf-8") != right
        assert CliRunner().invoke(app, ["vectors", "--make", str(tmp_path / "vectors")]).exit_code == 0
        assert page.read_text(encoding="utf-8") == right


@pytest.mark.thorough
def test_more_games_are_drawn_for_a_rule_that_is_seldom_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until there are enough vectors of either sign; the same for the same seed."""
    rule = RULES.catalogue()["TU-GOAL-20"]
    monkeypatch.setattr(making, "GAMES_DRAWN", 2)

    def made(rounds: int) -> list[dict[str, Any]]:
        monkeypatch.setattr(making, "MORE_ROUNDS", rounds)
        vectors: list[dict[str, Any]] = json.loads(Maker(RULES, mutants(RULES)).rule(rule))["vectors"]
        return vectors

    few, many, again = made(0), made(50), made(50)
    assert many == again
    assert sum(map(is_negative, many)) >= LEAST > sum(map(is_negative, few))
    assert len({one["shows"] for one in many}) == len(many)


def test_a_rule_is_made_alone_for_the_game_that_it_is_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game need not be named: ids tell."""
    monkeypatch.setattr(Maker, "rule", lambda self, rule: rule.id.encode())
    done = CliRunner().invoke(
        app, ["vectors", "--make", str(tmp_path / "vectors"), "--rule", "PS-RENT-02", "--rule", "tu-roof-03"]
    )
    assert done.exit_code == 0, done.output
    made = sorted(file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*") if file.is_file())
    assert made == ["vectors/projekt-skyline/PS-RENT-02.json", "vectors/tower-up/TU-ROOF-03.json"]


@pytest.mark.thorough
def test_games_are_made_by_several_processes_as_by_one(tmp_path: Path) -> None:
    """The same bytes, whoever makes them."""
    made = []
    for jobs in ("1", "2"):
        place = tmp_path / jobs / "vectors"
        done = CliRunner().invoke(app, ["vectors", "--make", str(place), "--jobs", jobs, "--rule", "PS-SETUP-07"])
        assert done.exit_code == 0, done.output
        made.append((place / "projekt-skyline" / "PS-SETUP-07.json").read_bytes())
    assert made[0] == made[1]


def test_patches_lead_from_one_value_to_the_other() -> None:
    """Added, removed, replaced, in objects and in lists, with strokes in names."""
    given = {"a": {"x/y": 1, "b": None, "~": 2}, "list": [{"n": 1}, {"n": 2}, {"n": 3}], "plain": [1, 2]}
    wanted = {"a": {"x/y": 2, "~": None, "new": {}}, "list": [{"n": 2}, {"n": 4}], "plain": [2]}
    assert patched(given, patch(given, wanted)) == wanted
    assert patch(given, given) == []
