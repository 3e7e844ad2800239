"""Duels: whole games against an implementation under test, as far as the first difference, which is then made short."""

from __future__ import annotations

import contextlib
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import attrs

from towerup.kernel.actors import CHANCE
from towerup.kernel.canonical import decode, encode
from towerup.kernel.records import actor_to_json, header_of
from towerup.kernel.ruleset import AnyRuleset
from towerup.kernel.series import Series
from towerup.kernel.spaces import Spaces

from .implementations import Implementation
from .matches import Attempt, Difference, Found, Kind, Match, Move, Play

STEP_BOUND = 2_000
"""A game may go on for ever, so it has a bound."""
STRESS_EVERY = 2
"""Every so many-th game is played with a stress edition: small boxes show what the big one hardly ever does."""
CANDIDATES = 24
"""Of so many actions the illegal one is chosen that is tried."""
INVALID_INPUTS, OUT_OF_TURN, EARLY_OUTCOME, SETUPS = 1 / 2, 1 / 8, 1 / 8, 1 / 2
"""How often, in a position: something odd is tried; somebody acts out of turn; the outcome is asked too early.
How often, in a game: an impossible setup is tried first."""
DRAWN = 8
"""Of so many games that could be played the one is that shows most of what was hardly shown so far."""
FLEETING = 5
"""After so many failures that do not show again the duel is over."""
WANDERINGS, KNOWN = 400, 1 / 2
"""How many other ways are tried in search of a shorter game, and how often one goes on with an action of the longer one."""
UNDISTURBED = 3
"""How often a game is begun again that was to show something, and was cut short by a failure."""
ATTEMPTS, ATTEMPTS_OF_FAILURES, SECONDS = 400, 40, 60.0
"""How many games, and how long, a difference is shrunk."""


@attrs.frozen
class Terms:
    """What is played."""

    games: int
    players: tuple[int, ...] = ()
    seed: int = 1
    edition: Any = None
    rulings: Any = None
    reasons: bool = False
    """Whether the rules that a refusal names are compared too."""

    def series(self, rules: AnyRuleset) -> Series:
        """The games that these terms mean."""
        return Series(rules, self.players, self.edition, self.rulings, STRESS_EVERY)


@attrs.define
class Result:
    """What a duel did and found."""

    games: int = 0
    steps: int = 0
    compared: int = 0
    """How many answers were compared."""
    illegal: int = 0
    """How many of them to something illegal."""
    setups: int = 0
    """How many impossible setups were tried."""
    editions: Counter[str] = attrs.Factory(Counter)
    players: Counter[int] = attrs.Factory(Counter)
    rulings: Counter[str] = attrs.Factory(Counter)
    """What was played: so many games with each edition, each number of players, each reading that is not the default."""
    unfinished: int = 0
    difference: Difference | None = None
    """The first difference, in the shortest game found that shows it."""
    fleeting: list[Difference] = attrs.Factory(list)
    """Failures that did not show again when the same game was played once more."""
    answers: int = 0
    slow: int = 0
    slowest: tuple[str, float] = ("", 0.0)

    @property
    def ok(self) -> bool:
        """Whether nothing at all was found."""
        return self.difference is None and not self.fleeting and not self.slow


class Duel:
    """The rules against an implementation."""

    def __init__(self, rules: AnyRuleset, implementation: Implementation, terms: Terms) -> None:
        self.rules = rules
        self.terms = terms
        self._series = terms.series(rules)
        self._other = implementation
        self._spaces = Spaces()
        self._tried: Counter[str] = Counter()
        """How often each rule alone was to be what forbids an action: what was tried least is tried next."""
        self._shown: Counter[str] = Counter()
        """How often each rule was notable, or each rare event happened, under each reading."""
        self._box = None if isinstance(terms.edition, str) else terms.edition
        self.result = Result()
        """What the last run did and found; while it runs, what there is so far."""

    def run(self, tell: Callable[[int], None] = lambda _: None) -> Result:
        """Plays the games, as far as the first difference. `tell` hears of each game that is over."""
        result = self.result = Result()
        for number in range(self.terms.games):
            difference = self._play(number, result)
            result.games += 1
            tell(1)
            if difference is None:
                continue
            short = Shrinker(self.rules, self._other, difference, self._spaces, self._box, self.terms.reasons).shrunk()
            if short.again or not short.kind.is_failure:
                result.difference = short
                break
            result.fleeting.append(short)
            if len(result.fleeting) >= FLEETING:
                break
        result.answers, result.slow = self._other.answers, self._other.slow_answers
        result.slowest = self._other.slowest
        return result

    def _play(self, number: int, result: Result) -> Difference | None:
        start, actions = self._drawn(number)
        chooser = random.Random(f"{self.terms.seed}/{number}")
        match = Match(self.rules, self._other, start, self._spaces, self._box, self.terms.reasons)
        setup = self.rules.setup_to_json(start)
        result.editions[setup["edition"]["name"]] += 1
        result.players[len(setup["players"])] += 1
        result.rulings.update(f"{name}={reading}" for name, reading in setup["rulings"].items())
        try:
            self._play_out(match, actions, chooser, result)
        except Found as found:
            return attrs.evolve(found.difference, game=number)
        finally:
            tried = sum(type(move) is Attempt for move in match.moves)
            result.steps += len(match.moves) - tried
            result.illegal += tried
            result.compared += match.compared
            result.unfinished += bool(match.legal)
        return None

    def _drawn(self, number: int) -> tuple[Any, list[Any]]:
        """The game with this number: of several that are played by the rules alone, the one that shows most that is rare."""
        games = []
        for turn in range(DRAWN):
            chooser = random.Random(f"{self.terms.seed}/{number}/{turn}")
            start = self._series.game(number, chooser)
            games.append((start, *self._alone(start, chooser)))
        start, actions, shown = max(games, key=lambda game: sum((1 + self._shown[what]) ** -2 for what in game[2]))
        self._shown.update(shown)
        return start, actions

    def _alone(self, start: Any, chooser: random.Random) -> tuple[list[Any], list[str]]:
        """A game by the rules alone: its actions, and all that was notable in it, by itself and under each reading."""
        rules = self.rules
        setup = rules.setup_to_json(start)
        policies = [chooser.choice(list(rules.policies.values())) for _ in setup["players"]]
        state, actions, shown = start, list[Any](), set[str]()
        while (legal := rules.legal_actions(state)) and len(actions) < STEP_BOUND:
            action = rules.decide(state, legal, policies, chooser)
            after = rules.apply(state, action)
            shown.update(rules.coverage.notable(state, action, after))
            actions.append(action)
            state = after
        readings = [f"{name}={reading}" for name, reading in setup["rulings"].items()]
        return actions, sorted(shown) + [f"{what}, {reading}" for reading in readings for what in sorted(shown)]

    def _play_out(self, match: Match, actions: Sequence[Any], chooser: random.Random, result: Result) -> None:
        rules = self.rules
        if chooser.random() < SETUPS:
            result.setups += match.try_setup(mangled(chooser, header_of(match.start), "setup"), lambda _: rules)
        match.begin()
        for action in actions:
            match.compare_legal()
            if match.state.actor is CHANCE:
                match.compare_chances()
            if chooser.random() < EARLY_OUTCOME:
                match.compare_outcome()
            for value, actor in self.illegal(match, chooser):
                match.attempt(value, actor)
            match.play(action)
        if not match.legal:
            match.compare_legal()
            match.compare_outcome()
            for value, actor in self.illegal(match, chooser):
                match.attempt(value, actor)
        match.end()

    # --- what is illegal

    def illegal(self, match: Match, chooser: random.Random) -> Iterator[tuple[Any, Any]]:
        """Some illegal actions of a position, in JSON, each with who tries it."""
        rules, state = self.rules, match.state
        actor = actor_to_json(state.actor)
        acting = 0 if actor is None else actor  # when the game is over, somebody tries all the same
        near = self._near_miss(state, chooser)
        if near is not None:
            yield rules.action_to_json(near), acting
        if chooser.random() < INVALID_INPUTS:
            for value in self._odd(match, chooser):
                if match.broken(value, acting) is not None:
                    yield value, acting
        if match.legal and chooser.random() < OUT_OF_TURN:
            value = rules.action_to_json(chooser.choice(match.legal))
            by = chooser.choice([-1, 0, 1, 2, 99, "chance"])
            if by != actor and match.broken(value, by) is not None:
                yield value, by

    def _near_miss(self, state: Any, chooser: random.Random) -> Any:
        """An illegal action that breaks as few rules as can be, best a single one that was hardly ever tried."""
        space, best, least = self.rules.action_space(state), None, None
        for _ in range(CANDIDATES):
            action = space[int(chooser.random() * len(space))]
            broken = self.rules.objections(state, action)
            if broken:
                rank = (len(broken) > 1, self._tried[broken[0].rule])
                if least is None or rank < least:
                    best, least = (action, broken[0].rule, len(broken) == 1), rank
        if best is None:
            return None
        if best[2]:
            self._tried[best[1]] += 1
        return best[0]

    def _odd(self, match: Match, chooser: random.Random) -> Iterator[Any]:
        """Something odd: of the ruleset's invalid_inputs one that JSON can say, or a legal action with something changed."""
        yield from said(self.rules, match.state, chooser)
        if match.legal:
            yield mangled(chooser, self.rules.action_to_json(chooser.choice(match.legal)))


def said(rules: AnyRuleset, state: Any, chooser: random.Random) -> Iterator[Any]:
    """One of the ruleset's invalid_inputs, as JSON says it; nothing if that cannot be said."""
    odd = chooser.choice(rules.invalid_inputs(chooser, state))
    try:
        value: object = rules.action_to_json(odd)
    except Exception:  # noqa: BLE001  # it is no action, that is its point
        value = odd
    with contextlib.suppress(TypeError, ValueError):
        yield decode(encode(value))


def mangled(chooser: random.Random, value: Any, within: str | None = None) -> Any:
    """A JSON value with one thing in it changed, within one of its parts if that is named. It may be right still."""
    copy = decode(encode(value))
    places: list[tuple[Any, Any]] = []
    waiting = [copy if within is None else copy[within]]
    while waiting:
        one = waiting.pop()
        keys = one if isinstance(one, dict) else range(len(one))
        places += [(one, key) for key in keys]
        waiting += [one[key] for key in keys if isinstance(one[key], dict | list) and one[key]]
    if places:
        holder, key = places[int(chooser.random() * len(places))]
        holder[key] = _other(chooser, holder[key])
    return copy


def _other(chooser: random.Random, value: Any) -> Any:
    if isinstance(value, list):
        texts: list[list[Any]] = [[], value[1:], [*value, *value[:1]], [*value, "nobody"]]
        return chooser.choice(texts)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return chooser.choice([value - 1, value + 1, -1, 0, 1_000, str(value)])
    if isinstance(value, str):
        return chooser.choice(["", "nobody", value.upper(), value + " ", None, 7])
    return chooser.choice([None, [], "nobody", 7])


# --- shrinking

_Shown = tuple[Difference, tuple[Move, ...]]
"""A difference, and the moves that show it, what was played or tried last included."""


_BY_ATTEMPT = {Kind.ACCEPTED, Kind.REASONS}
"""These are shown by trying something illegal, which comes last."""


class Shrinker:
    """Makes the game that shows a difference as short as it can."""

    def __init__(
        self,
        rules: AnyRuleset,
        implementation: Implementation,
        difference: Difference,
        spaces: Spaces,
        edition: Any,
        reasons: bool = False,
    ) -> None:
        self._rules = rules
        self._other = implementation
        self._difference = difference
        self._spaces = spaces
        self._edition = edition
        self._reasons = reasons
        self._until = 0.0
        self._disturbed = False

    def shrunk(self) -> Difference:
        """The same difference in the shortest game found.

        Moves are left out: what is no longer legal then is passed over, and where chance has to act before the next action
        fits, it does the first thing it can. Then other ways are tried.
        """
        first = self._difference
        if first.kind is Kind.HANG and not self._other.may_hang_again:
            return first
        if first.kind in (Kind.SETUP_ACCEPTED, Kind.SETUP_REFUSED):
            return first
        last = (Attempt(first.action, first.actor),) if first.kind in _BY_ATTEMPT else ()
        # First without what was tried and refused on the way: mostly it does not matter.
        played = (*(move for move in first.moves if type(move) is Play), *self._after(first), *last)
        best = self._tried(played) or self._tried((*first.moves, *self._after(first), *last))
        # A failure that comes elsewhere in the same game is another one: somebody may be killing the process.
        if best is None or (first.kind.is_failure and len(best[0].record.actions) != len(first.record.actions)):
            return attrs.evolve(first, again=False)
        self._until = time.monotonic() + SECONDS
        best = self._left_out(best, ATTEMPTS_OF_FAILURES if first.kind.is_failure else ATTEMPTS)
        if not first.kind.is_failure:
            while (shorter := self._wandered(best)) is not None:
                best = self._left_out(shorter, ATTEMPTS)
        return attrs.evolve(best[0], game=first.game)

    def _tried(self, moves: Sequence[Move]) -> _Shown | None:
        """The difference in the same game, played again; also if a failure comes between that comes by chance."""
        for _ in range(UNDISTURBED):
            self._disturbed = False
            found = self._attempt(moves)
            if found is not None or not self._disturbed:
                return found
        return None

    def _left_out(self, best: _Shown, left: int) -> _Shown:
        """Stretches of the game are left out, long ones first."""
        length = max(1, len(best[1]) // 2)
        while left > 0 and time.monotonic() < self._until:
            before, at = len(best[1]), 0
            while at < len(best[1]) and left > 0 and time.monotonic() < self._until:
                moves = best[1]
                left -= 1
                shorter = self._attempt(moves[:at] + moves[at + length :])
                if shorter is not None and len(shorter[1]) < len(moves):
                    best = shorter
                else:
                    at += length
            if length == 1 and len(best[1]) == before:
                break
            length = max(1, length // 2)
        return best

    def _wandered(self, best: _Shown) -> _Shown | None:
        """A shorter game that shows the same, found by going other ways from somewhere in the game."""
        chooser = random.Random(len(best[1]))
        for _ in range(WANDERINGS if best[1] else 0):
            if time.monotonic() >= self._until:
                return None
            shorter = self._attempt(best[1], chooser)
            if shorter is not None and len(shorter[1]) < len(best[1]):
                return shorter
        return None

    def _after(self, difference: Difference) -> tuple[Move, ...]:
        """What was asked last, if it was a play."""
        if difference.asked != "play" or difference.kind in _BY_ATTEMPT:
            return ()
        match = Match(self._rules, self._other, difference.start, self._spaces, self._edition)
        match.state = difference.state
        if match.broken(difference.action, difference.actor) is not None:
            return (Attempt(difference.action, difference.actor),)
        return (Play(self._rules.action_from_json(difference.action)),)

    def _attempt(self, moves: Sequence[Move], chooser: random.Random | None = None) -> _Shown | None:
        """The same difference in the game that these moves make, as far as they can be followed, and the moves it took.

        With a chooser, in a shorter game that is like it in part only.
        """
        match = Match(self._rules, self._other, self._difference.start, self._spaces, self._edition, self._reasons)
        try:
            if chooser is None:
                self._follow(match, moves)
            else:
                self._wander(match, moves, chooser)
        except Found as found:
            difference = found.difference
            if difference.signature != self._difference.signature:
                self._disturbed = difference.kind.is_failure
                return None  # another difference comes first: that is another story
            last = (Attempt(difference.action, difference.actor),) if difference.kind in _BY_ATTEMPT else ()
            return difference, (*difference.moves, *self._after(difference), *last)
        return None

    def _question(self, match: Match) -> Callable[[], None]:
        """What is asked in every position: that which was answered wrongly, if it is not the playing itself."""
        questions: dict[str, Callable[[], None]] = {
            "legal": match.compare_legal, "outcome": match.compare_outcome, "chances": match.compare_chances,
        }  # fmt: skip
        return questions.get(self._difference.asked, lambda: None)

    def _wander(self, match: Match, moves: Sequence[Move], chooser: random.Random) -> None:
        wanted = {move.action for move in moves if type(move) is Play}
        tried = [move for move in moves if type(move) is Attempt]
        keep = chooser.randrange(len(moves))
        ask = self._question(match)
        match.begin()
        ask()
        for number in range(len(moves) - 1):
            if not match.legal:
                break
            if type(moves[-1]) is Attempt:
                self._try_like(match, tried[-1], chooser)
            kept = moves[number] if number < keep else None
            if type(kept) is Play and kept.action in match.legal:
                action = kept.action
            else:
                known = [one for one in match.legal if one in wanted] if chooser.random() < KNOWN else ()
                action = chooser.choice(known or match.legal)
            match.play(action)
            ask()
        match.end()

    def _try_like(self, match: Match, attempt: Attempt, chooser: random.Random) -> None:
        """Tries something that breaks the same rule, be it the same action or another."""
        space = self._rules.action_space(match.state)
        values = [attempt.action]
        actor = (
            actor_to_json(match.state.actor) if attempt.actor == actor_to_json(self._difference.state.actor) else None
        )
        if actor is None:  # somebody acted out of turn: whatever is legal, they may not do it
            actor = attempt.actor
            values += [self._rules.action_to_json(chooser.choice(match.legal))]
        else:
            values += [self._rules.action_to_json(chooser.choice(space)) for _ in range(CANDIDATES)]
            values += [value for _ in range(CANDIDATES) for value in said(self._rules, match.state, chooser)]
        for value in values:
            broken = match.broken(value, actor)
            if broken is not None and [rule for rule, _ in broken][:1] == list(self._difference.rules[:1]):
                moves = list(match.moves)
                match.attempt(value, actor)
                match.moves[:] = moves  # it was refused as it should be, and is no part of the game

    def _follow(self, match: Match, moves: Sequence[Move]) -> None:
        ask = self._question(match)
        match.begin()
        ask()
        waiting = list(reversed(moves))
        while waiting:
            move = waiting[-1]
            if type(move) is Attempt:
                waiting.pop()
                if match.broken(move.action, move.actor) is not None:
                    match.attempt(move.action, move.actor)
                continue
            if move.action in match.legal:
                waiting.pop()
                match.play(move.action)
            elif match.state.actor is CHANCE:
                match.play(match.legal[0])
            else:
                waiting.pop()
                continue
            ask()
        match.end()
