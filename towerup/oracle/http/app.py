"""The application: the server's side of a request, from its first byte to the last of its answer (ASGI).

It refuses what needs no rules to refuse, and hands the rest to the pool.
"""

from __future__ import annotations

import asyncio
import sys
import traceback
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from towerup.kernel.canonical import encode
from towerup.kernel.numbers import is_number, whole_number

from . import page
from .guard import GuardMiddleware, HostPolicy
from .limits import Limits
from .openapi import description
from .operations import JSON, OPERATIONS, AnsweredBy, Body, Operation, arguments
from .pages import Page
from .pool import Pool
from .problems import MEDIA_TYPE, Kind, Problem
from .responses import response_of
from .subject import Subject
from .work import Asked


def application(
    subject: Subject,
    policy: HostPolicy | None = None,
    operations: tuple[Operation, ...] = (),
    pages: Iterable[Page] = (),
    ready: Callable[[], None] = lambda: None,
) -> Starlette:
    """The application that answers about a subject. `operations` and `pages` are served besides those of the oracle.

    `ready` is called once the application takes requests.
    """
    policy = policy or HostPolicy()
    every = (*OPERATIONS, *operations)
    pools = _pools(subject, every)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        try:
            started = await asyncio.gather(*(pool.start() for pool in pools.values()), return_exceptions=True)
            for failure in filter(None, started):
                raise failure
            ready()
            yield
        finally:
            for pool in pools.values():
                await pool.end()

    routes = [
        Route(one.path, _endpoint(one, pools, subject.limits), methods=[one.method], name=one.name) for one in every
    ]
    routes += [Route(one.path, _shown(one), methods=["GET"]) for one in _with_own_pages(subject, pages)]
    made = Starlette(
        routes=routes,
        middleware=[_guard(policy, subject.limits, every), *_cors(policy)],
        exception_handlers={Problem: _problem, HTTPException: _http, ClientDisconnect: _gone, Exception: _failed},
        lifespan=lifespan,
    )
    # A path with a slash at its end is another path.
    made.router.redirect_slashes = False
    return made


def _with_own_pages(subject: Subject, pages: Iterable[Page]) -> list[Page]:
    """The given pages, and the description for programs and for people. A given page replaces our own at the same path."""
    described = description(subject)
    text, style = page.written(described)
    own = [Page("/openapi.json", JSON, page.plain(described))]
    own += [
        Page(path, "text/html; charset=utf-8", text, (("content-security-policy", style),)) for path in ("/docs", "/")
    ]
    brought = {one.path: one for one in pages}
    return [*(one for one in own if one.path not in brought), *brought.values()]


def _pools(subject: Subject, operations: tuple[Operation, ...]) -> dict[AnsweredBy, Pool]:
    """The pools of workers that these operations need."""
    sizes = {AnsweredBy.WORKERS: subject.limits.workers, AnsweredBy.BOTS: subject.limits.bot_workers}
    needed = {one.answered_by for one in operations}
    return {by: Pool(by.value, size, subject, operations) for by, size in sizes.items() if by in needed}


def _guard(policy: HostPolicy, limits: Limits, operations: tuple[Operation, ...]) -> Middleware:
    own = frozenset(one.path for one in operations if one.answered_by is AnsweredBy.SERVER)
    return Middleware(GuardMiddleware, policy=policy, most_requests=limits.requests, unlimited=own)


def _cors(policy: HostPolicy) -> list[Middleware]:
    if not policy.origins:
        return []
    return [
        Middleware(
            CORSMiddleware, allow_origins=policy.origins, allow_methods=["GET", "POST"], allow_headers=["content-type"]
        )
    ]


# --- requests


def _endpoint(operation: Operation, pools: Mapping[AnsweredBy, Pool], limits: Limits) -> Callable[[Request], Any]:
    if operation.answered_by is AnsweredBy.SERVER:
        return _own_endpoint(operation, pools)
    pool = pools[operation.answered_by]

    async def endpoint(request: Request) -> Response:
        media_type, body = "", b""
        if operation.body is not Body.NOTHING:
            media_type = _media_type(request, operation)
            body = await _body(request, limits)
        query = request.query_params.multi_items()
        asked = Asked(operation.name, request.path_params, query, media_type, body)
        answered = await pool.ask(asked, request.is_disconnected)
        return Response(answered.body, answered.status, media_type=JSON if answered.status == 200 else MEDIA_TYPE)

    return endpoint


def _own_endpoint(operation: Operation, pools: Mapping[AnsweredBy, Pool]) -> Callable[[Request], Any]:
    """An endpoint that the server answers without a worker."""

    async def endpoint(request: Request) -> Response:
        values = arguments(operation, request.path_params, request.query_params.multi_items())
        answer = operation.answer(tuple(pool.status for pool in pools.values()), **values)
        return Response(encode(answer), media_type=JSON)

    return endpoint


def _media_type(request: Request, operation: Operation) -> str:
    """The media type of the body, if the operation reads it."""
    wanted = operation.body.value
    given = request.headers.get("content-type", "")
    media_type, *parameters = (part.strip().lower() for part in given.split(";"))
    strange = [part for part in parameters if part and part.replace('"', "") != "charset=utf-8"]
    if media_type not in wanted or strange:
        raise Problem(Kind.MEDIA_TYPE, f"the content type is {' or '.join(wanted)}, in UTF-8, not {given[:80]!r}")
    encoding = request.headers.get("content-encoding", "identity")
    if encoding.lower() != "identity":
        raise Problem(Kind.MEDIA_TYPE, f"the body comes as it is, not with the content encoding {encoding[:80]!r}")
    return media_type


async def _body(request: Request, limits: Limits) -> bytes:
    """The body, within the limits of size and time."""
    too_large = Problem(Kind.TOO_LARGE, f"a body has at most {limits.body:,} bytes")
    length = request.headers.get("content-length", "0")
    if not is_number(length) or whole_number(length) > limits.body:
        raise too_large
    body = bytearray()
    try:
        async with asyncio.timeout(limits.seconds):
            async for chunk in request.stream():
                body += chunk
                if len(body) > limits.body:
                    raise too_large
    except TimeoutError:
        words = f"in {limits.seconds:g} seconds {len(body):,} bytes have come, and not the last"
        raise Problem(Kind.SLOW_REQUEST, words) from None
    return bytes(body)


def _shown(one: Page) -> Callable[[Request], Any]:
    async def endpoint(_: Request) -> Response:
        return Response(one.body, media_type=one.media_type, headers=dict(one.headers))

    return endpoint


# --- problems


async def _problem(_: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return response_of(error)


async def _http(request: Request, error: Exception) -> Response:
    """What the router says: there is no such path, or no such method."""
    assert isinstance(error, HTTPException)
    if error.status_code == Kind.NO_METHOD.status:
        allowed = (error.headers or {}).get("Allow", "")
        response = response_of(Problem(Kind.NO_METHOD, f"{request.url.path[:80]} is asked with {allowed}"))
        response.headers["allow"] = allowed
        return response
    words = f"there is nothing at {request.url.path[:80]!r}; what there is is told at /docs and /openapi.json"
    return response_of(Problem(Kind.NOT_FOUND, words))


async def _gone(_: Request, __: Exception) -> Response:
    return Response(status_code=400)  # nobody is there to read it


async def _failed(_: Request, error: Exception) -> Response:
    traceback.print_exception(error, file=sys.stderr)
    return response_of(Problem(Kind.FAILED, f"the server itself has failed: {type(error).__name__}"))
