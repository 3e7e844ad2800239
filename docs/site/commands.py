"""The reference of the commands, written from the functions that carry them out."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_origin

import typer
from mkdocs.structure.pages import Page
from typer.models import ArgumentInfo, OptionInfo

from towerup.cli.app import app

PLACE = "<!-- the commands, one by one -->"
"""What stands on a page where the reference is wanted."""

SIGNS = re.compile(r"[|*<]")
"""What means something else on a page."""

VALUES = {int: "N", float: "SECONDS", Path: "FILE", str: "TEXT"}
"""What stands for the value of an option, by its type."""


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Puts the reference in its place."""
    return markdown.replace(PLACE, reference()) if PLACE in markdown else markdown


def reference() -> str:
    """Every command: what it is for, how it is written, its arguments and options."""
    return "\n".join(line for name, function in commands(app, "towerup") for line in _told(name, function))


def commands(of: typer.Typer, name: str) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every command that is not hidden: the words that call it, and the function that it is."""
    for command in of.registered_commands:
        if command.callback is not None and not command.hidden:
            yield f"{name} {command.name or command.callback.__name__}", command.callback
    for group in of.registered_groups:
        if group.typer_instance is not None:
            yield from commands(group.typer_instance, f"{name} {group.name}")


def _told(name: str, function: Callable[..., Any]) -> Iterator[str]:
    parameters = [(one, info) for one in inspect.signature(function, eval_str=True).parameters.values()
                  for info in get_args(one.annotation)[1:] if not info.hidden]  # fmt: skip
    arguments = [one for one in parameters if isinstance(one[1], ArgumentInfo)]
    options = [one for one in parameters if isinstance(one[1], OptionInfo)]
    yield f"## {name} {{ #{name.replace(' ', '-')} }}\n"
    yield f"{inspect.getdoc(function)}\n"
    words = [name, *(["[OPTIONS]"] if options else []), *(_argument(*one) for one in arguments)]
    yield f"```text\n{' '.join(words)}\n```\n"
    if parameters:
        yield "| | what it means | without it |\n|---|---|---|"
        for one, info in (*arguments, *options):
            named = f"`{_argument(one, info)}`" if isinstance(info, ArgumentInfo) else _option(one, info)
            yield f"| {named} | {SIGNS.sub(_escaped, info.help or '')} | {_default(one)} |"
        yield ""


def _escaped(sign: re.Match[str]) -> str:
    return f"&#{ord(sign[0])};"


def _argument(one: inspect.Parameter, info: ArgumentInfo) -> str:
    several = get_origin(get_args(one.annotation)[0]) is list
    name = info.metavar or one.name.upper() + (" …" if several else "")
    return name if one.default is inspect.Parameter.empty else f"[{name}]"


def _option(one: inspect.Parameter, info: OptionInfo) -> str:
    # Typer takes the first name for a default until it builds the command.
    first = (info.default,) if isinstance(info.default, str) else ()
    names = (*first, *(info.param_decls or ())) or (f"--{one.name.replace('_', '-')}",)
    value = next((f" {word}" for kind in _kinds(one.annotation) if (word := _value(kind))), "")
    return "<br>".join(f"`{name}{value}`" for declared in names for name in declared.split("/"))


def _value(kind: Any) -> str | None:
    """What stands for a value of this type; None if it is none of which an option has values."""
    if isinstance(kind, type) and issubclass(kind, Enum):
        return "/".join(str(one.value) for one in kind)
    return VALUES.get(kind) if isinstance(kind, type) else None


def _kinds(annotation: Any) -> Iterator[Any]:
    """The types that an annotation speaks of, also as one of several or in a list."""
    yield annotation
    for inner in get_args(annotation):
        yield from _kinds(inner)


def _default(one: inspect.Parameter) -> str:
    if one.default is inspect.Parameter.empty:
        return "wanted"
    return "" if one.default in (None, "") or isinstance(one.default, bool) else f"`{one.default}`"
