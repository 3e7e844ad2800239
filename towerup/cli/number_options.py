"""Options that are numbers: read by the checked functions of the kernel, a mistake told in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer

from towerup.kernel.numbers import NumberError, any_whole_number, decimal_number, whole_number

MOST_SECONDS = 1_000_000
"""The longest time that can be waited for. Longer ones end in an error of the operating system."""


def number_option(
    *names: str, help: str, min: int | None = None, max: int | None = None, show_default: bool | str = True
) -> Any:
    """An option that is a whole number, within limits if there are some."""

    def read(text: str) -> int:
        return any_whole_number(text, "it") if min is None else whole_number(text, "it", min, max)

    return typer.Option(*names, parser=_parser(read), metavar="N", help=help, show_default=show_default)


def seconds_option(*, help: str, min: float) -> Any:
    """An option that is a number of seconds."""

    def read(text: str) -> float:
        return decimal_number(text, "it", min, MOST_SECONDS)

    return typer.Option(parser=_parser(read), metavar="SECONDS", help=help)


def _parser(read: Callable[[str], float]) -> Callable[[str], float]:
    def parse(given: str | float) -> float:
        if not isinstance(given, str):
            return given  # a default is a number already
        try:
            return read(given)
        except NumberError as error:
            raise typer.BadParameter(str(error)) from None

    return parse
