"""Implementations under test: one interface to anything that plays the same game.

An implementation may answer, refuse, or fail: hang, crash, or send garbage. Each failure raises `Failure` within the time
limit, and the next game begins with a fresh process or object.
"""

from __future__ import annotations

import contextlib
import queue
import signal
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from itertools import count
from typing import Any, NamedTuple, Self

from towerup.kernel.canonical import JsonError, decode, encode
from towerup.kernel.differences import ABSENT
from towerup.kernel.imported import NotImportable, imported
from towerup.kernel.ruleset import AnyRuleset

from . import programs, protocol
from .protocol import Code, NoReply, Refusal, read_reply
from .server import Oracle

TIMEOUT = 10.0
"""The default time limit of an answer, in seconds."""
STARTING = 3
"""The first answer of a process may take this many times as long: the process has to start first."""
_TAIL = 4_000
"""How many bytes of the error stream are kept."""
_ENOUGH = 60
_GRACE = 2.0
"""How many seconds a process has to end after its input is closed. Then it is killed."""


class Trouble(Enum):
    """How an implementation can fail to answer."""

    HANG = "hang"
    CRASH = "crash"
    GARBAGE = "garbage"


class Failure(Exception):
    """There is no answer: the kind of failure, and what happened in words."""

    def __init__(self, trouble: Trouble, words: str) -> None:
        super().__init__(trouble, words)
        self.trouble = trouble
        self.words = words

    def __str__(self) -> str:
        return self.words


class CannotStart(ValueError):
    """There is nothing to start: no such program, no such factory."""


class Shown(NamedTuple):
    """Where a game stands: who is to act (ABSENT if it does not say) and the state, as JSON values."""

    actor: Any
    state: Any


class Offer(NamedTuple):
    """What can be done: who is to act (ABSENT if it does not say) and the actions, as JSON values."""

    actor: Any
    actions: list[Any]


class Implementation(ABC):
    """Plays one game at a time: `start` begins the next. Every method may raise Refusal or Failure."""

    def __init__(self, timeout: float = TIMEOUT, slow: float | None = None) -> None:
        self.timeout = timeout
        self.slow = timeout / 2 if slow is None else slow
        """An answer that takes more seconds than this counts as slow."""
        self.answers = 0
        self.slow_answers = 0
        self.slowest = ("", 0.0)
        """The slowest answer: what was asked, and the seconds that it took."""
        self.may_hang_again = True
        """Whether it can be stopped when it hangs, so that it may be tried again."""

    @abstractmethod
    def start(self, header: Any) -> Shown:
        """Begins a game: the state before the first action."""

    def resume(self, state: Any) -> Shown:
        """Begins in the middle of a game, with the state there. Optional: an implementation that cannot do this refuses."""
        raise Refusal(Code.WRONG_PARAMS, "it begins games at their start only")

    @abstractmethod
    def legal(self) -> Offer:
        """Every legal action."""

    @abstractmethod
    def play(self, action: Any, actor: Any) -> Shown:
        """The state after the action; raises Refusal if it is illegal, and then nothing has changed."""

    @abstractmethod
    def outcome(self) -> Any:
        """The outcome; None while the game goes on."""

    def chances(self) -> list[Any] | None:
        """What chance can bring, each with its weight; None if it does not say."""
        return None

    def end(self) -> None:  # noqa: B027  # nothing has to be done
        """Ends the current game."""

    def close(self) -> None:  # noqa: B027  # nothing runs that has to be ended
        """Ends whatever runs. Nothing more is asked after this."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.close()

    def _note(self, method: str, seconds: float, allowed: float = 1.0) -> None:
        self.answers += 1
        if seconds > self.slow * allowed:
            self.slow_answers += 1
            if seconds > self.slowest[1]:
                self.slowest = (method, seconds)


# --- over the line protocol


class LineImplementation(Implementation):
    """An implementation that speaks the line protocol, wherever its lines come from."""

    def __init__(self, timeout: float = TIMEOUT, slow: float | None = None) -> None:
        super().__init__(timeout, slow)
        self._ids = count(1)
        self._game = ""
        self._open = False
        """Whether a game was begun that has not been ended."""
        self._unknown: set[str] = set()

    @abstractmethod
    def _exchange(self, line: bytes, method: str) -> bytes:
        """The line that answers a line."""

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        id = next(self._ids)
        line = self._exchange(protocol.request(method, params, id), method)
        try:
            reply = read_reply(line)
        except NoReply as error:
            raise Failure(Trouble.GARBAGE, f"{_cut(line)} is no reply to {method}: {error}") from None
        if reply.id != id:
            words = f"the reply to {method} has the id {_shown(reply.id)}, but {id} was asked: {_cut(line)}"
            raise Failure(Trouble.GARBAGE, words)
        if reply.refusal is not None:
            raise reply.refusal
        if not isinstance(reply.result, dict):
            raise Failure(Trouble.GARBAGE, f"the result of {method} is an object, not {_shown(reply.result)}")
        return reply.result

    def _asked(self, method: str, *wanted: str, **params: Any) -> dict[str, Any]:
        result = self._ask(method, game=self._game, **params)
        missing = [name for name in wanted if name not in result]
        if missing:
            words = f"the result of {method} has no {' and no '.join(missing)}: {_shown(result)}"
            raise Failure(Trouble.GARBAGE, words)
        return result

    def start(self, header: Any) -> Shown:
        return self._begin(header=header)

    def resume(self, state: Any) -> Shown:
        return self._begin(state=state)

    def _begin(self, **where: Any) -> Shown:
        self._game = f"duel-{next(self._ids)}"
        self._open = False
        result = self._asked("start", "state", **where)
        self._open = True
        return Shown(result.get("actor", ABSENT), result["state"])

    def legal(self) -> Offer:
        result = self._asked("legal", "actions")
        actions = result["actions"]
        if not isinstance(actions, list):
            raise Failure(Trouble.GARBAGE, f"the legal actions are an array, not {_shown(actions)}")
        return Offer(result.get("actor", ABSENT), actions)

    def play(self, action: Any, actor: Any) -> Shown:
        result = self._asked("play", "state", action=action, actor=actor)
        return Shown(result.get("actor", ABSENT), result["state"])

    def outcome(self) -> Any:
        return self._asked("outcome", "outcome")["outcome"]

    def chances(self) -> list[Any] | None:
        result = self._if_known("chances", "chances")
        if result is None:
            return None
        chances = result["chances"]
        if not isinstance(chances, list):
            raise Failure(Trouble.GARBAGE, f"the chances are an array, not {_shown(chances)}")
        return chances

    def end(self) -> None:
        # A refused `start` opens no game, and a process that failed has lost its own: there is nothing to end.
        if self._open:
            self._open = False
            self._if_known("end")

    def _if_known(self, method: str, *wanted: str) -> dict[str, Any] | None:
        """The answer to an optional method; None if the implementation does not know it."""
        if method in self._unknown:
            return None
        try:
            return self._asked(method, *wanted)
        except Refusal as refusal:
            if refusal.code != Code.NO_METHOD:
                raise
            self._unknown.add(method)
            return None


class RulesetImplementation(LineImplementation):
    """One of our own rulesets, asked over the line protocol but in this process."""

    def __init__(self, rules: AnyRuleset, edition: Any = None) -> None:
        super().__init__()
        self._oracle = Oracle(lambda _: rules, (rules.name,), edition)

    def _exchange(self, line: bytes, method: str) -> bytes:
        reply = self._oracle.answer(line)
        self.answers += 1
        assert reply is not None
        return reply


class ProcessImplementation(LineImplementation):
    """A process that speaks the line protocol on its standard input and output. It is started when it is first asked, and
    again after it has failed.
    """

    def __init__(self, command: Sequence[str], timeout: float = TIMEOUT, slow: float | None = None) -> None:
        super().__init__(timeout, slow)
        self._command = list(command)
        self._child: _Child | None = None
        self.starts = 0
        """How often it was started."""

    @property
    def pid(self) -> int | None:
        """The id of the process, if one runs."""
        return None if self._child is None else self._child.program.pid

    def _exchange(self, line: bytes, method: str) -> bytes:
        allowed = 1.0
        if self._child is None:
            self._child = _Child(self._command)
            self.starts += 1
            allowed = float(STARTING)
        limit = self.timeout * allowed
        began = time.monotonic()
        try:
            self._child.send(line)
            answer = self._child.line(began + limit)
        except _Silent:
            self._stop()
            raise Failure(Trouble.HANG, f"no answer to {method} within {limit:g} s") from None
        except _Gone as gone:
            words = self._end_of(self._child, gone.rest)
            raise Failure(Trouble.CRASH, f"asked for {method}, it {words}") from None
        except _Flood:
            self._stop()
            words = f"the reply to {method} is a line of more than {protocol.MOST_LINE:,} bytes"
            raise Failure(Trouble.GARBAGE, words) from None
        self._note(method, time.monotonic() - began, allowed)
        return answer

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        try:
            return super()._ask(method, **params)
        except Failure:
            self._stop()  # what it says from here on belongs to nothing that is asked
            self._open = False
            raise

    def _end_of(self, child: _Child, rest: bytes) -> str:
        code = child.stop(_GRACE)
        self._child = None
        if code is None:
            words = "closed its output"
        elif code < 0:
            words = f"was killed by {_signal(-code)}"
        else:
            words = f"ended with exit code {code}"
        words += f" in the middle of a line, {_cut(rest)}" if rest else ""
        output = child.error_output()
        return words + (f"; it told people:\n{output}" if output else "")

    def _stop(self) -> None:
        if self._child is not None:
            self._child.stop(0)
            self._child = None

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None and not issubclass(kind, Exception):
            self._stop()  # Ctrl-C: nobody waits for a program that takes its time to end
        self.close()

    def close(self) -> None:
        """Ends the process: first by the end of its input, then by force."""
        if self._child is not None:
            self._child.stop(_GRACE)
            self._child = None


class _Silent(Exception):
    """No answer in time."""


class _Flood(Exception):
    """A line without end."""


class _Gone(Exception):
    """There will be no answer: the output has ended."""

    def __init__(self, rest: bytes) -> None:
        super().__init__(rest)
        self.rest = rest


class _Child:
    """A running process. Threads read what it writes, so that it can never block us.

    Only a few chunks of its output wait unread. If it writes more, it has to wait.
    """

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self.program = programs.start(command)
        except (OSError, ValueError) as error:
            raise CannotStart(
                f"{command[0]!r} cannot be started: {getattr(error, 'strerror', None) or error}"
            ) from None
        self._chunks: queue.Queue[bytes] = queue.Queue(maxsize=8)
        self._held = b""
        self._tail = b""
        self._stopped = False
        self._threads = [threading.Thread(target=do, daemon=True) for do in (self._listen, self._overhear)]
        for thread in self._threads:
            thread.start()

    def _listen(self) -> None:
        with self.program.stdout as stream, contextlib.suppress(OSError, ValueError):
            while chunk := stream.read(65_536):
                if self._stopped:
                    return
                self._chunks.put(chunk)
        if not self._stopped:
            self._chunks.put(b"")

    def _overhear(self) -> None:
        with self.program.stderr as stream, contextlib.suppress(OSError, ValueError):
            while chunk := stream.read(65_536):
                self._tail = (self._tail + chunk)[-_TAIL:]

    def send(self, line: bytes) -> None:
        # One request waits at a time, and it is far smaller than what a pipe holds: this does not block.
        with contextlib.suppress(OSError):  # it has closed its input; whether it answers is seen next
            self.program.stdin.write(line)

    def line(self, until: float) -> bytes:
        """The next line, without its line feed."""
        while b"\n" not in self._held:
            if len(self._held) > protocol.MOST_LINE:
                raise _Flood
            try:
                chunk = self._chunks.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                raise _Silent from None
            if not chunk:
                raise _Gone(self._held)
            self._held += chunk
        line, _, self._held = self._held.partition(b"\n")
        if len(line) > protocol.MOST_LINE:
            raise _Flood
        return line

    def error_output(self) -> str:
        """The last of what it wrote to its error stream."""
        return self._tail.decode(errors="replace").strip()

    def stop(self, grace: float) -> int | None:
        """Ends it and all that it has started, after so many seconds by force; its exit code, None if by force."""
        with contextlib.suppress(OSError):
            self.program.stdin.close()
        code = self.program.wait(grace)
        self.program.kill()
        self._stopped = True
        while True:  # who waits to hand over a chunk need not wait any more
            try:
                self._chunks.get_nowait()
            except queue.Empty:
                break
        for thread in self._threads:
            thread.join(_GRACE)  # not for ever: where there is no supervisor, a grandchild may hold the pipe
        return code


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


# --- in Python, in this process


class PythonImplementation(Implementation):
    """An implementation in Python. For each game the factory is called; what it gives has these methods:

    `start(header)`, `legal()`, `play(action, actor)`, `outcome()` and, if it wants, `chances()` and `resume(state)`. All
    values are those of the protocol: `start`, `resume` and `play` give the state (as a JSON value or its text), `legal` a list of actions, `outcome` the
    outcome or None. To refuse is to raise ValueError; any other exception is a crash.
    """

    def __init__(self, factory: Callable[[], Any], timeout: float = TIMEOUT, slow: float | None = None) -> None:
        super().__init__(timeout, slow)
        self._factory = factory
        self._player: Any = None
        self._worker: _Worker | None = None
        self.may_hang_again = False

    def start(self, header: Any) -> Shown:
        self._player = self._made()
        return Shown(ABSENT, self._value("start", header))

    def resume(self, state: Any) -> Shown:
        self._player = self._made()
        if not callable(getattr(self._player, "resume", None)):
            return super().resume(state)
        return Shown(ABSENT, self._value("resume", state))

    def legal(self) -> Offer:
        actions = self._value("legal")
        if not isinstance(actions, list):
            raise Failure(Trouble.GARBAGE, f"legal() gives a list of actions, not {_shown(actions)}")
        return Offer(ABSENT, actions)

    def play(self, action: Any, actor: Any) -> Shown:
        return Shown(ABSENT, self._value("play", action, actor))

    def outcome(self) -> Any:
        return self._value("outcome")

    def chances(self) -> list[Any] | None:
        if not callable(getattr(self._player, "chances", None)):
            return None
        chances = self._value("chances")
        if not isinstance(chances, list):
            raise Failure(Trouble.GARBAGE, f"chances() gives a list, not {_shown(chances)}")
        return chances

    def close(self) -> None:
        if self._worker is not None:
            self._worker.leave()
            self._worker = None

    def _made(self) -> Any:
        return self._call("the factory", self._factory)

    def _value(self, method: str, *given: Any) -> Any:
        """What the method returns, as a JSON value. The method gets copies, which it may change."""
        do = getattr(self._player, method, None)
        if not callable(do):
            raise Failure(Trouble.CRASH, f"{_named(type(self._player))} has no method {method}()")
        found = self._call(f"{method}()", do, *(decode(encode(one)) for one in given))
        try:
            return decode(found) if isinstance(found, bytes | str) and method != "outcome" else decode(encode(found))
        except (JsonError, TypeError, ValueError) as error:
            raise Failure(Trouble.GARBAGE, f"{method}() gives what is no JSON value: {error}") from None

    def _call(self, what: str, do: Callable[..., Any], *given: Any) -> Any:
        if self._worker is None:
            self._worker = _Worker()
        began = time.monotonic()
        try:
            found, error = self._worker.call(do, given, self.timeout)
        except queue.Empty:
            self._worker = None  # it cannot be stopped, so it is left behind
            raise Failure(Trouble.HANG, f"no answer from {what} within {self.timeout:g} s") from None
        self._note(what, time.monotonic() - began)
        if error is None:
            return found
        if isinstance(error, Refusal):
            raise error
        if isinstance(error, ValueError) and what != "the factory":
            ids = [one.id for one in getattr(error, "violations", ()) if isinstance(getattr(one, "id", None), str)]
            data = {"violations": [{"rule": id} for id in ids]} if ids else {}
            raise Refusal(Code.ILLEGAL_ACTION, str(error) or type(error).__name__, data)
        raise Failure(Trouble.CRASH, f"{what} raised {type(error).__name__}: {error}")


class _Worker:
    """A thread that makes calls for another one, which waits only as long as its timeout."""

    def __init__(self) -> None:
        self._asked: queue.SimpleQueue[tuple[Callable[..., Any], tuple[Any, ...]] | None] = queue.SimpleQueue()
        self._answered: queue.SimpleQueue[tuple[Any, BaseException | None]] = queue.SimpleQueue()
        threading.Thread(target=self._work, daemon=True).start()

    def _work(self) -> None:
        while (asked := self._asked.get()) is not None:
            do, given = asked
            try:
                answer: tuple[Any, BaseException | None] = do(*given), None
            except BaseException as error:  # noqa: BLE001  # SystemExit too: it must not end anything of ours
                answer = None, error
            self._answered.put(answer)

    def call(self, do: Callable[..., Any], given: tuple[Any, ...], timeout: float) -> tuple[Any, BaseException | None]:
        self._asked.put((do, given))
        return self._answered.get(timeout=timeout)

    def leave(self) -> None:
        self._asked.put(None)


def factory(name: str) -> Callable[[], Any]:
    """What module:factory names; raises CannotStart if there is no such thing."""
    try:
        made: Callable[[], Any] = imported(name, "factory")
    except NotImportable as error:
        raise CannotStart(str(error)) from None
    return made


def implementation_of(
    given: Implementation | Callable[[], Any], timeout: float = TIMEOUT, slow: float | None = None
) -> Implementation:
    """An implementation as it is, or the one in Python that a factory stands for."""
    return given if isinstance(given, Implementation) else PythonImplementation(given, timeout, slow)


def rules_named(refusal: Refusal) -> tuple[str, ...]:
    """The ids of the rules that a refusal names, in its own words."""
    listed = refusal.data.get("violations", ())
    if not isinstance(listed, Sequence) or isinstance(listed, str):
        return ()
    named = [one.get("rule") for one in listed if isinstance(one, Mapping)]
    return tuple(dict.fromkeys(id for id in named if isinstance(id, str)))


def _named(kind: type[Any]) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def _cut(line: bytes) -> str:
    text = line[: _ENOUGH * 4].decode(errors="replace")
    return repr(text if len(text) <= _ENOUGH else text[:_ENOUGH] + "…")


def _shown(value: Any) -> str:
    text = encode(value).decode()
    return text if len(text) <= 2 * _ENOUGH else text[: 2 * _ENOUGH] + "…"
