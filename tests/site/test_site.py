"""The documentation site builds without a warning, and is whole: nothing on it is fetched from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from towerup.oracle import specs
from towerup.rulesets import NAMES, ruleset

pytest.importorskip("mkdocs", reason="the site needs the extra docs")

ROOT = Path(__file__).parents[2]

FETCHED = {
    "script": "src",
    "link": "href",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "object": "data",
    "use": "href",
}
"""The attributes by which a page fetches something, by element."""


class Fetches(HTMLParser):
    """What a page fetches when it is opened."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes what an element fetches."""
        self.found += [value for name, value in attrs if value and FETCHED.get(tag) == name]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built strictly: a broken link or an unknown anchor is an error."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.thorough
def test_nothing_comes_from_another_host(site: Path) -> None:
    """Scripts, styles, fonts and pictures lie beside the pages, and are there."""
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 25
    for page in pages:
        fetches = Fetches()
        fetches.feed(page.read_text(encoding="utf-8"))
        for target in fetches.found:
            if target.startswith("data:"):
                continue
            assert not re.match(r"(\w+:)?//", target), f"{page.name} fetches {target}"
            path = target.partition("#")[0].partition("?")[0]
            assert (page.parent / path).exists() or page.name == "404.html", f"{page.name} fetches {target}"
    for style in site.rglob("*.css"):
        imported = re.findall(r"(?:url\(|@import )[\"']?((?:https?:)?//[^\"')]+)", style.read_text(encoding="utf-8"))
        assert not imported, f"{style.name} fetches {imported}"


@pytest.mark.thorough
def test_every_command_is_in_the_reference(site: Path) -> None:
    """With its options."""
    from towerup.cli.app import app

    page = (site / "reference" / "commands.html").read_text(encoding="utf-8")
    for command in app.registered_commands:
        assert command.callback is not None
        assert f'id="towerup-{command.name or command.callback.__name__}"' in page
    for option in ("--games N", "--no-judge", "--cluster TEXT"):
        assert f"<code>{option}</code>" in page
    assert "the commands, one by one" not in page


@pytest.mark.thorough
def test_pages_from_elsewhere_are_on_the_site(site: Path) -> None:
    """The specifications with their schemas and vectors, and what stands beside code; their links lead on."""
    places = ["specs/protocol.html", "specs/schemas/state.json", "explanation/mutation.html", "changelog.html"]
    for game in specs.specified(NAMES):
        first = next(iter(ruleset(game).catalogue().rules))
        places += [
            f"specs/{game}/values.html",
            f"specs/{game}/schemas/state.json",
            f"specs/vectors/{game}/{first}.json",
        ]
    for place in places:
        assert (site / place).is_file(), place
    assert 'href="../rules.html"' in (site / "specs" / "index.html").read_text(encoding="utf-8")
