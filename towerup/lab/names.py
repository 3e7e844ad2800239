"""Players by name, as they are typed: `random`, `greedy`, `expectimax:2`, `mcts:500`, `mcts:0.5s`, or a policy of the game."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence

from towerup.kernel.numbers import NumberError, decimal_number, whole_number
from towerup.kernel.ruleset import AnyRuleset

from .expectimax import Expectimax
from .mcts import Mcts
from .players import Greedy, Player, Random

USUAL_DEPTH = 2
USUAL_ITERATIONS = 500

FORMS = {
    "random": "random",
    "greedy": "greedy",
    "expectimax": "expectimax:DEPTH",
    "mcts": "mcts:ITERATIONS or mcts:SECONDSs",
}
"""The players of the lab, and how each is written."""

_TIME = re.compile(r"(.*[^m])(ms|s)")


class UnknownPlayer(ValueError):
    """A text that names no player; the message says what would."""


def player(text: str, rules: AnyRuleset | None = None) -> Player:
    """The player that a text names; with the rules of a game, one of its policies too. Raises UnknownPlayer."""
    name, colon, detail = text.strip().partition(":")
    if name in _MADE:
        return _MADE[name](detail if colon else None)
    policies = {} if rules is None else rules.policies
    if name in policies and not colon:
        return policies[name]
    near = difflib.get_close_matches(name, [*FORMS, *policies], n=1)
    hint = f"did you mean {FORMS.get(near[0], near[0])}?" if near else f"there is {_offered(tuple(policies))}"
    raise UnknownPlayer(f"there is no player {text!r}; {hint}")


def _offered(policies: Sequence[str]) -> str:
    own = [name for name in policies if name not in FORMS]
    return ", ".join(FORMS.values()) + (f"; or a policy: {', '.join(own)}" if own else "")


def _plain(name: str, made: Player) -> Callable[[str | None], Player]:
    def make(detail: str | None) -> Player:
        if detail is not None:
            raise UnknownPlayer(f"{name}:{detail}: nothing comes after {name}")
        return made

    return make


def _expectimax(detail: str | None) -> Player:
    if detail is None:
        return Expectimax(USUAL_DEPTH)
    try:
        return Expectimax(whole_number(detail, "the depth", 1))
    except NumberError as error:
        raise UnknownPlayer(f"expectimax:{detail:.40}: {error}; write expectimax:{USUAL_DEPTH}") from None


def _mcts(detail: str | None) -> Player:
    if detail is None:
        return Mcts(USUAL_ITERATIONS)
    try:
        return _bounded_mcts(detail)
    except NumberError as error:
        raise UnknownPlayer(
            f"mcts:{detail:.40}: {error}; write mcts:{USUAL_ITERATIONS}, mcts:0.5s or mcts:200ms"
        ) from None


def _bounded_mcts(detail: str) -> Player:
    timed = _TIME.fullmatch(detail)
    if timed is None:
        return Mcts(whole_number(detail, "the number of iterations", 1))
    seconds = decimal_number(timed[1], "the time") / (1_000 if timed[2] == "ms" else 1)
    if not seconds:
        raise NumberError("the time must be more than 0")
    return Mcts(seconds=seconds)


_MADE: dict[str, Callable[[str | None], Player]] = {
    "random": _plain("random", Random()),
    "greedy": _plain("greedy", Greedy()),
    "expectimax": _expectimax,
    "mcts": _mcts,
}
