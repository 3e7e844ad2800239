"""The description: it is what lies in specs/, it is made of the schemas there, and it can be read offline."""

from __future__ import annotations

import json
import os
import re
from typing import Any

from towerup.oracle import specs
from towerup.oracle.http import page
from towerup.oracle.http.limits import BODY, MOST_POSITIONS, SECONDS, WAITING
from towerup.oracle.http.openapi import description
from towerup.oracle.http.operations import OPERATIONS, Body
from towerup.oracle.http.problems import Kind
from towerup.oracle.http.schemas import resolved
from towerup.oracle.http.subject import Subject
from towerup.oracle.specs import specified
from towerup.rulesets import NAMES, ruleset

from .live import Live

FILE = specs.folder() / "openapi.json"
PAGE = (specs.folder() / "http.md").read_text(encoding="utf-8")


def test_what_is_served_is_what_lies_in_specs(server: Live) -> None:
    """To the byte. `TOWERUP_WRITE=1` writes it anew."""
    served = server.get("/openapi.json")
    if os.environ.get("TOWERUP_WRITE"):
        FILE.write_bytes(served.content)
    assert served.content == FILE.read_bytes()
    assert served.headers["content-type"] == "application/json"


def test_it_does_not_depend_on_the_machine() -> None:
    """Nor on the options that a server is started with."""
    import towerup

    told = description(Subject(ruleset, specified(NAMES), version=towerup.__version__))
    assert page.plain(told) == FILE.read_bytes()


def within(value: Any) -> Any:
    yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from within(inner)


def test_it_holds_together() -> None:
    """Every reference leads somewhere, every component is used, every operation has a name of its own."""
    told = json.loads(FILE.read_bytes())
    references = {one["$ref"] for one in within(told) if isinstance(one, dict) and isinstance(one.get("$ref"), str)}
    assert references == {f"#/components/schemas/{name}" for name in told["components"]["schemas"]}
    names = [operation["operationId"] for methods in told["paths"].values() for operation in methods.values()]
    assert len(set(names)) == len(names)
    links = [one for one in within(told) if isinstance(one, dict) and "operationId" in one and "requestBody" in one and "responses" not in one]  # fmt: skip
    assert links
    assert {one["operationId"] for one in links} <= set(names)


def test_every_operation_tells_every_problem() -> None:
    """Nobody has to guess what may come back."""
    told = json.loads(FILE.read_bytes())
    for one in OPERATIONS:
        responses = told["paths"][one.path][one.method.lower()]["responses"]
        least = {"200", "400", "404", "405", "421", "422", "500", "503"}
        assert set(responses) >= (least if one.method == "GET" else least | {"408", "413", "415"})


def test_the_schemas_and_the_answers_agree_about_what_is_asked() -> None:
    """The keys of a body are those that the answer takes."""
    for one in OPERATIONS:
        if one.body is Body.OBJECT:
            schema = resolved(one.asked)
            wanted, allowed = one.names
            assert wanted == set(schema["required"])
            assert wanted | allowed == set(schema["properties"])


def test_the_page_to_read_needs_nothing_from_anywhere(server: Live) -> None:
    """No script, no picture, no style from elsewhere; a policy says so; every operation is on it."""
    for path in ("/docs", "/"):
        shown = server.get(path)
        assert shown.headers["content-type"] == "text/html; charset=utf-8"
        assert shown.headers["content-security-policy"].startswith("default-src 'none'; style-src 'sha256-")
        text = shown.text
        assert not re.search(r"<script|<img|<link|@import|url\(|src=", text)
        assert not re.search(r'(?:href|src|action)="(?!#|/openapi\.json")', text)
        for one in OPERATIONS:
            assert one.path in text


def test_examples_are_answered_as_the_description_shows(server: Live) -> None:
    """Whoever tries them gets what is written."""
    told = json.loads(FILE.read_bytes())
    for one in OPERATIONS:
        if one.asked:
            operation = told["paths"][one.path]["post"]
            asked = operation["requestBody"]["content"]["application/json"]["example"]
            shown = operation["responses"]["200"]["content"]["application/json"]["example"]
            assert server.post(one.path, asked).json() == shown


def test_the_page_in_specs_names_everything() -> None:
    """Every operation, every code, every limit."""
    for one in OPERATIONS:
        assert f"`{one.method} {one.path}`" in PAGE
    for kind in Kind:
        assert f"| {kind.status} | `{kind.code}` |" in PAGE
    for number in (f"{BODY:,}", f"{SECONDS:g} seconds", str(WAITING), f"{MOST_POSITIONS:,}"):
        assert number in PAGE
