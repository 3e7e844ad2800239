"""Whatever is sent: a described answer, at once, and the next who asks is answered too."""

from __future__ import annotations

import gzip
import json
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import towerup as tu
from towerup.kernel.records import header_of
from towerup.oracle.http.limits import HEAD, Limits
from towerup.oracle.http.operations import OPERATIONS, Body, by_name
from towerup.oracle.http.problems import Kind
from towerup.oracle.http.state_cache import StateCache
from towerup.oracle.http.subject import Subject
from towerup.oracle.http.work import Asked, answered
from towerup.rulesets import NAMES, ruleset

from .forms import Description
from .live import Live, answers_on, live

Drawn = Callable[..., tu.Record]
ASKING = [one.name for one in OPERATIONS if one.body is Body.OBJECT]
LIMIT = 1_000_000


@pytest.fixture(scope="session")
def description(server: Live) -> Description:
    return Description(server.get("/openapi.json").json())


def header() -> dict[str, Any]:
    return header_of(tu.new_game(2, edition="tiny"))


def body(**more: Any) -> dict[str, Any]:
    return {"state": json.loads(tu.state_to_json(tu.new_game(2, edition="tiny"))), **more}


# --- bodies


@pytest.mark.parametrize(
    ("content", "code", "said"),
    [
        (b"", "not-json", "nothing is there"),
        (b"{", "not-json", "not JSON"),
        (b'{"state": 1, "state": 1}', "not-json", "is there twice"),
        (b'{"state": NaN}', "not-json", "NaN and Infinity are no JSON numbers"),
        (b'{"state": -Infinity}', "not-json", "NaN and Infinity are no JSON numbers"),
        (b'\xef\xbb\xbf{"state": 1}', "not-json", "byte order mark"),
        (b'{"state": "\xff"}', "not-json", "not UTF-8"),
        (b'{"state": "\\ud800"}', "not-json", "not JSON"),
        (b'{"state": ' + b"[" * 65 + b"]" * 65 + b"}", "not-json", "nested more than 64 deep"),
        (b"[" * 500_000, "not-json", "nested more than 64 deep"),
        (b'{"a":' * 100_000, "not-json", "nested more than 64 deep"),
        (b"7", "wrong-form", "the body is an object with"),
        (b"[]", "wrong-form", "the body is an object with"),
        (b"null", "wrong-form", "the body is an object with"),
        (b"{}", "wrong-form", "state"),
        (b'{"state": 1}', "wrong-form", "a state is an object that names its game"),
        (b'{"state": {"game": "chess"}}', "wrong-form", "there are no rules for 'chess'"),
        (b'{"state": {"game": "tower-up"}}', "wrong-form", "not a state: format is missing"),
        (b'{"state": {"game": ["tower-up"]}}', "wrong-form", "a state is an object that names its game"),
        (b'{"state": {}, "stat\\u0065s": 1}', "wrong-form", "'states' means nothing here"),
        (b'{"state": {"format": 1e400, "game": "tower-up"}}', "not-json", "not JSON"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ASKING)
def test_bodies_of_all_sorts(
    server: Live, description: Description, name: str, content: bytes, code: str, said: str
) -> None:
    """Each is refused with its code, in words; never anything undescribed."""
    if code == "wrong-form" and name in ("play", "explain") and b'"state":' in content:
        content = content[:-1] + b', "action": {"type": "decline"}}'
    response = server.post(f"/v1/{name}", content=content, headers={"content-type": "application/json"})
    told = description.must_tell(f"/v1/{name}", "post", response)
    assert told["code"] == code
    assert said in told["detail"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
BODIES = st.dictionaries(
    st.sampled_from(["state", "action", "actor", "header"]) | st.text(max_size=3),
    JSON | st.just(body()["state"]) | st.just(header()) | st.just({"type": "decline"}),
    max_size=4,
)


@given(st.sampled_from(ASKING), BODIES | JSON)
def test_any_json_is_answered_as_described(server: Live, description: Description, name: str, value: Any) -> None:
    """And what is answered is never a failure of ours."""
    response = server.post(f"/v1/{name}", content=json.dumps(value), headers={"content-type": "application/json"})
    assert response.status_code < 500
    description.must_tell(f"/v1/{name}", "post", response)


def test_states_with_something_wrong_in_them(server: Live, description: Description, drawn: Drawn) -> None:
    """One value of a state replaced by a strange one: accepted or refused, with reasons, never a failure."""
    state = list(drawn(3, "tiny").states())[4]
    value = json.loads(tu.state_to_json(state))
    strange: tuple[Any, ...] = (None, -1, 2**63, 1e308, "", "x" * 10_000, [], {}, True, [[]], "\u0000", "NaN")
    seen = set()

    def change(holder: Any) -> None:
        for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
            kept = holder[key]
            if isinstance(kept, dict | list):
                change(kept)
            for one in strange[:: 1 if holder is value["table"] else 4]:
                holder[key] = one
                response = server.post("/v1/legal", {"state": value})
                seen.add(description.must_tell("/v1/legal", "post", response).get("code"))
                assert response.status_code < 500
            holder[key] = kept

    change(value)
    assert {"wrong-form", "impossible-position"} <= seen


# --- heads


@pytest.mark.parametrize(
    ("headers", "said"),
    [
        ({}, "not ''"),
        ({"content-type": "text/plain"}, "not 'text/plain'"),
        ({"content-type": "application/json; charset=latin-1"}, "in UTF-8"),
        ({"content-type": "application/jsonl"}, "the content type is application/json,"),
        ({"content-type": "application/json", "content-encoding": "gzip"}, "the content encoding 'gzip'"),
    ],
)
def test_media_types(server: Live, description: Description, headers: dict[str, str], said: str) -> None:
    """What is not read here is said, with what is."""
    content = (
        gzip.compress(json.dumps(body()).encode()) if "content-encoding" in headers else json.dumps(body()).encode()
    )
    response = server.post("/v1/legal", content=content, headers=headers)
    told = description.must_tell("/v1/legal", "post", response)
    assert told["code"] == "media-type"
    assert said in told["detail"]


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "HEAD", "BREW"])
def test_other_methods_are_told_which_there_are(server: Live, method: str) -> None:
    """405, with what is allowed; nothing else happens."""
    response = server.client.request(method, f"{server.address}/v1/legal")
    assert (response.status_code, response.headers["allow"]) == (405, "POST")
    assert response.headers["content-type"] == "application/problem+json"
    assert "access-control-allow-origin" not in response.headers


@pytest.mark.parametrize(
    "path", ["/x", "/v1", "/v1/", "/v1/legal/", "/v2/legal", "/../etc/passwd", "/%2e%2e/%00", "//"]
)
def test_other_paths_are_not_found(server: Live, path: str) -> None:
    """With a word about what there is."""
    response = server.client.get(httpx.URL(server.address).copy_with(raw_path=path.encode()))
    assert (response.status_code, response.json()["code"]) == (404, "not-found")


@pytest.mark.parametrize(
    ("host", "status"),
    [("localhost", 200), ("127.0.0.1:1", 200), ("LocalHost:80", 200), ("[::1]", 200), ("[::1]:8017", 200),
     ("evil.example", 421), ("localhost.evil.example", 421), ("evil.example:80", 421), ("", 421), ("[::1].evil", 421),
     ("127.0.0.1@evil.example", 421), ("localhost, evil.example", 421)],
)  # fmt: skip
def test_only_its_own_names_lead_to_a_server_on_loopback(server: Live, host: str, status: int) -> None:
    """A name that was made to mean this machine (DNS rebinding) gets nowhere."""
    with server.connect() as connection:
        connection.sendall(f"GET /v1/hello HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        head, _, rest = answers_on(connection).partition(b"\r\n\r\n")
    assert int(head.split()[1]) == status
    assert status == 200 or json.loads(rest)["code"] == "misdirected"


@pytest.mark.parametrize(
    "sent",
    [b"\r\n\r\nx", b"GARBAGE\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00",
     b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"POST /v1/legal HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
     b"POST /v1/legal HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n"],
)  # fmt: skip
def test_what_is_not_http_is_a_problem_too(server: Live, sent: bytes) -> None:
    """In the same form as all others, and then the connection is closed."""
    with server.connect() as connection:
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
        answer = answers_on(connection)
    assert not answer or json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "not-http"
    assert server.get("/v1/hello").status_code == 200


@pytest.mark.parametrize("size", [HEAD - 200, HEAD + 1, 100_000])
@pytest.mark.parametrize("where", ["path", "query", "header", "headers"])
def test_long_heads(server: Live, where: str, size: int) -> None:
    """The limit holds whether a head comes at once or in parts."""
    path, query, header = (b"a" * size if where == one else b"" for one in ("path", "query", "header"))
    many = b"".join(b"X%05d: y\r\n" % number for number in range(size // 11)) if where == "headers" else b""
    sent = b"GET /%s?%s HTTP/1.1\r\nHost: localhost\r\n%sX: %s\r\n\r\n" % (path, query, many, header)
    for parts in (sent,), (sent[:20_000], sent[20_000:]):
        with server.connect() as connection:
            for part in parts:
                connection.sendall(part)
            connection.shutdown(socket.SHUT_WR)
            head, _, rest = answers_on(connection).partition(b"\r\n\r\n")
        if size < HEAD:
            assert head[9:12] == (b"404" if where == "path" else b"200")
        elif rest:  # a server that closes while more is coming may take the answer back
            assert json.loads(rest)["code"] == "not-http"
            assert len(parts) > 1 or "more than 32,768 bytes" in json.loads(rest)["detail"]


def test_long_headers_after_a_body(server: Live) -> None:
    """They are no way around the limit."""
    with server.connect() as connection:
        connection.sendall(
            b"POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/jsonl\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n0\r\nX: " + b"a" * 60_000 + b"\r\n\r\n"
        )
        connection.shutdown(socket.SHUT_WR)
        answer = answers_on(connection)
    assert answer.count(b"HTTP/1.1 ") == answer.count(b"HTTP/1.1 400 ") == 1


def test_heads_without_end(server: Live) -> None:
    """The server hangs up."""
    with server.connect() as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        with pytest.raises(ConnectionError):
            connection.sendall((b"X: " + b"a" * 100_000 + b"\r\n") * 1_000)


@pytest.mark.parametrize("header", [b"Transfer-Encoding: chunked", b"transfer-encoding: Chunked"])
def test_a_body_with_two_lengths_is_refused(server: Live, header: bytes) -> None:
    """Whatever stands between client and server may go by the other one: so neither is believed (request smuggling)."""
    head = b"POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/jsonl\r\n"
    for headers in (header + b"\r\nContent-Length: 5", b"Content-Length: 5\r\n" + header):
        with server.connect() as connection:
            connection.sendall(head + headers + b"\r\n\r\n0\r\n\r\nGET /docs HTTP/1.1\r\nHost: localhost\r\n\r\n")
            answer = answers_on(connection)
        assert answer.count(b"HTTP/1.1 ") == answer.count(b"HTTP/1.1 400 ") == 1
        assert "either Content-Length or Transfer-Encoding" in json.loads(answer.partition(b"\r\n\r\n")[2])["detail"]


def test_a_request_that_goes_wrong_after_its_answer_has_no_second_one(server: Live) -> None:
    """The body is too large, which is answered; the rest of it is not HTTP. (The server must not fail: see the fixture.)"""
    with server.connect() as connection:
        connection.sendall(
            b"POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/jsonl\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n100000\r\n" + b"x" * 0x100000 + b"\r\n"
        )
        answer = connection.recv(12)
        connection.sendall(b"what\r\n")
        answer += answers_on(connection)
    assert answer.count(b"HTTP/1.1 ") == answer.count(b"HTTP/1.1 413 ") == 1


@given(st.binary(max_size=200))
def test_random_bytes_on_a_connection(server: Live, sent: bytes) -> None:
    """Whoever talks garbage is told so, or hung up on."""
    with server.connect() as connection:
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
        answer = answers_on(connection)
    assert not answer or b" 400 " in answer.partition(b"\r\n")[0]


# --- sizes


def test_a_body_that_is_too_large_is_refused_before_it_is_read(server: Live, description: Description) -> None:
    """By what its head says, not a byte of it being sent."""
    with server.connect() as connection:
        connection.sendall(
            b"POST /v1/legal HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n"
            b"Content-Length: 1000001\r\n\r\n"
        )
        answer = connection.recv(65_536)
    assert b" 413 " in answer.partition(b"\r\n")[0]
    exact = b'{"state": "' + b"x" * (LIMIT - 13) + b'"}'
    assert len(exact) == LIMIT
    for content, code in ((exact, "wrong-form"), (exact + b" ", "too-large")):
        response = server.post("/v1/legal", content=content, headers={"content-type": "application/json"})
        assert description.must_tell("/v1/legal", "post", response)["code"] == code


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("start", {"header": {**header(), **{f"k{number}": 1 for number in range(80_000)}}}),
        ("legal", {"state": {**body()["state"], **{f"k{number}": 1 for number in range(80_000)}}}),
        ("legal", {f"k{number}": 1 for number in range(80_000)}),
        ("legal", {"state": {"game": "x" * 900_000}}),
    ],
    ids=["header", "state", "body", "name"],
)
def test_a_large_body_full_of_mistakes_has_a_small_answer(
    server: Live, description: Description, name: str, content: Any
) -> None:
    """The first problems are named, and how many more there are."""
    response = server.post(f"/v1/{name}", content)
    assert description.must_tell(f"/v1/{name}", "post", response)["code"] == "wrong-form"
    assert len(response.content) < 100_000


def test_an_answer_that_is_too_large_is_a_problem(description: Description, drawn: Drawn) -> None:
    """Whether it is an answer or itself a problem."""
    cache = StateCache(Subject(ruleset, NAMES, limits=Limits(reply=2_000)))
    record = b"".join(drawn(1, "tiny").lines())
    for asked in (
        Asked("follow", {}, [], "application/jsonl", record),
        Asked("legal", {}, [], "application/json", json.dumps({f"k{number}": 1 for number in range(99)}).encode()),
    ):
        told = answered(cache, by_name(OPERATIONS), asked)
        assert (told.status, json.loads(told.body)["code"]) == (422, "answer-too-large")
        assert "and the limit is 2,000" in json.loads(told.body)["detail"]
    one = answered(cache, by_name(OPERATIONS), Asked("follow", {}, [("step", "1")], "application/jsonl", record))
    assert one.status == 200


def memory(live: Live) -> int:
    """The most memory that the server's own process had in use so far, in bytes."""
    status = Path(f"/proc/{live.process.pid}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmHWM"))


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is looked up in /proc")
def test_a_body_without_end_is_refused_in_bounded_memory(server: Live) -> None:
    """In chunks, its length unsaid: the answer comes while it is still being sent, and nothing piles up."""

    def chunks() -> Iterator[bytes]:
        yield b"POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/jsonl\r\n"
        yield b"Transfer-Encoding: chunked\r\n\r\n"
        while True:
            yield b"10000\r\n" + b"x" * 0x10000 + b"\r\n"

    assert server.get("/v1/hello").status_code == 200
    before, sent = memory(server), 0
    with server.connect() as connection:
        connection.setblocking(False)
        answer = b""
        for chunk in chunks():
            rest = memoryview(chunk)
            while rest and not answer:
                try:
                    rest = rest[connection.send(rest) :]
                except BlockingIOError:
                    connection.setblocking(True)
                    answer = connection.recv(65_536)
            sent += len(chunk)
            if not answer:
                try:
                    answer = connection.recv(65_536)
                except BlockingIOError:
                    continue
            break
    assert b" 413 " in answer.partition(b"\r\n")[0]
    assert memory(server) < before + 20_000_000


# --- other hosts and origins


def test_cors_is_off_unless_asked_for_and_other_names_too(server: Live) -> None:
    """Another origin may not read the answers; by an option it may, and only that one."""
    asking = {"origin": "https://example.org", "access-control-request-method": "POST", "access-control-request-headers": "content-type"}  # fmt: skip
    assert server.client.options(f"{server.address}/v1/legal", headers=asking).status_code == 405
    with live("--allow-origin", "https://example.org", "--allow-host", "rules.example", "--jobs", "1") as open_one:
        where = f"{open_one.address}/v1/legal"
        allowed = open_one.client.options(where, headers=asking)
        assert (allowed.status_code, allowed.headers["access-control-allow-origin"]) == (200, "https://example.org")
        assert open_one.client.options(where, headers={**asking, "origin": "https://evil.example"}).status_code == 400
        told = open_one.post("/v1/legal", body(), headers={"origin": "https://example.org"})
        assert told.headers["access-control-allow-origin"] == "https://example.org"
        assert open_one.get("/v1/hello", headers={"host": "rules.example"}).status_code == 200
        assert open_one.get("/v1/hello", headers={"host": "evil.example"}).status_code == 421


def test_every_kind_of_problem_is_named_in_the_schema(server: Live) -> None:
    """And each is told on the page that its type points to."""
    told = server.get("/openapi.json").json()["components"]["schemas"]["http.problem"]["properties"]["code"]["enum"]
    assert told == [kind.code for kind in Kind]
    page = server.get("/docs").text
    for kind in Kind:
        assert f'id="{kind.code}"' in page
