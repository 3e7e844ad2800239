"""Problems: why there is no answer, in the one form that every error over HTTP has (RFC 9457)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from towerup.kernel.canonical import encode
from towerup.oracle.protocol import Code, Refusal
from towerup.oracle.questions import wrong_params

MEDIA_TYPE = "application/problem+json"


class Kind(Enum):
    """What kind of problem it is: its code, the HTTP status, and the code in words."""

    NOT_HTTP = ("not-http", 400, "This is not HTTP, or its head is too long")
    NOT_JSON = ("not-json", 400, "The body is not JSON, or not strictly so")
    NOT_FOUND = ("not-found", 404, "Nothing is here")
    NO_METHOD = ("no-method", 405, "This is not asked with that method")
    SLOW_REQUEST = ("slow-request", 408, "The body has not arrived in time")
    TOO_LARGE = ("too-large", 413, "The body is too large")
    MEDIA_TYPE = ("media-type", 415, "The body is of another media type than is read here")
    MISDIRECTED = ("misdirected", 421, "This server does not go by that name")
    WRONG_FORM = ("wrong-form", 422, "What was sent is not of its form, or names what is not there")
    IMPOSSIBLE_POSITION = ("impossible-position", 422, "No game can reach this position")
    ILLEGAL_ACTION = ("illegal-action", 422, "The action breaks rules")
    WRONG_RECORD = ("wrong-record", 422, "The record cannot be followed")
    ANSWER_TOO_LARGE = ("answer-too-large", 422, "The answer would be too large; ask for less")
    FAILED = ("failed", 500, "The oracle itself has failed")
    BUSY = ("busy", 503, "Too much is being asked at once; try again")
    TOO_LONG = ("too-long", 503, "To find the answer takes longer than is allowed")
    NOT_READY = ("not-ready", 503, "The server cannot take requests at the moment")

    def __init__(self, code: str, status: int, title: str) -> None:
        self.code = code
        self.status = status
        self.title = title


class Problem(Exception):
    """There is no answer, and why. `more` are further members: problems, violations, column, flaw."""

    def __init__(self, kind: Kind, detail: str, more: Mapping[str, Any] | None = None) -> None:
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = detail
        self.more = more or {}

    def body(self) -> bytes:
        """The problem as JSON."""
        return encode(
            {
                "type": f"/docs#{self.kind.code}",
                "title": self.kind.title,
                "status": self.kind.status,
                "code": self.kind.code,
                "detail": self.detail,
                **self.more,
            }
        )


_REFUSED = {
    Code.NOT_JSON: Kind.NOT_JSON,
    Code.WRONG_PARAMS: Kind.WRONG_FORM,
    Code.ILLEGAL_ACTION: Kind.ILLEGAL_ACTION,
    Code.IMPOSSIBLE_POSITION: Kind.IMPOSSIBLE_POSITION,
}


def problem_of(refusal: Refusal) -> Problem:
    """A refusal of the oracle as a problem."""
    return Problem(_REFUSED.get(Code(refusal.code), Kind.FAILED), refusal.message, refusal.data)


def wrong_form(*problems: str) -> Problem:
    """The problem with what was sent, problem by problem."""
    return problem_of(wrong_params(*problems))
