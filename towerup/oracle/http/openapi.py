"""The description of the interface (OpenAPI 3.1), made of the operations and of the schemas in specs/."""

from __future__ import annotations

from functools import cache
from typing import Any

from towerup.kernel.canonical import decode, encode
from towerup.kernel.records import Record

from . import schemas
from .answers import NAME, VERSION
from .operations import JSON, OPERATIONS, PLAIN_LINES, Body, Operation, by_name
from .problems import MEDIA_TYPE, Kind
from .state_cache import StateCache
from .subject import Subject
from .work import Asked, answered

_PROBLEM = "http.json#/$defs/problem"
_ABOUT = f"""The rules of board games as an oracle: legal actions, states, verdicts. Interface {NAME}, version {VERSION}.

State in, verdict out: nothing is kept between requests, and whoever asks brings the state along. Chance is an actor like a
player; the oracle never plays it. All JSON is read strictly: UTF-8, no key twice, no unknown key, no NaN, bounded nesting. Every
error has one form, application/problem+json: programs look at `code`, people at `detail`. What the values mean, and what the
limits are, is told in specs/http.md, specs/records.md and, game by game, specs/GAME/values.md; `hello` tells the limits in force."""


def description(subject: Subject) -> dict[str, Any]:
    """The whole description: the same for the same software and the same games."""
    examples = Examples(subject)
    used = {one for operation in OPERATIONS for one in (operation.asked, operation.answered) if one} | {_PROBLEM}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "towerup",
            "summary": "A rulebook that runs, asked over HTTP.",
            "description": _ABOUT,
            "version": subject.version or "0",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": {one.path: {one.method.lower(): _operation(one, examples)} for one in OPERATIONS} | _PAGES,
        "components": {"schemas": schemas.components(used)},
    }


def _operation(operation: Operation, examples: Examples) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.title,
        "description": operation.words,
    }
    if operation.parameters:
        described["parameters"] = [
            {
                "name": one.name,
                "in": one.where,
                "required": one.where == "path",
                "description": one.words,
                "schema": one.schema,
                **({"example": examples.parameters[one.name]} if one.where == "path" else {}),
            }
            for one in operation.parameters
        ]
    if operation.body is not Body.NOTHING:
        described["requestBody"] = {"required": True, "content": _asked(operation, examples)}
    described["responses"] = {
        "200": {"description": operation.title + ".", "content": {JSON: _answered(operation, examples)}}
    }
    if operation.name in _LINKS:
        described["responses"]["200"]["links"] = _LINKS[operation.name]
    described["responses"] |= _problems(operation.problems)
    return described


def _next_request(name: str, **body: str) -> dict[str, Any]:
    """A link to an operation that can follow, and where in this answer its body comes from."""
    return {name: {"operationId": name, "requestBody": body}}


_STATE = "$response.body#/state"
_NEXT = (
    _next_request("legal", state=_STATE)
    | _next_request("chances", state=_STATE)
    | _next_request("outcome", state=_STATE)
)
_LINKS: dict[str, Any] = {
    "start": _NEXT,
    "play": _NEXT,
    "legal": _next_request("play", state="$request.body#/state", action="$response.body#/actions/0")
    | _next_request("explain", state="$request.body#/state", action="$response.body#/actions/0"),
    "chances": _next_request("play", state="$request.body#/state", action="$response.body#/chances/0/action"),
}


def _asked(operation: Operation, examples: Examples) -> dict[str, Any]:
    example = examples.asked(operation)
    content: dict[str, Any] = {JSON: {"schema": schemas.component(operation.asked), "example": example}}
    if operation.body is Body.RECORD:
        lines = "".join(f"{encode(one).decode()}\n" for one in example)
        words = "The lines of a record, each a JSON value and a line feed. Any text can be sent."
        plain = {"schema": {"description": words}, "example": lines}
        content |= dict.fromkeys(PLAIN_LINES, plain)
    return content


def _answered(operation: Operation, examples: Examples) -> dict[str, Any]:
    content: dict[str, Any] = {"schema": schemas.component(operation.answered)}
    if operation.body is not Body.NOTHING:
        content["example"] = examples.answered(operation)
    return content


def _problems(kinds: tuple[Kind, ...]) -> dict[str, Any]:
    """What else may be answered, by status: the codes that there are."""
    by_status: dict[int, list[Kind]] = {}
    for kind in kinds:
        by_status.setdefault(kind.status, []).append(kind)
    return {
        str(status): {
            "description": "; ".join(f"`{kind.code}`: {kind.title}" for kind in found) + ".",
            "content": {
                MEDIA_TYPE: {
                    "schema": {
                        "allOf": [
                            schemas.component(_PROBLEM),
                            {
                                "properties": {
                                    "code": {"enum": [kind.code for kind in found]},
                                    "status": {"const": status},
                                }
                            },
                        ]
                    }
                }
            },
            **_headers(found),
        }
        for status, found in by_status.items()
    }


def _headers(kinds: list[Kind]) -> dict[str, Any]:
    if Kind.NO_METHOD in kinds:
        return {
            "headers": {
                "Allow": {"description": "The methods that there are.", "schema": {"type": "string"}, "required": True}
            }
        }
    if Kind.BUSY in kinds:
        words = "In how many seconds it is worth asking again; not there if it is not."
        return {"headers": {"Retry-After": {"description": words, "schema": {"type": "string"}}}}
    return {}


_PLAIN_PROBLEMS = _problems((Kind.NOT_HTTP, Kind.NO_METHOD, Kind.MISDIRECTED, Kind.FAILED, Kind.BUSY))
_PAGES: dict[str, Any] = {
    "/openapi.json": {
        "get": {
            "operationId": "openapi",
            "summary": "This description, for programs",
            "responses": {
                "200": {"description": "OpenAPI 3.1.", "content": {JSON: {"schema": {"type": "object"}}}},
                **_PLAIN_PROBLEMS,
            },
        }
    },
    "/docs": {
        "get": {
            "operationId": "docs",
            "summary": "This description, for people",
            "responses": {
                "200": {"description": "A page.", "content": {"text/html": {"schema": {"type": "string"}}}},
                **_PLAIN_PROBLEMS,
            },
        }
    },
}


class Examples:
    """Examples of what is asked, and of what is answered: from the beginning of a game in the smallest box there is."""

    def __init__(self, subject: Subject) -> None:
        rules = subject.find(subject.names[0])
        boxes = (subject.edition,) if subject.edition is not None else (rules.usual_edition, *rules.stress_editions)
        starts = [rules.new_game(rules.player_counts(box)[0], edition=box) for box in boxes]
        start = state = min(starts, key=lambda one: len(rules.state_to_json(one)))
        actions = []
        while type(state.actor) is not int:  # the first that chance can bring, until somebody is to act
            actions.append(rules.legal_actions(state)[0])
            state = rules.apply(state, actions[-1])
        action = rules.legal_actions(state)[0]
        self.parameters = {"game": rules.name}
        self._header, *self._lines = [decode(line) for line in Record(start, (*actions, action)).lines()]
        self._state = decode(rules.state_to_json(state))
        self._chance = decode(rules.state_to_json(start))
        self._action = rules.action_to_json(action)
        self._actor = state.actor
        self._cache = StateCache(subject)

    def asked(self, operation: Operation) -> Any:
        """A body."""
        if operation.body is Body.RECORD:
            return [self._header, *self._lines]
        values = {"header": self._header, "state": self._state, "action": self._action, "actor": self._actor}
        if operation.name == "start":
            del values["state"]
        if operation.name == "chances":
            values["state"] = self._chance
        wanted, allowed = operation.names
        return {key: value for key, value in values.items() if key in wanted | allowed}

    def answered(self, operation: Operation) -> Any:
        """What comes back for that body."""
        asked = Asked(operation.name, {}, [], JSON, encode(self.asked(operation)))
        return decode(answered(self._cache, _known(), asked).body)


@cache
def _known() -> Any:
    return by_name(OPERATIONS)
