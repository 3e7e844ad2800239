"""The positions of recorded games, one after the other, as a stream of records is followed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from towerup.kernel.records import Begun, Ended, Step
from towerup.kernel.streams import Broken


class Position(NamedTuple):
    """Where a game stood: which game of the stream (from 1), after how many actions, and the action that came next, if any."""

    game: int
    step: int
    state: Any
    chosen: Any = None


def positions(stream: Iterable[Begun | Step | Ended | Broken]) -> Iterator[Position | Broken]:
    """Every position of every game, the last of each included; and what is broken, after the last that can be reached."""
    last: Position | None = None
    game = 0
    for found in stream:
        if type(found) is Step and last is not None:
            yield last._replace(chosen=found.action)
            last = Position(game, last.step + 1, found.after)
            continue
        if last is not None and type(found) is not Ended:
            yield last
            last = None
        if type(found) is Begun:
            game += 1
            last = Position(game, 0, found.state)
        elif type(found) is Broken:
            game += found.begins
            yield found
    if last is not None:
        yield last


def at(number: int, stream: Iterable[Position | Broken]) -> Iterator[Position | Broken]:
    """Of each game only the position after so many actions, or from the end if negative: -1 is the last."""
    if number >= 0:
        yield from (one for one in stream if isinstance(one, Broken) or one.step == number)
        return
    latest: deque[Position] = deque(maxlen=-number)
    for found in stream:
        if isinstance(found, Broken) or found.step == 0:
            if len(latest) == -number:
                yield latest[0]
            latest.clear()
        if isinstance(found, Broken):
            yield found
        else:
            latest.append(found)
    if len(latest) == -number:
        yield latest[0]
