"""The notebooks are kept as they were run: with what they gave, without errors, and with nothing of the machine that ran them.

That they still run, and say the same, is seen by `execute.py`, which takes minutes and is for whoever changes them, and for CI.
"""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def read(path: Path) -> Any:
    return json.loads(path.read_bytes())


def code_cells(path: Path) -> list[dict[str, Any]]:
    return [cell for cell in read(path)["cells"] if cell["cell_type"] == "code"]


def test_the_notebooks_are_there() -> None:
    """Each is a page of the site, and named in the README."""
    assert {path.stem for path in NOTEBOOKS} == {
        "first-game",
        "legal-moves",
        "balance",
        "check-your-implementation",
        "open-questions",
    }
    site = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for path in NOTEBOOKS:
        assert f"notebooks/{path.stem}.md" in site
        assert f"notebooks/{path.name}" in readme


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_was_run_from_top_to_bottom(path: Path) -> None:
    """Every cell was run once, in order; none failed, and none complained."""
    cells = code_cells(path)
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert not [output for output in outputs if output["output_type"] == "error" or output.get("name") == "stderr"]
    assert any(output["output_type"] == "stream" for output in outputs)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_has_its_pictures(path: Path) -> None:
    """As SVG: several, each a document without a date, fetched things or scripts."""
    pictures = [
        "".join(output["data"]["image/svg+xml"])
        for cell in code_cells(path)
        for output in cell["outputs"]
        if "image/svg+xml" in output.get("data", {})
    ]
    assert len(pictures) >= 2
    for picture in pictures:
        assert "</svg>" in picture
        assert "<dc:date>" not in picture
        assert "<script" not in picture
        assert not re.findall(r'(?:href|src)="(?:https?:)?//', picture)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_names_no_machine(path: Path) -> None:
    """No path of a file system, no user, no address, no time, and nothing in its metadata but what is always there."""
    notebook = read(path)
    text = json.dumps([{key: cell.get(key) for key in ("source", "outputs")} for cell in notebook["cells"]])
    assert not re.findall(r"(?:/home/|/root/|/tmp/|/usr/|/work/|/Users/|[A-Z]:\\\\)\w*", text)
    assert not re.findall(r"\bat 0x[0-9a-f]+|\b127\.0\.0\.1\b|localhost", text)
    assert notebook["metadata"] == {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    assert [cell["id"] for cell in notebook["cells"]] == [
        f"cell-{number}" for number in range(1, len(notebook["cells"]) + 1)
    ]
    assert all(set(cell["metadata"]) <= {"tags"} for cell in notebook["cells"])


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_reads_like_an_article(path: Path) -> None:
    """It begins with a question, ends with the answer, its links lead somewhere, and its numbers are held by assertions."""
    notebook = read(path)
    texts = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "markdown"]
    assert texts[0].startswith("# ")
    assert "?**" in texts[0]
    assert "## The answer" in texts[-1]
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", "\n".join(texts)):
        assert (path.parent / target).exists(), target
    codes = ["".join(cell["source"]) for cell in code_cells(path)]
    assert any(isinstance(node, ast.Assert) for code in codes for node in ast.walk(ast.parse(code)))
