"""The line protocol: JSON-RPC 2.0, one message a line. What both sides need: codes, limits, messages written and read.

specs/protocol.md describes it for those who speak it in another language. The side that knows the rules answers
(`server.py`); whoever drives it, or drives another implementation that speaks the same protocol, asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import attrs

from towerup.kernel.canonical import JsonError, decode, encode

NAME = "towerup-oracle"
VERSION = 1
"""Of the protocol. It changes when somebody who speaks the old one would misunderstand the new one."""

MOST_LINE = 1_000_000
"""The bytes of a message, at most, its line feed included."""
MOST_GAMES = 1_000
"""The games that are open at once, at most."""
MOST_BATCH = 1_000
"""The requests in one batch, at most."""
MOST_NAME = 64
"""The characters of a game's name, at most."""

METHODS = ("hello", "start", "state", "legal", "chances", "play", "explain", "outcome", "end")


class Code(IntEnum):
    """What kind of error it is: those of JSON-RPC, and from 1 on our own."""

    NOT_JSON = -32700
    NO_REQUEST = -32600
    NO_METHOD = -32601
    WRONG_PARAMS = -32602
    INTERNAL = -32603
    ILLEGAL_ACTION = 1
    IMPOSSIBLE_POSITION = 2
    NO_GAME = 3
    GAME_EXISTS = 4
    TOO_MANY_GAMES = 5


class Refusal(Exception):
    """An error as the protocol tells it: the code, a sentence, and what belongs to it as JSON values."""

    def __init__(self, code: int, message: str, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.data = data or {}

    def __str__(self) -> str:
        return f"{self.message} ({self.code})"


Id = str | int | None
"""What a reply is known by; None where the request could not be read."""


def request(method: str, params: Mapping[str, Any] | None = None, id: Id = None) -> bytes:
    """The line of a request; without an id it is a notification, which nobody answers."""
    message: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params or {}}
    return encode(message if id is None else message | {"id": id}) + b"\n"


def result_of(id: Id, result: Any) -> dict[str, Any]:
    """The reply to a request that was answered."""
    return {"jsonrpc": "2.0", "id": id, "result": result}


def error_of(id: Id, refusal: Refusal) -> dict[str, Any]:
    """The reply to a request that was refused."""
    error: dict[str, Any] = {"code": int(refusal.code), "message": refusal.message}
    if refusal.data:
        error["data"] = refusal.data
    return {"jsonrpc": "2.0", "id": id, "error": error}


@attrs.frozen
class Reply:
    """An answer that was read: the result, or the refusal."""

    id: Id
    result: Any = None
    refusal: Refusal | None = None


class NoReply(ValueError):
    """A line that is not a reply of this protocol."""


def read_reply(line: bytes) -> Reply:
    """The reply in a line; raises NoReply if it is none, in words."""
    try:
        message = decode(line)
    except JsonError as error:
        raise NoReply(str(error)) from None
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        raise NoReply('a reply is an object with "jsonrpc": "2.0"')
    keys = message.keys()
    if keys not in ({"jsonrpc", "id", "result"}, {"jsonrpc", "id", "error"}):
        raise NoReply(f"a reply has jsonrpc, id and either result or error, not {', '.join(keys)}")
    id = message["id"]
    if not is_id(id):
        raise NoReply("the id is a text, a whole number or null")
    if "result" in keys:
        return Reply(id, message["result"])
    return Reply(id, refusal=_read_refusal(message["error"]))


def _read_refusal(error: Any) -> Refusal:
    if (
        not isinstance(error, dict)
        or not {"code", "message"} <= error.keys() <= {"code", "message", "data"}
        or type(error["code"]) is not int
        or not isinstance(error["message"], str)
        or not isinstance(error.get("data", {}), dict)
    ):
        raise NoReply(
            "an error is an object with a code (a whole number), a message (a text) and maybe data (an object)"
        )
    return Refusal(error["code"], error["message"], error.get("data"))


def is_id(value: Any) -> bool:
    """Whether a JSON value can be the id of a request. A number with a point might not come back as it was sent."""
    return value is None or isinstance(value, str) or type(value) is int
