"""The schemas in specs/: everything we write is of their form, and they are as strict as our reading is."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

import towerup as tu
from towerup.kernel.records import actor_to_json
from towerup.oracle import specs
from towerup.oracle.checking import check, verdict_to_json
from towerup.oracle.protocol import METHODS, Code, Refusal, error_of, request
from towerup.oracle.server import Oracle
from towerup.rulesets import SPECIFIED, ruleset

Drawn = Callable[..., tu.Record]
FOLDER = specs.folder() / "schemas"
SCHEMAS = {file.name: json.loads(file.read_text(encoding="utf-8")) for file in sorted(FOLDER.iterdir())}
BASE = "https://towerup.invalid/specs/schemas/"
REGISTRY: Any = Registry().with_resources(
    [(schema["$id"], Resource.from_contents(schema)) for schema in SCHEMAS.values()]
)


@cache
def validator(name: str) -> Any:
    return Draft202012Validator({"$ref": BASE + name}, registry=REGISTRY)


def fits(name: str, value: Any) -> bool:
    return bool(validator(name).is_valid(value))


def must_fit(name: str, value: Any) -> None:
    validator(name).validate(value)


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schemas_are_schemas_and_strict(name: str) -> None:
    """Valid by the metaschema, named for their file, and no object takes just any key."""
    schema = SCHEMAS[name]
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == BASE + name
    for one in within(schema):
        if isinstance(one, dict) and one.get("type") == "object":
            assert "additionalProperties" in one, one
            assert one["additionalProperties"] is False or "properties" not in one


def within(value: Any) -> Iterator[Any]:
    yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from within(inner)


def games(drawn: Drawn) -> Iterator[tu.Record]:
    yield from (drawn(seed, edition) for seed in range(4) for edition in ("tiny", "small"))
    yield drawn(1, "reconstruction")


def test_everything_written_is_of_its_form(drawn: Drawn) -> None:
    """Records, states of every phase, legal actions, chances, outcomes, replies: over whole games."""
    phases, kinds = set(), set()
    chooser = random.Random(1)
    for record in games(drawn):
        for line in record.lines():
            must_fit("record-line.json", json.loads(line))
        oracle = Oracle(ruleset, SPECIFIED)
        for state in record.states():
            kinds |= {type(action) for action in tu.legal_actions(state)}
            if state.phase in phases and chooser.random() < 0.9:
                continue
            phases.add(state.phase)
            value = json.loads(tu.state_to_json(state))
            must_fit("state.json", value)
            ask(oracle, "start", game="g", state=value)
            legal = ask(oracle, "legal", game="g")
            assert legal["actions"] == [tu.action_to_json(action) for action in tu.legal_actions(state)]
            chances = ask(oracle, "chances", game="g")["chances"]
            assert [one["weight"] for one in chances] == list(tu.chance_weights(state))
            ask(oracle, "outcome", game="g")
            tried = chooser.choice(tu.action_space(state))
            ask(oracle, "explain", game="g", action=tu.action_to_json(tried), actor=chooser.choice([0, 1, "chance"]))
            ask(oracle, "state", game="g")
            if legal["actions"]:
                move = chooser.choice(legal["actions"])
                ask(oracle, "play", game="g", action=move, actor=actor_to_json(state.actor))
            ask(oracle, "end", game="g")
    assert len(phases) == 7
    assert kinds == {tu.Deal, tu.Reveal, tu.Place, tu.Take, tu.Back, tu.Found, tu.Decline}


def ask(oracle: Oracle, method: str, **params: Any) -> Any:
    """The result of a request; both it and its reply are of their form."""
    line = request(method, params, 1)
    must_fit("request.json", json.loads(line))
    reply = json.loads(oracle.answer(line) or b"")
    must_fit("reply.json", reply)
    assert "result" in reply, reply
    must_fit(f"reply.json#/$defs/{method}", reply["result"])
    return reply["result"]


def test_errors_are_of_their_form(drawn: Drawn) -> None:
    """Every code, with what belongs to it."""
    record = drawn(1)
    header = json.loads(next(iter(record.lines())))
    state = json.loads(tu.state_to_json(list(record.states())[-1]))
    oracle = Oracle(ruleset, SPECIFIED, most_games=1)
    ask(oracle, "hello")
    ask(oracle, "start", game="a", header=header)
    state["table"]["container"] = {"black": 60}
    told = [
        b"{",
        b"[]",
        request("fly", {}, 1),
        request("legal", {"table": 1}, 1),
        request("play", {"game": "a", "action": {"type": "decline"}}, 1),
        request("legal", {"game": "b"}, 1),
        request("start", {"game": "a", "header": header}, 1),
        request("start", {"header": header}, 1),
    ]
    codes = set()
    for line in told:
        reply = json.loads(oracle.answer(line) or b"")
        must_fit("reply.json", reply)
        codes.add(reply["error"]["code"])
    ask(oracle, "end", game="a")
    reply = json.loads(oracle.answer(request("start", {"state": state}, 1)) or b"")
    must_fit("reply.json", reply)
    assert codes | {reply["error"]["code"], Code.INTERNAL} == set(Code)
    must_fit("reply.json", error_of(None, Refusal(Code.INTERNAL, "it failed")))
    assert set(SCHEMAS["reply.json"]["$defs"]["error"]["properties"]["error"]["properties"]["code"]["enum"]) == set(
        Code
    )
    assert set(METHODS) == set(SCHEMAS["request.json"]["$defs"])


def test_verdicts_are_of_their_form(drawn: Drawn) -> None:
    """Of good games and of wrong ones, whatever is wrong."""
    lines = list(drawn(1).lines())
    wrong = json.loads(lines[-1])
    wrong["outcome"]["winners"] = []
    streams: list[list[bytes]] = [lines, lines[:9], [], [b"x"], lines[2:], [*lines, b"{}"], [*lines[:5], lines[3]], lines[:-2] + lines[-1:]]  # fmt: skip
    for stream in [
        *streams,
        [*lines[:-1], json.dumps(wrong).encode()],
        [*lines[:4], b'{"actor": 0, "action": {"type": 1}}'],
    ]:
        must_fit("verdict.json", json.loads(json.dumps(verdict_to_json(check(stream, ruleset), "a file"))))


_STRANGE: tuple[Any, ...] = ("text", 7, None, True, [], {}, [7], {"x": []})


def mutations(value: Any) -> Iterator[Any]:
    """The value with one key dropped, one key added, or one value of another type."""
    for path in paths(value):
        holder = value
        for step in path[:-1]:
            holder = holder[step]
        last = path[-1]
        for strange in _STRANGE:
            if type(strange) is not type(holder[last]):
                yield changed(value, path, strange)
        if isinstance(holder, dict):
            yield changed(value, path, ...)
        if isinstance(holder[last], dict):
            yield changed(value, (*path, "strange key"), 1)


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield (*path, key)
        if isinstance(inner, dict | list):
            yield from paths(inner, (*path, key))


def changed(value: Any, path: tuple[Any, ...], to: Any) -> Any:
    value = copy.deepcopy(value)
    holder = value
    for step in path[:-1]:
        holder = holder[step]
    if to is ...:
        del holder[path[-1]]
    else:
        holder[path[-1]] = to
    return value


def test_schema_and_reading_agree_about_actions(drawn: Drawn) -> None:
    """An action of a wrong form is refused by both, one of a right form by neither."""
    space = tu.action_space(drawn(1).start)
    for kind in {type(action) for action in space}:
        for action in [one for one in space if type(one) is kind][::400]:
            value = tu.action_to_json(action)
            for other in mutations(value):
                assert fits("action.json", other) == readable(tu.action_from_json, other), other
    assert not fits("action.json", {"type": "fly"})


def readable(read: Callable[[Any], Any], value: Any) -> bool:
    try:
        read(value)
    except tu.JsonError:
        return False
    return True


def reading_of(value: Any) -> str:
    """How the reading takes a state: accepted, of a wrong form, or of a form that nothing is wrong with but refused."""
    try:
        tu.state_from_json(json.dumps(value))
    except tu.JsonError as error:
        # What the setup means (an unknown edition, a roof colour twice) is beyond its form.
        return "meaning" if "@ $.setup" in str(error) and " is not a" not in str(error) else "form"
    except tu.ImpossiblePosition:
        return "impossible"
    return "accepted"


def test_schema_and_reading_agree_about_states_and_setups(drawn: Drawn) -> None:
    """What the reading refuses as a wrong form, the schema refuses; what is accepted, the schema accepts."""
    record = drawn(3, "tiny")
    states = list(record.states())
    chooser = random.Random(3)
    counted = {"form": 0, "accepted": 0}
    for state in (states[1], states[len(states) // 2], states[-1]):
        value = json.loads(tu.state_to_json(state))
        for other in chooser.sample(list(mutations(value)), 120):
            judged = reading_of(other)
            if judged in counted:
                counted[judged] += 1
                assert fits("state.json", other) == (judged == "accepted"), other
    assert counted["form"] > 100
    assert counted["accepted"] > 5
