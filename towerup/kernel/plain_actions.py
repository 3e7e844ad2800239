"""Actions of a game that describes nothing but their classes: notation, action space, policies and invalid inputs.

The notation of an action is the name of its class and its fields: `Climb("C4", 2)` is written `climb C4 2`.
"""

from __future__ import annotations

import difflib
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

import attrs

from .invalid_inputs import Unhashable
from .notation import NotationError
from .plain_values import word

if TYPE_CHECKING:
    from .ruleset import AnyRuleset, Policy


class BaseAction:
    """The base of actions with the plain notation: the name of the class and the fields, in small letters and in order."""

    __slots__ = ()

    def __str__(self) -> str:
        return notation(self)


def notation(action: Any) -> str:
    """An action in the plain notation."""
    return " ".join([verb(type(action)), *(word(getattr(action, field.name)) for field in attrs.fields(type(action)))])


def verb(kind: type[Any]) -> str:
    """The name of a kind of action, as notation and JSON have it."""
    return kind.__name__.lower()


# --- reading


def read_notation(rules: AnyRuleset, state: Any, text: object) -> Any:
    """The action that a text names, among those of the action space. Case and spare spaces do not matter."""
    words = " ".join(text.split()).lower() if isinstance(text, str) else ""
    forms = "; ".join(_form(kind) for kind in rules.action_types)
    if not words:
        raise NotationError(f"no action in {text!r}; an action is one of: {forms}")
    known = {str(action).lower(): action for action in [*rules.action_space(state), *rules.legal_actions(state)]}
    if words in known:
        return known[words]
    near = difflib.get_close_matches(words, known, n=3)
    hint = (
        f"did you mean {' or '.join(repr(str(known[one])) for one in near)}?"
        if near
        else f"an action is one of: {forms}"
    )
    raise NotationError(f"{text!r} is not an action here; {hint}")


def _form(kind: type[Any]) -> str:
    return " ".join([verb(kind), *(field.name.upper() for field in attrs.fields(kind))])


# --- the action space

MOST_STATES, MOST_GAMES, MOST_STEPS, MOST_ACTIONS = 1_000, 30, 500, 1_000


class PlainSpaces:
    """Action spaces of a game that does not list its actions: from what games have shown.

    A few hundred states and games from the start show which values each field of an action takes. The space is every
    combination of them, so most of it is illegal at any one moment; where that would be too many, just the actions met. A
    game that wants every action and stable numbers gives its own `action_space`.
    """

    def __init__(self, rules: AnyRuleset) -> None:
        self._rules = rules
        self._spaces: dict[bytes, tuple[Any, ...]] = {}
        self._sets: dict[bytes, frozenset[Any]] = {}

    def of(self, state: Any) -> tuple[Any, ...]:
        """The space of a state's game. An action that is legal now is always in it."""
        rules = self._rules
        key = repr(sorted(rules.setup_to_json(state).items())).encode()
        if key not in self._spaces:
            if len(self._spaces) >= 16:
                del self._spaces[next(iter(self._spaces))]
            self._keep(key, combined(rules, met_in_games(rules, rules.game_from_setup(rules.setup_to_json(state)))))
        known = self._sets[key]
        new = [action for action in rules.legal_actions(state) if action not in known]
        if new:
            self._keep(key, (*self._spaces[key], *new))
        return self._spaces[key]

    def _keep(self, key: bytes, actions: tuple[Any, ...]) -> None:
        self._spaces[key], self._sets[key] = actions, frozenset(actions)


def met_in_games(rules: AnyRuleset, start: Any) -> dict[Any, None]:
    """The actions that are legal somewhere: in the states nearest to the start, and in games at random."""
    met: dict[Any, None] = {}
    seen, pending = {start}, [start]
    for state in pending:
        for action in rules.legal_actions(state):
            met[action] = None
            if len(seen) < MOST_STATES and (after := rules.apply(state, action)) not in seen:
                seen.add(after)
                pending.append(after)
    if len(seen) < MOST_STATES:
        return met  # every state there is
    for seed in range(MOST_GAMES):
        chooser, state = random.Random(seed), start
        for _ in range(MOST_STEPS):
            legal = rules.legal_actions(state)
            met.update(dict.fromkeys(legal))
            if not legal:
                break
            state = rules.apply(state, chooser.choice(legal))
    return met


def combined(rules: AnyRuleset, met: Iterable[Any]) -> tuple[Any, ...]:
    """For each kind of action every combination of the values that its fields take; just those met if it is too many."""
    return tuple(
        action for kind in rules.action_types for action in _of_kind(kind, [a for a in met if type(a) is kind])
    )


def _of_kind(kind: type[Any], met: Sequence[Any]) -> Iterator[Any]:
    names = [field.name for field in attrs.fields(kind)]
    values = [_sorted({getattr(action, name) for action in met}) for name in names]
    if not met or prod(map(len, values)) > MOST_ACTIONS:
        return iter(_sorted(met))
    return (kind(*choice) for choice in product(*values))


def _sorted(values: Iterable[Any]) -> list[Any]:
    """In an order that is the same in every process."""
    found = list(values)
    try:
        return sorted(found)
    except TypeError:
        return sorted(found, key=repr)


# --- policies


@attrs.frozen
class Leaning:
    """A player who prefers one kind of action, and else plays at random."""

    kind: type[Any] | None = None

    def __call__(self, state: Any, legal: Sequence[Any], chooser: random.Random) -> Any:
        liked = [action for action in legal if type(action) is self.kind]
        return chooser.choice(liked if liked and chooser.random() < 0.8 else legal)


def plain_policies(action_types: Iterable[type[Any]]) -> Mapping[str, Policy[Any, Any]]:
    """A player at random, and one for each kind of action who prefers it."""
    return {"random": Leaning(), **{f"prefers-{verb(kind)}": Leaning(kind) for kind in action_types}}


# --- invalid inputs

_NOT_ACTIONS: tuple[object, ...] = (None, True, 7, float("nan"), "", "pass", b"", {}, [], (), object, Unhashable())
_NOT_VALUES: tuple[object, ...] = (None, "no such thing", -999_999, 0.5, ("no such thing",), [], Unhashable())


def plain_invalid_inputs(rng: random.Random, legal: Sequence[Any]) -> list[object]:
    """Things that are no actions, and legal actions with something in a field that does not belong there."""
    wrong = [rng.choice(_NOT_ACTIONS), *(type(action) for action in legal[:1])]
    for action in rng.sample(list(legal), min(2, len(legal))):
        for field in attrs.fields(type(action)):
            value = rng.choice([one for one in _NOT_VALUES if type(one) is not type(getattr(action, field.name))])
            try:
                wrong.append(attrs.evolve(action, **{field.alias or field.name: value}))
            except Exception:  # noqa: BLE001, S112  # the class itself refuses it, whatever it raises
                continue
    return wrong
