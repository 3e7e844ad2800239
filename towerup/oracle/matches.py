"""A match: one game played by the rules and by an implementation under test, answer beside answer.

Each method asks both sides the same question, and raises Found where the answers differ.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import Any, TypeVar

import attrs

from towerup.kernel import differences as values
from towerup.kernel.actors import Actor
from towerup.kernel.canonical import JsonError, decode, encode
from towerup.kernel.checking import Checker
from towerup.kernel.differences import ABSENT
from towerup.kernel.records import Record, actor_from_json, actor_to_json, header_of, settled, start_of
from towerup.kernel.rules import ImpossiblePosition
from towerup.kernel.ruleset import AnyRuleset
from towerup.kernel.spaces import Space, Spaces

from .forms import notation
from .implementations import Failure, Implementation, Shown, Trouble, rules_named
from .protocol import Code, Refusal

_T = TypeVar("_T")


class Kind(Enum):
    """How an implementation can differ from the rules."""

    LACKING = "legal actions are lacking"
    TOO_MANY = "illegal actions are called legal"
    CHANCES = "the chances differ"
    STATE = "the state differs"
    ACCEPTED = "an illegal action is accepted"
    REASONS = "other rules are named as broken"
    REFUSED = "a legal action is refused"
    OUTCOME = "the outcome differs"
    SETUP_ACCEPTED = "an impossible setup is accepted"
    SETUP_REFUSED = "a possible setup is refused"
    ERROR = "an error instead of an answer"
    HANG = "hang"
    CRASH = "crash"
    GARBAGE = "garbage"

    @property
    def is_failure(self) -> bool:
        """Whether there is no answer at all, rather than a wrong one."""
        return self in _FAILURES


_FAILURES = {Kind.HANG, Kind.CRASH, Kind.GARBAGE}
_OF_TROUBLE = {Trouble.HANG: Kind.HANG, Trouble.CRASH: Kind.CRASH, Trouble.GARBAGE: Kind.GARBAGE}
REFUSING = {Code.ILLEGAL_ACTION, Code.IMPOSSIBLE_POSITION, Code.WRONG_PARAMS}
"""The codes by which something illegal is refused: it breaks a rule, or has not even the form."""


@attrs.frozen
class Play:
    """Something that was played."""

    action: Any


@attrs.frozen
class Attempt:
    """Something illegal that was tried, in JSON, by whom; nothing should have come of it."""

    action: Any
    actor: Any


Move = Play | Attempt


@attrs.frozen
class Difference:
    """Where an implementation differs from the rules, and the game that shows it.

    `rules` are the ids of rules that it may be about, the likeliest first. `asked` is the method, `action` what was played or
    tried (in JSON, with `actor`), or the setup that was. `expected` and `found` are what the rules say and what
    the implementation says, `places` where these two differ, field by field.
    """

    kind: Kind
    rules: tuple[str, ...]
    what: str
    asked: str
    start: Any
    moves: tuple[Move, ...]
    state: Any
    """Where the game stood."""
    actor: Any = None
    action: Any = None
    expected: Any = None
    found: Any = None
    places: tuple[values.Difference, ...] = ()
    signature: tuple[Any, ...] = ()
    """What another difference has to share to stand for this one in a shorter game: of states that differ, nothing more than
    that, for who mends the mistake that shows first comes to the other one next."""
    game: int = 0
    again: bool = True
    """Whether it showed again when the same game was played once more."""

    @property
    def record(self) -> Record:
        """The game as far as both sides went together."""
        return Record(self.start, tuple(move.action for move in self.moves if type(move) is Play))

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        """What else was tried on the way, and refused, without which it does not show."""
        return tuple(move for move in self.moves if type(move) is Attempt)


class Found(Exception):
    """The two sides differ."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(difference)
        self.difference = difference


class Match:
    """One game, by both sides. `edition` is that of a file, for reading the implementation's states."""

    def __init__(
        self,
        rules: AnyRuleset,
        implementation: Implementation,
        start: Any,
        spaces: Spaces,
        edition: Any = None,
        reasons: bool = False,
    ) -> None:
        self.rules = rules
        self.start = self.state = start
        self.legal: tuple[Any, ...] = rules.legal_actions(start)
        self.moves: list[Move] = []
        self.compared = 0
        self._other = implementation
        self._space: Space = spaces.of(start, rules)
        self._edition = edition
        self._reasons = reasons
        """Whether the rules that a refusal names are compared too."""
        self._asked = "start"

    # --- the questions

    def begin(self) -> None:
        """Both set the game up."""
        header = header_of(self.start)
        try:
            shown = self._ask("start", lambda: self._other.start(header))
        except Refusal as refusal:
            raise self._found(
                Kind.SETUP_REFUSED, rules_named(refusal), f"it refuses a setup that is possible: {refusal}",
                action=header["setup"], expected={"state": self._ours()}, found=_refused(refusal),
            ) from None  # fmt: skip
        self._compare_state(None, None, shown)

    def compare_legal(self) -> None:
        """The same legal actions, in whatever order?"""
        offer = self._answer("legal", self._other.legal)
        text = self._space.text
        ours = {text(action): action for action in self.legal}
        self.compared += 1
        same = len(offer.actions) == len(ours)
        if not same or ours.keys() != set(map(encode, offer.actions)):
            theirs = Counter(map(self._canonical, offer.actions))
            if not same or ours.keys() != theirs.keys():
                raise self._offer_differs(ours, theirs)
        self._compare_actor(offer.actor)

    def compare_chances(self) -> None:
        """The same chances, where it is chance's turn and the implementation tells them?"""
        listed = self._answer("chances", self._other.chances)
        if listed is None:
            return
        weights = self.rules.chance_weights(self.state)
        legal = self.legal if weights else ()
        ours = {self._space.text(one): weight for one, weight in zip(legal, weights, strict=True)}
        theirs = {}
        for one in listed:
            if not isinstance(one, dict) or not {"action", "weight"} <= one.keys():
                raise self._failed("chances", Failure(Trouble.GARBAGE, "a chance has an action and a weight"))
            theirs[self._canonical(one["action"])] = one["weight"]
        self.compared += 1
        if encode({key.decode(): one for key, one in ours.items()}) == encode(
            {key.decode(): one for key, one in theirs.items()}
        ):
            return
        wrong = [key for key in {**ours, **theirs} if encode(ours.get(key)) != encode(theirs.get(key))]
        expected, found = ({"chances": _weighed(side, wrong)} for side in (ours, theirs))
        action = next((self._space.action(decode(key)) for key in wrong if key in ours), None)
        raise self._found(
            Kind.CHANCES, self._candidates(action), f"{len(wrong)} of {len(ours)} chances are others",
            expected=expected, found=found,
        )  # fmt: skip

    def compare_outcome(self) -> None:
        """The same outcome, or none as long as the game goes on?"""
        theirs = self._answer("outcome", self._other.outcome)
        result = self.rules.outcome(self.state)
        ours = None if result is None else decode(encode(self.rules.outcome_to_json(result)))
        self.compared += 1
        if encode(ours) == encode(theirs):
            return
        wrong = tuple(values.differences({"outcome": theirs}, {"outcome": ours}))
        broken = settled(self.rules, wrong)
        if ours is None:
            what = "it tells an outcome, but the game goes on"
        elif theirs is None:
            what = "it tells no outcome, but the game is over"
        else:
            what = "the outcome is another"
        all_rules = [id for ids in self.rules.outcome_rules.values() for id in ids]
        raise self._found(
            Kind.OUTCOME, [one.id for one in broken] or all_rules, what,
            expected={"outcome": ours}, found={"outcome": theirs}, places=wrong,
            signature=(what, next((step for step in reversed(wrong[0].path) if isinstance(step, str)), "")),
        )  # fmt: skip

    def play(self, action: Any) -> None:
        """Both play a legal action: the same state after it?"""
        before, actor = self.state, actor_to_json(self.state.actor)
        value = decode(self._space.text(action))
        after = self.rules.apply(before, action)
        try:
            shown = self._ask("play", lambda: self._other.play(value, actor), value, actor)
        except Refusal as refusal:
            if refusal.code not in REFUSING:
                raise self._error("play", refusal, value, actor, self._candidates(action, after)) from None
            rules = (*self._known(rules_named(refusal)), *self._candidates(action, after))
            raise self._found(
                Kind.REFUSED, rules, f"{action} is legal, but refused: {refusal}", actor=actor, action=value,
                expected={"state": decode(self.rules.state_to_json(after))}, found=_refused(refusal),
                signature=(type(action),),
            ) from None  # fmt: skip
        self.state = after
        try:
            self._compare_state(before, action, shown)
        except Found as found:
            # The difference holds the position before the action, and the action.
            found.difference = attrs.evolve(found.difference, state=before, actor=actor, action=value)
            raise
        self.legal = self.rules.legal_actions(after)
        self.moves.append(Play(action))

    def broken(self, value: Any, actor: Any) -> list[tuple[str, str]] | None:
        """The rules that an action in JSON would break here, each with words; None if it is legal."""
        by: Actor = None if actor is None else actor_from_json(actor)
        try:
            action = self._space.action(value)
        except JsonError as error:
            found = self.rules.objections(self.state, value)
            return [(one.rule, one.message) for one in found] or [("", str(error))]
        except (TypeError, ValueError):  # numbers that JSON has and Python cannot write
            return [("", "no action at all")]
        named = None if by == self.state.actor else by
        return [(one.rule, one.message) for one in self.rules.objections(self.state, action, named)] or None

    def attempt(self, value: Any, actor: Any) -> None:
        """Something illegal: does the implementation refuse it?"""
        broken = self.broken(value, actor)
        assert broken is not None
        rules = list(dict.fromkeys(rule for rule, _ in broken if rule))
        try:
            shown = self._ask("play", lambda: self._other.play(value, actor), value, actor)
        except Refusal as refusal:
            if refusal.code not in REFUSING:
                raise self._error("play", refusal, value, actor, rules) from None
            self.compared += 1
            if self._reasons and refusal.code == Code.ILLEGAL_ACTION and set(rules_named(refusal)) != set(rules):
                raise self._found(
                    Kind.REASONS, rules, f"{self._notation(value)} breaks {', '.join(rules)}, but other rules are named",
                    actor=actor, action=value, expected={"refused": sorted(rules)},
                    found={"refused": sorted(rules_named(refusal))}, signature=(*rules[:1],),
                ) from None  # fmt: skip
            self.moves.append(Attempt(value, actor))
            return
        words = "; ".join(message for _, message in broken)
        raise self._found(
            Kind.ACCEPTED, rules, f"{self._notation(value)} is accepted, but illegal: {words}", actor=actor, action=value,
            expected={"refused": rules}, found={"state": shown.state}, signature=(*rules[:1],),
        )  # fmt: skip

    def try_setup(self, header: Any, find: Callable[[str], AnyRuleset]) -> bool:
        """A header that may be impossible: if it is, does the implementation refuse it? Tells whether it was tried."""
        try:
            start_of(header, find, self._edition)
        except JsonError as error:
            words = str(error)
        else:
            return False
        try:
            shown = self._ask("start", lambda: self._other.start(header))
        except Refusal as refusal:
            if refusal.code not in REFUSING:
                raise self._error("start", refusal, header["setup"]) from None
            self.compared += 1
            return True
        raise self._found(
            Kind.SETUP_ACCEPTED, (), f"no game can be set up so: {words}", action=header["setup"],
            expected={"refused": []}, found={"state": shown.state},
        )  # fmt: skip

    def end(self) -> None:
        """The implementation may forget the game."""
        with contextlib.suppress(Refusal):
            self._ask("end", self._other.end)

    # --- comparing

    def _compare_state(self, before: Any, action: Any, shown: Shown) -> None:
        self.compared += 1
        ours = self.rules.state_to_json(self.state)
        if encode(shown.state) == ours:
            self._compare_actor(shown.actor)
            return
        wrong = tuple(values.differences({"state": shown.state}, {"state": decode(ours)}))
        rules = (
            *self._known(self._laws_broken(before, action, shown.state)),
            *self._candidates(action, self.state, before),
        )
        what = "the state at the start is another" if action is None else f"the state after {action} is another"
        raise self._found(
            Kind.STATE, rules, what, expected={"state": decode(ours)}, found={"state": shown.state}, places=wrong,
        )  # fmt: skip

    def _compare_actor(self, actor: Any) -> None:
        right = actor_to_json(self.state.actor)
        if actor is ABSENT or (type(actor) is type(right) and actor == right):
            return
        wrong = tuple(values.differences({"actor": actor}, {"actor": right}))
        raise self._found(
            Kind.STATE, (), "somebody else is to act", expected={"actor": right}, found={"actor": actor}, places=wrong,
            signature=("actor",),
        )  # fmt: skip

    def _offer_differs(self, ours: dict[bytes, Any], theirs: Counter[bytes]) -> Found:
        expected, found = {"actions": _listed(ours)}, {"actions": _listed(theirs.elements())}
        many = f"it has {theirs.total():,}, the rules {len(ours):,}"
        strange = [key for key in theirs if key not in ours]
        if strange:
            value = decode(strange[0])
            broken = self.broken(value, actor_to_json(self.state.actor)) or []
            rules = [rule for rule, _ in broken if rule]
            words = "; ".join(message for _, message in broken)
            if self.rules.coverage.only_forbidding.issuperset(rules):
                # Names that are not there at all: it may be a rule about what is, which those of this kind tell best.
                rules += self._of_kind(value)
            what = f"{_many(strange, self._notation)} among its legal actions ({many}), but illegal: {words}"
            return self._found(
                Kind.TOO_MANY, rules, what, actor=actor_to_json(self.state.actor), action=value,
                expected=expected, found=found, signature=(*rules[:1],),
            )  # fmt: skip
        missing = [key for key in ours if key not in theirs]
        if not missing:
            twice = [key for key, times in theirs.items() if times > 1]
            what = f"{_many(twice, self._notation)} there more than once"
            kind = self._of_kind(decode(twice[0]))
            return self._found(Kind.TOO_MANY, kind, what, expected=expected, found=found, signature=("twice",))
        action, value = ours[missing[0]], decode(missing[0])
        named: tuple[str, ...] = ()
        actor = actor_to_json(self.state.actor)
        # Maybe it says itself why not. The game is over for it anyway.
        with contextlib.suppress(Failure):
            try:
                self._other.play(value, actor)
            except Refusal as refusal:
                named = self._known(rules_named(refusal))
        what = f"{_many(missing, self._notation)} not among its legal actions ({many})"
        return self._found(
            Kind.LACKING, (*named, *self._candidates(action)), what, actor=actor, action=value,
            expected=expected, found=found, signature=(type(action),),
        )  # fmt: skip

    # --- the rules it is about

    def _laws_broken(self, before: Any, action: Any, theirs: Any) -> list[str]:
        """The rules of the laws that the implementation's state breaks, if it can be read as a state at all."""
        rules = self.rules
        try:
            state = rules.state_from_json(encode(theirs), self._edition)
        except ImpossiblePosition as error:
            return [one.id for one in error.violations]
        except (ValueError, TypeError):
            return []
        broken: list[str] = []
        # A state of somebody else's making: a law may stumble over it where none of ours could make it.
        with contextlib.suppress(Exception):
            checker = Checker(rules)
            broken += [one.rule for one in checker.every_breach(before, action, state)]
        return broken

    def _candidates(self, action: Any, after: Any = None, before: Any = None) -> list[str]:
        """The rules that bear on an action here: those worth noting for this one first, then those of all its kind."""
        if action is None:
            return []
        before = self.state if before is None else before
        after = self.rules.apply(before, action) if after is None else after
        coverage = self.rules.coverage
        return [*self._known(coverage.notable(before, action, after)), *coverage.always.get(type(action), ())]

    def _of_kind(self, value: Any) -> tuple[str, ...]:
        """The rules that every action of this kind applies."""
        try:
            return self.rules.coverage.always.get(type(self._space.action(value)), ())
        except (JsonError, TypeError, ValueError):
            return ()

    def _known(self, ids: Iterable[str]) -> tuple[str, ...]:
        known = self.rules.catalogue().rules
        return tuple(id for id in ids if id in known)

    # --- asking

    def _ask(self, method: str, do: Callable[[], _T], action: Any = None, actor: Any = None) -> _T:
        self._asked = method
        try:
            return do()
        except Failure as failure:
            raise self._failed(method, failure, action, actor) from None

    def _answer(self, method: str, do: Callable[[], _T]) -> _T:
        """The answer to what must not be refused."""
        try:
            return self._ask(method, do)
        except Refusal as refusal:
            raise self._error(method, refusal) from None

    def _failed(self, method: str, failure: Failure, action: Any = None, actor: Any = None) -> Found:
        return self._found(
            _OF_TROUBLE[failure.trouble], (), failure.words, actor=actor, action=action,
            expected={"answer": method}, signature=(method,),
        )  # fmt: skip

    def _error(
        self, method: str, refusal: Refusal, action: Any = None, actor: Any = None, rules: Iterable[str] = ()
    ) -> Found:
        tried = f" {self._notation(action)}" if method == "play" else ""
        what = f"asked for {method}{tried}, it answers with an error: {refusal}"
        return self._found(
            Kind.ERROR, rules, what, actor=actor, action=action,
            expected={"answer": method}, found=_refused(refusal), signature=(method, refusal.code),
        )  # fmt: skip

    def _found(self, kind: Kind, rules: Iterable[str], what: str, **more: Any) -> Found:
        signature = (kind, *more.pop("signature", ()))
        return Found(
            Difference(
                kind,
                tuple(dict.fromkeys(rules)),
                what,
                self._asked,
                self.start,
                tuple(self.moves),
                self.state,
                signature=signature,
                **more,
            )
        )

    def _ours(self) -> Any:
        return decode(self.rules.state_to_json(self.state))

    def _canonical(self, value: Any) -> bytes:
        """An action of theirs as we write it, so that another order of what has none does not matter."""
        text = encode(value)
        try:
            return self._space.text(self._space.action(value))
        except (JsonError, TypeError, ValueError):
            return text

    def _notation(self, value: Any) -> str:
        return notation(self.rules, value)


def _refused(refusal: Refusal) -> dict[str, Any]:
    return {"refused": list(rules_named(refusal)), "code": refusal.code, "message": refusal.message}


def _listed(texts: Iterable[bytes]) -> list[Any]:
    return [decode(text) for text in texts]


def _weighed(side: dict[bytes, Any], wrong: Sequence[bytes]) -> list[Any]:
    return [{"action": decode(key), "weight": side[key]} for key in wrong if key in side]


def _many(keys: Sequence[bytes], notation: Callable[[Any], str]) -> str:
    first = ", ".join(notation(decode(key)) for key in keys[:3])
    return (
        f"{first} and {len(keys) - 3:,} more are" if len(keys) > 3 else f"{first} {'is' if len(keys) == 1 else 'are'}"
    )
