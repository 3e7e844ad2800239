"""Invalid inputs: what is no action in any game."""

from __future__ import annotations


class Unhashable:
    """A thing whose hash raises an error, so that it cannot even be looked up."""

    def __hash__(self) -> int:
        raise RuntimeError("this thing cannot be hashed")
