"""The pictures on docs/pictures.md are what the commands on it make."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from towerup.cli.app import app

from .playing import ROOT

RECORD = "docs/pictures/game.jsonl"


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize(
    ("file", "options"),
    [
        ("table.svg", [RECORD, "--at", "55"]),
        ("marks.svg", [RECORD, "--at", "42", "--effect", "found D2 white roof D3", "--why", "A6 brown"]),
        ("new-york-1901.svg", ["--game", "new-york-1901", "--new", "3", "--legal", "acquire"]),
    ],
)
def test_the_svg_pictures_on_the_page_are_up_to_date(file: str, options: list[str], tmp_path: Path) -> None:
    """A picture that is out of date is written anew by running the tests with TOWERUP_WRITE=1."""
    kept = ROOT / "docs" / "pictures" / file
    made = kept if os.environ.get("TOWERUP_WRITE") else tmp_path / file
    result = CliRunner().invoke(app, ["show", *options, "--svg", str(made)])
    assert result.exit_code == 0, result.output
    assert made.read_bytes() == kept.read_bytes()
