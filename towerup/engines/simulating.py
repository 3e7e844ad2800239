"""Whole play-outs inside an engine, many of them, with results as columns."""

from __future__ import annotations

from random import Random
from typing import Any

from . import compiling
from .positions import NOBODY, Position, random_words


def columns(position: Position[Any, Any], games: int, seed: int | Random, most_steps: int) -> dict[str, list[Any]]:
    """Random play-outs from a position: chance by weight, players at random. Each result is a row; you get the columns."""
    if games < 1 or most_steps < 1:
        raise ValueError(f"play at least 1 game of at least 1 step, not {games} of {most_steps}")
    if not compiling.can_compile():
        compiling.say_once(f"numba would make play-outs some 40 times as fast: {compiling.INSTALL}")
    runner = position._runner
    words, result = runner.cells(random_words(seed)), runner.engine.result
    rows = []
    for _ in range(games):
        cells = runner.copy(position._cells)
        steps = runner.play_on(cells, words, most_steps)
        over = runner.routines.actor(runner.box, cells) == NOBODY
        rows.append({"steps": steps, "over": over} | result(runner.plain(cells), runner.scores(cells)))
    return {name: [row[name] for row in rows] for name in rows[0]}
