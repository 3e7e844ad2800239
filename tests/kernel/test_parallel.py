"""Parallel work: results in the order of the parts, and an end in words where the work cannot be done."""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from towerup.kernel.parallel import ParallelError, map_ordered, map_unordered


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


def _sleeps(seconds: int) -> int:
    time.sleep(seconds)
    return seconds


def _process_id(number: int) -> int:
    return os.getpid()


def _writes(folder: Path, number: int) -> int:
    """Part 0 waits until part 1 is writing, which never ends."""
    if number == 0:
        while not (folder / "begun").exists():
            time.sleep(0.01)
        return 0
    file = folder / "half.part"
    file.touch()
    (folder / "begun").touch()
    try:
        time.sleep(600)
    finally:
        file.unlink()
    return number


def _fails(number: int) -> int:
    raise ValueError(f"no {number}")


@pytest.fixture
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks are found by name in another process, so this file must be importable there."""
    monkeypatch.syspath_prepend(Path(__file__).parent)
    module = sys.modules[_squared.__module__]
    monkeypatch.setitem(sys.modules, "test_parallel", module)
    for task in (_squared, _dies_once, _dies, _fails, _sleeps, _process_id, _writes):
        monkeypatch.setattr(task, "__module__", "test_parallel")


@pytest.mark.parametrize("jobs", [1, 3])
def test_results_come_in_the_order_of_the_parts(jobs: int, importable: None) -> None:
    """One process or three."""
    assert [*map_ordered(_squared, range(20), jobs)] == [number * number for number in range(20)]


def test_what_a_dead_process_was_doing_is_done_anew(tmp_path: Path, importable: None) -> None:
    """Each part is there once."""
    assert [*map_ordered(partial(_dies_once, tmp_path), range(8), 2)] == [*range(8)]
    assert (tmp_path / "died").exists()


@pytest.mark.thorough
def test_processes_that_die_again_and_again_are_told(importable: None) -> None:
    """After a few times the work is given up, and the part is named."""
    with pytest.raises(ParallelError, match=r"part \d of 4 cannot be done: 3 processes died over it"):
        list(map_ordered(_dies, range(1, 5), 2))


def test_an_error_of_the_task_is_the_callers(importable: None) -> None:
    """As it was raised."""
    with pytest.raises(ValueError, match="no 0"):
        list(map_ordered(_fails, range(4), 2))


def test_no_process_is_left_when_the_caller_stops_listening(importable: None) -> None:
    """Closed after the first result: the others end at once, though they have not finished."""
    before = {*multiprocessing.active_children()}
    results = map_ordered(_sleeps, [0, 600, 600], 2)
    assert next(results) == 0
    results.close()
    assert {*multiprocessing.active_children()} == before


def test_processes_are_replaced_after_so_many_tasks(importable: None) -> None:
    found = dict(map_unordered(_process_id, range(5), 2, tasks_a_process=2))
    assert sorted(found) == [*range(5)]
    assert max(Counter(found.values()).values()) == 2


def test_a_process_that_is_ended_may_clean_up(tmp_path: Path, importable: None) -> None:
    """What it was writing when it was told to end is removed."""
    results = map_unordered(partial(_writes, tmp_path), [0, 1], 2)
    assert next(results) == (0, 0)
    results.close()
    assert [*tmp_path.iterdir()] == [tmp_path / "begun"]
