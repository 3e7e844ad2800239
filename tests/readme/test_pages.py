"""Every page of the documentation is so: its code runs, its commands are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.main import get_command

import towerup as tu
from towerup.cli.app import app

from .pages import PAGES, ROOT, Desk, blocks, complaint, name_of, named_commands, named_options, options_of

REFERENCE = ROOT / "docs" / "reference" / "towerup.md"
WITH_CODE = [
    page
    for page in PAGES
    if any(block.title or block.language in ("python", "pycon", "console") for block in blocks(page))
]


LONG = {"analysis.md", "first-duel.md", "terminal.md", "explore.md", "implementation.md"}
"""Pages with campaigns, duels and tables of moves."""


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=[pytest.mark.thorough] if page.name in LONG else [], id=name_of(page))
        for page in WITH_CODE
    ],
)
def test_the_code_on_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From top to bottom, as it stands, with the answers shown."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    assert Desk(page, tmp_path).run()


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_command_on_a_page_is_there(page: Path) -> None:
    """Also those that are not run: the command, its options, and what they are given."""
    wrong = [
        f"{name_of(page)}:{line}: {said}"
        for line, words, whole in named_commands(page)
        if (said := complaint(words, whole)) is not None
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("page", [page for page in PAGES if name_of(page).startswith("docs/")], ids=name_of)
def test_every_option_on_a_page_is_there(page: Path) -> None:
    """Also where it is named alone: some command has it, or our plugin for pytest."""
    plugin = set(
        re.findall(r'"(--towerup-[a-z]+)"', (ROOT / "towerup" / "pytest_plugin.py").read_text(encoding="utf-8"))
    )
    assert named_options(page) <= options_of(get_command(app)) | plugin


def test_the_reference_has_every_name() -> None:
    """Each name of the package `towerup` is told of once, and no other."""
    told = re.findall(r"^::: towerup\.(\w+)$", REFERENCE.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(told) == sorted(tu.__all__)
