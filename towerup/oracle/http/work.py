"""Work: what a process of its own does, one request after the other, until nobody asks any more."""

from __future__ import annotations

import io
import signal
import sys
import traceback
from collections.abc import Mapping
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

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

READY = "ready"
"""What a process says when it can be asked."""


class Asked(NamedTuple):
    """A request as it is handed on: which operation, the words in path and query, the body and its media type."""

    operation: str
    path: Mapping[str, str]
    query: list[tuple[str, str]]
    media_type: str
    body: bytes


class Answered(NamedTuple):
    """The answer, or a problem, as it is handed back: the HTTP status and the JSON."""

    status: int
    body: bytes


def work(connection: Connection, subject: Subject, operations: tuple[Operation, ...]) -> None:
    """Answers until the other end is closed."""
    # Ctrl-C is for the server, which ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cache, known = StateCache(subject), by_name(operations)
    answered(cache, known, Asked("hello", {}, [], "", b""))  # what is imported late is imported now
    try:
        connection.send(READY)
        while True:
            connection.send(answered(cache, known, connection.recv()))
    except (EOFError, OSError):
        return  # the server is gone


def answered(cache: StateCache, operations: Mapping[str, Operation], asked: Asked) -> Answered:
    """What comes back for a request, whatever it is."""
    try:
        return Answered(
            200, orjson.dumps(_answer(cache, operations[asked.operation], asked), option=orjson.OPT_SORT_KEYS)
        )
    except Refusal as refusal:
        problem = problem_of(refusal)
    except Problem as found:
        problem = found
    except Exception as error:  # noqa: BLE001  # a mistake of ours: whoever asked is told, and others are answered
        traceback.print_exc(file=sys.stderr)
        problem = Problem(Kind.FAILED, f"the oracle itself has failed: {type(error).__name__}: {error}")
    return Answered(problem.kind.status, problem.body())


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
