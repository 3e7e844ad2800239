"""Checks recorded games: finds the first wrong step of each, with all that helps to see why it is wrong.

One pass, line by line. Memory use does not grow with the length of the stream.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from towerup.kernel.actors import Actor
from towerup.kernel.canonical import decode
from towerup.kernel.differences import Difference
from towerup.kernel.records import Begun, Find, RecordError, Step, actor_to_json
from towerup.kernel.rules import Violation
from towerup.kernel.spaces import Spaces
from towerup.kernel.streams import Broken, followed

from .forms import violations_to_json

MOST_FLAWS = 100
"""A verdict describes at most this many wrong games of a stream. It counts the others."""
NEAR = 5
"""A flaw lists at most this many legal actions that resemble the wrong one."""


@attrs.frozen
class Flaw:
    """The first wrong step of a game: where, and what is wrong with it.

    `game` is which game of the stream it is, `step` which action of the game (both from 1). `state` is the position,
    `near` are legal actions that resemble the one tried, out of `legal`. What could not be read is None.
    """

    game: int
    step: int
    line: int
    column: int | None
    why: str
    violations: tuple[Violation, ...] = ()
    state: Any = None
    actor: Actor = None
    action: Any = None
    near: tuple[Any, ...] = ()
    legal: int = 0
    differences: tuple[Difference, ...] = ()


@attrs.define
class Verdict:
    """What was found in a stream of records."""

    games: int = 0
    steps: int = 0
    lines: int = 0
    unfinished: int = 0
    """Games without an outcome that are not over: nothing is wrong with them so far."""
    without_outcome: int = 0
    """Games that are over, but whose record has no outcome."""
    wrong: int = 0
    flaws: list[Flaw] = attrs.Factory(list)

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong with any game."""
        return not self.wrong


def check(lines: Iterable[bytes], find: Find, edition: Any = None, spaces: Spaces | None = None) -> Verdict:
    """Judges every game of a stream. After a wrong line it skips to the next header.

    Pass the same `spaces` for several streams to reuse their action spaces.
    """
    verdict = Verdict()
    step = 0
    game: Any = None  # where the game in hand stands, None if none is
    for found in followed(_counted(lines, verdict), find, edition, spaces):
        if type(found) is Step:
            step += 1
            verdict.steps += 1
            game = found.after
        elif type(found) is Begun:
            _close(verdict, game)
            verdict.games += 1
            step, game = 0, found.state
        elif type(found) is Broken:
            if found.begins:
                _close(verdict, game)
                verdict.games += 1
                step = 0
            _note(verdict, found.error, step + 1)
            game = None
        else:
            game = None
    _close(verdict, game)
    return verdict


def _counted(lines: Iterable[bytes], verdict: Verdict) -> Iterator[bytes]:
    for line in lines:
        verdict.lines += 1
        yield line


def _close(verdict: Verdict, state: Any) -> None:
    """A game whose record has stopped without an outcome."""
    if state is None:
        return
    if state.actor is None:
        verdict.without_outcome += 1
    else:
        verdict.unfinished += 1


def _note(verdict: Verdict, error: RecordError, step: int) -> None:
    verdict.wrong += 1
    if len(verdict.flaws) < MOST_FLAWS:
        verdict.flaws.append(flaw_of(error, verdict.games, step))


def flaw_of(error: RecordError, game: int, step: int) -> Flaw:
    """What is wrong with a record, with all that helps to see why. `game` and `step` say where, both from 1."""
    state, action = error.state, error.action
    legal = () if state is None else state.ruleset.legal_actions(state)
    return Flaw(
        game=game,
        step=step,
        line=error.line,
        column=error.column,
        why=error.why.partition(":\n")[0] if error.violations else error.why,
        violations=error.violations,
        state=state,
        actor=error.actor,
        action=action,
        near=() if action is None else near(action, legal),
        legal=len(legal),
        differences=error.differences,
    )


def near(action: Any, legal: Iterable[Any]) -> tuple[Any, ...]:
    """The legal actions most like this one: of the same kind if there are any, nearest by notation first."""
    legal = tuple(legal)
    alike = [one for one in legal if type(one) is type(action)] or legal
    matcher = difflib.SequenceMatcher(autojunk=False)
    matcher.set_seq2(str(action))

    def likeness(one: Any) -> float:
        matcher.set_seq1(str(one))
        return matcher.ratio()

    return tuple(sorted(alike, key=likeness, reverse=True)[:NEAR])


def flaw_to_json(flaw: Flaw) -> dict[str, Any]:
    """A flaw as a JSON value."""
    rules: Any = None if flaw.state is None else flaw.state.ruleset

    def action_json(action: Any) -> dict[str, Any]:
        return {"notation": str(action), "action": rules.action_to_json(action)}

    return {
        "game": flaw.game,
        "step": flaw.step,
        "line": flaw.line,
        "column": flaw.column,
        "why": flaw.why,
        "violations": violations_to_json(flaw.violations),
        "differences": [str(one) for one in flaw.differences],
        "actor": actor_to_json(flaw.actor),
        "tried": None if flaw.action is None else action_json(flaw.action),
        "near": [action_json(one) for one in flaw.near],
        "legal": flaw.legal,
        "state": None if rules is None else decode(rules.state_to_json(flaw.state)),
    }


def verdict_to_json(verdict: Verdict, source: str) -> dict[str, Any]:
    """A verdict as a JSON value, with the name of what was judged."""
    return {
        "source": source,
        "ok": verdict.ok,
        "games": verdict.games,
        "actions": verdict.steps,
        "lines": verdict.lines,
        "unfinished": verdict.unfinished,
        "without_outcome": verdict.without_outcome,
        "wrong": verdict.wrong,
        "flaws": [flaw_to_json(flaw) for flaw in verdict.flaws],
    }
