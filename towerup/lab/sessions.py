"""Sessions: a game that can be gone back and forth in, played on from anywhere, loaded and saved.

A terminal or a page shows where one is, and asks; here is what their buttons do. A record that breaks off is kept with what
is wrong with it, so that one can go through it up to there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

from towerup.kernel.actors import CHANCE
from towerup.kernel.dealers import Dealer
from towerup.kernel.records import Find, Record, RecordError
from towerup.kernel.streams import followed

from .players import Player
from .positions import Position, positions


class Session:
    """All positions of a game so far, and the one that is looked at."""

    def __init__(self, start: Any) -> None:
        self._states = [start]
        self._actions: list[Any] = []
        self.at = 0
        """After how many actions the position is that is looked at."""
        self.flaw: RecordError | None = None
        """What is wrong after the last position, if the game was loaded from a record that breaks off there."""

    @classmethod
    def loaded(cls, lines: Iterable[bytes], find: Find, edition: Any = None) -> Session:
        """The game of a record, looked at where it ends or breaks off; raises RecordError if it does not even begin."""
        session: Session | None = None
        for found in positions(followed(lines, find, edition)):
            if isinstance(found, Position):
                if session is None:
                    session = cls(found.state)
                elif found.step == 0:
                    break  # another game begins here; one is wanted
                else:
                    session._states.append(found.state)
                if found.chosen is not None:
                    session._actions.append(found.chosen)
            elif session is None:
                raise found.error
            else:
                session.flaw = None if found.begins else found.error
                break
        assert session is not None  # a stream without a line is broken, too
        session.at = session.end
        return session

    @property
    def state(self) -> Any:
        """The position that is looked at."""
        return self._states[self.at]

    @property
    def last(self) -> Any:
        """The action that led there; None at the start."""
        return self._actions[self.at - 1] if self.at else None

    @property
    def end(self) -> int:
        """How many actions the game has so far."""
        return len(self._actions)

    @property
    def is_live(self) -> bool:
        """Whether the last position is looked at, and the game can go on from it."""
        return self.at == self.end and self.state.actor is not None and self.flaw is None

    def actions(self) -> tuple[Any, ...]:
        """Every action so far."""
        return tuple(self._actions)

    def states(self) -> tuple[Any, ...]:
        """Every position so far."""
        return tuple(self._states)

    def record(self) -> Record:
        """The game so far."""
        return Record(self._states[0], tuple(self._actions))

    def play(self, action: Any) -> None:
        """Goes on from the position looked at; if it went another way before, that is given up.

        Raises IllegalAction, and then nothing changes.
        """
        after = self.state.ruleset.apply(self.state, action)
        if self.at < self.end and self._actions[self.at] == action:
            self.at += 1  # the way it went before
            return
        self.cut()
        self._states.append(after)
        self._actions.append(action)
        self.at += 1

    def cut(self) -> None:
        """Gives up what came after the position looked at."""
        del self._states[self.at + 1 :], self._actions[self.at :]
        self.flaw = None

    def jump(self, number: int) -> None:
        """Looks at the position after so many actions; raises ValueError if there is none such."""
        if not 0 <= number <= self.end:
            raise ValueError(f"the game has {self.end} actions so far: jump to 0 up to {self.end}, not {number}")
        self.at = number

    def undo(self, wanted: Callable[[Any], bool] = lambda state: True) -> bool:
        """Back to the position before that is wanted (any, if nothing is said); false if there is none."""
        return self._go(range(self.at - 1, -1, -1), wanted)

    def redo(self, wanted: Callable[[Any], bool] = lambda state: True) -> bool:
        """Forward to the next position that is wanted, or to the last; false if it is the last that is looked at."""
        if self.at == self.end:
            return False
        if not self._go(range(self.at + 1, self.end + 1), wanted):
            self.at = self.end
        return True

    def _go(self, numbers: Iterable[int], wanted: Callable[[Any], bool]) -> bool:
        for number in numbers:
            if wanted(self._states[number]):
                self.at = number
                return True
        return False

    def reply(self, player: Player | None, seed: int | str) -> Any:
        """What a player, or chance if it is to act, does in the position looked at: the same for the same way there."""
        state = self.state
        if state.actor is CHANCE:
            return Dealer(f"{seed}/{self.at}").deal(state)
        if player is None:
            raise ValueError("a player is wanted where one is to act")
        return player(state, state.ruleset.legal_actions(state), random.Random(f"{seed}/{self.at}"))
