"""What is answered over HTTP is what is answered in process, and what the description says."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

import towerup as tu
from towerup.kernel.records import actor_to_json, header_of
from towerup.kernel.ruleset import AnyRuleset
from towerup.oracle.checking import check, verdict_to_json
from towerup.oracle.protocol import Refusal
from towerup.oracle.server import Oracle
from towerup.oracle.specs import specified
from towerup.rulesets import NAMES, ruleset
from towerup.verify import strategies

from .forms import Description
from .live import Live

Drawn = Callable[..., tu.Record]
every_game = pytest.mark.parametrize("rules", [*map(ruleset, specified(NAMES))], ids=lambda rules: rules.name)
SHIPPED = strategies.states(strategies.new_games(strategies.shipped_editions()))


@pytest.fixture(scope="session")
def description(server: Live) -> Description:
    return Description(server.get("/openapi.json").json())


def plain(state: Any) -> Any:
    return json.loads(state.ruleset.state_to_json(state))


def ask(server: Live, description: Description, name: str, value: Any) -> tuple[int, Any]:
    """Status and value, both as described."""
    response = server.post(f"/v1/{name}", value)
    return response.status_code, description.must_tell(f"/v1/{name}", "post", response)


def in_lines(state: Any, method: str, **params: Any) -> tuple[int, Any]:
    """The same over the line protocol: the status that it would have, and what belongs to it."""
    oracle = Oracle(ruleset, specified(NAMES))
    try:
        oracle.call("start", {"state": plain(state), "game": "g"})
        result = oracle.call(method, {"game": "g", **params})
    except Refusal as refusal:
        return 422, {"detail": refusal.message, **refusal.data}
    return 200, json.loads(orjson.dumps(result))


@given(SHIPPED, st.randoms())
def test_every_question_is_answered_as_the_line_protocol_does(
    server: Live, description: Description, state: tu.State, chooser: random.Random
) -> None:
    """Positions of all sorts: the same values, the same refusals in the same words."""
    every_question(server, description, state, chooser)


@every_game
def test_every_game_is_answered_as_the_line_protocol_does(
    server: Live, description: Description, rules: AnyRuleset, drawn: Drawn
) -> None:
    """The same with positions of each game, one of every phase."""
    chooser = random.Random(rules.name)
    phases: dict[str, Any] = {}
    for seed, edition in enumerate((*rules.stress_editions, rules.usual_edition)):
        phases |= {plain(state)["table"]["phase"]: state for state in drawn(seed, edition, rules=rules).states()}
    for state in phases.values():
        every_question(server, description, state, chooser)


def every_question(server: Live, description: Description, state: Any, chooser: random.Random) -> None:
    rules: AnyRuleset = state.ruleset
    value = plain(state)
    assert ask(server, description, "start", {"state": value}) == (
        200,
        {"actor": actor_to_json(state.actor), "state": value},
    )
    for name in ("legal", "chances", "outcome"):
        assert ask(server, description, name, {"state": value}) == in_lines(state, name)
    legal = rules.legal_actions(state)
    tried: list[Any] = [*chooser.sample(legal, min(1, len(legal))), chooser.choice(rules.action_space(state))]
    tried += [one for one in rules.invalid_inputs(chooser, state) if isinstance(one, dict)][:1]
    for action in tried:
        params: dict[str, Any] = {"action": action if isinstance(action, dict) else rules.action_to_json(action)}
        if chooser.random() < 0.5:
            params["actor"] = chooser.choice(["chance", 0, 1, 7])
        for name in ("play", "explain"):
            status, told = ask(server, description, name, {"state": value, **params})
            expected, right = in_lines(state, name, **params)
            assert status == expected
            assert {key: told[key] for key in right} == right


@every_game
def test_a_whole_game_without_a_game_being_kept(
    server: Live, description: Description, rules: AnyRuleset, drawn: Drawn
) -> None:
    """From a header to the outcome: each state goes out and comes back."""
    record = drawn(5, rules.stress_editions[-1], rules=rules)
    status, told = ask(server, description, "start", {"header": header_of(record.start)})
    assert status == 200
    for action, after in zip(record.actions, list(record.states())[1:], strict=True):
        asked = {"state": told["state"], "action": rules.action_to_json(action)}
        status, told = ask(server, description, "play", asked)
        assert (status, told["state"]) == (200, plain(after))
    result = rules.outcome(after)
    assert result is not None
    assert ask(server, description, "outcome", {"state": told["state"]}) == (
        200,
        {"outcome": json.loads(json.dumps(rules.outcome_to_json(result)))},
    )


def test_defaults_left_out_mean_the_same(server: Live, description: Description, drawn: Drawn) -> None:
    """A state need not be written as we write it; whoever sends it gets it back as we do."""
    state = drawn(1, "tiny").start
    value = plain(state)
    for key in ("discards", "extra_turn", "another_turn", "ending", "starting"):
        del value["table"][key]
    assert ask(server, description, "start", {"state": value})[1]["state"] == plain(state)


def test_hello_and_rules(server: Live, description: Description) -> None:
    """What is known here: games to begin, and every rule with its words."""
    hello = description.must_tell("/v1/hello", "get", server.get("/v1/hello"))
    assert [game["name"] for game in hello["games"]] == list(specified(NAMES))
    assert hello["limits"]["seconds"] == 60
    for game in hello["games"]:
        rules = ruleset(game["name"])
        for edition in game["editions"]:
            assert ask(server, description, "start", {"header": edition["header"]})[0] == 200
        told = description.must_tell("/v1/rules/{game}", "get", server.get(f"/v1/rules/{game['name']}"))
        assert {rule["id"]: rule["statement"] for rule in told["rules"]} == {
            id: rule.statement for id, rule in rules.catalogue().rules.items()
        }
    missing = server.get("/v1/rules/chess")
    assert description.must_tell("/v1/rules/{game}", "get", missing)["code"] == "not-found"
    assert "there are for" in missing.json()["detail"]


# --- records

AS_LIST = ("application/json", "application/json; charset=UTF-8")
MEDIA_TYPES = ("application/json", "application/jsonl", "application/json; charset=UTF-8", "application/x-ndjson")


def sent(server: Live, lines: list[bytes], path: str, media_type: str) -> Any:
    listed = b"[" + b",".join(line.rstrip() for line in lines) + b"]"
    content = listed if media_type in AS_LIST else b"".join(lines)
    return server.post(path, content=content, headers={"content-type": media_type})


@pytest.mark.parametrize("media_type", MEDIA_TYPES)
def test_records_are_judged_as_the_command_judges_them(
    server: Live, description: Description, drawn: Drawn, media_type: str
) -> None:
    """Good ones, wrong ones, several in a stream; in a list of JSON values a column means nothing."""
    good = list(drawn(1, "tiny").lines())
    wrong = [*good[:4], good[2], *good[4:]]
    for lines in (good, good[:5], wrong, wrong + good, good[1:], [*good, b"7\n"]):
        response = sent(server, lines, "/v1/check", media_type)
        told = description.must_tell("/v1/check", "post", response)
        right = verdict_to_json(check(lines, ruleset), "the request")
        if media_type in AS_LIST:
            for flaw in right["flaws"]:
                flaw["column"] = None
        assert told == json.loads(json.dumps(right))


def test_whatever_is_sent_as_lines_is_judged(server: Live, description: Description) -> None:
    """Nothing, garbage, half a line: a verdict that says so."""
    headers = {"content-type": "application/jsonl"}
    for content in (b"", b"\n", b"\xff\xfe", b"{", b'{"format"', b"[" * 500, b"\n" * 1000):
        response = server.post("/v1/check", content=content, headers=headers)
        told = description.must_tell("/v1/check", "post", response)
        assert (response.status_code, told["ok"]) == (200, False)


@pytest.mark.parametrize("media_type", MEDIA_TYPES[:2])
def test_records_are_followed(server: Live, description: Description, drawn: Drawn, media_type: str) -> None:
    """Every position, or one by its number."""
    record = drawn(2, "tiny")
    lines, states = list(record.lines()), list(record.states())
    told = description.must_tell("/v1/follow", "post", sent(server, lines, "/v1/follow", media_type))
    assert told["actions"] == len(record.actions)
    assert [one["state"] for one in told["positions"]] == [plain(state) for state in states]
    assert [one["notation"] for one in told["positions"]] == [None, *map(str, record.actions)]
    assert [one["step"] for one in told["positions"]] == list(range(len(states)))
    one = description.must_tell("/v1/follow", "post", sent(server, lines, "/v1/follow?step=3", media_type))
    assert one == {"actions": len(record.actions), "positions": [told["positions"][3]]}


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("step=999999", "step is a whole number from 0 to"),
        ("step=-1", "step must be a whole number in the digits 0 to 9, not '-1'"),
        ("step=", "not ''"),
        ("step=1.0", "not '1.0'"),
        ("step=²", "not '²'"),
        ("step=" + "9" * 5000, "step has 5,000 digits; 18 is the most"),
        ("step=1&step=2", "step is there twice"),
        ("at=1", "'at' means nothing in this query"),
    ],
)
def test_wrong_queries_are_told(server: Live, description: Description, drawn: Drawn, query: str, said: str) -> None:
    """Nothing in a query is passed over."""
    response = sent(server, list(drawn(2, "tiny").lines()), f"/v1/follow?{query}", "application/jsonl")
    told = description.must_tell("/v1/follow", "post", response)
    assert (response.status_code, told["code"]) == (422, "wrong-form")
    assert said in told["problems"][0]


@pytest.mark.parametrize("key", [f"[{'9' * 5_000}]", "[٣]", "[²]"])
def test_a_key_that_looks_like_an_index_is_wrong_and_nothing_fails(
    server: Live, description: Description, drawn: Drawn, key: str
) -> None:
    """The place of a mistake is told, whatever the key is called."""
    header, *rest = drawn(2, "tiny").lines()
    lines = [orjson.dumps(orjson.loads(header) | {key: 1}) + b"\n", *rest]
    response = sent(server, lines, "/v1/follow", "application/jsonl")
    told = description.must_tell("/v1/follow", "post", response)
    assert (response.status_code, told["code"]) == (422, "wrong-record")


def test_records_that_cannot_be_followed(server: Live, description: Description, drawn: Drawn) -> None:
    """The first wrong line, with all that helps."""
    good = list(drawn(2, "tiny").lines())
    for lines, line in (([*good[:4], good[2]], 5), (good[1:], 1), ([], 1), (good + good, len(good) + 1), ([*good, b"{}"], len(good) + 1)):  # fmt: skip
        for media_type in ("application/json", "application/jsonl"):
            response = sent(server, lines, "/v1/follow", media_type)
            told = description.must_tell("/v1/follow", "post", response)
            assert (response.status_code, told["code"], told["flaw"]["line"]) == (422, "wrong-record", line)
            assert (told["flaw"]["column"] is None) == (media_type == "application/json")
    broken = sent(server, [*good[:4], good[2]], "/v1/follow", "application/jsonl").json()["flaw"]
    assert broken["violations"]
    assert broken["state"] == plain(list(drawn(2, "tiny").states())[3])


def test_very_long_records_are_followed_by_step(server: Live, description: Description) -> None:
    """Of more than 1,000 positions only one at a time is told."""
    state = start = tu.new_game(2)
    dealer, actions = tu.Dealer(1), list[tu.Action]()
    while len(actions) < 1_000:  # nobody builds: the game goes on
        legal = tu.legal_actions(state)
        actions.append(dealer.deal(state) if state.actor is tu.CHANCE else legal[0])
        state = tu.apply(state, actions[-1])
    lines = list(tu.Record(start, tuple(actions)).lines())
    told = description.must_tell("/v1/follow", "post", sent(server, lines, "/v1/follow", "application/jsonl"))
    assert told["code"] == "wrong-form"
    assert "1,000 actions" in told["detail"]
    assert len(sent(server, lines[:-1], "/v1/follow", "application/jsonl").json()["positions"]) == 1_000
    last = sent(server, lines, "/v1/follow?step=1000", "application/jsonl").json()
    assert last["positions"][0]["state"] == plain(state)
