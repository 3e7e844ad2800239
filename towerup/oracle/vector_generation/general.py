"""The files that are about no rule alone: how games begin, positions, numbers of positions, whole games."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from towerup.kernel.actors import CHANCE
from towerup.kernel.canonical import decode, encode
from towerup.kernel.counting import counts
from towerup.kernel.differences import differences
from towerup.kernel.records import Record
from towerup.kernel.ruleset import AnyRuleset
from towerup.oracle.dueling import mangled
from towerup.oracle.vectors import GAMES, GAMES_INDEX, heading, impossible, levels_to_json, offer, written

from .candidates import MANY, Candidate, best_of
from .games import Game
from .words import all_legal

COUNTED = 4_000
"""Where there are more choices than this at one depth, counting stops."""
RECORDS = 12
SETUPS_KEPT = 40


def setups(rules: AnyRuleset, games: Sequence[Game], seed: int) -> bytes:
    """How games begin with each edition, and setups in which one thing is changed so that no game begins with them."""
    begun: dict[tuple[Any, ...], dict[str, Any]] = {}
    refused: dict[tuple[Any, ...], dict[str, Any]] = {}
    for game in games:
        sizes = {key: len(value) for key, value in game.setup.items() if isinstance(value, list)}
        plain = {key: value for key, value in game.setup.items() if isinstance(value, int)}
        group = game.edition, encode(sizes | plain)
        if len(begun) < SETUPS_KEPT and not game.setup["rulings"] and group not in begun:
            state = decode(rules.state_to_json(game.start))
            shows = f"How a game begins: {', '.join(f'{key} {value}' for key, value in (sizes | plain).items())} ({game.summary})."
            begun[group] = {"shows": shows, "kind": "start", "setup": game.setup, "state": state}
        chooser = random.Random(f"{seed}/setup/{game.number}")
        setup = mangled(chooser, game.setup)
        why = impossible(rules, setup)
        if why is not None:
            changed = next(differences(setup, game.setup))
            kind = changed.path[0], type(changed.given), *why.split()[:2]
            shows = f"No game can be set up so: {why.splitlines()[0]}."
            refused.setdefault(kind, {"shows": shows, "kind": "impossible", "setup": setup})
    title = "Setups: how games begin, and what no game begins with"
    return written(heading(rules, title=title) | {"vectors": [*begun.values(), *refused.values()]})


def positions(rules: AnyRuleset, games: Sequence[Game]) -> bytes:
    """Positions of every sort with all that is legal in them."""
    kept: dict[tuple[Any, ...], dict[str, Any]] = {}
    for game in games:
        if game.setup["rulings"]:
            continue
        for step in game.steps:
            group = game.edition, len(game.setup["players"]), type(step.action), step.before.actor is CHANCE
            if group in kept:
                continue
            offered = offer(rules, step.before)
            if 1 < len(offered["legal"]) <= MANY:
                shows = f"{all_legal(offered)} ({game.summary})."
                state = decode(rules.state_to_json(step.before))
                kept[group] = {"shows": shows, "kind": "legal", "state": state, **offered}
    title = "Positions with all their legal actions"
    return written(heading(rules, title=title) | {"vectors": list(kept.values())})


def numbers(rules: AnyRuleset, games: Sequence[Game]) -> bytes:
    """Numbers of positions by depth, from a start and from the middle of a game with each edition."""
    vectors, seen = [], set[tuple[Any, ...]]()
    for game in games:
        group = game.edition, len(game.setup["players"])
        if game.setup["rulings"] or group in seen:
            continue
        seen.add(group)
        for place in (0, len(game.steps) // 2):
            state = game.steps[place].before
            depth, levels = 0, counts(rules, state, 0)
            while 0 < levels[-1].choices <= COUNTED:
                depth += 1
                levels = counts(rules, state, depth)
            shows = (
                f"Positions by depth, {'from the start' if not place else f'after {place} actions'} ({game.summary})."
            )
            vectors.append({
                "shows": shows,
                "kind": "counts",
                "state": decode(rules.state_to_json(state)),
                "levels": levels_to_json(levels),
            })  # fmt: skip
    return written(heading(rules, title="Numbers of positions by depth") | {"vectors": vectors})


def records(rules: AnyRuleset, games: Sequence[Game]) -> dict[str, bytes]:
    """Whole games that end in different ways, and the list of them."""
    candidates: list[Candidate] = []
    for game in games:
        ended = rules.outcome(game.end)
        if ended is None:
            continue
        outcome = rules.outcome_to_json(ended)
        ways = {(key, value) for key, value in outcome.items() if isinstance(value, str)}
        where = {("edition", game.edition), (game.edition, len(game.setup["players"]))}
        cost = len(game.steps) / 200 + (0.5 if game.setup["rulings"] else 0)
        candidates.append(Candidate({"game": game, "outcome": outcome}, frozenset(ways | where), cost))
    # First what is new, then as many again, so that every edition has its share.
    chosen = best_of(candidates, RECORDS // 2)
    for edition in [*rules.stress_editions, rules.usual_edition] * RECORDS:
        more = [one for one in candidates if one.vector["game"].edition == edition and one.vector not in chosen]
        if len(chosen) < RECORDS:
            chosen += [one.vector for one in more[len(more) // 2 :][:1]]
    files, vectors = {}, []
    for number, one in enumerate(chosen, start=1):
        game, outcome = one["game"], one["outcome"]
        name = f"{GAMES}/{number:02}-{game.edition}.jsonl"
        record = Record(game.start, tuple(step.action for step in game.steps))
        files[name] = b"".join(record.lines())
        end = "; ".join(f"{key} {value}" for key, value in outcome.items() if not isinstance(value, list))
        shows = f"A whole game of {len(game.steps)} actions ({game.summary}): {end}."
        vectors.append({"shows": shows, "kind": "game", "record": name, "outcome": outcome})
    content = heading(rules, title="Whole games with their outcomes") | {"vectors": vectors}
    return {**files, GAMES_INDEX: written(content)}
