"""Runs the notebooks, and sees that they say what they said: `python tests/notebooks/execute.py [NAME …]`.

Each is run in a kernel of its own, from top to bottom. An error in a cell is a failure, and so is text that has changed; that there
are pictures is seen, but they are not compared, for another version of the library that draws may draw a line otherwise.
With `--write` the notebooks are written anew, outputs and all, in one form: the same notebook, the same bytes.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

FOLDER = Path(__file__).parents[2] / "notebooks"
SECONDS = 1_800
"""So long may a cell take on a busy machine. A notebook as a whole should take less than a minute on a quiet one."""
KEPT = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
"""What is kept about a notebook itself: nothing of the machine that ran it."""


def main() -> int:
    """Runs them; 0 if all is as it was, or was written."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("names", nargs="*", help="the notebooks, by name; all of them if none is named")
    words.add_argument("--write", action="store_true", help="write what they give")
    asked = words.parse_args()
    wrong = 0
    for path in sorted(FOLDER.glob("*.ipynb")):
        if not asked.names or path.stem in asked.names:
            began = time.monotonic()
            problems = run(path, asked.write)
            print(f"{'wrong' if problems else 'ok'} {path.stem}, {time.monotonic() - began:.0f} s", flush=True)
            print(*(f"  {problem}" for problem in problems), sep="\n", end="\n" if problems else "")
            wrong += bool(problems)
    return 1 if wrong else 0


def run(path: Path, write: bool) -> list[str]:
    """Runs a notebook; gives what is wrong with it."""
    kept = nbformat.read(path, as_version=4)
    made = nbformat.read(path, as_version=4)
    client = NotebookClient(
        made, timeout=SECONDS, kernel_name="python3", resources={"metadata": {"path": str(path.parent)}}
    )
    try:
        client.execute()
    except CellExecutionError as error:
        return [str(error)]
    if write:
        path.write_text(nbformat.writes(neat(made)) + "\n", encoding="utf-8")
        return []
    pairs = zip(kept.cells, made.cells, strict=True)
    return [f"cell {number}: {why}" for number, (old, new) in enumerate(pairs, start=1) for why in changes(old, new)]


def neat(notebook: Any) -> Any:
    """The notebook in the one form in which it is kept."""
    notebook.metadata = nbformat.from_dict(KEPT)
    for number, cell in enumerate(notebook.cells, start=1):
        cell.id = f"cell-{number}"
        cell.metadata = nbformat.from_dict({"tags": cell.metadata["tags"]} if "tags" in cell.metadata else {})
        for output in cell.get("outputs", ()):
            output.pop("metadata", None)
            if output.output_type != "stream":
                output.metadata = nbformat.from_dict({})
    return notebook


def changes(old: Any, new: Any) -> list[str]:
    """How what a cell gave differs from what it gives now, in words."""
    was, now = said(old), said(new)
    if was == now:
        return []
    return [f"it said\n{was}\nand says now\n{now}\n(write it anew with --write, and read what has changed)"]


def said(cell: Any) -> str:
    """All that a cell has said: its text, and of a picture that there is one."""
    told = []
    for output in cell.get("outputs", ()):
        if output.output_type == "stream":
            told.append(output.text)
        elif "image/svg+xml" in output.data:
            told.append("(a picture)\n")
        else:
            told.append(output.data["text/plain"] + "\n")
    return "".join(told)


if __name__ == "__main__":
    sys.exit(main())
