"""The schemas in specs/, and how they become the components of an OpenAPI description."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from functools import cache
from typing import Any

from towerup.kernel.canonical import decode
from towerup.oracle import specs

Schema = dict[str, Any]

_NOT_WITHIN = ("$schema", "$id", "$defs")
"""What belongs to a schema as a file, and to nothing else."""


@cache
def load(file: str) -> Schema:
    """The schema in a file of specs/schemas; those of a game are found from there, as `../GAME/schemas/state.json`."""
    schema: Schema = decode((specs.folder() / "schemas" / file).read_bytes())
    return schema


def resolved(reference: str) -> Schema:
    """The schema that a reference means: a file, or a definition in one, as `reply.json#/$defs/legal`."""
    file, _, pointer = reference.partition("#")
    found: Any = load(file)
    for step in pointer.split("/")[1:]:
        found = found[step]
    schema: Schema = found
    return schema


def name_of(reference: str) -> str:
    """What a schema is called among the components: `state`, `reply.legal`, `tower-up.state`."""
    file, _, pointer = reference.partition("#")
    words = [*file.removesuffix(".json").split("/"), *pointer.removeprefix("/$defs/").split("/")]
    return ".".join(word for word in words if word not in ("", "..", "schemas"))


def component(reference: str) -> Schema:
    """A reference to the component that a schema has become."""
    return {"$ref": f"#/components/schemas/{name_of(reference)}"}


def components(references: Iterable[str]) -> dict[str, Schema]:
    """These schemas and all that they refer to, by name, their references being to one another."""
    made: dict[str, Schema] = {}
    waiting = list(references)
    while waiting:
        reference = waiting.pop()
        if name_of(reference) not in made:
            file = reference.partition("#")[0]
            made[name_of(reference)] = _moved(resolved(reference), file, waiting)
    return dict(sorted(made.items()))


def _moved(value: Any, file: str, met: list[str]) -> Any:
    """A value of a schema in a file, as it is among the components; references that are met are noted."""
    if isinstance(value, list):
        return [_moved(one, file, met) for one in value]
    if not isinstance(value, dict):
        return value
    moved = {key: _moved(inner, file, met) for key, inner in value.items() if key not in _NOT_WITHIN}
    reference = value.get("$ref")
    if isinstance(reference, str):
        other, hash, pointer = reference.partition("#")
        whole = posixpath.normpath(posixpath.join(posixpath.dirname(file), other)) if other else file
        met.append(whole + hash + pointer)
        moved |= component(met[-1])
    return moved
