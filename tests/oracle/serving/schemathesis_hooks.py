"""What schemathesis is told about this server: how lines are sent; and for its deep runs, positions that games have reached.

Loaded by its command (`SCHEMATHESIS_HOOKS`). With `TOWERUP_DEEP` set to the name of a game, bodies are made of real games, so that
answers come from the rules and not from the checks before them.
"""

from __future__ import annotations

import json
import os
import random
from functools import cache
from typing import Any

import schemathesis

from towerup.kernel.records import Record, actor_to_json
from towerup.kernel.ruleset import AnyRuleset
from towerup.rulesets import ruleset


@schemathesis.serializer("application/jsonl", "application/x-ndjson")
def lines(_: Any, value: Any) -> bytes:
    """As it is if it is text already."""
    return value.encode(errors="surrogatepass") if isinstance(value, str) else json.dumps(value).encode()


@cache
def games() -> tuple[Record, ...]:
    """Varied games of the kind that is asked for, in small boxes."""
    chooser = random.Random(1)
    rules = ruleset(os.environ["TOWERUP_DEEP"])
    made = []
    for number in range(6):
        edition = rules.stress_editions[number % len(rules.stress_editions)]
        start = state = rules.random_game(chooser, rules.player_counts(edition)[0], edition)
        actions: list[Any] = []
        while (legal := rules.legal_actions(state)) and len(actions) < 200:
            actions.append(chooser.choice(legal))
            state = rules.apply(state, actions[-1])
        made.append(Record(start, tuple(actions)))
    return tuple(made)


if os.environ.get("TOWERUP_DEEP"):

    @schemathesis.hook
    def map_body(context: Any, body: Any) -> Any:
        """Another body for each that was made up: the same for the same."""
        chooser = random.Random(repr(body))
        record = chooser.choice(games())
        name = context.operation.path.rpartition("/")[2]
        listed = [json.loads(line) for line in record.lines()]
        if name in ("check", "follow"):
            if chooser.random() < 0.5:
                del listed[chooser.randrange(1, len(listed))]
            plain = isinstance(body, str)
            return "".join(f"{json.dumps(line)}\n" for line in listed) if plain else listed
        state = chooser.choice(list(record.states()))
        rules: AnyRuleset = state.ruleset
        value = json.loads(rules.state_to_json(state))
        if name == "start":
            return {"header": listed[0]} if chooser.random() < 0.7 else {"state": value}
        if name not in ("play", "explain"):
            return {"state": value}
        tried: Any = chooser.choice(rules.legal_actions(state) or rules.action_space(state))
        if chooser.random() < 0.3:
            tried = chooser.choice(rules.action_space(state))
        actor = {"actor": actor_to_json(state.actor)} if type(state.actor) is int else {}
        return {"state": value, "action": rules.action_to_json(tried), **actor}
