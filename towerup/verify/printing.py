"""Drawn values that Hypothesis prints as code: what a failing test shows can be pasted into a file.

Hypothesis prints a value that `.map` made as the call that made it. A drawn value takes that way, with a function and
arguments that print themselves as we like.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

from hypothesis import strategies as st

from towerup.kernel.replays import Call

T = TypeVar("T")


class _Code:
    """A call that is made out when it is first printed: most drawn values never are."""

    def __init__(self, make: Callable[[], Call]) -> None:
        self._make = make

    @cached_property
    def call(self) -> Call:
        return self._make()


class _Function:
    """To Hypothesis the function that made the value; in truth it only gives it."""

    def __init__(self, code: _Code, value: Any) -> None:
        self._code, self._value = code, value

    def __call__(self, _: object) -> Any:
        return self._value

    def __repr__(self) -> str:
        return self._code.call.function


class _Arguments:
    """To Hypothesis the argument of that function."""

    def __init__(self, code: _Code) -> None:
        self._code = code

    def __repr__(self) -> str:
        return ", ".join(self._code.call.arguments)


def drawn_as(draw: st.DrawFn, value: T, call: Callable[[], Call]) -> T:
    """The value itself, drawn in such a way that Hypothesis prints this call for it.

    Give each value one call only: where two differ, Hypothesis prints neither.
    """
    code = _Code(call)
    drawn: T = draw(st.just(_Arguments(code)).map(_Function(code, value)))
    return drawn
