"""What the explorer asks the server besides what the oracle answers: pictures, menus, why not, players, opened records.

The page is in `towerup/view/explorer`. This module puts view, lab and oracle together; it runs in the server's working
processes, and knows no game by name.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

import attrs
import orjson

from towerup import lab, view
from towerup.kernel.actors import CHANCE
from towerup.kernel.canonical import JsonError
from towerup.kernel.dealers import Dealer
from towerup.kernel.menus import menu_of, menu_to_json
from towerup.kernel.records import Begun, Reader, RecordError, Step, actor_to_json, header_of, one_record
from towerup.kernel.rules import Violation
from towerup.kernel.ruleset import AnyRuleset
from towerup.oracle import questions
from towerup.oracle.checking import flaw_of
from towerup.oracle.http.answers import Lines
from towerup.oracle.http.limits import MOST_POSITIONS
from towerup.oracle.http.operations import AnsweredBy, Body, Operation
from towerup.oracle.http.problems import wrong_form
from towerup.oracle.http.state_cache import StateCache
from towerup.oracle.questions import Answer, Game
from towerup.rulesets import every_ruleset, ruleset
from towerup.view.marking import Overlay

BOTS = ("random", "greedy", "expectimax:2", "mcts:100", "mcts:500")
"""The players that are offered; any other that the lab knows can be typed."""


def games(cache: StateCache) -> Answer:
    """What can be played here, and against whom."""
    own = cache.subject.edition
    known = [rules for rules in every_ruleset() if own is None or rules.editions.holds(own)]
    return {"games": [_known(cache, rules) for rules in known], "bots": list(BOTS)}


def _known(cache: StateCache, rules: AnyRuleset) -> Answer:
    return {
        "name": rules.name,
        "title": rules.title,
        "editions": [
            {"name": name, "players": list(rules.player_counts(box))} for name, box in _boxes(cache, rules).items()
        ],
    }


def _boxes(cache: StateCache, rules: AnyRuleset) -> dict[str, Any]:
    """The editions that one can begin with, by name. A name in a request is one of these, never the path of a file."""
    own = cache.subject.edition
    if own is not None:
        return {own if isinstance(own, str) else own.name: own} if rules.editions.holds(own) else {}
    return {name: name for name in (rules.usual_edition, *rules.editions.names)}


def begin(cache: StateCache, game: Any, edition: Any, players: Any) -> Answer:
    """The header of a new game."""
    try:
        rules = ruleset(str(game))
    except ValueError as error:
        raise wrong_form(f"{error} @ $.game") from None
    boxes = _boxes(cache, rules)
    if not isinstance(edition, str) or edition not in boxes:
        raise wrong_form(f"there is {', '.join(boxes)}, not {str(edition)[:60]!r} @ $.edition")
    offered = rules.player_counts(boxes[edition])
    if type(players) is not int or players not in offered:
        raise wrong_form(f"{edition} is for {', '.join(map(str, offered))} players @ $.players")
    return {"header": header_of(rules.new_game(players, edition=boxes[edition]))}


# --- looking


def look(cache: StateCache, state: Any, last: Any = None) -> Answer:
    """All that the page shows of a position."""
    game = cache.at(state)
    rules, here = game.rules, game.state
    result = rules.outcome(here)
    legal = rules.legal_actions(here)
    return {
        "game": rules.name,
        "title": rules.title,
        "actor": actor_to_json(here.actor),
        "told": view.told(here),
        "seats": list(rules.seats(here)),
        "parts": _parts(here, last=_action(game, last)),
        "legal": len(legal),
        "things": _things(here, legal),
        "menu": menu_to_json(rules, menu_of(rules, here, legal)),
        "scores": [] if result is None else [list(one) for one in rules.analysis.points(result)],
        "outcome": None if result is None else rules.outcome_to_json(result),
    }


def _things(state: Any, legal: Sequence[Any]) -> dict[str, int]:
    """How many legal moves have to do with each thing that can be pointed at, by what it is and which: `site/C4`."""
    return dict(Counter(f"{what}/{which}" for action in legal for what, which in view.about(state, action)))


def preview(cache: StateCache, state: Any, action: Any, last: Any = None) -> Answer:
    """The table with what an action would do drawn over it, and in words."""
    game = cache.at(state)
    try:
        shown: Overlay = view.effect(game.state, _action(game, action))
    except ValueError as error:
        raise wrong_form(str(error)) from None
    return {"parts": _parts(game.state, shown, last=_action(game, last)), "captions": list(shown.captions)}


def _parts(state: Any, *overlays: Overlay, last: Any) -> list[Answer]:
    return [attrs.asdict(one) for one in view.parts(state, *overlays, last=last)]


def _action(game: Game, value: Any) -> Any:
    try:
        return None if value is None else game.space.action(value)
    except JsonError as error:
        raise wrong_form(*error.problems) from None


# --- why not


def why(cache: StateCache, state: Any, what: Any, which: Any) -> Answer:
    """Of a thing that is pointed at: what may be done with it, and what may not, with the rules that are against it."""
    game = cache.at(state)
    rules, here = game.rules, game.state
    what, which = str(what), str(which)
    may = [action for action in rules.legal_actions(here) if (what, which) in view.about(here, action)]
    judged = [(one, rules.explain(here, one.action)) for one in view.attempts(here, what, which)]
    refused = [(one, broken) for one, broken in judged if broken]
    return {
        "what": what,
        "which": which,
        "menu": menu_to_json(rules, menu_of(rules, here, may)) if may else None,
        "legal": len(may),
        "refused": [
            {
                "label": one.label,
                "notation": str(one.action),
                "violations": [broken_rule(rules, each) for each in broken],
            }
            for one, broken in refused
        ],
    }


def broken_rule(rules: AnyRuleset, violation: Violation) -> Answer:
    """A broken rule with all that is to be read about it: its text, what is wrong here, and where it stands."""
    catalogue = rules.catalogue()
    titles = {text.id: text.title for text in catalogue.texts}
    rule = violation.rule
    ruling = catalogue.rulings.get(rule.ruling or "")
    return {
        "rule": rule.id,
        "title": rule.title,
        "message": violation.message,
        "statement": rule.statement,
        "ruling": None if ruling is None else ruling.question,
        "citations": [
            {"text": one.text, "heading": one.heading, "title": titles.get(one.text, "")} for one in rule.citations
        ],
    }


def say(cache: StateCache, state: Any, text: Any) -> Answer:
    """The action that somebody has typed, and the rules that it breaks."""
    game = cache.at(state)
    try:
        action = game.rules.parse_action(game.state, str(text))
    except ValueError as error:
        raise wrong_form(str(error)) from None
    broken = game.rules.explain(game.state, action)
    return {
        "notation": str(action),
        "action": game.rules.action_to_json(action),
        "violations": [broken_rule(game.rules, one) for one in broken],
    }


# --- playing


def play(cache: StateCache, state: Any, action: Any) -> Answer:
    """The step that an action makes; refused if it is illegal."""
    game = cache.at(state)
    return _step(cache, game, _action(game, action), questions.played(game, action))


def deal(cache: StateCache, state: Any, seed: Any) -> Answer:
    """The step that chance makes, drawn by the weights of what it can bring."""
    game = cache.at(state)
    if game.state.actor is not CHANCE:
        raise wrong_form("it is not for chance to act here")
    action = Dealer(str(seed)).deal(game.state)
    return _step(cache, game, action, game.rules.apply(game.state, action))


def bot(cache: StateCache, state: Any, player: Any, seed: Any) -> Answer:
    """The step that a player of the lab makes."""
    game = cache.at(state)
    rules, here = game.rules, game.state
    if type(here.actor) is not int:
        raise wrong_form("no player is to act here")
    try:
        chooses = lab.player(str(player), rules)
    except ValueError as error:
        raise wrong_form(f"{error} @ $.player") from None
    action = chooses(here, rules.legal_actions(here), random.Random(str(seed)))
    return _step(cache, game, action, rules.apply(here, action))


def _step(cache: StateCache, game: Game, action: Any, after: Any) -> Answer:
    """An action taken: who took it, how it is written, the state after it and who acts then."""
    cache.remember([after])
    return {
        "actor": actor_to_json(game.state.actor),
        "action": game.rules.action_to_json(action),
        "notation": str(action),
        "state": orjson.Fragment(game.rules.state_to_json(after)),
        "next": actor_to_json(after.actor),
    }


# --- records


def opened(cache: StateCache, record: Lines) -> Answer:
    """A record as far as it can be followed, position by position, and what is wrong with the first line that is not."""
    reader = Reader(cache.subject.find, cache.subject.edition, cache.spaces)
    start: Any = None
    steps: list[Answer] = []
    wrong: RecordError | None = None
    try:
        for found in one_record(reader, record.lines):
            if type(found) is Begun:
                start = found.state
                cache.remember([start])
            elif type(found) is Step:
                steps.append(_step(cache, cache.game(found.before), found.action, found.after))
            if len(steps) >= MOST_POSITIONS:
                raise wrong_form(f"the explorer opens records of less than {MOST_POSITIONS:,} actions")
    except RecordError as error:
        wrong = error
    if start is None:
        assert wrong is not None
        return {"header": None, "state": None, "next": None, "steps": [], "flaw": _flaw(wrong, 1)}
    return {
        "header": header_of(start),
        "state": orjson.Fragment(start.ruleset.state_to_json(start)),
        "next": actor_to_json(start.actor),
        "steps": steps,
        "flaw": None if wrong is None else _flaw(wrong, len(steps) + 1),
    }


def _flaw(error: RecordError, step: int) -> Answer:
    flaw = flaw_of(error, 1, step)
    rules = None if flaw.state is None else flaw.state.ruleset
    return {
        "step": step,
        "line": flaw.line,
        "column": flaw.column,
        "why": flaw.why,
        "tried": None if flaw.action is None else str(flaw.action),
        "violations": [] if rules is None else [broken_rule(rules, one) for one in flaw.violations],
        "differences": [str(one) for one in flaw.differences],
        "near": [str(one) for one in flaw.near],
    }


def _asking(
    name: str, title: str, answer: Any, body: Body = Body.OBJECT, by: AnsweredBy = AnsweredBy.WORKERS
) -> Operation:
    method: Literal["GET", "POST"] = "GET" if body is Body.NOTHING else "POST"
    return Operation(f"explorer-{name}", method, f"/explorer/{name}", title, "", answer, body=body, answered_by=by)


OPERATIONS = (
    _asking("games", "What can be played", games, Body.NOTHING),
    _asking("begin", "A new game", begin),
    _asking("look", "A position", look),
    _asking("preview", "What an action would do", preview),
    _asking("why", "What may be done with a thing, and why not", why),
    _asking("say", "A typed action", say),
    _asking("play", "A step", play),
    _asking("deal", "A step of chance", deal),
    _asking("bot", "A step of a player of the lab", bot, by=AnsweredBy.BOTS),
    _asking("open", "A record", opened, Body.RECORD),
)
