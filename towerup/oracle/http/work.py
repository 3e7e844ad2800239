"""Work: what a worker process does, one request after the other."""

from __future__ import annotations

import io
import sys
import traceback
from collections.abc import Mapping
from typing import Any, NamedTuple

import attrs
import orjson

from towerup.kernel.canonical import JsonError, decode, encode
from towerup.kernel.lines import bounded_lines
from towerup.kernel.records import MOST_LINE
from towerup.oracle.protocol import Refusal
from towerup.oracle.questions import check_names, listed

from .answers import Lines
from .operations import JSON, Body, Operation, arguments, by_name
from .problems import Kind, Problem, problem_of, wrong_form
from .state_cache import StateCache
from .subject import Subject


class Asked(NamedTuple):
    """A request as a worker gets it: the operation, the words in path and query, the body and its media type."""

    operation: str
    path: Mapping[str, str]
    query: list[tuple[str, str]]
    media_type: str
    body: bytes


class Answered(NamedTuple):
    """The answer, or a problem, as a worker gives it back: the HTTP status and the JSON."""

    status: int
    body: bytes


@attrs.frozen
class Prepared:
    """What a worker process answers with."""

    cache: StateCache
    operations: Mapping[str, Operation]


_prepared: list[Prepared] = []
"""Of this process, once `prepare` was called in it. A process pool calls functions of a module, which find it here."""


def prepare(subject: Subject, operations: tuple[Operation, ...]) -> None:
    """Prepares this process to answer. Called once, when it starts."""
    cache, known = StateCache(subject), by_name(operations)
    answered(cache, known, Asked("hello", {}, [], "", b""))  # imports now what is imported late
    _prepared[:] = [Prepared(cache, known)]


def is_ready() -> bool:
    """Whether this process can answer."""
    return bool(_prepared)


def answer(asked: Asked) -> Answered:
    """Answers a request in a process that was prepared."""
    [prepared] = _prepared
    return answered(prepared.cache, prepared.operations, asked)


def answered(cache: StateCache, operations: Mapping[str, Operation], asked: Asked) -> Answered:
    """The answer to a request, whatever it is, no larger than the limit."""
    most = cache.subject.limits.reply
    try:
        body = orjson.dumps(_answer(cache, operations[asked.operation], asked), option=orjson.OPT_SORT_KEYS)
        if len(body) <= most:
            return Answered(200, body)
        problem = _too_large(len(body), most)
    except Refusal as refusal:
        problem = problem_of(refusal)
    except Problem as found:
        problem = found
    except Exception as error:  # noqa: BLE001  # a mistake of ours: the client gets a problem, and others are answered
        traceback.print_exc(file=sys.stderr)
        problem = Problem(Kind.FAILED, f"the oracle itself has failed: {type(error).__name__}: {error}")
    body = problem.body()
    if len(body) > most:
        problem = _too_large(len(body), most)
        body = problem.body()
    return Answered(problem.kind.status, body)


def _too_large(size: int, most: int) -> Problem:
    words = f"The answer has {size:,} bytes, and the limit is {most:,}. Ask for less: one step, or fewer games."
    return Problem(Kind.ANSWER_TOO_LARGE, words)


def _answer(cache: StateCache, operation: Operation, asked: Asked) -> Any:
    values = arguments(operation, asked.path, asked.query)
    if operation.body is Body.OBJECT:
        params = _read(asked.body)
        if not isinstance(params, dict):
            raise wrong_form(f"the body is an object with {listed(frozenset().union(*operation.names))}")
        check_names(params, *operation.names)
        values |= params
    elif operation.body is Body.RECORD:
        values["record"] = _lines(asked)
    return operation.answer(cache, **values)


def _read(body: bytes) -> Any:
    try:
        return decode(body)
    except JsonError as error:
        more = {} if error.column is None else {"column": error.column}
        raise Problem(Kind.NOT_JSON, str(error), more) from None


def _lines(asked: Asked) -> Lines:
    if asked.media_type != JSON:
        return Lines(bounded_lines(io.BytesIO(asked.body), MOST_LINE), listed=False)
    value = _read(asked.body)
    if not isinstance(value, list):
        raise wrong_form("a record in JSON is a list, with an element for each of its lines")
    return Lines([encode(one) for one in value], listed=True)
