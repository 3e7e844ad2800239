"""The crew: results in the order of the parts whoever did them, and an end in words where work cannot be done."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path

import pytest

from towerup.kernel.crew import CrewError, shared_out


def _squared(number: int) -> int:
    return number * number


def _dies_once(folder: Path, number: int) -> int:
    """The process that does part 3 for the first time dies over it."""
    mark = folder / "died"
    if number == 3 and not mark.exists():
        mark.touch()
        os._exit(1)
    return number


def _dies(number: int) -> int:
    os._exit(number)


def _fails(number: int) -> int:
    raise ValueError(f"no {number}")


@pytest.fixture
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks are found by name in another process, so this file must be importable there."""
    monkeypatch.syspath_prepend(Path(__file__).parent)
    module = sys.modules[_squared.__module__]
    monkeypatch.setitem(sys.modules, "test_sharing_out", module)
    for task in (_squared, _dies_once, _dies, _fails):
        monkeypatch.setattr(task, "__module__", "test_sharing_out")


@pytest.mark.parametrize("jobs", [1, 3])
def test_results_come_in_the_order_of_the_parts(jobs: int, importable: None) -> None:
    """One process or three."""
    assert [*shared_out(_squared, range(20), jobs)] == [number * number for number in range(20)]


def test_what_a_dead_process_was_doing_is_done_anew(tmp_path: Path, importable: None) -> None:
    """Each part is there once."""
    assert [*shared_out(partial(_dies_once, tmp_path), range(8), 2)] == [*range(8)]
    assert (tmp_path / "died").exists()


def test_processes_that_die_again_and_again_are_told(importable: None) -> None:
    """After a few times the work is given up, with the part it was."""
    with pytest.raises(CrewError, match=r"3 times a process died while part 1 of 4 and following were done"):
        list(shared_out(_dies, range(1, 5), 2))


def test_an_error_of_the_task_is_the_callers(importable: None) -> None:
    """As it was raised."""
    with pytest.raises(ValueError, match="no 0"):
        list(shared_out(_fails, range(4), 2))
