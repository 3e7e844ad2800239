"""docs/pictures.md is so: its code runs, its pictures are what the commands on it make."""

from __future__ import annotations

import doctest
import os
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from towerup.cli.app import app

from .playing import ROOT

PAGE = ROOT / "docs" / "pictures.md"


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_the_code_on_the_page_runs_as_shown() -> None:
    """Every example gives what the page says."""
    found = doctest.testfile(str(PAGE), module_relative=False)
    assert found.attempted > 8
    assert found.failed == 0


def test_the_terminal_picture_on_the_page_is_what_the_command_shows() -> None:
    """The picture is made anew and compared, sign by sign."""
    blocks = re.findall(r"```console\n\$ towerup (show .*)\n((?:.*\n)*?)```", PAGE.read_text(encoding="utf-8"))
    assert blocks
    for command, shown in blocks:
        result = CliRunner().invoke(app, shlex.split(command), env={"NO_COLOR": "1"})
        assert result.output == shown


@pytest.mark.parametrize(
    ("file", "options"),
    [
        ("table.svg", ["--at", "55"]),
        ("marks.svg", ["--at", "42", "--effect", "found D2 white roof D3", "--why", "A6 brown"]),
    ],
)
def test_the_svg_pictures_on_the_page_are_up_to_date(file: str, options: list[str], tmp_path: Path) -> None:
    """A picture that is out of date is written anew by running the tests with TOWERUP_WRITE=1."""
    kept = ROOT / "docs" / "pictures" / file
    made = kept if os.environ.get("TOWERUP_WRITE") else tmp_path / file
    result = CliRunner().invoke(app, ["show", "docs/pictures/game.jsonl", *options, "--svg", str(made)])
    assert result.exit_code == 0, result.output
    assert made.read_bytes() == kept.read_bytes()
