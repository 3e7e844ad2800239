"""The drawing of a game that has none of its own: a table of the fields of its state.

A game with a drawing names its module as `drawing` in its ruleset; it has the functions of this one.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from towerup.kernel.actors import CHANCE
from towerup.kernel.plain_values import plain

from .elements import Drawing, broken, text_width
from .marking import Overlay
from .parts import Attempt, Part

SIGNS = "→"
POINTS: Mapping[str, tuple[str, ...]] = {}
"""One can point at nothing: there is no board that we know of."""

_SIZE, _LINE, _PAD, _WIDTH = 14.0, 20.0, 12.0, 640.0


def rows(state: Any) -> list[tuple[str, str]]:
    """Each field of a state with what it holds, in words; of a list of things with fields, a row for each."""
    return [row for field in attrs.fields(type(state)) for row in _rows(field.name, getattr(state, field.name))]


def _rows(name: str, value: Any) -> Iterator[tuple[str, str]]:
    label = name.replace("_", " ")
    if isinstance(value, tuple | list) and value and all(attrs.has(type(one)) for one in value):
        for number, one in enumerate(value, start=1):
            yield f"{label} {number}", words(one)
    else:
        yield label, words(value)


def words(value: Any) -> str:
    """A value as a person reads it."""
    return _words(plain(value))


def _words(value: Any) -> str:
    if value is None or value in ([], {}):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key.replace('_', ' ')} {_nested(one)}" for key, one in value.items())
    if isinstance(value, list):
        return ", ".join(map(_nested, value))
    return str(value)


def _nested(value: Any) -> str:
    return f"({_words(value)})" if isinstance(value, dict | list) and value else _words(value)


def told(state: Any) -> str:
    """Whom the game waits for, or who has won."""
    rules = state.ruleset
    result = rules.outcome(state)
    if result is not None:
        winners = ", ".join(rules.seats(state)[seat] for seat in result.winners) or "nobody"
        return f"Over ({result.cause}): {winners} {'share the victory' if len(result.winners) > 1 else 'won'}."
    who = "chance" if state.actor is CHANCE or state.actor is None else rules.seats(state)[state.actor]
    return f"Waits for {who}."


def places(state: Any) -> tuple[str, ...]:
    """Nothing can be marked: there is no board that we know of."""
    return ()


def _lines(state: Any, last: Any, overlay: Overlay) -> list[tuple[str, str]]:
    done = [("last action", str(last))] if last is not None else []
    return [(state.ruleset.title, told(state)), *rows(state), *done, *(("", one) for one in overlay.captions)]


def picture(state: Any, *, colour: bool, unicode: bool, width: int, last: Any, overlay: Overlay) -> str:
    """The table as text."""
    lines = _lines(state, last, overlay)
    room = max(len(label) for label, _ in lines) + 2
    made: list[str] = []
    for label, text in lines:
        first, *rest = textwrap.wrap(text, max(20, width - room)) or [""]
        made += [f"{label:<{room}}{first}", *(" " * room + line for line in rest)]
    shown = "\n".join(line.rstrip() for line in made)
    return shown if unicode else shown.replace("→", "->").encode("ascii", "replace").decode()


def svg(state: Any, *, size: int | None, last: Any, overlay: Overlay) -> str:
    """The table as an SVG document."""
    lines = _lines(state, last, overlay)
    room = max(text_width(label, _SIZE) for label, _ in lines) + _PAD
    drawing, y = Drawing(), _PAD + _SIZE
    for number, (label, text) in enumerate(lines):
        drawing.text(_PAD, y, label, _SIZE, font_weight="bold" if number == 0 else None, fill="#555555")
        for line in broken(text, _WIDTH - room - 2 * _PAD, _SIZE) or [""]:
            drawing.text(_PAD + room, y, line, _SIZE, fill="#111111")
            y += _LINE
    whole = Drawing()
    whole.rect(0, 0, _WIDTH, y, fill="#ffffff")
    whole.include(drawing)
    return whole.document(_WIDTH, y, size, state.ruleset.title, told(state))


def parts(state: Any, *, last: Any, overlay: Overlay) -> tuple[Part, ...]:
    """One part: the table."""
    bare = attrs.evolve(overlay, captions=())
    return (Part("table", state.ruleset.title, svg(state, size=None, last=last, overlay=bare)),)


def legal_sites(state: Any, of: str = "") -> Overlay:
    """The legal actions, or those of a kind, in words."""
    legal = [str(action) for action in state.ruleset.legal_actions(state)]
    chosen = [one for one in legal if not of or one.partition(" ")[0] == of.lower()]
    return Overlay(captions=(f"legal: {', '.join(chosen) or 'nothing'}",))


def why_not(state: Any, *said: str) -> Overlay:
    """What speaks against an action in notation."""
    action = state.ruleset.parse_action(state, " ".join(said))
    broken_rules: Sequence[Any] = state.ruleset.explain(state, action)
    return Overlay(captions=tuple(map(str, broken_rules)) or (f"{action} is legal",))


def effect(state: Any, action: Any) -> Overlay:
    """The fields that an action changes."""
    before, after = dict(rows(state)), dict(rows(state.ruleset.apply(state, action)))
    changes = [
        f"{label}: {before.get(label, 'none')} → {after.get(label, 'none')}"
        for label in dict.fromkeys([*before, *after])
        if before.get(label) != after.get(label)
    ]
    return Overlay(captions=(f"{action}: {'; '.join(changes) or 'nothing changes'}",))


def attempts(state: Any, what: str, which: str) -> tuple[Attempt, ...]:
    """Nothing, because nothing can be pointed at."""
    return ()
