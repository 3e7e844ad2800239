"""The doors: who may come in by which name, what every answer says about itself, how long anybody may stand there.

On a loopback address only this machine can ask; but a web page that is open on this machine could, if the name of its server
came to mean this address. It would still ask for that name. So those who ask must use one of ours.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import attrs

from .problems import MEDIA_TYPE, Kind, Problem

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")
SECONDS_TO_TAKE = 30.0
"""So long may whoever asked take to take the answer, or a part of it."""

_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
)


@attrs.frozen
class Doors:
    """By which names the server may be asked (None: by any), and which other origins may ask from their web pages."""

    names: frozenset[str] | None = frozenset(LOOPBACK_NAMES)
    origins: tuple[str, ...] = ()


class Doorkeeper:
    """Lets in, or not, and writes on every answer what belongs on all of them."""

    def __init__(self, app: ASGIApp, doors: Doors) -> None:
        self._app = app
        self._doors = doors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                there = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(one for one in _HEADERS if one[0] not in there)]
            async with asyncio.timeout(SECONDS_TO_TAKE):
                await send(message)

        name = _host(scope)
        if self._doors.names is None or name in self._doors.names:
            await self._app(scope, receive, sent)
            return
        known = ", ".join(sorted(self._doors.names))
        problem = Problem(Kind.MISDIRECTED, f"this server is {known}, not {name[:80]!r}; --allow-host adds a name")
        head = [(b"content-type", MEDIA_TYPE.encode()), (b"content-length", str(len(problem.body())).encode())]
        await sent({"type": "http.response.start", "status": problem.kind.status, "headers": head})
        await sent({"type": "http.response.body", "body": problem.body()})


def _host(scope: Scope) -> str:
    """The name that the server was asked by, without its port."""
    given = [value for name, value in scope["headers"] if name == b"host"]
    host = given[0].decode("latin-1").strip().lower() if given else ""
    bracket = host.rfind("]")
    name, colon, _ = host[bracket + 1 :].partition(":")
    return host[: bracket + 1] + name if colon else host
