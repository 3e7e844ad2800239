"""Checks an implementation under test with test vectors.

Most vectors ask about a position, so the implementation has to begin there (`start` with a `state`). Whole games and the
beginnings of games need no more than a duel does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from towerup.kernel.canonical import decode, encode
from towerup.kernel.differences import ABSENT, differences
from towerup.kernel.records import Find, actor_to_json, header_of, read_record
from towerup.kernel.ruleset import AnyRuleset

from .forms import notation
from .implementations import Implementation, Offer, Shown
from .matches import REFUSING
from .protocol import Refusal

MOST_CHOICES = 1_000
"""Counts are checked to the depth at which this many actions have been followed."""
_FEW = 6

ANYWHERE = frozenset({"start", "impossible", "game"})
"""The kinds of vector that do not begin in the middle of a game."""


def resumes(other: Implementation, rules: AnyRuleset) -> str | None:
    """None if the implementation can begin with a state; otherwise its reason why not."""
    start = rules.new_game(rules.player_counts()[0])
    try:
        other.resume(decode(rules.state_to_json(start)))
    except Refusal as refusal:
        return str(refusal)
    return None


def ask(other: Implementation, find: Find, game: str, vector: Mapping[str, Any], folder: Path) -> Iterator[str]:
    """Every disagreement of the implementation with a vector, in words. Paths of records are relative to the folder.

    Raises Failure if it does not answer, and Refusal if it refuses the beginning of a vector.
    """
    rules = find(game)
    yield from _ASKED[vector["kind"]](other, rules, vector, folder)
    other.end()


def _start(other: Implementation, rules: AnyRuleset, vector: Mapping[str, Any], folder: Path) -> Iterator[str]:
    shown = other.start(header_of(rules.game_from_setup(vector["setup"])))
    yield from map(str, differences({"state": shown.state}, {"state": vector["state"]}))


def _impossible(other: Implementation, rules: AnyRuleset, vector: Mapping[str, Any], folder: Path) -> Iterator[str]:
    header = header_of(rules.new_game(rules.player_counts()[0])) | {"setup": vector["setup"]}
    try:
        other.start(header)
    except Refusal as refusal:
        if refusal.code not in REFUSING:
            yield f"the setup is not refused as impossible, but with {refusal}"
        return
    yield "the setup is accepted, but impossible"


def _legal(other: Implementation, rules: AnyRuleset, vector: Mapping[str, Any], folder: Path) -> Iterator[str]:
    yield from _begins(other, vector)
    offer = other.legal()
    yield from _same_actor(offer, vector["actor"])
    given, right = Counter(map(encode, offer.actions)), Counter(map(encode, vector["legal"]))
    yield from _listed("is legal, but not among its legal actions", rules, right - given)
    yield from _listed("is illegal, but among its legal actions", rules, given.keys() - right.keys())
    yield from _listed("is listed more than once", rules, [key for key in right if given[key] > 1])
    chances = other.chances() if "weights" in vector else None
    if chances is not None:
        answered = {encode(one["action"]).decode(): one["weight"] for one in chances}
        weights = {encode(one).decode(): weight for one, weight in zip(vector["legal"], vector["weights"], strict=True)}
        yield from map(str, differences({"chances": answered}, {"chances": weights}))


def _play(other: Implementation, rules: AnyRuleset, vector: Mapping[str, Any], folder: Path) -> Iterator[str]:
    yield from _begins(other, vector)
    try:
        shown = other.play(vector["action"], vector["actor"])
    except Refusal as refusal:
        yield f"{notation(rules, vector['action'])} is legal, but refused: {refusal}"
        return
    yield from map(str, differences({"state": shown.state}, {"state": vector["after"]}))
    yield from map(str, differences({"outcome": other.outcome()}, {"outcome": vector.get("outcome")}))


def _illegal(other: Implementation, rules: AnyRuleset, vector: Mapping[str, Any], folder: Path) -> Iterator[str]:
    yield from _begins(other, vector)
    try:
        other.play(vector["action"], vector["actor"])
    except Refusal as refusal:
        if refusal.code not in REFUSING:
            yield f"{notation(rules, vector['action'])} is not refused as illegal, but with {refusal}"
        return
    broken = ", ".join(vector["broken"])
    yield f"{notation(rules, vector['action'])} is accepted, but illegal: it breaks {broken}"


def _counts(other: Implementation, rules: AnyRuleset, vector: Mapping[str, Any], folder: Path) -> Iterator[str]:
    """Compares level by level, until it would take too long. The game is begun anew in each position."""

    def begin(state: Any) -> Shown:
        other.end()
        return other.resume(state)

    other.resume(vector["state"])
    level: Counter[bytes] = Counter({encode(vector["state"]): 1})
    asked = 0
    for depth, right in enumerate(vector["levels"]):
        asked += right["choices"]
        if asked > MOST_CHOICES:
            return
        given = {"paths": level.total(), "positions": len(level), "chance": 0, "players": 0, "over": 0, "choices": 0}
        after: Counter[bytes] = Counter()
        for text, paths in level.items():
            state = decode(text)
            actor = begin(state).actor
            if actor is ABSENT:
                actor = actor_to_json(rules.state_from_json(text).actor)
            actions = other.legal().actions
            kind = "over" if not actions else "chance" if actor == "chance" else "players"
            given[kind] += 1
            given["choices"] += len(actions)
            for action in actions:
                after[encode(other.play(action, actor).state)] += paths
                begin(state)
        wrong = [str(one) for one in differences(given, right)]
        if wrong:
            yield f"{depth} actions deep: {'; '.join(wrong)}"
            return
        level = after


def _game(other: Implementation, rules: AnyRuleset, vector: Mapping[str, Any], folder: Path) -> Iterator[str]:
    with (folder / vector["record"]).open("rb") as lines:
        record = read_record(lines, rules)
    other.start(header_of(record.start))
    state = record.start
    for number, action in enumerate(record.actions, start=1):
        value = rules.action_to_json(action)
        try:
            shown = other.play(value, actor_to_json(state.actor))
        except Refusal as refusal:
            yield f"action {number}, {action}, is legal, but refused: {refusal}"
            return
        state = rules.apply(state, action)
        wrong = list(differences({"state": shown.state}, {"state": decode(rules.state_to_json(state))}))
        if wrong:
            yield from (f"after action {number}, {action}: {one}" for one in wrong)
            return
    yield from map(str, differences({"outcome": other.outcome()}, {"outcome": vector["outcome"]}))


_ASKED = {
    "start": _start,
    "impossible": _impossible,
    "legal": _legal,
    "play": _play,
    "illegal": _illegal,
    "counts": _counts,
    "game": _game,
}


def _begins(other: Implementation, vector: Mapping[str, Any]) -> Iterator[str]:
    """Differences between the given state and the one in which the implementation begins."""
    shown = other.resume(vector["state"])
    yield from map(str, differences({"state": shown.state}, {"state": vector["state"]}))


def _same_actor(given: Shown | Offer, right: Any) -> Iterator[str]:
    if given.actor is not ABSENT:
        yield from map(str, differences({"actor": given.actor}, {"actor": right}))


def _listed(what: str, rules: AnyRuleset, actions: Any) -> Iterator[str]:
    names = [notation(rules, decode(one)) for one in sorted(actions)]
    yield from (f"{name} {what}" for name in names[:_FEW])
    if len(names) > _FEW:
        yield f"and {len(names) - _FEW} more"
