"""The pages in specs/ say what is so: the conversation is held, the record is judged, links lead somewhere."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from towerup.oracle import protocol, specs
from towerup.oracle.checking import check
from towerup.oracle.protocol import METHODS, Code
from towerup.rulesets import NAMES, ruleset

SPECS = specs.folder()
PAGES = sorted(SPECS.rglob("*.md"))
OF_A_GAME = {
    "editions",
    "editions.md",
    "judging.md",
    "rules.json",
    "rules.md",
    "schemas",
    "values.md",
}
"""What the folder of a game holds."""


def test_the_conversation_is_as_the_page_tells_it() -> None:
    """Held with the real process, line by line; every reply is the one on the page."""
    page = (SPECS / "protocol.md").read_text(encoding="utf-8")
    lines = [line for line in page.splitlines() if line[:2] in ("→ ", "← ")]
    sent = "".join(line[2:] + "\n" for line in lines if line[0] == "→")
    done = subprocess.run(
        [sys.executable, "-m", "towerup", "oracle"], input=sent.encode(), capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    told = [line[2:] for line in lines if line[0] == "←"]
    assert done.stdout.decode().splitlines() == told
    assert len(told) >= 10


def test_the_records_on_the_page_are_in_order() -> None:
    """A whole game with its outcome, of every game."""
    page = (SPECS / "records.md").read_text(encoding="utf-8")
    records = re.findall(r"```jsonl\n(.*?)```", page, re.DOTALL)
    for record in records:
        verdict = check(record.encode().splitlines(keepends=True), ruleset)
        assert (verdict.ok, verdict.games, verdict.unfinished, verdict.without_outcome) == (True, 1, 0, 0)
    assert {json.loads(record.splitlines()[0])["game"] for record in records} == set(specs.specified(NAMES))


def test_a_game_is_specified_whole_or_not_at_all() -> None:
    """Whoever has a folder has all of it, and stands in the table that leads there; nobody else is announced."""
    front = (SPECS / "README.md").read_text(encoding="utf-8")
    folders = {path.name for path in SPECS.iterdir() if path.is_dir()} - {"schemas", "vectors"}
    assert folders == set(specs.specified(NAMES))
    for game in folders:
        assert {path.name for path in (SPECS / game).iterdir()} == OF_A_GAME
        assert f"| `{game}` |" in front
        for name in OF_A_GAME:
            assert f"]({game}/{name})" in front, name
        assert f"](vectors/{game})" in front
    assert specs.specified(("tower-up", "no-such-game")) == ("tower-up",)


@pytest.mark.parametrize("game", specs.specified(NAMES))
def test_the_pages_of_a_game_name_every_action_phase_and_rule(game: str) -> None:
    """values.md has every type of action, every phase and every field; judging.md every rule that forbids."""
    values = (SPECS / game / "values.md").read_text(encoding="utf-8")
    action, state = (
        json.loads((SPECS / game / "schemas" / f"{form}.json").read_text(encoding="utf-8"))
        for form in ("action", "state")
    )
    for one in action["oneOf"]:
        assert f'{{"type": "{one["properties"]["type"]["const"]}"' in values
    table = state["properties"]["table"]["properties"]
    for name in (*table, *table["phase"]["enum"], *table["seats"]["items"]["properties"]):
        assert f"`{name}`" in values, name
    judging = (SPECS / game / "judging.md").read_text(encoding="utf-8")
    families = {id.rpartition("-")[0] for id in ruleset(game).coverage.forbidding}
    for family in families:
        assert f"`{family}-" in judging, family


def test_the_pages_name_every_method_code_and_limit() -> None:
    """Nothing that can be asked or answered is left out."""
    page = (SPECS / "protocol.md").read_text(encoding="utf-8")
    for method in METHODS:
        assert f"| `{method}` |" in page
    for code in Code:
        assert f"| {int(code)} |" in page
    for limit in (protocol.MOST_LINE, protocol.MOST_GAMES, protocol.MOST_BATCH, protocol.MOST_NAME):
        assert f"{limit:,}" in page


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    """Every file that a page names is there, and the values shown are JSON."""
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (page.parent / target).exists(), target
    for shown in re.findall(r"`(\{.*?\})`", text):
        json.loads(shown.replace(", …", ""))
