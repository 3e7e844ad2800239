"""`towerup explorer`: the rules as a web page to play with and to ask, served to this machine alone."""

from __future__ import annotations

import threading
import webbrowser
from importlib import resources
from pathlib import Path
from typing import Annotated

import attrs
import typer

from towerup.oracle.http.limits import BODY, WAITING
from towerup.oracle.http.pages import Page

from .common import console, refuse
from .number_options import seconds_option
from .serve import LOOPBACK, AllowHost, Host, Jobs, OwnEdition, Port, limits_of, run_server, subject_of

PORT = 8018
SECONDS = 30.0

_MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Everything comes from this server, and nothing goes anywhere else."""


def explorer(
    record: Annotated[Path | None, typer.Argument(help="A recorded game (JSON lines) to begin with.")] = None,
    host: Host = LOOPBACK,
    port: Port = PORT,
    edition: OwnEdition = None,
    browser: Annotated[bool, typer.Option(help="Whether to open the page in a browser.")] = True,
    seconds: Annotated[
        float, seconds_option(min=0.01, help="How long an answer may be computed; a bot's too.")
    ] = SECONDS,
    jobs: Jobs = None,
    allow_host: AllowHost = None,
) -> None:
    """Open the rules as a web page: play, see every legal move, point at a site and read why not. Ctrl-C ends it.

    Hot-seat or against bots; undo, redo and jump; open, save and share games, also broken ones. Works offline: all
    that the page needs is served from here.
    """
    from .exploring import OPERATIONS

    subject = subject_of(edition, limits_of(BODY, seconds, jobs, WAITING))

    def ready(address: str) -> None:
        console.print(f"The explorer is at {address}; Ctrl-C ends it.", soft_wrap=True)
        if browser:
            # Some browsers do not return at once.
            threading.Thread(target=_show, args=(address,), daemon=True).start()

    run_server(subject, host, port, allow_host or [], [], ready, operations=OPERATIONS, pages=pages_of(_read(record)))


def pages_of(record: bytes | None = None) -> list[Page]:
    """The files of the page, and the record to begin with if there is one."""
    folder = resources.files("towerup.view") / "explorer"
    made = []
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        media_type = _MEDIA_TYPES.get(Path(file.name).suffix)
        if media_type is not None:
            path = "/" if file.name == "index.html" else f"/explorer/{file.name}"
            made.append(Page(path, media_type, file.read_bytes(), (("content-security-policy", _POLICY),)))
    if record is None:
        return made
    pages = [attrs.evolve(one, body=one.body.replace(_PLAIN, _OPENED, 1)) if one.path == "/" else one for one in made]
    return [*pages, Page("/explorer/opened.jsonl", "application/jsonl", record)]


_PLAIN, _OPENED = b'<html lang="en">', b'<html lang="en" data-opened="yes">'


def _show(address: str) -> None:
    """Opens the page, unless all there is is a browser that would take over the terminal."""
    try:
        found = webbrowser.get()
    except webbrowser.Error:
        return
    if type(found) is not webbrowser.GenericBrowser:
        found.open(address)


def _read(record: Path | None) -> bytes | None:
    if record is None:
        return None
    try:
        return record.read_bytes()
    except OSError as error:
        refuse(f"{record} cannot be read: {error.strerror}")
