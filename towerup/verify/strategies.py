"""Hypothesis strategies for any game: editions that are not ours, games, states, actions, records.

The rules must hold for any box, not for our board alone: `editions()` draws small boxes made up on the spot, always such
that they can be played. Which game is meant `game` says, where a state or a strategy does not say it; Tower Up if nothing does.
"""

from __future__ import annotations

from collections.abc import Iterator
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
from towerup.rulesets import NAMES, every_ruleset, game_names, ruleset

from .boxes import boxes_of

USUAL = NAMES[0]
"""The game that is meant where none is named."""


@attrs.frozen
class Step:
    """A moment of a game: the state, the action taken, and the state after it."""

    before: Any
    action: Any
    after: Any


def editions(game: str = USUAL) -> st.SearchStrategy[Any]:
    """An edition that can be played, with contents of its own."""
    drawn: st.SearchStrategy[Any] = boxes_of(game).editions()
    return drawn


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
    return st.fixed_dictionaries(readings).map(rules.rulings.by_name)


@st.composite
def new_games(draw: st.DrawFn, boxes: st.SearchStrategy[Any] | None = None, game: str = USUAL) -> Any:
    """A game about to begin, in any edition, with any number of players, any rulings, and whatever else can be agreed."""
    rules = ruleset(game)
    edition = draw(editions(game) if boxes is None else boxes)
    players = draw(st.sampled_from(rules.player_counts(edition)))
    options = draw(boxes_of(game).options(edition, players))
    return rules.new_game(players, edition=edition, rulings=draw(rulings(game)), **options)


@st.composite
def steps(
    draw: st.DrawFn, games: st.SearchStrategy[Any] | None = None, most: int = 150, game: str = USUAL
) -> list[Step]:
    """A game played by a player of random policy, from the start, step by step; at most so many steps."""
    state = draw(new_games(game=game) if games is None else games)
    chooser = draw(st.randoms(use_true_random=False))
    leaning = draw(st.sampled_from(boxes_of(state.ruleset.name).LEANINGS))
    return list(_played(state, chooser, leaning, chooser.random(), most))


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
    moments = [start, *(step.after for step in draw(steps(st.just(start), wanted)))]
    # Of a game that was over before, any moment: else most states would be ends.
    return moments[wanted % len(moments)]


@st.composite
def records(draw: st.DrawFn, games: st.SearchStrategy[Any] | None = None, most: int = 150, game: str = USUAL) -> Record:
    """The record of a game, from its start to its end or as far as so many steps took it."""
    start = draw(new_games(game=game) if games is None else games)
    return Record(start, tuple(step.action for step in draw(steps(st.just(start), most))))


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
