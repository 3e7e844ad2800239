"""The answers to requests. Each is computed from scratch; nothing is kept from one request to the next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs
import orjson

from towerup.kernel.canonical import MOST_DEPTH
from towerup.kernel.differences import ABSENT
from towerup.kernel.records import Begun, Reader, RecordError, Step, actor_to_json, one_record
from towerup.oracle import questions
from towerup.oracle.checking import check as judged
from towerup.oracle.checking import flaw_of, flaw_to_json, verdict_to_json
from towerup.oracle.questions import Answer, known_games

from .limits import HEAD, MOST_POSITIONS
from .problems import Kind, Problem, wrong_form
from .state_cache import StateCache

NAME = "towerup-http"
VERSION = 1
"""Of the interface, as it is in the paths. It changes when clients of the old version would misunderstand the new one."""


@attrs.frozen
class Lines:
    """A record as it was sent. In a list of JSON values a place in a line means nothing."""

    lines: Iterable[bytes]
    listed: bool


def hello(cache: StateCache) -> Answer:
    """The server's software, games and limits."""
    subject = cache.subject
    limits = subject.limits
    return {
        "protocol": NAME,
        "version": VERSION,
        "software": {"name": "towerup", "version": subject.version},
        "limits": {
            "body": limits.body,
            "head": HEAD,
            "reply": limits.reply,
            "depth": MOST_DEPTH,
            "seconds": limits.seconds,
            "positions": MOST_POSITIONS,
            "workers": limits.workers,
            "waiting": limits.waiting,
            "requests": limits.requests,
        },
        "games": known_games(subject.find, subject.names, subject.edition),
    }


def rules(cache: StateCache, game: str) -> Answer:
    """The rule catalogue of a game."""
    try:
        found = cache.subject.find(game)
    except ValueError as error:
        raise Problem(Kind.NOT_FOUND, str(error)) from None
    catalogue = found.catalogue()
    return {
        "game": found.name,
        "title": found.title,
        "texts": [attrs.asdict(one) for one in catalogue.texts],
        "rules": [attrs.asdict(one) for one in catalogue.rules.values()],
        "rulings": [attrs.asdict(one) for one in catalogue.rulings.values()],
    }


def start(cache: StateCache, header: Any = ABSENT, state: Any = ABSENT) -> Answer:
    """The first state of a game, or a given state in our own form."""
    if (header is ABSENT) == (state is ABSENT):
        raise wrong_form("either a header or a state is wanted")
    game = cache.begun(header) if state is ABSENT else cache.at(state)
    cache.remember([game.state])
    return questions.shown(game)


def legal(cache: StateCache, state: Any) -> Answer:
    """Every legal action."""
    return questions.legal(cache.at(state))


def chances(cache: StateCache, state: Any) -> Answer:
    """What chance can bring, with weights."""
    return questions.chances(cache.at(state))


def play(cache: StateCache, state: Any, action: Any, actor: Any = ABSENT) -> Answer:
    """The state after an action."""
    after = questions.played(cache.at(state), action, _seat(actor))
    cache.remember([after])
    return questions.shown(cache.game(after))


def explain(cache: StateCache, state: Any, action: Any, actor: Any = ABSENT) -> Answer:
    """Every rule that an action would break."""
    return questions.explained(cache.at(state), action, _seat(actor))


def _seat(actor: Any) -> Any:
    """The actor, as strict as the schema. A record may name anyone, and is judged; a request may not."""
    if type(actor) is int and actor < 0:
        raise wrong_form(f'the actor is a seat number, from 0, or "chance", not {actor} @ $.actor')
    return actor


def outcome(cache: StateCache, state: Any) -> Answer:
    """How the game ended."""
    return questions.outcome(cache.at(state))


def check(cache: StateCache, record: Lines) -> Answer:
    """The verdict on recorded games."""
    verdict = judged(record.lines, cache.subject.find, cache.subject.edition, cache.spaces)
    if record.listed:
        verdict.flaws = [attrs.evolve(one, column=None) for one in verdict.flaws]
    return verdict_to_json(verdict, "the request")


def follow(cache: StateCache, record: Lines, step: int | None = None) -> Answer:
    """The positions of a recorded game: all of them, or the one after `step` actions."""
    positions: list[Answer] = []
    actions = 0

    def note(state: Any, action: Any) -> None:
        if (step is None and actions <= MOST_POSITIONS) or step == actions:
            text = state.ruleset.state_to_json(state)
            positions.append(
                {
                    "step": actions,
                    "notation": None if action is None else str(action),
                    "actor": actor_to_json(state.actor),
                    "state": orjson.Fragment(text),
                }
            )

    reader = Reader(cache.subject.find, cache.subject.edition, cache.spaces)
    try:
        for found in one_record(reader, record.lines):
            if type(found) is Step:
                actions += 1
                note(found.after, found.action)
            elif type(found) is Begun:
                note(found.state, None)
    except RecordError as error:
        flaw = flaw_of(error, 1, actions + 1)
        value = flaw_to_json(attrs.evolve(flaw, column=None) if record.listed else flaw)
        place = (
            f"line {flaw.line}" if flaw.column is None or record.listed else f"line {flaw.line}, column {flaw.column}"
        )
        raise Problem(Kind.WRONG_RECORD, f"{place}: {flaw.why}", {"flaw": value}) from None
    if step is None and len(positions) > MOST_POSITIONS:
        raise wrong_form(
            f"the record has {actions:,} actions: of more than {MOST_POSITIONS:,} positions ask for one by step"
        )
    if step is not None and step > actions:
        raise wrong_form(f"the record has {actions:,} actions: step is a whole number from 0 to {actions}")
    return {"actions": actions, "positions": positions}
