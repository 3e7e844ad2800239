"""Positions of any game for its engine: immutable, hashable, and checked. An action is its number in the action space."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from operator import index
from random import Random
from typing import Any, Generic, TypeVar

import attrs

from towerup.kernel.actors import CHANCE, Actor
from towerup.kernel.rules import IllegalAction, Violation

from . import compiling

State = TypeVar("State")
Outcome = TypeVar("Outcome")

NOBODY = -2
"""What the routine `actor` returns when the game is over. A seat is 0 or more, and chance is -1."""
MOST_STEPS = 10_000
"""Play-outs are cut off here unless you say otherwise: in some games players can go on for ever."""
STEPS_A_CALL = 20_000
"""A compiled routine comes back after so many steps, some hundredths of a second, so that Ctrl-C works."""


@attrs.frozen(eq=False)
class Engine(Generic[State, Outcome]):
    """What an engine of any game needs for one setup: its routines, the box as numbers, and the way back to the rulebook."""

    routines: str
    """The module with the routines."""
    setup: Any
    box: Sequence[int]
    answers: int
    """The most numbers that a routine can write as an answer."""
    score_cells: int
    """How many numbers the scores are."""
    actions: Sequence[Any]
    """The rulebook's actions, by number."""
    pack: Callable[..., Position[State, Outcome]]
    """What makes a position of a state, with `compiled=`: by its name, so that positions can be pickled."""
    unpack: Callable[[Sequence[int]], State]
    outcome: Callable[[Sequence[int], Sequence[int]], Outcome]
    result: Callable[[Sequence[int], Sequence[int]], dict[str, Any]]
    """How a game stands, as a row of a table: from its cells and its scores."""
    explain: Callable[[State, Any], tuple[Violation, ...]]
    _runners: dict[bool, Runner] = attrs.field(factory=dict, init=False)

    def runner(self, *, compiled: bool | None = None) -> Runner:
        """The routines with the box, in memory of their kind. They are compiled if numba is there, unless you say."""
        compiled = compiling.can_compile() if compiled is None else compiled
        if compiled not in self._runners:
            self._runners[compiled] = CompiledRunner(self) if compiled else InterpretedRunner(self)
        return self._runners[compiled]

    def position(self, cells: list[int], *, compiled: bool | None = None) -> Position[State, Outcome]:
        """The position with these cells, which must be right."""
        runner = self.runner(compiled=compiled)
        return Position(runner, runner.cells(cells))


class InterpretedRunner:
    """Routines on lists."""

    def __init__(self, engine: Engine[Any, Any]) -> None:
        self.engine = engine
        self.routines: Any = compiling.interpreted(engine.routines)
        self.play, self.step = self.routines.play, self.routines.step
        self.box: Any = tuple(engine.box)
        # Room for answers, used again and again. Taking one out of a list and putting it back is safe among threads.
        self._rooms: list[Any] = []

    def cells(self, cells: Sequence[int]) -> Any:
        return list(cells)

    def plain(self, cells: Any) -> list[int]:
        """The cells as a list of ints."""
        return list(cells)

    def key(self, cells: Any) -> bytes:
        return array("q", cells).tobytes()

    def copy(self, cells: Any) -> Any:
        return cells[:]

    def answer(self, routine: Callable[..., int], cells: Any) -> tuple[int, ...]:
        """The numbers that a routine writes and counts."""
        room = self.room()
        count = routine(self.box, cells, room)
        numbers = tuple(room[:count])
        self._rooms.append(room)
        return numbers

    def room(self) -> Any:
        """Room for the longest answer."""
        try:
            return self._rooms.pop()
        except IndexError:
            return self.cells([0] * self.engine.answers)

    def give_back(self, room: Any) -> None:
        """The room can be used again."""
        self._rooms.append(room)

    def play_on(self, cells: Any, words: Any, most_steps: int) -> int:
        """Plays on at random, in place, to the end or for so many steps. Returns how many were made."""
        room, done = self.room(), 0
        while done < most_steps:
            asked = min(most_steps - done, STEPS_A_CALL)
            steps = int(self.routines.playout(self.box, cells, words, asked, room))
            done += steps
            if steps < asked:
                break
        self._rooms.append(room)
        return done

    def scores(self, cells: Any) -> list[int]:
        """The rows of the scores, as the routine writes them."""
        room = self.room()
        self.routines.scores(self.box, cells, room)
        rows = self.plain(room[: self.engine.score_cells])
        self._rooms.append(room)
        return rows

    def after(self, cells: Any, number: int) -> tuple[Any, tuple[int, ...] | None]:
        """The cells after an action, and the legal actions then if they come at no cost."""
        after = cells[:]
        self.play(self.box, after, number)
        return after, None


class CompiledRunner(InterpretedRunner):
    """Compiled routines on arrays."""

    def __init__(self, engine: Engine[Any, Any]) -> None:
        import numpy as np

        self._numpy = np
        self._rooms = []
        self.engine = engine
        self.routines = compiling.compiled(engine.routines)
        self.play, self.step = self.routines.play, self.routines.step
        # Nobody writes to it. It is not marked so, because numba recognises marked arrays more slowly at every call.
        self.box = np.array(engine.box, dtype=np.int64)

    def cells(self, cells: Sequence[int]) -> Any:
        return self._numpy.array(cells, dtype=self._numpy.int64)

    def plain(self, cells: Any) -> list[int]:
        plain: list[int] = cells.tolist()
        return plain

    def key(self, cells: Any) -> bytes:
        key: bytes = cells.tobytes()
        return key

    def copy(self, cells: Any) -> Any:
        return cells.copy()

    def answer(self, routine: Callable[..., int], cells: Any) -> tuple[int, ...]:
        room = self.room()
        count = routine(self.box, cells, room)
        numbers = tuple(room[:count].tolist())
        self._rooms.append(room)
        return numbers

    def after(self, cells: Any, number: int) -> tuple[Any, tuple[int, ...] | None]:
        # One call instead of two: calling is what takes the time here.
        after, room = cells.copy(), self.room()
        count = self.step(self.box, after, number, room)
        legal = tuple(room[:count].tolist())
        self._rooms.append(room)
        return after, legal


Runner = InterpretedRunner


class Position(Generic[State, Outcome]):
    """A moment of a game as the engine has it. It never changes, and it equals another with the same setup and the same table.

    `legal` has the numbers of the legal actions, from the lowest; `actions[number]` is the rulebook's action.
    """

    __slots__ = ("_cells", "_key", "_legal", "_runner")

    def __init__(self, runner: Runner, cells: Any, legal: tuple[int, ...] | None = None) -> None:
        self._runner = runner
        self._cells = cells
        self._legal = legal

    @property
    def legal(self) -> tuple[int, ...]:
        """The numbers of the legal actions, in order; none when the game is over."""
        legal = self._legal
        if legal is None:
            runner = self._runner
            legal = self._legal = runner.answer(runner.routines.legal, self._cells)
        return legal

    @property
    def actions(self) -> Sequence[Any]:
        """Every action of the setup, by number."""
        return self._runner.engine.actions

    @property
    def weights(self) -> tuple[int, ...]:
        """The weight of each legal action when chance acts. Empty when a player acts."""
        return self._runner.answer(self._runner.routines.weights, self._cells)

    @property
    def actor(self) -> Actor:
        """Who decides: a seat, `CHANCE`, or None when the game is over."""
        seat = self._runner.routines.actor(self._runner.box, self._cells)
        if seat >= 0:
            return int(seat)
        return None if seat == NOBODY else CHANCE

    def apply(self, number: int) -> Position[State, Outcome]:
        """The position after the action with this number. Raises `IllegalAction` if it is not legal."""
        if number not in (self._legal or self.legal):
            self._refuse(number)
        runner = self._runner
        cells, legal = runner.after(self._cells, index(number))
        return Position(runner, cells, legal)

    def _refuse(self, number: object) -> None:
        engine = self._runner.engine
        actions = engine.actions
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < len(actions):
            raise ValueError(f"there is no action {number!r}: their numbers are 0 to {len(actions) - 1}")
        raise IllegalAction(actions[number], engine.explain(self.unpack(), actions[number]))

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if self.actor is not None:
            return None
        runner = self._runner
        outcome: Outcome = runner.engine.outcome(runner.plain(self._cells), runner.scores(self._cells))
        return outcome

    def playout(self, seed: int | Random, most_steps: int = MOST_STEPS) -> Position[State, Outcome]:
        """A position after random play: the end of the game, or where it is cut off after so many steps."""
        runner, cells = self._runner, self._runner.copy(self._cells)
        runner.play_on(cells, runner.cells(random_words(seed)), most_steps)
        return Position(runner, cells)

    def unpack(self) -> State:
        """The rulebook's state."""
        state: State = self._runner.engine.unpack(self._runner.plain(self._cells))
        return state

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._bytes() == other._bytes() and bool(self._runner.engine.setup == other._runner.engine.setup)

    def __hash__(self) -> int:
        return hash(self._bytes())

    def _bytes(self) -> bytes:
        try:
            return self._key
        except AttributeError:
            self._key: bytes = self._runner.key(self._cells)
            return self._key

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return _packed_again, (self._runner.engine.pack, self.unpack(), isinstance(self._runner, CompiledRunner))

    def __repr__(self) -> str:
        return f"<Position {self.unpack()!r}>"


def _packed_again(pack: Callable[..., Any], state: Any, compiled: bool) -> Any:
    return pack(state, compiled=compiled)


def random_words(seed: int | Random) -> list[int]:
    """Four words of 32 bits, not all of them 0, for the routines' own generator."""
    random = seed if isinstance(seed, Random) else Random(seed)
    return [random.getrandbits(32) | 1, *(random.getrandbits(32) for _ in range(3))]
