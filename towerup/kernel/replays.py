"""Replays: a game as one line of notation, played again, and the Python code that gives a state.

Code is text to be pasted into a file. It evaluates to an equal value after `import towerup as tu`; for a game whose
functions are not names of that package, after `from towerup.rulesets import ruleset`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from .notation import NotationError
from .rules import IllegalAction

if TYPE_CHECKING:
    from .editions import Box
    from .ruleset import AnyRuleset, GameState

S = TypeVar("S", bound="GameState")

BETWEEN = "; "
"""What stands between two moves."""


def replay_moves(start: S, moves: str) -> S:
    """The state after these moves, written in notation with a semicolon or a line end between them.

    Raises NotationError or IllegalAction at the first move that cannot be read or played; a note says which it is.
    """
    state = start
    for _, after in followed(start, moves):
        state = after
    return state


def followed(start: S, moves: str) -> Iterator[tuple[Any, S]]:
    """Each action of these moves, and the state after it."""
    state = start
    for number, move in enumerate(filter(None, map(str.strip, re.split(r"[;\n]", moves))), start=1):
        try:
            action = state.ruleset.parse_action(state, move)
            state = state.ruleset.apply(state, action)
        except (NotationError, IllegalAction) as error:
            error.add_note(f"This was move {number}: {move}")
            raise
        yield action, state


# --- code


@attrs.frozen
class Call:
    """A call as Python code: the name of the function, and each argument."""

    function: str
    arguments: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.function}({', '.join(self.arguments)})"


def state_call(state: Any) -> Call:
    """The call that gives this state: of `replay` if it is the beginning of a game, else of `state_from_json`."""
    replay = replay_call(state)
    if replay is not None:
        return replay
    rules: AnyRuleset = state.ruleset
    arguments = [repr(rules.state_to_json(state).decode())]
    edition = _edition(state)
    if edition is not None and not _is_shipped(rules, edition):
        arguments.append(edition_code(rules, edition))
    return Call(_name(rules, "state_from_json"), tuple(arguments))


def replay_call(start: Any, actions: Iterable[object] = ()) -> Call | None:
    """The call of `replay` that gives the state after these actions. None if `start` is not the beginning of a game."""
    rules: AnyRuleset = start.ruleset
    edition = _edition(start)
    if edition is None:
        return None
    players = list(start.setup.seats)
    agreed: dict[str, Any] = {**rules.agreed(start), "rulings": start.setup.rulings}
    if not _begins(start, players, edition, agreed):
        return None
    # What can be left out, is.
    for name in list(agreed):
        fewer = {other: value for other, value in agreed.items() if other != name}
        if _begins(start, players, edition, fewer):
            agreed = fewer
    number = len(players)
    by_number = _begins(start, number, edition, agreed)
    arguments = [edition_code(rules, edition), repr(number if by_number else players)]
    moves = notation_of(actions)
    if moves:
        arguments.append(repr(moves))
    for name, value in agreed.items():
        arguments.append(f"{name}={rulings_call(rules, value) if name == 'rulings' else repr(value)}")
    return Call(_name(rules, "replay"), tuple(arguments))


def notation_of(actions: Iterable[object]) -> str:
    """These actions in notation, as `replay` takes them."""
    return BETWEEN.join(map(str, actions))


def edition_code(rules: AnyRuleset, edition: Box) -> str:
    """An edition as an argument: its name if it comes with the library, else the call that makes it."""
    return repr(edition.name) if _is_shipped(rules, edition) else str(edition_call(rules, edition))


def edition_call(rules: AnyRuleset, edition: Box) -> Call:
    """The call that gives this edition: by its name if it comes with the library, else from its data."""
    if _is_shipped(rules, edition):
        return Call(_name(rules, "load_edition" if rules.public else "editions.load"), (repr(edition.name),))
    return Call(_name(rules, "edition_from_data"), (repr(edition.data),))


def _is_shipped(rules: AnyRuleset, edition: Box) -> bool:
    shelf = rules.editions
    return edition.name in shelf.names and bool(shelf.shipped(edition.name) == edition)


def rulings_call(rules: AnyRuleset, rulings: Any) -> Call:
    """The call that gives these rulings. It names those that differ from the default."""
    changed: dict[str, str] = rulings.changed
    named = tuple(f"{name}={reading!r}" for name, reading in changed.items())
    if rules.public:
        return Call(_name(rules, "Rulings"), named)
    return Call(_name(rules, "rulings"), named if isinstance(rules.rulings, type) else (repr(changed),))


def import_line(rules: AnyRuleset) -> str:
    """What must stand before the code of a game."""
    return f"import towerup as {rules.public}" if rules.public else "from towerup.rulesets import ruleset"


def _name(rules: AnyRuleset, function: str) -> str:
    """What code calls a function of a game."""
    return f"{rules.public or f'ruleset({rules.name!r})'}.{function}"


def _edition(state: Any) -> Box | None:
    """The edition that a game is played with; None if its states do not say."""
    edition: Box | None = getattr(getattr(state, "setup", None), "edition", None)
    return edition


def _begins(state: Any, players: int | Sequence[str], edition: Box, agreed: Mapping[str, object]) -> bool:
    """Whether a game begins with this state if this is agreed."""
    with suppress(Exception):  # ValueError if it cannot be agreed; rules with a fault in them may raise anything
        return bool(state.ruleset.new_game(players, edition=edition, **agreed) == state)
    return False
