"""Wrong answers beside the right ones, from rulesets that have a rule wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from towerup.kernel.actors import CHANCE
from towerup.kernel.canonical import decode, encode
from towerup.kernel.differences import ABSENT, differences
from towerup.kernel.records import actor_to_json
from towerup.kernel.rules import IllegalAction, Rule
from towerup.kernel.ruleset import AnyRuleset
from towerup.oracle.vectors import broken_by_wrong, offer, patch, result

from .candidates import KEPT_VECTORS, Candidate, best_of, cost_of, features_of
from .games import Game
from .words import all_legal, doing, place_of, value_of

GAMES_TRIED = 60
"""After a difference this many more games are searched for another one."""
DIFFERENCES = 5
"""How many differences are gathered from one mutant, to keep the best."""
MUTANTS = 3
"""How many mutants give the negative vectors of a rule, if they differ at all."""


class Mutant(NamedTuple):
    """A ruleset that has something wrong, and what, in a sentence."""

    wrong: str
    rules: AnyRuleset


Mutants = Callable[[str], Iterator[Mutant]]
"""From a rule's id to rulesets that have this rule wrong, those with no other mistake first."""


class Wrongs:
    """Wrong answers in random games."""

    def __init__(self, rules: AnyRuleset, games: Sequence[Game], mutants: Mutants) -> None:
        self.rules = rules
        self.games = games
        self._mutants = mutants

    def of(self, rule: Rule) -> list[dict[str, Any]]:
        """Wrong answers by mutants, some of each."""
        found: list[list[dict[str, Any]]] = []
        # Where the rule was notable it is most likely that having it wrong makes a difference.
        games = sorted(self.games, key=lambda game: rule.id not in game.notable)
        for mutant in self._mutants(rule.id):
            shown = best_of(self._differing(rule, mutant, games), KEPT_VECTORS)
            if shown:
                found.append(shown)
            if len(found) >= MUTANTS and sum(map(len, found)) >= KEPT_VECTORS:
                break
        # Two mutants may give the same wrong answer to the same question: it is shown once.
        chosen: dict[bytes, dict[str, Any]] = {}
        for number in range(KEPT_VECTORS):
            for shown in found:
                for vector in shown[number : number + 1]:
                    chosen.setdefault(encode({**vector, "shows": ""}), vector)
        return list(chosen.values())[:KEPT_VECTORS]

    def _differing(self, rule: Rule, mutant: Mutant, games: Sequence[Game]) -> list[Candidate]:
        found: list[Candidate] = []
        latest = 0
        for tried, game in enumerate(games):
            if len(found) >= DIFFERENCES or (found and tried > latest):
                break
            for vector, features in self._compared(game, mutant):
                vector["broken"] = broken_by_wrong(self.rules, rule.id, vector)
                found.append(Candidate(vector, features, cost_of(rule, game, vector)))
                latest = tried + GAMES_TRIED
        return found

    def _compared(self, game: Game, mutant: Mutant) -> Iterator[tuple[dict[str, Any], frozenset[tuple[str, Any]]]]:
        """Plays a game with a mutant beside it, and yields the first wrong answer to each kind of question."""
        rules, other = self.rules, mutant.rules
        try:
            theirs = other.game_from_setup(game.setup)
        except (LookupError, ValueError):
            return  # fallen over already
        start = decode(rules.state_to_json(game.start))
        wrong = decode(other.state_to_json(theirs))
        features = features_of(game, game.start, None)
        if wrong != start:
            asked: dict[str, Any] = {"kind": "start", "setup": game.setup}
            question = f"How a game begins ({game.summary})"
            yield wrong_vector(question, mutant, asked, {"state": start}, {"state": wrong}), features
            return
        offered = False
        for step in game.steps:
            state = step.before
            features = features_of(game, state, step.action)
            if not offered and (
                state.actor != theirs.actor
                or {*map(str, rules.legal_actions(state))} != {*map(str, other.legal_actions(theirs))}
                or (state.actor is CHANCE and rules.chance_weights(state) != other.chance_weights(theirs))
            ):
                offered = True
                asked = {"kind": "legal", "state": decode(rules.state_to_json(state))}
                right = offer(rules, state)
                question = f"{all_legal(right)} ({game.summary})"
                yield wrong_vector(question, mutant, asked, right, offer(other, theirs)), features
            value = rules.action_to_json(step.action)
            try:
                theirs = other.apply(theirs, other.action_from_json(value))
                given = result(other, theirs)
            except (IllegalAction, ArithmeticError, LookupError, ValueError, AssertionError):
                return  # refused, which the offer has shown, or fallen over: no answer to show
            right = result(rules, step.after)
            if given != right:
                asked = {
                    "kind": "play",
                    "state": decode(rules.state_to_json(state)),
                    "actor": actor_to_json(state.actor),
                    "action": value,
                }
                yield wrong_vector(f"{doing(step)} ({game.summary})", mutant, asked, right, given), features
                return


def wrong_vector(
    question: str, mutant: Mutant, asked: Mapping[str, Any], right: Mapping[str, Any], given: Mapping[str, Any]
) -> dict[str, Any]:
    operations = patch(right, given)
    if asked["kind"] == "legal":
        there, offered = ({encode(one) for one in side["legal"]} for side in (right, given))
        words = []
        for name, ones in (("would be missing", there - offered), ("would be too much", offered - there)):
            if ones:
                words.append(f"{len(ones)} {name}, as {min(ones).decode()}")
        words += [
            f"{key} would be {value_of(given.get(key, ABSENT))}, not {value_of(right.get(key, ABSENT))}"
            for key in ("actor", "weights")
            if given.get(key) != right.get(key)
        ]
    else:
        found = list(differences(given, right))
        words = [
            f"{place_of(one.path[1:] if one.path[0] in ('after', 'state') else ('', *one.path))} would be "
            f"{value_of(one.given)}, not {value_of(one.right)}"
            for one in found[:4]
        ]
        if len(found) > 4:
            words.append(f"and {len(found) - 4} more")
    wrong = mutant.wrong.rstrip(".")
    return {
        "shows": f"{question}. Wrong would be: “{wrong}”. Then {'; '.join(words)}.",
        **asked,
        **right,
        "wrong": operations,
    }
