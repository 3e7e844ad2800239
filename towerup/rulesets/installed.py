"""Games that other packages bring: each is an entry point of the group `towerup.games`.

    [project.entry-points."towerup.games"]
    hills = "hills:HILLS"

The name of the entry point is the name of the game, and its value is the game's `Ruleset`. A package whose game cannot be
loaded is named, and breaks no other game.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

from towerup.kernel.ruleset import AnyRuleset, Ruleset

GROUP = "towerup.games"


class GameError(ValueError):
    """A game that is installed, but cannot be loaded. The message names its package."""


def installed_names() -> tuple[str, ...]:
    """The names of all games that are entry points, sorted."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


def installed_ruleset(name: str) -> AnyRuleset:
    """The rules of an installed game. Raises GameError if its package is broken, LookupError if there is no such game."""
    # One package may say the same twice, as with an old and a new install.
    points = {point.value: point for point in entry_points(group=GROUP, name=name)}
    if not points:
        raise LookupError(name)
    if len(points) > 1:
        packages = ", ".join(sorted(map(_package, points.values())))
        raise GameError(f"the game {name!r} is in several packages: {packages}; uninstall all but one")
    (point,) = points.values()
    return _loaded(point)


def _loaded(point: EntryPoint) -> AnyRuleset:
    where = f"the game {point.name!r} of the package {_package(point)}"
    try:
        rules = point.load()
    except Exception as error:  # it is somebody else's code: whatever it raises is said
        raise GameError(
            f"{where} cannot be loaded: {point.value}: {type(error).__name__}: {error}; repair the package or uninstall it"
        ) from error
    if not isinstance(rules, Ruleset):
        raise GameError(f"{where} cannot be used: {point.value} is a {type(rules).__name__}, not a Ruleset")
    if rules.name != point.name:
        raise GameError(f"{where} cannot be used: the ruleset calls itself {rules.name!r}; both names must be the same")
    return rules


def _package(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else "an unknown package"
