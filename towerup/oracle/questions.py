"""What can be asked of a position, whichever way the question came: the answers as JSON values, or a refusal.

The line protocol asks by the name of an open game, HTTP brings the state along; both are answered here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs
import orjson

from towerup.kernel.actors import Actor
from towerup.kernel.canonical import JsonError, encode
from towerup.kernel.differences import ABSENT
from towerup.kernel.pointing import within
from towerup.kernel.records import Find, actor_from_json, actor_to_json, header_of, start_of
from towerup.kernel.rules import IllegalAction, ImpossiblePosition
from towerup.kernel.ruleset import AnyRuleset
from towerup.kernel.spaces import Space

from .forms import violations_to_json
from .protocol import Code, Refusal

Answer = dict[str, Any]


@attrs.define
class Game:
    """A game that is asked about: where it stands, and its action space."""

    state: Any
    rules: AnyRuleset
    space: Space


# --- positions


def about_to_begin(header: Any, find: Find, edition: Any = None) -> Any:
    """The state that a header describes."""
    try:
        return start_of(header, find, edition)
    except JsonError as error:
        raise wrong_params(*(within("header", problem) for problem in error.problems)) from None


def given(state: Any, find: Find, edition: Any = None) -> Any:
    """The state that somebody has written out."""
    name = state.get("game") if isinstance(state, dict) else None
    if not isinstance(name, str):
        raise wrong_params("a state is an object that names its game @ $.state.game")
    try:
        rules = find(name)
    except ValueError as error:
        raise wrong_params(f"{error} @ $.state.game") from None
    try:
        return rules.state_from_json(encode(state), edition)
    except JsonError as error:
        raise wrong_params(*(within("state", problem) for problem in error.problems)) from None
    except ImpossiblePosition as error:
        data = {"violations": violations_to_json(error.violations)}
        raise Refusal(Code.IMPOSSIBLE_POSITION, "no game can reach this position", data) from None


def known_games(find: Find, names: Iterable[str], edition: Any = None) -> list[Answer]:
    """The games of these names; where games are played with one edition alone, those that it is for."""
    known = [rules for rules in map(find, names) if edition is None or rules.editions.holds(edition)]
    return [_known_game(rules, edition) for rules in known]


def _known_game(rules: AnyRuleset, edition: Any) -> Answer:
    """A game whose rules are known, with a header for each edition that one can begin with."""
    editions = (rules.usual_edition, *rules.stress_editions) if edition is None else (edition,)
    return {
        "name": rules.name,
        "title": rules.title,
        "editions": [
            {
                "players": list(rules.player_counts(one)),
                "header": header_of(rules.new_game(rules.player_counts(one)[0], edition=one)),
            }
            for one in editions
        ],
    }


# --- questions


def shown(game: Game) -> Answer:
    """Where the game stands, and who is to act."""
    state = game.state
    return {"actor": actor_to_json(state.actor), "state": orjson.Fragment(game.rules.state_to_json(state))}


def legal(game: Game) -> Answer:
    """Every legal action."""
    text = game.space.text
    listed = b"[" + b",".join([text(action) for action in game.rules.legal_actions(game.state)]) + b"]"
    return {"actor": actor_to_json(game.state.actor), "actions": orjson.Fragment(listed)}


def chances(game: Game) -> Answer:
    """What chance can bring, with weights."""
    weights = game.rules.chance_weights(game.state)
    offered = game.rules.legal_actions(game.state) if weights else ()
    return {
        "actor": actor_to_json(game.state.actor),
        "chances": [
            {"action": orjson.Fragment(game.space.text(action)), "weight": weight}
            for action, weight in zip(offered, weights, strict=True)
        ],
    }


def played(game: Game, action: Any, actor: Any = ABSENT) -> Any:
    """The state after an action; refused if it is illegal."""
    tried, by = _tried(game, action, actor)
    state, apply = game.state, game.rules.apply
    try:
        # An actor who is named is judged with the action; the one who is to act need not be.
        return apply(state, tried) if by is None or by == state.actor else apply(state, tried, by)
    except IllegalAction as error:
        data = {"violations": violations_to_json(error.violations)}
        raise Refusal(Code.ILLEGAL_ACTION, f"{tried} is not legal here", data) from None


def explained(game: Game, action: Any, actor: Any = ABSENT) -> Answer:
    """Whether an action is legal, and every rule that it breaks."""
    tried, by = _tried(game, action, actor)
    broken = game.rules.explain(game.state, tried, by)
    return {"legal": not broken, "violations": violations_to_json(broken)}


def outcome(game: Game) -> Answer:
    """How the game ended."""
    result = game.rules.outcome(game.state)
    return {"outcome": None if result is None else game.rules.outcome_to_json(result)}


def _tried(game: Game, action: Any, actor: Any) -> tuple[Any, Actor]:
    try:
        by = None if actor is ABSENT else actor_from_json(actor)
    except JsonError as error:
        raise wrong_params(*(within("actor", problem) for problem in error.problems)) from None
    try:
        return game.space.action(action), by
    except JsonError as error:
        # That this is no action is for the rules to say; what is wrong with it, the reader tells best.
        if not game.rules.objections(game.state, action, by):
            return action, by
        raise wrong_params(*(within("action", problem) for problem in error.problems)) from None


# --- what is asked with


def check_names(params: Any, wanted: frozenset[str], allowed: frozenset[str]) -> None:
    """Refuses params that are no object, lack something that is wanted, or have something that means nothing."""
    if not isinstance(params, dict):
        raise wrong_params(f"params are an object with {listed(wanted | allowed)}: they go by name")
    if not wanted <= params.keys() or not params.keys() <= wanted | allowed:
        problems = [f"{name} is missing" for name in sorted(wanted - params.keys())]
        problems += [
            f"{name[:60]!r} means nothing here; known are {listed(wanted | allowed)}"
            for name in sorted(params.keys() - wanted - allowed)
        ]
        raise wrong_params(*problems)


def listed(names: Iterable[str]) -> str:
    """Names in a sentence."""
    return ", ".join(sorted(names)) or "nothing in it"


MOST_PROBLEMS, MOST_WORDS = 100, 2_000
"""How many problems a refusal names, and the characters of each. A small request can have many thousands of them."""


def wrong_params(*problems: str) -> Refusal:
    """The refusal of what was asked with, problem by problem."""
    named = [_shortened(one) for one in problems[:MOST_PROBLEMS]]
    if len(problems) > MOST_PROBLEMS:
        named.append(f"there are {len(problems) - MOST_PROBLEMS:,} more problems")
    return Refusal(Code.WRONG_PARAMS, "; ".join(named), {"problems": named})


def _shortened(problem: str) -> str:
    """A problem without its middle if it is very long: the place is at its end."""
    half = MOST_WORDS // 2
    return problem if len(problem) <= MOST_WORDS else f"{problem[:half]} … {problem[-half:]}"
