"""What a duel has found, told: as JSON values, as a test vector, and side by side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towerup.kernel.differences import ABSENT
from towerup.kernel.records import actor_to_json
from towerup.kernel.ruleset import Ruleset

from .dueling import Result
from .forms import notation, text
from .matches import Difference, Kind

_SETUPS = (Kind.SETUP_ACCEPTED, Kind.SETUP_REFUSED)


def vector_of(difference: Difference) -> dict[str, Any]:
    """The difference as a test vector: after `setup` and `actions`, `action` is to give what is `expected`."""
    rules: Ruleset = difference.start.ruleset
    of_setup = difference.kind in _SETUPS
    told = {
        "rule": difference.rules[0] if difference.rules else None,
        "what": difference.what,
        "setup": difference.action if of_setup else rules.setup_to_json(difference.start),
        "actions": [rules.action_to_json(action) for action in difference.record.actions],
        "asked": difference.asked,
        "actor": difference.actor,
        "action": None if of_setup else difference.action,
        "expected": difference.expected,
        "found": difference.found,
    }
    if difference.attempts:
        told["tried"] = [{"action": one.action, "actor": one.actor} for one in difference.attempts]
    return told


def difference_to_json(difference: Difference) -> dict[str, Any]:
    """A difference as a JSON value: the vector, and all that explains it."""
    return vector_of(difference) | {
        "kind": difference.kind.name.lower(),
        "rules": list(difference.rules),
        "game": difference.game,
        "again": difference.again,
        "notation": [str(action) for action in difference.record.actions],
        "places": [str(place) for place in difference.places],
        "to_act": actor_to_json(difference.state.actor),
    }


def result_to_json(result: Result) -> dict[str, Any]:
    """What a duel did and found, as a JSON value."""
    return {
        "ok": result.ok,
        "games": result.games,
        "steps": result.steps,
        "compared": result.compared,
        "illegal": result.illegal,
        "unfinished": result.unfinished,
        "answers": result.answers,
        "slow": {"answers": result.slow, "slowest": result.slowest[0], "seconds": result.slowest[1]},
        "difference": None if result.difference is None else difference_to_json(result.difference),
        "fleeting": [difference_to_json(one) for one in result.fleeting],
    }


def side_by_side(difference: Difference) -> Iterator[tuple[str, str, str]]:
    """Where the two sides differ: what it is about, what the rules say, and what the implementation says."""
    if difference.places:
        for place in difference.places:
            yield place.place, _text(place.right), _text(place.given)
        return
    rules: Ruleset = difference.start.ruleset
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


def told(difference: Difference) -> str:
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
