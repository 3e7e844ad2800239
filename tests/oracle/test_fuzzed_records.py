"""A good record with one line changed, dropped, swapped, repeated or cut: judged as an independent reading judges it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import towerup as tu
from towerup.kernel.ruleset import AnyRuleset
from towerup.oracle.checking import check
from towerup.rulesets import ruleset

from .games import GAMES, every_game

Drawn = Callable[..., tu.Record]
Fuzz = Callable[[random.Random, list[bytes], tu.Record], list[bytes]]


# --- the independent reading: no Reader, no remembered lines, no actions of the space's own


class WrongLine(Exception):
    """The first wrong line, and the rules that are broken, if that is what is wrong."""

    def __init__(self, number: int, broken: list[str] | None = None) -> None:
        self.number, self.broken = number, broken


def reading(lines: list[bytes]) -> WrongLine | None:
    try:
        play(lines)
    except WrongLine as wrong:
        return wrong
    return None


def play(lines: list[bytes]) -> None:
    state: Any = None
    ended = False
    for number, line in enumerate(lines, start=1):
        try:
            value = json.loads(line, object_pairs_hook=once)
        except ValueError:
            raise WrongLine(number) from None
        if isinstance(value, dict) and value.get("format") == "towerup-record":
            if (
                set(value) != {"format", "version", "game", "setup"}
                or value["version"] != 1
                or value["version"] is True
            ):
                raise WrongLine(number)
            try:
                state, ended = ruleset(value["game"]).game_from_setup(value["setup"]), False
            except (ValueError, TypeError):
                raise WrongLine(number) from None
        elif state is None or ended:
            raise WrongLine(number)
        elif set(value) == {"outcome"}:
            result = state.ruleset.outcome(state)
            if result is None or json.dumps(value["outcome"], sort_keys=True) != plain(state.ruleset, result):
                raise WrongLine(number)
            ended = True
        else:
            state = after(number, state, value)


def plain(rules: AnyRuleset, result: Any) -> str:
    return json.dumps(rules.outcome_to_json(result), sort_keys=True)


def after(number: int, state: Any, value: dict[str, Any]) -> Any:
    if set(value) != {"actor", "action"} or not (value["actor"] == "chance" or type(value["actor"]) is int):
        raise WrongLine(number)
    by = tu.CHANCE if value["actor"] == "chance" else value["actor"]
    try:
        action = state.ruleset.action_from_json(value["action"])
        return state.ruleset.apply(state, action, by)
    except tu.IllegalAction as error:
        raise WrongLine(number, [one.id for one in error.violations]) from None
    except tu.JsonError:
        raise WrongLine(number) from None


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _ in pairs}) < len(pairs):
        raise ValueError("twice")
    return dict(pairs)


# --- what is done to a record


def another_action(chooser: random.Random, lines: list[bytes], record: tu.Record) -> list[bytes]:
    """Any other action of the whole action space, or a legal one that was not chosen."""
    at = chooser.randrange(len(record.actions))
    state = list(record.states())[at]
    rules: AnyRuleset = state.ruleset
    action = chooser.choice(chooser.choice([rules.action_space(state), rules.legal_actions(state)]))
    line = json.dumps({"actor": json.loads(lines[at + 1])["actor"], "action": rules.action_to_json(action)})
    return [*lines[: at + 1], line.encode() + b"\n", *lines[at + 2 :]]


def another_actor(chooser: random.Random, lines: list[bytes], record: tu.Record) -> list[bytes]:
    at = chooser.randrange(len(record.actions)) + 1
    value = json.loads(lines[at]) | {"actor": chooser.choice([0, 1, 2, 3, -1, "chance"])}
    return [*lines[:at], json.dumps(value).encode(), *lines[at + 1 :]]


def another_value(chooser: random.Random, lines: list[bytes], record: tu.Record) -> list[bytes]:
    """One value anywhere in any line, replaced by another value of the record or by something odd."""
    at = chooser.randrange(len(lines))
    value = json.loads(lines[at])
    places = list(inside(value))
    holder, key = chooser.choice(places)
    strange = [None, True, 0, 1, 1.5, -1, "", "black", "A1", [], {}, ["white"], holder[key]]
    other = [inner[name] for inner, name in inside(json.loads(chooser.choice(lines)))]
    holder[key] = chooser.choice([*strange, *other])
    return [*lines[:at], json.dumps(value).encode(), *lines[at + 1 :]]


def inside(value: Any) -> Any:
    for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        if isinstance(inner, dict | list):
            yield from inside(inner)


def drop(chooser: random.Random, lines: list[bytes], record: tu.Record) -> list[bytes]:
    at = chooser.randrange(len(lines))
    return [*lines[:at], *lines[at + 1 :]]


def swap(chooser: random.Random, lines: list[bytes], record: tu.Record) -> list[bytes]:
    a, b = chooser.randrange(len(lines)), chooser.randrange(len(lines))
    lines = list(lines)
    lines[a], lines[b] = lines[b], lines[a]
    return lines


def swap_neighbours(chooser: random.Random, lines: list[bytes], record: tu.Record) -> list[bytes]:
    at = chooser.randrange(len(lines) - 1)
    return [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]


def repeat(chooser: random.Random, lines: list[bytes], record: tu.Record) -> list[bytes]:
    at = chooser.randrange(len(lines))
    return [*lines[:at], lines[at], *lines[at:]]


def cut_a_line(chooser: random.Random, lines: list[bytes], record: tu.Record) -> list[bytes]:
    at = chooser.randrange(len(lines))
    return [*lines[:at], lines[at][: chooser.randrange(len(lines[at]) - 1)], *lines[at + 1 :]]


def cut_the_record(chooser: random.Random, lines: list[bytes], record: tu.Record) -> list[bytes]:
    return b"".join(lines)[: chooser.randrange(1, len(b"".join(lines)))].splitlines(keepends=True)


def change_a_byte(chooser: random.Random, lines: list[bytes], record: tu.Record) -> list[bytes]:
    at = chooser.randrange(len(lines))
    line = bytearray(lines[at])
    line[chooser.randrange(len(line) - 1)] = chooser.randrange(256)
    return [*lines[:at], bytes(line), *lines[at + 1 :]]


BOXES = [(rules, edition) for rules in GAMES for edition in rules.stress_editions[-2:]] + [
    (GAMES[0], GAMES[0].usual_edition)
]
FUZZES: tuple[Fuzz, ...] = (
    another_action, another_actor, another_value, drop, swap, swap_neighbours, repeat, cut_a_line, cut_the_record,
    change_a_byte,
)  # fmt: skip


def agrees(lines: list[bytes]) -> bool:
    """The verdict is that of the independent reading; gives whether something is wrong."""
    wrong, verdict = reading(lines), check(lines, ruleset)
    assert verdict.ok == (wrong is None), (wrong and wrong.number, verdict)
    if wrong is not None:
        flaw = verdict.flaws[0]
        assert flaw.line == wrong.number
        if wrong.broken is not None:
            assert [one.id for one in flaw.violations] == wrong.broken
        assert flaw.why
    return wrong is not None


@pytest.mark.parametrize("fuzz", FUZZES, ids=lambda one: one.__name__)
@pytest.mark.parametrize("rules, edition", BOXES, ids=lambda one: one if isinstance(one, str) else one.name)
def test_a_record_that_was_tampered_with_is_judged_right(
    drawn: Drawn, fuzz: Fuzz, rules: AnyRuleset, edition: str
) -> None:
    """Whatever was done to it: the same line, the same rules; and most of the time something is wrong."""
    chooser = random.Random(f"{fuzz.__name__} {edition}")
    found = 0
    for seed in range(1 if edition == rules.usual_edition else 3):
        record = drawn(seed, edition, rules=rules)
        lines = list(record.lines())
        assert not agrees(lines)
        found += sum(agrees(fuzz(chooser, lines, record)) for _ in range(8))
    assert found >= 2


@every_game
@given(st.integers(0, 30), st.lists(st.sampled_from(FUZZES), min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_tampering_upon_tampering(
    drawn: Drawn, rules: AnyRuleset, seed: int, fuzzes: list[Fuzz], chooser: random.Random
) -> None:
    """Several changes, one upon the other, where the record is still one that can be tampered with."""
    record = drawn(seed, rules.stress_editions[-1], rules=rules)
    lines = list(record.lines())
    for fuzz in fuzzes:
        try:
            lines = fuzz(chooser, lines, record)
        except (ValueError, LookupError, AttributeError, TypeError):
            break  # nothing is left to be changed in this way
    if lines:
        agrees(lines)


@given(
    st.lists(st.binary(max_size=40) | st.sampled_from([b'{"format":', b"{}", b"[", b'"format"', b"\n"]), max_size=20)
)
def test_random_bytes_are_never_in_order(parts: list[bytes]) -> None:
    """No exception, and a line that is wrong; nothing by chance is a record."""
    verdict = check(b"".join(parts).splitlines(keepends=True), ruleset)
    assert not verdict.ok
    assert verdict.flaws[0].line >= 1
