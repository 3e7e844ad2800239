"""The site has pages from all over the repository, each kept in one place: where they come from, and what links between them mean.

`specs/` is read without this site by whoever writes the game in another language, and the READMEs stand beside what they
are about. Here they become pages too. A link means on the site what it means in the repository.
"""

from __future__ import annotations

import json
import posixpath
import re
from functools import cache
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from notebook_pages import page_of

ROOT = Path(__file__).parents[2]

ELSEWHERE = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "specs/README.md": "specs/index.md",
    "specs/tower-up/rules.md": "rules.md",
    "tests/benchmarks/README.md": "explanation/benchmarks.md",
    "tests/mutation/README.md": "explanation/mutation.md",
}
"""Files of the repository, and the pages that stand for them. The first page is the site's own, and the rules are one page.

The rules of other games are one page too, once that is there: see `_rules_page`."""

LINK = re.compile(r"(?<=\]\()([^)\s#:]+)(#[^)\s]*)?(?=\))")
"""The target of a link that leads to a file."""


RULE = re.compile(r"^\*\*(?P<id>[A-Z]+-[A-Z]+-\d+) ", re.MULTILINE)
"""How a rule begins on a page of rules."""
MENTION = re.compile(r"(?<![\[`])`([A-Z]+-[A-Z]+-\d+)`")
"""How another page mentions one."""


@cache
def pages_of_rules() -> dict[str, str]:
    """By the id of a rule, the page that tells it."""
    pages = sorted((ROOT / "docs").glob("*.md"))
    return {id: page.name for page in pages for id in RULE.findall(page.read_text(encoding="utf-8"))}


def place_on_site(path: str) -> str:
    """Where a file or folder of the repository is on the site."""
    if path in ELSEWHERE:
        return ELSEWHERE[path]
    if _rules_page(path) is not None:
        return str(_rules_page(path))
    if path.endswith(".ipynb"):
        return path.removesuffix("ipynb") + "md"
    if path.startswith("specs/") and (ROOT / path).is_dir():
        return f"{path}/index.md"
    return path.removeprefix("docs/")


def _rules_page(path: str) -> str | None:
    """The page in docs/ that tells the same as the rules of a game in specs/, if there is one."""
    game = re.fullmatch(r"specs/([a-z0-9-]+)/rules\.md", path)
    page = f"rules-{game[1]}.md" if game else ""
    return page if game and (ROOT / "docs" / page).exists() else None


def place_in_repository(page: str) -> str:
    """The file of the repository that a page is made of."""
    own = {site: path for path, site in ELSEWHERE.items() if not (ROOT / "docs" / site).exists()}
    if page in own:
        return own[page]
    if page.startswith("notebooks/"):
        return page.removesuffix("md") + "ipynb"
    return page if page.startswith("specs/") else f"docs/{page}"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds what is not in docs/. A folder of specs/ becomes a page that lists its files, a notebook a page with its pictures."""
    specs = sorted(path for path in (ROOT / "specs").rglob("*") if not path.name.startswith("."))
    for path in (*(ROOT / name for name in ELSEWHERE), *specs):
        page = place_on_site(path.relative_to(ROOT).as_posix())
        if files.get_file_from_path(page) is not None:
            continue
        if path.is_dir():
            files.append(File.generated(config, page, content=listing(path)))
        else:
            files.append(File.generated(config, page, abs_src_path=str(path)))
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        text, pictures = page_of(path)
        files.append(File.generated(config, f"notebooks/{path.stem}.md", content=text))
        for name, picture in pictures.items():
            files.append(File.generated(config, f"notebooks/{name}", content=picture))
    return files


def listing(folder: Path) -> str:
    """A page that lists what is in a folder, each file with what it says of itself."""
    there = [path for path in sorted(folder.iterdir()) if not path.name.startswith(".")]
    rows = [f"| [{path.name}]({path.name}) | {_title(path)} |" for path in there]
    title = folder.relative_to(ROOT).as_posix()
    return "\n".join([f"# {title}", "", "| file | what it holds |", "|---|---|", *rows, ""])


def _title(path: Path) -> str:
    if path.suffix == ".json":
        return str(json.loads(path.read_bytes()).get("title", ""))
    if path.suffix == ".md":
        return path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
    if path.suffix == ".toml":
        return path.read_text(encoding="utf-8").partition('title = "')[2].partition('"')[0]
    return ""


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Makes every link lead to where its target is on the site, every rule a place to link to, every mention of one a link;
    and shows Python with prompts as the session that it is.
    """
    here = page.file.src_uri
    home = posixpath.dirname(place_in_repository(here))

    def led(link: re.Match[str]) -> str:
        return _from(here, place_on_site(posixpath.normpath(posixpath.join(home, link[1])))) + (link[2] or "")

    def mentioned(mention: re.Match[str]) -> str:
        told = pages_of_rules().get(mention[1])
        return mention[0] if told is None else f"[{mention[0]}]({_from(here, told)}#{mention[1]})"

    markdown = LINK.sub(led, markdown)
    markdown = RULE.sub(lambda rule: f'<a id="{rule["id"]}"></a>{rule[0]}', markdown)
    markdown = MENTION.sub(mentioned, markdown)
    return markdown.replace("```python\n>>>", "```pycon\n>>>")


def _from(here: str, target: str) -> str:
    return posixpath.relpath(target, posixpath.dirname(here) or ".")
