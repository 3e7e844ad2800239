"""`towerup serve` as a user meets it."""

from __future__ import annotations

import os
import signal
import socket
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from towerup.cli.app import app
from towerup.oracle import specs
from towerup.oracle.http.running import address_of, is_loopback, listening

from .live import live


def serve(*words: str) -> Result:
    return CliRunner().invoke(app, ["serve", *words], env={"COLUMNS": "200", "NO_COLOR": "1"})


def test_a_port_in_use_is_a_sentence() -> None:
    """Exit code 2, what is wrong, and what would be right."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = serve("--port", str(port))
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"port {port} of 127.0.0.1 is in use; choose another with --port, or --port 0" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--host", "no-such-host.invalid"], "there is no listening at no-such-host.invalid"),
        (["--host", "203.0.113.7"], "there is no listening at 203.0.113.7"),
        (["--edition", "no-such.toml"], "cannot be read"),
    ],
)
def test_mistakes_are_told_in_words(words: list[str], said: str) -> None:
    """Nothing is served, and no traceback is shown."""
    done = serve("--port", "0", *words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr
    assert isinstance(done.exception, SystemExit)


def test_without_its_extra_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine where only the command is installed."""
    monkeypatch.delitem(sys.modules, "towerup.oracle.http.app", raising=False)
    for name in [one for one in sys.modules if one.partition(".")[0] == "starlette"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "starlette", None)
    done = serve("--port", "0")
    assert done.exit_code == 2
    assert "pip install 'towerup[serve]'" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
def test_with_an_edition_of_ones_own_until_it_is_interrupted(tmp_path: Path) -> None:
    """Games with it can be begun, others are refused; options are what hello tells. Ctrl-C: exit code 0, nothing told; a
    connection that is open does not keep it.
    """
    shipped = specs.folder() / "tower-up" / "editions" / "tiny.toml"
    file = tmp_path / "mine.toml"
    file.write_text(shipped.read_text(encoding="utf-8").replace('name = "tiny"', 'name = "mine"'), encoding="utf-8")
    with live("--edition", str(file), "--jobs", "1", "--body", "5000", "--waiting", "7", "--seconds", "30") as server:
        hello = server.get("/v1/hello").json()
        limits = {"body": 5000, "depth": 64, "positions": 1000, "seconds": 30, "waiting": 7, "workers": 1}
        limits |= {"head": 32_768, "reply": 10_000_000, "requests": 128}
        assert hello["limits"] == limits
        [edition] = hello["games"][0]["editions"]
        assert edition["header"]["setup"]["edition"]["name"] == "mine"
        begun = server.post("/v1/start", {"header": edition["header"]})
        assert begun.status_code == 200
        assert server.post("/v1/legal", {"state": begun.json()["state"]}).status_code == 200
        other = edition["header"] | {"setup": edition["header"]["setup"] | {"edition": {"name": "tiny", "digest": "0"}}}
        assert server.post("/v1/start", {"header": other}).status_code == 422
        with server.connect():
            assert server.end(signal.SIGINT) == (0, "")
        with pytest.raises(ConnectionRefusedError):
            server.connect()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
def test_others_than_loopback_are_warned_of_until_it_is_terminated() -> None:
    """The server runs and can be asked by any name, but whoever starts it knows what that means."""
    with live("--host", "0.0.0.0", "--jobs", "1") as server:
        assert server.client.get(f"http://127.0.0.1:{server.port}/v1/hello", headers={"host": "any.example"}).is_success
        code, told = server.end(signal.SIGTERM)
    assert code == 0
    assert "whoever can reach 0.0.0.0 can ask" in told


def test_listening() -> None:
    """Where it is, whether others can reach it; and answers are not held back."""
    with listening("127.0.0.1", 0) as listener:
        assert is_loopback(listener)
        assert address_of(listener) == f"http://127.0.0.1:{listener.getsockname()[1]}"
        # asyncio turns off the delay of small packets only for sockets whose protocol is named.
        assert listener.proto == socket.IPPROTO_TCP
    with listening("0.0.0.0", 0) as listener:
        assert not is_loopback(listener)
    if socket.has_ipv6:
        try:
            listener = listening("::1", 0)
        except ValueError:
            return
        with listener:
            assert is_loopback(listener)
            assert address_of(listener).startswith("http://[::1]:")
