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
from towerup.rulesets import ruleset

SPECS = specs.folder()
PAGES = sorted(SPECS.glob("*.md"))


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


def test_the_record_on_the_page_is_in_order() -> None:
    """A whole game with its outcome."""
    page = (SPECS / "records.md").read_text(encoding="utf-8")
    [record] = re.findall(r"```jsonl\n(.*?)```", page, re.DOTALL)
    verdict = check(record.encode().splitlines(keepends=True), ruleset)
    assert (verdict.ok, verdict.games, verdict.unfinished, verdict.without_outcome) == (True, 1, 0, 0)


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
