"""The explorer goes on while bots think: they have workers of their own."""

from __future__ import annotations

import json
import threading
from typing import Any

import httpx
import pytest

import towerup as tu

from .live import PATIENT, live

STATE = json.loads(tu.state_to_json(tu.Dealer(1).settle(tu.new_game(2, edition="tiny"))))
ENDLESS = {"state": STATE, "player": "mcts:100000000", "seed": 1}
"""A move that a bot thinks about for hours."""


@pytest.mark.thorough
def test_bots_that_think_keep_nobody_waiting() -> None:
    """One worker, and three moves that bots think about: the page is answered meanwhile, and other bots wait. When the server
    ends, each of them has a reply.
    """
    replies = []
    with live("--no-browser", "--jobs", "1", "--seconds", str(PATIENT), command="explorer") as server:

        def think() -> None:
            reply = httpx.post(f"{server.address}/explorer/bot", json=ENDLESS, timeout=PATIENT, trust_env=False)
            replies.append((reply.status_code, reply.json()["code"], reply.json()["detail"]))

        def pools() -> dict[str, Any]:
            return {one["name"]: one for one in server.get("/v1/health").json()["pools"]}

        thinking = [threading.Thread(target=think) for _ in range(3)]
        for one in thinking:
            one.start()
        while (pools()["bots"]["busy"], pools()["bots"]["waiting"]) != (1, 2):
            pass
        for _ in range(3):
            assert server.post("/explorer/look", {"state": STATE}).json()["game"] == "tower-up"
            assert server.post("/v1/legal", {"state": STATE}).status_code == 200
        assert (pools()["bots"]["busy"], pools()["bots"]["waiting"]) == (1, 2)
        assert pools()["rules"]["replaced"] == 0
        assert server.end() == (0, "")
        for one in thinking:
            one.join(PATIENT)
        assert replies == [(503, "busy", "The server is ending.")] * 3
