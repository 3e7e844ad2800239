"""Games on a game's engine, compared with the rulebook in a sample of their states.

Knows no game by name. Each game is drawn from the campaign's seed and its own number alone, and is the same whether the
engine is compiled or not.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import attrs

from towerup.engines.compiling import can_compile
from towerup.engines.positions import Position
from towerup.kernel.actors import CHANCE
from towerup.kernel.canonical import decode
from towerup.kernel.differences import differences
from towerup.kernel.records import Record
from towerup.kernel.ruleset import AnyRuleset

from .campaign import STEP_BOUND, Breach, Campaign, Tally

SAME_GAME = "engine_and_rulebook_agree"

INTERPRETED, COMPILED = "interpreted", "compiled"
GAMES_EACH = {INTERPRETED: 3, COMPILED: 8}
"""How many games are played on the engine for each game on the rulebook."""
WORTH_COMPILING = 2_000
"""Fewer games are over before numba is loaded."""

GAMES_A_SETUP = 10
"""So many games start from the same setup, because a setup takes as long to pack as a game to play."""
COMPARED_A_STEP = 1 / 60
"""How often a state is compared with the rulebook. The last state of a game always is."""


MOST_FIELDS = 4
"""How many fields are named in which two states differ."""


class Leaning(NamedTuple):
    """How a player on the engine chooses: at random, with a liking for the first or the last of the legal actions.

    Actions are numbered kind by kind, so some players mostly do one kind of thing, and others mostly another.
    """

    power: int
    last: bool

    def choose(self, legal: Sequence[int], chooser: random.Random) -> int:
        """One of the legal actions."""
        place = int(chooser.random() ** self.power * len(legal))
        return legal[-1 - place] if self.last else legal[place]


LEANINGS = (Leaning(1, last=False), Leaning(3, last=False), Leaning(3, last=True))


def engine_plan(
    rules: AnyRuleset, games: int, engine_games: int | None = None, compiled: bool | None = None
) -> tuple[str | None, int]:
    """How the engine runs, and how many games it plays beside so many on the rulebook.

    What is not given is chosen: the engine is compiled if numba is installed and the games are many enough.
    """
    if rules.engine is None:
        return None, 0
    if compiled is None:
        many = games * GAMES_EACH[COMPILED] if engine_games is None else engine_games
        compiled = can_compile() and many >= WORTH_COMPILING
    engine = COMPILED if compiled else INTERPRETED
    return engine, games * GAMES_EACH[engine] if engine_games is None else engine_games


@attrs.frozen
class Comparison:
    """The rulebook of a game beside its engine."""

    rules: AnyRuleset
    compiled: bool

    def pack(self, state: Any) -> Position[Any, Any]:
        """The state as a position of the engine."""
        assert self.rules.engine is not None
        pack: Callable[..., Position[Any, Any]] = importlib.import_module(self.rules.engine).pack
        return pack(state, compiled=self.compiled)

    def difference(self, position: Position[Any, Any], state: Any) -> str | None:
        """How a position of the engine differs from what the rulebook says of the state; None if it does not."""
        rules = self.rules
        # This refuses a state that no game can reach. The rulebook may take for ever over such a state.
        packed = self.pack(state)
        legal, offered = rules.legal_actions(state), tuple(position.actions[number] for number in position.legal)
        if offered != legal:
            return _difference_of_offers(offered, legal)
        if position.actor != state.actor:
            return f"on the engine {position.actor!r} is to act; in the rulebook {state.actor!r}"
        weights = rules.chance_weights(state)
        if position.weights != weights:
            return f"the weights of chance on the engine: {position.weights}; in the rulebook: {weights}"
        given, right = position.outcome(), rules.outcome(state)
        if given != right:
            plain = (None if one is None else rules.outcome_to_json(one) for one in (given, right))
            return f"the outcome on the engine is not that of the rulebook: {_fields(*plain)}"
        if packed != position:
            return "the engine has counted something on the way that is not so when the same state is packed anew"
        return None

    def difference_of_states(self, position: Position[Any, Any], state: Any) -> str | None:
        """How the state on the engine differs from that of the rulebook; None if it does not."""
        unpacked = position.unpack()
        if unpacked == state:
            return None
        plain = (decode(self.rules.state_to_json(one)) for one in (unpacked, state))
        return f"the state on the engine is not that of the rulebook: {_fields(*plain)}"

    def first_difference(self, start: Any, actions: Sequence[Any]) -> tuple[int, str] | None:
        """Where the engine first differs from the rulebook in this game: after how many actions, and how."""
        done = 0
        try:
            state, position = start, self.pack(start)
            for action in (*actions, None):
                found = self.difference_of_states(position, state) or self.difference(position, state)
                if found is not None:
                    return done, found
                if action is None:
                    break
                done += 1
                number = position.legal[self.rules.legal_actions(state).index(action)]
                state, position = self.rules.apply(state, action), position.apply(number)
        except Exception as error:  # noqa: BLE001  # whatever goes wrong is a difference, never a traceback
            return done, f"{type(error).__name__}: {error}"
        return None


def _fields(given: Any, right: Any) -> str:
    """Where two JSON values differ: the first few places."""
    fields = [str(one) for one in differences(given, right)]
    return "; ".join(fields[:MOST_FIELDS]) + (f"; and {len(fields) - MOST_FIELDS} more" * (len(fields) > MOST_FIELDS))


def _difference_of_offers(offered: Sequence[Any], legal: Sequence[Any]) -> str:
    for action in offered:
        if action not in legal:
            return f"the engine offers {action}; the rulebook does not"
    for action in legal:
        if action not in offered:
            return f"the rulebook offers {action}; the engine does not"
    return "the engine offers the legal actions in another order, or one of them twice"


@attrs.define
class _Start:
    """Where the games of a setup begin."""

    state: Any
    seats: int
    position: Position[Any, Any] | None = None
    """The state packed, by the first game."""


class EngineGames:
    """The games of a campaign that are played on the engine."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._rules = campaign.rules
        self.comparison = Comparison(campaign.rules, campaign.plan.engine == COMPILED)

    def play(self, numbers: Iterable[int]) -> tuple[Tally, Breach | None]:
        """Plays the games with these numbers, in order, as far as the first difference."""
        tally = Tally()
        for setup, of_setup in groupby(numbers, lambda number: number // GAMES_A_SETUP):
            start = self._start(setup)
            for number in of_setup:
                breach = self._play(number, start, tally)
                if breach is not None:
                    return tally, breach
        return tally, None

    def small_games(self, most: int) -> range:
        """The numbers of the first games in so many small boxes."""
        setups = self._campaign.series.small_games(most)
        return range(setups.start * GAMES_A_SETUP, setups.stop * GAMES_A_SETUP, setups.step * GAMES_A_SETUP)

    def _start(self, setup: int) -> _Start:
        chooser = random.Random(f"{self._campaign.plan.seed}/engine setup/{setup}")
        state = self._campaign.series.game(setup, chooser)
        return _Start(state, len(self._rules.setup_to_json(state)["players"]))

    def _play(self, number: int, start: _Start, tally: Tally) -> Breach | None:
        chooser = random.Random(f"{self._campaign.plan.seed}/engine/{number}")
        actions: list[Any] = []
        try:
            found = self._play_out(start, chooser, actions, tally)
        except Exception as error:  # noqa: BLE001  # whatever goes wrong is a difference, never a traceback
            found = f"{type(error).__name__}: {error}"
        tally.engine_games += 1
        if found is None:
            return None
        # It was found in a sample. The first difference may have been some steps before.
        done, message = self.comparison.first_difference(start.state, actions) or (len(actions), found)
        return Breach("", SAME_GAME, message, number, Record(start.state, tuple(actions[:done])))

    def _play_out(self, start: _Start, chooser: random.Random, actions: list[Any], tally: Tally) -> str | None:
        """Plays a game to its end, and notes its actions. Returns the difference that is found, if there is one."""
        comparison = self.comparison
        if start.position is None:
            start.position = comparison.pack(start.state)
        position = start.position
        leanings = [chooser.choice(LEANINGS) for _ in range(start.seats)]
        for _ in range(STEP_BOUND):
            legal = position.legal
            is_compared = not legal or chooser.random() < COMPARED_A_STEP
            if is_compared:
                tally.compared += 1
                state = position.unpack()
                found = comparison.difference(position, state)
                if found is not None:
                    return found
            if not legal:
                # What went wrong on the way and was not met by the sample is still there at the end.
                broken = self._rules.properties.broken_in(state)
                return f"{broken[0].name}: {broken[0].statement}" if broken else None
            actor = position.actor
            if isinstance(actor, int):
                number = leanings[actor].choose(legal, chooser)
            else:
                assert actor is CHANCE
                number = chooser.choices(legal, position.weights)[0]
            actions.append(position.actions[number])
            position = position.apply(number)
            tally.engine_steps += 1
            if is_compared:
                found = comparison.difference_of_states(position, self._rules.apply(state, actions[-1]))
                if found is not None:
                    return found
        return None
