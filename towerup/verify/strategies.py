"""Hypothesis strategies for any game: editions that are not ours, games, states, actions, records.

The rules must hold for any box, not for our board alone: `editions()` draws small boxes made up on the spot, always such
that they can be played. Which game is meant `game` says, where a state or a strategy does not say it; Tower Up if nothing does.

Hypothesis prints what was drawn as code: a state as `tu.replay('tiny', 2, 'reveal bw/black; place N1 black')`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import partial
from typing import Any

import attrs

try:
    from hypothesis import strategies as st
except ModuleNotFoundError as missing:  # pragma: no cover  # tested in a process of its own
    raise ModuleNotFoundError(
        "strategies for tests need Hypothesis: pip install 'towerup[verify]'", name=missing.name
    ) from None

from towerup.kernel.actors import CHANCE
from towerup.kernel.records import Record
from towerup.kernel.replays import Call, edition_call, replay_call, rulings_call, state_call
from towerup.kernel.ruleset import AnyRuleset
from towerup.rulesets import NAMES, every_ruleset, game_names, ruleset

from .boxes import boxes_of
from .printing import drawn_as

USUAL = NAMES[0]
"""The game that is meant where none is named."""


@attrs.frozen
class Step:
    """A moment of a game: the state, the action taken, and the state after it."""

    before: Any
    action: Any
    after: Any


class Steps(list[Step]):
    """A game step by step. Hypothesis prints it as code with all its moves."""

    def __init__(self, start: Any, steps: Iterable[Step] = ()) -> None:
        super().__init__(steps)
        self.start = start

    @property
    def record(self) -> Record:
        """The game as a record."""
        return Record(self.start, tuple(step.action for step in self))

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(f"strategies.steps_of({self.record})")


def editions(game: str = USUAL) -> st.SearchStrategy[Any]:
    """An edition that can be played, with contents of its own."""
    boxes = boxes_of(game).editions()
    return _drawn(boxes, partial(edition_call, ruleset(game)))


def shipped_editions(game: str = USUAL) -> st.SearchStrategy[Any]:
    """The editions that come with the library, the whole game last."""
    rules = ruleset(game)
    names = sorted(rules.editions.names, key=lambda name: (name == rules.usual_edition, name))
    return st.sampled_from([rules.editions.shipped(name) for name in names])


def rulings(game: str = USUAL) -> st.SearchStrategy[Any]:
    """Any mixture of the readings offered."""
    rules = ruleset(game)
    open_questions = rules.catalogue().rulings.values()
    readings = {one.name: st.sampled_from([option.name for option in one.options]) for one in open_questions}
    return _drawn(_rulings(rules, readings), partial(rulings_call, rules))


@st.composite
def _rulings(draw: st.DrawFn, rules: AnyRuleset, readings: dict[str, st.SearchStrategy[str]]) -> Any:
    return rules.rulings.by_name(draw(st.fixed_dictionaries(readings)))


@st.composite
def _drawn(draw: st.DrawFn, values: st.SearchStrategy[Any], call: Callable[[Any], Call]) -> Any:
    """What the strategy draws, printed as this call of the value."""
    value = draw(values)
    return drawn_as(draw, value, partial(call, value))


@st.composite
def new_games(draw: st.DrawFn, boxes: st.SearchStrategy[Any] | None = None, game: str = USUAL) -> Any:
    """A game about to begin, in any edition, with any number of players, any rulings, and whatever else can be agreed."""
    rules = ruleset(game)
    edition = draw(editions(game) if boxes is None else boxes)
    players = draw(st.sampled_from(rules.player_counts(edition)))
    options = draw(boxes_of(game).options(edition, players))
    start = rules.new_game(players, edition=edition, rulings=draw(rulings(game)), **options)
    return drawn_as(draw, start, partial(state_call, start))


@st.composite
def steps(draw: st.DrawFn, games: st.SearchStrategy[Any] | None = None, most: int = 150, game: str = USUAL) -> Steps:
    """A game played by a player of random policy, from the start, step by step; at most so many steps."""
    state = draw(new_games(game=game) if games is None else games)
    chooser = draw(st.randoms(use_true_random=False))
    leaning = draw(st.sampled_from(boxes_of(state.ruleset.name).LEANINGS))
    return Steps(state, _played(state, chooser, leaning, chooser.random(), most))


def steps_of(record: Record) -> Steps:
    """The steps of a recorded game."""
    states = list(record.states())
    return Steps(record.start, map(Step, states, record.actions, states[1:]))


def _played(state: Any, chooser: Any, leaning: type[Any], strength: float, most: int) -> Iterator[Step]:
    rules = state.ruleset
    for _ in range(most):
        legal = rules.legal_actions(state)
        if not legal:
            return
        if state.actor is not CHANCE and chooser.random() < strength:
            legal = tuple(action for action in legal if type(action) is leaning) or legal
        action = chooser.choice(legal)
        after = rules.apply(state, action)
        yield Step(state, action, after)
        state = after


@st.composite
def states(draw: st.DrawFn, games: st.SearchStrategy[Any] | None = None, most: int = 150, game: str = USUAL) -> Any:
    """A state that a game has reached: about to begin, in the middle or over."""
    start = draw(new_games(game=game) if games is None else games)
    wanted = draw(st.integers(0, most))
    played = draw(steps(st.just(start), wanted))
    # Of a game that was over before, any moment: else most states would be ends.
    number = wanted % (len(played) + 1)
    # The start may have another call that prints it, so it is copied.
    state = played[number - 1].after if number else copy(start)
    actions = [step.action for step in played[:number]]
    return drawn_as(draw, state, lambda: replay_call(start, actions) or state_call(state))


@st.composite
def records(draw: st.DrawFn, games: st.SearchStrategy[Any] | None = None, most: int = 150, game: str = USUAL) -> Record:
    """The record of a game, from its start to its end or as far as so many steps took it."""
    start = draw(new_games(game=game) if games is None else games)
    record = draw(steps(st.just(start), most)).record
    return drawn_as(draw, record, record.call)


def actions(of: Any = None, game: str = USUAL) -> st.SearchStrategy[Any]:
    """A legal action of this state, or of one that is drawn; see `moments` to have the state as well."""
    if of is None or isinstance(of, st.SearchStrategy):
        return moments(of, game).map(lambda moment: moment[1])
    return st.sampled_from(of.ruleset.legal_actions(of))


@st.composite
def moments(draw: st.DrawFn, of: st.SearchStrategy[Any] | None = None, game: str = USUAL) -> tuple[Any, Any]:
    """A state that is not over, and an action that is legal in it."""
    state = draw((states(game=game) if of is None else of).filter(lambda state: state.actor is not None))
    return state, draw(actions(state))


def any_actions(state: Any) -> st.SearchStrategy[Any]:
    """An action, legal in this state or not: those of its edition, and some that name things no edition has."""
    rules = state.ruleset
    strange: st.SearchStrategy[Any] = boxes_of(rules.name).strange_actions(state)
    return st.one_of(st.sampled_from(rules.action_space(state)), strange)


def actions_of_type(
    kind: type[Any], games: st.SearchStrategy[Any] | None = None, game: str | None = None
) -> st.SearchStrategy[Any]:
    """An action of this type, such as there is in some edition of its game."""
    drawn = new_games(game=game or _game_of(kind)) if games is None else games
    return drawn.map(lambda state: _of_kind(state, kind)).filter(bool).flatmap(st.sampled_from)


def _of_kind(state: Any, kind: type[Any]) -> list[Any]:
    """The actions of this type in the space of a game. Not every box has some of every type."""
    return [action for action in state.ruleset.action_space(state) if type(action) is kind]


def _game_of(kind: type[Any]) -> str:
    """The game that a type of action belongs to."""
    for rules in every_ruleset():
        if kind in rules.action_types:
            return rules.name
    raise TypeError(f"{kind.__name__} is no kind of action of {', '.join(game_names())}")
