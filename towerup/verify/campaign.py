"""Campaigns: many whole games by players of different policy, with every property checked after every action.

Knows no game by name: all it needs is a ruleset. Each game is drawn from the campaign's seed and its own number alone, so
that a campaign is the same however its games are shared out.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs

from towerup.kernel.actors import CHANCE
from towerup.kernel.checking import Checker
from towerup.kernel.records import Record
from towerup.kernel.rules import Finding, IllegalAction
from towerup.kernel.ruleset import AnyRuleset
from towerup.kernel.series import Series

from .evidence import keep

STEP_BOUND = 2_000
"""A game may go on for ever (players who only ever take cards), so a play-out has a bound; hitting it is reported."""

JUDGED_A_STEP = 1 / 25
"""How often a state is judged whole: offers and objections compared over all actions there are."""
JUDGED_FIRST = 1 / 2
"""How often that is done where a kind of decision is met for the first time in a game."""
WHOLE_SPACE = 300
"""In a box with no more actions than this, offers and objections are compared over all of them in every state."""
DRAWN_A_STEP = 30
"""In larger boxes they are compared, in every state, over all that is offered and so many others."""
REFUSED = 1 / 120
"""How often, among the illegal actions of a state that is judged, it is seen whether `apply` refuses one."""
STRESS_EVERY = 4
"""Every so many-th game is played with a stress edition: small boxes show what the big one hardly ever does."""

AGREEMENT = "offers_and_objections_agree"
NO_ERROR = "nothing_goes_wrong"


@attrs.frozen
class Plan:
    """What to play. Plain values only, so that it means the same on any machine."""

    games: int
    players: tuple[int, ...] = ()
    """The numbers of players, taken in turn; empty: all that the edition is for."""
    seed: int = 1
    edition: str | None = None
    """The name of a shipped edition; None: the usual one, with its stress_editions now and then."""
    edition_text: str | None = None
    """The text of an edition file, if it is not a shipped one."""
    rulings: tuple[tuple[str, str], ...] | None = None
    """The rulings that differ from their defaults; None: drawn for each game, mostly the defaults."""
    laws: bool = True
    """Whether properties are checked and what happens is counted; a benchmark plays the same games bare."""
    judging: bool = True
    """Whether offers and objections are compared."""
    engine: str | None = None
    """How the game's engine runs beside the rulebook, as `engine_games` names it; None: it does not."""
    engine_games: int = 0
    """How many more games are played on the engine, and compared with the rulebook in a sample of their states."""
    records: str | None = None
    """The folder on this machine in which every game is kept as a record, if that is wanted."""


@attrs.frozen
class Breach:
    """Something that does not hold: the rule, the property, what is wrong, and the game that shows it."""

    rule: str
    law: str
    message: str
    game: int
    record: Record
    disputed: Any = None
    """The action that offers and objections disagree about, if that is what is wrong."""


@attrs.define
class Tally:
    """What some games of a campaign did and found. Tallies of several parts add up to that of the whole."""

    games: int = 0
    steps: int = 0
    checks: int = 0
    """How often a property or law was asked."""
    judged: int = 0
    """How many actions were judged and compared with what is offered."""
    players: Counter[int] = attrs.field(factory=Counter)
    editions: Counter[str] = attrs.field(factory=Counter)
    rulings: Counter[str] = attrs.field(factory=Counter)
    """The readings that differ from the default, and how many games were played under each."""
    policies: Counter[str] = attrs.field(factory=Counter)
    actions: Counter[str] = attrs.field(factory=Counter)
    endings: Counter[str] = attrs.field(factory=Counter)
    notable: Counter[str] = attrs.field(factory=Counter)
    """How often each rule was applied, or each rare event happened, beside what every action of a kind applies."""
    forbade: Counter[str] = attrs.field(factory=Counter)
    unfinished: int = 0
    engine_games: int = 0
    engine_steps: int = 0
    compared: int = 0
    """How many states of the games on the engine were compared with the rulebook."""

    def add(self, other: Tally) -> None:
        """Counts another part of the campaign in."""
        for field in attrs.fields(Tally):
            # Counter.update adds, like += for numbers.
            mine, more = getattr(self, field.name), getattr(other, field.name)
            if isinstance(mine, Counter):
                mine.update(more)
            else:
                setattr(self, field.name, mine + more)


class Campaign:
    """A plan, ready to be played with a ruleset."""

    def __init__(self, rules: AnyRuleset, plan: Plan) -> None:
        self.rules = rules
        self.plan = plan
        self._checker = Checker(rules)
        self.edition = (
            plan.edition
            if plan.edition_text is None
            else rules.editions.from_toml(plan.edition_text, plan.edition or "the edition")
        )
        rulings = None if plan.rulings is None else rules.rulings.by_name(dict(plan.rulings))
        self.series = Series(rules, plan.players, self.edition, rulings, STRESS_EVERY)
        self._tempers = tuple(rules.policies.items())

    def play(self, numbers: Iterable[int]) -> tuple[Tally, Breach | None]:
        """Plays the games with these numbers, in order, as far as the first breach."""
        tally = Tally()
        for number in numbers:
            breach = self._play(number, tally)
            if breach is not None:
                return tally, breach
        return tally, None

    def _play(self, number: int, tally: Tally) -> Breach | None:
        chooser = random.Random(f"{self.plan.seed}/{number}")
        actions: list[Any] = []
        start = None
        try:
            start = self.series.game(number, chooser)
            found = self._play_out(start, chooser, actions, tally)
        except Exception as error:  # whatever goes wrong in the rules is a finding, never a traceback
            if start is None:
                raise
            found = Finding("", f"{type(error).__name__}: {error}"), NO_ERROR, None
        tally.games += 1
        if found is None:
            if self.plan.records is not None:
                keep(Record(start, tuple(actions)), Path(self.plan.records), f"game-{self.plan.seed}-{number}.jsonl")
            return None
        finding, law, disputed = found
        return Breach(finding.rule, law, finding.message, number, Record(start, tuple(actions)), disputed)

    def _play_out(
        self, start: Any, chooser: random.Random, actions: list[Any], tally: Tally
    ) -> tuple[Finding, str, Any] | None:
        """Plays a game to its end, noting its actions; gives what is found wrong, under which law."""
        rules, laws, judging = self.rules, self.plan.laws, self.plan.judging
        legal_actions, apply, decide = rules.legal_actions, rules.apply, rules.decide
        step, notable = self._checker.step, rules.coverage.notable
        setup = rules.setup_to_json(start)
        seats = len(setup["players"])
        drawn = [self._tempers[int(chooser.random() * len(self._tempers))] for _ in range(seats)]
        policies = [policy for _, policy in drawn]
        tally.players[seats] += 1
        tally.editions[setup["edition"]["name"]] += 1
        tally.rulings.update(f"{name}={reading}" for name, reading in setup["rulings"].items())
        tally.policies.update(name for name, _ in drawn)
        seed = chooser.random()
        judged_by_chance = random.Random(seed)
        met: set[type[Any] | None] = set()
        done: Counter[type[Any]] = Counter()
        noted = tally.notable
        state = start
        legal = legal_actions(state)
        asked = self._checker.checks
        if laws:
            broken = self._checker.state(state)
            if broken:
                return broken[0], law_of(broken[0]), None
        steps = 0
        try:
            while steps < STEP_BOUND:
                if judging:
                    kind = type(legal[-1]) if legal else None
                    for found in self._compared(state, legal, tally, judged_by_chance, new=kind not in met):
                        return found
                    met.add(kind)
                if not legal:
                    break
                action = decide(state, legal, policies, chooser)
                actions.append(action)
                try:
                    after = apply(state, action)
                except IllegalAction:
                    actions.pop()
                    return self.disagreement(action, True, rules.objections(state, action)), AGREEMENT, action
                steps += 1
                legal = legal_actions(after)
                if laws:
                    broken = step(state, action, after, legal)
                    if broken:
                        return broken[0], law_of(broken[0]), None
                    done[type(action)] += 1
                    told = notable(state, action, after)
                    if told:
                        noted.update(told)
                state = after
        finally:
            tally.steps += steps
            tally.checks += self._checker.checks - asked
            for kind, count in done.items():
                tally.actions[kind.__name__.lower()] += count
        result = rules.outcome(state)
        if result is None:
            tally.unfinished += 1
        else:
            tally.endings[result.cause] += 1
        return None

    def judged(
        self, state: Any, legal: Sequence[Any], tally: Tally, chooser: random.Random
    ) -> Iterator[tuple[Finding, str, Any]]:
        """Looks closely at a state: what is wrong with it, under which law, and the action in dispute if there is one."""
        for finding in self._checker.judged(state):
            yield finding, law_of(finding), None
        for finding, disputed in self._disagreements(state, legal, tally, chooser):
            yield finding, AGREEMENT, disputed

    def _compared(
        self, state: Any, legal: Sequence[Any], tally: Tally, chooser: random.Random, *, new: bool
    ) -> Iterator[tuple[Finding, str, Any]]:
        """Compares offers and objections; now and then, and where a decision is new, asks what nobody may do as well."""
        space = self.rules.action_space(state)
        drawn = space if len(space) <= WHOLE_SPACE else [*legal, *chooser.choices(space, k=DRAWN_A_STEP)]
        for finding, disputed in self._differences(state, legal, drawn, tally, chooser):
            yield finding, AGREEMENT, disputed
        if chooser.random() < (JUDGED_FIRST if new else JUDGED_A_STEP):
            for finding, disputed in self._what_nobody_may_do(state, legal, tally, chooser):
                yield finding, AGREEMENT, disputed

    def _disagreements(
        self, state: Any, legal: Sequence[Any], tally: Tally, chooser: random.Random
    ) -> Iterator[tuple[Finding, Any]]:
        """Where offers and objections differ; and what nobody may do: act out of turn, or what is no action at all."""
        rules = self.rules
        if len({*legal}) != len(legal):
            yield Finding("", "an action is offered twice"), legal[0]
        yield from self._differences(state, legal, rules.action_space(state), tally, chooser)
        yield from self._what_nobody_may_do(state, legal, tally, chooser)

    def _what_nobody_may_do(
        self, state: Any, legal: Sequence[Any], tally: Tally, chooser: random.Random
    ) -> Iterator[tuple[Finding, Any]]:
        """Acting out of turn, and what is no action at all."""
        if legal:
            for stranger in (-1, 0, 1, CHANCE, "nobody"):
                if stranger != state.actor:
                    yield from self._must_be_broken(state, legal[-1], tally, stranger)
        for invalid_input in self.rules.invalid_inputs(chooser, state):
            yield from self._must_be_broken(state, invalid_input, tally, None)

    def _differences(
        self, state: Any, legal: Sequence[Any], actions: Sequence[Any], tally: Tally, chooser: random.Random
    ) -> Iterator[tuple[Finding, Any]]:
        """Of these actions one is offered exactly if there is no objection to it."""
        rules, generated = self.rules, frozenset(legal)
        for action in actions:
            broken = rules.objections(state, action)
            tally.forbade.update(finding.rule for finding in broken)
            if (action in generated) == bool(broken):
                yield self.disagreement(action, action in generated, broken), action
            elif broken and chooser.random() < REFUSED:
                yield from self._not_refused(state, action)
        tally.judged += len(actions)

    def disagreement(self, action: Any, generated: bool, broken: Sequence[Finding]) -> Finding:
        """The words for an action about which offers and objections disagree."""
        objections = ", ".join(one.rule for one in broken)
        against = f"objections speak against it: {objections}" if broken else "there is no objection to it"
        rule = broken[0].rule if broken else ""
        return Finding(rule, f"{action} {'is' if generated else 'is not'} among the legal actions, and {against}")

    def _must_be_broken(self, state: Any, action: Any, tally: Tally, by: Any) -> Iterator[tuple[Finding, Any]]:
        tally.judged += 1
        broken = self.rules.objections(state, action, by)
        tally.forbade.update(finding.rule for finding in broken)
        if not broken:
            who = "" if by is None else f" by {by!r}"
            yield Finding("", f"{action!r}{who} cannot be legal, and there is no objection to it"), action

    def _not_refused(self, state: Any, action: Any) -> Iterator[tuple[Finding, Any]]:
        try:
            self.rules.apply(state, action)
        except IllegalAction:
            return
        yield Finding("", f"{action} is illegal, and is applied all the same"), action


def law_of(finding: Finding) -> str:
    """The law that a finding of the checker names first."""
    return finding.message.partition(":")[0]


def applied(rules: AnyRuleset, tally: Tally) -> dict[str, int]:
    """How often each rule was applied: with every action of the kinds that always apply it, and where it was notable."""
    counts = {id: tally.notable[id] for id in rules.catalogue().rules}
    for kind, ids in rules.coverage.always.items():
        for id in ids:
            counts[id] += tally.actions[kind.__name__.lower()]
    return counts
