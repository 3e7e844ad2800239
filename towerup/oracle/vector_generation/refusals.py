"""What is refused: illegal actions in random games, by the rules that they break."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from towerup.kernel.actors import CHANCE
from towerup.kernel.canonical import decode, encode
from towerup.kernel.records import actor_to_json
from towerup.kernel.rules import Rule
from towerup.kernel.ruleset import AnyRuleset
from towerup.oracle.vectors import LEAST, action_of, broken_rules

from .candidates import KEPT_VECTORS, Candidate, best_of, cost_of, features_of
from .games import Game, Step

CLOSELY = 8
"""In how many states of each edition, where a rule is notable, every action is tried."""
SAMPLED = 150
"""How many actions are tried in other states."""
TRIED = 200
"""About how many illegal actions are tried in a game, in at least two of its states."""


class Refusals:
    """Illegal actions that were tried in random games."""

    def __init__(self, rules: AnyRuleset, games: Sequence[Game], seed: int, *, seldom: bool) -> None:
        self.rules = rules
        self.games = games
        self._seed = seed
        self._seldom = seldom
        """Whether these are further games, for what those before show too rarely."""

    @cached_property
    def _by_rule(self) -> Mapping[str, Sequence[Candidate]]:
        """Illegal actions by the rules that they break."""
        chooser = random.Random(f"{self._seed}/refused")
        kept: defaultdict[str, dict[tuple[Any, ...], Candidate]] = defaultdict(dict)
        # Where a rule that can forbid is notable, it is likely to forbid something: try every action there.
        looked: Counter[tuple[str, str]] = Counter()
        if self._seldom:
            return self._everywhere(chooser)
        for game in self.games:
            for step in game.steps:
                notable = [(rule, game.edition) for rule in step.notable & self.rules.coverage.forbidding]
                if any(looked[one] < CLOSELY for one in notable):
                    looked.update(notable)
                    whole = len(self.rules.action_space(step.before))
                    self._refuse(game, step.before, self._tried(step.before, chooser, whole), kept)
        for game in self.games:
            states = [step.before for step in game.steps] + [game.end]
            count = max(2, TRIED // len(self.rules.action_space(game.start)))
            for state in chooser.sample(states, min(len(states), count)):
                self._refuse(game, state, self._tried(state, chooser, SAMPLED), kept)
        return {rule: list(found.values()) for rule, found in kept.items()}

    def _everywhere(self, chooser: random.Random) -> Mapping[str, Sequence[Candidate]]:
        """Tries a few actions of each kind in every state. This finds what depends on the state alone, however rare."""
        kept: defaultdict[str, dict[tuple[Any, ...], Candidate]] = defaultdict(dict)
        kinds: dict[int, list[list[Any]]] = {}
        for game in self.games:
            space = self.rules.action_space(game.start)
            if id(space) not in kinds:
                by_kind: defaultdict[type, list[Any]] = defaultdict(list)
                for action in space:
                    by_kind[type(action)].append(action)
                kinds[id(space)] = list(by_kind.values())
            for step in game.steps:
                few = [chooser.choice(alike) for alike in kinds[id(space)] for _ in range(min(2, len(alike)))]
                self._refuse(game, step.before, ((step.before.actor, action, None) for action in few), kept)
        return {rule: list(found.values()) for rule, found in kept.items()}

    def _tried(self, state: Any, chooser: random.Random, most: int) -> Iterator[tuple[Any, Any, Any]]:
        """Actors and actions to try in a state, legal or not: from the action space, invalid inputs, and actions of others.

        The third value is the JSON of an input that has not the form of an action, or may not have it.
        """
        rules = self.rules
        space = rules.action_space(state)
        somebody = 0 if state.actor is None else state.actor  # when the game is over, somebody tries to go on
        for action in chooser.sample(space, min(len(space), most)):
            yield somebody, action, None
        values: list[Any] = [{"type": "pass"}]
        for odd in rules.invalid_inputs(chooser, state):
            try:
                value: object = rules.action_to_json(odd)
                encode(value)
            except Exception:  # noqa: BLE001  # whatever it is, it has no form in JSON
                value = odd if isinstance(odd, str | int | dict | None) else None
            values.append(value)
        for action in rules.legal_actions(state)[-1:]:
            for stranger in (*range(len(rules.setup_to_json(state)["players"])), CHANCE):
                if stranger != somebody:
                    yield stranger, action, None
            value = rules.action_to_json(action)
            # A field that is missing, and one that means nothing.
            values += [{"type": value["type"]}, value | {"remark": "please"}]
        for value in values:
            yield somebody, action_of(rules, value), value

    def _refuse(
        self,
        game: Game,
        state: Any,
        tried: Iterable[tuple[Any, Any, Any]],
        kept: defaultdict[str, dict[tuple[Any, ...], Candidate]],
    ) -> None:
        rules, readings = self.rules, bool(game.setup["rulings"])
        for actor, action, value in tried:
            found = rules.objections(state, action, actor)
            ids = {finding.rule for finding in found}
            formless = encode(value) if action is value else b""
            for finding in found:
                sort: tuple[Any, ...] = (
                    game.edition,
                    type(action),
                    formless,
                    len(ids),
                    actor == state.actor,
                    readings,
                )
                if self._seldom:  # so rare that each seat and each setup counts apart
                    sort += (game.summary, actor)
                if sort in kept[finding.rule]:
                    continue
                who = "chance" if actor is CHANCE else f"seat {actor}"
                named = f"{formless.decode()} as an action" if formless else f"“{str(action).strip()}”"
                others = sorted(ids - {finding.rule})
                vector = {
                    "shows": f"{named} by {who} is refused ({game.summary}): "
                    + ("it has not the form of an action." if formless else f"{finding.message}.")
                    + (f" It breaks {', '.join(others)} as well." if others else ""),
                    "kind": "illegal",
                    "state": decode(rules.state_to_json(state)),
                    "actor": actor_to_json(actor),
                    "action": value if value is not None or formless else rules.action_to_json(action),
                    "broken": broken_rules(rules, state, action, actor),
                }
                cost = cost_of(rules.catalogue()[finding.rule], game, vector) + 3 * len(others)
                features = features_of(game, state, action)
                if formless:
                    features |= {("formless", formless), ("kind", str(value)[:9])}
                kept[finding.rule][sort] = Candidate(vector, features, cost)

    def of(self, rule: Rule) -> list[dict[str, Any]]:
        """The best vectors of illegal actions that break a rule."""
        found = self._by_rule.get(rule.id, ())
        chosen = best_of(found, KEPT_VECTORS)
        if len(chosen) >= LEAST and any(one["broken"] == [rule.id] for one in chosen):
            return chosen
        return best_of([*self._near_misses(rule), *found], KEPT_VECTORS)

    def _near_misses(self, rule: Rule) -> list[Candidate]:
        """Actions that break only this rule: legal ones with one field changed. They are rare, or not in the action space."""
        kept: defaultdict[str, dict[tuple[Any, ...], Candidate]] = defaultdict(dict)
        looked: Counter[str] = Counter()
        for game in self.games:
            for step in game.steps:
                if rule.id in step.notable and looked[game.edition] < CLOSELY:
                    looked[game.edition] += 1
                    self._refuse(game, step.before, self._altered(step), kept)
        return [one for one in kept[rule.id].values() if one.vector["broken"] == [rule.id]]

    def _altered(self, step: Step) -> Iterator[tuple[Any, Any, Any]]:
        """The action of a step with one of its fields as in some other action."""
        rules = self.rules
        value = rules.action_to_json(step.action)
        alike = [one for one in rules.action_space(step.before) if type(one) is type(step.action)]
        others: defaultdict[str, dict[bytes, Any]] = defaultdict(dict)
        for one in map(rules.action_to_json, alike):
            for field in one.keys() & value.keys():
                others[field][encode(one[field])] = one[field]
        for field in sorted(others):
            for text in sorted(others[field]):
                changed = value | {field: others[field][text]}
                yield step.before.actor, action_of(rules, changed), changed
