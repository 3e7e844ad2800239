"""Notebooks as pages of the site: what is written in them, the code, and what it gave when the notebook was run.

A cell with the tag `chart` is about how something is drawn: its code is folded away, so that the page reads as a story.
Pictures become files beside the page.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDED = "chart"


def page_of(path: Path) -> tuple[str, dict[str, str]]:
    """The page of a notebook, and the pictures on it by the name of their file."""
    pictures: dict[str, str] = {}
    cells = json.loads(path.read_bytes())["cells"]
    parts = [part for number, cell in enumerate(cells, start=1) for part in _cell(path.stem, number, cell, pictures)]
    return "\n\n".join(parts) + "\n", pictures


def _cell(name: str, number: int, cell: dict[str, Any], pictures: dict[str, str]) -> Iterator[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source
        return
    # What hides the echo of a cell's last value in a notebook means nothing on a page.
    code = f"```python\n{source.removesuffix(';')}\n```"
    if FOLDED in cell["metadata"].get("tags", ()):
        yield '??? quote "How it is made"\n\n' + textwrap.indent(code, "    ")
    else:
        yield code
    for place, output in enumerate(cell["outputs"], start=1):
        yield _shown(f"{name}-{number}-{place}.svg", output, pictures)


def _shown(file: str, output: dict[str, Any], pictures: dict[str, str]) -> str:
    """An output as a page shows it: as a picture if it has one, else as a table, else as text."""
    if output["output_type"] == "stream":
        return _text("".join(output["text"]))
    data = {kind: "".join(value) for kind, value in output["data"].items() if not isinstance(value, dict)}
    if "image/svg+xml" in data:
        pictures[file] = data["image/svg+xml"]
        return f"![{_words(data['text/plain'])}]({file})"
    if "text/html" in data:
        return data["text/html"]
    if "text/markdown" in data:
        return data["text/markdown"]
    return _text(data["text/plain"])


def _text(words: str) -> str:
    return f"```text\n{words.rstrip()}\n```"


def _words(plain: str) -> str:
    """What to say of a picture to whoever does not see it."""
    state = plain.startswith("<State ")
    return plain.strip("<>") if state else "A picture, told about in the text around it"
