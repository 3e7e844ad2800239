"""`towerup serve`: the oracle over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import attrs
import typer
from rich.markup import escape

from towerup.oracle.http.limits import BODY, SECONDS, WAITING, Limits
from towerup.oracle.http.subject import Subject
from towerup.rulesets import ruleset

from .common import console, errors, refuse, the_edition
from .games import games_of
from .number_options import number_option, seconds_option

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

PORT = 8017
LOOPBACK = "127.0.0.1"

Host = Annotated[str, typer.Option(help="The address to listen at; another than this machine's own lets others ask.")]
Port = Annotated[int, number_option(min=0, max=65_535, help="The port; 0: one that is free, and told.")]
OwnEdition = Annotated[
    str | None, typer.Option(help="The edition file of the games, if it is not one that comes with the library.")
]
Seconds = Annotated[float, seconds_option(min=0.01, help="How long an answer may be computed.")]
Jobs = Annotated[int | None, number_option(min=1, help="How many processes answer.", show_default="2 to 4, by cores")]
AllowHost = Annotated[
    list[str] | None, typer.Option(help="A further name by which the server may be asked; may be given again.")
]


def serve(
    host: Host = LOOPBACK,
    port: Port = PORT,
    edition: OwnEdition = None,
    body: Annotated[int, number_option(min=1, help="The bytes of a request's body, at most.")] = BODY,
    seconds: Seconds = SECONDS,
    jobs: Jobs = None,
    waiting: Annotated[int, number_option(min=0, help="How many requests may wait for their turn.")] = WAITING,
    allow_host: AllowHost = None,
    allow_origin: Annotated[
        list[str] | None,
        typer.Option(
            help="Web pages of this origin may ask too, as https://example.org; * is any. May be given again."
        ),
    ] = None,
) -> None:
    """Answer questions about the rules over HTTP: state in, verdict out. Ctrl-C ends it.

    specs/http.md describes it; so does the server, at /docs, and for programs at /openapi.json.
    """
    limits = limits_of(body, seconds, jobs, waiting)
    subject = subject_of(edition, limits)

    def ready(address: str) -> None:
        console.print(f"towerup answers at {address} (described at {address}/docs); Ctrl-C ends it.", soft_wrap=True)

    run_server(subject, host, port, allow_host or [], allow_origin or [], ready)


def limits_of(body: int, seconds: float, jobs: int | None, waiting: int) -> Limits:
    limits = Limits(body=body, seconds=seconds, waiting=waiting)
    return limits if jobs is None else attrs.evolve(limits, workers=jobs)


def subject_of(edition: str | None, limits: Limits) -> Subject:
    """What is answered about: all games that are specified, or those that the edition is for."""
    import towerup

    return Subject(ruleset, games_of(edition), the_edition(edition), towerup.__version__, limits)


class _Counted:
    """An application, and how many requests it has got."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.requests = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.requests += scope["type"] == "http"
        await self._app(scope, receive, send)


def run_server(
    subject: Subject,
    host: str,
    port: int,
    names: list[str],
    origins: list[str],
    ready: Callable[[str], None],
    **more: Any,
) -> None:
    """Serves until it is ended. `ready` is told the address; `more` is for the application."""
    try:
        from towerup.oracle.http.app import application
        from towerup.oracle.http.guard import LOOPBACK_NAMES, HostPolicy
        from towerup.oracle.http.running import CannotServe, address_of, is_loopback, listening, run
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("starlette", "uvicorn", "h11", "pebble"):
            raise
        refuse("to serve over HTTP needs its extra: pip install 'towerup[serve]'")
    try:
        with listening(host, port) as listener:
            alone = is_loopback(listener)
            if not alone:
                errors.print(
                    f"[bold yellow]towerup:[/] whoever can reach {escape(host)} can ask; there is no password.",
                    soft_wrap=True,
                )
            known = frozenset(name.lower() for name in ((*LOOPBACK_NAMES, host, *names) if alone else names))
            policy = HostPolicy(known or None, tuple(origins))
            counted = _Counted(application(subject, policy, ready=lambda: ready(address_of(listener)), **more))
            run(counted, listener)
            console.print(f"Stopped after {counted.requests:,} requests.", soft_wrap=True)
    except CannotServe as error:
        refuse(str(error))
