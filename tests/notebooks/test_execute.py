"""That running the notebooks would notice one that fails, or says something else than it said."""

from __future__ import annotations

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat", reason="running notebooks needs the extra notebooks")
pytest.importorskip("nbclient", reason="running notebooks needs the extra notebooks")
pytest.importorskip("ipykernel", reason="running notebooks needs the extra notebooks")


def written(path: Path, code: str, said: str) -> Path:
    output = nbformat.v4.new_output("stream", name="stdout", text=said)
    cell = nbformat.v4.new_code_cell(code, execution_count=1, outputs=[output])
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), path)
    return path


@pytest.mark.thorough
@pytest.mark.filterwarnings("default")  # those of the kernel's machinery are none of ours
def test_what_is_wrong_with_a_notebook_is_told(tmp_path: Path) -> None:
    """An error in a cell, and text that has changed; what is as it was is in order, and what is written is neat."""
    from .execute import run

    path = tmp_path / "one.ipynb"
    [problem] = run(written(path, "1 / 0", ""), write=False)
    assert "ZeroDivisionError" in problem
    [problem] = run(written(path, "print(1 + 1)", "3\n"), write=False)
    assert problem.startswith("cell 1: it said\n3\n\nand says now\n2\n")
    assert run(path, write=True) == []
    assert run(path, write=False) == []
    assert nbformat.read(path, as_version=4).cells[0].id == "cell-1"
