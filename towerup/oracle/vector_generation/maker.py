"""Generates the vectors of a game, file by file. The same seed gives the same bytes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from towerup.kernel.canonical import decode, encode
from towerup.kernel.numbers import is_number, whole_number
from towerup.kernel.records import actor_to_json
from towerup.kernel.rules import Rule
from towerup.kernel.ruleset import AnyRuleset
from towerup.oracle.vectors import COUNTS, LEAST, POSITIONS, SETUPS, heading, offer, result, written

from .candidates import KEPT_VECTORS, MANY, Candidate, best_of, cost_of, features_of, with_more
from .games import Game, Step, random_game
from .general import numbers, positions, records, setups
from .mutants import Mutants, Wrongs
from .refusals import Refusals
from .words import all_legal, changes, doing, ended, field_of

GAMES_DRAWN = 420
MORE_ROUNDS = 5
"""How many more rounds of games are played for a rule that the games before show too rarely."""
KEPT = 3
"""How many candidates of one sort are kept to choose from."""


class Maker:
    """Makes the vectors of a game."""

    def __init__(self, rules: AnyRuleset, mutants: Mutants, seed: int = 1, first: int = 0) -> None:
        self.rules = rules
        self._mutants = mutants
        self._seed = seed
        self._first = first
        """The number of the first random game."""

    # --- games

    @cached_property
    def games(self) -> list[Game]:
        """The games that all is chosen from, those with small positions first."""
        drawn = [
            random_game(self.rules, self._seed, number) for number in range(self._first, self._first + GAMES_DRAWN)
        ]
        return sorted(drawn, key=lambda game: (len(self.rules.action_space(game.start)), game.number))

    # --- the vectors of a rule

    def rule(self, rule: Rule) -> bytes:
        """The file of a rule. If the games show it too rarely, more are played."""
        positive, negative = self._shown(rule)
        rounds, maker = 0, self
        while min(len(positive), len(negative)) < LEAST and rounds < MORE_ROUNDS:
            rounds, maker = rounds + 1, maker.later
            more = maker._shown(rule)
            positive, negative = with_more(positive, more[0]), with_more(negative, more[1])
        return written(
            heading(self.rules, rule=rule.id, title=rule.title, statement=rule.statement)
            | {"vectors": positive + negative}
        )

    @cached_property
    def _refusals(self) -> Refusals:
        return Refusals(self.rules, self.games, self._seed, seldom=bool(self._first))

    @cached_property
    def _wrongs(self) -> Wrongs:
        return Wrongs(self.rules, self.games, self._mutants)

    @cached_property
    def later(self) -> Maker:
        """The same with the games that come after these."""
        return Maker(self.rules, self._mutants, self._seed, self._first + GAMES_DRAWN)

    def _shown(self, rule: Rule) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """The positive and the negative vectors of a rule."""
        negative = self._refusals.of(rule) if rule.id in self.rules.coverage.forbidding else self._wrongs.of(rule)
        positive = self._applied(rule, fields_of(negative))
        if rule.id in self.rules.coverage.forbidding:
            positive += self._offers(negative)
        return positive, negative

    def _applied(self, rule: Rule, fields: frozenset[tuple[Any, ...]]) -> list[dict[str, Any]]:
        """Steps that the rule has a hand in. `fields` are those that the rule is about; they come first in the text."""
        kept: defaultdict[tuple[Any, ...], list[Candidate]] = defaultdict(list)
        always = self.rules.coverage.always
        formal = rule.id in self.rules.coverage.only_forbidding
        for game in self.games:
            for step in game.steps:
                notable = rule.id in step.notable
                if not (notable or formal or rule.id in always.get(type(step.action), ())):
                    continue
                # What the rule is notable for says more than what it always is there for.
                group = (
                    notable,
                    game.edition,
                    type(step.action),
                    len(game.setup["players"]),
                    bool(game.setup["rulings"]),
                )
                if len(kept[group]) < KEPT:
                    kept[group].append(self._play(rule, game, step, fields, 0 if notable else 4))
        return best_of([one for group in kept.values() for one in group], KEPT_VECTORS)

    def _play(self, rule: Rule, game: Game, step: Step, fields: frozenset[tuple[Any, ...]], cost: float) -> Candidate:
        rules = self.rules
        before = decode(rules.state_to_json(step.before))
        led = result(rules, step.after)
        events = [
            rules.coverage.events[name].rstrip(".") for name in sorted(step.notable) if name in rules.coverage.events
        ]
        case = f" What is rare about it: {'; '.join(events)}." if events else ""
        vector = {
            "shows": f"“{rule.title}” at work ({game.summary}). {doing(step)}: "
            f"{changes(before, led['after'], fields)}{ended(led)}.{case}",
            "kind": "play",
            "state": before,
            "actor": actor_to_json(step.before.actor),
            "action": rules.action_to_json(step.action),
            **led,
        }
        return Candidate(vector, features_of(game, step.before, step.action), cost + cost_of(rule, game, vector))

    def _offers(self, refused: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """What is legal where something was refused, if that is not too much to read."""
        rules = self.rules
        for vector in refused:
            offered = offer(rules, rules.state_from_json(encode(vector["state"])))
            if 0 < len(offered["legal"]) <= MANY and offered["actor"] == vector["actor"]:
                refusal = vector["shows"].split(" by ")[0]
                shows = f"{all_legal(offered)}; {refusal} is not among them."
                return [{"shows": shows, "kind": "legal", "state": vector["state"], **offered}]
        return []

    # --- all of them

    def all(self, only: Iterable[str] = ()) -> Iterator[tuple[str, bytes]]:
        """Every file by its name, or only those of some rules."""
        chosen = frozenset(only)
        for rule in self.rules.catalogue().rules.values():
            if not chosen or rule.id in chosen:
                yield f"{rule.id}.json", self.rule(rule)
        if not chosen:
            yield SETUPS, setups(self.rules, self.games, self._seed)
            yield POSITIONS, positions(self.rules, self.games)
            yield COUNTS, numbers(self.rules, self.games)
            yield from records(self.rules, self.games).items()


def fields_of(negative: Iterable[Mapping[str, Any]]) -> frozenset[tuple[Any, ...]]:
    """The fields of a state in which wrong answers differ from the right one: those that the rule is about."""
    return frozenset(
        field_of([whole_number(step) if is_number(step) else step for step in one["path"].split("/")[2:]])
        for vector in negative
        for one in vector.get("wrong", ())
    )
