"""Numbers that people write: the one place where text becomes a number.

`int` and `float` of Python read more than is meant: digits of every script, underscores, spaces, `nan`, and numbers so
long that reading them is refused. Here a number has the digits 0 to 9 and a bounded length. A mistake is a sentence.
"""

from __future__ import annotations

import re

MOST_DIGITS = 18
"""The most digits of a number. Every such number fits into 64 bits."""

_WHOLE = re.compile(r"[0-9]+")
_SIGNED = re.compile(r"-?[0-9]+")
_DECIMAL = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_MOST_SHOWN = 40


class NumberError(ValueError):
    """A text that is not the number it should be; the message says what would be."""


def is_number(text: str) -> bool:
    """Whether a text is a whole number in plain digits, short enough to be read."""
    return len(text) <= MOST_DIGITS and _WHOLE.fullmatch(text) is not None


def whole_number(text: str, what: str = "the value", least: int = 0, most: int | None = None) -> int:
    """The whole number that a text is. Raises NumberError, with `what` as its subject, if it is none or out of range."""
    if not (_SIGNED if least < 0 else _WHOLE).fullmatch(text):
        raise NumberError(f"{what} must be a whole number in the digits 0 to 9, not {_shown(text)}")
    _check_length(text, what)
    number = int(text)
    _check_range(number, text, what, least, most)
    return number


def any_whole_number(text: str, what: str = "the value") -> int:
    """The whole number that a text is, with a minus sign or without. Raises NumberError."""
    return whole_number(text, what, -(10**MOST_DIGITS))


def decimal_number(text: str, what: str = "the value", least: float = 0, most: float | None = None) -> float:
    """The number that a text is, with a decimal point or without: 3 or 0.25. Raises NumberError."""
    if not _DECIMAL.fullmatch(text):
        raise NumberError(f"{what} must be a number such as 3 or 0.25, not {_shown(text)}")
    _check_length(text, what)
    number = float(text)
    _check_range(number, text, what, least, most)
    return number


def _check_range(number: float, text: str, what: str, least: float, most: float | None) -> None:
    if number < least or (most is not None and number > most):
        limits = f"{least} or more" if most is None else f"from {least} to {most}"
        raise NumberError(f"{what} must be {limits}, not {text}")


def _check_length(text: str, what: str) -> None:
    digits = sum(character.isdigit() for character in text)
    if digits > MOST_DIGITS:
        raise NumberError(f"{what} has {digits:,} digits; {MOST_DIGITS} is the most")


def _shown(text: str) -> str:
    return repr(text) if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]!r}…"
