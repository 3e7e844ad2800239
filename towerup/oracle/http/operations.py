"""The operations: what can be asked over HTTP, where, with what, and what comes back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from functools import cached_property
from inspect import Parameter, signature
from typing import Any, Literal

import attrs

from towerup.kernel.numbers import NumberError, whole_number
from towerup.oracle.questions import Answer

from . import answers, status
from .problems import Kind, wrong_form
from .schemas import Schema

JSON, PLAIN_LINES = "application/json", ("application/jsonl", "application/x-ndjson")


class Body(Enum):
    """What a request brings along, by media type."""

    NOTHING = ()
    OBJECT = (JSON,)
    """A JSON object."""
    RECORD = (JSON, *PLAIN_LINES)
    """A record: a JSON list of its lines, or the lines themselves."""


class AnsweredBy(Enum):
    """Which processes answer."""

    WORKERS = "rules"
    """Those that know the rules."""
    BOTS = "bots"
    """Those in which bots think, so that they keep nobody else waiting."""
    SERVER = "server"
    """The server itself, at any load."""


@attrs.frozen
class Word:
    """A word in the path or in the query."""

    name: str
    where: Literal["path", "query"]
    schema: Schema
    words: str


@attrs.frozen(slots=False)
class Operation:
    """Something that clients can ask. A worker calls `answer` with its StateCache and the arguments by name; the server
    calls it with the status of its pools.
    """

    name: str
    method: Literal["GET", "POST"]
    path: str
    title: str
    words: str
    answer: Callable[..., Answer]
    answered: str = ""
    """The schema of the answer, as a reference into specs/schemas; of an operation that is described."""
    body: Body = Body.NOTHING
    asked: str = ""
    """The schema of the body, if there is one; of an operation that is described."""
    parameters: tuple[Word, ...] = ()
    refuses: tuple[Kind, ...] = ()
    """The problems that are this operation's own."""
    answered_by: AnsweredBy = AnsweredBy.WORKERS

    @cached_property
    def names(self) -> tuple[frozenset[str], frozenset[str]]:
        """The keys that an object in the body must have, and those that it may have besides: what `answer` takes."""
        _, *taken = signature(self.answer).parameters.values()
        wanted = frozenset(one.name for one in taken if one.default is Parameter.empty)
        return wanted, frozenset(one.name for one in taken) - wanted

    @property
    def problems(self) -> tuple[Kind, ...]:
        """Every problem that one may meet here."""
        if self.method == "GET":
            return tuple(kind for kind in Kind if kind in _ALWAYS or kind in self.refuses)
        return tuple(kind for kind in Kind if kind in _ALWAYS or kind in _SENDING or kind in self.refuses)


_ALWAYS = (
    Kind.NOT_HTTP, Kind.NOT_FOUND, Kind.NO_METHOD, Kind.MISDIRECTED, Kind.WRONG_FORM, Kind.ANSWER_TOO_LARGE, Kind.FAILED,
    Kind.BUSY, Kind.TOO_LONG,
)  # fmt: skip
_SENDING = (Kind.NOT_JSON, Kind.SLOW_REQUEST, Kind.TOO_LARGE, Kind.MEDIA_TYPE)

_POSITION, _ATTEMPT = "http.json#/$defs/position", "http.json#/$defs/attempt"


def _asking(
    name: str, title: str, words: str, answer: Callable[..., Answer], asked: str, answered: str, *refuses: Kind
) -> Operation:
    """A question about a position, which comes along."""
    return Operation(
        name, "POST", f"/v1/{name}", title, words, answer, answered, Body.OBJECT, asked, (), (Kind.IMPOSSIBLE_POSITION, *refuses)
    )  # fmt: skip


OPERATIONS = (
    Operation(
        "hello", "GET", "/v1/hello", "What is known here",
        "The version of this interface, its limits, and the games: for each edition the numbers of players and a header to begin with.",
        answers.hello, "http.json#/$defs/hello",
    ),
    Operation(
        "health", "GET", "/v1/health", "How the server is",
        "How many workers there should be, how many are ready, how many requests wait. The server answers this itself, at any load.",
        status.health, "http.json#/$defs/health", answered_by=AnsweredBy.SERVER,
    ),
    Operation(
        "ready", "GET", "/v1/ready", "Whether the server takes requests",
        "200 if a request sent now would be taken, otherwise 503. The server answers this itself, at any load.",
        status.ready, "http.json#/$defs/ready", refuses=(Kind.NOT_READY,), answered_by=AnsweredBy.SERVER,
    ),
    Operation(
        "rules", "GET", "/v1/rules/{game}", "The rules of a game",
        "Every rule with its id, in our words, with citations; and the rulings: questions that the rulebooks leave open.",
        answers.rules, "http.json#/$defs/catalogue",
        parameters=(Word("game", "path", {"type": "string", "minLength": 1}, "The name of a game, as tower-up."),),
    ),
    _asking(
        "start", "Begin a game, or read a state",
        "Of a header: the state before the first action. Of a state: the same, judged, and written as we write it.",
        answers.start, "http.json#/$defs/start", "reply.json#/$defs/state",
    ),
    _asking(
        "legal", "Every legal action", "In a stable order; none when the game is over.",
        answers.legal, _POSITION, "reply.json#/$defs/legal",
    ),
    _asking(
        "chances", "What chance can bring",
        "Each action with its weight; none when it is not chance's turn. Whoever plays draws one by weight, and plays it.",
        answers.chances, _POSITION, "reply.json#/$defs/chances",
    ),
    _asking(
        "play", "The state after an action", "An action that is illegal is refused, with every rule that it breaks.",
        answers.play, _ATTEMPT, "reply.json#/$defs/play", Kind.ILLEGAL_ACTION,
    ),
    _asking(
        "explain", "Why an action is illegal", "Whether it is legal, and every rule that it would break.",
        answers.explain, _ATTEMPT, "reply.json#/$defs/explain",
    ),
    _asking(
        "outcome", "How a game ended", "Scores and winners; null while the game goes on.",
        answers.outcome, _POSITION, "reply.json#/$defs/outcome",
    ),
    Operation(
        "check", "POST", "/v1/check", "Judge recorded games",
        "One record or more. Of each game the first wrong step: where, the broken rules, legal actions near it, and the state. "
        "Whatever is sent is judged: a record that is wrong is a verdict, not a problem.",
        answers.check, "verdict.json", Body.RECORD, "http.json#/$defs/stream",
    ),
    Operation(
        "follow", "POST", "/v1/follow", "The positions of a recorded game",
        "The state after each action of one record, or after so many of them.",
        answers.follow, "http.json#/$defs/followed", Body.RECORD, "http.json#/$defs/record",
        (Word("step", "query", {"type": "integer", "minimum": 0}, "After so many actions; 0 is the start."),),
        (Kind.WRONG_RECORD,),
    ),
)  # fmt: skip
"""Every operation, in the order of the documentation."""


def by_name(operations: tuple[Operation, ...]) -> Mapping[str, Operation]:
    """Operations by their names."""
    return {one.name: one for one in operations}


def arguments(operation: Operation, path: Mapping[str, str], query: list[tuple[str, str]]) -> dict[str, Any]:
    """The parameters of a request as values; raises Problem if they are not of their form."""
    known = {one.name: one for one in operation.parameters}
    problems = [f"{name[:60]!r} means nothing in this query" for name, _ in query if name not in known]
    names = [name for name, _ in query]
    problems += [f"{name} is there twice" for name in known if names.count(name) > 1]
    values: dict[str, Any] = dict(path)
    for name, text in query:
        if name in known and known[name].schema["type"] == "integer":
            try:
                values[name] = whole_number(text, name)
            except NumberError as error:
                problems.append(str(error))
        else:
            values[name] = text
    if problems:
        raise wrong_form(*problems)
    return values
