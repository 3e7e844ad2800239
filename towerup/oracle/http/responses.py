"""Problems as HTTP responses."""

from __future__ import annotations

from starlette.responses import Response

from .problems import MEDIA_TYPE, Kind, Problem

RETRY_AFTER = "1"
"""In how many seconds it is worth asking again when the server is busy."""


def response_of(problem: Problem) -> Response:
    """The response that reports a problem."""
    headers = {"retry-after": RETRY_AFTER} if problem.kind in (Kind.BUSY, Kind.NOT_READY) else {}
    return Response(problem.body(), problem.kind.status, media_type=MEDIA_TYPE, headers=headers)
