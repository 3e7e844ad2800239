"""Running: the socket, the server, and its end."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import os
import signal
import socket
from typing import TYPE_CHECKING, Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from .guard import COMMON_HEADERS
from .limits import HEAD
from .problems import MEDIA_TYPE, Kind, Problem

if TYPE_CHECKING:
    from starlette.types import ASGIApp

SECONDS_FOR_HEAD = 10.0
"""How long the head of a request may take to arrive, and the rest of a body after the answer was sent."""
MOST_CONNECTIONS = 512
"""The connections that are open at once, at most; one more is closed at once."""
SECONDS_TO_SEND = 30.0
"""How long a client may take to read an answer that is too large to be sent at once."""
SECONDS_TO_END = 2
"""So long may answers under way still take when the server is to end."""


class CannotServe(ValueError):
    """There can be no serving at that address, or none at all, and why."""


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens; raises CannotServe in words."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        # With its protocol named, asyncio has answers sent at once, and not when the last part was acknowledged.
        listener = socket.socket(family, kind, protocol)
        with contextlib.ExitStack() as closed_unless_it_listens:
            closed_unless_it_listens.push(listener)
            if os.name == "posix":  # the port of a server that has just ended can be had again
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(MOST_CONNECTIONS)
            closed_unless_it_listens.pop_all()
            return listener
    except OverflowError:
        raise CannotServe(f"{port} is no port: it is a whole number from 0 to 65535") from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            words = f"port {port} of {host} is in use; choose another with --port, or --port 0 for one that is free"
            raise CannotServe(words) from None
        raise CannotServe(f"there is no listening at {host}, port {port}: {error.strerror or error}") from None


def is_loopback(listener: socket.socket) -> bool:
    """Whether only this machine can reach it."""
    return ipaddress.ip_address(listener.getsockname()[0]).is_loopback


def address_of(listener: socket.socket) -> str:
    """Where a browser finds it."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def run(app: ASGIApp, listener: socket.socket) -> None:
    """Serves until it is interrupted or terminated, which is how a server ends."""
    config = uvicorn.Config(
        app,
        http=Connection,
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="critical",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        h11_max_incomplete_event_size=HEAD,
        timeout_graceful_shutdown=SECONDS_TO_END,
    )
    ways_to_end = (signal.SIGINT, signal.SIGTERM)
    # The server catches these, ends, and raises them again: there is nothing more to be done then.
    before = {one: signal.signal(one, lambda *_: None) for one in ways_to_end}
    try:
        uvicorn.Server(config).run(sockets=[listener])
    except SystemExit:
        raise CannotServe("the processes that answer could not be started") from None
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


class StrictRequests(h11.Connection):
    """Reads requests more strictly than h11: heads no longer than the limit, and one length for a body."""

    refusal = ""
    """Why the latest request was refused, if it was refused here."""

    def next_event(self) -> Any:
        """The next part of what the client sends. Raises RemoteProtocolError."""
        event = super().next_event()
        if isinstance(event, h11.Request | h11.EndOfMessage):
            self.refusal = _refusal(event)
            if self.refusal:
                raise h11.RemoteProtocolError(self.refusal)
        return event


def _refusal(event: h11.Request | h11.EndOfMessage) -> str:
    """What is wrong with a request's head, or with the headers after its body, if anything is."""
    # h11 limits what it has to keep until the rest arrives. A head that arrives at once can be longer than that.
    line = len(event.method) + len(event.target) if isinstance(event, h11.Request) else 0
    if line + sum(len(name) + len(value) + 4 for name, value in event.headers) > HEAD:
        return f"The head of the request has more than {HEAD:,} bytes."
    names = {name for name, _ in event.headers}
    if {b"content-length", b"transfer-encoding"} <= names:
        # A proxy before this server may go by the other one, and see other requests than we do (request smuggling).
        return "Send either Content-Length or Transfer-Encoding, not both."
    return ""


class Connection(H11Protocol):
    """A connection that nobody can keep open by sending nothing, or by sending without end; and problems in our form."""

    conn: StrictRequests
    _due: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn = StrictRequests(h11.SERVER, HEAD)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Somebody has come."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.abort()
        else:
            self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """They have gone."""
        self._unwatch()
        self._stop_waiting_for_reader()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """They have sent something."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """They have been answered."""
        super().on_response_complete()
        self._watch()

    def pause_writing(self) -> None:
        """They do not read as fast as they are answered."""
        super().pause_writing()
        self._unread = self.loop.call_later(SECONDS_TO_SEND, self.transport.abort)

    def resume_writing(self) -> None:
        """They have read most of it."""
        super().resume_writing()
        self._stop_waiting_for_reader()

    def _stop_waiting_for_reader(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def send_400_response(self, msg: str) -> None:
        """What they have sent is not HTTP."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            # The answer is on its way, or was sent before all of the request had come: a second one would be wrong.
            self.transport.close()
            return
        body = Problem(Kind.NOT_HTTP, self.conn.refusal or msg).body()
        headers: list[tuple[bytes, bytes]] = [
            (b"content-type", MEDIA_TYPE.encode()),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
            *COMMON_HEADERS,
        ]
        events: list[Any] = [h11.Response(status_code=Kind.NOT_HTTP.status, headers=headers), h11.Data(data=body)]
        for event in [*events, h11.EndOfMessage()]:
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _watch(self) -> None:
        """Limits the wait for the head of a request, for the rest of one that was answered, and for the end."""
        states = self.conn.states
        theirs, ours = states[h11.CLIENT], states[h11.SERVER]
        answered = theirs is h11.SEND_BODY and ours is h11.DONE
        if theirs is h11.IDLE or answered or self.transport.is_closing():
            if self._due is None:
                self._due = self.loop.call_later(SECONDS_FOR_HEAD, self.transport.abort)
        else:
            self._unwatch()

    def _unwatch(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None
