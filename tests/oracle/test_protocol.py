"""The line protocol in process: methods, errors, notifications, batches, limits, and whatever else is sent."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import towerup as tu
from towerup.kernel.records import actor_to_json, header_of
from towerup.kernel.ruleset import AnyRuleset
from towerup.oracle import protocol
from towerup.oracle.protocol import Code, NoReply, Refusal, Reply, read_reply, request
from towerup.oracle.server import Oracle
from towerup.oracle.specs import specified
from towerup.rulesets import NAMES, ruleset

from .games import GAMES, every_game

Drawn = Callable[..., tu.Record]


@pytest.fixture
def oracle() -> Oracle:
    return Oracle(ruleset, specified(NAMES), version="1.2.3")


def header(edition: str = "tiny", players: int = 2) -> dict[str, Any]:
    return header_of(tu.new_game(players, edition=edition))


def ask(oracle: Oracle, method: str, **params: Any) -> Any:
    """The result; raises what was refused."""
    reply = read_reply(oracle.answer(request(method, params, 7)) or b"")
    assert reply.id == 7
    if reply.refusal is not None:
        raise reply.refusal
    return reply.result


def refused(oracle: Oracle, method: str, **params: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        ask(oracle, method, **params)
    return caught.value


# --- methods


@every_game
def test_whole_games_over_the_protocol(rules: AnyRuleset, drawn: Drawn, oracle: Oracle) -> None:
    """The same legal actions, chances, states and outcome as in process, step by step."""
    for seed, edition in enumerate((*rules.stress_editions, *rules.stress_editions[-1:]), start=1):
        record = drawn(seed, edition, rules=rules)
        begun = ask(oracle, "start", header=header_of(record.start))
        game = begun["game"]
        states = list(record.states())
        assert begun["state"] == json.loads(rules.state_to_json(record.start))
        for state, action, after in zip(states, record.actions, states[1:], strict=False):
            legal = ask(oracle, "legal", game=game)
            assert legal["actor"] == actor_to_json(state.actor)
            assert legal["actions"] == [rules.action_to_json(one) for one in rules.legal_actions(state)]
            chances = ask(oracle, "chances", game=game)["chances"]
            assert [one["weight"] for one in chances] == list(rules.chance_weights(state))
            assert [one["action"] for one in chances] == (legal["actions"] if state.actor is tu.CHANCE else [])
            assert ask(oracle, "outcome", game=game) == {"outcome": None}
            played = ask(oracle, "play", game=game, action=rules.action_to_json(action))
            assert played == {"actor": actor_to_json(after.actor), "state": json.loads(rules.state_to_json(after))}
        result = rules.outcome(states[-1])
        assert result is not None
        assert ask(oracle, "outcome", game=game)["outcome"] == json.loads(json.dumps(rules.outcome_to_json(result)))
        assert ask(oracle, "legal", game=game) == {"actor": None, "actions": []}
        assert ask(oracle, "end", game=game) == {"game": game, "open": 0}


@every_game
def test_any_action_is_explained_and_refused_as_in_process(rules: AnyRuleset, drawn: Drawn, oracle: Oracle) -> None:
    """Every rule that is broken, with its words and citations; nothing changes."""
    chooser = random.Random(1)
    state = list(drawn(5, rules.usual_edition, rules=rules).states())[30]
    value = json.loads(rules.state_to_json(state))
    game = ask(oracle, "start", state=value, game="here")["game"]
    assert game == "here"
    for action in chooser.sample(list(rules.action_space(state)), 60):
        by = chooser.choice([None, 0, 1, tu.CHANCE])
        named = {} if by is None else {"actor": actor_to_json(by)}
        broken = rules.explain(state, action, by)
        told = ask(oracle, "explain", game=game, action=rules.action_to_json(action), **named)
        assert told["legal"] == (not broken)
        assert [one["rule"] for one in told["violations"]] == [one.id for one in broken]
        if broken:
            refusal = refused(oracle, "play", game=game, action=rules.action_to_json(action), **named)
            assert refusal.code == Code.ILLEGAL_ACTION
            assert refusal.data["violations"] == told["violations"]
            assert str(action) in refusal.message
            first = told["violations"][0]
            assert first["title"] == broken[0].title
            assert first["message"] == broken[0].message
            assert first["citations"][0] == {
                "text": broken[0].citations[0].text,
                "heading": broken[0].citations[0].heading,
            }
        assert ask(oracle, "state", game=game)["state"] == value


def test_hello_tells_limits_and_headers_to_begin_with(oracle: Oracle) -> None:
    """Every header that it tells can be started."""
    told = ask(oracle, "hello")
    assert (told["protocol"], told["version"]) == ("towerup-oracle", 1)
    assert told["software"] == {"name": "towerup", "version": "1.2.3"}
    assert told["methods"] == list(protocol.METHODS)
    assert told["limits"] == {"line": 1_000_000, "games": 1_000, "batch": 1_000, "name": 64}
    assert [(game["name"], game["title"]) for game in told["games"]] == [(rules.name, rules.title) for rules in GAMES]
    for rules, game in zip(GAMES, told["games"], strict=True):
        names = [edition["header"]["setup"]["edition"]["name"] for edition in game["editions"]]
        assert names == [rules.usual_edition, *rules.stress_editions]
        for edition in game["editions"]:
            begun = ask(oracle, "start", header=edition["header"])
            assert begun["state"]["game"] == game["name"]
            assert len(edition["header"]["setup"]["players"]) in edition["players"]


def test_a_game_without_a_specification_is_not_announced() -> None:
    """But it can be asked about, once somebody knows its name."""
    first, other = GAMES[:2]
    oracle = Oracle(ruleset, specified([first.name]))
    assert [game["name"] for game in ask(oracle, "hello")["games"]] == [first.name]
    begun = ask(oracle, "start", header=header_of(other.new_game(other.player_counts()[0])))
    assert begun["state"]["game"] == other.name


def test_two_games_are_told_apart(oracle: Oracle) -> None:
    """Each by its own header; an action of one is none of the other, and a box of one is none of the other."""
    one, other = GAMES[:2]
    for rules in (one, other):
        ask(oracle, "start", game=rules.name, header=header_of(rules.new_game(rules.player_counts()[0])))
    for rules, strange in ((one, other), (other, one)):
        first = next(iter(ask(oracle, "legal", game=strange.name)["actions"]))
        assert refused(oracle, "play", game=rules.name, action=first).code in (Code.ILLEGAL_ACTION, Code.WRONG_PARAMS)
    mixed = header_of(one.new_game(one.player_counts()[0])) | {"game": other.name}
    assert refused(oracle, "start", header=mixed).code == Code.WRONG_PARAMS
    own = Oracle(ruleset, specified(NAMES), one.editions.shipped(one.stress_editions[0]))
    refusal = refused(own, "start", header=header_of(other.new_game(other.player_counts()[0])))
    assert refusal.code == Code.WRONG_PARAMS
    assert "or an Edition of this game, not" in refusal.message


def test_an_oracle_of_ones_own_box() -> None:
    """It tells a header of that box, and starts no other."""
    oracle = Oracle(ruleset, specified(NAMES), tu.load_edition("small"))
    [game] = ask(oracle, "hello")["games"]
    [edition] = game["editions"]
    assert edition["players"] == [2, 3, 4]
    begun = ask(oracle, "start", header=edition["header"])
    ask(oracle, "start", state=begun["state"])
    refusal = refused(oracle, "start", header=header("tiny"))
    assert refusal.code == Code.WRONG_PARAMS
    assert "is wanted, but 'small'" in refusal.message


def test_names_are_chosen_or_given_and_never_taken_twice(oracle: Oracle) -> None:
    """The oracle's own names go round those that are taken."""
    ask(oracle, "start", header=header(), game="game-2")
    assert ask(oracle, "start", header=header())["game"] == "game-1"
    assert ask(oracle, "start", header=header())["game"] == "game-3"
    assert refused(oracle, "start", header=header(), game="game-1").code == Code.GAME_EXISTS
    for wrong in ("", "x" * 65, 7, None, ["a"]):
        assert refused(oracle, "start", header=header(), game=wrong).code == Code.WRONG_PARAMS
    assert ask(oracle, "start", header=header(), game="é\n" * 32)["game"] == "é\n" * 32


def test_games_beyond_the_limit_are_refused_and_none_is_lost() -> None:
    """The next can be started once one is ended."""
    oracle = Oracle(ruleset, specified(NAMES), most_games=3)
    names = [ask(oracle, "start", header=header())["game"] for _ in range(3)]
    refusal = refused(oracle, "start", header=header())
    assert refusal.code == Code.TOO_MANY_GAMES
    assert "3 games are open" in refusal.message
    assert [ask(oracle, "state", game=name)["actor"] for name in names] == ["chance"] * 3
    ask(oracle, "end", game=names[1])
    assert refused(oracle, "state", game=names[1]).code == Code.NO_GAME
    ask(oracle, "start", header=header())


def test_200_games_at_once(drawn: Drawn, oracle: Oracle) -> None:
    """Played turn by turn, each goes its own way and comes to its own end."""
    records = {f"g{seed}": drawn(seed, "tiny") for seed in range(200)}
    for name, record in records.items():
        ask(oracle, "start", header=header_of(record.start), game=name)
    going = {name: iter(record.actions) for name, record in records.items()}
    while going:
        for name in list(going):
            action = next(going[name], None)
            if action is None:
                del going[name]
            else:
                oracle.answer(request("play", {"game": name, "action": tu.action_to_json(action)}))
    assert len(oracle.games) == 200
    for name, record in records.items():
        *_, last = record.states()
        assert ask(oracle, "state", game=name)["state"] == json.loads(tu.state_to_json(last))


# --- errors

IMPOSSIBLE = json.loads(tu.state_to_json(tu.new_game(2, edition="tiny")))
IMPOSSIBLE["table"]["container"] = {"black": 60}


@pytest.mark.parametrize(
    ("method", "params", "code", "said"),
    [
        ("fly", {}, Code.NO_METHOD, "there is no method 'fly'; there is hello"),
        ("", {}, Code.NO_METHOD, "there is no method ''"),
        ("_start", {}, Code.NO_METHOD, "there is no method"),
        ("hello", {"you": 1}, Code.WRONG_PARAMS, "'you' means nothing here; known are nothing in it"),
        ("legal", {}, Code.WRONG_PARAMS, "game is missing"),
        ("legal", {"gaem": "a"}, Code.WRONG_PARAMS, "game is missing; 'gaem' means nothing here; known are game"),
        ("legal", {"game": "b"}, Code.NO_GAME, "there is no game 'b'"),
        ("legal", {"game": 7}, Code.WRONG_PARAMS, "the name of a game is a text"),
        ("legal", {"game": ["a"]}, Code.WRONG_PARAMS, "the name of a game is a text"),
        ("start", {}, Code.WRONG_PARAMS, "either a header or a state is wanted"),
        ("start", {"header": {}, "state": {}}, Code.WRONG_PARAMS, "either a header or a state is wanted"),
        ("start", {"header": None}, Code.WRONG_PARAMS, "a header is an object, not null @ $.header"),
        ("start", {"header": {}}, Code.WRONG_PARAMS, 'format is missing, not "towerup-record" @ $.header.format'),
        ("start", {"header": header() | {"game": "chess"}}, Code.WRONG_PARAMS, "there are no rules for 'chess'"),
        ("start", {"header": header() | {"setup": {}}}, Code.WRONG_PARAMS, "missing @ $.header.setup.edition"),
        ("start", {"state": None}, Code.WRONG_PARAMS, "a state is an object that names its game @ $.state.game"),
        ("start", {"state": {"game": "chess"}}, Code.WRONG_PARAMS, "there are no rules for 'chess'"),
        ("start", {"state": {"game": "tower-up"}}, Code.WRONG_PARAMS, 'format is missing, not "towerup-state" @ $.state.format'),
        ("start", {"state": IMPOSSIBLE}, Code.IMPOSSIBLE_POSITION, "no game can reach this position"),
        ("play", {"game": "a"}, Code.WRONG_PARAMS, "action is missing"),
        ("play", {"game": "a", "action": 7}, Code.WRONG_PARAMS, "an action is an object with a type"),
        ("play", {"game": "a", "action": {"type": "take", "card": 7}}, Code.WRONG_PARAMS, "7 is not a text @ $.action.card"),
        ("play", {"game": "a", "action": {"type": "decline"}, "actor": None}, Code.WRONG_PARAMS, "not null @ $.actor"),
        ("play", {"game": "a", "action": {"type": "decline"}, "actor": True}, Code.WRONG_PARAMS, "not true @ $.actor"),
        ("play", {"game": "a", "action": {"type": "decline"}, "actor": 9}, Code.ILLEGAL_ACTION, "decline is not legal here"),
        ("end", {"game": "b"}, Code.NO_GAME, "there is no game 'b'"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(oracle: Oracle, method: str, params: Any, code: Code, said: str) -> None:
    """The code, and a sentence with what would be right; the game that is open stays as it is."""
    ask(oracle, "start", header=header(), game="a")
    before = ask(oracle, "state", game="a")
    refusal = refused(oracle, method, **params)
    assert (refusal.code, said in refusal.message) == (code, True), refusal.message
    if code == Code.WRONG_PARAMS:
        assert "; ".join(refusal.data["problems"]) == refusal.message
    assert ask(oracle, "state", game="a") == before


@pytest.mark.parametrize(
    ("line", "code", "id"),
    [
        (b"", -32700, None),
        (b"\n", -32700, None),
        (b"{", -32700, None),
        (b"\xff\n", -32700, None),
        (b"\xef\xbb\xbf{}", -32700, None),
        (b'{"jsonrpc": "2.0", "id": 1, "id": 1, "method": "hello"}', -32700, None),
        (b'{"jsonrpc": "2.0", "id": NaN, "method": "hello"}', -32700, None),
        (b"[" * 10_000, -32700, None),
        (b'"' + b"x" * 1_000_000 + b'"', -32700, None),
        (b"1", -32600, None),
        (b"null", -32600, None),
        (b'"hello"', -32600, None),
        (b"[]", -32600, None),
        (b"[" + b"1," * 1_000 + b"1]", -32600, None),
        (b"{}", -32600, None),
        (b'{"id": 1, "method": "hello"}', -32600, 1),
        (b'{"jsonrpc": 2.0, "id": "a", "method": "hello"}', -32600, "a"),
        (b'{"jsonrpc": "1.0", "method": "hello"}', -32600, None),
        (b'{"jsonrpc": "2.0", "id": 1}', -32600, 1),
        (b'{"jsonrpc": "2.0", "id": 1, "method": 7}', -32600, 1),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "hello", "auth": "x"}', -32600, 1),
        (b'{"jsonrpc": "2.0", "id": 1.5, "method": "hello"}', -32600, None),
        (b'{"jsonrpc": "2.0", "id": 100000000000000000000, "method": "hello"}', -32600, None),
        (b'{"jsonrpc": "2.0", "id": true, "method": "hello"}', -32600, None),
        (b'{"jsonrpc": "2.0", "id": {}, "method": "hello"}', -32600, None),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "hello", "params": [1]}', -32602, 1),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "hello", "params": null}', -32602, 1),
        (b'{"jsonrpc": "2.0", "id": null, "method": "fly"}', -32601, None),
    ],
    ids=lambda one: repr(one)[:50],
)  # fmt: skip
def test_what_is_no_request_is_told(oracle: Oracle, line: bytes, code: int, id: Any) -> None:
    """The codes of JSON-RPC, with the id where it could be read."""
    reply = read_reply(oracle.answer(line) or b"")
    assert reply.refusal is not None
    assert (reply.refusal.code, reply.id) == (code, id)


@pytest.mark.parametrize("id", [0, -1, 2**63 - 1, 2**64 - 1, -(2**63), "", "é", "x" * 1_000, None])
def test_ids_come_back_as_they_were(oracle: Oracle, id: Any) -> None:
    """Numbers, texts, null."""
    line = json.dumps({"jsonrpc": "2.0", "id": id, "method": "hello"}).encode()
    reply = read_reply(oracle.answer(line) or b"")
    assert (reply.id, type(reply.id), reply.refusal) == (id, type(id), None)


def test_notifications_are_carried_out_and_never_answered(oracle: Oracle) -> None:
    """Not even if they are refused."""
    assert oracle.answer(request("start", {"header": header(), "game": "a"})) is None
    assert "a" in oracle.games
    assert oracle.answer(request("fly")) is None
    assert oracle.answer(request("legal", {"game": "none"})) is None
    assert oracle.answer(request("play", {"game": "a", "action": {"type": "decline"}})) is None
    assert oracle.answer(request("legal", {"wrong": 1})) is None


def test_batches_are_answered_in_order_without_notifications(oracle: Oracle) -> None:
    """Each by its own reply; a batch of notifications by nothing; a batch in a batch is no request."""
    parts = [
        request("start", {"header": header(), "game": "a"}, 1),
        request("end", {"game": "a"}),
        request("legal", {"game": "a"}, 2),
        b"7\n",
        b"[]\n",
        request("hello", {}, "last"),
    ]
    replies = json.loads(oracle.answer(b"[" + b",".join(parts) + b"]") or b"")
    assert [reply["id"] for reply in replies] == [1, 2, None, None, "last"]
    assert [reply.get("error", {}).get("code") for reply in replies] == [None, Code.NO_GAME, -32600, -32600, None]
    assert oracle.answer(b"[" + request("fly") + b"," + request("hello") + b"]") is None


def test_a_mistake_of_the_oracle_itself_is_told_and_survived(
    oracle: Oracle, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An internal error is a reply like any other; the traceback goes to the error stream, and the next is answered."""

    def fail(_: str) -> Any:
        raise RecursionError("too deep")

    monkeypatch.setattr(oracle, "_find", fail)
    refusal = refused(oracle, "start", header=header())
    assert refusal.code == Code.INTERNAL
    assert "RecursionError: too deep" in refusal.message
    monkeypatch.undo()
    assert ask(oracle, "start", header=header())
    told = capsys.readouterr()
    assert not told.out
    assert "Traceback" in told.err


# --- anything at all

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
WORDS = st.sampled_from(["jsonrpc", "id", "method", "params", "game", "action", "actor", "header", "state", "2.0"])
MESSAGES = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0") | JSON, "method": st.sampled_from(protocol.METHODS) | JSON},
    optional={
        "id": st.integers() | st.text(max_size=3) | JSON,
        "params": JSON | st.dictionaries(WORDS, JSON | st.just("a") | st.just(header()), max_size=4),
    },
)


@given(st.lists(st.binary(max_size=60) | MESSAGES.map(json.dumps).map(str.encode) | JSON.map(json.dumps).map(str.encode), max_size=8))  # fmt: skip
def test_whatever_is_sent_is_answered_properly(lines: list[bytes]) -> None:
    """A reply of the right form or nothing; a game that was open before is there afterwards, and goes on."""
    oracle = Oracle(ruleset, specified(NAMES))
    ask(oracle, "start", header=header(), game="kept")
    for line in lines:
        answer = oracle.answer(line)
        if answer is None:
            continue
        assert answer.endswith(b"\n")
        assert answer.count(b"\n") == 1
        value = json.loads(answer)
        for one in value if isinstance(value, list) else [value]:
            reply = read_reply(json.dumps(one).encode())
            assert reply.refusal is None or reply.refusal.code in set(Code) - {Code.INTERNAL}
    assert ask(oracle, "legal", game="kept")["actor"] == "chance"


# --- the asking side


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"", "not JSON"),
        (b"hello\n", "not JSON"),
        (b"[]", "a reply is an object"),
        (b'{"id": 1, "result": 1}', "a reply is an object"),
        (b'{"jsonrpc": "2.0", "id": 1}', "either result or error"),
        (b'{"jsonrpc": "2.0", "result": 1}', "either result or error"),
        (b'{"jsonrpc": "2.0", "id": 1, "result": 1, "error": {}}', "either result or error"),
        (b'{"jsonrpc": "2.0", "id": [], "result": 1}', "the id is"),
        (b'{"jsonrpc": "2.0", "id": 1, "error": 7}', "an error is an object"),
        (b'{"jsonrpc": "2.0", "id": 1, "error": {"code": "1", "message": ""}}', "an error is an object"),
        (b'{"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "", "data": 7}}', "an error is an object"),
    ],
)
def test_what_is_no_reply_is_told(line: bytes, said: str) -> None:
    """Garbage of an implementation under test is a sentence, never a traceback."""
    with pytest.raises(NoReply, match=said):
        read_reply(line)


def test_replies_are_read_as_they_were_written() -> None:
    """Results and refusals."""
    assert read_reply(b'{"jsonrpc": "2.0", "id": 1, "result": [1]}') == Reply(1, [1])
    read = read_reply(b'{"jsonrpc": "2.0", "id": "x", "error": {"code": 1, "message": "no", "data": {"a": 1}}}')
    assert read.refusal is not None
    assert (read.refusal.code, read.refusal.message, read.refusal.data) == (1, "no", {"a": 1})
    assert str(read.refusal) == "no (1)"
