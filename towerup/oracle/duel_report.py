"""Reports of what a duel found: as JSON values, as a test vector, in words, and side by side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towerup.kernel.canonical import decode, encode
from towerup.kernel.differences import ABSENT
from towerup.kernel.records import actor_from_json, actor_to_json, header_of
from towerup.kernel.ruleset import AnyRuleset

from .dueling import Result
from .forms import notation, text
from .matches import Difference, Kind
from .vectors import action_of, broken_rules, heading, offer, result

_SETUPS = (Kind.SETUP_ACCEPTED, Kind.SETUP_REFUSED)


def difference_to_json(difference: Difference) -> dict[str, Any]:
    """A difference as a JSON value: after `setup` and `actions`, the question `asked` has the answer `expected`."""
    rules: AnyRuleset = difference.start.ruleset
    of_setup = difference.kind in _SETUPS
    value = {
        "kind": difference.kind.name.lower(),
        "rule": difference.rules[0] if difference.rules else None,
        "rules": list(difference.rules),
        "what": difference.what,
        "game": difference.game,
        "again": difference.again,
        "setup": difference.action if of_setup else rules.setup_to_json(difference.start),
        "actions": [rules.action_to_json(action) for action in difference.record.actions],
        "notation": [str(action) for action in difference.record.actions],
        "asked": difference.asked,
        "actor": difference.actor,
        "action": None if of_setup else difference.action,
        "to_act": actor_to_json(difference.state.actor),
        "expected": difference.expected,
        "found": difference.found,
        "places": [str(place) for place in difference.places],
    }
    if difference.attempts:
        value["tried"] = [{"action": one.action, "actor": one.actor} for one in difference.attempts]
    return value


def record_of(difference: Difference) -> bytes:
    """The game that shows a difference, as a record. For a setup that was judged wrongly, this is only the header."""
    if difference.kind in _SETUPS:
        return encode(header_of(difference.start) | {"setup": difference.action}) + b"\n"
    return b"".join(difference.record.lines())


def vectors_of(difference: Difference) -> dict[str, Any]:
    """The difference as a file of vectors with one vector: the question that was answered wrongly, and the right answer."""
    rules: AnyRuleset = difference.start.ruleset
    title = "A difference that a duel found"
    vector = {"shows": f"{difference.kind.value}: {difference.what}"} | _vector(rules, difference)
    return heading(rules, title=title) | {"vectors": [vector]}


def _vector(rules: AnyRuleset, difference: Difference) -> dict[str, Any]:
    state = difference.state
    if difference.kind is Kind.SETUP_ACCEPTED:
        return {"kind": "impossible", "setup": difference.action}
    if difference.asked == "start":
        setup = rules.setup_to_json(difference.start)
        return {"kind": "start", "setup": setup, "state": decode(rules.state_to_json(difference.start))}
    if difference.asked == "play":
        return _answered(rules, state, difference.action, difference.actor)
    if difference.asked == "outcome" and difference.record.actions:
        # What the last action led to has the outcome beside it.
        *_, state, _ = difference.record.states()
        action = rules.action_to_json(difference.record.actions[-1])
        return _answered(rules, state, action, actor_to_json(state.actor))
    return {"kind": "legal", "state": decode(rules.state_to_json(state))} | offer(rules, state)


def _answered(rules: AnyRuleset, state: Any, action: Any, actor: Any) -> dict[str, Any]:
    asked = {"state": decode(rules.state_to_json(state)), "actor": actor, "action": action}
    tried, by = action_of(rules, action), actor_from_json(actor)
    broken = broken_rules(rules, state, tried, by)
    if broken:
        return {"kind": "illegal"} | asked | {"broken": broken}
    return {"kind": "play"} | asked | result(rules, rules.apply(state, tried))


def result_to_json(done: Result) -> dict[str, Any]:
    """What a duel did and found, as a JSON value."""
    return {
        "ok": done.ok,
        "games": done.games,
        "steps": done.steps,
        "compared": done.compared,
        "illegal": done.illegal,
        "setups": done.setups,
        "editions": dict(done.editions),
        "players": {str(number): count for number, count in sorted(done.players.items())},
        "rulings": dict(done.rulings),
        "unfinished": done.unfinished,
        "answers": done.answers,
        "slow": {"answers": done.slow, "slowest": done.slowest[0], "seconds": done.slowest[1]},
        "difference": None if done.difference is None else difference_to_json(done.difference),
        "fleeting": [difference_to_json(one) for one in done.fleeting],
    }


def side_by_side(difference: Difference) -> Iterator[tuple[str, str, str]]:
    """Every place where the two sides differ: the place, what the rules say, and what the implementation says."""
    if difference.places:
        for place in difference.places:
            yield place.place, _text(place.right), _text(place.given)
        return
    rules: AnyRuleset = difference.start.ruleset
    expected, found = difference.expected or {}, difference.found or {}
    if "actions" in expected:
        ours, theirs = ([notation(rules, one) for one in side["actions"]] for side in (expected, found))
        for action in dict.fromkeys((*ours, *theirs)):
            if (action in ours) != (action in theirs):
                yield action, *(("legal", "illegal") if action in ours else ("illegal", "legal"))
            elif theirs.count(action) > 1:
                yield action, "legal", f"listed {theirs.count(action)} times"
    elif "chances" in expected:
        right, given = (
            {notation(rules, one["action"]): one["weight"] for one in side["chances"]} for side in (expected, found)
        )
        for action in {**right, **given}:
            yield action, _text(right.get(action, ABSENT)), _text(given.get(action, ABSENT))
    elif difference.kind.is_failure:
        yield difference.asked, "an answer", difference.kind.value
    else:
        yield difference.asked, _verdict(expected), _verdict(found)


def difference_text(difference: Difference) -> str:
    """A difference in words, with the rules and both sides."""
    lines = [f"{difference.kind.value}: {difference.what}"]
    lines += [f"  rules: {', '.join(difference.rules)}"] if difference.rules else []
    lines += [f"  {place}: the rules: {ours}; it: {theirs}" for place, ours, theirs in side_by_side(difference)]
    return "\n".join(lines)


def _verdict(side: dict[str, Any]) -> str:
    if "message" in side:
        return f"an answer with code {side['code']}: {side['message']}"
    if "refused" in side:
        return f"refused: {', '.join(side['refused'])}" if side["refused"] else "refused"
    if "state" in side:
        return "accepted"
    return "an answer" if "answer" in side else _text(side)


def _text(value: Any) -> str:
    return "—" if value is ABSENT else text(value)
