"""Records: a game as the list of its actions, in JSON lines that any program can write and read.

First a header (what the game was set up with), then a line for each action with who took it, last the outcome if there
is one. A record that is read is played through, so that a wrong line is named as it is met.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from .actors import CHANCE, Actor
from .canonical import JsonError, decode, encode
from .rules import IllegalAction
from .ruleset import Ruleset

FORMAT = "towerup-record"
VERSION = 1


class RecordError(ValueError):
    """A record that cannot be followed: the line (from 1), and why."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(line, why)
        self.line = line
        self.why = why

    def __str__(self) -> str:
        return f"line {self.line}: {self.why}"


@attrs.frozen
class Record:
    """A game: where it started, and every action since."""

    start: Any
    actions: tuple[Any, ...]

    def states(self) -> Iterator[Any]:
        """Every state of the game, the first included."""
        state = self.start
        yield state
        for action in self.actions:
            state = state.ruleset.apply(state, action)
            yield state

    def lines(self) -> Iterator[bytes]:
        """The record as JSON lines, each with its line feed."""
        rules: Ruleset = self.start.ruleset
        header = {"format": FORMAT, "version": VERSION, "game": rules.name, "setup": rules.setup_to_json(self.start)}
        yield encode(header) + b"\n"
        state = self.start
        for action in self.actions:
            actor = "chance" if state.actor is CHANCE else state.actor
            yield encode({"actor": actor, "action": rules.action_to_json(action)}) + b"\n"
            state = rules.apply(state, action)
        result = rules.outcome(state)
        if result is not None:
            yield encode({"outcome": rules.outcome_to_json(result)}) + b"\n"


@attrs.frozen
class Step:
    """One action of a record that is followed: the line (from 1) it is in, and the states around it."""

    line: int
    before: Any
    action: Any
    after: Any


def follow(lines: Iterable[bytes | str], rules: Ruleset, edition: Any = None) -> tuple[Any, Iterator[Step]]:
    """Where a record starts, and its steps, each played when it is asked for.

    Raises RecordError at the first line that cannot be followed, once that line is reached.
    """
    numbered = enumerate(lines, start=1)
    number, first = next(numbered, (1, b""))
    start = _start(number, _object(number, first), rules, edition)
    return start, _steps(numbered, start, rules)


def _steps(numbered: Iterator[tuple[int, bytes | str]], state: Any, rules: Ruleset) -> Iterator[Step]:
    ended = False
    for number, line in numbered:
        value = _object(number, line)
        if ended:
            raise RecordError(number, "nothing comes after the outcome")
        if "outcome" in value:
            _same_outcome(number, value, state, rules)
            ended = True
            continue
        action, after = _step(number, value, state, rules)
        yield Step(number, state, action, after)
        state = after


def read_record(lines: Iterable[bytes | str], rules: Ruleset, edition: Any = None) -> Record:
    """The record in these lines, played through. Raises RecordError at the first line that cannot be followed."""
    start, steps = follow(lines, rules, edition)
    return Record(start, tuple(step.action for step in steps))


def _object(number: int, line: bytes | str) -> dict[str, Any]:
    try:
        value = decode(line)
    except JsonError as error:
        raise RecordError(number, str(error)) from None
    if not isinstance(value, dict):
        raise RecordError(number, f"an object is wanted, not {value!r:.60}")
    return value


def _start(number: int, header: dict[str, Any], rules: Ruleset, edition: Any) -> Any:
    wanted = {"format": FORMAT, "version": VERSION, "game": rules.name}
    for key, right in wanted.items():
        if header.get(key) != right:
            raise RecordError(number, f"not a record of {rules.name}: {key} is {header.get(key)!r}, not {right!r}")
    try:
        return rules.game_from_setup(header.get("setup"), edition)
    except ValueError as error:
        raise RecordError(number, str(error)) from None


def _step(number: int, value: dict[str, Any], state: Any, rules: Ruleset) -> tuple[Any, Any]:
    if value.keys() != {"actor", "action"}:
        raise RecordError(number, f"an actor and an action are wanted, not {', '.join(value) or 'nothing'}")
    actor: Actor = CHANCE if value["actor"] == "chance" else value["actor"]
    if actor is None:
        raise RecordError(number, 'the actor is a seat number or "chance", not null')
    try:
        action = rules.action_from_json(value["action"])
        return action, rules.apply(state, action, actor)
    except (JsonError, IllegalAction) as error:
        raise RecordError(number, str(error)) from None


def _same_outcome(number: int, value: dict[str, Any], state: Any, rules: Ruleset) -> None:
    result = rules.outcome(state)
    if result is None:
        raise RecordError(number, "an outcome is given, but the game is not over")
    right = decode(encode(rules.outcome_to_json(result)))
    if value != {"outcome": right}:
        raise RecordError(number, f"the outcome is {encode(right).decode()}, not {encode(value['outcome']).decode()}")
