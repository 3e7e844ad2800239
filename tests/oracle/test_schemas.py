"""The schemas in specs/: everything we write is of their form, and they are as strict as our reading is. For every game."""

from __future__ import annotations

import copy
import json
import os
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import towerup as tu
from towerup.kernel.canonical import JsonError
from towerup.kernel.records import actor_to_json, header_of
from towerup.kernel.rules import ImpossiblePosition
from towerup.kernel.ruleset import AnyRuleset
from towerup.oracle.checking import check, verdict_to_json
from towerup.oracle.protocol import METHODS, Code, Refusal, error_of, request
from towerup.oracle.server import Oracle
from towerup.rulesets import ruleset

from .games import GAMES, every_game
from .schemas import BASE, OF_A_GAME, SCHEMAS, file_of, fits, must_fit, of_any_game, own

Drawn = Callable[..., tu.Record]


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


@pytest.mark.parametrize("form", OF_A_GAME)
def test_what_is_of_any_game_is_of_every_game_that_is_specified(form: str) -> None:
    """The schema that stands for all lists them. `TOWERUP_WRITE=1` writes it anew, when a game has come."""
    name = f"schemas/{form}.json"
    if os.environ.get("TOWERUP_WRITE"):
        file_of(name).write_text(json.dumps(of_any_game(form), indent=2) + "\n", encoding="utf-8")
    assert json.loads(file_of(name).read_text(encoding="utf-8")) == of_any_game(form)


@every_game
def test_every_game_has_its_own_forms(rules: AnyRuleset) -> None:
    """Just those that differ from game to game."""
    assert {name for name in SCHEMAS if name.startswith(f"{rules.name}/")} == {own(rules, form) for form in OF_A_GAME}


def within(value: Any) -> Iterator[Any]:
    yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from within(inner)


def boxes(rules: AnyRuleset) -> tuple[str, ...]:
    """The editions that are played with: the stress_editions show all that can happen, the usual one how large it gets."""
    return (*rules.stress_editions, rules.usual_edition)


@every_game
def test_everything_written_is_of_its_form(rules: AnyRuleset, drawn: Drawn) -> None:
    """Records, states of every phase, legal actions, chances, outcomes, replies: over whole games."""
    phases: set[str] = set()
    kinds: set[type] = set()
    chooser = random.Random(1)
    for seed in range(9):
        record = drawn(seed, boxes(rules)[seed % len(boxes(rules))], rules=rules)
        header, *lines = record.lines()
        for line in (header, lines[-1], *chooser.sample(lines, min(12, len(lines)))):
            must_fit("schemas/record-line.json", json.loads(line))
        must_fit(own(rules, "header"), header_of(record.start))
        oracle = Oracle(ruleset, [rules.name])
        for state in record.states():
            fresh = {type(action) for action in rules.legal_actions(state)} - kinds
            kinds |= fresh
            value = json.loads(rules.state_to_json(state))
            phase = value["table"]["phase"]
            if phase in phases and not fresh and chooser.random() < 0.98:
                continue
            phases.add(phase)
            must_fit(own(rules, "state"), value)
            ask(oracle, "start", game="g", state=value)
            legal = ask(oracle, "legal", game="g")
            assert legal["actions"] == [rules.action_to_json(action) for action in rules.legal_actions(state)]
            chances = ask(oracle, "chances", game="g")["chances"]
            assert [one["weight"] for one in chances] == list(rules.chance_weights(state))
            result = ask(oracle, "outcome", game="g")["outcome"]
            if result is not None:
                must_fit(own(rules, "outcome"), result)
            tried = rules.action_to_json(chooser.choice(rules.action_space(state)))
            must_fit(own(rules, "action"), tried)
            ask(oracle, "explain", game="g", action=tried, actor=chooser.choice([0, 1, "chance"]))
            ask(oracle, "state", game="g")
            if legal["actions"]:
                move = chooser.choice(legal["actions"])
                ask(oracle, "play", game="g", action=move, actor=actor_to_json(state.actor))
            ask(oracle, "end", game="g")
    [told] = [one for one in within(SCHEMAS[own(rules, "state")]) if isinstance(one, dict) and "phase" in one]
    # What a ruling alone brings about is not met in every dozen of games.
    assert len(told["phase"]["enum"]) - len(phases) <= 1
    assert len(SCHEMAS[own(rules, "action")]["oneOf"]) - len(kinds) <= 2


def ask(oracle: Oracle, method: str, **params: Any) -> Any:
    """The result of a request; both it and its reply are of their form."""
    line = request(method, params, 1)
    must_fit("schemas/request.json", json.loads(line))
    reply = json.loads(oracle.answer(line) or b"")
    must_fit("schemas/reply.json", reply)
    assert "result" in reply, reply
    must_fit(f"schemas/reply.json#/$defs/{method}", reply["result"])
    return reply["result"]


@every_game
def test_errors_are_of_their_form(rules: AnyRuleset, drawn: Drawn) -> None:
    """Every code, with what belongs to it."""
    record = drawn(1, rules.stress_editions[0], rules=rules)
    header = json.loads(next(iter(record.lines())))
    state = json.loads(rules.state_to_json(list(record.states())[-1]))
    oracle = Oracle(ruleset, [rules.name], most_games=1)
    ask(oracle, "hello")
    ask(oracle, "start", game="a", header=header)
    # A game that is over and goes on.
    impossible = state | {"table": state["table"] | {"ending": None}}
    illegal = next(
        value
        for value in map(rules.action_to_json, rules.action_space(record.start))
        if not oracle.call("explain", {"game": "a", "action": value})["legal"]
    )
    told = [
        b"{",
        b"[]",
        request("fly", {}, 1),
        request("legal", {"table": 1}, 1),
        request("play", {"game": "a", "action": illegal}, 1),
        request("legal", {"game": "b"}, 1),
        request("start", {"game": "a", "header": header}, 1),
        request("start", {"header": header}, 1),
    ]
    codes = set()
    for line in told:
        reply = json.loads(oracle.answer(line) or b"")
        must_fit("schemas/reply.json", reply)
        codes.add(reply["error"]["code"])
    ask(oracle, "end", game="a")
    reply = json.loads(oracle.answer(request("start", {"state": impossible}, 1)) or b"")
    must_fit("schemas/reply.json", reply)
    assert codes | {reply["error"]["code"], Code.INTERNAL} == set(Code)
    must_fit("schemas/reply.json", error_of(None, Refusal(Code.INTERNAL, "it failed")))
    told_codes = SCHEMAS["schemas/reply.json"]["$defs"]["error"]["properties"]["error"]["properties"]["code"]["enum"]
    assert set(told_codes) == set(Code)
    assert set(METHODS) == set(SCHEMAS["schemas/request.json"]["$defs"])


@every_game
def test_verdicts_are_of_their_form(rules: AnyRuleset, drawn: Drawn) -> None:
    """Of good games and of wrong ones, whatever is wrong."""
    lines = list(drawn(1, rules.stress_editions[0], rules=rules).lines())
    wrong = json.loads(lines[-1])
    wrong["outcome"]["winners"] = []
    streams: list[list[bytes]] = [lines, lines[:9], [], [b"x"], lines[2:], [*lines, b"{}"], [*lines[:5], lines[3]], lines[:-2] + lines[-1:]]  # fmt: skip
    for stream in [
        *streams,
        [*lines[:-1], json.dumps(wrong).encode()],
        [*lines[:4], b'{"actor": 0, "action": {"type": 1}}'],
    ]:
        must_fit("schemas/verdict.json", json.loads(json.dumps(verdict_to_json(check(stream, ruleset), "a file"))))


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


@every_game
def test_schema_and_reading_agree_about_actions(rules: AnyRuleset, drawn: Drawn) -> None:
    """An action of a wrong form is refused by both, one of a right form by neither."""
    space = rules.action_space(drawn(1, rules.stress_editions[0], rules=rules).start)
    for kind in {type(action) for action in space}:
        for action in [one for one in space if type(one) is kind][::400]:
            value = rules.action_to_json(action)
            for other in mutations(value):
                assert fits(own(rules, "action"), other) == readable(rules, other), other
    assert not fits(own(rules, "action"), {"type": "fly"})


def readable(rules: AnyRuleset, value: Any) -> bool:
    try:
        rules.action_from_json(value)
    except JsonError:
        return False
    return True


def reading_of(rules: AnyRuleset, value: Any) -> str:
    """How the reading takes a state: accepted, of a wrong form, or of a form that nothing is wrong with but refused."""
    try:
        rules.state_from_json(json.dumps(value))
    except JsonError as error:
        # What the setup means (an unknown edition, a colour twice) is beyond its form.
        return "meaning" if "@ $.setup" in str(error) and " is not a" not in str(error) else "form"
    except ImpossiblePosition:
        return "impossible"
    return "accepted"


@every_game
def test_schema_and_reading_agree_about_states_and_setups(rules: AnyRuleset, drawn: Drawn) -> None:
    """What the reading refuses as a wrong form, the schema refuses; what is accepted, the schema accepts."""
    record = drawn(3, rules.stress_editions[0], rules=rules)
    states = list(record.states())
    chooser = random.Random(3)
    counted = {"form": 0, "accepted": 0}
    for state in (states[1], states[len(states) // 2], states[-1]):
        value = json.loads(rules.state_to_json(state))
        for other in chooser.sample(list(mutations(value)), 200):
            judged = reading_of(rules, other)
            if judged in counted:
                counted[judged] += 1
                assert fits(own(rules, "state"), other) == (judged == "accepted"), other
    assert counted["form"] > 100
    assert counted["accepted"] > 2


@every_game
@given(seed=st.integers(0, 2**32), length=st.integers(0, 60))
def test_whatever_a_game_comes_to_is_of_its_form(rules: AnyRuleset, seed: int, length: int) -> None:
    """Any edition, number of players, option and ruling: the state, what is legal there, and the outcome if it is over."""
    chooser = random.Random(seed)
    edition = chooser.choice(boxes(rules))
    state = rules.random_game(chooser, chooser.choice(rules.player_counts(edition)), edition)
    must_fit(own(rules, "setup"), rules.setup_to_json(state))
    for _ in range(length):
        legal = rules.legal_actions(state)
        if not legal:
            break
        state = rules.apply(state, chooser.choice(legal))
    must_fit(own(rules, "state"), json.loads(rules.state_to_json(state)))
    for action in rules.legal_actions(state)[:20]:
        must_fit(own(rules, "action"), rules.action_to_json(action))
    result = rules.outcome(state)
    if result is not None:
        must_fit(own(rules, "outcome"), json.loads(json.dumps(rules.outcome_to_json(result))))


@given(data=st.data())
def test_no_form_of_a_game_is_that_of_another(data: st.DataObject) -> None:
    """A state or a header fits the schemas of its own game alone."""
    rules, other = data.draw(st.permutations(GAMES), label="games")[:2]
    chooser = random.Random(data.draw(st.integers(0, 2**32), label="seed"))
    state = rules.random_game(chooser, rules.player_counts()[0])
    for form, value in (("state", json.loads(rules.state_to_json(state))), ("header", header_of(state))):
        assert fits(own(rules, form), value)
        assert fits(f"schemas/{form}.json", value)
        assert not fits(own(other, form), value)
