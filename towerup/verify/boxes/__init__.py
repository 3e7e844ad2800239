"""What the strategies need of a single game: boxes that nobody has ever seen, and actions that nobody should take.

A game's are in the module with its name, which has
- `editions()`: a strategy for editions that can be played, none of them ours;
- `options(edition, players)`: one for what else can be agreed, as `new_game` takes it by name;
- `strange_actions(state)`: one for actions of its kinds that need not be in the action space, nor name what there is;
- `LEANINGS`: kinds of action that a player may have a leaning to, so that games come to what is rare.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from towerup.rulesets import NAMES, ruleset


def module_of(game: str) -> str:
    """Where a game's boxes are drawn, whether there is such a module or not."""
    return f"{__name__}.{game.replace('-', '_')}"


def are_drawn(game: str) -> bool:
    """Whether boxes of this game can be drawn that are not its own."""
    return find_spec(module_of(game)) is not None


def drawn_games() -> tuple[str, ...]:
    """The games whose boxes can be drawn."""
    return tuple(filter(are_drawn, NAMES))


def boxes_of(game: str) -> Any:
    """The module that draws the boxes of a game. For a game without one: what its ruleset tells."""
    if are_drawn(game):
        return import_module(module_of(game))
    from towerup.verify.plain_boxes import PlainBoxes  # it needs Hypothesis

    return PlainBoxes(ruleset(game))
