"""Records: a game as the list of its actions, in JSON lines that any program can write and read.

First a header (what the game was set up with), then a line for each action with who took it, last the outcome if there
is one. A record that is read is played through, so that a wrong line is named as it is met. All reading goes through
`Reader`, which takes line after line, also of many records in one stream.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import attrs

from . import loading
from .actors import CHANCE, Actor
from .canonical import JsonError, decode, encode, shown
from .differences import Difference, differences
from .pointing import Path, column_of, path_in, within
from .replays import Call, followed, notation_of, replay_call, state_call
from .rules import Finding, IllegalAction, Violation, violations
from .ruleset import AnyRuleset
from .spaces import Space, Spaces

FORMAT = "towerup-record"
VERSION = 1

MOST_LINE = 1_000_000
"""The bytes of a line, at most. The longest that a game needs is a header or an outcome, some 1,000."""

Find = Callable[[str], AnyRuleset]
"""The rules of a game by its name; raises ValueError if there are none, in words."""


class RecordError(ValueError):
    """A record that cannot be followed: the line (from 1), and why.

    `column` is where in the line, if one place is to blame; `violations` the rules that are broken; `state` where the
    game stood, and `actor` and `action` what was tried then, as far as they could be read; `differences` how an
    outcome is not the game's.
    """

    def __init__(
        self,
        line: int,
        why: str,
        column: int | None = None,
        *,
        violations: tuple[Violation, ...] = (),
        state: Any = None,
        actor: Actor = None,
        action: Any = None,
        differences: tuple[Difference, ...] = (),
    ) -> None:
        super().__init__(line, why)
        self.line = line
        self.why = why
        self.column = column
        self.violations = violations
        self.state = state
        self.actor = actor
        self.action = action
        self.differences = differences

    def __str__(self) -> str:
        place = f"line {self.line}" if self.column is None else f"line {self.line}, column {self.column}"
        return f"{place}: {self.why}"


@attrs.frozen
class Record:
    """A game: where it started, and every action since."""

    start: Any
    actions: tuple[Any, ...]

    @classmethod
    def from_notation(cls, start: Any, moves: str) -> Record:
        """The game with these moves from here on: `Record.from_notation(tu.replay("tiny", 2), "reveal bw/black; place N1 black")`.

        Raises NotationError or IllegalAction at the first move that cannot be read or played.
        """
        return cls(start, tuple(action for action, _ in followed(start, moves)))

    def replay_call(self) -> str:
        """The code that gives the last state: `tu.replay('tiny', 2, 'reveal bw/black; place N1 black')`.

        If the record does not begin where a game begins, it is `tu.state_from_json(…)`.
        """
        call = replay_call(self.start, self.actions)
        if call is None:
            *_, last = self.states()
            call = state_call(last)
        return str(call)

    def call(self) -> Call:
        """The call that gives the record: what `print(record)` shows."""
        return Call("tu.Record.from_notation", (str(state_call(self.start)), repr(notation_of(self.actions))))

    def __str__(self) -> str:
        return str(self.call())

    def states(self) -> Iterator[Any]:
        """Every state of the game, the first included."""
        state = self.start
        yield state
        for action in self.actions:
            state = state.ruleset.apply(state, action)
            yield state

    def lines(self) -> Iterator[bytes]:
        """The record as JSON lines, each with its line feed."""
        rules: AnyRuleset = self.start.ruleset
        yield encode(header_of(self.start)) + b"\n"
        state = self.start
        for action in self.actions:
            yield encode({"actor": actor_to_json(state.actor), "action": rules.action_to_json(action)}) + b"\n"
            state = rules.apply(state, action)
        result = rules.outcome(state)
        if result is not None:
            yield encode({"outcome": rules.outcome_to_json(result)}) + b"\n"


loading.announce(FORMAT, Record, Record)


def header_of(start: Any) -> dict[str, Any]:
    """The header of the record of a game that starts here."""
    rules: AnyRuleset = start.ruleset
    return {"format": FORMAT, "version": VERSION, "game": rules.name, "setup": rules.setup_to_json(start)}


def actor_to_json(actor: Actor) -> int | str | None:
    """An actor as a JSON value: a seat's number, "chance", or null."""
    return "chance" if actor is CHANCE else actor


def actor_from_json(value: Any) -> Actor:
    """Who acts, of a JSON value; raises JsonError if it is nobody who can."""
    if value == "chance":
        return CHANCE
    if type(value) is not int:
        raise JsonError((f'the actor is a seat number or "chance", not {shown(value)}',))
    return value


def start_of(header: Any, find: Find, edition: Any = None) -> Any:
    """The game about to begin that a header describes; raises JsonError with every problem and its place."""
    if not isinstance(header, dict):
        raise JsonError((f"a header is an object, not {shown(header)}",))
    for key, right in {"format": FORMAT, "version": VERSION}.items():
        found = header.get(key)
        if type(found) is not type(right) or found != right:
            told = shown(found) if key in header else "missing"
            raise JsonError((f"not a header of a record: {key} is {told}, not {shown(right)} @ $.{key}",))
    _only(header, ("format", "version", "game", "setup"))
    name = header["game"]
    try:
        rules = find(name) if isinstance(name, str) else None
    except ValueError as error:
        raise JsonError((f"{error} @ $.game",)) from None
    if rules is None:
        raise JsonError((f"the name of a game is wanted, not {shown(name)} @ $.game",))
    try:
        return rules.game_from_setup(header["setup"], edition)
    except JsonError as error:
        raise JsonError(tuple(within("setup", problem) for problem in error.problems)) from None
    except ValueError as error:
        raise JsonError((f"{error} @ $.setup",)) from None


def _only(value: dict[str, Any], wanted: tuple[str, ...]) -> None:
    """Just these keys must be there."""
    missing = [key for key in wanted if key not in value]
    strange = [key for key in value if key not in wanted]
    if missing or strange:
        problems = [f"{key} is missing @ $" for key in missing]
        problems += [f"{shown(key)} means nothing here; known are {', '.join(wanted)} @ $.{key}" for key in strange]
        raise JsonError(tuple(problems))


class Step(NamedTuple):
    """One action of a record that is followed: the line (from 1) it is in, and the states around it."""

    line: int
    before: Any
    action: Any
    after: Any


class Begun(NamedTuple):
    """A header: a game begins."""

    line: int
    state: Any


class Ended(NamedTuple):
    """An outcome, and it is the right one."""

    line: int
    state: Any


class Reader:
    """Reads records line by line and plays them: what each line is, or RecordError.

    A stream may hold record after record; a header begins the next game. `state` is where the game in hand stands: None
    before the first header, and after a wrong line until the next header. Readers of one user may share their spaces: what one
    has learnt, the next need not.
    """

    def __init__(self, find: Find, edition: Any = None, spaces: Spaces | None = None) -> None:
        self.state: Any = None
        self.ended = False
        """Whether the outcome of the game in hand was read."""
        self._find = find
        self._edition = edition
        self._spaces = Spaces() if spaces is None else spaces
        self._space: Space | None = None
        self._apply: Callable[..., Any] = _nothing_to_apply

    def read(self, number: int, line: bytes | str) -> Step | Begun | Ended:
        """What the line with this number is, played if it is an action."""
        before = self.state
        if before is None or self.ended or self._space is None:
            return self._slowly(number, line)
        # Lines repeat from game to game, so most were read before.
        meaning = self._space.read.get(line)
        if meaning is None:
            return self._slowly(number, line)
        return self._play(number, line, *meaning)

    def _play(self, number: int, line: bytes | str, actor: Actor, action: Any) -> Step:
        before = self.state
        try:
            # An actor who is named is judged with the action; the one who is to act need not be.
            after = self._apply(before, action) if actor == before.actor else self._apply(before, action, actor)
        except IllegalAction as error:
            self.state = None
            place: Path = ("action",) if actor == before.actor else ("actor",)
            raise RecordError(
                number, str(error), column_of(_text(line), place),
                violations=error.violations, state=before, actor=actor, action=action,
            ) from None  # fmt: skip
        self.state = after
        return Step(number, before, action, after)

    def _slowly(self, number: int, line: bytes | str) -> Step | Begun | Ended:
        """A line that was not met before in this action space."""
        before, self.state = self.state, None  # until it is known that the line can be followed
        value = _object(number, line, before)
        if "format" in value:
            return self._begin(number, line, value)
        if before is None or self._space is None:
            raise RecordError(
                number, f"a record begins with a header, an object with format {FORMAT!r}", column_of(_text(line), ())
            )
        if self.ended:
            raise RecordError(number, "nothing comes after the outcome", column_of(_text(line), ()), state=before)
        if "outcome" in value:
            return self._end(number, line, value, before)
        actor, action = self._understand(number, line, value, before)
        self._space.remember(line, (actor, action))
        self.state = before
        return self._play(number, line, actor, action)

    def _begin(self, number: int, line: bytes | str, header: dict[str, Any]) -> Begun:
        try:
            state = start_of(header, self._find, self._edition)
        except JsonError as error:
            raise _record_error(number, line, error) from None
        rules = self._find(header["game"])
        self.state, self.ended = state, False
        self._space = self._spaces.of(state, rules)
        self._apply = rules.apply
        return Begun(number, state)

    def _understand(self, number: int, line: bytes | str, value: dict[str, Any], state: Any) -> tuple[Actor, Any]:
        assert self._space is not None
        if value.keys() != {"actor", "action"}:
            raise RecordError(
                number,
                f"an actor and an action are wanted, not {', '.join(map(shown, value)) or 'nothing'}",
                column_of(_text(line), ()),
                state=state,
            )
        try:
            actor = actor_from_json(value["actor"])
        except JsonError as error:
            raise _record_error(number, line, error, state, "actor") from None
        try:
            return actor, self._space.action(value["action"])
        except JsonError as error:
            raise _record_error(number, line, error, state, "action", actor) from None

    def _end(self, number: int, line: bytes | str, value: dict[str, Any], state: Any) -> Ended:
        assert self._space is not None
        rules = self._space.rules
        result = rules.outcome(state)
        if result is None:
            raise RecordError(
                number,
                "an outcome is given, but the game is not over",
                column_of(_text(line), ("outcome",)),
                state=state,
            )
        right = encode({"outcome": rules.outcome_to_json(result)})
        if encode(value) != right:
            wrong = tuple(differences(value, decode(right)))
            raise RecordError(
                number,
                "\n".join(["the outcome is not that of this game:", *(f"  {one}" for one in wrong)]),
                column_of(_text(line), wrong[0].path),
                violations=settled(rules, wrong),
                state=state,
                differences=wrong,
            )
        self.state, self.ended = state, True
        return Ended(number, state)


def _nothing_to_apply(*_: Any) -> Any:
    raise AssertionError("no game has begun")


def settled(rules: AnyRuleset, wrong: tuple[Difference, ...]) -> tuple[Violation, ...]:
    """The rules that settle the fields which are wrong, each with what is wrong."""
    found: dict[str, list[str]] = {}
    for one in wrong:
        named = [step for step in one.path if isinstance(step, str) and step in rules.outcome_rules]
        for rule in rules.outcome_rules[named[-1]] if named else ():
            found.setdefault(rule, []).append(str(one))
    return violations(rules.catalogue(), (Finding(rule, "; ".join(words)) for rule, words in found.items()))


def _text(line: bytes | str) -> str:
    return line if isinstance(line, str) else line.decode()


def _record_error(
    number: int, line: bytes | str, error: JsonError, state: Any = None, key: str | None = None, actor: Actor = None
) -> RecordError:
    """What is wrong with a value of the line, with the place of the first problem."""
    path = path_in(error.problems[0])
    return RecordError(
        number, str(error), column_of(_text(line), path if key is None else (key, *path)), state=state, actor=actor
    )


def _object(number: int, line: bytes | str, state: Any) -> dict[str, Any]:
    if len(line) > MOST_LINE:
        raise RecordError(number, f"the line is longer than {MOST_LINE:,} bytes", MOST_LINE + 1, state=state)
    try:
        value = decode(line)
    except JsonError as error:
        raise RecordError(number, str(error), error.column, state=state) from None
    if not isinstance(value, dict):
        raise RecordError(number, f"an object is wanted, not {shown(value)}", column_of(_text(line), ()), state=state)
    return value


def follow(lines: Iterable[bytes | str], find: Find, edition: Any = None) -> tuple[Any, Iterator[Step]]:
    """Where a record starts, and its steps, each played when it is asked for. Its header names the game.

    Raises RecordError at the first line that cannot be followed, once that line is reached.
    """
    found = one_record(Reader(find, edition), lines)
    begun = next(found)
    assert isinstance(begun, Begun)
    return begun.state, (one for one in found if type(one) is Step)


def one_record(reader: Reader, lines: Iterable[bytes | str]) -> Iterator[Begun | Step | Ended]:
    """What each line is, where one record is wanted. Raises RecordError where another begins, or if there is none."""
    number = 0
    for number, line in enumerate(lines, start=1):
        found = reader.read(number, line)
        if number > 1 and type(found) is Begun:
            raise RecordError(number, "another record begins here, but one record is wanted", 1)
        yield found
    if not number:
        raise RecordError(1, "nothing is there; a record begins with a header", 1)


def just(rules: AnyRuleset) -> Find:
    """These rules, and those of no other game."""

    def find(name: str) -> AnyRuleset:
        if name != rules.name:
            raise ValueError(f"not a record of {rules.name}: game is {name!r:.60}, not {rules.name!r}")
        return rules

    return find


def read_record(lines: Iterable[bytes | str], rules: AnyRuleset, edition: Any = None) -> Record:
    """The record in these lines, played through. Raises RecordError at the first line that cannot be followed."""
    start, steps = follow(lines, just(rules), edition)
    return Record(start, tuple(step.action for step in steps))
