"""The guard: checks the Host of every request, limits how many there are at once, adds headers to every answer.

On a loopback address only this machine can connect. A web page open on this machine could connect too, if the name of its own
server resolved to this address (DNS rebinding). Its requests would carry that name, so the guard accepts only ours.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import attrs

from .problems import Kind, Problem
from .responses import response_of

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")

COMMON_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
)


@attrs.frozen
class HostPolicy:
    """The host names that requests may use (None: any), and the origins whose web pages may read answers."""

    names: frozenset[str] | None = frozenset(LOOPBACK_NAMES)
    origins: tuple[str, ...] = ()


class GuardMiddleware:
    """Refuses requests for another host and requests beyond the limit; adds the common headers to every answer."""

    def __init__(self, app: ASGIApp, policy: HostPolicy, most_requests: int, unlimited: frozenset[str]) -> None:
        """Requests for the paths in `unlimited` do not count."""
        self._app = app
        self._policy = policy
        self._most_requests = most_requests
        self._unlimited = unlimited
        self._requests = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        started = False

        async def sent(message: Message) -> None:
            nonlocal started
            started = True
            if message["type"] == "http.response.start":
                there = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(one for one in COMMON_HEADERS if one[0] not in there)]
            await send(message)

        name = _host(scope)
        if self._policy.names is not None and name not in self._policy.names:
            known = ", ".join(sorted(self._policy.names))
            words = f"this server is {known}, not {name[:80]!r}; --allow-host adds a name"
            await response_of(Problem(Kind.MISDIRECTED, words))(scope, receive, sent)
        elif scope["path"] in self._unlimited:
            await self._app(scope, receive, sent)
        elif self._requests >= self._most_requests:
            words = f"The server works on {self._requests:,} requests already. Try again later."
            await response_of(Problem(Kind.BUSY, words))(scope, receive, sent)
        else:
            self._requests += 1
            try:
                await self._app(scope, receive, sent)
            except asyncio.CancelledError:  # the server ends, and has waited long enough
                if started:
                    raise
                await response_of(Problem(Kind.BUSY, "The server is ending."))(scope, receive, sent)
            finally:
                self._requests -= 1


def _host(scope: Scope) -> str:
    """The name that the server was asked by, without its port."""
    given = [value for name, value in scope["headers"] if name == b"host"]
    host = given[0].decode("latin-1").strip().lower() if given else ""
    bracket = host.rfind("]")
    name, colon, _ = host[bracket + 1 :].partition(":")
    return host[: bracket + 1] + name if colon else host
